//! Fixed state: render states, dynamic state, patches.

use crate::{
    Applier, Host,
    driver::Driver,
    error::{Refusal, Result, missing},
    framebuffer::DrawTargets,
    logic_op::{self, LogicOp},
};
use essl_back::PatchDefaults;
use pipe_types::{
    caps::Features,
    decode::Record,
    handle::RawHandle,
    primitive::NoTail,
    record::{CheckContext, Payload},
    records::raster::{
        MGPBindRenderState, MGPBlendChunk, MGPBlendColor, MGPBlendTarget, MGPDepthStencilChunk, MGPDynamicState,
        MGPLineDynamic, MGPMultisampleChunk, MGPPatchState, MGPRasterChunk, MGPRenderStateDesc, MGPSampleDynamic,
        MGPScissor, MGPStencilDynamic, MGPStencilFace, MGPViewport, dynamic_chunk, pipeline_chunk,
    },
};

/// Viewports that cross the wire.
const VIEWPORTS: usize = 16;

/// The twin of a render state: all pipeline chunks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RenderState {
    pub(crate) blend: MGPBlendChunk,
    pub(crate) depth_stencil: MGPDepthStencilChunk,
    pub(crate) raster: MGPRasterChunk,
    pub(crate) multisample: MGPMultisampleChunk,
    /// What the driver lacks of it has been looked for.
    looked_at: bool,
}

impl Default for RenderState {
    /// GL's initial state (GL 4.6 core, tables 23.x).
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
        RenderState {
            blend: MGPBlendChunk { targets: [target; 8], logic_op: glow::COPY as u16, dither: 1, ..Default::default() },
            depth_stencil: MGPDepthStencilChunk {
                depth_write: 1,
                depth_func: glow::LESS as u16,
                stencil: [face; 2],
                ..Default::default()
            },
            raster: MGPRasterChunk {
                cull_mode: glow::BACK as u16,
                front_face: glow::CCW as u16,
                polygon_mode: glow::FILL as u16,
                provoking_vertex: glow::LAST_VERTEX_CONVENTION as u16,
                clip_origin: glow::LOWER_LEFT as u16,
                clip_depth: glow::NEGATIVE_ONE_TO_ONE as u16,
                ..Default::default()
            },
            multisample: MGPMultisampleChunk { multisample: 1, sample_coverage_value: 1.0, ..Default::default() },
            looked_at: false,
        }
    }
}

/// Fixed state of a context.
#[derive(Debug)]
pub struct RasterState {
    state: RawHandle,
    viewports: [MGPViewport; VIEWPORTS],
    pub(crate) scissors: [MGPScissor; VIEWPORTS],
    blend_color: MGPBlendColor,
    stencil: MGPStencilDynamic,
    line: MGPLineDynamic,
    sample: MGPSampleDynamic,
    /// How many viewports and scissors may differ from index 0's plain ones.
    indexed: bool,
    dirty: bool,
    /// Dynamic state was pushed since the driver's was made it.
    dynamic_dirty: bool,
    /// The render state that the driver's was made last, and what it drew into.
    synced: Option<RenderState>,
    synced_for: DrawTargets,
    /// `glPatchParameter*`, once it was pushed.
    patch: Option<MGPPatchState>,
}

impl Default for RasterState {
    fn default() -> Self {
        RasterState {
            state: RawHandle::NULL,
            viewports: [MGPViewport { far: 1.0, ..Default::default() }; VIEWPORTS],
            scissors: [MGPScissor::default(); VIEWPORTS],
            blend_color: Default::default(),
            stencil: MGPStencilDynamic { reference: [0; 2], value_mask: [!0; 2], write_mask: [!0; 2] },
            line: MGPLineDynamic { line_width: 1.0, point_size: 1.0, point_fade_threshold: 1.0, pad: 0 },
            sample: MGPSampleDynamic { mask: [!0; 2] },
            indexed: false,
            dirty: true,
            dynamic_dirty: true,
            synced: None,
            synced_for: DrawTargets::default(),
            patch: None,
        }
    }
}

impl RasterState {
    /// `glPointSize`.
    pub(crate) fn point_size(&self) -> f32 {
        self.line.point_size
    }
    /// The first scissor, if its test is on.
    pub(crate) fn scissor(&self) -> Option<[i32; 4]> {
        let s = &self.scissors[0];
        (s.enable != 0).then_some([s.x, s.y, s.width, s.height])
    }
}

/// Takes the next chunk of a blob, checked like a payload.
fn chunk<P: Payload + Copy>(bytes: &mut &[u8], field: &'static str) -> Result<P> {
    let wrong = |value: u64, expected| Refusal::Value { field, value, expected };
    let (chunk, rest) =
        P::read_from_prefix(bytes).map_err(|_| wrong(bytes.len() as u64, "a blob with all chunks of the mask"))?;
    chunk.check(&CheckContext { staging_size: 0 }).map_err(|e| wrong(e.value, e.expected))?;
    *bytes = rest;
    Ok(chunk)
}

fn at_end(bytes: &[u8], field: &'static str) -> Result {
    if bytes.is_empty() {
        return Ok(());
    }
    let value = bytes.len() as u64;
    Err(Refusal::Value { field, value, expected: "no bytes behind the chunks of the mask" })
}

impl Applier {
    pub(crate) fn create_render_state(
        &mut self,
        r: &Record<'_, MGPRenderStateDesc, NoTail>,
        host: &mut dyn Host,
    ) -> Result {
        if r.chunk_mask != pipeline_chunk::ALL {
            let value = r.chunk_mask.into();
            return Err(Refusal::Value { field: "chunk_mask", value, expected: "all chunks" });
        }
        let mut bytes = Vec::new();
        host.blob(&r.blob, r.inline, &mut bytes);
        let rest = &mut bytes.as_slice();
        let twin = RenderState {
            blend: chunk(rest, "blob.blend")?,
            depth_stencil: chunk(rest, "blob.depth_stencil")?,
            raster: chunk(rest, "blob.raster")?,
            multisample: chunk(rest, "blob.multisample")?,
            looked_at: false,
        };
        at_end(rest, "blob")?;
        // A twin has no driver object, so nothing is to be given back, whether it replaces one or is refused.
        let _ = self.render_states.insert(r.state, twin);
        self.contexts_mut().for_each(|cx| cx.raster.dirty |= cx.raster.state == r.state);
        Ok(())
    }

    pub(crate) fn destroy_render_state(&mut self, handle: RawHandle) -> Result {
        self.render_states.remove(handle).map_err(missing("handle", handle)).map(drop)
    }

    pub(crate) fn bind_render_state(&mut self, r: &MGPBindRenderState) -> Result {
        self.render_states.get(r.state).map_err(missing("state", r.state))?;
        self.cx.raster.dirty |= self.cx.raster.state != r.state;
        self.cx.raster.state = r.state;
        Ok(())
    }

    pub(crate) fn set_dynamic_state(&mut self, r: &Record<'_, MGPDynamicState, NoTail>, host: &mut dyn Host) -> Result {
        let mut bytes = std::mem::take(&mut self.blob_space);
        bytes.clear();
        host.blob(&r.blob, r.inline, &mut bytes);
        let result = self.take_dynamic_chunks(r.chunk_mask, &bytes);
        self.blob_space = bytes;
        result
    }

    fn take_dynamic_chunks(&mut self, mask: u32, bytes: &[u8]) -> Result {
        let rest = &mut { bytes };
        let raster = &mut self.cx.raster;
        raster.dirty = true;
        raster.dynamic_dirty = true;
        if mask & dynamic_chunk::VIEWPORT0 != 0 {
            raster.viewports[0] = chunk(rest, "blob.viewport0")?;
        }
        if mask & dynamic_chunk::VIEWPORTS != 0 {
            for viewport in &mut raster.viewports[1..] {
                *viewport = chunk(rest, "blob.viewports")?;
            }
        }
        if mask & dynamic_chunk::SCISSOR0 != 0 {
            raster.scissors[0] = chunk(rest, "blob.scissor0")?;
        }
        if mask & dynamic_chunk::SCISSORS != 0 {
            for scissor in &mut raster.scissors[1..] {
                *scissor = chunk(rest, "blob.scissors")?;
            }
        }
        raster.indexed |= mask & (dynamic_chunk::VIEWPORTS | dynamic_chunk::SCISSORS) != 0;
        if mask & dynamic_chunk::BLEND_COLOR != 0 {
            raster.blend_color = chunk(rest, "blob.blend_color")?;
        }
        if mask & dynamic_chunk::STENCIL != 0 {
            raster.stencil = chunk(rest, "blob.stencil")?;
        }
        if mask & dynamic_chunk::LINE != 0 {
            raster.line = chunk(rest, "blob.line")?;
        }
        if mask & dynamic_chunk::SAMPLE != 0 {
            raster.sample = chunk(rest, "blob.sample")?;
        }
        at_end(rest, "blob")
    }

    pub(crate) fn set_patch_state(&mut self, r: &MGPPatchState) -> Result {
        // The default levels are for programs without a control stage, which ES does not have.
        if self.gl.has(Features::TESSELLATION_SHADER) {
            let most = self.gl.caps.limits.max_patch_vertices;
            if r.vertices == 0 || r.vertices > most {
                let value = r.vertices.into();
                return Err(Refusal::Value { field: "vertices", value, expected: "1 to GL_MAX_PATCH_VERTICES" });
            }
            self.cx.shadow.patch_vertices(&self.gl, r.vertices);
            self.cx.raster.patch = Some(*r);
        }
        Ok(())
    }

    /// What a control stage that the linker added has from the context.
    pub(crate) fn patch_defaults(&self) -> PatchDefaults {
        let patch = self.cx.raster.patch;
        let (outer, inner) = patch.map_or(([1.0; 4], [1.0; 2]), |patch| (patch.outer, patch.inner));
        let mut levels = [0; 6];
        levels.iter_mut().zip(outer.iter().chain(&inner)).for_each(|(to, level)| *to = f32::to_bits(*level));
        PatchDefaults { vertices: patch.map_or(3, |patch| patch.vertices), levels }
    }

    /// The bound render state; GL's initial state before one was bound.
    pub(crate) fn render_state(&self) -> &RenderState {
        self.render_states.get(self.cx.raster.state).unwrap_or(&self.initial_state)
    }

    /// Makes the driver's fixed state the pushed one, for a verb that draws into `targets` (draws, clears).
    pub(crate) fn sync_fixed(&mut self, targets: &DrawTargets) {
        let moved = self.cx.shadow.take_moved(crate::driver::Groups::FIXED);
        if !moved && !self.cx.raster.dirty && self.cx.raster.synced_for == *targets {
            return;
        }
        let state = *self.render_state();
        let raster = &mut self.cx.raster;
        raster.dirty = false;
        let last = raster.synced.replace(state);
        // A program goes back and forth in one chunk mostly: the others are as they were, unless something else moved them.
        let last = last.filter(|_| !moved && !raster.dynamic_dirty && raster.synced_for == *targets);
        raster.dynamic_dirty = false;
        raster.synced_for = *targets;
        if last.is_none_or(|last| last.blend != state.blend) {
            self.sync_blend(&state.blend, targets);
        }
        if last.is_none_or(|last| last.depth_stencil != state.depth_stencil) {
            self.sync_depth_stencil(&state.depth_stencil);
        }
        if last.is_none_or(|last| last.raster != state.raster) {
            self.sync_raster(&state.raster);
        }
        if last.is_none_or(|last| last.multisample != state.multisample) {
            self.sync_multisample(&state.multisample);
        }
        if last.is_none() {
            self.sync_viewports();
        }
        // What synchronising moved is what was wanted.
        self.cx.shadow.moved -= crate::driver::Groups::FIXED;
    }

    /// Whether the logic operation leaves colours as they are.
    pub(crate) fn keeps_colors(&self) -> bool {
        keeps_colors(&self.render_state().blend)
    }

    /// The logic operation of draws to these targets, where the fragment stage does it.
    pub(crate) fn logic_op(&self, targets: &DrawTargets) -> Option<LogicOp> {
        let blend = &self.render_state().blend;
        // What leaves everything as it is is a matter of masks.
        let done = is_logical(blend) && !keeps_colors(blend) && self.gl.has(Features::FRAMEBUFFER_FETCH);
        done.then_some(LogicOp { op: blend.logic_op, formats: targets.formats })
    }

    fn sync_blend(&mut self, blend: &MGPBlendChunk, targets: &DrawTargets) {
        let (gl, shadow, dynamic) = (&self.gl, &mut self.cx.shadow, &self.cx.raster);
        let mut masks = blend.targets.map(|t| t.color_mask);
        for (i, mask) in masks.iter_mut().enumerate() {
            // The stored alpha of a widened attachment stays 1.
            if targets.alpha_pinned & (1 << i) != 0 {
                *mask &= 7;
            }
            if keeps_colors(blend) && logic_op::applies(targets.formats[i]) {
                *mask = 0;
            }
        }
        // A logic operation disables blending (GL 4.6 core 17.3.9).
        let mut blended = blend.targets;
        if blend.logic_op_enable != 0 {
            blended.iter_mut().for_each(|target| target.enable = 0);
        }
        shadow.blend(gl, &blended, masks);
        shadow.blend_color(gl, dynamic.blend_color.color);
        shadow.set_cap(gl, glow::DITHER, blend.dither != 0);
        if gl.has(Features::SRGB_WRITE_CONTROL) {
            shadow.set_cap(gl, glow::FRAMEBUFFER_SRGB, blend.framebuffer_srgb != 0);
        }
    }

    fn sync_depth_stencil(&mut self, ds: &MGPDepthStencilChunk) {
        let (gl, shadow, dynamic) = (&self.gl, &mut self.cx.shadow, &self.cx.raster);
        shadow.set_cap(gl, glow::DEPTH_TEST, ds.depth_test != 0);
        if ds.depth_test != 0 {
            shadow.depth_func(gl, ds.depth_func.into());
        }
        shadow.depth_mask(gl, ds.depth_write != 0);
        shadow.set_cap(gl, glow::STENCIL_TEST, ds.stencil_test != 0);
        if ds.stencil_test != 0 {
            shadow.stencil(gl, &ds.stencil, dynamic.stencil.reference, dynamic.stencil.value_mask);
        }
        // Clears look at the write masks even where the test is off.
        shadow.stencil_masks(gl, dynamic.stencil.write_mask);
    }

    fn sync_raster(&mut self, raster: &MGPRasterChunk) {
        let (gl, shadow, dynamic) = (&self.gl, &mut self.cx.shadow, &self.cx.raster);
        shadow.set_cap(gl, glow::CULL_FACE, raster.cull_face != 0);
        if raster.cull_face != 0 {
            shadow.cull_mode(gl, raster.cull_mode.into());
        }
        shadow.front_face(gl, raster.front_face.into());
        shadow.set_cap(gl, glow::POLYGON_OFFSET_FILL, raster.polygon_offset_fill != 0);
        let (factor, units) = (raster.polygon_offset_factor, raster.polygon_offset_units);
        shadow.polygon_offset(gl, factor, units, raster.polygon_offset_clamp);
        if gl.has(Features::POLYGON_MODE) {
            shadow.polygon_mode(gl, raster.polygon_mode.into());
            shadow.set_cap(gl, crate::driver::POLYGON_OFFSET_LINE, raster.polygon_offset_line != 0);
            shadow.set_cap(gl, crate::driver::POLYGON_OFFSET_POINT, raster.polygon_offset_point != 0);
        }
        shadow.clip_control(gl, raster.clip_origin.into(), raster.clip_depth.into());
        shadow.provoking_vertex(gl, raster.provoking_vertex.into());
        shadow.set_cap(gl, glow::RASTERIZER_DISCARD, raster.rasterizer_discard != 0);
        if gl.has(Features::DEPTH_CLAMP) {
            shadow.set_cap(gl, crate::driver::DEPTH_CLAMP, raster.depth_clamp != 0);
        }
        shadow.clip_distances(gl, raster.clip_distance_mask);
        shadow.line_width(gl, dynamic.line.line_width);
    }

    fn sync_multisample(&mut self, ms: &MGPMultisampleChunk) {
        let (gl, shadow, dynamic) = (&self.gl, &mut self.cx.shadow, &self.cx.raster);
        if gl.has(Features::MULTISAMPLE_COMPATIBILITY) {
            shadow.set_cap(gl, glow::MULTISAMPLE, ms.multisample != 0);
            shadow.set_cap(gl, glow::SAMPLE_ALPHA_TO_ONE, ms.sample_alpha_to_one != 0);
        }
        shadow.set_cap(gl, glow::SAMPLE_ALPHA_TO_COVERAGE, ms.sample_alpha_to_coverage != 0);
        shadow.set_cap(gl, glow::SAMPLE_COVERAGE, ms.sample_coverage != 0);
        if ms.sample_coverage != 0 {
            shadow.sample_coverage(gl, ms.sample_coverage_value, ms.sample_coverage_invert != 0);
        }
        shadow.set_cap(gl, glow::SAMPLE_MASK, ms.sample_mask != 0);
        if ms.sample_mask != 0 {
            shadow.sample_masks(gl, dynamic.sample.mask);
        }
        if gl.has(Features::SAMPLE_SHADING) {
            shadow.set_cap(gl, glow::SAMPLE_SHADING, ms.sample_shading != 0);
            if ms.sample_shading != 0 {
                shadow.min_sample_shading(gl, ms.min_sample_shading);
            }
        }
    }

    fn sync_viewports(&mut self) {
        let (gl, shadow, dynamic) = (&self.gl, &mut self.cx.shadow, &self.cx.raster);
        let used = if dynamic.indexed { VIEWPORTS } else { 1 };
        for (i, (viewport, scissor)) in dynamic.viewports.iter().zip(&dynamic.scissors).enumerate().take(used) {
            shadow.viewport(gl, i, viewport);
            shadow.scissor(gl, i, scissor);
        }
    }

    /// Says, once each, what the bound render state asks for and the driver has no way to do.
    pub(crate) fn say_what_is_missing(&mut self, seq: u64, host: &mut dyn Host) {
        if !self.cx.raster.dirty {
            return;
        }
        // GL's initial state asks for nothing that a driver lacks.
        let Ok(state) = self.render_states.get_mut(self.cx.raster.state) else { return };
        if std::mem::replace(&mut state.looked_at, true) {
            return;
        }
        let state = *state;
        for (needed, what) in unsupported(&state, &self.gl) {
            if needed {
                self.say_once(seq, what, host);
            }
        }
    }
}

/// `GL_NOOP`.
const NOOP: u16 = 0x1505;

/// Whether a logic operation leaves colours as they are.
fn keeps_colors(blend: &MGPBlendChunk) -> bool {
    blend.logic_op_enable != 0 && blend.logic_op == NOOP
}

/// Whether a logic operation changes what is written.
fn is_logical(blend: &MGPBlendChunk) -> bool {
    blend.logic_op_enable != 0 && blend.logic_op != glow::COPY as u16
}

/// What the driver can't do, each with whether `state` asks for it.
fn unsupported(state: &RenderState, gl: &Driver) -> [(bool, &'static str); 8] {
    let raster = &state.raster;
    let mixed = state.blend.targets.iter().any(|t| *t != state.blend.targets[0]);
    [
        (
            is_logical(&state.blend) && !keeps_colors(&state.blend) && !gl.has(Features::FRAMEBUFFER_FETCH),
            "a logic operation is enabled; the driver has none, colours are written as they are",
        ),
        (
            mixed && !gl.has(Features::DRAW_BUFFERS_INDEXED),
            "draw buffers blend or mask differently; the driver has one setting for all",
        ),
        (
            raster.polygon_mode != glow::FILL as u16 && !gl.has(Features::POLYGON_MODE),
            "glPolygonMode is not GL_FILL; edges are drawn as lines that no face culls, and not behind other stages",
        ),
        (raster.depth_clamp != 0 && !gl.has(Features::DEPTH_CLAMP), "GL_DEPTH_CLAMP is on; the driver clips"),
        (
            (raster.clip_origin != glow::LOWER_LEFT as u16 || raster.clip_depth != glow::NEGATIVE_ONE_TO_ONE as u16)
                && !gl.has(Features::CLIP_CONTROL),
            "glClipControl is not the default; the driver has no other",
        ),
        (
            raster.provoking_vertex == glow::FIRST_VERTEX_CONVENTION as u16 && !gl.has_provoking_vertex(),
            "the first vertex is to be the provoking one; the driver takes the last",
        ),
        (raster.line_smooth != 0 || raster.polygon_smooth != 0, "line or polygon smoothing is on; ES has none"),
        (
            state.multisample.sample_alpha_to_one != 0 && !gl.has(Features::MULTISAMPLE_COMPATIBILITY),
            "GL_SAMPLE_ALPHA_TO_ONE is on; the driver has none",
        ),
    ]
}
