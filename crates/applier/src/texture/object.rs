//! A texture on the driver: its levels as they were specified, and what the driver stores them in.

use super::blocks::KeptBlocks;
use super::params::Pushed;
use super::shape::{self, Texels, chain_length, es_size, es_target, face_index, face_target, mip_size};
use crate::driver::{Driver, GlBuffer, GlTexture, Shadow, pixels::Layout};
use pipe_types::{
    caps::Features,
    handle::RawHandle,
    records::{
        resource::{MGPResourceDesc, ResourceTarget, StorageKind, UploadTarget, WHOLE_BUFFER},
        texture::MGPTextureParams,
    },
};
use std::ops::RangeInclusive;
use texel::{
    FormatInfo,
    es::{EsFormatCaps, EsStorage, Need},
};
use thiserror::Error;

/// Why something could not be done to a texture or renderbuffer.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum ImageFault {
    /// The record's numbers fit no image.
    #[error("{what} of {resource}: {value} is out of range")]
    Range {
        /// Which number.
        what: &'static str,
        /// The resource.
        resource: RawHandle,
        /// The number, or the largest of them.
        value: i64,
    },
    /// The level was never specified.
    #[error("level {level} (face {face}) of {resource} has no storage")]
    NoLevel {
        /// The resource.
        resource: RawHandle,
        /// The level.
        level: u16,
        /// Face of a cube map, 0 otherwise.
        face: i32,
    },
    /// The record's bytes end before its texels do.
    #[error("{need} bytes of texels needed for {resource}, {have} there")]
    Bytes {
        /// The resource.
        resource: RawHandle,
        /// Bytes that the regions reach to.
        need: u64,
        /// Bytes of the blob.
        have: u64,
    },
    /// The internal format is none of GL's.
    #[error("internal format {internal_format:#06x} of {resource} is no format")]
    Format {
        /// The resource.
        resource: RawHandle,
        /// The enum.
        internal_format: u32,
    },
    /// The driver has nothing to store this format or target in.
    #[error("the driver cannot hold internal format {internal_format:#06x} of {resource}")]
    Unsupported {
        /// The resource.
        resource: RawHandle,
        /// The enum.
        internal_format: u32,
    },
    /// The driver is out of memory.
    #[error("out of memory for {resource}")]
    OutOfMemory {
        /// The resource.
        resource: RawHandle,
    },
    /// The operation is not one for this target.
    #[error("{what} is not for {resource}, a {target:?}")]
    Target {
        /// Which operation.
        what: &'static str,
        /// The resource.
        resource: RawHandle,
        /// Its target.
        target: ResourceTarget,
    },
}

/// One image of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Level {
    /// The application's format.
    pub(crate) info: &'static FormatInfo,
    /// What the driver holds it in.
    pub(crate) storage: EsStorage,
    /// Driver size; a cube face has depth 1.
    pub(crate) size: [i32; 3],
}

impl Level {
    /// How texels for this level lie in memory for the driver, tight.
    pub(crate) fn layout(&self) -> Layout {
        let up = &self.storage.upload;
        Layout::tight(up.format, up.type_, usize::from(up.bytes))
    }

    /// Gives a level of the bound texture storage; false when its blocks are more than the driver can be told of.
    pub(crate) fn allocate(&self, gl: &Driver, shadow: &mut Shadow, target: u32, level: i32) -> bool {
        let (internal, size) = (self.storage.internal_format, self.size);
        if !self.info.is_compressed() {
            gl.allocate_level(shadow, target, level, internal, size, &self.layout());
            return true;
        }
        let [w, h, d] = size.map(|x| x as u32);
        let bytes = self.info.image_bytes(w, h, d).filter(|bytes| i32::try_from(*bytes).is_ok());
        bytes.is_some_and(|bytes| {
            gl.allocate_blocks(shadow, target, level, internal, size, bytes);
            true
        })
    }
}

/// Levels that lookups can count on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chain {
    /// Not even the base level.
    None,
    /// The base level alone: a filter of several levels finds the texture incomplete.
    Base,
    /// All that count.
    Whole,
}

/// A buffer texture's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BufferRange {
    pub(crate) buffer: RawHandle,
    pub(crate) offset: u64,
    pub(crate) size: u64,
    pub(crate) internal_format: u32,
    /// The driver buffer that it was last attached to.
    pub(crate) attached: Option<GlBuffer>,
}

/// See the module.
#[derive(Debug)]
pub(crate) struct Texture {
    pub(crate) handle: RawHandle,
    pub(crate) name: GlTexture,
    /// No two driver textures of a session have the same: proof against recycled names.
    pub(crate) serial: u64,
    pub(crate) target: ResourceTarget,
    pub(crate) es_target: u32,
    /// For the application.
    pub(crate) immutable: bool,
    /// On the driver (also when an image unit needed it so).
    pub(crate) es_immutable: bool,
    /// The storage's owner, for a view.
    pub(crate) view_of: RawHandle,
    /// First level and layer in the owner, for a view.
    pub(crate) samples: u16,
    pub(crate) fixed_sample_locations: bool,
    pub(crate) params: Option<MGPTextureParams>,
    /// Parameters that the driver texture has.
    pub(super) pushed: Pushed,
    pub(crate) buffer: Option<BufferRange>,
    /// Images by face (0 for all but cube maps) and level.
    faces: [Vec<Option<Level>>; 6],
    /// A level was specified after a smaller one of its face.
    pub(super) disordered: bool,
    /// Moves with every image that is specified anew.
    pub(crate) specified: u64,
    /// Blocks of compressed images, where nothing else has them.
    pub(super) kept_blocks: KeptBlocks,
}

impl Texture {
    /// A driver texture without storage. `None`: the target is no texture's or the driver gives no name.
    pub(crate) fn new(
        gl: &Driver,
        shadow: &mut Shadow,
        handle: RawHandle,
        serial: u64,
        target: ResourceTarget,
    ) -> Option<Self> {
        let es_target = es_target(target)?;
        let name = gl.create_texture().ok()?;
        // Not bound yet: a name that has been bound can't become a view.
        shadow.forget_texture(name);
        Some(Self {
            handle,
            name,
            serial,
            target,
            es_target,
            immutable: false,
            es_immutable: false,
            view_of: RawHandle::NULL,
            samples: 0,
            fixed_sample_locations: false,
            params: None,
            pushed: Pushed::default(),
            buffer: None,
            faces: Default::default(),
            disordered: false,
            specified: 0,
            kept_blocks: Default::default(),
        })
    }

    /// The image of a face (0 for all but cube maps) and level.
    pub(crate) fn level(&self, face: i32, level: u16) -> Option<&Level> {
        self.faces.get(face as usize)?.get(usize::from(level))?.as_ref()
    }
    /// The same, or the fault to report.
    pub(crate) fn expect_level(&self, face: i32, level: u16) -> Result<&Level, ImageFault> {
        self.level(face, level).ok_or(ImageFault::NoLevel { resource: self.handle, level, face })
    }
    /// Number of faces that are images of their own.
    pub(crate) fn face_count(&self) -> i32 {
        if self.target == ResourceTarget::TexCube { 6 } else { 1 }
    }
    /// One more than the highest level that was specified.
    pub(crate) fn level_count(&self) -> u16 {
        self.faces.iter().map(Vec::len).max().unwrap_or(0) as u16
    }
    /// The lowest level that was specified, of the lowest face.
    pub(crate) fn first_level(&self) -> Option<&Level> {
        self.faces.iter().flatten().find_map(Option::as_ref)
    }
    pub(crate) fn is_multisample(&self) -> bool {
        matches!(self.target, ResourceTarget::Tex2DMS | ResourceTarget::Tex2DMSArray)
    }
    /// How much of the application's chain there is for lookups. The driver answers for mutable storage; immutable storage that
    /// stands for it looks complete whatever its levels are (GL 4.6 core 8.17).
    pub(crate) fn chain(&self) -> Chain {
        if !self.es_immutable || self.immutable || self.is_multisample() || !self.view_of.is_null() {
            return Chain::Whole;
        }
        let Some(mut levels) = self.levels_that_count() else { return Chain::None };
        let whole = !levels.is_empty() && levels.all(|level| self.level(0, level).is_some());
        if whole { Chain::Whole } else { Chain::Base }
    }
    /// From the base level to the last one that lookups can reach by the parameters and the base level's size (GL 4.6 core 8.14.3);
    /// `None` without a base level.
    pub(crate) fn levels_that_count(&self) -> Option<RangeInclusive<u16>> {
        let (base, max) = self.params.map_or((0, u16::MAX), |params| (params.base_level, params.max_level));
        let behind = chain_length(self.es_target, self.level(0, base)?.size).saturating_sub(1);
        Some(base..=max.min(base.saturating_add(u16::try_from(behind).unwrap_or(u16::MAX))))
    }
    /// Layers (slices) of a level as an attachment or copy endpoint counts them: six for a cube map.
    pub(crate) fn layers_of(&self, level: &Level) -> i32 {
        if self.target == ResourceTarget::TexCube { 6 } else { level.size[2] }
    }

    fn set_level(&mut self, face: usize, level: u16, image: Option<Level>) {
        self.specified += 1;
        self.kept_blocks.get_mut().remove(&(face as i32, level));
        let list = &mut self.faces[face];
        if list.len() <= usize::from(level) {
            list.resize(usize::from(level) + 1, None);
        }
        self.disordered |= list[usize::from(level) + 1..].iter().any(Option::is_some);
        list[usize::from(level)] = image;
    }

    /// Notes an image that the driver has from now on.
    pub(crate) fn define(&mut self, face: i32, level: u16, image: Level) {
        self.set_level(face as usize, level, Some(image));
    }

    /// Takes over the level tables of a texture that this one replaces.
    pub(crate) fn adopt_levels(&mut self, faces: [Vec<Option<Level>>; 6]) {
        self.faces = faces;
    }
    pub(crate) fn take_levels(&mut self) -> [Vec<Option<Level>>; 6] {
        std::mem::take(&mut self.faces)
    }

    /// Immutable storage (`glTexStorage*`), or multisample storage of either kind, which ES has only immutable.
    pub(crate) fn allocate(
        &mut self,
        gl: &Driver,
        shadow: &mut Shadow,
        desc: &MGPResourceDesc,
        caps: EsFormatCaps,
        need: Need,
    ) -> Result<(), ImageFault> {
        let resource = self.handle;
        let (info, storage) = storage_of(resource, desc.internal_format, caps, need)?;
        let size = es_size(self.target, desc).filter(|size| size.iter().all(|x| *x > 0)).ok_or(ImageFault::Range {
            what: "size",
            resource,
            value: i64::from(desc.width.max(desc.height)),
        })?;
        self.check_size(gl, size)?;
        let levels = u32::from(desc.levels).max(1);
        let whole = if self.target == ResourceTarget::TexCubeArray { size } else { [size[0], size[1], size[2]] };
        if levels > chain_length(self.es_target, whole) {
            return Err(ImageFault::Range { what: "levels", resource, value: i64::from(levels) });
        }
        shadow.edit_texture(gl, self.es_target, self.name);
        let [w, h, d] = size;
        gl.keep_errors();
        if self.is_multisample() {
            self.samples = clamp_samples(gl, storage.internal_format, desc.samples.max(1));
            self.fixed_sample_locations = desc.fixed_sample_locations != 0;
            let (samples, fixed) = (i32::from(self.samples), self.fixed_sample_locations);
            if self.es_target == glow::TEXTURE_2D_MULTISAMPLE_ARRAY {
                gl.tex_storage_3d_multisample(self.es_target, samples, storage.internal_format, size, fixed);
            } else {
                gl.tex_storage_2d_multisample(self.es_target, samples, storage.internal_format, w, h, fixed);
            }
        } else if shape::is_3d(self.es_target) {
            gl.tex_storage_3d(self.es_target, levels as i32, storage.internal_format, w, h, d);
        } else {
            gl.tex_storage_2d(self.es_target, levels as i32, storage.internal_format, w, h);
        }
        storage_result(gl, resource, desc.internal_format)?;
        self.es_immutable = true;
        for face in 0..self.face_count() as usize {
            self.faces[face].clear();
            for level in 0..levels {
                let size = mip_size(self.es_target, size, level);
                self.set_level(face, level as u16, Some(Level { info, storage, size }));
            }
        }
        Ok(())
    }

    /// One image of a mutable texture (`glTexImage*`), without content.
    pub(crate) fn specify(
        &mut self,
        gl: &Driver,
        shadow: &mut Shadow,
        desc: &MGPResourceDesc,
        caps: EsFormatCaps,
        need: Need,
    ) -> Result<(), ImageFault> {
        let resource = self.handle;
        let level = desc.respecified_level;
        let upload = UploadTarget::from_wire(u64::from(desc.respecified_target)).unwrap_or(UploadTarget::Whole);
        let size = es_size(self.target, desc).ok_or(ImageFault::Range {
            what: "size",
            resource,
            value: i64::from(desc.width.max(desc.height)),
        })?;
        let faces = match (self.target, face_index(upload)) {
            (ResourceTarget::TexCube, Some(face)) => face..face + 1,
            (ResourceTarget::TexCube, None) => 0..6,
            _ => 0..1,
        };
        if size.contains(&0) {
            for face in faces.clone() {
                self.set_level(face as usize, level, None);
            }
        } else {
            self.check_size(gl, size)?;
        }
        let (info, storage) = storage_of(resource, desc.internal_format, caps, need)?;
        let image = Level { info, storage, size };
        shadow.edit_texture(gl, self.es_target, self.name);
        gl.keep_errors();
        for face in faces {
            let target = if self.target == ResourceTarget::TexCube { face_target(face) } else { self.es_target };
            if !image.allocate(gl, shadow, target, i32::from(level)) {
                return Err(ImageFault::OutOfMemory { resource });
            }
            storage_result(gl, resource, desc.internal_format)?;
            if !size.contains(&0) {
                self.set_level(face as usize, desc.respecified_level, Some(image));
            }
        }
        Ok(())
    }

    /// What a buffer texture reads. The driver buffer is attached when the texture is bound.
    pub(crate) fn set_buffer(&mut self, desc: &MGPResourceDesc) {
        self.buffer = (!desc.buffer_for_tex_buffer.is_null()).then_some(BufferRange {
            buffer: desc.buffer_for_tex_buffer,
            offset: desc.buf_offset,
            size: desc.buf_size,
            internal_format: desc.internal_format,
            attached: None,
        });
    }

    /// Attaches the driver buffer of a buffer texture, if it is not the attached one.
    pub(crate) fn attach_buffer(&mut self, gl: &Driver, shadow: &mut Shadow, buffer: Option<GlBuffer>, bytes: u64) {
        let (name, es_target) = (self.name, self.es_target);
        let Some(range) = &mut self.buffer else { return };
        if range.attached == buffer {
            return;
        }
        range.attached = buffer;
        let range = *range;
        shadow.edit_texture(gl, es_target, name);
        match buffer {
            Some(buffer) if range.size != WHOLE_BUFFER || range.offset != 0 => {
                let size = range.size.min(bytes.saturating_sub(range.offset));
                gl.tex_buffer_range(es_target, range.internal_format, buffer, range.offset, size);
            }
            _ => gl.tex_buffer(es_target, range.internal_format, buffer),
        }
    }

    /// Makes this texture a view of `owner`'s storage, levels and layers as the description names them.
    pub(crate) fn make_view(
        &mut self,
        gl: &Driver,
        shadow: &mut Shadow,
        owner: &Texture,
        view: &ViewOf,
        caps: EsFormatCaps,
    ) -> Result<(), ImageFault> {
        let resource = self.handle;
        let unsupported = ImageFault::Unsupported { resource, internal_format: view.internal_format };
        if !gl.has(Features::TEXTURE_VIEW) || !owner.es_immutable {
            return Err(unsupported);
        }
        let range = |what, value: u32| ImageFault::Range { what, resource, value: i64::from(value) };
        let base = *owner.level(0, view.min_level).ok_or(range("view level", view.min_level.into()))?;
        let info = texel::info(view.internal_format)
            .ok_or(ImageFault::Format { resource, internal_format: view.internal_format })?;
        if !base.info.view_compatible(info) {
            return Err(range("view format", view.internal_format));
        }
        let storage = texel::es::view_storage(info, (base.info, &base.storage), caps).ok_or(unsupported.clone())?;
        let levels = view.num_levels.min(owner.level_count().saturating_sub(view.min_level)).max(1);
        let owner_layers = if shape::is_3d(owner.es_target) && owner.es_target != glow::TEXTURE_3D {
            base.size[2]
        } else {
            owner.layers_of(&base)
        };
        let left = owner_layers - i32::from(view.min_layer);
        if left <= 0 && owner.es_target != glow::TEXTURE_3D {
            return Err(range("view layer", view.min_layer.into()));
        }
        let layers = if self.es_target == glow::TEXTURE_3D { 1 } else { i32::from(view.num_layers).min(left).max(1) };
        gl.keep_errors();
        let span = (u32::from(view.min_level), u32::from(levels));
        let layer_span = (u32::from(view.min_layer), layers as u32);
        gl.texture_view(self.name, self.es_target, owner.name, storage.internal_format, span, layer_span);
        if gl.get_error() != glow::NO_ERROR {
            return Err(unsupported);
        }
        shadow.forget_texture(self.name);
        self.es_immutable = true;
        self.immutable = true;
        self.view_of = owner.handle;
        self.samples = owner.samples;
        self.fixed_sample_locations = owner.fixed_sample_locations;
        let depth = match self.es_target {
            glow::TEXTURE_3D => base.size[2],
            target if shape::is_3d(target) => layers,
            _ => 1,
        };
        let size = [base.size[0], base.size[1], depth];
        for face in 0..self.face_count() as usize {
            self.faces[face].clear();
            for level in 0..levels {
                let size = mip_size(self.es_target, size, u32::from(level));
                self.set_level(face, level, Some(Level { info, storage, size }));
            }
        }
        Ok(())
    }

    fn check_size(&self, gl: &Driver, [w, h, d]: [i32; 3]) -> Result<(), ImageFault> {
        let limits = &gl.caps.limits;
        let (plane, depth) = match self.target {
            ResourceTarget::Tex3D => (limits.max_3d_texture_size, limits.max_3d_texture_size),
            ResourceTarget::TexCube => (limits.max_cube_map_texture_size, 1),
            ResourceTarget::TexCubeArray => (limits.max_cube_map_texture_size, limits.max_array_texture_layers),
            _ => (limits.max_texture_size, limits.max_array_texture_layers.max(1)),
        };
        for (what, value, most) in [("width", w, plane), ("height", h, plane), ("depth", d, depth)] {
            if value as u32 > most {
                return Err(ImageFault::Range { what, resource: self.handle, value: i64::from(value) });
            }
        }
        Ok(())
    }

    /// A box as the driver counts, checked against the level it means; a cube map's box may span faces.
    pub(crate) fn checked_box(
        &self,
        upload: UploadTarget,
        level: u16,
        region: &pipe_types::primitive::MGPBox,
    ) -> Result<(Texels, &Level), ImageFault> {
        let range = |value: i64| ImageFault::Range { what: "box", resource: self.handle, value };
        let largest = i64::from(region.w.max(region.h).max(region.d));
        let texels = shape::es_box(self.target, upload, region).ok_or(range(largest))?;
        let cube = self.target == ResourceTarget::TexCube;
        if cube && !(0..6).contains(&texels.z) {
            return Err(range(i64::from(texels.z)));
        }
        let image = self.expect_level(if cube { texels.z } else { 0 }, level)?;
        let mut size = image.size;
        if cube {
            size[2] = 6;
        }
        if !texels.inside(size) {
            return Err(range(i64::from(texels.x.max(texels.y).max(texels.z)).max(largest)));
        }
        if cube {
            for face in texels.z + 1..texels.z + texels.d {
                // Faces of a box are one box only where they are alike.
                if self.expect_level(face, level)?.size != image.size {
                    return Err(range(i64::from(face)));
                }
            }
        }
        Ok((texels, image))
    }

    /// Calls back with (driver target, box) of each driver upload call that `texels` needs: one a face for cube maps, one
    /// otherwise; the third argument is the index of the slice that the box starts with.
    pub(crate) fn for_each_image(&self, texels: &Texels, mut f: impl FnMut(u32, Texels, usize)) {
        if self.target != ResourceTarget::TexCube {
            return f(self.es_target, *texels, 0);
        }
        for i in 0..texels.d {
            f(face_target(texels.z + i), Texels { z: 0, d: 1, ..*texels }, i as usize);
        }
    }
}

/// What a view restricts, from either record that can say it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ViewOf {
    pub(crate) internal_format: u32,
    pub(crate) min_level: u16,
    pub(crate) num_levels: u16,
    pub(crate) min_layer: u16,
    pub(crate) num_layers: u16,
}

/// Whether the description makes a view.
pub(crate) fn is_view(desc: &MGPResourceDesc) -> bool {
    StorageKind::from_wire(u64::from(desc.storage_kind)) == Some(StorageKind::View) && !desc.view_of.is_null()
}

/// The format's row and what the driver can hold it in.
pub(crate) fn storage_of(
    resource: RawHandle,
    internal_format: u32,
    caps: EsFormatCaps,
    need: Need,
) -> Result<(&'static FormatInfo, EsStorage), ImageFault> {
    let info = texel::info(internal_format).ok_or(ImageFault::Format { resource, internal_format })?;
    let found = texel::es::texture_storage(info, caps, need);
    found.map(|storage| (info, storage)).ok_or(ImageFault::Unsupported { resource, internal_format })
}

/// The smallest sample count that the driver has for a format and that is at least `samples`, else its largest.
pub(crate) fn clamp_samples(gl: &Driver, es_internal_format: u32, samples: u16) -> u16 {
    let counts = gl.caps.sample_counts_of(es_internal_format);
    let enough = counts.iter().filter(|n| **n >= u32::from(samples)).min();
    match enough.or(counts.iter().max()) {
        Some(&n) => n as u16,
        None => samples.min(gl.caps.limits.max_samples.max(1) as u16),
    }
}

/// What an allocation left behind.
pub(crate) fn storage_result(gl: &Driver, resource: RawHandle, internal_format: u32) -> Result<(), ImageFault> {
    match gl.get_error() {
        glow::NO_ERROR => Ok(()),
        glow::OUT_OF_MEMORY => Err(ImageFault::OutOfMemory { resource }),
        _ => Err(ImageFault::Unsupported { resource, internal_format }),
    }
}
