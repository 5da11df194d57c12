//! Bad streams about textures.

use super::{Case, RGBA8, bytes, context, create, texture};
use pipe_types::{
    Op, RawHandle,
    encode::{record_size, write_record},
    primitive::{MGPBlobRef, MGPBox},
    records::{copy::*, image::*, resource::*, sampler::*, texture::*},
};

const RGBA16F: u32 = 0x881A;

/// A texture of 4 x 4 texels of 4 bytes, and what comes after it.
fn after(records: impl IntoIterator<Item = Vec<u8>>) -> Vec<Vec<u8>> {
    let mut all = context();
    all.push(bytes(Op::ResourceCreate, &create(1, RGBA8)));
    all.extend(records);
    all
}

/// An upload of `size` bytes that stand in the record.
fn upload(record: MGPSubData, regions: &[MGPSubRegion], size: usize) -> Vec<u8> {
    let record = MGPSubData {
        resource: texture(1),
        target: u16::from(ResourceTarget::Tex2D.wire()),
        region_count: regions.len() as u32,
        blob: MGPBlobRef::inline(0, size as u64),
        ..record
    };
    let mut out = vec![0; record_size::<MGPSubData, MGPSubRegion>(regions.len(), size)];
    write_record(&mut out, Op::ResourceSubData, 0, &record, regions, &[&vec![7; size]]);
    out
}

fn whole() -> MGPSubData {
    MGPSubData { union_box: MGPBox::new(0, 0, 0, 4, 4, 1), ..Default::default() }
}

fn region() -> MGPSubRegion {
    MGPSubRegion { w: 4, h: 4, d: 1, src_row_stride: 16, src_slice_stride: 64, ..Default::default() }
}

fn view(change: impl FnOnce(&mut MGPResourceDesc)) -> Vec<u8> {
    let mut desc = MGPResourceDesc { storage_kind: StorageKind::View.wire(), view_of: texture(1), ..create(2, RGBA8) };
    change(&mut desc);
    bytes(Op::ResourceCreate, &desc)
}

fn image(view: MGPImageView) -> Vec<u8> {
    let record = MGPShaderImages { start: view.unit, count: 1, ..Default::default() };
    let mut out = vec![0; record_size::<MGPShaderImages, MGPImageView>(1, 0)];
    write_record(&mut out, Op::SetShaderImages, 0, &record, &[view], &[]);
    out
}

pub(super) fn cases() -> Vec<Case> {
    let made = |change: fn(&mut MGPResourceDesc)| {
        let mut desc = create(1, RGBA8);
        change(&mut desc);
        [context(), vec![bytes(Op::ResourceCreate, &desc)]].concat()
    };
    let clear = |change: fn(&mut MGPClearTexture)| {
        let region = MGPBox::new(0, 0, 0, 4, 4, 1);
        let mut record = MGPClearTexture { texture: texture(1), region, texel_size: 4, ..Default::default() };
        change(&mut record);
        after([bytes(Op::ClearTexture, &record)])
    };
    let copied = |change: fn(&mut MGPCopyRegion)| {
        let plane = u16::from(ResourceTarget::Tex2D.wire());
        let mut record = MGPCopyRegion {
            src: texture(1),
            dst: texture(1),
            src_box: MGPBox::new(0, 0, 0, 2, 2, 1),
            src_target: plane,
            dst_target: plane,
            ..Default::default()
        };
        change(&mut record);
        after([bytes(Op::ResourceCopyRegion, &record)])
    };
    let params = MGPTextureParams {
        texture: texture(1),
        builtin_sampler: RawHandle { slot: 1, generation: 1 },
        swizzle: [0, 1, 2, 9],
        ..Default::default()
    };
    let mips = MGPMipPlan { texture: texture(9), level_count: 2, ..Default::default() };
    let sampled =
        MGPSamplerView { view: RawHandle { slot: 1, generation: 1 }, texture: texture(9), ..Default::default() };
    vec![
        ("a width past the limit", made(|desc| desc.width = 1 << 20), "`width` is 0x100000"),
        ("sizes that overflow", made(|desc| (desc.width, desc.height) = (u32::MAX, u32::MAX)), "`size` is"),
        ("no height", made(|desc| desc.height = 0), "`size` is"),
        ("more levels than the size has", made(|desc| desc.levels = 4), "`levels` is 0x4"),
        (
            "more layers than there can be",
            made(|desc| (desc.target, desc.array_layers) = (ResourceTarget::Tex2DArray.wire(), 60_000)),
            "`depth` is 0xea60",
        ),
        (
            "a level past the last of a mutable texture",
            made(|desc| {
                desc.storage_kind = StorageKind::Mutable.wire();
                (desc.immutable, desc.has_respecified_level, desc.respecified_level) = (0, 1, 40);
            }),
            "respecified_level",
        ),
        ("texels shorter than their box", after([upload(whole(), &[], 60)]), "`blob`"),
        ("texels shorter than their region", after([upload(whole(), &[region()], 63)]), "`blob`"),
        (
            "a region whose bytes begin past all addresses",
            after([upload(whole(), &[MGPSubRegion { src_offset: u64::MAX, ..region() }], 64)]),
            "`blob`",
        ),
        (
            "rows as far apart as can be",
            after([upload(whole(), &[MGPSubRegion { src_row_stride: u32::MAX, ..region() }], 64)]),
            "`blob`",
        ),
        ("a region right of the image", after([upload(whole(), &[MGPSubRegion { x: 1, ..region() }], 64)]), "`box`"),
        ("a negative region", after([upload(whole(), &[MGPSubRegion { y: -1, ..region() }], 64)]), "`box`"),
        (
            "a box as large as can be",
            after([upload(MGPSubData { union_box: MGPBox::new(0, 0, 0, u32::MAX, 4, 1), ..whole() }, &[], 64)]),
            "`box`",
        ),
        ("a view of larger texels", after([view(|desc| desc.internal_format = RGBA16F)]), "view format"),
        ("a view of no format", after([view(|desc| desc.internal_format = 0x1234)]), "0x1234"),
        ("a view of a level that is not there", after([view(|desc| desc.buf_offset = 7)]), "view level"),
        ("a view of a layer that is not there", after([view(|desc| desc.buf_offset = 9 << 32)]), "view layer"),
        ("a view of nothing", after([view(|desc| desc.view_of = texture(8))]), "view_of"),
        ("a clear of larger texels", clear(|record| record.texel_size = 16), "`texel_size` is 0x10"),
        ("a clear outside", clear(|record| record.region.x = 3), "`box`"),
        ("a copy from outside", copied(|record| record.src_box.x = 3), "`copy box`"),
        ("a copy to outside", copied(|record| record.dst_y = -1), "`copy box`"),
        ("a copy of a texture that nobody made", copied(|record| record.src = texture(9)), "src"),
        ("mipmaps of a texture that nobody made", after([bytes(Op::GenerateMipmap, &mips)]), "texture"),
        ("a swizzle of no component", after([bytes(Op::SetTextureParams, &params)]), "swizzle"),
        ("a restricting view of nothing", after([bytes(Op::CreateSamplerView, &sampled)]), "texture"),
        (
            "an image unit of a texture that nobody made",
            after([image(MGPImageView { texture: texture(9), internal_format: RGBA8, ..Default::default() })]),
            "texture",
        ),
        (
            "an image of no format",
            after([image(MGPImageView { texture: texture(1), internal_format: 0x1234, ..Default::default() })]),
            "0x1234",
        ),
    ]
}
