//! Queries of state (GL 4.6 core 22): every topic answers for its own state, this file for limits, versions and the rest.

use super::enums::*;
use crate::{Cx, gl, session::Session};
use pipe_types::{
    archive::{Stage, VERTEX_STREAMS},
    caps::{Capabilities, Features},
    records::{
        program::BUFFER_BINDINGS,
        sampler::TEXTURE_UNITS,
        vertex::{VERTEX_ATTRIBS, VERTEX_BINDINGS},
    },
};

/// What the application asked of a context (GL 4.6 core table 23.64).
#[derive(Clone, Copy, Debug, Default)]
pub struct ContextFlags {
    /// `GL_CONTEXT_FLAGS`.
    pub bits: u32,
    /// `GL_LOSE_CONTEXT_ON_RESET` rather than `GL_NO_RESET_NOTIFICATION`.
    pub lose_on_reset: bool,
}

/// A value of GL state, before it is converted to what the query asks for (GL 4.6 core 2.2.2). At most four components in
/// the fixed forms; the count says how many are meant.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Booleans.
    Bools([bool; 4], usize),
    /// Integers, enums, names.
    Ints([i64; 4], usize),
    /// Floats that become integers by rounding.
    Floats([f64; 4], usize),
    /// Floats (colours, depths) that become integers by scaling to the full range.
    Normalized([f64; 4], usize),
    /// Any number of integers.
    List(Vec<i64>),
}

impl Value {
    /// One boolean.
    pub fn bool(value: bool) -> Self {
        Value::Bools([value, false, false, false], 1)
    }
    /// One integer, enum or name.
    pub fn int(value: impl Into<i64>) -> Self {
        Value::Ints([value.into(), 0, 0, 0], 1)
    }
    /// One float.
    pub fn float(value: f32) -> Self {
        Value::Floats([f64::from(value), 0.0, 0.0, 0.0], 1)
    }
    /// Two floats.
    pub fn floats2(value: [f32; 2]) -> Self {
        Value::Floats([value[0].into(), value[1].into(), 0.0, 0.0], 2)
    }
    /// Four floats that scale.
    pub fn color(value: [f32; 4]) -> Self {
        Value::Normalized(value.map(f64::from), 4)
    }
    /// Components.
    pub fn len(&self) -> usize {
        match self {
            Value::Bools(_, n) | Value::Ints(_, n) | Value::Floats(_, n) | Value::Normalized(_, n) => *n,
            Value::List(list) => list.len(),
        }
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
    /// Component `at` as a 64-bit integer.
    pub fn int64(&self, at: usize) -> i64 {
        match self {
            Value::Bools(v, _) => v[at].into(),
            Value::Ints(v, _) => v[at],
            Value::Floats(v, _) => v[at].round() as i64,
            Value::Normalized(v, _) => (v[at] * i64::MAX as f64) as i64,
            Value::List(v) => v[at],
        }
    }
    /// Component `at` as an integer: too large ones are clamped, but bit patterns of 32 bits stay what they are.
    pub fn int32(&self, at: usize) -> i32 {
        match self {
            // [-1, 1] becomes the full range (GL 4.6 core 2.2.2 and equation 2.4, which leaves the rounding open: towards zero,
            // as drivers do).
            Value::Normalized(v, _) => (f64::from(i32::MAX) * v[at].clamp(-1.0, 1.0)) as i32,
            _ => {
                let value = self.int64(at);
                match u32::try_from(value) {
                    Ok(bits) => bits as i32,
                    Err(_) => value.clamp(i32::MIN.into(), i32::MAX.into()) as i32,
                }
            }
        }
    }
    /// Component `at` as a float.
    pub fn double(&self, at: usize) -> f64 {
        match self {
            Value::Bools(v, _) => f64::from(u8::from(v[at])),
            Value::Ints(v, _) => v[at] as f64,
            Value::Floats(v, _) | Value::Normalized(v, _) => v[at],
            Value::List(v) => v[at] as f64,
        }
    }
    /// Component `at` as a boolean.
    pub fn boolean(&self, at: usize) -> GLboolean {
        GLboolean::from(match self {
            Value::Bools(v, _) => v[at],
            Value::Floats(v, _) | Value::Normalized(v, _) => v[at] != 0.0,
            _ => self.int64(at) != 0,
        })
    }
}

/// The limits that calls are checked against, clamped to what crosses the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // each is the GL limit of the same name
pub struct Limits {
    pub draw_buffers: u32,
    pub color_attachments: u32,
    pub vertex_attribs: u32,
    pub clip_distances: u32,
    pub viewports: u32,
    pub viewport_dims: [u32; 2],
    pub sample_mask_words: u32,
    pub patch_vertices: u32,
    pub uniform_buffer_bindings: u32,
    pub uniform_buffer_alignment: u32,
    pub storage_buffer_bindings: u32,
    pub storage_buffer_alignment: u32,
    pub atomic_buffer_bindings: u32,
    pub xfb_buffers: u32,
    pub texture_units: u32,
    pub image_units: u32,
}

impl Limits {
    /// The limits of contexts of a session.
    pub fn new(session: &Session) -> Self {
        let caps = &session.caps;
        let l = &caps.limits;
        Self {
            draw_buffers: l.max_draw_buffers.clamp(1, 8),
            color_attachments: l.max_color_attachments.clamp(1, 8),
            vertex_attribs: l.max_vertex_attribs.clamp(1, VERTEX_ATTRIBS),
            clip_distances: if caps.has(Features::CLIP_DISTANCE) { l.max_clip_distances.min(8) } else { 0 },
            viewports: if caps.has(Features::VIEWPORT_ARRAY) { l.max_viewports.clamp(1, 16) } else { 1 },
            viewport_dims: l.max_viewport_dims,
            sample_mask_words: l.max_sample_mask_words.clamp(1, 2),
            patch_vertices: l.max_patch_vertices,
            uniform_buffer_bindings: l.max_uniform_buffer_bindings.min(BUFFER_BINDINGS),
            uniform_buffer_alignment: l.uniform_buffer_offset_alignment.max(1),
            storage_buffer_bindings: l.max_shader_storage_buffer_bindings.min(BUFFER_BINDINGS),
            storage_buffer_alignment: l.shader_storage_buffer_offset_alignment.max(1),
            atomic_buffer_bindings: l.max_atomic_counter_buffer_bindings.min(BUFFER_BINDINGS),
            xfb_buffers: l.max_transform_feedback_separate_attribs.min(gl::transform_feedback::BUFFERS as u32),
            texture_units: l.max_combined_texture_image_units.min(TEXTURE_UNITS),
            image_units: l.max_image_units,
        }
    }
}

/// Vertex streams: geometry shaders have several.
pub fn vertex_streams(caps: &Capabilities) -> u32 {
    if caps.has(Features::GEOMETRY_SHADER) { VERTEX_STREAMS } else { 1 }
}

/// An extension, and what the driver needs for it.
struct Extension(&'static str, Features);

const ALWAYS: Features = Features::empty();

/// Extensions that are supported in full, in the order in which they are listed.
const EXTENSIONS: &[Extension] = &[
    Extension("GL_ARB_ES2_compatibility", ALWAYS),
    Extension("GL_ARB_ES3_compatibility", ALWAYS),
    Extension("GL_ARB_arrays_of_arrays", ALWAYS),
    Extension("GL_ARB_base_instance", ALWAYS),
    Extension("GL_ARB_blend_func_extended", Features::DUAL_SOURCE),
    Extension("GL_ARB_buffer_storage", ALWAYS),
    Extension("GL_ARB_clear_buffer_object", ALWAYS),
    Extension("GL_ARB_clear_texture", ALWAYS),
    Extension("GL_ARB_clip_control", Features::CLIP_CONTROL),
    Extension("GL_ARB_conditional_render_inverted", ALWAYS),
    Extension("GL_ARB_compute_shader", ALWAYS),
    Extension("GL_ARB_copy_buffer", ALWAYS),
    Extension("GL_ARB_compressed_texture_pixel_storage", ALWAYS),
    Extension("GL_ARB_copy_image", ALWAYS),
    Extension("GL_ARB_conservative_depth", ALWAYS),
    Extension("GL_ARB_cull_distance", Features::CLIP_DISTANCE),
    Extension("GL_ARB_depth_buffer_float", ALWAYS),
    Extension("GL_ARB_depth_clamp", Features::DEPTH_CLAMP),
    Extension("GL_ARB_derivative_control", ALWAYS),
    Extension("GL_ARB_direct_state_access", ALWAYS),
    Extension("GL_ARB_draw_buffers_blend", Features::DRAW_BUFFERS_INDEXED),
    Extension("GL_ARB_draw_elements_base_vertex", Features::BASE_VERTEX),
    Extension("GL_ARB_draw_indirect", ALWAYS),
    Extension("GL_ARB_draw_instanced", ALWAYS),
    Extension("GL_ARB_explicit_attrib_location", ALWAYS),
    Extension("GL_ARB_explicit_uniform_location", ALWAYS),
    Extension("GL_ARB_fragment_coord_conventions", ALWAYS),
    Extension("GL_ARB_fragment_layer_viewport", Features::VIEWPORT_ARRAY),
    Extension("GL_ARB_framebuffer_object", ALWAYS),
    Extension("GL_ARB_framebuffer_no_attachments", ALWAYS),
    Extension("GL_ARB_framebuffer_sRGB", ALWAYS),
    Extension("GL_ARB_get_program_binary", ALWAYS),
    Extension("GL_ARB_get_texture_sub_image", ALWAYS),
    Extension("GL_ARB_gl_spirv", ALWAYS),
    Extension("GL_ARB_gpu_shader5", Features::ES32),
    // Doubles have single precision.
    Extension("GL_ARB_gpu_shader_fp64", ALWAYS),
    Extension("GL_ARB_half_float_vertex", ALWAYS),
    Extension("GL_ARB_indirect_parameters", ALWAYS),
    Extension("GL_ARB_instanced_arrays", ALWAYS),
    Extension("GL_ARB_internalformat_query", ALWAYS),
    Extension("GL_ARB_internalformat_query2", ALWAYS),
    Extension("GL_ARB_invalidate_subdata", ALWAYS),
    Extension("GL_ARB_map_buffer_alignment", ALWAYS),
    Extension("GL_ARB_map_buffer_range", ALWAYS),
    Extension("GL_ARB_multi_bind", ALWAYS),
    Extension("GL_ARB_multi_draw_indirect", ALWAYS),
    Extension("GL_ARB_occlusion_query2", ALWAYS),
    Extension("GL_ARB_pixel_buffer_object", ALWAYS),
    Extension("GL_ARB_point_sprite", ALWAYS),
    Extension("GL_ARB_program_interface_query", ALWAYS),
    Extension("GL_ARB_polygon_offset_clamp", Features::POLYGON_OFFSET_CLAMP),
    Extension("GL_ARB_provoking_vertex", ALWAYS),
    Extension("GL_ARB_query_buffer_object", ALWAYS),
    Extension("GL_ARB_robustness", ALWAYS),
    Extension("GL_ARB_sample_shading", Features::SAMPLE_SHADING),
    Extension("GL_ARB_sampler_objects", ALWAYS),
    Extension("GL_ARB_seamless_cube_map", ALWAYS),
    Extension("GL_ARB_separate_shader_objects", ALWAYS),
    Extension("GL_ARB_shader_atomic_counter_ops", ALWAYS),
    Extension("GL_ARB_shader_atomic_counters", ALWAYS),
    Extension("GL_ARB_shader_bit_encoding", ALWAYS),
    Extension("GL_ARB_shader_draw_parameters", ALWAYS),
    Extension("GL_ARB_shader_image_load_store", ALWAYS),
    Extension("GL_ARB_shader_image_size", ALWAYS),
    Extension("GL_ARB_shader_storage_buffer_object", ALWAYS),
    Extension("GL_ARB_shader_texture_image_samples", ALWAYS),
    Extension("GL_ARB_shading_language_420pack", ALWAYS),
    Extension("GL_ARB_shading_language_packing", ALWAYS),
    Extension("GL_ARB_spirv_extensions", ALWAYS),
    Extension("GL_ARB_stencil_texturing", Features::STENCIL_TEXTURING),
    Extension("GL_ARB_sync", ALWAYS),
    Extension("GL_ARB_tessellation_shader", Features::TESSELLATION_SHADER),
    Extension("GL_ARB_texture_barrier", Features::TEXTURE_BARRIER),
    Extension("GL_ARB_texture_buffer_object", Features::TEXTURE_BUFFER),
    Extension("GL_ARB_texture_buffer_object_rgb32", Features::TEXTURE_BUFFER),
    Extension("GL_ARB_texture_buffer_range", Features::TEXTURE_BUFFER),
    Extension("GL_ARB_texture_compression_bptc", Features::BPTC),
    Extension("GL_ARB_texture_compression_rgtc", Features::RGTC),
    Extension("GL_ARB_texture_cube_map_array", Features::CUBE_MAP_ARRAY),
    Extension("GL_ARB_texture_float", ALWAYS),
    Extension("GL_ARB_texture_gather", ALWAYS),
    Extension("GL_ARB_texture_mirror_clamp_to_edge", Features::MIRROR_CLAMP_TO_EDGE),
    Extension("GL_ARB_texture_multisample", ALWAYS),
    Extension("GL_ARB_texture_non_power_of_two", ALWAYS),
    Extension("GL_ARB_texture_query_levels", ALWAYS),
    Extension("GL_ARB_texture_query_lod", Features::TEXTURE_QUERY_LOD),
    Extension("GL_ARB_texture_rectangle", ALWAYS),
    Extension("GL_ARB_texture_rg", ALWAYS),
    Extension("GL_ARB_texture_rgb10_a2ui", ALWAYS),
    Extension("GL_ARB_texture_stencil8", Features::STENCIL_TEXTURING),
    Extension("GL_ARB_texture_storage", ALWAYS),
    Extension("GL_ARB_texture_storage_multisample", ALWAYS),
    Extension("GL_ARB_texture_swizzle", ALWAYS),
    Extension("GL_ARB_texture_view", Features::TEXTURE_VIEW),
    Extension("GL_ARB_timer_query", Features::TIMER_QUERY),
    Extension("GL_ARB_transform_feedback2", ALWAYS),
    Extension("GL_ARB_transform_feedback3", Features::GEOMETRY_SHADER),
    Extension("GL_ARB_transform_feedback_instanced", ALWAYS),
    Extension("GL_ARB_uniform_buffer_object", ALWAYS),
    Extension("GL_ARB_vertex_array_bgra", ALWAYS),
    Extension("GL_ARB_vertex_array_object", ALWAYS),
    Extension("GL_ARB_vertex_attrib_64bit", ALWAYS),
    Extension("GL_ARB_vertex_attrib_binding", ALWAYS),
    Extension("GL_ARB_vertex_type_2_10_10_10_rev", ALWAYS),
    Extension("GL_ARB_viewport_array", Features::VIEWPORT_ARRAY),
    Extension("GL_EXT_draw_buffers2", Features::DRAW_BUFFERS_INDEXED),
    Extension("GL_EXT_framebuffer_blit", ALWAYS),
    Extension("GL_EXT_framebuffer_multisample", ALWAYS),
    Extension("GL_EXT_framebuffer_object", ALWAYS),
    Extension("GL_EXT_packed_float", ALWAYS),
    Extension("GL_EXT_polygon_offset_clamp", Features::POLYGON_OFFSET_CLAMP),
    Extension("GL_EXT_texture_array", ALWAYS),
    Extension("GL_EXT_texture_compression_s3tc", Features::S3TC),
    Extension("GL_EXT_texture_filter_anisotropic", Features::ANISOTROPY),
    Extension("GL_EXT_texture_integer", ALWAYS),
    Extension("GL_EXT_texture_shared_exponent", ALWAYS),
    Extension("GL_EXT_texture_snorm", ALWAYS),
    Extension("GL_EXT_texture_swizzle", ALWAYS),
    Extension("GL_EXT_texture_sRGB", Features::S3TC),
    Extension("GL_EXT_texture_sRGB_decode", Features::SRGB_DECODE),
    Extension("GL_ARB_texture_filter_anisotropic", Features::ANISOTROPY),
    Extension("GL_KHR_debug", ALWAYS),
    Extension("GL_KHR_robustness", ALWAYS),
    Extension("GL_NV_texture_barrier", Features::TEXTURE_BARRIER),
];

/// Names of the supported extensions.
pub fn extensions(caps: &Capabilities) -> impl Iterator<Item = &'static str> + use<'_> {
    let there = |extension: &&Extension| {
        caps.has(extension.1) && limits_allow(extension.0, &caps.limits) && driver_allows(extension.0, caps)
    };
    EXTENSIONS.iter().filter(there).map(|extension| extension.0)
}

/// Extensions that core versions have taken in, so that their functions are there, but that need one of the driver's.
fn driver_allows(extension: &str, caps: &Capabilities) -> bool {
    match extension {
        "GL_ARB_provoking_vertex" => caps.extensions.iter().any(|name| name == "GL_ANGLE_provoking_vertex"),
        _ => true,
    }
}

/// Whether the driver's limits leave something of an extension: ES lets drivers have none of these.
fn limits_allow(extension: &str, limits: &pipe_types::caps::Limits) -> bool {
    let fragment = Stage::Fragment as usize;
    match extension {
        "GL_ARB_shader_image_load_store" | "GL_ARB_shader_image_size" => limits.max_image_uniforms[fragment] > 0,
        "GL_ARB_shader_storage_buffer_object" => limits.max_storage_blocks[fragment] > 0,
        "GL_ARB_shader_atomic_counters" | "GL_ARB_shader_atomic_counter_ops" => {
            limits.max_atomic_counters[fragment] > 0 && limits.max_storage_blocks[fragment] > 0
        }
        _ => true,
    }
}

/// Version of this library.
const LIBRARY: &str = env!("CARGO_PKG_VERSION");

/// `glGetString`.
pub fn string(cx: &mut Cx<'_>, name: GLenum) -> Option<String> {
    let version = cx.state.version;
    let caps = cx.session.caps.clone();
    match name {
        GL_VENDOR => Some("MGPipe".into()),
        GL_RENDERER => Some(format!("MGPipe ({})", caps.renderer)),
        GL_VERSION => {
            let profile = if version >= 32 { " (Core Profile)" } else { "" };
            Some(format!("{}.{}{profile} MGPipe {LIBRARY}", version / 10, version % 10))
        }
        GL_SHADING_LANGUAGE_VERSION => {
            let glsl = gl::program_link::glsl_version(version);
            Some(format!("{}.{:02}", glsl / 100, glsl % 100))
        }
        // `GL_EXTENSIONS` went with the compatibility profile.
        _ => {
            cx.error(GL_INVALID_ENUM, "string name");
            None
        }
    }
}

/// `glGetStringi`.
pub fn indexed_string(cx: &mut Cx<'_>, name: GLenum, index: GLuint) -> Option<String> {
    let caps = cx.session.caps.clone();
    let found = match name {
        GL_EXTENSIONS => extensions(&caps).nth(index as usize).map(str::to_owned),
        GL_SHADING_LANGUAGE_VERSION => shading_languages(cx.state.version).get(index as usize).cloned(),
        GL_SPIR_V_EXTENSIONS => gl::shader_binary::EXTENSIONS.get(index as usize).map(|name| (*name).to_owned()),
        _ => {
            cx.error(GL_INVALID_ENUM, "string name");
            return None;
        }
    };
    if found.is_none() {
        cx.error(GL_INVALID_VALUE, "string index");
    }
    found
}

fn shading_languages(version: u32) -> Vec<String> {
    let newest = gl::program_link::glsl_version(version);
    let all = [460u16, 450, 440, 430, 420, 410, 400, 330, 150, 140, 130, 120, 110];
    let profile = |v: u16| if v >= 150 { " core" } else { "" };
    all.iter().filter(|v| **v <= newest).map(|v| format!("{v}{}", profile(*v))).collect()
}

/// A topic's answer: none when the enum is another's.
type Topic = fn(&mut Cx<'_>, GLenum) -> Option<Value>;
/// The same for indexed state.
type IndexedTopic = fn(&mut Cx<'_>, GLenum, u32) -> Option<Value>;

/// `glGet*v`: the value, or its error: `GL_INVALID_ENUM` but for what there has to be a buffer for.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    if let GL_IMPLEMENTATION_COLOR_READ_FORMAT | GL_IMPLEMENTATION_COLOR_READ_TYPE = pname {
        return match gl::framebuffer_query::color_read(cx, pname) {
            Ok(value) => Some(Value::int(value)),
            Err(error) => {
                cx.error(error.error, &error.why);
                None
            }
        };
    }
    let topics: [Topic; 16] = [
        gl::raster::get,
        gl::buffer::get,
        gl::vertex::get,
        gl::texture::get,
        gl::framebuffer::get,
        gl::sampler::get,
        gl::image::get,
        gl::renderbuffer::get,
        gl::pixel_store::get,
        gl::clear_blit::get,
        gl::transform_feedback::get,
        gl::query::get,
        gl::debug::get,
        gl::stage_limits::get,
        context,
        limits,
    ];
    let value = topics.iter().find_map(|topic| topic(cx, pname));
    if value.is_none() {
        cx.error(GL_INVALID_ENUM, &format!("no state {}", enum_name(pname)));
    }
    value
}

/// `glGet*i_v`: the value, or its error.
pub fn get_indexed(cx: &mut Cx<'_>, pname: GLenum, index: GLuint) -> Option<Value> {
    let topics: [IndexedTopic; 5] = [
        gl::buffer::get_indexed,
        gl::raster::get_indexed,
        gl::vertex::get_indexed,
        gl::image::get_indexed,
        limits_indexed,
    ];
    let value = topics.iter().find_map(|topic| topic(cx, pname, index));
    if value.is_none() {
        cx.error(GL_INVALID_ENUM, &format!("no indexed state {}", enum_name(pname)));
    }
    value
}

/// Context-wide state.
fn context(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let flags = cx.state.flags;
    Some(match pname {
        GL_MAJOR_VERSION => Value::int(cx.state.version / 10),
        GL_MINOR_VERSION => Value::int(cx.state.version % 10),
        GL_CONTEXT_FLAGS => Value::int(flags.bits),
        GL_CONTEXT_PROFILE_MASK if cx.state.version >= 32 => Value::int(GL_CONTEXT_CORE_PROFILE_BIT),
        GL_RESET_NOTIFICATION_STRATEGY => {
            Value::int(if flags.lose_on_reset { GL_LOSE_CONTEXT_ON_RESET } else { GL_NO_RESET_NOTIFICATION })
        }
        GL_CONTEXT_RELEASE_BEHAVIOR => Value::int(GL_CONTEXT_RELEASE_BEHAVIOR_FLUSH),
        GL_CONTEXT_LOST => Value::bool(cx.session.is_lost()),
        GL_NUM_EXTENSIONS => Value::int(extensions(&cx.session.caps).count() as i64),
        GL_NUM_SHADING_LANGUAGE_VERSIONS => Value::int(shading_languages(cx.state.version).len() as i64),
        GL_CURRENT_PROGRAM => {
            Value::int(cx.state.program.current.as_ref().map_or(0, |program| cx.shared.programs.name(program)))
        }
        GL_PROGRAM_PIPELINE_BINDING => {
            let state = &cx.state.program;
            Value::int(state.pipeline.as_ref().map_or(0, |pipeline| state.pipelines.name(pipeline)))
        }
        GL_NUM_PROGRAM_BINARY_FORMATS => Value::int(1),
        GL_PROGRAM_BINARY_FORMATS => Value::List(vec![gl::program_binary::FORMAT.into()]),
        GL_NUM_SHADER_BINARY_FORMATS => Value::int(1),
        GL_SHADER_BINARY_FORMATS => Value::List(vec![GL_SHADER_BINARY_FORMAT_SPIR_V.into()]),
        GL_NUM_SPIR_V_EXTENSIONS => Value::int(gl::shader_binary::EXTENSIONS.len() as i64),
        GL_SHADER_COMPILER => Value::bool(true),
        _ => return None,
    })
}

/// Limits from the driver (GL 4.6 core tables 23.53 to 23.73).
fn limits(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let caps = cx.session.caps.clone();
    let (l, own) = (&caps.limits, &cx.state.limits);
    Some(match pname {
        GL_MAX_TEXTURE_SIZE => Value::int(l.max_texture_size),
        GL_MAX_RECTANGLE_TEXTURE_SIZE => Value::int(l.max_texture_size),
        GL_MAX_3D_TEXTURE_SIZE => Value::int(l.max_3d_texture_size),
        GL_MAX_CUBE_MAP_TEXTURE_SIZE => Value::int(l.max_cube_map_texture_size),
        GL_MAX_ARRAY_TEXTURE_LAYERS => Value::int(l.max_array_texture_layers),
        GL_MAX_TEXTURE_BUFFER_SIZE => Value::int(l.max_texture_buffer_size),
        GL_TEXTURE_BUFFER_OFFSET_ALIGNMENT => Value::int(l.texture_buffer_offset_alignment.max(1)),
        GL_MAX_RENDERBUFFER_SIZE => Value::int(l.max_renderbuffer_size),
        GL_MAX_VIEWPORT_DIMS => Value::Ints([l.max_viewport_dims[0].into(), l.max_viewport_dims[1].into(), 0, 0], 2),
        GL_MAX_VIEWPORTS => Value::int(own.viewports),
        GL_VIEWPORT_BOUNDS_RANGE => {
            let (low, high) = gl::raster::VIEWPORT_BOUNDS;
            Value::floats2([low, high])
        }
        GL_VIEWPORT_SUBPIXEL_BITS => Value::int(l.subpixel_bits),
        GL_LAYER_PROVOKING_VERTEX | GL_VIEWPORT_INDEX_PROVOKING_VERTEX => Value::int(GL_LAST_VERTEX_CONVENTION),
        GL_SUBPIXEL_BITS => Value::int(l.subpixel_bits.max(4)),
        GL_MAX_DRAW_BUFFERS => Value::int(own.draw_buffers),
        GL_MAX_COLOR_ATTACHMENTS => Value::int(own.color_attachments),
        GL_MAX_DUAL_SOURCE_DRAW_BUFFERS => Value::int(l.max_dual_source_draw_buffers.max(1)),
        GL_MAX_SAMPLES => Value::int(l.max_samples),
        GL_MAX_COLOR_TEXTURE_SAMPLES => Value::int(l.max_color_texture_samples),
        GL_MAX_DEPTH_TEXTURE_SAMPLES => Value::int(l.max_depth_texture_samples),
        GL_MAX_INTEGER_SAMPLES => Value::int(l.max_integer_samples),
        GL_MAX_SAMPLE_MASK_WORDS => Value::int(own.sample_mask_words),
        GL_MAX_FRAMEBUFFER_WIDTH => Value::int(l.max_framebuffer_width),
        GL_MAX_FRAMEBUFFER_HEIGHT => Value::int(l.max_framebuffer_height),
        GL_MAX_FRAMEBUFFER_LAYERS => Value::int(l.max_framebuffer_layers),
        GL_MAX_FRAMEBUFFER_SAMPLES => Value::int(l.max_framebuffer_samples),
        GL_MAX_VERTEX_ATTRIBS => Value::int(own.vertex_attribs),
        GL_MAX_VERTEX_ATTRIB_BINDINGS => Value::int(VERTEX_BINDINGS),
        GL_MAX_VERTEX_ATTRIB_STRIDE => Value::int(gl::vertex::MAX_STRIDE),
        GL_MAX_VERTEX_ATTRIB_RELATIVE_OFFSET => Value::int(gl::vertex::MAX_RELATIVE_OFFSET),
        GL_MAX_ELEMENTS_VERTICES => Value::int(l.max_elements_vertices),
        GL_MAX_ELEMENTS_INDICES => Value::int(l.max_elements_indices),
        GL_MAX_ELEMENT_INDEX => Value::int(l.max_element_index as i64),
        GL_MAX_VERTEX_UNIFORM_VECTORS => Value::int(l.max_uniform_components[Stage::Vertex as usize] / 4),
        GL_MAX_FRAGMENT_UNIFORM_VECTORS => Value::int(l.max_uniform_components[Stage::Fragment as usize] / 4),
        GL_MAX_COMBINED_UNIFORM_BLOCKS => Value::int(l.max_combined_uniform_blocks),
        GL_MAX_UNIFORM_BUFFER_BINDINGS => Value::int(own.uniform_buffer_bindings),
        GL_MAX_UNIFORM_BLOCK_SIZE => Value::int(l.max_uniform_block_size as i64),
        GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT => Value::int(own.uniform_buffer_alignment),
        GL_MAX_UNIFORM_LOCATIONS => Value::int(1024),
        GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS => Value::int(own.texture_units),
        GL_MAX_IMAGE_UNITS => Value::int(own.image_units),
        GL_MAX_COMBINED_IMAGE_UNIFORMS => Value::int(l.max_combined_image_uniforms),
        GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS => Value::int(own.storage_buffer_bindings),
        GL_MAX_SHADER_STORAGE_BLOCK_SIZE => Value::int(l.max_shader_storage_block_size as i64),
        GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT => Value::int(own.storage_buffer_alignment),
        GL_MAX_COMBINED_SHADER_STORAGE_BLOCKS => Value::int(l.max_combined_shader_storage_blocks),
        GL_MAX_ATOMIC_COUNTER_BUFFER_BINDINGS => Value::int(own.atomic_buffer_bindings),
        GL_MAX_ATOMIC_COUNTER_BUFFER_SIZE => Value::int(l.max_atomic_counter_buffer_size),
        GL_MAX_VARYING_COMPONENTS => Value::int(l.max_varying_components.max(60)),
        GL_MAX_VARYING_VECTORS => Value::int(l.max_varying_components.max(60) / 4),
        GL_MAX_VERTEX_OUTPUT_COMPONENTS => Value::int(l.max_vertex_output_components),
        GL_MAX_GEOMETRY_INPUT_COMPONENTS => Value::int(l.max_geometry_input_components),
        GL_MAX_GEOMETRY_OUTPUT_COMPONENTS => Value::int(l.max_geometry_output_components),
        GL_MAX_GEOMETRY_OUTPUT_VERTICES => Value::int(l.max_geometry_output_vertices),
        GL_MAX_GEOMETRY_TOTAL_OUTPUT_COMPONENTS => Value::int(l.max_geometry_total_output_components),
        GL_MAX_GEOMETRY_SHADER_INVOCATIONS => Value::int(l.max_geometry_shader_invocations),
        GL_MAX_FRAGMENT_INPUT_COMPONENTS => Value::int(l.max_fragment_input_components),
        GL_MIN_PROGRAM_TEXEL_OFFSET => Value::int(l.min_program_texel_offset),
        GL_MAX_PROGRAM_TEXEL_OFFSET => Value::int(l.max_program_texel_offset),
        GL_MIN_PROGRAM_TEXTURE_GATHER_OFFSET => Value::int(l.min_program_texture_gather_offset),
        GL_MAX_PROGRAM_TEXTURE_GATHER_OFFSET => Value::int(l.max_program_texture_gather_offset),
        // `textureGather` of ES has a component argument, too.
        GL_MAX_PROGRAM_TEXTURE_GATHER_COMPONENTS_ARB => Value::int(4),
        // What every driver with `interpolateAtOffset` has at least (ES 3.2 table 21.49).
        GL_MIN_FRAGMENT_INTERPOLATION_OFFSET => Value::float(-0.5),
        GL_MAX_FRAGMENT_INTERPOLATION_OFFSET => Value::float(0.4375),
        GL_FRAGMENT_INTERPOLATION_OFFSET_BITS => Value::int(4),
        GL_MAX_VERTEX_STREAMS => Value::int(vertex_streams(&cx.session.caps)),
        GL_MAX_TRANSFORM_FEEDBACK_INTERLEAVED_COMPONENTS => Value::int(l.max_transform_feedback_interleaved_components),
        GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_ATTRIBS => Value::int(own.xfb_buffers),
        GL_MAX_TRANSFORM_FEEDBACK_SEPARATE_COMPONENTS => Value::int(l.max_transform_feedback_separate_components),
        GL_MAX_TRANSFORM_FEEDBACK_BUFFERS => Value::int(own.xfb_buffers),
        GL_MAX_CLIP_DISTANCES => Value::int(own.clip_distances),
        GL_MAX_CULL_DISTANCES => Value::int(l.max_cull_distances),
        GL_MAX_COMBINED_CLIP_AND_CULL_DISTANCES => Value::int(own.clip_distances.max(l.max_cull_distances)),
        // Programs with subroutines are not compiled.
        GL_MAX_SUBROUTINES | GL_MAX_SUBROUTINE_UNIFORM_LOCATIONS => Value::int(0),
        GL_MAX_PATCH_VERTICES => Value::int(l.max_patch_vertices),
        GL_MAX_TESS_GEN_LEVEL => Value::int(l.max_tess_gen_level),
        GL_MAX_SERVER_WAIT_TIMEOUT => Value::int(l.max_server_wait_timeout.min(i64::MAX as u64) as i64),
        GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS => Value::int(l.max_compute_work_group_invocations),
        GL_MAX_COMPUTE_SHARED_MEMORY_SIZE => Value::int(l.max_compute_shared_memory_size),
        GL_MAX_TEXTURE_LOD_BIAS => Value::float(l.max_texture_lod_bias),
        GL_MAX_TEXTURE_MAX_ANISOTROPY if caps.has(Features::ANISOTROPY) => Value::float(l.max_texture_max_anisotropy),
        GL_ALIASED_LINE_WIDTH_RANGE => Value::floats2(l.aliased_line_width_range),
        GL_SMOOTH_LINE_WIDTH_RANGE => Value::floats2(range(l.smooth_line_width_range)),
        GL_SMOOTH_LINE_WIDTH_GRANULARITY => Value::float(0.125),
        GL_POINT_SIZE_RANGE => Value::floats2(range(l.point_size_range)),
        GL_POINT_SIZE_GRANULARITY => {
            Value::float(if l.point_size_granularity > 0.0 { l.point_size_granularity } else { 0.125 })
        }
        GL_MIN_MAP_BUFFER_ALIGNMENT => Value::int(gl::buffer::MAP_ALIGNMENT as i64),
        GL_NUM_COMPRESSED_TEXTURE_FORMATS => Value::int(caps.compressed_formats.len() as i64),
        GL_COMPRESSED_TEXTURE_FORMATS => {
            Value::List(caps.compressed_formats.iter().map(|&format| format.into()).collect())
        }
        _ => return None,
    })
}

/// A range that the driver has no query for is just one.
fn range(range: [f32; 2]) -> [f32; 2] {
    if range[1] > 0.0 { range } else { [1.0, 1.0] }
}

fn limits_indexed(cx: &mut Cx<'_>, pname: GLenum, index: u32) -> Option<Value> {
    let l = &cx.session.caps.limits;
    let list = match pname {
        GL_MAX_COMPUTE_WORK_GROUP_COUNT => l.max_compute_work_group_count,
        GL_MAX_COMPUTE_WORK_GROUP_SIZE => l.max_compute_work_group_size,
        _ => return None,
    };
    match list.get(index as usize) {
        Some(&value) => Some(Value::int(value)),
        None => {
            cx.error(GL_INVALID_VALUE, "index");
            Some(Value::List(Vec::new()))
        }
    }
}

/// `glGetGraphicsResetStatus`: a server that is gone is a reset of unknown cause, and there is no coming back.
pub fn reset_status(cx: &mut Cx<'_>) -> GLenum {
    super::error::drain_events(cx);
    cx.session.link.check_alive();
    if cx.session.is_lost() { GL_UNKNOWN_CONTEXT_RESET } else { GL_NO_ERROR }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_convert_as_the_specification_says() {
        // red once: with normalised floats rounded like the others, 1.0 became 1
        assert_eq!(Value::color([1.0, 0.0, -1.0, 0.5]).int32(0), i32::MAX);
        assert_eq!(Value::color([1.0, 0.0, -1.0, 0.5]).int32(2), -i32::MAX);
        assert_eq!(Value::float(2.6).int32(0), 3);
        assert_eq!(Value::int(u32::MAX).int32(0), -1, "masks keep their bits");
        assert_eq!(Value::int(i64::MAX).int32(0), i32::MAX);
        assert_eq!(Value::float(0.25).boolean(0), GL_TRUE);
        assert_eq!(Value::bool(true).double(0), 1.0);
    }
}
