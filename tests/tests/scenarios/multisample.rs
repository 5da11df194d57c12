//! Multisampled framebuffers: blits between sample counts, formats and aspects (GL 4.5 core 18.3.1; rule 11).

use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};

const SIZE: i32 = 8;
/// Edges that go through pixels, so that samples of one pixel differ.
const TRIANGLE: [f32; 9] = [-0.9, -0.8, 0.9, 0.7, -0.35, -0.9, -0.2, 0.95, 0.3];
const VS: &str = "layout(location = 0) in vec3 p; void main() { gl_Position = vec4(p, 1); }";

/// A framebuffer of renderbuffers or textures with this many samples.
unsafe fn framebuffer(gl: &Scene, textures: bool, color: u32, depth: u32, samples: i32) -> u32 {
    let framebuffer = gl.framebuffer();
    for (point, internal) in [(gl::COLOR_ATTACHMENT0, color), (gl::DEPTH_ATTACHMENT, depth)] {
        if internal == gl::NONE {
            continue;
        }
        let both = matches!(internal, gl::DEPTH24_STENCIL8 | gl::DEPTH32F_STENCIL8);
        let point = if both { gl::DEPTH_STENCIL_ATTACHMENT } else { point };
        if textures && samples > 0 {
            let texture = gl.texture(gl::TEXTURE_2D_MULTISAMPLE);
            gl.TexImage2DMultisample(gl::TEXTURE_2D_MULTISAMPLE, samples, internal, SIZE, SIZE, 1);
            gl.FramebufferTexture2D(gl::FRAMEBUFFER, point, gl::TEXTURE_2D_MULTISAMPLE, texture, 0);
        } else {
            let buffer = gl.renderbuffer(internal, SIZE, SIZE, samples);
            gl.attach_renderbuffer(point, buffer);
        }
    }
    if color == gl::NONE {
        gl.DrawBuffer(gl::NONE);
        gl.ReadBuffer(gl::NONE);
    }
    framebuffer
}

/// Draws the triangle with a fragment shader's output `o`.
unsafe fn draw(gl: &Scene, output: &str) {
    gl.vertex_array();
    gl.buffer(gl::ARRAY_BUFFER, &TRIANGLE);
    gl.floats(0, 3, 12, 0);
    gl.Viewport(0, 0, SIZE, SIZE);
    gl.program(VS, output);
    gl.DrawArrays(gl::TRIANGLES, 0, 3);
}

unsafe fn blit(gl: &Scene, name: &str, from: u32, to: u32, rects: [[i32; 4]; 2], mask: u32) {
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, from);
    gl.BindFramebuffer(gl::DRAW_FRAMEBUFFER, to);
    let [s, d] = rects;
    gl.BlitFramebuffer(s[0], s[1], s[2], s[3], d[0], d[1], d[2], d[3], mask, gl::NEAREST);
    gl.error(name);
}

const WHOLE: [[i32; 4]; 2] = [[0, 0, SIZE, SIZE]; 2];

// red once: with samples of sRGB images averaged after they were decoded
rule!(
    11,
    blits_between_sample_counts_keep_encode_and_resolve,
    masks = ["srgb_decode", "srgb_write_control", "copy_image", "copy_image,srgb_write_control,srgb_decode"],
    |gl| {
        for textures in [false, true] {
            for srgb in [false, true] {
                for (from, to) in [
                    (gl::RGBA8, gl::RGBA8),
                    (gl::SRGB8_ALPHA8, gl::SRGB8_ALPHA8),
                    (gl::SRGB8_ALPHA8, gl::RGBA8),
                    (gl::RGBA8, gl::SRGB8_ALPHA8),
                ] {
                    for (samples_from, samples_to) in [(4, 4), (0, 4), (4, 0), (0, 0)] {
                        let name =
                            format!("{from:#06x} x {samples_from} to {to:#06x} x {samples_to}, {srgb} {textures}");
                        let source = framebuffer(gl, textures, from, gl::NONE, samples_from);
                        gl.Disable(gl::FRAMEBUFFER_SRGB);
                        gl.ClearBufferfv(gl::COLOR, 0, [0.2f32, 0.4, 0.6, 0.8].as_ptr());
                        if samples_from == 4 && samples_to == 4 {
                            draw(gl, "out vec4 o; void main() { o = vec4(231, 82, 121, 44) / 255.0; }");
                        }
                        let target = framebuffer(gl, textures, to, gl::NONE, samples_to);
                        gl.ClearBufferfv(gl::COLOR, 0, [0.0f32, 1.0, 0.0, 1.0].as_ptr());
                        if srgb {
                            gl.Enable(gl::FRAMEBUFFER_SRGB);
                        }
                        let part = [[0, 0, 6, 7]; 2];
                        blit(gl, &name, source, target, part, gl::COLOR_BUFFER_BIT);
                        gl.Disable(gl::FRAMEBUFFER_SRGB);
                        let plain = framebuffer(gl, false, to, gl::NONE, 0);
                        blit(gl, "out", target, plain, WHOLE, gl::COLOR_BUFFER_BIT);
                        gl.BindFramebuffer(gl::FRAMEBUFFER, plain);
                        gl.read_rgba8(&name, SIZE, SIZE);
                    }
                }
            }
        }
    }
);

// red once: with blits into samples left to the driver, which refuses them
rule!(11, depth_stencil_and_integers_go_sample_by_sample, masks = ["copy_image"], |gl| {
    let (depth, stencil) = (gl::DEPTH_BUFFER_BIT, gl::STENCIL_BUFFER_BIT);
    for textures in [false, true] {
        for format in [gl::DEPTH24_STENCIL8, gl::DEPTH32F_STENCIL8, gl::DEPTH_COMPONENT24, gl::DEPTH_COMPONENT32F] {
            let packed = matches!(format, gl::DEPTH24_STENCIL8 | gl::DEPTH32F_STENCIL8);
            let masks = if packed { &[depth, stencil, depth | stencil][..] } else { &[depth] };
            for &mask in masks {
                for (from, to) in [(4, 4), (4, 0), (0, 4)] {
                    let name = format!("{format:#06x} {mask:#x}, {from} to {to} samples, {textures}");
                    let source = framebuffer(gl, textures, gl::NONE, format, from);
                    // Where samples are drawn a shader sees 24-bit depth as a float, which is off by a step here and there: only
                    // the ends of the range are exact.
                    gl.ClearDepth(1.0);
                    gl.ClearStencil(0xA5);
                    gl.Clear(depth | stencil);
                    gl.Enable(gl::DEPTH_TEST);
                    gl.Enable(gl::STENCIL_TEST);
                    gl.StencilFunc(gl::ALWAYS, 0x3C, 0xFF);
                    gl.StencilOp(gl::KEEP, gl::KEEP, gl::REPLACE);
                    let float = matches!(format, gl::DEPTH32F_STENCIL8 | gl::DEPTH_COMPONENT32F);
                    draw(gl, if float { "void main() {}" } else { "void main() { gl_FragDepth = 0.0; }" });
                    gl.Disable(gl::DEPTH_TEST);
                    gl.Disable(gl::STENCIL_TEST);
                    let target = framebuffer(gl, textures, gl::NONE, format, to);
                    gl.ClearDepth(0.5);
                    gl.ClearStencil(0x0F);
                    gl.Clear(depth | stencil);
                    blit(gl, &name, source, target, [[1, 0, 7, 6]; 2], mask);
                    let plain = framebuffer(gl, false, gl::NONE, format, 0);
                    blit(gl, "out", target, plain, WHOLE, if packed { depth | stencil } else { depth });
                    gl.BindFramebuffer(gl::FRAMEBUFFER, plain);
                    gl.read(&name, (0, 0, SIZE, SIZE), (gl::DEPTH_COMPONENT, gl::FLOAT));
                    if packed {
                        gl.read(&name, (0, 0, SIZE, SIZE), (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE));
                    }
                    gl.error(&name);
                }
            }
        }
        for (format, kind, output) in [
            (gl::RGBA8UI, gl::UNSIGNED_INT, "out uvec4 o; void main() { o = uvec4(200u, 3u, 255u, 1u); }"),
            (gl::RGBA32I, gl::INT, "out ivec4 o; void main() { o = ivec4(-2000000000, 3, -1, 2000000000); }"),
            (gl::R16UI, gl::UNSIGNED_INT, "out uvec4 o; void main() { o = uvec4(60000u); }"),
        ] {
            for (from, to) in [(4, 4), (4, 0), (0, 4)] {
                let name = format!("{format:#06x}, {from} to {to} samples, {textures}");
                let source = framebuffer(gl, textures, format, gl::NONE, from);
                gl.status(&name);
                if kind == gl::INT {
                    gl.ClearBufferiv(gl::COLOR, 0, [7, -7, 70, -70].as_ptr());
                } else {
                    gl.ClearBufferuiv(gl::COLOR, 0, [7, 77, 70, 0].as_ptr());
                }
                draw(gl, output);
                let target = framebuffer(gl, textures, format, gl::NONE, to);
                gl.ClearBufferiv(gl::COLOR, 0, [0; 4].as_ptr());
                gl.ClearBufferuiv(gl::COLOR, 0, [0; 4].as_ptr());
                blit(gl, &name, source, target, WHOLE, gl::COLOR_BUFFER_BIT);
                let plain = framebuffer(gl, false, format, gl::NONE, 0);
                blit(gl, "out", target, plain, WHOLE, gl::COLOR_BUFFER_BIT);
                gl.BindFramebuffer(gl::FRAMEBUFFER, plain);
                gl.read(&name, (0, 0, SIZE, SIZE), (gl::RGBA_INTEGER, kind));
            }
        }
    }
});

// red once: with resolves to another place left to the driver, which refuses them
rule!(11, a_multisample_blit_moves_flips_and_is_scissored, masks = ["copy_image"], |gl| {
    for (from_samples, to_samples) in [(4, 4), (4, 0), (0, 4)] {
        for (name, src, dst) in [
            ("moved", [0, 0, 5, 5], [2, 3, 7, 8]),
            ("mirrored in x", [0, 0, 8, 8], [8, 0, 0, 8]),
            ("mirrored in y", [1, 1, 6, 7], [1, 7, 6, 1]),
            ("partly outside", [-2, -2, 6, 6], [0, 0, 8, 8]),
            ("out of the target", [0, 0, 8, 8], [4, 4, 12, 12]),
        ] {
            for scissored in [false, true] {
                let name = format!("{name}, {from_samples} to {to_samples}, {scissored}");
                let source = framebuffer(gl, false, gl::RGBA8, gl::NONE, from_samples);
                gl.ClearBufferfv(gl::COLOR, 0, [0.2f32, 0.4, 0.6, 0.8].as_ptr());
                draw(gl, "out vec4 o; void main() { o = vec4(gl_FragCoord.xy / 8.0, 0.5, 1.0); }");
                let target = framebuffer(gl, false, gl::RGBA8, gl::NONE, to_samples);
                gl.ClearBufferfv(gl::COLOR, 0, [0.0f32, 1.0, 0.0, 1.0].as_ptr());
                if scissored {
                    gl.Enable(gl::SCISSOR_TEST);
                    gl.Scissor(2, 2, 4, 3);
                }
                blit(gl, &name, source, target, [src, dst], gl::COLOR_BUFFER_BIT);
                gl.Disable(gl::SCISSOR_TEST);
                let plain = framebuffer(gl, false, gl::RGBA8, gl::NONE, 0);
                blit(gl, "out", target, plain, WHOLE, gl::COLOR_BUFFER_BIT);
                gl.BindFramebuffer(gl::FRAMEBUFFER, plain);
                gl.read_rgba8(&name, SIZE, SIZE);
            }
        }
    }
});

// red once: with the first draw buffer alone drawn to, attachment 0 kept its clear
against_native!(a_multisample_blit_reaches_every_draw_buffer, |gl| {
    let source = framebuffer(gl, false, gl::RGBA8, gl::NONE, 0);
    gl.ClearBufferfv(gl::COLOR, 0, [0.2f32, 0.4, 0.6, 0.8].as_ptr());
    let target = framebuffer(gl, false, gl::RGBA8, gl::NONE, 4);
    let more = gl.renderbuffer(gl::RGBA16F, SIZE, SIZE, 4);
    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT3, more);
    gl.DrawBuffers(3, [gl::COLOR_ATTACHMENT3, gl::NONE, gl::COLOR_ATTACHMENT0].as_ptr());
    gl.status("target");
    gl.clear([0.0, 1.0, 0.0, 1.0]);
    blit(gl, "up", source, target, WHOLE, gl::COLOR_BUFFER_BIT);
    for i in [0, 3] {
        gl.BindFramebuffer(gl::READ_FRAMEBUFFER, target);
        gl.ReadBuffer(gl::COLOR_ATTACHMENT0 + i);
        let plain = framebuffer(gl, false, if i == 0 { gl::RGBA8 } else { gl::RGBA16F }, gl::NONE, 0);
        blit(gl, "out", target, plain, WHOLE, gl::COLOR_BUFFER_BIT);
        gl.BindFramebuffer(gl::FRAMEBUFFER, plain);
        gl.read_rgba8(&format!("attachment {i}"), SIZE, SIZE);
    }
});
