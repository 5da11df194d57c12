//! Renderbuffers (GL 4.6 core 9.2.4).

/// To come.
#[derive(Debug, Default)]
pub struct Renderbuffer {}

/// To come.
#[derive(Debug, Default)]
pub struct RenderbufferBinding {}

use super::{enums::GLenum, get::Value};
use crate::Cx;

/// `glGet` of this topic's state and limits.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let _ = (cx, pname);
    None
}
