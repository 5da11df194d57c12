//! Debug output, groups and labels.

use crate::{
    Cx,
    abi::{
        enter::gl_api,
        memory::{put, put_text, slice, slice_mut, text},
        types::*,
    },
    gl::{
        debug::{self, Callback, Message},
        enums::*,
    },
};
use std::sync::Arc;

/// A string of the application.
///
/// # Safety
/// `ptr` is null or readable for `length` bytes, or up to its zero when that is negative.
unsafe fn string(ptr: *const GLchar, length: GLsizei) -> String {
    // SAFETY: as the caller promises.
    String::from_utf8_lossy(unsafe { text(ptr, length as isize) }).into_owned()
}

/// A label: none for a null pointer.
///
/// # Safety
/// As [`string`].
unsafe fn label(ptr: *const GLchar, length: GLsizei) -> Option<String> {
    // SAFETY: as the caller promises.
    (!ptr.is_null()).then(|| unsafe { string(ptr, length) })
}

fn set_callback(cx: &mut Cx<'_>, callback: GLDEBUGPROC, user: *const GLvoid) {
    // The pointer goes from thread to thread as a number; what it points to is the application's business.
    let user_number = user as usize;
    let wrapped = callback.map(|call| -> Callback {
        Arc::new(move |message: &Message| {
            let Ok(text) = std::ffi::CString::new(message.text.replace('\0', " ")) else { return };
            let length = text.as_bytes().len() as GLsizei;
            let Message { source, type_, id, severity, .. } = *message;
            call(source, type_, id, severity, length, text.as_ptr(), user_number as *mut GLvoid);
        })
    });
    let number = callback.map_or(0, |call| call as usize);
    debug::callback(cx, wrapped, [number, user_number]);
}

/// As [`put_text`]; without room for it, the length is the label's (GL 4.6 core 20.9).
///
/// # Safety
/// As there.
unsafe fn put_label(label: &[u8], size: GLsizei, length: *mut GLsizei, out: *mut GLchar) {
    if !out.is_null() {
        // SAFETY: as the caller's.
        unsafe { put_text(label, size, length, out) }
    } else if !length.is_null() {
        // SAFETY: the application gives a length.
        unsafe { length.write(label.len() as GLsizei) }
    }
}

gl_api! {
    fn glDebugMessageCallback(cx, callback: GLDEBUGPROC, user: *const GLvoid) { set_callback(cx, callback, user) }
    fn glDebugMessageControl(
        cx, source: GLenum, type_: GLenum, severity: GLenum, count: GLsizei, ids: *const GLuint, on: GLboolean,
    ) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count");
        }
        // SAFETY: the application gives `count` numbers.
        debug::control(cx, source, type_, severity, unsafe { slice(ids, count as usize) }, on != 0)
    }
    fn glDebugMessageInsert(
        cx, source: GLenum, type_: GLenum, id: GLuint, severity: GLenum, length: GLsizei, buf: *const GLchar,
    ) {
        // SAFETY: the application gives a string of `length` bytes, or one that ends in a zero.
        let text = unsafe { string(buf, length) };
        debug::insert(cx, Message { source, type_, id, severity, text })
    }
    fn glGetDebugMessageLog(
        cx, count: GLuint, size: GLsizei, sources: *mut GLenum, types: *mut GLenum, ids: *mut GLuint,
        severities: *mut GLenum, lengths: *mut GLsizei, log: *mut GLchar,
    ) -> GLuint {
        if size < 0 && !log.is_null() {
            cx.error(GL_INVALID_VALUE, "size");
            return 0;
        }
        let mut room = (!log.is_null()).then_some(size as usize);
        let mut at = 0;
        let mut written = 0usize;
        while at < count as usize {
            let Some(message) = debug::take_message(cx, room) else { break };
            let length = message.text.len() + 1;
            // SAFETY: the application gives room for `count` values in each array that is not null.
            unsafe {
                put(if sources.is_null() { sources } else { sources.add(at) }, message.source);
                put(if types.is_null() { types } else { types.add(at) }, message.type_);
                put(if ids.is_null() { ids } else { ids.add(at) }, message.id);
                put(if severities.is_null() { severities } else { severities.add(at) }, message.severity);
                put(if lengths.is_null() { lengths } else { lengths.add(at) }, length as GLsizei);
            }
            if let Some(room) = &mut room {
                // SAFETY: the application gives `size` bytes; the message was taken because it fits what is left of them.
                let out: &mut [u8] = unsafe { slice_mut(log.cast::<u8>().add(written), length) };
                out[..length - 1].copy_from_slice(message.text.as_bytes());
                out[length - 1] = 0;
                written += length;
                *room -= length;
            }
            at += 1;
        }
        at as GLuint
    }
    fn glPushDebugGroup(cx, source: GLenum, id: GLuint, length: GLsizei, message: *const GLchar) {
        // SAFETY: the application gives a string of `length` bytes, or one that ends in a zero.
        let text = unsafe { string(message, length) };
        debug::push_group(cx, source, id, text)
    }
    fn glPopDebugGroup(cx) { debug::pop_group(cx) }
    fn glObjectLabel(cx, identifier: GLenum, name: GLuint, length: GLsizei, text: *const GLchar) {
        // SAFETY: the application gives a string of `length` bytes, or one that ends in a zero.
        let label = unsafe { label(text, length) };
        debug::object_label(cx, identifier, name, label)
    }
    fn glGetObjectLabel(
        cx, identifier: GLenum, name: GLuint, size: GLsizei, length: *mut GLsizei, out: *mut GLchar,
    ) {
        if size < 0 {
            return cx.error(GL_INVALID_VALUE, "size");
        }
        if let Some(label) = debug::get_object_label(cx, identifier, name) {
            // SAFETY: the application gives room for `size` bytes and a length, or null.
            unsafe { put_label(label.as_bytes(), size, length, out) }
        }
    }
    fn glObjectPtrLabel(cx, ptr: *const GLvoid, length: GLsizei, text: *const GLchar) {
        // SAFETY: the application gives a string of `length` bytes, or one that ends in a zero.
        let label = unsafe { label(text, length) };
        debug::sync_label(cx, ptr as usize as u64, label)
    }
    fn glGetObjectPtrLabel(
        cx, ptr: *const GLvoid, size: GLsizei, length: *mut GLsizei, out: *mut GLchar,
    ) {
        if size < 0 {
            return cx.error(GL_INVALID_VALUE, "size");
        }
        if let Some(label) = debug::get_sync_label(cx, ptr as usize as u64) {
            // SAFETY: the application gives room for `size` bytes and a length, or null.
            unsafe { put_label(label.as_bytes(), size, length, out) }
        }
    }
}
