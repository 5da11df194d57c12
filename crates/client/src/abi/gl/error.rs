//! `glGetError`, `glGetGraphicsResetStatus`.

use crate::{
    abi::{enter::gl_api, types::*},
    gl::error,
};

gl_api! {
    fn glGetError(cx) -> GLenum {
        error::get_error(cx)
    }
}
