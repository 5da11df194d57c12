//! What the applier asks of whoever feeds it records: the session of a server (ring), or the direct harness.

use pipe_types::{event::Event, handle::RawHandle, primitive::MGPBlobRef};

/// How a request for an answer went; the status of the reply slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(i32)]
pub enum ReplyStatus {
    /// The answer follows.
    Ok = 0,
    /// The driver or the applier can't; nothing follows, and the client reports a GL error.
    Declined = 1,
    /// A GL error of the driver; nothing follows.
    Error = 2,
}

/// Blobs, replies, events and driver contexts.
pub trait Host {
    /// Copies the bytes of `blob` to the end of `out`: a private copy, for bytes that are checked before they are used.
    /// The range has passed the decoder; `inline` is the record's.
    fn blob(&mut self, blob: &MGPBlobRef, inline: &[u8], out: &mut Vec<u8>);

    /// Lets `f` see the bytes of `blob` where they are, for texels and vertices, which need no check. They may change
    /// while `f` looks.
    fn with_blob(&mut self, blob: &MGPBlobRef, inline: &[u8], f: &mut dyn FnMut(&[u8]));

    /// Answers record `seq` with `total` bytes: `fill(offset, piece)` is called piece by piece, in order, until all bytes are
    /// written. Replies come in the order of the records that ask.
    fn reply(
        &mut self,
        seq: u64,
        status: ReplyStatus,
        total: usize,
        fill: &mut dyn FnMut(usize, &mut [u8]),
    ) -> Result<(), HostGone> {
        self.reply_in_units(seq, status, total, 1, fill)
    }

    /// As [`Host::reply`]; where an answer comes in pieces and a piece has room for `unit` bytes, all pieces but the last have a
    /// multiple of them. Rows that are read from a driver are best not cut.
    fn reply_in_units(
        &mut self,
        seq: u64,
        status: ReplyStatus,
        total: usize,
        unit: usize,
        fill: &mut dyn FnMut(usize, &mut [u8]),
    ) -> Result<(), HostGone>;

    /// Says `event`, which belongs to record `seq`.
    fn event(&mut self, seq: u64, event: Event);

    /// Creates a driver context for `context` that shares objects with all others.
    fn create_context(&mut self, context: RawHandle) -> Result<(), String>;

    /// Makes a driver context current: that of `context`, or the session's own (`None`), which was current when the
    /// [`crate::Applier`] was made.
    fn make_current(&mut self, context: Option<RawHandle>) -> Result<(), String>;

    /// Destroys the driver context of `context`, which is not current.
    fn destroy_context(&mut self, context: RawHandle);
}

/// Nobody waits for answers any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the client is gone")]
pub struct HostGone;
