//! Displays, devices, configurations, threads, procedure addresses.

use super::{attribs, list, pairs, put};
use crate::{
    abi::{enter::egl_api, types::*},
    egl::{
        ObjectKind,
        config::{self, CONFIGS},
        display,
        enums::{EGL_BAD_ATTRIBUTE, EGL_BAD_PARAMETER, EGL_NONE},
        surface, thread,
    },
};
use std::ffi::CStr;

egl_api! {
    fn eglGetDisplay(fe, display_id: EGLNativeDisplayType) -> EGLDisplay = std::ptr::null() => {
        match display::get(fe, EGL_NONE, display_id as usize, &[]) {
            Ok(value) => Ok(value as EGLDisplay),
            Err(error) => Err(error),
        }
    }
    fn eglGetPlatformDisplay(fe, platform: EGLenum, native_display: *mut __gl_imports::raw::c_void, attrib_list: *const EGLAttrib) -> EGLDisplay = std::ptr::null() => {
        // SAFETY: the list is terminated, as EGL asks.
        let attributes = unsafe { attribs(attrib_list) };
        display::get(fe, platform, native_display as usize, &attributes).map(|value| value as EGLDisplay)
    }
    fn eglGetPlatformDisplayEXT(fe, platform: EGLenum, native_display: *mut __gl_imports::raw::c_void, attrib_list: *const EGLint) -> EGLDisplay = std::ptr::null() => {
        // SAFETY: the list is terminated, as EGL asks.
        let attributes: Vec<_> = unsafe { pairs(attrib_list) }.into_iter().map(|(n, v)| (n as isize, v as isize)).collect();
        display::get(fe, platform, native_display as usize, &attributes).map(|value| value as EGLDisplay)
    }
    fn eglInitialize(fe, dpy: EGLDisplay, major: *mut EGLint, minor: *mut EGLint) -> EGLBoolean = 0 => {
        let version = display::initialize(fe, dpy as usize)?;
        for (to, value) in [(major, version.0), (minor, version.1)] {
            if !to.is_null() {
                // SAFETY: not null, so the application's integer to write.
                unsafe { put(to, value)? };
            }
        }
        Ok(1)
    }
    fn eglTerminate(fe, dpy: EGLDisplay) -> EGLBoolean = 0 => {
        display::terminate(fe, dpy as usize)?;
        Ok(1)
    }
    fn eglQueryString(fe, dpy: EGLDisplay, name: EGLint) -> *const __gl_imports::raw::c_char = std::ptr::null() => {
        Ok(display::query_string(fe, dpy as usize, name)?.as_ptr())
    }
    fn eglQueryDevicesEXT(_fe, max_devices: EGLint, devices: *mut EGLDeviceEXT, num_devices: *mut EGLint) -> EGLBoolean = 0 => {
        if num_devices.is_null() || max_devices <= 0 && !devices.is_null() {
            return Err(EGL_BAD_PARAMETER as EGLint);
        }
        // SAFETY: `devices` is null or has room for `max_devices`, and `num_devices` may be written, as EGL asks.
        unsafe { list(&[display::device() as EGLDeviceEXT], devices, max_devices, num_devices)? };
        Ok(1)
    }
    fn eglQueryDeviceStringEXT(_fe, device: EGLDeviceEXT, name: EGLint) -> *const __gl_imports::raw::c_char = std::ptr::null() => {
        Ok(display::device_string(device as usize, name)?.as_ptr())
    }
    fn eglQueryDeviceAttribEXT(_fe, device: EGLDeviceEXT, _attribute: EGLint, _value: *mut EGLAttrib) -> EGLBoolean = 0 => {
        display::device_string(device as usize, crate::egl::enums::EGL_EXTENSIONS as EGLint)?;
        Err(EGL_BAD_ATTRIBUTE as EGLint)
    }
    fn eglQueryDisplayAttribEXT(fe, dpy: EGLDisplay, attribute: EGLint, value: *mut EGLAttrib) -> EGLBoolean = 0 => {
        display::initialized(fe, dpy as usize)?;
        if attribute as EGLenum != crate::egl::enums::EGL_DEVICE_EXT {
            return Err(EGL_BAD_ATTRIBUTE as EGLint);
        }
        // SAFETY: the application's attribute to write.
        unsafe { put(value, display::device() as EGLAttrib)? };
        Ok(1)
    }
    fn eglGetConfigs(fe, dpy: EGLDisplay, configs: *mut EGLConfig, config_size: EGLint, num_config: *mut EGLint) -> EGLBoolean = 0 => {
        display::initialized(fe, dpy as usize)?;
        let all: Vec<_> = (0..CONFIGS.len()).map(|index| ObjectKind::Config.value(index) as EGLConfig).collect();
        // SAFETY: `configs` is null or has room for `config_size`, and `num_config` may be written, as EGL asks.
        unsafe { list(&all, configs, config_size, num_config)? };
        Ok(1)
    }
    fn eglChooseConfig(fe, dpy: EGLDisplay, attrib_list: *const EGLint, configs: *mut EGLConfig, config_size: EGLint, num_config: *mut EGLint) -> EGLBoolean = 0 => {
        display::initialized(fe, dpy as usize)?;
        // SAFETY: the list is terminated, as EGL asks.
        let attributes = unsafe { pairs(attrib_list) };
        let found = config::choose(&attributes)?;
        let found: Vec<_> = found.into_iter().map(|index| ObjectKind::Config.value(index) as EGLConfig).collect();
        // SAFETY: `configs` is null or has room for `config_size`, and `num_config` may be written, as EGL asks.
        unsafe { list(&found, configs, config_size, num_config)? };
        Ok(1)
    }
    fn eglGetConfigAttrib(fe, dpy: EGLDisplay, config: EGLConfig, attribute: EGLint, value: *mut EGLint) -> EGLBoolean = 0 => {
        display::initialized(fe, dpy as usize)?;
        let found = surface::config_of(config as usize)?.attribute(attribute).ok_or(EGL_BAD_ATTRIBUTE as EGLint)?;
        // SAFETY: the application's integer to write.
        unsafe { put(value, found)? };
        Ok(1)
    }
    fn eglBindAPI(_fe, api: EGLenum) -> EGLBoolean = 0 => {
        if thread::bind_api(api) { Ok(1) } else { Err(EGL_BAD_PARAMETER as EGLint) }
    }
    fn eglQueryAPI(_fe) -> EGLenum = 0 => {
        Ok(thread::api())
    }
    fn eglReleaseThread(fe) -> EGLBoolean = 0 => {
        if crate::front_end::current().is_some() {
            let display = ObjectKind::Display.value(thread::current().display);
            crate::egl::context::make_current(fe, display, 0, 0, 0)?;
        }
        Ok(1)
    }
}

/// `eglGetError`: it alone does not set the error.
///
/// # Safety
/// None needed.
#[allow(non_snake_case)]
pub unsafe extern "system" fn eglGetError() -> EGLint {
    thread::take_error()
}

/// `eglGetProcAddress`, for `gl*` and `egl*`.
///
/// # Safety
/// `procname` is null or a C string.
#[allow(non_snake_case)]
pub unsafe extern "system" fn eglGetProcAddress(
    procname: *const __gl_imports::raw::c_char,
) -> __eglMustCastToProperFunctionPointerType {
    if procname.is_null() {
        return std::ptr::null();
    }
    // SAFETY: not null, so a C string by the contract.
    let name = unsafe { CStr::from_ptr(procname) };
    name.to_str().ok().and_then(crate::abi::proc_address).unwrap_or(std::ptr::null()).cast()
}
