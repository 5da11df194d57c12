//! Pairs of pixel format and type, and where pixels lie.

use proptest::prelude::*;
use texel::{Address, Extent, LayoutError, PixelLayout, PixelStore, gl, info, required_bytes};

const FORMATS: &[u32] = &[
    gl::RED,
    gl::GREEN,
    gl::BLUE,
    gl::RG,
    gl::RGB,
    gl::BGR,
    gl::RGBA,
    gl::BGRA,
    gl::RED_INTEGER,
    gl::GREEN_INTEGER,
    gl::BLUE_INTEGER,
    gl::RG_INTEGER,
    gl::RGB_INTEGER,
    gl::BGR_INTEGER,
    gl::RGBA_INTEGER,
    gl::BGRA_INTEGER,
    gl::DEPTH_COMPONENT,
    gl::DEPTH_STENCIL,
    gl::STENCIL_INDEX,
];
const ARRAYS: &[(u32, usize)] = &[
    (gl::UNSIGNED_BYTE, 1),
    (gl::BYTE, 1),
    (gl::UNSIGNED_SHORT, 2),
    (gl::SHORT, 2),
    (gl::UNSIGNED_INT, 4),
    (gl::INT, 4),
    (gl::HALF_FLOAT, 2),
    (gl::FLOAT, 4),
];
const PACKED3: &[(u32, usize)] = &[
    (gl::UNSIGNED_BYTE_3_3_2, 1),
    (gl::UNSIGNED_BYTE_2_3_3_REV, 1),
    (gl::UNSIGNED_SHORT_5_6_5, 2),
    (gl::UNSIGNED_SHORT_5_6_5_REV, 2),
];
const PACKED4: &[(u32, usize)] = &[
    (gl::UNSIGNED_SHORT_4_4_4_4, 2),
    (gl::UNSIGNED_SHORT_4_4_4_4_REV, 2),
    (gl::UNSIGNED_SHORT_5_5_5_1, 2),
    (gl::UNSIGNED_SHORT_1_5_5_5_REV, 2),
    (gl::UNSIGNED_INT_8_8_8_8, 4),
    (gl::UNSIGNED_INT_8_8_8_8_REV, 4),
    (gl::UNSIGNED_INT_10_10_10_2, 4),
    (gl::UNSIGNED_INT_2_10_10_10_REV, 4),
];

#[test]
fn the_legal_pairs_are_those_of_the_tables() {
    let integer = |f: u32| gl::name(f).unwrap().ends_with("INTEGER");
    for &format in FORMATS {
        for &(type_, bytes) in ARRAYS {
            let float = matches!(type_, gl::FLOAT | gl::HALF_FLOAT);
            let layout = PixelLayout::new(format, type_);
            if format == gl::DEPTH_STENCIL || (integer(format) && float) {
                assert_eq!(layout.unwrap_err().gl_error(), gl::INVALID_ENUM);
            } else {
                let layout = layout.unwrap();
                assert_eq!(layout.bytes(), bytes * layout.components());
                assert_eq!(layout.unit(), bytes);
            }
        }
        for (types, formats) in [
            (PACKED3, &[gl::RGB, gl::RGB_INTEGER][..]),
            (PACKED4, &[gl::RGBA, gl::BGRA, gl::RGBA_INTEGER, gl::BGRA_INTEGER][..]),
            (&[(gl::UNSIGNED_INT_10F_11F_11F_REV, 4), (gl::UNSIGNED_INT_5_9_9_9_REV, 4)][..], &[gl::RGB][..]),
            (&[(gl::UNSIGNED_INT_24_8, 4), (gl::FLOAT_32_UNSIGNED_INT_24_8_REV, 8)][..], &[gl::DEPTH_STENCIL][..]),
        ] {
            for &(type_, bytes) in types {
                match PixelLayout::new(format, type_) {
                    Ok(layout) => {
                        assert!(formats.contains(&format), "{format:#x} {type_:#x}");
                        assert_eq!(layout.bytes(), bytes);
                    }
                    Err(e) => {
                        assert!(!formats.contains(&format), "{format:#x} {type_:#x}");
                        let enum_ = format == gl::DEPTH_STENCIL;
                        assert_eq!(e.gl_error(), if enum_ { gl::INVALID_ENUM } else { gl::INVALID_OPERATION });
                    }
                }
            }
        }
    }
    assert_eq!(PixelLayout::new(gl::ALPHA, gl::FLOAT), Err(LayoutError::Format(gl::ALPHA)));
    assert_eq!(PixelLayout::new(gl::RGBA, 0x140A).unwrap_err().gl_error(), gl::INVALID_ENUM);
}

#[test]
fn pixels_go_to_images_of_their_own_kind() {
    let check = |f, t, i| PixelLayout::new(f, t).unwrap().check_internal(info(i).unwrap()).map_err(|e| e.gl_error());
    assert_eq!(check(gl::RGBA, gl::FLOAT, gl::RGBA8), Ok(()));
    assert_eq!(check(gl::RGBA_INTEGER, gl::INT, gl::RGBA8), Err(gl::INVALID_OPERATION));
    assert_eq!(check(gl::RGBA, gl::INT, gl::RGBA8I), Err(gl::INVALID_OPERATION));
    assert_eq!(check(gl::RED_INTEGER, gl::INT, gl::RGBA8UI), Ok(()));
    assert_eq!(check(gl::DEPTH_COMPONENT, gl::FLOAT, gl::DEPTH24_STENCIL8), Ok(()));
    assert_eq!(check(gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8, gl::DEPTH_COMPONENT16), Ok(()));
    assert_eq!(check(gl::STENCIL_INDEX, gl::UNSIGNED_BYTE, gl::DEPTH24_STENCIL8), Err(gl::INVALID_OPERATION));
    assert_eq!(check(gl::STENCIL_INDEX, gl::UNSIGNED_BYTE, gl::STENCIL_INDEX8), Ok(()));
    assert_eq!(check(gl::RED, gl::FLOAT, gl::DEPTH_COMPONENT24), Err(gl::INVALID_OPERATION));
    assert_eq!(check(gl::DEPTH_COMPONENT, gl::FLOAT, gl::R32F), Err(gl::INVALID_OPERATION));
}

proptest! {
    /// GL 4.5 core, 8.4.4.1, by the letter: s, a, n, l and the two cases of k.
    // red once: with the alignment left out of the row stride
    #[test]
    fn addresses_follow_the_specification(
        width in 0u32..20, height in 0u32..6, depth in 0u32..4, row_length in 0u32..30, image_height in 0u32..8,
        skip_pixels in 0u32..5, skip_rows in 0u32..5, skip_images in 0u32..3, align in 0u32..4, pick in 0usize..4,
    ) {
        let (format, type_, s, n) = [
            (gl::RGB, gl::UNSIGNED_BYTE, 1, 3), (gl::RG, gl::HALF_FLOAT, 2, 2), (gl::RGB, gl::FLOAT, 4, 3),
            (gl::RGB, gl::UNSIGNED_SHORT_5_6_5, 2, 1),
        ][pick];
        let layout = PixelLayout::new(format, type_).unwrap();
        let a = 1usize << align;
        let store = PixelStore {
            row_length, image_height, skip_pixels, skip_rows, skip_images, alignment: a as u32, ..PixelStore::TIGHT
        };
        let extent = Extent::new_3d(width, height, depth);
        let l = if row_length > 0 { row_length } else { width } as usize;
        let k = if s >= a { n * l } else { a / s * (s * n * l).div_ceil(a) };
        let rows = if image_height > 0 { image_height } else { height } as usize;
        let at = Address::new(extent, &layout, &store).unwrap();
        prop_assert_eq!(at.row_stride, k * s);
        prop_assert_eq!(at.image_stride, k * s * rows);
        let first = k * s * rows * skip_images as usize + k * s * skip_rows as usize + n * s * skip_pixels as usize;
        prop_assert_eq!(at.offset, first);
        let end = if extent.is_empty() { 0 } else {
            at.row(depth as usize - 1, height as usize - 1) + n * s * width as usize
        };
        prop_assert_eq!(required_bytes(extent, &layout, &store), Some(end));
    }
}

#[test]
fn addresses_that_overflow_are_none() {
    let layout = PixelLayout::new(gl::RGBA, gl::FLOAT).unwrap();
    let store = PixelStore { row_length: u32::MAX, image_height: u32::MAX, skip_images: 7, ..PixelStore::default() };
    assert_eq!(required_bytes(Extent::new_3d(1, 1, 1), &layout, &store), None);
    assert_eq!(required_bytes(Extent::new_3d(u32::MAX, u32::MAX, u32::MAX), &layout, &PixelStore::TIGHT), None);
}
