//! Uniform initialisers: the archive has the values, ESSL has no syntax for them.

use crate::edit::Edit;
use rspirv::dr::Operand;
use rspirv::spirv::{Op, StorageClass};

/// Takes the initialisers off uniform variables.
pub(crate) fn strip_initialisers(edit: &mut Edit) {
    let class = Operand::StorageClass(StorageClass::UniformConstant);
    for i in &mut edit.module.types_global_values {
        if i.class.opcode == Op::Variable && i.operands.first() == Some(&class) {
            i.operands.truncate(1);
        }
    }
}
