//! The command ring and the staging arena under the model checker:
//! `RUSTFLAGS="--cfg loom" cargo test -p shm-ring --release --test 'loom_*' -- --nocapture`.
#![cfg(loom)]

#[path = "common/model.rs"]
mod model;

use loom::thread;
use model::{ends, explore};
use shm_ring::RecordBuf;

// red once: with `command_head` stored Relaxed, the consumer's copy races with the producer's write
#[test]
fn records_are_whole_and_in_order_across_a_wrap() {
    explore("records across a wrap", 2, || {
        let (mut client, mut server) = ends();
        // 24 bytes each in a ring of 64: the third one needs a pad of 16 and waits for room.
        let writer = thread::spawn(move || {
            for seq in 1..=3u64 {
                client.commands.push(seq as u16, 0, &[seq.to_ne_bytes(), (!seq).to_ne_bytes()].concat()).unwrap();
            }
            client.commands.publish();
            client
        });
        let mut buf = RecordBuf::new();
        let mut seen = 0;
        while seen < 3 {
            server.commands.wait().unwrap();
            while let Some(record) = server.commands.next(&mut buf).unwrap() {
                seen += 1;
                assert_eq!((record.seq, u64::from(record.op)), (seen, seen));
                assert_eq!(record.payload(), [seen.to_ne_bytes(), (!seen).to_ne_bytes()].concat());
                server.commands.mark_applied();
            }
        }
        writer.join().unwrap();
    });
}

// red once: with the tail stored Relaxed, the producer's second lap races with the consumer's copy
#[test]
fn a_full_ring_is_waited_for() {
    explore("full ring", 2, || {
        let (mut client, mut server) = ends();
        let reader = thread::spawn(move || {
            let mut buf = RecordBuf::new();
            for seq in 1..=4u64 {
                server.commands.wait().unwrap();
                let record = server.commands.next(&mut buf).unwrap().unwrap();
                assert_eq!(record.payload(), [seq as u8; 24]);
            }
            server
        });
        for seq in 1..=4u8 {
            client.commands.push(1, 0, &[seq; 24]).unwrap();
        }
        client.commands.publish();
        reader.join().unwrap();
    });
}

// red once: with `applied` stored Relaxed, the next grant's write races with the server's read
#[test]
fn staged_bytes_are_not_granted_again_before_their_record_is_applied() {
    explore("staging", 2, || {
        let (mut client, mut server) = ends();
        let reader = thread::spawn(move || {
            let mut buf = RecordBuf::new();
            let mut bytes = [0; 16];
            for seq in 1..=5u64 {
                server.commands.wait().unwrap();
                let record = server.commands.next(&mut buf).unwrap().unwrap();
                let offset = u64::from_ne_bytes(record.payload().try_into().unwrap());
                server.staging.copy_out(offset, &mut bytes).unwrap();
                assert_eq!(bytes, [seq as u8; 16]);
                server.commands.mark_applied();
            }
            server
        });
        for seq in 1..=5u8 {
            let grant = client.alloc(16, 8).unwrap();
            grant.bytes.fill(seq);
            let offset = grant.offset;
            let committed = client.commands.push(1, 0, &offset.to_ne_bytes()).unwrap();
            client.staging.fence(committed);
        }
        client.commands.publish();
        reader.join().unwrap();
    });
}
