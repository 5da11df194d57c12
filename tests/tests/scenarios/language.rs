//! Functions and variables of GLSL that OpenGL ES has not.

use mgpipe_tests::{against_native, bindings::gl, scene::*};

/// Draws one pixel for each point, from the left: 8-bit integers say what each saw.
const POINTS_VS: &str = "#version 450
#extension GL_ARB_shader_draw_parameters : require
layout(location = 0) in float column;
flat out ivec4 v;
void main() {
  gl_Position = vec4((column + 0.5) / 8.0 - 1.0, 0.0, 0.0, 1.0);
  gl_PointSize = 1.0;
  v = ivec4(gl_BaseVertexARB, gl_BaseInstanceARB, gl_DrawIDARB, gl_VertexID);
}";
const POINTS_FS: &str = "#version 450
flat in ivec4 v; out ivec4 o; void main() { o = v; }";

unsafe fn points(gl: &Scene) {
    gl.target(gl::RGBA32I, 16, 1);
    gl.vertex_array();
    let columns: Vec<f32> = (0..16).map(|n| n as f32).collect();
    gl.buffer(gl::ARRAY_BUFFER, &columns);
    gl.floats(0, 1, 4, 0);
}

unsafe fn read(gl: &Scene, name: &str) {
    gl.read(name, (0, 0, 16, 1), (gl::RGBA_INTEGER, gl::INT));
    gl.ClearBufferiv(gl::COLOR, 0, [-1; 4].as_ptr());
}

against_native! {
    /// red once: without the parameters given to the program all were 0
    draws_know_their_parameters, masks = ["base_vertex,base_instance"], |gl| {
        points(gl);
        gl.program(POINTS_VS, POINTS_FS);
        gl.ClearBufferiv(gl::COLOR, 0, [-1; 4].as_ptr());
        let indices: Vec<u32> = (0..16).collect();
        gl.buffer(gl::ELEMENT_ARRAY_BUFFER, &indices);
        let at = |n: usize| std::ptr::without_provenance::<std::ffi::c_void>(n * 4);
        gl.DrawArrays(gl::POINTS, 3, 2);
        gl.DrawElementsBaseVertex(gl::POINTS, 2, gl::UNSIGNED_INT, at(0), 7);
        gl.DrawElementsInstancedBaseVertexBaseInstance(gl::POINTS, 1, gl::UNSIGNED_INT, at(2), 1, 9, 5);
        gl.DrawArraysInstancedBaseInstance(gl::POINTS, 15, 1, 1, 6);
        read(gl, "single draws");
        gl.MultiDrawArrays(gl::POINTS, [0, 4, 8].as_ptr(), [2, 0, 3].as_ptr(), 3);
        read(gl, "multi draw");
        let (starts, counts, biases) = ([at(0), at(1), at(2)], [1, 2, 1], [1, 3, 9]);
        gl.MultiDrawElementsBaseVertex(
            gl::POINTS, counts.as_ptr(), gl::UNSIGNED_INT, starts.as_ptr(), 3, biases.as_ptr());
        read(gl, "multi draw of elements");
        // Count, instances, first, base vertex, base instance.
        let commands: [u32; 15] = [2, 1, 0, 2, 0, 1, 1, 3, 4, 8, 1, 1, 1, 9, 1];
        gl.buffer(gl::DRAW_INDIRECT_BUFFER, &commands);
        gl.MultiDrawElementsIndirect(gl::POINTS, gl::UNSIGNED_INT, at(0), 3, 20);
        read(gl, "indirect draws of elements");
        let commands: [u32; 8] = [2, 1, 1, 0, 3, 1, 5, 4];
        gl.buffer(gl::DRAW_INDIRECT_BUFFER, &commands);
        gl.MultiDrawArraysIndirect(gl::POINTS, at(0), 2, 16);
        read(gl, "indirect draws");
        gl.error("all");
    }
}

against_native! {
    /// red once: without the levels given to the program all counts were 0
    textures_know_their_levels, |gl| {
        gl.target(gl::RGBA32I, 1, 1);
        gl.vertex_array();
        let program = gl.program(&format!("#version 430\n{FULL_VS}"), "#version 430
            uniform sampler2D a[2]; uniform isampler1D b; uniform samplerCubeArray c; out ivec4 o;
            int of(sampler2D s) { return textureQueryLevels(s); }
            void main() { o = ivec4(of(a[0]), of(a[1]), textureQueryLevels(b), textureQueryLevels(c)); }");
        for (unit, name) in ["a[0]", "a[1]", "b", "c"].into_iter().enumerate() {
            gl.Uniform1i(gl.location(program, name), unit as i32);
        }
        gl.ActiveTexture(gl::TEXTURE0);
        gl.texture(gl::TEXTURE_2D);
        gl.TexStorage2D(gl::TEXTURE_2D, 4, gl::RGBA8, 16, 8);
        gl.ActiveTexture(gl::TEXTURE1);
        gl.texture(gl::TEXTURE_2D);
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MIN_FILTER, gl::NEAREST_MIPMAP_NEAREST as i32);
        for level in 0..4 {
            gl.image_2d(gl::TEXTURE_2D, level, gl::RGBA8, (8 >> level, 8 >> level), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
        }
        gl.ActiveTexture(gl::TEXTURE2);
        gl.texture(gl::TEXTURE_1D);
        gl.TexStorage1D(gl::TEXTURE_1D, 6, gl::R32I, 64);
        gl.ActiveTexture(gl::TEXTURE3);
        gl.texture(gl::TEXTURE_CUBE_MAP_ARRAY);
        gl.TexStorage3D(gl::TEXTURE_CUBE_MAP_ARRAY, 2, gl::RGBA8, 2, 2, 12);
        gl.draw_full();
        gl.read("all", (0, 0, 1, 1), (gl::RGBA_INTEGER, gl::INT));
        gl.ActiveTexture(gl::TEXTURE0);
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_BASE_LEVEL, 1);
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 2);
        gl.ActiveTexture(gl::TEXTURE1);
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_BASE_LEVEL, 2);
        gl.draw_full();
        gl.read("ranges", (0, 0, 1, 1), (gl::RGBA_INTEGER, gl::INT));
        gl.error("all");
    }
}

against_native! {
    /// red once: without the plain derivatives there was no ESSL for the program
    derivatives_of_every_kind, |gl| {
        gl.target(gl::RGBA32F, 4, 4);
        gl.vertex_array();
        gl.program(&format!("#version 450\n{FULL_VS}"), "#version 450
            in vec2 uv; out vec4 o;
            void main() {
              vec2 x = uv * vec2(3.0, 5.0);
              o = vec4(dFdxFine(x.x) + dFdyCoarse(x.x), dFdyFine(x.y), fwidthFine(x.x + x.y), fwidthCoarse(x.x - x.y));
              o += vec4(dFdxCoarse(x), fwidth(x)) + (gl_HelperInvocation ? 100.0 : 0.0);
            }");
        gl.draw_full();
        gl.read("derivatives", (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
        gl.error("all");
    }
}

against_native! {
    /// red once: with the layout kept the driver had no program
    depth_layouts_are_promises, |gl| {
        gl.target(gl::RGBA8, 4, 4);
        let depth = gl.renderbuffer(gl::DEPTH_COMPONENT24, 4, 4, 0);
        gl.attach_renderbuffer(gl::DEPTH_ATTACHMENT, depth);
        gl.Enable(gl::DEPTH_TEST);
        gl.vertex_array();
        for (layout, written, pass) in
            [("depth_greater", "0.8", gl::LESS), ("depth_less", "0.2", gl::GREATER), ("depth_any", "0.9", gl::LESS)]
        {
            gl.ClearDepth(0.6);
            gl.clear([0.0; 4]);
            gl.Clear(gl::DEPTH_BUFFER_BIT);
            gl.DepthFunc(pass);
            gl.program(&format!("#version 420\n{FULL_VS}"), &format!("#version 420
                layout({layout}) out float gl_FragDepth; in vec2 uv; out vec4 o;
                void main() {{ o = vec4(uv, 1, 1); gl_FragDepth = uv.x > 0.5 ? {written} : gl_FragCoord.z; }}"));
            gl.draw_full();
            gl.read_rgba8(layout, 4, 4);
        }
        gl.error("all");
    }
}

against_native! {
    /// red once: programs that give counters to functions had no ESSL
    counters_are_given_to_functions, |gl| {
        gl.target(gl::RGBA8, 4, 4);
        gl.vertex_array();
        gl.program(&format!("#version 430\n{FULL_VS}"), "#version 430
            layout(binding = 1, offset = 4) uniform atomic_uint c[3];
            layout(binding = 1, offset = 20) uniform atomic_uint d;
            in vec2 uv; out vec4 o;
            uint up(atomic_uint a) { return atomicCounterIncrement(a); }
            uint some(atomic_uint a[3], int i) { return up(a[i]) + up(a[2]); }
            void main() { up(d); some(c, uv.x > 0.5 ? 1 : 0); o = vec4(1); }");
        // An array buffer first: what it is made as says nothing about what writes it.
        let buffer = gl.blank_buffer(gl::ARRAY_BUFFER, 32, 0);
        gl.BindBufferBase(gl::ATOMIC_COUNTER_BUFFER, 1, buffer);
        gl.draw_full();
        // Natively, what is made as an array buffer is read before shaders have written.
        gl.Finish();
        gl.read_buffer("counters", gl::ATOMIC_COUNTER_BUFFER, 0, 32);
        gl.error("all");
    }
}

against_native! {
    /// red once: with buffers made for copies alone the driver answered before it had drawn
    what_shaders_count_is_read_at_once, |gl| {
        gl.target(gl::RGBA8, 64, 64);
        gl.vertex_array();
        gl.program(&format!("#version 430\n{FULL_VS}"), "#version 430
            layout(binding = 0) uniform atomic_uint c; out vec4 o;
            void main() { atomicCounterIncrement(c); o = vec4(1); }");
        for round in 0..4 {
            let buffer = gl.blank_buffer(gl::ATOMIC_COUNTER_BUFFER, 4, 0);
            gl.BindBufferBase(gl::ATOMIC_COUNTER_BUFFER, 0, buffer);
            gl.draw_full();
            gl.read_buffer(&format!("round {round}"), gl::ATOMIC_COUNTER_BUFFER, 0, 4);
        }
        gl.error("all");
    }
}

against_native! {
    /// red once: with the offset of interpolateAtOffset left out the columns were the same
    inputs_are_interpolated_elsewhere, |gl| {
        gl.target(gl::RGBA32F, 4, 4);
        gl.vertex_array();
        gl.program(&format!("#version 400\n{FULL_VS}"), "#version 400
            in vec2 uv; out vec4 o;
            void main() { o = vec4(interpolateAtOffset(uv, vec2(0.25, -0.25)), interpolateAtCentroid(uv) + interpolateAtSample(uv, 0)); }");
        gl.draw_full();
        gl.read("inputs", (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
        gl.error("all");
    }
}

// red once: with the translation left to the server alone, and these shapes of varyings to the driver, all of these linked and drew
// nothing
against_native!(what_es_has_no_words_for_does_not_link, |gl| {
    for (name, before, write, globals, text) in [
        (
            "components",
            "layout(location = 0, component = 1) out float v;",
            "v = 1.0;",
            "layout(location = 0, component = 1) in float v;",
            "v",
        ),
        (
            "structures of arrays",
            "struct S { float x[2]; }; out S v;",
            "v.x[1] = 1.0;",
            "struct S { float x[2]; }; in S v;",
            "v.x[1]",
        ),
        ("arrays of blocks", "out B { vec4 x; } v[2];", "v[1].x = vec4(1.0);", "in B { vec4 x; } v[2];", "v[1].x.y"),
        (
            "offsets",
            "",
            "",
            "layout(std140) uniform U { layout(offset = 32) vec4 x; layout(offset = 128) float y; };",
            "x.x + y",
        ),
    ] {
        let stages = [
            (
                gl::VERTEX_SHADER,
                format!("#version 440 core\n{before}\nvoid main() {{ {write} gl_Position = vec4(0.0); }}"),
            ),
            (
                gl::FRAGMENT_SHADER,
                format!("#version 440 core\n{globals}\nout vec4 o; void main() {{ o = vec4({text}); }}"),
            ),
        ];
        let program = gl.CreateProgram();
        for (kind, text) in stages {
            let shader = gl.shader(kind, &text);
            gl.AttachShader(program, shader);
        }
        gl.LinkProgram(program);
        let (mut status, mut log) = (0, 0);
        gl.GetProgramiv(program, gl::LINK_STATUS, &mut status);
        gl.GetProgramiv(program, gl::INFO_LOG_LENGTH, &mut log);
        gl.i32s(&format!("{name} link"), &[status]);
        gl.i32s(&format!("{name}: whoever does not link says why"), &[i32::from(status == 0) * i32::from(log < 20)]);
        gl.error(name);
    }
    // And none of it is in the way of what comes next.
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    gl.program(FULL_VS, "struct S { vec2 x; float y; }; out vec4 o; void main() { S s = S(vec2(0.25, 0.5), 0.75); o = vec4(s.x, s.y, 1.0); }");
    gl.draw_full();
    gl.read_rgba8("drawn", 4, 4);
});

// red once: with the height of the target never told, y began at 0 and went down
against_native!(fragment_coordinates_may_begin_at_the_top, |gl| {
    let modes = ["", "origin_upper_left", "pixel_center_integer", "origin_upper_left, pixel_center_integer"];
    gl.vertex_array();
    for modes in modes {
        let layout = if modes.is_empty() { String::new() } else { format!("layout({modes}) in vec4 gl_FragCoord;\n") };
        let program = gl.program(
            FULL_VS,
            &format!(
                "{layout}out vec4 o; void main() {{ o = vec4(gl_FragCoord.xy, gl_FragCoord[1], gl_FragCoord.w); }}"
            ),
        );
        // The same program for targets of different heights, back and forth.
        let targets = [(4, 4), (3, 7), (4, 2)].map(|(w, h)| (gl.target(gl::RGBA32F, w, h), w, h));
        for &(target, w, h) in targets.iter().chain(&targets[..1]) {
            gl.BindFramebuffer(gl::FRAMEBUFFER, target.framebuffer);
            gl.Viewport(0, 0, w, h);
            gl.UseProgram(program);
            gl.draw_full();
            gl.read(&format!("{modes} {w}x{h}"), (0, 0, w, h), (gl::RGBA, gl::FLOAT));
        }
        gl.error(modes);
    }
});
