//! A driver's EGL vendor library, loaded as GLVND loads it (`glvnd/libeglabi.h`, version 0.2) but without GLVND, whose one
//! list of vendors leads to the shim in this process.

use super::{EglError, functions::Functions};
use khronos_egl as egl;
use serde::Deserialize;
use std::{
    env,
    ffi::{CStr, c_char, c_int, c_void},
    fs,
    path::{Path, PathBuf},
};

/// Directories of vendor files, as GLVND looks through them.
const DIRECTORIES: [&str; 2] = ["/etc/glvnd/egl_vendor.d", "/usr/share/glvnd/egl_vendor.d"];

#[derive(Deserialize)]
struct VendorFile {
    #[serde(rename = "ICD")]
    icd: Icd,
}
#[derive(Deserialize)]
struct Icd {
    library_path: PathBuf,
}

/// Vendor libraries in GLVND's order, without ours.
fn libraries() -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = match env::var_os("MGPIPE_SAVED___EGL_VENDOR_LIBRARY_FILENAMES") {
        Some(list) => env::split_paths(&list).collect(),
        None => Vec::new(),
    };
    if files.is_empty() {
        let entries =
            |directory: &&str| fs::read_dir(directory).into_iter().flatten().flatten().map(|entry| entry.path());
        for directory in &DIRECTORIES {
            let mut found: Vec<_> =
                entries(directory).filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
            found.sort();
            files.extend(found);
        }
    }
    let library = |file: &PathBuf| -> Option<PathBuf> {
        let vendor: VendorFile = serde_json::from_slice(&fs::read(file).ok()?).ok()?;
        Some(vendor.icd.library_path)
    };
    let is_shim = |path: &PathBuf| path.file_name().is_some_and(|name| name == "libEGL_mgpipe.so");
    files.iter().filter_map(library).filter(|path| !is_shim(path)).collect()
}

/// The first vendor library that loads.
pub(super) fn load() -> Result<Functions, EglError> {
    let mut last = EglError::NoVendor(DIRECTORIES.join(", "));
    for path in libraries() {
        match load_one(&path) {
            Ok(functions) => return Ok(functions),
            Err(error) => last = error,
        }
    }
    Err(last)
}

/// What GLVND gives to a vendor: `__EGLapiExports`. A vendor uses it in the dispatch functions that it lends to GLVND, which
/// nobody calls here.
#[repr(C)]
struct Exports {
    thread_init: extern "C" fn(),
    get_current_api: extern "C" fn() -> u32,
    get_current_vendor: extern "C" fn() -> *mut c_void,
    get_current_context: extern "C" fn() -> *mut c_void,
    get_current_display: extern "C" fn() -> *mut c_void,
    get_current_surface: extern "C" fn(i32) -> *mut c_void,
    fetch_dispatch_entry: extern "C" fn(*mut c_void, c_int) -> *mut c_void,
    set_egl_error: extern "C" fn(i32),
    set_last_vendor: extern "C" fn(*mut c_void) -> u32,
    get_vendor_from_display: extern "C" fn(*mut c_void) -> *mut c_void,
    get_vendor_from_device: extern "C" fn(*mut c_void) -> *mut c_void,
    set_vendor_for_device: extern "C" fn(*mut c_void, *mut c_void) -> u32,
}

extern "C" fn nothing() {}
extern "C" fn no_api() -> u32 {
    egl::OPENGL_ES_API
}
extern "C" fn null() -> *mut c_void {
    std::ptr::null_mut()
}
extern "C" fn no_surface(_which: i32) -> *mut c_void {
    std::ptr::null_mut()
}
extern "C" fn no_entry(_vendor: *mut c_void, _index: c_int) -> *mut c_void {
    std::ptr::null_mut()
}
extern "C" fn no_error(_error: i32) {}
extern "C" fn taken(_vendor: *mut c_void) -> u32 {
    egl::TRUE
}
extern "C" fn no_vendor(_object: *mut c_void) -> *mut c_void {
    std::ptr::null_mut()
}
extern "C" fn taken_for(_device: *mut c_void, _vendor: *mut c_void) -> u32 {
    egl::TRUE
}

static EXPORTS: Exports = Exports {
    thread_init: nothing,
    get_current_api: no_api,
    get_current_vendor: null,
    get_current_context: null,
    get_current_display: null,
    get_current_surface: no_surface,
    fetch_dispatch_entry: no_entry,
    set_egl_error: no_error,
    set_last_vendor: taken,
    get_vendor_from_display: no_vendor,
    get_vendor_from_device: no_vendor,
    set_vendor_for_device: taken_for,
};

/// What a vendor gives back: `__EGLapiImports`, with room for later versions' members.
#[repr(C)]
struct Imports {
    get_platform_display: Option<unsafe extern "system" fn(u32, *mut c_void, *const isize) -> egl::EGLDisplay>,
    get_supports_api: *const c_void,
    get_vendor_string: *const c_void,
    get_proc_address: Option<unsafe extern "system" fn(*const c_char) -> *const c_void>,
    rest: [*const c_void; 28],
}

type Main = unsafe extern "C" fn(u32, *const Exports, *mut c_void, *mut Imports) -> u32;

fn load_one(path: &Path) -> Result<Functions, EglError> {
    const VERSION: u32 = 2;
    let name = path.display().to_string();
    let missing = |function| EglError::Function(name.clone(), function);
    // SAFETY: a driver's library runs its initialisers, as GLVND would let it.
    let library = unsafe { libloading::Library::new(path) }
        .map_err(|error| EglError::Library(name.clone(), error.to_string()))?;
    // SAFETY: the type of a vendor's entry point (libeglabi.h).
    let main = *unsafe { library.get::<Main>(b"__egl_Main\0") }.map_err(|_| missing("__egl_Main"))?;
    let mut imports = Imports {
        get_platform_display: None,
        get_supports_api: std::ptr::null(),
        get_vendor_string: std::ptr::null(),
        get_proc_address: None,
        rest: [std::ptr::null(); 28],
    };
    let vendor = (&raw const EXPORTS).cast_mut().cast();
    // SAFETY: the version says how large the tables are; the exports are static and the imports larger than asked. The vendor
    // handle is only passed back to us: any address that is not null will do.
    let ok = unsafe { main(VERSION, &EXPORTS, vendor, &mut imports) };
    // Drivers keep threads and thread-local state: their library is never unloaded.
    std::mem::forget(library);
    if ok != egl::TRUE {
        return Err(missing("version 0.2 of GLVND's vendor interface"));
    }
    let get_proc_address = imports.get_proc_address.ok_or_else(|| missing("getProcAddress"))?;
    let get_platform_display = imports.get_platform_display.ok_or_else(|| missing("getPlatformDisplay"))?;
    let look_up = |name: &CStr| {
        // SAFETY: a C string, as the interface asks.
        unsafe { get_proc_address(name.as_ptr()) }
    };
    Functions::load(&name, get_proc_address, Some(get_platform_display), look_up)
}
