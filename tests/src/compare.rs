//! Runs a scenario in every arm and compares.

use crate::{Arm, Display, Reading, Scene, reading::differences};
use rustix::event::{PollFd, PollFlags, poll};
use std::{
    env, fs,
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{Command, ExitStatus, Stdio},
};

/// Names the arm in a process that runs it.
const ARM: &str = "MGPIPE_TEST_ARM";
/// Where that process puts its readings.
const OUT: &str = "MGPIPE_TEST_READINGS";
/// Restricts the arms that are run, by name and separated by commas; native always is.
const ONLY: &str = "MGPIPE_TEST_ONLY";

/// The test function of a scenario: in the process that the test started for an arm, it runs the body; otherwise it starts the
/// arms and compares their readings with native's.
///
/// # Panics
/// The scenario fails.
pub fn against_native(path: &str, masks: &[&str], body: fn(&Scene)) {
    if let Some(arm) = env::var(ARM).ok().and_then(|name| Arm::from_name(&name)) {
        return run_here(arm, body);
    }
    // The harness knows tests by their path inside the crate.
    let name = path.split_once("::").map_or(path, |(_, rest)| rest);
    let native = run_there(name, Arm::Native, "", None).unwrap_or_else(|why| panic!("native: {why}"));
    let mut runs: Vec<(Arm, &str)> = Arm::OURS.iter().map(|&arm| (arm, "")).collect();
    runs.extend(masks.iter().map(|mask| (Arm::Direct, *mask)));
    if let Ok(only) = env::var(ONLY) {
        runs.retain(|(arm, _)| only.split(',').any(|name| name == arm.name()));
    }
    let mut expected = expected_differences(name);
    let mut failures = Vec::new();
    for (arm, mask) in runs {
        let label = if mask.is_empty() { arm.to_string() } else { format!("{arm} without {mask}") };
        match run_there(name, arm, mask, None) {
            Ok(ours) => {
                let new = differences(&native, &ours).into_iter().filter(|difference| {
                    let known =
                        expected.iter_mut().find(|(reading, _)| difference.starts_with(&format!("`{reading}`:")));
                    known.map(|(_, seen)| *seen = true).is_none()
                });
                failures.extend(new.take(8).map(|difference| format!("{label}: {difference}")));
            }
            Err(why) => failures.push(format!("{label}: {why}")),
        }
    }
    let good = expected.into_iter().filter(|(_, seen)| !seen && env::var_os(ONLY).is_none());
    failures
        .extend(good.map(|(reading, _)| format!("`{reading}` is as native now: its line in {EXPECTATIONS} can go")));
    assert!(failures.is_empty(), "not as native:\n  {}", failures.join("\n  "));
}

/// The test function of a scenario for a driver that fails: the body says itself what has to come, in each of our arms, and
/// `fault` which calls of the driver fail (`MGPIPE_FAULT`).
///
/// # Panics
/// The scenario fails.
pub fn with_fault(path: &str, fault: &str, body: fn(&Scene)) {
    if let Some(arm) = env::var(ARM).ok().and_then(|name| Arm::from_name(&name)) {
        return run_here(arm, body);
    }
    let name = path.split_once("::").map_or(path, |(_, rest)| rest);
    let failures: Vec<String> = Arm::OURS
        .iter()
        .filter_map(|&arm| run_there(name, arm, "", Some(fault)).err().map(|why| format!("{arm}: {why}")))
        .collect();
    assert!(failures.is_empty(), "with {fault} failing:\n  {}", failures.join("\n  "));
}

/// Readings that are known to differ, with reasons: a scenario, a tab, a reading, a tab, the reason.
const EXPECTATIONS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/expectations/scenarios.txt");

/// The readings of a scenario that are known to differ, none of them seen yet.
fn expected_differences(scenario: &str) -> Vec<(String, bool)> {
    let text = fs::read_to_string(EXPECTATIONS).unwrap_or_else(|error| panic!("{EXPECTATIONS}: {error}"));
    let fields = |line: &str| -> Option<(String, bool)> {
        let mut fields = line.split('\t');
        (fields.next() == Some(scenario)).then_some(())?;
        let reading = fields.next().unwrap_or_else(|| panic!("{EXPECTATIONS}: no reading in `{line}`"));
        assert!(fields.next().is_some_and(|reason| !reason.is_empty()), "{EXPECTATIONS}: no reason in `{line}`");
        Some((reading.to_owned(), false))
    };
    text.lines().filter(|line| !line.starts_with('#')).filter_map(fields).collect()
}

fn run_here(arm: Arm, body: fn(&Scene)) {
    let out = env::var_os(OUT).expect("the test sets it with the arm");
    let display = Display::open(arm).unwrap_or_else(|why| panic!("{why}"));
    // SAFETY: the context is of this display and shares with none.
    let context = unsafe {
        let context = display.context(std::ptr::null()).unwrap_or_else(|why| panic!("{why}"));
        display.make_current(context).unwrap_or_else(|why| panic!("{why}"));
        context
    };
    let scene = Scene::new(display, context);
    body(&scene);
    let readings = scene.finish();
    fs::write(out, serde_json::to_vec(&readings).expect("readings serialise")).expect("the readings' file");
}

fn run_there(name: &str, arm: Arm, mask: &str, fault: Option<&str>) -> Result<Vec<Reading>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let (out, said) = (folder.path().join("readings"), folder.path().join("said"));
    let mut command = Command::new(env::current_exe().map_err(|error| error.to_string())?);
    command.args(["--exact", name, "--nocapture", "--test-threads=1"]);
    arm.prepare(&mut command, mask);
    command.envs(fault.map(|fault| ("MGPIPE_FAULT", fault)));
    let log = fs::File::create(&said).map_err(|error| error.to_string())?;
    let log_too = log.try_clone().map_err(|error| error.to_string())?;
    command
        .env("RUST_BACKTRACE", "0")
        .env(ARM, arm.name())
        .env(OUT, &out)
        .stdin(Stdio::null())
        .stdout(log)
        .stderr(log_too);
    let status = run_watched(&mut command)?;
    let bytes = match fs::read(&out) {
        Ok(bytes) if status.success() => bytes,
        _ => return Err(format!("{}\n{}", ended(status), said_by(&said))),
    };
    serde_json::from_slice(&bytes).map_err(|error| error.to_string())
}

/// A scenario takes well below a second; one that takes this long hangs.
const HANG_MS: i64 = 120_000;

/// Runs a program to its end. One that hangs is killed: this is no limit on its speed, but what makes a hang a failure.
fn run_watched(command: &mut Command) -> Result<ExitStatus, String> {
    let mut child = command.spawn().map_err(|error| error.to_string())?;
    let pid = rustix::process::Pid::from_child(&child);
    let text = |error: rustix::io::Errno| error.to_string();
    let fd = rustix::process::pidfd_open(pid, rustix::process::PidfdFlags::empty()).map_err(text)?;
    let timeout = rustix::event::Timespec { tv_sec: HANG_MS / 1000, tv_nsec: 0 };
    let ended = poll(&mut [PollFd::new(&fd, PollFlags::IN)], Some(&timeout)).map_err(text)?;
    if ended == 0 {
        let _ = child.kill();
        let _ = child.wait();
        return Err("it hangs".to_owned());
    }
    child.wait().map_err(|error| error.to_string())
}

fn ended(status: ExitStatus) -> String {
    match status.signal() {
        Some(signal) => format!("killed by signal {signal}"),
        None => format!("{status}"),
    }
}

/// The last lines of what the process said.
fn said_by(path: &Path) -> String {
    let bytes = fs::read(path).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(24)..].iter().map(|line| format!("      {line}\n")).collect()
}
