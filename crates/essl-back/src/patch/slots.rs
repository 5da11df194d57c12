//! Which sampler slot of the program a value in the module comes from.

use super::texture::Images;
use crate::edit::{Edit, Id, id_of, literal};
use pipe_types::archive::{Archive, UniformKind};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Op, StorageClass};
use std::collections::HashMap;

/// Where the slot of a sampler comes from.
pub(super) struct Slots {
    pub(super) images: Images,
    /// The type of indices.
    int: Id,
    /// Slot of a variable's first element.
    variables: HashMap<Id, u32>,
    /// The parameter with the slot of a parameter that is a sampler.
    parameters: HashMap<Id, Id>,
    /// What defines a value: loads and access chains are followed.
    defined: HashMap<Id, Instruction>,
}

impl Slots {
    pub(super) fn of(edit: &mut Edit, archive: &Archive) -> Slots {
        let images = Images::of(edit);
        let int = edit.int();
        let samplers: HashMap<u32, u32> = archive
            .uniforms
            .iter()
            .filter_map(|u| match u.kind {
                UniformKind::Sampler { location, slot, .. } => Some((location, slot)),
                _ => None,
            })
            .collect();
        let mut variables = HashMap::new();
        for var in edit.vars(StorageClass::UniformConstant) {
            let id = var.result_id.unwrap_or(0);
            let slot = edit.decoration(id, Decoration::Location).and_then(|l| samplers.get(&l));
            if let (Some(slot), true) = (slot, images.is_sampled(element_type(edit, edit.pointee(&var)))) {
                variables.insert(id, *slot);
            }
        }
        let follow = |i: &&Instruction| {
            matches!(i.class.opcode, Op::Load | Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject | Op::Image)
        };
        let defined = edit.module.all_inst_iter().filter(follow).filter_map(|i| Some((i.result_id?, i.clone())));
        let defined = defined.collect();
        Slots { images, int, variables, parameters: HashMap::new(), defined }
    }

    /// Whether the module has no samplers.
    pub(super) fn is_empty(&self) -> bool {
        self.variables.is_empty()
    }

    /// Functions that are given samplers are given their slots, too.
    pub(super) fn pass_slots(&mut self, edit: &mut Edit) {
        let mut functions = std::mem::take(&mut edit.module.functions);
        let mut given: HashMap<Id, Vec<usize>> = HashMap::new();
        for function in &mut functions {
            let mut at = Vec::new();
            for (n, parameter) in function.parameters.iter().enumerate() {
                let ty = edit.pointee(parameter);
                if self.images.is_sampled(element_type(edit, ty)) {
                    at.push(n);
                }
            }
            let Some(def) = function.def.as_mut().filter(|_| !at.is_empty()) else { continue };
            let ty = id_of(def.operands.get(1));
            let mut operands = edit.global(ty).map(|ty| ty.operands.clone()).unwrap_or_default();
            operands.extend(at.iter().map(|_| Operand::IdRef(self.int)));
            def.operands[1] = Operand::IdRef(edit.declare(Op::TypeFunction, None, operands));
            for n in &at {
                let id = edit.fresh();
                self.parameters.insert(function.parameters[*n].result_id.unwrap_or(0), id);
                let parameter = Instruction::new(Op::FunctionParameter, Some(self.int), Some(id), Vec::new());
                function.parameters.push(parameter);
            }
            given.insert(def.result_id.unwrap_or(0), at);
        }
        edit.module.functions = functions;
        edit.rewrite(|edit, mut i, out| {
            if let (Op::FunctionCall, Some(at)) = (i.class.opcode, given.get(&id_of(i.operands.first()))) {
                for n in at {
                    let slot = self.slot(edit, out, id_of(i.operands.get(n + 1)), 0);
                    let slot = slot.unwrap_or_else(|| edit.const_i32(0));
                    i.operands.push(Operand::IdRef(slot));
                }
            }
            out.push(i);
        });
    }

    /// The slot of a sampler, or of the first of an array, as a value.
    pub(super) fn slot(&self, edit: &mut Edit, out: &mut Vec<Instruction>, sampler: Id, steps: u32) -> Option<Id> {
        if let Some(slot) = self.variables.get(&sampler) {
            return Some(edit.const_i32(*slot as i32));
        }
        if let Some(parameter) = self.parameters.get(&sampler) {
            return Some(*parameter);
        }
        // A load of an element of a variable: more steps are a forgery's.
        let i = self.defined.get(&sampler).filter(|_| steps < 8)?;
        let base = id_of(i.operands.first());
        let mut slot = self.slot(edit, out, base, steps + 1)?;
        if matches!(i.class.opcode, Op::Load | Op::CopyObject | Op::Image) {
            return Some(slot);
        }
        let pointer = self.images.types.get(&base).copied().or_else(|| edit.global(base)?.result_type)?;
        let mut ty = id_of(edit.global(pointer)?.operands.get(1));
        for index in &i.operands[1..] {
            ty = edit.array(ty)?.0;
            let stride = elements(edit, ty);
            let mut index = index.clone();
            // GLSL's indices may be unsigned: the bits are the same.
            if self.images.types.get(&id_of(Some(&index))) != Some(&self.int) {
                index = Operand::IdRef(self.signed(edit, out, id_of(Some(&index))));
            }
            if stride > 1 {
                let stride = Operand::IdRef(edit.const_i32(stride as i32));
                index = Operand::IdRef(edit.push(out, Op::IMul, self.int, vec![index, stride]));
            }
            slot = edit.push(out, Op::IAdd, self.int, vec![Operand::IdRef(slot), index]);
        }
        Some(slot)
    }

    /// An index as a signed number.
    fn signed(&self, edit: &mut Edit, out: &mut Vec<Instruction>, value: Id) -> Id {
        match edit.global(value) {
            Some(i) if i.class.opcode == Op::Constant => {
                let number = literal(i.operands.first());
                edit.const_i32(number as i32)
            }
            _ => edit.push(out, Op::Bitcast, self.int, vec![Operand::IdRef(value)]),
        }
    }

    /// A uniform array with an element for each slot, and the type of pointers to one.
    pub(super) fn uniform(&self, edit: &mut Edit, archive: &Archive, element: Id, name: &str) -> (Id, Id) {
        let count = edit.const_i32(archive.sampler_units as i32);
        let array = edit.declare(Op::TypeArray, None, vec![Operand::IdRef(element), Operand::IdRef(count)]);
        let pointer = edit.pointer(StorageClass::UniformConstant, array);
        let class = vec![Operand::StorageClass(StorageClass::UniformConstant)];
        let uniform = edit.add(Op::Variable, Some(pointer), class);
        edit.name(uniform, name.into());
        (uniform, edit.pointer(StorageClass::UniformConstant, element))
    }

    /// The element of a uniform array of slots.
    pub(super) fn element(
        &self,
        edit: &mut Edit,
        out: &mut Vec<Instruction>,
        (uniform, pointer): (Id, Id),
        ty: Id,
        slot: Id,
    ) -> Id {
        let at = edit.push(out, Op::AccessChain, pointer, vec![Operand::IdRef(uniform), Operand::IdRef(slot)]);
        edit.push(out, Op::Load, ty, vec![Operand::IdRef(at)])
    }
}

/// What an array of arrays has in the end.
fn element_type(edit: &Edit, mut ty: Id) -> Id {
    while let Some((of, _)) = edit.array(ty) {
        ty = of;
    }
    ty
}

/// Elements of a type that may be an array of arrays.
fn elements(edit: &Edit, mut ty: Id) -> u32 {
    let mut count: u32 = 1;
    while let Some((of, n)) = edit.array(ty) {
        count = count.saturating_mul(n);
        ty = of;
    }
    count
}
