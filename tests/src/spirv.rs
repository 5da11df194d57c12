//! SPIR-V for `glShaderBinary`: what a program's own build would have made of GLSL for OpenGL.

use glslang_sys as sys;
use std::{
    ffi::{CStr, CString},
    ptr,
};

/// Stage of a module.
pub type Stage = sys::glslang_stage_t;

/// Compiles GLSL that gives every location and binding, as SPIR-V for OpenGL wants it. Panics with the compiler's log.
pub fn module(stage: Stage, source: &str) -> Vec<u32> {
    let code = CString::new(source).expect("no zero inside");
    // SAFETY: numbers and truth values alone: zeros are a value.
    let mut limits: sys::glslang_resource_t = unsafe { std::mem::zeroed() };
    (limits.max_draw_buffers, limits.max_vertex_attribs, limits.max_combined_texture_image_units) = (8, 16, 96);
    limits.max_texture_image_units = 16;
    (limits.max_image_units, limits.max_combined_image_uniforms, limits.max_compute_image_uniforms) = (8, 8, 8);
    (limits.max_compute_work_group_count_x, limits.max_compute_work_group_size_x) = (65535, 1024);
    (limits.max_compute_work_group_count_y, limits.max_compute_work_group_size_y) = (65535, 1024);
    (limits.max_compute_work_group_count_z, limits.max_compute_work_group_size_z) = (65535, 64);
    (limits.max_patch_vertices, limits.max_geometry_output_vertices) = (32, 256);
    (limits.max_geometry_total_output_components, limits.max_clip_distances) = (1024, 8);
    (limits.max_atomic_counter_bindings, limits.max_combined_atomic_counters) = (8, 8);
    (limits.max_compute_atomic_counters, limits.max_compute_atomic_counter_buffers) = (8, 8);
    let flexible = &mut limits.limits;
    (flexible.non_inductive_for_loops, flexible.while_loops, flexible.do_while_loops) = (true, true, true);
    (flexible.general_uniform_indexing, flexible.general_variable_indexing) = (true, true);
    (flexible.general_sampler_indexing, flexible.general_varying_indexing) = (true, true);
    (flexible.general_attribute_matrix_vector_indexing, flexible.general_constant_matrix_vector_indexing) =
        (true, true);
    let input = sys::glslang_input_t {
        language: sys::glslang_source_t::GLSL,
        stage,
        client: sys::glslang_client_t::OpenGL,
        client_version: sys::glslang_target_client_version_t::OpenGL450,
        target_language: sys::glslang_target_language_t::SPIRV,
        target_language_version: sys::glslang_target_language_version_t::SPIRV1_0,
        code: code.as_ptr(),
        default_version: 450,
        default_profile: sys::glslang_profile_t::Core,
        force_default_version_and_profile: 0,
        forward_compatible: 0,
        messages: sys::glslang_messages_t::SPV_RULES,
        resource: &limits,
        callbacks: sys::glsl_include_callbacks_t {
            include_system: None,
            include_local: None,
            free_include_result: None,
        },
        callbacks_ctx: ptr::null_mut(),
    };
    // SAFETY: `input` and all that it points to outlive the shader; the program is deleted before its shader; logs are copied
    // while their owner lives; the buffer has the size that the program says it fills.
    unsafe {
        sys::glslang_initialize_process();
        let shader = sys::glslang_shader_create(&input);
        let log = |text: *const std::ffi::c_char| CStr::from_ptr(text).to_string_lossy().into_owned();
        let ok = sys::glslang_shader_preprocess(shader, &input) != 0 && sys::glslang_shader_parse(shader, &input) != 0;
        assert!(ok, "{}\n{source}", log(sys::glslang_shader_get_info_log(shader)));
        let program = sys::glslang_program_create();
        sys::glslang_program_add_shader(program, shader);
        let linked = sys::glslang_program_link(program, sys::glslang_messages_t::SPV_RULES.0) != 0;
        assert!(linked, "{}\n{source}", log(sys::glslang_program_get_info_log(program)));
        sys::glslang_program_SPIRV_generate(program, stage);
        let mut words = vec![0u32; sys::glslang_program_SPIRV_get_size(program)];
        sys::glslang_program_SPIRV_get(program, words.as_mut_ptr());
        sys::glslang_program_delete(program);
        sys::glslang_shader_delete(shader);
        words
    }
}
