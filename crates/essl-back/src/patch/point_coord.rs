//! `gl_PointCoord` from the lower left (GL 4.6 core 14.4.1): ES has it from the upper left alone.

use crate::edit::{Edit, id_of};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, Op, StorageClass};

/// Takes the second coordinate from the other edge, wherever the whole or that coordinate is loaded.
pub(crate) fn from_lower_left(edit: &mut Edit) {
    let Some((var, None)) = edit.builtin(StorageClass::Input, BuiltIn::PointCoord) else { return };
    let (id, ty, float) = (var.result_id.unwrap_or(0), edit.pointee(&var), edit.float());
    if edit.vector_width(ty) != Some(2) || !edit.is_float(ty) {
        return;
    }
    let pointer = edit.pointer(StorageClass::Private, ty);
    let moved = edit.add(Op::Variable, Some(pointer), vec![Operand::StorageClass(StorageClass::Private)]);
    edit.name(moved, "mg_PointCoord".into());
    edit.rewrite(|_, mut i, out| {
        for o in &mut i.operands {
            if id_of(Some(o)) == id {
                *o = Operand::IdRef(moved);
            }
        }
        out.push(i);
    });
    super::attribute::chains_to_private(edit, [moved].into());
    let one = Operand::IdRef(edit.const_f32(1.0));
    edit.at_start(|edit, start| {
        let value = edit.push(start, Op::Load, ty, vec![Operand::IdRef(id)]);
        let [x, y] = [0, 1].map(|n| {
            edit.push(start, Op::CompositeExtract, float, vec![Operand::IdRef(value), Operand::LiteralBit32(n)])
        });
        let y = edit.push(start, Op::FSub, float, vec![one, Operand::IdRef(y)]);
        let value = edit.push(start, Op::CompositeConstruct, ty, [x, y].map(Operand::IdRef).to_vec());
        start.push(Instruction::new(Op::Store, None, None, vec![Operand::IdRef(moved), Operand::IdRef(value)]));
    });
}
