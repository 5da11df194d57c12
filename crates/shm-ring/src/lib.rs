//! The shared memory between a client and its render server: segments, command ring, staging arena, reply slots, event
//! ring, doorbells. Bytes only: this crate knows neither the records nor OpenGL.
//!
//! # Rules
//!
//! 1. **Every byte has one writer.** The client writes commands and staging, the server writes replies and events. In
//!    the control page every word has its writer named ([`layout`]). The exception is the doorbell's two words, which
//!    both sides move and which can do no worse than to wake somebody for nothing.
//! 2. **Producer and consumer are types.** An end is taken from [`Segments`] once; its parts ([`CommandProducer`],
//!    [`StagingProducer`], [`ReplyReader`], [`EventConsumer`]; [`CommandConsumer`], [`StagingReader`], [`ReplyWriter`],
//!    [`EventProducer`]) can't be cloned and take `&mut self`: single producer, single consumer is a fact of the types.
//! 3. **Nothing is trusted before it is checked, nor read twice.** Cursors are monotonic byte (or slot) counts, never
//!    reset; each side keeps its own privately, never reads it back, and checks the other's against what it knows: it
//!    doesn't go back and doesn't pass what the capacity allows. Capacities are private to each side. A record is
//!    copied into private memory and only the copy is looked at; a header is one volatile load, judged before
//!    anything is copied by its size. No Rust reference is made to memory that the peer may write, except for
//!    the bulk bytes that a driver reads or writes in place ([`StagingReader::with_bytes`], [`Reply::fill_piece`]) and
//!    that nothing is decided by.
//! 4. **Publication is a Release store of a cursor, and reading begins with its Acquire load.** Publishing
//!    `command_head` makes the records before it visible, and the staged bytes they refer to. Publishing
//!    `command_tail` gives the room of records that were copied out. Publishing `applied` gives the staged bytes of the
//!    records up to that number. `reply_head`, `reply_tail`, `event_head`, `event_tail` likewise.
//! 5. **Waiting is spin (while that pays), then say so, then sleep.** A publisher rings only a peer that sleeps for what
//!    it publishes; the Dekker fences that make this safe are argued at the doorbell. The command producer publishes in
//!    batches, and always before it waits.
//! 6. **Nobody waits for the dead.** Every wait looks at the peer at least every
//!    [`Settings::death_check`] and returns [`RingError::PeerGone`] when its end was dropped or its [`Watch`] says so.
//!    What a peer published before it died can still be read.
//! 7. **The client never blocks the server for good.** Each wait of the client empties the event ring into a private
//!    queue, so that a server with a full event ring goes on to what the client waits for.
//!
//! # Order
//!
//! A record has an ordinal, from 1, that both sides count ([`CommandProducer::last_seq`], [`RecordRef::seq`]). Replies
//! come in the order of their records and carry the ordinal; events carry it, too. The `applied` number is what
//! frame credit, staging fences and full stops are built on.
//!
//! # One record
//!
//! ```
//! # #[cfg(not(loom))] {
//! use shm_ring::{RecordBuf, ReplyStatus, Segments, Settings, Sizes};
//!
//! let segments = Segments::create(&Sizes::default())?;
//! let mut client = segments.client_end(&Settings::default())?;
//! let mut server = segments.server_end(&Settings::default())?;
//! std::thread::scope(|scope| {
//!     scope.spawn(move || {
//!         let mut buf = RecordBuf::new();
//!         server.commands.wait().unwrap();
//!         let record = server.commands.next(&mut buf).unwrap().unwrap();
//!         server.replies.send(record.seq, ReplyStatus::Ok, record.payload()).unwrap();
//!     });
//!     let seq = client.commands.push(7, 0, b"pixels??").unwrap();
//!     let mut answer = [0; 8];
//!     client.wait_reply(seq, &mut answer).unwrap();
//!     assert_eq!(&answer, b"pixels??");
//! });
//! # }
//! # Ok::<(), shm_ring::SegmentError>(())
//! ```

mod command_consumer;
mod command_producer;
mod control;
mod counters;
#[cfg(not(loom))]
mod driver_access;
mod ends;
mod error;
mod event;
#[cfg(not(loom))]
mod fd_passing;
pub mod layout;
mod link;
mod owner_lock;
mod region;
mod reply;
mod segments;
mod sizes;
mod staging;
mod sync;

pub use command_consumer::{CommandConsumer, RecordBuf, RecordRef};
pub use command_producer::{CommandProducer, record_header};
pub use control::Side;
pub use counters::Counters;
pub use ends::{ClientEnd, Liveness, ServerEnd, TOTALS};
pub use error::{RingError, SegmentError};
pub use event::{Event, EventConsumer, EventProducer};
#[cfg(not(loom))]
pub use fd_passing::{MAX_FDS, receive_with_fds, send_with_fds};
pub use link::{StopHandle, Watch};
pub use owner_lock::{Guard, OwnerGuard, OwnerLock, Seat};
pub use reply::{Reply, ReplyDone, ReplyPiece, ReplyReader, ReplySlot, ReplyStatus, ReplyWriter};
pub use segments::{SEGMENT_COUNT, SEGMENT_NAMES, Segments};
pub use sizes::{Settings, Sizes};
pub use staging::{Grant, StagingProducer, StagingReader};
