//! Framebuffer records.

use crate::{
    Cx, Shared,
    context::ContextState,
    gl::{
        enums::GL_NONE,
        framebuffer::{Attachment, Framebuffer, color_index},
        framebuffer_status::status,
    },
    session::Session,
    table::Ref,
};
use pipe_types::{
    Op, RawHandle,
    records::{
        framebuffer::{
            COLOR_POINTS, FramebufferTarget, MGPFramebufferBinding, MGPFramebufferState, MGPSurface, NOT_A_TEXTURE,
            SurfaceKind,
        },
        resource::ResourceTarget,
    },
};
use zerocopy::IntoBytes;

/// What the server has of a context's framebuffers.
#[derive(Default)]
pub struct Sent {
    /// Generations of framebuffers and textures when the bindings were last looked at.
    seen: (u64, u64),
    draw: RawHandle,
    read: RawHandle,
    /// Stamps of the default framebuffer as draw and as read framebuffer.
    default: [u64; 2],
}

/// Sends the draw and the read framebuffer if they changed.
#[inline]
pub fn draw_read(cx: &mut Cx<'_>) {
    let seen = (cx.state.framebuffers.generation, cx.shared.pending_textures.generation);
    if cx.state.sent.framebuffers.seen != seen {
        cx.state.sent.framebuffers.seen = seen;
        changed(cx);
    }
}

fn changed(cx: &mut Cx<'_>) {
    let (draw, read) = (cx.state.framebuffers.draw.clone(), cx.state.framebuffers.read.clone());
    if draw == read {
        // Two surfaces are two default framebuffers.
        if draw.is_some() || cx.state.surfaces.draw == cx.state.surfaces.read {
            send(cx, draw.as_ref(), FramebufferTarget::Both);
            return;
        }
    }
    send(cx, draw.as_ref(), FramebufferTarget::Draw);
    send(cx, read.as_ref(), FramebufferTarget::Read);
}

/// Sends a framebuffer that a call names, if it changed; no binding moves. Returns its handle.
pub fn named(cx: &mut Cx<'_>, framebuffer: Option<&Ref<Framebuffer>>) -> RawHandle {
    send(cx, framebuffer, FramebufferTarget::Named);
    cx.state.framebuffers.handle(framebuffer)
}

fn send(cx: &mut Cx<'_>, framebuffer: Option<&Ref<Framebuffer>>, target: FramebufferTarget) {
    let news = news(cx, framebuffer, target);
    let fbo = cx.state.framebuffers.handle(framebuffer);
    let sent = &mut cx.state.sent.framebuffers;
    let draws = matches!(target, FramebufferTarget::Draw | FramebufferTarget::Both);
    let reads = matches!(target, FramebufferTarget::Read | FramebufferTarget::Both);
    let bound = (!draws || sent.draw == fbo) && (!reads || sent.read == fbo);
    if draws {
        sent.draw = fbo;
    }
    if reads {
        sent.read = fbo;
    }
    match news {
        Some(mut record) => {
            record.target = target.wire();
            record.seal();
            cx.session.push(Op::SetFramebufferState, &record);
        }
        None if bound => {}
        None => {
            let record = MGPFramebufferBinding { fbo, target: target.wire().into(), pad: 0 };
            cx.session.push(Op::BindFramebuffer, &record);
        }
    }
}

/// The record of a framebuffer, if the server has another one or none.
fn news(
    cx: &mut Cx<'_>,
    framebuffer: Option<&Ref<Framebuffer>>,
    target: FramebufferTarget,
) -> Option<MGPFramebufferState> {
    let now = framebuffer.map(|framebuffer| {
        (cx.state.framebuffers.table[framebuffer].generation, cx.shared.pending_textures.generation)
    });
    if let (Some(framebuffer), Some(now)) = (framebuffer, now)
        && cx.state.framebuffers.table[framebuffer].sent_at == now
    {
        return None;
    }
    let (record, stamp) = record(cx, framebuffer, target != FramebufferTarget::Read);
    let known = match framebuffer {
        Some(framebuffer) => {
            let object = &mut cx.state.framebuffers.table[framebuffer];
            object.sent_at = now.unwrap_or_default();
            std::mem::replace(&mut object.sent, stamp) == stamp
        }
        None => {
            let stamps = &mut cx.state.sent.framebuffers.default;
            let known = stamps[usize::from(target == FramebufferTarget::Read)] == stamp;
            match target {
                FramebufferTarget::Read => stamps[1] = stamp,
                FramebufferTarget::Both => *stamps = [stamp; 2],
                _ => stamps[0] = stamp,
            }
            known
        }
    };
    (!known).then_some(record)
}

/// The record of a framebuffer, target and hash open, and a stamp over it and the generations of what is attached.
fn record(cx: &mut Cx<'_>, framebuffer: Option<&Ref<Framebuffer>>, for_draw: bool) -> (MGPFramebufferState, u64) {
    let (status, shape) = status(cx, framebuffer, for_draw);
    let size = |value: u32| value.min(u32::from(u16::MAX)) as u16;
    let mut record = MGPFramebufferState {
        fbo: cx.state.framebuffers.handle(framebuffer),
        draw_buffers: [-1; COLOR_POINTS],
        width: size(shape.width),
        height: size(shape.height),
        layers: size(shape.layers),
        samples: size(shape.samples),
        fixed_sample_locations: u8::from(shape.fixed_sample_locations),
        is_default: u8::from(framebuffer.is_none()),
        complete: u8::from(status == crate::gl::enums::GL_FRAMEBUFFER_COMPLETE),
        ..Default::default()
    };
    let mut generations = [0u32; COLOR_POINTS + 2];
    match framebuffer {
        None => {
            // One colour buffer, whatever name it is called by, and at whatever place.
            for (slot, &buffer) in record.draw_buffers.iter_mut().zip(&cx.state.framebuffers.default.draw_buffers) {
                *slot = if buffer == GL_NONE { -1 } else { 0 };
            }
            // Another surface of the same size is another framebuffer.
            let surfaces = &cx.state.surfaces;
            let surface = if for_draw { &surfaces.draw } else { &surfaces.read };
            if let Some(surface) = surface {
                (generations[0], generations[1]) = (surface.handle.raw().slot, surface.handle.raw().generation);
            }
        }
        Some(framebuffer) => {
            let object = &cx.state.framebuffers.table[framebuffer];
            for (i, attachment) in object.color.iter().enumerate() {
                (record.color[i], generations[i]) = surface(cx.shared, attachment);
            }
            (record.depth, generations[COLOR_POINTS]) = surface(cx.shared, &object.depth);
            (record.stencil, generations[COLOR_POINTS + 1]) = surface(cx.shared, &object.stencil);
            for (slot, &buffer) in record.draw_buffers.iter_mut().zip(&object.draw_buffers) {
                *slot = color_index(buffer).map_or(-1, |index| index as i8);
            }
            if let Some(index) = color_index(object.read_buffer) {
                record.read_surface = record.color[index as usize];
            }
        }
    }
    let mut bytes = [0; size_of::<MGPFramebufferState>() + size_of::<[u32; COLOR_POINTS + 2]>()];
    let (front, back) = bytes.split_at_mut(size_of::<MGPFramebufferState>());
    front.copy_from_slice(record.as_bytes());
    back.copy_from_slice(generations.as_bytes());
    (record, pipe_types::encode::content_hash(&bytes))
}

fn surface(shared: &Shared, attachment: &Attachment) -> (MGPSurface, u32) {
    match attachment {
        Attachment::None => (MGPSurface::EMPTY, 0),
        Attachment::Renderbuffer(renderbuffer) => {
            let object = &shared.renderbuffers[renderbuffer];
            let surface = MGPSurface {
                resource: object.handle.raw(),
                internal_format: object.info.map_or(0, |info| info.internal_format),
                kind: SurfaceKind::Renderbuffer.wire(),
                upload_target: NOT_A_TEXTURE,
                texture_target: NOT_A_TEXTURE,
                ..MGPSurface::EMPTY
            };
            (surface, object.generation)
        }
        Attachment::Texture { texture, face, level, layer, layered } => {
            let object = &shared.textures[texture];
            let image = object.image(*face, *level);
            let one_face = object.target == ResourceTarget::TexCube && !layered;
            let surface = MGPSurface {
                resource: object.handle.raw(),
                internal_format: image.map_or(0, |image| image.info.internal_format),
                kind: SurfaceKind::Texture.wire(),
                layered: u8::from(*layered),
                level: *level as u16,
                layer: *layer,
                upload_target: if one_face { *face as u16 + 1 } else { 0 },
                texture_target: object.target.wire().into(),
            };
            (surface, object.generation)
        }
    }
}

/// Ends framebuffers that nobody refers to.
pub fn collect(state: &mut ContextState, session: &mut Session) {
    state.framebuffers.table.collect(|framebuffer| super::object_death(session, framebuffer.handle));
}

/// The context is gone; its framebuffers ended with it.
pub fn forget(state: &mut ContextState, session: &mut Session) {
    for framebuffer in state.framebuffers.table.drain() {
        session.release(framebuffer.handle);
    }
}
