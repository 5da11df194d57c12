//! EGL entry points, and GLVND's vendor interface.

pub mod display;
pub mod glvnd;
pub mod objects;

use crate::egl::enums::{EGL_NONE, EGLint};

/// Name and value pairs up to `EGL_NONE`; none for a null list.
///
/// # Safety
/// `list` is null or points to pairs of which the last has the name `EGL_NONE` (EGL 1.5 section 2.1.3).
unsafe fn pairs<T: Copy + Into<i64>>(list: *const T) -> Vec<(T, T)> {
    let mut found = Vec::new();
    let mut at = list;
    // SAFETY: by the contract there is a name at `at`, and a value behind every name but the last.
    unsafe {
        while !at.is_null() && (*at).into() != i64::from(EGL_NONE) {
            found.push((*at, *at.add(1)));
            at = at.add(2);
        }
    }
    found
}

/// As [`pairs`] for lists of `EGLAttrib`.
///
/// # Safety
/// As [`pairs`].
unsafe fn attribs(list: *const isize) -> Vec<(isize, isize)> {
    // SAFETY: same memory, same contract; isize and i64 have one layout here.
    unsafe { pairs(list.cast::<i64>()) }.into_iter().map(|(name, value)| (name as isize, value as isize)).collect()
}

/// Writes `value` where the caller wants it.
///
/// # Safety
/// `to` is null or may be written.
unsafe fn put<T>(to: *mut T, value: T) -> Result<(), EGLint> {
    if to.is_null() {
        return Err(crate::egl::enums::EGL_BAD_PARAMETER as EGLint);
    }
    // SAFETY: not null, and the caller's by the contract.
    unsafe { to.write(value) };
    Ok(())
}

/// Writes as many of `values` as fit `size`, and how many there are (or were written); `out` may be null to only count.
///
/// # Safety
/// `out` is null or has room for `size` values; `count` is null or may be written.
unsafe fn list<T: Copy>(values: &[T], out: *mut T, size: EGLint, count: *mut EGLint) -> Result<(), EGLint> {
    let written = if out.is_null() { values.len() } else { values.len().min(size.max(0) as usize) };
    if !out.is_null() {
        // SAFETY: `written` is at most `size`, for which there is room by the contract; `values` is ours.
        unsafe { std::ptr::copy_nonoverlapping(values.as_ptr(), out, written) };
    }
    // SAFETY: by the contract.
    unsafe { put(count, written as EGLint) }
}
const _: () = assert!(size_of::<isize>() == size_of::<i64>(), "EGLAttrib lists are read as i64");
