//! Reading pixels (GL 4.6 core 18.2, 8.11.4).

use super::{
    clear_blit,
    enums::*,
    framebuffer_status::{formats, status},
    outcome::{Outcome, invalid_enum, invalid_operation, invalid_value},
    pixel_store::{self, check_buffer, need},
    texture::{self, Image, Texture, face_of, target_of},
    texture_image::{check_region, sizes},
};
use crate::{
    Cx,
    abi::pixels::AppBytesMut,
    emit::{self, texture::upload_target},
    table::Ref,
};
use pipe_types::{
    Op,
    primitive::MGPBox,
    records::{readback::MGPReadbackInfo, resource::ResourceTarget},
};
use texel::{
    Extent, FormatInfo, PixelLayout, PixelStore,
    format::{Base, Component},
    layout::Domain,
    pack::scatter,
};

/// The format that a read of colour gives of the read framebuffer.
pub fn read_info(cx: &mut Cx<'_>) -> Option<&'static FormatInfo> {
    let read = cx.state.framebuffers.read.clone();
    if status(cx, read.as_ref(), false).0 != GL_FRAMEBUFFER_COMPLETE {
        return None;
    }
    formats(cx, read.as_ref(), false).read
}

/// `GL_IMPLEMENTATION_COLOR_READ_FORMAT` and `_TYPE` of an image.
pub fn preferred(info: &FormatInfo) -> (GLenum, GLenum) {
    (info.wire.format, info.wire.type_)
}

/// `glReadPixels`, `glReadnPixels`; `size` is the room of the latter.
#[allow(clippy::too_many_arguments)]
pub fn read_pixels(
    cx: &mut Cx<'_>,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    format: GLenum,
    type_: GLenum,
    room: Option<i32>,
    pixels: AppBytesMut<'_>,
) -> Outcome {
    if width < 0 || height < 0 {
        return invalid_value(format!("{width} x {height}"));
    }
    let layout = PixelLayout::new(format, type_)?;
    clear_blit::check_read(cx)?;
    let read = cx.state.framebuffers.read.clone();
    let (_, shape) = status(cx, read.as_ref(), false);
    if shape.samples > 0 && read.is_some() {
        return invalid_operation("the read framebuffer is multisampled");
    }
    let formats = formats(cx, read.as_ref(), false);
    match layout.domain() {
        Domain::Color | Domain::Integer => {
            let Some(info) = formats.read else { return invalid_operation("the read buffer is GL_NONE") };
            layout.check_internal(info)?;
        }
        Domain::Depth => {
            if formats.depth.is_none() {
                return invalid_operation("there is no depth buffer to read");
            }
        }
        Domain::Stencil => {
            if formats.stencil.is_none() {
                return invalid_operation("there is no stencil buffer to read");
            }
        }
        Domain::DepthStencil => {
            if formats.depth.is_none() || formats.stencil.is_none() {
                return invalid_operation("there are no depth and stencil buffers to read");
            }
        }
    }
    let store = cx.state.pixel_store.pack.for_2d();
    let extent = Extent::new_2d(width as u32, height as u32);
    let region = MGPBox::new(x, y, 0, width as u32, height as u32, 1);
    let clamp = layout.domain() == Domain::Color
        && match cx.state.raster.clamp_read_color {
            GL_FIXED_ONLY => {
                formats.read.is_some_and(|info| matches!(info.component, Component::Unorm | Component::Snorm))
            }
            clamp => clamp == GLenum::from(GL_TRUE),
        };
    let mut room = Room { layout, store, extent, room, need: need(extent, &layout, &store)? };
    let mut record = MGPReadbackInfo { region, format, type_, clamp: clamp.into(), ..Default::default() };
    if cx.state.buffers.pixel_pack.is_none() {
        clip(&mut record.region, &mut room, shape.width, shape.height);
    }
    let ops = (Op::ReadPixels, Op::ReadPixelsToBuffer);
    fetch(cx, Request { record, ops, reads_framebuffer: true }, room, pixels)
}

/// Cuts a read to the framebuffer: what lies outside is undefined, and its memory is left alone.
fn clip(region: &mut MGPBox, room: &mut Room, width: u32, height: u32) {
    let cut = |at: i32, size: u32, have: u32| {
        let first = i64::from(at).max(0);
        let last = (i64::from(at) + i64::from(size)).min(have.into());
        ((first - i64::from(at)) as u32, (last - first).max(0) as u32)
    };
    let ((left, w), (below, h)) = (cut(region.x, region.w, width), cut(region.y, region.h, height));
    if (w, h) == (region.w, region.h) {
        return;
    }
    if room.store.row_length == 0 {
        room.store.row_length = region.w;
    }
    if w == 0 || h == 0 {
        (region.w, region.h) = (0, 0);
    } else {
        room.store.skip_pixels += left;
        room.store.skip_rows += below;
        *region = MGPBox::new(region.x + left as i32, region.y + below as i32, 0, w, h, 1);
    }
    room.extent = Extent::new_2d(region.w, region.h);
}

/// How pixels are to lie in the application's memory or pack buffer.
struct Room {
    layout: PixelLayout,
    store: PixelStore,
    extent: Extent,
    /// Bytes that the application says there are, for the robust calls.
    room: Option<i32>,
    /// Bytes that the whole image needs.
    need: usize,
}

struct Request {
    record: MGPReadbackInfo,
    /// The call into memory and the call into a buffer.
    ops: (Op, Op),
    reads_framebuffer: bool,
}

/// Checks the destination and has the pixels put there.
fn fetch(cx: &mut Cx<'_>, request: Request, room: Room, mut pixels: AppBytesMut<'_>) -> Outcome {
    let need = room.need;
    let Request { mut record, ops, reads_framebuffer } = request;
    if let Some(buffer) = cx.state.buffers.pixel_pack.clone() {
        let offset = pixels.offset();
        // Nothing is put nowhere.
        if room.extent.is_empty() {
            return Ok(());
        }
        check_buffer(cx, &buffer, offset, need as u64, room.layout.unit())?;
        prepare(cx, reads_framebuffer);
        emit::pixel_store::pack(cx);
        (record.dst_offset, record.dst_size) = (offset, need as u64);
        super::buffer::server_writes(cx, &buffer, offset, need as u64);
        cx.session.push(ops.1, &record);
        return Ok(());
    }
    check_room(room.room, need)?;
    if room.extent.is_empty() || pixels.is_null() || cx.session.is_lost() {
        return Ok(());
    }
    prepare(cx, reads_framebuffer);
    let Some(tight) = room.extent.pixels().and_then(|pixels| pixels.checked_mul(room.layout.bytes())) else {
        return invalid_operation("the image does not fit the address space");
    };
    record.dst_size = tight as u64;
    let seq = cx.session.push(ops.0, &record);
    let out = pixels.bytes(need);
    let unit = room.layout.bytes();
    let mut carry: Vec<u8> = Vec::new();
    let mut scratch: Vec<u8> = Vec::new();
    let mut done = 0;
    let tight_room = scatter_is_copy(&room);
    let answer = cx.session.wait_reply_pieces(seq, tight as u64, &mut |offset, piece| {
        // An answer longer than asked for is cut; where it goes was computed here.
        let len = piece.len().min(tight.saturating_sub(offset));
        if let Some(at) = tight_room
            && len == piece.len()
        {
            piece.copy_to(&mut out[at + offset..at + offset + len]);
            return;
        }
        scratch.resize(piece.len(), 0);
        piece.copy_to(&mut scratch);
        // Pieces may end inside a pixel; whole pixels are scattered.
        carry.extend_from_slice(&scratch[..len]);
        let whole = carry.len() / unit * unit;
        let placed = scatter(&carry[..whole], done, out, &room.store, &room.layout, room.extent);
        debug_assert!(placed.is_ok(), "{placed:?}");
        done += whole;
        carry.drain(..whole);
    });
    check_answer(cx, answer)
}

/// Checks the room that a robust call was given. It is the room in memory: a pack buffer has a size of its own.
fn check_room(room: Option<i32>, need: usize) -> Outcome {
    match room {
        Some(room) if usize::try_from(room).map_or(true, |room| room < need) => {
            invalid_operation(format!("{need} bytes needed, {room} there"))
        }
        _ => Ok(()),
    }
}

fn check_answer(cx: &Cx<'_>, answer: Option<usize>) -> Outcome {
    if answer.is_none() && !cx.session.is_lost() {
        return invalid_operation("the driver cannot read these pixels");
    }
    Ok(())
}

/// Where a tight answer begins when it can be copied as it is.
fn scatter_is_copy(room: &Room) -> Option<usize> {
    let address = texel::Address::new(room.extent, &room.layout, &room.store)?;
    let swap = room.store.swap_bytes && room.layout.unit() > 1;
    (address.is_tight(room.extent) && !swap).then_some(address.offset)
}

fn prepare(cx: &mut Cx<'_>, reads_framebuffer: bool) {
    emit::objects(cx);
    if reads_framebuffer {
        emit::framebuffer::draw_read(cx);
    }
}

/// The texture and face that an image query's target names.
pub fn image_of_target(cx: &mut Cx<'_>, target: GLenum) -> Outcome<(Ref<Texture>, Option<usize>)> {
    if let Some(face) = face_of(target) {
        return Ok((texture::bound(cx, ResourceTarget::TexCube), Some(face)));
    }
    match target_of(target) {
        Some(
            ResourceTarget::TexBuffer
            | ResourceTarget::TexCube
            | ResourceTarget::Tex2DMS
            | ResourceTarget::Tex2DMSArray,
        )
        | None => invalid_enum("target", target),
        Some(target) => Ok((texture::bound(cx, target), None)),
    }
}

/// What of an image a query wants: everything, or a region.
pub type Region = Option<([i32; 3], [i32; 3])>;

struct Wanted {
    image: Image,
    level: u32,
    target: ResourceTarget,
    region: MGPBox,
}

/// Checks level and region of an image query. Cube maps without a face are six slices.
fn wanted(
    cx: &Cx<'_>,
    texture: &Ref<Texture>,
    face: Option<usize>,
    level: i32,
    region: Region,
) -> Outcome<Option<Wanted>> {
    let object = &cx.shared.textures[texture];
    let target = object.target;
    if matches!(target, ResourceTarget::TexBuffer | ResourceTarget::Tex2DMS | ResourceTarget::Tex2DMSArray) {
        return invalid_operation("the texture has no images to read");
    }
    let level = texture::check_level(cx, target, level)?;
    let Some(image) = object.image(face.unwrap_or(0), level).copied() else {
        // Nothing was specified: there is nothing to return (GL 4.6 core 8.11.4 returns an empty image).
        return if region.is_some() { invalid_value("the region is outside the image") } else { Ok(None) };
    };
    let cube = target == ResourceTarget::TexCube && face.is_none();
    if cube
        && !(0..6)
            .all(|face| object.image(face, level).is_some_and(|i| (i.width, i.height) == (image.width, image.height)))
    {
        return invalid_operation("the faces of the cube map differ");
    }
    let slices = if cube { 6 } else { image.depth };
    let region = match region {
        None => MGPBox::new(0, 0, 0, image.width, image.height, slices),
        Some((at, size)) => {
            let size = sizes(size[0], size[1], size[2])?;
            check_region(&image, if cube { target } else { ResourceTarget::Tex3D }, at, size)?
        }
    };
    Ok(Some(Wanted { image, level, target, region }))
}

/// `glGetTexImage`, `glGetnTexImage`, `glGetTextureImage`, `glGetTextureSubImage`.
#[allow(clippy::too_many_arguments)]
pub fn image(
    cx: &mut Cx<'_>,
    texture: &Ref<Texture>,
    face: Option<usize>,
    level: i32,
    region: Region,
    format: GLenum,
    type_: GLenum,
    room: Option<i32>,
    pixels: AppBytesMut<'_>,
) -> Outcome {
    let layout = PixelLayout::new(format, type_)?;
    let Some(wanted) = wanted(cx, texture, face, level, region)? else { return Ok(()) };
    let info = wanted.image.info;
    let fits = match layout.domain() {
        Domain::Stencil => info.base.has_stencil(),
        Domain::DepthStencil => info.base == Base::DepthStencil,
        _ => layout.check_internal(info).is_ok(),
    };
    if !fits {
        return invalid_operation(format!("{} cannot be read as {}", info.name, enum_name(format)));
    }
    let region = wanted.region;
    let (extent, store) = arrange(cx, wanted.target, &region);
    let room = Room { layout, store, extent, room, need: need(extent, &layout, &store)? };
    let record = MGPReadbackInfo { format, type_, ..texture_record(cx, texture, face, &wanted) };
    let ops = (Op::GetTextureImage, Op::GetTextureImageToBuffer);
    fetch(cx, Request { record, ops, reads_framebuffer: false }, room, pixels)
}

/// Extent and pack parameters: images of one and two dimensions do not look at image height and skipped images.
fn arrange(cx: &Cx<'_>, target: ResourceTarget, region: &MGPBox) -> (Extent, PixelStore) {
    let store = cx.state.pixel_store.pack;
    let store = if has_slices(target, region) { store } else { store.for_2d() };
    (Extent::new_3d(region.w, region.h, region.d), store)
}

fn has_slices(target: ResourceTarget, region: &MGPBox) -> bool {
    matches!(target, ResourceTarget::Tex3D | ResourceTarget::Tex2DArray | ResourceTarget::TexCubeArray)
        || (target == ResourceTarget::TexCube && region.d > 1)
}

fn texture_record(cx: &Cx<'_>, texture: &Ref<Texture>, face: Option<usize>, wanted: &Wanted) -> MGPReadbackInfo {
    MGPReadbackInfo {
        resource: cx.shared.textures[texture].handle.raw(),
        region: wanted.region,
        target: face.map_or(0, |face| upload_target(wanted.target, face)),
        level: wanted.level as u16,
        ..Default::default()
    }
}

/// `glGetCompressedTexImage`, `glGetnCompressedTexImage`, `glGetCompressedTextureImage`, `glGetCompressedTextureSubImage`.
pub fn compressed_image(
    cx: &mut Cx<'_>,
    texture: &Ref<Texture>,
    face: Option<usize>,
    level: i32,
    region: Region,
    room: Option<i32>,
    mut pixels: AppBytesMut<'_>,
) -> Outcome {
    let Some(wanted) = wanted(cx, texture, face, level, region)? else {
        return invalid_value(format!("level {level} has no image"));
    };
    let (image, region) = (wanted.image, wanted.region);
    let Some(block) = image.info.block else { return invalid_operation("the image is not compressed") };
    let aligned = |at: i32, size: u32, block: u8, have: u32| {
        (at as u32).is_multiple_of(block.into()) && (size.is_multiple_of(block.into()) || at as u32 + size == have)
    };
    if !aligned(region.x, region.w, block.width, image.width)
        || !aligned(region.y, region.h, block.height, image.height)
    {
        return invalid_value("the region does not consist of whole blocks");
    }
    let stores = &cx.state.pixel_store;
    let size = [region.w, region.h, region.d];
    let dims = if has_slices(wanted.target, &region) { 3 } else { 2 };
    let (address, extent) = pixel_store::blocks(&stores.pack, stores.pack_block, dims, &block, size)?;
    let Some(tight) = block.image_bytes(region.w, region.h, region.d) else {
        return invalid_operation("the image does not fit the address space");
    };
    let need = address.required;
    let mut record = texture_record(cx, texture, face, &wanted);
    record.dst_size = tight as u64;
    let rows = extent.height as usize;
    if let Some(buffer) = cx.state.buffers.pixel_pack.clone() {
        let offset = pixels.offset();
        if extent.is_empty() {
            return Ok(());
        }
        check_buffer(cx, &buffer, offset, need as u64, 1)?;
        prepare(cx, false);
        emit::pixel_store::pack(cx);
        super::buffer::server_writes(cx, &buffer, offset, need as u64);
        if address.is_tight(extent) {
            record.dst_offset = offset + address.offset as u64;
            cx.session.push(Op::GetTextureImageToBuffer, &record);
        } else {
            // The record has no gaps between rows of blocks: a record a row.
            for i in 0..rows * extent.depth as usize {
                let (slice, row) = (i / rows, i % rows);
                let y = (row as u32) * u32::from(block.height);
                let h = u32::from(block.height).min(region.h - y);
                record.region = MGPBox { y: region.y + y as i32, z: region.z + slice as i32, h, d: 1, ..region };
                record.dst_size = address.row_bytes as u64;
                record.dst_offset = offset + address.row(slice, row) as u64;
                cx.session.push(Op::GetTextureImageToBuffer, &record);
            }
        }
        return Ok(());
    }
    check_room(room, need)?;
    if extent.is_empty() || pixels.is_null() || cx.session.is_lost() {
        return Ok(());
    }
    prepare(cx, false);
    let seq = cx.session.push(Op::GetTextureImage, &record);
    let out = pixels.bytes(need);
    let row_bytes = address.row_bytes.max(1);
    let mut line = Vec::new();
    let answer = cx.session.wait_reply_pieces(seq, tight as u64, &mut |offset, piece| {
        line.resize(piece.len(), 0);
        piece.copy_to(&mut line);
        // A piece may begin and end inside a row of blocks.
        let (mut at, mut rest) = (offset, line.as_slice());
        while !rest.is_empty() {
            let (row, inside) = (at / row_bytes, at % row_bytes);
            let now = rest.len().min(row_bytes - inside);
            let to = address.row(row / rows, row % rows) + inside;
            if let Some(out) = out.get_mut(to..to + now) {
                out.copy_from_slice(&rest[..now]);
            }
            (at, rest) = (at + now, &rest[now..]);
        }
    });
    check_answer(cx, answer)
}
