//! `cargo xtask demo`: one scene, drawn natively and through the shim.

use crate::{
    artifacts::{Artifacts, Way},
    command,
    picture::Picture,
    setup,
    stats::{PerFrame, Stats},
    table::Table,
};
use anyhow::{Context as _, Result};
use serde::{Deserialize, Serialize};
use std::{path::Path, process::Command};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Frames to measure.
    #[arg(long, default_value_t = 30)]
    frames: u32,
    /// Width and height of the picture.
    #[arg(long, default_value = "960x540")]
    size: String,
    /// What the demo draws.
    #[arg(long, default_value = "deferred")]
    scenario: String,
    /// How the other picture is drawn.
    #[arg(long, value_enum, default_value = "spawn")]
    transport: Way,
    /// Uses the unoptimised build.
    #[arg(long)]
    debug: bool,
    /// Prints the figures as JSON.
    #[arg(long)]
    json: bool,
}

/// What the demo says about one run; times in milliseconds.
#[derive(Debug, Deserialize, Serialize)]
pub(crate) struct Report {
    pub(crate) renderer: String,
    pub(crate) version: String,
    pub(crate) frames: u32,
    pub(crate) draws_per_frame: u32,
    pub(crate) wall_ms_per_frame: f64,
    pub(crate) median_wall_ms: f64,
    pub(crate) app_cpu_ms_per_frame: f64,
    pub(crate) checksum: String,
}

/// What the demo can draw.
pub(crate) fn scenarios(artifacts: &Artifacts) -> Result<Vec<String>> {
    let text = command::output(Command::new(artifacts.file("mgpipe-demo")).arg("--scenarios"))?;
    Ok(text.lines().map(str::to_owned).collect())
}

/// One run of the demo.
pub(crate) struct Shot<'a> {
    pub(crate) scenario: &'a str,
    pub(crate) frames: u32,
    pub(crate) size: &'a str,
    pub(crate) progress: bool,
}

impl Shot<'_> {
    /// Draws in one way; leaves `NAME.png` and, through the shim, `NAME-stats.json` in the directory.
    pub(crate) fn take(
        &self,
        artifacts: &Artifacts,
        way: Way,
        directory: &Path,
        name: &str,
    ) -> Result<(Report, Option<Stats>)> {
        self.take_with(artifacts, way, directory, name, &[])
    }

    /// As [`Self::take`], with more variables in the environment.
    pub(crate) fn take_with(
        &self,
        artifacts: &Artifacts,
        way: Way,
        directory: &Path,
        name: &str,
        variables: &[(&str, &str)],
    ) -> Result<(Report, Option<Stats>)> {
        let file = |suffix: &str| directory.join(format!("{name}{suffix}"));
        let (picture, report, stats) = (file(".png"), file(".json"), file("-stats.json"));
        Stats::forget(&stats)?;
        let mut command = artifacts.command(way, &artifacts.file("mgpipe-demo"));
        command.args(["--scenario", self.scenario, "--size", self.size, "--frames", &self.frames.to_string()]);
        command.arg("--png").arg(&picture).arg("--json").arg(&report);
        if self.scenario.starts_with("links-") {
            command.args(["--warmup", "1"]);
        }
        if self.progress {
            command.arg("--progress");
        }
        command.envs(variables.iter().copied());
        if variables.iter().any(|(name, _)| *name == "GALLIUM_NOOP") {
            command.arg("--blank-ok");
        }
        if way != Way::Native {
            command.env("MGPIPE_STATS", &stats);
        }
        command::run(&mut command)?;
        let text = std::fs::read_to_string(&report).with_context(|| format!("{}", report.display()))?;
        let stats = if way == Way::Native { None } else { Some(Stats::read(&stats)?) };
        Ok((serde_json::from_str(&text)?, stats))
    }

    /// Draws through the shim twice, for what a frame costs: the picture and the report are the longer run's.
    pub(crate) fn take_counted(
        &self,
        artifacts: &Artifacts,
        way: Way,
        directory: &Path,
        name: &str,
        variables: &[(&str, &str)],
    ) -> Result<(Report, PerFrame)> {
        let short = Shot { frames: 1, progress: false, ..*self };
        let (_, short) = short.take_with(artifacts, way, directory, &format!("{name}-short"), variables)?;
        let long = Shot { frames: self.frames + 1, ..*self };
        let (report, long) = long.take_with(artifacts, way, directory, name, variables)?;
        let (short, long) = short.zip(long).context("the plain driver has no statistics")?;
        Ok((report, Stats::per_frame(short, long, self.frames)))
    }
}

#[derive(Debug, Serialize)]
struct Figures {
    native: Report,
    through_the_shim: Report,
    per_frame: PerFrame,
    different_pixels: usize,
    greatest_difference: u8,
}

/// Draws, compares, prints; true when the pictures are equal.
pub(crate) fn run(options: &Options) -> Result<bool> {
    setup::ensure(setup::For::Demo)?;
    let demo = Artifacts::demo_only(!options.debug)?;
    let directory = demo.directory("demo")?;
    let shot =
        Shot { scenario: &options.scenario, frames: options.frames + 1, size: &options.size, progress: !options.json };
    let (native, _) = shot.take(&demo, Way::Native, &directory, "native")?;
    eprintln!("{}: {} {}", directory.join("native.png").display(), native.renderer, native.version);

    let all = Artifacts::all(!options.debug)?;
    let shot = Shot { frames: options.frames, ..shot };
    let (ours, per_frame) = shot.take_counted(&all, options.transport, &directory, "mgpipe", &[])?;
    let read = |name: &str| Picture::read(&directory.join(name));
    let difference = read("native.png")?.difference(&read("mgpipe.png")?)?;
    difference.picture.write(&directory.join("difference.png"))?;
    let equal = difference.pixels == 0;
    let figures = Figures {
        native,
        through_the_shim: ours,
        per_frame,
        different_pixels: difference.pixels,
        greatest_difference: difference.most,
    };
    if options.json {
        println!("{}", serde_json::to_string_pretty(&figures)?);
        return Ok(equal);
    }
    print(&figures, options.transport);
    if equal {
        println!("The pictures are equal: {}/{{native,mgpipe,difference}}.png", directory.display());
    } else {
        println!(
            "The pictures differ in {} pixels, by {} at most: {}/{{native,mgpipe,difference}}.png",
            difference.pixels,
            difference.most,
            directory.display()
        );
    }
    Ok(equal)
}

fn print(figures: &Figures, way: Way) {
    let mut table = Table::new(["per frame", "native", way.name()]);
    let two = |name: &str, of: &dyn Fn(&Report) -> String| {
        [name.to_owned(), of(&figures.native), of(&figures.through_the_shim)]
    };
    table.row(two("frames a second", &|report| format!("{:.1}", 1e3 / report.wall_ms_per_frame)));
    table.row(two("wall, ms", &|report| format!("{:.2}", report.wall_ms_per_frame)));
    table.row(two("application's processor time, ms", &|report| format!("{:.2}", report.app_cpu_ms_per_frame)));
    table.row(two("draws", &|report| report.draws_per_frame.to_string()));
    let one = |name: &str, value: f64, digits: usize| [name.to_owned(), String::new(), format!("{value:.digits$}")];
    let counts = &figures.per_frame;
    table.row(one("server's processor time, ms", counts.server_cpu_ms, 2));
    table.row(one("records", counts.records, 1));
    table.row(one("bytes of records", counts.bytes, 0));
    table.row(one("bytes of uploads", counts.staging_bytes, 0));
    table.row(one("round trips", counts.round_trips, 2));
    table.row(one("parks", counts.parks, 2));
    print!("{table}");
}
