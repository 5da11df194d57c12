//! Fences and the end of what was asked for (GL 3.3 core 5.2).

use mgpipe_tests::{against_native, bindings::gl, scene::*};

against_native!(a_fence_is_signalled_after_its_commands, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.clear([1.0, 0.5, 0.0, 1.0]);
    let fence = gl.FenceSync(gl::SYNC_GPU_COMMANDS_COMPLETE, 0);
    let status = gl.ClientWaitSync(fence, gl::SYNC_FLUSH_COMMANDS_BIT, 10_000_000_000);
    gl.u32s("waited", &[u32::from(status == gl::ALREADY_SIGNALED || status == gl::CONDITION_SATISFIED)]);
    gl.enums("again", &[gl.ClientWaitSync(fence, 0, 0)]);
    for pname in [gl::OBJECT_TYPE, gl::SYNC_STATUS, gl::SYNC_CONDITION, gl::SYNC_FLAGS] {
        let (mut value, mut len) = (-77, -77);
        gl.GetSynciv(fence, pname, 1, &mut len, &mut value);
        gl.i32s(&format!("{pname:#06x}"), &[value, len]);
    }
    gl.WaitSync(fence, 0, gl::TIMEOUT_IGNORED);
    gl.u32s("is it one", &[u32::from(gl.IsSync(fence)), u32::from(gl.IsSync(std::ptr::null()))]);
    gl.DeleteSync(fence);
    gl.u32s("deleted", &[u32::from(gl.IsSync(fence))]);
    gl.Flush();
    gl.Finish();
    gl.read_rgba8("pixels", 4, 4);
    gl.error("all");
});

against_native!(bad_fences_have_their_errors, |gl| {
    let fence = gl.FenceSync(0x1234, 0);
    gl.error("condition");
    gl.u32s("none", &[u32::from(fence.is_null())]);
    gl.FenceSync(gl::SYNC_GPU_COMMANDS_COMPLETE, 1);
    gl.error("flags");
    let fence = gl.FenceSync(gl::SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.ClientWaitSync(fence, 0x80, 0);
    gl.error("wait flags");
    gl.WaitSync(fence, 0, 5);
    gl.error("a timeout of the server");
    gl.WaitSync(fence, 1, gl::TIMEOUT_IGNORED);
    gl.error("flags of the server");
    let mut value = 0;
    gl.GetSynciv(fence, 0x1234, 1, std::ptr::null_mut(), &mut value);
    gl.error("parameter");
    gl.DeleteSync(std::ptr::null());
    gl.error("null is nothing to delete");
});

// red once: without the server's word on what it has finished, the loops never ended
against_native!(polling_ends, |gl| {
    gl.target(gl::RGBA8, 64, 64);
    gl.vertex_array();
    gl.program(FULL_VS, COLOR_FS);
    let mut queries = [0; 2];
    gl.GenQueries(2, queries.as_mut_ptr());
    for turn in 0..3 {
        gl.BeginQuery(gl::ANY_SAMPLES_PASSED, queries[0]);
        gl.draw_full();
        gl.EndQuery(gl::ANY_SAMPLES_PASSED);
        gl.QueryCounter(queries[1], gl::TIMESTAMP);
        let fence = gl.FenceSync(gl::SYNC_GPU_COMMANDS_COMPLETE, 0);
        for query in queries {
            let mut available = 0;
            while available == 0 {
                gl.GetQueryObjectuiv(query, gl::QUERY_RESULT_AVAILABLE, &mut available);
            }
            gl.u32s("available", &[available]);
        }
        let mut value = 77;
        gl.GetQueryObjectuiv(queries[0], gl::QUERY_RESULT, &mut value);
        gl.u32s(&format!("turn {turn}"), &[value]);
        if turn == 0 {
            while gl.ClientWaitSync(fence, gl::SYNC_FLUSH_COMMANDS_BIT, 0) == gl::TIMEOUT_EXPIRED {}
        } else {
            let (mut status, mut len) = (0, 0);
            gl.Flush();
            while status != gl::SIGNALED as i32 {
                gl.GetSynciv(fence, gl::SYNC_STATUS, 1, &mut len, &mut status);
            }
        }
        gl.DeleteSync(fence);
    }
    gl.error("all");
});

// red once: without the look at what has ended when it finishes
against_native!(everything_is_there_after_finish, |gl| {
    gl.target(gl::RGBA8, 64, 64);
    gl.vertex_array();
    gl.program(FULL_VS, COLOR_FS);
    let mut query = 0;
    gl.GenQueries(1, &mut query);
    gl.BeginQuery(gl::SAMPLES_PASSED, query);
    gl.draw_full();
    gl.EndQuery(gl::SAMPLES_PASSED);
    let fence = gl.FenceSync(gl::SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.Finish();
    let (mut available, mut value) = (0, 0);
    gl.GetQueryObjectuiv(query, gl::QUERY_RESULT_AVAILABLE, &mut available);
    gl.GetQueryObjectuiv(query, gl::QUERY_RESULT, &mut value);
    gl.u32s("query", &[available, value]);
    gl.enums("fence", &[gl.ClientWaitSync(fence, 0, 0)]);
    gl.error("all");
});
