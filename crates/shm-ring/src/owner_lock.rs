//! A lock that stays with one thread until another one asks for it.
//!
//! The usual program makes all its OpenGL calls in one thread, millions a second, and still has to be correct when a second
//! thread comes along. The thread that has taken the lock some times in a row, with nobody else in between, becomes its
//! *owner*: from then on it enters and leaves with plain loads and stores to a cache line of its own, its [`Seat`].
//! Another thread that wants in takes the ownership away first, waits until the owner is outside, and from then on the
//! lock is an ordinary mutex, until a thread has it for itself again.
//!
//! # Why that is safe
//!
//! The owner stores "inside" in its seat and then looks whether it is still the owner; who takes the ownership away
//! stores "no owner" and then looks whether the owner is inside. One of the two has to see the other's store. That is
//! Dekker's handshake, and it needs a full fence on both sides between store and load. The owner's would be paid at
//! every call; `membarrier(2)` puts it on all threads of the process at the moment when somebody asks, so that the
//! owner's side is left with a fence for the compiler alone. Where the system has no `membarrier`, nobody becomes an owner.
//! Under the model checker both sides have real fences.
//!
//! A seat belongs to one thread, so a thread that was the owner long ago and still believes it writes to its own seat
//! only, finds that it is the owner no more, and queues up like everybody else.

use crate::sync::{Arc, AtomicBool, AtomicPtr, Condvar, Mutex, MutexGuard, Ordering, barrier, light_fence};
use std::{marker::PhantomData, ptr::null_mut};

/// Entries in a row before a thread becomes the owner for the first time. Doubled whenever that did not last.
const PATIENCE: u32 = 64;
/// The doubling ends here: threads that alternate in longer turns than this pay for one handshake a turn.
const MOST_PATIENCE: u32 = 1024;

#[cfg(not(loom))]
use std::cell::UnsafeCell;

#[cfg(loom)]
use loom::cell::UnsafeCell;

/// What a thread says in its seat.
#[repr(align(128))]
struct Place {
    /// Written by the seat's thread alone: it is inside as the owner.
    inside: AtomicBool,
    /// Where who takes the ownership away waits for the owner to leave.
    gate: Mutex<()>,
    left: Condvar,
}

/// A thread's seat. One for each thread that takes the lock; it can't leave its thread.
pub struct Seat {
    place: Arc<Place>,
    /// A seat that two threads sit in would let both inside.
    stays: PhantomData<*mut ()>,
}

impl Seat {
    /// A seat for the calling thread.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let place = Place { inside: AtomicBool::new(false), gate: Mutex::new(()), left: Condvar::new() };
        Self { place: Arc::new(place), stays: PhantomData }
    }

    #[inline(always)]
    fn pointer(&self) -> *mut Place {
        Arc::as_ptr(&self.place).cast_mut()
    }
}

/// The ordinary lock's part.
struct Queue {
    /// The owner, or the thread that was it and may still be inside.
    owner: Option<Arc<Place>>,
    /// Who came last, by the address of its seat, and how often in a row.
    last: usize,
    in_a_row: u32,
    patience: u32,
}

/// A lock that stays with one thread until another one asks for it.
pub struct OwnerLock<T> {
    /// The owner's seat; null while there is none. It is compared and never followed. Written by whoever has `queue`.
    owner: AtomicPtr<Place>,
    queue: Mutex<Queue>,
    value: UnsafeCell<T>,
}

// SAFETY: the lock gives the value to one thread at a time, so that it has to be `Send` and no more, as with a mutex.
unsafe impl<T: Send> Sync for OwnerLock<T> {}
// SAFETY: as above; nothing else in it is tied to a thread.
unsafe impl<T: Send> Send for OwnerLock<T> {}

const fn first_queue() -> Queue {
    Queue { owner: None, last: 0, in_a_row: 0, patience: if cfg!(loom) { 1 } else { PATIENCE } }
}

impl<T> OwnerLock<T> {
    /// A lock without an owner.
    #[cfg(not(loom))]
    pub const fn new(value: T) -> Self {
        Self { owner: AtomicPtr::new(null_mut()), queue: Mutex::new(first_queue()), value: UnsafeCell::new(value) }
    }
    /// A lock without an owner.
    #[cfg(loom)]
    pub fn new(value: T) -> Self {
        Self { owner: AtomicPtr::new(null_mut()), queue: Mutex::new(first_queue()), value: UnsafeCell::new(value) }
    }

    /// The value, if the calling thread is the lock's owner: the way of nearly all calls. Else [`lock`](Self::lock) has it.
    ///
    /// # Panics
    /// When the calling thread is inside already.
    #[inline(always)]
    pub fn enter<'a>(&'a self, seat: &'a Seat) -> Option<OwnerGuard<'a, T>> {
        // Relaxed: a thread becomes the owner by its own hand, so it knows by itself what the value was then, and
        // nobody has been inside since, or it would be the owner no more.
        if self.owner.load(Ordering::Relaxed) != seat.pointer() {
            return None;
        }
        if seat.place.inside.load(Ordering::Relaxed) {
            again();
        }
        seat.place.inside.store(true, Ordering::Relaxed);
        light_fence();
        if self.owner.load(Ordering::Relaxed) == seat.pointer() {
            return Some(OwnerGuard {
                #[cfg(loom)]
                value: Some(self.value.get_mut()),
                lock: self,
                seat,
            });
        }
        self.leave(seat);
        None
    }

    /// Waits for the value.
    ///
    /// # Panics
    /// When the calling thread is inside already.
    pub fn lock<'a>(&'a self, seat: &'a Seat) -> Guard<'a, T> {
        match self.enter(seat) {
            Some(guard) => Guard(Inner::Owner(guard)),
            None => Guard(Inner::Queue(self.lock_queue(seat))),
        }
    }

    /// The value, unless another thread or a caller of this one is inside.
    pub fn try_lock<'a>(&'a self, seat: &'a Seat) -> Option<Guard<'a, T>> {
        if seat.place.inside.load(Ordering::Relaxed) {
            return None;
        }
        if let Some(guard) = self.enter(seat) {
            return Some(Guard(Inner::Owner(guard)));
        }
        // A panic inside leaves nothing half done that the value's own methods don't know of: poison is not looked at.
        let mut queue = match self.queue.try_lock() {
            Ok(queue) => queue,
            Err(std::sync::TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(std::sync::TryLockError::WouldBlock) => return None,
        };
        if let Some(owner) = self.dispossess(&mut queue)
            && owner.inside.load(Ordering::Acquire)
        {
            // Whoever comes next waits for it.
            queue.owner = Some(owner);
            return None;
        }
        Some(Guard(Inner::Queue(self.queue_guard(seat, queue, false))))
    }

    /// The owner goes out, and wakes who waits for that.
    #[inline(always)]
    fn leave(&self, seat: &Seat) {
        // Release: what was done inside is there for who finds us outside.
        seat.place.inside.store(false, Ordering::Release);
        light_fence();
        if self.owner.load(Ordering::Relaxed) != seat.pointer() {
            wake(&seat.place);
        }
    }

    #[cold]
    #[inline(never)]
    fn lock_queue<'a>(&'a self, seat: &'a Seat) -> QueueGuard<'a, T> {
        let mut queue = self.queue.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(owner) = self.dispossess(&mut queue) {
            queue.patience = (queue.patience * 2).min(MOST_PATIENCE);
            if Arc::ptr_eq(&owner, &seat.place) && owner.inside.load(Ordering::Relaxed) {
                queue.owner = Some(owner);
                drop(queue);
                again();
            }
            let mut gate = owner.gate.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            while owner.inside.load(Ordering::Acquire) {
                gate = owner.left.wait(gate).unwrap_or_else(std::sync::PoisonError::into_inner);
            }
        }
        let me = seat.pointer() as usize;
        queue.in_a_row = if queue.last == me { queue.in_a_row.saturating_add(1) } else { 0 };
        queue.last = me;
        let becomes_owner = queue.in_a_row >= queue.patience && barrier::there_is_one();
        self.queue_guard(seat, queue, becomes_owner)
    }

    /// Takes the ownership away. The owner that is returned may still be inside.
    fn dispossess(&self, queue: &mut Queue) -> Option<Arc<Place>> {
        let owner = queue.owner.take()?;
        queue.in_a_row = 0;
        self.owner.store(null_mut(), Ordering::Relaxed);
        barrier::heavy_fence();
        Some(owner)
    }

    fn queue_guard<'a>(
        &'a self,
        seat: &'a Seat,
        queue: MutexGuard<'a, Queue>,
        becomes_owner: bool,
    ) -> QueueGuard<'a, T> {
        QueueGuard {
            #[cfg(loom)]
            value: Some(self.value.get_mut()),
            lock: self,
            seat,
            queue,
            becomes_owner,
        }
    }
}

#[cold]
#[inline(never)]
fn wake(place: &Place) {
    drop(place.gate.lock());
    place.left.notify_all();
}

#[cold]
#[inline(never)]
fn again() -> ! {
    panic!("the thread has the lock already")
}

/// The owner's access to the value, until it is dropped.
pub struct OwnerGuard<'a, T> {
    #[cfg(loom)]
    value: Option<loom::cell::MutPtr<T>>,
    lock: &'a OwnerLock<T>,
    seat: &'a Seat,
}

/// Anybody's.
struct QueueGuard<'a, T> {
    #[cfg(loom)]
    value: Option<loom::cell::MutPtr<T>>,
    lock: &'a OwnerLock<T>,
    seat: &'a Seat,
    queue: MutexGuard<'a, Queue>,
    becomes_owner: bool,
}

/// Access to the value, until it is dropped.
pub struct Guard<'a, T>(Inner<'a, T>);

enum Inner<'a, T> {
    Owner(OwnerGuard<'a, T>),
    Queue(QueueGuard<'a, T>),
}

#[cfg(not(loom))]
mod access {
    use super::{Guard, Inner, OwnerGuard, OwnerLock};
    use std::ops::{Deref, DerefMut};

    impl<T> Guard<'_, T> {
        fn lock(&self) -> &OwnerLock<T> {
            match &self.0 {
                Inner::Owner(guard) => guard.lock,
                Inner::Queue(guard) => guard.lock,
            }
        }
    }

    impl<T> Deref for OwnerGuard<'_, T> {
        type Target = T;
        #[inline(always)]
        fn deref(&self) -> &T {
            // SAFETY: while a guard lives no other one does, in any thread: the owner's seat says that it is inside, and
            // nobody who takes the ownership away goes on before that seat says otherwise. A second guard of the
            // owner's own thread is refused.
            unsafe { &*self.lock.value.get() }
        }
    }
    impl<T> DerefMut for OwnerGuard<'_, T> {
        #[inline(always)]
        fn deref_mut(&mut self) -> &mut T {
            // SAFETY: as in `deref`; and the guard itself is borrowed for as long as the reference lives.
            unsafe { &mut *self.lock.value.get() }
        }
    }

    impl<T> Deref for Guard<'_, T> {
        type Target = T;
        fn deref(&self) -> &T {
            // SAFETY: as for the owner's guard; or this one holds the queue's mutex, and the last owner was seen outside
            // since its ownership was taken away.
            unsafe { &*self.lock().value.get() }
        }
    }
    impl<T> DerefMut for Guard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            // SAFETY: as in `deref`; and the guard itself is borrowed for as long as the reference lives.
            unsafe { &mut *self.lock().value.get() }
        }
    }
}

#[cfg(loom)]
impl<T> Guard<'_, T> {
    /// The value; the model checker sees the whole life of the guard as an access to it.
    pub fn with<R>(&mut self, f: impl FnOnce(&mut T) -> R) -> R {
        let value = match &self.0 {
            Inner::Owner(guard) => &guard.value,
            Inner::Queue(guard) => &guard.value,
        };
        // SAFETY: as for the references that the guard gives without the model checker.
        f(unsafe { value.as_ref().expect("until it is dropped").deref() })
    }
}

impl<T> Drop for OwnerGuard<'_, T> {
    #[inline(always)]
    fn drop(&mut self) {
        #[cfg(loom)]
        drop(self.value.take());
        self.lock.leave(self.seat);
    }
}

impl<T> Drop for QueueGuard<'_, T> {
    fn drop(&mut self) {
        #[cfg(loom)]
        drop(self.value.take());
        if self.becomes_owner {
            self.queue.owner = Some(self.seat.place.clone());
            // The mutex is still held: until it is free, nobody else looks.
            self.lock.owner.store(self.seat.pointer(), Ordering::Relaxed);
        }
    }
}
