//! Vertex arrays and current attribute values (GL 4.6 core 10.2, 10.3).
//!
//! Every change of an array gives it a new serial, unique in the context, so that "what the server has" is one comparison.

use super::{
    buffer::{self, Buffer},
    enums::*,
    get::Value,
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

/// The value of an attribute without an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurrentValue {
    /// How the words are to be read.
    pub class: ValueClass,
    /// The words.
    pub value: [u32; 4],
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

/// A format as the application gives it.
#[derive(Clone, Copy, Debug)]
pub struct Format {
    /// 1 to 4 or `GL_BGRA`.
    pub size: GLint,
    /// Type.
    pub type_: GLenum,
    /// Class; `Normalized` for a float format with normalisation.
    pub class: AttribClass,
}

impl Format {
    /// `glVertexAttribPointer`, `glVertexAttribFormat`.
    pub fn float(size: GLint, type_: GLenum, normalized: GLboolean) -> Self {
        let class = if normalized != 0 { AttribClass::Normalized } else { AttribClass::Float };
        Self { size, type_, class }
    }
    /// `glVertexAttribIPointer`, `glVertexAttribIFormat`.
    pub fn integer(size: GLint, type_: GLenum) -> Self {
        Self { size, type_, class: AttribClass::Integer }
    }
    /// `glVertexAttribLPointer`, `glVertexAttribLFormat`.
    pub fn double(size: GLint, type_: GLenum) -> Self {
        Self { size, type_, class: AttribClass::Double }
    }

    /// Errors of size and type (GL 4.6 core 10.3.1).
    fn check(&self) -> Result<(), (GLenum, &'static str)> {
        let float = matches!(self.class, AttribClass::Float | AttribClass::Normalized);
        let bgra = float && self.size == GL_BGRA as GLint;
        if !bgra && !(1..=4).contains(&self.size) {
            return Err((GL_INVALID_VALUE, "attribute size"));
        }
        let integer =
            matches!(self.type_, GL_BYTE | GL_UNSIGNED_BYTE | GL_SHORT | GL_UNSIGNED_SHORT | GL_INT | GL_UNSIGNED_INT);
        let packed = matches!(self.type_, GL_INT_2_10_10_10_REV | GL_UNSIGNED_INT_2_10_10_10_REV);
        let real = matches!(self.type_, GL_HALF_FLOAT | GL_FLOAT | GL_DOUBLE | GL_FIXED);
        let small_float = self.type_ == GL_UNSIGNED_INT_10F_11F_11F_REV;
        let known = match self.class {
            AttribClass::Integer => integer,
            AttribClass::Double => self.type_ == GL_DOUBLE,
            _ => integer || packed || real || small_float,
        };
        if !known {
            return Err((GL_INVALID_ENUM, "attribute type"));
        }
        if bgra && (!packed && self.type_ != GL_UNSIGNED_BYTE || self.class != AttribClass::Normalized) {
            return Err((GL_INVALID_OPERATION, "GL_BGRA with this type, or not normalized"));
        }
        if packed && !bgra && self.size != 4 {
            return Err((GL_INVALID_OPERATION, "a packed type needs size 4"));
        }
        if small_float && self.size != 3 {
            return Err((GL_INVALID_OPERATION, "this type needs size 3"));
        }
        Ok(())
    }

    fn components(&self) -> u8 {
        if self.size == GL_BGRA as GLint { 4 } else { self.size as u8 }
    }

    /// Bytes of the attribute.
    fn bytes(&self) -> u32 {
        let component = match self.type_ {
            GL_BYTE | GL_UNSIGNED_BYTE => 1,
            GL_SHORT | GL_UNSIGNED_SHORT | GL_HALF_FLOAT => 2,
            GL_DOUBLE => 8,
            GL_INT_2_10_10_10_REV | GL_UNSIGNED_INT_2_10_10_10_REV | GL_UNSIGNED_INT_10F_11F_11F_REV => return 4,
            _ => 4,
        };
        component * u32::from(self.components())
    }

    fn apply(&self, attrib: &mut Attrib) {
        attrib.components = self.components();
        attrib.bgra = self.size == GL_BGRA as GLint;
        attrib.class = self.class;
        attrib.type_ = self.type_;
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
    if stride < 0 {
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

/// `glBindVertexBuffer` and the named form.
pub fn bind_vertex_buffer(
    cx: &mut Cx<'_>,
    array: &ArrayRef,
    index: GLuint,
    name: GLuint,
    offset: GLintptr,
    stride: GLsizei,
) {
    if !has_array(cx, array) || !binding_index(cx, index) {
        return;
    }
    if offset < 0 || !(0..=MAX_STRIDE).contains(&stride) {
        return cx.error(GL_INVALID_VALUE, "offset or stride");
    }
    let buffer = if name == 0 { None } else { buffer::of_name(cx, name) };
    if buffer.is_none() && name != 0 {
        return;
    }
    if let Some(buffer) = &buffer {
        cx.shared.buffers[buffer].used_as(bind_mask::VERTEX);
    }
    change_binding(cx, array, index as usize, |binding| {
        binding.buffer = buffer;
        binding.offset = offset as u64;
        binding.stride = stride as u32;
    });
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

/// `glVertexAttrib*`: the current value of an attribute.
pub fn value(cx: &mut Cx<'_>, index: GLuint, class: ValueClass, value: [u32; 4]) {
    if !attrib_index(cx, index) {
        return;
    }
    let new = CurrentValue { class, value };
    let place = &mut cx.state.vertex.values[index as usize];
    if *place != new {
        *place = new;
        cx.state.vertex.values_dirty |= 1 << index;
        cx.state.sent.dirty.insert(Dirty::ATTRIB_DEFAULTS);
    }
}

/// `glVertexAttrib*f` and everything that becomes float.
pub fn value_float(cx: &mut Cx<'_>, index: GLuint, v: [f32; 4]) {
    value(cx, index, ValueClass::Float, v.map(f32::to_bits));
}

/// `glVertexAttribP*ui`.
pub fn value_packed(cx: &mut Cx<'_>, index: GLuint, type_: GLenum, normalized: GLboolean, size: usize, word: GLuint) {
    let field = |at: u32, bits: u32| word >> at & ((1 << bits) - 1);
    let fields = [(field(0, 10), 10), (field(10, 10), 10), (field(20, 10), 10), (field(30, 2), 2)];
    let mut v = match type_ {
        GL_UNSIGNED_INT_2_10_10_10_REV => {
            fields.map(|(x, bits)| if normalized != 0 { x as f32 / ((1u32 << bits) - 1) as f32 } else { x as f32 })
        }
        GL_INT_2_10_10_10_REV => fields.map(|(x, bits)| {
            let signed = ((x << (32 - bits)) as i32) >> (32 - bits);
            let max = ((1i32 << (bits - 1)) - 1) as f32;
            // GL 4.2 and later: the most negative value is -1 too.
            if normalized != 0 { (signed as f32 / max).max(-1.0) } else { signed as f32 }
        }),
        _ => return cx.error(GL_INVALID_ENUM, "packed type"),
    };
    let rest = [0.0, 0.0, 0.0, 1.0];
    v[size..].copy_from_slice(&rest[size..]);
    value_float(cx, index, v);
}

/// What `glGetVertexAttrib*` answers for the pnames with one integer; the current value is [`current_value`].
pub fn attrib_parameter(cx: &mut Cx<'_>, array: &ArrayRef, index: GLuint, pname: GLenum) -> Option<GLint64> {
    if !attrib_index(cx, index) {
        return None;
    }
    let object = cx.state.vertex.array(array);
    let attrib = &object.attribs[index as usize];
    let binding = &object.bindings[attrib.binding as usize];
    Some(match pname {
        GL_VERTEX_ATTRIB_ARRAY_ENABLED => i64::from(object.enabled >> index & 1),
        GL_VERTEX_ATTRIB_ARRAY_SIZE if attrib.bgra => i64::from(GL_BGRA),
        GL_VERTEX_ATTRIB_ARRAY_SIZE => attrib.components.into(),
        GL_VERTEX_ATTRIB_ARRAY_STRIDE => attrib.given_stride.into(),
        GL_VERTEX_ATTRIB_ARRAY_TYPE => attrib.type_.into(),
        GL_VERTEX_ATTRIB_ARRAY_NORMALIZED => (attrib.class == AttribClass::Normalized).into(),
        GL_VERTEX_ATTRIB_ARRAY_INTEGER => (attrib.class == AttribClass::Integer).into(),
        GL_VERTEX_ATTRIB_ARRAY_LONG => (attrib.class == AttribClass::Double).into(),
        GL_VERTEX_ATTRIB_ARRAY_DIVISOR => binding.divisor.into(),
        GL_VERTEX_ATTRIB_ARRAY_BUFFER_BINDING => buffer::name_of(cx, binding.buffer.as_ref()).into(),
        GL_VERTEX_ATTRIB_BINDING => attrib.binding.into(),
        GL_VERTEX_ATTRIB_RELATIVE_OFFSET => attrib.relative_offset.into(),
        _ => {
            cx.error(GL_INVALID_ENUM, "attribute parameter");
            return None;
        }
    })
}

/// `GL_CURRENT_VERTEX_ATTRIB`.
pub fn current_value(cx: &mut Cx<'_>, index: GLuint) -> Option<CurrentValue> {
    attrib_index(cx, index).then(|| cx.state.vertex.values[index as usize])
}

/// `glGetVertexAttribPointerv`.
pub fn attrib_pointer_value(cx: &mut Cx<'_>, index: GLuint, pname: GLenum) -> Option<usize> {
    if pname != GL_VERTEX_ATTRIB_ARRAY_POINTER {
        cx.error(GL_INVALID_ENUM, "attribute pointer");
        return None;
    }
    attrib_index(cx, index).then(|| cx.state.vertex.current().attribs[index as usize].given_pointer)
}

/// `glGetVertexArrayiv`.
pub fn array_parameter(cx: &mut Cx<'_>, array: &ArrayRef, pname: GLenum) -> Option<GLint> {
    if pname != GL_ELEMENT_ARRAY_BUFFER_BINDING {
        cx.error(GL_INVALID_ENUM, "vertex array parameter");
        return None;
    }
    let buffer = cx.state.vertex.array(array).element_buffer.clone();
    Some(buffer::name_of(cx, buffer.as_ref()) as GLint)
}

/// `glGet` of vertex state.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    (pname == GL_VERTEX_ARRAY_BINDING).then(|| {
        let vertex = &cx.state.vertex;
        Value::int(vertex.current.as_ref().map_or(0, |array| vertex.table.name(array)))
    })
}

/// Indexed `glGet` of vertex state; `None` when the enum is another topic's.
pub fn get_indexed(cx: &mut Cx<'_>, pname: GLenum, index: u32) -> Option<Value> {
    if !matches!(
        pname,
        GL_VERTEX_BINDING_OFFSET | GL_VERTEX_BINDING_STRIDE | GL_VERTEX_BINDING_DIVISOR | GL_VERTEX_BINDING_BUFFER
    ) {
        return None;
    }
    if !binding_index(cx, index) {
        return Some(Value::List(Vec::new()));
    }
    let binding = cx.state.vertex.current().bindings[index as usize].clone();
    Some(match pname {
        GL_VERTEX_BINDING_OFFSET => Value::int(binding.offset as i64),
        GL_VERTEX_BINDING_STRIDE => Value::int(binding.stride),
        GL_VERTEX_BINDING_DIVISOR => Value::int(binding.divisor),
        _ => Value::int(buffer::name_of(cx, binding.buffer.as_ref())),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_checked_as_the_specification_says() {
        let error = |format: Format| format.check().err().map(|(error, _)| error);
        assert_eq!(error(Format::float(4, GL_FLOAT, 0)), None);
        assert_eq!(error(Format::float(5, GL_FLOAT, 0)), Some(GL_INVALID_VALUE));
        assert_eq!(error(Format::float(3, GL_RGBA, 0)), Some(GL_INVALID_ENUM));
        assert_eq!(error(Format::float(GL_BGRA as i32, GL_UNSIGNED_BYTE, 1)), None);
        // red once: with the class not looked at, BGRA without normalisation was accepted
        assert_eq!(error(Format::float(GL_BGRA as i32, GL_UNSIGNED_BYTE, 0)), Some(GL_INVALID_OPERATION));
        assert_eq!(error(Format::float(GL_BGRA as i32, GL_FLOAT, 1)), Some(GL_INVALID_OPERATION));
        assert_eq!(error(Format::float(3, GL_INT_2_10_10_10_REV, 0)), Some(GL_INVALID_OPERATION));
        assert_eq!(error(Format::integer(2, GL_FLOAT)), Some(GL_INVALID_ENUM));
        assert_eq!(Format::float(3, GL_UNSIGNED_SHORT, 0).bytes(), 6);
        assert_eq!(Format::float(4, GL_INT_2_10_10_10_REV, 0).bytes(), 4);
    }
}
