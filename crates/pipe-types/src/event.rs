//! What comes back unasked: events on their own ring, in order with the commands they belong to. An event is a kind, the
//! sequence number of the record it belongs to, and one of the payloads below with its text or bytes behind it.

use crate::{handle::RawHandle, record::Payload};
use thiserror::Error;

wire_enum! {
    /// Kinds of event.
    pub enum EventKind: u32 {
        /// A GL error that only the driver could find: [`MGPErrorEvent`] and a text.
        GlError = 1,
        /// The GPU may have written a buffer range: [`MGPBufferEvent`].
        BufferWritten = 2,
        /// New content of a buffer range: [`MGPBufferEvent`] and the bytes.
        BufferWriteBack = 3,
        /// A texture's content was written by the GPU: [`MGPHandleEvent`].
        TextureWriteBack = 4,
        /// Mip levels were made: [`MGPHandleEvent`].
        MipLevelsGenerated = 5,
        /// A surface has another size: [`MGPSurfaceEvent`].
        SurfaceChanged = 6,
        /// The driver's capabilities changed; ask again: no payload.
        CapsInvalidated = 7,
        /// A log line: [`MGPLogEvent`] and a text. Lossy at and below warning.
        Log = 8,
        /// The session ends: [`MGPErrorEvent`] (a [`SessionFault`] as code) and a text.
        SessionFault = 9,
        /// A fence is signalled: [`MGPHandleEvent`].
        FenceSignaled = 10,
        /// A query's result is there: [`MGPQueryEvent`].
        QueryAvailable = 11,
    }
}

wire_enum! {
    /// Why a session ended.
    pub enum SessionFault: u32 {
        /// The client broke the contract.
        Protocol = 1,
        /// The driver lost its context.
        ContextLost = 2,
        /// The driver is out of memory beyond repair.
        OutOfMemory = 3,
        /// Something the driver can't do was needed.
        Unsupported = 4,
        /// A defect of the server.
        Internal = 5,
    }
}

record! {
    /// A code and a text.
    pub struct MGPErrorEvent [8] {
        /// GL error enum, or a [`SessionFault`].
        0 code: u32 = any,
        4 pad: u32 = zero,
    }
}
record! {
    /// A buffer range.
    pub struct MGPBufferEvent [24] {
        0 buffer: RawHandle = handle(Buffer),
        8 offset: u64 = any,
        16 size: u64 = any,
    }
}
record! {
    /// An object.
    pub struct MGPHandleEvent [8] {
        0 handle: RawHandle = raw_handle,
    }
}
record! {
    /// A surface's new size in pixels.
    pub struct MGPSurfaceEvent [16] {
        0 surface: RawHandle = handle(Surface),
        8 width: u32 = any,
        12 height: u32 = any,
    }
}
record! {
    /// A log line's level: 1 error to 5 trace.
    pub struct MGPLogEvent [8] {
        0 level: u32 = at_most(5),
        4 pad: u32 = zero,
    }
}
record! {
    /// A query and its result.
    pub struct MGPQueryEvent [16] {
        0 query: RawHandle = handle(Query),
        8 result: u64 = any,
    }
}

/// A checked event.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// A GL error enum and what the driver said.
    GlError(u32, String),
    /// The GPU may have written a buffer range.
    BufferWritten(MGPBufferEvent),
    /// New content of a buffer range.
    BufferWriteBack(MGPBufferEvent, Vec<u8>),
    /// A texture's content was written by the GPU.
    TextureWriteBack(RawHandle),
    /// Mip levels were made.
    MipLevelsGenerated(RawHandle),
    /// A surface has another size.
    SurfaceChanged(MGPSurfaceEvent),
    /// The driver's capabilities changed.
    CapsInvalidated,
    /// A log line and its level.
    Log(u32, String),
    /// The session ends.
    SessionFault(SessionFault, String),
    /// A fence is signalled.
    FenceSignaled(RawHandle),
    /// A query's result.
    QueryAvailable(MGPQueryEvent),
}

/// Bytes that are no event.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("event of kind {kind} with {len} bytes: {what}")]
pub struct EventError {
    /// The kind it gave.
    pub kind: u32,
    /// Its bytes.
    pub len: usize,
    /// What is wrong.
    pub what: String,
}

impl Event {
    /// Checks the bytes of an event.
    pub fn decode(kind: u32, bytes: &[u8]) -> Result<Event, EventError> {
        let wrong = |what: String| EventError { kind, len: bytes.len(), what };
        fn split<P: Payload>(bytes: &[u8]) -> Result<(P, &[u8]), String> {
            let (payload, rest) = P::read_from_prefix(bytes).map_err(|_| "too short".to_owned())?;
            payload.check(&crate::record::CheckContext { staging_size: 0 }).map_err(|e| e.to_string())?;
            Ok((payload, rest))
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let kind = EventKind::from_wire(u64::from(kind)).ok_or_else(|| wrong("no such kind".into()))?;
        Ok(match kind {
            EventKind::GlError => {
                let (e, rest) = split::<MGPErrorEvent>(bytes).map_err(wrong)?;
                Event::GlError(e.code, text(rest))
            }
            EventKind::BufferWritten => Event::BufferWritten(split(bytes).map_err(wrong)?.0),
            EventKind::BufferWriteBack => {
                let (e, rest) = split::<MGPBufferEvent>(bytes).map_err(wrong)?;
                if e.size != rest.len() as u64 {
                    return Err(wrong(format!("says {} bytes", e.size)));
                }
                Event::BufferWriteBack(e, rest.to_vec())
            }
            EventKind::TextureWriteBack => {
                Event::TextureWriteBack(split::<MGPHandleEvent>(bytes).map_err(wrong)?.0.handle)
            }
            EventKind::MipLevelsGenerated => {
                Event::MipLevelsGenerated(split::<MGPHandleEvent>(bytes).map_err(wrong)?.0.handle)
            }
            EventKind::SurfaceChanged => Event::SurfaceChanged(split(bytes).map_err(wrong)?.0),
            EventKind::CapsInvalidated => Event::CapsInvalidated,
            EventKind::Log => {
                let (e, rest) = split::<MGPLogEvent>(bytes).map_err(wrong)?;
                Event::Log(e.level, text(rest))
            }
            EventKind::SessionFault => {
                let (e, rest) = split::<MGPErrorEvent>(bytes).map_err(wrong)?;
                let fault = SessionFault::from_wire(u64::from(e.code)).ok_or_else(|| wrong("no such fault".into()))?;
                Event::SessionFault(fault, text(rest))
            }
            EventKind::FenceSignaled => Event::FenceSignaled(split::<MGPHandleEvent>(bytes).map_err(wrong)?.0.handle),
            EventKind::QueryAvailable => Event::QueryAvailable(split(bytes).map_err(wrong)?.0),
        })
    }

    /// Kind and bytes, for the event ring.
    pub fn encode(&self) -> (EventKind, Vec<u8>) {
        fn bytes<P: Payload>(payload: P, rest: &[u8]) -> Vec<u8> {
            [payload.as_bytes(), rest].concat()
        }
        match self {
            Event::GlError(code, text) => {
                (EventKind::GlError, bytes(MGPErrorEvent { code: *code, pad: 0 }, text.as_bytes()))
            }
            Event::BufferWritten(e) => (EventKind::BufferWritten, bytes(*e, &[])),
            Event::BufferWriteBack(e, data) => (EventKind::BufferWriteBack, bytes(*e, data)),
            Event::TextureWriteBack(h) => (EventKind::TextureWriteBack, bytes(MGPHandleEvent { handle: *h }, &[])),
            Event::MipLevelsGenerated(h) => (EventKind::MipLevelsGenerated, bytes(MGPHandleEvent { handle: *h }, &[])),
            Event::SurfaceChanged(e) => (EventKind::SurfaceChanged, bytes(*e, &[])),
            Event::CapsInvalidated => (EventKind::CapsInvalidated, Vec::new()),
            Event::Log(level, text) => (EventKind::Log, bytes(MGPLogEvent { level: *level, pad: 0 }, text.as_bytes())),
            Event::SessionFault(fault, text) => {
                (EventKind::SessionFault, bytes(MGPErrorEvent { code: fault.wire(), pad: 0 }, text.as_bytes()))
            }
            Event::FenceSignaled(h) => (EventKind::FenceSignaled, bytes(MGPHandleEvent { handle: *h }, &[])),
            Event::QueryAvailable(e) => (EventKind::QueryAvailable, bytes(*e, &[])),
        }
    }
}
