//! Mapped memory that another process may write at any time.
//!
//! No Rust reference is ever made to bytes that the peer may write; they are reached through the raw copies here.
//! Under loom a region is heap memory, and every access is reported to a tracking cell per eight bytes, so that the
//! model checker finds two accesses without an order between them.

/// One mapped segment. Dropping it unmaps it.
pub(crate) struct Region {
    base: *mut u8,
    len: usize,
    #[cfg(not(loom))]
    _map: memmap2::MmapRaw,
    #[cfg(loom)]
    _heap: Vec<u64>,
    #[cfg(loom)]
    cells: Vec<loom::cell::UnsafeCell<()>>,
}

// SAFETY: the region owns its mapping and hands out nothing but raw pointers and copies; whoever dereferences them
// argues at that place why no other thread of this process touches the same bytes.
unsafe impl Send for Region {}
// SAFETY: as above, `&Region` gives no access by itself.
unsafe impl Sync for Region {}

impl Region {
    #[cfg(not(loom))]
    pub(crate) fn new(map: memmap2::MmapRaw) -> Self {
        Self { base: map.as_mut_ptr(), len: map.len(), _map: map }
    }

    #[cfg(loom)]
    pub(crate) fn heap(len: usize) -> Self {
        let mut heap = vec![0u64; len.div_ceil(8)];
        let cells = (0..len.div_ceil(8)).map(|_| loom::cell::UnsafeCell::new(())).collect();
        Self { base: heap.as_mut_ptr().cast(), len, _heap: heap, cells }
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn base(&self) -> *mut u8 {
        self.base
    }

    /// The address of `offset`, which has to lie in the region (or one past it).
    pub(crate) fn at(&self, offset: usize) -> *mut u8 {
        assert!(offset <= self.len, "offset {offset} outside a region of {} bytes", self.len);
        self.base.wrapping_add(offset)
    }

    /// Tells the model checker that this thread writes `len` bytes at `offset`.
    #[inline(always)]
    pub(crate) fn writes(&self, _offset: usize, _len: usize) {
        #[cfg(loom)]
        for cell in &self.cells[_offset / 8..(_offset + _len).div_ceil(8)] {
            cell.with_mut(|_| ());
        }
    }

    /// Tells the model checker that this thread reads `len` bytes at `offset`.
    #[inline(always)]
    pub(crate) fn reads(&self, _offset: usize, _len: usize) {
        #[cfg(loom)]
        for cell in &self.cells[_offset / 8..(_offset + _len).div_ceil(8)] {
            cell.with(|_| ());
        }
    }

    /// Reads one word, once. `offset` is a multiple of 8.
    #[inline(always)]
    pub(crate) fn read_u64(&self, offset: usize) -> u64 {
        debug_assert!(offset.is_multiple_of(8));
        assert!(offset < self.len && self.len - offset >= 8, "word at {offset} outside the region");
        self.reads(offset, 8);
        // SAFETY: the eight bytes lie in the mapping (asserted) and are aligned, because mappings are page-aligned and
        // the offset is a multiple of 8. The read is volatile, so it happens exactly once, whatever the peer does.
        unsafe { self.base.add(offset).cast::<u64>().read_volatile() }
    }

    /// Writes one word. `offset` is a multiple of 8, and the region has to be one that this side writes.
    #[inline(always)]
    pub(crate) fn write_u64(&self, offset: usize, value: u64) {
        debug_assert!(offset.is_multiple_of(8));
        assert!(offset < self.len && self.len - offset >= 8, "word at {offset} outside the region");
        self.writes(offset, 8);
        // SAFETY: in the mapping and aligned, as in `read_u64`. Only the one part that owns this range's writing side
        // calls this for it, so no other thread of this process touches it.
        unsafe { self.base.add(offset).cast::<u64>().write_volatile(value) }
    }

    /// Copies `len` bytes at `offset` to `dst`. What arrives may be torn if the peer misbehaves; it is never read again.
    ///
    /// # Safety
    /// `dst` is valid for writes of `len` bytes and doesn't overlap the region.
    #[inline(always)]
    pub(crate) unsafe fn copy_out(&self, offset: usize, dst: *mut u8, len: usize) {
        assert!(offset <= self.len && len <= self.len - offset, "{offset}+{len} outside the region");
        self.reads(offset, len);
        // SAFETY: the source lies in the mapping (asserted), the caller vouches for the destination.
        unsafe { std::ptr::copy_nonoverlapping(self.base.add(offset), dst, len) };
        // The destination's address escapes here: from now on the compiler has to take the bytes from the copy and
        // can't fetch them from shared memory a second time.
        std::hint::black_box(dst);
    }

    /// Copies `src` to `offset`, in a region that this side writes.
    pub(crate) fn copy_in(&self, offset: usize, src: &[u8]) {
        assert!(offset <= self.len && src.len() <= self.len - offset, "{offset}+{} outside the region", src.len());
        self.writes(offset, src.len());
        // SAFETY: the destination lies in the mapping (asserted); `src` is private memory and can't overlap it.
        unsafe { std::ptr::copy_nonoverlapping(src.as_ptr(), self.base.add(offset), src.len()) }
    }
}
