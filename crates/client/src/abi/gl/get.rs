//! Queries of state.

use crate::{
    Cx,
    abi::{
        enter::gl_api,
        memory::{put, slice_mut},
        types::*,
    },
    gl::{
        enums::*,
        get::{self, Value},
    },
};
use std::{collections::HashMap, ffi::CString, sync::Mutex};

/// A string that stays for ever, as `glGetString` promises. There are few of them.
fn eternal(text: Option<String>) -> *const GLubyte {
    static KNOWN: Mutex<Option<HashMap<String, &'static CString>>> = Mutex::new(None);
    let Some(text) = text else { return std::ptr::null() };
    let mut known = KNOWN.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let known = known.get_or_insert_default();
    let found = known.entry(text).or_insert_with_key(|text| {
        let bytes: Vec<u8> = text.bytes().filter(|&byte| byte != 0).collect();
        Box::leak(Box::new(CString::new(bytes).expect("no zero is left")))
    });
    found.as_ptr().cast()
}

/// Stores the components of a value.
///
/// # Safety
/// `out` is null or writable for as many components as the state has.
unsafe fn store<T>(value: Option<Value>, out: *mut T, component: impl Fn(&Value, usize) -> T) {
    if let Some(value) = value {
        for at in 0..value.len() {
            // SAFETY: as the caller promises.
            unsafe { put(out.wrapping_add(at), component(&value, at)) }
        }
    }
}

fn get_pointer(cx: &mut Cx<'_>, pname: GLenum) -> Option<usize> {
    match pname {
        GL_DEBUG_CALLBACK_FUNCTION => Some(cx.state.debug.pointers[0]),
        GL_DEBUG_CALLBACK_USER_PARAM => Some(cx.state.debug.pointers[1]),
        _ => {
            cx.error(GL_INVALID_ENUM, "pointer name");
            None
        }
    }
}

gl_api! {
    fn glGetString(cx, name: GLenum) -> *const GLubyte { eternal(get::string(cx, name)) }
    fn glGetStringi(cx, name: GLenum, index: GLuint) -> *const GLubyte {
        eternal(get::indexed_string(cx, name, index))
    }
    fn glGetBooleanv(cx, pname: GLenum, data: *mut GLboolean) {
        // SAFETY: the application gives room for what the state has.
        unsafe { store(get::get(cx, pname), data, Value::boolean) }
    }
    fn glGetIntegerv(cx, pname: GLenum, data: *mut GLint) {
        // SAFETY: the application gives room for what the state has.
        unsafe { store(get::get(cx, pname), data, Value::int32) }
    }
    fn glGetInteger64v(cx, pname: GLenum, data: *mut GLint64) {
        // SAFETY: the application gives room for what the state has.
        unsafe { store(get::get(cx, pname), data, Value::int64) }
    }
    fn glGetFloatv(cx, pname: GLenum, data: *mut GLfloat) {
        // SAFETY: the application gives room for what the state has.
        unsafe { store(get::get(cx, pname), data, |value, at| value.double(at) as GLfloat) }
    }
    fn glGetDoublev(cx, pname: GLenum, data: *mut GLdouble) {
        // SAFETY: the application gives room for what the state has.
        unsafe { store(get::get(cx, pname), data, Value::double) }
    }
    fn glGetBooleani_v(cx, target: GLenum, index: GLuint, data: *mut GLboolean) {
        // SAFETY: the application gives room for what the state has.
        unsafe { store(get::get_indexed(cx, target, index), data, Value::boolean) }
    }
    fn glGetIntegeri_v(cx, target: GLenum, index: GLuint, data: *mut GLint) {
        // SAFETY: the application gives room for what the state has.
        unsafe { store(get::get_indexed(cx, target, index), data, Value::int32) }
    }
    fn glGetInteger64i_v(cx, target: GLenum, index: GLuint, data: *mut GLint64) {
        // SAFETY: the application gives room for what the state has.
        unsafe { store(get::get_indexed(cx, target, index), data, Value::int64) }
    }
    fn glGetFloati_v(cx, target: GLenum, index: GLuint, data: *mut GLfloat) {
        // SAFETY: the application gives room for what the state has.
        unsafe { store(get::get_indexed(cx, target, index), data, |value, at| value.double(at) as GLfloat) }
    }
    fn glGetDoublei_v(cx, target: GLenum, index: GLuint, data: *mut GLdouble) {
        // SAFETY: the application gives room for what the state has.
        unsafe { store(get::get_indexed(cx, target, index), data, Value::double) }
    }
    fn glGetBooleanIndexedvEXT(cx, target: GLenum, index: GLuint, data: *mut GLboolean) {
        // SAFETY: the application gives room for what the state has.
        unsafe { store(get::get_indexed(cx, target, index), data, Value::boolean) }
    }
    fn glGetIntegerIndexedvEXT(cx, target: GLenum, index: GLuint, data: *mut GLint) {
        // SAFETY: the application gives room for what the state has.
        unsafe { store(get::get_indexed(cx, target, index), data, Value::int32) }
    }
    fn glGetPointerv(cx, pname: GLenum, params: *const *mut GLvoid) {
        if let Some(pointer) = get_pointer(cx, pname) {
            // SAFETY: the application gives room for one pointer.
            if let [place] = unsafe { slice_mut(params.cast_mut(), 1) } {
                *place = pointer as *mut GLvoid;
            }
        }
    }
}
