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
    gl.target(gl::RGBA8, 8, 8);
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

// red once: with one active object per context, the second begin ended the session
against_native!(paused_objects_go_on_where_they_were, |gl| {
    gl.target(gl::RGBA32F, 32, 1);
    gl.clear([0.0; 4]);
    gl.vertex_array();
    let mut objects = [0; 3];
    gl.GenTransformFeedbacks(3, objects.as_mut_ptr());
    let programs = [
        capturing(gl, VS, &[c"a", c"b"], gl::INTERLEAVED_ATTRIBS),
        capturing(gl, VS, &[c"c"], gl::INTERLEAVED_ATTRIBS),
        capturing(gl, VS, &[c"a"], gl::INTERLEAVED_ATTRIBS),
    ];
    // Mesa remembers one primitive mode for all objects, so that objects of several modes can't be compared.
    let buffers = [(); 3].map(|()| gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 512, 0x55));
    let mut query = 0;
    gl.GenQueries(1, &mut query);
    gl.BeginQuery(gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
    gl.Enable(gl::RASTERIZER_DISCARD);
    for at in 0..3 {
        gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, objects[at]);
        gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffers[at]);
        gl.UseProgram(programs[at]);
        gl.BeginTransformFeedback(gl::POINTS);
        // The second object pauses before its first draw.
        if at != 1 {
            gl.DrawArrays(gl::POINTS, 0, 6);
        }
        gl.PauseTransformFeedback();
        gl.DrawArrays(gl::POINTS, 0, 9);
    }
    for at in [1, 0, 2, 1] {
        gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, objects[at]);
        gl.UseProgram(programs[at]);
        gl.ResumeTransformFeedback();
        gl.DrawArrays(gl::POINTS, 4, 3 + at as i32);
        gl.PauseTransformFeedback();
    }
    // One ends while it is paused and another is bound, one after it has gone on, one as it is.
    gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, objects[2]);
    gl.EndTransformFeedback();
    gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, objects[0]);
    gl.UseProgram(programs[0]);
    gl.ResumeTransformFeedback();
    gl.DrawArrays(gl::POINTS, 20, 1);
    gl.EndTransformFeedback();
    gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, objects[1]);
    gl.EndTransformFeedback();
    gl.EndQuery(gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
    gl.Disable(gl::RASTERIZER_DISCARD);
    for (at, &buffer) in buffers.iter().enumerate() {
        gl.BindBuffer(gl::COPY_READ_BUFFER, buffer);
        gl.read_buffer(&format!("buffer {at}"), gl::COPY_READ_BUFFER, 0, 512);
    }
    let mut written = u32::MAX;
    gl.GetQueryObjectuiv(query, gl::QUERY_RESULT, &mut written);
    gl.u32s("primitives of all", &[written]);
    gl.error("captures");
    // What each has captured is drawn.
    gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, 0);
    let program = gl.program(
        "layout(location = 0) in float x; flat out float v; void main() { v = x + float(gl_VertexID + gl_InstanceID * 100 + 1);
        gl_Position = vec4((float(gl_VertexID + gl_InstanceID * 16) + 0.5) / 16.0 - 1.0, 0, 0, 1); }",
        "flat in float v; out vec4 o; void main() { o = vec4(v); }",
    );
    gl.UseProgram(program);
    for (at, &object) in objects.iter().enumerate() {
        gl.BindBuffer(gl::ARRAY_BUFFER, buffers[at]);
        gl.floats(0, 1, [20, 8, 12][at], 0);
        gl.clear([0.0; 4]);
        gl.DrawTransformFeedback(gl::POINTS, object);
        gl.read(&format!("drawn {at}"), (0, 0, 32, 1), (gl::RGBA, gl::FLOAT));
        gl.clear([0.0; 4]);
        gl.DrawTransformFeedbackStream(gl::POINTS, object, 0);
        gl.read(&format!("stream {at}"), (0, 0, 32, 1), (gl::RGBA, gl::FLOAT));
        gl.clear([0.0; 4]);
        gl.DrawTransformFeedbackStreamInstanced(gl::POINTS, object, 0, 2);
        gl.DrawTransformFeedbackInstanced(gl::POINTS, object, 0);
        gl.read(&format!("instances {at}"), (0, 0, 32, 1), (gl::RGBA, gl::FLOAT));
    }
    gl.DrawTransformFeedback(gl::POINTS, 9999);
    gl.error("no such object");
    gl.DrawTransformFeedbackStream(gl::POINTS, objects[0], 4);
    gl.error("no such stream");
    gl.DrawTransformFeedbackInstanced(gl::POINTS, objects[0], -1);
    gl.error("instances");
});

against_native!(named_objects_hold_their_buffers, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    let mut objects = [0; 2];
    gl.CreateTransformFeedbacks(2, objects.as_mut_ptr());
    gl.u32s("objects at once", &[u32::from(gl.IsTransformFeedback(objects[0]))]);
    let buffer = gl.blank_buffer(gl::ARRAY_BUFFER, 256, 0x11);
    gl.TransformFeedbackBufferBase(objects[0], 1, buffer);
    gl.TransformFeedbackBufferRange(objects[0], 0, buffer, 16, 64);
    let state = |name: &str| {
        for index in 0..2 {
            let mut bound = -1;
            gl.GetTransformFeedbacki_v(objects[0], gl::TRANSFORM_FEEDBACK_BUFFER_BINDING, index, &mut bound);
            let mut wide = [-1i64; 2];
            gl.GetTransformFeedbacki64_v(objects[0], gl::TRANSFORM_FEEDBACK_BUFFER_START, index, &mut wide[0]);
            gl.GetTransformFeedbacki64_v(objects[0], gl::TRANSFORM_FEEDBACK_BUFFER_SIZE, index, &mut wide[1]);
            gl.i64s(&format!("{name}: point {index}"), &[i64::from(bound == buffer as i32), wide[0], wide[1]]);
        }
        let mut flags = [-1; 2];
        gl.GetTransformFeedbackiv(objects[0], gl::TRANSFORM_FEEDBACK_ACTIVE, &mut flags[0]);
        gl.GetTransformFeedbackiv(objects[0], gl::TRANSFORM_FEEDBACK_PAUSED, &mut flags[1]);
        gl.i32s(&format!("{name}: active, paused"), &flags);
    };
    state("set up");
    capturing(gl, VS, &[c"a"], gl::INTERLEAVED_ATTRIBS);
    gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, objects[0]);
    gl.BeginTransformFeedback(gl::POINTS);
    state("begun");
    gl.DrawArrays(gl::POINTS, 0, 3);
    gl.TransformFeedbackBufferBase(objects[0], 1, 0);
    gl.error("a buffer of an active object");
    gl.PauseTransformFeedback();
    state("paused");
    gl.EndTransformFeedback();
    state("ended");
    gl.read_buffer("captured", gl::ARRAY_BUFFER, 0, 256);
    gl.TransformFeedbackBufferBase(9999, 0, buffer);
    gl.error("no such object");
    gl.TransformFeedbackBufferBase(objects[1], 0, 9999);
    gl.error("no such buffer");
    gl.TransformFeedbackBufferBase(objects[1], 99, buffer);
    gl.error("no such point");
    gl.TransformFeedbackBufferRange(objects[1], 0, buffer, 2, 16);
    gl.error("unaligned");
    gl.TransformFeedbackBufferRange(objects[1], 0, buffer, 0, 0);
    gl.error("empty");
    let mut value = 0;
    gl.GetTransformFeedbackiv(9999, gl::TRANSFORM_FEEDBACK_ACTIVE, &mut value);
    gl.error("state of no object");
    gl.GetTransformFeedbackiv(objects[1], gl::TRANSFORM_FEEDBACK_BUFFER_BINDING, &mut value);
    gl.error("another parameter");
    gl.GetTransformFeedbacki_v(objects[1], gl::TRANSFORM_FEEDBACK_BUFFER_START, 0, &mut value);
    gl.error("another indexed parameter");
    gl.GetTransformFeedbacki_v(objects[1], gl::TRANSFORM_FEEDBACK_BUFFER_BINDING, 99, &mut value);
    gl.error("an index too high");
});

// red once: with the buffer's use not noted where it is bound by name, what was known when the feedback paused was read at its end
against_native!(a_buffer_is_read_after_a_feedback_that_was_paused_meanwhile, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    let mut object = 0;
    gl.CreateTransformFeedbacks(1, &mut object);
    let buffer = gl.blank_buffer(gl::ARRAY_BUFFER, 256, 0x11);
    // Bound by name alone: the buffer never was at the target.
    gl.TransformFeedbackBufferBase(object, 0, buffer);
    capturing(gl, VS, &[c"a"], gl::INTERLEAVED_ATTRIBS);
    gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, object);
    let mapped = |name: &str| {
        let map = gl.MapBufferRange(gl::ARRAY_BUFFER, 0, 256, gl::MAP_READ_BIT);
        let mut seen = vec![0u8; 256];
        std::ptr::copy_nonoverlapping(map.cast(), seen.as_mut_ptr(), 256);
        gl.UnmapBuffer(gl::ARRAY_BUFFER);
        gl.bytes(name, &seen);
        gl.error(name);
    };
    gl.BeginTransformFeedback(gl::POINTS);
    gl.DrawArrays(gl::POINTS, 0, 3);
    gl.PauseTransformFeedback();
    mapped("paused");
    gl.ResumeTransformFeedback();
    gl.DrawArrays(gl::POINTS, 3, 3);
    gl.EndTransformFeedback();
    mapped("ended");
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
