//! Blocks, dispatches, indirect work, variants that depend on the target, units beyond the driver's.

mod session;

use glsl_front::Stage;
use pipe_types::{
    Op, RawHandle,
    handle::kind,
    primitive::MGPWord,
    records::{
        draw::{MGPDrawIndirect, MGPDrawInfo, MGPDrawRange, MGPGridInfo, MGPMemoryBarrier, draw_flags},
        program::{BufferClass, MGPBufferBinding, MGPProgramBindings, MGPShaderBuffers},
    },
};
use session::{
    Session,
    scene::{BLUE, FRAGMENT, GREEN, Nothing, RED, VERTEX, WHITE, rows},
};
use zerocopy::IntoBytes;

/// Every word becomes twice itself plus a uniform.
const DOUBLES: &str = "#version 430 core\nlayout(local_size_x = 4) in; uniform uint more;\n\
    layout(std430, binding = 5) buffer Data { uint words[]; };\n\
    void main() { words[gl_GlobalInvocationID.x] = words[gl_GlobalInvocationID.x] * 2u + more; }";

fn bind(s: &mut Session, class: BufferClass, start: u32, buffer: RawHandle, offset: u64, size: u64) {
    let record = MGPShaderBuffers { class: class as u32, start, count: 1, ..Default::default() };
    s.ok_tail(Op::SetShaderBuffers, &record, &[MGPBufferBinding { buffer, offset, size }], &[]);
}

fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|w| u32::from_ne_bytes(w.try_into().unwrap())).collect()
}

#[test]
fn a_dispatch_writes_the_buffer_at_its_binding_point() {
    let mut s = Session::new("");
    let (program, _) = s.program(&[(Stage::Compute, DOUBLES)], &Default::default());
    s.name::<kind::Program>(Op::SetDispatchProgram, program);
    s.constants(program, 0, 7u32.as_bytes());
    let data: Vec<u32> = (0..8).collect();
    let buffer = s.buffer(data.as_bytes());
    bind(&mut s, BufferClass::Storage, 5, buffer, 0, u64::MAX);
    s.ok(Op::LaunchGrid, &MGPGridInfo { groups: [1, 1, 1], ..Default::default() }, &[]);
    s.ok(Op::MemoryBarrier, &MGPMemoryBarrier { barriers: !0, by_region: 0 }, &[]);
    assert_eq!(words(&s.read(buffer, 0, 32)), [7, 9, 11, 13, 4, 5, 6, 7]);
    // Indirectly, both groups.
    let commands = s.buffer([9u32, 2, 1, 1].as_bytes());
    let grid = MGPGridInfo { indirect_buffer: commands, indirect_offset: 4, ..Default::default() };
    s.ok(Op::LaunchGrid, &grid, &[]);
    s.ok(Op::MemoryBarrier, &MGPMemoryBarrier { barriers: 0x4000, by_region: 0 }, &[]);
    assert_eq!(words(&s.read(buffer, 0, 32)), [21, 25, 29, 33, 15, 17, 19, 21]);
    let grid = MGPGridInfo { indirect_offset: 8, ..grid };
    let said = s.fault::<_, Nothing>(Op::LaunchGrid, &grid, &[], &[]);
    assert!(said.contains("`indirect_offset`: 8 + 12 is outside of 0 to 16"), "{said}");
}

#[test]
fn a_uniform_block_reads_the_range_and_follows_its_binding() {
    let mut s = Session::new("");
    s.target();
    let fragment = "#version 330 core\nlayout(std140) uniform A { vec4 a; }; layout(std140) uniform B { vec4 b; };\n\
        in vec4 c; out vec4 o; void main() { o = a + b + c * 0.0; }";
    let sources = [(Stage::Vertex, VERTEX), (Stage::Fragment, fragment)];
    let (program, archive) = s.program(&sources, &Default::default());
    s.name::<kind::Program>(Op::SetDrawProgram, program);
    let rectangle = s.rectangles(&[([0, 0, 8, 8], WHITE)]);
    s.use_rectangles(rectangle);
    let mut bytes = vec![0u8; 1024];
    bytes[..16].copy_from_slice(RED.as_bytes());
    bytes[256..272].copy_from_slice(GREEN.as_bytes());
    bytes[512..528].copy_from_slice(BLUE.as_bytes());
    let buffer = s.buffer(&bytes);
    for (at, offset) in [(3, 0), (9, 256), (11, 512)] {
        bind(&mut s, BufferClass::Uniform, at, buffer, offset, 16);
    }
    let mut colors = Vec::new();
    for (a, b) in [(3, 9), (9, 9), (11, 9)] {
        let units: Vec<MGPWord> = archive
            .uniform_blocks
            .iter()
            .map(|block| MGPWord { value: if block.name == "A" { a } else { b } })
            .collect();
        let record = MGPProgramBindings { program, uniform_blocks: 2, ..Default::default() };
        s.ok_tail(Op::SetProgramBindings, &record, &units, &[]);
        s.draw_arrays(glow::TRIANGLES, 6);
        colors.push(s.pixels()[0]);
    }
    assert_eq!(colors, [[255, 255, 0, 255], [0, 255, 0, 255], [0, 255, 255, 255]]);
}

/// Two rectangles by two indirect commands, the second with base vertex and base instance.
fn indirect(mask: &str, restart: Option<u32>) -> String {
    let mut s = Session::new(mask);
    s.target();
    s.draw_program(VERTEX, FRAGMENT);
    let buffer = s.rectangles(&[([0, 0, 2, 2], RED), ([4, 4, 6, 6], GREEN)]);
    s.use_rectangles(buffer);
    let indices = s.buffer([0u16, 1, 2, 3, 4, 5].as_bytes());
    // Count, instances, first index, base vertex, base instance; a stride of six words.
    let commands = [99u32, 6, 1, 0, 0, 0, 99, 6, 1, 0, 6, 0, 99];
    let commands = s.buffer(commands.as_bytes());
    let info = MGPDrawInfo {
        mode: glow::TRIANGLES,
        index_size: 2,
        flags: draw_flags::INDIRECT | if restart.is_some() { draw_flags::PRIMITIVE_RESTART } else { 0 },
        restart_index: restart.unwrap_or(0),
        index_resource: indices,
        ..Default::default()
    };
    let indirect = MGPDrawIndirect { buffer: commands, offset: 4, stride: 24, draw_count: 2, ..Default::default() };
    let tail: Vec<MGPWord> = words(indirect.as_bytes()).into_iter().map(|value| MGPWord { value }).collect();
    s.ok_tail(Op::DrawVbo, &info, &tail, &[]);
    let picture = s.picture();
    let past = MGPDrawIndirect { draw_count: 3, ..indirect };
    let tail: Vec<MGPWord> = words(past.as_bytes()).into_iter().map(|value| MGPWord { value }).collect();
    let said = s.fault(Op::DrawVbo, &info, &tail, &[]);
    assert!(said.contains("`indirect.offset`: 4 + 68 is outside of 0 to 52"), "{said}");
    picture
}

#[test]
fn indirect_draws_read_their_commands() {
    let expected =
        rows(["........", "........", "....GG..", "....GG..", "........", "........", "RR......", "RR......"]);
    assert_eq!(indirect("", None), expected);
    assert_eq!(indirect("multi_draw_indirect", None), expected, "one by one");
    assert_eq!(indirect("base_instance", None), expected, "read back");
    assert_eq!(indirect("", Some(77)), expected, "rewritten indices");
}

#[test]
fn many_draws_in_one_record_are_drawn_in_order() {
    let mut s = Session::new("");
    s.target();
    s.draw_program(VERTEX, FRAGMENT);
    let buffer = s.rectangles(&[([0, 0, 2, 2], RED), ([4, 4, 6, 6], GREEN), ([0, 0, 1, 1], BLUE)]);
    s.use_rectangles(buffer);
    let range = |start, count| MGPDrawRange { start, count, bias: 0 };
    let info = MGPDrawInfo { mode: glow::TRIANGLES, ..Default::default() };
    s.draw(info, &[range(0, 6), range(6, 0), range(12, 6)]);
    let expected =
        rows(["........", "........", "........", "........", "........", "........", "RR......", "BR......"]);
    assert_eq!(s.picture(), expected);
}

#[test]
fn a_record_without_extensions_of_es_3_2_draws_the_same() {
    let mask = "es32,base_vertex,base_instance,multi_draw_indirect,draw_buffers_indexed,sample_shading,clip_control";
    let mut s = Session::new(mask);
    s.target();
    s.draw_program(VERTEX, FRAGMENT);
    let buffer = s.rectangles(&[([1, 1, 4, 3], RED)]);
    s.use_rectangles(buffer);
    let query = s.begin(glow::SAMPLES_PASSED);
    s.draw_arrays(glow::TRIANGLES, 6);
    assert_eq!(s.end(query, glow::SAMPLES_PASSED), 6);
    assert_eq!(s.picture().matches('R').count(), 6);
    assert_eq!(s.applier.driver().caps.es_version, 31);
}

#[test]
fn bindings_past_the_last_point_are_refused() {
    let mut s = Session::new("");
    let record = MGPShaderBuffers { class: 0, start: 80, count: 5, ..Default::default() };
    let said = s.fault(Op::SetShaderBuffers, &record, &[MGPBufferBinding::default(); 5], &[]);
    assert!(said.contains("`start`: 80 + 5 is outside of 0 to 84"), "{said}");
}
