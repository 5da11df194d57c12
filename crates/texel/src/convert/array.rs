//! Arrays of components: shuffles of equal types, and every type to every other.

use half::slice::HalfFloatSliceExt;

use super::{Map, ONE, ZERO};
use crate::float;
use crate::layout::Elem;

/// Converts equal numbers of components.
pub(super) type Flat = fn(&[u8], &mut [u8]);
/// Converts pixels of `ns` components into pixels of `nd`, each from the component the map names.
pub(super) type Mapped = fn(&[u8], &mut [u8], usize, usize, Map);

/// RGBA8 to BGRA8 and back.
pub(super) fn exchange8(src: &[u8], dst: &mut [u8]) {
    for (s, d) in src.as_chunks::<4>().0.iter().zip(dst.as_chunks_mut::<4>().0) {
        let x = u32::from_le_bytes(*s);
        *d = ((x & 0xff00_ff00) | ((x >> 16) & 0xff) | ((x & 0xff) << 16)).to_le_bytes();
    }
}

/// RGB8 to RGBA8 with alpha 255. Sixteen pixels a round: three words make four pixels.
pub(super) fn expand8(src: &[u8], dst: &mut [u8]) {
    let (src_blocks, src_rest) = src.as_chunks::<12>();
    let (dst_blocks, dst_rest) = dst.as_chunks_mut::<16>();
    for (s, d) in src_blocks.iter().zip(dst_blocks) {
        let word = |at: usize| u32::from_le_bytes([s[at], s[at + 1], s[at + 2], s[at + 3]]);
        let (a, b, c) = (word(0), word(4), word(8));
        let out = [a, (a >> 24) | (b << 8), (b >> 16) | (c << 16), c >> 8];
        for (d, x) in d.as_chunks_mut::<4>().0.iter_mut().zip(out) {
            *d = (x | 0xff00_0000).to_le_bytes();
        }
    }
    for (s, d) in src_rest.as_chunks::<3>().0.iter().zip(dst_rest.as_chunks_mut::<4>().0) {
        *d = [s[0], s[1], s[2], 255];
    }
}

/// The bytes of one (the largest value of normalised types), in the low bytes.
pub(super) fn one(elem: Elem, integer: bool) -> [u8; 4] {
    if integer {
        return 1u32.to_le_bytes();
    }
    match elem {
        Elem::U8 => [0xff, 0, 0, 0],
        Elem::I8 => [0x7f, 0, 0, 0],
        Elem::U16 => [0xff, 0xff, 0, 0],
        Elem::I16 => [0xff, 0x7f, 0, 0],
        Elem::U32 => [0xff; 4],
        Elem::I32 => [0xff, 0xff, 0xff, 0x7f],
        Elem::F16 => [0x00, 0x3c, 0, 0],
        Elem::F32 => 1f32.to_le_bytes(),
    }
}

/// Components of equal type, placed by the map; `one` holds the bytes of one.
pub(super) fn shuffle(src: &[u8], dst: &mut [u8], bytes: usize, ns: usize, nd: usize, map: Map, one: [u8; 4]) {
    match bytes {
        1 => shuffle_of::<1>(src, dst, ns, nd, map, one),
        2 => shuffle_of::<2>(src, dst, ns, nd, map, one),
        _ => shuffle_of::<4>(src, dst, ns, nd, map, one),
    }
}

/// Evaluates an expression with the usual placements as constants, so that loops over their pixels have neither inner
/// loops nor look-ups; the last one for all others.
macro_rules! with_known_map {
    ($ns:ident, $nd:ident, $map:ident => $body:expr; $(($n:literal, $m:literal, $known:expr)),* $(,)?; $other:expr) => {
        match ($ns, $nd, $map) {
            $(($n, $m, known) if known == $known => {
                const $ns: usize = $n;
                const $nd: usize = $m;
                const $map: Map = $known;
                $body
            })*
            _ => $other,
        }
    };
}

#[allow(non_upper_case_globals)] // constants of `with_known_map` have the names of what they stand for
fn shuffle_of<const E: usize>(src: &[u8], dst: &mut [u8], ns: usize, nd: usize, map: Map, one: [u8; 4]) {
    with_known_map!(ns, nd, map => shuffle_n::<E, ns, nd>(src, dst, map, one);
        (3, 3, [2, 1, 0, ZERO]), (3, 4, [0, 1, 2, ONE]), (3, 4, [2, 1, 0, ONE]),
        (4, 3, [0, 1, 2, ZERO]), (4, 3, [2, 1, 0, ZERO]),
        (4, 4, [2, 1, 0, 3]), (4, 4, [3, 2, 1, 0]), (4, 4, [0, 1, 2, ONE]), (4, 4, [2, 1, 0, ONE]),
        (4, 1, [0, ZERO, ZERO, ZERO]), (4, 2, [0, 1, ZERO, ZERO]), (2, 4, [0, 1, ZERO, ONE]), (1, 4, [0, ZERO, ZERO, ONE]);
        shuffle_any::<E>(src, dst, ns, nd, map, one)
    );
}

/// A component of a pixel, or what stands for one that is not there.
#[inline(always)]
fn placed<const E: usize>(pixel: &[[u8; E]], from: u8, one: [u8; 4]) -> [u8; E] {
    let mut out = [0; E];
    match pixel.get(usize::from(from)) {
        Some(component) => out = *component,
        None if from == ONE => out.copy_from_slice(&one[..E]),
        None => {}
    }
    out
}

#[inline(always)]
fn shuffle_n<const E: usize, const NS: usize, const ND: usize>(src: &[u8], dst: &mut [u8], map: Map, one: [u8; 4]) {
    let src = src.as_chunks::<E>().0.as_chunks::<NS>().0;
    let dst = dst.as_chunks_mut::<E>().0.as_chunks_mut::<ND>().0;
    for (s, d) in src.iter().zip(dst) {
        *d = std::array::from_fn(|i| placed(s, map[i], one));
    }
}

fn shuffle_any<const E: usize>(src: &[u8], dst: &mut [u8], ns: usize, nd: usize, map: Map, one: [u8; 4]) {
    let pixels = src.as_chunks::<E>().0.chunks_exact(ns);
    for (s, d) in pixels.zip(dst.as_chunks_mut::<E>().0.chunks_exact_mut(nd)) {
        for (d, &from) in d.iter_mut().zip(&map) {
            *d = placed(s, from, one);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Unorm,
    Snorm,
    Float,
}

/// A component type. Methods that make no sense for a kind are never called for it.
pub(super) trait Prim: Copy {
    const KIND: Kind;
    const BITS: u32;
    const BYTES: usize = (Self::BITS / 8) as usize;
    fn read(bytes: &[u8]) -> Self;
    fn write(self, bytes: &mut [u8]);
    fn int(self) -> i64;
    fn of_int(x: i64) -> Self;
    fn float(self) -> f32;
    fn of_float(x: f32) -> Self;
}

macro_rules! int_prim {
    ($($t:ty: $kind:ident;)*) => {$(
        impl Prim for $t {
            const KIND: Kind = Kind::$kind;
            const BITS: u32 = <$t>::BITS;
            #[inline(always)]
            fn read(bytes: &[u8]) -> Self {
                let mut raw = [0; size_of::<$t>()];
                raw.copy_from_slice(&bytes[..size_of::<$t>()]);
                <$t>::from_ne_bytes(raw)
            }
            #[inline(always)]
            fn write(self, bytes: &mut [u8]) {
                bytes[..size_of::<$t>()].copy_from_slice(&self.to_ne_bytes());
            }
            #[inline(always)]
            fn int(self) -> i64 {
                self as i64
            }
            #[inline(always)]
            fn of_int(x: i64) -> Self {
                x as $t
            }
            #[inline(always)]
            fn float(self) -> f32 {
                self as f32
            }
            #[inline(always)]
            fn of_float(x: f32) -> Self {
                x as $t
            }
        }
    )*};
}

int_prim! { u8: Unorm; i8: Snorm; u16: Unorm; i16: Snorm; u32: Unorm; i32: Snorm; }

impl Prim for f32 {
    const KIND: Kind = Kind::Float;
    const BITS: u32 = 32;
    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        f32::from_bits(u32::read(bytes))
    }
    #[inline(always)]
    fn write(self, bytes: &mut [u8]) {
        self.to_bits().write(bytes);
    }
    #[inline(always)]
    fn int(self) -> i64 {
        self as i64
    }
    #[inline(always)]
    fn of_int(x: i64) -> Self {
        x as f32
    }
    #[inline(always)]
    fn float(self) -> f32 {
        self
    }
    #[inline(always)]
    fn of_float(x: f32) -> Self {
        x
    }
}

/// Half precision, by its bits.
#[derive(Clone, Copy)]
pub(super) struct Half(u16);

impl Prim for Half {
    const KIND: Kind = Kind::Float;
    const BITS: u32 = 16;
    #[inline(always)]
    fn read(bytes: &[u8]) -> Self {
        Half(u16::read(bytes))
    }
    #[inline(always)]
    fn write(self, bytes: &mut [u8]) {
        self.0.write(bytes);
    }
    #[inline(always)]
    fn int(self) -> i64 {
        self.float() as i64
    }
    #[inline(always)]
    fn of_int(x: i64) -> Self {
        Self::of_float(x as f32)
    }
    #[inline(always)]
    fn float(self) -> f32 {
        float::f16_to_f32(self.0)
    }
    #[inline(always)]
    fn of_float(x: f32) -> Self {
        Half(float::f32_to_f16(x))
    }
}

/// A normalised or floating-point component as another type. The matches are on constants.
#[inline(always)]
pub(super) fn norm<S: Prim, D: Prim>(x: S) -> D {
    use Kind::{Float, Snorm, Unorm};
    let (from, to) = (S::BITS, D::BITS);
    match (S::KIND, D::KIND) {
        (Unorm, Unorm) => D::of_int(float::unorm_to_unorm(x.int() as u32, from, to).into()),
        (Unorm, Snorm) => D::of_int(float::unorm_to_snorm(x.int() as u32, from, to).into()),
        (Unorm, Float) => D::of_float(float::unorm_to_f32(x.int() as u32, from)),
        (Snorm, Unorm) => D::of_int(float::snorm_to_unorm(x.int() as i32, from, to).into()),
        (Snorm, Snorm) => D::of_int(float::snorm_to_snorm(x.int() as i32, from, to).into()),
        (Snorm, Float) => D::of_float(float::snorm_to_f32(x.int() as i32, from)),
        (Float, Unorm) => D::of_int(float::f32_to_unorm(x.float(), to).into()),
        (Float, Snorm) => D::of_int(float::f32_to_snorm(x.float(), to).into()),
        (Float, Float) => D::of_float(x.float()),
    }
}

/// An integer as an integer component, clamped to its range.
#[inline(always)]
pub(super) fn clamp_int<D: Prim>(x: i64) -> D {
    let (low, high) = match D::KIND {
        Kind::Snorm => (-(1i64 << (D::BITS - 1)), (1i64 << (D::BITS - 1)) - 1),
        _ => (0, (1i64 << D::BITS) - 1),
    };
    D::of_int(x.clamp(low, high))
}

fn flat_norm<S: Prim, D: Prim>(src: &[u8], dst: &mut [u8]) {
    for (s, d) in src.chunks_exact(S::BYTES).zip(dst.chunks_exact_mut(D::BYTES)) {
        norm::<S, D>(S::read(s)).write(d);
    }
}

fn flat_int<S: Prim, D: Prim>(src: &[u8], dst: &mut [u8]) {
    for (s, d) in src.chunks_exact(S::BYTES).zip(dst.chunks_exact_mut(D::BYTES)) {
        clamp_int::<D>(S::read(s).int()).write(d);
    }
}

#[inline(always)]
fn mapped_by<S: Prim, D: Prim>(src: &[u8], dst: &mut [u8], ns: usize, nd: usize, map: Map, one: D, f: fn(S) -> D) {
    for (s, d) in src.chunks_exact(ns * S::BYTES).zip(dst.chunks_exact_mut(nd * D::BYTES)) {
        for (d, &from) in d.chunks_exact_mut(D::BYTES).zip(&map) {
            match s.get(usize::from(from) * S::BYTES..) {
                Some(component) if usize::from(from) < ns => f(S::read(component)).write(d),
                _ if from == ONE => one.write(d),
                _ => D::of_int(0).write(d),
            }
        }
    }
}

#[allow(non_upper_case_globals)] // as above
fn mapped_norm<S: Prim, D: Prim>(src: &[u8], dst: &mut [u8], ns: usize, nd: usize, map: Map) {
    let one = norm::<f32, D>(1.0);
    with_known_map!(ns, nd, map => mapped_by::<S, D>(src, dst, ns, nd, map, one, norm::<S, D>);
        (3, 4, [0, 1, 2, ONE]), (4, 3, [0, 1, 2, ZERO]), (4, 4, [2, 1, 0, 3]), (4, 4, [0, 1, 2, ONE]);
        mapped_by::<S, D>(src, dst, ns, nd, map, one, norm::<S, D>)
    );
}

fn mapped_int<S: Prim, D: Prim>(src: &[u8], dst: &mut [u8], ns: usize, nd: usize, map: Map) {
    mapped_by::<S, D>(src, dst, ns, nd, map, D::of_int(1), |x: S| clamp_int::<D>(x.int()));
}

/// Floats to halves a block at a time, so that the processor's conversion instructions are used.
fn floats_to_halves(src: &[u8], dst: &mut [u8]) {
    const N: usize = 256;
    let (mut floats, mut halves) = ([0f32; N], [half::f16::ZERO; N]);
    for (s, d) in src.chunks(4 * N).zip(dst.chunks_mut(2 * N)) {
        let n = s.len() / 4;
        for (f, s) in floats.iter_mut().zip(s.as_chunks::<4>().0) {
            *f = f32::from_ne_bytes(*s);
        }
        halves[..n].convert_from_f32_slice(&floats[..n]);
        for (d, h) in d.as_chunks_mut::<2>().0.iter_mut().zip(&halves) {
            *d = h.to_bits().to_ne_bytes();
        }
    }
}

/// Floats to halves towards zero, as whole RGBA pixels of floats are uploaded.
pub(super) fn floats_to_cut_halves(src: &[u8], dst: &mut [u8]) {
    for (s, d) in src.as_chunks::<4>().0.iter().zip(dst.as_chunks_mut::<2>().0) {
        *d = float::f32_to_f16_cut(f32::from_ne_bytes(*s)).to_ne_bytes();
    }
}

/// Halves to floats, likewise.
fn halves_to_floats(src: &[u8], dst: &mut [u8]) {
    const N: usize = 256;
    let (mut floats, mut halves) = ([0f32; N], [half::f16::ZERO; N]);
    for (s, d) in src.chunks(2 * N).zip(dst.chunks_mut(4 * N)) {
        let n = s.len() / 2;
        for (h, s) in halves.iter_mut().zip(s.as_chunks::<2>().0) {
            *h = half::f16::from_bits(u16::from_ne_bytes(*s));
        }
        halves[..n].convert_to_f32_slice(&mut floats[..n]);
        for (d, f) in d.as_chunks_mut::<4>().0.iter_mut().zip(&floats) {
            *d = f.to_ne_bytes();
        }
    }
}

macro_rules! pick {
    ($f:ident, $s:expr, $d:expr; $($se:ident $st:ty),*) => {
        match $s {
            $(Elem::$se => match $d {
                Elem::U8 => $f::<$st, u8>,
                Elem::I8 => $f::<$st, i8>,
                Elem::U16 => $f::<$st, u16>,
                Elem::I16 => $f::<$st, i16>,
                Elem::U32 => $f::<$st, u32>,
                Elem::I32 => $f::<$st, i32>,
                Elem::F16 => $f::<$st, Half>,
                Elem::F32 => $f::<$st, f32>,
            },)*
        }
    };
}

pub(super) fn flat(s: Elem, d: Elem, integer: bool) -> Flat {
    match (s, d, integer) {
        (Elem::F32, Elem::F16, false) => floats_to_halves,
        (Elem::F16, Elem::F32, false) => halves_to_floats,
        (_, _, false) => pick!(flat_norm, s, d; U8 u8, I8 i8, U16 u16, I16 i16, U32 u32, I32 i32, F16 Half, F32 f32),
        // Integer pixels are never floats: the layouts refuse them.
        (_, _, true) => pick!(flat_int, s, d; U8 u8, I8 i8, U16 u16, I16 i16, U32 u32, I32 i32, F16 Half, F32 f32),
    }
}

pub(super) fn mapped(s: Elem, d: Elem, integer: bool) -> Mapped {
    if integer {
        pick!(mapped_int, s, d; U8 u8, I8 i8, U16 u16, I16 i16, U32 u32, I32 i32, F16 Half, F32 f32)
    } else {
        pick!(mapped_norm, s, d; U8 u8, I8 i8, U16 u16, I16 i16, U32 u32, I32 i32, F16 Half, F32 f32)
    }
}
