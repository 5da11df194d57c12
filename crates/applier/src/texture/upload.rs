//! Texels on their way into textures, from the records' bytes and from unpack buffers.

use super::{
    object::{ImageFault, Level, Texture},
    shape::{Texels, is_3d},
};
use crate::driver::{
    Driver, GlBuffer, PixelStore, Shadow,
    pixels::{Blocks, Layout, Source},
};
use pipe_types::{
    caps::Features,
    primitive::MGPBox,
    records::{
        resource::{MGPSubData, MGPSubRegion, ResourceTarget, UploadTarget},
        texture::MGPBufferUpload,
    },
};
use texel::{Converter, Extent, PixelLayout, store};

/// What uploads did, for tests and statistics.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct UploadCounters {
    /// Records applied.
    pub emissions: u64,
    /// Driver calls.
    pub jobs: u64,
    /// Of these, calls that took a whole box in place of its parts.
    pub boxes: u64,
    /// Of these, calls for one region of several.
    pub rects: u64,
    /// Of these, transfers of many regions that a draw put in their places.
    pub scattered: u64,
    /// Calls whose texels had to be converted first.
    pub converted: u64,
    /// Bytes that went to the driver.
    pub bytes: u64,
}

/// A region of an upload: its place on the driver, and where its bytes are.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) texels: Texels,
    pub(super) offset: usize,
    /// Bytes from row to row (of blocks), and from slice to slice, as the driver counts.
    row: usize,
    slice: usize,
}

/// Bytes of a texel, or of a block, and the block's size.
fn unit(image: &Level) -> (usize, i32, i32) {
    match &image.info.block {
        Some(block) => (usize::from(block.bytes), i32::from(block.width), i32::from(block.height)),
        None => (usize::from(image.info.wire.bytes), 1, 1),
    }
}

impl Piece {
    /// Bytes of one row and number of rows.
    fn rows(&self, image: &Level) -> (usize, usize) {
        let (bytes, bw, bh) = unit(image);
        ((self.texels.w as usize).div_ceil(bw as usize) * bytes, (self.texels.h as usize).div_ceil(bh as usize))
    }
    /// One past the last byte, from the start of the blob; `None` on overflow.
    fn end(&self, image: &Level) -> Option<usize> {
        if self.texels.is_empty() {
            return Some(self.offset);
        }
        let (row_bytes, rows) = self.rows(image);
        let slices = self.slice.checked_mul(self.texels.d as usize - 1)?;
        let lines = self.row.checked_mul(rows - 1)?;
        self.offset.checked_add(slices)?.checked_add(lines)?.checked_add(row_bytes)
    }
}

/// Scratch memory that conversions go through, kept between uploads.
#[derive(Debug, Default)]
pub(crate) struct Staging {
    bytes: Vec<u8>,
}

impl Staging {
    /// Exactly `len` bytes of anything.
    pub(crate) fn take(&mut self, len: usize) -> &mut [u8] {
        // What was large once is not kept for ever.
        if self.bytes.len() < len || self.bytes.len() > (16 << 20) && len < (1 << 20) {
            self.bytes = vec![0; len];
        }
        &mut self.bytes[..len]
    }
}

/// Applies a texture's `ResourceSubData`, whose bytes are `blob`, if it is one box or comes to one; `false`: it is several.
#[allow(clippy::too_many_arguments)] // parts of the applier that are borrowed apart
pub(crate) fn boxed(
    gl: &Driver,
    shadow: &mut Shadow,
    texture: &Texture,
    record: &MGPSubData,
    regions: &[MGPSubRegion],
    blob: &[u8],
    staging: &mut Staging,
    counters: &mut UploadCounters,
) -> Result<bool, ImageFault> {
    let upload = record.upload_target().unwrap_or(UploadTarget::Whole);
    if texture.is_multisample() || texture.target == ResourceTarget::TexBuffer {
        return Err(ImageFault::Target { what: "an upload", resource: texture.handle, target: texture.target });
    }
    let mut put = Upload { gl, shadow, texture, level: record.level, blob, staging, counters };
    if let [] | [_] = regions {
        // Without regions it is the union box itself, tight.
        let (texels, image) = texture.checked_box(upload, record.level, &record.union_box)?;
        let piece = match regions {
            [region] => piece_of(texture, region, texture.checked_box(upload, record.level, &region_box(region))?.0),
            _ => {
                let mut piece = Piece { texels, offset: 0, row: 0, slice: 0 };
                let (row_bytes, rows) = piece.rows(image);
                (piece.row, piece.slice) = (row_bytes, row_bytes.saturating_mul(rows));
                piece
            }
        };
        check(texture, &piece, image, blob.len())?;
        put.piece(&piece, image);
        put.counters.emissions += 1;
        return Ok(true);
    }
    if let Some(piece) = common_box(texture, upload, record, regions) {
        let (_, image) = texture.checked_box(upload, record.level, &record.union_box)?;
        if check(texture, &piece, image, blob.len()).is_ok() {
            put.piece(&piece, image);
            put.counters.emissions += 1;
            put.counters.boxes += 1;
            return Ok(true);
        }
    }
    let (pieces, image) = checked_pieces(texture, record, regions, blob.len())?;
    let Some((piece, bytes)) = composed_box(texture, upload, record, &pieces, blob) else { return Ok(false) };
    let mut put = Upload { blob: &bytes, ..put };
    put.piece(&piece, image);
    put.counters.emissions += 1;
    put.counters.boxes += 1;
    Ok(true)
}

/// Applies a texture's `ResourceSubData` region by region. All are checked before the first is applied.
#[allow(clippy::too_many_arguments)] // parts of the applier that are borrowed apart
pub(crate) fn rects(
    gl: &Driver,
    shadow: &mut Shadow,
    texture: &Texture,
    record: &MGPSubData,
    regions: &[MGPSubRegion],
    blob: &[u8],
    staging: &mut Staging,
    counters: &mut UploadCounters,
) -> Result<(), ImageFault> {
    let (pieces, image) = checked_pieces(texture, record, regions, blob.len())?;
    let mut put = Upload { gl, shadow, texture, level: record.level, blob, staging, counters };
    put.counters.emissions += 1;
    for piece in &pieces {
        put.piece(piece, image);
        put.counters.rects += 1;
    }
    Ok(())
}

fn check(texture: &Texture, piece: &Piece, image: &Level, have: usize) -> Result<(), ImageFault> {
    match piece.end(image) {
        Some(end) if end <= have => Ok(()),
        end => Err(ImageFault::Bytes {
            resource: texture.handle,
            need: end.map_or(u64::MAX, |end| end as u64),
            have: have as u64,
        }),
    }
}

/// The regions of an upload whose blob has `have` bytes, and the image that they are for.
pub(super) fn checked_pieces<'a>(
    texture: &'a Texture,
    record: &MGPSubData,
    regions: &[MGPSubRegion],
    have: usize,
) -> Result<(Vec<Piece>, &'a Level), ImageFault> {
    let upload = record.upload_target().unwrap_or(UploadTarget::Whole);
    let (_, image) = texture.checked_box(upload, record.level, &record.union_box)?;
    let mut pieces = Vec::with_capacity(regions.len());
    for region in regions {
        let (texels, image) = texture.checked_box(upload, record.level, &region_box(region))?;
        let piece = piece_of(texture, region, texels);
        check(texture, &piece, image, have)?;
        pieces.push(piece);
    }
    Ok((pieces, image))
}

/// Whether the rows of a piece of one slice follow each other without a gap.
pub(super) fn tight_rows(piece: &Piece, image: &Level) -> bool {
    let (row_bytes, rows) = piece.rows(image);
    rows == 1 || piece.row == row_bytes
}

/// The union box as one piece, its texels put together, if the regions leave no texel of it out.
fn composed_box(
    texture: &Texture,
    upload: UploadTarget,
    record: &MGPSubData,
    pieces: &[Piece],
    blob: &[u8],
) -> Option<(Piece, Vec<u8>)> {
    let (union, image) = texture.checked_box(upload, record.level, &record.union_box).ok()?;
    let area = pieces.iter().fold(0usize, |sum, piece| sum.saturating_add(piece.texels.volume()));
    if pieces.len() < 2
        || area < union.volume()
        || image.info.is_compressed()
        || texture.target == ResourceTarget::TexCube
    {
        return None;
    }
    let (bytes, ..) = unit(image);
    let (row, rows) = (union.w as usize * bytes, union.h as usize);
    let mut out = vec![0u8; row * rows * union.d as usize];
    let mut there = vec![false; union.volume()];
    for piece in pieces {
        let (x, y, z) = (piece.texels.x - union.x, piece.texels.y - union.y, piece.texels.z - union.z);
        let (x, y, z) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?, usize::try_from(z).ok()?);
        let (row_bytes, lines) = piece.rows(image);
        for line in 0..lines * piece.texels.d as usize {
            let (slice, line) = (line / lines, line % lines);
            let from = piece.offset + slice * piece.slice + line * piece.row;
            let to = ((z + slice) * rows + y + line) * union.w as usize + x;
            out.get_mut(to * bytes..to * bytes + row_bytes)?.copy_from_slice(&blob[from..from + row_bytes]);
            there.get_mut(to..to + piece.texels.w as usize)?.fill(true);
        }
    }
    there.iter().all(|there| *there).then_some((Piece { texels: union, offset: 0, row, slice: row * rows }, out))
}

fn region_box(region: &MGPSubRegion) -> MGPBox {
    MGPBox::new(region.x, region.y, region.z, region.w, region.h, region.d)
}

fn piece_of(texture: &Texture, region: &MGPSubRegion, texels: Texels) -> Piece {
    let (row, slice) = (region.src_row_stride as usize, region.src_slice_stride as usize);
    // Rows of a one-dimensional array are the driver's slices.
    let slice = if texture.target == ResourceTarget::Tex1DArray { row } else { slice };
    Piece { texels, offset: usize::try_from(region.src_offset).unwrap_or(usize::MAX), row, slice }
}

/// The union box as one piece, if the regions are windows of one image in the blob that the client vouches for.
fn common_box(texture: &Texture, upload: UploadTarget, record: &MGPSubData, regions: &[MGPSubRegion]) -> Option<Piece> {
    if record.verbatim_shadow == 0 || regions.len() < 2 || texture.target == ResourceTarget::Tex1DArray {
        return None;
    }
    let (texels, image) = texture.checked_box(upload, record.level, &record.union_box).ok()?;
    if image.info.is_compressed() {
        return None;
    }
    let (bytes, ..) = unit(image);
    let first = &regions[0];
    let (row, slice) = (i128::from(first.src_row_stride), i128::from(first.src_slice_stride));
    let base = |region: &MGPSubRegion| {
        let at = |value: i32, from: i32| i128::from(value) - i128::from(from);
        let (x, y) = (at(region.x, record.union_box.x), at(region.y, record.union_box.y));
        let z = at(region.z, record.union_box.z);
        i128::from(region.src_offset) - x * bytes as i128 - y * row - z * slice
    };
    let offset = base(first);
    let same = regions
        .iter()
        .all(|r| i128::from(r.src_row_stride) == row && i128::from(r.src_slice_stride) == slice && base(r) == offset);
    let width = texels.w as i128 * bytes as i128;
    let apart = row >= width && (texels.d <= 1 || slice >= row * i128::from(texels.h));
    (same && apart).then_some(())?;
    Some(Piece { texels, offset: usize::try_from(offset).ok()?, row: row as usize, slice: slice as usize })
}

struct Upload<'a> {
    gl: &'a Driver,
    shadow: &'a mut Shadow,
    texture: &'a Texture,
    level: u16,
    blob: &'a [u8],
    staging: &'a mut Staging,
    counters: &'a mut UploadCounters,
}

impl Upload<'_> {
    /// Uploads a piece that has been checked.
    fn piece(&mut self, piece: &Piece, image: &Level) {
        if piece.texels.is_empty() {
            return;
        }
        self.shadow.edit_texture(self.gl, self.texture.es_target, self.texture.name);
        if image.info.is_compressed() {
            return self.blocks(piece, image);
        }
        let Ok(converter) = image.storage.uploader(image.info) else { return };
        let bytes = usize::from(image.info.wire.bytes);
        let level = i32::from(self.level);
        let strided = piece.row.is_multiple_of(bytes)
            && piece.row >= piece.texels.w as usize * bytes
            && (piece.texels.d == 1 || piece.row > 0 && piece.slice.is_multiple_of(piece.row));
        if converter.is_copy() && strided {
            let layout = Layout {
                row_length: (piece.row / bytes) as u32,
                image_height: if piece.texels.d == 1 { 0 } else { (piece.slice / piece.row) as u32 },
                ..image.layout()
            };
            let (gl, blob, counters) = (self.gl, self.blob, &mut *self.counters);
            self.texture.for_each_image(&piece.texels, |target, texels, slice| {
                let from = &blob[piece.offset + slice * piece.slice..];
                let touched = layout.touched(texels.size());
                gl.upload(
                    self.shadow,
                    target,
                    level,
                    texels.origin(),
                    texels.size(),
                    &layout,
                    Source::Memory(&from[..touched]),
                );
                counters.jobs += 1;
                counters.bytes += touched as u64;
            });
            return;
        }
        self.converted(piece, image, &converter);
    }

    /// Repacks and converts rows into memory of ours, a bounded number of slices at a time.
    fn converted(&mut self, piece: &Piece, image: &Level, converter: &Converter) {
        let (row_bytes, rows) = piece.rows(image);
        let layout = image.layout();
        let out_row = piece.texels.w as usize * layout.bytes;
        let slice_bytes = out_row * rows;
        let at_once = ((8 << 20) / slice_bytes.max(1)).clamp(1, piece.texels.d as usize);
        let mut slice = 0;
        while slice < piece.texels.d as usize {
            let now = at_once.min(piece.texels.d as usize - slice);
            let out = self.staging.take(slice_bytes * now);
            for (i, row_out) in out.chunks_exact_mut(out_row.max(1)).enumerate() {
                let from = piece.offset + (slice + i / rows) * piece.slice + i % rows * piece.row;
                converter.run(&self.blob[from..from + row_bytes], row_out);
            }
            let part = Texels { z: piece.texels.z + slice as i32, d: now as i32, ..piece.texels };
            let (gl, level) = (self.gl, i32::from(self.level));
            let (shadow, counters) = (&mut *self.shadow, &mut *self.counters);
            let out = &*out;
            self.texture.for_each_image(&part, |target, texels, index| {
                let from = Source::Memory(&out[index * slice_bytes..]);
                gl.upload(shadow, target, level, texels.origin(), texels.size(), &layout, from);
                counters.jobs += 1;
                counters.converted += 1;
                counters.bytes += layout.touched(texels.size()) as u64;
            });
            slice += now;
        }
    }

    fn blocks(&mut self, piece: &Piece, image: &Level) {
        let (row_bytes, rows) = piece.rows(image);
        let slices = piece.texels.d as usize;
        let tight = piece.row == row_bytes || rows == 1;
        let tight = tight && (slices == 1 || piece.slice == row_bytes * rows);
        let total = row_bytes * rows * slices;
        let bytes: &[u8] = if tight {
            &self.blob[piece.offset..piece.offset + total]
        } else {
            let out = self.staging.take(total);
            for (i, row_out) in out.chunks_exact_mut(row_bytes).enumerate() {
                let from = piece.offset + i / rows * piece.slice + i % rows * piece.row;
                row_out.copy_from_slice(&self.blob[from..from + row_bytes]);
            }
            out
        };
        put_blocks(self.gl, self.shadow, self.texture, self.level, &piece.texels, image, bytes);
        self.texture.for_each_image(&piece.texels, |_, _, _| self.counters.jobs += 1);
        self.counters.bytes += total as u64;
    }
}

/// Puts the blocks of a box, tight, into a texture.
pub(super) fn put_blocks(
    gl: &Driver,
    shadow: &mut Shadow,
    texture: &Texture,
    level: u16,
    box_: &Texels,
    image: &Level,
    bytes: &[u8],
) {
    texture.keep_blocks(gl, level, box_, image, bytes);
    shadow.edit_texture(gl, texture.es_target, texture.name);
    let one = bytes.len() / (box_.d.max(1) as usize);
    let internal = image.storage.internal_format;
    texture.for_each_image(box_, |target, texels, index| {
        let blocks = &bytes[index * one..index * one + one * texels.d as usize];
        let (at, size) = (texels.origin(), texels.size());
        gl.upload_blocks(shadow, target, i32::from(level), at, size, internal, Blocks::Memory(blocks));
    });
}

/// Applies `TextureUploadFromBuffer`. Straight from the buffer when the driver takes the application's format, type and
/// parameters for the storage as they are, else `read` fetches the bytes (offset and size given) and they are converted.
#[allow(clippy::too_many_arguments)]
pub(crate) fn from_buffer(
    gl: &Driver,
    shadow: &mut Shadow,
    texture: &Texture,
    record: &MGPBufferUpload,
    buffer: GlBuffer,
    buffer_size: u64,
    read: &mut dyn FnMut(&mut Shadow, u64, &mut [u8]) -> bool,
    counters: &mut UploadCounters,
) -> Result<(), ImageFault> {
    let resource = texture.handle;
    let upload = UploadTarget::from_wire(u64::from(record.target)).unwrap_or(UploadTarget::Whole);
    counters.emissions += 1;
    if texture.is_multisample() || texture.target == ResourceTarget::TexBuffer {
        return Err(ImageFault::Target { what: "an upload", resource, target: texture.target });
    }
    let (texels, image) = texture.checked_box(upload, record.level, &record.region)?;
    if texels.is_empty() {
        return Ok(());
    }
    let too_short = |need: u64| ImageFault::Bytes { resource, need, have: buffer_size };
    let level = i32::from(record.level);
    if image.info.is_compressed() {
        let [w, h, d] = texels.size().map(|x| x as u32);
        let bytes = image.info.image_bytes(w, h, d).unwrap_or(usize::MAX) as u64;
        let end = record.offset.checked_add(bytes).filter(|end| *end <= buffer_size && *end <= u64::from(u32::MAX));
        let end = end.ok_or_else(|| too_short(record.offset.saturating_add(bytes)))?;
        if !gl.has(Features::COPY_IMAGE) {
            let mut blocks = vec![0; bytes as usize];
            if !read(shadow, record.offset, &mut blocks) {
                return Err(ImageFault::OutOfMemory { resource });
            }
            texture.keep_blocks(gl, record.level, &texels, image, &blocks);
        }
        shadow.edit_texture(gl, texture.es_target, texture.name);
        let one = (bytes / d.max(1) as u64) as u32;
        texture.for_each_image(&texels, |target, part, index| {
            let from = record.offset as u32 + one * index as u32;
            let range = from..(from + one * part.d as u32).min(end as u32);
            let internal = image.storage.internal_format;
            gl.upload_blocks(
                shadow,
                target,
                level,
                part.origin(),
                part.size(),
                internal,
                Blocks::Buffer(buffer, range),
            );
            counters.jobs += 1;
        });
        return Ok(());
    }
    let format = |_| ImageFault::Format { resource, internal_format: record.format };
    let layout = PixelLayout::new(record.format, record.type_).map_err(format)?;
    layout.check_internal(image.info).map_err(format)?;
    let number = |what, value: i32| {
        u32::try_from(value).map_err(|_| ImageFault::Range { what, resource, value: i64::from(value) })
    };
    let store = store::PixelStore {
        swap_bytes: record.swap_bytes != 0,
        lsb_first: record.lsb_first != 0,
        row_length: number("row length", record.row_length)?,
        image_height: number("image height", record.image_height)?,
        skip_pixels: number("skipped pixels", record.skip_pixels)?,
        skip_rows: number("skipped rows", record.skip_rows)?,
        skip_images: number("skipped images", record.skip_images)?,
        alignment: match record.alignment {
            a @ (1 | 2 | 4 | 8) => a as u32,
            a => return Err(ImageFault::Range { what: "alignment", resource, value: i64::from(a) }),
        },
    };
    // Only calls of three-dimensional images look at images; rows of a one-dimensional array are still rows here.
    let three = !matches!(texture.target, ResourceTarget::Tex1DArray) && is_3d(texture.es_target)
        || texture.target == ResourceTarget::TexCube;
    let store = if three { store } else { store.for_2d() };
    let extent = if texture.target == ResourceTarget::Tex1DArray {
        Extent::new_2d(texels.w as u32, texels.d as u32)
    } else {
        Extent::new_3d(texels.w as u32, texels.h as u32, texels.d as u32)
    };
    let address = store::Address::new(extent, &layout, &store).ok_or(too_short(u64::MAX))?;
    let required = address.required as u64;
    if record.offset.checked_add(required).is_none_or(|end| end > buffer_size) {
        return Err(too_short(record.offset.saturating_add(required)));
    }
    shadow.edit_texture(gl, texture.es_target, texture.name);
    let up = &image.storage.upload;
    let native = up.format == record.format
        && up.type_ == record.type_
        && image.info.wire.format == record.format
        && image.info.wire.type_ == record.type_
        && !image.info.base.has_depth()
        && !store.swap_bytes
        && !(image.storage.opaque && layout.components() == 4)
        && record.offset.is_multiple_of(layout.unit() as u64)
        && u32::try_from(record.offset).is_ok();
    if native {
        let driver_layout = image.layout();
        let signed = |x: u32| x as i32;
        let mut given = PixelStore {
            alignment: signed(store.alignment),
            row_length: signed(store.row_length),
            image_height: signed(store.image_height),
            skip_pixels: signed(store.skip_pixels),
            skip_rows: signed(store.skip_rows),
            skip_images: signed(store.skip_images),
        };
        if texture.target == ResourceTarget::Tex1DArray {
            // The driver has slices of one row where the application has rows.
            given = PixelStore { image_height: 1, skip_images: given.skip_rows, skip_rows: 0, ..given };
        }
        texture.for_each_image(&texels, |target, part, index| {
            let mut given = given;
            given.skip_images = given.skip_images.saturating_add(index as i32);
            if !is_3d(target) {
                // Two-dimensional calls do not skip images. What does not fit is past the end of any buffer.
                let rows = if store.image_height > 0 { store.image_height } else { extent.height };
                let skipped = u64::from(rows) * (u64::from(store.skip_images) + index as u64);
                given.skip_rows = given.skip_rows.saturating_add(i32::try_from(skipped).unwrap_or(i32::MAX));
                given.skip_images = 0;
            }
            let source = Source::Buffer(buffer, record.offset as u32, given);
            gl.upload(shadow, target, level, part.origin(), part.size(), &driver_layout, source);
            counters.jobs += 1;
            counters.bytes += driver_layout.touched(part.size()) as u64;
        });
        return Ok(());
    }
    let Ok(converter) = texel::unpack::uploader(&layout, image.info) else { return Ok(()) };
    let mut bytes = vec![0u8; address.required];
    if !read(shadow, record.offset, &mut bytes) {
        return Err(ImageFault::OutOfMemory { resource });
    }
    let pixels = texels.volume();
    let mut canonical = vec![0u8; pixels * usize::from(image.info.wire.bytes)];
    if texel::unpack::gather(&bytes, &store, extent, &converter, &mut canonical).is_err() {
        return Err(too_short(required));
    }
    counters.emissions -= 1;
    let region = record.region;
    let whole = MGPSubData {
        target: texture.target as u16 | (upload as u16) << 8,
        level: record.level,
        union_box: region,
        ..Default::default()
    };
    let mut staging = Staging::default();
    boxed(gl, shadow, texture, &whole, &[], &canonical, &mut staging, counters).map(|_| ())
}

/// Fills a box with one canonical texel.
pub(crate) fn clear(
    gl: &Driver,
    shadow: &mut Shadow,
    texture: &Texture,
    level: u16,
    texels: &Texels,
    image: &Level,
    texel: &[u8; 16],
) {
    let Ok(converter) = image.storage.uploader(image.info) else { return };
    let layout = image.layout();
    let mut one = [0u8; 16];
    converter.run(&texel[..usize::from(image.info.wire.bytes)], &mut one[..layout.bytes]);
    if gl.has(pipe_types::caps::Features::CLEAR_TEXTURE) {
        let (at, size) = (texels.origin(), texels.size());
        gl.clear_tex_sub_image(texture.name, i32::from(level), at, size, layout.format, layout.type_, &one);
        return;
    }
    // By uploads of bands of rows, all of them the same bytes.
    shadow.edit_texture(gl, texture.es_target, texture.name);
    let row = texels.w as usize * layout.bytes;
    let rows = ((1 << 20) / row.max(1)).clamp(1, texels.h as usize) as i32;
    let mut band = vec![0u8; row * rows as usize];
    band.chunks_exact_mut(layout.bytes).for_each(|t| t.copy_from_slice(&one[..layout.bytes]));
    texture.for_each_image(texels, |target, part, _| {
        for z in 0..part.d {
            let mut y = 0;
            while y < part.h {
                let now = rows.min(part.h - y);
                let (at, size) = ([part.x, part.y + y, part.z + z], [part.w, now, 1]);
                gl.upload(shadow, target, i32::from(level), at, size, &layout, Source::Memory(&band));
                y += now;
            }
        }
    });
}
