//! The table of EGL functions.

use super::{EglError, PLATFORM_DEVICE, PLATFORM_SURFACELESS};
use khronos_egl as egl;
use std::ffi::{CStr, CString, c_char, c_void};

type GetProcAddress = unsafe extern "system" fn(*const c_char) -> *const c_void;
type Initialize = unsafe extern "system" fn(egl::EGLDisplay, *mut i32, *mut i32) -> u32;
type QueryString = unsafe extern "system" fn(egl::EGLDisplay, i32) -> *const c_char;
type ChooseConfig = unsafe extern "system" fn(egl::EGLDisplay, *const i32, *mut egl::EGLConfig, i32, *mut i32) -> u32;
type BindApi = unsafe extern "system" fn(u32) -> u32;
type CreateContext =
    unsafe extern "system" fn(egl::EGLDisplay, egl::EGLConfig, egl::EGLContext, *const i32) -> egl::EGLContext;
type DestroyContext = unsafe extern "system" fn(egl::EGLDisplay, egl::EGLContext) -> u32;
type MakeCurrent = unsafe extern "system" fn(egl::EGLDisplay, egl::EGLSurface, egl::EGLSurface, egl::EGLContext) -> u32;
type GetError = unsafe extern "system" fn() -> i32;
type GetPlatformDisplay = unsafe extern "system" fn(u32, *mut c_void, *const isize) -> egl::EGLDisplay;
type GetDisplay = unsafe extern "system" fn(*mut c_void) -> egl::EGLDisplay;
type QueryDevices = unsafe extern "system" fn(i32, *mut *mut c_void, *mut i32) -> u32;

/// What the server needs of EGL.
pub(super) struct Functions {
    get_proc_address: GetProcAddress,
    get_platform_display: GetPlatformDisplay,
    get_display: Option<GetDisplay>,
    query_devices: Option<QueryDevices>,
    pub(super) initialize: Initialize,
    query_string: QueryString,
    choose_config: ChooseConfig,
    pub(super) bind_api: BindApi,
    pub(super) create_context: CreateContext,
    pub(super) destroy_context: DestroyContext,
    pub(super) make_current: MakeCurrent,
    pub(super) get_error: GetError,
}

impl Functions {
    /// From the system's `libEGL.so.1`.
    pub(super) fn system() -> Result<Functions, EglError> {
        const NAME: &str = "libEGL.so.1";
        // SAFETY: the loader library runs its initialisers, as in every EGL program.
        let library = unsafe { libloading::Library::new(NAME) }
            .map_err(|error| EglError::Library(NAME.to_owned(), error.to_string()))?;
        // SAFETY: this is the type of eglGetProcAddress (EGL 1.5 section 3.12).
        let get_proc_address = unsafe { library.get::<GetProcAddress>(b"eglGetProcAddress\0") }
            .map(|symbol| *symbol)
            .map_err(|_| EglError::Function(NAME.to_owned(), "eglGetProcAddress"))?;
        let look_up = |name: &CStr| {
            // SAFETY: only the address is taken, as a pointer that nothing reads; it is given its type below.
            let symbol = unsafe { library.get::<unsafe extern "system" fn()>(name.to_bytes_with_nul()) };
            symbol.map_or(std::ptr::null(), |symbol| *symbol as *const c_void)
        };
        let functions = Self::load(NAME, get_proc_address, None, look_up);
        // Drivers keep threads and thread-local state: their library is never unloaded.
        std::mem::forget(library);
        functions
    }

    /// From one look-up of EGL's own functions, with a get-platform-display that stands in for EGL's.
    pub(super) fn load(
        library: &str,
        get_proc_address: GetProcAddress,
        get_platform_display: Option<GetPlatformDisplay>,
        look_up: impl Fn(&CStr) -> *const c_void,
    ) -> Result<Functions, EglError> {
        macro_rules! function {
            ($name:literal, $type:ty) => {{
                let address = look_up($name);
                if address.is_null() {
                    return Err(EglError::Function(library.to_owned(), $name.to_str().unwrap_or("?")));
                }
                // SAFETY: the address is of the EGL function of that name, whose type the field has (EGL 1.5).
                unsafe { std::mem::transmute::<*const c_void, $type>(address) }
            }};
        }
        // Extension functions come through eglGetProcAddress.
        // SAFETY: a C string, as EGL asks.
        let query_devices = unsafe { get_proc_address(c"eglQueryDevicesEXT".as_ptr()) };
        let get_display = look_up(c"eglGetDisplay");
        Ok(Functions {
            get_proc_address,
            get_platform_display: match get_platform_display {
                Some(function) => function,
                None => function!(c"eglGetPlatformDisplay", GetPlatformDisplay),
            },
            // SAFETY: null becomes None; else it is the function of that name, whose type the field has.
            get_display: unsafe { std::mem::transmute::<*const c_void, Option<GetDisplay>>(get_display) },
            // SAFETY: as above (EGL_EXT_device_enumeration).
            query_devices: unsafe { std::mem::transmute::<*const c_void, Option<QueryDevices>>(query_devices) },
            initialize: function!(c"eglInitialize", Initialize),
            query_string: function!(c"eglQueryString", QueryString),
            choose_config: function!(c"eglChooseConfig", ChooseConfig),
            bind_api: function!(c"eglBindAPI", BindApi),
            create_context: function!(c"eglCreateContext", CreateContext),
            destroy_context: function!(c"eglDestroyContext", DestroyContext),
            make_current: function!(c"eglMakeCurrent", MakeCurrent),
            get_error: function!(c"eglGetError", GetError),
        })
    }

    /// Displays that need no window system, the best first.
    pub(super) fn displays(&self) -> Vec<(&'static str, egl::EGLDisplay)> {
        let mut found = Vec::new();
        // SAFETY: the surfaceless platform takes a null display and no attributes.
        let display =
            unsafe { (self.get_platform_display)(PLATFORM_SURFACELESS, std::ptr::null_mut(), std::ptr::null()) };
        found.push(("surfaceless", display));
        if let Some(query_devices) = self.query_devices {
            let mut devices = [std::ptr::null_mut(); 16];
            let mut count = 0;
            // SAFETY: there is room for as many devices as is said.
            let ok = unsafe { query_devices(devices.len() as i32, devices.as_mut_ptr(), &mut count) };
            for &device in devices.iter().take(if ok == egl::TRUE { count.max(0) as usize } else { 0 }) {
                // SAFETY: a device that EGL has just named, and no attributes.
                let display = unsafe { (self.get_platform_display)(PLATFORM_DEVICE, device, std::ptr::null()) };
                found.push(("device", display));
            }
        }
        if let Some(get_display) = self.get_display {
            // SAFETY: EGL_DEFAULT_DISPLAY is null.
            found.push(("default", unsafe { get_display(std::ptr::null_mut()) }));
        }
        found.retain(|(_, display)| !display.is_null());
        found
    }

    /// The extensions of an initialised display.
    pub(super) fn extensions(&self, display: egl::EGLDisplay) -> String {
        // SAFETY: the display is initialised; the string is EGL's and constant.
        let text = unsafe { (self.query_string)(display, egl::EXTENSIONS) };
        if text.is_null() {
            return String::new();
        }
        // SAFETY: not null, so a C string.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    }

    /// Any configuration for OpenGL ES 3.
    pub(super) fn config(&self, display: egl::EGLDisplay) -> Option<egl::EGLConfig> {
        const ES3_BIT: i32 = 0x40;
        let attributes = [egl::SURFACE_TYPE, egl::PBUFFER_BIT, egl::RENDERABLE_TYPE, ES3_BIT, egl::NONE];
        let (mut config, mut count) = (std::ptr::null_mut(), 0);
        // SAFETY: the display is initialised, the attributes terminated, and there is room for one configuration.
        let ok = unsafe { (self.choose_config)(display, attributes.as_ptr(), &mut config, 1, &mut count) };
        (ok == egl::TRUE && count > 0).then_some(config)
    }

    /// The address of a function, null when there is none.
    pub(super) fn proc_address(&self, name: &str) -> *const c_void {
        match CString::new(name) {
            // SAFETY: a C string, as EGL asks.
            Ok(name) => unsafe { (self.get_proc_address)(name.as_ptr()) },
            Err(_) => std::ptr::null(),
        }
    }
}
