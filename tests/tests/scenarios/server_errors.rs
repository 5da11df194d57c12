//! Errors that only the driver can find: they arrive in order, and at most one frame late (GL 4.6 core 2.3.1, 2.3.2). The driver
//! of these scenarios fails on purpose.

use crate::default_framebuffer::{current, pbuffer};
use mgpipe_tests::{bindings::gl, scene::*, with_fault};

/// What a program has to draw with: three vertices cover everything.
unsafe fn drawing(gl: &Scene) {
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    let program = gl.program(FULL_VS, COLOR_FS);
    gl.vec4(program, "color", [1.0, 0.0, 0.0, 1.0]);
}

// red once: without the question when the work is finished
with_fault!(an_error_of_a_draw_is_there_when_the_server_was_waited_for, "glDrawArrays:2", |gl| {
    drawing(gl);
    gl.draw_full();
    gl.Finish();
    assert_eq!(gl.GetError(), gl::NO_ERROR, "the first draw");
    gl.draw_full();
    gl.Finish();
    assert_eq!(gl.GetError(), gl::OUT_OF_MEMORY, "the second draw");
    assert_eq!(gl.GetError(), gl::NO_ERROR, "one error is said once");
    gl.draw_full();
    gl.Finish();
    assert_eq!(gl.GetError(), gl::NO_ERROR, "the third draw");
    gl.read_rgba8("nothing else broke", 4, 4);
});

// red once: without the question when a frame ends
with_fault!(an_error_is_at_most_a_frame_late, "glDrawArrays:3", |gl| {
    let surface = pbuffer(gl, 4, 4);
    current(gl, surface, surface);
    drawing(gl);
    let swap = || assert_eq!(gl.display.egl.SwapBuffers(gl.display.display, surface), 1, "eglSwapBuffers");
    let mut seen = Vec::new();
    for _ in 0..6 {
        gl.draw_full();
        swap();
        seen.push(gl.GetError());
    }
    let place = seen.iter().position(|error| *error == gl::OUT_OF_MEMORY);
    // The third frame's: the swap of that frame may say it, and the next one's has to.
    assert!(matches!(place, Some(2 | 3)), "{seen:x?}");
    assert_eq!(seen.iter().filter(|error| **error != gl::NO_ERROR).count(), 1, "{seen:x?}");
    gl.read_rgba8("nothing else broke", 4, 4);
});

// red once: with the errors that an allocation finds dropped
with_fault!(an_error_is_not_lost_where_something_is_allocated_next, "glDrawArrays:1", |gl| {
    drawing(gl);
    gl.draw_full();
    // Each of these asks the driver whether it had the memory, and finds the draw's error there.
    gl.renderbuffer(gl::RGBA8, 4, 4, 0);
    gl.texture(gl::TEXTURE_2D);
    gl.TexStorage2D(gl::TEXTURE_2D, 1, gl::RGBA8, 4, 4);
    gl.blank_buffer(gl::ARRAY_BUFFER, 2 << 20, 7);
    gl.Finish();
    assert_eq!(gl.GetError(), gl::OUT_OF_MEMORY);
    gl.read_buffer("what was allocated is there", gl::ARRAY_BUFFER, 0, 64);
    assert_eq!(gl.GetError(), gl::NO_ERROR);
});

/// The error of an allocation among errors that the client finds.
unsafe fn in_its_place(gl: &Scene, allocate: &dyn Fn()) {
    allocate();
    gl.Enable(0x1234);
    gl.Finish();
    assert_eq!(gl.GetError(), gl::OUT_OF_MEMORY, "of two, the first stays");
    assert_eq!(gl.GetError(), gl::NO_ERROR);
    gl.Enable(0x1234);
    allocate();
    gl.Finish();
    assert_eq!(gl.GetError(), gl::INVALID_ENUM, "of two, the first stays");
    assert_eq!(gl.GetError(), gl::NO_ERROR);
    allocate();
    gl.Finish();
    assert_eq!(gl.GetError(), gl::NO_ERROR, "now there is memory");
}

// red once: with the client's own error always before the server's
with_fault!(a_buffer_without_memory_has_its_error_in_its_place, "glBufferData:3,glBufferData:4", |gl| {
    // Two calls are those that make the buffer.
    gl.buffer::<u8>(gl::ARRAY_BUFFER, &[]);
    in_its_place(gl, &|| gl.BufferData(gl::ARRAY_BUFFER, 2 << 20, std::ptr::null(), gl::STATIC_DRAW));
    gl.BufferSubData(gl::ARRAY_BUFFER, 1 << 20, 64, noise(3, 64).as_ptr().cast());
    gl.read_buffer("its bytes", gl::ARRAY_BUFFER, 1 << 20, 64);
});

// red once: with the client's own error always before the server's
with_fault!(a_texture_without_memory_has_its_error_in_its_place, "glTexImage2D:1,glTexImage2D:2", |gl| {
    gl.texture(gl::TEXTURE_2D);
    let pixels = noise(4, 64 * 64 * 4);
    in_its_place(gl, &|| gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (64, 64), (gl::RGBA, gl::UNSIGNED_BYTE), &pixels));
    gl.read_texture("its texels", gl::TEXTURE_2D, 0, 64 * 64, (gl::RGBA, gl::UNSIGNED_BYTE));
});

// red once: without the report before the answer
with_fault!(a_read_of_a_buffer_without_memory_leaves_the_destination_alone, "glMapBufferRange:1", |gl| {
    let bytes = noise(5, 256);
    gl.buffer(gl::ARRAY_BUFFER, &bytes);
    let mut out = [0xAAu8; 256];
    gl.GetBufferSubData(gl::ARRAY_BUFFER, 0, 256, out.as_mut_ptr().cast());
    // Nothing was waited for but the answer.
    assert_eq!(gl.GetError(), gl::OUT_OF_MEMORY);
    assert_eq!(out, [0xAA; 256]);
    gl.GetBufferSubData(gl::ARRAY_BUFFER, 0, 256, out.as_mut_ptr().cast());
    assert_eq!((gl.GetError(), &out[..]), (gl::NO_ERROR, &bytes[..]));
    gl.bytes("read", &out);
});
