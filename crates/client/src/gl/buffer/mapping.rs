//! Mapping (GL 4.6 core 6.3): a mapping is memory of its own that is sent when it is unmapped or flushed.

use super::*;

/// `GL_MIN_MAP_BUFFER_ALIGNMENT`, bytes.
pub const MAP_ALIGNMENT: usize = 64;
/// Mapping memories kept for the next mapping, and the largest that is kept.
const SPARE_MAPPINGS: usize = 8;
const SPARE_BYTES: usize = 4 << 20;

/// 64 bytes of mapping memory.
#[derive(Clone, Copy, Debug, zerocopy::FromBytes, zerocopy::IntoBytes, zerocopy::Immutable, zerocopy::KnownLayout)]
#[repr(C, align(64))]
pub struct Line([u8; MAP_ALIGNMENT]);

/// A mapping (GL 4.6 core 6.3).
#[derive(Debug)]
pub struct Mapping {
    memory: Vec<Line>,
    /// First byte of the range.
    pub offset: u64,
    /// Bytes of the range.
    pub length: u64,
    /// Access bits.
    pub access: GLbitfield,
}

impl Mapping {
    /// The range starts where its offset has the same remainder as in the buffer.
    fn skip(&self) -> usize {
        self.offset as usize % MAP_ALIGNMENT
    }
    fn bytes(&self) -> &[u8] {
        let skip = self.skip();
        &zerocopy::IntoBytes::as_bytes(self.memory.as_slice())[skip..skip + self.length as usize]
    }
    pub(crate) fn bytes_mut(&mut self) -> &mut [u8] {
        let skip = self.skip();
        &mut zerocopy::IntoBytes::as_mut_bytes(self.memory.as_mut_slice())[skip..skip + self.length as usize]
    }
    /// Where the application writes. Stays the same until the buffer is unmapped.
    pub fn pointer(&mut self) -> *mut u8 {
        self.bytes_mut().as_mut_ptr()
    }
}

/// `glMapBuffer`: the whole buffer.
pub fn map(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, access: GLenum) -> *mut u8 {
    let access = match access {
        GL_READ_ONLY => GL_MAP_READ_BIT,
        GL_WRITE_ONLY => GL_MAP_WRITE_BIT,
        GL_READ_WRITE => GL_MAP_READ_BIT | GL_MAP_WRITE_BIT,
        _ => {
            cx.error(GL_INVALID_ENUM, "access");
            return std::ptr::null_mut();
        }
    };
    let size = cx.shared.buffers[buffer].size as GLsizeiptr;
    map_range(cx, buffer, 0, size, access)
}

/// `glMapBufferRange`, `glMapNamedBufferRange`.
pub fn map_range(
    cx: &mut Cx<'_>,
    buffer: &Ref<Buffer>,
    offset: GLintptr,
    length: GLsizeiptr,
    access: GLbitfield,
) -> *mut u8 {
    if let Err((error, why)) = check_map(&cx.shared.buffers[buffer], offset, length, access) {
        cx.error(error, why);
        return std::ptr::null_mut();
    }
    let (offset, length) = (offset as u64, length as u64);
    let lines = (offset as usize % MAP_ALIGNMENT + length as usize).div_ceil(MAP_ALIGNMENT);
    let spare = &mut cx.state.buffers.spare;
    let mut memory = match spare.iter().position(|spare| spare.len() >= lines) {
        Some(at) => spare.swap_remove(at),
        None => Vec::new(),
    };
    if memory.len() < lines {
        let Ok(()) = memory.try_reserve_exact(lines) else {
            cx.error(GL_OUT_OF_MEMORY, "memory for the mapping");
            return std::ptr::null_mut();
        };
        memory.resize(lines, Line([0; MAP_ALIGNMENT]));
    }
    let mut mapping = Mapping { memory, offset, length, access };
    let object = &mut cx.shared.buffers[buffer];
    if access & GL_MAP_INVALIDATE_BUFFER_BIT != 0 {
        emit::buffer::invalidate(cx.session, object.handle, 0, object.size);
        object.defined = 0..0;
    }
    // What the application does not write has to stay, so a mapping for writing alone is read too: only bytes that have no
    // value, or that the application gives up, need no trip.
    let keep = access & (GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT) == 0;
    if keep && object.is_defined(offset, length) {
        emit::buffer::read(cx.session, object.handle, offset, mapping.bytes_mut());
    }
    let pointer = mapping.pointer();
    object.mapping = Some(mapping);
    cx.shared.mapped_buffers += 1;
    pointer
}

/// Errors of a mapping in the specification's order (GL 4.6 core 6.3).
fn check_map(
    object: &Buffer,
    offset: GLintptr,
    length: GLsizeiptr,
    access: GLbitfield,
) -> Result<(), (GLenum, &'static str)> {
    let read_write = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
    let discard = GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_UNSYNCHRONIZED_BIT;
    let rules = [
        (offset < 0 || length < 0, GL_INVALID_VALUE, "negative range"),
        (length == 0, GL_INVALID_OPERATION, "empty range"),
        (access & !(read_write | discard | GL_MAP_FLUSH_EXPLICIT_BIT) != 0, GL_INVALID_VALUE, "access bits"),
        (access & read_write == 0, GL_INVALID_OPERATION, "neither read nor write access"),
        (access & GL_MAP_READ_BIT != 0 && access & discard != 0, GL_INVALID_OPERATION, "read access and invalidation"),
        (
            access & GL_MAP_FLUSH_EXPLICIT_BIT != 0 && access & GL_MAP_WRITE_BIT == 0,
            GL_INVALID_OPERATION,
            "explicit flush without write access",
        ),
        (
            object.immutable && access & read_write & !object.storage_flags != 0,
            GL_INVALID_OPERATION,
            "access that the storage flags do not have",
        ),
        (offset.saturating_add(length) as u64 > object.size, GL_INVALID_VALUE, "range outside the buffer"),
        (object.mapping.is_some(), GL_INVALID_OPERATION, "the buffer is mapped already"),
    ];
    match rules.into_iter().find(|rule| rule.0) {
        Some((_, error, why)) => Err((error, why)),
        None => Ok(()),
    }
}

/// `glFlushMappedBufferRange`: `offset` counts from the start of the mapping.
pub fn flush_mapped_range(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, offset: GLintptr, length: GLsizeiptr) {
    if offset < 0 || length < 0 {
        return cx.error(GL_INVALID_VALUE, "negative range");
    }
    let object = &cx.shared.buffers[buffer];
    let Some(mapping) = &object.mapping else { return cx.error(GL_INVALID_OPERATION, "the buffer is not mapped") };
    if mapping.access & GL_MAP_FLUSH_EXPLICIT_BIT == 0 {
        return cx.error(GL_INVALID_OPERATION, "not mapped for explicit flushes");
    }
    if (offset + length) as u64 > mapping.length {
        return cx.error(GL_INVALID_VALUE, "range outside the mapping");
    }
    let start = mapping.offset + offset as u64;
    let bytes = &mapping.bytes()[offset as usize..(offset + length) as usize];
    emit::buffer::upload(cx.session, object.handle, start, bytes);
    cx.shared.buffers[buffer].server_writes(start, length as u64);
}

/// `glUnmapBuffer`.
pub fn unmap(cx: &mut Cx<'_>, buffer: &Ref<Buffer>) -> GLboolean {
    let object = &mut cx.shared.buffers[buffer];
    let Some(mapping) = &object.mapping else {
        cx.error(GL_INVALID_OPERATION, "the buffer is not mapped");
        return GL_FALSE;
    };
    if mapping.access & (GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT) == GL_MAP_WRITE_BIT {
        emit::buffer::upload(cx.session, object.handle, mapping.offset, mapping.bytes());
        let (offset, length) = (mapping.offset, mapping.length);
        object.server_writes(offset, length);
    }
    unmap_memory(cx, buffer);
    GL_TRUE
}

/// Ends a mapping without sending anything.
pub(super) fn unmap_memory(cx: &mut Cx<'_>, buffer: &Ref<Buffer>) {
    let Some(mapping) = cx.shared.buffers[buffer].mapping.take() else { return };
    cx.shared.mapped_buffers -= 1;
    let spare = &mut cx.state.buffers.spare;
    if mapping.memory.len() * MAP_ALIGNMENT <= SPARE_BYTES {
        if spare.len() == SPARE_MAPPINGS {
            spare.remove(0);
        }
        spare.push(mapping.memory);
    }
}
