//! What a shader promises or prefers and ES has no words for: the kind of a derivative, and how a written depth compares to the
//! primitive's own.

use crate::edit::Edit;
use rspirv::dr::Operand;
use rspirv::spirv::{Capability, ExecutionMode, Op};

/// Every derivative becomes the plain one, which GL lets be either kind (GLSL 4.60 8.14.1).
pub(crate) fn plain_derivatives(edit: &mut Edit) {
    let capability = Operand::Capability(Capability::DerivativeControl);
    edit.module.capabilities.retain(|c| c.operands.first() != Some(&capability));
    edit.rewrite(|_, mut i, out| {
        let plain = match i.class.opcode {
            Op::DPdxFine | Op::DPdxCoarse => Op::DPdx,
            Op::DPdyFine | Op::DPdyCoarse => Op::DPdy,
            Op::FwidthFine | Op::FwidthCoarse => Op::Fwidth,
            _ => return out.push(i),
        };
        i.class = rspirv::dr::Instruction::new(plain, None, None, Vec::new()).class;
        out.push(i);
    });
}

/// `layout(depth_greater)` and the like only allow tests to be made earlier (GLSL 4.60 4.4.2.3).
pub(crate) fn any_depth(edit: &mut Edit) {
    let hint = |o: Option<&Operand>| {
        use ExecutionMode as M;
        matches!(o, Some(Operand::ExecutionMode(M::DepthGreater | M::DepthLess | M::DepthUnchanged)))
    };
    edit.module.execution_modes.retain(|i| !hint(i.operands.get(1)));
}
