//! Tessellation: with and without a control shader, before a geometry shader and before transform feedback, queries.

use mgpipe_tests::{against_native, bindings::gl, scene::Scene};

const VERTEX: &str = "#version 400\nlayout(location = 0) in vec4 p; layout(location = 1) in vec3 c;\n\
    out vec3 color; out Both { vec2 scaled; flat int number; } both;\n\
    void main() { gl_Position = p; color = c; both.scaled = p.xy * 0.5; both.number = gl_VertexID; }";
const CONTROL: &str = "#version 400\nlayout(vertices = 3) out; in vec3 color[]; out vec3 colour[]; patch out vec3 middle;\n\
    in Both { vec2 scaled; flat int number; } both[];\n\
    uniform vec4 levels;\n\
    void main() { colour[gl_InvocationID] = color[gl_InvocationID]; gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;\n\
      barrier(); middle = (colour[0] + colour[1] + colour[2]) / 3.0 + vec3(both[0].scaled, 0) * 0.0;\n\
      gl_TessLevelOuter[0] = levels.x; gl_TessLevelOuter[1] = levels.y; gl_TessLevelOuter[2] = levels.z; gl_TessLevelInner[0] = levels.w; }";
const EVALUATION: &str = "#version 400\nlayout(triangles, fractional_odd_spacing, cw) in; in vec3 colour[]; patch in vec3 middle; out vec3 shade;\n\
    void main() { vec3 t = gl_TessCoord; shade = mix(t.x * colour[0] + t.y * colour[1] + t.z * colour[2], middle, 0.25);\n\
      gl_Position = t.x * gl_in[0].gl_Position + t.y * gl_in[1].gl_Position + t.z * gl_in[2].gl_Position; }";
/// Reads what the vertex shader wrote: there is no control shader.
const PLAIN: &str = "#version 400\nlayout(triangles, equal_spacing, ccw) in; in vec3 color[]; in Both { vec2 scaled; flat int number; } both[]; out vec3 shade;\n\
    void main() { vec3 t = gl_TessCoord; shade = t.x * color[0] + t.y * color[1] + t.z * color[2] + vec3(0, 0, float(both[1].number + gl_PatchVerticesIn) / 16.0);\n\
      vec2 p = t.x * both[0].scaled + t.y * both[1].scaled + t.z * both[2].scaled; gl_Position = vec4(p * 2.0 * (1.0 - 0.3 * t.x * t.y), 0, 1); }";
const FRAGMENT: &str = "#version 400\nin vec3 shade; out vec4 o; void main() { o = vec4(shade, 1); }";

unsafe fn triangle(gl: &Scene) {
    gl.target(gl::RGBA8, 32, 32);
    gl.clear([0.0, 0.0, 0.0, 1.0]);
    gl.vertex_array();
    #[rustfmt::skip]
    gl.buffer(gl::ARRAY_BUFFER, &[
        -0.9f32, -0.9, 0.0, 1.0,  1.0, 0.0, 0.0,
        0.9, -0.8, 0.0, 1.0,  0.0, 1.0, 0.0,
        0.0, 0.9, 0.0, 1.0,  0.0, 0.0, 1.0,
        0.5, 0.5, 0.0, 1.0,  1.0, 1.0, 1.0,
    ]);
    gl.floats(0, 4, 28, 0);
    gl.floats(1, 3, 28, 16);
}

against_native! {
    /// red once: with extensions asked for because of an index that looked like a member, the stages' built-in blocks differed
    control_and_evaluation_shaders, |gl| {
        triangle(gl);
        let program = gl.program_with(&[(gl::VERTEX_SHADER, VERTEX), (gl::TESS_CONTROL_SHADER, CONTROL),
            (gl::TESS_EVALUATION_SHADER, EVALUATION), (gl::FRAGMENT_SHADER, FRAGMENT)], |_| {});
        for levels in [[1.0f32, 1.0, 1.0, 1.0], [4.0, 2.5, 3.0, 5.0], [0.0, 1.0, 1.0, 1.0]] {
            gl.clear([0.0, 0.0, 0.0, 1.0]);
            gl.vec4(program, "levels", levels);
            gl.DrawArrays(gl::PATCHES, 0, 3);
            gl.read_rgba8(&format!("levels {levels:?}"), 32, 32);
        }
        for pname in [gl::TESS_CONTROL_OUTPUT_VERTICES, gl::TESS_GEN_MODE, gl::TESS_GEN_SPACING, gl::TESS_GEN_VERTEX_ORDER, gl::TESS_GEN_POINT_MODE] {
            let mut value = -1;
            gl.GetProgramiv(program, pname, &mut value);
            gl.i32s(&format!("{pname:#06x}"), &[value]);
        }
        gl.DrawArrays(gl::TRIANGLES, 0, 3);
        gl.error("triangles with tessellation");
    }
}

against_native! {
    /// red once: without the qualifiers of members handed on, the driver refused the program and nothing was drawn
    without_a_control_shader_the_defaults_count, |gl| {
        triangle(gl);
        let program = gl.program_with(&[(gl::VERTEX_SHADER, VERTEX), (gl::TESS_EVALUATION_SHADER, PLAIN), (gl::FRAGMENT_SHADER, FRAGMENT)], |_| {});
        gl.DrawArrays(gl::PATCHES, 0, 3);
        gl.read_rgba8("initial levels", 32, 32);
        for (outer, inner, vertices) in [([3.0f32, 4.0, 5.0, 1.0], [2.0f32, 1.0], 3), ([1.5, 8.0, 2.0, 9.0], [6.0, 3.0], 4)] {
            gl.clear([0.0, 0.0, 0.0, 1.0]);
            gl.PatchParameterfv(gl::PATCH_DEFAULT_OUTER_LEVEL, outer.as_ptr());
            gl.PatchParameterfv(gl::PATCH_DEFAULT_INNER_LEVEL, inner.as_ptr());
            gl.PatchParameteri(gl::PATCH_VERTICES, vertices);
            gl.DrawArrays(gl::PATCHES, 0, vertices);
            gl.read_rgba8(&format!("levels {outer:?} {inner:?}"), 32, 32);
        }
        let mut value = -1;
        gl.GetProgramiv(program, gl::TESS_CONTROL_OUTPUT_VERTICES, &mut value);
        gl.error("vertices without a control shader");
        gl.GetProgramiv(program, gl::TESS_GEN_MODE, &mut value);
        gl.i32s("mode", &[value]);
        gl.integer::<1>("patch vertices", gl::PATCH_VERTICES);
        gl.float::<4>("outer", gl::PATCH_DEFAULT_OUTER_LEVEL);
        gl.float::<2>("inner", gl::PATCH_DEFAULT_INNER_LEVEL);
        gl.PatchParameteri(gl::PATCH_VERTICES, 0);
        gl.error("no vertices");
        gl.PatchParameteri(gl::PATCH_VERTICES, 33);
        gl.error("too many");
        gl.PatchParameteri(gl::PATCH_DEFAULT_INNER_LEVEL, 1);
        gl.error("no integer");
    }
}

against_native! {
    /// red once: with extensions asked for because of an index that looked like a member, nothing was captured
    tessellation_feeds_geometry_and_transform_feedback, |gl| {
        triangle(gl);
        let geometry = "#version 400\nlayout(triangles) in; layout(triangle_strip, max_vertices = 3) out; in vec3 shade[]; out vec3 shade2;\n\
            void main() { for (int i = 0; i < 3; i++) { shade2 = shade[i].zxy; gl_Position = gl_in[i].gl_Position * vec4(0.9, 0.9, 1, 1); EmitVertex(); } EndPrimitive(); }";
        let fragment = "#version 400\nin vec3 shade2; out vec4 o; void main() { o = vec4(shade2, 1); }";
        let program = gl.program_with(&[(gl::VERTEX_SHADER, VERTEX), (gl::TESS_CONTROL_SHADER, CONTROL), (gl::TESS_EVALUATION_SHADER, EVALUATION),
            (gl::GEOMETRY_SHADER, geometry), (gl::FRAGMENT_SHADER, fragment)], |_| {});
        gl.vec4(program, "levels", [2.0, 3.0, 4.0, 3.0]);
        gl.DrawArrays(gl::PATCHES, 0, 3);
        gl.read_rgba8("with a geometry shader", 32, 32);
        let program = gl.program_with(&[(gl::VERTEX_SHADER, VERTEX), (gl::TESS_CONTROL_SHADER, CONTROL), (gl::TESS_EVALUATION_SHADER, EVALUATION),
            (gl::FRAGMENT_SHADER, FRAGMENT)], |program| {
            let names = [c"shade".as_ptr(), c"gl_Position".as_ptr()];
            gl.TransformFeedbackVaryings(program, 2, names.as_ptr(), gl::INTERLEAVED_ATTRIBS);
        });
        gl.vec4(program, "levels", [1.0, 1.0, 1.0, 1.0]);
        let buffer = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 28 * 12, 0);
        gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
        gl.BeginTransformFeedback(gl::TRIANGLES);
        gl.DrawArrays(gl::PATCHES, 0, 3);
        gl.EndTransformFeedback();
        let mut bytes = vec![0f32; 21];
        gl.GetBufferSubData(gl::TRANSFORM_FEEDBACK_BUFFER, 0, 84, bytes.as_mut_ptr().cast());
        gl.f32s("captured", &bytes);
    }
}

against_native! {
    /// red once: with the initial levels in the place of the set ones, lines and points were fewer
    modes_and_mismatches_of_tessellation, |gl| {
        triangle(gl);
        for (name, layout, levels) in [
            ("quads", "quads, fractional_even_spacing", "vec2(gl_TessCoord)"),
            ("lines", "isolines", "vec2(gl_TessCoord)"),
            ("points", "triangles, point_mode", "gl_TessCoord.xy"),
        ] {
            gl.clear([0.0, 0.0, 0.0, 1.0]);
            let evaluation = format!("#version 400\nlayout({layout}) in; out vec3 shade; void main() {{ vec2 t = {levels};\n\
                shade = vec3(t, 0.5); gl_Position = vec4(t * 1.5 - 0.75 + 0.013, 0, 1); }}");
            gl.PatchParameterfv(gl::PATCH_DEFAULT_OUTER_LEVEL, [3.0f32, 4.0, 5.0, 6.0].as_ptr());
            gl.PatchParameterfv(gl::PATCH_DEFAULT_INNER_LEVEL, [4.0f32, 3.0].as_ptr());
            let program = gl.program_with(&[(gl::VERTEX_SHADER, "#version 400\nvoid main() { gl_Position = vec4(0); }"),
                (gl::TESS_EVALUATION_SHADER, &evaluation), (gl::FRAGMENT_SHADER, FRAGMENT)], |_| {});
            gl.DrawArrays(gl::PATCHES, 0, 3);
            gl.read_rgba8(name, 32, 32);
            for pname in [gl::TESS_GEN_MODE, gl::TESS_GEN_SPACING, gl::TESS_GEN_POINT_MODE] {
                let mut value = -1;
                gl.GetProgramiv(program, pname, &mut value);
                gl.i32s(&format!("{name} {pname:#06x}"), &[value]);
            }
        }
        let program = gl.CreateProgram();
        for (kind, source) in [(gl::VERTEX_SHADER, VERTEX), (gl::TESS_CONTROL_SHADER, CONTROL), (gl::FRAGMENT_SHADER, FRAGMENT)] {
            gl.AttachShader(program, gl.shader(kind, source));
        }
        gl.LinkProgram(program);
        let mut linked = -1;
        gl.GetProgramiv(program, gl::LINK_STATUS, &mut linked);
        gl.i32s("a control shader without an evaluation shader", &[linked]);
        gl.program("void main() { gl_Position = vec4(0); }", "out vec4 o; void main() { o = vec4(0); }");
        gl.DrawArrays(gl::PATCHES, 0, 3);
        gl.error("patches without tessellation");
        for pname in [gl::MAX_PATCH_VERTICES, gl::MAX_TESS_GEN_LEVEL, gl::MAX_TESS_CONTROL_INPUT_COMPONENTS, gl::MAX_TESS_PATCH_COMPONENTS,
            gl::MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS, gl::MAX_TESS_EVALUATION_OUTPUT_COMPONENTS] {
            gl.integer::<1>(&format!("{pname:#06x}"), pname);
        }
    }
}
