//! Sync objects, flush, finish. A `GLsync` is a number that looks like a pointer; nothing is behind it.

use crate::{
    abi::{
        enter::gl_api,
        memory::{put, slice_mut},
        types::*,
    },
    gl::{enums::*, sync},
};

gl_api! {
    fn glFenceSync(cx, condition: GLenum, flags: GLbitfield) -> GLsync { sync::fence(cx, condition, flags) as usize as GLsync }
    fn glIsSync(cx, sync: GLsync) -> GLboolean { sync::is_sync(cx, sync as usize as u64) }
    fn glDeleteSync(cx, sync: GLsync) { sync::delete(cx, sync as usize as u64) }
    fn glClientWaitSync(cx, sync: GLsync, flags: GLbitfield, timeout: GLuint64) -> GLenum {
        sync::client_wait(cx, sync as usize as u64, flags, timeout)
    }
    fn glWaitSync(cx, sync: GLsync, flags: GLbitfield, timeout: GLuint64) {
        sync::server_wait(cx, sync as usize as u64, flags, timeout)
    }
    fn glGetSynciv(
        cx, sync: GLsync, pname: GLenum, count: GLsizei, length: *mut GLsizei, values: *mut GLint,
    ) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count");
        }
        if let Some(value) = sync::parameter(cx, sync as usize as u64, pname) {
            // SAFETY: the application gives room for `count` values.
            if let [first, ..] = unsafe { slice_mut(values, count as usize) } {
                *first = value;
            }
            // SAFETY: the application gives room for a length, or null.
            unsafe { put(length, count.min(1)) }
        }
    }
    fn glFlush(cx) { sync::flush(cx) }
    fn glFinish(cx) { sync::finish(cx) }
}
