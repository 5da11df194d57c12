//! Draws, dispatches and barriers.

use crate::handle::RawHandle;

/// Bits of [`MGPDrawInfo::flags`].
pub mod draw_flags {
    /// The tail is one [`MGPDrawIndirect`](super::MGPDrawIndirect).
    pub const INDIRECT: u8 = 1 << 0;
    /// `restart_index` is meant.
    pub const PRIMITIVE_RESTART: u8 = 1 << 1;
    /// `min_index` and `max_index` are meant (`glDrawRangeElements`).
    pub const INDEX_BOUNDS: u8 = 1 << 2;
    /// The count comes from a transform feedback object (`glDrawTransformFeedback`); `index_resource` names it.
    pub const FROM_XFB: u8 = 1 << 3;
    /// All of them.
    pub const ALL: u8 = (1 << 4) - 1;
}

record! {
    /// Every draw call. Indexed draws read `index_resource` from `start * index_size` of each range.
    pub struct MGPDrawInfo [56] {
        /// GL primitive mode.
        0 mode: u32 = at_most(14),
        /// 0, 1, 2 or 4 bytes.
        4 index_size: u8 = at_most(4),
        /// See [`draw_flags`].
        5 flags: u8 = bits(draw_flags::ALL),
        6 pad0: u16 = zero,
        8 instance_count: u32 = any,
        12 start_instance: u32 = any,
        16 restart_index: u32 = any,
        /// `gl_DrawID` of the first range.
        20 draw_id_offset: u32 = any,
        /// The index buffer, or the transform feedback object.
        24 index_resource: RawHandle = raw_handle,
        /// The lowest index; the vertex stream, where the count comes from a transform feedback object.
        32 min_index: u32 = any,
        36 max_index: u32 = any,
        /// Vertices that an active transform feedback can capture, when the client knows.
        40 xfb_cpu_captured_vertices: u64 = any,
        /// Ranges in the tail.
        48 num_draws: u32 = at_most(1 << 20),
        52 pad1: u32 = zero,
    }
}

record! {
    /// One draw of a multi-draw.
    pub struct MGPDrawRange [12] {
        /// First vertex, or first index.
        0 start: u32 = any,
        4 count: u32 = any,
        /// `basevertex`.
        8 bias: i32 = any,
    }
}

record! {
    /// Where an indirect draw finds its parameters.
    pub struct MGPDrawIndirect [40] {
        0 buffer: RawHandle = handle(Buffer),
        8 offset: u64 = any,
        /// Bytes from one command to the next.
        16 stride: u32 = any,
        20 draw_count: u32 = any,
        /// `glMultiDraw*IndirectCount`; null otherwise.
        24 count_buffer: RawHandle = handle_or_null(Buffer),
        32 count_offset: u64 = any,
    }
}

record! {
    /// Compute dispatch, direct or indirect.
    pub struct MGPGridInfo [48] {
        /// Work groups.
        0 groups: [u32; 3] = any,
        12 pad0: u32 = zero,
        /// Null: direct.
        16 indirect_buffer: RawHandle = handle_or_null(Buffer),
        24 indirect_offset: u64 = any,
        32 pad1: [u64; 2] = zero,
    }
}

record! {
    /// `glMemoryBarrier`, `glMemoryBarrierByRegion`.
    pub struct MGPMemoryBarrier [8] {
        0 barriers: u32 = any,
        4 by_region: u32 = at_most(1),
    }
}

impl MGPDrawInfo {
    /// Words of 32 bits in the tail: `num_draws` ranges, or one indirect description.
    pub fn tail_words(&self) -> u64 {
        if self.flags & draw_flags::INDIRECT != 0 { 10 } else { 3 * u64::from(self.num_draws) }
    }
}

impl crate::decode::Record<'_, MGPDrawInfo, crate::primitive::MGPWord> {
    /// The ranges of a draw that is not indirect.
    pub fn ranges(&self) -> &[MGPDrawRange] {
        use zerocopy::{FromBytes, IntoBytes};
        if self.payload.flags & draw_flags::INDIRECT != 0 {
            return &[];
        }
        <[MGPDrawRange]>::ref_from_bytes(self.tail.as_bytes()).expect("three words each, by the size rule")
    }
    /// The description of an indirect draw.
    pub fn indirect(&self) -> Option<MGPDrawIndirect> {
        use zerocopy::{FromBytes, IntoBytes};
        (self.payload.flags & draw_flags::INDIRECT != 0)
            .then(|| MGPDrawIndirect::read_from_bytes(self.tail.as_bytes()).expect("ten words, by the size rule"))
    }
}
