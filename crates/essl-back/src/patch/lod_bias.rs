//! The LOD bias that GL keeps in textures and samplers and ES nowhere (GL 4.6 core 8.14.1): a uniform array with an element
//! for each sampler slot, added wherever a level of detail comes from derivatives, gradients or a given number.

use super::texture::{Images, mask_at, operand_at, samples};
use crate::LOD_BIAS_UNIFORM;
use crate::edit::{Edit, Id, id_of, literal};
use pipe_types::archive::{Archive, UniformKind};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, Dim, ImageOperands, Op, StorageClass};
use std::collections::HashMap;

/// `Exp2` of `GLSL.std.450`.
const EXP2: u32 = 29;

/// Adds the bias to all lookups of the module. It comes before the changes of dimensions.
pub(crate) fn add(edit: &mut Edit, archive: &Archive) {
    let images = Images::of(edit);
    let slots = Slots::of(edit, archive, &images);
    if slots.variables.is_empty() || archive.sampler_units == 0 {
        return;
    }
    let (float, int) = (edit.float(), edit.int());
    let count = edit.const_i32(archive.sampler_units as i32);
    let array = edit.declare(Op::TypeArray, None, vec![Operand::IdRef(float), Operand::IdRef(count)]);
    let pointer = edit.pointer(StorageClass::UniformConstant, array);
    let class = vec![Operand::StorageClass(StorageClass::UniformConstant)];
    let uniform = edit.add(Op::Variable, Some(pointer), class);
    edit.name(uniform, LOD_BIAS_UNIFORM.into());
    let element = edit.pointer(StorageClass::UniformConstant, float);
    let mut adder = Adder { images, slots, float, int, uniform, element };
    adder.pass_slots(edit);
    adder.look_up(edit);
}

/// Where the slot of a sampler comes from.
struct Slots {
    /// Slot of a variable's first element.
    variables: HashMap<Id, u32>,
    /// The parameter with the slot of a parameter that is a sampler.
    parameters: HashMap<Id, Id>,
    /// What defines a value: loads and access chains are followed.
    defined: HashMap<Id, Instruction>,
}

impl Slots {
    fn of(edit: &Edit, archive: &Archive, images: &Images) -> Slots {
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
            matches!(i.class.opcode, Op::Load | Op::AccessChain | Op::InBoundsAccessChain | Op::CopyObject)
        };
        let defined = edit.module.all_inst_iter().filter(follow).filter_map(|i| Some((i.result_id?, i.clone())));
        Slots { variables, parameters: HashMap::new(), defined: defined.collect() }
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

struct Adder {
    images: Images,
    slots: Slots,
    float: Id,
    int: Id,
    uniform: Id,
    element: Id,
}

impl Adder {
    /// Functions that are given samplers are given their slots, too.
    fn pass_slots(&mut self, edit: &mut Edit) {
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
                self.slots.parameters.insert(function.parameters[*n].result_id.unwrap_or(0), id);
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
    fn slot(&self, edit: &mut Edit, out: &mut Vec<Instruction>, sampler: Id, steps: u32) -> Option<Id> {
        if let Some(slot) = self.slots.variables.get(&sampler) {
            return Some(edit.const_i32(*slot as i32));
        }
        if let Some(parameter) = self.slots.parameters.get(&sampler) {
            return Some(*parameter);
        }
        // A load of an element of a variable: more steps are a forgery's.
        let i = self.slots.defined.get(&sampler).filter(|_| steps < 8)?;
        let base = id_of(i.operands.first());
        let mut slot = self.slot(edit, out, base, steps + 1)?;
        if matches!(i.class.opcode, Op::Load | Op::CopyObject) {
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

    fn look_up(&self, edit: &mut Edit) {
        edit.rewrite(|edit, mut i, out| {
            let op = i.class.opcode;
            let gathers = matches!(op, Op::ImageGather | Op::ImageDrefGather);
            let value = id_of(i.operands.first());
            if samples(op)
                && !gathers
                && let Some(slot) = self.slot(edit, out, value, 0)
            {
                let at = vec![Operand::IdRef(self.uniform), Operand::IdRef(slot)];
                let at = edit.push(out, Op::AccessChain, self.element, at);
                let bias = edit.push(out, Op::Load, self.float, vec![Operand::IdRef(at)]);
                self.lookup(edit, out, &mut i, bias);
            }
            out.push(i);
        });
    }

    /// Adds `bias` to the level of detail of one lookup.
    fn lookup(&self, edit: &mut Edit, out: &mut Vec<Instruction>, i: &mut Instruction, bias: Id) {
        let image = self.images.image_type(id_of(i.operands.first())).unwrap_or(0);
        let dref = matches!(
            i.class.opcode,
            Op::ImageSampleDrefImplicitLod
                | Op::ImageSampleDrefExplicitLod
                | Op::ImageSampleProjDrefImplicitLod
                | Op::ImageSampleProjDrefExplicitLod
        );
        let arrayed = self.images.arrayed.contains(&image);
        let found = mask_at(i);
        let operand = |wanted| found.and_then(|(at, mask)| operand_at(at, mask, wanted));
        if let Some(n) = operand(ImageOperands::GRAD) {
            for n in [n, n + 1] {
                i.operands[n] = self.scaled(edit, out, i.operands[n].clone(), bias);
            }
            return;
        }
        if let Some(n) = operand(ImageOperands::LOD) {
            // ES compares with a given level only in textures that are no arrays and no cubes.
            if !dref || !arrayed && self.images.dims.get(&image) != Some(&Dim::DimCube) {
                let sum = vec![i.operands[n].clone(), Operand::IdRef(bias)];
                i.operands[n] = Operand::IdRef(edit.push(out, Op::FAdd, self.float, sum));
            }
            return;
        }
        let own = operand(ImageOperands::BIAS);
        let bias = match own {
            Some(n) => edit.push(out, Op::FAdd, self.float, vec![i.operands[n].clone(), Operand::IdRef(bias)]),
            None => bias,
        };
        if dref && arrayed {
            self.by_gradients(edit, out, i, bias, own);
        } else if let Some(n) = own {
            i.operands[n] = Operand::IdRef(bias);
        } else {
            insert(i, found, ImageOperands::BIAS, &[bias]);
        }
    }

    /// A comparison in an array takes no bias in ES, but gradients.
    fn by_gradients(
        &self,
        edit: &mut Edit,
        out: &mut Vec<Instruction>,
        i: &mut Instruction,
        bias: Id,
        own: Option<usize>,
    ) {
        let image = self.images.image_type(id_of(i.operands.first())).unwrap_or(0);
        let width = match self.images.dims.get(&image) {
            Some(Dim::Dim1D) => 1,
            Some(Dim::Dim2D) => 2,
            // Cube map arrays have neither.
            _ => return,
        };
        let vector = if width == 1 { self.float } else { edit.vector(self.float, width) };
        let coordinate = i.operands[1].clone();
        let place = if width == 1 {
            edit.push(out, Op::CompositeExtract, vector, vec![coordinate, Operand::LiteralBit32(0)])
        } else {
            let two = [Operand::LiteralBit32(0), Operand::LiteralBit32(1)];
            let shuffle = [coordinate.clone(), coordinate].into_iter().chain(two).collect();
            edit.push(out, Op::VectorShuffle, vector, shuffle)
        };
        let gradients = [Op::DPdx, Op::DPdy].map(|op| {
            let slope = edit.push(out, op, vector, vec![Operand::IdRef(place)]);
            id_of(Some(&self.scaled(edit, out, Operand::IdRef(slope), bias)))
        });
        if let (Some(n), Some((at, mask))) = (own, mask_at(i)) {
            i.operands.remove(n);
            i.operands[at] = Operand::ImageOperands(mask - ImageOperands::BIAS);
        }
        insert(i, mask_at(i), ImageOperands::GRAD, &gradients);
        *i = Instruction::new(
            Op::ImageSampleDrefExplicitLod,
            i.result_type,
            i.result_id,
            std::mem::take(&mut i.operands),
        );
    }

    /// A gradient times two to the power of the bias.
    fn scaled(&self, edit: &mut Edit, out: &mut Vec<Instruction>, gradient: Operand, bias: Id) -> Operand {
        let glsl = edit.glsl();
        let power = vec![Operand::IdRef(glsl), Operand::LiteralExtInstInteger(EXP2), Operand::IdRef(bias)];
        let factor = edit.push(out, Op::ExtInst, self.float, power);
        let id = id_of(Some(&gradient));
        let ty = out.iter().rev().find(|i| i.result_id == Some(id)).and_then(|i| i.result_type);
        let ty = ty.or_else(|| self.images.types.get(&id).copied()).unwrap_or(self.float);
        let op = if ty == self.float { Op::FMul } else { Op::VectorTimesScalar };
        Operand::IdRef(edit.push(out, op, ty, vec![gradient, Operand::IdRef(factor)]))
    }
}

/// Adds image operands of a kind that comes before all that may be there, biases before gradients.
fn insert(i: &mut Instruction, found: Option<(usize, ImageOperands)>, kind: ImageOperands, values: &[Id]) {
    let values = values.iter().map(|id| Operand::IdRef(*id));
    match found {
        Some((at, mask)) => {
            i.operands[at] = Operand::ImageOperands(mask | kind);
            i.operands.splice(at + 1..at + 1, values);
        }
        None => {
            i.operands.push(Operand::ImageOperands(kind));
            i.operands.extend(values);
        }
    }
}
