//! Records of program.

use crate::{Cx, Shared, context::ContextState, session::Session};

/// What the server has.
#[derive(Default)]
pub struct Sent {}

/// Sends the current program and what changed of it.
#[inline]
pub fn current(cx: &mut Cx<'_>) {
    let _ = cx;
}
/// Ends programs that nobody refers to.
pub fn collect(shared: &mut Shared, session: &mut Session) {
    let _ = (shared, session);
}
/// The share group is gone.
pub fn forget(shared: &mut Shared, session: &mut Session) {
    let _ = (shared, session);
}
