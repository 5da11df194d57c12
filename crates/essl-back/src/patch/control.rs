//! The control stage that the linker added to a program without one: the vertices of a patch and the tessellation levels,
//! which are state of the context in GL.

use crate::edit::{Edit, Id};
use pipe_types::archive::DEFAULT_LEVELS;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, ExecutionMode, Op, StorageClass};

/// What `glPatchParameter*` says, levels as the bits of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PatchDefaults {
    /// `GL_PATCH_VERTICES`.
    pub vertices: u32,
    /// `GL_PATCH_DEFAULT_OUTER_LEVEL`, then `GL_PATCH_DEFAULT_INNER_LEVEL`.
    pub levels: [u32; 6],
}

/// Puts the state in.
pub(crate) fn apply(edit: &mut Edit, patch: &PatchDefaults) {
    for mode in &mut edit.module.execution_modes {
        if mode.operands.get(1) == Some(&Operand::ExecutionMode(ExecutionMode::OutputVertices)) {
            mode.operands[2] = Operand::LiteralBit32(patch.vertices);
        }
    }
    let float = edit.float();
    for i in &mut edit.module.types_global_values {
        if i.class.opcode != Op::Constant || i.result_type != Some(float) {
            continue;
        }
        let level = DEFAULT_LEVELS.iter().position(|l| i.operands[0] == Operand::LiteralBit32(l.to_bits()));
        if let Some(level) = level {
            i.operands[0] = Operand::LiteralBit32(patch.levels[level]);
        }
    }
    let uint = edit.declare(Op::TypeInt, None, vec![Operand::LiteralBit32(32), Operand::LiteralBit32(0)]);
    let length = edit.declare(Op::Constant, Some(uint), vec![Operand::LiteralBit32(patch.vertices)]);
    for var in edit.vars(StorageClass::Output) {
        let id = var.result_id.unwrap_or(0);
        let level =
            edit.decoration(id, Decoration::BuiltIn).is_some() || edit.decoration(id, Decoration::Patch).is_some();
        let Some((of, _)) = edit.array(edit.pointee(&var)).filter(|_| !level) else { continue };
        let array = edit.declare(Op::TypeArray, None, vec![Operand::IdRef(of), Operand::IdRef(length)]);
        let pointer = edit.pointer(StorageClass::Output, array);
        retype(edit, id, pointer);
    }
}

/// Moves the variable behind the type that it gets.
fn retype(edit: &mut Edit, id: Id, pointer: Id) {
    let globals = &mut edit.module.types_global_values;
    if let Some(at) = globals.iter().position(|i: &Instruction| i.result_id == Some(id)) {
        let mut var = globals.remove(at);
        var.result_type = Some(pointer);
        globals.push(var);
    }
}
