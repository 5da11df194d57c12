//! Transfers of pixels between the driver and memory, checked: before the driver gets a pointer, the memory behind it is
//! known to hold all that the driver will touch under the pixel store state that the call sets.

use super::{Driver, GlBuffer, PixelStore, Shadow};
use glow::{CompressedPixelUnpackData, PixelPackData, PixelUnpackData};
use std::ops::Range;

/// How texels lie in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Layout {
    pub(crate) format: u32,
    pub(crate) type_: u32,
    /// Bytes of one texel.
    pub(crate) bytes: usize,
    /// Texels from row to row; 0: tight.
    pub(crate) row_length: u32,
    /// Rows from slice to slice; 0: tight.
    pub(crate) image_height: u32,
}

impl Layout {
    pub(crate) const fn tight(format: u32, type_: u32, bytes: usize) -> Self {
        Self { format, type_, bytes, row_length: 0, image_height: 0 }
    }
    /// Bytes from the first texel of a box to the end of its last one.
    pub(crate) fn touched(&self, size: [i32; 3]) -> usize {
        if size.iter().any(|x| *x <= 0) {
            return 0;
        }
        let [w, h, d] = size.map(|x| x as usize);
        let row = if self.row_length == 0 { w } else { self.row_length as usize };
        let image = row.saturating_mul(if self.image_height == 0 { h } else { self.image_height as usize });
        let texels = image.saturating_mul(d - 1).saturating_add(row.saturating_mul(h - 1)).saturating_add(w);
        texels.saturating_mul(self.bytes)
    }
}

/// Where the texels of an upload are.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Source<'a> {
    /// Memory of ours.
    Memory(&'a [u8]),
    /// A buffer, from this byte on, with the pixel store state as it is given. The driver checks the range.
    Buffer(GlBuffer, u32, PixelStore),
}

fn is_3d(target: u32) -> bool {
    matches!(target, glow::TEXTURE_3D | glow::TEXTURE_2D_ARRAY | glow::TEXTURE_CUBE_MAP_ARRAY)
}

impl Driver {
    /// `glTexSubImage2D` or `3D` of the texture bound to `target` on the active unit.
    ///
    /// # Panics
    /// When the memory ends before the box does: a defect of the caller, stopped before the driver reads on.
    #[allow(clippy::too_many_arguments)] // those of the GL function
    pub(crate) fn upload(
        &self,
        shadow: &mut Shadow,
        target: u32,
        level: i32,
        at: [i32; 3],
        size: [i32; 3],
        layout: &Layout,
        source: Source<'_>,
    ) {
        let ([x, y, z], [w, h, d]) = (at, size);
        let data = match source {
            Source::Memory(bytes) => {
                assert!(bytes.len() >= layout.touched(size), "upload of {size:?} from {} bytes", bytes.len());
                shadow.bind_buffer(self, glow::PIXEL_UNPACK_BUFFER, None);
                let (row_length, image_height) = (layout.row_length as i32, layout.image_height as i32);
                shadow.unpack(self, PixelStore { row_length, image_height, ..PixelStore::TIGHT });
                PixelUnpackData::Slice(Some(bytes))
            }
            Source::Buffer(buffer, offset, store) => {
                shadow.bind_buffer(self, glow::PIXEL_UNPACK_BUFFER, Some(buffer));
                shadow.unpack(self, store);
                PixelUnpackData::BufferOffset(offset)
            }
        };
        let (format, type_) = (layout.format, layout.type_);
        if is_3d(target) {
            self.tex_sub_image_3d(target, level, x, y, z, w, h, d, format, type_, data);
        } else {
            self.tex_sub_image_2d(target, level, x, y, w, h, format, type_, data);
        }
    }

    /// `glCompressedTexSubImage2D` or `3D`; the blocks are tight. Their number is the driver's to check.
    #[allow(clippy::too_many_arguments)] // those of the GL function
    pub(crate) fn upload_blocks(
        &self,
        shadow: &mut Shadow,
        target: u32,
        level: i32,
        at: [i32; 3],
        size: [i32; 3],
        internal_format: u32,
        blocks: Blocks<'_>,
    ) {
        let ([x, y, z], [w, h, d]) = (at, size);
        shadow.unpack(self, PixelStore::TIGHT);
        let data = match blocks {
            Blocks::Memory(bytes) => {
                shadow.bind_buffer(self, glow::PIXEL_UNPACK_BUFFER, None);
                CompressedPixelUnpackData::Slice(bytes)
            }
            Blocks::Buffer(buffer, range) => {
                shadow.bind_buffer(self, glow::PIXEL_UNPACK_BUFFER, Some(buffer));
                CompressedPixelUnpackData::BufferRange(range)
            }
        };
        if is_3d(target) {
            self.compressed_tex_sub_image_3d(target, level, x, y, z, w, h, d, internal_format, data);
        } else {
            self.compressed_tex_sub_image_2d(target, level, x, y, w, h, internal_format, data);
        }
    }

    /// Storage of one level of a mutable texture, without content.
    pub(crate) fn allocate_level(
        &self,
        shadow: &mut Shadow,
        target: u32,
        level: i32,
        internal_format: u32,
        size: [i32; 3],
        layout: &Layout,
    ) {
        let [w, h, d] = size;
        shadow.bind_buffer(self, glow::PIXEL_UNPACK_BUFFER, None);
        let (internal, nothing) = (internal_format as i32, PixelUnpackData::Slice(None));
        let (format, type_) = (layout.format, layout.type_);
        if is_3d(target) {
            self.tex_image_3d(target, level, internal, w, h, d, 0, format, type_, nothing);
        } else {
            self.tex_image_2d(target, level, internal, w, h, 0, format, type_, nothing);
        }
    }

    /// The same for a compressed format. ES wants the bytes here, so these are zero.
    pub(crate) fn allocate_blocks(
        &self,
        shadow: &mut Shadow,
        target: u32,
        level: i32,
        internal_format: u32,
        size: [i32; 3],
        bytes: usize,
    ) {
        let [w, h, d] = size;
        shadow.bind_buffer(self, glow::PIXEL_UNPACK_BUFFER, None);
        shadow.unpack(self, PixelStore::TIGHT);
        let zero = vec![0u8; bytes];
        let (internal, len) = (internal_format as i32, bytes as i32);
        if is_3d(target) {
            self.compressed_tex_image_3d(target, level, internal, w, h, d, 0, len, &zero);
        } else {
            self.compressed_tex_image_2d(target, level, internal, w, h, 0, len, &zero);
        }
    }

    /// `glReadPixels` of `[x, y, w, h]` into memory, rows tight. `bytes` is the size of a pixel.
    ///
    /// # Panics
    /// When `out` is shorter than the rectangle: a defect of the caller, stopped before the driver writes on.
    pub(crate) fn read_into(
        &self,
        shadow: &mut Shadow,
        rect: [i32; 4],
        format: u32,
        type_: u32,
        bytes: usize,
        out: &mut [u8],
    ) {
        let [x, y, w, h] = rect;
        if w <= 0 || h <= 0 {
            return;
        }
        let need = (w as usize).saturating_mul(h as usize).saturating_mul(bytes);
        assert!(out.len() >= need, "{need} bytes read back into {}", out.len());
        shadow.bind_buffer(self, glow::PIXEL_PACK_BUFFER, None);
        shadow.pack(self, PixelStore::TIGHT);
        self.read_pixels(x, y, w, h, format, type_, PixelPackData::Slice(Some(out)));
    }

    /// `glReadPixels` into a buffer. The driver checks the range.
    pub(crate) fn read_into_buffer(
        &self,
        shadow: &mut Shadow,
        rect: [i32; 4],
        format: u32,
        type_: u32,
        (buffer, offset): (GlBuffer, u32),
        store: PixelStore,
    ) {
        let [x, y, w, h] = rect;
        shadow.bind_buffer(self, glow::PIXEL_PACK_BUFFER, Some(buffer));
        shadow.pack(self, store);
        self.read_pixels(x, y, w, h, format, type_, PixelPackData::BufferOffset(offset));
        // Nothing else may find a pack buffer bound.
        shadow.bind_buffer(self, glow::PIXEL_PACK_BUFFER, None);
    }
}

/// Where the blocks of a compressed upload are.
#[derive(Clone, Debug)]
pub(crate) enum Blocks<'a> {
    /// Memory of ours.
    Memory(&'a [u8]),
    /// A range of a buffer.
    Buffer(GlBuffer, Range<u32>),
}

#[cfg(test)]
mod tests {
    use super::*;

    // red once: without the image height in the sum, 36 of 56 bytes were enough
    #[test]
    fn touched_bytes_end_with_the_last_texel() {
        let strided = Layout { format: 0, type_: 0, bytes: 2, row_length: 5, image_height: 4 };
        assert_eq!(strided.touched([3, 2, 2]), (5 * 4 + 5 + 3) * 2);
        assert_eq!(strided.touched([3, 2, 0]), 0);
        assert_eq!(Layout::tight(0, 0, 2).touched([3, 2, 2]), 3 * 2 * 2 * 2);
    }
}
