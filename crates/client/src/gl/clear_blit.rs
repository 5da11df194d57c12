//! Clears, blits, invalidation (GL 4.6 core 17.4, 18.3.1).

use super::{
    enums::*,
    framebuffer::{Framebuffer, max_draw_buffers},
    framebuffer_status::{Formats, draw_complete, formats, read_complete, status},
    outcome::{GlError, Outcome, invalid_enum, invalid_operation, invalid_value},
};
use crate::{Cx, emit, table::Ref};
use pipe_types::{
    Op, RawHandle,
    primitive::MGPWord,
    records::clear_blit::{ClearKind, MGPBlit, MGPClear, MGPInvalidate, ValueClass},
};
use texel::{FormatInfo, format::Component};

/// `GL_RGBA_INTEGER_MODE_EXT` of GL_EXT_texture_integer.
const RGBA_INTEGER_MODE: GLenum = 0x8D9E;

/// What `glClear` clears to (GL 4.6 core 17.4.3).
#[derive(Clone, Copy, Debug)]
pub struct ClearValues {
    /// `GL_COLOR_CLEAR_VALUE`.
    pub color: [f32; 4],
    /// `GL_DEPTH_CLEAR_VALUE`.
    pub depth: f32,
    /// `GL_STENCIL_CLEAR_VALUE`.
    pub stencil: i32,
}

impl Default for ClearValues {
    fn default() -> Self {
        Self { color: [0.0; 4], depth: 1.0, stencil: 0 }
    }
}

/// `glClearColor`.
pub fn clear_color(cx: &mut Cx<'_>, color: [f32; 4]) {
    cx.state.clear.color = color;
}

/// `glClearColorIiEXT`, `glClearColorIuiEXT`. The same state: a clear takes its bits for buffers of integers.
pub fn clear_color_bits(cx: &mut Cx<'_>, color: [u32; 4]) {
    cx.state.clear.color = color.map(f32::from_bits);
}

/// `glClearDepth`, `glClearDepthf`.
pub fn clear_depth(cx: &mut Cx<'_>, depth: f64) {
    cx.state.clear.depth = fixed_depth(depth as f32);
}

/// A depth of fixed point, and the state that `glClear` takes: 0 to 1, and 0 for what is no number.
fn fixed_depth(depth: f32) -> f32 {
    if depth.is_nan() { 0.0 } else { depth.clamp(0.0, 1.0) }
}

/// `glClearStencil`.
pub fn clear_stencil(cx: &mut Cx<'_>, stencil: i32) {
    cx.state.clear.stencil = stencil;
}

/// A call that needs a complete framebuffer has none.
pub(super) fn incomplete<T>() -> Outcome<T> {
    Err(GlError::new(GL_INVALID_FRAMEBUFFER_OPERATION, "the framebuffer is not complete"))
}

/// `glClear`.
pub fn clear(cx: &mut Cx<'_>, mask: GLbitfield) -> Outcome {
    if mask & !(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT) != 0 {
        return invalid_value(format!("mask {mask:#x}"));
    }
    if !draw_complete(cx) {
        return incomplete();
    }
    if mask == 0 {
        return Ok(());
    }
    emit::clear_state(cx);
    let values = cx.state.clear;
    let record = MGPClear {
        fbo: RawHandle::NULL,
        kind: ClearKind::Whole.wire(),
        buffer_mask: mask,
        value_class: ValueClass::Float.wire(),
        color_value: values.color.map(f32::to_bits),
        depth_value: values.depth,
        stencil_value: values.stencil,
        ..Default::default()
    };
    cx.session.push(Op::Clear, &record);
    Ok(())
}

/// What `glClearBuffer*` clears to.
#[derive(Clone, Copy, Debug)]
pub enum ClearTo<'a> {
    /// `fv`
    Float(&'a [f32]),
    /// `iv`
    Int(&'a [i32]),
    /// `uiv`
    Uint(&'a [u32]),
    /// `fi`
    DepthStencil(f32, i32),
}

/// How many values a buffer of `glClearBuffer*v` takes.
pub fn value_count(buffer: GLenum) -> usize {
    if buffer == GL_COLOR { 4 } else { 1 }
}

fn four<T: Copy + Default>(values: &[T]) -> [T; 4] {
    std::array::from_fn(|i| values.get(i).copied().unwrap_or_default())
}

/// `glClearBuffer*`; `named` is the framebuffer of a direct-access call (inside: none is the default framebuffer).
pub fn clear_buffer(
    cx: &mut Cx<'_>,
    named: Option<Option<Ref<Framebuffer>>>,
    buffer: GLenum,
    index: i32,
    to: ClearTo<'_>,
) -> Outcome {
    let mut record = MGPClear { draw_buffer_index: index, ..Default::default() };
    let kind = match (buffer, to) {
        (GL_COLOR, ClearTo::Float(v)) => {
            (record.value_class, record.color_value) = (ValueClass::Float.wire(), four(v).map(f32::to_bits));
            ClearKind::Color
        }
        (GL_COLOR, ClearTo::Int(v)) => {
            (record.value_class, record.color_value) = (ValueClass::Int.wire(), four(v).map(|v: i32| v as u32));
            ClearKind::Color
        }
        (GL_COLOR, ClearTo::Uint(v)) => {
            (record.value_class, record.color_value) = (ValueClass::Uint.wire(), four(v));
            ClearKind::Color
        }
        (GL_DEPTH, ClearTo::Float(v)) => {
            record.depth_value = v.first().copied().unwrap_or(0.0);
            ClearKind::Depth
        }
        (GL_STENCIL, ClearTo::Int(v)) => {
            record.stencil_value = v.first().copied().unwrap_or(0);
            ClearKind::Stencil
        }
        (GL_DEPTH_STENCIL, ClearTo::DepthStencil(depth, stencil)) => {
            (record.depth_value, record.stencil_value) = (depth, stencil);
            ClearKind::DepthStencil
        }
        _ => return invalid_enum("buffer", buffer),
    };
    record.kind = kind.wire();
    let most = if buffer == GL_COLOR { max_draw_buffers(cx) as i32 } else { 1 };
    if !(0..most).contains(&index) {
        return invalid_value(format!("draw buffer {index}"));
    }
    let framebuffer = match &named {
        Some(framebuffer) => framebuffer.clone(),
        None => cx.state.framebuffers.draw.clone(),
    };
    if status(cx, framebuffer.as_ref(), true).0 != GL_FRAMEBUFFER_COMPLETE {
        return incomplete();
    }
    let formats = formats(cx, framebuffer.as_ref(), true);
    let there = match kind {
        ClearKind::Color => formats.draw[index as usize].is_some(),
        ClearKind::Depth => formats.depth.is_some(),
        ClearKind::Stencil => formats.stencil.is_some(),
        _ => formats.depth.is_some() || formats.stencil.is_some(),
    };
    if !there {
        return Ok(());
    }
    // Depths of fixed point are clamped, those of floats are what the application says (GL 4.6 core 17.4.3.1).
    if formats.depth.is_some_and(|depth| depth.component != Component::Float) {
        record.depth_value = fixed_depth(record.depth_value);
    }
    emit::clear_state(cx);
    record.fbo = match &named {
        Some(framebuffer) => emit::framebuffer::named(cx, framebuffer.as_ref()),
        None => RawHandle::NULL,
    };
    cx.session.push(Op::Clear, &record);
    Ok(())
}

/// What blits ask of colour formats: integers of one sign with themselves only.
fn color_class(info: &FormatInfo) -> u32 {
    match info.component {
        Component::Int => 1,
        Component::Uint => 2,
        _ => 0,
    }
}

/// `glBlitFramebuffer`; `named` holds read and draw framebuffer of the direct-access form.
#[allow(clippy::too_many_arguments)]
pub fn blit(
    cx: &mut Cx<'_>,
    named: Option<[Option<Ref<Framebuffer>>; 2]>,
    src: [i32; 4],
    dst: [i32; 4],
    mask: GLbitfield,
    filter: GLenum,
) -> Outcome {
    let [read, draw] = match &named {
        Some(pair) => pair.clone(),
        None => [cx.state.framebuffers.read.clone(), cx.state.framebuffers.draw.clone()],
    };
    let (read_status, read_shape) = status(cx, read.as_ref(), false);
    let (draw_status, draw_shape) = status(cx, draw.as_ref(), true);
    if read_status != GL_FRAMEBUFFER_COMPLETE || draw_status != GL_FRAMEBUFFER_COMPLETE {
        return incomplete();
    }
    if !matches!(filter, GL_NEAREST | GL_LINEAR) {
        return invalid_enum("filter", filter);
    }
    if mask & !(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT) != 0 {
        return invalid_value(format!("mask {mask:#x}"));
    }
    if mask & (GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT) != 0 && filter != GL_NEAREST {
        return invalid_operation("depth and stencil are blitted with GL_NEAREST");
    }
    let sources = formats(cx, read.as_ref(), false);
    let targets = formats(cx, draw.as_ref(), true);
    let mask = check_blit(&sources, &targets, mask, filter)?;
    if read_shape.samples > 0 || draw_shape.samples > 0 {
        if read_shape.samples > 0 && draw_shape.samples > 0 && read_shape.samples != draw_shape.samples {
            return invalid_operation("sample counts differ");
        }
        // Resolving doesn't scale (GL 4.6 core 18.3.1).
        let extent =
            |r: &[i32; 4]| ((i64::from(r[2]) - i64::from(r[0])).abs(), (i64::from(r[3]) - i64::from(r[1])).abs());
        if extent(&src) != extent(&dst) {
            return invalid_operation("a multisample blit cannot scale");
        }
    }
    if mask == 0 || src[0] == src[2] || src[1] == src[3] || dst[0] == dst[2] || dst[1] == dst[3] {
        return Ok(());
    }
    emit::clear_state(cx);
    let [read_fbo, draw_fbo] = match &named {
        Some([read, draw]) => {
            [emit::framebuffer::named(cx, read.as_ref()), emit::framebuffer::named(cx, draw.as_ref())]
        }
        None => [RawHandle::NULL; 2],
    };
    cx.session.push(Op::Blit, &MGPBlit { read_fbo, draw_fbo, src, dst, mask, filter });
    Ok(())
}

/// The format rules of a blit; returns the mask without buffers that are missing on one side.
fn check_blit(sources: &Formats, targets: &Formats, mut mask: GLbitfield, filter: GLenum) -> Outcome<GLbitfield> {
    if mask & GL_COLOR_BUFFER_BIT != 0 {
        match sources.read {
            None => mask &= !GL_COLOR_BUFFER_BIT,
            Some(source) => {
                if filter == GL_LINEAR && source.is_integer_color() {
                    return invalid_operation("integers cannot be filtered");
                }
                let mut any = false;
                for target in targets.draw.iter().flatten() {
                    any = true;
                    if color_class(source) != color_class(target) {
                        return invalid_operation(format!("{} cannot be blitted to {}", source.name, target.name));
                    }
                }
                if !any {
                    mask &= !GL_COLOR_BUFFER_BIT;
                }
            }
        }
    }
    for (bit, source, target) in
        [(GL_DEPTH_BUFFER_BIT, sources.depth, targets.depth), (GL_STENCIL_BUFFER_BIT, sources.stencil, targets.stencil)]
    {
        if mask & bit == 0 {
            continue;
        }
        match (source, target) {
            (Some(source), Some(target)) => {
                // Of packed formats both parts have to be alike, whichever is blitted.
                let depth = source.bits.depth == 0 || target.bits.depth == 0 || {
                    (source.bits.depth, source.component) == (target.bits.depth, target.component)
                };
                let same = depth && (bit == GL_DEPTH_BUFFER_BIT || source.bits.stencil == target.bits.stencil);
                if !same {
                    return invalid_operation(format!("{} cannot be blitted to {}", source.name, target.name));
                }
            }
            _ => mask &= !bit,
        }
    }
    Ok(mask)
}

/// `glInvalidateFramebuffer`, `glInvalidateSubFramebuffer` and the named forms.
pub fn invalidate(
    cx: &mut Cx<'_>,
    named: bool,
    framebuffer: Option<Ref<Framebuffer>>,
    attachments: &[GLenum],
    rect: Option<[i32; 4]>,
) -> Outcome {
    for &attachment in attachments {
        let object = framebuffer.is_some();
        let ok = match attachment {
            GL_COLOR | GL_DEPTH | GL_STENCIL | GL_FRONT_LEFT | GL_FRONT_RIGHT | GL_BACK_LEFT | GL_BACK_RIGHT => !object,
            _ if object => super::framebuffer_attach::point(attachment).map(|_| true)?,
            _ => false,
        };
        if !ok {
            return invalid_enum("attachment", attachment);
        }
    }
    if rect.is_some_and(|rect| rect[2] < 0 || rect[3] < 0) {
        return invalid_value("a negative size");
    }
    if attachments.is_empty() || status(cx, framebuffer.as_ref(), true).0 != GL_FRAMEBUFFER_COMPLETE {
        return Ok(());
    }
    emit::objects(cx);
    emit::framebuffer::draw_read(cx);
    let draw = cx.state.framebuffers.draw.clone();
    let fbo =
        if named || framebuffer != draw { emit::framebuffer::named(cx, framebuffer.as_ref()) } else { RawHandle::NULL };
    for attachments in attachments.chunks(16) {
        let tail: Vec<_> = attachments.iter().map(|&value| MGPWord { value }).collect();
        let record = MGPInvalidate {
            fbo,
            count: tail.len() as u32,
            whole: u32::from(rect.is_none()),
            rect: rect.unwrap_or_default(),
        };
        cx.session.push_tail(Op::InvalidateFramebuffer, &record, &tail);
    }
    Ok(())
}

/// Whether the read framebuffer can be read from.
pub(super) fn check_read(cx: &mut Cx<'_>) -> Outcome {
    if read_complete(cx) { Ok(()) } else { incomplete() }
}

/// Queries of state.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<super::get::Value> {
    use super::get::Value;
    let clear = &cx.state.clear;
    Some(match pname {
        GL_COLOR_CLEAR_VALUE => Value::color(clear.color),
        GL_DEPTH_CLEAR_VALUE => Value::Normalized([clear.depth.into(), 0.0, 0.0, 0.0], 1),
        GL_STENCIL_CLEAR_VALUE => Value::int(clear.stencil),
        RGBA_INTEGER_MODE => {
            let draw = formats(cx, cx.state.framebuffers.draw.as_ref(), true).draw;
            Value::bool(draw.iter().flatten().any(|format| format.is_integer_color()))
        }
        _ => return None,
    })
}
