//! Queries, conditional rendering, transform feedback, fences, contexts.

mod session;

use glsl_front::{LinkOptions, Stage};
use pipe_types::{
    Op, RawHandle,
    caps::Features,
    event::{Event, MGPQueryEvent},
    handle::{Kind, kind},
    primitive::MGPWord,
    records::{
        clear_blit::MGPBlit,
        context::{MGPContextDesc, MGPMakeCurrent},
        draw::{MGPDrawInfo, draw_flags},
        program::{MGPBeginXfb, MGPBufferBinding, MGPStreamOutput},
        query::{MGPConditionalRender, MGPQuery, MGPQueryToBuffer, QueryAnswer},
        sync::MGPFenceWait,
    },
};
use session::{
    Session,
    scene::{FRAGMENT, GREEN, Nothing, RED, SIZE, State, VERTEX, floats},
};
use zerocopy::{FromBytes, IntoBytes};

const TRIANGLES: u32 = glow::TRIANGLES;
const SAMPLES_PASSED: u32 = glow::SAMPLES_PASSED;
const PRIMITIVES_GENERATED: u32 = 0x8C87;

fn scene(mask: &str) -> Session {
    let mut s = Session::new(mask);
    s.target();
    s.draw_program(VERTEX, FRAGMENT);
    s
}

#[test]
fn samples_passed_counts_samples() {
    let mut s = scene("");
    let buffer = s.rectangles(&[([1, 1, 6, 4], RED)]);
    s.use_rectangles(buffer);
    let query = s.begin(SAMPLES_PASSED);
    s.draw_arrays(TRIANGLES, 6);
    s.draw_arrays(TRIANGLES, 3);
    let first = s.end(query, SAMPLES_PASSED);
    // The rectangle has 15 pixels, its first triangle a part of them.
    assert!((15 + 4..15 + 12).contains(&first), "{first}");
    let query = s.begin(SAMPLES_PASSED);
    s.draw_arrays(TRIANGLES, 6);
    assert_eq!(s.end(query, SAMPLES_PASSED), 15);
    let query = s.begin(SAMPLES_PASSED);
    assert_eq!(s.end(query, SAMPLES_PASSED), 0);
}

#[test]
fn every_sample_of_a_multisampled_target_counts() {
    let mut s = Session::new("");
    s.target_of(4);
    s.draw_program(VERTEX, FRAGMENT);
    let buffer = s.rectangles(&[([1, 1, 6, 4], RED)]);
    s.use_rectangles(buffer);
    for depth_test in [0, 1] {
        let mut state = State::default();
        state.depth_stencil.depth_test = depth_test;
        s.state(&state);
        s.clear_depth();
        let query = s.begin(SAMPLES_PASSED);
        s.draw_arrays(TRIANGLES, 6);
        // red once: an invocation counted as one sample
        assert_eq!(s.end(query, SAMPLES_PASSED), 60, "depth test {depth_test}");
    }
}

#[test]
fn time_goes_on() {
    for mask in ["", "timer_query"] {
        let mut s = scene(mask);
        let buffer = s.rectangles(&[([0, 0, 8, 8], RED)]);
        s.use_rectangles(buffer);
        let clock = |s: &mut Session| {
            s.plain(Op::GetTimestamp);
            QueryAnswer::read_from_bytes(&s.answer()).unwrap().result
        };
        let before = clock(&mut s);
        let stamp = s.mint(Kind::Query);
        s.ok(Op::QueryCounter, &MGPQuery { query: stamp, target: 0x8E28, index: 0 }, &[]);
        let elapsed = s.begin(0x88BF);
        s.draw_arrays(TRIANGLES, 6);
        let elapsed = s.end(elapsed, 0x88BF);
        let between = s.result(stamp);
        s.plain(Op::Finish);
        let after = clock(&mut s);
        assert!(before <= between && between <= after, "{before} {between} {after}");
        // llvmpipe answers the time of the end instead of what has elapsed, in desktop GL, too; that is passed on.
        if !s.applier.driver().has(Features::TIMER_QUERY) {
            assert!(elapsed > 0 && elapsed <= after - before, "{elapsed} of {}", after - before);
        }
    }
}

#[test]
fn samples_that_fail_the_depth_test_do_not_count() {
    let mut s = scene("");
    let mut state = State::default();
    state.depth_stencil.depth_test = 1;
    s.state(&state);
    s.clear_depth();
    let near = s.rectangles(&[([0, 0, 4, 8], RED), ([0, 0, 8, 8], GREEN)]);
    s.use_rectangles(near);
    let query = s.begin(SAMPLES_PASSED);
    // The second lies at the same depth and passes only where the first did not draw (GL_LESS).
    // red once: counting at the end of the shader counted all 64 + 32
    s.draw_arrays(TRIANGLES, 12);
    assert_eq!(s.end(query, SAMPLES_PASSED), 64);
    let query = s.begin(SAMPLES_PASSED);
    s.draw_arrays(TRIANGLES, 12);
    assert_eq!(s.end(query, SAMPLES_PASSED), 0);
}

#[test]
fn discarded_samples_do_not_count_and_do_not_write_depth() {
    let mut s = scene("");
    let discards = "#version 330 core\nin vec4 c; out vec4 o;\n\
        void main() { if (gl_FragCoord.x < 2.0) discard; o = c; }";
    s.draw_program(VERTEX, discards);
    let mut state = State::default();
    state.depth_stencil.depth_test = 1;
    s.state(&state);
    s.clear_depth();
    let buffer = s.rectangles(&[([0, 0, 4, 8], RED)]);
    s.use_rectangles(buffer);
    let query = s.begin(SAMPLES_PASSED);
    s.draw_arrays(TRIANGLES, 6);
    assert_eq!(s.end(query, SAMPLES_PASSED), 16);
    // Where it was discarded, the depth buffer is untouched: the same rectangle passes there still.
    // red once: early tests in the drawing pass wrote the depth of discarded samples
    s.draw_program(VERTEX, FRAGMENT);
    let query = s.begin(SAMPLES_PASSED);
    s.draw_arrays(TRIANGLES, 6);
    assert_eq!(s.end(query, SAMPLES_PASSED), 16);
}

#[test]
fn any_samples_and_primitives_are_counted() {
    let mut s = scene("");
    let buffer = s.rectangles(&[([1, 1, 6, 4], RED)]);
    s.use_rectangles(buffer);
    let any = s.begin(glow::ANY_SAMPLES_PASSED);
    let primitives = s.begin(0x8C87);
    s.draw_arrays(TRIANGLES, 6);
    assert_eq!(s.end(any, glow::ANY_SAMPLES_PASSED), 1);
    assert_eq!(s.end(primitives, 0x8C87), 2);
    let any = s.begin(glow::ANY_SAMPLES_PASSED);
    assert_eq!(s.end(any, glow::ANY_SAMPLES_PASSED), 0);
}

#[test]
fn a_result_goes_into_a_buffer() {
    let mut s = scene("");
    let buffer = s.rectangles(&[([1, 1, 6, 4], RED)]);
    s.use_rectangles(buffer);
    let query = s.begin(SAMPLES_PASSED);
    s.draw_arrays(TRIANGLES, 6);
    s.end(query, SAMPLES_PASSED);
    let into = s.buffer(&[0xEE; 16]);
    let record = MGPQueryToBuffer { query, buffer: into, offset: 4, pname: glow::QUERY_RESULT, size: 4 };
    s.ok(Op::GetQueryResultToBuffer, &record, &[]);
    let mut expected = [0xEE; 16];
    expected[4..8].copy_from_slice(&15u32.to_ne_bytes());
    assert_eq!(s.read(into, 0, 16), expected);
}

#[test]
fn conditional_rendering_follows_the_query() {
    let mut s = scene("");
    let buffer = s.rectangles(&[([0, 0, 8, 8], RED)]);
    s.use_rectangles(buffer);
    let nothing = s.begin(glow::ANY_SAMPLES_PASSED);
    s.end(nothing, glow::ANY_SAMPLES_PASSED);
    s.ok(Op::BeginConditionalRender, &MGPConditionalRender { query: nothing, mode: 0x8E13, pad: 0 }, &[]);
    s.draw_arrays(TRIANGLES, 6);
    // red once: clears went through
    s.clear_color(RED);
    s.plain(Op::EndConditionalRender);
    assert_eq!(s.picture().matches('R').count(), 0);
    // The inverted mode lets it through.
    s.ok(Op::BeginConditionalRender, &MGPConditionalRender { query: nothing, mode: 0x8E17, pad: 0 }, &[]);
    s.draw_arrays(TRIANGLES, 6);
    s.plain(Op::EndConditionalRender);
    assert_eq!(s.picture().matches('R').count(), 64);
}

fn capturing(s: &mut Session) -> (RawHandle, RawHandle) {
    let vertex = "#version 330 core\nlayout(location = 0) in vec2 position; out vec2 twice;\n\
        void main() { twice = position * 2.0; gl_Position = vec4(position, 0.0, 1.0); }";
    let fragment = "#version 330 core\nout vec4 o; void main() { o = vec4(1.0); }";
    let options = LinkOptions { xfb_varyings: vec!["twice".into()], ..Default::default() };
    let (program, _) = s.program(&[(Stage::Vertex, vertex), (Stage::Fragment, fragment)], &options);
    s.name::<kind::Program>(Op::SetDrawProgram, program);
    let points: Vec<f32> = vec![0.0, 0.25, 0.5, 0.75, -0.5, -1.0];
    let buffer = s.buffer(points.as_bytes());
    s.format(&[floats(0, 2, 0, 0)]);
    s.vertex_buffers(&[(buffer, 8, 0)]);
    let into = s.buffer(&[0; 48]);
    let xfb = s.mint(Kind::Xfb);
    let binding = MGPBufferBinding { buffer: into, offset: 0, size: u64::MAX };
    s.ok_tail(Op::SetStreamOutput, &MGPStreamOutput { xfb, count: 1, pad: 0 }, &[binding], &[]);
    (xfb, into)
}

fn captured(s: &mut Session, buffer: RawHandle) -> Vec<f32> {
    let bytes = s.read(buffer, 0, 48);
    bytes.chunks_exact(4).map(|b| f32::from_ne_bytes(b.try_into().unwrap())).collect()
}

#[test]
fn transform_feedback_captures_counts_and_is_drawn_from() {
    let mut s = Session::new("");
    s.target();
    let (xfb, into) = capturing(&mut s);
    let written = s.begin(0x8C88);
    s.ok(Op::BeginTransformFeedback, &MGPBeginXfb { xfb, mode: glow::POINTS, pad: 0 }, &[]);
    s.draw_arrays(glow::POINTS, 3);
    s.name::<kind::Xfb>(Op::PauseTransformFeedback, xfb);
    s.draw_arrays(glow::POINTS, 1);
    s.name::<kind::Xfb>(Op::ResumeTransformFeedback, xfb);
    s.draw_arrays(glow::POINTS, 1);
    s.name::<kind::Xfb>(Op::EndTransformFeedback, xfb);
    assert_eq!(s.end(written, 0x8C88), 4);
    let expected = [0.0, 0.5, 1.0, 1.5, -1.0, -2.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(captured(&mut s, into), expected);

    // As many vertices as were captured: a query tells how many primitives that makes.
    let drawn = s.begin(0x8C87);
    let info = MGPDrawInfo {
        mode: glow::POINTS,
        flags: draw_flags::FROM_XFB,
        instance_count: 1,
        index_resource: xfb,
        ..Default::default()
    };
    s.ok_tail::<_, MGPWord>(Op::DrawVbo, &info, &[], &[]);
    // red once: the count was taken from the client's number only, which was 0
    assert_eq!(s.end(drawn, 0x8C87), 4);
}

/// A blit into a multisampled target, which the driver does not do: an internal draw.
fn internal_draw(s: &mut Session, from: RawHandle, into: RawHandle) {
    let rect = [0, 0, SIZE as i32, SIZE as i32];
    let (mask, filter) = (glow::COLOR_BUFFER_BIT, glow::NEAREST);
    s.ok(Op::Blit, &MGPBlit { read_fbo: from, draw_fbo: into, src: rect, dst: rect, mask, filter }, &[]);
}

#[test]
fn internal_draws_are_neither_counted_nor_captured() {
    let mut s = Session::new("");
    let from = s.target();
    let into = s.target_of(4);
    // red once: queries ran through internal draws
    let any = s.begin(glow::ANY_SAMPLES_PASSED);
    let primitives = s.begin(PRIMITIVES_GENERATED);
    internal_draw(&mut s, from, into);
    assert_eq!(s.end(any, glow::ANY_SAMPLES_PASSED), 0);
    assert_eq!(s.end(primitives, PRIMITIVES_GENERATED), 0);

    let (xfb, buffer) = capturing(&mut s);
    let primitives = s.begin(PRIMITIVES_GENERATED);
    s.ok(Op::BeginTransformFeedback, &MGPBeginXfb { xfb, mode: glow::POINTS, pad: 0 }, &[]);
    s.draw_arrays(glow::POINTS, 2);
    internal_draw(&mut s, from, into);
    s.draw_arrays(glow::POINTS, 1);
    // So many that the segments in between are folded.
    for _ in 0..100 {
        internal_draw(&mut s, from, into);
    }
    s.name::<kind::Xfb>(Op::EndTransformFeedback, xfb);
    s.draw_arrays(glow::POINTS, 3);
    assert_eq!(s.end(primitives, PRIMITIVES_GENERATED), 6);
    let expected = [0.0, 0.5, 1.0, 1.5, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(captured(&mut s, buffer), expected);
}

#[test]
fn a_capture_begins_again_at_the_start_of_its_buffer() {
    let mut s = Session::new("");
    s.target();
    let (xfb, into) = capturing(&mut s);
    for count in [3, 1] {
        s.ok(Op::BeginTransformFeedback, &MGPBeginXfb { xfb, mode: glow::POINTS, pad: 0 }, &[]);
        s.draw_arrays(glow::POINTS, count);
        s.name::<kind::Xfb>(Op::EndTransformFeedback, xfb);
    }
    let expected = [0.0, 0.5, 1.0, 1.5, -1.0, -2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0];
    assert_eq!(captured(&mut s, into), expected);
}

#[test]
fn a_fence_is_signalled_once_its_work_is_done() {
    let mut s = Session::new("");
    let fence = s.mint(Kind::Fence);
    s.name::<kind::Fence>(Op::CreateFence, fence);
    s.name::<kind::Fence>(Op::Watch, fence);
    while s.applier.is_watching() {
        s.applier.attend(std::time::Duration::from_millis(1), &mut s.host).expect("no fault");
    }
    // This driver has done its work by the time of the watch: the waiting itself is not seen here.
    // red once: with the signal seen and not said
    let said = s.host.events.iter().filter(|(_, event)| *event == Event::FenceSignaled(fence)).count();
    assert_eq!(said, 1);
    s.plain(Op::Finish);
    let said = s.host.events.iter().filter(|(_, event)| *event == Event::FenceSignaled(fence)).count();
    assert_eq!(said, 1, "it is said once");
    s.name::<kind::Fence>(Op::ObjectDeath, fence);
    let said = s.fault::<_, Nothing>(Op::ServerWaitFence, &MGPFenceWait { fence, ..Default::default() }, &[], &[]);
    assert!(said.contains("`fence`"), "{said}");
}

// red once: without the look when the work is finished
#[test]
fn finishing_says_what_has_ended_before_it() {
    let mut s = scene("");
    let query = s.begin(glow::ANY_SAMPLES_PASSED);
    s.draw_arrays(TRIANGLES, 3);
    s.end(query, glow::ANY_SAMPLES_PASSED);
    let fence = s.mint(Kind::Fence);
    s.name::<kind::Fence>(Op::CreateFence, fence);
    s.plain(Op::Finish);
    let events: Vec<&Event> = s.host.events.iter().map(|(_, event)| event).collect();
    assert!(events.contains(&&Event::QueryAvailable(MGPQueryEvent { query, result: 0 })), "{events:?}");
    assert!(events.contains(&&Event::FenceSignaled(fence)), "{events:?}");
}

#[test]
fn contexts_share_buffers_and_keep_their_state() {
    let mut s = scene("");
    let buffer = s.rectangles(&[([0, 0, 8, 8], RED)]);
    s.use_rectangles(buffer);
    let first = RawHandle { slot: 1, generation: 1 };
    let second = s.mint(Kind::Context);
    s.ok(Op::CreateContext, &MGPContextDesc { context: second, version: 33, ..Default::default() }, &[]);
    s.ok(Op::MakeCurrent, &MGPMakeCurrent { context: second, ..Default::default() }, &[]);
    s.fill(buffer, 8, GREEN.as_bytes());
    s.fill(buffer, 24 + 8, GREEN.as_bytes());
    s.fill(buffer, 48 + 8, GREEN.as_bytes());
    // Nothing was pushed for this context: no program, no target.
    s.ok(Op::MakeCurrent, &MGPMakeCurrent { context: first, ..Default::default() }, &[]);
    s.draw_arrays(TRIANGLES, 3);
    let picture = s.picture();
    assert!(picture.matches('G').count() > 20 && picture.matches('R').count() == 0, "{picture}");
    s.name::<kind::Context>(Op::ObjectDeath, second);
    let gone = MGPMakeCurrent { context: second, ..Default::default() };
    let said = s.fault::<_, Nothing>(Op::MakeCurrent, &gone, &[], &[]);
    assert!(said.contains("`context`: handle 2.1 names nothing"), "{said}");
}

#[test]
fn destroying_the_current_context_leaves_the_session_usable() {
    let mut s = scene("");
    let query = s.begin(glow::ANY_SAMPLES_PASSED);
    let context = RawHandle { slot: 1, generation: 1 };
    s.name::<kind::Context>(Op::ObjectDeath, context);
    let buffer = s.buffer(b"alive");
    assert_eq!(s.read(buffer, 0, 5), b"alive");
    // A query that went with its context answers zero.
    assert_eq!(s.result(query), 0);
}
