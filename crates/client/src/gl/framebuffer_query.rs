//! Queries of framebuffers (GL 4.6 core 9.2.3).

use super::{
    enums::*,
    framebuffer::{Attachment, Framebuffer},
    framebuffer_attach::{Point, point},
    framebuffer_status::{attachment_info, status, surface},
    outcome::{Outcome, invalid_enum, invalid_operation},
};
use crate::{Cx, table::Ref};
use pipe_types::records::resource::ResourceTarget;
use texel::FormatInfo;

/// `glGetFramebufferAttachmentParameteriv`; `for_draw` says which surface of the default framebuffer is meant.
pub fn attachment(
    cx: &Cx<'_>,
    framebuffer: Option<&Ref<Framebuffer>>,
    for_draw: bool,
    attachment: GLenum,
    pname: GLenum,
) -> Outcome<i32> {
    let Some(framebuffer) = framebuffer else { return of_default(cx, for_draw, attachment, pname) };
    let object = &cx.state.framebuffers.table[framebuffer];
    let what = match point(attachment)? {
        Point::Color(index) => &object.color[index],
        Point::Depth => &object.depth,
        Point::Stencil => &object.stencil,
        Point::DepthStencil => {
            if object.depth != object.stencil {
                return invalid_operation("depth and stencil attachment are different");
            }
            if pname == GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE {
                return invalid_operation("depth and stencil have no component type in common");
            }
            &object.depth
        }
    };
    let type_ = match what {
        Attachment::None => GL_NONE,
        Attachment::Texture { .. } => GL_TEXTURE,
        Attachment::Renderbuffer(_) => GL_RENDERBUFFER,
    };
    let name = match what {
        Attachment::None => 0,
        Attachment::Texture { texture, .. } => cx.shared.textures.name(texture),
        Attachment::Renderbuffer(renderbuffer) => cx.shared.renderbuffers.name(renderbuffer),
    };
    match pname {
        GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE => return Ok(type_ as i32),
        GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME => return Ok(name as i32),
        _ => {}
    }
    if type_ == GL_NONE {
        return nothing_there(pname);
    }
    if let Some(answer) = format_answer(attachment_info(cx, what), pname) {
        return Ok(answer);
    }
    let Attachment::Texture { texture, face, level, layer, layered } = what else {
        return invalid_enum("pname", pname);
    };
    let cube = cx.shared.textures[texture].target == ResourceTarget::TexCube;
    Ok(match pname {
        GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL => *level as i32,
        // Of all faces it is the first.
        GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE if cube => GL_TEXTURE_CUBE_MAP_POSITIVE_X as i32 + *face as i32,
        GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE => 0,
        GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER => *layer as i32,
        GL_FRAMEBUFFER_ATTACHMENT_LAYERED => i32::from(*layered),
        _ => return invalid_enum("pname", pname),
    })
}

fn is_pname(pname: GLenum) -> bool {
    matches!(
        pname,
        GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE
            | GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE
            | GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE
            | GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE
            | GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE
            | GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE
            | GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE
            | GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING
            | GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL
            | GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE
            | GL_FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER
            | GL_FRAMEBUFFER_ATTACHMENT_LAYERED
    )
}

fn nothing_there(pname: GLenum) -> Outcome<i32> {
    if is_pname(pname) { invalid_operation("nothing is attached there") } else { invalid_enum("pname", pname) }
}

fn format_answer(info: Option<&FormatInfo>, pname: GLenum) -> Option<i32> {
    let bits = |of: fn(&texel::format::Bits) -> u8| info.map_or(0, |info| i32::from(of(&info.bits)));
    Some(match pname {
        GL_FRAMEBUFFER_ATTACHMENT_RED_SIZE => bits(|b| b.red),
        GL_FRAMEBUFFER_ATTACHMENT_GREEN_SIZE => bits(|b| b.green),
        GL_FRAMEBUFFER_ATTACHMENT_BLUE_SIZE => bits(|b| b.blue),
        GL_FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE => bits(|b| b.alpha),
        GL_FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE => bits(|b| b.depth),
        GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE => bits(|b| b.stencil),
        // Only colour buffers have integer components (GL 4.6 core 9.2.3): the stencil beside a depth is what the depth is.
        GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE => {
            info.map_or(GL_NONE, |info| info.component.attachment_type()) as i32
        }
        GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING => info.map_or(GL_LINEAR, |info| info.color_encoding()) as i32,
        _ => return None,
    })
}

fn of_default(cx: &Cx<'_>, for_draw: bool, attachment: GLenum, pname: GLenum) -> Outcome<i32> {
    let surface = super::framebuffer_status::surface(cx, for_draw);
    let ds = surface.and_then(|surface| texel::info(surface.depth_stencil_format));
    let info = match attachment {
        GL_FRONT_LEFT | GL_BACK_LEFT | GL_FRONT | GL_BACK => {
            surface.and_then(|surface| texel::info(surface.color_format))
        }
        GL_FRONT_RIGHT | GL_BACK_RIGHT => None,
        GL_DEPTH => ds.filter(|info| info.base.has_depth()),
        GL_STENCIL => ds.filter(|info| info.base.has_stencil()),
        _ => return invalid_enum("attachment", attachment),
    };
    match pname {
        GL_FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE => Ok(info.map_or(GL_NONE, |_| GL_FRAMEBUFFER_DEFAULT) as i32),
        // Only what is not there at all has a name, zero.
        GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME if info.is_none() && matches!(attachment, GL_DEPTH | GL_STENCIL) => Ok(0),
        GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME => invalid_enum("pname", pname),
        _ if info.is_none() => nothing_there(pname),
        _ => match format_answer(info, pname) {
            Some(answer) => Ok(answer),
            None => invalid_enum("pname", pname),
        },
    }
}

/// The format or type that reads of an image of `info` are done in best.
fn preferred_read(info: Option<&FormatInfo>, pname: GLenum) -> Outcome<GLenum> {
    let Some(info) = info else { return invalid_operation("there is nothing to read from") };
    let (format, type_) = super::readback::preferred(info);
    Ok(if pname == GL_IMPLEMENTATION_COLOR_READ_FORMAT { format } else { type_ })
}

/// `GL_IMPLEMENTATION_COLOR_READ_FORMAT` and `_TYPE` of the bound read framebuffer: an error where it is not complete or has no
/// read buffer (GL 4.6 core 18.2.2).
pub fn color_read(cx: &mut Cx<'_>, pname: GLenum) -> Outcome<GLenum> {
    preferred_read(super::readback::read_info(cx), pname)
}

/// `glGetFramebufferParameteriv` and the named form.
pub fn parameter(
    cx: &mut Cx<'_>,
    framebuffer: Option<&Ref<Framebuffer>>,
    for_draw: bool,
    pname: GLenum,
) -> Outcome<i32> {
    if let Some(framebuffer) = framebuffer {
        let default = cx.state.framebuffers.table[framebuffer].default_shape;
        match pname {
            GL_FRAMEBUFFER_DEFAULT_WIDTH => return Ok(default.width as i32),
            GL_FRAMEBUFFER_DEFAULT_HEIGHT => return Ok(default.height as i32),
            GL_FRAMEBUFFER_DEFAULT_LAYERS => return Ok(default.layers as i32),
            GL_FRAMEBUFFER_DEFAULT_SAMPLES => return Ok(default.samples as i32),
            GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS => return Ok(i32::from(default.fixed_sample_locations)),
            _ => {}
        }
    }
    let (_, shape) = status(cx, framebuffer, for_draw);
    let info = super::framebuffer_status::formats(cx, framebuffer, for_draw).read;
    Ok(match pname {
        GL_DOUBLEBUFFER => i32::from(framebuffer.is_none() && surface(cx, for_draw).is_some()),
        GL_STEREO => 0,
        GL_SAMPLES => shape.samples as i32,
        GL_SAMPLE_BUFFERS => i32::from(shape.samples > 0),
        GL_IMPLEMENTATION_COLOR_READ_FORMAT | GL_IMPLEMENTATION_COLOR_READ_TYPE => preferred_read(info, pname)? as i32,
        GL_FRAMEBUFFER_DEFAULT_WIDTH
        | GL_FRAMEBUFFER_DEFAULT_HEIGHT
        | GL_FRAMEBUFFER_DEFAULT_LAYERS
        | GL_FRAMEBUFFER_DEFAULT_SAMPLES
        | GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS => {
            return invalid_operation("the default framebuffer has no default parameters");
        }
        _ => return invalid_enum("pname", pname),
    })
}
