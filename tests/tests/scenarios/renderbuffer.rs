//! Renderbuffers (GL 4.5 core 9.2.4, 9.2.6; rule 16).

use mgpipe_tests::{against_native, bindings::gl, rule};

// red once: with the size alone compared
rule!(16, storage_is_respecified_when_something_changed, |gl| {
    let buffer = gl.renderbuffer(gl::RGBA8, 4, 4, 0);
    gl.framebuffer();
    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, buffer);
    let parameters = |name: &str| {
        for pname in [
            gl::RENDERBUFFER_WIDTH,
            gl::RENDERBUFFER_HEIGHT,
            gl::RENDERBUFFER_INTERNAL_FORMAT,
            gl::RENDERBUFFER_SAMPLES,
            gl::RENDERBUFFER_RED_SIZE,
            gl::RENDERBUFFER_GREEN_SIZE,
            gl::RENDERBUFFER_BLUE_SIZE,
            gl::RENDERBUFFER_ALPHA_SIZE,
            gl::RENDERBUFFER_DEPTH_SIZE,
            gl::RENDERBUFFER_STENCIL_SIZE,
        ] {
            let mut values = [-77; 2];
            gl.GetRenderbufferParameteriv(gl::RENDERBUFFER, pname, &mut values[0]);
            gl.GetNamedRenderbufferParameteriv(buffer, pname, &mut values[1]);
            gl.i32s(&format!("{name}: {pname:#06x}"), &values);
        }
    };
    let check = |name: &str, w: i32, h: i32, pair: (u32, u32)| {
        parameters(name);
        gl.status(name);
        gl.read(name, (0, 0, w, h), pair);
        gl.error(name);
    };
    gl.clear([1.0, 0.0, 0.5, 0.25]);
    check("first", 4, 4, (gl::RGBA, gl::UNSIGNED_BYTE));
    gl.RenderbufferStorage(gl::RENDERBUFFER, gl::RGBA8, 8, 2);
    gl.clear([0.0, 1.0, 0.5, 0.25]);
    check("another size", 8, 2, (gl::RGBA, gl::UNSIGNED_BYTE));
    gl.RenderbufferStorage(gl::RENDERBUFFER, gl::RGBA16F, 8, 2);
    gl.clear([2.0, -1.0, 0.5, 0.25]);
    check("another format", 8, 2, (gl::RGBA, gl::FLOAT));
    gl.NamedRenderbufferStorage(buffer, gl::RGB10_A2UI, 8, 2);
    gl.ClearBufferuiv(gl::COLOR, 0, [1023u32, 5, 512, 2].as_ptr());
    check("by name, integers", 8, 2, (gl::RGBA_INTEGER, gl::UNSIGNED_INT));
    gl.RenderbufferStorageMultisample(gl::RENDERBUFFER, 4, gl::RGBA8, 8, 8);
    parameters("multisampled");
    gl.clear([0.25, 0.5, 0.75, 1.0]);
    let plain = gl.target(gl::RGBA8, 8, 8);
    let source = gl.framebuffer();
    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, buffer);
    gl.BindFramebuffer(gl::DRAW_FRAMEBUFFER, plain.framebuffer);
    gl.BlitFramebuffer(0, 0, 8, 8, 0, 0, 8, 8, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, plain.framebuffer);
    gl.read_rgba8("resolved", 8, 8);
    // Asked for samples between those there are: rounded up, never down.
    for samples in [1, 2, 3, 4] {
        gl.NamedRenderbufferStorageMultisample(buffer, samples, gl::RGBA8, 4, 4);
        gl.error(&format!("{samples} samples"));
        parameters(&format!("{samples} samples"));
    }
    gl.BindFramebuffer(gl::FRAMEBUFFER, source);
    // Base and generic formats.
    for internal in [gl::RGBA, gl::RGB, gl::RED, gl::RG, gl::DEPTH_COMPONENT, gl::DEPTH_STENCIL, gl::STENCIL_INDEX] {
        gl.RenderbufferStorage(gl::RENDERBUFFER, internal, 4, 4);
        gl.error(&format!("{internal:#06x}"));
        let mut value = -77;
        gl.GetRenderbufferParameteriv(gl::RENDERBUFFER, gl::RENDERBUFFER_INTERNAL_FORMAT, &mut value);
        gl.i32s(&format!("{internal:#06x}: format"), &[value]);
    }
});

// red once: with sizes of zero refused
against_native!(bad_storage_has_its_errors_and_leaves_what_was, |gl| {
    let buffer = gl.renderbuffer(gl::RGBA8, 4, 4, 0);
    gl.framebuffer();
    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, buffer);
    gl.clear([1.0, 0.0, 0.5, 0.25]);
    let mut most = 0;
    gl.GetIntegerv(gl::MAX_RENDERBUFFER_SIZE, &mut most);
    let mut samples = 0;
    gl.GetIntegerv(gl::MAX_SAMPLES, &mut samples);
    for (name, n, internal, w, h) in [
        ("negative width", 0, gl::RGBA8, -1, 4),
        ("negative height", 0, gl::RGBA8, 4, -1),
        ("too wide", 0, gl::RGBA8, most + 1, 4),
        ("too high", 0, gl::RGBA8, 4, most + 1),
        ("negative samples", -1, gl::RGBA8, 4, 4),
        ("too many samples", samples + 1, gl::RGBA8, 4, 4),
        ("absurdly many samples", 1 << 20, gl::RGBA8, 4, 4),
        ("too many samples of integers", samples + 1, gl::RGBA8UI, 4, 4),
        ("compressed", 0, gl::COMPRESSED_RGB, 4, 4),
        ("no format", 0, gl::TEXTURE_2D, 4, 4),
        ("three components", 0, 3, 4, 4),
        ("unsized integers", 0, gl::RGBA_INTEGER, 4, 4),
    ] {
        gl.RenderbufferStorageMultisample(gl::RENDERBUFFER, n, internal, w, h);
        let bound = gl.GetError();
        gl.NamedRenderbufferStorageMultisample(buffer, n, internal, w, h);
        gl.enums(name, &[bound, gl.GetError()]);
    }
    gl.RenderbufferStorage(gl::TEXTURE_2D, gl::RGBA8, 4, 4);
    gl.error("target");
    gl.status("still there");
    gl.read_rgba8("still there", 4, 4);
    gl.renderbuffer(gl::RGB9_E5, 4, 4, 0);
    gl.error("shared exponent");
    gl.NamedRenderbufferStorage(buffer, gl::RGBA8, 0, 0);
    gl.error("nothing");
    gl.status("nothing");
});

// red once: with the driver not asked for the width that there is, storage of one sample
rule!(16, out_of_memory_reaches_the_application, masks = ["copy_image"], |gl| {
    let mut most = 0;
    gl.GetIntegerv(gl::MAX_RENDERBUFFER_SIZE, &mut most);
    for (name, internal, samples) in [
        ("colour", gl::RGBA32F, 4),
        ("one sample", gl::RGBA32F, 0),
        ("integers", gl::RGBA32UI, 4),
        ("depth and stencil", gl::DEPTH32F_STENCIL8, 4),
    ] {
        let buffer = gl.renderbuffer(internal, most, most, samples);
        // What only the driver finds is known when the call has been carried out.
        gl.Finish();
        gl.error(&format!("{name}: out of memory"));
        // What there is not is not drawn to, and the next storage is there.
        gl.framebuffer();
        gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, buffer);
        gl.Clear(gl::COLOR_BUFFER_BIT);
        let mut left = gl.GetError();
        while left != gl::NO_ERROR {
            left = gl.GetError();
        }
        gl.RenderbufferStorage(gl::RENDERBUFFER, gl::RGBA8, 4, 4);
        gl.clear([0.0, 1.0, 0.0, 1.0]);
        gl.status(&format!("{name}: storage that fits"));
        gl.read_rgba8(&format!("{name}: and goes on"), 4, 4);
        gl.error(&format!("{name}: no more"));
    }
});
