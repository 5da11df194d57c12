//! GL's C types under the names that the registry's generator uses.
#![allow(missing_docs, non_camel_case_types, non_snake_case)]

pub use crate::gl::enums::{
    GLbitfield, GLboolean, GLbyte, GLchar, GLdouble, GLenum, GLfloat, GLint, GLint64, GLintptr, GLshort, GLsizei,
    GLsizeiptr, GLubyte, GLuint, GLuint64, GLushort,
};

pub type GLvoid = __gl_imports::raw::c_void;
pub type GLclampf = f32;
pub type GLclampd = f64;
pub type GLfixed = i32;
pub type GLhalf = u16;
pub type GLhalfNV = u16;
pub type GLhalfARB = u16;
pub type GLcharARB = GLchar;
pub type GLint64EXT = i64;
pub type GLuint64EXT = u64;
pub type GLintptrARB = isize;
pub type GLsizeiptrARB = isize;
pub type GLhandleARB = u32;
pub type GLeglImageOES = *const GLvoid;
pub type GLvdpauSurfaceNV = GLintptr;
/// `GLsync`: an opaque pointer.
pub type GLsync = *const __GLsync;
#[derive(Debug)]
pub enum __GLsync {}
#[derive(Debug)]
pub enum _cl_context {}
#[derive(Debug)]
pub enum _cl_event {}

pub type GLDEBUGPROC = Option<
    extern "system" fn(
        source: GLenum,
        gltype: GLenum,
        id: GLuint,
        severity: GLenum,
        length: GLsizei,
        message: *const GLchar,
        userParam: *mut GLvoid,
    ),
>;
pub type GLDEBUGPROCARB = GLDEBUGPROC;
pub type GLDEBUGPROCKHR = GLDEBUGPROC;

pub mod __gl_imports {
    pub use std::os::raw;
}

pub use crate::egl::enums::{EGLAttrib, EGLBoolean, EGLTime, EGLenum, EGLint};
/// EGL's opaque objects.
pub type EGLDisplay = *const GLvoid;
pub type EGLConfig = *const GLvoid;
pub type EGLContext = *const GLvoid;
pub type EGLSurface = *const GLvoid;
pub type EGLImage = *const GLvoid;
pub type EGLSync = *const GLvoid;
pub type EGLDeviceEXT = *const GLvoid;
pub type EGLClientBuffer = *const GLvoid;
pub type EGLNativeDisplayType = *const GLvoid;
pub type EGLNativeWindowType = *const GLvoid;
pub type EGLNativePixmapType = *const GLvoid;
pub type __eglMustCastToProperFunctionPointerType = *const GLvoid;
