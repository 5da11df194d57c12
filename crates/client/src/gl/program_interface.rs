//! The interfaces of a program and their resources (GL 4.6 core 7.3.1): one table of lists over the archive.

use super::{
    enums::*,
    program::{Executable, linked, program},
};
use crate::Cx;
use pipe_types::archive::{Archive, Interface as Variable, MemberLayout, Stage, UniformKind, find_element};

/// A program interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Interface {
    Uniform,
    UniformBlock,
    AtomicCounterBuffer,
    ProgramInput,
    ProgramOutput,
    BufferVariable,
    ShaderStorageBlock,
    TransformFeedbackVarying,
    TransformFeedbackBuffer,
    /// Subroutines, or subroutine uniforms (`true`), of which there are none.
    Subroutine(bool),
}

impl Interface {
    fn of(cx: &mut Cx<'_>, name: GLenum) -> Option<Interface> {
        Some(match name {
            GL_UNIFORM => Interface::Uniform,
            GL_UNIFORM_BLOCK => Interface::UniformBlock,
            GL_ATOMIC_COUNTER_BUFFER => Interface::AtomicCounterBuffer,
            GL_PROGRAM_INPUT => Interface::ProgramInput,
            GL_PROGRAM_OUTPUT => Interface::ProgramOutput,
            GL_BUFFER_VARIABLE => Interface::BufferVariable,
            GL_SHADER_STORAGE_BLOCK => Interface::ShaderStorageBlock,
            GL_TRANSFORM_FEEDBACK_VARYING => Interface::TransformFeedbackVarying,
            GL_TRANSFORM_FEEDBACK_BUFFER => Interface::TransformFeedbackBuffer,
            GL_VERTEX_SUBROUTINE
            | GL_TESS_CONTROL_SUBROUTINE
            | GL_TESS_EVALUATION_SUBROUTINE
            | GL_GEOMETRY_SUBROUTINE
            | GL_FRAGMENT_SUBROUTINE
            | GL_COMPUTE_SUBROUTINE => Interface::Subroutine(false),
            GL_VERTEX_SUBROUTINE_UNIFORM
            | GL_TESS_CONTROL_SUBROUTINE_UNIFORM
            | GL_TESS_EVALUATION_SUBROUTINE_UNIFORM
            | GL_GEOMETRY_SUBROUTINE_UNIFORM
            | GL_FRAGMENT_SUBROUTINE_UNIFORM
            | GL_COMPUTE_SUBROUTINE_UNIFORM => Interface::Subroutine(true),
            _ => {
                cx.error(GL_INVALID_ENUM, &format!("no program interface {}", enum_name(name)));
                return None;
            }
        })
    }

    fn has_names(self) -> bool {
        !matches!(self, Interface::AtomicCounterBuffer | Interface::TransformFeedbackBuffer)
    }

    fn has_blocks(self) -> bool {
        matches!(
            self,
            Interface::UniformBlock
                | Interface::ShaderStorageBlock
                | Interface::AtomicCounterBuffer
                | Interface::TransformFeedbackBuffer
        )
    }

    fn len(self, archive: &Archive) -> usize {
        match self {
            Interface::Uniform => archive.uniforms.len(),
            Interface::UniformBlock => archive.uniform_blocks.len(),
            Interface::AtomicCounterBuffer => archive.atomic_buffers.len(),
            Interface::ProgramInput => archive.inputs.len(),
            Interface::ProgramOutput => archive.outputs.len(),
            Interface::BufferVariable => archive.buffer_variables.len(),
            Interface::ShaderStorageBlock => archive.storage_blocks.len(),
            Interface::TransformFeedbackVarying => archive.xfb.varyings.len(),
            Interface::TransformFeedbackBuffer => archive.xfb.strides.len(),
            Interface::Subroutine(_) => 0,
        }
    }

    /// Names with whether they are arrays, and of how many elements.
    fn names(self, archive: &Archive) -> Vec<(&str, bool, u32)> {
        fn variables(list: &[Variable]) -> Vec<(&str, bool, u32)> {
            list.iter().map(|v| (v.name.as_str(), v.is_array, v.array_size)).collect()
        }
        match self {
            Interface::Uniform => {
                archive.uniforms.iter().map(|u| (u.name.as_str(), u.is_array, u.array_size)).collect()
            }
            Interface::UniformBlock => archive.uniform_blocks.iter().map(|b| (b.name.as_str(), false, 1)).collect(),
            Interface::ShaderStorageBlock => {
                archive.storage_blocks.iter().map(|b| (b.name.as_str(), false, 1)).collect()
            }
            Interface::ProgramInput => variables(&archive.inputs),
            Interface::ProgramOutput => variables(&archive.outputs),
            Interface::BufferVariable => {
                archive.buffer_variables.iter().map(|v| (v.name.as_str(), v.is_array, v.array_size)).collect()
            }
            Interface::TransformFeedbackVarying => {
                archive.xfb.varyings.iter().map(|v| (v.name.as_str(), false, 1)).collect()
            }
            Interface::AtomicCounterBuffer | Interface::TransformFeedbackBuffer | Interface::Subroutine(_) => {
                Vec::new()
            }
        }
    }

    /// The active variables of a block or buffer.
    fn members(self, archive: &Archive, index: usize) -> Vec<u32> {
        match self {
            Interface::UniformBlock => archive.uniform_blocks[index].members.clone(),
            Interface::ShaderStorageBlock => archive.storage_blocks[index].members.clone(),
            Interface::AtomicCounterBuffer => archive.atomic_buffers[index].members.clone(),
            Interface::TransformFeedbackBuffer => {
                let of = |at: &u32| archive.xfb.varyings[*at as usize].buffer == index as u32;
                (0..archive.xfb.varyings.len() as u32).filter(of).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The archive of a program; an empty one when it is not linked.
fn with_archive<T>(cx: &mut Cx<'_>, name: GLuint, f: impl FnOnce(&Archive, Option<&Executable>) -> T) -> Option<T> {
    let program = program(cx, name)?;
    let executable = linked(cx.shared.programs.program_mut(&program));
    let none = Archive::default();
    Some(match executable {
        Some(executable) => f(&executable.archive, Some(executable)),
        None => f(&none, None),
    })
}

/// `glGetProgramInterfaceiv`.
pub fn parameter(cx: &mut Cx<'_>, name: GLuint, interface: GLenum, pname: GLenum) -> Option<GLint> {
    program(cx, name)?;
    let interface = Interface::of(cx, interface)?;
    let wrong = match pname {
        GL_ACTIVE_RESOURCES => false,
        GL_MAX_NAME_LENGTH => !interface.has_names(),
        GL_MAX_NUM_ACTIVE_VARIABLES => !interface.has_blocks(),
        GL_MAX_NUM_COMPATIBLE_SUBROUTINES => interface != Interface::Subroutine(true),
        _ => {
            cx.error(GL_INVALID_ENUM, "program interface parameter");
            return None;
        }
    };
    if wrong {
        cx.error(GL_INVALID_OPERATION, "the interface has no such parameter");
        return None;
    }
    with_archive(cx, name, |archive, _| {
        let most = match pname {
            GL_ACTIVE_RESOURCES => Some(interface.len(archive)),
            GL_MAX_NAME_LENGTH => interface.names(archive).iter().map(|(name, ..)| name.len() + 1).max(),
            GL_MAX_NUM_ACTIVE_VARIABLES => {
                (0..interface.len(archive)).map(|at| interface.members(archive, at).len()).max()
            }
            _ => None,
        };
        most.unwrap_or(0) as GLint
    })
}

/// `glGetProgramStageiv`: there are no subroutines.
pub fn stage_parameter(cx: &mut Cx<'_>, name: GLuint, shader: GLenum, pname: GLenum) -> Option<GLint> {
    program(cx, name)?;
    if Stage::from_gl_enum(shader).is_none() {
        cx.error(GL_INVALID_ENUM, "shader type");
        return None;
    }
    match pname {
        GL_ACTIVE_SUBROUTINES
        | GL_ACTIVE_SUBROUTINE_MAX_LENGTH
        | GL_ACTIVE_SUBROUTINE_UNIFORMS
        | GL_ACTIVE_SUBROUTINE_UNIFORM_LOCATIONS
        | GL_ACTIVE_SUBROUTINE_UNIFORM_MAX_LENGTH => Some(0),
        _ => {
            cx.error(GL_INVALID_ENUM, "stage parameter");
            None
        }
    }
}

/// `glGetProgramResourceIndex`.
pub fn index(cx: &mut Cx<'_>, name: GLuint, interface: GLenum, resource: &str) -> GLuint {
    let found = program(cx, name).and_then(|_| Interface::of(cx, interface)).and_then(|interface| {
        if !interface.has_names() {
            cx.error(GL_INVALID_ENUM, "the interface has no names");
            return None;
        }
        with_archive(cx, name, |archive, _| {
            // An element other than the first is no resource of its own.
            let names = interface.names(archive);
            find_element(resource, names.iter().copied()).filter(|(_, element)| *element == 0)
        })?
    });
    found.map_or(GL_INVALID_INDEX, |(at, _)| at as GLuint)
}

/// `glGetProgramResourceName`.
pub fn resource_name(cx: &mut Cx<'_>, name: GLuint, interface: GLenum, index: GLuint) -> Option<String> {
    program(cx, name)?;
    let interface = Interface::of(cx, interface)?;
    if !interface.has_names() {
        cx.error(GL_INVALID_ENUM, "the interface has no names");
        return None;
    }
    let found = with_archive(cx, name, |archive, _| {
        interface.names(archive).get(index as usize).map(|(name, ..)| (*name).to_owned())
    })?;
    if found.is_none() {
        cx.error(GL_INVALID_VALUE, "no resource has this index");
    }
    found
}

/// `glGetProgramResourceLocation`.
pub fn location(cx: &mut Cx<'_>, name: GLuint, interface: GLenum, resource: &str) -> GLint {
    let Some(interface) = located(cx, name, interface) else { return -1 };
    let found = with_archive(cx, name, |archive, _| match interface {
        Interface::Uniform => archive.uniform_location(resource),
        // Built-in variables have no locations.
        _ if resource.starts_with("gl_") => None,
        Interface::ProgramInput => archive.attrib_location(resource),
        Interface::ProgramOutput => archive.frag_data(resource).map(|(at, _)| at),
        _ => None,
    });
    found.flatten().map_or(-1, |at| at as GLint)
}

/// `glGetProgramResourceLocationIndex`.
pub fn location_index(cx: &mut Cx<'_>, name: GLuint, interface: GLenum, resource: &str) -> GLint {
    let Some(interface) = located(cx, name, interface) else { return -1 };
    if interface != Interface::ProgramOutput {
        cx.error(GL_INVALID_ENUM, "only outputs have a colour index");
        return -1;
    }
    let of_fragments = |archive: &Archive| {
        archive.stages & Stage::Fragment.bit() != 0 && !archive.added_fragment_stage && !resource.starts_with("gl_")
    };
    let found = with_archive(cx, name, |archive, _| archive.frag_data(resource).filter(|_| of_fragments(archive)));
    found.flatten().map_or(-1, |(_, index)| index as GLint)
}

/// The interface of a query for locations, of a program that is linked.
fn located(cx: &mut Cx<'_>, name: GLuint, interface: GLenum) -> Option<Interface> {
    let reference = program(cx, name)?;
    let interface = Interface::of(cx, interface)?;
    if !cx.shared.programs.program(&reference).linked {
        cx.error(GL_INVALID_OPERATION, "the program is not linked");
        return None;
    }
    match interface {
        Interface::Uniform | Interface::ProgramInput | Interface::ProgramOutput | Interface::Subroutine(true) => {
            Some(interface)
        }
        _ => {
            cx.error(GL_INVALID_ENUM, "the interface has no locations");
            None
        }
    }
}

/// `glGetProgramResourceiv`: the values of all properties one after the other.
pub fn resource(
    cx: &mut Cx<'_>,
    name: GLuint,
    interface: GLenum,
    index: GLuint,
    properties: &[GLenum],
) -> Option<Vec<GLint>> {
    program(cx, name)?;
    let interface = Interface::of(cx, interface)?;
    let values = with_archive(cx, name, |archive, executable| {
        if index as usize >= interface.len(archive) {
            return Err((GL_INVALID_VALUE, "no resource has this index".to_owned()));
        }
        let mut values = Vec::new();
        for &property in properties {
            let known = property_known(property);
            let found = property_of(archive, executable, interface, index as usize, property);
            match found {
                Some(found) => values.extend(found),
                None if known => {
                    return Err((GL_INVALID_OPERATION, format!("the interface has no {}", enum_name(property))));
                }
                None => return Err((GL_INVALID_ENUM, format!("no property {}", enum_name(property)))),
            }
        }
        Ok(values)
    })?;
    values.map_err(|(error, why)| cx.error(error, &why)).ok()
}

fn property_known(property: GLenum) -> bool {
    referenced(0, property).is_some()
        || matches!(
            property,
            GL_NAME_LENGTH
                | GL_TYPE
                | GL_ARRAY_SIZE
                | GL_OFFSET
                | GL_BLOCK_INDEX
                | GL_ARRAY_STRIDE
                | GL_MATRIX_STRIDE
                | GL_IS_ROW_MAJOR
                | GL_ATOMIC_COUNTER_BUFFER_INDEX
                | GL_BUFFER_BINDING
                | GL_BUFFER_DATA_SIZE
                | GL_NUM_ACTIVE_VARIABLES
                | GL_ACTIVE_VARIABLES
                | GL_TOP_LEVEL_ARRAY_SIZE
                | GL_TOP_LEVEL_ARRAY_STRIDE
                | GL_LOCATION
                | GL_LOCATION_INDEX
                | GL_IS_PER_PATCH
                | GL_LOCATION_COMPONENT
                | GL_NUM_COMPATIBLE_SUBROUTINES
                | GL_COMPATIBLE_SUBROUTINES
                | GL_TRANSFORM_FEEDBACK_BUFFER_INDEX
                | GL_TRANSFORM_FEEDBACK_BUFFER_STRIDE
        )
}

fn referenced(stages: u8, property: GLenum) -> Option<GLint> {
    let stage = match property {
        GL_REFERENCED_BY_VERTEX_SHADER => Stage::Vertex,
        GL_REFERENCED_BY_TESS_CONTROL_SHADER => Stage::TessControl,
        GL_REFERENCED_BY_TESS_EVALUATION_SHADER => Stage::TessEvaluation,
        GL_REFERENCED_BY_GEOMETRY_SHADER => Stage::Geometry,
        GL_REFERENCED_BY_FRAGMENT_SHADER => Stage::Fragment,
        GL_REFERENCED_BY_COMPUTE_SHADER => Stage::Compute,
        _ => return None,
    };
    Some((stages & stage.bit() != 0).into())
}

fn placed(layout: MemberLayout, block: u32, property: GLenum) -> Option<GLint> {
    Some(match property {
        GL_OFFSET => layout.offset as GLint,
        GL_BLOCK_INDEX => block as GLint,
        GL_ARRAY_STRIDE => layout.array_stride as GLint,
        GL_MATRIX_STRIDE => layout.matrix_stride as GLint,
        GL_IS_ROW_MAJOR => layout.row_major.into(),
        _ => return None,
    })
}

/// What every variable answers: its name's length, its type, how many elements it has.
fn declared(name: &str, gl_type: GLenum, array_size: u32, property: GLenum) -> Option<GLint> {
    Some(match property {
        GL_NAME_LENGTH => name.len() as GLint + 1,
        GL_TYPE => gl_type as GLint,
        GL_ARRAY_SIZE => array_size as GLint,
        _ => return None,
    })
}

/// The values of a property; `None` when the interface hasn't got it.
fn property_of(
    archive: &Archive,
    executable: Option<&Executable>,
    interface: Interface,
    at: usize,
    property: GLenum,
) -> Option<Vec<GLint>> {
    if interface.has_blocks() {
        return block_property(archive, executable, interface, at, property);
    }
    let one = match interface {
        Interface::Uniform => {
            let uniform = &archive.uniforms[at];
            match (property, &uniform.kind) {
                (GL_NAME_LENGTH | GL_TYPE | GL_ARRAY_SIZE, _) => {
                    declared(&uniform.name, uniform.gl_type, uniform.array_size, property)?
                }
                (GL_LOCATION, _) if uniform.name.starts_with("gl_") => -1,
                (
                    GL_LOCATION,
                    UniformKind::Value { location, .. }
                    | UniformKind::Sampler { location, .. }
                    | UniformKind::Image { location, .. },
                ) => *location as GLint,
                (GL_LOCATION, _) => -1,
                (GL_ATOMIC_COUNTER_BUFFER_INDEX, UniformKind::AtomicCounter { buffer, .. }) => *buffer as GLint,
                (GL_ATOMIC_COUNTER_BUFFER_INDEX, _) => -1,
                (_, UniformKind::BlockMember { block, layout }) => {
                    placed(*layout, *block, property).or_else(|| referenced(uniform.stages, property))?
                }
                (GL_OFFSET, UniformKind::AtomicCounter { offset, .. }) => *offset as GLint,
                (GL_ARRAY_STRIDE, UniformKind::AtomicCounter { .. }) => 4 * GLint::from(uniform.is_array),
                (GL_MATRIX_STRIDE, UniformKind::AtomicCounter { .. }) => 0,
                (GL_OFFSET | GL_BLOCK_INDEX | GL_ARRAY_STRIDE | GL_MATRIX_STRIDE, _) => -1,
                (GL_IS_ROW_MAJOR, _) => 0,
                _ => referenced(uniform.stages, property)?,
            }
        }
        Interface::BufferVariable => {
            let variable = &archive.buffer_variables[at];
            match property {
                GL_TOP_LEVEL_ARRAY_SIZE => variable.top_level_array_size as GLint,
                GL_TOP_LEVEL_ARRAY_STRIDE => variable.top_level_array_stride as GLint,
                _ => declared(&variable.name, variable.gl_type, variable.array_size, property)
                    .or_else(|| placed(variable.layout, variable.block, property))
                    .or_else(|| referenced(variable.stages, property))?,
            }
        }
        Interface::ProgramInput => variable_property(&archive.inputs[at], property)?,
        Interface::ProgramOutput if property == GL_LOCATION_INDEX => {
            let output = &archive.outputs[at];
            let colour =
                output.stages == Stage::Fragment.bit() && output.location >= 0 && !output.name.starts_with("gl_");
            if colour { output.index as GLint } else { -1 }
        }
        Interface::ProgramOutput => variable_property(&archive.outputs[at], property)?,
        Interface::TransformFeedbackVarying => {
            let varying = &archive.xfb.varyings[at];
            match property {
                GL_OFFSET => varying.offset as GLint,
                GL_TRANSFORM_FEEDBACK_BUFFER_INDEX => varying.buffer as GLint,
                _ => declared(&varying.name, varying.gl_type, varying.array_size, property)?,
            }
        }
        _ => return None,
    };
    Some(vec![one])
}

fn variable_property(variable: &Variable, property: GLenum) -> Option<GLint> {
    Some(match property {
        GL_LOCATION if variable.name.starts_with("gl_") => -1,
        GL_LOCATION => variable.location,
        GL_LOCATION_COMPONENT => variable.component as GLint,
        GL_IS_PER_PATCH => variable.per_patch.into(),
        _ => {
            return declared(&variable.name, variable.gl_type, variable.array_size, property)
                .or_else(|| referenced(variable.stages, property));
        }
    })
}

fn block_property(
    archive: &Archive,
    executable: Option<&Executable>,
    interface: Interface,
    at: usize,
    property: GLenum,
) -> Option<Vec<GLint>> {
    let members = || interface.members(archive, at);
    match property {
        GL_NUM_ACTIVE_VARIABLES => return Some(vec![members().len() as GLint]),
        GL_ACTIVE_VARIABLES => return Some(members().into_iter().map(|member| member as GLint).collect()),
        _ => {}
    }
    let (bindings, blocks) = match interface {
        Interface::TransformFeedbackBuffer => {
            return match property {
                GL_BUFFER_BINDING => Some(vec![at as GLint]),
                GL_TRANSFORM_FEEDBACK_BUFFER_STRIDE => Some(vec![archive.xfb.strides[at] as GLint]),
                _ => None,
            };
        }
        Interface::AtomicCounterBuffer => {
            let buffer = &archive.atomic_buffers[at];
            return Some(vec![match property {
                GL_BUFFER_BINDING => buffer.binding as GLint,
                GL_BUFFER_DATA_SIZE => buffer.data_size as GLint,
                _ => referenced(buffer.stages, property)?,
            }]);
        }
        Interface::UniformBlock => (executable.map(|e| &e.uniform_blocks), &archive.uniform_blocks),
        _ => (executable.map(|e| &e.storage_blocks), &archive.storage_blocks),
    };
    let block = &blocks[at];
    Some(vec![match property {
        GL_NAME_LENGTH => block.name.len() as GLint + 1,
        GL_BUFFER_BINDING => bindings.map_or(block.binding, |bindings| bindings[at]) as GLint,
        GL_BUFFER_DATA_SIZE => block.data_size as GLint,
        _ => referenced(block.stages, property)?,
    }])
}
