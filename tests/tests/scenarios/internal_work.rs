//! Work that takes more than the driver's own call (clears, blits, resolves, readbacks, copies) in the middle of state that is as
//! far from the initial one as can be: what the application draws next is drawn under that state, and what it counts is its own.

use mgpipe_tests::{against_native, bindings::gl, scene::*};

const SIZE: i32 = 8;
const RGBA8: (u32, u32) = (gl::RGBA, gl::UNSIGNED_BYTE);
const WHOLE: [i32; 4] = [0, 0, SIZE, SIZE];

struct Stage {
    target: u32,
    program: u32,
    captured: u32,
    query: u32,
    sampled: u32,
}

/// A program that captures and samples, and a target with depth and stencil.
unsafe fn stage(gl: &Scene) -> Stage {
    let program = gl.program_with(
        &[
            (
                gl::VERTEX_SHADER,
                "out vec2 uv; out float kept; void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;
                 uv = p; kept = float(gl_VertexID) + 0.5; gl_Position = vec4(p * 2.0 - 1.0, 0.25, 1.0); }",
            ),
            (
                gl::FRAGMENT_SHADER,
                "uniform sampler2D t; in vec2 uv; out vec4 o; void main() { o = texture(t, uv) * vec4(0.5, 1.0, 0.25, 0.75); }",
            ),
        ],
        |program| gl.TransformFeedbackVaryings(program, 1, [c"kept".as_ptr()].as_ptr(), gl::INTERLEAVED_ATTRIBS),
    );
    let captured = gl.blank_buffer(gl::TRANSFORM_FEEDBACK_BUFFER, 64, 0xEE);
    gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, captured);
    let mut query = 0;
    gl.GenQueries(1, &mut query);
    let sampled = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), RGBA8, &noise(11, 64));
    let target = gl.target(gl::SRGB8_ALPHA8, SIZE, SIZE);
    let depth = gl.renderbuffer(gl::DEPTH24_STENCIL8, SIZE, SIZE, 0);
    gl.attach_renderbuffer(gl::DEPTH_STENCIL_ATTACHMENT, depth);
    gl.vertex_array();
    Stage { target: target.framebuffer, program, captured, query, sampled }
}

/// State that differs from the initial one wherever there is some.
unsafe fn dirty(gl: &Scene, on: bool) {
    for cap in [
        gl::SCISSOR_TEST,
        gl::BLEND,
        gl::DEPTH_TEST,
        gl::STENCIL_TEST,
        gl::CULL_FACE,
        gl::FRAMEBUFFER_SRGB,
        gl::POLYGON_OFFSET_FILL,
        gl::SAMPLE_ALPHA_TO_COVERAGE,
        gl::SAMPLE_COVERAGE,
        gl::SAMPLE_MASK,
        gl::PRIMITIVE_RESTART,
        gl::DEPTH_CLAMP,
    ] {
        if on { gl.Enable(cap) } else { gl.Disable(cap) }
    }
    if !on {
        gl.ColorMask(1, 1, 1, 1);
        gl.DepthMask(1);
        gl.StencilMask(!0);
        return;
    }
    gl.Scissor(1, 2, 6, 5);
    gl.ColorMask(1, 0, 1, 1);
    gl.BlendColor(0.25, 0.5, 0.75, 0.5);
    gl.BlendFuncSeparate(gl::CONSTANT_COLOR, gl::ONE_MINUS_SRC_ALPHA, gl::ONE, gl::DST_COLOR);
    gl.BlendEquationSeparate(gl::FUNC_ADD, gl::FUNC_REVERSE_SUBTRACT);
    gl.DepthFunc(gl::GEQUAL);
    gl.DepthMask(0);
    gl.DepthRange(0.25, 1.0);
    gl.StencilFuncSeparate(gl::FRONT_AND_BACK, gl::EQUAL, 0x15, 0x10);
    gl.StencilOp(gl::KEEP, gl::INVERT, gl::INCR);
    gl.StencilMask(0x0F);
    gl.CullFace(gl::BACK);
    gl.PolygonOffset(1.0, 2.0);
    gl.SampleCoverage(0.5, 1);
    gl.SampleMaski(0, 0x5);
    gl.PrimitiveRestartIndex(1);
    gl.Viewport(0, 1, SIZE, SIZE - 2);
    gl.ClearColor(0.2, 0.4, 0.6, 1.0);
    gl.PixelStorei(gl::PACK_ROW_LENGTH, 13);
    gl.PixelStorei(gl::PACK_SKIP_PIXELS, 1);
    gl.PixelStorei(gl::UNPACK_ROW_LENGTH, 11);
    gl.PixelStorei(gl::UNPACK_SKIP_ROWS, 1);
}

/// Draws under dirty state, does the work in between, draws again; records everything that came of it.
unsafe fn around(gl: &Scene, name: &str, work: &dyn Fn(&Scene)) {
    let s = stage(gl);
    gl.ClearDepth(0.5);
    gl.ClearStencil(0x35);
    gl.clear([0.6, 0.2, 0.8, 0.4]);
    gl.Clear(gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT);
    dirty(gl, true);
    gl.UseProgram(s.program);
    gl.ActiveTexture(gl::TEXTURE5);
    gl.BindTexture(gl::TEXTURE_2D, s.sampled);
    gl.Uniform1i(gl.location(s.program, "t"), 5);
    gl.ActiveTexture(gl::TEXTURE2);
    gl.BeginQuery(gl::SAMPLES_PASSED, s.query);
    gl.BeginTransformFeedback(gl::TRIANGLES);
    gl.draw_full();
    work(gl);
    gl.draw_full();
    gl.EndTransformFeedback();
    gl.EndQuery(gl::SAMPLES_PASSED);
    gl.integer::<1>(&format!("{name}: draw framebuffer"), gl::DRAW_FRAMEBUFFER_BINDING);
    gl.integer::<1>(&format!("{name}: read framebuffer"), gl::READ_FRAMEBUFFER_BINDING);
    // A clear under the same state.
    gl.Scissor(6, 5, 2, 2);
    gl.Clear(gl::COLOR_BUFFER_BIT | gl::STENCIL_BUFFER_BIT);
    dirty(gl, false);
    for pname in [gl::PACK_ROW_LENGTH, gl::PACK_SKIP_PIXELS, gl::UNPACK_ROW_LENGTH, gl::UNPACK_SKIP_ROWS] {
        gl.PixelStorei(pname, 0);
    }
    gl.ActiveTexture(gl::TEXTURE0);
    gl.BindFramebuffer(gl::FRAMEBUFFER, s.target);
    gl.read_rgba8(&format!("{name}: colour"), SIZE, SIZE);
    gl.read(&format!("{name}: depth"), (0, 0, SIZE, SIZE), (gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT));
    gl.read(&format!("{name}: stencil"), (0, 0, SIZE, SIZE), (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE));
    let mut passed = 0u32;
    gl.GetQueryObjectuiv(s.query, gl::QUERY_RESULT, &mut passed);
    gl.u32s(&format!("{name}: samples passed"), &[passed]);
    gl.BindBuffer(gl::TRANSFORM_FEEDBACK_BUFFER, s.captured);
    gl.read_buffer(&format!("{name}: captured"), gl::TRANSFORM_FEEDBACK_BUFFER, 0, 64);
    gl.error(name);
}

/// A framebuffer by name, with a renderbuffer for colour or for depth.
unsafe fn named(gl: &Scene, internal: u32, samples: i32) -> u32 {
    let (mut framebuffer, mut buffer) = (0, 0);
    gl.CreateFramebuffers(1, &mut framebuffer);
    gl.CreateRenderbuffers(1, &mut buffer);
    gl.NamedRenderbufferStorageMultisample(buffer, samples, internal, SIZE, SIZE);
    let point = match internal {
        gl::DEPTH24_STENCIL8 | gl::DEPTH32F_STENCIL8 => gl::DEPTH_STENCIL_ATTACHMENT,
        _ => gl::COLOR_ATTACHMENT0,
    };
    gl.NamedFramebufferRenderbuffer(framebuffer, point, gl::RENDERBUFFER, buffer);
    if point != gl::COLOR_ATTACHMENT0 {
        gl.NamedFramebufferDrawBuffer(framebuffer, gl::NONE);
        gl.NamedFramebufferReadBuffer(framebuffer, gl::NONE);
    }
    framebuffer
}

unsafe fn blit(gl: &Scene, from: u32, to: u32, dst: [i32; 4], mask: u32) {
    let src = WHOLE;
    gl.BlitNamedFramebuffer(
        from,
        to,
        src[0],
        src[1],
        src[2],
        src[3],
        dst[0],
        dst[1],
        dst[2],
        dst[3],
        mask,
        gl::NEAREST,
    );
}

const BOTH: u32 = gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT;

// red once: with queries and transform feedback going on in internal draws
against_native!(
    blits_and_resolves_leave_the_applications_state,
    masks = ["copy_image", "norm16,render_snorm", "srgb_write_control,srgb_decode", "read_depth_stencil"],
    |gl| {
        for (name, from, from_samples, to, to_samples, dst, mask) in [
            ("resolved", gl::RGBA8, 4, gl::RGBA8, 0, WHOLE, gl::COLOR_BUFFER_BIT),
            ("resolved elsewhere", gl::RGBA8, 4, gl::RGBA16F, 0, [7, 0, 0, 7], gl::COLOR_BUFFER_BIT),
            ("sample by sample", gl::RGBA8, 4, gl::RGBA8, 4, WHOLE, gl::COLOR_BUFFER_BIT),
            ("into samples", gl::RGBA8, 0, gl::RGBA8, 4, WHOLE, gl::COLOR_BUFFER_BIT),
            ("clamped", gl::RGBA32F, 0, gl::RGBA16, 0, [0, 0, 4, 4], gl::COLOR_BUFFER_BIT),
            ("opaque", gl::RGBA8, 0, gl::RGB16F, 0, WHOLE, gl::COLOR_BUFFER_BIT),
            ("encoded", gl::RGBA8, 0, gl::SRGB8_ALPHA8, 0, [8, 8, 0, 0], gl::COLOR_BUFFER_BIT),
            ("depth and stencil", gl::DEPTH24_STENCIL8, 4, gl::DEPTH24_STENCIL8, 0, WHOLE, BOTH),
            ("depth into samples", gl::DEPTH24_STENCIL8, 0, gl::DEPTH24_STENCIL8, 4, WHOLE, BOTH),
            ("stencil alone", gl::DEPTH24_STENCIL8, 4, gl::DEPTH24_STENCIL8, 4, WHOLE, gl::STENCIL_BUFFER_BIT),
        ] {
            let (source, sink) = (named(gl, from, from_samples), named(gl, to, to_samples));
            around(gl, name, &|gl| blit(gl, source, sink, dst, mask));
        }
        around(gl, "within the target", &|gl| {
            gl.BlitFramebuffer(0, 0, 3, 3, 5, 5, 8, 8, gl::COLOR_BUFFER_BIT, gl::NEAREST);
        });
    }
);

// red once: with fixed state that internal work has moved not looked at before the next draw
against_native!(
    clears_leave_the_applications_state,
    masks = ["clear_texture", "norm16,render_snorm", "srgb_write_control,srgb_decode"],
    |gl| {
        for internal in [gl::RGBA8, gl::RGB16F, gl::RGBA16, gl::RGBA8_SNORM, gl::SRGB8_ALPHA8] {
            for samples in [0, 4] {
                let other = named(gl, internal, samples);
                around(gl, &format!("{internal:#06x} x {samples}"), &|gl| {
                    gl.ClearNamedFramebufferfv(other, gl::COLOR, 0, [2.0f32, -2.0, 0.5, 0.25].as_ptr());
                });
            }
        }
        for samples in [0, 4] {
            let other = named(gl, gl::DEPTH24_STENCIL8, samples);
            around(gl, &format!("depth and stencil x {samples}"), &|gl| {
                gl.ClearNamedFramebufferfi(other, gl::DEPTH_STENCIL, 0, 0.75, 0x77);
            });
        }
        // Textures with samples are cleared as attachments.
        for (internal, pair) in [(gl::RGBA8, RGBA8), (gl::DEPTH24_STENCIL8, (gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8))]
        {
            let texture = gl.texture(gl::TEXTURE_2D_MULTISAMPLE);
            gl.TexImage2DMultisample(gl::TEXTURE_2D_MULTISAMPLE, 4, internal, SIZE, SIZE, 1);
            around(gl, &format!("samples of {internal:#06x}"), &|gl| {
                gl.ClearTexImage(texture, 0, pair.0, pair.1, noise(5, 4).as_ptr().cast());
            });
        }
        for internal in [gl::RGBA8, gl::RGB8, gl::RGB16F, gl::DEPTH_COMPONENT24] {
            let texture = gl.texture(gl::TEXTURE_2D);
            let transfer = Scene::transfer(internal);
            gl.image_2d(gl::TEXTURE_2D, 0, internal, (SIZE, SIZE), transfer, &[]);
            around(gl, &format!("texture of {internal:#06x}"), &|gl| {
                gl.ClearTexImage(texture, 0, transfer.0, transfer.1, noise(3, 16).as_ptr().cast());
            });
        }
    }
);

// red once: with a driver query begun for a target that the driver does not have
against_native!(
    reads_and_copies_leave_the_applications_state,
    masks = ["read_depth_stencil", "copy_image", "norm16,render_snorm", "read_depth_stencil,copy_image,clear_texture"],
    |gl| {
        around(gl, "pixels", &|gl| {
            let mut out = vec![0u8; 4096];
            gl.ReadPixels(1, 1, 4, 4, gl::RGBA, gl::UNSIGNED_BYTE, out.as_mut_ptr().cast());
            gl.ReadPixels(1, 1, 4, 4, gl::BGRA, gl::UNSIGNED_SHORT_4_4_4_4_REV, out.as_mut_ptr().cast());
            gl.ReadPixels(1, 1, 4, 4, gl::DEPTH_COMPONENT, gl::FLOAT, out.as_mut_ptr().cast());
            gl.ReadPixels(1, 1, 4, 4, gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8, out.as_mut_ptr().cast());
            gl.ReadPixels(1, 1, 4, 4, gl::STENCIL_INDEX, gl::UNSIGNED_BYTE, out.as_mut_ptr().cast());
        });
        for internal in [gl::RGB16F, gl::RGBA16, gl::RGBA8_SNORM, gl::DEPTH24_STENCIL8, gl::R11F_G11F_B10F] {
            let made = |gl: &Scene| {
                let texture = gl.texture(gl::TEXTURE_2D);
                gl.image_2d(gl::TEXTURE_2D, 0, internal, (SIZE, SIZE), Scene::transfer(internal), &[]);
                texture
            };
            let (texture, second) = (made(gl), made(gl));
            let (format, ty) = Scene::transfer(internal);
            around(gl, &format!("texture of {internal:#06x}"), &|gl| {
                let mut out = vec![0u8; 1 << 14];
                gl.GetTextureImage(texture, 0, format, ty, 1 << 14, out.as_mut_ptr().cast());
                let t = gl::TEXTURE_2D;
                gl.CopyImageSubData(texture, t, 0, 0, 0, 0, second, t, 0, 2, 2, 0, 4, 4, 1);
                gl.CopyTextureSubImage2D(second, 0, 1, 1, 0, 0, 2, 2);
                gl.TextureSubImage2D(second, 0, 0, 0, 2, 2, format, ty, noise(4, 1024).as_ptr().cast());
                if internal != gl::DEPTH24_STENCIL8 {
                    gl.GenerateTextureMipmap(texture);
                }
            });
        }
    }
);
