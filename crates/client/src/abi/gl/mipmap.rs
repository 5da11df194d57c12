//! Mipmap generation.

use crate::{
    abi::{enter::gl_api, types::*},
    gl::{mipmap, texture},
};

gl_api! {
    fn glGenerateMipmap(cx, target: GLenum) {
        let done = mipmap::generate(cx, target);
        cx.finish(done);
    }
    fn glGenerateTextureMipmap(cx, texture: GLuint) {
        let done = texture::named(cx, texture).and_then(|texture| mipmap::generate_for(cx, &texture));
        cx.finish(done);
    }
}
