//! Vertex arrays and current attribute values (GL 4.6 core 10.2, 10.3).
//!
//! Every change of an array gives it a new serial, unique in the context, so that "what the server has" is one comparison.

mod format;
mod query;
mod value;

pub use format::*;
pub use query::*;
pub use value::*;

use super::{
    buffer::{self, Buffer},
    enums::*,
};
use crate::{
    Cx,
    emit::Dirty,
    table::{Ref, Table},
};
use pipe_types::{
    Handle,
    handle::kind,
    records::{
        clear_blit::ValueClass,
        resource::bind_mask,
        vertex::{AttribClass, VERTEX_ATTRIBS, VERTEX_BINDINGS},
    },
};

/// Generic attributes of an array.
pub const ATTRIBS: usize = VERTEX_ATTRIBS as usize;
/// Buffer binding points of an array.
pub const BINDINGS: usize = VERTEX_BINDINGS as usize;
/// `GL_MAX_VERTEX_ATTRIB_STRIDE`.
pub const MAX_STRIDE: GLsizei = 2048;
/// `GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET`.
pub const MAX_RELATIVE_OFFSET: GLuint = 2047;

/// Format of an attribute, and where it comes from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attrib {
    /// 1 to 4.
    pub components: u8,
    /// `GL_BGRA` was the size.
    pub bgra: bool,
    /// How it reaches the shader.
    pub class: AttribClass,
    /// GL type of a component, or of all of them.
    pub type_: GLenum,
    /// Bytes from the start of the vertex.
    pub relative_offset: u32,
    /// Buffer binding point.
    pub binding: u8,
    /// Stride as `glVertexAttribPointer` was given it, for queries.
    pub given_stride: GLsizei,
    /// Pointer as `glVertexAttribPointer` was given it, for queries.
    pub given_pointer: usize,
}

/// A buffer binding point.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexBinding {
    /// The buffer.
    pub buffer: Option<Ref<Buffer>>,
    /// First byte.
    pub offset: u64,
    /// Bytes from vertex to vertex.
    pub stride: u32,
    /// Instances per step, 0 for one step per vertex.
    pub divisor: u32,
}

/// A vertex array object.
#[derive(Debug)]
pub struct VertexArray {
    /// Attributes.
    pub attribs: [Attrib; ATTRIBS],
    /// Binding points.
    pub bindings: [VertexBinding; BINDINGS],
    /// Bit i: attribute i is enabled.
    pub enabled: u32,
    /// `GL_ELEMENT_ARRAY_BUFFER`.
    pub element_buffer: Option<Ref<Buffer>>,
    /// Moves when an attribute or `enabled` changes.
    pub format_serial: u64,
    /// Moves when a binding point changes.
    pub buffer_serial: u64,
    /// The vertex format that says the attributes, and the epoch of the cache that it is from; null until it is asked for.
    pub elements: (Handle<kind::VertexElements>, u64),
}

impl VertexArray {
    fn new(serial: u64) -> Self {
        let attrib = |at| Attrib {
            components: 4,
            bgra: false,
            class: AttribClass::Float,
            type_: GL_FLOAT,
            relative_offset: 0,
            binding: at as u8,
            given_stride: 0,
            given_pointer: 0,
        };
        Self {
            attribs: std::array::from_fn(attrib),
            bindings: std::array::from_fn(|_| VertexBinding { buffer: None, offset: 0, stride: 16, divisor: 0 }),
            enabled: 0,
            element_buffer: None,
            format_serial: serial,
            buffer_serial: serial,
            elements: (Handle::NULL, 0),
        }
    }
    /// Binding points that enabled attributes read.
    pub fn used_bindings(&self) -> u32 {
        let mut rest = self.enabled;
        let mut used = 0;
        while rest != 0 {
            used |= 1 << self.attribs[rest.trailing_zeros() as usize].binding;
            rest &= rest - 1;
        }
        used
    }
}

/// An array by name 0 (`None`) or by object.
pub type ArrayRef = Option<Ref<VertexArray>>;

/// Vertex arrays of a context.
pub struct VertexState {
    /// Vertex array objects.
    pub table: Table<VertexArray>,
    /// The array that is bound; `None` is the array without a name, which can't draw in the core profile.
    pub current: ArrayRef,
    unnamed: VertexArray,
    serial: u64,
    /// Current values.
    pub values: [CurrentValue; ATTRIBS],
    /// Bit i: value i changed since it was sent.
    pub values_dirty: u32,
}

impl Default for VertexState {
    fn default() -> Self {
        let one = CurrentValue { class: ValueClass::Float, value: [0, 0, 0, 1f32.to_bits()] };
        Self {
            table: Table::default(),
            current: None,
            unnamed: VertexArray::new(1),
            serial: 1,
            values: [one; ATTRIBS],
            values_dirty: 0,
        }
    }
}

impl VertexState {
    /// The bound array.
    #[inline]
    pub fn current(&self) -> &VertexArray {
        self.array(&self.current)
    }
    /// The bound array, to change. Attributes and bindings are changed through the functions of this module only.
    #[inline]
    pub fn current_mut(&mut self) -> &mut VertexArray {
        match &self.current {
            Some(array) => &mut self.table[array],
            None => &mut self.unnamed,
        }
    }
    /// An array.
    #[inline]
    pub fn array(&self, array: &ArrayRef) -> &VertexArray {
        match array {
            Some(array) => &self.table[array],
            None => &self.unnamed,
        }
    }
    fn array_mut(&mut self, array: &ArrayRef) -> &mut VertexArray {
        match array {
            Some(array) => &mut self.table[array],
            None => &mut self.unnamed,
        }
    }
    fn next_serial(&mut self) -> u64 {
        self.serial += 1;
        self.serial
    }
}

/// The array that the calls without a name mean.
#[inline]
pub fn bound(cx: &Cx<'_>) -> ArrayRef {
    cx.state.vertex.current.clone()
}

/// The array of the named calls: `GL_INVALID_OPERATION` when there is none.
pub fn existing(cx: &mut Cx<'_>, name: GLuint) -> Option<ArrayRef> {
    let array = cx.state.vertex.table.get(name);
    if array.is_none() {
        cx.error(GL_INVALID_OPERATION, "no such vertex array");
    }
    array.map(Some)
}

/// `glGenVertexArrays`.
pub fn generate(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    names.fill_with(|| cx.state.vertex.table.generate());
}

/// `glCreateVertexArrays`.
pub fn create(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    for name in names {
        let vertex = &mut cx.state.vertex;
        *name = vertex.table.generate();
        let array = VertexArray::new(vertex.next_serial());
        vertex.table.create(*name, array);
    }
}

/// `glIsVertexArray`.
pub fn is_vertex_array(cx: &mut Cx<'_>, name: GLuint) -> GLboolean {
    GLboolean::from(cx.state.vertex.table.by_name(name).is_some())
}

/// `glDeleteVertexArrays`.
pub fn delete(cx: &mut Cx<'_>, names: &[GLuint]) {
    for &name in names {
        let Some(array) = cx.state.vertex.table.delete(name) else { continue };
        super::debug::forget_label(cx, GL_VERTEX_ARRAY, name);
        if cx.state.vertex.current.as_ref() == Some(&array) {
            cx.state.vertex.current = None;
        }
        cx.state.sent.dirty.insert(Dirty::COLLECT | Dirty::VERTEX);
    }
}

/// `glBindVertexArray`.
pub fn bind(cx: &mut Cx<'_>, name: GLuint) {
    let vertex = &mut cx.state.vertex;
    vertex.current = if name == 0 {
        None
    } else if let Some(array) = vertex.table.get(name) {
        Some(array)
    } else if vertex.table.is_generated(name) {
        let array = VertexArray::new(vertex.next_serial());
        Some(vertex.table.create(name, array))
    } else {
        return cx.error(GL_INVALID_OPERATION, "the vertex array's name was not generated");
    };
    cx.state.sent.dirty.insert(Dirty::VERTEX);
}

/// A deleted buffer leaves the bound array (GL 4.6 core 5.1.2).
pub fn buffer_deleted(cx: &mut Cx<'_>, buffer: &Ref<Buffer>) {
    let array = bound(cx);
    for at in 0..BINDINGS {
        if cx.state.vertex.array(&array).bindings[at].buffer.as_ref() == Some(buffer) {
            change_binding(cx, &array, at, |binding| binding.buffer = None);
        }
    }
    let array = cx.state.vertex.current_mut();
    if array.element_buffer.as_ref() == Some(buffer) {
        array.element_buffer = None;
    }
}

fn change_attrib(cx: &mut Cx<'_>, array: &ArrayRef, at: usize, change: impl FnOnce(&mut Attrib)) {
    let vertex = &mut cx.state.vertex;
    let serial = vertex.serial + 1;
    let object = vertex.array_mut(array);
    let before = object.attribs[at];
    change(&mut object.attribs[at]);
    let after = object.attribs[at];
    // What only queries see, the server does not.
    let sent = |a: Attrib| Attrib { given_stride: 0, given_pointer: 0, ..a };
    if sent(before) != sent(after) {
        object.format_serial = serial;
        object.elements = (Handle::NULL, 0);
        vertex.serial = serial;
        cx.state.sent.dirty.insert(Dirty::VERTEX);
    }
}

fn change_binding(cx: &mut Cx<'_>, array: &ArrayRef, at: usize, change: impl FnOnce(&mut VertexBinding)) {
    let vertex = &mut cx.state.vertex;
    let serial = vertex.serial + 1;
    let object = vertex.array_mut(array);
    let binding = &mut object.bindings[at];
    let before = binding.clone();
    change(binding);
    if *binding != before {
        object.buffer_serial = serial;
        vertex.serial = serial;
        cx.state.sent.dirty.insert(Dirty::VERTEX);
    }
}

fn attrib_index(cx: &mut Cx<'_>, index: GLuint) -> bool {
    let ok = index < cx.state.limits.vertex_attribs;
    if !ok {
        cx.error(GL_INVALID_VALUE, "attribute index");
    }
    ok
}

fn binding_index(cx: &mut Cx<'_>, index: GLuint) -> bool {
    let ok = index < BINDINGS as u32;
    if !ok {
        cx.error(GL_INVALID_VALUE, "binding index");
    }
    ok
}

/// `GL_INVALID_OPERATION` where a call without a name needs an array object.
fn has_array(cx: &mut Cx<'_>, array: &ArrayRef) -> bool {
    if array.is_none() {
        cx.error(GL_INVALID_OPERATION, "no vertex array is bound");
    }
    array.is_some()
}

/// `glEnableVertexAttribArray`, `glDisableVertexAttribArray` and the named forms.
pub fn enable_attrib(cx: &mut Cx<'_>, array: &ArrayRef, index: GLuint, on: bool) {
    if !attrib_index(cx, index) {
        return;
    }
    let vertex = &mut cx.state.vertex;
    let serial = vertex.serial + 1;
    let object = vertex.array_mut(array);
    let enabled = if on { object.enabled | 1 << index } else { object.enabled & !(1 << index) };
    if object.enabled != enabled {
        object.enabled = enabled;
        object.format_serial = serial;
        object.elements = (Handle::NULL, 0);
        vertex.serial = serial;
        cx.state.sent.dirty.insert(Dirty::VERTEX);
    }
}

/// `glVertexAttrib*Pointer` (GL 4.6 core 10.3.1).
pub fn attrib_pointer(cx: &mut Cx<'_>, index: GLuint, format: Format, stride: GLsizei, pointer: usize) {
    if !attrib_index(cx, index) {
        return;
    }
    if let Err((error, why)) = format.check() {
        return cx.error(error, why);
    }
    if stride < 0 || (stride > MAX_STRIDE && cx.state.version >= 44) {
        return cx.error(GL_INVALID_VALUE, "stride");
    }
    let array = bound(cx);
    if !has_array(cx, &array) {
        return;
    }
    let buffer = cx.state.buffers.array.clone();
    if buffer.is_none() && pointer != 0 {
        return cx.error(GL_INVALID_OPERATION, "a pointer without GL_ARRAY_BUFFER");
    }
    let at = index as usize;
    change_attrib(cx, &array, at, |attrib| {
        format.apply(attrib);
        attrib.relative_offset = 0;
        attrib.binding = index as u8;
        attrib.given_stride = stride;
        attrib.given_pointer = pointer;
    });
    let stride = if stride == 0 { format.bytes() } else { stride as u32 };
    change_binding(cx, &array, at, |binding| {
        binding.buffer = buffer;
        binding.offset = pointer as u64;
        binding.stride = stride;
    });
}

/// `glVertexAttrib*Format` and the named forms.
pub fn attrib_format(cx: &mut Cx<'_>, array: &ArrayRef, index: GLuint, format: Format, relative_offset: GLuint) {
    if !has_array(cx, array) || !attrib_index(cx, index) {
        return;
    }
    if let Err((error, why)) = format.check() {
        return cx.error(error, why);
    }
    if relative_offset > MAX_RELATIVE_OFFSET {
        return cx.error(GL_INVALID_VALUE, "relative offset");
    }
    change_attrib(cx, array, index as usize, |attrib| {
        format.apply(attrib);
        attrib.relative_offset = relative_offset;
    });
}

/// `glVertexAttribBinding` and the named form.
pub fn attrib_binding(cx: &mut Cx<'_>, array: &ArrayRef, index: GLuint, binding: GLuint) {
    if has_array(cx, array) && attrib_index(cx, index) && binding_index(cx, binding) {
        change_attrib(cx, array, index as usize, |attrib| attrib.binding = binding as u8);
    }
}

/// What a binding point is to have, as the application gives it.
#[derive(Clone, Copy, Debug)]
pub struct BufferPlace {
    /// Name of the buffer.
    pub buffer: GLuint,
    /// First byte.
    pub offset: GLintptr,
    /// Bytes from vertex to vertex.
    pub stride: GLsizei,
}

/// `glBindVertexBuffer` and the named form.
pub fn bind_vertex_buffer(cx: &mut Cx<'_>, array: &ArrayRef, index: GLuint, place: BufferPlace) {
    if !has_array(cx, array) || !binding_index(cx, index) {
        return;
    }
    if place.offset < 0 || !(0..=MAX_STRIDE).contains(&place.stride) {
        return cx.error(GL_INVALID_VALUE, "offset or stride");
    }
    let buffer = if place.buffer == 0 { None } else { buffer::of_name(cx, place.buffer) };
    if buffer.is_some() || place.buffer == 0 {
        set_binding(cx, array, index, buffer, place);
    }
}

fn set_binding(cx: &mut Cx<'_>, array: &ArrayRef, index: GLuint, buffer: Option<Ref<Buffer>>, place: BufferPlace) {
    if let Some(buffer) = &buffer {
        cx.shared.buffers[buffer].used_as(bind_mask::VERTEX);
    }
    change_binding(cx, array, index as usize, |binding| {
        binding.buffer = buffer;
        binding.offset = place.offset as u64;
        binding.stride = place.stride as u32;
    });
}

/// `glBindVertexBuffers`, `glVertexArrayVertexBuffers` (GL 4.6 core 10.3.1): each point on its own, so that an error at one
/// leaves that one as it was. `None` takes the buffers away.
pub fn bind_vertex_buffers(
    cx: &mut Cx<'_>,
    array: &ArrayRef,
    first: GLuint,
    count: usize,
    places: Option<impl Fn(usize) -> BufferPlace>,
) {
    if !has_array(cx, array) {
        return;
    }
    if first as usize + count > BINDINGS {
        return cx.error(GL_INVALID_OPERATION, "binding points");
    }
    for at in 0..count {
        let index = first + at as u32;
        let Some(place) = places.as_ref().map(|places| places(at)) else {
            set_binding(cx, array, index, None, BufferPlace { buffer: 0, offset: 0, stride: 16 });
            continue;
        };
        if place.offset < 0 || !(0..=MAX_STRIDE).contains(&place.stride) {
            cx.error(GL_INVALID_VALUE, "offset or stride");
            continue;
        }
        let buffer = if place.buffer == 0 { None } else { buffer::existing(cx, place.buffer) };
        if buffer.is_some() || place.buffer == 0 {
            set_binding(cx, array, index, buffer, place);
        }
    }
}

/// `glVertexBindingDivisor` and the named form.
pub fn binding_divisor(cx: &mut Cx<'_>, array: &ArrayRef, index: GLuint, divisor: GLuint) {
    if has_array(cx, array) && binding_index(cx, index) {
        change_binding(cx, array, index as usize, |binding| binding.divisor = divisor);
    }
}

/// `glVertexAttribDivisor`: the attribute reads its own binding point again.
pub fn attrib_divisor(cx: &mut Cx<'_>, index: GLuint, divisor: GLuint) {
    if attrib_index(cx, index) {
        let array = bound(cx);
        change_attrib(cx, &array, index as usize, |attrib| attrib.binding = index as u8);
        change_binding(cx, &array, index as usize, |binding| binding.divisor = divisor);
    }
}

/// `glVertexArrayElementBuffer`.
pub fn element_buffer(cx: &mut Cx<'_>, array: &ArrayRef, name: GLuint) {
    let buffer = if name == 0 { None } else { buffer::existing(cx, name) };
    if buffer.is_some() || name == 0 {
        cx.state.vertex.array_mut(array).element_buffer = buffer;
    }
}
