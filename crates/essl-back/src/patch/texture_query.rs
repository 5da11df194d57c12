//! `textureSamples` and `textureQueryLevels`, which ES doesn't have (GL 4.6 core 11.1.3.4): uniform arrays with the number of each
//! sampler slot.

use super::slots::Slots;
use crate::edit::{Edit, id_of};
use crate::{LEVELS_UNIFORM, SAMPLES_UNIFORM};
use pipe_types::archive::Archive;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::Op;

/// Reads the numbers from the uniforms.
pub(crate) fn from_uniforms(edit: &mut Edit, archive: &Archive) {
    let uses = |edit: &Edit, op: Op| edit.module.all_inst_iter().any(|i| i.class.opcode == op);
    let queries = [(Op::ImageQuerySamples, SAMPLES_UNIFORM), (Op::ImageQueryLevels, LEVELS_UNIFORM)];
    let used: Vec<_> = queries.into_iter().filter(|(op, _)| uses(edit, *op)).collect();
    if used.is_empty() {
        return;
    }
    let mut slots = Slots::of(edit, archive);
    if slots.is_empty() || archive.sampler_units == 0 {
        return;
    }
    let int = edit.int();
    let used: Vec<_> = used.into_iter().map(|(op, name)| (op, slots.uniform(edit, archive, int, name))).collect();
    slots.pass_slots(edit);
    edit.rewrite(|edit, i, out| {
        let uniform = used.iter().find(|(op, _)| *op == i.class.opcode).map(|(_, uniform)| *uniform);
        if let Some(uniform) = uniform
            && let Some(slot) = slots.slot(edit, out, id_of(i.operands.first()), 0)
        {
            let count = slots.element(edit, out, uniform, int, slot);
            out.push(Instruction::new(Op::CopyObject, i.result_type, i.result_id, vec![Operand::IdRef(count)]));
        } else {
            out.push(i);
        }
    });
}
