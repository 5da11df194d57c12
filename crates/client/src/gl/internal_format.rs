//! What can be done with an internal format (GL 4.6 core 22.3).

use super::{
    enums::*,
    outcome::{Outcome, invalid_enum},
    renderbuffer::is_renderable,
    texture::{face_of, max_size, target_of},
    texture_image::has_compressed,
};
use crate::Cx;
use pipe_types::{caps::Features, records::resource::ResourceTarget};
use texel::{
    FormatInfo,
    format::{Base, Family},
};

/// `GL_SRGB_DECODE_ARB` of `GL_ARB_internalformat_query2`, which core left out.
const GL_SRGB_DECODE_ARB: GLenum = 0x8299;

/// Supported sample counts of a format, descending.
pub fn sample_counts(cx: &Cx<'_>, info: &FormatInfo) -> Vec<u32> {
    let known = cx.session.caps.sample_counts_of(info.internal_format);
    if !known.is_empty() {
        return known.to_vec();
    }
    let most = super::texture_storage::max_samples(cx, info);
    if most > 1 { vec![most] } else { Vec::new() }
}

/// Whether a format leaves it to the implementation how images are compressed.
pub fn is_generic_compressed(format: GLenum) -> bool {
    matches!(
        format,
        GL_COMPRESSED_RED
            | GL_COMPRESSED_RG
            | GL_COMPRESSED_RGB
            | GL_COMPRESSED_RGBA
            | GL_COMPRESSED_SRGB
            | GL_COMPRESSED_SRGB_ALPHA
    )
}

/// Whether renderbuffers and multisampled textures may have a format of this name (GL 4.6 core 9.4): those without sizes are the
/// plain base formats alone.
pub fn names_renderable(format: GLenum) -> bool {
    !is_generic_compressed(format) && !matches!(format, GL_SRGB | GL_SRGB_ALPHA)
}

/// What a format can be used for, with a target.
struct Facts {
    target: GLenum,
    /// Whether the name that was asked for has sizes: images and views have no others.
    sized: bool,
    resource: ResourceTarget,
    info: &'static FormatInfo,
    renderable: bool,
    image: bool,
}

impl Facts {
    fn color(&self) -> bool {
        self.info.base.is_color()
    }
    fn texture(&self) -> bool {
        self.target != GL_RENDERBUFFER
    }
    fn compressed(&self) -> bool {
        self.info.is_compressed()
    }
    fn multisample(&self) -> bool {
        matches!(self.resource, ResourceTarget::Renderbuffer | ResourceTarget::Tex2DMS | ResourceTarget::Tex2DMSArray)
    }
    fn integer(&self) -> bool {
        self.info.is_integer_color()
    }
    fn buffer(&self) -> bool {
        self.resource == ResourceTarget::TexBuffer
    }
    /// Whether four texels are gathered of it.
    fn gathers(&self) -> bool {
        use ResourceTarget::*;
        matches!(self.resource, Tex2D | Tex2DArray | TexCube | TexCubeArray | TexRect)
    }
    fn has_levels(&self) -> bool {
        self.texture() && !self.buffer() && !self.multisample() && self.resource != ResourceTarget::TexRect
    }
}

/// Whether a version of GL or the extension that it took in is there.
fn offers(cx: &Cx<'_>, version: u32, extension: &str) -> bool {
    cx.state.version >= version || super::get::extensions(&cx.session.caps).any(|name| name == extension)
}

/// The facts, if the format is supported with the target at all.
fn facts(cx: &mut Cx<'_>, target: GLenum, resource: ResourceTarget, format: GLenum) -> Option<Facts> {
    let info = texel::effective(format, 0, 0)?;
    let renderable = is_renderable(cx, info) && names_renderable(format);
    let sized = texel::info(format).is_some_and(|info| info.sized);
    let flat = resource == ResourceTarget::Tex3D
        && (!info.base.is_color() || info.block.is_some_and(|block| block.family != Family::Bptc));
    let has = |feature| cx.session.caps.has(feature);
    let supported = match resource {
        ResourceTarget::TexCubeArray if !has(Features::CUBE_MAP_ARRAY) => false,
        ResourceTarget::Renderbuffer => renderable,
        ResourceTarget::TexBuffer => has(Features::TEXTURE_BUFFER) && super::texture_storage::is_buffer_format(format),
        ResourceTarget::Tex2DMS | ResourceTarget::Tex2DMSArray => renderable,
        ResourceTarget::Tex1D | ResourceTarget::Tex1DArray | ResourceTarget::TexRect => !info.is_compressed(),
        _ => (!info.is_compressed() || has_compressed(cx, info)) && !flat,
    };
    let image = sized && info.image_class() != 0 && offers(cx, 42, "GL_ARB_shader_image_load_store");
    supported.then_some(Facts { target, sized, resource, info, renderable, image })
}

/// `glGetInternalformativ` (`halves`: a word has 32 bits) and `i64v`: writes at most as many values as there is room for.
pub fn internal_format(
    cx: &mut Cx<'_>,
    target: GLenum,
    format: GLenum,
    pname: GLenum,
    out: &mut [i64],
    halves: bool,
) -> Outcome {
    let resource = match target_of(target) {
        Some(resource) => resource,
        None if target == GL_RENDERBUFFER => ResourceTarget::Renderbuffer,
        None if face_of(target).is_some() => ResourceTarget::TexCube,
        None => return invalid_enum("target", target),
    };
    if !is_pname(pname) {
        return invalid_enum("pname", pname);
    }
    let Some(facts) = facts(cx, target, resource, format) else {
        // Nothing is supported: 0, `GL_NONE`, `GL_FALSE`; there are no sample counts to list.
        if pname != GL_SAMPLES {
            out.iter_mut().take(1).for_each(|out| *out = 0);
        }
        return Ok(());
    };
    if pname == GL_MAX_COMBINED_DIMENSIONS && halves {
        // The one answer that is larger: its low word, and its high one if there is room.
        let value = answer(cx, &facts, pname);
        out.iter_mut().zip([value & 0xFFFF_FFFF, value >> 32]).for_each(|(out, half)| *out = half);
        return Ok(());
    }
    if pname == GL_SAMPLES {
        let counts = if facts.multisample() { sample_counts(cx, facts.info) } else { Vec::new() };
        out.iter_mut().zip(counts).for_each(|(out, count)| *out = count.into());
        return Ok(());
    }
    let value = answer(cx, &facts, pname);
    out.iter_mut().take(1).for_each(|out| *out = value);
    Ok(())
}

fn is_pname(pname: GLenum) -> bool {
    // The enums of `GL_ARB_internalformat_query2` stand together, but for a few.
    (GL_INTERNALFORMAT_SUPPORTED..=GL_VIEW_COMPATIBILITY_CLASS).contains(&pname)
        || matches!(
            pname,
            GL_SAMPLES
                | GL_NUM_SAMPLE_COUNTS
                | GL_CLEAR_TEXTURE
                | GL_TEXTURE_COMPRESSED
                | GL_IMAGE_FORMAT_COMPATIBILITY_TYPE
        )
}

fn answer(cx: &Cx<'_>, facts: &Facts, pname: GLenum) -> i64 {
    let info = facts.info;
    let limits = &cx.session.caps.limits;
    let yes = |answer: bool| i64::from(answer);
    let full = |answer: bool| i64::from(if answer { GL_FULL_SUPPORT } else { GL_NONE });
    let has = |features: Features| cx.session.caps.has(features);
    let (color, texture, buffer) = (facts.color(), facts.texture(), facts.buffer());
    let size = i64::from(match facts.resource {
        ResourceTarget::Renderbuffer => limits.max_renderbuffer_size,
        ResourceTarget::TexBuffer => limits.max_texture_buffer_size,
        resource => max_size(limits, resource),
    });
    let one_row = matches!(facts.resource, ResourceTarget::Tex1D | ResourceTarget::TexBuffer);
    let layered = matches!(
        facts.resource,
        ResourceTarget::Tex1DArray
            | ResourceTarget::Tex2DArray
            | ResourceTarget::TexCubeArray
            | ResourceTarget::Tex2DMSArray
    );
    let layers = i64::from(limits.max_array_texture_layers);
    let bits = &info.bits;
    match pname {
        GL_NUM_SAMPLE_COUNTS if facts.multisample() => sample_counts(cx, info).len() as i64,
        GL_INTERNALFORMAT_SUPPORTED => 1,
        GL_INTERNALFORMAT_PREFERRED => info.internal_format.into(),
        GL_INTERNALFORMAT_RED_SIZE => bits.red.into(),
        GL_INTERNALFORMAT_GREEN_SIZE => bits.green.into(),
        GL_INTERNALFORMAT_BLUE_SIZE => bits.blue.into(),
        GL_INTERNALFORMAT_ALPHA_SIZE => bits.alpha.into(),
        GL_INTERNALFORMAT_DEPTH_SIZE => bits.depth.into(),
        GL_INTERNALFORMAT_STENCIL_SIZE => bits.stencil.into(),
        GL_INTERNALFORMAT_SHARED_SIZE => bits.shared.into(),
        GL_INTERNALFORMAT_RED_TYPE..=GL_INTERNALFORMAT_STENCIL_TYPE => {
            info.component_type((pname - GL_INTERNALFORMAT_RED_TYPE) as usize).into()
        }
        GL_MAX_WIDTH => size,
        GL_MAX_HEIGHT if one_row || facts.resource == ResourceTarget::Tex1DArray => 0,
        GL_MAX_HEIGHT => size,
        GL_MAX_DEPTH if facts.resource == ResourceTarget::Tex3D => size,
        GL_MAX_LAYERS if layered => layers,
        GL_MAX_COMBINED_DIMENSIONS => {
            let rows = if one_row || facts.resource == ResourceTarget::Tex1DArray { 1 } else { size };
            let slices = match facts.resource {
                ResourceTarget::Tex3D => size,
                ResourceTarget::TexCube => 6,
                _ if layered => layers,
                _ => 1,
            };
            size * rows * slices
        }
        GL_COLOR_COMPONENTS => yes(color),
        GL_DEPTH_COMPONENTS => yes(matches!(info.base, Base::Depth | Base::DepthStencil)),
        GL_STENCIL_COMPONENTS => yes(info.base.has_stencil()),
        GL_COLOR_RENDERABLE => yes(facts.renderable && color && !buffer),
        GL_DEPTH_RENDERABLE => yes(facts.renderable && info.base.has_depth()),
        GL_STENCIL_RENDERABLE => yes(facts.renderable && info.base.has_stencil()),
        GL_FRAMEBUFFER_RENDERABLE => full(facts.renderable && !buffer),
        GL_FRAMEBUFFER_RENDERABLE_LAYERED => full(
            facts.renderable && (layered || matches!(facts.resource, ResourceTarget::Tex3D | ResourceTarget::TexCube)),
        ),
        GL_FRAMEBUFFER_BLEND => full(facts.renderable && color && !facts.integer() && !buffer),
        GL_READ_PIXELS => full(facts.renderable && !buffer),
        GL_READ_PIXELS_FORMAT if facts.renderable && !buffer => info.wire.format.into(),
        GL_READ_PIXELS_TYPE if facts.renderable && !buffer => info.wire.type_.into(),
        GL_TEXTURE_IMAGE_FORMAT | GL_GET_TEXTURE_IMAGE_FORMAT if texture && !buffer && !facts.multisample() => {
            info.wire.format.into()
        }
        GL_TEXTURE_IMAGE_TYPE | GL_GET_TEXTURE_IMAGE_TYPE if texture && !buffer && !facts.multisample() => {
            info.wire.type_.into()
        }
        GL_MIPMAP => yes(facts.has_levels()),
        GL_MANUAL_GENERATE_MIPMAP => {
            let made = !facts.compressed() || texel::compress::source(info).is_some();
            full(facts.has_levels() && color && !facts.integer() && made)
        }
        GL_COLOR_ENCODING if color => info.color_encoding().into(),
        GL_SRGB_READ => full(texture && info.srgb),
        GL_SRGB_WRITE => full(facts.renderable && info.srgb),
        GL_SRGB_DECODE_ARB => full(texture && info.srgb && has(Features::SRGB_DECODE)),
        GL_FILTER => full(
            facts.has_levels() && !facts.integer() && info.base != Base::Stencil
                || facts.resource == ResourceTarget::TexRect && !facts.integer(),
        ),
        GL_VERTEX_TEXTURE | GL_FRAGMENT_TEXTURE => full(texture),
        GL_GEOMETRY_TEXTURE => full(texture && has(Features::GEOMETRY_SHADER)),
        GL_TESS_CONTROL_TEXTURE | GL_TESS_EVALUATION_TEXTURE => {
            full(texture && offers(cx, 40, "GL_ARB_tessellation_shader"))
        }
        GL_COMPUTE_TEXTURE => full(texture && offers(cx, 43, "GL_ARB_compute_shader")),
        GL_TEXTURE_SHADOW => full(texture && info.base.has_depth()),
        GL_TEXTURE_GATHER => full(facts.gathers() && offers(cx, 40, "GL_ARB_texture_gather")),
        GL_TEXTURE_GATHER_SHADOW => {
            full(facts.gathers() && offers(cx, 40, "GL_ARB_texture_gather") && info.base.has_depth())
        }
        GL_SHADER_IMAGE_LOAD | GL_SHADER_IMAGE_STORE => full(texture && facts.image),
        GL_SHADER_IMAGE_ATOMIC => full(texture && facts.image && matches!(info.internal_format, GL_R32I | GL_R32UI)),
        GL_IMAGE_TEXEL_SIZE if texture && facts.image => i64::from(info.wire.bytes) * 8,
        GL_IMAGE_COMPATIBILITY_CLASS if texture && facts.image => info.image_class().into(),
        GL_IMAGE_PIXEL_FORMAT if texture && facts.image => info.wire.format.into(),
        GL_IMAGE_PIXEL_TYPE if texture && facts.image => info.wire.type_.into(),
        GL_IMAGE_FORMAT_COMPATIBILITY_TYPE if texture && facts.image => GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE.into(),
        GL_SIMULTANEOUS_TEXTURE_AND_DEPTH_TEST | GL_SIMULTANEOUS_TEXTURE_AND_DEPTH_WRITE => {
            full(texture && info.base.has_depth())
        }
        GL_SIMULTANEOUS_TEXTURE_AND_STENCIL_TEST | GL_SIMULTANEOUS_TEXTURE_AND_STENCIL_WRITE => {
            full(texture && info.base.has_stencil())
        }
        GL_TEXTURE_COMPRESSED => yes(texture && facts.compressed()),
        GL_TEXTURE_COMPRESSED_BLOCK_WIDTH => info.block.map_or(0, |block| block.width.into()),
        GL_TEXTURE_COMPRESSED_BLOCK_HEIGHT => info.block.map_or(0, |block| block.height.into()),
        GL_TEXTURE_COMPRESSED_BLOCK_SIZE => info.block.map_or(0, |block| i64::from(block.bytes) * 8),
        GL_CLEAR_BUFFER => full(buffer),
        GL_CLEAR_TEXTURE => full(texture && !facts.compressed() && !buffer),
        GL_TEXTURE_VIEW => full(texture && !buffer && facts.sized && has(Features::TEXTURE_VIEW)),
        GL_VIEW_COMPATIBILITY_CLASS if texture && !buffer && facts.sized => info.view_class.into(),
        _ => 0,
    }
}
