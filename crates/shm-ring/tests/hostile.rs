//! A peer that breaks the contract gets a typed error with the numbers, every time: no panic, no hang, no wild access.
#![cfg(not(loom))]

mod common;

use common::*;
use rustix::fs::SealFlags;
use shm_ring::{RecordBuf, ReplyStatus, RingError, SegmentError, Segments, Settings, Sizes, layout, record_header};

fn corrupt(error: RingError) -> (&'static str, u64, u64, u64) {
    match error {
        RingError::PeerCorrupt { what, value, low, high, .. } => (what, value, low, high),
        other => panic!("{other}"),
    }
}

fn header(op: u16, flags: u16, size: u32) -> u64 {
    u64::from_ne_bytes(record_header(op, flags, size))
}

// red once: with the upper bound left out of `Link::cursor`, the consumer runs through unpublished memory
#[test]
fn wild_command_heads_are_refused() {
    for (head, what, value) in [
        (4104, "command head", 4104),
        (u64::MAX, "command head", u64::MAX),
        (1 << 63, "command head", 1 << 63),
        (12, "command head modulo 8", 4),
    ] {
        let (mut server, raw) = forged_client(&SMALL);
        raw[CONTROL].set64(layout::COMMAND_HEAD, head);
        let error = server.commands.next(&mut RecordBuf::new()).unwrap_err();
        assert_eq!((corrupt(error).0, corrupt(error).1), (what, value));
        assert_eq!(server.commands.wait().unwrap_err(), error, "the wait says the same");
    }
}

// red once: with the lower bound left out, a head that goes back is taken for a lap ahead
#[test]
fn a_command_head_that_goes_back_is_refused() {
    let (mut server, raw) = forged_client(&SMALL);
    raw[COMMANDS].set64(0, header(1, 0, 16));
    raw[CONTROL].set64(layout::COMMAND_HEAD, 16);
    let mut buf = RecordBuf::new();
    assert!(server.commands.next(&mut buf).unwrap().is_some());
    raw[CONTROL].set64(layout::COMMAND_HEAD, 8);
    let error = server.commands.next(&mut buf).unwrap_err();
    assert_eq!(corrupt(error), ("command head", 8, 16, 4096));
    // A later correction doesn't heal the link: waits go on saying what happened.
    raw[CONTROL].set64(layout::COMMAND_HEAD, 16);
    assert_eq!(server.replies.send(1, ReplyStatus::Ok, &[0; 20000]), Err(error));
    assert_eq!(server.commands.wait(), Err(error));
}

// red once: with `size % 8` unchecked the buffer's words and the copy disagree; with size 0 unchecked the loop never ends
#[test]
fn wild_record_sizes_are_refused() {
    for (size, what, value) in [
        (0, "record size", 0),
        (4, "record size modulo 8", 4),
        (17, "record size modulo 8", 1),
        (40, "record size", 40),
        (2056, "record size", 2056),
        (4096, "record size", 4096),
        (u32::MAX - 7, "record size", u64::from(u32::MAX - 7)),
    ] {
        let (mut server, raw) = forged_client(&SMALL);
        raw[COMMANDS].set64(0, header(1, 0, size));
        // 32 bytes for the small ones, the whole ring for those that must fail by their size alone.
        raw[CONTROL].set64(layout::COMMAND_HEAD, if size > 2048 { 4096 } else { 32 });
        let error = server.commands.next(&mut RecordBuf::new()).unwrap_err();
        assert_eq!((corrupt(error).0, corrupt(error).1), (what, value), "size {size}");
        assert!(error.to_string().contains(&value.to_string()), "{error}");
    }
}

// red once: with `available` not cut at the ring's end, the copy leaves the mapping
#[test]
fn a_record_across_the_end_of_the_ring_is_refused() {
    let (mut server, raw) = forged_client(&SMALL);
    let mut buf = RecordBuf::new();
    raw[COMMANDS].set64(0, header(1, 0, 2048));
    raw[COMMANDS].set64(2048, header(1, 0, 2032));
    raw[COMMANDS].set64(4080, header(1, 0, 32));
    raw[CONTROL].set64(layout::COMMAND_HEAD, 4080);
    assert!(server.commands.next(&mut buf).unwrap().is_some());
    assert!(server.commands.next(&mut buf).unwrap().is_some());
    raw[CONTROL].set64(layout::COMMAND_HEAD, 4112);
    assert_eq!(corrupt(server.commands.next(&mut buf).unwrap_err()), ("record size", 32, 8, 16));
}

// red once: with pads of any size accepted, a pad of size 0 loops for ever
#[test]
fn wild_pads_are_refused() {
    for (flags, size, published) in [(0, 0, 64), (0, 8, 64), (1, 4096, 4096), (0, 4096, 64), (0, 4096 + 8, 4096)] {
        let (mut server, raw) = forged_client(&SMALL);
        raw[COMMANDS].set64(0, header(layout::PAD_OP, flags, size));
        raw[CONTROL].set64(layout::COMMAND_HEAD, published);
        let error = server.commands.next(&mut RecordBuf::new()).unwrap_err();
        assert_eq!(
            (corrupt(error).0, corrupt(error).1),
            ("pad record size", size.into()),
            "{flags} {size} {published}"
        );
    }
}

// red once: with `offset + size` added before the comparison, the sum wraps and the range passes
#[test]
fn wild_staging_ranges_are_refused() {
    let (mut server, _raw) = forged_client(&SMALL);
    for (offset, size) in [(8192, 1), (8193, 0), (0, 8193), (u64::MAX, 2), (8000, u64::MAX - 7000), (8191, 2)] {
        let expected = RingError::StagingRange { offset, size, capacity: 8192 };
        assert_eq!(server.staging.check(offset, size), Err(expected));
        assert_eq!(server.staging.pointer(offset, size), Err(expected));
        assert_eq!(server.staging.append_to(offset, size, &mut Vec::new()), Err(expected));
    }
    assert_eq!(server.staging.copy_out(8190, &mut [0; 3]).unwrap_err().to_string(), {
        "staging range 8190+3 leaves the segment of 8192 bytes"
    });
    server.staging.copy_out(8192, &mut []).unwrap();
    server.staging.copy_out(0, &mut [0; 8192]).unwrap();
}

// red once: with the tail's bounds left out, the server overwrites replies that were not read
#[test]
fn wild_client_tails_are_refused() {
    for tail in [3, u64::MAX, 1 << 40] {
        let (mut server, raw) = forged_client(&SMALL);
        raw[CONTROL].set64(layout::REPLY_TAIL, tail);
        server.replies.send(1, ReplyStatus::Ok, &[]).unwrap();
        server.replies.send(2, ReplyStatus::Ok, &[]).unwrap();
        let error = server.replies.send(3, ReplyStatus::Ok, &[]).unwrap_err();
        assert_eq!(corrupt(error), ("reply tail", tail, 0, 2));

        let (mut server, raw) = forged_client(&SMALL);
        raw[CONTROL].set64(layout::EVENT_TAIL, tail << 12);
        let error = (1..10).find_map(|kind| server.events.push(kind, 0, &[0; 1000]).err()).unwrap();
        assert_eq!(corrupt(error), ("event tail", tail << 12, 0, 4 * 1024));
    }
}

// red once: with the tail taken as it is, the room that it makes overflows
#[test]
fn wild_command_tails_are_refused() {
    for tail in [4104, u64::MAX, 1 << 63] {
        let (mut client, control, ..) = forged_server(&SMALL);
        control.set64(layout::COMMAND_TAIL, tail);
        let error = (0..100).find_map(|_| client.commands.push(1, 0, &[0; 56]).err()).unwrap();
        let (what, value, low, high) = corrupt(error);
        assert_eq!((what, value, low), ("command tail", tail, 0));
        assert_eq!(high, 4096);
        // The ring is still full, and saying so again takes no wait.
        assert_eq!(client.commands.push(1, 0, &[0; 2000]), Err(error));
    }
}

// red once: with the number taken as it is, one that goes back is waited for
#[test]
fn wild_applied_numbers_are_refused() {
    let (mut client, control, ..) = forged_server(&SMALL);
    for _ in 0..3 {
        client.commands.push(1, 0, &[]).unwrap();
    }
    control.set64(layout::APPLIED, 2);
    client.commands.wait_applied(2).unwrap();
    control.set64(layout::APPLIED, 1);
    assert_eq!(corrupt(client.commands.wait_applied(3).unwrap_err()), ("applied sequence", 1, 2, 3));

    let (mut client, control, ..) = forged_server(&SMALL);
    client.commands.push(1, 0, &[]).unwrap();
    control.set64(layout::APPLIED, 7);
    assert_eq!(corrupt(client.commands.wait_applied(1).unwrap_err()), ("applied sequence", 7, 0, 1));
}

fn reply_word(status: i32, size: u32) -> u64 {
    u64::from(status as u32) | u64::from(size) << 32
}

// red once: with sizes bounded by the caller alone, a piece leaves its slot; with empty pieces allowed, it waits for ever
#[test]
fn wild_reply_headers_are_refused() {
    let more = layout::REPLY_MORE;
    for (seq, status, size, expected) in [
        (2, 0, 4, ("reply sequence", 2, 1, 1)),
        (0, 0, 4, ("reply sequence", 0, 1, 1)),
        (1, 3, 4, ("reply status", 3, 0, 2)),
        (1, -1, 4, ("reply status", u64::from(u32::MAX), 0, 2)),
        (1, 0, 101, ("reply size", 101, 0, 100)),
        (1, 0, u32::MAX, ("reply size", u64::from(u32::MAX), 0, 100)),
        (1, more, 0, ("reply size", 0, 1, 100)),
        (1, 1 | more << 1, 4, ("reply status", u64::from(1 | (more as u32) << 1), 0, 2)),
    ] {
        let (mut client, control, replies, _) = forged_server(&SMALL);
        replies.set64(0, seq);
        replies.set64(8, reply_word(status, size));
        control.set64(layout::REPLY_HEAD, 1);
        let error = client.wait_reply(1, &mut [0; 100]).unwrap_err();
        assert_eq!(corrupt(error), expected, "{seq} {status} {size}");
    }
    // Larger than a slot, though the caller would take it.
    let (mut client, control, replies, _) = forged_server(&SMALL);
    replies.set64(0, 1);
    replies.set64(8, reply_word(0, 4081));
    control.set64(layout::REPLY_HEAD, 1);
    assert_eq!(corrupt(client.wait_reply(1, &mut [0; 9000]).unwrap_err()), ("reply size", 4081, 0, 4080));
}

// red once: with `max` not shrinking by what came, the second piece overruns the caller's buffer
#[test]
fn pieces_that_add_up_to_too_much_are_refused() {
    let (mut client, control, replies, _) = forged_server(&SMALL);
    for slot in [0, 4096] {
        replies.set64(slot, 1);
        replies.set64(slot + 8, reply_word(layout::REPLY_MORE, 60));
    }
    control.set64(layout::REPLY_HEAD, 2);
    assert_eq!(corrupt(client.wait_reply(1, &mut [0; 100]).unwrap_err()), ("reply size", 60, 1, 40));
}

// red once: with the head taken as it is, slots that nobody wrote are read
#[test]
fn wild_reply_heads_are_refused() {
    for head in [3, u64::MAX, 1 << 63] {
        let (mut client, control, ..) = forged_server(&SMALL);
        control.set64(layout::REPLY_HEAD, head);
        assert_eq!(corrupt(client.wait_reply(1, &mut [0; 4]).unwrap_err()), ("reply head", head, 0, 2));
    }
}

// red once: with `size` unchecked against what is published, a pad that ends elsewhere passes
#[test]
fn wild_events_are_refused() {
    let word = |kind: u32, size: u32| u64::from(kind) | u64::from(size) << 32;
    for (head, first, expected) in [
        (4112, word(1, 0), ("event head", 4112, 0, 4096)),
        (u64::MAX, word(1, 0), ("event head", u64::MAX, 0, 4096)),
        (24, word(1, 0), ("event head modulo 16", 8, 0, 0)),
        (32, word(1, 17), ("event size", 17, 0, 16)),
        (4096, word(1, 1009), ("event size", 1009, 0, 1008)),
        (4096, word(1, u32::MAX), ("event size", u64::from(u32::MAX), 0, 1008)),
        (32, word(0, 16), ("pad event size", 16, 4080, 16)),
        (4096, word(0, 0), ("pad event size", 0, 4080, 4080)),
    ] {
        let (mut client, control, _, events) = forged_server(&SMALL);
        events.set64(0, first);
        control.set64(layout::EVENT_HEAD, head);
        assert!(client.events.has_events());
        let error = client.events.poll().unwrap_err();
        assert_eq!(corrupt(error), expected);
        // Every wait of the client looks at the events, and this one finds nothing else.
        assert_eq!(client.wait_reply(1, &mut [0; 4]), Err(error));
    }
}

// red once: with three times the bound, three times the memory is taken
#[test]
fn a_server_can_not_fill_the_clients_memory_with_events() {
    let sizes = Sizes { events: 16 << 20, ..SMALL };
    let segments = Segments::create(&sizes).unwrap();
    let mut client = segments.client_end(&Settings::default()).unwrap();
    let mut server = segments.server_end(&Settings::default()).unwrap();
    let flood = std::thread::spawn(move || (1..).find_map(|kind| server.events.push(kind, 0, &[0; 1 << 20]).err()));
    let (what, value, _, high) = corrupt(client.wait_reply(1, &mut [0; 4]).unwrap_err());
    assert_eq!((what, high), ("event backlog", 64 << 20));
    assert!(value > high && value < high + (2 << 20));
    drop(client);
    assert_eq!(flood.join().unwrap(), Some(RingError::PeerGone));
}

// red once: with a parked word that is trusted as a count, the wake loop never ends
#[test]
fn wild_doorbells_cost_nothing_but_wakes() {
    let (mut client, control, replies, _) = forged_server(&SMALL);
    for word in [layout::CLIENT_BELL, layout::SERVER_BELL] {
        control.set64(word, u64::MAX);
    }
    client.commands.push(1, 0, &[]).unwrap();
    client.commands.publish();
    assert_eq!(client.counters().rings, 1);
    replies.set64(0, 1);
    replies.set64(8, reply_word(0, 0));
    control.set64(layout::REPLY_HEAD, 1);
    assert_eq!(client.wait_reply(1, &mut []).unwrap().size, 0);
}

// red once: with the seals unchecked, all of them open, and the peer can shrink what is mapped
#[test]
fn segments_that_are_not_sealed_are_refused() {
    for seals in [
        SealFlags::empty(),
        SealFlags::SHRINK,
        SealFlags::SHRINK | SealFlags::GROW,
        SealFlags::SHRINK | SealFlags::SEAL,
        SealFlags::GROW | SealFlags::SEAL,
    ] {
        let refused = Segments::open(forge(sizes_of(&SMALL), seals), &SMALL).unwrap_err();
        assert!(
            matches!(refused, SegmentError::Seals { segment: "control", found, .. } if found == seals.bits()),
            "{refused}"
        );
    }
    // A descriptor that can't be sealed at all.
    let mut fds = forge(sizes_of(&SMALL), SOUND_SEALS);
    fds[STAGING] = std::fs::File::open("/dev/null").unwrap().into();
    let refused = Segments::open(fds, &SMALL).unwrap_err();
    assert!(matches!(refused, SegmentError::Os { segment: "staging", what: "F_GET_SEALS", .. }), "{refused}");
}

// red once: with the size unchecked, they open with mappings that are longer than the file
#[test]
fn segments_of_another_size_are_refused() {
    for index in 0..shm_ring::SEGMENT_COUNT {
        for wrong in [0, 1, usize::MAX >> 44] {
            let mut bytes = sizes_of(&SMALL);
            bytes[index] = wrong;
            let refused = Segments::open(forge(bytes, SOUND_SEALS), &SMALL).unwrap_err();
            assert!(
                matches!(refused, SegmentError::Size { segment, found, .. }
                    if segment == shm_ring::SEGMENT_NAMES[index] && found == wrong as u64),
                "{refused}"
            );
        }
    }
}

// red once: with `FUTURE_WRITE` left out of `create`, the mapping succeeds
#[test]
fn nobody_else_can_map_commands_and_staging_for_writing() {
    let segments = Segments::create(&SMALL).unwrap();
    for (index, writable) in [(CONTROL, true), (COMMANDS, false), (STAGING, false), (REPLIES, true), (EVENTS, true)] {
        let file = std::fs::File::from(segments.fds()[index].try_clone_to_owned().unwrap());
        let mapped = memmap2::MmapOptions::new().map_raw(&file);
        assert_eq!(mapped.is_ok(), writable, "{}", shm_ring::SEGMENT_NAMES[index]);
    }
    let opened = Segments::open(segments.into_fds(), &SMALL).unwrap();
    assert!(matches!(opened.client_end(&Settings::default()), Err(SegmentError::NotCreator)));
}

// red once: with the bounds of the slot count left out, none is accepted
#[test]
fn sizes_out_of_bounds_are_refused_by_name() {
    type Change = fn(&mut Sizes);
    let wrong: [(&str, Change); 10] = [
        ("commands is 0,", |s| s.commands = 0),
        ("commands is 2048,", |s| s.commands = 2048),
        ("commands is 12288, which is no power of two", |s| s.commands = 12288),
        ("commands is 2147483648,", |s| s.commands = 1 << 31),
        ("staging is 5000, which is no power of two", |s| s.staging = 5000),
        ("reply_slots is 0, allowed are 1..=64", |s| s.reply_slots = 0),
        ("reply_slots is 65, allowed are 1..=64", |s| s.reply_slots = 65),
        ("reply_slot_size is 5000, which is no multiple of 4096", |s| s.reply_slot_size = 5000),
        ("reply_slot_size is 4294963200,", |s| s.reply_slot_size = 0xffff_f000),
        ("events is 33554432,", |s| s.events = 32 << 20),
    ];
    for (text, change) in wrong {
        let mut sizes = Sizes::default();
        sizes.validate().unwrap();
        change(&mut sizes);
        let error = Segments::create(&sizes).unwrap_err().to_string();
        assert!(error.starts_with(text), "{error}");
    }
}
