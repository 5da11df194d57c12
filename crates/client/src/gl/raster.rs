//! Fixed state (GL 4.6 core 10.3.6, 13.6, 13.8, 14, 15.2, 17.3).
//!
//! The state is kept in the shape in which it crosses the wire, chunk by chunk; setters that change nothing mark nothing.

use super::{enums::*, get::Value};
use crate::{Cx, context::ContextState, emit::Dirty};
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

/// The flag behind a capability without index, and its pipeline chunk.
fn capability(r: &mut RasterState, cap: GLenum) -> Option<(&mut u8, u32)> {
    use pipeline_chunk::{BLEND, DEPTH_STENCIL, MULTISAMPLE, RASTER};
    Some(match cap {
        GL_COLOR_LOGIC_OP => (&mut r.blend.logic_op_enable, BLEND),
        GL_DITHER => (&mut r.blend.dither, BLEND),
        GL_FRAMEBUFFER_SRGB => (&mut r.blend.framebuffer_srgb, BLEND),
        GL_DEPTH_TEST => (&mut r.depth_stencil.depth_test, DEPTH_STENCIL),
        GL_STENCIL_TEST => (&mut r.depth_stencil.stencil_test, DEPTH_STENCIL),
        GL_CULL_FACE => (&mut r.raster.cull_face, RASTER),
        GL_POLYGON_OFFSET_FILL => (&mut r.raster.polygon_offset_fill, RASTER),
        GL_POLYGON_OFFSET_LINE => (&mut r.raster.polygon_offset_line, RASTER),
        GL_POLYGON_OFFSET_POINT => (&mut r.raster.polygon_offset_point, RASTER),
        GL_RASTERIZER_DISCARD => (&mut r.raster.rasterizer_discard, RASTER),
        GL_DEPTH_CLAMP => (&mut r.raster.depth_clamp, RASTER),
        GL_PROGRAM_POINT_SIZE => (&mut r.raster.program_point_size, RASTER),
        GL_LINE_SMOOTH => (&mut r.raster.line_smooth, RASTER),
        GL_POLYGON_SMOOTH => (&mut r.raster.polygon_smooth, RASTER),
        GL_TEXTURE_CUBE_MAP_SEAMLESS => (&mut r.raster.cube_map_seamless, RASTER),
        GL_PRIMITIVE_RESTART => (&mut r.raster.primitive_restart, RASTER),
        GL_PRIMITIVE_RESTART_FIXED_INDEX => (&mut r.raster.primitive_restart_fixed_index, RASTER),
        GL_MULTISAMPLE => (&mut r.multisample.multisample, MULTISAMPLE),
        GL_SAMPLE_ALPHA_TO_COVERAGE => (&mut r.multisample.sample_alpha_to_coverage, MULTISAMPLE),
        GL_SAMPLE_ALPHA_TO_ONE => (&mut r.multisample.sample_alpha_to_one, MULTISAMPLE),
        GL_SAMPLE_COVERAGE => (&mut r.multisample.sample_coverage, MULTISAMPLE),
        GL_SAMPLE_MASK => (&mut r.multisample.sample_mask, MULTISAMPLE),
        GL_SAMPLE_SHADING => (&mut r.multisample.sample_shading, MULTISAMPLE),
        _ => return None,
    })
}

fn clip_distance(cx: &Cx<'_>, cap: GLenum) -> Option<u8> {
    let at = cap.checked_sub(GL_CLIP_DISTANCE0).filter(|&at| at < cx.state.limits.clip_distances)?;
    Some(1 << at)
}

/// `glEnable`, `glDisable`.
pub fn enable(cx: &mut Cx<'_>, cap: GLenum, on: bool) {
    match cap {
        GL_BLEND => {
            let r = &mut cx.state.raster;
            if r.blend.targets.iter_mut().fold(false, |changed, t| replace(&mut t.enable, u8::from(on)) | changed) {
                // Programs toggle this with every other draw; the factors are as they were.
                r.dual_source = if on { r.dual_factors } else { 0 };
                mark_chunks(cx.state, pipeline_chunk::BLEND);
            }
        }
        GL_SCISSOR_TEST => {
            dynamic(cx, dynamic_chunk::SCISSOR0 | dynamic_chunk::SCISSORS, |r| {
                r.scissors.iter_mut().fold(false, |changed, s| replace(&mut s.enable, u32::from(on)) | changed)
            });
        }
        GL_DEBUG_OUTPUT => cx.state.debug.enabled = on,
        GL_DEBUG_OUTPUT_SYNCHRONOUS => cx.state.debug.synchronous = on,
        _ => {
            if let Some(bit) = clip_distance(cx, cap) {
                return pipeline(cx, pipeline_chunk::RASTER, |r| {
                    let mask = r.raster.clip_distance_mask;
                    replace(&mut r.raster.clip_distance_mask, if on { mask | bit } else { mask & !bit })
                });
            }
            let Some((flag, chunk)) = capability(&mut cx.state.raster, cap) else {
                return cx.error(GL_INVALID_ENUM, &format!("no capability {}", enum_name(cap)));
            };
            if replace(flag, u8::from(on)) {
                mark_pipeline(cx.state, chunk);
            }
        }
    }
}

/// `glIsEnabled`; `None` is no capability.
pub fn enabled(cx: &mut Cx<'_>, cap: GLenum) -> Option<bool> {
    Some(match cap {
        GL_BLEND => cx.state.raster.blend.targets[0].enable != 0,
        GL_SCISSOR_TEST => cx.state.raster.scissors[0].enable != 0,
        GL_DEBUG_OUTPUT => cx.state.debug.enabled,
        GL_DEBUG_OUTPUT_SYNCHRONOUS => cx.state.debug.synchronous,
        _ => {
            if let Some(bit) = clip_distance(cx, cap) {
                return Some(cx.state.raster.raster.clip_distance_mask & bit != 0);
            }
            *capability(&mut cx.state.raster, cap)?.0 != 0
        }
    })
}

/// `glIsEnabled`.
pub fn is_enabled(cx: &mut Cx<'_>, cap: GLenum) -> GLboolean {
    match enabled(cx, cap) {
        Some(on) => GLboolean::from(on),
        None => {
            cx.error(GL_INVALID_ENUM, &format!("no capability {}", enum_name(cap)));
            GL_FALSE
        }
    }
}

/// `glEnablei`, `glDisablei`.
pub fn enable_indexed(cx: &mut Cx<'_>, cap: GLenum, index: GLuint, on: bool) {
    match cap {
        GL_BLEND => {
            if index >= cx.state.limits.draw_buffers {
                return cx.error(GL_INVALID_VALUE, "draw buffer index");
            }
            pipeline(cx, pipeline_chunk::BLEND, |r| replace(&mut r.blend.targets[index as usize].enable, u8::from(on)));
        }
        GL_SCISSOR_TEST => {
            if index >= cx.state.limits.viewports {
                return cx.error(GL_INVALID_VALUE, "scissor index");
            }
            dynamic(cx, scissor_chunk(index), |r| replace(&mut r.scissors[index as usize].enable, u32::from(on)));
        }
        _ => cx.error(GL_INVALID_ENUM, &format!("{} has no index", enum_name(cap))),
    }
}

/// `glIsEnabledi`.
pub fn is_enabled_indexed(cx: &mut Cx<'_>, cap: GLenum, index: GLuint) -> GLboolean {
    let (limit, on) = match cap {
        GL_BLEND => {
            (cx.state.limits.draw_buffers, cx.state.raster.blend.targets.get(index as usize).map(|t| t.enable != 0))
        }
        GL_SCISSOR_TEST => {
            (cx.state.limits.viewports, cx.state.raster.scissors.get(index as usize).map(|s| s.enable != 0))
        }
        _ => {
            cx.error(GL_INVALID_ENUM, &format!("{} has no index", enum_name(cap)));
            return GL_FALSE;
        }
    };
    match on {
        Some(on) if index < limit => GLboolean::from(on),
        _ => {
            cx.error(GL_INVALID_VALUE, "index");
            GL_FALSE
        }
    }
}

fn scissor_chunk(index: u32) -> u32 {
    if index == 0 { dynamic_chunk::SCISSOR0 } else { dynamic_chunk::SCISSORS }
}
fn viewport_chunk(index: u32) -> u32 {
    if index == 0 { dynamic_chunk::VIEWPORT0 } else { dynamic_chunk::VIEWPORTS }
}

fn is_factor(factor: GLenum) -> bool {
    matches!(
        factor,
        GL_ZERO
            | GL_ONE
            | GL_SRC_COLOR
            | GL_ONE_MINUS_SRC_COLOR
            | GL_DST_COLOR
            | GL_ONE_MINUS_DST_COLOR
            | GL_SRC_ALPHA
            | GL_ONE_MINUS_SRC_ALPHA
            | GL_DST_ALPHA
            | GL_ONE_MINUS_DST_ALPHA
            | GL_CONSTANT_COLOR
            | GL_ONE_MINUS_CONSTANT_COLOR
            | GL_CONSTANT_ALPHA
            | GL_ONE_MINUS_CONSTANT_ALPHA
            | GL_SRC_ALPHA_SATURATE
            | GL_SRC1_COLOR
            | GL_ONE_MINUS_SRC1_COLOR
            | GL_SRC1_ALPHA
            | GL_ONE_MINUS_SRC1_ALPHA
    )
}

fn blend_targets(cx: &mut Cx<'_>, buffer: Option<GLuint>, change: impl Fn(&mut MGPBlendTarget) -> bool) {
    if buffer.is_some_and(|buffer| buffer >= cx.state.limits.draw_buffers) {
        return cx.error(GL_INVALID_VALUE, "draw buffer index");
    }
    pipeline(cx, pipeline_chunk::BLEND, |r| match buffer {
        Some(at) => change(&mut r.blend.targets[at as usize]),
        None => r.blend.targets.iter_mut().fold(false, |changed, target| change(target) | changed),
    });
}

/// `glBlendFunc`, `glBlendFuncSeparate` and their indexed forms; `buffer` is `None` for all draw buffers.
pub fn blend_func(cx: &mut Cx<'_>, buffer: Option<GLuint>, factors: [GLenum; 4]) {
    if let Some(wrong) = factors.iter().find(|&&factor| !is_factor(factor)) {
        return cx.error(GL_INVALID_ENUM, &format!("blend factor {}", enum_name(*wrong)));
    }
    let [src_rgb, dst_rgb, src_alpha, dst_alpha] = factors.map(|factor| factor as u16);
    blend_targets(cx, buffer, |t| {
        replace(&mut t.src_rgb, src_rgb)
            | replace(&mut t.dst_rgb, dst_rgb)
            | replace(&mut t.src_alpha, src_alpha)
            | replace(&mut t.dst_alpha, dst_alpha)
    });
}

/// `glBlendEquation`, `glBlendEquationSeparate` and their indexed forms.
pub fn blend_equation(cx: &mut Cx<'_>, buffer: Option<GLuint>, rgb: GLenum, alpha: GLenum) {
    let known = |e| matches!(e, GL_FUNC_ADD | GL_FUNC_SUBTRACT | GL_FUNC_REVERSE_SUBTRACT | GL_MIN | GL_MAX);
    if !known(rgb) || !known(alpha) {
        return cx.error(GL_INVALID_ENUM, "blend equation");
    }
    blend_targets(cx, buffer, |t| {
        replace(&mut t.equation_rgb, rgb as u16) | replace(&mut t.equation_alpha, alpha as u16)
    });
}

/// `glColorMask`, `glColorMaski`.
pub fn color_mask(cx: &mut Cx<'_>, buffer: Option<GLuint>, mask: [GLboolean; 4]) {
    let bits = mask.iter().enumerate().fold(0, |bits, (at, &on)| bits | u8::from(on != 0) << at);
    blend_targets(cx, buffer, |t| replace(&mut t.color_mask, bits));
}

/// `glBlendColor`.
pub fn blend_color(cx: &mut Cx<'_>, color: [f32; 4]) {
    dynamic(cx, dynamic_chunk::BLEND_COLOR, |r| replace(&mut r.blend_color.color, color));
}

/// `glLogicOp`.
pub fn logic_op(cx: &mut Cx<'_>, op: GLenum) {
    if !(GL_CLEAR..=GL_SET).contains(&op) {
        return cx.error(GL_INVALID_ENUM, "logic operation");
    }
    pipeline(cx, pipeline_chunk::BLEND, |r| replace(&mut r.blend.logic_op, op as u16));
}

fn is_comparison(func: GLenum) -> bool {
    (GL_NEVER..=GL_ALWAYS).contains(&func)
}

/// `glDepthFunc`.
pub fn depth_func(cx: &mut Cx<'_>, func: GLenum) {
    if !is_comparison(func) {
        return cx.error(GL_INVALID_ENUM, "comparison");
    }
    pipeline(cx, pipeline_chunk::DEPTH_STENCIL, |r| replace(&mut r.depth_stencil.depth_func, func as u16));
}

/// `glDepthMask`.
pub fn depth_mask(cx: &mut Cx<'_>, on: GLboolean) {
    pipeline(cx, pipeline_chunk::DEPTH_STENCIL, |r| replace(&mut r.depth_stencil.depth_write, u8::from(on != 0)));
}

fn faces(face: GLenum) -> Option<std::ops::Range<usize>> {
    match face {
        GL_FRONT => Some(0..1),
        GL_BACK => Some(1..2),
        GL_FRONT_AND_BACK => Some(0..2),
        _ => None,
    }
}

/// `glStencilFunc`, `glStencilFuncSeparate`.
pub fn stencil_func(cx: &mut Cx<'_>, face: GLenum, func: GLenum, reference: GLint, mask: GLuint) {
    let Some(faces) = faces(face) else { return cx.error(GL_INVALID_ENUM, "face") };
    if !is_comparison(func) {
        return cx.error(GL_INVALID_ENUM, "comparison");
    }
    for at in faces {
        pipeline(cx, pipeline_chunk::DEPTH_STENCIL, |r| replace(&mut r.depth_stencil.stencil[at].func, func as u16));
        dynamic(cx, dynamic_chunk::STENCIL, |r| {
            replace(&mut r.stencil.reference[at], reference) | replace(&mut r.stencil.value_mask[at], mask)
        });
    }
}

/// `glStencilOp`, `glStencilOpSeparate`.
pub fn stencil_op(cx: &mut Cx<'_>, face: GLenum, ops: [GLenum; 3]) {
    let Some(faces) = faces(face) else { return cx.error(GL_INVALID_ENUM, "face") };
    let known =
        |op| matches!(op, GL_KEEP | GL_ZERO | GL_REPLACE | GL_INCR | GL_DECR | GL_INVERT | GL_INCR_WRAP | GL_DECR_WRAP);
    if !ops.into_iter().all(known) {
        return cx.error(GL_INVALID_ENUM, "stencil operation");
    }
    for at in faces {
        pipeline(cx, pipeline_chunk::DEPTH_STENCIL, |r| {
            let face = &mut r.depth_stencil.stencil[at];
            replace(&mut face.fail, ops[0] as u16)
                | replace(&mut face.depth_fail, ops[1] as u16)
                | replace(&mut face.depth_pass, ops[2] as u16)
        });
    }
}

/// `glStencilMask`, `glStencilMaskSeparate`.
pub fn stencil_mask(cx: &mut Cx<'_>, face: GLenum, mask: GLuint) {
    let Some(faces) = faces(face) else { return cx.error(GL_INVALID_ENUM, "face") };
    for at in faces {
        dynamic(cx, dynamic_chunk::STENCIL, |r| replace(&mut r.stencil.write_mask[at], mask));
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

/// `glViewport`, `glViewportArrayv` and kin, one viewport; `None` is all of them.
pub fn viewport(cx: &mut Cx<'_>, index: Option<GLuint>, [x, y, width, height]: [f32; 4]) {
    if index.is_some_and(|index| index >= cx.state.limits.viewports) {
        return cx.error(GL_INVALID_VALUE, "viewport index");
    }
    if width < 0.0 || height < 0.0 {
        return cx.error(GL_INVALID_VALUE, "viewport size");
    }
    let [max_width, max_height] = cx.state.limits.viewport_dims.map(|max| max as f32);
    let (low, high) = VIEWPORT_BOUNDS;
    let (x, y) = (x.clamp(low, high), y.clamp(low, high));
    for at in index.map_or(0..VIEWPORTS as u32, |index| index..index + 1) {
        dynamic(cx, viewport_chunk(at), |r| {
            let v = &mut r.viewports[at as usize];
            replace(&mut v.x, x)
                | replace(&mut v.y, y)
                | replace(&mut v.width, width.min(max_width))
                | replace(&mut v.height, height.min(max_height))
        });
    }
}

/// `GL_VIEWPORT_BOUNDS_RANGE`.
pub const VIEWPORT_BOUNDS: (f32, f32) = (-32768.0, 32767.0);

/// `glDepthRange` and kin, one viewport; `None` is all of them.
pub fn depth_range(cx: &mut Cx<'_>, index: Option<GLuint>, near: f64, far: f64) {
    if index.is_some_and(|index| index >= cx.state.limits.viewports) {
        return cx.error(GL_INVALID_VALUE, "viewport index");
    }
    let (near, far) = (near.clamp(0.0, 1.0) as f32, far.clamp(0.0, 1.0) as f32);
    for at in index.map_or(0..VIEWPORTS as u32, |index| index..index + 1) {
        dynamic(cx, viewport_chunk(at), |r| {
            let v = &mut r.viewports[at as usize];
            replace(&mut v.near, near) | replace(&mut v.far, far)
        });
    }
}

/// `glScissor`, `glScissorArrayv` and kin, one rectangle; `None` is all of them.
pub fn scissor(cx: &mut Cx<'_>, index: Option<GLuint>, [x, y, width, height]: [GLint; 4]) {
    if index.is_some_and(|index| index >= cx.state.limits.viewports) {
        return cx.error(GL_INVALID_VALUE, "scissor index");
    }
    if width < 0 || height < 0 {
        return cx.error(GL_INVALID_VALUE, "scissor size");
    }
    for at in index.map_or(0..VIEWPORTS as u32, |index| index..index + 1) {
        dynamic(cx, scissor_chunk(at), |r| {
            let s = &mut r.scissors[at as usize];
            replace(&mut s.x, x) | replace(&mut s.y, y) | replace(&mut s.width, width) | replace(&mut s.height, height)
        });
    }
}

/// A range of viewports or scissors of an array call is in bounds; otherwise the error is recorded.
pub fn array_range(cx: &mut Cx<'_>, first: GLuint, count: GLsizei) -> bool {
    let ok = count >= 0 && u64::from(first) + count as u64 <= u64::from(cx.state.limits.viewports);
    if !ok {
        cx.error(GL_INVALID_VALUE, "viewport range");
    }
    ok
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

/// `glGet` of fixed state.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let r = &cx.state.raster;
    let target = &r.blend.targets[0];
    let (ds, rs, ms) = (&r.depth_stencil, &r.raster, &r.multisample);
    let ints4 = |v: [i32; 4]| Value::Ints(v.map(i64::from), 4);
    Some(match pname {
        GL_BLEND_SRC_RGB | GL_BLEND_SRC => Value::int(target.src_rgb),
        GL_BLEND_DST_RGB | GL_BLEND_DST => Value::int(target.dst_rgb),
        GL_BLEND_SRC_ALPHA => Value::int(target.src_alpha),
        GL_BLEND_DST_ALPHA => Value::int(target.dst_alpha),
        GL_BLEND_EQUATION_RGB => Value::int(target.equation_rgb),
        GL_BLEND_EQUATION_ALPHA => Value::int(target.equation_alpha),
        GL_BLEND_COLOR => Value::color(r.blend_color.color),
        GL_COLOR_WRITEMASK => mask_value(target.color_mask),
        GL_LOGIC_OP_MODE => Value::int(r.blend.logic_op),
        GL_DEPTH_FUNC => Value::int(ds.depth_func),
        GL_DEPTH_WRITEMASK => Value::bool(ds.depth_write != 0),
        GL_DEPTH_RANGE => range_value(&r.viewports[0]),
        GL_STENCIL_FUNC => Value::int(ds.stencil[0].func),
        GL_STENCIL_FAIL => Value::int(ds.stencil[0].fail),
        GL_STENCIL_PASS_DEPTH_FAIL => Value::int(ds.stencil[0].depth_fail),
        GL_STENCIL_PASS_DEPTH_PASS => Value::int(ds.stencil[0].depth_pass),
        GL_STENCIL_BACK_FUNC => Value::int(ds.stencil[1].func),
        GL_STENCIL_BACK_FAIL => Value::int(ds.stencil[1].fail),
        GL_STENCIL_BACK_PASS_DEPTH_FAIL => Value::int(ds.stencil[1].depth_fail),
        GL_STENCIL_BACK_PASS_DEPTH_PASS => Value::int(ds.stencil[1].depth_pass),
        GL_STENCIL_REF => Value::int(r.stencil.reference[0].max(0)),
        GL_STENCIL_BACK_REF => Value::int(r.stencil.reference[1].max(0)),
        GL_STENCIL_VALUE_MASK => Value::int(r.stencil.value_mask[0]),
        GL_STENCIL_BACK_VALUE_MASK => Value::int(r.stencil.value_mask[1]),
        GL_STENCIL_WRITEMASK => Value::int(r.stencil.write_mask[0]),
        GL_STENCIL_BACK_WRITEMASK => Value::int(r.stencil.write_mask[1]),
        GL_CULL_FACE_MODE => Value::int(rs.cull_mode),
        GL_FRONT_FACE => Value::int(rs.front_face),
        // One mode in the core profile, but applications of old pass room for two.
        GL_POLYGON_MODE => Value::Ints([rs.polygon_mode.into(), rs.polygon_mode.into(), 0, 0], 2),
        GL_PROVOKING_VERTEX => Value::int(rs.provoking_vertex),
        GL_CLIP_ORIGIN => Value::int(rs.clip_origin),
        GL_CLIP_DEPTH_MODE => Value::int(rs.clip_depth),
        GL_POLYGON_OFFSET_FACTOR => Value::float(rs.polygon_offset_factor),
        GL_POLYGON_OFFSET_UNITS => Value::float(rs.polygon_offset_units),
        GL_POLYGON_OFFSET_CLAMP => Value::float(rs.polygon_offset_clamp),
        GL_PRIMITIVE_RESTART_INDEX => Value::int(rs.restart_index),
        GL_POINT_SPRITE_COORD_ORIGIN => {
            Value::int(if rs.point_origin_lower_left != 0 { GL_LOWER_LEFT } else { GL_UPPER_LEFT })
        }
        GL_LINE_WIDTH => Value::float(r.line.line_width),
        GL_POINT_SIZE => Value::float(r.line.point_size),
        GL_POINT_FADE_THRESHOLD_SIZE => Value::float(r.line.point_fade_threshold),
        GL_SAMPLE_COVERAGE_VALUE => Value::float(ms.sample_coverage_value),
        GL_SAMPLE_COVERAGE_INVERT => Value::bool(ms.sample_coverage_invert != 0),
        GL_MIN_SAMPLE_SHADING_VALUE => Value::float(ms.min_sample_shading),
        GL_VIEWPORT => viewport_value(&r.viewports[0]),
        GL_SCISSOR_BOX => ints4(scissor_box(&r.scissors[0])),
        GL_PATCH_VERTICES => Value::int(r.patch.vertices),
        GL_PATCH_DEFAULT_OUTER_LEVEL => Value::Floats(r.patch.outer.map(f64::from), 4),
        GL_PATCH_DEFAULT_INNER_LEVEL => Value::Floats([r.patch.inner[0].into(), r.patch.inner[1].into(), 0.0, 0.0], 2),
        GL_CLAMP_READ_COLOR => Value::int(r.clamp_read_color),
        GL_LINE_SMOOTH_HINT => Value::int(r.hints.line_smooth),
        GL_POLYGON_SMOOTH_HINT => Value::int(r.hints.polygon_smooth),
        GL_TEXTURE_COMPRESSION_HINT => Value::int(r.hints.texture_compression),
        GL_FRAGMENT_SHADER_DERIVATIVE_HINT => Value::int(r.hints.fragment_shader_derivative),
        _ => return enabled(cx, pname).map(Value::bool),
    })
}

fn mask_value(mask: u8) -> Value {
    Value::Bools(std::array::from_fn(|at| mask & 1 << at != 0), 4)
}
fn range_value(v: &MGPViewport) -> Value {
    Value::Normalized([v.near.into(), v.far.into(), 0.0, 0.0], 2)
}
fn viewport_value(v: &MGPViewport) -> Value {
    Value::Floats([v.x, v.y, v.width, v.height].map(f64::from), 4)
}
fn scissor_box(s: &MGPScissor) -> [i32; 4] {
    [s.x, s.y, s.width, s.height]
}

/// Indexed `glGet` of fixed state; `None` when the enum is another topic's.
pub fn get_indexed(cx: &mut Cx<'_>, pname: GLenum, index: u32) -> Option<Value> {
    let limit = match pname {
        GL_BLEND_SRC
        | GL_BLEND_DST
        | GL_BLEND_SRC_RGB
        | GL_BLEND_DST_RGB
        | GL_BLEND_SRC_ALPHA
        | GL_BLEND_DST_ALPHA
        | GL_BLEND_EQUATION_RGB
        | GL_BLEND_EQUATION_ALPHA
        | GL_COLOR_WRITEMASK
        | GL_BLEND => cx.state.limits.draw_buffers,
        GL_VIEWPORT | GL_DEPTH_RANGE | GL_SCISSOR_BOX | GL_SCISSOR_TEST => cx.state.limits.viewports,
        GL_SAMPLE_MASK_VALUE => cx.state.limits.sample_mask_words,
        _ => return None,
    };
    if index >= limit {
        cx.error(GL_INVALID_VALUE, "index");
        return Some(Value::List(Vec::new()));
    }
    let r = &cx.state.raster;
    let at = index as usize;
    let target = &r.blend.targets[at.min(7)];
    Some(match pname {
        GL_BLEND_SRC | GL_BLEND_SRC_RGB => Value::int(target.src_rgb),
        GL_BLEND_DST | GL_BLEND_DST_RGB => Value::int(target.dst_rgb),
        GL_BLEND_SRC_ALPHA => Value::int(target.src_alpha),
        GL_BLEND_DST_ALPHA => Value::int(target.dst_alpha),
        GL_BLEND_EQUATION_RGB => Value::int(target.equation_rgb),
        GL_BLEND_EQUATION_ALPHA => Value::int(target.equation_alpha),
        GL_BLEND => Value::bool(target.enable != 0),
        GL_COLOR_WRITEMASK => mask_value(target.color_mask),
        GL_VIEWPORT => viewport_value(&r.viewports[at]),
        // Drivers round what the indexed query asks for as integers; only the plain one scales.
        GL_DEPTH_RANGE => Value::floats2([r.viewports[at].near, r.viewports[at].far]),
        GL_SCISSOR_BOX => Value::Ints(scissor_box(&r.scissors[at]).map(i64::from), 4),
        GL_SCISSOR_TEST => Value::bool(r.scissors[at].enable != 0),
        _ => Value::int(r.sample.mask[at]),
    })
}
