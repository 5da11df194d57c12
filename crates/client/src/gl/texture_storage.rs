//! Immutable storage, multisample images, views, buffer textures (GL 4.6 core 8.8, 8.9, 8.18, 8.19).

use super::{
    enums::*,
    outcome::{Outcome, invalid_enum, invalid_operation, invalid_value},
    texture::{self, BufferSource, Image, Texture, View, describe, slot, target_of},
    texture_image::{check_compressed_target, check_cube, check_mutable, fits, has_compressed, sizes},
};
use crate::{Cx, emit::texture::define_all, table::Ref};
use pipe_types::{
    caps::Features,
    records::resource::{ResourceTarget, StorageKind, WHOLE_BUFFER, bind_mask},
};
use texel::FormatInfo;

/// The target of a storage call of `dims` dimensions, and whether it is a proxy.
pub fn storage_target(dims: u32, target: GLenum) -> Outcome<(ResourceTarget, bool)> {
    use ResourceTarget::*;
    Ok(match (dims, target) {
        (1, GL_TEXTURE_1D) => (Tex1D, false),
        (1, GL_PROXY_TEXTURE_1D) => (Tex1D, true),
        (2, GL_TEXTURE_2D) => (Tex2D, false),
        (2, GL_PROXY_TEXTURE_2D) => (Tex2D, true),
        (2, GL_TEXTURE_1D_ARRAY) => (Tex1DArray, false),
        (2, GL_PROXY_TEXTURE_1D_ARRAY) => (Tex1DArray, true),
        (2, GL_TEXTURE_RECTANGLE) => (TexRect, false),
        (2, GL_PROXY_TEXTURE_RECTANGLE) => (TexRect, true),
        (2, GL_TEXTURE_CUBE_MAP) => (TexCube, false),
        (2, GL_PROXY_TEXTURE_CUBE_MAP) => (TexCube, true),
        (3, GL_TEXTURE_3D) => (Tex3D, false),
        (3, GL_PROXY_TEXTURE_3D) => (Tex3D, true),
        (3, GL_TEXTURE_2D_ARRAY) => (Tex2DArray, false),
        (3, GL_PROXY_TEXTURE_2D_ARRAY) => (Tex2DArray, true),
        (3, GL_TEXTURE_CUBE_MAP_ARRAY) => (TexCubeArray, false),
        (3, GL_PROXY_TEXTURE_CUBE_MAP_ARRAY) => (TexCubeArray, true),
        _ => return invalid_enum("target", target),
    })
}

/// A sized format for storage.
fn sized(cx: &Cx<'_>, internal_format: GLenum) -> Outcome<&'static FormatInfo> {
    match texel::info(internal_format) {
        Some(info) if info.sized && (!info.is_compressed() || has_compressed(cx, info)) => Ok(info),
        _ => invalid_enum("internal format", internal_format),
    }
}

/// The size of level `level` below a base size.
pub fn level_size(target: ResourceTarget, [w, h, d]: [u32; 3], level: u32) -> [u32; 3] {
    let half = |x: u32| (x >> level.min(31)).max(1);
    match target {
        ResourceTarget::Tex1D => [half(w), 1, 1],
        ResourceTarget::Tex1DArray => [half(w), h, 1],
        ResourceTarget::Tex3D => [half(w), half(h), half(d)],
        _ => [half(w), half(h), d],
    }
}

/// Levels of a complete chain below a base size.
pub fn chain_length(target: ResourceTarget, [w, h, d]: [u32; 3]) -> u32 {
    let largest = match target {
        ResourceTarget::Tex1D | ResourceTarget::Tex1DArray => w,
        ResourceTarget::Tex3D => w.max(h).max(d),
        ResourceTarget::TexRect | ResourceTarget::Tex2DMS | ResourceTarget::Tex2DMSArray => 1,
        _ => w.max(h),
    };
    largest.max(1).ilog2() + 1
}

/// `glTexStorage1D`, `2D`, `3D`.
pub fn tex_storage(
    cx: &mut Cx<'_>,
    dims: u32,
    target: GLenum,
    levels: i32,
    internal_format: GLenum,
    size: [i32; 3],
) -> Outcome {
    let (target, proxy) = storage_target(dims, target)?;
    if !proxy {
        if cx.state.textures.bound[cx.state.textures.active][slot(target)].is_none() {
            return invalid_operation("the default texture has no immutable storage");
        }
        let texture = texture::bound(cx, target);
        return storage(cx, dims, &texture, levels, internal_format, size);
    }
    let (info, levels, size) = check_storage(cx, target, levels, internal_format, size)?;
    let ok = fits(cx, target, 0, size);
    cx.state.textures.proxies[slot(target)] =
        (0..levels).map(|level| ok.then(|| image(info, level_size(target, size, level)))).collect();
    Ok(())
}

fn image(info: &'static FormatInfo, [width, height, depth]: [u32; 3]) -> Image {
    Image {
        internal_format: info.internal_format,
        info,
        width,
        height,
        depth,
        samples: 0,
        fixed_sample_locations: true,
    }
}

fn check_storage(
    cx: &Cx<'_>,
    target: ResourceTarget,
    levels: i32,
    internal_format: GLenum,
    size: [i32; 3],
) -> Outcome<(&'static FormatInfo, u32, [u32; 3])> {
    let info = sized(cx, internal_format)?;
    if let Some(block) = &info.block {
        check_compressed_target(target, block)?;
    }
    let size = sizes(size[0], size[1], size[2])?;
    if size.contains(&0) || levels < 1 {
        return invalid_value(format!("{levels} levels of {} x {} x {}", size[0], size[1], size[2]));
    }
    check_cube(target, size)?;
    if levels as u32 > chain_length(target, size) {
        return invalid_operation(format!("{levels} levels are more than there can be"));
    }
    if target == ResourceTarget::Tex3D && !info.base.is_color() {
        return invalid_operation("depth and stencil formats have no 3D images");
    }
    Ok((info, levels as u32, size))
}

/// `glTextureStorage*`, and the rest of `glTexStorage*`.
pub fn storage(
    cx: &mut Cx<'_>,
    dims: u32,
    texture: &Ref<Texture>,
    levels: i32,
    internal_format: GLenum,
    size: [i32; 3],
) -> Outcome {
    let target = cx.shared.textures[texture].target;
    if storage_target(dims, texture::target_enum(target)).is_err() {
        return invalid_operation(format!("the texture has no {dims}-dimensional storage"));
    }
    let (info, levels, size) = check_storage(cx, target, levels, internal_format, size)?;
    check_mutable(cx, texture)?;
    if !fits(cx, target, 0, size) {
        return invalid_value(format!("{} x {} x {} is too large", size[0], size[1], size[2]));
    }
    let base = image(info, size);
    let object = &mut cx.shared.textures[texture];
    object.images = Default::default();
    for face in 0..object.faces() {
        for level in 0..levels {
            object.set_image(face, level, Some(image(info, level_size(target, size, level))));
        }
    }
    object.immutable_levels = levels as u16;
    object.view = Some(View {
        stored: base.info,
        min_level: 0,
        stored_levels: levels as u16,
        min_layer: 0,
        layers: base.layers(target) as u16,
    });
    define_all(cx, texture, |desc| {
        describe(desc, target, &base);
        desc.levels = levels as u16;
        if target == ResourceTarget::TexCube {
            desc.array_layers = 6;
        }
    });
    Ok(())
}

/// The sample count that storage gets: the smallest supported one that is enough (GL 4.6 core 9.2.4).
pub fn granted_samples(cx: &Cx<'_>, info: &FormatInfo, samples: u32) -> u32 {
    let counts = super::internal_format::sample_counts(cx, info);
    counts.iter().copied().filter(|&count| count >= samples).min().unwrap_or(samples)
}

/// The most samples of a format.
pub fn max_samples(cx: &Cx<'_>, info: &FormatInfo) -> u32 {
    let limits = &cx.session.caps.limits;
    let of_class = match info.class() {
        texel::format::Class::ColorInt | texel::format::Class::ColorUint => limits.max_integer_samples,
        _ => limits.max_samples,
    };
    match cx.session.caps.sample_counts_of(info.internal_format).first() {
        Some(&most) => most.min(of_class.max(1)),
        None => of_class,
    }
}

/// `glTexImage2DMultisample`, `3D`, and with `immutable` `glTexStorage*Multisample`. `texture`: for direct access.
#[allow(clippy::too_many_arguments)]
pub fn multisample(
    cx: &mut Cx<'_>,
    dims: u32,
    target: GLenum,
    named: Option<Ref<Texture>>,
    samples: i32,
    internal_format: GLenum,
    size: [i32; 3],
    fixed_sample_locations: bool,
    immutable: bool,
) -> Outcome {
    let (resource, proxy) = match (dims, target) {
        (2, GL_TEXTURE_2D_MULTISAMPLE) => (ResourceTarget::Tex2DMS, false),
        (2, GL_PROXY_TEXTURE_2D_MULTISAMPLE) => (ResourceTarget::Tex2DMS, true),
        (3, GL_TEXTURE_2D_MULTISAMPLE_ARRAY) => (ResourceTarget::Tex2DMSArray, false),
        (3, GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY) => (ResourceTarget::Tex2DMSArray, true),
        _ if named.is_some() => return invalid_operation("the texture is not multisampled"),
        _ => return invalid_enum("target", target),
    };
    let Ok(samples @ 1..) = u32::try_from(samples) else {
        return invalid_value(format!("{samples} samples"));
    };
    let size = sizes(size[0], size[1], size[2])?;
    if immutable && size.contains(&0) {
        return invalid_value("an extent is 0");
    }
    let info = match texel::effective(internal_format, 0, 0) {
        Some(info) if !immutable || info.internal_format == internal_format => info,
        _ => return invalid_enum("internal format", internal_format),
    };
    let has_name = super::internal_format::names_renderable(internal_format);
    let renderable = has_name && super::renderbuffer::is_renderable(cx, info);
    if !renderable {
        return invalid_enum("internal format that cannot be rendered to", internal_format);
    }
    let fits = fits(cx, resource, 0, size);
    let enough = samples <= max_samples(cx, info);
    let image = Image {
        internal_format,
        info,
        width: size[0],
        height: size[1],
        depth: size[2],
        samples: granted_samples(cx, info, samples) as u16,
        fixed_sample_locations,
    };
    if proxy {
        cx.state.textures.proxies[slot(resource)] = vec![(fits && enough).then_some(image)];
        return Ok(());
    }
    if !enough {
        return invalid_operation(format!("{samples} samples are more than the format has"));
    }
    if !fits {
        return invalid_value(format!("{} x {} x {} is too large", size[0], size[1], size[2]));
    }
    let texture = match named {
        Some(texture) => texture,
        None => {
            if immutable && cx.state.textures.bound[cx.state.textures.active][slot(resource)].is_none() {
                return invalid_operation("the default texture has no immutable storage");
            }
            texture::bound(cx, resource)
        }
    };
    check_mutable(cx, &texture)?;
    if !immutable {
        crate::emit::texture::define(cx, &texture, 0, 0, image, false);
        return Ok(());
    }
    let object = &mut cx.shared.textures[&texture];
    object.set_image(0, 0, Some(image));
    object.immutable_levels = 1;
    object.view =
        Some(View { stored: image.info, min_level: 0, stored_levels: 1, min_layer: 0, layers: size[2] as u16 });
    define_all(cx, &texture, |desc| {
        describe(desc, resource, &image);
        desc.levels = 1;
    });
    Ok(())
}

/// Targets of views that a target's storage can have (GL 4.6 core table 8.21).
fn view_target(of: ResourceTarget, target: ResourceTarget) -> bool {
    use ResourceTarget::*;
    match of {
        Tex1D | Tex1DArray => matches!(target, Tex1D | Tex1DArray),
        Tex2D => matches!(target, Tex2D | Tex2DArray),
        Tex3D => target == Tex3D,
        TexRect => target == TexRect,
        TexCube | Tex2DArray | TexCubeArray => matches!(target, Tex2D | Tex2DArray | TexCube | TexCubeArray),
        Tex2DMS | Tex2DMSArray => matches!(target, Tex2DMS | Tex2DMSArray),
        _ => false,
    }
}

/// `glTextureView`.
#[allow(clippy::too_many_arguments)]
pub fn view(
    cx: &mut Cx<'_>,
    name: GLuint,
    target: GLenum,
    of: GLuint,
    internal_format: GLenum,
    min_level: u32,
    levels: u32,
    min_layer: u32,
    layers: u32,
) -> Outcome {
    use ResourceTarget::*;
    if !cx.session.caps.has(Features::TEXTURE_VIEW) {
        return invalid_operation("the driver has no texture views, and so GL_ARB_texture_view is not there");
    }
    if !cx.shared.textures.is_generated(name) || cx.shared.textures.get(name).is_some() {
        return if name == 0 {
            invalid_value("texture 0 cannot become a view")
        } else {
            invalid_operation(format!("{name} is no fresh texture name"))
        };
    }
    let Some(parent) = cx.shared.textures.get(of) else { return invalid_value(format!("{of} is no texture")) };
    let source = &cx.shared.textures[&parent];
    let (Some(shown), true) = (source.view, source.is_immutable()) else {
        return invalid_operation(format!("texture {of} has no immutable storage"));
    };
    // No target and no format are incompatible ones.
    let Some(target) = target_of(target) else {
        return invalid_operation(format!("{} is no target", enum_name(target)));
    };
    if !view_target(source.target, target) {
        return invalid_operation(format!("a {:?} cannot show a {:?}", target, source.target));
    }
    let Some(info) = texel::info(internal_format) else {
        return invalid_operation(format!("{} is no format of texels", enum_name(internal_format)));
    };
    let Some(first) = source.image(0, 0).copied() else { return invalid_operation("the storage has no level") };
    if !first.info.view_compatible(info) {
        return invalid_operation(format!("{} cannot be seen as {}", first.info.name, info.name));
    }
    let have_levels = u32::from(source.immutable_levels);
    let have_layers = u32::from(shown.layers);
    if min_level >= have_levels || min_layer >= have_layers {
        return invalid_value(format!("level {min_level}, layer {min_layer} are not there"));
    }
    let levels = levels.min(have_levels - min_level);
    let asked = layers;
    let layers = if source.target == Tex3D { 1 } else { layers.min(have_layers - min_layer) };
    let fits = match target {
        TexCube => layers == 6,
        TexCubeArray => layers.is_multiple_of(6),
        Tex1D | Tex2D | Tex3D | TexRect | Tex2DMS => asked == 1,
        _ => true,
    };
    if !fits {
        return invalid_value(format!("{layers} layers for a {target:?}"));
    }
    let Some(base) = source.image(0, min_level).copied() else { return invalid_operation("no such level") };
    if matches!(target, TexCube | TexCubeArray) && base.width != base.height {
        return invalid_operation("faces of a cube are square");
    }
    let height = if matches!(source.target, Tex1D | Tex1DArray) { 1 } else { base.height };
    let size = match target {
        Tex1D => [base.width, 1, 1],
        Tex1DArray => [base.width, layers, 1],
        Tex3D => [base.width, base.height, base.depth],
        Tex2D | TexCube | TexRect | Tex2DMS => [base.width, height, 1],
        _ => [base.width, height, layers],
    };
    let (parent_handle, shown_level) = (source.handle.raw(), shown);
    let texture = texture::make(cx, target, name);
    let object = &mut cx.shared.textures[&texture];
    let image = Image { internal_format, info, width: size[0], height: size[1], depth: size[2], ..base };
    for face in 0..object.faces() {
        for level in 0..levels {
            let [width, height, depth] = level_size(target, size, level);
            object.set_image(face, level, Some(Image { width, height, depth, ..image }));
        }
    }
    object.immutable_levels = levels as u16;
    object.view = Some(View {
        stored: shown_level.stored,
        min_level: shown_level.min_level + min_level as u16,
        stored_levels: shown_level.stored_levels,
        min_layer: shown_level.min_layer + min_layer as u16,
        layers: layers as u16,
    });
    object.shares_storage = true;
    cx.shared.textures[&parent].shares_storage = true;
    let (first_level, first_layer) = (min_level as u16, min_layer as u16);
    define_all(cx, &texture, |desc| {
        describe(desc, target, &image);
        desc.storage_kind = StorageKind::View.wire();
        desc.levels = levels as u16;
        desc.view_of = parent_handle;
        // Where in the named texture the view begins, in a field that only buffer textures use otherwise.
        desc.buf_offset = u64::from(first_level) | u64::from(first_layer) << 32;
        if target == TexCube {
            desc.array_layers = 6;
        }
    });
    Ok(())
}

/// `glTexBuffer`, `glTexBufferRange`, `glTextureBuffer*`; `range` is the offset and size of a range.
pub fn buffer(
    cx: &mut Cx<'_>,
    texture: &Ref<Texture>,
    internal_format: GLenum,
    name: GLuint,
    range: Option<(isize, isize)>,
) -> Outcome {
    if cx.shared.textures[texture].target != ResourceTarget::TexBuffer {
        return invalid_enum("target of a buffer texture", texture::target_enum(cx.shared.textures[texture].target));
    }
    let info = match texel::info(internal_format) {
        Some(info) if is_buffer_format(internal_format) => info,
        _ => return invalid_enum("internal format of a buffer texture", internal_format),
    };
    let source = match name {
        0 => None,
        name => match cx.shared.buffers.get(name) {
            Some(buffer) => Some(buffer),
            None => return invalid_operation(format!("{name} is no buffer")),
        },
    };
    let (offset, size) = match (&source, range) {
        (Some(buffer), Some((offset, size))) => {
            let alignment = cx.session.caps.limits.texture_buffer_offset_alignment.max(1);
            let have = cx.shared.buffers[buffer].size;
            match (u64::try_from(offset), u64::try_from(size)) {
                (Ok(offset), Ok(size))
                    if size > 0
                        && offset.checked_add(size).is_some_and(|end| end <= have)
                        && offset.is_multiple_of(alignment.into()) =>
                {
                    (offset, size)
                }
                _ => return invalid_value(format!("{size} bytes from {offset} on of a buffer of {have}")),
            }
        }
        _ => (0, WHOLE_BUFFER),
    };
    // Of an image a shader may write the buffer.
    let image = cx.shared.textures[texture].image_hint;
    let handle = match &source {
        Some(buffer) => {
            let buffer = &mut cx.shared.buffers[buffer];
            buffer.used_as(if image { bind_mask::SAMPLER | bind_mask::SHADER_IMAGE } else { bind_mask::SAMPLER });
            buffer.handle.raw()
        }
        None => pipe_types::RawHandle::NULL,
    };
    let object = &mut cx.shared.textures[texture];
    object.set_image(
        0,
        0,
        Some(Image { internal_format, info, width: 0, height: 1, depth: 1, samples: 0, fixed_sample_locations: true }),
    );
    object.buffer = source.map(|buffer| BufferSource { buffer, offset, size });
    define_all(cx, texture, |desc| {
        desc.internal_format = internal_format;
        desc.height = 1;
        desc.buffer_for_tex_buffer = handle;
        desc.buf_offset = offset;
        desc.buf_size = size;
    });
    Ok(())
}

/// GL 4.6 core table 8.16.
pub(super) fn is_buffer_format(internal_format: GLenum) -> bool {
    matches!(
        internal_format,
        GL_R8
            | GL_R16
            | GL_R16F
            | GL_R32F
            | GL_R8I
            | GL_R16I
            | GL_R32I
            | GL_R8UI
            | GL_R16UI
            | GL_R32UI
            | GL_RG8
            | GL_RG16
            | GL_RG16F
            | GL_RG32F
            | GL_RG8I
            | GL_RG16I
            | GL_RG32I
            | GL_RG8UI
            | GL_RG16UI
            | GL_RG32UI
            | GL_RGB32F
            | GL_RGB32I
            | GL_RGB32UI
            | GL_RGBA8
            | GL_RGBA16
            | GL_RGBA16F
            | GL_RGBA32F
            | GL_RGBA8I
            | GL_RGBA16I
            | GL_RGBA32I
            | GL_RGBA8UI
            | GL_RGBA16UI
            | GL_RGBA32UI
    )
}
