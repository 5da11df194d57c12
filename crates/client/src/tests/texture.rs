//! Tests of texture uploads, parameters and queries: what is sent, and what is refused.

use crate::gl::{
    enums::*,
    pixel_store, sampler,
    sampler::{Answer, Value},
    texture, texture_image, texture_parameter, texture_storage,
};
use crate::{
    Cx,
    abi::pixels::AppBytes,
    emit,
    tests::harness::{STAGING, Test},
};
use pipe_types::{
    Op,
    records::{
        resource::{MGPResourceDesc, MGPSubData, MGPSubRegion},
        sampler::MGPSamplerState,
        texture::MGPTextureParams,
    },
};

fn texture_2d(cx: &mut Cx<'_>) -> u32 {
    let mut name = [0];
    texture::generate(cx, &mut name);
    texture::bind(cx, GL_TEXTURE_2D, name[0]).unwrap();
    name[0]
}

fn image_2d(
    cx: &mut Cx<'_>,
    level: i32,
    format: GLenum,
    w: i32,
    h: i32,
    pixels: Option<&[u8]>,
) -> crate::gl::outcome::Outcome {
    let pixels = pixels.map_or(AppBytes::null(), AppBytes::from);
    texture_image::tex_image(cx, 2, GL_TEXTURE_2D, level, format, [w, h, 1], 0, GL_RGBA, GL_UNSIGNED_BYTE, pixels)
}

fn sub_2d(cx: &mut Cx<'_>, at: [i32; 2], size: [i32; 2], pixels: &[u8]) -> crate::gl::outcome::Outcome {
    let to = texture_image::sub_target(cx, 2, GL_TEXTURE_2D)?;
    let (at, size) = ([at[0], at[1], 0], [size[0], size[1], 1]);
    texture_image::sub_image(cx, 2, to, 0, at, size, GL_RGBA, GL_UNSIGNED_BYTE, pixels.into())
}

// red once: with every upload sent at its call, there were 100 records
#[test]
fn a_hundred_small_uploads_to_one_level_are_one_record() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    texture_2d(&mut cx);
    image_2d(&mut cx, 0, GL_RGBA8, 256, 256, None).unwrap();
    for i in 0..100u8 {
        let at = [i32::from(i % 10) * 16, i32::from(i / 10) * 16];
        sub_2d(&mut cx, at, [4, 2], &[i; 32]).unwrap();
    }
    emit::objects(&mut cx);
    emit::objects(&mut cx);
    let sent = test.take_of(Op::ResourceSubData);
    assert_eq!(sent.len(), 1);
    let record: MGPSubData = sent[0].payload();
    assert_eq!(record.region_count, 100);
    assert_eq!((record.union_box.x, record.union_box.w, record.union_box.h), (0, 148, 146));
    let regions = sent[0].tail::<MGPSubRegion>(100);
    for (i, region) in regions.iter().enumerate() {
        assert_eq!((region.x, region.y), (i as i32 % 10 * 16, i as i32 / 10 * 16));
        let start = region.src_offset as usize;
        assert_eq!(sent[0].blob[start..start + 32], [i as u8; 32]);
    }
}

// red once: with regions sorted by position, the earlier upload stood last
#[test]
fn overlapping_uploads_keep_their_order() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    texture_2d(&mut cx);
    image_2d(&mut cx, 0, GL_RGBA8, 64, 64, None).unwrap();
    sub_2d(&mut cx, [8, 8], [1, 1], &[1; 4]).unwrap();
    // Too large to wait: what waits goes first.
    sub_2d(&mut cx, [0, 0], [64, 64], &[2; 64 * 64 * 4]).unwrap();
    sub_2d(&mut cx, [8, 8], [1, 1], &[3; 4]).unwrap();
    sub_2d(&mut cx, [8, 8], [1, 1], &[4; 4]).unwrap();
    emit::objects(&mut cx);
    let sent = test.take_of(Op::ResourceSubData);
    let firsts: Vec<_> = sent
        .iter()
        .flat_map(|record| {
            let count = record.payload::<MGPSubData>().region_count as usize;
            record.tail::<MGPSubRegion>(count).into_iter().map(|region| record.blob[region.src_offset as usize])
        })
        .collect();
    assert_eq!(firsts, [1, 2, 3, 4]);
}

// red once: with the pending uploads of the whole texture dropped, level 1 lost its texels
#[test]
fn redefining_a_level_drops_only_that_levels_uploads() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    texture_2d(&mut cx);
    image_2d(&mut cx, 0, GL_RGBA8, 2, 2, Some(&[1; 16])).unwrap();
    image_2d(&mut cx, 1, GL_RGBA8, 1, 1, Some(&[2; 4])).unwrap();
    image_2d(&mut cx, 0, GL_RGBA8, 2, 2, Some(&[3; 16])).unwrap();
    emit::objects(&mut cx);
    let mut sent: Vec<_> = test
        .take_of(Op::ResourceSubData)
        .iter()
        .map(|record| (record.payload::<MGPSubData>().level, record.blob[0]))
        .collect();
    sent.sort();
    assert_eq!(sent, [(0, 3), (1, 2)]);
}

#[test]
fn unpack_parameters_choose_the_pixels() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    texture_2d(&mut cx);
    image_2d(&mut cx, 0, GL_RGBA8, 8, 8, None).unwrap();
    for (pname, value) in
        [(GL_UNPACK_ROW_LENGTH, 5), (GL_UNPACK_SKIP_PIXELS, 1), (GL_UNPACK_SKIP_ROWS, 2), (GL_UNPACK_ALIGNMENT, 8)]
    {
        pixel_store::pixel_store(&mut cx, pname, value).unwrap();
    }
    // Rows of 5 texels are padded to 24 bytes; not a byte past the last texel may be asked for.
    let mut pixels = vec![0; 3 * 24 + 8 + 4];
    pixels[2 * 24 + 4..][..8].copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8]);
    pixels[3 * 24 + 4..][..8].copy_from_slice(&[9, 10, 11, 12, 13, 14, 15, 16]);
    sub_2d(&mut cx, [0, 0], [2, 2], &pixels).unwrap();
    emit::objects(&mut cx);
    let sent = test.take_of(Op::ResourceSubData);
    assert_eq!(sent[0].blob, (1..=16).collect::<Vec<u8>>());
}

#[test]
fn large_uploads_go_in_bands() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    texture_2d(&mut cx);
    let pixels: Vec<u8> = (0..512 * 512 * 4u32).map(|i| (i / (512 * 4)) as u8).collect();
    image_2d(&mut cx, 0, GL_RGBA8, 512, 512, Some(&pixels)).unwrap();
    let sent = test.take_of(Op::ResourceSubData);
    let mut next = 0;
    for record in &sent {
        let region = record.tail::<MGPSubRegion>(1)[0];
        assert_eq!((region.x, region.y, region.w), (0, next, 512));
        assert!(record.blob.len() <= STAGING / 4);
        for (row, bytes) in record.blob.chunks(512 * 4).enumerate() {
            assert!(bytes.iter().all(|&b| b == (next as usize + row) as u8));
        }
        next += region.h as i32;
    }
    assert!(sent.len() > 1 && next == 512);
}

#[test]
fn parameters_go_out_once_and_textures_share_samplers() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    let names = [texture_2d(&mut cx), texture_2d(&mut cx)];
    for name in names {
        let texture = texture::named(&cx, name).unwrap();
        for filter in [GL_NEAREST, GL_LINEAR, GL_NEAREST] {
            let value = Value::Int(filter as i32);
            texture_parameter::set(&mut cx, &texture, GL_TEXTURE_MAG_FILTER, value).unwrap();
        }
    }
    emit::objects(&mut cx);
    emit::objects(&mut cx);
    let sent = test.take();
    let samplers: Vec<_> = sent.iter().filter(|r| r.op == Op::CreateSampler).collect();
    assert_eq!(samplers.len(), 1, "equal states are one sampler");
    let params: Vec<MGPTextureParams> =
        sent.iter().filter(|r| r.op == Op::SetTextureParams).map(|r| r.payload()).collect();
    assert_eq!(params.len(), 2);
    assert_eq!(params[0].builtin_sampler, params[1].builtin_sampler);
    let state = <MGPSamplerState as zerocopy::FromBytes>::read_from_bytes(&samplers[0].blob).unwrap();
    assert_eq!(state.mag_filter, GL_NEAREST);
}

#[test]
fn errors_are_gls() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    texture_2d(&mut cx);
    let tex = |cx: &mut Cx<'_>, target, level, internal, size, border, format, type_| {
        let done =
            texture_image::tex_image(cx, 2, target, level, internal, size, border, format, type_, AppBytes::null());
        done.err().map_or(GL_NO_ERROR, |error| error.error)
    };
    let (rgba, byte) = (GL_RGBA, GL_UNSIGNED_BYTE);
    let size = [4, 4, 1];
    assert_eq!(tex(&mut cx, GL_TEXTURE_3D, 0, GL_RGBA8, size, 0, rgba, byte), GL_INVALID_ENUM);
    assert_eq!(tex(&mut cx, GL_TEXTURE_2D, -1, GL_RGBA8, size, 0, rgba, byte), GL_INVALID_VALUE);
    assert_eq!(tex(&mut cx, GL_TEXTURE_2D, 13, GL_RGBA8, size, 0, rgba, byte), GL_INVALID_VALUE);
    assert_eq!(tex(&mut cx, GL_TEXTURE_2D, 0, GL_RGBA8, size, 1, rgba, byte), GL_INVALID_VALUE);
    assert_eq!(tex(&mut cx, GL_TEXTURE_2D, 0, GL_RGBA8, [-1, 4, 1], 0, rgba, byte), GL_INVALID_VALUE);
    assert_eq!(tex(&mut cx, GL_TEXTURE_2D, 0, GL_RGBA8, [4097, 4, 1], 0, rgba, byte), GL_INVALID_VALUE);
    assert_eq!(tex(&mut cx, GL_TEXTURE_2D, 0, GL_NEAREST, size, 0, rgba, byte), GL_INVALID_VALUE);
    assert_eq!(tex(&mut cx, GL_TEXTURE_2D, 0, GL_RGBA8, size, 0, GL_NEAREST, byte), GL_INVALID_ENUM);
    assert_eq!(tex(&mut cx, GL_TEXTURE_2D, 0, GL_RGBA8, size, 0, rgba, GL_NEAREST), GL_INVALID_ENUM);
    assert_eq!(tex(&mut cx, GL_TEXTURE_2D, 0, GL_RGBA8, size, 0, rgba, GL_UNSIGNED_SHORT_5_6_5), GL_INVALID_OPERATION);
    assert_eq!(tex(&mut cx, GL_TEXTURE_2D, 0, GL_RGBA8UI, size, 0, rgba, byte), GL_INVALID_OPERATION);
    assert_eq!(tex(&mut cx, GL_TEXTURE_CUBE_MAP_POSITIVE_X, 0, GL_RGBA8, [4, 2, 1], 0, rgba, byte), GL_INVALID_VALUE);
    // A proxy that does not fit is no error, and answers 0.
    assert_eq!(tex(&mut cx, GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, [8192, 4, 1], 0, rgba, byte), GL_NO_ERROR);
    let width = |cx: &mut Cx<'_>| texture_parameter::get_level(cx, GL_PROXY_TEXTURE_2D, 0, GL_TEXTURE_WIDTH).unwrap();
    assert_eq!(width(&mut cx), Answer::Int(0));
    assert_eq!(tex(&mut cx, GL_PROXY_TEXTURE_2D, 0, GL_RGBA8, [4096, 4, 1], 0, rgba, byte), GL_NO_ERROR);
    assert_eq!(width(&mut cx), Answer::Int(4096));
    let error = sub_2d(&mut cx, [0, 0], [1, 1], &[0; 4]).unwrap_err();
    assert_eq!(error.error, GL_INVALID_OPERATION, "level 0 was never specified");
    assert!(test.take().iter().all(|r| r.op != Op::ResourceRespecify), "nothing wrong was sent");
}

#[test]
fn immutable_storage_is_one_respecification() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    texture_2d(&mut cx);
    texture_storage::tex_storage(&mut cx, 2, GL_TEXTURE_2D, 3, GL_RGBA8, [8, 4, 1]).unwrap();
    let error = image_2d(&mut cx, 0, GL_RGBA8, 2, 2, None).unwrap_err();
    assert_eq!(error.error, GL_INVALID_OPERATION);
    let level = |cx: &mut Cx<'_>, level, pname| texture_parameter::get_level(cx, GL_TEXTURE_2D, level, pname).unwrap();
    assert_eq!(level(&mut cx, 2, GL_TEXTURE_WIDTH), Answer::Int(2));
    assert_eq!(level(&mut cx, 2, GL_TEXTURE_HEIGHT), Answer::Int(1));
    let sent = test.take_of(Op::ResourceRespecify);
    assert_eq!(sent.len(), 1);
    let desc: MGPResourceDesc = sent[0].payload();
    assert_eq!((desc.immutable, desc.levels, desc.width, desc.height, desc.has_respecified_level), (1, 3, 8, 4, 0));
}

#[test]
fn border_colours_keep_their_form() {
    let mut state = sampler::initial(false);
    let limits = crate::tests::harness::capabilities().limits;
    let mut set = |value| sampler::set_parameter(&mut state, GL_TEXTURE_BORDER_COLOR, value, false, &limits).unwrap();
    assert_eq!(set(Value::RawInts(&[-1, 2, 3, 4])), Some(true));
    assert_eq!(set(Value::RawInts(&[-1, 2, 3, 4])), Some(false));
    let mut ints = [0; 4];
    sampler::parameter(&state, GL_TEXTURE_BORDER_COLOR).unwrap().to_raw_ints(&mut ints);
    assert_eq!(ints, [-1, 2, 3, 4]);
    sampler::set_parameter(&mut state, GL_TEXTURE_BORDER_COLOR, Value::Ints(&[i32::MAX, 0, 0, 0]), false, &limits)
        .unwrap();
    let mut floats = [0.0; 4];
    sampler::parameter(&state, GL_TEXTURE_BORDER_COLOR).unwrap().to_floats(&mut floats);
    assert_eq!(floats, [1.0, 0.0, 0.0, 0.0]);
}

#[test]
fn a_deleted_texture_ends_on_the_server_once() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    let name = texture_2d(&mut cx);
    image_2d(&mut cx, 0, GL_RGBA8, 2, 2, Some(&[1; 16])).unwrap();
    texture::delete(&mut cx, &[name, name, 0]);
    assert!(!texture::is_texture(&cx, name));
    emit::objects(&mut cx);
    emit::objects(&mut cx);
    assert_eq!(test.take_of(Op::ResourceDestroy).len(), 1);
}

// red once: with the driver not looked at, the view was made and the server refused it
#[test]
fn views_need_their_driver() {
    use pipe_types::caps::Features;
    for there in [true, false] {
        let mut test = Test::new();
        let mut caps = (*test.session.caps).clone();
        caps.features |= Features::TEXTURE_VIEW.bits();
        if !there {
            caps.features &= !Features::TEXTURE_VIEW.bits();
        }
        test.session.caps = caps.into();
        let caps = test.session.caps.clone();
        assert_eq!(crate::gl::get::extensions(&caps).any(|name| name == "GL_ARB_texture_view"), there);
        let cx = &mut test.cx();
        let of = texture_2d(cx);
        texture_storage::tex_storage(cx, 2, GL_TEXTURE_2D, 1, GL_RGBA8, [4, 4, 1]).unwrap();
        let mut name = [0];
        texture::generate(cx, &mut name);
        let made = texture_storage::view(cx, name[0], GL_TEXTURE_2D, of, GL_RGBA8UI, 0, 1, 0, 1);
        assert_eq!(made.err().map(|error| error.error), (!there).then_some(GL_INVALID_OPERATION));
    }
}
