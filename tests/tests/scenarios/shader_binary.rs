//! Shaders as SPIR-V (`GL_ARB_gl_spirv`, GL 4.6 core 7.2).

use mgpipe_tests::{
    Scene, against_native,
    bindings::gl,
    spirv::{Stage, module},
};

/// A shader of the module.
unsafe fn loaded(gl: &Scene, kind: u32, words: &[u32]) -> u32 {
    let shader = gl.CreateShader(kind);
    gl.ShaderBinary(1, &shader, gl::SHADER_BINARY_FORMAT_SPIR_V, words.as_ptr().cast(), words.len() as i32 * 4);
    shader
}

unsafe fn specialize(gl: &Scene, shader: u32, entry: &std::ffi::CStr, constants: &[(u32, u32)]) -> i32 {
    let (ids, values): (Vec<u32>, Vec<u32>) = constants.iter().copied().unzip();
    gl.SpecializeShader(shader, entry.as_ptr(), ids.len() as u32, ids.as_ptr(), values.as_ptr());
    let mut status = -7;
    gl.GetShaderiv(shader, gl::COMPILE_STATUS, &mut status);
    status
}

unsafe fn linked(gl: &Scene, shaders: &[u32]) -> (u32, i32) {
    let (program, mut status) = (gl.CreateProgram(), -7);
    shaders.iter().for_each(|shader| gl.AttachShader(program, *shader));
    gl.LinkProgram(program);
    gl.GetProgramiv(program, gl::LINK_STATUS, &mut status);
    (program, status)
}

/// A program of modules, current.
unsafe fn program(gl: &Scene, modules: &[(u32, Stage, &str)], constants: &[(u32, u32)]) -> u32 {
    let mut shaders = Vec::new();
    for (kind, stage, source) in modules {
        let shader = loaded(gl, *kind, &module(*stage, source));
        let of_fragment = if *kind == gl::VERTEX_SHADER { &[] } else { constants };
        let status = specialize(gl, shader, c"main", of_fragment);
        assert!(status == 1, "{}", gl.shader_log(shader));
        shaders.push(shader);
    }
    let (program, status) = linked(gl, &shaders);
    let mut log = vec![0u8; 4096];
    gl.GetProgramInfoLog(program, 4096, std::ptr::null_mut(), log.as_mut_ptr().cast());
    assert!(status == 1, "{}", String::from_utf8_lossy(&log));
    gl.UseProgram(program);
    program
}

const VS: &str = "#version 450\n\
    layout(location = 0) out vec2 uv; layout(location = 1) flat out int id; layout(location = 3) out vec4 more[2];\n\
    layout(location = 0) in vec4 offset;\n\
    void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0; uv = p; id = 3; more[0] = vec4(0.25);\n\
      more[1] = vec4(p, 0.5, 1.0); gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0) + offset; }";

const FS: &str = "#version 450\n\
    layout(constant_id = 7) const int steps = 2; layout(constant_id = 9) const float scale = 0.5;\n\
    layout(constant_id = 11) const bool twice = false; const int more_steps = steps * 3 - 1;\n\
    struct Light { vec4 color; float power[3]; };\n\
    layout(location = 0) in vec2 uv; layout(location = 1) flat in int id; layout(location = 3) in vec4 more[2];\n\
    layout(binding = 2, std140) uniform Block { mat4 m; Light lights[2]; vec3 last; } block;\n\
    layout(location = 5, binding = 3) uniform sampler2D image;\n\
    layout(location = 8) uniform vec4 tint; layout(location = 9) uniform float weights[3];\n\
    layout(location = 0) out vec4 o; layout(location = 1) out vec4 p;\n\
    void main() { float f = 0.0; float t[more_steps]; for (int i = 0; i < more_steps; i++) t[i] = float(i);\n\
      for (int i = 0; i < more_steps; i++) f += t[i] * scale;\n\
      o = texture(image, uv) * tint + block.m[1] * weights[1] + block.lights[1].color * block.lights[1].power[2];\n\
      p = vec4(f, twice ? 2.0 : 1.0, float(id), block.last.z) + more[1]; }";

unsafe fn inputs(gl: &Scene) {
    gl.vertex_array();
    gl.VertexAttrib4f(0, 0.0, 0.0, 0.0, 0.0);
    let floats: Vec<f32> = (0..64).map(|n| n as f32 / 64.0).collect();
    let buffer = gl.buffer(gl::UNIFORM_BUFFER, &floats);
    gl.BindBufferBase(gl::UNIFORM_BUFFER, 2, buffer);
    gl.ActiveTexture(gl::TEXTURE3);
    gl.texture(gl::TEXTURE_2D);
    let texels: Vec<u8> = (0..64).map(|n| n * 3 + 1).collect();
    gl.TexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8 as i32, 4, 4, 0, gl::RGBA, gl::UNSIGNED_BYTE, texels.as_ptr().cast());
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MIN_FILTER, gl::NEAREST as i32);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAG_FILTER, gl::NEAREST as i32);
}

unsafe fn two_targets(gl: &Scene) {
    gl.target(gl::RGBA32F, 4, 4);
    let second = gl.texture(gl::TEXTURE_2D);
    gl.TexStorage2D(gl::TEXTURE_2D, 1, gl::RGBA32F, 4, 4);
    gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT1, gl::TEXTURE_2D, second, 0);
    gl.DrawBuffers(2, [gl::COLOR_ATTACHMENT0, gl::COLOR_ATTACHMENT1].as_ptr());
}

unsafe fn draw(gl: &Scene, label: &str) {
    gl.draw_full();
    for (n, buffer) in [gl::COLOR_ATTACHMENT0, gl::COLOR_ATTACHMENT1].into_iter().enumerate() {
        gl.ReadBuffer(buffer);
        gl.read(&format!("{label}, output {n}"), (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
    }
}

against_native! {
    /// red once: with every constant at its default
    modules_draw_with_their_constants, |gl| {
        two_targets(gl);
        inputs(gl);
        let stages = [(gl::VERTEX_SHADER, Stage::Vertex, VS), (gl::FRAGMENT_SHADER, Stage::Fragment, FS)];
        for (label, constants) in [
            ("defaults", &[][..]),
            ("given", &[(9, 2.0f32.to_bits()), (7, 3), (11, 1)][..]),
            ("one of them", &[(7, 1)][..]),
        ] {
            program(gl, &stages, constants);
            gl.Uniform4f(8, 0.5, 1.0, 2.0, 3.0);
            gl.Uniform1fv(9, 3, [1.0f32, 2.0, 4.0].as_ptr());
            draw(gl, label);
            gl.Uniform1i(5, 2);
            draw(gl, &format!("{label}, another unit"));
        }
        gl.error("so far");
    }
}

against_native! {
    /// red once: with the execution mode's size kept
    a_compute_module_takes_its_size_from_constants, |gl| {
        let source = "#version 450\n\
            layout(local_size_x_id = 1, local_size_y = 2) in; layout(constant_id = 4) const uint base = 100u;\n\
            layout(binding = 3, std430) buffer Out { uvec4 o[]; };\n\
            layout(binding = 1, std430) readonly buffer In { uint i[8]; } source;\n\
            void main() { o[gl_GlobalInvocationID.y * 8 + gl_GlobalInvocationID.x] =\n\
              uvec4(gl_GlobalInvocationID.xy, gl_WorkGroupSize.x + base, source.i[gl_LocalInvocationIndex & 7u]); }";
        let source_buffer = gl.buffer(gl::SHADER_STORAGE_BUFFER, &[5u32, 6, 7, 8, 9, 10, 11, 12]);
        let buffer = gl.blank_buffer(gl::SHADER_STORAGE_BUFFER, 32 * 16, 0xEE);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 3, buffer);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 1, source_buffer);
        for (label, constants) in [("default", &[(4, 7)][..]), ("given", &[(1, 4), (4, 0)][..])] {
            let program = program(gl, &[(gl::COMPUTE_SHADER, Stage::Compute, source)], constants);
            gl.DispatchCompute(2, 2, 1);
            gl.MemoryBarrier(gl::ALL_BARRIER_BITS);
            gl.BindBuffer(gl::SHADER_STORAGE_BUFFER, buffer);
            gl.read_buffer(label, gl::SHADER_STORAGE_BUFFER, 0, 32 * 16);
            let mut size = [0; 3];
            gl.GetProgramiv(program, gl::COMPUTE_WORK_GROUP_SIZE, size.as_mut_ptr());
            gl.i32s(&format!("{label}: size"), &size);
        }
        gl.error("so far");
    }
}

against_native! {
    /// red once: with a second specialisation taken
    shader_binaries_refuse_what_gl_refuses, |gl| {
        // Natively the one format that is taken is not listed.
        let (mut count, mut format) = (-7, -7);
        gl.GetIntegerv(gl::NUM_SHADER_BINARY_FORMATS, &mut count);
        gl.GetIntegerv(gl::SHADER_BINARY_FORMATS, &mut format);
        assert!(gl.is_native() || (count, format) == (1, gl::SHADER_BINARY_FORMAT_SPIR_V as i32), "{count} {format:#x}");
        let words = module(Stage::Fragment, FS);
        let shader = gl.CreateShader(gl::FRAGMENT_SHADER);
        let bytes = words.len() as i32 * 4;
        let of = |gl: &Scene, pname| {
            let mut value = -7;
            gl.GetShaderiv(shader, pname, &mut value);
            value
        };
        let state = |gl: &Scene, label: &str| {
            gl.i32s(label, &[gl::COMPILE_STATUS, gl::SPIR_V_BINARY, gl::SHADER_SOURCE_LENGTH].map(|p| of(gl, p)));
            gl.error(&format!("{label}: error"));
        };
        gl.SpecializeShader(shader, c"main".as_ptr(), 0, std::ptr::null(), std::ptr::null());
        state(gl, "specialized before it is there");
        for (label, count, format, length) in [
            ("negative count", -1, gl::SHADER_BINARY_FORMAT_SPIR_V, bytes),
            ("negative length", 1, gl::SHADER_BINARY_FORMAT_SPIR_V, -4),
            ("another format", 1, gl::RGBA, bytes),
            ("nothing", 0, gl::SHADER_BINARY_FORMAT_SPIR_V, bytes),
        ] {
            gl.ShaderBinary(count, &shader, format, words.as_ptr().cast(), length);
            state(gl, label);
        }
        for name in [0, 4711, gl.CreateProgram()] {
            gl.ShaderBinary(1, &name, gl::SHADER_BINARY_FORMAT_SPIR_V, words.as_ptr().cast(), bytes);
            gl.error("no shader");
            gl.SpecializeShader(name, c"main".as_ptr(), 0, std::ptr::null(), std::ptr::null());
            gl.error("no shader to specialize");
        }
        gl.ShaderBinary(1, &shader, gl::SHADER_BINARY_FORMAT_SPIR_V, words.as_ptr().cast(), bytes);
        state(gl, "loaded");
        gl.CompileShader(shader);
        state(gl, "compiled");
        gl.i32s("another entry point", &[specialize(gl, shader, c"other", &[])]);
        gl.error("another entry point: error");
        gl.i32s("an unknown constant", &[specialize(gl, shader, c"main", &[(7, 1), (8, 1)])]);
        gl.error("an unknown constant: error");
        let vertex = loaded(gl, gl::VERTEX_SHADER, &words);
        gl.i32s("an entry point of another stage", &[specialize(gl, vertex, c"main", &[])]);
        gl.error("an entry point of another stage: error");
        gl.i32s("specialized", &[specialize(gl, shader, c"main", &[(7, 3)])]);
        state(gl, "specialized: state");
        gl.i32s("again", &[specialize(gl, shader, c"main", &[(7, 3)])]);
        gl.error("again: error");
        let text = gl.shader(gl::VERTEX_SHADER, "void main() { gl_Position = vec4(0.0); }");
        gl.i32s("with a shader of text", &[linked(gl, &[shader, text]).1]);
        gl.ShaderSource(shader, 1, &c"void main() {}".as_ptr(), std::ptr::null());
        gl.CompileShader(shader);
        gl.i32s("a source in its place", &[of(gl, gl::SPIR_V_BINARY), of(gl, gl::SHADER_SOURCE_LENGTH)]);
        gl.error("at last");
    }
}

against_native! {
    /// red once: with the linker's names told
    programs_of_modules_have_no_names, |gl| {
        let stages = [(gl::VERTEX_SHADER, Stage::Vertex, VS), (gl::FRAGMENT_SHADER, Stage::Fragment, FS)];
        let program = program(gl, &stages, &[]);
        for pname in [
            // Not the attributes' number: natively a built-in that is declared and not read is among them.
            gl::ACTIVE_ATTRIBUTE_MAX_LENGTH,
            gl::ACTIVE_UNIFORMS,
            gl::ACTIVE_UNIFORM_MAX_LENGTH,
            gl::ACTIVE_UNIFORM_BLOCKS,
            gl::ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH,
        ] {
            let mut value = -7;
            gl.GetProgramiv(program, pname, &mut value);
            gl.i32s(&format!("{pname:#x}"), &[value]);
        }
        gl.i32s("locations by name", &[gl.location(program, "tint"), gl.location(program, ""), gl.location(program, "l8")]);
        gl.i32s("an attribute's", &[gl.GetAttribLocation(program, c"offset".as_ptr())]);
        gl.enums("blocks by name", &[
            gl.GetUniformBlockIndex(program, c"Block".as_ptr()),
            gl.GetUniformBlockIndex(program, c"".as_ptr()),
        ]);
        let mut active = 0;
        gl.GetProgramiv(program, gl::ACTIVE_UNIFORMS, &mut active);
        let properties = [
            gl::NAME_LENGTH, gl::TYPE, gl::ARRAY_SIZE, gl::OFFSET, gl::BLOCK_INDEX, gl::ARRAY_STRIDE, gl::MATRIX_STRIDE,
            gl::IS_ROW_MAJOR, gl::LOCATION,
        ];
        let mut list = Vec::new();
        for index in 0..active as u32 {
            let mut values = [-7; 9];
            gl.GetProgramResourceiv(
                program, gl::UNIFORM, index, 9, properties.as_ptr(), 9, std::ptr::null_mut(), values.as_mut_ptr(),
            );
            list.push(values);
        }
        list.sort_unstable();
        gl.i32s("uniforms", list.as_flattened());
        let mut values = [-7; 3];
        let properties = [gl::BUFFER_BINDING, gl::BUFFER_DATA_SIZE, gl::NAME_LENGTH];
        gl.GetProgramResourceiv(
            program, gl::UNIFORM_BLOCK, 0, 3, properties.as_ptr(), 3, std::ptr::null_mut(), values.as_mut_ptr(),
        );
        gl.i32s("the block", &values);
        gl.error("so far");
    }
}

against_native! {
    /// red once: without the check before the linker
    damaged_modules_do_not_compile, |gl| {
        let words = module(Stage::Fragment, FS);
        // Whatever is made of them, the context goes on: natively some are taken and some are not.
        let mut taken = 0;
        for at in (0..words.len()).step_by(3) {
            if gl.is_native() {
                break;
            }
            let mut bad = words.clone();
            bad[at] ^= 1 << (at % 31);
            let shader = loaded(gl, gl::FRAGMENT_SHADER, &bad);
            let refused = gl.GetError();
            assert!(matches!(refused, gl::NO_ERROR | gl::INVALID_VALUE), "{refused:#x}");
            if refused == gl::NO_ERROR && specialize(gl, shader, c"main", &[]) == 1 {
                taken += linked(gl, &[shader]).1;
            }
            gl.GetError();
            gl.DeleteShader(shader);
        }
        assert!(gl.is_native() || taken * 3 < words.len() as i32, "{taken} of the damaged modules are taken");
        two_targets(gl);
        inputs(gl);
        program(gl, &[(gl::VERTEX_SHADER, Stage::Vertex, VS), (gl::FRAGMENT_SHADER, Stage::Fragment, FS)], &[]);
        gl.Uniform4f(8, 0.5, 1.0, 2.0, 3.0);
        draw(gl, "afterwards");
    }
}
