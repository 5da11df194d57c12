//! Pixels from one layout to another, into canonical texels and back into client memory.

use proptest::prelude::*;
use texel::clear::{self, ClearValue};
use texel::format::all;
use texel::pack::{pack, pack_format, pack_tight, scatter, scatter_with};
use texel::unpack::{unpack, uploader};
use texel::{ConvertError, Converter, Domain, Extent, PackOptions, PixelLayout, PixelStore, Rules, float, gl, info};

fn layout(format: u32, type_: u32) -> PixelLayout {
    PixelLayout::new(format, type_).unwrap()
}

/// Every legal pair.
fn layouts() -> Vec<PixelLayout> {
    let values = (0x1400..0x1410).chain(0x1900..0x1910).chain(0x8000..0x9000);
    let types: Vec<u32> = values.clone().collect();
    let found: Vec<_> = values.flat_map(|f| types.iter().filter_map(move |&t| PixelLayout::new(f, t).ok())).collect();
    // 8 array types with 17 formats, less 2 floats for each of 8 integer ones; 4 packed types for 2 formats, 8 for 4,
    // and 4 for one.
    assert_eq!(found.len(), 18 * 8 - 8 * 2 + 4 * 2 + 8 * 4 + 4);
    found
}

fn converted(src: &PixelLayout, dst: &PixelLayout, rules: Rules, pixels: &[u8]) -> Vec<u8> {
    let mut out = vec![0; pixels.len() / src.bytes() * dst.bytes()];
    Converter::new(*src, *dst, rules).unwrap().run(pixels, &mut out);
    out
}

fn bytes_of<const N: usize, T>(values: &[T], f: impl Fn(&T) -> [u8; N]) -> Vec<u8> {
    values.iter().flat_map(f).collect()
}

fn f32s(bytes: &[u8]) -> Vec<f32> {
    bytes.chunks_exact(4).map(|b| f32::from_ne_bytes(b.try_into().unwrap())).collect()
}

#[test]
fn every_packed_16_bit_pattern_has_the_fields_of_its_type() {
    use gl::*;
    // First component first: shift and width.
    type Fields = [(u32, u32); 4];
    let types: [(u32, u32, Fields); 6] = [
        (RGB, UNSIGNED_SHORT_5_6_5, [(11, 5), (5, 6), (0, 5), (0, 0)]),
        (RGB, UNSIGNED_SHORT_5_6_5_REV, [(0, 5), (5, 6), (11, 5), (0, 0)]),
        (RGBA, UNSIGNED_SHORT_4_4_4_4, [(12, 4), (8, 4), (4, 4), (0, 4)]),
        (BGRA, UNSIGNED_SHORT_4_4_4_4_REV, [(0, 4), (4, 4), (8, 4), (12, 4)]),
        (RGBA, UNSIGNED_SHORT_5_5_5_1, [(11, 5), (6, 5), (1, 5), (0, 1)]),
        (BGRA, UNSIGNED_SHORT_1_5_5_5_REV, [(0, 5), (5, 5), (10, 5), (15, 1)]),
    ];
    let all: Vec<u16> = (0..=u16::MAX).collect();
    let words = bytes_of(&all, |x| x.to_ne_bytes());
    for (format, type_, fields) in types {
        let packed = layout(format, type_);
        let floats = f32s(&converted(&packed, &layout(RGBA, FLOAT), Rules::default(), &words));
        let bytes = converted(&packed, &layout(RGBA, UNSIGNED_BYTE), Rules::default(), &words);
        for (i, &x) in all.iter().enumerate() {
            for (component, (shift, bits)) in fields.into_iter().enumerate() {
                // BGRA: the first component is blue.
                let channel = if format == BGRA && component < 3 { 2 - component } else { component };
                let (f, b) = (floats[4 * i + channel], bytes[4 * i + channel]);
                if bits == 0 {
                    assert_eq!((f, b), (1.0, 255));
                    continue;
                }
                let field = u32::from(x) >> shift & float::max_uint(bits);
                // red once: with the fields of 5_5_5_1 one bit too high
                assert_eq!(f, field as f32 * (1.0 / float::max_uint(bits) as f32));
                assert_eq!(u32::from(b), float::unorm_to_unorm(field, bits, 8));
            }
        }
        // And back, both ways.
        let rgba = layout(RGBA, FLOAT);
        let raw = bytes_of(&floats, |x| x.to_ne_bytes());
        assert!(converted(&rgba, &packed, Rules::default(), &raw) == words);
        assert!(converted(&layout(RGBA, UNSIGNED_BYTE), &packed, Rules::default(), &bytes) == words);
    }
}

#[test]
fn packed_bytes_and_words_have_their_components_in_order() {
    use gl::*;
    let one = |f, t, word: &[u8]| converted(&layout(f, t), &layout(RGBA, UNSIGNED_BYTE), Rules::default(), word);
    assert_eq!(one(RGB, UNSIGNED_BYTE_3_3_2, &[0xe1]), [255, 0, 85, 255]);
    assert_eq!(one(RGB, UNSIGNED_BYTE_2_3_3_REV, &[0x47]), [255, 0, 85, 255]);
    assert_eq!(one(RGBA, UNSIGNED_INT_8_8_8_8, &0x1122_3344u32.to_ne_bytes()), [0x11, 0x22, 0x33, 0x44]);
    assert_eq!(one(RGBA, UNSIGNED_INT_8_8_8_8_REV, &0x1122_3344u32.to_ne_bytes()), [0x44, 0x33, 0x22, 0x11]);
    assert_eq!(one(BGRA, UNSIGNED_INT_8_8_8_8, &0x1122_3344u32.to_ne_bytes()), [0x33, 0x22, 0x11, 0x44]);
    assert_eq!(one(BGRA, UNSIGNED_INT_8_8_8_8_REV, &0x1122_3344u32.to_ne_bytes()), [0x22, 0x33, 0x44, 0x11]);
    let ints = |f, t, word: u32| {
        let out =
            converted(&layout(f, t), &layout(RGBA_INTEGER, UNSIGNED_SHORT), Rules::default(), &word.to_ne_bytes());
        out.chunks_exact(2).map(|b| u16::from_ne_bytes(b.try_into().unwrap())).collect::<Vec<_>>()
    };
    let word = 1000 << 22 | 5 << 12 | 1023 << 2 | 2;
    assert_eq!(ints(RGBA_INTEGER, UNSIGNED_INT_10_10_10_2, word), [1000, 5, 1023, 2]);
    assert_eq!(ints(BGRA_INTEGER, UNSIGNED_INT_10_10_10_2, word), [1023, 5, 1000, 2]);
    assert_eq!(ints(RGBA_INTEGER, UNSIGNED_INT_2_10_10_10_REV, 3 << 30 | 7 << 20 | 8 << 10 | 9), [9, 8, 7, 3]);
}

#[test]
fn missing_components_are_zero_and_alpha_one() {
    use gl::*;
    let to = |f: u32, t: u32, out: u32, out_t: u32, px: &[u8]| {
        converted(&layout(f, t), &layout(out, out_t), Rules::default(), px)
    };
    assert_eq!(to(RED, UNSIGNED_BYTE, RGBA, UNSIGNED_BYTE, &[7]), [7, 0, 0, 255]);
    assert_eq!(to(BLUE, UNSIGNED_BYTE, BGRA, UNSIGNED_BYTE, &[7]), [7, 0, 0, 255]);
    assert_eq!(to(RG, UNSIGNED_BYTE, RGB, BYTE, &[255, 128]), [127, 64, 0]);
    assert_eq!(to(RED_INTEGER, UNSIGNED_BYTE, RGBA_INTEGER, BYTE, &[200]), [127, 0, 0, 1]);
    assert_eq!(to(RGBA_INTEGER, BYTE, GREEN_INTEGER, UNSIGNED_BYTE, &[1, 0x80, 3, 4]), [0]);
    assert_eq!(f32s(&to(RG, BYTE, RGBA, FLOAT, &[0x80, 0x7f])), [-1.0, 1.0, 0.0, 1.0]);
    assert_eq!(to(RGBA, UNSIGNED_BYTE, RED, UNSIGNED_BYTE, &[9, 8, 7, 6]), [9]);
    let opaque = Rules { alpha_one: true, ..Rules::default() };
    let (rgba, bgra) = (layout(RGBA, UNSIGNED_BYTE), layout(BGRA, UNSIGNED_BYTE));
    assert_eq!(converted(&rgba, &rgba, opaque, &[1, 2, 3, 4]), [1, 2, 3, 255]);
    assert_eq!(converted(&bgra, &rgba, opaque, &[1, 2, 3, 4]), [3, 2, 1, 255]);
    let half = converted(&layout(RGBA, FLOAT), &layout(RGBA, HALF_FLOAT), opaque, &[0; 16]);
    assert_eq!(half, [0, 0, 0, 0, 0, 0, 0x00, 0x3c]);
}

#[test]
fn fast_paths_agree_with_single_pixels() {
    use gl::*;
    // Lengths around the blocks of the fast paths; each pixel alone takes their tails.
    let pairs = [
        (BGRA, UNSIGNED_BYTE, RGBA, UNSIGNED_BYTE),
        (RGB, UNSIGNED_BYTE, RGBA, UNSIGNED_BYTE),
        (BGR, UNSIGNED_BYTE, RGB, UNSIGNED_BYTE),
        (RGB, FLOAT, RGBA, FLOAT),
        (RGBA, FLOAT, RGBA, HALF_FLOAT),
        (RGB, HALF_FLOAT, RGB, FLOAT),
        (RGBA, UNSIGNED_SHORT_4_4_4_4, RGBA, UNSIGNED_BYTE),
        (RGB, FLOAT, RGB, UNSIGNED_INT_10F_11F_11F_REV),
        (RGBA, UNSIGNED_BYTE, RGBA, FLOAT),
    ];
    let noise: Vec<u8> = (0..16 * 700u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8 & 0xbf).collect();
    for (f, t, to_f, to_t) in pairs {
        let (src, dst) = (layout(f, t), layout(to_f, to_t));
        for n in [0usize, 1, 3, 4, 5, 63, 64, 65, 255, 257, 600] {
            let pixels = &noise[..n * src.bytes()];
            let whole = converted(&src, &dst, Rules::default(), pixels);
            let single: Vec<u8> =
                pixels.chunks_exact(src.bytes()).flat_map(|p| converted(&src, &dst, Rules::default(), p)).collect();
            // red once: with the second word of the three-to-four expansion shifted by 16
            assert_eq!(whole, single, "{f:#x} {t:#x} to {to_f:#x} {to_t:#x}, {n} pixels");
        }
    }
    assert_eq!(
        converted(&layout(BGRA, UNSIGNED_BYTE), &layout(RGBA, UNSIGNED_BYTE), Rules::default(), &[1, 2, 3, 4]),
        [3, 2, 1, 4]
    );
}

#[test]
fn conversions_exist_exactly_within_a_domain() {
    let kind = |l: &PixelLayout| match l.domain() {
        Domain::Color => 0,
        Domain::Integer => 1,
        _ => 2,
    };
    let layouts = layouts();
    let mut made = 0;
    for src in &layouts {
        for dst in &layouts {
            match Converter::new(*src, *dst, Rules::default()) {
                Ok(converter) => {
                    assert_eq!(kind(src), kind(dst));
                    let mut out = vec![0; 3 * dst.bytes()];
                    converter.run(&vec![0x3f; 3 * src.bytes()], &mut out);
                    made += 1;
                }
                Err(ConvertError::Domains { .. }) => {
                    let stencil = (src.domain() == Domain::Stencil) != (dst.domain() == Domain::Stencil);
                    assert!(kind(src) != kind(dst) || stencil);
                }
                Err(e) => panic!("{e}"),
            }
        }
    }
    assert!(made > 5000, "{made}");
}

#[test]
fn a_layout_survives_the_way_through_wider_ones() {
    use gl::*;
    // Every 8-bit value of each component type through floats of each channel order.
    for (type_, through) in [
        (UNSIGNED_BYTE, FLOAT),
        (BYTE, FLOAT),
        (UNSIGNED_BYTE, UNSIGNED_SHORT),
        (UNSIGNED_BYTE, UNSIGNED_INT),
        (UNSIGNED_BYTE, HALF_FLOAT),
    ] {
        for format in [RED, RG, RGB, BGR, RGBA, BGRA] {
            let (small, wide) = (layout(format, type_), layout(RGBA, through));
            let values: Vec<u8> = (0..=255u8).filter(|&x| type_ != BYTE || x != 0x80).collect();
            let n = values.len() / small.components() * small.components();
            let out = converted(&small, &wide, Rules::default(), &values[..n]);
            assert_eq!(converted(&wide, &small, Rules::default(), &out), values[..n], "{format:#x} {type_:#x}");
        }
    }
}

#[test]
fn depth_uploads_are_cut_off_and_repeated() {
    use gl::*;
    let up = |f, t, i, px: &[u8]| {
        let info = info(i).unwrap();
        let mut out = vec![0; info.wire.bytes.into()];
        unpack(px, &PixelStore::TIGHT, &layout(f, t), Extent::new_2d(1, 1), info, &mut out).unwrap();
        out
    };
    let f = 0.1f32;
    let d24 = (f * 16_777_215.0) as u32;
    assert_eq!(
        up(DEPTH_COMPONENT, FLOAT, DEPTH_COMPONENT24, &f.to_ne_bytes()),
        ((d24 << 8) | ((d24 >> 16) + 1)).to_ne_bytes()
    );
    assert_eq!(up(DEPTH_COMPONENT, FLOAT, DEPTH_COMPONENT16, &f.to_ne_bytes()), ((f * 65535.0) as u16).to_ne_bytes());
    assert_eq!(up(DEPTH_COMPONENT, FLOAT, DEPTH_COMPONENT32F, &2f32.to_ne_bytes()), 2f32.to_ne_bytes());
    assert_eq!(up(DEPTH_COMPONENT, FLOAT, DEPTH_COMPONENT24, &2f32.to_ne_bytes()), u32::MAX.to_ne_bytes());
    assert_eq!(
        up(DEPTH_COMPONENT, UNSIGNED_INT, DEPTH_COMPONENT16, &0x1234_ffffu32.to_ne_bytes()),
        0x1234u16.to_ne_bytes()
    );
    assert_eq!(
        up(DEPTH_STENCIL, UNSIGNED_INT_24_8, DEPTH_COMPONENT24, &0xabcdef55u32.to_ne_bytes()),
        0xabcd_efacu32.to_ne_bytes()
    );
    let mut both = 0.5f32.to_ne_bytes().to_vec();
    both.extend(0x77u32.to_ne_bytes());
    assert_eq!(
        up(DEPTH_STENCIL, FLOAT_32_UNSIGNED_INT_24_8_REV, DEPTH24_STENCIL8, &both),
        0x7fff_ff77u32.to_ne_bytes()
    );
    assert_eq!(
        up(DEPTH_STENCIL, UNSIGNED_INT_24_8, DEPTH32F_STENCIL8, &0xffff_ff77u32.to_ne_bytes())[..4],
        1f32.to_ne_bytes()
    );
    assert_eq!(up(STENCIL_INDEX, UNSIGNED_SHORT, STENCIL_INDEX8, &0x1234u16.to_ne_bytes()), [0x34]);
    // Depth alone leaves stencil: the destination keeps it.
    let info = info(DEPTH24_STENCIL8).unwrap();
    let mut texel = 0x0000_0042u32.to_ne_bytes();
    unpack(
        &1f32.to_ne_bytes(),
        &PixelStore::TIGHT,
        &layout(DEPTH_COMPONENT, FLOAT),
        Extent::new_2d(1, 1),
        info,
        &mut texel,
    )
    .unwrap();
    assert_eq!(u32::from_ne_bytes(texel), 0xffff_ff42);
}

#[test]
fn a_24_bit_depth_survives_drivers_that_scale() {
    let layouts = (layout(gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8), info(gl::DEPTH_COMPONENT24).unwrap());
    let upload = uploader(&layouts.0, layouts.1).unwrap();
    // In single precision, cut off: with the reciprocal in double precision, and in single.
    let cut = |x: u32| ((f64::from(x) * (1.0 / 4_294_967_295.0)) as f32 * 16_777_215.0) as u32;
    let cut_single = |x: u32| (x as f32 * (1.0 / 4_294_967_295.0f32) * 16_777_215.0) as u32;
    let rounded = |x: u32| (f64::from(x) * 16_777_215.0 / 4_294_967_295.0).round() as u32;
    // Both ends whole, every 61st between.
    let (low, high) = (1 << 16, (1 << 24) - (1 << 16));
    let depths: Vec<u32> = (0..low).chain((low..high).step_by(61)).chain(high..1 << 24).collect();
    let all = bytes_of(&depths, |d| ((d << 8) | 0x5a).to_ne_bytes());
    let mut wire = vec![0; all.len()];
    upload.run(&all, &mut wire);
    let off = wire.chunks_exact(4).zip(&depths).filter(|(word, d)| {
        let x = u32::from_ne_bytes((*word).try_into().unwrap());
        // red once: with the high bits repeated and nothing added, 65535 depths were one too small
        [x >> 8, cut(x), cut_single(x), rounded(x)] != [**d; 4]
    });
    assert_eq!(off.count(), 0);
}

/// Values that the desktop driver gave; each pins one choice that GL leaves open.
#[test]
fn rounding_is_the_desktop_drivers() {
    use gl::*;
    let texel = |f, t, i, px: &[u8]| clear::texel(Some(px), &layout(f, t), info(i).unwrap()).unwrap().bytes().to_vec();
    let floats = |x: &[f32]| bytes_of(x, |x| x.to_ne_bytes());
    let half = |bytes: &[u8]| u16::from_ne_bytes([bytes[0], bytes[1]]);
    // Whole RGBA pixels of floats are cut to halves, other arrays rounded, packed pixels cut.
    let x = f32::from_bits(0x3f69_f751);
    assert_eq!(half(&texel(RGBA, FLOAT, RGBA16F, &floats(&[x; 4]))), 0x3b4f);
    assert_eq!(half(&texel(RED, FLOAT, R16F, &floats(&[x]))), 0x3b50);
    assert_eq!(half(&texel(RGB, UNSIGNED_BYTE_3_3_2, RGB16F, &[0xb7])), 0x39b6);
    // Floats reach fields of few bits through bytes, unless they are whole RGBA pixels.
    let y = f32::from_bits(0x3e8c_0054);
    assert_eq!(half(&texel(RED, FLOAT, RGB565, &floats(&[y]))) >> 11, 9);
    assert_eq!(half(&texel(RGBA, FLOAT, RGB565, &floats(&[y, 0.0, 0.0, 0.0]))) >> 11, 8);
    // Halves of a step go up on the way to 16 bits from whole pixels.
    let z = f32::from_bits(0x3f0b_630b);
    assert_eq!(half(&texel(RGBA, FLOAT, RGBA16, &floats(&[z; 4]))), 35683);
    assert_eq!(half(&texel(RED, FLOAT, R16, &floats(&[z]))), 35682);
    // Signed values are shifted narrower, and repeat their sign when wider.
    assert_eq!(texel(RED, SHORT, R8_SNORM, &(-64i16).to_ne_bytes()), [0xff]);
    assert_eq!(texel(RED, BYTE, R16_SNORM, &[0xff]), (-259i16).to_ne_bytes());
    // Bytes repeat their bits in ten.
    let ten = texel(RGBA, UNSIGNED_BYTE, RGB10_A2, &[50, 0, 0, 0]);
    assert_eq!(u32::from_ne_bytes(ten.try_into().unwrap()), 200);
    // Reading a signed image as unsigned goes through floats.
    let mut read = [0; 2];
    let options = PackOptions::default();
    pack_tight(&[23], &layout(RED, BYTE), &mut read, &layout(RED, UNSIGNED_SHORT), options).unwrap();
    assert_eq!(read, 0x2e5du16.to_ne_bytes());
}

#[test]
fn three_component_formats_travel_opaque() {
    use gl::*;
    for (format, texel) in [(RGB4, 0x000f_u16.to_ne_bytes()), (RGB5, 0x0001u16.to_ne_bytes())] {
        let info = info(format).unwrap();
        let mut out = [0; 2];
        unpack(&[0, 0, 0, 0], &PixelStore::TIGHT, &layout(RGBA, UNSIGNED_BYTE), Extent::new_2d(1, 1), info, &mut out)
            .unwrap();
        assert_eq!(out, texel);
    }
}

#[test]
fn reads_clamp_when_told_to() {
    use gl::*;
    let src = bytes_of(&[-0.5f32, 0.25, 2.0, 1.5], |x| x.to_ne_bytes());
    let (rgba, out) = (layout(RGBA, FLOAT), layout(RGBA, FLOAT));
    let read = |clamp| {
        let mut dst = vec![0; 16];
        pack_tight(&src, &rgba, &mut dst, &out, PackOptions { clamp, alpha_one: false }).unwrap();
        f32s(&dst)
    };
    assert_eq!(read(false), [-0.5, 0.25, 2.0, 1.5]);
    assert_eq!(read(true), [0.0, 0.25, 1.0, 1.0]);
    let mut bytes = [0; 4];
    pack_tight(
        &[0x81, 0x7f, 0, 0x80],
        &layout(RGBA, BYTE),
        &mut bytes,
        &layout(RGBA, BYTE),
        PackOptions { clamp: true, alpha_one: true },
    )
    .unwrap();
    assert_eq!(bytes, [0, 127, 0, 127]);
}

#[test]
fn clear_texels_are_those_of_an_upload() {
    use gl::*;
    let color = [0.1f32, 0.5, 0.75, 0.3];
    for f in all().iter().filter(|f| !f.is_compressed()) {
        let wire = f.wire.layout().unwrap();
        let (value, pixel, from) = match wire.domain() {
            Domain::Color => (ClearValue::Float(color), bytes_of(&color, |x| x.to_ne_bytes()), layout(RGBA, FLOAT)),
            Domain::Integer => (
                ClearValue::Int([-7, 70000, 3, 1]),
                bytes_of(&[-7i32, 70000, 3, 1], |x| x.to_ne_bytes()),
                layout(RGBA_INTEGER, INT),
            ),
            Domain::DepthStencil => {
                let mut both = 0.7f32.to_ne_bytes().to_vec();
                both.extend(9u32.to_ne_bytes());
                (ClearValue::DepthStencil(0.7, 9), both, layout(DEPTH_STENCIL, FLOAT_32_UNSIGNED_INT_24_8_REV))
            }
            Domain::Stencil => (ClearValue::DepthStencil(0.7, 9), vec![9], layout(STENCIL_INDEX, UNSIGNED_BYTE)),
            // A clear says nothing about 24 bits in 32.
            Domain::Depth if f.bits.depth == 24 => continue,
            Domain::Depth => {
                (ClearValue::DepthStencil(0.7, 9), 0.7f32.to_ne_bytes().to_vec(), layout(DEPTH_COMPONENT, FLOAT))
            }
        };
        let texel = clear::texel(Some(&pixel), &from, f).unwrap();
        let mut encoded = clear::encode(value, &wire).unwrap();
        if f.base == texel::format::Base::Rgb && wire.components() == 4 {
            encoded = clear::encode(ClearValue::Float([0.1, 0.5, 0.75, 1.0]), &wire).unwrap();
        }
        assert_eq!(texel, encoded, "{}", f.name);
        let mut filled = vec![0xee; 5 * texel.bytes().len() + 3 % texel.bytes().len()];
        texel.fill(&mut filled);
        for (i, chunk) in filled.chunks(texel.bytes().len()).enumerate() {
            assert_eq!(chunk, if i < 5 { texel.bytes() } else { &[0xee; 3][..chunk.len()] });
        }
    }
    let zero = clear::texel(None, &layout(RGBA, FLOAT), info(RGBA16F).unwrap()).unwrap();
    assert_eq!(zero.bytes(), [0; 8]);
    assert!(clear::encode(ClearValue::Float(color), &layout(RGBA_INTEGER, INT)).is_err());
    let short = clear::texel(Some(&[0; 3]), &layout(RGBA, UNSIGNED_BYTE), info(RGBA8).unwrap());
    assert_eq!(short, Err(ConvertError::TooShort { what: "clear value", have: 3, need: 4 }));
}

#[test]
fn short_slices_are_refused_and_nothing_is_written() {
    use gl::*;
    let (rgba, extent) = (layout(RGBA, UNSIGNED_BYTE), Extent::new_2d(4, 4));
    let mut dst = [7u8; 64];
    let e = unpack(&[1; 63], &PixelStore::default(), &rgba, extent, info(RGBA8).unwrap(), &mut dst).unwrap_err();
    assert_eq!(e, ConvertError::TooShort { what: "pixels", have: 63, need: 64 });
    assert!(unpack(&[1; 64], &PixelStore::default(), &rgba, extent, info(RGBA8).unwrap(), &mut dst[..63]).is_err());
    assert!(
        pack(&[1; 64], &rgba, &mut dst[..63], &rgba, &PixelStore::default(), extent, PackOptions::default()).is_err()
    );
    assert!(pack(&[1; 63], &rgba, &mut dst, &rgba, &PixelStore::default(), extent, PackOptions::default()).is_err());
    assert!(scatter(&[1; 8], 60, &mut dst, &PixelStore::default(), &rgba, extent).is_err());
    assert!(scatter(&[1; 8], usize::MAX, &mut dst, &PixelStore::default(), &rgba, extent).is_err());
    assert_eq!(dst, [7; 64]);
    let e = uploader(&rgba, info(COMPRESSED_RGBA_BPTC_UNORM).unwrap()).unwrap_err();
    assert_eq!(e, ConvertError::Compressed(COMPRESSED_RGBA_BPTC_UNORM));
    assert!(unpack(&[], &PixelStore::default(), &rgba, Extent::new_2d(0, 4), info(RGBA8).unwrap(), &mut []).is_ok());
}

fn stores() -> impl Strategy<Value = (PixelStore, Extent)> {
    (
        (1u32..9, 1u32..5, 1u32..4),
        (0u32..4, 0u32..3, 0u32..3),
        (0u32..3, 0u32..3, 0u32..2, 0u32..4, any::<bool>()),
        any::<(bool, bool)>(),
    )
        .prop_map(
            |((width, height, depth), (more_row, more_height, _), (sp, sr, si, align, swap), (row, rows))| {
                let store = PixelStore {
                    swap_bytes: swap,
                    row_length: if row { width + more_row } else { 0 },
                    image_height: if rows { height + more_height } else { 0 },
                    skip_pixels: sp,
                    skip_rows: sr,
                    skip_images: si,
                    alignment: 1 << align,
                    ..PixelStore::TIGHT
                };
                (store, Extent::new_3d(width, height, depth))
            },
        )
}

/// Where each byte of a tight image lies under a store, one by one.
fn places(layout: &PixelLayout, store: &PixelStore, extent: Extent) -> Vec<usize> {
    let at = texel::Address::new(extent, layout, store).unwrap();
    let mut places = Vec::new();
    for z in 0..extent.depth as usize {
        for y in 0..extent.height as usize {
            for x in 0..extent.width as usize * layout.bytes() {
                let unit = if store.swap_bytes { layout.unit() } else { 1 };
                let swapped = x / unit * unit + (unit - 1 - x % unit);
                places.push(at.offset + z * at.image_stride + y * at.row_stride + swapped);
            }
        }
    }
    places
}

fn pick_layout() -> impl Strategy<Value = PixelLayout> {
    prop::sample::select(layouts())
}

proptest! {
    // red once: with for_rows starting each piece at column 0
    #[test]
    fn pieces_of_a_tight_stream_land_in_their_places_and_nowhere_else(
        layout in pick_layout(), (store, extent) in stores(), cuts in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
        let places = places(&layout, &store, extent);
        let tight: Vec<u8> = (0..places.len()).map(|i| (i % 250) as u8).collect();
        let need = texel::required_bytes(extent, &layout, &store).unwrap();
        let mut wanted = vec![0xfe; need + 5];
        for (byte, &place) in tight.iter().zip(&places) {
            wanted[place] = *byte;
        }
        let whole = if store.swap_bytes { layout.bytes() } else { 1 };
        let mut cuts: Vec<usize> = cuts.iter().map(|c| c.index(tight.len()) / whole * whole).chain([0, tight.len()]).collect();
        cuts.sort_unstable();
        let mut dst = vec![0xfe; need + 5];
        for cut in cuts.windows(2) {
            scatter(&tight[cut[0]..cut[1]], cut[0], &mut dst, &store, &layout, extent).unwrap();
        }
        prop_assert_eq!(dst, wanted);
    }

    #[test]
    fn gathering_and_scattering_are_inverse(layout in pick_layout(), (store, extent) in stores(), seed in any::<u8>()) {
        let places = places(&layout, &store, extent);
        let need = texel::required_bytes(extent, &layout, &store).unwrap();
        let memory: Vec<u8> = (0..need).map(|i| (i as u8).wrapping_mul(37).wrapping_add(seed)).collect();
        let same = Converter::new(layout, layout, Rules::default()).unwrap();
        let mut tight = vec![0; places.len()];
        texel::unpack::gather(&memory, &store, extent, &same, &mut tight).unwrap();
        prop_assert_eq!(&tight, &places.iter().map(|&p| memory[p]).collect::<Vec<_>>());
        let mut back = memory.iter().map(|b| !b).collect::<Vec<_>>();
        for &p in &places {
            back[p] = 0;
        }
        pack(&tight, &layout, &mut back, &layout, &store, extent, PackOptions::default()).unwrap();
        for (i, (a, b)) in back.iter().zip(&memory).enumerate() {
            prop_assert_eq!(*a, if places.contains(&i) { *b } else { !*b });
        }
    }

    /// A store only moves pixels: the conversion is that of the tight image.
    #[test]
    fn conversion_under_a_store_is_the_tight_one_moved((store, extent) in stores(), cut in any::<prop::sample::Index>()) {
        let (src, dst) = (layout(gl::RGB, gl::FLOAT), layout(gl::BGRA, gl::UNSIGNED_SHORT));
        let n = extent.pixels().unwrap();
        let pixels: Vec<u8> = (0..n * 3).flat_map(|i| (i as f32 / (n * 3) as f32).to_ne_bytes()).collect();
        let converter = Converter::new(src, dst, Rules::default()).unwrap();
        let mut tight = vec![0; n * dst.bytes()];
        converter.run(&pixels, &mut tight);
        let need = texel::required_bytes(extent, &dst, &store).unwrap();
        let mut wanted = vec![0xaa; need];
        scatter(&tight, 0, &mut wanted, &store, &dst, extent).unwrap();
        let mut got = vec![0xaa; need];
        let cut = cut.index(n) * src.bytes();
        scatter_with(&pixels[cut..], cut, &mut got, &store, extent, &converter).unwrap();
        scatter_with(&pixels[..cut], 0, &mut got, &store, extent, &converter).unwrap();
        prop_assert_eq!(got, wanted);
    }

    /// Canonical texels give back what was uploaded, when read in the layout they came in and it holds no more.
    #[test]
    fn canonical_texels_round_trip(at in any::<prop::sample::Index>(), noise in prop::collection::vec(any::<u8>(), 16 * 3)) {
        let formats: Vec<_> = all().iter().filter(|f| !f.is_compressed()).collect();
        let f = formats[at.index(formats.len())];
        let wire = f.wire.layout().unwrap();
        let mut texels = vec![0; 3 * wire.bytes()];
        let extent = Extent::new_2d(3, 1);
        unpack(&noise, &PixelStore::TIGHT, &wire, extent, f, &mut texels).unwrap();
        let mut read = vec![0; 3 * wire.bytes()];
        pack_format(&texels, f, &mut read, &wire, &PixelStore::TIGHT, extent, PackOptions::default()).unwrap();
        prop_assert_eq!(&read, &texels);
        let opaque = f.base == texel::format::Base::Rgb && wire.components() == 4;
        prop_assert!(opaque || texels == noise[..3 * wire.bytes()]);
    }

    /// Through the storage of any driver and back, nothing changes that the storage can hold.
    #[test]
    fn widened_storage_gives_back_the_texels(at in any::<prop::sample::Index>(), noise in prop::collection::vec(any::<u8>(), 16), caps in any::<u32>()) {
        use texel::es::{EsFormatCaps, Fit, Need, storage};
        let formats: Vec<_> = all().iter().filter(|f| !f.is_compressed() && f.class() != texel::format::Class::Depth).collect();
        let f = formats[at.index(formats.len())];
        let Some(s) = storage(f, EsFormatCaps::from_bits_truncate(caps), Need::RENDER) else { return Ok(()) };
        let wire = f.wire.layout().unwrap();
        let mut texel = vec![0; wire.bytes()];
        unpack(&noise, &PixelStore::TIGHT, &wire, Extent::new_2d(1, 1), f, &mut texel).unwrap();
        // Half storage of 32-bit floats rounds; packed floats flush denormals and have no one spelling.
        if s.fit == Fit::Converted || s.upload.type_ == gl::HALF_FLOAT && f.wire.type_ == gl::FLOAT
            || matches!(f.internal_format, gl::R11F_G11F_B10F | gl::RGB9_E5) || (f.component == texel::format::Component::Snorm && noise.contains(&0x80))
            || f.wire.type_ == gl::HALF_FLOAT
        {
            return Ok(());
        }
        let mut stored = vec![0; s.upload.bytes.into()];
        s.uploader(f).unwrap().run(&texel, &mut stored);
        let mut back = vec![0; wire.bytes()];
        s.downloader(f).unwrap().run(&stored, &mut back);
        prop_assert_eq!(back, texel, "{} in {:#x}", f.name, s.internal_format);
    }
}
