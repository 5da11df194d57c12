//! EGL's types and enums (from the registry).
#![allow(missing_docs, non_upper_case_globals)]

pub type EGLint = i32;
pub type EGLenum = u32;
pub type EGLBoolean = u32;
pub type EGLAttrib = isize;
pub type EGLTime = u64;
use super::super::gl::enums::{GLboolean, GLenum};

include!(concat!(env!("OUT_DIR"), "/egl_enums.rs"));
