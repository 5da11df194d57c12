//! Image units.

use crate::{
    abi::{enter::gl_api, pixels::values, types::*},
    gl::{enums::GL_INVALID_VALUE, image},
};

gl_api! {
    fn glBindImageTexture(cx, unit: GLuint, texture: GLuint, level: GLint, layered: GLboolean, layer: GLint, access: GLenum, format: GLenum) {
        let done = image::bind(cx, unit, texture, level, layered != 0, layer, access, format);
        cx.finish(done);
    }
    fn glBindImageTextures(cx, first: GLuint, count: GLsizei, textures: *const GLuint) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count is negative");
        }
        // SAFETY: GL's contract: null, or `count` names.
        let names = (!textures.is_null()).then(|| unsafe { values(textures, count) });
        let done = image::bind_range(cx, first, count as usize, names);
        cx.finish(done);
    }
}
