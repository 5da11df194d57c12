//! Subroutines (GL 4.6 core 7.10). A program that declares some is not compiled, so that every program has none; the calls
//! answer that.

use super::{enums::*, program};
use crate::Cx;

/// Whether the name is a linked program's and the enum a stage's; otherwise the error is recorded.
fn linked_stage(cx: &mut Cx<'_>, name: GLuint, stage: GLenum) -> bool {
    let Some(program) = program::program(cx, name) else { return false };
    if !is_stage(cx, stage) {
        return false;
    }
    let linked = cx.shared.programs.program(&program).linked;
    if !linked {
        cx.error(GL_INVALID_OPERATION, "the program is not linked");
    }
    linked
}

fn is_stage(cx: &mut Cx<'_>, stage: GLenum) -> bool {
    let known = matches!(
        stage,
        GL_VERTEX_SHADER
            | GL_TESS_CONTROL_SHADER
            | GL_TESS_EVALUATION_SHADER
            | GL_GEOMETRY_SHADER
            | GL_FRAGMENT_SHADER
            | GL_COMPUTE_SHADER
    );
    if !known {
        cx.error(GL_INVALID_ENUM, "shader stage");
    }
    known
}

/// `glGetSubroutineUniformLocation`.
pub fn uniform_location(cx: &mut Cx<'_>, program: GLuint, stage: GLenum) -> GLint {
    linked_stage(cx, program, stage);
    -1
}

/// `glGetSubroutineIndex`.
pub fn index(cx: &mut Cx<'_>, program: GLuint, stage: GLenum) -> GLuint {
    linked_stage(cx, program, stage);
    GL_INVALID_INDEX
}

/// `glGetActiveSubroutineUniformiv`, `glGetActiveSubroutineUniformName`, `glGetActiveSubroutineName`: no index is one.
pub fn active(cx: &mut Cx<'_>, program: GLuint, stage: GLenum) {
    if linked_stage(cx, program, stage) {
        cx.error(GL_INVALID_VALUE, "index of a subroutine or a subroutine uniform");
    }
}

/// `glUniformSubroutinesuiv`: the count has to be that of the current program's locations.
pub fn set_uniforms(cx: &mut Cx<'_>, stage: GLenum, count: GLsizei) {
    if !is_stage(cx, stage) {
        return;
    }
    if program::current(cx).is_none() {
        return cx.error(GL_INVALID_OPERATION, "no program is current");
    }
    if count != 0 {
        cx.error(GL_INVALID_VALUE, "count of subroutine uniforms");
    }
}

/// `glGetUniformSubroutineuiv`: no location is one.
pub fn uniform(cx: &mut Cx<'_>, stage: GLenum) {
    if !is_stage(cx, stage) {
        return;
    }
    if program::current(cx).is_none() {
        return cx.error(GL_INVALID_OPERATION, "no program is current");
    }
    cx.error(GL_INVALID_VALUE, "location of a subroutine uniform");
}
