//! The control page: every word that both sides read, one cache line (two, against the adjacent-line prefetcher) per
//! writer, and the doorbells.

use crate::ends::TOTALS;
use crate::sync::{AtomicU32, AtomicU64, FutexWord, Ordering, fence};

/// Which end of the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Writes commands and staging, reads replies and events.
    Client,
    /// Reads commands and staging, writes replies and events.
    Server,
}

impl Side {
    pub(crate) fn other(self) -> Self {
        match self {
            Side::Client => Side::Server,
            Side::Server => Side::Client,
        }
    }
}

/// Why a side sleeps. A publisher rings only for a reason that it serves.
pub(crate) mod reason {
    pub(crate) const COMMANDS: u32 = 1;
    pub(crate) const COMMAND_ROOM: u32 = 2;
    pub(crate) const APPLIED: u32 = 4;
    pub(crate) const REPLY: u32 = 8;
    pub(crate) const REPLY_ROOM: u32 = 16;
    pub(crate) const EVENTS: u32 = 32;
    /// The server can't go on before the client drains events: set by every wait of the client.
    pub(crate) const EVENTS_FULL: u32 = 64;
    pub(crate) const EVENT_ROOM: u32 = 128;
    pub(crate) const ALL: u32 = u32::MAX;
}

#[repr(C, align(128))]
pub(crate) struct Line<T>(pub(crate) T);

impl<T> std::ops::Deref for Line<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

/// Where one side sleeps.
///
/// The handshake is Dekker's. The waiter stores its reason in `parked`, fences, and looks at its condition once more;
/// the publisher stores what it publishes, fences, and looks at `parked`. The two fences have an order: whichever comes
/// second sees the other side's store, so either the waiter finds its condition met or the publisher finds it parked.
///
/// `bell` counts the rings. The waiter reads it before it says that it is parked; the publisher that takes the parked
/// word moves it before it wakes. A waiter that goes to sleep after that finds the word changed and doesn't sleep.
/// It is a word of its own because a side may have several waiting threads (a render thread in the staging arena, say,
/// and another one on events): a second waiter may set `parked` again before the first one sleeps.
#[repr(C)]
pub(crate) struct Doorbell {
    bell: FutexWord,
    parked: AtomicU32,
}

impl Doorbell {
    /// Rings if the other side sleeps for one of `reasons`. What the sleeper waits for has been stored.
    /// True when it rang.
    #[inline]
    pub(crate) fn publish(&self, reasons: u32) -> bool {
        // Pairs with the fence in `announce`.
        fence(Ordering::SeqCst);
        self.ring_if_seen(reasons)
    }

    /// `publish` without the fence: rings for a sleeper that happens to be visible, and can miss one that is just
    /// about to sleep. Only for words that are published again, fenced, before this side waits itself.
    #[inline(always)]
    pub(crate) fn ring_if_seen(&self, reasons: u32) -> bool {
        self.is_seen(reasons) && self.ring()
    }

    /// Whether somebody seems to sleep for one of `reasons`.
    #[inline(always)]
    pub(crate) fn is_seen(&self, reasons: u32) -> bool {
        self.parked.load(Ordering::Relaxed) & reasons != 0
    }

    #[cold]
    pub(crate) fn ring(&self) -> bool {
        // One publisher takes the word and rings; the others find it taken. All sleepers wake and look for themselves.
        if self.parked.swap(0, Ordering::AcqRel) == 0 {
            return false;
        }
        self.bell.bump_and_wake();
        true
    }

    /// Says that this side is about to sleep and returns the ring count to sleep on. The caller looks at its condition
    /// once more after this.
    pub(crate) fn announce(&self, reasons: u32) -> u32 {
        let seen = self.bell.load(Ordering::Acquire);
        self.parked.fetch_or(reasons, Ordering::Relaxed);
        // Pairs with the fence in `publish`.
        fence(Ordering::SeqCst);
        seen
    }

    /// Takes the announcement back, except for `EVENTS_FULL`, which several waiters of a side share: a stale one costs
    /// the publisher one ring for nobody.
    pub(crate) fn withdraw(&self, reasons: u32) {
        self.parked.fetch_and(!(reasons & !reason::EVENTS_FULL), Ordering::Relaxed);
    }

    pub(crate) fn sleep(&self, seen: u32, slice: std::time::Duration) -> crate::sync::Parked {
        self.bell.wait(seen, slice)
    }
}

/// The control page. Each word has one writer, named in its comment; both sides start from a page of zeros.
///
/// Nothing here is believed: each side keeps its own cursors and capacities privately and checks every word that the
/// other side writes. A wild doorbell costs wake-ups and nothing else.
#[repr(C)]
pub(crate) struct Control {
    /// Client: bytes of commands published.
    pub(crate) command_head: Line<AtomicU64>,
    /// Server: bytes of commands copied out.
    pub(crate) command_tail: Line<AtomicU64>,
    /// Server: sequence number of the last record applied.
    pub(crate) applied: Line<AtomicU64>,
    /// Server: reply slots published.
    pub(crate) reply_head: Line<AtomicU64>,
    /// Client: reply slots read.
    pub(crate) reply_tail: Line<AtomicU64>,
    /// Server: bytes of events published.
    pub(crate) event_head: Line<AtomicU64>,
    /// Client: bytes of events copied out.
    pub(crate) event_tail: Line<AtomicU64>,
    /// Client: not zero once the client's end is dropped.
    pub(crate) client_gone: Line<AtomicU32>,
    /// Server: not zero once the server's end is dropped.
    pub(crate) server_gone: Line<AtomicU32>,
    /// Where the client sleeps.
    pub(crate) client_bell: Line<Doorbell>,
    /// Where the server sleeps.
    pub(crate) server_bell: Line<Doorbell>,
    /// Client: the sequence number that it sleeps for.
    pub(crate) applied_wanted: Line<AtomicU64>,
    /// Server: numbers of its own.
    pub(crate) server_totals: Line<[AtomicU64; TOTALS]>,
}

#[cfg(not(loom))]
const _: () = {
    use crate::layout;
    use std::mem::offset_of;
    assert!(size_of::<Control>() <= layout::CONTROL_SIZE);
    assert!(offset_of!(Control, command_head) == layout::COMMAND_HEAD);
    assert!(offset_of!(Control, command_tail) == layout::COMMAND_TAIL);
    assert!(offset_of!(Control, applied) == layout::APPLIED);
    assert!(offset_of!(Control, reply_head) == layout::REPLY_HEAD);
    assert!(offset_of!(Control, reply_tail) == layout::REPLY_TAIL);
    assert!(offset_of!(Control, event_head) == layout::EVENT_HEAD);
    assert!(offset_of!(Control, event_tail) == layout::EVENT_TAIL);
    assert!(offset_of!(Control, client_gone) == layout::CLIENT_GONE);
    assert!(offset_of!(Control, server_gone) == layout::SERVER_GONE);
    assert!(offset_of!(Control, client_bell) == layout::CLIENT_BELL);
    assert!(offset_of!(Control, server_bell) == layout::SERVER_BELL);
    assert!(offset_of!(Control, applied_wanted) == layout::APPLIED_WANTED);
    assert!(offset_of!(Control, server_totals) == layout::SERVER_TOTALS);
};

impl Control {
    #[cfg(loom)]
    pub(crate) fn new() -> Self {
        let word = || Line(AtomicU64::new(0));
        let flag = || Line(AtomicU32::new(0));
        let bell = || Line(Doorbell { bell: FutexWord::new(), parked: AtomicU32::new(0) });
        Self {
            command_head: word(),
            command_tail: word(),
            applied: word(),
            reply_head: word(),
            reply_tail: word(),
            event_head: word(),
            event_tail: word(),
            client_gone: flag(),
            server_gone: flag(),
            client_bell: bell(),
            server_bell: bell(),
            applied_wanted: word(),
            server_totals: Line(std::array::from_fn(|_| AtomicU64::new(0))),
        }
    }

    pub(crate) fn bell(&self, side: Side) -> &Doorbell {
        match side {
            Side::Client => &self.client_bell,
            Side::Server => &self.server_bell,
        }
    }

    pub(crate) fn gone(&self, side: Side) -> &AtomicU32 {
        match side {
            Side::Client => &self.client_gone,
            Side::Server => &self.server_gone,
        }
    }
}
