//! Operand types of the instructions in function bodies. What isn't listed isn't allowed.

use super::{CheckError, Checker, Ty, invalid};
use crate::{id_of, literal};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::Op;

/// Component class of a scalar or vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Bool,
    Int,
    Float,
}

/// Scalar (width 1) or vector.
type Numeric = (Class, u32);

impl Checker<'_> {
    fn numeric(&self, ty: u32) -> Option<Numeric> {
        match self.types.get(&ty)?.0 {
            Ty::Bool => Some((Class::Bool, 1)),
            Ty::Int => Some((Class::Int, 1)),
            Ty::Float => Some((Class::Float, 1)),
            Ty::Vector { of, n } => self.numeric(of).map(|(c, _)| (c, n)),
            _ => None,
        }
    }

    /// Columns and rows of a matrix type.
    fn matrix(&self, ty: u32) -> Option<(u32, u32)> {
        match self.types.get(&ty)?.0 {
            Ty::Matrix { column, n } => Some((n, self.numeric(column)?.1)),
            _ => None,
        }
    }

    fn operand_type(&self, i: &Instruction, n: usize) -> u32 {
        self.values.get(&id_of(i.operands.get(n))).copied().unwrap_or(0)
    }

    /// Checks one instruction that isn't control flow, a call, a memory access or a composite.
    pub(super) fn op(&self, i: &Instruction) -> Result<(), CheckError> {
        let id = i.result_id.unwrap_or_else(|| id_of(i.operands.first()));
        let result = i.result_type.and_then(|t| self.numeric(t));
        let at = |n| self.numeric(self.operand_type(i, n));
        let count = i.operands.len();
        let all = |want: Option<Numeric>| (0..count).all(|n| at(n) == want);
        let same = |class| matches!(result, Some((c, _)) if c == class) && all(result);
        let compare = |class| match result {
            Some((Class::Bool, n)) => all(Some((class, n))),
            _ => false,
        };
        let is_image = |n| matches!(self.types.get(&self.operand_type(i, n)), Some((Ty::Image, ..)));
        let is_sampled = |n| matches!(self.types.get(&self.operand_type(i, n)), Some((Ty::SampledImage, ..)));
        let pointer = |n| matches!(self.types.get(&self.operand_type(i, n)), Some((Ty::Pointer { .. }, ..)));
        // Everything behind the image is numbers: coordinates, references, offsets.
        let numbers_from = |from| {
            (from..count)
                .all(|n| !matches!(i.operands[n], Operand::IdRef(_)) || at(n).is_some_and(|(c, _)| c != Class::Bool))
        };
        let matrix_at = |n| self.matrix(self.operand_type(i, n));
        let matrix_result = i.result_type.and_then(|t| self.matrix(t));
        let float = |n: u32| Some((Class::Float, n));
        let ok = match i.class.opcode {
            Op::FAdd | Op::FSub | Op::FMul | Op::FDiv | Op::FRem | Op::FMod => same(Class::Float),
            Op::DPdx | Op::DPdy | Op::Fwidth | Op::DPdxFine | Op::DPdyFine | Op::FwidthFine => same(Class::Float),
            Op::DPdxCoarse | Op::DPdyCoarse | Op::FwidthCoarse => same(Class::Float),
            Op::FNegate => same(Class::Float) || (matrix_result.is_some() && matrix_at(0) == matrix_result),
            Op::IAdd | Op::ISub | Op::IMul | Op::SDiv | Op::UDiv | Op::SRem | Op::SMod | Op::UMod | Op::SNegate => {
                same(Class::Int)
            }
            Op::ShiftLeftLogical | Op::ShiftRightLogical | Op::ShiftRightArithmetic => same(Class::Int),
            Op::BitwiseAnd | Op::BitwiseOr | Op::BitwiseXor | Op::Not | Op::BitReverse | Op::BitCount => {
                same(Class::Int)
            }
            // A struct of two results, each like the operands.
            Op::IAddCarry | Op::ISubBorrow | Op::UMulExtended | Op::SMulExtended => {
                let two = i.result_type.and_then(|t| self.types.get(&t)).is_some_and(|(ty, ..)| match ty {
                    Ty::Struct { members } => members.len() == 2 && members.iter().all(|m| self.numeric(*m) == at(0)),
                    _ => false,
                });
                two && matches!(at(0), Some((Class::Int, _))) && at(1) == at(0)
            }
            Op::BitFieldInsert | Op::BitFieldSExtract | Op::BitFieldUExtract => {
                matches!(result, Some((Class::Int, _)))
                    && at(0) == result
                    && (1..count).all(|n| matches!(at(n), Some((Class::Int, _))))
            }
            Op::FOrdEqual | Op::FOrdNotEqual | Op::FOrdLessThan | Op::FOrdGreaterThan => compare(Class::Float),
            Op::FOrdLessThanEqual | Op::FOrdGreaterThanEqual | Op::FUnordEqual | Op::FUnordNotEqual => {
                compare(Class::Float)
            }
            Op::FUnordLessThan | Op::FUnordGreaterThan | Op::FUnordLessThanEqual | Op::FUnordGreaterThanEqual => {
                compare(Class::Float)
            }
            Op::IsNan | Op::IsInf => compare(Class::Float),
            Op::IEqual | Op::INotEqual | Op::ULessThan | Op::UGreaterThan | Op::ULessThanEqual => compare(Class::Int),
            Op::UGreaterThanEqual | Op::SLessThan | Op::SGreaterThan | Op::SLessThanEqual | Op::SGreaterThanEqual => {
                compare(Class::Int)
            }
            Op::LogicalEqual | Op::LogicalNotEqual | Op::LogicalOr | Op::LogicalAnd | Op::LogicalNot => {
                same(Class::Bool)
            }
            Op::Any | Op::All => result == Some((Class::Bool, 1)) && matches!(at(0), Some((Class::Bool, 2..))),
            Op::Select => {
                let condition = at(0);
                let parts = i.result_type.is_some_and(|t| self.operand_type(i, 1) == t && self.operand_type(i, 2) == t);
                parts
                    && result.is_some_and(|(_, n)| {
                        condition == Some((Class::Bool, n)) || condition == Some((Class::Bool, 1))
                    })
            }
            Op::ConvertFToS | Op::ConvertFToU => {
                matches!((result, at(0)), (Some((Class::Int, a)), Some((Class::Float, b))) if a == b)
            }
            Op::ConvertSToF | Op::ConvertUToF => {
                matches!((result, at(0)), (Some((Class::Float, a)), Some((Class::Int, b))) if a == b)
            }
            Op::Bitcast => {
                matches!((result, at(0)), (Some((x, a)), Some((y, b))) if a == b && x != Class::Bool && y != Class::Bool)
            }
            Op::Dot => result == float(1) && at(0) == at(1) && matches!(at(0), Some((Class::Float, 2..))),
            Op::VectorTimesScalar => {
                at(0) == result && matches!(result, Some((Class::Float, 2..))) && at(1) == float(1)
            }
            Op::MatrixTimesScalar => matrix_result.is_some() && matrix_at(0) == matrix_result && at(1) == float(1),
            Op::MatrixTimesVector => matrix_at(0).is_some_and(|(c, r)| at(1) == float(c) && result == float(r)),
            Op::VectorTimesMatrix => matrix_at(1).is_some_and(|(c, r)| at(0) == float(r) && result == float(c)),
            Op::MatrixTimesMatrix => match (matrix_at(0), matrix_at(1)) {
                (Some((c0, r0)), Some((c1, r1))) => c0 == r1 && matrix_result == Some((c1, r0)),
                _ => false,
            },
            Op::OuterProduct => match (at(0), at(1)) {
                (Some((Class::Float, r)), Some((Class::Float, c))) => matrix_result == Some((c, r)),
                _ => false,
            },
            Op::Transpose => matrix_at(0).is_some_and(|(c, r)| matrix_result == Some((r, c))),
            Op::VectorExtractDynamic => {
                matches!((at(0), result), (Some((a, 2..)), Some((b, 1))) if a == b) && at(1) == Some((Class::Int, 1))
            }
            Op::VectorInsertDynamic => {
                at(0) == result
                    && matches!((at(0), at(1)), (Some((a, 2..)), Some((b, 1))) if a == b)
                    && at(2) == Some((Class::Int, 1))
            }
            Op::CopyObject => !pointer(0) && i.result_type == Some(self.operand_type(i, 0)),
            Op::ExtInst => return self.extended(i),
            Op::Image => {
                is_sampled(0) && matches!(i.result_type.and_then(|t| self.types.get(&t)), Some((Ty::Image, ..)))
            }
            Op::ImageSampleImplicitLod
            | Op::ImageSampleExplicitLod
            | Op::ImageSampleDrefImplicitLod
            | Op::ImageSampleDrefExplicitLod
            | Op::ImageSampleProjImplicitLod
            | Op::ImageSampleProjExplicitLod
            | Op::ImageSampleProjDrefImplicitLod
            | Op::ImageSampleProjDrefExplicitLod
            | Op::ImageQueryLod => is_sampled(0) && result.is_some() && numbers_from(1),
            Op::ImageGather | Op::ImageDrefGather => {
                // The offsets of all four texels are one constant array, which comes last.
                let offsets = i.operands.iter().any(
                    |o| matches!(o, Operand::ImageOperands(m) if m.contains(rspirv::spirv::ImageOperands::CONST_OFFSETS)),
                );
                let last = count.saturating_sub(usize::from(offsets));
                let numbers = (1..last).all(|n| {
                    !matches!(i.operands[n], Operand::IdRef(_)) || at(n).is_some_and(|(c, _)| c != Class::Bool)
                });
                let four = || match self.types.get(&self.operand_type(i, last)) {
                    Some((Ty::Array { of, n: 4 }, ..)) => self.numeric(*of) == Some((Class::Int, 2)),
                    _ => false,
                };
                is_sampled(0) && result.is_some() && numbers && (!offsets || four())
            }
            Op::ImageFetch | Op::ImageRead => is_image(0) && result.is_some() && numbers_from(1),
            Op::ImageWrite => is_image(0) && numbers_from(1),
            Op::ImageQuerySize | Op::ImageQuerySizeLod | Op::ImageQueryLevels | Op::ImageQuerySamples => {
                is_image(0) && matches!(result, Some((Class::Int, _))) && numbers_from(1)
            }
            Op::ImageTexelPointer => {
                let image = match self.types.get(&self.operand_type(i, 0)) {
                    Some((Ty::Pointer { to }, ..)) => matches!(self.types.get(to), Some((Ty::Image, ..))),
                    _ => false,
                };
                let to = match i.result_type.and_then(|t| self.types.get(&t)) {
                    Some((Ty::Pointer { to }, ..)) => self.numeric(*to).is_some(),
                    _ => false,
                };
                image && to && numbers_from(1)
            }
            Op::AtomicLoad | Op::AtomicExchange | Op::AtomicCompareExchange | Op::AtomicIAdd | Op::AtomicISub => {
                self.atomic(i, result)
            }
            Op::AtomicIIncrement | Op::AtomicIDecrement | Op::AtomicSMin | Op::AtomicUMin | Op::AtomicSMax => {
                self.atomic(i, result)
            }
            Op::AtomicUMax | Op::AtomicAnd | Op::AtomicOr | Op::AtomicXor => self.atomic(i, result),
            Op::AtomicStore => self.atomic(i, at(3)),
            Op::ArrayLength => match self.types.get(&self.operand_type(i, 0)) {
                Some((Ty::Pointer { to }, ..)) => match &self.types.get(to).map(|t| &t.0) {
                    Some(Ty::Struct { members }) => members
                        .get(literal(i.operands.get(1)) as usize)
                        .is_some_and(|m| matches!(self.types.get(m), Some((Ty::RuntimeArray { .. }, ..)))),
                    _ => false,
                },
                _ => false,
            },
            Op::ControlBarrier | Op::MemoryBarrier => (0..count).all(|n| self.is_constant(i, n)),
            Op::EmitStreamVertex | Op::EndStreamPrimitive => self.is_constant(i, 0),
            Op::EmitVertex | Op::EndPrimitive | Op::Kill | Op::Return | Op::Unreachable => true,
            // These were checked with the memory accesses and composites.
            Op::Load | Op::Store | Op::AccessChain | Op::InBoundsAccessChain | Op::CompositeExtract | Op::Undef => true,
            Op::CompositeInsert | Op::CompositeConstruct | Op::VectorShuffle | Op::Variable => true,
            Op::ReturnValue => true,
            other => return Err(CheckError::NotAllowed(format!("instruction {other:?}"))),
        };
        if ok { Ok(()) } else { invalid(id, "operands of the wrong type or number") }
    }

    /// Whether the operand is an integer constant (scopes and memory semantics).
    fn is_constant(&self, i: &Instruction, n: usize) -> bool {
        let id = i.operands.get(n).and_then(Operand::id_ref_any);
        id.is_some_and(|id| self.constants.get(&id).copied().flatten().is_some())
    }

    fn atomic(&self, i: &Instruction, value: Option<Numeric>) -> bool {
        let to = match self.types.get(&self.operand_type(i, 0)) {
            Some((Ty::Pointer { to }, ..)) => self.numeric(*to),
            _ => None,
        };
        to.is_some_and(|(_, n)| n == 1)
            && to == value
            && self.is_constant(i, 1)
            && self.is_constant(i, 2)
            && i.operands[3..].iter().enumerate().all(|(n, o)| {
                // Memory semantics of the unequal case stand among the values.
                matches!(o, Operand::IdMemorySemantics(_)) && self.is_constant(i, n + 3)
                    || self.numeric(self.operand_type(i, n + 3)).is_some()
            })
    }

    /// An instruction of `GLSL.std.450`: its number of operands is not in the grammar, and the translator trusts it.
    fn extended(&self, i: &Instruction) -> Result<(), CheckError> {
        let id = i.result_id.unwrap_or(0);
        let number = match i.operands.get(1) {
            Some(Operand::LiteralExtInstInteger(n)) => *n,
            _ => 0,
        };
        let arity = match number {
            1..=24 | 27..=34 | 36 | 52 | 54..=58 | 60..=64 | 66 | 69 | 73..=76 => 1,
            25 | 26 | 35 | 37..=42 | 48 | 51 | 53 | 67 | 68 | 71 | 77..=80 => 2,
            43..=46 | 49 | 50 | 70 | 72 | 81 => 3,
            _ => return Err(CheckError::NotAllowed(format!("extended instruction {number}"))),
        };
        if !self.imports(id_of(i.operands.first())) || i.operands.len() != 2 + arity {
            return invalid(id, "extended instruction of another set, or with a wrong number of operands");
        }
        let numeric = |n| self.numeric(self.operand_type(i, n));
        let result = i.result_type.and_then(|t| self.numeric(t));
        let to_pointer = |n| match self.types.get(&self.operand_type(i, n)) {
            Some((Ty::Pointer { to }, ..)) => self.numeric(*to),
            _ => None,
        };
        let ok = match number {
            33 => result == Some((Class::Float, 1)) && self.matrix(self.operand_type(i, 2)).is_some(),
            34 => {
                let m = i.result_type.and_then(|t| self.matrix(t));
                m.is_some() && m == self.matrix(self.operand_type(i, 2))
            }
            35 | 51 => numeric(2).is_some() && numeric(2) == result && to_pointer(3).is_some(),
            36 | 52 => {
                let pair = match i.result_type.and_then(|t| self.types.get(&t)) {
                    Some((Ty::Struct { members }, ..)) => members.len() == 2 && self.numeric(members[0]) == numeric(2),
                    _ => false,
                };
                pair && numeric(2).is_some()
            }
            76..=78 => result.is_some() && to_pointer(2) == result,
            54..=64 | 66..=68 => result.is_some() && (2..2 + arity).all(|n| numeric(n).is_some()),
            // The rest works component by component; a scalar may stand for a vector only where GLSL has it.
            _ => {
                let width = result.map(|(_, n)| n);
                result.is_some_and(|(c, _)| c != Class::Bool)
                    && (2..2 + arity).all(|n| {
                        numeric(n)
                            .is_some_and(|(c, w)| c != Class::Bool && (Some(w) == width || (number == 72 && w == 1)))
                    })
            }
        };
        if ok { Ok(()) } else { invalid(id, "extended instruction with operands of the wrong type") }
    }

    fn imports(&self, id: u32) -> bool {
        self.module.ext_inst_imports.iter().any(|i| i.result_id == Some(id))
    }
}
