//! Records of buffer.

use crate::{Cx, Shared, context::ContextState, session::Session};

/// What the server has.
#[derive(Default)]
pub struct Sent {}

/// Sends indexed buffer bindings that changed.
#[inline]
pub fn indexed(cx: &mut Cx<'_>) {
    let _ = cx;
}
/// Ends buffers that nobody refers to.
pub fn collect(shared: &mut Shared, session: &mut Session) {
    let _ = (shared, session);
}
/// The share group is gone.
pub fn forget(shared: &mut Shared, session: &mut Session) {
    let _ = (shared, session);
}
