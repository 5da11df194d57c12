//! Mapping (GL 4.6 core 6.3): a mapping is memory of its own, filled when it is made and sent when it is unmapped or flushed.

use super::*;

/// `GL_MIN_MAP_BUFFER_ALIGNMENT`, bytes.
pub const MAP_ALIGNMENT: usize = 64;
/// Mapping memories kept for the next mapping, and the largest that is kept.
const SPARE_MAPPINGS: usize = 8;
const SPARE_BYTES: usize = 4 << 20;
/// The largest range whose content stays known when it is unmapped, and how much that may be for all buffers.
const KEPT_BYTES: usize = 16 << 20;
const KEPT_BYTES_TOTAL: usize = 64 << 20;

/// 64 bytes of mapping memory.
#[derive(Clone, Copy, Debug, zerocopy::FromBytes, zerocopy::IntoBytes, zerocopy::Immutable, zerocopy::KnownLayout)]
#[repr(C, align(64))]
pub struct Line([u8; MAP_ALIGNMENT]);

#[derive(Debug)]
enum Memory {
    /// The application has it between two calls only.
    Lines(Vec<Line>),
    /// It stays.
    Persistent(Box<Persistent>),
}

/// A mapping (GL 4.6 core 6.3).
#[derive(Debug)]
pub struct Mapping {
    memory: Memory,
    /// First byte of the range.
    pub offset: u64,
    /// Bytes of the range.
    pub length: u64,
    /// Access bits.
    pub access: GLbitfield,
}

/// Bytes of `lines` that are those of a range; it starts where its offset has the same remainder as in the buffer.
fn bytes_of(lines: &[Line], offset: u64, length: u64) -> &[u8] {
    &zerocopy::IntoBytes::as_bytes(lines)[offset as usize % MAP_ALIGNMENT..][..length as usize]
}
fn bytes_of_mut(lines: &mut [Line], offset: u64, length: u64) -> &mut [u8] {
    &mut zerocopy::IntoBytes::as_mut_bytes(lines)[offset as usize % MAP_ALIGNMENT..][..length as usize]
}

impl Mapping {
    /// Where the application writes. Stays the same until the buffer is unmapped.
    pub fn pointer(&mut self) -> *mut u8 {
        match &mut self.memory {
            Memory::Lines(lines) => bytes_of_mut(lines, self.offset, self.length).as_mut_ptr(),
            Memory::Persistent(persistent) => persistent.pointer(),
        }
    }
    pub(crate) fn persistent_mut(&mut self) -> Option<&mut Persistent> {
        match &mut self.memory {
            Memory::Lines(_) => None,
            Memory::Persistent(persistent) => Some(persistent),
        }
    }
    /// Writes as the application does, for tests.
    #[cfg(test)]
    pub(crate) fn write(&mut self, at: usize, bytes: &[u8]) {
        match &mut self.memory {
            Memory::Lines(lines) => {
                bytes_of_mut(lines, self.offset, self.length)[at..][..bytes.len()].copy_from_slice(bytes)
            }
            Memory::Persistent(persistent) => persistent.write(at, bytes),
        }
    }
    /// Calls `see` with bytes of the mapping, in one piece or several with each one's position.
    fn with_bytes(&self, at: usize, len: usize, see: &mut dyn FnMut(usize, &[u8])) {
        match &self.memory {
            Memory::Lines(lines) => see(at, &bytes_of(lines, self.offset, self.length)[at..at + len]),
            Memory::Persistent(persistent) => {
                let mut piece = vec![0; len.min(1 << 20)];
                for start in (at..at + len).step_by(piece.len().max(1)) {
                    let piece = &mut piece[..(at + len - start).min(1 << 20)];
                    persistent.copy_out(start, piece);
                    see(start, piece);
                }
            }
        }
    }
}

/// What is known of a buffer's content since it was unmapped.
#[derive(Debug)]
pub struct Kept {
    lines: Vec<Line>,
    offset: u64,
    length: u64,
}

impl Buffer {
    /// Whether a record that changes it has come since it was unmapped: then its content is the server's alone.
    pub(super) fn forget_kept(&mut self, total: &mut usize) {
        if let Some(kept) = self.kept.take() {
            *total -= kept.lines.len() * MAP_ALIGNMENT;
        }
    }
    /// Whether only records say what is in it, not shaders or transform feedback at any time.
    fn is_followed(&self) -> bool {
        let written = bind_mask::SHADER_BUFFER | bind_mask::ATOMIC | bind_mask::STREAM_OUTPUT | bind_mask::SHADER_IMAGE;
        self.bind_mask() & written == 0
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
    let object = &mut cx.shared.buffers[buffer];
    if access & GL_MAP_INVALIDATE_BUFFER_BIT != 0 {
        emit::buffer::invalidate(cx.session, object.handle, 0, object.size);
        object.defined = 0..0;
    }
    let memory = if access & GL_MAP_PERSISTENT_BIT != 0 {
        persistent_memory(cx, buffer, offset, length, access)
    } else {
        lines(cx, buffer, offset, length, access)
    };
    let Some(memory) = memory else {
        cx.error(GL_OUT_OF_MEMORY, "memory for the mapping");
        return std::ptr::null_mut();
    };
    let mut mapping = Mapping { memory, offset, length, access };
    let pointer = mapping.pointer();
    cx.shared.buffers[buffer].mapping = Some(mapping);
    cx.shared.mapped_buffers += 1;
    pointer
}

/// Whether the mapping has to begin with what the buffer has. What the application does not write has to stay, so that holds
/// for a mapping for writing alone, too: only bytes that have no value, or that the application gives up, need not be known.
fn needs_content(object: &Buffer, offset: u64, length: u64, access: GLbitfield) -> bool {
    let keep = access & (GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT) == 0;
    keep && (object.is_defined(offset, length) || !object.is_followed())
}

fn lines(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, offset: u64, length: u64, access: GLbitfield) -> Option<Memory> {
    let object = &mut cx.shared.buffers[buffer];
    let needs = needs_content(object, offset, length, access);
    let kept = object.kept.take();
    if let Some(kept) = &kept {
        cx.shared.kept_bytes -= kept.lines.len() * MAP_ALIGNMENT;
    }
    // The memory of the last mapping has it all, if nobody else has come to write the buffer since.
    let inside = |kept: &Kept| kept.offset <= offset && offset + length <= kept.offset + kept.length;
    let kept = kept.filter(|kept| object.is_followed() && inside(kept));
    if let Some(kept) = kept.as_ref().filter(|kept| (kept.offset, kept.length) != (offset, length)) {
        let mut lines = fresh_lines(&mut cx.state.buffers.spare, offset, length)?;
        let known = &bytes_of(&kept.lines, kept.offset, kept.length)[(offset - kept.offset) as usize..];
        bytes_of_mut(&mut lines, offset, length).copy_from_slice(&known[..length as usize]);
        return Some(Memory::Lines(lines));
    }
    if let Some(kept) = kept {
        return Some(Memory::Lines(kept.lines));
    }
    let mut lines = fresh_lines(&mut cx.state.buffers.spare, offset, length)?;
    if needs {
        emit::buffer::read(cx.session, object.handle, offset, bytes_of_mut(&mut lines, offset, length));
    }
    Some(Memory::Lines(lines))
}

fn fresh_lines(spare: &mut Vec<Vec<Line>>, offset: u64, length: u64) -> Option<Vec<Line>> {
    let count = (offset as usize % MAP_ALIGNMENT + length as usize).div_ceil(MAP_ALIGNMENT);
    let mut lines = match spare.iter().position(|spare| spare.len() >= count) {
        Some(at) => spare.swap_remove(at),
        None => Vec::new(),
    };
    if lines.len() < count {
        lines.try_reserve_exact(count - lines.len()).ok()?;
        lines.resize(count, Line([0; MAP_ALIGNMENT]));
    }
    Some(lines)
}

fn persistent_memory(
    cx: &mut Cx<'_>,
    buffer: &Ref<Buffer>,
    offset: u64,
    length: u64,
    access: GLbitfield,
) -> Option<Memory> {
    let mut memory = Persistent::new(offset, length, access, cx.session.map_tracking).ok()?;
    let object = &mut cx.shared.buffers[buffer];
    object.forget_kept(&mut cx.shared.kept_bytes);
    if needs_content(object, offset, length, access) {
        let mut bytes = vec![0; length as usize];
        if emit::buffer::read(cx.session, object.handle, offset, &mut bytes) {
            memory.fill(&bytes);
        }
    }
    emit::buffer::map_persistent(cx.session, object.handle, offset, length, access);
    cx.shared.persistent.push(buffer.clone());
    Some(Memory::Persistent(Box::new(memory)))
}

/// Errors of a mapping in the specification's order (GL 4.6 core 6.3).
fn check_map(
    object: &Buffer,
    offset: GLintptr,
    length: GLsizeiptr,
    access: GLbitfield,
) -> Result<(), (GLenum, &'static str)> {
    let read_write = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT;
    let stays = GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    let discard = GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_UNSYNCHRONIZED_BIT;
    let rules = [
        (offset < 0 || length < 0, GL_INVALID_VALUE, "negative range"),
        (length == 0, GL_INVALID_OPERATION, "empty range"),
        (access & !(read_write | stays | discard | GL_MAP_FLUSH_EXPLICIT_BIT) != 0, GL_INVALID_VALUE, "access bits"),
        (access & read_write == 0, GL_INVALID_OPERATION, "neither read nor write access"),
        (access & GL_MAP_READ_BIT != 0 && access & discard != 0, GL_INVALID_OPERATION, "read access and invalidation"),
        (
            access & GL_MAP_FLUSH_EXPLICIT_BIT != 0 && access & GL_MAP_WRITE_BIT == 0,
            GL_INVALID_OPERATION,
            "explicit flush without write access",
        ),
        (
            access & (read_write | stays) & !object.storage_flags != 0,
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
    if offset.saturating_add(length) as u64 > mapping.length {
        return cx.error(GL_INVALID_VALUE, "range outside the mapping");
    }
    if length == 0 {
        return;
    }
    let (start, handle, session) = (mapping.offset, object.handle, &mut *cx.session);
    let stays = mapping.access & GL_MAP_PERSISTENT_BIT != 0;
    mapping.with_bytes(offset as usize, length as usize, &mut |at, bytes| match stays {
        true => emit::buffer::upload_mapped(session, handle, start + at as u64, bytes),
        false => emit::buffer::upload(session, handle, start + at as u64, bytes),
    });
    cx.shared.buffers[buffer].defines(start + offset as u64, length as u64);
}

/// `glUnmapBuffer`.
pub fn unmap(cx: &mut Cx<'_>, buffer: &Ref<Buffer>) -> GLboolean {
    let object = &mut cx.shared.buffers[buffer];
    let Some(mapping) = &object.mapping else {
        cx.error(GL_INVALID_OPERATION, "the buffer is not mapped");
        return GL_FALSE;
    };
    if let Memory::Lines(lines) = &mapping.memory
        && mapping.access & (GL_MAP_WRITE_BIT | GL_MAP_FLUSH_EXPLICIT_BIT) == GL_MAP_WRITE_BIT
    {
        let (offset, length) = (mapping.offset, mapping.length);
        emit::buffer::upload(cx.session, object.handle, offset, bytes_of(lines, offset, length));
        object.defines(offset, length);
    }
    persistent::finish(cx, buffer);
    unmap_memory(cx, buffer);
    GL_TRUE
}

/// Ends a mapping without sending anything.
pub(super) fn unmap_memory(cx: &mut Cx<'_>, buffer: &Ref<Buffer>) {
    let object = &mut cx.shared.buffers[buffer];
    let Some(mapping) = object.mapping.take() else { return };
    cx.shared.mapped_buffers -= 1;
    let Mapping { memory, offset, length, access } = mapping;
    let lines = match memory {
        Memory::Lines(lines) => lines,
        Memory::Persistent(_) => {
            emit::buffer::unmap_persistent(cx.session, object.handle);
            return cx.shared.persistent.retain(|other| other != buffer);
        }
    };
    let bytes = lines.len() * MAP_ALIGNMENT;
    // Who did not give the range up the last time will not the next time either: then nobody has to ask what is in it.
    let gives_up = GL_MAP_INVALIDATE_RANGE_BIT | GL_MAP_INVALIDATE_BUFFER_BIT | GL_MAP_FLUSH_EXPLICIT_BIT;
    let room = bytes <= KEPT_BYTES && cx.shared.kept_bytes + bytes <= KEPT_BYTES_TOTAL;
    if access & gives_up == 0 && object.is_followed() && room {
        cx.shared.kept_bytes += bytes;
        object.kept = Some(Kept { lines, offset, length });
        return;
    }
    let spare = &mut cx.state.buffers.spare;
    if bytes <= SPARE_BYTES {
        if spare.len() == SPARE_MAPPINGS {
            spare.remove(0);
        }
        spare.push(lines);
    }
}
