//! Pixel formats and types: what one pixel of client memory is made of, and which pairs GL takes (GL 4.5 core, 8.4.4).

use crate::format::{Base, FormatInfo, Wire};
use crate::gl;

/// Why a pixel format and type cannot be used. [`LayoutError::gl_error`] is what the application is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayoutError {
    /// The pixel format is none of GL's.
    #[error("pixel format {0:#06x} is not known")]
    Format(u32),
    /// The pixel type is none of GL's, or can never go with this format.
    #[error("pixel type {type_:#06x} is not known or not for format {format:#06x}")]
    Type {
        /// The pixel format.
        format: u32,
        /// The pixel type.
        type_: u32,
    },
    /// Both are known, but the type packs other components than the format has.
    #[error("pixel type {type_:#06x} packs other components than format {format:#06x} has")]
    Mismatch {
        /// The pixel format.
        format: u32,
        /// The pixel type.
        type_: u32,
    },
    /// The pair cannot go to or come from images of this internal format.
    #[error("pixel format {format:#06x} does not go with internal format {internal_format:#06x}")]
    Internal {
        /// The pixel format.
        format: u32,
        /// The internal format.
        internal_format: u32,
    },
}

impl LayoutError {
    /// The GL error of this refusal.
    pub const fn gl_error(&self) -> u32 {
        match self {
            LayoutError::Format(_) | LayoutError::Type { .. } => gl::INVALID_ENUM,
            LayoutError::Mismatch { .. } | LayoutError::Internal { .. } => gl::INVALID_OPERATION,
        }
    }
}

/// What the components of a pixel mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Domain {
    /// Colour, normalised or floating point.
    Color,
    /// Colour, integers that are never scaled.
    Integer,
    /// One depth component.
    Depth,
    /// Depth and stencil, packed.
    DepthStencil,
    /// One stencil index.
    Stencil,
}

/// The type of one unpacked component.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the variants are the types' names")]
pub enum Elem {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    F16,
    F32,
}

impl Elem {
    /// Bytes of one component.
    pub const fn bytes(self) -> usize {
        match self {
            Elem::U8 | Elem::I8 => 1,
            Elem::U16 | Elem::I16 | Elem::F16 => 2,
            Elem::U32 | Elem::I32 | Elem::F32 => 4,
        }
    }
}

/// Bit fields of a packed pixel, in the order of the format's components: (shift, bits).
pub(crate) type Fields = [(u8, u8); 4];

/// How the components of a pixel are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Storage {
    /// `n` components of one type, one after the other.
    Array(Elem),
    /// Bit fields in one word of `bytes` bytes.
    Packed { bytes: u8, fields: Fields },
    /// `UNSIGNED_INT_10F_11F_11F_REV`
    PackedFloat,
    /// `UNSIGNED_INT_5_9_9_9_REV`
    SharedExponent,
    /// `UNSIGNED_INT_24_8`
    D24S8,
    /// `FLOAT_32_UNSIGNED_INT_24_8_REV`
    D32fS8,
}

/// A legal pair of pixel format and type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PixelLayout {
    format: u32,
    type_: u32,
    bytes: u8,
    /// Bytes of the unit that `GL_UNPACK_SWAP_BYTES` reverses.
    unit: u8,
    components: u8,
    domain: Domain,
    pub(crate) storage: Storage,
    /// The colour channel (0 red .. 3 alpha) of each component.
    pub(crate) order: [u8; 4],
}

impl PixelLayout {
    /// Checks a pair (GL 4.5 core, tables 8.2, 8.3 and 8.5).
    ///
    /// # Errors
    /// Unknown enums and types that can never go with the format are `INVALID_ENUM`, packed types whose components
    /// are not the format's are `INVALID_OPERATION`.
    pub const fn new(format: u32, type_: u32) -> Result<Self, LayoutError> {
        use gl::*;
        const X: u8 = 0;
        let (components, order, domain) = match format {
            RED => (1, [0, X, X, X], Domain::Color),
            GREEN => (1, [1, X, X, X], Domain::Color),
            BLUE => (1, [2, X, X, X], Domain::Color),
            RG => (2, [0, 1, X, X], Domain::Color),
            RGB => (3, [0, 1, 2, X], Domain::Color),
            BGR => (3, [2, 1, 0, X], Domain::Color),
            RGBA => (4, [0, 1, 2, 3], Domain::Color),
            BGRA => (4, [2, 1, 0, 3], Domain::Color),
            RED_INTEGER => (1, [0, X, X, X], Domain::Integer),
            GREEN_INTEGER => (1, [1, X, X, X], Domain::Integer),
            BLUE_INTEGER => (1, [2, X, X, X], Domain::Integer),
            RG_INTEGER => (2, [0, 1, X, X], Domain::Integer),
            RGB_INTEGER => (3, [0, 1, 2, X], Domain::Integer),
            BGR_INTEGER => (3, [2, 1, 0, X], Domain::Integer),
            RGBA_INTEGER => (4, [0, 1, 2, 3], Domain::Integer),
            BGRA_INTEGER => (4, [2, 1, 0, 3], Domain::Integer),
            DEPTH_COMPONENT => (1, [0, X, X, X], Domain::Depth),
            DEPTH_STENCIL => (2, [0, 1, X, X], Domain::DepthStencil),
            STENCIL_INDEX => (1, [0, X, X, X], Domain::Stencil),
            _ => return Err(LayoutError::Format(format)),
        };
        let elem = match type_ {
            UNSIGNED_BYTE => Some(Elem::U8),
            BYTE => Some(Elem::I8),
            UNSIGNED_SHORT => Some(Elem::U16),
            SHORT => Some(Elem::I16),
            UNSIGNED_INT => Some(Elem::U32),
            INT => Some(Elem::I32),
            HALF_FLOAT => Some(Elem::F16),
            FLOAT => Some(Elem::F32),
            _ => None,
        };
        if let Some(elem) = elem {
            let float = matches!(elem, Elem::F16 | Elem::F32);
            if matches!(domain, Domain::DepthStencil) || (float && matches!(domain, Domain::Integer)) {
                return Err(LayoutError::Type { format, type_ });
            }
            let unit = elem.bytes() as u8;
            let storage = Storage::Array(elem);
            return Ok(Self { format, type_, bytes: unit * components, unit, components, domain, storage, order });
        }
        let (bytes, storage) = match type_ {
            UNSIGNED_BYTE_3_3_2 => packed(1, [(5, 3), (2, 3), (0, 2), (0, 0)]),
            UNSIGNED_BYTE_2_3_3_REV => packed(1, [(0, 3), (3, 3), (6, 2), (0, 0)]),
            UNSIGNED_SHORT_5_6_5 => packed(2, [(11, 5), (5, 6), (0, 5), (0, 0)]),
            UNSIGNED_SHORT_5_6_5_REV => packed(2, [(0, 5), (5, 6), (11, 5), (0, 0)]),
            UNSIGNED_SHORT_4_4_4_4 => packed(2, [(12, 4), (8, 4), (4, 4), (0, 4)]),
            UNSIGNED_SHORT_4_4_4_4_REV => packed(2, [(0, 4), (4, 4), (8, 4), (12, 4)]),
            UNSIGNED_SHORT_5_5_5_1 => packed(2, [(11, 5), (6, 5), (1, 5), (0, 1)]),
            UNSIGNED_SHORT_1_5_5_5_REV => packed(2, [(0, 5), (5, 5), (10, 5), (15, 1)]),
            UNSIGNED_INT_8_8_8_8 => packed(4, [(24, 8), (16, 8), (8, 8), (0, 8)]),
            UNSIGNED_INT_8_8_8_8_REV => packed(4, [(0, 8), (8, 8), (16, 8), (24, 8)]),
            UNSIGNED_INT_10_10_10_2 => packed(4, [(22, 10), (12, 10), (2, 10), (0, 2)]),
            UNSIGNED_INT_2_10_10_10_REV => packed(4, [(0, 10), (10, 10), (20, 10), (30, 2)]),
            UNSIGNED_INT_10F_11F_11F_REV => (4, Storage::PackedFloat),
            UNSIGNED_INT_5_9_9_9_REV => (4, Storage::SharedExponent),
            UNSIGNED_INT_24_8 => (4, Storage::D24S8),
            FLOAT_32_UNSIGNED_INT_24_8_REV => (8, Storage::D32fS8),
            _ => return Err(LayoutError::Type { format, type_ }),
        };
        let fits = match storage {
            Storage::Packed { fields, .. } => {
                let wanted: u8 = if fields[3].1 == 0 { 3 } else { 4 };
                components == wanted && !matches!(format, BGR | BGR_INTEGER)
            }
            Storage::PackedFloat | Storage::SharedExponent => format == RGB,
            _ => format == DEPTH_STENCIL,
        };
        if !fits {
            return Err(match domain {
                // Every other type is INVALID_ENUM with DEPTH_STENCIL, packed or not.
                Domain::DepthStencil => LayoutError::Type { format, type_ },
                _ => LayoutError::Mismatch { format, type_ },
            });
        }
        let unit = if bytes > 4 { 4 } else { bytes };
        // Four bytes in one word are an array of bytes: first component last in memory, or, reversed, first.
        let (storage, order) = match type_ {
            UNSIGNED_INT_8_8_8_8_REV => (Storage::Array(Elem::U8), order),
            UNSIGNED_INT_8_8_8_8 => (Storage::Array(Elem::U8), [order[3], order[2], order[1], order[0]]),
            _ => (storage, order),
        };
        Ok(Self { format, type_, bytes, unit, components, domain, storage, order })
    }

    /// Checks that pixels of this layout may go into or come out of images of `info`: colour with colour, integer with
    /// integer, depth (with or without stencil) with depth, stencil with stencil.
    ///
    /// # Errors
    /// [`LayoutError::Internal`], an `INVALID_OPERATION`.
    pub fn check_internal(&self, info: &FormatInfo) -> Result<(), LayoutError> {
        let fits = match self.domain {
            Domain::Color => info.base.is_color() && !info.component.is_integer(),
            Domain::Integer => info.is_integer_color(),
            Domain::Depth | Domain::DepthStencil => info.base.has_depth(),
            Domain::Stencil => info.base == Base::Stencil,
        };
        if fits {
            return Ok(());
        }
        Err(LayoutError::Internal { format: self.format, internal_format: info.internal_format })
    }

    /// The pixel format.
    pub const fn format(&self) -> u32 {
        self.format
    }

    /// The pixel type.
    pub const fn type_(&self) -> u32 {
        self.type_
    }

    /// Bytes of one pixel.
    pub const fn bytes(&self) -> usize {
        self.bytes as usize
    }

    /// Bytes of the unit that swapping bytes reverses: a component, or the word of a packed type.
    pub const fn unit(&self) -> usize {
        self.unit as usize
    }

    /// Number of components of the format.
    pub const fn components(&self) -> usize {
        self.components as usize
    }

    /// What the components mean.
    pub const fn domain(&self) -> Domain {
        self.domain
    }

    /// The tight description of this layout.
    pub const fn wire(&self) -> Wire {
        Wire { format: self.format, type_: self.type_, bytes: self.bytes }
    }

    /// Whether two layouts put the same bits in the same places.
    pub(crate) fn same_memory(&self, other: &Self) -> bool {
        let n = self.components();
        self.domain == other.domain
            && self.components == other.components
            && self.storage == other.storage
            && self.order[..n] == other.order[..n]
    }
}

impl Wire {
    /// The pixel layout of an uncompressed wire layout; an error for compressed ones.
    pub const fn layout(&self) -> Result<PixelLayout, LayoutError> {
        PixelLayout::new(self.format, self.type_)
    }
}

const fn packed(bytes: u8, fields: Fields) -> (u8, Storage) {
    (bytes, Storage::Packed { bytes, fields })
}
