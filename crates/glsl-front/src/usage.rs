//! What a module uses: the functions that `main` reaches, and for each global variable the paths through which it is
//! touched there. GL calls a variable active when it can be reached in this way.

use crate::module::{Id, View, id_of};
use rspirv::dr::{Function, Operand};
use rspirv::spirv::{Op, StorageClass};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A path into a variable: constant indices, `None` for an index only known when the shader runs. Empty: the whole of it.
pub(crate) type Path = Vec<Option<u32>>;

/// Usage of the globals of one module.
#[derive(Default)]
pub(crate) struct Usage {
    paths: HashMap<Id, BTreeSet<Path>>,
    stored: HashSet<Id>,
}

impl Usage {
    pub(crate) fn of(view: &View) -> Usage {
        let globals: HashSet<Id> = view.vars.iter().map(|v| v.id).collect();
        let mut usage = Usage::default();
        // Access chains by result id, resolved to variable and path.
        let mut chains: HashMap<Id, (Id, Path)> = HashMap::new();
        let reachable = reachable_functions(view);
        let functions = view.module.functions.iter().filter(|f| f.def_id().is_some_and(|id| reachable.contains(&id)));
        for inst in functions.flat_map(|f| &f.blocks).flat_map(|b| &b.instructions) {
            let is_chain = matches!(inst.class.opcode, Op::AccessChain | Op::InBoundsAccessChain);
            for (n, operand) in inst.operands.iter().enumerate() {
                let Operand::IdRef(id) = operand else { continue };
                let (var, path) = if globals.contains(id) {
                    (*id, Path::new())
                } else if let Some((var, path)) = chains.get(id) {
                    (*var, path.clone())
                } else {
                    continue;
                };
                if is_chain && n == 0 {
                    let mut path = path;
                    path.extend(inst.operands[1..].iter().map(|o| view.constant_u32(id_of(Some(o)))));
                    if let Some(result) = inst.result_id {
                        chains.insert(result, (var, path));
                    }
                } else {
                    if inst.class.opcode == Op::Store && n == 0
                        || inst.class.opcode == Op::FunctionCall
                        || inst.class.opcode == Op::CopyMemory && n == 0
                    {
                        usage.stored.insert(var);
                    }
                    usage.paths.entry(var).or_default().insert(path);
                }
            }
        }
        usage
    }

    /// Whether the variable is touched at all.
    pub(crate) fn uses(&self, var: Id) -> bool {
        self.paths.contains_key(&var)
    }

    /// Whether the variable may be written.
    pub(crate) fn stores(&self, var: Id) -> bool {
        self.stored.contains(&var)
    }

    /// Whether some use touches the part of the variable at `path`.
    pub(crate) fn touches(&self, var: Id, path: &[u32]) -> bool {
        self.paths.get(&var).is_some_and(|set| set.iter().any(|p| overlaps(p, path)))
    }

    /// How many leading elements of the array at `path` (with `n` elements) can be touched.
    pub(crate) fn array_extent(&self, var: Id, path: &[u32], n: u32) -> u32 {
        let Some(set) = self.paths.get(&var) else { return 0 };
        set.iter()
            .filter(|p| overlaps(p, path))
            .map(|p| match p.get(path.len()) {
                Some(Some(i)) => (i + 1).min(n),
                _ => n,
            })
            .max()
            .unwrap_or(0)
    }
}

fn overlaps(used: &[Option<u32>], path: &[u32]) -> bool {
    used.iter().zip(path).all(|(u, p)| u.is_none_or(|u| u == *p))
}

fn reachable_functions(view: &View) -> HashSet<Id> {
    let by_id: HashMap<Id, &Function> =
        view.module.functions.iter().filter_map(|f| f.def_id().map(|id| (id, f))).collect();
    let mut todo: Vec<Id> = view.module.entry_points.iter().map(|e| id_of(e.operands.get(1))).collect();
    let mut seen = HashSet::new();
    while let Some(id) = todo.pop() {
        if !seen.insert(id) {
            continue;
        }
        let Some(f) = by_id.get(&id) else { continue };
        for inst in f.blocks.iter().flat_map(|b| &b.instructions) {
            if inst.class.opcode == Op::FunctionCall {
                todo.push(id_of(inst.operands.first()));
            }
        }
    }
    seen
}

/// Removes functions `main` doesn't reach and the variables nothing refers to then, except those in `keep` and uniform
/// blocks, which GL counts as active without a use.
pub(crate) fn prune(view: &mut View, keep: &HashSet<Id>) {
    let reachable = reachable_functions(view);
    let module = &mut view.module;
    let mut dead: HashSet<Id> = HashSet::new();
    module.functions.retain(|f| {
        let live = f.def_id().is_some_and(|id| reachable.contains(&id));
        if !live {
            dead.extend(f.def_id());
            dead.extend(f.parameters.iter().filter_map(|p| p.result_id));
            dead.extend(
                f.blocks.iter().flat_map(|b| b.label.iter().chain(&b.instructions)).filter_map(|i| i.result_id),
            );
        }
        live
    });
    let mut referred: HashSet<Id> = HashSet::new();
    for inst in module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions) {
        referred.extend(inst.operands.iter().filter_map(|o| if let Operand::IdRef(x) = o { Some(*x) } else { None }));
    }
    module.types_global_values.retain(|i| {
        let Some(id) = i.result_id else { return true };
        if i.class.opcode != Op::Variable || referred.contains(&id) || keep.contains(&id) {
            return true;
        }
        if i.operands.first() == Some(&Operand::StorageClass(StorageClass::Uniform)) {
            return true;
        }
        dead.insert(id);
        false
    });
    view.vars.retain(|v| !dead.contains(&v.id));
    let names_dead =
        |i: &rspirv::dr::Instruction| matches!(i.operands.first(), Some(Operand::IdRef(x)) if dead.contains(x));
    module.debug_names.retain(|i| !names_dead(i));
    module.annotations.retain(|i| !names_dead(i));
    for entry in &mut module.entry_points {
        entry.operands.retain(|o| !matches!(o, Operand::IdRef(x) if dead.contains(x)));
    }
}
