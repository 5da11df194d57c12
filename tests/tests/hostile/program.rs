//! Bad programs, and bad streams about the work of programs.

use super::{Case, Session, bytes, context};
use pipe_types::{
    Op, RawHandle,
    archive::Stage,
    encode::{record_size, write_record},
    event::SessionFault,
    handle::Kind,
    primitive::{MGPBlobRef, MGPHandleOnly, NoTail},
    records::{draw::MGPGridInfo, program::MGPProgramDesc, resource::*},
};

const PROGRAM: RawHandle = RawHandle { slot: 1, generation: 1 };

const VERTEX: (Stage, &str) =
    (Stage::Vertex, "#version 330\nuniform mat4 m[3]; in vec4 v; void main() { gl_Position = m[2] * v; }");
const FRAGMENT: (Stage, &str) =
    (Stage::Fragment, "#version 330\nuniform sampler2D t; out vec4 o; void main() { o = texture(t, vec2(0)); }");
const COMPUTE: (Stage, &str) = (
    Stage::Compute,
    "#version 430\nlayout(local_size_x = 1) in; layout(std430, binding = 0) buffer B { uint b[]; }; void main() { b[0] = 1u; }",
);

/// A program that the front end has made, with its modules and archive in the record, changed by `forge`.
fn program(
    shaders: &[(Stage, &str)],
    forge: impl FnOnce(&mut glsl_front::Program, &mut Vec<u8>, &mut MGPProgramDesc),
) -> Vec<u8> {
    let options = glsl_front::CompileOptions { max_version: 430, ..Default::default() };
    let shader = |(stage, text): &(Stage, &str)| glsl_front::compile(*stage, text, &options).expect("it compiles");
    let shaders: Vec<_> = shaders.iter().map(shader).collect();
    let mut linked = glsl_front::link(&shaders, &glsl_front::LinkOptions::default()).expect("it links");
    let mut record = MGPProgramDesc { program: PROGRAM, ..Default::default() };
    let mut archive = linked.archive.to_bytes();
    let before = archive.clone();
    forge(&mut linked, &mut archive, &mut record);
    if archive == before {
        archive = linked.archive.to_bytes();
    }
    let mut inline = Vec::new();
    let mut add = |bytes: &[u8]| {
        let blob = MGPBlobRef::inline(inline.len() as u64, bytes.len() as u64);
        inline.extend_from_slice(bytes);
        inline.resize(inline.len().next_multiple_of(8), 0);
        blob
    };
    for (stage, words) in &linked.stages {
        record.stage_mask |= u32::from(stage.bit());
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        record.spirv[*stage as usize] = add(&bytes);
    }
    record.archive = add(&archive);
    let mut out = vec![0; record_size::<MGPProgramDesc, NoTail>(0, inline.len())];
    write_record::<_, NoTail>(&mut out, Op::CreateProgram, 0, &record, &[], &[&inline]);
    out
}

// red once: with the archive's own check left out, the server took the values past the storage
#[test]
fn forged_programs_are_refused_before_the_translator_sees_them() {
    type Forge = Box<dyn FnOnce(&mut glsl_front::Program, &mut Vec<u8>, &mut MGPProgramDesc)>;
    let cases: Vec<(&str, Forge, &str)> = vec![
        (
            "an archive of noise",
            Box::new(|_, archive, _| *archive = mgpipe_tests::scene::noise(7, archive.len())),
            "program archive: bytes are not a valid archive",
        ),
        (
            "an archive that is cut",
            Box::new(|_, archive, _| archive.truncate(archive.len() / 2)),
            "program archive: bytes are not a valid archive",
        ),
        (
            "values past the storage",
            Box::new(|program, _, _| program.archive.initial_storage.truncate(20)),
            "storage end",
        ),
        ("an absurd array", Box::new(|program, _, _| program.archive.uniforms[0].array_size = u32::MAX), "array_size"),
        ("a slot past the samplers", Box::new(|program, _, _| program.archive.sampler_units = 0), "slot end"),
        (
            "a stage that the archive has not",
            Box::new(|program, _, _| program.archive.stages = Stage::Vertex.bit()),
            "the stages of the archive",
        ),
        (
            "a module of noise",
            Box::new(|program, _, _| {
                let noise = mgpipe_tests::scene::noise(5, 400);
                program.stages[1].1 = noise.chunks(4).map(|w| u32::from_ne_bytes([w[0], w[1], w[2], w[3]])).collect();
            }),
            "Fragment shader: the SPIR-V is refused",
        ),
        (
            "a module that is cut",
            Box::new(|program, _, _| {
                let words = &mut program.stages[0].1;
                words.truncate(words.len() / 2);
            }),
            "Vertex shader: the SPIR-V is refused",
        ),
        (
            "an absurd number of ids",
            Box::new(|program, _, _| program.stages[0].1[3] = u32::MAX),
            "Vertex shader: the SPIR-V is refused",
        ),
        (
            "a module of another stage",
            Box::new(|program, _, _| program.stages[1].1 = program.stages[0].1.clone()),
            "Fragment shader: the SPIR-V is refused",
        ),
    ];
    let mut wrong = Vec::new();
    for (name, forge, expected) in cases {
        let mut session = Session::open();
        for record in context() {
            session.write(&record);
        }
        session.write(&program(&[VERTEX, FRAGMENT], forge));
        let (fault, text) = session.fault();
        if fault != SessionFault::Protocol || !text.contains(expected) {
            wrong.push(format!("{name}: {fault:?}: {text}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // And one that is as it was made goes through.
    let mut good = Session::open();
    for record in context().into_iter().chain([program(&[VERTEX, FRAGMENT], |_, _, _| {})]) {
        good.write(&record);
    }
    let seq = good.end.commands.push(Op::Finish.wire(), 0, &[0; 8]).expect("room");
    good.end.commands.publish();
    good.end.commands.wait_applied(seq).expect("a good program");
}

/// A dispatch of `grid` by a program of these shaders.
fn dispatch(shaders: &[(Stage, &str)], grid: MGPGridInfo) -> Vec<Vec<u8>> {
    let current = MGPHandleOnly { handle: PROGRAM, kind: Kind::Program.wire(), pad: 0 };
    let buffer = MGPResourceDesc {
        resource: RawHandle { slot: 1, generation: 1 },
        target: ResourceTarget::Buffer.wire(),
        storage_kind: StorageKind::Mutable.wire(),
        buf_size: 32,
        ..Default::default()
    };
    let mut all = context();
    all.push(program(shaders, |_, _, _| {}));
    all.push(bytes(Op::ResourceCreate, &buffer));
    all.push(bytes(Op::SetDispatchProgram, &current));
    all.push(bytes(Op::LaunchGrid, &grid));
    all
}

pub(super) fn cases() -> Vec<Case> {
    let buffer = RawHandle { slot: 1, generation: 1 };
    let indirect =
        |indirect_buffer, indirect_offset| MGPGridInfo { indirect_buffer, indirect_offset, ..Default::default() };
    vec![
        (
            "a dispatch by a program without that stage",
            dispatch(&[VERTEX, FRAGMENT], MGPGridInfo { groups: [1; 3], ..Default::default() }),
            "no compute stage",
        ),
        (
            "work groups in a buffer that nobody made",
            dispatch(&[COMPUTE], indirect(RawHandle { slot: 9, generation: 2 }, 0)),
            "`indirect_buffer`: handle 9.2",
        ),
        ("work groups behind their buffer", dispatch(&[COMPUTE], indirect(buffer, 24)), "`indirect_offset`"),
        ("work groups far away", dispatch(&[COMPUTE], indirect(buffer, u64::MAX - 3)), "`indirect_offset`"),
    ]
}
