//! Compressed images as they are: every family, call, destination and pack parameter (GL 4.6 core 8.11, 18.2.2; rule 31).

use mgpipe_tests::{bindings::gl, rule, scene::*};

const W: i32 = 10;
const H: i32 = 6;
const D: i32 = 3;
/// Bytes of a destination; what is not written there stays 0xA5.
const ROOM: usize = 2048;

/// Reads by `call`, which gets the room and the pointer, into memory and into a pack buffer.
unsafe fn read(gl: &Scene, name: &str, call: &dyn Fn(i32, *mut std::ffi::c_void)) {
    let mut room = vec![0xA5u8; ROOM];
    call(ROOM as i32, room.as_mut_ptr().cast());
    gl.error(name);
    gl.bytes(name, &room);
    let buffer = gl.blank_buffer(gl::PIXEL_PACK_BUFFER, ROOM, 0xA5);
    call(ROOM as i32 - 16, 16 as _);
    gl.error(name);
    gl.read_buffer(&format!("{name}, packed"), gl::PIXEL_PACK_BUFFER, 0, ROOM);
    gl.BindBuffer(gl::PIXEL_PACK_BUFFER, 0);
    gl.DeleteBuffers(1, &buffer);
}

/// Pack parameters beside the block's.
const PACKS: [&[(u32, i32)]; 4] = [
    &[],
    &[(gl::PACK_ROW_LENGTH, 20)],
    &[(gl::PACK_ROW_LENGTH, 16), (gl::PACK_SKIP_PIXELS, 4), (gl::PACK_SKIP_ROWS, 4)],
    &[(gl::PACK_IMAGE_HEIGHT, 12), (gl::PACK_SKIP_IMAGES, 1), (gl::PACK_ROW_LENGTH, 12)],
];

unsafe fn with_pack(gl: &Scene, block: usize, pack: &[(u32, i32)], read: &dyn Fn()) {
    let sizes = [
        (gl::PACK_COMPRESSED_BLOCK_WIDTH, 4),
        (gl::PACK_COMPRESSED_BLOCK_HEIGHT, 4),
        (gl::PACK_COMPRESSED_BLOCK_DEPTH, 1),
        (gl::PACK_COMPRESSED_BLOCK_SIZE, block as i32),
    ];
    // Without parameters the block's are none either.
    let all: Vec<(u32, i32)> = if pack.is_empty() { Vec::new() } else { [&sizes[..], pack].concat() };
    all.iter().for_each(|&(pname, value)| gl.PixelStorei(pname, value));
    read();
    all.iter().for_each(|&(pname, _)| gl.PixelStorei(pname, 0));
}

// red once: with skipped pixels not skipped, and, without image copies, with no blocks kept
rule!(31, blocks_of_every_family_are_read_under_every_pack_parameter, masks = ["copy_image"], |gl| {
    let across = (W as usize).div_ceil(4) * (H as usize).div_ceil(4);
    for &(internal, block) in COMPRESSED_FORMATS {
        let target = gl::TEXTURE_2D_ARRAY;
        let texture = gl.texture(target);
        let data = noise(internal, across * block * D as usize);
        let len = data.len() as i32;
        gl.CompressedTexImage3D(target, 0, internal, W, H, D, 0, len, data.as_ptr().cast());
        // One slice anew, from a buffer.
        let slice = noise(internal + 1, across * block);
        let buffer = gl.buffer(gl::PIXEL_UNPACK_BUFFER, &slice);
        let (len, none) = (slice.len() as i32, std::ptr::null());
        gl.CompressedTexSubImage3D(target, 0, 0, 0, 1, W, H, 1, internal, len, none);
        gl.BindBuffer(gl::PIXEL_UNPACK_BUFFER, 0);
        gl.DeleteBuffers(1, &buffer);
        gl.error(&format!("{internal:#06x}"));
        for (n, pack) in PACKS.into_iter().enumerate() {
            with_pack(gl, block, pack, &|| {
                let name = format!("{internal:#06x}, pack {n}");
                read(gl, &name, &|_, to| gl.GetCompressedTexImage(target, 0, to));
                read(gl, &format!("{name}, named"), &|room, to| gl.GetCompressedTextureImage(texture, 0, room, to));
                let part = format!("{name}, part");
                read(gl, &part, &|room, to| {
                    gl.GetCompressedTextureSubImage(texture, 0, 4, 0, 1, W - 4, 4, 2, room, to);
                });
            });
        }
    }
});

// red once: without image copies, with no blocks kept; with another error for a region that begins in a block
rule!(31, blocks_of_every_target_and_level_are_read, masks = ["copy_image"], |gl| {
    let (internal, block) = (gl::COMPRESSED_RGBA_BPTC_UNORM, 16);
    // Levels of one texture, each noise of its own; the base level is above the first.
    let texture = gl.texture(gl::TEXTURE_2D);
    for (level, side) in [(0, 16), (1, 8), (2, 4), (3, 2), (4, 1)] {
        let blocks = (side as usize).div_ceil(4).pow(2) * block;
        let data = noise(level as u32 + 1, blocks);
        gl.CompressedTexImage2D(gl::TEXTURE_2D, level, internal, side, side, 0, blocks as i32, data.as_ptr().cast());
    }
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_BASE_LEVEL, 2);
    for level in 0..5 {
        read(gl, &format!("level {level}"), &|_, to| gl.GetCompressedTexImage(gl::TEXTURE_2D, level, to));
    }
    gl.error("levels");
    let mut exact = [0xA5u8; 64];
    for room in [63, 64] {
        gl.GetnCompressedTexImageARB(gl::TEXTURE_2D, 1, room, exact.as_mut_ptr().cast());
        gl.error(&format!("into {room}"));
        gl.bytes(&format!("into {room}"), &exact);
    }
    for room in [63, 64] {
        exact.fill(0xA5);
        gl.GetCompressedTextureImage(texture, 1, room, exact.as_mut_ptr().cast());
        gl.error(&format!("named, into {room}"));
        gl.bytes(&format!("named, into {room}"), &exact);
        exact.fill(0xA5);
        gl.GetCompressedTextureSubImage(texture, 1, 0, 0, 0, 8, 8, 1, room, exact.as_mut_ptr().cast());
        gl.error(&format!("a region, into {room}"));
        gl.bytes(&format!("a region, into {room}"), &exact);
    }
    gl.GetCompressedTextureSubImage(texture, 1, 2, 0, 0, 4, 4, 1, 64, exact.as_mut_ptr().cast());
    gl.error("a region that begins in a block");
    gl.texture(gl::TEXTURE_CUBE_MAP);
    for face in 0..6 {
        let data = noise(40 + face, 4 * block);
        let target = gl::TEXTURE_CUBE_MAP_POSITIVE_X + face;
        gl.CompressedTexImage2D(target, 0, internal, 8, 8, 0, 4 * block as i32, data.as_ptr().cast());
    }
    for face in 0..6 {
        let target = gl::TEXTURE_CUBE_MAP_POSITIVE_X + face;
        read(gl, &format!("face {face}"), &|_, to| gl.GetCompressedTexImage(target, 0, to));
    }
    let mut cube = 0;
    gl.GetIntegerv(gl::TEXTURE_BINDING_CUBE_MAP, &mut cube);
    read(gl, "all faces", &|room, to| gl.GetCompressedTextureImage(cube as u32, 0, room, to));
    read(gl, "two faces", &|room, to| gl.GetCompressedTextureSubImage(cube as u32, 0, 0, 4, 3, 8, 4, 2, room, to));
    gl.error("cube");
});

// red once: with skipped images counted for one slice, with the room compared before a pack buffer, and with the buffer
// checked before the size of the region
rule!(31, blocks_of_one_slice_skip_no_images, masks = ["copy_image"], |gl| {
    let (internal, block) = (gl::COMPRESSED_RGBA_BPTC_UNORM, 16);
    let texture = gl.texture(gl::TEXTURE_2D);
    let data = noise(7, 4 * block);
    gl.CompressedTexImage2D(gl::TEXTURE_2D, 0, internal, 8, 8, 0, data.len() as i32, data.as_ptr().cast());
    let pack = [(gl::PACK_SKIP_IMAGES, 2), (gl::PACK_IMAGE_HEIGHT, 16)];
    with_pack(gl, block, &pack, &|| {
        read(gl, "all", &|_, to| gl.GetCompressedTexImage(gl::TEXTURE_2D, 0, to));
        read(gl, "named", &|room, to| gl.GetCompressedTextureImage(texture, 0, room, to));
        read(gl, "part", &|room, to| gl.GetCompressedTextureSubImage(texture, 0, 4, 0, 0, 4, 8, 1, room, to));
    });
    let buffer = gl.blank_buffer(gl::PIXEL_PACK_BUFFER, 256, 0xA5);
    for room in [3, 0, -3] {
        gl.GetnCompressedTexImageARB(gl::TEXTURE_2D, 0, room, 4 as _);
        gl.error(&format!("all with {room}"));
        gl.GetCompressedTextureImage(texture, 0, room, 80 as _);
        gl.error(&format!("named with {room}"));
        gl.GetCompressedTextureSubImage(texture, 0, 4, 0, 0, 4, 8, 1, room, 160 as _);
        gl.error(&format!("part with {room}"));
    }
    for at in [0usize, 256, 4096] {
        gl.GetCompressedTextureSubImage(texture, 0, 4, 0, 0, 0, 8, 1, 0, at as _);
        gl.error(&format!("nothing at {at}"));
    }
    gl.read_buffer("buffer", gl::PIXEL_PACK_BUFFER, 0, 256);
    gl.MapNamedBufferRange(buffer, 0, 4, gl::MAP_READ_BIT);
    gl.GetCompressedTextureSubImage(texture, 0, 4, 0, 0, 0, 8, 1, 0, std::ptr::null_mut());
    gl.error("nothing, mapped");
    gl.UnmapNamedBuffer(buffer);
});
