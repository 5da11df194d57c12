//! `cargo xtask bench`: the demo's scenarios on the plain driver, on the plain driver drawing nothing, on virgl, and through
//! the shim, one after the other, several rounds.

pub(crate) mod callgrind;
mod page;
mod report;
mod virgl;

use crate::{
    artifacts::{Artifacts, Pins, Way},
    demo::{self, Report, Shot},
    setup,
    stats::PerFrame,
};
use anyhow::{Context as _, Result, ensure};
use report::{Line, Run};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The scenarios to measure; all of them when none is named.
    scenarios: Vec<String>,
    /// Frames of one run.
    #[arg(long, default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    frames: u32,
    /// Runs of everything, one after the other; the median counts.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Width and height of the picture.
    #[arg(long, default_value = "640x480")]
    size: String,
    /// The ways to draw, comma-separated; all that the machine has without it.
    #[arg(long, value_enum, value_delimiter = ',')]
    ways: Vec<Arm>,
    /// Measures the plain driver only.
    #[arg(long, conflicts_with = "ways")]
    native: bool,
    /// Uses the executables in this directory and builds nothing: for a machine without cargo. Results lie there, too.
    #[arg(long, value_name = "DIRECTORY")]
    prebuilt: Option<PathBuf>,
    /// Cores for the program and for the server: "2,4". The server of `spawn` alone can be told apart.
    #[arg(long, value_name = "CLIENT,SERVER")]
    pin: Option<Pins>,
    /// Counts instructions of a draw with callgrind instead of measuring time.
    #[arg(long)]
    callgrind: bool,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
    /// Puts the results into this page, between its marks.
    #[arg(long, value_name = "PAGE")]
    write: Option<PathBuf>,
}

/// A way to draw and what to measure it for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Arm {
    /// The plain driver.
    Native,
    /// The plain driver, drawing nothing: what is left is its front end.
    Noop,
    /// Mesa's virgl driver, rendering in virglrenderer's test server.
    Virgl,
    /// Through records, in the calling thread.
    Direct,
    /// Through a thread of the program.
    Inproc,
    /// Through a server process.
    Spawn,
}

impl Arm {
    fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Noop => "noop",
            Self::Virgl => "virgl",
            Self::Direct => "direct",
            Self::Inproc => "inproc",
            Self::Spawn => "spawn",
        }
    }
    fn way(self) -> Way {
        match self {
            Self::Native | Self::Noop | Self::Virgl => Way::Native,
            Self::Direct => Way::Direct,
            Self::Inproc => Way::Inproc,
            Self::Spawn => Way::Spawn,
        }
    }
    fn variables(self) -> &'static [(&'static str, &'static str)] {
        match self {
            Self::Noop => NOOP,
            _ => PLAIN,
        }
    }
}

const NOOP: &[(&str, &str)] = &[("LP_NUM_THREADS", "1"), ("GALLIUM_NOOP", "1")];
/// Two rasteriser threads beside the application and the server would measure each other on a small machine.
const PLAIN: &[(&str, &str)] = &[("LP_NUM_THREADS", "1")];

fn arms(options: &Options) -> Vec<Arm> {
    if options.native {
        return vec![Arm::Native, Arm::Noop];
    }
    if !options.ways.is_empty() {
        return options.ways.clone();
    }
    let mut arms = vec![Arm::Native, Arm::Noop];
    if virgl::there_is_one() {
        arms.push(Arm::Virgl);
    } else {
        eprintln!("bench: virgl is left out: there is no virgl_test_server (package virgl-server)");
    }
    arms.extend([Arm::Direct, Arm::Inproc, Arm::Spawn]);
    arms
}

/// Measures and prints; true when every picture is the plain driver's.
pub(crate) fn run(options: &Options) -> Result<bool> {
    let arms = arms(options);
    let artifacts = match &options.prebuilt {
        Some(directory) => Artifacts::prebuilt(directory)?,
        None => {
            setup::ensure(setup::For::Demo)?;
            let ours = arms.iter().any(|arm| arm.way() != Way::Native);
            if ours { Artifacts::all(true)? } else { Artifacts::demo_only(true)? }
        }
    };
    let artifacts = artifacts.pinned(options.pin)?;
    let named: Vec<&str> = options.scenarios.iter().map(String::as_str).collect();
    if options.callgrind {
        return callgrind::run(&artifacts, if named.is_empty() { &["draws-850"] } else { &named }, options.json);
    }
    let all = if named.is_empty() { demo::scenarios(&artifacts)? } else { Vec::new() };
    let scenarios = if named.is_empty() { all.iter().map(String::as_str).collect() } else { named };
    let mut run = Run::start(command(), options.pin);
    for scenario in scenarios {
        run.lines.extend(measure(&artifacts, scenario, &arms, options)?);
    }
    if options.json {
        println!("{}", serde_json::to_string_pretty(&run)?);
    } else {
        print!("{}", run.text());
    }
    if let Some(path) = &options.write {
        page::put(path, &run.text())?;
    }
    Ok(run.lines.iter().all(|line| line.equal != Some(false)))
}

/// The command that started us, as one would type it again.
fn command() -> String {
    let words = std::env::args_os().skip(1).map(|word: OsString| word.to_string_lossy().into_owned());
    std::iter::once("cargo xtask".to_owned()).chain(words).collect::<Vec<_>>().join(" ")
}

/// Frames of a scenario that makes its programs anew in each: seconds each, and all alike.
const LINK_FRAMES: u32 = 2;

fn links(scenario: &str) -> bool {
    scenario.starts_with("links-")
}

/// Whether and where shaders and programs are kept, by MGPipe and by the driver, for scenarios that are about it.
fn caches(scenario: &str, folder: &Path) -> Result<Vec<(&'static str, String)>> {
    Ok(match scenario {
        "links-cold" => vec![("MGPIPE_CACHE", "off".into()), ("MESA_SHADER_CACHE_DISABLE", "true".into())],
        "links-cached" => {
            std::fs::create_dir_all(folder).with_context(|| format!("{}", folder.display()))?;
            let place = |name: &str| folder.join(name).display().to_string();
            vec![("MGPIPE_CACHE", place("mgpipe")), ("MESA_SHADER_CACHE_DIR", place("mesa"))]
        }
        _ => Vec::new(),
    })
}

/// All arms on one scenario, in turn, so that what disturbs the machine disturbs all of them.
fn measure(artifacts: &Artifacts, scenario: &str, arms: &[Arm], options: &Options) -> Result<Vec<Line>> {
    let directory = artifacts.directory("bench")?;
    let mut reports: Vec<Vec<Report>> = arms.iter().map(|_| Vec::new()).collect();
    let mut counts: Vec<Vec<PerFrame>> = arms.iter().map(|_| Vec::new()).collect();
    let rounds = if links(scenario) { 1 } else { options.rounds };
    for round in 0..rounds {
        eprintln!("{scenario}: round {} of {rounds}", round + 1);
        for (index, arm) in arms.iter().enumerate() {
            let frames = if links(scenario) { LINK_FRAMES } else { options.frames };
            // One frame warms up: shaders are compiled, buffers are in their place.
            let shot = Shot { scenario, frames: frames + 1, size: &options.size, progress: false };
            let name = format!("{scenario}-{}", arm.name());
            let way = arm.way();
            let caches = caches(scenario, &directory.join(format!("{name}-cache")))?;
            let own = caches.iter().map(|(name, value)| (*name, value.as_str()));
            let variables: Vec<(&str, &str)> = arm.variables().iter().copied().chain(own).collect();
            let variables = variables.as_slice();
            if scenario == "links-cached" {
                // What is kept is there before anything is counted.
                let first = Shot { frames: 1, ..shot };
                first.take_with(artifacts, way, &directory, &format!("{name}-first"), variables)?;
            }
            let report = match arm {
                Arm::Native | Arm::Noop => shot.take_with(artifacts, way, &directory, &name, variables)?.0,
                Arm::Virgl => {
                    let (report, per_frame) = virgl::take(&shot, artifacts, &directory, &name, variables)?;
                    counts[index].push(per_frame);
                    report
                }
                Arm::Direct | Arm::Inproc | Arm::Spawn => {
                    let shot = Shot { frames, ..shot };
                    let (report, per_frame) = shot.take_counted(artifacts, way, &directory, &name, variables)?;
                    counts[index].push(per_frame);
                    report
                }
            };
            reports[index].push(report);
        }
    }
    let native = arms.iter().position(|arm| *arm == Arm::Native);
    let wanted = native.map(|at| reports[at][0].checksum.clone());
    let lines = arms.iter().zip(reports).zip(counts);
    let lines: Vec<Line> = lines
        .map(|((arm, reports), counts)| {
            // A driver that draws nothing has no picture.
            let compared = wanted.as_ref().filter(|_| *arm != Arm::Noop);
            let equal = compared.map(|wanted| reports.iter().all(|report| report.checksum == *wanted));
            Line::new(scenario, arm.name(), &reports, &counts, equal)
        })
        .collect();
    ensure!(!lines.is_empty(), "no way to draw");
    Ok(lines)
}

/// Cores as they are given on the command line.
impl std::str::FromStr for Pins {
    type Err = anyhow::Error;
    fn from_str(text: &str) -> Result<Self> {
        let (client, server) = text.split_once(',').context("two cores with a comma between them")?;
        Ok(Self { client: client.trim().parse()?, server: server.trim().parse()? })
    }
}
