//! Draws (GL 4.6 core 10.4): every entry point becomes one kind of record.

use super::{
    buffer::Buffer,
    enums::*,
    pipeline,
    program::{self, Executable},
};
use crate::{Cx, emit, gl::framebuffer, table::Ref};
use pipe_types::{
    Op, RawHandle,
    archive::{Stage, VERTEX_STREAMS},
    caps::Features,
    records::draw::{MGPDrawIndirect, MGPDrawInfo, MGPDrawRange, MGPMemoryBarrier, draw_flags},
    records::raster::MGPBlendTarget,
};

/// Ranges in one record. More become several records.
const RANGES_MAX: usize = 1 << 16;

/// `GL_INVALID_ENUM` for a mode that the context doesn't have.
fn check_mode(cx: &Cx<'_>, mode: GLenum) -> bool {
    match mode {
        GL_POINTS..=GL_TRIANGLE_FAN => true,
        GL_LINES_ADJACENCY..=GL_TRIANGLE_STRIP_ADJACENCY => cx.session.caps.has(Features::GEOMETRY_SHADER),
        GL_PATCHES => cx.session.caps.has(Features::TESSELLATION_SHADER),
        _ => false,
    }
}

/// The basic primitive that a mode makes.
fn basic(mode: GLenum) -> GLenum {
    match mode {
        GL_POINTS => GL_POINTS,
        GL_LINES | GL_LINE_LOOP | GL_LINE_STRIP | GL_LINES_ADJACENCY | GL_LINE_STRIP_ADJACENCY => GL_LINES,
        _ => GL_TRIANGLES,
    }
}

/// What a geometry shader with this input takes (GL 4.6 core 11.3.1).
fn fits_geometry(input: GLenum, mode: GLenum) -> bool {
    match input {
        GL_POINTS => mode == GL_POINTS,
        GL_LINES => matches!(mode, GL_LINES | GL_LINE_STRIP | GL_LINE_LOOP),
        GL_LINES_ADJACENCY => matches!(mode, GL_LINES_ADJACENCY | GL_LINE_STRIP_ADJACENCY),
        GL_TRIANGLES => matches!(mode, GL_TRIANGLES | GL_TRIANGLE_STRIP | GL_TRIANGLE_FAN),
        _ => matches!(mode, GL_TRIANGLES_ADJACENCY | GL_TRIANGLE_STRIP_ADJACENCY),
    }
}

/// The rules between program, mode and transform feedback.
fn check_program(cx: &Cx<'_>, executable: &Executable, mode: GLenum) -> Result<(), &'static str> {
    if executable.samplers_conflict {
        return Err("samplers of different types use the same texture unit");
    }
    let tessellation = executable.has(Stage::TessEvaluation);
    if tessellation != (mode == GL_PATCHES) {
        return Err("GL_PATCHES and tessellation go together");
    }
    let made = match &executable.archive.geometry {
        Some(geometry) => {
            if !tessellation && !fits_geometry(geometry.input_type, mode) {
                return Err("the geometry shader takes other primitives");
            }
            match geometry.output_type {
                GL_POINTS => GL_POINTS,
                GL_LINE_STRIP => GL_LINES,
                _ => GL_TRIANGLES,
            }
        }
        None => basic(mode),
    };
    let xfb = cx.state.xfb.current();
    if xfb.captures() && !tessellation && made != xfb.mode {
        return Err("active transform feedback captures other primitives");
    }
    Ok(())
}

fn is_mapped(cx: &Cx<'_>, buffer: &Option<Ref<Buffer>>) -> bool {
    buffer.as_ref().is_some_and(|buffer| cx.shared.buffers[buffer].is_mapped())
}

/// Whether a draw would use a mapped buffer (GL 4.6 core 6.3.2).
#[cold]
fn uses_mapped(cx: &Cx<'_>, indexed: bool) -> bool {
    let array = cx.state.vertex.current();
    let used = array.used_bindings();
    let xfb = cx.state.xfb.current();
    let vertices = (0..array.bindings.len()).filter(|at| used >> at & 1 != 0).map(|at| &array.bindings[at].buffer);
    let uniforms = program::current(cx).into_iter().flat_map(|executable| {
        executable.uniform_blocks.iter().map(|&point| &cx.state.buffers.uniforms.points[point as usize].buffer)
    });
    let targets = xfb.buffers.iter().filter(|_| xfb.captures()).map(|point| &point.buffer);
    let indices = Some(&array.element_buffer).into_iter().filter(|_| indexed);
    vertices.chain(uniforms).chain(targets).chain(indices).any(|buffer| is_mapped(cx, buffer))
}

/// Whether a draw buffer blends with a second colour that it can't have (GL 4.6 core 17.3.6.1).
#[cold]
fn too_many_dual_source(cx: &Cx<'_>) -> bool {
    let limit = cx.session.caps.limits.max_dual_source_draw_buffers.max(1);
    let framebuffers = &cx.state.framebuffers;
    let buffers = match &framebuffers.draw {
        Some(framebuffer) => &framebuffers.table[framebuffer].draw_buffers,
        None => &framebuffers.default.draw_buffers,
    };
    let mask = cx.state.raster.dual_source;
    (limit as usize..buffers.len()).any(|at| mask >> at & 1 != 0 && buffers[at] != GL_NONE)
}

/// The draw buffers whose factors name a second colour, and those of them that blend.
pub(super) fn dual_source(targets: &[MGPBlendTarget; 8]) -> (u8, u8) {
    let second = |factor: u16| {
        matches!(
            GLenum::from(factor),
            GL_SRC1_COLOR | GL_ONE_MINUS_SRC1_COLOR | GL_SRC1_ALPHA | GL_ONE_MINUS_SRC1_ALPHA
        )
    };
    let uses = |t: &MGPBlendTarget| [t.src_rgb, t.dst_rgb, t.src_alpha, t.dst_alpha].into_iter().any(second);
    targets
        .iter()
        .enumerate()
        .filter(|(_, target)| uses(target))
        .fold((0, 0), |(factors, blend), (at, target)| (factors | 1 << at, blend | u8::from(target.enable != 0) << at))
}

/// Checks what all draws have in common, in the order in which drivers do, and sends the state. `Ok(false)`: nothing is to be
/// drawn.
fn ready(cx: &mut Cx<'_>, mode: GLenum, indexed: bool) -> Result<bool, (GLenum, &'static str)> {
    pipeline::prepare(cx, false);
    if !check_mode(cx, mode) {
        return Err((GL_INVALID_ENUM, "mode"));
    }
    if cx.state.vertex.current.is_none() {
        return Err((GL_INVALID_OPERATION, "no vertex array is bound"));
    }
    if indexed && cx.state.vertex.current().element_buffer.is_none() {
        return Err((GL_INVALID_OPERATION, "no element array buffer is bound"));
    }
    if cx.shared.mapped_buffers != 0 && uses_mapped(cx, indexed) {
        return Err((GL_INVALID_OPERATION, "a buffer of the draw is mapped"));
    }
    if !framebuffer::draw_complete(cx) {
        return Err((GL_INVALID_FRAMEBUFFER_OPERATION, "the draw framebuffer is not complete"));
    }
    if cx.state.raster.dual_source != 0 && too_many_dual_source(cx) {
        return Err((GL_INVALID_OPERATION, "dual-source blending on more draw buffers than can"));
    }
    if let Some(why) = pipeline::draw_error(cx) {
        return Err((GL_INVALID_OPERATION, why));
    }
    match program::current(cx) {
        // Without a program, or without a vertex shader, the result is undefined: nothing.
        None => Ok(false),
        Some(executable) if executable.handle.is_null() || !executable.has(Stage::Vertex) => Ok(false),
        Some(executable) => match check_program(cx, executable, mode) {
            Err(why) => Err((GL_INVALID_OPERATION, why)),
            Ok(()) => Ok(!cx.session.is_lost()),
        },
    }
}

/// Vertices that transform feedback can capture from one range (GL 4.6 core 13.3.2).
fn captured(mode: GLenum, count: u32) -> u64 {
    let n = u64::from(count);
    match mode {
        GL_POINTS => n,
        GL_LINES => n / 2 * 2,
        GL_LINE_STRIP => n.saturating_sub(1) * 2,
        GL_LINE_LOOP if n >= 2 => n * 2,
        GL_TRIANGLES => n / 3 * 3,
        GL_TRIANGLE_STRIP | GL_TRIANGLE_FAN => n.saturating_sub(2) * 3,
        _ => 0,
    }
}

/// Instances of a draw.
#[derive(Clone, Copy, Debug)]
pub struct Instances {
    /// How many.
    pub count: GLsizei,
    /// `baseinstance`.
    pub first: GLuint,
}

impl Instances {
    /// A draw that is not instanced.
    pub const ONE: Instances = Instances { count: 1, first: 0 };
}

fn info(cx: &Cx<'_>, mode: GLenum, instances: Instances, ranges: &[MGPDrawRange]) -> MGPDrawInfo {
    let xfb = cx.state.xfb.current();
    let known = xfb.captures() && program::current(cx).is_some_and(|e| e.archive.geometry.is_none());
    let vertices: u64 = if known { ranges.iter().map(|range| captured(mode, range.count)).sum() } else { 0 };
    MGPDrawInfo {
        mode,
        instance_count: instances.count as u32,
        start_instance: instances.first,
        xfb_cpu_captured_vertices: vertices * instances.count as u64,
        num_draws: ranges.len() as u32,
        ..Default::default()
    }
}

/// `glDrawArrays` and its instanced forms.
pub fn arrays(cx: &mut Cx<'_>, mode: GLenum, first: GLint, count: GLsizei, instances: Instances) {
    if count < 0 || first < 0 || instances.count < 0 {
        return cx.error(GL_INVALID_VALUE, "negative first or count");
    }
    match ready(cx, mode, false) {
        Err((error, why)) => return cx.error(error, why),
        Ok(draw) if !draw || count == 0 || instances.count == 0 => return,
        Ok(_) => {}
    }
    emit::draw_state(cx);
    let range = [MGPDrawRange { start: first as u32, count: count as u32, bias: 0 }];
    let record = info(cx, mode, instances, &range);
    cx.session.push_tail(Op::DrawVbo, &record, &range);
}

/// `glMultiDrawArrays`.
pub fn multi_arrays(cx: &mut Cx<'_>, mode: GLenum, firsts: &[GLint], counts: &[GLsizei]) {
    if firsts.iter().chain(counts).any(|&n| n < 0) {
        return cx.error(GL_INVALID_VALUE, "negative first or count");
    }
    match ready(cx, mode, false) {
        Err((error, why)) => return cx.error(error, why),
        Ok(false) => return,
        Ok(true) => {}
    }
    emit::draw_state(cx);
    let mut ranges = std::mem::take(&mut cx.state.sent.ranges);
    ranges.clear();
    let range =
        |(&first, &count): (&GLint, &GLsizei)| MGPDrawRange { start: first as u32, count: count as u32, bias: 0 };
    ranges.extend(firsts.iter().zip(counts).map(range));
    send(cx, &ranges, |cx, part| info(cx, mode, Instances::ONE, part));
    cx.state.sent.ranges = ranges;
}

/// Sends ranges in as many records as they need. `gl_DrawID` goes on over all of them.
fn send(cx: &mut Cx<'_>, ranges: &[MGPDrawRange], record: impl Fn(&Cx<'_>, &[MGPDrawRange]) -> MGPDrawInfo) {
    let mut first = 0;
    for part in ranges.chunks(RANGES_MAX) {
        let record = MGPDrawInfo { draw_id_offset: first, ..record(cx, part) };
        cx.session.push_tail(Op::DrawVbo, &record, part);
        first += part.len() as u32;
    }
}

fn index_size(type_: GLenum) -> Option<u8> {
    match type_ {
        GL_UNSIGNED_BYTE => Some(1),
        GL_UNSIGNED_SHORT => Some(2),
        GL_UNSIGNED_INT => Some(4),
        _ => None,
    }
}

/// What all indexed draws say.
fn indexed(cx: &Cx<'_>, size: u8) -> MGPDrawInfo {
    let buffer = cx.state.vertex.current().element_buffer.as_ref();
    let largest = u32::MAX >> (32 - 8 * u32::from(size));
    let raster = &cx.state.raster.raster;
    let restart = match (raster.primitive_restart_fixed_index, raster.primitive_restart) {
        (0, 0) => None,
        (0, _) => Some(raster.restart_index),
        _ => Some(largest),
    };
    // An index that the type can't hold restarts nothing.
    let restart = restart.filter(|&index| index <= largest);
    MGPDrawInfo {
        index_size: size,
        flags: if restart.is_some() { draw_flags::PRIMITIVE_RESTART } else { 0 },
        restart_index: restart.unwrap_or(0),
        index_resource: buffer.map_or(RawHandle::NULL, |buffer| cx.shared.buffers[buffer].handle.raw()),
        ..Default::default()
    }
}

/// An indexed draw apart from its mode.
#[derive(Clone, Copy, Debug)]
pub struct Elements {
    /// Indices.
    pub count: GLsizei,
    /// Their type.
    pub type_: GLenum,
    /// First byte in the element array buffer.
    pub offset: usize,
    /// `basevertex`.
    pub base_vertex: GLint,
    /// Instances.
    pub instances: Instances,
    /// `start` and `end` of `glDrawRangeElements`.
    pub bounds: Option<(GLuint, GLuint)>,
}

/// `glDrawElements` and its forms.
pub fn elements(cx: &mut Cx<'_>, mode: GLenum, draw: Elements) {
    if draw.count < 0 || draw.instances.count < 0 {
        return cx.error(GL_INVALID_VALUE, "negative count");
    }
    if draw.bounds.is_some_and(|(start, end)| end < start) {
        return cx.error(GL_INVALID_VALUE, "end before start");
    }
    if !check_mode(cx, mode) {
        return cx.error(GL_INVALID_ENUM, "mode");
    }
    let Some(size) = index_size(draw.type_) else { return cx.error(GL_INVALID_ENUM, "index type") };
    match ready(cx, mode, true) {
        Err((error, why)) => return cx.error(error, why),
        Ok(ready) if !ready || draw.count == 0 || draw.instances.count == 0 => return,
        Ok(_) => {}
    }
    // An index offset has to be a multiple of the index size; drivers draw nothing otherwise.
    if !draw.offset.is_multiple_of(usize::from(size)) {
        return;
    }
    emit::draw_state(cx);
    let range = [MGPDrawRange {
        start: (draw.offset / usize::from(size)) as u32,
        count: draw.count as u32,
        bias: draw.base_vertex,
    }];
    let base = indexed(cx, size);
    let (min_index, max_index) = draw.bounds.unwrap_or_default();
    let record = MGPDrawInfo {
        index_size: size,
        flags: base.flags | if draw.bounds.is_some() { draw_flags::INDEX_BOUNDS } else { 0 },
        restart_index: base.restart_index,
        index_resource: base.index_resource,
        min_index,
        max_index,
        ..info(cx, mode, draw.instances, &range)
    };
    cx.session.push_tail(Op::DrawVbo, &record, &range);
}

/// `glMultiDrawElements`, `glMultiDrawElementsBaseVertex` (`base_vertices` is empty without).
pub fn multi_elements(
    cx: &mut Cx<'_>,
    mode: GLenum,
    counts: &[GLsizei],
    type_: GLenum,
    offsets: &[usize],
    base_vertices: &[GLint],
) {
    if counts.iter().any(|&count| count < 0) {
        return cx.error(GL_INVALID_VALUE, "negative count");
    }
    if !check_mode(cx, mode) {
        return cx.error(GL_INVALID_ENUM, "mode");
    }
    let Some(size) = index_size(type_) else { return cx.error(GL_INVALID_ENUM, "index type") };
    match ready(cx, mode, true) {
        Err((error, why)) => return cx.error(error, why),
        Ok(false) => return,
        Ok(true) => {}
    }
    emit::draw_state(cx);
    let mut ranges = std::mem::take(&mut cx.state.sent.ranges);
    ranges.clear();
    ranges.extend(counts.iter().zip(offsets).enumerate().map(|(at, (&count, &offset))| MGPDrawRange {
        start: (offset / usize::from(size)) as u32,
        count: if offset.is_multiple_of(usize::from(size)) { count as u32 } else { 0 },
        bias: base_vertices.get(at).copied().unwrap_or(0),
    }));
    let base = indexed(cx, size);
    send(cx, &ranges, |cx, part| MGPDrawInfo {
        index_size: size,
        flags: base.flags,
        restart_index: base.restart_index,
        index_resource: base.index_resource,
        ..info(cx, mode, Instances::ONE, part)
    });
    cx.state.sent.ranges = ranges;
}

/// An indirect draw apart from its mode.
#[derive(Clone, Copy, Debug)]
pub struct Indirect {
    /// Index type, or none for arrays.
    pub type_: Option<GLenum>,
    /// First byte in the indirect buffer.
    pub offset: usize,
    /// Commands.
    pub count: GLsizei,
    /// Bytes from command to command; 0 is tight.
    pub stride: GLsizei,
    /// Byte of `GL_PARAMETER_BUFFER` where the number of commands is; `count` is then the most.
    pub count_at: Option<GLintptr>,
}

/// `glDraw*Indirect`, `glMultiDraw*Indirect`, `glMultiDraw*IndirectCount`.
pub fn indirect(cx: &mut Cx<'_>, mode: GLenum, draw: Indirect) {
    let command: u64 = if draw.type_.is_some() { 20 } else { 16 };
    if draw.count < 0 || draw.stride < 0 || draw.stride % 4 != 0 {
        return cx.error(GL_INVALID_VALUE, "count or stride");
    }
    if !check_mode(cx, mode) {
        return cx.error(GL_INVALID_ENUM, "mode");
    }
    let index_size = match draw.type_.map(index_size) {
        None => 0,
        Some(Some(size)) => size,
        Some(None) => return cx.error(GL_INVALID_ENUM, "index type"),
    };
    if !draw.offset.is_multiple_of(4) {
        return cx.error(GL_INVALID_VALUE, "offset of the commands");
    }
    let Some(buffer) = cx.state.buffers.draw_indirect.clone() else {
        return cx.error(GL_INVALID_OPERATION, "no indirect buffer is bound");
    };
    let stride = if draw.stride == 0 { command } else { draw.stride as u64 };
    let size = (draw.count as u64).checked_sub(1).map_or(0, |more| more * stride + command);
    let end = draw.offset as u64 + size;
    let object = &cx.shared.buffers[&buffer];
    if object.is_mapped() || end > object.size {
        return cx.error(GL_INVALID_OPERATION, "the indirect buffer is mapped, or too small");
    }
    let handle = object.handle.raw();
    let (mut count_buffer, mut count_offset) = (RawHandle::NULL, 0);
    if let Some(at) = draw.count_at {
        if at < 0 || at % 4 != 0 {
            return cx.error(GL_INVALID_VALUE, "offset of the draw count");
        }
        let Some(buffer) = &cx.state.buffers.parameter else {
            return cx.error(GL_INVALID_OPERATION, "no parameter buffer is bound");
        };
        let object = &cx.shared.buffers[buffer];
        if object.is_mapped() || at as u64 + 4 > object.size {
            return cx.error(GL_INVALID_OPERATION, "the parameter buffer is mapped, or too small");
        }
        (count_buffer, count_offset) = (object.handle.raw(), at as u64);
    }
    match ready(cx, mode, draw.type_.is_some()) {
        Err((error, why)) => return cx.error(error, why),
        Ok(ready) if !ready || draw.count == 0 => return,
        Ok(_) => {}
    }
    emit::draw_state(cx);
    let base = if index_size == 0 { MGPDrawInfo::default() } else { indexed(cx, index_size) };
    let record = MGPDrawInfo { mode, flags: base.flags | draw_flags::INDIRECT, ..base };
    let tail = MGPDrawIndirect {
        buffer: handle,
        offset: draw.offset as u64,
        stride: stride as u32,
        draw_count: draw.count as u32,
        count_buffer,
        count_offset,
    };
    cx.session.push_tail(Op::DrawVbo, &record, &[tail]);
}

/// `glDrawTransformFeedback` and its forms.
pub fn transform_feedback(cx: &mut Cx<'_>, mode: GLenum, name: GLuint, stream: GLuint, instances: GLsizei) {
    if instances < 0 || stream >= VERTEX_STREAMS {
        return cx.error(GL_INVALID_VALUE, "instances or stream");
    }
    let Some(xfb) = cx.state.xfb.table.by_name(name) else { return cx.error(GL_INVALID_VALUE, "no such object") };
    if !xfb.ended {
        return cx.error(GL_INVALID_OPERATION, "the transform feedback object has never ended");
    }
    let handle = xfb.handle.raw();
    match ready(cx, mode, false) {
        Err((error, why)) => return cx.error(error, why),
        Ok(ready) if !ready || instances == 0 => return,
        Ok(_) => {}
    }
    emit::draw_state(cx);
    let record = MGPDrawInfo {
        flags: draw_flags::FROM_XFB,
        index_resource: handle,
        min_index: stream,
        num_draws: 0,
        ..info(cx, mode, Instances { count: instances, first: 0 }, &[])
    };
    cx.session.push_tail::<_, MGPDrawRange>(Op::DrawVbo, &record, &[]);
}

/// `glMemoryBarrier`, `glMemoryBarrierByRegion`.
pub fn memory_barrier(cx: &mut Cx<'_>, barriers: GLbitfield, by_region: bool) {
    cx.session.push(Op::MemoryBarrier, &MGPMemoryBarrier { barriers, by_region: by_region.into() });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn captured_vertices_are_whole_primitives() {
        // red once: with strips counted as lists
        assert_eq!(captured(GL_TRIANGLE_STRIP, 5), 9);
        assert_eq!(captured(GL_TRIANGLES, 8), 6);
        assert_eq!(captured(GL_LINE_LOOP, 3), 6);
        assert_eq!(captured(GL_LINE_STRIP, 1), 0);
        assert_eq!(captured(GL_LINE_LOOP, 1), 0);
    }
}
