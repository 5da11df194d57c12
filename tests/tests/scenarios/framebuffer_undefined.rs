//! What GL leaves undefined of framebuffers (feedback, overlaps, mismatched kinds): it may give any pixels, but the session goes on,
//! and what is defined afterwards is drawn right (GL 4.5 core 9.3, 17.4, 18.3.1).

use mgpipe_tests::{against_native, bindings::gl, scene::*};

/// Errors of undefined use are undefined, too.
unsafe fn forget_errors(gl: &Scene) {
    for _ in 0..16 {
        if gl.GetError() == gl::NO_ERROR {
            return;
        }
    }
}

/// A scene of which everything is defined.
unsafe fn defined(gl: &Scene, after: &str) {
    forget_errors(gl);
    gl.target(gl::RGBA8, 4, 4);
    gl.clear([0.25, 0.5, 0.75, 1.0]);
    let program = gl.program(FULL_VS, COLOR_FS);
    gl.vec4(program, "color", [1.0, 0.0, 0.5, 1.0]);
    gl.Viewport(0, 0, 2, 4);
    gl.draw_full();
    gl.read_rgba8(&format!("after {after}"), 4, 4);
    gl.error(&format!("after {after}"));
}

const SAMPLING_FS: &str =
    "uniform sampler2D t; in vec2 uv; out vec4 o; void main() { o = texture(t, uv) + vec4(0.25); }";
const COLOR: u32 = gl::COLOR_BUFFER_BIT;

// red once: with an error for blits of depth that the driver refuses, the session ended
against_native!(
    undefined_use_harms_nothing,
    masks = ["copy_image", "norm16,render_snorm", "read_depth_stencil"],
    |gl| {
        gl.vertex_array();
        for internal in [gl::RGBA8, gl::RGB16F, gl::RGBA16, gl::RGBA8_SNORM] {
            // The texture that is drawn to is sampled.
            let target = gl.target(internal, 8, 8);
            gl.BindTexture(gl::TEXTURE_2D, target.texture);
            gl.program(FULL_VS, SAMPLING_FS);
            (0..3).for_each(|_| gl.draw_full());
            // One of its levels is, while all are in range; then levels are made from the one that is attached.
            gl.image_2d(gl::TEXTURE_2D, 1, internal, (4, 4), (gl::RGBA, gl::FLOAT), &[]);
            gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, target.texture, 1);
            gl.draw_full();
            gl.GenerateMipmap(gl::TEXTURE_2D);
            gl.draw_full();
            // Copied from the framebuffer into its own attachment.
            gl.CopyTexSubImage2D(gl::TEXTURE_2D, 1, 1, 1, 0, 0, 3, 3);
            gl.CopyTexImage2D(gl::TEXTURE_2D, 0, internal, 0, 0, 4, 4, 0);
            // Blits within one image: overlapping, scaled, mirrored.
            gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, target.texture, 0);
            for dst in [[1, 1, 4, 4], [3, 3, 0, 0], [0, 0, 2, 1], [-5, -5, 9, 9]] {
                gl.BlitFramebuffer(0, 0, 3, 3, dst[0], dst[1], dst[2], dst[3], COLOR, gl::LINEAR);
            }
            defined(gl, &format!("feedback of {internal:#06x}"));
        }
        // Depth that is tested and sampled, blitted onto itself, and read while it is drawn to.
        let target = gl.target(gl::RGBA8, 8, 8);
        let depth = gl.texture(gl::TEXTURE_2D);
        let format = Scene::transfer(gl::DEPTH24_STENCIL8);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::DEPTH24_STENCIL8, (8, 8), format, &[]);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::DEPTH_STENCIL_ATTACHMENT, gl::TEXTURE_2D, depth, 0);
        gl.program(FULL_VS, SAMPLING_FS);
        gl.Enable(gl::DEPTH_TEST);
        (0..3).for_each(|_| gl.draw_full());
        gl.Disable(gl::DEPTH_TEST);
        let both = gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT;
        gl.BlitFramebuffer(0, 0, 6, 6, 2, 2, 8, 8, both, gl::NEAREST);
        gl.BlitFramebuffer(0, 0, 6, 6, 8, 8, 2, 2, both | COLOR, gl::NEAREST);
        defined(gl, "depth feedback");
        let _ = target;
        // One image at two points, drawn to by both.
        let target = gl.target(gl::RGBA8, 8, 8);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT1, gl::TEXTURE_2D, target.texture, 0);
        gl.DrawBuffers(2, [gl::COLOR_ATTACHMENT1, gl::COLOR_ATTACHMENT0].as_ptr());
        gl.program(FULL_VS, "layout(location = 0) out vec4 a; layout(location = 1) out vec4 b; void main() { a = vec4(0.1); b = vec4(0.9); }");
        gl.draw_full();
        gl.clear([0.5; 4]);
        gl.BlitFramebuffer(0, 0, 4, 8, 4, 0, 8, 8, COLOR, gl::NEAREST);
        defined(gl, "one image at two points");
        // Outputs of another kind than the attachments, and attachments without an output.
        for (internal, kind) in
            [(gl::RGBA8, "uvec4"), (gl::RGBA8UI, "vec4"), (gl::RGBA32I, "uvec4"), (gl::RGBA16F, "ivec4")]
        {
            gl.target(internal, 8, 8);
            let second = gl.texture(gl::TEXTURE_2D);
            gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (8, 8), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
            gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT1, gl::TEXTURE_2D, second, 0);
            gl.DrawBuffers(2, [gl::COLOR_ATTACHMENT0, gl::COLOR_ATTACHMENT1].as_ptr());
            gl.program(FULL_VS, &format!("out {kind} o; void main() {{ o = {kind}(1); }}"));
            gl.Enable(gl::BLEND);
            gl.draw_full();
            gl.Disable(gl::BLEND);
            gl.program(FULL_VS, "void main() { }");
            gl.draw_full();
            // Clears of the wrong kind.
            gl.ClearBufferfv(gl::COLOR, 0, [1.0f32, -1.0, f32::NAN, f32::INFINITY].as_ptr());
            gl.ClearBufferiv(gl::COLOR, 0, [-1; 4].as_ptr());
            gl.ClearBufferuiv(gl::COLOR, 0, [!0u32; 4].as_ptr());
            gl.clear([f32::NAN, f32::NEG_INFINITY, 1e30, -0.0]);
            defined(gl, &format!("outputs {kind} to {internal:#06x}"));
        }
        // Values that are no numbers, contents that were given up, and images that were never written.
        gl.target(gl::RGBA32F, 8, 8);
        let buffer = gl.renderbuffer(gl::DEPTH32F_STENCIL8, 8, 8, 0);
        gl.attach_renderbuffer(gl::DEPTH_STENCIL_ATTACHMENT, buffer);
        let mut pixels = [0f32; 256];
        gl.ReadPixels(0, 0, 8, 8, gl::RGBA, gl::FLOAT, pixels.as_mut_ptr().cast());
        gl.ReadPixels(0, 0, 8, 8, gl::DEPTH_COMPONENT, gl::FLOAT, pixels.as_mut_ptr().cast());
        gl.ClearBufferfv(gl::DEPTH, 0, [f32::NAN].as_ptr());
        gl.ClearBufferfi(gl::DEPTH_STENCIL, 0, f32::INFINITY, -1);
        gl.InvalidateFramebuffer(gl::FRAMEBUFFER, 2, [gl::COLOR_ATTACHMENT0, gl::DEPTH_STENCIL_ATTACHMENT].as_ptr());
        gl.ReadPixels(0, 0, 8, 8, gl::RGBA, gl::FLOAT, pixels.as_mut_ptr().cast());
        gl.BlitFramebuffer(0, 0, 4, 4, 4, 4, 8, 8, COLOR | gl::DEPTH_BUFFER_BIT, gl::NEAREST);
        defined(gl, "what has no value");
        // Samples: from and to the same multisampled image.
        let framebuffer = gl.framebuffer();
        let samples = gl.renderbuffer(gl::RGBA8, 8, 8, 4);
        gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, samples);
        gl.BlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, COLOR, gl::NEAREST);
        gl.BlitFramebuffer(0, 0, 4, 4, 2, 2, 6, 6, COLOR, gl::NEAREST);
        defined(gl, "samples onto themselves");
        // Gone while they are in use.
        gl.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
        gl.DeleteRenderbuffers(1, &samples);
        gl.DeleteFramebuffers(1, &framebuffer);
        gl.Clear(COLOR);
        gl.draw_full();
        defined(gl, "objects that are gone");
    }
);
