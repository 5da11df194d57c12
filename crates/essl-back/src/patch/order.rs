//! The order of factors. SPIR-V says `vector * scalar` only; a driver that regroups products (`a * b * 2.0`) rounds differently
//! when the factors come in another order than in the application's text.

use crate::edit::{Edit, Id, id_of};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::Op;
use std::collections::{HashMap, HashSet};

/// Makes `scalar * vector` of products whose scalar was evaluated first: ids grow in the order of evaluation. Constants have
/// their ids from their first use and stay where they are: their place makes no difference.
///
/// Two kinds of product say nothing by their ids and stay as they are: those of a parameter passed by value, whose id comes from
/// the declaration, and compound assignments (`vector *= scalar`), which evaluate the right side first.
pub(crate) fn scalar_first(edit: &mut Edit) {
    let silent = Silent::new(edit);
    edit.rewrite(|edit, mut i, out| {
        let (vector, scalar) = (id_of(i.operands.first()), id_of(i.operands.get(1)));
        let ty = i.result_type.unwrap_or(0);
        if i.class.opcode == Op::VectorTimesScalar
            && scalar < vector
            && edit.global(scalar).is_none()
            && !silent.contains(&i)
            && let Some(n) = edit.vector_width(ty)
        {
            let splat = edit.push(out, Op::CompositeConstruct, ty, vec![Operand::IdRef(scalar); n as usize]);
            i = Instruction::new(
                Op::FMul,
                i.result_type,
                i.result_id,
                vec![Operand::IdRef(splat), Operand::IdRef(vector)],
            );
        }
        out.push(i);
    });
}

/// What tells the products whose ids do not say the order.
struct Silent {
    parameters: HashSet<Id>,
    /// Base and indices behind a pointer.
    places: HashMap<Id, Vec<Id>>,
    /// The pointer that a value, or what it is shuffled from, was loaded from.
    loads: HashMap<Id, Id>,
    /// The pointers that a value, or a part of it, is stored to.
    stores: HashMap<Id, Vec<Id>>,
}

impl Silent {
    fn new(edit: &Edit) -> Silent {
        let (mut parameters, mut places, mut loads) = (HashSet::new(), HashMap::new(), HashMap::<Id, Id>::new());
        let mut stores = HashMap::<Id, Vec<Id>>::new();
        let mut parts = HashMap::<Id, Vec<Id>>::new();
        for i in edit.module.functions.iter().flat_map(|f| f.all_inst_iter()) {
            let (id, first) = (i.result_id.unwrap_or(0), id_of(i.operands.first()));
            match i.class.opcode {
                Op::FunctionParameter => _ = parameters.insert(id),
                Op::AccessChain => _ = places.insert(id, i.operands.iter().map(|o| id_of(Some(o))).collect()),
                Op::Load => _ = loads.insert(id, first),
                Op::VectorShuffle => {
                    parts.insert(id, vec![first, id_of(i.operands.get(1))]);
                    if let Some(from) = loads.get(&first).copied() {
                        loads.insert(id, from);
                    }
                }
                Op::CompositeExtract => _ = parts.insert(id, vec![first]),
                Op::Store => {
                    let value = id_of(i.operands.get(1));
                    for value in parts.get(&value).into_iter().flatten().chain([&value]) {
                        stores.entry(*value).or_default().push(first);
                    }
                }
                _ => {}
            }
        }
        Silent { parameters, places, loads, stores }
    }

    /// Whether the ids of the product's factors do not say their order. `v = s * v` reads like `v *= s` and is taken for it.
    fn contains(&self, product: &Instruction) -> bool {
        let (vector, scalar) = (id_of(product.operands.first()), id_of(product.operands.get(1)));
        let assigned = || {
            let from = self.place(*self.loads.get(&vector)?);
            let to = self.stores.get(&product.result_id?)?;
            to.iter().any(|to| self.place(*to).starts_with(&from)).then_some(())
        };
        self.parameters.contains(&vector) || self.parameters.contains(&scalar) || assigned().is_some()
    }

    fn place(&self, pointer: Id) -> Vec<Id> {
        self.places.get(&pointer).cloned().unwrap_or_else(|| vec![pointer])
    }
}
