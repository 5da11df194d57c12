//! Where things lie in the segments: for tools that inspect a link, and for tests that play a peer who breaks it.
//!
//! Offsets and sizes in bytes. All words are in the machine's byte order.

/// Size of the control segment.
pub const CONTROL_SIZE: usize = 4096;
/// `u64`, written by the client: bytes of commands published.
pub const COMMAND_HEAD: usize = 0;
/// `u64`, written by the server: bytes of commands copied out.
pub const COMMAND_TAIL: usize = 128;
/// `u64`, written by the server: sequence number of the last record applied.
pub const APPLIED: usize = 256;
/// `u64`, written by the server: reply slots published.
pub const REPLY_HEAD: usize = 384;
/// `u64`, written by the client: reply slots read.
pub const REPLY_TAIL: usize = 512;
/// `u64`, written by the server: bytes of events published.
pub const EVENT_HEAD: usize = 640;
/// `u64`, written by the client: bytes of events copied out.
pub const EVENT_TAIL: usize = 768;
/// `u32`, written by the client when its end is dropped.
pub const CLIENT_GONE: usize = 896;
/// `u32`, written by the server when its end is dropped.
pub const SERVER_GONE: usize = 1024;
/// Two `u32`: the futex word (moved by the server) and the reasons for which the client sleeps.
pub const CLIENT_BELL: usize = 1152;
/// Two `u32`: the futex word (moved by the client) and the reasons for which the server sleeps.
pub const SERVER_BELL: usize = 1280;
/// `u64`, written by the client: the sequence number that it sleeps for, before it says that it sleeps for one.
pub const APPLIED_WANTED: usize = 1408;
/// Two `u64`, written by the server: numbers of its own that a client shows and nothing relies on.
pub const SERVER_TOTALS: usize = 1536;

/// Size of a record's header: `op u16, flags u16, size u32`; `size` counts the header, too.
pub const RECORD_HEADER: usize = 8;
/// The `op` of the record that fills the ring up to its end.
pub const PAD_OP: u16 = 0;

/// Size of a reply slot's header: `seq u64, status i32, size u32`; `size` is that of this piece's payload.
pub const REPLY_HEADER: usize = 16;
/// Added to the status of a piece that is followed by another one.
pub const REPLY_MORE: i32 = 1 << 16;

/// Size of an event's header: `kind u32, size u32, seq u64`; `size` is that of the payload, which is padded to 16.
pub const EVENT_HEADER: usize = 16;
/// The `kind` of the event that fills the ring up to its end.
pub const PAD_KIND: u32 = 0;
