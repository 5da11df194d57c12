//! Errors and state of calls that send nothing.

use crate::{
    gl::{self, enums::*, get, get::Value, raster},
    tests::harness::Test,
};

#[test]
fn the_first_error_stays_until_it_is_asked_for() {
    let mut test = Test::new();
    raster::depth_func(&mut test.cx(), GL_RGBA);
    raster::line_width(&mut test.cx(), -1.0);
    // red once: with the last error kept
    assert_eq!(test.error(), GL_INVALID_ENUM);
    assert_eq!(test.error(), GL_NO_ERROR);
}

// red once: with an error that came late never before one that was found at once
#[test]
fn an_error_of_the_server_has_the_place_of_its_call() {
    let mut test = Test::new();
    test.log().events.push(pipe_types::event::Event::GlError(GL_OUT_OF_MEMORY, "test".into()));
    gl::sync::fence(&mut test.cx(), GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    raster::depth_func(&mut test.cx(), GL_RGBA);
    assert_eq!(test.error(), GL_OUT_OF_MEMORY);
    assert_eq!(test.error(), GL_NO_ERROR);
    raster::depth_func(&mut test.cx(), GL_RGBA);
    test.log().events.push(pipe_types::event::Event::GlError(GL_OUT_OF_MEMORY, "test".into()));
    gl::sync::fence(&mut test.cx(), GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    assert_eq!(test.error(), GL_INVALID_ENUM, "that one came first");
}

#[test]
fn names_have_to_be_generated() {
    let mut test = Test::new();
    gl::buffer::bind_buffer(&mut test.cx(), GL_ARRAY_BUFFER, 42);
    // red once: with names that nobody generated taken, the table had no place for them
    assert_eq!(test.error(), GL_INVALID_OPERATION);
    gl::vertex::bind(&mut test.cx(), 42);
    assert_eq!(test.error(), GL_INVALID_OPERATION);
    gl::query::begin(&mut test.cx(), GL_SAMPLES_PASSED, 0, 42);
    assert_eq!(test.error(), GL_INVALID_OPERATION);
}

#[test]
fn fixed_state_is_answered_as_it_was_set() {
    let mut test = Test::new();
    let cx = &mut test.cx();
    raster::blend_func(cx, Some(2), [GL_SRC_ALPHA, GL_ONE, GL_ZERO, GL_ONE]);
    raster::color_mask(cx, None, [1, 0, 1, 0]);
    raster::scissor(cx, None, [1, 2, 3, 4]);
    raster::enable(cx, GL_CLIP_DISTANCE0 + 3, true);
    raster::stencil_func(cx, GL_BACK, GL_LEQUAL, -5, 0xF0F0_F0F0);
    let get = |cx: &mut crate::Cx<'_>, pname| get::get(cx, pname);
    assert_eq!(gl::get::get_indexed(cx, GL_BLEND_SRC_RGB, 2), Some(Value::int(GL_SRC_ALPHA)));
    assert_eq!(get(cx, GL_BLEND_SRC_RGB), Some(Value::int(GL_ONE)));
    assert_eq!(get(cx, GL_COLOR_WRITEMASK), Some(Value::Bools([true, false, true, false], 4)));
    assert_eq!(get(cx, GL_SCISSOR_BOX), Some(Value::Ints([1, 2, 3, 4], 4)));
    assert_eq!(get(cx, GL_CLIP_DISTANCE0 + 3), Some(Value::bool(true)));
    assert_eq!(get(cx, GL_STENCIL_BACK_FUNC), Some(Value::int(GL_LEQUAL)));
    assert_eq!(get(cx, GL_STENCIL_FUNC), Some(Value::int(GL_ALWAYS)));
    assert_eq!(get(cx, GL_STENCIL_BACK_VALUE_MASK).map(|v| v.int32(0)), Some(0xF0F0_F0F0_u32 as i32));
    assert_eq!(get(cx, 0xABCD), None);
    assert_eq!(test.error(), GL_INVALID_ENUM);
    gl::get::get_indexed(&mut test.cx(), GL_BLEND_SRC_RGB, 8);
    assert_eq!(test.error(), GL_INVALID_VALUE);
}

#[test]
fn the_context_says_what_it_is() {
    let mut test = Test::new();
    let cx = &mut test.cx();
    assert!(get::string(cx, GL_VERSION).is_some_and(|v| v.starts_with("3.3 (Core Profile) MGPipe ")));
    assert_eq!(get::string(cx, GL_SHADING_LANGUAGE_VERSION).as_deref(), Some("3.30"));
    let count = get::get(cx, GL_NUM_EXTENSIONS).map_or(0, |v| v.int32(0));
    let names: Vec<_> =
        (0..count as u32).map(|at| get::indexed_string(cx, GL_EXTENSIONS, at).expect("a name")).collect();
    assert!(names.iter().any(|name| name == "GL_ARB_sampler_objects"));
    assert_eq!(get::indexed_string(cx, GL_EXTENSIONS, count as u32), None);
    assert_eq!(test.error(), GL_INVALID_VALUE);
    // The string went with the compatibility profile.
    assert_eq!(get::string(&mut test.cx(), GL_EXTENSIONS), None);
    assert_eq!(test.error(), GL_INVALID_ENUM);
}

#[test]
fn an_extension_needs_its_driver() {
    let mut caps = crate::tests::harness::capabilities();
    caps.features &= !pipe_types::caps::Features::ANISOTROPY.bits();
    let mut test = Test::with(caps);
    let caps = test.session.caps.clone();
    assert!(!get::extensions(&caps).any(|name| name.contains("anisotropic")));
    // red once: with the limit answered from a driver that has none
    assert_eq!(get::get(&mut test.cx(), GL_MAX_TEXTURE_MAX_ANISOTROPY), None);
}

#[test]
fn debug_output_says_why() {
    let mut test = Test::new();
    raster::enable(&mut test.cx(), GL_DEBUG_OUTPUT, true);
    raster::depth_func(&mut test.cx(), GL_RGBA);
    let message = gl::debug::take_message(&mut test.cx(), None).expect("a message");
    assert_eq!((message.type_, message.id), (GL_DEBUG_TYPE_ERROR, GL_INVALID_ENUM));
    // A rule that turns errors off.
    gl::debug::control(&mut test.cx(), GL_DONT_CARE, GL_DEBUG_TYPE_ERROR, GL_DONT_CARE, &[], false);
    raster::depth_func(&mut test.cx(), GL_RGBA);
    // red once: with rules only stored
    assert_eq!(gl::debug::take_message(&mut test.cx(), None), None);
}
