//! Everything that GL says about a linked program, in an order of names: indices, and locations that the source does not give, are
//! the implementation's to choose.

use super::{Program, inputs};
use crate::{
    Scene,
    bindings::gl::{self, types::GLenum},
};
use std::ffi::CString;

/// Interfaces and their names.
const INTERFACES: [(&str, GLenum); 11] = [
    ("uniform", gl::UNIFORM),
    ("uniform block", gl::UNIFORM_BLOCK),
    ("atomic counter buffer", gl::ATOMIC_COUNTER_BUFFER),
    ("input", gl::PROGRAM_INPUT),
    ("output", gl::PROGRAM_OUTPUT),
    ("buffer variable", gl::BUFFER_VARIABLE),
    ("storage block", gl::SHADER_STORAGE_BLOCK),
    ("varying", gl::TRANSFORM_FEEDBACK_VARYING),
    ("feedback buffer", gl::TRANSFORM_FEEDBACK_BUFFER),
    ("subroutine", gl::VERTEX_SUBROUTINE),
    ("subroutine uniform", gl::FRAGMENT_SUBROUTINE_UNIFORM),
];

const PROPERTIES: [GLenum; 27] = [
    gl::NAME_LENGTH,
    gl::TYPE,
    gl::ARRAY_SIZE,
    gl::OFFSET,
    gl::BLOCK_INDEX,
    gl::ARRAY_STRIDE,
    gl::MATRIX_STRIDE,
    gl::IS_ROW_MAJOR,
    gl::ATOMIC_COUNTER_BUFFER_INDEX,
    gl::BUFFER_BINDING,
    gl::BUFFER_DATA_SIZE,
    gl::NUM_ACTIVE_VARIABLES,
    gl::ACTIVE_VARIABLES,
    gl::REFERENCED_BY_VERTEX_SHADER,
    gl::REFERENCED_BY_TESS_CONTROL_SHADER,
    gl::REFERENCED_BY_TESS_EVALUATION_SHADER,
    gl::REFERENCED_BY_GEOMETRY_SHADER,
    gl::REFERENCED_BY_FRAGMENT_SHADER,
    gl::REFERENCED_BY_COMPUTE_SHADER,
    gl::TOP_LEVEL_ARRAY_SIZE,
    gl::TOP_LEVEL_ARRAY_STRIDE,
    gl::LOCATION,
    gl::LOCATION_INDEX,
    gl::IS_PER_PATCH,
    gl::LOCATION_COMPONENT,
    gl::TRANSFORM_FEEDBACK_BUFFER_INDEX,
    gl::TRANSFORM_FEEDBACK_BUFFER_STRIDE,
];

/// Links the program and records the answers to all queries.
///
/// # Safety
/// A context is current.
pub unsafe fn queries(gl: &Scene, program: &Program) {
    let stages: Vec<_> = program.stages.iter().map(|(kind, text)| (*kind, text.as_str())).collect();
    let name = gl.program_with(&stages, |_| {});
    linked(gl, &program.name, name);
    gl.UseProgram(0);
    gl.DeleteProgram(name);
}

/// Records the answers to all queries about a linked program.
///
/// # Safety
/// A context is current.
pub unsafe fn linked(gl: &Scene, label: &str, program: u32) {
    own(gl, label, program);
    for (interface_name, interface) in INTERFACES {
        let label = format!("{label}: {interface_name}");
        let mut totals = [-7; 4];
        let mut errors = [0; 4];
        for (at, pname) in [
            gl::ACTIVE_RESOURCES,
            gl::MAX_NAME_LENGTH,
            gl::MAX_NUM_ACTIVE_VARIABLES,
            gl::MAX_NUM_COMPATIBLE_SUBROUTINES,
        ]
        .into_iter()
        .enumerate()
        {
            gl.GetProgramInterfaceiv(program, interface, pname, &mut totals[at]);
            errors[at] = gl.GetError();
        }
        gl.i32s(&format!("{label}: totals"), &totals);
        gl.enums(&format!("{label}: errors of totals"), &errors);
        let mut list: Vec<(String, u32)> =
            (0..totals[0].max(0) as u32).map(|index| (resource_name(gl, program, interface, index), index)).collect();
        list.sort();
        let names: Vec<&str> = list.iter().map(|(name, _)| name.as_str()).collect();
        gl.text(&format!("{label}: names"), &names.join(" "));
        for (name, index) in &list {
            resource(gl, &format!("{label} {name}"), program, interface, *index, name);
        }
    }
}

unsafe fn resource_name(gl: &Scene, program: u32, interface: GLenum, index: u32) -> String {
    let (mut bytes, mut len) = ([0u8; 256], 0);
    gl.GetProgramResourceName(program, interface, index, 256, &mut len, bytes.as_mut_ptr().cast());
    match gl.GetError() {
        gl::NO_ERROR => String::from_utf8_lossy(&bytes[..len as usize]).into_owned(),
        error => format!("{error:#06x}"),
    }
}

unsafe fn resource(gl: &Scene, label: &str, program: u32, interface: GLenum, index: u32, name: &str) {
    let mut text = String::new();
    for property in PROPERTIES {
        let (mut values, mut len) = ([-7; 64], -7);
        gl.GetProgramResourceiv(program, interface, index, 1, &property, 64, &mut len, values.as_mut_ptr());
        let error = gl.GetError();
        let values = &values[..len.clamp(0, 64) as usize];
        let shown = match (property, values) {
            // Natively blocks of compute shaders, and what is in them, are used by no stage; GL 4.6 core 7.3.1.1 has no such
            // exception.
            (gl::REFERENCED_BY_COMPUTE_SHADER, [used]) if in_block(interface) => {
                let others = &PROPERTIES[first_stage()..first_stage() + 5];
                assert!(gl.is_native() || used_by_none(gl, program, interface, index, others) == (*used == 1));
                "a stage".to_owned()
            }
            _ if error != gl::NO_ERROR => format!("error {error:#06x}"),
            (gl::LOCATION, [at]) if interface == gl::UNIFORM || interface == gl::PROGRAM_INPUT => {
                format!("{}", *at >= 0)
            }
            (gl::BLOCK_INDEX, [at]) if *at >= 0 => {
                let blocks = if interface == gl::UNIFORM { gl::UNIFORM_BLOCK } else { gl::SHADER_STORAGE_BLOCK };
                resource_name(gl, program, blocks, *at as u32)
            }
            (gl::ACTIVE_VARIABLES, members) => {
                let of = match interface {
                    gl::SHADER_STORAGE_BLOCK => gl::BUFFER_VARIABLE,
                    gl::TRANSFORM_FEEDBACK_BUFFER => gl::TRANSFORM_FEEDBACK_VARYING,
                    _ => gl::UNIFORM,
                };
                let mut names: Vec<String> =
                    members.iter().map(|member| resource_name(gl, program, of, *member as u32)).collect();
                names.sort();
                names.join(",")
            }
            _ => format!("{values:?}"),
        };
        text.push_str(&format!("{property:#06x}: {shown}; "));
    }
    let c_name = CString::new(name).expect("no zero inside");
    let found = gl.GetProgramResourceIndex(program, interface, c_name.as_ptr());
    text.push_str(&format!("index: {}, {:#06x}; ", found == index, gl.GetError()));
    let location = gl.GetProgramResourceLocation(program, interface, c_name.as_ptr());
    text.push_str(&format!("location: {}, {:#06x}; ", location >= 0, gl.GetError()));
    let location = gl.GetProgramResourceLocationIndex(program, interface, c_name.as_ptr());
    text.push_str(&format!("index of colour: {location}, {:#06x}", gl.GetError()));
    gl.text(label, &text);
}

fn in_block(interface: GLenum) -> bool {
    matches!(interface, gl::UNIFORM | gl::UNIFORM_BLOCK | gl::BUFFER_VARIABLE | gl::SHADER_STORAGE_BLOCK)
}

/// Where [`PROPERTIES`] begin to say which stage uses a resource.
fn first_stage() -> usize {
    PROPERTIES.iter().position(|property| *property == gl::REFERENCED_BY_VERTEX_SHADER).expect("it is there")
}

unsafe fn used_by_none(gl: &Scene, program: u32, interface: GLenum, index: u32, stages: &[GLenum]) -> bool {
    stages.iter().all(|stage| {
        let mut value = -7;
        gl.GetProgramResourceiv(program, interface, index, 1, stage, 1, std::ptr::null_mut(), &mut value);
        value == 0
    })
}

/// What `glGetProgram`, `glGetActive*` and `glGetUniform` say.
unsafe fn own(gl: &Scene, label: &str, program: u32) {
    for pname in [
        gl::LINK_STATUS,
        gl::VALIDATE_STATUS,
        gl::ATTACHED_SHADERS,
        gl::ACTIVE_ATTRIBUTES,
        gl::ACTIVE_ATTRIBUTE_MAX_LENGTH,
        gl::ACTIVE_UNIFORMS,
        gl::ACTIVE_UNIFORM_MAX_LENGTH,
        gl::ACTIVE_UNIFORM_BLOCKS,
        gl::ACTIVE_UNIFORM_BLOCK_MAX_NAME_LENGTH,
        gl::ACTIVE_ATOMIC_COUNTER_BUFFERS,
        gl::TRANSFORM_FEEDBACK_BUFFER_MODE,
        gl::TRANSFORM_FEEDBACK_VARYINGS,
        gl::TRANSFORM_FEEDBACK_VARYING_MAX_LENGTH,
        gl::GEOMETRY_VERTICES_OUT,
        gl::GEOMETRY_INPUT_TYPE,
        gl::GEOMETRY_OUTPUT_TYPE,
        gl::GEOMETRY_SHADER_INVOCATIONS,
        gl::PROGRAM_SEPARABLE,
        gl::PROGRAM_BINARY_RETRIEVABLE_HINT,
    ] {
        let mut value = -7;
        gl.GetProgramiv(program, pname, &mut value);
        gl.i32s(&format!("{label}: {pname:#06x}"), &[value, gl.GetError() as i32]);
    }
    for stage in [gl::VERTEX_SHADER, gl::FRAGMENT_SHADER] {
        for pname in [gl::ACTIVE_SUBROUTINES, gl::ACTIVE_SUBROUTINE_UNIFORMS, gl::ACTIVE_SUBROUTINE_UNIFORM_MAX_LENGTH]
        {
            let mut value = -7;
            gl.GetProgramStageiv(program, stage, pname, &mut value);
            gl.i32s(&format!("{label}: stage {stage:#06x} {pname:#06x}"), &[value, gl.GetError() as i32]);
        }
    }
    for attribute in inputs::attributes(gl, program) {
        let words = [attribute.ty as i32, attribute.size];
        gl.i32s(&format!("{label}: attribute {}", attribute.name), &words);
    }
    for uniform in inputs::uniforms(gl, program) {
        let mut words = vec![uniform.ty as i32, uniform.size];
        for pname in [
            gl::UNIFORM_TYPE,
            gl::UNIFORM_SIZE,
            gl::UNIFORM_NAME_LENGTH,
            gl::UNIFORM_OFFSET,
            gl::UNIFORM_ARRAY_STRIDE,
            gl::UNIFORM_MATRIX_STRIDE,
            gl::UNIFORM_IS_ROW_MAJOR,
        ] {
            let mut value = -7;
            gl.GetActiveUniformsiv(program, 1, &uniform.index, pname, &mut value);
            words.push(value);
        }
        let name = CString::new(uniform.name.clone()).expect("no zero inside");
        let location = gl.GetUniformLocation(program, name.as_ptr());
        for element in 0..uniform.size.min(4) {
            let mut values = [-7.0f32; 16];
            if location >= 0 {
                gl.GetUniformfv(program, location + element, values.as_mut_ptr());
            }
            words.extend(values.map(|value| value.to_bits() as i32));
        }
        gl.i32s(&format!("{label}: uniform {}", uniform.name), &words);
    }
    gl.ValidateProgram(program);
    gl.error(&format!("{label}: queries"));
}
