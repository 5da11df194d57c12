//! Copies between images, clears of textures.

use crate::{
    abi::{enter::gl_api, pixels::AppBytes, types::*},
    gl::{copy, texture_image},
};

gl_api! {
    fn glCopyTexImage1D(cx, target: GLenum, level: GLint, internalformat: GLenum, x: GLint, y: GLint, width: GLsizei, border: GLint) {
        let done = copy::image(cx, 1, target, level, internalformat, [x, y], [width, 1], border);
        cx.finish(done);
    }
    fn glCopyTexImage2D(cx, target: GLenum, level: GLint, internalformat: GLenum, x: GLint, y: GLint, width: GLsizei, height: GLsizei, border: GLint) {
        let done = copy::image(cx, 2, target, level, internalformat, [x, y], [width, height], border);
        cx.finish(done);
    }
    fn glCopyTexSubImage1D(cx, target: GLenum, level: GLint, xoffset: GLint, x: GLint, y: GLint, width: GLsizei) {
        let done = texture_image::sub_target(cx, 1, target)
            .and_then(|to| copy::sub_image(cx, 1, to, level, [xoffset, 0, 0], [x, y], [width, 1]));
        cx.finish(done);
    }
    fn glCopyTextureSubImage1D(cx, texture: GLuint, level: GLint, xoffset: GLint, x: GLint, y: GLint, width: GLsizei) {
        let done = texture_image::sub_named(cx, 1, texture)
            .and_then(|to| copy::sub_image(cx, 1, to, level, [xoffset, 0, 0], [x, y], [width, 1]));
        cx.finish(done);
    }
    fn glCopyTexSubImage2D(cx, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, x: GLint, y: GLint, width: GLsizei, height: GLsizei) {
        let done = texture_image::sub_target(cx, 2, target)
            .and_then(|to| copy::sub_image(cx, 2, to, level, [xoffset, yoffset, 0], [x, y], [width, height]));
        cx.finish(done);
    }
    fn glCopyTextureSubImage2D(cx, texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, x: GLint, y: GLint, width: GLsizei, height: GLsizei) {
        let done = texture_image::sub_named(cx, 2, texture)
            .and_then(|to| copy::sub_image(cx, 2, to, level, [xoffset, yoffset, 0], [x, y], [width, height]));
        cx.finish(done);
    }
    fn glCopyTexSubImage3D(cx, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, x: GLint, y: GLint, width: GLsizei, height: GLsizei) {
        let done = texture_image::sub_target(cx, 3, target)
            .and_then(|to| copy::sub_image(cx, 3, to, level, [xoffset, yoffset, zoffset], [x, y], [width, height]));
        cx.finish(done);
    }
    fn glCopyTextureSubImage3D(cx, texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, x: GLint, y: GLint, width: GLsizei, height: GLsizei) {
        let done = texture_image::sub_named(cx, 3, texture)
            .and_then(|to| copy::sub_image(cx, 3, to, level, [xoffset, yoffset, zoffset], [x, y], [width, height]));
        cx.finish(done);
    }
    fn glCopyImageSubData(cx, srcName: GLuint, srcTarget: GLenum, srcLevel: GLint, srcX: GLint, srcY: GLint, srcZ: GLint, dstName: GLuint, dstTarget: GLenum, dstLevel: GLint, dstX: GLint, dstY: GLint, dstZ: GLint, srcWidth: GLsizei, srcHeight: GLsizei, srcDepth: GLsizei) {
        let done = copy::image_sub_data(
            cx,
            (srcName, srcTarget, srcLevel, [srcX, srcY, srcZ]),
            (dstName, dstTarget, dstLevel, [dstX, dstY, dstZ]),
            [srcWidth, srcHeight, srcDepth],
        );
        cx.finish(done);
    }
    fn glClearTexImage(cx, texture: GLuint, level: GLint, format: GLenum, type_: GLenum, data: *const GLvoid) {
        // SAFETY: GL's contract for the texels of this call.
        let data = unsafe { AppBytes::new(data) };
        let done = copy::clear_texture(cx, texture, level, None, format, type_, data);
        cx.finish(done);
    }
    fn glClearTexSubImage(cx, texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, type_: GLenum, data: *const GLvoid) {
        // SAFETY: GL's contract for the texels of this call.
        let data = unsafe { AppBytes::new(data) };
        let done = {
            let region = Some(([xoffset, yoffset, zoffset], [width, height, depth]));
            copy::clear_texture(cx, texture, level, region, format, type_, data)
        };
        cx.finish(done);
    }
    fn glInvalidateTexImage(cx, texture: GLuint, level: GLint) {
        let done = copy::invalidate_texture(cx, texture, level, None);
        cx.finish(done);
    }
    fn glInvalidateTexSubImage(cx, texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei) {
        let done = {
            let region = Some(([xoffset, yoffset, zoffset], [width, height, depth]));
            copy::invalidate_texture(cx, texture, level, region)
        };
        cx.finish(done);
    }
}
