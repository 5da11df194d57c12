//! Clears, blits, invalidation.

use crate::handle::RawHandle;

wire_enum! {
    /// Which clear call.
    pub enum ClearKind: u32 {
        /// `glClear`: `buffer_mask` says which buffers.
        Whole = 0,
        /// `glClearBuffer*v(GL_COLOR, index)`.
        Color = 1,
        /// `glClearBufferfv(GL_DEPTH)`.
        Depth = 2,
        /// `glClearBufferiv(GL_STENCIL)`.
        Stencil = 3,
        /// `glClearBufferfi(GL_DEPTH_STENCIL)`.
        DepthStencil = 4,
    }
}

wire_enum! {
    /// How the four words of a colour are to be read.
    pub enum ValueClass: u32 {
        /// f32 bits.
        Float = 0,
        /// i32.
        Int = 1,
        /// u32.
        Uint = 2,
    }
}

wire_enum! {
    /// How a blit that scales takes its texels.
    pub enum BlitFilter: u32 {
        /// `GL_NEAREST`.
        Nearest = 0x2600,
        /// `GL_LINEAR`.
        Linear = 0x2601,
    }
}

/// `GL_COLOR_BUFFER_BIT`, `GL_DEPTH_BUFFER_BIT` and `GL_STENCIL_BUFFER_BIT`.
pub const BUFFER_BITS: u32 = 0x4000 | 0x100 | 0x400;

record! {
    /// Every kind of clear. Colour, depth and stencil masks, scissor and rasterizer discard come from the pushed state.
    pub struct MGPClear [48] {
        /// Null: the bound draw framebuffer.
        0 fbo: RawHandle = handle_or_null(Framebuffer),
        /// A [`ClearKind`].
        8 kind: u32 = one_of(ClearKind),
        /// Draw buffer of a colour clear.
        12 draw_buffer_index: i32 = any,
        /// `GL_*_BUFFER_BIT`s of a whole clear.
        16 buffer_mask: u32 = bits(BUFFER_BITS),
        /// A [`ValueClass`].
        20 value_class: u32 = one_of(ValueClass),
        24 color_value: [u32; 4] = any,
        40 depth_value: f32 = any,
        44 stencil_value: i32 = any,
    }
}

record! {
    /// `glBlitFramebuffer` and the named form. Both framebuffers are named; null means the bound one.
    pub struct MGPBlit [56] {
        0 read_fbo: RawHandle = handle_or_null(Framebuffer),
        8 draw_fbo: RawHandle = handle_or_null(Framebuffer),
        /// x0, y0, x1, y1.
        16 src: [i32; 4] = any,
        /// x0, y0, x1, y1.
        32 dst: [i32; 4] = any,
        /// `GL_*_BUFFER_BIT`s.
        48 mask: u32 = bits(BUFFER_BITS),
        /// A [`BlitFilter`].
        52 filter: u32 = one_of(BlitFilter),
    }
}

record! {
    /// `glInvalidate(Sub)Framebuffer`: a hint; the tail has the attachment enums.
    pub struct MGPInvalidate [32] {
        /// Null: the bound draw framebuffer.
        0 fbo: RawHandle = handle_or_null(Framebuffer),
        8 count: u32 = at_most(16),
        /// The rectangle is the whole framebuffer.
        12 whole: u32 = at_most(1),
        /// x, y, width, height.
        16 rect: [i32; 4] = any,
    }
}
