//! Transform feedback into several buffers with gaps, and vertex streams (GL 4.6 core 11.1.2.1, 11.3.4.2, 13.3).

use mgpipe_tests::{against_native, bindings::gl, scene::*};
use std::ffi::CStr;

const FS: &str = "out vec4 o; void main() { o = vec4(1, 0, 0, 1); }";

unsafe fn capturing(gl: &Scene, shaders: &[(u32, &str)], varyings: &[&CStr], mode: u32) -> u32 {
    gl.program_with(shaders, |program| {
        let names: Vec<_> = varyings.iter().map(|name| name.as_ptr()).collect();
        gl.TransformFeedbackVaryings(program, names.len() as i32, names.as_ptr(), mode);
    })
}

const VS: &str = "out vec3 a; out float b[2]; flat out ivec2 c;
void main() { float i = float(gl_VertexID); a = vec3(i, i * 2.0, i * 3.0); b[0] = i + 0.25; b[1] = i + 0.5; c = ivec2(gl_VertexID, -7);
gl_Position = vec4(i / 8.0 - 0.5, (gl_VertexID & 1) == 0 ? -0.5 : 0.5, 0, 1); }";

/// Numbers of vertices as attribute 0. The native driver divides the bytes that were captured by the stride of the first attribute.
unsafe fn attribute(gl: &Scene, stride: usize) {
    let numbers: Vec<f32> = (0..64).map(|n| (n * 4 / stride) as f32).collect();
    gl.buffer(gl::ARRAY_BUFFER, &numbers);
    gl.floats(0, 1, stride, 0);
}

unsafe fn varying(gl: &Scene, program: u32, index: u32) {
    let (mut name, mut len, mut size, mut ty) = ([0i8; 64], 0, 0, 0);
    gl.GetTransformFeedbackVarying(program, index, 64, &mut len, &mut size, &mut ty, name.as_mut_ptr());
    let name = CStr::from_ptr(name.as_ptr()).to_string_lossy().into_owned();
    gl.text(&format!("varying {index}"), &format!("{name} {len} {size} {ty:#06x}"));
}

against_native! {
    /// red once: with the captures left where they were the buffers kept what they had
    several_buffers_with_gaps, |gl| {
        gl.target(gl::RGBA8, 8, 8);
        gl.vertex_array();
        let names = [
            c"gl_SkipComponents1", c"a", c"gl_NextBuffer", c"gl_NextBuffer", c"b[1]", c"gl_SkipComponents2", c"c",
            c"gl_SkipComponents3",
        ];
        let shaders = [(gl::VERTEX_SHADER, VS), (gl::FRAGMENT_SHADER, FS)];
        let program = capturing(gl, &shaders, &names, gl::INTERLEAVED_ATTRIBS);
        for index in 0..names.len() as u32 {
            varying(gl, program, index);
        }
        let mut objects = [0; 2];
        gl.GenTransformFeedbacks(2, objects.as_mut_ptr());
        gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, objects[0]);
        let first = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 512, 0x33);
        let third = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 512, 0x44);
        gl.BindBufferRange(gl::TRANSFORM_FEEDBACK_BUFFER, 0, first, 16, 480);
        gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 2, third);
        let mut query = 0;
        gl.GenQueries(1, &mut query);
        gl.BeginQuery(gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, query);
        gl.BeginTransformFeedback(gl::LINES);
        gl.DrawArrays(gl::LINE_STRIP, 1, 3);
        gl.PauseTransformFeedback();
        gl.DrawArrays(gl::POINTS, 0, 8);
        gl.ResumeTransformFeedback();
        gl.DrawArrays(gl::LINES, 6, 2);
        gl.EndTransformFeedback();
        gl.EndQuery(gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
        let mut written = 0;
        gl.GetQueryObjectuiv(query, gl::QUERY_RESULT, &mut written);
        gl.u32s("lines written", &[written]);
        for (name, buffer) in [("first", first), ("third", third)] {
            gl.BindBuffer(gl::COPY_READ_BUFFER, buffer);
            gl.read_buffer(name, gl::COPY_READ_BUFFER, 0, 512);
        }
        gl.error("captures");
        // As many vertices as were captured.
        gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, 0);
        gl.clear([0.0; 4]);
        gl.program("layout(location = 0) in float n; void main() { gl_Position = vec4(n / 4.0 - 0.9, n / 4.0 - 0.9, 0, 1); }", FS);
        attribute(gl, 16);
        gl.DrawTransformFeedback(gl::LINE_STRIP, objects[0]);
        gl.read_rgba8("drawn", 8, 8);
        // No buffer is wanted where nothing is captured, and one is where something is.
        gl.UseProgram(program);
        gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, objects[1]);
        gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, first);
        gl.BeginTransformFeedback(gl::POINTS);
        gl.error("a buffer is missing");
        gl.error("all");
    }
}

against_native! {
    /// red once: with the size of the buffers left out of account too much was written
    captures_end_where_a_buffer_ends, |gl| {
        gl.target(gl::RGBA8, 8, 8);
        gl.vertex_array();
        let shaders = [(gl::VERTEX_SHADER, VS), (gl::FRAGMENT_SHADER, FS)];
        capturing(gl, &shaders, &[c"a", c"gl_NextBuffer", c"c"], gl::INTERLEAVED_ATTRIBS);
        let large = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 256, 0x33);
        let small = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 64, 0x44);
        gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, large);
        gl.BindBufferRange(gl::TRANSFORM_FEEDBACK_BUFFER, 1, small, 8, 28);
        let mut queries = [0; 2];
        gl.GenQueries(2, queries.as_mut_ptr());
        gl.Enable(gl::RASTERIZER_DISCARD);
        gl.BeginQuery(gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN, queries[0]);
        gl.BeginQuery(gl::PRIMITIVES_GENERATED, queries[1]);
        gl.BeginTransformFeedback(gl::POINTS);
        gl.DrawArrays(gl::POINTS, 0, 8);
        gl.EndTransformFeedback();
        gl.EndQuery(gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN);
        gl.EndQuery(gl::PRIMITIVES_GENERATED);
        for (name, query) in [("written", queries[0]), ("generated", queries[1])] {
            let mut count = 0;
            gl.GetQueryObjectuiv(query, gl::QUERY_RESULT, &mut count);
            gl.u32s(name, &[count]);
        }
        for (name, buffer, size) in [("large", large, 256), ("small", small, 64)] {
            gl.BindBuffer(gl::COPY_READ_BUFFER, buffer);
            gl.read_buffer(name, gl::COPY_READ_BUFFER, 0, size);
        }
        gl.error("all");
    }
}

const STREAMS_VS: &str = "#version 400
flat out int number; void main() { number = gl_VertexID; gl_Position = vec4(float(gl_VertexID) / 4.0 - 0.75, 0, 0, 1); }";
const STREAMS_GS: &str = "#version 400
layout(points) in; layout(points, max_vertices = 8) out;
flat in int number[];
layout(stream = 0) out float a;
layout(stream = 1) out vec2 b; layout(stream = 1) flat out int c;
layout(stream = 3) out vec3 d;
void main() {
  gl_PointSize = 1.0;
  gl_Position = gl_in[0].gl_Position; a = float(number[0]) + 0.5; EmitStreamVertex(0); EndStreamPrimitive(0);
  for (int i = 0; i < number[0]; i++) { b = vec2(number[0], i); c = i * 100; EmitStreamVertex(1); EndStreamPrimitive(1); }
  if (number[0] == 2) { d = vec3(7, 8, 9); EmitStreamVertex(3); }
}";

against_native! {
    /// red once: with the draws of the other streams left out their buffers and queries had nothing
    vertex_streams_are_captured_and_counted, |gl| {
        gl.integer::<1>("streams", gl::MAX_VERTEX_STREAMS);
        gl.target(gl::RGBA8, 8, 1);
        gl.clear([0.0; 4]);
        gl.vertex_array();
        let shaders = [
            (gl::VERTEX_SHADER, STREAMS_VS), (gl::GEOMETRY_SHADER, STREAMS_GS),
            (gl::FRAGMENT_SHADER, "#version 400\nin float a; out vec4 o; void main() { o = vec4(a / 8.0, 0, 1, 1); }"),
        ];
        let program = capturing(gl, &shaders,
            &[c"a", c"gl_NextBuffer", c"c", c"gl_SkipComponents1", c"b", c"gl_NextBuffer", c"d"], gl::INTERLEAVED_ATTRIBS);
        let mut object = 0;
        gl.GenTransformFeedbacks(1, &mut object);
        gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, object);
        let buffers: [u32; 3] = std::array::from_fn(|at| {
            let buffer = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 256, 0x11 * (at as u8 + 1));
            gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, at as u32, buffer);
            buffer
        });
        let mut queries = [0; 6];
        gl.GenQueries(6, queries.as_mut_ptr());
        let counted = [0, 1, 3].into_iter().flat_map(|stream| {
            [gl::PRIMITIVES_GENERATED, gl::TRANSFORM_FEEDBACK_PRIMITIVES_WRITTEN].map(|target| (target, stream))
        });
        let counted: Vec<_> = counted.zip(queries).collect();
        for ((target, stream), query) in &counted {
            gl.BeginQueryIndexed(*target, *stream, *query);
        }
        gl.BeginTransformFeedback(gl::POINTS);
        gl.DrawArrays(gl::POINTS, 0, 3);
        gl.PauseTransformFeedback();
        gl.DrawArrays(gl::POINTS, 1, 1);
        gl.ResumeTransformFeedback();
        gl.DrawArrays(gl::POINTS, 2, 2);
        gl.EndTransformFeedback();
        for ((target, stream), query) in &counted {
            let mut current = 0;
            gl.GetQueryIndexediv(*target, *stream, gl::CURRENT_QUERY, &mut current);
            gl.EndQueryIndexed(*target, *stream);
            let mut count = 0;
            gl.GetQueryObjectuiv(*query, gl::QUERY_RESULT, &mut count);
            gl.u32s(&format!("{target:#x} of stream {stream}"), &[count, u32::from(current as u32 == *query)]);
        }
        for (at, buffer) in buffers.into_iter().enumerate() {
            gl.BindBuffer(gl::COPY_READ_BUFFER, buffer);
            gl.read_buffer(&format!("buffer {at}"), gl::COPY_READ_BUFFER, 0, 256);
        }
        gl.read_rgba8("stream 0 is drawn", 8, 1);
        for index in 0..7 {
            varying(gl, program, index);
        }
        gl.error("captures");
        gl.BindTransformFeedback(gl::TRANSFORM_FEEDBACK, 0);
        gl.program(
            "layout(location = 0) in float n; void main() { gl_PointSize = 1.0; gl_Position = vec4(n / 4.0 - 0.9, 0, 0, 1); }",
            FS,
        );
        for (stream, stride) in [(0, 4), (1, 16), (2, 4), (3, 12), (4, 4)] {
            gl.clear([0.0; 4]);
            attribute(gl, stride);
            gl.DrawTransformFeedbackStream(gl::POINTS, object, stream);
            gl.read_rgba8(&format!("as many points as stream {stream}"), 8, 1);
            gl.error(&format!("stream {stream}"));
        }
    }
}

against_native! {
    /// red once: with streams in one buffer let through the program linked
    names_that_cannot_be_captured, |gl| {
        let link = |name: &str, geometry: &str, varyings: &[&CStr], mode: u32| {
            let program = gl.CreateProgram();
            for (kind, source) in [(gl::VERTEX_SHADER, STREAMS_VS), (gl::GEOMETRY_SHADER, geometry)] {
                gl.AttachShader(program, gl.shader(kind, source));
            }
            let names: Vec<_> = varyings.iter().map(|name| name.as_ptr()).collect();
            gl.TransformFeedbackVaryings(program, names.len() as i32, names.as_ptr(), mode);
            gl.error(&format!("{name}: varyings"));
            gl.LinkProgram(program);
            let mut good = 0;
            gl.GetProgramiv(program, gl::LINK_STATUS, &mut good);
            gl.i32s(name, &[good]);
        };
        link("one stream", STREAMS_GS, &[c"b", c"c"], gl::INTERLEAVED_ATTRIBS);
        link("two streams in a buffer", STREAMS_GS, &[c"a", c"b"], gl::INTERLEAVED_ATTRIBS);
        link("two streams apart", STREAMS_GS, &[c"a", c"b"], gl::SEPARATE_ATTRIBS);
        link("a name twice", STREAMS_GS, &[c"a", c"a"], gl::SEPARATE_ATTRIBS);
        link("a gap apart", STREAMS_GS, &[c"a", c"gl_SkipComponents1"], gl::SEPARATE_ATTRIBS);
        link("gaps twice", STREAMS_GS, &[c"gl_SkipComponents1", c"gl_SkipComponents1", c"a"], gl::INTERLEAVED_ATTRIBS);
        link("a gap of nothing", STREAMS_GS, &[c"a", c"gl_SkipComponents5"], gl::INTERLEAVED_ATTRIBS);
        link("many buffers", STREAMS_GS, &[c"a", c"gl_NextBuffer", c"gl_NextBuffer", c"gl_NextBuffer", c"gl_NextBuffer"],
            gl::INTERLEAVED_ATTRIBS);
    }
}
