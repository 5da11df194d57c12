//! Programs, uniforms, transform feedback, queries.

use crate::{
    gl::{self, draw::Instances, enums::*, program, program_info as info, program_link, uniform, uniform::Target},
    tests::harness::Test,
};
use pipe_types::{
    Op,
    archive::Scalar,
    event::{Event, MGPQueryEvent},
    primitive::{MGPHandleOnly, MGPWord},
    records::{program::MGPProgramBindings, query::MGPQuery},
};

const VERTEX: &str = "#version 330
in vec4 position; uniform mat3x2 m; uniform float list[4]; uniform bvec2 flags; out vec3 captured;
layout(std140) uniform Block { vec4 a; mat4 b; };
void main() {
    captured = vec3(m * position.xyz, list[3] + list[1] + float(flags.x) + float(flags.y));
    gl_Position = position + a + b[0];
}";
const FRAGMENT: &str = "#version 330
out vec4 color; in vec3 captured; uniform sampler2D one; uniform samplerCube two;
void main() { color = texture(one, captured.xy) + texture(two, captured); }";

fn linked() -> (Test, u32) {
    let mut test = Test::new();
    let name = test.program(VERTEX, FRAGMENT);
    (test, name)
}

fn location(test: &mut Test, program: u32, name: &str) -> i32 {
    info::uniform_location(&mut test.cx(), program, name)
}

#[test]
fn uniforms_are_checked_and_converted_as_the_specification_says() {
    let (mut test, program) = linked();
    let set = |test: &mut Test, at, count, scalar, components, words: &[u32]| {
        uniform::vector(&mut test.cx(), Target::Current, at, count, scalar, components, words);
        test.error()
    };
    let list = location(&mut test, program, "list[1]");
    let flags = location(&mut test, program, "flags");
    let one = location(&mut test, program, "one");
    let f = |v: f32| v.to_bits();
    assert_eq!(set(&mut test, -1, 1, Scalar::Float, 4, &[0; 4]), GL_NO_ERROR, "-1 is ignored");
    assert_eq!(set(&mut test, list, -1, Scalar::Float, 1, &[]), GL_INVALID_VALUE);
    assert_eq!(set(&mut test, 4000, 1, Scalar::Float, 1, &[0]), GL_INVALID_OPERATION);
    assert_eq!(set(&mut test, flags, 2, Scalar::Float, 2, &[0; 4]), GL_INVALID_OPERATION, "no array");
    assert_eq!(set(&mut test, list, 1, Scalar::Float, 2, &[0; 2]), GL_INVALID_OPERATION, "another size");
    assert_eq!(set(&mut test, list, 1, Scalar::Int, 1, &[0]), GL_INVALID_OPERATION, "another type");
    assert_eq!(set(&mut test, one, 1, Scalar::Float, 1, &[0]), GL_INVALID_OPERATION);
    assert_eq!(set(&mut test, one, 1, Scalar::Int, 1, &[4000]), GL_INVALID_VALUE);
    // Elements past the end of the array are ignored.
    let values = [f(1.0), f(2.0), f(3.0), f(4.0), f(5.0)];
    assert_eq!(set(&mut test, list, 5, Scalar::Float, 1, &values), GL_NO_ERROR);
    let last = location(&mut test, program, "list[3]");
    assert_eq!(uniform::get(&mut test.cx(), program, last).expect("a value").number(0), 3.0);
    // red once: with floats stored in booleans as they are
    assert_eq!(set(&mut test, flags, 1, Scalar::Float, 2, &[f(-0.0), f(0.5)]), GL_NO_ERROR);
    let value = uniform::get(&mut test.cx(), program, flags).expect("a value");
    assert_eq!(value.words, [0, 1]);
}

#[test]
fn matrices_are_stored_column_by_column() {
    let (mut test, program) = linked();
    let m = location(&mut test, program, "m");
    let words: Vec<u32> = (1..=6).map(|v| (v as f32).to_bits()).collect();
    let get = |test: &mut Test| {
        let value = uniform::get(&mut test.cx(), program, m).expect("a value");
        (0..6).map(|at| value.number(at) as u32).collect::<Vec<_>>()
    };
    uniform::matrix(&mut test.cx(), Target::Current, m, 1, GL_FALSE, (3, 2), &words);
    assert_eq!(get(&mut test), [1, 2, 3, 4, 5, 6]);
    // Given row by row: (1 2 3), (4 5 6).
    uniform::matrix(&mut test.cx(), Target::Current, m, 1, GL_TRUE, (3, 2), &words);
    // red once: with columns and rows exchanged
    assert_eq!(get(&mut test), [1, 4, 2, 5, 3, 6]);
    uniform::matrix(&mut test.cx(), Target::Current, m, 1, GL_FALSE, (2, 3), &words);
    assert_eq!(test.error(), GL_INVALID_OPERATION);
}

#[test]
fn bindings_are_sent_when_they_change_and_conflicts_do_not_draw() {
    let (mut test, program) = linked();
    test.framebuffer();
    test.vertex_array();
    let two = location(&mut test, program, "two");
    let draw = |test: &mut Test| gl::draw::arrays(&mut test.cx(), GL_POINTS, 0, 1, Instances::ONE);
    draw(&mut test);
    // red once: without the look for conflicts, a cube and a 2D texture were asked of one unit
    assert_eq!(test.error(), GL_INVALID_OPERATION);
    uniform::vector(&mut test.cx(), Target::Current, two, 1, Scalar::Int, 1, &[5]);
    let block = info::uniform_block_index(&mut test.cx(), program, "Block");
    program::uniform_block_binding(&mut test.cx(), program, block, 9);
    draw(&mut test);
    assert_eq!(test.error(), GL_NO_ERROR);
    let records = test.take();
    let sent = records.iter().find(|record| record.op == Op::SetProgramBindings).expect("the bindings");
    let counts: MGPProgramBindings = sent.payload();
    assert_eq!((counts.samplers, counts.uniform_blocks), (2, 1));
    let words: Vec<u32> = sent.tail::<MGPWord>(3).iter().map(|word| word.value).collect();
    assert!(words[..2].contains(&5) && words[..2].contains(&0) && words[2] == 9, "{words:?}");
    draw(&mut test);
    assert_eq!(test.take_names(), ["DrawVbo"]);
}

#[test]
fn a_failed_link_keeps_what_draws_and_stops_what_asks() {
    let (mut test, name) = linked();
    test.framebuffer();
    test.vertex_array();
    let shaders = info::attached_shaders(&mut test.cx(), name).expect("two");
    for shader in shaders {
        program::detach_shader(&mut test.cx(), name, shader);
    }
    program_link::link_program(&mut test.cx(), name);
    assert_eq!(info::program_parameter(&mut test.cx(), name, GL_LINK_STATUS), Some(vec![0]));
    assert!(info::program_log(&mut test.cx(), name).is_some_and(|log| log.contains("no shaders")));
    location(&mut test, name, "list");
    assert_eq!(test.error(), GL_INVALID_OPERATION);
    let two = test.shared.programs.program_mut(test.state.program.current.as_ref().expect("still"));
    let executable = two.executable.as_mut().expect("the old one");
    executable.samplers_conflict = false;
    test.take();
    gl::draw::arrays(&mut test.cx(), GL_POINTS, 0, 1, Instances::ONE);
    // red once: with the executable dropped by the failed link
    assert_eq!(test.take_names().last(), Some(&"DrawVbo"));
    program::use_program(&mut test.cx(), 0);
    program::use_program(&mut test.cx(), name);
    assert_eq!(test.error(), GL_INVALID_OPERATION);
}

#[test]
fn a_current_program_outlives_its_deletion() {
    let (mut test, name) = linked();
    program::delete_program(&mut test.cx(), name);
    assert_eq!(program::is_program(&mut test.cx(), name), GL_TRUE);
    assert_eq!(info::program_parameter(&mut test.cx(), name, GL_DELETE_STATUS), Some(vec![1]));
    test.take();
    program::use_program(&mut test.cx(), 0);
    assert_eq!(program::is_program(&mut test.cx(), name), GL_FALSE);
    crate::emit::objects(&mut test.cx());
    // red once: with the name freed at the deletion, nothing died here
    let records = test.take();
    assert_eq!(records.iter().map(|record| record.op).collect::<Vec<_>>(), [Op::ObjectDeath]);
    assert!(records[0].payload::<MGPHandleOnly>().typed::<pipe_types::handle::kind::Program>().is_some());
}

#[test]
fn transform_feedback_refuses_what_it_does_not_capture() {
    let mut test = Test::new();
    test.framebuffer();
    test.vertex_array();
    let name = test.program(VERTEX, FRAGMENT);
    program::transform_feedback_varyings(&mut test.cx(), name, vec!["captured".into()], GL_INTERLEAVED_ATTRIBS);
    gl::transform_feedback::begin(&mut test.cx(), GL_TRIANGLES);
    assert_eq!(test.error(), GL_INVALID_OPERATION, "the varyings count from the next link");
    program_link::link_program(&mut test.cx(), name);
    let two = location(&mut test, name, "two");
    uniform::vector(&mut test.cx(), Target::Current, two, 1, Scalar::Int, 1, &[1]);
    gl::transform_feedback::begin(&mut test.cx(), GL_TRIANGLES);
    assert_eq!(test.error(), GL_INVALID_OPERATION, "no buffer");
    let buffer = test.buffer(GL_TRANSFORM_FEEDBACK_BUFFER, &[0; 256]);
    gl::buffer::bind_buffer_indexed(&mut test.cx(), GL_TRANSFORM_FEEDBACK_BUFFER, 0, buffer, None);
    test.take();
    gl::transform_feedback::begin(&mut test.cx(), GL_TRIANGLES);
    assert_eq!(test.error(), GL_NO_ERROR);
    let names = test.take_names();
    assert!(names.ends_with(&["SetStreamOutput", "BeginTransformFeedback"]), "{names:?}");
    assert!(names.contains(&"SetDrawProgram"), "the program comes first");
    gl::draw::arrays(&mut test.cx(), GL_POINTS, 0, 3, Instances::ONE);
    // red once: with the mode not compared
    assert_eq!(test.error(), GL_INVALID_OPERATION);
    program::use_program(&mut test.cx(), 0);
    assert_eq!(test.error(), GL_INVALID_OPERATION);
    gl::draw::arrays(&mut test.cx(), GL_TRIANGLE_STRIP, 0, 4, Instances::ONE);
    gl::transform_feedback::end(&mut test.cx());
    assert_eq!(test.error(), GL_NO_ERROR);
    assert_eq!(test.take_names().last(), Some(&"EndTransformFeedback"));
}

#[test]
fn a_query_result_that_came_unasked_needs_no_trip() {
    let mut test = Test::new();
    let mut name = [0];
    gl::query::generate(&mut test.cx(), &mut name);
    gl::query::begin(&mut test.cx(), GL_ANY_SAMPLES_PASSED, 0, name[0]);
    gl::query::begin(&mut test.cx(), GL_SAMPLES_PASSED, 0, name[0]);
    assert_eq!(test.error(), GL_INVALID_OPERATION, "one occlusion query at a time");
    let begin = test.take().iter().find(|record| record.op == Op::BeginQuery).expect("it").payload::<MGPQuery>();
    let event = Event::QueryAvailable(MGPQueryEvent { query: begin.query, result: 7 });
    test.log().events.push(event);
    gl::query::end(&mut test.cx(), GL_ANY_SAMPLES_PASSED, 0);
    gl::sync::flush(&mut test.cx());
    test.take();
    // red once: with events that nobody takes in, a record asked for the result
    assert_eq!(gl::query::object(&mut test.cx(), name[0], GL_QUERY_RESULT), Some(1), "any is 0 or 1");
    assert!(test.take().is_empty());
}

#[test]
fn active_variables_are_listed() {
    let (mut test, name) = linked();
    let count = info::program_parameter(&mut test.cx(), name, GL_ACTIVE_UNIFORMS).expect("a count")[0];
    let names: Vec<_> = (0..count as u32)
        .map(|at| info::active_uniform(&mut test.cx(), name, at).expect("active"))
        .map(|active| (active.name, active.size, active.type_))
        .collect();
    assert!(names.contains(&("list[0]".into(), 4, GL_FLOAT)), "{names:?}");
    assert!(names.contains(&("m".into(), 1, GL_FLOAT_MAT3x2)), "{names:?}");
    assert_eq!(info::active_uniform(&mut test.cx(), name, count as u32), None);
    assert_eq!(test.error(), GL_INVALID_VALUE);
    let mut indices = [0, 0];
    info::uniform_indices(&mut test.cx(), name, &["b".into(), "nothing".into()], &mut indices);
    assert_eq!(indices[1], GL_INVALID_INDEX);
    let ask = |test: &mut Test, pname| info::active_uniforms(&mut test.cx(), name, &indices[..1], pname);
    assert_eq!(ask(&mut test, GL_UNIFORM_OFFSET), Some(vec![16]));
    assert_eq!(ask(&mut test, GL_UNIFORM_MATRIX_STRIDE), Some(vec![16]));
    assert_eq!(ask(&mut test, GL_SRC_ALPHA), None);
    assert_eq!(test.error(), GL_INVALID_ENUM);
}
