//! Image units.

use crate::handle::RawHandle;

/// Image units, one merged array.
pub const IMAGE_UNITS: u32 = 192;

wire_enum! {
    /// What a shader may do with an image.
    pub enum ImageAccess: u8 {
        /// `GL_READ_ONLY`.
        Read = 0,
        /// `GL_WRITE_ONLY`.
        Write = 1,
        /// `GL_READ_WRITE`.
        ReadWrite = 2,
    }
}

record! {
    /// What is bound to image units `start` to `start + count`; the tail says it unit by unit.
    pub struct MGPShaderImages [16] {
        0 start: u32 = at_most(IMAGE_UNITS),
        4 count: u32 = at_most(IMAGE_UNITS),
        8 content_hash: u64 = any,
    }
}

record! {
    /// One image unit (`glBindImageTexture`, GL 4.6 core 8.26).
    pub struct MGPImageView [24] {
        0 texture: RawHandle = handle_or_null(Texture),
        8 unit: u32 = at_most(IMAGE_UNITS - 1),
        12 internal_format: u32 = any,
        16 layer: u16 = any,
        18 pad: u16 = zero,
        20 level: u16 = at_most(31),
        22 layered: u8 = flag,
        /// An [`ImageAccess`].
        23 access: u8 = one_of(ImageAccess),
    }
}
