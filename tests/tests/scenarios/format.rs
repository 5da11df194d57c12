//! Compressed formats, and block parameters (GL 4.6 core 8.7, 18.2.2; rule 18).

use super::sampling::sample;
use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};

const RED_RGTC1: u32 = gl::COMPRESSED_RED_RGTC1;

/// Reads the compressed level whole.
unsafe fn read_blocks(gl: &Scene, name: &str, bytes: usize) {
    let mut out = vec![0xA5; bytes];
    gl.GetCompressedTexImage(gl::TEXTURE_2D, 0, out.as_mut_ptr().cast());
    gl.bytes(name, &out);
}

// red once: blocks of textures without all their levels were read as zeros, and formats that the driver does not list refused
rule!(18, compressed_families_are_uploaded_sampled_and_read, |gl| {
    for &(internal, block) in COMPRESSED_FORMATS {
        gl.texture(gl::TEXTURE_2D);
        // 10 x 6 texels are three by two blocks, cut at both ends.
        let data = noise(internal, 6 * block);
        gl.CompressedTexImage2D(gl::TEXTURE_2D, 0, internal, 10, 6, 0, data.len() as i32, data.as_ptr().cast());
        gl.error(&format!("{internal:#06x}"));
        sample(gl, &format!("{internal:#06x}"), "sampler2D", "texture(s, uv)");
        let part = noise(internal + 1, block);
        gl.CompressedTexSubImage2D(gl::TEXTURE_2D, 0, 8, 4, 2, 2, internal, block as i32, part.as_ptr().cast());
        gl.error(&format!("{internal:#06x} part"));
        sample(gl, &format!("{internal:#06x}, part replaced"), "sampler2D", "texture(s, uv)");
        read_blocks(gl, &format!("{internal:#06x} blocks"), 6 * block);
    }
});

// red once: with skipped rows not skipped
rule!(18, block_parameters_choose_and_place_compressed_blocks, |gl| {
    let data = noise(3, 16 * 8 * 2);
    for (pname, value) in [
        (gl::UNPACK_COMPRESSED_BLOCK_WIDTH, 4),
        (gl::UNPACK_COMPRESSED_BLOCK_HEIGHT, 4),
        (gl::UNPACK_COMPRESSED_BLOCK_DEPTH, 1),
        (gl::UNPACK_COMPRESSED_BLOCK_SIZE, 8),
        (gl::UNPACK_ROW_LENGTH, 16),
        (gl::UNPACK_SKIP_PIXELS, 4),
        (gl::UNPACK_SKIP_ROWS, 8),
    ] {
        gl.PixelStorei(pname, value);
    }
    gl.texture(gl::TEXTURE_2D);
    gl.CompressedTexImage2D(gl::TEXTURE_2D, 0, RED_RGTC1, 8, 8, 0, 32, data.as_ptr().cast());
    gl.error("whole");
    read_blocks(gl, "out of memory of 16 texels a row", 32);
    let buffer = gl.buffer(gl::PIXEL_UNPACK_BUFFER, &data);
    gl.CompressedTexSubImage2D(gl::TEXTURE_2D, 0, 0, 4, 8, 4, RED_RGTC1, 16, 8 as *const _);
    gl.error("from a buffer");
    gl.CompressedTexImage2D(gl::TEXTURE_2D, 0, RED_RGTC1, 8, 8, 0, 32, 64 as *const _);
    gl.error("whole, from a buffer");
    gl.CompressedTexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 8, 8, RED_RGTC1, 32, 240 as *const _);
    gl.error("past the end of the buffer");
    gl.BindBuffer(gl::PIXEL_UNPACK_BUFFER, 0);
    gl.DeleteBuffers(1, &buffer);
    read_blocks(gl, "out of a buffer", 32);
    gl.PixelStorei(gl::UNPACK_SKIP_PIXELS, 3);
    gl.CompressedTexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 4, 4, RED_RGTC1, 8, data.as_ptr().cast());
    gl.error("no whole block skipped");
    for (pname, value) in [
        (gl::PACK_COMPRESSED_BLOCK_WIDTH, 4),
        (gl::PACK_COMPRESSED_BLOCK_HEIGHT, 4),
        (gl::PACK_COMPRESSED_BLOCK_SIZE, 8),
        (gl::PACK_ROW_LENGTH, 20),
        (gl::PACK_SKIP_PIXELS, 8),
        (gl::PACK_SKIP_ROWS, 4),
    ] {
        gl.PixelStorei(pname, value);
    }
    read_blocks(gl, "into rows of 20 texels", 160);
    gl.blank_buffer(gl::PIXEL_PACK_BUFFER, 160, 0x11);
    gl.GetCompressedTexImage(gl::TEXTURE_2D, 0, std::ptr::null_mut());
    gl.error("into a buffer");
    gl.read_buffer("in a buffer", gl::PIXEL_PACK_BUFFER, 0, 160);
});

against_native!(bad_compressed_calls_have_their_errors, |gl| {
    gl.texture(gl::TEXTURE_2D);
    let data = noise(1, 256);
    let whole = |what: &str, internal: u32, w: i32, h: i32, border: i32, size: i32| {
        gl.CompressedTexImage2D(gl::TEXTURE_2D, 0, internal, w, h, border, size, data.as_ptr().cast());
        gl.error(what);
    };
    whole("too few bytes", RED_RGTC1, 8, 8, 0, 31);
    whole("too many bytes", RED_RGTC1, 8, 8, 0, 33);
    whole("negative bytes", RED_RGTC1, 8, 8, 0, -32);
    whole("negative width", RED_RGTC1, -8, 8, 0, 32);
    whole("no compressed format", gl::RGBA8, 8, 8, 0, 256);
    whole("a generic format", gl::COMPRESSED_RED, 8, 8, 0, 32);
    whole("a border", RED_RGTC1, 8, 8, 1, 32);
    whole("good", RED_RGTC1, 8, 8, 0, 32);
    let part = |what: &str, internal: u32, at: (i32, i32), size: (i32, i32), bytes: i32| {
        let data = data.as_ptr().cast();
        gl.CompressedTexSubImage2D(gl::TEXTURE_2D, 0, at.0, at.1, size.0, size.1, internal, bytes, data);
        gl.error(what);
    };
    part("inside a block", RED_RGTC1, (2, 0), (4, 4), 8);
    part("half a block", RED_RGTC1, (0, 0), (2, 4), 8);
    part("another format", gl::COMPRESSED_SIGNED_RED_RGTC1, (0, 0), (4, 4), 8);
    part("outside", RED_RGTC1, (8, 0), (4, 4), 8);
    part("negative", RED_RGTC1, (-4, 0), (4, 4), 8);
    part("good part", RED_RGTC1, (4, 4), (4, 4), 8);
    gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 4, 4, gl::RED, gl::UNSIGNED_BYTE, data.as_ptr().cast());
    gl.error("uncompressed texels");
    gl.GetCompressedTexImage(gl::TEXTURE_2D, 5, std::ptr::null_mut());
    gl.error("a level that is not there");
    gl.texture(gl::TEXTURE_RECTANGLE);
    gl.CompressedTexImage2D(gl::TEXTURE_RECTANGLE, 0, RED_RGTC1, 8, 8, 0, 32, data.as_ptr().cast());
    gl.error("a rectangle");
    gl.texture(gl::TEXTURE_3D);
    gl.CompressedTexImage3D(gl::TEXTURE_3D, 0, RED_RGTC1, 8, 8, 1, 0, 32, data.as_ptr().cast());
    gl.error("a volume");
});
