//! Reading pixels.

use crate::{
    abi::{enter::gl_api, pixels::AppBytesMut, types::*},
    gl::{readback, texture},
};

gl_api! {
    fn glReadnPixelsARB(
        cx, x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, type_: GLenum, bufSize: GLsizei,
        data: *mut GLvoid,
    ) {
        // SAFETY: GL's contract for the memory of this call.
        let data = unsafe { AppBytesMut::new(data) };
        let done = readback::read_pixels(cx, x, y, width, height, format, type_, Some(bufSize), data);
        cx.finish(done);
    }
    fn glReadnPixelsKHR(
        cx, x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, type_: GLenum, bufSize: GLsizei,
        data: *mut GLvoid,
    ) {
        // SAFETY: GL's contract for the memory of this call.
        let data = unsafe { AppBytesMut::new(data) };
        let done = readback::read_pixels(cx, x, y, width, height, format, type_, Some(bufSize), data);
        cx.finish(done);
    }
    fn glGetnTexImageARB(
        cx, target: GLenum, level: GLint, format: GLenum, type_: GLenum, bufSize: GLsizei, img: *mut GLvoid,
    ) {
        // SAFETY: GL's contract for the memory of this call.
        let img = unsafe { AppBytesMut::new(img) };
        let done = readback::image_of_target(cx, target).and_then(|(texture, face)| {
            readback::image(cx, &texture, face, level, None, format, type_, Some(bufSize), img)
        });
        cx.finish(done);
    }
    fn glReadPixels(cx, x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, type_: GLenum, pixels: *mut GLvoid) {
        // SAFETY: GL's contract for the memory of this call.
        let pixels = unsafe { AppBytesMut::new(pixels) };
        let done = readback::read_pixels(cx, x, y, width, height, format, type_, None, pixels);
        cx.finish(done);
    }
    fn glReadnPixels(cx, x: GLint, y: GLint, width: GLsizei, height: GLsizei, format: GLenum, type_: GLenum, bufSize: GLsizei, data: *mut GLvoid) {
        // SAFETY: GL's contract for the memory of this call.
        let data = unsafe { AppBytesMut::new(data) };
        let done = readback::read_pixels(cx, x, y, width, height, format, type_, Some(bufSize), data);
        cx.finish(done);
    }
    fn glGetTexImage(cx, target: GLenum, level: GLint, format: GLenum, type_: GLenum, pixels: *mut GLvoid) {
        // SAFETY: GL's contract for the memory of this call.
        let pixels = unsafe { AppBytesMut::new(pixels) };
        let done = readback::image_of_target(cx, target).and_then(|(texture, face)| {
            readback::image(cx, &texture, face, level, None, format, type_, None, pixels)
        });
        cx.finish(done);
    }
    fn glGetnTexImage(cx, target: GLenum, level: GLint, format: GLenum, type_: GLenum, bufSize: GLsizei, pixels: *mut GLvoid) {
        // SAFETY: GL's contract for the memory of this call.
        let pixels = unsafe { AppBytesMut::new(pixels) };
        let done = readback::image_of_target(cx, target).and_then(|(texture, face)| {
            readback::image(cx, &texture, face, level, None, format, type_, Some(bufSize), pixels)
        });
        cx.finish(done);
    }
    fn glGetTextureImage(cx, texture: GLuint, level: GLint, format: GLenum, type_: GLenum, bufSize: GLsizei, pixels: *mut GLvoid) {
        // SAFETY: GL's contract for the memory of this call.
        let pixels = unsafe { AppBytesMut::new(pixels) };
        let done = texture::named(cx, texture).and_then(|texture| {
            readback::image(cx, &texture, None, level, None, format, type_, Some(bufSize), pixels)
        });
        cx.finish(done);
    }
    fn glGetTextureSubImage(cx, texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, type_: GLenum, bufSize: GLsizei, pixels: *mut GLvoid) {
        // SAFETY: GL's contract for the memory of this call.
        let pixels = unsafe { AppBytesMut::new(pixels) };
        let done = texture::named(cx, texture).and_then(|texture| {
            let region = Some(([xoffset, yoffset, zoffset], [width, height, depth]));
            readback::image(cx, &texture, None, level, region, format, type_, Some(bufSize), pixels)
        });
        cx.finish(done);
    }
    fn glGetCompressedTexImage(cx, target: GLenum, level: GLint, img: *mut GLvoid) {
        // SAFETY: GL's contract for the memory of this call.
        let img = unsafe { AppBytesMut::new(img) };
        let done = readback::image_of_target(cx, target).and_then(|(texture, face)| {
            readback::compressed_image(cx, &texture, face, level, None, None, img)
        });
        cx.finish(done);
    }
    fn glGetnCompressedTexImage(cx, target: GLenum, lod: GLint, bufSize: GLsizei, pixels: *mut GLvoid) {
        // SAFETY: GL's contract for the memory of this call.
        let pixels = unsafe { AppBytesMut::new(pixels) };
        let done = readback::image_of_target(cx, target).and_then(|(texture, face)| {
            readback::compressed_image(cx, &texture, face, lod, None, Some(bufSize), pixels)
        });
        cx.finish(done);
    }
    fn glGetCompressedTextureImage(cx, texture: GLuint, level: GLint, bufSize: GLsizei, pixels: *mut GLvoid) {
        // SAFETY: GL's contract for the memory of this call.
        let pixels = unsafe { AppBytesMut::new(pixels) };
        let done = texture::named(cx, texture).and_then(|texture| {
            readback::compressed_image(cx, &texture, None, level, None, Some(bufSize), pixels)
        });
        cx.finish(done);
    }
    fn glGetCompressedTextureSubImage(cx, texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, bufSize: GLsizei, pixels: *mut GLvoid) {
        // SAFETY: GL's contract for the memory of this call.
        let pixels = unsafe { AppBytesMut::new(pixels) };
        let done = texture::named(cx, texture).and_then(|texture| {
            let region = Some(([xoffset, yoffset, zoffset], [width, height, depth]));
            readback::compressed_image(cx, &texture, None, level, region, Some(bufSize), pixels)
        });
        cx.finish(done);
    }
}
