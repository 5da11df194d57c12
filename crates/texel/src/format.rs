//! Internal formats: what GL says about them, and the layout in which their texels cross the wire.
//!
//! One row a format, in `table`; everything else (queries, canonical layouts, storage on OpenGL ES, the page of
//! documentation) is derived from those rows.

mod table;

use crate::gl;

/// The base internal format of an image (GL 4.5 core, table 8.11): which components it has at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Base {
    /// `GL_RED`
    Red,
    /// `GL_RG`
    Rg,
    /// `GL_RGB`
    Rgb,
    /// `GL_RGBA`
    Rgba,
    /// `GL_DEPTH_COMPONENT`
    Depth,
    /// `GL_DEPTH_STENCIL`
    DepthStencil,
    /// `GL_STENCIL_INDEX`
    Stencil,
}

impl Base {
    /// The enum of this base format.
    pub const fn gl(self) -> u32 {
        match self {
            Base::Red => gl::RED,
            Base::Rg => gl::RG,
            Base::Rgb => gl::RGB,
            Base::Rgba => gl::RGBA,
            Base::Depth => gl::DEPTH_COMPONENT,
            Base::DepthStencil => gl::DEPTH_STENCIL,
            Base::Stencil => gl::STENCIL_INDEX,
        }
    }

    /// How many colour components there are; 0 for depth and stencil.
    pub const fn channels(self) -> usize {
        match self {
            Base::Red => 1,
            Base::Rg => 2,
            Base::Rgb => 3,
            Base::Rgba => 4,
            _ => 0,
        }
    }

    /// Whether this is a colour format.
    pub const fn is_color(self) -> bool {
        self.channels() > 0
    }

    /// Whether there is a depth component.
    pub const fn has_depth(self) -> bool {
        matches!(self, Base::Depth | Base::DepthStencil)
    }

    /// Whether there is a stencil component.
    pub const fn has_stencil(self) -> bool {
        matches!(self, Base::Stencil | Base::DepthStencil)
    }
}

/// How the bits of a component are read. Stencil-only formats say `Uint`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Component {
    /// Unsigned normalised fixed point.
    Unorm,
    /// Signed normalised fixed point.
    Snorm,
    /// Floating point (also the packed and shared-exponent kinds).
    Float,
    /// Signed integer.
    Int,
    /// Unsigned integer.
    Uint,
}

impl Component {
    /// What `glGetTexLevelParameter(GL_TEXTURE_*_TYPE)` answers.
    pub const fn texture_type(self) -> u32 {
        match self {
            Component::Unorm => gl::UNSIGNED_NORMALIZED,
            Component::Snorm => gl::SIGNED_NORMALIZED,
            Component::Float => gl::FLOAT,
            Component::Int => gl::INT,
            Component::Uint => gl::UNSIGNED_INT,
        }
    }

    /// What `GL_FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE` answers.
    pub const fn attachment_type(self) -> u32 {
        self.texture_type()
    }

    /// Whether values are integers that no filter and no blend may touch.
    pub const fn is_integer(self) -> bool {
        matches!(self, Component::Int | Component::Uint)
    }
}

/// What may be done with an image's texels: which clear, which shader type, which attachment point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    /// Normalised or floating-point colour: `glClearBufferfv`, `sampler*`.
    ColorFloat,
    /// Signed integer colour: `glClearBufferiv`, `isampler*`.
    ColorInt,
    /// Unsigned integer colour: `glClearBufferuiv`, `usampler*`.
    ColorUint,
    /// Depth only.
    Depth,
    /// Depth and stencil.
    DepthStencil,
    /// Stencil only.
    Stencil,
}

/// Component sizes in bits, as GL's queries report them. `shared` is the shared exponent of `RGB9_E5`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the fields are GL's component names")]
pub struct Bits {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
    pub alpha: u8,
    pub depth: u8,
    pub stencil: u8,
    pub shared: u8,
}

/// Which compressed family a format belongs to; decides the capability ES needs for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the variants are the families' names")]
pub enum Family {
    S3tc,
    S3tcSrgb,
    Rgtc,
    Bptc,
    Etc2,
    Astc,
}

/// A compressed block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Block {
    /// Width in texels.
    pub width: u8,
    /// Height in texels.
    pub height: u8,
    /// Bytes of one block.
    pub bytes: u8,
    /// The family.
    pub family: Family,
}

impl Block {
    /// Bytes of one image of this compressed format, layers and slices counted in `depth`; `None` on overflow.
    pub fn image_bytes(&self, width: u32, height: u32, depth: u32) -> Option<usize> {
        let across = (width as usize).div_ceil(self.width as usize);
        let down = (height as usize).div_ceil(self.height as usize);
        across.checked_mul(down)?.checked_mul(depth as usize)?.checked_mul(self.bytes as usize)
    }
}

/// How texels lie in memory: a GL pixel format and type, tightly packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Wire {
    /// The pixel format (`GL_RGBA`, ...).
    pub format: u32,
    /// The pixel type (`GL_UNSIGNED_BYTE`, ...).
    pub type_: u32,
    /// Bytes of one texel.
    pub bytes: u8,
}

/// One internal format.
#[derive(Debug, PartialEq, Eq)]
pub struct FormatInfo {
    /// The enum.
    pub internal_format: u32,
    /// Its name without `GL_`.
    pub name: &'static str,
    /// Which components there are.
    pub base: Base,
    /// How they are read (of depth for depth formats).
    pub component: Component,
    /// Component sizes.
    pub bits: Bits,
    /// Whether colour values are sRGB-encoded.
    pub srgb: bool,
    /// The compressed block, if any.
    pub block: Option<Block>,
    /// `GL_VIEW_CLASS_*` (GL 4.5 core, table 8.22); 0 when the format has no class.
    pub view_class: u32,
    /// Whether this is a sized (or specific compressed) format; `false` for base and generic compressed formats.
    pub sized: bool,
    /// The layout in which texels cross the wire. For compressed formats: format and type 0, the bytes of a block.
    pub wire: Wire,
    /// Internal formats of OpenGL ES that can hold it, best first.
    pub(crate) es: &'static [u32],
}

impl FormatInfo {
    /// What may be done with the texels.
    pub const fn class(&self) -> Class {
        match (self.base, self.component) {
            (Base::Depth, _) => Class::Depth,
            (Base::DepthStencil, _) => Class::DepthStencil,
            (Base::Stencil, _) => Class::Stencil,
            (_, Component::Int) => Class::ColorInt,
            (_, Component::Uint) => Class::ColorUint,
            _ => Class::ColorFloat,
        }
    }

    /// Whether colour components are integers.
    pub const fn is_integer_color(&self) -> bool {
        self.base.is_color() && self.component.is_integer()
    }

    /// Whether the format is a specific compressed one.
    pub const fn is_compressed(&self) -> bool {
        self.block.is_some()
    }

    /// `GL_LINEAR` or `GL_SRGB`, as `GL_FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING` answers.
    pub const fn color_encoding(&self) -> u32 {
        if self.srgb { gl::SRGB } else { gl::LINEAR }
    }

    /// The wire bytes of an image of this size (`depth` counts layers and slices), or `None` on overflow.
    pub fn image_bytes(&self, width: u32, height: u32, depth: u32) -> Option<usize> {
        match &self.block {
            Some(block) => block.image_bytes(width, height, depth),
            None => (width as usize)
                .checked_mul(height as usize)?
                .checked_mul(depth as usize)?
                .checked_mul(self.wire.bytes as usize),
        }
    }

    /// The component type of `channel` (0 red .. 3 alpha, 4 depth, 5 stencil), 0 where there is none. Stencil has no
    /// type query of its own for textures and answers `GL_UNSIGNED_INT`.
    pub const fn component_type(&self, channel: usize) -> u32 {
        let b = &self.bits;
        let bits = match channel {
            0 => b.red,
            1 => b.green,
            2 => b.blue,
            3 => b.alpha,
            4 => b.depth,
            5 => b.stencil,
            _ => 0,
        };
        match (bits, channel) {
            (0, _) => gl::NONE,
            (_, 5) => gl::UNSIGNED_INT,
            _ => self.component.texture_type(),
        }
    }

    /// `GL_IMAGE_CLASS_*` of a format that `glBindImageTexture` takes (GL 4.5 core, table 8.26), else 0.
    pub const fn image_class(&self) -> u32 {
        if self.block.is_some() || self.srgb || !self.sized || !self.base.is_color() {
            return 0;
        }
        let b = &self.bits;
        match (self.base, b.red, b.green) {
            (Base::Rgba, 32, 32) => gl::IMAGE_CLASS_4_X_32,
            (Base::Rg, 32, 32) => gl::IMAGE_CLASS_2_X_32,
            (Base::Red, 32, _) => gl::IMAGE_CLASS_1_X_32,
            (Base::Rgba, 16, 16) if self.view_class != 0 => gl::IMAGE_CLASS_4_X_16,
            (Base::Rg, 16, 16) => gl::IMAGE_CLASS_2_X_16,
            (Base::Red, 16, _) => gl::IMAGE_CLASS_1_X_16,
            (Base::Rgba, 8, 8) => gl::IMAGE_CLASS_4_X_8,
            (Base::Rg, 8, 8) => gl::IMAGE_CLASS_2_X_8,
            (Base::Red, 8, _) => gl::IMAGE_CLASS_1_X_8,
            (Base::Rgb, 11, 11) => gl::IMAGE_CLASS_11_11_10,
            (Base::Rgba, 10, 10) => gl::IMAGE_CLASS_10_10_10_2,
            _ => 0,
        }
    }

    /// Whether a texture view of `self`'s storage may have format `other` (GL 4.5 core, 8.18).
    pub fn view_compatible(&self, other: &FormatInfo) -> bool {
        self.internal_format == other.internal_format || (self.view_class != 0 && self.view_class == other.view_class)
    }

    /// Whether `glCopyImageSubData` may copy between the two (GL 4.5 core, 18.3.2 and table 18.4).
    pub fn copy_compatible(&self, other: &FormatInfo) -> bool {
        if self.view_compatible(other) {
            return true;
        }
        let (texel, block) = match (&self.block, &other.block) {
            (None, Some(block)) => (self, block),
            (Some(block), None) => (other, block),
            _ => return false,
        };
        // Only the 64- and 128-bit view classes hold texels that stand for a block.
        match texel.view_class {
            gl::VIEW_CLASS_128_BITS => block.bytes == 16,
            gl::VIEW_CLASS_64_BITS => block.bytes == 8,
            _ => false,
        }
    }
}

/// The row of an internal format; `None` when GL 4.5 core has no such format.
pub fn info(internal_format: u32) -> Option<&'static FormatInfo> {
    let at = table::SORTED.binary_search_by_key(&internal_format, |(value, _)| *value).ok()?;
    Some(&table::TABLE[table::SORTED[at].1 as usize])
}

/// Every row, in the order of the documentation.
pub fn all() -> &'static [FormatInfo] {
    table::TABLE
}

/// The sized format that stands for `internal_format` in an allocation with this client `format` and `type_`
/// (0, 0 where there is none, as for renderbuffers).
///
/// Sized and specific compressed formats stand for themselves. For base formats GL leaves the choice open; this one
/// is that of Mesa's software rasteriser, which looks at the client's format and type for `RGB`, `RGBA` and
/// `DEPTH_COMPONENT`. Generic compressed formats resolve to uncompressed ones, as GL 4.5 core 8.5.1 permits.
pub fn effective(internal_format: u32, format: u32, type_: u32) -> Option<&'static FormatInfo> {
    use gl::*;
    let sized = match internal_format {
        RED | COMPRESSED_RED => R8,
        RG | COMPRESSED_RG => RG8,
        RGB => match (format, type_) {
            (RGB, UNSIGNED_SHORT_5_6_5 | UNSIGNED_SHORT_5_6_5_REV) => RGB565,
            (RGB, UNSIGNED_BYTE_3_3_2 | UNSIGNED_BYTE_2_3_3_REV) => R3_G3_B2,
            (RGBA | BGRA, UNSIGNED_INT_2_10_10_10_REV | UNSIGNED_INT_10_10_10_2) => RGB10,
            (RGBA | BGRA, UNSIGNED_SHORT_5_5_5_1 | UNSIGNED_SHORT_1_5_5_5_REV) => RGB5,
            _ => RGB8,
        },
        RGBA => match (format, type_) {
            (RGBA | BGRA, UNSIGNED_SHORT_4_4_4_4 | UNSIGNED_SHORT_4_4_4_4_REV) => RGBA4,
            (RGBA | BGRA, UNSIGNED_SHORT_5_5_5_1 | UNSIGNED_SHORT_1_5_5_5_REV) => RGB5_A1,
            (RGBA | BGRA, UNSIGNED_INT_2_10_10_10_REV | UNSIGNED_INT_10_10_10_2) => RGB10_A2,
            (RGBA, UNSIGNED_SHORT) => RGBA16,
            _ => RGBA8,
        },
        COMPRESSED_RGB => RGB8,
        COMPRESSED_RGBA => RGBA8,
        gl::SRGB | COMPRESSED_SRGB => SRGB8,
        SRGB_ALPHA | COMPRESSED_SRGB_ALPHA => SRGB8_ALPHA8,
        DEPTH_COMPONENT => match (format, type_) {
            (DEPTH_COMPONENT, UNSIGNED_SHORT) => DEPTH_COMPONENT16,
            (DEPTH_COMPONENT, UNSIGNED_INT) => DEPTH_COMPONENT32,
            _ => DEPTH_COMPONENT24,
        },
        DEPTH_STENCIL => DEPTH24_STENCIL8,
        STENCIL_INDEX => STENCIL_INDEX8,
        other => other,
    };
    info(sized)
}
