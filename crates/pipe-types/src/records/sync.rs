//! Fences.

use crate::handle::RawHandle;

record! {
    /// The driver waits for a fence.
    pub struct MGPFenceWait [24] {
        0 fence: RawHandle = handle(Fence),
        8 timeout: u64 = any,
        /// `GL_SYNC_FLUSH_COMMANDS_BIT` or 0.
        16 flags: u32 = any,
        20 pad: u32 = zero,
    }
}
