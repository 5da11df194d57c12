//! The writing end of the command ring.

use crate::{
    Counters, RingError,
    control::reason,
    layout::{PAD_OP, RECORD_HEADER},
    link::Link,
    sync::{Arc, Ordering},
};

/// Packs a record's header: `op`, `flags`, `size` (of the whole record, header included).
#[inline(always)]
pub const fn record_header(op: u16, flags: u16, size: u32) -> [u8; RECORD_HEADER] {
    (op as u64 | (flags as u64) << 16 | (size as u64) << 32).to_ne_bytes()
}

/// Writes records. There is one per link, and it belongs to one thread at a time.
///
/// A record is written in place: [`reserve`](Self::reserve), fill all of it (the header, too), [`commit`](Self::commit).
/// Committed records reach the server with [`publish`](Self::publish), which also happens by itself every
/// [`Settings::publish_bytes`](crate::Settings::publish_bytes) and before any wait.
pub struct CommandProducer {
    /// Where the next record goes.
    cursor: *mut u8,
    /// Up to here a record fits without anything having to be looked at: no wrap, no occupied byte, no publication due.
    limit: *mut u8,
    /// Size of the record that is being written, 0 if none.
    reserved: usize,
    /// Sequence number of the last committed record.
    seq: u64,
    base: *mut u8,
    capacity: usize,
    /// Stream position of `base` in the current lap: the head is `lap + (cursor - base)`.
    lap: u64,
    /// Stream position up to which the server may read.
    published: u64,
    /// Last checked cursor of the server.
    tail: u64,
    /// Last checked sequence number of the server.
    applied: u64,
    pad_bytes: u64,
    publish_bytes: usize,
    counters: Counters,
    link: Arc<Link>,
}

// SAFETY: the raw pointers lead into the mapping that `link` keeps alive, and nothing else in this process writes
// there; the type has no tie to the thread that made it.
unsafe impl Send for CommandProducer {}
// SAFETY: everything that writes through the pointers takes `&mut self`; `&self` reads private numbers.
unsafe impl Sync for CommandProducer {}

impl CommandProducer {
    pub(crate) fn new(link: Arc<Link>) -> Self {
        let region = &link.shared.commands;
        let (base, capacity) = (region.base(), region.len());
        let publish_bytes = (link.settings.publish_bytes as usize).clamp(RECORD_HEADER, capacity / 4);
        Self {
            cursor: base,
            limit: base,
            reserved: 0,
            seq: 0,
            base,
            capacity,
            lap: 0,
            published: 0,
            tail: 0,
            applied: 0,
            pad_bytes: 0,
            publish_bytes,
            counters: Counters::default(),
            link,
        }
    }

    /// The largest record, header included: half the ring.
    pub fn max_record(&self) -> usize {
        self.capacity / 2
    }

    /// Sequence number of the last committed record; the first one is 1.
    #[inline(always)]
    pub fn last_seq(&self) -> u64 {
        self.seq
    }

    /// Sequence number that the next committed record will have.
    #[inline(always)]
    pub fn next_seq(&self) -> u64 {
        self.seq + 1
    }

    /// Room for one record of `size` bytes, header included. The caller writes every byte of it, its header first
    /// ([`record_header`]), and then commits. A reservation that isn't committed is forgotten by the next one.
    ///
    /// The bytes are not cleared, and their address is a multiple of 8.
    ///
    /// # Errors
    /// [`RingError::RecordSize`]; and when the ring is full and has to be waited for, the wait's errors.
    #[inline(always)]
    pub fn reserve(&mut self, size: usize) -> Result<&mut [u8], RingError> {
        self.make_sure_of_room(size)?;
        Ok(self.reserved())
    }

    /// The first half of [`reserve`](Self::reserve), for callers that do something else when it fails; [`reserved`](Self::reserved)
    /// is the second one.
    ///
    /// # Errors
    /// As [`reserve`](Self::reserve).
    #[inline(always)]
    pub fn make_sure_of_room(&mut self, size: usize) -> Result<(), RingError> {
        let sound = size >= RECORD_HEADER && size.is_multiple_of(8);
        if !sound || size > self.limit as usize - self.cursor as usize {
            self.make_room(size)?;
        }
        self.reserved = size;
        Ok(())
    }

    /// The bytes of the record that is being written; none without a reservation.
    #[inline(always)]
    pub fn reserved(&mut self) -> &mut [u8] {
        // `make_sure_of_room` has set `reserved` last, and nothing has moved the cursor since without setting it to 0. No other
        // process writes there: the segment carries F_SEAL_FUTURE_WRITE and this process has its one mapping (a kernel too
        // old for the seal leaves the bytes to the server's mercy, and they are not read back). In this process only the
        // consumer looks at the ring, and not beyond what is published.
        // SAFETY: [cursor, cursor + reserved) lies in the mapping, before `limit`, which never passes the mapping's end nor
        // the server's tail; nobody else has it (above), and the borrow of `self` keeps a second reservation away.
        unsafe { std::slice::from_raw_parts_mut(self.cursor, self.reserved) }
    }

    /// Commits the reserved record and returns its sequence number. Without a reservation nothing happens.
    #[inline(always)]
    pub fn commit(&mut self) -> u64 {
        #[cfg(debug_assertions)]
        self.check_header();
        #[cfg(loom)]
        self.link.shared.commands.writes(self.cursor as usize - self.base as usize, self.reserved);
        self.cursor = self.cursor.wrapping_add(self.reserved);
        self.seq += u64::from(self.reserved != 0);
        self.reserved = 0;
        self.seq
    }

    /// Writes and commits one whole record; `payload` is padded with zeros to a multiple of 8.
    ///
    /// # Errors
    /// As [`reserve`](Self::reserve).
    pub fn push(&mut self, op: u16, flags: u16, payload: &[u8]) -> Result<u64, RingError> {
        let size = RECORD_HEADER + payload.len().next_multiple_of(8);
        let record = self.reserve(size)?;
        record[..RECORD_HEADER].copy_from_slice(&record_header(op, flags, size as u32));
        record[RECORD_HEADER..][..payload.len()].copy_from_slice(payload);
        record[RECORD_HEADER + payload.len()..].fill(0);
        Ok(self.commit())
    }

    /// Appends records that are complete already, headers included, in their order: a batch that was collected
    /// elsewhere. Returns the sequence number of the last one.
    ///
    /// # Errors
    /// [`RingError::RecordSize`] for the first record whose header doesn't fit the batch (those before it are
    /// committed), and as [`reserve`](Self::reserve).
    pub fn append(&mut self, mut batch: &[u8]) -> Result<u64, RingError> {
        while !batch.is_empty() {
            let max = self.max_record() as u64;
            let header = batch.first_chunk().map_or(0, |bytes| u64::from_ne_bytes(*bytes));
            let size = (header >> 32) as usize;
            if size > batch.len() || header as u16 == PAD_OP {
                return Err(RingError::RecordSize { size: size as u64, max: max.min(batch.len() as u64) });
            }
            let (record, rest) = batch.split_at(size);
            self.reserve(size)?.copy_from_slice(record);
            self.commit();
            batch = rest;
        }
        Ok(self.seq)
    }

    /// Lets the server see every committed record, and wakes it if it sleeps. Cheap when there is nothing new.
    #[inline]
    pub fn publish(&mut self) {
        let head = self.head();
        if head != self.published {
            self.published = head;
            self.counters.publishes += 1;
            // Release: the records' bytes, and what was staged for them, are visible to whoever acquires this head.
            self.link.control().command_head.store(head, Ordering::Release);
            self.link.notify(reason::COMMANDS, &mut self.counters);
        }
    }

    /// Sequence number of the last record that the server has applied, as far as it says so now.
    ///
    /// # Errors
    /// [`RingError::PeerCorrupt`] when that number went back or is ahead of what was committed.
    pub fn applied(&mut self) -> Result<u64, RingError> {
        let applied = self.link.control().applied.load(Ordering::Acquire);
        if applied != self.applied {
            self.applied = self.link.cursor("applied sequence", applied, self.applied, self.seq)?;
        }
        Ok(self.applied)
    }

    /// Publishes, then waits until the server has applied record `seq`.
    ///
    /// # Errors
    /// [`RingError::NotCommitted`] and the wait's errors.
    pub fn wait_applied(&mut self, seq: u64) -> Result<(), RingError> {
        if seq > self.seq {
            return Err(RingError::NotCommitted { seq, last: self.seq });
        }
        if self.applied >= seq {
            return Ok(());
        }
        self.publish();
        if self.applied()? >= seq {
            return Ok(());
        }
        let link = self.link.clone();
        // Relaxed: a server that sees an older number rings too early, or at its next release.
        link.control().applied_wanted.store(seq, Ordering::Relaxed);
        let mut counters = self.counters;
        let waited = link.wait(reason::APPLIED, &mut counters, || Ok(self.applied()?.ge(&seq).then_some(())));
        self.counters = counters;
        waited
    }

    /// What was written so far.
    pub fn counters(&self) -> Counters {
        Counters { records: self.seq, record_bytes: self.head() - self.pad_bytes, ..self.counters }
    }

    #[inline(always)]
    fn head(&self) -> u64 {
        self.lap + (self.cursor as usize - self.base as usize) as u64
    }

    /// The slow part of `reserve`: publication, wrap, and waiting for room.
    #[cold]
    #[inline(never)]
    fn make_room(&mut self, size: usize) -> Result<(), RingError> {
        self.reserved = 0;
        if size < RECORD_HEADER || !size.is_multiple_of(8) || size > self.max_record() {
            return Err(RingError::RecordSize { size: size as u64, max: self.max_record() as u64 });
        }
        if self.head() - self.published >= self.publish_bytes as u64 {
            self.publish();
        }
        let to_end = self.capacity - (self.cursor as usize - self.base as usize);
        if size > to_end {
            if to_end > 0 {
                self.wait_room(to_end)?;
                let pad = u64::from_ne_bytes(record_header(PAD_OP, 0, to_end as u32));
                self.link.shared.commands.write_u64(self.capacity - to_end, pad);
                self.pad_bytes += to_end as u64;
                self.counters.pads += 1;
            }
            self.lap += self.capacity as u64;
            self.cursor = self.base;
            self.limit = self.base;
        }
        let room = self.wait_room(size)?;
        let offset = self.cursor as usize - self.base as usize;
        let unpublished = (self.head() - self.published) as usize;
        let until_publish = self.publish_bytes.saturating_sub(unpublished).max(size);
        self.limit = self.cursor.wrapping_add(room.min(self.capacity - offset).min(until_publish));
        Ok(())
    }

    /// Waits until `size` bytes from the head on are free; returns how many are.
    fn wait_room(&mut self, size: usize) -> Result<usize, RingError> {
        let head = self.head();
        let capacity = self.capacity;
        let room = |tail: u64| capacity - (head - tail) as usize;
        if room(self.tail) >= size {
            return Ok(room(self.tail));
        }
        self.refresh_tail()?;
        if room(self.tail) < size {
            // Nothing moves the tail unless the server knows of the records.
            self.publish();
            let link = self.link.clone();
            let mut counters = self.counters;
            let waited = link.wait(reason::COMMAND_ROOM, &mut counters, || {
                self.refresh_tail()?;
                Ok((room(self.tail) >= size).then_some(()))
            });
            self.counters = counters;
            waited?;
        }
        Ok(room(self.tail))
    }

    fn refresh_tail(&mut self) -> Result<(), RingError> {
        // Acquire: the server has read what lies before its tail, so that it can be overwritten.
        let tail = self.link.control().command_tail.load(Ordering::Acquire);
        self.tail = self.link.cursor("command tail", tail, self.tail, self.published)?;
        Ok(())
    }

    /// A header that doesn't say what was reserved would end the session on the server: found here, where it was made.
    #[cfg(debug_assertions)]
    fn check_header(&self) {
        if self.reserved > 0 {
            let header = self.link.shared.commands.read_u64(self.cursor as usize - self.base as usize);
            let (op, size) = (header as u16, (header >> 32) as usize);
            assert!(op != PAD_OP && size == self.reserved, "record op {op} of size {size}, {} reserved", self.reserved);
        }
    }
}

impl std::fmt::Debug for CommandProducer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CommandProducer")
            .field("seq", &self.seq)
            .field("head", &self.head())
            .field("published", &self.published)
            .field("tail", &self.tail)
            .finish_non_exhaustive()
    }
}
