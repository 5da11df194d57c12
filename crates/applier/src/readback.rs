//! Pixels on their way back: into reply slots, tight in the format and type that was asked for, or into pack buffers under
//! the application's pack state.
//!
//! Whatever is read is first put where the driver can read it: the framebuffer itself, a resolved copy, or a drawn copy of
//! what ES cannot read (depth, stencil, compressed and other formats that cannot be attached). Then rows are read in a pair
//! of format and type that the driver has for it, straight into the answer if that is the one asked for.

mod compressed;
mod depth;
mod plan;
mod source;

use crate::{
    Applier, Host, ReplyStatus,
    driver::{GlBuffer, PixelStore},
    error::{Refusal, Result, check_range, missing},
    framebuffer::{Binding, Resolved},
};
use pipe_types::{
    handle::{Kind, RawHandle},
    primitive::MGPHandleOnly,
    records::{
        readback::{MGPPixelPackState, MGPReadbackInfo},
        resource::UploadTarget,
    },
};
use source::Slice;
use texel::{Extent, PixelLayout, store};

/// No answer is larger: what asks for more cannot be meant.
pub(crate) const MOST_BYTES: u64 = 1 << 31;

/// Pack state of a context.
#[derive(Debug)]
pub struct PackState {
    store: store::PixelStore,
    buffer: RawHandle,
}

impl Default for PackState {
    fn default() -> Self {
        Self { store: store::PixelStore::default(), buffer: RawHandle::NULL }
    }
}

/// What is asked for.
#[derive(Clone, Copy, Debug)]
struct Request {
    layout: PixelLayout,
    /// x, y, width, height in each slice.
    rect: [i32; 4],
    /// Slices as the driver counts.
    slices: i32,
    /// The image as the application counts: for its pack state.
    extent: Extent,
    /// Floating-point and signed colours are clamped to [0, 1].
    clamp: bool,
}

impl Request {
    fn row_bytes(&self) -> usize {
        self.rect[2] as usize * self.layout.bytes()
    }
    fn slice_bytes(&self) -> usize {
        self.row_bytes() * self.rect[3] as usize
    }
    fn bytes(&self) -> usize {
        self.slice_bytes() * self.slices as usize
    }
}

/// Where the pixels of an answer in parts go.
fn stream_rows(row_bytes: usize, offset: usize, mut piece: &mut [u8], rows: &mut dyn FnMut(i32, i32, &mut [u8])) {
    let mut at = offset;
    let mut one = Vec::new();
    while !piece.is_empty() && row_bytes > 0 {
        let (row, inside) = (at / row_bytes, at % row_bytes);
        let whole = piece.len() / row_bytes;
        let now = if inside == 0 && whole > 0 {
            let now = whole * row_bytes;
            rows(row as i32, whole as i32, &mut piece[..now]);
            now
        } else {
            // A piece begins or ends inside a row.
            one.resize(row_bytes, 0);
            rows(row as i32, 1, &mut one);
            let now = (row_bytes - inside).min(piece.len());
            piece[..now].copy_from_slice(&one[inside..inside + now]);
            now
        };
        at += now;
        piece = &mut piece[now..];
    }
}

impl Applier {
    pub(crate) fn set_pixel_pack_state(&mut self, record: &MGPPixelPackState) -> Result {
        let number = |field, value: i32| {
            u32::try_from(value).map_err(|_| Refusal::Value { field, value: value as u64, expected: "0 or more" })
        };
        if !matches!(record.alignment, 1 | 2 | 4 | 8) {
            let value = record.alignment as u64;
            return Err(Refusal::Value { field: "alignment", value, expected: "1, 2, 4 or 8" });
        }
        self.cx.pack.store = store::PixelStore {
            swap_bytes: record.swap_bytes != 0,
            lsb_first: record.lsb_first != 0,
            row_length: number("row_length", record.row_length)?,
            image_height: number("image_height", record.image_height)?,
            skip_pixels: number("skip_pixels", record.skip_pixels)?,
            skip_rows: number("skip_rows", record.skip_rows)?,
            skip_images: number("skip_images", record.skip_images)?,
            alignment: record.alignment as u32,
        };
        Ok(())
    }

    pub(crate) fn set_pixel_pack_buffer(&mut self, record: &MGPHandleOnly) -> Result {
        if record.kind != Kind::Buffer as u32 {
            return Err(Refusal::Kind { field: "kind", kind: record.kind });
        }
        self.may_bind_buffer("handle", record.handle)?;
        self.cx.pack.buffer = record.handle;
        Ok(())
    }

    pub(crate) fn read_pixels(&mut self, seq: u64, record: &MGPReadbackInfo, host: &mut dyn Host) -> Result {
        let request = request_of(record, [record.region.w, record.region.h, 1], 1)?;
        if record.dst_size != request.bytes() as u64 {
            return Err(Refusal::Value {
                field: "dst_size",
                value: record.dst_size,
                expected: "the size of the tight answer",
            });
        }
        let Some(slice) = self.framebuffer_slice(&request)? else { return decline(seq, host) };
        self.reply_slice(seq, &request, slice, host)
    }

    pub(crate) fn read_pixels_to_buffer(&mut self, seq: u64, record: &MGPReadbackInfo, host: &mut dyn Host) -> Result {
        let request = request_of(record, [record.region.w, record.region.h, 1], 1)?;
        let store = self.cx.pack.store.for_2d();
        let Some((buffer, required)) = self.pack_target(record, &request, &store)? else { return Ok(()) };
        let Some(slice) = self.framebuffer_slice(&request)? else {
            self.images.errors.push((glow::INVALID_OPERATION, declined(&request)));
            return self.report_gl_errors(seq, "ReadPixelsToBuffer", host);
        };
        self.slices_to_buffer(&request, &store, record.dst_offset, required, buffer, slice, &mut |_, _| Ok(None))
    }

    pub(crate) fn get_texture_image(&mut self, seq: u64, record: &MGPReadbackInfo, host: &mut dyn Host) -> Result {
        if record.format == 0 {
            return self.get_compressed(seq, record, host);
        }
        let Some(image) = self.texture_request(record)? else { return decline(seq, host) };
        let request = image.request;
        if record.dst_size != request.bytes() as u64 {
            return Err(Refusal::Value {
                field: "dst_size",
                value: record.dst_size,
                expected: "the size of the tight answer",
            });
        }
        let Some(slice) = self.texture_slice(&image, 0)? else { return decline(seq, host) };
        if request.slices == 1 {
            return self.reply_slice(seq, &request, slice, host);
        }
        self.reply_slices(seq, &image, slice, host)
    }

    /// Answers with an image slice by slice, each prepared when its first bytes are wanted. `first` is slice 0.
    fn reply_slices(&mut self, seq: u64, image: &source::TextureImage, first: Slice, host: &mut dyn Host) -> Result {
        let request = image.request;
        let one = request.slice_bytes();
        self.count_read(&first);
        let mut now = Some((0, first));
        let mut failed = None;
        let mut fill = |at: usize, piece: &mut [u8]| {
            let mut at = at;
            let mut rest = piece;
            while !rest.is_empty() && one > 0 {
                let (index, inside) = (at / one, at % one);
                let (part, behind) = rest.split_at_mut(rest.len().min(one - inside));
                if now.as_ref().is_none_or(|(of, _)| *of != index) {
                    if let Some((_, slice)) = now.take() {
                        self.finish_slice(slice);
                    }
                    match self.texture_slice(image, index as i32) {
                        Ok(Some(slice)) => {
                            self.count_read(&slice);
                            now = Some((index, slice));
                        }
                        // Slices of a level are alike: what one could be read by, all can.
                        Ok(None) => failed = Some(Refusal::Driver("a slice could not be read like the first".into())),
                        Err(refusal) => failed = Some(refusal),
                    }
                }
                match &now {
                    Some((_, slice)) => {
                        let (gl, shadow, staging) = (&self.gl, &mut self.cx.shadow, &mut self.images.staging);
                        let mut rows =
                            |row, count, out: &mut [u8]| slice.rows(gl, shadow, staging, &request, (row, count), out);
                        stream_rows(request.row_bytes(), inside, part, &mut rows);
                    }
                    None => part.fill(0),
                }
                at += part.len();
                rest = behind;
            }
        };
        let result = host.reply(seq, ReplyStatus::Ok, request.bytes(), &mut fill);
        if let Some((_, slice)) = now {
            self.finish_slice(slice);
        }
        match failed {
            Some(refusal) => Err(refusal),
            None => Ok(result?),
        }
    }

    pub(crate) fn get_texture_image_to_buffer(
        &mut self,
        seq: u64,
        record: &MGPReadbackInfo,
        host: &mut dyn Host,
    ) -> Result {
        if record.format == 0 {
            return self.get_compressed_to_buffer(seq, record, host);
        }
        let Some(image) = self.texture_request(record)? else {
            self.images.errors.push((glow::INVALID_OPERATION, "the texture image can't be read".into()));
            return self.report_gl_errors(seq, "GetTextureImageToBuffer", host);
        };
        let request = image.request;
        let store =
            if request.extent.depth > 1 || image.three { self.cx.pack.store } else { self.cx.pack.store.for_2d() };
        let Some((buffer, required)) = self.pack_target(record, &request, &store)? else { return Ok(()) };
        let Some(slice) = self.texture_slice(&image, 0)? else {
            self.images.errors.push((glow::INVALID_OPERATION, declined(&request)));
            return self.report_gl_errors(seq, "GetTextureImageToBuffer", host);
        };
        let mut next = |applier: &mut Applier, index| applier.texture_slice(&image, index);
        self.slices_to_buffer(&request, &store, record.dst_offset, required, buffer, slice, &mut next)
    }

    /// The pack buffer and the bytes that the image reaches to from the record's offset; `None` when it is gone, or has no storage.
    fn pack_target(
        &mut self,
        record: &MGPReadbackInfo,
        request: &Request,
        store: &store::PixelStore,
    ) -> Result<Option<(GlBuffer, usize)>> {
        let Some(buffer) = self.bound_buffer(self.cx.pack.buffer).filter(|buffer| buffer.stored) else {
            if self.cx.pack.buffer.is_null() {
                return Err(Refusal::State("a readback into a pack buffer, and none is bound"));
            }
            return Ok(None);
        };
        let overflow = Refusal::Value {
            field: "region",
            value: u64::from(record.region.w),
            expected: "an image whose addresses fit 64 bits",
        };
        let address = store::Address::new(request.extent, &request.layout, store).ok_or(overflow)?;
        let required = address.required as u64;
        check_range("dst_offset", record.dst_offset, required, buffer.size)?;
        check_range("dst_size", 0, required, record.dst_size)?;
        Ok(Some((buffer.name, address.required)))
    }

    /// A level of a texture (of one face, or of all layers and slices), tight in a pair of format and type; `None` where it
    /// can't be read so.
    pub(crate) fn read_level(&mut self, record: &MGPReadbackInfo) -> Result<Option<Vec<u8>>> {
        match self.texture_request(record)? {
            Some(image) => self.read_slices(&image),
            None => Ok(None),
        }
    }

    fn read_slices(&mut self, image: &source::TextureImage) -> Result<Option<Vec<u8>>> {
        let request = image.request;
        let mut all = vec![0u8; request.bytes()];
        for (i, out) in all.chunks_exact_mut(request.slice_bytes().max(1)).enumerate() {
            let Some(slice) = self.texture_slice(image, i as i32)? else { return Ok(None) };
            self.read_slice(&request, &slice, out);
            self.finish_slice(slice);
        }
        Ok(Some(all))
    }

    /// Answers with one prepared slice, row by row.
    fn reply_slice(&mut self, seq: u64, request: &Request, slice: Slice, host: &mut dyn Host) -> Result {
        self.count_read(&slice);
        let (gl, shadow, staging) = (&self.gl, &mut self.cx.shadow, &mut self.images.staging);
        let mut rows = |row, count, out: &mut [u8]| slice.rows(gl, shadow, staging, request, (row, count), out);
        let mut fill = |at: usize, piece: &mut [u8]| stream_rows(request.row_bytes(), at, piece, &mut rows);
        let (total, unit) = (request.bytes(), request.row_bytes());
        let result = host.reply_in_units(seq, ReplyStatus::Ok, total, unit, &mut fill);
        self.finish_slice(slice);
        Ok(result?)
    }

    /// Reads a prepared slice whole.
    fn read_slice(&mut self, request: &Request, slice: &Slice, out: &mut [u8]) {
        self.count_read(slice);
        let (shadow, staging) = (&mut self.cx.shadow, &mut self.images.staging);
        slice.rows(&self.gl, shadow, staging, request, (0, request.rect[3]), out);
    }

    fn count_read(&mut self, slice: &Slice) {
        let counters = &mut self.images.counters;
        match slice.direct() {
            Some(_) => counters.direct_reads += 1,
            None => counters.converted_reads += 1,
        }
    }

    /// Writes slices to a pack buffer: by the driver itself where it can, else through memory. `first` is slice 0, prepared.
    #[allow(clippy::too_many_arguments)]
    fn slices_to_buffer(
        &mut self,
        request: &Request,
        store: &store::PixelStore,
        offset: u64,
        required: usize,
        buffer: GlBuffer,
        first: Slice,
        next: &mut dyn FnMut(&mut Applier, i32) -> Result<Option<Slice>>,
    ) -> Result {
        let native = request.slices == 1
            && !store.swap_bytes
            && first.covers(request)
            && offset.is_multiple_of(request.layout.unit() as u64);
        if let (true, Ok(at), Some(plan)) = (native, u32::try_from(offset), first.direct()) {
            let [x, y, w, h] = request.rect;
            let rect = [x + first.offset[0], y + first.offset[1], w, h];
            let given = PixelStore {
                alignment: store.alignment as i32,
                row_length: store.row_length as i32,
                skip_pixels: store.skip_pixels as i32,
                skip_rows: store.skip_rows as i32,
                ..PixelStore::TIGHT
            };
            self.gl.read_into_buffer(&mut self.cx.shadow, rect, plan.format, plan.type_, (buffer, at), given);
            self.images.counters.direct_reads += 1;
            self.finish_slice(first);
            return Ok(());
        }
        let mut tight = vec![0u8; request.slice_bytes()];
        let mut slice = Some(first);
        let slices = if tight.is_empty() { 0 } else { request.slices };
        for i in 0..slices {
            if slice.is_none() {
                slice = next(self, i)?;
            }
            let Some(now) = slice.take() else { return Ok(()) };
            self.read_slice(request, &now, &mut tight);
            self.finish_slice(now);
            self.cx.shadow.bind_buffer(&self.gl, glow::COPY_WRITE_BUFFER, Some(buffer));
            let access = glow::MAP_READ_BIT | glow::MAP_WRITE_BIT;
            let Some(mut mapped) = self.gl.map_range(glow::COPY_WRITE_BUFFER, offset, required, access) else {
                self.images.errors.push((glow::OUT_OF_MEMORY, "the pack buffer can't be mapped".into()));
                return Ok(());
            };
            let from = i as usize * tight.len();
            let placed = texel::pack::scatter(&tight, from, mapped.bytes(), store, &request.layout, request.extent);
            debug_assert!(placed.is_ok(), "{placed:?}");
        }
        Ok(())
    }

    /// Pixels of the bound read framebuffer, tight; `None` where they can't be read in this layout.
    pub(crate) fn framebuffer_texels(
        &mut self,
        resolved: &Resolved,
        layout: PixelLayout,
        rect: [i32; 4],
    ) -> Result<Option<Vec<u8>>> {
        let extent = Extent::new_2d(rect[2].max(0) as u32, rect[3].max(0) as u32);
        let request = Request { layout, rect, slices: 1, extent, clamp: false };
        let Some(slice) = self.attached_slice(resolved, &request)? else { return Ok(None) };
        let mut texels = vec![0u8; request.bytes()];
        self.read_slice(&request, &slice, &mut texels);
        self.finish_slice(slice);
        Ok(Some(texels))
    }

    /// The named framebuffer's own attachments are read through its record, whatever is bound.
    fn framebuffer_slice(&mut self, request: &Request) -> Result<Option<Slice>> {
        let handle = self.named_or_bound(RawHandle::NULL, Binding::Read);
        let resolved = *self.sync_framebuffer(handle, Binding::Read)?;
        if resolved.targets.incomplete {
            return Ok(None);
        }
        self.attached_slice(&resolved, request)
    }
}

/// Checks a record's rectangle and pair of format and type.
fn request_of(record: &MGPReadbackInfo, size: [u32; 3], slices: i32) -> Result<Request> {
    let layout = PixelLayout::new(record.format, record.type_).map_err(|_| Refusal::Value {
        field: "format",
        value: u64::from(record.format) << 32 | u64::from(record.type_),
        expected: "a pair of pixel format and type",
    })?;
    let [w, h, d] = size;
    let bytes = u64::from(w).saturating_mul(u64::from(h)).saturating_mul(u64::from(d)).saturating_mul(16);
    let most = i32::MAX as u32 / 2;
    if w > most || h > most || bytes > MOST_BYTES * 16 / layout.bytes() as u64 {
        return Err(Refusal::Value { field: "region", value: bytes, expected: "at most 2 GiB of pixels" });
    }
    let extent = Extent::new_3d(w, h, d);
    Ok(Request {
        layout,
        rect: [record.region.x, record.region.y, w as i32, h as i32],
        slices,
        extent,
        clamp: record.clamp != 0,
    })
}

fn decline(seq: u64, host: &mut dyn Host) -> Result {
    Ok(host.reply(seq, ReplyStatus::Declined, 0, &mut |_, _| {})?)
}

fn declined(request: &Request) -> String {
    format!("pixels can't be read as {:#06x}, {:#06x}", request.layout.format(), request.layout.type_())
}

impl Applier {
    /// A texture's request: its image, and the slices of it.
    fn texture_request(&mut self, record: &MGPReadbackInfo) -> Result<Option<source::TextureImage>> {
        self.settle_levels(record.resource)?;
        let texture = self.textures.get(record.resource).map_err(missing("resource", record.resource))?;
        let upload = UploadTarget::from_wire(u64::from(record.target)).unwrap_or(UploadTarget::Whole);
        let (texels, image) = match texture.checked_box(upload, record.level, &record.region) {
            Ok((texels, image)) => (texels, *image),
            Err(fault) => {
                self.settle(Err(fault))?;
                return Ok(None);
            }
        };
        if texture.is_multisample() {
            return Ok(None);
        }
        // Rows of a one-dimensional array are slices on the driver, but rows for the application.
        let rows = texture.target == pipe_types::records::resource::ResourceTarget::Tex1DArray;
        let three = !rows && super::texture::shape::is_3d(texture.es_target)
            || texture.target == pipe_types::records::resource::ResourceTarget::TexCube
                && upload == UploadTarget::Whole;
        let size = if rows { [texels.w, texels.d, 1] } else { [texels.w, texels.h, texels.d] };
        let mut request = request_of(record, size.map(|x| x as u32), texels.d)?;
        request.rect = [texels.x, texels.y, texels.w, texels.h];
        let handle = record.resource;
        let (first, level) = (texels.z, record.level);
        Ok(Some(source::TextureImage { handle, level, first, image, request, three }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // red once: with the leading part of a row taken from its start, the second piece repeated the first bytes of a row
    #[test]
    fn pieces_that_cut_rows_make_the_same_stream() {
        let (row, rows) = (10, 7);
        let whole: Vec<u8> = (0..row * rows).map(|i| i as u8).collect();
        for piece_len in 1..=whole.len() {
            let mut out = vec![0u8; whole.len()];
            let mut at = 0;
            for piece in out.chunks_mut(piece_len) {
                let len = piece.len();
                stream_rows(row, at, piece, &mut |y, n, out| {
                    let from = y as usize * row;
                    out.copy_from_slice(&whole[from..from + n as usize * row]);
                });
                at += len;
            }
            assert_eq!(out, whole, "pieces of {piece_len}");
        }
    }
}
