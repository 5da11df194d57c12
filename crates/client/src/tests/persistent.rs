//! Mappings that stay, with both ways to find what the application wrote.

use crate::{
    abi::host_memory::page_tracking_available,
    gl::{
        buffer::{self, Buffer, MapTracking},
        enums::*,
    },
    table::Ref,
    tests::harness::{Recorded, Test},
};
use pipe_types::{
    Op,
    records::{buffer::MGPBufferRange, resource::MGPSubData},
};

const STAYS: GLbitfield = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT;
const COHERENT: GLbitfield = STAYS | GL_MAP_COHERENT_BIT;

fn uploads(records: &[Recorded]) -> Vec<(usize, Vec<u8>)> {
    let one = |record: &Recorded| (record.payload::<MGPSubData>().union_box.x as usize, record.blob.clone());
    records.iter().filter(|record| record.op == Op::ResourceSubData).map(one).collect()
}

/// A test for each way to find writes that this system has.
fn each(run: fn(Test)) {
    let ways: &[MapTracking] =
        if page_tracking_available() { &[MapTracking::Pages, MapTracking::Hash] } else { &[MapTracking::Hash] };
    for &way in ways {
        let mut test = Test::new();
        test.session.map_tracking = way;
        eprintln!("{way:?}");
        run(test);
    }
}

/// A buffer with immutable storage, bound for uniforms and mapped whole.
fn mapped(test: &mut Test, size: usize, access: GLbitfield) -> Ref<Buffer> {
    let cx = &mut test.cx();
    let mut name = [0];
    buffer::generate(cx, &mut name);
    buffer::bind_buffer_indexed(cx, GL_UNIFORM_BUFFER, 2, name[0], None);
    let object = buffer::bound(cx, GL_UNIFORM_BUFFER).expect("bound");
    buffer::storage(cx, &object, size as isize, &[], access & !GL_MAP_FLUSH_EXPLICIT_BIT);
    assert!(!buffer::map_range(cx, &object, 0, size as isize, access).is_null());
    assert_eq!(test.error(), GL_NO_ERROR);
    test.take();
    object
}

fn write(test: &mut Test, buffer: &Ref<Buffer>, at: usize, bytes: &[u8]) {
    test.shared.buffers[buffer].mapping.as_mut().expect("mapped").write(at, bytes);
}

fn seen(test: &mut Test, buffer: &Ref<Buffer>, at: usize, len: usize) -> Vec<u8> {
    let mapping = test.shared.buffers[buffer].mapping.as_mut().expect("mapped");
    mapping.persistent_mut().expect("it stays").read(at, len)
}

/// The first step of every verb.
fn verb(test: &mut Test) -> Vec<(usize, Vec<u8>)> {
    crate::emit::objects(&mut test.cx());
    uploads(&test.take())
}

// red once: without the hash being renewed (hash), and with a scan that protects nothing (pages), the page was sent again
#[test]
fn what_changed_goes_out_before_the_next_verb_and_once() {
    each(|mut test| {
        let object = mapped(&mut test, 1 << 20, COHERENT);
        assert_eq!(verb(&mut test), []);
        write(&mut test, &object, 10_000, &[7; 3]);
        let sent = verb(&mut test);
        assert_eq!(sent.len(), 1);
        assert_eq!((sent[0].0, sent[0].1.len()), (8192, 4096), "the page and nothing more");
        assert_eq!(sent[0].1[10_000 - 8192..][..4], [7, 7, 7, 0]);
        assert_eq!(verb(&mut test), []);
        write(&mut test, &object, 4095, &[1, 2]);
        write(&mut test, &object, 900_000, &[3]);
        let sent = verb(&mut test);
        assert_eq!(sent.iter().map(|(at, bytes)| (*at, bytes.len())).collect::<Vec<_>>(), [(0, 8192), (897_024, 4096)]);
        assert_eq!(test.session.mapped_bytes, 4096 + 8192 + 4096);
        buffer::unmap(&mut test.cx(), &object);
        assert_eq!(uploads(&test.take()), []);
    });
}

// red once: with the whole mapping sent (it has 64 MiB)
#[test]
fn a_page_of_a_large_mapping_costs_a_page_a_frame() {
    each(|mut test| {
        const SIZE: usize = 64 << 20;
        let object = mapped(&mut test, SIZE, COHERENT);
        for frame in 0..20 {
            let before = test.session.mapped_bytes;
            write(&mut test, &object, (frame * 3_333_333) % (SIZE - 4096), &[frame as u8 + 1; 4096]);
            assert!(!verb(&mut test).is_empty());
            let sent = test.session.mapped_bytes - before;
            assert!((4096..64 << 10).contains(&sent), "{sent} bytes in frame {frame}");
        }
    });
}

// red once: with the range of the mapping not looked at, the bytes around it went out, too
#[test]
fn only_bytes_of_the_mapping_are_sent() {
    each(|mut test| {
        let object = mapped(&mut test, 20_000, COHERENT);
        buffer::unmap(&mut test.cx(), &object);
        let pointer = buffer::map_range(&mut test.cx(), &object, 5000, 100, COHERENT);
        assert_eq!((pointer as usize - 5000) % buffer::MAP_ALIGNMENT, 0);
        test.take();
        write(&mut test, &object, 99, &[9]);
        let sent = verb(&mut test);
        assert_eq!((sent[0].0, sent[0].1.len(), sent[0].1[99]), (5000, 100, 9));
    });
}

// red once: with every mapping looked at, the buffer that nothing can see was sent
#[test]
fn what_no_verb_can_see_stays() {
    each(|mut test| {
        let object = mapped(&mut test, 1 << 16, COHERENT);
        write(&mut test, &object, 0, &[1]);
        buffer::bind_buffer_indexed(&mut test.cx(), GL_UNIFORM_BUFFER, 2, 0, None);
        assert_eq!(verb(&mut test), []);
        // A copy sees the range that it copies.
        write(&mut test, &object, 50_000, &[1]);
        test.buffer(GL_COPY_WRITE_BUFFER, &[0; 64]);
        let target = buffer::bound(&mut test.cx(), GL_COPY_WRITE_BUFFER).expect("bound");
        test.take();
        buffer::copy(&mut test.cx(), &object, &target, [50_000, 0], 64);
        let records = test.take();
        assert_eq!(uploads(&records).iter().map(|sent| sent.0).collect::<Vec<_>>(), [49152]);
        assert_eq!(records.last().expect("the copy").op, Op::BufferCopy);
        buffer::unmap(&mut test.cx(), &object);
        assert_eq!(uploads(&test.take())[0].0, 0, "the rest at the end");
    });
}

// red once: with explicit mappings watched
#[test]
fn an_explicit_flush_sends_its_range_alone() {
    each(|mut test| {
        let object = mapped(&mut test, 1 << 16, STAYS | GL_MAP_FLUSH_EXPLICIT_BIT);
        write(&mut test, &object, 100, &[5; 50]);
        assert_eq!(verb(&mut test), []);
        buffer::flush_mapped_range(&mut test.cx(), &object, 110, 20);
        assert_eq!(uploads(&test.take()), [(110, vec![5; 20])]);
        buffer::unmap(&mut test.cx(), &object);
        assert_eq!(uploads(&test.take()), []);
    });
}

// red once: without shadows, the next verb sent the page back and with it what the server had written meanwhile
#[test]
fn both_sides_write_one_page() {
    each(|mut test| {
        let object = mapped(&mut test, 8192, COHERENT | GL_MAP_READ_BIT);
        write(&mut test, &object, 0, &[1; 16]);
        // The server writes bytes 100 to 199; what the application wrote before goes first.
        buffer::server_writes(&mut test.cx(), &object, 100, 100);
        assert_eq!(uploads(&test.take()).len(), 1);
        let seq = test.session.next_seq();
        test.session.push(Op::Finish, &pipe_types::primitive::MGPNothing::default());
        // The application writes beside it while that is going on: exactly its bytes go out.
        write(&mut test, &object, 200, &[2; 8]);
        assert_eq!(verb(&mut test), [(200, vec![2; 8])]);
        test.log().replies.push_back(vec![9; 100]);
        test.take();
        buffer::receive(&mut test.cx(), seq);
        let records = test.take();
        let range: MGPBufferRange = records.last().expect("it is read").payload();
        assert_eq!((range.offset, range.size), (100, 100));
        assert_eq!(seen(&mut test, &object, 0, 16), [1; 16]);
        assert_eq!(seen(&mut test, &object, 100, 100), [9; 100]);
        assert_eq!(seen(&mut test, &object, 200, 8), [2; 8]);
        assert_eq!(verb(&mut test), [], "what came in does not go back");
        buffer::receive(&mut test.cx(), u64::MAX);
        assert!(test.take().is_empty(), "it came in once");
        write(&mut test, &object, 150, &[4]);
        assert_eq!(verb(&mut test), [(150, vec![4])]);
    });
}

// red once: with everything taken in at every wait
#[test]
fn what_is_written_behind_a_fence_waits() {
    each(|mut test| {
        let object = mapped(&mut test, 8192, COHERENT | GL_MAP_READ_BIT);
        let seq = test.session.next_seq() - 1;
        buffer::server_writes(&mut test.cx(), &object, 0, 64);
        test.take();
        buffer::receive(&mut test.cx(), seq);
        assert!(test.take().is_empty());
        buffer::receive(&mut test.cx(), seq + 1);
        assert_eq!(test.take()[0].op, Op::ResourceReadback);
    });
}

#[test]
fn flags_that_need_others_are_errors() {
    let mut test = Test::new();
    test.buffer(GL_ARRAY_BUFFER, &[0; 64]);
    let object = buffer::bound(&mut test.cx(), GL_ARRAY_BUFFER).expect("bound");
    let cx = &mut test.cx();
    for flags in [GL_MAP_PERSISTENT_BIT, GL_MAP_WRITE_BIT | GL_MAP_COHERENT_BIT, 1 << 20] {
        buffer::storage(cx, &object, 64, &[], flags);
        assert_eq!(crate::gl::error::get_error(cx), GL_INVALID_VALUE, "{flags:#x}");
    }
    // red once: with the flags of immutable stores alone compared
    assert!(buffer::map_range(cx, &object, 0, 64, COHERENT).is_null());
    assert_eq!(crate::gl::error::get_error(cx), GL_INVALID_OPERATION, "a mutable store has no such mapping");
    buffer::storage(cx, &object, 64, &[], STAYS);
    assert!(buffer::map_range(cx, &object, 0, 64, COHERENT).is_null());
    assert_eq!(crate::gl::error::get_error(cx), GL_INVALID_OPERATION, "nor has one without the bit");
}
