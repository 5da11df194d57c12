//! The staging arena: bulk bytes that records refer to by offset and size.
//!
//! Grants are made and freed in order. What was granted up to a record's commit is tied to it by a fence and is free
//! again once the server has applied that record; the server needs no cursor of its own here, and one that lies about
//! what it applied makes the client overwrite bytes that only the server still wanted.

use crate::{CommandProducer, Counters, RingError, link::Link, sync::Arc};
use std::collections::VecDeque;

/// Bytes of the arena that the client fills.
#[derive(Debug)]
pub struct Grant<'a> {
    /// Where the grant lies in the staging segment: what a record's blob reference carries.
    pub offset: u64,
    /// The bytes, to be written before the record that refers to them is committed. Not cleared.
    pub bytes: &'a mut [u8],
}

/// Everything granted before `end` is free once record `seq` is applied.
#[derive(Clone, Copy, Debug)]
struct Fence {
    seq: u64,
    end: u64,
}

/// Grants room in the staging arena. Belongs to the thread that owns the [`CommandProducer`].
pub struct StagingProducer {
    base: *mut u8,
    capacity: u64,
    /// Stream position after the last grant.
    head: u64,
    /// Stream position before which everything is free.
    tail: u64,
    /// Beyond this offset a grant looks whether the arena's beginning is free again: memory that was used a moment ago is in a
    /// cache and mapped, that at the other end of the arena is neither.
    window: u64,
    fences: VecDeque<Fence>,
    counters: Counters,
    link: Arc<Link>,
}

// SAFETY: as for `CommandProducer`: the pointer leads into the mapping that `link` keeps alive, and this is the one
// writer of it in this process.
unsafe impl Send for StagingProducer {}
// SAFETY: everything that writes through the pointer takes `&mut self`; `&self` reads private numbers.
unsafe impl Sync for StagingProducer {}

impl StagingProducer {
    pub(crate) fn new(link: Arc<Link>) -> Self {
        let region = &link.shared.staging;
        Self {
            base: region.base(),
            capacity: region.len() as u64,
            head: 0,
            tail: 0,
            window: region.len() as u64 / 8,
            fences: VecDeque::new(),
            counters: Counters::default(),
            link,
        }
    }

    /// The largest grant, a quarter of the arena. Larger content is cut into several records, so that the server reads
    /// one part while the next one is written.
    pub fn max_chunk(&self) -> usize {
        (self.capacity / 4) as usize
    }

    /// Grants `size` bytes aligned to `align`. When the arena is full, publishes the commands and waits for the server
    /// to apply the record that fences the oldest grants.
    ///
    /// After the record that refers to the grant is committed, [`fence`](Self::fence) ties the grant to it.
    ///
    /// # Errors
    /// [`RingError::StagingSize`], [`RingError::StagingAlign`], [`RingError::StagingUnfenced`] when waiting would
    /// never end, and the wait's errors.
    #[inline]
    pub fn alloc<'s>(
        &'s mut self,
        size: usize,
        align: usize,
        commands: &mut CommandProducer,
    ) -> Result<Grant<'s>, RingError> {
        if size > self.max_chunk() {
            return Err(RingError::StagingSize { size: size as u64, max: self.max_chunk() as u64 });
        }
        if !align.is_power_of_two() || align > 4096 {
            return Err(RingError::StagingAlign { align: align as u64 });
        }
        let mask = self.capacity - 1;
        // An alignment larger than the arena exists for the model checker's tiny arenas only; offset 0 suits it.
        let mut start = self.head.next_multiple_of((align as u64).min(self.capacity));
        if (start & mask) + size as u64 > self.capacity {
            start = (start | mask) + 1;
        } else if (start & mask) >= self.window && self.beginning_is_free(size as u64, commands)? {
            start = (start | mask) + 1;
            // The rest of this lap is free with the last grant in it: what is staged after it may have to wait for that.
            match self.fences.back_mut() {
                Some(last) => last.end = start,
                None => self.tail = start,
            }
        }
        let end = start + size as u64;
        if end - self.tail > self.capacity {
            self.make_room(end, commands)?;
        }
        self.head = end;
        self.counters.staging_bytes += size as u64;
        let offset = start & mask;
        self.link.shared.staging.writes(offset as usize, size);
        // No other process writes there (F_SEAL_FUTURE_WRITE, as for `CommandProducer::reserved`).
        // SAFETY: [offset, offset + size) lies in the mapping and between the head and the tail plus one capacity: granted to
        // nobody else, not referred to by a record that is still to be applied; the borrow of `self` keeps the next grant away.
        let bytes = unsafe { std::slice::from_raw_parts_mut(self.base.add(offset as usize), size) };
        Ok(Grant { offset, bytes })
    }

    /// Ties every grant made so far to record `seq` (what [`CommandProducer::commit`] returned for the last record that
    /// refers to them): they are free once it is applied. `seq` never goes back.
    #[inline]
    pub fn fence(&mut self, seq: u64) {
        match self.fences.back_mut() {
            Some(last) if last.end == self.head => {}
            Some(last) if last.seq >= seq => last.end = self.head,
            None if self.tail == self.head => {}
            _ => self.fences.push_back(Fence { seq, end: self.head }),
        }
    }

    /// What was granted so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Whether the next lap may begin already. Never while a grant has no fence: nothing would free the rest of this lap.
    fn beginning_is_free(&mut self, size: u64, commands: &mut CommandProducer) -> Result<bool, RingError> {
        self.reclaim(commands.applied()?);
        if self.fences.is_empty() && self.tail == self.head {
            return Ok(true);
        }
        let fenced = self.fences.back().map_or(self.tail, |fence| fence.end) == self.head;
        let next_lap = (self.head | (self.capacity - 1)) + 1;
        // Half a window, so that a lap that begins does not wait at once for the one before it.
        Ok(fenced && next_lap + size.max(self.window / 2) - self.tail <= self.capacity)
    }

    #[cold]
    fn make_room(&mut self, end: u64, commands: &mut CommandProducer) -> Result<(), RingError> {
        self.reclaim(commands.applied()?);
        if end - self.tail <= self.capacity {
            return Ok(());
        }
        // The fence whose passing makes enough room.
        let Some(fence) = self.fences.iter().find(|fence| end - fence.end <= self.capacity).copied() else {
            let held = self.head - self.fences.back().map_or(self.tail, |fence| fence.end);
            return Err(RingError::StagingUnfenced { held });
        };
        commands.wait_applied(fence.seq)?;
        self.reclaim(commands.applied()?);
        Ok(())
    }

    fn reclaim(&mut self, applied: u64) {
        while let Some(fence) = self.fences.front().filter(|fence| fence.seq <= applied) {
            self.tail = fence.end;
            self.fences.pop_front();
        }
    }
}

impl std::fmt::Debug for StagingProducer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StagingProducer")
            .field("head", &self.head)
            .field("tail", &self.tail)
            .field("fences", &self.fences.len())
            .finish_non_exhaustive()
    }
}

/// Reads the staging arena on the server.
pub struct StagingReader {
    counters: Counters,
    link: Arc<Link>,
}

impl StagingReader {
    pub(crate) fn new(link: Arc<Link>) -> Self {
        Self { counters: Counters::default(), link }
    }

    /// Size of the segment in bytes.
    pub fn capacity(&self) -> u64 {
        self.link.shared.staging.len() as u64
    }

    /// Checks that `offset`, `size` is a range of the segment.
    ///
    /// # Errors
    /// [`RingError::StagingRange`].
    pub fn check(&self, offset: u64, size: u64) -> Result<(), RingError> {
        let capacity = self.capacity();
        if offset > capacity || size > capacity - offset {
            return Err(RingError::StagingRange { offset, size, capacity });
        }
        Ok(())
    }

    /// Copies a range into private memory: for everything whose content is looked at.
    ///
    /// # Errors
    /// [`RingError::StagingRange`].
    pub fn copy_out(&mut self, offset: u64, dst: &mut [u8]) -> Result<(), RingError> {
        self.check(offset, dst.len() as u64)?;
        self.counters.staging_bytes += dst.len() as u64;
        // SAFETY: `dst` is valid for its length and is private memory.
        unsafe { self.link.shared.staging.copy_out(offset as usize, dst.as_mut_ptr(), dst.len()) };
        Ok(())
    }

    /// Appends a range to `dst`, which allocates only after the range was found sound.
    ///
    /// # Errors
    /// [`RingError::StagingRange`].
    pub fn append_to(&mut self, offset: u64, size: u64, dst: &mut Vec<u8>) -> Result<(), RingError> {
        self.check(offset, size)?;
        let size = size as usize;
        dst.reserve(size);
        self.counters.staging_bytes += size as u64;
        // SAFETY: `reserve` made room for `size` bytes behind the length, all of which are written before the length
        // takes them in.
        unsafe {
            self.link.shared.staging.copy_out(offset as usize, dst.as_mut_ptr().add(dst.len()), size);
            dst.set_len(dst.len() + size);
        }
        Ok(())
    }

    /// The address of a range, to hand to the driver without a copy. Alive as long as this end is.
    ///
    /// The client may change the bytes at any time, so no reference may be made from the pointer, and nothing may be
    /// decided from what is read through it: it is for content that needs no validation, texels above all. Indices,
    /// shaders and records are copied out instead.
    ///
    /// # Errors
    /// [`RingError::StagingRange`].
    pub fn pointer(&self, offset: u64, size: u64) -> Result<*const u8, RingError> {
        self.check(offset, size)?;
        self.link.shared.staging.reads(offset as usize, size as usize);
        Ok(self.link.shared.staging.at(offset as usize))
    }

    /// What was copied out so far.
    pub fn counters(&self) -> Counters {
        self.counters
    }
}

impl std::fmt::Debug for StagingReader {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StagingReader").field("capacity", &self.capacity()).finish_non_exhaustive()
    }
}
