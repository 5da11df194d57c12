//! Compute dispatches (GL 4.6 core 19).

use super::{
    enums::*,
    outcome::{Outcome, invalid_operation, invalid_value},
    program,
};
use crate::{Cx, emit};
use pipe_types::{Op, RawHandle, archive::Stage, records::draw::MGPGridInfo};

/// Checks what all dispatches have in common. `Ok(false)`: nothing is to be done.
fn ready(cx: &mut Cx<'_>) -> Result<bool, &'static str> {
    super::pipeline::prepare(cx, true);
    if let Some(why) = super::pipeline::draw_error(cx) {
        return Err(why);
    }
    let Some(executable) = program::current(cx).filter(|executable| executable.has(Stage::Compute)) else {
        return Err("no program with a compute shader is current");
    };
    if executable.samplers_conflict {
        return Err("samplers of different types use the same texture unit");
    }
    Ok(!cx.session.is_lost())
}

fn launch(cx: &mut Cx<'_>, record: &MGPGridInfo) {
    emit::dispatch_state(cx);
    cx.session.push(Op::LaunchGrid, record);
}

/// `glDispatchCompute`.
pub fn dispatch(cx: &mut Cx<'_>, groups: [GLuint; 3]) -> Outcome {
    let ready = match ready(cx) {
        Ok(ready) => ready,
        Err(why) => return invalid_operation(why.to_owned()),
    };
    let most = cx.session.caps.limits.max_compute_work_group_count;
    if let Some(at) = (0..3).find(|&at| groups[at] > most[at]) {
        return invalid_value(format!("{} work groups in dimension {at}, {} are supported", groups[at], most[at]));
    }
    if ready && groups.iter().all(|&n| n != 0) {
        launch(cx, &MGPGridInfo { groups, ..Default::default() });
    }
    Ok(())
}

/// `glDispatchComputeIndirect`.
pub fn dispatch_indirect(cx: &mut Cx<'_>, offset: GLintptr) -> Outcome {
    let ready = match ready(cx) {
        Ok(ready) => ready,
        Err(why) => return invalid_operation(why.to_owned()),
    };
    if offset < 0 || offset % 4 != 0 {
        return invalid_value(format!("offset {offset} is negative or no multiple of four"));
    }
    let Some(buffer) = cx.state.buffers.dispatch_indirect.clone() else {
        return invalid_operation("no dispatch indirect buffer is bound".to_owned());
    };
    let object = &cx.shared.buffers[&buffer];
    let offset = offset as u64;
    if object.is_mapped() || offset.checked_add(12).is_none_or(|end| end > object.size) {
        return invalid_operation("the dispatch indirect buffer is mapped, or too small".to_owned());
    }
    let indirect_buffer: RawHandle = object.handle.raw();
    if ready {
        launch(cx, &MGPGridInfo { indirect_buffer, indirect_offset: offset, ..Default::default() });
    }
    Ok(())
}
