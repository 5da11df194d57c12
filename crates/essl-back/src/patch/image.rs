//! Storage images: formats of the bound images where the shader declares none, and a pair of one-way images where ES
//! allows loads and stores of the same image only for 32-bit single-component formats.

use crate::edit::{Edit, Id, id_of, literal};
use crate::translate::TranslateError;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Decoration, ImageFormat, Op, StorageClass};
use std::collections::HashSet;

/// SPIR-V's format of a GL image format enum; `None` for one ESSL has no qualifier for.
fn format_of(gl: u32) -> Option<ImageFormat> {
    Some(match gl {
        0x8814 => ImageFormat::Rgba32f,
        0x881A => ImageFormat::Rgba16f,
        0x822E => ImageFormat::R32f,
        0x8058 => ImageFormat::Rgba8,
        0x8F97 => ImageFormat::Rgba8Snorm,
        0x8D82 => ImageFormat::Rgba32i,
        0x8D88 => ImageFormat::Rgba16i,
        0x8D8E => ImageFormat::Rgba8i,
        0x8235 => ImageFormat::R32i,
        0x8D70 => ImageFormat::Rgba32ui,
        0x8D76 => ImageFormat::Rgba16ui,
        0x8D7C => ImageFormat::Rgba8ui,
        0x8236 => ImageFormat::R32ui,
        _ => return None,
    })
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

/// Gives every storage image a format: its own, or the bound image's by slot.
pub(crate) fn set_formats(edit: &mut Edit, formats: &[(u32, u32)]) -> Result<(), TranslateError> {
    for v in storage_images(edit) {
        let id = v.var.result_id.unwrap_or(0);
        let slot = edit.decoration(id, Decoration::Binding).unwrap_or(0);
        let Some(decl) = edit.global(v.image).cloned() else { continue };
        if decl.operands.get(6) != Some(&Operand::ImageFormat(ImageFormat::Unknown)) {
            continue;
        }
        let bound = formats.iter().find(|(s, _)| (slot..slot + v.count).contains(s)).map(|(_, f)| *f);
        let format = match bound {
            Some(gl) => format_of(gl).ok_or(TranslateError::ImageFormat { slot, format: gl })?,
            // Nothing is bound, so nothing is loaded or stored: any format of the right class will do.
            None => {
                let sampled = edit.global(id_of(decl.operands.first())).cloned();
                match sampled {
                    Some(t) if t.class.opcode == Op::TypeInt && literal(t.operands.get(1)) == 1 => ImageFormat::R32i,
                    Some(t) if t.class.opcode == Op::TypeInt => ImageFormat::R32ui,
                    _ => ImageFormat::R32f,
                }
            }
        };
        let mut operands = decl.operands.clone();
        operands[6] = Operand::ImageFormat(format);
        retype(edit, &v, operands);
    }
    Ok(())
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
        let (mut pointers, mut loads) = (HashSet::from([id]), HashSet::new());
        let (mut reads, mut writes) = (false, false);
        for i in edit.module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions) {
            let first = id_of(i.operands.first());
            match i.class.opcode {
                Op::AccessChain | Op::InBoundsAccessChain if pointers.contains(&first) => {
                    pointers.extend(i.result_id);
                }
                Op::Load if pointers.contains(&first) => loads.extend(i.result_id),
                Op::ImageRead => reads |= loads.contains(&first),
                Op::ImageWrite => writes |= loads.contains(&first),
                _ => {}
            }
        }
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
    let mut twins: std::collections::HashMap<Id, Id> = std::collections::HashMap::from([(id, copy)]);
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
