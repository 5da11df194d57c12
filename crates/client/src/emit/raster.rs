//! Records of raster.

use crate::{Cx, Shared, context::ContextState, session::Session};

/// What the server has.
#[derive(Default)]
pub struct Sent {}

/// Sends fixed state that changed.
#[inline]
pub fn state(cx: &mut Cx<'_>) {
    let _ = cx;
}
/// The context is gone.
pub fn forget(state: &mut ContextState, session: &mut Session) {
    let _ = (state, session);
}
