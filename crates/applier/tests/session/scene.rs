//! Things that tests draw with: a renderbuffer target, states, vertex formats, reads.

use super::Session;
use glsl_front::Stage;
use pipe_types::{
    MGPBlobRef, MGPBox, Op, RawHandle,
    handle::{Kind, kind},
    primitive::{MGPWord, NoTail},
    records::{
        clear_blit::{ClearKind, MGPClear},
        draw::{MGPDrawInfo, MGPDrawRange},
        framebuffer::{MGPFramebufferState, MGPSurface, NOT_A_TEXTURE, SurfaceKind},
        program::MGPGlobalConstants,
        query::{MGPQuery, MGPQueryResult, QueryAnswer},
        raster::{
            MGPBindRenderState, MGPBlendChunk, MGPBlendTarget, MGPDepthStencilChunk, MGPDynamicState,
            MGPMultisampleChunk, MGPRasterChunk, MGPRenderStateDesc, MGPStencilFace, MGPViewport, dynamic_chunk,
            pipeline_chunk,
        },
        readback::MGPReadbackInfo,
        resource::{MGPResourceDesc, ResourceTarget},
        vertex::{AttribClass, MGPVertexBuffer, MGPVertexBuffers, MGPVertexElement, MGPVertexElements},
    },
};
use zerocopy::{FromBytes, IntoBytes};

/// Width and height of the target.
pub(crate) const SIZE: u32 = 8;

/// Pipeline chunks in GL's initial state.
pub(crate) struct State {
    pub(crate) blend: MGPBlendChunk,
    pub(crate) depth_stencil: MGPDepthStencilChunk,
    pub(crate) raster: MGPRasterChunk,
    pub(crate) multisample: MGPMultisampleChunk,
}

impl Default for State {
    fn default() -> Self {
        let target = MGPBlendTarget {
            color_mask: 15,
            equation_rgb: glow::FUNC_ADD as u16,
            equation_alpha: glow::FUNC_ADD as u16,
            src_rgb: glow::ONE as u16,
            src_alpha: glow::ONE as u16,
            ..Default::default()
        };
        let keep = glow::KEEP as u16;
        let face = MGPStencilFace { func: glow::ALWAYS as u16, fail: keep, depth_fail: keep, depth_pass: keep };
        State {
            blend: MGPBlendChunk { targets: [target; 8], logic_op: glow::COPY as u16, ..Default::default() },
            depth_stencil: MGPDepthStencilChunk {
                depth_write: 1,
                depth_func: glow::LESS as u16,
                stencil: [face; 2],
                ..Default::default()
            },
            raster: MGPRasterChunk {
                cull_mode: glow::BACK as u16,
                front_face: glow::CCW as u16,
                polygon_mode: 0x1B02,
                provoking_vertex: 0x8E4E,
                clip_origin: 0x8CA1,
                clip_depth: 0x935E,
                ..Default::default()
            },
            multisample: MGPMultisampleChunk { multisample: 1, ..Default::default() },
        }
    }
}

/// A vertex shader that passes position and colour on.
pub(crate) const VERTEX: &str = "#version 330 core\n\
    layout(location = 0) in vec2 position; layout(location = 1) in vec4 color; out vec4 c;\n\
    void main() { c = color; gl_Position = vec4(position, 0.0, 1.0); }";
/// Its fragment shader.
pub(crate) const FRAGMENT: &str =
    "#version 330 core\nin vec4 c; layout(location = 0) out vec4 o;\nvoid main() { o = c; }";

/// A float attribute.
pub(crate) fn floats(location: u8, components: u8, offset: u32, binding: u32) -> MGPVertexElement {
    MGPVertexElement {
        location,
        components,
        class: AttribClass::Float as u8,
        type_: glow::FLOAT,
        relative_offset: offset,
        binding,
        ..Default::default()
    }
}

impl Session {
    /// A colour target of SIZE x SIZE RGBA8 with a depth buffer, bound to draw and read, and a viewport of its size.
    pub(crate) fn target(&mut self) -> RawHandle {
        self.target_of(0)
    }

    /// The same with so many samples.
    pub(crate) fn target_of(&mut self, samples: u16) -> RawHandle {
        let mut surfaces = [MGPSurface::EMPTY; 2];
        for (surface, format) in surfaces.iter_mut().zip([glow::RGBA8, glow::DEPTH_COMPONENT24]) {
            let resource = self.mint(Kind::Renderbuffer);
            let desc = MGPResourceDesc {
                resource,
                target: ResourceTarget::Renderbuffer as u8,
                internal_format: format,
                width: SIZE,
                height: SIZE,
                depth: 1,
                array_layers: 1,
                levels: 1,
                samples,
                ..Default::default()
            };
            self.ok(Op::ResourceCreate, &desc, &[]);
            self.ok(Op::ResourceRespecify, &desc, &[]);
            *surface = MGPSurface {
                resource,
                internal_format: format,
                kind: SurfaceKind::Renderbuffer as u8,
                upload_target: NOT_A_TEXTURE,
                texture_target: NOT_A_TEXTURE,
                ..MGPSurface::EMPTY
            };
        }
        let fbo = self.mint(Kind::Framebuffer);
        let mut state = MGPFramebufferState {
            fbo,
            depth: surfaces[1],
            read_surface: surfaces[0],
            draw_buffers: [0, -1, -1, -1, -1, -1, -1, -1],
            width: SIZE as u16,
            height: SIZE as u16,
            samples,
            complete: 1,
            target: 2,
            ..Default::default()
        };
        state.color[0] = surfaces[0];
        state.seal();
        self.ok(Op::SetFramebufferState, &state, &[]);
        self.viewport(SIZE, SIZE);
        fbo
    }

    /// The first viewport, from the origin.
    pub(crate) fn viewport(&mut self, width: u32, height: u32) {
        let viewport = MGPViewport { width: width as f32, height: height as f32, far: 1.0, ..Default::default() };
        self.dynamic(dynamic_chunk::VIEWPORT0, viewport.as_bytes());
    }

    /// Dynamic chunks.
    pub(crate) fn dynamic(&mut self, chunk_mask: u32, bytes: &[u8]) {
        let blob = MGPBlobRef::inline(0, bytes.len() as u64);
        self.ok(Op::SetDynamicState, &MGPDynamicState { chunk_mask, blob, ..Default::default() }, bytes);
    }

    /// Creates and binds a render state.
    pub(crate) fn state(&mut self, state: &State) {
        let handle = self.mint(Kind::RenderState);
        let bytes = [
            state.blend.as_bytes(),
            state.depth_stencil.as_bytes(),
            state.raster.as_bytes(),
            state.multisample.as_bytes(),
        ]
        .concat();
        let desc = MGPRenderStateDesc {
            state: handle,
            chunk_mask: pipeline_chunk::ALL,
            blob: MGPBlobRef::inline(0, bytes.len() as u64),
            ..Default::default()
        };
        self.ok(Op::CreateRenderState, &desc, &bytes);
        self.ok(Op::BindRenderState, &MGPBindRenderState { state: handle, pad: 0 }, &[]);
    }

    /// Creates and binds a vertex format.
    pub(crate) fn format(&mut self, elements: &[MGPVertexElement]) {
        let handle = self.mint(Kind::VertexElements);
        let enabled_mask = elements.iter().fold(0, |mask, e| mask | 1 << e.location);
        let desc =
            MGPVertexElements { elements: handle, count: elements.len() as u32, enabled_mask, ..Default::default() };
        self.ok_tail(Op::CreateVertexElements, &desc, elements, &[]);
        self.name::<kind::VertexElements>(Op::BindVertexElements, handle);
    }

    /// Vertex buffers from binding point 0: buffer, stride, divisor.
    pub(crate) fn vertex_buffers(&mut self, buffers: &[(RawHandle, u32, u32)]) {
        let tail: Vec<_> = buffers
            .iter()
            .map(|(buffer, stride, divisor)| MGPVertexBuffer {
                buffer: *buffer,
                stride: *stride,
                divisor: *divisor,
                ..Default::default()
            })
            .collect();
        let record = MGPVertexBuffers { count: tail.len() as u32, ..Default::default() };
        self.ok_tail(Op::SetVertexBuffers, &record, &tail, &[]);
    }

    /// A program, current for draws.
    pub(crate) fn draw_program(&mut self, vertex: &str, fragment: &str) -> RawHandle {
        let sources = [(Stage::Vertex, vertex), (Stage::Fragment, fragment)];
        let (program, _) = self.program(&sources, &Default::default());
        self.name::<kind::Program>(Op::SetDrawProgram, program);
        program
    }

    /// Words of the uniform storage.
    pub(crate) fn constants(&mut self, program: RawHandle, offset: u32, bytes: &[u8]) {
        let blob = MGPBlobRef::inline(0, bytes.len() as u64);
        self.ok(Op::SetGlobalConstants, &MGPGlobalConstants { program, offset, pad: 0, blob }, bytes);
    }

    /// Draws ranges.
    #[track_caller]
    pub(crate) fn draw(&mut self, info: MGPDrawInfo, ranges: &[MGPDrawRange]) {
        let info = MGPDrawInfo { num_draws: ranges.len() as u32, instance_count: info.instance_count.max(1), ..info };
        let words: Vec<MGPWord> =
            ranges.iter().flat_map(|r| [r.start, r.count, r.bias as u32]).map(|value| MGPWord { value }).collect();
        self.ok_tail(Op::DrawVbo, &info, &words, &[]);
    }

    /// Draws vertices 0 to `count`.
    #[track_caller]
    pub(crate) fn draw_arrays(&mut self, mode: u32, count: u32) {
        self.draw(MGPDrawInfo { mode, ..Default::default() }, &[MGPDrawRange { start: 0, count, bias: 0 }]);
    }

    /// The target's texels, row by row from the bottom, as RGBA bytes.
    #[track_caller]
    pub(crate) fn pixels(&mut self) -> Vec<[u8; 4]> {
        let record = MGPReadbackInfo {
            region: MGPBox::new(0, 0, 0, SIZE, SIZE, 1),
            format: glow::RGBA,
            type_: glow::UNSIGNED_BYTE,
            dst_size: u64::from(SIZE * SIZE * 4),
            ..Default::default()
        };
        self.ok(Op::ReadPixels, &record, &[]);
        self.answer().chunks_exact(4).map(|p| p.try_into().unwrap()).collect()
    }

    /// The target as letters: `.` black or nothing, R, G, B, W for pure colours, `?` for anything else.
    #[track_caller]
    pub(crate) fn picture(&mut self) -> String {
        let letter = |p: &[u8; 4]| match p[..3] {
            [0, 0, 0] => '.',
            [255, 0, 0] => 'R',
            [0, 255, 0] => 'G',
            [0, 0, 255] => 'B',
            [255, 255, 255] => 'W',
            _ => '?',
        };
        let rows: Vec<String> =
            self.pixels().chunks(SIZE as usize).map(|row| row.iter().map(letter).collect()).collect();
        rows.join("\n")
    }

    /// Clears the depth buffer to 1.
    pub(crate) fn clear_depth(&mut self) {
        let record = MGPClear { kind: ClearKind::Depth as u32, depth_value: 1.0, ..Default::default() };
        self.ok(Op::Clear, &record, &[]);
    }

    /// Clears the first draw buffer.
    pub(crate) fn clear_color(&mut self, color: [f32; 4]) {
        let color_value = color.map(f32::to_bits);
        self.ok(Op::Clear, &MGPClear { kind: ClearKind::Color as u32, color_value, ..Default::default() }, &[]);
    }

    /// Begins a query.
    pub(crate) fn begin(&mut self, target: u32) -> RawHandle {
        let query = self.mint(Kind::Query);
        self.ok(Op::BeginQuery, &MGPQuery { query, target, index: 0 }, &[]);
        query
    }

    /// Ends it and waits for its result.
    pub(crate) fn end(&mut self, query: RawHandle, target: u32) -> u64 {
        self.ok(Op::EndQuery, &MGPQuery { query, target, index: 0 }, &[]);
        self.result(query)
    }

    /// A query's result.
    pub(crate) fn result(&mut self, query: RawHandle) -> u64 {
        self.ok::<_>(Op::GetQueryResult, &MGPQueryResult { query, wait: 1, pad: 0 }, &[]);
        let answer = QueryAnswer::read_from_bytes(&self.answer()).unwrap();
        assert_eq!(answer.available, 1);
        answer.result
    }

    /// Vertices of rectangles (x0, y0, x1, y1 in pixels of the target) with a colour each, as triangle lists.
    pub(crate) fn rectangles(&mut self, list: &[([u32; 4], [f32; 4])]) -> RawHandle {
        let at = |p: u32| p as f32 / SIZE as f32 * 2.0 - 1.0;
        let mut floats: Vec<f32> = Vec::new();
        for ([x0, y0, x1, y1], color) in list {
            let (x0, y0, x1, y1) = (at(*x0), at(*y0), at(*x1), at(*y1));
            for (x, y) in [(x0, y0), (x1, y0), (x1, y1), (x0, y0), (x1, y1), (x0, y1)] {
                floats.extend([x, y]);
                floats.extend(color);
            }
        }
        self.buffer(floats.as_bytes())
    }

    /// The format and buffer of [`Self::rectangles`].
    pub(crate) fn use_rectangles(&mut self, buffer: RawHandle) {
        self.format(&[floats(0, 2, 0, 0), floats(1, 4, 8, 0)]);
        self.vertex_buffers(&[(buffer, 24, 0)]);
    }
}

/// Red, green, blue, white.
pub(crate) const RED: [f32; 4] = [1.0, 0.0, 0.0, 1.0];
pub(crate) const GREEN: [f32; 4] = [0.0, 1.0, 0.0, 1.0];
pub(crate) const BLUE: [f32; 4] = [0.0, 0.0, 1.0, 1.0];
pub(crate) const WHITE: [f32; 4] = [1.0; 4];

/// Rows of a picture, bottom first, from lines written top first.
pub(crate) fn rows(lines: [&str; SIZE as usize]) -> String {
    lines.iter().rev().copied().collect::<Vec<_>>().join("\n")
}

/// No tail.
pub(crate) type Nothing = NoTail;
