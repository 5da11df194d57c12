//! Textures ES doesn't have: 1D ones are 2D of height 1, rectangle ones are 2D with coordinates divided by the size.

use crate::edit::{Edit, Id, id_of, literal};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Dim, ImageOperands, Op};
use std::collections::{HashMap, HashSet};

/// Image types by dimension, and the image type of each sampled image type.
pub(super) struct Images {
    pub(super) dims: HashMap<Id, Dim>,
    /// Image types of arrays.
    pub(super) arrayed: HashSet<Id>,
    /// Types of storage images.
    storage: HashSet<Id>,
    sampled: HashMap<Id, Id>,
    pub(super) types: HashMap<Id, Id>,
}

impl Images {
    pub(super) fn of(edit: &Edit) -> Images {
        let (mut dims, mut sampled) = (HashMap::new(), HashMap::new());
        let (mut arrayed, mut storage) = (HashSet::new(), HashSet::new());
        for i in &edit.module.types_global_values {
            let id = i.result_id.unwrap_or(0);
            match (i.class.opcode, i.operands.get(1)) {
                (Op::TypeImage, Some(Operand::Dim(d))) => {
                    dims.insert(id, *d);
                    if literal(i.operands.get(5)) == 2 {
                        storage.insert(id);
                    }
                    if literal(i.operands.get(3)) == 1 {
                        arrayed.insert(id);
                    }
                }
                (Op::TypeSampledImage, _) => {
                    sampled.insert(id, id_of(i.operands.first()));
                }
                _ => {}
            }
        }
        Images { dims, arrayed, storage, sampled, types: edit.value_types() }
    }

    /// The image type of an image or sampled image value.
    pub(super) fn image_type(&self, value: Id) -> Option<Id> {
        let t = self.types.get(&value)?;
        Some(*self.sampled.get(t).unwrap_or(t))
    }

    fn is_storage(&self, image: Id) -> bool {
        self.types.get(&image).is_some_and(|t| self.storage.contains(t))
    }

    /// Whether this is a type of samplers.
    pub(super) fn is_sampled(&self, ty: Id) -> bool {
        self.sampled.contains_key(&ty)
    }

    fn is(&self, value: Id, dim: Dim) -> bool {
        self.image_type(value).is_some_and(|t| self.dims.get(&t) == Some(&dim))
    }
}

/// Whether the instruction samples with a normalised coordinate as its second operand.
pub(super) fn samples(op: Op) -> bool {
    matches!(
        op,
        Op::ImageSampleImplicitLod
            | Op::ImageSampleExplicitLod
            | Op::ImageSampleDrefImplicitLod
            | Op::ImageSampleDrefExplicitLod
            | Op::ImageSampleProjImplicitLod
            | Op::ImageSampleProjExplicitLod
            | Op::ImageSampleProjDrefImplicitLod
            | Op::ImageSampleProjDrefExplicitLod
            | Op::ImageGather
            | Op::ImageDrefGather
    )
}

/// Position of the image operands' mask.
pub(super) fn mask_at(i: &Instruction) -> Option<(usize, ImageOperands)> {
    i.operands
        .iter()
        .enumerate()
        .find_map(|(n, o)| if let Operand::ImageOperands(m) = o { Some((n, *m)) } else { None })
}

/// Position of the operand that belongs to `wanted`, behind the mask.
pub(super) fn operand_at(at: usize, mask: ImageOperands, wanted: ImageOperands) -> Option<usize> {
    if !mask.contains(wanted) {
        return None;
    }
    let mut n = at + 1;
    for (bit, count) in [
        (ImageOperands::BIAS, 1),
        (ImageOperands::LOD, 1),
        (ImageOperands::GRAD, 2),
        (ImageOperands::CONST_OFFSET, 1),
        (ImageOperands::OFFSET, 1),
    ] {
        if bit == wanted {
            return Some(n);
        }
        if mask.contains(bit) {
            n += count;
        }
    }
    None
}

/// Turns 1D textures into 2D ones of height 1, and arrays of them into 2D arrays. Lookups are of the middle of the one row, so that
/// it does not matter how the texture wraps in the direction that it hasn't got. Images that are stored to are
/// [`super::image::widen_1d`]'s.
pub(crate) fn widen_1d(edit: &mut Edit) {
    let images = Images::of(edit);
    let flat: HashSet<Id> = images.dims.iter().filter(|(_, dim)| **dim == Dim::Dim1D).map(|(id, _)| *id).collect();
    let flat: HashSet<Id> = flat.difference(&images.storage).copied().collect();
    if flat.is_empty() {
        return;
    }
    for i in edit.module.types_global_values.iter_mut().filter(|i| i.result_id.is_some_and(|id| flat.contains(&id))) {
        i.operands[1] = Operand::Dim(Dim::Dim2D);
    }
    edit.module.capabilities.retain(|c| c.operands.first() != Some(&Operand::Capability(Capability::Sampled1D)));
    let (float, int) = (edit.float(), edit.int());
    let (vec2, ivec2) = (edit.vector(float, 2), edit.vector(int, 2));
    let (vec3, ivec3) = (edit.vector(float, 3), edit.vector(int, 3));
    let (zero_f, zero_i, middle) = (edit.const_f32(0.0), edit.const_i32(0), edit.const_f32(0.5));
    edit.rewrite(|edit, mut i, out| {
        let op = i.class.opcode;
        let image = images.image_type(id_of(i.operands.first())).filter(|image| flat.contains(image));
        let Some(image) = image else { return out.push(i) };
        let layered = images.arrayed.contains(&image);
        // A component of the coordinate, which may be alone, and be followed by what is none.
        let coordinate = i.operands.get(1).cloned();
        let wide = |edit: &Edit| {
            let ty = images.types.get(&id_of(coordinate.as_ref())).copied();
            ty.is_some_and(|ty| edit.vector_width(ty).is_some())
        };
        let component = |edit: &mut Edit, out: &mut Vec<Instruction>, ty: Id, n: u32| match &coordinate {
            Some(all) if wide(edit) => {
                Operand::IdRef(edit.push(out, Op::CompositeExtract, ty, vec![all.clone(), Operand::LiteralBit32(n)]))
            }
            all => all.clone().unwrap_or(Operand::IdRef(zero_f)),
        };
        match op {
            _ if samples(op) => {
                let x = component(edit, out, float, 0);
                let projected = matches!(
                    op,
                    Op::ImageSampleProjImplicitLod
                        | Op::ImageSampleProjExplicitLod
                        | Op::ImageSampleProjDrefImplicitLod
                        | Op::ImageSampleProjDrefExplicitLod
                );
                let (ty, parts) = if projected {
                    let q = component(edit, out, float, 1);
                    let y = edit.push(out, Op::FMul, float, vec![q.clone(), Operand::IdRef(middle)]);
                    (vec3, vec![x, Operand::IdRef(y), q])
                } else if layered {
                    let layer = component(edit, out, float, 1);
                    (vec3, vec![x, Operand::IdRef(middle), layer])
                } else {
                    (vec2, vec![x, Operand::IdRef(middle)])
                };
                i.operands[1] = Operand::IdRef(edit.push(out, Op::CompositeConstruct, ty, parts));
            }
            Op::ImageQueryLod => {
                let parts = vec![component(edit, out, float, 0), Operand::IdRef(middle)];
                i.operands[1] = Operand::IdRef(edit.push(out, Op::CompositeConstruct, vec2, parts));
            }
            Op::ImageFetch => {
                let mut parts = vec![component(edit, out, int, 0), Operand::IdRef(zero_i)];
                if layered {
                    parts.push(component(edit, out, int, 1));
                }
                let ty = if layered { ivec3 } else { ivec2 };
                i.operands[1] = Operand::IdRef(edit.push(out, Op::CompositeConstruct, ty, parts));
            }
            Op::ImageQuerySizeLod | Op::ImageQuerySize => {
                let ty = if layered { ivec3 } else { ivec2 };
                let size = Operand::IdRef(edit.push(out, op, ty, i.operands));
                let (pick, operands) = if layered {
                    let ends = [0, 2].map(Operand::LiteralBit32);
                    (Op::VectorShuffle, [size.clone(), size].into_iter().chain(ends).collect())
                } else {
                    (Op::CompositeExtract, vec![size, Operand::LiteralBit32(0)])
                };
                i = Instruction::new(pick, i.result_type, i.result_id, operands);
            }
            _ => {}
        }
        if let Some((at, mask)) = mask_at(&i) {
            if let Some(n) = operand_at(at, mask, ImageOperands::GRAD) {
                for n in [n, n + 1] {
                    let wide = vec![i.operands[n].clone(), Operand::IdRef(zero_f)];
                    i.operands[n] = Operand::IdRef(edit.push(out, Op::CompositeConstruct, vec2, wide));
                }
            }
            if let Some(n) = operand_at(at, mask, ImageOperands::CONST_OFFSET) {
                let wide = vec![i.operands[n].clone(), Operand::IdRef(zero_i)];
                i.operands[n] = Operand::IdRef(edit.declare(Op::ConstantComposite, Some(ivec2), wide));
            }
            if let Some(n) = operand_at(at, mask, ImageOperands::OFFSET) {
                let wide = vec![i.operands[n].clone(), Operand::IdRef(zero_i)];
                i.operands[n] = Operand::IdRef(edit.push(out, Op::CompositeConstruct, ivec2, wide));
            }
        }
        out.push(i);
    });
}

/// Whether there are multisampled array textures, whose types ESSL 3.10 has no word for without an extension.
pub(crate) fn has_multisample_array(edit: &Edit) -> bool {
    edit.module
        .types_global_values
        .iter()
        .any(|i| i.class.opcode == Op::TypeImage && literal(i.operands.get(3)) == 1 && literal(i.operands.get(4)) == 1)
}

/// Turns rectangle textures into 2D ones of one level.
pub(crate) fn rect_to_2d(edit: &mut Edit) {
    let images = Images::of(edit);
    if !images.dims.values().any(|d| *d == Dim::DimRect) {
        return;
    }
    for i in &mut edit.module.types_global_values {
        if i.class.opcode == Op::TypeImage && i.operands.get(1) == Some(&Operand::Dim(Dim::DimRect)) {
            i.operands[1] = Operand::Dim(Dim::Dim2D);
        }
    }
    let rect = [Operand::Capability(Capability::SampledRect), Operand::Capability(Capability::ImageRect)];
    edit.module.capabilities.retain(|c| !c.operands.first().is_some_and(|o| rect.contains(o)));
    let query = vec![Operand::Capability(Capability::ImageQuery)];
    edit.module.capabilities.push(Instruction::new(Op::Capability, None, None, query));
    let (float, int) = (edit.float(), edit.int());
    let (vec2, ivec2) = (edit.vector(float, 2), edit.vector(int, 2));
    let (zero_f, zero_i) = (edit.const_f32(0.0), edit.const_i32(0));
    edit.rewrite(|edit, mut i, out| {
        let op = i.class.opcode;
        let image = id_of(i.operands.first());
        if !images.is(image, Dim::DimRect) {
            out.push(i);
            return;
        }
        match op {
            _ if samples(op) => {
                let ty = images.image_type(image).unwrap_or(0);
                let plain = edit.push(out, Op::Image, ty, vec![Operand::IdRef(image)]);
                let size =
                    edit.push(out, Op::ImageQuerySizeLod, ivec2, vec![Operand::IdRef(plain), Operand::IdRef(zero_i)]);
                let size = edit.push(out, Op::ConvertSToF, vec2, vec![Operand::IdRef(size)]);
                let coordinate = i.operands[1].clone();
                let co_ty = images.types.get(&id_of(Some(&coordinate))).copied().unwrap_or(vec2);
                let width = edit.vector_width(co_ty).unwrap_or(2);
                let shuffle = |a: Operand, b: Operand, c: &[u32]| {
                    [a, b].into_iter().chain(c.iter().map(|c| Operand::LiteralBit32(*c))).collect::<Vec<_>>()
                };
                let xy = if width == 2 {
                    coordinate.clone()
                } else {
                    let s = shuffle(coordinate.clone(), coordinate.clone(), &[0, 1]);
                    Operand::IdRef(edit.push(out, Op::VectorShuffle, vec2, s))
                };
                let xy = edit.push(out, Op::FDiv, vec2, vec![xy, Operand::IdRef(size)]);
                i.operands[1] = Operand::IdRef(if width == 2 {
                    xy
                } else {
                    // Behind x and y come the reference value and the projection's divisor, as they were.
                    let rest: Vec<u32> = [0, 1].into_iter().chain((2..width).map(|c| c + 2)).collect();
                    edit.push(out, Op::VectorShuffle, co_ty, shuffle(Operand::IdRef(xy), coordinate, &rest))
                });
                // Gradients are in texels, too.
                if let Some((at, mask)) = mask_at(&i)
                    && let Some(n) = operand_at(at, mask, ImageOperands::GRAD)
                {
                    for n in [n, n + 1] {
                        let g = edit.push(out, Op::FDiv, vec2, vec![i.operands[n].clone(), Operand::IdRef(size)]);
                        i.operands[n] = Operand::IdRef(g);
                    }
                }
                let _ = zero_f;
            }
            Op::ImageQuerySize if !images.is_storage(image) => {
                let operands = vec![Operand::IdRef(image), Operand::IdRef(zero_i)];
                i = Instruction::new(Op::ImageQuerySizeLod, i.result_type, i.result_id, operands);
            }
            Op::ImageFetch => match mask_at(&i) {
                None => {
                    i.operands.push(Operand::ImageOperands(ImageOperands::LOD));
                    i.operands.push(Operand::IdRef(zero_i));
                }
                Some((at, mask)) if !mask.contains(ImageOperands::LOD) => {
                    i.operands[at] = Operand::ImageOperands(mask | ImageOperands::LOD);
                    i.operands.insert(at + 1, Operand::IdRef(zero_i));
                }
                Some(_) => {}
            },
            _ => {}
        }
        out.push(i);
    });
}
