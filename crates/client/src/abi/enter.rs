//! From a C call to the calling thread's context.

use crate::{Cx, front_end};
use std::panic::{AssertUnwindSafe, catch_unwind};

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
#[inline]
pub fn with_cx<R: Nothing>(call: impl FnOnce(&mut Cx<'_>) -> R) -> R {
    catch_unwind(AssertUnwindSafe(|| front_end::with_current(call))).ok().flatten().unwrap_or_else(R::nothing)
}

/// The body of an entry point that is not implemented: `GL_INVALID_OPERATION`, and one log line per name.
#[cold]
pub(super) fn missing<R: Nothing>(name: &'static str, core33: bool) -> R {
    use std::{collections::HashSet, sync::Mutex};
    static SAID: Mutex<Option<HashSet<&'static str>>> = Mutex::new(None);
    let mut said = SAID.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if said.get_or_insert_default().insert(name) {
        if core33 {
            tracing::error!("{name} is not implemented");
        } else {
            tracing::warn!("{name} is not implemented: it is beyond the versions and extensions that are advertised");
        }
    }
    with_cx(|cx| cx.error(crate::gl::enums::GL_INVALID_OPERATION, &format!("{name} is not implemented")));
    R::nothing()
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
