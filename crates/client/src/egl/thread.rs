//! What EGL keeps per thread: the last error, the bound API, the current surfaces (EGL 1.5 section 2.1.3).

use super::enums::*;
use std::cell::Cell;

thread_local! {
    static ERROR: Cell<EGLint> = const { Cell::new(EGL_SUCCESS as EGLint) };
    static API: Cell<EGLenum> = const { Cell::new(EGL_OPENGL_ES_API) };
    static CURRENT: Cell<Current> = const { Cell::new(Current { display: 0, draw: None, read: None }) };
}

/// What is current in a thread, beside the context.
#[derive(Clone, Copy, Debug, Default)]
pub struct Current {
    /// Index of the display.
    pub display: usize,
    /// Index of the draw surface.
    pub draw: Option<usize>,
    /// Index of the read surface.
    pub read: Option<usize>,
}

/// Sets the thread's error.
pub fn set_error(error: EGLenum) {
    ERROR.set(error as EGLint);
}

/// `eglGetError`.
pub fn take_error() -> EGLint {
    ERROR.replace(EGL_SUCCESS as EGLint)
}

/// Turns a result into C's: the error is recorded and `failure` returned.
pub fn finish<R>(result: Result<R, EGLint>, failure: R) -> R {
    ERROR.set(*result.as_ref().err().unwrap_or(&(EGL_SUCCESS as EGLint)));
    result.unwrap_or(failure)
}

/// The bound client API.
pub fn api() -> EGLenum {
    API.get()
}

/// `eglBindAPI`. Only OpenGL can be bound; OpenGL ES stays what a thread starts with, as EGL says, and has no configs.
pub fn bind_api(api: EGLenum) -> bool {
    let known = api == EGL_OPENGL_API;
    if known {
        API.set(api);
    }
    known
}

/// What is current.
pub fn current() -> Current {
    CURRENT.get()
}

/// Sets what is current.
pub fn set_current(current: Current) {
    CURRENT.set(current);
}
