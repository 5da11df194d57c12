//! Sync objects, flush and finish (GL 4.6 core 4.1).

use super::enums::*;
use crate::{Cx, emit, session::Session, table::Ref};
use pipe_types::{
    Handle, Op,
    handle::kind,
    primitive::{MGPHandleOnly, MGPNothing},
    records::{context::MGPValue, sync::MGPFenceWait},
};

/// A fence.
#[derive(Debug)]
pub struct Sync {
    /// Its handle.
    pub handle: Handle<kind::Fence>,
    /// The record that made it.
    pub seq: u64,
    /// The server has been asked to say when it is signalled.
    watched: bool,
}

/// The application's `GLsync` of a fence: its name, and the generation of its handle, so that a stale value is no other fence.
fn value(name: u32, sync: &Sync) -> u64 {
    u64::from(name) | u64::from(sync.handle.raw().generation) << 32
}

fn find(cx: &Cx<'_>, sync: u64) -> Option<Ref<Sync>> {
    let found = cx.shared.syncs.get(sync as u32)?;
    (value(sync as u32, &cx.shared.syncs[&found]) == sync).then_some(found)
}

/// The fence of a `GLsync`, or `GL_INVALID_VALUE`.
fn of_value(cx: &mut Cx<'_>, sync: u64) -> Option<Ref<Sync>> {
    let found = find(cx, sync);
    if found.is_none() {
        cx.error(GL_INVALID_VALUE, "no such sync object");
    }
    found
}

/// `glFenceSync`.
pub fn fence(cx: &mut Cx<'_>, condition: GLenum, flags: GLbitfield) -> u64 {
    if condition != GL_SYNC_GPU_COMMANDS_COMPLETE {
        cx.error(GL_INVALID_ENUM, "condition");
        return 0;
    }
    if flags != 0 {
        cx.error(GL_INVALID_VALUE, "flags");
        return 0;
    }
    let handle = cx.session.mint();
    let seq = cx.session.push(Op::CreateFence, &MGPHandleOnly::of(handle));
    let sync = Sync { handle, seq, watched: false };
    let name = cx.shared.syncs.generate();
    let value = value(name, &sync);
    cx.shared.syncs.create(name, sync);
    value
}

/// `glIsSync`.
pub fn is_sync(cx: &mut Cx<'_>, sync: u64) -> GLboolean {
    GLboolean::from(find(cx, sync).is_some())
}

/// `glDeleteSync`.
pub fn delete(cx: &mut Cx<'_>, sync: u64) {
    if sync == 0 {
        return;
    }
    let Some(_) = of_value(cx, sync) else { return };
    cx.shared.syncs.delete(sync as u32);
    let session = &mut *cx.session;
    cx.shared.syncs.collect(|sync| emit::object_death(session, sync.handle));
}

/// Whether it is signalled, as far as that is known. What the commands before it wrote into mappings that stay comes in.
fn is_signaled(cx: &mut Cx<'_>, sync: &Ref<Sync>) -> bool {
    super::error::drain_events(cx);
    let Sync { handle, seq, .. } = cx.shared.syncs[sync];
    // Nobody signals the fences of a lost server, and nobody may wait for them (GL 4.6 core 2.3.2).
    let signaled = cx.session.is_signaled(handle.raw()) || cx.session.is_lost();
    if signaled {
        super::buffer::receive(cx, seq);
    }
    signaled
}

/// A look costs no round trip: the server is asked once to say when it happens.
fn wait(cx: &mut Cx<'_>, sync: &Ref<Sync>, timeout: u64) -> GLenum {
    if is_signaled(cx, sync) {
        return GL_ALREADY_SIGNALED;
    }
    let fence = &mut cx.shared.syncs[sync];
    if !std::mem::replace(&mut fence.watched, true) {
        let handle = fence.handle;
        cx.session.watch(handle);
        if is_signaled(cx, sync) {
            return GL_ALREADY_SIGNALED;
        }
    }
    if timeout == 0 {
        cx.session.link.check_alive_now_and_then();
        return GL_TIMEOUT_EXPIRED;
    }
    let deadline = Session::deadline(timeout);
    loop {
        let said = cx.session.wait_event(deadline);
        if is_signaled(cx, sync) {
            return GL_CONDITION_SATISFIED;
        }
        if !said {
            return GL_TIMEOUT_EXPIRED;
        }
    }
}

/// `glClientWaitSync`.
pub fn client_wait(cx: &mut Cx<'_>, sync: u64, flags: GLbitfield, timeout: u64) -> GLenum {
    let Some(sync) = of_value(cx, sync) else { return GL_WAIT_FAILED };
    if flags & !GL_SYNC_FLUSH_COMMANDS_BIT != 0 {
        cx.error(GL_INVALID_VALUE, "flags");
        return GL_WAIT_FAILED;
    }
    wait(cx, &sync, timeout)
}

/// `glWaitSync`.
pub fn server_wait(cx: &mut Cx<'_>, sync: u64, flags: GLbitfield, timeout: u64) {
    let Some(sync) = of_value(cx, sync) else { return };
    if flags != 0 || timeout != GL_TIMEOUT_IGNORED {
        return cx.error(GL_INVALID_VALUE, "flags or timeout");
    }
    let record = MGPFenceWait { fence: cx.shared.syncs[&sync].handle.raw(), timeout, flags, pad: 0 };
    cx.session.push(Op::ServerWaitFence, &record);
}

/// `glGetSynciv`.
pub fn parameter(cx: &mut Cx<'_>, sync: u64, pname: GLenum) -> Option<GLint> {
    let sync = of_value(cx, sync)?;
    let value = match pname {
        GL_OBJECT_TYPE => GL_SYNC_FENCE,
        GL_SYNC_CONDITION => GL_SYNC_GPU_COMMANDS_COMPLETE,
        GL_SYNC_FLAGS => 0,
        GL_SYNC_STATUS => match wait(cx, &sync, 0) {
            GL_ALREADY_SIGNALED | GL_CONDITION_SATISFIED => GL_SIGNALED,
            _ => GL_UNSIGNALED,
        },
        _ => {
            cx.error(GL_INVALID_ENUM, "sync parameter");
            return None;
        }
    };
    Some(value as GLint)
}

/// `glFlush`.
pub fn flush(cx: &mut Cx<'_>) {
    emit::collect(cx);
    emit::texture::pending(cx);
    cx.session.push(Op::Flush, &MGPValue { value: 0 });
    cx.session.flushes += 1;
    cx.session.publish();
    super::error::drain_events(cx);
}

/// `glFinish`.
pub fn finish(cx: &mut Cx<'_>) {
    emit::collect(cx);
    emit::texture::pending(cx);
    let seq = cx.session.push(Op::Finish, &MGPNothing::default());
    cx.session.wait_applied(seq);
    super::error::drain_events(cx);
    super::buffer::receive(cx, seq);
}
