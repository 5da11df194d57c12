//! Texels go in and come out: formats, targets, regions, answers in parts, pack buffers.

mod common;

use applier::ReplyStatus;
use common::{Rig, region, repeat, texture_surface};
use pipe_types::{
    MGPBlobRef, Op, RawHandle,
    primitive::{MGPHandleOnly, NoTail},
    records::{
        buffer::MGPBufferRange,
        readback::{MGPPixelPackState, MGPReadbackInfo},
        resource::{MGPSubData, MGPSubRegion, ResourceTarget, UploadTarget},
        texture::MGPBufferUpload,
    },
};
use texel::format::{Base, Component};

const WHOLE: UploadTarget = UploadTarget::Whole;

/// Canonical texels of a format whose every value survives a trip: no NaN, no denormals, padding as the format wants it.
fn sample(info: &texel::FormatInfo, texels: usize) -> Vec<u8> {
    let bytes = usize::from(info.wire.bytes);
    let mut seed = 0x1234_5678u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        seed >> 8
    };
    let mut out = vec![0u8; texels * bytes];
    match info.wire.type_ {
        glow::FLOAT if info.base.has_depth() => {
            out.chunks_exact_mut(4).for_each(|c| c.copy_from_slice(&((next() % 1000) as f32 / 1000.0).to_ne_bytes()));
        }
        glow::FLOAT => {
            out.chunks_exact_mut(4).for_each(|c| c.copy_from_slice(&((next() % 1000) as f32 / 8.0).to_ne_bytes()))
        }
        glow::HALF_FLOAT => {
            // 1.0 to 2.0 and their negatives.
            out.chunks_exact_mut(2)
                .for_each(|c| c.copy_from_slice(&(0x3c00u16 | (next() as u16 & 0x83ff)).to_ne_bytes()));
        }
        glow::FLOAT_32_UNSIGNED_INT_24_8_REV => out.chunks_exact_mut(8).for_each(|c| {
            c[..4].copy_from_slice(&((next() % 1000) as f32 / 1000.0).to_ne_bytes());
            c[4..].copy_from_slice(&(next() & 0xff).to_ne_bytes());
        }),
        glow::BYTE if info.component == Component::Snorm => {
            // -128 and -127 are both -1.
            out.iter_mut().for_each(|b| *b = ((next() % 255) as i32 - 127) as i8 as u8);
        }
        glow::SHORT if info.component == Component::Snorm => {
            out.chunks_exact_mut(2)
                .for_each(|c| c.copy_from_slice(&(((next() % 65535) as i32 - 32767) as i16).to_ne_bytes()));
        }
        glow::UNSIGNED_INT if info.bits.depth == 24 => out.chunks_exact_mut(4).for_each(|c| {
            let x = next() & 0xff_ffff;
            c.copy_from_slice(&(x << 8 | x >> 16).to_ne_bytes());
        }),
        glow::UNSIGNED_INT if info.bits.depth == 32 => out.chunks_exact_mut(4).for_each(|c| {
            // Held in 32-bit floats.
            c.copy_from_slice(&if next() & 8 == 0 { 0u32 } else { !0 }.to_ne_bytes());
        }),
        glow::UNSIGNED_INT_5_9_9_9_REV => out.chunks_exact_mut(4).for_each(|c| {
            // A mantissa with its top bit set keeps the exponent as it is.
            c.copy_from_slice(
                &(16u32 << 27 | (next() & 0xff) << 18 | (next() & 0xff) << 9 | 0x100 | next() & 0xff).to_ne_bytes(),
            );
        }),
        glow::UNSIGNED_INT_10F_11F_11F_REV => out.chunks_exact_mut(4).for_each(|c| {
            // Exponents in the middle.
            let part = |x: u32, bits: u32| (15 << bits) | (x & ((1 << bits) - 1));
            c.copy_from_slice(&(part(next(), 5) << 22 | part(next(), 6) << 11 | part(next(), 6)).to_ne_bytes());
        }),
        _ => out.iter_mut().for_each(|b| *b = next() as u8),
    }
    // Formats that travel with a fourth component they do not have carry one there.
    if info.base == Base::Rgb {
        match info.wire.type_ {
            glow::UNSIGNED_SHORT_4_4_4_4 => out.chunks_exact_mut(2).for_each(|c| c[0] |= 0xf),
            glow::UNSIGNED_SHORT_5_5_5_1 => out.chunks_exact_mut(2).for_each(|c| c[0] |= 1),
            glow::UNSIGNED_INT_2_10_10_10_REV => out.chunks_exact_mut(4).for_each(|c| c[3] |= 0xc0),
            _ => {}
        }
    }
    out
}

/// Uploads and reads back every uncompressed format of GL, and says which came back changed.
fn formats_that_change(rig: &mut Rig) -> Vec<&'static str> {
    let (w, h) = (5, 3);
    let mut changed = Vec::new();
    for info in texel::format::all().iter().filter(|info| info.sized && !info.is_compressed()) {
        let texels = sample(info, (w * h) as usize);
        let texture = rig.storage(ResourceTarget::Tex2D, info.internal_format, [w, h, 1, 1], 1);
        rig.upload(ResourceTarget::Tex2D, texture, WHOLE, 0, region(0, 0, 0, w, h, 1), &texels);
        let pair = (info.wire.format, info.wire.type_, usize::from(info.wire.bytes));
        let (status, back) = rig.try_texels(texture, WHOLE, 0, region(0, 0, 0, w, h, 1), pair);
        if status != ReplyStatus::Ok || back != texels {
            if std::env::var_os("SHOW").is_some() {
                eprintln!(
                    "{} {status:?}\n in {:02x?}\nout {:02x?}",
                    info.name,
                    &texels[..16.min(texels.len())],
                    back.get(..16.min(back.len()))
                );
            }
            changed.push(info.name);
        }
        rig.destroy::<pipe_types::handle::kind::Texture>(Op::ResourceDestroy, texture);
    }
    changed
}

// red once: with signed normalised images read by glReadPixels, which clamps them
#[test]
fn every_format_comes_back_as_it_went_in() {
    let changed = formats_that_change(&mut Rig::new());
    assert!(changed.is_empty(), "{changed:?}");
}

// red once: with texels of signed normalised formats that are held in floats clamped like a framebuffer's
#[test]
fn every_format_survives_without_optional_driver_formats() {
    let changed = formats_that_change(&mut Rig::masked("norm16,render_snorm,clear_texture,copy_image"));
    assert!(changed.is_empty(), "{changed:?}");
}

// red once: with every slice put into the first
#[test]
fn every_target_holds_its_own_slices() {
    let mut rig = Rig::new();
    use ResourceTarget::{Tex1D, Tex1DArray, Tex2D, Tex2DArray, Tex3D, TexCube, TexCubeArray, TexRect};
    for (target, size, boxed) in [
        (Tex1D, [7, 1, 1, 1], region(0, 0, 0, 7, 1, 1)),
        (Tex1DArray, [7, 1, 1, 4], region(0, 0, 0, 7, 4, 1)),
        (Tex2D, [4, 5, 1, 1], region(0, 0, 0, 4, 5, 1)),
        (TexRect, [4, 5, 1, 1], region(0, 0, 0, 4, 5, 1)),
        (Tex2DArray, [4, 3, 1, 3], region(0, 0, 0, 4, 3, 3)),
        (Tex3D, [4, 3, 5, 1], region(0, 0, 0, 4, 3, 5)),
        (TexCube, [4, 4, 1, 6], region(0, 0, 0, 4, 4, 6)),
        (TexCubeArray, [2, 2, 1, 12], region(0, 0, 0, 2, 2, 12)),
    ] {
        let texture = rig.storage(target, glow::RGBA8, size, 1);
        let volume = (boxed.w * boxed.h * boxed.d) as usize;
        let texels: Vec<u8> = (0..volume * 4).map(|i| (i * 7 + i / 256) as u8).collect();
        rig.upload(target, texture, WHOLE, 0, boxed, &texels);
        let back = rig.texels(texture, WHOLE, 0, boxed, (glow::RGBA, glow::UNSIGNED_BYTE, 4));
        assert_eq!(back, texels, "{target:?}");
        // A part in the middle, and its surroundings.
        let part = match target {
            Tex1D => region(2, 0, 0, 3, 1, 1),
            Tex1DArray => region(2, 1, 0, 3, 2, 1),
            Tex2D | TexRect => region(1, 2, 0, 2, 2, 1),
            TexCubeArray => region(0, 1, 3, 2, 1, 5),
            _ => region(1, 1, 1, 2, 2, 2),
        };
        let fill = repeat(&[1, 2, 3, 4], (part.w * part.h * part.d) as usize);
        rig.upload(target, texture, WHOLE, 0, part, &fill);
        let mut wanted = texels.clone();
        for z in 0..part.d {
            for y in 0..part.h {
                for x in 0..part.w {
                    let at = [part.x as u32 + x, part.y as u32 + y, part.z as u32 + z];
                    let i = ((at[2] * boxed.h + at[1]) * boxed.w + at[0]) as usize * 4;
                    wanted[i..i + 4].copy_from_slice(&[1, 2, 3, 4]);
                }
            }
        }
        let back = rig.texels(texture, WHOLE, 0, boxed, (glow::RGBA, glow::UNSIGNED_BYTE, 4));
        assert_eq!(back, wanted, "{target:?} part");
    }
}

// red once: with every upload put into level 0
#[test]
fn mutable_levels_come_one_by_one_in_any_order() {
    let mut rig = Rig::new();
    let texture = rig.new_texture(ResourceTarget::Tex2D);
    for (level, w, h) in [(2u16, 3, 1), (0, 13, 6), (1, 6, 3)] {
        rig.level(texture, ResourceTarget::Tex2D, WHOLE, level, glow::RGBA8, [w, h, 1, 1]);
        let texels = repeat(&[level as u8, 10, 20, 30], (w * h) as usize);
        rig.upload(ResourceTarget::Tex2D, texture, WHOLE, level, region(0, 0, 0, w, h, 1), &texels);
    }
    // A level above undefined ones, and one of another size than the chain's.
    rig.level(texture, ResourceTarget::Tex2D, WHOLE, 5, glow::RG16F, [9, 9, 1, 1]);
    rig.upload(ResourceTarget::Tex2D, texture, WHOLE, 5, region(0, 0, 0, 9, 9, 1), &repeat(&[0, 0x3c, 0, 0x40], 81));
    for (level, w, h) in [(0u16, 13, 6), (1, 6, 3), (2, 3, 1)] {
        let rgba8 = (glow::RGBA, glow::UNSIGNED_BYTE, 4);
        let back = rig.texels(texture, WHOLE, level, region(0, 0, 0, w, h, 1), rgba8);
        assert_eq!(back, repeat(&[level as u8, 10, 20, 30], (w * h) as usize), "level {level}");
    }
    let back = rig.texels(texture, WHOLE, 5, region(8, 8, 0, 1, 1, 1), (glow::RG, glow::FLOAT, 8));
    assert_eq!(back, [1f32, 2.0].map(f32::to_ne_bytes).concat());
}

// red once: with the faces of a box counted from the first
#[test]
fn cube_faces_are_specified_and_read_by_face() {
    let mut rig = Rig::new();
    let texture = rig.new_texture(ResourceTarget::TexCube);
    for (i, face) in UploadTarget::ALL[1..].iter().enumerate() {
        rig.level(texture, ResourceTarget::TexCube, *face, 0, glow::RGB8, [4, 4, 1, 1]);
        let texels = repeat(&[i as u8, 50, 60], 16);
        rig.upload(ResourceTarget::TexCube, texture, *face, 0, region(0, 0, 0, 4, 4, 1), &texels);
    }
    for (i, face) in UploadTarget::ALL[1..].iter().enumerate() {
        let back = rig.texels(texture, *face, 0, region(3, 3, 0, 1, 1, 1), (glow::RGB, glow::UNSIGNED_BYTE, 3));
        assert_eq!(back, [i as u8, 50, 60]);
    }
}

#[test]
fn a_hundred_small_uploads_to_an_atlas_are_one_emission_and_one_job() {
    let mut rig = Rig::new();
    let atlas = rig.storage(ResourceTarget::Tex2D, glow::RGBA8, [256, 256, 1, 1], 1);
    let shadow: Vec<u8> = (0..256 * 256 * 4).map(|i| (i / 4 % 251) as u8).collect();
    let regions: Vec<MGPSubRegion> = (0..100)
        .map(|i| {
            let (x, y) = (i % 10 * 20, i / 10 * 20);
            MGPSubRegion {
                x,
                y,
                z: 0,
                w: 8,
                h: 8,
                d: 1,
                src_offset: (y as u64 * 256 + x as u64) * 4,
                src_row_stride: 256 * 4,
                src_slice_stride: 256 * 256 * 4,
            }
        })
        .collect();
    let union = region(0, 0, 0, 188, 188, 1);
    let mut record = Rig::sub_data_record(ResourceTarget::Tex2D, atlas, WHOLE, 0, union, &regions, shadow.len());
    record.verbatim_shadow = 1;
    let before = rig.applier.image_counters().uploads;
    rig.apply_all(Op::ResourceSubData, &record, &regions, &shadow);
    let after = rig.applier.image_counters().uploads;
    // red once: with the common box never found, 100 jobs
    assert_eq!((after.emissions - before.emissions, after.jobs - before.jobs, after.boxes - before.boxes), (1, 1, 1));
    let back = rig.texels(atlas, WHOLE, 0, region(0, 0, 0, 256, 256, 1), (glow::RGBA, glow::UNSIGNED_BYTE, 4));
    for r in &regions {
        let i = (r.y * 256 + r.x) as usize * 4;
        assert_eq!(back[i..i + 32], shadow[i..i + 32]);
    }
    // Without the client's word the texels still go in one transfer, and nothing between the regions is touched.
    let tight: Vec<MGPSubRegion> =
        regions.iter().map(|r| MGPSubRegion { src_offset: 0, src_row_stride: 32, ..*r }).collect();
    let record = Rig::sub_data_record(ResourceTarget::Tex2D, atlas, WHOLE, 0, union, &tight, 256);
    rig.apply_all(Op::ResourceSubData, &record, &tight, &[0xEE; 256]);
    let now = rig.applier.image_counters().uploads;
    assert_eq!((now.rects - after.rects, now.jobs - after.jobs, now.scattered - after.scattered), (0, 1, 1));
    let back2 = rig.texels(atlas, WHOLE, 0, region(0, 0, 0, 256, 256, 1), (glow::RGBA, glow::UNSIGNED_BYTE, 4));
    let between = (9 * 256 + 9) * 4;
    assert_eq!(back2[between..between + 4], back[between..between + 4]);
    assert_eq!(back2[..4], [0xEE; 4]);
}

/// Regions of 7 by 5 texels that overlap, as an application sends them: tight, each 16-byte aligned.
fn scattered(bytes: usize, layer: i32) -> (Vec<MGPSubRegion>, Vec<u8>) {
    let mut blob = Vec::new();
    let regions = (0..100)
        .map(|i| {
            let src_offset = blob.len() as u64;
            blob.extend((0..35 * bytes).map(|k| (k * 7 + i as usize * 13) as u8));
            blob.resize(blob.len().next_multiple_of(16), 0);
            MGPSubRegion {
                x: i * 13 % 57,
                y: i * 29 % 59,
                z: layer,
                w: 7,
                h: 5,
                d: 1,
                src_offset,
                src_row_stride: 7 * bytes as u32,
                src_slice_stride: 35 * bytes as u32,
            }
        })
        .collect();
    (regions, blob)
}

#[test]
fn scattered_regions_are_one_job_where_a_draw_is_exact_and_rectangles_elsewhere() {
    let mut rig = Rig::new();
    let byte = glow::UNSIGNED_BYTE;
    for (target, internal, transfer, jobs) in [
        (ResourceTarget::Tex2D, glow::RGBA8, (glow::RGBA, byte, 4), 1),
        (ResourceTarget::Tex2D, glow::R8, (glow::RED, byte, 1), 1),
        (ResourceTarget::Tex2DArray, glow::RG8, (glow::RG, byte, 2), 1),
        (ResourceTarget::Tex3D, glow::RGBA8, (glow::RGBA, byte, 4), 1),
        (ResourceTarget::Tex2D, glow::RGBA16UI, (glow::RGBA_INTEGER, glow::UNSIGNED_SHORT, 8), 1),
        (ResourceTarget::Tex2D, glow::R32I, (glow::RED_INTEGER, glow::INT, 4), 1),
        (ResourceTarget::Tex2D, glow::SRGB8_ALPHA8, (glow::RGBA, byte, 4), 100),
        (ResourceTarget::Tex2D, glow::RGBA32F, (glow::RGBA, glow::FLOAT, 16), 100),
        (ResourceTarget::Tex2D, glow::RGB8, (glow::RGB, byte, 3), 100),
    ] {
        let (depth, layers) = match target {
            ResourceTarget::Tex3D => (3, 1),
            ResourceTarget::Tex2DArray => (1, 3),
            _ => (1, 1),
        };
        let layer = if depth * layers > 1 { 2 } else { 0 };
        let texture = rig.storage(target, internal, [64, 64, depth, layers], 1);
        let bytes = transfer.2;
        let (regions, blob) = scattered(bytes, layer);
        let all = region(0, 0, layer, 64, 64, 1);
        // A float of any bits may be none, so that the float format gets zeros and ones.
        let blob = if internal == glow::RGBA32F { blob.iter().map(|b| b & 0x3F).collect() } else { blob };
        rig.upload(target, texture, WHOLE, 0, all, &vec![0x11; 64 * 64 * bytes]);
        let before = rig.applier.image_counters().uploads;
        let record = Rig::sub_data_record(target, texture, WHOLE, 0, all, &regions, blob.len());
        rig.apply_all(Op::ResourceSubData, &record, &regions, &blob);
        let after = rig.applier.image_counters().uploads;
        // red once: without the scattering draw, 100 jobs for each
        assert_eq!((after.emissions - before.emissions, after.jobs - before.jobs), (1, jobs), "{internal:#x}");
        let mut wanted = vec![0x11; 64 * 64 * bytes];
        for r in &regions {
            for line in 0..5 {
                let from = r.src_offset as usize + line * 7 * bytes;
                let to = ((r.y as usize + line) * 64 + r.x as usize) * bytes;
                wanted[to..to + 7 * bytes].copy_from_slice(&blob[from..from + 7 * bytes]);
            }
        }
        let back = rig.texels(texture, WHOLE, 0, all, transfer);
        assert!(back == wanted, "{internal:#x}: {:?}", back.iter().zip(&wanted).position(|(a, b)| a != b));
    }
}

#[test]
fn regions_that_fill_their_box_are_one_box_of_any_format() {
    let mut rig = Rig::new();
    let texture = rig.storage(ResourceTarget::Tex2D, glow::RGB8, [40, 40, 1, 1], 1);
    let blob: Vec<u8> = (0..100 * 48).map(|i| (i * 11 % 251) as u8).collect();
    let regions: Vec<MGPSubRegion> = (0..100)
        .map(|i| MGPSubRegion {
            x: i % 10 * 4,
            y: i / 10 * 4,
            z: 0,
            w: 4,
            h: 4,
            d: 1,
            src_offset: i as u64 * 48,
            src_row_stride: 12,
            src_slice_stride: 48,
        })
        .collect();
    let all = region(0, 0, 0, 40, 40, 1);
    let before = rig.applier.image_counters().uploads;
    let record = Rig::sub_data_record(ResourceTarget::Tex2D, texture, WHOLE, 0, all, &regions, blob.len());
    rig.apply_all(Op::ResourceSubData, &record, &regions, &blob);
    let after = rig.applier.image_counters().uploads;
    // red once: without putting the box together, 100 jobs
    assert_eq!((after.jobs - before.jobs, after.boxes - before.boxes), (1, 1));
    let back = rig.texels(texture, WHOLE, 0, all, (glow::RGB, glow::UNSIGNED_BYTE, 3));
    for r in &regions {
        for line in 0..4 {
            let (from, to) = (r.src_offset as usize + line * 12, ((r.y as usize + line) * 40 + r.x as usize) * 3);
            assert_eq!(back[to..to + 12], blob[from..from + 12], "{r:?}");
        }
    }
}

// red once: with rows not skipped
#[test]
fn uploads_from_buffers_honour_the_unpack_state() {
    let mut rig = Rig::new();
    let bytes: Vec<u8> = (0..4096).map(|i| (i % 253) as u8).collect();
    let buffer = rig.buffer(&bytes);
    for (format, type_, internal, pixel) in [
        (glow::RGBA, glow::UNSIGNED_BYTE, glow::RGBA8, 4usize),
        (glow::BGRA, glow::UNSIGNED_BYTE, glow::RGBA8, 4),
        (glow::RGB, glow::UNSIGNED_BYTE, glow::RGB8, 3),
    ] {
        let texture = rig.storage(ResourceTarget::Tex2D, internal, [8, 8, 1, 1], 1);
        let upload = MGPBufferUpload {
            texture,
            buffer,
            offset: 64,
            region: region(2, 1, 0, 5, 4, 1),
            format,
            type_,
            row_length: 9,
            skip_pixels: 2,
            skip_rows: 3,
            alignment: 8,
            ..Default::default()
        };
        rig.apply(Op::TextureUploadFromBuffer, &upload);
        let back = rig.texels(texture, WHOLE, 0, region(2, 1, 0, 5, 4, 1), (format, type_, pixel));
        let stride = (9 * pixel).next_multiple_of(8);
        let wanted: Vec<u8> = (0..4)
            .flat_map(|row| {
                let at = 64 + (3 + row) * stride + 2 * pixel;
                bytes[at..at + 5 * pixel].to_vec()
            })
            .collect();
        assert_eq!(back, wanted, "{format:#x}");
    }
}

#[test]
fn answers_in_parts_are_the_same_answer() {
    let mut rig = Rig::new();
    let texture = rig.storage(ResourceTarget::Tex2D, glow::RGBA8, [37, 29, 1, 1], 1);
    let texels: Vec<u8> = (0..37 * 29 * 4).map(|i| (i * 13 % 255) as u8).collect();
    rig.upload(ResourceTarget::Tex2D, texture, WHOLE, 0, region(0, 0, 0, 37, 29, 1), &texels);
    rig.framebuffer(|f| f.color[0] = texture_surface(texture, glow::RGBA8, ResourceTarget::Tex2D));
    for piece in [1, 7, 37 * 4, 1000, 1 << 20] {
        rig.host.piece = piece;
        assert_eq!(rig.read_rgba8([0, 0, 37, 29]), texels, "pieces of {piece}");
        let floats = rig.read([3, 2, 30, 20], glow::RGBA, glow::FLOAT, 16);
        assert_eq!(floats[..4], (f32::from(texels[(2 * 37 + 3) * 4]) / 255.0).to_ne_bytes());
    }
    rig.host.piece = 0;
    // Pixels outside are zero, and nothing is written past the answer.
    let out = rig.read_rgba8([30, 20, 10, 12]);
    let inside = |x: usize, y: usize| &out[(y * 10 + x) * 4..(y * 10 + x) * 4 + 4];
    assert_eq!(inside(0, 0), &texels[(20 * 37 + 30) * 4..(20 * 37 + 30) * 4 + 4]);
    assert_eq!(inside(9, 0), [0; 4]);
    assert_eq!(inside(0, 11), [0; 4]);
}

#[test]
fn pack_buffers_get_no_byte_outside_the_rectangle() {
    let mut rig = Rig::new();
    let texture = rig.storage(ResourceTarget::Tex2D, glow::RGBA8, [8, 8, 1, 1], 1);
    let texels: Vec<u8> = (0..256).map(|i| i as u8).collect();
    rig.upload(ResourceTarget::Tex2D, texture, WHOLE, 0, region(0, 0, 0, 8, 8, 1), &texels);
    rig.framebuffer(|f| f.color[0] = texture_surface(texture, glow::RGBA8, ResourceTarget::Tex2D));
    for (format, pixel, swap) in [(glow::RGBA, 4usize, 0), (glow::RGB, 3, 0), (glow::RGBA, 4, 1)] {
        let buffer = rig.buffer(&[0x77; 600]);
        rig.pack(
            buffer,
            MGPPixelPackState {
                alignment: 4,
                row_length: 11,
                skip_pixels: 1,
                skip_rows: 2,
                swap_bytes: swap,
                ..Default::default()
            },
        );
        let info = MGPReadbackInfo {
            region: region(2, 3, 0, 4, 3, 1),
            format,
            type_: glow::UNSIGNED_BYTE,
            dst_offset: 16,
            dst_size: 584,
            ..Default::default()
        };
        rig.apply(Op::ReadPixelsToBuffer, &info);
        let back = rig.read_buffer(buffer, 600);
        let stride = (11 * pixel).next_multiple_of(4);
        let mut wanted = vec![0x77; 600];
        for y in 0..3 {
            for x in 0..4 {
                let at = 16 + (2 + y) * stride + (1 + x) * pixel;
                let from = ((3 + y) * 8 + 2 + x) * 4;
                wanted[at..at + pixel].copy_from_slice(&texels[from..from + pixel]);
            }
        }
        assert_eq!(back, wanted, "{format:#x}");
    }
    // The whole buffer's range is checked before a byte moves.
    let small = rig.buffer(&[0; 64]);
    rig.pack(small, MGPPixelPackState { alignment: 4, ..Default::default() });
    let info = MGPReadbackInfo {
        region: region(0, 0, 0, 8, 8, 1),
        format: glow::RGBA,
        type_: glow::UNSIGNED_BYTE,
        dst_size: 256,
        ..Default::default()
    };
    assert!(rig.try_apply::<_, NoTail>(Op::ReadPixelsToBuffer, &info, &[], &[]).is_err());
}

#[test]
fn compressed_blocks_come_back_and_decompress() {
    let mut rig = Rig::new();
    let format = texel::gl::COMPRESSED_RGB_S3TC_DXT1_EXT;
    let texture = rig.storage(ResourceTarget::Tex2D, format, [8, 8, 1, 1], 1);
    // Four blocks of one colour each: red, green, blue, white.
    let blocks: Vec<u8> =
        [0xF800u16, 0x07E0, 0x001F, 0xFFFF].iter().flat_map(|c| [&c.to_le_bytes()[..], &[0; 6]].concat()).collect();
    rig.upload(ResourceTarget::Tex2D, texture, WHOLE, 0, region(0, 0, 0, 8, 8, 1), &blocks);
    let info =
        MGPReadbackInfo { resource: texture, region: region(0, 0, 0, 8, 8, 1), dst_size: 32, ..Default::default() };
    rig.apply(Op::GetTextureImage, &info);
    let (_, status, back) = rig.host.replies.pop().unwrap();
    assert_eq!((status, back), (ReplyStatus::Ok, blocks));
    let texels = rig.texels(texture, WHOLE, 0, region(0, 0, 0, 8, 8, 1), (glow::RGB, glow::UNSIGNED_BYTE, 3));
    let at = |x: usize, y: usize| &texels[(y * 8 + x) * 3..(y * 8 + x) * 3 + 3];
    assert_eq!([at(0, 0), at(7, 0), at(0, 7), at(7, 7)], [[255, 0, 0], [0, 255, 0], [0, 0, 255], [255, 255, 255]]);
}

#[test]
fn what_breaks_the_contract_is_refused_by_name() {
    let mut rig = Rig::new();
    let texture = rig.storage(ResourceTarget::Tex2D, glow::RGBA8, [8, 8, 1, 1], 1);
    let mut refused = |record: MGPSubData, regions: &[MGPSubRegion], bytes: &[u8], word: &str| {
        let fault = rig.try_apply(Op::ResourceSubData, &record, regions, bytes).expect_err(word).to_string();
        assert!(fault.contains(word) && fault.contains("ResourceSubData"), "{fault}");
    };
    let good = Rig::sub_data_record(ResourceTarget::Tex2D, texture, WHOLE, 0, region(0, 0, 0, 8, 8, 1), &[], 256);
    refused(MGPSubData { union_box: region(1, 0, 0, 8, 8, 1), ..good }, &[], &[0; 256], "box");
    refused(MGPSubData { union_box: region(i32::MAX, 0, 0, 8, 8, 1), ..good }, &[], &[0; 256], "box");
    refused(MGPSubData { union_box: region(0, 0, 0, u32::MAX, 1, 1), ..good }, &[], &[0; 256], "box");
    refused(MGPSubData { blob: MGPBlobRef::inline(0, 255), ..good }, &[], &[0; 255], "blob");
    let stranger = RawHandle { slot: 77, generation: 1 };
    refused(MGPSubData { resource: stranger, ..good }, &[], &[0; 256], "resource");
    for bad in [
        MGPSubRegion { w: 8, h: 8, d: 1, src_row_stride: u32::MAX, src_slice_stride: u32::MAX, ..Default::default() },
        MGPSubRegion { w: 8, h: 8, d: 1, src_offset: u64::MAX - 3, src_row_stride: 32, ..Default::default() },
        MGPSubRegion { w: 8, h: 8, d: 1, src_row_stride: 40, ..Default::default() },
    ] {
        refused(MGPSubData { region_count: 1, ..good }, &[bad], &[0; 256], "blob");
    }
    // Overlapping rows are odd, but inside.
    let odd = MGPSubRegion { w: 8, h: 8, d: 1, src_row_stride: 3, ..Default::default() };
    rig.apply_all(Op::ResourceSubData, &MGPSubData { region_count: 1, ..good }, &[odd], &[9; 256]);
    let info = MGPReadbackInfo {
        region: region(0, 0, 0, u32::MAX, u32::MAX, 1),
        format: glow::RGBA,
        type_: glow::FLOAT,
        ..Default::default()
    };
    assert!(rig.try_apply::<_, NoTail>(Op::ReadPixels, &info, &[], &[]).is_err());
    let record = MGPHandleOnly { handle: stranger, kind: 2, pad: 0 };
    assert!(rig.try_apply::<_, NoTail>(Op::SetPixelPackBuffer, &record, &[], &[]).is_err());
    let range = MGPBufferRange { buffer: stranger, ..Default::default() };
    assert!(rig.try_apply::<_, NoTail>(Op::ResourceReadback, &range, &[], &[]).is_err());
}
