//! Program interfaces.

use super::program::{give, give_numbers, name};
use crate::{
    abi::{
        enter::gl_api,
        memory::{put, slice},
    },
    gl::{enums::*, program_interface as interface},
};

gl_api! {
    fn glGetProgramInterfaceiv(cx, program: GLuint, of: GLenum, pname: GLenum, params: *mut GLint) {
        if let Some(value) = interface::parameter(cx, program, of, pname) {
            // SAFETY: the application gives room for one value.
            unsafe { put(params, value) }
        }
    }
    fn glGetProgramStageiv(cx, program: GLuint, shader: GLenum, pname: GLenum, values: *mut GLint) {
        if let Some(value) = interface::stage_parameter(cx, program, shader, pname) {
            // SAFETY: the application gives room for one value.
            unsafe { put(values, value) }
        }
    }
    fn glGetProgramResourceIndex(cx, program: GLuint, of: GLenum, resource: *const GLchar) -> GLuint {
        // SAFETY: the application gives a name that ends in a zero.
        let resource = unsafe { name(resource) };
        interface::index(cx, program, of, &resource)
    }
    fn glGetProgramResourceName(
        cx, program: GLuint, of: GLenum, index: GLuint, size: GLsizei, length: *mut GLsizei, out: *mut GLchar,
    ) {
        let found = interface::resource_name(cx, program, of, index);
        // SAFETY: the application gives room for `size` bytes and a length, or null.
        unsafe { give(cx, found, size, length, out) }
    }
    fn glGetProgramResourceiv(
        cx, program: GLuint, of: GLenum, index: GLuint, count: GLsizei, props: *const GLenum, size: GLsizei,
        length: *mut GLsizei, params: *mut GLint,
    ) {
        if count <= 0 || size < 0 {
            return cx.error(GL_INVALID_VALUE, "number of properties or of values");
        }
        // SAFETY: the application gives `count` properties.
        let props = unsafe { slice(props, count as usize) };
        if let Some(mut values) = interface::resource(cx, program, of, index, props) {
            values.truncate(size as usize);
            // SAFETY: the application gives room for `size` values and a length, or null.
            unsafe {
                put(length, values.len() as GLsizei);
                give_numbers(Some(values), params);
            }
        }
    }
    fn glGetProgramResourceLocation(cx, program: GLuint, of: GLenum, resource: *const GLchar) -> GLint {
        // SAFETY: the application gives a name that ends in a zero.
        let resource = unsafe { name(resource) };
        interface::location(cx, program, of, &resource)
    }
    fn glGetProgramResourceLocationIndex(cx, program: GLuint, of: GLenum, resource: *const GLchar) -> GLint {
        // SAFETY: the application gives a name that ends in a zero.
        let resource = unsafe { name(resource) };
        interface::location_index(cx, program, of, &resource)
    }
}
