//! The reading end of the command ring.

use crate::{
    Counters, RingError,
    control::reason,
    layout::{PAD_OP, RECORD_HEADER},
    link::Link,
    sync::{Arc, Ordering},
};

/// Private memory that a record is copied into, aligned to 8. It grows to the largest record that it met.
#[derive(Default)]
pub struct RecordBuf {
    words: Vec<u64>,
}

impl RecordBuf {
    /// An empty buffer.
    pub fn new() -> Self {
        Self::default()
    }

    #[inline(always)]
    fn room(&mut self, size: usize) -> *mut u64 {
        if self.words.len() * 8 < size {
            self.grow(size);
        }
        self.words.as_mut_ptr()
    }

    #[cold]
    fn grow(&mut self, size: usize) {
        self.words.resize((size / 8).next_power_of_two().max(64), 0);
    }

    #[inline(always)]
    fn bytes(&self, size: usize) -> &[u8] {
        let words = &self.words[..size / 8];
        // SAFETY: initialised u64s read as bytes: same memory, same lifetime, no padding, alignment 1.
        unsafe { std::slice::from_raw_parts(words.as_ptr().cast(), words.len() * 8) }
    }
}

/// A record in private memory. Its size is sound; what its payload means is for the decoder to find out.
#[derive(Clone, Copy, Debug)]
pub struct RecordRef<'a> {
    /// What the record is. Never the pad record's 0.
    pub op: u16,
    /// The flags as the client wrote them.
    pub flags: u16,
    /// Ordinal of the record, from 1. Pads don't count.
    pub seq: u64,
    /// The whole record, header included: at least 8 bytes, a multiple of 8, aligned to 8.
    pub bytes: &'a [u8],
}

impl<'a> RecordRef<'a> {
    /// The bytes after the header, aligned to 8.
    pub fn payload(&self) -> &'a [u8] {
        &self.bytes[RECORD_HEADER..]
    }
}

/// Reads records. There is one per link, and it belongs to one thread at a time.
pub struct CommandConsumer {
    /// Stream position of the next record.
    position: u64,
    /// Last checked cursor of the client.
    head: u64,
    /// Sequence number of the last record taken.
    seq: u64,
    /// The tail that the client may see.
    released: u64,
    /// Release by itself after that many bytes.
    release_bytes: u64,
    /// The sequence number that was marked as applied last.
    marked: u64,
    /// `marked` as of the last fenced look at whether the client sleeps.
    notified: u64,
    capacity: u64,
    pad_bytes: u64,
    counters: Counters,
    link: Arc<Link>,
}

impl CommandConsumer {
    pub(crate) fn new(link: Arc<Link>) -> Self {
        let capacity = link.shared.commands.len() as u64;
        Self {
            position: 0,
            head: 0,
            seq: 0,
            released: 0,
            release_bytes: capacity / 8,
            marked: 0,
            notified: 0,
            capacity,
            pad_bytes: 0,
            counters: Counters::default(),
            link,
        }
    }

    /// Copies the next record into `buf`, or returns `None` when the client has published no further one.
    ///
    /// The record's header is read once from shared memory; its size is checked before anything is copied. The room of
    /// records taken is given back by itself from time to time, and whenever the ring is found empty.
    ///
    /// # Errors
    /// [`RingError::PeerCorrupt`] for a cursor or a record size that no correct client writes.
    #[inline]
    pub fn next<'b>(&mut self, buf: &'b mut RecordBuf) -> Result<Option<RecordRef<'b>>, RingError> {
        loop {
            if self.position == self.head && !self.refresh()? {
                return Ok(None);
            }
            let offset = (self.position & (self.capacity - 1)) as usize;
            let region = &self.link.shared.commands;
            let header = region.read_u64(offset);
            let (op, flags, size) = (header as u16, (header >> 16) as u16, header >> 32);
            let available = (self.head - self.position).min(self.capacity - offset as u64);
            if op == PAD_OP {
                self.skip_pad(flags, size, offset)?;
                continue;
            }
            if size < RECORD_HEADER as u64 || !size.is_multiple_of(8) || size > available.min(self.capacity / 2) {
                return Err(self.bad_size(size, available));
            }
            let size = size as usize;
            let words = buf.room(size);
            // SAFETY: `room` made at least `size` bytes; the first word is the header as it was checked, and the rest
            // of the record is copied behind it. The buffer is private memory and can't overlap the mapping.
            unsafe {
                words.write(header);
                region.copy_out(offset + RECORD_HEADER, words.add(1).cast(), size - RECORD_HEADER);
            }
            self.position += size as u64;
            self.seq += 1;
            if self.position - self.released >= self.release_bytes {
                self.release();
            }
            return Ok(Some(RecordRef { op, flags, seq: self.seq, bytes: buf.bytes(size) }));
        }
    }

    /// Says that every record taken so far is applied. Call it after each record: it's a store to a line of its own.
    ///
    /// A client that sleeps for it is woken, and not before the record that it sleeps for: a wake-up costs more than most
    /// records. At the latest [`release`](Self::release) wakes it, which an empty ring implies.
    #[inline(always)]
    pub fn mark_applied(&mut self) {
        // Release: what applying the record did (reads of the staging arena above all) is over for the client.
        self.marked = self.seq;
        self.link.control().applied.store(self.seq, Ordering::Release);
        let control = self.link.control();
        if control.client_bell.is_seen(reason::APPLIED)
            && control.applied_wanted.load(Ordering::Relaxed) <= self.seq
            && control.client_bell.ring()
        {
            self.counters.rings += 1;
        }
    }

    /// Gives the room of all records taken back to the client, and wakes it if it waits for room or for an application.
    pub fn release(&mut self) {
        if self.released == self.position && self.notified == self.marked {
            return;
        }
        self.released = self.position;
        self.notified = self.marked;
        self.counters.publishes += 1;
        // Release: the records were copied out, their room can be overwritten.
        self.link.control().command_tail.store(self.position, Ordering::Release);
        self.link.notify(reason::COMMAND_ROOM | reason::APPLIED, &mut self.counters);
    }

    /// Waits until there is a record to take.
    ///
    /// # Errors
    /// [`RingError::PeerGone`] once the client is gone and everything it published was taken, [`RingError::Stopped`],
    /// [`RingError::PeerCorrupt`].
    pub fn wait(&mut self) -> Result<(), RingError> {
        if self.position != self.head || self.refresh()? {
            return Ok(());
        }
        let link = self.link.clone();
        let mut counters = self.counters;
        let waited = link.wait(reason::COMMANDS, &mut counters, || Ok(self.load_head()?.then_some(())));
        self.counters = counters;
        waited
    }

    /// Sequence number of the last record taken.
    pub fn last_seq(&self) -> u64 {
        self.seq
    }

    /// What was read so far.
    pub fn counters(&self) -> Counters {
        Counters { records: self.seq, record_bytes: self.position - self.pad_bytes, ..self.counters }
    }

    /// Looks for records beyond the known head; releases when there are none.
    fn refresh(&mut self) -> Result<bool, RingError> {
        if self.load_head()? {
            return Ok(true);
        }
        self.release();
        Ok(false)
    }

    fn load_head(&mut self) -> Result<bool, RingError> {
        // Acquire: pairs with the producer's publication; the records' bytes and their staged bytes are visible.
        let head = self.link.control().command_head.load(Ordering::Acquire);
        let head = self.link.cursor("command head", head, self.head, self.released + self.capacity)?;
        if !head.is_multiple_of(8) {
            return Err(self.link.breach("command head modulo 8", head % 8, 0, 0, head));
        }
        self.head = head;
        Ok(head != self.position)
    }

    #[cold]
    fn skip_pad(&mut self, flags: u16, size: u64, offset: usize) -> Result<(), RingError> {
        let to_end = self.capacity - offset as u64;
        if size != to_end || flags != 0 {
            return Err(self.link.breach("pad record size", size, to_end, to_end, self.position));
        }
        if size > self.head - self.position {
            let published = self.head - self.position;
            return Err(self.link.breach("pad record size", size, 8, published, self.position));
        }
        self.position += size;
        self.pad_bytes += size;
        self.counters.pads += 1;
        Ok(())
    }

    #[cold]
    fn bad_size(&self, size: u64, available: u64) -> RingError {
        let (what, low, high) = if !size.is_multiple_of(8) {
            ("record size modulo 8", 0, 0)
        } else {
            ("record size", RECORD_HEADER as u64, available.min(self.capacity / 2))
        };
        let value = if !size.is_multiple_of(8) { size % 8 } else { size };
        self.link.breach(what, value, low, high, self.seq + 1)
    }
}

impl std::fmt::Debug for CommandConsumer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("CommandConsumer")
            .field("seq", &self.seq)
            .field("position", &self.position)
            .field("head", &self.head)
            .field("released", &self.released)
            .finish_non_exhaustive()
    }
}
