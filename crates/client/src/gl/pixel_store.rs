//! Pixel pack and unpack parameters (GL 4.6 core 8.4.1).

/// To come.
#[derive(Debug, Default)]
pub struct PixelStores {}

use super::{enums::GLenum, get::Value};
use crate::Cx;

/// `glGet` of this topic's state and limits.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let _ = (cx, pname);
    None
}
