//! Conversions between numbers of different widths (GL 4.5 core, 2.3.4 and 2.3.5).
//!
//! Where GL lets an implementation choose (how to round, which of two nearest values), these do what Mesa does when it
//! converts on the CPU, so that an upload or a readback gives the same bits on both sides of the pipe.

use half::f16;

/// The largest unsigned value of `bits` bits (1 to 32).
pub const fn max_uint(bits: u32) -> u32 {
    u32::MAX >> (32 - bits)
}

/// The largest signed value of `bits` bits (2 to 32).
pub const fn max_int(bits: u32) -> u32 {
    max_uint(bits - 1)
}

/// Rounds to the nearest integer, ties to even, for 0 <= x <= 2^22. Branch-free, so that loops over it vectorise on
/// machines without a rounding instruction.
#[inline(always)]
fn round_small(x: f32) -> u32 {
    const MAGIC: f32 = 8_388_608.0;
    (x + MAGIC).to_bits() & 0x007f_ffff
}

/// A float as an unsigned normalised value of `bits` bits, clamped to [0, 1]; not-a-number gives 0.
///
/// The product is one of single precision; wider values than 22 bits have zeros below what that holds.
#[inline(always)]
pub fn f32_to_unorm(x: f32, bits: u32) -> u32 {
    let x = x.max(0.0).min(1.0);
    let scaled = x * max_uint(bits) as f32;
    if bits <= 22 { round_small(scaled) } else { (scaled as u32).min(max_uint(bits)) }
}

/// An unsigned normalised value of `bits` bits as a float.
#[inline(always)]
pub fn unorm_to_f32(x: u32, bits: u32) -> f32 {
    x as f32 * (1.0 / max_uint(bits) as f32)
}

/// A float as a signed normalised value of `bits` bits, clamped to [-1, 1]; not-a-number gives 0.
#[inline(always)]
pub fn f32_to_snorm(x: f32, bits: u32) -> i32 {
    let magnitude = x.abs().max(0.0).min(1.0) * max_int(bits) as f32;
    let magnitude = if bits <= 22 { round_small(magnitude) } else { (magnitude as u32).min(max_int(bits)) } as i32;
    if x < 0.0 { -magnitude } else { magnitude }
}

/// A signed normalised value of `bits` bits as a float; the most negative value is -1 as well.
#[inline(always)]
pub fn snorm_to_f32(x: i32, bits: u32) -> f32 {
    (x as f32 * (1.0 / max_int(bits) as f32)).max(-1.0)
}

/// An unsigned normalised value in another width: wider by repeating its bits, narrower by rounding to nearest.
#[inline(always)]
pub fn unorm_to_unorm(x: u32, from: u32, to: u32) -> u32 {
    if from == to {
        x
    } else if from < to {
        let rest = to % from;
        let repeated = x * (max_uint(to) / max_uint(from));
        repeated + if rest != 0 { x >> (from - rest) } else { 0 }
    } else if from + to > 32 {
        ((u64::from(x) * u64::from(max_uint(to)) + u64::from(max_uint(from) / 2)) / u64::from(max_uint(from))) as u32
    } else {
        (x * max_uint(to) + max_uint(from) / 2) / max_uint(from)
    }
}

/// A signed normalised value as an unsigned one; negative values give 0.
#[inline(always)]
pub fn snorm_to_unorm(x: i32, from: u32, to: u32) -> u32 {
    if x < 0 { 0 } else { unorm_to_unorm(x as u32, from - 1, to) }
}

/// An unsigned normalised value as a signed one.
#[inline(always)]
pub fn unorm_to_snorm(x: u32, from: u32, to: u32) -> i32 {
    unorm_to_unorm(x, from, to - 1) as i32
}

/// A signed normalised value in another width: wider by repeating its bits, narrower by dropping them.
#[inline(always)]
pub fn snorm_to_snorm(x: i32, from: u32, to: u32) -> i32 {
    if from == to {
        x
    } else if x < -(max_int(from) as i32) {
        -(max_int(to) as i32)
    } else if from < to {
        let rest = (to - 1) % (from - 1);
        x * (max_int(to) / max_int(from)) as i32 + if rest != 0 { x >> (from - 1 - rest) } else { 0 }
    } else {
        x >> (from - to)
    }
}

/// A half-precision number's bits as a float.
#[inline(always)]
pub fn f16_to_f32(x: u16) -> f32 {
    f16::from_bits(x).to_f32()
}

/// A float as the bits of a half-precision number: nearest, ties to even; too large is infinity.
#[inline(always)]
pub fn f32_to_f16(x: f32) -> u16 {
    f16::from_f32(x).to_bits()
}

/// A float as the bits of a half-precision number, towards zero; finite numbers stay finite.
#[inline(always)]
pub fn f32_to_f16_cut(x: f32) -> u16 {
    let bits = x.to_bits();
    let sign = (bits >> 16) & 0x8000;
    let magnitude = bits & 0x7fff_ffff;
    // Selects instead of branches: all of it is computed, and loops vectorise. Below the smallest normal number the
    // result counts units of 2^-24.
    let normal = magnitude.wrapping_sub(0x3800_0000) >> 13;
    let tiny = (f32::from_bits(magnitude.min(0x3880_0000)) * 16_777_216.0) as i32 as u32;
    let finite = if magnitude >= 0x3880_0000 { normal.min(0x7bff) } else { tiny };
    let special = if magnitude > 0x7f80_0000 { 0x7e00 } else { 0x7c00 };
    let cut = if magnitude >= 0x7f80_0000 { special } else { finite };
    (sign | cut) as u16
}

/// An unsigned float with 5 exponent bits and `MANTISSA` mantissa bits.
#[inline(always)]
fn small_to_f32<const MANTISSA: u32>(x: u32) -> f32 {
    // The fields stand where a half-precision number has them, once shifted: same exponent, no sign.
    f16_to_f32(((x & max_uint(5 + MANTISSA)) << (10 - MANTISSA)) as u16)
}

#[inline(always)]
fn f32_to_small<const MANTISSA: u32>(x: f32) -> u32 {
    let bits = x.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    let infinity = 31u32 << MANTISSA;
    // Selects instead of branches, as above. Numbers below the smallest normal one are flushed, finite ones stay finite,
    // negative ones have no representation.
    let normal = (magnitude >> (23 - MANTISSA)).wrapping_sub((127 - 15) << MANTISSA).min(infinity - 1);
    let finite = if magnitude >= 0x3880_0000 { normal } else { 0 };
    let special = infinity | u32::from(magnitude > 0x7f80_0000);
    let positive = if magnitude >= 0x7f80_0000 { special } else { finite };
    if bits > 0x8000_0000 && magnitude <= 0x7f80_0000 { 0 } else { positive }
}

/// An unsigned 11-bit float (5 exponent, 6 mantissa bits) as a float.
#[inline(always)]
pub fn f11_to_f32(x: u32) -> f32 {
    small_to_f32::<6>(x)
}

/// A float as an unsigned 11-bit float: towards zero, negative and tiny numbers give 0, finite ones stay finite.
#[inline(always)]
pub fn f32_to_f11(x: f32) -> u32 {
    f32_to_small::<6>(x)
}

/// An unsigned 10-bit float (5 exponent, 5 mantissa bits) as a float.
#[inline(always)]
pub fn f10_to_f32(x: u32) -> f32 {
    small_to_f32::<5>(x)
}

/// A float as an unsigned 10-bit float, like [`f32_to_f11`].
#[inline(always)]
pub fn f32_to_f10(x: f32) -> u32 {
    f32_to_small::<5>(x)
}

/// Red, green and blue in one word of `UNSIGNED_INT_10F_11F_11F_REV`.
#[inline(always)]
pub fn pack_r11g11b10f(rgb: [f32; 3]) -> u32 {
    f32_to_f11(rgb[0]) | f32_to_f11(rgb[1]) << 11 | f32_to_f10(rgb[2]) << 22
}

/// The reverse of [`pack_r11g11b10f`].
#[inline(always)]
pub fn unpack_r11g11b10f(x: u32) -> [f32; 3] {
    [f11_to_f32(x & 0x7ff), f11_to_f32((x >> 11) & 0x7ff), f10_to_f32(x >> 22)]
}

/// Red, green and blue in one word of `UNSIGNED_INT_5_9_9_9_REV`, by the algorithm of GL 4.5 core, 8.5.2.
#[inline(always)]
pub fn pack_rgb9e5(rgb: [f32; 3]) -> u32 {
    const MANTISSA: i32 = 9;
    const BIAS: i32 = 15;
    // (2^9 - 1) / 2^9 * 2^(31 - 15)
    const MAX: f32 = 65408.0;
    let c = rgb.map(|v| v.max(0.0).min(MAX));
    let max = c[0].max(c[1]).max(c[2]);
    // floor(log2(max)), exact from the exponent field; denormals lie below the clamp.
    let log = ((max.to_bits() & 0x7fff_ffff) >> 23) as i32 - 127;
    let mut exponent = log.max(-BIAS - 1) + 1 + BIAS;
    let scale = |e: i32| f32::from_bits(((127 - (e - BIAS - MANTISSA)) as u32) << 23);
    if (max * scale(exponent) + 0.5) as u32 == 1 << MANTISSA {
        exponent += 1;
    }
    let [r, g, b] = c.map(|v| (v * scale(exponent) + 0.5) as u32);
    r | g << 9 | b << 18 | (exponent as u32) << 27
}

/// The reverse of [`pack_rgb9e5`].
#[inline(always)]
pub fn unpack_rgb9e5(x: u32) -> [f32; 3] {
    let scale = f32::from_bits(((x >> 27) + 127 - 15 - 9) << 23);
    [x & 0x1ff, (x >> 9) & 0x1ff, (x >> 18) & 0x1ff].map(|m| m as f32 * scale)
}
