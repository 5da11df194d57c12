//! Two honest ends in two threads: what goes in comes out, in order, through rings that wrap many times.
#![cfg(not(loom))]

mod common;

use common::{SMALL, pattern};
use shm_ring::{RecordBuf, ReplyStatus, RingError, SegmentError, Segments, Settings, Sizes, record_header};
use std::{thread, time::Duration};

fn ends(sizes: &Sizes, settings: &Settings) -> (shm_ring::ClientEnd, shm_ring::ServerEnd) {
    let segments = Segments::create(sizes).unwrap();
    (segments.client_end(settings).unwrap(), segments.server_end(settings).unwrap())
}

/// Waiting by sleeping alone and waiting by spinning are different paths.
fn both_ways(body: impl Fn(&Settings)) {
    for spin in [0, 10] {
        body(&Settings { spin: Duration::from_micros(spin), ..Settings::default() });
    }
}

// red once: with the pad's size left out of the consumer's position, the second lap never begins
#[test]
fn records_of_all_sizes_arrive_in_order_through_many_laps() {
    both_ways(|settings| {
        let (mut client, server) = ends(&SMALL, settings);
        let count = 20_000u64;
        let size_of = |seq: u64| (seq * 7919 % 256) as usize * 8;
        let reader = thread::spawn(move || {
            let mut server = server; // The whole end: a panic here hangs up.
            let mut buf = RecordBuf::new();
            let mut seen = 0;
            while seen < count {
                server.commands.wait().unwrap();
                while let Some(record) = server.commands.next(&mut buf).unwrap() {
                    seen += 1;
                    assert_eq!(
                        (record.seq, record.op, record.flags),
                        (seen, (seen % 90 + 1) as u16, (seen % 5) as u16)
                    );
                    assert_eq!(record.payload(), pattern(seen, size_of(seen)), "record {seen}");
                    server.commands.mark_applied();
                }
            }
            server.counters()
        });
        for seq in 1..=count {
            let op = (seq % 90 + 1) as u16;
            assert_eq!(client.commands.push(op, (seq % 5) as u16, &pattern(seq, size_of(seq))).unwrap(), seq);
        }
        client.commands.wait_applied(count).unwrap();
        let (sent, got) = (client.counters(), reader.join().unwrap());
        assert_eq!(sent.records, count);
        assert_eq!((sent.records, sent.record_bytes, sent.pads), (got.records, got.record_bytes, got.pads));
        assert!(sent.pads > 100, "the ring wrapped on record boundaries alone: {sent:?}");
    });
}

// red once: with `max_record` at the whole ring, records above half of it are accepted
#[test]
fn a_record_of_half_the_ring_fits_and_a_larger_one_is_refused() {
    let (mut client, mut server) = ends(&SMALL, &Settings::default());
    let max = client.commands.max_record();
    assert_eq!(max, 2048);
    for size in [0, 4, 7, 12, max + 8, usize::MAX - 7] {
        let refused = client.commands.reserve(size).map(|bytes| bytes.len());
        assert_eq!(refused, Err(RingError::RecordSize { size: size as u64, max: 2048 }));
    }
    let mut buf = RecordBuf::new();
    // An odd offset first, so that the large ones have to wrap.
    client.commands.push(1, 0, &[1; 8]).unwrap();
    for seq in 2..10 {
        client.commands.push(2, 0, &pattern(seq, max - 8)).unwrap();
        client.commands.publish();
        while let Some(record) = server.commands.next(&mut buf).unwrap() {
            assert!(record.seq == 1 || record.payload() == pattern(record.seq, max - 8));
        }
        assert_eq!(server.commands.last_seq(), seq);
    }
}

// red once: with `publish` left out of `reserve`'s slow path, none of the later records shows
#[test]
fn records_stay_unseen_until_published_and_are_published_by_themselves_in_bulk() {
    let settings = Settings { publish_bytes: 512, ..Settings::default() };
    let (mut client, mut server) = ends(&SMALL, &settings);
    let mut buf = RecordBuf::new();
    client.commands.push(1, 0, &[0; 56]).unwrap();
    assert!(server.commands.next(&mut buf).unwrap().is_none());
    client.commands.publish();
    assert_eq!(server.commands.next(&mut buf).unwrap().map(|r| r.seq), Some(1));
    for _ in 0..16 {
        client.commands.push(1, 0, &[0; 56]).unwrap();
    }
    let mut seen = 0;
    while server.commands.next(&mut buf).unwrap().is_some() {
        seen += 1;
    }
    assert_eq!(seen, 8, "512 bytes are eight records of 64");
}

// red once: with `commit` counting without a reservation, the second commit is a record
#[test]
fn a_reservation_that_is_not_committed_leaves_nothing_behind() {
    let (mut client, mut server) = ends(&SMALL, &Settings::default());
    client.commands.reserve(1024).unwrap().fill(0xff);
    assert_eq!(client.commands.push(3, 0, b"eight by").unwrap(), 1);
    assert_eq!(client.commands.commit(), 1, "a commit without a reservation is none");
    client.commands.publish();
    let mut buf = RecordBuf::new();
    let record = server.commands.next(&mut buf).unwrap().unwrap();
    assert_eq!((record.op, record.bytes.len(), record.payload()), (3, 16, &b"eight by"[..]));
    assert!(server.commands.next(&mut buf).unwrap().is_none());
}

// red once: with the size unchecked against the batch, the truncated batch panics
#[test]
fn a_batch_is_appended_record_by_record_and_a_broken_one_is_refused() {
    let (mut client, mut server) = ends(&SMALL, &Settings::default());
    let mut batch = Vec::new();
    for seq in 1..=3u16 {
        batch.extend(record_header(seq, 0, 24));
        batch.extend([seq as u8; 16]);
    }
    assert_eq!(client.commands.append(&batch).unwrap(), 3);
    let broken = client.commands.append(&batch[..40]);
    assert_eq!(broken, Err(RingError::RecordSize { size: 24, max: 16 }));
    assert_eq!(client.commands.append(&batch[..4]), Err(RingError::RecordSize { size: 0, max: 4 }));
    client.commands.publish();
    let mut buf = RecordBuf::new();
    let mut ops = Vec::new();
    while let Some(record) = server.commands.next(&mut buf).unwrap() {
        assert_eq!(record.payload(), [record.op as u8; 16]);
        ops.push(record.op);
    }
    assert_eq!(ops, [1, 2, 3, 1], "the sound record before the broken one is there");
}

// red once: with grants freed when their record is taken rather than applied, the pattern is overwritten
#[test]
fn staged_bytes_are_whole_until_their_record_is_applied() {
    both_ways(|settings| {
        let (mut client, server) = ends(&SMALL, settings);
        let count = 5_000u64;
        let reader = thread::spawn(move || {
            let mut server = server; // The whole end: a panic here hangs up.
            let mut buf = RecordBuf::new();
            let mut bytes = Vec::new();
            while server.commands.last_seq() < count {
                server.commands.wait().unwrap();
                while let Some(record) = server.commands.next(&mut buf).unwrap() {
                    let word = |i: usize| u64::from_ne_bytes(record.payload()[i * 8..][..8].try_into().unwrap());
                    bytes.clear();
                    server.staging.append_to(word(0), word(1), &mut bytes).unwrap();
                    assert_eq!(bytes, pattern(record.seq, word(1) as usize), "record {}", record.seq);
                    server.commands.mark_applied();
                }
            }
        });
        for seq in 1..=count {
            let size = (seq * 131 % 2049) as usize;
            let align = 1 << (seq % 9);
            let grant = client.alloc(size, align).unwrap();
            assert_eq!(grant.offset % align as u64, 0);
            grant.bytes.copy_from_slice(&pattern(seq, size));
            let blob = [grant.offset.to_ne_bytes(), (size as u64).to_ne_bytes()].concat();
            let committed = client.commands.push(9, 0, &blob).unwrap();
            client.staging.fence(committed);
        }
        client.commands.publish();
        reader.join().unwrap();
    });
}

// red once: with the fence search left out, the last allocation waits for ever
#[test]
fn staging_refuses_what_could_never_be_granted() {
    let (mut client, _server) = ends(&SMALL, &Settings::default());
    assert_eq!(client.staging.max_chunk(), 2048);
    assert_eq!(client.alloc(2049, 1).map(|g| g.offset), Err(RingError::StagingSize { size: 2049, max: 2048 }));
    assert_eq!(client.alloc(8, 3).map(|g| g.offset), Err(RingError::StagingAlign { align: 3 }));
    assert_eq!(client.alloc(8, 8192).map(|g| g.offset), Err(RingError::StagingAlign { align: 8192 }));
    for _ in 0..4 {
        client.alloc(2048, 1).unwrap();
    }
    assert_eq!(client.alloc(1, 1).map(|g| g.offset), Err(RingError::StagingUnfenced { held: 8192 }));
}

// red once: with one slot more than there are taken for free, the third piece overwrites the first one
#[test]
fn replies_of_any_size_arrive_whole() {
    both_ways(|settings| {
        let (mut client, server) = ends(&SMALL, settings);
        let piece = server.replies.piece_capacity();
        let sizes = [0, 1, 15, piece - 1, piece, piece + 1, 2 * piece, 9 * piece + 77];
        let writer = thread::spawn(move || {
            let mut server = server; // The whole end: a panic here hangs up.
            let mut buf = RecordBuf::new();
            for size in sizes {
                server.commands.wait().unwrap();
                let seq = server.commands.next(&mut buf).unwrap().unwrap().seq;
                server.replies.send(seq, ReplyStatus::Ok, &pattern(seq, size)).unwrap();
            }
        });
        for size in sizes {
            let seq = client.commands.push(57, 0, &[]).unwrap();
            let mut answer = vec![0xee; size];
            let done = client.wait_reply(seq, &mut answer).unwrap();
            assert_eq!((done.status, done.size), (ReplyStatus::Ok, size as u64));
            assert_eq!(answer, pattern(seq, size));
        }
        assert_eq!(client.counters().replies, sizes.len() as u64);
        writer.join().unwrap();
    });
}

// red once: with every header in the first slot, the second piece has none
#[test]
fn a_reply_written_in_place_in_pieces_of_the_servers_choice_keeps_their_order() {
    let (mut client, server) = ends(&SMALL, &Settings::default());
    let writer = thread::spawn(move || {
        let mut server = server; // The whole end: a panic here hangs up.
        for seq in 1..=50u64 {
            let mut reply = server.replies.begin(seq);
            for part in 0..5u8 {
                let slot = reply.slot().unwrap();
                let len = 1000 + part as usize;
                assert!(slot.capacity >= len && slot.pointer.align_offset(16) == 0);
                // SAFETY: the slot is free and holds `len` bytes.
                unsafe { slot.pointer.write_bytes(part + 1, len) };
                reply.submit(ReplyStatus::Ok, len, part == 4).unwrap();
            }
        }
        server
    });
    for seq in 1..=50 {
        let mut pieces = Vec::new();
        let done = client.replies.wait_pieces(seq, 6000, &mut |piece| {
            let mut bytes = vec![0; piece.len()];
            piece.copy_to(0, &mut bytes);
            assert_eq!(piece.status(), ReplyStatus::Ok);
            pieces.push((piece.offset(), bytes));
        });
        assert_eq!(done.unwrap().size, 5010);
        assert_eq!(pieces.len(), 5);
        for (part, (offset, bytes)) in pieces.iter().enumerate() {
            assert_eq!(*offset, (0..part).map(|p| 1000 + p as u64).sum::<u64>());
            assert_eq!(*bytes, vec![part as u8 + 1; 1000 + part]);
        }
    }
    writer.join().unwrap();
}

// red once: without `Drop for Reply`, the next reply arrives in the place of this one's end
#[test]
fn a_reply_that_is_abandoned_ends_as_an_error() {
    let (mut client, mut server) = ends(&Sizes { reply_slots: 3, ..SMALL }, &Settings::default());
    let mut reply = server.replies.begin(1);
    reply.write_piece(ReplyStatus::Ok, b"half of it", false).unwrap();
    assert_eq!(reply.submit(ReplyStatus::Ok, 0, false), Err(RingError::ReplyPiece { size: 0, max: 4080 }));
    assert_eq!(reply.submit(ReplyStatus::Ok, 4081, true), Err(RingError::ReplyPiece { size: 4081, max: 4080 }));
    drop(reply);
    server.replies.send(2, ReplyStatus::Declined, &[]).unwrap();
    let mut answer = [0; 20];
    let done = client.wait_reply(1, &mut answer).unwrap();
    assert_eq!((done.status, done.size, &answer[..10]), (ReplyStatus::Error, 10, &b"half of it"[..]));
    assert_eq!(client.wait_reply(2, &mut answer).unwrap().status, ReplyStatus::Declined);
}

// red once: with the pad's header left out, an old event is read again
#[test]
fn events_arrive_in_order_through_many_laps() {
    both_ways(|settings| {
        let (mut client, server) = ends(&SMALL, settings);
        let count = 10_000u64;
        let writer = thread::spawn(move || {
            let mut server = server; // The whole end: a panic here hangs up.
            for seq in 1..=count {
                server.events.push(seq as u32, seq, &pattern(seq, (seq * 37 % 1009) as usize)).unwrap();
            }
        });
        for seq in 1..=count {
            let event = client.events.wait().unwrap();
            assert_eq!((event.kind, event.seq), (seq as u32, seq));
            assert_eq!(event.payload, pattern(seq, (seq * 37 % 1009) as usize));
        }
        assert!(!client.events.has_events());
        assert_eq!(client.events.poll(), Ok(None));
        writer.join().unwrap();
    });
}

// red once: with `try_push` writing regardless of room, the head passes the tail by more than the ring
#[test]
fn a_lossy_event_is_dropped_and_counted_when_the_ring_is_full() {
    let (mut client, mut server) = ends(&SMALL, &Settings::default());
    assert_eq!(server.events.max_payload(), 1008);
    assert_eq!(server.events.try_push(0, 1, &[]), Err(RingError::Event { kind: 0, size: 0, max: 1008 }));
    assert_eq!(server.events.try_push(1, 1, &[0; 1009]), Err(RingError::Event { kind: 1, size: 1009, max: 1008 }));
    let sent = (1..=10).filter(|kind| server.events.try_push(*kind, 0, &[*kind as u8; 1000]).unwrap()).count();
    assert_eq!((sent, server.counters().events_dropped), (4, 6));
    for kind in 1..=4 {
        assert_eq!(client.events.poll().unwrap().unwrap().payload, [kind as u8; 1000]);
    }
    assert!(server.events.try_push(11, 0, &[]).unwrap());
    assert_eq!(client.events.poll().unwrap().unwrap().kind, 11);
}

// red once: without `drain_if_any` in the wait, both sides sleep for ever
#[test]
fn a_client_in_any_wait_lets_a_server_with_a_full_event_ring_go_on() {
    both_ways(|settings| {
        let (mut client, server) = ends(&SMALL, settings);
        let flood = 200u32;
        let worker = thread::spawn(move || {
            let mut server = server; // The whole end: a panic here hangs up.
            let mut buf = RecordBuf::new();
            let mut kind = 0;
            while let Ok(()) = server.commands.wait() {
                while let Some(record) = server.commands.next(&mut buf).unwrap() {
                    for _ in 0..flood {
                        kind += 1;
                        server.events.push(kind, record.seq, &[7; 200]).unwrap();
                    }
                    if record.op == 2 {
                        server.replies.send(record.seq, ReplyStatus::Ok, b"here").unwrap();
                    }
                    server.commands.mark_applied();
                }
            }
        });
        // The reply wait.
        let seq = client.commands.push(2, 0, &[]).unwrap();
        assert_eq!(client.wait_reply(seq, &mut [0; 4]).unwrap().size, 4);
        // The applied wait.
        let seq = client.commands.push(1, 0, &[]).unwrap();
        client.commands.wait_applied(seq).unwrap();
        // The wait for ring room: each record is a third of the ring.
        for _ in 0..6 {
            client.commands.push(1, 0, &[0; 1360]).unwrap();
        }
        // The wait for staging room.
        for _ in 0..6 {
            client.alloc(2048, 8).unwrap();
            let seq = client.commands.push(1, 0, &[]).unwrap();
            client.staging.fence(seq);
        }
        client.commands.wait_applied(client.commands.last_seq()).unwrap();
        for kind in 1..=14 * flood {
            let event = client.events.poll().unwrap().expect("all events were pushed before the last record's end");
            assert_eq!((event.kind, event.seq), (kind, u64::from((kind - 1) / flood) + 1));
        }
        assert!(!client.events.has_events());
        drop(client);
        worker.join().unwrap();
    });
}

// red once: with the flag left out of `Drop for Link`, the waits don't end
#[test]
fn dropping_an_end_ends_every_wait_of_the_other() {
    both_ways(|settings| {
        let server_waits: [fn(&mut shm_ring::ServerEnd) -> RingError; 3] = [
            |server| server.commands.wait().unwrap_err(),
            |server| (0..).find_map(|seq| server.replies.send(seq, ReplyStatus::Ok, &[1]).err()).unwrap(),
            |server| (1..).find_map(|kind| server.events.push(kind, 0, &[1; 500]).err()).unwrap(),
        ];
        for wait in server_waits {
            let (client, mut server) = ends(&SMALL, settings);
            let waiter = thread::spawn(move || wait(&mut server));
            drop(client);
            assert_eq!(waiter.join().unwrap(), RingError::PeerGone);
        }
        let client_waits: [fn(&mut shm_ring::ClientEnd) -> RingError; 5] = [
            |client| (0..).find_map(|_| client.commands.push(1, 0, &[0; 80]).err()).unwrap(),
            |client| {
                let seq = client.commands.push(1, 0, &[]).unwrap();
                client.commands.wait_applied(seq).unwrap_err()
            },
            |client| client.wait_reply(1, &mut [0; 4]).unwrap_err(),
            |client| client.events.wait().unwrap_err(),
            |client| loop {
                if let Err(error) = client.alloc(2048, 8) {
                    return error;
                }
                let seq = client.commands.push(1, 0, &[]).unwrap();
                client.staging.fence(seq);
            },
        ];
        for wait in client_waits {
            let (mut client, server) = ends(&SMALL, settings);
            let waiter = thread::spawn(move || wait(&mut client));
            drop(server);
            assert_eq!(waiter.join().unwrap(), RingError::PeerGone);
        }
    });
}

// red once: with the peer asked after before the slots are looked at, the reply is lost
#[test]
fn what_was_published_before_the_peer_went_can_still_be_read() {
    let (mut client, mut server) = ends(&SMALL, &Settings::default());
    server.replies.send(1, ReplyStatus::Ok, b"last words").unwrap();
    server.events.push(5, 1, b"bye").unwrap();
    drop(server);
    assert!(client.liveness.peer_gone());
    let mut answer = [0; 10];
    assert_eq!(client.wait_reply(1, &mut answer).unwrap().size, 10);
    assert_eq!(&answer, b"last words");
    assert_eq!(client.events.wait().unwrap().kind, 5);
    assert_eq!(client.events.wait(), Err(RingError::PeerGone));

    let (mut client, mut server) = ends(&SMALL, &Settings::default());
    client.commands.push(1, 0, &[]).unwrap();
    client.commands.publish();
    drop(client);
    server.commands.wait().unwrap();
    assert!(server.commands.next(&mut RecordBuf::new()).unwrap().is_some());
    assert_eq!(server.commands.wait(), Err(RingError::PeerGone));
}

// red once: with the stop flag not looked at, the wait sleeps on
#[test]
fn a_stop_ends_the_wait_of_this_end_and_the_handle_does_not_keep_it_alive() {
    both_ways(|settings| {
        let (mut client, server) = ends(&SMALL, settings);
        let stop = server.liveness.stop_handle();
        let waiter = thread::spawn(move || {
            // The whole end, so that it is dropped here.
            let mut server = server;
            (server.commands.wait(), server.commands.wait())
        });
        stop.stop();
        assert_eq!(waiter.join().unwrap(), (Err(RingError::Stopped), Err(RingError::Stopped)));
        assert_eq!(client.wait_reply(1, &mut []), Err(RingError::PeerGone), "the handle is still here: {stop:?}");
    });
}

// red once: with the `seq > self.seq` check left out, the wait never ends
#[test]
fn waiting_for_a_record_that_was_never_committed_is_refused() {
    let (mut client, _server) = ends(&SMALL, &Settings::default());
    client.commands.push(1, 0, &[]).unwrap();
    assert_eq!(client.commands.wait_applied(2), Err(RingError::NotCommitted { seq: 2, last: 1 }));
    client.commands.wait_applied(0).unwrap();
}

// red once: with `taken` not set, the second end is handed out
#[test]
fn each_end_exists_once() {
    let segments = Segments::create(&SMALL).unwrap();
    let _ends =
        (segments.client_end(&Settings::default()).unwrap(), segments.server_end(&Settings::default()).unwrap());
    let again = segments.client_end(&Settings::default()).unwrap_err();
    assert!(matches!(again, SegmentError::EndTaken { end: "client" }), "{again}");
    let again = segments.server_end(&Settings::default()).unwrap_err();
    assert!(matches!(again, SegmentError::EndTaken { end: "server" }), "{again}");
}

// red once: with no look at the arena's beginning, all 64 KiB were touched
#[test]
fn staging_room_that_is_free_again_is_used_before_room_that_never_was() {
    let sizes = Sizes { staging: 64 << 10, ..SMALL };
    let (mut client, mut server) = ends(&sizes, &Settings::default());
    let mut buf = RecordBuf::new();
    let mut furthest = 0;
    for _ in 0..200 {
        let offset = client.alloc(1024, 64).unwrap().offset;
        furthest = furthest.max(offset + 1024);
        let seq = client.commands.push(1, 0, &[]).unwrap();
        client.staging.fence(seq);
        client.commands.publish();
        server.commands.next(&mut buf).unwrap().unwrap();
        server.commands.mark_applied();
    }
    assert!(furthest <= 10 << 10, "{furthest} bytes of the arena were touched for one KiB at a time");
}

// red once: with the rest of the lap left to no fence, the second grant was refused as unfenced
#[test]
fn a_lap_that_ends_early_leaves_room_for_bytes_that_have_no_record_yet() {
    for applied_first in [true, false] {
        let sizes = Sizes { staging: 64 << 10, ..SMALL };
        let (mut client, mut server) = ends(&sizes, &Settings::default());
        let mut buf = RecordBuf::new();
        let mut apply = |count: u64| {
            for _ in 0..count {
                server.commands.next(&mut buf).unwrap().unwrap();
                server.commands.mark_applied();
            }
        };
        // One grant in front of the window's end that is free again, and one behind it that may not be.
        for size in [16 << 10, 1 << 10] {
            client.alloc(size, 64).unwrap();
            let seq = client.commands.push(1, 0, &[]).unwrap();
            client.staging.fence(seq);
        }
        client.commands.publish();
        apply(if applied_first { 2 } else { 1 });
        // As much as a client may stage before it writes the record, and one grant more.
        assert_eq!(client.alloc(16 << 10, 64).map(|grant| grant.offset), Ok(0), "applied first: {applied_first}");
        apply(u64::from(!applied_first));
        for turn in 1..3 {
            let offset = client.alloc(16 << 10, 64).map(|grant| grant.offset);
            assert_eq!(offset, Ok(turn * (16 << 10)), "applied first: {applied_first}");
        }
    }
}
