//! The built programs and where they are.

use crate::command;
use anyhow::{Context as _, Result, bail};
use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

/// The workspace's root.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .components()
        .collect::<PathBuf>()
        .canonicalize()
        .unwrap_or_else(|_| PathBuf::from("."))
}

/// The cargo that runs us.
pub(crate) fn cargo() -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    command.current_dir(root());
    // What cargo says to this program is not for the one it starts.
    for (name, _) in std::env::vars_os() {
        if name.to_string_lossy().starts_with("CARGO_PKG_") || name == "CARGO_MANIFEST_DIR" {
            command.env_remove(name);
        }
    }
    command
}

/// Where cargo builds.
pub(crate) fn target_directory() -> Result<PathBuf> {
    #[derive(serde::Deserialize)]
    struct Metadata {
        target_directory: PathBuf,
    }
    let text = command::output(cargo().args(["metadata", "--no-deps", "--offline", "--format-version", "1"]))?;
    Ok(serde_json::from_str::<Metadata>(&text).context("cargo metadata")?.target_directory)
}

/// How a program draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Way {
    /// On the plain driver.
    #[value(skip)]
    Native,
    /// Through a server process.
    Spawn,
    /// Through a thread of the program.
    Inproc,
    /// Through records, in the calling thread.
    Direct,
}

/// Cores that a program and its server run on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub(crate) struct Pins {
    pub(crate) client: u32,
    pub(crate) server: u32,
}

/// The executables of one build.
pub(crate) struct Artifacts {
    /// cargo's target directory.
    pub(crate) target: PathBuf,
    directory: PathBuf,
    /// Cores, and the script that puts the server on its own.
    pins: Option<(Pins, PathBuf)>,
}

impl Artifacts {
    /// Builds the demo alone, for runs that need no shim.
    pub(crate) fn demo_only(release: bool) -> Result<Self> {
        Self::build(release, &["demo"])
    }

    /// Builds nothing: for programs that are not ours, on the plain driver.
    pub(crate) fn built_nothing() -> Result<Self> {
        let target = target_directory()?;
        Ok(Self { directory: target.join("debug"), target, pins: None })
    }

    /// Builds the demo, the shim, the server and the command line.
    pub(crate) fn all(release: bool) -> Result<Self> {
        let built = Self::build(release, &["demo", "shim", "server", "mgpipe"])?;
        let shim = built.file("libEGL_mgpipe.so");
        let bytes = std::fs::read(&shim).with_context(|| format!("{}", shim.display()))?;
        let entry = b"__egl_Main";
        if !bytes.windows(entry.len()).any(|window| window == entry) {
            bail!("the shim {} has no {}: nothing can be drawn through it", shim.display(), "__egl_Main");
        }
        Ok(built)
    }

    fn build(release: bool, packages: &[&str]) -> Result<Self> {
        let mut build = cargo();
        build.arg("build");
        if release {
            build.arg("--release");
        }
        for package in packages {
            build.args(["-p", package]);
        }
        command::run(&mut build)?;
        let target = target_directory()?;
        Ok(Self { directory: target.join(if release { "release" } else { "debug" }), target, pins: None })
    }

    /// What lies in `directory`, built elsewhere. Results go there, too.
    pub(crate) fn prebuilt(directory: &Path) -> Result<Self> {
        let directory = directory.canonicalize().with_context(|| format!("{}", directory.display()))?;
        Ok(Self { target: directory.clone(), directory, pins: None })
    }

    /// The same, on these cores.
    pub(crate) fn pinned(mut self, pins: Option<Pins>) -> Result<Self> {
        use std::os::unix::fs::PermissionsExt as _;
        let Some(pins) = pins else { return Ok(self) };
        // The server inherits the program's cores; this moves it before it starts.
        let script = self.directory("bench")?.join("pinned-server");
        let server = self.file("mgpipe-server");
        let text = format!("#!/bin/sh\nexec taskset -c {} '{}' \"$@\"\n", pins.server, server.display());
        std::fs::write(&script, text).with_context(|| format!("{}", script.display()))?;
        std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755))?;
        self.pins = Some((pins, script));
        Ok(self)
    }

    /// A built file.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// A directory of ours under the target directory, made if it is missing.
    pub(crate) fn directory(&self, name: &str) -> Result<PathBuf> {
        let directory = self.target.join(name);
        std::fs::create_dir_all(&directory).with_context(|| format!("{}", directory.display()))?;
        Ok(directory)
    }

    /// A command that starts `program` so that it draws in this way. Displays of this desktop are out of the picture.
    pub(crate) fn command(&self, way: Way, program: &Path) -> Command {
        let mut command = match way {
            Way::Native => Command::new(program),
            Way::Spawn | Way::Inproc | Way::Direct => {
                let mut command = Command::new(self.file("mgpipe"));
                command.args(["run", "--transport", way.name(), "--"]).arg(program);
                command
            }
        };
        for name in ["DISPLAY", "WAYLAND_DISPLAY", "MGPIPE_SHIM", "MGPIPE_SERVER", "MGPIPE_TRANSPORT"] {
            command.env_remove(name);
        }
        let Some((pins, server)) = &self.pins else { return command };
        command.env("MGPIPE_SERVER", server);
        let mut pinned = Command::new("taskset");
        pinned.args(["-c", &pins.client.to_string()]).arg(command.get_program()).args(command.get_args());
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => pinned.env(name, value),
                None => pinned.env_remove(name),
            };
        }
        pinned
    }
}

impl Way {
    /// As settings and tables have it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Spawn => "spawn",
            Self::Inproc => "inproc",
            Self::Direct => "direct",
        }
    }
}
