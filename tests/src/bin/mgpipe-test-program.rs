//! A program whose OpenGL the tests of a session's life look at. It does what the lines of its input say, a line of output each:
//!
//! - `frame R G B`: draws a frame and answers the pixel that it reads;
//! - `lose`: draws until the server is gone, then makes one call of every kind that could wait, naming each before it is made;
//! - `reset`: answers the reset status;
//! - `flood`: gives the server work for minutes and waits for none of it;
//! - `reopen`: ends everything and begins anew;
//! - `texture SIZE`: specifies and changes a texture with all its levels, and answers the KiB that the process itself holds
//!   before and after, and those of one copy of the texels;
//! - `traffic FRAMES DRAWS`: draws frames of many small draws and answers how often this thread took memory meanwhile;
//! - `same DRAWS`: draws so often with nothing changed in between;
//! - `updates N`: puts 1 MiB into a buffer so often and answers how often this thread took memory meanwhile;
//! - `churn FRAMES`: draws frames that make and delete objects and answers the resident memory of this process and its
//!   server afterwards, without shared memory, in KiB;
//! - `memory FRAMES`: draws so many frames, moves 64 MiB each way, and answers the KiB that were resident in this process before
//!   it began and after, and those of its server, all segments and libraries counted;
//! - `threads N`: N threads, each with a context of its own current, draw and read at the same time, in turns of different lengths;
//! - `cycles N`: opens, draws and closes N times, and answers what the process holds before and after.

use mgpipe_tests::{
    Arm, Display,
    bindings::{egl, gl},
    process,
    traffic::Traffic,
};
use std::{
    alloc::{GlobalAlloc, Layout, System},
    cell::Cell,
    ffi::c_void,
    fs,
    io::{BufRead, Write},
    process::ExitCode,
};

/// The system's memory, counting how often a thread takes some.
struct Counting;

thread_local! {
    static TAKEN: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending is not counted.
    let _ = TAKEN.try_with(|taken| taken.set(taken.get() + 1));
}

// SAFETY: the system's allocator does all the work, with the arguments as they came.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.alloc(layout) }
    }
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.alloc_zeroed(layout) }
    }
    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as the caller promises.
        unsafe { System.realloc(memory, layout, size) }
    }
    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as the caller promises.
        unsafe { System.dealloc(memory, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

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
            "traffic" => traffic(&mut open, arm, &words[1..]),
            "same" => same(&mut open, arm, words[1].parse().expect("a number")),
            "updates" => updates(&mut open, arm, words[1].parse().expect("a number")),
            "packs" => packs(&mut open, arm, words[1].parse().expect("a number")),
            "reads" => reads(&mut open, arm, words[1].parse().expect("a number")),
            "churn" => churn(&mut open, arm, words[1].parse().expect("a number")),
            "memory" => memory(&mut open, arm, words[1].parse().expect("a number")),
            "threads" => threads(&mut open, arm, words[1].parse().expect("a number")),
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

/// Contexts that share have the same strategy (EGL 1.5 section 3.7.1).
const ATTRIBUTES: [i32; 4] = [
    egl::CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY as i32,
    egl::LOSE_CONTEXT_ON_RESET as i32,
    egl::CONTEXT_OPENGL_ROBUST_ACCESS as i32,
    1,
];

fn opened(open: &mut Option<Open>, arm: Arm) -> Result<&Open, String> {
    if open.is_none() {
        let display = Display::open(arm)?;
        // SAFETY: the context is of this display and shares with none.
        let context = unsafe {
            let context = display.context_with(std::ptr::null(), &ATTRIBUTES)?;
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

fn traffic(open: &mut Option<Open>, arm: Arm, words: &[&str]) -> Result<String, String> {
    let [frames, draws] = words else { return Err("frames and draws".into()) };
    let (frames, draws): (u32, usize) = (frames.parse().expect("a number"), draws.parse().expect("a number"));
    let gl = &opened(open, arm)?.gl;
    // SAFETY: the context is current.
    unsafe {
        let traffic = Traffic::new(gl);
        // What grows once, such as a list's memory, has grown after these.
        (0..4).for_each(|number| traffic.frame(number, draws));
        let before = TAKEN.get();
        (0..frames).for_each(|number| traffic.frame(number, draws));
        let taken = TAKEN.get() - before;
        match gl.GetError() {
            gl::NO_ERROR => Ok(taken.to_string()),
            error => Err(format!("GL error {error:#06x}")),
        }
    }
}

fn same(open: &mut Option<Open>, arm: Arm, draws: usize) -> Result<String, String> {
    let gl = &opened(open, arm)?.gl;
    // SAFETY: the context is current.
    unsafe {
        Traffic::new(gl).same(draws);
        match gl.GetError() {
            gl::NO_ERROR => Ok("drawn".to_owned()),
            error => Err(format!("GL error {error:#06x}")),
        }
    }
}

/// What another thread may use all the same: functions, handles of contexts.
struct Anywhere<T>(T);
// SAFETY: EGL's functions and its displays and contexts are every thread's (EGL 1.5 section 3.7); a context is made current in one
// thread only.
unsafe impl<T> Send for Anywhere<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Anywhere<T> {}

fn threads(open: &mut Option<Open>, arm: Arm, count: u8) -> Result<String, String> {
    let Open { display, context, .. } = opened(open, arm)?;
    let display = Anywhere(display);
    let results = std::thread::scope(|scope| {
        let running: Vec<_> = (0..count)
            .map(|number| {
                // SAFETY: the context to share with is a living one.
                let context = unsafe { display.0.context_with(*context, &ATTRIBUTES) }.map(Anywhere);
                let display = &display;
                scope.spawn(move || {
                    let (context, display) = (context?, display);
                    draw_in_turns(display.0, context.0, number)
                })
            })
            .collect();
        running.into_iter().map(|thread| thread.join().expect("no panic")).collect::<Result<Vec<()>, String>>()
    });
    results.map(|done| format!("{} threads", done.len()))
}

/// Draws with a context of this thread, in turns of so many calls, and reads what it has drawn.
fn draw_in_turns(display: &Display, context: egl::types::EGLContext, number: u8) -> Result<(), String> {
    // SAFETY: the context is new and becomes current here; the arrays are as long as GL reads and writes.
    unsafe {
        display.make_current(context)?;
        let gl = display.gl();
        let (mut texture, mut framebuffer) = (0, 0);
        gl.GenTextures(1, &mut texture);
        gl.BindTexture(gl::TEXTURE_2D, texture);
        let format = (gl::RGBA8 as i32, gl::RGBA, gl::UNSIGNED_BYTE);
        gl.TexImage2D(gl::TEXTURE_2D, 0, format.0, 4, 4, 0, format.1, format.2, std::ptr::null());
        gl.GenFramebuffers(1, &mut framebuffer);
        gl.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, texture, 0);
        for round in 0..60u8 {
            let calls = [1, 3, 100, 1500][usize::from(round + number) % 4];
            let color = [number, round, calls as u8, 255];
            for call in 0..calls {
                gl.ClearColor(0.0, 0.0, 0.0, call as f32);
                gl.Scissor(0, 0, call, call);
            }
            let [r, g, b, a] = color.map(|c| f32::from(c) / 255.0);
            gl.ClearColor(r, g, b, a);
            gl.Clear(gl::COLOR_BUFFER_BIT);
            let mut read = [0u8; 4];
            gl.ReadPixels(1, 1, 1, 1, gl::RGBA, gl::UNSIGNED_BYTE, read.as_mut_ptr().cast());
            if read != color {
                return Err(format!("thread {number}, round {round}: {read:?} where {color:?} was drawn"));
            }
        }
        match gl.GetError() {
            gl::NO_ERROR => display.make_current(std::ptr::null()),
            error => Err(format!("thread {number}: GL error {error:#06x}")),
        }
    }
}

fn churn(open: &mut Option<Open>, arm: Arm, frames: u32) -> Result<String, String> {
    let gl = &opened(open, arm)?.gl;
    // SAFETY: the context is current.
    unsafe {
        let traffic = Traffic::new(gl);
        (0..frames).for_each(|number| traffic.churn(number));
        gl.Finish();
        match gl.GetError() {
            gl::NO_ERROR => {}
            error => return Err(format!("GL error {error:#06x}")),
        }
    }
    let server = process::children(std::process::id()).first().map_or(0, |&pid| resident(pid));
    Ok(format!("{} {server}", resident(std::process::id())))
}

/// Reads so many clears into a pack buffer each, and looks at it once at the end.
fn updates(open: &mut Option<Open>, arm: Arm, times: usize) -> Result<String, String> {
    let gl = &opened(open, arm)?.gl;
    let mut bytes = vec![0u8; 1 << 20];
    let (size, mut buffer) = (bytes.len() as isize, 0);
    // SAFETY: the context is current; the bytes are as many as is said.
    unsafe {
        gl.GenBuffers(1, &mut buffer);
        gl.BindBuffer(gl::ARRAY_BUFFER, buffer);
        gl.BufferData(gl::ARRAY_BUFFER, size, std::ptr::null(), gl::DYNAMIC_DRAW);
        let before = TAKEN.get();
        for turn in 0..times {
            bytes.fill(turn as u8);
            gl.BufferSubData(gl::ARRAY_BUFFER, 0, size, bytes.as_ptr().cast());
        }
        let taken = TAKEN.get() - before;
        let mut back = vec![0u8; bytes.len()];
        gl.GetBufferSubData(gl::ARRAY_BUFFER, 0, size, back.as_mut_ptr().cast());
        match gl.GetError() {
            gl::NO_ERROR if back == bytes => Ok(taken.to_string()),
            gl::NO_ERROR => Err("other bytes".to_owned()),
            error => Err(format!("GL error {error:#06x}")),
        }
    }
}

fn packs(open: &mut Option<Open>, arm: Arm, times: u8) -> Result<String, String> {
    let gl = &opened(open, arm)?.gl;
    let mut buffer = 0;
    // SAFETY: the context is current; the mapping is read within its length.
    unsafe {
        gl.GenBuffers(1, &mut buffer);
        gl.BindBuffer(gl::PIXEL_PACK_BUFFER, buffer);
        gl.BufferData(gl::PIXEL_PACK_BUFFER, 4 * 256, std::ptr::null(), gl::STREAM_READ);
        for turn in 0..times {
            gl.ClearColor(f32::from(turn) / 255.0, 0.0, 0.0, 1.0);
            gl.Clear(gl::COLOR_BUFFER_BIT);
            gl.ReadPixels(0, 0, 1, 1, gl::RGBA, gl::UNSIGNED_BYTE, (usize::from(turn) * 4) as *mut _);
            gl.Flush();
        }
        let length = usize::from(times) * 4;
        let map = gl.MapBufferRange(gl::PIXEL_PACK_BUFFER, 0, length as isize, gl::MAP_READ_BIT);
        if map.is_null() {
            return Err(format!("GL error {:#06x}", gl.GetError()));
        }
        let pixels = std::slice::from_raw_parts(map.cast::<u8>(), length).to_vec();
        gl.UnmapBuffer(gl::PIXEL_PACK_BUFFER);
        gl.BindBuffer(gl::PIXEL_PACK_BUFFER, 0);
        let wrong = pixels.chunks(4).enumerate().position(|(turn, pixel)| *pixel != [turn as u8, 0, 0, 255]);
        wrong.map_or(Ok("packed".to_owned()), |turn| Err(format!("turn {turn}: {pixels:?}")))
    }
}

/// Reads 64 MiB of pixels and 64 MiB of layers so many times. What the server's memory was at most before and after, KiB.
fn reads(open: &mut Option<Open>, arm: Arm, times: usize) -> Result<String, String> {
    const SIDE: i32 = 4096;
    const LAYERS: i32 = 16;
    let gl = &opened(open, arm)?.gl;
    let most = || process::children(std::process::id()).first().map_or(0, |&pid| status_of(pid, "VmHWM:"));
    let pixel = |i: usize, salt: usize| (i.wrapping_mul(0x9E37_79B9).wrapping_add(salt) >> 7) as u32;
    let mut words = vec![0u32; (SIDE * SIDE) as usize];
    let mut before = 0;
    // SAFETY: the context is current, and each image has as many texels as there are words.
    unsafe {
        let mut textures = [0; 2];
        gl.GenTextures(2, textures.as_mut_ptr());
        let (rgba, bytes) = (gl::RGBA, gl::UNSIGNED_BYTE);
        let internal = gl::RGBA8 as i32;
        words.iter_mut().enumerate().for_each(|(i, word)| *word = pixel(i, 1));
        gl.BindTexture(gl::TEXTURE_2D, textures[0]);
        gl.TexImage2D(gl::TEXTURE_2D, 0, internal, SIDE, SIDE, 0, rgba, bytes, words.as_ptr().cast());
        words.iter_mut().enumerate().for_each(|(i, word)| *word = pixel(i, 2));
        let array = gl::TEXTURE_2D_ARRAY;
        gl.BindTexture(array, textures[1]);
        let side = SIDE / 4;
        gl.TexImage3D(array, 0, internal, side, side, LAYERS, 0, rgba, bytes, words.as_ptr().cast());
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, textures[0], 0);
        for turn in 0..=times {
            for salt in [1, 2] {
                words.fill(0);
                match salt {
                    // The first turn is a pixel of each: what grows once has grown then.
                    1 if turn == 0 => gl.ReadPixels(0, 0, 1, 1, rgba, bytes, words.as_mut_ptr().cast()),
                    _ if turn == 0 => {
                        gl.GetTextureSubImage(
                            textures[1],
                            0,
                            0,
                            0,
                            1,
                            1,
                            1,
                            1,
                            rgba,
                            bytes,
                            4,
                            words.as_mut_ptr().cast(),
                        );
                        before = most();
                        continue;
                    }
                    1 => gl.ReadPixels(0, 0, SIDE, SIDE, rgba, bytes, words.as_mut_ptr().cast()),
                    _ => gl.GetTexImage(array, 0, rgba, bytes, words.as_mut_ptr().cast()),
                }
                let wrong = words.iter().enumerate().position(|(i, word)| *word != pixel(i, salt));
                if turn > 0 && wrong.is_some() {
                    return Err(format!("read {salt}: pixel {wrong:?}"));
                }
            }
        }
        match gl.GetError() {
            gl::NO_ERROR => Ok(format!("{before} {}", most())),
            error => Err(format!("GL error {error:#06x}")),
        }
    }
}

fn memory(open: &mut Option<Open>, arm: Arm, frames: u32) -> Result<String, String> {
    // The application's own memory is no part of what is measured.
    let mut bytes = vec![7u8; Traffic::BULK];
    let before = status_of(std::process::id(), "VmRSS:");
    let gl = &opened(open, arm)?.gl;
    // SAFETY: the context is current.
    unsafe {
        let traffic = Traffic::new(gl);
        for number in 0..frames {
            traffic.frame(number, 850);
            traffic.churn(number);
        }
        (0..4).for_each(|_| traffic.bulk(&mut bytes));
        gl.Finish();
        match gl.GetError() {
            gl::NO_ERROR => {}
            error => return Err(format!("GL error {error:#06x}")),
        }
    }
    let server = process::children(std::process::id()).first().map_or(0, |&pid| status_of(pid, "VmRSS:"));
    Ok(format!("{before} {} {server}", status_of(std::process::id(), "VmRSS:")))
}

/// Resident memory of a process that is its own, KiB: the segments are resident as far as they have been used once.
fn resident(pid: u32) -> u64 {
    status_of(pid, "RssAnon:")
}

/// A number of a process's status, KiB.
fn status_of(pid: u32, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    line.and_then(|rest| rest.split_whitespace().next()?.parse().ok()).unwrap_or(0)
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
