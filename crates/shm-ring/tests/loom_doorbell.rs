//! The doorbell under the model checker: nobody sleeps through what it waits for. See `loom_ring.rs` for the command.
#![cfg(loom)]

#[path = "common/model.rs"]
mod model;

use loom::thread;
use model::{ends, explore};
use shm_ring::{RecordBuf, ReplyStatus, RingError};

// red once: without the fence in `publish`, the publisher misses the announcement and the model deadlocks
#[test]
fn a_publication_wakes_the_sleeper() {
    explore("publication", 3, || {
        let (mut client, mut server) = ends();
        let waiter = thread::spawn(move || {
            let mut buf = RecordBuf::new();
            for _ in 0..2 {
                server.commands.wait().unwrap();
                assert!(server.commands.next(&mut buf).unwrap().is_some());
            }
            server
        });
        for _ in 0..2 {
            client.commands.push(1, 0, &[]).unwrap();
            client.commands.publish();
        }
        waiter.join().unwrap();
    });
}

// red once: with `release` skipped once the tail is published, an application marked later rings nobody
#[test]
fn an_application_wakes_its_waiter_even_if_the_mark_alone_missed_it() {
    explore("applied", 3, || {
        let (mut client, mut server) = ends();
        let worker = thread::spawn(move || {
            let mut buf = RecordBuf::new();
            server.commands.wait().unwrap();
            assert!(server.commands.next(&mut buf).unwrap().is_some());
            // The ring is found empty, and the room released, before the record is applied.
            assert!(server.commands.next(&mut buf).unwrap().is_none());
            server.commands.mark_applied();
            assert_eq!(server.commands.wait(), Err(RingError::PeerGone));
        });
        let seq = client.commands.push(1, 0, &[]).unwrap();
        client.commands.wait_applied(seq).unwrap();
        drop(client);
        worker.join().unwrap();
    });
}

// red once: without the ring in `Drop for Link`, the waiter sleeps for ever
#[test]
fn a_dropped_end_wakes_the_sleeper() {
    explore("drop", 3, || {
        let (mut client, server) = ends();
        let waiter = thread::spawn(move || {
            assert_eq!(client.wait_reply(1, &mut [0; 4]), Err(RingError::PeerGone));
            client
        });
        drop(server);
        waiter.join().unwrap();
    });
}

// red once: with `stop` ringing the other side's bell, the waiter sleeps for ever
#[test]
fn a_stop_wakes_the_sleeper() {
    explore("stop", 3, || {
        let (client, mut server) = ends();
        let stop = server.liveness.stop_handle();
        let waiter = thread::spawn(move || {
            assert_eq!(server.commands.wait(), Err(RingError::Stopped));
            server
        });
        stop.stop();
        waiter.join().unwrap();
        drop(client);
    });
}

// red once: with one sleeper woken per ring, the other one sleeps on
#[test]
fn two_sleepers_of_one_side_are_both_woken() {
    explore("two sleepers", 2, || {
        let (client, mut server) = ends();
        let shm_ring::ClientEnd { commands, staging, mut replies, mut events, liveness } = client;
        let first = thread::spawn(move || {
            assert_eq!(replies.wait_into(1, &mut []).unwrap().status, ReplyStatus::Ok);
            replies
        });
        let second = thread::spawn(move || {
            assert_eq!(events.wait().unwrap().kind, 3);
            events
        });
        server.events.push(3, 0, &[]).unwrap();
        server.replies.send(1, ReplyStatus::Ok, &[]).unwrap();
        let _parts = (first.join().unwrap(), second.join().unwrap());
        drop((commands, staging, liveness, server));
    });
}

// red once: with the death believed without a last look, the reply is lost
#[test]
fn what_the_peer_said_before_it_went_is_heard() {
    explore("last words", 3, || {
        let (mut client, mut server) = ends();
        let waiter = thread::spawn(move || {
            assert_eq!(client.wait_reply(1, &mut []).unwrap().status, ReplyStatus::Ok);
            client
        });
        server.replies.send(1, ReplyStatus::Ok, &[]).unwrap();
        drop(server);
        waiter.join().unwrap();
    });
}
