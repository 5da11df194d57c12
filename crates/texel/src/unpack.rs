//! From client memory to the wire: pixels under a `PixelStore`, converted to an internal format's canonical layout.

use crate::convert::{ConvertError, Converter, Rules};
use crate::format::{Base, FormatInfo};
use crate::layout::{Domain, PixelLayout};
use crate::store::{Address, Extent, PixelStore};

/// Pixels of a scratch piece when bytes have to be swapped: a few kilobytes.
const PIECE: usize = 512;

/// The conversion that an upload of `layout` pixels into `info` texels needs.
///
/// # Errors
/// [`ConvertError::Compressed`] for compressed internal formats, [`ConvertError::Domains`] for pairs that
/// [`PixelLayout::check_internal`] refuses.
pub fn uploader(layout: &PixelLayout, info: &FormatInfo) -> Result<Converter, ConvertError> {
    if info.is_compressed() {
        return Err(ConvertError::Compressed(info.internal_format));
    }
    let wire = info.wire.layout()?;
    let rules = Rules {
        // Three-component formats that travel with four components.
        alpha_one: info.base == Base::Rgb,
        clamp: false,
        depth_bits: info.bits.depth,
        reading: false,
    };
    Converter::new(*layout, wire, rules)
}

/// Reads `extent` pixels of `layout` from `src` (which begins at the base pointer) and writes them to `dst`, tightly
/// packed, in the canonical layout of `info`.
///
/// A depth-stencil internal format given only depth keeps the stencil bits that `dst` has.
///
/// # Errors
/// See [`uploader`]; [`ConvertError::TooShort`] when `src` ends before the last pixel or `dst` is smaller than the
/// image.
pub fn unpack(
    src: &[u8],
    store: &PixelStore,
    layout: &PixelLayout,
    extent: Extent,
    info: &FormatInfo,
    dst: &mut [u8],
) -> Result<(), ConvertError> {
    gather(src, store, extent, &uploader(layout, info)?, dst)
}

/// The same with a conversion at hand: pixels of its source layout under `store` to tight pixels of its destination.
///
/// # Errors
/// [`ConvertError::TooShort`] and [`ConvertError::Overflow`].
pub fn gather(
    src: &[u8],
    store: &PixelStore,
    extent: Extent,
    converter: &Converter,
    dst: &mut [u8],
) -> Result<(), ConvertError> {
    let layout = converter.src();
    let at = Address::new(extent, layout, store).ok_or(ConvertError::Overflow)?;
    if extent.is_empty() {
        return Ok(());
    }
    let pixels = extent.pixels().ok_or(ConvertError::Overflow)?;
    let need = pixels.checked_mul(converter.dst().bytes()).ok_or(ConvertError::Overflow)?;
    if src.len() < at.required {
        return Err(ConvertError::TooShort { what: "pixels", have: src.len(), need: at.required });
    }
    if dst.len() < need {
        return Err(ConvertError::TooShort { what: "texels", have: dst.len(), need });
    }
    let dst = &mut dst[..need];
    let swap = store.swap_bytes && layout.unit() > 1;
    if at.is_tight(extent) && !swap {
        converter.run(&src[at.offset..at.required], dst);
        return Ok(());
    }
    let row_texels = extent.width as usize * converter.dst().bytes();
    let mut rows = dst.chunks_exact_mut(row_texels);
    for slice in 0..extent.depth as usize {
        for row in 0..extent.height as usize {
            let from = at.row(slice, row);
            let input = &src[from..from + at.row_bytes];
            let Some(output) = rows.next() else { return Ok(()) };
            if swap {
                run_swapped(converter, input, output);
            } else {
                converter.run(input, output);
            }
        }
    }
    Ok(())
}

fn run_swapped(converter: &Converter, input: &[u8], output: &mut [u8]) {
    // The largest pixel has 16 bytes.
    let mut scratch = [0u8; PIECE * 16];
    let (sb, db) = (converter.src().bytes(), converter.dst().bytes());
    for (i, o) in input.chunks(PIECE * sb).zip(output.chunks_mut(PIECE * db)) {
        let piece = &mut scratch[..i.len()];
        piece.copy_from_slice(i);
        swap_units(piece, converter.src().unit());
        converter.run(piece, o);
    }
}

/// Reverses the bytes of each unit of 2 or 4 bytes; other sizes are left alone.
pub(crate) fn swap_units(bytes: &mut [u8], unit: usize) {
    match unit {
        2 => bytes.as_chunks_mut::<2>().0.iter_mut().for_each(|u| u.reverse()),
        4 => {
            bytes.as_chunks_mut::<4>().0.iter_mut().for_each(|u| *u = u32::from_ne_bytes(*u).swap_bytes().to_ne_bytes())
        }
        _ => {}
    }
}

/// Whether an upload of this layout leaves bits of the canonical texels unwritten (stencil of a depth-stencil format).
pub fn is_partial(layout: &PixelLayout, info: &FormatInfo) -> bool {
    info.base == Base::DepthStencil && layout.domain() != Domain::DepthStencil
}
