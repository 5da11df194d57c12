//! The lock with an owner, in real threads: the count is right, whoever owned the lock in between.
#![cfg(not(loom))]

use shm_ring::{OwnerLock, Seat};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::mpsc,
    thread,
};

/// A value that two threads at once would tear.
#[derive(Default)]
struct Pair {
    up: u64,
    down: u64,
}

fn step(lock: &OwnerLock<Pair>, seat: &Seat) {
    let mut pair = lock.lock(seat);
    assert_eq!(pair.up, pair.down.wrapping_neg(), "somebody else is inside");
    pair.up += 1;
    pair.down = pair.down.wrapping_sub(1);
}

// red once: with the owner's seat never marked as left: who asks waits for ever
#[test]
fn threads_that_take_turns_of_all_lengths_count_right() {
    static LOCK: OwnerLock<Pair> = OwnerLock::new(Pair { up: 0, down: 0 });
    let turns = [1u64, 3, 100, 700, 5000];
    thread::scope(|scope| {
        for turn in turns {
            scope.spawn(move || {
                let seat = Seat::new();
                let mut left = 100_000u64;
                while left > 0 {
                    let now = turn.min(left);
                    (0..now).for_each(|_| step(&LOCK, &seat));
                    left -= now;
                    thread::yield_now();
                }
            });
        }
    });
    assert_eq!(LOCK.lock(&Seat::new()).up, 100_000 * turns.len() as u64);
}

/// Enters until the thread has become the owner.
fn own(lock: &OwnerLock<Pair>, seat: &Seat) {
    (0..200).for_each(|_| step(lock, seat));
}

// red once: with the owner's seat never marked as left
#[test]
fn an_owner_that_is_no_more_is_in_nobodys_way() {
    let lock = OwnerLock::new(Pair::default());
    for _ in 0..20 {
        thread::scope(|scope| scope.spawn(|| own(&lock, &Seat::new())).join().unwrap());
    }
    let seat = Seat::new();
    assert_eq!(lock.try_lock(&seat).expect("nobody is inside").up, 20 * 200);
}

// red once: with nobody waiting for the owner to leave
#[test]
fn who_only_tries_does_not_wait_for_the_owner() {
    let lock = OwnerLock::new(Pair::default());
    let (inside, is_inside) = mpsc::channel();
    let (go, may_go) = mpsc::channel::<()>();
    thread::scope(|scope| {
        scope.spawn({
            let lock = &lock;
            move || {
                let seat = Seat::new();
                own(lock, &seat);
                let mut pair = lock.lock(&seat);
                inside.send(()).unwrap();
                may_go.recv().unwrap();
                pair.up += 1;
                pair.down = pair.down.wrapping_sub(1);
            }
        });
        is_inside.recv().unwrap();
        let seat = Seat::new();
        assert!(lock.try_lock(&seat).is_none());
        assert!(lock.try_lock(&seat).is_none(), "and it is still known to be inside");
        go.send(()).unwrap();
        assert_eq!(lock.lock(&seat).up, 201);
    });
}

// red once: without the look at the seat, the owner gets the value twice
#[test]
fn nobody_is_inside_twice() {
    let lock = OwnerLock::new(Pair::default());
    let seat = Seat::new();
    own(&lock, &seat);
    let guard = lock.lock(&seat);
    assert!(lock.try_lock(&seat).is_none());
    assert!(catch_unwind(AssertUnwindSafe(|| drop(lock.lock(&seat)))).is_err());
    drop(guard);
    step(&lock, &seat);
}

// red once: with a guard that does nothing when it is dropped
#[test]
fn a_panic_inside_lets_go() {
    let lock = OwnerLock::new(Pair::default());
    let seat = Seat::new();
    for entries in [0, 200] {
        (0..entries).for_each(|_| step(&lock, &seat));
        let panics = catch_unwind(AssertUnwindSafe(|| {
            let _guard = lock.lock(&seat);
            panic!("inside");
        }));
        assert!(panics.is_err());
        thread::scope(|scope| scope.spawn(|| step(&lock, &Seat::new())).join().unwrap());
    }
}
