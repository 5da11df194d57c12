//! Pairs of pixel format and type, and what a pixel of them is made of (GL 4.6 core 8.4.4).

use crate::bindings::gl;

/// Formats of colours that are numbers between 0 and 1, or floats.
pub const COLOR_FORMATS: [u32; 8] = [gl::RED, gl::GREEN, gl::BLUE, gl::RG, gl::RGB, gl::BGR, gl::RGBA, gl::BGRA];
/// Formats of integer colours.
pub const INTEGER_FORMATS: [u32; 8] = [
    gl::RED_INTEGER,
    gl::GREEN_INTEGER,
    gl::BLUE_INTEGER,
    gl::RG_INTEGER,
    gl::RGB_INTEGER,
    gl::BGR_INTEGER,
    gl::RGBA_INTEGER,
    gl::BGRA_INTEGER,
];
/// Types that have a component each; the first six are those of integers.
pub const BASIC_TYPES: [u32; 8] =
    [gl::UNSIGNED_BYTE, gl::BYTE, gl::UNSIGNED_SHORT, gl::SHORT, gl::UNSIGNED_INT, gl::INT, gl::HALF_FLOAT, gl::FLOAT];
/// Types that three components are packed into.
pub const PACKED_THREE: [u32; 4] =
    [gl::UNSIGNED_BYTE_3_3_2, gl::UNSIGNED_BYTE_2_3_3_REV, gl::UNSIGNED_SHORT_5_6_5, gl::UNSIGNED_SHORT_5_6_5_REV];
/// Types that four components are packed into.
pub const PACKED_FOUR: [u32; 8] = [
    gl::UNSIGNED_SHORT_4_4_4_4,
    gl::UNSIGNED_SHORT_4_4_4_4_REV,
    gl::UNSIGNED_SHORT_5_5_5_1,
    gl::UNSIGNED_SHORT_1_5_5_5_REV,
    gl::UNSIGNED_INT_8_8_8_8,
    gl::UNSIGNED_INT_8_8_8_8_REV,
    gl::UNSIGNED_INT_10_10_10_2,
    gl::UNSIGNED_INT_2_10_10_10_REV,
];

/// Components of a format, as positions in red, green, blue, alpha.
pub fn component_order(format: u32) -> &'static [usize] {
    match format {
        gl::GREEN | gl::GREEN_INTEGER => &[1],
        gl::BLUE | gl::BLUE_INTEGER => &[2],
        gl::RG | gl::RG_INTEGER => &[0, 1],
        gl::RGB | gl::RGB_INTEGER => &[0, 1, 2],
        gl::BGR | gl::BGR_INTEGER => &[2, 1, 0],
        gl::RGBA | gl::RGBA_INTEGER => &[0, 1, 2, 3],
        gl::BGRA | gl::BGRA_INTEGER => &[2, 1, 0, 3],
        _ => &[0],
    }
}

/// Widths of the fields of a packed type, the first component's first, and whether that one has the lowest bits.
pub fn packed_fields(ty: u32) -> Option<(&'static [u32], bool)> {
    Some(match ty {
        gl::UNSIGNED_BYTE_3_3_2 => (&[3, 3, 2], false),
        gl::UNSIGNED_BYTE_2_3_3_REV => (&[3, 3, 2], true),
        gl::UNSIGNED_SHORT_5_6_5 => (&[5, 6, 5], false),
        gl::UNSIGNED_SHORT_5_6_5_REV => (&[5, 6, 5], true),
        gl::UNSIGNED_SHORT_4_4_4_4 => (&[4, 4, 4, 4], false),
        gl::UNSIGNED_SHORT_4_4_4_4_REV => (&[4, 4, 4, 4], true),
        gl::UNSIGNED_SHORT_5_5_5_1 => (&[5, 5, 5, 1], false),
        gl::UNSIGNED_SHORT_1_5_5_5_REV => (&[5, 5, 5, 1], true),
        gl::UNSIGNED_INT_8_8_8_8 => (&[8, 8, 8, 8], false),
        gl::UNSIGNED_INT_8_8_8_8_REV => (&[8, 8, 8, 8], true),
        gl::UNSIGNED_INT_10_10_10_2 => (&[10, 10, 10, 2], false),
        gl::UNSIGNED_INT_2_10_10_10_REV => (&[10, 10, 10, 2], true),
        _ => return None,
    })
}

/// The value of a 16-bit float that is a number or an infinity.
pub fn half(bits: u16) -> f64 {
    let (sign, exponent, mantissa) = (bits >> 15, i32::from(bits >> 10 & 31), f64::from(bits & 1023));
    let value = match exponent {
        0 => mantissa / 1024.0 * 2f64.powi(-14),
        31 => f64::INFINITY,
        _ => (1.0 + mantissa / 1024.0) * 2f64.powi(exponent - 15),
    };
    if sign == 1 { -value } else { value }
}
