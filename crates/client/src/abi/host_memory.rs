//! Memory that the application has a pointer to for as long as it likes: a buffer that stays mapped. Other threads may write it
//! at any time, so no reference into it is ever made; bytes are copied in and out, and what was copied is judged.

mod tracking;

use std::{io, ops::Range, ptr::NonNull};
pub use tracking::available as page_tracking_available;

/// Bytes of a granule: what changes are looked for in, the smallest page that systems have.
pub const GRANULE: usize = 4096;

/// Page-aligned memory, all zeros at first. What system calls need to know of it is kept here.
#[derive(Debug)]
pub struct HostMemory {
    base: NonNull<u8>,
    len: usize,
    tracked: bool,
}

// SAFETY: the memory is this value's own mapping, and nothing but addresses and copied bytes leaves its methods.
unsafe impl Send for HostMemory {}
// SAFETY: as above; `&self` copies in and out of memory that is shared with the application's threads in any case.
unsafe impl Sync for HostMemory {}

impl HostMemory {
    /// At least `len` bytes, whole granules. With `tracked` the system notes which pages are written; memory that it will not
    /// do that for is untracked ([`HostMemory::is_tracked`]).
    ///
    /// # Errors
    /// There is no such memory.
    pub fn new(len: usize, tracked: bool) -> io::Result<HostMemory> {
        let len = len.max(1).next_multiple_of(tracking::page_size().max(GRANULE));
        let (protection, flags) = (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS);
        // SAFETY: a new anonymous mapping at an address of the system's choice touches nothing that exists.
        let base = unsafe { libc::mmap(std::ptr::null_mut(), len, protection, flags, -1, 0) };
        if base == libc::MAP_FAILED {
            return Err(io::Error::last_os_error());
        }
        let base = NonNull::new(base.cast()).ok_or(io::ErrorKind::OutOfMemory)?;
        let mut memory = HostMemory { base, len, tracked: false };
        memory.tracked = tracked && tracking::track(base.as_ptr() as usize, len);
        Ok(memory)
    }

    /// Whether the system notes which pages are written.
    pub fn is_tracked(&self) -> bool {
        self.tracked
    }

    /// Where the application writes.
    pub fn pointer(&self) -> *mut u8 {
        self.base.as_ptr()
    }

    /// Bytes, a whole number of granules.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Copies bytes from `offset` on out.
    ///
    /// # Panics
    /// The range leaves the memory.
    pub fn copy_out(&self, offset: usize, out: &mut [u8]) {
        assert!(offset <= self.len && out.len() <= self.len - offset, "{offset}+{} leaves the mapping", out.len());
        // SAFETY: the source lies in the mapping (asserted), which lives as long as `self`; `out` is private memory. The
        // application may write meanwhile: what arrives may be torn, and the next look finds the page changed.
        unsafe { std::ptr::copy_nonoverlapping(self.base.as_ptr().add(offset), out.as_mut_ptr(), out.len()) }
        // From here on the bytes are those of the copy and are not fetched again.
        std::hint::black_box(out.as_mut_ptr());
    }

    /// Copies bytes to `offset`.
    ///
    /// # Panics
    /// The range leaves the memory.
    pub fn copy_in(&self, offset: usize, bytes: &[u8]) {
        assert!(offset <= self.len && bytes.len() <= self.len - offset, "{offset}+{} leaves the mapping", bytes.len());
        // SAFETY: the destination lies in the mapping (asserted); `bytes` is private memory. The application looks at these
        // bytes only after a synchronisation that comes after this copy (GL 4.6 core 6.3).
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), self.base.as_ptr().add(offset), bytes.len()) }
    }

    /// The parts of `range` that have been written since the last call that saw them, as whole granules in order. Everything
    /// when the system does not know.
    pub fn written(&self, range: Range<usize>) -> Vec<Range<usize>> {
        let granules = range.start / GRANULE * GRANULE..range.end.next_multiple_of(GRANULE).min(self.len);
        if self.tracked {
            let base = self.base.as_ptr() as usize;
            if let Some(found) = tracking::written(base, self.len, granules.clone()) {
                return found;
            }
        }
        vec![granules]
    }
}

impl Drop for HostMemory {
    fn drop(&mut self) {
        // SAFETY: the mapping that `new` made, and nobody has its address any more but an application that uses a pointer
        // after the end of its mapping.
        unsafe { libc::munmap(self.base.as_ptr().cast(), self.len) };
    }
}

#[cfg(test)]
#[allow(clippy::single_range_in_vec_init)]
mod tests {
    use super::*;

    // red once: with the write protection left out of the scan, the second look found the pages again
    #[test]
    fn the_system_names_written_pages_once() {
        if !page_tracking_available() {
            eprintln!("skipped: kernels before Linux 6.7 know no asynchronous write protection");
            return;
        }
        let memory = HostMemory::new(1 << 20, true).expect("memory");
        assert!(memory.is_tracked());
        memory.written(0..1 << 20);
        assert!(memory.written(0..1 << 20).is_empty());
        memory.copy_in(5 * GRANULE + 7, &[1]);
        memory.copy_in(9 * GRANULE - 1, &[1, 2]);
        assert_eq!(memory.written(8 * GRANULE..9 * GRANULE), [8 * GRANULE..9 * GRANULE], "only where it was asked for");
        let rest: Vec<_> = memory.written(0..1 << 20);
        assert_eq!(rest, [5 * GRANULE..6 * GRANULE, 9 * GRANULE..10 * GRANULE]);
        assert!(memory.written(0..1 << 20).is_empty());
    }

    // red once: with nothing for memory that is not tracked
    #[test]
    fn untracked_memory_may_have_changed_everywhere() {
        let memory = HostMemory::new(3 * GRANULE, false).expect("memory");
        assert!(!memory.is_tracked());
        assert_eq!(memory.written(GRANULE + 1..GRANULE + 2), [GRANULE..2 * GRANULE]);
    }
}
