//! A session: one process's link to one server. It mints handles, writes records, and remembers what it staged.

use crate::link::Link;
use pipe_types::{
    HandleAllocator, MGPBlobRef, Op,
    caps::Capabilities,
    encode::{record_size, write_record},
    event::Event,
    handle::{Handle, HandleKind, Kind, RawHandle},
    primitive::MGPHandleOnly,
    record::Payload,
};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// Bulk bytes up to this size travel in their record instead of the staging segment.
pub const INLINE_MAX: usize = 1024;

/// One process's link to one server.
pub struct Session {
    /// The transport.
    pub link: Link,
    /// What the driver can do.
    pub caps: Arc<Capabilities>,
    /// The highest GL version of new contexts, major * 10 + minor.
    pub max_version: u32,
    /// Frames finished so far.
    pub frames: u64,
    /// Flushes so far: what frames are counted by in a program without a surface.
    pub flushes: u64,
    /// Bytes sent so far that were written through mappings that stay.
    pub mapped_bytes: u64,
    /// How those are found.
    pub map_tracking: crate::gl::buffer::MapTracking,
    handles: [HandleAllocator; 16],
    /// Staged bytes that no committed record refers to yet: while there are any, no fence may free them.
    unsent: usize,
    /// Events that arrived and nobody has looked at.
    events: Vec<(u64, Event)>,
    /// By slot, the generation of the fence that is known to be signalled.
    signaled: Vec<u32>,
    /// By slot, the generation of a query, the record that ended it, and its result.
    results: Vec<(u32, u64, u64)>,
}

/// The entry of a slot, made if there is none.
fn at_slot<T: Clone + Default>(list: &mut Vec<T>, slot: u32) -> &mut T {
    let at = slot as usize;
    if list.len() <= at {
        list.resize(at + 1, T::default());
    }
    &mut list[at]
}

impl Session {
    /// A session over an open link.
    pub fn new(link: Link, caps: Capabilities) -> Self {
        Self {
            link,
            caps: Arc::new(caps),
            max_version: 33,
            frames: 0,
            flushes: 0,
            mapped_bytes: 0,
            map_tracking: crate::settings::Settings::get().map_tracking,
            handles: Default::default(),
            unsent: 0,
            events: Vec::new(),
            signaled: Vec::new(),
            results: Vec::new(),
        }
    }

    /// A fresh handle.
    pub fn mint<K: HandleKind>(&mut self) -> Handle<K> {
        Handle::new(self.handles[K::KIND.wire() as usize].mint())
    }

    /// Gives a handle back, after the record that ends its object has been written.
    pub fn release<K: HandleKind>(&mut self, handle: Handle<K>) {
        self.handles[K::KIND.wire() as usize].release(handle.raw());
    }

    /// Writes a record without tail. Returns its sequence number.
    #[inline]
    pub fn push<P: Payload>(&mut self, op: Op, payload: &P) -> u64 {
        self.push_array::<P, pipe_types::primitive::NoTail, 0>(op, payload, &[])
    }

    /// Writes a record with a tail. Returns its sequence number.
    #[inline]
    pub fn push_tail<P: Payload, T: Payload>(&mut self, op: Op, payload: &P, tail: &[T]) -> u64 {
        // Most tails have one element, which is copied without a call where the length is known to the compiler.
        match tail {
            [_] => self.push_array::<P, T, 1>(op, payload, tail.first_chunk().expect("one")),
            _ => self.push_slice(op, payload, tail),
        }
    }

    #[inline]
    fn push_slice<P: Payload, T: Payload>(&mut self, op: Op, payload: &P, tail: &[T]) -> u64 {
        let size = record_size::<P, T>(tail.len(), 0);
        write_record(self.link.reserve(size), op, 0, payload, tail, &[]);
        self.link.commit()
    }

    #[inline(always)]
    fn push_array<P: Payload, T: Payload, const N: usize>(&mut self, op: Op, payload: &P, tail: &[T; N]) -> u64 {
        let size = record_size::<P, T>(N, 0);
        write_record(self.link.reserve(size), op, 0, payload, tail.as_slice(), &[]);
        self.link.commit()
    }

    /// Writes a record whose blob is `bytes`: in the record itself when small, else staged. `payload` gets the blob
    /// reference. At most [`Session::max_chunk`] bytes; what is larger has to be cut by the caller.
    pub fn push_blob<P: Payload, T: Payload>(
        &mut self,
        op: Op,
        payload: impl FnOnce(MGPBlobRef) -> P,
        tail: &[T],
        bytes: &[u8],
    ) -> u64 {
        if bytes.len() <= INLINE_MAX {
            let payload = payload(MGPBlobRef::inline(0, bytes.len() as u64));
            let size = record_size::<P, T>(tail.len(), bytes.len());
            write_record(self.link.reserve(size), op, 0, &payload, tail, &[bytes]);
            return self.link.commit();
        }
        let blob = self.link.stage(bytes.len(), |room| room.copy_from_slice(bytes));
        let seq = self.push_tail(op, &payload(blob), tail);
        self.staged_sent(seq, 0);
        seq
    }

    /// Stages `len` bytes, filled by `fill`, for a record that is written later; it must call [`Session::staged_sent`].
    pub fn stage_for_later(&mut self, len: usize, fill: impl FnOnce(&mut [u8])) -> MGPBlobRef {
        self.unsent += len;
        self.link.stage(len, fill)
    }

    /// Record `seq` refers to `len` bytes that were staged for later.
    pub fn staged_sent(&mut self, seq: u64, len: usize) {
        self.unsent -= len;
        if self.unsent == 0 {
            self.link.fence_staging(seq);
        }
    }

    /// Bytes staged for records that are not written yet. Callers flush before it passes [`Session::max_chunk`].
    pub fn unsent(&self) -> usize {
        self.unsent
    }

    /// The largest blob.
    pub fn max_chunk(&self) -> usize {
        self.link.max_chunk()
    }

    /// Sequence number of the next record.
    pub fn next_seq(&self) -> u64 {
        self.link.last_seq() + 1
    }

    /// Publishes, waits for the answer to record `seq` and copies it to `out`. `None` when the server declined or is
    /// gone; otherwise the bytes written.
    pub fn wait_reply(&mut self, seq: u64, out: &mut [u8]) -> Option<usize> {
        self.link.wait_reply(seq, out.len() as u64, &mut |offset, piece| piece.copy_to(&mut out[offset..]))
    }

    /// As [`Session::wait_reply`], piece by piece.
    pub fn wait_reply_pieces(
        &mut self,
        seq: u64,
        max: u64,
        sink: &mut dyn FnMut(usize, crate::link::Piece<'_>),
    ) -> Option<usize> {
        self.link.wait_reply(seq, max, sink)
    }

    /// Publishes and waits until record `seq` is applied. False when the server is gone.
    pub fn wait_applied(&mut self, seq: u64) -> bool {
        self.link.wait_applied(seq)
    }

    /// Lets the server see everything written so far.
    #[inline]
    pub fn publish(&mut self) {
        self.link.publish();
    }

    /// Takes in what was said of fences and queries; other events wait for a context to look at them.
    pub fn look_for_events(&mut self) {
        self.events = self.take_events();
    }

    /// Events that came since the last call. Those about fences and queries, which any context may have been told of, are
    /// kept here.
    pub fn take_events(&mut self) -> Vec<(u64, Event)> {
        self.link.poll_events(&mut self.events);
        if self.events.is_empty() {
            return Vec::new();
        }
        let mut events = std::mem::take(&mut self.events);
        events.retain(|(seq, event)| match event {
            // A slot beyond every handle that was minted is none of ours.
            Event::FenceSignaled(fence) if self.knows(Kind::Fence, *fence) => {
                *at_slot(&mut self.signaled, fence.slot) = fence.generation;
                false
            }
            Event::QueryAvailable(event) if self.knows(Kind::Query, event.query) => {
                *at_slot(&mut self.results, event.query.slot) = (event.query.generation, *seq, event.result);
                false
            }
            Event::FenceSignaled(_) | Event::QueryAvailable(_) => false,
            _ => true,
        });
        events
    }

    fn knows(&self, kind: Kind, handle: RawHandle) -> bool {
        self.handles[kind.wire() as usize].is_minted(handle)
    }

    /// Whether a fence is known to be signalled.
    pub fn is_signaled(&self, fence: RawHandle) -> bool {
        self.signaled.get(fence.slot as usize).is_some_and(|&generation| generation == fence.generation)
    }

    /// The result of the query that record `seq` ended, if it is known. It may be said as that of a later record, which asked
    /// for it; what is said of an earlier use is of a record before the end of this one.
    pub fn result(&self, query: RawHandle, seq: u64) -> Option<u64> {
        let &(generation, ended, result) = self.results.get(query.slot as usize)?;
        (generation == query.generation && ended >= seq).then_some(result)
    }

    /// Asks to be told of a fence's signal or a query's result, and lets the server see that.
    pub fn watch<K: HandleKind>(&mut self, handle: Handle<K>) {
        self.push(Op::Watch, &MGPHandleOnly::of(handle));
        self.publish();
    }

    /// Waits until something is said, but not beyond `deadline`. False when nothing was.
    pub fn wait_event(&mut self, deadline: Option<Instant>) -> bool {
        self.link.wait_event(deadline)
    }

    /// The deadline of a wait of `timeout` nanoseconds; none for one that has no end.
    pub fn deadline(timeout: u64) -> Option<Instant> {
        Instant::now().checked_add(Duration::from_nanos(timeout)).filter(|_| timeout < u64::MAX / 2)
    }

    /// Whether the server is gone: every record goes nowhere, every answer is empty.
    #[inline]
    pub fn is_lost(&self) -> bool {
        self.link.is_lost()
    }
}
