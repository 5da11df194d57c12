//! The `direct` topology: every record is applied on the calling thread at once. No ring; the same records.

use super::Piece;
use pipe_types::{MGPBlobRef, event::Event};
use shm_ring::Counters;
use std::{collections::VecDeque, time::Instant};

/// What a direct server leaves behind after a record.
#[derive(Default)]
pub struct DirectAnswers {
    /// Replies: sequence number, whether it is one (or a refusal), bytes.
    pub replies: VecDeque<(u64, bool, Vec<u8>)>,
    /// Events with their sequence numbers.
    pub events: Vec<(u64, Event)>,
}

/// Applies records on the calling thread.
pub trait DirectServer: Send {
    /// Applies one record. An error ends the session; its text says why.
    fn apply(&mut self, seq: u64, record: &[u8], staging: &[u8], answers: &mut DirectAnswers) -> Result<(), String>;

    /// Says what is there by now of what the client watches; with `wait`, waits a moment for it.
    fn attend(&mut self, wait: bool, answers: &mut DirectAnswers) -> Result<(), String>;

    /// Calls of the driver so far, and those that were found needless.
    fn work(&self) -> [u64; 4];
}

pub(super) struct Direct {
    server: Box<dyn DirectServer>,
    record: Vec<u64>,
    size: usize,
    seq: u64,
    staging: Vec<u64>,
    head: usize,
    answers: DirectAnswers,
    counters: Counters,
}

impl Direct {
    pub(super) fn new(server: Box<dyn DirectServer>, staging: usize) -> Self {
        Self {
            server,
            record: Vec::new(),
            size: 0,
            seq: 0,
            staging: vec![0; staging / 8],
            head: 0,
            answers: DirectAnswers::default(),
            counters: Counters::default(),
        }
    }

    pub(super) fn reserve(&mut self, size: usize) -> &mut [u8] {
        self.size = size;
        super::scratch(&mut self.record, size)
    }

    pub(super) fn commit(&mut self) -> Result<u64, String> {
        self.seq += 1;
        self.counters.records += 1;
        self.counters.record_bytes += self.size as u64;
        let record = &zerocopy::IntoBytes::as_bytes(self.record.as_slice())[..self.size];
        let staging = zerocopy::IntoBytes::as_bytes(self.staging.as_slice());
        self.server.apply(self.seq, record, staging, &mut self.answers)?;
        Ok(self.seq)
    }

    pub(super) fn last_seq(&self) -> u64 {
        self.seq
    }

    /// Bytes staged for later are at most a quarter of the arena, so a whole turn never reaches them.
    pub(super) fn stage(&mut self, len: usize, fill: impl FnOnce(&mut [u8])) -> MGPBlobRef {
        let staging = zerocopy::IntoBytes::as_mut_bytes(self.staging.as_mut_slice());
        let start = if self.head + len > staging.len() { 0 } else { self.head };
        fill(&mut staging[start..start + len]);
        self.head = (start + len).next_multiple_of(64);
        self.counters.staging_bytes += len as u64;
        MGPBlobRef::staging(start as u64, len as u64)
    }

    pub(super) fn max_chunk(&self) -> usize {
        self.staging.len() * 8 / 4
    }

    pub(super) fn take_reply(&mut self, seq: u64, sink: &mut dyn FnMut(usize, Piece<'_>)) -> Option<usize> {
        let (found, ok, bytes) = self.answers.replies.pop_front()?;
        debug_assert_eq!(found, seq, "replies come in order");
        sink(0, Piece::Local(&bytes));
        ok.then_some(bytes.len())
    }

    pub(super) fn poll_events(&mut self, events: &mut Vec<(u64, Event)>) -> Result<(), String> {
        self.server.attend(false, &mut self.answers)?;
        events.append(&mut self.answers.events);
        Ok(())
    }

    /// Waits for an event, but not beyond `deadline`.
    pub(super) fn wait_event(&mut self, deadline: Option<Instant>) -> Result<bool, String> {
        while self.answers.events.is_empty() {
            self.server.attend(true, &mut self.answers)?;
            if deadline.is_some_and(|at| Instant::now() >= at) {
                break;
            }
        }
        Ok(!self.answers.events.is_empty())
    }

    pub(super) fn work(&self) -> [u64; 4] {
        self.server.work()
    }

    pub(super) fn counters(&self) -> Counters {
        self.counters
    }
}
