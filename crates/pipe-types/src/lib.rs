//! What crosses the link between the client shim and the render server: handles, records, the catalogue of calls, the
//! handshake, the events that come back, and the one decoder that turns untrusted bytes into typed records.
//!
//! This crate does no I/O and knows no GL function. Its rules:
//! - [`catalogue`] is the only list of calls. Op ids, names, the decoder's dispatch arm, the size rule, the layout digest and
//!   the table in `docs/WIRE.md` are derived from it.
//! - Every payload is `#[repr(C)]`, plain old data, has no pointer and no implicit padding; its size and every field's
//!   offset are asserted where it is declared (see [`record`]).
//! - Shape is checked here, once, in [`decode`]: sizes, enums, counts, flags, padding, blob ranges, null handles. Meaning
//!   (does the handle exist, is the level in range) is checked by the applier.
#![forbid(unsafe_code)]

#[macro_use]
pub mod record;
pub mod archive;
pub mod caps;
pub mod catalogue;
pub mod decode;
pub mod encode;
pub mod event;
pub mod handle;
pub mod handshake;
pub mod primitive;
pub mod records;
pub mod wire_doc;

pub use catalogue::{Call, Op, WaitClass};
pub use decode::{DecodeError, Decoder};
pub use handle::{Handle, HandleAllocator, Kind, RawHandle};
pub use primitive::{BlobSegment, MGPBlobRef, MGPBox, RecordHeader};
