//! Image units (GL 4.6 core 8.26).

/// To come.
#[derive(Debug, Default)]
pub struct ImageUnits {}

use super::{enums::GLenum, get::Value};
use crate::Cx;

/// `glGet` of this topic's state and limits.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let _ = (cx, pname);
    None
}

/// Indexed `glGet` of this topic's state; `None` when the enum is another's. An index too large is the callee's error.
pub fn get_indexed(cx: &mut Cx<'_>, pname: GLenum, index: u32) -> Option<Value> {
    let _ = (cx, pname, index);
    None
}
