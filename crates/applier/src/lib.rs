//! Applies decoded records ([`pipe_types::Call`]) to an OpenGL ES 3.1 or 3.2 driver. It knows no ring, no EGL and no client:
//! blobs, replies, events and driver contexts come from a [`Host`].
//!
//! # Who validates what
//! - The decoder (`pipe-types`) has checked shape: sizes, enums, counts, flags, blob ranges, handle kinds.
//! - This crate checks meaning: does the handle exist, is the range inside the object, does the archive fit the program. A
//!   record that fails ends the session with a [`Fault`] that names record, field and handle.
//! - GL's own rules are the client's to check. What only the driver can find (out of memory, a program it can't link) comes
//!   back as an [`Event::GlError`](pipe_types::event::Event) or a log event, in order.
//! - The [`driver`] layer never validates.
//!
//! # How it hangs together
//! Twins live in [`SlotTable`]s by handle. State records are stored in the current [`ContextState`] and nothing else; a
//! verb makes the driver what was pushed, group by group, through the [`driver::Shadow`] of the driver context.
#![deny(unsafe_code)]

mod barrier;
mod blitter;
mod buffer;
mod clear_blit;
mod context;
mod copy;
mod draw;
pub mod driver;
mod error;
mod framebuffer;
mod host;
mod image;
mod images;
mod indices;
mod logic_op;
mod mipmap;
mod polygon;
mod program;
mod program_cache;
mod program_variant;
mod query;
mod raster;
mod readback;
mod renderbuffer;
mod sampler;
mod scratch;
mod surface;
mod sync;
mod table;
mod texture;
mod vertex;
mod vertex_convert;
mod watch;
mod xfb;
mod xfb_scatter;

pub use context::{ContextState, Dead};
pub use error::{Fault, Refusal};
pub use host::{Host, HostGone, ReplyStatus};
pub use images::Counters as ImageCounters;
pub use program_cache::program_counters;
pub use table::{Miss, SlotTable};

use driver::Driver;
use error::{Result, gl_error_name};
use pipe_types::{
    Call,
    event::Event,
    handle::{RawHandle, kind},
    records::resource::ResourceTarget,
};

/// Applies the records of one session.
pub struct Applier {
    pub(crate) gl: Driver,
    pub(crate) buffers: SlotTable<kind::Buffer, buffer::Buffer>,
    pub(crate) textures: SlotTable<kind::Texture, texture::Texture>,
    pub(crate) renderbuffers: SlotTable<kind::Renderbuffer, renderbuffer::Renderbuffer>,
    pub(crate) samplers: SlotTable<kind::Sampler, sampler::Sampler>,
    /// A sampler with a level-of-detail bias has been defined: draws look whether they meet one.
    pub(crate) biased: bool,
    pub(crate) views: SlotTable<kind::SamplerView, sampler::View>,
    pub(crate) vertex_elements: SlotTable<kind::VertexElements, vertex::VertexElements>,
    pub(crate) programs: SlotTable<kind::Program, program::Program>,
    pub(crate) render_states: SlotTable<kind::RenderState, raster::RenderState>,
    pub(crate) xfbs: SlotTable<kind::Xfb, xfb::Xfb>,
    pub(crate) queries: SlotTable<kind::Query, query::Query>,
    pub(crate) fences: SlotTable<kind::Fence, sync::Fence>,
    pub(crate) surfaces: SlotTable<kind::Surface, surface::Surface>,
    pub(crate) watches: watch::Watches,
    pub(crate) scratch: scratch::Scratch,
    pub(crate) conversions: vertex_convert::Conversions,
    /// The vertex format of draws without one: no attribute has an array.
    pub(crate) no_elements: vertex::VertexElements,
    pub(crate) images: images::Images,
    /// The current context.
    pub(crate) cx: ContextState,
    /// The others.
    pub(crate) parked: Vec<ContextState>,
    /// GL's initial render state.
    pub(crate) initial_state: raster::RenderState,
    pub(crate) es_caps: essl_back::EsCaps,
    /// Rewritten indices of the last draw that needed them.
    pub(crate) scratch_indices: Option<driver::GlBuffer>,
    /// Zeros for arrays without a buffer.
    pub(crate) scratch_zeros: Option<driver::GlBuffer>,
    started: std::time::Instant,
    /// Space for private copies of small blobs.
    pub(crate) blob_space: Vec<u8>,
    /// Ask the driver for errors after every record.
    check_every_record: bool,
    /// Things that were logged once.
    said: std::collections::HashSet<&'static str>,
}

impl Applier {
    /// An applier for the driver whose context is current now: the session's own.
    pub fn new(driver: Driver) -> Self {
        Applier {
            buffers: SlotTable::default(),
            textures: SlotTable::default(),
            renderbuffers: SlotTable::default(),
            samplers: SlotTable::default(),
            biased: false,
            views: SlotTable::default(),
            vertex_elements: SlotTable::default(),
            programs: SlotTable::default(),
            render_states: SlotTable::default(),
            xfbs: SlotTable::default(),
            queries: SlotTable::default(),
            fences: SlotTable::default(),
            surfaces: SlotTable::default(),
            watches: Default::default(),
            scratch: scratch::Scratch::default(),
            conversions: Default::default(),
            no_elements: Default::default(),
            images: images::Images::new(&driver),
            cx: ContextState::new(RawHandle::NULL, &driver),
            parked: Vec::new(),
            initial_state: Default::default(),
            es_caps: essl_back::EsCaps::of(&driver.caps),
            scratch_indices: None,
            scratch_zeros: None,
            started: std::time::Instant::now(),
            blob_space: Vec::new(),
            check_every_record: false,
            said: Default::default(),
            gl: driver,
        }
    }

    /// The driver, for its capabilities.
    pub fn driver(&self) -> &Driver {
        &self.gl
    }

    /// Debug mode: ask the driver for errors after every record, so that each is blamed on the right one.
    pub fn check_every_record(&mut self, on: bool) {
        self.check_every_record = on;
    }

    /// Forgets what the driver's state is, as if something else had used the context. Verbs set all they need again.
    pub fn forget_driver_state(&mut self) {
        self.contexts_mut().for_each(|cx| cx.shadow.forget_everything());
    }

    /// Stale handles that were refused so far, over all tables.
    pub fn stale_handles(&self) -> u64 {
        self.buffers.stale_count()
            + self.textures.stale_count()
            + self.renderbuffers.stale_count()
            + self.samplers.stale_count()
            + self.views.stale_count()
            + self.vertex_elements.stale_count()
            + self.programs.stale_count()
            + self.render_states.stale_count()
            + self.xfbs.stale_count()
            + self.queries.stale_count()
            + self.fences.stale_count()
            + self.surfaces.stale_count()
    }

    /// Applies record `seq`.
    ///
    /// # Errors
    /// A fault ends the session: after it no further record may be applied.
    pub fn apply(&mut self, seq: u64, call: &Call<'_>, host: &mut dyn Host) -> std::result::Result<(), Fault> {
        let fault = |refusal| Fault { seq, record: call.op().name(), refusal };
        self.dispatch(seq, call, host).map_err(fault)?;
        if self.check_every_record || asks_for_errors(call) || !self.images.errors.is_empty() {
            self.report_gl_errors(seq, call.op().name(), host).map_err(fault)?;
        }
        Ok(())
    }

    /// Passes the driver's GL errors on as events.
    pub(crate) fn report_gl_errors(&mut self, seq: u64, what: &str, host: &mut dyn Host) -> Result {
        // Those that were kept are older than what was noted after them, and what the driver still has is the youngest.
        let mut all: Vec<(u32, String)> = self.gl.take_kept_errors().into_iter().map(reported).collect();
        all.append(&mut self.images.errors);
        self.gl.keep_errors();
        all.extend(self.gl.take_kept_errors().into_iter().map(reported));
        for (error, text) in all {
            tracing::warn!(seq, what, error = gl_error_name(error), text);
            host.event(seq, Event::GlError(error, format!("{what} (record {seq}): {text}")));
        }
        match self.gl.reset_status() {
            0 => Ok(()),
            status => Err(Refusal::ContextLost(status)),
        }
    }

    /// Logs `what` once a session, here and at the client.
    pub(crate) fn say_once(&mut self, seq: u64, what: &'static str, host: &mut dyn Host) {
        if self.said.insert(what) {
            tracing::warn!(seq, what, "not supported by this driver");
            host.event(seq, Event::Log(2, what.to_owned()));
        }
    }

    fn dispatch(&mut self, seq: u64, call: &Call<'_>, host: &mut dyn Host) -> Result {
        match call {
            Call::ResourceCreate(r) => match r.resource_target() {
                ResourceTarget::Buffer => self.create_buffer(r),
                ResourceTarget::Renderbuffer => self.create_renderbuffer(r),
                _ => self.create_texture(r),
            },
            Call::ResourceRespecify(r) => match r.resource_target() {
                ResourceTarget::Buffer => self.respecify_buffer(r),
                ResourceTarget::Renderbuffer => self.respecify_renderbuffer(r),
                _ => self.respecify_texture(r),
            },
            Call::ResourceDestroy(r) => self.resource_destroy(r),
            Call::ResourceSubData(r) => match r.resource_target() {
                Some(ResourceTarget::Buffer) => self.buffer_sub_data(r, host),
                Some(target) if target.is_texture() => self.texture_sub_data(r, host),
                _ => Err(Refusal::Value {
                    field: "target",
                    value: r.target.into(),
                    expected: "a buffer or texture target",
                }),
            },
            // The flushed bytes came as sub-data; there is nothing left to do for the range.
            Call::ResourceFlushRange(r) => self.known_buffer("buffer", r.buffer),
            Call::ResourceReadback(r) => self.buffer_readback(seq, r, host),
            Call::ResourceCopyRegion(r) => self.copy_region(r),
            Call::MapPersistent(r) => self.map_persistent(r),
            Call::UnmapPersistent(r) => self.unmap_persistent(r),
            Call::ObjectDeath(r) => self.object_death(r, host),
            Call::BufferCopy(r) => self.buffer_copy(r),
            Call::BufferClear(r) => self.buffer_clear(r),
            Call::BufferInvalidate(r) => self.buffer_invalidate(r),
            Call::TextureUploadFromBuffer(r) => self.texture_upload_from_buffer(r),
            Call::CopyTexture(r) => self.copy_texture(r),
            Call::ClearTexture(r) => self.clear_texture(r),
            Call::GenerateMipmap(r) => self.generate_mipmap(r),
            Call::SetTextureParams(r) => self.set_texture_params(r),
            Call::CreateSampler(r) => self.create_sampler(r, host),
            Call::CreateSamplerView(r) => self.create_sampler_view(r),
            Call::CreateVertexElements(r) => self.create_vertex_elements(r),
            Call::BindVertexElements(r) => self.bind_vertex_elements(r),
            Call::CreateRenderState(r) => self.create_render_state(r, host),
            Call::BindRenderState(r) => self.bind_render_state(r),
            Call::CreateProgram(r) => self.create_program(seq, r, host),
            Call::SetDrawProgram(r) => self.set_draw_program(r),
            Call::SetDispatchProgram(r) => self.set_dispatch_program(r),
            Call::SetProgramBindings(r) => self.set_program_bindings(r),
            Call::SetGlobalConstants(r) => self.set_global_constants(r, host),
            Call::SetDynamicState(r) => self.set_dynamic_state(r, host),
            Call::SetPatchState(r) => self.set_patch_state(r),
            Call::SetFramebufferState(r) => self.set_framebuffer_state(r),
            Call::BindFramebuffer(r) => self.bind_framebuffer(r),
            Call::SetVertexBuffers(r) => self.set_vertex_buffers(r),
            Call::SetIndexBuffer(r) => self.set_index_buffer(r),
            Call::SetSamplerViews(r) => self.set_sampler_views(r),
            Call::BindSamplerStates(r) => self.bind_sampler_states(r),
            Call::SetShaderImages(r) => self.set_shader_images(r),
            Call::SetShaderBuffers(r) => self.set_shader_buffers(r),
            Call::SetStreamOutput(r) => self.set_stream_output(r),
            Call::SetAttribDefaults(r) => self.set_attrib_defaults(r),
            Call::SetPixelPackState(r) => self.set_pixel_pack_state(r),
            Call::SetPixelPackBuffer(r) => self.set_pixel_pack_buffer(r),
            Call::DrawVbo(r) => self.draw_vbo(seq, r, host),
            Call::LaunchGrid(r) => self.launch_grid(seq, r, host),
            Call::MemoryBarrier(r) => self.memory_barrier(r),
            Call::TextureBarrier(_) => self.texture_barrier(),
            Call::Clear(r) if self.rendering_allowed() => self.clear(r),
            Call::Blit(r) if self.rendering_allowed() => self.blit(r),
            // Discarded by conditional rendering (GL 4.6 core 10.9).
            Call::Clear(_) | Call::Blit(_) => Ok(()),
            Call::InvalidateFramebuffer(r) => self.invalidate_framebuffer(r),
            Call::BeginTransformFeedback(r) => self.begin_transform_feedback(r),
            Call::EndTransformFeedback(r) => self.end_transform_feedback(r),
            Call::PauseTransformFeedback(r) => self.pause_transform_feedback(r),
            Call::ResumeTransformFeedback(r) => self.resume_transform_feedback(r),
            Call::ReadPixels(r) => self.read_pixels(seq, r, host),
            Call::ReadPixelsToBuffer(r) => self.read_pixels_to_buffer(seq, r, host),
            Call::GetTextureImage(r) => self.get_texture_image(seq, r, host),
            Call::GetTextureImageToBuffer(r) => self.get_texture_image_to_buffer(seq, r, host),
            Call::BeginQuery(r) => self.begin_query(seq, r, host),
            Call::EndQuery(r) => self.end_query(seq, r),
            Call::QueryCounter(r) => self.query_counter(seq, r),
            Call::GetQueryResult(r) => self.get_query_result(seq, r, host),
            Call::GetQueryResultToBuffer(r) => self.get_query_result_to_buffer(r),
            Call::BeginConditionalRender(r) => self.begin_conditional_render(r),
            Call::EndConditionalRender(_) => self.end_conditional_render(),
            Call::CreateFence(r) => self.create_fence(seq, r),
            Call::ClientWaitFence(_) => Err(Refusal::State("a retired record: `Watch` is what clients say")),
            Call::ServerWaitFence(r) => self.server_wait_fence(r),
            Call::Flush(_) => {
                self.gl.flush();
                self.gl.scene_ends();
                self.say_what_is_there(host)
            }
            Call::Finish(_) => {
                self.gl.finish();
                self.say_what_is_there(host)
            }
            Call::CreateContext(r) => self.create_context(r, host),
            Call::MakeCurrent(r) => self.make_current(r, host),
            Call::CreateSurface(r) => self.create_surface(r),
            Call::Present(r) => {
                self.present(r)?;
                self.say_what_is_there(host)
            }
            Call::SetSwapInterval(_) => Ok(()),
            Call::GetTimestamp(_) => self.get_timestamp(seq, host),
            Call::DebugMarker(_) => Ok(()),
            Call::Watch(r) => self.watch(seq, r, host),
        }
    }
}

/// An error of the driver's, and the words for it.
fn reported(error: u32) -> (u32, String) {
    (error, format!("the driver reports {}", gl_error_name(error)))
}

/// Records after which the driver is asked for errors in any case: those that allocate, and those where the client waits or
/// a frame ends, so that an error comes back at the latest there.
fn asks_for_errors(call: &Call<'_>) -> bool {
    matches!(
        call,
        Call::ResourceCreate(_)
            | Call::ResourceRespecify(_)
            | Call::CreateSurface(_)
            | Call::Flush(_)
            | Call::Finish(_)
            | Call::Present(_)
    )
}

// A server makes the applier on one thread and applies on another.
const _: fn() = || {
    fn is_send<T: Send>() {}
    is_send::<Applier>();
};
