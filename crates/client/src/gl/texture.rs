//! Textures and texture units (GL 4.6 core 8).

/// To come.
#[derive(Debug, Default)]
pub struct Texture {}

/// To come.
#[derive(Debug, Default)]
pub struct Pending {}

/// To come.
#[derive(Debug, Default)]
pub struct TextureUnits {}

use super::{enums::GLenum, get::Value};
use crate::{Cx, Shared, session::Session};

impl TextureUnits {
    /// The units of a fresh context, with its default textures.
    pub fn new(shared: &mut Shared, session: &mut Session) -> Self {
        let _ = (shared, session);
        Self::default()
    }
}

/// `glGet` of this topic's state and limits.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let _ = (cx, pname);
    None
}

/// The name of a buffer is deleted: nothing of this context's current bindings may show it any more.
pub fn buffer_deleted(cx: &mut Cx<'_>, buffer: &crate::table::Ref<super::buffer::Buffer>) {
    let _ = (cx, buffer);
}
