//! Data stores: specification, updates, copies, clears, invalidation (GL 4.6 core 6.2, 6.5 to 6.7).

use super::*;
use crate::gl::outcome::{Outcome, invalid_enum, invalid_operation, invalid_value};
use texel::layout::Domain;

/// `glBufferData`, `glNamedBufferData`. `data` is empty for a null pointer.
pub fn data(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, size: GLsizeiptr, bytes: &[u8], usage: GLenum) {
    let known = matches!(
        usage,
        GL_STREAM_DRAW
            | GL_STREAM_READ
            | GL_STREAM_COPY
            | GL_STATIC_DRAW
            | GL_STATIC_READ
            | GL_STATIC_COPY
            | GL_DYNAMIC_DRAW
            | GL_DYNAMIC_READ
            | GL_DYNAMIC_COPY
    );
    if !known {
        return cx.error(GL_INVALID_ENUM, "usage");
    }
    if size < 0 {
        return cx.error(GL_INVALID_VALUE, "size");
    }
    if cx.shared.buffers[buffer].immutable {
        return cx.error(GL_INVALID_OPERATION, "the data store is immutable");
    }
    let flags = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_DYNAMIC_STORAGE_BIT;
    specify(cx, buffer, size as u64, bytes, |b| (b.usage, b.storage_flags) = (usage, flags));
}

/// `glBufferStorage`, `glNamedBufferStorage`.
pub fn storage(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, size: GLsizeiptr, bytes: &[u8], flags: GLbitfield) {
    if size <= 0 {
        return cx.error(GL_INVALID_VALUE, "size");
    }
    let (read_write, stays) = (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT, GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT);
    if flags & !(read_write | stays | GL_DYNAMIC_STORAGE_BIT | GL_CLIENT_STORAGE_BIT) != 0 {
        return cx.error(GL_INVALID_VALUE, "storage flags");
    }
    if flags & GL_MAP_PERSISTENT_BIT != 0 && flags & read_write == 0 || flags & stays == GL_MAP_COHERENT_BIT {
        return cx.error(GL_INVALID_VALUE, "storage flags that need others");
    }
    if cx.shared.buffers[buffer].immutable {
        return cx.error(GL_INVALID_OPERATION, "the data store is immutable");
    }
    specify(cx, buffer, size as u64, bytes, |b| {
        (b.usage, b.storage_flags, b.immutable) = (GL_DYNAMIC_DRAW, flags, true);
    });
}

fn specify(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, size: u64, bytes: &[u8], set: impl FnOnce(&mut Buffer)) {
    let (size, bytes) = if size > cx.session.caps.limits.max_buffer_size {
        cx.error(GL_OUT_OF_MEMORY, "the data store is too large");
        // The old one is gone all the same.
        (0, &[][..])
    } else {
        (size, bytes)
    };
    if cx.shared.buffers[buffer].mapping.is_some() {
        unmap_memory(cx, buffer);
    }
    let name = cx.shared.buffers.name(buffer);
    let object = &mut cx.shared.buffers[buffer];
    object.forget_kept(&mut cx.shared.kept_bytes);
    set(object);
    object.size = size;
    object.defined = 0..bytes.len() as u64;
    emit::buffer::respecify(cx.session, object, name, !bytes.is_empty());
    emit::buffer::upload(cx.session, object.handle, 0, bytes);
}

/// Whether `offset` and `size` lie in the buffer; otherwise `GL_INVALID_VALUE`.
fn in_range(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, offset: GLintptr, size: GLsizeiptr) -> bool {
    let ok = offset >= 0 && size >= 0 && offset as u64 + size as u64 <= cx.shared.buffers[buffer].size;
    if !ok {
        cx.error(GL_INVALID_VALUE, "range outside the buffer");
    }
    ok
}

/// `GL_INVALID_OPERATION` when the buffer is mapped.
fn not_mapped(cx: &mut Cx<'_>, buffer: &Ref<Buffer>) -> bool {
    let mapped = cx.shared.buffers[buffer].is_mapped();
    if mapped {
        cx.error(GL_INVALID_OPERATION, "the buffer is mapped");
    }
    !mapped
}

/// `GL_INVALID_OPERATION` when part of the range is mapped.
fn range_not_mapped(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, offset: GLintptr, size: GLsizeiptr) -> bool {
    let (start, end) = (offset as u64, (offset + size) as u64);
    let object = &cx.shared.buffers[buffer];
    let overlaps = |m: &Mapping| start < m.offset + m.length && m.offset < end;
    let mapped = object.is_mapped() && object.mapping.as_ref().is_some_and(overlaps);
    if mapped {
        cx.error(GL_INVALID_OPERATION, "part of the range is mapped");
    }
    !mapped
}

/// `glBufferSubData`, `glNamedBufferSubData`; `bytes` has `size` bytes, or none for a null pointer.
pub fn sub_data(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, offset: GLintptr, size: GLsizeiptr, bytes: &[u8]) {
    if !in_range(cx, buffer, offset, size) || !range_not_mapped(cx, buffer, offset, size) {
        return;
    }
    let object = &cx.shared.buffers[buffer];
    if object.immutable && object.storage_flags & GL_DYNAMIC_STORAGE_BIT == 0 {
        return cx.error(GL_INVALID_OPERATION, "the data store has no GL_DYNAMIC_STORAGE_BIT");
    }
    let handle = object.handle;
    server_writes(cx, buffer, offset as u64, bytes.len() as u64);
    emit::buffer::upload(cx.session, handle, offset as u64, bytes);
}

/// `glGetBufferSubData`, `glGetNamedBufferSubData`: `Some` when the arguments are right, and then `out` gives the room.
pub fn get_sub_data<'a>(
    cx: &mut Cx<'_>,
    buffer: &Ref<Buffer>,
    offset: GLintptr,
    size: GLsizeiptr,
    out: impl FnOnce() -> &'a mut [u8],
) {
    if in_range(cx, buffer, offset, size) && not_mapped(cx, buffer) {
        send(cx, buffer, offset as u64, size as u64);
        let handle = cx.shared.buffers[buffer].handle;
        emit::buffer::read(cx.session, handle, offset as u64, out());
    }
}

/// `glCopyBufferSubData`, `glCopyNamedBufferSubData`.
pub fn copy(cx: &mut Cx<'_>, from: &Ref<Buffer>, to: &Ref<Buffer>, at: [GLintptr; 2], size: GLsizeiptr) {
    if !in_range(cx, from, at[0], size) || !in_range(cx, to, at[1], size) {
        return;
    }
    if from == to && at[0] < at[1] + size && at[1] < at[0] + size {
        return cx.error(GL_INVALID_VALUE, "the ranges overlap");
    }
    if !not_mapped(cx, from) || !not_mapped(cx, to) || size == 0 {
        return;
    }
    send(cx, from, at[0] as u64, size as u64);
    server_writes(cx, to, at[1] as u64, size as u64);
    let handles = [cx.shared.buffers[from].handle, cx.shared.buffers[to].handle];
    emit::buffer::copy(cx.session, handles, at.map(|at| at as u64), size as u64);
}

/// `glInvalidateBufferData` (`range` is `None`) and `glInvalidateBufferSubData`.
pub fn invalidate(cx: &mut Cx<'_>, name: GLuint, range: Option<(GLintptr, GLsizeiptr)>) {
    let Some(buffer) = cx.shared.buffers.get(name) else { return cx.error(GL_INVALID_VALUE, "no such buffer") };
    let (offset, size) = range.unwrap_or((0, cx.shared.buffers[&buffer].size as GLsizeiptr));
    if !in_range(cx, &buffer, offset, size) || !range_not_mapped(cx, &buffer, offset, size) {
        return;
    }
    emit::buffer::invalidate(cx.session, cx.shared.buffers[&buffer].handle, offset as u64, size as u64);
    if size as u64 == cx.shared.buffers[&buffer].size {
        cx.shared.buffers[&buffer].defined = 0..0;
        cx.shared.buffers[&buffer].forget_kept(&mut cx.shared.kept_bytes);
    }
}

/// A range to fill, whole for none.
pub type ClearRange = Option<(GLintptr, GLsizeiptr)>;

/// `glClearBufferData`, `glClearBufferSubData` and the named forms. `value` gives one pixel of `format` and `type_`, none for
/// a null pointer.
pub fn clear<'a>(
    cx: &mut Cx<'_>,
    buffer: &Ref<Buffer>,
    internal_format: GLenum,
    range: ClearRange,
    (format, type_): (GLenum, GLenum),
    value: impl FnOnce(usize) -> Option<&'a [u8]>,
) -> Outcome {
    let (offset, size) = range.unwrap_or((0, cx.shared.buffers[buffer].size as GLsizeiptr));
    if !in_range(cx, buffer, offset, size) || !range_not_mapped(cx, buffer, offset, size) {
        return Ok(());
    }
    let Some(info) = texel::info(internal_format).filter(|_| is_buffer_format(internal_format)) else {
        return invalid_enum("internal format of a buffer", internal_format);
    };
    let layout = clear_layout(format, type_, info)?;
    let Ok(texel) = texel::clear::texel(value(layout.bytes()), &layout, info) else {
        return invalid_operation("the value cannot be converted");
    };
    let element = texel.bytes();
    let aligned = |bytes: isize| (bytes as usize).is_multiple_of(element.len());
    if !aligned(offset) || !aligned(size) {
        return invalid_value("range that is no multiple of the element");
    }
    if size > 0 {
        server_writes(cx, buffer, offset as u64, size as u64);
        emit::buffer::clear(cx.session, cx.shared.buffers[buffer].handle, offset as u64, size as u64, element);
    }
    Ok(())
}

/// The layout of a clearing value. Whatever is wrong with a format or type is an invalid value here, not an invalid enum (GL
/// 4.6 core 6.2.1); integers do not become other numbers.
fn clear_layout(format: GLenum, type_: GLenum, info: &texel::FormatInfo) -> Outcome<texel::PixelLayout> {
    // Of which domain a format is does not depend on the type.
    let domain = texel::PixelLayout::new(format, GL_UNSIGNED_BYTE).map(|layout| layout.domain());
    if (domain == Ok(Domain::Integer)) != info.component.is_integer() {
        return invalid_operation(format!("{} cannot be cleared to {}", info.name, enum_name(format)));
    }
    match texel::PixelLayout::new(format, type_) {
        Ok(layout) if matches!(layout.domain(), Domain::Color | Domain::Integer) => Ok(layout),
        Ok(_) => invalid_value(format!("{} is no format of colours", enum_name(format))),
        Err(error) => invalid_value(error.to_string()),
    }
}

/// Formats of elements of a buffer (GL 4.6 core table 8.15).
fn is_buffer_format(format: GLenum) -> bool {
    const FORMATS: &[GLenum] = &[
        GL_R8,
        GL_R16,
        GL_R16F,
        GL_R32F,
        GL_R8I,
        GL_R16I,
        GL_R32I,
        GL_R8UI,
        GL_R16UI,
        GL_R32UI,
        GL_RG8,
        GL_RG16,
        GL_RG16F,
        GL_RG32F,
        GL_RG8I,
        GL_RG16I,
        GL_RG32I,
        GL_RG8UI,
        GL_RG16UI,
        GL_RG32UI,
        GL_RGB32F,
        GL_RGB32I,
        GL_RGB32UI,
        GL_RGBA8,
        GL_RGBA16,
        GL_RGBA16F,
        GL_RGBA32F,
        GL_RGBA8I,
        GL_RGBA16I,
        GL_RGBA32I,
        GL_RGBA8UI,
        GL_RGBA16UI,
        GL_RGBA32UI,
    ];
    FORMATS.contains(&format)
}

/// The buffer of the clearing calls, which have an error of their own for a target without one.
pub fn bound_to_clear(cx: &mut Cx<'_>, target: GLenum) -> Option<Ref<Buffer>> {
    let none = matches!(place_of(cx, target), Some((None, _)));
    if none {
        cx.error(GL_INVALID_VALUE, "no buffer is bound");
        return None;
    }
    bound(cx, target)
}
