//! The format table says what GL says, and what it says of itself holds together.

use texel::es::{self, EsFormatCaps, Fit, Need};
use texel::format::{Base, Class, Component, all, effective, info};
use texel::{Domain, gl};

/// GL 4.5 core, 8.5.1: formats every implementation has, for textures and renderbuffers or textures only; and the
/// legacy and base formats of table 8.11 and 8.12.
const REQUIRED: &str = "RGBA32F RGBA32I RGBA32UI RGBA16 RGBA16F RGBA16I RGBA16UI RGBA8 RGBA8I RGBA8UI SRGB8_ALPHA8
    RGB10_A2 RGB10_A2UI RGB5_A1 RGBA4 R11F_G11F_B10F RGB565 RG32F RG32I RG32UI RG16 RG16F RG16I RG16UI RG8 RG8I RG8UI
    R32F R32I R32UI R16F R16I R16UI R16 R8 R8I R8UI RGBA16_SNORM RGBA8_SNORM RGB32F RGB32I RGB32UI RGB16_SNORM RGB16F
    RGB16I RGB16UI RGB16 RGB8_SNORM RGB8 RGB8I RGB8UI SRGB8 RGB9_E5 RG16_SNORM RG8_SNORM R16_SNORM R8_SNORM
    COMPRESSED_RG_RGTC2 COMPRESSED_SIGNED_RG_RGTC2 COMPRESSED_RED_RGTC1 COMPRESSED_SIGNED_RED_RGTC1
    COMPRESSED_RGBA_BPTC_UNORM COMPRESSED_SRGB_ALPHA_BPTC_UNORM COMPRESSED_RGB_BPTC_SIGNED_FLOAT
    COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT COMPRESSED_RGB8_ETC2 COMPRESSED_SRGB8_ETC2
    COMPRESSED_RGB8_PUNCHTHROUGH_ALPHA1_ETC2 COMPRESSED_SRGB8_PUNCHTHROUGH_ALPHA1_ETC2 COMPRESSED_RGBA8_ETC2_EAC
    COMPRESSED_SRGB8_ALPHA8_ETC2_EAC COMPRESSED_R11_EAC COMPRESSED_SIGNED_R11_EAC COMPRESSED_RG11_EAC
    COMPRESSED_SIGNED_RG11_EAC DEPTH_COMPONENT32F DEPTH_COMPONENT24 DEPTH_COMPONENT16 DEPTH32F_STENCIL8
    DEPTH24_STENCIL8 DEPTH_COMPONENT32 STENCIL_INDEX1 STENCIL_INDEX4 STENCIL_INDEX8 STENCIL_INDEX16 R3_G3_B2 RGB4 RGB5
    RGB10 RGB12 RGBA2 RGBA12 RED RG RGB RGBA SRGB SRGB_ALPHA DEPTH_COMPONENT DEPTH_STENCIL STENCIL_INDEX COMPRESSED_RED
    COMPRESSED_RG COMPRESSED_RGB COMPRESSED_RGBA COMPRESSED_SRGB COMPRESSED_SRGB_ALPHA";

#[test]
fn every_format_of_gl_is_there_once() {
    for name in REQUIRED.split_whitespace() {
        assert_eq!(all().iter().filter(|f| f.name == name).count(), 1, "{name}");
    }
    for f in all() {
        // red once: with the index sorted by row instead of by value, most look-ups fail
        assert!(std::ptr::eq(info(f.internal_format).unwrap(), f), "{}", f.name);
        assert_eq!(gl::name(f.internal_format), Some(f.name));
    }
    assert_eq!(info(0x1234), None);
    assert_eq!(info(gl::ALPHA), None);
}

#[test]
fn components_match_the_base_format() {
    for f in all() {
        let b = &f.bits;
        let has = [b.red, b.green, b.blue, b.alpha].map(|x| x > 0);
        let wanted = f.base.channels();
        assert_eq!(has, [0, 1, 2, 3].map(|i| i < wanted), "{}", f.name);
        assert_eq!(b.depth > 0, f.base.has_depth(), "{}", f.name);
        assert_eq!(b.stencil > 0, f.base.has_stencil(), "{}", f.name);
        assert_eq!(b.shared > 0, f.internal_format == gl::RGB9_E5);
        assert_eq!(f.srgb, f.name.contains("SRGB"), "{}", f.name);
        for channel in 0..6 {
            assert_eq!(
                f.component_type(channel) != 0,
                has.iter().chain(&[b.depth > 0, b.stencil > 0]).nth(channel) == Some(&true)
            );
        }
        let integer = ["I", "UI"].iter().any(|end| f.name.ends_with(end)) && !f.is_compressed();
        assert_eq!(f.is_integer_color(), integer, "{}", f.name);
    }
}

#[test]
fn the_wire_layout_is_legal_and_holds_all_bits() {
    for f in all() {
        let Some(block) = f.block else {
            let layout = f.wire.layout().unwrap_or_else(|e| panic!("{}: {e}", f.name));
            assert_eq!(layout.bytes(), usize::from(f.wire.bytes), "{}", f.name);
            layout.check_internal(f).unwrap_or_else(|e| panic!("{}: {e}", f.name));
            let b = &f.bits;
            let bits = [b.red, b.green, b.blue, b.alpha, b.depth, b.stencil, b.shared]
                .iter()
                .map(|&x| u32::from(x))
                .sum::<u32>();
            assert!(bits <= 8 * u32::from(f.wire.bytes), "{}: {bits} bits", f.name);
            // Formats with a view class are exactly as large as the class says.
            if f.view_class != 0 {
                assert_eq!(bits, 8 * u32::from(f.wire.bytes), "{}", f.name);
                let class = [
                    (gl::VIEW_CLASS_8_BITS, 8),
                    (gl::VIEW_CLASS_16_BITS, 16),
                    (gl::VIEW_CLASS_24_BITS, 24),
                    (gl::VIEW_CLASS_32_BITS, 32),
                    (gl::VIEW_CLASS_48_BITS, 48),
                    (gl::VIEW_CLASS_64_BITS, 64),
                    (gl::VIEW_CLASS_96_BITS, 96),
                    (gl::VIEW_CLASS_128_BITS, 128),
                ];
                assert!(class.contains(&(f.view_class, bits)), "{}", f.name);
            }
            let domain = match f.class() {
                Class::ColorFloat => Domain::Color,
                Class::ColorInt | Class::ColorUint => Domain::Integer,
                Class::Depth => Domain::Depth,
                Class::DepthStencil => Domain::DepthStencil,
                Class::Stencil => Domain::Stencil,
            };
            assert_eq!(layout.domain(), domain, "{}", f.name);
            continue;
        };
        assert_eq!(block.bytes, f.wire.bytes);
        assert!(f.sized && f.view_class != 0, "{}", f.name);
    }
}

#[test]
fn image_classes_are_those_of_the_specification() {
    // GL 4.5 core, table 8.26.
    let table: &[(&str, u32)] = &[
        ("RGBA32F RGBA32UI RGBA32I", gl::IMAGE_CLASS_4_X_32),
        ("RG32F RG32UI RG32I", gl::IMAGE_CLASS_2_X_32),
        ("R32F R32UI R32I", gl::IMAGE_CLASS_1_X_32),
        ("RGBA16F RGBA16UI RGBA16I RGBA16 RGBA16_SNORM", gl::IMAGE_CLASS_4_X_16),
        ("RG16F RG16UI RG16I RG16 RG16_SNORM", gl::IMAGE_CLASS_2_X_16),
        ("R16F R16UI R16I R16 R16_SNORM", gl::IMAGE_CLASS_1_X_16),
        ("RGBA8UI RGBA8I RGBA8 RGBA8_SNORM", gl::IMAGE_CLASS_4_X_8),
        ("RG8UI RG8I RG8 RG8_SNORM", gl::IMAGE_CLASS_2_X_8),
        ("R8UI R8I R8 R8_SNORM", gl::IMAGE_CLASS_1_X_8),
        ("R11F_G11F_B10F", gl::IMAGE_CLASS_11_11_10),
        ("RGB10_A2UI RGB10_A2", gl::IMAGE_CLASS_10_10_10_2),
    ];
    for f in all() {
        let wanted =
            table.iter().find(|(names, _)| names.split(' ').any(|n| n == f.name)).map_or(0, |(_, class)| *class);
        assert_eq!(f.image_class(), wanted, "{}", f.name);
    }
}

#[test]
fn base_formats_resolve_to_sized_ones_of_the_same_components() {
    for f in all() {
        let e = effective(f.internal_format, 0, 0).unwrap();
        assert!(e.sized, "{}", f.name);
        assert_eq!(e.base, f.base, "{}", f.name);
        assert_eq!((e.srgb, e.wire, e.bits), (f.srgb, f.wire, f.bits), "{}", f.name);
        assert_eq!(f.sized, std::ptr::eq(e, f), "{}", f.name);
    }
    let of = |i, f, t| effective(i, f, t).unwrap().internal_format;
    assert_eq!(of(gl::RGB, gl::RGB, gl::UNSIGNED_SHORT_5_6_5), gl::RGB565);
    assert_eq!(of(gl::RGBA, gl::BGRA, gl::UNSIGNED_BYTE), gl::RGBA8);
    assert_eq!(of(gl::RGBA, gl::RGBA, gl::UNSIGNED_SHORT), gl::RGBA16);
    assert_eq!(of(gl::DEPTH_COMPONENT, gl::DEPTH_COMPONENT, gl::UNSIGNED_SHORT), gl::DEPTH_COMPONENT16);
    assert_eq!(of(gl::DEPTH_COMPONENT, gl::DEPTH_COMPONENT, gl::UNSIGNED_INT), gl::DEPTH_COMPONENT32);
    assert_eq!(of(gl::DEPTH_COMPONENT, gl::DEPTH_COMPONENT, gl::FLOAT), gl::DEPTH_COMPONENT24);
}

#[test]
fn copies_pair_texels_with_blocks_of_their_size() {
    let f = |i| info(i).unwrap();
    assert!(f(gl::RGBA8).copy_compatible(f(gl::R32F)));
    assert!(f(gl::RGBA32UI).copy_compatible(f(gl::COMPRESSED_RGBA_BPTC_UNORM)));
    assert!(f(gl::COMPRESSED_RED_RGTC1).copy_compatible(f(gl::RG32UI)));
    assert!(!f(gl::COMPRESSED_RED_RGTC1).copy_compatible(f(gl::RGBA32UI)));
    assert!(!f(gl::COMPRESSED_RED_RGTC1).copy_compatible(f(gl::COMPRESSED_RGB8_ETC2)));
    assert!(!f(gl::RGBA8).copy_compatible(f(gl::RGBA16)));
    assert!(f(gl::DEPTH24_STENCIL8).copy_compatible(f(gl::DEPTH24_STENCIL8)));
    assert!(!f(gl::DEPTH24_STENCIL8).copy_compatible(f(gl::RGBA8)));
    assert_eq!(f(gl::COMPRESSED_RGBA_ASTC_6X5_KHR).image_bytes(7, 5, 3), Some(2 * 3 * 16));
    assert_eq!(f(gl::RGBA32F).image_bytes(u32::MAX, u32::MAX, u32::MAX), None);
}

/// Every set of abilities worth telling apart, masked one by one.
fn drivers() -> Vec<EsFormatCaps> {
    let mut drivers = vec![EsFormatCaps::empty(), EsFormatCaps::ES32, EsFormatCaps::all()];
    drivers.extend(EsFormatCaps::all().iter().map(|one| EsFormatCaps::all() - one));
    drivers.extend(EsFormatCaps::all().iter().map(|one| EsFormatCaps::ES32 | one));
    drivers
}

#[test]
fn storage_can_do_what_was_asked_and_takes_the_texels() {
    for caps in drivers() {
        for f in all() {
            for need in Need::all().iter().chain([Need::empty(), Need::RENDER | Need::FILTER]) {
                let Some(s) = es::storage(f, caps, need) else { continue };
                assert!(!need.contains(Need::RENDER) || s.renderable);
                assert!(!need.contains(Need::FILTER) || s.filterable);
                assert!(!need.contains(Need::IMAGE) || s.image);
                if f.is_compressed() {
                    continue;
                }
                s.uploader(f).unwrap_or_else(|e| panic!("{} in {:#x}: {e}", f.name, s.internal_format));
                s.downloader(f).unwrap_or_else(|e| panic!("{} in {:#x}: {e}", f.name, s.internal_format));
                let stored = info(s.internal_format).unwrap();
                assert!(stored.base.channels() >= f.base.channels(), "{}", f.name);
                // red once: with every first candidate called native, R3_G3_B2 in RGB8 was
                assert_eq!(
                    s.fit == Fit::Native,
                    (stored.base, stored.component, stored.bits) == (f.base, f.component, f.bits),
                    "{}",
                    f.name
                );
                assert_eq!(f.is_integer_color(), stored.is_integer_color(), "{}", f.name);
                assert_eq!(f.srgb, stored.srgb, "{}", f.name);
                assert_eq!(
                    s.clamp.is_some(),
                    s.component == Component::Float && f.component != Component::Float,
                    "{}",
                    f.name
                );
                assert_eq!(s.opaque, stored.base == Base::Rgba && f.base != Base::Rgba);
            }
        }
    }
}

#[test]
fn an_es32_driver_samples_every_uncompressed_format() {
    for f in all().iter().filter(|f| !f.is_compressed()) {
        assert!(es::storage(f, EsFormatCaps::ES32, Need::empty()).is_some(), "{}", f.name);
        // GL renders to all of them but shared exponents; so must their storage.
        assert!(es::renderable_storage(f, EsFormatCaps::ES32).is_some(), "{}", f.name);
    }
}

#[test]
fn three_components_widen_when_rendered_to() {
    let s = |i| es::renderable_storage(info(i).unwrap(), EsFormatCaps::ES32).unwrap();
    for (format, stored) in [
        (gl::RGB8, gl::RGB8),
        (gl::SRGB8, gl::SRGB8_ALPHA8),
        (gl::RGB16F, gl::RGBA16F),
        (gl::RGB32F, gl::RGBA32F),
        (gl::RGB8I, gl::RGBA8I),
        (gl::RGB32UI, gl::RGBA32UI),
        (gl::R11F_G11F_B10F, gl::R11F_G11F_B10F),
        (gl::RGB9_E5, gl::RGBA16F),
    ] {
        assert_eq!(s(format).internal_format, stored);
        assert_eq!(s(format).opaque, format != stored);
    }
    let snorm = s(gl::RG8_SNORM);
    assert_eq!((snorm.internal_format, snorm.clamp), (gl::RG16F, Some(es::Clamp::Snorm)));
    let unorm = es::storage(info(gl::R16).unwrap(), EsFormatCaps::ES32, Need::empty()).unwrap();
    assert_eq!((unorm.internal_format, unorm.fit, unorm.clamp), (gl::R32F, Fit::Converted, Some(es::Clamp::Unorm)));
    let native = es::storage(info(gl::R16).unwrap(), EsFormatCaps::ES32 | EsFormatCaps::NORM16, Need::RENDER).unwrap();
    assert_eq!(native.fit, Fit::Native);
}

#[test]
fn the_page_has_a_row_for_every_format() {
    let page = texel::markdown::markdown(EsFormatCaps::ES32);
    // Behind it come the rows that other abilities change.
    let (first, _) = page.split_once("\n## With all abilities").expect("a section of other drivers");
    for f in all() {
        let page = if f.sized { first } else { &page };
        assert_eq!(page.matches(&format!("\n| `{}` |", f.name)).count(), 1, "{}", f.name);
    }
    assert!(page.contains("| `RGB32F` | RGB FLOAT | native `RGB32F` | widened `RGBA32F` |"));
    assert!(page.contains("| `COMPRESSED_RED_RGTC1` | blocks of 8 bytes | refused | refused |"));
}

#[test]
fn the_page_in_docs_is_the_generated_one() {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/FORMATS.md")).unwrap();
    // red once: before the page was written
    assert!(
        page == texel::markdown::markdown(EsFormatCaps::ES32),
        "cargo run -p texel --example formats > docs/FORMATS.md"
    );
}
