//! Sampler objects.

use crate::{
    abi::{
        enter::gl_api,
        pixels::{values, values_mut},
        types::*,
    },
    gl::{
        enums::GL_INVALID_VALUE,
        sampler::{self, Value, value_count},
    },
};

/// Runs `$write` with room for the values of `$pname`, if the query succeeds.
macro_rules! answer {
    ($cx:ident, $answer:expr, $pname:ident, $params:ident, $form:ident) => {{
        let answer = $answer;
        if let Some(answer) = $cx.finish(answer) {
            // SAFETY: GL's contract: `params` has room for the values of `pname`.
            answer.$form(unsafe { values_mut($params, value_count($pname) as i32) });
        }
    }};
}
pub(super) use answer;

gl_api! {
    fn glGenSamplers(cx, count: GLsizei, samplers: *mut GLuint) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count is negative");
        }
        // SAFETY: GL's contract: room for `count` names.
        sampler::create(cx, unsafe { values_mut(samplers, count) });
    }
    fn glCreateSamplers(cx, n: GLsizei, samplers: *mut GLuint) {
        if n < 0 {
            return cx.error(GL_INVALID_VALUE, "n is negative");
        }
        // SAFETY: GL's contract: room for `n` names.
        sampler::create(cx, unsafe { values_mut(samplers, n) });
    }
    fn glDeleteSamplers(cx, count: GLsizei, samplers: *const GLuint) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count is negative");
        }
        // SAFETY: GL's contract: `count` names.
        sampler::delete(cx, unsafe { values(samplers, count) });
    }
    fn glIsSampler(cx, sampler: GLuint) -> GLboolean {
        u8::from(sampler::is_sampler(cx, sampler))
    }
    fn glBindSampler(cx, unit: GLuint, sampler: GLuint) {
        let done = sampler::bind(cx, unit, sampler);
        cx.finish(done);
    }
    fn glBindSamplers(cx, first: GLuint, count: GLsizei, samplers: *const GLuint) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count is negative");
        }
        // SAFETY: GL's contract: null, or `count` names.
        let names = (!samplers.is_null()).then(|| unsafe { values(samplers, count) });
        let done = sampler::bind_range(cx, first, count as usize, names);
        cx.finish(done);
    }
    fn glSamplerParameteri(cx, sampler: GLuint, pname: GLenum, param: GLint) {
        let done = sampler::set(cx, sampler, pname, Value::Int(param));
        cx.finish(done);
    }
    fn glSamplerParameterf(cx, sampler: GLuint, pname: GLenum, param: GLfloat) {
        let done = sampler::set(cx, sampler, pname, Value::Float(param));
        cx.finish(done);
    }
    fn glSamplerParameteriv(cx, sampler: GLuint, pname: GLenum, param: *const GLint) {
        // SAFETY: GL's contract: the values of `pname`.
        let param = unsafe { values(param, value_count(pname) as i32) };
        let done = sampler::set(cx, sampler, pname, Value::Ints(param));
        cx.finish(done);
    }
    fn glSamplerParameterfv(cx, sampler: GLuint, pname: GLenum, param: *const GLfloat) {
        // SAFETY: GL's contract: the values of `pname`.
        let param = unsafe { values(param, value_count(pname) as i32) };
        let done = sampler::set(cx, sampler, pname, Value::Floats(param));
        cx.finish(done);
    }
    fn glSamplerParameterIiv(cx, sampler: GLuint, pname: GLenum, param: *const GLint) {
        // SAFETY: GL's contract: the values of `pname`.
        let param = unsafe { values(param, value_count(pname) as i32) };
        let done = sampler::set(cx, sampler, pname, Value::RawInts(param));
        cx.finish(done);
    }
    fn glSamplerParameterIuiv(cx, sampler: GLuint, pname: GLenum, param: *const GLuint) {
        // SAFETY: GL's contract: the values of `pname`.
        let param = unsafe { values(param, value_count(pname) as i32) };
        let done = sampler::set(cx, sampler, pname, Value::RawUints(param));
        cx.finish(done);
    }
    fn glGetSamplerParameteriv(cx, sampler: GLuint, pname: GLenum, params: *mut GLint) {
        answer!(cx, sampler::get_parameter(cx, sampler, pname), pname, params, to_ints)
    }
    fn glGetSamplerParameterfv(cx, sampler: GLuint, pname: GLenum, params: *mut GLfloat) {
        answer!(cx, sampler::get_parameter(cx, sampler, pname), pname, params, to_floats)
    }
    fn glGetSamplerParameterIiv(cx, sampler: GLuint, pname: GLenum, params: *mut GLint) {
        answer!(cx, sampler::get_parameter(cx, sampler, pname), pname, params, to_raw_ints)
    }
    fn glGetSamplerParameterIuiv(cx, sampler: GLuint, pname: GLenum, params: *mut GLuint) {
        answer!(cx, sampler::get_parameter(cx, sampler, pname), pname, params, to_raw_uints)
    }
}
