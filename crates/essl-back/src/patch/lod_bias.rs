//! The LOD bias that GL keeps in textures and samplers and ES nowhere (GL 4.6 core 8.14.1): a uniform array with an element
//! for each sampler slot, added wherever a level of detail comes from derivatives, gradients or a given number.

use super::{
    slots::Slots,
    texture::{mask_at, operand_at, samples},
};
use crate::LOD_BIAS_UNIFORM;
use crate::edit::{Edit, Id, id_of};
use pipe_types::archive::Archive;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Dim, ImageOperands, Op};

/// `Exp2` of `GLSL.std.450`.
const EXP2: u32 = 29;

/// Adds the bias to all lookups of the module. It comes before the changes of dimensions.
pub(crate) fn add(edit: &mut Edit, archive: &Archive) {
    let mut slots = Slots::of(edit, archive);
    if slots.is_empty() || archive.sampler_units == 0 {
        return;
    }
    let float = edit.float();
    let uniform = slots.uniform(edit, archive, float, LOD_BIAS_UNIFORM);
    slots.pass_slots(edit);
    Adder { slots, float, uniform }.look_up(edit);
}

struct Adder {
    slots: Slots,
    float: Id,
    /// The array and the type of pointers to its elements.
    uniform: (Id, Id),
}

impl Adder {
    fn look_up(&self, edit: &mut Edit) {
        edit.rewrite(|edit, mut i, out| {
            let op = i.class.opcode;
            let (gathers, asks) = (matches!(op, Op::ImageGather | Op::ImageDrefGather), op == Op::ImageQueryLod);
            let value = id_of(i.operands.first());
            if (samples(op) && !gathers || asks)
                && let Some(slot) = self.slots.slot(edit, out, value, 0)
            {
                let bias = self.slots.element(edit, out, self.uniform, self.float, slot);
                if asks {
                    return self.query(edit, out, i, bias);
                }
                self.lookup(edit, out, &mut i, bias);
            }
            out.push(i);
        });
    }

    /// Adds `bias` to the level of detail of one lookup. Which lookups ES lets have one is seen to later
    /// ([`super::shadow_lod`]).
    fn lookup(&self, edit: &mut Edit, out: &mut Vec<Instruction>, i: &mut Instruction, bias: Id) {
        let found = mask_at(i);
        let operand = |wanted| found.and_then(|(at, mask)| operand_at(at, mask, wanted));
        if let Some(n) = operand(ImageOperands::GRAD) {
            for n in [n, n + 1] {
                i.operands[n] = self.scaled(edit, out, i.operands[n].clone(), bias);
            }
            return;
        }
        if let Some(n) = operand(ImageOperands::LOD).or(operand(ImageOperands::BIAS)) {
            let sum = vec![i.operands[n].clone(), Operand::IdRef(bias)];
            i.operands[n] = Operand::IdRef(edit.push(out, Op::FAdd, self.float, sum));
        } else {
            insert(i, found, ImageOperands::BIAS, &[bias]);
        }
    }

    /// Adds `bias` to the level of detail that would be used. The number that filters and ranges have changed comes from a second
    /// query, whose coordinate has the differences that the bias makes; where they change nothing, it is the sum, too. A cube
    /// map's directions cannot be scaled so: that number goes without the bias there.
    fn query(&self, edit: &mut Edit, out: &mut Vec<Instruction>, mut i: Instruction, bias: Id) {
        let image = self.slots.images.image_type(id_of(i.operands.first())).unwrap_or(0);
        let (float, vec2) = (self.float, edit.vector(self.float, 2));
        let part = |edit: &mut Edit, out: &mut Vec<Instruction>, of: Id, n: u32| {
            let operands = vec![Operand::IdRef(of), Operand::LiteralBit32(n)];
            Operand::IdRef(edit.push(out, Op::CompositeExtract, float, operands))
        };
        let plain = edit.push(out, Op::ImageQueryLod, vec2, i.operands.clone());
        let computed = part(edit, out, plain, 1);
        let computed = Operand::IdRef(edit.push(out, Op::FAdd, float, vec![computed, Operand::IdRef(bias)]));
        let accessed = if self.slots.images.dims.get(&image) == Some(&Dim::DimCube) {
            part(edit, out, plain, 0)
        } else {
            i.operands[1] = self.scaled(edit, out, i.operands[1].clone(), bias);
            let scaled = edit.push(out, Op::ImageQueryLod, vec2, i.operands);
            let (first, second) = (part(edit, out, scaled, 0), part(edit, out, scaled, 1));
            let truth = edit.declare(Op::TypeBool, None, Vec::new());
            let same = edit.push(out, Op::FOrdEqual, truth, vec![first.clone(), second]);
            Operand::IdRef(edit.push(out, Op::Select, float, vec![Operand::IdRef(same), computed.clone(), first]))
        };
        out.push(Instruction::new(Op::CompositeConstruct, i.result_type, i.result_id, vec![accessed, computed]));
    }

    /// A gradient (or what one is made of) times two to the power of the bias.
    fn scaled(&self, edit: &mut Edit, out: &mut Vec<Instruction>, gradient: Operand, bias: Id) -> Operand {
        let factor = power_of_two(edit, out, bias);
        let id = id_of(Some(&gradient));
        let ty = out.iter().rev().find(|i| i.result_id == Some(id)).and_then(|i| i.result_type);
        let ty = ty.or_else(|| self.slots.images.types.get(&id).copied()).unwrap_or(self.float);
        let op = if ty == self.float { Op::FMul } else { Op::VectorTimesScalar };
        Operand::IdRef(edit.push(out, op, ty, vec![gradient, Operand::IdRef(factor)]))
    }
}

/// Two to the power of a float.
pub(super) fn power_of_two(edit: &mut Edit, out: &mut Vec<Instruction>, exponent: Id) -> Id {
    let (glsl, float) = (edit.glsl(), edit.float());
    let power = vec![Operand::IdRef(glsl), Operand::LiteralExtInstInteger(EXP2), Operand::IdRef(exponent)];
    edit.push(out, Op::ExtInst, float, power)
}

/// Adds image operands of a kind that comes before all that may be there, biases before gradients.
pub(super) fn insert(i: &mut Instruction, found: Option<(usize, ImageOperands)>, kind: ImageOperands, values: &[Id]) {
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
