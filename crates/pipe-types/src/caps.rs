//! What the driver can do, as the client learns it in the handshake and never has to ask again.

#![allow(missing_docs)] // the derived archived twins have the documents of their originals

use rkyv::{Archive, Deserialize, Serialize};

bitflags::bitflags! {
    /// Optional features of an ES 3.1+ driver that change what the client may promise or what the server has to emulate.
    /// Each can be masked by its name (`MGPIPE_MASK=norm16,bgra`).
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
    pub struct Features: u64 {
        /// ES 3.2 context (geometry, tessellation, buffer textures, cube arrays, ... without extensions).
        const ES32 = 1 << 0;
        /// `GL_EXT_texture_norm16`.
        const NORM16 = 1 << 1;
        /// `GL_EXT_render_snorm`.
        const RENDER_SNORM = 1 << 2;
        /// `GL_EXT_color_buffer_float`.
        const COLOR_BUFFER_FLOAT = 1 << 3;
        /// `GL_EXT_color_buffer_half_float`.
        const COLOR_BUFFER_HALF_FLOAT = 1 << 4;
        /// `GL_OES_texture_float_linear`.
        const FLOAT_LINEAR = 1 << 5;
        /// `GL_EXT_float_blend`.
        const FLOAT_BLEND = 1 << 6;
        /// `GL_EXT_texture_format_BGRA8888` and `GL_EXT_read_format_bgra`.
        const BGRA = 1 << 7;
        /// `GL_EXT_texture_compression_s3tc` (+ sRGB).
        const S3TC = 1 << 8;
        /// `GL_EXT_texture_compression_rgtc`.
        const RGTC = 1 << 9;
        /// `GL_EXT_texture_compression_bptc`.
        const BPTC = 1 << 10;
        /// `GL_KHR_texture_compression_astc_ldr`.
        const ASTC = 1 << 11;
        /// `GL_EXT_texture_filter_anisotropic`.
        const ANISOTROPY = 1 << 12;
        /// `GL_EXT_texture_border_clamp` or ES 3.2.
        const BORDER_CLAMP = 1 << 13;
        /// `GL_EXT_texture_sRGB_decode`.
        const SRGB_DECODE = 1 << 14;
        /// `GL_EXT_sRGB_write_control`.
        const SRGB_WRITE_CONTROL = 1 << 15;
        /// `GL_OES_texture_view` or `GL_EXT_texture_view`.
        const TEXTURE_VIEW = 1 << 16;
        /// `GL_EXT_copy_image` or ES 3.2.
        const COPY_IMAGE = 1 << 17;
        /// `GL_EXT_clear_texture`.
        const CLEAR_TEXTURE = 1 << 18;
        /// `GL_EXT_texture_buffer` or ES 3.2.
        const TEXTURE_BUFFER = 1 << 19;
        /// `GL_EXT_texture_cube_map_array` or ES 3.2.
        const CUBE_MAP_ARRAY = 1 << 20;
        /// `GL_OES_texture_storage_multisample_2d_array` or ES 3.2.
        const MULTISAMPLE_ARRAY = 1 << 21;
        /// `GL_EXT_blend_func_extended`.
        const DUAL_SOURCE = 1 << 22;
        /// `GL_OES_draw_buffers_indexed` or ES 3.2.
        const DRAW_BUFFERS_INDEXED = 1 << 23;
        /// `GL_EXT_clip_cull_distance`.
        const CLIP_DISTANCE = 1 << 24;
        /// `GL_EXT_depth_clamp`.
        const DEPTH_CLAMP = 1 << 25;
        /// `GL_EXT_polygon_offset_clamp`.
        const POLYGON_OFFSET_CLAMP = 1 << 26;
        /// `GL_NV_polygon_mode`.
        const POLYGON_MODE = 1 << 27;
        /// `GL_EXT_clip_control`.
        const CLIP_CONTROL = 1 << 28;
        /// `GL_OES_viewport_array`.
        const VIEWPORT_ARRAY = 1 << 29;
        /// `GL_OES_sample_shading` or ES 3.2.
        const SAMPLE_SHADING = 1 << 30;
        /// `GL_EXT_multisample_compatibility`.
        const MULTISAMPLE_COMPATIBILITY = 1 << 31;
        /// `GL_EXT_disjoint_timer_query`.
        const TIMER_QUERY = 1 << 32;
        /// `GL_OES_draw_elements_base_vertex` or ES 3.2.
        const BASE_VERTEX = 1 << 33;
        /// `GL_EXT_base_instance`.
        const BASE_INSTANCE = 1 << 34;
        /// `GL_EXT_multi_draw_indirect`.
        const MULTI_DRAW_INDIRECT = 1 << 35;
        /// `GL_EXT_geometry_shader` or ES 3.2.
        const GEOMETRY_SHADER = 1 << 36;
        /// `GL_EXT_tessellation_shader` or ES 3.2.
        const TESSELLATION_SHADER = 1 << 37;
        /// `GL_EXT_buffer_storage`.
        const BUFFER_STORAGE = 1 << 38;
        /// `GL_NV_conditional_render` (or the EXT).
        const CONDITIONAL_RENDER = 1 << 39;
        /// `GL_EXT_texture_sRGB_R8`.
        const SR8 = 1 << 40;
        /// `GL_EXT_texture_mirror_clamp_to_edge`.
        const MIRROR_CLAMP_TO_EDGE = 1 << 41;
        /// `GL_OES_shader_image_atomic` or ES 3.2.
        const IMAGE_ATOMIC = 1 << 42;
        /// `GL_NV_image_formats`.
        const IMAGE_FORMATS = 1 << 43;
        /// `GL_OES_stencil8` / stencil texturing of ES 3.1.
        const STENCIL_TEXTURING = 1 << 44;
        /// `GL_KHR_robustness`.
        const ROBUSTNESS = 1 << 45;
        /// Layered framebuffer attachments (`glFramebufferTexture`).
        const LAYERED_FRAMEBUFFER = 1 << 46;
        /// `GL_EXT_texture_query_lod`.
        const TEXTURE_QUERY_LOD = 1 << 47;
        /// `GL_NV_read_depth`, `GL_NV_read_stencil`, `GL_NV_read_depth_stencil`.
        const READ_DEPTH_STENCIL = 1 << 48;
        /// `GL_EXT_primitive_bounding_box` or ES 3.2 (primitive restart for patches).
        const PRIMITIVE_BOUNDING_BOX = 1 << 49;
        /// `GL_KHR_blend_equation_advanced`.
        const BLEND_EQUATION_ADVANCED = 1 << 50;
        /// `GL_NV_shader_noperspective_interpolation`.
        const NOPERSPECTIVE = 1 << 51;
        /// `GL_EXT_shader_framebuffer_fetch`-free texture barrier: `GL_NV_texture_barrier`.
        const TEXTURE_BARRIER = 1 << 52;
        /// `GL_EXT_occlusion_query_boolean` counts: exact `GL_SAMPLES_PASSED` through an extension.
        const SAMPLES_PASSED = 1 << 53;
        /// `GL_EXT_shader_framebuffer_fetch`.
        const FRAMEBUFFER_FETCH = 1 << 54;
        /// `GL_EXT_texture_shadow_lod`.
        const TEXTURE_SHADOW_LOD = 1 << 55;
    }
}

/// Numbers that GL has queries for. A value the driver does not know is 0.
#[derive(Clone, Debug, Default, PartialEq, Archive, Serialize, Deserialize)]
#[allow(missing_docs)] // each is the GL limit of the same name
pub struct Limits {
    pub max_texture_size: u32,
    pub max_3d_texture_size: u32,
    pub max_cube_map_texture_size: u32,
    pub max_array_texture_layers: u32,
    pub max_texture_buffer_size: u32,
    pub texture_buffer_offset_alignment: u32,
    pub max_renderbuffer_size: u32,
    pub max_viewport_dims: [u32; 2],
    pub max_draw_buffers: u32,
    pub max_color_attachments: u32,
    pub max_dual_source_draw_buffers: u32,
    pub max_samples: u32,
    pub max_color_texture_samples: u32,
    pub max_depth_texture_samples: u32,
    pub max_integer_samples: u32,
    pub max_framebuffer_width: u32,
    pub max_framebuffer_height: u32,
    pub max_framebuffer_layers: u32,
    pub max_framebuffer_samples: u32,
    pub max_vertex_attribs: u32,
    pub max_vertex_attrib_bindings: u32,
    pub max_vertex_attrib_stride: u32,
    pub max_vertex_attrib_relative_offset: u32,
    pub max_elements_vertices: u32,
    pub max_elements_indices: u32,
    pub max_element_index: u64,
    /// Per stage, in the order of `Stage`.
    pub max_uniform_components: [u32; 6],
    pub max_uniform_blocks: [u32; 6],
    pub max_texture_image_units: [u32; 6],
    pub max_image_uniforms: [u32; 6],
    pub max_storage_blocks: [u32; 6],
    pub max_atomic_counters: [u32; 6],
    pub max_atomic_counter_buffers: [u32; 6],
    pub max_combined_texture_image_units: u32,
    pub max_combined_uniform_blocks: u32,
    pub max_combined_image_uniforms: u32,
    pub max_combined_shader_storage_blocks: u32,
    pub max_combined_atomic_counters: u32,
    pub max_combined_atomic_counter_buffers: u32,
    pub max_combined_shader_output_resources: u32,
    pub max_image_units: u32,
    pub max_uniform_block_size: u64,
    pub max_uniform_buffer_bindings: u32,
    pub uniform_buffer_offset_alignment: u32,
    pub max_shader_storage_block_size: u64,
    pub max_shader_storage_buffer_bindings: u32,
    pub shader_storage_buffer_offset_alignment: u32,
    pub max_atomic_counter_buffer_bindings: u32,
    pub max_atomic_counter_buffer_size: u32,
    pub max_varying_components: u32,
    pub max_vertex_output_components: u32,
    pub max_geometry_input_components: u32,
    pub max_geometry_output_components: u32,
    pub max_geometry_output_vertices: u32,
    pub max_geometry_total_output_components: u32,
    pub max_geometry_shader_invocations: u32,
    pub max_fragment_input_components: u32,
    pub min_program_texel_offset: i32,
    pub max_program_texel_offset: i32,
    pub min_program_texture_gather_offset: i32,
    pub max_program_texture_gather_offset: i32,
    pub max_transform_feedback_interleaved_components: u32,
    pub max_transform_feedback_separate_attribs: u32,
    pub max_transform_feedback_separate_components: u32,
    pub max_transform_feedback_buffers: u32,
    pub max_clip_distances: u32,
    pub max_cull_distances: u32,
    pub max_sample_mask_words: u32,
    pub max_patch_vertices: u32,
    pub max_tess_gen_level: u32,
    pub max_tess_control_input_components: u32,
    pub max_tess_control_output_components: u32,
    pub max_tess_control_total_output_components: u32,
    pub max_tess_evaluation_input_components: u32,
    pub max_tess_evaluation_output_components: u32,
    pub max_tess_patch_components: u32,
    pub max_viewports: u32,
    pub subpixel_bits: u32,
    pub max_server_wait_timeout: u64,
    /// Bytes of the largest buffer.
    pub max_buffer_size: u64,
    pub max_compute_work_group_count: [u32; 3],
    pub max_compute_work_group_size: [u32; 3],
    pub max_compute_work_group_invocations: u32,
    pub max_compute_shared_memory_size: u32,
    pub max_texture_lod_bias: f32,
    pub max_texture_max_anisotropy: f32,
    pub aliased_line_width_range: [f32; 2],
    pub smooth_line_width_range: [f32; 2],
    pub point_size_range: [f32; 2],
    pub point_size_granularity: f32,
    pub query_counter_bits_time_elapsed: u32,
    pub query_counter_bits_timestamp: u32,
}

/// Everything the client learns about the driver.
#[derive(Clone, Debug, Default, PartialEq, Archive, Serialize, Deserialize)]
pub struct Capabilities {
    /// `GL_VENDOR` of the driver.
    pub vendor: String,
    /// `GL_RENDERER`.
    pub renderer: String,
    /// `GL_VERSION`.
    pub version: String,
    /// ES version, major * 10 + minor.
    pub es_version: u32,
    /// All ES extensions, after masking.
    pub extensions: Vec<String>,
    /// Bits of [`Features`], after masking.
    pub features: u64,
    /// Limits.
    pub limits: Limits,
    /// Supported sample counts, descending, by internal format.
    pub sample_counts: Vec<(u32, Vec<u32>)>,
    /// Compressed internal formats the driver takes.
    pub compressed_formats: Vec<u32>,
    /// Bytes of video memory, or 0.
    pub video_memory: u64,
    /// EGL platform the server runs on, for messages.
    pub platform: String,
}

impl Capabilities {
    /// The optional features.
    pub fn features(&self) -> Features {
        Features::from_bits_truncate(self.features)
    }
    /// Whether all of `features` are there.
    pub fn has(&self, features: Features) -> bool {
        self.features().contains(features)
    }
    /// Supported sample counts of a sized internal format, descending; empty when only 1 sample is.
    pub fn sample_counts_of(&self, internal_format: u32) -> &[u32] {
        self.sample_counts.iter().find(|(format, _)| *format == internal_format).map_or(&[], |(_, counts)| counts)
    }
}
