//! Uncompressed texels into compressed blocks (GL 4.6 core 8.5.1, 8.6): for the families whose images GL lets an application
//! give without compressing them. One block at a time, endpoints at the two texels that are farthest apart: quick rather than
//! best, as drivers compress.

use crate::float;
use crate::format::{Base, Component, Family, FormatInfo};
use crate::gl;
use crate::layout::PixelLayout;

/// Texels of a block of all these families.
const TEXELS: usize = 16;

/// How texels have to be laid out to be compressed into a format: RGBA bytes, signed bytes or halves, tightly packed.
/// `None`: nothing here compresses into it.
pub fn source(info: &FormatInfo) -> Option<PixelLayout> {
    let family = info.block?.family;
    let type_ = match (family, info.component) {
        (Family::S3tc | Family::S3tcSrgb | Family::Rgtc | Family::Bptc, Component::Unorm) => gl::UNSIGNED_BYTE,
        (Family::Rgtc, Component::Snorm) => gl::BYTE,
        (Family::Bptc, Component::Float) => gl::HALF_FLOAT,
        _ => return None,
    };
    PixelLayout::new(gl::RGBA, type_).ok()
}

/// The blocks of a slice of `width` x `height` texels, laid out as [`source`] says, row of blocks by row. What lies past the
/// ends of the slice repeats its last texels.
pub fn compress(info: &FormatInfo, texels: &[u8], width: u32, height: u32) -> Vec<u8> {
    let (Some(layout), Some(block)) = (source(info), &info.block) else { return Vec::new() };
    let (width, height, size) = (width as usize, height as usize, layout.bytes());
    let mut out = Vec::with_capacity(width.div_ceil(4) * height.div_ceil(4) * usize::from(block.bytes));
    for y in (0..height).step_by(4) {
        for x in (0..width).step_by(4) {
            let texel = |i: usize| {
                let (x, y) = ((x + i % 4).min(width - 1), (y + i / 4).min(height - 1));
                texels.get((y * width + x) * size..).and_then(|texel| texel.get(..size)).unwrap_or(&[0; 8][..size])
            };
            let bytes =
                || -> [[i32; 4]; TEXELS] { std::array::from_fn(|i| std::array::from_fn(|c| i32::from(texel(i)[c]))) };
            let signed =
                |c: usize| -> [i32; TEXELS] { std::array::from_fn(|i| i32::from(texel(i)[c] as i8).max(-127)) };
            let channel = |all: &[[i32; 4]; TEXELS], c: usize| all.map(|texel| texel[c]);
            match (block.family, info.component, info.base) {
                (Family::Rgtc, Component::Snorm, base) => {
                    out.extend(one_channel(signed(0)));
                    if base == Base::Rg {
                        out.extend(one_channel(signed(1)));
                    }
                }
                (Family::Rgtc, _, base) => {
                    let all = bytes();
                    out.extend(one_channel(channel(&all, 0)));
                    if base == Base::Rg {
                        out.extend(one_channel(channel(&all, 1)));
                    }
                }
                (Family::Bptc, Component::Float, _) => {
                    let signed = info.internal_format == gl::COMPRESSED_RGB_BPTC_SIGNED_FLOAT;
                    let halves = |i: usize| -> [i32; 3] {
                        std::array::from_fn(|c| {
                            half(u16::from_ne_bytes([texel(i)[2 * c], texel(i)[2 * c + 1]]), signed)
                        })
                    };
                    out.extend(float_colours(std::array::from_fn(halves), signed));
                }
                (Family::Bptc, ..) => out.extend(four_channels(&bytes())),
                _ => {
                    let all = bytes();
                    // The alphas of DXT3 stand as they are, those of DXT5 like a channel of their own.
                    let dxt3 = matches!(
                        info.internal_format,
                        gl::COMPRESSED_RGBA_S3TC_DXT3_EXT | gl::COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT
                    );
                    if dxt3 {
                        let nibble = |i: usize| float::unorm_to_unorm(all[i][3] as u32, 8, 4) as u8;
                        out.extend((0..8).map(|i| nibble(2 * i) | nibble(2 * i + 1) << 4));
                    } else if block.bytes == 16 {
                        out.extend(one_channel(channel(&all, 3)));
                    }
                    let cut = block.bytes == 8 && info.base == Base::Rgba;
                    out.extend(colours(&all, cut));
                }
            }
        }
    }
    out
}

/// The two texels that are farthest apart.
fn farthest<const N: usize>(texels: &[[i32; N]]) -> ([i32; N], [i32; N]) {
    let mut found = (texels.first().copied().unwrap_or([0; N]), texels.first().copied().unwrap_or([0; N]), 0);
    for (i, a) in texels.iter().enumerate() {
        for b in &texels[i + 1..] {
            let distance = distance(a, b);
            if distance > found.2 {
                found = (*a, *b, distance);
            }
        }
    }
    (found.0, found.1)
}

fn distance<const N: usize>(a: &[i32; N], b: &[i32; N]) -> i64 {
    a.iter().zip(b).map(|(a, b)| i64::from(a - b) * i64::from(a - b)).sum()
}

/// The colour of a palette that is nearest to a texel.
fn nearest<const N: usize>(texel: &[i32; N], palette: &[[i32; N]]) -> usize {
    (0..palette.len()).min_by_key(|i| distance(texel, &palette[*i])).unwrap_or(0)
}

/// A block of one channel with 8 bits an endpoint and 3 a texel (RGTC, the alphas of DXT5). The first endpoint is the larger
/// one: six values lie between them.
fn one_channel(values: [i32; TEXELS]) -> [u8; 8] {
    let (low, high) = values.iter().fold((i32::MAX, i32::MIN), |(low, high), v| (low.min(*v), high.max(*v)));
    let span = (high - low).max(1);
    let bits = values.iter().enumerate().fold(0u64, |bits, (i, v)| {
        let step = ((high - v) * 7 + span / 2) / span;
        let code = match step {
            0 => 0,
            7 => 1,
            step => step as u64 + 1,
        };
        bits | code << (3 * i)
    });
    let mut out = [high as u8, low as u8, 0, 0, 0, 0, 0, 0];
    out[2..].copy_from_slice(&bits.to_le_bytes()[..6]);
    out
}

/// A block of colours (S3TC): endpoints of 5, 6 and 5 bits, 2 bits a texel. `cut`: texels of less than half an alpha are none.
fn colours(all: &[[i32; 4]; TEXELS], cut: bool) -> [u8; 8] {
    let none = |texel: &[i32; 4]| cut && texel[3] < 128;
    let rgb = |texel: &[i32; 4]| [texel[0], texel[1], texel[2]];
    let there: Vec<[i32; 3]> = all.iter().filter(|texel| !none(texel)).map(rgb).collect();
    let (a, b) = farthest(&there);
    let pack = |[r, g, b]: [i32; 3]| -> u16 {
        let to = |x: i32, bits| float::unorm_to_unorm(x as u32, 8, bits) as u16;
        to(r, 5) << 11 | to(g, 6) << 5 | to(b, 5)
    };
    let unpack = |x: u16| -> [i32; 3] {
        let from = |x: u16, bits| float::unorm_to_unorm(x.into(), bits, 8) as i32;
        [from(x >> 11, 5), from(x >> 5 & 63, 6), from(x & 31, 5)]
    };
    let (mut first, mut second) = (pack(a), pack(b));
    let three = there.len() < TEXELS;
    // The order of the endpoints says whether two colours lie between them, or one and none at all.
    if (first < second) != three {
        std::mem::swap(&mut first, &mut second);
    }
    let (a, b) = (unpack(first), unpack(second));
    let between = |n: i32, of: i32| -> [i32; 3] { std::array::from_fn(|c| (a[c] * (of - n) + b[c] * n) / of) };
    let palette = match (three, first == second) {
        (true, _) => vec![a, b, between(1, 2)],
        (false, true) => vec![a],
        (false, false) => vec![a, b, between(1, 3), between(2, 3)],
    };
    let bits = all.iter().enumerate().fold(0u32, |bits, (i, texel)| {
        let code = if none(texel) { 3 } else { nearest(&rgb(texel), &palette) as u32 };
        bits | code << (2 * i)
    });
    let mut out = [0; 8];
    out[..2].copy_from_slice(&first.to_le_bytes());
    out[2..4].copy_from_slice(&second.to_le_bytes());
    out[4..].copy_from_slice(&bits.to_le_bytes());
    out
}

/// How much of the second endpoint a code of four bits is, in 64ths.
const WEIGHTS: [i32; 16] = [0, 4, 9, 13, 17, 21, 26, 30, 34, 38, 43, 47, 51, 55, 60, 64];

/// A block of four bits a texel: `head` and its number of bits, then the codes, the first one without its highest bit, which
/// is 0.
fn with_codes(head: u128, bits: u32, codes: [usize; TEXELS]) -> [u8; 16] {
    let (mut block, mut at) = (head, bits);
    for (i, code) in codes.into_iter().enumerate() {
        block |= (code as u128) << at;
        at += if i == 0 { 3 } else { 4 };
    }
    block.to_le_bytes()
}

/// Codes of texels between two endpoints, as the decoder sees them, and whether the endpoints have to change places for the
/// first code to be small.
fn codes<const N: usize>(all: &[[i32; N]; TEXELS], a: [i32; N], b: [i32; N]) -> ([usize; TEXELS], bool) {
    let palette = WEIGHTS.map(|w| -> [i32; N] { std::array::from_fn(|c| (a[c] * (64 - w) + b[c] * w + 32) >> 6) });
    let codes = all.each_ref().map(|texel| nearest(texel, &palette));
    let swap = codes[0] > 7;
    (if swap { codes.map(|code| 15 - code) } else { codes }, swap)
}

/// BPTC's mode 6: endpoints of 7 bits a channel and one more for all of them.
fn four_channels(all: &[[i32; 4]; TEXELS]) -> [u8; 16] {
    let (a, b) = farthest(all);
    let opaque = all.iter().all(|texel| texel[3] == 255);
    let quantised = |x: [i32; 4]| -> ([i32; 4], i32) {
        let with = |low: i32| x.map(|v| ((v - low + 1) >> 1).clamp(0, 127) << 1 | low);
        let (even, odd) = (with(0), with(1));
        if opaque || distance(&x, &odd) < distance(&x, &even) { (odd, 1) } else { (even, 0) }
    };
    let ((mut a, mut a_low), (mut b, mut b_low)) = (quantised(a), quantised(b));
    let (codes, swap) = codes(all, a, b);
    if swap {
        std::mem::swap(&mut a, &mut b);
        std::mem::swap(&mut a_low, &mut b_low);
    }
    let (mut head, mut at) = (1u128 << 6, 7);
    for c in 0..4 {
        for end in [a[c] >> 1, b[c] >> 1] {
            head |= (end as u128) << at;
            at += 7;
        }
    }
    head |= (a_low as u128) << at | (b_low as u128) << (at + 1);
    with_codes(head, at + 2, codes)
}

/// A half as the number that float blocks interpolate: its bits scaled, so that the largest finite one is the largest.
fn half(bits: u16, signed: bool) -> i32 {
    let magnitude = i32::from(bits & 0x7FFF).min(0x7BFF);
    match (signed, bits & 0x8000 != 0) {
        (true, negative) => {
            let scaled = magnitude * 32 / 31;
            if negative { -scaled } else { scaled }
        }
        (false, true) => 0,
        (false, false) => magnitude * 64 / 31,
    }
}

/// BPTC's float mode of one pair of endpoints with 10 bits a channel.
fn float_colours(all: [[i32; 3]; TEXELS], signed: bool) -> [u8; 16] {
    let (a, b) = farthest(&all);
    // From the full range to 10 bits, and what the decoder makes of those.
    let quantised = |v: i32| (v / 64).clamp(if signed { -511 } else { 0 }, if signed { 511 } else { 1023 });
    let seen = |q: i32| match (signed, q.abs()) {
        (_, 0) => 0,
        (false, 1023) => 0xFFFF,
        (false, q) => (q << 16 | 0x8000) >> 10,
        (true, m) => q.signum() * if m == 511 { 0x7FFF } else { (m << 15 | 0x4000) >> 9 },
    };
    let (mut a, mut b) = (a.map(quantised), b.map(quantised));
    let (codes, swap) = codes(&all, a.map(seen), b.map(seen));
    if swap {
        std::mem::swap(&mut a, &mut b);
    }
    let (mut head, mut at) = (3u128, 5);
    for end in a.into_iter().chain(b) {
        head |= ((end & 0x3FF) as u128) << at;
        at += 10;
    }
    with_codes(head, at, codes)
}
