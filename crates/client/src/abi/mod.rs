//! The C ABI: `gl*`, `egl*`, `__egl_Main`. Pointers become slices here; what is behind them is [`crate::gl`]'s and
//! [`crate::egl`]'s.
//!
//! The functions are not exported from this crate, so that a Rust program that links it keeps its driver's own symbols: the
//! shared library exports them with [`export_gl!`](crate::export_gl) and [`export_egl!`](crate::export_egl).

pub mod egl;
pub mod enter;
pub mod gl;
pub mod host_memory;
mod memory;
pub mod pixels;
pub mod types;

/// The entry points that are not implemented, and the table of all.
pub mod entry_points {
    use super::types::{self, __gl_imports};
    include!(concat!(env!("OUT_DIR"), "/entry_points.rs"));
}

/// EGL's, likewise.
pub mod egl_entry_points {
    use super::types::{self, __gl_imports};
    include!(concat!(env!("OUT_DIR"), "/egl_entry_points.rs"));
}

/// A name and an address.
struct Proc {
    name: &'static str,
    address: *const (),
}
// SAFETY: the address is of a function, which has no state.
unsafe impl Sync for Proc {}

/// Entry points that are another one under the name of an extension.
const ALIASES: &[(&str, &str)] = &[
    ("glBlendEquationSeparateiARB", "glBlendEquationSeparatei"),
    ("glBlendEquationiARB", "glBlendEquationi"),
    ("glBlendFuncSeparateiARB", "glBlendFuncSeparatei"),
    ("glBlendFunciARB", "glBlendFunci"),
    ("glDebugMessageCallbackKHR", "glDebugMessageCallback"),
    ("glDebugMessageControlKHR", "glDebugMessageControl"),
    ("glDebugMessageInsertKHR", "glDebugMessageInsert"),
    ("glGetDebugMessageLogKHR", "glGetDebugMessageLog"),
    ("glGetGraphicsResetStatusKHR", "glGetGraphicsResetStatus"),
    ("glGetObjectLabelKHR", "glGetObjectLabel"),
    ("glGetObjectPtrLabelKHR", "glGetObjectPtrLabel"),
    ("glGetPointervKHR", "glGetPointerv"),
    ("glMultiDrawArraysIndirectCountARB", "glMultiDrawArraysIndirectCount"),
    ("glMultiDrawElementsIndirectCountARB", "glMultiDrawElementsIndirectCount"),
    ("glGetnCompressedTexImageARB", "glGetnCompressedTexImage"),
    ("glGetnTexImageARB", "glGetnTexImage"),
    ("glGetnUniformfvKHR", "glGetnUniformfv"),
    ("glGetnUniformivKHR", "glGetnUniformiv"),
    ("glGetnUniformuivKHR", "glGetnUniformuiv"),
    ("glObjectLabelKHR", "glObjectLabel"),
    ("glObjectPtrLabelKHR", "glObjectPtrLabel"),
    ("glPopDebugGroupKHR", "glPopDebugGroup"),
    ("glProgramParameteriARB", "glProgramParameteri"),
    ("glPushDebugGroupKHR", "glPushDebugGroup"),
    ("glReadnPixelsARB", "glReadnPixels"),
    ("glReadnPixelsKHR", "glReadnPixels"),
    ("glTexBufferARB", "glTexBuffer"),
];

/// Address of an entry point, as `eglGetProcAddress` answers it.
pub fn proc_address(name: &str) -> Option<*const ()> {
    let name = ALIASES.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
    let table = if name.starts_with("egl") { egl_entry_points::TABLE } else { entry_points::TABLE };
    table.binary_search_by(|proc| proc.name.cmp(name)).ok().map(|at| table[at].address)
}

/// Path of the shared library (or program) that this code is in.
pub fn library_path() -> Option<std::path::PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
    let here: fn() -> Option<std::path::PathBuf> = library_path;
    // SAFETY: `info` may be written; dladdr only compares the address with the mappings of loaded objects.
    let found = unsafe { libc::dladdr(here as *const libc::c_void, info.as_mut_ptr()) };
    if found == 0 {
        return None;
    }
    // SAFETY: dladdr succeeded, so that the structure is filled; the name is a C string that lives as long as the object.
    let name = unsafe {
        let info = info.assume_init();
        if info.dli_fname.is_null() {
            return None;
        }
        std::ffi::CStr::from_ptr(info.dli_fname)
    };
    std::path::Path::new(std::ffi::OsStr::from_bytes(name.to_bytes())).canonicalize().ok()
}

/// Runs `at_exit` when the process ends normally.
pub fn at_exit(at_exit: extern "C" fn()) {
    // SAFETY: the function has no arguments and stays loaded: GLVND never unloads a vendor, and a library that registered a
    // handler is kept by the C library until it has run.
    unsafe { libc::atexit(at_exit) };
}
