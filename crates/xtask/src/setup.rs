//! What has to be on the machine, and getting it there.
//!
//! On Debian and its descendants missing packages are installed with apt-get when that can be done without asking; else
//! one message names them.

use crate::command;
use anyhow::{Result, bail};
use std::process::Command;

/// How to see that a package is not needed.
enum Probe {
    /// It is installed, as dpkg says.
    Installed,
    /// This command succeeds, whoever brought it.
    Works(&'static [&'static str]),
}

/// A package and how to see that it is there.
pub(crate) struct Need(&'static str, Probe);

/// For building: glslang and SPIRV-Cross are C++.
const BUILD: &[Need] = &[Need("g++", Probe::Works(&["c++", "--version"]))];

/// For running anything: GLVND's loaders and Mesa's software driver, which draws when there is no other.
const DRIVER: &[Need] = &[
    Need("libegl1", Probe::Installed),
    Need("libgl1", Probe::Installed),
    Need("libopengl0", Probe::Installed),
    Need("libgles2", Probe::Installed),
    Need("libegl-mesa0", Probe::Installed),
    Need("libgl1-mesa-dri", Probe::Installed),
];

/// For the client scripts and programs.
const CLIENTS: &[Need] = &[
    Need("python3-venv", Probe::Works(&["python3", "-c", "import ensurepip, venv"])),
    Need("mesa-utils", Probe::Works(&["sh", "-c", "command -v eglinfo"])),
    Need("waffle-utils", Probe::Works(&["sh", "-c", "command -v wflinfo"])),
];

/// For conformance.
const PIGLIT: &[Need] = &[
    Need("piglit", Probe::Works(&["sh", "-c", "command -v piglit"])),
    Need("waffle-utils", Probe::Works(&["sh", "-c", "command -v wflinfo"])),
    Need("gcc", Probe::Works(&["cc", "--version"])),
];

/// What a chore is going to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum For {
    /// Building and drawing.
    Demo,
    /// The tests.
    Tests,
    /// piglit on a driver.
    Conformance,
}

/// Whether apitrace is there, which not every system has; it is installed where that can be done.
pub(crate) fn has_apitrace() -> bool {
    const APITRACE: &[Need] = &[
        Need("apitrace", Probe::Works(&["sh", "-c", "command -v apitrace && command -v eglretrace"])),
        Need("libwaffle-1-0", Probe::Installed),
    ];
    match have(&[APITRACE]) {
        Ok(()) => true,
        Err(why) => {
            eprintln!("xtask: {why:#}");
            false
        }
    }
}

/// Makes the machine ready.
pub(crate) fn ensure(what: For) -> Result<()> {
    let sets: &[&[Need]] = match what {
        For::Demo => &[BUILD, DRIVER],
        For::Tests => &[BUILD, DRIVER, CLIENTS],
        For::Conformance => &[BUILD, DRIVER, PIGLIT],
    };
    have(sets)
}

fn have(sets: &[&[Need]]) -> Result<()> {
    let dpkg = command::succeeds(Command::new("dpkg-query").arg("--version"));
    let missing: Vec<&str> = sets
        .iter()
        .flat_map(|set| set.iter())
        .filter(|Need(package, probe)| match probe {
            // Without dpkg there is no telling; what is missing shows when it is used.
            Probe::Installed => dpkg && !installed(package),
            Probe::Works(words) => !command::succeeds(Command::new(words[0]).args(&words[1..])),
        })
        .map(|Need(package, _)| *package)
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let names = missing.join(" ");
    if !dpkg {
        bail!("needed: what Debian's packages {names} contain; install it with this system's package manager");
    }
    let root = rustix::process::geteuid().is_root();
    if !root && !command::succeeds(Command::new("sudo").args(["-n", "true"])) {
        bail!("packages are missing; install them with: sudo apt-get install {names}");
    }
    let apt = || {
        let mut command = if root { Command::new("apt-get") } else { Command::new("sudo") };
        if !root {
            command.args(["-n", "apt-get"]);
        }
        command.env("DEBIAN_FRONTEND", "noninteractive");
        command
    };
    eprintln!("xtask: installing {names}");
    let install = |names: &[&str]| {
        let mut command = apt();
        command.args(["install", "-y", "--no-install-recommends", "-qq"]).args(names);
        command::run(&mut command)
    };
    // A fresh system image has no package lists yet; a used one is not to be refreshed needlessly.
    if install(&missing).is_err() {
        command::run(apt().args(["update", "-qq"]))?;
        install(&missing)?;
    }
    Ok(())
}

fn installed(package: &str) -> bool {
    let mut query = Command::new("dpkg-query");
    query.args(["-W", "-f", "${db:Status-Status}", package]);
    command::any_output(&mut query).is_ok_and(|output| output.stdout == b"installed")
}
