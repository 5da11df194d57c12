//! A session: records from the ring, through the decoder, into the applier.

use crate::{contexts::Contexts, egl::Source};
use applier::{Applier, Fault, Host, HostGone, ReplyStatus, driver::Driver};
use pipe_types::{
    Call, Decoder, MGPBlobRef,
    caps::Capabilities,
    event::{Event, SessionFault},
    handle::RawHandle,
    primitive::BlobSegment,
};
use shm_ring::{EventProducer, RecordBuf, ReplyWriter, RingError, ServerEnd, StagingReader};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    time::Duration,
};

/// A driver, ready to apply records. It belongs to the thread that opened it.
pub struct Renderer {
    /// The applier.
    pub applier: Applier,
    /// The driver contexts.
    pub contexts: Contexts,
}

impl Renderer {
    /// Opens the driver in this thread; `mask` names capabilities to hide.
    ///
    /// # Errors
    /// One sentence: what is missing.
    pub fn open(source: Source, mask: &str) -> Result<Renderer, String> {
        let contexts = Contexts::open(source).map_err(|error| error.to_string())?;
        let mut driver = crate::egl::driver(contexts.display(), mask).map_err(|error| error.to_string())?;
        if let Ok(which) = std::env::var("MGPIPE_FAULT") {
            driver.fail_on(&which).map_err(|error| format!("MGPIPE_FAULT: {error}"))?;
        }
        let mut applier = Applier::new(driver);
        applier.check_every_record(std::env::var_os("MGPIPE_CHECK_RECORDS").is_some());
        Ok(Renderer { applier, contexts })
    }

    /// What the driver can do.
    pub fn capabilities(&self) -> Capabilities {
        let mut caps = capabilities(self.applier.driver());
        caps.platform = self.contexts.display().platform().to_owned();
        caps
    }
}

fn capabilities(driver: &Driver) -> Capabilities {
    driver.caps.clone()
}

/// The longest wait for the driver between two looks for records.
const WATCH_SLICE: Duration = Duration::from_micros(200);
/// Records between two looks at what the client watches.
const WATCH_EVERY: u64 = 64;

/// The ring as the applier's host.
struct RingHost<'a> {
    staging: &'a mut StagingReader,
    replies: &'a mut ReplyWriter,
    events: &'a mut EventProducer,
    contexts: &'a mut Contexts,
}

/// Applies the client's records until it is gone or breaks the contract.
///
/// # Errors
/// Why the session ended, unless the client has just left.
pub fn run(renderer: &mut Renderer, mut end: ServerEnd) -> Result<(), String> {
    let decoder = Decoder::new(end.staging.capacity());
    let mut buf = RecordBuf::new();
    let Renderer { applier, contexts } = renderer;
    let (seq, fault) = loop {
        let record = match end.commands.next(&mut buf) {
            Ok(Some(record)) => record,
            Ok(None) if applier.is_watching() => {
                // `next` has given the room back. While the driver works on what is waited for, a new record waits as long.
                let ServerEnd { staging, replies, events, .. } = &mut end;
                let mut host = RingHost { staging, replies, events, contexts };
                match catch_unwind(AssertUnwindSafe(|| applier.attend(WATCH_SLICE, &mut host))) {
                    Ok(Ok(())) if end.liveness.is_over() => break (end.commands.last_seq(), None),
                    Ok(Ok(())) => continue,
                    Ok(Err(fault)) => break (end.commands.last_seq(), Some((fault.kind(), fault.to_string()))),
                    Err(_) => {
                        let text = "what the client watches: a defect of the server".to_owned();
                        break (end.commands.last_seq(), Some((SessionFault::Internal, text)));
                    }
                }
            }
            Ok(None) => {
                end.commands.release();
                match end.commands.wait() {
                    Ok(()) => continue,
                    Err(error) => break (end.commands.last_seq(), ring_fault(&error)),
                }
            }
            Err(error) => break (end.commands.last_seq(), ring_fault(&error)),
        };
        let seq = record.seq;
        let call = match decoder.decode(record.bytes) {
            Ok(call) => call,
            Err(error) => break (seq, Some((SessionFault::Protocol, format!("record {seq}: {error}")))),
        };
        tracing::trace!(seq, record = call.op().name());
        let ServerEnd { staging, replies, events, liveness, .. } = &mut end;
        let mut host = RingHost { staging, replies, events, contexts };
        let apply = AssertUnwindSafe(|| {
            applier.apply(seq, &call, &mut host)?;
            if matches!(call, Call::Flush(_) | Call::Finish(_) | Call::Present(_)) {
                liveness.tell(applier.work());
            }
            if applier.is_watching() && seq.is_multiple_of(WATCH_EVERY) {
                applier.attend(Duration::ZERO, &mut host)?;
            }
            Ok::<(), Fault>(())
        });
        match catch_unwind(apply) {
            Ok(Ok(())) => end.commands.mark_applied(),
            Ok(Err(fault)) => break (seq, Some((fault.kind(), fault.to_string()))),
            Err(_) => {
                let text = format!("{} (record {seq}): a defect of the server", call.op().name());
                break (seq, Some((SessionFault::Internal, text)));
            }
        }
    };
    let Some((fault, text)) = fault else { return Ok(()) };
    tracing::error!(seq, ?fault, "session ended: {text}");
    let (kind, bytes) = Event::SessionFault(fault, text.clone()).encode();
    let _ = end.events.push(kind.wire(), seq, &bytes);
    Err(text)
}

/// None when the client has just left.
fn ring_fault(error: &RingError) -> Option<(SessionFault, String)> {
    match error {
        RingError::PeerGone | RingError::Stopped => None,
        error => Some((SessionFault::Protocol, error.to_string())),
    }
}

impl Host for RingHost<'_> {
    fn blob(&mut self, blob: &MGPBlobRef, inline: &[u8], out: &mut Vec<u8>) {
        match blob.segment() {
            BlobSegment::None => {}
            BlobSegment::Inline => out.extend_from_slice(inline_range(blob, inline)),
            BlobSegment::Staging => {
                // The decoder has compared the range with the segment's size.
                self.staging.append_to(blob.offset, blob.size, out).expect("a range that passed the decoder");
            }
        }
    }

    fn with_blob(&mut self, blob: &MGPBlobRef, inline: &[u8], f: &mut dyn FnMut(&[u8])) {
        match blob.segment() {
            BlobSegment::None => f(&[]),
            BlobSegment::Inline => f(inline_range(blob, inline)),
            BlobSegment::Staging => {
                // The decoder has compared the range with the segment's size.
                self.staging.with_bytes(blob.offset, blob.size, f).expect("a range that passed the decoder");
            }
        }
    }

    fn reply_in_units(
        &mut self,
        seq: u64,
        status: ReplyStatus,
        total: usize,
        unit: usize,
        fill: &mut dyn FnMut(usize, &mut [u8]),
    ) -> Result<(), HostGone> {
        let status = match status {
            ReplyStatus::Ok => shm_ring::ReplyStatus::Ok,
            ReplyStatus::Declined => shm_ring::ReplyStatus::Declined,
            ReplyStatus::Error => shm_ring::ReplyStatus::Error,
        };
        let capacity = piece_size(total, unit, self.replies.piece_capacity());
        let mut reply = self.replies.begin(seq);
        let mut offset = 0;
        loop {
            let len = capacity.min(total - offset);
            let last = offset + len == total;
            reply.fill_piece(status, len, last, &mut |piece| fill(offset, piece)).map_err(|_| HostGone)?;
            offset += len;
            if last {
                return Ok(());
            }
        }
    }

    fn event(&mut self, seq: u64, event: Event) {
        let (kind, bytes) = event.encode();
        // Log lines at and below warning may be lost; everything else waits for room. A client that is gone hears nothing.
        let _ = match event {
            Event::Log(level, _) if level >= 2 => self.events.try_push(kind.wire(), seq, &bytes).map(drop),
            _ => self.events.push(kind.wire(), seq, &bytes),
        };
    }

    fn create_context(&mut self, context: RawHandle) -> Result<(), String> {
        self.contexts.create(context)
    }
    fn make_current(&mut self, context: Option<RawHandle>) -> Result<(), String> {
        self.contexts.make_current(context)
    }
    fn destroy_context(&mut self, context: RawHandle) {
        self.contexts.destroy(context);
    }
}

/// The least and the most bytes of a piece of a long answer: the client copies one out while the next is written. Each has its
/// price in the driver, and large ones make the whole of all slots resident.
const PIECE: [usize; 2] = [256 << 10, 768 << 10];

/// Bytes of the pieces of an answer of `total` bytes: about eight, whole units if that can be.
fn piece_size(total: usize, unit: usize, capacity: usize) -> usize {
    let wanted = (total / 8).clamp(PIECE[0], PIECE[1]).min(capacity);
    let whole = wanted.max(unit.min(capacity)) / unit.max(1) * unit.max(1);
    if whole == 0 { wanted } else { whole }
}

/// The part of a record's inline bytes that a blob names.
pub fn inline_range<'a>(blob: &MGPBlobRef, inline: &'a [u8]) -> &'a [u8] {
    // The size rule of the decoder makes the range fit.
    &inline[blob.offset as usize..(blob.offset + blob.size) as usize]
}

#[cfg(test)]
mod tests {
    use super::piece_size;

    const SLOT: usize = (2 << 20) - 16;

    // red once: without the cut to whole units, 64 MiB came in pieces of 2,097,136 bytes
    #[test]
    fn long_answers_come_in_pieces_of_whole_rows() {
        let mut asked = vec![(1, 4), (4 << 20, 4096), (64 << 20, 16384), (1920 * 1080 * 4, 7680), (5_000_000, 1)];
        // A row as long as a piece is meant to be, one that only a slot holds, and one that no slot does.
        asked.extend([(8 << 20, 512 << 10), (8 << 20, 1 << 20), (64 << 20, 4 << 20)]);
        for (total, unit) in asked {
            let piece = piece_size(total, unit, SLOT);
            assert!((1..=SLOT).contains(&piece), "{total} in rows of {unit}: pieces of {piece}");
            assert!(unit > SLOT || piece.is_multiple_of(unit), "{total} in rows of {unit}: pieces of {piece}");
        }
        assert_eq!(piece_size(4 << 20, 4096, SLOT), 512 << 10);
        assert_eq!(piece_size(1000, 4, 64), 64);
    }
}
