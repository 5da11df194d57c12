//! Separate shader objects and program pipelines (GL 4.6 core 7.4).

use mgpipe_tests::{Scene, against_native, bindings::gl, scene::*};
use std::ffi::{CStr, CString};

/// A separable program of one shader, by `glCreateShaderProgramv`.
unsafe fn part(gl: &Scene, kind: u32, source: &str) -> u32 {
    let head = "#version 330 core\n#extension GL_ARB_separate_shader_objects : require\n";
    let source = CString::new(format!("{head}{source}")).expect("no zero inside");
    let program = gl.CreateShaderProgramv(kind, 1, [source.as_ptr()].as_ptr());
    let mut linked = 0;
    gl.GetProgramiv(program, gl::LINK_STATUS, &mut linked);
    let (mut log, mut len) = (vec![0u8; 1024], 0);
    gl.GetProgramInfoLog(program, 1024, &mut len, log.as_mut_ptr().cast());
    assert_eq!(linked, 1, "{}", String::from_utf8_lossy(&log[..len as usize]));
    program
}

unsafe fn pipeline(gl: &Scene, parts: &[(u32, u32)]) -> u32 {
    let mut name = 0;
    gl.GenProgramPipelines(1, &mut name);
    gl.BindProgramPipeline(name);
    for (bits, program) in parts {
        gl.UseProgramStages(name, *bits, *program);
    }
    name
}

const VS: &str = "out gl_PerVertex { vec4 gl_Position; }; uniform vec4 tint; uniform float unused_by_others[2];
    out vec2 uv; out vec4 color; flat out int id;
    void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0; uv = p; color = tint * unused_by_others[1]; id = 3;
    gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0); }";

// red once: with textures sent for the units of the current program only, `by name` sampled nothing
against_native!(parts_of_a_pipeline_keep_their_own_uniforms, |gl| {
    gl.target(gl::RGBA32F, 8, 8);
    gl.vertex_array();
    let vertex = part(gl, gl::VERTEX_SHADER, VS);
    let placed = part(
        gl,
        gl::VERTEX_SHADER,
        "out gl_PerVertex { vec4 gl_Position; }; uniform float tint; layout(location = 1) out vec2 at;
        layout(location = 2) out vec4 unread; layout(location = 3) out vec4 by_location;
        void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0; at = p; unread = vec4(7);
        by_location = vec4(p, tint, 1); gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0); }",
    );
    gl.ProgramUniform1f(placed, gl.location(placed, "tint"), 0.75);
    let plain = part(
        gl,
        gl::FRAGMENT_SHADER,
        "uniform float tint; uniform sampler2D picture; layout(std140) uniform Light { vec4 light; }; in vec2 uv; in vec4 color;
        flat in int id; out vec4 o; void main() { o = color * tint + texture(picture, uv) + light * float(id); }",
    );
    let other = part(
        gl,
        gl::FRAGMENT_SHADER,
        "uniform vec4 tint; layout(location = 3) in vec4 with_another_name; layout(location = 1) in vec2 uv; out vec4 o;
        void main() { o = with_another_name + tint * uv.x; }",
    );
    gl.ProgramUniform4f(vertex, gl.location(vertex, "tint"), 0.5, 0.25, 1.0, 1.0);
    gl.ProgramUniform1f(vertex, gl.location(vertex, "unused_by_others[1]"), 0.5);
    gl.ProgramUniform1f(plain, gl.location(plain, "tint"), 3.0);
    gl.ProgramUniform1i(plain, gl.location(plain, "picture"), 5);
    gl.ProgramUniform4f(other, gl.location(other, "tint"), 7.0, 8.0, 9.0, 10.0);
    gl.UniformBlockBinding(plain, 0, 2);
    let light = gl.buffer(gl::UNIFORM_BUFFER, &[0.125f32, 0.25, 0.5, 1.0]);
    gl.BindBufferBase(gl::UNIFORM_BUFFER, 2, light);
    gl.ActiveTexture(gl::TEXTURE5);
    gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(3, 64));
    let first = pipeline(gl, &[(gl::VERTEX_SHADER_BIT, vertex), (gl::FRAGMENT_SHADER_BIT, plain)]);
    let draw = |name: &str| {
        gl.clear([9.0; 4]);
        gl.draw_full();
        gl.read(name, (0, 0, 8, 8), (gl::RGBA, gl::FLOAT));
        gl.error(name);
    };
    draw("by name");
    let second = pipeline(gl, &[(gl::VERTEX_SHADER_BIT, placed), (gl::FRAGMENT_SHADER_BIT, other)]);
    draw("by location");
    gl.ProgramUniform4f(vertex, gl.location(vertex, "tint"), 1.0, 2.0, 3.0, 4.0);
    gl.BindProgramPipeline(first);
    draw("a value changed while another pipeline was bound");
    gl.ActiveShaderProgram(first, plain);
    gl.Uniform1f(gl.location(plain, "tint"), -1.0);
    draw("a value of the active program");
    gl.UseProgramStages(first, gl::FRAGMENT_SHADER_BIT, other);
    gl.UseProgramStages(first, gl::VERTEX_SHADER_BIT, placed);
    draw("other programs");
    gl.program(FULL_VS, "in vec2 uv; out vec4 o; void main() { o = uv.xyxy; }");
    draw("a current program comes before the pipeline");
    gl.UseProgram(0);
    draw("and goes");
    gl.BindProgramPipeline(second);
    gl.DeleteProgram(other);
    draw("a deleted program stays in its pipelines");
    let mut value = -7;
    gl.GetProgramiv(other, gl::DELETE_STATUS, &mut value);
    gl.i32s("it is flagged", &[value]);
    gl.DeleteProgramPipelines(2, [first, second].as_ptr());
    gl.i32s("and gone", &[i32::from(gl.IsProgram(other))]);
    gl.integer::<1>("the binding is gone", gl::PROGRAM_PIPELINE_BINDING);
    gl.error("all");
});

// red once: with the uniforms of the second part left at the locations of the first part's
against_native!(stages_between_are_parts_too, |gl| {
    gl.target(gl::RGBA32F, 16, 16);
    gl.clear([0.0; 4]);
    gl.vertex_array();
    let vertex = part(
        gl,
        gl::VERTEX_SHADER,
        "out Block { vec4 color; vec2 at; } v; out gl_PerVertex { vec4 gl_Position; };
        void main() { v.color = vec4(gl_VertexID) * 0.25; v.at = vec2(1, 2);
        gl_Position = vec4(float(gl_VertexID) / 2.0 - 0.75, -0.5, 0, 1); }",
    );
    let geometry = part(
        gl,
        gl::GEOMETRY_SHADER,
        "layout(points) in; layout(triangle_strip, max_vertices = 3) out; in gl_PerVertex { vec4 gl_Position; } gl_in[];
        out gl_PerVertex { vec4 gl_Position; }; in Block { vec4 color; vec2 at; } v[]; uniform float tint; out vec4 color;
        void main() { for (int i = 0; i < 3; i++) { color = v[0].color + vec4(v[0].at, tint, i);
        gl_Position = gl_in[0].gl_Position + vec4(i & 1, i >> 1, 0, 0); EmitVertex(); } EndPrimitive(); }",
    );
    let fragment = part(
        gl,
        gl::FRAGMENT_SHADER,
        "in vec4 color; uniform float tint; out vec4 o; void main() { o = color * tint; }",
    );
    gl.ProgramUniform1f(geometry, gl.location(geometry, "tint"), 0.5);
    gl.ProgramUniform1f(fragment, gl.location(fragment, "tint"), 2.0);
    let all =
        [(gl::VERTEX_SHADER_BIT, vertex), (gl::GEOMETRY_SHADER_BIT, geometry), (gl::FRAGMENT_SHADER_BIT, fragment)];
    pipeline(gl, &all);
    gl.DrawArrays(gl::POINTS, 0, 3);
    gl.read("three parts", (0, 0, 16, 16), (gl::RGBA, gl::FLOAT));
    gl.DrawArrays(gl::TRIANGLES, 0, 3);
    gl.error("primitives that the geometry shader does not take");
});

against_native!(a_vertex_part_is_captured_without_fragments, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    let program = gl.CreateProgram();
    gl.ProgramParameteri(program, gl::PROGRAM_SEPARABLE, 1);
    let shader = gl.shader(
        gl::VERTEX_SHADER,
        "#version 330 core\n#extension GL_ARB_separate_shader_objects : enable\nout gl_PerVertex { vec4 gl_Position; };
        uniform float k; out vec3 captured; out float rest;
        void main() { captured = vec3(gl_VertexID, k, 1); rest = k; gl_Position = vec4(0); }",
    );
    gl.AttachShader(program, shader);
    gl.TransformFeedbackVaryings(program, 1, [c"captured".as_ptr()].as_ptr(), gl::INTERLEAVED_ATTRIBS);
    gl.LinkProgram(program);
    gl.ProgramUniform1f(program, gl.location(program, "k"), 0.25);
    pipeline(gl, &[(gl::VERTEX_SHADER_BIT, program)]);
    let buffer = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 64, 0xEE);
    gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl.Enable(gl::RASTERIZER_DISCARD);
    gl.BeginTransformFeedback(gl::POINTS);
    gl.DrawArrays(gl::POINTS, 0, 4);
    gl.EndTransformFeedback();
    gl.read_buffer("through a pipeline", gl::TRANSFORM_FEEDBACK_BUFFER, 0, 64);
    gl.ProgramUniform1f(program, gl.location(program, "k"), 0.75);
    gl.UseProgram(program);
    gl.BeginTransformFeedback(gl::POINTS);
    gl.DrawArrays(gl::POINTS, 0, 2);
    gl.EndTransformFeedback();
    gl.read_buffer("as the current program", gl::TRANSFORM_FEEDBACK_BUFFER, 0, 64);
    gl.error("all");
});

// red once: with a location given to outputs that have none in the source, and without built-in outputs in the list
against_native!(pipelines_and_parts_say_what_they_are, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    let vertex = part(gl, gl::VERTEX_SHADER, VS);
    let fragment = part(
        gl,
        gl::FRAGMENT_SHADER,
        "in vec4 color; uniform vec4 tint; out vec4 o; void main() { o = color + tint; }",
    );
    mgpipe_tests::corpus::linked(gl, "vertex part", vertex);
    mgpipe_tests::corpus::linked(gl, "fragment part", fragment);
    let mut name = 0;
    gl.GenProgramPipelines(1, &mut name);
    gl.i32s("not before it is bound", &[i32::from(gl.IsProgramPipeline(name))]);
    gl.UseProgramStages(name, gl::VERTEX_SHADER_BIT | gl::GEOMETRY_SHADER_BIT, vertex);
    gl.error("stages of a name only reserved");
    let ask = |label: &str| {
        for pname in [
            gl::ACTIVE_PROGRAM,
            gl::VERTEX_SHADER,
            gl::GEOMETRY_SHADER,
            gl::FRAGMENT_SHADER,
            gl::VALIDATE_STATUS,
            0x1234,
        ] {
            let mut value = -7;
            gl.GetProgramPipelineiv(name, pname, &mut value);
            // Names are the implementation's to choose.
            let which = [0, vertex, fragment].iter().position(|program| *program as i32 == value);
            let shown = if pname == gl::VALIDATE_STATUS { value } else { which.map_or(-1, |at| at as i32) };
            gl.i32s(&format!("{label}: {pname:#06x}"), &[shown, gl.GetError() as i32]);
        }
    };
    ask("vertex only");
    gl.UseProgramStages(name, gl::ALL_SHADER_BITS, fragment);
    ask("the fragment program for all stages");
    gl.UseProgramStages(name, gl::VERTEX_SHADER_BIT, vertex);
    gl.BindProgramPipeline(name);
    gl.ValidateProgramPipeline(name);
    ask("valid");
    gl.ActiveShaderProgram(name, fragment);
    ask("active");
    gl.Uniform4f(gl.location(fragment, "tint"), 1.0, 0.0, 0.0, 1.0);
    gl.UseProgramStages(name, 0x4000_0000, vertex);
    gl.error("no such stage");
    gl.UseProgramStages(name, gl::VERTEX_SHADER_BIT, 0xDEAD);
    gl.error("no such program");
    let whole = gl.program(FULL_VS, COLOR_FS);
    gl.UseProgram(0);
    gl.UseProgramStages(name, gl::VERTEX_SHADER_BIT, whole);
    gl.error("not separable");
    gl.UseProgramStages(0xDEAD, gl::VERTEX_SHADER_BIT, vertex);
    gl.error("no such pipeline");
    gl.BindProgramPipeline(0xDEAD);
    gl.error("bind of no such pipeline");
    gl.ActiveShaderProgram(name, 0xDEAD);
    gl.error("no such active program");
    gl.UseProgramStages(name, gl::VERTEX_SHADER_BIT, 0);
    gl.ValidateProgramPipeline(name);
    ask("without a vertex shader");
    let broken = gl.CreateShaderProgramv(gl::FRAGMENT_SHADER, 1, [c"#version 330\nnonsense".as_ptr()].as_ptr());
    let (mut linked, mut log) = (-7, [0u8; 512]);
    gl.GetProgramiv(broken, gl::LINK_STATUS, &mut linked);
    gl.GetProgramInfoLog(broken, 512, std::ptr::null_mut(), log.as_mut_ptr().cast());
    let said = CStr::from_bytes_until_nul(&log).expect("a zero");
    gl.i32s("a broken part", &[linked, i32::from(!said.is_empty()), gl.GetError() as i32]);
    gl.i32s("a part of no kind", &[gl.CreateShaderProgramv(0x1234, 0, std::ptr::null()) as i32, gl.GetError() as i32]);
});

against_native! {
    /// red once: with inputs that nothing writes let through in every version, those of 4.20 and blocks linked. (The types of varyings are
    /// compared by the compiler's linker, too.)
    stages_that_do_not_fit_do_not_link, |gl| {
        let position = "gl_Position = vec4(0);";
        for (name, vertex, fragment) in [
            ("types", "out vec2 v; void main() { v = vec2(1); POS }", "in vec3 v; out vec4 o; void main() { o = v.xyzz; }"),
            ("signs", "flat out int v; void main() { v = 1; POS }", "flat in uint v; out vec4 o; void main() { o = vec4(v); }"),
            ("sizes", "out float v[2]; void main() { v[0] = v[1] = 1.0; POS }", "in float v[3]; out vec4 o; void main() { o = vec4(v[2]); }"),
            ("nothing written", "void main() { POS }", "in vec3 v; out vec4 o; void main() { o = v.xyzz; }"),
            (
                "nothing written, 4.10",
                "#version 410\nvoid main() { POS }",
                "#version 410\nlayout(location = 2) in vec3 v; out vec4 o; void main() { o = v.xyzz; }",
            ),
            (
                "nothing written, 4.20",
                "#version 420\nvoid main() { POS }",
                "#version 420\nin vec3 v; out vec4 o; void main() { o = v.xyzz; }",
            ),
            (
                "nothing written and nothing used, 4.20",
                "#version 420\nvoid main() { POS }",
                "#version 420\nin vec3 v; out vec4 o; void main() { o = vec4(1); }",
            ),
            ("no block written", "void main() { POS }", "in B { vec3 a; } c; out vec4 o; void main() { o = c.a.xyzz; }"),
            ("nothing read", "out vec3 v; void main() { v = vec3(1); POS }", "out vec4 o; void main() { o = vec4(1); }"),
            ("members", "out B { vec2 a; } b; void main() { b.a = vec2(1); POS }", "in B { vec3 a; } c; out vec4 o; void main() { o = c.a.xyzz; }"),
            ("more members", "out B { vec2 a; } b; void main() { b.a = vec2(1); POS }", "in B { vec2 a; vec2 e; } c; out vec4 o; void main() { o = c.ae; }"),
            ("a block and a variable", "out B { vec2 a; } b; void main() { b.a = vec2(1); POS }", "in vec2 a; out vec4 o; void main() { o = a.xyxy; }"),
            ("uniforms", "uniform vec3 u; void main() { gl_Position = u.xyzz; }", "uniform vec4 u; out vec4 o; void main() { o = u; }"),
            ("uniform blocks", "layout(std140) uniform U { vec4 u; }; void main() { gl_Position = u; }", "layout(std140) uniform U { vec3 u; }; out vec4 o; void main() { o = u.xyzz; }"),
            ("fit", "out B { vec2 a; } b; void main() { b.a = vec2(1); POS }", "in B { vec2 a; } c; out vec4 o; void main() { o = c.a.xyxy; }"),
        ] {
            let program = gl.CreateProgram();
            gl.AttachShader(program, gl.shader(gl::VERTEX_SHADER, &vertex.replace("POS", position)));
            gl.AttachShader(program, gl.shader(gl::FRAGMENT_SHADER, &fragment.replace("c.ae", "vec4(c.a, c.e)")));
            gl.LinkProgram(program);
            let (mut good, mut log) = (0, 0);
            gl.GetProgramiv(program, gl::LINK_STATUS, &mut good);
            gl.GetProgramiv(program, gl::INFO_LOG_LENGTH, &mut log);
            gl.i32s(name, &[good, i32::from(log > 1 || good != 0)]);
        }
        gl.error("all");
    }
}

against_native! {
    /// red once: the vertex program did not link
    only_the_last_vertex_stage_says_what_is_captured, |gl| {
        gl.target(gl::RGBA8, 4, 4);
        gl.vertex_array();
        let separable = |kind, source: &CStr, captured: Option<&CStr>| {
            let (program, shader) = (gl.CreateProgram(), gl.CreateShader(kind));
            gl.ShaderSource(shader, 1, &source.as_ptr(), std::ptr::null());
            gl.CompileShader(shader);
            gl.AttachShader(program, shader);
            gl.ProgramParameteri(program, gl::PROGRAM_SEPARABLE, 1);
            if let Some(name) = captured {
                gl.TransformFeedbackVaryings(program, 1, &name.as_ptr(), gl::INTERLEAVED_ATTRIBS);
            }
            gl.LinkProgram(program);
            let mut linked = 0;
            gl.GetProgramiv(program, gl::LINK_STATUS, &mut linked);
            gl.i32s(&format!("{kind:#x} links"), &[linked]);
            program
        };
        let vertex = separable(
            gl::VERTEX_SHADER,
            c"#version 440\nout gl_PerVertex { vec4 gl_Position; };
            layout(xfb_buffer = 0, xfb_offset = 0, location = 0) out vec4 w;
            void main() { w = vec4(gl_VertexID, 1, 2, 3); gl_Position = vec4(0, 0, 0, 1); }",
            None,
        );
        let geometry = separable(
            gl::GEOMETRY_SHADER,
            c"#version 440\nlayout(points) in; layout(points, max_vertices = 1) out;
            in gl_PerVertex { vec4 gl_Position; } gl_in[]; out gl_PerVertex { vec4 gl_Position; };
            layout(location = 0) in vec4 w[]; out vec4 g;
            void main() { g = w[0] * 2.0; gl_Position = vec4(0, 0, 0, 1); EmitVertex(); }",
            Some(c"g"),
        );
        let buffer = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 64, 0x11);
        gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
        pipeline(gl, &[(gl::VERTEX_SHADER_BIT, vertex), (gl::GEOMETRY_SHADER_BIT, geometry)]);
        gl.Enable(gl::RASTERIZER_DISCARD);
        gl.BeginTransformFeedback(gl::POINTS);
        gl.DrawArrays(gl::POINTS, 0, 3);
        gl.EndTransformFeedback();
        gl.error("drawn");
        gl.read_buffer("captured", gl::TRANSFORM_FEEDBACK_BUFFER, 0, 64);
    }
}
