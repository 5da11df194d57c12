//! Framebuffer objects.

use crate::{Applier, error::Result};
use pipe_types::{handle::RawHandle, records::framebuffer::MGPFramebufferState};

/// Framebuffer objects and bindings of a context.
#[derive(Debug, Default)]
pub struct ContextFramebuffers {}

/// What a draw has to know of the bound draw framebuffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct DrawTargets {
    /// Draw buffer slots that have an attachment, as bits.
    pub enabled: u8,
    /// Slots whose attachment was widened to four channels: alpha is not written and blending must see destination
    /// alpha 1, as bits.
    pub alpha_pinned: u8,
    /// Slots whose output is to be clamped to 0..1 (unsigned normalised kept in a float format), as bits.
    pub clamp_unorm: u8,
    /// Slots whose output is to be clamped to -1..1, as bits.
    pub clamp_snorm: u8,
    /// Slots with an integer format: blending is off there, as bits.
    pub integer: u8,
    /// Samples of the attachments (0 and 1: not multisampled).
    pub samples: u32,
    /// The framebuffer is the default one.
    pub is_default: bool,
    /// Nothing can be drawn (incomplete, or no surface): the draw is to be skipped.
    pub incomplete: bool,
    /// Height in pixels, for what counts from the other edge.
    pub height: u32,
}

impl Applier {
    pub(crate) fn set_framebuffer_state(&mut self, _record: &MGPFramebufferState) -> Result {
        Ok(())
    }
    pub(crate) fn destroy_framebuffer(&mut self, _handle: RawHandle) -> Result {
        Ok(())
    }
    /// Makes the driver's draw framebuffer the pushed one, attachments, draw buffers and binding, and says what the draw has
    /// to know. Cheap when nothing moved.
    pub(crate) fn sync_draw(&mut self) -> Result<DrawTargets> {
        Ok(DrawTargets::default())
    }
}
