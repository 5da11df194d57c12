//! Sampler objects (GL 3.3 core 3.8.2; rule 23).

use super::sampling::sample_8;
use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};

// red once: with the built-in sampler bound in place of sampler objects
rule!(23, sampler_objects_override_what_the_texture_says, |gl| {
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(1, 64));
    gl.target(gl::RGBA8, 8, 8);
    gl.BindTexture(gl::TEXTURE_2D, texture);
    gl.vertex_array();
    gl.program(FULL_VS, "uniform sampler2D s; in vec2 uv; out vec4 o; void main() { o = texture(s, uv * 2.0 - 0.5); }");
    let draw = |name: &str| {
        gl.draw_full();
        gl.read_rgba8(name, 8, 8);
    };
    draw("the texture's own");
    let mut samplers = [0; 2];
    gl.GenSamplers(2, samplers.as_mut_ptr());
    gl.SamplerParameteri(samplers[0], gl::TEXTURE_MAG_FILTER, gl::LINEAR as i32);
    gl.SamplerParameteri(samplers[0], gl::TEXTURE_MIN_FILTER, gl::LINEAR as i32);
    gl.SamplerParameteri(samplers[0], gl::TEXTURE_WRAP_S, gl::CLAMP_TO_EDGE as i32);
    gl.BindSampler(0, samplers[0]);
    draw("linear");
    gl.SamplerParameteri(samplers[0], gl::TEXTURE_WRAP_T, gl::MIRRORED_REPEAT as i32);
    draw("changed while bound");
    gl.BindSampler(0, samplers[1]);
    draw("a fresh one, which wants mipmaps");
    gl.SamplerParameteri(samplers[1], gl::TEXTURE_MIN_FILTER, gl::NEAREST as i32);
    gl.SamplerParameteri(samplers[1], gl::TEXTURE_WRAP_S, gl::CLAMP_TO_BORDER as i32);
    gl.SamplerParameterfv(samplers[1], gl::TEXTURE_BORDER_COLOR, [1.0f32, 0.5, 0.25, 1.0].as_ptr());
    draw("border");
    gl.BindSampler(0, 0);
    draw("unbound");
    gl.BindSampler(0, samplers[0]);
    gl.DeleteSamplers(1, samplers.as_ptr());
    draw("deleted");
    gl.integer::<1>("binding", gl::SAMPLER_BINDING);
    gl.error("all");
});

// red once: with the built-in sampler bound in place of sampler objects
rule!(23, one_texture_through_two_samplers, |gl| {
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (2, 2), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(3, 16));
    gl.target(gl::RGBA8, 8, 8);
    gl.vertex_array();
    let program = gl.program(
        FULL_VS,
        "uniform sampler2D a, b; in vec2 uv; out vec4 o; void main() { o = vec4(texture(a, uv).rg, texture(b, uv).ba); }",
    );
    gl.Uniform1i(gl.location(program, "a"), 3);
    gl.Uniform1i(gl.location(program, "b"), 9);
    let mut samplers = [0; 2];
    gl.GenSamplers(2, samplers.as_mut_ptr());
    for (unit, sampler, filter) in [(3, samplers[0], gl::LINEAR), (9, samplers[1], gl::NEAREST)] {
        gl.ActiveTexture(gl::TEXTURE0 + unit);
        gl.BindTexture(gl::TEXTURE_2D, texture);
        gl.BindSampler(unit, sampler);
        gl.SamplerParameteri(sampler, gl::TEXTURE_MIN_FILTER, filter as i32);
        gl.SamplerParameteri(sampler, gl::TEXTURE_MAG_FILTER, filter as i32);
    }
    gl.draw_full();
    gl.read_rgba8("both", 8, 8);
    gl.Uniform1i(gl.location(program, "a"), 9);
    gl.draw_full();
    gl.read_rgba8("the same unit twice", 8, 8);
});

against_native!(sampler_queries_and_errors, |gl| {
    let mut sampler = 0;
    gl.GenSamplers(1, &mut sampler);
    gl.u32s("a generated name is a sampler", &[u32::from(gl.IsSampler(sampler)), u32::from(gl.IsSampler(0))]);
    for pname in [
        gl::TEXTURE_MIN_FILTER,
        gl::TEXTURE_MAG_FILTER,
        gl::TEXTURE_WRAP_S,
        gl::TEXTURE_MIN_LOD,
        gl::TEXTURE_MAX_LOD,
        gl::TEXTURE_LOD_BIAS,
        gl::TEXTURE_COMPARE_MODE,
        gl::TEXTURE_COMPARE_FUNC,
    ] {
        let (mut value, mut float) = (-77, -77.0);
        gl.GetSamplerParameteriv(sampler, pname, &mut value);
        gl.GetSamplerParameterfv(sampler, pname, &mut float);
        gl.i32s(&format!("{pname:#06x}"), &[value]);
        gl.f32s(&format!("{pname:#06x}"), &[float]);
    }
    let (mut floats, mut ints) = ([0.0; 4], [0; 4]);
    gl.SamplerParameteriv(sampler, gl::TEXTURE_BORDER_COLOR, [i32::MAX, 0, i32::MIN, 1].as_ptr());
    gl.GetSamplerParameterfv(sampler, gl::TEXTURE_BORDER_COLOR, floats.as_mut_ptr());
    gl.f32s("border from integers", &floats);
    gl.SamplerParameterIiv(sampler, gl::TEXTURE_BORDER_COLOR, [-5, 6, 7, 8].as_ptr());
    gl.GetSamplerParameterIiv(sampler, gl::TEXTURE_BORDER_COLOR, ints.as_mut_ptr());
    gl.i32s("integer border", &ints);
    gl.SamplerParameteri(sampler, gl::TEXTURE_SWIZZLE_R, gl::RED as i32);
    gl.error("a sampler has no swizzle");
    gl.SamplerParameteri(sampler, gl::TEXTURE_WRAP_S, gl::LINEAR as i32);
    gl.error("wrap");
    gl.SamplerParameteri(0xDEAD, gl::TEXTURE_WRAP_S, gl::REPEAT as i32);
    gl.error("no such sampler");
    gl.SamplerParameterf(sampler, gl::TEXTURE_MAX_ANISOTROPY_EXT, 0.5);
    gl.error("anisotropy below one");
    gl.BindSampler(0, 0xDEAD);
    gl.error("bind of no sampler");
    gl.BindSampler(100_000, sampler);
    gl.error("unit");
});

// red once: with the lookups of one-dimensional textures at the edge of their one row, half of each was border; with the wrap sent
// that is none, some were rounded in another way
rule!(23, wraps_that_a_texture_has_no_direction_for_change_nothing, |gl| {
    let mut sampler = 0;
    gl.GenSamplers(1, &mut sampler);
    let lookups = [
        (gl::TEXTURE_1D, "sampler1D", "texture(s, uv.x)"),
        (gl::TEXTURE_1D, "sampler1D", "textureLod(s, uv.y, 0.0)"),
        (gl::TEXTURE_1D, "sampler1D", "textureProj(s, vec2(uv.x, 2.0))"),
        (gl::TEXTURE_1D, "sampler1D", "textureProj(s, vec4(uv.x, 9.0, 9.0, 0.5))"),
        (gl::TEXTURE_1D, "sampler1D", "textureGradOffset(s, uv.x, 0.1, 0.1, 1)"),
        (gl::TEXTURE_1D, "sampler1D", "texelFetch(s, int(uv.x * 4.0), 0) * float(textureSize(s, 0))"),
        (gl::TEXTURE_1D_ARRAY, "sampler1DArray", "texture(s, vec2(uv.x, uv.y * 3.0))"),
        (gl::TEXTURE_1D_ARRAY, "sampler1DArray", "textureGrad(s, vec2(uv.x, uv.y * 3.0), 0.1, 0.2)"),
        (
            gl::TEXTURE_1D_ARRAY,
            "sampler1DArray",
            "texelFetch(s, ivec2(uv * vec2(4.0, 3.0)), 0) + vec4(textureSize(s, 0), 0, 0)",
        ),
    ];
    for (target, kind, lookup) in lookups {
        let texture = gl.texture(target);
        let specify = |data: &[u8]| {
            let texels = (gl::RGBA, gl::UNSIGNED_BYTE);
            match target {
                gl::TEXTURE_1D => {
                    gl.TexImage1D(target, 0, gl::RGBA8 as i32, 4, 0, texels.0, texels.1, data.as_ptr().cast());
                }
                _ => gl.image_2d(target, 0, gl::RGBA8, (4, 3), texels, data),
            }
        };
        for filter in [gl::NEAREST, gl::LINEAR] {
            for wrap in [gl::REPEAT, gl::CLAMP_TO_EDGE, gl::MIRRORED_REPEAT, gl::CLAMP_TO_BORDER] {
                let border = [0.0f32, 1.0, 0.0, 1.0];
                gl.BindTexture(target, texture);
                specify(&noise(3, 48));
                gl.TexParameteri(target, gl::TEXTURE_MIN_FILTER, filter as i32);
                gl.TexParameteri(target, gl::TEXTURE_MAG_FILTER, filter as i32);
                gl.TexParameteri(target, gl::TEXTURE_WRAP_T, wrap as i32);
                gl.TexParameterfv(target, gl::TEXTURE_BORDER_COLOR, border.as_ptr());
                sample_8(gl, &format!("{lookup} {filter:#06x} {wrap:#06x}"), kind, lookup);
                // The driver rounds in another way where a direction is mirrored or has a border, and a sampler object cannot
                // be told that one of its textures has no such direction: between texels of one colour nothing is rounded.
                if filter == gl::LINEAR && !matches!(wrap, gl::REPEAT | gl::CLAMP_TO_EDGE) {
                    specify(&[0x66; 48]);
                }
                gl.SamplerParameteri(sampler, gl::TEXTURE_MIN_FILTER, filter as i32);
                gl.SamplerParameteri(sampler, gl::TEXTURE_MAG_FILTER, filter as i32);
                gl.SamplerParameteri(sampler, gl::TEXTURE_WRAP_T, wrap as i32);
                gl.SamplerParameterfv(sampler, gl::TEXTURE_BORDER_COLOR, border.as_ptr());
                gl.BindSampler(0, sampler);
                sample_8(gl, &format!("{lookup} {filter:#06x} {wrap:#06x}, sampler object"), kind, lookup);
                gl.BindSampler(0, 0);
            }
        }
    }
});
