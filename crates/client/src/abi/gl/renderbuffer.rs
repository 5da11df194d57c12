//! Renderbuffers, and what formats can do.

use crate::{
    abi::{
        enter::gl_api,
        pixels::{values, values_mut},
        types::*,
    },
    gl::{enums::GL_INVALID_VALUE, internal_format, renderbuffer},
};

gl_api! {
    fn glGenRenderbuffers(cx, n: GLsizei, renderbuffers: *mut GLuint) {
        if n < 0 {
            return cx.error(GL_INVALID_VALUE, "n is negative");
        }
        // SAFETY: GL's contract: room for `n` names.
        renderbuffer::generate(cx, unsafe { values_mut(renderbuffers, n) });
    }
    fn glCreateRenderbuffers(cx, n: GLsizei, renderbuffers: *mut GLuint) {
        if n < 0 {
            return cx.error(GL_INVALID_VALUE, "n is negative");
        }
        // SAFETY: GL's contract: room for `n` names.
        renderbuffer::create_named(cx, unsafe { values_mut(renderbuffers, n) });
    }
    fn glDeleteRenderbuffers(cx, n: GLsizei, renderbuffers: *const GLuint) {
        if n < 0 {
            return cx.error(GL_INVALID_VALUE, "n is negative");
        }
        // SAFETY: GL's contract: `n` names.
        renderbuffer::delete(cx, unsafe { values(renderbuffers, n) });
    }
    fn glIsRenderbuffer(cx, renderbuffer: GLuint) -> GLboolean {
        u8::from(renderbuffer::is_renderbuffer(cx, renderbuffer))
    }
    fn glBindRenderbuffer(cx, target: GLenum, renderbuffer: GLuint) {
        let done = renderbuffer::bind(cx, target, renderbuffer);
        cx.finish(done);
    }
    fn glRenderbufferStorage(cx, target: GLenum, internalformat: GLenum, width: GLsizei, height: GLsizei) {
        let done = renderbuffer::bound(cx, target)
            .and_then(|object| renderbuffer::storage(cx, &object, 0, internalformat, width, height));
        cx.finish(done);
    }
    fn glRenderbufferStorageMultisample(cx, target: GLenum, samples: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei) {
        let done = renderbuffer::bound(cx, target)
            .and_then(|object| renderbuffer::storage(cx, &object, samples, internalformat, width, height));
        cx.finish(done);
    }
    fn glGetRenderbufferParameteriv(cx, target: GLenum, pname: GLenum, params: *mut GLint) {
        let answer = renderbuffer::bound(cx, target)
            .and_then(|object| renderbuffer::get_parameter(cx, &object, pname));
        if let Some(answer) = cx.finish(answer) {
            // SAFETY: GL's contract: room for one value.
            unsafe { values_mut(params, 1) }.fill(answer);
        }
    }
    fn glNamedRenderbufferStorage(cx, renderbuffer: GLuint, internalformat: GLenum, width: GLsizei, height: GLsizei) {
        let done = renderbuffer::named(cx, renderbuffer)
            .and_then(|object| renderbuffer::storage(cx, &object, 0, internalformat, width, height));
        cx.finish(done);
    }
    fn glNamedRenderbufferStorageMultisample(cx, renderbuffer: GLuint, samples: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei) {
        let done = renderbuffer::named(cx, renderbuffer)
            .and_then(|object| renderbuffer::storage(cx, &object, samples, internalformat, width, height));
        cx.finish(done);
    }
    fn glGetNamedRenderbufferParameteriv(cx, renderbuffer: GLuint, pname: GLenum, params: *mut GLint) {
        let answer = renderbuffer::named(cx, renderbuffer)
            .and_then(|object| renderbuffer::get_parameter(cx, &object, pname));
        if let Some(answer) = cx.finish(answer) {
            // SAFETY: GL's contract: room for one value.
            unsafe { values_mut(params, 1) }.fill(answer);
        }
    }
    fn glGetInternalformativ(
        cx, target: GLenum, internalformat: GLenum, pname: GLenum, count: GLsizei, params: *mut GLint,
    ) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count is negative");
        }
        // SAFETY: GL's contract: room for `count` values.
        let params = unsafe { values_mut(params, count) };
        let mut answer: Vec<_> = params.iter().map(|&value| i64::from(value)).collect();
        let done = internal_format::internal_format(cx, target, internalformat, pname, &mut answer, true);
        if cx.finish(done).is_some() {
            for (out, value) in params.iter_mut().zip(answer) {
                *out = value as GLint;
            }
        }
    }
    fn glGetInternalformati64v(
        cx, target: GLenum, internalformat: GLenum, pname: GLenum, count: GLsizei, params: *mut GLint64,
    ) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count is negative");
        }
        // SAFETY: GL's contract: room for `count` values.
        let params = unsafe { values_mut(params, count) };
        let done = internal_format::internal_format(cx, target, internalformat, pname, params, false);
        cx.finish(done);
    }
}
