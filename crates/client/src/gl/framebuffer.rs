//! Framebuffers (GL 4.6 core 9).

/// To come.
#[derive(Debug, Default)]
pub struct FramebufferState {}

use super::{enums::GLenum, get::Value};
use crate::{Cx, session::Session};

impl FramebufferState {
    /// A fresh context's framebuffers: the default framebuffer is bound.
    pub fn new(session: &mut Session) -> Self {
        let _ = session;
        Self::default()
    }
}

/// Whether the draw framebuffer is complete, from client state. A draw or clear that gets no answers
/// `GL_INVALID_FRAMEBUFFER_OPERATION`.
#[inline]
pub fn draw_complete(cx: &mut Cx<'_>) -> bool {
    let _ = cx;
    true
}

/// `glGet` of this topic's state and limits.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let _ = (cx, pname);
    None
}
