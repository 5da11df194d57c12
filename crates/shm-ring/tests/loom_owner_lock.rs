//! The lock with an owner under the model checker: never two threads inside, and nobody waits for ever.
#![cfg(loom)]

#[path = "common/model.rs"]
#[allow(dead_code)]
mod model;

use loom::{sync::Arc, thread};
use model::explore;
use shm_ring::{OwnerLock, Seat};

/// Enters often enough to become the owner and to enter as one.
fn enter(lock: &OwnerLock<u32>, times: u32) {
    let seat = Seat::new();
    for _ in 0..times {
        lock.lock(&seat).with(|value| *value += 1);
    }
}

// red once: with the light fence taken out, both are inside: the model finds two accesses at once
#[test]
fn the_owner_and_who_asks_are_never_inside_together() {
    explore("owner", 3, || {
        let lock = Arc::new(OwnerLock::new(0));
        let owner = thread::spawn({
            let lock = lock.clone();
            move || enter(&lock, 4)
        });
        enter(&lock, 1);
        owner.join().unwrap();
        lock.lock(&Seat::new()).with(|value| assert_eq!(*value, 5));
    });
}

// red once: without the wake-up in `leave`, who asked sleeps for ever
#[test]
fn ownership_goes_back_and_forth() {
    explore("back and forth", 2, || {
        let lock = Arc::new(OwnerLock::new(0));
        let other = thread::spawn({
            let lock = lock.clone();
            move || enter(&lock, 4)
        });
        enter(&lock, 4);
        other.join().unwrap();
        lock.lock(&Seat::new()).with(|value| assert_eq!(*value, 8));
    });
}

// red once: with the owner forgotten when it is still inside, the next one walks in
#[test]
fn who_could_not_wait_leaves_the_owner_known() {
    explore("try", 3, || {
        let lock = Arc::new(OwnerLock::new(0));
        let owner = thread::spawn({
            let lock = lock.clone();
            move || enter(&lock, 4)
        });
        let seat = Seat::new();
        let tried = lock.try_lock(&seat).map(|mut guard| guard.with(|value| *value += 1)).is_some();
        enter(&lock, 1);
        owner.join().unwrap();
        lock.lock(&seat).with(|value| assert_eq!(*value, 5 + u32::from(tried)));
    });
}
