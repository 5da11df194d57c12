//! Draws: vertices, indices, instances, uniforms, variants; natively and with the driver's extensions masked.

mod session;

use glsl_front::Stage;
use pipe_types::{
    Op, RawHandle,
    handle::{Kind, kind},
    records::{
        draw::{MGPDrawInfo, MGPDrawRange, draw_flags},
        raster::{MGPLineDynamic, MGPScissor, dynamic_chunk},
        vertex::{AttribClass, MGPAttribDefault, MGPAttribDefaults, MGPVertexElement},
    },
};
use session::{
    Session, program_desc,
    scene::{BLUE, FRAGMENT, GREEN, Nothing, RED, SIZE, State, VERTEX, WHITE, floats, rows},
};
use zerocopy::IntoBytes;

const TRIANGLES: u32 = glow::TRIANGLES;

fn range(start: u32, count: u32) -> MGPDrawRange {
    MGPDrawRange { start, count, bias: 0 }
}

#[test]
fn a_triangle_reaches_the_pixels() {
    let mut s = Session::new("");
    s.target();
    s.draw_program(VERTEX, FRAGMENT);
    let buffer = s.rectangles(&[([1, 1, 4, 3], RED), ([5, 4, 8, 8], GREEN)]);
    s.use_rectangles(buffer);
    s.draw_arrays(TRIANGLES, 12);
    let expected =
        rows([".....GGG", ".....GGG", ".....GGG", ".....GGG", "........", ".RRR....", ".RRR....", "........"]);
    assert_eq!(s.picture(), expected);
    // The same again after something else has used the context.
    s.applier.forget_driver_state();
    s.draw_arrays(TRIANGLES, 12);
    assert_eq!(s.picture(), expected);
}

#[test]
fn a_draw_without_a_program_draws_nothing_and_is_no_fault() {
    let mut s = Session::new("");
    s.target();
    s.draw_arrays(TRIANGLES, 3);
    assert_eq!(s.picture().replace(['.', '\n'], ""), "");
}

/// One rectangle per instance: its place comes from a divisor-1 attribute.
fn instanced(mask: &str) -> String {
    let mut s = Session::new(mask);
    s.target();
    let vertex = "#version 330 core\n\
        layout(location = 0) in vec2 position; layout(location = 1) in vec4 color; layout(location = 2) in float x;\n\
        out vec4 c; void main() { c = color; gl_Position = vec4(position + vec2(x, 0.0), 0.0, 1.0); }";
    s.draw_program(vertex, FRAGMENT);
    let rectangle = s.rectangles(&[([0, 0, 1, 2], BLUE)]);
    let places: Vec<f32> = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].iter().map(|p| p / SIZE as f32 * 2.0).collect();
    let places = s.buffer(places.as_bytes());
    s.format(&[floats(0, 2, 0, 0), floats(1, 4, 8, 0), floats(2, 1, 0, 1)]);
    s.vertex_buffers(&[(rectangle, 24, 0), (places, 4, 1)]);
    let info = MGPDrawInfo { mode: TRIANGLES, instance_count: 2, start_instance: 3, ..Default::default() };
    s.draw(info, &[range(0, 6)]);
    s.picture()
}

#[test]
fn a_base_instance_moves_instanced_attributes() {
    let expected =
        rows(["........", "........", "........", "........", "........", "........", "...BB...", "...BB..."]);
    assert_eq!(instanced(""), expected);
    // red once: without the shift, instances 0 and 1 were drawn
    assert_eq!(instanced("base_instance"), expected, "emulated");
}

fn base_vertex(mask: &str) -> String {
    let mut s = Session::new(mask);
    s.target();
    s.draw_program(VERTEX, FRAGMENT);
    let buffer = s.rectangles(&[([0, 0, 2, 2], RED), ([4, 4, 6, 6], GREEN)]);
    s.use_rectangles(buffer);
    let indices = s.buffer(&[9, 9, 0, 1, 2, 3, 4, 5]);
    let info = MGPDrawInfo { mode: TRIANGLES, index_size: 1, index_resource: indices, ..Default::default() };
    s.draw(info, &[MGPDrawRange { start: 2, count: 6, bias: 6 }]);
    s.picture()
}

#[test]
fn a_base_vertex_is_added_to_every_index() {
    let expected =
        rows(["........", "........", "....GG..", "....GG..", "........", "........", "........", "........"]);
    assert_eq!(base_vertex(""), expected);
    assert_eq!(base_vertex("es32,base_vertex"), expected, "emulated");
}

#[test]
fn any_restart_index_restarts_and_all_ones_does_only_when_it_is_the_one() {
    for (restart, separator) in [(0xFFFFu32, 0xFFFFu16), (7, 7), (0x1234, 0x1234)] {
        let mut s = Session::new("");
        s.target();
        s.draw_program(VERTEX, FRAGMENT);
        let corners = [(0, 0), (2, 0), (0, 2), (2, 2), (6, 6), (8, 6), (6, 8), (8, 8)];
        let floats: Vec<f32> = corners
            .iter()
            .flat_map(|(x, y)| [*x as f32 / 4.0 - 1.0, *y as f32 / 4.0 - 1.0, 1.0, 1.0, 1.0, 1.0])
            .collect();
        let buffer = s.buffer(floats.as_bytes());
        s.use_rectangles(buffer);
        // Two strips; the last corner of the first is left out where its index is the separator's.
        let indices: Vec<u16> = vec![0, 1, 2, 3, separator, 4, 5, 6];
        let indices = s.buffer(indices.as_bytes());
        let info = MGPDrawInfo {
            mode: glow::TRIANGLE_STRIP,
            index_size: 2,
            index_resource: indices,
            flags: draw_flags::PRIMITIVE_RESTART,
            restart_index: restart,
            ..Default::default()
        };
        s.draw(info, &[range(0, 8)]);
        // red once: without rewriting, index 7 joined the strips by a large triangle
        let picture = s.picture();
        let middle: Vec<&str> = picture.lines().skip(2).take(4).collect();
        assert_eq!(middle, ["........"; 4], "restart index {restart:#x}:\n{picture}");
        assert!(picture.starts_with("WW......"), "{picture}");
        // The second strip is one triangle; the fill rule gives it the pixel at its right angle for sure.
        assert_eq!(picture.lines().nth(6), Some("......W."), "{picture}");
    }
}

#[test]
fn attributes_in_formats_that_es_lacks_arrive_converted() {
    let mut s = Session::new("");
    s.target();
    s.draw_program(VERTEX, FRAGMENT);
    let at = |p: f64| p / f64::from(SIZE) * 2.0 - 1.0;
    let corners = [(0.0, 0.0), (8.0, 0.0), (0.0, 8.0), (8.0, 8.0)];
    let mut bytes = Vec::new();
    for (x, y) in corners {
        bytes.extend(at(x).to_ne_bytes());
        bytes.extend(at(y).to_ne_bytes());
        // Blue, green, red, alpha.
        bytes.extend([255, 0, 0, 255, 0, 0, 0, 0]);
    }
    let buffer = s.buffer(&bytes);
    let class = AttribClass::Float as u8;
    let position = MGPVertexElement { components: 2, class, type_: glow::DOUBLE, ..Default::default() };
    let color = MGPVertexElement {
        location: 1,
        components: 4,
        class: AttribClass::Normalized as u8,
        bgra: 1,
        type_: glow::UNSIGNED_BYTE,
        relative_offset: 16,
        ..Default::default()
    };
    s.format(&[position, color]);
    s.vertex_buffers(&[(buffer, 24, 0)]);
    s.draw_arrays(glow::TRIANGLE_STRIP, 4);
    assert_eq!(s.picture(), ["BBBBBBBB"; 8].join("\n"));
    // New bytes are converted anew: green now.
    // red once: the serial was not compared
    for i in 0..4 {
        s.fill(buffer, i * 24 + 16, &[0, 255, 0, 255]);
    }
    s.draw_arrays(glow::TRIANGLE_STRIP, 4);
    assert_eq!(s.picture(), ["GGGGGGGG"; 8].join("\n"));
}

#[test]
fn attribute_defaults_stand_in_for_arrays() {
    let mut s = Session::new("");
    s.target();
    s.draw_program(VERTEX, FRAGMENT);
    let buffer = s.rectangles(&[([0, 0, 8, 8], RED)]);
    s.format(&[floats(0, 2, 0, 0)]);
    s.vertex_buffers(&[(buffer, 24, 0)]);
    let green = MGPAttribDefault { location: 1, class: 0, value: GREEN.map(f32::to_bits) };
    s.ok_tail(Op::SetAttribDefaults, &MGPAttribDefaults { count: 1, pad: 0 }, &[green], &[]);
    s.draw_arrays(TRIANGLES, 6);
    assert_eq!(s.picture(), ["GGGGGGGG"; 8].join("\n"));
}

#[test]
fn uniforms_change_word_by_word() {
    let mut s = Session::new("");
    s.target();
    let fragment = "#version 330 core\nuniform vec4 a; uniform float b[3]; uniform bool on; in vec4 c;\n\
        out vec4 o;\nvoid main() { o = vec4(a.x + c.x * 0.0, b[1], on ? 1.0 : 0.0, 1.0); }";
    let sources = [(Stage::Vertex, VERTEX), (Stage::Fragment, fragment)];
    let (program, archive) = s.program(&sources, &Default::default());
    s.name::<kind::Program>(Op::SetDrawProgram, program);
    let offset = |name: &str| {
        let uniform = archive.uniforms.iter().find(|u| u.name == name).unwrap();
        match uniform.kind {
            pipe_types::archive::UniformKind::Value { storage_offset, .. } => storage_offset,
            _ => panic!("{name} has no value"),
        }
    };
    let buffer = s.rectangles(&[([0, 0, 8, 8], WHITE)]);
    s.use_rectangles(buffer);
    s.constants(program, offset("a"), 1f32.as_bytes());
    s.draw_arrays(TRIANGLES, 6);
    assert_eq!(s.pixels()[0], [255, 0, 0, 255]);
    // red once: only uniforms that begin inside of the changed range were pushed
    s.constants(program, offset("b[0]") + 4, 1f32.as_bytes());
    s.draw_arrays(TRIANGLES, 6);
    assert_eq!(s.pixels()[0], [255, 255, 0, 255]);
    s.constants(program, offset("on"), 1u32.as_bytes());
    s.constants(program, offset("a"), 0f32.as_bytes());
    s.draw_arrays(TRIANGLES, 6);
    assert_eq!(s.pixels()[0], [0, 255, 255, 255]);
}

#[test]
fn the_scissor_and_masks_of_the_pushed_state_hold() {
    let mut s = Session::new("");
    s.target();
    s.draw_program(VERTEX, FRAGMENT);
    let buffer = s.rectangles(&[([0, 0, 8, 8], WHITE)]);
    s.use_rectangles(buffer);
    let mut state = State::default();
    state.blend.targets[0].color_mask = 1;
    s.state(&state);
    let scissor = MGPScissor { x: 2, y: 1, width: 3, height: 2, enable: 1 };
    s.dynamic(dynamic_chunk::SCISSOR0, scissor.as_bytes());
    s.draw_arrays(TRIANGLES, 6);
    let expected =
        rows(["........", "........", "........", "........", "........", "..RRR...", "..RRR...", "........"]);
    assert_eq!(s.picture(), expected);
}

#[test]
fn points_have_the_pushed_size_unless_the_program_says_it() {
    for (by_program, expected) in [(false, 16), (true, 4)] {
        let mut s = Session::new("");
        s.target();
        let vertex = "#version 330 core\n\
            layout(location = 0) in vec2 position; layout(location = 1) in vec4 color; out vec4 c;\n\
            void main() { c = color; gl_PointSize = 2.0; gl_Position = vec4(0.0, 0.0, 0.0, 1.0); }";
        s.draw_program(vertex, FRAGMENT);
        let buffer = s.rectangles(&[([4, 4, 8, 8], RED)]);
        s.use_rectangles(buffer);
        let mut state = State::default();
        state.raster.program_point_size = by_program.into();
        s.state(&state);
        let line = MGPLineDynamic { line_width: 1.0, point_size: 4.0, ..Default::default() };
        s.dynamic(dynamic_chunk::LINE, line.as_bytes());
        s.draw_arrays(glow::POINTS, 1);
        assert_eq!(s.picture().matches('R').count(), expected);
    }
}

#[test]
fn forged_programs_end_the_session_with_a_reason() {
    let sources = [(Stage::Vertex, VERTEX), (Stage::Fragment, FRAGMENT)];
    let program = session::link(&sources, &Default::default());
    let mut s = Session::new("");
    let handle = s.mint(Kind::Program);
    let (desc, mut inline) = program_desc(handle, &program);
    let length = desc.archive.size as usize;
    // rkyv's root stands at the end of the archive: tables with their places.
    inline[length - 256..length].fill(0xFF);
    let said = s.fault::<_, Nothing>(Op::CreateProgram, &desc, &[], &inline);
    assert!(said.contains("CreateProgram") && said.contains("archive"), "{said}");

    let mut s = Session::new("");
    let handle = s.mint(Kind::Program);
    let (desc, mut inline) = program_desc(handle, &program);
    let spirv = desc.spirv[0].offset as usize;
    inline[spirv..spirv + 4].fill(0);
    let said = s.fault::<_, Nothing>(Op::CreateProgram, &desc, &[], &inline);
    assert!(said.contains("CreateProgram") && said.contains("SPIR-V"), "{said}");

    let mut s = Session::new("");
    let handle = s.mint(Kind::Program);
    let (mut desc, inline) = program_desc(handle, &program);
    desc.stage_mask = 1;
    let said = s.fault::<_, Nothing>(Op::CreateProgram, &desc, &[], &inline);
    assert!(said.contains("stage_mask"), "{said}");
}

#[test]
fn constants_past_the_storage_and_wrong_counts_of_bindings_are_refused() {
    let mut s = Session::new("");
    let program = s.draw_program(VERTEX, FRAGMENT);
    let blob = pipe_types::MGPBlobRef::inline(0, 4);
    let record = pipe_types::records::program::MGPGlobalConstants { program, offset: 0, pad: 0, blob };
    let said = s.fault::<_, Nothing>(Op::SetGlobalConstants, &record, &[], &[0; 4]);
    assert!(said.contains("0 + 4 is outside of 0 to 0"), "{said}");

    let mut s = Session::new("");
    let program = s.draw_program(VERTEX, FRAGMENT);
    let record = pipe_types::records::program::MGPProgramBindings { program, samplers: 1, ..Default::default() };
    let word = pipe_types::primitive::MGPWord { value: 0 };
    let said = s.fault(Op::SetProgramBindings, &record, &[word], &[]);
    assert!(said.contains("`samplers`"), "{said}");
}

#[test]
fn a_draw_with_a_dead_index_buffer_draws_nothing() {
    let mut s = Session::new("");
    s.target();
    s.draw_program(VERTEX, FRAGMENT);
    let buffer = s.rectangles(&[([0, 0, 8, 8], WHITE)]);
    s.use_rectangles(buffer);
    let info = MGPDrawInfo { mode: TRIANGLES, index_size: 1, ..Default::default() };
    // Nothing was ever said about an index buffer.
    s.draw(info, &[range(0, 3)]);
    assert_eq!(s.picture().replace(['.', '\n'], ""), "");
    let ghost = RawHandle { slot: 77, generation: 1 };
    let info = MGPDrawInfo { index_resource: ghost, num_draws: 1, instance_count: 1, ..info };
    let words = [0u32, 3, 0].map(|value| pipe_types::primitive::MGPWord { value });
    let said = s.fault(Op::DrawVbo, &info, &words, &[]);
    assert!(said.contains("`index_resource`: handle 77.1 names nothing"), "{said}");
}
