//! Fixed state: the pipeline part through a cache of content-addressed blocks, the dynamic part chunk by chunk.

use super::{Dirty, object_death};
use crate::{Cx, context::ContextState, gl::raster::RasterState, session::Session};
use pipe_types::{
    Handle, Op,
    encode::content_hash,
    handle::kind,
    records::raster::{
        MGPBindRenderState, MGPDynamicState, MGPRenderStateDesc, dynamic_chunk as dc, pipeline_chunk as pc,
    },
};
use std::collections::HashMap;
use zerocopy::IntoBytes;

/// Bytes of all pipeline chunks.
const BLOCK: usize = 136 + 24 + 56 + 16;
/// Blocks kept before the cache is started afresh: a program that animates a polygon offset makes new ones for ever.
const CACHE_MAX: usize = 1024;

/// A map whose keys are hashes already.
type ByHash<V> = HashMap<u64, V, std::hash::BuildHasherDefault<Identity>>;

/// Hashes a hash to itself.
#[derive(Default)]
pub struct Identity(u64);
impl std::hash::Hasher for Identity {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only u64 keys")
    }
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
}

/// What the server has of a context's fixed state.
#[derive(Default)]
pub struct Sent {
    bound: Handle<kind::RenderState>,
    /// Hash of each chunk as it is now, apart from those that are dirty.
    hashes: [u64; 4],
    cache: ByHash<(Handle<kind::RenderState>, Box<[u8; BLOCK]>)>,
}

/// Sends fixed state that changed.
#[inline]
pub fn state(cx: &mut Cx<'_>) {
    if cx.state.sent.dirty.intersects(Dirty::RENDER_STATE.union(Dirty::DYNAMIC).union(Dirty::PATCH)) {
        changed(cx);
    }
}

fn changed(cx: &mut Cx<'_>) {
    let dirty = cx.state.sent.dirty;
    if dirty.contains(Dirty::RENDER_STATE) {
        pipeline(cx);
    }
    if dirty.contains(Dirty::DYNAMIC) {
        dynamic(cx);
    }
    // Patches mean nothing before tessellation is there; its programs are refused at their link.
    if dirty.contains(Dirty::PATCH) && cx.session.caps.has(pipe_types::caps::Features::TESSELLATION_SHADER) {
        cx.session.push(Op::SetPatchState, &cx.state.raster.patch);
    }
    cx.state.sent.dirty.remove(Dirty::RENDER_STATE | Dirty::DYNAMIC | Dirty::PATCH);
}

fn block(r: &RasterState) -> [u8; BLOCK] {
    let mut out = [0; BLOCK];
    let mut at = 0;
    for chunk in [r.blend.as_bytes(), r.depth_stencil.as_bytes(), r.raster.as_bytes(), r.multisample.as_bytes()] {
        out[at..at + chunk.len()].copy_from_slice(chunk);
        at += chunk.len();
    }
    out
}

fn pipeline(cx: &mut Cx<'_>) {
    let r = &mut cx.state.raster;
    let sent = &mut cx.state.sent.raster;
    let dirty = std::mem::take(&mut r.pipeline_dirty);
    let chunks = [
        (pc::BLEND, r.blend.as_bytes()),
        (pc::DEPTH_STENCIL, r.depth_stencil.as_bytes()),
        (pc::RASTER, r.raster.as_bytes()),
        (pc::MULTISAMPLE, r.multisample.as_bytes()),
    ];
    for (at, (bit, bytes)) in chunks.into_iter().enumerate() {
        if dirty & bit != 0 || sent.hashes[at] == 0 {
            sent.hashes[at] = content_hash(bytes);
        }
    }
    let key = content_hash(sent.hashes.as_bytes());
    let handle = match sent.cache.get(&key) {
        Some((handle, known)) if **known == block(r) => *handle,
        found => {
            let collides = found.is_some();
            if collides || sent.cache.len() >= CACHE_MAX {
                for (_, (handle, _)) in sent.cache.drain() {
                    object_death(cx.session, handle);
                }
                sent.bound = Handle::NULL;
            }
            let bytes = block(r);
            let handle = cx.session.mint();
            cx.session.push_blob::<_, pipe_types::primitive::NoTail>(
                Op::CreateRenderState,
                |blob| MGPRenderStateDesc {
                    state: handle.raw(),
                    content_hash: content_hash(&bytes),
                    chunk_mask: pc::ALL,
                    pad: 0,
                    blob,
                },
                &[],
                &bytes,
            );
            sent.cache.insert(key, (handle, Box::new(bytes)));
            handle
        }
    };
    if sent.bound != handle {
        sent.bound = handle;
        cx.session.push(Op::BindRenderState, &MGPBindRenderState { state: handle.raw(), pad: 0 });
    }
}

fn dynamic(cx: &mut Cx<'_>) {
    let r = &mut cx.state.raster;
    let mask = std::mem::take(&mut r.dynamic_dirty);
    if mask == 0 {
        return;
    }
    let chunks = [
        (dc::VIEWPORT0, r.viewports[0].as_bytes()),
        (dc::VIEWPORTS, r.viewports[1..].as_bytes()),
        (dc::SCISSOR0, r.scissors[0].as_bytes()),
        (dc::SCISSORS, r.scissors[1..].as_bytes()),
        (dc::BLEND_COLOR, r.blend_color.as_bytes()),
        (dc::STENCIL, r.stencil.as_bytes()),
        (dc::LINE, r.line.as_bytes()),
        (dc::SAMPLE, r.sample.as_bytes()),
    ];
    let mut bytes = [0; 1024];
    let mut len = 0;
    for (_, chunk) in chunks.iter().filter(|(bit, _)| mask & bit != 0) {
        bytes[len..len + chunk.len()].copy_from_slice(chunk);
        len += chunk.len();
    }
    cx.session.push_blob::<_, pipe_types::primitive::NoTail>(
        Op::SetDynamicState,
        |blob| MGPDynamicState { chunk_mask: mask, pad: 0, blob },
        &[],
        &bytes[..len],
    );
}

/// The context is gone.
pub fn forget(state: &mut ContextState, session: &mut Session) {
    for (_, (handle, _)) in state.sent.raster.cache.drain() {
        session.release(handle);
    }
}
