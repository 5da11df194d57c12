//! Sampler records.

use crate::{Cx, Shared, session::Session};

/// What the server has of a context's sampler bindings.
#[derive(Default)]
pub struct Sent {}

/// Sends the sampler bindings that changed.
#[inline]
pub fn units(cx: &mut Cx<'_>) {
    let _ = cx;
}

/// Ends samplers that nobody refers to.
pub fn collect(shared: &mut Shared, session: &mut Session) {
    let _ = (shared, session);
}

/// The share group is gone.
pub fn forget(shared: &mut Shared, session: &mut Session) {
    let _ = (shared, session);
}
