//! Completeness (GL 4.6 core 9.4), from client state.

use super::{
    enums::*,
    framebuffer::{Attachment, Framebuffer, Shape},
    outcome::{Outcome, invalid_enum},
    renderbuffer::is_renderable,
};
use crate::{Cx, table::Ref};
use pipe_types::records::resource::ResourceTarget;
use texel::{FormatInfo, es::Need};

/// Whether the draw framebuffer is complete, from client state. A draw or clear that gets no answers
/// `GL_INVALID_FRAMEBUFFER_OPERATION`.
#[inline]
pub fn draw_complete(cx: &mut Cx<'_>) -> bool {
    let framebuffers = &cx.state.framebuffers;
    match &framebuffers.draw {
        None => cx.state.surfaces.draw.is_some(),
        Some(framebuffer) => {
            let object = &framebuffers.table[framebuffer];
            if object.checked == (object.generation, cx.shared.pending_textures.generation) {
                return object.status == GL_FRAMEBUFFER_COMPLETE;
            }
            let framebuffer = framebuffer.clone();
            status(cx, Some(&framebuffer), true).0 == GL_FRAMEBUFFER_COMPLETE
        }
    }
}

/// Whether the read framebuffer is complete.
pub fn read_complete(cx: &mut Cx<'_>) -> bool {
    let read = cx.state.framebuffers.read.clone();
    status(cx, read.as_ref(), false).0 == GL_FRAMEBUFFER_COMPLETE
}

/// `glCheckFramebufferStatus`.
pub fn check(cx: &mut Cx<'_>, target: GLenum) -> Outcome<GLenum> {
    let framebuffer = match target {
        GL_FRAMEBUFFER | GL_DRAW_FRAMEBUFFER => cx.state.framebuffers.draw.clone(),
        GL_READ_FRAMEBUFFER => cx.state.framebuffers.read.clone(),
        _ => return invalid_enum("target", target),
    };
    Ok(status(cx, framebuffer.as_ref(), target != GL_READ_FRAMEBUFFER).0)
}

/// The surface behind the default framebuffer.
pub(super) fn surface<'a>(cx: &'a Cx<'_>, for_draw: bool) -> Option<&'a crate::context::SurfaceInfo> {
    let surfaces = &cx.state.surfaces;
    if for_draw { surfaces.draw.as_ref() } else { surfaces.read.as_ref() }
}

/// Status and shape of a framebuffer; of the default framebuffer with the surface that `for_draw` says.
pub fn status(cx: &mut Cx<'_>, framebuffer: Option<&Ref<Framebuffer>>, for_draw: bool) -> (GLenum, Shape) {
    let framebuffers = &cx.state.framebuffers;
    let Some(framebuffer) = framebuffer else {
        return match surface(cx, for_draw) {
            Some(surface) => (
                GL_FRAMEBUFFER_COMPLETE,
                Shape {
                    width: surface.width,
                    height: surface.height,
                    layers: 0,
                    samples: if surface.samples > 1 { surface.samples } else { 0 },
                    fixed_sample_locations: true,
                },
            ),
            None => (GL_FRAMEBUFFER_UNDEFINED, Shape::default()),
        };
    };
    let now = (framebuffers.table[framebuffer].generation, cx.shared.pending_textures.generation);
    if framebuffers.table[framebuffer].checked != now {
        let (status, shape) = evaluate(cx, framebuffer);
        let object = &mut cx.state.framebuffers.table[framebuffer];
        object.checked = now;
        (object.status, object.shape) = (status, shape);
    }
    let object = &cx.state.framebuffers.table[framebuffer];
    (object.status, object.shape)
}

/// What completeness asks of an attached image.
struct Facts {
    info: &'static FormatInfo,
    /// The format of the storage where the image is a view as another one.
    view_of: Option<&'static FormatInfo>,
    width: u32,
    height: u32,
    samples: u32,
    fixed: bool,
    layers: Option<(u32, ResourceTarget)>,
}

/// The attached image, or none when there is no such image.
fn facts(cx: &Cx<'_>, attachment: &Attachment) -> Option<Facts> {
    match attachment {
        Attachment::None => None,
        Attachment::Renderbuffer(renderbuffer) => {
            let object = &cx.shared.renderbuffers[renderbuffer];
            Some(Facts {
                info: object.info?,
                view_of: None,
                width: object.width,
                height: object.height,
                samples: object.samples,
                fixed: true,
                layers: None,
            })
        }
        Attachment::Texture { texture, face, level, layer, layered } => {
            let object = &cx.shared.textures[texture];
            let image = object.image(*face, *level)?;
            // Levels below the base level, and behind the last that counts, are left to the application, as drivers do.
            if !object.is_immutable() && *level > object.base_level && !object.is_mipmap_complete() {
                return None;
            }
            let there = match object.target {
                ResourceTarget::Tex1DArray => *layer < image.height,
                ResourceTarget::TexCube => !*layered || object.is_cube_complete(),
                _ => *layer < image.depth.max(1),
            };
            let height = if object.target == ResourceTarget::Tex1DArray { 1 } else { image.height };
            let stored = object.view.map(|view| view.stored);
            there.then_some(Facts {
                info: image.info,
                view_of: stored.filter(|stored| stored.internal_format != image.info.internal_format),
                width: image.width,
                height,
                samples: image.samples.into(),
                fixed: image.fixed_sample_locations,
                layers: layered.then(|| (image.layers(object.target), object.target)),
            })
        }
    }
}

/// Whether a view of storage of another format can be rendered to: not where the driver renders to the view's format only in
/// another one of another size.
fn view_is_renderable(cx: &mut Cx<'_>, info: &FormatInfo, of: &FormatInfo) -> bool {
    let caps = crate::emit::texture::es_caps(cx);
    let owner = texel::es::texture_storage(of, caps, Need::empty());
    let view = owner.and_then(|owner| texel::es::view_storage(info, (of, &owner), caps));
    view.is_some_and(|storage| storage.renderable)
}

fn evaluate(cx: &mut Cx<'_>, framebuffer: &Ref<Framebuffer>) -> (GLenum, Shape) {
    let object = &cx.state.framebuffers.table[framebuffer];
    let default = object.default_shape;
    let (depth, stencil, color) = (object.depth.clone(), object.stencil.clone(), object.color.clone());
    let mut all: Vec<Facts> = Vec::new();
    // Depth, stencil, then colours; each has to be attachment complete.
    for (i, attachment) in [&depth, &stencil].into_iter().chain(&color).enumerate() {
        if attachment.is_none() {
            continue;
        }
        let incomplete = (GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, Shape::default());
        let Some(facts) = facts(cx, attachment) else { return incomplete };
        let fits = match i {
            0 => facts.info.base.has_depth(),
            1 => facts.info.base.has_stencil(),
            _ => facts.info.base.is_color(),
        };
        if facts.width == 0 || facts.height == 0 || !fits {
            return incomplete;
        }
        if !is_renderable(cx, facts.info) || !facts.view_of.is_none_or(|of| view_is_renderable(cx, facts.info, of)) {
            // GL's own list says attachment, what only the driver lacks is unsupported.
            let required = !facts.info.is_compressed() && facts.info.internal_format != GL_RGB9_E5;
            let status = if required { GL_FRAMEBUFFER_UNSUPPORTED } else { GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT };
            return (status, Shape::default());
        }
        all.push(facts);
    }
    let Some(first) = all.first() else {
        if default.width == 0 || default.height == 0 {
            return (GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT, Shape::default());
        }
        return (GL_FRAMEBUFFER_COMPLETE, default);
    };
    if all.iter().any(|facts| facts.samples != first.samples || facts.fixed != first.fixed) {
        return (GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE, Shape::default());
    }
    let layered = first.layers.is_some();
    let same_layers = |facts: &Facts| match (facts.layers, first.layers) {
        (None, None) => true,
        (Some((_, target)), Some((_, of_first))) => target == of_first,
        _ => false,
    };
    if !all.iter().all(same_layers) {
        return (GL_FRAMEBUFFER_INCOMPLETE_LAYER_TARGETS, Shape::default());
    }
    // Depth and stencil of different images: no driver takes them.
    if !depth.is_none() && !stencil.is_none() && depth != stencil {
        return (GL_FRAMEBUFFER_UNSUPPORTED, Shape::default());
    }
    let least = |of: &dyn Fn(&Facts) -> u32| all.iter().map(of).min().unwrap_or(0);
    let shape = Shape {
        width: least(&|facts| facts.width),
        height: least(&|facts| facts.height),
        layers: if layered { least(&|facts| facts.layers.map_or(0, |(layers, _)| layers)) } else { 0 },
        samples: first.samples,
        fixed_sample_locations: first.fixed,
    };
    (GL_FRAMEBUFFER_COMPLETE, shape)
}

/// The format of what a colour point, the depth or the stencil attachment holds.
pub fn attachment_info(cx: &Cx<'_>, attachment: &Attachment) -> Option<&'static FormatInfo> {
    match attachment {
        Attachment::None => None,
        Attachment::Renderbuffer(renderbuffer) => cx.shared.renderbuffers[renderbuffer].info,
        Attachment::Texture { texture, face, level, .. } => {
            cx.shared.textures[texture].image(*face, *level).map(|image| image.info)
        }
    }
}

/// Formats of a framebuffer's draw buffers, depth and stencil, for clears and blits.
pub struct Formats {
    /// By draw buffer.
    pub draw: Vec<Option<&'static FormatInfo>>,
    /// Of the read buffer.
    pub read: Option<&'static FormatInfo>,
    /// Depth attachment.
    pub depth: Option<&'static FormatInfo>,
    /// Stencil attachment.
    pub stencil: Option<&'static FormatInfo>,
}

/// Looks the formats of a framebuffer up.
pub fn formats(cx: &Cx<'_>, framebuffer: Option<&Ref<Framebuffer>>, for_draw: bool) -> Formats {
    let framebuffers = &cx.state.framebuffers;
    let Some(framebuffer) = framebuffer else {
        let default = &framebuffers.default;
        let surface = surface(cx, for_draw);
        let color = surface.and_then(|surface| texel::info(surface.color_format));
        let ds = surface.and_then(|surface| texel::info(surface.depth_stencil_format));
        return Formats {
            draw: default.draw_buffers.iter().map(|&b| color.filter(|_| b != GL_NONE)).collect(),
            read: color.filter(|_| default.read_buffer != GL_NONE),
            depth: ds.filter(|info| info.base.has_depth()),
            stencil: ds.filter(|info| info.base.has_stencil()),
        };
    };
    let object = &framebuffers.table[framebuffer];
    let point = |buffer: GLenum| {
        let index = super::framebuffer::color_index(buffer)? as usize;
        attachment_info(cx, object.color.get(index)?)
    };
    Formats {
        draw: object.draw_buffers.iter().map(|&buffer| point(buffer)).collect(),
        read: point(object.read_buffer),
        depth: attachment_info(cx, &object.depth).filter(|info| info.base.has_depth()),
        stencil: attachment_info(cx, &object.stencil).filter(|info| info.base.has_stencil()),
    }
}
