//! The shared library `libEGL_mgpipe.so`: exports the client's C ABI, for GLVND (`__egl_Main`), for loaders that look for plain
//! `egl*` and `gl*` symbols, and for `eglGetProcAddress`. Nothing else is here.

#![allow(non_snake_case)] // the library's name is the one that GLVND's vendors have
#![allow(missing_docs)] // the exports are GL's and EGL's own

use client::abi::egl::glvnd::{ApiExports, ApiImports};
use std::ffi::c_void;

client::export_egl!();
client::export_gl!();

/// GLVND's way in.
///
/// # Safety
/// Called by GLVND's `libEGL.so.1` with the tables of its interface version.
#[unsafe(no_mangle)]
#[allow(non_snake_case)]
pub unsafe extern "C" fn __egl_Main(
    version: u32,
    exports: *const ApiExports,
    _vendor: *mut c_void,
    imports: *mut ApiImports,
) -> u32 {
    // SAFETY: GLVND's table of that version, by the contract.
    unsafe { client::abi::egl::glvnd::main(version, exports, imports) }.into()
}

/// Runs when the library is loaded, however it is loaded: logging, and the transports that need a driver in this process.
#[used]
#[unsafe(link_section = ".init_array")]
static START: extern "C" fn() = start;

extern "C" fn start() {
    client::settings::start_logging();
    client::front_end::set_connectors(inprocess::behind_shim);
}
