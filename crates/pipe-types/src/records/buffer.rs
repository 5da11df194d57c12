//! Buffers: ranges, copies, clears, mappings. Creation and uploads are in [`super::resource`].

use crate::handle::RawHandle;

record! {
    /// A byte range of a buffer.
    pub struct MGPBufferRange [24] {
        /// The buffer.
        0 buffer: RawHandle = handle(Buffer),
        /// First byte.
        8 offset: u64 = any,
        /// Bytes.
        16 size: u64 = any,
    }
}

record! {
    /// `glCopyBufferSubData`.
    pub struct MGPBufferCopy [40] {
        /// Read from.
        0 src: RawHandle = handle(Buffer),
        /// Written to.
        8 dst: RawHandle = handle(Buffer),
        16 src_offset: u64 = any,
        24 dst_offset: u64 = any,
        32 size: u64 = any,
    }
}

record! {
    /// `glClearBuffer(Sub)Data`, with the element already converted to the buffer's layout.
    pub struct MGPBufferClear [48] {
        0 buffer: RawHandle = handle(Buffer),
        8 offset: u64 = any,
        /// Bytes, a multiple of `element_size`.
        16 size: u64 = any,
        /// Bytes of one element, 1 to 16.
        24 element_size: u32 = at_most(16),
        28 pad: u32 = zero,
        /// The element; bytes past `element_size` are zero.
        32 element: [u8; 16] = any,
    }
}

record! {
    /// A persistent mapping begins: the client pushes the pages that changed from now on.
    pub struct MGPMapPersistent [32] {
        0 buffer: RawHandle = handle(Buffer),
        8 offset: u64 = any,
        16 size: u64 = any,
        /// GL map access bits.
        24 access: u32 = any,
        28 pad: u32 = zero,
    }
}
