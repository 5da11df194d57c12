//! Vertex arrays and current attribute values.

use crate::{
    Cx,
    abi::{
        enter::gl_api,
        memory::{put, slice, slice_mut},
        types::*,
    },
    gl::{
        enums::*,
        vertex::{self, Format},
    },
};
use pipe_types::records::clear_blit::ValueClass::{Float, Int, Uint};

/// Number of names; `GL_INVALID_VALUE` for a negative one.
fn count(cx: &mut Cx<'_>, n: GLsizei) -> usize {
    if n < 0 {
        cx.error(GL_INVALID_VALUE, "count");
    }
    n.max(0) as usize
}

/// The values of `glGetVertexAttrib*v` as floats; the current value has four.
///
/// # Safety
/// `params` is writable for what the pname has.
unsafe fn get_attrib<T>(
    cx: &mut Cx<'_>,
    index: GLuint,
    pname: GLenum,
    params: *mut T,
    from_int: impl Fn(GLint64) -> T,
    from_current: impl Fn(vertex::CurrentValue, usize) -> T,
) {
    if pname == GL_CURRENT_VERTEX_ATTRIB {
        if let Some(current) = vertex::current_value(cx, index) {
            for at in 0..4 {
                // SAFETY: the application gives room for four values.
                unsafe { put(params.wrapping_add(at), from_current(current, at)) }
            }
        }
    } else {
        let array = vertex::bound(cx);
        if let Some(value) = vertex::attrib_parameter(cx, &array, index, pname) {
            // SAFETY: the application gives room for one value.
            unsafe { put(params, from_int(value)) }
        }
    }
}

/// A component of a current value as a number.
fn number(current: vertex::CurrentValue, at: usize) -> f64 {
    let word = current.value[at];
    match current.class {
        Float => f32::from_bits(word).into(),
        Int => f64::from(word as i32),
        Uint => word.into(),
    }
}

gl_api! {
    fn glGenVertexArrays(cx, n: GLsizei, arrays: *mut GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives room for `n` names.
        vertex::generate(cx, unsafe { slice_mut(arrays, n) })
    }
    fn glCreateVertexArrays(cx, n: GLsizei, arrays: *mut GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives room for `n` names.
        vertex::create(cx, unsafe { slice_mut(arrays, n) })
    }
    fn glDeleteVertexArrays(cx, n: GLsizei, arrays: *const GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives `n` names.
        vertex::delete(cx, unsafe { slice(arrays, n) })
    }
    fn glIsVertexArray(cx, array: GLuint) -> GLboolean { vertex::is_vertex_array(cx, array) }
    fn glBindVertexArray(cx, array: GLuint) { vertex::bind(cx, array) }
    fn glEnableVertexAttribArray(cx, index: GLuint) {
        let array = vertex::bound(cx);
        vertex::enable_attrib(cx, &array, index, true)
    }
    fn glDisableVertexAttribArray(cx, index: GLuint) {
        let array = vertex::bound(cx);
        vertex::enable_attrib(cx, &array, index, false)
    }
    fn glVertexAttribPointer(
        cx, index: GLuint, size: GLint, type_: GLenum, normalized: GLboolean, stride: GLsizei, pointer: *const GLvoid,
    ) {
        vertex::attrib_pointer(cx, index, Format::float(size, type_, normalized), stride, pointer as usize)
    }
    fn glVertexAttribIPointer(
        cx, index: GLuint, size: GLint, type_: GLenum, stride: GLsizei, pointer: *const GLvoid,
    ) {
        vertex::attrib_pointer(cx, index, Format::integer(size, type_), stride, pointer as usize)
    }
    fn glVertexAttribFormat(
        cx, index: GLuint, size: GLint, type_: GLenum, normalized: GLboolean, relative: GLuint,
    ) {
        let array = vertex::bound(cx);
        vertex::attrib_format(cx, &array, index, Format::float(size, type_, normalized), relative)
    }
    fn glVertexAttribIFormat(cx, index: GLuint, size: GLint, type_: GLenum, relative: GLuint) {
        let array = vertex::bound(cx);
        vertex::attrib_format(cx, &array, index, Format::integer(size, type_), relative)
    }
    fn glVertexAttribBinding(cx, index: GLuint, binding: GLuint) {
        let array = vertex::bound(cx);
        vertex::attrib_binding(cx, &array, index, binding)
    }
    fn glBindVertexBuffer(cx, index: GLuint, buffer: GLuint, offset: GLintptr, stride: GLsizei) {
        let array = vertex::bound(cx);
        vertex::bind_vertex_buffer(cx, &array, index, buffer, offset, stride)
    }
    fn glVertexBindingDivisor(cx, index: GLuint, divisor: GLuint) {
        let array = vertex::bound(cx);
        vertex::binding_divisor(cx, &array, index, divisor)
    }
    fn glVertexAttribDivisor(cx, index: GLuint, divisor: GLuint) { vertex::attrib_divisor(cx, index, divisor) }
    fn glVertexAttribDivisorARB(cx, index: GLuint, divisor: GLuint) { vertex::attrib_divisor(cx, index, divisor) }

    fn glEnableVertexArrayAttrib(cx, array: GLuint, index: GLuint) {
        if let Some(array) = vertex::existing(cx, array) {
            vertex::enable_attrib(cx, &array, index, true)
        }
    }
    fn glDisableVertexArrayAttrib(cx, array: GLuint, index: GLuint) {
        if let Some(array) = vertex::existing(cx, array) {
            vertex::enable_attrib(cx, &array, index, false)
        }
    }
    fn glVertexArrayAttribFormat(
        cx, array: GLuint, index: GLuint, size: GLint, type_: GLenum, normalized: GLboolean, relative: GLuint,
    ) {
        if let Some(array) = vertex::existing(cx, array) {
            vertex::attrib_format(cx, &array, index, Format::float(size, type_, normalized), relative)
        }
    }
    fn glVertexArrayAttribIFormat(
        cx, array: GLuint, index: GLuint, size: GLint, type_: GLenum, relative: GLuint,
    ) {
        if let Some(array) = vertex::existing(cx, array) {
            vertex::attrib_format(cx, &array, index, Format::integer(size, type_), relative)
        }
    }
    fn glVertexArrayAttribBinding(cx, array: GLuint, index: GLuint, binding: GLuint) {
        if let Some(array) = vertex::existing(cx, array) {
            vertex::attrib_binding(cx, &array, index, binding)
        }
    }
    fn glVertexArrayVertexBuffer(
        cx, array: GLuint, index: GLuint, buffer: GLuint, offset: GLintptr, stride: GLsizei,
    ) {
        if let Some(array) = vertex::existing(cx, array) {
            vertex::bind_vertex_buffer(cx, &array, index, buffer, offset, stride)
        }
    }
    fn glVertexArrayBindingDivisor(cx, array: GLuint, index: GLuint, divisor: GLuint) {
        if let Some(array) = vertex::existing(cx, array) {
            vertex::binding_divisor(cx, &array, index, divisor)
        }
    }
    fn glVertexArrayElementBuffer(cx, array: GLuint, buffer: GLuint) {
        if let Some(array) = vertex::existing(cx, array) {
            vertex::element_buffer(cx, &array, buffer)
        }
    }
    fn glGetVertexArrayiv(cx, array: GLuint, pname: GLenum, param: *mut GLint) {
        if let Some(value) = vertex::existing(cx, array).and_then(|array| vertex::array_parameter(cx, &array, pname)) {
            // SAFETY: the application gives room for one value.
            unsafe { put(param, value) }
        }
    }
    fn glGetVertexArrayIndexediv(cx, array: GLuint, index: GLuint, pname: GLenum, param: *mut GLint) {
        let array = vertex::existing(cx, array);
        if let Some(value) = array.and_then(|array| vertex::attrib_parameter(cx, &array, index, pname)) {
            // SAFETY: the application gives room for one value.
            unsafe { put(param, value as GLint) }
        }
    }

    fn glGetVertexAttribiv(cx, index: GLuint, pname: GLenum, params: *mut GLint) {
        // SAFETY: the application gives room for what the pname has.
        unsafe { get_attrib(cx, index, pname, params, |v| v as GLint, |c, at| number(c, at).round() as GLint) }
    }
    fn glGetVertexAttribfv(cx, index: GLuint, pname: GLenum, params: *mut GLfloat) {
        // SAFETY: the application gives room for what the pname has.
        unsafe { get_attrib(cx, index, pname, params, |v| v as GLfloat, |c, at| number(c, at) as GLfloat) }
    }
    fn glGetVertexAttribdv(cx, index: GLuint, pname: GLenum, params: *mut GLdouble) {
        // SAFETY: the application gives room for what the pname has.
        unsafe { get_attrib(cx, index, pname, params, |v| v as GLdouble, number) }
    }
    fn glGetVertexAttribIiv(cx, index: GLuint, pname: GLenum, params: *mut GLint) {
        // SAFETY: the application gives room for what the pname has.
        unsafe { get_attrib(cx, index, pname, params, |v| v as GLint, |c, at| c.value[at] as GLint) }
    }
    fn glGetVertexAttribIuiv(cx, index: GLuint, pname: GLenum, params: *mut GLuint) {
        // SAFETY: the application gives room for what the pname has.
        unsafe { get_attrib(cx, index, pname, params, |v| v as GLuint, |c, at| c.value[at]) }
    }
    fn glGetVertexAttribPointerv(cx, index: GLuint, pname: GLenum, pointer: *const *mut GLvoid) {
        if let Some(value) = vertex::attrib_pointer_value(cx, index, pname) {
            // SAFETY: the application gives room for one pointer.
            unsafe { put(pointer.cast_mut(), value as *mut GLvoid) }
        }
    }

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
}
