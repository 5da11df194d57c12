//! `gl_FragCoord` with `pixel_center_integer` (GLSL 4.60 4.4.1.3), which ES has not: its pixel centres lie at halves.

use super::attribute::chains_to_private;
use crate::edit::Edit;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, ExecutionMode, Op, StorageClass};

/// Takes the mode off, and makes a variable take the place of `gl_FragCoord` that `main` first fills with the coordinates
/// less a half.
pub(crate) fn integer_centres(edit: &mut Edit) {
    let mode = Operand::ExecutionMode(ExecutionMode::PixelCenterInteger);
    let modes = edit.module.execution_modes.len();
    edit.module.execution_modes.retain(|m| m.operands.get(1) != Some(&mode));
    if edit.module.execution_modes.len() == modes {
        return;
    }
    let Some((var, None)) = edit.builtin(StorageClass::Input, BuiltIn::FragCoord) else { return };
    let (id, ty) = (var.result_id.unwrap_or(0), edit.pointee(&var));
    if edit.vector_width(ty) != Some(4) || !edit.is_float(ty) {
        return;
    }
    let pointer = edit.pointer(StorageClass::Private, ty);
    let moved = edit.add(Op::Variable, Some(pointer), vec![Operand::StorageClass(StorageClass::Private)]);
    edit.name(moved, "mg_FragCoord".into());
    edit.rewrite(|_, mut i, out| {
        for o in &mut i.operands {
            if *o == Operand::IdRef(id) {
                *o = Operand::IdRef(moved);
            }
        }
        out.push(i);
    });
    chains_to_private(edit, [moved].into());
    let (half, zero) = (edit.const_f32(0.5), edit.const_f32(0.0));
    let by = [half, half, zero, zero].map(Operand::IdRef).to_vec();
    let by = edit.declare(Op::ConstantComposite, Some(ty), by);
    edit.at_start(|edit, start| {
        let value = edit.push(start, Op::Load, ty, vec![Operand::IdRef(id)]);
        let value = edit.push(start, Op::FSub, ty, vec![Operand::IdRef(value), Operand::IdRef(by)]);
        start.push(Instruction::new(Op::Store, None, None, vec![Operand::IdRef(moved), Operand::IdRef(value)]));
    });
}
