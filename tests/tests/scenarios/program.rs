//! Shaders, programs, uniforms, introspection (GL 3.3 core 2.11).

use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};
use std::ffi::CStr;

against_native!(uniforms_of_every_type_reach_the_shader, |gl| {
    gl.target(gl::RGBA32F, 8, 8);
    gl.vertex_array();
    let program = gl.program(
        FULL_VS,
        "uniform float f; uniform vec2 v2[3]; uniform vec3 v3; uniform ivec4 i4; uniform uvec2 u2; uniform bool b; uniform bvec3 b3;
        uniform mat2 m2; uniform mat3x2 m32; uniform mat4 m4[2]; uniform struct S { vec2 a; float b[2]; } s[2];
        uniform float preset = 0.25;
        out vec4 o;
        void main() {
            o = vec4(f + v2[2].y, v3.z, float(i4.w), float(u2.y)) + (b ? vec4(1000) : vec4(0)) + vec4(b3, 0) * 100.0
              + vec4(m2[1], m32[2]) + m4[1][2] + vec4(s[1].a, s[0].b[1], s[1].b[0]) + preset;
        }",
    );
    let at = |name: &str| gl.location(program, name);
    let draw = |name: &str| {
        gl.draw_full();
        gl.read(name, (0, 0, 1, 1), (gl::RGBA, gl::FLOAT));
    };
    draw("zero, but for the preset one");
    gl.Uniform1f(at("f"), 0.5);
    gl.Uniform2fv(at("v2"), 3, [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0].as_ptr());
    gl.Uniform3f(at("v3"), 7.0, 8.0, 9.0);
    gl.Uniform4i(at("i4"), -1, -2, -3, -4);
    gl.Uniform2ui(at("u2"), 1, 3_000_000_000);
    draw("vectors");
    gl.Uniform1i(at("b"), 7);
    gl.Uniform3f(at("b3"), 1.0, 0.0, -3.0);
    draw("booleans");
    gl.UniformMatrix2fv(at("m2"), 1, 1, [1.0f32, 2.0, 3.0, 4.0].as_ptr());
    gl.UniformMatrix3x2fv(at("m32"), 1, 0, [1.0f32, 2.0, 3.0, 4.0, 5.0, 6.0].as_ptr());
    let ramp: Vec<f32> = (0..32).map(|i| i as f32).collect();
    gl.UniformMatrix4fv(at("m4"), 2, 0, ramp.as_ptr());
    draw("matrices");
    gl.UniformMatrix4fv(at("m4[1]"), 1, 1, ramp.as_ptr());
    gl.Uniform2f(at("s[1].a"), 0.5, 0.75);
    gl.Uniform1fv(at("s[0].b"), 2, [11.0f32, 12.0].as_ptr());
    gl.Uniform1f(at("s[1].b[0]"), 13.0);
    gl.Uniform1f(at("preset"), 0.0);
    draw("structures");
    gl.Uniform2fv(at("v2[2]"), 5, [100.0f32; 10].as_ptr());
    draw("more elements than there are");
    gl.error("all");
    let mut floats = [0.0; 16];
    for name in ["f", "v2[1]", "m4[1]", "m32", "s[1].a", "s[0].b[1]"] {
        floats.fill(-1.0);
        gl.GetUniformfv(program, at(name), floats.as_mut_ptr());
        gl.f32s(name, &floats);
    }
    let mut ints = [0; 4];
    gl.GetUniformiv(program, at("i4"), ints.as_mut_ptr());
    gl.i32s("i4", &ints);
    gl.GetUniformiv(program, at("b"), ints.as_mut_ptr());
    gl.i32s("b", &ints);
    gl.enums("none", &[at("nothing") as u32, at("v2[3]") as u32, at("s") as u32]);
    // Another program has uniforms of its own.
    let other = gl.program(FULL_VS, "uniform float f; out vec4 o; void main() { o = vec4(f); }");
    gl.Uniform1f(gl.location(other, "f"), 0.125);
    draw("another program");
    gl.UseProgram(program);
    draw("the first again");
});

unsafe fn active(gl: &Scene, program: u32) {
    let mut list = Vec::new();
    for (count, get) in [
        (
            gl::ACTIVE_UNIFORMS,
            gl::Gl::GetActiveUniform as unsafe fn(&gl::Gl, u32, u32, i32, *mut i32, *mut i32, *mut u32, *mut i8),
        ),
        (gl::ACTIVE_ATTRIBUTES, gl::Gl::GetActiveAttrib),
    ] {
        let mut n = 0;
        gl.GetProgramiv(program, count, &mut n);
        for i in 0..n as u32 {
            let (mut name, mut len, mut size, mut ty) = ([0i8; 128], 0, 0, 0);
            get(gl, program, i, 128, &mut len, &mut size, &mut ty, name.as_mut_ptr());
            let name = CStr::from_ptr(name.as_ptr()).to_string_lossy().into_owned();
            list.push(format!("{name} {size} {ty:#06x} len {len}"));
        }
    }
    // GL does not say in which order.
    list.sort();
    gl.text("active", &list.join("\n"));
}

against_native!(active_variables_are_as_native_says, |gl| {
    let program = gl.program_with(
        &[
            (
                gl::VERTEX_SHADER,
                "in vec3 position; in mat2 turn; in float unused; uniform mat4 matrix; uniform vec2 offsets[4]; out vec2 at;
                void main() { at = turn * offsets[gl_VertexID % 4]; gl_Position = matrix * vec4(position, 1); }",
            ),
            (
                gl::FRAGMENT_SHADER,
                "in vec2 at; uniform sampler2D pictures[2]; uniform samplerCube sky; uniform vec4 dead; uniform struct { float a; vec3 b; } both;
                layout(std140) uniform Light { vec4 where; vec3 how[2]; } light;
                out vec4 first; void main() { first = texture(pictures[1], at) + texture(sky, both.b) * both.a + light.where + vec4(light.how[1], 0); }",
            ),
        ],
        |program| gl.BindAttribLocation(program, 5, c"position".as_ptr()),
    );
    active(gl, program);
    let names = [c"position", c"turn", c"unused", c"gl_VertexID"];
    gl.i32s(
        "attributes",
        &[gl.GetAttribLocation(program, names[0].as_ptr()), gl.GetAttribLocation(program, names[2].as_ptr())],
    );
    gl.i32s(
        "outputs",
        &[gl.GetFragDataLocation(program, c"first".as_ptr()), gl.GetFragDataLocation(program, c"no".as_ptr())],
    );
    for pname in [
        gl::LINK_STATUS,
        gl::DELETE_STATUS,
        gl::ATTACHED_SHADERS,
        gl::ACTIVE_UNIFORM_BLOCKS,
        gl::ACTIVE_UNIFORM_MAX_LENGTH,
        gl::ACTIVE_ATTRIBUTE_MAX_LENGTH,
        gl::ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH,
        gl::TRANSFORM_FEEDBACK_VARYINGS,
    ] {
        let mut value = -77;
        gl.GetProgramiv(program, pname, &mut value);
        gl.i32s(&format!("{pname:#06x}"), &[value]);
    }
    let uniforms = [c"matrix", c"offsets", c"light.where", c"Light.where", c"Light.how", c"both.b", c"dead"];
    let mut indices = [7u32; 7];
    gl.GetUniformIndices(program, 7, uniforms.map(CStr::as_ptr).as_ptr(), indices.as_mut_ptr());
    for (name, index) in uniforms.iter().zip(indices) {
        let mut values = [-77; 6];
        if index != gl::INVALID_INDEX {
            for (value, pname) in values.iter_mut().zip([
                gl::UNIFORM_TYPE,
                gl::UNIFORM_SIZE,
                gl::UNIFORM_OFFSET,
                gl::UNIFORM_ARRAY_STRIDE,
                gl::UNIFORM_MATRIX_STRIDE,
                gl::UNIFORM_IS_ROW_MAJOR,
            ]) {
                gl.GetActiveUniformsiv(program, 1, &index, pname, value);
            }
        }
        gl.i32s(&name.to_string_lossy(), &values);
    }
    gl.error("all");
});

against_native!(the_life_of_shaders_and_programs, |gl| {
    let shader = gl.shader(gl::VERTEX_SHADER, FULL_VS);
    let program = gl.CreateProgram();
    gl.AttachShader(program, shader);
    gl.DeleteShader(shader);
    let mut value = -77;
    gl.GetShaderiv(shader, gl::DELETE_STATUS, &mut value);
    gl.i32s("a deleted shader lives while attached", &[value, i32::from(gl.IsShader(shader))]);
    gl.DetachShader(program, shader);
    gl.i32s("and goes when detached", &[i32::from(gl.IsShader(shader))]);
    let program = gl.program(FULL_VS, COLOR_FS);
    gl.target(gl::RGBA8, 2, 2);
    gl.vertex_array();
    gl.vec4(program, "color", [1.0, 0.5, 0.25, 1.0]);
    gl.DeleteProgram(program);
    gl.draw_full();
    gl.read_rgba8("a deleted program draws while current", 2, 2);
    gl.GetProgramiv(program, gl::DELETE_STATUS, &mut value);
    gl.i32s("delete status", &[value]);
    gl.UseProgram(0);
    gl.i32s("and goes when it is not", &[i32::from(gl.IsProgram(program))]);
    // A link that fails leaves a current program's executable as it is.
    let program = gl.program(FULL_VS, COLOR_FS);
    gl.vec4(program, "color", [0.0, 1.0, 0.25, 1.0]);
    let bad = gl.shader(gl::VERTEX_SHADER, "out vec4 nobody; void main() { gl_Position = vec4(0); }");
    gl.AttachShader(program, bad);
    gl.LinkProgram(program);
    gl.GetProgramiv(program, gl::LINK_STATUS, &mut value);
    gl.i32s("two mains do not link", &[value]);
    gl.draw_full();
    gl.read_rgba8("drawn with the former executable", 2, 2);
    let broken = gl.CreateShader(gl::FRAGMENT_SHADER);
    gl.ShaderSource(
        broken,
        1,
        &c"#version 330 core\nout vec4 o; void main() { o = nonsense; }".as_ptr(),
        std::ptr::null(),
    );
    gl.CompileShader(broken);
    gl.GetShaderiv(broken, gl::COMPILE_STATUS, &mut value);
    gl.i32s("nonsense does not compile", &[value, i32::from(!gl.shader_log(broken).is_empty())]);
    gl.GetShaderiv(broken, gl::SHADER_SOURCE_LENGTH, &mut value);
    gl.i32s("source length", &[value]);
    let mut source = [0i8; 128];
    gl.GetShaderSource(broken, 128, &mut value, source.as_mut_ptr());
    gl.text("source", &CStr::from_ptr(source.as_ptr()).to_string_lossy());
    gl.error("all");
});

against_native!(outputs_and_inputs_find_each_other, |gl| {
    gl.framebuffer();
    for i in 0..2 {
        let texture = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0 + i, gl::TEXTURE_2D, texture, 0);
    }
    gl.DrawBuffers(2, [gl::COLOR_ATTACHMENT0, gl::COLOR_ATTACHMENT1].as_ptr());
    gl.Viewport(0, 0, 4, 4);
    gl.vertex_array();
    gl.program_with(
        &[
            (
                gl::VERTEX_SHADER,
                "flat out int id; noperspective out vec2 a[2]; out Block { vec3 color; float w; } b; smooth out mat2 m;
                void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0; id = gl_VertexID; a[0] = p * 0.25; a[1] = p * 0.5;
                b.color = vec3(p, 1) * 0.3; b.w = p.x; m = mat2(p, p.yx); gl_Position = vec4(p * 2.0 - 1.0, 0, 1); }",
            ),
            (
                gl::FRAGMENT_SHADER,
                "flat in int id; noperspective in vec2 a[2]; in Block { vec3 color; float w; } other; smooth in mat2 m;
                out vec4 second; out vec4 first;
                void main() { first = vec4(a[0], a[1] * 0.5); second = vec4(other.color, m[1].x * 0.5 + float(id) * 0.1 + other.w * 0.1); }",
            ),
        ],
        |program| {
            gl.BindFragDataLocation(program, 0, c"first".as_ptr());
            gl.BindFragDataLocation(program, 1, c"second".as_ptr());
        },
    );
    gl.draw_full();
    for i in 0..2 {
        gl.ReadBuffer(gl::COLOR_ATTACHMENT0 + i);
        gl.read_rgba8(&format!("output {i}"), 4, 4);
    }
});

against_native!(built_in_variables_of_fragments, |gl| {
    gl.target(gl::RGBA32F, 8, 8);
    gl.vertex_array();
    for (name, expression) in [
        ("gl_FragCoord", "gl_FragCoord"),
        ("gl_FrontFacing", "vec4(gl_FrontFacing)"),
        ("derivatives", "vec4(dFdx(uv.x * uv.x), dFdy(uv.y * uv.x), fwidth(uv))"),
        ("gl_PrimitiveID", "vec4(gl_PrimitiveID)"),
        ("mathematics", "vec4(sin(uv.x * 3.0), pow(uv.y + 0.1, 2.5), inversesqrt(uv.x + 0.1), mod(uv.y * 7.0, 2.0))"),
        (
            "bits",
            "vec4(uintBitsToFloat(floatBitsToUint(uv.x)), float(int(uv.y * 100.0) ^ 0x55), float(7u >> 1), float(-7 / 2))",
        ),
        ("matrices", "vec4(inverse(mat2(1.0 + uv.x, 2.0, 0.5, 3.0 + uv.y))[1], determinant(mat2(uv, uv.yx)), 1.0)"),
    ] {
        gl.program(FULL_VS, &format!("in vec2 uv; out vec4 o; void main() {{ o = {expression}; }}"));
        gl.draw_full();
        gl.read(name, (0, 0, 8, 8), (gl::RGBA, gl::FLOAT));
    }
    gl.program(
        FULL_VS,
        "in vec2 uv; out vec4 o; void main() { if (uv.x > uv.y) discard; o = vec4(uv, 0, 1); gl_FragDepth = uv.x; }",
    );
    gl.clear([9.0; 4]);
    gl.draw_full();
    gl.read("discard", (0, 0, 8, 8), (gl::RGBA, gl::FLOAT));
});

against_native!(geometry_shaders_make_primitives, |gl| {
    gl.target(gl::RGBA8, 16, 16);
    gl.clear([0.0; 4]);
    gl.vertex_array();
    gl.program_with(
        &[
            (gl::VERTEX_SHADER, "out float n; void main() { n = float(gl_VertexID); gl_Position = vec4(n / 2.0 - 0.75, n / 3.0 - 0.5, 0, 1); }"),
            (
                gl::GEOMETRY_SHADER,
                "layout(points) in; layout(triangle_strip, max_vertices = 4) out; in float n[]; out vec4 color;
                void main() { for (int i = 0; i < 4; i++) {
                    gl_Position = gl_in[0].gl_Position + vec4(float(i & 1) * 0.4, float(i >> 1) * 0.4, 0, 0);
                    color = vec4(n[0] / 4.0, float(i) / 4.0, 1, 1); EmitVertex(); } EndPrimitive(); }",
            ),
            (gl::FRAGMENT_SHADER, "in vec4 color; out vec4 o; void main() { o = color; }"),
        ],
        |_| {},
    );
    gl.DrawArrays(gl::POINTS, 0, 4);
    gl.read_rgba8("quads", 16, 16);
});

// red once: with the driver's first unit alone bound
rule!(23, textures_of_several_targets_in_one_shader, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    let program = gl.program(
        FULL_VS,
        "uniform sampler2D a[2]; uniform sampler2DArray b; uniform samplerCube c; uniform isampler2D d; in vec2 uv; out vec4 o;
        void main() { o = texture(a[0], uv) * 0.25 + texture(a[1], uv) * 0.25 + texture(b, vec3(uv, 1)) * 0.25
            + texture(c, vec3(uv, 1)) * 0.125 + vec4(texture(d, uv)) / 1024.0; }",
    );
    gl.Uniform1iv(gl.location(program, "a"), 2, [4, 1].as_ptr());
    for (name, unit) in [("b", 2), ("c", 3), ("d", 0)] {
        gl.Uniform1i(gl.location(program, name), unit);
    }
    let rgba = (gl::RGBA, gl::UNSIGNED_BYTE);
    for unit in [4, 1] {
        gl.ActiveTexture(gl::TEXTURE0 + unit);
        gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (2, 2), rgba, &noise(unit, 16));
    }
    gl.ActiveTexture(gl::TEXTURE2);
    gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, gl::RGBA8, (2, 2, 2), rgba, &noise(2, 32));
    gl.ActiveTexture(gl::TEXTURE3);
    gl.texture(gl::TEXTURE_CUBE_MAP);
    for face in 0..6 {
        gl.image_2d(gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, gl::RGBA8, (2, 2), rgba, &noise(face, 16));
    }
    gl.ActiveTexture(gl::TEXTURE0);
    gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8I, (2, 2), (gl::RGBA_INTEGER, gl::BYTE), &noise(9, 16));
    gl.draw_full();
    gl.read_rgba8("all", 4, 4);
    gl.ActiveTexture(gl::TEXTURE1);
    gl.BindTexture(gl::TEXTURE_2D, 0);
    gl.draw_full();
    gl.read_rgba8("one unbound", 4, 4);
});

against_native!(bad_program_calls_have_their_errors, |gl| {
    let shader = gl.CreateShader(0x1234);
    gl.error("kind of shader");
    gl.u32s("no shader", &[shader]);
    gl.UseProgram(0xDEAD);
    gl.error("no such program");
    let fresh = gl.CreateProgram();
    gl.UseProgram(fresh);
    gl.error("not linked");
    let shader = gl.shader(gl::VERTEX_SHADER, FULL_VS);
    gl.UseProgram(shader);
    gl.error("a shader is no program");
    gl.CompileShader(fresh);
    gl.error("a program is no shader");
    gl.AttachShader(fresh, shader);
    gl.AttachShader(fresh, shader);
    gl.error("attached twice");
    gl.DetachShader(fresh, 0xDEAD);
    gl.error("detach of nothing");
    gl.Uniform1f(0, 1.0);
    gl.error("no current program");
    let program = gl.program(FULL_VS, "uniform vec4 v; uniform int i; uniform sampler2D s; in vec2 uv; out vec4 o; void main() { o = v + float(i) + texture(s, uv); }");
    let v = gl.location(program, "v");
    gl.Uniform3f(v, 0.0, 0.0, 0.0);
    gl.error("size of a uniform");
    gl.Uniform4i(v, 0, 0, 0, 0);
    gl.error("type of a uniform");
    gl.Uniform4fv(v, 2, [0.0f32; 8].as_ptr());
    gl.error("no array");
    gl.Uniform4fv(v, -1, [0.0f32; 8].as_ptr());
    gl.error("count");
    gl.Uniform1i(gl.location(program, "s"), 100_000);
    gl.error("texture unit");
    gl.Uniform1f(gl.location(program, "s"), 1.0);
    gl.error("a sampler is no float");
    gl.Uniform1f(5000, 1.0);
    gl.error("location");
    gl.Uniform1f(-1, 1.0);
    gl.error("location -1");
    let mut value = -77;
    gl.GetProgramiv(program, 0x1234, &mut value);
    gl.error("program parameter");
    gl.GetShaderiv(shader, 0x1234, &mut value);
    gl.error("shader parameter");
    gl.GetActiveUniform(program, 99, 0, std::ptr::null_mut(), &mut value, &mut 0, std::ptr::null_mut());
    gl.error("uniform index");
    gl.BindAttribLocation(program, 0, c"gl_Position".as_ptr());
    gl.error("reserved name");
    gl.BindAttribLocation(program, 99, c"a".as_ptr());
    gl.error("attribute index");
    gl.UniformBlockBinding(program, 9, 0);
    gl.error("block index");
    gl.ValidateProgram(program);
    gl.GetProgramiv(program, gl::VALIDATE_STATUS, &mut value);
    gl.i32s("validated", &[value]);
});

// Doubles have single precision: values that both have.
// red once: the current value of attribute 0 was overwritten by those that had not been set
against_native!(doubles_are_evaluated, |gl| {
    gl.target(gl::RGBA32F, 1, 1);
    gl.vertex_array();
    let program = gl.program_with(
        &[
            (
                gl::VERTEX_SHADER,
                "#version 330\n#extension GL_ARB_gpu_shader_fp64 : require\n#extension GL_ARB_vertex_attrib_64bit : require
                layout(location = 0) in dvec2 a; flat out vec2 v;
                void main() { v = vec2(a * 2.0lf); gl_Position = vec4(0, 0, 0, 1); }",
            ),
            (
                gl::FRAGMENT_SHADER,
                "#version 330\n#extension GL_ARB_gpu_shader_fp64 : require
                uniform double d; uniform dvec3 list[2]; uniform dmat2x3 m; uniform float f; flat in vec2 v; out vec4 o;
                const double half_ = 0.5lf;
                double sum(double a, float b) { return a + b; }
                double sum(double a, double b) { return a * b; }
                void main() { dvec3 r = m * dvec2(v); double q = sum(d, f) + sum(d, half_) + dot(list[1], r);
                o = vec4(float(q), float(r.z), float(sqrt(list[0].y)), float(int(d) + 1)); }",
            ),
        ],
        |_| {},
    );
    gl.Uniform1d(gl.location(program, "d"), 2.5);
    gl.Uniform1f(gl.location(program, "f"), 0.25);
    gl.Uniform3dv(gl.location(program, "list"), 2, [1.0f64, 16.0, 3.0, 0.5, 0.25, 2.0].as_ptr());
    gl.ProgramUniformMatrix2x3dv(program, gl.location(program, "m"), 1, 1, [1.0f64, 2.0, 3.0, 4.0, 5.0, 6.0].as_ptr());
    gl.VertexAttribL2d(0, 3.0, -0.5);
    gl.error("values");
    gl.DrawArrays(gl::POINTS, 0, 1);
    gl.read("drawn", (0, 0, 1, 1), (gl::RGBA, gl::FLOAT));
    let mut values = [0.0f64; 6];
    gl.GetUniformdv(program, gl.location(program, "m"), values.as_mut_ptr());
    gl.f32s("matrix", &values.map(|v| v as f32));
    gl.GetVertexAttribLdv(0, gl::CURRENT_VERTEX_ATTRIB, values.as_mut_ptr());
    gl.f32s("attribute", &values[..2].iter().map(|v| *v as f32).collect::<Vec<_>>());
    let names = [c"d", c"list[0]", c"m"].map(|name| name.as_ptr());
    let (mut indices, mut types) = ([0; 3], [0; 3]);
    gl.GetUniformIndices(program, 3, names.as_ptr(), indices.as_mut_ptr());
    gl.GetActiveUniformsiv(program, 3, indices.as_ptr(), gl::UNIFORM_TYPE, types.as_mut_ptr());
    gl.i32s("types", &types);
    gl.Uniform1f(gl.location(program, "d"), 1.0);
    gl.error("a float for a double");
    gl.Uniform1d(gl.location(program, "f"), 1.0);
    gl.error("a double for a float");
    gl.UniformMatrix2dv(gl.location(program, "m"), 1, 0, values.as_ptr());
    gl.error("another matrix");
});
