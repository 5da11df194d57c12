//! Texture records: creations, redefinitions, uploads, parameters, units.

use crate::{Cx, Shared, session::Session};

/// What the server has of a context's texture units.
#[derive(Default)]
pub struct Sent {}

/// Sends pending creations, redefinitions and uploads of the share group's textures.
#[inline]
pub fn pending(cx: &mut Cx<'_>) {
    let _ = cx;
}

/// Sends the texture units that changed.
#[inline]
pub fn units(cx: &mut Cx<'_>) {
    let _ = cx;
}

/// Ends textures and renderbuffers that nobody refers to.
pub fn collect(shared: &mut Shared, session: &mut Session) {
    let _ = (shared, session);
}

/// The share group is gone.
pub fn forget(shared: &mut Shared, session: &mut Session) {
    let _ = (shared, session);
}
