//! Uncompressed texels for parts of compressed images (GL 4.6 core 8.6).

use super::{
    buffer,
    outcome::{Outcome, invalid_operation},
    pixel_store::{self, Source},
    texture_image::{Part, check_blocks},
};
use crate::{
    Cx,
    emit::texture::{Texels, upload},
};
use std::borrow::Cow;
use texel::{Converter, Extent, PixelLayout, PixelStore, Rules, compress, unpack::gather};

/// Compresses texels and uploads the blocks. Only families have it that an application may leave the compressing to.
pub(super) fn sub_image(
    cx: &mut Cx<'_>,
    part: &Part,
    layout: &PixelLayout,
    store: &PixelStore,
    extent: Extent,
    source: Source<'_>,
) -> Outcome {
    let info = part.image.info;
    let (Some(block), Some(wanted)) = (&info.block, compress::source(info)) else {
        return invalid_operation(format!("nothing compresses into {}", info.name));
    };
    check_blocks(&part.image, block, &part.to.region)?;
    if extent.is_empty() {
        return Ok(());
    }
    let bytes = match source {
        Source::Null => return Ok(()),
        Source::Memory(bytes) => Cow::Borrowed(bytes),
        Source::Buffer(from, offset) => {
            let mut bytes = vec![0; pixel_store::need(extent, layout, store)?];
            let size = bytes.len() as isize;
            buffer::get_sub_data(cx, &from, offset as isize, size, || &mut bytes);
            Cow::Owned(bytes)
        }
    };
    let failed = |error: texel::ConvertError| {
        super::outcome::GlError::new(super::enums::GL_INVALID_OPERATION, error.to_string())
    };
    let converter = Converter::new(*layout, wanted, Rules::default()).map_err(failed)?;
    let slice = extent.width as usize * extent.height as usize * wanted.bytes();
    let mut texels = vec![0; slice * extent.depth as usize];
    gather(&bytes, store, extent, &converter, &mut texels).map_err(failed)?;
    let slices: Vec<Vec<u8>> = texels
        .chunks_exact(slice)
        .map(|texels| compress::compress(info, texels, extent.width, extent.height))
        .collect();
    let blocks = slices.concat();
    let units = Texels::Blocks(block.width.into(), block.height.into(), block.bytes.into());
    let face = slices.first().map_or(0, Vec::len);
    part.for_each_face(cx, |cx, to, n| {
        upload(cx, to, units, &blocks[n as usize * face..]);
        Ok(())
    })
}
