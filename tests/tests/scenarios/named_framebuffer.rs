//! Framebuffers by name (GL 4.5 core 9.2, 17.4, 18.3; rule 1).

use mgpipe_tests::{bindings::gl, rule, scene::*};

/// A texture of 4 x 4 that no framebuffer has.
unsafe fn image(gl: &Scene, internal: u32) -> u32 {
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, internal, (4, 4), Scene::transfer(internal), &[]);
    texture
}

unsafe fn read_of(gl: &Scene, name: &str, texture: u32, pair: (u32, u32)) {
    gl.BindTexture(gl::TEXTURE_2D, texture);
    gl.read_texture(name, gl::TEXTURE_2D, 0, 16, pair);
}

// red once: with records of named calls moving both bindings, reads came from the named framebuffer
rule!(1, a_named_call_reaches_its_framebuffer_and_changes_no_binding, |gl| {
    const RGBA8: (u32, u32) = (gl::RGBA, gl::UNSIGNED_BYTE);
    let bound = gl.target(gl::RGBA8, 4, 4);
    gl.clear([0.0, 0.0, 1.0, 1.0]);
    let other = gl.target(gl::RGBA8, 4, 4);
    gl.clear([0.5, 0.0, 0.5, 1.0]);
    // Draw and read framebuffer are two objects.
    gl.BindFramebuffer(gl::DRAW_FRAMEBUFFER, bound.framebuffer);
    let mut names = [0; 3];
    gl.CreateFramebuffers(3, names.as_mut_ptr());
    let [first, second, third] = names;
    gl.u32s("created are framebuffers", &names.map(|name| gl.IsFramebuffer(name).into()));
    let images: Vec<u32> =
        [gl::RGBA8, gl::RGBA16F, gl::RGBA8UI, gl::RGBA32I].iter().map(|&internal| image(gl, internal)).collect();
    for (i, &texture) in images.iter().enumerate() {
        gl.NamedFramebufferTexture(first, gl::COLOR_ATTACHMENT0 + i as u32, texture, 0);
    }
    let mut depth = 0;
    gl.CreateRenderbuffers(1, &mut depth);
    gl.NamedRenderbufferStorage(depth, gl::DEPTH24_STENCIL8, 4, 4);
    gl.NamedFramebufferRenderbuffer(first, gl::DEPTH_STENCIL_ATTACHMENT, gl::RENDERBUFFER, depth);
    // Draw buffers in another order than the attachments.
    let buffers = [3, 2, 1, 0].map(|i| gl::COLOR_ATTACHMENT0 + i);
    gl.NamedFramebufferDrawBuffers(first, 4, buffers.as_ptr());
    gl.enums("status", &[gl.CheckNamedFramebufferStatus(first, gl::FRAMEBUFFER)]);
    // Never bound, and cleared.
    gl.ClearNamedFramebufferiv(first, gl::COLOR, 0, [-1, i32::MIN, i32::MAX, 42].as_ptr());
    gl.ClearNamedFramebufferuiv(first, gl::COLOR, 1, [1, 200, 255, 7].as_ptr());
    gl.ClearNamedFramebufferfv(first, gl::COLOR, 2, [-2.5f32, 1000.0, 0.0625, 1.0].as_ptr());
    gl.ClearNamedFramebufferfv(first, gl::COLOR, 3, [0.0f32, 1.0, 0.0, 0.5].as_ptr());
    gl.ClearNamedFramebufferfi(first, gl::DEPTH_STENCIL, 0, 0.375, 0x5A);
    gl.error("clears");
    read_of(gl, "unorm", images[0], RGBA8);
    read_of(gl, "float", images[1], (gl::RGBA, gl::FLOAT));
    read_of(gl, "uint", images[2], (gl::RGBA_INTEGER, gl::UNSIGNED_INT));
    read_of(gl, "int", images[3], (gl::RGBA_INTEGER, gl::INT));
    gl.ClearNamedFramebufferfv(first, gl::DEPTH, 0, [0.625f32].as_ptr());
    gl.ClearNamedFramebufferiv(first, gl::STENCIL, 0, [0x33].as_ptr());
    // A blit between two that were never bound.
    let sink = image(gl, gl::RGBA8);
    gl.NamedFramebufferTexture(second, gl::COLOR_ATTACHMENT2, sink, 0);
    gl.NamedFramebufferDrawBuffer(second, gl::COLOR_ATTACHMENT2);
    gl.NamedFramebufferReadBuffer(first, gl::COLOR_ATTACHMENT0);
    gl.ClearNamedFramebufferfv(second, gl::COLOR, 0, [1.0f32; 4].as_ptr());
    gl.BlitNamedFramebuffer(first, second, 0, 0, 2, 4, 2, 0, 4, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    gl.error("blit");
    read_of(gl, "blitted", sink, RGBA8);
    // The bindings are what they were, and what they name still gets what is drawn.
    gl.integer::<1>("draw is the bound one", gl::DRAW_FRAMEBUFFER_BINDING);
    gl.integer::<1>("read is the other one", gl::READ_FRAMEBUFFER_BINDING);
    gl.vertex_array();
    let program = gl.program(FULL_VS, COLOR_FS);
    gl.vec4(program, "color", [1.0, 0.5, 0.0, 1.0]);
    gl.Viewport(0, 0, 2, 4);
    gl.draw_full();
    gl.read_rgba8("the other one", 4, 4);
    read_of(gl, "the bound one", bound.texture, RGBA8);
    read_of(gl, "the named one", sink, RGBA8);
    // One side bound, the other named.
    gl.BlitNamedFramebuffer(second, bound.framebuffer, 0, 0, 4, 2, 0, 2, 4, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    gl.NamedFramebufferReadBuffer(second, gl::COLOR_ATTACHMENT2);
    gl.BlitNamedFramebuffer(second, bound.framebuffer, 0, 0, 4, 2, 0, 2, 4, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    read_of(gl, "from the named into the bound one", bound.texture, RGBA8);
    // Depth and stencil of the named one, through a blit into a bound one.
    let ds = gl.framebuffer();
    let buffer = gl.renderbuffer(gl::DEPTH24_STENCIL8, 4, 4, 0);
    gl.attach_renderbuffer(gl::DEPTH_STENCIL_ATTACHMENT, buffer);
    gl.DrawBuffer(gl::NONE);
    gl.ReadBuffer(gl::NONE);
    gl.BlitNamedFramebuffer(
        first,
        ds,
        0,
        0,
        4,
        4,
        0,
        0,
        4,
        4,
        gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT,
        gl::NEAREST,
    );
    gl.read("depth", (0, 0, 4, 4), (gl::DEPTH_COMPONENT, gl::FLOAT));
    gl.read("stencil", (0, 0, 4, 4), (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE));
    // Without attachments, by name.
    for (pname, value) in [(gl::FRAMEBUFFER_DEFAULT_WIDTH, 8), (gl::FRAMEBUFFER_DEFAULT_HEIGHT, 4)] {
        gl.NamedFramebufferParameteri(third, pname, value);
    }
    gl.enums("status without attachments", &[gl.CheckNamedFramebufferStatus(third, gl::DRAW_FRAMEBUFFER)]);
    // What is invalidated is undefined, its neighbours stay.
    gl.InvalidateNamedFramebufferData(first, 1, [gl::COLOR_ATTACHMENT1].as_ptr());
    gl.InvalidateNamedFramebufferSubData(second, 1, [gl::COLOR_ATTACHMENT2].as_ptr(), 0, 0, 0, 0);
    read_of(gl, "neighbour of an invalidated one", images[0], RGBA8);
    read_of(gl, "nothing of it is invalidated", sink, RGBA8);
    gl.integer::<1>("draw is the last bound", gl::DRAW_FRAMEBUFFER_BINDING);
    gl.error("all");
    let _ = other;
});
