//! Buffer objects (GL 4.6 core 6). Their bytes live on the server only: data goes out at the call.

mod binding;
mod content;
mod mapping;
mod persistent;
mod query;

pub use binding::*;
pub use content::*;
pub use mapping::*;
pub use persistent::*;
pub use query::*;

use super::enums::*;
use crate::{
    Cx, Shared,
    emit::{self, Dirty},
    session::Session,
    table::Ref,
};
use pipe_types::{Handle, handle::kind, records::resource::bind_mask};

/// A buffer object.
#[derive(Debug)]
pub struct Buffer {
    /// Its handle; the server knows it from the start.
    pub handle: Handle<kind::Buffer>,
    /// Bytes of its data store.
    pub size: u64,
    /// Usage hint.
    pub usage: GLenum,
    /// `glBufferStorage` flags; for a mutable store what GL says that they are.
    pub storage_flags: GLbitfield,
    /// Made by `glBufferStorage`.
    pub immutable: bool,
    /// The mapping.
    pub mapping: Option<Mapping>,
    /// How it has been used, and whether the server knows that.
    bind_mask: u16,
    /// Hull of the bytes that have been given a value; the rest may be anything.
    defined: std::ops::Range<u64>,
    /// Content that is known although nothing is mapped.
    kept: Option<Kept>,
}

impl Buffer {
    fn new(shared: &mut Shared, session: &mut Session, name: GLuint) -> Ref<Buffer> {
        let handle = session.mint();
        let buffer = Buffer {
            handle,
            size: 0,
            usage: GL_STATIC_DRAW,
            storage_flags: GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_DYNAMIC_STORAGE_BIT,
            immutable: false,
            mapping: None,
            bind_mask: 0,
            defined: 0..0,
            kept: None,
        };
        emit::buffer::create(session, &buffer, name);
        shared.buffers.create(name, buffer)
    }
    /// Whether it is mapped, other than persistently: GL commands may not use it (GL 4.6 core 6.3.2).
    #[inline]
    pub fn is_mapped(&self) -> bool {
        self.mapping.as_ref().is_some_and(|mapping| mapping.access & GL_MAP_PERSISTENT_BIT == 0)
    }
    /// A range has been given a value.
    fn defines(&mut self, offset: u64, size: u64) {
        if size != 0 {
            let end = offset.saturating_add(size).min(self.size);
            self.defined = if self.defined.is_empty() {
                offset..end
            } else {
                self.defined.start.min(offset)..self.defined.end.max(end)
            };
        }
    }
    fn is_defined(&self, offset: u64, size: u64) -> bool {
        // What a shader can write has its say at any time, also after the store was specified anew.
        let by_shaders = bind_mask::SHADER_BUFFER | bind_mask::ATOMIC | bind_mask::SHADER_IMAGE;
        self.bind_mask & by_shaders != 0 || offset < self.defined.end && offset + size > self.defined.start
    }
    /// Remembers a use ([`bind_mask`]), a hint that goes out with the next respecification.
    #[inline]
    pub fn used_as(&mut self, bind_mask: u16) {
        self.bind_mask |= bind_mask;
    }
    /// How it has been used.
    pub fn bind_mask(&self) -> u16 {
        self.bind_mask
    }
}

/// `glGenBuffers`.
pub fn generate(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    names.fill_with(|| cx.shared.buffers.generate());
}

/// `glCreateBuffers`.
pub fn create(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    for name in names {
        *name = cx.shared.buffers.generate();
        Buffer::new(cx.shared, cx.session, *name);
    }
}

/// `glIsBuffer`.
pub fn is_buffer(cx: &mut Cx<'_>, name: GLuint) -> GLboolean {
    GLboolean::from(cx.shared.buffers.by_name(name).is_some())
}

/// `glDeleteBuffers` (GL 4.6 core 6.1): the bindings of the current context go, what other objects hold stays.
pub fn delete(cx: &mut Cx<'_>, names: &[GLuint]) {
    for &name in names {
        let Some(buffer) = cx.shared.buffers.delete(name) else { continue };
        super::debug::forget_label(cx, GL_BUFFER, name);
        // Textures and vertex arrays may have it still: what the application wrote is theirs (GL 4.6 core 6.3.1).
        if cx.shared.buffers[&buffer].mapping.is_some() {
            unmap(cx, &buffer);
        }
        let gone = Some(buffer.clone());
        let b = &mut cx.state.buffers;
        for place in [
            &mut b.array,
            &mut b.copy_read,
            &mut b.copy_write,
            &mut b.pixel_pack,
            &mut b.pixel_unpack,
            &mut b.texture,
            &mut b.transform_feedback,
            &mut b.uniform,
            &mut b.storage,
            &mut b.atomic,
            &mut b.draw_indirect,
            &mut b.dispatch_indirect,
            &mut b.query,
            &mut b.parameter,
        ] {
            if *place == gone {
                *place = None;
            }
        }
        for (class, dirty) in [
            (&mut b.uniforms, Dirty::UNIFORM_BUFFERS),
            (&mut b.storages, Dirty::STORAGE_BUFFERS),
            (&mut b.atomics, Dirty::ATOMIC_BUFFERS),
        ] {
            for at in 0..class.points.len() {
                if class.points[at].buffer == gone && class.set(at, IndexedBinding::default()) {
                    cx.state.sent.dirty.insert(dirty);
                }
            }
        }
        cx.state.sent.dirty.insert(Dirty::PIXEL_PACK | Dirty::COLLECT);
        super::vertex::buffer_deleted(cx, &buffer);
        super::transform_feedback::buffer_deleted(cx, &buffer);
        super::texture::buffer_deleted(cx, &buffer);
    }
}

/// The buffer of a generated name, made if it has none yet. Records `GL_INVALID_OPERATION` for other names.
pub fn of_name(cx: &mut Cx<'_>, name: GLuint) -> Option<Ref<Buffer>> {
    if let Some(buffer) = cx.shared.buffers.get(name) {
        return Some(buffer);
    }
    if !cx.shared.buffers.is_generated(name) {
        cx.error(GL_INVALID_OPERATION, "the buffer's name was not generated");
        return None;
    }
    Some(Buffer::new(cx.shared, cx.session, name))
}

/// The object of a name, for the named calls: `GL_INVALID_OPERATION` when there is none.
pub fn existing(cx: &mut Cx<'_>, name: GLuint) -> Option<Ref<Buffer>> {
    let buffer = cx.shared.buffers.get(name);
    if buffer.is_none() {
        cx.error(GL_INVALID_OPERATION, "no such buffer");
    }
    buffer
}

/// The buffer bound to a target: `GL_INVALID_ENUM`, or `GL_INVALID_OPERATION` when there is none.
pub fn bound(cx: &mut Cx<'_>, target: GLenum) -> Option<Ref<Buffer>> {
    match place_of(cx, target) {
        None => {
            cx.error(GL_INVALID_ENUM, &format!("no buffer target {}", enum_name(target)));
            None
        }
        Some((Some(buffer), _)) => Some(buffer.clone()),
        Some((None, _)) => {
            cx.error(GL_INVALID_OPERATION, "no buffer is bound");
            None
        }
    }
}
