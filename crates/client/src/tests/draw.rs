//! Draws and the state before them.

use crate::{
    gl::{self, draw::Elements, draw::Instances, enums::*, raster, vertex},
    tests::harness::{Recorded, Test},
};
use pipe_types::{
    Op,
    archive::Scalar,
    primitive::MGPWord,
    records::{
        draw::{MGPDrawInfo, MGPDrawRange, draw_flags},
        raster::{MGPDynamicState, dynamic_chunk},
        vertex::{MGPVertexBuffer, MGPVertexBuffers},
    },
};

const VERTEX: &str = "#version 330\nin vec4 position; uniform mat4 m; void main() { gl_Position = m * position; }";
const FRAGMENT: &str = "#version 330\nout vec4 color; uniform vec4 tint; void main() { color = tint; }";

/// A program, an array with one attribute and one index buffer, and a framebuffer: everything that a draw needs.
fn scene() -> Test {
    let mut test = Test::new();
    test.framebuffer();
    test.program(VERTEX, FRAGMENT);
    test.vertex_array();
    test.buffer(GL_ARRAY_BUFFER, &[0; 256]);
    test.buffer(GL_ELEMENT_ARRAY_BUFFER, &[0; 64]);
    let cx = &mut test.cx();
    let array = vertex::bound(cx);
    vertex::attrib_pointer(cx, 0, vertex::Format::float(4, GL_FLOAT, 0), 0, 0);
    vertex::enable_attrib(cx, &array, 0, true);
    test
}

fn elements(count: i32, type_: GLenum, offset: usize) -> Elements {
    Elements { count, type_, offset, base_vertex: 0, instances: Instances::ONE, bounds: None }
}

#[test]
fn state_that_does_not_change_is_sent_once() {
    // red once: with the viewport marked at each draw, there were 5,000 dynamic states
    let mut test = scene();
    for _ in 0..5000 {
        gl::draw::arrays(&mut test.cx(), GL_TRIANGLES, 0, 3, Instances::ONE);
    }
    let names = test.take_names();
    let count = |name: &str| names.iter().filter(|n| **n == name).count();
    assert_eq!(count("DrawVbo"), 5000);
    for name in [
        "SetFramebufferState",
        "BindRenderState",
        "SetDynamicState",
        "SetDrawProgram",
        "SetProgramBindings",
        "SetGlobalConstants",
        "BindVertexElements",
        "SetVertexBuffers",
    ] {
        assert_eq!(count(name), 1, "{name}");
    }
    assert_eq!(test.error(), GL_NO_ERROR);
}

#[test]
fn a_render_state_that_was_there_before_is_only_bound() {
    // red once: with the cache's key of all chunks but the blend chunk, the third draw kept blending
    let mut test = scene();
    let mut draw = |blend: bool| {
        raster::enable(&mut test.cx(), GL_BLEND, blend);
        gl::draw::arrays(&mut test.cx(), GL_TRIANGLES, 0, 3, Instances::ONE);
        test.take_names()
    };
    draw(false);
    assert_eq!(draw(true), ["CreateRenderState", "BindRenderState", "DrawVbo"]);
    assert_eq!(draw(false), ["BindRenderState", "DrawVbo"]);
    assert_eq!(draw(true), ["BindRenderState", "DrawVbo"]);
    assert_eq!(draw(true), ["DrawVbo"]);
}

#[test]
fn only_dynamic_chunks_that_changed_are_sent() {
    let mut test = scene();
    gl::draw::arrays(&mut test.cx(), GL_TRIANGLES, 0, 3, Instances::ONE);
    test.take();
    raster::viewport(&mut test.cx(), Some(0), [1.0, 2.0, 3.0, 4.0]);
    raster::viewport(&mut test.cx(), Some(0), [1.0, 2.0, 3.0, 4.0]);
    raster::stencil_mask(&mut test.cx(), GL_FRONT_AND_BACK, !0);
    gl::draw::arrays(&mut test.cx(), GL_TRIANGLES, 0, 3, Instances::ONE);
    let records = test.take();
    assert_eq!(records[0].op, Op::SetDynamicState);
    // red once: with setters that mark without looking, the stencil chunk was in it
    assert_eq!(records[0].payload::<MGPDynamicState>().chunk_mask, dynamic_chunk::VIEWPORT0);
    let numbers: Vec<f32> =
        records[0].blob.chunks_exact(4).map(|b| f32::from_le_bytes(b.try_into().unwrap())).collect();
    assert_eq!(numbers, [1.0, 2.0, 3.0, 4.0, 0.0, 1.0]);
}

#[test]
fn vertex_buffers_go_out_when_they_or_the_format_change() {
    let mut test = scene();
    let draw = |test: &mut Test| gl::draw::arrays(&mut test.cx(), GL_TRIANGLES, 0, 3, Instances::ONE);
    draw(&mut test);
    let first = test.take();
    let sent = first.iter().find(|r| r.op == Op::SetVertexBuffers).expect("the buffers");
    assert_eq!(sent.payload::<MGPVertexBuffers>().count, 1);
    assert_eq!(sent.tail::<MGPVertexBuffer>(1)[0].stride, 16);
    // Another array of the same shape: the same format, other buffers.
    let old = test.state.vertex.current.clone();
    test.vertex_array();
    {
        let cx = &mut test.cx();
        let array = vertex::bound(cx);
        vertex::attrib_pointer(cx, 0, vertex::Format::float(4, GL_FLOAT, 0), 32, 64);
        vertex::enable_attrib(cx, &array, 0, true);
    }
    draw(&mut test);
    assert_eq!(test.take_names(), ["SetVertexBuffers", "DrawVbo"]);
    // red once: without the comparison of the buffers' serials, nothing was sent here
    test.state.vertex.current = old;
    test.state.sent.dirty.insert(crate::emit::Dirty::VERTEX);
    draw(&mut test);
    assert_eq!(test.take_names(), ["SetVertexBuffers", "DrawVbo"]);
}

/// The ranges of a draw; its tail is words, since indirect draws have none.
fn ranges(draw: &Recorded, count: usize) -> Vec<MGPDrawRange> {
    let words = draw.tail::<MGPWord>(count * size_of::<MGPDrawRange>() / size_of::<MGPWord>());
    let range = |w: &[MGPWord]| MGPDrawRange { start: w[0].value, count: w[1].value, bias: w[2].value as i32 };
    words.chunks_exact(3).map(range).collect()
}

#[test]
fn an_index_offset_counts_in_indices() {
    let mut test = scene();
    gl::draw::elements(&mut test.cx(), GL_TRIANGLES, elements(6, GL_UNSIGNED_SHORT, 12));
    let record = test.take().pop().expect("a draw");
    let info: MGPDrawInfo = record.payload();
    assert_eq!((info.index_size, info.num_draws, info.instance_count), (2, 1, 1));
    // red once: with the offset in bytes
    assert_eq!(ranges(&record, 1)[0], MGPDrawRange { start: 6, count: 6, bias: 0 });
    gl::draw::elements(&mut test.cx(), GL_TRIANGLES, elements(6, GL_UNSIGNED_SHORT, 11));
    assert!(test.take().is_empty(), "an offset inside an index draws nothing");
    assert_eq!(test.error(), GL_NO_ERROR);
}

#[test]
fn a_restart_index_that_the_type_cannot_hold_restarts_nothing() {
    let mut test = scene();
    raster::enable(&mut test.cx(), GL_PRIMITIVE_RESTART, true);
    raster::primitive_restart_index(&mut test.cx(), 0xFFFF);
    let flags = |test: &mut Test, type_| {
        gl::draw::elements(&mut test.cx(), GL_TRIANGLE_STRIP, elements(3, type_, 0));
        test.take().pop().expect("a draw").payload::<MGPDrawInfo>().flags
    };
    assert_eq!(flags(&mut test, GL_UNSIGNED_SHORT), draw_flags::PRIMITIVE_RESTART);
    // red once: with the index cut to 8 bits, index 255 restarted
    assert_eq!(flags(&mut test, GL_UNSIGNED_BYTE), 0);
}

#[test]
fn a_multi_draw_is_one_record() {
    let mut test = scene();
    gl::draw::multi_arrays(&mut test.cx(), GL_TRIANGLES, &[0, 3, 6], &[3, 0, 3]);
    let records = test.take();
    assert_eq!(records.iter().filter(|r| r.op == Op::DrawVbo).count(), 1);
    let draw = records.last().expect("a draw");
    assert_eq!(draw.payload::<MGPDrawInfo>().num_draws, 3);
    assert_eq!(ranges(draw, 3)[2], MGPDrawRange { start: 6, count: 3, bias: 0 });
}

#[test]
fn draws_are_refused_as_the_specification_says() {
    let mut test = scene();
    let error = |test: &mut Test, mode, count| {
        gl::draw::arrays(&mut test.cx(), mode, 0, count, Instances::ONE);
        test.error()
    };
    assert_eq!(error(&mut test, GL_TRIANGLES, -1), GL_INVALID_VALUE);
    assert_eq!(error(&mut test, 7, 3), GL_INVALID_ENUM);
    assert_eq!(error(&mut test, GL_PATCHES, 3), GL_INVALID_OPERATION);
    let array = test.cx().state.vertex.current.take();
    // red once: with the unnamed array accepted
    assert_eq!(error(&mut test, GL_TRIANGLES, 3), GL_INVALID_OPERATION);
    test.cx().state.vertex.current = array;
    let buffer = test.cx().state.buffers.array.clone().expect("bound");
    assert!(!gl::buffer::map(&mut test.cx(), &buffer, GL_WRITE_ONLY).is_null());
    // red once: without the look at mapped buffers
    assert_eq!(error(&mut test, GL_TRIANGLES, 3), GL_INVALID_OPERATION);
    gl::buffer::unmap(&mut test.cx(), &buffer);
    assert_eq!(error(&mut test, GL_TRIANGLES, 3), GL_NO_ERROR);
    gl::program::use_program(&mut test.cx(), 0);
    test.take();
    assert_eq!(error(&mut test, GL_TRIANGLES, 3), GL_NO_ERROR);
    assert!(test.take().is_empty(), "without a program nothing is drawn");
}

#[test]
fn uniforms_go_out_before_the_draw_in_one_piece() {
    let mut test = scene();
    let program = test.shared.programs.name(test.state.program.current.as_ref().expect("current"));
    let at = gl::program_info::uniform_location(&mut test.cx(), program, "tint");
    gl::draw::arrays(&mut test.cx(), GL_TRIANGLES, 0, 3, Instances::ONE);
    test.take();
    let words = [1.0f32, 2.0, 3.0, 4.0].map(f32::to_bits);
    let target = gl::uniform::Target::Current;
    gl::uniform::vector(&mut test.cx(), target, at, 1, Scalar::Float, 4, &words);
    gl::uniform::vector(&mut test.cx(), target, at, 1, Scalar::Float, 4, &words);
    assert!(test.take().is_empty());
    gl::draw::arrays(&mut test.cx(), GL_TRIANGLES, 0, 3, Instances::ONE);
    let records = test.take();
    assert_eq!(records.iter().map(|r| r.op).collect::<Vec<_>>(), [Op::SetGlobalConstants, Op::DrawVbo]);
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(records[0].blob, bytes);
    // red once: with the comparison left out, the same value was sent again
    gl::uniform::vector(&mut test.cx(), target, at, 1, Scalar::Float, 4, &words);
    gl::draw::arrays(&mut test.cx(), GL_TRIANGLES, 0, 3, Instances::ONE);
    assert_eq!(test.take_names(), ["DrawVbo"]);
}
