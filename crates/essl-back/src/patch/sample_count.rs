//! `textureSamples`, which ES doesn't have (GL 4.6 core 11.1.3.4): a uniform array with the count of each sampler slot.

use super::slots::Slots;
use crate::SAMPLES_UNIFORM;
use crate::edit::{Edit, id_of};
use pipe_types::archive::Archive;
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::Op;

/// Reads the counts from the uniform.
pub(crate) fn from_uniform(edit: &mut Edit, archive: &Archive) {
    if !edit.module.all_inst_iter().any(|i| i.class.opcode == Op::ImageQuerySamples) {
        return;
    }
    let mut slots = Slots::of(edit, archive);
    if slots.is_empty() || archive.sampler_units == 0 {
        return;
    }
    let int = edit.int();
    let uniform = slots.uniform(edit, archive, int, SAMPLES_UNIFORM);
    slots.pass_slots(edit);
    edit.rewrite(|edit, i, out| {
        if i.class.opcode == Op::ImageQuerySamples
            && let Some(slot) = slots.slot(edit, out, id_of(i.operands.first()), 0)
        {
            let count = slots.element(edit, out, uniform, int, slot);
            out.push(Instruction::new(Op::CopyObject, i.result_type, i.result_id, vec![Operand::IdRef(count)]));
        } else {
            out.push(i);
        }
    });
}
