//! Memory of the application whose size only validation knows.

use std::marker::PhantomData;

/// Bytes of the application to read, or an offset in a pixel buffer.
#[derive(Clone, Copy, Debug)]
pub struct AppBytes<'a> {
    address: *const u8,
    /// Known when made from a slice.
    len: Option<usize>,
    life: PhantomData<&'a [u8]>,
}

impl<'a> AppBytes<'a> {
    /// The bytes at `address`.
    ///
    /// # Safety
    /// GL's contract for the call: when the call generates no error and no pixel buffer is bound, as many bytes as GL
    /// defines for its arguments can be read there for `'a`, unless the pointer is null.
    pub unsafe fn new<T>(address: *const T) -> Self {
        Self { address: address.cast(), len: None, life: PhantomData }
    }

    /// No bytes.
    pub const fn null() -> Self {
        Self { address: std::ptr::null(), len: Some(0), life: PhantomData }
    }

    /// The pointer as a number: an offset when a pixel buffer is bound.
    pub fn offset(&self) -> u64 {
        self.address as usize as u64
    }

    /// Whether the pointer is null.
    pub fn is_null(&self) -> bool {
        self.address.is_null()
    }

    /// The first `len` bytes, as GL defines `len` for the call's arguments, after the call has been validated; empty for null.
    pub fn bytes(&self, len: usize) -> &'a [u8] {
        if self.address.is_null() || len == 0 {
            return &[];
        }
        if let Some(have) = self.len {
            assert!(len <= have, "{len} bytes asked for, {have} there");
        }
        // SAFETY: the pointer is not null; that `len` bytes can be read is what `new` was promised (or the slice's
        // length, checked above), for the size GL defines, which callers compute with texel's layout functions.
        unsafe { std::slice::from_raw_parts(self.address, len) }
    }
}

impl<'a> From<&'a [u8]> for AppBytes<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Self { address: bytes.as_ptr(), len: Some(bytes.len()), life: PhantomData }
    }
}

/// Bytes of the application to write, or an offset in a pixel buffer.
#[derive(Debug)]
pub struct AppBytesMut<'a> {
    address: *mut u8,
    len: Option<usize>,
    life: PhantomData<&'a mut [u8]>,
}

impl<'a> AppBytesMut<'a> {
    /// The bytes at `address`.
    ///
    /// # Safety
    /// As [`AppBytes::new`], for writing.
    pub unsafe fn new<T>(address: *mut T) -> Self {
        Self { address: address.cast(), len: None, life: PhantomData }
    }

    /// The pointer as a number: an offset when a pixel buffer is bound.
    pub fn offset(&self) -> u64 {
        self.address as usize as u64
    }

    /// Whether the pointer is null.
    pub fn is_null(&self) -> bool {
        self.address.is_null()
    }

    /// The first `len` bytes, see [`AppBytes::bytes`].
    pub fn bytes(&mut self, len: usize) -> &mut [u8] {
        if self.address.is_null() || len == 0 {
            return &mut [];
        }
        if let Some(have) = self.len {
            assert!(len <= have, "{len} bytes asked for, {have} there");
        }
        // SAFETY: as in `AppBytes::bytes`; the borrow of `self` keeps the slice unique.
        unsafe { std::slice::from_raw_parts_mut(self.address, len) }
    }
}

impl<'a> From<&'a mut [u8]> for AppBytesMut<'a> {
    fn from(bytes: &'a mut [u8]) -> Self {
        Self { address: bytes.as_mut_ptr(), len: Some(bytes.len()), life: PhantomData }
    }
}

/// The `n` values at `address`; none when `n` is not positive or the pointer null.
///
/// # Safety
/// `n` values can be read at `address` for `'a`, unless it is null.
pub unsafe fn values<'a, T>(address: *const T, n: i32) -> &'a [T] {
    match usize::try_from(n) {
        // SAFETY: not null, and the caller promises `n` values.
        Ok(n) if n > 0 && !address.is_null() => unsafe { std::slice::from_raw_parts(address, n) },
        _ => &[],
    }
}

/// The `n` values at `address`, to write; none when `n` is not positive or the pointer null.
///
/// # Safety
/// `n` values can be written at `address` for `'a` and nobody else uses them, unless it is null.
pub unsafe fn values_mut<'a, T>(address: *mut T, n: i32) -> &'a mut [T] {
    match usize::try_from(n) {
        // SAFETY: not null, and the caller promises `n` values of its own.
        Ok(n) if n > 0 && !address.is_null() => unsafe { std::slice::from_raw_parts_mut(address, n) },
        _ => &mut [],
    }
}
