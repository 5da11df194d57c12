//! Sync objects, flush and finish (GL 4.6 core 4.1).

use super::enums::*;
use crate::{Cx, emit, table::Ref};
use pipe_types::{
    Handle, Op,
    handle::kind,
    primitive::{MGPHandleOnly, MGPNothing},
    records::{
        context::MGPValue,
        sync::{FenceAnswer, MGPFenceWait},
    },
};
use zerocopy::FromBytes;

/// A fence.
#[derive(Debug)]
pub struct Sync {
    /// Its handle.
    pub handle: Handle<kind::Fence>,
    /// It is known to be signalled.
    pub signaled: bool,
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
    let sync = Sync { handle: cx.session.mint(), signaled: false };
    cx.session.push(Op::CreateFence, &MGPHandleOnly::of(sync.handle));
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

/// A fence is signalled, the server says.
pub fn signaled(cx: &mut Cx<'_>, handle: pipe_types::RawHandle) {
    if let Some(sync) = cx.shared.syncs.iter_mut().find(|sync| sync.handle.raw() == handle) {
        sync.signaled = true;
    }
}

fn wait(cx: &mut Cx<'_>, sync: &Ref<Sync>, flags: GLbitfield, timeout: u64) -> GLenum {
    super::error::drain_events(cx);
    // Nobody signals the fences of a lost server, and nobody may wait for them (GL 4.6 core 2.3.2).
    if cx.shared.syncs[sync].signaled || cx.session.is_lost() {
        return GL_ALREADY_SIGNALED;
    }
    let record = MGPFenceWait { fence: cx.shared.syncs[sync].handle.raw(), timeout, flags, pad: 0 };
    let seq = cx.session.push(Op::ClientWaitFence, &record);
    let mut answer = [0; size_of::<FenceAnswer>()];
    let Some(size) = cx.session.wait_reply(seq, &mut answer) else {
        return if cx.session.is_lost() { GL_ALREADY_SIGNALED } else { GL_WAIT_FAILED };
    };
    let status = FenceAnswer::read_from_bytes(&answer).map_or(GL_WAIT_FAILED, |answer| answer.status);
    let known = matches!(status, GL_ALREADY_SIGNALED | GL_CONDITION_SATISFIED | GL_TIMEOUT_EXPIRED);
    if size != answer.len() || !known {
        return GL_WAIT_FAILED;
    }
    cx.shared.syncs[sync].signaled |= status != GL_TIMEOUT_EXPIRED;
    status
}

/// `glClientWaitSync`.
pub fn client_wait(cx: &mut Cx<'_>, sync: u64, flags: GLbitfield, timeout: u64) -> GLenum {
    let Some(sync) = of_value(cx, sync) else { return GL_WAIT_FAILED };
    if flags & !GL_SYNC_FLUSH_COMMANDS_BIT != 0 {
        cx.error(GL_INVALID_VALUE, "flags");
        return GL_WAIT_FAILED;
    }
    wait(cx, &sync, flags, timeout)
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
        // Who polls for it wants it to come: the flush costs nothing that the round trip doesn't.
        GL_SYNC_STATUS => match wait(cx, &sync, GL_SYNC_FLUSH_COMMANDS_BIT, 0) {
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
}

/// `glFinish`.
pub fn finish(cx: &mut Cx<'_>) {
    emit::collect(cx);
    emit::texture::pending(cx);
    let seq = cx.session.push(Op::Finish, &MGPNothing::default());
    cx.session.wait_applied(seq);
}
