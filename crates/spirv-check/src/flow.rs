//! The structure of control flow. The translator walks blocks recursively along their branches and prints a block again
//! for each way that leads to it, so branches outside of what the merge instructions announce could keep it busy for ever.
//!
//! Blocks come in an order in which constructs nest: a construct is what lies between the block with the merge
//! instruction and its merge block. Branches go forward, inside the construct, to its end, or to the end (or continue
//! target) of the innermost loop or switch around it; the one branch backward goes from a loop's continue construct to its
//! head; and no block but the target of such an exit is reached in two ways.

use super::{CheckError, invalid};
use crate::id_of;
use rspirv::dr::{Function, Operand};
use rspirv::spirv::Op;
use std::collections::HashMap;

/// Deepest nesting of constructs.
const MAX_NESTING: usize = 600;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Selection,
    Switch,
    Loop { head: usize, continues_at: usize },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Construct {
    kind: Kind,
    /// Index of the merge block.
    merge: usize,
}

/// Checks one function.
pub(super) fn check(f: &Function) -> Result<(), CheckError> {
    let index: HashMap<u32, usize> =
        f.blocks.iter().enumerate().filter_map(|(n, b)| Some((b.label.as_ref()?.result_id?, n))).collect();
    let place = |id: u32| index.get(&id).copied().ok_or(CheckError::Invalid { id, what: "no block of the function" });
    let label = |n: usize| f.blocks[n].label.as_ref().and_then(|l| l.result_id).unwrap_or(0);
    let mut stack: Vec<Construct> = Vec::new();
    // Depth of the construct stack at each block, to tell a block of this construct from one inside another.
    let mut entered = vec![0usize; f.blocks.len()];
    let mut exits = vec![false; f.blocks.len()];
    let mut ways = vec![0u32; f.blocks.len()];
    let mut loops: HashMap<usize, u32> = HashMap::new();
    // Construct number by block, to compare the place of a branch's two ends.
    let mut owner: Vec<Vec<usize>> = Vec::with_capacity(f.blocks.len());
    let mut open: Vec<usize> = Vec::new();
    let mut forward: Vec<(usize, usize, Vec<usize>)> = Vec::new();
    for (n, block) in f.blocks.iter().enumerate() {
        while stack.last().is_some_and(|c| c.merge == n) {
            stack.pop();
            open.pop();
        }
        if stack.iter().any(|c| c.merge == n) {
            return invalid(label(n), "merge block inside of another construct");
        }
        entered[n] = stack.len();
        owner.push(open.clone());
        let end = block.instructions.len();
        let Some(last) = block.instructions.last() else { return invalid(label(n), "empty block") };
        let merge = end.checked_sub(2).and_then(|m| block.instructions.get(m));
        let opened = match merge.map(|m| (m.class.opcode, m)) {
            Some((Op::SelectionMerge, m)) => {
                let merge = place(id_of(m.operands.first()))?;
                let kind = match last.class.opcode {
                    Op::Switch => Kind::Switch,
                    Op::BranchConditional => Kind::Selection,
                    _ => return invalid(label(n), "selection without a condition"),
                };
                Some(Construct { kind, merge })
            }
            Some((Op::LoopMerge, m)) => {
                let merge = place(id_of(m.operands.first()))?;
                let continues_at = place(id_of(m.operands.get(1)))?;
                if !(n <= continues_at && continues_at < merge) {
                    return invalid(label(n), "continue target outside of the loop");
                }
                if !matches!(last.class.opcode, Op::Branch | Op::BranchConditional) {
                    return invalid(label(n), "loop head without a branch");
                }
                exits[continues_at] = true;
                loops.insert(n, 0);
                Some(Construct { kind: Kind::Loop { head: n, continues_at }, merge })
            }
            _ => None,
        };
        if block.instructions[..end.saturating_sub(2)]
            .iter()
            .any(|i| matches!(i.class.opcode, Op::SelectionMerge | Op::LoopMerge))
        {
            return invalid(label(n), "merge instruction that isn't before the branch");
        }
        if let Some(c) = opened {
            let limit = stack.last().map_or(f.blocks.len(), |o| o.merge);
            if c.merge <= n || c.merge >= limit || exits[c.merge] {
                return invalid(label(n), "merge block outside of the enclosing construct, or of two constructs");
            }
            exits[c.merge] = true;
            stack.push(c);
            open.push(n);
            if stack.len() > MAX_NESTING {
                return invalid(label(n), "control flow nested too deeply");
            }
        }
        let mut targets: Vec<usize> = Vec::new();
        let skip = usize::from(last.class.opcode != Op::Branch);
        if matches!(last.class.opcode, Op::Branch | Op::BranchConditional | Op::Switch) {
            for o in last.operands.iter().skip(skip) {
                if let Operand::IdRef(id) = o {
                    targets.push(place(*id)?);
                }
            }
        }
        // A switch may name a block for several values.
        targets.sort_unstable();
        targets.dedup();
        let nearest_loop = stack.iter().rev().find_map(|c| match c.kind {
            Kind::Loop { head, continues_at } => Some((head, continues_at, c.merge)),
            _ => None,
        });
        let breakable = stack.iter().rev().find(|c| c.kind != Kind::Selection).map(|c| c.merge);
        let mut inner = 0;
        for t in targets {
            let is_exit = |t: usize| {
                stack.last().is_some_and(|c| c.merge == t)
                    || breakable == Some(t)
                    || nearest_loop.is_some_and(|(_, c, m)| c == t || m == t)
            };
            if t <= n {
                let Some((head, continues_at, _)) = nearest_loop else {
                    return invalid(label(n), "branch backward outside of a loop");
                };
                if t != head || n < continues_at {
                    return invalid(label(n), "branch backward to something else than the head of the loop");
                }
                *loops.entry(head).or_default() += 1;
            } else if is_exit(t) {
                // Whoever leaves a construct goes to where it says that it ends.
            } else {
                inner += 1;
                ways[t] += 1;
                forward.push((n, t, open.clone()));
            }
        }
        if inner > 1 && opened.is_none() {
            return invalid(label(n), "two ways on without a merge instruction");
        }
    }
    for (from, to, inside) in forward {
        if owner[to] != inside {
            return invalid(label(from), "branch into or out of a construct");
        }
    }
    for n in 0..f.blocks.len() {
        let switch_target = f.blocks.iter().any(|b| {
            b.instructions
                .last()
                .is_some_and(|i| i.class.opcode == Op::Switch && i.operands.contains(&Operand::IdRef(label(n))))
        });
        // A case may also be reached from the case before it.
        if ways[n] > 1 + u32::from(switch_target) || (ways[n] > 0 && exits[n] && !is_continue(f, label(n))) {
            return invalid(label(n), "block that is reached in several ways");
        }
    }
    if loops.values().any(|n| *n > 1) {
        return invalid(label(0), "loop with several branches back");
    }
    Ok(())
}

/// Whether the block is some loop's continue target, which its body may simply run into.
fn is_continue(f: &Function, label: u32) -> bool {
    f.blocks
        .iter()
        .flat_map(|b| &b.instructions)
        .any(|i| i.class.opcode == Op::LoopMerge && id_of(i.operands.get(1)) == label)
}
