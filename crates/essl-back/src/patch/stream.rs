//! Vertex streams, of which ES has one (GL 4.6 core 11.3.4.2): a variant for each has its vertices and no others.

use crate::edit::{Edit, id_of, literal};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Decoration, Op};

/// Keeps the vertices of one stream. What belongs to no stream belongs to stream 0.
pub(crate) fn keep(edit: &mut Edit, stream: u32) {
    let capability = Operand::Capability(Capability::GeometryStreams);
    edit.module.capabilities.retain(|c| c.operands.first() != Some(&capability));
    let decoration = Operand::Decoration(Decoration::Stream);
    edit.module.annotations.retain(|i| !i.operands.iter().take(3).any(|o| *o == decoration));
    edit.rewrite(|edit, i, out| {
        let plain = match i.class.opcode {
            Op::EmitVertex | Op::EmitStreamVertex => Op::EmitVertex,
            Op::EndPrimitive | Op::EndStreamPrimitive => Op::EndPrimitive,
            _ => return out.push(i),
        };
        let of = i.operands.first().and_then(|o| edit.global(id_of(Some(o))));
        if of.map_or(0, |constant| literal(constant.operands.first())) == stream {
            out.push(Instruction::new(plain, None, None, Vec::new()));
        }
    });
}
