//! Debug output (GL 4.6 core 20).

/// To come.
#[derive(Debug, Default)]
pub struct DebugState {}

use super::enums::GLenum;
use crate::Cx;

/// Tells debug output of a GL error.
pub fn error_message(_cx: &mut Cx<'_>, _error: GLenum, _why: &str) {}

/// Tells debug output what the server logged.
pub fn server_message(_cx: &mut Cx<'_>, _level: u32, _text: &str) {}
