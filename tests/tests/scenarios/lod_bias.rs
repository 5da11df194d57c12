//! Levels of detail that textures and samplers bias (GL 4.6 core 8.14.1; rule 27).

use super::sampling::{sample, sample_8};
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

// red once: with no bias of comparisons in arrays, all readings were one value
rule!(27, comparisons_are_biased, |gl| {
    gl.texture(gl::TEXTURE_2D_ARRAY);
    for level in 0..4 {
        let size = 8 >> level;
        let depth = vec![10_000 * (level + 1) as u16; (size * size * 2) as usize];
        let bytes: Vec<u8> = depth.iter().flat_map(|d| d.to_ne_bytes()).collect();
        let texels = (gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT);
        gl.image_3d(gl::TEXTURE_2D_ARRAY, level, gl::DEPTH_COMPONENT16, (size, size, 2), texels, &bytes);
    }
    gl.TexParameteri(gl::TEXTURE_2D_ARRAY, gl::TEXTURE_MIN_FILTER, gl::NEAREST_MIPMAP_NEAREST as i32);
    gl.TexParameteri(gl::TEXTURE_2D_ARRAY, gl::TEXTURE_COMPARE_MODE, gl::COMPARE_REF_TO_TEXTURE as i32);
    for bias in [0.0, 1.0, 2.0] {
        gl.TexParameterf(gl::TEXTURE_2D_ARRAY, gl::TEXTURE_LOD_BIAS, bias);
        for reference in [0.2, 0.35, 0.5] {
            let lookup = format!("texture(s, vec4(uv, 1.0, {reference:.2}))");
            sample(gl, &format!("bias {bias}, {reference}"), "sampler2DArrayShadow", &lookup);
        }
    }
});
