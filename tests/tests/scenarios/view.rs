//! Views of textures, and textures that the server has to make anew (GL 4.6 core 8.18; rules 22, 24).

use super::sampling::{sample, sample_as};
use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};

const RGBA8: (u32, u32) = (gl::RGBA, gl::UNSIGNED_BYTE);

/// A texture of immutable storage with noise in all levels.
unsafe fn stored_2d(gl: &Scene, internal: u32, levels: i32, (format, ty): (u32, u32)) -> u32 {
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.TexStorage2D(gl::TEXTURE_2D, levels, internal, 8, 8);
    for level in 0..levels {
        let size = 8 >> level;
        let data = noise(7 + level as u32, texel_bytes(format, ty) * (size * size) as usize);
        gl.TexSubImage2D(gl::TEXTURE_2D, level, 0, 0, size, size, format, ty, data.as_ptr().cast());
    }
    texture
}

/// A view that is bound to its target.
unsafe fn view(gl: &Scene, target: u32, of: u32, internal: u32, levels: (u32, u32), layers: (u32, u32)) -> u32 {
    let mut name = 0;
    gl.GenTextures(1, &mut name);
    gl.TextureView(name, target, of, internal, levels.0, levels.1, layers.0, layers.1);
    gl.error(&format!("view as {target:#06x} {internal:#06x}"));
    gl.BindTexture(target, name);
    gl.TexParameteri(target, gl::TEXTURE_MIN_FILTER, gl::NEAREST_MIPMAP_NEAREST as i32);
    gl.TexParameteri(target, gl::TEXTURE_MAG_FILTER, gl::NEAREST as i32);
    name
}

// red once: with views that begin at level 0
rule!(24, a_view_shows_texels_as_another_format_both_ways, |gl| {
    let texture = stored_2d(gl, gl::RGBA8, 3, RGBA8);
    for (internal, sampler, kind) in [
        (gl::RGBA8_SNORM, "sampler2D", ("vec4", gl::RGBA32F)),
        (gl::SRGB8_ALPHA8, "sampler2D", ("vec4", gl::RGBA32F)),
        (gl::RGB10_A2, "sampler2D", ("vec4", gl::RGBA32F)),
        (gl::RG16F, "sampler2D", ("vec4", gl::RGBA32F)),
        (gl::RGBA8UI, "usampler2D", ("uvec4", gl::RGBA32UI)),
        (gl::R32UI, "usampler2D", ("uvec4", gl::RGBA32UI)),
        (gl::RG16I, "isampler2D", ("ivec4", gl::RGBA32I)),
    ] {
        let name = view(gl, gl::TEXTURE_2D, texture, internal, (0, 3), (0, 1));
        for level in 0..3 {
            let expression = format!("textureLod(s, uv, {level}.0)");
            sample_as(gl, &format!("{internal:#06x} level {level}"), sampler, &expression, kind);
        }
        gl.DeleteTextures(1, &name);
    }
    // Written through the view, seen in the texture, and the other way.
    let integers = view(gl, gl::TEXTURE_2D, texture, gl::RGBA8UI, (1, 2), (0, 1));
    let data = noise(40, 4 * 4 * 4);
    gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 4, 4, gl::RGBA_INTEGER, gl::UNSIGNED_BYTE, data.as_ptr().cast());
    gl.BindTexture(gl::TEXTURE_2D, texture);
    sample(gl, "written through the view", "sampler2D", "textureLod(s, uv, 1.0)");
    gl.read_texture("read back", gl::TEXTURE_2D, 1, 16, RGBA8);
    gl.TexSubImage2D(gl::TEXTURE_2D, 1, 1, 1, 2, 2, RGBA8.0, RGBA8.1, noise(41, 16).as_ptr().cast());
    gl.BindTexture(gl::TEXTURE_2D, integers);
    let kind = ("uvec4", gl::RGBA32UI);
    sample_as(gl, "written to the texture", "usampler2D", "textureLod(s, uv, 0.0)", kind);
    gl.framebuffer();
    gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, integers, 0);
    gl.ClearBufferuiv(gl::COLOR, 0, [1u32, 2, 3, 250].as_ptr());
    gl.BindTexture(gl::TEXTURE_2D, texture);
    gl.read_texture("cleared through the view", gl::TEXTURE_2D, 1, 16, RGBA8);
    // The view outlives the name of what it is a view of.
    gl.DeleteTextures(1, &texture);
    gl.BindTexture(gl::TEXTURE_2D, integers);
    sample_as(gl, "without the texture's name", "usampler2D", "textureLod(s, uv, 1.0)", kind);
});

// red once: with views that begin at level 0
rule!(24, a_view_shows_ranges_of_levels_and_layers_as_other_targets, |gl| {
    let texture = gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.TexStorage3D(gl::TEXTURE_2D_ARRAY, 2, gl::RGBA8, 4, 4, 12);
    for level in 0..2 {
        let size = 4 >> level;
        let data = noise(level as u32, (size * size * 12 * 4) as usize);
        gl.TexSubImage3D(gl::TEXTURE_2D_ARRAY, level, 0, 0, 0, size, size, 12, RGBA8.0, RGBA8.1, data.as_ptr().cast());
    }
    view(gl, gl::TEXTURE_2D, texture, gl::RGBA8, (0, 2), (5, 1));
    sample(gl, "layer 5", "sampler2D", "textureLod(s, uv, uv.x * 2.0)");
    view(gl, gl::TEXTURE_2D_ARRAY, texture, gl::RGBA8, (1, 1), (3, 4));
    sample(gl, "layers 3 to 6", "sampler2DArray", "texture(s, vec3(uv, uv.y * 4.0))");
    let cube = view(gl, gl::TEXTURE_CUBE_MAP, texture, gl::RGBA8, (0, 1), (6, 6));
    sample(gl, "as a cube", "samplerCube", "texture(s, vec3(uv * 2.0 - 1.0, 0.7))");
    let face = gl::TEXTURE_CUBE_MAP_POSITIVE_X + 1;
    gl.TexSubImage2D(face, 0, 0, 0, 2, 2, RGBA8.0, RGBA8.1, noise(9, 16).as_ptr().cast());
    gl.BindTexture(gl::TEXTURE_2D_ARRAY, texture);
    sample(gl, "written as a face", "sampler2DArray", "texture(s, vec3(uv, 7.0))");
    view(gl, gl::TEXTURE_2D, cube, gl::RGBA8, (0, 1), (1, 1));
    sample(gl, "a view of a view", "sampler2D", "texture(s, uv)");
    let mut values = [0; 5];
    for (value, pname) in values.iter_mut().zip([
        gl::TEXTURE_VIEW_MIN_LEVEL,
        gl::TEXTURE_VIEW_NUM_LEVELS,
        gl::TEXTURE_VIEW_MIN_LAYER,
        gl::TEXTURE_VIEW_NUM_LAYERS,
        gl::TEXTURE_IMMUTABLE_LEVELS,
    ]) {
        gl.GetTexParameteriv(gl::TEXTURE_2D, pname, value);
    }
    gl.i32s("what the view of a view says", &values);
});

// red once: with the depth-stencil mode not pushed
rule!(24, depth_through_one_name_and_stencil_through_a_view_in_one_pass, |gl| {
    let depth = stored_2d(gl, gl::DEPTH24_STENCIL8, 1, (gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8));
    gl.ActiveTexture(gl::TEXTURE1);
    view(gl, gl::TEXTURE_2D, depth, gl::DEPTH24_STENCIL8, (0, 1), (0, 1));
    gl.TexParameteri(gl::TEXTURE_2D, gl::DEPTH_STENCIL_TEXTURE_MODE, gl::STENCIL_INDEX as i32);
    gl.ActiveTexture(gl::TEXTURE2);
    gl.target(gl::RGBA32F, 8, 8);
    gl.vertex_array();
    let program = gl.program(
        FULL_VS,
        "uniform sampler2D d; uniform usampler2D s; in vec2 uv; out vec4 o;
        void main() { o = vec4(texture(d, uv).r, float(texture(s, uv).r), 0.0, 1.0); }",
    );
    gl.Uniform1i(gl.location(program, "d"), 0);
    gl.Uniform1i(gl.location(program, "s"), 1);
    gl.draw_full();
    gl.read("both", (0, 0, 8, 8), (gl::RGBA, gl::FLOAT));
    gl.error("all");
});

// red once: with swizzles not pushed
rule!(22, a_texture_made_anew_keeps_texels_parameters_and_sampler_state, |gl| {
    // Immutable storage came late: a view needs it of a texture whose levels were specified one by one on some drivers, and
    // swizzles, ranges and filters have to survive.
    let texture = stored_2d(gl, gl::RGBA8, 3, RGBA8);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_BASE_LEVEL, 1);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 2);
    let swizzle = [gl::GREEN, gl::RED, gl::ONE, gl::BLUE].map(|s| s as i32);
    gl.TexParameteriv(gl::TEXTURE_2D, gl::TEXTURE_SWIZZLE_RGBA, swizzle.as_ptr());
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_WRAP_S, gl::MIRRORED_REPEAT as i32);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAG_FILTER, gl::LINEAR as i32);
    sample(gl, "before", "sampler2D", "textureLod(s, uv * 2.0, 0.0)");
    view(gl, gl::TEXTURE_2D, texture, gl::RGBA8UI, (0, 3), (0, 1));
    gl.BindTexture(gl::TEXTURE_2D, texture);
    sample(gl, "after a view was made", "sampler2D", "textureLod(s, uv * 2.0, 0.0)");
    // An image unit needs storage of another kind where the format is widened.
    for internal in [gl::RGBA8, gl::RGB8] {
        gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, internal, (8, 8), RGBA8, &noise(50, 256));
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_SWIZZLE_R, gl::BLUE as i32);
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_WRAP_T, gl::MIRRORED_REPEAT as i32);
        let mut name = 0;
        gl.GetIntegerv(gl::TEXTURE_BINDING_2D, &mut name);
        gl.framebuffer();
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, name as u32, 0);
        gl.ClearBufferfv(gl::COLOR, 0, [0.25f32, 0.5, 0.75, 1.0].as_ptr());
        gl.TexSubImage2D(gl::TEXTURE_2D, 0, 2, 2, 4, 4, RGBA8.0, RGBA8.1, noise(51, 64).as_ptr().cast());
        sample(gl, &format!("{internal:#06x} after it was drawn to"), "sampler2D", "texture(s, uv * 2.0)");
        // Respecified in another format under the same name: all parameters are still its own.
        gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA16F, (4, 4), RGBA8, &noise(52, 64));
        sample(gl, &format!("{internal:#06x} then another format"), "sampler2D", "texture(s, uv * 2.0)");
    }
});

against_native!(views_that_cannot_be_have_their_errors, |gl| {
    let texture = stored_2d(gl, gl::RGBA8, 3, RGBA8);
    let mut names = [0; 2];
    gl.GenTextures(2, names.as_mut_ptr());
    let name = names[0];
    let try_view =
        |what: &str, name: u32, target: u32, of: u32, internal: u32, levels: (u32, u32), layers: (u32, u32)| {
            gl.TextureView(name, target, of, internal, levels.0, levels.1, layers.0, layers.1);
            gl.error(what);
        };
    try_view("of no texture", name, gl::TEXTURE_2D, 0xDEAD, gl::RGBA8, (0, 1), (0, 1));
    try_view("a class of other sizes", name, gl::TEXTURE_2D, texture, gl::RGBA16F, (0, 1), (0, 1));
    try_view("a format without class", name, gl::TEXTURE_2D, texture, gl::DEPTH24_STENCIL8, (0, 1), (0, 1));
    try_view("another target", name, gl::TEXTURE_3D, texture, gl::RGBA8, (0, 1), (0, 1));
    try_view("levels past the last", name, gl::TEXTURE_2D, texture, gl::RGBA8, (3, 1), (0, 1));
    try_view("layers past the last", name, gl::TEXTURE_2D, texture, gl::RGBA8, (0, 1), (1, 1));
    try_view("two layers of 2D", name, gl::TEXTURE_2D, texture, gl::RGBA8, (0, 1), (0, 2));
    let mutable = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), RGBA8, &[]);
    try_view("of mutable storage", name, gl::TEXTURE_2D, mutable, gl::RGBA8, (0, 1), (0, 1));
    try_view("a name in use", mutable, gl::TEXTURE_2D, texture, gl::RGBA8, (0, 1), (0, 1));
    try_view("good", name, gl::TEXTURE_2D, texture, gl::RGBA8, (1, 9), (0, 1));
    gl.BindTexture(gl::TEXTURE_2D, name);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), RGBA8, &[]);
    gl.error("respecified");
});

// red once: with no storage for a view of three components but its own, several views were of nothing
rule!(24, views_of_three_components_of_one_byte_each, |gl| {
    let formats = [
        (gl::RGB8, gl::RGB, gl::UNSIGNED_BYTE, "sampler2D", ("vec4", gl::RGBA32F)),
        (gl::SRGB8, gl::RGB, gl::UNSIGNED_BYTE, "sampler2D", ("vec4", gl::RGBA8)),
        (gl::RGB8_SNORM, gl::RGB, gl::BYTE, "sampler2D", ("vec4", gl::RGBA32F)),
        (gl::RGB8UI, gl::RGB_INTEGER, gl::UNSIGNED_BYTE, "usampler2D", ("uvec4", gl::RGBA32UI)),
        (gl::RGB8I, gl::RGB_INTEGER, gl::BYTE, "isampler2D", ("ivec4", gl::RGBA32I)),
    ];
    for (internal, format, ty, ..) in formats {
        for (other, .., sampler, kind) in formats {
            let name = format!("{internal:#06x} as {other:#06x}");
            gl.PixelStorei(gl::UNPACK_ALIGNMENT, 1);
            let texture = stored_2d(gl, internal, 1, (format, ty));
            view(gl, gl::TEXTURE_2D, texture, other, (0, 1), (0, 1));
            sample_as(gl, &name, sampler, "texture(s, uv)", kind);
            gl.error(&name);
        }
    }
});
