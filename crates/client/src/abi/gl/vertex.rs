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
        vertex::{self, ArrayRef, BufferPlace, Format},
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

/// The arrays of `glBindVertexBuffers`.
///
/// # Safety
/// `buffers` is null or readable for `count` names; where it is not null, the other two are readable for as many values.
unsafe fn bind_buffers(
    cx: &mut Cx<'_>,
    array: &ArrayRef,
    first: GLuint,
    count: GLsizei,
    (buffers, offsets, strides): (*const GLuint, *const GLintptr, *const GLsizei),
) {
    if count < 0 {
        return cx.error(GL_INVALID_VALUE, "count");
    }
    let n = count as usize;
    // SAFETY: as the caller promises.
    let (names, offsets, strides) = unsafe { (slice(buffers, n), slice(offsets, n), slice(strides, n)) };
    let place = |at| BufferPlace { buffer: names[at], offset: offsets[at], stride: strides[at] };
    let given = [names.len(), offsets.len(), strides.len()] == [n; 3];
    vertex::bind_vertex_buffers(cx, array, first, n, given.then_some(place));
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
    fn glVertexAttribLPointer(
        cx, index: GLuint, size: GLint, type_: GLenum, stride: GLsizei, pointer: *const GLvoid,
    ) {
        vertex::attrib_pointer(cx, index, Format::double(size, type_), stride, pointer as usize)
    }
    fn glVertexAttribLFormat(cx, index: GLuint, size: GLint, type_: GLenum, relative: GLuint) {
        let array = vertex::bound(cx);
        vertex::attrib_format(cx, &array, index, Format::double(size, type_), relative)
    }
    fn glVertexAttribBinding(cx, index: GLuint, binding: GLuint) {
        let array = vertex::bound(cx);
        vertex::attrib_binding(cx, &array, index, binding)
    }
    fn glBindVertexBuffer(cx, index: GLuint, buffer: GLuint, offset: GLintptr, stride: GLsizei) {
        let array = vertex::bound(cx);
        vertex::bind_vertex_buffer(cx, &array, index, BufferPlace { buffer, offset, stride })
    }
    fn glBindVertexBuffers(
        cx, first: GLuint, count: GLsizei, buffers: *const GLuint, offsets: *const GLintptr, strides: *const GLsizei,
    ) {
        let array = vertex::bound(cx);
        // SAFETY: the application gives `count` values in each array, or null for `buffers`.
        unsafe { bind_buffers(cx, &array, first, count, (buffers, offsets, strides)) }
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
    fn glVertexArrayAttribLFormat(
        cx, array: GLuint, index: GLuint, size: GLint, type_: GLenum, relative: GLuint,
    ) {
        if let Some(array) = vertex::existing(cx, array) {
            vertex::attrib_format(cx, &array, index, Format::double(size, type_), relative)
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
            vertex::bind_vertex_buffer(cx, &array, index, BufferPlace { buffer, offset, stride })
        }
    }
    fn glVertexArrayVertexBuffers(
        cx, array: GLuint, first: GLuint, count: GLsizei, buffers: *const GLuint, offsets: *const GLintptr,
        strides: *const GLsizei,
    ) {
        if let Some(array) = vertex::existing(cx, array) {
            // SAFETY: the application gives `count` values in each array, or null for `buffers`.
            unsafe { bind_buffers(cx, &array, first, count, (buffers, offsets, strides)) }
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
    fn glGetVertexArrayIndexed64iv(cx, array: GLuint, index: GLuint, pname: GLenum, param: *mut GLint64) {
        let array = vertex::existing(cx, array);
        if let Some(value) = array.and_then(|array| vertex::indexed_parameter_64(cx, &array, index, pname)) {
            // SAFETY: the application gives room for one value.
            unsafe { put(param, value) }
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
    fn glGetVertexAttribLdv(cx, index: GLuint, pname: GLenum, params: *mut GLdouble) {
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
}
