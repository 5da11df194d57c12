//! Doubles in single precision: ES has no others. Reflection still sees the application's types; the module that crosses has
//! floats in their place.

use crate::module::{Id, Ty, View};
use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Capability, Op, StorageClass};
use std::collections::HashMap;

/// Whether the module has doubles.
pub(crate) fn has_doubles(module: &Module) -> bool {
    module.types_global_values.iter().any(is_double)
}

fn is_double(i: &Instruction) -> bool {
    i.class.opcode == Op::TypeFloat && i.operands.first() == Some(&Operand::LiteralBit32(64))
}

/// Whether a type is a double, or of doubles.
pub(crate) fn of_doubles(view: &View, ty: Id) -> bool {
    match view.ty(ty) {
        Ty::Float { width } => *width == 64,
        Ty::Vector { of, .. } | Ty::Array { of, .. } => of_doubles(view, *of),
        Ty::Matrix { column, .. } => of_doubles(view, *column),
        Ty::Struct { members } => members.iter().any(|m| of_doubles(view, *m)),
        _ => false,
    }
}

/// What can't be narrowed: bytes that the application lays out as doubles.
pub(crate) fn refuse(view: &View) -> Result<(), String> {
    if !has_doubles(&view.module) {
        return Ok(());
    }
    let block = |class| matches!(class, StorageClass::Uniform | StorageClass::StorageBuffer);
    if view.vars.iter().any(|v| block(v.class) && of_doubles(view, v.ty)) {
        return Err("error: double precision in a uniform or storage block is not supported\n".into());
    }
    // The two functions that look at the bits.
    const PACK: u32 = 59;
    const UNPACK: u32 = 60;
    let code = view.module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
    let bits = |i: &Instruction| {
        i.class.opcode == Op::ExtInst
            && matches!(i.operands.get(1), Some(Operand::LiteralExtInstInteger(PACK | UNPACK)))
    };
    let mut casts = code.filter(|i| bits(i) || i.class.opcode == Op::Bitcast);
    let wide = |id: Option<Id>| id.is_some_and(|id| of_doubles(view, id));
    if casts.any(|i| bits(i) || wide(i.result_type)) {
        return Err("error: the bits of a double are not supported: doubles have single precision\n".into());
    }
    Ok(())
}

/// Puts floats in the place of doubles.
pub(crate) fn narrow(module: &mut Module) {
    if !has_doubles(module) {
        return;
    }
    module.capabilities.retain(|c| c.operands.first() != Some(&Operand::Capability(Capability::Float64)));
    // Types other than aggregates are declared once: those that become the same are merged.
    let mut merged: HashMap<Id, Id> = HashMap::new();
    let mut known: HashMap<String, Id> = HashMap::new();
    let globals = std::mem::take(&mut module.types_global_values);
    for mut i in globals {
        rename(&mut i, &merged);
        if is_double(&i) {
            i.operands[0] = Operand::LiteralBit32(32);
        }
        let unique = matches!(
            i.class.opcode,
            Op::TypeFloat | Op::TypeVector | Op::TypeMatrix | Op::TypePointer | Op::TypeFunction
        );
        if let (true, Some(id)) = (unique, i.result_id) {
            match known.get(&format!("{:?} {:?}", i.class.opcode, i.operands)) {
                Some(first) => {
                    merged.insert(id, *first);
                    continue;
                }
                None => known.insert(format!("{:?} {:?}", i.class.opcode, i.operands), id),
            };
        }
        if let (Op::Constant | Op::SpecConstant, Some(Operand::LiteralBit64(bits))) =
            (i.class.opcode, i.operands.first())
        {
            i.operands[0] = Operand::LiteralBit32((f64::from_bits(*bits) as f32).to_bits());
        }
        module.types_global_values.push(i);
    }
    let gone = |o: Option<&Operand>| matches!(o, Some(Operand::IdRef(id)) if merged.contains_key(id));
    module.debug_names.retain(|i| !gone(i.operands.first()));
    module.annotations.retain(|i| !gone(i.operands.first()));
    for function in &mut module.functions {
        let head = function.def.iter_mut().chain(&mut function.parameters);
        let code = function.blocks.iter_mut().flat_map(|b| &mut b.instructions);
        for i in head.chain(code) {
            rename(i, &merged);
            if i.class.opcode == Op::FConvert {
                *i = Instruction::new(Op::CopyObject, i.result_type, i.result_id, i.operands.clone());
            }
        }
    }
}

fn rename(i: &mut Instruction, merged: &HashMap<Id, Id>) {
    let name = |id: Id| merged.get(&id).copied().unwrap_or(id);
    i.result_type = i.result_type.map(name);
    for o in &mut i.operands {
        if let Operand::IdRef(id) = o {
            *id = name(*id);
        }
    }
}
