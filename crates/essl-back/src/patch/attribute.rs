//! Array attributes: ES has none, so each element becomes an attribute of its own, and an array that `main` fills first
//! takes the attribute's place.

use crate::edit::{Edit, Id, id_of};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass};
use std::collections::{HashMap, HashSet};

/// Splits the array inputs of a vertex shader.
pub(crate) fn split_arrays(edit: &mut Edit) {
    let mut fills: Vec<(Id, Id, Id, Vec<Id>)> = Vec::new();
    let mut pointers: HashSet<Id> = HashSet::new();
    for v in edit.vars(StorageClass::Input) {
        let id = v.result_id.unwrap_or(0);
        let ty = edit.pointee(&v);
        let (Some((element, n)), None) = (edit.array(ty), edit.decoration(id, Decoration::BuiltIn)) else { continue };
        let location = edit.decoration(id, Decoration::Location).unwrap_or(0);
        // A matrix takes a location per column.
        let matrix = edit.global(element).filter(|i| i.class.opcode == Op::TypeMatrix);
        let step = matrix.map_or(1, |i| crate::edit::literal(i.operands.get(1)));
        let input = edit.pointer(StorageClass::Input, element);
        let mut parts = Vec::new();
        for e in 0..n.min(MAX_ELEMENTS) {
            let part = edit.add(Op::Variable, Some(input), vec![Operand::StorageClass(StorageClass::Input)]);
            edit.decorate(part, Decoration::Location, Some(Operand::LiteralBit32(location + e * step)));
            edit.name(part, format!("a{}_element", location + e * step));
            edit.in_interface(part);
            parts.push(part);
        }
        make_private(edit, id, ty);
        fills.push((id, ty, element, parts));
        pointers.insert(id);
    }
    if fills.is_empty() {
        return;
    }
    chains_to_private(edit, pointers);
    edit.at_start(|edit, start| {
        for (id, ty, element, parts) in &fills {
            let values = parts
                .iter()
                .map(|p| Operand::IdRef(edit.push(start, Op::Load, *element, vec![Operand::IdRef(*p)])))
                .collect();
            let whole = edit.push(start, Op::CompositeConstruct, *ty, values);
            start.push(Instruction::new(Op::Store, None, None, vec![Operand::IdRef(*id), Operand::IdRef(whole)]));
        }
    });
}

/// Makes the pointers that are taken of parts of these variables, which have become private, private ones.
pub(super) fn chains_to_private(edit: &mut Edit, mut pointers: HashSet<Id>) {
    let mut private: HashMap<Id, Id> = HashMap::new();
    edit.rewrite(|edit, mut i, out| {
        if matches!(i.class.opcode, Op::AccessChain | Op::InBoundsAccessChain)
            && pointers.contains(&id_of(i.operands.first()))
        {
            let old = i.result_type.unwrap_or(0);
            let new = match private.get(&old) {
                Some(new) => *new,
                None => {
                    let to = edit.global(old).map_or(0, |p| id_of(p.operands.get(1)));
                    edit.pointer(StorageClass::Private, to)
                }
            };
            private.insert(old, new);
            i.result_type = Some(new);
            pointers.extend(i.result_id);
        }
        out.push(i);
    });
}

/// More elements than any driver has attributes.
const MAX_ELEMENTS: u32 = 64;

fn make_private(edit: &mut Edit, id: Id, ty: Id) {
    let pointer = edit.pointer(StorageClass::Private, ty);
    let globals = &mut edit.module.types_global_values;
    if let Some(at) = globals.iter().position(|i| i.result_id == Some(id)) {
        let mut var = globals.remove(at);
        var.result_type = Some(pointer);
        var.operands = vec![Operand::StorageClass(StorageClass::Private)];
        globals.push(var);
    }
    edit.module.annotations.retain(|a| a.operands.first() != Some(&Operand::IdRef(id)));
    for e in &mut edit.module.entry_points {
        e.operands.retain(|o| *o != Operand::IdRef(id));
    }
}
