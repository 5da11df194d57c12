//! Buffers: content, copies, clears, generations, and records that must be refused.

mod session;

use pipe_types::{
    Op, RawHandle,
    handle::{Kind, kind},
    primitive::NoTail,
    records::{
        buffer::{MGPBufferClear, MGPBufferCopy, MGPBufferRange},
        resource::MGPSubRegion,
    },
};
use session::{Session, buffer_desc, sub_data};

#[test]
fn bytes_come_back_as_they_went() {
    let mut s = Session::new("");
    let bytes: Vec<u8> = (0..5000u32).map(|i| (i * 7) as u8).collect();
    let buffer = s.buffer(&bytes);
    s.fill(buffer, 10, b"between");
    // red once: the answer's pieces all started at offset 0
    let mut expected = bytes.clone();
    expected[10..17].copy_from_slice(b"between");
    assert_eq!(s.read(buffer, 0, 5000), expected);
    assert_eq!(s.read(buffer, 11, 3), b"etw");
    assert_eq!(s.read(buffer, 5000, 0), b"");
}

#[test]
fn copies_and_clears_touch_their_range_only() {
    let mut s = Session::new("");
    let a = s.buffer(b"abcdefgh");
    let b = s.buffer(b"........");
    let copy = MGPBufferCopy { src: a, dst: b, src_offset: 2, dst_offset: 1, size: 3 };
    s.ok(Op::BufferCopy, &copy, &[]);
    assert_eq!(s.read(b, 0, 8), b".cde....");
    // Within one buffer.
    s.ok(Op::BufferCopy, &MGPBufferCopy { src: a, dst: a, src_offset: 0, dst_offset: 4, size: 4 }, &[]);
    assert_eq!(s.read(a, 0, 8), b"abcdabcd");
    let mut clear = MGPBufferClear { buffer: b, offset: 2, size: 4, element_size: 2, ..Default::default() };
    clear.element[..2].copy_from_slice(b"xy");
    s.ok(Op::BufferClear, &clear, &[]);
    assert_eq!(s.read(b, 0, 8), b".cxyxy..");
}

#[test]
fn a_respecified_buffer_has_its_new_size() {
    let mut s = Session::new("");
    let buffer = s.buffer(b"short");
    s.ok(Op::ResourceRespecify, &buffer_desc(buffer, 100), &[]);
    s.fill(buffer, 90, b"0123456789");
    assert_eq!(s.read(buffer, 95, 5), b"56789");
}

#[test]
fn the_three_generation_rules_hold_for_records() {
    let mut s = Session::new("");
    let first = RawHandle { slot: 40, generation: 1 };
    let second = RawHandle { slot: 40, generation: 2 };
    s.ok(Op::ResourceCreate, &buffer_desc(first, 4), &[]);
    s.fill(first, 0, b"1111");
    // A newer generation drops the old twin and starts afresh, though the destruction was never said.
    s.ok(Op::ResourceCreate, &buffer_desc(second, 4), &[]);
    s.fill(second, 0, b"2222");
    // An older one is refused and counted, and does not disturb.
    // red once: creation without the comparison replaced the newer buffer
    let before = s.applier.stale_handles();
    s.ok(Op::ResourceCreate, &buffer_desc(first, 4), &[]);
    assert_eq!(s.applier.stale_handles(), before + 1);
    assert_eq!(s.read(second, 0, 4), b"2222");
    let said = s.fault::<_, MGPSubRegion>(Op::ResourceSubData, &sub_data(first, 0, 4), &[], b"3333");
    assert!(said.contains("ResourceSubData") && said.contains("`resource`: handle 40.1 is older"), "{said}");
}

#[test]
fn an_unknown_handle_is_named_with_record_and_field() {
    let mut s = Session::new("");
    let ghost = RawHandle { slot: 99, generation: 3 };
    let record = MGPBufferRange { buffer: ghost, offset: 0, size: 1 };
    let said = s.fault::<_, NoTail>(Op::ResourceReadback, &record, &[], &[]);
    assert!(said.starts_with("ResourceReadback (record 3): field `buffer`: handle 99.3 names nothing"), "{said}");
}

#[test]
fn ranges_outside_of_a_buffer_are_refused() {
    // red once: offset + size was added without a check and wrapped
    for (offset, size) in [(0u64, 9u64), (8, 1), (u64::MAX, 2), (1 << 40, 1)] {
        let mut s = Session::new("");
        let buffer = s.buffer(b"12345678");
        let said = s.fault::<_, NoTail>(Op::ResourceReadback, &MGPBufferRange { buffer, offset, size }, &[], &[]);
        assert!(said.contains("is outside of 0 to 8"), "{said}");
        let mut s = Session::new("");
        let buffer = s.buffer(b"12345678");
        let copy = MGPBufferCopy { src: buffer, dst: buffer, src_offset: 0, dst_offset: offset, size };
        let said = s.fault::<_, NoTail>(Op::BufferCopy, &copy, &[], &[]);
        assert!(said.contains("is outside of 0 to 8"), "{said}");
    }
}

#[test]
fn an_upload_past_the_end_is_refused() {
    let mut s = Session::new("");
    let buffer = s.buffer(b"12345678");
    let said = s.fault::<_, MGPSubRegion>(Op::ResourceSubData, &sub_data(buffer, 5, 4), &[], b"wide");
    assert!(said.contains("field `union_box`: 5 + 4 is outside of 0 to 8"), "{said}");
}

#[test]
fn a_destroyed_buffer_is_gone_and_its_slot_serves_again() {
    let mut s = Session::new("");
    let buffer = s.buffer(b"gone");
    s.name::<kind::Buffer>(Op::ResourceDestroy, buffer);
    let again = RawHandle { slot: buffer.slot, generation: buffer.generation + 1 };
    s.ok(Op::ResourceCreate, &buffer_desc(again, 4), &[]);
    s.fill(again, 0, b"here");
    assert_eq!(s.read(again, 0, 4), b"here");
    assert_eq!(s.mint(Kind::Buffer).slot, buffer.slot + 1);
}

#[test]
fn driver_state_that_was_disturbed_is_set_again() {
    let mut s = Session::new("");
    let buffer = s.buffer(b"before");
    s.applier.forget_driver_state();
    s.fill(buffer, 0, b"after!");
    assert_eq!(s.read(buffer, 0, 6), b"after!");
}
