//! Levels of mutable textures: specified in any order, worked on one by one, attached before the chain is whole (GL 4.6 core
//! 8.14.3, 8.17, 9.4.1; rules 13, 20, 26).

use super::sampling::sample;
use mgpipe_tests::{bindings::gl, rule, scene::*};
use std::ptr::null;

const RGBA8: (u32, u32) = (gl::RGBA, gl::UNSIGNED_BYTE);

// red once: with `settle_levels` for nothing but arrays whose sizes are no powers of two, the levels that came first were noise of others
rule!(20, levels_may_come_the_smallest_first, |gl| {
    gl.PixelStorei(gl::UNPACK_ALIGNMENT, 1);
    gl.PixelStorei(gl::PACK_ALIGNMENT, 1);
    for (internal, (format, ty)) in [
        (gl::R8, (gl::RED, gl::UNSIGNED_BYTE)),
        (gl::RGBA8, RGBA8),
        (gl::RGB32F, (gl::RGB, gl::FLOAT)),
        (gl::DEPTH_COMPONENT16, (gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT)),
    ] {
        for (width, height) in [(4, 5), (17, 8), (4, 1)] {
            for (specified, filled) in [([0, 1], [1, 0]), ([1, 0], [0, 1]), ([1, 0], [1, 0])] {
                let size = |level: i32| ((width >> level).max(1), (height >> level).max(1));
                let texels = |level: i32| (size(level).0 * size(level).1) as usize;
                gl.texture(gl::TEXTURE_2D);
                for level in specified {
                    let (w, h) = size(level);
                    gl.TexImage2D(gl::TEXTURE_2D, level, internal as i32, w, h, 0, format, ty, null());
                }
                for level in filled {
                    let (w, h) = size(level);
                    let data = noise(internal + level as u32, texels(level) * texel_bytes(format, ty));
                    // Floats of noise may be no numbers.
                    let data: Vec<u8> =
                        if ty == gl::FLOAT { data.iter().map(|byte| byte & 0x3F).collect() } else { data };
                    gl.TexSubImage2D(gl::TEXTURE_2D, level, 0, 0, w, h, format, ty, data.as_ptr().cast());
                }
                for level in 0..2 {
                    let name = format!("{internal:#06x} {width}x{height} {specified:?} {filled:?} level {level}");
                    gl.read_texture(&name, gl::TEXTURE_2D, level, texels(level), (format, ty));
                }
            }
        }
    }
});

// red once: with `settle_levels` for nothing but arrays whose sizes are no powers of two, whole levels could not be read
rule!(20, levels_of_arrays_keep_their_texels, |gl| {
    gl.PixelStorei(gl::UNPACK_ALIGNMENT, 1);
    gl.PixelStorei(gl::PACK_ALIGNMENT, 1);
    for (internal, (format, ty)) in [
        (gl::STENCIL_INDEX8, (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE)),
        (gl::DEPTH_COMPONENT16, (gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT)),
        (gl::DEPTH24_STENCIL8, (gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8)),
    ] {
        for size in [2, 4, 8] {
            gl.texture(gl::TEXTURE_2D_ARRAY);
            let texels = |level: i32| (3 * (size >> level) * (size >> level)) as usize;
            for level in 0..2 {
                let data = noise(internal + level as u32, texels(level) * texel_bytes(format, ty));
                let side = size >> level;
                gl.image_3d(gl::TEXTURE_2D_ARRAY, level, internal, (side, side, 3), (format, ty), &data);
            }
            gl.error(&format!("{internal:#06x} {size}"));
            for level in 0..2 {
                let name = format!("{internal:#06x} {size} level {level}");
                gl.read_texture(&name, gl::TEXTURE_2D_ARRAY, level, texels(level), (format, ty));
            }
        }
    }
});

// red once: with `settle_levels` for nothing but arrays whose sizes are no powers of two, made and cleared levels came out black
rule!(26, levels_of_arrays_of_one_dimension_are_made_and_rendered_to, |gl| {
    let target = gl::TEXTURE_1D_ARRAY;
    for levels in [1, 5] {
        for smaller_first in [false, true] {
            gl.texture(target);
            for level in 0..levels {
                gl.image_2d(
                    target,
                    level,
                    gl::RGBA8,
                    (16 >> level, 5),
                    RGBA8,
                    &noise(level as u32, 4 * 5 * (16 >> level)),
                );
            }
            let name = format!("{levels} levels, {smaller_first}");
            if smaller_first {
                gl.read_texture(&format!("{name}, before"), target, levels - 1, 5 * (16 >> (levels - 1)), RGBA8);
            }
            gl.GenerateMipmap(target);
            gl.error(&name);
            for level in 0..5 {
                gl.read_texture(&format!("{name}, level {level}"), target, level, 5 * (16 >> level), RGBA8);
            }
        }
    }
    let texture = gl.texture(target);
    for level in 0..5 {
        gl.image_2d(target, level, gl::RGBA8, (16 >> level, 5), RGBA8, &noise(level as u32, 4 * 5 * (16 >> level)));
    }
    gl.framebuffer();
    gl.FramebufferTextureLayer(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, texture, 1, 2);
    gl.status("a layer of level 1");
    gl.clear([1.0, 0.2, 0.4, 0.6]);
    sample(gl, "level 1, sampled", "sampler1DArray", "textureLod(s, vec2(uv.x, floor(uv.y * 5.0)), 1.0)");
    gl.read_texture("level 1, read", target, 1, 5 * 8, RGBA8);
});

// red once: with levels of textures that are not mipmap complete taken for complete attachments
rule!(13, levels_behind_the_base_level_want_a_whole_chain, |gl| {
    let framebuffer = gl.framebuffer();
    let statuses = |name: &str, attach: &dyn Fn(i32)| {
        let statuses: Vec<u32> = (0..4)
            .map(|level| {
                attach(level);
                gl.CheckFramebufferStatus(gl::FRAMEBUFFER)
            })
            .collect();
        gl.enums(name, &statuses);
        gl.error(name);
    };
    for levels in [&[0][..], &[0, 1], &[0, 1, 2, 3], &[1, 2], &[1, 2, 3], &[0, 1, 3]] {
        let texture = gl.texture(gl::TEXTURE_2D);
        for &level in levels {
            let side = 8 >> level;
            gl.TexImage2D(gl::TEXTURE_2D, level, gl::RGBA8 as i32, side, side, 0, RGBA8.0, RGBA8.1, null());
        }
        gl.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
        // What is known of the framebuffer has to give way to parameters, too.
        for (base, most) in [(0, 1000), (0, 1), (0, 0), (1, 1000), (1, 0), (2, 3)] {
            gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_BASE_LEVEL, base);
            gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, most);
            statuses(&format!("{levels:?} from {base} to {most}"), &|level| {
                gl.FramebufferTexture(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, texture, level);
            });
        }
    }
    for faces in [5, 6] {
        let texture = gl.texture(gl::TEXTURE_CUBE_MAP);
        for (face, level) in (0..faces).flat_map(|face| (0..4).map(move |level| (face, level))) {
            let side = 8 >> level;
            let target = gl::TEXTURE_CUBE_MAP_POSITIVE_X + face;
            gl.TexImage2D(target, level, gl::RGBA8 as i32, side, side, 0, RGBA8.0, RGBA8.1, null());
        }
        gl.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
        statuses(&format!("{faces} faces"), &|level| {
            let target = gl::TEXTURE_CUBE_MAP_POSITIVE_X;
            gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, target, texture, level);
        });
    }
    // Immutable storage is whole whatever the parameters say.
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.TexStorage2D(gl::TEXTURE_2D, 4, gl::RGBA8, 8, 8);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 0);
    statuses("immutable", &|level| {
        gl.FramebufferTexture(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, texture, level);
    });
    // Nothing is drawn to, or read from, a level that is none.
    let texture = gl.texture(gl::TEXTURE_2D);
    for level in 0..2 {
        gl.image_2d(gl::TEXTURE_2D, level, gl::RGBA8, (8 >> level, 8 >> level), RGBA8, &noise(3, 256 >> (2 * level)));
    }
    gl.FramebufferTexture(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, texture, 1);
    gl.clear([1.0; 4]);
    gl.error("a clear of a level of half a chain");
    gl.read_rgba8("a read of it", 4, 4);
    gl.error("a read of it");
    gl.read_texture("what it still has", gl::TEXTURE_2D, 1, 16, RGBA8);
});
