//! `mgpipe`: starts a program whose OpenGL is drawn by a server process.
//!
//! `mgpipe run -- PROGRAM` finds the shim and the server, points the EGL loader at the shim and becomes the program:
//! process number, signals, terminal and exit status are the program's own. What goes wrong before that is one line on
//! standard error and exit status 125, 126 (the program cannot be started) or 127 (there is no such program).
#![forbid(unsafe_code)]

mod environment;
mod locate;

use clap::{Args, Parser, Subcommand, ValueEnum};
use locate::Missing;
use std::{
    ffi::OsString,
    io::{self, Write as _},
    os::unix::process::CommandExt as _,
    path::PathBuf,
    process::{Command, ExitCode},
};

/// Runs OpenGL programs with their rendering in another process.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Starts a program on the shim.
    Run(Run),
}

/// How the shim reaches what draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Transport {
    /// In a server process of the program's own.
    Spawn,
    /// In a thread of the program.
    Inproc,
    /// In the calling thread, without a ring.
    Direct,
}

impl Transport {
    /// The value of `MGPIPE_TRANSPORT`.
    fn setting(self) -> &'static str {
        match self {
            Self::Spawn => "spawn",
            Self::Inproc => "inproc",
            Self::Direct => "direct",
        }
    }
}

#[derive(Debug, Args)]
struct Run {
    /// Where rendering happens. Default: MGPIPE_TRANSPORT, else spawn.
    #[arg(long, value_enum)]
    transport: Option<Transport>,
    /// The server's executable. Default: MGPIPE_SERVER, else the one beside this executable.
    #[arg(long, value_name = "PATH")]
    server: Option<PathBuf>,
    /// The highest OpenGL version to offer, such as 3.3.
    #[arg(long, value_name = "MAJOR.MINOR", value_parser = parse_version)]
    gl_version: Option<String>,
    /// Logs what the shim and the server do; twice for more.
    #[arg(long, short, action = clap::ArgAction::Count)]
    verbose: u8,
    /// The program and its arguments.
    #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true, value_name = "PROGRAM")]
    program: Vec<OsString>,
}

/// The core versions from 3.1 on: the shim offers no compatibility profile.
fn parse_version(text: &str) -> Result<String, String> {
    const VERSIONS: [&str; 10] = ["3.1", "3.2", "3.3", "4.0", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6"];
    if VERSIONS.contains(&text) { Ok(text.to_owned()) } else { Err(format!("not one of {}", VERSIONS.join(", "))) }
}

/// Why a program was not started.
#[derive(Debug, thiserror::Error)]
enum Failure {
    /// A part of MGPipe is missing or is not what it should be.
    #[error(transparent)]
    Missing(#[from] Missing),
    /// `MGPIPE_TRANSPORT` has a value that nobody knows.
    #[error("MGPIPE_TRANSPORT is {0:?}: not spawn, inproc or direct")]
    Transport(OsString),
    /// The vendor file cannot be written anywhere.
    #[error("the vendor file {} cannot be written: {error}", path.display())]
    Vendor {
        /// The last place that was tried.
        path: PathBuf,
        /// Why it did not do.
        error: io::Error,
    },
    /// The system did not start the program.
    #[error("{}: {}", program.display(), reason(error))]
    Exec {
        /// As it was asked for.
        program: PathBuf,
        /// What the system said.
        error: io::Error,
    },
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "program not found".into(),
        io::ErrorKind::PermissionDenied => "the program may not be executed".into(),
        _ => format!("the program cannot be started: {error}"),
    }
}

impl Failure {
    /// As `env` and `timeout` have it.
    fn status(&self) -> u8 {
        match self {
            Self::Exec { error, .. } if error.kind() == io::ErrorKind::NotFound => 127,
            Self::Exec { .. } => 126,
            _ => 125,
        }
    }
}

/// Becomes the program; comes back only when that did not work.
fn run(options: &Run) -> Result<std::convert::Infallible, Failure> {
    let transport = match (options.transport, std::env::var_os("MGPIPE_TRANSPORT")) {
        (Some(transport), _) => transport,
        (None, None) => Transport::Spawn,
        (None, Some(value)) => {
            value.to_str().and_then(|value| Transport::from_str(value, false).ok()).ok_or(Failure::Transport(value))?
        }
    };
    let shim = locate::shim()?;
    let vendor = environment::vendor_file(&shim).map_err(|(path, error)| Failure::Vendor { path, error })?;
    let mut command = Command::new(&options.program[0]);
    command.args(&options.program[1..]);
    environment::point_at(&vendor, &mut command);
    command.env("MGPIPE_TRANSPORT", transport.setting());
    if transport == Transport::Spawn {
        command.env("MGPIPE_SERVER", locate::server(options.server.as_deref())?);
    }
    if let Some(version) = &options.gl_version {
        command.env("MGPIPE_GL_VERSION", version);
    }
    match options.verbose {
        0 => {}
        1 => drop(command.env("MGPIPE_LOG", "info")),
        _ => drop(command.env("MGPIPE_LOG", "debug")),
    }
    let error = command.exec();
    Err(Failure::Exec { program: PathBuf::from(&options.program[0]), error })
}

fn main() -> ExitCode {
    let Action::Run(options) = Cli::parse().action;
    match run(&options) {
        Ok(never) => match never {},
        Err(failure) => {
            // Nothing is left to do when standard error is closed too.
            let _ = writeln!(io::stderr(), "mgpipe: {failure}");
            ExitCode::from(failure.status())
        }
    }
}
