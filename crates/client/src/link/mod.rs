//! The transports. Nothing above asks which one it runs on.

mod direct;
mod ring;
pub mod spawn;

pub use direct::{DirectAnswers, DirectServer};
pub use ring::{Keep, RingLink};

use pipe_types::{MGPBlobRef, caps::Capabilities, event::Event};
use std::time::Instant;
use thiserror::Error;

/// What a connector needs to know.
#[derive(Clone, Debug, Default)]
pub struct ConnectSettings {
    /// Capabilities to mask, comma-separated.
    pub mask: String,
    /// Path of the server binary, if set.
    pub server: Option<std::path::PathBuf>,
}

/// Opens links of one topology.
pub trait Connector: Send + Sync {
    /// Opens a link and learns what the driver can do.
    fn connect(&self, settings: &ConnectSettings) -> Result<(Link, Capabilities), ConnectError>;
}

/// Why there is no server. One clear sentence each.
#[derive(Debug, Error)]
pub enum ConnectError {
    /// The server binary is not there.
    #[error("mgpipe-server was not found: looked for {0}")]
    ServerMissing(String),
    /// It could not be started.
    #[error("mgpipe-server at {path} could not be started: {source}")]
    Start {
        /// The binary.
        path: std::path::PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The server said no.
    #[error("mgpipe-server refused: {0}")]
    Refused(#[from] pipe_types::handshake::Refuse),
    /// The handshake broke off.
    #[error("the handshake with mgpipe-server failed: {0}")]
    Handshake(String),
    /// Segments could not be made.
    #[error("shared memory: {0}")]
    Segments(#[from] shm_ring::SegmentError),
    /// No such transport.
    #[error("MGPIPE_TRANSPORT is `{0}`: it must be spawn, inproc or direct")]
    Transport(String),
    /// No such version of the core profile.
    #[error("MGPIPE_GL_VERSION is `{0}`: it must be a version of the core profile from 3.1 to 4.6")]
    GlVersion(String),
    /// The driver of this process can't be used (`inproc` and `direct`).
    #[error("no usable driver: {0}")]
    Driver(String),
}

/// A piece of an answer, to copy out.
pub enum Piece<'a> {
    /// In shared memory.
    Shared(&'a shm_ring::ReplyPiece<'a>),
    /// In this process.
    Local(&'a [u8]),
}

impl Piece<'_> {
    /// Bytes in the piece.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        match self {
            Piece::Shared(piece) => piece.len(),
            Piece::Local(bytes) => bytes.len(),
        }
    }
    /// Copies the piece to the front of `out`.
    pub fn copy_to(&self, out: &mut [u8]) {
        match self {
            Piece::Shared(piece) => piece.copy_to(0, &mut out[..piece.len()]),
            Piece::Local(bytes) => out[..bytes.len()].copy_from_slice(bytes),
        }
    }
}

enum Transport {
    Ring(Box<RingLink>),
    Direct(Box<direct::Direct>),
    /// The server is gone. Records go into a scratch buffer, so that nothing above has to ask at every step.
    Lost,
}

impl Transport {
    /// Room for a record that does not go into the ring.
    #[inline(never)]
    fn reserve_elsewhere<'a>(&'a mut self, lost: &'a mut Vec<u64>, size: usize) -> &'a mut [u8] {
        match self {
            Transport::Direct(direct) => direct.reserve(size),
            _ => scratch(lost, size),
        }
    }
}

/// One end of a transport.
pub struct Link {
    transport: Transport,
    /// Where records and staged bytes go when the server is gone.
    scratch: Vec<u64>,
    lost: Option<String>,
    seq_when_lost: u64,
    /// Waits for the server since the link was opened.
    pub round_trips: u64,
    alive_checks: u32,
    /// The record that ended the last frame.
    last_frame: u64,
}

impl Link {
    /// A link over a ring.
    pub fn ring(ring: RingLink) -> Self {
        Self::new(Transport::Ring(Box::new(ring)))
    }
    /// A link that applies every record on the calling thread, with `staging` bytes of staging.
    pub fn direct(server: Box<dyn DirectServer>, staging: usize) -> Self {
        Self::new(Transport::Direct(Box::new(direct::Direct::new(server, staging))))
    }
    fn new(transport: Transport) -> Self {
        Self {
            transport,
            scratch: Vec::new(),
            lost: None,
            seq_when_lost: 0,
            round_trips: 0,
            alive_checks: 0,
            last_frame: 0,
        }
    }

    /// Room for a record of `size` bytes (a multiple of 8); [`Link::commit`] sends it.
    #[inline(always)]
    pub fn reserve(&mut self, size: usize) -> &mut [u8] {
        if let Transport::Ring(ring) = &mut self.transport
            && let Err(error) = ring.end.commands.make_sure_of_room(size)
        {
            self.lose_by(&error);
        }
        match &mut self.transport {
            Transport::Ring(ring) => ring.end.commands.reserved(),
            other => other.reserve_elsewhere(&mut self.scratch, size),
        }
    }

    /// Sends the reserved record. Returns its sequence number.
    #[inline(always)]
    pub fn commit(&mut self) -> u64 {
        match &mut self.transport {
            Transport::Ring(ring) => ring.end.commands.commit(),
            _ => self.commit_elsewhere(),
        }
    }

    #[inline(never)]
    fn commit_elsewhere(&mut self) -> u64 {
        match &mut self.transport {
            Transport::Ring(ring) => ring.end.commands.commit(),
            Transport::Direct(direct) => match direct.commit() {
                Ok(seq) => seq,
                Err(reason) => {
                    self.lose(reason);
                    self.seq_when_lost
                }
            },
            Transport::Lost => {
                self.seq_when_lost += 1;
                self.seq_when_lost
            }
        }
    }

    #[cold]
    #[inline(never)]
    fn lose_by(&mut self, error: &shm_ring::RingError) {
        self.lose(error.to_string());
    }

    /// Sequence number of the last record.
    pub fn last_seq(&self) -> u64 {
        match &self.transport {
            Transport::Ring(ring) => ring.end.commands.last_seq(),
            Transport::Direct(direct) => direct.last_seq(),
            Transport::Lost => self.seq_when_lost,
        }
    }

    /// Stages `len` bytes (at most [`Link::max_chunk`]), filled by `fill`.
    pub fn stage(&mut self, len: usize, fill: impl FnOnce(&mut [u8])) -> MGPBlobRef {
        if let Transport::Ring(ring) = &mut self.transport {
            match ring.end.alloc(len, 64) {
                Ok(grant) => {
                    fill(grant.bytes);
                    return MGPBlobRef::staging(grant.offset, len as u64);
                }
                Err(error) => self.lose(error.to_string()),
            }
        }
        match &mut self.transport {
            Transport::Direct(direct) => direct.stage(len, fill),
            _ => {
                fill(scratch(&mut self.scratch, len));
                MGPBlobRef::NONE
            }
        }
    }

    /// Everything staged so far belongs to records up to `seq`.
    #[inline]
    pub fn fence_staging(&mut self, seq: u64) {
        if let Transport::Ring(ring) = &mut self.transport {
            ring.end.staging.fence(seq);
        }
    }

    /// The largest blob, a quarter of the staging segment.
    pub fn max_chunk(&self) -> usize {
        match &self.transport {
            Transport::Ring(ring) => ring.end.staging.max_chunk(),
            Transport::Direct(direct) => direct.max_chunk(),
            Transport::Lost => 8 << 20,
        }
    }

    /// Publishes and waits for the answer to record `seq`, at most `max` bytes, given to `sink` piece by piece with each
    /// piece's offset. `None` when the server declined or is gone.
    pub fn wait_reply(&mut self, seq: u64, max: u64, sink: &mut dyn FnMut(usize, Piece<'_>)) -> Option<usize> {
        self.round_trips += 1;
        let error = match &mut self.transport {
            Transport::Ring(ring) => {
                ring.end.commands.publish();
                let done = ring
                    .end
                    .replies
                    .wait_pieces(seq, max, &mut |piece| sink(piece.offset() as usize, Piece::Shared(piece)));
                match done {
                    Ok(done) if done.status == shm_ring::ReplyStatus::Ok => return Some(done.size as usize),
                    Ok(_) => return None,
                    Err(error) => error.to_string(),
                }
            }
            Transport::Direct(direct) => return direct.take_reply(seq, sink),
            Transport::Lost => return None,
        };
        self.lose(error);
        None
    }

    /// Publishes and waits until record `seq` is applied. False when the server is gone.
    pub fn wait_applied(&mut self, seq: u64) -> bool {
        self.round_trips += 1;
        if let Transport::Ring(ring) = &mut self.transport
            && let Err(error) = ring.end.commands.wait_applied(seq)
        {
            self.lose(error.to_string());
        }
        !self.is_lost()
    }

    /// Lets the server see everything written so far.
    #[inline]
    pub fn publish(&mut self) {
        if let Transport::Ring(ring) = &mut self.transport {
            ring.end.commands.publish();
        }
    }

    /// Publishes and waits for an event, but not beyond `deadline`. False when none has come.
    pub fn wait_event(&mut self, deadline: Option<Instant>) -> bool {
        self.round_trips += 1;
        let waited = match &mut self.transport {
            Transport::Ring(ring) => {
                ring.end.commands.publish();
                ring.end.events.wait_until(deadline).map_err(|error| error.to_string())
            }
            Transport::Direct(direct) => direct.wait_event(deadline),
            Transport::Lost => return false,
        };
        match waited {
            Ok(came) => came,
            Err(reason) => {
                // The server's last words say more than that it is gone.
                self.poll_events(&mut Vec::new());
                self.lose(reason);
                false
            }
        }
    }

    /// A frame has ended with record `seq`; the one before it has to be applied, so that the client is never more than a
    /// frame ahead, and what the server has to say about a frame is there when the next one ends.
    pub fn end_frame(&mut self, seq: u64) {
        if let Transport::Ring(ring) = &mut self.transport {
            ring.end.commands.publish();
            if let Err(error) = ring.end.commands.wait_applied(std::mem::replace(&mut self.last_frame, seq)) {
                self.lose(error.to_string());
            }
        }
    }

    /// Appends the events that have arrived.
    pub fn poll_events(&mut self, events: &mut Vec<(u64, Event)>) {
        let mut error = None;
        match &mut self.transport {
            Transport::Ring(ring) => error = ring.poll_events(events).err(),
            Transport::Direct(direct) => error = direct.poll_events(events).err(),
            Transport::Lost => {}
        }
        // The server's last words are read even when it is already gone: they say why.
        if let Some(reason) = error {
            self.lose(reason);
        }
        for (_, event) in events.iter() {
            if let Event::SessionFault(fault, text) = event {
                let reason = format!("the server ended the session ({fault:?}): {text}");
                self.lose(reason);
                break;
            }
        }
    }

    /// Whether the server is gone.
    #[inline]
    pub fn is_lost(&self) -> bool {
        self.lost.is_some()
    }

    /// Why the server is gone.
    pub fn lost_reason(&self) -> Option<&str> {
        self.lost.as_deref()
    }

    /// Looks whether the server still lives, at the cost of a system call.
    pub fn check_alive(&mut self) {
        if let Transport::Ring(ring) = &self.transport
            && ring.end.liveness.peer_gone()
        {
            self.poll_events(&mut Vec::new());
            if !self.is_lost() {
                self.lose("the server is gone".to_owned());
            }
        }
    }

    /// As [`Link::check_alive`], at every eighth call: for places that are reached once a frame.
    pub fn check_alive_now_and_then(&mut self) {
        self.alive_checks += 1;
        if self.alive_checks.is_multiple_of(8) {
            self.check_alive();
        }
    }

    /// Records and bytes so far.
    pub fn counters(&self) -> shm_ring::Counters {
        match &self.transport {
            Transport::Ring(ring) => ring.end.counters(),
            Transport::Direct(direct) => direct.counters(),
            Transport::Lost => shm_ring::Counters::default(),
        }
    }

    /// Processor time of the server so far, nanoseconds; 0 in `direct`, where it is the application's.
    pub fn server_cpu_ns(&self) -> u64 {
        match &self.transport {
            Transport::Ring(ring) => ring.keep.as_ref().map_or(0, |keep| keep.cpu_ns()),
            _ => 0,
        }
    }

    /// Calls that the server made of its driver so far, those that it found needless, framebuffers that it walked and that it knew
    /// to be as they were, as of the last flush or swap.
    pub fn work(&self) -> [u64; 4] {
        match &self.transport {
            Transport::Ring(ring) => ring.end.liveness.told(),
            Transport::Direct(direct) => direct.work(),
            Transport::Lost => [0; 4],
        }
    }

    #[cold]
    fn lose(&mut self, reason: String) {
        if self.lost.is_some() {
            return;
        }
        tracing::error!(reason, "device lost");
        if let Transport::Ring(ring) = &self.transport {
            self.seq_when_lost = ring.end.commands.last_seq();
        }
        self.lost = Some(reason);
        self.transport = Transport::Lost;
    }
}

fn scratch(buffer: &mut Vec<u64>, size: usize) -> &mut [u8] {
    buffer.resize(size.div_ceil(8).max(buffer.len()), 0);
    &mut zerocopy::IntoBytes::as_mut_bytes(buffer.as_mut_slice())[..size]
}
