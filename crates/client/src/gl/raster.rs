//! Fixed state (GL 4.6 core 10.3.6, 13.6, 13.8, 14, 15.2, 17.3).
//!
//! The state is kept in the shape in which it crosses the wire, chunk by chunk; setters that change nothing mark nothing.

mod blend;
mod capability;
mod depth_stencil;
mod query;
mod viewport;

pub use blend::*;
pub use capability::*;
pub use depth_stencil::*;
pub use query::*;
pub use viewport::*;

use super::enums::*;
use crate::{Cx, context::ContextState, emit::Dirty};
use depth_stencil::faces;
use pipe_types::records::raster::{
    MGPBlendChunk, MGPBlendColor, MGPBlendTarget, MGPDepthStencilChunk, MGPLineDynamic, MGPMultisampleChunk,
    MGPPatchState, MGPRasterChunk, MGPSampleDynamic, MGPScissor, MGPStencilDynamic, MGPStencilFace, MGPViewport,
    dynamic_chunk, pipeline_chunk,
};

/// Viewports and scissors that cross the wire.
pub const VIEWPORTS: usize = 16;

/// Hints (GL 4.6 core 21.5). They are remembered and nothing else.
#[derive(Debug)]
pub struct Hints {
    line_smooth: GLenum,
    polygon_smooth: GLenum,
    texture_compression: GLenum,
    fragment_shader_derivative: GLenum,
}

/// Fixed state of a context.
#[derive(Debug)]
pub struct RasterState {
    /// Blending, colour masks, logic operation.
    pub blend: MGPBlendChunk,
    /// Depth and stencil tests.
    pub depth_stencil: MGPDepthStencilChunk,
    /// Rasterisation.
    pub raster: MGPRasterChunk,
    /// Multisampling.
    pub multisample: MGPMultisampleChunk,
    /// Viewports and depth ranges.
    pub viewports: [MGPViewport; VIEWPORTS],
    /// Scissor rectangles.
    pub scissors: [MGPScissor; VIEWPORTS],
    /// Blend colour, as the application gave it.
    pub blend_color: MGPBlendColor,
    /// Stencil references and masks.
    pub stencil: MGPStencilDynamic,
    /// Line width, point size.
    pub line: MGPLineDynamic,
    /// Sample mask.
    pub sample: MGPSampleDynamic,
    /// Patches.
    pub patch: MGPPatchState,
    /// Pipeline chunks that changed since they were hashed.
    pub pipeline_dirty: u32,
    /// Dynamic chunks that changed since they were sent.
    pub dynamic_dirty: u32,
    hints: Hints,
    /// Bit i: draw buffer i blends with the second colour of the shader.
    pub dual_source: u8,
    /// The same, whether they blend or not.
    pub dual_factors: u8,
    /// `GL_CLAMP_READ_COLOR`.
    pub clamp_read_color: GLenum,
}

impl Default for RasterState {
    fn default() -> Self {
        let target = MGPBlendTarget {
            enable: 0,
            color_mask: 15,
            equation_rgb: GL_FUNC_ADD as u16,
            equation_alpha: GL_FUNC_ADD as u16,
            src_rgb: GL_ONE as u16,
            dst_rgb: GL_ZERO as u16,
            src_alpha: GL_ONE as u16,
            dst_alpha: GL_ZERO as u16,
            pad: 0,
        };
        let face = MGPStencilFace {
            func: GL_ALWAYS as u16,
            fail: GL_KEEP as u16,
            depth_fail: GL_KEEP as u16,
            depth_pass: GL_KEEP as u16,
        };
        Self {
            blend: MGPBlendChunk { targets: [target; 8], logic_op: GL_COPY as u16, dither: 1, ..Default::default() },
            depth_stencil: MGPDepthStencilChunk {
                depth_test: 0,
                depth_write: 1,
                depth_func: GL_LESS as u16,
                stencil_test: 0,
                pad: [0; 3],
                stencil: [face; 2],
            },
            raster: MGPRasterChunk {
                cull_mode: GL_BACK as u16,
                front_face: GL_CCW as u16,
                polygon_mode: GL_FILL as u16,
                provoking_vertex: GL_LAST_VERTEX_CONVENTION as u16,
                clip_origin: GL_LOWER_LEFT as u16,
                clip_depth: GL_NEGATIVE_ONE_TO_ONE as u16,
                ..Default::default()
            },
            multisample: MGPMultisampleChunk { multisample: 1, sample_coverage_value: 1.0, ..Default::default() },
            viewports: [MGPViewport { far: 1.0, ..Default::default() }; VIEWPORTS],
            scissors: [MGPScissor::default(); VIEWPORTS],
            blend_color: MGPBlendColor::default(),
            stencil: MGPStencilDynamic { reference: [0; 2], value_mask: [!0; 2], write_mask: [!0; 2] },
            line: MGPLineDynamic { line_width: 1.0, point_size: 1.0, point_fade_threshold: 1.0, pad: 0 },
            sample: MGPSampleDynamic { mask: [!0; 2] },
            patch: MGPPatchState { vertices: 3, outer: [1.0; 4], inner: [1.0; 2], pad: [0; 3] },
            pipeline_dirty: pipeline_chunk::ALL,
            dynamic_dirty: dynamic_chunk::ALL,
            hints: Hints {
                line_smooth: GL_DONT_CARE,
                polygon_smooth: GL_DONT_CARE,
                texture_compression: GL_DONT_CARE,
                fragment_shader_derivative: GL_DONT_CARE,
            },
            dual_source: 0,
            dual_factors: 0,
            clamp_read_color: GL_FIXED_ONLY,
        }
    }
}

/// A context becomes current for the first time: viewport and scissor get the draw surface's size (GL 4.6 core 13.8.1, 14.9.2).
pub fn first_current(state: &mut ContextState, width: u32, height: u32) {
    for viewport in &mut state.raster.viewports {
        (viewport.width, viewport.height) = (width as f32, height as f32);
    }
    for scissor in &mut state.raster.scissors {
        (scissor.width, scissor.height) = (width as i32, height as i32);
    }
    use dynamic_chunk::*;
    mark_dynamic(state, VIEWPORT0 | VIEWPORTS | SCISSOR0 | SCISSORS);
}

fn mark_pipeline(state: &mut ContextState, chunks: u32) {
    if chunks & pipeline_chunk::BLEND != 0 {
        let r = &mut state.raster;
        (r.dual_factors, r.dual_source) = super::draw::dual_source(&r.blend.targets);
    }
    mark_chunks(state, chunks);
}

#[inline]
fn mark_chunks(state: &mut ContextState, chunks: u32) {
    state.raster.pipeline_dirty |= chunks;
    state.sent.dirty.insert(Dirty::RENDER_STATE);
}

fn mark_dynamic(state: &mut ContextState, chunks: u32) {
    state.raster.dynamic_dirty |= chunks;
    state.sent.dirty.insert(Dirty::DYNAMIC);
}

/// Stores `value`; says whether that changed anything.
#[inline]
fn replace<T: PartialEq>(place: &mut T, value: T) -> bool {
    let changed = *place != value;
    *place = value;
    changed
}

/// Runs `change` on the state and marks `chunks` if it says that something changed.
#[inline]
fn pipeline(cx: &mut Cx<'_>, chunks: u32, change: impl FnOnce(&mut RasterState) -> bool) {
    if change(&mut cx.state.raster) {
        mark_pipeline(cx.state, chunks);
    }
}

#[inline]
fn dynamic(cx: &mut Cx<'_>, chunks: u32, change: impl FnOnce(&mut RasterState) -> bool) {
    if change(&mut cx.state.raster) {
        mark_dynamic(cx.state, chunks);
    }
}

/// `glCullFace`.
pub fn cull_face(cx: &mut Cx<'_>, mode: GLenum) {
    if faces(mode).is_none() {
        return cx.error(GL_INVALID_ENUM, "face");
    }
    pipeline(cx, pipeline_chunk::RASTER, |r| replace(&mut r.raster.cull_mode, mode as u16));
}

/// `glFrontFace`.
pub fn front_face(cx: &mut Cx<'_>, mode: GLenum) {
    if !matches!(mode, GL_CW | GL_CCW) {
        return cx.error(GL_INVALID_ENUM, "winding");
    }
    pipeline(cx, pipeline_chunk::RASTER, |r| replace(&mut r.raster.front_face, mode as u16));
}

/// `glPolygonMode`: the core profile knows one mode for both faces.
pub fn polygon_mode(cx: &mut Cx<'_>, face: GLenum, mode: GLenum) {
    if !matches!(mode, GL_POINT | GL_LINE | GL_FILL) {
        return cx.error(GL_INVALID_ENUM, "polygon mode");
    }
    if face != GL_FRONT_AND_BACK {
        return cx.error(GL_INVALID_ENUM, "face");
    }
    pipeline(cx, pipeline_chunk::RASTER, |r| replace(&mut r.raster.polygon_mode, mode as u16));
}

/// `glPolygonOffset`, `glPolygonOffsetClamp`.
pub fn polygon_offset(cx: &mut Cx<'_>, factor: f32, units: f32, clamp: f32) {
    pipeline(cx, pipeline_chunk::RASTER, |r| {
        replace(&mut r.raster.polygon_offset_factor, factor)
            | replace(&mut r.raster.polygon_offset_units, units)
            | replace(&mut r.raster.polygon_offset_clamp, clamp)
    });
}

/// `glProvokingVertex`.
pub fn provoking_vertex(cx: &mut Cx<'_>, mode: GLenum) {
    if !matches!(mode, GL_FIRST_VERTEX_CONVENTION | GL_LAST_VERTEX_CONVENTION) {
        return cx.error(GL_INVALID_ENUM, "convention");
    }
    pipeline(cx, pipeline_chunk::RASTER, |r| replace(&mut r.raster.provoking_vertex, mode as u16));
}

/// `glClipControl`.
pub fn clip_control(cx: &mut Cx<'_>, origin: GLenum, depth: GLenum) {
    if !matches!(origin, GL_LOWER_LEFT | GL_UPPER_LEFT) || !matches!(depth, GL_NEGATIVE_ONE_TO_ONE | GL_ZERO_TO_ONE) {
        return cx.error(GL_INVALID_ENUM, "origin or depth mode");
    }
    pipeline(cx, pipeline_chunk::RASTER, |r| {
        replace(&mut r.raster.clip_origin, origin as u16) | replace(&mut r.raster.clip_depth, depth as u16)
    });
}

/// `glPrimitiveRestartIndex`.
pub fn primitive_restart_index(cx: &mut Cx<'_>, index: GLuint) {
    pipeline(cx, pipeline_chunk::RASTER, |r| replace(&mut r.raster.restart_index, index));
}

/// `glLineWidth`. Wide lines are gone from forward-compatible contexts.
pub fn line_width(cx: &mut Cx<'_>, width: f32) {
    let forward = cx.state.flags.bits & GL_CONTEXT_FLAG_FORWARD_COMPATIBLE_BIT != 0;
    if width.is_nan() || width <= 0.0 || (forward && width > 1.0) {
        return cx.error(GL_INVALID_VALUE, "line width");
    }
    dynamic(cx, dynamic_chunk::LINE, |r| replace(&mut r.line.line_width, width));
}

/// `glPointSize`.
pub fn point_size(cx: &mut Cx<'_>, size: f32) {
    if size.is_nan() || size <= 0.0 {
        return cx.error(GL_INVALID_VALUE, "point size");
    }
    dynamic(cx, dynamic_chunk::LINE, |r| replace(&mut r.line.point_size, size));
}

/// `glPointParameter*`.
pub fn point_parameter(cx: &mut Cx<'_>, pname: GLenum, value: f32) {
    match pname {
        GL_POINT_FADE_THRESHOLD_SIZE => {
            if value < 0.0 {
                return cx.error(GL_INVALID_VALUE, "threshold");
            }
            dynamic(cx, dynamic_chunk::LINE, |r| replace(&mut r.line.point_fade_threshold, value));
        }
        GL_POINT_SPRITE_COORD_ORIGIN => {
            let lower = match value as GLenum {
                GL_LOWER_LEFT => 1,
                GL_UPPER_LEFT => 0,
                _ => return cx.error(GL_INVALID_VALUE, "origin"),
            };
            pipeline(cx, pipeline_chunk::RASTER, |r| replace(&mut r.raster.point_origin_lower_left, lower));
        }
        _ => cx.error(GL_INVALID_ENUM, "point parameter"),
    }
}

/// `glSampleCoverage`.
pub fn sample_coverage(cx: &mut Cx<'_>, value: f32, invert: GLboolean) {
    pipeline(cx, pipeline_chunk::MULTISAMPLE, |r| {
        replace(&mut r.multisample.sample_coverage_value, value.clamp(0.0, 1.0))
            | replace(&mut r.multisample.sample_coverage_invert, u8::from(invert != 0))
    });
}

/// `glMinSampleShading`.
pub fn min_sample_shading(cx: &mut Cx<'_>, value: f32) {
    pipeline(cx, pipeline_chunk::MULTISAMPLE, |r| {
        replace(&mut r.multisample.min_sample_shading, value.clamp(0.0, 1.0))
    });
}

/// `glSampleMaski`.
pub fn sample_mask(cx: &mut Cx<'_>, word: GLuint, mask: GLbitfield) {
    if word >= cx.state.limits.sample_mask_words {
        return cx.error(GL_INVALID_VALUE, "sample mask word");
    }
    dynamic(cx, dynamic_chunk::SAMPLE, |r| replace(&mut r.sample.mask[word as usize], mask));
}

/// `glPatchParameteri`.
pub fn patch_vertices(cx: &mut Cx<'_>, pname: GLenum, value: GLint) {
    if pname != GL_PATCH_VERTICES {
        return cx.error(GL_INVALID_ENUM, "patch parameter");
    }
    if value <= 0 || value as u32 > cx.state.limits.patch_vertices {
        return cx.error(GL_INVALID_VALUE, "patch vertices");
    }
    if replace(&mut cx.state.raster.patch.vertices, value as u32) {
        cx.state.sent.dirty.insert(Dirty::PATCH);
    }
}

/// `glPatchParameterfv`; `values` has as many as the parameter takes.
pub fn patch_levels(cx: &mut Cx<'_>, pname: GLenum, values: &[f32]) {
    let patch = &mut cx.state.raster.patch;
    let place: &mut [f32] = match pname {
        GL_PATCH_DEFAULT_OUTER_LEVEL => &mut patch.outer,
        GL_PATCH_DEFAULT_INNER_LEVEL => &mut patch.inner,
        _ => return cx.error(GL_INVALID_ENUM, "patch parameter"),
    };
    if values.len() == place.len() && *place != *values {
        place.copy_from_slice(values);
        cx.state.sent.dirty.insert(Dirty::PATCH);
    }
}

/// `glClampColor`.
pub fn clamp_color(cx: &mut Cx<'_>, target: GLenum, clamp: GLenum) {
    let known = clamp == GL_FIXED_ONLY || clamp == GLenum::from(GL_TRUE) || clamp == GLenum::from(GL_FALSE);
    if target != GL_CLAMP_READ_COLOR || !known {
        return cx.error(GL_INVALID_ENUM, "target or clamp");
    }
    cx.state.raster.clamp_read_color = clamp;
}

/// `glGetMultisamplefv`: a sample's place in its pixel. The common patterns; no record asks the driver for its own.
pub fn sample_position(cx: &mut Cx<'_>, pname: GLenum, index: GLuint) -> Option<[f32; 2]> {
    const TWO: [[u8; 2]; 2] = [[12, 12], [4, 4]];
    const FOUR: [[u8; 2]; 4] = [[6, 2], [14, 6], [2, 10], [10, 14]];
    const EIGHT: [[u8; 2]; 8] = [[9, 5], [7, 11], [13, 9], [5, 3], [3, 13], [1, 7], [11, 15], [15, 1]];
    if pname != GL_SAMPLE_POSITION {
        cx.error(GL_INVALID_ENUM, "multisample parameter");
        return None;
    }
    let samples = super::framebuffer::get(cx, GL_SAMPLES).map_or(0, |value| value.int32(0));
    if index >= samples.max(1) as u32 {
        cx.error(GL_INVALID_VALUE, "sample index");
        return None;
    }
    let pattern: &[[u8; 2]] = match samples {
        0 | 1 => return Some([0.5; 2]),
        2 => &TWO,
        3 | 4 => &FOUR,
        _ => &EIGHT,
    };
    Some(pattern.get(index as usize).map_or([0.5; 2], |at| at.map(|sixteenths| f32::from(sixteenths) / 16.0)))
}

/// `glHint`.
pub fn hint(cx: &mut Cx<'_>, target: GLenum, mode: GLenum) {
    if !matches!(mode, GL_FASTEST | GL_NICEST | GL_DONT_CARE) {
        return cx.error(GL_INVALID_ENUM, "hint mode");
    }
    let hints = &mut cx.state.raster.hints;
    *match target {
        GL_LINE_SMOOTH_HINT => &mut hints.line_smooth,
        GL_POLYGON_SMOOTH_HINT => &mut hints.polygon_smooth,
        GL_TEXTURE_COMPRESSION_HINT => &mut hints.texture_compression,
        GL_FRAGMENT_SHADER_DERIVATIVE_HINT => &mut hints.fragment_shader_derivative,
        _ => return cx.error(GL_INVALID_ENUM, "hint"),
    } = mode;
}
