//! Transform feedback.

use crate::{
    Cx,
    abi::{
        enter::gl_api,
        memory::{put, slice, slice_mut},
    },
    gl::{buffer, enums::*, transform_feedback as xfb},
};

/// Number of names; `GL_INVALID_VALUE` for a negative one.
fn count(cx: &mut Cx<'_>, n: GLsizei) -> usize {
    if n < 0 {
        cx.error(GL_INVALID_VALUE, "count");
    }
    n.max(0) as usize
}

gl_api! {
    fn glGenTransformFeedbacks(cx, n: GLsizei, ids: *mut GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives room for `n` names.
        xfb::generate(cx, unsafe { slice_mut(ids, n) })
    }
    fn glCreateTransformFeedbacks(cx, n: GLsizei, ids: *mut GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives room for `n` names.
        xfb::create(cx, unsafe { slice_mut(ids, n) })
    }
    fn glDeleteTransformFeedbacks(cx, n: GLsizei, ids: *const GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives `n` names.
        xfb::delete(cx, unsafe { slice(ids, n) })
    }
    fn glIsTransformFeedback(cx, id: GLuint) -> GLboolean { xfb::is_transform_feedback(cx, id) }
    fn glBindTransformFeedback(cx, target: GLenum, id: GLuint) { xfb::bind(cx, target, id) }
    fn glBeginTransformFeedback(cx, mode: GLenum) { xfb::begin(cx, mode) }
    fn glEndTransformFeedback(cx) { xfb::end(cx) }
    fn glPauseTransformFeedback(cx) { xfb::pause(cx) }
    fn glResumeTransformFeedback(cx) { xfb::resume(cx) }
    fn glTransformFeedbackBufferBase(cx, id: GLuint, index: GLuint, buffer: GLuint) {
        xfb::bind_buffer(cx, id, index, buffer, None)
    }
    fn glTransformFeedbackBufferRange(
        cx, id: GLuint, index: GLuint, buffer: GLuint, offset: GLintptr, size: GLsizeiptr,
    ) {
        xfb::bind_buffer(cx, id, index, buffer, Some((offset, size)))
    }
    fn glGetTransformFeedbackiv(cx, id: GLuint, pname: GLenum, param: *mut GLint) {
        if let Some(value) = xfb::parameter(cx, id, pname) {
            // SAFETY: the application gives room for one value.
            unsafe { put(param, value) }
        }
    }
    fn glGetTransformFeedbacki_v(cx, id: GLuint, pname: GLenum, index: GLuint, param: *mut GLint) {
        if pname != GL_TRANSFORM_FEEDBACK_BUFFER_BINDING {
            return cx.error(GL_INVALID_ENUM, "parameter");
        }
        if let Some(point) = xfb::point(cx, id, index) {
            let name = buffer::name_of(cx, point.buffer.as_ref());
            // SAFETY: the application gives room for one value.
            unsafe { put(param, name as GLint) }
        }
    }
    fn glGetTransformFeedbacki64_v(cx, id: GLuint, pname: GLenum, index: GLuint, param: *mut GLint64) {
        if !matches!(pname, GL_TRANSFORM_FEEDBACK_BUFFER_START | GL_TRANSFORM_FEEDBACK_BUFFER_SIZE) {
            return cx.error(GL_INVALID_ENUM, "parameter");
        }
        if let Some(point) = xfb::point(cx, id, index) {
            let size = if point.size == buffer::WHOLE { 0 } else { point.size };
            let value = if pname == GL_TRANSFORM_FEEDBACK_BUFFER_START { point.offset } else { size };
            // SAFETY: the application gives room for one value.
            unsafe { put(param, value as GLint64) }
        }
    }
}
