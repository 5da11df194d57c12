//! Fences and queries that are polled.

use crate::{
    gl::{self, enums::*},
    tests::harness::Test,
};
use pipe_types::{
    Op,
    event::{Event, MGPQueryEvent},
    primitive::MGPHandleOnly,
    records::query::MGPQuery,
};

// red once: with a record at every look
#[test]
fn a_program_that_polls_does_not_flood_the_ring() {
    let mut test = Test::new();
    let mut query = [0];
    gl::query::generate(&mut test.cx(), &mut query);
    gl::query::begin(&mut test.cx(), GL_SAMPLES_PASSED, 0, query[0]);
    gl::query::end(&mut test.cx(), GL_SAMPLES_PASSED, 0);
    let fence = gl::sync::fence(&mut test.cx(), GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    test.take();
    for _ in 0..1000 {
        assert_eq!(gl::query::object(&mut test.cx(), query[0], GL_QUERY_RESULT_AVAILABLE), Some(0));
        assert_eq!(gl::query::object(&mut test.cx(), query[0], GL_QUERY_RESULT_NO_WAIT), None);
        assert_eq!(gl::sync::parameter(&mut test.cx(), fence, GL_SYNC_STATUS), Some(GL_UNSIGNALED as i32));
        assert_eq!(gl::sync::client_wait(&mut test.cx(), fence, 0, 0), GL_TIMEOUT_EXPIRED);
    }
    assert_eq!(test.take_names(), ["Watch", "Watch"]);
    assert_eq!(test.session.link.round_trips, 0);
}

// red once: with the result taken only from the record that ended the query, it was asked for and waited for
#[test]
fn a_result_that_is_said_twice_is_known() {
    let mut test = Test::new();
    let mut query = [0];
    gl::query::generate(&mut test.cx(), &mut query);
    gl::query::begin(&mut test.cx(), GL_SAMPLES_PASSED, 0, query[0]);
    gl::query::end(&mut test.cx(), GL_SAMPLES_PASSED, 0);
    let handle = test.take().last().expect("the end").payload::<MGPQuery>().query;
    for result in [5, 5] {
        // Said with the record that is sent next, which is not the query's end.
        test.log().events.push(Event::QueryAvailable(MGPQueryEvent { query: handle, result }));
        gl::sync::flush(&mut test.cx());
    }
    assert_eq!(gl::query::object(&mut test.cx(), query[0], GL_QUERY_RESULT), Some(5));
    assert_eq!(test.session.link.round_trips, 0);
}

// red once: with what was said of fences dropped, the wait never ended
#[test]
fn what_was_said_is_known_without_a_trip() {
    let mut test = Test::new();
    let fence = gl::sync::fence(&mut test.cx(), GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    let handle = test.take().last().expect("the fence").payload::<MGPHandleOnly>().handle;
    test.log().events.push(Event::FenceSignaled(handle));
    let other = gl::sync::fence(&mut test.cx(), GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    // The events are taken by whoever looks first.
    assert_eq!(test.error(), GL_NO_ERROR);
    test.take();
    assert_eq!(gl::sync::client_wait(&mut test.cx(), fence, 0, u64::MAX), GL_ALREADY_SIGNALED);
    assert!(test.take().is_empty());
    assert_eq!(gl::sync::client_wait(&mut test.cx(), other, 0, 0), GL_TIMEOUT_EXPIRED);
    // A fence that nobody made says nothing.
    let wild = pipe_types::RawHandle { slot: u32::MAX, generation: 7 };
    test.log().events.push(Event::FenceSignaled(wild));
    gl::sync::flush(&mut test.cx());
    assert_eq!(test.take().last().expect("the flush").op, Op::Flush);
}

// red once: with the timeout taken for none, the wait never ended
#[test]
fn a_wait_ends_with_its_timeout() {
    let mut test = Test::new();
    let fence = gl::sync::fence(&mut test.cx(), GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    assert_eq!(gl::sync::client_wait(&mut test.cx(), fence, 0, 1_000_000), GL_TIMEOUT_EXPIRED);
}
