//! The end of a server whose client is gone while it works.
//!
//! A server that waits sees its client go by itself. One that is behind, with a full ring or in a long draw, would go on
//! drawing for nobody.

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    net::sockopt::socket_peercred,
    process::{PidfdFlags, Signal, getpid, kill_process, pidfd_open},
};
use std::{io, os::fd::OwnedFd, thread};

/// What an orderly end takes at the most; whoever is not done then is busy.
const GRACE: Timespec = Timespec { tv_sec: 0, tv_nsec: 500_000_000 };

/// Ends this process soon after the other end of `socket` was closed or the process that made it has ended: a child that a
/// client has forked may hold a copy of the socket for as long as it likes.
///
/// # Errors
/// The watching thread could not be started.
pub fn end_with_client(socket: OwnedFd) -> io::Result<()> {
    // Not to be had where the client is in another process namespace; the socket is enough then.
    let client = socket_peercred(&socket).and_then(|client| pidfd_open(client.pid, PidfdFlags::empty())).ok();
    let watch = move || {
        let mut fds = vec![PollFd::new(&socket, PollFlags::RDHUP)];
        fds.extend(client.as_ref().map(|client| PollFd::new(client, PollFlags::IN)));
        while poll(&mut fds, None) == Err(rustix::io::Errno::INTR) {}
        // The signal may not be put off, and no exit handler of the driver's may wait for what the apply thread holds.
        let _ = poll(&mut [], Some(&GRACE));
        let _ = kill_process(getpid(), Signal::KILL);
    };
    thread::Builder::new().name("mgpipe-hangup".into()).spawn(watch).map(drop)
}
