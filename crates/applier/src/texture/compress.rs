//! Texels made on this side that become those of a texture: converted to its format, or compressed into its blocks.

use super::{object::Level, shape::Texels};
use crate::{Applier, error::Result, framebuffer::Resolved};
use pipe_types::{
    primitive::MGPBox,
    records::{copy::MGPCopyTexture, resource::MGPSubData},
};
use texel::{Converter, PixelLayout, Rules, compress};

/// A slice of `size` texels in `layout` as an upload into `image` has it; `None` when nothing makes its format of them.
pub(crate) fn stored_texels(image: &Level, layout: &PixelLayout, texels: &[u8], size: [u32; 2]) -> Option<Vec<u8>> {
    let info = image.info;
    let wanted = if info.is_compressed() { compress::source(info)? } else { info.wire.layout().ok()? };
    let converter = Converter::new(*layout, wanted, Rules::default()).ok()?;
    let mut converted = vec![0u8; texels.len() / layout.bytes() * wanted.bytes()];
    converter.run(texels, &mut converted);
    if info.is_compressed() { Some(compress::compress(info, &converted, size[0], size[1])) } else { Some(converted) }
}

impl Applier {
    /// `glCopyTex*` into compressed images: pixels of the read framebuffer are read and compressed. Those outside of it are
    /// undefined in GL, and zero here.
    pub(crate) fn copy_compressed(
        &mut self,
        record: &MGPCopyTexture,
        (part, image): (&Texels, &Level),
        resolved: &Resolved,
    ) -> Result {
        let Some(layout) = compress::source(image.info) else { return Ok(()) };
        if !self.fits_in_memory(image, layout.type_()) {
            return Ok(());
        }
        let rect = [record.src_x, record.src_y, part.w, part.h];
        let Some(texels) = self.framebuffer_texels(resolved, layout, rect)? else { return Ok(()) };
        let Some(blocks) = stored_texels(image, &layout, &texels, [record.width, record.height]) else {
            return Ok(());
        };
        let texture = self.textures.get(record.texture).map_err(crate::error::missing("texture", record.texture))?;
        let upload = MGPSubData {
            resource: record.texture,
            target: texture.target as u16 | record.target << 8,
            level: record.level,
            union_box: MGPBox::new(record.dst_x, record.dst_y, record.dst_z, record.width, record.height, 1),
            ..Default::default()
        };
        self.upload_box(&upload, &[], &blocks).map(drop)
    }
}
