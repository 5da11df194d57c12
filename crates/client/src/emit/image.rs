//! Image unit records.

use crate::Cx;

/// What the server has of a context's image units.
#[derive(Default)]
pub struct Sent {}

/// Sends the image units that changed.
#[inline]
pub fn units(cx: &mut Cx<'_>) {
    let _ = cx;
}
