//! Clears, blits, invalidation.

use crate::{
    abi::{enter::gl_api, pixels::values, types::*},
    gl::{
        clear_blit::{self, ClearTo, value_count},
        enums::GL_INVALID_VALUE,
        framebuffer,
    },
};

gl_api! {
    fn glClearColor(cx, red: GLfloat, green: GLfloat, blue: GLfloat, alpha: GLfloat) {
        clear_blit::clear_color(cx, [red, green, blue, alpha]);
    }
    fn glClearColorIiEXT(cx, red: GLint, green: GLint, blue: GLint, alpha: GLint) {
        clear_blit::clear_color_bits(cx, [red, green, blue, alpha].map(|value: i32| value as u32));
    }
    fn glClearColorIuiEXT(cx, red: GLuint, green: GLuint, blue: GLuint, alpha: GLuint) {
        clear_blit::clear_color_bits(cx, [red, green, blue, alpha]);
    }
    fn glClearDepth(cx, depth: GLdouble) {
        clear_blit::clear_depth(cx, depth);
    }
    fn glClearDepthf(cx, d: GLfloat) {
        clear_blit::clear_depth(cx, d.into());
    }
    fn glClearStencil(cx, s: GLint) {
        clear_blit::clear_stencil(cx, s);
    }
    fn glClear(cx, mask: GLbitfield) {
        let done = clear_blit::clear(cx, mask);
        cx.finish(done);
    }
    fn glClearBufferfv(cx, buffer: GLenum, drawbuffer: GLint, value: *const GLfloat) {
        // SAFETY: GL's contract: the values of the buffer.
        let value = unsafe { values(value, value_count(buffer) as i32) };
        let done = clear_blit::clear_buffer(cx, None, buffer, drawbuffer, ClearTo::Float(value));
        cx.finish(done);
    }
    fn glClearNamedFramebufferfv(cx, framebuffer: GLuint, buffer: GLenum, drawbuffer: GLint, value: *const GLfloat) {
        // SAFETY: GL's contract: the values of the buffer.
        let value = unsafe { values(value, value_count(buffer) as i32) };
        let done = framebuffer::named(cx, framebuffer).and_then(|object| {
            clear_blit::clear_buffer(cx, Some(object), buffer, drawbuffer, ClearTo::Float(value))
        });
        cx.finish(done);
    }
    fn glClearBufferiv(cx, buffer: GLenum, drawbuffer: GLint, value: *const GLint) {
        // SAFETY: GL's contract: the values of the buffer.
        let value = unsafe { values(value, value_count(buffer) as i32) };
        let done = clear_blit::clear_buffer(cx, None, buffer, drawbuffer, ClearTo::Int(value));
        cx.finish(done);
    }
    fn glClearNamedFramebufferiv(cx, framebuffer: GLuint, buffer: GLenum, drawbuffer: GLint, value: *const GLint) {
        // SAFETY: GL's contract: the values of the buffer.
        let value = unsafe { values(value, value_count(buffer) as i32) };
        let done = framebuffer::named(cx, framebuffer).and_then(|object| {
            clear_blit::clear_buffer(cx, Some(object), buffer, drawbuffer, ClearTo::Int(value))
        });
        cx.finish(done);
    }
    fn glClearBufferuiv(cx, buffer: GLenum, drawbuffer: GLint, value: *const GLuint) {
        // SAFETY: GL's contract: the values of the buffer.
        let value = unsafe { values(value, value_count(buffer) as i32) };
        let done = clear_blit::clear_buffer(cx, None, buffer, drawbuffer, ClearTo::Uint(value));
        cx.finish(done);
    }
    fn glClearNamedFramebufferuiv(cx, framebuffer: GLuint, buffer: GLenum, drawbuffer: GLint, value: *const GLuint) {
        // SAFETY: GL's contract: the values of the buffer.
        let value = unsafe { values(value, value_count(buffer) as i32) };
        let done = framebuffer::named(cx, framebuffer).and_then(|object| {
            clear_blit::clear_buffer(cx, Some(object), buffer, drawbuffer, ClearTo::Uint(value))
        });
        cx.finish(done);
    }
    fn glClearBufferfi(cx, buffer: GLenum, drawbuffer: GLint, depth: GLfloat, stencil: GLint) {
        let done = clear_blit::clear_buffer(cx, None, buffer, drawbuffer, ClearTo::DepthStencil(depth, stencil));
        cx.finish(done);
    }
    fn glClearNamedFramebufferfi(cx, framebuffer: GLuint, buffer: GLenum, drawbuffer: GLint, depth: GLfloat, stencil: GLint) {
        let done = framebuffer::named(cx, framebuffer).and_then(|object| {
            clear_blit::clear_buffer(cx, Some(object), buffer, drawbuffer, ClearTo::DepthStencil(depth, stencil))
        });
        cx.finish(done);
    }
    fn glBlitFramebuffer(cx, srcX0: GLint, srcY0: GLint, srcX1: GLint, srcY1: GLint, dstX0: GLint, dstY0: GLint, dstX1: GLint, dstY1: GLint, mask: GLbitfield, filter: GLenum) {
        let done = clear_blit::blit(
            cx, None, [srcX0, srcY0, srcX1, srcY1], [dstX0, dstY0, dstX1, dstY1], mask, filter,
        );
        cx.finish(done);
    }
    fn glBlitNamedFramebuffer(cx, readFramebuffer: GLuint, drawFramebuffer: GLuint, srcX0: GLint, srcY0: GLint, srcX1: GLint, srcY1: GLint, dstX0: GLint, dstY0: GLint, dstX1: GLint, dstY1: GLint, mask: GLbitfield, filter: GLenum) {
        let done = framebuffer::named(cx, readFramebuffer)
            .and_then(|read| Ok([read, framebuffer::named(cx, drawFramebuffer)?]))
            .and_then(|pair| clear_blit::blit(cx, Some(pair), [srcX0, srcY0, srcX1, srcY1], [dstX0, dstY0, dstX1, dstY1], mask, filter));
        cx.finish(done);
    }
    fn glInvalidateFramebuffer(cx, target: GLenum, numAttachments: GLsizei, attachments: *const GLenum) {
        if numAttachments < 0 {
            return cx.error(GL_INVALID_VALUE, "numAttachments is negative");
        }
        // SAFETY: GL's contract: that many enums.
        let attachments = unsafe { values(attachments, numAttachments) };
        let done = framebuffer::bound(cx, target)
            .and_then(|object| clear_blit::invalidate(cx, false, object, attachments, None));
        cx.finish(done);
    }
    fn glInvalidateSubFramebuffer(cx, target: GLenum, numAttachments: GLsizei, attachments: *const GLenum, x: GLint, y: GLint, width: GLsizei, height: GLsizei) {
        if numAttachments < 0 {
            return cx.error(GL_INVALID_VALUE, "numAttachments is negative");
        }
        // SAFETY: GL's contract: that many enums.
        let attachments = unsafe { values(attachments, numAttachments) };
        let done = framebuffer::bound(cx, target)
            .and_then(|object| clear_blit::invalidate(cx, false, object, attachments, Some([x, y, width, height])));
        cx.finish(done);
    }
    fn glInvalidateNamedFramebufferData(cx, framebuffer: GLuint, numAttachments: GLsizei, attachments: *const GLenum) {
        if numAttachments < 0 {
            return cx.error(GL_INVALID_VALUE, "numAttachments is negative");
        }
        // SAFETY: GL's contract: that many enums.
        let attachments = unsafe { values(attachments, numAttachments) };
        let done = framebuffer::named(cx, framebuffer)
            .and_then(|object| clear_blit::invalidate(cx, true, object, attachments, None));
        cx.finish(done);
    }
    fn glInvalidateNamedFramebufferSubData(cx, framebuffer: GLuint, numAttachments: GLsizei, attachments: *const GLenum, x: GLint, y: GLint, width: GLsizei, height: GLsizei) {
        if numAttachments < 0 {
            return cx.error(GL_INVALID_VALUE, "numAttachments is negative");
        }
        // SAFETY: GL's contract: that many enums.
        let attachments = unsafe { values(attachments, numAttachments) };
        let done = framebuffer::named(cx, framebuffer)
            .and_then(|object| clear_blit::invalidate(cx, true, object, attachments, Some([x, y, width, height])));
        cx.finish(done);
    }
}
