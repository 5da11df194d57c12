//! Texture parameters and their queries.

use super::sampler::answer;
use crate::{
    abi::{
        enter::gl_api,
        pixels::{values, values_mut},
        types::*,
    },
    gl::{
        sampler::{Value, value_count},
        texture, texture_parameter,
    },
};

gl_api! {
    fn glTexParameteri(cx, target: GLenum, pname: GLenum, param: GLint) {
        let done = texture_parameter::by_target(cx, target)
            .and_then(|texture| texture_parameter::set(cx, &texture, pname, Value::Int(param)));
        cx.finish(done);
    }
    fn glTextureParameteri(cx, texture: GLuint, pname: GLenum, param: GLint) {
        let done = texture::named(cx, texture)
            .and_then(|texture| texture_parameter::set(cx, &texture, pname, Value::Int(param)));
        cx.finish(done);
    }
    fn glTexParameterf(cx, target: GLenum, pname: GLenum, param: GLfloat) {
        let done = texture_parameter::by_target(cx, target)
            .and_then(|texture| texture_parameter::set(cx, &texture, pname, Value::Float(param)));
        cx.finish(done);
    }
    fn glTextureParameterf(cx, texture: GLuint, pname: GLenum, param: GLfloat) {
        let done = texture::named(cx, texture)
            .and_then(|texture| texture_parameter::set(cx, &texture, pname, Value::Float(param)));
        cx.finish(done);
    }
    fn glTexParameteriv(cx, target: GLenum, pname: GLenum, params: *const GLint) {
        // SAFETY: GL's contract: the values of `pname`.
        let values = unsafe { values(params, value_count(pname) as i32) };
        let done = texture_parameter::by_target(cx, target)
            .and_then(|texture| texture_parameter::set(cx, &texture, pname, Value::Ints(values)));
        cx.finish(done);
    }
    fn glTextureParameteriv(cx, texture: GLuint, pname: GLenum, param: *const GLint) {
        // SAFETY: GL's contract: the values of `pname`.
        let values = unsafe { values(param, value_count(pname) as i32) };
        let done = texture::named(cx, texture)
            .and_then(|texture| texture_parameter::set(cx, &texture, pname, Value::Ints(values)));
        cx.finish(done);
    }
    fn glTexParameterfv(cx, target: GLenum, pname: GLenum, params: *const GLfloat) {
        // SAFETY: GL's contract: the values of `pname`.
        let values = unsafe { values(params, value_count(pname) as i32) };
        let done = texture_parameter::by_target(cx, target)
            .and_then(|texture| texture_parameter::set(cx, &texture, pname, Value::Floats(values)));
        cx.finish(done);
    }
    fn glTextureParameterfv(cx, texture: GLuint, pname: GLenum, param: *const GLfloat) {
        // SAFETY: GL's contract: the values of `pname`.
        let values = unsafe { values(param, value_count(pname) as i32) };
        let done = texture::named(cx, texture)
            .and_then(|texture| texture_parameter::set(cx, &texture, pname, Value::Floats(values)));
        cx.finish(done);
    }
    fn glTexParameterIiv(cx, target: GLenum, pname: GLenum, params: *const GLint) {
        // SAFETY: GL's contract: the values of `pname`.
        let values = unsafe { values(params, value_count(pname) as i32) };
        let done = texture_parameter::by_target(cx, target)
            .and_then(|texture| texture_parameter::set(cx, &texture, pname, Value::RawInts(values)));
        cx.finish(done);
    }
    fn glTextureParameterIiv(cx, texture: GLuint, pname: GLenum, params: *const GLint) {
        // SAFETY: GL's contract: the values of `pname`.
        let values = unsafe { values(params, value_count(pname) as i32) };
        let done = texture::named(cx, texture)
            .and_then(|texture| texture_parameter::set(cx, &texture, pname, Value::RawInts(values)));
        cx.finish(done);
    }
    fn glTexParameterIuiv(cx, target: GLenum, pname: GLenum, params: *const GLuint) {
        // SAFETY: GL's contract: the values of `pname`.
        let values = unsafe { values(params, value_count(pname) as i32) };
        let done = texture_parameter::by_target(cx, target)
            .and_then(|texture| texture_parameter::set(cx, &texture, pname, Value::RawUints(values)));
        cx.finish(done);
    }
    fn glTextureParameterIuiv(cx, texture: GLuint, pname: GLenum, params: *const GLuint) {
        // SAFETY: GL's contract: the values of `pname`.
        let values = unsafe { values(params, value_count(pname) as i32) };
        let done = texture::named(cx, texture)
            .and_then(|texture| texture_parameter::set(cx, &texture, pname, Value::RawUints(values)));
        cx.finish(done);
    }
    fn glGetTexParameteriv(cx, target: GLenum, pname: GLenum, params: *mut GLint) {
        let answer = texture_parameter::by_target(cx, target)
            .and_then(|texture| texture_parameter::get(cx, &texture, pname));
        answer!(cx, answer, pname, params, to_ints)
    }
    fn glGetTextureParameteriv(cx, texture: GLuint, pname: GLenum, params: *mut GLint) {
        let answer = texture::named(cx, texture)
            .and_then(|texture| texture_parameter::get(cx, &texture, pname));
        answer!(cx, answer, pname, params, to_ints)
    }
    fn glGetTexParameterfv(cx, target: GLenum, pname: GLenum, params: *mut GLfloat) {
        let answer = texture_parameter::by_target(cx, target)
            .and_then(|texture| texture_parameter::get(cx, &texture, pname));
        answer!(cx, answer, pname, params, to_floats)
    }
    fn glGetTextureParameterfv(cx, texture: GLuint, pname: GLenum, params: *mut GLfloat) {
        let answer = texture::named(cx, texture)
            .and_then(|texture| texture_parameter::get(cx, &texture, pname));
        answer!(cx, answer, pname, params, to_floats)
    }
    fn glGetTexParameterIiv(cx, target: GLenum, pname: GLenum, params: *mut GLint) {
        let answer = texture_parameter::by_target(cx, target)
            .and_then(|texture| texture_parameter::get(cx, &texture, pname));
        answer!(cx, answer, pname, params, to_raw_ints)
    }
    fn glGetTextureParameterIiv(cx, texture: GLuint, pname: GLenum, params: *mut GLint) {
        let answer = texture::named(cx, texture)
            .and_then(|texture| texture_parameter::get(cx, &texture, pname));
        answer!(cx, answer, pname, params, to_raw_ints)
    }
    fn glGetTexParameterIuiv(cx, target: GLenum, pname: GLenum, params: *mut GLuint) {
        let answer = texture_parameter::by_target(cx, target)
            .and_then(|texture| texture_parameter::get(cx, &texture, pname));
        answer!(cx, answer, pname, params, to_raw_uints)
    }
    fn glGetTextureParameterIuiv(cx, texture: GLuint, pname: GLenum, params: *mut GLuint) {
        let answer = texture::named(cx, texture)
            .and_then(|texture| texture_parameter::get(cx, &texture, pname));
        answer!(cx, answer, pname, params, to_raw_uints)
    }
    fn glGetTexLevelParameteriv(cx, target: GLenum, level: GLint, pname: GLenum, params: *mut GLint) {
        answer!(cx, texture_parameter::get_level(cx, target, level, pname), pname, params, to_ints)
    }
    fn glGetTextureLevelParameteriv(cx, texture: GLuint, level: GLint, pname: GLenum, params: *mut GLint) {
        let answer = texture::named(cx, texture)
            .and_then(|texture| texture_parameter::get_level_of(cx, &texture, 0, level, pname));
        answer!(cx, answer, pname, params, to_ints)
    }
    fn glGetTexLevelParameterfv(cx, target: GLenum, level: GLint, pname: GLenum, params: *mut GLfloat) {
        answer!(cx, texture_parameter::get_level(cx, target, level, pname), pname, params, to_floats)
    }
    fn glGetTextureLevelParameterfv(cx, texture: GLuint, level: GLint, pname: GLenum, params: *mut GLfloat) {
        let answer = texture::named(cx, texture)
            .and_then(|texture| texture_parameter::get_level_of(cx, &texture, 0, level, pname));
        answer!(cx, answer, pname, params, to_floats)
    }
}
