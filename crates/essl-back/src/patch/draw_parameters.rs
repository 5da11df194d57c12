//! `gl_BaseVertex`, `gl_BaseInstance` and `gl_DrawID`, which ES doesn't have (GL 4.6 core 11.1.3.9): a uniform array that is set for
//! each draw.

use crate::edit::{Edit, Id, id_of};
use crate::{DRAW_PARAMETERS_UNIFORM, EsCaps};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, Capability, Op, StorageClass};
use std::collections::HashMap;

/// The built-ins, in the order of the uniform's elements.
const BUILT_INS: [BuiltIn; 3] = [BuiltIn::BaseVertex, BuiltIn::BaseInstance, BuiltIn::DrawIndex];

/// Reads the built-ins from the uniform; where draws have no base vertex of the driver's, it is added to the vertex number.
pub(crate) fn from_uniform(edit: &mut Edit, caps: &EsCaps) {
    let capability = Operand::Capability(Capability::DrawParameters);
    edit.module.capabilities.retain(|c| c.operands.first() != Some(&capability));
    let name = Operand::LiteralString("SPV_KHR_shader_draw_parameters".into());
    edit.module.extensions.retain(|e| e.operands.first() != Some(&name));
    let mut found: HashMap<Id, i32> = HashMap::new();
    for (at, built_in) in (0..).zip(BUILT_INS) {
        let var = edit.builtin(StorageClass::Input, built_in).and_then(|(var, _)| var.result_id);
        found.extend(var.map(|id| (id, at)));
    }
    let vertex = edit.builtin(StorageClass::Input, BuiltIn::VertexId).and_then(|(var, _)| var.result_id);
    let vertex = vertex.filter(|_| !caps.base_vertex);
    if found.is_empty() && vertex.is_none() {
        return;
    }
    let int = edit.int();
    let count = edit.const_i32(BUILT_INS.len() as i32);
    let array = edit.declare(Op::TypeArray, None, vec![Operand::IdRef(int), Operand::IdRef(count)]);
    let pointer = edit.pointer(StorageClass::UniformConstant, array);
    let class = vec![Operand::StorageClass(StorageClass::UniformConstant)];
    let uniform = edit.add(Op::Variable, Some(pointer), class);
    edit.name(uniform, DRAW_PARAMETERS_UNIFORM.into());
    let element = edit.pointer(StorageClass::UniformConstant, int);
    edit.rewrite(|edit, mut i, out| {
        if i.class.opcode == Op::Load && vertex == Some(id_of(i.operands.first())) && i.result_type == Some(int) {
            let at = edit.const_i32(0);
            let place = edit.push(out, Op::AccessChain, element, vec![Operand::IdRef(uniform), Operand::IdRef(at)]);
            let base = edit.push(out, Op::Load, int, vec![Operand::IdRef(place)]);
            let number = edit.push(out, Op::Load, int, i.operands);
            let sum = vec![Operand::IdRef(number), Operand::IdRef(base)];
            return out.push(Instruction::new(Op::IAdd, i.result_type, i.result_id, sum));
        }
        if let (Op::Load, Some(at)) = (i.class.opcode, found.get(&id_of(i.operands.first()))) {
            let at = edit.const_i32(*at);
            let chain = vec![Operand::IdRef(uniform), Operand::IdRef(at)];
            let place = edit.push(out, Op::AccessChain, element, chain);
            if i.result_type == Some(int) {
                i.operands[0] = Operand::IdRef(place);
            } else {
                // The type is the shader's word: an unsigned one has the same bits.
                let value = edit.push(out, Op::Load, int, vec![Operand::IdRef(place)]);
                i = Instruction::new(Op::Bitcast, i.result_type, i.result_id, vec![Operand::IdRef(value)]);
            }
        }
        out.push(i);
    });
    let of = |o: Option<&Operand>| found.contains_key(&id_of(o));
    edit.module.types_global_values.retain(|i| !i.result_id.is_some_and(|id| found.contains_key(&id)));
    edit.module.annotations.retain(|i| !of(i.operands.first()));
    edit.module.debug_names.retain(|i| !of(i.operands.first()));
    if let Some(entry) = edit.module.entry_points.first_mut() {
        entry.operands.retain(|o| !of(Some(o)));
    }
}
