//! The general path: blocks of pixels through an RGBA accumulator. The layouts are looked at once a block, not once a
//! pixel.

use super::Rules;
use super::array::{Half, Prim, clamp_int, norm};
use crate::float;
use crate::layout::{Elem, Fields, PixelLayout, Storage};

/// Pixels of a block: small enough for the accumulator to stay in the first-level cache.
const BLOCK: usize = 64;

/// The two ends of a conversion: layouts and tight pixels.
struct Ends<'a> {
    src: &'a PixelLayout,
    dst: &'a PixelLayout,
    input: &'a [u8],
    output: &'a mut [u8],
}

#[inline(always)]
fn run<T: Copy>(
    ends: Ends<'_>,
    transparent: [T; 4],
    decode: impl Fn(&[u8], &mut [[T; 4]]),
    finish: impl Fn(&mut [T; 4]),
    encode: impl Fn(&[[T; 4]], &mut [u8]),
) {
    let mut block = [transparent; BLOCK];
    let (sb, db) = (ends.src.bytes(), ends.dst.bytes());
    for (i, o) in ends.input.chunks(BLOCK * sb).zip(ends.output.chunks_mut(BLOCK * db)) {
        let pixels = &mut block[..i.len() / sb];
        decode(i, pixels);
        for pixel in pixels.iter_mut() {
            finish(pixel);
        }
        encode(pixels, o);
    }
}

/// A word of 1, 2 or 4 bytes.
#[inline(always)]
fn word<const N: usize>(bytes: &[u8; N]) -> u32 {
    let mut wide = [0; 4];
    if cfg!(target_endian = "little") {
        wide[..N].copy_from_slice(bytes);
    } else {
        wide[4 - N..].copy_from_slice(bytes);
    }
    u32::from_ne_bytes(wide)
}

#[inline(always)]
fn put_word<const N: usize>(x: u32, bytes: &mut [u8; N]) {
    let wide = x.to_ne_bytes();
    let from = if cfg!(target_endian = "little") { 0 } else { 4 - N };
    bytes.copy_from_slice(&wide[from..from + N]);
}

/// Evaluates an expression with the usual orders of components as constants, so that nothing is looked up for a pixel.
macro_rules! with_known_order {
    ($n:ident, $order:ident => $body:expr) => {
        match ($n, *$order) {
            (4, [0, 1, 2, 3]) => {
                let ($n, $order): (usize, &[u8; 4]) = (4, &[0, 1, 2, 3]);
                $body
            }
            (4, [2, 1, 0, 3]) => {
                let ($n, $order): (usize, &[u8; 4]) = (4, &[2, 1, 0, 3]);
                $body
            }
            (3, [0, 1, 2, _]) => {
                let ($n, $order): (usize, &[u8; 4]) = (3, &[0, 1, 2, 0]);
                $body
            }
            _ => $body,
        }
    };
}

/// Bit fields to channels. What depends on a field's width alone is made once, by `prepare`, not once a pixel.
#[inline(always)]
fn unpack_fields<T: Copy, P: Copy>(
    input: &[u8],
    (bytes, fields): (u8, &Fields),
    order: &[u8; 4],
    out: &mut [[T; 4]],
    prepare: impl Fn(u32) -> P,
    f: impl Fn(u32, P) -> T,
) {
    let prepared = fields.map(|(shift, bits)| (shift, float::max_uint(u32::from(bits).max(1)), prepare(bits.into())));
    let n = if fields[3].1 == 0 { 3 } else { 4 };
    with_known_order!(n, order => {
        let one = |pixel: &mut [T; 4], x: u32| {
            for (&(shift, mask, p), &channel) in prepared[..n].iter().zip(order) {
                pixel[usize::from(channel & 3)] = f((x >> (shift & 31)) & mask, p);
            }
        };
        match bytes {
            1 => input.iter().zip(out).for_each(|(s, pixel)| one(pixel, (*s).into())),
            2 => input.as_chunks::<2>().0.iter().zip(out).for_each(|(s, pixel)| one(pixel, word(s))),
            _ => input.as_chunks::<4>().0.iter().zip(out).for_each(|(s, pixel)| one(pixel, word(s))),
        }
    });
}

/// Channels to bit fields.
#[inline(always)]
fn pack_fields<T: Copy>(
    pixels: &[[T; 4]],
    (bytes, fields): (u8, &Fields),
    order: &[u8; 4],
    output: &mut [u8],
    f: impl Fn(T, u32) -> u32,
) {
    let n = if fields[3].1 == 0 { 3 } else { 4 };
    with_known_order!(n, order => {
        let one = |pixel: &[T; 4]| {
            let fields = fields[..n].iter().zip(order);
            fields.fold(0, |x, (&(shift, bits), &channel)| {
                x | f(pixel[usize::from(channel & 3)], bits.into()) << (shift & 31)
            })
        };
        match bytes {
            1 => output.iter_mut().zip(pixels).for_each(|(d, pixel)| *d = one(pixel) as u8),
            2 => output.as_chunks_mut::<2>().0.iter_mut().zip(pixels).for_each(|(d, pixel)| put_word(one(pixel), d)),
            _ => output.as_chunks_mut::<4>().0.iter_mut().zip(pixels).for_each(|(d, pixel)| put_word(one(pixel), d)),
        }
    });
}

#[inline(always)]
fn read_array<S: Prim, T: Copy>(layout: &PixelLayout, input: &[u8], out: &mut [[T; 4]], f: impl Fn(S) -> T) {
    let (n, order) = (layout.components(), &layout.order);
    with_known_order!(n, order => {
        for (pixel, s) in out.iter_mut().zip(input.chunks_exact(n * S::BYTES)) {
            for (s, &channel) in s.chunks_exact(S::BYTES).zip(order) {
                pixel[usize::from(channel & 3)] = f(S::read(s));
            }
        }
    });
}

#[inline(always)]
fn write_array<D: Prim, T: Copy>(layout: &PixelLayout, pixels: &[[T; 4]], output: &mut [u8], f: impl Fn(T) -> D) {
    let (n, order) = (layout.components(), &layout.order);
    with_known_order!(n, order => {
        for (pixel, d) in pixels.iter().zip(output.chunks_exact_mut(n * D::BYTES)) {
            for (d, &channel) in d.chunks_exact_mut(D::BYTES).zip(order) {
                f(pixel[usize::from(channel & 3)]).write(d);
            }
        }
    });
}

macro_rules! each_elem {
    ($elem:expr, $t:ident => $body:expr) => {
        match $elem {
            Elem::U8 => {
                type $t = u8;
                $body
            }
            Elem::I8 => {
                type $t = i8;
                $body
            }
            Elem::U16 => {
                type $t = u16;
                $body
            }
            Elem::I16 => {
                type $t = i16;
                $body
            }
            Elem::U32 => {
                type $t = u32;
                $body
            }
            Elem::I32 => {
                type $t = i32;
                $body
            }
            Elem::F16 => {
                type $t = Half;
                $body
            }
            Elem::F32 => {
                type $t = f32;
                $body
            }
        }
    };
}

/// A field of any width as 8 bits: the factor and divisor of the product, and the shift of what is added, so that
/// narrower ones repeat their bits and wider ones are rounded.
#[derive(Clone, Copy)]
struct ToByte {
    factor: u32,
    divisor: u32,
    repeat: u32,
}

impl ToByte {
    #[inline(always)]
    fn new(bits: u32) -> Self {
        let bits = bits.max(1);
        match 8 % bits {
            _ if bits > 8 => Self { factor: 255, divisor: float::max_uint(bits), repeat: 31 },
            0 => Self { factor: 255 / float::max_uint(bits), divisor: 1, repeat: 31 },
            rest => Self { factor: 255 / float::max_uint(bits), divisor: 1, repeat: bits - rest },
        }
    }

    #[inline(always)]
    fn of(self, x: u32) -> u8 {
        let product = x * self.factor + (x >> self.repeat);
        // Division by a number known only here is slow; only fields of more than 8 bits need it.
        (if self.divisor == 1 { product } else { (product + self.divisor / 2) / self.divisor }) as u8
    }
}

/// What a field of so many bits is multiplied with to be in [0, 1].
fn float_scale(bits: u32) -> f32 {
    1.0 / float::max_uint(bits.max(1)) as f32
}

/// Evaluates an expression with the usual 16-bit fields as constants, so that shifts and factors are part of the loop.
macro_rules! with_known_fields {
    ($fields:ident => $body:expr) => {{
        const F565: Fields = [(11, 5), (5, 6), (0, 5), (0, 0)];
        const F4444: Fields = [(12, 4), (8, 4), (4, 4), (0, 4)];
        const F5551: Fields = [(11, 5), (6, 5), (1, 5), (0, 1)];
        const F1555_REV: Fields = [(0, 5), (5, 5), (10, 5), (15, 1)];
        match *$fields.1 {
            F565 => {
                let $fields = (2, &F565);
                $body
            }
            F4444 => {
                let $fields = (2, &F4444);
                $body
            }
            F5551 => {
                let $fields = (2, &F5551);
                $body
            }
            F1555_REV => {
                let $fields = (2, &F1555_REV);
                $body
            }
            _ => $body,
        }
    }};
}

/// 16-bit fields straight to RGBA bytes, a word a pixel.
#[inline(always)]
fn fields_to_words(input: &[u8], fields: &Fields, order: &[u8; 4], opaque: bool, output: &mut [u8]) {
    let n = if fields[3].1 == 0 { 3 } else { 4 };
    let always = if n == 3 || opaque { 0xff00_0000 } else { 0 };
    with_known_order!(n, order => {
        for (s, d) in input.as_chunks::<2>().0.iter().zip(output.as_chunks_mut::<4>().0) {
            let x = word(s);
            let mut out = always;
            for (&(shift, bits), &channel) in fields[..n].iter().zip(order) {
                let field = (x >> shift) & float::max_uint(u32::from(bits).max(1));
                out |= u32::from(ToByte::new(bits.into()).of(field)) << (8 * u32::from(channel & 3));
            }
            *d = out.to_le_bytes();
        }
    });
}

/// Unsigned normalised colour with 8 bits or less on one side at least.
pub(super) fn bytes(src: &PixelLayout, dst: &PixelLayout, rules: Rules, input: &[u8], output: &mut [u8]) {
    if let (Storage::Packed { bytes: 2, fields }, Storage::Array(Elem::U8)) = (&src.storage, dst.storage)
        && dst.components() == 4
        && dst.order == [0, 1, 2, 3]
    {
        let fields = (2u8, fields);
        with_known_fields!(fields => fields_to_words(input, fields.1, &src.order, rules.alpha_one, output));
        return;
    }
    run(
        Ends { src, dst, input, output },
        [0, 0, 0, 255u8],
        |i, out| match &src.storage {
            Storage::Packed { bytes, fields } => {
                let fields = (*bytes, fields);
                with_known_fields!(fields => unpack_fields(i, fields, &src.order, out, ToByte::new, |x, to| to.of(x)));
            }
            Storage::Array(elem) => each_elem!(*elem, T => read_array::<T, u8>(src, i, out, norm::<T, u8>)),
            _ => {
                let mut floats = [[0.0, 0.0, 0.0, 1.0]; BLOCK];
                decode_floats(src, i, &mut floats[..out.len()]);
                for (pixel, float) in out.iter_mut().zip(&floats) {
                    *pixel = float.map(|x| float::f32_to_unorm(x, 8) as u8);
                }
            }
        },
        |pixel| {
            if rules.alpha_one {
                pixel[3] = 255;
            }
        },
        |pixels, o| match &dst.storage {
            Storage::Packed { bytes, fields } => {
                let fields = (*bytes, fields);
                with_known_fields!(fields => pack_fields(pixels, fields, &dst.order, o, |x, bits| {
                    float::unorm_to_unorm(x.into(), 8, bits)
                }));
            }
            _ => write_array::<u8, u8>(dst, pixels, o, |x| x),
        },
    );
}

/// Red, green and blue of pixels of `N` floats into words, a block at a time: colours apart from each other first, so that
/// several pixels are packed at once.
#[inline(always)]
fn pack_floats<const N: usize>(input: &[u8], output: &mut [u8], pack: impl Fn([f32; 3]) -> u32) {
    let (mut planes, mut words) = ([[0f32; BLOCK]; 3], [0u32; BLOCK]);
    let pixels = input.as_chunks::<4>().0.as_chunks::<N>().0;
    for (i, o) in pixels.chunks(BLOCK).zip(output.as_chunks_mut::<4>().0.chunks_mut(BLOCK)) {
        for (at, pixel) in i.iter().enumerate() {
            for (plane, bytes) in planes.iter_mut().zip(pixel) {
                plane[at] = f32::from_ne_bytes(*bytes);
            }
        }
        let [r, g, b] = &planes;
        for (word, ((r, g), b)) in words.iter_mut().zip(r.iter().zip(g).zip(b)) {
            *word = pack([*r, *g, *b]);
        }
        for (bytes, word) in o.iter_mut().zip(&words) {
            *bytes = word.to_ne_bytes();
        }
    }
}

/// Normalised and floating-point colour of any kind.
pub(super) fn floats(src: &PixelLayout, dst: &PixelLayout, rules: Rules, input: &[u8], output: &mut [u8]) {
    if src.storage == Storage::Array(Elem::F32) && src.order[..3] == [0, 1, 2] && !rules.clamp {
        match (src.components(), dst.storage) {
            (3, Storage::PackedFloat) => return pack_floats::<3>(input, output, float::pack_r11g11b10f),
            (4, Storage::PackedFloat) => return pack_floats::<4>(input, output, float::pack_r11g11b10f),
            (3, Storage::SharedExponent) => return pack_floats::<3>(input, output, float::pack_rgb9e5),
            (4, Storage::SharedExponent) => return pack_floats::<4>(input, output, float::pack_rgb9e5),
            _ => {}
        }
    }
    run(
        Ends { src, dst, input, output },
        [0.0, 0.0, 0.0, 1.0f32],
        |i, out| decode_floats(src, i, out),
        |pixel| {
            if rules.alpha_one {
                pixel[3] = 1.0;
            }
            if rules.clamp {
                *pixel = pixel.map(|x| x.max(0.0).min(1.0));
            }
        },
        |pixels, o| match dst.storage {
            // What the array conversions do not take is cut off on its way into an image.
            Storage::Array(Elem::F16) if !rules.reading => {
                write_array::<u16, f32>(dst, pixels, o, float::f32_to_f16_cut);
            }
            // And halves of the last step are rounded up instead of to even.
            Storage::Array(Elem::U16) if !rules.reading => {
                write_array::<u16, f32>(dst, pixels, o, |x| (x.max(0.0).min(1.0) * 65535.0 + 0.5) as u16);
            }
            _ => encode_floats(dst, pixels, o),
        },
    );
}

/// Colour pixels as floats. Channels that the layout lacks keep what `out` has.
fn decode_floats(layout: &PixelLayout, input: &[u8], out: &mut [[f32; 4]]) {
    match &layout.storage {
        Storage::Array(elem) => each_elem!(*elem, T => read_array::<T, f32>(layout, input, out, norm::<T, f32>)),
        Storage::Packed { bytes, fields } => {
            unpack_fields(input, (*bytes, fields), &layout.order, out, float_scale, |x, scale| x as f32 * scale);
        }
        Storage::PackedFloat => {
            for (pixel, s) in out.iter_mut().zip(input.as_chunks::<4>().0) {
                pixel[..3].copy_from_slice(&float::unpack_r11g11b10f(u32::from_ne_bytes(*s)));
            }
        }
        Storage::SharedExponent => {
            for (pixel, s) in out.iter_mut().zip(input.as_chunks::<4>().0) {
                pixel[..3].copy_from_slice(&float::unpack_rgb9e5(u32::from_ne_bytes(*s)));
            }
        }
        // No colour: `Converter::new` keeps them away.
        Storage::D24S8 | Storage::D32fS8 => {}
    }
}

/// Floats as colour pixels.
fn encode_floats(layout: &PixelLayout, pixels: &[[f32; 4]], output: &mut [u8]) {
    match &layout.storage {
        Storage::Array(elem) => each_elem!(*elem, T => write_array::<T, f32>(layout, pixels, output, norm::<f32, T>)),
        Storage::Packed { bytes, fields } => {
            pack_fields(pixels, (*bytes, fields), &layout.order, output, float::f32_to_unorm);
        }
        Storage::PackedFloat => {
            for (pixel, d) in pixels.iter().zip(output.as_chunks_mut::<4>().0) {
                *d = float::pack_r11g11b10f([pixel[0], pixel[1], pixel[2]]).to_ne_bytes();
            }
        }
        Storage::SharedExponent => {
            for (pixel, d) in pixels.iter().zip(output.as_chunks_mut::<4>().0) {
                *d = float::pack_rgb9e5([pixel[0], pixel[1], pixel[2]]).to_ne_bytes();
            }
        }
        Storage::D24S8 | Storage::D32fS8 => {}
    }
}

/// Integer colour: values are kept, or clamped to what the destination holds.
pub(super) fn integers(src: &PixelLayout, dst: &PixelLayout, rules: Rules, input: &[u8], output: &mut [u8]) {
    run(
        Ends { src, dst, input, output },
        [0, 0, 0, 1i64],
        |i, out| decode_integers(src, i, out),
        |pixel| {
            if rules.alpha_one {
                pixel[3] = 1;
            }
        },
        |pixels, o| encode_integers(dst, pixels, o),
    );
}

fn decode_integers(layout: &PixelLayout, input: &[u8], out: &mut [[i64; 4]]) {
    match &layout.storage {
        Storage::Array(elem) => each_elem!(*elem, T => read_array::<T, i64>(layout, input, out, T::int)),
        Storage::Packed { bytes, fields } => {
            unpack_fields(input, (*bytes, fields), &layout.order, out, |_| (), |x, ()| i64::from(x));
        }
        _ => {}
    }
}

/// Integers as integer colour pixels, clamped.
fn encode_integers(layout: &PixelLayout, pixels: &[[i64; 4]], output: &mut [u8]) {
    match &layout.storage {
        Storage::Array(elem) => each_elem!(*elem, T => write_array::<T, i64>(layout, pixels, output, clamp_int::<T>)),
        Storage::Packed { bytes, fields } => {
            pack_fields(pixels, (*bytes, fields), &layout.order, output, |x, bits| {
                x.clamp(0, float::max_uint(bits).into()) as u32
            });
        }
        _ => {}
    }
}
