//! Clears that dispatches have to see.
//!
//! llvmpipe keeps a clear back until something is drawn to the framebuffer, it is flushed, or another texture is bound. A
//! dispatch is none of these: it reads the images and textures that stay bound as they were before. A barrier between the two
//! makes every driver finish the clear.

use super::Driver;

impl Driver {
    /// Something was cleared.
    pub(crate) fn cleared(&self) {
        self.cleared.set(true);
    }

    /// Makes the clears so far seen by the dispatch that comes.
    pub(crate) fn show_clears(&self) {
        if self.cleared.take() {
            self.memory_barrier(glow::TEXTURE_FETCH_BARRIER_BIT | glow::SHADER_IMAGE_ACCESS_BARRIER_BIT);
        }
    }
}
