//! Queries of vertex arrays (GL 4.6 core 10.5).

use super::*;
use crate::gl::get::Value;

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

/// `glGetVertexArrayIndexed64iv`.
pub fn indexed_parameter_64(cx: &mut Cx<'_>, array: &ArrayRef, index: GLuint, pname: GLenum) -> Option<GLint64> {
    if pname != GL_VERTEX_BINDING_OFFSET {
        cx.error(GL_INVALID_ENUM, "binding point parameter");
        return None;
    }
    binding_index(cx, index).then(|| cx.state.vertex.array(array).bindings[index as usize].offset as GLint64)
}
