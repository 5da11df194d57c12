//! Surfaces: pbuffers (EGL 1.5 section 3.5).

use super::{
    ObjectKind,
    config::{CONFIGS, Config},
    display,
    enums::*,
    thread,
};
use crate::{context::SurfaceInfo, front_end::FrontEnd};
use pipe_types::{
    Op,
    handle::kind,
    primitive::MGPHandleOnly,
    records::context::{MGPPresent, MGPSurfaceDesc},
};

/// Largest width and height of a pbuffer, pixels.
pub const MAX_PBUFFER: EGLint = 16384;

/// A pbuffer.
#[derive(Debug)]
pub struct Surface {
    /// Its display's index.
    pub display: usize,
    /// Its configuration.
    pub config: Config,
    /// What GL sees of it.
    pub info: SurfaceInfo,
    /// Creation attributes to be queried.
    largest: bool,
    texture_format: EGLenum,
    texture_target: EGLenum,
    mipmap_texture: bool,
    mipmap_level: EGLint,
    multisample_resolve: EGLenum,
    swap_behavior: EGLenum,
    /// Threads that have it current.
    pub current: u32,
    doomed: bool,
    frame: u64,
}

/// `eglCreatePbufferSurface`.
pub fn create_pbuffer(
    fe: &mut FrontEnd,
    display: usize,
    config: usize,
    attributes: &[(EGLint, EGLint)],
) -> Result<usize, EGLint> {
    let display = display::initialized(fe, display)?;
    let config = super::context::config(config)?.ok_or(EGL_BAD_CONFIG as EGLint)?;
    let (mut width, mut height, mut largest, mut mipmap_texture) = (0, 0, false, false);
    let (mut texture_format, mut texture_target, mut srgb) = (EGL_NO_TEXTURE, EGL_NO_TEXTURE, false);
    for &(name, value) in attributes {
        match name as EGLenum {
            EGL_WIDTH => width = value,
            EGL_HEIGHT => height = value,
            EGL_LARGEST_PBUFFER => largest = value != 0,
            EGL_TEXTURE_FORMAT => texture_format = value as EGLenum,
            EGL_TEXTURE_TARGET => texture_target = value as EGLenum,
            EGL_MIPMAP_TEXTURE => mipmap_texture = value != 0,
            EGL_GL_COLORSPACE => srgb = value as EGLenum == EGL_GL_COLORSPACE_SRGB,
            EGL_VG_COLORSPACE | EGL_VG_ALPHA_FORMAT => {}
            _ => return Err(EGL_BAD_ATTRIBUTE as EGLint),
        }
    }
    if width < 0 || height < 0 {
        return Err(EGL_BAD_PARAMETER as EGLint);
    }
    if width > MAX_PBUFFER || height > MAX_PBUFFER {
        if !largest {
            return Err(EGL_BAD_ALLOC as EGLint);
        }
        (width, height) = (width.min(MAX_PBUFFER), height.min(MAX_PBUFFER));
    }
    if texture_format != EGL_NO_TEXTURE || texture_target != EGL_NO_TEXTURE {
        // No configuration binds to textures.
        return Err(EGL_BAD_MATCH as EGLint);
    }
    fe.leave_other_threads();
    let session = fe.session.as_mut().ok_or(EGL_NOT_INITIALIZED as EGLint)?;
    let handle = session.mint::<kind::Surface>();
    let info = SurfaceInfo::new(handle, width as u32, height as u32, &config, srgb);
    session.push(
        Op::CreateSurface,
        &MGPSurfaceDesc {
            surface: handle.raw(),
            width: info.width,
            height: info.height,
            color_format: info.color_format,
            depth_stencil_format: info.depth_stencil_format,
            samples: info.samples,
            pad: 0,
        },
    );
    let surface = Surface {
        display,
        config,
        info,
        largest,
        texture_format,
        texture_target,
        mipmap_texture,
        mipmap_level: 0,
        multisample_resolve: EGL_MULTISAMPLE_RESOLVE_DEFAULT,
        swap_behavior: EGL_BUFFER_PRESERVED,
        current: 0,
        doomed: false,
        frame: 0,
    };
    Ok(ObjectKind::Surface.value(put(&mut fe.egl.surfaces, surface)))
}

/// Puts a value in the first empty place.
pub(super) fn put<T>(places: &mut Vec<Option<T>>, value: T) -> usize {
    match places.iter().position(Option::is_none) {
        Some(index) => {
            places[index] = Some(value);
            index
        }
        None => {
            places.push(Some(value));
            places.len() - 1
        }
    }
}

/// The index of a living surface of a display (index).
pub fn known(fe: &FrontEnd, display: usize, surface: usize) -> Result<usize, EGLint> {
    ObjectKind::Surface
        .index(surface)
        .filter(|&index| matches!(fe.egl.surfaces.get(index), Some(Some(s)) if s.display == display && !s.doomed))
        .ok_or(EGL_BAD_SURFACE as EGLint)
}

fn at(fe: &mut FrontEnd, index: usize) -> &mut Surface {
    fe.egl.surfaces[index].as_mut().expect("the index of a living surface")
}

/// `eglDestroySurface`.
pub fn destroy(fe: &mut FrontEnd, display: usize, surface: usize) -> Result<(), EGLint> {
    let display = display::initialized(fe, display)?;
    let index = known(fe, display, surface)?;
    at(fe, index).doomed = true;
    bury(fe, index);
    Ok(())
}

/// All surfaces of a display are destroyed.
pub(super) fn doom_all(fe: &mut FrontEnd, display: usize) {
    for index in 0..fe.egl.surfaces.len() {
        if let Some(surface) = fe.egl.surfaces[index].as_mut().filter(|surface| surface.display == display) {
            surface.doomed = true;
            bury(fe, index);
        }
    }
}

/// A thread has the surface current, or no more.
pub(super) fn count_current(fe: &mut FrontEnd, index: Option<usize>, change: i32) {
    if let Some(index) = index {
        let surface = at(fe, index);
        surface.current = surface.current.wrapping_add_signed(change);
        bury(fe, index);
    }
}

/// Ends a surface that is destroyed and current nowhere.
fn bury(fe: &mut FrontEnd, index: usize) {
    if !matches!(&fe.egl.surfaces[index], Some(surface) if surface.doomed && surface.current == 0) {
        return;
    }
    let surface = fe.egl.surfaces[index].take().expect("just seen");
    fe.leave_other_threads();
    if let Some(session) = &mut fe.session {
        session.push(Op::ObjectDeath, &MGPHandleOnly::of(surface.info.handle));
        session.release(surface.info.handle);
    }
}

/// `eglQuerySurface`.
pub fn query(fe: &mut FrontEnd, display: usize, surface: usize, name: EGLint) -> Result<EGLint, EGLint> {
    let display = display::initialized(fe, display)?;
    let index = known(fe, display, surface)?;
    let surface = at(fe, index);
    Ok(match name as EGLenum {
        EGL_WIDTH => surface.info.width as EGLint,
        EGL_HEIGHT => surface.info.height as EGLint,
        EGL_CONFIG_ID => surface.config.id,
        EGL_LARGEST_PBUFFER => surface.largest.into(),
        EGL_TEXTURE_FORMAT => surface.texture_format as EGLint,
        EGL_TEXTURE_TARGET => surface.texture_target as EGLint,
        EGL_MIPMAP_TEXTURE => surface.mipmap_texture.into(),
        EGL_MIPMAP_LEVEL => surface.mipmap_level,
        EGL_MULTISAMPLE_RESOLVE => surface.multisample_resolve as EGLint,
        EGL_SWAP_BEHAVIOR => surface.swap_behavior as EGLint,
        EGL_RENDER_BUFFER => EGL_BACK_BUFFER as EGLint,
        EGL_GL_COLORSPACE if surface.info.srgb => EGL_GL_COLORSPACE_SRGB as EGLint,
        EGL_GL_COLORSPACE => EGL_GL_COLORSPACE_LINEAR as EGLint,
        EGL_VG_COLORSPACE => EGL_VG_COLORSPACE_sRGB as EGLint,
        EGL_VG_ALPHA_FORMAT => EGL_VG_ALPHA_FORMAT_NONPRE as EGLint,
        EGL_HORIZONTAL_RESOLUTION | EGL_VERTICAL_RESOLUTION | EGL_PIXEL_ASPECT_RATIO => EGL_UNKNOWN as EGLint,
        _ => return Err(EGL_BAD_ATTRIBUTE as EGLint),
    })
}

/// `eglSurfaceAttrib`.
pub fn attribute(fe: &mut FrontEnd, display: usize, surface: usize, name: EGLint, value: EGLint) -> Result<(), EGLint> {
    let display = display::initialized(fe, display)?;
    let index = known(fe, display, surface)?;
    let surface = at(fe, index);
    match (name as EGLenum, value as EGLenum) {
        (EGL_MIPMAP_LEVEL, _) => surface.mipmap_level = value,
        (EGL_MULTISAMPLE_RESOLVE, EGL_MULTISAMPLE_RESOLVE_DEFAULT) => {
            surface.multisample_resolve = EGL_MULTISAMPLE_RESOLVE_DEFAULT;
        }
        (EGL_SWAP_BEHAVIOR, value @ (EGL_BUFFER_PRESERVED | EGL_BUFFER_DESTROYED)) => surface.swap_behavior = value,
        (EGL_MULTISAMPLE_RESOLVE | EGL_SWAP_BEHAVIOR, _) => return Err(EGL_BAD_MATCH as EGLint),
        _ => return Err(EGL_BAD_ATTRIBUTE as EGLint),
    }
    Ok(())
}

/// `eglSwapBuffers`: on a pbuffer it has no visible effect and flushes; the frame is counted.
pub fn swap(fe: &mut FrontEnd, display: usize, surface: usize) -> Result<(), EGLint> {
    let display = display::initialized(fe, display)?;
    let index = known(fe, display, surface)?;
    if thread::current().draw != Some(index) || crate::front_end::current().is_none() {
        return Err(EGL_BAD_SURFACE as EGLint);
    }
    let surface = at(fe, index);
    surface.frame += 1;
    let present = MGPPresent { surface: surface.info.handle.raw(), frame: surface.frame };
    let current = crate::front_end::current().expect("just seen");
    let lost = fe
        .with_context(current, |cx| {
            crate::emit::objects(cx);
            let seq = cx.session.push(Op::Present, &present);
            cx.session.link.end_frame(seq);
            cx.session.frames += 1;
            crate::gl::error::drain_events(cx);
            cx.session.link.check_alive_now_and_then();
            cx.session.is_lost()
        })
        .unwrap_or(true);
    if lost { Err(EGL_CONTEXT_LOST as EGLint) } else { Ok(()) }
}

/// The configuration behind an `EGLConfig`.
pub fn config_of(value: usize) -> Result<&'static Config, EGLint> {
    ObjectKind::Config.index(value).and_then(|index| CONFIGS.get(index)).ok_or(EGL_BAD_CONFIG as EGLint)
}
