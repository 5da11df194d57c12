//! Tests of framebuffers, clears, blits and readbacks: what is sent, and what is refused.

use crate::gl::{
    clear_blit::{self, ClearTo},
    enums::*,
    framebuffer, framebuffer_attach, framebuffer_query, framebuffer_status, mipmap, pixel_store, readback,
    renderbuffer,
    sampler::Answer,
    texture, texture_image, texture_parameter,
};
use crate::{
    Cx,
    abi::pixels::AppBytes,
    emit,
    tests::harness::{Recorded, Test},
};
use pipe_types::{
    Op,
    records::{
        clear_blit::{ClearKind, MGPClear},
        framebuffer::{FramebufferTarget, MGPFramebufferBinding, MGPFramebufferState},
        texture::MGPMipPlan,
    },
};

fn texture_2d(cx: &mut Cx<'_>, format: GLenum, size: i32) -> u32 {
    let mut name = [0];
    texture::generate(cx, &mut name);
    texture::bind(cx, GL_TEXTURE_2D, name[0]).unwrap();
    respecify(cx, format, size);
    name[0]
}

fn respecify(cx: &mut Cx<'_>, format: GLenum, size: i32) {
    let (pixel_format, type_) = match format {
        GL_DEPTH_COMPONENT24 => (GL_DEPTH_COMPONENT, GL_FLOAT),
        GL_R32UI => (GL_RED_INTEGER, GL_UNSIGNED_INT),
        _ => (GL_RGBA, GL_UNSIGNED_BYTE),
    };
    let (size, null) = ([size, size, 1], AppBytes::null());
    texture_image::tex_image(cx, 2, GL_TEXTURE_2D, 0, format, size, 0, pixel_format, type_, null).unwrap();
}

fn framebuffer(cx: &mut Cx<'_>, target: GLenum, color: u32) -> u32 {
    let mut name = [0];
    framebuffer::generate(cx, &mut name);
    framebuffer::bind(cx, target, name[0]).unwrap();
    attach(cx, target, GL_COLOR_ATTACHMENT0, color);
    name[0]
}

fn attach(cx: &mut Cx<'_>, target: GLenum, attachment: GLenum, texture: u32) {
    let object = framebuffer::bound(cx, target).unwrap();
    framebuffer_attach::image(cx, 2, object, attachment, GL_TEXTURE_2D, texture, 0, 0).unwrap();
}

fn states(test: &mut Test) -> Vec<MGPFramebufferState> {
    test.take_of(Op::SetFramebufferState).iter().map(|record| record.payload()).collect()
}

fn target(record: &MGPFramebufferState) -> FramebufferTarget {
    record.framebuffer_target()
}

// red once: without the suppressor each clear sent the framebuffer again
#[test]
fn an_unchanged_framebuffer_is_one_record_over_many_verbs() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    let color = texture_2d(&mut cx, GL_RGBA8, 16);
    framebuffer(&mut cx, GL_FRAMEBUFFER, color);
    for _ in 0..10 {
        clear_blit::clear(&mut cx, GL_COLOR_BUFFER_BIT).unwrap();
    }
    let sent = states(&mut test);
    assert_eq!(sent.len(), 1);
    assert_eq!(target(&sent[0]), FramebufferTarget::Both);
    assert_eq!((sent[0].width, sent[0].complete, sent[0].draw_buffers[0]), (16, 1, 0));
    assert_eq!(sent[0].color[0], sent[0].read_surface);

    // Going back and forth between two framebuffers sends each binding, and nothing when it comes back to what is bound.
    let mut cx = test.cx();
    framebuffer::bind(&mut cx, GL_FRAMEBUFFER, 0).unwrap();
    framebuffer::bind(&mut cx, GL_FRAMEBUFFER, 1).unwrap();
    clear_blit::clear(&mut cx, GL_COLOR_BUFFER_BIT).unwrap();
    assert!(states(&mut test).is_empty());
}

// red once: with the whole record sent for a binding
#[test]
fn passes_over_framebuffers_that_do_not_change_are_a_small_record_each() {
    let mut test = Test::new();
    let mut cx = test.cx();
    let color = texture_2d(&mut cx, GL_RGBA8, 16);
    let passes: Vec<u32> = (0..64).map(|_| framebuffer(&mut cx, GL_FRAMEBUFFER, color)).collect();
    let frame = |test: &mut Test| {
        let mut cx = test.cx();
        for &pass in &passes {
            framebuffer::bind(&mut cx, GL_FRAMEBUFFER, pass).unwrap();
            for _ in 0..5 {
                clear_blit::clear(&mut cx, GL_COLOR_BUFFER_BIT).unwrap();
            }
        }
        test.take()
    };
    let count = |records: &[Recorded], op| records.iter().filter(|record| record.op == op).count();
    let first = frame(&mut test);
    assert_eq!((count(&first, Op::SetFramebufferState), count(&first, Op::BindFramebuffer)), (64, 0));
    let second = frame(&mut test);
    assert_eq!((count(&second, Op::SetFramebufferState), count(&second, Op::BindFramebuffer)), (0, 64));
    assert_eq!((count(&second, Op::Clear), second.len()), (64 * 5, 64 * 6));
    let binding: MGPFramebufferBinding = second[0].payload();
    assert_eq!(binding.target, u32::from(FramebufferTarget::Both.wire()));
    // One of them changes: its record, and no other.
    attach(&mut test.cx(), GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT1, color);
    let third = frame(&mut test);
    assert_eq!((count(&third, Op::SetFramebufferState), count(&third, Op::BindFramebuffer)), (1, 63));
}

// red once: with the record's content alone compared, the second storage was never announced
#[test]
fn respecifying_an_attached_image_sends_the_framebuffer_again() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    let color = texture_2d(&mut cx, GL_RGBA8, 16);
    framebuffer(&mut cx, GL_FRAMEBUFFER, color);
    clear_blit::clear(&mut cx, GL_COLOR_BUFFER_BIT).unwrap();
    respecify(&mut cx, GL_RGBA8, 16);
    clear_blit::clear(&mut cx, GL_COLOR_BUFFER_BIT).unwrap();
    assert_eq!(states(&mut test).len(), 2);
}

// red once: with `Both` sent whenever the draw framebuffer changed, the read binding moved too
#[test]
fn draw_and_read_framebuffers_are_records_of_their_own() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    let textures = [texture_2d(&mut cx, GL_RGBA8, 16), texture_2d(&mut cx, GL_RGBA8, 8)];
    framebuffer(&mut cx, GL_DRAW_FRAMEBUFFER, textures[0]);
    framebuffer(&mut cx, GL_READ_FRAMEBUFFER, textures[1]);
    clear_blit::clear(&mut cx, GL_COLOR_BUFFER_BIT).unwrap();
    let sent = states(&mut test);
    let targets: Vec<_> = sent.iter().map(target).collect();
    assert_eq!(targets, [FramebufferTarget::Draw, FramebufferTarget::Read]);
    assert_eq!((sent[0].width, sent[1].width), (16, 8));
}

// red once: without the named record the server did not know the framebuffer
#[test]
fn a_named_clear_describes_its_framebuffer_and_moves_no_binding() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    let color = texture_2d(&mut cx, GL_RGBA8, 16);
    let mut name = [0];
    framebuffer::create_named(&mut cx, &mut name);
    let object = framebuffer::named(&cx, name[0]).unwrap();
    framebuffer_attach::whole_level(&mut cx, object.clone(), GL_COLOR_ATTACHMENT0, color, 0).unwrap();
    for _ in 0..2 {
        let to = ClearTo::Float(&[1.0, 0.0, 0.0, 1.0]);
        clear_blit::clear_buffer(&mut cx, Some(object.clone()), GL_COLOR, 0, to).unwrap();
    }
    let sent = test.take();
    let named: Vec<MGPFramebufferState> = sent
        .iter()
        .filter(|r| r.op == Op::SetFramebufferState)
        .map(|r| r.payload())
        .filter(|r| target(r) == FramebufferTarget::Named)
        .collect();
    assert_eq!(named.len(), 1);
    let clears: Vec<MGPClear> = sent.iter().filter(|r| r.op == Op::Clear).map(|r| r.payload()).collect();
    assert_eq!(clears.len(), 2);
    assert_eq!((clears[0].fbo, clears[0].kind), (named[0].fbo, ClearKind::Color.wire()));
}

#[test]
fn completeness_is_answered_here() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    let status = |cx: &mut Cx<'_>| framebuffer_status::check(cx, GL_FRAMEBUFFER).unwrap();
    assert_eq!(status(&mut cx), GL_FRAMEBUFFER_COMPLETE);
    let color = texture_2d(&mut cx, GL_RGBA8, 16);
    framebuffer(&mut cx, GL_FRAMEBUFFER, 0);
    assert_eq!(status(&mut cx), GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
    let error = clear_blit::clear(&mut cx, GL_COLOR_BUFFER_BIT).unwrap_err();
    assert_eq!(error.error, GL_INVALID_FRAMEBUFFER_OPERATION);
    attach(&mut cx, GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, color);
    assert_eq!(status(&mut cx), GL_FRAMEBUFFER_COMPLETE);
    attach(&mut cx, GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, color);
    assert_eq!(status(&mut cx), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT, "a colour texture is no depth buffer");
    attach(&mut cx, GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, 0);
    respecify(&mut cx, GL_RGB9_E5, 16);
    assert_eq!(status(&mut cx), GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT);
    respecify(&mut cx, GL_RGBA8, 16);
    let mut buffer = [0];
    renderbuffer::create_named(&mut cx, &mut buffer);
    let object = renderbuffer::named(&cx, buffer[0]).unwrap();
    renderbuffer::storage(&mut cx, &object, 3, GL_DEPTH24_STENCIL8, 16, 16).unwrap();
    assert_eq!(renderbuffer::get_parameter(&cx, &object, GL_RENDERBUFFER_SAMPLES), Ok(4), "the next supported count");
    let bound = framebuffer::bound(&cx, GL_FRAMEBUFFER).unwrap();
    framebuffer_attach::renderbuffer(&mut cx, bound, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER, buffer[0]).unwrap();
    assert_eq!(status(&mut cx), GL_FRAMEBUFFER_INCOMPLETE_MULTISAMPLE);
    renderbuffer::storage(&mut cx, &object, 0, GL_DEPTH24_STENCIL8, 16, 16).unwrap();
    assert_eq!(status(&mut cx), GL_FRAMEBUFFER_COMPLETE);
    let bound = framebuffer::bound(&cx, GL_FRAMEBUFFER).unwrap();
    let query = |pname| framebuffer_query::attachment(&cx, bound.as_ref(), true, GL_DEPTH_STENCIL_ATTACHMENT, pname);
    assert_eq!(query(GL_FRAMEBUFFER_ATTACHMENT_OBJECT_NAME), Ok(buffer[0] as i32));
    assert_eq!(query(GL_FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE), Ok(8));
    assert_eq!(test.session.link.round_trips, 0);
}

// red once: with indices taken modulo 8, attachment 8 replaced attachment 0
#[test]
fn more_than_eight_colour_points_are_refused() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    let color = texture_2d(&mut cx, GL_RGBA8, 16);
    framebuffer(&mut cx, GL_FRAMEBUFFER, color);
    let object = framebuffer::bound(&cx, GL_FRAMEBUFFER).unwrap();
    let error = framebuffer_attach::whole_level(&mut cx, object, GL_COLOR_ATTACHMENT0 + 8, color, 0).unwrap_err();
    assert_eq!(error.error, GL_INVALID_OPERATION);
    assert!(error.why.contains("GL_COLOR_ATTACHMENT8"), "{}", error.why);
}

// red once: with no look at the storage, level 3 was attached
#[test]
fn levels_that_immutable_storage_lacks_are_not_attached() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    let mutable = texture_2d(&mut cx, GL_RGBA8, 16);
    framebuffer(&mut cx, GL_FRAMEBUFFER, mutable);
    let mut name = [0];
    texture::generate(&mut cx, &mut name);
    texture::bind(&mut cx, GL_TEXTURE_2D, name[0]).unwrap();
    crate::gl::texture_storage::tex_storage(&mut cx, 2, GL_TEXTURE_2D, 3, GL_RGBA8, [16, 16, 1]).unwrap();
    let attach = |cx: &mut Cx<'_>, name, level| {
        let object = framebuffer::bound(cx, GL_FRAMEBUFFER).unwrap();
        let done = framebuffer_attach::whole_level(cx, object, GL_COLOR_ATTACHMENT0, name, level);
        done.err().map_or(GL_NO_ERROR, |error| error.error)
    };
    assert_eq!(attach(&mut cx, name[0], 2), GL_NO_ERROR);
    assert_eq!(attach(&mut cx, name[0], 3), GL_INVALID_VALUE);
    assert_eq!(framebuffer_status::check(&mut cx, GL_FRAMEBUFFER).unwrap(), GL_FRAMEBUFFER_COMPLETE);
    assert_eq!(attach(&mut cx, mutable, 3), GL_NO_ERROR, "it may get that level yet");
}

#[test]
fn a_deleted_attachment_leaves_bound_framebuffers() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    let color = texture_2d(&mut cx, GL_RGBA8, 16);
    framebuffer(&mut cx, GL_FRAMEBUFFER, color);
    texture::delete(&mut cx, &[color]);
    let status = framebuffer_status::check(&mut cx, GL_FRAMEBUFFER).unwrap();
    assert_eq!(status, GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT);
}

// red once: with the answer copied as one run, the gap between the rows was written
#[test]
fn a_readback_writes_only_its_pixels() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    pixel_store::pixel_store(&mut cx, GL_PACK_ROW_LENGTH, 4).unwrap();
    pixel_store::pixel_store(&mut cx, GL_PACK_SKIP_PIXELS, 1).unwrap();
    let mut out = [0xAA; 32];
    readback::read_pixels(&mut cx, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, None, out.as_mut_slice().into()).unwrap();
    let mut expected = [0xAA; 32];
    expected[4..12].copy_from_slice(&[0, 1, 2, 3, 4, 5, 6, 7]);
    expected[20..28].copy_from_slice(&[8, 9, 10, 11, 12, 13, 14, 15]);
    assert_eq!(out, expected);

    // Outside the framebuffer nothing is touched.
    let mut out = [0xAA; 32];
    readback::read_pixels(&mut cx, 63, 63, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, None, out.as_mut_slice().into()).unwrap();
    let mut expected = [0xAA; 32];
    expected[4..8].copy_from_slice(&[0, 1, 2, 3]);
    assert_eq!(out, expected);
}

#[test]
fn a_declined_readback_is_an_error_and_writes_nothing() {
    let mut test = Test::with_surface();
    test.log().answer = |_| None;
    let mut cx = test.cx();
    let mut out = [0xAA; 16];
    let done = readback::read_pixels(&mut cx, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, None, out.as_mut_slice().into());
    assert_eq!(done.unwrap_err().error, GL_INVALID_OPERATION);
    assert_eq!(out, [0xAA; 16]);
}

#[test]
fn readback_and_blit_rules() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    let integer = texture_2d(&mut cx, GL_R32UI, 16);
    framebuffer(&mut cx, GL_READ_FRAMEBUFFER, integer);
    let mut out = [0; 64];
    let mut read = |cx: &mut Cx<'_>, format, type_| {
        let done = readback::read_pixels(cx, 0, 0, 1, 1, format, type_, None, out.as_mut_slice().into());
        done.err().map_or(GL_NO_ERROR, |error| error.error)
    };
    assert_eq!(read(&mut cx, GL_RGBA, GL_UNSIGNED_BYTE), GL_INVALID_OPERATION);
    assert_eq!(read(&mut cx, GL_RED_INTEGER, GL_UNSIGNED_INT), GL_NO_ERROR);
    assert_eq!(read(&mut cx, GL_DEPTH_COMPONENT, GL_FLOAT), GL_INVALID_OPERATION);
    let blit = |cx: &mut Cx<'_>, mask, filter| {
        let done = clear_blit::blit(cx, None, [0, 0, 8, 8], [0, 0, 8, 8], mask, filter);
        done.err().map_or(GL_NO_ERROR, |error| error.error)
    };
    assert_eq!(blit(&mut cx, GL_COLOR_BUFFER_BIT, GL_NEAREST), GL_INVALID_OPERATION, "integers go to integers only");
    assert_eq!(blit(&mut cx, GL_DEPTH_BUFFER_BIT, GL_LINEAR), GL_INVALID_OPERATION);
    assert_eq!(blit(&mut cx, 1, GL_NEAREST), GL_INVALID_VALUE);
    assert_eq!(blit(&mut cx, GL_COLOR_BUFFER_BIT, GL_REPEAT), GL_INVALID_ENUM);
    assert_eq!(blit(&mut cx, GL_DEPTH_BUFFER_BIT, GL_NEAREST), GL_NO_ERROR, "no depth to read: nothing");
    assert!(test.take_of(Op::Blit).is_empty());
}

#[test]
fn mipmap_generation_defines_the_levels() {
    let mut test = Test::with_surface();
    let mut cx = test.cx();
    texture_2d(&mut cx, GL_RGBA8, 16);
    mipmap::generate(&mut cx, GL_TEXTURE_2D).unwrap();
    let width =
        |cx: &mut Cx<'_>, level| texture_parameter::get_level(cx, GL_TEXTURE_2D, level, GL_TEXTURE_WIDTH).unwrap();
    assert_eq!(
        (width(&mut cx, 1), width(&mut cx, 4), width(&mut cx, 5)),
        (Answer::Int(8), Answer::Int(1), Answer::Int(0))
    );
    let sent = test.take_of(Op::GenerateMipmap);
    let plan: MGPMipPlan = sent[0].payload();
    assert_eq!((plan.base_level, plan.level_count), (0, 4));
    let mut cx = test.cx();
    texture_2d(&mut cx, GL_R32UI, 16);
    assert_eq!(mipmap::generate(&mut cx, GL_TEXTURE_2D).unwrap_err().error, GL_INVALID_OPERATION);
    emit::objects(&mut cx);
}

#[test]
fn a_lost_session_answers_nothing_and_does_not_hang() {
    let mut test = Test::with_surface();
    // A record that is none ends the session.
    test.session.link.reserve(8).fill(0xFF);
    test.session.link.commit();
    assert!(test.session.is_lost());
    let mut cx = test.cx();
    let color = texture_2d(&mut cx, GL_RGBA8, 16);
    framebuffer(&mut cx, GL_FRAMEBUFFER, color);
    clear_blit::clear(&mut cx, GL_COLOR_BUFFER_BIT).unwrap();
    let mut out = [0xAA; 16];
    readback::read_pixels(&mut cx, 0, 0, 2, 2, GL_RGBA, GL_UNSIGNED_BYTE, None, out.as_mut_slice().into()).unwrap();
    assert_eq!(out, [0xAA; 16]);
}
