//! Fences.

use crate::handle::RawHandle;

record! {
    /// Waits on the server for a fence, at most `timeout` ns. The answer is a [`FenceAnswer`].
    pub struct MGPFenceWait [24] {
        0 fence: RawHandle = handle(Fence),
        8 timeout: u64 = any,
        /// `GL_SYNC_FLUSH_COMMANDS_BIT` or 0.
        16 flags: u32 = any,
        20 pad: u32 = zero,
    }
}

record! {
    /// What [`MGPFenceWait`] is answered with.
    pub struct FenceAnswer [8] {
        /// `GL_ALREADY_SIGNALED`, `GL_TIMEOUT_EXPIRED`, `GL_CONDITION_SATISFIED` or `GL_WAIT_FAILED`.
        0 status: u32 = any,
        4 pad: u32 = zero,
    }
}
