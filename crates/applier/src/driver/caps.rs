//! What the driver can do, read once.

use super::{Driver, DriverError};
use glow::HasContext;
use pipe_types::caps::{Capabilities, Features, Limits};

/// ES version (major * 10 + minor) of a `GL_VERSION` string; `None` when it is no ES version.
pub(super) fn parse_version(version: &str) -> Option<u32> {
    let numbers = version.strip_prefix("OpenGL ES ")?.split(' ').next()?;
    let (major, minor) = numbers.split_once('.')?;
    let digit =
        |text: &str| text.bytes().take_while(u8::is_ascii_digit).fold(0u32, |n, d| n * 10 + u32::from(d - b'0'));
    Some(digit(major) * 10 + digit(minor))
}

/// The features that words of `mask` name.
fn masked(mask: &str) -> Result<Features, DriverError> {
    let mut out = Features::empty();
    for word in mask.split(',').map(str::trim).filter(|word| !word.is_empty()) {
        let name = word.to_ascii_uppercase().replace('-', "_");
        out |= Features::from_name(&name).ok_or_else(|| DriverError::UnknownFeature { name: word.to_owned() })?;
    }
    Ok(out)
}

/// Each feature with the extensions of which any one gives it, and whether ES 3.2 has it without.
const FEATURES: &[(Features, bool, &[&str])] = &[
    (Features::NORM16, false, &["GL_EXT_texture_norm16"]),
    (Features::RENDER_SNORM, false, &["GL_EXT_render_snorm"]),
    (Features::COLOR_BUFFER_FLOAT, true, &["GL_EXT_color_buffer_float"]),
    (Features::COLOR_BUFFER_HALF_FLOAT, true, &["GL_EXT_color_buffer_half_float", "GL_EXT_color_buffer_float"]),
    (Features::FLOAT_LINEAR, false, &["GL_OES_texture_float_linear"]),
    (Features::FLOAT_BLEND, false, &["GL_EXT_float_blend"]),
    (Features::BGRA, false, &["GL_EXT_texture_format_BGRA8888"]),
    (Features::S3TC, false, &["GL_EXT_texture_compression_s3tc"]),
    (Features::RGTC, false, &["GL_EXT_texture_compression_rgtc"]),
    (Features::BPTC, false, &["GL_EXT_texture_compression_bptc"]),
    (Features::ASTC, true, &["GL_KHR_texture_compression_astc_ldr"]),
    (Features::ANISOTROPY, false, &["GL_EXT_texture_filter_anisotropic"]),
    (Features::BORDER_CLAMP, true, &["GL_EXT_texture_border_clamp", "GL_OES_texture_border_clamp"]),
    (Features::SRGB_DECODE, false, &["GL_EXT_texture_sRGB_decode"]),
    (Features::SRGB_WRITE_CONTROL, false, &["GL_EXT_sRGB_write_control"]),
    (Features::TEXTURE_VIEW, false, &["GL_OES_texture_view", "GL_EXT_texture_view"]),
    (Features::COPY_IMAGE, true, &["GL_EXT_copy_image", "GL_OES_copy_image"]),
    (Features::CLEAR_TEXTURE, false, &["GL_EXT_clear_texture"]),
    (Features::TEXTURE_BUFFER, true, &["GL_EXT_texture_buffer", "GL_OES_texture_buffer"]),
    (Features::CUBE_MAP_ARRAY, true, &["GL_EXT_texture_cube_map_array", "GL_OES_texture_cube_map_array"]),
    (Features::MULTISAMPLE_ARRAY, true, &["GL_OES_texture_storage_multisample_2d_array"]),
    (Features::DUAL_SOURCE, false, &["GL_EXT_blend_func_extended"]),
    (Features::DRAW_BUFFERS_INDEXED, true, &["GL_EXT_draw_buffers_indexed", "GL_OES_draw_buffers_indexed"]),
    (Features::CLIP_DISTANCE, false, &["GL_EXT_clip_cull_distance", "GL_APPLE_clip_distance"]),
    (Features::DEPTH_CLAMP, false, &["GL_EXT_depth_clamp"]),
    (Features::POLYGON_OFFSET_CLAMP, false, &["GL_EXT_polygon_offset_clamp"]),
    (Features::POLYGON_MODE, false, &["GL_NV_polygon_mode"]),
    (Features::CLIP_CONTROL, false, &["GL_EXT_clip_control"]),
    (Features::VIEWPORT_ARRAY, false, &["GL_OES_viewport_array", "GL_NV_viewport_array"]),
    (Features::FRAMEBUFFER_FETCH, false, &["GL_EXT_shader_framebuffer_fetch"]),
    (Features::SAMPLE_SHADING, true, &["GL_OES_sample_shading"]),
    (Features::MULTISAMPLE_COMPATIBILITY, false, &["GL_EXT_multisample_compatibility"]),
    (Features::TIMER_QUERY, false, &["GL_EXT_disjoint_timer_query"]),
    (Features::BASE_VERTEX, true, &["GL_EXT_draw_elements_base_vertex", "GL_OES_draw_elements_base_vertex"]),
    (Features::BASE_INSTANCE, false, &["GL_EXT_base_instance"]),
    (Features::MULTI_DRAW_INDIRECT, false, &["GL_EXT_multi_draw_indirect"]),
    (Features::GEOMETRY_SHADER, true, &["GL_EXT_geometry_shader", "GL_OES_geometry_shader"]),
    (Features::TESSELLATION_SHADER, true, &["GL_EXT_tessellation_shader", "GL_OES_tessellation_shader"]),
    (Features::BUFFER_STORAGE, false, &["GL_EXT_buffer_storage"]),
    (Features::CONDITIONAL_RENDER, false, &["GL_NV_conditional_render", "GL_EXT_conditional_render"]),
    (Features::SR8, false, &["GL_EXT_texture_sRGB_R8"]),
    (Features::MIRROR_CLAMP_TO_EDGE, false, &["GL_EXT_texture_mirror_clamp_to_edge"]),
    (Features::IMAGE_ATOMIC, true, &["GL_OES_shader_image_atomic"]),
    (Features::IMAGE_FORMATS, false, &["GL_NV_image_formats"]),
    (Features::STENCIL_TEXTURING, true, &["GL_OES_texture_stencil8"]),
    (Features::ROBUSTNESS, true, &["GL_KHR_robustness", "GL_EXT_robustness"]),
    (Features::LAYERED_FRAMEBUFFER, true, &["GL_EXT_geometry_shader", "GL_OES_geometry_shader"]),
    (Features::TEXTURE_QUERY_LOD, false, &["GL_EXT_texture_query_lod"]),
    (Features::TEXTURE_SHADOW_LOD, false, &["GL_EXT_texture_shadow_lod"]),
    (Features::READ_DEPTH_STENCIL, false, &["GL_NV_read_depth_stencil"]),
    (Features::PRIMITIVE_BOUNDING_BOX, true, &["GL_EXT_primitive_bounding_box", "GL_OES_primitive_bounding_box"]),
    (Features::BLEND_EQUATION_ADVANCED, true, &["GL_KHR_blend_equation_advanced"]),
    (Features::NOPERSPECTIVE, false, &["GL_NV_shader_noperspective_interpolation"]),
    (Features::TEXTURE_BARRIER, false, &["GL_NV_texture_barrier"]),
];

/// Sized internal formats whose sample counts a client may ask for, each with whether it is (or may be) renderable.
const MULTISAMPLE_FORMATS: &[u32] = &[
    glow::R8,
    glow::RG8,
    glow::RGB8,
    glow::RGB565,
    glow::RGBA4,
    glow::RGB5_A1,
    glow::RGBA8,
    glow::RGB10_A2,
    glow::RGB10_A2UI,
    glow::SRGB8_ALPHA8,
    glow::R8I,
    glow::R8UI,
    glow::R16I,
    glow::R16UI,
    glow::R32I,
    glow::R32UI,
    glow::RG8I,
    glow::RG8UI,
    glow::RG16I,
    glow::RG16UI,
    glow::RG32I,
    glow::RG32UI,
    glow::RGBA8I,
    glow::RGBA8UI,
    glow::RGBA16I,
    glow::RGBA16UI,
    glow::RGBA32I,
    glow::RGBA32UI,
    glow::R16F,
    glow::RG16F,
    glow::RGBA16F,
    glow::R32F,
    glow::RG32F,
    glow::RGBA32F,
    glow::R11F_G11F_B10F,
    glow::R16,
    glow::RG16,
    glow::RGBA16,
    glow::R8_SNORM,
    glow::RG8_SNORM,
    glow::RGBA8_SNORM,
    glow::R16_SNORM,
    glow::RG16_SNORM,
    glow::RGBA16_SNORM,
    glow::DEPTH_COMPONENT16,
    glow::DEPTH_COMPONENT24,
    glow::DEPTH_COMPONENT32F,
    glow::DEPTH24_STENCIL8,
    glow::DEPTH32F_STENCIL8,
    glow::STENCIL_INDEX8,
];

/// Reads everything; leaves no GL error behind.
pub(super) fn read(driver: &Driver, version: String, es_version: u32, mask: &str) -> Result<Capabilities, DriverError> {
    let off = masked(mask)?;
    let extensions: Vec<String> = driver.gl.supported_extensions().iter().cloned().collect();
    let has = |name: &str| driver.gl.supported_extensions().contains(name);
    let mut features = Features::empty();
    if es_version >= 32 {
        features |= Features::ES32;
    }
    for (feature, core_in_32, names) in FEATURES {
        if (*core_in_32 && es_version >= 32) || names.iter().any(|name| has(name)) {
            features |= *feature;
        }
    }
    // Reading BGRA and single depth aspects has extensions of its own; a feature is the pair.
    if !has("GL_EXT_read_format_bgra") {
        features -= Features::BGRA;
    }
    if !(has("GL_NV_read_depth") && has("GL_NV_read_stencil")) {
        features -= Features::READ_DEPTH_STENCIL;
    }
    // Mesa's barrier for framebuffer fetches is its texture barrier, which ES contexts of its older versions do not name:
    // both come down to one call of its drivers.
    if version.contains("Mesa") && has("GL_EXT_shader_framebuffer_fetch_non_coherent") {
        features |= Features::TEXTURE_BARRIER;
    }
    if counts_samples(driver) {
        features |= Features::SAMPLES_PASSED;
    }
    features -= off;
    let hidden: Vec<&str> =
        FEATURES.iter().filter(|(f, _, _)| off.contains(*f)).flat_map(|(_, _, names)| names.iter().copied()).collect();
    let mut extensions: Vec<String> = extensions.into_iter().filter(|e| !hidden.contains(&e.as_str())).collect();
    extensions.sort_unstable();
    let limits = limits(driver, features);
    let caps = Capabilities {
        vendor: driver.get_parameter_string(glow::VENDOR),
        renderer: driver.get_parameter_string(glow::RENDERER),
        version,
        es_version: if features.contains(Features::ES32) { es_version } else { 31 },
        extensions,
        features: features.bits(),
        sample_counts: MULTISAMPLE_FORMATS.iter().filter_map(|format| sample_counts(driver, *format)).collect(),
        compressed_formats: compressed_formats(driver),
        limits,
        video_memory: 0,
        platform: String::new(),
    };
    while driver.get_error() != glow::NO_ERROR {}
    Ok(caps)
}

/// Whether the driver takes `GL_SAMPLES_PASSED`, which no ES version has but some drivers let through.
fn counts_samples(driver: &Driver) -> bool {
    while driver.get_error() != glow::NO_ERROR {}
    let Ok(query) = driver.create_query() else { return false };
    driver.begin_query(glow::SAMPLES_PASSED, query);
    let counts = driver.get_error() == glow::NO_ERROR;
    if counts {
        driver.end_query(glow::SAMPLES_PASSED);
    }
    driver.delete_query(query);
    counts
}

fn sample_counts(driver: &Driver, format: u32) -> Option<(u32, Vec<u32>)> {
    let mut number = [0];
    driver.get_internal_format_i32_slice(glow::RENDERBUFFER, format, glow::NUM_SAMPLE_COUNTS, &mut number);
    let known = driver.get_error() == glow::NO_ERROR;
    let number = usize::try_from(number[0]).unwrap_or(0).min(64);
    if !known || number == 0 {
        return None;
    }
    let mut counts = vec![0; number];
    driver.get_internal_format_i32_slice(glow::RENDERBUFFER, format, glow::SAMPLES, &mut counts);
    let mut counts: Vec<u32> = counts.into_iter().filter_map(|c| u32::try_from(c).ok()).filter(|c| *c > 1).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    Some((format, counts))
}

fn compressed_formats(driver: &Driver) -> Vec<u32> {
    let number = driver.get_parameter_i32(glow::NUM_COMPRESSED_TEXTURE_FORMATS);
    let mut out = vec![0i32; usize::try_from(number).unwrap_or(0).min(4096)];
    if !out.is_empty() {
        driver.get_parameter_i32_slice(glow::COMPRESSED_TEXTURE_FORMATS, &mut out);
    }
    out.into_iter().map(|f| f as u32).collect()
}

/// Names of a per-stage limit in the order of `Stage`.
type PerStage = [u32; 6];
const UNIFORM_COMPONENTS: PerStage = [0x8B4A, 0x8E7F, 0x8E80, 0x8DDF, 0x8B49, 0x8263];
const UNIFORM_BLOCKS: PerStage = [0x8A2B, 0x8E89, 0x8E8A, 0x8A2C, 0x8A2D, 0x91BB];
const TEXTURE_UNITS: PerStage = [0x8B4C, 0x8E81, 0x8E82, 0x8C29, 0x8872, 0x91BC];
const IMAGE_UNIFORMS: PerStage = [0x90CA, 0x90CB, 0x90CC, 0x90CD, 0x90CE, 0x91BD];
const STORAGE_BLOCKS: PerStage = [0x90D6, 0x90D8, 0x90D9, 0x90D7, 0x90DA, 0x90DB];
const ATOMIC_COUNTERS: PerStage = [0x92D2, 0x92D3, 0x92D4, 0x92D5, 0x92D6, 0x8265];
const ATOMIC_BUFFERS: PerStage = [0x92CC, 0x92CD, 0x92CE, 0x92CF, 0x92D0, 0x8264];

/// The largest buffer, which no version of GL has a query for. Drivers keep positions in 32 bits; those of Mesa have a sign there
/// and fault beyond.
fn largest_buffer(version: &str) -> u64 {
    if version.contains("Mesa") { i32::MAX as u64 } else { u32::MAX.into() }
}

fn limits(driver: &Driver, features: Features) -> Limits {
    // A name the driver does not know leaves an error and the zero; the errors are cleared by the caller.
    let u = |name: u32| u32::try_from(driver.get_parameter_i32(name)).unwrap_or(0);
    let wide = |name: u32| u64::try_from(driver.get_parameter_i64(name)).unwrap_or(0);
    let three = |name: u32| [0, 1, 2].map(|i| u32::try_from(driver.get_parameter_indexed_i32(name, i)).unwrap_or(0));
    let stages = |names: PerStage| {
        let mut out = names.map(u);
        if !features.contains(Features::TESSELLATION_SHADER) {
            out[1..3].fill(0);
        }
        if !features.contains(Features::GEOMETRY_SHADER) {
            out[3] = 0;
        }
        out
    };
    let pair = |name: u32| {
        let mut out = [0f32; 2];
        driver.get_parameter_f32_slice(name, &mut out);
        out
    };
    let mut viewport = [0i32; 2];
    driver.get_parameter_i32_slice(glow::MAX_VIEWPORT_DIMS, &mut viewport);
    let when = |feature: Features, value: u32| if features.contains(feature) { value } else { 0 };
    // Some drivers have the extension and do not know its query: the extension's own minimum holds.
    let culls = driver.gl.supported_extensions().contains("GL_EXT_clip_cull_distance");
    let cull_distances = if culls { u(0x82F9).max(8) } else { 0 };
    let timer = |target: u32| when(Features::TIMER_QUERY, driver.query_counter_bits(target).max(0) as u32);
    Limits {
        max_texture_size: u(glow::MAX_TEXTURE_SIZE),
        max_3d_texture_size: u(glow::MAX_3D_TEXTURE_SIZE),
        max_cube_map_texture_size: u(glow::MAX_CUBE_MAP_TEXTURE_SIZE),
        max_array_texture_layers: u(glow::MAX_ARRAY_TEXTURE_LAYERS),
        max_texture_buffer_size: when(Features::TEXTURE_BUFFER, u(0x8C2B)),
        texture_buffer_offset_alignment: when(Features::TEXTURE_BUFFER, u(0x919F)),
        max_renderbuffer_size: u(glow::MAX_RENDERBUFFER_SIZE),
        max_viewport_dims: viewport.map(|v| v.max(0) as u32),
        max_draw_buffers: u(glow::MAX_DRAW_BUFFERS).min(8),
        max_color_attachments: u(glow::MAX_COLOR_ATTACHMENTS).min(8),
        max_dual_source_draw_buffers: when(Features::DUAL_SOURCE, u(0x88FC)),
        max_samples: u(glow::MAX_SAMPLES),
        max_color_texture_samples: u(0x910E),
        max_depth_texture_samples: u(0x910F),
        max_integer_samples: u(0x9110),
        max_framebuffer_width: u(0x9315),
        max_framebuffer_height: u(0x9316),
        max_framebuffer_layers: when(Features::LAYERED_FRAMEBUFFER, u(0x9317)),
        max_framebuffer_samples: u(0x9318),
        max_vertex_attribs: u(glow::MAX_VERTEX_ATTRIBS),
        max_vertex_attrib_bindings: u(0x82DA),
        max_vertex_attrib_stride: u(0x82E5),
        max_vertex_attrib_relative_offset: u(0x82D9),
        max_elements_vertices: u(0x80E8),
        max_elements_indices: u(0x80E9),
        max_element_index: wide(0x8D6B),
        max_uniform_components: stages(UNIFORM_COMPONENTS),
        max_uniform_blocks: stages(UNIFORM_BLOCKS),
        max_texture_image_units: stages(TEXTURE_UNITS),
        max_image_uniforms: stages(IMAGE_UNIFORMS),
        max_storage_blocks: stages(STORAGE_BLOCKS),
        max_atomic_counters: stages(ATOMIC_COUNTERS),
        max_atomic_counter_buffers: stages(ATOMIC_BUFFERS),
        max_combined_texture_image_units: u(glow::MAX_COMBINED_TEXTURE_IMAGE_UNITS),
        max_combined_uniform_blocks: u(0x8A2E),
        max_combined_image_uniforms: u(0x90CF),
        max_combined_shader_storage_blocks: u(0x90DC),
        max_combined_atomic_counters: u(0x92D7),
        max_combined_atomic_counter_buffers: u(0x92D1),
        max_combined_shader_output_resources: u(0x8F39),
        max_image_units: u(0x8F38),
        max_uniform_block_size: wide(0x8A30),
        max_uniform_buffer_bindings: u(0x8A2F),
        uniform_buffer_offset_alignment: u(0x8A34),
        max_shader_storage_block_size: wide(0x90DE),
        max_shader_storage_buffer_bindings: u(0x90DD),
        shader_storage_buffer_offset_alignment: u(0x90DF),
        max_atomic_counter_buffer_bindings: u(0x92DC),
        max_atomic_counter_buffer_size: u(0x92D8),
        max_varying_components: u(0x8B4B).max(4 * u(0x8DFC)),
        max_vertex_output_components: u(0x9122),
        max_geometry_input_components: when(Features::GEOMETRY_SHADER, u(0x9123)),
        max_geometry_output_components: when(Features::GEOMETRY_SHADER, u(0x9124)),
        max_geometry_output_vertices: when(Features::GEOMETRY_SHADER, u(0x8DE0)),
        max_geometry_total_output_components: when(Features::GEOMETRY_SHADER, u(0x8DE1)),
        max_geometry_shader_invocations: when(Features::GEOMETRY_SHADER, u(0x8E5A)),
        max_fragment_input_components: u(0x9125),
        min_program_texel_offset: driver.get_parameter_i32(0x8904),
        max_program_texel_offset: driver.get_parameter_i32(0x8905),
        min_program_texture_gather_offset: driver.get_parameter_i32(0x8E5E),
        max_program_texture_gather_offset: driver.get_parameter_i32(0x8E5F),
        max_transform_feedback_interleaved_components: u(0x8C8A),
        max_transform_feedback_separate_attribs: u(0x8C8B),
        max_transform_feedback_separate_components: u(0x8C80),
        max_transform_feedback_buffers: u(0x8C8B),
        max_clip_distances: when(Features::CLIP_DISTANCE, u(0x0D32)),
        max_cull_distances: when(Features::CLIP_DISTANCE, cull_distances),
        max_sample_mask_words: u(0x8E59),
        max_patch_vertices: when(Features::TESSELLATION_SHADER, u(0x8E7D)),
        max_tess_gen_level: when(Features::TESSELLATION_SHADER, u(0x8E7E)),
        max_tess_control_input_components: when(Features::TESSELLATION_SHADER, u(0x886C)),
        max_tess_control_output_components: when(Features::TESSELLATION_SHADER, u(0x8E83)),
        max_tess_control_total_output_components: when(Features::TESSELLATION_SHADER, u(0x8E85)),
        max_tess_evaluation_input_components: when(Features::TESSELLATION_SHADER, u(0x886D)),
        max_tess_evaluation_output_components: when(Features::TESSELLATION_SHADER, u(0x8E86)),
        max_tess_patch_components: when(Features::TESSELLATION_SHADER, u(0x8E84)),
        max_viewports: when(Features::VIEWPORT_ARRAY, u(0x825B)).max(1),
        subpixel_bits: u(glow::SUBPIXEL_BITS),
        max_server_wait_timeout: wide(0x9111),
        max_buffer_size: largest_buffer(&driver.get_parameter_string(glow::VERSION)),
        max_compute_work_group_count: three(0x91BE),
        max_compute_work_group_size: three(0x91BF),
        max_compute_work_group_invocations: u(0x90EB),
        max_compute_shared_memory_size: u(0x8262),
        max_texture_lod_bias: driver.get_parameter_f32(0x84FD),
        max_texture_max_anisotropy: if features.contains(Features::ANISOTROPY) {
            driver.get_parameter_f32(0x84FF)
        } else {
            1.0
        },
        aliased_line_width_range: pair(0x846E),
        smooth_line_width_range: pair(0x846E),
        point_size_range: pair(0x846D),
        point_size_granularity: 0.125,
        query_counter_bits_time_elapsed: timer(0x88BF),
        query_counter_bits_timestamp: timer(0x8E28),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_es_are_read_and_others_are_not() {
        assert_eq!(parse_version("OpenGL ES 3.2 Mesa 22.3.6"), Some(32));
        assert_eq!(parse_version("OpenGL ES 3.1"), Some(31));
        assert_eq!(parse_version("4.5 (Core Profile) Mesa"), None);
        assert_eq!(parse_version("OpenGL ES-CM 1.1"), None);
    }

    #[test]
    fn a_mask_word_that_is_no_feature_is_refused() {
        // red once: unknown words were skipped
        assert_eq!(masked("norm16, bgra").unwrap(), Features::NORM16 | Features::BGRA);
        assert!(matches!(masked("norm17"), Err(DriverError::UnknownFeature { name }) if name == "norm17"));
    }
}
