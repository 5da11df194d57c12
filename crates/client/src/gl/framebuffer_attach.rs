//! Attaching images to framebuffers (GL 4.6 core 9.2.7, 9.2.8).

use super::{
    enums::*,
    framebuffer::{Attachment, Framebuffer, MAX_COLOR_ATTACHMENTS, color_index},
    outcome::{GlError, Outcome, invalid_enum, invalid_operation, invalid_value},
    texture::{self, Texture, face_of, target_of},
};
use crate::{Cx, table::Ref};
use pipe_types::records::resource::ResourceTarget;

/// Attachment points of an enum.
#[derive(Clone, Copy, Debug)]
pub(super) enum Point {
    Color(usize),
    Depth,
    Stencil,
    DepthStencil,
}

/// The attachment points that an enum names.
pub(super) fn point(attachment: GLenum) -> Outcome<Point> {
    match (attachment, color_index(attachment)) {
        (_, Some(index)) if index < MAX_COLOR_ATTACHMENTS => Ok(Point::Color(index as usize)),
        (_, Some(index)) => invalid_operation(format!(
            "GL_COLOR_ATTACHMENT{index}: there are {MAX_COLOR_ATTACHMENTS} colour attachments"
        )),
        (GL_DEPTH_ATTACHMENT, _) => Ok(Point::Depth),
        (GL_STENCIL_ATTACHMENT, _) => Ok(Point::Stencil),
        (GL_DEPTH_STENCIL_ATTACHMENT, _) => Ok(Point::DepthStencil),
        _ => invalid_enum("attachment", attachment),
    }
}

/// A framebuffer that things can be attached to.
pub fn object(framebuffer: Option<Ref<Framebuffer>>) -> Outcome<Ref<Framebuffer>> {
    match framebuffer {
        Some(framebuffer) => Ok(framebuffer),
        None => invalid_operation("the default framebuffer has no attachments"),
    }
}

fn attach(cx: &mut Cx<'_>, framebuffer: &Ref<Framebuffer>, point: Point, attachment: Attachment) {
    let object = &mut cx.state.framebuffers.table[framebuffer];
    let same = match point {
        Point::Color(index) => object.color[index] == attachment,
        Point::Depth => object.depth == attachment,
        Point::Stencil => object.stencil == attachment,
        Point::DepthStencil => object.depth == attachment && object.stencil == attachment,
    };
    if same {
        return;
    }
    match point {
        Point::Color(index) => object.color[index] = attachment,
        Point::Depth => object.depth = attachment,
        Point::Stencil => object.stencil = attachment,
        Point::DepthStencil => {
            object.depth = attachment.clone();
            object.stencil = attachment;
        }
    }
    cx.state.framebuffers.touch(Some(framebuffer));
    // What was attached may have lost its last reference.
    cx.state.sent.dirty |= crate::emit::Dirty::COLLECT;
}

/// `glFramebufferRenderbuffer`, `glNamedFramebufferRenderbuffer`.
pub fn renderbuffer(
    cx: &mut Cx<'_>,
    framebuffer: Option<Ref<Framebuffer>>,
    attachment: GLenum,
    target: GLenum,
    name: GLuint,
) -> Outcome {
    if target != GL_RENDERBUFFER {
        return invalid_enum("renderbuffer target", target);
    }
    let framebuffer = object(framebuffer)?;
    let point = point(attachment)?;
    let what = match name {
        0 => Attachment::None,
        name => match cx.shared.renderbuffers.get(name) {
            Some(renderbuffer) => Attachment::Renderbuffer(renderbuffer),
            None => return invalid_operation(format!("{name} is no renderbuffer")),
        },
    };
    attach(cx, &framebuffer, point, what);
    Ok(())
}

/// A texture on its way to a point of a framebuffer.
type Attaching = (Ref<Framebuffer>, Point, Ref<Texture>);

fn detach_or<'a>(
    cx: &mut Cx<'a>,
    framebuffer: Option<Ref<Framebuffer>>,
    attachment: GLenum,
    name: GLuint,
    error: GLenum,
) -> Outcome<Option<Attaching>> {
    let framebuffer = object(framebuffer)?;
    let point = point(attachment)?;
    if name == 0 {
        attach(cx, &framebuffer, point, Attachment::None);
        return Ok(None);
    }
    match cx.shared.textures.get(name) {
        Some(texture) => Ok(Some((framebuffer, point, texture))),
        None => Err(GlError::new(error, format!("{name} is no texture"))),
    }
}

/// `glFramebufferTexture`, `glNamedFramebufferTexture`: all layers, if there are any.
pub fn whole_level(
    cx: &mut Cx<'_>,
    framebuffer: Option<Ref<Framebuffer>>,
    attachment: GLenum,
    name: GLuint,
    level: i32,
) -> Outcome {
    let Some((framebuffer, point, texture)) = detach_or(cx, framebuffer, attachment, name, GL_INVALID_VALUE)? else {
        return Ok(());
    };
    let target = cx.shared.textures[&texture].target;
    if target == ResourceTarget::TexBuffer {
        return invalid_operation("a buffer texture cannot be attached");
    }
    let level = check_level(cx, &texture, level)?;
    let layered = texture::is_layered(target);
    attach(cx, &framebuffer, point, Attachment::Texture { texture, face: 0, level, layer: 0, layered });
    Ok(())
}

/// `glFramebufferTexture1D`, `2D`, `3D`.
#[allow(clippy::too_many_arguments)]
pub fn image(
    cx: &mut Cx<'_>,
    dims: u32,
    framebuffer: Option<Ref<Framebuffer>>,
    attachment: GLenum,
    textarget: GLenum,
    name: GLuint,
    level: i32,
    zoffset: i32,
) -> Outcome {
    let Some((framebuffer, point, texture)) = detach_or(cx, framebuffer, attachment, name, GL_INVALID_OPERATION)?
    else {
        return Ok(());
    };
    let face = face_of(textarget);
    let Some(target) = face.map(|_| ResourceTarget::TexCube).or_else(|| target_of(textarget)) else {
        return invalid_enum("textarget", textarget);
    };
    if target == ResourceTarget::TexBuffer {
        return invalid_enum("textarget", textarget);
    }
    let fits = match target {
        ResourceTarget::Tex1D => dims == 1,
        ResourceTarget::Tex2D | ResourceTarget::TexRect | ResourceTarget::Tex2DMS => dims == 2,
        ResourceTarget::TexCube => dims == 2 && face.is_some(),
        ResourceTarget::Tex3D => dims == 3,
        _ => false,
    };
    if !fits || cx.shared.textures[&texture].target != target {
        return invalid_operation(format!("textarget {} is not the texture's", enum_name(textarget)));
    }
    let level = check_level(cx, &texture, level)?;
    let layer = if dims == 3 { check_layer(cx, target, zoffset)? } else { 0 };
    let face = face.unwrap_or(0);
    attach(cx, &framebuffer, point, Attachment::Texture { texture, face, level, layer, layered: false });
    Ok(())
}

/// A level that the target may have, and that immutable storage or a view does have (GL 4.6 core 9.2.8).
fn check_level(cx: &Cx<'_>, texture: &Ref<Texture>, level: i32) -> Outcome<u32> {
    let texture = &cx.shared.textures[texture];
    let level = texture::check_level(cx, texture.target, level)?;
    if texture.is_immutable() && texture.image(0, level).is_none() {
        return invalid_value(format!("level {level} is past the end of immutable storage"));
    }
    Ok(level)
}

fn check_layer(cx: &Cx<'_>, target: ResourceTarget, layer: i32) -> Outcome<u32> {
    let limits = &cx.session.caps.limits;
    let most = match target {
        ResourceTarget::Tex3D => limits.max_3d_texture_size,
        ResourceTarget::TexCube => 6,
        _ => limits.max_array_texture_layers,
    };
    match u32::try_from(layer) {
        Ok(layer) if layer < most => Ok(layer),
        _ => invalid_value(format!("layer {layer}")),
    }
}

/// `glFramebufferTextureLayer`, `glNamedFramebufferTextureLayer`.
pub fn layer(
    cx: &mut Cx<'_>,
    framebuffer: Option<Ref<Framebuffer>>,
    attachment: GLenum,
    name: GLuint,
    level: i32,
    layer: i32,
) -> Outcome {
    let Some((framebuffer, point, texture)) = detach_or(cx, framebuffer, attachment, name, GL_INVALID_OPERATION)?
    else {
        return Ok(());
    };
    let target = cx.shared.textures[&texture].target;
    if !texture::is_layered(target) {
        return invalid_operation(format!("texture {name} has no layers"));
    }
    let layer = check_layer(cx, target, layer)?;
    let level = check_level(cx, &texture, level)?;
    let (face, layer) = if target == ResourceTarget::TexCube { (layer as usize, 0) } else { (0, layer) };
    attach(cx, &framebuffer, point, Attachment::Texture { texture, face, level, layer, layered: false });
    Ok(())
}

/// `glFramebufferParameteri`, `glNamedFramebufferParameteri` (GL 4.6 core 9.2.1).
pub fn parameter(cx: &mut Cx<'_>, framebuffer: Option<Ref<Framebuffer>>, pname: GLenum, param: i32) -> Outcome {
    let limits = &cx.session.caps.limits;
    let most = match pname {
        GL_FRAMEBUFFER_DEFAULT_WIDTH => limits.max_framebuffer_width,
        GL_FRAMEBUFFER_DEFAULT_HEIGHT => limits.max_framebuffer_height,
        GL_FRAMEBUFFER_DEFAULT_LAYERS => limits.max_framebuffer_layers,
        GL_FRAMEBUFFER_DEFAULT_SAMPLES => limits.max_framebuffer_samples,
        GL_FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS => u32::MAX,
        _ => return invalid_enum("pname", pname),
    };
    let framebuffer = object(framebuffer)?;
    let value = match u32::try_from(param) {
        Ok(value) if value <= most => value,
        _ if most == u32::MAX => 1,
        _ => return invalid_value(format!("{} of {param}", enum_name(pname))),
    };
    let shape = &mut cx.state.framebuffers.table[&framebuffer].default_shape;
    match pname {
        GL_FRAMEBUFFER_DEFAULT_WIDTH => shape.width = value,
        GL_FRAMEBUFFER_DEFAULT_HEIGHT => shape.height = value,
        GL_FRAMEBUFFER_DEFAULT_LAYERS => shape.layers = value,
        GL_FRAMEBUFFER_DEFAULT_SAMPLES => shape.samples = value,
        _ => shape.fixed_sample_locations = value != 0,
    }
    cx.state.framebuffers.touch(Some(&framebuffer));
    Ok(())
}
