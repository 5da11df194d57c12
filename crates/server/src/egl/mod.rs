//! The driver's EGL.
//!
//! Why the methods may be safe: a [`Display`] is initialised and never terminated, a [`Context`] is of its display and
//! destroyed once, and nothing here takes a pointer from outside.

mod functions;
mod heap;
mod vendor;

pub use heap::keep_freed_memory;

use functions::Functions;
use khronos_egl as egl;
use std::{ffi::c_void, sync::Arc};
use thiserror::Error;

/// Where the EGL functions come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    /// The system's `libEGL.so.1`.
    System,
    /// A driver's vendor library, without GLVND: for a process in which GLVND leads to the shim.
    Vendor,
}

/// Why there is no driver.
#[derive(Debug, Error)]
pub enum EglError {
    /// A library is missing.
    #[error("{0} could not be loaded: {1}")]
    Library(String, String),
    /// A function is missing.
    #[error("{0} has no {1}")]
    Function(String, &'static str),
    /// No vendor library.
    #[error("no EGL driver is installed (looked for vendor files in {0})")]
    NoVendor(String),
    /// No display of any platform.
    #[error("EGL offers no display without a window system (surfaceless, device or default)")]
    NoDisplay,
    /// No OpenGL ES 3.1 context.
    #[error("the EGL driver creates no OpenGL ES 3.1 context (EGL error {0:#06x})")]
    NoContext(i32),
    /// A context can't be made current.
    #[error("a driver context could not be made current (EGL error {0:#06x})")]
    MakeCurrent(i32),
}

const PLATFORM_SURFACELESS: u32 = 0x31DD;
const PLATFORM_DEVICE: u32 = 0x313F;
const CONTEXT_ROBUST_ACCESS: i32 = 0x30BF;
const RESET_STRATEGY: i32 = 0x3138;
const LOSE_CONTEXT_ON_RESET: i32 = 0x31BF;

/// An initialised display.
#[derive(Clone)]
pub struct Display {
    functions: Arc<Functions>,
    display: egl::EGLDisplay,
    config: egl::EGLConfig,
    platform: &'static str,
    robust: bool,
}

// SAFETY: EGL displays and configurations may be used from any thread (EGL 1.5 section 2.1), and function pointers too.
unsafe impl Send for Display {}
// SAFETY: as for Send.
unsafe impl Sync for Display {}

/// A driver context. Destroyed when dropped.
pub struct Context {
    display: Display,
    context: egl::EGLContext,
}
// SAFETY: a context may be used from any thread as long as it is current in one at most, which EGL itself checks.
unsafe impl Send for Context {}

impl std::fmt::Debug for Context {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Context").field("platform", &self.display.platform).finish_non_exhaustive()
    }
}

impl Display {
    /// Opens the first display that needs no window system: surfaceless, the first device, the default one.
    ///
    /// # Errors
    /// Libraries or functions are missing, or no display initialises.
    pub fn open(source: Source) -> Result<Display, EglError> {
        let functions = Arc::new(match source {
            Source::System => Functions::system()?,
            Source::Vendor => vendor::load()?,
        });
        for (platform, display) in functions.displays() {
            // SAFETY: the display is one that EGL has just given; the version is not asked for.
            let ok = unsafe { (functions.initialize)(display, std::ptr::null_mut(), std::ptr::null_mut()) };
            if ok != egl::TRUE {
                continue;
            }
            let extensions = functions.extensions(display);
            let has = |name: &str| extensions.split(' ').any(|extension| extension == name);
            if !has("EGL_KHR_surfaceless_context") {
                continue;
            }
            let robust = has("EGL_EXT_create_context_robustness");
            let no_config = has("EGL_KHR_no_config_context") || has("EGL_MESA_configless_context");
            let config = if no_config { std::ptr::null_mut() } else { functions.config(display).unwrap_or_default() };
            if no_config || !config.is_null() {
                return Ok(Display { functions, display, config, platform, robust });
            }
        }
        Err(EglError::NoDisplay)
    }

    /// Which platform it is, for messages.
    pub fn platform(&self) -> &'static str {
        self.platform
    }

    /// Creates an OpenGL ES context, 3.2 or else 3.1, that shares objects with `share`.
    ///
    /// # Errors
    /// The driver has neither.
    pub fn create_context(&self, share: Option<&Context>) -> Result<Context, EglError> {
        let share = share.map_or(std::ptr::null_mut(), |context| context.context);
        let robust = [CONTEXT_ROBUST_ACCESS, 1, RESET_STRATEGY, LOSE_CONTEXT_ON_RESET];
        for minor in [2, 1] {
            for extra in [&robust[..], &[]] {
                if !extra.is_empty() && !self.robust {
                    continue;
                }
                let version = [egl::CONTEXT_MAJOR_VERSION, 3, egl::CONTEXT_MINOR_VERSION, minor];
                let attributes = [&version[..], extra, &[egl::NONE]].concat();
                // SAFETY: display and configuration are living ones, `share` is null or a living context of the display
                // (contexts hold their display), and the attributes are terminated.
                let context = unsafe {
                    (self.functions.bind_api)(egl::OPENGL_ES_API);
                    (self.functions.create_context)(self.display, self.config, share, attributes.as_ptr())
                };
                if !context.is_null() {
                    return Ok(Context { display: self.clone(), context });
                }
            }
        }
        Err(EglError::NoContext(self.error()))
    }

    /// Makes no context current in this thread.
    ///
    /// # Errors
    /// EGL's.
    pub fn release_current(&self) -> Result<(), EglError> {
        self.make_current(std::ptr::null_mut())
    }

    fn make_current(&self, context: egl::EGLContext) -> Result<(), EglError> {
        // SAFETY: the display lives, the context is null or a living one of it, and there are no surfaces.
        let ok =
            unsafe { (self.functions.make_current)(self.display, std::ptr::null_mut(), std::ptr::null_mut(), context) };
        if ok == egl::TRUE { Ok(()) } else { Err(EglError::MakeCurrent(self.error())) }
    }

    fn error(&self) -> i32 {
        // SAFETY: no preconditions.
        unsafe { (self.functions.get_error)() }
    }

    /// The address of a GL or EGL function, null when there is none.
    pub fn proc_address(&self, name: &str) -> *const c_void {
        self.functions.proc_address(name)
    }
}

impl Context {
    /// Makes this context current in this thread, without surfaces.
    ///
    /// # Errors
    /// EGL's, when it is current in another thread for example.
    pub fn make_current(&self) -> Result<(), EglError> {
        self.display.make_current(self.context)
    }
}

impl Drop for Context {
    fn drop(&mut self) {
        // SAFETY: the context lives and is destroyed here alone; when it is current somewhere EGL waits until it is not.
        unsafe { (self.display.functions.destroy_context)(self.display.display, self.context) };
    }
}

/// The applier's driver layer over this display's functions; a context of it is current in this thread. `mask` names
/// capabilities to hide.
///
/// # Errors
/// The driver is too old, or the mask names something else.
pub fn driver(display: &Display, mask: &str) -> Result<applier::driver::Driver, applier::driver::DriverError> {
    // SAFETY: the loader gives addresses by name from the driver's own look-up. The server makes a context of this driver
    // current before it constructs the driver layer, and keeps one current on the thread that applies records
    // (`contexts::Contexts` never leaves it without).
    unsafe { applier::driver::Driver::new(&mut |name| display.proc_address(name), mask) }
}
