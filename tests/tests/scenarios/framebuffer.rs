//! Framebuffer objects (GL 3.3 core 4.4; rules 1 to 15).

use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};

// red once: with attachment 0 always read
rule!(3, a_read_buffer_belongs_to_its_framebuffer, |gl| {
    let textures: Vec<u32> = (0..3)
        .map(|_| {
            let texture = gl.texture(gl::TEXTURE_2D);
            gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
            texture
        })
        .collect();
    let attach = |list: &[u32]| {
        let framebuffer = gl.framebuffer();
        for (i, &texture) in list.iter().enumerate() {
            gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0 + i as u32, gl::TEXTURE_2D, texture, 0);
        }
        framebuffer
    };
    // The two share an attachment.
    let a = attach(&textures[..2]);
    let b = attach(&textures[1..]);
    let buffers = [gl::COLOR_ATTACHMENT0, gl::COLOR_ATTACHMENT1];
    for (framebuffer, red) in [(a, 0.25), (b, 0.75)] {
        gl.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
        gl.DrawBuffers(2, buffers.as_ptr());
        gl.ClearBufferfv(gl::COLOR, 0, [red, 0.0f32, 0.0, 1.0].as_ptr());
        gl.ClearBufferfv(gl::COLOR, 1, [red, 1.0f32, 0.0, 1.0].as_ptr());
    }
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, a);
    gl.ReadBuffer(gl::COLOR_ATTACHMENT1);
    gl.read_rgba8("a1", 4, 4);
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, b);
    gl.read_rgba8("b0", 4, 4);
    gl.ReadBuffer(gl::COLOR_ATTACHMENT1);
    gl.read_rgba8("b1", 4, 4);
    gl.BindFramebuffer(gl::FRAMEBUFFER, a);
    gl.read_rgba8("a1 again", 4, 4);
    gl.ReadBuffer(gl::COLOR_ATTACHMENT0);
    gl.read_rgba8("a0", 4, 4);
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, b);
    gl.read_rgba8("b1 again", 4, 4);
    gl.integer::<1>("read buffer of b", gl::READ_BUFFER);
});

// red once: with a framebuffer's draw buffers set when it is bound for reading, too, those of the bound draw framebuffer changed
rule!(2, a_read_binding_never_moves_the_draw_buffers, |gl| {
    let make = |count: u32| {
        let framebuffer = gl.framebuffer();
        for i in 0..count {
            let texture = gl.texture(gl::TEXTURE_2D);
            gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
            gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0 + i, gl::TEXTURE_2D, texture, 0);
        }
        gl.DrawBuffers(2, [gl::COLOR_ATTACHMENT0, gl::COLOR_ATTACHMENT1].as_ptr());
        gl.clear([0.0; 4]);
        framebuffer
    };
    let (drawn, read) = (make(2), make(2));
    gl.BindFramebuffer(gl::DRAW_FRAMEBUFFER, drawn);
    gl.DrawBuffers(2, [gl::NONE, gl::COLOR_ATTACHMENT1].as_ptr());
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, read);
    gl.read_rgba8("read", 4, 4);
    gl.clear([0.0, 1.0, 0.0, 1.0]);
    gl.vertex_array();
    gl.program(
        FULL_VS,
        "layout(location = 0) out vec4 a; layout(location = 1) out vec4 b; void main() { a = vec4(1, 0, 0, 1); b = vec4(0, 0, 1, 1); }",
    );
    // One that was never drawn to is read for the first time, while the other one is bound for drawing.
    let image = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(6, 64));
    let mut fresh = 0;
    gl.GenFramebuffers(1, &mut fresh);
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, fresh);
    gl.FramebufferTexture2D(gl::READ_FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, image, 0);
    gl.read_rgba8("fresh", 4, 4);
    gl.Viewport(0, 0, 2, 4);
    gl.draw_full();
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, read);
    // Both are set up by now; reading once more leaves the draw buffers to the draw that follows.
    gl.ReadBuffer(gl::COLOR_ATTACHMENT1);
    gl.read_rgba8("read once more", 4, 4);
    gl.Viewport(0, 0, 4, 2);
    gl.draw_full();
    for (name, framebuffer) in [("drawn", drawn), ("read", read)] {
        gl.BindFramebuffer(gl::READ_FRAMEBUFFER, framebuffer);
        for i in 0..2 {
            gl.ReadBuffer(gl::COLOR_ATTACHMENT0 + i);
            gl.read_rgba8(&format!("{name} {i}"), 4, 4);
        }
    }
});

// red once: with attachments left on the points of their own numbers
rule!(4, every_kind_of_draw_buffer_array_draws_and_reads_right, |gl| {
    const N: usize = 4;
    let mut textures = [0; N];
    let framebuffer = gl.framebuffer();
    for (i, texture) in textures.iter_mut().enumerate() {
        *texture = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (2, 2), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0 + i as u32, gl::TEXTURE_2D, *texture, 0);
    }
    let source = gl.target(gl::RGBA8, 2, 2);
    gl.clear([0.5, 0.25, 0.125, 1.0]);
    gl.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
    gl.vertex_array();
    gl.program(
        FULL_VS,
        "layout(location = 0) out vec4 o[4]; void main() { for (int i = 0; i < 4; i++) o[i] = vec4(float(i + 1) / 4.0, 0, 1, 1); }",
    );
    let c = |i: u32| gl::COLOR_ATTACHMENT0 + i;
    let arrays: [&[u32]; 9] = [
        &[c(0), c(1), c(2), c(3)],
        &[c(3), c(2), c(1), c(0)],
        &[c(1), c(0), c(3), c(2)],
        &[gl::NONE, c(0), gl::NONE, c(1)],
        &[c(2)],
        &[gl::NONE, gl::NONE, gl::NONE, c(0)],
        &[c(1), gl::NONE, c(0)],
        &[gl::NONE],
        &[c(2), c(3), c(0), c(1)],
    ];
    for (n, array) in arrays.iter().enumerate() {
        gl.DrawBuffers(array.len() as i32, array.as_ptr());
        gl.clear([0.0, 1.0, 0.0, 0.5]);
        gl.draw_full();
        if array[0] != gl::NONE {
            gl.ClearBufferfv(gl::COLOR, 0, [0.1, 0.2, 0.3, 0.4f32].as_ptr());
        }
        for i in 0..N as u32 {
            gl.ReadBuffer(c(i));
            gl.read_rgba8(&format!("array {n}, attachment {i}"), 2, 2);
        }
        gl.BindFramebuffer(gl::READ_FRAMEBUFFER, source.framebuffer);
        gl.BlitFramebuffer(0, 0, 1, 2, 1, 0, 2, 2, gl::COLOR_BUFFER_BIT, gl::NEAREST);
        gl.BindFramebuffer(gl::READ_FRAMEBUFFER, framebuffer);
        for (i, &texture) in textures.iter().enumerate() {
            gl.BindTexture(gl::TEXTURE_2D, texture);
            gl.read_texture(
                &format!("array {n}, texture {i} after a blit"),
                gl::TEXTURE_2D,
                0,
                4,
                (gl::RGBA, gl::UNSIGNED_BYTE),
            );
        }
    }
    gl.error("all");
});

// red once: with layer and face always 0
rule!(5, every_shape_of_attachment_is_drawn_to, |gl| {
    gl.vertex_array();
    let program = gl.program(FULL_VS, COLOR_FS);
    gl.framebuffer();
    gl.Viewport(0, 0, 4, 4);
    let draw = |name: &str, color: f32| {
        gl.status(name);
        gl.clear([color, 0.0, 0.0, 1.0]);
        gl.vec4(program, "color", [0.0, color, 1.0, 1.0]);
        gl.Viewport(0, 0, 2, 4);
        gl.draw_full();
        gl.read_rgba8(name, 4, 4);
    };
    let (c0, fb) = (gl::COLOR_ATTACHMENT0, gl::FRAMEBUFFER);
    let cube = gl.texture(gl::TEXTURE_CUBE_MAP);
    for face in 0..6 {
        gl.image_2d(gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
    }
    for face in 0..6 {
        gl.FramebufferTexture2D(fb, c0, gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, cube, 0);
        draw(&format!("face {face}"), face as f32 / 6.0);
    }
    for face in 0..6 {
        let target = gl::TEXTURE_CUBE_MAP_POSITIVE_X + face;
        gl.read_texture(&format!("texels of face {face}"), target, 0, 16, (gl::RGBA, gl::UNSIGNED_BYTE));
    }
    let volume = gl.texture(gl::TEXTURE_3D);
    gl.image_3d(gl::TEXTURE_3D, 0, gl::RGBA8, (4, 4, 3), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(2, 192));
    for z in [2, 0] {
        gl.FramebufferTexture3D(fb, c0, gl::TEXTURE_3D, volume, 0, z);
        draw(&format!("slice {z}"), 0.25 + z as f32 / 4.0);
    }
    gl.read_texture("texels of the volume", gl::TEXTURE_3D, 0, 48, (gl::RGBA, gl::UNSIGNED_BYTE));
    let layers = gl.texture(gl::TEXTURE_1D_ARRAY);
    gl.TexImage2D(
        gl::TEXTURE_1D_ARRAY,
        0,
        gl::RGBA8 as i32,
        4,
        3,
        0,
        gl::RGBA,
        gl::UNSIGNED_BYTE,
        noise(3, 48).as_ptr().cast(),
    );
    gl.FramebufferTextureLayer(fb, c0, layers, 0, 1);
    gl.status("layer of a 1D array");
    gl.clear([1.0, 0.0, 1.0, 1.0]);
    gl.read_texture("texels of the 1D array", gl::TEXTURE_1D_ARRAY, 0, 12, (gl::RGBA, gl::UNSIGNED_BYTE));
    let line = gl.texture(gl::TEXTURE_1D);
    gl.TexImage1D(gl::TEXTURE_1D, 0, gl::RGBA8 as i32, 4, 0, gl::RGBA, gl::UNSIGNED_BYTE, std::ptr::null());
    gl.FramebufferTexture1D(fb, c0, gl::TEXTURE_1D, line, 0);
    gl.status("1D");
    gl.clear([0.0, 0.5, 1.0, 1.0]);
    gl.read_rgba8("pixels of the 1D texture", 4, 1);
    let rectangle = gl.texture(gl::TEXTURE_RECTANGLE);
    gl.image_2d(gl::TEXTURE_RECTANGLE, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
    gl.FramebufferTexture2D(fb, c0, gl::TEXTURE_RECTANGLE, rectangle, 0);
    draw("rectangle", 0.5);
    let levels = gl.texture(gl::TEXTURE_2D);
    gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 2);
    for level in 0..3 {
        gl.image_2d(gl::TEXTURE_2D, level, gl::RGBA8, (16 >> level, 16 >> level), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
    }
    gl.FramebufferTexture2D(fb, c0, gl::TEXTURE_2D, levels, 2);
    draw("level 2", 0.75);
});

against_native!(integer_and_float_attachments_hold_their_values, |gl| {
    gl.vertex_array();
    for (internal, kind, value) in [
        (gl::R8UI, "uvec4", "uvec4(200u)"),
        (gl::RG16UI, "uvec4", "uvec4(60000u, 3u, 0u, 0u)"),
        (gl::RGBA32UI, "uvec4", "uvec4(4000000000u, 1u, 2u, 3u)"),
        (gl::R32I, "ivec4", "ivec4(-2000000000)"),
        (gl::RGBA8I, "ivec4", "ivec4(-128, 127, -1, 0)"),
        (gl::RGBA16I, "ivec4", "ivec4(-32768, 32767, -1, 0)"),
        (gl::R16F, "vec4", "vec4(1.5)"),
        (gl::RG32F, "vec4", "vec4(-0.1, 1e20, 0, 0)"),
        (gl::RGBA16F, "vec4", "vec4(65504.0, -2.0, 0.333, 0.0)"),
        (gl::RGBA32F, "vec4", "vec4(0.1, 3e38, -5.0, 1e-30)"),
        (gl::R11F_G11F_B10F, "vec4", "vec4(0.1, 100.0, 5000.0, 1.0)"),
        (gl::RGB10_A2, "vec4", "vec4(0.1, 0.5, 0.9, 0.34)"),
        (gl::RGB10_A2UI, "uvec4", "uvec4(1023u, 5u, 512u, 2u)"),
        (gl::SRGB8_ALPHA8, "vec4", "vec4(0.1, 0.5, 0.9, 0.34)"),
        (gl::R8, "vec4", "vec4(0.7)"),
        (gl::RG8, "vec4", "vec4(0.7, 0.2, 0.1, 0.1)"),
        (gl::RGBA16, "vec4", "vec4(0.7, 0.2, 0.1, 0.1)"),
        (gl::RG16, "vec4", "vec4(0.71, 0.2, 0.1, 0.1)"),
        (gl::RGB5_A1, "vec4", "vec4(0.7, 0.2, 0.1, 0.6)"),
        (gl::RGBA4, "vec4", "vec4(0.7, 0.2, 0.1, 0.6)"),
        (gl::RGB565, "vec4", "vec4(0.7, 0.2, 0.1, 0.6)"),
    ] {
        gl.target(internal, 2, 2);
        gl.status(&format!("{internal:#06x}: status"));
        gl.program(FULL_VS, &format!("out {kind} o; void main() {{ o = {value}; }}"));
        gl.draw_full();
        let (format, ty) = match kind {
            "uvec4" => (gl::RGBA_INTEGER, gl::UNSIGNED_INT),
            "ivec4" => (gl::RGBA_INTEGER, gl::INT),
            _ => (gl::RGBA, gl::FLOAT),
        };
        gl.read(&format!("{internal:#06x}: pixels"), (0, 0, 2, 2), (format, ty));
    }
});

// red once: with the alpha of images that nothing has written left as the driver makes it
rule!(8, blending_into_an_image_without_alpha_that_nothing_wrote_sees_one, |gl| {
    gl.vertex_array();
    gl.program(FULL_VS, "layout(location = 0) out vec4 a; void main() { a = vec4(0.5, 1, 0.25, 0.25); }");
    gl.Enable(gl::BLEND);
    gl.BlendFunc(gl::DST_ALPHA, gl::ONE_MINUS_DST_ALPHA);
    for internal in [gl::RGB8, gl::RGB16, gl::RGB16F, gl::RGB32F, gl::SRGB8] {
        gl.framebuffer();
        let draw = |what: &str| {
            let status = gl.CheckFramebufferStatus(gl::FRAMEBUFFER);
            gl.enums(&format!("{internal:#06x} {what}"), &[status]);
            if status == gl::FRAMEBUFFER_COMPLETE {
                gl.Viewport(0, 0, 4, 4);
                gl.draw_full();
                gl.read(what, (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
            }
        };
        let renderbuffer = gl.renderbuffer(internal, 4, 4, 0);
        gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, renderbuffer);
        draw("renderbuffer");
        gl.RenderbufferStorage(gl::RENDERBUFFER, internal, 5, 5);
        draw("renderbuffer again");
        let texture = gl.texture(gl::TEXTURE_2D);
        let specify = |size| {
            gl.image_2d(gl::TEXTURE_2D, 0, internal, (size, size), (gl::RGB, gl::UNSIGNED_BYTE), &[]);
        };
        specify(4);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, texture, 0);
        draw("texture");
        specify(4);
        draw("texture of the same size again");
        specify(5);
        draw("texture of another size");
        let array = gl.texture(gl::TEXTURE_2D_ARRAY);
        gl.TexStorage3D(gl::TEXTURE_2D_ARRAY, 2, internal, 8, 8, 3);
        for (level, layer) in [(0, 1), (0, 2), (1, 0)] {
            gl.FramebufferTextureLayer(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, array, level, layer);
            draw(&format!("level {level}, layer {layer}"));
        }
    }
});

// red once: with the alpha that a clear is given written; with alpha not masked in draws
rule!(8, three_channel_attachments_keep_alpha_at_one, |gl| {
    gl.vertex_array();
    for internal in [gl::RGB8, gl::RGB16F, gl::RGB32F, gl::SRGB8] {
        gl.target(internal, 4, 4);
        let neighbour = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT1, gl::TEXTURE_2D, neighbour, 0);
        gl.DrawBuffers(2, [gl::COLOR_ATTACHMENT0, gl::COLOR_ATTACHMENT1].as_ptr());
        let status = gl.CheckFramebufferStatus(gl::FRAMEBUFFER);
        gl.enums(&format!("{internal:#06x}"), &[status]);
        if status != gl::FRAMEBUFFER_COMPLETE {
            continue;
        }
        gl.clear([0.25, 0.5, 0.75, 0.25]);
        gl.ReadBuffer(gl::COLOR_ATTACHMENT0);
        gl.read("cleared", (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
        gl.program(
            FULL_VS,
            "layout(location = 0) out vec4 a; layout(location = 1) out vec4 b; void main() { a = vec4(0.5, 1, 0, 0.25); b = vec4(0.5, 1, 0, 0.25); }",
        );
        gl.Enable(gl::BLEND);
        gl.BlendFuncSeparate(gl::DST_ALPHA, gl::ONE_MINUS_DST_ALPHA, gl::ONE, gl::ONE);
        gl.Viewport(0, 0, 2, 4);
        gl.draw_full();
        gl.Disable(gl::BLEND);
        gl.read("drawn", (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
        // A draw that writes another alpha, and one that blends by what is there.
        gl.Viewport(0, 0, 4, 2);
        gl.draw_full();
        gl.Enable(gl::BLEND);
        gl.BlendFuncSeparate(gl::ONE_MINUS_DST_ALPHA, gl::DST_ALPHA, gl::ONE, gl::ZERO);
        gl.program(
            FULL_VS,
            "layout(location = 0) out vec4 a; layout(location = 1) out vec4 b; void main() { a = vec4(1, 0, 1, 0.5); b = a; }",
        );
        gl.draw_full();
        gl.Disable(gl::BLEND);
        gl.read("drawn over", (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
        gl.ReadBuffer(gl::COLOR_ATTACHMENT1);
        gl.read_rgba8("neighbour", 4, 4);
    }
});

// red once: without the broadcast in the program variant
rule!(10, gl_fragcolor_reaches_every_draw_buffer, |gl| {
    gl.framebuffer();
    for i in 0..3 {
        let texture = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (2, 2), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0 + i, gl::TEXTURE_2D, texture, 0);
    }
    gl.vertex_array();
    gl.Viewport(0, 0, 2, 2);
    gl.program(
        &format!("#version 140\n{FULL_VS}"),
        "#version 140\nvoid main() { gl_FragColor = vec4(0.25, 0.5, 0.75, 1.0); }",
    );
    let c = |i: u32| gl::COLOR_ATTACHMENT0 + i;
    for (n, array) in [vec![c(0), c(1), c(2)], vec![c(2), gl::NONE, c(0)], vec![c(1)]].iter().enumerate() {
        gl.DrawBuffers(3, [c(0), c(1), c(2)].as_ptr());
        gl.clear([0.0; 4]);
        gl.DrawBuffers(array.len() as i32, array.as_ptr());
        gl.draw_full();
        for i in 0..3 {
            gl.ReadBuffer(c(i));
            gl.read_rgba8(&format!("array {n}, attachment {i}"), 2, 2);
        }
    }
});

// red once: with the walk over attachments spared although driver objects were made anew, the clear went to the texture before
rule!(6, a_recycled_name_inherits_nothing, |gl| {
    let first = gl.target(gl::RGBA8, 4, 4);
    gl.clear([1.0, 0.0, 0.0, 1.0]);
    gl.read_rgba8("first", 4, 4);
    // Respecified while attached: the attachment has the new size and format.
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA16F, (8, 8), (gl::RGBA, gl::FLOAT), &[]);
    gl.status("respecified");
    gl.clear([2.0, 0.5, 0.0, 1.0]);
    gl.read("respecified", (0, 0, 8, 8), (gl::RGBA, gl::FLOAT));
    // Deleted while attached to the bound framebuffer: it is detached.
    gl.DeleteTextures(1, &first.texture);
    gl.status("deleted");
    let again = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(5, 64));
    gl.status("a new texture is not attached");
    gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, again, 0);
    gl.read_rgba8("the new texture", 4, 4);
    // As an image it needs storage of another kind on the driver; it is what is attached all the same.
    gl.vertex_array();
    gl.target(gl::RGBA8, 4, 4);
    gl.program(
        &format!("#version 420 core\n{FULL_VS}"),
        "#version 420 core
         layout(rgba8) uniform image2D i; out vec4 o; void main() { o = imageLoad(i, ivec2(gl_FragCoord.xy)); }",
    );
    gl.BindImageTexture(0, again, 0, 0, 0, gl::READ_ONLY, gl::RGBA8);
    gl.draw_full();
    gl.read_rgba8("the new texture as an image", 4, 4);
    gl.BindFramebuffer(gl::FRAMEBUFFER, first.framebuffer);
    gl.clear([0.0, 1.0, 1.0, 0.0]);
    gl.BindTexture(gl::TEXTURE_2D, again);
    gl.read_texture("cleared as an attachment", gl::TEXTURE_2D, 0, 16, (gl::RGBA, gl::UNSIGNED_BYTE));
    gl.DeleteFramebuffers(1, &first.framebuffer);
    gl.integer::<1>("binding of a deleted framebuffer", gl::DRAW_FRAMEBUFFER_BINDING);
    gl.framebuffer();
    gl.status("a new framebuffer");
    let renderbuffer = gl.renderbuffer(gl::RGBA8, 2, 2, 0);
    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, renderbuffer);
    gl.clear([0.0, 1.0, 0.0, 1.0]);
    gl.read_rgba8("renderbuffer", 2, 2);
    gl.RenderbufferStorage(gl::RENDERBUFFER, gl::RGBA8UI, 3, 3);
    gl.ClearBufferuiv(gl::COLOR, 0, [1, 2, 3, 4].as_ptr());
    gl.read("respecified renderbuffer", (0, 0, 3, 3), (gl::RGBA_INTEGER, gl::UNSIGNED_INT));
    gl.DeleteRenderbuffers(1, &renderbuffer);
    gl.status("renderbuffer deleted");
});

// red once: with sample counts not compared
rule!(13, incomplete_framebuffers_say_why, |gl| {
    gl.framebuffer();
    gl.status("empty");
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, texture, 0);
    gl.status("no image");
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
    gl.status("complete");
    let small = gl.renderbuffer(gl::DEPTH_COMPONENT24, 2, 2, 0);
    gl.attach_renderbuffer(gl::DEPTH_ATTACHMENT, small);
    gl.status("sizes may differ");
    let multi = gl.renderbuffer(gl::DEPTH_COMPONENT24, 4, 4, 4);
    gl.attach_renderbuffer(gl::DEPTH_ATTACHMENT, multi);
    gl.status("samples differ");
    let color = gl.renderbuffer(gl::RGBA8, 4, 4, 0);
    gl.attach_renderbuffer(gl::DEPTH_ATTACHMENT, color);
    gl.status("colour as depth");
    gl.attach_renderbuffer(gl::DEPTH_ATTACHMENT, 0);
    gl.DrawBuffers(1, [gl::COLOR_ATTACHMENT3].as_ptr());
    gl.status("draw buffer without image");
    gl.DrawBuffers(1, [gl::NONE].as_ptr());
    gl.ReadBuffer(gl::COLOR_ATTACHMENT2);
    gl.status("read buffer without image");
    gl.ReadBuffer(gl::NONE);
    gl.status("no buffers");
    gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, texture, 1);
    gl.status("level without image");
    let array = gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, gl::RGBA8, (4, 4, 2), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
    gl.FramebufferTexture(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, array, 0);
    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT1, color);
    gl.status("layered beside not layered");
    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT1, 0);
    for internal in [
        gl::COMPRESSED_RED_RGTC1,
        gl::COMPRESSED_RG_RGTC2,
        gl::COMPRESSED_SIGNED_RG_RGTC2,
        gl::COMPRESSED_RGBA_BPTC_UNORM,
        gl::COMPRESSED_RGBA_S3TC_DXT5_EXT,
    ] {
        for (name, stored) in [("not given", false), ("given", true)] {
            let blocks = gl.texture(gl::TEXTURE_2D);
            let bytes = if internal == gl::COMPRESSED_RED_RGTC1 { 8 } else { 16 };
            if stored {
                let noise = noise(9, bytes);
                let t = gl::TEXTURE_2D;
                gl.CompressedTexImage2D(t, 0, internal, 4, 4, 0, bytes as i32, noise.as_ptr().cast());
            } else {
                gl.TexStorage2D(gl::TEXTURE_2D, 1, internal, 4, 4);
            }
            gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, blocks, 0);
            gl.status(&format!("blocks of {internal:#06x}, {name}"));
        }
    }
    gl.error("none");
});

// red once: with linear as every encoding
rule!(15, attachment_queries_are_complete, |gl| {
    let target = gl.target(gl::SRGB8_ALPHA8, 4, 4);
    let depth = gl.renderbuffer(gl::DEPTH24_STENCIL8, 4, 4, 0);
    gl.attach_renderbuffer(gl::DEPTH_STENCIL_ATTACHMENT, depth);
    let cube = gl.texture(gl::TEXTURE_CUBE_MAP);
    for face in 0..6 {
        gl.image_2d(gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 1, gl::RGBA8UI, (4, 4), Scene::transfer(gl::RGBA8UI), &[]);
    }
    gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT1, gl::TEXTURE_CUBE_MAP_NEGATIVE_Y, cube, 1);
    for point in [
        gl::COLOR_ATTACHMENT0,
        gl::COLOR_ATTACHMENT1,
        gl::COLOR_ATTACHMENT2,
        gl::DEPTH_ATTACHMENT,
        gl::STENCIL_ATTACHMENT,
        gl::DEPTH_STENCIL_ATTACHMENT,
        gl::DEPTH,
    ] {
        for pname in [
            gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
            gl::FRAMEBUFFER_ATTACHMENT_OBJECT_NAME,
            gl::FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL,
            gl::FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE,
            gl::FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER,
            gl::FRAMEBUFFER_ATTACHMENT_LAYERED,
            gl::FRAMEBUFFER_ATTACHMENT_RED_SIZE,
            gl::FRAMEBUFFER_ATTACHMENT_GREEN_SIZE,
            gl::FRAMEBUFFER_ATTACHMENT_BLUE_SIZE,
            gl::FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE,
            gl::FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE,
            gl::FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE,
            gl::FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE,
            gl::FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING,
        ] {
            let mut value = -77;
            gl.GetFramebufferAttachmentParameteriv(gl::FRAMEBUFFER, point, pname, &mut value);
            let error = gl.GetError();
            if pname == gl::FRAMEBUFFER_ATTACHMENT_OBJECT_NAME {
                // Names are the driver's to choose: which of the objects it is.
                let objects = [target.texture, depth, cube].map(|name| name as i32);
                value = objects.iter().position(|name| *name == value).map_or(-1, |at| at as i32);
            }
            gl.i32s(&format!("{point:#06x} {pname:#06x}"), &[value, error as i32]);
        }
    }
    for pname in [
        gl::RENDERBUFFER_WIDTH,
        gl::RENDERBUFFER_INTERNAL_FORMAT,
        gl::RENDERBUFFER_DEPTH_SIZE,
        gl::RENDERBUFFER_SAMPLES,
    ] {
        let mut value = -77;
        gl.GetRenderbufferParameteriv(gl::RENDERBUFFER, pname, &mut value);
        gl.i32s(&format!("renderbuffer {pname:#06x}"), &[value]);
    }
});

against_native!(bad_attachments_have_their_errors, |gl| {
    gl.framebuffer();
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
    let (fb, c0, t2) = (gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D);
    gl.FramebufferTexture2D(gl::TEXTURE_2D, c0, t2, texture, 0);
    gl.error("target");
    gl.FramebufferTexture2D(fb, gl::TEXTURE0, t2, texture, 0);
    gl.error("attachment");
    gl.FramebufferTexture2D(fb, gl::COLOR_ATTACHMENT0 + 15, t2, texture, 0);
    gl.error("attachment 15");
    gl.FramebufferTexture2D(fb, c0, gl::TEXTURE_CUBE_MAP_POSITIVE_X, texture, 0);
    gl.error("texture target");
    gl.FramebufferTexture2D(fb, c0, t2, 0xDEAD, 0);
    gl.error("no such texture");
    gl.FramebufferTexture2D(fb, c0, t2, texture, -1);
    gl.error("level");
    gl.FramebufferTextureLayer(fb, c0, texture, 0, 0);
    gl.error("layer of a 2D texture");
    gl.FramebufferRenderbuffer(fb, c0, gl::RENDERBUFFER, 0xDEAD);
    gl.error("no such renderbuffer");
    gl.BindFramebuffer(fb, 0xDEAD);
    gl.error("a name that was not generated");
    gl.DrawBuffers(2, [c0, c0].as_ptr());
    gl.error("the same buffer twice");
    gl.DrawBuffers(1, [gl::BACK].as_ptr());
    gl.error("back buffer of a framebuffer object");
    gl.ReadBuffer(gl::BACK);
    gl.error("read of the back buffer");
    gl.RenderbufferStorage(gl::RENDERBUFFER, gl::RGBA8, 4, 4);
    gl.error("no renderbuffer bound");
    gl.renderbuffer(gl::RGBA8, -1, 4, 0);
    gl.error("negative size");
    gl.RenderbufferStorage(gl::RENDERBUFFER, gl::RGBA, 1 << 20, 4);
    gl.error("too large");
    gl.RenderbufferStorage(gl::RENDERBUFFER, gl::TEXTURE_2D, 4, 4);
    gl.error("no format");
    gl.BindFramebuffer(fb, 0);
    gl.FramebufferTexture2D(fb, c0, t2, texture, 0);
    gl.error("the default framebuffer");
});
