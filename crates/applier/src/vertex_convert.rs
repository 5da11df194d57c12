//! Vertex attributes in formats that ES lacks, converted from their buffer into one of the applier's own.
//!
//! Doubles become floats (the shader's inputs are floats, too), and so do fixed-point numbers, which drivers of ES refuse in separate
//! formats; packed floats are unpacked, and BGRA order is put right.
//! The whole buffer from the attribute's offset is converted once and kept until the buffer's content changes.

use crate::{
    Applier,
    buffer::Buffer,
    driver::GlBuffer,
    error::{Refusal, Result},
};
use pipe_types::records::vertex::{AttribClass, MGPVertexElement};

/// `GL_FIXED`.
const FIXED: u32 = 0x140C;
/// `GL_UNSIGNED_INT_10F_11F_11F_REV`.
const PACKED_FLOATS: u32 = 0x8C3B;
/// Conversions kept.
const KEPT: usize = 64;

/// How an attribute is converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conversion {
    /// `GL_DOUBLE` of so many components, to floats.
    Doubles(u8),
    /// `GL_FIXED` of so many components, to floats.
    Fixed(u8),
    /// Three packed floats, to floats.
    PackedFloats,
    /// Four bytes in BGRA order, to RGBA.
    BgraBytes,
    /// `GL_(UNSIGNED_)INT_2_10_10_10_REV` in BGRA order (the type), to RGBA.
    BgraPacked(u32),
}

impl Conversion {
    /// The conversion that an attribute needs, if any.
    pub(crate) fn of(element: &MGPVertexElement) -> Option<Conversion> {
        let class = AttribClass::from_wire(element.class.into());
        match element.type_ {
            glow::DOUBLE => Some(Conversion::Doubles(element.components)),
            FIXED => Some(Conversion::Fixed(element.components)),
            PACKED_FLOATS if class != Some(AttribClass::Integer) => Some(Conversion::PackedFloats),
            glow::UNSIGNED_BYTE if element.bgra != 0 => Some(Conversion::BgraBytes),
            type_ if element.bgra != 0 => Some(Conversion::BgraPacked(type_)),
            _ => None,
        }
    }
    /// Bytes of a converted vertex.
    pub(crate) fn stride(self) -> u32 {
        match self {
            Conversion::Doubles(n) | Conversion::Fixed(n) => 4 * u32::from(n),
            Conversion::PackedFloats => 12,
            Conversion::BgraBytes | Conversion::BgraPacked(_) => 4,
        }
    }
    /// Components, GL type and normalisation of the converted attribute.
    pub(crate) fn format(self) -> (i32, u32, bool) {
        match self {
            Conversion::Doubles(n) | Conversion::Fixed(n) => (n.into(), glow::FLOAT, false),
            Conversion::PackedFloats => (3, glow::FLOAT, false),
            // GL allows BGRA order for normalised attributes only.
            Conversion::BgraBytes => (4, glow::UNSIGNED_BYTE, true),
            Conversion::BgraPacked(type_) => (4, type_, true),
        }
    }
    /// Bytes of a source vertex.
    fn source_bytes(self) -> usize {
        match self {
            Conversion::Doubles(n) => 8 * usize::from(n),
            Conversion::Fixed(n) => 4 * usize::from(n),
            _ => 4,
        }
    }
    /// Converts one vertex; `from` has [`Self::source_bytes`] bytes.
    fn convert(self, from: &[u8], to: &mut Vec<u8>) {
        match self {
            Conversion::Doubles(_) => {
                for double in from.chunks_exact(8) {
                    let value = f64::from_ne_bytes(double.try_into().expect("eight bytes"));
                    to.extend((value as f32).to_ne_bytes());
                }
            }
            Conversion::Fixed(_) => {
                for fixed in from.chunks_exact(4) {
                    let value = i32::from_ne_bytes(fixed.try_into().expect("four bytes"));
                    to.extend((value as f32 / 65536.0).to_ne_bytes());
                }
            }
            Conversion::PackedFloats => {
                let word = u32::from_ne_bytes(from.try_into().expect("four bytes"));
                for (shift, mantissa) in [(0, 6), (11, 6), (22, 5)] {
                    to.extend(small_float(word >> shift, mantissa).to_ne_bytes());
                }
            }
            Conversion::BgraBytes => to.extend([from[2], from[1], from[0], from[3]]),
            Conversion::BgraPacked(_) => {
                let word = u32::from_ne_bytes(from.try_into().expect("four bytes"));
                let swapped = word & 0xC00F_FC00 | word >> 20 & 0x3FF | (word & 0x3FF) << 20;
                to.extend(swapped.to_ne_bytes());
            }
        }
    }
}

/// An unsigned float with five exponent bits and so many mantissa bits, from the low bits of a word.
fn small_float(word: u32, mantissa_bits: u32) -> f32 {
    let mantissa = word & ((1 << mantissa_bits) - 1);
    let exponent = word >> mantissa_bits & 31;
    let fraction = mantissa as f32 / (1 << mantissa_bits) as f32;
    match exponent {
        0 => fraction * 2f32.powi(-14),
        31 if mantissa == 0 => f32::INFINITY,
        31 => f32::NAN,
        e => (1.0 + fraction) * 2f32.powi(e as i32 - 15),
    }
}

/// Where the vertices are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    pub(crate) buffer: Buffer,
    /// Byte of the first vertex.
    pub(crate) offset: u64,
    pub(crate) stride: u32,
}

#[derive(Debug)]
struct Converted {
    from: GlBuffer,
    serial: u64,
    offset: u64,
    stride: u32,
    conversion: Conversion,
    into: GlBuffer,
    used: u64,
}

/// Conversions made so far.
#[derive(Debug, Default)]
pub(crate) struct Conversions {
    list: Vec<Converted>,
    clock: u64,
}

impl Conversions {
    /// Whether nothing was ever converted.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
    /// The buffer is about to be deleted; its conversions are overwritten when their turn comes.
    pub(crate) fn forget(&mut self, buffer: GlBuffer) {
        for entry in self.list.iter_mut().filter(|e| e.from == buffer) {
            (entry.serial, entry.used) = (0, 0);
        }
    }
}

impl Applier {
    /// The driver buffer with the converted vertices, tight from its start.
    pub(crate) fn convert_vertices(&mut self, source: &Source, conversion: Conversion) -> Result<GlBuffer> {
        self.conversions.clock += 1;
        let clock = self.conversions.clock;
        let same = |e: &&mut Converted| {
            (e.from, e.offset, e.stride, e.conversion) == (source.buffer.name, source.offset, source.stride, conversion)
        };
        let serial = source.buffer.serial;
        let into = match self.conversions.list.iter_mut().find(same) {
            Some(entry) => {
                entry.used = clock;
                if std::mem::replace(&mut entry.serial, serial) == serial {
                    return Ok(entry.into);
                }
                entry.into
            }
            None => {
                let (from, offset, stride) = (source.buffer.name, source.offset, source.stride);
                let entry = Converted { from, serial, offset, stride, conversion, into: from, used: clock };
                let full = self.conversions.list.len() >= KEPT;
                let oldest = self.conversions.list.iter_mut().min_by_key(|e| e.used).filter(|_| full);
                match oldest {
                    Some(oldest) => {
                        let into = oldest.into;
                        *oldest = Converted { into, ..entry };
                        into
                    }
                    None => {
                        let into = self.gl.create_buffer().map_err(Refusal::Driver)?;
                        self.conversions.list.push(Converted { into, ..entry });
                        into
                    }
                }
            }
        };
        let size = source.buffer.size.saturating_sub(source.offset);
        let mut out = Vec::new();
        if size > 0 {
            self.cx.shadow.bind_buffer(&self.gl, glow::COPY_READ_BUFFER, Some(source.buffer.name));
            let (offset, size) = (source.offset, size as usize);
            if let Some(mut range) = self.gl.map_range(glow::COPY_READ_BUFFER, offset, size, glow::MAP_READ_BIT) {
                let (bytes, step) = (&*range.bytes(), source.stride as usize);
                let wanted = conversion.source_bytes();
                let mut at = 0;
                while let Some(vertex) = bytes.get(at..at + wanted) {
                    conversion.convert(vertex, &mut out);
                    if step == 0 {
                        break;
                    }
                    at += step;
                }
            }
        }
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_WRITE_BUFFER, Some(into));
        self.gl.buffer_data_u8_slice(glow::COPY_WRITE_BUFFER, &out, glow::STATIC_DRAW);
        Ok(into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(conversion: Conversion, from: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        conversion.convert(from, &mut out);
        out
    }

    #[test]
    fn packed_floats_unpack_to_their_values() {
        // 1.0 has exponent 15 and no mantissa; 0.5 exponent 14; 2.0 exponent 16.
        let word = 15u32 << 6 | (14 << 6) << 11 | (16 << 5) << 22;
        let out = converted(Conversion::PackedFloats, &word.to_ne_bytes());
        let floats: Vec<f32> = out.chunks(4).map(|c| f32::from_ne_bytes(c.try_into().unwrap())).collect();
        assert_eq!(floats, [1.0, 0.5, 2.0]);
        assert_eq!(small_float(1, 6), 2f32.powi(-20));
    }

    #[test]
    fn bgra_order_is_put_right_and_alpha_stays() {
        // red once: without alpha's bits in the mask, alpha became 0
        assert_eq!(converted(Conversion::BgraBytes, &[1, 2, 3, 4]), [3, 2, 1, 4]);
        let word = 2u32 << 30 | 0x111 << 20 | 0x222 << 10 | 0x333;
        let swapped = 2u32 << 30 | 0x333 << 20 | 0x222 << 10 | 0x111;
        assert_eq!(converted(Conversion::BgraPacked(0), &word.to_ne_bytes()), swapped.to_ne_bytes());
    }
}
