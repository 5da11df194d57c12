//! Specifying texture images (GL 4.6 core 8.5, 8.6, 8.7).

use super::{
    buffer::Buffer,
    enums::*,
    outcome::{GlError, Outcome, invalid_enum, invalid_operation, invalid_value},
    pixel_store::{self, Source},
    texture::{self, Image, Texture, face_of, slot, target_of},
    texture_compress,
};
use crate::{
    Cx,
    abi::pixels::AppBytes,
    emit::texture::{Destination, Texels, define, es_caps_of, upload, upload_target},
    table::Ref,
};
use pipe_types::{
    Op,
    primitive::MGPBox,
    records::{resource::ResourceTarget, texture::MGPBufferUpload},
};
use texel::{
    Address, Extent, FormatInfo, PixelLayout, PixelStore,
    format::{Block, Family},
    unpack::uploader,
};

/// What the target enum of an image call names.
#[derive(Clone, Copy, Debug)]
pub(super) struct ImageTarget {
    pub(super) target: ResourceTarget,
    /// Face of a cube map, 0 otherwise.
    pub(super) face: usize,
    pub(super) proxy: bool,
}

/// The image target of a specification call of `dims` dimensions.
pub(super) fn image_target(dims: u32, target: GLenum) -> Outcome<ImageTarget> {
    use ResourceTarget::*;
    let (wanted, resource, face, proxy) = match target {
        GL_TEXTURE_1D => (1, Tex1D, 0, false),
        GL_TEXTURE_2D => (2, Tex2D, 0, false),
        GL_TEXTURE_1D_ARRAY => (2, Tex1DArray, 0, false),
        GL_TEXTURE_RECTANGLE => (2, TexRect, 0, false),
        GL_TEXTURE_3D => (3, Tex3D, 0, false),
        GL_TEXTURE_2D_ARRAY => (3, Tex2DArray, 0, false),
        GL_TEXTURE_CUBE_MAP_ARRAY => (3, TexCubeArray, 0, false),
        GL_PROXY_TEXTURE_1D => (1, Tex1D, 0, true),
        GL_PROXY_TEXTURE_2D => (2, Tex2D, 0, true),
        GL_PROXY_TEXTURE_1D_ARRAY => (2, Tex1DArray, 0, true),
        GL_PROXY_TEXTURE_RECTANGLE => (2, TexRect, 0, true),
        GL_PROXY_TEXTURE_CUBE_MAP => (2, TexCube, 0, true),
        GL_PROXY_TEXTURE_3D => (3, Tex3D, 0, true),
        GL_PROXY_TEXTURE_2D_ARRAY => (3, Tex2DArray, 0, true),
        GL_PROXY_TEXTURE_CUBE_MAP_ARRAY => (3, TexCubeArray, 0, true),
        other => match face_of(other) {
            Some(face) => (2, TexCube, face, false),
            None => return invalid_enum("target", target),
        },
    };
    if wanted != dims {
        return invalid_enum("target", target);
    }
    Ok(ImageTarget { target: resource, face, proxy })
}

/// Sizes of a call, checked not to be negative.
pub(super) fn sizes(width: i32, height: i32, depth: i32) -> Outcome<[u32; 3]> {
    match (u32::try_from(width), u32::try_from(height), u32::try_from(depth)) {
        (Ok(w), Ok(h), Ok(d)) => Ok([w, h, d]),
        _ => invalid_value(format!("size {width} x {height} x {depth}")),
    }
}

/// Whether an image of these sizes fits level `level` of a target.
pub(super) fn fits(cx: &Cx<'_>, target: ResourceTarget, level: u32, [w, h, d]: [u32; 3]) -> bool {
    let limits = &cx.session.caps.limits;
    let max = texture::max_size(limits, target) >> level.min(31);
    let layers = limits.max_array_texture_layers;
    match target {
        ResourceTarget::Tex1D => w <= max,
        ResourceTarget::Tex1DArray => w <= max && h <= layers,
        ResourceTarget::Tex2DArray | ResourceTarget::TexCubeArray | ResourceTarget::Tex2DMSArray => {
            w <= max && h <= max && d <= layers
        }
        ResourceTarget::Tex3D => w <= max && h <= max && d <= max,
        _ => w <= max && h <= max,
    }
}

/// What cubes demand of sizes.
pub(super) fn check_cube(target: ResourceTarget, [w, h, d]: [u32; 3]) -> Outcome {
    if matches!(target, ResourceTarget::TexCube | ResourceTarget::TexCubeArray) && w != h {
        return invalid_value(format!("a cube face of {w} x {h}"));
    }
    if target == ResourceTarget::TexCubeArray && !d.is_multiple_of(6) {
        return invalid_value(format!("{d} layer-faces are no cubes"));
    }
    Ok(())
}

/// Whether the driver takes a compressed format. Its own list of them is no answer: it has only what is good for any image.
pub(super) fn has_compressed(cx: &Cx<'_>, info: &FormatInfo) -> bool {
    let known = es_caps_of(cx.shared, cx.session);
    texel::es::storage(info, known, texel::Need::empty()).is_some()
}

/// Which compressed families go with which targets (GL 4.6 core 8.7: `GL_INVALID_OPERATION`, `GL_INVALID_ENUM`).
pub(super) fn check_compressed_target(target: ResourceTarget, block: &Block) -> Outcome {
    match target {
        ResourceTarget::Tex2D | ResourceTarget::TexCube | ResourceTarget::Tex2DArray | ResourceTarget::TexCubeArray => {
            Ok(())
        }
        ResourceTarget::Tex3D if block.family == Family::Bptc => Ok(()),
        ResourceTarget::Tex3D if block.family == Family::Etc2 => {
            invalid_operation("the compressed format has no 3D images")
        }
        other => invalid_enum("a compressed format cannot go with target", texture::target_enum(other)),
    }
}

/// Whether an image of a compressed format may be made of texels that are not: what GL cannot compress is refused.
pub(super) fn check_compresses(info: &FormatInfo) -> Outcome {
    if texel::compress::source(info).is_none() {
        return invalid_operation(format!("nothing compresses into {}", info.name));
    }
    Ok(())
}

/// The format of an image specified with (`format`, `type`) texels.
fn image_format(
    cx: &Cx<'_>,
    to: ImageTarget,
    internal_format: GLenum,
    layout: &PixelLayout,
) -> Outcome<&'static FormatInfo> {
    let Some(info) = texel::effective(internal_format, layout.format(), layout.type_()) else {
        return invalid_value(format!("internal format {}", enum_name(internal_format)));
    };
    if let Some(block) = &info.block {
        if !has_compressed(cx, info) {
            return invalid_value(format!("internal format {}", enum_name(internal_format)));
        }
        check_compressed_target(to.target, block)?;
        check_compresses(info)?;
    }
    layout.check_internal(info)?;
    Ok(info)
}

/// The unpack parameters that a call of `dims` dimensions looks at.
fn store(cx: &Cx<'_>, dims: u32) -> PixelStore {
    let store = cx.state.pixel_store.unpack;
    if dims < 3 { store.for_2d() } else { store }
}

/// `glTexImage1D`, `2D`, `3D`.
#[allow(clippy::too_many_arguments)]
pub fn tex_image(
    cx: &mut Cx<'_>,
    dims: u32,
    target: GLenum,
    level: i32,
    internal_format: GLenum,
    size: [i32; 3],
    border: i32,
    format: GLenum,
    type_: GLenum,
    pixels: AppBytes<'_>,
) -> Outcome {
    let to = image_target(dims, target)?;
    let level = texture::check_level(cx, to.target, level)?;
    if border != 0 {
        return invalid_value("border is not 0");
    }
    let size = sizes(size[0], size[1], size[2])?;
    check_cube(to.target, size)?;
    let layout = PixelLayout::new(format, type_)?;
    let info = image_format(cx, to, internal_format, &layout)?;
    if !info.base.is_color() && to.target == ResourceTarget::Tex3D {
        return invalid_operation("depth and stencil formats have no 3D images");
    }
    let image = Image {
        internal_format: shown_format(internal_format, info),
        info,
        width: size[0],
        height: size[1],
        depth: size[2],
        samples: 0,
        fixed_sample_locations: true,
    };
    if !specify(cx, to, level, image, size)? {
        return Ok(());
    }
    let texture = texture::bound(cx, to.target);
    check_mutable(cx, &texture)?;
    let store = store(cx, dims);
    let extent = Extent::new_3d(size[0], size[1], size[2]);
    let source = pixel_store::source(cx, pixels, pixel_store::need(extent, &layout, &store)?, layout.unit())?;
    define(cx, &texture, to.face, level, image, !matches!(source, Source::Null));
    let region = MGPBox::new(0, 0, 0, size[0], size[1], size[2]);
    let to = Destination { texture, face: to.face, level, region };
    if info.is_compressed() {
        return texture_compress::sub_image(cx, &Part { to, image, faces: 1 }, &layout, &store, extent, source);
    }
    put(cx, &to, &layout, &store, source)
}

/// What an image says its internal format is: the one that was asked for, but where that left compressing to us, which is not
/// done then, so that it says so.
pub(super) fn shown_format(asked: GLenum, info: &FormatInfo) -> GLenum {
    if super::internal_format::is_generic_compressed(asked) { info.internal_format } else { asked }
}

/// Checks sizes against limits; takes in a proxy. Says whether there is a texture to specify.
fn specify(cx: &mut Cx<'_>, to: ImageTarget, level: u32, image: Image, size: [u32; 3]) -> Outcome<bool> {
    let fits = fits(cx, to.target, level, size);
    if to.proxy {
        let proxies = &mut cx.state.textures.proxies[slot(to.target)];
        if proxies.len() <= level as usize {
            proxies.resize(level as usize + 1, None);
        }
        proxies[level as usize] = fits.then_some(image);
        return Ok(false);
    }
    if !fits {
        return invalid_value(format!("{} x {} x {} is too large", size[0], size[1], size[2]));
    }
    Ok(true)
}

pub(super) fn check_mutable(cx: &Cx<'_>, texture: &Ref<Texture>) -> Outcome {
    if cx.shared.textures[texture].is_immutable() {
        return invalid_operation("the texture's storage is immutable");
    }
    Ok(())
}

/// Sends pixels on their way into an image.
fn put(cx: &mut Cx<'_>, to: &Destination, layout: &PixelLayout, store: &PixelStore, source: Source<'_>) -> Outcome {
    match source {
        Source::Null => Ok(()),
        Source::Memory(bytes) => {
            let image = image_at(cx, to)?;
            let converter = match uploader(layout, image.info) {
                Ok(converter) => converter,
                Err(error) => return invalid_operation(error.to_string()),
            };
            upload(cx, to, Texels::Pixels(&converter, *store), bytes);
            Ok(())
        }
        Source::Buffer(buffer, offset) => {
            from_buffer(cx, to, layout.format(), layout.type_(), store, &buffer, offset);
            Ok(())
        }
    }
}

fn image_at(cx: &Cx<'_>, to: &Destination) -> Outcome<Image> {
    match cx.shared.textures[&to.texture].image(to.face, to.level) {
        Some(image) => Ok(*image),
        None => invalid_operation(format!("level {} has not been specified", to.level)),
    }
}

/// Texels that lie in the unpack buffer.
fn from_buffer(
    cx: &mut Cx<'_>,
    to: &Destination,
    format: u32,
    type_: u32,
    store: &PixelStore,
    buffer: &Ref<Buffer>,
    offset: u64,
) {
    let region = to.region;
    if region.w == 0 || region.h == 0 || region.d == 0 {
        return;
    }
    // What the application uploaded before comes first.
    crate::emit::objects(cx);
    let texture = &cx.shared.textures[&to.texture];
    let record = MGPBufferUpload {
        texture: texture.handle.raw(),
        buffer: cx.shared.buffers[buffer].handle.raw(),
        offset,
        region,
        format,
        type_,
        target: upload_target(texture.target, to.face),
        level: to.level as u16,
        swap_bytes: u8::from(store.swap_bytes),
        lsb_first: u8::from(store.lsb_first),
        row_length: store.row_length as i32,
        image_height: store.image_height as i32,
        skip_pixels: store.skip_pixels as i32,
        skip_rows: store.skip_rows as i32,
        skip_images: store.skip_images as i32,
        alignment: store.alignment as i32,
        ..Default::default()
    };
    cx.session.push(Op::TextureUploadFromBuffer, &record);
}

/// The texture of a sub-image call's target, and the face.
pub fn sub_target(cx: &mut Cx<'_>, dims: u32, target: GLenum) -> Outcome<(Ref<Texture>, usize)> {
    let to = image_target(dims, target)?;
    if to.proxy {
        return invalid_enum("target", target);
    }
    Ok((texture::bound(cx, to.target), to.face))
}

/// The texture of a direct-access sub-image call. A cube map's faces are slices of a three-dimensional call.
pub fn sub_named(cx: &Cx<'_>, dims: u32, name: GLuint) -> Outcome<(Ref<Texture>, usize)> {
    use ResourceTarget::*;
    let texture = texture::named(cx, name)?;
    let fits = match cx.shared.textures[&texture].target {
        Tex1D => dims == 1,
        Tex2D | Tex1DArray | TexRect => dims == 2,
        Tex3D | Tex2DArray | TexCubeArray | TexCube => dims == 3,
        _ => false,
    };
    if !fits {
        return invalid_operation(format!("texture {name} has no {dims}-dimensional images"));
    }
    Ok((texture, 0))
}

/// Checks a region against the image it is for.
pub(super) fn check_region(image: &Image, target: ResourceTarget, at: [i32; 3], size: [u32; 3]) -> Outcome<MGPBox> {
    let faces = if target == ResourceTarget::TexCube { 6 } else { image.depth };
    for (at, size, have) in [(at[0], size[0], image.width), (at[1], size[1], image.height), (at[2], size[2], faces)] {
        if at < 0 || i64::from(at) + i64::from(size) > i64::from(have) {
            return invalid_value(format!("{size} texels from {at} on do not lie in {have}"));
        }
    }
    Ok(MGPBox::new(at[0], at[1], at[2], size[0], size[1], size[2]))
}

/// A part of an image that a sub-image call names.
pub(super) struct Part {
    pub(super) to: Destination,
    pub(super) image: Image,
    /// Faces of a cube map that a direct-access call's z and depth name; 1 for everything else.
    faces: u32,
}

impl Part {
    /// Checks where the part lies.
    fn new(
        cx: &mut Cx<'_>,
        dims: u32,
        (texture, face): (Ref<Texture>, usize),
        level: i32,
        at: [i32; 3],
        size: [u32; 3],
    ) -> Outcome<Part> {
        let target = cx.shared.textures[&texture].target;
        let level = texture::check_level(cx, target, level)?;
        let by_slice = target == ResourceTarget::TexCube && dims == 3;
        if by_slice && (at[2] < 0 || i64::from(at[2]) + i64::from(size[2]) > 6) {
            return invalid_value(format!("{} faces from {} on", size[2], at[2]));
        }
        let face = if by_slice { at[2].clamp(0, 5) as usize } else { face };
        let mut to = Destination { texture, face, level, region: MGPBox::default() };
        let image = image_at(cx, &to)?;
        to.region = check_region(&image, if by_slice { target } else { ResourceTarget::Tex3D }, at, size)?;
        if by_slice {
            (to.region.z, to.region.d) = (0, 1);
        }
        Ok(Part { to, image, faces: if by_slice { size[2] } else { 1 } })
    }

    /// Calls back for each face, with its number in the part.
    pub(super) fn for_each_face(
        &self,
        cx: &mut Cx<'_>,
        mut f: impl FnMut(&mut Cx<'_>, &Destination, u32) -> Outcome,
    ) -> Outcome {
        let mut to = self.to.clone();
        for n in 0..self.faces {
            to.face = self.to.face + n as usize;
            f(cx, &to, n)?;
        }
        Ok(())
    }
}

/// `glTexSubImage*`, `glTextureSubImage*`: `face` is the face of a cube map that the target named.
#[allow(clippy::too_many_arguments)]
pub fn sub_image(
    cx: &mut Cx<'_>,
    dims: u32,
    texture: (Ref<Texture>, usize),
    level: i32,
    at: [i32; 3],
    size: [i32; 3],
    format: GLenum,
    type_: GLenum,
    pixels: AppBytes<'_>,
) -> Outcome {
    let size = sizes(size[0], size[1], size[2])?;
    let layout = PixelLayout::new(format, type_)?;
    let part = Part::new(cx, dims, texture, level, at, size)?;
    let image = part.image;
    layout.check_internal(image.info)?;
    let mut store = store(cx, dims);
    let extent = Extent::new_3d(size[0], size[1], size[2]);
    let source = pixel_store::source(cx, pixels, pixel_store::need(extent, &layout, &store)?, layout.unit())?;
    if image.info.is_compressed() {
        return texture_compress::sub_image(cx, &part, &layout, &store, extent, source);
    }
    if part.faces > 1 && store.image_height == 0 {
        store.image_height = size[1];
    }
    part.for_each_face(cx, |cx, to, n| {
        let store = PixelStore { skip_images: store.skip_images + n, ..store };
        put(cx, to, &layout, &store, source.clone())
    })
}

/// A specific compressed format of a compressed upload.
fn compressed_format(cx: &Cx<'_>, format: GLenum) -> Outcome<(&'static FormatInfo, &'static Block)> {
    let info = texel::info(format).filter(|info| info.is_compressed() && has_compressed(cx, info));
    match info.and_then(|info| Some((info, info.block.as_ref()?))) {
        Some(found) => Ok(found),
        None => invalid_enum("compressed format", format),
    }
}

fn check_image_size(block: &Block, [w, h, d]: [u32; 3], image_size: i32) -> Outcome {
    let need = block.image_bytes(w, h, d);
    match (need, usize::try_from(image_size)) {
        (Some(need), Ok(given)) if need == given => Ok(()),
        _ => invalid_value(format!("imageSize {image_size} for {w} x {h} x {d} texels")),
    }
}

/// `glCompressedTexImage1D`, `2D`, `3D`.
#[allow(clippy::too_many_arguments)]
pub fn compressed_image(
    cx: &mut Cx<'_>,
    dims: u32,
    target: GLenum,
    level: i32,
    internal_format: GLenum,
    size: [i32; 3],
    border: i32,
    image_size: i32,
    data: AppBytes<'_>,
) -> Outcome {
    let to = image_target(dims, target)?;
    let (info, block) = compressed_format(cx, internal_format)?;
    check_compressed_target(to.target, block)?;
    let level = texture::check_level(cx, to.target, level)?;
    if border != 0 {
        // Not `GL_INVALID_VALUE` as elsewhere (GL 4.6 core 8.7).
        return invalid_operation("compressed images have no border");
    }
    let size = sizes(size[0], size[1], size[2])?;
    check_cube(to.target, size)?;
    check_image_size(block, size, image_size)?;
    let image = Image {
        internal_format,
        info,
        width: size[0],
        height: size[1],
        depth: size[2],
        samples: 0,
        fixed_sample_locations: true,
    };
    if !specify(cx, to, level, image, size)? {
        return Ok(());
    }
    let texture = texture::bound(cx, to.target);
    check_mutable(cx, &texture)?;
    let (source, address) = block_source(cx, dims, block, size, data)?;
    define(cx, &texture, to.face, level, image, !matches!(source, Source::Null));
    let region = MGPBox::new(0, 0, 0, size[0], size[1], size[2]);
    put_blocks(cx, &Destination { texture, face: to.face, level, region }, block, source, &address);
    Ok(())
}

/// The compressed blocks of an image of `size` texels, and where they lie.
fn block_source<'a>(
    cx: &mut Cx<'_>,
    dims: u32,
    block: &Block,
    size: [u32; 3],
    data: AppBytes<'a>,
) -> Outcome<(Source<'a>, Address)> {
    let stores = &cx.state.pixel_store;
    let (address, _) = pixel_store::blocks(&stores.unpack, stores.unpack_block, dims, block, size)?;
    Ok((pixel_store::source(cx, data, address.required, 1)?, address))
}

fn put_blocks(cx: &mut Cx<'_>, to: &Destination, block: &Block, source: Source<'_>, address: &Address) {
    let region = to.region;
    let rows = region.h.div_ceil(block.height.into()) as usize;
    let (slices, row_bytes) = (region.d as usize, address.row_bytes);
    let tight = address.is_tight(Extent::new_3d(region.w, rows as u32, region.d));
    match source {
        Source::Null => {}
        Source::Memory(bytes) if !bytes.is_empty() => {
            let texels = Texels::Blocks(block.width.into(), block.height.into(), block.bytes.into());
            if tight {
                return upload(cx, to, texels, &bytes[address.offset..]);
            }
            let at = |i: usize| address.row(i / rows, i % rows);
            let all: Vec<u8> = (0..rows * slices).flat_map(|i| &bytes[at(i)..at(i) + row_bytes]).copied().collect();
            upload(cx, to, texels, &all);
        }
        Source::Memory(_) => {}
        Source::Buffer(buffer, offset) if tight => {
            let (offset, size) = (offset + address.offset as u64, row_bytes * rows * slices);
            from_buffer(cx, to, 0, size as u32, &PixelStore::TIGHT, &buffer, offset);
        }
        Source::Buffer(buffer, offset) => {
            // The record has no gaps between rows of blocks: a record a row.
            for i in 0..rows * slices {
                let (slice, row) = ((i / rows) as u32, (i % rows) as u32 * u32::from(block.height));
                let height = u32::from(block.height).min(region.h - row);
                let (y, z) = (region.y + row as i32, region.z + slice as i32);
                let line = Destination { region: MGPBox { y, z, h: height, d: 1, ..region }, ..to.clone() };
                let offset = offset + address.row(slice as usize, i % rows) as u64;
                from_buffer(cx, &line, 0, row_bytes as u32, &PixelStore::TIGHT, &buffer, offset);
            }
        }
    }
}

/// `glCompressedTexSubImage*`, `glCompressedTextureSubImage*`.
#[allow(clippy::too_many_arguments)]
pub fn compressed_sub_image(
    cx: &mut Cx<'_>,
    dims: u32,
    texture: (Ref<Texture>, usize),
    level: i32,
    at: [i32; 3],
    size: [i32; 3],
    format: GLenum,
    image_size: i32,
    data: AppBytes<'_>,
) -> Outcome {
    let (info, block) = compressed_format(cx, format)?;
    if cx.shared.textures[&texture.0].target == ResourceTarget::TexRect {
        return invalid_enum("a compressed format cannot go with target", GL_TEXTURE_RECTANGLE);
    }
    let size = sizes(size[0], size[1], size[2])?;
    let part = Part::new(cx, dims, texture, level, at, size)?;
    let image = part.image;
    if image.info.internal_format != info.internal_format {
        return invalid_operation("the texels have another format than the image");
    }
    check_image_size(block, size, image_size)?;
    check_blocks(&image, block, &part.to.region)?;
    let (source, address) = block_source(cx, dims, block, size, data)?;
    part.for_each_face(cx, |cx, to, n| {
        let address = Address { offset: address.offset + n as usize * address.image_stride, ..address };
        put_blocks(cx, to, block, source.clone(), &address);
        Ok(())
    })
}

/// Whether a part consists of whole blocks, but for those that the image ends in.
pub(super) fn check_blocks(image: &Image, block: &Block, part: &MGPBox) -> Outcome {
    let aligned = |at: i32, size: u32, block: u8, have: u32| {
        (at as u32).is_multiple_of(block.into()) && (size.is_multiple_of(block.into()) || at as u32 + size == have)
    };
    if aligned(part.x, part.w, block.width, image.width) && aligned(part.y, part.h, block.height, image.height) {
        return Ok(());
    }
    invalid_operation("the region does not consist of whole blocks")
}

/// The texture whose images a copy specifies, see [`super::copy`].
pub(super) fn copy_target(dims: u32, target: GLenum) -> Outcome<ImageTarget> {
    match image_target(dims, target) {
        Ok(to) if !to.proxy => Ok(to),
        _ => Err(GlError::new(GL_INVALID_ENUM, format!("target {}", enum_name(target)))),
    }
}

/// Whether an enum is a target of any texture call.
pub fn is_target(target: GLenum) -> bool {
    target_of(target).is_some() || face_of(target).is_some()
}
