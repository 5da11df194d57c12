//! What programs cost the second time, and how often they are made.
#![allow(unsafe_op_in_unsafe_fn)]

use mgpipe_tests::{Arm, Display, Scene, bindings::gl, scene::*};
use std::{
    env, fs,
    path::Path,
    process::{Command, Stdio},
};

/// Makes the test the program that is started.
const CHILD: &str = "MGPIPE_TEST_PROGRAMS";
const PROGRAMS: u64 = 200;
const FEW: u64 = 10;

/// What a run says: shaders compiled, programs linked, either had from the cache, driver programs made from text, driver programs
/// had from the cache, and a sum over what was drawn.
type Said = [u64; 6];

#[test]
fn a_second_start_compiles_nothing() {
    if let Ok(programs) = env::var(CHILD) {
        return child(programs.parse().expect("a number"));
    }
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("cache");
    let cold = run(&cache, PROGRAMS);
    // The vertex shader is one and the same.
    assert_eq!(cold[..3], [PROGRAMS + 1, PROGRAMS, PROGRAMS - 1]);
    assert!(cold[3] >= PROGRAMS && cold[4] == 0, "{cold:?}");
    // red once: on a driver that gave no binaries, 200 programs were made from text again
    let warm = run(&cache, PROGRAMS);
    assert_eq!(warm, [0, 0, 3 * PROGRAMS, 0, cold[3], cold[5]]);
    // Damaged entries are made again, and nothing else comes of it.
    for kind in ["front", "driver"] {
        let folders =
            fs::read_dir(cache.join(kind)).expect("it was written").map(|entry| entry.expect("an entry").path());
        for file in folders.flat_map(|folder| fs::read_dir(folder).expect("a folder")) {
            let path = file.expect("an entry").path();
            let mut bytes = fs::read(&path).expect("a file");
            let middle = bytes.len() / 2;
            bytes[middle] ^= 0x40;
            fs::write(&path, bytes).expect("written");
        }
    }
    let repaired = run(&cache, FEW);
    assert_eq!(repaired[..3], [FEW + 1, FEW, FEW - 1]);
    assert!(repaired[3] >= FEW && repaired[4] == 0, "{repaired:?}");
    // Off is off.
    let off = run(Path::new("off"), FEW);
    assert_eq!(off[..3], [2 * FEW, FEW, 0]);
    assert_eq!(off[5], repaired[5]);
}

fn run(cache: &Path, programs: u64) -> Said {
    let mut command = Command::new(env::current_exe().expect("a program has a path"));
    command.args(["--exact", "a_second_start_compiles_nothing", "--nocapture", "--test-threads=1"]);
    Arm::Direct.prepare(&mut command, "");
    command.env(CHILD, programs.to_string()).env(disk_cache::VARIABLE, cache).stdin(Stdio::null());
    // A driver may give binaries only when it has a cache of its own.
    let own = tempfile::tempdir().expect("a folder");
    command.env("MESA_SHADER_CACHE_DIR", own.path());
    let output = command.output().expect("it starts");
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find_map(|line| line.split_once("said: ")).unwrap_or_else(|| {
        panic!("{}\n{text}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    });
    let numbers: Vec<u64> = line.1.split(' ').map(|number| number.parse().expect("a number")).collect();
    numbers.try_into().expect("six of them")
}

fn child(programs: u64) {
    let sum = with_scene(|gl| {
        // SAFETY: the context is current; the pointers name as much as GL reads or writes.
        unsafe { draw(gl, programs) }
    });
    let [compiled, linked, hits] = client::shader_cache::counters();
    let (built, loaded) = applier::program_counters();
    println!("said: {compiled} {linked} {hits} {built} {loaded} {sum}");
}

/// Calls `body` with a current context that draws on this thread.
fn with_scene<T>(body: impl FnOnce(&Scene) -> T) -> T {
    let display = Display::open(Arm::Direct).unwrap_or_else(|why| panic!("{why}"));
    // SAFETY: the context is of this display and shares with none.
    let context = unsafe {
        let context = display.context(std::ptr::null()).unwrap_or_else(|why| panic!("{why}"));
        display.make_current(context).unwrap_or_else(|why| panic!("{why}"));
        context
    };
    body(&Scene::new(display, context))
}

unsafe fn draw(gl: &Scene, programs: u64) -> u64 {
    gl.target(gl::RGBA8, 1, 1);
    gl.vertex_array();
    let mut sum = 0u64;
    for n in 0..programs {
        let source = format!(
            "uniform struct {{ vec4 a[2]; bool on; }} s; uniform sampler2D t; in vec2 uv; out vec4 o;
            void main() {{ o = s.on ? s.a[1] * {n}.0 / 200.0 : texture(t, uv); }}"
        );
        let program = gl.program(FULL_VS, &source);
        gl.Uniform1i(gl.location(program, "s.on"), 1);
        gl.Uniform4f(gl.location(program, "s.a[1]"), 1.0, 0.5, 0.25, 1.0);
        gl.draw_full();
        let pixel = gl.read("pixel", (0, 0, 1, 1), (gl::RGBA, gl::UNSIGNED_BYTE));
        sum = pixel.iter().fold(sum, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)));
    }
    sum
}

#[test]
fn toggling_state_builds_no_variant() {
    const NAME: &str = "toggling_state_builds_no_variant";
    if env::var_os(CHILD).is_none() {
        let mut command = Command::new(env::current_exe().expect("a program has a path"));
        command.args(["--exact", NAME, "--nocapture", "--test-threads=1"]);
        Arm::Direct.prepare(&mut command, "");
        let output = command.env(CHILD, "1").stdin(Stdio::null()).output().expect("it starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    with_scene(|gl| {
        // SAFETY: the context is current; the pointers name as much as GL reads or writes.
        unsafe { toggle(gl) }
    });
}

unsafe fn toggle(gl: &Scene) {
    gl.target(gl::RGBA8, 4, 4);
    gl.vertex_array();
    let depth = gl.renderbuffer(gl::DEPTH24_STENCIL8, 4, 4, 0);
    gl.attach_renderbuffer(gl::DEPTH_STENCIL_ATTACHMENT, depth);
    let built = |what: &str, change: &dyn Fn()| {
        let before = applier::program_counters().0;
        change();
        gl.draw_full();
        gl.Finish();
        assert_eq!(gl.GetError(), gl::NO_ERROR, "{what}");
        applier::program_counters().0 - before
    };
    let first = built("the first draw", &|| {
        gl.program(FULL_VS, "uniform vec4 color; in vec2 uv; void main() { gl_FragColor = color + uv.xyxy; }");
    });
    assert_eq!(first, 1);
    let states = [
        gl::BLEND,
        gl::DEPTH_TEST,
        gl::STENCIL_TEST,
        gl::SCISSOR_TEST,
        gl::CULL_FACE,
        gl::DITHER,
        gl::POLYGON_OFFSET_FILL,
        gl::SAMPLE_ALPHA_TO_COVERAGE,
        gl::PRIMITIVE_RESTART,
        gl::FRAMEBUFFER_SRGB,
        gl::DEPTH_CLAMP,
        gl::RASTERIZER_DISCARD,
    ];
    for state in states {
        let name = format!("state {state:#06x}");
        assert_eq!(built(&name, &|| gl.Enable(state)), 0, "{name} on");
        assert_eq!(built(&name, &|| gl.Disable(state)), 0, "{name} off");
    }
    let changes: [(&str, &dyn Fn()); 9] = [
        ("viewport", &|| gl.Viewport(1, 1, 2, 2)),
        ("depth range", &|| gl.DepthRange(0.25, 0.75)),
        ("blend function", &|| gl.BlendFunc(gl::SRC_ALPHA, gl::ONE)),
        ("blend equation", &|| gl.BlendEquation(gl::FUNC_SUBTRACT)),
        ("blend colour", &|| gl.BlendColor(0.1, 0.2, 0.3, 0.4)),
        ("colour mask", &|| gl.ColorMask(1, 0, 1, 0)),
        ("depth function", &|| gl.DepthFunc(gl::GREATER)),
        ("stencil", &|| gl.StencilFunc(gl::LESS, 3, 7)),
        ("scissor", &|| gl.Scissor(0, 0, 3, 3)),
    ];
    for (name, change) in changes {
        assert_eq!(built(name, change), 0, "{name}");
    }
    // What is a variant is one: a second draw buffer that gl_FragColor goes to.
    // red once: with the count of draw buffers left out of the variant, nothing was built here
    let two = built("a second draw buffer", &|| {
        let texture = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT1, gl::TEXTURE_2D, texture, 0);
        gl.DrawBuffers(2, [gl::COLOR_ATTACHMENT0, gl::COLOR_ATTACHMENT1].as_ptr());
    });
    assert_eq!(two, 1);
}
