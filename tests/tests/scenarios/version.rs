//! An advertised version is complete: entry points, state, limits (GL 4.6 core 23; the registry's lists).

use mgpipe_tests::{
    against_native,
    bindings::{VERSIONS, Version, gl},
};

/// The version of the current context, as the registry has it.
unsafe fn version(gl: &gl::Gl) -> &'static Version {
    let (mut major, mut minor) = (0, 0);
    gl.GetIntegerv(gl::MAJOR_VERSION, &mut major);
    gl.GetIntegerv(gl::MINOR_VERSION, &mut minor);
    let number = (major * 10 + minor) as u32;
    VERSIONS.iter().rfind(|version| version.number <= number).expect("3.1 at least")
}

/// Entry points that the registry lists for core versions although only the compatibility profile has them (GL 3.3
/// compatibility 2.7: the packed forms of what the core profile removed).
fn is_of_the_compatibility_profile(command: &str) -> bool {
    ["glVertexP", "glTexCoordP", "glMultiTexCoordP", "glNormalP", "glColorP", "glSecondaryColorP"]
        .iter()
        .any(|removed| command.starts_with(removed))
        || (command.starts_with("glGetn")
            && !["glGetnTexImage", "glGetnCompressedTexImage"].contains(&command)
            && !command.starts_with("glGetnUniform"))
}

/// Every entry point of the highest version is there.
// red once: with 45 as the highest version, glUniform1d and its kin were missing
#[test]
fn entry_points_of_the_highest_version_are_implemented() {
    let highest = client::front_end::MAX_VERSION;
    let version = VERSIONS.iter().find(|version| version.number == highest).expect("a version of the registry");
    let missing: Vec<_> = version
        .commands
        .iter()
        .filter(|command| client::abi::entry_points::NOT_IMPLEMENTED.binary_search(command).is_ok())
        .filter(|command| !is_of_the_compatibility_profile(command))
        .collect();
    assert!(missing.is_empty(), "not implemented of version {highest}: {missing:?}");
}

// red once: GL_MAX_COMBINED_ATOMIC_COUNTERS and its neighbours without an answer
against_native!(all_state_of_the_version_answers, |gl| {
    // The enums of the version that is offered here: natively, it is a later one.
    let ours = VERSIONS.iter().find(|version| version.number == client::front_end::MAX_VERSION);
    let mut silent = Vec::new();
    // GL_VERTEX_ARRAY is the type of an object; its number was a capability in the compatibility profile.
    let state = ours.expect("a version of the registry").state.iter().filter(|(name, _)| *name != "GL_VERTEX_ARRAY");
    for &(name, value) in state {
        let mut values = [0i32; 256];
        gl.GetIntegerv(value, values.as_mut_ptr());
        if gl.GetError() == gl::INVALID_ENUM {
            silent.push(name);
        }
    }
    gl.text("state without an answer", &silent.join(" "));
    gl.text("the version", &format!("{}", gl::VERSION));
});

/// A limit: the version that has it, its query, and the least value that the specification allows.
type Minimum = (u32, u32, i64);

/// GL 4.5 core tables 23.53 to 23.75. Where a version asks for more than the one before, both stand here.
const MINIMA: &[Minimum] = &[
    (31, gl::MAX_CLIP_DISTANCES, 8),
    (31, gl::MAX_3D_TEXTURE_SIZE, 256),
    (41, gl::MAX_3D_TEXTURE_SIZE, 2048),
    (31, gl::MAX_TEXTURE_SIZE, 1024),
    (41, gl::MAX_TEXTURE_SIZE, 16384),
    (31, gl::MAX_ARRAY_TEXTURE_LAYERS, 256),
    (41, gl::MAX_ARRAY_TEXTURE_LAYERS, 2048),
    (31, gl::MAX_CUBE_MAP_TEXTURE_SIZE, 1024),
    (41, gl::MAX_CUBE_MAP_TEXTURE_SIZE, 16384),
    (31, gl::MAX_RENDERBUFFER_SIZE, 1024),
    (41, gl::MAX_RENDERBUFFER_SIZE, 16384),
    (31, gl::MAX_RECTANGLE_TEXTURE_SIZE, 1024),
    (41, gl::MAX_RECTANGLE_TEXTURE_SIZE, 16384),
    (31, gl::MAX_TEXTURE_BUFFER_SIZE, 65536),
    (31, gl::MAX_DRAW_BUFFERS, 8),
    (31, gl::MAX_COLOR_ATTACHMENTS, 8),
    (33, gl::MAX_DUAL_SOURCE_DRAW_BUFFERS, 1),
    (31, gl::MAX_SAMPLES, 4),
    (32, gl::MAX_COLOR_TEXTURE_SAMPLES, 1),
    (32, gl::MAX_DEPTH_TEXTURE_SAMPLES, 1),
    (32, gl::MAX_INTEGER_SAMPLES, 1),
    (32, gl::MAX_SAMPLE_MASK_WORDS, 1),
    (31, gl::MAX_VERTEX_ATTRIBS, 16),
    (31, gl::MAX_VERTEX_UNIFORM_COMPONENTS, 1024),
    (31, gl::MAX_FRAGMENT_UNIFORM_COMPONENTS, 1024),
    (32, gl::MAX_GEOMETRY_UNIFORM_COMPONENTS, 1024),
    (41, gl::MAX_VERTEX_UNIFORM_VECTORS, 256),
    (41, gl::MAX_FRAGMENT_UNIFORM_VECTORS, 256),
    (41, gl::MAX_VARYING_VECTORS, 15),
    (31, gl::MAX_VARYING_COMPONENTS, 60),
    (32, gl::MAX_VERTEX_OUTPUT_COMPONENTS, 64),
    (32, gl::MAX_GEOMETRY_INPUT_COMPONENTS, 64),
    (32, gl::MAX_GEOMETRY_OUTPUT_COMPONENTS, 128),
    (32, gl::MAX_GEOMETRY_OUTPUT_VERTICES, 256),
    (32, gl::MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS, 1024),
    (32, gl::MAX_FRAGMENT_INPUT_COMPONENTS, 128),
    (31, gl::MAX_TEXTURE_IMAGE_UNITS, 16),
    (31, gl::MAX_VERTEX_TEXTURE_IMAGE_UNITS, 16),
    (32, gl::MAX_GEOMETRY_TEXTURE_IMAGE_UNITS, 16),
    (31, gl::MAX_COMBINED_TEXTURE_IMAGE_UNITS, 48),
    (40, gl::MAX_COMBINED_TEXTURE_IMAGE_UNITS, 80),
    (43, gl::MAX_COMBINED_TEXTURE_IMAGE_UNITS, 96),
    (31, gl::MAX_VERTEX_UNIFORM_BLOCKS, 12),
    (43, gl::MAX_VERTEX_UNIFORM_BLOCKS, 14),
    (31, gl::MAX_FRAGMENT_UNIFORM_BLOCKS, 12),
    (43, gl::MAX_FRAGMENT_UNIFORM_BLOCKS, 14),
    (32, gl::MAX_GEOMETRY_UNIFORM_BLOCKS, 12),
    (43, gl::MAX_GEOMETRY_UNIFORM_BLOCKS, 14),
    (31, gl::MAX_COMBINED_UNIFORM_BLOCKS, 36),
    (40, gl::MAX_COMBINED_UNIFORM_BLOCKS, 60),
    (43, gl::MAX_COMBINED_UNIFORM_BLOCKS, 70),
    (31, gl::MAX_UNIFORM_BUFFER_BINDINGS, 36),
    (40, gl::MAX_UNIFORM_BUFFER_BINDINGS, 60),
    (43, gl::MAX_UNIFORM_BUFFER_BINDINGS, 84),
    (31, gl::MAX_UNIFORM_BLOCK_SIZE, 16384),
    (31, gl::MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS, 64),
    (31, gl::MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS, 4),
    (31, gl::MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS, 4),
    (40, gl::MAX_TRANSFORM_FEEDBACK_BUFFERS, 4),
    (40, gl::MAX_VERTEX_STREAMS, 4),
    (40, gl::MAX_GEOMETRY_SHADER_INVOCATIONS, 32),
    (40, gl::FRAGMENT_INTERPOLATION_OFFSET_BITS, 4),
    (40, gl::MAX_PROGRAM_TEXTURE_GATHER_OFFSET, 7),
    (31, gl::MAX_PROGRAM_TEXEL_OFFSET, 7),
    (40, gl::MAX_PATCH_VERTICES, 32),
    (40, gl::MAX_TESS_GEN_LEVEL, 64),
    (40, gl::MAX_TESS_CONTROL_UNIFORM_COMPONENTS, 1024),
    (40, gl::MAX_TESS_EVALUATION_UNIFORM_COMPONENTS, 1024),
    (40, gl::MAX_TESS_CONTROL_TEXTURE_IMAGE_UNITS, 16),
    (40, gl::MAX_TESS_EVALUATION_TEXTURE_IMAGE_UNITS, 16),
    (40, gl::MAX_TESS_CONTROL_OUTPUT_COMPONENTS, 128),
    (40, gl::MAX_TESS_PATCH_COMPONENTS, 120),
    (40, gl::MAX_TESS_CONTROL_TOTAL_OUTPUT_COMPONENTS, 4096),
    (40, gl::MAX_TESS_EVALUATION_OUTPUT_COMPONENTS, 128),
    (40, gl::MAX_TESS_CONTROL_INPUT_COMPONENTS, 128),
    (40, gl::MAX_TESS_EVALUATION_INPUT_COMPONENTS, 128),
    (40, gl::MAX_TESS_CONTROL_UNIFORM_BLOCKS, 12),
    (40, gl::MAX_TESS_EVALUATION_UNIFORM_BLOCKS, 12),
    (40, gl::MAX_SUBROUTINES, 256),
    (40, gl::MAX_SUBROUTINE_UNIFORM_LOCATIONS, 1024),
    (41, gl::MAX_VIEWPORTS, 16),
    (41, gl::NUM_PROGRAM_BINARY_FORMATS, 0),
    (42, gl::MAX_IMAGE_UNITS, 8),
    (42, gl::MAX_FRAGMENT_IMAGE_UNIFORMS, 8),
    (42, gl::MAX_COMBINED_IMAGE_UNIFORMS, 8),
    (42, gl::MAX_COMBINED_SHADER_OUTPUT_RESOURCES, 8),
    (42, gl::MAX_ATOMIC_COUNTER_BUFFER_BINDINGS, 1),
    (42, gl::MAX_FRAGMENT_ATOMIC_COUNTER_BUFFERS, 1),
    (42, gl::MAX_FRAGMENT_ATOMIC_COUNTERS, 8),
    (42, gl::MAX_COMBINED_ATOMIC_COUNTER_BUFFERS, 1),
    (42, gl::MAX_COMBINED_ATOMIC_COUNTERS, 8),
    (42, gl::MAX_ATOMIC_COUNTER_BUFFER_SIZE, 32),
    (42, gl::MIN_MAP_BUFFER_ALIGNMENT, 64),
    (43, gl::MAX_ELEMENT_INDEX, (1 << 24) - 1),
    (43, gl::MAX_COMPUTE_WORK_GROUP_INVOCATIONS, 1024),
    (43, gl::MAX_COMPUTE_UNIFORM_BLOCKS, 14),
    (43, gl::MAX_COMPUTE_TEXTURE_IMAGE_UNITS, 16),
    (43, gl::MAX_COMPUTE_ATOMIC_COUNTER_BUFFERS, 8),
    (43, gl::MAX_COMPUTE_ATOMIC_COUNTERS, 8),
    (43, gl::MAX_COMPUTE_SHARED_MEMORY_SIZE, 32768),
    (43, gl::MAX_COMPUTE_UNIFORM_COMPONENTS, 512),
    (43, gl::MAX_COMPUTE_IMAGE_UNIFORMS, 8),
    (43, gl::MAX_SHADER_STORAGE_BUFFER_BINDINGS, 8),
    (43, gl::MAX_SHADER_STORAGE_BLOCK_SIZE, 1 << 24),
    (43, gl::MAX_COMBINED_SHADER_STORAGE_BLOCKS, 8),
    (43, gl::MAX_FRAGMENT_SHADER_STORAGE_BLOCKS, 8),
    (43, gl::MAX_COMPUTE_SHADER_STORAGE_BLOCKS, 8),
    (43, gl::MAX_FRAMEBUFFER_WIDTH, 16384),
    (43, gl::MAX_FRAMEBUFFER_HEIGHT, 16384),
    (43, gl::MAX_FRAMEBUFFER_LAYERS, 2048),
    (43, gl::MAX_FRAMEBUFFER_SAMPLES, 4),
    (43, gl::MAX_UNIFORM_LOCATIONS, 1024),
    (43, gl::MAX_VERTEX_ATTRIB_BINDINGS, 16),
    (43, gl::MAX_VERTEX_ATTRIB_RELATIVE_OFFSET, 2047),
    (43, gl::MAX_LABEL_LENGTH, 256),
    (43, gl::MAX_DEBUG_MESSAGE_LENGTH, 1),
    (43, gl::MAX_DEBUG_LOGGED_MESSAGES, 1),
    (43, gl::MAX_DEBUG_GROUP_STACK_DEPTH, 64),
    (44, gl::MAX_VERTEX_ATTRIB_STRIDE, 2048),
    (45, gl::MAX_CULL_DISTANCES, 8),
    (45, gl::MAX_COMBINED_CLIP_AND_CULL_DISTANCES, 8),
];

// red once: with 45 as the highest version, GL_MAX_VERTEX_STREAMS was 1
against_native!(limits_are_at_least_the_specifications, |gl| {
    let version = version(gl).number.min(client::front_end::MAX_VERSION);
    for &(since, pname, least) in MINIMA.iter().filter(|(since, ..)| *since <= version) {
        let mut value = i64::MIN;
        gl.GetInteger64v(pname, &mut value);
        gl.u32s(&format!("{pname:#06x} is at least {least} (since {since})"), &[u32::from(value >= least)]);
    }
    gl.error("all");
});
