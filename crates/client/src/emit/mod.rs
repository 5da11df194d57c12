//! From state to records: what the server has to know before a verb, only what changed, a file per topic.
//!
//! [`Sent`] is the client's memory of what the server has for one context. Objects remember by themselves whether they have
//! been sent. A setter that changed something marks [`Dirty`]; a verb calls [`draw_state`] (or the parts that it needs),
//! which costs one test when nothing is marked.

pub mod buffer;
pub mod context;
pub mod framebuffer;
pub mod image;
pub mod pixel_store;
pub mod program;
pub mod raster;
pub mod sampler;
pub mod texture;
pub mod transform_feedback;
pub mod vertex;

use crate::{Cx, Shared, context::ContextState, session::Session};
use pipe_types::{
    Op,
    handle::{Handle, HandleKind},
    primitive::MGPHandleOnly,
};

bitflags::bitflags! {
    /// State of a context that changed since it was sent.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Dirty: u32 {
        /// Objects may have lost their last reference.
        const COLLECT = 1 << 0;
        /// Pipeline chunks; which ones, the raster state knows.
        const RENDER_STATE = 1 << 1;
        /// Dynamic chunks; which ones, the raster state knows.
        const DYNAMIC = 1 << 2;
        /// The current program is another one.
        const PROGRAM = 1 << 3;
        /// The vertex array is another one, or it changed.
        const VERTEX = 1 << 4;
        /// Current values of attributes.
        const ATTRIB_DEFAULTS = 1 << 5;
        /// Uniform buffer bindings.
        const UNIFORM_BUFFERS = 1 << 6;
        /// Tessellation patches.
        const PATCH = 1 << 7;
        /// Texture bindings, or something that decides what a unit samples.
        const TEXTURES = 1 << 8;
        /// Sampler bindings.
        const SAMPLERS = 1 << 9;
        /// Image units.
        const IMAGES = 1 << 10;
        /// The draw framebuffer is another one, or it or one of its images changed.
        const DRAW_FRAMEBUFFER = 1 << 11;
        /// The same of the read framebuffer.
        const READ_FRAMEBUFFER = 1 << 12;
        /// Pack parameters or the pack buffer.
        const PIXEL_PACK = 1 << 13;
        /// Storage buffer bindings.
        const STORAGE_BUFFERS = 1 << 14;
        /// Atomic counter buffer bindings.
        const ATOMIC_BUFFERS = 1 << 15;
    }
}

/// What the server has of one context.
pub struct Sent {
    /// What changed since.
    pub dirty: Dirty,
    /// Fixed state.
    pub raster: raster::Sent,
    /// Vertex formats and buffers.
    pub vertex: vertex::Sent,
    /// Programs.
    pub program: program::Sent,
    /// Indexed buffer bindings.
    pub buffers: buffer::Sent,
    /// Framebuffers.
    pub framebuffers: framebuffer::Sent,
    /// Texture units.
    pub textures: texture::Sent,
    /// Sampler bindings.
    pub samplers: sampler::Sent,
    /// Image units.
    pub images: image::Sent,
    /// Pack parameters.
    pub pixel_pack: pixel_store::Sent,
    /// Memory for the ranges of a multi-draw.
    pub ranges: Vec<pipe_types::records::draw::MGPDrawRange>,
}

impl Default for Sent {
    /// Nothing has been sent.
    fn default() -> Self {
        Self {
            dirty: Dirty::all(),
            raster: Default::default(),
            vertex: Default::default(),
            program: Default::default(),
            buffers: Default::default(),
            framebuffers: Default::default(),
            textures: Default::default(),
            samplers: Default::default(),
            images: Default::default(),
            pixel_pack: Default::default(),
            ranges: Vec::new(),
        }
    }
}

/// Sends all objects' pending creations, redefinitions and uploads, and the ends of those that nobody refers to any more. The
/// first step of every verb.
#[inline]
pub fn objects(cx: &mut Cx<'_>) {
    if cx.state.sent.dirty.contains(Dirty::COLLECT) {
        collect(cx);
    }
    texture::pending(cx);
    if !cx.shared.persistent.is_empty() {
        crate::gl::buffer::send_visible(cx);
    }
}

/// Everything that a draw needs: objects, framebuffers, fixed state, program, vertices, textures, images, buffers.
#[inline]
pub fn draw_state(cx: &mut Cx<'_>) {
    objects(cx);
    framebuffer::draw_read(cx);
    raster::state(cx);
    program::current(cx);
    vertex::arrays(cx);
    texture::units(cx);
    sampler::units(cx);
    image::units(cx);
    buffer::indexed(cx);
}

/// Everything that a dispatch needs: objects, program, textures, images, buffers.
pub fn dispatch_state(cx: &mut Cx<'_>) {
    objects(cx);
    program::dispatching(cx);
    texture::units(cx);
    sampler::units(cx);
    image::units(cx);
    buffer::indexed(cx);
}

/// Everything that a clear or a blit needs: objects, framebuffers, fixed state.
#[inline]
pub fn clear_state(cx: &mut Cx<'_>) {
    objects(cx);
    framebuffer::draw_read(cx);
    raster::state(cx);
}

/// Ends the objects whose last reference is gone, their records included.
///
/// Called at the next verb after a deletion, and at flush, finish and swap for what lost a reference without one.
#[cold]
pub fn collect(cx: &mut Cx<'_>) {
    cx.state.sent.dirty.remove(Dirty::COLLECT);
    let Cx { state, shared, session } = cx;
    // Containers first: what they refer to may end in the same round.
    vertex::collect(state, session);
    transform_feedback::collect(state, session);
    framebuffer::collect(state, session);
    program::collect(shared, session);
    texture::collect(shared, session);
    sampler::collect(shared, session);
    buffer::collect(shared, session);
}

/// Writes the end of an object that has no destroy row of its own, and gives its handle back.
pub fn object_death<K: HandleKind>(session: &mut Session, handle: Handle<K>) {
    session.push(Op::ObjectDeath, &MGPHandleOnly::of(handle));
    session.release(handle);
}

/// Writes the end of a buffer, texture or renderbuffer, and gives its handle back.
pub fn resource_destroy<K: HandleKind>(session: &mut Session, handle: Handle<K>) {
    session.push(Op::ResourceDestroy, &MGPHandleOnly::of(handle));
    session.release(handle);
}

/// A context is destroyed. The death of a context's handle ends on the server everything that belongs to it alone
/// (framebuffers, queries, transform feedback, vertex formats, render states); their handles are only given back here.
pub fn forget_context(mut state: Box<ContextState>, shared: &mut Shared, session: &mut Session) {
    crate::gl::program::release_current(&mut state, shared);
    crate::gl::pipeline::forget(&mut state, shared, session);
    let handle = state.handle;
    session.push(Op::ObjectDeath, &MGPHandleOnly::of(handle));
    raster::forget(&mut state, session);
    vertex::forget(&mut state, session);
    transform_feedback::forget(&mut state, session);
    framebuffer::forget(&mut state, session);
    for query in state.queries.table.drain() {
        session.release(query.handle);
    }
    session.release(handle);
}

/// The last context of a share group is gone: so are the group's objects.
pub fn forget_shared(mut shared: Shared, session: &mut Session) {
    program::forget(&mut shared, session);
    texture::forget(&mut shared, session);
    sampler::forget(&mut shared, session);
    buffer::forget(&mut shared, session);
    for sync in shared.syncs.drain() {
        object_death(session, sync.handle);
    }
}
