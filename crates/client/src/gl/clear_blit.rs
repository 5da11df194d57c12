//! Clears and blits (GL 4.6 core 17.4, 18.3).

use super::{enums::GLenum, get::Value};
use crate::Cx;

/// `glGet` of this topic's state and limits.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let _ = (cx, pname);
    None
}
