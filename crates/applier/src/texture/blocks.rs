//! Blocks of compressed images, kept where the driver copies no images: ES has no call that gives them back.
//!
//! Nothing but uploads writes compressed images, so what was uploaded is what there is. A view and its texture do not see each
//! other's; drivers with views copy images.

use super::{
    object::{Level, Texture},
    shape::Texels,
};
use crate::driver::Driver;
use pipe_types::{caps::Features, records::resource::ResourceTarget};
use std::{cell::RefCell, collections::HashMap};
use texel::format::Block;

/// Blocks by face (0 for all but cube maps) and level, slice by slice.
pub(crate) type KeptBlocks = RefCell<HashMap<(i32, u16), Vec<u8>>>;

/// Where rows of blocks of a box lie in its image: calls back with (face, first byte of the row in the image, in the box).
fn rows(target: ResourceTarget, block: &Block, size: [i32; 3], box_: &Texels, mut row: impl FnMut(i32, usize, usize)) {
    let (bw, bh, bytes) = (i32::from(block.width), i32::from(block.height), usize::from(block.bytes));
    let up = |texels: i32, block: i32| ((texels + block - 1) / block) as usize;
    let (across, down) = (up(size[0], bw), up(size[1], bh));
    let (columns, lines) = (up(box_.w, bw), up(box_.h, bh));
    for slice in 0..box_.d as usize {
        let at = box_.z as usize + slice;
        let (face, z) = if target == ResourceTarget::TexCube { (at as i32, 0) } else { (0, at) };
        for line in 0..lines {
            let to = ((z * down + (box_.y / bh) as usize + line) * across + (box_.x / bw) as usize) * bytes;
            row(face, to, (slice * lines + line) * columns * bytes);
        }
    }
}

impl Texture {
    /// Bytes of all blocks of one image, and of a row of them in a box.
    fn block_bytes(&self, image: &Level, block: &Block, box_: &Texels) -> Option<(usize, usize)> {
        let [w, h, d] = image.size.map(|x| x as u32);
        let whole = block.image_bytes(w, h, d)?;
        Some((whole, (box_.w as u32).div_ceil(block.width.into()) as usize * usize::from(block.bytes)))
    }

    /// Notes the blocks of an upload, tight, if nothing else would have them.
    pub(crate) fn keep_blocks(&self, gl: &Driver, level: u16, box_: &Texels, image: &Level, blocks: &[u8]) {
        if gl.has(Features::COPY_IMAGE) {
            return;
        }
        let Some(block) = image.info.block else { return };
        let Some((whole, row_bytes)) = self.block_bytes(image, &block, box_) else { return };
        let mut kept = self.kept_blocks.borrow_mut();
        rows(self.target, &block, image.size, box_, |face, to, from| {
            let image = kept.entry((face, level)).or_insert_with(|| vec![0; whole]);
            if let (Some(to), Some(from)) = (image.get_mut(to..to + row_bytes), blocks.get(from..from + row_bytes)) {
                to.copy_from_slice(from);
            }
        });
    }

    /// The blocks of a box, tight; `None` for a view, whose blocks its texture has.
    pub(crate) fn blocks_kept(&self, level: u16, box_: &Texels, image: &Level) -> Option<Vec<u8>> {
        let block = image.info.block?;
        let (_, row_bytes) = self.block_bytes(image, &block, box_).filter(|_| self.view_of.is_null())?;
        let lines = (box_.h as u32).div_ceil(block.height.into()) as usize;
        // What was never uploaded is zero, as it is allocated.
        let mut out = vec![0; row_bytes * lines * box_.d as usize];
        let kept = self.kept_blocks.borrow();
        rows(self.target, &block, image.size, box_, |face, from, to| {
            if let Some(from) = kept.get(&(face, level)).and_then(|image| image.get(from..from + row_bytes)) {
                out[to..to + row_bytes].copy_from_slice(from);
            }
        });
        Some(out)
    }
}
