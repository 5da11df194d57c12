//! Queries of buffers and their bindings (GL 4.6 core 6.8).

use super::*;
use crate::gl::get::Value;

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
    let buffer = place_of(cx, target)?.0.clone();
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
