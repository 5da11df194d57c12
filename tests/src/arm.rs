//! The ways in which a scenario is run.

use std::{
    env, fmt,
    path::{Path, PathBuf},
    process::Command,
};

/// Who draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arm {
    /// The system's desktop driver.
    Native,
    /// MGPipe on the calling thread.
    Direct,
    /// MGPipe with a thread that applies.
    Inproc,
    /// MGPipe with a server process.
    Spawn,
}

impl Arm {
    /// The arms that are compared with [`Arm::Native`].
    pub const OURS: [Arm; 3] = [Arm::Direct, Arm::Inproc, Arm::Spawn];

    /// `native`, or the value of `MGPIPE_TRANSPORT`.
    pub fn name(self) -> &'static str {
        match self {
            Arm::Native => "native",
            Arm::Direct => "direct",
            Arm::Inproc => "inproc",
            Arm::Spawn => "spawn",
        }
    }

    /// The arm of a name.
    pub fn from_name(name: &str) -> Option<Arm> {
        [Arm::Native, Arm::Direct, Arm::Inproc, Arm::Spawn].into_iter().find(|arm| arm.name() == name)
    }

    /// Sets a program's environment for this arm, whatever the tests' own is.
    pub fn prepare(self, command: &mut Command, mask: &str) {
        for (name, _) in env::vars_os() {
            if name.to_string_lossy().starts_with("MGPIPE_") && name != "MGPIPE_LOG" {
                command.env_remove(name);
            }
        }
        // What an earlier run has kept would hide what this one makes.
        command.env(disk_cache::VARIABLE, "off");
        if self == Arm::Native {
            return;
        }
        command.env("MGPIPE_TRANSPORT", self.name()).env("MGPIPE_MASK", mask);
        if self == Arm::Spawn {
            command.env("MGPIPE_SERVER", server_path());
        }
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The server, which is built beside the folder of the test programs.
///
/// # Panics
/// It is not there.
pub fn server_path() -> PathBuf {
    let exe = env::current_exe().expect("a program has a path");
    let candidates = exe.ancestors().skip(1).take(2).map(|dir: &Path| dir.join("mgpipe-server"));
    candidates.into_iter().find(|path| path.is_file()).unwrap_or_else(|| {
        panic!("mgpipe-server is not beside {}: run `cargo build -p server`, or `cargo xtask test`", exe.display())
    })
}
