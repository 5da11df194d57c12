//! Staged bytes and reply slots where they are, for a driver that copies out of the one and into the other: bulk data then
//! crosses with one copy on each side.
//!
//! The other process may write there while the closures below run. That is sound for what they are for: bytes have no invalid
//! values, a driver (foreign code) is what looks at them, and nothing is decided by them. Whoever needs to check what it
//! reads takes [`StagingReader::copy_out`] or [`StagingReader::append_to`].

use crate::{Reply, ReplyStatus, RingError, StagingReader};

impl StagingReader {
    /// Lets `look` see `size` staged bytes at `offset` in place.
    ///
    /// # Errors
    /// The range is not inside the segment.
    pub fn with_bytes(&mut self, offset: u64, size: u64, look: &mut dyn FnMut(&[u8])) -> Result<(), RingError> {
        let pointer = self.pointer(offset, size)?;
        // SAFETY: `pointer` has compared the range with the mapping, which `self` keeps alive and which nobody in this
        // process writes. A hostile client may write there meanwhile: see the module's comment.
        look(unsafe { std::slice::from_raw_parts(pointer, size as usize) });
        Ok(())
    }
}

impl Reply<'_> {
    /// Waits for a free slot, lets `fill` write `len` bytes into it and submits them as the next piece.
    ///
    /// # Errors
    /// As [`Reply::slot`] and [`Reply::submit`].
    pub fn fill_piece(
        &mut self,
        status: ReplyStatus,
        len: usize,
        last: bool,
        fill: &mut dyn FnMut(&mut [u8]),
    ) -> Result<(), RingError> {
        let slot = self.slot()?;
        if len > slot.capacity {
            return Err(RingError::ReplyPiece { size: len as u64, max: slot.capacity as u64 });
        }
        if len > 0 {
            // SAFETY: the slot has `capacity` bytes and is this writer's until it is submitted, below. A hostile client may
            // write there meanwhile: see the module's comment.
            fill(unsafe { std::slice::from_raw_parts_mut(slot.pointer, len) });
        }
        self.submit(status, len, last)
    }
}
