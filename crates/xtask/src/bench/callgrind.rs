//! Instructions of a draw, counted by valgrind's callgrind: a figure that does not depend on what else the machine does.

use crate::{
    artifacts::{Artifacts, Way},
    command,
    table::Table,
};
use anyhow::{Context as _, Result};
use serde::Serialize;
use std::{path::Path, process::Command};

/// Frames of the two runs whose difference counts.
const FRAMES: [u32; 2] = [4, 14];

/// Instructions of the application's process.
#[derive(Debug, Serialize)]
struct Instructions {
    scenario: String,
    way: &'static str,
    per_frame: f64,
    per_draw: f64,
}

/// Whether valgrind is installed.
pub(crate) fn there_is_one() -> bool {
    command::succeeds(Command::new("valgrind").arg("--version"))
}

/// Counts and prints.
pub(super) fn run(artifacts: &Artifacts, scenarios: &[&str], json: bool) -> Result<bool> {
    let mut lines = Vec::new();
    for scenario in scenarios {
        for (name, way, noop) in [("noop", Way::Native, true), ("spawn", Way::Spawn, false)] {
            let (per_frame, draws) = instructions(artifacts, scenario, way, noop)?;
            let per_draw = per_frame / f64::from(draws.max(1));
            lines.push(Instructions { scenario: (*scenario).to_owned(), way: name, per_frame, per_draw });
        }
    }
    if json {
        println!("{}", serde_json::to_string_pretty(&lines)?);
        return Ok(true);
    }
    let mut table = Table::new(["scenario", "way", "instructions a frame", "instructions a draw"]);
    for line in &lines {
        let number = |value: f64| format!("{value:.0}");
        table.row([line.scenario.clone(), line.way.to_owned(), number(line.per_frame), number(line.per_draw)]);
    }
    print!("{table}");
    Ok(true)
}

/// Instructions of a frame in the application's process, and its draws.
pub(crate) fn instructions(artifacts: &Artifacts, scenario: &str, way: Way, noop: bool) -> Result<(f64, u32)> {
    let directory = artifacts.directory("bench")?;
    let count = |frames: u32| -> Result<(u64, u32)> {
        let counts = directory.join(format!("{scenario}-{}-{frames}.callgrind", way.name()));
        let report = directory.join(format!("{scenario}-{}-{frames}-callgrind.json", way.name()));
        let mut command = artifacts.command(way, Path::new("valgrind"));
        command.args(["--tool=callgrind", "--quiet"]).arg(format!("--callgrind-out-file={}", counts.display()));
        command.arg(artifacts.file("mgpipe-demo")).args(["--scenario", scenario, "--size", "64x64", "--blank-ok"]);
        command.args(["--frames", &frames.to_string(), "--json"]).arg(&report).env("LP_NUM_THREADS", "1");
        // Both runs compile their shaders: what one kept would be missing in their difference.
        command.env("MGPIPE_CACHE", "off");
        if noop {
            command.env("GALLIUM_NOOP", "1");
        }
        command::output(&mut command)?;
        let text = std::fs::read_to_string(&counts).with_context(|| format!("{}", counts.display()))?;
        let total = text.lines().find_map(|line| line.strip_prefix("totals: ").or(line.strip_prefix("summary: ")));
        let total = total.and_then(|total| total.trim().parse().ok()).context("callgrind has no totals")?;
        let report = std::fs::read_to_string(&report).with_context(|| format!("{}", report.display()))?;
        Ok((total, serde_json::from_str::<crate::demo::Report>(&report)?.draws_per_frame))
    };
    let (few, _) = count(FRAMES[0])?;
    let (many, draws) = count(FRAMES[1])?;
    Ok(((many as f64 - few as f64) / f64::from(FRAMES[1] - FRAMES[0]), draws))
}
