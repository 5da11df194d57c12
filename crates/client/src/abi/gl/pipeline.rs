//! Program pipelines.

use super::program::give;
use crate::{
    Cx,
    abi::{
        enter::gl_api,
        memory::{put, slice, slice_mut, text},
    },
    gl::{enums::*, pipeline, program_link},
};

/// Number of names; `GL_INVALID_VALUE` for a negative one.
fn count(cx: &mut Cx<'_>, n: GLsizei) -> usize {
    if n < 0 {
        cx.error(GL_INVALID_VALUE, "count");
    }
    n.max(0) as usize
}

gl_api! {
    fn glGenProgramPipelines(cx, n: GLsizei, pipelines: *mut GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives room for `n` names.
        pipeline::generate(cx, unsafe { slice_mut(pipelines, n) })
    }
    fn glCreateProgramPipelines(cx, n: GLsizei, pipelines: *mut GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives room for `n` names.
        pipeline::create(cx, unsafe { slice_mut(pipelines, n) })
    }
    fn glDeleteProgramPipelines(cx, n: GLsizei, pipelines: *const GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives `n` names.
        pipeline::delete(cx, unsafe { slice(pipelines, n) })
    }
    fn glIsProgramPipeline(cx, name: GLuint) -> GLboolean { pipeline::is_pipeline(cx, name) }
    fn glBindProgramPipeline(cx, name: GLuint) { pipeline::bind(cx, name) }
    fn glUseProgramStages(cx, name: GLuint, stages: GLbitfield, program: GLuint) {
        pipeline::use_stages(cx, name, stages, program)
    }
    fn glActiveShaderProgram(cx, name: GLuint, program: GLuint) { pipeline::set_active(cx, name, program) }
    fn glValidateProgramPipeline(cx, name: GLuint) { pipeline::validate(cx, name) }
    fn glGetProgramPipelineiv(cx, name: GLuint, pname: GLenum, params: *mut GLint) {
        if let Some(value) = pipeline::parameter(cx, name, pname) {
            // SAFETY: the application gives room for one value.
            unsafe { put(params, value) }
        }
    }
    fn glGetProgramPipelineInfoLog(cx, name: GLuint, size: GLsizei, length: *mut GLsizei, log: *mut GLchar) {
        let found = pipeline::log(cx, name);
        // SAFETY: the application gives room for `size` bytes and a length, or null.
        unsafe { give(cx, found, size, length, log) }
    }
    fn glCreateShaderProgramv(
        cx, type_: GLenum, count: GLsizei, strings: *const *const GLchar,
    ) -> GLuint {
        if count < 0 {
            cx.error(GL_INVALID_VALUE, "count");
            return 0;
        }
        // SAFETY: the application gives `count` strings.
        let strings = unsafe { slice(strings, count as usize) };
        let mut source = Vec::new();
        for &string in strings {
            // SAFETY: each of them ends in a zero.
            source.extend_from_slice(unsafe { text(string, -1) });
        }
        program_link::create_shader_program(cx, type_, source)
    }
}
