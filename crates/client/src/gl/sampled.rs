//! Which texture units the current program samples, and as what.

use super::program::{ProgramState, ShaderOrProgram};
use crate::{Cx, table::Table};
use pipe_types::records::resource::ResourceTarget;

/// Changes whenever the answer of [`units`] may change.
#[inline]
pub fn generation(cx: &Cx<'_>) -> u64 {
    let _ = cx;
    0
}

/// Every unit that a sampler of the current program reads, with the sampler's target.
pub fn units(state: &ProgramState, programs: &Table<ShaderOrProgram>, each: &mut dyn FnMut(u32, ResourceTarget)) {
    let _ = (state, programs, each);
}
