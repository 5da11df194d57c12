//! Clears and blits (GL 3.3 core 4.2.3, 4.3.2; rules 11 and 12).

use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};

against_native!(a_clear_is_what_is_read, |gl| {
    gl.target(gl::RGBA8, 8, 4);
    gl.status("status");
    gl.clear([1.0, 0.25, 0.5, 0.75]);
    gl.read_rgba8("whole", 8, 4);
    gl.Enable(gl::SCISSOR_TEST);
    gl.Scissor(2, 1, 3, 2);
    gl.clear([0.0, 1.0, 0.0, 1.0]);
    gl.read_rgba8("scissored", 8, 4);
    gl.ColorMask(1, 0, 0, 1);
    gl.Disable(gl::SCISSOR_TEST);
    gl.clear([0.1, 0.2, 0.3, 0.4]);
    gl.read_rgba8("masked", 8, 4);
    gl.read("part", (3, 1, 2, 2), (gl::RGB, gl::UNSIGNED_BYTE));
    gl.read("float", (3, 1, 2, 2), (gl::RGBA, gl::FLOAT));
});

// red once: with the depth of every clear clamped; with none clamped; with what is no number kept
against_native!(a_clear_of_depth_is_clamped_for_fixed_point_alone, |gl| {
    let fixed = [gl::DEPTH_COMPONENT16, gl::DEPTH24_STENCIL8, gl::DEPTH_COMPONENT32];
    for internal in fixed.into_iter().chain([gl::DEPTH_COMPONENT32F, gl::DEPTH32F_STENCIL8]) {
        gl.framebuffer();
        let buffer = gl.renderbuffer(internal, 4, 4, 0);
        let both = matches!(internal, gl::DEPTH24_STENCIL8 | gl::DEPTH32F_STENCIL8);
        gl.attach_renderbuffer(if both { gl::DEPTH_STENCIL_ATTACHMENT } else { gl::DEPTH_ATTACHMENT }, buffer);
        for depth in [1.5f32, -0.5, 0.25] {
            let name = |call: &str| format!("{internal:#06x} {call} {depth}");
            gl.ClearBufferfv(gl::DEPTH, 0, [depth].as_ptr());
            gl.read(&name("fv"), (0, 0, 1, 1), (gl::DEPTH_COMPONENT, gl::FLOAT));
            gl.ClearBufferfi(gl::DEPTH_STENCIL, 0, depth + 0.125, 7);
            gl.read(&name("fi"), (0, 0, 1, 1), (gl::DEPTH_COMPONENT, gl::FLOAT));
            gl.ClearDepth(depth.into());
            gl.Clear(gl::DEPTH_BUFFER_BIT);
            gl.read(&name("whole"), (0, 0, 1, 1), (gl::DEPTH_COMPONENT, gl::FLOAT));
        }
    }
    gl.ClearDepth(f64::NAN);
    gl.float::<1>("no number", gl::DEPTH_CLEAR_VALUE);
});

// red once: with draw buffer 0 cleared instead of the one that is meant
rule!(12, clears_per_buffer_reach_only_their_buffer, |gl| {
    gl.framebuffer();
    for (i, internal) in [gl::RGBA8, gl::RGBA16F, gl::RGBA8UI, gl::RGBA32I].into_iter().enumerate() {
        let texture = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, internal, (4, 4), Scene::transfer(internal), &[]);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0 + i as u32, gl::TEXTURE_2D, texture, 0);
    }
    let depth = gl.renderbuffer(gl::DEPTH24_STENCIL8, 4, 4, 0);
    gl.attach_renderbuffer(gl::DEPTH_STENCIL_ATTACHMENT, depth);
    let buffers: Vec<u32> = (0..4).map(|i| gl::COLOR_ATTACHMENT0 + i).collect();
    gl.DrawBuffers(4, buffers.as_ptr());
    gl.status("status");
    gl.ClearBufferfv(gl::COLOR, 0, [0.5f32, 0.25, 1.0, 0.0].as_ptr());
    gl.ClearBufferfv(gl::COLOR, 1, [-2.5f32, 1000.0, 0.0625, 1.0].as_ptr());
    gl.ClearBufferuiv(gl::COLOR, 2, [1u32, 200, 255, 7].as_ptr());
    gl.ClearBufferiv(gl::COLOR, 3, [-1i32, i32::MIN, i32::MAX, 42].as_ptr());
    gl.ClearBufferfi(gl::DEPTH_STENCIL, 0, 0.375, 0x5A);
    gl.Enable(gl::SCISSOR_TEST);
    gl.Scissor(1, 1, 2, 2);
    gl.ClearBufferuiv(gl::COLOR, 2, [9u32, 8, 7, 6].as_ptr());
    gl.ClearBufferfv(gl::DEPTH, 0, [0.875f32].as_ptr());
    gl.StencilMask(0x0F);
    gl.ClearBufferiv(gl::STENCIL, 0, [0xFF].as_ptr());
    gl.error("clears");
    gl.ReadBuffer(gl::COLOR_ATTACHMENT0);
    gl.read_rgba8("unorm", 4, 4);
    gl.ReadBuffer(gl::COLOR_ATTACHMENT1);
    gl.read("float", (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
    gl.ReadBuffer(gl::COLOR_ATTACHMENT2);
    gl.read("uint", (0, 0, 4, 4), (gl::RGBA_INTEGER, gl::UNSIGNED_INT));
    gl.ReadBuffer(gl::COLOR_ATTACHMENT3);
    gl.read("int", (0, 0, 4, 4), (gl::RGBA_INTEGER, gl::INT));
    gl.read("depth", (0, 0, 4, 4), (gl::DEPTH_COMPONENT, gl::FLOAT));
    gl.read("stencil", (0, 0, 4, 4), (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE));
});

against_native!(integer_clear_colors_reach_integer_buffers_whole, |gl| {
    // red once: with the values converted to floats
    for (internal, type_) in [(gl::RGBA32I, gl::INT), (gl::RGBA8UI, gl::UNSIGNED_INT)] {
        gl.target(internal, 4, 4);
        gl.integer::<1>("integer mode", gl::RGBA_INTEGER_MODE_EXT);
        gl.ClearColorIuiEXT(1, 200, 255, 7);
        gl.Clear(gl::COLOR_BUFFER_BIT);
        gl.read("unsigned", (0, 0, 4, 4), (gl::RGBA_INTEGER, type_));
    }
    gl.target(gl::RGBA32I, 4, 4);
    gl.ClearColorIiEXT(1, 0x0123_4567, 16_777_217, 42);
    gl.Clear(gl::COLOR_BUFFER_BIT);
    gl.read("signed", (0, 0, 4, 4), (gl::RGBA_INTEGER, gl::INT));
    gl.target(gl::RGBA8, 4, 4);
    gl.integer::<1>("integer mode of unorm", gl::RGBA_INTEGER_MODE_EXT);
    gl.error("all");
});

// red once: with only the first layer cleared where the driver shows one at a time
rule!(12, a_layered_attachment_is_cleared_in_every_layer, masks = ["layered_framebuffer"], |gl| {
    let texture = gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, gl::RGBA8, (4, 4, 3), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(1, 192));
    gl.framebuffer();
    gl.FramebufferTexture(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, texture, 0);
    gl.status("layered");
    gl.Enable(gl::SCISSOR_TEST);
    gl.Scissor(0, 0, 2, 4);
    gl.clear([1.0, 0.5, 0.0, 1.0]);
    gl.read_texture("half of every layer", gl::TEXTURE_2D_ARRAY, 0, 48, (gl::RGBA, gl::UNSIGNED_BYTE));
    gl.FramebufferTextureLayer(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, texture, 0, 1);
    gl.Disable(gl::SCISSOR_TEST);
    gl.clear([0.0, 0.0, 1.0, 0.0]);
    gl.read_texture("one layer", gl::TEXTURE_2D_ARRAY, 0, 48, (gl::RGBA, gl::UNSIGNED_BYTE));
    gl.read_rgba8("the attached layer", 4, 4);
});

/// Two framebuffers of `w` x `h`: noise to read from, grey to draw to.
unsafe fn source_and_sink(gl: &Scene, w: i32, h: i32) -> (Target, Target) {
    let source = gl.target(gl::RGBA8, w, h);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (w, h), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(7, (w * h * 4) as usize));
    let sink = gl.target(gl::RGBA8, w, h);
    gl.clear([0.5; 4]);
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, source.framebuffer);
    (source, sink)
}

unsafe fn read_sink(gl: &Scene, name: &str, (source, sink): (Target, Target), w: i32, h: i32) {
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, sink.framebuffer);
    gl.read_rgba8(name, w, h);
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, source.framebuffer);
}

// red once: with the corners of the destination put in order
rule!(11, blits_scale_flip_and_clip, |gl| {
    let both = source_and_sink(gl, 8, 8);
    gl.BlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    read_sink(gl, "same", both, 8, 8);
    gl.BlitFramebuffer(0, 0, 4, 4, 8, 0, 0, 8, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    read_sink(gl, "scaled and mirrored in x", both, 8, 8);
    gl.BlitFramebuffer(0, 8, 8, 0, 2, 2, 6, 6, gl::COLOR_BUFFER_BIT, gl::LINEAR);
    read_sink(gl, "linear, mirrored in y", both, 8, 8);
    gl.Enable(gl::SCISSOR_TEST);
    gl.Scissor(3, 3, 3, 2);
    gl.BlitFramebuffer(-2, -2, 6, 6, 0, 0, 8, 8, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    read_sink(gl, "source partly outside, scissored", both, 8, 8);
    gl.Disable(gl::SCISSOR_TEST);
    gl.BlitFramebuffer(0, 0, 8, 8, 4, 4, 12, 12, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    read_sink(gl, "destination partly outside", both, 8, 8);
    gl.ColorMask(0, 0, 0, 0);
    gl.BlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    gl.ColorMask(1, 1, 1, 1);
    read_sink(gl, "a colour mask is not for blits", both, 8, 8);
    gl.error("blits");
});

// red once: with all buffers blitted, whatever the mask
rule!(11, a_blit_is_for_the_buffers_it_names, |gl| {
    let make = |color: [f32; 4], depth: f32, stencil: i32| {
        let target = gl.target(gl::RGBA8, 4, 4);
        let buffer = gl.renderbuffer(gl::DEPTH24_STENCIL8, 4, 4, 0);
        gl.attach_renderbuffer(gl::DEPTH_STENCIL_ATTACHMENT, buffer);
        gl.ClearColor(color[0], color[1], color[2], color[3]);
        gl.ClearDepth(f64::from(depth));
        gl.ClearStencil(stencil);
        gl.Clear(gl::COLOR_BUFFER_BIT | gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT);
        target
    };
    let source = make([1.0, 0.0, 0.0, 1.0], 0.25, 3);
    let sink = make([0.0, 1.0, 0.0, 1.0], 0.75, 9);
    for (name, mask) in [
        ("depth", gl::DEPTH_BUFFER_BIT),
        ("stencil", gl::STENCIL_BUFFER_BIT),
        ("all", gl::COLOR_BUFFER_BIT | gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT),
    ] {
        gl.BindFramebuffer(gl::READ_FRAMEBUFFER, source.framebuffer);
        gl.BindFramebuffer(gl::DRAW_FRAMEBUFFER, sink.framebuffer);
        gl.BlitFramebuffer(0, 0, 2, 4, 1, 0, 3, 4, mask, gl::NEAREST);
        gl.error(name);
        gl.BindFramebuffer(gl::READ_FRAMEBUFFER, sink.framebuffer);
        gl.read_rgba8(&format!("{name}: colour"), 4, 4);
        gl.read(&format!("{name}: depth"), (0, 0, 4, 4), (gl::DEPTH_COMPONENT, gl::FLOAT));
        gl.read(&format!("{name}: stencil"), (0, 0, 4, 4), (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE));
    }
});

// red once: with resolves to another place left to the driver, which refuses them
rule!(11, a_multisample_blit_resolves, masks = ["copy_image"], |gl| {
    for (samples, sink, dst) in [
        (4, gl::RGBA8, [0, 0, 8, 8]),
        (1, gl::RGBA8, [0, 0, 8, 8]),
        // ES resolves to the same place of the same format alone.
        (4, gl::RGBA16F, [0, 0, 8, 8]),
        (4, gl::RGBA8, [2, 1, 10, 9]),
        (4, gl::RGBA8, [8, 8, 0, 0]),
    ] {
        let name = |what: &str| format!("{samples} to {sink:#06x} {dst:?}: {what}");
        let sink = gl.target(sink, 8, 8);
        gl.clear([0.0; 4]);
        gl.framebuffer();
        let color = gl.renderbuffer(gl::RGBA8, 8, 8, samples);
        gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, color);
        gl.status(&name("multisampled"));
        gl.integer::<1>(&name("samples"), gl::SAMPLES);
        gl.integer::<1>(&name("sample buffers"), gl::SAMPLE_BUFFERS);
        gl.clear([0.0, 0.0, 1.0, 1.0]);
        gl.vertex_array();
        gl.buffer(gl::ARRAY_BUFFER, &[-0.9f32, -0.8, 0.7, -0.35, -0.2, 0.95]);
        gl.floats(0, 2, 8, 0);
        let program =
            gl.program("layout(location = 0) in vec2 p; void main() { gl_Position = vec4(p, 0, 1); }", COLOR_FS);
        gl.vec4(program, "color", [1.0, 0.5, 0.0, 1.0]);
        gl.DrawArrays(gl::TRIANGLES, 0, 3);
        gl.BindFramebuffer(gl::DRAW_FRAMEBUFFER, sink.framebuffer);
        gl.BlitFramebuffer(0, 0, 8, 8, dst[0], dst[1], dst[2], dst[3], gl::COLOR_BUFFER_BIT, gl::NEAREST);
        gl.error(&name("resolve"));
        gl.BindFramebuffer(gl::FRAMEBUFFER, sink.framebuffer);
        gl.read_rgba8(&name("resolved"), 8, 8);
    }
});

// red once: with layer and face always 0
rule!(11, a_blit_goes_to_the_attached_layer_and_level, |gl| {
    let source = gl.target(gl::RGBA8, 4, 4);
    gl.clear([1.0, 0.5, 0.25, 1.0]);
    let array = gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.TexParameteri(gl::TEXTURE_2D_ARRAY, gl::TEXTURE_MAX_LEVEL, 1);
    for (level, size) in [(0, 8), (1, 4)] {
        let texels = (size * size * 3) as usize;
        let data = noise(level as u32, texels * 4);
        gl.image_3d(gl::TEXTURE_2D_ARRAY, level, gl::RGBA8, (size, size, 3), (gl::RGBA, gl::UNSIGNED_BYTE), &data);
    }
    gl.framebuffer();
    gl.FramebufferTextureLayer(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, array, 1, 2);
    gl.status("a layer of a level");
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, source.framebuffer);
    gl.BlitFramebuffer(0, 0, 4, 4, 1, 1, 3, 4, gl::COLOR_BUFFER_BIT, gl::LINEAR);
    gl.read_texture("level 0", gl::TEXTURE_2D_ARRAY, 0, 192, (gl::RGBA, gl::UNSIGNED_BYTE));
    gl.read_texture("level 1", gl::TEXTURE_2D_ARRAY, 1, 48, (gl::RGBA, gl::UNSIGNED_BYTE));
});

against_native!(bad_clears_and_blits_have_their_errors, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.Clear(0x8000_0000);
    gl.error("clear of an unknown bit");
    gl.ClearBufferfv(gl::COLOR, 99, [0.0f32; 4].as_ptr());
    gl.error("draw buffer 99");
    gl.ClearBufferiv(gl::DEPTH, 0, [0].as_ptr());
    gl.error("integer depth clear");
    gl.ClearBufferuiv(gl::STENCIL, 0, [0].as_ptr());
    gl.error("unsigned stencil clear");
    gl.ClearBufferfi(gl::DEPTH, 0, 0.0, 0);
    gl.error("fi of depth alone");
    gl.ClearBufferfi(gl::DEPTH_STENCIL, 1, 0.0, 0);
    gl.error("depth-stencil buffer 1");
    gl.BlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, 0x8000_0000, gl::NEAREST);
    gl.error("blit of an unknown bit");
    gl.BlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, gl::COLOR_BUFFER_BIT, gl::LINEAR_MIPMAP_LINEAR);
    gl.error("mipmap filter");
    gl.BlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, gl::DEPTH_BUFFER_BIT, gl::LINEAR);
    gl.error("linear depth");
    let source = gl.target(gl::RGBA8UI, 4, 4);
    let sink = gl.target(gl::RGBA8, 4, 4);
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, source.framebuffer);
    gl.BlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    gl.error("unsigned integers to unorm");
    gl.framebuffer();
    gl.Clear(gl::COLOR_BUFFER_BIT);
    gl.error("clear of an incomplete framebuffer");
    gl.BindFramebuffer(gl::DRAW_FRAMEBUFFER, sink.framebuffer);
    gl.BlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    gl.error("blit from an incomplete framebuffer");
    gl.read_rgba8("nothing is read", 4, 4);
    gl.error("read from an incomplete framebuffer");
});
