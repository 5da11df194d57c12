//! A program whose OpenGL the tests of a session's life look at. It does what the lines of its input say, a line of output each:
//!
//! - `frame R G B`: draws a frame and answers the pixel that it reads;
//! - `lose`: draws until the server is gone, then makes one call of every kind that could wait, naming each before it is made;
//! - `reset`: answers the reset status;
//! - `flood`: gives the server work for minutes and waits for none of it;
//! - `reopen`: ends everything and begins anew;
//! - `texture SIZE`: specifies and changes a texture with all its levels, and answers the KiB that the process itself holds
//!   before and after, and those of one copy of the texels;
//! - `cycles N`: opens, draws and closes N times, and answers what the process holds before and after.

use mgpipe_tests::{
    Arm, Display,
    bindings::{egl, gl},
    process,
};
use std::{
    ffi::c_void,
    fs,
    io::{BufRead, Write},
    process::ExitCode,
};

struct Open {
    display: Display,
    context: egl::types::EGLContext,
    gl: gl::Gl,
}

fn main() -> ExitCode {
    // Without a transport the system's own driver draws; with one that does not exist it is the client that has to say so.
    let arm = std::env::var("MGPIPE_TRANSPORT").map_or(Arm::Native, |name| Arm::from_name(&name).unwrap_or(Arm::Spawn));
    let mut open = None;
    for line in std::io::stdin().lock().lines() {
        let line = line.expect("input");
        let words: Vec<&str> = line.split(' ').collect();
        let result = match words[0] {
            "frame" => frame(&mut open, arm, &words[1..]),
            "lose" => lose(&mut open, arm),
            "flood" => flood(&mut open, arm),
            "reset" => opened(&mut open, arm).map(|open| {
                // SAFETY: the context is current.
                format!("{:#06x}", unsafe { open.gl.GetGraphicsResetStatus() })
            }),
            "texture" => texture(&mut open, arm, words[1].parse().expect("a number")),
            "reopen" => close(&mut open).map(|()| "closed".to_owned()),
            "cycles" => cycles(arm, words[1].parse().expect("a number")),
            other => Err(format!("no such command: {other}")),
        };
        match result {
            Ok(answer) => say(&answer),
            Err(why) => {
                say(&format!("failed: {why}"));
                return ExitCode::from(3);
            }
        }
    }
    match close(&mut open) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::from(4),
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    // Nobody to say it to is a test that has ended.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

fn opened(open: &mut Option<Open>, arm: Arm) -> Result<&Open, String> {
    if open.is_none() {
        let display = Display::open(arm)?;
        // SAFETY: the context is of this display and shares with none.
        let context = unsafe {
            let context = display.context_with(
                std::ptr::null(),
                &[
                    egl::CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY as i32,
                    egl::LOSE_CONTEXT_ON_RESET as i32,
                    egl::CONTEXT_OPENGL_ROBUST_ACCESS as i32,
                    1,
                ],
            )?;
            display.make_current(context)?;
            context
        };
        let gl = display.gl();
        // SAFETY: the context is current; the arrays are as long as GL reads and writes.
        unsafe {
            let (mut texture, mut framebuffer) = (0, 0);
            gl.GenTextures(1, &mut texture);
            gl.BindTexture(gl::TEXTURE_2D, texture);
            gl.TexImage2D(
                gl::TEXTURE_2D,
                0,
                gl::RGBA8 as i32,
                64,
                64,
                0,
                gl::RGBA,
                gl::UNSIGNED_BYTE,
                std::ptr::null(),
            );
            gl.GenFramebuffers(1, &mut framebuffer);
            gl.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
            gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, texture, 0);
        }
        *open = Some(Open { display, context, gl });
    }
    Ok(open.as_ref().expect("just opened"))
}

fn close(open: &mut Option<Open>) -> Result<(), String> {
    open.take().map_or(Ok(()), |open| open.display.close())
}

fn frame(open: &mut Option<Open>, arm: Arm, color: &[&str]) -> Result<String, String> {
    let gl = &opened(open, arm)?.gl;
    let part = |i: usize| color.get(i).and_then(|word| word.parse::<f32>().ok()).unwrap_or(0.0) / 255.0;
    let mut pixel = [0u8; 4];
    // SAFETY: the context is current; one pixel of four bytes is read.
    unsafe {
        gl.ClearColor(part(0), part(1), part(2), 1.0);
        gl.Clear(gl::COLOR_BUFFER_BIT);
        gl.ReadPixels(9, 9, 1, 1, gl::RGBA, gl::UNSIGNED_BYTE, pixel.as_mut_ptr().cast());
        gl.Flush();
    }
    Ok(format!("{} {} {}", pixel[0], pixel[1], pixel[2]))
}

/// KiB of memory that is the process's own: not files, and not what it shares, as segments are.
fn own_memory() -> Result<u64, String> {
    let text = fs::read_to_string("/proc/self/status").map_err(|e| e.to_string())?;
    let line = text.lines().find_map(|line| line.strip_prefix("RssAnon:")).ok_or("no RssAnon")?;
    line.trim().trim_end_matches(" kB").parse().map_err(|e| format!("{line}: {e}"))
}

fn texture(open: &mut Option<Open>, arm: Arm, size: i32) -> Result<String, String> {
    frame(open, arm, &["1", "2", "3"])?;
    let gl = &opened(open, arm)?.gl;
    let before = own_memory()?;
    let texels = |size: i32| vec![0x5A_u8; size as usize * size as usize * 4];
    let finish = |gl: &gl::Gl| {
        let mut pixel = [0u8; 4];
        // SAFETY: the context is current; one pixel of four bytes is read, after all that came before.
        unsafe { gl.ReadPixels(0, 0, 1, 1, gl::RGBA, gl::UNSIGNED_BYTE, pixel.as_mut_ptr().cast()) };
    };
    // SAFETY: the context is current; each array has the bytes of its level.
    unsafe {
        let mut name = 0;
        gl.GenTextures(1, &mut name);
        gl.BindTexture(gl::TEXTURE_2D, name);
        let (format, ty) = (gl::RGBA, gl::UNSIGNED_BYTE);
        for level in 0..=size.ilog2() as i32 {
            let size = size >> level;
            let data = texels(size);
            gl.TexImage2D(gl::TEXTURE_2D, level, gl::RGBA8 as i32, size, size, 0, format, ty, data.as_ptr().cast());
        }
        finish(gl);
        // And in parts, large and small.
        let part = texels(size / 4);
        for i in 0..16 {
            let (x, y) = (i % 4 * (size / 4), i / 4 * (size / 4));
            gl.TexSubImage2D(gl::TEXTURE_2D, 0, x, y, size / 4, size / 4, format, ty, part.as_ptr().cast());
        }
        for i in 0..size / 8 {
            gl.TexSubImage2D(gl::TEXTURE_2D, 0, i * 8, i * 8, 8, 8, format, ty, part.as_ptr().cast());
        }
        gl.GenerateMipmap(gl::TEXTURE_2D);
        finish(gl);
        let error = gl.GetError();
        if error != gl::NO_ERROR {
            return Err(format!("GL error {error:#06x}"));
        }
    }
    Ok(format!("{before} {} {}", own_memory()?, size as u64 * size as u64 * 4 / 1024))
}

/// Draws until `glGetGraphicsResetStatus` says that the server is gone, then makes calls of every kind.
fn lose(open: &mut Option<Open>, arm: Arm) -> Result<String, String> {
    let Open { display, context, gl } = opened(open, arm)?;
    // SAFETY: the context is current; the arrays are as long as GL reads and writes.
    unsafe {
        let (mut query, mut buffer) = (0, 0);
        gl.GenQueries(1, &mut query);
        gl.BeginQuery(gl::SAMPLES_PASSED, query);
        gl.EndQuery(gl::SAMPLES_PASSED);
        gl.GenBuffers(1, &mut buffer);
        gl.BindBuffer(gl::ARRAY_BUFFER, buffer);
        gl.BufferData(gl::ARRAY_BUFFER, 4096, std::ptr::null(), gl::DYNAMIC_DRAW);
        let fence = gl.FenceSync(gl::SYNC_GPU_COMMANDS_COMPLETE, 0);
        say("drawing");
        let mut frames = 0u64;
        while gl.GetGraphicsResetStatus() == gl::NO_ERROR {
            gl.ClearColor((frames % 2) as f32, 0.0, 0.0, 1.0);
            gl.Clear(gl::COLOR_BUFFER_BIT);
            gl.Flush();
            frames += 1;
        }
        say(&format!("reset status {:#06x}", gl.GetGraphicsResetStatus()));
        let mut pixels = vec![7u8; 64 * 64 * 4];
        let all = pixels.as_mut_ptr().cast::<c_void>();
        let mut value = 0;
        let call = |name: &str, call: &mut dyn FnMut() -> String| {
            say(&format!("call {name}"));
            let answer = call();
            if !answer.is_empty() {
                say(&format!("{name} {answer}"));
            }
        };
        let nothing = String::new;
        call("glReadPixels", &mut || {
            gl.ReadPixels(0, 0, 64, 64, gl::RGBA, gl::UNSIGNED_BYTE, all);
            nothing()
        });
        call("glGetTexImage", &mut || {
            gl.GetTexImage(gl::TEXTURE_2D, 0, gl::RGBA, gl::UNSIGNED_BYTE, all);
            nothing()
        });
        call("glTexImage2D", &mut || {
            // More than the ring and the staging segment hold.
            for _ in 0..4 {
                let texels = vec![1u8; 2048 * 2048 * 4];
                let data = texels.as_ptr().cast();
                gl.TexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8 as i32, 2048, 2048, 0, gl::RGBA, gl::UNSIGNED_BYTE, data);
            }
            nothing()
        });
        call("glBufferData", &mut || {
            let bytes = vec![1u8; 48 << 20];
            gl.BufferData(gl::ARRAY_BUFFER, bytes.len() as isize, bytes.as_ptr().cast(), gl::STATIC_DRAW);
            nothing()
        });
        call("glMapBufferRange", &mut || {
            let map = gl.MapBufferRange(gl::ARRAY_BUFFER, 0, 4096, gl::MAP_READ_BIT | gl::MAP_WRITE_BIT);
            if !map.is_null() {
                gl.UnmapBuffer(gl::ARRAY_BUFFER);
            }
            nothing()
        });
        call("glGetQueryObjectuiv", &mut || {
            gl.GetQueryObjectuiv(query, gl::QUERY_RESULT, &mut value);
            nothing()
        });
        call("glClientWaitSync", &mut || {
            gl.ClientWaitSync(fence, gl::SYNC_FLUSH_COMMANDS_BIT, u64::MAX);
            nothing()
        });
        call("glClear", &mut || {
            for _ in 0..200_000 {
                gl.Clear(gl::COLOR_BUFFER_BIT);
            }
            nothing()
        });
        call("glFinish", &mut || {
            gl.Finish();
            nothing()
        });
        call("glGetError", &mut || {
            // GL 4.6 core 2.3.1: at most one flag per kind of error here, so that this ends.
            (0..16).take_while(|_| gl.GetError() != gl::NO_ERROR).for_each(drop);
            nothing()
        });
        let egl = &display.egl;
        call("eglCreateContext", &mut || match display.context(std::ptr::null()) {
            Ok(_) => "gave a context".to_owned(),
            Err(_) => "gave none".to_owned(),
        });
        call("eglMakeCurrent", &mut || {
            let made = egl.MakeCurrent(display.display, std::ptr::null(), std::ptr::null(), *context);
            format!("{made} {:#06x}", egl.GetError())
        });
    }
    Ok("every call returned".to_owned())
}

/// Queues mipmaps of a large texture whose first level changes each time. The records fit in the ring.
fn flood(open: &mut Option<Open>, arm: Arm) -> Result<String, String> {
    let gl = &opened(open, arm)?.gl;
    // SAFETY: the context is current; no pointer is passed but a null one that asks for storage alone.
    unsafe {
        let (format, kind) = (gl::RGBA, gl::UNSIGNED_BYTE);
        gl.TexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8 as i32, 2048, 2048, 0, format, kind, std::ptr::null());
        for i in 0..20_000 {
            gl.ClearColor((i % 2) as f32, 0.0, 0.0, 1.0);
            gl.Clear(gl::COLOR_BUFFER_BIT);
            gl.GenerateMipmap(gl::TEXTURE_2D);
        }
        gl.Flush();
    }
    Ok("flooded".to_owned())
}

fn cycles(arm: Arm, count: usize) -> Result<String, String> {
    let cycle = || -> Result<(), String> {
        let mut open = None;
        let pixel = frame(&mut open, arm, &["10", "20", "30"])?;
        if pixel != "10 20 30" {
            return Err(format!("read {pixel}"));
        }
        close(&mut open)
    };
    // What a driver or the C library keeps for good, it has after these.
    for _ in 0..8 {
        cycle()?;
    }
    let before = held();
    for _ in 0..count {
        cycle()?;
    }
    Ok(format!("{before}; {}", held()))
}

/// Descriptors, mappings of ours, all mappings, threads and children of this process.
fn held() -> String {
    let entries = |folder: &str| fs::read_dir(folder).map_or(0, Iterator::count);
    let maps = fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let ours = maps.lines().filter(|line| line.contains("mgpipe-") && line.contains("memfd")).count();
    let (descriptors, threads) = (entries("/proc/self/fd"), entries("/proc/self/task"));
    let children = process::children(std::process::id()).len();
    format!("{descriptors} {ours} {} {threads} {children}", maps.lines().count())
}
