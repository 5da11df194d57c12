//! Subroutines. No program has any, so that neither names nor values are looked at.

use crate::{
    abi::{enter::gl_api, types::*},
    gl::subroutine,
};

gl_api! {
    fn glGetSubroutineUniformLocation(cx, program: GLuint, stage: GLenum, _name: *const GLchar) -> GLint {
        subroutine::uniform_location(cx, program, stage)
    }
    fn glGetSubroutineIndex(cx, program: GLuint, stage: GLenum, _name: *const GLchar) -> GLuint {
        subroutine::index(cx, program, stage)
    }
    fn glGetActiveSubroutineUniformiv(
        cx, program: GLuint, stage: GLenum, _index: GLuint, _pname: GLenum, _values: *mut GLint,
    ) {
        subroutine::active(cx, program, stage)
    }
    fn glGetActiveSubroutineUniformName(
        cx, program: GLuint, stage: GLenum, _index: GLuint, _size: GLsizei, _length: *mut GLsizei, _name: *mut GLchar,
    ) {
        subroutine::active(cx, program, stage)
    }
    fn glGetActiveSubroutineName(
        cx, program: GLuint, stage: GLenum, _index: GLuint, _size: GLsizei, _length: *mut GLsizei, _name: *mut GLchar,
    ) {
        subroutine::active(cx, program, stage)
    }
    fn glUniformSubroutinesuiv(cx, stage: GLenum, count: GLsizei, _indices: *const GLuint) {
        subroutine::set_uniforms(cx, stage, count)
    }
    fn glGetUniformSubroutineuiv(cx, stage: GLenum, _location: GLint, _params: *mut GLuint) {
        subroutine::uniform(cx, stage)
    }
}
