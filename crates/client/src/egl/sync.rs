//! EGL sync objects: fences (EGL 1.5 section 3.8.1).

use super::{ObjectKind, display, enums::*, surface};
use crate::{
    front_end::{self, FrontEnd},
    session::Session,
};
use pipe_types::{Handle, Op, handle::kind, primitive::MGPHandleOnly};

/// A fence.
#[derive(Debug)]
pub struct Sync {
    display: usize,
    fence: Handle<kind::Fence>,
    /// The record that made it.
    seq: u64,
    watched: bool,
}

/// `eglCreateSync`.
pub fn create(fe: &mut FrontEnd, display: usize, ty: EGLenum, attributes: &[(isize, isize)]) -> Result<usize, EGLint> {
    let display = display::initialized(fe, display)?;
    if ty != EGL_SYNC_FENCE {
        return Err(EGL_BAD_PARAMETER as EGLint);
    }
    if !attributes.is_empty() {
        return Err(EGL_BAD_ATTRIBUTE as EGLint);
    }
    let current = front_end::current().ok_or(EGL_BAD_MATCH as EGLint)?;
    let (fence, seq) = fe
        .with_context(current, |cx| {
            crate::emit::objects(cx);
            let fence = cx.session.mint::<kind::Fence>();
            let seq = cx.session.push(Op::CreateFence, &MGPHandleOnly::of(fence));
            (fence, seq)
        })
        .ok_or(EGL_BAD_MATCH as EGLint)?;
    let sync = Sync { display, fence, seq, watched: false };
    Ok(ObjectKind::Sync.value(surface::put(&mut fe.egl.syncs, sync)))
}

fn known(fe: &FrontEnd, display: usize, sync: usize) -> Result<usize, EGLint> {
    let display = display::initialized(fe, display)?;
    ObjectKind::Sync
        .index(sync)
        .filter(|&index| matches!(fe.egl.syncs.get(index), Some(Some(s)) if s.display == display))
        .ok_or(EGL_BAD_PARAMETER as EGLint)
}

/// `eglDestroySync`.
pub fn destroy(fe: &mut FrontEnd, display: usize, sync: usize) -> Result<(), EGLint> {
    let index = known(fe, display, sync)?;
    bury(fe, index);
    Ok(())
}

pub(super) fn forget_all(fe: &mut FrontEnd, display: usize) {
    for index in 0..fe.egl.syncs.len() {
        if fe.egl.syncs[index].as_ref().is_some_and(|sync| sync.display == display) {
            bury(fe, index);
        }
    }
}

fn bury(fe: &mut FrontEnd, index: usize) {
    fe.leave_other_threads();
    let (Some(sync), Some(session)) = (fe.egl.syncs[index].take(), &mut fe.session) else { return };
    session.push(Op::ObjectDeath, &MGPHandleOnly::of(sync.fence));
    session.release(sync.fence);
}

/// `eglClientWaitSync`: the condition's enum. What the commands before the fence wrote into mappings that stay comes in.
pub fn client_wait(fe: &mut FrontEnd, display: usize, sync: usize, timeout: u64) -> Result<EGLint, EGLint> {
    let index = known(fe, display, sync)?;
    let (condition, seq) = wait(fe, index, timeout)?;
    if condition == EGL_CONDITION_SATISFIED as EGLint {
        // Mappings belong to share groups, and nobody needs a context to wait.
        fe.for_each_group(|cx| crate::gl::buffer::receive(cx, seq));
    }
    Ok(condition)
}

/// The condition's enum, and the record that made the fence.
fn wait(fe: &mut FrontEnd, index: usize, timeout: u64) -> Result<(EGLint, u64), EGLint> {
    let session = fe.session.as_mut().ok_or(EGL_NOT_INITIALIZED as EGLint)?;
    let sync = fe.egl.syncs[index].as_mut().expect("known");
    if !session.is_signaled(sync.fence.raw()) && !std::mem::replace(&mut sync.watched, true) {
        session.watch(sync.fence);
    }
    let deadline = Session::deadline(timeout);
    loop {
        session.look_for_events();
        // A lost session's fences count as signalled: nothing will come that could be waited for.
        if session.is_signaled(sync.fence.raw()) || session.is_lost() {
            return Ok((EGL_CONDITION_SATISFIED as EGLint, sync.seq));
        }
        if timeout == 0 || !session.wait_event(deadline) {
            return Ok((EGL_TIMEOUT_EXPIRED as EGLint, sync.seq));
        }
    }
}

/// `eglWaitSync`: all records are in one order, so the server's driver waits by itself.
pub fn server_wait(fe: &mut FrontEnd, display: usize, sync: usize, flags: EGLint) -> Result<(), EGLint> {
    known(fe, display, sync)?;
    if flags != 0 {
        return Err(EGL_BAD_PARAMETER as EGLint);
    }
    front_end::current().map(drop).ok_or(EGL_BAD_MATCH as EGLint)
}

/// `eglGetSyncAttrib`.
pub fn attribute(fe: &mut FrontEnd, display: usize, sync: usize, name: EGLint) -> Result<EGLAttrib, EGLint> {
    known(fe, display, sync)?;
    Ok(match name as EGLenum {
        EGL_SYNC_TYPE => EGL_SYNC_FENCE as EGLAttrib,
        EGL_SYNC_CONDITION => EGL_SYNC_PRIOR_COMMANDS_COMPLETE as EGLAttrib,
        EGL_SYNC_STATUS => {
            let signaled = client_wait(fe, display, sync, 0)? == EGL_CONDITION_SATISFIED as EGLint;
            (if signaled { EGL_SIGNALED } else { EGL_UNSIGNALED }) as EGLAttrib
        }
        _ => return Err(EGL_BAD_ATTRIBUTE as EGLint),
    })
}
