//! Specifying texture images.

use crate::{
    abi::{enter::gl_api, pixels::AppBytes, types::*},
    gl::texture_image,
};

gl_api! {
    fn glTexImage1D(cx, target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, border: GLint, format: GLenum, type_: GLenum, pixels: *const GLvoid) {
        // SAFETY: GL's contract for the pixels of this call.
        let pixels = unsafe { AppBytes::new(pixels) };
        let done = texture_image::tex_image(
            cx, 1, target, level, internalformat as GLenum, [width, 1, 1], border, format, type_, pixels,
        );
        cx.finish(done);
    }
    fn glTexImage2D(cx, target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, height: GLsizei, border: GLint, format: GLenum, type_: GLenum, pixels: *const GLvoid) {
        // SAFETY: GL's contract for the pixels of this call.
        let pixels = unsafe { AppBytes::new(pixels) };
        let done = texture_image::tex_image(
            cx, 2, target, level, internalformat as GLenum, [width, height, 1], border, format, type_, pixels,
        );
        cx.finish(done);
    }
    fn glTexImage3D(cx, target: GLenum, level: GLint, internalformat: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, border: GLint, format: GLenum, type_: GLenum, pixels: *const GLvoid) {
        // SAFETY: GL's contract for the pixels of this call.
        let pixels = unsafe { AppBytes::new(pixels) };
        let done = texture_image::tex_image(
            cx, 3, target, level, internalformat as GLenum, [width, height, depth], border, format, type_, pixels,
        );
        cx.finish(done);
    }
    fn glTexSubImage1D(cx, target: GLenum, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, type_: GLenum, pixels: *const GLvoid) {
        // SAFETY: GL's contract for the pixels of this call.
        let pixels = unsafe { AppBytes::new(pixels) };
        let done = texture_image::sub_target(cx, 1, target).and_then(|to| {
            texture_image::sub_image(cx, 1, to, level, [xoffset, 0, 0], [width, 1, 1], format, type_, pixels)
        });
        cx.finish(done);
    }
    fn glTexSubImage2D(cx, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, type_: GLenum, pixels: *const GLvoid) {
        // SAFETY: GL's contract for the pixels of this call.
        let pixels = unsafe { AppBytes::new(pixels) };
        let done = texture_image::sub_target(cx, 2, target).and_then(|to| {
            texture_image::sub_image(cx, 2, to, level, [xoffset, yoffset, 0], [width, height, 1], format, type_, pixels)
        });
        cx.finish(done);
    }
    fn glTexSubImage3D(cx, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, type_: GLenum, pixels: *const GLvoid) {
        // SAFETY: GL's contract for the pixels of this call.
        let pixels = unsafe { AppBytes::new(pixels) };
        let done = texture_image::sub_target(cx, 3, target).and_then(|to| {
            texture_image::sub_image(cx, 3, to, level, [xoffset, yoffset, zoffset], [width, height, depth], format, type_, pixels)
        });
        cx.finish(done);
    }
    fn glTextureSubImage1D(cx, texture: GLuint, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, type_: GLenum, pixels: *const GLvoid) {
        // SAFETY: GL's contract for the pixels of this call.
        let pixels = unsafe { AppBytes::new(pixels) };
        let done = texture_image::sub_named(cx, 1, texture).and_then(|to| {
            texture_image::sub_image(cx, 1, to, level, [xoffset, 0, 0], [width, 1, 1], format, type_, pixels)
        });
        cx.finish(done);
    }
    fn glTextureSubImage2D(cx, texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, type_: GLenum, pixels: *const GLvoid) {
        // SAFETY: GL's contract for the pixels of this call.
        let pixels = unsafe { AppBytes::new(pixels) };
        let done = texture_image::sub_named(cx, 2, texture).and_then(|to| {
            texture_image::sub_image(cx, 2, to, level, [xoffset, yoffset, 0], [width, height, 1], format, type_, pixels)
        });
        cx.finish(done);
    }
    fn glTextureSubImage3D(cx, texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, type_: GLenum, pixels: *const GLvoid) {
        // SAFETY: GL's contract for the pixels of this call.
        let pixels = unsafe { AppBytes::new(pixels) };
        let done = texture_image::sub_named(cx, 3, texture).and_then(|to| {
            texture_image::sub_image(cx, 3, to, level, [xoffset, yoffset, zoffset], [width, height, depth], format, type_, pixels)
        });
        cx.finish(done);
    }
    fn glCompressedTexImage1D(cx, target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, border: GLint, imageSize: GLsizei, data: *const GLvoid) {
        // SAFETY: GL's contract for the texels of this call.
        let data = unsafe { AppBytes::new(data) };
        let done = texture_image::compressed_image(
            cx, 1, target, level, internalformat, [width, 1, 1], border, imageSize, data,
        );
        cx.finish(done);
    }
    fn glCompressedTexImage2D(cx, target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, border: GLint, imageSize: GLsizei, data: *const GLvoid) {
        // SAFETY: GL's contract for the texels of this call.
        let data = unsafe { AppBytes::new(data) };
        let done = texture_image::compressed_image(
            cx, 2, target, level, internalformat, [width, height, 1], border, imageSize, data,
        );
        cx.finish(done);
    }
    fn glCompressedTexImage3D(cx, target: GLenum, level: GLint, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei, border: GLint, imageSize: GLsizei, data: *const GLvoid) {
        // SAFETY: GL's contract for the texels of this call.
        let data = unsafe { AppBytes::new(data) };
        let done = texture_image::compressed_image(
            cx, 3, target, level, internalformat, [width, height, depth], border, imageSize, data,
        );
        cx.finish(done);
    }
    fn glCompressedTexSubImage1D(cx, target: GLenum, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, imageSize: GLsizei, data: *const GLvoid) {
        // SAFETY: GL's contract for the texels of this call.
        let data = unsafe { AppBytes::new(data) };
        let done = texture_image::sub_target(cx, 1, target).and_then(|to| {
            texture_image::compressed_sub_image(cx, 1, to, level, [xoffset, 0, 0], [width, 1, 1], format, imageSize, data)
        });
        cx.finish(done);
    }
    fn glCompressedTexSubImage2D(cx, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, imageSize: GLsizei, data: *const GLvoid) {
        // SAFETY: GL's contract for the texels of this call.
        let data = unsafe { AppBytes::new(data) };
        let done = texture_image::sub_target(cx, 2, target).and_then(|to| {
            texture_image::compressed_sub_image(cx, 2, to, level, [xoffset, yoffset, 0], [width, height, 1], format, imageSize, data)
        });
        cx.finish(done);
    }
    fn glCompressedTexSubImage3D(cx, target: GLenum, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, imageSize: GLsizei, data: *const GLvoid) {
        // SAFETY: GL's contract for the texels of this call.
        let data = unsafe { AppBytes::new(data) };
        let done = texture_image::sub_target(cx, 3, target).and_then(|to| {
            texture_image::compressed_sub_image(cx, 3, to, level, [xoffset, yoffset, zoffset], [width, height, depth], format, imageSize, data)
        });
        cx.finish(done);
    }
    fn glCompressedTextureSubImage1D(cx, texture: GLuint, level: GLint, xoffset: GLint, width: GLsizei, format: GLenum, imageSize: GLsizei, data: *const GLvoid) {
        // SAFETY: GL's contract for the texels of this call.
        let data = unsafe { AppBytes::new(data) };
        let done = texture_image::sub_named(cx, 1, texture).and_then(|to| {
            texture_image::compressed_sub_image(cx, 1, to, level, [xoffset, 0, 0], [width, 1, 1], format, imageSize, data)
        });
        cx.finish(done);
    }
    fn glCompressedTextureSubImage2D(cx, texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, width: GLsizei, height: GLsizei, format: GLenum, imageSize: GLsizei, data: *const GLvoid) {
        // SAFETY: GL's contract for the texels of this call.
        let data = unsafe { AppBytes::new(data) };
        let done = texture_image::sub_named(cx, 2, texture).and_then(|to| {
            texture_image::compressed_sub_image(cx, 2, to, level, [xoffset, yoffset, 0], [width, height, 1], format, imageSize, data)
        });
        cx.finish(done);
    }
    fn glCompressedTextureSubImage3D(cx, texture: GLuint, level: GLint, xoffset: GLint, yoffset: GLint, zoffset: GLint, width: GLsizei, height: GLsizei, depth: GLsizei, format: GLenum, imageSize: GLsizei, data: *const GLvoid) {
        // SAFETY: GL's contract for the texels of this call.
        let data = unsafe { AppBytes::new(data) };
        let done = texture_image::sub_named(cx, 3, texture).and_then(|to| {
            texture_image::compressed_sub_image(cx, 3, to, level, [xoffset, yoffset, zoffset], [width, height, depth], format, imageSize, data)
        });
        cx.finish(done);
    }
}
