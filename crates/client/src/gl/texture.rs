//! Texture objects and texture units (GL 4.6 core 8.1).

use super::{
    buffer::Buffer,
    enums::*,
    outcome::{Outcome, invalid_enum, invalid_operation, invalid_value},
    sampler,
    texture_storage::{chain_length, level_size},
};
use crate::{Cx, Shared, emit::Dirty, session::Session, table::Ref};
use pipe_types::{
    Handle,
    caps::Limits,
    handle::kind,
    records::{
        resource::{MGPResourceDesc, ResourceTarget, StorageKind, WHOLE_BUFFER},
        sampler::{MGPSamplerState, TEXTURE_UNITS},
    },
};
use texel::FormatInfo;

pub use crate::emit::texture::Pending;

/// Texture targets that have a binding in every unit.
pub const TARGETS: usize = 11;

/// Targets by [`slot`].
const ALL: [(ResourceTarget, GLenum, GLenum); TARGETS] = [
    (ResourceTarget::Tex1D, GL_TEXTURE_1D, GL_TEXTURE_BINDING_1D),
    (ResourceTarget::Tex2D, GL_TEXTURE_2D, GL_TEXTURE_BINDING_2D),
    (ResourceTarget::Tex3D, GL_TEXTURE_3D, GL_TEXTURE_BINDING_3D),
    (ResourceTarget::Tex1DArray, GL_TEXTURE_1D_ARRAY, GL_TEXTURE_BINDING_1D_ARRAY),
    (ResourceTarget::Tex2DArray, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_BINDING_2D_ARRAY),
    (ResourceTarget::TexCube, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_BINDING_CUBE_MAP),
    (ResourceTarget::TexCubeArray, GL_TEXTURE_CUBE_MAP_ARRAY, GL_TEXTURE_BINDING_CUBE_MAP_ARRAY),
    (ResourceTarget::Tex2DMS, GL_TEXTURE_2D_MULTISAMPLE, GL_TEXTURE_BINDING_2D_MULTISAMPLE),
    (ResourceTarget::Tex2DMSArray, GL_TEXTURE_2D_MULTISAMPLE_ARRAY, GL_TEXTURE_BINDING_2D_MULTISAMPLE_ARRAY),
    (ResourceTarget::TexBuffer, GL_TEXTURE_BUFFER, GL_TEXTURE_BINDING_BUFFER),
    (ResourceTarget::TexRect, GL_TEXTURE_RECTANGLE, GL_TEXTURE_BINDING_RECTANGLE),
];

/// The target that an enum names, proxies and cube faces not among them.
#[inline]
pub fn target_of(target: GLenum) -> Option<ResourceTarget> {
    ALL.iter().find(|(_, gl, _)| *gl == target).map(|(target, ..)| *target)
}

/// The enum of a target.
pub fn target_enum(target: ResourceTarget) -> GLenum {
    ALL[slot(target)].1
}

/// Index of a target in a unit's bindings.
#[inline]
pub fn slot(target: ResourceTarget) -> usize {
    match target {
        ResourceTarget::TexBuffer => 9,
        ResourceTarget::TexRect => 10,
        // A buffer or renderbuffer is no texture; callers have none.
        other => (other as usize).saturating_sub(1).min(8),
    }
}

/// Whether images of the target have layers that a whole-level attachment attaches all.
pub fn is_layered(target: ResourceTarget) -> bool {
    matches!(
        target,
        ResourceTarget::Tex3D
            | ResourceTarget::Tex1DArray
            | ResourceTarget::Tex2DArray
            | ResourceTarget::TexCube
            | ResourceTarget::TexCubeArray
            | ResourceTarget::Tex2DMSArray
    )
}

/// Whether images of the target have samples.
pub fn is_multisample(target: ResourceTarget) -> bool {
    matches!(target, ResourceTarget::Tex2DMS | ResourceTarget::Tex2DMSArray)
}

/// One image of a texture, as it was specified.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Image {
    /// The internal format as the application asked.
    pub internal_format: GLenum,
    /// The sized format that stands for it.
    pub info: &'static FormatInfo,
    /// Texels.
    pub width: u32,
    /// Texels; layers of a 1D array.
    pub height: u32,
    /// Slices, layers or layer-faces; 1 otherwise.
    pub depth: u32,
    /// 0 when not multisampled.
    pub samples: u16,
    /// `fixedsamplelocations`.
    pub fixed_sample_locations: bool,
}

impl Image {
    /// Whether there are no texels.
    pub fn is_empty(&self) -> bool {
        self.width == 0 || self.height == 0 || self.depth == 0
    }
    /// Layers that a layered attachment of this image has.
    pub fn layers(&self, target: ResourceTarget) -> u32 {
        match target {
            ResourceTarget::Tex1DArray => self.height,
            ResourceTarget::TexCube => 6,
            _ => self.depth,
        }
    }
}

/// A buffer texture's source.
#[derive(Clone, Debug)]
pub struct BufferSource {
    /// The buffer.
    pub buffer: Ref<Buffer>,
    /// First byte.
    pub offset: u64,
    /// Bytes; [`WHOLE_BUFFER`] follows the buffer.
    pub size: u64,
}

/// What a view shows of its storage.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The sized format of the storage.
    pub stored: &'static FormatInfo,
    /// First level of the storage.
    pub min_level: u16,
    /// Levels that the storage has in all.
    pub stored_levels: u16,
    /// First layer of the storage.
    pub min_layer: u16,
    /// Layers that are visible.
    pub layers: u16,
}

/// A texture object.
#[derive(Debug)]
pub struct Texture {
    /// Its handle.
    pub handle: Handle<kind::Texture>,
    /// Its target.
    pub target: ResourceTarget,
    /// Images by face (0 for all but cube maps) and level.
    pub images: [Vec<Option<Image>>; 6],
    /// Levels of immutable storage; 0 for mutable.
    pub immutable_levels: u16,
    /// For a texture view, and for immutable storage (which views itself whole).
    pub view: Option<View>,
    /// This texture shares its storage with another.
    pub shares_storage: bool,
    /// `GL_TEXTURE_BASE_LEVEL`.
    pub base_level: u32,
    /// `GL_TEXTURE_MAX_LEVEL`.
    pub max_level: u32,
    /// `GL_TEXTURE_SWIZZLE_*`.
    pub swizzle: [GLenum; 4],
    /// `GL_DEPTH_STENCIL_TEXTURE_MODE` is `GL_STENCIL_INDEX`.
    pub samples_stencil: bool,
    /// Filters, wraps and the like.
    pub sampler: MGPSamplerState,
    /// The shared sampler that the server has for `sampler`.
    pub sent_sampler: Option<MGPSamplerState>,
    /// The parameters wait to be sent.
    pub parameters_queued: bool,
    /// Source of a buffer texture.
    pub buffer: Option<BufferSource>,
    /// Grows with every respecification.
    pub generation: u32,
    /// It has been bound to an image unit.
    pub image_hint: bool,
    /// `glObjectLabel`.
    pub label: String,
}

impl Texture {
    /// The image of a face (0 for all but cube maps) and level.
    #[inline]
    pub fn image(&self, face: usize, level: u32) -> Option<&Image> {
        self.images[face].get(level as usize)?.as_ref()
    }
    /// The image that a target enum names: the texture's own, or a cube face.
    pub fn image_of(&self, target: GLenum, level: u32) -> Option<&Image> {
        self.image(face_of(target).unwrap_or(0), level)
    }
    /// Sets an image.
    pub fn set_image(&mut self, face: usize, level: u32, image: Option<Image>) {
        let images = &mut self.images[face];
        if images.len() <= level as usize {
            images.resize(level as usize + 1, None);
        }
        images[level as usize] = image;
    }
    /// Faces that are images of their own.
    pub fn faces(&self) -> usize {
        if self.target == ResourceTarget::TexCube { 6 } else { 1 }
    }
    /// Whether storage can't be respecified.
    pub fn is_immutable(&self) -> bool {
        self.immutable_levels > 0
    }
    /// The base level that counts: clamped to what immutable storage has (GL 4.6 core 8.17).
    pub fn effective_base(&self) -> u32 {
        match self.immutable_levels {
            0 => self.base_level,
            levels => self.base_level.min(u32::from(levels) - 1),
        }
    }
    /// The maximum level that counts.
    pub fn effective_max(&self) -> u32 {
        match self.immutable_levels {
            0 => self.max_level,
            levels => self.max_level.clamp(self.effective_base(), u32::from(levels) - 1),
        }
    }
    /// Whether the faces of the base level agree (GL 4.6 core 8.17).
    pub fn is_cube_complete(&self) -> bool {
        let base = self.effective_base();
        let Some(first) = self.image(0, base) else { return false };
        !first.is_empty()
            && first.width == first.height
            && (1..6).all(|face| {
                self.image(face, base).is_some_and(|image| {
                    (image.width, image.height, image.info.internal_format)
                        == (first.width, first.height, first.info.internal_format)
                })
            })
    }
    /// Whether the levels from the base level to the last that counts are a chain (GL 4.6 core 8.17).
    pub fn is_mipmap_complete(&self) -> bool {
        let base = self.effective_base();
        let Some(first) = self.image(0, base).filter(|first| !first.is_empty()) else { return false };
        if base > self.effective_max() || self.target == ResourceTarget::TexCube && !self.is_cube_complete() {
            return false;
        }
        let size = [first.width, first.height, first.depth];
        let last = (base + chain_length(self.target, size) - 1).min(self.effective_max());
        (base..=last).all(|level| {
            let wanted = level_size(self.target, size, level - base);
            (0..self.faces()).all(|face| {
                self.image(face, level).is_some_and(|image| {
                    [image.width, image.height, image.depth] == wanted
                        && image.info.internal_format == first.info.internal_format
                })
            })
        })
    }
    /// A description with everything but sizes.
    pub fn desc(&self, name: u32) -> MGPResourceDesc {
        MGPResourceDesc {
            resource: self.handle.raw(),
            target: self.target.wire(),
            storage_kind: StorageKind::Mutable.wire(),
            image_bindable_hint: u8::from(self.image_hint),
            gl_name_for_diag: name,
            array_layers: 1,
            depth: 1,
            buf_size: WHOLE_BUFFER,
            ..Default::default()
        }
    }
}

/// Which cube face a target enum names, 0 to 5.
#[inline]
pub fn face_of(target: GLenum) -> Option<usize> {
    (GL_TEXTURE_CUBE_MAP_POSITIVE_X..=GL_TEXTURE_CUBE_MAP_NEGATIVE_Z)
        .contains(&target)
        .then(|| (target - GL_TEXTURE_CUBE_MAP_POSITIVE_X) as usize)
}

/// Puts an image's sizes in a description. Layers stand in their own field there.
pub fn describe(desc: &mut MGPResourceDesc, target: ResourceTarget, image: &Image) {
    desc.internal_format = image.info.internal_format;
    desc.width = image.width;
    (desc.height, desc.depth, desc.array_layers) = match target {
        ResourceTarget::Tex1DArray => (1, 1, image.height as u16),
        ResourceTarget::Tex2DArray | ResourceTarget::TexCubeArray | ResourceTarget::Tex2DMSArray => {
            (image.height, 1, image.depth as u16)
        }
        ResourceTarget::Tex3D => (image.height, image.depth, 1),
        _ => (image.height, 1, 1),
    };
    desc.samples = image.samples;
    desc.fixed_sample_locations = u8::from(image.fixed_sample_locations);
}

/// The texture units of a context.
#[derive(Debug)]
pub struct TextureUnits {
    /// `GL_ACTIVE_TEXTURE`.
    pub active: usize,
    /// Bound textures by unit and [`slot`]; none is the target's default texture.
    pub bound: Box<[[Option<Ref<Texture>>; TARGETS]]>,
    /// Grows whenever a unit changes.
    pub generation: u64,
    /// Proxy images by [`slot`] and level.
    pub proxies: [Vec<Option<Image>>; TARGETS],
}

impl Default for TextureUnits {
    fn default() -> Self {
        Self {
            active: 0,
            bound: vec![Default::default(); TEXTURE_UNITS as usize].into(),
            generation: 1,
            proxies: Default::default(),
        }
    }
}

impl TextureUnits {
    /// The units of a fresh context. Default textures are made when something is done to them.
    pub fn new(_shared: &mut Shared, _session: &mut Session) -> Self {
        Self::default()
    }
    /// A unit changed.
    #[inline]
    pub fn touch(&mut self) {
        self.generation += 1;
    }
}

/// `GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS`, as this client offers it.
#[inline]
pub fn unit_count(cx: &Cx<'_>) -> u32 {
    cx.session.caps.limits.max_combined_texture_image_units.clamp(1, TEXTURE_UNITS)
}

/// A new texture of a target; its creation is sent at once.
fn new(cx: &mut Cx<'_>, target: ResourceTarget, name: u32) -> Texture {
    let texture = Texture {
        handle: cx.session.mint(),
        target,
        images: Default::default(),
        immutable_levels: 0,
        view: None,
        shares_storage: false,
        base_level: 0,
        max_level: 1000,
        swizzle: [GL_RED, GL_GREEN, GL_BLUE, GL_ALPHA],
        samples_stencil: false,
        sampler: sampler::initial(target == ResourceTarget::TexRect),
        sent_sampler: None,
        parameters_queued: false,
        buffer: None,
        generation: 1,
        image_hint: false,
        label: String::new(),
    };
    crate::emit::texture::created(cx, &texture, name);
    texture
}

/// Makes the object of a reserved name.
pub(super) fn make(cx: &mut Cx<'_>, target: ResourceTarget, name: u32) -> Ref<Texture> {
    let texture = new(cx, target, name);
    let texture = cx.shared.textures.create(name, texture);
    crate::emit::texture::queue_parameters(cx, &texture);
    texture
}

/// `glGenTextures`.
pub fn generate(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    for name in names {
        *name = cx.shared.textures.generate();
    }
}

/// `glCreateTextures`.
pub fn create_named(cx: &mut Cx<'_>, target: GLenum, names: &mut [GLuint]) -> Outcome {
    let Some(target) = target_of(target) else { return invalid_enum("target", target) };
    for name in names {
        *name = cx.shared.textures.generate();
        make(cx, target, *name);
    }
    Ok(())
}

/// `glDeleteTextures`: also takes them off this context's units, image units and bound framebuffers (GL 4.6 core 5.1.2).
pub fn delete(cx: &mut Cx<'_>, names: &[GLuint]) {
    for &name in names {
        let Some(texture) = cx.shared.textures.delete(name) else { continue };
        cx.state.sent.dirty |= Dirty::COLLECT;
        let at = slot(cx.shared.textures[&texture].target);
        for unit in 0..cx.state.textures.bound.len() {
            if cx.state.textures.bound[unit][at].as_ref() == Some(&texture) {
                cx.state.textures.bound[unit][at] = None;
                cx.state.textures.touch();
            }
        }
        super::image::unbind(cx, &texture);
        super::framebuffer::detach_texture(cx, &texture);
    }
}

/// `glIsTexture`.
pub fn is_texture(cx: &Cx<'_>, name: GLuint) -> bool {
    cx.shared.textures.by_name(name).is_some()
}

/// `glActiveTexture`.
pub fn active(cx: &mut Cx<'_>, unit: GLenum) -> Outcome {
    match unit.checked_sub(GL_TEXTURE0) {
        Some(index) if index < unit_count(cx) => {
            cx.state.textures.active = index as usize;
            Ok(())
        }
        _ => invalid_enum("texture unit", unit),
    }
}

/// `glBindTexture`.
pub fn bind(cx: &mut Cx<'_>, target: GLenum, name: GLuint) -> Outcome {
    let Some(target) = target_of(target) else { return invalid_enum("target", target) };
    let texture = match name {
        0 => None,
        name => Some(match cx.shared.textures.get(name) {
            Some(texture) => {
                if cx.shared.textures[&texture].target != target {
                    return invalid_operation(format!("texture {name} has another target"));
                }
                texture
            }
            None if cx.shared.textures.is_generated(name) => make(cx, target, name),
            None => return invalid_operation(format!("{name} is no name of glGenTextures")),
        }),
    };
    let unit = cx.state.textures.active;
    set_binding(cx, unit, slot(target), texture);
    Ok(())
}

#[inline]
fn set_binding(cx: &mut Cx<'_>, unit: usize, at: usize, texture: Option<Ref<Texture>>) {
    let bound = &mut cx.state.textures.bound[unit][at];
    if *bound != texture {
        *bound = texture;
        cx.state.textures.touch();
    }
}

/// `glBindTextureUnit`, and one unit of `glBindTextures`.
pub fn bind_unit(cx: &mut Cx<'_>, unit: GLuint, name: GLuint) -> Outcome {
    if unit >= unit_count(cx) {
        return invalid_value(format!("texture unit {unit}"));
    }
    if name == 0 {
        for at in 0..TARGETS {
            set_binding(cx, unit as usize, at, None);
        }
        return Ok(());
    }
    let Some(texture) = cx.shared.textures.get(name) else {
        return invalid_operation(format!("{name} is no texture"));
    };
    let at = slot(cx.shared.textures[&texture].target);
    set_binding(cx, unit as usize, at, Some(texture));
    Ok(())
}

/// `glBindTextures`.
pub fn bind_range(cx: &mut Cx<'_>, first: GLuint, count: usize, names: Option<&[GLuint]>) -> Outcome {
    if u64::from(first) + count as u64 > u64::from(unit_count(cx)) {
        return invalid_operation(format!("texture units {first} and {count} on"));
    }
    let mut result = Ok(());
    for i in 0..count {
        let done = bind_unit(cx, first + i as u32, names.map_or(0, |names| names[i]));
        result = result.and(done);
    }
    result
}

/// `glTextureBarrier` (GL 4.6 core 9.3.1).
pub fn barrier(cx: &mut Cx<'_>) {
    crate::emit::objects(cx);
    cx.session.push(pipe_types::Op::TextureBarrier, &pipe_types::primitive::MGPNothing::default());
}

/// The texture bound to a target of the active unit: the default texture, made now if need be, when none is.
pub fn bound(cx: &mut Cx<'_>, target: ResourceTarget) -> Ref<Texture> {
    let at = slot(target);
    if let Some(texture) = &cx.state.textures.bound[cx.state.textures.active][at] {
        return texture.clone();
    }
    if let Some(texture) = &cx.shared.pending_textures.defaults[at] {
        return texture.clone();
    }
    let texture = new(cx, target, 0);
    let texture = cx.shared.textures.create_unnamed(texture);
    cx.shared.pending_textures.defaults[at] = Some(texture.clone());
    crate::emit::texture::queue_parameters(cx, &texture);
    texture
}

/// The texture bound to the target an enum names.
pub fn bound_to(cx: &mut Cx<'_>, target: GLenum) -> Outcome<Ref<Texture>> {
    match target_of(target) {
        Some(target) => Ok(bound(cx, target)),
        None => invalid_enum("target", target),
    }
}

/// The texture of a name, for direct state access.
pub fn named(cx: &Cx<'_>, name: GLuint) -> Outcome<Ref<Texture>> {
    match cx.shared.textures.get(name) {
        Some(texture) => Ok(texture),
        None => invalid_operation(format!("{name} is no texture")),
    }
}

/// The largest extent of level 0 of a target.
pub fn max_size(limits: &Limits, target: ResourceTarget) -> u32 {
    match target {
        ResourceTarget::Tex3D => limits.max_3d_texture_size,
        ResourceTarget::TexCube | ResourceTarget::TexCubeArray => limits.max_cube_map_texture_size,
        _ => limits.max_texture_size,
    }
}

/// The highest level of a target, as its largest extent allows.
pub fn max_level(limits: &Limits, target: ResourceTarget) -> u32 {
    match target {
        ResourceTarget::TexRect
        | ResourceTarget::TexBuffer
        | ResourceTarget::Tex2DMS
        | ResourceTarget::Tex2DMSArray => 0,
        _ => max_size(limits, target).max(1).ilog2().min(31),
    }
}

/// Checks a level number (GL 4.6 core 8.5: `GL_INVALID_VALUE`).
pub fn check_level(cx: &Cx<'_>, target: ResourceTarget, level: i32) -> Outcome<u32> {
    match u32::try_from(level) {
        Ok(level) if level <= max_level(&cx.session.caps.limits, target) => Ok(level),
        _ => invalid_value(format!("level {level}")),
    }
}

/// The texture state among the queries of state.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<super::get::Value> {
    use super::get::Value;
    let units = &cx.state.textures;
    let limits = &cx.session.caps.limits;
    let int = |value: u32| Value::int(value);
    if let Some(at) = ALL.iter().position(|(.., binding)| *binding == pname) {
        let bound = units.bound[units.active][at].as_ref();
        return Some(int(bound.map_or(0, |texture| cx.shared.textures.name(texture))));
    }
    if pname == GL_TEXTURE_BUFFER_DATA_STORE_BINDING {
        let at = ALL.iter().position(|(target, ..)| *target == ResourceTarget::TexBuffer)?;
        let bound = units.bound[units.active][at].as_ref();
        let source = bound.and_then(|texture| cx.shared.textures[texture].buffer.as_ref());
        return Some(int(source.map_or(0, |source| cx.shared.buffers.name(&source.buffer))));
    }
    Some(match pname {
        GL_ACTIVE_TEXTURE => int(GL_TEXTURE0 + units.active as u32),
        GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS => int(unit_count(cx)),
        GL_MAX_TEXTURE_SIZE | GL_MAX_RECTANGLE_TEXTURE_SIZE => int(limits.max_texture_size),
        GL_MAX_3D_TEXTURE_SIZE => int(limits.max_3d_texture_size),
        GL_MAX_CUBE_MAP_TEXTURE_SIZE => int(limits.max_cube_map_texture_size),
        GL_MAX_ARRAY_TEXTURE_LAYERS => int(limits.max_array_texture_layers),
        GL_MAX_TEXTURE_BUFFER_SIZE => int(limits.max_texture_buffer_size),
        GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT => int(limits.texture_buffer_offset_alignment.max(1)),
        GL_MAX_TEXTURE_LOD_BIAS => Value::float(limits.max_texture_lod_bias),
        GL_MAX_COLOR_TEXTURE_SAMPLES => int(limits.max_color_texture_samples),
        GL_MAX_DEPTH_TEXTURE_SAMPLES => int(limits.max_depth_texture_samples),
        GL_MAX_INTEGER_SAMPLES => int(limits.max_integer_samples),
        GL_NUM_COMPRESSED_TEXTURE_FORMATS => int(cx.session.caps.compressed_formats.len() as u32),
        GL_COMPRESSED_TEXTURE_FORMATS => {
            Value::List(cx.session.caps.compressed_formats.iter().map(|&format| i64::from(format)).collect())
        }
        _ => return None,
    })
}

/// The name of a buffer is deleted: buffer textures of this context's bindings keep it, as GL says (GL 4.6 core 5.1.2: only
/// attachments of bound container objects go, and a buffer texture stays attached to its data store).
pub fn buffer_deleted(cx: &mut Cx<'_>, buffer: &Ref<Buffer>) {
    let _ = (cx, buffer);
}
