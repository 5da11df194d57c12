//! Contexts that are current in several threads at once (GL 4.6 core 5, EGL 1.5 section 3.7).

use mgpipe_tests::{Scene, against_native, bindings::gl};
use std::{
    ffi::c_void,
    sync::{Barrier, Mutex},
};

/// A scene that another thread uses too.
struct Shared<'a>(&'a Scene);
// SAFETY: GL's and EGL's functions may be called from any thread, the display and the contexts are used as EGL allows it, and
// the scene's readings are recorded by the thread that made it alone.
unsafe impl Sync for Shared<'_> {}

const STEPS: usize = 12;

/// A framebuffer with a fresh 8 by 8 texture, bound; no helper of the scene's, which records.
unsafe fn target(gl: &gl::Gl) {
    let (mut texture, mut framebuffer) = (0, 0);
    gl.GenTextures(1, &mut texture);
    gl.BindTexture(gl::TEXTURE_2D, texture);
    gl.TexStorage2D(gl::TEXTURE_2D, 1, gl::RGBA8, 8, 8);
    gl.GenFramebuffers(1, &mut framebuffer);
    gl.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
    gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, texture, 0);
    gl.Viewport(0, 0, 8, 8);
    let mut array = 0;
    gl.GenVertexArrays(1, &mut array);
    gl.BindVertexArray(array);
}

/// Draws with the uniform block's colour into half of the target, and reads it all.
unsafe fn step(gl: &gl::Gl, step: usize) -> Vec<u8> {
    gl.ClearColor(step as f32 / 16.0, 0.0, 0.25, 1.0);
    gl.Clear(gl::COLOR_BUFFER_BIT);
    gl.Enable(gl::SCISSOR_TEST);
    gl.Scissor(0, 0, 4, 8);
    gl.DrawArrays(gl::TRIANGLES, 0, 3);
    gl.Disable(gl::SCISSOR_TEST);
    let mut pixels = vec![0u8; 256];
    gl.ReadPixels(0, 0, 8, 8, gl::RGBA, gl::UNSIGNED_BYTE, pixels.as_mut_ptr().cast::<c_void>());
    pixels
}

// red once: with every context's records taken for those of the context that was current last
against_native!(two_threads_draw_at_once, |gl| {
    let program = gl.program(
        "void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }",
        "layout(std140) uniform Block { vec4 color; }; out vec4 o; void main() { o = color; }",
    );
    let buffer = gl.blank_buffer(gl::UNIFORM_BUFFER, 16, 0);
    gl.BindBufferBase(gl::UNIFORM_BUFFER, 0, buffer);
    target(gl);
    gl.Finish();
    let other = gl.display.context(gl.context).expect("a second context");
    let (shared, other) = (&Shared(gl), other as usize);
    let barrier = &Barrier::new(2);
    let theirs = Mutex::new(Vec::new());
    let mut ours = Vec::new();
    std::thread::scope(|scope| {
        let theirs = &theirs;
        scope.spawn(move || {
            let Shared(scene) = shared;
            scene.display.make_current(other as *const c_void).expect("current in the other thread");
            target(scene);
            scene.UseProgram(program);
            scene.BindBufferBase(gl::UNIFORM_BUFFER, 0, buffer);
            for at in 0..STEPS {
                // What the first thread has finished is seen here.
                barrier.wait();
                theirs.lock().expect("no panic").push(step(scene, at));
                barrier.wait();
                // And now both at once.
                theirs.lock().expect("no panic").push(step(scene, at + 2));
                barrier.wait();
            }
            scene.Finish();
            scene.display.make_current(std::ptr::null()).expect("released");
        });
        for at in 0..STEPS {
            let color = [0.0f32, at as f32 / 16.0, 1.0, 1.0];
            gl.BufferSubData(gl::UNIFORM_BUFFER, 0, 16, color.as_ptr().cast());
            gl.Finish();
            barrier.wait();
            // Nothing changes the block while the other thread draws with it.
            barrier.wait();
            ours.push(step(gl, at));
            barrier.wait();
        }
    });
    for (at, pixels) in ours.iter().enumerate() {
        gl.bytes(&format!("first thread, step {at}"), pixels);
    }
    for (at, pixels) in theirs.into_inner().expect("no panic").iter().enumerate() {
        gl.bytes(&format!("second thread, step {at}"), pixels);
    }
    // The context of the thread that has ended becomes current here, and the first one again.
    gl.display.make_current(other as *const c_void).expect("moved to this thread");
    gl.bytes("moved", &step(gl, 15));
    gl.error("the other context");
    gl.display.make_current(gl.context).expect("the first again");
    gl.display.egl.DestroyContext(gl.display.display, other as *const c_void);
    gl.bytes("the first again", &step(gl, 3));
    gl.error("all");
});

// red once: with shaders not renewed when a context comes back after programs died, the driver drew without any and died
against_native!(programs_are_made_in_one_thread_and_drawn_with_in_another, |gl| {
    const VS: &str = "void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }";
    let own = gl.program(VS, "uniform vec4 color; out vec4 o; void main() { o = color; }");
    target(gl);
    gl.Finish();
    let other = gl.display.context(gl.context).expect("a second context") as usize;
    let (shared, steps) = (&Shared(gl), std::sync::mpsc::sync_channel::<(u32, usize, u32)>(2));
    let (made, taken) = steps;
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let Shared(scene) = shared;
            scene.display.make_current(other as *const c_void).expect("current in the other thread");
            for at in 0..STEPS {
                let fragment = format!(
                    "layout(std140) uniform Block {{ vec4 color; }}; uniform float more = {at}.0;
                    out vec4 o; void main() {{ o = color + vec4(more, {at}.0 * 2.0, 0.0, 255.0) / 255.0; }}"
                );
                let program = scene.program(VS, &fragment);
                let mut buffer = 0;
                scene.GenBuffers(1, &mut buffer);
                scene.BindBuffer(gl::UNIFORM_BUFFER, buffer);
                let color = [0.25f32, 0.5, at as f32 / 16.0, 0.0];
                scene.BufferData(gl::UNIFORM_BUFFER, 16, color.as_ptr().cast(), gl::STATIC_DRAW);
                let fence = scene.FenceSync(gl::SYNC_GPU_COMMANDS_COMPLETE, 0);
                scene.Flush();
                made.send((program, fence as usize, buffer)).expect("the other thread takes them all");
            }
            scene.UseProgram(0);
            scene.display.make_current(std::ptr::null()).expect("released");
        });
        for at in 0..STEPS {
            // Drawing goes on until there is a program.
            let (program, fence, buffer) = loop {
                gl.UseProgram(own);
                gl.Uniform4f(gl.location(own, "color"), at as f32 / 16.0, 1.0, 0.0, 1.0);
                gl.DrawArrays(gl::TRIANGLES, 0, 3);
                gl.Flush();
                if let Ok(made) = taken.try_recv() {
                    break made;
                }
            };
            gl.read(&format!("own {at}"), (0, 0, 8, 8), (gl::RGBA, gl::UNSIGNED_BYTE));
            gl.WaitSync(fence as gl::types::GLsync, 0, gl::TIMEOUT_IGNORED);
            gl.BindBufferBase(gl::UNIFORM_BUFFER, 0, buffer);
            gl.UseProgram(program);
            gl.DrawArrays(gl::TRIANGLES, 0, 3);
            gl.read(&format!("made {at}"), (0, 0, 8, 8), (gl::RGBA, gl::UNSIGNED_BYTE));
            gl.DeleteSync(fence as gl::types::GLsync);
            gl.DeleteProgram(program);
        }
    });
    gl.error("all");
});
