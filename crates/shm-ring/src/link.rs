//! What the parts of one end share: the segments, how to wait, and whether the peer still lives.

use crate::{
    Counters, RingError, Settings, Side,
    control::{Control, reason},
    event::Inbox,
    segments::Shared,
    sync::{Arc, AtomicBool, AtomicU64, Mutex, Ordering, Parked},
};
use rustix::event::{PollFd, PollFlags, poll};
use std::{
    os::fd::OwnedFd,
    sync::OnceLock,
    time::{Duration, Instant},
};

/// How an end learns of its peer's death when the peer can't say so itself.
#[derive(Debug)]
pub enum Watch {
    /// A connected socket (or the like) of which the peer's process holds the other end: gone when it hangs up.
    /// No other process may hold a copy of the peer's end.
    HangUp(OwnedFd),
    /// A pidfd of the peer's process: gone when the process has ended.
    Exit(OwnedFd),
}

impl Watch {
    fn says_gone(&self) -> bool {
        let (fd, events) = match self {
            Watch::HangUp(fd) => (fd, PollFlags::RDHUP),
            Watch::Exit(fd) => (fd, PollFlags::IN),
        };
        let mut fds = [PollFd::new(fd, events)];
        match poll(&mut fds, Some(&rustix::fs::Timespec { tv_sec: 0, tv_nsec: 0 })) {
            Ok(0) | Err(_) => false,
            Ok(_) => fds[0].revents().intersects(events | PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL),
        }
    }
}

/// Spinning that ended in sleep was for nothing: the peer has long work to do, or it has no processor because this side
/// spins on it. That many waits for the same reason then go straight to sleep before the next try.
const SPIN_AGAIN_AFTER: u32 = 31;

/// Looks between two looks at the clock while spinning.
const LOOKS: u32 = 16;
/// Spinning that takes longer lets other threads have the processor between looks.
const ALONE: Duration = Duration::from_micros(3);

/// One end's link. The end is gone when its last part is dropped.
pub(crate) struct Link {
    pub(crate) shared: Arc<Shared>,
    pub(crate) side: Side,
    pub(crate) settings: Settings,
    /// The client's events that waits have taken out of the ring. Unused on the server.
    pub(crate) inbox: Mutex<Inbox>,
    /// The inbox's position, to be looked at without its lock.
    pub(crate) events_taken: AtomicU64,
    /// Per reason, how many waits go to sleep without spinning because spinning did not pay lately.
    no_spin: [std::sync::atomic::AtomicU32; 8],
    watch: OnceLock<Watch>,
    gone: AtomicBool,
    stop: Arc<AtomicBool>,
    /// The first breach of contract, returned by every later wait.
    breach: OnceLock<RingError>,
    /// A forked child that inherits this end and drops it must not hang up for its parent.
    owner: rustix::process::Pid,
}

impl Link {
    pub(crate) fn new(shared: Arc<Shared>, side: Side, settings: Settings) -> Arc<Self> {
        Arc::new(Self {
            inbox: Mutex::new(Inbox::new()),
            events_taken: AtomicU64::new(0),
            no_spin: Default::default(),
            shared,
            side,
            settings,
            watch: OnceLock::new(),
            gone: AtomicBool::new(false),
            stop: Arc::new(AtomicBool::new(false)),
            breach: OnceLock::new(),
            owner: rustix::process::getpid(),
        })
    }

    #[inline(always)]
    pub(crate) fn control(&self) -> &Control {
        self.shared.control()
    }

    /// Publishes for the peer: what it may sleep for was stored before. Counts the ring.
    #[inline]
    pub(crate) fn notify(&self, reasons: u32, counters: &mut Counters) {
        if self.control().bell(self.side.other()).publish(reasons) {
            counters.rings += 1;
        }
    }

    pub(crate) fn stop_handle(&self) -> StopHandle {
        StopHandle { shared: self.shared.clone(), side: self.side, flag: self.stop.clone() }
    }

    pub(crate) fn watch(&self, watch: Watch) -> Result<(), Watch> {
        self.watch.set(watch)
    }

    /// Remembers a breach of contract and hands it on.
    pub(crate) fn breach(&self, what: &'static str, value: u64, low: u64, high: u64, at: u64) -> RingError {
        *self.breach.get_or_init(|| {
            let error = RingError::PeerCorrupt { what, value, low, high, at };
            tracing::debug!(side = ?self.side, %error, "link broken");
            error
        })
    }

    /// Checks a cursor that the peer writes: it never goes back and never passes `high`.
    #[inline(always)]
    pub(crate) fn cursor(&self, what: &'static str, value: u64, low: u64, high: u64) -> Result<u64, RingError> {
        if value.wrapping_sub(low) > high.wrapping_sub(low) {
            return Err(self.breach(what, value, low, high, low));
        }
        Ok(value)
    }

    /// Asks the watch, if there is one. For callers that don't wait.
    pub(crate) fn peer_gone(&self) -> bool {
        if self.gone.load(Ordering::Relaxed) || self.control().gone(self.side.other()).load(Ordering::Acquire) != 0 {
            return true;
        }
        let gone = self.watch.get().is_some_and(Watch::says_gone);
        if gone {
            self.gone.store(true, Ordering::Relaxed);
        }
        gone
    }

    /// Why no wait of this end can succeed any more.
    fn ended(&self) -> Option<RingError> {
        if let Some(breach) = self.breach.get() {
            return Some(*breach);
        }
        if self.stop.load(Ordering::Acquire) {
            return Some(RingError::Stopped);
        }
        let gone =
            self.gone.load(Ordering::Relaxed) || self.control().gone(self.side.other()).load(Ordering::Acquire) != 0;
        gone.then_some(RingError::PeerGone)
    }

    pub(crate) fn is_over(&self) -> bool {
        self.ended().is_some()
    }

    fn look<T>(&self, ready: &mut impl FnMut() -> Result<Option<T>, RingError>) -> Result<Option<T>, RingError> {
        if self.side == Side::Client {
            // The server may be stuck on a full event ring in front of what this wait is for.
            Inbox::drain_if_any(self)?;
        }
        ready()
    }

    /// Looks again and again for as long as the settings say.
    fn spin<T>(&self, ready: &mut impl FnMut() -> Result<Option<T>, RingError>) -> Result<Option<T>, RingError> {
        if self.settings.spin.is_zero() {
            return Ok(None);
        }
        let start = Instant::now();
        loop {
            // Looking costs less than the clock does.
            for _ in 0..LOOKS {
                if let Some(found) = self.look(ready)? {
                    return Ok(Some(found));
                }
                std::hint::spin_loop();
            }
            match start.elapsed() {
                spent if spent >= self.settings.spin => return Ok(None),
                // The peer, or its driver's threads, may be waiting for this very processor.
                spent if spent >= ALONE => std::thread::yield_now(),
                _ => {}
            }
        }
    }

    /// Waits until `ready` has something: spins, then sleeps; ends with the peer, a stop or a breach.
    ///
    /// `ready` must read the word that the peer publishes for one of `reasons`, with Acquire.
    pub(crate) fn wait<T>(
        &self,
        reasons: u32,
        counters: &mut Counters,
        ready: impl FnMut() -> Result<Option<T>, RingError>,
    ) -> Result<T, RingError> {
        self.wait_in_slices(reasons, counters, || self.settings.death_check, ready)
    }

    /// As [`wait`](Self::wait); no sleep between two looks is longer than `slice` says.
    pub(crate) fn wait_in_slices<T>(
        &self,
        reasons: u32,
        counters: &mut Counters,
        slice: impl Fn() -> Duration,
        mut ready: impl FnMut() -> Result<Option<T>, RingError>,
    ) -> Result<T, RingError> {
        counters.waits += 1;
        let no_spin = &self.no_spin[reasons.trailing_zeros() as usize];
        match no_spin.load(Ordering::Relaxed) {
            0 => {
                if let Some(found) = self.spin(&mut ready)? {
                    return Ok(found);
                }
                no_spin.store(SPIN_AGAIN_AFTER, Ordering::Relaxed);
            }
            waits => no_spin.store(waits - 1, Ordering::Relaxed),
        }
        let reasons = if self.side == Side::Client { reasons | reason::EVENTS_FULL } else { reasons };
        let bell = self.control().bell(self.side);
        loop {
            let seen = bell.announce(reasons);
            let found = self.look(&mut ready);
            if !matches!(found, Ok(None)) {
                bell.withdraw(reasons);
                return found.transpose().expect("not Ok(None)");
            }
            if let Some(end) = self.ended() {
                bell.withdraw(reasons);
                // What the peer published before it went is still good, and visible by now.
                return match self.look(&mut ready)? {
                    Some(found) if end == RingError::PeerGone => Ok(found),
                    _ => Err(end),
                };
            }
            counters.parks += 1;
            if bell.sleep(seen, slice()) == Parked::TimedOut {
                self.peer_gone();
            }
        }
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        if rustix::process::getpid() != self.owner {
            return;
        }
        self.control().gone(self.side).store(1, Ordering::Release);
        self.control().bell(self.side.other()).publish(reason::ALL);
    }
}

/// Ends the waits of one end from any thread. It doesn't keep the end alive.
#[derive(Clone)]
pub struct StopHandle {
    pub(crate) shared: Arc<Shared>,
    pub(crate) side: Side,
    pub(crate) flag: Arc<AtomicBool>,
}

impl StopHandle {
    /// Makes every wait of the end that is going on or starts later return [`RingError::Stopped`].
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Release);
        self.shared.control().bell(self.side).publish(reason::ALL);
    }
}

impl std::fmt::Debug for StopHandle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StopHandle").field("side", &self.side).finish_non_exhaustive()
    }
}
