//! Types, constants and global variables: their shapes, nesting and sizes.

use super::{CheckError, Checker, MAX_COMPONENTS, MAX_TYPE_DEPTH, Ty, invalid};
use crate::{id_of, literal};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Dim, Op};

impl Checker<'_> {
    /// Types, constants and variables, each after what it refers to.
    pub(super) fn globals(&mut self) -> Result<(), CheckError> {
        for i in &self.module.types_global_values {
            let id = i.result_id.unwrap_or(0);
            let o = &i.operands;
            let first = id_of(o.first());
            let n = literal(o.get(1));
            let ty = match i.class.opcode {
                Op::TypeVoid => (Ty::Void, 0, 0),
                Op::TypeBool => (Ty::Bool, 0, 1),
                Op::TypeInt if literal(o.first()) == 32 && n <= 1 => (Ty::Int, 0, 1),
                Op::TypeFloat if literal(o.first()) == 32 => (Ty::Float, 0, 1),
                Op::TypeVector => match self.ty(first)? {
                    (Ty::Bool | Ty::Int | Ty::Float, ..) if (2..=4).contains(&n) => {
                        (Ty::Vector { of: first, n }, 1, u64::from(n))
                    }
                    _ => return invalid(id, "vector of something else than 2 to 4 scalars"),
                },
                Op::TypeMatrix => match self.ty(first)? {
                    (Ty::Vector { of, .. }, _, s) if (2..=4).contains(&n) && matches!(self.ty(*of)?.0, Ty::Float) => {
                        (Ty::Matrix { column: first, n }, 2, s * u64::from(n))
                    }
                    _ => return invalid(id, "matrix of something else than 2 to 4 float vectors"),
                },
                Op::TypeArray => {
                    let Some(Some(n)) = self.constants.get(&id_of(o.get(1))) else {
                        return invalid(id, "array whose length is no integer constant");
                    };
                    let (inner, depth, s) = self.ty(first)?;
                    let scalars = s.saturating_mul(u64::from(*n)).max(u64::from(*n));
                    if *n == 0 || scalars > MAX_COMPONENTS || matches!(inner, Ty::Void | Ty::Function { .. }) {
                        return invalid(id, "array of no or too many elements, or of no values");
                    }
                    (Ty::Array { of: first, n: *n }, depth + 1, scalars)
                }
                Op::TypeRuntimeArray => match self.ty(first)? {
                    (Ty::Void | Ty::Function { .. }, ..) => return invalid(id, "array of no values"),
                    (_, depth, s) => (Ty::RuntimeArray { of: first }, depth + 1, *s),
                },
                Op::TypeStruct => {
                    let members: Vec<u32> = o.iter().map(|m| id_of(Some(m))).collect();
                    let (mut depth, mut scalars) = (0, 0u64);
                    for m in &members {
                        let (t, d, s) = self.ty(*m)?;
                        if matches!(t, Ty::Void | Ty::Function { .. }) {
                            return invalid(id, "structure with a member of no value");
                        }
                        depth = depth.max(*d);
                        scalars = scalars.saturating_add(*s);
                    }
                    if members.is_empty() || scalars > MAX_COMPONENTS {
                        return invalid(id, "structure of no or too many members");
                    }
                    (Ty::Struct { members }, depth + 1, scalars)
                }
                Op::TypeImage => match self.ty(first)? {
                    (Ty::Int | Ty::Float, ..) => {
                        let dim = if let Some(Operand::Dim(d)) = o.get(1) { *d } else { Dim::DimSubpassData };
                        let known = matches!(
                            dim,
                            Dim::Dim1D | Dim::Dim2D | Dim::Dim3D | Dim::DimCube | Dim::DimRect | Dim::DimBuffer
                        );
                        if !known || literal(o.get(2)) > 2 || literal(o.get(3)) > 1 || literal(o.get(4)) > 1 {
                            return invalid(id, "image of an unknown shape");
                        }
                        if !matches!(literal(o.get(5)), 1 | 2) || o.len() > 7 {
                            return invalid(id, "image that is neither sampled nor stored to");
                        }
                        (Ty::Image, 0, 1)
                    }
                    _ => return invalid(id, "image of something else than numbers"),
                },
                Op::TypeSampledImage => match self.ty(first)? {
                    (Ty::Image, ..) => (Ty::SampledImage, 0, 1),
                    _ => return invalid(id, "sampled image of no image"),
                },
                Op::TypePointer => {
                    let to = id_of(o.get(1));
                    match self.ty(to)? {
                        (Ty::Pointer { .. } | Ty::Function { .. } | Ty::Void, ..) => {
                            return invalid(id, "pointer to no value");
                        }
                        (_, depth, s) => (Ty::Pointer { to }, depth + 1, *s),
                    }
                }
                Op::TypeFunction => {
                    let params: Vec<u32> = o[1..].iter().map(|m| id_of(Some(m))).collect();
                    for p in &params {
                        if matches!(self.ty(*p)?.0, Ty::Void | Ty::Function { .. }) {
                            return invalid(id, "function with a parameter of no value");
                        }
                    }
                    self.ty(first)?;
                    (Ty::Function { returns: first, params }, 0, 0)
                }
                Op::Line | Op::NoLine => continue,
                _ => {
                    self.global_value(i)?;
                    continue;
                }
            };
            if ty.1 > MAX_TYPE_DEPTH {
                return invalid(id, "type nested too deeply");
            }
            self.types.insert(id, ty);
        }
        Ok(())
    }

    fn global_value(&mut self, i: &Instruction) -> Result<(), CheckError> {
        let id = i.result_id.unwrap_or(0);
        let Some(rt) = i.result_type else { return invalid(id, "unexpected instruction among the declarations") };
        let ty = self.ty(rt)?.0.clone();
        let constant = match i.class.opcode {
            Op::Constant => match ty {
                Ty::Int => Some(literal(i.operands.first())),
                Ty::Float => None,
                _ => return invalid(id, "scalar constant of another type"),
            },
            Op::ConstantTrue | Op::ConstantFalse if matches!(ty, Ty::Bool) => None,
            Op::ConstantNull
                if !matches!(
                    ty,
                    Ty::Void
                        | Ty::Function { .. }
                        | Ty::Pointer { .. }
                        | Ty::Image
                        | Ty::SampledImage
                        | Ty::RuntimeArray { .. }
                ) =>
            {
                matches!(ty, Ty::Int).then_some(0)
            }
            Op::ConstantComposite => {
                self.composite(id, &ty, &i.operands, true)?;
                None
            }
            Op::Undef if !matches!(ty, Ty::Void | Ty::Function { .. }) => None,
            Op::Variable => {
                let Ty::Pointer { to } = ty else { return invalid(id, "variable of no pointer type") };
                if let Some(init) = i.operands.get(1) {
                    let init = id_of(Some(init));
                    if !self.constants.contains_key(&init) || self.values.get(&init) != Some(&to) {
                        return invalid(id, "initialiser is no constant of the variable's type");
                    }
                }
                self.values.insert(id, rt);
                return Ok(());
            }
            _ => return invalid(id, "unexpected instruction among the declarations"),
        };
        self.constants.insert(id, constant);
        self.values.insert(id, rt);
        Ok(())
    }
}
