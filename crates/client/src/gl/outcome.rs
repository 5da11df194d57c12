//! How a GL function fails: an error enum and what was wrong, recorded at the end of the call.

use super::enums::*;
use crate::Cx;
use std::borrow::Cow;

/// A GL error and its reason in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlError {
    /// The enum.
    pub error: GLenum,
    /// What was wrong, for debug output.
    pub why: Cow<'static, str>,
}

/// What a call that can fail gives.
pub type Outcome<T = ()> = Result<T, GlError>;

impl GlError {
    /// An error with its reason.
    #[cold]
    pub fn new(error: GLenum, why: impl Into<Cow<'static, str>>) -> Self {
        Self { error, why: why.into() }
    }
}

/// Shorthands for the three usual errors.
#[cold]
pub fn invalid_enum<T>(what: &str, value: GLenum) -> Outcome<T> {
    Err(GlError::new(GL_INVALID_ENUM, format!("{what} {}", enum_name(value))))
}
/// `GL_INVALID_VALUE`.
#[cold]
pub fn invalid_value<T>(why: impl Into<Cow<'static, str>>) -> Outcome<T> {
    Err(GlError::new(GL_INVALID_VALUE, why))
}
/// `GL_INVALID_OPERATION`.
#[cold]
pub fn invalid_operation<T>(why: impl Into<Cow<'static, str>>) -> Outcome<T> {
    Err(GlError::new(GL_INVALID_OPERATION, why))
}

impl From<texel::LayoutError> for GlError {
    fn from(error: texel::LayoutError) -> Self {
        Self::new(error.gl_error(), error.to_string())
    }
}

impl Cx<'_> {
    /// Ends a call: records its error, if it had one.
    #[inline]
    pub fn finish<T>(&mut self, outcome: Outcome<T>) -> Option<T> {
        match outcome {
            Ok(value) => Some(value),
            Err(error) => {
                self.error(error.error, &error.why);
                None
            }
        }
    }
}
