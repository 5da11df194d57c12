//! What programs and shaders say about themselves (GL 4.6 core 7.3.1, 7.13, 7.14). All of it is in the archive.

use super::{
    enums::*,
    program::{Executable, Program, linked, program, shader},
};
use crate::Cx;
use pipe_types::archive::{Archive, Interface, MemberLayout, Stage, Uniform, UniformKind};

/// `glGetShaderiv`.
pub fn shader_parameter(cx: &mut Cx<'_>, name: GLuint, pname: GLenum) -> Option<GLint> {
    let shader = shader(cx, name)?;
    let object = cx.shared.programs.shader_mut(&shader);
    Some(match pname {
        GL_SHADER_TYPE => object.stage.gl_enum() as GLint,
        GL_DELETE_STATUS => object.deleted.into(),
        GL_COMPILE_STATUS => object.compiled.is_some().into(),
        GL_COMPLETION_STATUS_ARB => 1,
        GL_INFO_LOG_LENGTH => with_zero(&object.log),
        GL_SHADER_SOURCE_LENGTH if object.source.is_empty() => 0,
        GL_SHADER_SOURCE_LENGTH => object.source.len() as GLint + 1,
        GL_SPIR_V_BINARY => object.binary.is_some().into(),
        _ => {
            cx.error(GL_INVALID_ENUM, "shader parameter");
            return None;
        }
    })
}

/// Bytes of a string with its zero; 0 for an empty one.
fn with_zero(text: &str) -> GLint {
    if text.is_empty() { 0 } else { text.len() as GLint + 1 }
}

fn longest<'a>(names: impl Iterator<Item = &'a str>) -> GLint {
    names.map(|name| name.len() as GLint + 1).max().unwrap_or(0)
}

/// `glGetProgramiv`; three numbers for `GL_COMPUTE_WORK_GROUP_SIZE`, one otherwise.
pub fn program_parameter(cx: &mut Cx<'_>, name: GLuint, pname: GLenum) -> Option<Vec<GLint>> {
    let reference = program(cx, name)?;
    if pname == GL_PROGRAM_BINARY_LENGTH {
        return super::program_binary::length(cx, name).map(|length| vec![length]);
    }
    let object = cx.shared.programs.program_mut(&reference);
    match own_parameter(object, pname).or_else(|| archive_parameter(object, pname)) {
        Some(Ok(values)) => Some(values),
        Some(Err(why)) => {
            cx.error(GL_INVALID_OPERATION, why);
            None
        }
        None => {
            cx.error(GL_INVALID_ENUM, &format!("program parameter {}", enum_name(pname)));
            None
        }
    }
}

type Answer = Option<Result<Vec<GLint>, &'static str>>;

fn own_parameter(object: &Program, pname: GLenum) -> Answer {
    let options = &object.options;
    let value = match pname {
        GL_DELETE_STATUS => object.deleted.into(),
        GL_LINK_STATUS => object.linked.into(),
        GL_COMPLETION_STATUS_ARB => 1,
        GL_VALIDATE_STATUS => object.validated.into(),
        GL_INFO_LOG_LENGTH => with_zero(&object.log),
        GL_ATTACHED_SHADERS => object.shaders.len() as GLint,
        GL_TRANSFORM_FEEDBACK_BUFFER_MODE => {
            if options.xfb_separate {
                GL_SEPARATE_ATTRIBS as GLint
            } else {
                GL_INTERLEAVED_ATTRIBS as GLint
            }
        }
        GL_PROGRAM_SEPARABLE => options.separable.into(),
        GL_PROGRAM_BINARY_RETRIEVABLE_HINT => object.binary_hint.into(),
        _ => return None,
    };
    Some(Ok(vec![value]))
}

fn archive_parameter(object: &mut Program, pname: GLenum) -> Answer {
    let none = Archive::default();
    let is_linked = object.linked;
    let archive = linked(object).map_or(&none, |executable| &executable.archive);
    let one = |value: usize| vec![value as GLint];
    let needs = |there: bool, value: Option<u32>, why| match value {
        Some(value) if is_linked && there => Ok(vec![value as GLint]),
        _ => Err(why),
    };
    let geometry = archive.geometry.as_ref();
    let tessellation = archive.tessellation.as_ref();
    const NO_GEOMETRY: &str = "the program has no geometry shader, or is not linked";
    const NO_TESSELLATION: &str = "the program has no tessellation shader, or is not linked";
    Some(Ok(match pname {
        GL_ACTIVE_ATTRIBUTES => one(attributes(archive).count()),
        GL_ACTIVE_ATTRIBUTE_MAX_LENGTH => vec![longest(attributes(archive).map(|input| input.name.as_str()))],
        GL_ACTIVE_UNIFORMS => one(archive.uniforms.len()),
        GL_ACTIVE_UNIFORM_MAX_LENGTH => vec![longest(archive.uniforms.iter().map(|uniform| uniform.name.as_str()))],
        GL_ACTIVE_UNIFORM_BLOCKS => one(archive.uniform_blocks.len()),
        GL_ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH => {
            vec![longest(archive.uniform_blocks.iter().map(|block| block.name.as_str()))]
        }
        GL_ACTIVE_ATOMIC_COUNTER_BUFFERS => one(archive.atomic_buffers.len()),
        GL_TRANSFORM_FEEDBACK_VARYINGS => one(archive.xfb.varyings.len()),
        GL_TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH => {
            vec![longest(archive.xfb.varyings.iter().map(|varying| varying.name.as_str()))]
        }
        GL_GEOMETRY_VERTICES_OUT => return Some(needs(true, geometry.map(|g| g.vertices_out), NO_GEOMETRY)),
        GL_GEOMETRY_INPUT_TYPE => return Some(needs(true, geometry.map(|g| g.input_type), NO_GEOMETRY)),
        GL_GEOMETRY_OUTPUT_TYPE => return Some(needs(true, geometry.map(|g| g.output_type), NO_GEOMETRY)),
        GL_GEOMETRY_SHADER_INVOCATIONS => return Some(needs(true, geometry.map(|g| g.invocations), NO_GEOMETRY)),
        GL_TESS_CONTROL_OUTPUT_VERTICES => {
            let there = archive.stages & Stage::TessControl.bit() != 0 && !archive.added_control_stage;
            return Some(needs(there, tessellation.map(|t| t.vertices), NO_TESSELLATION));
        }
        GL_TESS_GEN_MODE => return Some(needs(true, tessellation.map(|t| t.gen_mode), NO_TESSELLATION)),
        GL_TESS_GEN_SPACING => return Some(needs(true, tessellation.map(|t| t.spacing), NO_TESSELLATION)),
        GL_TESS_GEN_VERTEX_ORDER => return Some(needs(true, tessellation.map(|t| t.vertex_order), NO_TESSELLATION)),
        GL_TESS_GEN_POINT_MODE => {
            return Some(needs(true, tessellation.map(|t| u32::from(t.point_mode)), NO_TESSELLATION));
        }
        GL_COMPUTE_WORK_GROUP_SIZE => {
            if !is_linked || archive.stages & Stage::Compute.bit() == 0 {
                return Some(Err("the program has no compute shader, or is not linked"));
            }
            archive.work_group_size.iter().map(|&size| size as GLint).collect()
        }
        _ => return None,
    }))
}

/// Active attributes: inputs of a vertex shader.
fn attributes(archive: &Archive) -> impl Iterator<Item = &Interface> {
    let vertex = archive.stages & Stage::Vertex.bit() != 0;
    archive.inputs.iter().filter(move |_| vertex)
}

/// Info log of a shader.
pub fn shader_log(cx: &mut Cx<'_>, name: GLuint) -> Option<String> {
    let shader = shader(cx, name)?;
    Some(cx.shared.programs.shader_mut(&shader).log.clone())
}

/// `glGetShaderSource`.
pub fn shader_source(cx: &mut Cx<'_>, name: GLuint) -> Option<Vec<u8>> {
    let shader = shader(cx, name)?;
    Some(cx.shared.programs.shader_mut(&shader).source.clone())
}

/// Info log of a program.
pub fn program_log(cx: &mut Cx<'_>, name: GLuint) -> Option<String> {
    let program = program(cx, name)?;
    Some(cx.shared.programs.program(&program).log.clone())
}

/// `glGetAttachedShaders`.
pub fn attached_shaders(cx: &mut Cx<'_>, name: GLuint) -> Option<Vec<GLuint>> {
    let program = program(cx, name)?;
    let table = &cx.shared.programs;
    Some(table.program(&program).shaders.iter().map(|shader| table.name(shader)).collect())
}

/// The executable of a program that is linked; `unlinked` is the error otherwise, if it is one.
fn executable<'a>(cx: &'a mut Cx<'_>, name: GLuint, unlinked: Option<GLenum>) -> Option<&'a mut Executable> {
    let program = program(cx, name)?;
    if !cx.shared.programs.program(&program).linked {
        if let Some(error) = unlinked {
            cx.error(error, "the program is not linked");
        }
        return None;
    }
    linked(cx.shared.programs.program_mut(&program))
}

/// `glGetUniformLocation`.
pub fn uniform_location(cx: &mut Cx<'_>, name: GLuint, uniform: &str) -> GLint {
    let executable = executable(cx, name, Some(GL_INVALID_OPERATION));
    executable.and_then(|executable| executable.archive.uniform_location(uniform)).map_or(-1, |at| at as GLint)
}

/// `glGetAttribLocation`.
pub fn attrib_location(cx: &mut Cx<'_>, name: GLuint, attrib: &str) -> GLint {
    let Some(executable) = executable(cx, name, Some(GL_INVALID_OPERATION)) else { return -1 };
    if attrib.starts_with("gl_") || !executable.has(Stage::Vertex) {
        return -1;
    }
    executable.archive.attrib_location(attrib).map_or(-1, |at| at as GLint)
}

/// `glGetFragDataLocation`, `glGetFragDataIndex`: location and index, -1 for neither.
pub fn frag_data(cx: &mut Cx<'_>, name: GLuint, output: &str) -> (GLint, GLint) {
    let Some(executable) = executable(cx, name, Some(GL_INVALID_OPERATION)) else { return (-1, -1) };
    if output.starts_with("gl_") || !executable.has(Stage::Fragment) {
        return (-1, -1);
    }
    executable.archive.frag_data(output).map_or((-1, -1), |(at, index)| (at as GLint, index as GLint))
}

/// An active variable: name, size and type.
#[derive(Clone, Debug, PartialEq)]
pub struct Active {
    /// Name.
    pub name: String,
    /// Array size.
    pub size: GLint,
    /// GL type.
    pub type_: GLenum,
}

fn active(cx: &mut Cx<'_>, found: Option<Active>) -> Option<Active> {
    if found.is_none() {
        cx.error(GL_INVALID_VALUE, "no active variable has this index");
    }
    found
}

/// `glGetActiveUniform`.
pub fn active_uniform(cx: &mut Cx<'_>, name: GLuint, index: GLuint) -> Option<Active> {
    program(cx, name)?;
    let found = executable(cx, name, None).and_then(|executable| {
        let uniform = executable.archive.uniforms.get(index as usize)?;
        Some(Active { name: uniform.name.clone(), size: uniform.array_size as GLint, type_: uniform.gl_type })
    });
    active(cx, found)
}

/// `glGetActiveAttrib`.
pub fn active_attrib(cx: &mut Cx<'_>, name: GLuint, index: GLuint) -> Option<Active> {
    program(cx, name)?;
    let found = executable(cx, name, None).and_then(|executable| {
        let input = attributes(&executable.archive).nth(index as usize)?;
        Some(Active { name: input.name.clone(), size: input.array_size as GLint, type_: input.gl_type })
    });
    active(cx, found)
}

/// `glGetTransformFeedbackVarying`.
pub fn transform_feedback_varying(cx: &mut Cx<'_>, name: GLuint, index: GLuint) -> Option<Active> {
    program(cx, name)?;
    let found = executable(cx, name, None).and_then(|executable| {
        let varying = executable.archive.xfb.varyings.get(index as usize)?;
        Some(Active { name: varying.name.clone(), size: varying.array_size as GLint, type_: varying.gl_type })
    });
    active(cx, found)
}

/// `glGetUniformIndices`.
pub fn uniform_indices(cx: &mut Cx<'_>, name: GLuint, uniforms: &[String], out: &mut [GLuint]) {
    if program(cx, name).is_none() {
        return;
    }
    let executable = executable(cx, name, None);
    for (uniform, index) in uniforms.iter().zip(out) {
        let found = executable.as_ref().and_then(|executable| executable.archive.uniform_index(uniform));
        *index = found.unwrap_or(GL_INVALID_INDEX);
    }
}

fn layout(uniform: &Uniform) -> Option<MemberLayout> {
    match uniform.kind {
        UniformKind::BlockMember { layout, .. } => Some(layout),
        _ => None,
    }
}

/// `glGetActiveUniformsiv`: all or nothing.
pub fn active_uniforms(cx: &mut Cx<'_>, name: GLuint, indices: &[GLuint], pname: GLenum) -> Option<Vec<GLint>> {
    program(cx, name)?;
    let empty = Archive::default();
    let archive = executable(cx, name, None).map_or(&empty, |executable| &executable.archive);
    let values: Option<Vec<Option<GLint>>> = indices
        .iter()
        .map(|&index| archive.uniforms.get(index as usize).map(|uniform| uniform_parameter(uniform, pname)))
        .collect();
    let known = uniform_parameter(&DUMMY, pname).is_some();
    match values {
        None => cx.error(GL_INVALID_VALUE, "no active uniform has this index"),
        Some(_) if !known => cx.error(GL_INVALID_ENUM, "uniform parameter"),
        Some(values) => return values.into_iter().collect(),
    }
    None
}

static DUMMY: Uniform = Uniform {
    name: String::new(),
    gl_type: 0,
    array_size: 1,
    is_array: false,
    stages: 0,
    kind: UniformKind::Value { location: 0, storage_offset: 0 },
};

fn uniform_parameter(uniform: &Uniform, pname: GLenum) -> Option<GLint> {
    let layout = layout(uniform);
    Some(match pname {
        GL_UNIFORM_TYPE => uniform.gl_type as GLint,
        GL_UNIFORM_SIZE => uniform.array_size as GLint,
        GL_UNIFORM_NAME_LENGTH => uniform.name.len() as GLint + 1,
        GL_UNIFORM_BLOCK_INDEX => match uniform.kind {
            UniformKind::BlockMember { block, .. } => block as GLint,
            _ => -1,
        },
        GL_UNIFORM_OFFSET => match uniform.kind {
            UniformKind::AtomicCounter { offset, .. } => offset as GLint,
            _ => layout.map_or(-1, |layout| layout.offset as GLint),
        },
        GL_UNIFORM_ARRAY_STRIDE => match uniform.kind {
            UniformKind::AtomicCounter { .. } => 4 * GLint::from(uniform.is_array),
            _ => layout.map_or(-1, |layout| layout.array_stride as GLint),
        },
        GL_UNIFORM_MATRIX_STRIDE if matches!(uniform.kind, UniformKind::AtomicCounter { .. }) => 0,
        GL_UNIFORM_MATRIX_STRIDE => layout.map_or(-1, |layout| layout.matrix_stride as GLint),
        GL_UNIFORM_IS_ROW_MAJOR => layout.is_some_and(|layout| layout.row_major).into(),
        GL_UNIFORM_ATOMIC_COUNTER_BUFFER_INDEX => match uniform.kind {
            UniformKind::AtomicCounter { buffer, .. } => buffer as GLint,
            _ => -1,
        },
        _ => return None,
    })
}

/// `glGetActiveUniformName`.
pub fn active_uniform_name(cx: &mut Cx<'_>, name: GLuint, index: GLuint) -> Option<String> {
    active_uniform(cx, name, index).map(|active| active.name)
}

/// `glGetUniformBlockIndex`.
pub fn uniform_block_index(cx: &mut Cx<'_>, name: GLuint, block: &str) -> GLuint {
    if program(cx, name).is_none() {
        return GL_INVALID_INDEX;
    }
    let executable = executable(cx, name, None);
    executable.and_then(|executable| executable.archive.uniform_block_index(block)).unwrap_or(GL_INVALID_INDEX)
}

/// `glGetActiveUniformBlockName`.
pub fn uniform_block_name(cx: &mut Cx<'_>, name: GLuint, index: GLuint) -> Option<String> {
    program(cx, name)?;
    let found = executable(cx, name, None)
        .and_then(|executable| executable.archive.uniform_blocks.get(index as usize).map(|block| block.name.clone()));
    if found.is_none() {
        cx.error(GL_INVALID_VALUE, "no uniform block has this index");
    }
    found
}

fn referenced(stages: u8, pname: GLenum) -> Option<GLint> {
    let stage = match pname {
        GL_UNIFORM_BLOCK_REFERENCED_BY_VERTEX_SHADER => Stage::Vertex,
        GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_CONTROL_SHADER => Stage::TessControl,
        GL_UNIFORM_BLOCK_REFERENCED_BY_TESS_EVALUATION_SHADER => Stage::TessEvaluation,
        GL_UNIFORM_BLOCK_REFERENCED_BY_GEOMETRY_SHADER => Stage::Geometry,
        GL_UNIFORM_BLOCK_REFERENCED_BY_FRAGMENT_SHADER => Stage::Fragment,
        GL_UNIFORM_BLOCK_REFERENCED_BY_COMPUTE_SHADER => Stage::Compute,
        _ => return None,
    };
    Some((stages & stage.bit() != 0).into())
}

/// `glGetActiveUniformBlockiv`; a list for `GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES`.
pub fn uniform_block(cx: &mut Cx<'_>, name: GLuint, index: GLuint, pname: GLenum) -> Option<Vec<GLint>> {
    program(cx, name)?;
    let found = executable(cx, name, None).and_then(|executable| {
        let block = executable.archive.uniform_blocks.get(index as usize)?;
        Some((block.clone(), executable.uniform_blocks[index as usize]))
    });
    let Some((block, binding)) = found else {
        cx.error(GL_INVALID_VALUE, "no uniform block has this index");
        return None;
    };
    Some(match pname {
        GL_UNIFORM_BLOCK_BINDING => vec![binding as GLint],
        GL_UNIFORM_BLOCK_DATA_SIZE => vec![block.data_size as GLint],
        GL_UNIFORM_BLOCK_NAME_LENGTH => vec![block.name.len() as GLint + 1],
        GL_UNIFORM_BLOCK_ACTIVE_UNIFORMS => vec![block.members.len() as GLint],
        GL_UNIFORM_BLOCK_ACTIVE_UNIFORM_INDICES => block.members.iter().map(|&member| member as GLint).collect(),
        _ => match referenced(block.stages, pname) {
            Some(value) => vec![value],
            None => {
                cx.error(GL_INVALID_ENUM, "uniform block parameter");
                return None;
            }
        },
    })
}

/// `glGetActiveAtomicCounterBufferiv`; a list for `GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTER_INDICES`.
pub fn atomic_counter_buffer(cx: &mut Cx<'_>, name: GLuint, index: GLuint, pname: GLenum) -> Option<Vec<GLint>> {
    program(cx, name)?;
    let found = executable(cx, name, None)
        .and_then(|executable| executable.archive.atomic_buffers.get(index as usize).cloned());
    let Some(buffer) = found else {
        cx.error(GL_INVALID_VALUE, "no atomic counter buffer has this index");
        return None;
    };
    let stage = |stage: Stage| vec![GLint::from(buffer.stages & stage.bit() != 0)];
    Some(match pname {
        GL_ATOMIC_COUNTER_BUFFER_BINDING => vec![buffer.binding as GLint],
        GL_ATOMIC_COUNTER_BUFFER_DATA_SIZE => vec![buffer.data_size as GLint],
        GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTERS => vec![buffer.members.len() as GLint],
        GL_ATOMIC_COUNTER_BUFFER_ACTIVE_ATOMIC_COUNTER_INDICES => {
            buffer.members.iter().map(|&member| member as GLint).collect()
        }
        GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_VERTEX_SHADER => stage(Stage::Vertex),
        GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TESS_CONTROL_SHADER => stage(Stage::TessControl),
        GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_TESS_EVALUATION_SHADER => stage(Stage::TessEvaluation),
        GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_GEOMETRY_SHADER => stage(Stage::Geometry),
        GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_FRAGMENT_SHADER => stage(Stage::Fragment),
        GL_ATOMIC_COUNTER_BUFFER_REFERENCED_BY_COMPUTE_SHADER => stage(Stage::Compute),
        _ => {
            cx.error(GL_INVALID_ENUM, "atomic counter buffer parameter");
            return None;
        }
    })
}
