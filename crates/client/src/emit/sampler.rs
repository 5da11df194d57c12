//! Sampler records.

use crate::{Cx, Shared, gl::sampler::Sampler, session::Session, table::Ref};
use pipe_types::{
    Op, RawHandle,
    records::sampler::{MGPBoundSampler, MGPSamplerStates, TEXTURE_UNITS},
};
use zerocopy::IntoBytes;

/// What the server has of a context's sampler bindings.
pub struct Sent {
    /// Generations of bindings, textures and program when the units were last looked at.
    seen: (u64, u64, u64),
    samplers: Box<[RawHandle; TEXTURE_UNITS as usize]>,
}

impl Default for Sent {
    fn default() -> Self {
        Self { seen: (0, 0, 0), samplers: Box::new([RawHandle::NULL; TEXTURE_UNITS as usize]) }
    }
}

/// A sampler object is new, or its parameters changed: they go out with the next verb.
pub fn queue(cx: &mut Cx<'_>, sampler: &Ref<Sampler>) {
    let object = &mut cx.shared.samplers[sampler];
    if !object.queued {
        object.queued = true;
        cx.shared.pending_textures.sampler_objects.push(sampler.clone());
    }
}

#[cold]
pub(super) fn objects(shared: &mut Shared, session: &mut Session) {
    for sampler in std::mem::take(&mut shared.pending_textures.sampler_objects) {
        let object = &mut shared.samplers[&sampler];
        object.queued = false;
        super::texture::sampler_record(session, object.handle, &object.state);
    }
}

/// Sends the sampler bindings that changed, of the units that the current program samples. After
/// [`super::texture::units`], which looks at the program.
#[inline]
pub fn units(cx: &mut Cx<'_>) {
    let sampled = cx.state.sent.textures.sampled.generation;
    let seen = (cx.state.samplers.generation, cx.shared.pending_textures.generation, sampled);
    let sent = &mut cx.state.sent.samplers;
    if sent.seen != seen {
        sent.seen = seen;
        changed_units(cx);
    }
}

fn changed_units(cx: &mut Cx<'_>) {
    let Cx { state, shared, session } = cx;
    let super::Sent { samplers: sent, textures, .. } = &mut state.sent;
    let sent = &mut sent.samplers;
    let (mut first, mut last) = (usize::MAX, 0);
    for &(unit, _) in textures.sampled.units() {
        let unit = unit as usize;
        let Some(binding) = state.samplers.bound.get(unit) else { continue };
        let handle = binding.as_ref().map_or(RawHandle::NULL, |sampler| shared.samplers[sampler].handle.raw());
        if sent[unit] != handle {
            sent[unit] = handle;
            (first, last) = (first.min(unit), last.max(unit));
        }
    }
    if first > last {
        return;
    }
    let tail: Vec<_> = sent[first..=last].iter().map(|&sampler| MGPBoundSampler { sampler }).collect();
    let content_hash = pipe_types::encode::content_hash(tail.as_slice().as_bytes());
    let record = MGPSamplerStates { start: first as u32, count: tail.len() as u32, content_hash };
    session.push_tail(Op::BindSamplerStates, &record, &tail);
}

/// Ends samplers that nobody refers to.
pub fn collect(shared: &mut Shared, session: &mut Session) {
    shared.samplers.collect(|sampler| super::object_death(session, sampler.handle));
}

/// The share group is gone.
pub fn forget(shared: &mut Shared, session: &mut Session) {
    for sampler in shared.samplers.drain() {
        super::object_death(session, sampler.handle);
    }
}
