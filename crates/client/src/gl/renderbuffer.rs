//! Renderbuffers (GL 4.6 core 9.2.4).

use super::{
    enums::*,
    outcome::{Outcome, invalid_enum, invalid_operation, invalid_value},
    texture_storage::{granted_samples, max_samples},
};
use crate::{Cx, emit::Dirty, table::Ref};
use pipe_types::{
    Handle, Op,
    handle::kind,
    records::resource::{MGPResourceDesc, ResourceTarget, WHOLE_BUFFER},
};
use texel::{FormatInfo, es::renderable_storage};

/// A renderbuffer.
#[derive(Debug)]
pub struct Renderbuffer {
    /// Its handle.
    pub handle: Handle<kind::Renderbuffer>,
    /// As the application asked.
    pub internal_format: GLenum,
    /// The sized format; none before storage is specified.
    pub info: Option<&'static FormatInfo>,
    /// Texels.
    pub width: u32,
    /// Texels.
    pub height: u32,
    /// Granted samples; 0 when not multisampled.
    pub samples: u32,
    /// Grows with every respecification.
    pub generation: u32,
    /// `glObjectLabel`.
    pub label: String,
}

/// The renderbuffer binding.
#[derive(Debug, Default)]
pub struct RenderbufferBinding {
    /// `GL_RENDERBUFFER_BINDING`.
    pub bound: Option<Ref<Renderbuffer>>,
}

/// Whether images of a format can be rendered to: GL calls it colour-, depth- or stencil-renderable (GL 4.6 core 9.4) and the
/// driver can hold it so.
pub fn is_renderable(cx: &mut Cx<'_>, info: &FormatInfo) -> bool {
    !info.is_compressed()
        && info.internal_format != GL_RGB9_E5
        && renderable_storage(info, crate::emit::texture::es_caps(cx)).is_some()
}

/// `glGenRenderbuffers`.
pub fn generate(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    for name in names {
        *name = cx.shared.renderbuffers.generate();
    }
}

/// `glCreateRenderbuffers`.
pub fn create_named(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    for name in names {
        *name = cx.shared.renderbuffers.generate();
        create(cx, *name);
    }
}

fn desc(renderbuffer: &Renderbuffer, name: u32) -> MGPResourceDesc {
    MGPResourceDesc {
        resource: renderbuffer.handle.raw(),
        target: ResourceTarget::Renderbuffer.wire(),
        internal_format: renderbuffer.info.map_or(0, |info| info.internal_format),
        width: renderbuffer.width,
        height: renderbuffer.height,
        depth: 1,
        array_layers: 1,
        samples: renderbuffer.samples as u16,
        gl_name_for_diag: name,
        buf_size: WHOLE_BUFFER,
        ..Default::default()
    }
}

fn create(cx: &mut Cx<'_>, name: u32) -> Ref<Renderbuffer> {
    let renderbuffer = Renderbuffer {
        handle: cx.session.mint(),
        internal_format: GL_RGBA,
        info: None,
        width: 0,
        height: 0,
        samples: 0,
        generation: 1,
        label: String::new(),
    };
    cx.session.push(Op::ResourceCreate, &desc(&renderbuffer, name));
    cx.shared.renderbuffers.create(name, renderbuffer)
}

/// `glDeleteRenderbuffers`.
pub fn delete(cx: &mut Cx<'_>, names: &[GLuint]) {
    for &name in names {
        let Some(renderbuffer) = cx.shared.renderbuffers.delete(name) else { continue };
        // Textures and renderbuffers end in the same round.
        cx.state.sent.dirty |= Dirty::COLLECT;
        if cx.state.renderbuffer.bound.as_ref() == Some(&renderbuffer) {
            cx.state.renderbuffer.bound = None;
        }
        super::framebuffer::detach_renderbuffer(cx, &renderbuffer);
    }
}

/// `glIsRenderbuffer`.
pub fn is_renderbuffer(cx: &Cx<'_>, name: GLuint) -> bool {
    cx.shared.renderbuffers.by_name(name).is_some()
}

/// `glBindRenderbuffer`.
pub fn bind(cx: &mut Cx<'_>, target: GLenum, name: GLuint) -> Outcome {
    if target != GL_RENDERBUFFER {
        return invalid_enum("target", target);
    }
    cx.state.renderbuffer.bound = match name {
        0 => None,
        name => Some(match cx.shared.renderbuffers.get(name) {
            Some(renderbuffer) => renderbuffer,
            None if cx.shared.renderbuffers.is_generated(name) => create(cx, name),
            None => return invalid_operation(format!("{name} is no name of glGenRenderbuffers")),
        }),
    };
    Ok(())
}

/// The bound renderbuffer.
pub fn bound(cx: &Cx<'_>, target: GLenum) -> Outcome<Ref<Renderbuffer>> {
    if target != GL_RENDERBUFFER {
        return invalid_enum("target", target);
    }
    match &cx.state.renderbuffer.bound {
        Some(renderbuffer) => Ok(renderbuffer.clone()),
        None => invalid_operation("no renderbuffer is bound"),
    }
}

/// The renderbuffer of a name, for direct state access.
pub fn named(cx: &Cx<'_>, name: GLuint) -> Outcome<Ref<Renderbuffer>> {
    match cx.shared.renderbuffers.get(name) {
        Some(renderbuffer) => Ok(renderbuffer),
        None => invalid_operation(format!("{name} is no renderbuffer")),
    }
}

/// `glRenderbufferStorage*`, `glNamedRenderbufferStorage*`.
pub fn storage(
    cx: &mut Cx<'_>,
    renderbuffer: &Ref<Renderbuffer>,
    samples: i32,
    internal_format: GLenum,
    width: i32,
    height: i32,
) -> Outcome {
    let info = match texel::effective(internal_format, 0, 0) {
        Some(info) if super::internal_format::names_renderable(internal_format) && is_renderable(cx, info) => info,
        _ => return invalid_enum("internal format that cannot be rendered to", internal_format),
    };
    let limits = &cx.session.caps.limits;
    let (Ok(width), Ok(height), Ok(samples)) = (u32::try_from(width), u32::try_from(height), u32::try_from(samples))
    else {
        return invalid_value(format!("{width} x {height}, {samples} samples"));
    };
    if width > limits.max_renderbuffer_size || height > limits.max_renderbuffer_size {
        return invalid_value(format!("{width} x {height} is too large"));
    }
    let most = max_samples(cx, info);
    if samples > most {
        return invalid_operation(format!("{samples} samples, {} has at most {most}", info.name));
    }
    let samples = if samples == 0 { 0 } else { granted_samples(cx, info, samples) };
    let name = cx.shared.renderbuffers.name(renderbuffer);
    let object = &mut cx.shared.renderbuffers[renderbuffer];
    let same = (object.info.map(|info| info.internal_format), object.width, object.height, object.samples)
        == (Some(info.internal_format), width, height, samples);
    object.internal_format = internal_format;
    object.info = Some(info);
    (object.width, object.height, object.samples) = (width, height, samples);
    if same {
        // New storage with undefined content is as good as the old one.
        return Ok(());
    }
    object.generation += 1;
    let record = desc(object, name);
    cx.session.push(Op::ResourceRespecify, &record);
    cx.shared.pending_textures.changed();
    Ok(())
}

/// `glGetRenderbufferParameteriv` and the named form.
pub fn get_parameter(cx: &Cx<'_>, renderbuffer: &Ref<Renderbuffer>, pname: GLenum) -> Outcome<i32> {
    let object = &cx.shared.renderbuffers[renderbuffer];
    let bits = |of: fn(&texel::format::Bits) -> u8| object.info.map_or(0, |info| i32::from(of(&info.bits)));
    Ok(match pname {
        GL_RENDERBUFFER_WIDTH => object.width as i32,
        GL_RENDERBUFFER_HEIGHT => object.height as i32,
        GL_RENDERBUFFER_INTERNAL_FORMAT => object.internal_format as i32,
        GL_RENDERBUFFER_SAMPLES => object.samples as i32,
        GL_RENDERBUFFER_RED_SIZE => bits(|b| b.red),
        GL_RENDERBUFFER_GREEN_SIZE => bits(|b| b.green),
        GL_RENDERBUFFER_BLUE_SIZE => bits(|b| b.blue),
        GL_RENDERBUFFER_ALPHA_SIZE => bits(|b| b.alpha),
        GL_RENDERBUFFER_DEPTH_SIZE => bits(|b| b.depth),
        GL_RENDERBUFFER_STENCIL_SIZE => bits(|b| b.stencil),
        _ => return invalid_enum("pname", pname),
    })
}

/// Queries of state.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<super::get::Value> {
    use super::get::Value;
    let limits = &cx.session.caps.limits;
    Some(match pname {
        GL_RENDERBUFFER_BINDING => {
            let bound = cx.state.renderbuffer.bound.as_ref();
            Value::int(bound.map_or(0, |renderbuffer| cx.shared.renderbuffers.name(renderbuffer)))
        }
        GL_MAX_RENDERBUFFER_SIZE => Value::int(limits.max_renderbuffer_size),
        GL_MAX_SAMPLES => Value::int(limits.max_samples),
        _ => return None,
    })
}
