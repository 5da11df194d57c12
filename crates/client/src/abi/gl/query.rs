//! Query objects and conditional rendering.

use crate::{
    Cx,
    abi::{
        enter::gl_api,
        memory::{put, slice, slice_mut},
    },
    gl::{buffer, enums::*, query},
};

/// Number of names; `GL_INVALID_VALUE` for a negative one.
fn count(cx: &mut Cx<'_>, n: GLsizei) -> usize {
    if n < 0 {
        cx.error(GL_INVALID_VALUE, "count");
    }
    n.max(0) as usize
}

/// `glGetQueryObject*`: into memory, or into the query buffer, where the pointer is an offset.
///
/// # Safety
/// Without a query buffer, `params` is null or writable for a value.
unsafe fn get_object<T>(cx: &mut Cx<'_>, id: GLuint, pname: GLenum, params: *mut T, convert: impl Fn(u64) -> T) {
    if let Some(buffer) = cx.state.buffers.query.clone() {
        return query::object_to_buffer(cx, id, &buffer, pname, params as GLintptr, size_of::<T>() as u32);
    }
    if let Some(value) = query::object(cx, id, pname) {
        // SAFETY: as the caller promises.
        unsafe { put(params, convert(value)) }
    }
}

fn to_buffer(cx: &mut Cx<'_>, id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr, size: u32) {
    if let Some(buffer) = buffer::existing(cx, buffer) {
        query::object_to_buffer(cx, id, &buffer, pname, offset, size)
    }
}

gl_api! {
    fn glGenQueries(cx, n: GLsizei, ids: *mut GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives room for `n` names.
        query::generate(cx, unsafe { slice_mut(ids, n) })
    }
    fn glCreateQueries(cx, target: GLenum, n: GLsizei, ids: *mut GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives room for `n` names.
        query::create(cx, target, unsafe { slice_mut(ids, n) })
    }
    fn glDeleteQueries(cx, n: GLsizei, ids: *const GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives `n` names.
        query::delete(cx, unsafe { slice(ids, n) })
    }
    fn glIsQuery(cx, id: GLuint) -> GLboolean { query::is_query(cx, id) }
    fn glBeginQuery(cx, target: GLenum, id: GLuint) { query::begin(cx, target, 0, id) }
    fn glEndQuery(cx, target: GLenum) { query::end(cx, target, 0) }
    fn glBeginQueryIndexed(cx, target: GLenum, index: GLuint, id: GLuint) { query::begin(cx, target, index, id) }
    fn glEndQueryIndexed(cx, target: GLenum, index: GLuint) { query::end(cx, target, index) }
    fn glQueryCounter(cx, id: GLuint, target: GLenum) { query::counter(cx, id, target) }
    fn glGetQueryiv(cx, target: GLenum, pname: GLenum, params: *mut GLint) {
        if let Some(value) = query::parameter(cx, target, 0, pname) {
            // SAFETY: the application gives room for one value.
            unsafe { put(params, value) }
        }
    }
    fn glGetQueryIndexediv(cx, target: GLenum, index: GLuint, pname: GLenum, params: *mut GLint) {
        if let Some(value) = query::parameter(cx, target, index, pname) {
            // SAFETY: the application gives room for one value.
            unsafe { put(params, value) }
        }
    }
    fn glGetQueryObjectiv(cx, id: GLuint, pname: GLenum, params: *mut GLint) {
        // SAFETY: the application gives room for one value.
        unsafe { get_object(cx, id, pname, params, |v| v.min(GLint::MAX as u64) as GLint) }
    }
    fn glGetQueryObjectuiv(cx, id: GLuint, pname: GLenum, params: *mut GLuint) {
        // SAFETY: the application gives room for one value.
        unsafe { get_object(cx, id, pname, params, |v| v.min(GLuint::MAX.into()) as GLuint) }
    }
    fn glGetQueryObjecti64v(cx, id: GLuint, pname: GLenum, params: *mut GLint64) {
        // SAFETY: the application gives room for one value.
        unsafe { get_object(cx, id, pname, params, |v| v.min(GLint64::MAX as u64) as GLint64) }
    }
    fn glGetQueryObjectui64v(cx, id: GLuint, pname: GLenum, params: *mut GLuint64) {
        // SAFETY: the application gives room for one value.
        unsafe { get_object(cx, id, pname, params, |v| v) }
    }
    fn glGetQueryBufferObjectiv(cx, id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr) {
        to_buffer(cx, id, buffer, pname, offset, 4)
    }
    fn glGetQueryBufferObjectuiv(cx, id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr) {
        to_buffer(cx, id, buffer, pname, offset, 4)
    }
    fn glGetQueryBufferObjecti64v(cx, id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr) {
        to_buffer(cx, id, buffer, pname, offset, 8)
    }
    fn glGetQueryBufferObjectui64v(cx, id: GLuint, buffer: GLuint, pname: GLenum, offset: GLintptr) {
        to_buffer(cx, id, buffer, pname, offset, 8)
    }
    fn glBeginConditionalRender(cx, id: GLuint, mode: GLenum) { query::begin_conditional(cx, id, mode) }
    fn glEndConditionalRender(cx) { query::end_conditional(cx) }
    fn glBeginConditionalRenderNV(cx, id: GLuint, mode: GLenum) { query::begin_conditional(cx, id, mode) }
    fn glEndConditionalRenderNV(cx) { query::end_conditional(cx) }
}
