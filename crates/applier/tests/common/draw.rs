//! Draws of one triangle over everything.
#![allow(unreachable_pub)]

use super::Rig;
use glsl_front::Stage;
use pipe_types::{
    Kind, MGPBlobRef, Op, RawHandle,
    handle::{HandleKind, kind},
    primitive::{MGPHandleOnly, MGPWord, NoTail},
    records::{
        draw::{MGPDrawInfo, MGPDrawRange},
        image::{MGPImageView, MGPShaderImages},
        program::{MGPProgramBindings, MGPProgramDesc},
        raster::{MGPDynamicState, MGPViewport, dynamic_chunk},
        sampler::{MGPBoundSampler, MGPBoundView, MGPSamplerStates, MGPSamplerViews},
    },
};
use zerocopy::IntoBytes;

const TRIANGLE: &str = "#version 330 core\nvoid main() {\n    \
    gl_Position = vec4(float((gl_VertexID & 1) << 2) - 1.0, float((gl_VertexID & 2) << 1) - 1.0, 0.0, 1.0);\n}\n";

impl Rig {
    /// A program of that triangle and a fragment shader, current for draws.
    #[track_caller]
    pub fn fragment(&mut self, fragment: &str) -> RawHandle {
        let compile =
            |stage, text| glsl_front::compile(stage, text, &Default::default()).unwrap_or_else(|e| panic!("{e:?}"));
        let shaders = [compile(Stage::Vertex, TRIANGLE), compile(Stage::Fragment, fragment)];
        let program = glsl_front::link(&shaders, &Default::default()).expect("links");
        let handle = self.programs.mint();
        let mut inline = program.archive.to_bytes();
        let mut desc = MGPProgramDesc {
            program: handle,
            stage_mask: program.archive.stages.into(),
            archive: MGPBlobRef::inline(0, inline.len() as u64),
            ..Default::default()
        };
        for (stage, words) in &program.stages {
            inline.resize(inline.len().next_multiple_of(8), 0);
            let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_ne_bytes()).collect();
            desc.spirv[*stage as usize] = MGPBlobRef::inline(inline.len() as u64, bytes.len() as u64);
            inline.extend(bytes);
        }
        self.apply_all::<_, NoTail>(Op::CreateProgram, &desc, &[], &inline);
        self.apply(Op::SetDrawProgram, &MGPHandleOnly { handle, kind: kind::Program::KIND as u32, pad: 0 });
        handle
    }

    /// Units of a program's samplers and images, in the archive's order.
    pub fn program_units(&mut self, program: RawHandle, samplers: &[u32], images: &[u32]) {
        let tail: Vec<MGPWord> = samplers.iter().chain(images).map(|value| MGPWord { value: *value }).collect();
        let (samplers, images) = (samplers.len() as u32, images.len() as u32);
        let record = MGPProgramBindings { program, samplers, images, ..Default::default() };
        self.apply_all(Op::SetProgramBindings, &record, &tail, &[]);
    }

    /// The texture of a unit (with a view, or null).
    pub fn bind_texture(&mut self, unit: u32, texture: RawHandle, view: RawHandle) {
        let tail = [MGPBoundView { view, texture, unit, pad: 0 }];
        let record = MGPSamplerViews { start: unit, count: 1, ..Default::default() };
        self.apply_all(Op::SetSamplerViews, &record, &tail, &[]);
    }
    pub fn bind_sampler(&mut self, unit: u32, sampler: RawHandle) {
        let record = MGPSamplerStates { start: unit, count: 1, ..Default::default() };
        self.apply_all(Op::BindSamplerStates, &record, &[MGPBoundSampler { sampler }], &[]);
    }
    pub fn bind_image(&mut self, view: MGPImageView) {
        let record = MGPShaderImages { start: view.unit, count: 1, ..Default::default() };
        self.apply_all(Op::SetShaderImages, &record, &[view], &[]);
    }

    /// Covers `w` x `h` pixels.
    #[track_caller]
    pub fn draw(&mut self, w: u32, h: u32) {
        if std::mem::replace(&mut self.viewport, (w, h)) != (w, h) {
            self.push_viewport(w, h);
        }
        let range = MGPDrawRange { start: 0, count: 3, bias: 0 };
        let info = MGPDrawInfo { mode: glow::TRIANGLES, instance_count: 1, num_draws: 1, ..Default::default() };
        let words = [range.start, range.count, range.bias as u32].map(|value| MGPWord { value });
        self.apply_all(Op::DrawVbo, &info, &words, &[]);
        let logs: Vec<_> = self.host.events.drain(..).collect();
        assert!(logs.is_empty(), "{logs:?}");
    }

    fn push_viewport(&mut self, w: u32, h: u32) {
        let viewport = MGPViewport { width: w as f32, height: h as f32, far: 1.0, ..Default::default() };
        let bytes = viewport.as_bytes();
        let blob = MGPBlobRef::inline(0, bytes.len() as u64);
        let state = MGPDynamicState { chunk_mask: dynamic_chunk::VIEWPORT0, blob, ..Default::default() };
        self.apply_all::<_, NoTail>(Op::SetDynamicState, &state, &[], bytes);
    }

    pub fn mint_view(&mut self) -> RawHandle {
        self.views.mint()
    }
    pub fn kill(&mut self, kind: Kind, handle: RawHandle) {
        self.apply(Op::ObjectDeath, &MGPHandleOnly { handle, kind: kind as u32, pad: 0 });
    }
}
