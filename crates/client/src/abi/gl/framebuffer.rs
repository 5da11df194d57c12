//! Framebuffers.

use crate::{
    abi::{
        enter::gl_api,
        pixels::{values, values_mut},
        types::*,
    },
    gl::{
        enums::{GL_INVALID_VALUE, GL_READ_FRAMEBUFFER},
        framebuffer, framebuffer_attach, framebuffer_query, framebuffer_status,
    },
};

gl_api! {
    fn glFramebufferTextureARB(cx, target: GLenum, attachment: GLenum, texture: GLuint, level: GLint) {
        let done = framebuffer::bound(cx, target)
            .and_then(|object| framebuffer_attach::whole_level(cx, object, attachment, texture, level));
        cx.finish(done);
    }
    fn glFramebufferTextureLayerARB(
        cx, target: GLenum, attachment: GLenum, texture: GLuint, level: GLint, layer: GLint,
    ) {
        let done = framebuffer::bound(cx, target)
            .and_then(|object| framebuffer_attach::layer(cx, object, attachment, texture, level, layer));
        cx.finish(done);
    }
    fn glGenFramebuffers(cx, n: GLsizei, framebuffers: *mut GLuint) {
        if n < 0 {
            return cx.error(GL_INVALID_VALUE, "n is negative");
        }
        // SAFETY: GL's contract: room for `n` names.
        framebuffer::generate(cx, unsafe { values_mut(framebuffers, n) });
    }
    fn glCreateFramebuffers(cx, n: GLsizei, framebuffers: *mut GLuint) {
        if n < 0 {
            return cx.error(GL_INVALID_VALUE, "n is negative");
        }
        // SAFETY: GL's contract: room for `n` names.
        framebuffer::create_named(cx, unsafe { values_mut(framebuffers, n) });
    }
    fn glDeleteFramebuffers(cx, n: GLsizei, framebuffers: *const GLuint) {
        if n < 0 {
            return cx.error(GL_INVALID_VALUE, "n is negative");
        }
        // SAFETY: GL's contract: `n` names.
        framebuffer::delete(cx, unsafe { values(framebuffers, n) });
    }
    fn glIsFramebuffer(cx, framebuffer: GLuint) -> GLboolean {
        u8::from(framebuffer::is_framebuffer(cx, framebuffer))
    }
    fn glBindFramebuffer(cx, target: GLenum, framebuffer: GLuint) {
        let done = framebuffer::bind(cx, target, framebuffer);
        cx.finish(done);
    }
    fn glCheckFramebufferStatus(cx, target: GLenum) -> GLenum {
        let status = framebuffer_status::check(cx, target);
        cx.finish(status).unwrap_or(0)
    }
    fn glCheckNamedFramebufferStatus(cx, framebuffer: GLuint, target: GLenum) -> GLenum {
        let status = framebuffer::bound(cx, target).and_then(|_| framebuffer::named(cx, framebuffer)).map(|object| {
            framebuffer_status::status(cx, object.as_ref(), target != GL_READ_FRAMEBUFFER).0
        });
        cx.finish(status).unwrap_or(0)
    }
    fn glFramebufferTexture(cx, target: GLenum, attachment: GLenum, texture: GLuint, level: GLint) {
        let done = framebuffer::bound(cx, target)
            .and_then(|object| framebuffer_attach::whole_level(cx, object, attachment, texture, level));
        cx.finish(done);
    }
    fn glNamedFramebufferTexture(cx, framebuffer: GLuint, attachment: GLenum, texture: GLuint, level: GLint) {
        let done = framebuffer::named(cx, framebuffer)
            .and_then(|object| framebuffer_attach::whole_level(cx, object, attachment, texture, level));
        cx.finish(done);
    }
    fn glFramebufferTextureLayer(cx, target: GLenum, attachment: GLenum, texture: GLuint, level: GLint, layer: GLint) {
        let done = framebuffer::bound(cx, target)
            .and_then(|object| framebuffer_attach::layer(cx, object, attachment, texture, level, layer));
        cx.finish(done);
    }
    fn glNamedFramebufferTextureLayer(cx, framebuffer: GLuint, attachment: GLenum, texture: GLuint, level: GLint, layer: GLint) {
        let done = framebuffer::named(cx, framebuffer)
            .and_then(|object| framebuffer_attach::layer(cx, object, attachment, texture, level, layer));
        cx.finish(done);
    }
    fn glFramebufferRenderbuffer(cx, target: GLenum, attachment: GLenum, renderbuffertarget: GLenum, renderbuffer: GLuint) {
        let done = framebuffer::bound(cx, target)
            .and_then(|object| {
                framebuffer_attach::renderbuffer(cx, object, attachment, renderbuffertarget, renderbuffer)
            });
        cx.finish(done);
    }
    fn glNamedFramebufferRenderbuffer(cx, framebuffer: GLuint, attachment: GLenum, renderbuffertarget: GLenum, renderbuffer: GLuint) {
        let done = framebuffer::named(cx, framebuffer)
            .and_then(|object| {
                framebuffer_attach::renderbuffer(cx, object, attachment, renderbuffertarget, renderbuffer)
            });
        cx.finish(done);
    }
    fn glFramebufferTexture1D(cx, target: GLenum, attachment: GLenum, textarget: GLenum, texture: GLuint, level: GLint) {
        let done = framebuffer::bound(cx, target)
            .and_then(|object| {
                framebuffer_attach::image(cx, 1, object, attachment, textarget, texture, level, 0)
            });
        cx.finish(done);
    }
    fn glFramebufferTexture2D(cx, target: GLenum, attachment: GLenum, textarget: GLenum, texture: GLuint, level: GLint) {
        let done = framebuffer::bound(cx, target)
            .and_then(|object| {
                framebuffer_attach::image(cx, 2, object, attachment, textarget, texture, level, 0)
            });
        cx.finish(done);
    }
    fn glFramebufferTexture3D(cx, target: GLenum, attachment: GLenum, textarget: GLenum, texture: GLuint, level: GLint, zoffset: GLint) {
        let done = framebuffer::bound(cx, target)
            .and_then(|object| {
                framebuffer_attach::image(cx, 3, object, attachment, textarget, texture, level, zoffset)
            });
        cx.finish(done);
    }
    fn glFramebufferParameteri(cx, target: GLenum, pname: GLenum, param: GLint) {
        let done = framebuffer::bound(cx, target)
            .and_then(|object| framebuffer_attach::parameter(cx, object, pname, param));
        cx.finish(done);
    }
    fn glNamedFramebufferParameteri(cx, framebuffer: GLuint, pname: GLenum, param: GLint) {
        let done = framebuffer::named(cx, framebuffer)
            .and_then(|object| framebuffer_attach::parameter(cx, object, pname, param));
        cx.finish(done);
    }
    fn glDrawBuffer(cx, buf: GLenum) {
        let done = {
            let draw = cx.state.framebuffers.draw.clone();
            framebuffer::draw_buffer(cx, draw.as_ref(), buf)
        };
        cx.finish(done);
    }
    fn glReadBuffer(cx, src: GLenum) {
        let done = {
            let read = cx.state.framebuffers.read.clone();
            framebuffer::read_buffer(cx, read.as_ref(), src)
        };
        cx.finish(done);
    }
    fn glNamedFramebufferDrawBuffer(cx, framebuffer: GLuint, buf: GLenum) {
        let done = framebuffer::named(cx, framebuffer)
            .and_then(|object| framebuffer::draw_buffer(cx, object.as_ref(), buf));
        cx.finish(done);
    }
    fn glNamedFramebufferReadBuffer(cx, framebuffer: GLuint, src: GLenum) {
        let done = framebuffer::named(cx, framebuffer)
            .and_then(|object| framebuffer::read_buffer(cx, object.as_ref(), src));
        cx.finish(done);
    }
    fn glDrawBuffers(cx, n: GLsizei, bufs: *const GLenum) {
        if n < 0 {
            return cx.error(GL_INVALID_VALUE, "n is negative");
        }
        // SAFETY: GL's contract: `n` enums.
        let given = unsafe { values(bufs, n) };
        let draw = cx.state.framebuffers.draw.clone();
        let done = framebuffer::draw_buffers(cx, draw.as_ref(), given);
        cx.finish(done);
    }
    fn glNamedFramebufferDrawBuffers(cx, framebuffer: GLuint, n: GLsizei, bufs: *const GLenum) {
        if n < 0 {
            return cx.error(GL_INVALID_VALUE, "n is negative");
        }
        // SAFETY: GL's contract: `n` enums.
        let given = unsafe { values(bufs, n) };
        let done = framebuffer::named(cx, framebuffer)
            .and_then(|object| framebuffer::draw_buffers(cx, object.as_ref(), given));
        cx.finish(done);
    }
    fn glGetFramebufferAttachmentParameteriv(cx, target: GLenum, attachment: GLenum, pname: GLenum, params: *mut GLint) {
        let answer = framebuffer::bound(cx, target)
            .and_then(|object| framebuffer_query::attachment(cx, object.as_ref(), target != GL_READ_FRAMEBUFFER, attachment, pname));
        if let Some(answer) = cx.finish(answer) {
            // SAFETY: GL's contract: room for one value.
            unsafe { values_mut(params, 1) }.fill(answer);
        }
    }
    fn glGetFramebufferParameteriv(cx, target: GLenum, pname: GLenum, params: *mut GLint) {
        let answer = framebuffer::bound(cx, target)
            .and_then(|object| framebuffer_query::parameter(cx, object.as_ref(), target != GL_READ_FRAMEBUFFER, pname));
        if let Some(answer) = cx.finish(answer) {
            // SAFETY: GL's contract: room for one value.
            unsafe { values_mut(params, 1) }.fill(answer);
        }
    }
    fn glGetNamedFramebufferAttachmentParameteriv(cx, framebuffer: GLuint, attachment: GLenum, pname: GLenum, params: *mut GLint) {
        let answer = framebuffer::named(cx, framebuffer)
            .and_then(|object| framebuffer_query::attachment(cx, object.as_ref(), true, attachment, pname));
        if let Some(answer) = cx.finish(answer) {
            // SAFETY: GL's contract: room for one value.
            unsafe { values_mut(params, 1) }.fill(answer);
        }
    }
    fn glGetNamedFramebufferParameteriv(cx, framebuffer: GLuint, pname: GLenum, param: *mut GLint) {
        let answer = framebuffer::named(cx, framebuffer)
            .and_then(|object| framebuffer_query::parameter(cx, object.as_ref(), true, pname));
        if let Some(answer) = cx.finish(answer) {
            // SAFETY: GL's contract: room for one value.
            unsafe { values_mut(param, 1) }.fill(answer);
        }
    }
}
