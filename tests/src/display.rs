//! A display without a window system and a core profile context on it, from the system's EGL or from the client that is linked
//! into this program.

use crate::{Arm, bindings::egl::*, bindings::gl::Gl};
use std::{
    ffi::{CString, c_void},
    sync::OnceLock,
};

/// An initialised display.
pub struct Display {
    /// EGL's functions.
    pub egl: Egl,
    /// The display.
    pub display: types::EGLDisplay,
    arm: Arm,
}

impl Display {
    /// Opens the surfaceless display of an arm.
    ///
    /// # Errors
    /// A sentence: which call failed and EGL's error.
    pub fn open(arm: Arm) -> Result<Display, String> {
        if arm != Arm::Native {
            client::settings::start_logging();
            client::front_end::set_connectors(inprocess::system);
        }
        let egl = Egl::load_with(|name| address(arm, name));
        // SAFETY: the surfaceless platform has no native display; the version is not asked for.
        unsafe {
            let display = initialized(&egl, arm)?;
            if egl.BindAPI(OPENGL_API) == 0 {
                return Err(format!("eglBindAPI: {:#06x}", egl.GetError()));
            }
            Ok(Display { egl, display, arm })
        }
    }

    /// Which arm this is.
    pub fn arm(&self) -> Arm {
        self.arm
    }

    /// A core profile context of version 3.3 without configuration.
    ///
    /// # Errors
    /// As for [`Display::open`].
    pub unsafe fn context(&self, share: types::EGLContext) -> Result<types::EGLContext, String> {
        self.context_with(share, &[])
    }

    /// The same with more attributes (pairs).
    ///
    /// # Errors
    /// As for [`Display::open`].
    pub unsafe fn context_with(&self, share: types::EGLContext, more: &[i32]) -> Result<types::EGLContext, String> {
        let version = [CONTEXT_MAJOR_VERSION as i32, 3, CONTEXT_MINOR_VERSION as i32, 3];
        let profile = [CONTEXT_OPENGL_PROFILE_MASK as i32, CONTEXT_OPENGL_CORE_PROFILE_BIT as i32];
        let attributes = [&version[..], &profile, more, &[NONE as i32]].concat();
        let context = self.egl.CreateContext(self.display, std::ptr::null(), share, attributes.as_ptr());
        if context.is_null() {
            return Err(format!("eglCreateContext: {:#06x}", self.egl.GetError()));
        }
        Ok(context)
    }

    /// Makes a context current without surfaces.
    ///
    /// # Errors
    /// As for [`Display::open`].
    pub unsafe fn make_current(&self, context: types::EGLContext) -> Result<(), String> {
        if self.egl.MakeCurrent(self.display, std::ptr::null(), std::ptr::null(), context) == 0 {
            return Err(format!("eglMakeCurrent: {:#06x}", self.egl.GetError()));
        }
        Ok(())
    }

    /// GL's functions.
    pub fn gl(&self) -> Gl {
        Gl::load_with(|name| address(self.arm, name))
    }

    /// Ends everything.
    ///
    /// # Errors
    /// As for [`Display::open`].
    pub fn close(&self) -> Result<(), String> {
        // SAFETY: the display is an initialised one; there is no context to name.
        unsafe {
            self.make_current(std::ptr::null())?;
            if self.egl.Terminate(self.display) == 0 {
                return Err(format!("eglTerminate: {:#06x}", self.egl.GetError()));
            }
        }
        Ok(())
    }
}

/// The surfaceless display; where the system's driver has none, the display of its first device.
unsafe fn initialized(egl: &Egl, arm: Arm) -> Result<types::EGLDisplay, String> {
    let open = |platform, native| {
        let display = egl.GetPlatformDisplay(platform, native, [NONE as isize].as_ptr());
        match egl.Initialize(display, std::ptr::null_mut(), std::ptr::null_mut()) {
            0 => Err(format!("eglInitialize: {:#06x}", egl.GetError())),
            _ => Ok(display),
        }
    };
    let surfaceless = open(PLATFORM_SURFACELESS_MESA, std::ptr::null_mut());
    if surfaceless.is_ok() || arm != Arm::Native || !egl.QueryDevicesEXT.is_loaded() {
        return surfaceless;
    }
    let (mut device, mut count) = (std::ptr::null(), 0);
    egl.QueryDevicesEXT(1, &mut device, &mut count);
    if count == 0 { surfaceless } else { open(PLATFORM_DEVICE_EXT, device.cast_mut()) }
}

/// Address of a GL or EGL function, null when there is none.
fn address(arm: Arm, name: &str) -> *const c_void {
    if arm == Arm::Native {
        system_address(name)
    } else {
        client::abi::proc_address(name).map_or(std::ptr::null(), |address| address.cast())
    }
}

type GetProcAddress = unsafe extern "system" fn(*const std::ffi::c_char) -> *const c_void;

fn system_address(name: &str) -> *const c_void {
    static SYSTEM: OnceLock<(libloading::Library, GetProcAddress)> = OnceLock::new();
    let (library, get) = SYSTEM.get_or_init(|| {
        // SAFETY: the system's EGL loader, whose initialisers are made to be run by any program; the function has EGL's type.
        unsafe {
            let library = libloading::Library::new("libEGL.so.1").expect("libEGL.so.1");
            let get = *library.get::<GetProcAddress>(b"eglGetProcAddress\0").expect("eglGetProcAddress");
            (library, get)
        }
    });
    if name.starts_with("egl") {
        // SAFETY: only the address is taken.
        if let Ok(symbol) = unsafe { library.get::<*const c_void>(name.as_bytes()) } {
            return *symbol;
        }
    }
    let name = CString::new(name).expect("no zero inside");
    // SAFETY: a C string; the function has no other preconditions.
    unsafe { get(name.as_ptr()) }
}
