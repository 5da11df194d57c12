//! An EGL display without a window system, and a core profile context on it.
//!
//! `libEGL.so.1` is loaded at run time, the way games and toolkits do it; which driver answers is the loader's business.

use anyhow::{Context as _, Result, anyhow, bail};
use khronos_egl as egl;
use std::ffi::c_void;

/// `EGL_PLATFORM_SURFACELESS_MESA` (EGL_MESA_platform_surfaceless).
const PLATFORM_SURFACELESS_MESA: egl::Enum = 0x31DD;

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
        // SAFETY: the surfaceless platform takes EGL_DEFAULT_DISPLAY as its native display, and the attribute list ends here.
        let display =
            unsafe { egl.get_platform_display(PLATFORM_SURFACELESS_MESA, egl::DEFAULT_DISPLAY, &[egl::ATTRIB_NONE]) }
                .context("eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA)")?;
        egl.initialize(display).context("eglInitialize")?;
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
