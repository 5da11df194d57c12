//! Transform feedback (GL 3.3 core 2.16).

use mgpipe_tests::{against_native, bindings::gl, scene::*};
use std::ffi::CStr;

unsafe fn capturing(gl: &Scene, vertex: &str, varyings: &[&CStr], mode: u32) -> u32 {
    gl.program_with(
        &[(gl::VERTEX_SHADER, vertex), (gl::FRAGMENT_SHADER, "out vec4 o; void main() { o = vec4(1, 0, 0, 1); }")],
        |program| {
            let names: Vec<_> = varyings.iter().map(|name| name.as_ptr()).collect();
            gl.TransformFeedbackVaryings(program, names.len() as i32, names.as_ptr(), mode);
        },
    )
}

const VS: &str = "out vec3 a; out float b[2]; flat out ivec2 c;
void main() { float i = float(gl_VertexID); a = vec3(i, i * 2.0, i * 3.0); b[0] = i + 0.25; b[1] = i + 0.5; c = ivec2(gl_VertexID, -7);
gl_Position = vec4(i / 8.0 - 0.5, (gl_VertexID & 1) == 0 ? -0.5 : 0.5, 0, 1); }";

against_native!(vertices_are_captured, |gl| {
    gl.target(gl::RGBA8, 8, 8);
    gl.clear([0.0; 4]);
    gl.vertex_array();
    let mut query = 0;
    gl.GenQueries(1, &mut query);
    let program = capturing(gl, VS, &[c"a", c"b", c"c", c"gl_Position"], gl::INTERLEAVED_ATTRIBS);
    for (name, mode, draw, count) in [
        ("points", gl::POINTS, gl::POINTS, 5),
        ("lines of a strip", gl::LINES, gl::LINE_STRIP, 4),
        ("triangles of a strip", gl::TRIANGLES, gl::TRIANGLE_STRIP, 5),
        ("triangles of a fan", gl::TRIANGLES, gl::TRIANGLE_FAN, 5),
    ] {
        let buffer = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 1024, 0);
        gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
        gl.BeginQuery(gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
        gl.BeginTransformFeedback(mode);
        gl.DrawArrays(draw, 1, count);
        gl.EndTransformFeedback();
        gl.EndQuery(gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
        gl.read_buffer(name, gl::TRANSFORM_FEEDBACK_BUFFER, 0, 1024);
        let mut written = u32::MAX;
        gl.GetQueryObjectuiv(query, gl::QUERY_RESULT, &mut written);
        gl.u32s(name, &[written]);
    }
    gl.read_rgba8("drawn as well", 8, 8);
    let (mut name, mut len, mut size, mut ty) = ([0i8; 64], 0, 0, 0);
    for i in 0..4 {
        gl.GetTransformFeedbackVarying(program, i, 64, &mut len, &mut size, &mut ty, name.as_mut_ptr());
        gl.text(
            &format!("varying {i}"),
            &format!("{} {len} {size} {ty:#06x}", CStr::from_ptr(name.as_ptr()).to_string_lossy()),
        );
    }
    gl.error("all");
});

against_native!(separate_buffers_and_ranges, |gl| {
    gl.vertex_array();
    capturing(gl, VS, &[c"a", c"b[1]", c"c"], gl::SEPARATE_ATTRIBS);
    let buffer = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 512, 0x33);
    gl.BindBufferRange(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffer, 16, 128);
    gl.BindBufferRange(gl::TRANSFORM_FEEDBACK_BUFFER, 1, buffer, 200, 12);
    let other = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 64, 0x44);
    gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 2, other);
    gl.Enable(gl::RASTERIZER_DISCARD);
    gl.BeginTransformFeedback(gl::POINTS);
    gl.DrawArrays(gl::POINTS, 0, 2);
    gl.DrawArrays(gl::POINTS, 3, 4);
    gl.EndTransformFeedback();
    gl.BindBuffer(gl::COPY_READ_BUFFER, buffer);
    gl.read_buffer("two ranges, one of which is full after three", gl::COPY_READ_BUFFER, 0, 512);
    gl.BindBuffer(gl::COPY_READ_BUFFER, other);
    gl.read_buffer("the other buffer", gl::COPY_READ_BUFFER, 0, 64);
    let mut wide = 0;
    gl.GetInteger64i_v(gl::TRANSFORM_FEEDBACK_BUFFER_START, 1, &mut wide);
    gl.i64s("start", &[wide]);
    gl.GetInteger64i_v(gl::TRANSFORM_FEEDBACK_BUFFER_SIZE, 1, &mut wide);
    gl.i64s("size", &[wide]);
    gl.error("all");
});

against_native!(what_was_captured_is_drawn, |gl| {
    gl.target(gl::RGBA32F, 8, 1);
    gl.clear([0.0; 4]);
    let array = gl.vertex_array();
    let mut buffers = [0; 2];
    gl.GenBuffers(2, buffers.as_mut_ptr());
    let start: Vec<f32> = (0..8).map(|i| i as f32).collect();
    for &buffer in &buffers {
        gl.BindBuffer(gl::ARRAY_BUFFER, buffer);
        gl.BufferData(gl::ARRAY_BUFFER, 32, start.as_ptr().cast(), gl::DYNAMIC_COPY);
    }
    capturing(
        gl,
        "layout(location = 0) in float x; out float y; void main() { y = x * 2.0 + 1.0; gl_Position = vec4(0); }",
        &[c"y"],
        gl::INTERLEAVED_ATTRIBS,
    );
    gl.Enable(gl::RASTERIZER_DISCARD);
    for step in 0..5 {
        gl.BindBuffer(gl::ARRAY_BUFFER, buffers[step % 2]);
        gl.floats(0, 1, 4, 0);
        gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffers[(step + 1) % 2]);
        gl.BeginTransformFeedback(gl::POINTS);
        gl.DrawArrays(gl::POINTS, 0, 8);
        gl.EndTransformFeedback();
    }
    gl.Disable(gl::RASTERIZER_DISCARD);
    gl.BindVertexArray(array);
    gl.BindBuffer(gl::ARRAY_BUFFER, buffers[1]);
    gl.floats(0, 1, 4, 0);
    gl.program(
        "layout(location = 0) in float x; flat out float v; void main() { v = x; gl_Position = vec4((float(gl_VertexID) + 0.5) / 4.0 - 1.0, 0, 0, 1); }",
        "flat in float v; out vec4 o; void main() { o = vec4(v); }",
    );
    gl.DrawArrays(gl::POINTS, 0, 8);
    gl.read("pixels", (0, 0, 8, 1), (gl::RGBA, gl::FLOAT));
    gl.read_buffer("buffer", gl::ARRAY_BUFFER, 0, 32);
    gl.error("all");
});

against_native!(bad_feedback_has_its_errors, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    gl.BeginTransformFeedback(gl::POINTS);
    gl.error("no program");
    gl.program(FULL_VS, COLOR_FS);
    gl.BeginTransformFeedback(gl::POINTS);
    gl.error("a program that captures nothing");
    let program = capturing(gl, VS, &[c"a"], gl::INTERLEAVED_ATTRIBS);
    gl.BeginTransformFeedback(gl::POINTS);
    gl.error("no buffer");
    let buffer = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 256, 0);
    gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl.BeginTransformFeedback(gl::TRIANGLE_STRIP);
    gl.error("mode");
    gl.EndTransformFeedback();
    gl.error("none is active");
    gl.BeginTransformFeedback(gl::POINTS);
    gl.BeginTransformFeedback(gl::POINTS);
    gl.error("two");
    gl.DrawArrays(gl::TRIANGLES, 0, 3);
    gl.error("another primitive");
    gl.UseProgram(0);
    gl.error("program while active");
    gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    gl.error("buffer while active");
    gl.LinkProgram(program);
    gl.error("link while active");
    gl.EndTransformFeedback();
    gl.BindBufferRange(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffer, 2, 8);
    gl.error("unaligned");
    gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 99, buffer);
    gl.error("index");
    gl.TransformFeedbackVaryings(program, 1, [c"a".as_ptr()].as_ptr(), gl::POINTS);
    gl.error("buffer mode");
});
