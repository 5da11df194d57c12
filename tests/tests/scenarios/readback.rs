//! Readbacks: formats, pack parameters, pack buffers (GL 3.3 core 4.3.1, 6.1.4; rules 31 to 35).

use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};

const RGBA8: (u32, u32) = (gl::RGBA, gl::UNSIGNED_BYTE);

/// Formats and types of colour readbacks.
const TRANSFERS: &[(u32, u32)] = &[
    (gl::RGBA, gl::UNSIGNED_BYTE),
    (gl::BGRA, gl::UNSIGNED_BYTE),
    (gl::RGB, gl::UNSIGNED_BYTE),
    (gl::BGR, gl::UNSIGNED_BYTE),
    (gl::RG, gl::UNSIGNED_BYTE),
    (gl::RED, gl::UNSIGNED_BYTE),
    (gl::GREEN, gl::UNSIGNED_BYTE),
    (gl::BLUE, gl::BYTE),
    (gl::RGBA, gl::BYTE),
    (gl::RGBA, gl::UNSIGNED_SHORT),
    (gl::RGBA, gl::SHORT),
    (gl::RGBA, gl::UNSIGNED_INT),
    (gl::RGBA, gl::INT),
    (gl::RGBA, gl::HALF_FLOAT),
    (gl::RGBA, gl::FLOAT),
    (gl::BGRA, gl::UNSIGNED_INT_8_8_8_8_REV),
    (gl::RGBA, gl::UNSIGNED_INT_8_8_8_8),
    (gl::RGB, gl::UNSIGNED_SHORT_5_6_5),
    (gl::RGB, gl::UNSIGNED_SHORT_5_6_5_REV),
    (gl::RGBA, gl::UNSIGNED_SHORT_4_4_4_4),
    (gl::BGRA, gl::UNSIGNED_SHORT_1_5_5_5_REV),
    (gl::RGBA, gl::UNSIGNED_SHORT_5_5_5_1),
    (gl::RGBA, gl::UNSIGNED_INT_2_10_10_10_REV),
    (gl::RGB, gl::UNSIGNED_BYTE_3_3_2),
    (gl::RGB, gl::UNSIGNED_INT_10F_11F_11F_REV),
    (gl::RGB, gl::UNSIGNED_INT_5_9_9_9_REV),
];

// red once: with the driver's pixels left as they are in pairs that it does not read
rule!(31, every_transfer_from_every_kind_of_colour, masks = ["bgra"], |gl| {
    for internal in
        [gl::RGBA8, gl::RGB8, gl::R8, gl::RGBA16, gl::RGBA16F, gl::RGBA32F, gl::RGB10_A2, gl::SRGB8_ALPHA8, gl::RGB565]
    {
        gl.target(internal, 4, 2);
        let (format, ty) = match internal {
            gl::RGBA16 => (gl::RGBA, gl::UNSIGNED_SHORT),
            // Not negative: for those the driver clamps where it reads floats as signed integers, which GL does not ask for.
            gl::RGBA16F | gl::RGBA32F => (gl::RGBA, gl::UNSIGNED_SHORT),
            _ => RGBA8,
        };
        gl.image_2d(gl::TEXTURE_2D, 0, internal, (4, 2), (format, ty), &noise(internal, 8 * texel_bytes(format, ty)));
        for &(format, ty) in TRANSFERS {
            // The driver's 32-bit reads of these overflow where a component is one.
            if matches!(internal, gl::RGB10_A2 | gl::RGB565) && matches!(ty, gl::UNSIGNED_INT | gl::INT) {
                continue;
            }
            let name = format!("{internal:#06x} as {format:#06x} {ty:#06x}");
            gl.read(&name, (0, 0, 4, 2), (format, ty));
            gl.read_texture(&format!("texture {name}"), gl::TEXTURE_2D, 0, 8, (format, ty));
            gl.error(&name);
        }
    }
});

// red once: with the driver's pixels left as they are in pairs that it does not read
rule!(31, integers_are_read_as_integers_alone, |gl| {
    for internal in [gl::RGBA8UI, gl::R16UI, gl::RGBA32UI, gl::RGBA8I, gl::RG32I] {
        gl.target(internal, 4, 1);
        gl.BindTexture(gl::TEXTURE_2D, gl.target(internal, 4, 1).texture);
        let (format, ty) = Scene::transfer(internal);
        gl.image_2d(gl::TEXTURE_2D, 0, internal, (4, 1), (format, ty), &noise(internal, 4 * texel_bytes(format, ty)));
        for ty in [gl::UNSIGNED_BYTE, gl::BYTE, gl::UNSIGNED_SHORT, gl::SHORT, gl::UNSIGNED_INT, gl::INT] {
            for format in [gl::RGBA_INTEGER, gl::BGRA_INTEGER, gl::RED_INTEGER] {
                let name = format!("{internal:#06x} as {format:#06x} {ty:#06x}");
                gl.read(&name, (0, 0, 4, 1), (format, ty));
                gl.read_texture(&format!("texture {name}"), gl::TEXTURE_2D, 0, 4, (format, ty));
                gl.error(&name);
            }
        }
        gl.read("as floats", (0, 0, 4, 1), (gl::RGBA, gl::FLOAT));
        gl.error("as floats");
    }
});

// red once: with the driver's pixels left as they are in pairs that it does not read
// Not with sampled depth, which the walk has: of these numbers the driver samples some of 24 bits one off.
rule!(31, depth_and_stencil_are_read, |gl| {
    for internal in [
        gl::DEPTH24_STENCIL8,
        gl::DEPTH32F_STENCIL8,
        gl::DEPTH_COMPONENT16,
        gl::DEPTH_COMPONENT24,
        gl::DEPTH_COMPONENT32F,
    ] {
        gl.target(gl::RGBA8, 4, 2);
        let texture = gl.texture(gl::TEXTURE_2D);
        let (format, ty) = Scene::transfer(internal);
        let mut data = noise(internal, 8 * texel_bytes(format, ty));
        if ty == gl::FLOAT || ty == gl::FLOAT_32_UNSIGNED_INT_24_8_REV {
            for (i, texel) in data.chunks_mut(texel_bytes(format, ty)).enumerate() {
                texel[..4].copy_from_slice(&(i as f32 / 9.0).to_ne_bytes());
            }
        }
        gl.image_2d(gl::TEXTURE_2D, 0, internal, (4, 2), (format, ty), &data);
        let point = if format == gl::DEPTH_STENCIL { gl::DEPTH_STENCIL_ATTACHMENT } else { gl::DEPTH_ATTACHMENT };
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, point, gl::TEXTURE_2D, texture, 0);
        gl.status(&format!("{internal:#06x}"));
        for (format, ty) in [
            (gl::DEPTH_COMPONENT, gl::FLOAT),
            (gl::DEPTH_COMPONENT, gl::UNSIGNED_INT),
            (gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT),
            (gl::DEPTH_COMPONENT, gl::UNSIGNED_BYTE),
            (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE),
            (gl::STENCIL_INDEX, gl::UNSIGNED_INT),
            (gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8),
            (gl::DEPTH_STENCIL, gl::FLOAT_32_UNSIGNED_INT_24_8_REV),
        ] {
            let name = format!("{internal:#06x} as {format:#06x} {ty:#06x}");
            gl.read(&name, (0, 0, 4, 2), (format, ty));
            gl.error(&name);
            if format != gl::STENCIL_INDEX {
                gl.read_texture(&format!("texture {name}"), gl::TEXTURE_2D, 0, 8, (format, ty));
                gl.error(&name);
            }
        }
    }
});

// red once: with skipped pixels not skipped
rule!(31, pack_parameters_place_every_pixel, |gl| {
    gl.target(gl::RGBA8, 8, 8);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (8, 8), RGBA8, &noise(1, 256));
    let cases: [&[(u32, i32)]; 5] = [
        &[(gl::PACK_ALIGNMENT, 8)],
        &[(gl::PACK_ROW_LENGTH, 7)],
        &[(gl::PACK_ROW_LENGTH, 9), (gl::PACK_SKIP_PIXELS, 2), (gl::PACK_SKIP_ROWS, 1)],
        &[(gl::PACK_SWAP_BYTES, 1)],
        &[(gl::PACK_ALIGNMENT, 2), (gl::PACK_SKIP_PIXELS, 1)],
    ];
    for (n, case) in cases.iter().enumerate() {
        for (format, ty) in [(gl::RGB, gl::UNSIGNED_BYTE), (gl::RG, gl::UNSIGNED_SHORT), (gl::RGBA, gl::FLOAT)] {
            for buffer in [false, true] {
                for &(pname, value) in *case {
                    gl.PixelStorei(pname, value);
                }
                let mut room = vec![0xA5u8; 2048];
                let pointer = if buffer {
                    gl.blank_buffer(gl::PIXEL_PACK_BUFFER, 2048, 0xA5);
                    32 as *mut std::ffi::c_void
                } else {
                    room.as_mut_ptr().cast()
                };
                gl.ReadPixels(1, 2, 5, 4, format, ty, pointer);
                let name = format!("case {n}, {format:#06x} {ty:#06x}, buffer {buffer}");
                gl.error(&name);
                if buffer {
                    gl.read_buffer(&name, gl::PIXEL_PACK_BUFFER, 0, 2048);
                    gl.BindBuffer(gl::PIXEL_PACK_BUFFER, 0);
                } else {
                    gl.bytes(&name, &room);
                }
                for (pname, value) in [
                    (gl::PACK_ALIGNMENT, 4),
                    (gl::PACK_ROW_LENGTH, 0),
                    (gl::PACK_SKIP_PIXELS, 0),
                    (gl::PACK_SKIP_ROWS, 0),
                    (gl::PACK_SWAP_BYTES, 0),
                ] {
                    gl.PixelStorei(pname, value);
                }
            }
        }
    }
});

// red once: with `image_height` left out of the addresses
rule!(31, volumes_are_read_whole, |gl| {
    gl.texture(gl::TEXTURE_3D);
    gl.image_3d(gl::TEXTURE_3D, 0, gl::RGBA8, (3, 2, 4), RGBA8, &noise(2, 96));
    gl.PixelStorei(gl::PACK_ALIGNMENT, 1);
    gl.PixelStorei(gl::PACK_IMAGE_HEIGHT, 3);
    gl.PixelStorei(gl::PACK_SKIP_IMAGES, 1);
    let mut room = vec![0xA5u8; 512];
    gl.GetTexImage(gl::TEXTURE_3D, 0, gl::RGB, gl::UNSIGNED_BYTE, room.as_mut_ptr().cast());
    gl.bytes("skipped image and image height", &room);
    gl.PixelStorei(gl::PACK_IMAGE_HEIGHT, 0);
    gl.PixelStorei(gl::PACK_SKIP_IMAGES, 0);
    gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 2, gl::RGBA8, (3, 3), RGBA8, &noise(3, 36));
    gl.read_texture("a level above undefined ones", gl::TEXTURE_2D, 2, 9, RGBA8);
    gl.texture(gl::TEXTURE_1D);
    gl.TexImage1D(gl::TEXTURE_1D, 0, gl::RGBA8 as i32, 9, 0, RGBA8.0, RGBA8.1, noise(4, 36).as_ptr().cast());
    gl.read_texture("1D", gl::TEXTURE_1D, 0, 9, RGBA8);
    gl.texture(gl::TEXTURE_1D_ARRAY);
    gl.image_2d(gl::TEXTURE_1D_ARRAY, 0, gl::RGBA8, (5, 3), RGBA8, &noise(5, 60));
    gl.read_texture("1D array", gl::TEXTURE_1D_ARRAY, 0, 15, RGBA8);
    gl.texture(gl::TEXTURE_RECTANGLE);
    gl.image_2d(gl::TEXTURE_RECTANGLE, 0, gl::RGBA8, (5, 3), RGBA8, &noise(6, 60));
    gl.read_texture("rectangle", gl::TEXTURE_RECTANGLE, 0, 15, RGBA8);
    gl.error("all");
});

// red once: with every other read into the buffer left out
rule!(32, a_pack_buffer_is_filled_in_order, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.blank_buffer(gl::PIXEL_PACK_BUFFER, 256, 0x11);
    for i in 0..4 {
        gl.clear([i as f32 / 4.0, 0.5, 0.25, 1.0]);
        gl.ReadPixels(0, 0, 4, 4, gl::RGBA, gl::UNSIGNED_BYTE, (i * 64) as _);
    }
    gl.read_buffer("all four", gl::PIXEL_PACK_BUFFER, 0, 256);
    gl.clear([1.0, 0.0, 0.0, 1.0]);
    gl.ReadPixels(0, 0, 4, 4, gl::RGBA, gl::UNSIGNED_BYTE, 64 as _);
    let map = gl.MapBufferRange(gl::PIXEL_PACK_BUFFER, 0, 256, gl::MAP_READ_BIT);
    let mut seen = vec![0u8; 256];
    std::ptr::copy_nonoverlapping(map.cast(), seen.as_mut_ptr(), 256);
    gl.UnmapBuffer(gl::PIXEL_PACK_BUFFER);
    gl.bytes("as mapped", &seen);
    gl.BufferSubData(gl::PIXEL_PACK_BUFFER, 0, 4, [1u8, 2, 3, 4].as_ptr().cast());
    gl.ReadPixels(0, 0, 1, 1, gl::RGBA, gl::UNSIGNED_BYTE, 4 as _);
    gl.read_buffer("mixed writers", gl::PIXEL_PACK_BUFFER, 0, 16);
    // What was packed is a texture's texels next.
    let mut buffer = 0;
    gl.GetIntegerv(gl::PIXEL_PACK_BUFFER_BINDING, &mut buffer);
    gl.BindBuffer(gl::PIXEL_PACK_BUFFER, 0);
    gl.BindBuffer(gl::PIXEL_UNPACK_BUFFER, buffer as u32);
    gl.texture(gl::TEXTURE_2D);
    gl.TexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8 as i32, 8, 8, 0, gl::RGBA, gl::UNSIGNED_BYTE, std::ptr::null());
    gl.BindBuffer(gl::PIXEL_UNPACK_BUFFER, 0);
    gl.read_texture("unpacked", gl::TEXTURE_2D, 0, 64, RGBA8);
    gl.error("all");
});

// red once: with the rows of every piece counted from its start
rule!(33, readbacks_larger_than_a_reply_slot, |gl| {
    gl.target(gl::RGBA32F, 700, 500);
    gl.vertex_array();
    gl.program(FULL_VS, "in vec2 uv; out vec4 o; void main() { o = vec4(gl_FragCoord.xy, uv); }");
    gl.draw_full();
    let mut pixels = vec![0f32; 700 * 500 * 4];
    gl.ReadPixels(0, 0, 700, 500, gl::RGBA, gl::FLOAT, pixels.as_mut_ptr().cast());
    // Every pixel is looked at here, some are shown.
    let wrong = pixels
        .chunks(4)
        .enumerate()
        .position(|(i, p)| p[0] != (i % 700) as f32 + 0.5 || p[1] != (i / 700) as f32 + 0.5);
    gl.i64s("the first wrong pixel", &[wrong.map_or(-1, |i| i as i64)]);
    gl.f32s("some pixels", &pixels.iter().step_by(4999).copied().collect::<Vec<_>>());
    pixels.fill(0.0);
    gl.GetTexImage(gl::TEXTURE_2D, 0, gl::RGBA, gl::FLOAT, pixels.as_mut_ptr().cast());
    gl.f32s("some texels", &pixels.iter().step_by(4999).copied().collect::<Vec<_>>());
});

// Verbs set all that they need through the shadow, so that none of its parts alone, left out, was seen here.
// red once: with a scissor rectangle that a read of pixels set behind the shadow
rule!(34, a_readback_leaves_no_state_changed, |gl| {
    let target = gl.target(gl::RGBA8, 4, 4);
    let other = gl.target(gl::RGBA8, 4, 4);
    gl.Enable(gl::SCISSOR_TEST);
    gl.Scissor(1, 1, 2, 2);
    // What the driver has before the reads is what a clear finds after them.
    gl.clear([0.0, 1.0, 0.0, 1.0]);
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, target.framebuffer);
    gl.BindTexture(gl::TEXTURE_2D, target.texture);
    gl.read_texture("texture", gl::TEXTURE_2D, 0, 16, RGBA8);
    gl.read("pixels", (0, 0, 2, 2), RGBA8);
    gl.clear([1.0, 0.0, 0.0, 1.0]);
    gl.read_rgba8("not drawn to", 4, 4);
    gl.BindFramebuffer(gl::FRAMEBUFFER, other.framebuffer);
    gl.read_rgba8("scissored clear", 4, 4);
    for pname in [gl::DRAW_FRAMEBUFFER_BINDING, gl::READ_FRAMEBUFFER_BINDING, gl::TEXTURE_BINDING_2D] {
        let mut value = 0;
        gl.GetIntegerv(pname, &mut value);
        let known = [target.framebuffer, other.framebuffer, target.texture, other.texture]
            .iter()
            .position(|&n| n == value as u32);
        gl.i32s(&format!("{pname:#06x}"), &[known.map_or(-1, |i| i as i32)]);
    }
});

// red once: with pack buffers not looked at
rule!(35, a_declined_readback_leaves_the_destination_alone, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.clear([0.5; 4]);
    let read = |name: &str, format, ty| {
        let mut room = [0xA5u8; 256];
        gl.ReadPixels(0, 0, 4, 4, format, ty, room.as_mut_ptr().cast());
        gl.error(name);
        gl.bytes(name, &room);
    };
    read("type", gl::RGBA, 0x1234);
    read("integers from unorm", gl::RGBA_INTEGER, gl::UNSIGNED_BYTE);
    read("no depth", gl::DEPTH_COMPONENT, gl::FLOAT);
    read("no stencil", gl::STENCIL_INDEX, gl::UNSIGNED_BYTE);
    read("no match", gl::RGBA, gl::UNSIGNED_SHORT_5_6_5);
    gl.ReadBuffer(gl::NONE);
    read("no read buffer", gl::RGBA, gl::UNSIGNED_BYTE);
    gl.ReadBuffer(gl::COLOR_ATTACHMENT0);
    gl.blank_buffer(gl::PIXEL_PACK_BUFFER, 63, 0xA5);
    gl.ReadPixels(0, 0, 4, 4, gl::RGBA, gl::UNSIGNED_BYTE, std::ptr::null_mut());
    gl.error("past the end of the buffer");
    gl.read_buffer("nothing was written", gl::PIXEL_PACK_BUFFER, 0, 63);
    gl.ReadPixels(0, 0, 1, 1, gl::RGBA, gl::FLOAT, 2 as _);
    gl.error("unaligned offset");
    gl.BindBuffer(gl::PIXEL_PACK_BUFFER, 0);
    gl.ReadPixels(0, 0, -1, 1, gl::RGBA, gl::UNSIGNED_BYTE, std::ptr::null_mut());
    gl.error("negative width");
    gl.framebuffer();
    let multi = gl.renderbuffer(gl::RGBA8, 4, 4, 4);
    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, multi);
    read("multisampled", gl::RGBA, gl::UNSIGNED_BYTE);
});

// red once: with the levels not shown again afterwards, another one was sampled. That they are shown while an image is attached
// only matters to drivers stricter than this one.
rule!(31, levels_outside_the_levels_that_are_shown_are_read, |gl| {
    // What ES does not allow as an attachment is no less an image.
    gl.texture(gl::TEXTURE_2D);
    for (level, side) in [(0, 8), (1, 4), (2, 2), (3, 1)] {
        gl.image_2d(
            gl::TEXTURE_2D,
            level,
            gl::RGBA8,
            (side, side),
            RGBA8,
            &noise(level as u32, (side * side * 4) as usize),
        );
    }
    let mut texture = 0;
    gl.GetIntegerv(gl::TEXTURE_BINDING_2D, &mut texture);
    for (base, max) in [(2, 1000), (0, 1), (1, 2), (3, 0)] {
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_BASE_LEVEL, base);
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, max);
        for (level, side) in [(0, 8), (1, 4), (2, 2), (3, 1)] {
            gl.read_texture(&format!("level {level} of {base} to {max}"), gl::TEXTURE_2D, level, side * side, RGBA8);
        }
    }
    // And the levels are those that were asked for, after all of that.
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_BASE_LEVEL, 1);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 2);
    gl.read_texture("below", gl::TEXTURE_2D, 0, 64, RGBA8);
    gl.target(gl::RGBA8, 4, 4);
    gl.BindTexture(gl::TEXTURE_2D, texture as u32);
    gl.vertex_array();
    gl.program(FULL_VS, "uniform sampler2D s; in vec2 uv; out vec4 o; void main() { o = textureLod(s, uv, 0.0); }");
    gl.draw_full();
    gl.read_rgba8("sampled", 4, 4);
    gl.error("all");
});

against_native!(pixels_outside_the_framebuffer_leave_memory_alone, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), RGBA8, &noise(1, 64));
    gl.read("partly outside", (-2, -1, 8, 7), RGBA8);
    gl.read("wholly outside", (10, 10, 3, 3), RGBA8);
    gl.error("all");
});

// red once: with the clamp left out of the record
rule!(9, read_colors_are_clamped_as_asked, |gl| {
    for internal in [gl::RGBA8_SNORM, gl::RG16_SNORM, gl::RGBA16F, gl::R32F, gl::RGBA16, gl::R11F_G11F_B10F] {
        gl.target(internal, 2, 1);
        gl.image_2d(
            gl::TEXTURE_2D,
            0,
            internal,
            (2, 1),
            (gl::RGBA, gl::FLOAT),
            &[-0.5f32, 0.25, 2.0, -1.0, 0.5, -0.75, 1.0, 3.0].map(f32::to_ne_bytes).concat(),
        );
        for (name, clamp) in [("fixed", gl::FIXED_ONLY), ("yes", gl::TRUE as u32), ("no", gl::FALSE as u32)] {
            gl.ClampColor(gl::CLAMP_READ_COLOR, clamp);
            for (format, ty) in [(gl::RGBA, gl::FLOAT), (gl::RGBA, gl::UNSIGNED_BYTE), (gl::RG, gl::HALF_FLOAT)] {
                let name = format!("{internal:#06x} as {format:#06x} {ty:#06x} clamped: {name}");
                gl.read(&name, (0, 0, 2, 1), (format, ty));
                gl.blank_buffer(gl::PIXEL_PACK_BUFFER, 32, 0xA5);
                gl.ReadPixels(0, 0, 2, 1, format, ty, std::ptr::null_mut());
                gl.read_buffer(&format!("packed: {name}"), gl::PIXEL_PACK_BUFFER, 0, 32);
                gl.BindBuffer(gl::PIXEL_PACK_BUFFER, 0);
            }
            gl.read_texture(&format!("texture {internal:#06x}, {name}"), gl::TEXTURE_2D, 0, 2, (gl::RGBA, gl::FLOAT));
        }
    }
    gl.error("all");
});

// red once: with the room of `glReadnPixels` not compared
rule!(35, a_destination_that_is_too_small_is_left_alone, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), RGBA8, &noise(1, 64));
    let (format, ty) = RGBA8;
    for room in [63i32, 64, 0] {
        let mut bytes = [0xA5u8; 64];
        gl.ReadnPixels(0, 0, 4, 4, format, ty, room, bytes.as_mut_ptr().cast());
        gl.error(&format!("glReadnPixels into {room}"));
        gl.bytes(&format!("glReadnPixels into {room}"), &bytes);
        bytes.fill(0xA5);
        gl.GetnTexImageARB(gl::TEXTURE_2D, 0, format, ty, room, bytes.as_mut_ptr().cast());
        gl.error(&format!("glGetnTexImage into {room}"));
        gl.bytes(&format!("glGetnTexImage into {room}"), &bytes);
        let mut texture = 0;
        gl.GetIntegerv(gl::TEXTURE_BINDING_2D, &mut texture);
        bytes.fill(0xA5);
        gl.GetTextureImage(texture as u32, 0, format, ty, room, bytes.as_mut_ptr().cast());
        gl.error(&format!("glGetTextureImage into {room}"));
        gl.bytes(&format!("glGetTextureImage into {room}"), &bytes);
        bytes.fill(0xA5);
        gl.GetTextureSubImage(texture as u32, 0, 0, 0, 0, 4, 4, 1, format, ty, room, bytes.as_mut_ptr().cast());
        gl.error(&format!("glGetTextureSubImage into {room}"));
        gl.bytes(&format!("glGetTextureSubImage into {room}"), &bytes);
    }
    gl.blank_buffer(gl::PIXEL_PACK_BUFFER, 64, 0xA5);
    gl.MapBufferRange(gl::PIXEL_PACK_BUFFER, 0, 4, gl::MAP_READ_BIT);
    gl.ReadPixels(0, 0, 4, 4, format, ty, std::ptr::null_mut());
    gl.error("into a mapped buffer");
    gl.GetTexImage(gl::TEXTURE_2D, 0, format, ty, std::ptr::null_mut());
    gl.error("a texture into a mapped buffer");
    gl.UnmapBuffer(gl::PIXEL_PACK_BUFFER);
    gl.GetTexImage(gl::TEXTURE_2D, 0, format, ty, 4 as _);
    gl.error("a texture past the end of the buffer");
    gl.read_buffer("nothing was written", gl::PIXEL_PACK_BUFFER, 0, 64);
});

// red once: with the room compared before a pack buffer, and with the pack buffer checked before the size of the rectangle
rule!(35, a_pack_buffer_needs_no_room_and_nothing_fits_everywhere, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), RGBA8, &noise(1, 64));
    gl.clear([1.0, 0.5, 0.25, 0.0]);
    let (format, ty) = RGBA8;
    let mut texture = 0;
    gl.GetIntegerv(gl::TEXTURE_BINDING_2D, &mut texture);
    let texture = texture as u32;
    let buffer = gl.blank_buffer(gl::PIXEL_PACK_BUFFER, 512, 0xA5);
    // Room is of memory; what a buffer holds is known.
    for room in [3, 0, -3] {
        gl.ReadnPixels(0, 0, 4, 4, format, ty, room, 4 as _);
        gl.error(&format!("glReadnPixels with {room}"));
        gl.GetnTexImageARB(gl::TEXTURE_2D, 0, format, ty, room, 80 as _);
        gl.error(&format!("glGetnTexImage with {room}"));
        gl.GetTextureImage(texture, 0, format, ty, room, 160 as _);
        gl.error(&format!("glGetTextureImage with {room}"));
        gl.GetTextureSubImage(texture, 0, 1, 1, 0, 2, 2, 1, format, ty, room, 240 as _);
        gl.error(&format!("glGetTextureSubImage with {room}"));
    }
    gl.ReadnPixels(0, 0, 4, 4, format, ty, 4096, 500 as _);
    gl.error("past the end");
    let nothing = |name: &str| {
        for at in [0usize, 508, 512, 4096] {
            gl.ReadPixels(0, 0, 0, 4, format, ty, at as _);
            gl.error(&format!("no column at {at}, {name}"));
            gl.ReadnPixels(0, 0, 4, 0, format, gl::FLOAT, 0, at as _);
            gl.error(&format!("no row at {at}, {name}"));
            gl.GetTextureSubImage(texture, 0, 1, 1, 0, 0, 2, 1, format, ty, 0, at as _);
            gl.error(&format!("nothing of a texture at {at}, {name}"));
        }
    };
    nothing("unmapped");
    gl.read_buffer("all", gl::PIXEL_PACK_BUFFER, 0, 512);
    gl.MapNamedBufferRange(buffer, 0, 4, gl::MAP_READ_BIT);
    nothing("mapped");
    gl.UnmapNamedBuffer(buffer);
});
