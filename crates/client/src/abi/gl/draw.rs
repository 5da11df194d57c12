//! Draws.

use crate::{
    Cx,
    abi::{enter::gl_api, memory::slice, types::*},
    gl::{
        draw::{self, Elements, Indirect, Instances},
        enums::*,
    },
};

fn elements(count: GLsizei, type_: GLenum, indices: *const GLvoid) -> Elements {
    Elements { count, type_, offset: indices as usize, base_vertex: 0, instances: Instances::ONE, bounds: None }
}

/// Number of draws; `GL_INVALID_VALUE` for a negative one.
fn draws(cx: &mut Cx<'_>, count: GLsizei) -> Option<usize> {
    if count < 0 {
        cx.error(GL_INVALID_VALUE, "draw count");
    }
    usize::try_from(count).ok()
}

gl_api! {
    fn glDrawArrays(cx, mode: GLenum, first: GLint, count: GLsizei) {
        draw::arrays(cx, mode, first, count, Instances::ONE)
    }
    fn glDrawArraysInstanced(cx, mode: GLenum, first: GLint, count: GLsizei, instances: GLsizei) {
        draw::arrays(cx, mode, first, count, Instances { count: instances, first: 0 })
    }
    fn glDrawArraysInstancedARB(cx, mode: GLenum, first: GLint, count: GLsizei, instances: GLsizei) {
        draw::arrays(cx, mode, first, count, Instances { count: instances, first: 0 })
    }
    fn glDrawArraysInstancedEXT(cx, mode: GLenum, first: GLint, count: GLsizei, instances: GLsizei) {
        draw::arrays(cx, mode, first, count, Instances { count: instances, first: 0 })
    }
    fn glDrawArraysInstancedBaseInstance(
        cx, mode: GLenum, first: GLint, count: GLsizei, instances: GLsizei, base: GLuint,
    ) {
        draw::arrays(cx, mode, first, count, Instances { count: instances, first: base })
    }
    fn glMultiDrawArrays(
        cx, mode: GLenum, first: *const GLint, count: *const GLsizei, drawcount: GLsizei,
    ) {
        if let Some(n) = draws(cx, drawcount) {
            // SAFETY: the application gives `drawcount` values in each array.
            let (firsts, counts) = unsafe { (slice(first, n), slice(count, n)) };
            draw::multi_arrays(cx, mode, firsts, counts)
        }
    }
    fn glDrawElements(cx, mode: GLenum, count: GLsizei, type_: GLenum, indices: *const GLvoid) {
        draw::elements(cx, mode, elements(count, type_, indices))
    }
    fn glDrawElementsBaseVertex(
        cx, mode: GLenum, count: GLsizei, type_: GLenum, indices: *const GLvoid, base: GLint,
    ) {
        draw::elements(cx, mode, Elements { base_vertex: base, ..elements(count, type_, indices) })
    }
    fn glDrawRangeElements(
        cx, mode: GLenum, start: GLuint, end: GLuint, count: GLsizei, type_: GLenum, indices: *const GLvoid,
    ) {
        draw::elements(cx, mode, Elements { bounds: Some((start, end)), ..elements(count, type_, indices) })
    }
    fn glDrawRangeElementsBaseVertex(
        cx, mode: GLenum, start: GLuint, end: GLuint, count: GLsizei, type_: GLenum, indices: *const GLvoid,
        base: GLint,
    ) {
        let draw = Elements { bounds: Some((start, end)), base_vertex: base, ..elements(count, type_, indices) };
        draw::elements(cx, mode, draw)
    }
    fn glDrawElementsInstanced(
        cx, mode: GLenum, count: GLsizei, type_: GLenum, indices: *const GLvoid, instances: GLsizei,
    ) {
        let instances = Instances { count: instances, first: 0 };
        draw::elements(cx, mode, Elements { instances, ..elements(count, type_, indices) })
    }
    fn glDrawElementsInstancedARB(
        cx, mode: GLenum, count: GLsizei, type_: GLenum, indices: *const GLvoid, instances: GLsizei,
    ) {
        let instances = Instances { count: instances, first: 0 };
        draw::elements(cx, mode, Elements { instances, ..elements(count, type_, indices) })
    }
    fn glDrawElementsInstancedEXT(
        cx, mode: GLenum, count: GLsizei, type_: GLenum, indices: *const GLvoid, instances: GLsizei,
    ) {
        let instances = Instances { count: instances, first: 0 };
        draw::elements(cx, mode, Elements { instances, ..elements(count, type_, indices) })
    }
    fn glDrawElementsInstancedBaseVertex(
        cx, mode: GLenum, count: GLsizei, type_: GLenum, indices: *const GLvoid, instances: GLsizei, base: GLint,
    ) {
        let instances = Instances { count: instances, first: 0 };
        draw::elements(cx, mode, Elements { instances, base_vertex: base, ..elements(count, type_, indices) })
    }
    fn glDrawElementsInstancedBaseInstance(
        cx, mode: GLenum, count: GLsizei, type_: GLenum, indices: *const GLvoid, instances: GLsizei, first: GLuint,
    ) {
        let instances = Instances { count: instances, first };
        draw::elements(cx, mode, Elements { instances, ..elements(count, type_, indices) })
    }
    fn glDrawElementsInstancedBaseVertexBaseInstance(
        cx, mode: GLenum, count: GLsizei, type_: GLenum, indices: *const GLvoid, instances: GLsizei, base: GLint,
        first: GLuint,
    ) {
        let instances = Instances { count: instances, first };
        draw::elements(cx, mode, Elements { instances, base_vertex: base, ..elements(count, type_, indices) })
    }
    fn glMultiDrawElements(
        cx, mode: GLenum, count: *const GLsizei, type_: GLenum, indices: *const *const GLvoid, drawcount: GLsizei,
    ) {
        if let Some(n) = draws(cx, drawcount) {
            // SAFETY: the application gives `drawcount` values in each array; pointers are read as numbers.
            let (counts, offsets) = unsafe { (slice(count, n), slice(indices.cast::<usize>(), n)) };
            draw::multi_elements(cx, mode, counts, type_, offsets, &[])
        }
    }
    fn glMultiDrawElementsBaseVertex(
        cx, mode: GLenum, count: *const GLsizei, type_: GLenum, indices: *const *const GLvoid, drawcount: GLsizei,
        base: *const GLint,
    ) {
        if let Some(n) = draws(cx, drawcount) {
            // SAFETY: the application gives `drawcount` values in each array; pointers are read as numbers.
            let (counts, offsets) = unsafe { (slice(count, n), slice(indices.cast::<usize>(), n)) };
            // SAFETY: the same.
            let bases = unsafe { slice(base, n) };
            draw::multi_elements(cx, mode, counts, type_, offsets, bases)
        }
    }
    fn glDrawArraysIndirect(cx, mode: GLenum, indirect: *const GLvoid) {
        draw::indirect(cx, mode, Indirect { type_: None, offset: indirect as usize, count: 1, stride: 0, count_at: None })
    }
    fn glDrawElementsIndirect(cx, mode: GLenum, type_: GLenum, indirect: *const GLvoid) {
        draw::indirect(cx, mode, Indirect { type_: Some(type_), offset: indirect as usize, count: 1, stride: 0, count_at: None })
    }
    fn glMultiDrawArraysIndirect(
        cx, mode: GLenum, indirect: *const GLvoid, drawcount: GLsizei, stride: GLsizei,
    ) {
        draw::indirect(cx, mode, Indirect { type_: None, offset: indirect as usize, count: drawcount, stride, count_at: None })
    }
    fn glMultiDrawElementsIndirect(
        cx, mode: GLenum, type_: GLenum, indirect: *const GLvoid, drawcount: GLsizei, stride: GLsizei,
    ) {
        let draw = Indirect { type_: Some(type_), offset: indirect as usize, count: drawcount, stride, count_at: None };
        draw::indirect(cx, mode, draw)
    }
    fn glMultiDrawArraysIndirectCount(
        cx, mode: GLenum, indirect: *const GLvoid, count_at: GLintptr, most: GLsizei, stride: GLsizei,
    ) {
        let offset = indirect as usize;
        draw::indirect(cx, mode, Indirect { type_: None, offset, count: most, stride, count_at: Some(count_at) })
    }
    fn glMultiDrawElementsIndirectCount(
        cx, mode: GLenum, type_: GLenum, indirect: *const GLvoid, count_at: GLintptr, most: GLsizei, stride: GLsizei,
    ) {
        let offset = indirect as usize;
        let draw = Indirect { type_: Some(type_), offset, count: most, stride, count_at: Some(count_at) };
        draw::indirect(cx, mode, draw)
    }
    fn glMemoryBarrier(cx, barriers: GLbitfield) { draw::memory_barrier(cx, barriers, false) }
    fn glMemoryBarrierByRegion(cx, barriers: GLbitfield) { draw::memory_barrier(cx, barriers, true) }
    fn glDrawTransformFeedback(cx, mode: GLenum, id: GLuint) { draw::transform_feedback(cx, mode, id, 0, 1) }
    fn glDrawTransformFeedbackInstanced(cx, mode: GLenum, id: GLuint, instances: GLsizei) {
        draw::transform_feedback(cx, mode, id, 0, instances)
    }
    fn glDrawTransformFeedbackStream(cx, mode: GLenum, id: GLuint, stream: GLuint) {
        draw::transform_feedback(cx, mode, id, stream, 1)
    }
    fn glDrawTransformFeedbackStreamInstanced(
        cx, mode: GLenum, id: GLuint, stream: GLuint, instances: GLsizei,
    ) {
        draw::transform_feedback(cx, mode, id, stream, instances)
    }
}
