//! Fences.

use crate::{
    Applier,
    driver::GlSync,
    error::{Refusal, Result, missing},
};
use pipe_types::{
    handle::{Kind, RawHandle, kind},
    primitive::MGPHandleOnly,
    records::sync::MGPFenceWait,
};

/// The twin of a fence.
#[derive(Debug)]
pub(crate) struct Fence {
    pub(crate) sync: GlSync,
}

impl Applier {
    pub(crate) fn create_fence(&mut self, seq: u64, r: &MGPHandleOnly) -> Result {
        let handle = r.typed::<kind::Fence>().ok_or(Refusal::Kind { field: "kind", kind: r.kind })?.raw();
        let sync = self.gl.fence_sync().map_err(Refusal::Driver)?;
        let superseded = match self.fences.insert(handle, Fence { sync }) {
            Ok(old) => old,
            Err(stale) => Some(stale),
        };
        if let Some(fence) = superseded {
            self.gl.delete_sync(fence.sync);
        }
        self.will_be_there(Kind::Fence, handle, seq);
        Ok(())
    }

    pub(crate) fn destroy_fence(&mut self, handle: RawHandle) -> Result {
        let fence = self.fences.remove(handle).map_err(missing("handle", handle))?;
        self.no_longer_watched(Kind::Fence, handle);
        self.gl.delete_sync(fence.sync);
        Ok(())
    }

    pub(crate) fn server_wait_fence(&mut self, r: &MGPFenceWait) -> Result {
        let fence = self.fences.get(r.fence).map_err(missing("fence", r.fence))?;
        self.gl.wait_sync(fence.sync);
        Ok(())
    }
}
