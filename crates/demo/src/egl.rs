//! An EGL display without a window system, and a core profile context on it.
//!
//! `libEGL.so.1` is loaded at run time, the way games and toolkits do it; which driver answers is the loader's business.

use anyhow::{Context as _, Result, anyhow, bail};
use khronos_egl as egl;
use std::ffi::c_void;

/// `EGL_PLATFORM_SURFACELESS_MESA` (EGL_MESA_platform_surfaceless).
const PLATFORM_SURFACELESS_MESA: egl::Enum = 0x31DD;
/// `EGL_PLATFORM_DEVICE_EXT` (EGL_EXT_platform_device).
const PLATFORM_DEVICE_EXT: egl::Enum = 0x313F;

/// A current OpenGL context that has no surface.
pub(crate) struct Display {
    egl: egl::DynamicInstance<egl::EGL1_5>,
    display: egl::Display,
    context: egl::Context,
}

impl Display {
    /// Loads EGL, makes an OpenGL `major.minor` core context and makes it current in the calling thread.
    pub(crate) fn open(major: i32, minor: i32) -> Result<Self> {
        // SAFETY: libEGL.so.1 is the system's EGL loader; its initialisers and finalisers are made to be run by any program.
        let egl = unsafe { egl::DynamicInstance::<egl::EGL1_5>::load_required_from_filename("libEGL.so.1") }
            .map_err(|error| anyhow!("libEGL.so.1 with EGL 1.5 cannot be loaded: {error:?}"))?;
        let display = initialized_display(&egl)?;
        egl.bind_api(egl::OPENGL_API).context("eglBindAPI(EGL_OPENGL_API)")?;
        let wanted =
            [egl::SURFACE_TYPE, egl::PBUFFER_BIT, egl::RENDERABLE_TYPE, egl::OPENGL_BIT, egl::RED_SIZE, 8, egl::NONE];
        let Some(config) = egl.choose_first_config(display, &wanted).context("eglChooseConfig")? else {
            bail!("eglChooseConfig: no config for OpenGL");
        };
        let attributes = [
            egl::CONTEXT_MAJOR_VERSION,
            major,
            egl::CONTEXT_MINOR_VERSION,
            minor,
            egl::CONTEXT_OPENGL_PROFILE_MASK,
            egl::CONTEXT_OPENGL_CORE_PROFILE_BIT,
            egl::NONE,
        ];
        let context = egl
            .create_context(display, config, None, &attributes)
            .with_context(|| format!("eglCreateContext(OpenGL {major}.{minor} core)"))?;
        egl.make_current(display, None, None, Some(context)).context("eglMakeCurrent without surfaces")?;
        Ok(Self { egl, display, context })
    }

    /// The address of a GL function, or null.
    pub(crate) fn address(&self, name: &str) -> *const c_void {
        self.egl.get_proc_address(name).map_or(std::ptr::null(), |function| function as *const c_void)
    }

    /// Gives everything back in the order in which it was made.
    pub(crate) fn close(self) -> Result<()> {
        self.egl.make_current(self.display, None, None, None).context("eglMakeCurrent(none)")?;
        self.egl.destroy_context(self.display, self.context).context("eglDestroyContext")?;
        self.egl.terminate(self.display).context("eglTerminate")
    }
}

/// The surfaceless display; where the driver has none, the display of its first device.
fn initialized_display(egl: &egl::DynamicInstance<egl::EGL1_5>) -> Result<egl::Display> {
    // SAFETY: the surfaceless platform takes EGL_DEFAULT_DISPLAY as its native display, and the attribute list ends here.
    let surfaceless =
        unsafe { egl.get_platform_display(PLATFORM_SURFACELESS_MESA, egl::DEFAULT_DISPLAY, &[egl::ATTRIB_NONE]) };
    if let Ok(display) = surfaceless
        && egl.initialize(display).is_ok()
    {
        return Ok(display);
    }
    let query =
        egl.get_proc_address("eglQueryDevicesEXT").context("no surfaceless display and no eglQueryDevicesEXT")?;
    // SAFETY: eglQueryDevicesEXT has this type (EGL_EXT_device_enumeration); there is room for the one device that is asked for.
    let (device, count) = unsafe {
        let query: extern "system" fn(egl::Int, *mut *mut c_void, *mut egl::Int) -> egl::Boolean =
            std::mem::transmute(query);
        let (mut device, mut count) = (std::ptr::null_mut(), 0);
        query(1, &mut device, &mut count);
        (device, count)
    };
    if count == 0 {
        bail!("no surfaceless display and no EGL device");
    }
    // SAFETY: a device that EGL has just named, and an attribute list that ends here.
    let display = unsafe { egl.get_platform_display(PLATFORM_DEVICE_EXT, device, &[egl::ATTRIB_NONE]) }
        .context("eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT)")?;
    egl.initialize(display).context("eglInitialize of the device's display")?;
    Ok(display)
}
