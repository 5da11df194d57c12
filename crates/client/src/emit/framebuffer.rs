//! Framebuffer records.

use crate::{Cx, context::ContextState, session::Session};

/// What the server has of a context's framebuffers.
#[derive(Default)]
pub struct Sent {}

/// Sends the draw and the read framebuffer if they changed.
#[inline]
pub fn draw_read(cx: &mut Cx<'_>) {
    let _ = cx;
}

/// Ends framebuffers that nobody refers to.
pub fn collect(state: &mut ContextState, session: &mut Session) {
    let _ = (state, session);
}

/// The context is gone.
pub fn forget(state: &mut ContextState, session: &mut Session) {
    let _ = (state, session);
}
