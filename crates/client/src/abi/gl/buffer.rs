//! Buffer objects.

use crate::{
    Cx,
    abi::{
        enter::gl_api,
        memory::{put, slice, slice_mut},
        types::*,
    },
    gl::{
        buffer::{self, Buffer},
        enums::*,
    },
    table::Ref,
};

/// Bytes that the application gives with a size; none for a null pointer or a size that is an error.
///
/// # Safety
/// `data` is null or readable for `size` bytes.
unsafe fn bytes<'a>(data: *const GLvoid, size: GLsizeiptr) -> &'a [u8] {
    // SAFETY: as the caller promises.
    unsafe { slice(data.cast(), size.max(0) as usize) }
}

/// Number of names; `GL_INVALID_VALUE` for a negative one.
fn count(cx: &mut Cx<'_>, n: GLsizei) -> usize {
    if n < 0 {
        cx.error(GL_INVALID_VALUE, "count");
    }
    n.max(0) as usize
}

fn copy(cx: &mut Cx<'_>, [from, to]: [Option<Ref<Buffer>>; 2], at: [GLintptr; 2], size: GLsizeiptr) {
    if let (Some(from), Some(to)) = (from, to) {
        buffer::copy(cx, &from, &to, at, size);
    }
}

/// A clear of a buffer by its value's pointer.
///
/// # Safety
/// `data` is null or readable for a pixel of `format` and `type_`.
unsafe fn clear(
    cx: &mut Cx<'_>,
    buffer: Option<Ref<Buffer>>,
    internal_format: GLenum,
    range: buffer::ClearRange,
    pixel: (GLenum, GLenum),
    data: *const GLvoid,
) {
    if let Some(buffer) = buffer {
        // SAFETY: as the caller promises, for the size of the pixel, which is what is asked for.
        let value = |len| (!data.is_null()).then(|| unsafe { slice(data.cast(), len) });
        let done = buffer::clear(cx, &buffer, internal_format, range, pixel, value);
        cx.finish(done);
    }
}

gl_api! {
    fn glGenBuffers(cx, n: GLsizei, buffers: *mut GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives room for `n` names.
        buffer::generate(cx, unsafe { slice_mut(buffers, n) })
    }
    fn glCreateBuffers(cx, n: GLsizei, buffers: *mut GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives room for `n` names.
        buffer::create(cx, unsafe { slice_mut(buffers, n) })
    }
    fn glDeleteBuffers(cx, n: GLsizei, buffers: *const GLuint) {
        let n = count(cx, n);
        // SAFETY: the application gives `n` names.
        buffer::delete(cx, unsafe { slice(buffers, n) })
    }
    fn glIsBuffer(cx, buffer: GLuint) -> GLboolean { buffer::is_buffer(cx, buffer) }
    fn glBindBuffer(cx, target: GLenum, buffer: GLuint) { buffer::bind_buffer(cx, target, buffer) }
    fn glBindBufferBase(cx, target: GLenum, index: GLuint, buffer: GLuint) {
        buffer::bind_buffer_indexed(cx, target, index, buffer, None)
    }
    fn glBindBufferRange(
        cx, target: GLenum, index: GLuint, buffer: GLuint, offset: GLintptr, size: GLsizeiptr,
    ) {
        buffer::bind_buffer_indexed(cx, target, index, buffer, Some((offset, size)))
    }
    fn glBindBuffersBase(cx, target: GLenum, first: GLuint, count: GLsizei, buffers: *const GLuint) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count");
        }
        let n = count as usize;
        // SAFETY: the application gives `count` names, or null.
        let names = unsafe { slice(buffers, n) };
        let given = names.len() == n;
        buffer::bind_buffers_indexed(cx, target, first, n, given.then_some(|at: usize| (names[at], None)))
    }
    fn glBindBuffersRange(
        cx, target: GLenum, first: GLuint, count: GLsizei, buffers: *const GLuint, offsets: *const GLintptr,
        sizes: *const GLsizeiptr,
    ) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count");
        }
        let n = count as usize;
        // SAFETY: the application gives `count` values in each array, or null for `buffers`.
        let (names, offsets, sizes) = unsafe { (slice(buffers, n), slice(offsets, n), slice(sizes, n)) };
        let given = [names.len(), offsets.len(), sizes.len()] == [n; 3];
        let point = |at: usize| (names[at], Some((offsets[at], sizes[at])));
        buffer::bind_buffers_indexed(cx, target, first, n, given.then_some(point))
    }
    fn glBufferData(cx, target: GLenum, size: GLsizeiptr, data: *const GLvoid, usage: GLenum) {
        if let Some(buffer) = buffer::bound(cx, target) {
            // SAFETY: the application gives `size` bytes, or null.
            buffer::data(cx, &buffer, size, unsafe { bytes(data, size) }, usage)
        }
    }
    fn glNamedBufferData(cx, buffer: GLuint, size: GLsizeiptr, data: *const GLvoid, usage: GLenum) {
        if let Some(buffer) = buffer::existing(cx, buffer) {
            // SAFETY: the application gives `size` bytes, or null.
            buffer::data(cx, &buffer, size, unsafe { bytes(data, size) }, usage)
        }
    }
    fn glBufferStorage(cx, target: GLenum, size: GLsizeiptr, data: *const GLvoid, flags: GLbitfield) {
        if let Some(buffer) = buffer::bound(cx, target) {
            // SAFETY: the application gives `size` bytes, or null.
            buffer::storage(cx, &buffer, size, unsafe { bytes(data, size) }, flags)
        }
    }
    fn glNamedBufferStorage(cx, buffer: GLuint, size: GLsizeiptr, data: *const GLvoid, flags: GLbitfield) {
        if let Some(buffer) = buffer::existing(cx, buffer) {
            // SAFETY: the application gives `size` bytes, or null.
            buffer::storage(cx, &buffer, size, unsafe { bytes(data, size) }, flags)
        }
    }
    fn glBufferSubData(cx, target: GLenum, offset: GLintptr, size: GLsizeiptr, data: *const GLvoid) {
        if let Some(buffer) = buffer::bound(cx, target) {
            // SAFETY: the application gives `size` bytes, or null.
            buffer::sub_data(cx, &buffer, offset, size, unsafe { bytes(data, size) })
        }
    }
    fn glNamedBufferSubData(cx, buffer: GLuint, offset: GLintptr, size: GLsizeiptr, data: *const GLvoid) {
        if let Some(buffer) = buffer::existing(cx, buffer) {
            // SAFETY: the application gives `size` bytes, or null.
            buffer::sub_data(cx, &buffer, offset, size, unsafe { bytes(data, size) })
        }
    }
    fn glGetBufferSubData(cx, target: GLenum, offset: GLintptr, size: GLsizeiptr, data: *mut GLvoid) {
        if let Some(buffer) = buffer::bound(cx, target) {
            // SAFETY: the application gives room for `size` bytes; the size has been checked when it is asked for.
            buffer::get_sub_data(cx, &buffer, offset, size, || unsafe { slice_mut(data.cast(), size as usize) })
        }
    }
    fn glGetNamedBufferSubData(cx, buffer: GLuint, offset: GLintptr, size: GLsizeiptr, data: *mut GLvoid) {
        if let Some(buffer) = buffer::existing(cx, buffer) {
            // SAFETY: the application gives room for `size` bytes; the size has been checked when it is asked for.
            buffer::get_sub_data(cx, &buffer, offset, size, || unsafe { slice_mut(data.cast(), size as usize) })
        }
    }
    fn glCopyBufferSubData(
        cx, read: GLenum, write: GLenum, read_offset: GLintptr, write_offset: GLintptr, size: GLsizeiptr,
    ) {
        let ends = [buffer::bound(cx, read), buffer::bound(cx, write)];
        copy(cx, ends, [read_offset, write_offset], size)
    }
    fn glCopyNamedBufferSubData(
        cx, read: GLuint, write: GLuint, read_offset: GLintptr, write_offset: GLintptr, size: GLsizeiptr,
    ) {
        let ends = [buffer::existing(cx, read), buffer::existing(cx, write)];
        copy(cx, ends, [read_offset, write_offset], size)
    }
    fn glClearBufferData(
        cx, target: GLenum, internal: GLenum, format: GLenum, type_: GLenum, data: *const GLvoid,
    ) {
        let buffer = buffer::bound_to_clear(cx, target);
        // SAFETY: the application gives one pixel, or null.
        unsafe { clear(cx, buffer, internal, None, (format, type_), data) }
    }
    fn glClearNamedBufferData(
        cx, buffer: GLuint, internal: GLenum, format: GLenum, type_: GLenum, data: *const GLvoid,
    ) {
        let buffer = buffer::existing(cx, buffer);
        // SAFETY: the application gives one pixel, or null.
        unsafe { clear(cx, buffer, internal, None, (format, type_), data) }
    }
    fn glClearBufferSubData(
        cx, target: GLenum, internal: GLenum, offset: GLintptr, size: GLsizeiptr, format: GLenum, type_: GLenum,
        data: *const GLvoid,
    ) {
        let buffer = buffer::bound_to_clear(cx, target);
        // SAFETY: the application gives one pixel, or null.
        unsafe { clear(cx, buffer, internal, Some((offset, size)), (format, type_), data) }
    }
    fn glClearNamedBufferSubData(
        cx, buffer: GLuint, internal: GLenum, offset: GLintptr, size: GLsizeiptr, format: GLenum, type_: GLenum,
        data: *const GLvoid,
    ) {
        let buffer = buffer::existing(cx, buffer);
        // SAFETY: the application gives one pixel, or null.
        unsafe { clear(cx, buffer, internal, Some((offset, size)), (format, type_), data) }
    }
    fn glInvalidateBufferData(cx, buffer: GLuint) { buffer::invalidate(cx, buffer, None) }
    fn glInvalidateBufferSubData(cx, buffer: GLuint, offset: GLintptr, length: GLsizeiptr) {
        buffer::invalidate(cx, buffer, Some((offset, length)))
    }
    fn glMapBuffer(cx, target: GLenum, access: GLenum) -> *mut GLvoid {
        match buffer::bound(cx, target) {
            Some(buffer) => buffer::map(cx, &buffer, access).cast(),
            None => std::ptr::null_mut(),
        }
    }
    fn glMapNamedBuffer(cx, buffer: GLuint, access: GLenum) -> *mut GLvoid {
        match buffer::existing(cx, buffer) {
            Some(buffer) => buffer::map(cx, &buffer, access).cast(),
            None => std::ptr::null_mut(),
        }
    }
    fn glMapBufferRange(
        cx, target: GLenum, offset: GLintptr, length: GLsizeiptr, access: GLbitfield,
    ) -> *mut GLvoid {
        match buffer::bound(cx, target) {
            Some(buffer) => buffer::map_range(cx, &buffer, offset, length, access).cast(),
            None => std::ptr::null_mut(),
        }
    }
    fn glMapNamedBufferRange(
        cx, buffer: GLuint, offset: GLintptr, length: GLsizeiptr, access: GLbitfield,
    ) -> *mut GLvoid {
        match buffer::existing(cx, buffer) {
            Some(buffer) => buffer::map_range(cx, &buffer, offset, length, access).cast(),
            None => std::ptr::null_mut(),
        }
    }
    fn glFlushMappedBufferRange(cx, target: GLenum, offset: GLintptr, length: GLsizeiptr) {
        if let Some(buffer) = buffer::bound(cx, target) {
            buffer::flush_mapped_range(cx, &buffer, offset, length)
        }
    }
    fn glFlushMappedNamedBufferRange(cx, buffer: GLuint, offset: GLintptr, length: GLsizeiptr) {
        if let Some(buffer) = buffer::existing(cx, buffer) {
            buffer::flush_mapped_range(cx, &buffer, offset, length)
        }
    }
    fn glUnmapBuffer(cx, target: GLenum) -> GLboolean {
        buffer::bound(cx, target).map_or(GL_FALSE, |buffer| buffer::unmap(cx, &buffer))
    }
    fn glUnmapNamedBuffer(cx, buffer: GLuint) -> GLboolean {
        buffer::existing(cx, buffer).map_or(GL_FALSE, |buffer| buffer::unmap(cx, &buffer))
    }
    fn glGetBufferParameteriv(cx, target: GLenum, pname: GLenum, params: *mut GLint) {
        if let Some(value) = buffer::bound(cx, target).and_then(|buffer| buffer::parameter(cx, &buffer, pname)) {
            // SAFETY: the application gives room for one value.
            unsafe { put(params, value.clamp(i32::MIN.into(), i32::MAX.into()) as GLint) }
        }
    }
    fn glGetNamedBufferParameteriv(cx, buffer: GLuint, pname: GLenum, params: *mut GLint) {
        if let Some(value) = buffer::existing(cx, buffer).and_then(|buffer| buffer::parameter(cx, &buffer, pname)) {
            // SAFETY: the application gives room for one value.
            unsafe { put(params, value.clamp(i32::MIN.into(), i32::MAX.into()) as GLint) }
        }
    }
    fn glGetBufferParameteri64v(cx, target: GLenum, pname: GLenum, params: *mut GLint64) {
        if let Some(value) = buffer::bound(cx, target).and_then(|buffer| buffer::parameter(cx, &buffer, pname)) {
            // SAFETY: the application gives room for one value.
            unsafe { put(params, value) }
        }
    }
    fn glGetNamedBufferParameteri64v(cx, buffer: GLuint, pname: GLenum, params: *mut GLint64) {
        if let Some(value) = buffer::existing(cx, buffer).and_then(|buffer| buffer::parameter(cx, &buffer, pname)) {
            // SAFETY: the application gives room for one value.
            unsafe { put(params, value) }
        }
    }
    fn glGetBufferPointerv(cx, target: GLenum, pname: GLenum, params: *const *mut GLvoid) {
        if let Some(pointer) = buffer::bound(cx, target).and_then(|buffer| buffer::pointer(cx, &buffer, pname)) {
            // SAFETY: the application gives room for one pointer.
            unsafe { put(params.cast_mut(), pointer.cast()) }
        }
    }
    fn glGetNamedBufferPointerv(cx, buffer: GLuint, pname: GLenum, params: *const *mut GLvoid) {
        if let Some(pointer) = buffer::existing(cx, buffer).and_then(|buffer| buffer::pointer(cx, &buffer, pname)) {
            // SAFETY: the application gives room for one pointer.
            unsafe { put(params.cast_mut(), pointer.cast()) }
        }
    }
}
