//! Records of transform_feedback.

use crate::{Cx, Shared, context::ContextState, session::Session};

/// What the server has.
#[derive(Default)]
pub struct Sent {}

/// Ends objects that nobody refers to.
pub fn collect(state: &mut ContextState, session: &mut Session) {
    let _ = (state, session);
}
/// The context is gone.
pub fn forget(state: &mut ContextState, session: &mut Session) {
    let _ = (state, session);
}
