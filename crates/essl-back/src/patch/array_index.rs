//! Indices of arrays of arrays. The translator makes one array of them and multiplies an index by a signed length; ESSL converts
//! nothing by itself, so that the index has to be signed too.

use crate::edit::{Edit, Id, id_of, literal};
use rspirv::dr::Operand;
use rspirv::spirv::Op;

/// Makes unsigned indices signed, in a module that has arrays of arrays.
pub(crate) fn signed(edit: &mut Edit) {
    let arrays = |i: &&rspirv::dr::Instruction| matches!(i.class.opcode, Op::TypeArray | Op::TypeRuntimeArray);
    let all = &edit.module.types_global_values;
    let nested = all.iter().filter(arrays).any(|i| edit.array(id_of(i.operands.first())).is_some());
    if !nested {
        return;
    }
    let types = edit.value_types();
    let unsigned = |edit: &Edit, index: Id| {
        let ty = types.get(&index).and_then(|ty| edit.global(*ty));
        ty.is_some_and(|ty| ty.class.opcode == Op::TypeInt && literal(ty.operands.get(1)) == 0)
    };
    edit.rewrite(|edit, mut i, out| {
        if matches!(i.class.opcode, Op::AccessChain | Op::InBoundsAccessChain) {
            for operand in &mut i.operands[1..] {
                let index = id_of(Some(operand));
                if !unsigned(edit, index) {
                    continue;
                }
                let constant = edit.global(index).filter(|c| c.class.opcode == Op::Constant);
                let signed = match constant.map(|c| literal(c.operands.first())) {
                    Some(value) => edit.const_i32(value as i32),
                    None => {
                        let int = edit.int();
                        edit.push(out, Op::Bitcast, int, vec![Operand::IdRef(index)])
                    }
                };
                *operand = Operand::IdRef(signed);
            }
        }
        out.push(i);
    });
}
