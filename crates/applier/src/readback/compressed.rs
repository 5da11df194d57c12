//! `glGetCompressedTexImage`: ES has no such call. Blocks are copied into an image of integers, one block a texel, and that
//! is read; where the driver copies no images, they have been kept ([`crate::texture`]).

use super::{PackState, decline};
use crate::{
    Applier, Host, ReplyStatus,
    error::{Refusal, Result, check_range, missing},
    framebuffer::Binding,
};
use pipe_types::{
    caps::Features,
    records::{readback::MGPReadbackInfo, resource::UploadTarget},
};

impl Applier {
    pub(super) fn get_compressed(&mut self, seq: u64, record: &MGPReadbackInfo, host: &mut dyn Host) -> Result {
        let Some(bytes) = self.blocks(record)? else { return decline(seq, host) };
        if bytes.len() as u64 != record.dst_size {
            let expected = "the size of the blocks";
            return Err(Refusal::Value { field: "dst_size", value: record.dst_size, expected });
        }
        let mut fill = |at: usize, piece: &mut [u8]| piece.copy_from_slice(&bytes[at..at + piece.len()]);
        Ok(host.reply(seq, ReplyStatus::Ok, bytes.len(), &mut fill)?)
    }

    pub(super) fn get_compressed_to_buffer(
        &mut self,
        seq: u64,
        record: &MGPReadbackInfo,
        host: &mut dyn Host,
    ) -> Result {
        let PackState { buffer, .. } = self.cx.pack;
        let buffer = self.buffer("pack buffer", buffer)?;
        if !buffer.stored {
            return Ok(());
        }
        let Some(bytes) = self.blocks(record)? else {
            self.images.errors.push((glow::INVALID_OPERATION, "compressed blocks can't be read".into()));
            return self.report_gl_errors(seq, "GetTextureImageToBuffer", host);
        };
        check_range("dst_offset", record.dst_offset, bytes.len() as u64, buffer.size)?;
        let (shadow, offset) = (&mut self.cx.shadow, record.dst_offset);
        shadow.bind_buffer(&self.gl, glow::COPY_WRITE_BUFFER, Some(buffer.name));
        self.gl.buffer_sub_data(glow::COPY_WRITE_BUFFER, offset, &bytes);
        Ok(())
    }

    /// The blocks of a region, slice by slice.
    pub(crate) fn blocks(&mut self, record: &MGPReadbackInfo) -> Result<Option<Vec<u8>>> {
        let texture = self.textures.get(record.resource).map_err(missing("resource", record.resource))?;
        let upload = UploadTarget::from_wire(u64::from(record.target)).unwrap_or(UploadTarget::Whole);
        let (texels, image) = match texture.checked_box(upload, record.level, &record.region) {
            Ok((texels, image)) => (texels, *image),
            Err(fault) => {
                self.settle(Err(fault))?;
                return Ok(None);
            }
        };
        let Some(block) = image.info.block else { return Ok(None) };
        let (bw, bh, bytes) = (i32::from(block.width), i32::from(block.height), usize::from(block.bytes));
        if texels.x % bw != 0 || texels.y % bh != 0 {
            let expected = "a corner of a block";
            return Err(Refusal::Value { field: "region.x", value: texels.x as u64, expected });
        }
        if !self.gl.has(Features::COPY_IMAGE) {
            return Ok(texture.blocks_kept(record.level, &texels, &image));
        }
        let size = [(texels.w + bw - 1) / bw, (texels.h + bh - 1) / bh];
        let one = size[0] as usize * size[1] as usize * bytes;
        let (name, target) = (texture.name, texture.es_target);
        let integers = if bytes == 16 { glow::RGBA32UI } else { glow::RG32UI };
        let temporary = self.temporary(integers, size)?;
        // ES copies between complete textures only: the level alone is one.
        let texture = self.textures.get(record.resource).map_err(missing("resource", record.resource))?;
        texture.begin_raw(&self.gl, &mut self.cx.shadow, record.level, false);
        let mut all = vec![0u8; one * texels.d as usize];
        let mut wide = vec![0u8; size[0] as usize * size[1] as usize * 16];
        for (i, out) in all.chunks_exact_mut(one.max(1)).enumerate() {
            self.gl.copy_image_sub_data(
                (name.0.get(), target, i32::from(record.level)),
                [texels.x, texels.y, texels.z + i as i32],
                (temporary.name.0.get(), temporary.target, 0),
                [0, 0, 0],
                [texels.w, texels.h, 1],
            );
            if !self.bind_scratch(Binding::Read, glow::COLOR_ATTACHMENT0, temporary.source())? {
                break;
            }
            let rect = [0, 0, size[0], size[1]];
            self.gl.read_into(&mut self.cx.shadow, rect, glow::RGBA_INTEGER, glow::UNSIGNED_INT, 16, &mut wide);
            for (out, pixel) in out.chunks_exact_mut(bytes).zip(wide.chunks_exact(16)) {
                out.copy_from_slice(&pixel[..bytes]);
            }
        }
        let texture = self.textures.get(record.resource).map_err(missing("resource", record.resource))?;
        texture.end_raw(&self.gl, &mut self.cx.shadow, record.level, false);
        self.drop_temporary(temporary);
        Ok(Some(all))
    }
}
