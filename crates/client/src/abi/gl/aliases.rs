//! Entry points of extensions that became core: the same functions under their older names.

use super::{clear_blit, framebuffer, mipmap, renderbuffer, texture_parameter};
use crate::abi::types::*;

macro_rules! aliases {
    ($( fn $name:ident($($arg:ident : $ty:ty),* $(,)?) $(-> $ret:ty)? = $of:path; )*) => { $(
        #[allow(non_snake_case, missing_docs, clippy::missing_safety_doc, clippy::too_many_arguments)]
        pub unsafe extern "system" fn $name($($arg: $ty),*) $(-> $ret)? {
            // SAFETY: the two calls have the same contract.
            unsafe { $of($($arg),*) }
        }
    )* };
}

aliases! {
    fn glIsRenderbufferEXT(renderbuffer: GLuint) -> GLboolean = renderbuffer::glIsRenderbuffer;
    fn glBindRenderbufferEXT(target: GLenum, renderbuffer: GLuint) = renderbuffer::glBindRenderbuffer;
    fn glDeleteRenderbuffersEXT(n: GLsizei, renderbuffers: *const GLuint) = renderbuffer::glDeleteRenderbuffers;
    fn glGenRenderbuffersEXT(n: GLsizei, renderbuffers: *mut GLuint) = renderbuffer::glGenRenderbuffers;
    fn glRenderbufferStorageEXT(
        target: GLenum, internalformat: GLenum, width: GLsizei, height: GLsizei,
    ) = renderbuffer::glRenderbufferStorage;
    fn glRenderbufferStorageMultisampleEXT(
        target: GLenum, samples: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei,
    ) = renderbuffer::glRenderbufferStorageMultisample;
    fn glGetRenderbufferParameterivEXT(
        target: GLenum, pname: GLenum, params: *mut GLint,
    ) = renderbuffer::glGetRenderbufferParameteriv;
    fn glIsFramebufferEXT(framebuffer: GLuint) -> GLboolean = framebuffer::glIsFramebuffer;
    fn glBindFramebufferEXT(target: GLenum, framebuffer: GLuint) = framebuffer::glBindFramebuffer;
    fn glDeleteFramebuffersEXT(n: GLsizei, framebuffers: *const GLuint) = framebuffer::glDeleteFramebuffers;
    fn glGenFramebuffersEXT(n: GLsizei, framebuffers: *mut GLuint) = framebuffer::glGenFramebuffers;
    fn glCheckFramebufferStatusEXT(target: GLenum) -> GLenum = framebuffer::glCheckFramebufferStatus;
    fn glFramebufferTexture1DEXT(
        target: GLenum, attachment: GLenum, textarget: GLenum, texture: GLuint, level: GLint,
    ) = framebuffer::glFramebufferTexture1D;
    fn glFramebufferTexture2DEXT(
        target: GLenum, attachment: GLenum, textarget: GLenum, texture: GLuint, level: GLint,
    ) = framebuffer::glFramebufferTexture2D;
    fn glFramebufferTexture3DEXT(
        target: GLenum, attachment: GLenum, textarget: GLenum, texture: GLuint, level: GLint, zoffset: GLint,
    ) = framebuffer::glFramebufferTexture3D;
    fn glFramebufferTextureLayerEXT(
        target: GLenum, attachment: GLenum, texture: GLuint, level: GLint, layer: GLint,
    ) = framebuffer::glFramebufferTextureLayer;
    fn glFramebufferRenderbufferEXT(
        target: GLenum, attachment: GLenum, renderbuffertarget: GLenum, renderbuffer: GLuint,
    ) = framebuffer::glFramebufferRenderbuffer;
    fn glGetFramebufferAttachmentParameterivEXT(
        target: GLenum, attachment: GLenum, pname: GLenum, params: *mut GLint,
    ) = framebuffer::glGetFramebufferAttachmentParameteriv;
    fn glGenerateMipmapEXT(target: GLenum) = mipmap::glGenerateMipmap;
    fn glBlitFramebufferEXT(
        src_x0: GLint, src_y0: GLint, src_x1: GLint, src_y1: GLint, dst_x0: GLint, dst_y0: GLint, dst_x1: GLint, dst_y1: GLint, mask: GLbitfield, filter: GLenum,
    ) = clear_blit::glBlitFramebuffer;
    fn glTexParameterIivEXT(
        target: GLenum, pname: GLenum, params: *const GLint,
    ) = texture_parameter::glTexParameterIiv;
    fn glTexParameterIuivEXT(
        target: GLenum, pname: GLenum, params: *const GLuint,
    ) = texture_parameter::glTexParameterIuiv;
    fn glGetTexParameterIivEXT(
        target: GLenum, pname: GLenum, params: *mut GLint,
    ) = texture_parameter::glGetTexParameterIiv;
    fn glGetTexParameterIuivEXT(
        target: GLenum, pname: GLenum, params: *mut GLuint,
    ) = texture_parameter::glGetTexParameterIuiv;
}
