//! The client scripts and programs: what each prints natively and what it prints through the shim has to be the same.

use crate::{
    artifacts::{Artifacts, Way, root},
    command, setup,
    stats::Stats,
    tally::Tally,
    trace,
};
use anyhow::{Context as _, Result, bail, ensure};
use std::{
    path::{Path, PathBuf},
    process::Command,
};

/// The scripts under `tests/clients`.
const SCRIPTS: [&str; 5] =
    ["moderngl_features.py", "pygame_offscreen.py", "pyglet_headless.py", "pyrender_scene.py", "vtk_scene.py"];

/// A Python with the modules that the scripts need, made once for each version of their list.
fn python(artifacts: &Artifacts) -> Result<PathBuf> {
    let list = root().join("tests/clients/requirements.txt");
    let wanted = std::fs::read_to_string(&list).with_context(|| format!("{}", list.display()))?;
    let directory = artifacts.target.join("clients-python");
    let (python, stamp) = (directory.join("bin/python"), directory.join("requirements.txt"));
    if std::fs::read_to_string(&stamp).is_ok_and(|made| made == wanted) {
        return Ok(python);
    }
    eprintln!("xtask: making a Python for the client scripts in {}", directory.display());
    command::run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&directory))?;
    let mut install = Command::new(&python);
    install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]);
    // The list is complete: versions that packages ask for, and which were never tried on newer Pythons, do not count.
    install.args(["--no-deps", "-r"]);
    command::run(install.arg(&list))?;
    std::fs::write(stamp, wanted)?;
    Ok(python)
}

/// What a script prints; an error says how it ended, or that it was not drawn through the shim at all.
fn say(artifacts: &Artifacts, way: Way, python: &Path, script: &str) -> Result<String> {
    let stats = artifacts.directory("clients")?.join(format!("{script}-{}.json", way.name()));
    let mut command = artifacts.command(way, python);
    // -B: no compiled copies of the shared module in the source tree.
    command.arg("-B").arg(root().join("tests/clients").join(script));
    if way == Way::Native {
        return command::output(&mut command);
    }
    Stats::forget(&stats)?;
    let text = command::output(command.env("MGPIPE_STATS", &stats))?;
    Stats::read(&stats)?;
    Ok(text)
}

/// The first line that is not the same.
fn first_difference(native: &str, ours: &str) -> Option<String> {
    let (mut native, mut ours) = (native.lines(), ours.lines());
    loop {
        match (native.next(), ours.next()) {
            (None, None) => return None,
            (a, b) if a == b => {}
            (a, b) => return Some(format!("natively {:?}, now {:?}", a.unwrap_or("nothing"), b.unwrap_or("nothing"))),
        }
    }
}

/// Runs every script natively and in each of the ways.
pub(crate) fn run(artifacts: &Artifacts, ways: &[Way], only: Option<&str>) -> Result<Tally> {
    let mut tally = Tally::default();
    let python = python(artifacts)?;
    for script in SCRIPTS.iter().filter(|script| only.is_none_or(|only| script.contains(only))) {
        let native = match say(artifacts, Way::Native, &python, script) {
            Ok(text) => text,
            Err(error) => {
                tally.say(&format!("client {script} native"), Err(format!("{error:#}")));
                continue;
            }
        };
        tally.say(&format!("client {script} native"), Ok(()));
        for &way in ways {
            let result = say(artifacts, way, &python, script)
                .map_err(|error| format!("{error:#}"))
                .and_then(|ours| first_difference(&native, &ours).map_or(Ok(()), Err));
            tally.say(&format!("client {script} {}", way.name()), result);
        }
    }
    for &way in ways {
        for (name, check) in [("wflinfo", wflinfo as fn(&Artifacts, Way) -> Result<()>), ("eglinfo", eglinfo)] {
            if only.is_none_or(|only| name.contains(only)) {
                let result = check(artifacts, way).map_err(|error| format!("{error:#}"));
                tally.say(&format!("client {name} {}", way.name()), result);
            }
        }
    }
    if setup::has_apitrace() {
        tally.add(trace::run(artifacts, ways, &python, only)?);
    } else {
        println!("skipped: the traces (apitrace is not here and can't be installed)");
    }
    Ok(tally)
}

/// `wflinfo` finds a core context of at least 3.3, and it is the shim that answers.
pub(crate) fn wflinfo(artifacts: &Artifacts, way: Way) -> Result<()> {
    let stats = artifacts.directory("clients")?.join(format!("wflinfo-{}.json", way.name()));
    Stats::forget(&stats)?;
    let mut command = artifacts.command(way, Path::new("wflinfo"));
    command.env("MGPIPE_STATS", &stats);
    command.args(["--platform", "surfaceless_egl", "--api", "gl", "--profile", "core", "--version", "3.3"]);
    let text = command::output(&mut command)?;
    Stats::read(&stats)?;
    let line = text.lines().find(|line| line.starts_with("OpenGL version string:")).context("no version")?;
    sane_version(line.rsplit(": ").next().unwrap_or(""))
}

/// `eglinfo` finds EGL 1.5 on the surfaceless platform, OpenGL contexts with versions and profiles, and configs to draw
/// with. Its exit status tells of other platforms. Later versions of it list the contexts too.
fn eglinfo(artifacts: &Artifacts, way: Way) -> Result<()> {
    let output = command::any_output(&mut artifacts.command(way, Path::new("eglinfo")))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let (_, section) = text.split_once("Surfaceless platform:\n").context("no surfaceless platform")?;
    let section = section.split(" platform:\n").next().unwrap_or(section);
    let after = |start: &str| section.lines().find_map(|line| line.strip_prefix(start));
    ensure!(after("EGL API version: ") == Some("1.5"), "the EGL version is not 1.5");
    let apis = after("EGL client APIs: ").unwrap_or("");
    ensure!(apis.split_whitespace().any(|api| api == "OpenGL"), "OpenGL is not among the client APIs {apis:?}");
    ensure!(section.split_whitespace().any(|word| word == "EGL_KHR_create_context"), "no EGL_KHR_create_context");
    let configs = section.lines().filter(|line| line.starts_with("0x")).count();
    ensure!(configs > 0, "no configs");
    after("OpenGL core profile version: ").map_or(Ok(()), sane_version)
}

fn sane_version(text: &str) -> Result<()> {
    let number = text.split(' ').next().unwrap_or("");
    let parts: Vec<u32> = number.split('.').take(2).filter_map(|part| part.parse().ok()).collect();
    if parts.len() < 2 || parts < vec![3, 3] {
        bail!("the version {text:?} is not 3.3 or later");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_line_is_a_difference() {
        // red once: with the lines zipped
        assert!(first_difference("a 1\nb 2\n", "a 1\n").is_some());
        assert!(first_difference("a 1\n", "a 1\nb 2\n").is_some());
        assert_eq!(first_difference("a 1\nb 2\n", "a 1\nb 2\n"), None);
    }

    #[test]
    fn versions_are_compared_as_numbers() {
        // red once: with the texts compared
        assert!(sane_version("10.0 (Core Profile) Mesa").is_ok());
        assert!(sane_version("3.3.0 NVIDIA").is_ok());
        assert!(sane_version("3.2 (Core Profile)").is_err());
        assert!(sane_version("").is_err());
    }
}
