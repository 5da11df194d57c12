//! The atomics of this crate: `std`'s, or loom's when the model checker runs (`--cfg loom`).
//!
//! Everything that two threads or processes share goes through here, the futex included. Under loom the futex is a
//! mutex and a condition variable without a timeout, so that a lost wake-up shows as a deadlock and not as a delay.

#[cfg(not(loom))]
pub(crate) use std::sync::{
    Arc, Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering, fence},
};

#[cfg(loom)]
pub(crate) use loom::sync::{
    Arc, Condvar, Mutex, MutexGuard,
    atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicU64, Ordering, fence},
};

/// What a futex wait ended with. A wake-up, a changed word and an interrupting signal all read as `Woken`: the caller
/// looks at its condition again in any case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parked {
    Woken,
    TimedOut,
}

/// The word that a side sleeps on.
///
/// It lies in memory that both processes map, so the futex is a shared one (never `FUTEX_PRIVATE_FLAG`).
#[repr(C)]
pub(crate) struct FutexWord {
    word: AtomicU32,
    #[cfg(loom)]
    sleepers: (Mutex<()>, loom::sync::Condvar),
}

impl FutexWord {
    #[cfg(loom)]
    pub(crate) fn new() -> Self {
        Self { word: AtomicU32::new(0), sleepers: (Mutex::new(()), loom::sync::Condvar::new()) }
    }

    pub(crate) fn load(&self, order: Ordering) -> u32 {
        self.word.load(order)
    }

    /// Moves the word on and wakes every sleeper.
    pub(crate) fn bump_and_wake(&self) {
        self.word.fetch_add(1, Ordering::Release);
        #[cfg(not(loom))]
        {
            use rustix::thread::futex;
            // The kernel can refuse a wake only for a bad address; the word is mapped for as long as `self` is borrowed.
            let _ = futex::wake(&self.word, futex::Flags::empty(), i32::MAX as u32);
        }
        #[cfg(loom)]
        {
            let _guard = self.sleepers.0.lock().unwrap();
            self.sleepers.1.notify_all();
        }
    }

    /// Sleeps while the word is `seen`, at most `slice`.
    #[cfg(not(loom))]
    pub(crate) fn wait(&self, seen: u32, slice: std::time::Duration) -> Parked {
        use rustix::{fs::Timespec, io::Errno, thread::futex};
        let slice = Timespec { tv_sec: slice.as_secs() as i64, tv_nsec: i64::from(slice.subsec_nanos()) as _ };
        match futex::wait(&self.word, futex::Flags::empty(), seen, Some(&slice)) {
            Err(Errno::TIMEDOUT) => Parked::TimedOut,
            _ => Parked::Woken,
        }
    }

    #[cfg(loom)]
    pub(crate) fn wait(&self, seen: u32, _slice: std::time::Duration) -> Parked {
        let mut guard = self.sleepers.0.lock().unwrap();
        while self.word.load(Ordering::Acquire) == seen {
            guard = self.sleepers.1.wait(guard).unwrap();
        }
        drop(guard);
        Parked::Woken
    }
}

/// The cheap side of a handshake whose other side calls [`barrier::heavy_fence`].
#[inline(always)]
pub(crate) fn light_fence() {
    #[cfg(not(loom))]
    std::sync::atomic::compiler_fence(Ordering::SeqCst);
    #[cfg(loom)]
    fence(Ordering::SeqCst);
}

/// A fence on all threads of the process at once.
pub(crate) mod barrier {
    #[cfg(not(loom))]
    use rustix::thread::{MembarrierCommand, membarrier};

    /// Whether the system has it. The first call asks for it.
    #[cfg(not(loom))]
    pub(crate) fn there_is_one() -> bool {
        static THERE_IS_ONE: std::sync::LazyLock<bool> =
            std::sync::LazyLock::new(|| membarrier(MembarrierCommand::RegisterPrivateExpedited).is_ok());
        *THERE_IS_ONE
    }
    #[cfg(loom)]
    pub(crate) fn there_is_one() -> bool {
        true
    }

    /// Every thread of the process passes a full fence between this call's start and its end.
    ///
    /// # Panics
    /// When the system does not do what it was registered for.
    #[cfg(not(loom))]
    pub(crate) fn heavy_fence() {
        membarrier(MembarrierCommand::PrivateExpedited).expect("membarrier, which the process is registered for");
    }
    #[cfg(loom)]
    pub(crate) fn heavy_fence() {
        super::fence(super::Ordering::SeqCst);
    }
}
