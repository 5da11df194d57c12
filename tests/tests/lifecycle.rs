//! How sessions begin and end: two beside each other, many one after another, a side that dies, a server that is not there or
//! that is none.
#![forbid(unsafe_code)]

use mgpipe_tests::{
    Arm,
    process::{HANG, Program, Watched, children, files_left},
};
use rustix::process::Signal;
use std::process::Command;

fn command(arm: Arm) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mgpipe-test-program"));
    arm.prepare(&mut command, "");
    command.env("RUST_BACKTRACE", "0");
    command
}

/// The server of a program that has drawn.
fn server_of(program: &Program) -> u32 {
    let servers = children(program.id());
    assert_eq!(servers.len(), 1, "one program has one server: {servers:?}");
    servers[0]
}

// red once: with `inproc`, where there is no server to kill
#[test]
fn two_programs_do_not_disturb_each_other() {
    let (mut a, mut b) = (Program::start(&mut command(Arm::Spawn)), Program::start(&mut command(Arm::Spawn)));
    for i in 0..20 {
        let (red, blue) = (format!("{i} 1 2"), format!("3 4 {}", 200 + i));
        a.say(&format!("frame {red}"));
        b.say(&format!("frame {blue}"));
        assert_eq!((a.next_line(), b.next_line()), (Some(red), Some(blue)));
    }
    let (server_a, server_b) = (server_of(&a), server_of(&b));
    assert_ne!(server_a, server_b);
    Watched::of(server_a).kill();
    for i in 0..20 {
        assert_eq!(b.ask(&format!("frame {i} {i} 9")), format!("{i} {i} 9"));
    }
    assert!(b.end().success());
}

// red once: with the bytes of every upload kept, 156 MiB more
#[test]
fn a_large_texture_costs_the_application_no_memory_of_its_own() {
    let mut program = Program::start(&mut command(Arm::Spawn));
    let answer = program.ask("texture 4096");
    let numbers: Vec<u64> = answer.split(' ').filter_map(|n| n.parse().ok()).collect();
    let [before, after, texels] = numbers[..] else { panic!("{answer}\n{}", program.errors()) };
    assert_eq!(texels, 64 << 10, "a level 0 of 64 MiB");
    // What the client has learned and keeps ready for the next uploads is a few MiB, whatever the texture's size.
    let more = after.saturating_sub(before);
    assert!(more < 8 << 10, "{more} KiB more for a texture of {texels} KiB");
    assert!(program.end().success());
}

/// What the process held before and after many cycles; the kinds are those of the program's answer.
fn holds_nothing_more(arm: Arm, count: usize) {
    let mut program = Program::start(&mut command(arm));
    let answer = program.ask(&format!("cycles {count}"));
    assert!(!answer.starts_with("failed"), "{answer}\n{}", program.errors());
    let numbers = |text: &str| text.split(' ').map(|n| n.parse::<usize>().expect("a number")).collect::<Vec<_>>();
    let (before, after) = answer.split_once("; ").expect("before and after");
    let (before, after) = (numbers(before), numbers(after));
    for (kind, (before, after)) in
        ["descriptors", "mappings of segments", "mappings", "threads", "children"].iter().zip(before.iter().zip(&after))
    {
        // The C library's own mappings come and go; one left by every cycle would be `count`.
        let slack = if *kind == "mappings" { count / 10 } else { 0 };
        assert!(*after <= before + slack, "{arm}: {before} {kind} before {count} cycles, {after} after");
    }
    assert_eq!(after[1], 0, "{arm}: mappings of segments");
    assert_eq!(after[4], 0, "{arm}: children");
    assert!(program.end().success());
}

// red once: with the session kept when the last display was terminated: five mappings were left
#[test]
fn two_hundred_servers_leave_nothing_behind() {
    let files = files_left();
    holds_nothing_more(Arm::Spawn, 200);
    assert_eq!(files_left(), files);
}

// red once: with the session kept when the last display was terminated: five mappings were left
#[test]
fn apply_threads_leave_nothing_behind() {
    holds_nothing_more(Arm::Inproc, 50);
}

// red once: with `glGetGraphicsResetStatus` always GL_NO_ERROR, the program drew for ever
#[test]
fn a_program_outlives_its_server() {
    let mut program = Program::start(&mut command(Arm::Spawn));
    assert_eq!(program.ask("frame 1 2 3"), "1 2 3");
    let server = Watched::of(server_of(&program));
    assert_eq!(program.ask("lose"), "drawing");
    server.kill();
    loop {
        let line = program.next_line().unwrap_or_else(|| panic!("it ended: {:?}\n{}", program.said, program.errors()));
        if line == "every call returned" {
            break;
        }
    }
    let says = |start: &str| {
        let line = program.said.iter().find(|line| line.starts_with(start));
        line.unwrap_or_else(|| panic!("nothing starts with {start:?} in {:?}", program.said)).as_str()
    };
    assert_eq!(says("reset status"), "reset status 0x8255", "GL_UNKNOWN_CONTEXT_RESET");
    assert_eq!(says("eglMakeCurrent "), "eglMakeCurrent 0 0x300e", "EGL_CONTEXT_LOST");
    assert_eq!(says("eglCreateContext "), "eglCreateContext gave none");
    // Whoever begins anew gets a new server.
    assert_eq!(program.ask("reopen"), "closed");
    assert_eq!(program.ask("frame 4 5 6"), "4 5 6");
    assert!(program.end().success());
}

/// A program whose next line needs its server, which is stopped.
fn waiting_for_a_stopped_server() -> (Program, Watched) {
    let mut program = Program::start(&mut command(Arm::Spawn));
    assert_eq!(program.ask("frame 1 2 3"), "1 2 3");
    let server = Watched::of(server_of(&program));
    server.signal(Signal::STOP);
    program.say("frame 4 5 6");
    assert!(stops(server_of(&program)), "the server runs");
    (program, server)
}

// Not seen failing: no wait for an answer ends by the clock. It guards that none begins to.
#[test]
fn a_server_that_is_stopped_is_waited_for() {
    let (mut program, server) = waiting_for_a_stopped_server();
    server.signal(Signal::CONT);
    assert_eq!(program.next_line().as_deref(), Some("4 5 6"));
    assert!(program.end().success());
}

// red once: with waits that look at the ring alone, the program hung
#[test]
fn a_server_that_dies_while_it_is_waited_for_is_noticed() {
    let (mut program, server) = waiting_for_a_stopped_server();
    server.kill();
    assert_eq!(program.next_line().as_deref(), Some("0 0 0"), "what was in memory");
    assert_eq!(program.ask("reset"), "0x8255", "GL_UNKNOWN_CONTEXT_RESET");
    assert_eq!(program.ask("reopen"), "closed");
    assert_eq!(program.ask("frame 4 5 6"), "4 5 6");
    assert!(program.end().success());
}

/// Looks until a process that got the signal has stopped: that takes until it is next scheduled. False when it never does.
fn stops(pid: u32) -> bool {
    let begun = std::time::Instant::now();
    while begun.elapsed().as_secs() < HANG.tv_sec as u64 {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("a process of ours");
        if stat.rsplit_once(')').is_some_and(|(_, rest)| rest.trim_start().starts_with('T')) {
            return true;
        }
        std::thread::yield_now();
    }
    false
}

// red once: with the status of a reply not compared, the program drew on with it
#[test]
fn answers_that_no_server_gives_end_the_session_and_not_the_program() {
    for (fake, reason) in [
        ("reply-sequence", "reply sequence"),
        ("reply-status", "reply status"),
        ("reply-size", "reply size"),
        ("reply-endless", "reply size"),
        ("reply-none", "reply size"),
        ("reply-head", "reply head"),
        ("event-head", "event head"),
        ("event-size", "event size"),
        ("event-kind", "999"),
    ] {
        let mut command = command(Arm::Spawn);
        command.env("MGPIPE_SERVER", env!("CARGO_BIN_EXE_mgpipe-fake-server")).env("MGPIPE_FAKE_SERVER", fake);
        let mut program = Program::start(&mut command);
        assert_eq!(program.ask("frame 1 2 3"), "0 0 0", "{fake}");
        assert_eq!(program.ask("reset"), "0x8255", "{fake}: GL_UNKNOWN_CONTEXT_RESET");
        assert!(program.end().success(), "{fake}");
        assert!(program.errors().contains(reason), "{fake}: {}", program.errors());
    }
}

// red once: with the server's watch on the socket taken out
#[test]
fn a_server_does_not_outlive_its_program() {
    for way in ["killed", "ended"] {
        let mut program = Program::start(&mut command(Arm::Spawn));
        assert_eq!(program.ask("frame 1 2 3"), "1 2 3");
        let server = Watched::of(server_of(&program));
        if way == "killed" {
            Watched::of(program.id()).kill();
        } else {
            assert!(program.end().success());
        }
        assert!(server.ended(), "the program was {way}, the server is still there");
    }
}

// red once: without the thread that waits for the hang-up: the server drew on
#[test]
fn a_busy_server_does_not_outlive_its_program() {
    let mut program = Program::start(&mut command(Arm::Spawn));
    assert_eq!(program.ask("flood"), "flooded");
    let server = Watched::of(server_of(&program));
    Watched::of(program.id()).kill();
    assert!(server.ended(), "the server still draws");
}

/// What a program says whose server is `server`, in one line.
fn refused(server: &std::path::Path, fake: &str) -> String {
    let mut command = command(Arm::Spawn);
    command.env("MGPIPE_SERVER", server).env("MGPIPE_FAKE_SERVER", fake);
    let mut program = Program::start(&mut command);
    let answer = program.ask("frame 1 2 3");
    assert_eq!(answer, "failed: eglInitialize: 0x3001", "EGL_NOT_INITIALIZED");
    assert_eq!(program.end().code(), Some(3), "it ends by itself");
    let errors = program.errors();
    one_line(&errors).to_owned()
}

/// The line that was said. The program tries two displays and is refused twice in the same words, but for addresses.
fn one_line(errors: &str) -> &str {
    let mut lines: Vec<&str> = errors.lines().collect();
    lines.dedup_by_key(|line| line.split(" ptr ").next());
    assert_eq!(lines.len(), 1, "one line was to be said, not {errors:?}");
    lines[0]
}

// red once: with the path left out of the message
#[test]
fn a_missing_server_is_named() {
    let line = refused("/nowhere/mgpipe-server".as_ref(), "");
    assert_eq!(line, "mgpipe: mgpipe-server was not found: looked for /nowhere/mgpipe-server");
}

// red once: with a file that is no program taken for one that is missing
#[test]
fn a_server_that_cannot_be_started_is_named() {
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    let line = refused(file.path(), "");
    let start = format!("mgpipe: mgpipe-server at {} could not be started: ", file.path().display());
    assert!(line.starts_with(&start), "{line}");
}

// red once: with the announced length not compared, the endless one was waited for
#[test]
fn a_server_that_is_none_is_found_out() {
    for (fake, expected) in [
        ("silent", "it ended without an answer"),
        ("garbage", "malformed Answer message of 300 bytes"),
        ("endless", "an answer of 4294967295 bytes is longer than any"),
        ("broken", "it ended without an answer"),
        ("refuse", "are of different builds"),
    ] {
        let line = refused(env!("CARGO_BIN_EXE_mgpipe-fake-server").as_ref(), fake);
        assert!(line.starts_with("mgpipe: ") && line.contains(expected), "{fake}: {line}");
    }
}

// red once: with an unknown transport taken for `spawn`
#[test]
fn an_unknown_transport_is_named() {
    let mut command = command(Arm::Spawn);
    command.env("MGPIPE_TRANSPORT", "carrier-pigeon");
    let mut program = Program::start(&mut command);
    assert_eq!(program.ask("frame 1 2 3"), "failed: eglInitialize: 0x3001");
    assert_eq!(
        one_line(&program.errors()),
        "mgpipe: MGPIPE_TRANSPORT is `carrier-pigeon`: it must be spawn, inproc or direct"
    );
}

// red once: with what is no version taken for none
#[test]
fn an_unknown_version_is_named() {
    for version in ["latest", "2.1", "3.4", "4"] {
        let mut command = command(Arm::Spawn);
        command.env("MGPIPE_GL_VERSION", version);
        let mut program = Program::start(&mut command);
        assert_eq!(program.ask("frame 1 2 3"), "failed: eglInitialize: 0x3001");
        let line = format!(
            "mgpipe: MGPIPE_GL_VERSION is `{version}`: it must be a version of the core profile from 3.1 to 4.6"
        );
        assert_eq!(one_line(&program.errors()), line);
    }
}

// red once: with every context's records taken for those of the context that was current last, a thread read another's pixels
#[test]
fn threads_with_contexts_of_their_own_do_not_disturb_each_other() {
    // `direct` is for programs that draw in one thread.
    for arm in [Arm::Native, Arm::Inproc, Arm::Spawn] {
        let mut program = Program::start(&mut command(arm));
        let answer = program.ask("threads 4");
        assert_eq!(answer, "4 threads", "{arm}\n{}", program.errors());
        assert!(program.end().success(), "{arm}");
    }
}
