//! Conversion of runs of pixels between two layouts.
//!
//! A [`Converter`] is chosen once for a pair of layouts; [`Converter::run`] is then called for whole images or rows.
//! From fast to general: copy, byte shuffles, arrays of one component type to arrays of another, and blocks of pixels
//! through an RGBA accumulator. Bytes keep the integer path as far as they can, so that equal widths are exact.

mod array;
mod block;
mod depth;

pub(crate) use depth::texel as depth_texel;

use crate::layout::{Domain, Elem, LayoutError, PixelLayout, Storage};

/// Why no conversion exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConvertError {
    /// The layouts mean different things (colour and depth, integers and normalised values).
    #[error("no conversion from {from:?} pixels ({from_format:#06x}) to {to:?} pixels ({to_format:#06x})")]
    Domains {
        /// Source meaning.
        from: Domain,
        /// Source pixel format.
        from_format: u32,
        /// Destination meaning.
        to: Domain,
        /// Destination pixel format.
        to_format: u32,
    },
    /// One of the layouts is not legal.
    #[error(transparent)]
    Layout(#[from] LayoutError),
    /// The operation needs texels and the internal format has compressed blocks.
    #[error("internal format {0:#06x} is compressed")]
    Compressed(u32),
    /// A slice is shorter than the image.
    #[error("{what}: {have} bytes given, {need} needed")]
    TooShort {
        /// Which slice.
        what: &'static str,
        /// Its length.
        have: usize,
        /// The length the image needs.
        need: usize,
    },
    /// The image does not fit the address space.
    #[error("the image's addresses overflow")]
    Overflow,
}

/// What a conversion is for, beyond the two layouts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Write one to the destination's alpha, whatever the source has: three-component texels in four-component storage.
    pub alpha_one: bool,
    /// Clamp colour to [0, 1] before it is written (`GL_CLAMP_READ_COLOR`). Fixed-point destinations clamp anyway.
    pub clamp: bool,
    /// For uploads: depth bits of the image the destination texels are for (16, 24 or 32), 0 for reading back. A
    /// 24-bit depth travels in 32 bits, with its high bits repeated below.
    pub depth_bits: u8,
    /// Texels of an image go to the application. Mesa rounds differently on the two ways, and so does this.
    pub reading: bool,
}

/// Source component for each destination component, or one of these two.
type Map = [u8; 4];
const ZERO: u8 = 4;
const ONE: u8 = 5;

#[derive(Clone, Copy, Debug)]
enum Kernel {
    Copy,
    /// Four bytes, first and third exchanged.
    Exchange8,
    /// Three bytes to four, the last one 255.
    Expand8,
    /// Components of equal type elsewhere.
    Shuffle(Map, [u8; 4]),
    /// Same components in the same order, another type.
    Flat(array::Flat),
    /// Other components, another type.
    Array(array::Mapped, Map),
    /// Blocks of bytes.
    Bytes,
    /// Blocks of floats.
    Floats,
    /// Blocks of integers.
    Integers,
    /// Depth, stencil or both.
    Depth,
}

/// A conversion of pixels from one layout to another.
#[derive(Clone, Copy, Debug)]
pub struct Converter {
    src: PixelLayout,
    dst: PixelLayout,
    rules: Rules,
    kernel: Kernel,
}

impl Converter {
    /// Chooses how to convert from `src` to `dst`.
    ///
    /// # Errors
    /// [`ConvertError::Domains`] when one is colour and the other depth, and the like.
    pub fn new(src: PixelLayout, dst: PixelLayout, rules: Rules) -> Result<Self, ConvertError> {
        use Domain::{Color, Depth, DepthStencil, Integer, Stencil};
        let kernel = match (src.domain(), dst.domain()) {
            (Color, Color) => color(&src, &dst, rules),
            (Integer, Integer) => integer(&src, &dst, rules),
            (Depth | DepthStencil, Depth) | (Depth | DepthStencil, DepthStencil) => {
                if src.same_memory(&dst) {
                    Kernel::Copy
                } else {
                    Kernel::Depth
                }
            }
            (Stencil, Stencil) if src.same_memory(&dst) => Kernel::Copy,
            (Stencil | DepthStencil, Stencil) | (Stencil, DepthStencil) => Kernel::Depth,
            (from, to) => {
                return Err(ConvertError::Domains { from, from_format: src.format(), to, to_format: dst.format() });
            }
        };
        Ok(Self { src, dst, rules, kernel })
    }

    /// The source layout.
    pub fn src(&self) -> &PixelLayout {
        &self.src
    }

    /// The destination layout.
    pub fn dst(&self) -> &PixelLayout {
        &self.dst
    }

    /// Whether pixels are copied as they are.
    pub fn is_copy(&self) -> bool {
        matches!(self.kernel, Kernel::Copy)
    }

    /// Converts as many whole pixels as both slices hold, tightly packed. The aspect of a packed depth-stencil
    /// destination that the source lacks keeps its bits.
    pub fn run(&self, src: &[u8], dst: &mut [u8]) {
        let (sb, db) = (self.src.bytes(), self.dst.bytes());
        let pixels = (src.len() / sb).min(dst.len() / db);
        let (src, dst) = (&src[..pixels * sb], &mut dst[..pixels * db]);
        let (ns, nd) = (self.src.components(), self.dst.components());
        match self.kernel {
            Kernel::Copy => dst.copy_from_slice(src),
            Kernel::Exchange8 => array::exchange8(src, dst),
            Kernel::Expand8 => array::expand8(src, dst),
            Kernel::Shuffle(map, one) => array::shuffle(src, dst, sb / ns, ns, nd, map, one),
            Kernel::Flat(flat) => flat(src, dst),
            Kernel::Array(mapped, map) => mapped(src, dst, ns, nd, map),
            Kernel::Bytes => block::bytes(&self.src, &self.dst, self.rules, src, dst),
            Kernel::Floats => block::floats(&self.src, &self.dst, self.rules, src, dst),
            Kernel::Integers => block::integers(&self.src, &self.dst, self.rules, src, dst),
            Kernel::Depth => depth::run(&self.src, &self.dst, self.rules, src, dst),
        }
    }
}

/// Where each destination component comes from.
fn map(src: &PixelLayout, dst: &PixelLayout, rules: Rules) -> Map {
    let mut map = [ZERO; 4];
    for (to, from) in dst.order[..dst.components()].iter().zip(&mut map) {
        let found = src.order[..src.components()].iter().position(|c| c == to);
        *from = match (to, found) {
            (3, _) if rules.alpha_one => ONE,
            (_, Some(at)) => at as u8,
            (3, None) => ONE,
            (_, None) => ZERO,
        };
    }
    map
}

fn color(src: &PixelLayout, dst: &PixelLayout, rules: Rules) -> Kernel {
    // Only values outside [0, 1] that the destination could hold need clamping.
    let wide = |s: &Storage| !matches!(s, Storage::Array(Elem::U8 | Elem::U16 | Elem::U32) | Storage::Packed { .. });
    if rules.clamp && wide(&src.storage) && wide(&dst.storage) {
        return Kernel::Floats;
    }
    let opaque = rules.alpha_one && dst.order[..dst.components()].contains(&3);
    if src.same_memory(dst) && !opaque {
        return Kernel::Copy;
    }
    if let (Storage::Array(s), Storage::Array(d)) = (src.storage, dst.storage) {
        if !rules.reading && s == Elem::F32 && d == Elem::U16 && rgba(src, &[s]) {
            return Kernel::Floats;
        }
        if !rules.reading && d == Elem::F16 && rgba(src, &[Elem::U8, Elem::F32]) {
            return if s == Elem::F32 && map(src, dst, rules) == [0, 1, 2, 3] {
                Kernel::Flat(array::floats_to_cut_halves)
            } else {
                Kernel::Floats
            };
        }
        let signed = matches!(s, Elem::I8 | Elem::I16 | Elem::I32);
        if rules.reading && signed && matches!(d, Elem::U8 | Elem::U16 | Elem::U32) {
            return Kernel::Floats;
        }
        return arrays(src, dst, s, d, map(src, dst, rules), false);
    }
    // Into bit fields: whole RGBA pixels of bytes or floats as they are, everything else through bytes if the fields
    // have at most 8 bits, through floats if they have more. Out of bit fields into bytes: directly.
    let unorm = matches!(src.storage, Storage::Array(Elem::U8 | Elem::U16 | Elem::U32) | Storage::Packed { .. });
    let bytes = match dst.storage {
        Storage::Packed { .. } if rgba(src, &[Elem::U8]) => true,
        Storage::Packed { .. } => small(&dst.storage) && !rgba(src, &[Elem::F32]) && (unorm || !rules.reading),
        Storage::Array(Elem::U8) => matches!(src.storage, Storage::Packed { .. }),
        _ => false,
    };
    if bytes { Kernel::Bytes } else { Kernel::Floats }
}

/// Whether pixels are red, green, blue and alpha of one of these types.
fn rgba(layout: &PixelLayout, elems: &[Elem]) -> bool {
    layout.components() == 4
        && layout.order == [0, 1, 2, 3]
        && elems.iter().any(|elem| layout.storage == Storage::Array(*elem))
}

fn integer(src: &PixelLayout, dst: &PixelLayout, rules: Rules) -> Kernel {
    let opaque = rules.alpha_one && dst.order[..dst.components()].contains(&3);
    if src.same_memory(dst) && !opaque {
        return Kernel::Copy;
    }
    match (src.storage, dst.storage) {
        (Storage::Array(s), Storage::Array(d)) => arrays(src, dst, s, d, map(src, dst, rules), true),
        _ => Kernel::Integers,
    }
}

fn arrays(src: &PixelLayout, dst: &PixelLayout, s: Elem, d: Elem, map: Map, integer: bool) -> Kernel {
    let (ns, nd) = (src.components(), dst.components());
    let identity = map[..nd].iter().enumerate().all(|(i, &m)| usize::from(m) == i);
    if s == d {
        return match (s.bytes(), ns, nd, map) {
            (1, 4, 4, [2, 1, 0, 3]) => Kernel::Exchange8,
            (1, 3, 4, [0, 1, 2, ONE]) if s == Elem::U8 && !integer => Kernel::Expand8,
            _ => Kernel::Shuffle(map, array::one(s, integer)),
        };
    }
    if identity && ns == nd {
        Kernel::Flat(array::flat(s, d, integer))
    } else {
        Kernel::Array(array::mapped(s, d, integer), map)
    }
}

/// Unsigned normalised with at most 8 bits a component.
fn small(storage: &Storage) -> bool {
    match storage {
        Storage::Array(elem) => *elem == Elem::U8,
        Storage::Packed { fields, .. } => fields.iter().all(|(_, bits)| *bits <= 8),
        _ => false,
    }
}
