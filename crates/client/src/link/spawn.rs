//! The `spawn` topology: starts a server process of this program's own and greets it.
//!
//! The server's standard input is one end of a socket pair; the segments' descriptors travel over it with the `Hello`. After
//! the handshake the socket only says whether the other side still lives: closing it ends the server.

use super::{ConnectError, ConnectSettings, Connector, Keep, Link, RingLink};
use pipe_types::{
    caps::Capabilities,
    catalogue::layout_digest,
    handshake::{Answer, Hello, MAX_MESSAGE, PROTOCOL_VERSION, SegmentSizes},
};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    net::{
        AddressFamily, SocketFlags, SocketType, socketpair,
        sockopt::{Timeout, set_socket_timeout},
    },
    process::{Pid, PidfdFlags, getpid, pidfd_open},
};
use shm_ring::{Segments, Settings, Sizes, Watch, send_with_fds};
use std::{
    env,
    fs::File,
    io::Read,
    os::fd::OwnedFd,
    os::unix::process::CommandExt,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    time::Duration,
};

/// File name of the server.
pub const SERVER_NAME: &str = "mgpipe-server";

/// A server answers when its driver is open: well below a second, but for a machine that has much else to do.
const HANDSHAKE: Duration = Duration::from_secs(30);

/// What a server that has been told to end may take for it; then it is killed.
const FAREWELL: Timespec = Timespec { tv_sec: 0, tv_nsec: 900_000_000 };

/// Starts servers.
#[derive(Debug)]
pub struct Spawn;

impl Connector for Spawn {
    fn connect(&self, settings: &ConnectSettings) -> Result<(Link, Capabilities), ConnectError> {
        let server = find_server(settings)?;
        let (ours, theirs) = socketpair(AddressFamily::UNIX, SocketType::STREAM, SocketFlags::CLOEXEC, None)
            .map_err(|error| ConnectError::Start { path: server.clone(), source: error.into() })?;
        let child = start(&server, theirs).map_err(|source| ConnectError::Start { path: server.clone(), source })?;
        // From here on dropping the child closes nothing of ours: the socket does.
        let child = ServerProcess { child, owner: getpid() };
        tracing::info!(path = %server.display(), pid = child.child.id(), "server started");
        let (end, caps) = greet(ours, settings)?;
        Ok((Link::ring(RingLink::new(end, Some(Box::new(child)))), caps))
    }
}

/// The server: beside the shared library, or where a setting says.
fn find_server(settings: &ConnectSettings) -> Result<PathBuf, ConnectError> {
    let mut candidates: Vec<PathBuf> = Vec::new();
    if let Some(path) = &settings.server {
        candidates.push(path.clone());
    } else {
        let beside = |path: PathBuf| path.parent().map(|dir| dir.join(SERVER_NAME));
        candidates.extend(crate::abi::library_path().and_then(beside));
        candidates.extend(env::current_exe().ok().and_then(beside));
        // Test binaries are a folder below the programs.
        candidates.extend(env::current_exe().ok().and_then(|exe| exe.parent().map(PathBuf::from)).and_then(beside));
    }
    if let Some(found) = candidates.iter().find(|path| path.is_file()) {
        return Ok(found.clone());
    }
    let looked: Vec<_> = candidates.iter().map(|path| path.display().to_string()).collect();
    Err(ConnectError::ServerMissing(looked.join(", ")))
}

/// Variables that put the shim in front of the system's EGL, or change what every program loads.
const SHIM_VARIABLES: [&str; 5] =
    ["__EGL_VENDOR_LIBRARY_FILENAMES", "__EGL_VENDOR_LIBRARY_DIRS", "LD_PRELOAD", "MGPIPE_TRANSPORT", "MGPIPE_STATS"];

fn start(server: &Path, socket: OwnedFd) -> std::io::Result<Child> {
    let mut command = Command::new(server);
    command.arg("--session-on-stdin").stdin(Stdio::from(socket)).stdout(Stdio::null()).current_dir("/");
    // A signal from the terminal is the program's to handle; the server ends when the program does.
    command.process_group(0);
    for name in SHIM_VARIABLES {
        command.env_remove(name);
    }
    // What the launcher changed gets its former value back (`docs/SETTINGS.md`).
    for name in env::var("MGPIPE_SAVED_ENV").unwrap_or_default().split(':').filter(|name| !name.is_empty()) {
        match env::var_os(format!("MGPIPE_SAVED_{name}")) {
            Some(before) => command.env(name, before),
            None => command.env_remove(name),
        };
    }
    command.spawn()
}

fn greet(socket: OwnedFd, settings: &ConnectSettings) -> Result<(shm_ring::ClientEnd, Capabilities), ConnectError> {
    let sizes = Sizes::default();
    let segments = Segments::create(&sizes)?;
    let hello = Hello {
        protocol: PROTOCOL_VERSION,
        layout_digest: layout_digest(),
        client_version: env!("CARGO_PKG_VERSION").to_owned(),
        sizes: SegmentSizes {
            commands: sizes.commands.into(),
            staging: sizes.staging.into(),
            reply_slots: sizes.reply_slots,
            reply_slot_size: sizes.reply_slot_size,
            events: sizes.events.into(),
        },
        program: env::args_os().next().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        mask: settings.mask.clone(),
    };
    let bytes = hello.to_bytes();
    let message = [&(bytes.len() as u32).to_le_bytes()[..], &bytes].concat();
    // Both directions: whoever neither reads nor answers is no server, or one whose driver hangs.
    for direction in [Timeout::Recv, Timeout::Send] {
        set_socket_timeout(&socket, direction, Some(HANDSHAKE)).map_err(|error| broken(error.into()))?;
    }
    let sent = send_with_fds(&socket, &message, &segments.fds()).map_err(broken)?;
    let mut stream = File::from(socket);
    if sent < message.len() {
        std::io::Write::write_all(&mut stream, &message[sent..]).map_err(broken)?;
    }
    let answer = read_message(&mut stream)?;
    match Answer::from_bytes(&answer).map_err(|error| ConnectError::Handshake(error.to_string()))? {
        Answer::Refuse(why) => Err(why.into()),
        Answer::Welcome(welcome) => {
            let end = segments.client_end(&Settings::default())?;
            end.liveness
                .watch(Watch::HangUp(stream.into()))
                .map_err(|_| ConnectError::Handshake("the link is watched already".to_owned()))?;
            Ok((end, welcome.caps))
        }
    }
}

/// What a failure of the socket says about the server.
fn broken(error: std::io::Error) -> ConnectError {
    use std::io::ErrorKind;
    ConnectError::Handshake(match error.kind() {
        ErrorKind::UnexpectedEof | ErrorKind::ConnectionReset | ErrorKind::BrokenPipe => {
            "it ended without an answer".to_owned()
        }
        ErrorKind::WouldBlock => format!("no answer within {} seconds", HANDSHAKE.as_secs()),
        _ => error.to_string(),
    })
}

fn read_message(stream: &mut File) -> Result<Vec<u8>, ConnectError> {
    let mut len = [0; 4];
    stream.read_exact(&mut len).map_err(broken)?;
    let len = u32::from_le_bytes(len) as usize;
    if len > MAX_MESSAGE {
        return Err(ConnectError::Handshake(format!("an answer of {len} bytes is longer than any")));
    }
    let mut bytes = vec![0; len];
    stream.read_exact(&mut bytes).map_err(broken)?;
    Ok(bytes)
}

/// The started server; dropped after the link's end, so that it has been told to end.
struct ServerProcess {
    child: Child,
    /// A forked copy of this process must not end its parent's server.
    owner: Pid,
}

impl Keep for ServerProcess {
    fn cpu_ns(&self) -> u64 {
        crate::stats::process_cpu_ns(self.child.id())
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        if getpid() != self.owner {
            return;
        }
        let ended = pidfd_open(Pid::from_child(&self.child), PidfdFlags::empty())
            .is_ok_and(|server| poll(&mut [PollFd::new(&server, PollFlags::IN)], Some(&FAREWELL)) == Ok(1));
        if !ended {
            // An error says that it has ended after all.
            let _ = self.child.kill();
        }
        let _ = self.child.wait();
    }
}
