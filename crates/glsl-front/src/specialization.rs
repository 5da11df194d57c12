//! Specialisation constants: each gets its value, and what is computed from them is computed.

use crate::module::Id;
use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{Decoration, Op};
use spirv_check::{id_of, literal};
use std::collections::HashMap;

/// The ids that the application knows the module's constants by (`SpecId`).
pub(crate) fn constant_ids(module: &Module) -> HashMap<Id, u32> {
    let decorated = module.annotations.iter().filter(|a| {
        a.class.opcode == Op::Decorate && a.operands.get(1) == Some(&Operand::Decoration(Decoration::SpecId))
    });
    decorated.map(|a| (id_of(a.operands.first()), literal(a.operands.get(2)))).collect()
}

/// A constant: its scalars, or its constituents.
#[derive(Clone)]
enum Value {
    Scalar(u32),
    Composite(Vec<Id>),
}

struct Constants {
    values: HashMap<Id, Value>,
    /// Component type and count of the vector types, 1 for the scalar ones.
    shapes: HashMap<Id, (Id, usize)>,
    booleans: Vec<Id>,
}

impl Constants {
    fn scalars(&self, id: Id) -> Option<Vec<u32>> {
        match self.values.get(&id)? {
            Value::Scalar(x) => Some(vec![*x]),
            Value::Composite(parts) => {
                let scalar = |part: &Id| match self.values.get(part)? {
                    Value::Scalar(x) => Some(*x),
                    Value::Composite(_) => None,
                };
                parts.iter().map(scalar).collect()
            }
        }
    }

    fn scalar(&self, ty: Id, id: Id, value: u32) -> Instruction {
        match (self.booleans.contains(&ty), value) {
            (true, 0) => Instruction::new(Op::ConstantFalse, Some(ty), Some(id), Vec::new()),
            (true, _) => Instruction::new(Op::ConstantTrue, Some(ty), Some(id), Vec::new()),
            _ => Instruction::new(Op::Constant, Some(ty), Some(id), vec![Operand::LiteralBit32(value)]),
        }
    }

    fn note(&mut self, i: &Instruction) {
        let Some(id) = i.result_id else { return };
        let o = &i.operands;
        match i.class.opcode {
            Op::TypeBool => {
                self.booleans.push(id);
                self.shapes.insert(id, (id, 1));
            }
            Op::TypeInt | Op::TypeFloat => _ = self.shapes.insert(id, (id, 1)),
            Op::TypeVector => _ = self.shapes.insert(id, (id_of(o.first()), literal(o.get(1)).min(4) as usize)),
            Op::Constant => _ = self.values.insert(id, Value::Scalar(literal(o.first()))),
            Op::ConstantTrue => _ = self.values.insert(id, Value::Scalar(1)),
            Op::ConstantFalse => _ = self.values.insert(id, Value::Scalar(0)),
            Op::ConstantComposite => {
                let parts = o.iter().map(|part| id_of(Some(part))).collect();
                self.values.insert(id, Value::Composite(parts));
            }
            _ => {}
        }
    }
}

/// Puts plain constants in the place of specialisation constants.
///
/// # Errors
/// Names what can't be computed.
pub(crate) fn freeze(module: &mut Module, ids: &HashMap<Id, u32>, given: &[(u32, u32)]) -> Result<(), String> {
    let mut known = Constants { values: HashMap::new(), shapes: HashMap::new(), booleans: Vec::new() };
    let header = module.header.as_mut().ok_or("the module has no header")?;
    let mut out = Vec::with_capacity(module.types_global_values.len());
    for mut i in std::mem::take(&mut module.types_global_values) {
        let id = i.result_id.unwrap_or(0);
        let ty = i.result_type.unwrap_or(0);
        // The last of several values counts.
        let value = || {
            let constant = ids.get(&id)?;
            given.iter().rev().find(|(of, _)| of == constant).map(|(_, value)| *value)
        };
        match i.class.opcode {
            Op::SpecConstant => match i.operands.first() {
                Some(Operand::LiteralBit32(default)) => i = known.scalar(ty, id, value().unwrap_or(*default)),
                _ => return Err(format!("specialization constant %{id} has more than 32 bits")),
            },
            Op::SpecConstantTrue => i = known.scalar(ty, id, value().unwrap_or(1)),
            Op::SpecConstantFalse => i = known.scalar(ty, id, value().unwrap_or(0)),
            Op::SpecConstantComposite => {
                i = Instruction::new(Op::ConstantComposite, Some(ty), Some(id), i.operands);
            }
            Op::SpecConstantOp => {
                let unsupported =
                    || format!("specialization constant %{id} is computed in a way that is not supported");
                let scalars = compute(&known, &i).ok_or_else(unsupported)?;
                let (of, n) = *known.shapes.get(&ty).ok_or_else(unsupported)?;
                match (n, scalars.as_slice()) {
                    (1, [x]) => i = known.scalar(ty, id, *x),
                    (2.., parts) if parts.len() == n => {
                        let mut operands = Vec::new();
                        for x in parts {
                            let part = known.scalar(of, header.bound, *x);
                            header.bound = header.bound.checked_add(1).ok_or_else(unsupported)?;
                            operands.extend(part.result_id.map(Operand::IdRef));
                            known.note(&part);
                            out.push(part);
                        }
                        i = Instruction::new(Op::ConstantComposite, Some(ty), Some(id), operands);
                    }
                    _ => return Err(unsupported()),
                }
            }
            _ => {}
        }
        known.note(&i);
        out.push(i);
    }
    module.types_global_values = out;
    module.annotations.retain(|a| a.operands.get(1) != Some(&Operand::Decoration(Decoration::SpecId)));
    Ok(())
}

fn compute(known: &Constants, i: &Instruction) -> Option<Vec<u32>> {
    let Some(Operand::LiteralSpecConstantOpInteger(op)) = i.operands.first() else { return None };
    let (ids, literals): (Vec<&Operand>, Vec<&Operand>) =
        i.operands[1..].iter().partition(|o| matches!(o, Operand::IdRef(_)));
    let args: Vec<Vec<u32>> = ids.into_iter().map(|o| known.scalars(id_of(Some(o)))).collect::<Option<_>>()?;
    let literals: Vec<usize> = literals.into_iter().map(|o| literal(Some(o)) as usize).collect();
    match (op, args.as_slice(), literals.as_slice()) {
        (Op::CompositeExtract, [from], [at]) => Some(vec![*from.get(*at)?]),
        (Op::CompositeInsert, [part, whole], [at]) => {
            let mut whole = whole.clone();
            *whole.get_mut(*at)? = *part.first()?;
            Some(whole)
        }
        (Op::VectorShuffle, [a, b], picks) => {
            let both: Vec<u32> = a.iter().chain(b).copied().collect();
            picks.iter().map(|at| both.get(*at).copied()).collect()
        }
        (Op::Select, [condition, a, b], []) => {
            let chosen = |n: usize| {
                let condition = condition.get(n).or(condition.first())?;
                if *condition != 0 { a.get(n) } else { b.get(n) }.copied()
            };
            (0..a.len()).map(chosen).collect()
        }
        (op, [a], []) => a.iter().map(|a| unary(*op, *a)).collect(),
        (op, [a, b], []) if a.len() == b.len() => a.iter().zip(b).map(|(a, b)| binary(*op, *a, *b)).collect(),
        _ => None,
    }
}

fn unary(op: Op, a: u32) -> Option<u32> {
    Some(match op {
        Op::SNegate => a.wrapping_neg(),
        Op::Not => !a,
        Op::LogicalNot => u32::from(a == 0),
        _ => return None,
    })
}

fn binary(op: Op, a: u32, b: u32) -> Option<u32> {
    let (x, y) = (a as i32, b as i32);
    // What is divided by zero has no defined value.
    Some(match op {
        Op::IAdd => a.wrapping_add(b),
        Op::ISub => a.wrapping_sub(b),
        Op::IMul => a.wrapping_mul(b),
        Op::UDiv => a.checked_div(b).unwrap_or(0),
        Op::SDiv => x.checked_div(y).unwrap_or(0) as u32,
        Op::UMod => a.checked_rem(b).unwrap_or(0),
        Op::SRem => x.checked_rem(y).unwrap_or(0) as u32,
        Op::SMod => {
            let rest = x.checked_rem(y).unwrap_or(0);
            (if rest != 0 && (rest < 0) != (y < 0) { rest.wrapping_add(y) } else { rest }) as u32
        }
        Op::ShiftRightLogical => a.checked_shr(b).unwrap_or(0),
        Op::ShiftRightArithmetic => x.checked_shr(b).unwrap_or(0) as u32,
        Op::ShiftLeftLogical => a.checked_shl(b).unwrap_or(0),
        Op::BitwiseOr => a | b,
        Op::BitwiseXor => a ^ b,
        Op::BitwiseAnd => a & b,
        Op::LogicalOr => a | b,
        Op::LogicalAnd => a & b,
        Op::LogicalEqual | Op::IEqual => u32::from(a == b),
        Op::LogicalNotEqual | Op::INotEqual => u32::from(a != b),
        Op::ULessThan => u32::from(a < b),
        Op::ULessThanEqual => u32::from(a <= b),
        Op::UGreaterThan => u32::from(a > b),
        Op::UGreaterThanEqual => u32::from(a >= b),
        Op::SLessThan => u32::from(x < y),
        Op::SLessThanEqual => u32::from(x <= y),
        Op::SGreaterThan => u32::from(x > y),
        Op::SGreaterThanEqual => u32::from(x >= y),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remainders_have_the_sign_that_their_names_say() {
        let of = |op, a: i32, b: i32| binary(op, a as u32, b as u32).map(|x| x as i32);
        assert_eq!(of(Op::SRem, -7, 3), Some(-1));
        assert_eq!(of(Op::SMod, -7, 3), Some(2));
        assert_eq!(of(Op::SMod, 7, -3), Some(-2));
        assert_eq!(of(Op::SDiv, i32::MIN, -1), Some(0));
    }
}
