//! `cargo xtask test`: everything that can fail.

use crate::{
    artifacts::{Artifacts, Way, cargo, root, target_directory},
    bench::callgrind,
    clients, command,
    demo::{self, Shot},
    setup,
    tally::Tally,
};
use anyhow::{Context as _, Result, ensure};
use std::{
    io::{BufRead as _, BufReader},
    process::{Command, Stdio},
};

const WAYS: [Way; 3] = [Way::Spawn, Way::Inproc, Way::Direct];

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Runs the client scripts and programs only; a name picks those that contain it.
    #[arg(long, value_name = "NAME", num_args = 0..=1, default_missing_value = "")]
    clients: Option<String>,
    /// The ways to draw that the clients and the demo are run in.
    #[arg(long, value_enum, value_delimiter = ',')]
    transports: Vec<Way>,
    /// Prints the counts and the failures as JSON in the last line.
    #[arg(long)]
    json: bool,
}

/// Runs; true when nothing failed.
pub(crate) fn run(options: &Options) -> Result<bool> {
    setup::ensure(setup::For::Tests)?;
    let mut tally = Tally::default();
    // First: the whole-system tests start the server and the shim that lie beside them.
    let artifacts = Artifacts::all(false);
    if options.clients.is_none() {
        tally.add(counted(cargo().args(["test", "--workspace", "--no-fail-fast"]))?);
        tally.add(counted(&mut models()?)?);
        match sanitized()? {
            Some(mut command) => tally.add(counted(&mut command)?),
            None => println!("skipped: the ring under AddressSanitizer (rustup knows no nightly toolchain)"),
        }
    }
    let ways = if options.transports.is_empty() { WAYS.to_vec() } else { options.transports.clone() };
    match artifacts {
        Ok(artifacts) => {
            tally.add(clients::run(&artifacts, &ways, options.clients.as_deref())?);
            if options.clients.is_none() {
                tally.add(pictures(&artifacts, &ways)?);
                if callgrind::there_is_one() {
                    let result = instructions_of_a_draw().map_err(|error| format!("{error:#}"));
                    tally.say("instructions of a draw", result);
                } else {
                    println!("skipped: instructions of a draw (valgrind is not installed)");
                }
            }
        }
        Err(error) => tally.say("clients and pictures", Err(format!("{error:#}"))),
    }
    if options.json {
        println!("{}", serde_json::to_string(&tally)?);
    } else {
        tally.summary();
    }
    Ok(tally.failed == 0)
}

/// The ring's tests under the model checker. It replaces the atomics, so it builds in a directory of its own.
fn models() -> Result<Command> {
    let mut command = cargo();
    command.args(["test", "-p", "shm-ring", "--release", "--no-fail-fast", "--test", "loom_*"]);
    command.env("RUSTFLAGS", "--cfg loom").env("CARGO_TARGET_DIR", target_directory()?.join("loom"));
    Ok(command)
}

/// The ring's tests under AddressSanitizer, which only a nightly toolchain has; none where there is none.
fn sanitized() -> Result<Option<Command>> {
    let mut nightly = Command::new("rustup");
    // The toolchain that runs us is not to be the one that is started.
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH"] {
        nightly.env_remove(name);
    }
    nightly.current_dir(root()).args(["run", "nightly"]);
    let mut version = Command::new("rustup");
    version.args(["run", "nightly", "rustc", "-vV"]).stdin(Stdio::null()).stderr(Stdio::null());
    let Ok(answer) = version.output() else { return Ok(None) };
    let text = String::from_utf8_lossy(&answer.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    let Some(host) = host.filter(|_| answer.status.success()) else { return Ok(None) };
    // A target of its own, so that build scripts and procedural macros stay free of the sanitizer.
    nightly.args(["cargo", "test", "-p", "shm-ring", "--no-fail-fast", "--lib", "--test", "*", "--target", host]);
    nightly.env("RUSTFLAGS", "-Zsanitizer=address").env("CARGO_TARGET_DIR", target_directory()?.join("asan"));
    Ok(Some(nightly))
}

/// A `cargo test`, shown as it runs and counted.
fn counted(command: &mut Command) -> Result<Tally> {
    command.stdout(Stdio::piped());
    let mut child = command.spawn().context("starting cargo test")?;
    let mut tally = Tally::default();
    let output = child.stdout.take().context("cargo's output")?;
    for line in BufReader::new(output).lines() {
        let line = line?;
        println!("{line}");
        if let Some((passed, failed)) = counts(&line) {
            tally.passed += passed;
            tally.failed += failed;
        }
        if let Some(name) = line.strip_prefix("test ").and_then(|rest| rest.strip_suffix(" ... FAILED")) {
            tally.failures.push(name.to_owned());
        }
    }
    let status = child.wait()?;
    // What does not build, or dies before it can count, is a failure too.
    if !status.success() && tally.failed == 0 {
        tally.say(&command::shown(command), Err(status.to_string()));
    }
    // A run that found no tests proves nothing.
    if tally.passed + tally.failed == 0 {
        tally.say(&command::shown(command), Err("no test was run".into()));
    }
    Ok(tally)
}

/// The counts in the line that ends a test program's output.
fn counts(line: &str) -> Option<(u64, u64)> {
    let rest = line.strip_prefix("test result: ")?;
    let number = |what: &str| {
        let words: Vec<&str> = rest.split([' ', ';', '.']).filter(|word| !word.is_empty()).collect();
        let at = words.iter().position(|word| *word == what)?;
        words.get(at.checked_sub(1)?)?.parse().ok()
    };
    Some((number("passed")?, number("failed")?))
}

/// Instructions that the optimised client, and the demo around it, may take for a draw with five changes before it. The plain
/// driver's front end takes 4,900.
const INSTRUCTIONS_OF_A_DRAW: f64 = 2500.0;

fn instructions_of_a_draw() -> Result<()> {
    let artifacts = Artifacts::all(true)?;
    let (per_frame, draws) = callgrind::instructions(&artifacts, "draws-850", Way::Spawn, false)?;
    let per_draw = per_frame / f64::from(draws);
    println!("{per_draw:.0} instructions of a draw");
    ensure!(per_draw <= INSTRUCTIONS_OF_A_DRAW, "{per_draw:.0}, where {INSTRUCTIONS_OF_A_DRAW} are the limit");
    Ok(())
}

/// Scenes that are others of the list with larger numbers, and take long without optimisation.
const LARGE: [&str; 3] = ["draws-3550", "draws-20000", "read-64m"];

/// A small picture of every scenario, natively and in each of the ways.
fn pictures(artifacts: &Artifacts, ways: &[Way]) -> Result<Tally> {
    let directory = artifacts.directory("pictures")?;
    let mut tally = Tally::default();
    for scenario in demo::scenarios(artifacts)?.iter().map(String::as_str).filter(|name| !LARGE.contains(name)) {
        let size = if scenario == "deferred" { "320x180" } else { "160x120" };
        let shot = Shot { scenario, frames: 2, size, progress: false };
        let take = |way: Way| {
            let name = format!("{scenario}-{}", way.name());
            shot.take(artifacts, way, &directory, &name).map_err(|error| format!("{error:#}"))
        };
        let native = match take(Way::Native) {
            Ok((native, _)) => native,
            Err(error) => {
                tally.say(&format!("picture {scenario} native"), Err(error));
                continue;
            }
        };
        for &way in ways {
            let result = take(way).and_then(|(ours, _)| {
                if ours.checksum == native.checksum {
                    Ok(())
                } else {
                    Err(format!("it differs: see {scenario}-*.png in {}", directory.display()))
                }
            });
            tally.say(&format!("picture {scenario} {}", way.name()), result);
        }
    }
    Ok(tally)
}

#[cfg(test)]
mod tests {
    use super::counts;

    #[test]
    fn the_counts_are_those_of_the_last_line() {
        let line = "test result: FAILED. 17 passed; 3 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.00s";
        // red once: with the number after the word taken
        assert_eq!(counts(line), Some((17, 3)));
        assert_eq!(counts("test counts ... ok"), None);
    }
}
