//! `gl_FragCoord` with `pixel_center_integer` or `origin_upper_left` (GLSL 4.60 4.4.1.3), which ES has not: its pixel centres lie at
//! halves, and its origin at the lower left.

use super::attribute::chains_to_private;
use crate::TARGET_HEIGHT_UNIFORM;
use crate::edit::Edit;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, ExecutionMode, Op, StorageClass};

/// Takes a mode off; whether it was there.
fn take(edit: &mut Edit, mode: ExecutionMode) -> bool {
    let modes = edit.module.execution_modes.len();
    edit.module.execution_modes.retain(|m| m.operands.get(1) != Some(&Operand::ExecutionMode(mode)));
    edit.module.execution_modes.len() != modes
}

/// Takes the modes off, and makes a variable take the place of `gl_FragCoord` that `main` first fills with the coordinates as the
/// modes want them.
pub(crate) fn from_modes(edit: &mut Edit) {
    let integer = take(edit, ExecutionMode::PixelCenterInteger);
    let upper = take(edit, ExecutionMode::OriginUpperLeft);
    let found = edit.builtin(StorageClass::Input, BuiltIn::FragCoord);
    let (true, Some((var, None))) = (integer || upper, found) else { return };
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
    let float = edit.float();
    let height = upper.then(|| {
        let pointer = edit.pointer(StorageClass::UniformConstant, float);
        let class = vec![Operand::StorageClass(StorageClass::UniformConstant)];
        let uniform = edit.add(Op::Variable, Some(pointer), class);
        edit.name(uniform, TARGET_HEIGHT_UNIFORM.into());
        uniform
    });
    let (half, zero) = (edit.const_f32(0.5), edit.const_f32(0.0));
    let by = [half, half, zero, zero].map(Operand::IdRef).to_vec();
    let by = edit.declare(Op::ConstantComposite, Some(ty), by);
    edit.at_start(|edit, start| {
        let mut value = edit.push(start, Op::Load, ty, vec![Operand::IdRef(id)]);
        if let Some(height) = height {
            let y = vec![Operand::IdRef(value), Operand::LiteralBit32(1)];
            let y = edit.push(start, Op::CompositeExtract, float, y);
            let height = edit.push(start, Op::Load, float, vec![Operand::IdRef(height)]);
            let y = edit.push(start, Op::FSub, float, vec![Operand::IdRef(height), Operand::IdRef(y)]);
            let with = vec![Operand::IdRef(y), Operand::IdRef(value), Operand::LiteralBit32(1)];
            value = edit.push(start, Op::CompositeInsert, ty, with);
        }
        if integer {
            value = edit.push(start, Op::FSub, ty, vec![Operand::IdRef(value), Operand::IdRef(by)]);
        }
        start.push(Instruction::new(Op::Store, None, None, vec![Operand::IdRef(moved), Operand::IdRef(value)]));
    });
}
