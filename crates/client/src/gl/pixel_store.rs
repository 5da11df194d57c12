//! Pixel pack and unpack parameters (GL 4.6 core 8.4.1, 18.2.2), and where the pixels of a call are.

use super::{
    enums::*,
    outcome::{Outcome, invalid_enum, invalid_operation, invalid_value},
};
use crate::{Cx, abi::pixels::AppBytes, gl::buffer::Buffer, table::Ref};
use texel::{Address, Extent, PixelLayout, PixelStore, format::Block, required_bytes};

/// Both sides' parameters.
#[derive(Debug, Default)]
pub struct PixelStores {
    /// `GL_PACK_*`.
    pub pack: PixelStore,
    /// `GL_UNPACK_*`.
    pub unpack: PixelStore,
    /// `GL_UNPACK_COMPRESSED_BLOCK_WIDTH`, `_HEIGHT`, `_DEPTH`, `_SIZE`.
    pub unpack_block: [i32; 4],
    /// `GL_PACK_COMPRESSED_BLOCK_*`.
    pub pack_block: [i32; 4],
}

/// `glPixelStorei`, `glPixelStoref`.
pub fn pixel_store(cx: &mut Cx<'_>, pname: GLenum, value: i32) -> Outcome {
    let stores = &mut cx.state.pixel_store;
    let store = match pname {
        GL_PACK_SWAP_BYTES | GL_PACK_LSB_FIRST | GL_PACK_ROW_LENGTH | GL_PACK_IMAGE_HEIGHT | GL_PACK_SKIP_ROWS
        | GL_PACK_SKIP_PIXELS | GL_PACK_SKIP_IMAGES | GL_PACK_ALIGNMENT => &mut stores.pack,
        _ => &mut stores.unpack,
    };
    let count = || match u32::try_from(value) {
        Ok(count) => Ok(count),
        Err(_) => invalid_value(format!("{} of {value}", enum_name(pname))),
    };
    match pname {
        GL_PACK_SWAP_BYTES | GL_UNPACK_SWAP_BYTES => store.swap_bytes = value != 0,
        GL_PACK_LSB_FIRST | GL_UNPACK_LSB_FIRST => store.lsb_first = value != 0,
        GL_PACK_ROW_LENGTH | GL_UNPACK_ROW_LENGTH => store.row_length = count()?,
        GL_PACK_IMAGE_HEIGHT | GL_UNPACK_IMAGE_HEIGHT => store.image_height = count()?,
        GL_PACK_SKIP_ROWS | GL_UNPACK_SKIP_ROWS => store.skip_rows = count()?,
        GL_PACK_SKIP_PIXELS | GL_UNPACK_SKIP_PIXELS => store.skip_pixels = count()?,
        GL_PACK_SKIP_IMAGES | GL_UNPACK_SKIP_IMAGES => store.skip_images = count()?,
        GL_PACK_ALIGNMENT | GL_UNPACK_ALIGNMENT => {
            if !matches!(value, 1 | 2 | 4 | 8) {
                return invalid_value(format!("{} of {value}", enum_name(pname)));
            }
            store.alignment = value as u32;
        }
        GL_UNPACK_COMPRESSED_BLOCK_WIDTH => stores.unpack_block[0] = count()? as i32,
        GL_UNPACK_COMPRESSED_BLOCK_HEIGHT => stores.unpack_block[1] = count()? as i32,
        GL_UNPACK_COMPRESSED_BLOCK_DEPTH => stores.unpack_block[2] = count()? as i32,
        GL_UNPACK_COMPRESSED_BLOCK_SIZE => stores.unpack_block[3] = count()? as i32,
        GL_PACK_COMPRESSED_BLOCK_WIDTH => stores.pack_block[0] = count()? as i32,
        GL_PACK_COMPRESSED_BLOCK_HEIGHT => stores.pack_block[1] = count()? as i32,
        GL_PACK_COMPRESSED_BLOCK_DEPTH => stores.pack_block[2] = count()? as i32,
        GL_PACK_COMPRESSED_BLOCK_SIZE => stores.pack_block[3] = count()? as i32,
        _ => return invalid_enum("pname", pname),
    }
    Ok(())
}

/// The pixel parameters among the queries of state.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<super::get::Value> {
    use super::get::Value;
    let stores = &cx.state.pixel_store;
    let int = |value: u32| Value::int(value);
    Some(match pname {
        GL_PACK_SWAP_BYTES => Value::bool(stores.pack.swap_bytes),
        GL_PACK_LSB_FIRST => Value::bool(stores.pack.lsb_first),
        GL_PACK_ROW_LENGTH => int(stores.pack.row_length),
        GL_PACK_IMAGE_HEIGHT => int(stores.pack.image_height),
        GL_PACK_SKIP_ROWS => int(stores.pack.skip_rows),
        GL_PACK_SKIP_PIXELS => int(stores.pack.skip_pixels),
        GL_PACK_SKIP_IMAGES => int(stores.pack.skip_images),
        GL_PACK_ALIGNMENT => int(stores.pack.alignment),
        GL_UNPACK_SWAP_BYTES => Value::bool(stores.unpack.swap_bytes),
        GL_UNPACK_LSB_FIRST => Value::bool(stores.unpack.lsb_first),
        GL_UNPACK_ROW_LENGTH => int(stores.unpack.row_length),
        GL_UNPACK_IMAGE_HEIGHT => int(stores.unpack.image_height),
        GL_UNPACK_SKIP_ROWS => int(stores.unpack.skip_rows),
        GL_UNPACK_SKIP_PIXELS => int(stores.unpack.skip_pixels),
        GL_UNPACK_SKIP_IMAGES => int(stores.unpack.skip_images),
        GL_UNPACK_ALIGNMENT => int(stores.unpack.alignment),
        GL_UNPACK_COMPRESSED_BLOCK_WIDTH => Value::int(stores.unpack_block[0]),
        GL_UNPACK_COMPRESSED_BLOCK_HEIGHT => Value::int(stores.unpack_block[1]),
        GL_UNPACK_COMPRESSED_BLOCK_DEPTH => Value::int(stores.unpack_block[2]),
        GL_UNPACK_COMPRESSED_BLOCK_SIZE => Value::int(stores.unpack_block[3]),
        GL_PACK_COMPRESSED_BLOCK_WIDTH => Value::int(stores.pack_block[0]),
        GL_PACK_COMPRESSED_BLOCK_HEIGHT => Value::int(stores.pack_block[1]),
        GL_PACK_COMPRESSED_BLOCK_DEPTH => Value::int(stores.pack_block[2]),
        GL_PACK_COMPRESSED_BLOCK_SIZE => Value::int(stores.pack_block[3]),
        _ => return None,
    })
}

/// Where compressed blocks lie in memory (GL 4.6 core 8.7, 18.2.2): one after the other, unless the application has said how
/// large the blocks are that the other parameters count in.
pub fn blocks(
    store: &PixelStore,
    given: [i32; 4],
    dims: u32,
    block: &Block,
    [w, h, d]: [u32; 3],
) -> Outcome<(Address, Extent)> {
    let [bw, bh, bd, size] = given.map(i32::unsigned_abs);
    let mut of_blocks = PixelStore::TIGHT;
    if size > 0 {
        let whole = |what: &str, skip: u32, block: u32| match skip.checked_rem(block) {
            Some(0) => Ok(skip / block),
            None => Ok(0),
            Some(_) => invalid_operation(format!("{skip} skipped {what} are no whole blocks of {block}")),
        };
        let up = |length: u32, block: u32| if block > 0 { length.div_ceil(block) } else { 0 };
        of_blocks.skip_pixels = whole("pixels", store.skip_pixels, bw)?;
        of_blocks.row_length = up(store.row_length, bw);
        if dims > 1 {
            of_blocks.skip_rows = whole("rows", store.skip_rows, bh)?;
            of_blocks.image_height = up(store.image_height, bh);
        }
        if dims > 2 {
            of_blocks.skip_images = whole("images", store.skip_images, bd)?;
        }
    }
    let extent = Extent::new_3d(w.div_ceil(block.width.into()), h.div_ceil(block.height.into()), d);
    match Address::of_bytes(extent, block.bytes.into(), &of_blocks) {
        Some(address) => Ok((address, extent)),
        None => invalid_operation("the image does not fit the address space"),
    }
}

/// Where the pixels of an upload are.
#[derive(Clone, Debug)]
pub enum Source<'a> {
    /// Nowhere: a null pointer.
    Null,
    /// In the application's memory, from the base pointer of the unpack parameters.
    Memory(&'a [u8]),
    /// In the unpack buffer, at this offset.
    Buffer(Ref<Buffer>, u64),
}

/// Where the `need` bytes of an upload at `pixels` are; checks the unpack buffer if one is bound (GL 4.6 core 8.4.4).
/// `unit` is the size that an offset in a buffer must be a multiple of.
pub fn source<'a>(cx: &mut Cx<'_>, pixels: AppBytes<'a>, need: usize, unit: usize) -> Outcome<Source<'a>> {
    let Some(buffer) = cx.state.buffers.pixel_unpack.clone() else {
        return Ok(if pixels.is_null() { Source::Null } else { Source::Memory(pixels.bytes(need)) });
    };
    check_buffer(cx, &buffer, pixels.offset(), need as u64, unit)?;
    super::buffer::send(cx, &buffer, pixels.offset(), need as u64);
    Ok(Source::Buffer(buffer, pixels.offset()))
}

/// Checks a range of a pixel buffer that a call reads or writes.
pub fn check_buffer(cx: &Cx<'_>, buffer: &Ref<Buffer>, offset: u64, need: u64, unit: usize) -> Outcome {
    let state = &cx.shared.buffers[buffer];
    if state.is_mapped() {
        return invalid_operation("the pixel buffer is mapped");
    }
    if !offset.is_multiple_of(unit.max(1) as u64) {
        return invalid_operation(format!("pixel buffer offset {offset} is not a multiple of {unit}"));
    }
    let size = state.size;
    // Nothing lies nowhere.
    if need > 0 && offset.checked_add(need).is_none_or(|end| end > size) {
        return invalid_operation(format!("{need} bytes at {offset} reach past the pixel buffer's {size}"));
    }
    Ok(())
}

/// Bytes from the base pointer to the end of the last pixel.
pub fn need(extent: Extent, layout: &PixelLayout, store: &PixelStore) -> Outcome<usize> {
    match required_bytes(extent, layout, store) {
        Some(need) => Ok(need),
        None => invalid_operation("the image does not fit the address space"),
    }
}
