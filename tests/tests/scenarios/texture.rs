//! Textures of every target, uploads, parameters, sampling (GL 3.3 core 3.8; rules 17 to 22, 25).

use super::sampling::{sample, sample_as};
use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};

const RGBA8: (u32, u32) = (gl::RGBA, gl::UNSIGNED_BYTE);

// red once: with coordinates of rectangles not divided by their size
rule!(17, every_target_is_sampled, |gl| {
    gl.texture(gl::TEXTURE_1D);
    gl.TexImage1D(gl::TEXTURE_1D, 0, gl::RGBA8 as i32, 5, 0, RGBA8.0, RGBA8.1, noise(1, 20).as_ptr().cast());
    sample(gl, "1D", "sampler1D", "texture(s, uv.x)");
    gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (5, 3), RGBA8, &noise(2, 60));
    sample(gl, "2D", "sampler2D", "texture(s, uv)");
    gl.texture(gl::TEXTURE_3D);
    gl.image_3d(gl::TEXTURE_3D, 0, gl::RGBA8, (3, 2, 4), RGBA8, &noise(3, 96));
    sample(gl, "3D", "sampler3D", "texture(s, vec3(uv, uv.x))");
    gl.texture(gl::TEXTURE_1D_ARRAY);
    gl.image_2d(gl::TEXTURE_1D_ARRAY, 0, gl::RGBA8, (4, 3), RGBA8, &noise(4, 48));
    sample(gl, "1D array", "sampler1DArray", "texture(s, vec2(uv.x, uv.y * 3.0))");
    gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, gl::RGBA8, (2, 2, 5), RGBA8, &noise(5, 80));
    sample(gl, "2D array", "sampler2DArray", "texture(s, vec3(uv, uv.y * 5.0))");
    gl.texture(gl::TEXTURE_RECTANGLE);
    gl.image_2d(gl::TEXTURE_RECTANGLE, 0, gl::RGBA8, (6, 5), RGBA8, &noise(6, 120));
    sample(gl, "rectangle", "sampler2DRect", "texture(s, uv * vec2(6, 5))");
    sample(gl, "rectangle fetch", "sampler2DRect", "texelFetch(s, ivec2(uv * vec2(6, 5)))");
    gl.texture(gl::TEXTURE_CUBE_MAP);
    for face in 0..6 {
        gl.image_2d(gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, gl::RGBA8, (2, 2), RGBA8, &noise(10 + face, 16));
    }
    for (name, direction) in [("xy", "vec3(uv * 2.0 - 1.0, 0.7)"), ("yz", "vec3(-0.6, uv * 2.0 - 1.0)")] {
        sample(gl, &format!("cube {name}"), "samplerCube", &format!("texture(s, {direction})"));
    }
    gl.error("all");
});

// red once: with only the first buffer or range attached
rule!(25, a_buffer_texture_follows_its_buffer, |gl| {
    let buffer = gl.buffer(gl::TEXTURE_BUFFER, &noise(1, 64));
    let mut texture = 0;
    gl.GenTextures(1, &mut texture);
    gl.BindTexture(gl::TEXTURE_BUFFER, texture);
    gl.TexBuffer(gl::TEXTURE_BUFFER, gl::RGBA8, buffer);
    let expression = "texelFetch(s, int(uv.x * 8.0) + 8 * int(uv.y * 2.0))";
    sample(gl, "first", "samplerBuffer", expression);
    gl.BufferSubData(gl::TEXTURE_BUFFER, 16, 32, noise(2, 32).as_ptr().cast());
    sample(gl, "part replaced", "samplerBuffer", expression);
    gl.BufferData(gl::TEXTURE_BUFFER, 64, noise(3, 64).as_ptr().cast(), gl::DYNAMIC_DRAW);
    sample(gl, "respecified", "samplerBuffer", expression);
    let map = gl.MapBufferRange(gl::TEXTURE_BUFFER, 0, 64, gl::MAP_WRITE_BIT);
    std::ptr::copy_nonoverlapping(noise(4, 64).as_ptr(), map.cast(), 64);
    gl.UnmapBuffer(gl::TEXTURE_BUFFER);
    sample(gl, "mapped", "samplerBuffer", expression);
    gl.TexBuffer(gl::TEXTURE_BUFFER, gl::R32UI, buffer);
    sample_as(gl, "as unsigned integers", "usamplerBuffer", expression, ("uvec4", gl::RGBA32UI));
    gl.error("all");
});

/// A buffer texture's sixteen floats, sampled, and those of its buffer, read in two ways.
unsafe fn floats_of_buffer(gl: &Scene, name: &str, (texture, buffer): (u32, u32)) {
    gl.MemoryBarrier(gl::ALL_BARRIER_BITS);
    gl.BindTexture(gl::TEXTURE_BUFFER, texture);
    sample(gl, name, "samplerBuffer", "texelFetch(s, int(uv.x * 8.0) + 8 * int(uv.y * 2.0))");
    gl.BindBuffer(gl::TEXTURE_BUFFER, buffer);
    gl.read_buffer(&format!("{name}, read"), gl::TEXTURE_BUFFER, 0, 64);
    let map = gl.MapBufferRange(gl::TEXTURE_BUFFER, 0, 64, gl::MAP_READ_BIT);
    gl.bytes(&format!("{name}, mapped"), std::slice::from_raw_parts(map.cast(), 64));
    gl.UnmapBuffer(gl::TEXTURE_BUFFER);
    gl.error(name);
}

// red once: with the second buffer of a texture not taken, it showed the first one's floats
rule!(30, what_is_written_to_the_buffer_of_a_texture_shows_in_it, |gl| {
    let pair = |internal: u32| {
        let buffer = gl.buffer(gl::TEXTURE_BUFFER, &noise(1, 64));
        let texture = gl.texture(gl::TEXTURE_BUFFER);
        gl.TexBuffer(gl::TEXTURE_BUFFER, internal, buffer);
        (texture, buffer)
    };
    let (texture, buffer) = pair(gl::R32F);
    floats_of_buffer(gl, "at first", (texture, buffer));
    // By transform feedback.
    let array = gl.vertex_array();
    let points = gl.program_with(
        &[(gl::VERTEX_SHADER, "out float v; void main() { v = float(gl_VertexID) * 0.25; gl_Position = vec4(0); }")],
        |program| gl.TransformFeedbackVaryings(program, 1, &c"v".as_ptr(), gl::INTERLEAVED_ATTRIBS),
    );
    gl.UseProgram(points);
    gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, buffer);
    gl.Enable(gl::RASTERIZER_DISCARD);
    gl.BeginTransformFeedback(gl::POINTS);
    gl.DrawArrays(gl::POINTS, 0, 16);
    gl.EndTransformFeedback();
    gl.Disable(gl::RASTERIZER_DISCARD);
    gl.BindBufferBase(gl::TRANSFORM_FEEDBACK_BUFFER, 0, 0);
    floats_of_buffer(gl, "transform feedback", (texture, buffer));
    // By a storage block.
    let head = "#version 430\nlayout(local_size_x = 16) in;\n#define n gl_LocalInvocationIndex\n";
    let dispatch = |text: &str| {
        let program = gl.program_with(&[(gl::COMPUTE_SHADER, &format!("{head}{text}"))], |_| {});
        gl.UseProgram(program);
        gl.DispatchCompute(1, 1, 1);
    };
    gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 0, buffer);
    dispatch("layout(std430, binding = 0) buffer B { float b[16]; }; void main() { b[n] = 100.0 + float(n); }");
    gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 0, 0);
    floats_of_buffer(gl, "a storage block", (texture, buffer));
    // Through the texture as an image, and through one that becomes an image before it has its buffer.
    let store = "layout(r32f, binding = 0) writeonly uniform imageBuffer i; uniform float from;\n\
        void main() { imageStore(i, int(n), vec4(200.0 + float(n))); }";
    gl.BindImageTexture(0, texture, 0, gl::FALSE, 0, gl::WRITE_ONLY, gl::R32F);
    dispatch(store);
    floats_of_buffer(gl, "an image", (texture, buffer));
    let other = gl.buffer(gl::TEXTURE_BUFFER, &noise(2, 64));
    gl.BindTexture(gl::TEXTURE_BUFFER, texture);
    gl.TexBuffer(gl::TEXTURE_BUFFER, gl::R32F, other);
    floats_of_buffer(gl, "another buffer", (texture, other));
    dispatch(store);
    floats_of_buffer(gl, "an image of another buffer", (texture, other));
    gl.BindImageTexture(0, 0, 0, gl::FALSE, 0, gl::READ_ONLY, gl::R32F);
    // By pixels, by a copy and by a clear.
    gl.target(gl::R32F, 8, 2);
    gl.clear([7.5, 0.0, 0.0, 0.0]);
    gl.BindBuffer(gl::PIXEL_PACK_BUFFER, other);
    gl.ReadPixels(0, 0, 8, 2, gl::RED, gl::FLOAT, std::ptr::null_mut());
    gl.BindBuffer(gl::PIXEL_PACK_BUFFER, 0);
    gl.BindVertexArray(array);
    floats_of_buffer(gl, "pixels", (texture, other));
    gl.BindBuffer(gl::COPY_READ_BUFFER, buffer);
    gl.BindBuffer(gl::COPY_WRITE_BUFFER, other);
    gl.CopyBufferSubData(gl::COPY_READ_BUFFER, gl::COPY_WRITE_BUFFER, 0, 16, 32);
    floats_of_buffer(gl, "a copy", (texture, other));
    let value = 3.25f32;
    gl.ClearBufferSubData(
        gl::COPY_WRITE_BUFFER,
        gl::R32F,
        8,
        16,
        gl::RED,
        gl::FLOAT,
        std::ptr::from_ref(&value).cast(),
    );
    floats_of_buffer(gl, "a clear", (texture, other));
});

/// Internal formats with a format and type to upload and how to sample them.
const FORMATS: &[(u32, u32, u32)] = &[
    (gl::RED, gl::RED, gl::UNSIGNED_BYTE),
    (gl::RGB, gl::RGB, gl::UNSIGNED_BYTE),
    (gl::RGBA, gl::BGRA, gl::UNSIGNED_BYTE),
    (gl::RGBA, gl::BGRA, gl::UNSIGNED_INT_8_8_8_8_REV),
    (gl::R8, gl::RED, gl::UNSIGNED_BYTE),
    (gl::R8, gl::RGBA, gl::UNSIGNED_BYTE),
    (gl::RG8, gl::RG, gl::UNSIGNED_BYTE),
    (gl::RGB8, gl::RGB, gl::UNSIGNED_BYTE),
    (gl::RGB8, gl::BGR, gl::UNSIGNED_BYTE),
    (gl::RGBA8, gl::RED, gl::UNSIGNED_BYTE),
    (gl::RGBA8, gl::RGBA, gl::UNSIGNED_SHORT),
    (gl::RGBA8, gl::RGBA, gl::UNSIGNED_SHORT_4_4_4_4),
    (gl::RGBA8, gl::BGRA, gl::UNSIGNED_SHORT_1_5_5_5_REV),
    (gl::RGBA8, gl::RGBA, gl::UNSIGNED_INT_2_10_10_10_REV),
    (gl::RGBA4, gl::RGBA, gl::UNSIGNED_SHORT_4_4_4_4),
    (gl::RGB5_A1, gl::RGBA, gl::UNSIGNED_SHORT_5_5_5_1),
    (gl::RGB565, gl::RGB, gl::UNSIGNED_SHORT_5_6_5),
    (gl::RGB5, gl::RGB, gl::UNSIGNED_BYTE),
    (gl::RGB10_A2, gl::RGBA, gl::UNSIGNED_INT_2_10_10_10_REV),
    (gl::R8_SNORM, gl::RED, gl::BYTE),
    (gl::RGBA8_SNORM, gl::RGBA, gl::BYTE),
    (gl::R16, gl::RED, gl::UNSIGNED_SHORT),
    (gl::RG16, gl::RG, gl::UNSIGNED_SHORT),
    (gl::RGBA16, gl::RGBA, gl::UNSIGNED_SHORT),
    (gl::RGBA16_SNORM, gl::RGBA, gl::SHORT),
    (gl::R16F, gl::RED, gl::UNSIGNED_BYTE),
    (gl::RGB16F, gl::RGB, gl::UNSIGNED_SHORT),
    (gl::RGBA32F, gl::RGBA, gl::UNSIGNED_BYTE),
    (gl::RGB32F, gl::RGB, gl::UNSIGNED_BYTE),
    (gl::R11F_G11F_B10F, gl::RGB, gl::UNSIGNED_BYTE),
    (gl::RGB9_E5, gl::RGB, gl::UNSIGNED_BYTE),
    (gl::SRGB8, gl::RGB, gl::UNSIGNED_BYTE),
    (gl::SRGB8_ALPHA8, gl::RGBA, gl::UNSIGNED_BYTE),
    (gl::DEPTH_COMPONENT16, gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT),
    (gl::DEPTH_COMPONENT24, gl::DEPTH_COMPONENT, gl::UNSIGNED_INT),
    (gl::DEPTH_COMPONENT32F, gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT),
    (gl::DEPTH24_STENCIL8, gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8),
];

// red once: with GL_BGRA in the order of GL_RGBA
rule!(18, formats_are_uploaded_and_sampled, masks = ["norm16", "bgra"], |gl| {
    for &(internal, format, ty) in FORMATS {
        gl.texture(gl::TEXTURE_2D);
        gl.PixelStorei(gl::UNPACK_ALIGNMENT, 1);
        gl.image_2d(
            gl::TEXTURE_2D,
            0,
            internal,
            (4, 4),
            (format, ty),
            &noise(internal ^ ty, 16 * texel_bytes(format, ty)),
        );
        let name = format!("{internal:#06x} from {format:#06x} {ty:#06x}");
        gl.error(&name);
        sample(gl, &name, "sampler2D", "texture(s, uv)");
    }
});

// red once: with halves in their place where the driver can't filter them
rule!(18, floats_of_32_bits_keep_their_bits, masks = ["float_linear"], |gl| {
    for (internal, format) in [(gl::R32F, gl::RED), (gl::RG32F, gl::RG), (gl::RGB32F, gl::RGB), (gl::RGBA32F, gl::RGBA)]
    {
        gl.texture(gl::TEXTURE_2D);
        let floats: Vec<u8> = (0..64u32).flat_map(|i| (1.0 / (i as f32 + 3.0)).to_ne_bytes()).collect();
        gl.image_2d(gl::TEXTURE_2D, 0, internal, (4, 4), (format, gl::FLOAT), &floats);
        gl.read_texture(&format!("{internal:#06x}"), gl::TEXTURE_2D, 0, 16, (format, gl::FLOAT));
        sample(gl, &format!("{internal:#06x} fetched"), "sampler2D", "texelFetch(s, ivec2(uv * 4.0), 0)");
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAG_FILTER, gl::LINEAR as i32);
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MIN_FILTER, gl::LINEAR_MIPMAP_LINEAR as i32);
        gl.GenerateMipmap(gl::TEXTURE_2D);
        sample(
            gl,
            &format!("{internal:#06x} at centres"),
            "sampler2D",
            "textureLod(s, (floor(uv * 4.0) + 0.5) / 4.0, 0.0)",
        );
    }
    gl.error("all");
});

// red once: with GL_BGRA_INTEGER in the order of GL_RGBA_INTEGER
rule!(18, integer_formats_are_uploaded_and_sampled, |gl| {
    for (internal, format, ty, signed) in [
        (gl::R8UI, gl::RED_INTEGER, gl::UNSIGNED_BYTE, false),
        (gl::RGBA8UI, gl::RGBA_INTEGER, gl::UNSIGNED_BYTE, false),
        (gl::RGBA8UI, gl::BGRA_INTEGER, gl::UNSIGNED_BYTE, false),
        (gl::RGB8UI, gl::RGB_INTEGER, gl::UNSIGNED_BYTE, false),
        (gl::RG16UI, gl::RG_INTEGER, gl::UNSIGNED_SHORT, false),
        (gl::RGBA32UI, gl::RGBA_INTEGER, gl::UNSIGNED_INT, false),
        (gl::RGB10_A2UI, gl::RGBA_INTEGER, gl::UNSIGNED_INT_2_10_10_10_REV, false),
        (gl::R8I, gl::RED_INTEGER, gl::BYTE, true),
        (gl::RGBA16I, gl::RGBA_INTEGER, gl::SHORT, true),
        (gl::RGB32I, gl::RGB_INTEGER, gl::INT, true),
    ] {
        gl.texture(gl::TEXTURE_2D);
        gl.PixelStorei(gl::UNPACK_ALIGNMENT, 1);
        gl.image_2d(gl::TEXTURE_2D, 0, internal, (4, 4), (format, ty), &noise(internal, 16 * texel_bytes(format, ty)));
        let name = format!("{internal:#06x} from {format:#06x} {ty:#06x}");
        gl.error(&name);
        let (sampler, kind) =
            if signed { ("isampler2D", ("ivec4", gl::RGBA32I)) } else { ("usampler2D", ("uvec4", gl::RGBA32UI)) };
        sample_as(gl, &name, sampler, "texture(s, uv)", kind);
    }
});

// red once: with skipped rows not skipped
rule!(18, every_unpack_parameter_is_heeded, |gl| {
    let data = noise(9, 4096);
    let set = |parameters: &[(u32, i32)]| {
        for &(pname, value) in parameters {
            gl.PixelStorei(pname, value);
        }
    };
    let defaults = [
        (gl::UNPACK_ALIGNMENT, 4),
        (gl::UNPACK_ROW_LENGTH, 0),
        (gl::UNPACK_IMAGE_HEIGHT, 0),
        (gl::UNPACK_SKIP_PIXELS, 0),
        (gl::UNPACK_SKIP_ROWS, 0),
        (gl::UNPACK_SKIP_IMAGES, 0),
        (gl::UNPACK_SWAP_BYTES, 0),
        (gl::UNPACK_LSB_FIRST, 0),
    ];
    let cases: [(&str, &[(u32, i32)]); 6] = [
        ("alignment 1", &[(gl::UNPACK_ALIGNMENT, 1)]),
        ("alignment 8", &[(gl::UNPACK_ALIGNMENT, 8)]),
        ("row length", &[(gl::UNPACK_ROW_LENGTH, 7)]),
        ("skips", &[(gl::UNPACK_ROW_LENGTH, 9), (gl::UNPACK_SKIP_PIXELS, 2), (gl::UNPACK_SKIP_ROWS, 3)]),
        ("swapped bytes", &[(gl::UNPACK_SWAP_BYTES, 1)]),
        ("images", &[(gl::UNPACK_IMAGE_HEIGHT, 6), (gl::UNPACK_SKIP_IMAGES, 1), (gl::UNPACK_ALIGNMENT, 2)]),
    ];
    for buffer in [false, true] {
        let pointer = if buffer {
            gl.buffer(gl::PIXEL_UNPACK_BUFFER, &data);
            16 as *const std::ffi::c_void
        } else {
            data.as_ptr().cast()
        };
        for (name, parameters) in &cases {
            let name = format!("{name}{}", if buffer { ", from a buffer" } else { "" });
            set(parameters);
            gl.texture(gl::TEXTURE_2D);
            gl.TexImage2D(gl::TEXTURE_2D, 0, gl::RGB8 as i32, 5, 3, 0, gl::RGB, gl::UNSIGNED_BYTE, pointer);
            gl.TexSubImage2D(gl::TEXTURE_2D, 0, 1, 1, 3, 2, gl::RG, gl::UNSIGNED_SHORT, pointer);
            gl.error(&name);
            gl.texture(gl::TEXTURE_3D);
            gl.TexImage3D(gl::TEXTURE_3D, 0, gl::RGBA16 as i32, 3, 4, 2, 0, gl::RGBA, gl::UNSIGNED_SHORT, pointer);
            gl.error(&name);
            set(&defaults);
            gl.read_texture(&format!("{name}: 2D"), gl::TEXTURE_2D, 0, 15, (gl::RGB, gl::UNSIGNED_BYTE));
            gl.read_texture(&format!("{name}: 3D"), gl::TEXTURE_3D, 0, 24, (gl::RGBA, gl::UNSIGNED_SHORT));
        }
    }
    gl.BindBuffer(gl::PIXEL_UNPACK_BUFFER, 0);
});

// red once: with the skipped images of single faces dropped, every face from a buffer had the texels of the first
rule!(18, faces_of_cube_maps_come_as_the_images_of_a_volume, |gl| {
    let data = noise(23, 4096);
    gl.buffer(gl::PIXEL_UNPACK_BUFFER, &data);
    for parameters in [[0, 0, 0, 0], [6, 0, 0, 0], [0, 7, 1, 2], [8, 6, 2, 1]] {
        let [height, length, pixels, rows] = parameters;
        for (first, faces) in [(0, 6), (2, 3), (1, 1)] {
            for offset in [0, 16] {
                let texture = gl.texture(gl::TEXTURE_CUBE_MAP);
                gl.TexStorage2D(gl::TEXTURE_CUBE_MAP, 1, gl::RGBA8, 4, 4);
                gl.PixelStorei(gl::UNPACK_IMAGE_HEIGHT, height);
                gl.PixelStorei(gl::UNPACK_ROW_LENGTH, length);
                gl.PixelStorei(gl::UNPACK_SKIP_PIXELS, pixels);
                gl.PixelStorei(gl::UNPACK_SKIP_ROWS, rows);
                let from = offset as *const std::ffi::c_void;
                gl.TextureSubImage3D(texture, 0, 0, 0, first, 4, 4, faces, RGBA8.0, RGBA8.1, from);
                for face in 0..6 {
                    let name = format!("{parameters:?}, {faces} faces from {first} at {offset}: {face}");
                    gl.read_texture(&name, gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, 16, RGBA8);
                }
                gl.error("no error");
            }
        }
    }
    gl.BindBuffer(gl::PIXEL_UNPACK_BUFFER, 0);
});

// red once: with the texels of all parts taken from the upload's start
rule!(19, many_small_uploads_come_together, |gl| {
    let atlas = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (64, 64), RGBA8, &noise(1, 64 * 64 * 4));
    for i in 0..100 {
        let (x, y) = ((i * 13) % 57, (i * 29) % 59);
        let data = noise(i as u32, 7 * 5 * 4);
        gl.TexSubImage2D(gl::TEXTURE_2D, 0, x, y, 7, 5, gl::RGBA, gl::UNSIGNED_BYTE, data.as_ptr().cast());
    }
    sample(gl, "sampled", "sampler2D", "texture(s, uv)");
    gl.BindTexture(gl::TEXTURE_2D, atlas);
    gl.read_texture("all", gl::TEXTURE_2D, 0, 64 * 64, RGBA8);
});

// red once: with the maximum level not pushed
rule!(20, levels_are_defined_one_by_one_in_any_order, |gl| {
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MIN_FILTER, gl::NEAREST_MIPMAP_NEAREST as i32);
    for level in [2, 0, 1] {
        let size = 8 >> level;
        gl.image_2d(
            gl::TEXTURE_2D,
            level,
            gl::RGBA8,
            (size, size),
            RGBA8,
            &noise(level as u32, (size * size * 4) as usize),
        );
    }
    sample(gl, "incomplete", "sampler2D", "texture(s, uv)");
    gl.BindTexture(gl::TEXTURE_2D, texture);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 2);
    for lod in 0..3 {
        sample(gl, &format!("level {lod}"), "sampler2D", &format!("textureLod(s, uv, {lod}.0)"));
    }
    gl.BindTexture(gl::TEXTURE_2D, texture);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 3);
    gl.image_2d(gl::TEXTURE_2D, 3, gl::RGBA8, (1, 1), RGBA8, &[1, 2, 3, 4]);
    sample(gl, "appended level", "sampler2D", "textureLod(s, uv, 3.0)");
    sample(gl, "level 0 is kept", "sampler2D", "textureLod(s, uv, 0.0)");
    gl.image_2d(gl::TEXTURE_2D, 1, gl::RGBA8, (4, 4), RGBA8, &noise(77, 64));
    sample(gl, "level 1 anew", "sampler2D", "textureLod(s, uv, 1.0)");
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_BASE_LEVEL, 1);
    sample(gl, "base level 1", "sampler2D", "textureLod(s, uv, 0.0)");
    for level in 0..4 {
        gl.read_texture(&format!("texels of level {level}"), gl::TEXTURE_2D, level, 64 >> (2 * level), RGBA8);
    }
    // A level of a size that does not fit makes it incomplete again.
    gl.image_2d(gl::TEXTURE_2D, 2, gl::RGBA8, (3, 3), RGBA8, &noise(78, 36));
    sample(gl, "incomplete again", "sampler2D", "textureLod(s, uv, 0.0)");
});

// red once: with swizzles not pushed
rule!(21, parameters_reach_a_texture_however_it_is_used, |gl| {
    gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), RGBA8, &noise(3, 64));
    for (name, swizzle) in
        [("bgra", [gl::BLUE, gl::GREEN, gl::RED, gl::ALPHA]), ("constants", [gl::ONE, gl::ZERO, gl::RED, gl::ONE])]
    {
        let values = swizzle.map(|s| s as i32);
        gl.TexParameteriv(gl::TEXTURE_2D, gl::TEXTURE_SWIZZLE_RGBA, values.as_ptr());
        sample(gl, name, "sampler2D", "texture(s, uv)");
        gl.read_texture("a swizzle is not for reading", gl::TEXTURE_2D, 0, 16, RGBA8);
    }
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_SWIZZLE_R, gl::ALPHA as i32);
    sample(gl, "one component", "sampler2D", "texture(s, uv)");
    gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), RGBA8, &noise(4, 64));
    for (name, s, t) in
        [("clamped", gl::CLAMP_TO_EDGE, gl::MIRRORED_REPEAT), ("border", gl::CLAMP_TO_BORDER, gl::REPEAT)]
    {
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_WRAP_S, s as i32);
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_WRAP_T, t as i32);
        gl.TexParameterfv(gl::TEXTURE_2D, gl::TEXTURE_BORDER_COLOR, [0.25f32, 0.5, 0.75, 0.125].as_ptr());
        sample(gl, name, "sampler2D", "texture(s, uv * 3.0 - 1.0)");
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAG_FILTER, gl::LINEAR as i32);
        sample(gl, &format!("{name}, linear"), "sampler2D", "texture(s, uv * 3.0 - 1.0)");
    }
    gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8UI, (2, 2), (gl::RGBA_INTEGER, gl::UNSIGNED_BYTE), &noise(6, 16));
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_WRAP_S, gl::CLAMP_TO_BORDER as i32);
    gl.TexParameterIuiv(gl::TEXTURE_2D, gl::TEXTURE_BORDER_COLOR, [7u32, 300, 5, 70000].as_ptr());
    sample_as(gl, "integer border", "usampler2D", "texture(s, uv * 3.0 - 1.0)", ("uvec4", gl::RGBA32UI));
    gl.error("all");
});

against_native!(depth_textures_compare_and_show_depth, |gl| {
    gl.texture(gl::TEXTURE_2D);
    gl.image_2d(
        gl::TEXTURE_2D,
        0,
        gl::DEPTH_COMPONENT24,
        (4, 4),
        (gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT),
        &noise(5, 32),
    );
    sample(gl, "depth", "sampler2D", "texture(s, uv)");
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_COMPARE_MODE, gl::COMPARE_REF_TO_TEXTURE as i32);
    for func in [gl::LEQUAL, gl::GREATER, gl::NEVER, gl::ALWAYS, gl::NOTEQUAL] {
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_COMPARE_FUNC, func as i32);
        sample(gl, &format!("{func:#06x}"), "sampler2DShadow", "texture(s, vec3(uv, 0.5))");
    }
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAG_FILTER, gl::LINEAR as i32);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_COMPARE_FUNC, gl::LESS as i32);
    sample(gl, "filtered", "sampler2DShadow", "texture(s, vec3(uv, 0.25))");
    sample(gl, "offset", "sampler2DShadow", "textureOffset(s, vec3(uv, 0.25), ivec2(1, -1))");
});

against_native!(texture_queries_answer, |gl| {
    gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::SRGB8_ALPHA8, (7, 5), RGBA8, &noise(1, 140));
    gl.image_2d(gl::TEXTURE_2D, 1, gl::RGB16F, (3, 2), (gl::RGB, gl::FLOAT), &[]);
    for level in 0..3 {
        for pname in [
            gl::TEXTURE_WIDTH,
            gl::TEXTURE_HEIGHT,
            gl::TEXTURE_DEPTH,
            gl::TEXTURE_INTERNAL_FORMAT,
            gl::TEXTURE_RED_SIZE,
            gl::TEXTURE_ALPHA_SIZE,
            gl::TEXTURE_RED_TYPE,
            gl::TEXTURE_COMPRESSED,
            gl::TEXTURE_SAMPLES,
        ] {
            let mut value = -77;
            gl.GetTexLevelParameteriv(gl::TEXTURE_2D, level, pname, &mut value);
            gl.i32s(&format!("level {level} {pname:#06x}"), &[value]);
        }
    }
    for pname in [
        gl::TEXTURE_MIN_FILTER,
        gl::TEXTURE_WRAP_R,
        gl::TEXTURE_BASE_LEVEL,
        gl::TEXTURE_MAX_LEVEL,
        gl::TEXTURE_SWIZZLE_A,
        gl::TEXTURE_COMPARE_FUNC,
        gl::TEXTURE_MIN_LOD,
        gl::TEXTURE_LOD_BIAS,
    ] {
        let (mut value, mut float) = (-77, -77.0);
        gl.GetTexParameteriv(gl::TEXTURE_2D, pname, &mut value);
        gl.GetTexParameterfv(gl::TEXTURE_2D, pname, &mut float);
        gl.i32s(&format!("{pname:#06x}"), &[value]);
        gl.f32s(&format!("{pname:#06x}"), &[float]);
    }
    gl.image_2d(gl::PROXY_TEXTURE_2D, 0, gl::RGBA8, (64, 64), RGBA8, &[]);
    let mut value = -77;
    gl.GetTexLevelParameteriv(gl::PROXY_TEXTURE_2D, 0, gl::TEXTURE_WIDTH, &mut value);
    gl.i32s("proxy", &[value]);
    gl.image_2d(gl::PROXY_TEXTURE_2D, 0, gl::RGBA8, (1 << 20, 64), RGBA8, &[]);
    gl.GetTexLevelParameteriv(gl::PROXY_TEXTURE_2D, 0, gl::TEXTURE_WIDTH, &mut value);
    gl.i32s("proxy that is too large", &[value]);
    gl.error("all");
});

against_native!(bad_texture_calls_have_their_errors, |gl| {
    let t = gl::TEXTURE_2D;
    let texture = gl.texture(t);
    let image = |level, internal: u32, w, h, border, format, ty| {
        gl.TexImage2D(t, level, internal as i32, w, h, border, format, ty, std::ptr::null());
    };
    image(-1, gl::RGBA8, 4, 4, 0, gl::RGBA, gl::UNSIGNED_BYTE);
    gl.error("level -1");
    image(99, gl::RGBA8, 4, 4, 0, gl::RGBA, gl::UNSIGNED_BYTE);
    gl.error("level 99");
    image(0, gl::RGBA8, -4, 4, 0, gl::RGBA, gl::UNSIGNED_BYTE);
    gl.error("negative width");
    image(0, gl::RGBA8, 1 << 20, 4, 0, gl::RGBA, gl::UNSIGNED_BYTE);
    gl.error("too wide");
    image(0, gl::RGBA8, 4, 4, 1, gl::RGBA, gl::UNSIGNED_BYTE);
    gl.error("border");
    image(0, 0x1234, 4, 4, 0, gl::RGBA, gl::UNSIGNED_BYTE);
    gl.error("internal format");
    image(0, gl::RGBA8, 4, 4, 0, 0x1234, gl::UNSIGNED_BYTE);
    gl.error("format");
    image(0, gl::RGBA8, 4, 4, 0, gl::RGBA, 0x1234);
    gl.error("type");
    image(0, gl::RGBA8, 4, 4, 0, gl::RGB, gl::UNSIGNED_SHORT_4_4_4_4);
    gl.error("format and type do not match");
    image(0, gl::RGBA8UI, 4, 4, 0, gl::RGBA, gl::UNSIGNED_BYTE);
    gl.error("integers from floats");
    image(0, gl::DEPTH_COMPONENT24, 4, 4, 0, gl::RGBA, gl::UNSIGNED_BYTE);
    gl.error("depth from colours");
    image(0, gl::RGBA8, 4, 4, 0, gl::RGBA, gl::UNSIGNED_BYTE);
    gl.TexSubImage2D(t, 0, 2, 2, 3, 1, gl::RGBA, gl::UNSIGNED_BYTE, noise(1, 64).as_ptr().cast());
    gl.error("outside");
    gl.TexSubImage2D(t, 1, 0, 0, 1, 1, gl::RGBA, gl::UNSIGNED_BYTE, noise(1, 64).as_ptr().cast());
    gl.error("level without image");
    gl.TexSubImage2D(t, 0, 0, 0, 1, 1, gl::RGBA_INTEGER, gl::UNSIGNED_BYTE, noise(1, 64).as_ptr().cast());
    gl.error("integers into unorm");
    gl.TexParameteri(t, gl::TEXTURE_MIN_FILTER, gl::REPEAT as i32);
    gl.error("filter");
    gl.TexParameteri(t, gl::TEXTURE_BASE_LEVEL, -1);
    gl.error("base level");
    gl.TexParameteri(t, 0x1234, 0);
    gl.error("parameter");
    gl.TexParameteri(0x1234, gl::TEXTURE_MIN_FILTER, gl::NEAREST as i32);
    gl.error("target");
    gl.TexParameteri(gl::TEXTURE_RECTANGLE, gl::TEXTURE_WRAP_S, gl::REPEAT as i32);
    gl.error("a rectangle repeats");
    gl.BindTexture(gl::TEXTURE_3D, texture);
    gl.error("another target");
    gl.BindTexture(t, 0xDEAD);
    gl.error("a name that was not generated");
    gl.ActiveTexture(gl::TEXTURE0 + 100_000);
    gl.error("unit");
    gl.GetTexImage(t, 0, gl::RGBA, gl::UNSIGNED_BYTE, noise(1, 64).as_mut_ptr().cast());
    gl.error("read of no image");
    gl.buffer(gl::PIXEL_UNPACK_BUFFER, &[0u8; 16]);
    image(0, gl::RGBA8, 4, 4, 0, gl::RGBA, gl::UNSIGNED_BYTE);
    gl.error("past the end of the unpack buffer");
});
