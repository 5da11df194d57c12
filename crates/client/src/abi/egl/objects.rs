//! Contexts, surfaces, sync objects; and what there is none of: windows, pixmaps, images.

use super::{attribs, pairs, put};
use crate::{
    abi::{enter::egl_api, types::*},
    egl::{ObjectKind, context, display, enums::*, surface, sync, thread},
    front_end,
};

egl_api! {
    fn eglCreateContext(fe, dpy: EGLDisplay, config: EGLConfig, share_context: EGLContext, attrib_list: *const EGLint) -> EGLContext = std::ptr::null() => {
        // SAFETY: the list is terminated, as EGL asks.
        let attributes = unsafe { pairs(attrib_list) };
        context::create(fe, dpy as usize, config as usize, share_context as usize, &attributes).map(|c| c as EGLContext)
    }
    fn eglDestroyContext(fe, dpy: EGLDisplay, ctx: EGLContext) -> EGLBoolean = 0 => {
        context::destroy(fe, dpy as usize, ctx as usize)?;
        Ok(1)
    }
    fn eglMakeCurrent(fe, dpy: EGLDisplay, draw: EGLSurface, read: EGLSurface, ctx: EGLContext) -> EGLBoolean = 0 => {
        context::make_current(fe, dpy as usize, draw as usize, read as usize, ctx as usize)?;
        Ok(1)
    }
    fn eglQueryContext(fe, dpy: EGLDisplay, ctx: EGLContext, attribute: EGLint, value: *mut EGLint) -> EGLBoolean = 0 => {
        let found = context::query(fe, dpy as usize, ctx as usize, attribute)?;
        // SAFETY: the application's integer to write.
        unsafe { put(value, found)? };
        Ok(1)
    }
    fn eglGetCurrentContext(_fe) -> EGLContext = std::ptr::null() => {
        Ok(front_end::current().map_or(0, |index| ObjectKind::Context.value(index as usize)) as EGLContext)
    }
    fn eglGetCurrentDisplay(_fe) -> EGLDisplay = std::ptr::null() => {
        let display = front_end::current().map(|_| ObjectKind::Display.value(thread::current().display));
        Ok(display.unwrap_or(0) as EGLDisplay)
    }
    fn eglGetCurrentSurface(_fe, readdraw: EGLint) -> EGLSurface = std::ptr::null() => {
        let current = thread::current();
        let surface = match readdraw as EGLenum {
            EGL_DRAW => current.draw,
            EGL_READ => current.read,
            _ => return Err(EGL_BAD_PARAMETER as EGLint),
        };
        Ok(surface.map_or(0, |index| ObjectKind::Surface.value(index)) as EGLSurface)
    }
    fn eglCreatePbufferSurface(fe, dpy: EGLDisplay, config: EGLConfig, attrib_list: *const EGLint) -> EGLSurface = std::ptr::null() => {
        // SAFETY: the list is terminated, as EGL asks.
        let attributes = unsafe { pairs(attrib_list) };
        surface::create_pbuffer(fe, dpy as usize, config as usize, &attributes).map(|s| s as EGLSurface)
    }
    fn eglDestroySurface(fe, dpy: EGLDisplay, surface: EGLSurface) -> EGLBoolean = 0 => {
        surface::destroy(fe, dpy as usize, surface as usize)?;
        Ok(1)
    }
    fn eglQuerySurface(fe, dpy: EGLDisplay, surface: EGLSurface, attribute: EGLint, value: *mut EGLint) -> EGLBoolean = 0 => {
        let found = surface::query(fe, dpy as usize, surface as usize, attribute)?;
        // SAFETY: the application's integer to write.
        unsafe { put(value, found)? };
        Ok(1)
    }
    fn eglSurfaceAttrib(fe, dpy: EGLDisplay, surface: EGLSurface, attribute: EGLint, value: EGLint) -> EGLBoolean = 0 => {
        surface::attribute(fe, dpy as usize, surface as usize, attribute, value)?;
        Ok(1)
    }
    fn eglSwapBuffers(fe, dpy: EGLDisplay, surface: EGLSurface) -> EGLBoolean = 0 => {
        surface::swap(fe, dpy as usize, surface as usize)?;
        Ok(1)
    }
    fn eglSwapInterval(fe, dpy: EGLDisplay, _interval: EGLint) -> EGLBoolean = 0 => {
        display::initialized(fe, dpy as usize)?;
        if thread::current().draw.is_none() {
            return Err(EGL_BAD_SURFACE as EGLint);
        }
        Ok(1)
    }
    fn eglWaitClient(fe) -> EGLBoolean = 0 => {
        finish(fe)
    }
    fn eglWaitGL(fe) -> EGLBoolean = 0 => {
        finish(fe)
    }
    fn eglWaitNative(_fe, engine: EGLint) -> EGLBoolean = 0 => {
        if engine as EGLenum == EGL_CORE_NATIVE_ENGINE { Ok(1) } else { Err(EGL_BAD_PARAMETER as EGLint) }
    }
    fn eglCreateSync(fe, dpy: EGLDisplay, type_: EGLenum, attrib_list: *const EGLAttrib) -> EGLSync = std::ptr::null() => {
        // SAFETY: the list is terminated, as EGL asks.
        let attributes = unsafe { attribs(attrib_list) };
        sync::create(fe, dpy as usize, type_, &attributes).map(|s| s as EGLSync)
    }
    fn eglDestroySync(fe, dpy: EGLDisplay, sync: EGLSync) -> EGLBoolean = 0 => {
        sync::destroy(fe, dpy as usize, sync as usize)?;
        Ok(1)
    }
    fn eglClientWaitSync(fe, dpy: EGLDisplay, sync: EGLSync, _flags: EGLint, timeout: EGLTime) -> EGLint = 0 => {
        sync::client_wait(fe, dpy as usize, sync as usize, timeout)
    }
    fn eglWaitSync(fe, dpy: EGLDisplay, sync: EGLSync, flags: EGLint) -> EGLBoolean = 0 => {
        sync::server_wait(fe, dpy as usize, sync as usize, flags)?;
        Ok(1)
    }
    fn eglGetSyncAttrib(fe, dpy: EGLDisplay, sync: EGLSync, attribute: EGLint, value: *mut EGLAttrib) -> EGLBoolean = 0 => {
        let found = sync::attribute(fe, dpy as usize, sync as usize, attribute)?;
        // SAFETY: the application's attribute to write.
        unsafe { put(value, found)? };
        Ok(1)
    }
    fn eglCreateWindowSurface(fe, dpy: EGLDisplay, config: EGLConfig, _win: EGLNativeWindowType, _attrib_list: *const EGLint) -> EGLSurface = std::ptr::null() => {
        no_window(fe, dpy, config)
    }
    fn eglCreatePlatformWindowSurface(fe, dpy: EGLDisplay, config: EGLConfig, _native_window: *mut __gl_imports::raw::c_void, _attrib_list: *const EGLAttrib) -> EGLSurface = std::ptr::null() => {
        no_window(fe, dpy, config)
    }
    fn eglCreatePlatformWindowSurfaceEXT(fe, dpy: EGLDisplay, config: EGLConfig, _native_window: *mut __gl_imports::raw::c_void, _attrib_list: *const EGLint) -> EGLSurface = std::ptr::null() => {
        no_window(fe, dpy, config)
    }
    fn eglCreatePixmapSurface(fe, dpy: EGLDisplay, config: EGLConfig, _pixmap: EGLNativePixmapType, _attrib_list: *const EGLint) -> EGLSurface = std::ptr::null() => {
        no_window(fe, dpy, config)
    }
    fn eglCreatePlatformPixmapSurface(fe, dpy: EGLDisplay, config: EGLConfig, _native_pixmap: *mut __gl_imports::raw::c_void, _attrib_list: *const EGLAttrib) -> EGLSurface = std::ptr::null() => {
        no_window(fe, dpy, config)
    }
    fn eglCreatePlatformPixmapSurfaceEXT(fe, dpy: EGLDisplay, config: EGLConfig, _native_pixmap: *mut __gl_imports::raw::c_void, _attrib_list: *const EGLint) -> EGLSurface = std::ptr::null() => {
        no_window(fe, dpy, config)
    }
    fn eglCreatePbufferFromClientBuffer(fe, dpy: EGLDisplay, _buftype: EGLenum, _buffer: EGLClientBuffer, _config: EGLConfig, _attrib_list: *const EGLint) -> EGLSurface = std::ptr::null() => {
        display::initialized(fe, dpy as usize)?;
        Err(EGL_BAD_PARAMETER as EGLint)
    }
    fn eglCopyBuffers(fe, dpy: EGLDisplay, surface: EGLSurface, _target: EGLNativePixmapType) -> EGLBoolean = 0 => {
        let display = display::initialized(fe, dpy as usize)?;
        surface::known(fe, display, surface as usize)?;
        Err(EGL_BAD_NATIVE_PIXMAP as EGLint)
    }
    fn eglBindTexImage(fe, dpy: EGLDisplay, surface: EGLSurface, _buffer: EGLint) -> EGLBoolean = 0 => {
        let display = display::initialized(fe, dpy as usize)?;
        surface::known(fe, display, surface as usize)?;
        Err(EGL_BAD_MATCH as EGLint)
    }
    fn eglReleaseTexImage(fe, dpy: EGLDisplay, surface: EGLSurface, _buffer: EGLint) -> EGLBoolean = 0 => {
        let display = display::initialized(fe, dpy as usize)?;
        surface::known(fe, display, surface as usize)?;
        Err(EGL_BAD_MATCH as EGLint)
    }
    fn eglCreateImage(fe, dpy: EGLDisplay, _ctx: EGLContext, _target: EGLenum, _buffer: EGLClientBuffer, _attrib_list: *const EGLAttrib) -> EGLImage = std::ptr::null() => {
        display::initialized(fe, dpy as usize)?;
        Err(EGL_BAD_PARAMETER as EGLint)
    }
    fn eglDestroyImage(fe, dpy: EGLDisplay, _image: EGLImage) -> EGLBoolean = 0 => {
        display::initialized(fe, dpy as usize)?;
        Err(EGL_BAD_PARAMETER as EGLint)
    }
}

/// No configuration has windows or pixmaps.
fn no_window(fe: &front_end::FrontEnd, display: EGLDisplay, config: EGLConfig) -> Result<EGLSurface, EGLint> {
    display::initialized(fe, display as usize)?;
    surface::config_of(config as usize)?;
    Err(EGL_BAD_MATCH as EGLint)
}

fn finish(fe: &mut front_end::FrontEnd) -> Result<EGLBoolean, EGLint> {
    if let Some(current) = front_end::current() {
        fe.with_context(current, crate::gl::sync::finish);
    }
    Ok(1)
}
