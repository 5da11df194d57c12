//! GL's types and enums (from the registry).
#![allow(non_camel_case_types, non_upper_case_globals)]

use std::os::raw;

/// An enum.
pub type GLenum = u32;
/// 0 or 1.
pub type GLboolean = u8;
/// A set of bits.
pub type GLbitfield = u32;
/// 8 bits, signed.
pub type GLbyte = i8;
/// 8 bits.
pub type GLubyte = u8;
/// 16 bits, signed.
pub type GLshort = i16;
/// 16 bits.
pub type GLushort = u16;
/// 32 bits, signed.
pub type GLint = i32;
/// 32 bits.
pub type GLuint = u32;
/// A size, not negative.
pub type GLsizei = i32;
/// 32-bit float.
pub type GLfloat = f32;
/// 64-bit float.
pub type GLdouble = f64;
/// An offset in memory or a buffer.
pub type GLintptr = isize;
/// A size in memory or of a buffer.
pub type GLsizeiptr = isize;
/// A character.
pub type GLchar = raw::c_char;
/// 64 bits, signed.
pub type GLint64 = i64;
/// 64 bits.
pub type GLuint64 = u64;

include!(concat!(env!("OUT_DIR"), "/enums.rs"));

/// The name of an enum, for messages.
pub fn enum_name(value: GLenum) -> String {
    match ENUM_NAMES.binary_search_by_key(&value, |&(v, _)| v) {
        Ok(at) => ENUM_NAMES[at].1.to_owned(),
        Err(_) => format!("{value:#06x}"),
    }
}
