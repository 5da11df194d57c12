//! What a successful link made, with the values of its uniforms.

use glsl_front::Stage;
use pipe_types::{
    Handle,
    archive::{Archive, Scalar, UniformKind, value_shape},
    handle::kind,
};
use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

static SERIALS: AtomicU64 = AtomicU64::new(1);

/// What lives at a uniform location.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Nothing active.
    Nothing,
    /// A value, words into the storage.
    Value {
        /// First word of the element.
        word: u32,
        /// Component type.
        scalar: Scalar,
        /// Columns.
        columns: u8,
        /// Components of a column.
        rows: u8,
    },
    /// A sampler: its slot.
    Sampler(u32),
    /// An image: its slot.
    Image(u32),
}

/// A uniform location.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    /// What lives there.
    pub place: Place,
    /// Elements of the array from this one on; 1 when it is no array.
    pub elements: u32,
    /// Whether it is an array.
    pub is_array: bool,
    /// Index of the uniform.
    pub uniform: u32,
}

/// What a successful link made, with the values of its uniforms.
#[derive(Debug)]
pub struct Executable {
    /// Its handle; null when it can't run.
    pub handle: Handle<kind::Program>,
    /// Reflection.
    pub archive: Archive,
    /// By uniform location.
    pub locations: Box<[Location]>,
    /// The default uniform block, packed as the archive says.
    pub storage: Vec<u32>,
    /// Words that changed since they were sent.
    pub storage_dirty: std::ops::Range<u32>,
    /// Texture unit of each sampler slot.
    pub samplers: Vec<u32>,
    /// Image unit of each image slot.
    pub images: Vec<u32>,
    /// Binding point of each uniform block.
    pub uniform_blocks: Vec<u32>,
    /// Binding point of each storage block.
    pub storage_blocks: Vec<u32>,
    /// One of the four changed since it was sent.
    pub bindings_dirty: bool,
    /// Samplers of different types use one unit, so that it can't draw (GL 4.6 core 7.11).
    pub samplers_conflict: bool,
    /// Grows when a sampler gets another unit.
    pub samplers_generation: u32,
    /// Words that show `gl_DepthRange.near`, `.far`, `.diff` and `gl_NumSamples`.
    pub context_words: [Vec<u32>; 4],
    /// Tells this link from every other one.
    pub serial: u64,
    /// What the link made, for pipelines and binaries.
    pub modules: Arc<[(Stage, Vec<u32>)]>,
}

impl Executable {
    /// Of a link; `handle` is null when it can't run by itself.
    pub fn new(handle: Handle<kind::Program>, linked: glsl_front::Program) -> Self {
        let (archive, modules) = (linked.archive, linked.stages.into());
        let nothing = Location { place: Place::Nothing, elements: 0, is_array: false, uniform: 0 };
        let locations = archive.location_table().into_iter().map(|entry| {
            let Some((index, element)) = entry else { return nothing };
            let uniform = &archive.uniforms[index as usize];
            if uniform.name.starts_with("gl_") {
                return nothing;
            }
            let place = match uniform.kind {
                UniformKind::Value { storage_offset, .. } => {
                    let shape = value_shape(uniform.gl_type).expect("the front end checks its values' types");
                    Place::Value {
                        word: storage_offset / 4 + element * shape.words(),
                        scalar: shape.scalar,
                        columns: shape.columns,
                        rows: shape.rows,
                    }
                }
                UniformKind::Sampler { slot, .. } => Place::Sampler(slot + element),
                UniformKind::Image { slot, .. } => Place::Image(slot + element),
                _ => return nothing,
            };
            Location { place, elements: uniform.array_size - element, is_array: uniform.is_array, uniform: index }
        });
        let locations = locations.collect();
        let mut samplers = vec![0; archive.sampler_units as usize];
        let mut images = vec![0; archive.image_units as usize];
        let mut context_words = [const { Vec::new() }; 4];
        for uniform in &archive.uniforms {
            let (units, slot, unit, explicit) = match uniform.kind {
                UniformKind::Sampler { slot, unit, explicit_unit, .. } => (&mut samplers, slot, unit, explicit_unit),
                UniformKind::Image { slot, unit, explicit_unit, .. } => (&mut images, slot, unit, explicit_unit),
                UniformKind::Value { storage_offset, .. } => {
                    let field = match uniform.name.as_str() {
                        "gl_DepthRange.near" => 0,
                        "gl_DepthRange.far" => 1,
                        "gl_DepthRange.diff" => 2,
                        "gl_NumSamples" => 3,
                        _ => continue,
                    };
                    context_words[field].push(storage_offset / 4);
                    continue;
                }
                _ => continue,
            };
            for element in 0..uniform.array_size {
                units[(slot + element) as usize] = if explicit { unit + element } else { unit };
            }
        }
        let mut executable = Self {
            handle,
            locations,
            storage: archive.initial_storage.clone(),
            storage_dirty: 0..archive.initial_storage.len() as u32,
            samplers,
            images,
            uniform_blocks: archive.uniform_blocks.iter().map(|block| block.binding).collect(),
            storage_blocks: archive.storage_blocks.iter().map(|block| block.binding).collect(),
            bindings_dirty: true,
            samplers_conflict: false,
            samplers_generation: 0,
            context_words,
            serial: SERIALS.fetch_add(1, Ordering::Relaxed),
            modules,
            archive,
        };
        executable.find_conflicts();
        executable
    }

    /// Looks for samplers of different types on one unit, after units changed.
    pub fn find_conflicts(&mut self) {
        self.samplers_generation += 1;
        // Programs have few samplers: comparing all pairs needs no memory.
        let types = |at: usize| {
            self.archive.uniforms.iter().find_map(|uniform| match uniform.kind {
                UniformKind::Sampler { slot, .. } if (slot..slot + uniform.array_size).contains(&(at as u32)) => {
                    Some(uniform.gl_type)
                }
                _ => None,
            })
        };
        self.samplers_conflict = (0..self.samplers.len()).any(|a| {
            (a + 1..self.samplers.len()).any(|b| self.samplers[a] == self.samplers[b] && types(a) != types(b))
        });
    }

    /// Marks words of the storage.
    #[inline]
    pub fn mark(&mut self, words: std::ops::Range<u32>) {
        self.storage_dirty = if self.storage_dirty.is_empty() {
            words
        } else {
            self.storage_dirty.start.min(words.start)..self.storage_dirty.end.max(words.end)
        };
    }

    /// Stage mask has `stage`.
    pub fn has(&self, stage: Stage) -> bool {
        self.archive.stages & stage.bit() != 0
    }
}
