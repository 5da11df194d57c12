//! Folding of selections whose condition is a constant, so that the arm not taken makes nothing active.

use crate::module::{Id, View, id_of};
use rspirv::dr::{Function, Instruction, Operand};
use rspirv::spirv::Op;
use std::collections::{HashMap, HashSet};

/// Value of a boolean constant.
pub(crate) fn boolean(view: &View, id: Id) -> Option<bool> {
    match view.constant(id)?.class.opcode {
        Op::ConstantTrue => Some(true),
        Op::ConstantFalse => Some(false),
        _ => None,
    }
}

/// Folds and removes the blocks that nothing leads to any more.
pub(crate) fn fold(view: &mut View) {
    let mut functions = std::mem::take(&mut view.module.functions);
    let mut removed = HashSet::new();
    for f in &mut functions {
        let mut folded = false;
        for block in &mut f.blocks {
            let n = block.instructions.len();
            if n < 2 || block.instructions[n - 2].class.opcode != Op::SelectionMerge {
                continue;
            }
            let last = &block.instructions[n - 1];
            if last.class.opcode != Op::BranchConditional {
                continue;
            }
            let Some(taken) = boolean(view, id_of(last.operands.first())) else { continue };
            let target = last.operands[if taken { 1 } else { 2 }].clone();
            block.instructions.truncate(n - 2);
            block.instructions.push(Instruction::new(Op::Branch, None, None, vec![target]));
            folded = true;
        }
        if folded {
            remove_unreachable(f, &mut removed);
        }
    }
    let stays = |i: &Instruction| !removed.contains(&id_of(i.operands.first()));
    view.module.debug_names.retain(stays);
    view.module.annotations.retain(stays);
    view.module.functions = functions;
}

fn remove_unreachable(f: &mut Function, removed: &mut HashSet<Id>) {
    let index: HashMap<Id, usize> =
        f.blocks.iter().enumerate().filter_map(|(n, b)| Some((b.label.as_ref()?.result_id?, n))).collect();
    let mut reached = vec![false; f.blocks.len()];
    let mut todo = vec![0];
    while let Some(n) = todo.pop() {
        if std::mem::replace(&mut reached[n], true) {
            continue;
        }
        // Merge instructions count: a loop keeps its merge and continue blocks.
        for i in f.blocks[n].instructions.iter().rev().take(2) {
            todo.extend(i.operands.iter().filter_map(|o| index.get(&id_of(Some(o)))));
        }
    }
    let mut gone: HashSet<Id> = HashSet::new();
    let mut n = 0;
    f.blocks.retain(|b| {
        let keep = reached[n];
        n += 1;
        if !keep {
            gone.extend(b.label.iter().chain(&b.instructions).filter_map(|i| i.result_id));
        }
        keep
    });
    for i in f.blocks.iter_mut().flat_map(|b| &mut b.instructions).filter(|i| i.class.opcode == Op::Phi) {
        i.operands = i
            .operands
            .chunks(2)
            .filter(|pair| !matches!(pair.get(1), Some(Operand::IdRef(label)) if gone.contains(label)))
            .flatten()
            .cloned()
            .collect();
    }
    removed.extend(gone);
}
