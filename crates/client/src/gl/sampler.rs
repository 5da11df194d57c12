//! Sampler objects (GL 4.6 core 8.2).

/// To come.
#[derive(Debug, Default)]
pub struct Sampler {}

/// To come.
#[derive(Debug, Default)]
pub struct SamplerBindings {}

use super::{enums::GLenum, get::Value};
use crate::Cx;

/// `glGet` of this topic's state and limits.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let _ = (cx, pname);
    None
}
