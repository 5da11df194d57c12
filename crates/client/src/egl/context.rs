//! Contexts: creation, currency, destruction (EGL 1.5 section 3.7).

use super::{ObjectKind, config::Config, display, enums::*, surface, thread};
use crate::{
    context::ContextState,
    front_end::{self, Context, FrontEnd, Group},
    gl::{
        enums::{GL_CONTEXT_FLAG_DEBUG_BIT, GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT, GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT},
        get::ContextFlags,
    },
};

/// The configuration of a context: none for `EGL_NO_CONFIG_KHR`.
pub fn config(value: usize) -> Result<Option<Config>, EGLint> {
    if value == 0 { Ok(None) } else { surface::config_of(value).map(|config| Some(*config)) }
}

/// `eglCreateContext`.
pub fn create(
    fe: &mut FrontEnd,
    display: usize,
    config_value: usize,
    share: usize,
    attributes: &[(EGLint, EGLint)],
) -> Result<usize, EGLint> {
    let display = display::initialized(fe, display)?;
    let config = config(config_value)?;
    let share = if share == 0 { None } else { Some(known(fe, display, share).map_err(|_| EGL_BAD_CONTEXT as EGLint)?) };
    let (mut major, mut minor) = (1, 0);
    let mut profile = EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT;
    let mut flags = ContextFlags::default();
    for &(name, value) in attributes {
        match name as EGLenum {
            EGL_CONTEXT_MAJOR_VERSION => major = value,
            EGL_CONTEXT_MINOR_VERSION => minor = value,
            EGL_CONTEXT_OPENGL_PROFILE_MASK => profile = value as EGLenum,
            EGL_CONTEXT_OPENGL_DEBUG => set(&mut flags, GL_CONTEXT_FLAG_DEBUG_BIT, value != 0),
            EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE => {
                set(&mut flags, GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT, value != 0);
            }
            EGL_CONTEXT_OPENGL_ROBUST_ACCESS | EGL_CONTEXT_OPENGL_ROBUST_ACCESS_EXT => {
                set(&mut flags, GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT, value != 0);
            }
            EGL_CONTEXT_FLAGS_KHR => {
                let known = EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR
                    | EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR
                    | EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR;
                let bits = value as EGLenum;
                if bits & !known != 0 {
                    return Err(EGL_BAD_ATTRIBUTE as EGLint);
                }
                set(&mut flags, GL_CONTEXT_FLAG_DEBUG_BIT, bits & EGL_CONTEXT_OPENGL_DEBUG_BIT_KHR != 0);
                set(
                    &mut flags,
                    GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT,
                    bits & EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE_BIT_KHR != 0,
                );
                set(
                    &mut flags,
                    GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT,
                    bits & EGL_CONTEXT_OPENGL_ROBUST_ACCESS_BIT_KHR != 0,
                );
            }
            EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY | EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY_EXT => {
                match value as EGLenum {
                    EGL_NO_RESET_NOTIFICATION => flags.lose_on_reset = false,
                    EGL_LOSE_CONTEXT_ON_RESET => flags.lose_on_reset = true,
                    _ => return Err(EGL_BAD_ATTRIBUTE as EGLint),
                }
            }
            // An error is never "undefined" here: the attribute is taken and changes nothing.
            EGL_CONTEXT_OPENGL_NO_ERROR_KHR => {}
            _ => return Err(EGL_BAD_ATTRIBUTE as EGLint),
        }
    }
    if thread::api() != EGL_OPENGL_API {
        return Err(EGL_BAD_MATCH as EGLint);
    }
    let wanted = major * 10 + minor;
    fe.leave_other_threads();
    let session = fe.session.as_mut().ok_or(EGL_NOT_INITIALIZED as EGLint)?;
    let version = grant(wanted, major, minor, profile, session.max_version)?;
    let group = match share {
        Some(index) => fe.contexts[index].as_ref().expect("known").group,
        None => surface::put(&mut fe.groups, Group::default()) as u32,
    };
    fe.groups[group as usize].as_mut().expect("living").contexts += 1;
    let shared = &mut fe.groups[group as usize].as_mut().expect("living").shared;
    let state = ContextState::new(shared, session, version, flags);
    let context = Context { state, group, display, config, current_in: None, doomed: false };
    let index = surface::put(&mut fe.contexts, context);
    if session.is_lost() {
        return Err(EGL_BAD_ALLOC as EGLint);
    }
    Ok(ObjectKind::Context.value(index))
}

fn set(flags: &mut ContextFlags, bit: u32, on: bool) {
    flags.bits = if on { flags.bits | bit } else { flags.bits & !bit };
}

/// Which version an application gets that asks for `wanted` (EGL 1.5 section 3.7.1.1): the highest one that is compatible.
/// There is no compatibility profile, so what is below 3.1 can't be served.
fn grant(wanted: i32, major: i32, minor: i32, profile: EGLenum, max: u32) -> Result<u32, EGLint> {
    let last_minor = match major {
        1 => 5,
        2 => 1,
        3 => 3,
        4 => 6,
        _ => return Err(EGL_BAD_MATCH as EGLint),
    };
    if minor < 0 || minor > last_minor || wanted < 31 || wanted as u32 > max {
        return Err(EGL_BAD_MATCH as EGLint);
    }
    // 3.1 is from before profiles; a core context of a later version may answer for it.
    if wanted == 31 {
        return Ok(max);
    }
    match profile {
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT => Ok(max),
        EGL_CONTEXT_OPENGL_COMPATIBILITY_PROFILE_BIT => Err(EGL_BAD_MATCH as EGLint),
        bits if bits & EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT != 0 => Ok(max),
        _ => Err(EGL_BAD_MATCH as EGLint),
    }
}

/// The index of a living context of a display (index).
pub fn known(fe: &FrontEnd, display: usize, context: usize) -> Result<usize, EGLint> {
    ObjectKind::Context
        .index(context)
        .filter(|&index| matches!(fe.contexts.get(index), Some(Some(c)) if c.display == display && !c.doomed))
        .ok_or(EGL_BAD_CONTEXT as EGLint)
}

/// `eglDestroyContext`.
pub fn destroy(fe: &mut FrontEnd, display: usize, context: usize) -> Result<(), EGLint> {
    let display = display::initialized(fe, display)?;
    let index = known(fe, display, context)?;
    fe.contexts[index].as_mut().expect("known").doomed = true;
    bury(fe, index);
    Ok(())
}

/// All contexts of a display are destroyed.
pub(super) fn doom_all(fe: &mut FrontEnd, display: usize) {
    for index in 0..fe.contexts.len() {
        if let Some(context) = fe.contexts[index].as_mut().filter(|context| context.display == display) {
            context.doomed = true;
            bury(fe, index);
        }
    }
}

/// Ends a context that is destroyed and current nowhere.
fn bury(fe: &mut FrontEnd, index: usize) {
    if !matches!(&fe.contexts[index], Some(context) if context.doomed && context.current_in.is_none()) {
        return;
    }
    fe.leave_other_threads();
    let context = fe.contexts[index].take().expect("just seen");
    let place = &mut fe.groups[context.group as usize];
    let group = place.as_mut().expect("living");
    group.contexts -= 1;
    if let Some(session) = &mut fe.session {
        crate::emit::forget_context(context.state, &mut group.shared, session);
    }
    let group_gone = if group.contexts == 0 { place.take() } else { None };
    if let Some(session) = &mut fe.session {
        if let Some(group) = group_gone {
            crate::emit::forget_shared(group.shared, session);
        }
        session.publish();
    }
    if fe.speaking == Some(index as u32) {
        fe.speaking = None;
    }
}

/// `eglMakeCurrent`.
pub fn make_current(fe: &mut FrontEnd, display: usize, draw: usize, read: usize, context: usize) -> Result<(), EGLint> {
    let display_index = if context == 0 && draw == 0 && read == 0 {
        display::known(fe, display)?
    } else {
        display::initialized(fe, display)?
    };
    let surface_index = |fe: &FrontEnd, surface| {
        if surface == 0 { Ok(None) } else { surface::known(fe, display_index, surface).map(Some) }
    };
    let (draw, read) = (surface_index(fe, draw)?, surface_index(fe, read)?);
    let context = if context == 0 { None } else { Some(known(fe, display_index, context)?) };
    if context.is_none() && (draw.is_some() || read.is_some()) || draw.is_some() != read.is_some() {
        return Err(EGL_BAD_MATCH as EGLint);
    }
    let me = std::thread::current().id();
    if let Some(index) = context {
        let context = fe.contexts[index].as_ref().expect("known");
        if context.current_in.is_some_and(|thread| thread != me) {
            return Err(EGL_BAD_ACCESS as EGLint);
        }
        for surface in [draw, read].into_iter().flatten() {
            let config = fe.egl.surfaces[surface].as_ref().expect("known").config;
            if context.config.is_some_and(|own| own.color != config.color || own.samples != config.samples) {
                return Err(EGL_BAD_MATCH as EGLint);
            }
        }
        if fe.session.as_ref().is_none_or(|session| session.is_lost()) {
            return Err(EGL_CONTEXT_LOST as EGLint);
        }
    }
    let before = thread::current();
    let old = front_end::current();
    if let Some(old) = old {
        // Releasing a context flushes it (section 3.7.3).
        fe.with_context(old, crate::gl::sync::flush);
        if let Some(Some(context)) = fe.contexts.get_mut(old as usize) {
            context.current_in = None;
        }
    }
    surface::count_current(fe, draw, 1);
    surface::count_current(fe, read, 1);
    surface::count_current(fe, before.draw, -1);
    surface::count_current(fe, before.read, -1);
    thread::set_current(thread::Current { display: display_index, draw, read });
    front_end::set_current(context.map(|index| index as u32));
    if let Some(index) = context {
        let info = |surface: Option<usize>| surface.map(|s| fe.egl.surfaces[s].as_ref().expect("known").info.clone());
        let (draw, read) = (info(draw), info(read));
        let context = fe.contexts[index].as_mut().expect("known");
        context.current_in = Some(me);
        context.state.set_surfaces(draw, read);
        fe.speaking = None;
        // Said at once: from now on another thread may take the context that was current here.
        fe.with_context(index as u32, |_| ());
    } else if old.is_some() {
        fe.speak_for_none();
    }
    if let Some(old) = old.filter(|&old| context != Some(old as usize))
        && fe.contexts.get(old as usize).is_some_and(Option::is_some)
    {
        bury(fe, old as usize);
        fe.close_unused_session();
    }
    Ok(())
}

/// `eglQueryContext`.
pub fn query(fe: &FrontEnd, display: usize, context: usize, name: EGLint) -> Result<EGLint, EGLint> {
    let display = display::initialized(fe, display)?;
    let index = known(fe, display, context)?;
    let context = fe.contexts[index].as_ref().expect("known");
    Ok(match name as EGLenum {
        EGL_CONFIG_ID => context.config.map_or(0, |config| config.id),
        EGL_CONTEXT_CLIENT_TYPE => EGL_OPENGL_API as EGLint,
        EGL_CONTEXT_CLIENT_VERSION => (context.state.version / 10) as EGLint,
        EGL_RENDER_BUFFER if context.current_in.is_some() && context.state.surfaces.draw.is_some() => {
            EGL_BACK_BUFFER as EGLint
        }
        EGL_RENDER_BUFFER => EGL_NONE as EGLint,
        _ => return Err(EGL_BAD_ATTRIBUTE as EGLint),
    })
}
