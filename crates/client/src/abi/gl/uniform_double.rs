//! Uniforms of double precision.

use crate::{
    abi::{enter::gl_api, memory::slice, types::*},
    gl::uniform::{self, Target},
};

/// `count` elements of `components` values; none for a count that is an error.
///
/// # Safety
/// `value` is null or readable for as many values.
unsafe fn values<'a>(value: *const GLdouble, count: GLsizei, components: usize) -> &'a [GLdouble] {
    // SAFETY: as the caller promises.
    unsafe { slice(value, count.max(0) as usize * components) }
}

gl_api! {
    fn glUniform1d(cx, location: GLint, x: GLdouble) {
        uniform::doubles(cx, Target::Current, location, 1, 1, &[x])
    }
    fn glUniform1dv(cx, location: GLint, count: GLsizei, value: *const GLdouble) {
        // SAFETY: the application gives `count` times 1 values.
        let values = unsafe { values(value, count, 1) };
        uniform::doubles(cx, Target::Current, location, count, 1, values)
    }
    fn glUniform2d(cx, location: GLint, x: GLdouble, y: GLdouble) {
        uniform::doubles(cx, Target::Current, location, 1, 2, &[x, y])
    }
    fn glUniform2dv(cx, location: GLint, count: GLsizei, value: *const GLdouble) {
        // SAFETY: the application gives `count` times 2 values.
        let values = unsafe { values(value, count, 2) };
        uniform::doubles(cx, Target::Current, location, count, 2, values)
    }
    fn glUniform3d(cx, location: GLint, x: GLdouble, y: GLdouble, z: GLdouble) {
        uniform::doubles(cx, Target::Current, location, 1, 3, &[x, y, z])
    }
    fn glUniform3dv(cx, location: GLint, count: GLsizei, value: *const GLdouble) {
        // SAFETY: the application gives `count` times 3 values.
        let values = unsafe { values(value, count, 3) };
        uniform::doubles(cx, Target::Current, location, count, 3, values)
    }
    fn glUniform4d(cx, location: GLint, x: GLdouble, y: GLdouble, z: GLdouble, w: GLdouble) {
        uniform::doubles(cx, Target::Current, location, 1, 4, &[x, y, z, w])
    }
    fn glUniform4dv(cx, location: GLint, count: GLsizei, value: *const GLdouble) {
        // SAFETY: the application gives `count` times 4 values.
        let values = unsafe { values(value, count, 4) };
        uniform::doubles(cx, Target::Current, location, count, 4, values)
    }
    fn glUniformMatrix2dv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 4 values.
        let values = unsafe { values(value, count, 4) };
        uniform::double_matrix(cx, Target::Current, location, count, transpose, (2, 2), values)
    }
    fn glUniformMatrix3dv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 9 values.
        let values = unsafe { values(value, count, 9) };
        uniform::double_matrix(cx, Target::Current, location, count, transpose, (3, 3), values)
    }
    fn glUniformMatrix4dv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 16 values.
        let values = unsafe { values(value, count, 16) };
        uniform::double_matrix(cx, Target::Current, location, count, transpose, (4, 4), values)
    }
    fn glUniformMatrix2x3dv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 6 values.
        let values = unsafe { values(value, count, 6) };
        uniform::double_matrix(cx, Target::Current, location, count, transpose, (2, 3), values)
    }
    fn glUniformMatrix2x4dv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 8 values.
        let values = unsafe { values(value, count, 8) };
        uniform::double_matrix(cx, Target::Current, location, count, transpose, (2, 4), values)
    }
    fn glUniformMatrix3x2dv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 6 values.
        let values = unsafe { values(value, count, 6) };
        uniform::double_matrix(cx, Target::Current, location, count, transpose, (3, 2), values)
    }
    fn glUniformMatrix3x4dv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 12 values.
        let values = unsafe { values(value, count, 12) };
        uniform::double_matrix(cx, Target::Current, location, count, transpose, (3, 4), values)
    }
    fn glUniformMatrix4x2dv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 8 values.
        let values = unsafe { values(value, count, 8) };
        uniform::double_matrix(cx, Target::Current, location, count, transpose, (4, 2), values)
    }
    fn glUniformMatrix4x3dv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 12 values.
        let values = unsafe { values(value, count, 12) };
        uniform::double_matrix(cx, Target::Current, location, count, transpose, (4, 3), values)
    }
    fn glProgramUniform1d(cx, program: GLuint, location: GLint, x: GLdouble) {
        uniform::doubles(cx, Target::Named(program), location, 1, 1, &[x])
    }
    fn glProgramUniform1dv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLdouble) {
        // SAFETY: the application gives `count` times 1 values.
        let values = unsafe { values(value, count, 1) };
        uniform::doubles(cx, Target::Named(program), location, count, 1, values)
    }
    fn glProgramUniform2d(cx, program: GLuint, location: GLint, x: GLdouble, y: GLdouble) {
        uniform::doubles(cx, Target::Named(program), location, 1, 2, &[x, y])
    }
    fn glProgramUniform2dv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLdouble) {
        // SAFETY: the application gives `count` times 2 values.
        let values = unsafe { values(value, count, 2) };
        uniform::doubles(cx, Target::Named(program), location, count, 2, values)
    }
    fn glProgramUniform3d(cx, program: GLuint, location: GLint, x: GLdouble, y: GLdouble, z: GLdouble) {
        uniform::doubles(cx, Target::Named(program), location, 1, 3, &[x, y, z])
    }
    fn glProgramUniform3dv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLdouble) {
        // SAFETY: the application gives `count` times 3 values.
        let values = unsafe { values(value, count, 3) };
        uniform::doubles(cx, Target::Named(program), location, count, 3, values)
    }
    fn glProgramUniform4d(cx, program: GLuint, location: GLint, x: GLdouble, y: GLdouble, z: GLdouble, w: GLdouble) {
        uniform::doubles(cx, Target::Named(program), location, 1, 4, &[x, y, z, w])
    }
    fn glProgramUniform4dv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLdouble) {
        // SAFETY: the application gives `count` times 4 values.
        let values = unsafe { values(value, count, 4) };
        uniform::doubles(cx, Target::Named(program), location, count, 4, values)
    }
    fn glProgramUniformMatrix2dv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 4 values.
        let values = unsafe { values(value, count, 4) };
        uniform::double_matrix(cx, Target::Named(program), location, count, transpose, (2, 2), values)
    }
    fn glProgramUniformMatrix3dv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 9 values.
        let values = unsafe { values(value, count, 9) };
        uniform::double_matrix(cx, Target::Named(program), location, count, transpose, (3, 3), values)
    }
    fn glProgramUniformMatrix4dv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 16 values.
        let values = unsafe { values(value, count, 16) };
        uniform::double_matrix(cx, Target::Named(program), location, count, transpose, (4, 4), values)
    }
    fn glProgramUniformMatrix2x3dv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 6 values.
        let values = unsafe { values(value, count, 6) };
        uniform::double_matrix(cx, Target::Named(program), location, count, transpose, (2, 3), values)
    }
    fn glProgramUniformMatrix2x4dv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 8 values.
        let values = unsafe { values(value, count, 8) };
        uniform::double_matrix(cx, Target::Named(program), location, count, transpose, (2, 4), values)
    }
    fn glProgramUniformMatrix3x2dv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 6 values.
        let values = unsafe { values(value, count, 6) };
        uniform::double_matrix(cx, Target::Named(program), location, count, transpose, (3, 2), values)
    }
    fn glProgramUniformMatrix3x4dv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 12 values.
        let values = unsafe { values(value, count, 12) };
        uniform::double_matrix(cx, Target::Named(program), location, count, transpose, (3, 4), values)
    }
    fn glProgramUniformMatrix4x2dv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 8 values.
        let values = unsafe { values(value, count, 8) };
        uniform::double_matrix(cx, Target::Named(program), location, count, transpose, (4, 2), values)
    }
    fn glProgramUniformMatrix4x3dv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLdouble,
    ) {
        // SAFETY: the application gives `count` matrices of 12 values.
        let values = unsafe { values(value, count, 12) };
        uniform::double_matrix(cx, Target::Named(program), location, count, transpose, (4, 3), values)
    }
}
