//! Sizes of pixels, and pixels to upload.

use crate::bindings::gl;

/// Bytes of one pixel of a format and type, as GL transfers it.
pub fn texel_bytes(format: u32, ty: u32) -> usize {
    let packed = match ty {
        gl::UNSIGNED_BYTE_3_3_2 | gl::UNSIGNED_BYTE_2_3_3_REV => 1,
        gl::UNSIGNED_SHORT_5_6_5
        | gl::UNSIGNED_SHORT_5_6_5_REV
        | gl::UNSIGNED_SHORT_4_4_4_4
        | gl::UNSIGNED_SHORT_4_4_4_4_REV
        | gl::UNSIGNED_SHORT_5_5_5_1
        | gl::UNSIGNED_SHORT_1_5_5_5_REV => 2,
        gl::UNSIGNED_INT_8_8_8_8
        | gl::UNSIGNED_INT_8_8_8_8_REV
        | gl::UNSIGNED_INT_10_10_10_2
        | gl::UNSIGNED_INT_2_10_10_10_REV
        | gl::UNSIGNED_INT_24_8
        | gl::UNSIGNED_INT_10F_11F_11F_REV
        | gl::UNSIGNED_INT_5_9_9_9_REV => 4,
        gl::FLOAT_32_UNSIGNED_INT_24_8_REV => 8,
        _ => 0,
    };
    if packed != 0 {
        return packed;
    }
    let components = match format {
        gl::RED
        | gl::GREEN
        | gl::BLUE
        | gl::RED_INTEGER
        | gl::GREEN_INTEGER
        | gl::BLUE_INTEGER
        | gl::DEPTH_COMPONENT
        | gl::STENCIL_INDEX => 1,
        gl::RG | gl::RG_INTEGER => 2,
        gl::RGB | gl::BGR | gl::RGB_INTEGER | gl::BGR_INTEGER => 3,
        gl::RGBA | gl::BGRA | gl::RGBA_INTEGER | gl::BGRA_INTEGER => 4,
        _ => panic!("format {format:#06x}"),
    };
    let bytes = match ty {
        gl::UNSIGNED_BYTE | gl::BYTE => 1,
        gl::UNSIGNED_SHORT | gl::SHORT | gl::HALF_FLOAT => 2,
        gl::UNSIGNED_INT | gl::INT | gl::FLOAT => 4,
        _ => panic!("type {ty:#06x}"),
    };
    components * bytes
}

/// Bytes that look like noise and are always the same.
pub fn noise(seed: u32, len: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9E37_79B9) | 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        (state >> 11) as u8
    };
    (0..len).map(|_| next()).collect()
}

/// Compressed formats with the bytes of a block of four by four texels: S3TC, RGTC, BPTC, ETC2 and EAC.
pub const COMPRESSED_FORMATS: &[(u32, usize)] = &[
    (gl::COMPRESSED_RGB_S3TC_DXT1_EXT, 8),
    (gl::COMPRESSED_RGBA_S3TC_DXT1_EXT, 8),
    (gl::COMPRESSED_RGBA_S3TC_DXT3_EXT, 16),
    (gl::COMPRESSED_RGBA_S3TC_DXT5_EXT, 16),
    (gl::COMPRESSED_SRGB_S3TC_DXT1_EXT, 8),
    (gl::COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT, 8),
    (gl::COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT, 16),
    (gl::COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT, 16),
    (gl::COMPRESSED_RED_RGTC1, 8),
    (gl::COMPRESSED_SIGNED_RED_RGTC1, 8),
    (gl::COMPRESSED_RG_RGTC2, 16),
    (gl::COMPRESSED_SIGNED_RG_RGTC2, 16),
    (gl::COMPRESSED_RGBA_BPTC_UNORM, 16),
    (gl::COMPRESSED_SRGB_ALPHA_BPTC_UNORM, 16),
    (gl::COMPRESSED_RGB_BPTC_SIGNED_FLOAT, 16),
    (gl::COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT, 16),
    (gl::COMPRESSED_RGB8_ETC2, 8),
    (gl::COMPRESSED_SRGB8_ETC2, 8),
    (gl::COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2, 8),
    (gl::COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2, 8),
    (gl::COMPRESSED_RGBA8_ETC2_EAC, 16),
    (gl::COMPRESSED_SRGB8_ALPHA8_ETC2_EAC, 16),
    (gl::COMPRESSED_R11_EAC, 8),
    (gl::COMPRESSED_SIGNED_R11_EAC, 8),
    (gl::COMPRESSED_RG11_EAC, 16),
    (gl::COMPRESSED_SIGNED_RG11_EAC, 16),
];
