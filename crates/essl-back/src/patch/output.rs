//! Fragment outputs and `gl_PointSize`: broadcast of `gl_FragColor`, clamps of normalised formats that a wider format
//! stands in for, opaque alpha, the point size of the context.

use crate::edit::{Edit, Id, id_of};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{BuiltIn, Decoration, Op, StorageClass};

/// Instructions of `GLSL.std.450`.
const POW: u32 = 26;
const FCLAMP: u32 = 43;
const FMIX: u32 = 46;
const STEP: u32 = 48;

/// The clamp of one output.
#[derive(Clone, Copy)]
enum Clamp {
    Unorm,
    Snorm,
}

/// Writes the output at location 0 to locations 1 to `count - 1` as well.
pub(crate) fn broadcast(edit: &mut Edit, count: u32) {
    let color = edit.vars(StorageClass::Output).into_iter().find(|v| {
        let id = v.result_id.unwrap_or(0);
        edit.decoration(id, Decoration::Location) == Some(0) && edit.decoration(id, Decoration::Index).unwrap_or(0) == 0
    });
    let Some(color) = color else { return };
    let ty = edit.pointee(&color);
    let mut copies = Vec::new();
    for location in 1..count {
        let id = edit.add(Op::Variable, color.result_type, vec![Operand::StorageClass(StorageClass::Output)]);
        edit.decorate(id, Decoration::Location, Some(Operand::LiteralBit32(location)));
        edit.name(id, format!("o{location}_FragColor"));
        edit.in_interface(id);
        copies.push(id);
    }
    let source = color.result_id.unwrap_or(0);
    edit.before_return(|edit, out| {
        let value = edit.push(out, Op::Load, ty, vec![Operand::IdRef(source)]);
        for copy in &copies {
            out.push(Instruction::new(Op::Store, None, None, vec![Operand::IdRef(*copy), Operand::IdRef(value)]));
        }
    });
}

/// Masks over locations: what is done to outputs at the end.
pub(crate) struct Finish {
    /// Clamped to 0..1.
    pub(crate) unorm: u8,
    /// Clamped to -1..1.
    pub(crate) snorm: u8,
    /// Alpha is 1.
    pub(crate) opaque: u8,
    /// Made linear, because the framebuffer encodes it.
    pub(crate) linear: u8,
}

/// The values whose sRGB encoding these are (GL 4.6 core 8.24); alpha, the fourth component, stays.
fn linear(edit: &mut Edit, out: &mut Vec<Instruction>, glsl: Id, ty: Id, value: Id) -> Id {
    let call = |edit: &mut Edit, out: &mut Vec<Instruction>, number: u32, values: &[Id]| {
        let mut operands = vec![Operand::IdRef(glsl), Operand::LiteralExtInstInteger(number)];
        operands.extend(values.iter().copied().map(Operand::IdRef));
        edit.push(out, Op::ExtInst, ty, operands)
    };
    let ids = |a: Id, b: Id| vec![Operand::IdRef(a), Operand::IdRef(b)];
    let mut splat = |x: f32| edit.splat_f32(ty, x);
    let (zero, one, edge, exponent) = (splat(0.0), splat(1.0), splat(0.04045), splat(2.4));
    let (slope, offset, scale) = (splat(1.0 / 12.92), splat(0.055), splat(1.0 / 1.055));
    let stored = call(edit, out, FCLAMP, &[value, zero, one]);
    let low = edit.push(out, Op::FMul, ty, ids(stored, slope));
    let sum = edit.push(out, Op::FAdd, ty, ids(stored, offset));
    let base = edit.push(out, Op::FMul, ty, ids(sum, scale));
    let high = call(edit, out, POW, &[base, exponent]);
    let above = call(edit, out, STEP, &[edge, stored]);
    let mixed = call(edit, out, FMIX, &[low, high, above]);
    if edit.vector_width(ty) != Some(4) {
        return mixed;
    }
    let float = edit.float();
    let alpha = edit.push(out, Op::CompositeExtract, float, vec![Operand::IdRef(value), Operand::LiteralBit32(3)]);
    let operands = vec![Operand::IdRef(alpha), Operand::IdRef(mixed), Operand::LiteralBit32(3)];
    edit.push(out, Op::CompositeInsert, ty, operands)
}

/// Clamps outputs to the range of a normalised format, pins alpha to 1, makes colours linear.
pub(crate) fn finish_outputs(edit: &mut Edit, finish: &Finish) {
    let &Finish { unorm, snorm, opaque, linear: decoded } = finish;
    if unorm | snorm | opaque | decoded == 0 {
        return;
    }
    // Pointer to each output value: a variable, or an element of one.
    struct Target {
        var: Id,
        element: Option<(Id, Id)>,
        ty: Id,
        clamp: Option<Clamp>,
        opaque: bool,
        linear: bool,
    }
    let mut targets = Vec::new();
    for v in edit.vars(StorageClass::Output) {
        let id = v.result_id.unwrap_or(0);
        let Some(base) = edit.decoration(id, Decoration::Location) else { continue };
        let ty = edit.pointee(&v);
        let (inner, n, array) = edit.array(ty).map_or((ty, 1, false), |(t, n)| (t, n, true));
        if !edit.is_float(inner) {
            continue;
        }
        for e in 0..n.min(8) {
            let bit = 1u8.checked_shl(base + e).unwrap_or(0);
            let clamp = match () {
                () if unorm & bit != 0 => Some(Clamp::Unorm),
                () if snorm & bit != 0 => Some(Clamp::Snorm),
                () => None,
            };
            let opaque = opaque & bit != 0 && edit.vector_width(inner) == Some(4);
            let linear = decoded & bit != 0;
            if clamp.is_none() && !opaque && !linear {
                continue;
            }
            let element = array.then(|| {
                let pointer = edit.pointer(StorageClass::Output, inner);
                (pointer, edit.const_i32(e as i32))
            });
            targets.push(Target { var: id, element, ty: inner, clamp, opaque, linear });
        }
    }
    let glsl = edit.glsl();
    edit.before_return(|edit, out| {
        for t in &targets {
            let pointer = match t.element {
                Some((ty, index)) => {
                    edit.push(out, Op::AccessChain, ty, vec![Operand::IdRef(t.var), Operand::IdRef(index)])
                }
                None => t.var,
            };
            let mut value = edit.push(out, Op::Load, t.ty, vec![Operand::IdRef(pointer)]);
            if let Some(clamp) = t.clamp {
                let low = edit.splat_f32(t.ty, if matches!(clamp, Clamp::Unorm) { 0.0 } else { -1.0 });
                let high = edit.splat_f32(t.ty, 1.0);
                let operands = vec![
                    Operand::IdRef(glsl),
                    Operand::LiteralExtInstInteger(FCLAMP),
                    Operand::IdRef(value),
                    Operand::IdRef(low),
                    Operand::IdRef(high),
                ];
                value = edit.push(out, Op::ExtInst, t.ty, operands);
            }
            if t.linear {
                value = linear(edit, out, glsl, t.ty, value);
            }
            if t.opaque {
                let one = edit.const_f32(1.0);
                let operands = vec![Operand::IdRef(one), Operand::IdRef(value), Operand::LiteralBit32(3)];
                value = edit.push(out, Op::CompositeInsert, t.ty, operands);
            }
            out.push(Instruction::new(Op::Store, None, None, vec![Operand::IdRef(pointer), Operand::IdRef(value)]));
        }
    });
}

/// Makes the last vertex processing stage write this point size: `glPointSize` while `GL_PROGRAM_POINT_SIZE` is off.
pub(crate) fn point_size(edit: &mut Edit, size: f32, geometry: bool) {
    let float = edit.float();
    let pointer = edit.pointer(StorageClass::Output, float);
    let value = edit.const_f32(size);
    let (var, member) = match edit.builtin(StorageClass::Output, BuiltIn::PointSize) {
        Some((var, member)) => (var.result_id.unwrap_or(0), member),
        None => {
            let id = edit.add(Op::Variable, Some(pointer), vec![Operand::StorageClass(StorageClass::Output)]);
            edit.decorate(id, Decoration::BuiltIn, Some(Operand::BuiltIn(BuiltIn::PointSize)));
            edit.in_interface(id);
            (id, None)
        }
    };
    let index = member.map(|m| edit.const_i32(m as i32));
    let store = |edit: &mut Edit, out: &mut Vec<Instruction>| {
        let to = match index {
            Some(index) => edit.push(out, Op::AccessChain, pointer, vec![Operand::IdRef(var), Operand::IdRef(index)]),
            None => var,
        };
        out.push(Instruction::new(Op::Store, None, None, vec![Operand::IdRef(to), Operand::IdRef(value)]));
    };
    if geometry {
        edit.rewrite(|edit, i, out| {
            if i.class.opcode == Op::EmitVertex {
                store(edit, out);
            }
            out.push(i);
        });
    } else {
        edit.before_return(store);
    }
}

/// Takes decorations off that the driver has no extension for, where the picture is worth more than the error.
pub(crate) fn drop_decoration(edit: &mut Edit, d: Decoration) {
    edit.module.annotations.retain(|i| {
        let at = match i.class.opcode {
            Op::Decorate => 1,
            Op::MemberDecorate => 2,
            _ => return true,
        };
        i.operands.get(at) != Some(&Operand::Decoration(d))
    });
}

/// Takes `invariant` off inputs, where ES doesn't allow it; the output it comes from is what counts.
pub(crate) fn drop_invariant_inputs(edit: &mut Edit) {
    let inputs: Vec<Operand> =
        edit.vars(StorageClass::Input).iter().filter_map(|v| v.result_id).map(Operand::IdRef).collect();
    let invariant = Operand::Decoration(Decoration::Invariant);
    edit.module.annotations.retain(|i| {
        let on_input = i.operands.first().is_some_and(|o| inputs.contains(o));
        i.class.opcode != Op::Decorate || !on_input || i.operands.get(1) != Some(&invariant)
    });
}

/// Whether anything carries the decoration.
pub(crate) fn has_decoration(edit: &Edit, d: Decoration) -> bool {
    edit.module.annotations.iter().any(|i| i.operands.contains(&Operand::Decoration(d)))
}

/// Whether a variable (or a block member some instruction reaches) that is this built-in is touched by the code.
pub(crate) fn uses_builtin(edit: &Edit, b: BuiltIn) -> bool {
    [StorageClass::Input, StorageClass::Output].into_iter().any(|class| {
        let Some((var, member)) = edit.builtin(class, b) else { return false };
        let id = var.result_id.unwrap_or(0);
        // The member's index stands behind those of the arrays around the block.
        let (mut ty, mut at) = (edit.pointee(&var), 1);
        while let Some((of, _)) = edit.array(ty) {
            (ty, at) = (of, at + 1);
        }
        edit.module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions).any(|i| match member {
            None => i.operands.contains(&Operand::IdRef(id)),
            Some(m) => {
                let index = edit.global(id_of(i.operands.get(at)));
                i.operands.first() == Some(&Operand::IdRef(id))
                    && index.is_some_and(|c| c.operands.first() == Some(&Operand::LiteralBit32(m)))
            }
        })
    })
}
