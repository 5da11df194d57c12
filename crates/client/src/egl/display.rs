//! Displays and devices.

use super::{ObjectKind, enums::*};
use crate::{front_end::FrontEnd, settings::Settings};

/// Where a display is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// `EGL_DEFAULT_DISPLAY`, no platform named.
    Default,
    /// `EGL_PLATFORM_SURFACELESS_MESA`.
    Surfaceless,
    /// `EGL_PLATFORM_DEVICE_EXT`: the one device, the render server.
    Device,
}

/// A display.
#[derive(Debug)]
pub struct Display {
    /// Where it is.
    pub platform: Platform,
    /// Between `eglInitialize` and `eglTerminate`.
    pub initialized: bool,
}

/// `EGL_EXTENSIONS` of `EGL_NO_DISPLAY`.
pub const CLIENT_EXTENSIONS: &str = "EGL_EXT_client_extensions EGL_EXT_device_base EGL_EXT_device_enumeration \
    EGL_EXT_device_query EGL_EXT_platform_base EGL_EXT_platform_device EGL_MESA_platform_surfaceless";
/// The part of them that GLVND asks a vendor for.
pub const PLATFORM_EXTENSIONS: &str = "EGL_EXT_platform_device EGL_MESA_platform_surfaceless";
/// `EGL_EXTENSIONS` of a display.
pub const DISPLAY_EXTENSIONS: &str = "EGL_EXT_create_context_robustness EGL_KHR_create_context \
    EGL_KHR_create_context_no_error EGL_KHR_get_all_proc_addresses EGL_KHR_no_config_context \
    EGL_KHR_surfaceless_context EGL_MESA_configless_context";

/// `eglGetDisplay` (platform `EGL_NONE`) and `eglGetPlatformDisplay`. `native` is the C value.
pub fn get(
    fe: &mut FrontEnd,
    platform: EGLenum,
    native: usize,
    attributes: &[(isize, isize)],
) -> Result<usize, EGLint> {
    if !attributes.is_empty() {
        // None of our platforms has attributes of a display.
        return Err(EGL_BAD_ATTRIBUTE as EGLint);
    }
    let platform = match platform {
        EGL_NONE if native == 0 => Platform::Default,
        EGL_PLATFORM_SURFACELESS_MESA if native == 0 => Platform::Surfaceless,
        EGL_PLATFORM_DEVICE_EXT if ObjectKind::Device.index(native) == Some(0) => Platform::Device,
        EGL_NONE => return Err(EGL_SUCCESS as EGLint), // no such display, which is no error (section 3.2)
        _ => return Err(EGL_BAD_PARAMETER as EGLint),
    };
    let displays = &mut fe.egl.displays;
    let index = displays.iter().position(|display| display.platform == platform).unwrap_or_else(|| {
        displays.push(Display { platform, initialized: false });
        displays.len() - 1
    });
    Ok(ObjectKind::Display.value(index))
}

/// The index of a display that exists.
pub fn known(fe: &FrontEnd, display: usize) -> Result<usize, EGLint> {
    ObjectKind::Display.index(display).filter(|&index| index < fe.egl.displays.len()).ok_or(EGL_BAD_DISPLAY as EGLint)
}

/// The index of an initialised display.
pub fn initialized(fe: &FrontEnd, display: usize) -> Result<usize, EGLint> {
    let index = known(fe, display)?;
    if fe.egl.displays[index].initialized { Ok(index) } else { Err(EGL_NOT_INITIALIZED as EGLint) }
}

/// `eglInitialize`: opens the session with the first display. Says in one line on standard error why there is none.
pub fn initialize(fe: &mut FrontEnd, display: usize) -> Result<(EGLint, EGLint), EGLint> {
    let index = known(fe, display)?;
    if fe.session.is_none() {
        let settings = Settings::get();
        match crate::front_end::open_session(settings) {
            Ok(session) => fe.session = Some(session),
            Err(error) => {
                // The one line that the program's user needs; a program rarely prints more than "no display".
                eprintln!("mgpipe: {error}");
                return Err(EGL_NOT_INITIALIZED as EGLint);
            }
        }
    }
    fe.egl.displays[index].initialized = true;
    Ok((1, 5))
}

/// `eglTerminate`: contexts and surfaces go as soon as they are current no more (section 3.2).
pub fn terminate(fe: &mut FrontEnd, display: usize) -> Result<(), EGLint> {
    let index = known(fe, display)?;
    fe.egl.displays[index].initialized = false;
    super::context::doom_all(fe, index);
    super::surface::doom_all(fe, index);
    super::sync::forget_all(fe, index);
    fe.close_unused_session();
    Ok(())
}

/// `eglQueryString`.
pub fn query_string(fe: &FrontEnd, display: usize, name: EGLint) -> Result<&'static std::ffi::CStr, EGLint> {
    if display == 0 {
        return match name as EGLenum {
            EGL_EXTENSIONS => Ok(c_str!(CLIENT_EXTENSIONS)),
            EGL_VERSION => Ok(c"1.5 MGPipe"),
            _ => Err(EGL_BAD_DISPLAY as EGLint),
        };
    }
    initialized(fe, display)?;
    match name as EGLenum {
        EGL_CLIENT_APIS => Ok(c"OpenGL"),
        EGL_EXTENSIONS => Ok(c_str!(DISPLAY_EXTENSIONS)),
        EGL_VENDOR => Ok(c"MGPipe"),
        EGL_VERSION => Ok(c"1.5 MGPipe"),
        _ => Err(EGL_BAD_PARAMETER as EGLint),
    }
}

/// A C string from a constant one.
macro_rules! c_str {
    ($text:expr) => {{
        static TEXT: std::sync::LazyLock<std::ffi::CString> =
            std::sync::LazyLock::new(|| std::ffi::CString::new($text).expect("no zero inside"));
        TEXT.as_c_str()
    }};
}
use c_str;

/// The one device's string (`EGL_EXT_device_query`).
pub fn device_string(device: usize, name: EGLint) -> Result<&'static std::ffi::CStr, EGLint> {
    if ObjectKind::Device.index(device) != Some(0) {
        return Err(EGL_BAD_DEVICE_EXT as EGLint);
    }
    match name as EGLenum {
        EGL_EXTENSIONS => Ok(c"EGL_MESA_device_software"),
        EGL_VENDOR => Ok(c"MGPipe"),
        _ => Err(EGL_BAD_PARAMETER as EGLint),
    }
}

/// The one device.
pub fn device() -> usize {
    ObjectKind::Device.value(0)
}
