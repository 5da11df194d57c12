//! apitrace: a client script is recorded on the plain driver, and its trace is replayed there and through the shim. What every
//! draw left in the framebuffer has to be the same.

use crate::{
    artifacts::{Artifacts, Way, root},
    command,
    stats::Stats,
    tally::Tally,
};
use anyhow::{Context as _, Result, ensure};
use std::path::Path;

/// The scripts under `tests/clients` that are recorded.
const SCRIPTS: [&str; 2] = ["moderngl_features.py", "pyglet_headless.py"];

/// Records and replays in each of the ways; a name picks the scripts that contain it.
pub(crate) fn run(artifacts: &Artifacts, ways: &[Way], python: &Path, only: Option<&str>) -> Result<Tally> {
    let mut tally = Tally::default();
    let directory = artifacts.directory("traces")?;
    for script in SCRIPTS.iter().filter(|script| only.is_none_or(|only| script.contains(only) || only == "trace")) {
        let trace = directory.join(script).with_extension("trace");
        let native = record(artifacts, python, script, &trace).and_then(|()| replay(artifacts, Way::Native, &trace));
        let native = match native {
            Ok(sums) => sums,
            Err(error) => {
                tally.say(&format!("trace of {script} native"), Err(format!("{error:#}")));
                continue;
            }
        };
        for &way in ways {
            let result = replay(artifacts, way, &trace).map_err(|error| format!("{error:#}"));
            let result = result.and_then(|ours| first_difference(&native, &ours).map_or(Ok(()), Err));
            tally.say(&format!("trace of {script} {}", way.name()), result);
        }
    }
    Ok(tally)
}

fn record(artifacts: &Artifacts, python: &Path, script: &str, trace: &Path) -> Result<()> {
    let mut command = artifacts.command(Way::Native, Path::new("apitrace"));
    command.args(["trace", "--api=egl", "-o"]).arg(trace).arg(python);
    command.arg("-B").arg(root().join("tests/clients").join(script));
    command::output(&mut command).map(drop)
}

/// A checksum of the framebuffer after every draw.
fn replay(artifacts: &Artifacts, way: Way, trace: &Path) -> Result<Vec<String>> {
    let stats = trace.with_extension(format!("{}.json", way.name()));
    let mut command = artifacts.command(way, Path::new("eglretrace"));
    command.args(["--headless", "-s", "-", "--snapshot-format=MD5", "-S", "*/draw"]).arg(trace);
    command.env("WAFFLE_PLATFORM", "surfaceless_egl");
    if way != Way::Native {
        Stats::forget(&stats)?;
        command.env("MGPIPE_STATS", &stats);
    }
    let text = command::output(&mut command)?;
    if way != Way::Native {
        Stats::read(&stats).context("the replay was not drawn through the shim")?;
    }
    let sums: Vec<String> = text.lines().filter(|line| is_checksum(line)).map(str::to_owned).collect();
    ensure!(!sums.is_empty(), "no draw of {} left a checksum", trace.display());
    Ok(sums)
}

fn is_checksum(line: &str) -> bool {
    line.len() == 32 && line.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn first_difference(native: &[String], ours: &[String]) -> Option<String> {
    if native.len() != ours.len() {
        return Some(format!("{} draws natively, {} now", native.len(), ours.len()));
    }
    let at = native.iter().zip(ours).position(|(native, ours)| native != ours)?;
    Some(format!("draw {at} of {} left another picture", native.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_that_is_missing_or_other_is_a_difference() {
        let sums = |list: &[&str]| list.iter().map(|sum| (*sum).to_owned()).collect::<Vec<_>>();
        // red once: with the lists zipped
        assert!(first_difference(&sums(&["a", "b"]), &sums(&["a"])).is_some());
        assert_eq!(
            first_difference(&sums(&["a", "b"]), &sums(&["a", "c"])).as_deref(),
            Some("draw 1 of 2 left another picture")
        );
        assert_eq!(first_difference(&sums(&["a"]), &sums(&["a"])), None);
    }

    #[test]
    fn checksums_are_told_from_other_lines() {
        // red once: with every line taken
        assert!(is_checksum("5DC741C5EB34674299B8A93611E801A7"));
        assert!(!is_checksum("renderableType = 8"));
    }
}
