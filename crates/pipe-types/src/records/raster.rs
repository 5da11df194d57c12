//! Fixed state: an immutable, content-addressed pipeline part and a dynamic rest, both cut into chunks.
//!
//! A blob of chunks is the structs of the set bits of its mask, ascending, without gaps. GL enums stand as they are, cut to 16
//! bits where they fit.

use crate::{handle::RawHandle, primitive::MGPBlobRef};

/// Bits of [`MGPRenderStateDesc::chunk_mask`]. A render state always has all chunks.
pub mod pipeline_chunk {
    /// [`MGPBlendChunk`](super::MGPBlendChunk).
    pub const BLEND: u32 = 1 << 0;
    /// [`MGPDepthStencilChunk`](super::MGPDepthStencilChunk).
    pub const DEPTH_STENCIL: u32 = 1 << 1;
    /// [`MGPRasterChunk`](super::MGPRasterChunk).
    pub const RASTER: u32 = 1 << 2;
    /// [`MGPMultisampleChunk`](super::MGPMultisampleChunk).
    pub const MULTISAMPLE: u32 = 1 << 3;
    /// All of them.
    pub const ALL: u32 = (1 << 4) - 1;
}

/// Bits of [`MGPDynamicState::chunk_mask`].
pub mod dynamic_chunk {
    /// [`MGPViewport`](super::MGPViewport) of index 0.
    pub const VIEWPORT0: u32 = 1 << 0;
    /// Viewports 1 to 15.
    pub const VIEWPORTS: u32 = 1 << 1;
    /// [`MGPScissor`](super::MGPScissor) of index 0.
    pub const SCISSOR0: u32 = 1 << 2;
    /// Scissors 1 to 15.
    pub const SCISSORS: u32 = 1 << 3;
    /// [`MGPBlendColor`](super::MGPBlendColor).
    pub const BLEND_COLOR: u32 = 1 << 4;
    /// [`MGPStencilDynamic`](super::MGPStencilDynamic).
    pub const STENCIL: u32 = 1 << 5;
    /// [`MGPLineDynamic`](super::MGPLineDynamic).
    pub const LINE: u32 = 1 << 6;
    /// [`MGPSampleDynamic`](super::MGPSampleDynamic).
    pub const SAMPLE: u32 = 1 << 7;
    /// All of them.
    pub const ALL: u32 = (1 << 8) - 1;
}

record! {
    /// Creates a render state from all pipeline chunks.
    pub struct MGPRenderStateDesc [48] {
        0 state: RawHandle = handle(RenderState),
        8 content_hash: u64 = any,
        /// See [`pipeline_chunk`].
        16 chunk_mask: u32 = bits(pipeline_chunk::ALL),
        20 pad: u32 = zero,
        24 blob: MGPBlobRef = blob,
    }
}

record! {
    /// Makes a render state current.
    pub struct MGPBindRenderState [12] {
        0 state: RawHandle = handle(RenderState),
        8 pad: u32 = zero,
    }
}

record! {
    /// Dynamic chunks that changed.
    pub struct MGPDynamicState [32] {
        /// See [`dynamic_chunk`].
        0 chunk_mask: u32 = bits(dynamic_chunk::ALL),
        4 pad: u32 = zero,
        8 blob: MGPBlobRef = blob,
    }
}

record! {
    /// Blending of one draw buffer (GL 4.6 core 17.3.6).
    pub struct MGPBlendTarget [16] {
        0 enable: u8 = flag,
        /// Bit 0 red to bit 3 alpha.
        1 color_mask: u8 = at_most(15),
        2 equation_rgb: u16 = any,
        4 equation_alpha: u16 = any,
        6 src_rgb: u16 = any,
        8 dst_rgb: u16 = any,
        10 src_alpha: u16 = any,
        12 dst_alpha: u16 = any,
        14 pad: u16 = zero,
    }
}

record! {
    /// Blending, colour masks, logic operation, dither, sRGB.
    pub struct MGPBlendChunk [136] {
        0 targets: [MGPBlendTarget; 8] = nested,
        128 logic_op: u16 = any,
        130 logic_op_enable: u8 = flag,
        131 dither: u8 = flag,
        /// `GL_FRAMEBUFFER_SRGB`.
        132 framebuffer_srgb: u8 = flag,
        133 pad: [u8; 3] = zero,
    }
}

record! {
    /// Stencil test of one face (GL 4.6 core 17.3.3).
    pub struct MGPStencilFace [8] {
        0 func: u16 = any,
        2 fail: u16 = any,
        4 depth_fail: u16 = any,
        6 depth_pass: u16 = any,
    }
}

record! {
    /// Depth and stencil tests.
    pub struct MGPDepthStencilChunk [24] {
        0 depth_test: u8 = flag,
        1 depth_write: u8 = flag,
        2 depth_func: u16 = any,
        4 stencil_test: u8 = flag,
        5 pad: [u8; 3] = zero,
        /// Front, back.
        8 stencil: [MGPStencilFace; 2] = nested,
    }
}

record! {
    /// Rasterisation and vertex processing.
    pub struct MGPRasterChunk [56] {
        0 cull_face: u8 = flag,
        1 polygon_offset_fill: u8 = flag,
        2 polygon_offset_line: u8 = flag,
        3 polygon_offset_point: u8 = flag,
        4 cull_mode: u16 = any,
        6 front_face: u16 = any,
        /// `GL_FILL`, `GL_LINE` or `GL_POINT`, both faces (core profile).
        8 polygon_mode: u16 = any,
        10 provoking_vertex: u16 = any,
        12 clip_origin: u16 = any,
        14 clip_depth: u16 = any,
        16 polygon_offset_factor: f32 = any,
        20 polygon_offset_units: f32 = any,
        24 polygon_offset_clamp: f32 = any,
        28 rasterizer_discard: u8 = flag,
        29 depth_clamp: u8 = flag,
        /// `GL_PROGRAM_POINT_SIZE`.
        30 program_point_size: u8 = flag,
        /// `GL_POINT_SPRITE_COORD_ORIGIN` is the lower left.
        31 point_origin_lower_left: u8 = flag,
        /// Enabled clip distances.
        32 clip_distance_mask: u8 = any,
        33 line_smooth: u8 = flag,
        34 polygon_smooth: u8 = flag,
        /// `GL_TEXTURE_CUBE_MAP_SEAMLESS`.
        35 cube_map_seamless: u8 = flag,
        36 primitive_restart: u8 = flag,
        37 primitive_restart_fixed_index: u8 = flag,
        38 pad0: u16 = zero,
        40 restart_index: u32 = any,
        44 pad1: [u32; 3] = zero,
    }
}

record! {
    /// Multisampling.
    pub struct MGPMultisampleChunk [16] {
        0 multisample: u8 = flag,
        1 sample_alpha_to_coverage: u8 = flag,
        2 sample_alpha_to_one: u8 = flag,
        3 sample_coverage: u8 = flag,
        4 sample_coverage_invert: u8 = flag,
        5 sample_mask: u8 = flag,
        6 sample_shading: u8 = flag,
        7 pad: u8 = zero,
        8 sample_coverage_value: f32 = any,
        12 min_sample_shading: f32 = any,
    }
}

record! {
    /// A viewport and its depth range.
    pub struct MGPViewport [24] {
        0 x: f32 = any,
        4 y: f32 = any,
        8 width: f32 = any,
        12 height: f32 = any,
        16 near: f32 = any,
        20 far: f32 = any,
    }
}

record! {
    /// A scissor rectangle.
    pub struct MGPScissor [20] {
        0 x: i32 = any,
        4 y: i32 = any,
        8 width: i32 = any,
        12 height: i32 = any,
        /// `GL_SCISSOR_TEST` of this index.
        16 enable: u32 = at_most(1),
    }
}

record! {
    /// `glBlendColor`.
    pub struct MGPBlendColor [16] {
        0 color: [f32; 4] = any,
    }
}

record! {
    /// Stencil reference and masks, front and back.
    pub struct MGPStencilDynamic [24] {
        0 reference: [i32; 2] = any,
        8 value_mask: [u32; 2] = any,
        16 write_mask: [u32; 2] = any,
    }
}

record! {
    /// Line width and point size.
    pub struct MGPLineDynamic [16] {
        0 line_width: f32 = any,
        4 point_size: f32 = any,
        8 point_fade_threshold: f32 = any,
        12 pad: u32 = zero,
    }
}

record! {
    /// `glSampleMaski`.
    pub struct MGPSampleDynamic [8] {
        0 mask: [u32; 2] = any,
    }
}

record! {
    /// Tessellation patches (GL 4.6 core 10.1.15, 11.2.2).
    pub struct MGPPatchState [40] {
        0 vertices: u32 = any,
        4 outer: [f32; 4] = any,
        20 inner: [f32; 2] = any,
        28 pad: [u32; 3] = zero,
    }
}
