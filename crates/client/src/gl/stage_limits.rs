//! Limits that each shader stage has its own name for (GL 4.6 core tables 23.59 to 23.67).

use super::{enums::*, get::Value};
use crate::Cx;
use pipe_types::caps::Limits;

/// A limit that the driver has per stage.
type List = fn(&Limits) -> &[u32; 6];

/// Names in the order of [`pipe_types::archive::Stage`].
const TABLE: &[(List, [GLenum; 6])] = &[
    (
        |l| &l.max_storage_blocks,
        [
            GL_MAX_VERTEX_SHADER_STORAGE_BLOCKS,
            GL_MAX_TESS_CONTROL_SHADER_STORAGE_BLOCKS,
            GL_MAX_TESS_EVALUATION_SHADER_STORAGE_BLOCKS,
            GL_MAX_GEOMETRY_SHADER_STORAGE_BLOCKS,
            GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS,
            GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS,
        ],
    ),
    (
        |l| &l.max_atomic_counters,
        [
            GL_MAX_VERTEX_ATOMIC_COUNTERS,
            GL_MAX_TESS_CONTROL_ATOMIC_COUNTERS,
            GL_MAX_TESS_EVALUATION_ATOMIC_COUNTERS,
            GL_MAX_GEOMETRY_ATOMIC_COUNTERS,
            GL_MAX_FRAGMENT_ATOMIC_COUNTERS,
            GL_MAX_COMPUTE_ATOMIC_COUNTERS,
        ],
    ),
    (
        |l| &l.max_atomic_counter_buffers,
        [
            GL_MAX_VERTEX_ATOMIC_COUNTER_BUFFERS,
            GL_MAX_TESS_CONTROL_ATOMIC_COUNTER_BUFFERS,
            GL_MAX_TESS_EVALUATION_ATOMIC_COUNTER_BUFFERS,
            GL_MAX_GEOMETRY_ATOMIC_COUNTER_BUFFERS,
            GL_MAX_FRAGMENT_ATOMIC_COUNTER_BUFFERS,
            GL_MAX_COMPUTE_ATOMIC_COUNTER_BUFFERS,
        ],
    ),
    (
        |l| &l.max_image_uniforms,
        [
            GL_MAX_VERTEX_IMAGE_UNIFORMS,
            GL_MAX_TESS_CONTROL_IMAGE_UNIFORMS,
            GL_MAX_TESS_EVALUATION_IMAGE_UNIFORMS,
            GL_MAX_GEOMETRY_IMAGE_UNIFORMS,
            GL_MAX_FRAGMENT_IMAGE_UNIFORMS,
            GL_MAX_COMPUTE_IMAGE_UNIFORMS,
        ],
    ),
    (
        |l| &l.max_uniform_components,
        [
            GL_MAX_VERTEX_UNIFORM_COMPONENTS,
            GL_MAX_TESS_CONTROL_UNIFORM_COMPONENTS,
            GL_MAX_TESS_EVALUATION_UNIFORM_COMPONENTS,
            GL_MAX_GEOMETRY_UNIFORM_COMPONENTS,
            GL_MAX_FRAGMENT_UNIFORM_COMPONENTS,
            GL_MAX_COMPUTE_UNIFORM_COMPONENTS,
        ],
    ),
    (
        |l| &l.max_uniform_blocks,
        [
            GL_MAX_VERTEX_UNIFORM_BLOCKS,
            GL_MAX_TESS_CONTROL_UNIFORM_BLOCKS,
            GL_MAX_TESS_EVALUATION_UNIFORM_BLOCKS,
            GL_MAX_GEOMETRY_UNIFORM_BLOCKS,
            GL_MAX_FRAGMENT_UNIFORM_BLOCKS,
            GL_MAX_COMPUTE_UNIFORM_BLOCKS,
        ],
    ),
    (
        |l| &l.max_texture_image_units,
        [
            GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS,
            GL_MAX_TESS_CONTROL_TEXTURE_IMAGE_UNITS,
            GL_MAX_TESS_EVALUATION_TEXTURE_IMAGE_UNITS,
            GL_MAX_GEOMETRY_TEXTURE_IMAGE_UNITS,
            GL_MAX_TEXTURE_IMAGE_UNITS,
            GL_MAX_COMPUTE_TEXTURE_IMAGE_UNITS,
        ],
    ),
];

/// Components of the default block and of all blocks together (GL 4.6 core 7.6.1).
const COMBINED_UNIFORM_COMPONENTS: [GLenum; 6] = [
    GL_MAX_COMBINED_VERTEX_UNIFORM_COMPONENTS,
    GL_MAX_COMBINED_TESS_CONTROL_UNIFORM_COMPONENTS,
    GL_MAX_COMBINED_TESS_EVALUATION_UNIFORM_COMPONENTS,
    GL_MAX_COMBINED_GEOMETRY_UNIFORM_COMPONENTS,
    GL_MAX_COMBINED_FRAGMENT_UNIFORM_COMPONENTS,
    GL_MAX_COMBINED_COMPUTE_UNIFORM_COMPONENTS,
];

/// Queries of state.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let l = &cx.session.caps.limits;
    for (list, names) in TABLE {
        if let Some(stage) = names.iter().position(|name| *name == pname) {
            return Some(Value::int(list(l)[stage]));
        }
    }
    if let Some(at) = COMBINED_UNIFORM_COMPONENTS.iter().position(|name| *name == pname) {
        let blocks = i64::from(l.max_uniform_blocks[at]) * (l.max_uniform_block_size / 4) as i64;
        return Some(Value::int(i64::from(l.max_uniform_components[at]) + blocks));
    }
    Some(Value::int(match pname {
        GL_MAX_COMBINED_ATOMIC_COUNTERS => l.max_combined_atomic_counters,
        GL_MAX_COMBINED_ATOMIC_COUNTER_BUFFERS => l.max_combined_atomic_counter_buffers,
        GL_MAX_COMBINED_SHADER_OUTPUT_RESOURCES => l.max_combined_shader_output_resources,
        GL_MAX_TESS_CONTROL_INPUT_COMPONENTS => l.max_tess_control_input_components,
        GL_MAX_TESS_CONTROL_OUTPUT_COMPONENTS => l.max_tess_control_output_components,
        GL_MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS => l.max_tess_control_total_output_components,
        GL_MAX_TESS_EVALUATION_INPUT_COMPONENTS => l.max_tess_evaluation_input_components,
        GL_MAX_TESS_EVALUATION_OUTPUT_COMPONENTS => l.max_tess_evaluation_output_components,
        GL_MAX_TESS_PATCH_COMPONENTS => l.max_tess_patch_components,
        _ => return None,
    }))
}
