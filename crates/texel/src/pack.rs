//! From tight texels to client memory: what a readback returned, in the format, type and `PixelStore` the application
//! asked for. No byte outside the rectangle is written.

use crate::convert::{ConvertError, Converter, Rules};
use crate::format::FormatInfo;
use crate::layout::PixelLayout;
use crate::store::{Address, Extent, PixelStore};
use crate::unpack::swap_units;

/// What to do with values on their way to the application.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PackOptions {
    /// Clamp colour to [0, 1].
    pub clamp: bool,
    /// Alpha reads as one: the image has no alpha, its storage has.
    pub alpha_one: bool,
}

/// The conversion from what a driver returned to what the application asked for.
///
/// # Errors
/// [`ConvertError::Domains`] for pairs that cannot be converted.
pub fn reader(src: &PixelLayout, dst: &PixelLayout, options: PackOptions) -> Result<Converter, ConvertError> {
    Converter::new(
        *src,
        *dst,
        Rules { alpha_one: options.alpha_one, clamp: options.clamp, depth_bits: 0, reading: true },
    )
}

/// Converts tight pixels of `src_layout` to tight pixels of `dst_layout`.
///
/// # Errors
/// See [`reader`]; [`ConvertError::TooShort`] when `dst` cannot hold all pixels of `src`.
pub fn pack_tight(
    src: &[u8],
    src_layout: &PixelLayout,
    dst: &mut [u8],
    dst_layout: &PixelLayout,
    options: PackOptions,
) -> Result<(), ConvertError> {
    let converter = reader(src_layout, dst_layout, options)?;
    let need = (src.len() / src_layout.bytes()).checked_mul(dst_layout.bytes()).ok_or(ConvertError::Overflow)?;
    if dst.len() < need {
        return Err(ConvertError::TooShort { what: "packed pixels", have: dst.len(), need });
    }
    converter.run(src, dst);
    Ok(())
}

/// Converts tight pixels of `src_layout` and writes them to `dst` (which begins at the base pointer) under `store`.
///
/// # Errors
/// See [`reader`]; [`ConvertError::TooShort`] when `src` or `dst` is smaller than the image, and nothing was written.
pub fn pack(
    src: &[u8],
    src_layout: &PixelLayout,
    dst: &mut [u8],
    dst_layout: &PixelLayout,
    store: &PixelStore,
    extent: Extent,
    options: PackOptions,
) -> Result<(), ConvertError> {
    let converter = reader(src_layout, dst_layout, options)?;
    let pixels = extent.pixels().ok_or(ConvertError::Overflow)?;
    let need = pixels.checked_mul(src_layout.bytes()).ok_or(ConvertError::Overflow)?;
    if src.len() < need {
        return Err(ConvertError::TooShort { what: "texels", have: src.len(), need });
    }
    scatter_with(&src[..need], 0, dst, store, extent, &converter)
}

/// The same from the canonical layout of `info`.
///
/// # Errors
/// See [`pack`]; [`ConvertError::Compressed`] for compressed internal formats.
pub fn pack_format(
    src: &[u8],
    info: &FormatInfo,
    dst: &mut [u8],
    dst_layout: &PixelLayout,
    store: &PixelStore,
    extent: Extent,
    options: PackOptions,
) -> Result<(), ConvertError> {
    if info.is_compressed() {
        return Err(ConvertError::Compressed(info.internal_format));
    }
    pack(src, &info.wire.layout()?, dst, dst_layout, store, extent, options)
}

/// Writes a piece of a tight stream of `layout` pixels, already in the application's format and type, to its place in
/// `dst` (which begins at the base pointer) under `store`. `at` is the piece's byte offset in the whole stream; pieces
/// may begin and end anywhere, also inside a pixel, unless bytes are swapped: then they must hold whole pixels.
///
/// # Errors
/// [`ConvertError::TooShort`] when `dst` ends before the image's last pixel or the piece reaches past the image;
/// nothing was written then.
pub fn scatter(
    piece: &[u8],
    at: usize,
    dst: &mut [u8],
    store: &PixelStore,
    layout: &PixelLayout,
    extent: Extent,
) -> Result<(), ConvertError> {
    let address = checked(piece.len(), at, dst.len(), store, layout, layout, extent)?;
    if piece.is_empty() {
        return Ok(());
    }
    let swap = store.swap_bytes && layout.unit() > 1;
    if address.is_tight(extent) && !swap {
        dst[address.offset + at..address.offset + at + piece.len()].copy_from_slice(piece);
        return Ok(());
    }
    for_rows(piece, at, address.row_bytes, &address, extent, |bytes, row, column| {
        let out = &mut dst[row + column..row + column + bytes.len()];
        out.copy_from_slice(bytes);
        if swap {
            swap_units(out, layout.unit());
        }
    });
    Ok(())
}

/// The same with a conversion: the piece holds whole pixels of the converter's source layout, `at` is its byte offset
/// in the whole tight stream of source pixels.
///
/// # Errors
/// See [`scatter`].
pub fn scatter_with(
    piece: &[u8],
    at: usize,
    dst: &mut [u8],
    store: &PixelStore,
    extent: Extent,
    converter: &Converter,
) -> Result<(), ConvertError> {
    let (src_layout, layout) = (converter.src(), converter.dst());
    let address = checked(piece.len(), at, dst.len(), store, src_layout, layout, extent)?;
    if piece.is_empty() {
        return Ok(());
    }
    let swap = store.swap_bytes && layout.unit() > 1;
    let (sb, db) = (src_layout.bytes(), layout.bytes());
    if address.is_tight(extent) && !swap {
        let from = address.offset + at / sb * db;
        converter.run(piece, &mut dst[from..address.required]);
        return Ok(());
    }
    for_rows(piece, at, extent.width as usize * sb, &address, extent, |bytes, row, column| {
        let from = row + column / sb * db;
        let out = &mut dst[from..from + bytes.len() / sb * db];
        converter.run(bytes, out);
        if swap {
            swap_units(out, layout.unit());
        }
    });
    Ok(())
}

fn checked(
    piece: usize,
    at: usize,
    have: usize,
    store: &PixelStore,
    src: &PixelLayout,
    dst: &PixelLayout,
    extent: Extent,
) -> Result<Address, ConvertError> {
    let address = Address::new(extent, dst, store).ok_or(ConvertError::Overflow)?;
    let stream = extent.pixels().and_then(|n| n.checked_mul(src.bytes())).ok_or(ConvertError::Overflow)?;
    let end = at.checked_add(piece).ok_or(ConvertError::Overflow)?;
    if end > stream {
        return Err(ConvertError::TooShort { what: "image for this piece", have: stream, need: end });
    }
    if have < address.required {
        return Err(ConvertError::TooShort { what: "pixels", have, need: address.required });
    }
    Ok(address)
}

/// Cuts a piece of a tight stream at the ends of rows: calls back with the bytes of one row, the destination offset of
/// that row and the bytes of the source row before them.
fn for_rows(
    mut piece: &[u8],
    at: usize,
    src_row: usize,
    address: &Address,
    extent: Extent,
    mut f: impl FnMut(&[u8], usize, usize),
) {
    let height = extent.height as usize;
    let (mut line, mut column) = (at / src_row, at % src_row);
    while !piece.is_empty() {
        let (now, rest) = piece.split_at(piece.len().min(src_row - column));
        f(now, address.row(line / height, line % height), column);
        (piece, line, column) = (rest, line + 1, 0);
    }
}
