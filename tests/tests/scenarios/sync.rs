//! Fences and the end of what was asked for (GL 3.3 core 5.2).

use mgpipe_tests::{against_native, bindings::gl};

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
