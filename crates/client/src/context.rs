//! A GL context's state, what it shares, and how the calling thread sees both.

use crate::{egl::config::Config, gl, session::Session, table::Table};
use pipe_types::{Handle, Op, handle::kind, records::context::MGPContextDesc};

/// What the contexts of a share group have in common (GL 4.6 core 5).
#[derive(Default)]
pub struct Shared {
    /// Buffer objects.
    pub buffers: Table<gl::buffer::Buffer>,
    /// Textures.
    pub textures: Table<gl::texture::Texture>,
    /// Renderbuffers.
    pub renderbuffers: Table<gl::renderbuffer::Renderbuffer>,
    /// Sampler objects.
    pub samplers: Table<gl::sampler::Sampler>,
    /// Shaders and programs, which share a name space.
    pub programs: Table<gl::program::ShaderOrProgram>,
    /// Sync objects.
    pub syncs: Table<gl::sync::Sync>,
    /// Buffers that are mapped; while there are none, draws need not look.
    pub mapped_buffers: u32,
    /// Buffers with a mapping that stays.
    pub persistent: Vec<crate::table::Ref<gl::buffer::Buffer>>,
    /// Memory of buffers whose content stays known after unmapping, bytes.
    pub kept_bytes: usize,
    /// Texture uploads and redefinitions that have not been sent.
    pub pending_textures: gl::texture::Pending,
}

/// One GL context without what it shares.
pub struct ContextState {
    /// The context's own handle.
    pub handle: pipe_types::Handle<pipe_types::handle::kind::Context>,
    /// Version of the context, major * 10 + minor.
    pub version: u32,
    /// What calls are checked against.
    pub limits: gl::get::Limits,
    /// Flags and profile as the application asked.
    pub flags: gl::get::ContextFlags,
    /// The recorded error (GL 4.6 core 2.3.1).
    pub error: gl::error::Errors,
    /// Buffer bindings.
    pub buffers: gl::buffer::BufferBindings,
    /// Vertex arrays and current attribute values.
    pub vertex: gl::vertex::VertexState,
    /// Fixed state.
    pub raster: gl::raster::RasterState,
    /// Current program and pipelines.
    pub program: gl::program::ProgramState,
    /// Active queries, conditional rendering.
    pub queries: gl::query::QueryState,
    /// Transform feedback.
    pub xfb: gl::transform_feedback::XfbState,
    /// Texture units.
    pub textures: gl::texture::TextureUnits,
    /// Sampler bindings.
    pub samplers: gl::sampler::SamplerBindings,
    /// Image units.
    pub images: gl::image::ImageUnits,
    /// Framebuffers and their bindings.
    pub framebuffers: gl::framebuffer::FramebufferState,
    /// What `glClear` clears to.
    pub clear: gl::clear_blit::ClearValues,
    /// Renderbuffer binding.
    pub renderbuffer: gl::renderbuffer::RenderbufferBinding,
    /// Pixel pack and unpack parameters.
    pub pixel_store: gl::pixel_store::PixelStores,
    /// Debug output.
    pub debug: gl::debug::DebugState,
    /// What the server has of all this.
    pub sent: crate::emit::Sent,
    /// The default framebuffer's storage, as long as the context is current.
    pub surfaces: Surfaces,
}

/// The surfaces that a context is current with (EGL 1.5 section 3.7.3).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Surfaces {
    /// Behind the default framebuffer for drawing.
    pub draw: Option<SurfaceInfo>,
    /// Behind the default framebuffer for reading.
    pub read: Option<SurfaceInfo>,
    /// The context has had a draw surface before: viewport and scissor have their initial values (GL 4.6 core 13.8.1).
    seen: bool,
}

/// What GL sees of a surface.
#[derive(Clone, Debug, PartialEq)]
pub struct SurfaceInfo {
    /// The surface.
    pub handle: Handle<kind::Surface>,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
    /// Bits of red, green, blue, alpha.
    pub color_bits: [u32; 4],
    /// Bits of depth.
    pub depth_bits: u32,
    /// Bits of stencil.
    pub stencil_bits: u32,
    /// Samples, 0 for single-sampled.
    pub samples: u32,
    /// The colour buffer is sRGB-encoded.
    pub srgb: bool,
    /// Sized internal format of the colour buffer.
    pub color_format: gl::enums::GLenum,
    /// Sized internal format of depth and stencil, 0 for none.
    pub depth_stencil_format: gl::enums::GLenum,
}

impl SurfaceInfo {
    /// A surface of a configuration.
    pub fn new(handle: Handle<kind::Surface>, width: u32, height: u32, config: &Config, srgb: bool) -> Self {
        use gl::enums::*;
        let color_format = match (config.color, srgb) {
            ([10, ..], _) => GL_RGB10_A2,
            ([5, ..], _) => GL_RGB565,
            ([.., 0], false) => GL_RGB8,
            ([.., 0], true) => GL_SRGB8,
            (_, false) => GL_RGBA8,
            (_, true) => GL_SRGB8_ALPHA8,
        };
        let depth_stencil_format = match (config.depth, config.stencil) {
            (0, 0) => 0,
            (0, _) => GL_STENCIL_INDEX8,
            (16, 0) => GL_DEPTH_COMPONENT16,
            (_, 0) => GL_DEPTH_COMPONENT24,
            _ => GL_DEPTH24_STENCIL8,
        };
        Self {
            handle,
            width,
            height,
            color_bits: config.color.map(|bits| bits as u32),
            depth_bits: config.depth as u32,
            stencil_bits: config.stencil as u32,
            samples: config.samples as u32,
            srgb,
            color_format,
            depth_stencil_format,
        }
    }
}

impl ContextState {
    /// The context becomes current with these surfaces. The first draw surface gives viewport and scissor
    /// their sizes.
    pub fn set_surfaces(&mut self, draw: Option<SurfaceInfo>, read: Option<SurfaceInfo>) {
        if self.surfaces.draw != draw || self.surfaces.read != read {
            self.sent.dirty |= crate::emit::Dirty::DRAW_FRAMEBUFFER | crate::emit::Dirty::READ_FRAMEBUFFER;
            self.framebuffers.surfaces_changed(draw.is_some());
        }
        let first = draw.as_ref().filter(|_| !self.surfaces.seen).map(|surface| (surface.width, surface.height));
        if let Some((width, height)) = first {
            gl::raster::first_current(self, width, height);
        }
        let seen = self.surfaces.seen || first.is_some();
        self.surfaces = Surfaces { draw, read, seen };
    }

    /// A fresh context with GL's initial state, and the record that creates it. `version` is major * 10 + minor.
    pub fn new(shared: &mut Shared, session: &mut Session, version: u32, flags: gl::get::ContextFlags) -> Box<Self> {
        let handle = session.mint();
        let debug = flags.bits & gl::enums::GL_CONTEXT_FLAG_DEBUG_BIT != 0;
        let robust = flags.bits & gl::enums::GL_CONTEXT_FLAG_ROBUST_ACCESS_BIT != 0;
        session.push(
            Op::CreateContext,
            &MGPContextDesc {
                context: handle.raw(),
                version,
                flags: u32::from(debug) | u32::from(robust) << 1 | u32::from(flags.lose_on_reset) << 2,
                pad: 0,
            },
        );
        Box::new(Self {
            handle,
            version,
            limits: gl::get::Limits::new(session),
            flags,
            error: Default::default(),
            buffers: Default::default(),
            vertex: Default::default(),
            raster: Default::default(),
            program: Default::default(),
            queries: Default::default(),
            xfb: Default::default(),
            textures: gl::texture::TextureUnits::new(shared, session),
            samplers: Default::default(),
            images: Default::default(),
            framebuffers: gl::framebuffer::FramebufferState::new(session),
            clear: Default::default(),
            renderbuffer: Default::default(),
            pixel_store: Default::default(),
            debug: gl::debug::initial(debug),
            sent: Default::default(),
            surfaces: Default::default(),
        })
    }
}

/// The calling thread's context, as every GL function sees it.
pub struct Cx<'a> {
    /// The context.
    pub state: &'a mut ContextState,
    /// Its share group.
    pub shared: &'a mut Shared,
    /// The way to the server.
    pub session: &'a mut Session,
}

impl Cx<'_> {
    /// Records a GL error (GL 4.6 core 2.3.1): the first one since the last `glGetError` stays. `why` goes to debug output.
    #[cold]
    pub fn error(&mut self, error: gl::enums::GLenum, why: &str) {
        gl::error::record(self, error, why);
    }
}
