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
            let gathers = matches!(op, Op::ImageGather | Op::ImageDrefGather);
            let value = id_of(i.operands.first());
            if samples(op)
                && !gathers
                && let Some(slot) = self.slots.slot(edit, out, value, 0)
            {
                let bias = self.slots.element(edit, out, self.uniform, self.float, slot);
                self.lookup(edit, out, &mut i, bias);
            }
            out.push(i);
        });
    }

    /// Adds `bias` to the level of detail of one lookup.
    fn lookup(&self, edit: &mut Edit, out: &mut Vec<Instruction>, i: &mut Instruction, bias: Id) {
        let image = self.slots.images.image_type(id_of(i.operands.first())).unwrap_or(0);
        let dref = matches!(
            i.class.opcode,
            Op::ImageSampleDrefImplicitLod
                | Op::ImageSampleDrefExplicitLod
                | Op::ImageSampleProjDrefImplicitLod
                | Op::ImageSampleProjDrefExplicitLod
        );
        let arrayed = self.slots.images.arrayed.contains(&image);
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
            if !dref || !arrayed && self.slots.images.dims.get(&image) != Some(&Dim::DimCube) {
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
        let image = self.slots.images.image_type(id_of(i.operands.first())).unwrap_or(0);
        let width = match self.slots.images.dims.get(&image) {
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
        let ty = ty.or_else(|| self.slots.images.types.get(&id).copied()).unwrap_or(self.float);
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
