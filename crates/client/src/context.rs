//! A GL context's state, what it shares, and how the calling thread sees both.

use crate::{gl, session::Session, table::Table};
use pipe_types::{Op, records::context::MGPContextDesc};

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
    /// Texture uploads and redefinitions that have not been sent.
    pub pending_textures: gl::texture::Pending,
}

/// One GL context without what it shares.
pub struct ContextState {
    /// The context's own handle.
    pub handle: pipe_types::Handle<pipe_types::handle::kind::Context>,
    /// Version of the context, major * 10 + minor.
    pub version: u32,
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
    /// Renderbuffer binding.
    pub renderbuffer: gl::renderbuffer::RenderbufferBinding,
    /// Pixel pack and unpack parameters.
    pub pixel_store: gl::pixel_store::PixelStores,
    /// Debug output.
    pub debug: gl::debug::DebugState,
    /// What the server has of all this.
    pub sent: crate::emit::Sent,
}

impl ContextState {
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
            renderbuffer: Default::default(),
            pixel_store: Default::default(),
            debug: Default::default(),
            sent: Default::default(),
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
