//! Blending, colour masks, logic operation (GL 4.6 core 17.3.6, 17.3.9, 17.4.2).

use super::*;

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
