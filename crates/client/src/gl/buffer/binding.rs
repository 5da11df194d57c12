//! Buffer bindings, and what binds (GL 4.6 core 6.1).

use super::*;
use pipe_types::records::program::BUFFER_BINDINGS;

/// `size` of an indexed binding that follows the whole buffer.
pub const WHOLE: u64 = !0;

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
    pub(super) fn set(&mut self, index: usize, binding: IndexedBinding) -> bool {
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
    pub(super) spare: Vec<Vec<Line>>,
}

/// The binding of a target, and the use that it means.
pub(super) fn place_of<'a>(cx: &'a mut Cx<'_>, target: GLenum) -> Option<(&'a mut Option<Ref<Buffer>>, u16)> {
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

/// `glBindBuffer`.
pub fn bind_buffer(cx: &mut Cx<'_>, target: GLenum, name: GLuint) {
    if place_of(cx, target).is_none() {
        return cx.error(GL_INVALID_ENUM, &format!("no buffer target {}", enum_name(target)));
    }
    let buffer = if name == 0 { None } else { of_name(cx, name) };
    if buffer.is_none() && name != 0 {
        return;
    }
    let (place, usage) = place_of(cx, target).expect("looked at above");
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

/// Binding points of an indexed target and the alignment of offsets there; `GL_INVALID_ENUM` for another target, and
/// `GL_INVALID_OPERATION` where transform feedback holds them.
fn indexed_target(cx: &mut Cx<'_>, target: GLenum) -> Option<(u32, u32)> {
    let limits = &cx.state.limits;
    let found = match target {
        GL_UNIFORM_BUFFER => (limits.uniform_buffer_bindings, limits.uniform_buffer_alignment),
        GL_SHADER_STORAGE_BUFFER => (limits.storage_buffer_bindings, limits.storage_buffer_alignment),
        GL_ATOMIC_COUNTER_BUFFER => (limits.atomic_buffer_bindings, 4),
        GL_TRANSFORM_FEEDBACK_BUFFER => (limits.xfb_buffers, 4),
        _ => {
            cx.error(GL_INVALID_ENUM, &format!("{} has no indexed bindings", enum_name(target)));
            return None;
        }
    };
    if target == GL_TRANSFORM_FEEDBACK_BUFFER && cx.state.xfb.current().active {
        cx.error(GL_INVALID_OPERATION, "transform feedback is active");
        return None;
    }
    Some(found)
}

/// What a binding point gets; `GL_INVALID_VALUE` for a range that it can't have.
fn indexed_binding(
    cx: &mut Cx<'_>,
    target: GLenum,
    alignment: u32,
    buffer: Option<Ref<Buffer>>,
    range: Option<(GLintptr, GLsizeiptr)>,
) -> Option<IndexedBinding> {
    match (buffer, range) {
        (None, _) => Some(IndexedBinding::default()),
        (buffer, None) => Some(IndexedBinding { buffer, offset: 0, size: WHOLE }),
        (buffer, Some((offset, size))) => {
            if offset < 0 || size <= 0 {
                cx.error(GL_INVALID_VALUE, "buffer range");
                return None;
            }
            if !(offset as u64).is_multiple_of(u64::from(alignment))
                || (target == GL_TRANSFORM_FEEDBACK_BUFFER && size % 4 != 0)
            {
                cx.error(GL_INVALID_VALUE, "alignment of the buffer range");
                return None;
            }
            Some(IndexedBinding { buffer, offset: offset as u64, size: size as u64 })
        }
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
    let Some((count, alignment)) = indexed_target(cx, target) else { return };
    if index >= count {
        return cx.error(GL_INVALID_VALUE, "binding point");
    }
    let buffer = if name == 0 { None } else { of_name(cx, name) };
    if buffer.is_none() && name != 0 {
        return;
    }
    let Some(binding) = indexed_binding(cx, target, alignment, buffer.clone(), range) else { return };
    bind_point(cx, target, index, binding);
    // The generic point moves too.
    let (place, usage) = place_of(cx, target).expect("an indexed target is a target");
    place.clone_from(&buffer);
    if let Some(buffer) = buffer {
        cx.shared.buffers[&buffer].used_as(usage);
    }
}

/// `glBindBuffersBase` and `glBindBuffersRange` (GL 4.6 core 6.1.1): each point on its own, so that an error at one leaves that
/// one as it was. `points` gives a point's buffer and range; `None` takes the buffers away. The generic point stays.
pub fn bind_buffers_indexed(
    cx: &mut Cx<'_>,
    target: GLenum,
    first: GLuint,
    count: usize,
    points: Option<impl Fn(usize) -> (GLuint, Option<(GLintptr, GLsizeiptr)>)>,
) {
    let Some((limit, alignment)) = indexed_target(cx, target) else { return };
    if u64::from(first) + count as u64 > u64::from(limit) {
        return cx.error(GL_INVALID_OPERATION, "binding points");
    }
    for at in 0..count {
        let (name, range) = points.as_ref().map_or((0, None), |points| points(at));
        let buffer = if name == 0 { None } else { existing(cx, name) };
        if buffer.is_none() && name != 0 {
            continue;
        }
        if let Some(binding) = indexed_binding(cx, target, alignment, buffer, range) {
            if let Some(buffer) = &binding.buffer {
                let usage = place_of(cx, target).map_or(0, |(_, usage)| usage);
                cx.shared.buffers[buffer].used_as(usage);
            }
            bind_point(cx, target, first + at as u32, binding);
        }
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
