//! Texels that are not compressed and become those of compressed images (GL 4.6 core 8.5.1, 8.6, 8.14.4; rules 18 and 26).
//!
//! How texels are compressed is left to the implementation: what comes back is compared with what was given, in each arm, and
//! all that says how an image is stored with the native driver's.

use mgpipe_tests::{bindings::gl, rule, scene::*};
use std::ptr::null;

/// A specific compressed format, its components that come back, and how far off they may be.
type Kind = (u32, usize, i32);

const KINDS: [Kind; 12] = [
    (gl::COMPRESSED_RGB_S3TC_DXT1_EXT, 3, 16),
    (gl::COMPRESSED_RGBA_S3TC_DXT1_EXT, 3, 16),
    (gl::COMPRESSED_RGBA_S3TC_DXT3_EXT, 4, 16),
    (gl::COMPRESSED_RGBA_S3TC_DXT5_EXT, 4, 16),
    (gl::COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, 4, 16),
    (gl::COMPRESSED_RED_RGTC1, 1, 6),
    (gl::COMPRESSED_SIGNED_RED_RGTC1, 1, 6),
    (gl::COMPRESSED_RG_RGTC2, 2, 6),
    (gl::COMPRESSED_RGBA_BPTC_UNORM, 4, 16),
    (gl::COMPRESSED_SRGB_ALPHA_BPTC_UNORM, 4, 16),
    (gl::COMPRESSED_RGB_BPTC_SIGNED_FLOAT, 3, 16),
    (gl::COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, 3, 16),
];

const RGBA: (u32, u32) = (gl::RGBA, gl::UNSIGNED_BYTE);

/// Texels of four components whose colours lie on a line, as those of blocks do.
fn smooth(w: usize, h: usize) -> Vec<u8> {
    let texel = |i: usize| [7, 8, 4].map(|step| ((i % w + i / w) * step) as u8);
    let alpha = |i: usize| (255 - (i % w + i / w) * 4) as u8;
    (0..w * h).flat_map(|i| texel(i).into_iter().chain([alpha(i)])).collect()
}

/// The next level of an image of even sizes.
fn halved(texels: &[u8], w: usize, h: usize) -> Vec<u8> {
    let at = |x: usize, y: usize, c: usize| u32::from(texels[(y * w + x) * 4 + c]);
    let mut out = Vec::new();
    for (y, x) in (0..h / 2).flat_map(|y| (0..w / 2).map(move |x| (2 * y, 2 * x))) {
        out.extend((0..4).map(|c| ((at(x, y, c) + at(x + 1, y, c) + at(x, y + 1, c) + at(x + 1, y + 1, c)) / 4) as u8));
    }
    out
}

/// What a level says of its storage, and that its texels are near `wanted`.
unsafe fn is_near(gl: &Scene, name: &str, target: u32, level: i32, (internal, channels, off): Kind, wanted: &[u8]) {
    for pname in [
        gl::TEXTURE_INTERNAL_FORMAT,
        gl::TEXTURE_COMPRESSED,
        gl::TEXTURE_COMPRESSED_IMAGE_SIZE,
        gl::TEXTURE_WIDTH,
        gl::TEXTURE_DEPTH,
        gl::TEXTURE_RED_SIZE,
        gl::TEXTURE_ALPHA_SIZE,
    ] {
        let mut value = -7;
        gl.GetTexLevelParameteriv(target, level, pname, &mut value);
        gl.i32s(&format!("{name}, {pname:#06x}"), &[value]);
        gl.error(&format!("{name}, error of {pname:#06x}"));
    }
    let mut blocks = vec![0u8; 4096];
    gl.GetCompressedTexImage(target, level, blocks.as_mut_ptr().cast());
    gl.error(&format!("{name}, blocks"));
    let mut all = vec![0xA5u8; wanted.len()];
    gl.GetTexImage(target, level, RGBA.0, RGBA.1, all.as_mut_ptr().cast());
    gl.error(&format!("{name}, texels"));
    // The native driver splits blocks of BPTC in two by their brightness, which is coarse.
    let bptc = (gl::COMPRESSED_RGBA_BPTC_UNORM..=gl::COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT).contains(&internal);
    let off = if gl.is_native() && bptc { 5 * off } else { off };
    for (i, (wanted, got)) in wanted.iter().zip(&all).enumerate().filter(|(i, _)| i % 4 < channels) {
        let apart = (i32::from(*wanted) - i32::from(*got)).abs();
        assert!(apart <= off, "{name} texel {} channel {}: {got} for {wanted}", i / 4, i % 4);
    }
}

// red once: with texels for compressed formats stored uncompressed, formats, sizes and errors of reading blocks differed
rule!(18, specific_compressed_formats_compress_what_they_are_given, masks = ["copy_image"], |gl| {
    let (w, h) = (16usize, 12usize);
    // One image tops the other in the slices of an array: the rows of each are their own.
    let one = smooth(w, h);
    let two: Vec<u8> = one.chunks_exact(4).flat_map(|texel| [texel[1], texel[0], texel[2], texel[3]]).collect();
    let both = [one.clone(), two.clone()].concat();
    for kind in KINDS {
        let (internal, as_int) = (kind.0, kind.0 as i32);
        let name = |what: &str| format!("{internal:#06x}, {what}");
        let size = (w as i32, h as i32);
        gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, internal, size, RGBA, &one);
        gl.error(&name("a plane"));
        is_near(gl, &name("a plane"), gl::TEXTURE_2D, 0, kind, &one);
        gl.texture(gl::TEXTURE_2D_ARRAY);
        gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, internal, (size.0, size.1, 2), RGBA, &both);
        gl.error(&name("an array"));
        is_near(gl, &name("an array"), gl::TEXTURE_2D_ARRAY, 0, kind, &both);
        gl.texture(gl::TEXTURE_CUBE_MAP);
        let square = smooth(8, 8);
        for face in 0..6 {
            gl.image_2d(gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, internal, (8, 8), RGBA, &square);
        }
        is_near(gl, &name("a face"), gl::TEXTURE_CUBE_MAP_NEGATIVE_Y, 0, kind, &square);
        // No texels at first, and then parts of them: whole blocks only.
        gl.texture(gl::TEXTURE_2D);
        gl.TexImage2D(gl::TEXTURE_2D, 0, as_int, size.0, size.1, 0, RGBA.0, RGBA.1, null());
        gl.error(&name("nothing"));
        gl.TexSubImage2D(gl::TEXTURE_2D, 0, 2, 0, 4, 4, RGBA.0, RGBA.1, one.as_ptr().cast());
        gl.error(&name("inside a block"));
        gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, size.0, size.1, RGBA.0, RGBA.1, one.as_ptr().cast());
        gl.error(&name("parts"));
        is_near(gl, &name("parts"), gl::TEXTURE_2D, 0, kind, &one);
        gl.TexImage2D(gl::PROXY_TEXTURE_2D, 0, as_int, size.0, size.1, 0, RGBA.0, RGBA.1, null());
        let mut value = -7;
        gl.GetTexLevelParameteriv(gl::PROXY_TEXTURE_2D, 0, gl::TEXTURE_COMPRESSED_IMAGE_SIZE, &mut value);
        gl.error(&name("the size of a proxy"));
    }
    // What nothing compresses into takes blocks alone.
    for internal in [gl::COMPRESSED_RGB8_ETC2, gl::COMPRESSED_RG11_EAC, gl::COMPRESSED_SRGB8_ALPHA8_ETC2_EAC] {
        for texels in [null(), one.as_ptr().cast()] {
            gl.texture(gl::TEXTURE_2D);
            gl.TexImage2D(gl::TEXTURE_2D, 0, internal as i32, 8, 8, 0, RGBA.0, RGBA.1, texels);
            gl.error(&format!("{internal:#06x}"));
            gl.TexStorage2D(gl::TEXTURE_2D, 1, internal, 8, 8);
            gl.error(&format!("{internal:#06x}, storage"));
            gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 8, 8, RGBA.0, RGBA.1, one.as_ptr().cast());
            gl.error(&format!("{internal:#06x}, part"));
        }
    }
});

// red once: with copies that upload nothing; with copies into layer 0; with levels that nothing is put into
rule!(26, copies_and_mipmaps_of_compressed_formats_compress, masks = ["copy_image"], |gl| {
    let (w, h) = (16usize, 16usize);
    let given = smooth(w, h);
    let small = halved(&given, w, h);
    let least = halved(&small, w / 2, h / 2);
    gl.target(gl::RGBA8, 16, 16);
    gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 16, 16, RGBA.0, RGBA.1, given.as_ptr().cast());
    for kind in KINDS {
        let internal = kind.0;
        let name = |what: &str| format!("{internal:#06x}, {what}");
        gl.texture(gl::TEXTURE_2D);
        gl.CopyTexImage2D(gl::TEXTURE_2D, 0, internal, 0, 0, 16, 16, 0);
        gl.error(&name("copied"));
        is_near(gl, &name("copied"), gl::TEXTURE_2D, 0, kind, &given);
        // A block of a smaller level spans more of the colours: its steps are wider.
        let wider = |times: i32| (kind.0, kind.1, kind.2 * times);
        gl.GenerateMipmap(gl::TEXTURE_2D);
        gl.error(&name("mipmaps"));
        is_near(gl, &name("level 1"), gl::TEXTURE_2D, 1, wider(2), &small);
        is_near(gl, &name("level 2"), gl::TEXTURE_2D, 2, wider(3), &least);
        // Sizes that are no whole blocks end in cut ones.
        gl.texture(gl::TEXTURE_2D);
        gl.CopyTexImage2D(gl::TEXTURE_2D, 0, internal, 1, 2, 14, 13, 0);
        gl.error(&name("of odd size"));
        let cut: Vec<u8> = (0..13).flat_map(|y| given[((y + 2) * w + 1) * 4..][..14 * 4].to_vec()).collect();
        is_near(gl, &name("of odd size"), gl::TEXTURE_2D, 0, kind, &cut);
        // Into parts of immutable storage, and into a layer.
        let array = gl.texture(gl::TEXTURE_2D_ARRAY);
        gl.TexStorage3D(gl::TEXTURE_2D_ARRAY, 2, internal, 16, 16, 2);
        for z in 0..2 {
            gl.TexSubImage3D(gl::TEXTURE_2D_ARRAY, 0, 0, 0, z, 16, 16, 1, RGBA.0, RGBA.1, given.as_ptr().cast());
        }
        gl.CopyTexSubImage3D(gl::TEXTURE_2D_ARRAY, 0, 4, 8, 1, 0, 0, 8, 4);
        gl.error(&name("into a layer"));
        gl.CopyTextureSubImage3D(array, 0, 2, 8, 1, 0, 0, 8, 4);
        gl.error(&name("inside a block"));
        let mut there = [given.clone(), given.clone()].concat();
        for y in 0..4 {
            let to = ((16 + 8 + y) * w + 4) * 4;
            there[to..to + 32].copy_from_slice(&given[y * w * 4..][..32]);
        }
        is_near(gl, &name("into a layer"), gl::TEXTURE_2D_ARRAY, 0, kind, &there);
        gl.GenerateTextureMipmap(array);
        gl.error(&name("mipmaps of layers"));
        let halves = [small.clone(), halved(&there[w * h * 4..], w, h)].concat();
        is_near(gl, &name("mipmaps of layers"), gl::TEXTURE_2D_ARRAY, 1, wider(3), &halves);
    }
    gl.texture(gl::TEXTURE_RECTANGLE);
    gl.CopyTexImage2D(gl::TEXTURE_RECTANGLE, 0, gl::COMPRESSED_RGBA_S3TC_DXT5_EXT, 0, 0, 16, 16, 0);
    gl.error("into a rectangle");
    gl.texture(gl::TEXTURE_2D);
    gl.CopyTexImage2D(gl::TEXTURE_2D, 0, gl::COMPRESSED_RGB8_ETC2, 0, 0, 16, 16, 0);
    gl.error("into what nothing compresses into");
    gl.TexStorage2D(gl::TEXTURE_2D, 2, gl::COMPRESSED_RGB8_ETC2, 16, 16);
    gl.CopyTexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 0, 0, 16, 16);
    gl.error("into storage that nothing compresses into");
});

// red once: with the first colour of blocks of S3TC for all their texels
rule!(18, uncompressed_texels_go_into_parts_of_compressed_images, |gl| {
    let (w, h) = (12usize, 8usize);
    let given = smooth(w, h);
    let buffer = gl.buffer(gl::PIXEL_UNPACK_BUFFER, &given);
    gl.BindBuffer(gl::PIXEL_UNPACK_BUFFER, 0);
    for (internal, channels, off) in KINDS {
        for from_buffer in [false, true] {
            gl.texture(gl::TEXTURE_2D);
            gl.TexStorage2D(gl::TEXTURE_2D, 1, internal, 16, 12);
            gl.BindBuffer(gl::PIXEL_UNPACK_BUFFER, if from_buffer { buffer } else { 0 });
            let data = if from_buffer { std::ptr::null() } else { given.as_ptr().cast() };
            gl.TexSubImage2D(gl::TEXTURE_2D, 0, 4, 4, w as i32, h as i32, gl::RGBA, gl::UNSIGNED_BYTE, data);
            gl.BindBuffer(gl::PIXEL_UNPACK_BUFFER, 0);
            let name = format!("{internal:#06x} {from_buffer}");
            gl.error(&name);
            let mut all = vec![0u8; 16 * 12 * 4];
            gl.GetTexImage(gl::TEXTURE_2D, 0, gl::RGBA, gl::UNSIGNED_BYTE, all.as_mut_ptr().cast());
            // The native driver splits blocks of BPTC in two by their brightness, which is coarse.
            let off = if gl.is_native() { 2 * off } else { off };
            for (i, texel) in given.chunks_exact(4).enumerate() {
                let at = ((i / w + 4) * 16 + i % w + 4) * 4;
                for c in 0..channels {
                    let (wanted, got) = (i32::from(texel[c]), i32::from(all[at + c]));
                    assert!((wanted - got).abs() <= off, "{name} texel {i} channel {c}: {got} for {wanted}");
                }
            }
        }
    }
    let part = |what: &str, internal: u32, at: (i32, i32), size: (i32, i32), texels: (u32, u32)| {
        gl.texture(gl::TEXTURE_2D);
        gl.TexStorage2D(gl::TEXTURE_2D, 1, internal, 10, 6);
        let data = given.as_ptr().cast();
        gl.TexSubImage2D(gl::TEXTURE_2D, 0, at.0, at.1, size.0, size.1, texels.0, texels.1, data);
        gl.error(what);
    };
    let rgba = (gl::RGBA, gl::UNSIGNED_BYTE);
    let dxt5 = gl::COMPRESSED_RGBA_S3TC_DXT5_EXT;
    part("whole", dxt5, (0, 0), (10, 6), rgba);
    part("the blocks at the end", dxt5, (8, 4), (2, 2), rgba);
    part("inside a block", dxt5, (2, 0), (4, 4), rgba);
    part("half a block", dxt5, (0, 0), (2, 4), rgba);
    part("outside", dxt5, (8, 4), (4, 4), rgba);
    part("integers", dxt5, (0, 0), (4, 4), (gl::RGBA_INTEGER, gl::UNSIGNED_BYTE));
    part("a family that nothing compresses into", gl::COMPRESSED_RGBA8_ETC2_EAC, (0, 0), (4, 4), rgba);
    gl.DeleteBuffers(1, &buffer);
});
