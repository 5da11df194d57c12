//! Storage images: 1D ones are 2D; formats of the bound images where the shader declares none; formats that the driver has
//! in another shape, or that only its extension has; and a pair of one-way images where ES allows loads and stores of the
//! same image only for 32-bit single-component formats.

use crate::edit::{Edit, Id, id_of, literal};
use crate::image_format::{self, Format, Kind};
use crate::translate::{EsCaps, TranslateError};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Decoration, Dim, ImageFormat, Op, StorageClass};
use std::collections::{HashMap, HashSet};

/// How the format of an image slot differs from what the shader declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SlotFormat {
    /// Slot of the image.
    pub slot: u32,
    /// GL enum of the format that the shader declares; of the one that is bound where it declares none.
    pub format: u32,
    /// GL enum of the format that the driver's image has.
    pub stored: u32,
}

/// A qualifier that the translator can't write, by what stands for it in its text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Qualifier {
    binding: u32,
    stand_in: &'static str,
    qualifier: &'static str,
}

struct ImageVar {
    var: Instruction,
    ty: Id,
    image: Id,
    count: u32,
}

fn storage_images(edit: &Edit) -> Vec<ImageVar> {
    edit.vars(StorageClass::UniformConstant)
        .into_iter()
        .filter_map(|var| {
            let ty = edit.pointee(&var);
            let (mut image, mut count) = (ty, 1);
            while let Some((of, n)) = edit.array(image) {
                image = of;
                count *= n;
            }
            let i = edit.global(image)?;
            let storage = i.class.opcode == Op::TypeImage && literal(i.operands.get(5)) == 2;
            storage.then_some(ImageVar { var, ty, image, count })
        })
        .collect()
}

/// The values that are images (or pointers to them) of the types, in functions.
fn values_of(edit: &Edit, types: &HashSet<Id>) -> HashSet<Id> {
    edit.value_types().into_iter().filter(|(_, ty)| types.contains(ty)).map(|(value, _)| value).collect()
}

/// Turns 1D images into 2D ones of height 1, and arrays of them into 2D arrays.
pub(crate) fn widen_1d(edit: &mut Edit) {
    let one = |i: &Instruction| {
        i.class.opcode == Op::TypeImage
            && i.operands.get(1) == Some(&Operand::Dim(Dim::Dim1D))
            && literal(i.operands.get(5)) == 2
    };
    let (mut types, mut layered) = (HashSet::new(), HashSet::new());
    for i in edit.module.types_global_values.iter_mut().filter(|i| one(i)) {
        i.operands[1] = Operand::Dim(Dim::Dim2D);
        types.extend(i.result_id);
        if literal(i.operands.get(3)) == 1 {
            layered.extend(i.result_id);
        }
    }
    edit.module.capabilities.retain(|c| c.operands.first() != Some(&Operand::Capability(Capability::Image1D)));
    if types.is_empty() {
        return;
    }
    let value_types = edit.value_types();
    let images = values_of(edit, &types);
    // A pointer to an image, or to an array of them, leads to its type.
    let image_behind = |edit: &Edit, value: Id| -> Option<Id> {
        let mut ty = *value_types.get(&value)?;
        if let Some(p) = edit.global(ty).filter(|i| i.class.opcode == Op::TypePointer) {
            ty = id_of(p.operands.get(1));
        }
        Some(ty).filter(|ty| types.contains(ty))
    };
    let int = edit.int();
    let (ivec2, ivec3) = (edit.vector(int, 2), edit.vector(int, 3));
    let zero = edit.const_i32(0);
    edit.rewrite(|edit, mut i, out| {
        let image = id_of(i.operands.first());
        match i.class.opcode {
            Op::ImageRead | Op::ImageWrite | Op::ImageTexelPointer => {
                let Some(ty) = image_behind(edit, image) else { return out.push(i) };
                let at = i.operands[1].clone();
                let wide = if layered.contains(&ty) {
                    let part = |edit: &mut Edit, out: &mut Vec<Instruction>, n| {
                        Operand::IdRef(edit.push(
                            out,
                            Op::CompositeExtract,
                            int,
                            vec![at.clone(), Operand::LiteralBit32(n)],
                        ))
                    };
                    let (x, layer) = (part(edit, out, 0), part(edit, out, 1));
                    edit.push(out, Op::CompositeConstruct, ivec3, vec![x, Operand::IdRef(zero), layer])
                } else {
                    edit.push(out, Op::CompositeConstruct, ivec2, vec![at, Operand::IdRef(zero)])
                };
                i.operands[1] = Operand::IdRef(wide);
                out.push(i);
            }
            Op::ImageQuerySize if images.contains(&image) => {
                let Some(ty) = image_behind(edit, image) else { return out.push(i) };
                let (result, result_ty) = (i.result_id, i.result_type);
                let is_layered = layered.contains(&ty);
                let whole = edit.push(out, Op::ImageQuerySize, if is_layered { ivec3 } else { ivec2 }, i.operands);
                let whole = Operand::IdRef(whole);
                let lit = Operand::LiteralBit32;
                out.push(if is_layered {
                    Instruction::new(Op::VectorShuffle, result_ty, result, vec![whole.clone(), whole, lit(0), lit(2)])
                } else {
                    Instruction::new(Op::CompositeExtract, result_ty, result, vec![whole, lit(0)])
                });
            }
            _ => out.push(i),
        }
    });
}

/// Gives every storage image a format that ESSL can say. Answers the qualifiers that the translator can't.
pub(crate) fn set_formats(
    edit: &mut Edit,
    slots: &[SlotFormat],
    caps: &EsCaps,
) -> Result<Vec<Qualifier>, TranslateError> {
    let mut qualifiers = Vec::new();
    for v in storage_images(edit) {
        let id = v.var.result_id.unwrap_or(0);
        let slot = edit.decoration(id, Decoration::Binding).unwrap_or(0);
        let Some(decl) = edit.global(v.image).cloned() else { continue };
        let declared = match decl.operands.get(6) {
            Some(Operand::ImageFormat(f)) => image_format::of_spirv(*f),
            _ => None,
        };
        let unsupported = |format| TranslateError::ImageFormat { slot, format };
        let of = |gl| image_format::of_gl(gl).ok_or(unsupported(gl));
        let given = slots.iter().find(|s| (slot..slot.saturating_add(v.count)).contains(&s.slot));
        let integer = edit.global(id_of(decl.operands.first())).cloned();
        let class = match integer {
            Some(t) if t.class.opcode == Op::TypeInt && literal(t.operands.get(1)) == 1 => Kind::Int,
            Some(t) if t.class.opcode == Op::TypeInt => Kind::Uint,
            _ => Kind::Float,
        };
        let fits = |f: &Format| match f.kind {
            Kind::Int | Kind::Uint => f.kind == class,
            _ => class == Kind::Float,
        };
        // Where nothing that fits is bound, nothing is loaded or stored: any format of the right class will do.
        let any = || {
            image_format::of_spirv(match class {
                Kind::Int => ImageFormat::R32i,
                Kind::Uint => ImageFormat::R32ui,
                _ => ImageFormat::R32f,
            })
        };
        let (format, stored) = match (declared, given) {
            (Some(f), None) => (f, f),
            (None, None) => match any() {
                Some(f) => (f, f),
                None => continue,
            },
            (_, Some(given)) => {
                let (format, stored) = (declared.map_or_else(|| of(given.format), Ok)?, of(given.stored)?);
                match any() {
                    Some(any) if !fits(format) || !fits(stored) => (any, any),
                    _ => (format, stored),
                }
            }
        };
        if !stored.es && !caps.image_formats {
            return Err(unsupported(stored.gl));
        }
        if format != stored {
            convert(edit, &v, format, stored, class);
        }
        let written = if stored.es {
            stored
        } else {
            let stand_in = image_format::of_spirv(match class {
                Kind::Int => ImageFormat::Rgba8i,
                Kind::Uint => ImageFormat::Rgba8ui,
                _ => ImageFormat::Rgba8,
            });
            let Some(stand_in) = stand_in else { continue };
            let (stand_in_qualifier, qualifier) = (stand_in.qualifier, stored.qualifier);
            qualifiers.push(Qualifier { binding: slot, stand_in: stand_in_qualifier, qualifier });
            stand_in
        };
        let mut operands = decl.operands.clone();
        operands[6] = Operand::ImageFormat(written.spirv);
        if operands != decl.operands {
            retype(edit, &v, operands);
        }
    }
    Ok(qualifiers)
}

/// Writes the qualifiers into the text. Bindings are no other image's, so that a line is found by its binding.
pub(crate) fn write_qualifiers(text: String, qualifiers: &[Qualifier]) -> String {
    if qualifiers.is_empty() {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 64);
    for line in text.split_inclusive('\n') {
        let found = qualifiers.iter().find_map(|q| {
            let rest = line.strip_prefix(&format!("layout(binding = {}, {})", q.binding, q.stand_in))?;
            rest.contains("image").then(|| format!("layout(binding = {}, {}){rest}", q.binding, q.qualifier))
        });
        out.push_str(found.as_deref().unwrap_or(line));
    }
    out
}

/// Loads see what the format has, and stores what it can hold, although the driver's format has more.
fn convert(edit: &mut Edit, v: &ImageVar, format: &Format, stored: &Format, class: Kind) {
    let loads = loads_of(edit, v.var.result_id.unwrap_or(0));
    let (one, zero) = match class {
        Kind::Float | Kind::Positive | Kind::Unorm | Kind::Snorm => (1f32.to_bits(), 0),
        Kind::Int | Kind::Uint => (1, 0),
    };
    let scalar = match edit.global(v.image) {
        Some(i) => id_of(i.operands.first()),
        None => return,
    };
    let constant = |edit: &mut Edit, bits| edit.declare(Op::Constant, Some(scalar), vec![Operand::LiteralBit32(bits)]);
    let (one, zero) = (constant(edit, one), constant(edit, zero));
    let vec4 = edit.vector(scalar, 4);
    let glsl = edit.glsl();
    let float = class == Kind::Float;
    let clamp = match format.kind {
        Kind::Unorm if stored.kind != Kind::Unorm => Some((0.0, 1.0)),
        Kind::Snorm if stored.kind != Kind::Snorm => Some((-1.0, 1.0)),
        Kind::Positive => Some((0.0, 65024.0)),
        _ => None,
    };
    let clamp = clamp.filter(|_| float).map(|(low, high)| (edit.splat_f32(vec4, low), edit.splat_f32(vec4, high)));
    edit.rewrite(|edit, mut i, out| {
        let image = id_of(i.operands.first());
        match i.class.opcode {
            Op::ImageRead if loads.contains(&image) && format.components < 4 && i.result_type == Some(vec4) => {
                let result = i.result_id.replace(edit.fresh());
                let mut value = i.result_id.unwrap_or(0);
                out.push(i);
                for c in format.components..4 {
                    let part = if c == 3 { one } else { zero };
                    let operands = vec![Operand::IdRef(part), Operand::IdRef(value), Operand::LiteralBit32(c)];
                    if c == 3 {
                        out.push(Instruction::new(Op::CompositeInsert, Some(vec4), result, operands));
                    } else {
                        value = edit.push(out, Op::CompositeInsert, vec4, operands);
                    }
                }
            }
            Op::ImageWrite if loads.contains(&image) => {
                if let Some((low, high)) = clamp {
                    let operands = vec![
                        Operand::IdRef(glsl),
                        Operand::LiteralExtInstInteger(43),
                        i.operands[2].clone(),
                        Operand::IdRef(low),
                        Operand::IdRef(high),
                    ];
                    i.operands[2] = Operand::IdRef(edit.push(out, Op::ExtInst, vec4, operands));
                }
                out.push(i);
            }
            _ => out.push(i),
        }
    });
}

/// The image values that loads of a variable, or of its elements, give.
fn loads_of(edit: &Edit, var: Id) -> HashSet<Id> {
    let (mut pointers, mut loads) = (HashSet::from([var]), HashSet::new());
    for i in edit.module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions) {
        match i.class.opcode {
            Op::AccessChain | Op::InBoundsAccessChain if pointers.contains(&id_of(i.operands.first())) => {
                pointers.extend(i.result_id);
            }
            Op::Load if pointers.contains(&id_of(i.operands.first())) => loads.extend(i.result_id),
            _ => {}
        }
    }
    loads
}

/// Moves a variable, and the loads of it, to an image type with other operands.
fn retype(edit: &mut Edit, v: &ImageVar, operands: Vec<Operand>) {
    let id = v.var.result_id.unwrap_or(0);
    let image = edit.declare(Op::TypeImage, None, operands);
    let mut ty = image;
    // The array levels again, innermost first.
    let mut levels = Vec::new();
    let mut t = v.ty;
    while let Some(i) = edit.global(t).filter(|i| i.class.opcode == Op::TypeArray).cloned() {
        levels.push(i.operands[1].clone());
        t = id_of(i.operands.first());
    }
    for length in levels.into_iter().rev() {
        ty = edit.declare(Op::TypeArray, None, vec![Operand::IdRef(ty), length]);
    }
    let class = StorageClass::UniformConstant;
    let pointer = edit.pointer(class, ty);
    let element = edit.pointer(class, image);
    // The variable moves behind the types it needs now.
    let globals = &mut edit.module.types_global_values;
    if let Some(at) = globals.iter().position(|i| i.result_id == Some(id)) {
        let mut var = globals.remove(at);
        var.result_type = Some(pointer);
        globals.push(var);
    }
    let mut chains: HashSet<Id> = HashSet::from([id]);
    edit.rewrite(|_, mut i, out| {
        if chains.contains(&id_of(i.operands.first())) {
            match i.class.opcode {
                Op::AccessChain | Op::InBoundsAccessChain => {
                    i.result_type = Some(element);
                    chains.extend(i.result_id);
                }
                Op::Load => i.result_type = Some(image),
                Op::ImageTexelPointer => {}
                _ => {}
            }
        }
        out.push(i);
    });
}

/// Splits images that are loaded and stored, of formats ES allows only one way, into a read-only and a write-only one.
pub(crate) fn split_read_write(edit: &mut Edit) {
    for v in storage_images(edit) {
        let id = v.var.result_id.unwrap_or(0);
        let format = edit.global(v.image).and_then(|i| i.operands.get(6).cloned());
        let both_ways = [ImageFormat::R32f, ImageFormat::R32i, ImageFormat::R32ui].map(Operand::ImageFormat);
        if format.is_none_or(|f| both_ways.contains(&f)) {
            continue;
        }
        let loads = loads_of(edit, id);
        let uses = |op| {
            let mut all = edit.module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
            all.any(|i| i.class.opcode == op && loads.contains(&id_of(i.operands.first())))
        };
        let (reads, writes) = (uses(Op::ImageRead), uses(Op::ImageWrite));
        let has = |d| edit.decoration(id, d).is_some();
        let (readonly, writeonly) = (has(Decoration::NonWritable), has(Decoration::NonReadable));
        match (reads, writes) {
            (true, true) => split(edit, &v),
            (_, true) if !writeonly => edit.decorate(id, Decoration::NonReadable, None),
            (_, false) if !readonly && !writeonly => edit.decorate(id, Decoration::NonWritable, None),
            _ => {}
        }
    }
}

/// The second variable takes the stores, on the same binding.
fn split(edit: &mut Edit, v: &ImageVar) {
    let id = v.var.result_id.unwrap_or(0);
    let copy = edit.add(Op::Variable, v.var.result_type, vec![Operand::StorageClass(StorageClass::UniformConstant)]);
    let decorations: Vec<Instruction> = edit
        .module
        .annotations
        .iter()
        .filter(|a| a.class.opcode == Op::Decorate && a.operands.first() == Some(&Operand::IdRef(id)))
        .cloned()
        .collect();
    for mut d in decorations {
        d.operands[0] = Operand::IdRef(copy);
        edit.module.annotations.push(d);
    }
    edit.decorate(copy, Decoration::NonReadable, None);
    edit.decorate(copy, Decoration::Coherent, None);
    edit.decorate(id, Decoration::NonWritable, None);
    edit.decorate(id, Decoration::Coherent, None);
    edit.name(copy, format!("w{copy}_image"));
    // Every load (and the access chain before it) happens twice; stores use the second one.
    let mut twins: HashMap<Id, Id> = HashMap::from([(id, copy)]);
    edit.rewrite(|edit, mut i, out| {
        let first = id_of(i.operands.first());
        match (i.class.opcode, twins.get(&first).copied()) {
            (Op::AccessChain | Op::InBoundsAccessChain | Op::Load, Some(twin)) => {
                let mut second = i.clone();
                second.operands[0] = Operand::IdRef(twin);
                let fresh = edit.fresh();
                second.result_id = Some(fresh);
                if let Some(r) = i.result_id {
                    twins.insert(r, fresh);
                }
                out.push(i);
                out.push(second);
            }
            (Op::ImageWrite, Some(twin)) => {
                i.operands[0] = Operand::IdRef(twin);
                out.push(i);
            }
            _ => out.push(i),
        }
    });
}
