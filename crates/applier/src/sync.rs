//! Fences.

use crate::{
    Applier, Host, ReplyStatus,
    driver::GlSync,
    error::{Refusal, Result, missing},
};
use pipe_types::{
    handle::{RawHandle, kind},
    primitive::MGPHandleOnly,
    records::sync::{FenceAnswer, MGPFenceWait},
};
use zerocopy::IntoBytes;

/// The twin of a fence.
#[derive(Debug)]
pub(crate) struct Fence {
    sync: GlSync,
}

impl Applier {
    pub(crate) fn create_fence(&mut self, r: &MGPHandleOnly) -> Result {
        let handle = r.typed::<kind::Fence>().ok_or(Refusal::Kind { field: "kind", kind: r.kind })?.raw();
        let sync = self.gl.fence_sync().map_err(Refusal::Driver)?;
        let superseded = match self.fences.insert(handle, Fence { sync }) {
            Ok(old) => old,
            Err(stale) => Some(stale),
        };
        if let Some(fence) = superseded {
            self.gl.delete_sync(fence.sync);
        }
        Ok(())
    }

    pub(crate) fn destroy_fence(&mut self, handle: RawHandle) -> Result {
        let fence = self.fences.remove(handle).map_err(missing("handle", handle))?;
        self.gl.delete_sync(fence.sync);
        Ok(())
    }

    pub(crate) fn client_wait_fence(&mut self, seq: u64, r: &MGPFenceWait, host: &mut dyn Host) -> Result {
        let fence = self.fences.get(r.fence).map_err(missing("fence", r.fence))?;
        // The client can't flush in between, so the wait always does.
        let status = self.gl.client_wait_sync(fence.sync, glow::SYNC_FLUSH_COMMANDS_BIT, r.timeout);
        let answer = FenceAnswer { status, pad: 0 };
        host.reply(seq, ReplyStatus::Ok, size_of::<FenceAnswer>(), &mut |offset, piece| {
            piece.copy_from_slice(&answer.as_bytes()[offset..offset + piece.len()]);
        })?;
        self.report_gl_errors(seq, "ClientWaitFence", host)
    }

    pub(crate) fn server_wait_fence(&mut self, r: &MGPFenceWait) -> Result {
        let fence = self.fences.get(r.fence).map_err(missing("fence", r.fence))?;
        self.gl.wait_sync(fence.sync);
        Ok(())
    }
}
