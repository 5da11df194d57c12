//! Levels of detail that textures and samplers bias (GL 4.6 core 8.14.1; rule 27).

use super::sampling::{sample_8, sample_430};
use mgpipe_tests::{bindings::gl, rule, scene::*};

const RGBA8: (u32, u32) = (gl::RGBA, gl::UNSIGNED_BYTE);

/// A chain of levels that each have one value.
unsafe fn levels_of_one_value(gl: &Scene, target: u32, layers: i32) {
    gl.TexParameteri(target, gl::TEXTURE_MIN_FILTER, gl::LINEAR_MIPMAP_LINEAR as i32);
    for level in 0..5 {
        let size = 16 >> level;
        let bytes = vec![50 * level as u8; (size * size * 4 * layers.max(1)) as usize];
        match layers {
            0 => gl.image_2d(target, level, gl::RGBA8, (size, size), RGBA8, &bytes),
            _ => gl.image_3d(target, level, gl::RGBA8, (size, size, layers), RGBA8, &bytes),
        }
    }
}

// red once: with no bias pushed to programs, every reading here but the plain ones differed
rule!(27, lod_bias_and_range_apply, |gl| {
    gl.texture(gl::TEXTURE_2D);
    levels_of_one_value(gl, gl::TEXTURE_2D, 0);
    sample_8(gl, "plain", "sampler2D", "texture(s, uv)");
    gl.TexParameterf(gl::TEXTURE_2D, gl::TEXTURE_LOD_BIAS, 1.5);
    sample_8(gl, "bias of the texture", "sampler2D", "texture(s, uv)");
    sample_8(gl, "and of the shader", "sampler2D", "texture(s, uv, 0.75)");
    sample_8(gl, "a projection", "sampler2D", "textureProj(s, vec3(uv, 1.0))");
    sample_8(gl, "an offset", "sampler2D", "textureOffset(s, uv, ivec2(1, 2), 0.25)");
    sample_8(gl, "a level", "sampler2D", "textureLod(s, uv, 1.25)");
    sample_8(gl, "gradients", "sampler2D", "textureGrad(s, uv, vec2(0.25, 0), vec2(0, 0.25))");
    sample_8(gl, "a fetch", "sampler2D", "texelFetch(s, ivec2(uv * 3.0), 2)");
    gl.TexParameterf(gl::TEXTURE_2D, gl::TEXTURE_MAX_LOD, 2.25);
    sample_8(gl, "largest", "sampler2D", "texture(s, uv, 3.0)");
    gl.TexParameterf(gl::TEXTURE_2D, gl::TEXTURE_MIN_LOD, 1.5);
    sample_8(gl, "smallest", "sampler2D", "texture(s, uv, -9.0)");
    gl.TexParameterf(gl::TEXTURE_2D, gl::TEXTURE_LOD_BIAS, 0.0);
    sample_8(gl, "no bias any more", "sampler2D", "texture(s, uv)");
    gl.texture(gl::TEXTURE_2D_ARRAY);
    levels_of_one_value(gl, gl::TEXTURE_2D_ARRAY, 2);
    gl.TexParameterf(gl::TEXTURE_2D_ARRAY, gl::TEXTURE_LOD_BIAS, 0.5);
    sample_8(gl, "an array", "sampler2DArray", "texture(s, vec3(uv, 1.0))");
});

// red once: with slots of functions' samplers all 0, the lookups through them differed
rule!(27, a_sampler_s_bias_takes_the_place_of_the_texture_s, |gl| {
    for unit in 0..3 {
        gl.ActiveTexture(gl::TEXTURE0 + unit);
        gl.texture(gl::TEXTURE_2D);
        levels_of_one_value(gl, gl::TEXTURE_2D, 0);
        gl.TexParameterf(gl::TEXTURE_2D, gl::TEXTURE_LOD_BIAS, 0.5 * unit as f32);
    }
    gl.ActiveTexture(gl::TEXTURE5);
    gl.target(gl::RGBA8, 8, 8);
    gl.vertex_array();
    let program = gl.program(
        FULL_VS,
        "uniform sampler2D a; uniform sampler2D b[2]; uniform int one; in vec2 uv; out vec4 o;
        float of(sampler2D s, vec2 at) { return texture(s, at).r; }
        float both(sampler2D s[2], int n) { return of(s[0], uv) * 0.25 + texture(s[1], uv).r * 0.5; }
        void main() { o = vec4(of(a, uv), texture(b[0], uv, 0.25).r, of(b[1], uv), both(b, one)); }",
    );
    gl.Uniform1i(gl.location(program, "a"), 0);
    gl.Uniform1iv(gl.location(program, "b[0]"), 2, [1, 2].as_ptr());
    gl.draw_full();
    gl.read_rgba8("of the textures", 8, 8);
    let mut sampler = 0;
    gl.GenSamplers(1, &mut sampler);
    gl.SamplerParameteri(sampler, gl::TEXTURE_MIN_FILTER, gl::LINEAR_MIPMAP_LINEAR as i32);
    gl.SamplerParameterf(sampler, gl::TEXTURE_LOD_BIAS, 1.75);
    gl.BindSampler(1, sampler);
    gl.draw_full();
    gl.read_rgba8("of a sampler", 8, 8);
    gl.SamplerParameterf(sampler, gl::TEXTURE_LOD_BIAS, -1.0);
    gl.draw_full();
    gl.read_rgba8("changed", 8, 8);
    gl.Uniform1i(gl.location(program, "a"), 1);
    gl.draw_full();
    gl.read_rgba8("another unit", 8, 8);
    gl.BindSampler(1, 0);
    gl.draw_full();
    gl.read_rgba8("unbound", 8, 8);
    gl.SamplerParameterf(sampler, gl::TEXTURE_LOD_BIAS, 1000.0);
    gl.BindSampler(2, sampler);
    gl.draw_full();
    gl.read_rgba8("more than the limit", 8, 8);
});

/// A chain of depths that each have one value, compared with.
unsafe fn depths_of_one_value(gl: &Scene, target: u32, layers: i32) {
    gl.texture(target);
    for level in 0..4 {
        let size = 8 >> level;
        let rows = if target == gl::TEXTURE_1D_ARRAY { layers } else { size * layers.max(1) };
        let depth = vec![10_000 * (level + 1) as u16; (size * rows) as usize];
        let bytes: Vec<u8> = depth.iter().flat_map(|d| d.to_ne_bytes()).collect();
        let texels = (gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT);
        match target {
            gl::TEXTURE_1D_ARRAY => gl.image_2d(target, level, gl::DEPTH_COMPONENT16, (size, layers), texels, &bytes),
            _ => gl.image_3d(target, level, gl::DEPTH_COMPONENT16, (size, size, layers), texels, &bytes),
        }
    }
    gl.TexParameteri(target, gl::TEXTURE_MIN_FILTER, gl::NEAREST_MIPMAP_NEAREST as i32);
    gl.TexParameteri(target, gl::TEXTURE_MAX_LEVEL, 3);
    gl.TexParameteri(target, gl::TEXTURE_COMPARE_MODE, gl::COMPARE_REF_TO_TEXTURE as i32);
}

// red once: without the extension asked for or gradients in its place there were no programs; with gradients of 0, masked, levels differed
rule!(27, comparisons_are_biased, masks = ["texture_shadow_lod"], |gl| {
    let lookups: [(u32, i32, &str, &[&str]); 3] = [
        (
            gl::TEXTURE_2D_ARRAY,
            2,
            "sampler2DArrayShadow",
            &["texture(s, vec4(uv, 1.0, REF))", "textureOffset(s, vec4(uv, 1.0, REF), ivec2(1, -1))"],
        ),
        (
            gl::TEXTURE_1D_ARRAY,
            2,
            "sampler1DArrayShadow",
            &[
                "texture(s, vec3(uv.x, 1.0, REF))",
                "texture(s, vec3(uv.x, 1.0, REF), 0.75)",
                "textureLod(s, vec3(uv.x, 1.0, REF), 1.25)",
                "textureOffset(s, vec3(uv.x, 1.0, REF), 1)",
                "textureOffset(s, vec3(uv.x, 1.0, REF), 1, 1.0)",
                "textureLodOffset(s, vec3(uv.x, 1.0, REF), 0.75, 1)",
                "textureGrad(s, vec3(uv.x, 1.0, REF), 0.25, 0.25)",
            ],
        ),
        (gl::TEXTURE_CUBE_MAP_ARRAY, 6, "samplerCubeArrayShadow", &["texture(s, vec4(uv - 0.5, 0.7, 0.0), REF)"]),
    ];
    for (target, layers, sampler, expressions) in lookups {
        depths_of_one_value(gl, target, layers);
        for bias in [0.0, 1.0, 2.0] {
            gl.TexParameterf(target, gl::TEXTURE_LOD_BIAS, bias);
            for (n, expression) in expressions.iter().enumerate() {
                let sum: Vec<String> =
                    ["0.1", "0.2", "0.35", "0.5"].iter().map(|of| expression.replace("REF", of)).collect();
                let name = format!("{target:#06x} bias {bias}, {n}");
                sample_430(gl, &name, sampler, &format!("vec4({}) * 0.25", sum.join(" + ")));
            }
        }
    }
});

// red once: with queries left as they were, the numbers went without the bias; with one coordinate, there was no program for lines
rule!(27, queries_of_the_level_are_biased, |gl| {
    let kinds: [(u32, &str, &str); 4] = [
        (gl::TEXTURE_1D, "sampler1D", "uv.x"),
        (gl::TEXTURE_2D, "sampler2D", "uv"),
        (gl::TEXTURE_2D_ARRAY, "sampler2DArray", "uv"),
        (gl::TEXTURE_CUBE_MAP, "samplerCube", "vec3(uv - 0.5, 0.5)"),
    ];
    for (target, sampler, place) in kinds {
        gl.texture(target);
        for level in 0..5 {
            let size = 16 >> level;
            let bytes = noise(level as u32, (size * size * 4 * 2) as usize);
            match target {
                gl::TEXTURE_1D => {
                    let texels = bytes.as_ptr().cast();
                    gl.TexImage1D(target, level, gl::RGBA8 as i32, size, 0, RGBA8.0, RGBA8.1, texels);
                }
                gl::TEXTURE_2D_ARRAY => gl.image_3d(target, level, gl::RGBA8, (size, size, 2), RGBA8, &bytes),
                gl::TEXTURE_CUBE_MAP => {
                    for face in 0..6 {
                        let target = gl::TEXTURE_CUBE_MAP_POSITIVE_X + face;
                        gl.image_2d(
                            target,
                            level,
                            gl::RGBA8,
                            (size, size),
                            RGBA8,
                            &bytes[..(size * size * 4) as usize],
                        );
                    }
                }
                _ => gl.image_2d(target, level, gl::RGBA8, (size, size), RGBA8, &bytes[..(size * size * 4) as usize]),
            }
        }
        for filter in [gl::NEAREST, gl::NEAREST_MIPMAP_NEAREST, gl::LINEAR_MIPMAP_LINEAR] {
            gl.TexParameteri(target, gl::TEXTURE_MIN_FILTER, filter as i32);
            for (bias, range) in [(0.0, 9.0), (1.25, 9.0), (-1.25, 9.0), (8.0, 9.0), (-8.0, 9.0), (8.0, 2.5)] {
                gl.TexParameterf(target, gl::TEXTURE_LOD_BIAS, bias);
                gl.TexParameterf(target, gl::TEXTURE_MAX_LOD, range);
                // Levels as bytes, sixteenths of one each, from -8 on.
                let name = format!("{target:#06x} {filter:#06x} {bias} to {range}");
                let query = format!("textureQueryLod(s, {place})");
                // Whatever is done to a cube map's level, one reading shows what is not.
                let once = bias == 1.25 && filter == gl::LINEAR_MIPMAP_LINEAR;
                let parts = if target != gl::TEXTURE_CUBE_MAP || once { ["x", "y"].as_slice() } else { &["y"] };
                for part in parts {
                    let level = format!("vec4(({query}.{part} + 8.0) / 16.0)");
                    sample_430(
                        gl,
                        &format!("{name}, {}", if *part == "x" { "accessed" } else { "computed" }),
                        sampler,
                        &level,
                    );
                }
            }
        }
    }
});
