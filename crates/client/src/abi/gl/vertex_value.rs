//! Current values of vertex attributes.

use crate::{
    abi::{enter::gl_api, memory::slice, types::*},
    gl::vertex,
};
use pipe_types::records::clear_blit::ValueClass::{Int, Uint};

gl_api! {
    fn glVertexAttrib1s(cx, index: GLuint, x: GLshort) {
        vertex::value_float(cx, index, [x as f32, 0.0, 0.0, 1.0])
    }
    fn glVertexAttrib1sv(cx, index: GLuint, v: *const GLshort) {
        // SAFETY: the application gives 1 value.
        if let &[x] = unsafe { slice(v, 1) } {
            vertex::value_float(cx, index, [x as f32, 0.0, 0.0, 1.0])
        }
    }
    fn glVertexAttrib1f(cx, index: GLuint, x: GLfloat) {
        vertex::value_float(cx, index, [x, 0.0, 0.0, 1.0])
    }
    fn glVertexAttrib1fv(cx, index: GLuint, v: *const GLfloat) {
        // SAFETY: the application gives 1 value.
        if let &[x] = unsafe { slice(v, 1) } {
            vertex::value_float(cx, index, [x, 0.0, 0.0, 1.0])
        }
    }
    fn glVertexAttrib1d(cx, index: GLuint, x: GLdouble) {
        vertex::value_float(cx, index, [x as f32, 0.0, 0.0, 1.0])
    }
    fn glVertexAttrib1dv(cx, index: GLuint, v: *const GLdouble) {
        // SAFETY: the application gives 1 value.
        if let &[x] = unsafe { slice(v, 1) } {
            vertex::value_float(cx, index, [x as f32, 0.0, 0.0, 1.0])
        }
    }
    fn glVertexAttrib2s(cx, index: GLuint, x: GLshort, y: GLshort) {
        vertex::value_float(cx, index, [x as f32, y as f32, 0.0, 1.0])
    }
    fn glVertexAttrib2sv(cx, index: GLuint, v: *const GLshort) {
        // SAFETY: the application gives 2 values.
        if let &[x, y] = unsafe { slice(v, 2) } {
            vertex::value_float(cx, index, [x as f32, y as f32, 0.0, 1.0])
        }
    }
    fn glVertexAttrib2f(cx, index: GLuint, x: GLfloat, y: GLfloat) {
        vertex::value_float(cx, index, [x, y, 0.0, 1.0])
    }
    fn glVertexAttrib2fv(cx, index: GLuint, v: *const GLfloat) {
        // SAFETY: the application gives 2 values.
        if let &[x, y] = unsafe { slice(v, 2) } {
            vertex::value_float(cx, index, [x, y, 0.0, 1.0])
        }
    }
    fn glVertexAttrib2d(cx, index: GLuint, x: GLdouble, y: GLdouble) {
        vertex::value_float(cx, index, [x as f32, y as f32, 0.0, 1.0])
    }
    fn glVertexAttrib2dv(cx, index: GLuint, v: *const GLdouble) {
        // SAFETY: the application gives 2 values.
        if let &[x, y] = unsafe { slice(v, 2) } {
            vertex::value_float(cx, index, [x as f32, y as f32, 0.0, 1.0])
        }
    }
    fn glVertexAttrib3s(cx, index: GLuint, x: GLshort, y: GLshort, z: GLshort) {
        vertex::value_float(cx, index, [x as f32, y as f32, z as f32, 1.0])
    }
    fn glVertexAttrib3sv(cx, index: GLuint, v: *const GLshort) {
        // SAFETY: the application gives 3 values.
        if let &[x, y, z] = unsafe { slice(v, 3) } {
            vertex::value_float(cx, index, [x as f32, y as f32, z as f32, 1.0])
        }
    }
    fn glVertexAttrib3f(cx, index: GLuint, x: GLfloat, y: GLfloat, z: GLfloat) {
        vertex::value_float(cx, index, [x, y, z, 1.0])
    }
    fn glVertexAttrib3fv(cx, index: GLuint, v: *const GLfloat) {
        // SAFETY: the application gives 3 values.
        if let &[x, y, z] = unsafe { slice(v, 3) } {
            vertex::value_float(cx, index, [x, y, z, 1.0])
        }
    }
    fn glVertexAttrib3d(cx, index: GLuint, x: GLdouble, y: GLdouble, z: GLdouble) {
        vertex::value_float(cx, index, [x as f32, y as f32, z as f32, 1.0])
    }
    fn glVertexAttrib3dv(cx, index: GLuint, v: *const GLdouble) {
        // SAFETY: the application gives 3 values.
        if let &[x, y, z] = unsafe { slice(v, 3) } {
            vertex::value_float(cx, index, [x as f32, y as f32, z as f32, 1.0])
        }
    }
    fn glVertexAttrib4s(cx, index: GLuint, x: GLshort, y: GLshort, z: GLshort, w: GLshort) {
        vertex::value_float(cx, index, [x as f32, y as f32, z as f32, w as f32])
    }
    fn glVertexAttrib4sv(cx, index: GLuint, v: *const GLshort) {
        // SAFETY: the application gives 4 values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x as f32, y as f32, z as f32, w as f32])
        }
    }
    fn glVertexAttrib4f(cx, index: GLuint, x: GLfloat, y: GLfloat, z: GLfloat, w: GLfloat) {
        vertex::value_float(cx, index, [x, y, z, w])
    }
    fn glVertexAttrib4fv(cx, index: GLuint, v: *const GLfloat) {
        // SAFETY: the application gives 4 values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x, y, z, w])
        }
    }
    fn glVertexAttrib4d(cx, index: GLuint, x: GLdouble, y: GLdouble, z: GLdouble, w: GLdouble) {
        vertex::value_float(cx, index, [x as f32, y as f32, z as f32, w as f32])
    }
    fn glVertexAttrib4dv(cx, index: GLuint, v: *const GLdouble) {
        // SAFETY: the application gives 4 values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x as f32, y as f32, z as f32, w as f32])
        }
    }
    fn glVertexAttrib4bv(cx, index: GLuint, v: *const GLbyte) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x, y, z, w].map(|c| c as f32))
        }
    }
    fn glVertexAttrib4iv(cx, index: GLuint, v: *const GLint) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x, y, z, w].map(|c| c as f32))
        }
    }
    fn glVertexAttrib4ubv(cx, index: GLuint, v: *const GLubyte) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x, y, z, w].map(|c| c as f32))
        }
    }
    fn glVertexAttrib4usv(cx, index: GLuint, v: *const GLushort) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x, y, z, w].map(|c| c as f32))
        }
    }
    fn glVertexAttrib4uiv(cx, index: GLuint, v: *const GLuint) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x, y, z, w].map(|c| c as f32))
        }
    }
    fn glVertexAttrib4Nbv(cx, index: GLuint, v: *const GLbyte) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x, y, z, w].map(|c| (f64::from(c) / f64::from(GLbyte::MAX)).max(-1.0) as f32))
        }
    }
    fn glVertexAttrib4Nsv(cx, index: GLuint, v: *const GLshort) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x, y, z, w].map(|c| (f64::from(c) / f64::from(GLshort::MAX)).max(-1.0) as f32))
        }
    }
    fn glVertexAttrib4Niv(cx, index: GLuint, v: *const GLint) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x, y, z, w].map(|c| (f64::from(c) / f64::from(GLint::MAX)).max(-1.0) as f32))
        }
    }
    fn glVertexAttrib4Nubv(cx, index: GLuint, v: *const GLubyte) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x, y, z, w].map(|c| (f64::from(c) / f64::from(GLubyte::MAX)) as f32))
        }
    }
    fn glVertexAttrib4Nusv(cx, index: GLuint, v: *const GLushort) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x, y, z, w].map(|c| (f64::from(c) / f64::from(GLushort::MAX)) as f32))
        }
    }
    fn glVertexAttrib4Nuiv(cx, index: GLuint, v: *const GLuint) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_float(cx, index, [x, y, z, w].map(|c| (f64::from(c) / f64::from(GLuint::MAX)) as f32))
        }
    }
    fn glVertexAttrib4Nub(cx, index: GLuint, x: GLubyte, y: GLubyte, z: GLubyte, w: GLubyte) {
        vertex::value_float(cx, index, [x, y, z, w].map(|c| f32::from(c) / 255.0))
    }
    fn glVertexAttribI1i(cx, index: GLuint, x: GLint) {
        vertex::value(cx, index, Int, [x as u32, 0, 0, 1])
    }
    fn glVertexAttribI1iv(cx, index: GLuint, v: *const GLint) {
        // SAFETY: the application gives 1 value.
        if let &[x] = unsafe { slice(v, 1) } {
            vertex::value(cx, index, Int, [x as u32, 0, 0, 1])
        }
    }
    fn glVertexAttribI2i(cx, index: GLuint, x: GLint, y: GLint) {
        vertex::value(cx, index, Int, [x as u32, y as u32, 0, 1])
    }
    fn glVertexAttribI2iv(cx, index: GLuint, v: *const GLint) {
        // SAFETY: the application gives 2 values.
        if let &[x, y] = unsafe { slice(v, 2) } {
            vertex::value(cx, index, Int, [x as u32, y as u32, 0, 1])
        }
    }
    fn glVertexAttribI3i(cx, index: GLuint, x: GLint, y: GLint, z: GLint) {
        vertex::value(cx, index, Int, [x as u32, y as u32, z as u32, 1])
    }
    fn glVertexAttribI3iv(cx, index: GLuint, v: *const GLint) {
        // SAFETY: the application gives 3 values.
        if let &[x, y, z] = unsafe { slice(v, 3) } {
            vertex::value(cx, index, Int, [x as u32, y as u32, z as u32, 1])
        }
    }
    fn glVertexAttribI4i(cx, index: GLuint, x: GLint, y: GLint, z: GLint, w: GLint) {
        vertex::value(cx, index, Int, [x as u32, y as u32, z as u32, w as u32])
    }
    fn glVertexAttribI4iv(cx, index: GLuint, v: *const GLint) {
        // SAFETY: the application gives 4 values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value(cx, index, Int, [x as u32, y as u32, z as u32, w as u32])
        }
    }
    fn glVertexAttribI1ui(cx, index: GLuint, x: GLuint) {
        vertex::value(cx, index, Uint, [x, 0, 0, 1])
    }
    fn glVertexAttribI1uiv(cx, index: GLuint, v: *const GLuint) {
        // SAFETY: the application gives 1 value.
        if let &[x] = unsafe { slice(v, 1) } {
            vertex::value(cx, index, Uint, [x, 0, 0, 1])
        }
    }
    fn glVertexAttribI2ui(cx, index: GLuint, x: GLuint, y: GLuint) {
        vertex::value(cx, index, Uint, [x, y, 0, 1])
    }
    fn glVertexAttribI2uiv(cx, index: GLuint, v: *const GLuint) {
        // SAFETY: the application gives 2 values.
        if let &[x, y] = unsafe { slice(v, 2) } {
            vertex::value(cx, index, Uint, [x, y, 0, 1])
        }
    }
    fn glVertexAttribI3ui(cx, index: GLuint, x: GLuint, y: GLuint, z: GLuint) {
        vertex::value(cx, index, Uint, [x, y, z, 1])
    }
    fn glVertexAttribI3uiv(cx, index: GLuint, v: *const GLuint) {
        // SAFETY: the application gives 3 values.
        if let &[x, y, z] = unsafe { slice(v, 3) } {
            vertex::value(cx, index, Uint, [x, y, z, 1])
        }
    }
    fn glVertexAttribI4ui(cx, index: GLuint, x: GLuint, y: GLuint, z: GLuint, w: GLuint) {
        vertex::value(cx, index, Uint, [x, y, z, w])
    }
    fn glVertexAttribI4uiv(cx, index: GLuint, v: *const GLuint) {
        // SAFETY: the application gives 4 values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value(cx, index, Uint, [x, y, z, w])
        }
    }
    fn glVertexAttribI4bv(cx, index: GLuint, v: *const GLbyte) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value(cx, index, Int, [x, y, z, w].map(|c| i32::from(c) as u32))
        }
    }
    fn glVertexAttribI4sv(cx, index: GLuint, v: *const GLshort) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value(cx, index, Int, [x, y, z, w].map(|c| i32::from(c) as u32))
        }
    }
    fn glVertexAttribI4ubv(cx, index: GLuint, v: *const GLubyte) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value(cx, index, Uint, [x, y, z, w].map(u32::from))
        }
    }
    fn glVertexAttribI4usv(cx, index: GLuint, v: *const GLushort) {
        // SAFETY: the application gives four values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value(cx, index, Uint, [x, y, z, w].map(u32::from))
        }
    }
    fn glVertexAttribP1ui(cx, index: GLuint, type_: GLenum, normalized: GLboolean, value: GLuint) {
        vertex::value_packed(cx, index, type_, normalized, 1, value)
    }
    fn glVertexAttribP1uiv(cx, index: GLuint, type_: GLenum, normalized: GLboolean, value: *const GLuint) {
        // SAFETY: the application gives one word.
        if let &[value] = unsafe { slice(value, 1) } {
            vertex::value_packed(cx, index, type_, normalized, 1, value)
        }
    }
    fn glVertexAttribP2ui(cx, index: GLuint, type_: GLenum, normalized: GLboolean, value: GLuint) {
        vertex::value_packed(cx, index, type_, normalized, 2, value)
    }
    fn glVertexAttribP2uiv(cx, index: GLuint, type_: GLenum, normalized: GLboolean, value: *const GLuint) {
        // SAFETY: the application gives one word.
        if let &[value] = unsafe { slice(value, 1) } {
            vertex::value_packed(cx, index, type_, normalized, 2, value)
        }
    }
    fn glVertexAttribP3ui(cx, index: GLuint, type_: GLenum, normalized: GLboolean, value: GLuint) {
        vertex::value_packed(cx, index, type_, normalized, 3, value)
    }
    fn glVertexAttribP3uiv(cx, index: GLuint, type_: GLenum, normalized: GLboolean, value: *const GLuint) {
        // SAFETY: the application gives one word.
        if let &[value] = unsafe { slice(value, 1) } {
            vertex::value_packed(cx, index, type_, normalized, 3, value)
        }
    }
    fn glVertexAttribP4ui(cx, index: GLuint, type_: GLenum, normalized: GLboolean, value: GLuint) {
        vertex::value_packed(cx, index, type_, normalized, 4, value)
    }
    fn glVertexAttribP4uiv(cx, index: GLuint, type_: GLenum, normalized: GLboolean, value: *const GLuint) {
        // SAFETY: the application gives one word.
        if let &[value] = unsafe { slice(value, 1) } {
            vertex::value_packed(cx, index, type_, normalized, 4, value)
        }
    }
    fn glVertexAttribL1d(cx, index: GLuint, x: GLdouble) { vertex::value_double(cx, index, [x]) }
    fn glVertexAttribL1dv(cx, index: GLuint, v: *const GLdouble) {
        // SAFETY: the application gives 1 value.
        if let &[x] = unsafe { slice(v, 1) } {
            vertex::value_double(cx, index, [x])
        }
    }
    fn glVertexAttribL2d(cx, index: GLuint, x: GLdouble, y: GLdouble) { vertex::value_double(cx, index, [x, y]) }
    fn glVertexAttribL2dv(cx, index: GLuint, v: *const GLdouble) {
        // SAFETY: the application gives 2 values.
        if let &[x, y] = unsafe { slice(v, 2) } {
            vertex::value_double(cx, index, [x, y])
        }
    }
    fn glVertexAttribL3d(cx, index: GLuint, x: GLdouble, y: GLdouble, z: GLdouble) { vertex::value_double(cx, index, [x, y, z]) }
    fn glVertexAttribL3dv(cx, index: GLuint, v: *const GLdouble) {
        // SAFETY: the application gives 3 values.
        if let &[x, y, z] = unsafe { slice(v, 3) } {
            vertex::value_double(cx, index, [x, y, z])
        }
    }
    fn glVertexAttribL4d(cx, index: GLuint, x: GLdouble, y: GLdouble, z: GLdouble, w: GLdouble) { vertex::value_double(cx, index, [x, y, z, w]) }
    fn glVertexAttribL4dv(cx, index: GLuint, v: *const GLdouble) {
        // SAFETY: the application gives 4 values.
        if let &[x, y, z, w] = unsafe { slice(v, 4) } {
            vertex::value_double(cx, index, [x, y, z, w])
        }
    }
}
