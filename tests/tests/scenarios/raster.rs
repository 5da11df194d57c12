//! Fixed state: depth, stencil, blending, culling, offsets, logic (GL 3.3 core 3.4 to 3.6, 4.1).

use mgpipe_tests::{against_native, bindings::gl, scene::*};

const DEPTH_VS: &str = "uniform vec2 depths; void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
    gl_Position = vec4(p * 2.0 - 1.0, mix(depths.x, depths.y, p.x * 0.5), 1); }";

/// An 8x8 target with depth and stencil, and a program that draws a plane from one depth to another.
unsafe fn plane(gl: &Scene) -> u32 {
    gl.target(gl::RGBA8, 8, 8);
    let depth = gl.renderbuffer(gl::DEPTH24_STENCIL8, 8, 8, 0);
    gl.attach_renderbuffer(gl::DEPTH_STENCIL_ATTACHMENT, depth);
    gl.vertex_array();
    gl.program(DEPTH_VS, COLOR_FS)
}

unsafe fn draw_plane(gl: &Scene, program: u32, color: [f32; 4], depths: [f32; 2]) {
    gl.vec4(program, "color", color);
    gl.Uniform2f(gl.location(program, "depths"), depths[0], depths[1]);
    gl.draw_full();
}

const EVERYTHING: u32 = gl::COLOR_BUFFER_BIT | gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT;

against_native!(every_depth_function, |gl| {
    let program = plane(gl);
    gl.Enable(gl::DEPTH_TEST);
    for func in [gl::NEVER, gl::LESS, gl::EQUAL, gl::LEQUAL, gl::GREATER, gl::NOTEQUAL, gl::GEQUAL, gl::ALWAYS] {
        gl.ClearDepth(0.5);
        gl.ClearColor(0.0, 0.0, 0.0, 0.0);
        gl.Clear(EVERYTHING);
        gl.DepthFunc(func);
        draw_plane(gl, program, [1.0, 0.0, 0.0, 1.0], [-1.0, 1.0]);
        gl.DepthMask(0);
        draw_plane(gl, program, [0.0, 1.0, 0.0, 1.0], [-0.5, 0.2]);
        gl.DepthMask(1);
        gl.read_rgba8(&format!("{func:#06x}"), 8, 8);
        gl.read(&format!("{func:#06x}: depth"), (0, 0, 8, 8), (gl::DEPTH_COMPONENT, gl::UNSIGNED_INT));
    }
});

against_native!(depth_range_clamp_and_offset, |gl| {
    let program = plane(gl);
    gl.Enable(gl::DEPTH_TEST);
    gl.DepthFunc(gl::ALWAYS);
    let shown = |name: &str, depths| {
        gl.ClearDepth(0.25);
        gl.ClearColor(0.0, 0.0, 0.0, 0.0);
        gl.Clear(EVERYTHING);
        draw_plane(gl, program, [1.0, 0.5, 0.0, 1.0], depths);
        gl.read_rgba8(name, 8, 8);
        gl.read(name, (0, 0, 8, 8), (gl::DEPTH_COMPONENT, gl::FLOAT));
    };
    gl.DepthRange(0.25, 0.75);
    shown("range", [-1.0, 1.0]);
    gl.DepthRange(1.0, 0.0);
    shown("reversed range", [-1.0, 1.0]);
    shown("clipped", [-2.0, 2.0]);
    gl.Enable(gl::DEPTH_CLAMP);
    shown("clamped", [-2.0, 2.0]);
    gl.Disable(gl::DEPTH_CLAMP);
    gl.DepthRange(0.0, 1.0);
    gl.Enable(gl::POLYGON_OFFSET_FILL);
    gl.PolygonOffset(1.5, 1000.0);
    shown("offset", [-0.5, 0.25]);
    gl.error("all");
});

against_native!(stencil_counts_and_tests, |gl| {
    let program = plane(gl);
    gl.Enable(gl::STENCIL_TEST);
    gl.Enable(gl::DEPTH_TEST);
    for op in [gl::KEEP, gl::ZERO, gl::REPLACE, gl::INCR, gl::DECR, gl::INVERT, gl::INCR_WRAP, gl::DECR_WRAP] {
        gl.StencilMask(0xFF);
        gl.ClearStencil(0xFE);
        gl.ClearDepth(0.5);
        gl.ClearColor(0.0, 0.0, 0.0, 0.0);
        gl.Clear(EVERYTHING);
        gl.StencilFunc(gl::ALWAYS, 0x35, 0xFF);
        gl.StencilOp(gl::KEEP, gl::ZERO, op);
        for _ in 0..3 {
            draw_plane(gl, program, [1.0, 0.0, 0.0, 1.0], [-1.0, 1.0]);
        }
        gl.StencilMask(0x0F);
        gl.StencilFunc(gl::NOTEQUAL, 0x00, 0xF0);
        gl.StencilOp(gl::INVERT, gl::REPLACE, gl::REPLACE);
        draw_plane(gl, program, [0.0, 0.0, 1.0, 1.0], [-1.0, -1.0]);
        gl.read_rgba8(&format!("{op:#06x}"), 8, 8);
        gl.read(&format!("{op:#06x}: stencil"), (0, 0, 8, 8), (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE));
    }
    gl.StencilOpSeparate(gl::BACK, gl::KEEP, gl::KEEP, gl::INCR);
    gl.StencilFuncSeparate(gl::FRONT, gl::NEVER, 1, 2);
    gl.StencilMaskSeparate(gl::BACK, 0xF0);
    for pname in [
        gl::STENCIL_FUNC,
        gl::STENCIL_REF,
        gl::STENCIL_VALUE_MASK,
        gl::STENCIL_WRITEMASK,
        gl::STENCIL_BACK_FUNC,
        gl::STENCIL_BACK_PASS_DEPTH_PASS,
        gl::STENCIL_BACK_WRITEMASK,
        gl::STENCIL_CLEAR_VALUE,
    ] {
        gl.integer::<1>(&format!("{pname:#06x}"), pname);
    }
});

against_native!(every_blend_factor_and_equation, |gl| {
    gl.target(gl::RGBA8, 2, 2);
    gl.vertex_array();
    let program = gl.program(FULL_VS, COLOR_FS);
    gl.vec4(program, "color", [0.8, 0.4, 0.2, 0.6]);
    gl.Enable(gl::BLEND);
    gl.BlendColor(0.3, 0.6, 0.9, 0.2);
    let factors = [
        gl::ZERO,
        gl::ONE,
        gl::SRC_COLOR,
        gl::ONE_MINUS_SRC_COLOR,
        gl::DST_COLOR,
        gl::ONE_MINUS_DST_COLOR,
        gl::SRC_ALPHA,
        gl::ONE_MINUS_SRC_ALPHA,
        gl::DST_ALPHA,
        gl::ONE_MINUS_DST_ALPHA,
        gl::CONSTANT_COLOR,
        gl::ONE_MINUS_CONSTANT_COLOR,
        gl::CONSTANT_ALPHA,
        gl::ONE_MINUS_CONSTANT_ALPHA,
        gl::SRC_ALPHA_SATURATE,
    ];
    for (i, &source) in factors.iter().enumerate() {
        let destination = factors[(i * 7 + 3) % 14];
        gl.clear([0.1, 0.5, 0.7, 0.3]);
        gl.BlendFuncSeparate(source, destination, destination, source);
        gl.draw_full();
        gl.read_rgba8(&format!("{source:#06x} {destination:#06x}"), 2, 2);
        gl.error("factor");
    }
    gl.BlendFunc(gl::SRC_ALPHA, gl::ONE);
    for equation in [gl::FUNC_ADD, gl::FUNC_SUBTRACT, gl::FUNC_REVERSE_SUBTRACT, gl::MIN, gl::MAX] {
        gl.clear([0.1, 0.5, 0.7, 0.3]);
        gl.BlendEquationSeparate(equation, gl::FUNC_ADD);
        gl.draw_full();
        gl.read_rgba8(&format!("{equation:#06x}"), 2, 2);
    }
    gl.integer::<1>("equation", gl::BLEND_EQUATION_RGB);
    gl.float::<4>("colour", gl::BLEND_COLOR);
});

against_native!(state_per_draw_buffer, |gl| {
    gl.framebuffer();
    for i in 0..2 {
        let texture = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (2, 2), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0 + i, gl::TEXTURE_2D, texture, 0);
    }
    gl.DrawBuffers(2, [gl::COLOR_ATTACHMENT0, gl::COLOR_ATTACHMENT1].as_ptr());
    gl.Viewport(0, 0, 2, 2);
    gl.clear([0.25; 4]);
    gl.vertex_array();
    gl.program(
        FULL_VS,
        "layout(location = 0) out vec4 a; layout(location = 1) out vec4 b; void main() { a = vec4(0.5); b = vec4(0.75, 0.5, 0.25, 0.5); }",
    );
    gl.Enablei(gl::BLEND, 1);
    gl.BlendFunc(gl::ONE, gl::ONE);
    gl.ColorMaski(0, 1, 0, 1, 0);
    gl.draw_full();
    for i in 0..2 {
        gl.ReadBuffer(gl::COLOR_ATTACHMENT0 + i);
        gl.read_rgba8(&format!("attachment {i}"), 2, 2);
    }
    gl.u32s(
        "enabled",
        &[
            u32::from(gl.IsEnabledi(gl::BLEND, 0)),
            u32::from(gl.IsEnabledi(gl::BLEND, 1)),
            u32::from(gl.IsEnabled(gl::BLEND)),
        ],
    );
    let mut mask = [9u8; 4];
    gl.GetBooleani_v(gl::COLOR_WRITEMASK, 0, mask.as_mut_ptr());
    gl.bytes("mask", &mask);
    gl.error("all");
});

// red once: with triangles with adjacency left to the driver in every polygon mode, they were filled
against_native!(culling_and_polygon_modes, |gl| {
    gl.target(gl::RGBA8, 16, 16);
    gl.vertex_array();
    gl.buffer(gl::ARRAY_BUFFER, &[-0.9f32, -0.9, 0.1, -0.8, -0.6, 0.4, 0.9, 0.9, 0.8, -0.4, -0.2, 0.8]);
    gl.floats(0, 2, 8, 0);
    let program = gl.program("layout(location = 0) in vec2 p; void main() { gl_Position = vec4(p, 0, 1); }", COLOR_FS);
    gl.vec4(program, "color", [1.0, 1.0, 0.0, 1.0]);
    let shown = |name: &str| {
        gl.clear([0.0; 4]);
        gl.DrawArrays(gl::TRIANGLES, 0, 6);
        gl.read_rgba8(name, 16, 16);
    };
    shown("both");
    gl.Enable(gl::CULL_FACE);
    shown("back culled");
    gl.FrontFace(gl::CW);
    shown("front is clockwise");
    gl.CullFace(gl::FRONT);
    shown("front culled");
    gl.CullFace(gl::FRONT_AND_BACK);
    shown("all culled");
    gl.Disable(gl::CULL_FACE);
    gl.PolygonMode(gl::FRONT_AND_BACK, gl::LINE);
    shown("lines");
    gl.PolygonMode(gl::FRONT_AND_BACK, gl::POINT);
    shown("points");
    for mode in [gl::TRIANGLES_ADJACENCY, gl::TRIANGLE_STRIP_ADJACENCY] {
        for polygon in [gl::LINE, gl::POINT] {
            gl.PolygonMode(gl::FRONT_AND_BACK, polygon);
            gl.clear([0.0; 4]);
            gl.DrawArrays(mode, 0, 6);
            gl.read_rgba8(&format!("{mode:#06x} as {polygon:#06x}"), 16, 16);
        }
    }
    gl.PolygonMode(gl::FRONT_AND_BACK, gl::FILL);
    gl.Enable(gl::SCISSOR_TEST);
    gl.Scissor(4, 2, 5, 11);
    shown("scissored");
    gl.Disable(gl::SCISSOR_TEST);
    gl.Viewport(4, 4, 12, 6);
    shown("viewport");
    gl.Enable(gl::RASTERIZER_DISCARD);
    gl.clear([0.5; 4]);
    gl.DrawArrays(gl::TRIANGLES, 0, 6);
    gl.Disable(gl::RASTERIZER_DISCARD);
    gl.read_rgba8("discarded", 16, 16);
    gl.error("all");
});

against_native!(clip_distances_and_logic, |gl| {
    gl.target(gl::RGBA8, 8, 8);
    gl.vertex_array();
    let program = gl.program(
        "out float gl_ClipDistance[2]; void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
        gl_Position = vec4(p, 0, 1); gl_ClipDistance[0] = p.x + 0.3; gl_ClipDistance[1] = 0.4 - p.y; }",
        COLOR_FS,
    );
    gl.vec4(program, "color", [0.2, 0.4, 0.6, 0.8]);
    for enabled in 0..4 {
        for i in 0..2 {
            if enabled & 1 << i != 0 { gl.Enable(gl::CLIP_DISTANCE0 + i) } else { gl.Disable(gl::CLIP_DISTANCE0 + i) }
        }
        gl.clear([0.0; 4]);
        gl.draw_full();
        gl.read_rgba8(&format!("clip {enabled}"), 8, 8);
    }
    gl.Disable(gl::CLIP_DISTANCE0);
    gl.Disable(gl::CLIP_DISTANCE1);
    gl.Enable(gl::COLOR_LOGIC_OP);
    for op in [gl::XOR, gl::INVERT, gl::AND, gl::SET, gl::COPY] {
        gl.LogicOp(op);
        gl.clear([0.9, 0.1, 0.5, 0.3]);
        gl.draw_full();
        gl.read_rgba8(&format!("logic {op:#06x}"), 8, 8);
    }
    gl.error("all");
});

against_native! {
    /// red once: with the coordinates left as they are the rows were the other way round
    point_coordinates_have_the_origin_that_is_set, |gl| {
        gl.target(gl::RGBA8, 8, 8);
        gl.vertex_array();
        gl.program("void main() { gl_Position = vec4(0, 0, 0, 1); gl_PointSize = 8.0; }",
            "out vec4 o; float height() { return gl_PointCoord.y; } void main() { o = vec4(gl_PointCoord, height(), 1); }");
        gl.Enable(gl::PROGRAM_POINT_SIZE);
        for origin in [gl::UPPER_LEFT, gl::LOWER_LEFT, gl::UPPER_LEFT] {
            gl.PointParameteri(gl::POINT_SPRITE_COORD_ORIGIN, origin as i32);
            gl.clear([0.0; 4]);
            gl.DrawArrays(gl::POINTS, 0, 1);
            gl.read_rgba8(&format!("{origin:#06x}"), 8, 8);
        }
        gl.error("all");
    }
}

against_native! {
    /// red once: with the operation left to the driver colours were written as they are
    logic_operations_on_every_kind_of_target, |gl| {
        gl.vertex_array();
        let program = gl.program(FULL_VS, "uniform vec4 color; layout(location = 0) out vec4 o; layout(location = 1) out uvec2 p;
            layout(location = 2) out ivec4 q; layout(location = 3) out vec4 r;
            void main() { o = color; p = uvec2(0x5A, 0xFFFF00FFu); q = ivec4(-5, 6, 127, -128); r = color; if (gl_FragCoord.x < 1.0) discard; }");
        gl.vec4(program, "color", [0.2, 0.4, 0.6, 0.8]);
        let formats = [gl::RGBA8, gl::RG32UI, gl::RGBA8I, gl::RGBA16F];
        gl.framebuffer();
        for (at, format) in (0..).zip(formats) {
            let buffer = gl.renderbuffer(format, 4, 2, 0);
            gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0 + at, buffer);
        }
        let all: [u32; 4] = std::array::from_fn(|at| gl::COLOR_ATTACHMENT0 + at as u32);
        gl.DrawBuffers(4, all.as_ptr());
        gl.status("four kinds");
        gl.Viewport(0, 0, 4, 2);
        gl.Enable(gl::COLOR_LOGIC_OP);
        // Blending is off meanwhile.
        gl.Enable(gl::BLEND);
        gl.BlendFunc(gl::ZERO, gl::ZERO);
        for op in gl::CLEAR..=gl::SET {
            gl.LogicOp(op);
            gl.ClearBufferfv(gl::COLOR, 0, [0.9, 0.1, 0.5, 0.7].as_ptr());
            gl.ClearBufferuiv(gl::COLOR, 1, [0xFFu32, 0x1234_5678, 0, 0].as_ptr());
            gl.ClearBufferiv(gl::COLOR, 2, [100, -100, 3, -1].as_ptr());
            gl.ClearBufferfv(gl::COLOR, 3, [0.5, 0.25, 2.0, -1.0].as_ptr());
            gl.draw_full();
            for (at, pair) in [
                (gl::RGBA, gl::UNSIGNED_BYTE), (gl::RGBA_INTEGER, gl::UNSIGNED_INT),
                (gl::RGBA_INTEGER, gl::INT), (gl::RGBA, gl::FLOAT),
            ].into_iter().enumerate() {
                gl.ReadBuffer(all[at]);
                gl.read(&format!("{op:#06x} in {at}"), (0, 0, 4, 2), pair);
            }
        }
        gl.error("all");
    }
}

against_native!(srgb_encoding_is_what_the_switch_says, |gl| {
    gl.target(gl::SRGB8_ALPHA8, 2, 2);
    gl.vertex_array();
    let program = gl.program(FULL_VS, COLOR_FS);
    gl.vec4(program, "color", [0.1, 0.4, 0.7, 0.5]);
    for on in [false, true] {
        if on {
            gl.Enable(gl::FRAMEBUFFER_SRGB)
        } else {
            gl.Disable(gl::FRAMEBUFFER_SRGB)
        }
        gl.clear([0.2, 0.5, 0.8, 0.5]);
        gl.read_rgba8(&format!("cleared, {on}"), 2, 2);
        gl.draw_full();
        gl.read_rgba8(&format!("drawn, {on}"), 2, 2);
        gl.Enable(gl::BLEND);
        gl.BlendFunc(gl::SRC_ALPHA, gl::ONE_MINUS_SRC_ALPHA);
        gl.clear([0.9, 0.1, 0.3, 0.5]);
        gl.draw_full();
        gl.Disable(gl::BLEND);
        gl.read_rgba8(&format!("blended, {on}"), 2, 2);
    }
});

against_native!(bad_state_has_its_errors, |gl| {
    gl.Enable(0x1234);
    gl.error("capability");
    gl.Enablei(gl::BLEND, 99);
    gl.error("index");
    gl.IsEnabled(0x1234);
    gl.error("question");
    gl.DepthFunc(gl::ONE);
    gl.error("depth function");
    gl.StencilFunc(0x1234, 0, 0);
    gl.error("stencil function");
    gl.StencilOp(gl::KEEP, gl::LESS, gl::KEEP);
    gl.error("stencil operation");
    gl.BlendFunc(0x1234, gl::ONE);
    gl.error("blend factor");
    gl.BlendEquation(gl::ONE);
    gl.error("blend equation");
    gl.CullFace(gl::CW);
    gl.error("face");
    gl.FrontFace(gl::FRONT);
    gl.error("orientation");
    gl.PolygonMode(gl::FRONT, gl::LINE);
    gl.error("one face's mode");
    gl.LineWidth(0.0);
    gl.error("line width");
    gl.PointSize(-1.0);
    gl.error("point size");
    gl.Viewport(0, 0, -1, 1);
    gl.error("viewport");
    gl.Scissor(0, 0, 1, -1);
    gl.error("scissor");
    gl.LogicOp(0x1234);
    gl.error("logic");
    gl.Hint(gl::FRAGMENT_SHADER_DERIVATIVE_HINT, 0x1234);
    gl.error("hint");
    gl.PixelStorei(gl::PACK_ALIGNMENT, 3);
    gl.error("alignment");
    gl.PixelStorei(gl::PACK_ROW_LENGTH, -1);
    gl.error("row length");
    gl.PixelStorei(0x1234, 1);
    gl.error("pixel store");
    gl.ProvokingVertex(gl::LINES);
    gl.error("provoking vertex");
    let mut value = -77;
    gl.GetIntegerv(0x1234, &mut value);
    gl.error("query");
    gl.ColorMaski(99, 1, 1, 1, 1);
    gl.error("colour mask");
    gl.SampleMaski(9, 0);
    gl.error("sample mask");
    for pname in [gl::DEPTH_FUNC, gl::CULL_FACE_MODE, gl::FRONT_FACE, gl::LOGIC_OP_MODE] {
        gl.integer::<1>(&format!("{pname:#06x}"), pname);
    }
});
