//! Fixed state.

use super::{Groups, Shadow};
use crate::driver::Driver;
use pipe_types::{
    caps::Features,
    records::raster::{MGPBlendTarget, MGPScissor, MGPStencilFace, MGPViewport},
};

/// `None`: not known.
type Known<T> = Option<T>;

/// Capabilities that are on or off for the whole context.
const CAPS: [u32; 17] = [
    glow::CULL_FACE,
    glow::DEPTH_TEST,
    glow::STENCIL_TEST,
    glow::DITHER,
    glow::POLYGON_OFFSET_FILL,
    glow::SAMPLE_ALPHA_TO_COVERAGE,
    glow::SAMPLE_COVERAGE,
    glow::SAMPLE_MASK,
    glow::RASTERIZER_DISCARD,
    glow::PRIMITIVE_RESTART_FIXED_INDEX,
    glow::SAMPLE_SHADING,
    glow::FRAMEBUFFER_SRGB,
    DEPTH_CLAMP,
    POLYGON_OFFSET_LINE,
    POLYGON_OFFSET_POINT,
    glow::MULTISAMPLE,
    glow::SAMPLE_ALPHA_TO_ONE,
];
/// `GL_DEPTH_CLAMP_EXT`.
pub(crate) const DEPTH_CLAMP: u32 = 0x864F;
/// `GL_POLYGON_OFFSET_LINE_NV`.
pub(crate) const POLYGON_OFFSET_LINE: u32 = 0x2A02;
/// `GL_POLYGON_OFFSET_POINT_NV`.
pub(crate) const POLYGON_OFFSET_POINT: u32 = 0x2A01;

/// Blend equation and functions of a draw buffer.
type BlendMode = [u16; 6];

/// Known fixed state; a write through [`Shadow`] reaches the driver only where it differs.
#[derive(Debug, Default)]
pub(crate) struct Fixed {
    caps: [Known<bool>; CAPS.len()],
    blend_enable: [Known<bool>; 8],
    blend_mode: [Known<BlendMode>; 8],
    color_mask: [Known<u8>; 8],
    blend_color: Known<[u32; 4]>,
    depth_func: Known<u32>,
    depth_mask: Known<bool>,
    stencil_ops: [Known<[u32; 3]>; 2],
    stencil_func: [Known<(u32, i32, u32)>; 2],
    stencil_mask: [Known<u32>; 2],
    cull_mode: Known<u32>,
    front_face: Known<u32>,
    polygon_offset: Known<[u32; 3]>,
    polygon_mode: Known<u32>,
    clip_control: Known<(u32, u32)>,
    provoking_vertex: Known<u32>,
    line_width: Known<u32>,
    clip_distances: Known<u8>,
    sample_coverage: Known<(u32, bool)>,
    sample_mask: [Known<u32>; 2],
    min_sample_shading: Known<u32>,
    viewports: [Known<[u32; 4]>; 16],
    depth_ranges: [Known<[u32; 2]>; 16],
    scissors: [Known<[i32; 4]>; 16],
    scissor_enable: [Known<bool>; 16],
    patch_vertices: Known<u32>,
}

/// Sets `slot`; whether it was anything else.
fn changed<T: PartialEq + Copy>(gl: &Driver, slot: &mut Known<T>, value: T) -> bool {
    let differs = *slot != Some(value);
    if !differs {
        gl.spared();
    }
    *slot = Some(value);
    differs
}

const FACES: [u32; 2] = [glow::FRONT, glow::BACK];

impl Shadow {
    fn mark_if(&mut self, changed: bool) -> bool {
        if changed {
            self.moved |= Groups::FIXED;
        }
        changed
    }

    /// `glEnable` or `glDisable` of one of the context-wide capabilities; blending and scissor have their own methods.
    pub fn set_cap(&mut self, gl: &Driver, cap: u32, on: bool) {
        let Some(index) = CAPS.iter().position(|c| *c == cap) else {
            debug_assert!(false, "capability {cap:#x} is not shadowed");
            return;
        };
        let differs = changed(gl, &mut self.fixed.caps[index], on);
        if self.mark_if(differs) {
            if on { gl.enable(cap) } else { gl.disable(cap) }
        }
    }

    /// Blending and colour mask (bit 0 red to bit 3 alpha) of all draw buffers.
    pub fn blend(&mut self, gl: &Driver, targets: &[MGPBlendTarget; 8], masks: [u8; 8]) {
        let enable = targets.map(|t| t.enable != 0);
        let mode = targets.map(|t| [t.equation_rgb, t.equation_alpha, t.src_rgb, t.dst_rgb, t.src_alpha, t.dst_alpha]);
        self.blend_enables(gl, enable);
        self.blend_modes(gl, mode, enable);
        self.color_masks(gl, masks);
    }

    /// `GL_BLEND` of every draw buffer.
    pub fn blend_enables(&mut self, gl: &Driver, enable: [bool; 8]) {
        let before = self.fixed.blend_enable;
        if before == enable.map(Some) {
            return;
        }
        self.moved |= Groups::FIXED;
        self.fixed.blend_enable = enable.map(Some);
        if enable == [enable[0]; 8] || !gl.has(Features::DRAW_BUFFERS_INDEXED) {
            if enable[0] {
                gl.enable(glow::BLEND)
            } else {
                gl.disable(glow::BLEND)
            }
            return;
        }
        for (i, on) in enable.into_iter().enumerate().filter(|(i, on)| before[*i] != Some(*on)) {
            let i = i as u32;
            if i >= gl.caps.limits.max_draw_buffers {
                break;
            }
            if on { gl.enable_draw_buffer(glow::BLEND, i) } else { gl.disable_draw_buffer(glow::BLEND, i) }
        }
    }

    /// Equations and functions; those of a draw buffer that does not blend are left as they are.
    fn blend_modes(&mut self, gl: &Driver, mode: [BlendMode; 8], enable: [bool; 8]) {
        let Some(first) = enable.iter().position(|on| *on) else { return };
        let uniform = (0..8).all(|i| !enable[i] || mode[i] == mode[first]);
        if uniform || !gl.has(Features::DRAW_BUFFERS_INDEXED) {
            let mode = mode[first];
            if self.fixed.blend_mode != [Some(mode); 8] {
                self.fixed.blend_mode = [Some(mode); 8];
                self.moved |= Groups::FIXED;
                let [rgb, alpha, f @ ..] = mode.map(u32::from);
                gl.blend_equation_separate(rgb, alpha);
                gl.blend_func_separate(f[0], f[1], f[2], f[3]);
            }
            return;
        }
        for i in (0..gl.caps.limits.max_draw_buffers.min(8)).filter(|i| enable[*i as usize]) {
            let mode = mode[i as usize];
            if changed(gl, &mut self.fixed.blend_mode[i as usize], mode) {
                self.moved |= Groups::FIXED;
                let [rgb, alpha, f @ ..] = mode.map(u32::from);
                gl.blend_equation_separate_draw_buffer(i, rgb, alpha);
                gl.blend_func_separate_draw_buffer(i, f[0], f[1], f[2], f[3]);
            }
        }
    }

    /// Colour masks of every draw buffer, bit 0 red to bit 3 alpha.
    pub fn color_masks(&mut self, gl: &Driver, masks: [u8; 8]) {
        let before = self.fixed.color_mask;
        if before == masks.map(Some) {
            return;
        }
        self.moved |= Groups::FIXED;
        self.fixed.color_mask = masks.map(Some);
        let bit = |mask: u8, i: u8| mask & (1 << i) != 0;
        let m = masks[0];
        if masks == [m; 8] || !gl.has(Features::DRAW_BUFFERS_INDEXED) {
            gl.color_mask(bit(m, 0), bit(m, 1), bit(m, 2), bit(m, 3));
            return;
        }
        for (i, m) in masks.into_iter().enumerate().filter(|(i, m)| before[*i] != Some(*m)) {
            if (i as u32) < gl.caps.limits.max_draw_buffers {
                gl.color_mask_draw_buffer(i as u32, bit(m, 0), bit(m, 1), bit(m, 2), bit(m, 3));
            }
        }
    }

    /// `glBlendColor`.
    pub fn blend_color(&mut self, gl: &Driver, color: [f32; 4]) {
        let differs = changed(gl, &mut self.fixed.blend_color, color.map(f32::to_bits));
        if self.mark_if(differs) {
            let [r, g, b, a] = color;
            gl.blend_color(r, g, b, a);
        }
    }

    /// `glDepthFunc`.
    pub fn depth_func(&mut self, gl: &Driver, func: u32) {
        let differs = changed(gl, &mut self.fixed.depth_func, func);
        if self.mark_if(differs) {
            gl.depth_func(func);
        }
    }

    /// `glDepthMask`.
    pub fn depth_mask(&mut self, gl: &Driver, write: bool) {
        let differs = changed(gl, &mut self.fixed.depth_mask, write);
        if self.mark_if(differs) {
            gl.depth_mask(write);
        }
    }

    /// `glStencilOpSeparate` and `glStencilFuncSeparate` of front and back.
    pub fn stencil(&mut self, gl: &Driver, faces: &[MGPStencilFace; 2], reference: [i32; 2], mask: [u32; 2]) {
        for (i, face) in faces.iter().enumerate() {
            let ops = [face.fail, face.depth_fail, face.depth_pass].map(u32::from);
            let differs = changed(gl, &mut self.fixed.stencil_ops[i], ops);
            if self.mark_if(differs) {
                gl.stencil_op_separate(FACES[i], ops[0], ops[1], ops[2]);
            }
            let func = (u32::from(face.func), reference[i], mask[i]);
            let differs = changed(gl, &mut self.fixed.stencil_func[i], func);
            if self.mark_if(differs) {
                gl.stencil_func_separate(FACES[i], func.0, func.1, func.2);
            }
        }
    }

    /// `glStencilMaskSeparate` of front and back.
    pub fn stencil_masks(&mut self, gl: &Driver, masks: [u32; 2]) {
        for (i, mask) in masks.into_iter().enumerate() {
            let differs = changed(gl, &mut self.fixed.stencil_mask[i], mask);
            if self.mark_if(differs) {
                gl.stencil_mask_separate(FACES[i], mask);
            }
        }
    }

    /// `glCullFace`.
    pub fn cull_mode(&mut self, gl: &Driver, mode: u32) {
        let differs = changed(gl, &mut self.fixed.cull_mode, mode);
        if self.mark_if(differs) {
            gl.cull_face(mode);
        }
    }

    /// `glFrontFace`.
    pub fn front_face(&mut self, gl: &Driver, face: u32) {
        let differs = changed(gl, &mut self.fixed.front_face, face);
        if self.mark_if(differs) {
            gl.front_face(face);
        }
    }

    /// `glPolygonOffsetClamp`; a clamp without the extension is left out.
    pub fn polygon_offset(&mut self, gl: &Driver, factor: f32, units: f32, clamp: f32) {
        let clamp = if gl.has(Features::POLYGON_OFFSET_CLAMP) { clamp } else { 0.0 };
        let differs = changed(gl, &mut self.fixed.polygon_offset, [factor, units, clamp].map(f32::to_bits));
        if self.mark_if(differs) {
            if clamp == 0.0 {
                gl.polygon_offset(factor, units);
            } else {
                gl.polygon_offset_clamp(factor, units, clamp);
            }
        }
    }

    /// `glPolygonModeNV`, where there is one.
    pub fn polygon_mode(&mut self, gl: &Driver, mode: u32) {
        if gl.has(Features::POLYGON_MODE) {
            let differs = changed(gl, &mut self.fixed.polygon_mode, mode);
            if self.mark_if(differs) {
                gl.polygon_mode(mode);
            }
        }
    }

    /// `glClipControlEXT`, where there is one.
    pub fn clip_control(&mut self, gl: &Driver, origin: u32, depth: u32) {
        if gl.has(Features::CLIP_CONTROL) {
            let differs = changed(gl, &mut self.fixed.clip_control, (origin, depth));
            if self.mark_if(differs) {
                gl.clip_control(origin, depth);
            }
        }
    }

    /// `glProvokingVertex`, where there is one.
    pub fn provoking_vertex(&mut self, gl: &Driver, mode: u32) {
        if gl.has_provoking_vertex() {
            let differs = changed(gl, &mut self.fixed.provoking_vertex, mode);
            if self.mark_if(differs) {
                gl.provoking_vertex(mode);
            }
        }
    }

    /// `glLineWidth`.
    pub fn line_width(&mut self, gl: &Driver, width: f32) {
        let differs = changed(gl, &mut self.fixed.line_width, width.to_bits());
        if self.mark_if(differs) {
            gl.line_width(width);
        }
    }

    /// Enabled clip distances, where there are any.
    pub fn clip_distances(&mut self, gl: &Driver, mask: u8) {
        if !gl.has(Features::CLIP_DISTANCE) {
            return;
        }
        let before = self.fixed.clip_distances;
        if self.mark_if(before != Some(mask)) {
            self.fixed.clip_distances = Some(mask);
            for i in 0..gl.caps.limits.max_clip_distances.min(8) {
                let (bit, cap) = (1u8 << i, 0x3000 + i);
                if before.is_none_or(|b| (b ^ mask) & bit != 0) {
                    if mask & bit != 0 { gl.enable(cap) } else { gl.disable(cap) }
                }
            }
        }
    }

    /// `glSampleCoverage`.
    pub fn sample_coverage(&mut self, gl: &Driver, value: f32, invert: bool) {
        let differs = changed(gl, &mut self.fixed.sample_coverage, (value.to_bits(), invert));
        if self.mark_if(differs) {
            gl.sample_coverage(value, invert);
        }
    }

    /// `glSampleMaski`.
    pub fn sample_masks(&mut self, gl: &Driver, masks: [u32; 2]) {
        for (i, mask) in masks.into_iter().enumerate().take(gl.caps.limits.max_sample_mask_words.min(2) as usize) {
            let differs = changed(gl, &mut self.fixed.sample_mask[i], mask);
            if self.mark_if(differs) {
                gl.sample_mask(i as u32, mask);
            }
        }
    }

    /// `glMinSampleShading`.
    pub fn min_sample_shading(&mut self, gl: &Driver, value: f32) {
        let differs = changed(gl, &mut self.fixed.min_sample_shading, value.to_bits());
        if self.mark_if(differs) {
            gl.min_sample_shading(value);
        }
    }

    /// One viewport and its depth range. Without viewport arrays only index 0 is there, in whole pixels.
    pub fn viewport(&mut self, gl: &Driver, index: usize, v: &MGPViewport) {
        let rect = [v.x, v.y, v.width, v.height];
        let indexed = gl.has(Features::VIEWPORT_ARRAY);
        if index >= gl.caps.limits.max_viewports.min(16) as usize {
            return;
        }
        let differs = changed(gl, &mut self.fixed.viewports[index], rect.map(f32::to_bits));
        if self.mark_if(differs) {
            let whole = rect.iter().all(|n| n.fract() == 0.0);
            if indexed && (gl.caps.limits.max_viewports > 1) && !(index == 0 && whole && self.single_viewport()) {
                gl.viewport_indexed(index as u32, rect);
            } else {
                let [x, y, w, h] = rect.map(|n| n.floor() as i32);
                gl.viewport(x, y, w, h);
                // The plain call sets every index.
                self.fixed.viewports = [None; 16];
                self.fixed.viewports[0] = Some(rect.map(f32::to_bits));
            }
        }
        let range = [v.near, v.far];
        let differs = changed(gl, &mut self.fixed.depth_ranges[index], range.map(f32::to_bits));
        if self.mark_if(differs) {
            if index > 0 {
                gl.depth_range_indexed(index as u32, v.near, v.far);
            } else {
                gl.depth_range_f32(v.near, v.far);
                self.fixed.depth_ranges = [None; 16];
                self.fixed.depth_ranges[0] = Some(range.map(f32::to_bits));
            }
        }
    }

    /// No viewport but the first was ever set.
    fn single_viewport(&self) -> bool {
        self.fixed.viewports[1..].iter().all(Option::is_none)
    }

    /// One scissor rectangle and its test.
    pub fn scissor(&mut self, gl: &Driver, index: usize, s: &MGPScissor) {
        if index >= gl.caps.limits.max_viewports.min(16) as usize {
            return;
        }
        let rect = [s.x, s.y, s.width, s.height];
        let on = s.enable != 0;
        // The rectangle of a test that is off does not matter.
        if on {
            let differs = changed(gl, &mut self.fixed.scissors[index], rect);
            if self.mark_if(differs) {
                if index > 0 {
                    gl.scissor_indexed(index as u32, rect);
                } else {
                    let [x, y, w, h] = rect;
                    gl.scissor(x, y, w, h);
                    self.fixed.scissors = [None; 16];
                    self.fixed.scissors[0] = Some(rect);
                }
            }
        }
        let differs = changed(gl, &mut self.fixed.scissor_enable[index], on);
        if self.mark_if(differs) {
            match (index, on) {
                (0, on) => {
                    if on {
                        gl.enable(glow::SCISSOR_TEST)
                    } else {
                        gl.disable(glow::SCISSOR_TEST)
                    }
                    self.fixed.scissor_enable = [None; 16];
                    self.fixed.scissor_enable[0] = Some(on);
                }
                (i, true) => gl.enable_draw_buffer(glow::SCISSOR_TEST, i as u32),
                (i, false) => gl.disable_draw_buffer(glow::SCISSOR_TEST, i as u32),
            }
        }
    }

    /// The first viewport, in whole pixels, for internal operations.
    pub fn plain_viewport(&mut self, gl: &Driver, [x, y, width, height]: [i32; 4]) {
        let [x, y, width, height] = [x, y, width, height].map(|n| n as f32);
        self.viewport(gl, 0, &MGPViewport { x, y, width, height, near: 0.0, far: 1.0 });
    }

    /// The first scissor, or none, for internal operations.
    pub fn plain_scissor(&mut self, gl: &Driver, rect: Option<[i32; 4]>) {
        let [x, y, width, height] = rect.unwrap_or_default();
        self.scissor(gl, 0, &MGPScissor { x, y, width, height, enable: rect.is_some().into() });
    }

    /// `glPatchParameteri(GL_PATCH_VERTICES)`.
    pub fn patch_vertices(&mut self, gl: &Driver, vertices: u32) {
        if changed(gl, &mut self.fixed.patch_vertices, vertices) {
            gl.patch_parameter_i32(glow::PATCH_VERTICES, vertices as i32);
        }
    }
}
