//! Reply slots and events under the model checker. See `loom_ring.rs` for the command.
#![cfg(loom)]

#[path = "common/model.rs"]
mod model;

use loom::thread;
use model::{ends, explore};
use shm_ring::ReplyStatus;

// red once: with `reply_tail` stored before the piece is copied, the next piece's write races with the copy
#[test]
fn a_reply_larger_than_all_slots_arrives_whole() {
    explore("pieces", 3, || {
        let (mut client, mut server) = ends();
        // 16 bytes a slot, two slots, three pieces.
        let answer: Vec<u8> = (0..40).collect();
        let expected = answer.clone();
        let writer = thread::spawn(move || {
            server.replies.send(1, ReplyStatus::Ok, &answer).unwrap();
            server
        });
        let mut got = [0; 40];
        let done = client.wait_reply(1, &mut got).unwrap();
        assert_eq!((done.size, &got[..]), (40, &expected[..]));
        writer.join().unwrap();
    });
}

// red once: with `reply_head` stored Relaxed, the reader's header load races with the writer's
#[test]
fn replies_follow_each_other_through_the_slots() {
    explore("replies", 3, || {
        let (mut client, mut server) = ends();
        let writer = thread::spawn(move || {
            for seq in 1..=3 {
                server.replies.send(seq, ReplyStatus::Ok, &[seq as u8; 8]).unwrap();
            }
            server
        });
        for seq in 1..=3 {
            let mut got = [0; 8];
            assert_eq!(client.wait_reply(seq, &mut got).unwrap().size, 8);
            assert_eq!(got, [seq as u8; 8]);
        }
        writer.join().unwrap();
    });
}

// red once: without the ring for EVENTS_FULL, both sides sleep
#[test]
fn a_reply_behind_a_full_event_ring_arrives() {
    explore("events before a reply", 3, || {
        let (mut client, mut server) = ends();
        let worker = thread::spawn(move || {
            // 32 bytes each: the fifth one needs room.
            for kind in 1..=5 {
                server.events.push(kind, 1, &[kind as u8; 16]).unwrap();
            }
            server.replies.send(1, ReplyStatus::Ok, &[]).unwrap();
            server
        });
        client.wait_reply(1, &mut []).unwrap();
        for kind in 1..=5u32 {
            let event = client.events.poll().unwrap().unwrap();
            assert_eq!((event.kind, event.payload), (kind, vec![kind as u8; 16]));
        }
        worker.join().unwrap();
    });
}
