//! Texture objects and texture units.

use crate::{
    abi::{
        enter::gl_api,
        pixels::{values, values_mut},
        types::*,
    },
    gl::{enums::GL_INVALID_VALUE, texture},
};

gl_api! {
    fn glTextureBarrier(cx) {
        texture::barrier(cx);
    }
    fn glTextureBarrierNV(cx) {
        texture::barrier(cx);
    }
    fn glGenTextures(cx, n: GLsizei, textures: *mut GLuint) {
        if n < 0 {
            return cx.error(GL_INVALID_VALUE, "n is negative");
        }
        // SAFETY: GL's contract: room for `n` names.
        texture::generate(cx, unsafe { values_mut(textures, n) });
    }
    fn glCreateTextures(cx, target: GLenum, n: GLsizei, textures: *mut GLuint) {
        if n < 0 {
            return cx.error(GL_INVALID_VALUE, "n is negative");
        }
        // SAFETY: GL's contract: room for `n` names.
        let done = texture::create_named(cx, target, unsafe { values_mut(textures, n) });
        cx.finish(done);
    }
    fn glDeleteTextures(cx, n: GLsizei, textures: *const GLuint) {
        if n < 0 {
            return cx.error(GL_INVALID_VALUE, "n is negative");
        }
        // SAFETY: GL's contract: `n` names.
        texture::delete(cx, unsafe { values(textures, n) });
    }
    fn glIsTexture(cx, texture: GLuint) -> GLboolean {
        u8::from(texture::is_texture(cx, texture))
    }
    fn glActiveTexture(cx, texture: GLenum) {
        let done = texture::active(cx, texture);
        cx.finish(done);
    }
    fn glBindTexture(cx, target: GLenum, texture: GLuint) {
        let done = texture::bind(cx, target, texture);
        cx.finish(done);
    }
    fn glBindTextureUnit(cx, unit: GLuint, texture: GLuint) {
        let done = texture::bind_unit(cx, unit, texture);
        cx.finish(done);
    }
    fn glBindTextures(cx, first: GLuint, count: GLsizei, textures: *const GLuint) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count is negative");
        }
        // SAFETY: GL's contract: null, or `count` names.
        let names = (!textures.is_null()).then(|| unsafe { values(textures, count) });
        let done = texture::bind_range(cx, first, count as usize, names);
        cx.finish(done);
    }
}
