//! Records of vertex.

use crate::{Cx, Shared, context::ContextState, session::Session};

/// What the server has.
#[derive(Default)]
pub struct Sent {}

/// Sends what changed of the vertex array.
#[inline]
pub fn arrays(cx: &mut Cx<'_>) {
    let _ = cx;
}
/// Ends vertex arrays that nobody refers to.
pub fn collect(state: &mut ContextState, session: &mut Session) {
    let _ = (state, session);
}
/// The context is gone.
pub fn forget(state: &mut ContextState, session: &mut Session) {
    let _ = (state, session);
}
