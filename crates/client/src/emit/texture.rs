//! Texture records: creations, redefinitions, uploads, parameters, units.
//!
//! Creations and redefinitions go out at the call. Small uploads collect here, per image, until the next verb; a large one goes
//! to the staging segment at the call, converted on the way.

use crate::{
    Cx, Shared,
    gl::{
        enums::GL_STENCIL_INDEX,
        sampled::SampledUnits,
        texture::{Image, TARGETS, Texture, describe, slot},
    },
    session::Session,
    table::Ref,
};
use pipe_types::{
    Handle, Op, RawHandle,
    handle::kind,
    primitive::MGPBox,
    records::{
        resource::{MGPResourceDesc, MGPSubData, MGPSubRegion, ResourceTarget, StorageKind},
        sampler::{MGPBoundView, MGPSamplerDesc, MGPSamplerState, MGPSamplerViews, TEXTURE_UNITS},
        texture::{MGPTextureParams, Swizzle},
    },
};
use std::collections::HashMap;
use texel::{Converter, Extent, PixelStore, es::EsFormatCaps, unpack::gather};
use zerocopy::IntoBytes;

/// Uploads up to this many bytes wait for the verb; larger ones would only be copied twice.
const SMALL: usize = 32 << 10;
/// Bytes and regions of one image's waiting uploads at which they go out.
const FULL_BYTES: usize = 1 << 20;
const FULL_REGIONS: usize = 1024;
/// Images with waiting uploads at which all go out.
const FULL_IMAGES: usize = 64;

/// Uploads to one image that have not been sent.
#[derive(Debug)]
struct Uploads {
    texture: Ref<Texture>,
    face: u16,
    level: u16,
    regions: Vec<MGPSubRegion>,
    bytes: Vec<u8>,
}

/// A sampler state object that textures share.
#[derive(Debug)]
struct SharedSampler {
    handle: Handle<kind::Sampler>,
    users: u32,
}

/// Texture work of a share group that has not been sent, and what all its textures have in common.
#[derive(Debug, Default)]
pub struct Pending {
    uploads: Vec<Uploads>,
    /// Memory of sent ones.
    spare: Vec<(Vec<MGPSubRegion>, Vec<u8>)>,
    /// Textures whose parameters wait.
    parameters: Vec<Ref<Texture>>,
    /// Sampler objects that wait.
    pub(super) sampler_objects: Vec<Ref<crate::gl::sampler::Sampler>>,
    /// Default textures that something has been done to, by [`slot`].
    pub defaults: [Option<Ref<Texture>>; TARGETS],
    /// Sampler states built into textures.
    samplers: HashMap<[u8; size_of::<MGPSamplerState>()], SharedSampler>,
    /// Grows whenever a texture, renderbuffer or sampler object of the group changes in a way that units or framebuffers show.
    pub generation: u64,
    /// The driver's format abilities, once looked up.
    es_caps: Option<EsFormatCaps>,
}

impl Pending {
    /// Something that units or framebuffers show has changed.
    #[inline]
    pub fn changed(&mut self) {
        self.generation += 1;
    }
}

/// The driver's format abilities.
pub fn es_caps(cx: &mut Cx<'_>) -> EsFormatCaps {
    let caps = es_caps_of(cx.shared, cx.session);
    *cx.shared.pending_textures.es_caps.insert(caps)
}

/// The same where nothing can be kept for the next time.
pub fn es_caps_of(shared: &Shared, session: &Session) -> EsFormatCaps {
    let caps = &session.caps;
    shared.pending_textures.es_caps.unwrap_or_else(|| {
        EsFormatCaps::from_extensions(caps.es_version >= 32, caps.extensions.iter().map(String::as_str))
    })
}

/// A texture comes to be.
pub fn created(cx: &mut Cx<'_>, texture: &Texture, name: u32) {
    cx.session.push(Op::ResourceCreate, &texture.desc(name));
}

/// An image gets new storage: what waits for it is dropped, everything else stays (also other levels' uploads).
pub fn define(cx: &mut Cx<'_>, texture: &Ref<Texture>, face: usize, level: u32, image: Image, has_content: bool) {
    drop_uploads(&mut cx.shared.pending_textures, |u| {
        u.texture == *texture && usize::from(u.face) == face && u32::from(u.level) == level
    });
    let name = cx.shared.textures.name(texture);
    let object = &mut cx.shared.textures[texture];
    object.set_image(face, level, Some(image));
    object.generation += 1;
    let mut desc = object.desc(name);
    describe(&mut desc, object.target, &image);
    desc.has_respecified_level = 1;
    desc.respecified_target = upload_target(object.target, face);
    desc.respecified_level = level as u16;
    desc.has_defined_content = u8::from(has_content);
    cx.session.push(Op::ResourceRespecify, &desc);
    cx.shared.pending_textures.changed();
}

/// A texture gets whole new storage (`change` fills in what kind); everything that waits for it is dropped.
pub fn define_all(cx: &mut Cx<'_>, texture: &Ref<Texture>, change: impl FnOnce(&mut MGPResourceDesc)) {
    drop_uploads(&mut cx.shared.pending_textures, |u| u.texture == *texture);
    let name = cx.shared.textures.name(texture);
    let object = &mut cx.shared.textures[texture];
    object.generation += 1;
    let mut desc = object.desc(name);
    if object.is_immutable() {
        desc.storage_kind = StorageKind::Immutable.wire();
        desc.immutable = 1;
    }
    change(&mut desc);
    cx.session.push(Op::ResourceRespecify, &desc);
    cx.shared.pending_textures.changed();
}

fn drop_uploads(pending: &mut Pending, which: impl Fn(&Uploads) -> bool) {
    let mut i = 0;
    while i < pending.uploads.len() {
        if which(&pending.uploads[i]) {
            let uploads = pending.uploads.remove(i);
            recycle(pending, uploads);
        } else {
            i += 1;
        }
    }
}

fn recycle(pending: &mut Pending, mut uploads: Uploads) {
    if pending.spare.len() < 8 && uploads.bytes.capacity() <= 2 * FULL_BYTES {
        uploads.regions.clear();
        uploads.bytes.clear();
        pending.spare.push((uploads.regions, uploads.bytes));
    }
}

/// The upload target of a face.
pub fn upload_target(target: ResourceTarget, face: usize) -> u16 {
    if target == ResourceTarget::TexCube { face as u16 + 1 } else { 0 }
}

/// What an upload's bytes are, and how they become wire texels.
#[derive(Clone, Copy, Debug)]
pub enum Texels<'a> {
    /// Pixels under unpack parameters, to convert.
    Pixels(&'a Converter, PixelStore),
    /// Compressed blocks: width and height of one in texels, bytes; tight.
    Blocks(u32, u32, u32),
}

/// Where an upload goes.
#[derive(Clone, Debug)]
pub struct Destination {
    /// The texture.
    pub texture: Ref<Texture>,
    /// Face of a cube map, 0 otherwise.
    pub face: usize,
    /// Level.
    pub level: u32,
    /// The texels.
    pub region: MGPBox,
}

/// Takes in an upload from memory: `bytes` from the base pointer.
pub fn upload(cx: &mut Cx<'_>, to: &Destination, texels: Texels<'_>, bytes: &[u8]) {
    let region = to.region;
    if region.w == 0 || region.h == 0 || region.d == 0 || cx.session.is_lost() {
        return;
    }
    let (row, rows) = match texels {
        Texels::Pixels(converter, _) => (region.w as usize * converter.dst().bytes(), region.h as usize),
        Texels::Blocks(w, h, size) => (region.w.div_ceil(w) as usize * size as usize, region.h.div_ceil(h) as usize),
    };
    let size = row * rows * region.d as usize;
    let shares = cx.shared.textures[&to.texture].shares_storage;
    let max = cx.session.max_chunk();
    if size <= SMALL.min(max / 4) {
        if cx.shared.pending_textures.uploads.len() >= FULL_IMAGES {
            pending_uploads(cx.shared, cx.session);
        }
        let pending = &mut cx.shared.pending_textures;
        let at = find(pending, to);
        let uploads = &mut pending.uploads[at];
        let start = uploads.bytes.len();
        uploads.bytes.resize(start + size, 0);
        fill(texels, bytes, region, 0, rows, &mut uploads.bytes[start..]);
        uploads.bytes.resize((start + size).next_multiple_of(16), 0);
        uploads.regions.push(sub_region(region, start, row, rows));
        // What shares its storage has an order with uploads through the other names.
        if shares {
            pending_uploads(cx.shared, cx.session);
        } else if uploads.bytes.len() >= FULL_BYTES.min(max / 2) || uploads.regions.len() >= FULL_REGIONS {
            let uploads = pending.uploads.remove(at);
            send(cx.shared, cx.session, uploads);
        }
        return;
    }
    if shares {
        pending_uploads(cx.shared, cx.session);
    } else if let Some(at) = position(&cx.shared.pending_textures, to) {
        let uploads = cx.shared.pending_textures.uploads.remove(at);
        send(cx.shared, cx.session, uploads);
    }
    direct(cx, to, texels, bytes, row, rows);
}

fn position(pending: &Pending, to: &Destination) -> Option<usize> {
    // Uploads come in runs, so the last image is the likely one.
    pending
        .uploads
        .iter()
        .rposition(|u| u.texture == to.texture && usize::from(u.face) == to.face && u32::from(u.level) == to.level)
}

fn find(pending: &mut Pending, to: &Destination) -> usize {
    if let Some(at) = position(pending, to) {
        return at;
    }
    let (regions, bytes) = pending.spare.pop().unwrap_or_default();
    pending.uploads.push(Uploads {
        texture: to.texture.clone(),
        face: to.face as u16,
        level: to.level as u16,
        regions,
        bytes,
    });
    pending.uploads.len() - 1
}

fn sub_region(region: MGPBox, start: usize, row: usize, rows: usize) -> MGPSubRegion {
    MGPSubRegion {
        x: region.x,
        y: region.y,
        z: region.z,
        w: region.w,
        h: region.h,
        d: region.d,
        src_offset: start as u64,
        src_row_stride: row as u32,
        src_slice_stride: (row * rows) as u32,
    }
}

/// Converts rows `first` to `first + rows` (rows of blocks when compressed) of every slice of `region` to `out`.
fn fill(texels: Texels<'_>, bytes: &[u8], region: MGPBox, first: usize, rows: usize, out: &mut [u8]) {
    match texels {
        Texels::Pixels(converter, mut store) => {
            // A band is the same image with more rows skipped; what defaults to the region's sizes must stay.
            if store.row_length == 0 {
                store.row_length = region.w;
            }
            if store.image_height == 0 {
                store.image_height = region.h;
            }
            store.skip_rows += first as u32;
            let extent = Extent::new_3d(region.w, rows as u32, region.d);
            // Sizes were computed by the same functions; a refusal would be a defect of ours.
            let done = gather(bytes, &store, extent, converter, out);
            debug_assert!(done.is_ok(), "{done:?}");
        }
        Texels::Blocks(..) => {
            let row = out.len() / (rows * region.d as usize);
            let from = first * row;
            out.copy_from_slice(&bytes[from..from + out.len()]);
        }
    }
}

/// Sends a large upload in bands.
fn direct(cx: &mut Cx<'_>, to: &Destination, texels: Texels<'_>, bytes: &[u8], row: usize, rows: usize) {
    let chunk = (cx.session.max_chunk() / 2).max(row);
    let sub = sub_data(&cx.shared.textures[&to.texture], to.face, to.level);
    let slice = row * rows;
    let block = match texels {
        Texels::Pixels(..) => 1,
        Texels::Blocks(_, h, _) => h,
    };
    // Whole slices if they fit, else bands of rows of one slice.
    let (slices, band) = if slice <= chunk { (chunk / slice, rows) } else { (1, chunk / row) };
    let mut z = 0;
    while z < region_depth(to) {
        let d = slices.min(region_depth(to) - z);
        let mut y = 0;
        while y < rows {
            let h = band.min(rows - y);
            let mut region = to.region;
            region.z += z as i32;
            region.d = d as u32;
            let source = skip_slices(texels, bytes, to.region, z, slice);
            let len = h * row * d;
            let blob = cx.session.stage_for_later(len, |out| {
                fill(source.0, source.1, MGPBox { d: d as u32, ..to.region }, y, h, out);
            });
            region.y += (y as u32 * block) as i32;
            region.h = (h as u32 * block).min(to.region.h - y as u32 * block);
            let record = MGPSubData { union_box: region, region_count: 1, blob, ..sub };
            let seq = cx.session.push_tail(Op::ResourceSubData, &record, &[sub_region(region, 0, row, h)]);
            cx.session.staged_sent(seq, len);
            y += h;
        }
        z += d;
    }
}

fn region_depth(to: &Destination) -> usize {
    to.region.d as usize
}

/// The source from slice `z` on.
fn skip_slices<'a>(
    texels: Texels<'a>,
    bytes: &'a [u8],
    region: MGPBox,
    z: usize,
    slice: usize,
) -> (Texels<'a>, &'a [u8]) {
    match texels {
        Texels::Pixels(converter, mut store) => {
            if store.image_height == 0 {
                store.image_height = region.h;
            }
            store.skip_images += z as u32;
            (Texels::Pixels(converter, store), bytes)
        }
        Texels::Blocks(..) => (texels, &bytes[z * slice..]),
    }
}

/// The parts of an upload record that only depend on the image.
fn sub_data(texture: &Texture, face: usize, level: u32) -> MGPSubData {
    let image = texture.image(face, level);
    let target = u16::from(texture.target.wire()) | upload_target(texture.target, face) << 8;
    MGPSubData {
        resource: texture.handle.raw(),
        target,
        level: level as u16,
        level_width: image.map_or(0, |image| image.width),
        level_height: image.map_or(0, |image| image.height),
        level_depth: image.map_or(0, |image| image.depth),
        ..Default::default()
    }
}

fn send(shared: &mut Shared, session: &mut Session, uploads: Uploads) {
    let sub = sub_data(&shared.textures[&uploads.texture], uploads.face.into(), uploads.level.into());
    let union_box = union(&uploads.regions);
    let count = uploads.regions.len() as u32;
    session.push_blob(
        Op::ResourceSubData,
        |blob| MGPSubData { union_box, region_count: count, blob, ..sub },
        &uploads.regions,
        &uploads.bytes,
    );
    recycle(&mut shared.pending_textures, uploads);
}

fn union(regions: &[MGPSubRegion]) -> MGPBox {
    let Some(first) = regions.first() else { return MGPBox::default() };
    let (mut low, mut high) = ([first.x, first.y, first.z], [first.x, first.y, first.z]);
    for r in regions {
        let corner = [r.x, r.y, r.z];
        let size = [r.w, r.h, r.d];
        for i in 0..3 {
            low[i] = low[i].min(corner[i]);
            high[i] = high[i].max(corner[i] + size[i] as i32);
        }
    }
    let size = |i: usize| (high[i] - low[i]) as u32;
    MGPBox::new(low[0], low[1], low[2], size(0), size(1), size(2))
}

fn pending_uploads(shared: &mut Shared, session: &mut Session) {
    // In order of first upload per image.
    for uploads in std::mem::take(&mut shared.pending_textures.uploads) {
        send(shared, session, uploads);
    }
}

/// The parameters of a texture changed (or it is new): they go out with the next verb, however the texture is reached.
pub fn queue_parameters(cx: &mut Cx<'_>, texture: &Ref<Texture>) {
    let object = &mut cx.shared.textures[texture];
    if !object.parameters_queued {
        object.parameters_queued = true;
        cx.shared.pending_textures.parameters.push(texture.clone());
    }
}

/// Sends pending uploads, texture parameters and sampler objects of the share group.
#[inline]
pub fn pending(cx: &mut Cx<'_>) {
    send_pending(cx.shared, cx.session);
}

#[inline]
fn send_pending(shared: &mut Shared, session: &mut Session) {
    let pending = &shared.pending_textures;
    if !pending.parameters.is_empty() {
        parameters(shared, session);
    }
    if !shared.pending_textures.uploads.is_empty() {
        pending_uploads(shared, session);
    }
    if !shared.pending_textures.sampler_objects.is_empty() {
        super::sampler::objects(shared, session);
    }
}

#[cold]
fn parameters(shared: &mut Shared, session: &mut Session) {
    for texture in std::mem::take(&mut shared.pending_textures.parameters) {
        let object = &mut shared.textures[&texture];
        object.parameters_queued = false;
        let mut state = object.sampler;
        if matches!(object.target, ResourceTarget::Tex1D | ResourceTarget::Tex1DArray) {
            // What a direction that is not there would do shows in how the driver rounds.
            state.wrap_t = crate::gl::enums::GL_CLAMP_TO_EDGE;
        }
        let before = object.sent_sampler.replace(state);
        let sampler = builtin_sampler(&mut shared.pending_textures, session, before, state);
        let object = &shared.textures[&texture];
        let limit = |level: u32| level.min(u32::from(u16::MAX)) as u16;
        session.push(
            Op::SetTextureParams,
            &MGPTextureParams {
                texture: object.handle.raw(),
                builtin_sampler: sampler.raw(),
                base_level: limit(object.base_level),
                max_level: limit(object.max_level),
                swizzle: object.swizzle.map(swizzle),
                depth_stencil_mode: u8::from(object.samples_stencil),
                min_lod: state.min_lod,
                max_lod: state.max_lod,
                lod_bias: state.lod_bias,
                ..Default::default()
            },
        );
    }
}

fn swizzle(value: u32) -> u8 {
    use crate::gl::enums::*;
    match value {
        GL_GREEN => Swizzle::Green,
        GL_BLUE => Swizzle::Blue,
        GL_ALPHA => Swizzle::Alpha,
        GL_ZERO => Swizzle::Zero,
        GL_ONE => Swizzle::One,
        _ => Swizzle::Red,
    }
    .wire()
}

/// The shared sampler of a state; the one of the state `before` loses a user.
fn builtin_sampler(
    pending: &mut Pending,
    session: &mut Session,
    before: Option<MGPSamplerState>,
    state: MGPSamplerState,
) -> Handle<kind::Sampler> {
    let key = |state: &MGPSamplerState| -> [u8; size_of::<MGPSamplerState>()] {
        let mut key = [0; size_of::<MGPSamplerState>()];
        key.copy_from_slice(state.as_bytes());
        key
    };
    let entry = pending.samplers.entry(key(&state)).or_insert_with(|| {
        let handle = session.mint();
        sampler_record(session, handle, &state);
        SharedSampler { handle, users: 0 }
    });
    entry.users += 1;
    let handle = entry.handle;
    if let Some(before) = before {
        leave_sampler(pending, session, &key(&before));
    }
    handle
}

fn leave_sampler(pending: &mut Pending, session: &mut Session, key: &[u8; size_of::<MGPSamplerState>()]) {
    let Some(entry) = pending.samplers.get_mut(key) else { return };
    entry.users -= 1;
    // A few unused ones are kept: programs go back and forth between the same states.
    if entry.users == 0
        && pending.samplers.len() > 64
        && let Some(entry) = pending.samplers.remove(key)
    {
        super::object_death(session, entry.handle);
    }
}

/// Creates or redefines a sampler.
pub(super) fn sampler_record(session: &mut Session, handle: Handle<kind::Sampler>, state: &MGPSamplerState) {
    session.push_blob::<_, pipe_types::primitive::NoTail>(
        Op::CreateSampler,
        |blob| MGPSamplerDesc { sampler: handle.raw(), blob },
        &[],
        state.as_bytes(),
    );
}

/// What the server has of a context's texture units.
pub struct Sent {
    /// Generations of units, textures and program when the units were last looked at.
    seen: (u64, u64, u64),
    /// The units of the current program.
    pub(super) sampled: SampledUnits,
    views: Box<[RawHandle; TEXTURE_UNITS as usize]>,
    /// Memory of the last record's tail.
    tail: Vec<MGPBoundView>,
}

impl Default for Sent {
    fn default() -> Self {
        Self {
            seen: (0, 0, 0),
            sampled: SampledUnits::default(),
            views: Box::new([RawHandle::NULL; TEXTURE_UNITS as usize]),
            tail: Vec::new(),
        }
    }
}

/// Sends the texture units that changed, among those that the current program samples.
#[inline]
pub fn units(cx: &mut Cx<'_>) {
    let sent = &mut cx.state.sent.textures;
    sent.sampled.update(&cx.state.program, &cx.shared.programs);
    let seen = (cx.state.textures.generation, cx.shared.pending_textures.generation, sent.sampled.generation);
    if sent.seen != seen {
        sent.seen = seen;
        changed_units(cx);
    }
}

fn changed_units(cx: &mut Cx<'_>) {
    let Cx { state, shared, session } = cx;
    let Sent { sampled, views, tail, .. } = &mut state.sent.textures;
    let (mut first, mut last) = (usize::MAX, 0);
    let (bound, textures, defaults) = (&state.textures.bound, &shared.textures, &shared.pending_textures.defaults);
    for &(unit, target) in sampled.units() {
        let (unit, at) = (unit as usize, slot(target));
        let Some(bindings) = bound.get(unit) else { continue };
        let texture = bindings[at].as_ref().or(defaults[at].as_ref());
        let handle = texture.map_or(RawHandle::NULL, |texture| textures[texture].handle.raw());
        if views[unit] != handle {
            views[unit] = handle;
            (first, last) = (first.min(unit), last.max(unit));
        }
    }
    if first > last {
        return;
    }
    let view = |unit: usize| MGPBoundView { view: RawHandle::NULL, texture: views[unit], unit: unit as u32, pad: 0 };
    tail.clear();
    tail.extend((first..=last).map(view));
    let content_hash = pipe_types::encode::content_hash(tail.as_bytes());
    let record = MGPSamplerViews { start: first as u32, count: tail.len() as u32, content_hash };
    session.push_tail(Op::SetSamplerViews, &record, tail);
}

/// Ends textures and renderbuffers that nobody refers to.
pub fn collect(shared: &mut Shared, session: &mut Session) {
    // What waits refers to its texture.
    send_pending(shared, session);
    let Shared { textures, pending_textures: pending, renderbuffers, .. } = shared;
    textures.collect(|texture| end(pending, session, texture));
    renderbuffers.collect(|renderbuffer| super::resource_destroy(session, renderbuffer.handle));
}

fn end(pending: &mut Pending, session: &mut Session, texture: Texture) {
    super::resource_destroy(session, texture.handle);
    if let Some(state) = texture.sent_sampler {
        let mut key = [0; size_of::<MGPSamplerState>()];
        key.copy_from_slice(state.as_bytes());
        leave_sampler(pending, session, &key);
    }
}

/// The share group is gone.
pub fn forget(shared: &mut Shared, session: &mut Session) {
    let mut pending = std::mem::take(&mut shared.pending_textures);
    for texture in shared.textures.drain() {
        super::resource_destroy(session, texture.handle);
    }
    pending.sampler_objects.clear();
    for renderbuffer in shared.renderbuffers.drain() {
        super::resource_destroy(session, renderbuffer.handle);
    }
    for (_, sampler) in pending.samplers.drain() {
        super::object_death(session, sampler.handle);
    }
}

/// The depth-stencil mode's enum.
pub fn depth_stencil_mode(texture: &Texture) -> u32 {
    if texture.samples_stencil { GL_STENCIL_INDEX } else { crate::gl::enums::GL_DEPTH_COMPONENT }
}
