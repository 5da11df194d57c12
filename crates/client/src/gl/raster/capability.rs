//! Capabilities: `glEnable`, `glDisable` and their queries (GL 4.6 core 22.1).

use super::{viewport::scissor_chunk, *};

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
