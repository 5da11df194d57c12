//! A driver context, a host that answers into memory, and records made by hand.
#![allow(dead_code, unreachable_pub)] // each test binary uses its part

pub mod draw;

use applier::{Applier, Fault, Host, HostGone, ReplyStatus, driver::Driver};
use khronos_egl as egl;
use pipe_types::{
    Decoder, MGPBlobRef, MGPBox, Op, RawHandle,
    encode::{record_size, write_record},
    event::Event,
    handle::{HandleAllocator, HandleKind, kind},
    primitive::{MGPHandleOnly, NoTail},
    record::Payload,
    records::{
        clear_blit::{ClearKind, MGPBlit, MGPClear, ValueClass},
        context::{MGPContextDesc, MGPMakeCurrent},
        framebuffer::{COLOR_POINTS, FramebufferTarget, MGPFramebufferState, MGPSurface, NOT_A_TEXTURE, SurfaceKind},
        readback::{MGPPixelPackState, MGPReadbackInfo},
        resource::{MGPResourceDesc, MGPSubData, MGPSubRegion, ResourceTarget, StorageKind, UploadTarget},
        sampler::{MGPSamplerDesc, MGPSamplerState},
        texture::MGPTextureParams,
    },
};
use zerocopy::IntoBytes;

type Egl = egl::DynamicInstance<egl::EGL1_5>;

struct DriverContext {
    egl: Egl,
    display: egl::Display,
    context: egl::Context,
}

impl DriverContext {
    fn new() -> Self {
        // SAFETY: the library is the system's EGL, whose initialisation has no preconditions.
        let egl = unsafe { Egl::load_required() }.expect("libEGL with EGL 1.5");
        const SURFACELESS: egl::Enum = 0x31DD;
        // SAFETY: the surfaceless platform takes no native display.
        let display = unsafe { egl.get_platform_display(SURFACELESS, std::ptr::null_mut(), &[egl::ATTRIB_NONE]) }
            .expect("the surfaceless platform");
        egl.initialize(display).expect("EGL");
        egl.bind_api(egl::OPENGL_ES_API).expect("OpenGL ES");
        let context = create(&egl, display, None);
        egl.make_current(display, None, None, Some(context)).expect("current without a surface");
        Self { egl, display, context }
    }

    fn create(&self, share: Option<egl::Context>) -> egl::Context {
        create(&self.egl, self.display, share)
    }
}

fn create(egl: &Egl, display: egl::Display, share: Option<egl::Context>) -> egl::Context {
    // SAFETY: EGL_KHR_no_config_context takes a null config.
    let config = unsafe { egl::Config::from_ptr(std::ptr::null_mut()) };
    let attributes = [egl::CONTEXT_MAJOR_VERSION, 3, egl::CONTEXT_MINOR_VERSION, 2, egl::NONE];
    egl.create_context(display, config, share, &attributes).expect("an OpenGL ES 3.2 context")
}

impl Drop for DriverContext {
    fn drop(&mut self) {
        let _ = self.egl.make_current(self.display, None, None, None);
        let _ = self.egl.destroy_context(self.display, self.context);
    }
}

/// What came back.
pub struct TestHost {
    driver: DriverContext,
    contexts: Vec<(RawHandle, egl::Context)>,
    pub replies: Vec<(u64, ReplyStatus, Vec<u8>)>,
    pub events: Vec<(u64, Event)>,
    pub staging: Vec<u8>,
    /// Bytes of one piece of an answer.
    pub piece: usize,
}

impl TestHost {
    fn bytes<'a>(&'a self, blob: &MGPBlobRef, inline: &'a [u8]) -> &'a [u8] {
        let from = if blob.seg == 1 { &self.staging[..] } else { inline };
        &from[blob.offset as usize..(blob.offset + blob.size) as usize]
    }
}

impl Host for TestHost {
    fn blob(&mut self, blob: &MGPBlobRef, inline: &[u8], out: &mut Vec<u8>) {
        out.extend_from_slice(self.bytes(blob, inline));
    }
    fn with_blob(&mut self, blob: &MGPBlobRef, inline: &[u8], f: &mut dyn FnMut(&[u8])) {
        f(self.bytes(blob, inline));
    }
    fn reply_in_units(
        &mut self,
        seq: u64,
        status: ReplyStatus,
        total: usize,
        _unit: usize,
        fill: &mut dyn FnMut(usize, &mut [u8]),
    ) -> Result<(), HostGone> {
        // What a piece does not write shows.
        let mut bytes = vec![0xA5u8; total];
        let piece = if self.piece == 0 { total.max(1) } else { self.piece };
        let mut at = 0;
        for part in bytes.chunks_mut(piece) {
            fill(at, part);
            at += part.len();
        }
        self.replies.push((seq, status, bytes));
        Ok(())
    }
    fn event(&mut self, seq: u64, event: Event) {
        self.events.push((seq, event));
    }
    fn create_context(&mut self, context: RawHandle) -> Result<(), String> {
        let made = self.driver.create(Some(self.driver.context));
        self.contexts.push((context, made));
        Ok(())
    }
    fn make_current(&mut self, context: Option<RawHandle>) -> Result<(), String> {
        let made = self.contexts.iter().find(|(handle, _)| Some(*handle) == context).map(|(_, made)| *made);
        let made = made.unwrap_or(self.driver.context);
        let driver = &self.driver;
        driver.egl.make_current(driver.display, None, None, Some(made)).map_err(|e| e.to_string())
    }
    fn destroy_context(&mut self, context: RawHandle) {
        if let Some(at) = self.contexts.iter().position(|(handle, _)| *handle == context) {
            let (_, made) = self.contexts.swap_remove(at);
            let _ = self.driver.egl.destroy_context(self.driver.display, made);
        }
    }
}

/// An applier with its driver and host.
pub struct Rig {
    pub applier: Applier,
    pub host: TestHost,
    viewport: (u32, u32),
    seq: u64,
    textures: HandleAllocator,
    buffers: HandleAllocator,
    renderbuffers: HandleAllocator,
    framebuffers: HandleAllocator,
    samplers: HandleAllocator,
    surfaces: HandleAllocator,
    contexts: HandleAllocator,
    programs: HandleAllocator,
    views: HandleAllocator,
}

/// One texel rectangle.
pub fn region(x: i32, y: i32, z: i32, w: u32, h: u32, d: u32) -> MGPBox {
    MGPBox::new(x, y, z, w, h, d)
}

impl Rig {
    pub fn new() -> Self {
        Self::masked("")
    }

    /// A rig whose driver lacks the features that `mask` names.
    pub fn masked(mask: &str) -> Self {
        let context = DriverContext::new();
        let mut loader = |name: &str| context.egl.get_proc_address(name).map_or(std::ptr::null(), |f| f as *const _);
        // SAFETY: a context is current, and stays so on this thread as long as the rig lives.
        let driver = unsafe { Driver::new(&mut loader, mask) }.expect("a driver");
        let mut applier = Applier::new(driver);
        applier.check_every_record(true);
        Self {
            applier,
            host: TestHost {
                driver: context,
                contexts: Vec::new(),
                replies: Vec::new(),
                events: Vec::new(),
                staging: Vec::new(),
                piece: 0,
            },
            viewport: (0, 0),
            seq: 0,
            textures: HandleAllocator::default(),
            buffers: HandleAllocator::default(),
            renderbuffers: HandleAllocator::default(),
            framebuffers: HandleAllocator::default(),
            samplers: HandleAllocator::default(),
            surfaces: HandleAllocator::default(),
            contexts: HandleAllocator::default(),
            programs: HandleAllocator::default(),
            views: HandleAllocator::default(),
        }
    }

    /// Encodes, decodes and applies a record; the driver must have no error.
    pub fn try_apply<P: Payload, T: Payload>(
        &mut self,
        op: Op,
        payload: &P,
        tail: &[T],
        inline: &[u8],
    ) -> Result<(), Fault> {
        self.seq += 1;
        let size = record_size::<P, T>(tail.len(), inline.len());
        let mut words = vec![0u64; size / 8];
        let bytes = words.as_mut_bytes();
        write_record(bytes, op, 0, payload, tail, &[inline]);
        let decoder = Decoder::new(1 << 25);
        let call = decoder.decode(words.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
        self.applier.apply(self.seq, &call, &mut self.host)
    }
    #[track_caller]
    pub fn apply_all<P: Payload, T: Payload>(&mut self, op: Op, payload: &P, tail: &[T], inline: &[u8]) {
        if let Err(fault) = self.try_apply(op, payload, tail, inline) {
            panic!("{fault}");
        }
        if let Some(event) = self.host.events.iter().find(|(_, e)| matches!(e, Event::GlError(..))) {
            panic!("{event:?}");
        }
    }
    #[track_caller]
    pub fn apply<P: Payload>(&mut self, op: Op, payload: &P) {
        self.apply_all::<P, NoTail>(op, payload, &[], &[]);
    }
    /// The GL errors reported so far, taken.
    pub fn take_errors(&mut self) -> Vec<u32> {
        let events = std::mem::take(&mut self.host.events);
        events
            .into_iter()
            .filter_map(|(_, e)| if let Event::GlError(code, _) = e { Some(code) } else { None })
            .collect()
    }

    // Resources.
    pub fn new_texture(&mut self, target: ResourceTarget) -> RawHandle {
        let resource = self.textures.mint();
        let desc = MGPResourceDesc { resource, target: target as u8, ..Default::default() };
        self.apply(Op::ResourceCreate, &desc);
        resource
    }
    pub fn release_texture_handle(&mut self, handle: RawHandle) {
        self.textures.release(handle);
    }
    pub fn mint_texture(&mut self) -> RawHandle {
        self.textures.mint()
    }
    /// An immutable texture; `size` is width, height, depth, array layers.
    pub fn storage(&mut self, target: ResourceTarget, internal_format: u32, size: [u32; 4], levels: u16) -> RawHandle {
        let resource = self.textures.mint();
        let [width, height, depth, layers] = size;
        self.apply(
            Op::ResourceCreate,
            &MGPResourceDesc {
                resource,
                target: target as u8,
                storage_kind: StorageKind::Immutable as u8,
                immutable: 1,
                internal_format,
                width,
                height,
                depth,
                array_layers: layers as u16,
                levels,
                samples: 0,
                ..Default::default()
            },
        );
        resource
    }
    pub fn multisample_texture(&mut self, internal_format: u32, w: u32, h: u32, samples: u16) -> RawHandle {
        let resource = self.textures.mint();
        self.apply(
            Op::ResourceCreate,
            &MGPResourceDesc {
                resource,
                target: ResourceTarget::Tex2DMS as u8,
                storage_kind: StorageKind::Immutable as u8,
                immutable: 1,
                internal_format,
                width: w,
                height: h,
                depth: 1,
                array_layers: 1,
                levels: 1,
                samples,
                fixed_sample_locations: 1,
                ..Default::default()
            },
        );
        resource
    }
    /// One level of a mutable texture.
    pub fn level(
        &mut self,
        resource: RawHandle,
        target: ResourceTarget,
        upload: UploadTarget,
        level: u16,
        internal_format: u32,
        size: [u32; 4],
    ) {
        let [width, height, depth, layers] = size;
        self.apply(
            Op::ResourceRespecify,
            &MGPResourceDesc {
                resource,
                target: target as u8,
                internal_format,
                width,
                height,
                depth,
                array_layers: layers as u16,
                has_respecified_level: 1,
                respecified_target: upload as u16,
                respecified_level: level,
                ..Default::default()
            },
        );
    }
    pub fn sub_data_record(
        target: ResourceTarget,
        resource: RawHandle,
        upload: UploadTarget,
        level: u16,
        union: MGPBox,
        regions: &[MGPSubRegion],
        bytes: usize,
    ) -> MGPSubData {
        MGPSubData {
            resource,
            target: target as u16 | (upload as u16) << 8,
            level,
            union_box: union,
            region_count: regions.len() as u32,
            blob: MGPBlobRef::inline(0, bytes as u64),
            ..Default::default()
        }
    }
    /// Uploads a box of tight canonical texels.
    #[track_caller]
    pub fn upload(
        &mut self,
        target: ResourceTarget,
        resource: RawHandle,
        upload: UploadTarget,
        level: u16,
        to: MGPBox,
        bytes: &[u8],
    ) {
        let record = Self::sub_data_record(target, resource, upload, level, to, &[], bytes.len());
        self.apply_all::<_, MGPSubRegion>(Op::ResourceSubData, &record, &[], bytes);
    }
    pub fn renderbuffer(&mut self, internal_format: u32, width: u32, height: u32, samples: u16) -> RawHandle {
        let resource = self.renderbuffers.mint();
        let target = ResourceTarget::Renderbuffer as u8;
        let desc = MGPResourceDesc {
            resource,
            target,
            internal_format,
            width,
            height,
            depth: 1,
            samples,
            ..Default::default()
        };
        self.apply(Op::ResourceCreate, &desc);
        resource
    }
    pub fn buffer(&mut self, bytes: &[u8]) -> RawHandle {
        let resource = self.buffers.mint();
        let mut desc = MGPResourceDesc { resource, target: ResourceTarget::Buffer as u8, ..Default::default() };
        desc.set_buffer_size(bytes.len() as u64);
        self.apply(Op::ResourceCreate, &desc);
        let data = MGPSubData {
            resource,
            union_box: MGPBox::new(0, 0, 0, bytes.len() as u32, 0, 0),
            blob: MGPBlobRef::inline(0, bytes.len() as u64),
            ..Default::default()
        };
        self.apply_all::<_, MGPSubRegion>(Op::ResourceSubData, &data, &[], bytes);
        resource
    }
    pub fn read_buffer(&mut self, buffer: RawHandle, size: u64) -> Vec<u8> {
        let range = pipe_types::records::buffer::MGPBufferRange { buffer, size, ..Default::default() };
        self.apply(Op::ResourceReadback, &range);
        self.host.replies.pop().expect("an answer").2
    }
    pub fn sampler(&mut self, state: &MGPSamplerState) -> RawHandle {
        let sampler = self.samplers.mint();
        let bytes = state.as_bytes();
        let desc = MGPSamplerDesc { sampler, blob: MGPBlobRef::inline(0, bytes.len() as u64) };
        self.apply_all::<_, NoTail>(Op::CreateSampler, &desc, &[], bytes);
        sampler
    }
    pub fn params(&mut self, texture: RawHandle, f: impl FnOnce(&mut MGPTextureParams)) {
        let builtin_sampler = self.sampler(&MGPSamplerState {
            min_filter: glow::NEAREST,
            mag_filter: glow::NEAREST,
            wrap_s: glow::REPEAT,
            wrap_t: glow::REPEAT,
            wrap_r: glow::REPEAT,
            compare_func: glow::LEQUAL,
            min_lod: -1000.0,
            max_lod: 1000.0,
            max_anisotropy: 1.0,
            ..Default::default()
        });
        let mut params =
            MGPTextureParams { texture, builtin_sampler, max_level: 1000, swizzle: [0, 1, 2, 3], ..Default::default() };
        f(&mut params);
        self.apply(Op::SetTextureParams, &params);
    }
    pub fn destroy<K: HandleKind>(&mut self, op: Op, handle: RawHandle) {
        self.apply(op, &MGPHandleOnly { handle, kind: K::KIND as u32, pad: 0 });
    }
    pub fn mint_framebuffer(&mut self) -> RawHandle {
        self.framebuffers.mint()
    }
    /// A client context.
    pub fn context(&mut self) -> RawHandle {
        let context = self.contexts.mint();
        self.apply(Op::CreateContext, &MGPContextDesc { context, version: 33, ..Default::default() });
        context
    }
    pub fn make_current(&mut self, context: RawHandle, surface: RawHandle) {
        self.apply(Op::MakeCurrent, &MGPMakeCurrent { context, draw: surface, read: surface });
    }
    pub fn mint_surface(&mut self) -> RawHandle {
        self.surfaces.mint()
    }

    // Framebuffers.
    pub fn framebuffer(&mut self, setup: impl FnOnce(&mut MGPFramebufferState)) -> RawHandle {
        let fbo = self.mint_framebuffer();
        self.bind(fbo, FramebufferTarget::Both, setup);
        fbo
    }
    pub fn bind(&mut self, fbo: RawHandle, target: FramebufferTarget, setup: impl FnOnce(&mut MGPFramebufferState)) {
        let mut draw_buffers = [-1; COLOR_POINTS];
        draw_buffers[0] = 0;
        let is_default = u8::from(fbo == RawHandle::DEFAULT_FRAMEBUFFER);
        let mut record =
            MGPFramebufferState { fbo, draw_buffers, target: target as u8, is_default, ..Default::default() };
        setup(&mut record);
        if is_default == 0 && record.read_surface == MGPSurface::EMPTY {
            record.read_surface = record.color[0];
        }
        record.seal();
        self.apply(Op::SetFramebufferState, &record);
    }
    pub fn clear_color(&mut self, index: i32, class: ValueClass, words: [u32; 4]) {
        self.clear_named(RawHandle::NULL, index, class, words);
    }
    pub fn clear_named(&mut self, fbo: RawHandle, index: i32, class: ValueClass, words: [u32; 4]) {
        let clear = MGPClear {
            fbo,
            kind: ClearKind::Color as u32,
            draw_buffer_index: index,
            value_class: class as u32,
            color_value: words,
            ..Default::default()
        };
        self.apply(Op::Clear, &clear);
    }
    pub fn clear_floats(&mut self, index: i32, value: [f32; 4]) {
        self.clear_color(index, ValueClass::Float, value.map(f32::to_bits));
    }
    pub fn clear_depth_stencil(&mut self, depth: f32, stencil: i32) {
        let clear = MGPClear {
            kind: ClearKind::DepthStencil as u32,
            depth_value: depth,
            stencil_value: stencil,
            ..Default::default()
        };
        self.apply(Op::Clear, &clear);
    }
    pub fn blit(&mut self, src: [i32; 4], dst: [i32; 4], mask: u32, filter: u32) {
        self.apply(Op::Blit, &MGPBlit { src, dst, mask, filter, ..Default::default() });
    }

    // Readback.
    /// Reads pixels; `bytes` is the size of one.
    #[track_caller]
    pub fn read(&mut self, rect: [i32; 4], format: u32, type_: u32, bytes: usize) -> Vec<u8> {
        let (status, pixels) = self.try_read(rect, format, type_, bytes);
        assert_eq!(status, ReplyStatus::Ok, "read of {format:#06x}, {type_:#06x}");
        pixels
    }
    #[track_caller]
    pub fn try_read(&mut self, rect: [i32; 4], format: u32, type_: u32, bytes: usize) -> (ReplyStatus, Vec<u8>) {
        let [x, y, w, h] = rect;
        let info = MGPReadbackInfo {
            region: region(x, y, 0, w as u32, h as u32, 1),
            format,
            type_,
            dst_size: (w as usize * h as usize * bytes) as u64,
            ..Default::default()
        };
        self.apply(Op::ReadPixels, &info);
        let (_, status, pixels) = self.host.replies.pop().expect("an answer");
        (status, pixels)
    }
    #[track_caller]
    pub fn read_rgba8(&mut self, rect: [i32; 4]) -> Vec<u8> {
        self.read(rect, glow::RGBA, glow::UNSIGNED_BYTE, 4)
    }
    /// A texture image.
    #[track_caller]
    pub fn texels(
        &mut self,
        resource: RawHandle,
        upload: UploadTarget,
        level: u16,
        from: MGPBox,
        (format, type_, bytes): (u32, u32, usize),
    ) -> Vec<u8> {
        let (status, pixels) = self.try_texels(resource, upload, level, from, (format, type_, bytes));
        assert_eq!(status, ReplyStatus::Ok, "texels as {format:#06x}, {type_:#06x}");
        pixels
    }
    #[track_caller]
    pub fn try_texels(
        &mut self,
        resource: RawHandle,
        upload: UploadTarget,
        level: u16,
        from: MGPBox,
        (format, type_, bytes): (u32, u32, usize),
    ) -> (ReplyStatus, Vec<u8>) {
        let volume = (from.w * from.h * from.d) as usize;
        let info = MGPReadbackInfo {
            resource,
            region: from,
            format,
            type_,
            target: upload as u16,
            level,
            dst_size: (volume * bytes) as u64,
            ..Default::default()
        };
        self.apply(Op::GetTextureImage, &info);
        let (_, status, pixels) = self.host.replies.pop().expect("an answer");
        (status, pixels)
    }
    pub fn pack(&mut self, buffer: RawHandle, state: MGPPixelPackState) {
        self.apply(Op::SetPixelPackState, &state);
        let record = MGPHandleOnly { handle: buffer, kind: kind::Buffer::KIND as u32, pad: 0 };
        self.apply(Op::SetPixelPackBuffer, &record);
    }
}

/// A plain image of a texture as an attachment.
pub fn texture_surface(resource: RawHandle, internal_format: u32, target: ResourceTarget) -> MGPSurface {
    MGPSurface {
        resource,
        internal_format,
        kind: SurfaceKind::Texture as u8,
        texture_target: target as u16,
        ..MGPSurface::EMPTY
    }
}
pub fn renderbuffer_surface(resource: RawHandle, internal_format: u32) -> MGPSurface {
    MGPSurface {
        resource,
        internal_format,
        kind: SurfaceKind::Renderbuffer as u8,
        upload_target: NOT_A_TEXTURE,
        texture_target: NOT_A_TEXTURE,
        ..MGPSurface::EMPTY
    }
}
/// `n` equal pixels.
pub fn repeat(pixel: &[u8], n: usize) -> Vec<u8> {
    pixel.repeat(n)
}

/// A texture of one 2D image, and it as an attachment.
pub fn plain(rig: &mut Rig, format: u32, w: u32, h: u32) -> (RawHandle, MGPSurface) {
    let texture = rig.storage(ResourceTarget::Tex2D, format, [w, h, 1, 1], 1);
    (texture, texture_surface(texture, format, ResourceTarget::Tex2D))
}
