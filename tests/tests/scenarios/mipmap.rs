//! Generated mipmaps (GL 3.3 core 3.8.10; rule 26).

use super::sampling::sample_8;
use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};

// red once: without levels made in memory, those of RGB9_E5 were black
rule!(26, mipmaps_of_many_formats, |gl| {
    for (internal, format, ty) in [
        (gl::RGBA8, gl::RGBA, gl::UNSIGNED_BYTE),
        (gl::RGB8, gl::RGB, gl::UNSIGNED_BYTE),
        (gl::R8, gl::RED, gl::UNSIGNED_BYTE),
        (gl::RG8, gl::RG, gl::UNSIGNED_BYTE),
        (gl::SRGB8_ALPHA8, gl::RGBA, gl::UNSIGNED_BYTE),
        (gl::RGB565, gl::RGB, gl::UNSIGNED_SHORT_5_6_5),
        (gl::RGBA4, gl::RGBA, gl::UNSIGNED_SHORT_4_4_4_4),
        (gl::RGB10_A2, gl::RGBA, gl::UNSIGNED_INT_2_10_10_10_REV),
        (gl::RGBA16F, gl::RGBA, gl::UNSIGNED_BYTE),
        (gl::RGB32F, gl::RGB, gl::UNSIGNED_BYTE),
        (gl::R11F_G11F_B10F, gl::RGB, gl::UNSIGNED_BYTE),
        (gl::RGB9_E5, gl::RGB, gl::UNSIGNED_INT_5_9_9_9_REV),
        (gl::RGBA16, gl::RGBA, gl::UNSIGNED_SHORT),
        (gl::RGBA8_SNORM, gl::RGBA, gl::BYTE),
    ] {
        gl.texture(gl::TEXTURE_2D);
        gl.PixelStorei(gl::UNPACK_ALIGNMENT, 1);
        gl.image_2d(gl::TEXTURE_2D, 0, internal, (8, 4), (format, ty), &noise(internal, 32 * texel_bytes(format, ty)));
        gl.GenerateMipmap(gl::TEXTURE_2D);
        gl.error(&format!("{internal:#06x}"));
        for (level, texels) in [(0, 32), (1, 8), (2, 2), (3, 1)] {
            gl.read_texture(
                &format!("{internal:#06x}, level {level}"),
                gl::TEXTURE_2D,
                level,
                texels,
                (gl::RGBA, gl::FLOAT),
            );
        }
    }
});

// red once: without the extension for arrays of cube maps in ESSL 3.10, the session ended
rule!(26, mipmaps_made_in_memory_of_every_target, masks = ["es32"], |gl| {
    let texels = (gl::RGB, gl::UNSIGNED_INT_5_9_9_9_REV);
    let bytes = noise(11, 4 * 8 * 8 * 12);
    let all = |target: u32, texels: usize| {
        gl.GenerateMipmap(
            if (gl::TEXTURE_CUBE_MAP_POSITIVE_X..gl::TEXTURE_CUBE_MAP_POSITIVE_X + 6).contains(&target) {
                gl::TEXTURE_CUBE_MAP
            } else {
                target
            },
        );
        gl.error(&format!("{target:#06x}"));
        for level in [1, 2, 3] {
            let name = format!("{target:#06x}, level {level}");
            gl.read_texture(&name, target, level, texels, (gl::RGBA, gl::FLOAT));
        }
    };
    gl.texture(gl::TEXTURE_1D_ARRAY);
    gl.image_2d(gl::TEXTURE_1D_ARRAY, 0, gl::RGB9_E5, (8, 3), texels, &bytes[..4 * 24]);
    all(gl::TEXTURE_1D_ARRAY, 12);
    gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, gl::RGB9_E5, (8, 5, 3), texels, &bytes[..4 * 120]);
    all(gl::TEXTURE_2D_ARRAY, 24);
    gl.texture(gl::TEXTURE_3D);
    gl.image_3d(gl::TEXTURE_3D, 0, gl::RGB9_E5, (8, 8, 5), texels, &bytes[..4 * 320]);
    all(gl::TEXTURE_3D, 32);
    gl.texture(gl::TEXTURE_CUBE_MAP);
    for face in 0..6 {
        let part = &bytes[face as usize * 256..][..256];
        gl.image_2d(gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, gl::RGB9_E5, (8, 8), texels, part);
    }
    all(gl::TEXTURE_CUBE_MAP_NEGATIVE_Y, 16);
    gl.texture(gl::TEXTURE_CUBE_MAP_ARRAY);
    gl.image_3d(gl::TEXTURE_CUBE_MAP_ARRAY, 0, gl::RGB9_E5, (8, 8, 12), texels, &bytes);
    all(gl::TEXTURE_CUBE_MAP_ARRAY, 192);
});

// red once: with the levels of mutable arrays left apart, Mesa's driver lost what was put into them; with depth left to the
// driver's own swizzle, it was grey
rule!(26, mipmaps_of_arrays_whose_sizes_are_no_powers_of_two, |gl| {
    for (internal, format, ty) in [
        (gl::RGBA8, gl::RGBA, gl::UNSIGNED_BYTE),
        (gl::RGB9_E5, gl::RGB, gl::UNSIGNED_INT_5_9_9_9_REV),
        (gl::COMPRESSED_RED_RGTC1, gl::RED, gl::UNSIGNED_BYTE),
        (gl::DEPTH_COMPONENT16, gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT),
    ] {
        for (w, h, layers) in [(8, 5, 3), (5, 8, 3), (20, 12, 4), (8, 8, 2)] {
            let name = format!("{internal:#06x} {w} x {h}");
            let array = gl.texture(gl::TEXTURE_2D_ARRAY);
            // One colour a layer, so that no filter and no compression matters.
            let one = texel_bytes(format, ty) * (w * h) as usize;
            let bytes: Vec<u8> = (0..layers).flat_map(|layer| vec![40 * layer as u8 + 60; one]).collect();
            gl.PixelStorei(gl::UNPACK_ALIGNMENT, 1);
            gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, internal, (w, h, layers), (format, ty), &bytes);
            gl.GenerateMipmap(gl::TEXTURE_2D_ARRAY);
            gl.error(&name);
            sample_8(gl, &format!("{name}, sampled"), "sampler2DArray", "textureLod(s, vec3(uv, uv.x * 3.0), 1.0)");
            gl.BindTexture(gl::TEXTURE_2D_ARRAY, array);
            let read = if internal == gl::DEPTH_COMPONENT16 { (format, ty) } else { (gl::RGBA, gl::UNSIGNED_BYTE) };
            for level in [1, 2] {
                let texels = ((w >> level) * (h >> level) * layers) as usize;
                gl.read_texture(&format!("{name}, level {level}"), gl::TEXTURE_2D_ARRAY, level, texels, read);
            }
        }
    }
});

against_native!(mipmaps_of_every_target_and_range, |gl| {
    let rgba = (gl::RGBA, gl::UNSIGNED_BYTE);
    gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (7, 5), rgba, &noise(1, 140));
    gl.GenerateMipmap(gl::TEXTURE_2D);
    for (level, texels) in [(1, 6), (2, 1)] {
        gl.read_texture(&format!("odd sizes, level {level}"), gl::TEXTURE_2D, level, texels, rgba);
    }
    gl.texture(gl::TEXTURE_2D);
    for level in 0..5 {
        let size = 16 >> level;
        gl.image_2d(
            gl::TEXTURE_2D,
            level,
            gl::RGBA8,
            (size, size),
            rgba,
            &noise(level as u32, (size * size * 4) as usize),
        );
    }
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_BASE_LEVEL, 1);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 3);
    gl.GenerateMipmap(gl::TEXTURE_2D);
    for level in 0..5 {
        gl.read_texture(&format!("base to max, level {level}"), gl::TEXTURE_2D, level, 256 >> (2 * level), rgba);
    }
    gl.texture(gl::TEXTURE_3D);
    gl.image_3d(gl::TEXTURE_3D, 0, gl::RGBA8, (4, 4, 4), rgba, &noise(2, 256));
    gl.GenerateMipmap(gl::TEXTURE_3D);
    gl.read_texture("3D", gl::TEXTURE_3D, 1, 8, rgba);
    gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, gl::RGBA8, (4, 4, 3), rgba, &noise(3, 192));
    gl.GenerateMipmap(gl::TEXTURE_2D_ARRAY);
    gl.read_texture("array", gl::TEXTURE_2D_ARRAY, 1, 12, rgba);
    gl.texture(gl::TEXTURE_CUBE_MAP);
    for face in 0..6 {
        gl.image_2d(gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, gl::RGBA8, (4, 4), rgba, &noise(face, 64));
    }
    gl.GenerateMipmap(gl::TEXTURE_CUBE_MAP);
    for face in 0..6 {
        gl.read_texture(&format!("face {face}"), gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 1, 4, rgba);
    }
    gl.texture(gl::TEXTURE_1D);
    gl.TexImage1D(gl::TEXTURE_1D, 0, gl::RGBA8 as i32, 8, 0, rgba.0, rgba.1, noise(4, 32).as_ptr().cast());
    gl.GenerateMipmap(gl::TEXTURE_1D);
    gl.read_texture("1D", gl::TEXTURE_1D, 1, 4, rgba);
    gl.error("all");
});

against_native!(mipmaps_of_what_was_drawn, |gl| {
    let target = gl.target(gl::RGBA8, 16, 16);
    gl.vertex_array();
    gl.program(FULL_VS, "in vec2 uv; out vec4 o; void main() { o = vec4(uv, step(0.5, fract(uv.x * 4.0)), 1); }");
    gl.draw_full();
    gl.GenerateMipmap(gl::TEXTURE_2D);
    for (level, texels) in [(1, 64), (2, 16), (4, 1)] {
        gl.read_texture(&format!("level {level}"), gl::TEXTURE_2D, level, texels, (gl::RGBA, gl::UNSIGNED_BYTE));
    }
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MIN_FILTER, gl::LINEAR_MIPMAP_LINEAR as i32);
    gl.target(gl::RGBA8, 5, 5);
    gl.BindTexture(gl::TEXTURE_2D, target.texture);
    gl.program(FULL_VS, "uniform sampler2D s; in vec2 uv; out vec4 o; void main() { o = texture(s, uv); }");
    gl.draw_full();
    gl.read_rgba8("sampled", 5, 5);
    // Drawn to a level, then sampled from that level.
    gl.BindFramebuffer(gl::FRAMEBUFFER, target.framebuffer);
    gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, target.texture, 2);
    gl.clear([1.0, 0.0, 0.5, 1.0]);
    gl.target(gl::RGBA8, 4, 4);
    gl.BindTexture(gl::TEXTURE_2D, target.texture);
    gl.draw_full();
    gl.read_rgba8("level 2 after it was cleared", 4, 4);
});

against_native!(mipmaps_that_cannot_be_made, |gl| {
    gl.GenerateMipmap(0x1234);
    gl.error("target");
    gl.GenerateMipmap(gl::TEXTURE_RECTANGLE);
    gl.error("rectangle");
    gl.texture(gl::TEXTURE_2D);
    gl.GenerateMipmap(gl::TEXTURE_2D);
    gl.error("no base level");
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8UI, (4, 4), (gl::RGBA_INTEGER, gl::UNSIGNED_BYTE), &noise(1, 64));
    gl.GenerateMipmap(gl::TEXTURE_2D);
    gl.error("integers");
    gl.texture(gl::TEXTURE_CUBE_MAP);
    gl.image_2d(gl::TEXTURE_CUBE_MAP_POSITIVE_X, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(2, 64));
    gl.GenerateMipmap(gl::TEXTURE_CUBE_MAP);
    gl.error("a cube of one face");
    gl.integer::<1>("unit", gl::ACTIVE_TEXTURE);
});

// red once: with the level past the chain asked of immutable storage, the driver refused it and nothing was loaded
against_native!(a_level_past_the_chain_does_not_hinder_images, |gl| {
    let texture = gl.texture(gl::TEXTURE_2D);
    for (level, size) in [(0, 5), (1, 2), (2, 1), (3, 1)] {
        let bytes = noise(level as u32 + 1, 100);
        gl.image_2d(gl::TEXTURE_2D, level, gl::RGBA8, (size, size), (gl::RGBA, gl::UNSIGNED_BYTE), &bytes);
    }
    gl.target(gl::RGBA8, 5, 5);
    gl.vertex_array();
    gl.program(
        FULL_VS,
        "#version 420 core\nlayout(rgba8, binding = 0) readonly uniform image2D s; out vec4 o;
        void main() { o = imageLoad(s, ivec2(gl_FragCoord.xy)); }",
    );
    gl.BindImageTexture(0, texture, 0, gl::FALSE, 0, gl::READ_ONLY, gl::RGBA8);
    gl.draw_full();
    gl.read_rgba8("loaded", 5, 5);
    gl.error("all");
    gl.BindTexture(gl::TEXTURE_2D, texture);
    for (level, texels) in [(0, 25), (1, 4), (2, 1)] {
        let name = format!("level {level}");
        gl.read_texture(&name, gl::TEXTURE_2D, level, texels, (gl::RGBA, gl::UNSIGNED_BYTE));
    }
});
