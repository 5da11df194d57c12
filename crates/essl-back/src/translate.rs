//! SPIR-V to ESSL.

use crate::edit::Edit;
use crate::patch::control::PatchDefaults;
use crate::patch::image::SlotFormat;
use crate::patch::{
    array_index, attribute, control, counter, draw_parameters, exchange, fragment_coord, hint, image, image_index,
    lod_bias, order, output, point_coord, shadow_lod, stream, texture, texture_query, uniform,
};
use pipe_types::archive::{Archive, Stage};
use pipe_types::caps::{Capabilities, Features};
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Decoration, Dim, Op, StorageClass};
use spirv_check::CheckError;
use spirv_cross2::compile::CompilableTarget;
use spirv_cross2::compile::glsl::GlslVersion;
use spirv_cross2::targets::Glsl;
use spirv_cross2::{Compiler, Module};
use thiserror::Error;

/// Stack of the thread that runs the translator.
const STACK: usize = 256 << 20;
const OES_VIEWPORT_ARRAY: &str = "GL_OES_viewport_array";
const NV_IMAGE_FORMATS: &str = "GL_NV_image_formats";
const NV_VIEWPORT_ARRAY: &str = "GL_NV_viewport_array";
const SHADOW_LOD: &str = "GL_EXT_texture_shadow_lod";

/// What [`Named`] has.
const NAMED_310: [&str; 3] =
    ["GL_EXT_texture_cube_map_array", "GL_OES_texture_cube_map_array", "GL_OES_shader_image_atomic"];

/// The state of a draw that is compiled into a program. The default is a program without any.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Variant {
    /// Draw buffers that `gl_FragColor` goes to; 0 and 1 mean location 0 alone. Ignored unless
    /// [`Archive::frag_color`] is set.
    pub color_broadcast: u8,
    /// Locations whose output is clamped to 0..1: a float format stands in for an unsigned normalised one.
    pub unorm_clamp: u8,
    /// Locations whose output is clamped to -1..1: a float format stands in for a signed normalised one.
    pub snorm_clamp: u8,
    /// Locations whose alpha is written as 1: a format with alpha stands in for one without.
    pub opaque_alpha: u8,
    /// Locations whose colour is made linear: the framebuffer encodes what is to be stored as it is.
    pub srgb_decode: u8,
    /// Formats of the image slots whose image has no format in the shader, or another one in the driver.
    pub image_formats: Vec<SlotFormat>,
    /// Lookups add what [`LOD_BIAS_UNIFORM`] has for their sampler's slot.
    pub lod_bias: bool,
    /// Bits of the `f32` point size to write in the last vertex processing stage; `None` leaves it to the shader.
    pub point_size: Option<u32>,
    /// State of the control stage that the linker added; `None` for programs with one of their own.
    pub patch: Option<PatchDefaults>,
    /// `gl_PointCoord` has its origin at the lower left.
    pub lower_left_points: bool,
    /// The vertex stream that the geometry stage emits; it drops the vertices of the others.
    pub stream: u32,
    /// Words before the first one of each atomic counter buffer, by position in the archive; see [`counter_slot`].
    pub counter_bases: Vec<u32>,
}

/// The uniform array of floats with a level-of-detail bias for each sampler slot of the program, in stages that sample of the
/// variants that have one. It has no location of its own choosing.
pub const LOD_BIAS_UNIFORM: &str = "mgp_lod_bias";

/// The uniform array of integers with the sample count of the texture at each sampler slot of the program, in stages that ask
/// for one.
pub const SAMPLES_UNIFORM: &str = "mgp_samples";

/// The uniform array of integers with the number of levels of the texture at each sampler slot of the program, in stages that ask
/// for one.
pub const LEVELS_UNIFORM: &str = "mgp_levels";

/// The uniform array of three integers with the base vertex, base instance and number of the draw, in vertex stages that ask for
/// one of them.
pub const DRAW_PARAMETERS_UNIFORM: &str = "mgp_draw_parameters";

/// The float uniform with the height of what is drawn to, in fragment stages whose coordinates begin at the top.
pub const TARGET_HEIGHT_UNIFORM: &str = "mgp_target_height";

/// What the ES context can do, as far as translation depends on it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EsCaps {
    /// 310 or 320.
    pub essl_version: u16,
    /// `GL_EXT_clip_cull_distance`.
    pub clip_cull_distance: bool,
    /// `GL_NV_shader_noperspective_interpolation`.
    pub noperspective: bool,
    /// `GL_EXT_blend_func_extended`.
    pub blend_func_extended: bool,
    /// `GL_OES_viewport_array` or its NV twin, whichever there is.
    pub viewport_array: Option<&'static str>,
    /// `GL_EXT_geometry_point_size`, `GL_EXT_tessellation_point_size` or their OES twins.
    pub geometry_point_size: bool,
    /// `GL_NV_image_formats`.
    pub image_formats: bool,
    /// `GL_EXT_texture_shadow_lod`.
    pub shadow_lod: bool,
    /// Draws have a base vertex; where they don't, it is added to `gl_VertexID`.
    pub base_vertex: bool,
    /// What ESSL 310 needs an extension for and 320 has, by the extensions that there are; empty with 320.
    pub named: Named,
}

/// Extensions of ESSL 310, whichever of their twins there is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Named {
    /// Arrays of cube maps.
    pub cube_map_array: Option<&'static str>,
    /// Atomic operations on images.
    pub image_atomic: Option<&'static str>,
}

impl Default for EsCaps {
    fn default() -> Self {
        EsCaps {
            essl_version: 320,
            clip_cull_distance: true,
            noperspective: true,
            blend_func_extended: true,
            viewport_array: Some(OES_VIEWPORT_ARRAY),
            geometry_point_size: true,
            image_formats: true,
            shadow_lod: true,
            base_vertex: true,
            named: Named::default(),
        }
    }
}

impl EsCaps {
    /// What a session's driver can do.
    pub fn of(caps: &Capabilities) -> EsCaps {
        let extensions = caps.extensions.iter().map(String::as_str);
        EsCaps {
            base_vertex: caps.has(Features::BASE_VERTEX),
            ..EsCaps::new(if caps.es_version >= 32 { 320 } else { 310 }, extensions)
        }
    }
    /// Capabilities of a context from its ESSL version (310 or 320) and its extension names.
    pub fn new<'a>(essl_version: u16, extensions: impl IntoIterator<Item = &'a str>) -> EsCaps {
        let mut caps = EsCaps {
            essl_version,
            clip_cull_distance: false,
            noperspective: false,
            blend_func_extended: false,
            viewport_array: None,
            geometry_point_size: false,
            image_formats: false,
            shadow_lod: false,
            base_vertex: true,
            named: Named::default(),
        };
        for e in extensions {
            match e {
                "GL_EXT_clip_cull_distance" => caps.clip_cull_distance = true,
                "GL_NV_shader_noperspective_interpolation" => caps.noperspective = true,
                "GL_EXT_blend_func_extended" => caps.blend_func_extended = true,
                NV_IMAGE_FORMATS => caps.image_formats = true,
                SHADOW_LOD => caps.shadow_lod = true,
                OES_VIEWPORT_ARRAY => caps.viewport_array = Some(OES_VIEWPORT_ARRAY),
                NV_VIEWPORT_ARRAY => caps.viewport_array = caps.viewport_array.or(Some(NV_VIEWPORT_ARRAY)),
                _ if essl_version >= 320 && NAMED_310.contains(&e) => {}
                "GL_EXT_texture_cube_map_array" => caps.named.cube_map_array = Some("GL_EXT_texture_cube_map_array"),
                "GL_OES_texture_cube_map_array" => {
                    caps.named.cube_map_array.get_or_insert("GL_OES_texture_cube_map_array");
                }
                "GL_OES_shader_image_atomic" => caps.named.image_atomic = Some("GL_OES_shader_image_atomic"),
                "GL_EXT_geometry_point_size" | "GL_OES_geometry_point_size" => caps.geometry_point_size = true,
                _ => {}
            }
        }
        caps
    }
}

/// Why a stage has no ESSL.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum TranslateError {
    /// The module is none that a client of ours makes.
    #[error(transparent)]
    Check(#[from] CheckError),
    /// The translator refused the module.
    #[error("{stage:?} stage: no ESSL for this SPIR-V: {message}")]
    Translator {
        /// The stage.
        stage: Stage,
        /// What the translator said.
        message: String,
    },
    /// The driver lacks what the program needs.
    #[error("{stage:?} stage: the driver has no {extension}, which the program needs")]
    Unsupported {
        /// The stage.
        stage: Stage,
        /// The extension that is missing.
        extension: &'static str,
    },
    /// An image is bound in a format that ES images can't have.
    #[error("image slot {slot}: format {format:#06x} is not one of the driver's image formats")]
    ImageFormat {
        /// Slot of the image.
        slot: u32,
        /// GL enum of the format.
        format: u32,
    },
}

/// Whether all stages of a program have ESSL, as far as that does not hang on the state of draws.
///
/// # Errors
/// [`TranslateError`] of the first stage that has none.
pub fn check_program(stages: &[(Stage, Vec<u32>)], archive: &Archive, caps: &EsCaps) -> Result<(), TranslateError> {
    for (stage, spirv) in stages {
        match translate(spirv, *stage, archive, &Variant::default(), caps) {
            // What formats images have is known when they are bound.
            Ok(_) | Err(TranslateError::ImageFormat { .. }) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Makes the ESSL text of one stage.
///
/// Locations, bindings and names in the text are those that `archive` speaks of. The text has no flips and no other
/// change of coordinates.
///
/// # Errors
/// [`TranslateError`]; a forged module gives one, too.
pub fn translate(
    spirv: &[u32],
    stage: Stage,
    archive: &Archive,
    variant: &Variant,
    caps: &EsCaps,
) -> Result<String, TranslateError> {
    let mut edit = Edit::new(spirv_check::check(spirv, stage)?);
    let mut extensions: Vec<&'static str> = Vec::new();
    uniform::strip_initialisers(&mut edit);
    // Desktop GL gives precision qualifiers no meaning.
    output::drop_decoration(&mut edit, Decoration::RelaxedPrecision);
    output::drop_invariant_inputs(&mut edit);
    order::scalar_first(&mut edit);
    texture::widen_1d(&mut edit);
    if variant.lod_bias {
        lod_bias::add(&mut edit, archive);
    }
    if shadow_lod::apply(&mut edit, caps.shadow_lod, stage == Stage::Fragment) {
        extensions.push(SHADOW_LOD);
    }
    texture_query::from_uniforms(&mut edit, archive);
    array_index::signed(&mut edit);
    texture::rect_to_2d(&mut edit);
    image_index::to_calls(&mut edit);
    counter::to_blocks(&mut edit, stage, archive, &variant.counter_bases)?;
    image::widen_1d(&mut edit);
    let exchanges = exchange::to_calls(&mut edit);
    let qualifiers = image::set_formats(&mut edit, &variant.image_formats, caps)?;
    if !qualifiers.is_empty() {
        extensions.push(NV_IMAGE_FORMATS);
    }
    image::split_read_write(&mut edit);
    if let (Stage::TessControl, Some(patch)) = (stage, &variant.patch) {
        control::apply(&mut edit, patch);
    }
    if stage == Stage::Geometry {
        stream::keep(&mut edit, variant.stream);
    }
    if stage == Stage::Vertex {
        draw_parameters::from_uniform(&mut edit, caps);
        attribute::split_arrays(&mut edit);
    }
    if stage == Stage::Fragment {
        hint::plain_derivatives(&mut edit);
        hint::any_depth(&mut edit);
        fragment_coord::from_modes(&mut edit);
        if variant.lower_left_points {
            point_coord::from_lower_left(&mut edit);
        }
        if archive.frag_color && variant.color_broadcast > 1 {
            output::broadcast(&mut edit, u32::from(variant.color_broadcast.min(8)));
        }
        let finish = output::Finish {
            unorm: variant.unorm_clamp,
            snorm: variant.snorm_clamp,
            opaque: variant.opaque_alpha,
            linear: variant.srgb_decode,
        };
        output::finish_outputs(&mut edit, &finish);
        if output::has_decoration(&edit, Decoration::Index) {
            require(stage, caps.blend_func_extended, "GL_EXT_blend_func_extended", &mut extensions)?;
        }
    }
    let last_vertex = Stage::ALL.into_iter().rev().find(|s| *s < Stage::Fragment && archive.stages & s.bit() != 0);
    if let (Some(bits), true) = (variant.point_size, last_vertex == Some(stage)) {
        output::point_size(&mut edit, f32::from_bits(bits), stage == Stage::Geometry);
    }
    // Stages with other built-in blocks than their neighbours' don't link.
    let several =
        (archive.stages & (Stage::TessEvaluation.bit() | Stage::Geometry.bit())) != 0 && stage < Stage::Fragment;
    if (several && archive.clip_distances > 0)
        || output::uses_builtin(&edit, BuiltIn::ClipDistance)
        || output::uses_builtin(&edit, BuiltIn::CullDistance)
    {
        require(stage, caps.clip_cull_distance, "GL_EXT_clip_cull_distance", &mut extensions)?;
    }
    if matches!(stage, Stage::Geometry | Stage::TessControl | Stage::TessEvaluation)
        && (archive.writes_point_size || output::uses_builtin(&edit, BuiltIn::PointSize))
    {
        let name =
            if stage == Stage::Geometry { "GL_EXT_geometry_point_size" } else { "GL_EXT_tessellation_point_size" };
        require(stage, caps.geometry_point_size, name, &mut extensions)?;
    }
    if output::uses_builtin(&edit, BuiltIn::ViewportIndex) {
        let extension = caps.viewport_array.unwrap_or(OES_VIEWPORT_ARRAY);
        require(stage, caps.viewport_array.is_some(), extension, &mut extensions)?;
    }
    if output::has_decoration(&edit, Decoration::NoPerspective) {
        if caps.noperspective {
            extensions.push("GL_NV_shader_noperspective_interpolation");
        } else {
            output::drop_decoration(&mut edit, Decoration::NoPerspective);
        }
    }
    if caps.essl_version < 320 && texture::has_multisample_array(&edit) {
        extensions.push("GL_OES_texture_storage_multisample_2d_array");
    }
    let cubes = edit.module.types_global_values.iter().any(|i| {
        i.class.opcode == Op::TypeImage
            && i.operands.get(1) == Some(&Operand::Dim(Dim::DimCube))
            && i.operands.get(3) == Some(&Operand::LiteralBit32(1))
    });
    let atomic = edit.module.all_inst_iter().any(|i| i.class.opcode == Op::ImageTexelPointer);
    let named = [(cubes, caps.named.cube_map_array), (atomic || !exchanges.is_empty(), caps.named.image_atomic)];
    extensions.extend(named.into_iter().filter_map(|(used, name)| name.filter(|_| used)));
    let flatten = has_nested_varyings(&edit);
    let words = edit.finish();
    // The translator recurses along nested constructs and types, as deep as the check lets them be.
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("essl".into()).stack_size(STACK);
        let failed = |message: String| TranslateError::Translator { stage, message };
        match thread.spawn_scoped(scope, || emit(&words, stage, caps, &extensions, flatten)) {
            Ok(handle) => {
                let text = handle.join().unwrap_or_else(|_| Err(failed("panic in the translator's binding".into())));
                text.map(|text| exchange::write(image::write_qualifiers(text, &qualifiers), &exchanges))
            }
            Err(e) => Err(failed(format!("no thread for it: {e}"))),
        }
    })
}

/// The storage block binding, in the text, of the atomic counter buffer at a position of the archive.
pub fn counter_slot(archive: &Archive, at: usize) -> u32 {
    counter::slot(archive, at)
}

fn require(
    stage: Stage,
    present: bool,
    extension: &'static str,
    list: &mut Vec<&'static str>,
) -> Result<(), TranslateError> {
    if !present {
        return Err(TranslateError::Unsupported { stage, extension });
    }
    list.push(extension);
    Ok(())
}

/// Whether a varying is an array of arrays, which ESSL has not: the translator makes one array of it. It then has no
/// constructors of arrays of arrays either, so that it does so only where it has to.
fn has_nested_varyings(edit: &Edit) -> bool {
    let varyings = [StorageClass::Input, StorageClass::Output].into_iter().flat_map(|class| edit.vars(class));
    varyings
        .map(|var| edit.pointee(&var))
        .any(|ty| edit.array(ty).is_some_and(|(element, _)| edit.array(element).is_some()))
}

fn emit(
    words: &[u32],
    stage: Stage,
    caps: &EsCaps,
    extensions: &[&'static str],
    flatten: bool,
) -> Result<String, TranslateError> {
    let failed = |e: spirv_cross2::SpirvCrossError| TranslateError::Translator { stage, message: e.to_string() };
    let mut compiler = Compiler::<Glsl>::new(Module::from_words(words)).map_err(failed)?;
    for e in extensions {
        compiler.require_extension(*e).map_err(failed)?;
    }
    let mut options = Glsl::options();
    options.version = if caps.essl_version >= 320 { GlslVersion::Glsl320Es } else { GlslVersion::Glsl310Es };
    options.es_default_float_precision_highp = true;
    options.es_default_int_precision_highp = true;
    options.enable_420pack_extension = false;
    options.support_nonzero_base_instance = false;
    options.common.flatten_multidimensional_arrays = flatten;
    options.common.fixup_clipspace = false;
    options.common.flip_vertex_y = false;
    Ok(compiler.compile(&options).map_err(failed)?.to_string())
}
