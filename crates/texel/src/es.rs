//! What an OpenGL ES 3.2 driver stores an internal format in.
//!
//! Each row of the format table names candidates, best first; [`storage`] takes the first one that the driver has and
//! that can do what is asked. What the driver can do with its own formats is the table in this module.

use bitflags::bitflags;

use crate::convert::{ConvertError, Converter, Rules};
use crate::format::{Base, Class, Component, Family, FormatInfo, Wire};
use crate::gl;

bitflags! {
    /// The format abilities of a driver beyond plain OpenGL ES 3.1.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct EsFormatCaps: u32 {
        /// `EXT_texture_norm16`
        const NORM16 = 1 << 0;
        /// `EXT_color_buffer_float`, or ES 3.2
        const COLOR_BUFFER_FLOAT = 1 << 1;
        /// `EXT_color_buffer_half_float`
        const COLOR_BUFFER_HALF_FLOAT = 1 << 2;
        /// `OES_texture_float_linear`
        const FLOAT_LINEAR = 1 << 3;
        /// `EXT_float_blend`, or ES 3.2
        const FLOAT_BLEND = 1 << 4;
        /// `EXT_read_format_bgra`: pixels can be read back as `GL_BGRA`
        const READ_BGRA = 1 << 5;
        /// `EXT_texture_format_BGRA8888`
        const BGRA8 = 1 << 6;
        /// `EXT_texture_compression_s3tc`
        const S3TC = 1 << 7;
        /// `EXT_texture_compression_s3tc_srgb`
        const S3TC_SRGB = 1 << 8;
        /// `EXT_texture_compression_rgtc`
        const RGTC = 1 << 9;
        /// `EXT_texture_compression_bptc`
        const BPTC = 1 << 10;
        /// `KHR_texture_compression_astc_ldr`, or ES 3.2
        const ASTC = 1 << 11;
        /// `EXT_render_snorm`
        const RENDER_SNORM = 1 << 12;
        /// `OES_texture_stencil8`, or ES 3.2
        const TEXTURE_STENCIL8 = 1 << 13;
        /// `NV_image_formats`
        const IMAGE_FORMATS = 1 << 14;
        /// 32-bit fixed-point depth textures (`DEPTH_COMPONENT32`), found by trying
        const DEPTH32 = 1 << 15;
        /// `GL_SRGB8` and three-component floats can be rendered to, found by trying; no standard promises it
        const RENDER_RGB = 1 << 16;

        /// What ES 3.2 itself promises.
        const ES32 = Self::COLOR_BUFFER_FLOAT.bits() | Self::FLOAT_BLEND.bits() | Self::ASTC.bits()
            | Self::TEXTURE_STENCIL8.bits();
    }
}

impl EsFormatCaps {
    /// The abilities that an ES version and extension names (with `GL_`) stand for. The two that are found by trying
    /// are never among them.
    pub fn from_extensions<'a>(es32: bool, extensions: impl IntoIterator<Item = &'a str>) -> Self {
        let mut caps = if es32 { Self::ES32 } else { Self::empty() };
        for name in extensions {
            caps |= match name {
                "GL_EXT_texture_norm16" => Self::NORM16,
                "GL_EXT_color_buffer_float" => Self::COLOR_BUFFER_FLOAT,
                "GL_EXT_color_buffer_half_float" => Self::COLOR_BUFFER_HALF_FLOAT,
                "GL_OES_texture_float_linear" => Self::FLOAT_LINEAR,
                "GL_EXT_float_blend" => Self::FLOAT_BLEND,
                "GL_EXT_read_format_bgra" => Self::READ_BGRA,
                "GL_EXT_texture_format_BGRA8888" => Self::BGRA8,
                "GL_EXT_texture_compression_s3tc" => Self::S3TC,
                "GL_EXT_texture_compression_s3tc_srgb" => Self::S3TC_SRGB,
                "GL_EXT_texture_compression_rgtc" => Self::RGTC,
                "GL_EXT_texture_compression_bptc" => Self::BPTC,
                "GL_KHR_texture_compression_astc_ldr" => Self::ASTC,
                "GL_EXT_render_snorm" => Self::RENDER_SNORM,
                "GL_OES_texture_stencil8" => Self::TEXTURE_STENCIL8,
                "GL_NV_image_formats" => Self::IMAGE_FORMATS,
                _ => Self::empty(),
            };
        }
        caps
    }
}

bitflags! {
    /// What storage must be able to do.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Need: u8 {
        /// Be a framebuffer attachment (also clears, copies from framebuffers and mipmap generation).
        const RENDER = 1 << 0;
        /// Be sampled with linear filters.
        const FILTER = 1 << 1;
        /// Be bound to an image unit.
        const IMAGE = 1 << 2;
    }
}

/// When something can be done: never, or when any of these abilities is there (none named: always).
#[derive(Clone, Copy, Debug)]
enum When {
    Never,
    Any(EsFormatCaps),
}

impl When {
    const fn holds(self, caps: EsFormatCaps) -> bool {
        match self {
            When::Never => false,
            When::Any(any) => any.is_empty() || any.intersects(caps),
        }
    }
}

const ALWAYS: When = When::Any(EsFormatCaps::empty());
const NEVER: When = When::Never;

/// A format of the driver.
struct EsFormat {
    internal_format: u32,
    upload: (u32, u32),
    base: Base,
    component: Component,
    exists: When,
    render: When,
    filter: When,
    image: When,
}

const fn when(caps: EsFormatCaps) -> When {
    When::Any(caps)
}

const FLOATS: When = when(EsFormatCaps::COLOR_BUFFER_FLOAT);
const HALVES: When = when(EsFormatCaps::COLOR_BUFFER_FLOAT.union(EsFormatCaps::COLOR_BUFFER_HALF_FLOAT));
const LINEAR: When = when(EsFormatCaps::FLOAT_LINEAR);
const NORM16: When = when(EsFormatCaps::NORM16);
const IMAGES: When = when(EsFormatCaps::IMAGE_FORMATS);
const RGBS: When = when(EsFormatCaps::RENDER_RGB);
const SNORM: When = when(EsFormatCaps::RENDER_SNORM);

macro_rules! es_formats {
    ($($name:ident $base:ident $comp:ident: $f:ident $t:ident, $exists:ident $render:ident $filter:ident $image:ident;)*) => {
        static ES_FORMATS: &[EsFormat] = &[$(EsFormat {
            internal_format: gl::$name,
            upload: (gl::$f, gl::$t),
            base: Base::$base,
            component: Component::$comp,
            exists: $exists,
            render: $render,
            filter: $filter,
            image: $image,
        }),*];
    };
}

const STENCIL8: When = when(EsFormatCaps::TEXTURE_STENCIL8);
const DEPTH32: When = when(EsFormatCaps::DEPTH32);

// OpenGL ES 3.2, tables 8.10 (exists, render, filter) and 8.27 (image).
//  format                                      exists render filter image
es_formats! {
    R8 Red Unorm: RED UNSIGNED_BYTE,            ALWAYS ALWAYS ALWAYS IMAGES;
    RG8 Rg Unorm: RG UNSIGNED_BYTE,             ALWAYS ALWAYS ALWAYS IMAGES;
    RGB8 Rgb Unorm: RGB UNSIGNED_BYTE,          ALWAYS ALWAYS ALWAYS NEVER;
    RGBA8 Rgba Unorm: RGBA UNSIGNED_BYTE,       ALWAYS ALWAYS ALWAYS ALWAYS;
    SRGB8 Rgb Unorm: RGB UNSIGNED_BYTE,         ALWAYS RGBS ALWAYS NEVER;
    SRGB8_ALPHA8 Rgba Unorm: RGBA UNSIGNED_BYTE, ALWAYS ALWAYS ALWAYS NEVER;
    R8_SNORM Red Snorm: RED BYTE,               ALWAYS SNORM ALWAYS IMAGES;
    RG8_SNORM Rg Snorm: RG BYTE,                ALWAYS SNORM ALWAYS IMAGES;
    RGB8_SNORM Rgb Snorm: RGB BYTE,             ALWAYS NEVER ALWAYS NEVER;
    RGBA8_SNORM Rgba Snorm: RGBA BYTE,          ALWAYS SNORM ALWAYS ALWAYS;
    R16 Red Unorm: RED UNSIGNED_SHORT,          NORM16 NORM16 NORM16 IMAGES;
    RG16 Rg Unorm: RG UNSIGNED_SHORT,           NORM16 NORM16 NORM16 IMAGES;
    RGB16 Rgb Unorm: RGB UNSIGNED_SHORT,        NORM16 NEVER NORM16 NEVER;
    RGBA16 Rgba Unorm: RGBA UNSIGNED_SHORT,     NORM16 NORM16 NORM16 IMAGES;
    R16_SNORM Red Snorm: RED SHORT,             NORM16 SNORM NORM16 IMAGES;
    RG16_SNORM Rg Snorm: RG SHORT,              NORM16 SNORM NORM16 IMAGES;
    RGB16_SNORM Rgb Snorm: RGB SHORT,           NORM16 NEVER NORM16 NEVER;
    RGBA16_SNORM Rgba Snorm: RGBA SHORT,        NORM16 SNORM NORM16 IMAGES;
    RGB565 Rgb Unorm: RGB UNSIGNED_SHORT_5_6_5, ALWAYS ALWAYS ALWAYS NEVER;
    RGBA4 Rgba Unorm: RGBA UNSIGNED_SHORT_4_4_4_4, ALWAYS ALWAYS ALWAYS NEVER;
    RGB5_A1 Rgba Unorm: RGBA UNSIGNED_SHORT_5_5_5_1, ALWAYS ALWAYS ALWAYS NEVER;
    RGB10_A2 Rgba Unorm: RGBA UNSIGNED_INT_2_10_10_10_REV, ALWAYS ALWAYS ALWAYS IMAGES;
    RGB10_A2UI Rgba Uint: RGBA_INTEGER UNSIGNED_INT_2_10_10_10_REV, ALWAYS ALWAYS NEVER IMAGES;
    R16F Red Float: RED HALF_FLOAT,             ALWAYS HALVES ALWAYS IMAGES;
    RG16F Rg Float: RG HALF_FLOAT,              ALWAYS HALVES ALWAYS IMAGES;
    RGB16F Rgb Float: RGB HALF_FLOAT,           ALWAYS RGBS ALWAYS NEVER;
    RGBA16F Rgba Float: RGBA HALF_FLOAT,        ALWAYS HALVES ALWAYS ALWAYS;
    R32F Red Float: RED FLOAT,                  ALWAYS FLOATS LINEAR ALWAYS;
    RG32F Rg Float: RG FLOAT,                   ALWAYS FLOATS LINEAR IMAGES;
    RGB32F Rgb Float: RGB FLOAT,                ALWAYS NEVER LINEAR NEVER;
    RGBA32F Rgba Float: RGBA FLOAT,             ALWAYS FLOATS LINEAR ALWAYS;
    R11F_G11F_B10F Rgb Float: RGB UNSIGNED_INT_10F_11F_11F_REV, ALWAYS FLOATS ALWAYS IMAGES;
    RGB9_E5 Rgb Float: RGB UNSIGNED_INT_5_9_9_9_REV, ALWAYS NEVER ALWAYS NEVER;
    R8I Red Int: RED_INTEGER BYTE,              ALWAYS ALWAYS NEVER IMAGES;
    R8UI Red Uint: RED_INTEGER UNSIGNED_BYTE,   ALWAYS ALWAYS NEVER IMAGES;
    R16I Red Int: RED_INTEGER SHORT,            ALWAYS ALWAYS NEVER IMAGES;
    R16UI Red Uint: RED_INTEGER UNSIGNED_SHORT, ALWAYS ALWAYS NEVER IMAGES;
    R32I Red Int: RED_INTEGER INT,              ALWAYS ALWAYS NEVER ALWAYS;
    R32UI Red Uint: RED_INTEGER UNSIGNED_INT,   ALWAYS ALWAYS NEVER ALWAYS;
    RG8I Rg Int: RG_INTEGER BYTE,               ALWAYS ALWAYS NEVER IMAGES;
    RG8UI Rg Uint: RG_INTEGER UNSIGNED_BYTE,    ALWAYS ALWAYS NEVER IMAGES;
    RG16I Rg Int: RG_INTEGER SHORT,             ALWAYS ALWAYS NEVER IMAGES;
    RG16UI Rg Uint: RG_INTEGER UNSIGNED_SHORT,  ALWAYS ALWAYS NEVER IMAGES;
    RG32I Rg Int: RG_INTEGER INT,               ALWAYS ALWAYS NEVER IMAGES;
    RG32UI Rg Uint: RG_INTEGER UNSIGNED_INT,    ALWAYS ALWAYS NEVER IMAGES;
    RGB8I Rgb Int: RGB_INTEGER BYTE,            ALWAYS NEVER NEVER NEVER;
    RGB8UI Rgb Uint: RGB_INTEGER UNSIGNED_BYTE, ALWAYS NEVER NEVER NEVER;
    RGB16I Rgb Int: RGB_INTEGER SHORT,          ALWAYS NEVER NEVER NEVER;
    RGB16UI Rgb Uint: RGB_INTEGER UNSIGNED_SHORT, ALWAYS NEVER NEVER NEVER;
    RGB32I Rgb Int: RGB_INTEGER INT,            ALWAYS NEVER NEVER NEVER;
    RGB32UI Rgb Uint: RGB_INTEGER UNSIGNED_INT, ALWAYS NEVER NEVER NEVER;
    RGBA8I Rgba Int: RGBA_INTEGER BYTE,         ALWAYS ALWAYS NEVER ALWAYS;
    RGBA8UI Rgba Uint: RGBA_INTEGER UNSIGNED_BYTE, ALWAYS ALWAYS NEVER ALWAYS;
    RGBA16I Rgba Int: RGBA_INTEGER SHORT,       ALWAYS ALWAYS NEVER ALWAYS;
    RGBA16UI Rgba Uint: RGBA_INTEGER UNSIGNED_SHORT, ALWAYS ALWAYS NEVER ALWAYS;
    RGBA32I Rgba Int: RGBA_INTEGER INT,         ALWAYS ALWAYS NEVER ALWAYS;
    RGBA32UI Rgba Uint: RGBA_INTEGER UNSIGNED_INT, ALWAYS ALWAYS NEVER ALWAYS;
    DEPTH_COMPONENT16 Depth Unorm: DEPTH_COMPONENT UNSIGNED_SHORT, ALWAYS ALWAYS NEVER NEVER;
    DEPTH_COMPONENT24 Depth Unorm: DEPTH_COMPONENT UNSIGNED_INT, ALWAYS ALWAYS NEVER NEVER;
    DEPTH_COMPONENT32 Depth Unorm: DEPTH_COMPONENT UNSIGNED_INT, DEPTH32 DEPTH32 NEVER NEVER;
    DEPTH_COMPONENT32F Depth Float: DEPTH_COMPONENT FLOAT, ALWAYS ALWAYS NEVER NEVER;
    DEPTH24_STENCIL8 DepthStencil Unorm: DEPTH_STENCIL UNSIGNED_INT_24_8, ALWAYS ALWAYS NEVER NEVER;
    DEPTH32F_STENCIL8 DepthStencil Float: DEPTH_STENCIL FLOAT_32_UNSIGNED_INT_24_8_REV, ALWAYS ALWAYS NEVER NEVER;
    STENCIL_INDEX8 Stencil Uint: STENCIL_INDEX UNSIGNED_BYTE, STENCIL8 ALWAYS NEVER NEVER;
}

/// How a driver's format stands to the one the application asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Fit {
    /// The same format, or one with the same components and widths.
    Native,
    /// The same kind of components, more of them: texels gain components, masks and swizzles hide them.
    Widened,
    /// Another kind of component: values are converted, and clamped where the application's format would.
    Converted,
}

/// To what range values have to be clamped on their way into storage that can hold more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Clamp {
    /// [0, 1]
    Unorm,
    /// [-1, 1]
    Snorm,
}

/// What a format is stored in on a driver.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EsStorage {
    /// The driver's sized internal format.
    pub internal_format: u32,
    /// What it takes for uploads, tightly packed. For compressed formats: format and type 0, the bytes of a block.
    pub upload: Wire,
    /// How it stands to the application's format.
    pub fit: Fit,
    /// Base format of the storage; has more components than the application's when widened.
    pub base: Base,
    /// Component kind of the storage.
    pub component: Component,
    /// Range to clamp written values to.
    pub clamp: Option<Clamp>,
    /// Alpha is stored but not the application's: it stays one. Clears write one, draws mask it off, reads give one.
    pub opaque: bool,
    /// `GL_TEXTURE_SWIZZLE_*` that makes it sample like the application's format.
    pub swizzle: [u32; 4],
    /// Whether it can be a framebuffer attachment.
    pub renderable: bool,
    /// Whether linear filters work.
    pub filterable: bool,
    /// Whether it can be blended into.
    pub blendable: bool,
    /// Whether it can be bound to an image unit.
    pub image: bool,
}

/// How the pixels of an image in storage of the driver's come back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReadPath {
    /// As an attachment, and the driver's own pixels are the answer in every pair of format and type that it reads.
    Native,
    /// As an attachment, but what the storage has and the format has not (components, alpha, a range) is taken out on the server.
    Converted,
    /// Depth and stencil: the driver reads them where it can, else they are sampled into an image of numbers.
    Sampled,
    /// It can't be an attachment, or attachments lose what it has: it is drawn into an image that can.
    Drawn,
}

impl EsStorage {
    /// How pixels of a texture of `info` in this storage come back.
    pub fn read_path(&self, info: &FormatInfo) -> ReadPath {
        match () {
            () if !info.base.is_color() => ReadPath::Sampled,
            // Drivers clamp what they read of signed normalised attachments.
            () if !self.renderable || self.component == Component::Snorm => ReadPath::Drawn,
            () if self.opaque || self.hides(info) || self.clamp == Some(Clamp::Unorm) => ReadPath::Converted,
            () => ReadPath::Native,
        }
    }

    /// Whether it has green or blue that `info` has not.
    pub fn hides(&self, info: &FormatInfo) -> bool {
        self.base != info.base && matches!(info.base, Base::Red | Base::Rg)
    }

    /// The conversion from canonical texels of `info` to what this storage takes.
    ///
    /// # Errors
    /// [`ConvertError::Compressed`] for compressed formats, which are uploaded as they are.
    pub fn uploader(&self, info: &FormatInfo) -> Result<Converter, ConvertError> {
        if info.is_compressed() {
            return Err(ConvertError::Compressed(info.internal_format));
        }
        let rules = Rules { alpha_one: self.opaque, clamp: false, depth_bits: info.bits.depth, reading: false };
        Converter::new(info.wire.layout()?, self.upload.layout()?, rules)
    }

    /// The conversion from pixels in this storage's upload layout back to canonical texels of `info`.
    ///
    /// # Errors
    /// As for [`EsStorage::uploader`].
    pub fn downloader(&self, info: &FormatInfo) -> Result<Converter, ConvertError> {
        if info.is_compressed() {
            return Err(ConvertError::Compressed(info.internal_format));
        }
        let rules = Rules { alpha_one: self.opaque, clamp: false, depth_bits: info.bits.depth, reading: false };
        Converter::new(self.upload.layout()?, info.wire.layout()?, rules)
    }
}

/// The best storage for `info` on a driver with `caps` that can do all that is needed; `None` when there is none.
///
/// The same format can get different storage for different needs: a three-component float is itself until it has to be
/// rendered to, and four components then.
pub fn storage(info: &FormatInfo, caps: EsFormatCaps, need: Need) -> Option<EsStorage> {
    if let Some(block) = info.block {
        let exists = match block.family {
            Family::Etc2 => true,
            Family::S3tc => caps.contains(EsFormatCaps::S3TC),
            Family::S3tcSrgb => caps.contains(EsFormatCaps::S3TC_SRGB),
            Family::Rgtc => caps.contains(EsFormatCaps::RGTC),
            Family::Bptc => caps.contains(EsFormatCaps::BPTC),
            Family::Astc => caps.contains(EsFormatCaps::ASTC),
        };
        return (exists && !need.intersects(Need::RENDER | Need::IMAGE)).then_some(EsStorage {
            internal_format: info.internal_format,
            upload: info.wire,
            fit: Fit::Native,
            base: info.base,
            component: info.component,
            clamp: None,
            opaque: false,
            swizzle: swizzle(info.base),
            renderable: false,
            filterable: true,
            blendable: false,
            image: false,
        });
    }
    candidates(info, caps, need).next()
}

/// All that the driver can store a format in that is not compressed, the best first.
fn candidates(info: &FormatInfo, caps: EsFormatCaps, need: Need) -> impl Iterator<Item = EsStorage> {
    info.es.iter().filter_map(move |&candidate| {
        let es = ES_FORMATS.iter().find(|f| f.internal_format == candidate)?;
        let able = |bit, when: When| !need.contains(bit) || when.holds(caps);
        let fits = es.exists.holds(caps)
            && able(Need::RENDER, es.render)
            && able(Need::FILTER, es.filter)
            && able(Need::IMAGE, es.image);
        if !fits {
            return None;
        }
        let stored = crate::format::info(es.internal_format)?;
        let (format, type_) = es.upload;
        let bytes = crate::layout::PixelLayout::new(format, type_).ok()?.bytes() as u8;
        let same_kind = es.component == info.component;
        let fit = match (same_kind, es.base == info.base, stored.bits == info.bits) {
            (true, true, true) => Fit::Native,
            (true, _, _) => Fit::Widened,
            (false, ..) => Fit::Converted,
        };
        Some(EsStorage {
            internal_format: es.internal_format,
            upload: Wire { format, type_, bytes },
            fit,
            base: es.base,
            component: es.component,
            clamp: match (es.component, info.component) {
                (Component::Float, Component::Unorm) => Some(Clamp::Unorm),
                (Component::Float, Component::Snorm) => Some(Clamp::Snorm),
                _ => None,
            },
            opaque: es.base == Base::Rgba && info.base != Base::Rgba,
            swizzle: swizzle(info.base),
            renderable: es.render.holds(caps),
            filterable: es.filter.holds(caps),
            blendable: es.render.holds(caps)
                && match info.class() {
                    Class::ColorFloat => stored.bits.red < 32 || caps.contains(EsFormatCaps::FLOAT_BLEND),
                    _ => false,
                },
            image: es.image.holds(caps),
        })
    })
}

/// The storage of a texture's images: something that can be rendered to wherever GL lets the format be a colour attachment, so
/// that attaching it later moves nothing, and that can be filtered. Floats of 32 bits are not given up for filters, though:
/// who asks for them wants their bits, and a look without filters is nearer to one with them than other numbers are.
pub fn texture_storage(info: &FormatInfo, caps: EsFormatCaps, need: Need) -> Option<EsStorage> {
    // GL asks for attachments of all but compressed and shared-exponent formats.
    if info.is_compressed() || info.bits.shared > 0 {
        return storage(info, caps, need);
    }
    let exact = info.component == Component::Float && info.bits.red == 32;
    let filter = if exact { Need::empty() } else { Need::FILTER };
    [Need::RENDER | filter, Need::RENDER, Need::empty()].into_iter().find_map(|more| storage(info, caps, need | more))
}

/// What a view as `info` has of storage that was made for `owner`. The storage of its own may be another than the owner's (one
/// of them widened), and only formats of the same size can alias: a view that could be attached gives way to one that cannot,
/// and one as small as the format to one as wide as the owner.
pub fn view_storage(info: &FormatInfo, owner: (&FormatInfo, &EsStorage), caps: EsFormatCaps) -> Option<EsStorage> {
    let (owner_info, owner) = owner;
    if info.internal_format == owner_info.internal_format {
        return Some(*owner);
    }
    let aliases = |storage: &EsStorage| storage.upload.bytes == owner.upload.bytes;
    texture_storage(info, caps, Need::empty())
        .filter(aliases)
        .or_else(|| candidates(info, caps, Need::empty()).find(aliases))
}

/// What components read as where the base format lacks them.
const fn swizzle(base: Base) -> [u32; 4] {
    const ZERO: u32 = 0;
    const ONE: u32 = 1;
    match base {
        Base::Red | Base::Depth | Base::DepthStencil | Base::Stencil => [gl::RED, ZERO, ZERO, ONE],
        Base::Rg => [gl::RED, gl::GREEN, ZERO, ONE],
        Base::Rgb => [gl::RED, gl::GREEN, gl::BLUE, ONE],
        Base::Rgba => [gl::RED, gl::GREEN, gl::BLUE, gl::ALPHA],
    }
}

/// The storage to allocate when an image has to be rendered to. Precision comes before filters: a 32-bit float that the
/// driver cannot filter stays one, unless [`storage`] is asked with [`Need::FILTER`].
pub fn renderable_storage(info: &FormatInfo, caps: EsFormatCaps) -> Option<EsStorage> {
    storage(info, caps, Need::RENDER)
}
