//! Vertex formats, buffers, attribute defaults.

use crate::handle::RawHandle;

/// Generic vertex attributes.
pub const VERTEX_ATTRIBS: u32 = 16;
/// Vertex buffer binding points.
pub const VERTEX_BINDINGS: u32 = 16;

wire_enum! {
    /// How an attribute's components reach the shader.
    pub enum AttribClass: u8 {
        /// `glVertexAttribFormat`: as float, integers converted.
        Float = 0,
        /// `glVertexAttribFormat` with normalisation.
        Normalized = 1,
        /// `glVertexAttribIFormat`.
        Integer = 2,
        /// `glVertexAttribLFormat`.
        Double = 3,
    }
}

record! {
    /// A vertex format: its tail is `count` [`MGPVertexElement`]s, the enabled attributes only, by ascending location.
    pub struct MGPVertexElements [40] {
        0 elements: RawHandle = handle(VertexElements),
        8 content_hash: u64 = any,
        16 count: u32 = at_most(VERTEX_ATTRIBS),
        /// Bit i: attribute i is enabled.
        20 enabled_mask: u32 = any,
        24 pad: [u64; 2] = zero,
    }
}

record! {
    /// One enabled attribute (GL 4.6 core 10.3.1).
    pub struct MGPVertexElement [16] {
        0 location: u8 = at_most(VERTEX_ATTRIBS - 1),
        /// 1 to 4.
        1 components: u8 = at_most(4),
        /// An [`AttribClass`].
        2 class: u8 = one_of(AttribClass),
        /// `GL_BGRA` component order.
        3 bgra: u8 = flag,
        /// GL type.
        4 type_: u32 = any,
        8 relative_offset: u32 = any,
        /// Vertex buffer binding point.
        12 binding: u32 = at_most(VERTEX_BINDINGS - 1),
    }
}

record! {
    /// Vertex buffer binding points `start` to `start + count`, a [`MGPVertexBuffer`] each.
    pub struct MGPVertexBuffers [24] {
        0 start: u32 = at_most(VERTEX_BINDINGS),
        4 count: u32 = at_most(VERTEX_BINDINGS),
        8 content_hash: u64 = any,
        16 pad: u64 = zero,
    }
}

record! {
    /// One vertex buffer binding point.
    pub struct MGPVertexBuffer [32] {
        0 buffer: RawHandle = handle_or_null(Buffer),
        8 offset: u64 = any,
        16 stride: u32 = any,
        20 divisor: u32 = any,
        24 pad: u64 = zero,
    }
}

record! {
    /// The element array buffer, for draws that do not name their own.
    pub struct MGPIndexBuffer [24] {
        0 buffer: RawHandle = handle_or_null(Buffer),
        8 offset: u64 = any,
        16 pad: u64 = zero,
    }
}

record! {
    /// Values of attributes without an array; the tail has `count` [`MGPAttribDefault`]s, those that changed.
    pub struct MGPAttribDefaults [8] {
        0 count: u32 = at_most(VERTEX_ATTRIBS),
        4 pad: u32 = zero,
    }
}

record! {
    /// The current value of an attribute (GL 4.6 core 10.2).
    pub struct MGPAttribDefault [24] {
        0 location: u32 = at_most(VERTEX_ATTRIBS - 1),
        /// How the words are to be read.
        4 class: u32 = one_of(crate::records::clear_blit::ValueClass),
        8 value: [u32; 4] = any,
    }
}
