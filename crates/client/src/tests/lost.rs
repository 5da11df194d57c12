//! A server that is gone: nothing hangs, and the application can learn of it (GL 4.6 core 2.3.2).

use crate::{
    gl::{self, draw::Instances, enums::*},
    tests::harness::Test,
};

#[test]
fn a_lost_server_is_told_and_nobody_waits() {
    let mut test = Test::new();
    let mut query = [0];
    gl::query::generate(&mut test.cx(), &mut query);
    gl::query::begin(&mut test.cx(), GL_SAMPLES_PASSED, 0, query[0]);
    gl::query::end(&mut test.cx(), GL_SAMPLES_PASSED, 0);
    let fence = gl::sync::fence(&mut test.cx(), GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    assert_eq!(gl::get::reset_status(&mut test.cx()), GL_NO_ERROR);
    test.log().die = true;
    gl::sync::flush(&mut test.cx());
    // red once: without the answer for a lost link, the error was GL_NO_ERROR
    assert_eq!(test.error(), GL_CONTEXT_LOST);
    assert_eq!(test.error(), GL_CONTEXT_LOST, "it stays");
    assert_eq!(gl::get::reset_status(&mut test.cx()), GL_UNKNOWN_CONTEXT_RESET);
    // red once: with only the server's answer, the result was never available and a program that polls hung
    assert_eq!(gl::query::object(&mut test.cx(), query[0], GL_QUERY_RESULT_AVAILABLE), Some(1));
    assert_eq!(gl::query::object(&mut test.cx(), query[0], GL_QUERY_RESULT), Some(0));
    assert_eq!(gl::sync::parameter(&mut test.cx(), fence, GL_SYNC_STATUS), Some(GL_SIGNALED as i32));
    assert_eq!(gl::sync::client_wait(&mut test.cx(), fence, 0, u64::MAX), GL_ALREADY_SIGNALED);
    test.vertex_array();
    let name = test.buffer(GL_ARRAY_BUFFER, &[1; 5000]);
    let buffer = gl::buffer::existing(&mut test.cx(), name).expect("its name is known");
    assert!(!gl::buffer::map(&mut test.cx(), &buffer, GL_READ_ONLY).is_null());
    gl::buffer::unmap(&mut test.cx(), &buffer);
    gl::draw::arrays(&mut test.cx(), GL_TRIANGLES, 0, 3, Instances::ONE);
    gl::sync::finish(&mut test.cx());
}
