//! The application's pointers.

use super::types::{GLchar, GLsizei};

/// `len` values of the application; empty for a null pointer.
///
/// # Safety
/// `ptr` is null or readable for `len` values for as long as the slice is used.
#[inline]
pub(in crate::abi) unsafe fn slice<'a, T>(ptr: *const T, len: usize) -> &'a [T] {
    if ptr.is_null() || len == 0 {
        return &[];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts(ptr, len) }
}

/// Room of the application for `len` values; empty for a null pointer.
///
/// # Safety
/// `ptr` is null or writable for `len` values, which nobody else uses, for as long as the slice is used.
#[inline]
pub(in crate::abi) unsafe fn slice_mut<'a, T>(ptr: *mut T, len: usize) -> &'a mut [T] {
    if ptr.is_null() || len == 0 {
        return &mut [];
    }
    // SAFETY: as the caller promises.
    unsafe { std::slice::from_raw_parts_mut(ptr, len) }
}

/// A string of `len` bytes, or up to its zero when `len` is negative.
///
/// # Safety
/// `ptr` is null or readable for that many bytes for as long as the slice is used.
pub(in crate::abi) unsafe fn text<'a>(ptr: *const GLchar, len: isize) -> &'a [u8] {
    if ptr.is_null() {
        return &[];
    }
    if len < 0 {
        // SAFETY: as the caller promises.
        return unsafe { std::ffi::CStr::from_ptr(ptr) }.to_bytes();
    }
    // SAFETY: as the caller promises.
    unsafe { slice(ptr.cast::<u8>(), len as usize) }
}

/// Stores `value`, unless the pointer is null.
///
/// # Safety
/// `ptr` is null or writable.
#[inline]
pub(in crate::abi) unsafe fn put<T>(ptr: *mut T, value: T) {
    if !ptr.is_null() {
        // SAFETY: as the caller promises.
        unsafe { ptr.write(value) };
    }
}

/// Writes as much of `text` as fits with its zero, and how much that was (GL 4.6 core 7.14). A negative size is the caller's
/// error to find.
///
/// # Safety
/// `out` is null or writable for `size` bytes, `length` is null or writable.
pub(in crate::abi) unsafe fn put_text(text: &[u8], size: GLsizei, length: *mut GLsizei, out: *mut GLchar) {
    let mut written = 0;
    if size > 0 && !out.is_null() {
        written = text.len().min(size as usize - 1);
        // SAFETY: `written + 1` is at most `size`; text and room do not overlap, the text is ours.
        unsafe {
            std::ptr::copy_nonoverlapping(text.as_ptr(), out.cast::<u8>(), written);
            out.add(written).write(0);
        }
    }
    // SAFETY: as the caller promises.
    unsafe { put(length, written as GLsizei) };
}
