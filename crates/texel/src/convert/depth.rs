//! Depth and stencil.
//!
//! Depth goes through single precision and, for uploads, is cut off rather than rounded, as Mesa does: an equal depth
//! on both sides of the pipe matters more than half a unit in the last place.

use super::Rules;
use super::array::Prim;
use crate::float;
use crate::layout::{Domain, Elem, PixelLayout, Storage};

pub(super) fn run(src: &PixelLayout, dst: &PixelLayout, rules: Rules, input: &[u8], output: &mut [u8]) {
    let has = |domain| move |d: Domain| d == domain || d == Domain::DepthStencil;
    let depth = has(Domain::Depth)(src.domain()) && has(Domain::Depth)(dst.domain());
    let stencil = has(Domain::Stencil)(src.domain()) && has(Domain::Stencil)(dst.domain());
    if (src.storage, dst.storage, rules.depth_bits) == (Storage::Array(Elem::F32), Storage::Array(Elem::U32), 24) {
        for (s, d) in input.as_chunks::<4>().0.iter().zip(output.as_chunks_mut::<4>().0) {
            let unit = f32::from_ne_bytes(*s).max(0.0).min(1.0);
            *d = repeat24((unit * 16_777_215.0) as i32 as u32).to_ne_bytes();
        }
        return;
    }
    for (s, d) in input.chunks_exact(src.bytes()).zip(output.chunks_exact_mut(dst.bytes())) {
        if depth {
            if let Some(x) = exact(src, dst, rules, s) {
                x.write(d);
            } else if rules.depth_bits > 0 {
                upload(dst, rules.depth_bits, read_depth(src, rules, s), d);
            } else {
                read_back(dst, read_depth(src, rules, s), d);
            }
        }
        if stencil {
            write_stencil(dst, read_stencil(src, s), d);
        }
    }
}

/// One texel of a depth and a stencil value; takes what the layout has.
pub(crate) fn texel(dst: &PixelLayout, bits: u8, depth: f32, stencil: u8, d: &mut [u8]) {
    if dst.domain() != Domain::Stencil {
        upload(dst, bits, depth, d);
    }
    if dst.domain() != Domain::Depth {
        write_stencil(dst, stencil, d);
    }
}

/// Uploads that keep integers out of floating point.
#[inline(always)]
fn exact(src: &PixelLayout, dst: &PixelLayout, rules: Rules, s: &[u8]) -> Option<Word> {
    match (src.storage, dst.storage, rules.depth_bits) {
        (Storage::Array(Elem::U32), Storage::Array(Elem::U16), 16) => Some(Word::Two((u32::read(s) >> 16) as u16)),
        (Storage::Array(Elem::U16), Storage::Array(Elem::U32), 32) => {
            Some(Word::Four(u32::from(u16::read(s)) * 0x10001))
        }
        (Storage::D24S8, Storage::Array(Elem::U32), 24 | 0) => Some(Word::Four(repeat24(u32::read(s) >> 8))),
        _ => None,
    }
}

enum Word {
    Two(u16),
    Four(u32),
}

impl Word {
    #[inline(always)]
    fn write(self, d: &mut [u8]) {
        match self {
            Word::Two(x) => x.write(d),
            Word::Four(x) => x.write(d),
        }
    }
}

/// 24 bits of depth in 32: the high bits repeated below, and one more. A driver that shifts, one that scales and rounds,
/// and one that scales in single precision and cuts off all get the same 24 bits back; without the one more, the last
/// kind would now and then get one less.
#[inline(always)]
fn repeat24(x: u32) -> u32 {
    let low = x >> 16;
    x << 8 | (low + u32::from(x != 0)).min(0xff)
}

#[inline(always)]
fn read_depth(src: &PixelLayout, rules: Rules, s: &[u8]) -> f32 {
    match src.storage {
        Storage::D24S8 if !rules.reading => float::unorm_to_f32(u32::read(s) >> 8, 24),
        Storage::D24S8 => (f64::from(u32::read(s) >> 8) * (1.0 / 16_777_215.0)) as f32,
        Storage::D32fS8 | Storage::Array(Elem::F32) => f32::read(s),
        Storage::Array(Elem::F16) => float::f16_to_f32(u16::read(s)),
        Storage::Array(Elem::U8) => f32::from(s[0]) / 255.0,
        Storage::Array(Elem::U16) => float::unorm_to_f32(u16::read(s).into(), 16),
        Storage::Array(Elem::U32) => (f64::from(u32::read(s)) * (1.0 / 4_294_967_295.0)) as f32,
        // Signed depth keeps the conversion of older versions of GL, in which the steps are odd, but for zero itself.
        Storage::Array(Elem::I8) if s[0] == 0 => 0.0,
        Storage::Array(Elem::I16) if i16::read(s) == 0 => 0.0,
        Storage::Array(Elem::I8) => ((2.0 * f32::from(i8::read(s)) + 1.0) * (1.0 / 255.0)).max(0.0),
        Storage::Array(Elem::I16) => ((2.0 * f32::from(i16::read(s)) + 1.0) * (1.0 / 65535.0)).max(0.0),
        Storage::Array(Elem::I32) => {
            (f64::from(2.0 * i32::read(s) as f32 + 1.0) * (1.0 / 4_294_967_294.0)).max(0.0) as f32
        }
        _ => 0.0,
    }
}

#[inline(always)]
fn upload(dst: &PixelLayout, bits: u8, x: f32, d: &mut [u8]) {
    let unit = x.max(0.0).min(1.0);
    match (dst.storage, bits) {
        (Storage::Array(Elem::U16), _) => ((unit * 65535.0) as u16).write(d),
        (Storage::Array(Elem::U32), 24) => repeat24((unit * 16_777_215.0) as u32).write(d),
        (Storage::Array(Elem::U32), _) => ((f64::from(unit) * 4_294_967_295.0) as u32).write(d),
        (Storage::D24S8, _) => (((f64::from(unit) * 16_777_215.0) as u32) << 8 | (u32::read(d) & 0xff)).write(d),
        _ => x.write(d),
    }
}

#[inline(always)]
fn read_back(dst: &PixelLayout, x: f32, d: &mut [u8]) {
    let unit = x.max(0.0).min(1.0);
    match dst.storage {
        Storage::Array(Elem::U8) => d[0] = (unit * 255.0) as u8,
        Storage::Array(Elem::I8) => ((((unit * 255.0) as i32 - 1) / 2) as i8).write(d),
        Storage::Array(Elem::U16) => (float::f32_to_unorm(unit, 16) as u16).write(d),
        Storage::Array(Elem::I16) => ((((unit * 65535.0) as i32 - 1) / 2) as i16).write(d),
        Storage::Array(Elem::U32) => ((f64::from(unit) * 4_294_967_295.0) as u32).write(d),
        Storage::Array(Elem::I32) => ((f64::from(unit) * 2_147_483_647.0) as i32).write(d),
        Storage::Array(Elem::F16) => float::f32_to_f16(x).write(d),
        Storage::D24S8 => (((unit * 16_777_215.0) as u32) << 8 | (u32::read(d) & 0xff)).write(d),
        _ => x.write(d),
    }
}

#[inline(always)]
fn read_stencil(src: &PixelLayout, s: &[u8]) -> u8 {
    match src.storage {
        Storage::D24S8 | Storage::Array(Elem::U32 | Elem::I32) => u32::read(s) as u8,
        Storage::D32fS8 => u32::read(&s[4..]) as u8,
        Storage::Array(Elem::U8 | Elem::I8) => s[0],
        Storage::Array(Elem::U16 | Elem::I16) => u16::read(s) as u8,
        Storage::Array(Elem::F32) => f32::read(s) as i64 as u8,
        Storage::Array(Elem::F16) => float::f16_to_f32(u16::read(s)) as i64 as u8,
        _ => 0,
    }
}

#[inline(always)]
fn write_stencil(dst: &PixelLayout, x: u8, d: &mut [u8]) {
    match dst.storage {
        Storage::D24S8 => ((u32::read(d) & !0xff) | u32::from(x)).write(d),
        Storage::D32fS8 => u32::from(x).write(&mut d[4..]),
        Storage::Array(Elem::U8) => d[0] = x,
        Storage::Array(Elem::I8) => d[0] = x & 0x7f,
        Storage::Array(Elem::U16 | Elem::I16) => u16::from(x).write(d),
        Storage::Array(Elem::U32 | Elem::I32) => u32::from(x).write(d),
        Storage::Array(Elem::F32) => f32::from(x).write(d),
        Storage::Array(Elem::F16) => float::f32_to_f16(x.into()).write(d),
        _ => {}
    }
}
