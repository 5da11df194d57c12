//! Copies between images and clears of textures (GL 4.6 core 8.6, 8.21, 18.3.2).

use super::{
    clear_blit,
    enums::*,
    framebuffer_status::{formats, status},
    outcome::{Outcome, invalid_enum, invalid_operation, invalid_value},
    texture::{self, Image, Texture, target_of},
    texture_image::{
        check_blocks, check_compressed_target, check_compresses, check_cube, check_mutable, check_region, copy_target,
        fits, has_compressed, shown_format, sizes,
    },
};
use crate::{
    Cx,
    abi::pixels::AppBytes,
    emit::{
        self,
        texture::{define, upload_target},
    },
    table::Ref,
};
use pipe_types::{
    Op,
    primitive::MGPBox,
    records::{
        copy::{MGPCopyRegion, MGPCopyTexture},
        resource::ResourceTarget,
        texture::MGPClearTexture,
    },
};
use texel::{FormatInfo, PixelLayout, format::Base};

/// The format that the read framebuffer gives for an image of `info`'s kind; checks what may be copied.
fn source_format(cx: &mut Cx<'_>, info: &FormatInfo) -> Outcome<&'static FormatInfo> {
    clear_blit::check_read(cx)?;
    let read = cx.state.framebuffers.read.clone();
    let (_, shape) = status(cx, read.as_ref(), false);
    if shape.samples > 0 {
        return invalid_operation("the read framebuffer is multisampled");
    }
    let formats = formats(cx, read.as_ref(), false);
    let source = match info.base {
        Base::Depth => formats.depth,
        Base::Stencil => formats.stencil,
        Base::DepthStencil => formats.depth.filter(|_| formats.stencil.is_some()),
        _ => formats.read,
    };
    let Some(source) = source else {
        return invalid_operation(format!("the read framebuffer has nothing for {}", info.name));
    };
    if info.base.is_color() {
        if source.component.is_integer() != info.component.is_integer()
            || (info.component.is_integer() && source.component != info.component)
        {
            return invalid_operation(format!("{} cannot be copied to {}", source.name, info.name));
        }
        if info.internal_format == GL_RGB9_E5 && source.internal_format != GL_RGB9_E5 {
            return invalid_operation("GL_RGB9_E5 cannot be copied to");
        }
    }
    Ok(source)
}

/// The sized format of a `glCopyTexImage*` with a base internal format: the source's own precision (GL 4.6 core 8.6).
fn copied_format(cx: &mut Cx<'_>, target: ResourceTarget, internal_format: GLenum) -> Outcome<&'static FormatInfo> {
    let Some(info) = texel::effective(internal_format, 0, 0) else {
        return invalid_enum("internal format", internal_format);
    };
    if let Some(block) = &info.block {
        if !has_compressed(cx, info) {
            return invalid_enum("internal format", internal_format);
        }
        check_compressed_target(target, block)?;
        check_compresses(info)?;
    }
    let source = source_format(cx, info)?;
    // `GL_RGB` of a 10-bit or float framebuffer keeps its bits where a format with the same components has them.
    let sized = texel::info(internal_format).is_some_and(|info| info.sized);
    if !sized && source.base == info.base && source.srgb == info.srgb {
        return Ok(source);
    }
    Ok(info)
}

/// `glCopyTexImage1D`, `2D`.
#[allow(clippy::too_many_arguments)]
pub fn image(
    cx: &mut Cx<'_>,
    dims: u32,
    target: GLenum,
    level: i32,
    internal_format: GLenum,
    src: [i32; 2],
    size: [i32; 2],
    border: i32,
) -> Outcome {
    let to = copy_target(dims, target)?;
    let level = texture::check_level(cx, to.target, level)?;
    if border != 0 {
        return invalid_value("border is not 0");
    }
    let info = copied_format(cx, to.target, internal_format)?;
    let size = sizes(size[0], size[1], 1)?;
    check_cube(to.target, size)?;
    if !fits(cx, to.target, level, size) {
        return invalid_value(format!("{} x {} is too large", size[0], size[1]));
    }
    let texture = texture::bound(cx, to.target);
    check_mutable(cx, &texture)?;
    let image = Image {
        internal_format: shown_format(internal_format, info),
        info,
        width: size[0],
        height: size[1],
        depth: 1,
        samples: 0,
        fixed_sample_locations: true,
    };
    define(cx, &texture, to.face, level, image, true);
    push_copy(cx, &texture, to.face, level, [0; 3], src, [size[0], size[1]]);
    Ok(())
}

fn push_copy(
    cx: &mut Cx<'_>,
    texture: &Ref<Texture>,
    face: usize,
    level: u32,
    at: [i32; 3],
    src: [i32; 2],
    size: [u32; 2],
) {
    if size.contains(&0) {
        return;
    }
    emit::objects(cx);
    emit::framebuffer::draw_read(cx);
    let object = &cx.shared.textures[texture];
    let record = MGPCopyTexture {
        texture: object.handle.raw(),
        src_x: src[0],
        src_y: src[1],
        dst_x: at[0],
        dst_y: at[1],
        dst_z: at[2],
        width: size[0],
        height: size[1],
        target: upload_target(object.target, face),
        level: level as u16,
        pad: 0,
    };
    cx.session.push(Op::CopyTexture, &record);
}

/// `glCopyTexSubImage*`, `glCopyTextureSubImage*`.
pub fn sub_image(
    cx: &mut Cx<'_>,
    dims: u32,
    (texture, face): (Ref<Texture>, usize),
    level: i32,
    at: [i32; 3],
    src: [i32; 2],
    size: [i32; 2],
) -> Outcome {
    let target = cx.shared.textures[&texture].target;
    let level = texture::check_level(cx, target, level)?;
    let size = sizes(size[0], size[1], 1)?;
    let by_slice = target == ResourceTarget::TexCube && dims == 3;
    let face = if by_slice { at[2].clamp(0, 5) as usize } else { face };
    let Some(image) = cx.shared.textures[&texture].image(face, level).copied() else {
        return invalid_operation(format!("level {level} has not been specified"));
    };
    source_format(cx, image.info)?;
    let region = check_region(&image, if by_slice { target } else { ResourceTarget::Tex3D }, at, size)?;
    if let Some(block) = &image.info.block {
        check_compresses(image.info)?;
        check_blocks(&image, block, &region)?;
    }
    let at = if by_slice { [at[0], at[1], 0] } else { at };
    push_copy(cx, &texture, face, level, at, src, [size[0], size[1]]);
    Ok(())
}

/// An endpoint of `glCopyImageSubData`.
struct Endpoint {
    resource: pipe_types::RawHandle,
    target: ResourceTarget,
    info: &'static FormatInfo,
    size: [u32; 3],
    samples: u32,
    level: u32,
}

fn endpoint(cx: &Cx<'_>, name: GLuint, target: GLenum, level: i32) -> Outcome<Endpoint> {
    if target == GL_RENDERBUFFER {
        let Some(object) = cx.shared.renderbuffers.by_name(name) else {
            return invalid_value(format!("{name} is no renderbuffer"));
        };
        let Some(info) = object.info.filter(|_| level == 0) else {
            return invalid_value(format!("renderbuffer {name} has no level {level}"));
        };
        return Ok(Endpoint {
            resource: object.handle.raw(),
            target: ResourceTarget::Renderbuffer,
            info,
            size: [object.width, object.height, 1],
            samples: object.samples,
            level: 0,
        });
    }
    let wanted = match target_of(target) {
        Some(ResourceTarget::TexBuffer) | None => return invalid_enum("target", target),
        Some(target) => target,
    };
    let Some(object) = cx.shared.textures.by_name(name) else {
        return invalid_value(format!("{name} is no texture"));
    };
    if object.target != wanted {
        return invalid_enum("target that is not the texture's", target);
    }
    let level = match u32::try_from(level) {
        Ok(level) if level < 32 => level,
        _ => return invalid_value(format!("level {level}")),
    };
    let Some(image) = object.image(0, level) else { return invalid_value(format!("no level {level}")) };
    let faces = if wanted == ResourceTarget::TexCube { 6 } else { image.depth };
    // Layers of a 1D array are slices here (GL 4.6 core 18.3.2).
    let size = if wanted == ResourceTarget::Tex1DArray {
        [image.width, 1, image.height]
    } else {
        [image.width, image.height, faces]
    };
    Ok(Endpoint {
        resource: object.handle.raw(),
        target: wanted,
        info: image.info,
        size,
        samples: image.samples.into(),
        level,
    })
}

fn check_box(of: &Endpoint, at: [i32; 3], size: [u32; 3]) -> Outcome {
    for i in 0..3 {
        if at[i] < 0 || i64::from(at[i]) + i64::from(size[i]) > i64::from(of.size[i]) {
            // Whole blocks may stand over the edge of a small level.
            let block = of.info.block.map_or(1, |block| u32::from([block.width, block.height, 1][i]));
            if at[i] < 0 || i64::from(at[i]) + i64::from(size[i]) > i64::from(of.size[i].next_multiple_of(block)) {
                return invalid_value(format!("{} texels from {} on do not lie in {}", size[i], at[i], of.size[i]));
            }
        }
    }
    if let Some(block) = of.info.block {
        let aligned = |i: usize, block: u8| {
            (at[i] as u32).is_multiple_of(block.into())
                && (size[i].is_multiple_of(block.into()) || at[i] as u32 + size[i] == of.size[i])
        };
        if !aligned(0, block.width) || !aligned(1, block.height) {
            return invalid_value("the region does not consist of whole blocks");
        }
    }
    Ok(())
}

/// One side of `glCopyImageSubData` as the application gives it: name, target, level, corner.
pub type Side = (GLuint, GLenum, i32, [i32; 3]);

/// `glCopyImageSubData`.
pub fn image_sub_data(cx: &mut Cx<'_>, src: Side, dst: Side, size: [i32; 3]) -> Outcome {
    let size = sizes(size[0], size[1], size[2])?;
    let from = endpoint(cx, src.0, src.1, src.2)?;
    let to = endpoint(cx, dst.0, dst.1, dst.2)?;
    if !from.info.copy_compatible(to.info) {
        return invalid_operation(format!("{} cannot be copied to {}", from.info.name, to.info.name));
    }
    if from.samples != to.samples {
        return invalid_operation("sample counts differ");
    }
    check_box(&from, src.3, size)?;
    // The size is the source's: in blocks where one side is compressed.
    let scale = |extent: u32, from: u8, to: u8| extent.div_ceil(from.into()) * u32::from(to);
    let block = |info: &FormatInfo| info.block.map_or((1, 1), |block| (block.width, block.height));
    let ((fw, fh), (tw, th)) = (block(from.info), block(to.info));
    let dst_size = if (fw, fh) == (tw, th) { size } else { [scale(size[0], fw, tw), scale(size[1], fh, th), size[2]] };
    check_box(&to, dst.3, dst_size)?;
    if size.contains(&0) {
        return Ok(());
    }
    emit::objects(cx);
    let record = MGPCopyRegion {
        src: from.resource,
        dst: to.resource,
        src_box: MGPBox::new(src.3[0], src.3[1], src.3[2], size[0], size[1], size[2]),
        dst_x: dst.3[0],
        dst_y: dst.3[1],
        dst_z: dst.3[2],
        src_target: from.target.wire().into(),
        dst_target: to.target.wire().into(),
        src_level: from.level as u16,
        dst_level: to.level as u16,
        pad: 0,
    };
    cx.session.push(Op::ResourceCopyRegion, &record);
    Ok(())
}

/// `glClearTexSubImage`, and with no region `glClearTexImage`.
pub fn clear_texture(
    cx: &mut Cx<'_>,
    name: GLuint,
    level: i32,
    region: Option<([i32; 3], [i32; 3])>,
    format: GLenum,
    type_: GLenum,
    pixel: AppBytes<'_>,
) -> Outcome {
    let texture = match cx.shared.textures.get(name) {
        Some(texture) => texture,
        None => return invalid_operation(format!("{name} is no texture")),
    };
    let object = &cx.shared.textures[&texture];
    if object.target == ResourceTarget::TexBuffer {
        return invalid_operation("a buffer texture cannot be cleared");
    }
    let image = match u32::try_from(level).ok().and_then(|level| object.image(0, level)) {
        Some(image) => *image,
        None => return invalid_operation(format!("no level {level}")),
    };
    let target = object.target;
    if image.info.is_compressed() {
        return invalid_operation("a compressed texture cannot be cleared");
    }
    let layout = PixelLayout::new(format, type_)?;
    layout.check_internal(image.info)?;
    if image.info.base == Base::DepthStencil && format != GL_DEPTH_STENCIL {
        return invalid_operation("a depth-stencil texture is cleared with both");
    }
    let faces = if target == ResourceTarget::TexCube { 6 } else { image.depth };
    let (at, size) = match region {
        None => ([0; 3], [image.width, image.height, faces]),
        Some((at, size)) => (at, sizes(size[0], size[1], size[2])?),
    };
    let region = match check_region(&image, target, at, size) {
        Ok(region) => region,
        Err(error) => return invalid_operation(error.why),
    };
    let bytes = if pixel.is_null() { None } else { Some(pixel.bytes(layout.bytes())) };
    let Ok(value) = texel::clear::texel(bytes, &layout, image.info) else {
        return invalid_operation("the value cannot be converted");
    };
    if size.contains(&0) {
        return Ok(());
    }
    emit::objects(cx);
    let mut texel = [0; 16];
    texel[..value.bytes().len()].copy_from_slice(value.bytes());
    let record = MGPClearTexture {
        texture: cx.shared.textures[&texture].handle.raw(),
        region,
        level: level as u16,
        texel_size: value.bytes().len() as u16,
        pad: 0,
        texel,
    };
    cx.session.push(Op::ClearTexture, &record);
    Ok(())
}

/// `glInvalidateTexImage`, `glInvalidateTexSubImage`: a hint, checked and otherwise forgotten.
pub fn invalidate_texture(cx: &mut Cx<'_>, name: GLuint, level: i32, region: Option<([i32; 3], [i32; 3])>) -> Outcome {
    let Some(texture) = cx.shared.textures.get(name) else { return invalid_value(format!("{name} is no texture")) };
    let target = cx.shared.textures[&texture].target;
    let level = texture::check_level(cx, target, level)?;
    if let (Some((at, size)), Some(image)) = (region, cx.shared.textures[&texture].image(0, level)) {
        let size = sizes(size[0], size[1], size[2])?;
        check_region(image, target, at, size)?;
    }
    Ok(())
}
