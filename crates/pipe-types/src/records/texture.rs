//! Textures: parameters, uploads from buffers, clears, mipmaps.

use crate::{handle::RawHandle, primitive::MGPBox, records::resource::UploadTarget};

wire_enum! {
    /// One component of a texture swizzle.
    pub enum Swizzle: u8 {
        /// `GL_RED`.
        Red = 0,
        /// `GL_GREEN`.
        Green = 1,
        /// `GL_BLUE`.
        Blue = 2,
        /// `GL_ALPHA`.
        Alpha = 3,
        /// `GL_ZERO`.
        Zero = 4,
        /// `GL_ONE`.
        One = 5,
    }
}

record! {
    /// What `glTexParameter*` sets on a texture itself (GL 4.6 core 8.10). Its filter, wrap, border and compare state are
    /// the sampler object that `builtin_sampler` names.
    pub struct MGPTextureParams [40] {
        0 texture: RawHandle = handle(Texture),
        8 builtin_sampler: RawHandle = handle(Sampler),
        16 base_level: u16 = any,
        18 max_level: u16 = any,
        /// Four [`Swizzle`]s.
        20 swizzle: [u8; 4] = any,
        /// 0 samples depth, 1 samples stencil.
        24 depth_stencil_mode: u8 = at_most(1),
        /// Push the parameters to the driver even where they look unchanged.
        25 force_resync: u8 = flag,
        /// Push the built-in sampler state again (the driver texture was re-created).
        26 sampler_resync: u8 = flag,
        27 pad: u8 = zero,
        28 min_lod: f32 = any,
        32 max_lod: f32 = any,
        36 lod_bias: f32 = any,
    }
}

record! {
    /// An upload whose texels lie in a buffer (`GL_PIXEL_UNPACK_BUFFER` bound), in the application's format and type.
    pub struct MGPBufferUpload [96] {
        0 texture: RawHandle = handle(Texture),
        8 buffer: RawHandle = handle(Buffer),
        /// First byte in the buffer.
        16 offset: u64 = any,
        24 region: MGPBox = nested,
        /// GL format; 0 when the texels are compressed blocks of the texture's own format.
        48 format: u32 = any,
        /// GL type; the byte size of the data when compressed.
        52 type_: u32 = any,
        /// An [`UploadTarget`].
        56 target: u16 = one_of(UploadTarget),
        58 level: u16 = at_most(31),
        /// `GL_UNPACK_SWAP_BYTES`.
        60 swap_bytes: u8 = flag,
        /// `GL_UNPACK_LSB_FIRST`.
        61 lsb_first: u8 = flag,
        62 pad0: u16 = zero,
        64 row_length: i32 = any,
        68 image_height: i32 = any,
        72 skip_pixels: i32 = any,
        76 skip_rows: i32 = any,
        80 skip_images: i32 = any,
        84 alignment: i32 = any,
        88 pad1: u64 = zero,
    }
}

record! {
    /// `glClearTex(Sub)Image`, the texel in the canonical layout of the internal format.
    pub struct MGPClearTexture [56] {
        0 texture: RawHandle = handle(Texture),
        8 region: MGPBox = nested,
        32 level: u16 = at_most(31),
        34 texel_size: u16 = at_most(16),
        36 pad: u32 = zero,
        /// The texel; bytes past `texel_size` are zero.
        40 texel: [u8; 16] = any,
    }
}

record! {
    /// `glGenerateMipmap`: levels `base_level + 1` to `base_level + level_count` from `base_level`.
    pub struct MGPMipPlan [16] {
        0 texture: RawHandle = handle(Texture),
        /// Zero: the whole texture.
        8 target: u16 = one_of(UploadTarget),
        10 base_level: u16 = at_most(31),
        12 level_count: u16 = at_most(31),
        14 pad: u16 = zero,
    }
}
