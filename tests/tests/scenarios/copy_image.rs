//! Copies of image data and clears of texture images (GL 4.6 core 18.3.2, 8.21; rule 26).

use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};

const RGBA8: (u32, u32) = (gl::RGBA, gl::UNSIGNED_BYTE);
const BYTE: u32 = gl::UNSIGNED_BYTE;
const SHORT: u32 = gl::UNSIGNED_SHORT;
const INT: u32 = gl::UNSIGNED_INT;

/// Formats by the bits of a texel, each with a transfer that keeps the bits.
const CLASSES: &[&[(u32, (u32, u32))]] = &[
    &[(gl::R8, (gl::RED, BYTE)), (gl::R8UI, (gl::RED_INTEGER, BYTE)), (gl::R8_SNORM, (gl::RED, gl::BYTE))],
    &[
        (gl::RG8, (gl::RG, BYTE)),
        (gl::R16UI, (gl::RED_INTEGER, SHORT)),
        (gl::R16, (gl::RED, SHORT)),
        (gl::R16F, (gl::RED, gl::HALF_FLOAT)),
    ],
    &[
        (gl::RGB8, (gl::RGB, BYTE)),
        (gl::RGB8UI, (gl::RGB_INTEGER, BYTE)),
        (gl::SRGB8, (gl::RGB, BYTE)),
        (gl::RGB8_SNORM, (gl::RGB, gl::BYTE)),
    ],
    &[
        (gl::RGBA8, RGBA8),
        (gl::SRGB8_ALPHA8, RGBA8),
        (gl::RGBA8UI, (gl::RGBA_INTEGER, BYTE)),
        (gl::RGBA8_SNORM, (gl::RGBA, gl::BYTE)),
        (gl::R32F, (gl::RED, gl::FLOAT)),
        (gl::R32UI, (gl::RED_INTEGER, INT)),
        (gl::RG16, (gl::RG, SHORT)),
        (gl::RG16F, (gl::RG, gl::HALF_FLOAT)),
        (gl::RGB10_A2, (gl::RGBA, gl::UNSIGNED_INT_2_10_10_10_REV)),
        (gl::R11F_G11F_B10F, (gl::RGB, gl::UNSIGNED_INT_10F_11F_11F_REV)),
        (gl::RGB9_E5, (gl::RGB, gl::UNSIGNED_INT_5_9_9_9_REV)),
    ],
    &[(gl::RGB16, (gl::RGB, SHORT)), (gl::RGB16F, (gl::RGB, gl::HALF_FLOAT)), (gl::RGB16UI, (gl::RGB_INTEGER, SHORT))],
    &[
        (gl::RGBA16, (gl::RGBA, SHORT)),
        (gl::RGBA16F, (gl::RGBA, gl::HALF_FLOAT)),
        (gl::RG32UI, (gl::RG_INTEGER, INT)),
        (gl::RGBA16_SNORM, (gl::RGBA, gl::SHORT)),
    ],
    &[(gl::RGB32F, (gl::RGB, gl::FLOAT)), (gl::RGB32UI, (gl::RGB_INTEGER, INT))],
    &[(gl::RGBA32F, (gl::RGBA, gl::FLOAT)), (gl::RGBA32UI, (gl::RGBA_INTEGER, INT))],
];

/// Bytes that are usual numbers in every format: no small denormals, no infinities, and shared exponents as small as can be.
fn usual(seed: u32, len: usize) -> Vec<u8> {
    let last = |i: usize| if i % 4 == 3 { 0x34 } else { 0x30 };
    noise(seed, len).into_iter().enumerate().map(|(i, b)| b & 0x0F | last(i)).collect()
}

unsafe fn filled(gl: &Scene, internal: u32, (format, ty): (u32, u32), seed: u32) -> u32 {
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.PixelStorei(gl::UNPACK_ALIGNMENT, 1);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 0);
    gl.image_2d(gl::TEXTURE_2D, 0, internal, (6, 6), (format, ty), &usual(seed, 36 * texel_bytes(format, ty)));
    texture
}

unsafe fn copy(gl: &Scene, src: (u32, u32, i32), from: [i32; 3], dst: (u32, u32, i32), to: [i32; 3], size: [i32; 3]) {
    gl.CopyImageSubData(
        src.0, src.1, src.2, from[0], from[1], from[2], dst.0, dst.1, dst.2, to[0], to[1], to[2], size[0], size[1],
        size[2],
    );
}

// red once: without the way through memory, copies between three-channel formats were errors, and without norm16 those
// between signed and unsigned numbers had the same values in place of the same bits
rule!(26, image_data_is_copied_between_all_formats_of_a_size, masks = ["norm16", "copy_image"], |gl| {
    for class in CLASSES {
        for (i, &(from, source)) in class.iter().enumerate() {
            for (k, &(to, transfer)) in class.iter().enumerate() {
                let src = filled(gl, from, source, i as u32);
                let dst = filled(gl, to, transfer, 100 + k as u32);
                let target = gl::TEXTURE_2D;
                copy(gl, (src, target, 0), [1, 0, 0], (dst, target, 0), [2, 1, 0], [4, 3, 1]);
                gl.error(&format!("{from:#06x} to {to:#06x}"));
                gl.read_texture(&format!("{from:#06x} to {to:#06x}"), target, 0, 36, transfer);
                gl.DeleteTextures(2, [src, dst].as_ptr());
            }
        }
    }
});

// red once: with copies that begin at layer 0
rule!(26, image_data_is_copied_between_layers_levels_blocks_and_renderbuffers, |gl| {
    let array = gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.TexStorage3D(gl::TEXTURE_2D_ARRAY, 2, gl::RGBA8, 8, 8, 4);
    for level in 0..2 {
        let size = 8 >> level;
        let data = noise(level as u32, (size * size * 16) as usize);
        gl.TexSubImage3D(gl::TEXTURE_2D_ARRAY, level, 0, 0, 0, size, size, 4, RGBA8.0, RGBA8.1, data.as_ptr().cast());
    }
    let volume = gl.texture(gl::TEXTURE_3D);
    gl.TexStorage3D(gl::TEXTURE_3D, 1, gl::RGBA8, 8, 8, 4);
    gl.TexSubImage3D(gl::TEXTURE_3D, 0, 0, 0, 0, 8, 8, 4, RGBA8.0, RGBA8.1, noise(9, 1024).as_ptr().cast());
    let (a, v) = ((array, gl::TEXTURE_2D_ARRAY), (volume, gl::TEXTURE_3D));
    copy(gl, (a.0, a.1, 1), [0, 1, 1], (v.0, v.1, 0), [3, 2, 0], [4, 3, 3]);
    gl.error("layers to slices");
    gl.read_texture("slices", gl::TEXTURE_3D, 0, 256, RGBA8);
    let cube = gl.texture(gl::TEXTURE_CUBE_MAP);
    gl.TexStorage2D(gl::TEXTURE_CUBE_MAP, 1, gl::RGBA8UI, 8, 8);
    for face in 0..6 {
        let target = gl::TEXTURE_CUBE_MAP_POSITIVE_X + face;
        let data = noise(20 + face, 256);
        gl.TexSubImage2D(target, 0, 0, 0, 8, 8, gl::RGBA_INTEGER, BYTE, data.as_ptr().cast());
    }
    copy(gl, (v.0, v.1, 0), [1, 1, 1], (cube, gl::TEXTURE_CUBE_MAP, 0), [0, 0, 3], [5, 5, 2]);
    gl.error("slices to faces");
    for face in 3..5 {
        let target = gl::TEXTURE_CUBE_MAP_POSITIVE_X + face;
        gl.read_texture(&format!("face {face}"), target, 0, 64, (gl::RGBA_INTEGER, BYTE));
    }
    copy(gl, (a.0, a.1, 0), [0, 0, 0], (a.0, a.1, 0), [4, 4, 2], [4, 4, 1]);
    gl.BindTexture(gl::TEXTURE_2D_ARRAY, array);
    gl.read_texture("within one texture", gl::TEXTURE_2D_ARRAY, 0, 256, RGBA8);
    let buffer = gl.renderbuffer(gl::RGBA8, 8, 8, 0);
    copy(gl, (a.0, a.1, 0), [0, 0, 3], (buffer, gl::RENDERBUFFER, 0), [0, 0, 0], [8, 8, 1]);
    gl.framebuffer();
    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, buffer);
    gl.read_rgba8("renderbuffer", 8, 8);
    // Blocks of 8 bytes and texels of 8 bytes.
    let blocks = gl.texture(gl::TEXTURE_2D);
    gl.TexStorage2D(gl::TEXTURE_2D, 1, gl::COMPRESSED_RED_RGTC1, 16, 16);
    let data = noise(30, 128);
    gl.CompressedTexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 16, 16, gl::COMPRESSED_RED_RGTC1, 128, data.as_ptr().cast());
    let texels = gl.texture(gl::TEXTURE_2D);
    gl.TexStorage2D(gl::TEXTURE_2D, 1, gl::RG32UI, 4, 4);
    gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 4, 4, gl::RG_INTEGER, INT, noise(31, 128).as_ptr().cast());
    let target = gl::TEXTURE_2D;
    copy(gl, (blocks, target, 0), [4, 8, 0], (texels, target, 0), [1, 0, 0], [12, 8, 1]);
    gl.error("blocks to texels");
    gl.read_texture("texels", target, 0, 16, (gl::RG_INTEGER, INT));
    copy(gl, (texels, target, 0), [0, 1, 0], (blocks, target, 0), [0, 4, 0], [3, 3, 1]);
    gl.error("texels to blocks");
    gl.BindTexture(target, blocks);
    let mut out = vec![0xA5; 128];
    gl.GetCompressedTexImage(target, 0, out.as_mut_ptr().cast());
    gl.bytes("blocks", &out);
});

against_native!(bad_copies_of_image_data_have_their_errors, |gl| {
    let target = gl::TEXTURE_2D;
    let a = filled(gl, gl::RGBA8, RGBA8, 1);
    let b = filled(gl, gl::RGBA16F, RGBA8, 2);
    let c = filled(gl, gl::R32F, (gl::RED, gl::FLOAT), 3);
    let try_copy = |what: &str, src: (u32, u32, i32), from: [i32; 3], dst: (u32, u32, i32), size: [i32; 3]| {
        copy(gl, src, from, dst, [0; 3], size);
        gl.error(what);
    };
    try_copy("another size of texels", (a, target, 0), [0; 3], (b, target, 0), [1, 1, 1]);
    try_copy("no texture", (0xDEAD, target, 0), [0; 3], (c, target, 0), [1, 1, 1]);
    try_copy("another target", (a, gl::TEXTURE_3D, 0), [0; 3], (c, target, 0), [1, 1, 1]);
    try_copy("no target", (a, gl::TEXTURE_BUFFER, 0), [0; 3], (c, target, 0), [1, 1, 1]);
    try_copy("a face", (a, gl::TEXTURE_CUBE_MAP_POSITIVE_X, 0), [0; 3], (c, target, 0), [1, 1, 1]);
    try_copy("outside", (a, target, 0), [3, 3, 0], (c, target, 0), [4, 4, 1]);
    try_copy("negative", (a, target, 0), [-1, 0, 0], (c, target, 0), [1, 1, 1]);
    try_copy("negative size", (a, target, 0), [0; 3], (c, target, 0), [-1, 1, 1]);
    try_copy("level", (a, target, 3), [0; 3], (c, target, 0), [1, 1, 1]);
    try_copy("nothing", (a, target, 0), [0; 3], (c, target, 0), [0, 1, 1]);
    try_copy("good", (a, target, 0), [0; 3], (c, target, 0), [1, 1, 1]);
});

// red once: with the driver's clears put at the origin
rule!(26, texture_images_are_cleared, masks = ["clear_texture", "norm16"], |gl| {
    for class in CLASSES {
        for (i, &(internal, (format, ty))) in class.iter().enumerate() {
            filled(gl, internal, (format, ty), i as u32);
            let mut name = 0;
            gl.GetIntegerv(gl::TEXTURE_BINDING_2D, &mut name);
            let value = usual(77, 16);
            gl.ClearTexSubImage(name as u32, 0, 2, 1, 0, 3, 4, 1, format, ty, value.as_ptr().cast());
            gl.error(&format!("{internal:#06x} part"));
            gl.read_texture(&format!("{internal:#06x} part"), gl::TEXTURE_2D, 0, 36, (format, ty));
            gl.ClearTexImage(name as u32, 0, format, ty, std::ptr::null());
            gl.read_texture(&format!("{internal:#06x} zero"), gl::TEXTURE_2D, 0, 36, (format, ty));
        }
    }
    let depth = filled(gl, gl::DEPTH24_STENCIL8, (gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8), 5);
    let value = 0x1234_5678u32;
    let (format, ty) = (gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8);
    gl.ClearTexSubImage(depth, 0, 1, 1, 0, 4, 4, 1, format, ty, (&raw const value).cast());
    gl.error("depth and stencil");
    gl.read_texture("depth and stencil", gl::TEXTURE_2D, 0, 36, (format, ty));
    let array = gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, gl::RGBA8, (4, 4, 3), RGBA8, &noise(6, 192));
    gl.ClearTexSubImage(array, 0, 1, 1, 1, 2, 2, 2, RGBA8.0, RGBA8.1, [1u8, 2, 3, 4].as_ptr().cast());
    gl.read_texture("layers", gl::TEXTURE_2D_ARRAY, 0, 48, RGBA8);
    gl.ClearTexSubImage(array, 0, 3, 0, 0, 2, 1, 1, RGBA8.0, RGBA8.1, std::ptr::null());
    gl.error("outside");
    gl.ClearTexImage(array, 2, RGBA8.0, RGBA8.1, std::ptr::null());
    gl.error("a level that is not there");
    gl.ClearTexImage(array, 0, gl::RGBA_INTEGER, BYTE, std::ptr::null());
    gl.error("integers");
    gl.ClearTexImage(0xDEAD, 0, RGBA8.0, RGBA8.1, std::ptr::null());
    gl.error("no texture");
});
