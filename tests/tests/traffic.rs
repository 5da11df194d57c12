//! What a steady frame costs, in numbers that are the same on every machine: records, bytes, round trips, allocations; and that
//! memory stays what it is however many objects come and go.
#![forbid(unsafe_code)]

use mgpipe_tests::{Arm, process::Program};
use std::{path::Path, process::Command};

const DRAWS: u64 = 200;

fn command(arm: Arm) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mgpipe-test-program"));
    arm.prepare(&mut command, "");
    command.env("LP_NUM_THREADS", "1");
    command
}

/// What the shim says about a program at its end.
fn statistics(path: &Path) -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path).expect("statistics")).expect("JSON")
}

/// Allocations of the application's thread in the frames, and the program's statistics.
fn traffic(arm: Arm, frames: u64) -> (u64, serde_json::Value) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stats.json");
    let mut program = Program::start(command(arm).env("MGPIPE_STATS", &path));
    let answer = program.ask(&format!("traffic {frames} {DRAWS}"));
    let taken = answer.parse().unwrap_or_else(|_| panic!("{arm}: {answer}\n{}", program.errors()));
    assert!(program.end().success(), "{arm}");
    (taken, statistics(&path))
}

/// A draw that binds a vertex array and a texture, toggles blending and sets two uniforms.
// red once: with a box made for every draw (allocations), and with the vertex buffers sent twice (records)
#[test]
fn a_draw_costs_five_records_and_no_memory() {
    for arm in Arm::OURS {
        let (_, few) = traffic(arm, 2);
        let (taken, many) = traffic(arm, 12);
        let frames = 10;
        let more = |name: &str| {
            let number = |all: &serde_json::Value| all[name].as_u64().expect("a number");
            number(&many) - number(&few)
        };
        // Clear and flush are two more records.
        let (records, bytes) = (more("records"), more("bytes"));
        assert!(records <= frames * (DRAWS * 5 + 3), "{arm}: {records} records for {frames} frames of {DRAWS} draws");
        assert!(bytes <= frames * (DRAWS * 312 + 200), "{arm}: {bytes} bytes for {frames} frames of {DRAWS} draws");
        assert_eq!(more("round_trips"), 0, "{arm}: nothing in a frame needs an answer");
        // In `direct` the thread is the server's, too.
        if arm != Arm::Direct {
            assert_eq!(taken, 0, "{arm}: allocations in 12 frames");
        }
    }
}

/// Statistics of a program that answers a command so.
fn after(arm: Arm, command_line: &str, answer: &str) -> serde_json::Value {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stats.json");
    let mut program = Program::start(command(arm).env("MGPIPE_STATS", &path));
    assert_eq!(program.ask(command_line), answer, "{arm}\n{}", program.errors());
    assert!(program.end().success(), "{arm}");
    statistics(&path)
}

/// Round trips of a program that answers a command so.
fn round_trips(arm: Arm, command_line: &str, answer: &str) -> u64 {
    after(arm, command_line, answer)["round_trips"].as_u64().expect("a number")
}

// red once: with both framebuffers looked at for every draw and taken for ones that the server does not know; with the group of
// the draw framebuffer never taken as synchronised, each draw looked twice
#[test]
fn five_thousand_draws_into_one_framebuffer_are_five_thousand_records() {
    for arm in Arm::OURS {
        let [one, many] = ["same 1", "same 5001"].map(|line| after(arm, line, "drawn"));
        let more = |name: &str| many[name].as_u64().expect("a number") - one[name].as_u64().expect("a number");
        assert_eq!(more("records"), 5000, "{arm}: records of draws that change nothing");
        // Each walk may bind; that the one of many draws binds once is pinned beside the applier's counters.
        assert_eq!(more("framebuffer_walks"), 0, "{arm}: walks for draws that change nothing");
        assert_eq!(more("framebuffer_hits"), 5000, "{arm}: each of them looks once whether something moved");
    }
}

/// Bytes go from where the application has them to where the server reads them: once, and through no memory of the client's.
// red once: with the bytes put into a list of their own first
#[test]
fn an_update_of_a_buffer_is_one_copy() {
    for arm in [Arm::Inproc, Arm::Spawn] {
        let [(few, before), (many, after)] = [4u64, 68].map(|times| {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("stats.json");
            let mut program = Program::start(command(arm).env("MGPIPE_STATS", &path));
            let answer = program.ask(&format!("updates {times}"));
            let taken: u64 = answer.parse().unwrap_or_else(|_| panic!("{arm}: {answer}\n{}", program.errors()));
            assert!(program.end().success(), "{arm}");
            (taken, statistics(&path))
        });
        let more = |name: &str| after[name].as_u64().expect("a number") - before[name].as_u64().expect("a number");
        assert_eq!(more("staging_bytes"), 64 << 20, "{arm}: bytes staged for 64 updates of 1 MiB");
        // Lists of what is on its way grow now and then; a copy in between would be taken anew each time.
        assert!(many - few < 64 / 4, "{arm}: {} allocations in 64 updates of 1 MiB", many - few);
        assert_eq!(more("round_trips"), 0, "{arm}: an update needs no answer");
    }
}

// red once: with a wait for the record of each read
#[test]
fn nobody_waits_for_a_pack_buffer_until_it_is_mapped() {
    for arm in Arm::OURS {
        let [one, many] = ["packs 1", "packs 200"].map(|line| round_trips(arm, line, "packed"));
        assert_eq!(one, many, "{arm}: the mapping is waited for, and no read");
    }
}

/// Round trips of so many reads of 64 MiB of pixels and of 64 MiB of layers, and the server's largest memory around them, KiB.
fn large_reads(arm: Arm, times: u64) -> (u64, [u64; 2]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("stats.json");
    let mut program = Program::start(command(arm).env("MGPIPE_STATS", &path));
    let answer = program.ask(&format!("reads {times}"));
    let numbers: Vec<u64> = answer.split(' ').filter_map(|number| number.parse().ok()).collect();
    let [before, after] = numbers[..] else { panic!("{arm}: {answer}\n{}", program.errors()) };
    assert!(program.end().success(), "{arm}");
    (statistics(&path)["round_trips"].as_u64().expect("a number"), [before, after])
}

// red once: with memory for all of the layers taken in the server
#[test]
fn a_read_of_64_mib_is_one_round_trip_and_no_copy_of_the_whole() {
    for arm in Arm::OURS {
        let (one, [before, after]) = large_reads(arm, 1);
        let (three, _) = large_reads(arm, 3);
        assert_eq!(three - one, 2 * 2, "{arm}: two turns of two reads");
        if arm == Arm::Spawn {
            // Reply slots have 16 MiB, which have been used by now or not.
            let more = after.saturating_sub(before);
            assert!(more < 40 << 10, "{more} KiB more in the server for reads of 64 MiB");
        }
    }
}

/// Resident memory of program and server after so many more frames, KiB.
fn churn(program: &mut Program, frames: u32) -> (u64, u64) {
    let answer = program.ask(&format!("churn {frames}"));
    let numbers: Vec<u64> = answer.split(' ').filter_map(|number| number.parse().ok()).collect();
    assert_eq!(numbers.len(), 2, "{answer}\n{}", program.errors());
    (numbers[0], numbers[1])
}

fn memory_stays(frames: u32) {
    let mut program = Program::start(&mut command(Arm::Spawn));
    // Pools and caches are filled.
    let before = churn(&mut program, 1_000);
    let after = churn(&mut program, frames);
    // Allocators move by a little. An object of a frame that stayed would have hundreds of bytes.
    let slack = 2 << 10;
    assert!(after.0 <= before.0 + slack, "the program: {} KiB before, {} after {frames} frames", before.0, after.0);
    assert!(after.1 <= before.1 + slack, "the server: {} KiB before, {} after {frames} frames", before.1, after.1);
    assert!(program.end().success());
}

/// KiB resident before the first call of a program and after its last one, and those of its server.
fn memory(arm: Arm) -> [u64; 3] {
    let mut program = Program::start(&mut command(arm));
    let answer = program.ask("memory 60");
    let numbers: Vec<u64> = answer.split(' ').filter_map(|number| number.parse().ok()).collect();
    let numbers = numbers.try_into().unwrap_or_else(|_| panic!("{arm}: {answer}\n{}", program.errors()));
    assert!(program.end().success(), "{arm}");
    numbers
}

/// What a session takes, segments, tables and libraries: in the program, and in the server beside what the driver takes for the same
/// frames in a program of its own.
// red once: with pieces as large as a reply slot and an arena that began anew at a quarter, the program took 71 MiB, the server 253
#[test]
fn a_session_takes_less_than_64_mib_and_its_server_less_than_96() {
    let [before, after, _] = memory(Arm::Native);
    let driver = after - before;
    let [before, after, server] = memory(Arm::Spawn);
    let (program, beside) = (after - before, server.saturating_sub(driver));
    println!("the program: {program} KiB; the server: {server}, {beside} of them beside the driver's {driver}");
    assert!(server > 0, "no server");
    assert!(program < 64 << 10, "the program: {program} KiB");
    assert!(beside < 96 << 10, "the server: {beside} KiB beside the driver's {driver}");
}

// red once: with textures' deaths left out of the client's `collect`
#[test]
fn objects_that_come_and_go_leave_nothing() {
    memory_stays(1_000);
}

#[test]
#[ignore = "minutes: cargo test -p mgpipe-tests --test traffic -- --ignored"]
fn objects_that_come_and_go_leave_nothing_in_100000_frames() {
    memory_stays(100_000);
}
