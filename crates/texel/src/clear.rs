//! Texels of a clear colour, for `glClearTexImage`, `glClearBufferData` and fills.

use crate::convert::{ConvertError, Converter, Rules, depth_texel};
use crate::format::FormatInfo;
use crate::gl;
use crate::layout::{Domain, PixelLayout, Storage};
use crate::unpack::uploader;

/// The largest texel, in bytes.
pub const MAX_TEXEL: usize = 16;

/// One texel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Texel {
    bytes: [u8; MAX_TEXEL],
    len: u8,
}

impl Texel {
    /// The texel's bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..self.len.into()]
    }

    /// Fills whole texels of `dst` with this one; bytes of an incomplete one at the end are left alone.
    pub fn fill(&self, dst: &mut [u8]) {
        let len = usize::from(self.len);
        let whole = dst.len() / len * len;
        let dst = &mut dst[..whole];
        if dst.is_empty() {
            return;
        }
        // Doubling: each copy is as long as what is there already.
        dst[..len].copy_from_slice(self.bytes());
        let mut done = len;
        while done < dst.len() {
            let now = done.min(dst.len() - done);
            dst.copy_within(..now, done);
            done += now;
        }
    }

    fn of(layout: &PixelLayout, write: impl FnOnce(&mut [u8])) -> Self {
        let mut bytes = [0; MAX_TEXEL];
        write(&mut bytes[..layout.bytes()]);
        Self { bytes, len: layout.bytes() as u8 }
    }
}

/// A value to clear to, as the application or a record says it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ClearValue {
    /// Normalised and floating-point colour.
    Float([f32; 4]),
    /// Signed integer colour.
    Int([i32; 4]),
    /// Unsigned integer colour.
    Uint([u32; 4]),
    /// Depth and stencil; formats with one of them take that one.
    DepthStencil(f32, u8),
}

/// The texel of `value` in a layout, for instance a canonical one (`info.wire.layout()`).
///
/// Components that the layout lacks are dropped. Signed and unsigned integers go to integer layouts, clamped.
///
/// # Errors
/// [`ConvertError::Domains`] when the value is of another kind than the layout.
pub fn encode(value: ClearValue, layout: &PixelLayout) -> Result<Texel, ConvertError> {
    let wrong = |from| ConvertError::Domains { from, from_format: 0, to: layout.domain(), to_format: layout.format() };
    let converted = |type_, words: [u32; 4]| {
        let format = if layout.domain() == Domain::Integer { gl::RGBA_INTEGER } else { gl::RGBA };
        let converter = Converter::new(PixelLayout::new(format, type_)?, *layout, Rules::default())?;
        let mut pixel = [0; 16];
        for (bytes, word) in pixel.as_chunks_mut::<4>().0.iter_mut().zip(words) {
            *bytes = word.to_ne_bytes();
        }
        Ok(Texel::of(layout, |d| converter.run(&pixel, d)))
    };
    match (value, layout.domain()) {
        (ClearValue::Float(c), Domain::Color) => converted(gl::FLOAT, c.map(f32::to_bits)),
        (ClearValue::Int(c), Domain::Integer) => converted(gl::INT, c.map(i32::cast_unsigned)),
        (ClearValue::Uint(c), Domain::Integer) => converted(gl::UNSIGNED_INT, c),
        (ClearValue::DepthStencil(depth, stencil), Domain::Depth | Domain::DepthStencil | Domain::Stencil) => {
            let bits = if matches!(layout.storage, Storage::D24S8) { 24 } else { 32 };
            Ok(Texel::of(layout, |d| depth_texel(layout, bits, depth, stencil, d)))
        }
        (ClearValue::Float(_), _) => Err(wrong(Domain::Color)),
        (ClearValue::Int(_) | ClearValue::Uint(_), _) => Err(wrong(Domain::Integer)),
        (ClearValue::DepthStencil(..), _) => Err(wrong(Domain::DepthStencil)),
    }
}

/// The canonical texel of one client pixel, as `glClearTexImage` and `glClearBufferData` give it; `None` stands for
/// their null pointer: all zero.
///
/// # Errors
/// See [`uploader`]; [`ConvertError::TooShort`] when `pixel` is shorter than one pixel.
pub fn texel(pixel: Option<&[u8]>, layout: &PixelLayout, info: &FormatInfo) -> Result<Texel, ConvertError> {
    const fn all(format: u32) -> PixelLayout {
        match PixelLayout::new(format, gl::UNSIGNED_BYTE) {
            Ok(layout) => layout,
            Err(_) => unreachable!(),
        }
    }
    const COLOR: PixelLayout = all(gl::RGBA);
    const INTEGER: PixelLayout = all(gl::RGBA_INTEGER);
    // A pixel of fewer channels would have one in its alpha.
    let layout = match (pixel, layout.domain()) {
        (None, Domain::Color) => &COLOR,
        (None, Domain::Integer) => &INTEGER,
        _ => layout,
    };
    let converter: Converter = uploader(layout, info)?;
    let zero = [0; MAX_TEXEL];
    let pixel = pixel.unwrap_or(&zero);
    if pixel.len() < layout.bytes() {
        return Err(ConvertError::TooShort { what: "clear value", have: pixel.len(), need: layout.bytes() });
    }
    Ok(Texel::of(converter.dst(), |d| converter.run(&pixel[..layout.bytes()], d)))
}
