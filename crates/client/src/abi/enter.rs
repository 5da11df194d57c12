//! From a C call to the calling thread's context.

use crate::{Cx, front_end};
use std::{
    collections::BTreeSet,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Mutex,
};

/// What a call answers when there is no context, or no implementation.
pub trait Nothing {
    /// The answer.
    fn nothing() -> Self;
}
macro_rules! nothing {
    ($($ty:ty),*) => { $( impl Nothing for $ty { fn nothing() -> Self { Default::default() } } )* };
}
nothing!((), u8, i32, u32, i64, u64, isize, f32);
impl<T> Nothing for *const T {
    fn nothing() -> Self {
        std::ptr::null()
    }
}
impl<T> Nothing for *mut T {
    fn nothing() -> Self {
        std::ptr::null_mut()
    }
}

/// Runs `call` with the calling thread's context; without one it answers nothing (GL 4.6 core 2.1: undefined).
///
/// A panic is a defect of ours: it ends the session like a dead server would, and not the application.
#[inline(always)]
pub fn with_cx<R: Nothing>(call: impl FnOnce(&mut Cx<'_>) -> R) -> R {
    let answer = catch_unwind(AssertUnwindSafe(|| front_end::with_current(call))).ok().flatten();
    answer.unwrap_or_else(R::nothing)
}

/// The body of an entry point that is not implemented: `GL_INVALID_OPERATION`, and one log line per name.
#[cold]
pub(super) fn missing_gl<R: Nothing>(name: &'static str, core33: bool) -> R {
    if first_time(name) {
        if core33 {
            tracing::error!("{name} is not implemented");
        } else {
            tracing::warn!("{name} is not implemented: it is beyond the versions and extensions that are advertised");
        }
    }
    with_cx(|cx| cx.error(crate::gl::enums::GL_INVALID_OPERATION, &format!("{name} is not implemented")));
    R::nothing()
}

/// The body of an EGL entry point that is not implemented.
#[cold]
pub fn missing_egl<R: Nothing>(name: &'static str, _core: bool) -> R {
    if first_time(name) {
        tracing::error!("{name} is not implemented");
    }
    crate::egl::thread::set_error(crate::egl::enums::EGL_BAD_ACCESS);
    R::nothing()
}

fn first_time(name: &'static str) -> bool {
    static SAID: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    SAID.lock().unwrap_or_else(std::sync::PoisonError::into_inner).insert(name)
}

/// Defines entry points: `fn glName(cx, arg: Type, ...) -> Ret { body }`, with `cx` the calling thread's [`Cx`].
macro_rules! gl_api {
    ($( $(#[$meta:meta])* fn $name:ident($cx:ident $(, $arg:ident : $ty:ty)* $(,)?) $(-> $ret:ty)? $body:block )*) => { $(
        $(#[$meta])*
        #[allow(non_snake_case, missing_docs, clippy::missing_safety_doc, clippy::too_many_arguments)]
        pub unsafe extern "system" fn $name($($arg: $ty),*) $(-> $ret)? {
            $crate::abi::enter::with_cx(|$cx| $body)
        }
    )* };
}
pub(in crate::abi) use gl_api;

/// Defines EGL entry points: `fn eglName(fe, arg: Type, ...) -> Ret = failure { body }`; `body` runs with the locked front end and
/// gives `Result<Ret, EGLint>`, whose error becomes the thread's EGL error.
macro_rules! egl_api {
    ($( $(#[$meta:meta])* fn $name:ident($fe:ident $(, $arg:ident : $ty:ty)* $(,)?) -> $ret:ty = $failure:expr => $body:block )*) => { $(
        $(#[$meta])*
        #[allow(non_snake_case, missing_docs, clippy::missing_safety_doc, clippy::too_many_arguments)]
        pub unsafe extern "system" fn $name($($arg: $ty),*) -> $ret {
            let call = std::panic::AssertUnwindSafe(|| -> Result<$ret, $crate::egl::enums::EGLint> {
                #[allow(unused_variables)]
                $crate::front_end::with(|$fe| $body)
            });
            let result = std::panic::catch_unwind(call).unwrap_or(Err($crate::egl::enums::EGL_BAD_ALLOC as i32));
            $crate::egl::thread::finish(result, $failure)
        }
    )* };
}
pub(in crate::abi) use egl_api;
