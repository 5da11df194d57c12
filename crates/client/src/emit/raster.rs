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
/// Blocks, or contents of one chunk, kept before the cache is started afresh: a program that animates a polygon offset makes
/// new ones for ever.
const CACHE_MAX: usize = 1024;

/// The contents that one chunk has had, numbered. A program goes back and forth between a few of them.
#[derive(Default)]
struct Contents {
    /// All of them, by number.
    all: Vec<Box<[u8]>>,
    numbers: HashMap<Box<[u8]>, u16>,
    /// The number of the content as it is now, and those that were looked up last.
    now: u16,
    recent: [u16; 4],
}

impl Contents {
    /// Finds the number of `bytes`. False when there are too many now.
    #[inline(always)]
    fn find(&mut self, bytes: &[u8]) -> bool {
        for number in self.recent {
            if self.all.get(usize::from(number)).is_some_and(|known| **known == *bytes) {
                self.now = number;
                return true;
            }
        }
        self.now = self.number(bytes);
        self.all.len() < CACHE_MAX
    }

    #[cold]
    fn number(&mut self, bytes: &[u8]) -> u16 {
        let next = self.all.len() as u16;
        let number = *self.numbers.entry(bytes.into()).or_insert(next);
        if number == next {
            self.all.push(bytes.into());
        }
        self.recent.rotate_right(1);
        self.recent[0] = number;
        number
    }
}

/// What the server has of a context's fixed state.
#[derive(Default)]
pub struct Sent {
    bound: Handle<kind::RenderState>,
    chunks: [Contents; 4],
    /// Render states by the numbers of their chunks' contents.
    cache: HashMap<u64, Handle<kind::RenderState>>,
    /// Some of the cache's entries, found without hashing.
    recent: [(u64, Handle<kind::RenderState>); 16],
    /// There are so many of something that all is to be forgotten.
    full: bool,
}

impl Sent {
    /// The numbers of all chunks' contents.
    fn key(&self) -> u64 {
        self.chunks.iter().fold(0, |key, chunk| key << 16 | u64::from(chunk.now))
    }
    /// Where in `recent` a key belongs.
    fn place(key: u64) -> usize {
        (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 60) as usize
    }
    /// Forgets everything; the server, too.
    #[cold]
    fn start_afresh(&mut self, session: &mut Session) {
        for (_, handle) in self.cache.drain() {
            object_death(session, handle);
        }
        self.bound = Handle::NULL;
        self.chunks = Default::default();
        self.recent = Default::default();
        self.full = false;
    }
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

fn pipeline(cx: &mut Cx<'_>) {
    let r = &mut cx.state.raster;
    let sent = &mut cx.state.sent.raster;
    let mut dirty = std::mem::take(&mut r.pipeline_dirty);
    if sent.full || sent.cache.is_empty() {
        sent.start_afresh(cx.session);
        dirty = pc::ALL;
    }
    let [blend, depth_stencil, raster, multisample] = &mut sent.chunks;
    let room = (dirty & pc::BLEND == 0 || blend.find(r.blend.as_bytes()))
        & (dirty & pc::DEPTH_STENCIL == 0 || depth_stencil.find(r.depth_stencil.as_bytes()))
        & (dirty & pc::RASTER == 0 || raster.find(r.raster.as_bytes()))
        & (dirty & pc::MULTISAMPLE == 0 || multisample.find(r.multisample.as_bytes()));
    let key = sent.key();
    let place = Sent::place(key);
    let handle = match sent.recent[place] {
        (known, handle) if known == key && !handle.is_null() => handle,
        _ => {
            let known = sent.cache.get(&key).copied();
            let handle = known.unwrap_or_else(|| create(cx.session, r));
            sent.cache.insert(key, handle);
            sent.recent[place] = (key, handle);
            handle
        }
    };
    sent.full = !room || sent.cache.len() >= CACHE_MAX;
    if sent.bound != handle {
        sent.bound = handle;
        cx.session.push(Op::BindRenderState, &MGPBindRenderState { state: handle.raw(), pad: 0 });
    }
}

#[cold]
fn create(session: &mut Session, r: &RasterState) -> Handle<kind::RenderState> {
    let mut bytes = [0; BLOCK];
    let mut at = 0;
    for chunk in [r.blend.as_bytes(), r.depth_stencil.as_bytes(), r.raster.as_bytes(), r.multisample.as_bytes()] {
        bytes[at..at + chunk.len()].copy_from_slice(chunk);
        at += chunk.len();
    }
    let handle = session.mint();
    session.push_blob::<_, pipe_types::primitive::NoTail>(
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
    handle
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
    for (_, handle) in state.sent.raster.cache.drain() {
        session.release(handle);
    }
}
