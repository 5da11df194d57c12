//! Sampler state, restricting views, and what is bound to the texture units.

use crate::{handle::RawHandle, primitive::MGPBlobRef, records::resource::ResourceTarget};

/// Texture units: one merged array, no stage dimension.
pub const TEXTURE_UNITS: u32 = 192;

record! {
    /// Creates (or redefines) a sampler state object; its blob is one [`MGPSamplerState`].
    pub struct MGPSamplerDesc [32] {
        0 sampler: RawHandle = handle(Sampler),
        8 blob: MGPBlobRef = blob,
    }
}

wire_enum! {
    /// Which form of the border colour was set last.
    pub enum BorderForm: u32 {
        /// `glSamplerParameterfv`, `iv`.
        Float = 0,
        /// `glSamplerParameterIiv`.
        Int = 1,
        /// `glSamplerParameterIuiv`.
        Uint = 2,
    }
}

record! {
    /// All sampler parameters (GL 4.6 core 8.2), as GL enums.
    pub struct MGPSamplerState [104] {
        0 min_filter: u32 = any,
        4 mag_filter: u32 = any,
        8 wrap_s: u32 = any,
        12 wrap_t: u32 = any,
        16 wrap_r: u32 = any,
        20 compare_mode: u32 = any,
        24 compare_func: u32 = any,
        28 min_lod: f32 = any,
        32 max_lod: f32 = any,
        36 lod_bias: f32 = any,
        40 max_anisotropy: f32 = any,
        /// A [`BorderForm`].
        44 border_form: u32 = one_of(BorderForm),
        48 border_float: [f32; 4] = any,
        64 border_int: [i32; 4] = any,
        80 border_uint: [u32; 4] = any,
        /// `GL_TEXTURE_SRGB_DECODE_EXT`: 0 decode, 1 skip.
        96 srgb_skip_decode: u8 = flag,
        /// `GL_TEXTURE_CUBE_MAP_SEAMLESS` of this sampler.
        97 cube_map_seamless: u8 = flag,
        98 pad: [u8; 6] = zero,
    }
}

record! {
    /// A view that restricts a texture (`glTextureView`), for sampling.
    pub struct MGPSamplerView [36] {
        0 view: RawHandle = handle(SamplerView),
        8 texture: RawHandle = handle(Texture),
        /// The aliasing internal format.
        16 internal_format: u32 = any,
        /// A [`ResourceTarget`].
        20 target: u8 = one_of(ResourceTarget),
        21 pad0: [u8; 3] = zero,
        24 min_level: u16 = any,
        26 num_levels: u16 = any,
        28 min_layer: u16 = any,
        30 num_layers: u16 = any,
        32 samples: u16 = any,
        34 fixed_sample_locations: u8 = flag,
        35 pad1: u8 = zero,
    }
}

record! {
    /// What is bound to texture units `start` to `start + count`; the tail says it unit by unit.
    pub struct MGPSamplerViews [16] {
        0 start: u32 = at_most(TEXTURE_UNITS),
        4 count: u32 = at_most(TEXTURE_UNITS),
        8 content_hash: u64 = any,
    }
}

record! {
    /// One texture unit. A null texture samples as GL's incomplete texture.
    pub struct MGPBoundView [24] {
        /// Null: the texture itself, unrestricted.
        0 view: RawHandle = handle_or_null(SamplerView),
        8 texture: RawHandle = handle_or_null(Texture),
        16 unit: u32 = at_most(TEXTURE_UNITS - 1),
        20 pad: u32 = zero,
    }
}

record! {
    /// Sampler objects of texture units `start` to `start + count`; the tail has a [`MGPBoundSampler`] each.
    pub struct MGPSamplerStates [16] {
        0 start: u32 = at_most(TEXTURE_UNITS),
        4 count: u32 = at_most(TEXTURE_UNITS),
        8 content_hash: u64 = any,
    }
}

record! {
    /// The sampler object of a unit.
    pub struct MGPBoundSampler [8] {
        /// Null: the texture's built-in state.
        0 sampler: RawHandle = handle_or_null(Sampler),
    }
}
