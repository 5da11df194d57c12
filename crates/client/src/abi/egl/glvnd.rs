//! GLVND's vendor interface (`glvnd/libeglabi.h`, version 0.2): how the system's `libEGL.so.1` loads the shim like any driver.

use crate::{
    abi::types::{EGLDeviceEXT, EGLDisplay},
    egl::{
        display,
        enums::{EGL_BAD_DEVICE_EXT, EGL_BAD_DISPLAY, EGL_OPENGL_API, EGLAttrib, EGLBoolean, EGLenum, EGLint},
    },
};
use std::{
    ffi::{CStr, c_char, c_int, c_void},
    sync::atomic::{AtomicI32, AtomicPtr, Ordering},
};

/// What GLVND gives to a vendor: `__EGLapiExports`.
#[repr(C)]
#[derive(Debug)]
pub struct ApiExports {
    thread_init: unsafe extern "C" fn(),
    get_current_api: *const c_void,
    get_current_vendor: *const c_void,
    get_current_context: *const c_void,
    get_current_display: *const c_void,
    get_current_surface: *const c_void,
    fetch_dispatch_entry: unsafe extern "C" fn(*mut c_void, c_int) -> *const c_void,
    set_egl_error: unsafe extern "C" fn(EGLint),
    set_last_vendor: unsafe extern "C" fn(*mut c_void) -> EGLBoolean,
    get_vendor_from_display: unsafe extern "C" fn(EGLDisplay) -> *mut c_void,
    get_vendor_from_device: unsafe extern "C" fn(EGLDeviceEXT) -> *mut c_void,
}

static EXPORTS: AtomicPtr<ApiExports> = AtomicPtr::new(std::ptr::null_mut());

/// What a vendor gives to GLVND: `__EGLapiImports`.
#[repr(C)]
#[derive(Debug)]
pub struct ApiImports {
    get_platform_display: Option<unsafe extern "C" fn(EGLenum, *mut c_void, *const EGLAttrib) -> EGLDisplay>,
    get_supports_api: Option<extern "C" fn(EGLenum) -> EGLBoolean>,
    get_vendor_string: Option<extern "C" fn(c_int) -> *const c_char>,
    get_proc_address: Option<unsafe extern "C" fn(*const c_char) -> *const c_void>,
    get_dispatch_address: Option<unsafe extern "C" fn(*const c_char) -> *const c_void>,
    set_dispatch_index: Option<unsafe extern "C" fn(*const c_char, c_int)>,
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
/// `exports` points to GLVND's table and `imports` to the zeroed one that it wants filled; both have every member of version
/// 0.1 at least, as `version` says, and stay.
pub unsafe fn main(version: u32, exports: *const ApiExports, imports: *mut ApiImports) -> bool {
    if version >> 16 != MAJOR || imports.is_null() || exports.is_null() {
        return false;
    }
    EXPORTS.store(exports.cast_mut(), Ordering::Release);
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

/// A function that GLVND doesn't know by itself but has to hand out: it finds the vendor by the first argument and calls
/// whatever that vendor has under the name (GLVND calls any vendor's stub for all vendors).
macro_rules! dispatch_stubs {
    ($($name:ident, $vendor_of:ident, $bad:ident, ($object:ident : $object_ty:ty $(, $arg:ident : $ty:ty)*) -> $ret:ty = $failure:expr;)*) => {
        mod index {
            $( #[allow(non_upper_case_globals)] pub(super) static $name: std::sync::atomic::AtomicI32 = std::sync::atomic::AtomicI32::new(-1); )*
        }
        $(
            #[allow(non_snake_case)]
            unsafe extern "C" fn $name($object: $object_ty $(, $arg: $ty)*) -> $ret {
                let exports = EXPORTS.load(Ordering::Acquire);
                if exports.is_null() {
                    return $failure;
                }
                // SAFETY: the table is GLVND's and stays; its functions are called with what they gave. The entry that GLVND
                // finds under the index of this name is a vendor's function of this name and so of this type.
                unsafe {
                    let exports = &*exports;
                    (exports.thread_init)();
                    let vendor = (exports.$vendor_of)($object);
                    if vendor.is_null() || (exports.set_last_vendor)(vendor) == 0 {
                        (exports.set_egl_error)($bad as EGLint);
                        return $failure;
                    }
                    let entry = (exports.fetch_dispatch_entry)(vendor, index::$name.load(Ordering::Relaxed));
                    if entry.is_null() {
                        (exports.set_egl_error)($bad as EGLint);
                        return $failure;
                    }
                    let entry: unsafe extern "C" fn($object_ty $(, $ty)*) -> $ret = std::mem::transmute(entry);
                    entry($object $(, $arg)*)
                }
            }
        )*

        fn dispatch_stub(name: &str) -> Option<(*const c_void, &'static AtomicI32)> {
            match name {
                $( stringify!($name) => Some(($name as *const c_void, &index::$name)), )*
                _ => None,
            }
        }
    };
}

dispatch_stubs! {
    eglQueryDeviceStringEXT, get_vendor_from_device, EGL_BAD_DEVICE_EXT, (device: EGLDeviceEXT, name: EGLint) -> *const c_char = std::ptr::null();
    eglQueryDeviceAttribEXT, get_vendor_from_device, EGL_BAD_DEVICE_EXT, (device: EGLDeviceEXT, attribute: EGLint, value: *mut EGLAttrib) -> EGLBoolean = 0;
    eglQueryDisplayAttribEXT, get_vendor_from_display, EGL_BAD_DISPLAY, (display: EGLDisplay, attribute: EGLint, value: *mut EGLAttrib) -> EGLBoolean = 0;
}

unsafe extern "C" fn get_dispatch_address(name: *const c_char) -> *const c_void {
    // SAFETY: GLVND passes a C string.
    unsafe { stub(name) }.map_or(std::ptr::null(), |(address, _)| address)
}

unsafe extern "C" fn set_dispatch_index(name: *const c_char, index: c_int) {
    // SAFETY: GLVND passes a C string.
    if let Some((_, place)) = unsafe { stub(name) } {
        place.store(index, Ordering::Relaxed);
    }
}

/// # Safety
/// `name` is null or a C string.
unsafe fn stub(name: *const c_char) -> Option<(*const c_void, &'static AtomicI32)> {
    if name.is_null() {
        return None;
    }
    // SAFETY: not null, so a C string by the contract.
    dispatch_stub(unsafe { CStr::from_ptr(name) }.to_str().ok()?)
}
