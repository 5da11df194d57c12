//! Depth and stencil tests (GL 4.6 core 17.3.3, 17.3.4, 17.4.2).

use super::*;

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

pub(super) fn faces(face: GLenum) -> Option<std::ops::Range<usize>> {
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
