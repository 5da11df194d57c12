//! Buffer objects (GL 4.6 core 6). Their bytes live on the server only: data goes out at the call, a mapping is memory of its
//! own that is sent when it is unmapped or flushed.

use super::{
    enums::*,
    get::Value,
    outcome::{Outcome, invalid_enum, invalid_operation, invalid_value},
};
use crate::{
    Cx, Shared,
    emit::{self, Dirty},
    session::Session,
    table::Ref,
};
use pipe_types::{
    Handle,
    handle::kind,
    records::{program::BUFFER_BINDINGS, resource::bind_mask},
};

/// `GL_MIN_MAP_BUFFER_ALIGNMENT`, bytes.
pub const MAP_ALIGNMENT: usize = 64;
/// `size` of an indexed binding that follows the whole buffer.
pub const WHOLE: u64 = !0;
/// Larger data stores are refused at once.
const SIZE_MAX: u64 = 1 << 40;
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
        };
        emit::buffer::create(session, &buffer, name);
        shared.buffers.create(name, buffer)
    }
    /// Whether it is mapped, other than persistently: GL commands may not use it (GL 4.6 core 6.3.2).
    #[inline]
    pub fn is_mapped(&self) -> bool {
        self.mapping.as_ref().is_some_and(|mapping| mapping.access & GL_MAP_PERSISTENT_BIT == 0)
    }
    /// The server writes a range, so the client does not know what is in it.
    pub fn server_writes(&mut self, offset: u64, size: u64) {
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
        offset < self.defined.end && offset + size > self.defined.start
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

/// An indexed binding point.
#[derive(Clone, Debug, Default)]
pub struct IndexedBinding {
    /// The buffer.
    pub buffer: Option<Ref<Buffer>>,
    /// First byte.
    pub offset: u64,
    /// Bytes, or [`WHOLE`].
    pub size: u64,
}

/// The indexed binding points of one class, and those that changed since they were sent.
#[derive(Debug)]
pub struct IndexedBindings {
    /// The binding points.
    pub points: Box<[IndexedBinding]>,
    /// Points that changed.
    pub dirty: std::ops::Range<usize>,
}

impl Default for IndexedBindings {
    fn default() -> Self {
        Self { points: vec![IndexedBinding::default(); BUFFER_BINDINGS as usize].into(), dirty: 0..0 }
    }
}

impl IndexedBindings {
    /// Changes a binding point; says whether anything changed.
    fn set(&mut self, index: usize, binding: IndexedBinding) -> bool {
        let point = &mut self.points[index];
        if point.buffer == binding.buffer && point.offset == binding.offset && point.size == binding.size {
            return false;
        }
        *point = binding;
        self.dirty = if self.dirty.is_empty() {
            index..index + 1
        } else {
            self.dirty.start.min(index)..self.dirty.end.max(index + 1)
        };
        true
    }
}

/// Buffer bindings of a context, apart from what vertex arrays and transform feedback objects hold.
#[derive(Debug, Default)]
pub struct BufferBindings {
    /// `GL_ARRAY_BUFFER`.
    pub array: Option<Ref<Buffer>>,
    /// `GL_COPY_READ_BUFFER`.
    pub copy_read: Option<Ref<Buffer>>,
    /// `GL_COPY_WRITE_BUFFER`.
    pub copy_write: Option<Ref<Buffer>>,
    /// `GL_PIXEL_PACK_BUFFER`.
    pub pixel_pack: Option<Ref<Buffer>>,
    /// `GL_PIXEL_UNPACK_BUFFER`.
    pub pixel_unpack: Option<Ref<Buffer>>,
    /// `GL_TEXTURE_BUFFER`.
    pub texture: Option<Ref<Buffer>>,
    /// `GL_TRANSFORM_FEEDBACK_BUFFER`, the generic point.
    pub transform_feedback: Option<Ref<Buffer>>,
    /// `GL_UNIFORM_BUFFER`, the generic point.
    pub uniform: Option<Ref<Buffer>>,
    /// `GL_SHADER_STORAGE_BUFFER`, the generic point.
    pub storage: Option<Ref<Buffer>>,
    /// `GL_ATOMIC_COUNTER_BUFFER`, the generic point.
    pub atomic: Option<Ref<Buffer>>,
    /// `GL_DRAW_INDIRECT_BUFFER`.
    pub draw_indirect: Option<Ref<Buffer>>,
    /// `GL_DISPATCH_INDIRECT_BUFFER`.
    pub dispatch_indirect: Option<Ref<Buffer>>,
    /// `GL_QUERY_BUFFER`.
    pub query: Option<Ref<Buffer>>,
    /// `GL_PARAMETER_BUFFER`.
    pub parameter: Option<Ref<Buffer>>,
    /// `GL_UNIFORM_BUFFER`, indexed.
    pub uniforms: IndexedBindings,
    /// `GL_SHADER_STORAGE_BUFFER`, indexed.
    pub storages: IndexedBindings,
    /// `GL_ATOMIC_COUNTER_BUFFER`, indexed.
    pub atomics: IndexedBindings,
    spare: Vec<Vec<Line>>,
}

/// The binding of a target, and the use that it means.
fn binding<'a>(cx: &'a mut Cx<'_>, target: GLenum) -> Option<(&'a mut Option<Ref<Buffer>>, u16)> {
    let b = &mut cx.state.buffers;
    Some(match target {
        GL_ARRAY_BUFFER => (&mut b.array, bind_mask::VERTEX),
        GL_ELEMENT_ARRAY_BUFFER => {
            (&mut cx.state.vertex.current_mut().element_buffer, bind_mask::INDEX | bind_mask::ELEMENT_ARRAY)
        }
        GL_COPY_READ_BUFFER => (&mut b.copy_read, 0),
        GL_COPY_WRITE_BUFFER => (&mut b.copy_write, 0),
        GL_PIXEL_PACK_BUFFER => (&mut b.pixel_pack, 0),
        GL_PIXEL_UNPACK_BUFFER => (&mut b.pixel_unpack, 0),
        GL_TEXTURE_BUFFER => (&mut b.texture, bind_mask::SAMPLER),
        GL_TRANSFORM_FEEDBACK_BUFFER => (&mut b.transform_feedback, bind_mask::STREAM_OUTPUT),
        GL_UNIFORM_BUFFER => (&mut b.uniform, bind_mask::CONSTANT),
        GL_SHADER_STORAGE_BUFFER => (&mut b.storage, bind_mask::SHADER_BUFFER),
        GL_ATOMIC_COUNTER_BUFFER => (&mut b.atomic, bind_mask::ATOMIC),
        GL_DRAW_INDIRECT_BUFFER => (&mut b.draw_indirect, bind_mask::INDIRECT),
        GL_DISPATCH_INDIRECT_BUFFER => (&mut b.dispatch_indirect, bind_mask::INDIRECT),
        GL_QUERY_BUFFER => (&mut b.query, 0),
        GL_PARAMETER_BUFFER => (&mut b.parameter, bind_mask::INDIRECT),
        _ => return None,
    })
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
        if cx.shared.buffers[&buffer].mapping.is_some() {
            unmap_memory(cx, &buffer);
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
    match binding(cx, target) {
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

/// `glBindBuffer`.
pub fn bind_buffer(cx: &mut Cx<'_>, target: GLenum, name: GLuint) {
    if binding(cx, target).is_none() {
        return cx.error(GL_INVALID_ENUM, &format!("no buffer target {}", enum_name(target)));
    }
    let buffer = if name == 0 { None } else { of_name(cx, name) };
    if buffer.is_none() && name != 0 {
        return;
    }
    let (place, usage) = binding(cx, target).expect("looked at above");
    if *place == buffer {
        return;
    }
    place.clone_from(&buffer);
    if let Some(buffer) = buffer {
        cx.shared.buffers[&buffer].used_as(usage);
    }
    if target == GL_PIXEL_PACK_BUFFER {
        cx.state.sent.dirty.insert(Dirty::PIXEL_PACK);
    }
}

/// `glBindBufferBase` (`range` is `None`) and `glBindBufferRange`.
pub fn bind_buffer_indexed(
    cx: &mut Cx<'_>,
    target: GLenum,
    index: GLuint,
    name: GLuint,
    range: Option<(GLintptr, GLsizeiptr)>,
) {
    let limits = &cx.state.limits;
    let (count, alignment) = match target {
        GL_UNIFORM_BUFFER => (limits.uniform_buffer_bindings, limits.uniform_buffer_alignment),
        GL_SHADER_STORAGE_BUFFER => (limits.storage_buffer_bindings, limits.storage_buffer_alignment),
        GL_ATOMIC_COUNTER_BUFFER => (limits.atomic_buffer_bindings, 4),
        GL_TRANSFORM_FEEDBACK_BUFFER => (limits.xfb_buffers, 4),
        _ => return cx.error(GL_INVALID_ENUM, &format!("{} has no indexed bindings", enum_name(target))),
    };
    if target == GL_TRANSFORM_FEEDBACK_BUFFER && cx.state.xfb.current().active {
        return cx.error(GL_INVALID_OPERATION, "transform feedback is active");
    }
    if index >= count {
        return cx.error(GL_INVALID_VALUE, "binding point");
    }
    let buffer = if name == 0 { None } else { of_name(cx, name) };
    if buffer.is_none() && name != 0 {
        return;
    }
    let binding = match (buffer.clone(), range) {
        (None, _) => IndexedBinding::default(),
        (buffer, None) => IndexedBinding { buffer, offset: 0, size: WHOLE },
        (buffer, Some((offset, size))) => {
            if offset < 0 || size <= 0 {
                return cx.error(GL_INVALID_VALUE, "buffer range");
            }
            if !(offset as u64).is_multiple_of(u64::from(alignment))
                || (target == GL_TRANSFORM_FEEDBACK_BUFFER && size % 4 != 0)
            {
                return cx.error(GL_INVALID_VALUE, "alignment of the buffer range");
            }
            IndexedBinding { buffer, offset: offset as u64, size: size as u64 }
        }
    };
    bind_point(cx, target, index, binding);
    // The generic point moves too.
    let (place, usage) = self::binding(cx, target).expect("an indexed target is a target");
    place.clone_from(&buffer);
    if let Some(buffer) = buffer {
        cx.shared.buffers[&buffer].used_as(usage);
    }
}

fn bind_point(cx: &mut Cx<'_>, target: GLenum, index: GLuint, binding: IndexedBinding) {
    let b = &mut cx.state.buffers;
    let (class, dirty) = match target {
        GL_UNIFORM_BUFFER => (&mut b.uniforms, Dirty::UNIFORM_BUFFERS),
        GL_SHADER_STORAGE_BUFFER => (&mut b.storages, Dirty::STORAGE_BUFFERS),
        GL_ATOMIC_COUNTER_BUFFER => (&mut b.atomics, Dirty::ATOMIC_BUFFERS),
        _ => return cx.state.xfb.current_mut().bind(index as usize, binding),
    };
    if class.set(index as usize, binding) {
        cx.state.sent.dirty.insert(dirty);
    }
}

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
    // Persistent and coherent mappings are not offered, so their bits are unknown ones.
    let known = GL_MAP_READ_BIT | GL_MAP_WRITE_BIT | GL_DYNAMIC_STORAGE_BIT | GL_CLIENT_STORAGE_BIT;
    if flags & !known != 0 {
        return cx.error(GL_INVALID_VALUE, "storage flags");
    }
    if cx.shared.buffers[buffer].immutable {
        return cx.error(GL_INVALID_OPERATION, "the data store is immutable");
    }
    specify(cx, buffer, size as u64, bytes, |b| {
        (b.usage, b.storage_flags, b.immutable) = (GL_DYNAMIC_DRAW, flags, true);
    });
}

fn specify(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, size: u64, bytes: &[u8], set: impl FnOnce(&mut Buffer)) {
    if size > SIZE_MAX {
        return cx.error(GL_OUT_OF_MEMORY, "the data store is too large");
    }
    if cx.shared.buffers[buffer].mapping.is_some() {
        unmap_memory(cx, buffer);
    }
    let name = cx.shared.buffers.name(buffer);
    let object = &mut cx.shared.buffers[buffer];
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
    if !in_range(cx, buffer, offset, size) || !not_mapped(cx, buffer) {
        return;
    }
    let object = &mut cx.shared.buffers[buffer];
    if object.immutable && object.storage_flags & GL_DYNAMIC_STORAGE_BIT == 0 {
        return cx.error(GL_INVALID_OPERATION, "the data store has no GL_DYNAMIC_STORAGE_BIT");
    }
    object.server_writes(offset as u64, bytes.len() as u64);
    emit::buffer::upload(cx.session, object.handle, offset as u64, bytes);
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
    cx.shared.buffers[to].server_writes(at[1] as u64, size as u64);
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
    let Some(info) = texel::info(internal_format).filter(|_| is_buffer_format(internal_format)) else {
        return invalid_enum("internal format of a buffer", internal_format);
    };
    let (offset, size) = range.unwrap_or((0, cx.shared.buffers[buffer].size as GLsizeiptr));
    if !in_range(cx, buffer, offset, size) || !range_not_mapped(cx, buffer, offset, size) {
        return Ok(());
    }
    let layout = texel::PixelLayout::new(format, type_)?;
    layout.check_internal(info)?;
    let Ok(texel) = texel::clear::texel(value(layout.bytes()), &layout, info) else {
        return invalid_operation("the value cannot be converted");
    };
    let element = texel.bytes();
    let aligned = |bytes: isize| (bytes as usize).is_multiple_of(element.len());
    if !aligned(offset) || !aligned(size) {
        return invalid_value("range that is no multiple of the element");
    }
    if size > 0 {
        cx.shared.buffers[buffer].server_writes(offset as u64, size as u64);
        emit::buffer::clear(cx.session, cx.shared.buffers[buffer].handle, offset as u64, size as u64, element);
    }
    Ok(())
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
    let none = matches!(binding(cx, target), Some((None, _)));
    if none {
        cx.error(GL_INVALID_VALUE, "no buffer is bound");
        return None;
    }
    bound(cx, target)
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
fn unmap_memory(cx: &mut Cx<'_>, buffer: &Ref<Buffer>) {
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

/// `glGetBufferParameter*`, `glGetNamedBufferParameter*`.
pub fn parameter(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, pname: GLenum) -> Option<GLint64> {
    let object = &cx.shared.buffers[buffer];
    let mapping = object.mapping.as_ref();
    let access = mapping.map_or(0, |m| m.access);
    Some(match pname {
        GL_BUFFER_SIZE => object.size as i64,
        GL_BUFFER_USAGE => object.usage.into(),
        GL_BUFFER_ACCESS => i64::from(match access & (GL_MAP_READ_BIT | GL_MAP_WRITE_BIT) {
            GL_MAP_READ_BIT => GL_READ_ONLY,
            GL_MAP_WRITE_BIT => GL_WRITE_ONLY,
            _ => GL_READ_WRITE,
        }),
        GL_BUFFER_ACCESS_FLAGS => access.into(),
        GL_BUFFER_MAPPED => mapping.is_some().into(),
        GL_BUFFER_MAP_OFFSET => mapping.map_or(0, |m| m.offset as i64),
        GL_BUFFER_MAP_LENGTH => mapping.map_or(0, |m| m.length as i64),
        GL_BUFFER_IMMUTABLE_STORAGE => object.immutable.into(),
        GL_BUFFER_STORAGE_FLAGS => object.storage_flags.into(),
        _ => {
            cx.error(GL_INVALID_ENUM, "buffer parameter");
            return None;
        }
    })
}

/// `glGetBufferPointerv`, `glGetNamedBufferPointerv`.
pub fn pointer(cx: &mut Cx<'_>, buffer: &Ref<Buffer>, pname: GLenum) -> Option<*mut u8> {
    if pname != GL_BUFFER_MAP_POINTER {
        cx.error(GL_INVALID_ENUM, "buffer pointer");
        return None;
    }
    Some(cx.shared.buffers[buffer].mapping.as_mut().map_or(std::ptr::null_mut(), Mapping::pointer))
}

/// `glGet` of buffer bindings.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let target = match pname {
        GL_ARRAY_BUFFER_BINDING => GL_ARRAY_BUFFER,
        GL_ELEMENT_ARRAY_BUFFER_BINDING => GL_ELEMENT_ARRAY_BUFFER,
        GL_COPY_READ_BUFFER_BINDING => GL_COPY_READ_BUFFER,
        GL_COPY_WRITE_BUFFER_BINDING => GL_COPY_WRITE_BUFFER,
        GL_PIXEL_PACK_BUFFER_BINDING => GL_PIXEL_PACK_BUFFER,
        GL_PIXEL_UNPACK_BUFFER_BINDING => GL_PIXEL_UNPACK_BUFFER,
        GL_TEXTURE_BUFFER_BINDING => GL_TEXTURE_BUFFER,
        GL_TRANSFORM_FEEDBACK_BUFFER_BINDING => GL_TRANSFORM_FEEDBACK_BUFFER,
        GL_UNIFORM_BUFFER_BINDING => GL_UNIFORM_BUFFER,
        GL_SHADER_STORAGE_BUFFER_BINDING => GL_SHADER_STORAGE_BUFFER,
        GL_ATOMIC_COUNTER_BUFFER_BINDING => GL_ATOMIC_COUNTER_BUFFER,
        GL_DRAW_INDIRECT_BUFFER_BINDING => GL_DRAW_INDIRECT_BUFFER,
        GL_DISPATCH_INDIRECT_BUFFER_BINDING => GL_DISPATCH_INDIRECT_BUFFER,
        GL_QUERY_BUFFER_BINDING => GL_QUERY_BUFFER,
        GL_PARAMETER_BUFFER_BINDING => GL_PARAMETER_BUFFER,
        _ => return None,
    };
    let buffer = binding(cx, target)?.0.clone();
    Some(Value::int(name_of(cx, buffer.as_ref())))
}

/// The name of a bound buffer; 0 for none and for one whose name is deleted.
pub fn name_of(cx: &Cx<'_>, buffer: Option<&Ref<Buffer>>) -> GLuint {
    buffer.map_or(0, |buffer| cx.shared.buffers.name(buffer))
}

/// Indexed `glGet` of buffer bindings; `None` when the enum is another topic's.
pub fn get_indexed(cx: &mut Cx<'_>, pname: GLenum, index: u32) -> Option<Value> {
    let (b, limits) = (&cx.state.buffers, &cx.state.limits);
    let (points, limit): (&[IndexedBinding], u32) = match pname {
        GL_UNIFORM_BUFFER_BINDING | GL_UNIFORM_BUFFER_START | GL_UNIFORM_BUFFER_SIZE => {
            (&b.uniforms.points, limits.uniform_buffer_bindings)
        }
        GL_SHADER_STORAGE_BUFFER_BINDING | GL_SHADER_STORAGE_BUFFER_START | GL_SHADER_STORAGE_BUFFER_SIZE => {
            (&b.storages.points, limits.storage_buffer_bindings)
        }
        GL_ATOMIC_COUNTER_BUFFER_BINDING | GL_ATOMIC_COUNTER_BUFFER_START | GL_ATOMIC_COUNTER_BUFFER_SIZE => {
            (&b.atomics.points, limits.atomic_buffer_bindings)
        }
        GL_TRANSFORM_FEEDBACK_BUFFER_BINDING
        | GL_TRANSFORM_FEEDBACK_BUFFER_START
        | GL_TRANSFORM_FEEDBACK_BUFFER_SIZE => (&cx.state.xfb.current().buffers, limits.xfb_buffers),
        _ => return None,
    };
    if index >= limit {
        cx.error(GL_INVALID_VALUE, "binding point");
        return Some(Value::List(Vec::new()));
    }
    let point = &points[index as usize];
    Some(match pname {
        GL_UNIFORM_BUFFER_BINDING
        | GL_SHADER_STORAGE_BUFFER_BINDING
        | GL_ATOMIC_COUNTER_BUFFER_BINDING
        | GL_TRANSFORM_FEEDBACK_BUFFER_BINDING => Value::int(name_of(cx, point.buffer.as_ref())),
        GL_UNIFORM_BUFFER_START
        | GL_SHADER_STORAGE_BUFFER_START
        | GL_ATOMIC_COUNTER_BUFFER_START
        | GL_TRANSFORM_FEEDBACK_BUFFER_START => Value::int(point.offset as i64),
        // A whole binding has no size of its own (GL 4.6 core 6.1.1).
        _ => Value::int(if point.size == WHOLE { 0 } else { point.size as i64 }),
    })
}
