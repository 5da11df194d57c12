//! Drawing with a texture, and reading what came of it.

use mgpipe_tests::{bindings::gl, scene::*};

/// Draws with `sampler` through `expression` into an 8x8 RGBA32F target, and reads it.
pub(super) unsafe fn sample(gl: &Scene, name: &str, sampler: &str, expression: &str) {
    sample_as(gl, name, sampler, expression, ("vec4", gl::RGBA32F));
}

pub(super) unsafe fn sample_as(gl: &Scene, name: &str, sampler: &str, expression: &str, kind: (&str, u32)) {
    sample_in(gl, "", name, sampler, expression, kind);
}

/// As `sample`, with what GLSL has from 4.00 to 4.30, rounded to 8 bits.
pub(super) unsafe fn sample_430(gl: &Scene, name: &str, sampler: &str, expression: &str) {
    sample_in(gl, "#version 430 core\n", name, sampler, expression, ("vec4", gl::RGBA8));
}

unsafe fn sample_in(
    gl: &Scene,
    version: &str,
    name: &str,
    sampler: &str,
    expression: &str,
    (kind, internal): (&str, u32),
) {
    // The target's own texture must not take the place of the one to sample.
    let mut texture = 0;
    gl.GetIntegerv(gl::TEXTURE_BINDING_2D, &mut texture);
    gl.target(internal, 8, 8);
    gl.BindTexture(gl::TEXTURE_2D, texture as u32);
    gl.vertex_array();
    let program = gl.program(
        FULL_VS,
        &format!("{version}uniform {sampler} s; in vec2 uv; out {kind} o; void main() {{ o = {kind}({expression}); }}"),
    );
    gl.Uniform1i(gl.location(program, "s"), 0);
    gl.draw_full();
    let (format, ty) = match kind {
        "uvec4" => (gl::RGBA_INTEGER, gl::UNSIGNED_INT),
        "ivec4" => (gl::RGBA_INTEGER, gl::INT),
        _ => (gl::RGBA, gl::FLOAT),
    };
    gl.read(name, (0, 0, 8, 8), (format, ty));
    gl.DeleteProgram(program);
}

/// As `sample`, rounded to 8 bits: weights between levels are computed in floats, here and there in another order.
pub(super) unsafe fn sample_8(gl: &Scene, name: &str, sampler: &str, expression: &str) {
    sample_as(gl, name, sampler, expression, ("vec4", gl::RGBA8));
}
