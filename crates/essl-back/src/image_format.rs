//! Formats of storage images (GLSL 4.60 4.4.7, GL 4.6 core table 8.26): SPIR-V's, GL's and ESSL's names of them.

use rspirv::spirv::ImageFormat as F;

/// What the components of a format are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Floats.
    Float,
    /// Floats without sign.
    Positive,
    /// 0 to 1.
    Unorm,
    /// -1 to 1.
    Snorm,
    /// Signed integers.
    Int,
    /// Unsigned integers.
    Uint,
}

/// A format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Format {
    /// GL's enum.
    pub(crate) gl: u32,
    /// SPIR-V's enum.
    pub(crate) spirv: F,
    /// ESSL's qualifier.
    pub(crate) qualifier: &'static str,
    /// Kind of component.
    pub(crate) kind: Kind,
    /// Number of components.
    pub(crate) components: u32,
    /// ES 3.1 has it; the others are of `GL_NV_image_formats`.
    pub(crate) es: bool,
}

const fn format(gl: u32, spirv: F, qualifier: &'static str, kind: Kind, components: u32, es: bool) -> Format {
    Format { gl, spirv, qualifier, kind, components, es }
}

const FORMATS: &[Format] = &[
    format(0x8814, F::Rgba32f, "rgba32f", Kind::Float, 4, true),
    format(0x881A, F::Rgba16f, "rgba16f", Kind::Float, 4, true),
    format(0x8230, F::Rg32f, "rg32f", Kind::Float, 2, false),
    format(0x822F, F::Rg16f, "rg16f", Kind::Float, 2, false),
    format(0x8C3A, F::R11fG11fB10f, "r11f_g11f_b10f", Kind::Positive, 3, false),
    format(0x822E, F::R32f, "r32f", Kind::Float, 1, true),
    format(0x822D, F::R16f, "r16f", Kind::Float, 1, false),
    format(0x805B, F::Rgba16, "rgba16", Kind::Unorm, 4, false),
    format(0x8059, F::Rgb10A2, "rgb10_a2", Kind::Unorm, 4, false),
    format(0x8058, F::Rgba8, "rgba8", Kind::Unorm, 4, true),
    format(0x822C, F::Rg16, "rg16", Kind::Unorm, 2, false),
    format(0x822B, F::Rg8, "rg8", Kind::Unorm, 2, false),
    format(0x822A, F::R16, "r16", Kind::Unorm, 1, false),
    format(0x8229, F::R8, "r8", Kind::Unorm, 1, false),
    format(0x8F9B, F::Rgba16Snorm, "rgba16_snorm", Kind::Snorm, 4, false),
    format(0x8F97, F::Rgba8Snorm, "rgba8_snorm", Kind::Snorm, 4, true),
    format(0x8F99, F::Rg16Snorm, "rg16_snorm", Kind::Snorm, 2, false),
    format(0x8F95, F::Rg8Snorm, "rg8_snorm", Kind::Snorm, 2, false),
    format(0x8F98, F::R16Snorm, "r16_snorm", Kind::Snorm, 1, false),
    format(0x8F94, F::R8Snorm, "r8_snorm", Kind::Snorm, 1, false),
    format(0x8D82, F::Rgba32i, "rgba32i", Kind::Int, 4, true),
    format(0x8D88, F::Rgba16i, "rgba16i", Kind::Int, 4, true),
    format(0x8D8E, F::Rgba8i, "rgba8i", Kind::Int, 4, true),
    format(0x823B, F::Rg32i, "rg32i", Kind::Int, 2, false),
    format(0x8239, F::Rg16i, "rg16i", Kind::Int, 2, false),
    format(0x8237, F::Rg8i, "rg8i", Kind::Int, 2, false),
    format(0x8235, F::R32i, "r32i", Kind::Int, 1, true),
    format(0x8233, F::R16i, "r16i", Kind::Int, 1, false),
    format(0x8231, F::R8i, "r8i", Kind::Int, 1, false),
    format(0x8D70, F::Rgba32ui, "rgba32ui", Kind::Uint, 4, true),
    format(0x8D76, F::Rgba16ui, "rgba16ui", Kind::Uint, 4, true),
    format(0x906F, F::Rgb10a2ui, "rgb10_a2ui", Kind::Uint, 4, false),
    format(0x8D7C, F::Rgba8ui, "rgba8ui", Kind::Uint, 4, true),
    format(0x823C, F::Rg32ui, "rg32ui", Kind::Uint, 2, false),
    format(0x823A, F::Rg16ui, "rg16ui", Kind::Uint, 2, false),
    format(0x8238, F::Rg8ui, "rg8ui", Kind::Uint, 2, false),
    format(0x8236, F::R32ui, "r32ui", Kind::Uint, 1, true),
    format(0x8234, F::R16ui, "r16ui", Kind::Uint, 1, false),
    format(0x8232, F::R8ui, "r8ui", Kind::Uint, 1, false),
];

/// The format of a GL enum; `None` for one that images can't have.
pub(crate) fn of_gl(gl: u32) -> Option<&'static Format> {
    FORMATS.iter().find(|f| f.gl == gl)
}

/// The format that a module declares; `None` for an unknown one.
pub(crate) fn of_spirv(spirv: F) -> Option<&'static Format> {
    FORMATS.iter().find(|f| f.spirv == spirv)
}
