//! The order of a switch's cases. The compiler puts the default first, wherever the source has it; a case that falls through into
//! it would then lead backward, which the server takes for a loop (`essl_back::check`).

use crate::module::{Id, View, id_of};
use rspirv::dr::{Block, Function, Operand};
use rspirv::spirv::Op;
use std::collections::HashMap;

/// Puts each case behind the one that falls through into it.
pub(crate) fn order(view: &mut View) {
    for function in &mut view.module.functions {
        for n in 0..function.blocks.len() {
            order_at(function, n);
        }
    }
}

/// The same for the switch that ends block `n`, if one does.
fn order_at(function: &mut Function, n: usize) {
    let index: HashMap<Id, usize> =
        function.blocks.iter().enumerate().filter_map(|(n, b)| Some((b.label.as_ref()?.result_id?, n))).collect();
    let targets = |block: &Block| -> Vec<usize> {
        let last = block.instructions.last().into_iter().flat_map(|last| &last.operands);
        last.filter_map(|o| if let Operand::IdRef(id) = o { index.get(id).copied() } else { None }).collect()
    };
    let [.., merge, last] = &function.blocks[n].instructions[..] else { return };
    if (merge.class.opcode, last.class.opcode) != (Op::SelectionMerge, Op::Switch) {
        return;
    }
    let Some(&end) = index.get(&id_of(merge.operands.first())) else { return };
    let mut starts = targets(&function.blocks[n]);
    starts.retain(|start| *start != end);
    starts.sort_unstable();
    starts.dedup();
    if starts.first() != Some(&(n + 1)) || starts.last().is_some_and(|last| *last >= end) {
        return;
    }
    let bounds: Vec<(usize, usize)> =
        starts.iter().zip(starts[1..].iter().chain([&end])).map(|(from, to)| (*from, *to)).collect();
    // Which case each one falls through into.
    let next: Vec<Option<usize>> = bounds
        .iter()
        .enumerate()
        .map(|(case, &(from, to))| {
            let mut found =
                function.blocks[from..to].iter().flat_map(targets).filter_map(|t| starts.binary_search(&t).ok());
            found.find(|other| *other != case)
        })
        .collect();
    let mut cases: Vec<usize> = (0..bounds.len()).collect();
    // One pass for each case is enough for the longest chain.
    for _ in 0..bounds.len() {
        for (case, next) in next.iter().enumerate().filter_map(|(case, next)| Some((case, (*next)?))) {
            let place = |cases: &[usize], wanted| cases.iter().position(|case| *case == wanted);
            if let (Some(from), Some(to)) = (place(&cases, case), place(&cases, next))
                && to < from
            {
                cases.remove(to);
                cases.insert(from, next);
            }
        }
    }
    let blocks: Vec<Block> =
        cases.iter().flat_map(|case| function.blocks[bounds[*case].0..bounds[*case].1].iter().cloned()).collect();
    function.blocks.splice(n + 1..end, blocks);
}
