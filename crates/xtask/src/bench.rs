//! `cargo xtask bench`: the demo's scenarios on the plain driver, on the plain driver drawing nothing, and through the shim.

use crate::{
    artifacts::{Artifacts, Way},
    demo::{Report, Shot},
    setup,
    stats::PerFrame,
    table::Table,
};
use anyhow::Result;
use serde::Serialize;

const SCENARIOS: [&str; 12] = [
    "draws-850",
    "draws-3550",
    "passes-64",
    "uploads",
    "readback",
    "read-64m",
    "subdata-1m",
    "persistent",
    "ping-pong",
    "ubo-ranges",
    "block-game",
    "deferred",
];

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// The scenarios to measure; all of them when none is named.
    scenarios: Vec<String>,
    /// Frames of one run.
    #[arg(long, default_value_t = 60)]
    frames: u32,
    /// Runs of everything, one after the other; the median counts.
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Width and height of the picture.
    #[arg(long, default_value = "640x480")]
    size: String,
    /// Measures the plain driver only.
    #[arg(long)]
    native: bool,
    /// Prints JSON.
    #[arg(long)]
    json: bool,
}

/// One way to draw, and what was measured over the rounds.
#[derive(Debug, Serialize)]
struct Line {
    scenario: String,
    way: &'static str,
    /// Medians over the rounds, and the least and the greatest, in milliseconds a frame.
    wall_ms: [f64; 3],
    app_cpu_ms: [f64; 3],
    /// The last round's.
    per_frame: Option<PerFrame>,
    checksum: String,
    /// The picture is the plain driver's. A driver that draws nothing has none.
    equal: Option<bool>,
}

/// The driver draws nothing: what is left is its front end.
const NOOP: &[(&str, &str)] = &[("LP_NUM_THREADS", "1"), ("GALLIUM_NOOP", "1")];
/// Two rasteriser threads beside the application and the server would measure each other on a small machine.
const PLAIN: &[(&str, &str)] = &[("LP_NUM_THREADS", "1")];

/// Measures and prints; true when every picture is the plain driver's.
pub(crate) fn run(options: &Options) -> Result<bool> {
    setup::ensure(setup::For::Demo)?;
    let artifacts = if options.native { Artifacts::demo_only(true)? } else { Artifacts::all(true)? };
    let directory = artifacts.directory("bench")?;
    let mut ways = vec![("native", Way::Native, PLAIN)];
    if !options.native {
        ways.extend([("direct", Way::Direct, PLAIN), ("inproc", Way::Inproc, PLAIN), ("spawn", Way::Spawn, PLAIN)]);
    }
    ways.push(("noop", Way::Native, NOOP));
    let named: Vec<&str> = options.scenarios.iter().map(String::as_str).collect();
    let scenarios = if named.is_empty() { SCENARIOS.to_vec() } else { named };

    let mut lines: Vec<Line> = Vec::new();
    for scenario in scenarios {
        let mut reports: Vec<Vec<Report>> = ways.iter().map(|_| Vec::new()).collect();
        let mut counts = vec![None; ways.len()];
        for round in 0..options.rounds {
            eprintln!("{scenario}: round {} of {}", round + 1, options.rounds);
            for (index, (name, way, variables)) in ways.iter().enumerate() {
                let shot = Shot { scenario, frames: options.frames, size: &options.size, progress: false };
                let name = format!("{scenario}-{name}");
                reports[index].push(if *way == Way::Native {
                    let shot = Shot { frames: options.frames + 1, ..shot };
                    shot.take_with(&artifacts, *way, &directory, &name, variables)?.0
                } else {
                    let (report, per_frame) = shot.take_counted(&artifacts, *way, &directory, &name, variables)?;
                    counts[index] = Some(per_frame);
                    report
                });
            }
        }
        let native = reports[0][0].checksum.clone();
        for ((name, _, _), (reports, per_frame)) in ways.iter().zip(reports.iter().zip(counts)) {
            lines.push(Line {
                scenario: scenario.to_owned(),
                way: name,
                wall_ms: spread(reports, |report| report.wall_ms_per_frame),
                app_cpu_ms: spread(reports, |report| report.app_cpu_ms_per_frame),
                per_frame,
                checksum: reports[0].checksum.clone(),
                equal: (*name != "noop").then(|| reports.iter().all(|report| report.checksum == native)),
            });
        }
    }
    if options.json {
        println!("{}", serde_json::to_string_pretty(&lines)?);
    } else {
        print!("{}", table(&lines));
    }
    Ok(lines.iter().all(|line| line.equal != Some(false)))
}

/// Median, least and greatest.
fn spread(reports: &[Report], of: impl Fn(&Report) -> f64) -> [f64; 3] {
    let mut values: Vec<f64> = reports.iter().map(of).collect();
    values.sort_by(f64::total_cmp);
    [values[values.len() / 2], values[0], values[values.len() - 1]]
}

fn table(lines: &[Line]) -> Table {
    let mut table = Table::new([
        "scenario",
        "way",
        "wall ms",
        "spread",
        "app ms",
        "spread",
        "server ms",
        "records",
        "bytes",
        "uploads",
        "trips",
        "parks",
        "picture",
    ]);
    for line in lines {
        let number = |value: f64| format!("{value:.2}");
        let span = |[_, least, greatest]: [f64; 3]| format!("{least:.2}-{greatest:.2}");
        let count = |of: fn(&PerFrame) -> f64, digits: usize| {
            line.per_frame.as_ref().map(|counts| format!("{:.digits$}", of(counts))).unwrap_or_default()
        };
        table.row([
            line.scenario.clone(),
            line.way.to_owned(),
            number(line.wall_ms[0]),
            span(line.wall_ms),
            number(line.app_cpu_ms[0]),
            span(line.app_cpu_ms),
            count(|counts| counts.server_cpu_ms, 2),
            count(|counts| counts.records, 1),
            count(|counts| counts.bytes, 0),
            count(|counts| counts.staging_bytes, 0),
            count(|counts| counts.round_trips, 2),
            count(|counts| counts.parks, 2),
            match line.equal {
                Some(true) => "equal".to_owned(),
                Some(false) => "DIFFERS".to_owned(),
                None => String::new(),
            },
        ]);
    }
    table
}
