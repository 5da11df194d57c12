//! Compute dispatches.

use crate::{
    abi::{enter::gl_api, types::*},
    gl::compute,
};

gl_api! {
    fn glDispatchCompute(cx, x: GLuint, y: GLuint, z: GLuint) {
        let done = compute::dispatch(cx, [x, y, z]);
        cx.finish(done);
    }
    fn glDispatchComputeIndirect(cx, indirect: GLintptr) {
        let done = compute::dispatch_indirect(cx, indirect);
        cx.finish(done);
    }
}
