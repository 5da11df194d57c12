//! `mgpipe-server`: draws what one client sends.
#![forbid(unsafe_code)]

use anyhow::{Context, bail};
use clap::Parser;
use pipe_types::handshake::Refuse;
use rustix::stdio::stdin;
use server::{egl::Source, greeting, hangup, session};
use shm_ring::{Settings, Watch};
use std::{io::IsTerminal, process::ExitCode};

/// The render server of MGPipe. It is started by the shim and serves one session.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// Serve the client at the other end of the socket that is standard input.
    #[arg(long)]
    session_on_stdin: bool,
    /// Open the driver, say what it can do, and exit.
    #[arg(long)]
    check_driver: bool,
}

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("mgpipe-server: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<ExitCode> {
    let filter = tracing_subscriber::EnvFilter::try_from_env("MGPIPE_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(std::io::stderr().is_terminal())
        .with_writer(std::io::stderr)
        .init();
    let arguments = Arguments::parse();
    let mask = std::env::var("MGPIPE_MASK").unwrap_or_default();
    if arguments.check_driver {
        let renderer = session::Renderer::open(Source::System, &mask).map_err(anyhow::Error::msg)?;
        let caps = renderer.capabilities();
        println!("{} | {} | {} | EGL {}", caps.vendor, caps.renderer, caps.version, caps.platform);
        return Ok(ExitCode::SUCCESS);
    }
    if !arguments.session_on_stdin {
        bail!("nothing to do: the shim starts this program with --session-on-stdin");
    }
    serve()
}

fn serve() -> anyhow::Result<ExitCode> {
    // A copy, so that standard input itself can be closed: no program that the driver might start inherits it.
    let socket = rustix::io::fcntl_dupfd_cloexec(stdin(), 3).context("the session's socket")?;
    let null = std::fs::File::open("/dev/null").context("/dev/null")?;
    rustix::stdio::dup2_stdin(&null).context("standard input")?;
    hangup::end_with_client(socket.try_clone().context("the session's socket")?).context("a thread")?;
    let guest = match greeting::receive(socket) {
        Ok(guest) => guest,
        Err(why) => return refused(why),
    };
    server::egl::keep_freed_memory();
    let span = tracing::info_span!("session", program = guest.hello.program);
    let _entered = span.enter();
    let mut renderer = match session::Renderer::open(Source::System, &guest.hello.mask) {
        Ok(renderer) => renderer,
        Err(why) => return refused(guest.refuse(Refuse::Driver(why))),
    };
    tracing::info!(version = renderer.capabilities().version, "serving");
    let (socket, segments) = guest.welcome(renderer.capabilities())?;
    let end = segments.server_end(&Settings::default())?;
    if end.liveness.watch(Watch::HangUp(socket)).is_err() {
        bail!("the link is watched already");
    }
    // Why a session ended badly has been logged.
    Ok(if session::run(&mut renderer, end).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A client that was told why it is not served says so itself; twice would be once too often.
fn refused(why: greeting::GreetingError) -> anyhow::Result<ExitCode> {
    match why {
        greeting::GreetingError::Refused(why) => {
            tracing::info!(%why, "client refused");
            Ok(ExitCode::FAILURE)
        }
        why => Err(why.into()),
    }
}
