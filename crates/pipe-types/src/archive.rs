//! The reflection archive of a linked program.
//!
//! A linked program crosses the wire as SPIR-V per stage plus one [`Archive`]. The client answers every GL introspection
//! query (GL 4.6 core 7.3.1) from it with the names the application wrote; the server finds in it where to put values
//! (locations, texture units, bindings) in the ESSL made from the SPIR-V. The bytes are rkyv's and are checked by
//! [`Archive::from_bytes`], which also refuses numbers that would index out of the archive's own tables.
//!
//! # Storage of the default uniform block
//! Values of non-opaque uniforms live in one array of 32-bit words, the *uniform storage*. Each vector or matrix is
//! tightly packed, column after column (a `mat3` takes 9 words, a `bvec2` takes 2), array elements follow each other
//! without padding. Booleans are 0 or 1. [`UniformKind::Value`] carries the byte offset of element 0.
//!
//! # Locations
//! A location the application sees is the location in the ESSL (`layout(location = N)`); element `i` of an array is at
//! `location + i`. Attribute, varying and fragment output locations are the ones in the SPIR-V.

mod value;
mod xfb;

pub use value::*;
pub use xfb::*;

use rkyv::{Archive as RkyvArchive, Deserialize, Serialize};
use thiserror::Error;

/// A shader stage, in pipeline order (the order of the fields in a `MGPProgramDesc`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, RkyvArchive, Serialize, Deserialize)]
#[repr(u8)]
pub enum Stage {
    /// `GL_VERTEX_SHADER`
    Vertex = 0,
    /// `GL_TESS_CONTROL_SHADER`
    TessControl = 1,
    /// `GL_TESS_EVALUATION_SHADER`
    TessEvaluation = 2,
    /// `GL_GEOMETRY_SHADER`
    Geometry = 3,
    /// `GL_FRAGMENT_SHADER`
    Fragment = 4,
    /// `GL_COMPUTE_SHADER`
    Compute = 5,
}

impl Stage {
    /// Every stage in pipeline order.
    pub const ALL: [Stage; 6] =
        [Stage::Vertex, Stage::TessControl, Stage::TessEvaluation, Stage::Geometry, Stage::Fragment, Stage::Compute];

    /// The stage's bit in a stage mask: `1 << (self as u8)`.
    pub const fn bit(self) -> u8 {
        1 << (self as u8)
    }

    /// The shader type enum of GL (`GL_VERTEX_SHADER`, ...).
    pub const fn gl_enum(self) -> u32 {
        match self {
            Stage::Vertex => 0x8B31,
            Stage::TessControl => 0x8E88,
            Stage::TessEvaluation => 0x8E87,
            Stage::Geometry => 0x8DD9,
            Stage::Fragment => 0x8B30,
            Stage::Compute => 0x91B9,
        }
    }

    /// The stage of a GL shader type enum, or `None` when it names no shader type.
    pub fn from_gl_enum(value: u32) -> Option<Stage> {
        Stage::ALL.into_iter().find(|s| s.gl_enum() == value)
    }

    /// The stage with this number (`self as u8`).
    pub fn from_index(index: u8) -> Option<Stage> {
        Stage::ALL.get(usize::from(index)).copied()
    }
}

pub use uniform_kind::UniformKind;

mod uniform_kind {
    // The derive adds undocumented fields to the archived twin of the enum.
    #![allow(missing_docs)]
    use super::{Deserialize, MemberLayout, RkyvArchive, Serialize};

    /// What a uniform is, and where its value lives.
    #[derive(Clone, Debug, PartialEq, RkyvArchive, Serialize, Deserialize)]
    pub enum UniformKind {
        /// A value of the default block.
        Value {
            /// Location of element 0; elements are consecutive.
            location: u32,
            /// Byte offset of element 0 in the uniform storage.
            storage_offset: u32,
        },
        /// A sampler. Its value in GL is a texture unit the application chooses (`glUniform1i`).
        Sampler {
            /// Location of element 0, for the application's `glUniform1i` and for the server's.
            location: u32,
            /// First of `array_size` entries in [`super::Archive::sampler_units`] terms: a dense number of the program's samplers.
            slot: u32,
            /// The unit element 0 has after linking (`layout(binding)` or 0).
            unit: u32,
            /// Whether `unit` was written by the application, so that elements are `unit + i`; otherwise all are 0.
            explicit_unit: bool,
        },
        /// An image. Its value in GL is an image unit.
        Image {
            /// Location of element 0, for the application's `glUniform1i`.
            location: u32,
            /// Dense image number of element 0: `layout(binding)` of the ESSL (ES can't move it with `glUniform1i`).
            slot: u32,
            /// The image unit element 0 has after linking.
            unit: u32,
            /// Whether `unit` was written by the application, so that elements are `unit + i`; otherwise all are 0.
            explicit_unit: bool,
            /// The image format enum of GL that the shader declares, 0 when it declares none.
            format: u32,
        },
        /// A member of a uniform block.
        BlockMember {
            /// Index in [`super::Archive::uniform_blocks`] (of element 0 when the block is an array).
            block: u32,
            /// Placement in the block.
            layout: MemberLayout,
        },
        /// An atomic counter.
        AtomicCounter {
            /// Index in [`super::Archive::atomic_buffers`].
            buffer: u32,
            /// Byte offset in the buffer.
            offset: u32,
        },
    }
}

/// Placement of a block member, in bytes (GL 4.6 core 7.6.2.2).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, RkyvArchive, Serialize, Deserialize)]
pub struct MemberLayout {
    /// Offset of element 0 from the start of the block.
    pub offset: u32,
    /// Distance of array elements; 0 when the member is no array.
    pub array_stride: u32,
    /// Distance of matrix columns (rows when `row_major`); 0 when the member is no matrix.
    pub matrix_stride: u32,
    /// Whether the matrix is stored row by row.
    pub row_major: bool,
}

/// An active uniform (`GL_UNIFORM`). Its index in [`Archive::uniforms`] is the index GL shows.
#[derive(Clone, Debug, PartialEq, RkyvArchive, Serialize, Deserialize)]
pub struct Uniform {
    /// Name as GL reports it: `s.a[2].b`, arrays of basic types with a final `[0]`.
    pub name: String,
    /// GL type enum (`GL_FLOAT_VEC4`, `GL_SAMPLER_2D`, ...).
    pub gl_type: u32,
    /// Active array size; 1 when no array. 0 for an unsized storage-block array.
    pub array_size: u32,
    /// Whether the uniform is an array (its name then ends with `[0]`).
    pub is_array: bool,
    /// Stages that use it, as [`Stage::bit`]s.
    pub stages: u8,
    /// Kind and place.
    pub kind: UniformKind,
}

/// A uniform block or a shader storage block. Each element of a block array is a block of its own.
#[derive(Clone, Debug, PartialEq, RkyvArchive, Serialize, Deserialize)]
pub struct Block {
    /// Block name as GL reports it (`Light`, `Light[1]`).
    pub name: String,
    /// Binding the block has after linking (`layout(binding)` or 0), moved by `glUniformBlockBinding`.
    pub binding: u32,
    /// Binding in the ESSL: a dense number per kind of block.
    pub slot: u32,
    /// `GL_UNIFORM_BLOCK_DATA_SIZE` / `GL_BUFFER_DATA_SIZE` in bytes.
    pub data_size: u32,
    /// Stages that use it.
    pub stages: u8,
    /// Active members: indices in [`Archive::uniforms`], or in [`Archive::buffer_variables`] for a storage block.
    pub members: Vec<u32>,
    /// For a storage block: whether some stage can write it.
    pub writable: bool,
}

/// A member of a shader storage block (`GL_BUFFER_VARIABLE`).
#[derive(Clone, Debug, PartialEq, RkyvArchive, Serialize, Deserialize)]
pub struct BufferVariable {
    /// Name as GL reports it.
    pub name: String,
    /// GL type enum.
    pub gl_type: u32,
    /// Array size; 1 when no array, 0 when unsized.
    pub array_size: u32,
    /// Whether it is an array.
    pub is_array: bool,
    /// Stages that use it.
    pub stages: u8,
    /// Index in [`Archive::storage_blocks`].
    pub block: u32,
    /// Placement.
    pub layout: MemberLayout,
    /// `GL_TOP_LEVEL_ARRAY_SIZE`.
    pub top_level_array_size: u32,
    /// `GL_TOP_LEVEL_ARRAY_STRIDE` in bytes.
    pub top_level_array_stride: u32,
}

/// An atomic counter buffer binding (`GL_ATOMIC_COUNTER_BUFFER`).
#[derive(Clone, Debug, PartialEq, RkyvArchive, Serialize, Deserialize)]
pub struct AtomicBuffer {
    /// `layout(binding)`, the same in GL and in the ESSL.
    pub binding: u32,
    /// Smallest buffer size in bytes.
    pub data_size: u32,
    /// Stages that use it.
    pub stages: u8,
    /// Indices of its counters in [`Archive::uniforms`].
    pub members: Vec<u32>,
}

/// A program input or output variable (`GL_PROGRAM_INPUT`, `GL_PROGRAM_OUTPUT`).
#[derive(Clone, Debug, PartialEq, RkyvArchive, Serialize, Deserialize)]
pub struct Interface {
    /// Name as GL reports it.
    pub name: String,
    /// GL type enum.
    pub gl_type: u32,
    /// Array size; 1 when no array.
    pub array_size: u32,
    /// Whether it is an array.
    pub is_array: bool,
    /// Location of element 0, or -1 for a built-in.
    pub location: i32,
    /// Dual-source colour index of a fragment output, otherwise 0.
    pub index: u32,
    /// First component of the location that it takes.
    pub component: u32,
    /// The stage it belongs to, as [`Stage::bit`]s.
    pub stages: u8,
    /// Whether it is a per-patch variable.
    pub per_patch: bool,
}

/// What `glGetProgramiv` says about a geometry shader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, RkyvArchive, Serialize, Deserialize)]
pub struct Geometry {
    /// `GL_GEOMETRY_INPUT_TYPE`.
    pub input_type: u32,
    /// `GL_GEOMETRY_OUTPUT_TYPE`.
    pub output_type: u32,
    /// `GL_GEOMETRY_VERTICES_OUT`.
    pub vertices_out: u32,
    /// `GL_GEOMETRY_SHADER_INVOCATIONS`.
    pub invocations: u32,
    /// Vertex streams that it emits to, a bit each.
    pub streams: u32,
}

/// What `glGetProgramiv` says about tessellation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, RkyvArchive, Serialize, Deserialize)]
pub struct Tessellation {
    /// `GL_TESS_CONTROL_OUTPUT_VERTICES`, 0 without a control stage.
    pub vertices: u32,
    /// `GL_TESS_GEN_MODE`.
    pub gen_mode: u32,
    /// `GL_TESS_GEN_SPACING`.
    pub spacing: u32,
    /// `GL_TESS_GEN_VERTEX_ORDER`.
    pub vertex_order: u32,
    /// `GL_TESS_GEN_POINT_MODE`.
    pub point_mode: bool,
}

/// Everything both sides know about a linked program.
#[derive(Clone, Debug, Default, PartialEq, RkyvArchive, Serialize, Deserialize)]
pub struct Archive {
    /// Stages present, as [`Stage::bit`]s. A fragment stage that the linker added counts too.
    pub stages: u8,
    /// Whether the program has no fragment shader of the application's (ES needs one, so the linker added an empty one).
    pub added_fragment_stage: bool,
    /// Whether the tessellation control stage is the linker's (ES needs one): its vertices and its levels, which have
    /// [`DEFAULT_LEVELS`] in their place, are the context's.
    pub added_control_stage: bool,
    /// Whether the fragment shader writes `gl_FragColor`, which goes to every enabled draw buffer.
    pub frag_color: bool,
    /// Whether the last vertex processing stage writes `gl_PointSize`.
    pub writes_point_size: bool,
    /// Number of `gl_ClipDistance` elements that are written.
    pub clip_distances: u32,
    /// Whether the uniforms `gl_DepthRange.near`, `.far`, `.diff` or `gl_NumSamples` are among the active ones: values of the
    /// context that the client keeps in the uniform storage. GL gives them no location.
    pub uses_context_state: bool,
    /// Active uniforms; the index is GL's.
    pub uniforms: Vec<Uniform>,
    /// Initial contents of the uniform storage, in words; its length is the size of the storage.
    pub initial_storage: Vec<u32>,
    /// Number of dense sampler slots.
    pub sampler_units: u32,
    /// Number of dense image slots.
    pub image_units: u32,
    /// Active uniform blocks; the index is GL's.
    pub uniform_blocks: Vec<Block>,
    /// Active shader storage blocks.
    pub storage_blocks: Vec<Block>,
    /// Members of the storage blocks.
    pub buffer_variables: Vec<BufferVariable>,
    /// Atomic counter buffers.
    pub atomic_buffers: Vec<AtomicBuffer>,
    /// Inputs of the first stage; for a vertex shader, its active attributes.
    pub inputs: Vec<Interface>,
    /// Outputs of the last stage; for a fragment shader, its colour outputs.
    pub outputs: Vec<Interface>,
    /// Transform feedback; empty when nothing is captured.
    pub xfb: Xfb,
    /// The last stage before the fragment stage says by layout what is captured, which is not supported: it must not be the last
    /// one of a pipeline.
    pub captures_by_layout: bool,
    /// Geometry shader parameters.
    pub geometry: Option<Geometry>,
    /// Tessellation parameters.
    pub tessellation: Option<Tessellation>,
    /// `GL_COMPUTE_WORK_GROUP_SIZE`; zeros without a compute shader.
    pub work_group_size: [u32; 3],
}

/// An archive that came in is no archive, or contradicts itself.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The bytes aren't an archive of this layout.
    #[error("program archive: bytes are not a valid archive: {0}")]
    Bytes(String),
    /// A number points outside the archive's own tables, or a size is out of bounds.
    #[error("program archive: {table}[{index}].{field} = {value} is out of range (limit {limit})")]
    Range {
        /// Table with the entry.
        table: &'static str,
        /// Index of the entry.
        index: usize,
        /// Field of the entry.
        field: &'static str,
        /// Its value.
        value: u64,
        /// The first value that is too large.
        limit: u64,
    },
}

/// What stands for the outer and inner tessellation levels in a control stage that the linker added.
pub const DEFAULT_LEVELS: [f32; 6] = [10001.0, 10002.0, 10003.0, 10004.0, 10005.0, 10006.0];

/// Largest size of the uniform storage, and of anything else counted in an archive (1 Mi words or entries).
pub const MAX_COUNT: u32 = 1 << 20;

impl Archive {
    /// Serialises the archive.
    pub fn to_bytes(&self) -> Vec<u8> {
        // Serialising plain vectors and strings into memory has no failure of its own.
        rkyv::to_bytes::<rkyv::rancor::Error>(self).expect("an archive of plain values serialises").into_vec()
    }

    /// Reads an archive from bytes of the other process.
    ///
    /// # Errors
    /// [`ArchiveError::Bytes`] when rkyv's check refuses the bytes, [`ArchiveError::Range`] when an index or a count
    /// in it is out of range. What comes back can be indexed without further checks.
    pub fn from_bytes(bytes: &[u8]) -> Result<Archive, ArchiveError> {
        let mut aligned = rkyv::util::AlignedVec::<16>::with_capacity(bytes.len());
        aligned.extend_from_slice(bytes);
        let archive = rkyv::from_bytes::<Archive, rkyv::rancor::Error>(&aligned)
            .map_err(|e| ArchiveError::Bytes(e.to_string()))?;
        archive.check()?;
        Ok(archive)
    }

    fn check(&self) -> Result<(), ArchiveError> {
        let below = |table, index, field, value: u64, limit: u64| {
            if value < limit { Ok(()) } else { Err(ArchiveError::Range { table, index, field, value, limit }) }
        };
        let count = u64::from(MAX_COUNT);
        below("archive", 0, "initial_storage.len", self.initial_storage.len() as u64, count)?;
        below("archive", 0, "sampler_units", self.sampler_units.into(), count)?;
        below("archive", 0, "image_units", self.image_units.into(), count)?;
        let storage_bytes = self.initial_storage.len() as u64 * 4;
        for (i, u) in self.uniforms.iter().enumerate() {
            below("uniforms", i, "array_size", u.array_size.into(), count)?;
            let n = u64::from(u.array_size);
            match u.kind {
                UniformKind::Value { location, storage_offset } => {
                    below("uniforms", i, "location", location.into(), count)?;
                    let Some(shape) = value_shape(u.gl_type) else {
                        return Err(ArchiveError::Range {
                            table: "uniforms",
                            index: i,
                            field: "gl_type",
                            value: u.gl_type.into(),
                            limit: 0,
                        });
                    };
                    below("uniforms", i, "storage_offset % 4", u64::from(storage_offset % 4), 1)?;
                    let end = u64::from(storage_offset) + n * u64::from(shape.words()) * 4;
                    below("uniforms", i, "storage end", end, storage_bytes + 1)?;
                }
                UniformKind::Sampler { location, slot, unit, .. } => {
                    below("uniforms", i, "location", location.into(), count)?;
                    below("uniforms", i, "unit", unit.into(), count)?;
                    below("uniforms", i, "slot end", u64::from(slot) + n, u64::from(self.sampler_units) + 1)?;
                }
                UniformKind::Image { location, slot, unit, .. } => {
                    below("uniforms", i, "location", location.into(), count)?;
                    below("uniforms", i, "unit", unit.into(), count)?;
                    below("uniforms", i, "slot end", u64::from(slot) + n, u64::from(self.image_units) + 1)?;
                }
                UniformKind::BlockMember { block, .. } => {
                    below("uniforms", i, "block", block.into(), self.uniform_blocks.len() as u64)?
                }
                UniformKind::AtomicCounter { buffer, .. } => {
                    below("uniforms", i, "buffer", buffer.into(), self.atomic_buffers.len() as u64)?
                }
            }
        }
        for (table, blocks, members) in [
            ("uniform_blocks", &self.uniform_blocks, self.uniforms.len()),
            ("storage_blocks", &self.storage_blocks, self.buffer_variables.len()),
        ] {
            for (i, b) in blocks.iter().enumerate() {
                below(table, i, "slot", b.slot.into(), blocks.len() as u64)?;
                for m in &b.members {
                    below(table, i, "members", (*m).into(), members as u64)?;
                }
            }
        }
        for (i, b) in self.atomic_buffers.iter().enumerate() {
            below("atomic_buffers", i, "binding", b.binding.into(), count)?;
            for m in &b.members {
                below("atomic_buffers", i, "members", (*m).into(), self.uniforms.len() as u64)?;
            }
        }
        for (i, v) in self.buffer_variables.iter().enumerate() {
            below("buffer_variables", i, "block", v.block.into(), self.storage_blocks.len() as u64)?;
        }
        for (i, v) in self.xfb.varyings.iter().enumerate() {
            below("xfb.varyings", i, "buffer", v.buffer.into(), self.xfb.strides.len() as u64)?;
            below("xfb.varyings", i, "array_size", v.array_size.into(), count)?;
            below("xfb.varyings", i, "stream", v.stream.into(), VERTEX_STREAMS.into())?;
            let end = u64::from(v.offset) + u64::from(v.words()) * 4;
            let stride = self.xfb.strides[v.buffer as usize];
            below("xfb.varyings", i, "offset", end, u64::from(stride) + 1)?;
        }
        for (table, list) in [("inputs", &self.inputs), ("outputs", &self.outputs)] {
            for (i, v) in list.iter().enumerate() {
                below(table, i, "location", (i64::from(v.location) + 1) as u64, count)?;
                below(table, i, "array_size", v.array_size.into(), count)?;
            }
        }
        Ok(())
    }

    /// `glGetUniformLocation`: the location of `name`, where `name` may end in `[n]`; `None` when GL answers -1.
    pub fn uniform_location(&self, name: &str) -> Option<u32> {
        let (index, element) = find_element(name, self.uniforms.iter().map(|u| (&*u.name, u.is_array, u.array_size)))?;
        match self.uniforms[index].kind {
            _ if name.starts_with("gl_") => None,
            UniformKind::Value { location, .. }
            | UniformKind::Sampler { location, .. }
            | UniformKind::Image { location, .. } => Some(location + element),
            UniformKind::BlockMember { .. } | UniformKind::AtomicCounter { .. } => None,
        }
    }

    /// `glGetUniformIndices` and `glGetProgramResourceIndex(GL_UNIFORM)`: index of the active uniform called `name`
    /// (an array answers to `a` and `a[0]`, not to another element).
    pub fn uniform_index(&self, name: &str) -> Option<u32> {
        let (index, element) = find_element(name, self.uniforms.iter().map(|u| (&*u.name, u.is_array, u.array_size)))?;
        (element == 0).then_some(index as u32)
    }

    /// `glGetUniformBlockIndex`.
    pub fn uniform_block_index(&self, name: &str) -> Option<u32> {
        self.uniform_blocks.iter().position(|b| b.name == name && !name.is_empty()).map(|i| i as u32)
    }

    /// `glGetAttribLocation`: `None` when GL answers -1.
    pub fn attrib_location(&self, name: &str) -> Option<u32> {
        interface_location(&self.inputs, name).map(|(location, _)| location)
    }

    /// `glGetFragDataLocation` and `glGetFragDataIndex`: location and index; `None` when GL answers -1.
    pub fn frag_data(&self, name: &str) -> Option<(u32, u32)> {
        interface_location(&self.outputs, name)
    }

    /// For each location, the uniform's index and the array element there. `None` where nothing active lives.
    pub fn location_table(&self) -> Vec<Option<(u32, u32)>> {
        let mut table = Vec::new();
        for (index, u) in self.uniforms.iter().enumerate() {
            if let UniformKind::Value { location, .. }
            | UniformKind::Sampler { location, .. }
            | UniformKind::Image { location, .. } = u.kind
            {
                let end = (location + u.array_size) as usize;
                if table.len() < end {
                    table.resize(end, None);
                }
                for e in 0..u.array_size {
                    table[(location + e) as usize] = Some((index as u32, e));
                }
            }
        }
        table
    }
}

fn interface_location(list: &[Interface], name: &str) -> Option<(u32, u32)> {
    let (index, element) = find_element(name, list.iter().map(|v| (&*v.name, v.is_array, v.array_size)))?;
    let v = &list[index];
    let per_element = value_shape(v.gl_type).map_or(1, |s| u32::from(s.columns));
    u32::try_from(v.location).ok().map(|l| (l + element * per_element, v.index))
}

/// Splits `a[3]` into `a` and 3 the way GL reads a resource name: decimal, no sign, no leading zero, no white space.
pub fn split_subscript(name: &str) -> Option<(&str, u32)> {
    let (base, digits) = name.strip_suffix(']')?.rsplit_once('[')?;
    let canonical = digits == "0" || (!digits.starts_with('0') && !digits.is_empty());
    if !canonical || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    Some((base, digits.parse().ok()?))
}

/// Finds `name` among active resources `(reported name, is array, array size)`; answers entry and array element. Resources
/// without a name, as a program of SPIR-V has them, are not found.
pub fn find_element<'a>(name: &str, list: impl Iterator<Item = (&'a str, bool, u32)> + Clone) -> Option<(usize, u32)> {
    if name.is_empty() {
        return None;
    }
    if let Some(i) = list.clone().position(|(n, _, _)| n == name) {
        return Some((i, 0));
    }
    let base_of = |n: &'a str, is_array| if is_array { n.strip_suffix("[0]") } else { None };
    if let Some(i) = list.clone().position(|(n, a, _)| base_of(n, a) == Some(name)) {
        return Some((i, 0));
    }
    let (base, element) = split_subscript(name)?;
    let mut list = list;
    list.position(|(n, a, size)| base_of(n, a) == Some(base) && element < size).map(|i| (i, element))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Archive {
        Archive {
            stages: 17,
            uniforms: vec![
                Uniform {
                    name: "m".into(),
                    gl_type: 0x8B5C,
                    array_size: 1,
                    is_array: false,
                    stages: 1,
                    kind: UniformKind::Value { location: 0, storage_offset: 0 },
                },
                Uniform {
                    name: "a[0]".into(),
                    gl_type: 0x1406,
                    array_size: 3,
                    is_array: true,
                    stages: 1,
                    kind: UniformKind::Value { location: 4, storage_offset: 64 },
                },
            ],
            initial_storage: vec![0; 19],
            ..Archive::default()
        }
    }

    #[test]
    fn bytes_round_trip() {
        let a = sample();
        assert_eq!(Archive::from_bytes(&a.to_bytes()).unwrap(), a);
    }

    #[test]
    fn names_resolve_as_gl_resolves_them() {
        let a = sample();
        assert_eq!(a.uniform_location("m"), Some(0));
        assert_eq!(a.uniform_location("m[0]"), None);
        assert_eq!(a.uniform_location("a"), Some(4));
        assert_eq!(a.uniform_location("a[0]"), Some(4));
        assert_eq!(a.uniform_location("a[2]"), Some(6));
        assert_eq!(a.uniform_location("a[3]"), None);
        assert_eq!(a.uniform_location("a[01]"), None);
        assert_eq!(a.uniform_location("a[ 1]"), None);
        assert_eq!(a.uniform_index("a[1]"), None);
        assert_eq!(a.location_table()[5], Some((1, 1)));
        assert_eq!(a.location_table()[1], None);
    }

    #[test]
    fn a_storage_range_past_the_end_is_refused() {
        // red once: with the end compared without the array size, the archive below was accepted
        let mut a = sample();
        a.initial_storage.truncate(18);
        let error = Archive::from_bytes(&a.to_bytes()).unwrap_err();
        assert!(error.to_string().contains("uniforms[1].storage end"), "{error}");
    }

    #[test]
    fn any_truncation_or_flip_is_an_error_or_an_archive() {
        let bytes = sample().to_bytes();
        for n in 0..bytes.len() {
            let _ = Archive::from_bytes(&bytes[..n]).is_ok();
            let mut b = bytes.clone();
            b[n] ^= 0x55;
            if let Ok(a) = Archive::from_bytes(&b) {
                for u in &a.uniforms {
                    assert!(u.array_size < MAX_COUNT);
                }
            }
        }
    }
}
