//! Numbers of other widths, exhaustively where they are small.

use proptest::prelude::*;
use texel::float::*;

#[test]
fn normalised_values_survive_a_float_in_every_width() {
    for bits in 1..=16 {
        for x in 0..=max_uint(bits) {
            // red once: with the scale one too small for 16 bits
            assert_eq!(f32_to_unorm(unorm_to_f32(x, bits), bits), x, "{bits} bits");
        }
        assert_eq!(unorm_to_f32(max_uint(bits), bits), 1.0);
    }
    for bits in 2..=16 {
        let max = max_int(bits) as i32;
        for x in -max..=max {
            assert_eq!(f32_to_snorm(snorm_to_f32(x, bits), bits), x, "{bits} bits");
        }
        assert_eq!((snorm_to_f32(-max, bits), snorm_to_f32(-max - 1, bits)), (-1.0, -1.0));
    }
    for bits in [24, 32] {
        assert_eq!(f32_to_unorm(1.0, bits), max_uint(bits));
        assert_eq!(unorm_to_f32(max_uint(bits), bits), 1.0);
        assert_eq!(f32_to_snorm(-1.0, bits), -(max_int(bits) as i32));
    }
    for x in [f32::NAN, -0.0, -3.0, f32::NEG_INFINITY] {
        assert_eq!(f32_to_unorm(x, 8), 0);
    }
    assert_eq!((f32_to_snorm(f32::NAN, 8), f32_to_unorm(f32::INFINITY, 16)), (0, 65535));
}

#[test]
fn rounding_is_to_nearest_even() {
    // 0.5 * 255 = 127.5
    assert_eq!(f32_to_unorm(0.5, 8), 128);
    assert_eq!(f32_to_unorm(0.5, 1), 0);
    assert_eq!(f32_to_unorm(0.25, 2), 1);
    assert_eq!(f32_to_unorm(0.5, 32), 0x8000_0000);
    assert_eq!(f32_to_snorm(-0.5, 8), -64);
}

#[test]
fn other_widths_keep_the_ends_and_the_order() {
    for from in 1..=16u32 {
        for to in 1..=16u32 {
            assert_eq!(unorm_to_unorm(0, from, to), 0);
            assert_eq!(unorm_to_unorm(max_uint(from), from, to), max_uint(to));
            let mut last = 0;
            for x in 0..=max_uint(from) {
                let y = unorm_to_unorm(x, from, to);
                assert!(y >= last);
                last = y;
                // One of the two nearest values (GL 4.5 core, 2.3.5).
                let exact = f64::from(x) * f64::from(max_uint(to)) / f64::from(max_uint(from));
                assert!((f64::from(y) - exact).abs() < 1.0, "{x} of {from} bits in {to}");
                if to >= from {
                    assert_eq!(unorm_to_unorm(y, to, from), x);
                }
            }
        }
    }
    assert_eq!(unorm_to_unorm(u32::MAX, 32, 8), 255);
    assert_eq!(unorm_to_unorm(0xffff, 16, 32), u32::MAX);
    for x in i8::MIN..=i8::MAX {
        let wide = snorm_to_snorm(x.into(), 8, 16);
        assert!((snorm_to_f32(wide, 16) - snorm_to_f32(x.into(), 8)).abs() < 2.0 / 32767.0, "{x}");
        // Bits are dropped, not rounded, on the way back.
        let back = snorm_to_snorm(wide, 16, 8);
        assert!(back == i32::from(x) || (x < 0 && back == i32::from(x) - 1) || x == i8::MIN, "{x}");
        assert_eq!(snorm_to_unorm(x.into(), 8, 8), f32_to_unorm(snorm_to_f32(x.into(), 8), 8), "{x}");
    }
}

#[test]
fn every_small_float_survives() {
    for (mantissa, unpack, pack) in
        [(6, f11_to_f32 as fn(u32) -> f32, f32_to_f11 as fn(f32) -> u32), (5, f10_to_f32, f32_to_f10)]
    {
        for x in 0..1u32 << (5 + mantissa) {
            let f = unpack(x);
            let (exponent, fraction) = (x >> mantissa, x & ((1 << mantissa) - 1));
            let scale = f32::powi(2.0, -mantissa);
            let wanted = match exponent {
                0 => f32::powi(2.0, -14) * fraction as f32 * scale,
                31 if fraction > 0 => f32::NAN,
                31 => f32::INFINITY,
                e => f32::powi(2.0, e as i32 - 15) * (1.0 + fraction as f32 * scale),
            };
            if wanted.is_nan() {
                assert!(f.is_nan() && unpack(pack(f)).is_nan());
                continue;
            }
            assert_eq!(f, wanted);
            // Denormals are flushed on the way back.
            assert_eq!(pack(f), if exponent == 0 { 0 } else { x });
            assert_eq!(pack(-f), 0);
        }
    }
    assert_eq!(f11_to_f32(f32_to_f11(1e30)), 65024.0);
    assert_eq!(f10_to_f32(f32_to_f10(1e30)), 64512.0);
    assert_eq!(f11_to_f32(f32_to_f11(f32::NEG_INFINITY)), 0.0);
}

#[test]
fn every_half_survives() {
    for x in 0..=u16::MAX {
        let f = f16_to_f32(x);
        if f.is_nan() {
            assert!(f16_to_f32(f32_to_f16(f)).is_nan());
        } else {
            assert_eq!(f32_to_f16(f), x);
        }
    }
    assert_eq!(f32_to_f16(1e6), 0x7c00);
    for x in (0..=u16::MAX).filter(|x| x & 0x7c00 != 0x7c00) {
        let f = f16_to_f32(x);
        assert_eq!(f32_to_f16_cut(f), x);
        // Anything up to the next half is cut back to this one.
        let below_next = f32::from_bits(f.to_bits() + if f == 0.0 { 0x337f_ffff } else { 0xfff });
        assert_eq!(f32_to_f16_cut(below_next), x, "{f}");
    }
    assert_eq!((f32_to_f16_cut(1e6), f32_to_f16_cut(f32::NEG_INFINITY)), (0x7bff, 0xfc00));
    assert!(f16_to_f32(f32_to_f16_cut(f32::NAN)).is_nan());
}

/// GL 4.5 core, 8.5.2, in double precision, as it is printed.
fn spec_rgb9e5(rgb: [f32; 3]) -> u32 {
    let (n, b, e_max) = (9, 15, 31);
    let max = (f64::powi(2.0, n) - 1.0) / f64::powi(2.0, n) * f64::powi(2.0, e_max - b);
    let c = rgb.map(|x| f64::from(x).max(0.0).min(max));
    let largest = c[0].max(c[1]).max(c[2]);
    let exp_p = f64::max(-f64::from(b) - 1.0, largest.log2().floor()) as i32 + 1 + b;
    let max_s = (largest / f64::powi(2.0, exp_p - b - n) + 0.5).floor() as i32;
    let exp = if max_s == 1 << n { exp_p + 1 } else { exp_p };
    let [r, g, b] = c.map(|x| (x / f64::powi(2.0, exp - b - n) + 0.5).floor() as u32);
    r | g << 9 | b << 18 | (exp as u32) << 27
}

proptest! {
    // red once: without the second look at the exponent when the largest mantissa rounds up
    #[test]
    fn shared_exponents_follow_the_algorithm(bits in any::<[u32; 3]>(), near in 0u32..0x400, exp in 100u32..145) {
        prop_assert_eq!(pack_rgb9e5(bits.map(f32::from_bits)), spec_rgb9e5(bits.map(f32::from_bits)));
        // The largest value just below a power of two: where the mantissa rounds up.
        let edge = f32::from_bits((exp << 23) - near * 16);
        prop_assert_eq!(pack_rgb9e5([edge, 0.1, edge / 3.0]), spec_rgb9e5([edge, 0.1, edge / 3.0]));
    }

    // red once: minus zero had an exponent of its own
    #[test]
    fn signs_do_not_matter_to_shared_exponents(x in -1.0f32..=0.0) {
        prop_assert_eq!(pack_rgb9e5([x, -0.0, -x.abs()]), 0);
    }

    #[test]
    fn shared_exponents_are_stable(x in any::<u32>()) {
        let once = pack_rgb9e5(unpack_rgb9e5(x));
        prop_assert_eq!(unpack_rgb9e5(once), unpack_rgb9e5(x));
    }

    #[test]
    fn unorm_is_the_nearest(x in 0f32..=1.0, bits in 1u32..=16) {
        let exact = f64::from(x) * f64::from(max_uint(bits));
        prop_assert!((f64::from(f32_to_unorm(x, bits)) - exact).abs() <= 0.5 + exact * 1e-7);
    }
}
