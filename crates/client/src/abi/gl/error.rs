//! `glGetError`, `glGetGraphicsResetStatus`.

use crate::{
    abi::{enter::gl_api, types::*},
    gl::{error, get},
};

gl_api! {
    fn glGetError(cx) -> GLenum { error::get_error(cx) }
    fn glGetGraphicsResetStatus(cx) -> GLenum { get::reset_status(cx) }
    fn glGetGraphicsResetStatusARB(cx) -> GLenum { get::reset_status(cx) }
}
