//! Removal of code whose results nobody sees. GL calls a uniform or attribute active when the compiler can't tell that it
//! makes no difference, and drivers tell after this optimisation: what is computed for a varying that the next stage
//! doesn't read, or for a local variable that is never looked at, doesn't count.
//!
//! Control flow stays as it is. A store is alive when its variable is looked at somewhere (wherever that is), or when it
//! leaves the shader.

use crate::branches;
use crate::module::{Id, View, id_of};
use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Op, StorageClass};
use std::collections::{HashMap, HashSet};

/// Where an instruction is: function, block, position.
type Place = (usize, usize, usize);

struct Code<'a> {
    module: &'a Module,
    /// Definition of every id in functions.
    defined: HashMap<Id, Place>,
    /// Global and local variables nobody outside of the shader sees.
    hidden: HashSet<Id>,
    /// Functions that only compute their result.
    pure_functions: HashSet<Id>,
    /// The variable (or parameter) behind a pointer.
    roots: HashMap<Id, Id>,
    /// For selections by a constant, the operand that isn't taken.
    selected: HashMap<Place, usize>,
}

fn instructions(module: &Module) -> impl Iterator<Item = (Place, &Instruction)> {
    module.functions.iter().enumerate().flat_map(|(f, function)| {
        function
            .blocks
            .iter()
            .enumerate()
            .flat_map(move |(b, block)| block.instructions.iter().enumerate().map(move |(i, inst)| ((f, b, i), inst)))
    })
}

/// Removes dead code. `unseen` are outputs that neither the next stage nor transform feedback reads.
pub(crate) fn remove(view: &mut View, unseen: &HashSet<Id>) {
    let live = Code::new(view, unseen).live();
    let mut removed: HashSet<Id> = HashSet::new();
    for (f, function) in view.module.functions.iter_mut().enumerate() {
        for (b, block) in function.blocks.iter_mut().enumerate() {
            let mut i = 0;
            block.instructions.retain(|inst| {
                let keep = live.contains(&(f, b, i));
                i += 1;
                if !keep {
                    removed.extend(inst.result_id);
                }
                keep
            });
        }
    }
    let stays = |i: &Instruction| !removed.contains(&id_of(i.operands.first()));
    view.module.debug_names.retain(stays);
    view.module.annotations.retain(stays);
}

impl<'a> Code<'a> {
    fn new(view: &'a View, unseen: &HashSet<Id>) -> Code<'a> {
        let module = &view.module;
        let mut hidden: HashSet<Id> = unseen.clone();
        hidden.extend(view.vars.iter().filter(|v| v.class == StorageClass::Private).map(|v| v.id));
        let mut code = Code {
            module,
            defined: HashMap::new(),
            hidden,
            pure_functions: HashSet::new(),
            roots: view.vars.iter().map(|v| (v.id, v.id)).collect(),
            selected: HashMap::new(),
        };
        for p in module.functions.iter().flat_map(|f| &f.parameters).filter_map(|p| p.result_id) {
            code.roots.insert(p, p);
        }
        for (place, i) in instructions(module) {
            let Some(id) = i.result_id else { continue };
            code.defined.insert(id, place);
            match i.class.opcode {
                Op::Select => {
                    if let Some(taken) = branches::boolean(view, id_of(i.operands.first())) {
                        code.selected.insert(place, if taken { 2 } else { 1 });
                    }
                }
                Op::Variable => {
                    code.roots.insert(id, id);
                    code.hidden.insert(id);
                }
                Op::AccessChain | Op::InBoundsAccessChain => {
                    if let Some(root) = code.roots.get(&id_of(i.operands.first())) {
                        code.roots.insert(id, *root);
                    }
                }
                _ => {}
            }
        }
        code.find_pure_functions();
        code
    }

    /// Starts from functions without visible effects of their own and takes out those that call others.
    fn find_pure_functions(&mut self) {
        let locals: HashSet<Id> = instructions(self.module)
            .filter(|(_, i)| i.class.opcode == Op::Variable)
            .filter_map(|(_, i)| i.result_id)
            .collect();
        let mut pure: HashSet<Id> = HashSet::new();
        for f in &self.module.functions {
            let quiet = f.blocks.iter().flat_map(|b| &b.instructions).all(|i| match i.class.opcode {
                Op::Store => self.roots.get(&id_of(i.operands.first())).is_some_and(|r| locals.contains(r)),
                Op::Kill => false,
                op if control(op) => true,
                op => op == Op::FunctionCall || !has_effect(i),
            });
            if quiet {
                pure.extend(f.def_id());
            }
        }
        loop {
            let impure: Vec<Id> = self
                .module
                .functions
                .iter()
                .filter_map(|f| f.def_id().map(|id| (id, f)))
                .filter(|(id, _)| pure.contains(id))
                .filter(|(_, f)| {
                    f.blocks
                        .iter()
                        .flat_map(|b| &b.instructions)
                        .any(|i| i.class.opcode == Op::FunctionCall && !pure.contains(&id_of(i.operands.first())))
                })
                .map(|(id, _)| id)
                .collect();
            if impure.is_empty() {
                break;
            }
            for id in impure {
                pure.remove(&id);
            }
        }
        self.pure_functions = pure;
    }

    fn live(&self) -> HashSet<Place> {
        // Stores by the hidden variable they go to.
        let mut stores: HashMap<Id, Vec<Place>> = HashMap::new();
        let mut todo: Vec<Place> = Vec::new();
        for (place, i) in instructions(self.module) {
            match i.class.opcode {
                Op::Store => match self.roots.get(&id_of(i.operands.first())) {
                    Some(root) if self.hidden.contains(root) => stores.entry(*root).or_default().push(place),
                    _ => todo.push(place),
                },
                Op::FunctionCall if self.pure_functions.contains(&id_of(i.operands.first())) => {}
                op if control(op) || has_effect(i) => todo.push(place),
                _ => {}
            }
        }
        let mut live: HashSet<Place> = HashSet::new();
        while let Some(place) = todo.pop() {
            if !live.insert(place) {
                continue;
            }
            let i = &self.module.functions[place.0].blocks[place.1].instructions[place.2];
            let dropped = match i.class.opcode {
                Op::Select => self.selected.get(&place).copied(),
                _ => None,
            };
            for (n, o) in i.operands.iter().enumerate() {
                if dropped == Some(n) {
                    continue;
                }
                let Some(id) = o.id_ref_any() else { continue };
                todo.extend(self.defined.get(&id));
                // Looking at a variable in any way but storing to it wakes its stores.
                let target = i.class.opcode == Op::Store && n == 0;
                let part = matches!(i.class.opcode, Op::AccessChain | Op::InBoundsAccessChain) && n == 0;
                if let (Some(root), false, false) = (self.roots.get(&id), target, part) {
                    todo.extend(stores.remove(root).into_iter().flatten());
                }
            }
        }
        live
    }
}

/// Control flow and the structure of blocks.
fn control(op: Op) -> bool {
    matches!(
        op,
        Op::Branch
            | Op::BranchConditional
            | Op::Switch
            | Op::Return
            | Op::ReturnValue
            | Op::Kill
            | Op::Unreachable
            | Op::SelectionMerge
            | Op::LoopMerge
    )
}

/// Whether the instruction does something besides its result. Stores are looked at by their target.
fn has_effect(i: &Instruction) -> bool {
    let op = i.class.opcode;
    // `modf` and `frexp` write through a pointer.
    if op == Op::ExtInst {
        return matches!(i.operands.get(1), Some(Operand::LiteralExtInstInteger(35 | 51)));
    }
    let name = format!("{op:?}");
    name.starts_with("Atomic")
        || matches!(
            op,
            Op::Store
                | Op::CopyMemory
                | Op::FunctionCall
                | Op::ImageWrite
                | Op::EmitVertex
                | Op::EndPrimitive
                | Op::EmitStreamVertex
                | Op::EndStreamPrimitive
                | Op::ControlBarrier
                | Op::MemoryBarrier
        )
}
