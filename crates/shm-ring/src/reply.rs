//! Reply slots: answers to records that wait for one, in the order of the records.
//!
//! A slot holds one piece of an answer. The server fills the next slots while the client empties the first ones, so an
//! answer of any size costs one round trip.

use crate::{
    Counters, RingError,
    control::reason,
    layout::{REPLY_HEADER, REPLY_MORE},
    link::Link,
    sync::{Arc, Ordering},
};

/// How a reply ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ReplyStatus {
    /// The answer follows.
    Ok = 0,
    /// The server can't answer this one; the client takes another way.
    Declined = 1,
    /// The call failed; the bytes, if any, say how.
    Error = 2,
}

impl ReplyStatus {
    fn of(value: i32) -> Option<Self> {
        [Self::Ok, Self::Declined, Self::Error].into_iter().find(|status| *status as i32 == value)
    }
}

/// A reply that was read to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReplyDone {
    /// The status of the last piece, which is the status of the whole.
    pub status: ReplyStatus,
    /// Bytes of all pieces.
    pub size: u64,
}

/// One piece of a reply, still in shared memory: its bytes can be copied out, not referred to.
pub struct ReplyPiece<'a> {
    link: &'a Link,
    /// Of the payload in the segment.
    start: usize,
    len: usize,
    status: ReplyStatus,
    /// Bytes of the pieces before this one.
    offset: u64,
}

impl ReplyPiece<'_> {
    /// Bytes in this piece.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the piece has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Where the piece begins in the whole reply.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// The status this piece carries. A later piece may turn [`ReplyStatus::Ok`] into an error.
    pub fn status(&self) -> ReplyStatus {
        self.status
    }

    /// Copies the bytes from `from` on into `dst`.
    ///
    /// # Panics
    /// If the piece has no `dst.len()` bytes there.
    pub fn copy_to(&self, from: usize, dst: &mut [u8]) {
        assert!(from <= self.len && dst.len() <= self.len - from, "{from}+{} leaves the piece", dst.len());
        // SAFETY: `dst` is valid for its length and is private memory.
        unsafe { self.link.shared.replies.copy_out(self.start + from, dst.as_mut_ptr(), dst.len()) }
    }
}

/// Receives replies. There is one per link.
pub struct ReplyReader {
    /// Slots read.
    taken: u64,
    /// Last checked cursor of the server, in slots.
    head: u64,
    counters: Counters,
    link: Arc<Link>,
}

impl ReplyReader {
    pub(crate) fn new(link: Arc<Link>) -> Self {
        Self { taken: 0, head: 0, counters: Counters::default(), link }
    }

    /// Waits for the reply to record `seq` and hands every piece of it to `sink`. The record has to be published.
    ///
    /// `max` bounds the bytes of all pieces: a caller knows what it asked for.
    ///
    /// # Errors
    /// The wait's errors, and [`RingError::PeerCorrupt`] for a header no correct server writes: another sequence
    /// number, an unknown status, a size above the slot's or (all pieces together) above `max`.
    pub fn wait_pieces(
        &mut self,
        seq: u64,
        max: u64,
        sink: &mut dyn FnMut(&ReplyPiece<'_>),
    ) -> Result<ReplyDone, RingError> {
        let sizes = self.link.shared.sizes;
        let (slots, slot_size) = (u64::from(sizes.reply_slots), sizes.reply_slot_size as usize);
        let link = self.link.clone();
        let mut size = 0u64;
        loop {
            self.wait_slot(&link, slots)?;
            let slot = (self.taken % slots) as usize * slot_size;
            // The header is read once, then judged.
            let found = link.shared.replies.read_u64(slot);
            let word = link.shared.replies.read_u64(slot + 8);
            let (status, len) = (word as u32 as i32, word >> 32);
            if found != seq {
                return Err(link.breach("reply sequence", found, seq, seq, seq));
            }
            let more = status & REPLY_MORE != 0;
            let Some(status) = ReplyStatus::of(status & !REPLY_MORE) else {
                return Err(link.breach("reply status", u64::from(status as u32), 0, 2, seq));
            };
            // A piece that announces another one and has no bytes could be followed by such pieces for ever.
            let (low, high) = (u64::from(more), ((slot_size - REPLY_HEADER) as u64).min(max - size));
            if len < low || len > high {
                return Err(link.breach("reply size", len, low, high, seq));
            }
            let len = len as usize;
            sink(&ReplyPiece { link: &link, start: slot + REPLY_HEADER, len, status, offset: size });
            size += len as u64;
            self.counters.reply_bytes += len as u64;
            self.taken += 1;
            // Release: the slot has been read and can be filled again.
            link.control().reply_tail.store(self.taken, Ordering::Release);
            link.notify(reason::REPLY_ROOM, &mut self.counters);
            if !more {
                self.counters.replies += 1;
                return Ok(ReplyDone { status, size });
            }
        }
    }

    /// Waits for the reply to record `seq` and copies it to the front of `dst`.
    ///
    /// # Errors
    /// As [`wait_pieces`](Self::wait_pieces) with the length of `dst` as the bound.
    pub fn wait_into(&mut self, seq: u64, dst: &mut [u8]) -> Result<ReplyDone, RingError> {
        self.wait_pieces(seq, dst.len() as u64, &mut |piece| {
            let offset = piece.offset() as usize;
            piece.copy_to(0, &mut dst[offset..offset + piece.len()]);
        })
    }

    /// Replies received and waits made so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    fn wait_slot(&mut self, link: &Link, slots: u64) -> Result<(), RingError> {
        let (taken, known) = (self.taken, self.head);
        let look = || {
            // Acquire: pairs with the server's publication of the slot.
            let head = link.control().reply_head.load(Ordering::Acquire);
            let head = link.cursor("reply head", head, known, taken + slots)?;
            Ok((head != taken).then_some(head))
        };
        if known == taken {
            self.head = match look()? {
                Some(head) => head,
                None => link.wait(reason::REPLY, &mut self.counters, look)?,
            };
        }
        Ok(())
    }
}

impl std::fmt::Debug for ReplyReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReplyReader").field("taken", &self.taken).finish_non_exhaustive()
    }
}

/// Writes replies. There is one per link.
pub struct ReplyWriter {
    /// Slots published.
    head: u64,
    /// Last checked cursor of the client, in slots.
    tail: u64,
    counters: Counters,
    link: Arc<Link>,
}

impl ReplyWriter {
    pub(crate) fn new(link: Arc<Link>) -> Self {
        Self { head: 0, tail: 0, counters: Counters::default(), link }
    }

    /// Bytes that one piece can have.
    pub fn piece_capacity(&self) -> usize {
        self.link.shared.sizes.reply_slot_size as usize - REPLY_HEADER
    }

    /// Starts the reply to record `seq`. Replies are written in the order of their records, each to its end.
    pub fn begin(&mut self, seq: u64) -> Reply<'_> {
        Reply { writer: self, seq, done: false }
    }

    /// Sends one whole reply, in as many pieces as it needs.
    ///
    /// # Errors
    /// The wait's errors, and [`RingError::PeerCorrupt`] for a client's cursor that no correct client writes.
    pub fn send(&mut self, seq: u64, status: ReplyStatus, payload: &[u8]) -> Result<(), RingError> {
        let mut rest = payload;
        let capacity = self.piece_capacity();
        let mut reply = self.begin(seq);
        loop {
            let (piece, tail) = rest.split_at(rest.len().min(capacity));
            rest = tail;
            reply.write_piece(status, piece, rest.is_empty())?;
            if rest.is_empty() {
                return Ok(());
            }
        }
    }

    /// Replies sent and waits made so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    fn wait_room(&mut self) -> Result<(), RingError> {
        let slots = u64::from(self.link.shared.sizes.reply_slots);
        let (head, known) = (self.head, self.tail);
        let link = self.link.clone();
        let look = || {
            // Acquire: the client has read the slots before its tail.
            let tail = link.control().reply_tail.load(Ordering::Acquire);
            let tail = link.cursor("reply tail", tail, known, head)?;
            Ok((head - tail < slots).then_some(tail))
        };
        if head - known >= slots {
            self.tail = match look()? {
                Some(tail) => tail,
                None => link.wait(reason::REPLY_ROOM, &mut self.counters, look)?,
            };
        }
        Ok(())
    }
}

impl std::fmt::Debug for ReplyWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReplyWriter").field("head", &self.head).finish_non_exhaustive()
    }
}

/// A free slot's payload, to be filled by the server or by its driver.
///
/// It is an address and not a slice: the client could write there, too. The server only writes through it.
#[derive(Clone, Copy, Debug)]
pub struct ReplySlot {
    /// The first byte; aligned to 16.
    pub pointer: *mut u8,
    /// Bytes that can be written.
    pub capacity: usize,
}

/// A reply being written. Dropped before its last piece, it ends with [`ReplyStatus::Error`] and no more bytes.
pub struct Reply<'w> {
    writer: &'w mut ReplyWriter,
    seq: u64,
    done: bool,
}

impl Reply<'_> {
    /// Waits for a free slot and returns where its payload goes. [`submit`](Self::submit) sends it off; until then
    /// further calls return the same slot. The pointer is not to be used after that.
    ///
    /// # Errors
    /// As [`ReplyWriter::send`].
    pub fn slot(&mut self) -> Result<ReplySlot, RingError> {
        self.writer.wait_room()?;
        let start = self.start();
        self.writer.link.shared.replies.writes(start, self.writer.piece_capacity());
        Ok(ReplySlot { pointer: self.writer.link.shared.replies.at(start), capacity: self.writer.piece_capacity() })
    }

    /// Sends the first `len` bytes of the slot as the next piece; `last` ends the reply. Waits for a slot if
    /// [`slot`](Self::slot) wasn't called (an empty last piece, say).
    ///
    /// # Errors
    /// [`RingError::ReplyPiece`], and as [`ReplyWriter::send`].
    ///
    /// # Panics
    /// After the last piece.
    pub fn submit(&mut self, status: ReplyStatus, len: usize, last: bool) -> Result<(), RingError> {
        assert!(!self.done, "the reply to record {} already ended", self.seq);
        let max = self.writer.piece_capacity();
        if len > max || (len == 0 && !last) {
            return Err(RingError::ReplyPiece { size: len as u64, max: max as u64 });
        }
        self.writer.wait_room()?;
        let header = self.start() - REPLY_HEADER;
        let word = status as i32 | if last { 0 } else { REPLY_MORE };
        let writer = &mut *self.writer;
        writer.link.shared.replies.write_u64(header, self.seq);
        writer.link.shared.replies.write_u64(header + 8, u64::from(word as u32) | (len as u64) << 32);
        writer.head += 1;
        writer.counters.reply_bytes += len as u64;
        writer.counters.replies += u64::from(last);
        self.done = last;
        // Release: the slot's header and payload are visible to whoever acquires this head.
        writer.link.control().reply_head.store(writer.head, Ordering::Release);
        writer.link.notify(reason::REPLY, &mut writer.counters);
        Ok(())
    }

    /// Copies `bytes` into a slot and submits it.
    ///
    /// # Errors
    /// As [`submit`](Self::submit).
    pub fn write_piece(&mut self, status: ReplyStatus, bytes: &[u8], last: bool) -> Result<(), RingError> {
        if bytes.len() <= self.writer.piece_capacity() {
            self.writer.wait_room()?;
            self.writer.link.shared.replies.copy_in(self.start(), bytes);
        }
        self.submit(status, bytes.len(), last)
    }

    fn start(&self) -> usize {
        let sizes = self.writer.link.shared.sizes;
        (self.writer.head % u64::from(sizes.reply_slots)) as usize * sizes.reply_slot_size as usize + REPLY_HEADER
    }
}

impl Drop for Reply<'_> {
    fn drop(&mut self) {
        if !self.done {
            // A client that waits for this reply must not wait for ever. If this fails the link is over anyway.
            let _ = self.submit(ReplyStatus::Error, 0, true);
        }
    }
}
