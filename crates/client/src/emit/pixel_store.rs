//! Pack parameter records.

use crate::Cx;

/// What the server has of a context's pack parameters and pack buffer.
#[derive(Default)]
pub struct Sent {}

/// Sends pack parameters and pack buffer if they changed. For readbacks into a buffer.
pub fn pack(cx: &mut Cx<'_>) {
    let _ = cx;
}
