//! Uniform values.

use crate::{
    abi::{
        enter::gl_api,
        memory::{put, slice},
        types::*,
    },
    gl::uniform::{self, Target},
};
use pipe_types::archive::Scalar;

/// `count` elements of `size` 32-bit words; none for a count that is an error.
///
/// # Safety
/// `value` is null or readable for so many words.
#[inline]
unsafe fn words<'a, T>(value: *const T, count: GLsizei, size: usize) -> &'a [u32] {
    const { assert!(size_of::<T>() == 4) };
    // SAFETY: as the caller promises; f32, i32 and u32 have the size and alignment of u32, and u32 takes any bits.
    unsafe { slice(value.cast(), count.max(0) as usize * size) }
}

gl_api! {
    fn glUniform1f(cx, location: GLint, v0: GLfloat) {
        uniform::one(cx, location, Scalar::Float, [v0.to_bits()])
    }
    fn glUniform1fv(cx, location: GLint, count: GLsizei, value: *const GLfloat) {
        // SAFETY: the application gives `count` times 1 values.
        let words = unsafe { words(value, count, 1) };
        uniform::vector(cx, Target::Current, location, count, Scalar::Float, 1, words)
    }
    fn glUniform2f(cx, location: GLint, v0: GLfloat, v1: GLfloat) {
        uniform::one(cx, location, Scalar::Float, [v0.to_bits(), v1.to_bits()])
    }
    fn glUniform2fv(cx, location: GLint, count: GLsizei, value: *const GLfloat) {
        // SAFETY: the application gives `count` times 2 values.
        let words = unsafe { words(value, count, 2) };
        uniform::vector(cx, Target::Current, location, count, Scalar::Float, 2, words)
    }
    fn glUniform3f(cx, location: GLint, v0: GLfloat, v1: GLfloat, v2: GLfloat) {
        uniform::one(cx, location, Scalar::Float, [v0.to_bits(), v1.to_bits(), v2.to_bits()])
    }
    fn glUniform3fv(cx, location: GLint, count: GLsizei, value: *const GLfloat) {
        // SAFETY: the application gives `count` times 3 values.
        let words = unsafe { words(value, count, 3) };
        uniform::vector(cx, Target::Current, location, count, Scalar::Float, 3, words)
    }
    fn glUniform4f(cx, location: GLint, v0: GLfloat, v1: GLfloat, v2: GLfloat, v3: GLfloat) {
        uniform::one(cx, location, Scalar::Float, [v0.to_bits(), v1.to_bits(), v2.to_bits(), v3.to_bits()])
    }
    fn glUniform4fv(cx, location: GLint, count: GLsizei, value: *const GLfloat) {
        // SAFETY: the application gives `count` times 4 values.
        let words = unsafe { words(value, count, 4) };
        uniform::vector(cx, Target::Current, location, count, Scalar::Float, 4, words)
    }
    fn glUniform1i(cx, location: GLint, v0: GLint) {
        uniform::one(cx, location, Scalar::Int, [v0 as u32])
    }
    fn glUniform1iv(cx, location: GLint, count: GLsizei, value: *const GLint) {
        // SAFETY: the application gives `count` times 1 values.
        let words = unsafe { words(value, count, 1) };
        uniform::vector(cx, Target::Current, location, count, Scalar::Int, 1, words)
    }
    fn glUniform2i(cx, location: GLint, v0: GLint, v1: GLint) {
        uniform::one(cx, location, Scalar::Int, [v0 as u32, v1 as u32])
    }
    fn glUniform2iv(cx, location: GLint, count: GLsizei, value: *const GLint) {
        // SAFETY: the application gives `count` times 2 values.
        let words = unsafe { words(value, count, 2) };
        uniform::vector(cx, Target::Current, location, count, Scalar::Int, 2, words)
    }
    fn glUniform3i(cx, location: GLint, v0: GLint, v1: GLint, v2: GLint) {
        uniform::one(cx, location, Scalar::Int, [v0 as u32, v1 as u32, v2 as u32])
    }
    fn glUniform3iv(cx, location: GLint, count: GLsizei, value: *const GLint) {
        // SAFETY: the application gives `count` times 3 values.
        let words = unsafe { words(value, count, 3) };
        uniform::vector(cx, Target::Current, location, count, Scalar::Int, 3, words)
    }
    fn glUniform4i(cx, location: GLint, v0: GLint, v1: GLint, v2: GLint, v3: GLint) {
        uniform::one(cx, location, Scalar::Int, [v0 as u32, v1 as u32, v2 as u32, v3 as u32])
    }
    fn glUniform4iv(cx, location: GLint, count: GLsizei, value: *const GLint) {
        // SAFETY: the application gives `count` times 4 values.
        let words = unsafe { words(value, count, 4) };
        uniform::vector(cx, Target::Current, location, count, Scalar::Int, 4, words)
    }
    fn glUniform1ui(cx, location: GLint, v0: GLuint) {
        uniform::one(cx, location, Scalar::Uint, [v0])
    }
    fn glUniform1uiv(cx, location: GLint, count: GLsizei, value: *const GLuint) {
        // SAFETY: the application gives `count` times 1 values.
        let words = unsafe { words(value, count, 1) };
        uniform::vector(cx, Target::Current, location, count, Scalar::Uint, 1, words)
    }
    fn glUniform2ui(cx, location: GLint, v0: GLuint, v1: GLuint) {
        uniform::one(cx, location, Scalar::Uint, [v0, v1])
    }
    fn glUniform2uiv(cx, location: GLint, count: GLsizei, value: *const GLuint) {
        // SAFETY: the application gives `count` times 2 values.
        let words = unsafe { words(value, count, 2) };
        uniform::vector(cx, Target::Current, location, count, Scalar::Uint, 2, words)
    }
    fn glUniform3ui(cx, location: GLint, v0: GLuint, v1: GLuint, v2: GLuint) {
        uniform::one(cx, location, Scalar::Uint, [v0, v1, v2])
    }
    fn glUniform3uiv(cx, location: GLint, count: GLsizei, value: *const GLuint) {
        // SAFETY: the application gives `count` times 3 values.
        let words = unsafe { words(value, count, 3) };
        uniform::vector(cx, Target::Current, location, count, Scalar::Uint, 3, words)
    }
    fn glUniform4ui(cx, location: GLint, v0: GLuint, v1: GLuint, v2: GLuint, v3: GLuint) {
        uniform::one(cx, location, Scalar::Uint, [v0, v1, v2, v3])
    }
    fn glUniform4uiv(cx, location: GLint, count: GLsizei, value: *const GLuint) {
        // SAFETY: the application gives `count` times 4 values.
        let words = unsafe { words(value, count, 4) };
        uniform::vector(cx, Target::Current, location, count, Scalar::Uint, 4, words)
    }
    fn glUniformMatrix2fv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 4 values.
        let words = unsafe { words(value, count, 4) };
        uniform::matrix(cx, Target::Current, location, count, transpose, (2, 2), words)
    }
    fn glUniformMatrix2x3fv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 6 values.
        let words = unsafe { words(value, count, 6) };
        uniform::matrix(cx, Target::Current, location, count, transpose, (2, 3), words)
    }
    fn glUniformMatrix2x4fv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 8 values.
        let words = unsafe { words(value, count, 8) };
        uniform::matrix(cx, Target::Current, location, count, transpose, (2, 4), words)
    }
    fn glUniformMatrix3x2fv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 6 values.
        let words = unsafe { words(value, count, 6) };
        uniform::matrix(cx, Target::Current, location, count, transpose, (3, 2), words)
    }
    fn glUniformMatrix3fv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 9 values.
        let words = unsafe { words(value, count, 9) };
        uniform::matrix(cx, Target::Current, location, count, transpose, (3, 3), words)
    }
    fn glUniformMatrix3x4fv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 12 values.
        let words = unsafe { words(value, count, 12) };
        uniform::matrix(cx, Target::Current, location, count, transpose, (3, 4), words)
    }
    fn glUniformMatrix4x2fv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 8 values.
        let words = unsafe { words(value, count, 8) };
        uniform::matrix(cx, Target::Current, location, count, transpose, (4, 2), words)
    }
    fn glUniformMatrix4x3fv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 12 values.
        let words = unsafe { words(value, count, 12) };
        uniform::matrix(cx, Target::Current, location, count, transpose, (4, 3), words)
    }
    fn glUniformMatrix4fv(
        cx, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 16 values.
        let words = unsafe { words(value, count, 16) };
        uniform::matrix(cx, Target::Current, location, count, transpose, (4, 4), words)
    }
    fn glProgramUniform1f(cx, program: GLuint, location: GLint, v0: GLfloat) {
        uniform::vector(cx, Target::Named(program), location, 1, Scalar::Float, 1, &[v0.to_bits()])
    }
    fn glProgramUniform1fv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLfloat) {
        // SAFETY: the application gives `count` times 1 values.
        let words = unsafe { words(value, count, 1) };
        uniform::vector(cx, Target::Named(program), location, count, Scalar::Float, 1, words)
    }
    fn glProgramUniform2f(cx, program: GLuint, location: GLint, v0: GLfloat, v1: GLfloat) {
        uniform::vector(cx, Target::Named(program), location, 1, Scalar::Float, 2, &[v0.to_bits(), v1.to_bits()])
    }
    fn glProgramUniform2fv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLfloat) {
        // SAFETY: the application gives `count` times 2 values.
        let words = unsafe { words(value, count, 2) };
        uniform::vector(cx, Target::Named(program), location, count, Scalar::Float, 2, words)
    }
    fn glProgramUniform3f(cx, program: GLuint, location: GLint, v0: GLfloat, v1: GLfloat, v2: GLfloat) {
        uniform::vector(cx, Target::Named(program), location, 1, Scalar::Float, 3, &[v0.to_bits(), v1.to_bits(), v2.to_bits()])
    }
    fn glProgramUniform3fv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLfloat) {
        // SAFETY: the application gives `count` times 3 values.
        let words = unsafe { words(value, count, 3) };
        uniform::vector(cx, Target::Named(program), location, count, Scalar::Float, 3, words)
    }
    fn glProgramUniform4f(cx, program: GLuint, location: GLint, v0: GLfloat, v1: GLfloat, v2: GLfloat, v3: GLfloat) {
        uniform::vector(cx, Target::Named(program), location, 1, Scalar::Float, 4, &[v0.to_bits(), v1.to_bits(), v2.to_bits(), v3.to_bits()])
    }
    fn glProgramUniform4fv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLfloat) {
        // SAFETY: the application gives `count` times 4 values.
        let words = unsafe { words(value, count, 4) };
        uniform::vector(cx, Target::Named(program), location, count, Scalar::Float, 4, words)
    }
    fn glProgramUniform1i(cx, program: GLuint, location: GLint, v0: GLint) {
        uniform::vector(cx, Target::Named(program), location, 1, Scalar::Int, 1, &[v0 as u32])
    }
    fn glProgramUniform1iv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLint) {
        // SAFETY: the application gives `count` times 1 values.
        let words = unsafe { words(value, count, 1) };
        uniform::vector(cx, Target::Named(program), location, count, Scalar::Int, 1, words)
    }
    fn glProgramUniform2i(cx, program: GLuint, location: GLint, v0: GLint, v1: GLint) {
        uniform::vector(cx, Target::Named(program), location, 1, Scalar::Int, 2, &[v0 as u32, v1 as u32])
    }
    fn glProgramUniform2iv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLint) {
        // SAFETY: the application gives `count` times 2 values.
        let words = unsafe { words(value, count, 2) };
        uniform::vector(cx, Target::Named(program), location, count, Scalar::Int, 2, words)
    }
    fn glProgramUniform3i(cx, program: GLuint, location: GLint, v0: GLint, v1: GLint, v2: GLint) {
        uniform::vector(cx, Target::Named(program), location, 1, Scalar::Int, 3, &[v0 as u32, v1 as u32, v2 as u32])
    }
    fn glProgramUniform3iv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLint) {
        // SAFETY: the application gives `count` times 3 values.
        let words = unsafe { words(value, count, 3) };
        uniform::vector(cx, Target::Named(program), location, count, Scalar::Int, 3, words)
    }
    fn glProgramUniform4i(cx, program: GLuint, location: GLint, v0: GLint, v1: GLint, v2: GLint, v3: GLint) {
        uniform::vector(cx, Target::Named(program), location, 1, Scalar::Int, 4, &[v0 as u32, v1 as u32, v2 as u32, v3 as u32])
    }
    fn glProgramUniform4iv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLint) {
        // SAFETY: the application gives `count` times 4 values.
        let words = unsafe { words(value, count, 4) };
        uniform::vector(cx, Target::Named(program), location, count, Scalar::Int, 4, words)
    }
    fn glProgramUniform1ui(cx, program: GLuint, location: GLint, v0: GLuint) {
        uniform::vector(cx, Target::Named(program), location, 1, Scalar::Uint, 1, &[v0])
    }
    fn glProgramUniform1uiv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLuint) {
        // SAFETY: the application gives `count` times 1 values.
        let words = unsafe { words(value, count, 1) };
        uniform::vector(cx, Target::Named(program), location, count, Scalar::Uint, 1, words)
    }
    fn glProgramUniform2ui(cx, program: GLuint, location: GLint, v0: GLuint, v1: GLuint) {
        uniform::vector(cx, Target::Named(program), location, 1, Scalar::Uint, 2, &[v0, v1])
    }
    fn glProgramUniform2uiv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLuint) {
        // SAFETY: the application gives `count` times 2 values.
        let words = unsafe { words(value, count, 2) };
        uniform::vector(cx, Target::Named(program), location, count, Scalar::Uint, 2, words)
    }
    fn glProgramUniform3ui(cx, program: GLuint, location: GLint, v0: GLuint, v1: GLuint, v2: GLuint) {
        uniform::vector(cx, Target::Named(program), location, 1, Scalar::Uint, 3, &[v0, v1, v2])
    }
    fn glProgramUniform3uiv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLuint) {
        // SAFETY: the application gives `count` times 3 values.
        let words = unsafe { words(value, count, 3) };
        uniform::vector(cx, Target::Named(program), location, count, Scalar::Uint, 3, words)
    }
    fn glProgramUniform4ui(cx, program: GLuint, location: GLint, v0: GLuint, v1: GLuint, v2: GLuint, v3: GLuint) {
        uniform::vector(cx, Target::Named(program), location, 1, Scalar::Uint, 4, &[v0, v1, v2, v3])
    }
    fn glProgramUniform4uiv(cx, program: GLuint, location: GLint, count: GLsizei, value: *const GLuint) {
        // SAFETY: the application gives `count` times 4 values.
        let words = unsafe { words(value, count, 4) };
        uniform::vector(cx, Target::Named(program), location, count, Scalar::Uint, 4, words)
    }
    fn glProgramUniformMatrix2fv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 4 values.
        let words = unsafe { words(value, count, 4) };
        uniform::matrix(cx, Target::Named(program), location, count, transpose, (2, 2), words)
    }
    fn glProgramUniformMatrix2x3fv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 6 values.
        let words = unsafe { words(value, count, 6) };
        uniform::matrix(cx, Target::Named(program), location, count, transpose, (2, 3), words)
    }
    fn glProgramUniformMatrix2x4fv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 8 values.
        let words = unsafe { words(value, count, 8) };
        uniform::matrix(cx, Target::Named(program), location, count, transpose, (2, 4), words)
    }
    fn glProgramUniformMatrix3x2fv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 6 values.
        let words = unsafe { words(value, count, 6) };
        uniform::matrix(cx, Target::Named(program), location, count, transpose, (3, 2), words)
    }
    fn glProgramUniformMatrix3fv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 9 values.
        let words = unsafe { words(value, count, 9) };
        uniform::matrix(cx, Target::Named(program), location, count, transpose, (3, 3), words)
    }
    fn glProgramUniformMatrix3x4fv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 12 values.
        let words = unsafe { words(value, count, 12) };
        uniform::matrix(cx, Target::Named(program), location, count, transpose, (3, 4), words)
    }
    fn glProgramUniformMatrix4x2fv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 8 values.
        let words = unsafe { words(value, count, 8) };
        uniform::matrix(cx, Target::Named(program), location, count, transpose, (4, 2), words)
    }
    fn glProgramUniformMatrix4x3fv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 12 values.
        let words = unsafe { words(value, count, 12) };
        uniform::matrix(cx, Target::Named(program), location, count, transpose, (4, 3), words)
    }
    fn glProgramUniformMatrix4fv(
        cx, program: GLuint, location: GLint, count: GLsizei, transpose: GLboolean, value: *const GLfloat,
    ) {
        // SAFETY: the application gives `count` matrices of 16 values.
        let words = unsafe { words(value, count, 16) };
        uniform::matrix(cx, Target::Named(program), location, count, transpose, (4, 4), words)
    }
    fn glGetUniformfv(cx, program: GLuint, location: GLint, params: *mut GLfloat) {
        if let Some(value) = uniform::get(cx, program, location) {
            for at in 0..value.words.len() {
                // SAFETY: the application gives room for the uniform's components.
                unsafe { put(params.wrapping_add(at), value.number(at) as GLfloat) }
            }
        }
    }
    fn glGetUniformiv(cx, program: GLuint, location: GLint, params: *mut GLint) {
        if let Some(value) = uniform::get(cx, program, location) {
            for at in 0..value.words.len() {
                // SAFETY: the application gives room for the uniform's components.
                unsafe { put(params.wrapping_add(at), value.integer(at)) }
            }
        }
    }
    fn glGetUniformuiv(cx, program: GLuint, location: GLint, params: *mut GLuint) {
        if let Some(value) = uniform::get(cx, program, location) {
            for at in 0..value.words.len() {
                // SAFETY: the application gives room for the uniform's components.
                unsafe { put(params.wrapping_add(at), value.unsigned(at)) }
            }
        }
    }
    fn glGetUniformdv(cx, program: GLuint, location: GLint, params: *mut GLdouble) {
        if let Some(value) = uniform::get(cx, program, location) {
            for at in 0..value.words.len() {
                // SAFETY: the application gives room for the uniform's components.
                unsafe { put(params.wrapping_add(at), value.number(at)) }
            }
        }
    }
    fn glGetnUniformfv(cx, program: GLuint, location: GLint, size: GLsizei, params: *mut GLfloat) {
        if let Some(value) = uniform::get(cx, program, location) {
            if (size.max(0) as usize) < value.words.len() * 4 {
                return cx.error(crate::gl::enums::GL_INVALID_OPERATION, "the room is too small");
            }
            for at in 0..value.words.len() {
                // SAFETY: the application gives room for `size` bytes, which are enough.
                unsafe { put(params.wrapping_add(at), value.number(at) as GLfloat) }
            }
        }
    }
    fn glGetnUniformfvARB(cx, program: GLuint, location: GLint, size: GLsizei, params: *mut GLfloat) {
        if let Some(value) = uniform::get(cx, program, location) {
            if (size.max(0) as usize) < value.words.len() * 4 {
                return cx.error(crate::gl::enums::GL_INVALID_OPERATION, "the room is too small");
            }
            for at in 0..value.words.len() {
                // SAFETY: the application gives room for `size` bytes, which are enough.
                unsafe { put(params.wrapping_add(at), value.number(at) as GLfloat) }
            }
        }
    }
    fn glGetnUniformiv(cx, program: GLuint, location: GLint, size: GLsizei, params: *mut GLint) {
        if let Some(value) = uniform::get(cx, program, location) {
            if (size.max(0) as usize) < value.words.len() * 4 {
                return cx.error(crate::gl::enums::GL_INVALID_OPERATION, "the room is too small");
            }
            for at in 0..value.words.len() {
                // SAFETY: the application gives room for `size` bytes, which are enough.
                unsafe { put(params.wrapping_add(at), value.integer(at)) }
            }
        }
    }
    fn glGetnUniformivARB(cx, program: GLuint, location: GLint, size: GLsizei, params: *mut GLint) {
        if let Some(value) = uniform::get(cx, program, location) {
            if (size.max(0) as usize) < value.words.len() * 4 {
                return cx.error(crate::gl::enums::GL_INVALID_OPERATION, "the room is too small");
            }
            for at in 0..value.words.len() {
                // SAFETY: the application gives room for `size` bytes, which are enough.
                unsafe { put(params.wrapping_add(at), value.integer(at)) }
            }
        }
    }
    fn glGetnUniformuiv(cx, program: GLuint, location: GLint, size: GLsizei, params: *mut GLuint) {
        if let Some(value) = uniform::get(cx, program, location) {
            if (size.max(0) as usize) < value.words.len() * 4 {
                return cx.error(crate::gl::enums::GL_INVALID_OPERATION, "the room is too small");
            }
            for at in 0..value.words.len() {
                // SAFETY: the application gives room for `size` bytes, which are enough.
                unsafe { put(params.wrapping_add(at), value.unsigned(at)) }
            }
        }
    }
    fn glGetnUniformuivARB(cx, program: GLuint, location: GLint, size: GLsizei, params: *mut GLuint) {
        if let Some(value) = uniform::get(cx, program, location) {
            if (size.max(0) as usize) < value.words.len() * 4 {
                return cx.error(crate::gl::enums::GL_INVALID_OPERATION, "the room is too small");
            }
            for at in 0..value.words.len() {
                // SAFETY: the application gives room for `size` bytes, which are enough.
                unsafe { put(params.wrapping_add(at), value.unsigned(at)) }
            }
        }
    }
    fn glGetnUniformdv(cx, program: GLuint, location: GLint, size: GLsizei, params: *mut GLdouble) {
        if let Some(value) = uniform::get(cx, program, location) {
            if (size.max(0) as usize) < value.words.len() * 8 {
                return cx.error(crate::gl::enums::GL_INVALID_OPERATION, "the room is too small");
            }
            for at in 0..value.words.len() {
                // SAFETY: the application gives room for `size` bytes, which are enough.
                unsafe { put(params.wrapping_add(at), value.number(at)) }
            }
        }
    }
    fn glGetnUniformdvARB(cx, program: GLuint, location: GLint, size: GLsizei, params: *mut GLdouble) {
        if let Some(value) = uniform::get(cx, program, location) {
            if (size.max(0) as usize) < value.words.len() * 8 {
                return cx.error(crate::gl::enums::GL_INVALID_OPERATION, "the room is too small");
            }
            for at in 0..value.words.len() {
                // SAFETY: the application gives room for `size` bytes, which are enough.
                unsafe { put(params.wrapping_add(at), value.number(at)) }
            }
        }
    }
}
