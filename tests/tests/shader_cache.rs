//! What programs cost the second time.
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
    let display = Display::open(Arm::Direct).unwrap_or_else(|why| panic!("{why}"));
    // SAFETY: the context is of this display; the pointers name as much as GL reads or writes.
    let sum = unsafe {
        let context = display.context(std::ptr::null()).unwrap_or_else(|why| panic!("{why}"));
        display.make_current(context).unwrap_or_else(|why| panic!("{why}"));
        draw(&Scene::new(display, context), programs)
    };
    let [compiled, linked, hits] = client::shader_cache::counters();
    let (built, loaded) = applier::program_counters();
    println!("said: {compiled} {linked} {hits} {built} {loaded} {sum}");
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
