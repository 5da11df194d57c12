//! GLVND's vendor interface (`glvnd/libeglabi.h`, version 0.2): how the system's `libEGL.so.1` loads the shim like any driver.

use crate::{
    abi::types::*,
    egl::{
        display,
        enums::{EGL_OPENGL_API, EGLAttrib, EGLBoolean, EGLenum},
    },
};
use std::ffi::{CStr, c_char, c_int, c_void};

/// What a vendor gives to GLVND: `__EGLapiImports`.
#[repr(C)]
#[derive(Debug)]
pub struct ApiImports {
    get_platform_display: Option<unsafe extern "C" fn(EGLenum, *mut c_void, *const EGLAttrib) -> EGLDisplay>,
    get_supports_api: Option<extern "C" fn(EGLenum) -> EGLBoolean>,
    get_vendor_string: Option<extern "C" fn(c_int) -> *const c_char>,
    get_proc_address: Option<unsafe extern "C" fn(*const c_char) -> *const c_void>,
    get_dispatch_address: Option<unsafe extern "C" fn(*const c_char) -> *const c_void>,
    set_dispatch_index: Option<extern "C" fn(*const c_char, c_int)>,
    is_patch_supported: *const c_void,
    initiate_patch: *const c_void,
    release_patch: *const c_void,
    patch_thread_attach: *const c_void,
    find_native_display_platform: *const c_void,
}

const MAJOR: u32 = 0;

/// The body of `__egl_Main`: fills `imports`. False for a GLVND of another major version.
///
/// # Safety
/// `imports` points to GLVND's zeroed table, which has every member of version 0.1 at least, as `version` says.
pub unsafe fn main(version: u32, imports: *mut ApiImports) -> bool {
    if version >> 16 != MAJOR || imports.is_null() {
        return false;
    }
    // SAFETY: not null and GLVND's to be filled, by the contract; members are written one by one, only those that every
    // version has.
    unsafe {
        (*imports).get_platform_display = Some(get_platform_display);
        (*imports).get_supports_api = Some(get_supports_api);
        (*imports).get_vendor_string = Some(get_vendor_string);
        (*imports).get_proc_address = Some(get_proc_address);
        (*imports).get_dispatch_address = Some(get_dispatch_address);
        (*imports).set_dispatch_index = Some(set_dispatch_index);
    }
    true
}

unsafe extern "C" fn get_platform_display(
    platform: EGLenum,
    native: *mut c_void,
    attributes: *const EGLAttrib,
) -> EGLDisplay {
    // SAFETY: GLVND passes the application's arguments through.
    unsafe { super::display::eglGetPlatformDisplay(platform, native, attributes) }
}

extern "C" fn get_supports_api(api: EGLenum) -> EGLBoolean {
    (api == EGL_OPENGL_API).into()
}

extern "C" fn get_vendor_string(name: c_int) -> *const c_char {
    const PLATFORM_EXTENSIONS: c_int = 0;
    static TEXT: std::sync::LazyLock<std::ffi::CString> =
        std::sync::LazyLock::new(|| std::ffi::CString::new(display::PLATFORM_EXTENSIONS).expect("no zero inside"));
    if name == PLATFORM_EXTENSIONS { TEXT.as_ptr() } else { std::ptr::null() }
}

unsafe extern "C" fn get_proc_address(name: *const c_char) -> *const c_void {
    if name.is_null() {
        return std::ptr::null();
    }
    // SAFETY: GLVND passes a C string.
    let name = unsafe { CStr::from_ptr(name) };
    name.to_str().ok().and_then(crate::abi::proc_address).unwrap_or(std::ptr::null()).cast()
}

/// No display extension of ours has functions that GLVND does not know.
unsafe extern "C" fn get_dispatch_address(_name: *const c_char) -> *const c_void {
    std::ptr::null()
}

extern "C" fn set_dispatch_index(_name: *const c_char, _index: c_int) {}
