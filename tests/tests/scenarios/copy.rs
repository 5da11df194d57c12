//! Copies from the framebuffer into textures (GL 3.3 core 3.8.3; rule 26).

use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};

const RGBA8: (u32, u32) = (gl::RGBA, gl::UNSIGNED_BYTE);

unsafe fn noisy_source(gl: &Scene, internal: u32) {
    gl.target(internal, 8, 8);
    let (format, ty) = if internal == gl::RGBA8UI { (gl::RGBA_INTEGER, gl::UNSIGNED_BYTE) } else { RGBA8 };
    gl.image_2d(gl::TEXTURE_2D, 0, internal, (8, 8), (format, ty), &noise(1, 256));
}

// red once: with copies that begin at column 0 of the framebuffer
rule!(26, images_are_copied_from_the_framebuffer, |gl| {
    noisy_source(gl, gl::RGBA8);
    for internal in
        [gl::RGBA8, gl::RGB8, gl::R8, gl::RG8, gl::RGBA4, gl::RGB565, gl::RGBA, gl::RGB, gl::RGBA16F, gl::SRGB8_ALPHA8]
    {
        gl.texture(gl::TEXTURE_2D);
        gl.CopyTexImage2D(gl::TEXTURE_2D, 0, internal, 1, 2, 5, 4, 0);
        gl.error(&format!("{internal:#06x}"));
        gl.read_texture(&format!("{internal:#06x}"), gl::TEXTURE_2D, 0, 20, (gl::RGBA, gl::FLOAT));
    }
    gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (6, 6), RGBA8, &noise(2, 144));
    gl.CopyTexSubImage2D(gl::TEXTURE_2D, 0, 2, 1, 4, 4, 3, 4);
    gl.read_texture("part", gl::TEXTURE_2D, 0, 36, RGBA8);
    gl.CopyTexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, -2, -1, 6, 6);
    gl.read_texture("partly from outside", gl::TEXTURE_2D, 0, 36, RGBA8);
    gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, gl::RGBA8, (4, 4, 3), RGBA8, &noise(3, 192));
    gl.CopyTexSubImage3D(gl::TEXTURE_2D_ARRAY, 0, 1, 1, 2, 3, 3, 2, 3);
    gl.read_texture("layer", gl::TEXTURE_2D_ARRAY, 0, 48, RGBA8);
    gl.texture(gl::TEXTURE_3D);
    gl.image_3d(gl::TEXTURE_3D, 0, gl::RGBA8, (4, 4, 3), RGBA8, &noise(4, 192));
    gl.CopyTexSubImage3D(gl::TEXTURE_3D, 0, 0, 2, 1, 3, 3, 4, 2);
    gl.read_texture("slice", gl::TEXTURE_3D, 0, 48, RGBA8);
    gl.texture(gl::TEXTURE_CUBE_MAP);
    for face in 0..6 {
        gl.CopyTexImage2D(
            gl::TEXTURE_CUBE_MAP_POSITIVE_X + face,
            0,
            gl::RGBA8,
            face as i32 / 3,
            face as i32 / 2,
            4,
            4,
            0,
        );
    }
    gl.read_texture("face", gl::TEXTURE_CUBE_MAP_POSITIVE_X + 4, 0, 16, RGBA8);
    gl.texture(gl::TEXTURE_1D);
    gl.CopyTexImage1D(gl::TEXTURE_1D, 0, gl::RGBA8, 1, 3, 6, 0);
    gl.CopyTexSubImage1D(gl::TEXTURE_1D, 0, 2, 0, 0, 3);
    gl.read_texture("1D", gl::TEXTURE_1D, 0, 6, RGBA8);
    gl.error("all");
});

// red once: with copies that begin at column 0 of the framebuffer
rule!(26, integers_and_depth_are_copied, |gl| {
    noisy_source(gl, gl::RGBA8UI);
    gl.texture(gl::TEXTURE_2D);
    gl.CopyTexImage2D(gl::TEXTURE_2D, 0, gl::RGBA16UI, 0, 0, 4, 4, 0);
    gl.error("another width of integer");
    gl.CopyTexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8UI, 0, 0, 4, 4, 0);
    gl.error("integers");
    gl.read_texture("integers", gl::TEXTURE_2D, 0, 16, (gl::RGBA_INTEGER, gl::UNSIGNED_INT));
    gl.framebuffer();
    let depth = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(
        gl::TEXTURE_2D,
        0,
        gl::DEPTH24_STENCIL8,
        (8, 8),
        (gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8),
        &noise(5, 256),
    );
    gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::DEPTH_STENCIL_ATTACHMENT, gl::TEXTURE_2D, depth, 0);
    gl.DrawBuffers(1, [gl::NONE].as_ptr());
    gl.ReadBuffer(gl::NONE);
    gl.status("depth alone");
    gl.texture(gl::TEXTURE_2D);
    gl.CopyTexImage2D(gl::TEXTURE_2D, 0, gl::DEPTH24_STENCIL8, 1, 1, 4, 4, 0);
    gl.error("depth and stencil");
    gl.read_texture("depth and stencil", gl::TEXTURE_2D, 0, 16, (gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8));
    gl.CopyTexImage2D(gl::TEXTURE_2D, 0, gl::DEPTH_COMPONENT24, 1, 1, 4, 4, 0);
    gl.error("depth");
    gl.read_texture("depth", gl::TEXTURE_2D, 0, 16, (gl::DEPTH_COMPONENT, gl::UNSIGNED_INT));
});

against_native!(a_copy_goes_to_a_level_that_is_sampled_then, |gl| {
    noisy_source(gl, gl::RGBA8);
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 1);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (8, 8), RGBA8, &noise(6, 256));
    gl.image_2d(gl::TEXTURE_2D, 1, gl::RGBA8, (4, 4), RGBA8, &[]);
    gl.CopyTexSubImage2D(gl::TEXTURE_2D, 1, 0, 0, 2, 2, 4, 4);
    gl.target(gl::RGBA8, 8, 8);
    gl.BindTexture(gl::TEXTURE_2D, texture);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MIN_FILTER, gl::NEAREST_MIPMAP_NEAREST as i32);
    gl.vertex_array();
    gl.program(
        FULL_VS,
        "uniform sampler2D s; in vec2 uv; out vec4 o; void main() { o = textureLod(s, uv, uv.y > 0.5 ? 1.0 : 0.0); }",
    );
    gl.draw_full();
    gl.read_rgba8("both levels", 8, 8);
});

against_native!(bad_copies_have_their_errors, |gl| {
    noisy_source(gl, gl::RGBA8);
    gl.texture(gl::TEXTURE_2D);
    gl.CopyTexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8, 0, 0, 4, 4, 1);
    gl.error("border");
    gl.CopyTexImage2D(gl::TEXTURE_2D, -1, gl::RGBA8, 0, 0, 4, 4, 0);
    gl.error("level");
    gl.CopyTexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8, 0, 0, -4, 4, 0);
    gl.error("width");
    gl.CopyTexImage2D(gl::TEXTURE_2D, 0, gl::DEPTH_COMPONENT24, 0, 0, 4, 4, 0);
    gl.error("depth that is not there");
    gl.CopyTexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8UI, 0, 0, 4, 4, 0);
    gl.error("integers from unorm");
    gl.CopyTexImage2D(gl::TEXTURE_3D, 0, gl::RGBA8, 0, 0, 4, 4, 0);
    gl.error("target");
    gl.CopyTexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 0, 0, 1, 1);
    gl.error("no image");
    gl.CopyTexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8, 0, 0, 4, 4, 0);
    gl.CopyTexSubImage2D(gl::TEXTURE_2D, 0, 3, 3, 0, 0, 2, 2);
    gl.error("outside");
    gl.framebuffer();
    let multi = gl.renderbuffer(gl::RGBA8, 4, 4, 4);
    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, multi);
    gl.CopyTexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 0, 0, 2, 2);
    gl.error("multisampled source");
});
