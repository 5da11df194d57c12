//! Comparisons in arrays with a bias or with a level of their own (GLSL 4.60 8.9.2), which ES has with `GL_EXT_texture_shadow_lod`
//! alone, and those with an offset and neither, which it has not at all. Gradients stand for them where the extension does not
//! help. Not so in cube maps and their arrays: GLSL gives their comparisons no level, and what the bias of a texture makes of
//! them is lost without the extension.

use super::{
    lod_bias::{insert, power_of_two},
    texture::{Images, mask_at, operand_at},
};
use crate::edit::{Edit, Id, id_of};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Dim, ImageOperands, Op};

/// What a comparison has that ES lets no comparison in arrays have, and where.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Extra {
    Bias(usize),
    Level(usize),
    Offset,
}

impl Extra {
    /// Takes a bias or a level away, and with the last image operand their mask.
    fn take_from(self, i: &mut Instruction) {
        let (n, kind) = match self {
            Extra::Bias(n) => (n, ImageOperands::BIAS),
            Extra::Level(n) => (n, ImageOperands::LOD),
            Extra::Offset => return,
        };
        i.operands.remove(n);
        if let Some((at, mask)) = mask_at(i) {
            let left = mask - kind;
            if left.is_empty() { drop(i.operands.remove(at)) } else { i.operands[at] = Operand::ImageOperands(left) }
        }
    }
}

/// The image type of a comparison that ES has not got, and why.
fn extra(images: &Images, i: &Instruction) -> Option<(Id, Extra)> {
    use Op::*;
    if !matches!(i.class.opcode, ImageSampleDrefImplicitLod | ImageSampleDrefExplicitLod) {
        return None;
    }
    let image = images.image_type(id_of(i.operands.first()))?;
    let (at, mask) = mask_at(i)?;
    let (array, cube) = (images.arrayed.contains(&image), images.dims.get(&image) == Some(&Dim::DimCube));
    let operand = |kind| operand_at(at, mask, kind);
    if let Some(n) = operand(ImageOperands::LOD) {
        return (array || cube).then_some((image, Extra::Level(n)));
    }
    if !array || mask.contains(ImageOperands::GRAD) {
        return None;
    }
    let offset = mask.intersects(ImageOperands::CONST_OFFSET | ImageOperands::OFFSET);
    let extra = operand(ImageOperands::BIAS).map(Extra::Bias).or(offset.then_some(Extra::Offset))?;
    Some((image, extra))
}

/// Makes such comparisons ones that ES has; says whether it has them with the extension, `extension` of which is there.
/// `derivatives`: the stage has them, and lookups without a level in others are of the base level.
pub(crate) fn apply(edit: &mut Edit, extension: bool, derivatives: bool) -> bool {
    let images = Images::of(edit);
    let found: Vec<Extra> =
        edit.module.all_inst_iter().filter_map(|i| extra(&images, i).map(|(_, extra)| extra)).collect();
    if found.is_empty() {
        return false;
    }
    let query = vec![Operand::Capability(Capability::ImageQuery)];
    edit.module.capabilities.push(Instruction::new(Op::Capability, None, None, query));
    edit.rewrite(|edit, mut i, out| {
        let Some((image, extra)) = extra(&images, &i) else { return out.push(i) };
        let kept = extension && extra != Extra::Offset;
        match images.dims.get(&image) {
            _ if kept => {}
            Some(Dim::Dim2D) => with_gradients(edit, out, &mut i, image, extra, derivatives),
            // Stages without derivatives name the base level, which they look up without naming it.
            _ => {
                extra.take_from(&mut i);
                let operands = std::mem::take(&mut i.operands);
                i = Instruction::new(Op::ImageSampleDrefImplicitLod, i.result_type, i.result_id, operands);
            }
        }
        out.push(i);
    });
    extension && found.iter().any(|extra| *extra != Extra::Offset)
}

/// Gives a comparison in an array of two-dimensional images gradients that lead to its level.
fn with_gradients(
    edit: &mut Edit,
    out: &mut Vec<Instruction>,
    i: &mut Instruction,
    image: Id,
    extra: Extra,
    derivatives: bool,
) {
    let (float, int) = (edit.float(), edit.int());
    let vector = edit.vector(float, 2);
    let none = edit.const_f32(0.0);
    let along = |edit: &mut Edit, out: &mut Vec<Instruction>, x: Id| {
        edit.push(out, Op::CompositeConstruct, vector, vec![Operand::IdRef(x), Operand::IdRef(none)])
    };
    let gradients = match extra {
        Extra::Level(n) => {
            // One texel of the level in one direction: its texels are a power of two of the base level's.
            let factor = power_of_two(edit, out, id_of(i.operands.get(n)));
            let zero = edit.const_i32(0);
            let (sizes, wide) = (edit.vector(int, 3), edit.vector(float, 3));
            let plain = edit.push(out, Op::Image, image, vec![i.operands[0].clone()]);
            let size = edit.push(out, Op::ImageQuerySizeLod, sizes, vec![Operand::IdRef(plain), Operand::IdRef(zero)]);
            let size = edit.push(out, Op::ConvertSToF, wide, vec![Operand::IdRef(size)]);
            let first = vec![Operand::IdRef(size), Operand::LiteralBit32(0)];
            let across = edit.push(out, Op::CompositeExtract, float, first);
            let step = edit.push(out, Op::FDiv, float, vec![Operand::IdRef(factor), Operand::IdRef(across)]);
            [along(edit, out, step), along(edit, out, none)]
        }
        _ if !derivatives => [along(edit, out, none), along(edit, out, none)],
        _ => {
            let (at, [x, y]) = (i.operands[1].clone(), [0, 1].map(Operand::LiteralBit32));
            let place = edit.push(out, Op::VectorShuffle, vector, vec![at.clone(), at, x, y]);
            let slopes = [Op::DPdx, Op::DPdy].map(|op| edit.push(out, op, vector, vec![Operand::IdRef(place)]));
            match extra {
                Extra::Bias(n) => {
                    let factor = power_of_two(edit, out, id_of(i.operands.get(n)));
                    let times = Op::VectorTimesScalar;
                    slopes
                        .map(|slope| edit.push(out, times, vector, vec![Operand::IdRef(slope), Operand::IdRef(factor)]))
                }
                _ => slopes,
            }
        }
    };
    extra.take_from(i);
    let left = mask_at(i);
    insert(i, left, ImageOperands::GRAD, &gradients);
    let operands = std::mem::take(&mut i.operands);
    *i = Instruction::new(Op::ImageSampleDrefExplicitLod, i.result_type, i.result_id, operands);
}
