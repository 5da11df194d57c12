//! What was measured, in tables and in JSON.

use crate::{artifacts::Pins, demo::Report, stats::PerFrame, table::Table};
use serde::Serialize;

/// Everything of one run of the bench.
#[derive(Debug, Serialize)]
pub(super) struct Run {
    /// What was typed.
    command: String,
    /// Processor, its number of cores, system.
    machine: String,
    /// Cores of the program and the server.
    pins: Option<Pins>,
    pub(super) lines: Vec<Line>,
}

/// One way to draw, and what was measured over the rounds.
#[derive(Debug, Serialize)]
pub(super) struct Line {
    pub(super) scenario: String,
    pub(super) way: &'static str,
    renderer: String,
    draws_per_frame: u32,
    /// Medians over the rounds, and the least and the greatest, in milliseconds a frame.
    wall_ms: [f64; 3],
    app_cpu_ms: [f64; 3],
    server_cpu_ms: Option<[f64; 3]>,
    /// The last round's.
    per_frame: Option<PerFrame>,
    checksum: String,
    /// The picture is the plain driver's. A driver that draws nothing has none.
    pub(super) equal: Option<bool>,
}

impl Line {
    pub(super) fn new(
        scenario: &str,
        way: &'static str,
        reports: &[Report],
        counts: &[PerFrame],
        equal: Option<bool>,
    ) -> Self {
        let server: Vec<f64> = counts.iter().map(|counts| counts.server_cpu_ms).collect();
        Self {
            scenario: scenario.to_owned(),
            way,
            renderer: reports[0].renderer.clone(),
            draws_per_frame: reports[0].draws_per_frame,
            wall_ms: spread(reports.iter().map(|report| report.wall_ms_per_frame).collect()),
            app_cpu_ms: spread(reports.iter().map(|report| report.app_cpu_ms_per_frame).collect()),
            server_cpu_ms: (!server.is_empty()).then(|| spread(server)),
            per_frame: counts.last().copied(),
            checksum: reports[0].checksum.clone(),
            equal,
        }
    }
}

/// Median, least and greatest of at least one value.
fn spread(mut values: Vec<f64>) -> [f64; 3] {
    values.sort_by(f64::total_cmp);
    [values[values.len() / 2], values[0], values[values.len() - 1]]
}

fn machine() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let info = read("/proc/cpuinfo");
    let model = info
        .lines()
        .find_map(|line| line.strip_prefix("model name"))
        .map(|rest| rest.trim_start_matches([' ', '\t', ':']));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    format!(
        "{}, {cores} cores, Linux {}",
        model.unwrap_or("unknown processor"),
        read("/proc/sys/kernel/osrelease").trim()
    )
}

impl Run {
    pub(super) fn start(command: String, pins: Option<Pins>) -> Self {
        Self { command, machine: machine(), pins, lines: Vec::new() }
    }

    fn line(&self, scenario: &str, way: &str) -> Option<&Line> {
        self.lines.iter().find(|line| line.scenario == scenario && line.way == way)
    }

    fn scenarios(&self) -> Vec<&str> {
        let mut scenarios: Vec<&str> = self.lines.iter().map(|line| line.scenario.as_str()).collect();
        scenarios.dedup();
        scenarios
    }

    /// Command, machine and both tables.
    pub(super) fn text(&self) -> String {
        let mut renderers: Vec<&str> = self.lines.iter().map(|line| line.renderer.as_str()).collect();
        renderers.sort_unstable();
        renderers.dedup();
        let pins = self.pins.map_or(String::new(), |pins| {
            format!(", the program on core {}, the server on core {}", pins.client, pins.server)
        });
        format!(
            "`{}` on {}{pins}; renderers: {}.\n\n{}\n{}",
            self.command,
            self.machine,
            renderers.join("; "),
            self.measured(),
            self.ratios()
        )
    }

    fn measured(&self) -> Table {
        let head = [
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
            "driver",
            "spared",
            "walks",
            "known",
            "picture",
        ];
        let mut table = Table::new(head);
        let span = |[_, least, greatest]: [f64; 3]| format!("{least:.2}-{greatest:.2}");
        for line in &self.lines {
            let count = |of: fn(&PerFrame) -> f64, digits: usize| {
                let counts = line.per_frame.as_ref().filter(|_| line.way != "virgl");
                counts.map(|counts| format!("{:.digits$}", of(counts))).unwrap_or_default()
            };
            table.row([
                line.scenario.clone(),
                line.way.to_owned(),
                format!("{:.2}", line.wall_ms[0]),
                span(line.wall_ms),
                format!("{:.3}", line.app_cpu_ms[0]),
                span(line.app_cpu_ms),
                line.server_cpu_ms
                    .filter(|_| line.way != "direct")
                    .map(|[median, ..]| format!("{median:.2}"))
                    .unwrap_or_default(),
                count(|counts| counts.records, 1),
                count(|counts| counts.bytes, 0),
                count(|counts| counts.staging_bytes, 0),
                count(|counts| counts.round_trips, 2),
                count(|counts| counts.parks, 2),
                count(|counts| counts.driver_calls, 0),
                count(|counts| counts.driver_calls_spared, 0),
                count(|counts| counts.framebuffer_walks, 0),
                count(|counts| counts.framebuffer_hits, 0),
                match line.equal {
                    Some(true) => "equal".to_owned(),
                    Some(false) => "DIFFERS".to_owned(),
                    None => String::new(),
                },
            ]);
        }
        table
    }

    /// `spawn` against the others.
    fn ratios(&self) -> Table {
        let mut table = Table::new([
            "spawn",
            "app / noop",
            "app / native",
            "app / virgl",
            "wall / native",
            "wall / virgl",
            "wall / inproc",
            "bytes / draw",
            "app ns / draw",
        ]);
        for scenario in self.scenarios() {
            let Some(ours) = self.line(scenario, "spawn") else { continue };
            let ratio = |way: &str, of: fn(&Line) -> f64| {
                self.line(scenario, way).map(|line| format!("{:.2}", of(ours) / of(line))).unwrap_or_default()
            };
            let app: fn(&Line) -> f64 = |line| line.app_cpu_ms[0];
            let wall: fn(&Line) -> f64 = |line| line.wall_ms[0];
            let draws = f64::from(ours.draws_per_frame.max(1));
            table.row([
                scenario.to_owned(),
                ratio("noop", app),
                ratio("native", app),
                ratio("virgl", app),
                ratio("native", wall),
                ratio("virgl", wall),
                ratio("inproc", wall),
                ours.per_frame.map(|counts| format!("{:.0}", counts.bytes / draws)).unwrap_or_default(),
                format!("{:.0}", ours.app_cpu_ms[0] * 1e6 / draws),
            ]);
        }
        table
    }
}

#[cfg(test)]
mod tests {
    use super::spread;

    #[test]
    fn the_median_is_not_the_mean() {
        // red once: with the mean
        assert_eq!(spread(vec![9.0, 1.0, 2.0]), [2.0, 1.0, 9.0]);
    }
}
