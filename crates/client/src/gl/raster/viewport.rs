//! Viewports, depth ranges and scissors (GL 4.6 core 13.8.1, 14.9.2).

use super::*;

pub(super) fn scissor_chunk(index: u32) -> u32 {
    if index == 0 { dynamic_chunk::SCISSOR0 } else { dynamic_chunk::SCISSORS }
}
fn viewport_chunk(index: u32) -> u32 {
    if index == 0 { dynamic_chunk::VIEWPORT0 } else { dynamic_chunk::VIEWPORTS }
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
