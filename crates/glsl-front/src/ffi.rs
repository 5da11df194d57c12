//! The binding to glslang's C interface: preprocess, parse, link, generate SPIR-V. Nothing else in this crate is unsafe.

use glslang_sys as sys;
use pipe_types::archive::Stage;
use std::ffi::{CStr, CString, c_char, c_void};
use std::ptr;
use std::sync::OnceLock;

/// A failure inside the compiler, with its log.
pub(crate) type Log = String;

/// Language version that everything is compiled as when the application asks for less (SPIR-V for OpenGL starts there).
pub(crate) const SPIRV_FLOOR: u16 = 330;

fn init() {
    static INIT: OnceLock<bool> = OnceLock::new();
    // SAFETY: the process-wide initialiser takes no argument; `OnceLock` runs it once, before any other call.
    let ok = *INIT.get_or_init(|| unsafe { sys::glslang_initialize_process() } != 0);
    assert!(ok, "glslang's process-wide initialisation failed");
}

const fn stage_of(stage: Stage) -> sys::glslang_stage_t {
    match stage {
        Stage::Vertex => sys::glslang_stage_t::Vertex,
        Stage::TessControl => sys::glslang_stage_t::TesselationControl,
        Stage::TessEvaluation => sys::glslang_stage_t::TesselationEvaluation,
        Stage::Geometry => sys::glslang_stage_t::Geometry,
        Stage::Fragment => sys::glslang_stage_t::Fragment,
        Stage::Compute => sys::glslang_stage_t::Compute,
    }
}

/// A shader never includes files: every `#include` is answered "not found".
unsafe extern "C" fn no_include(
    _: *mut c_void,
    _: *const c_char,
    _: *const c_char,
    _: usize,
) -> *mut sys::glsl_include_result_t {
    ptr::null_mut()
}

unsafe extern "C" fn free_no_include(_: *mut c_void, _: *mut sys::glsl_include_result_t) -> i32 {
    0
}

struct Input<'a> {
    raw: sys::glslang_input_t,
    _code: &'a CStr,
}

impl<'a> Input<'a> {
    fn new(stage: Stage, code: &'a CStr, limits: &'a sys::glslang_resource_t, spirv: bool) -> Self {
        let (client, target, messages) = if spirv {
            (sys::glslang_client_t::OpenGL, sys::glslang_target_language_t::SPIRV, sys::glslang_messages_t::SPV_RULES)
        } else {
            (sys::glslang_client_t::None, sys::glslang_target_language_t::None, sys::glslang_messages_t::DEFAULT)
        };
        Input {
            raw: sys::glslang_input_t {
                language: sys::glslang_source_t::GLSL,
                stage: stage_of(stage),
                client,
                client_version: sys::glslang_target_client_version_t::OpenGL450,
                target_language: target,
                target_language_version: sys::glslang_target_language_version_t::SPIRV1_0,
                code: code.as_ptr(),
                default_version: 110,
                default_profile: sys::glslang_profile_t::None,
                force_default_version_and_profile: 0,
                forward_compatible: 0,
                messages,
                resource: limits,
                callbacks: sys::glsl_include_callbacks_t {
                    include_system: Some(no_include),
                    include_local: Some(no_include),
                    free_include_result: Some(free_no_include),
                },
                callbacks_ctx: ptr::null_mut(),
            },
            _code: code,
        }
    }
}

/// # Safety
/// `p` is null or points to a string that stays unchanged during the call.
unsafe fn text(p: *const c_char) -> String {
    if p.is_null() {
        String::new()
    } else {
        // SAFETY: not null, and the caller says that it is a string.
        unsafe { CStr::from_ptr(p) }.to_string_lossy().into_owned()
    }
}

/// A `TShader`. It stays on the thread that made it: its memory pool is bound to one thread at a time.
pub(crate) struct Unit {
    raw: *mut sys::glslang_shader_t,
    stage: Stage,
}

impl Unit {
    fn new(stage: Stage, input: &Input<'_>) -> Unit {
        init();
        // SAFETY: `input` and the code it points to outlive the call, which keeps only the code's pointer; that is
        // replaced by the preprocessed text before the next use (`glslang_shader_parse`) or read while `input` lives.
        let raw = unsafe { sys::glslang_shader_create(&input.raw) };
        assert!(!raw.is_null(), "glslang_shader_create answers null only for null code");
        Unit { raw, stage }
    }

    fn log(&self) -> Log {
        // SAFETY: `raw` is a live shader; the log belongs to it and isn't changed while it is copied.
        unsafe { text(sys::glslang_shader_get_info_log(self.raw)) }
    }
}

impl Drop for Unit {
    fn drop(&mut self) {
        // SAFETY: `raw` came from `glslang_shader_create` and is deleted once; programs that refer to it are gone,
        // because `Linked` borrows its units.
        unsafe { sys::glslang_shader_delete(self.raw) }
    }
}

/// Runs the preprocessor at the version the source asks for (1.10 when it says nothing).
pub(crate) fn preprocess(stage: Stage, source: &CStr, limits: &Limits) -> Result<String, Log> {
    let input = Input::new(stage, source, &limits.0, false);
    let unit = Unit::new(stage, &input);
    // SAFETY: `unit` is live, `input` and everything it points to outlive the call.
    let ok = unsafe { sys::glslang_shader_preprocess(unit.raw, &input.raw) } != 0;
    if !ok {
        return Err(unit.log());
    }
    // SAFETY: `unit` is live and owns the string, which is copied before anything else touches it.
    Ok(unsafe { text(sys::glslang_shader_get_preprocessed_code(unit.raw)) })
}

/// Parses preprocessed text for the errors of its own language version, without the rules of SPIR-V.
pub(crate) fn check(stage: Stage, preprocessed: &CStr, limits: &Limits) -> Result<(), Log> {
    parse_as(stage, preprocessed, limits, false).map(|_| ())
}

/// Parses preprocessed text. On success the unit and its warnings.
pub(crate) fn parse(stage: Stage, preprocessed: &CStr, limits: &Limits) -> Result<(Unit, Log), Log> {
    parse_as(stage, preprocessed, limits, true)
}

fn parse_as(stage: Stage, preprocessed: &CStr, limits: &Limits, spirv: bool) -> Result<(Unit, Log), Log> {
    let input = Input::new(stage, preprocessed, &limits.0, spirv);
    let unit = Unit::new(stage, &input);
    let options =
        sys::glslang_shader_options_t::AUTO_MAP_BINDINGS.0 | sys::glslang_shader_options_t::AUTO_MAP_LOCATIONS.0;
    // SAFETY: `unit` is live, `preprocessed` is copied by the second call, `input` outlives the third.
    let ok = unsafe {
        sys::glslang_shader_set_options(unit.raw, options);
        sys::glslang_shader_set_preprocessed_code(unit.raw, preprocessed.as_ptr());
        sys::glslang_shader_parse(unit.raw, &input.raw)
    } != 0;
    let log = unit.log();
    if ok { Ok((unit, log)) } else { Err(log) }
}

/// A linked `TProgram`.
pub(crate) struct Linked<'a> {
    raw: *mut sys::glslang_program_t,
    _units: &'a [Unit],
}

impl<'a> Linked<'a> {
    /// Links parsed units; several units may be of one stage.
    pub(crate) fn link(units: &'a [Unit]) -> Result<Linked<'a>, Log> {
        init();
        // SAFETY: takes no argument.
        let raw = unsafe { sys::glslang_program_create() };
        let linked = Linked { raw, _units: units };
        // Which varyings match is decided in `interface`, in the driver's words.
        let messages = sys::glslang_messages_t::SPV_RULES;
        // SAFETY: program and units are live; the units outlive the program by the borrow.
        let ok = unsafe {
            for unit in units {
                sys::glslang_program_add_shader(raw, unit.raw);
            }
            sys::glslang_program_link(raw, messages.0)
        } != 0;
        if ok {
            Ok(linked)
        } else {
            // SAFETY: the program is live and owns the log.
            Err(unsafe { text(sys::glslang_program_get_info_log(raw)) })
        }
    }

    /// SPIR-V of one stage, as linked: explicit locations and bindings only.
    pub(crate) fn spirv(&self, stage: Stage) -> Result<Vec<u32>, Log> {
        assert!(self._units.iter().any(|u| u.stage == stage), "no unit of this stage was linked");
        let mut options = sys::glslang_spv_options_t {
            generate_debug_info: false,
            strip_debug_info: false,
            disable_optimizer: true,
            optimize_size: false,
            optimize_performance: false,
            disassemble: false,
            validate: false,
            emit_nonsemantic_shader_debug_info: false,
            emit_nonsemantic_shader_debug_source: false,
            compile_only: false,
            optimize_allow_expanded_id_bound: false,
            compiler_signature: ptr::null(),
            command_line_arguments: ptr::null(),
            current_working_directory: ptr::null(),
        };
        // SAFETY: the program is live and linked with a unit of this stage; `options` outlives the call; the buffer has
        // the size that the program says it will fill.
        unsafe {
            sys::glslang_program_SPIRV_generate_with_options(self.raw, stage_of(stage), &mut options);
            let mut words = vec![0u32; sys::glslang_program_SPIRV_get_size(self.raw)];
            if words.is_empty() {
                return Err(text(sys::glslang_program_SPIRV_get_messages(self.raw)));
            }
            sys::glslang_program_SPIRV_get(self.raw, words.as_mut_ptr());
            // Unsupported constructs are reported here and leave an incomplete module behind.
            let messages = text(sys::glslang_program_SPIRV_get_messages(self.raw));
            if messages.to_ascii_lowercase().contains("error") || messages.contains("TBD") {
                return Err(messages);
            }
            Ok(words)
        }
    }
}

impl Drop for Linked<'_> {
    fn drop(&mut self) {
        // SAFETY: `raw` came from `glslang_program_create` and is deleted once, before its units.
        unsafe { sys::glslang_program_delete(self.raw) }
    }
}

/// Text without interior zero bytes for the C interface.
pub(crate) fn c_text(text: String) -> Result<CString, Log> {
    CString::new(text)
        .map_err(|e| format!("ERROR: 0:1: '' : a zero byte at offset {} of the source\n", e.nul_position()))
}

/// The limits behind `gl_Max*`.
pub(crate) struct Limits(sys::glslang_resource_t);

impl Limits {
    /// Limits with this many draw buffers, vertex attributes and combined texture units; the rest are GL 4.6's minimums
    /// or more. Limits that only bound what a program may use are checked by the driver, so they are generous.
    pub(crate) fn new(draw_buffers: u32, vertex_attribs: u32, texture_units: u32) -> Limits {
        let (draw_buffers, vertex_attribs) = (draw_buffers as i32, vertex_attribs as i32);
        let combined = texture_units as i32;
        let units = (combined / 6).max(16);
        Limits(sys::glslang_resource_t {
            max_lights: 8,
            max_clip_planes: 8,
            max_texture_units: 8,
            max_texture_coords: 8,
            max_vertex_attribs: vertex_attribs,
            max_vertex_uniform_components: 4096,
            max_varying_floats: 128,
            max_vertex_texture_image_units: units,
            max_combined_texture_image_units: combined,
            max_texture_image_units: units,
            max_fragment_uniform_components: 4096,
            max_draw_buffers: draw_buffers,
            max_vertex_uniform_vectors: 1024,
            max_varying_vectors: 32,
            max_fragment_uniform_vectors: 1024,
            max_vertex_output_vectors: 32,
            max_fragment_input_vectors: 32,
            min_program_texel_offset: -8,
            max_program_texel_offset: 7,
            max_clip_distances: 8,
            max_compute_work_group_count_x: 65535,
            max_compute_work_group_count_y: 65535,
            max_compute_work_group_count_z: 65535,
            max_compute_work_group_size_x: 1024,
            max_compute_work_group_size_y: 1024,
            max_compute_work_group_size_z: 64,
            max_compute_uniform_components: 4096,
            max_compute_texture_image_units: units,
            max_compute_image_uniforms: 8,
            max_compute_atomic_counters: 8,
            max_compute_atomic_counter_buffers: 8,
            max_varying_components: 128,
            max_vertex_output_components: 128,
            max_geometry_input_components: 128,
            max_geometry_output_components: 128,
            max_fragment_input_components: 128,
            max_image_units: 8,
            max_combined_image_units_and_fragment_outputs: 16,
            max_combined_shader_output_resources: 16,
            max_image_samples: 0,
            max_vertex_image_uniforms: 8,
            max_tess_control_image_uniforms: 8,
            max_tess_evaluation_image_uniforms: 8,
            max_geometry_image_uniforms: 8,
            max_fragment_image_uniforms: 8,
            max_combined_image_uniforms: 48,
            max_geometry_texture_image_units: units,
            max_geometry_output_vertices: 256,
            max_geometry_total_output_components: 1024,
            max_geometry_uniform_components: 4096,
            max_geometry_varying_components: 64,
            max_tess_control_input_components: 128,
            max_tess_control_output_components: 128,
            max_tess_control_texture_image_units: units,
            max_tess_control_uniform_components: 4096,
            max_tess_control_total_output_components: 4096,
            max_tess_evaluation_input_components: 128,
            max_tess_evaluation_output_components: 128,
            max_tess_evaluation_texture_image_units: units,
            max_tess_evaluation_uniform_components: 4096,
            max_tess_patch_components: 120,
            max_patch_vertices: 32,
            max_tess_gen_level: 64,
            max_viewports: 16,
            max_vertex_atomic_counters: 8,
            max_tess_control_atomic_counters: 8,
            max_tess_evaluation_atomic_counters: 8,
            max_geometry_atomic_counters: 8,
            max_fragment_atomic_counters: 8,
            max_combined_atomic_counters: 8,
            max_atomic_counter_bindings: 8,
            max_vertex_atomic_counter_buffers: 8,
            max_tess_control_atomic_counter_buffers: 8,
            max_tess_evaluation_atomic_counter_buffers: 8,
            max_geometry_atomic_counter_buffers: 8,
            max_fragment_atomic_counter_buffers: 8,
            max_combined_atomic_counter_buffers: 8,
            max_atomic_counter_buffer_size: 16384,
            max_transform_feedback_buffers: 4,
            max_transform_feedback_interleaved_components: 64,
            max_cull_distances: 8,
            max_combined_clip_and_cull_distances: 8,
            max_samples: 8,
            max_mesh_output_vertices_nv: 0,
            max_mesh_output_primitives_nv: 0,
            max_mesh_work_group_size_x_nv: 0,
            max_mesh_work_group_size_y_nv: 0,
            max_mesh_work_group_size_z_nv: 0,
            max_task_work_group_size_x_nv: 0,
            max_task_work_group_size_y_nv: 0,
            max_task_work_group_size_z_nv: 0,
            max_mesh_view_count_nv: 0,
            max_mesh_output_vertices_ext: 0,
            max_mesh_output_primitives_ext: 0,
            max_mesh_work_group_size_x_ext: 0,
            max_mesh_work_group_size_y_ext: 0,
            max_mesh_work_group_size_z_ext: 0,
            max_task_work_group_size_x_ext: 0,
            max_task_work_group_size_y_ext: 0,
            max_task_work_group_size_z_ext: 0,
            max_mesh_view_count_ext: 0,
            __bindgen_anon_1: sys::glslang_resource_s__bindgen_ty_1 { max_dual_source_draw_buffers_ext: 1 },
            // What GLSL ES 1.00 leaves to the implementation.
            limits: sys::glslang_limits_t {
                non_inductive_for_loops: true,
                while_loops: true,
                do_while_loops: true,
                general_uniform_indexing: true,
                general_attribute_matrix_vector_indexing: true,
                general_varying_indexing: true,
                general_sampler_indexing: true,
                general_variable_indexing: true,
                general_constant_matrix_vector_indexing: true,
            },
        })
    }
}
