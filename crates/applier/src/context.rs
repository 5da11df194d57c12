//! State of one client context, and which one is current.

use crate::{
    Applier,
    driver::{Driver, Groups, Shadow},
    error::{Refusal, Result},
    framebuffer, image, program, query, raster, readback, sampler, surface, vertex, xfb,
};
use pipe_types::{
    handle::{HandleKind, RawHandle, kind},
    primitive::MGPHandleOnly,
    records::context::{MGPContextDesc, MGPMakeCurrent},
};

/// What was pushed for one client context, the objects that its driver context does not share, and the shadow of that.
#[derive(Debug)]
pub struct ContextState {
    /// The client context; null for the session's own, which is current while no client context is.
    pub handle: RawHandle,
    /// What the driver context has.
    pub shadow: Shadow,
    /// Framebuffer objects and bindings.
    pub framebuffers: framebuffer::ContextFramebuffers,
    /// Surfaces of the default framebuffer.
    pub surfaces: surface::ContextSurfaces,
    /// Textures and samplers of the units.
    pub units: sampler::Units,
    /// Image units.
    pub images: image::Units,
    /// Pack state.
    pub pack: readback::PackState,
    /// Vertex formats, buffers, defaults.
    pub vertex: vertex::VertexState,
    /// Programs, and buffers that they read.
    pub program: program::ProgramState,
    /// Render state and dynamic state.
    pub raster: raster::RasterState,
    /// Transform feedback.
    pub xfb: xfb::XfbState,
    /// Active queries, conditional rendering.
    pub query: query::QueryState,
    /// Vertex array of internal draws.
    pub(crate) scratch_array: Option<crate::driver::GlVertexArray>,
    /// Objects of this driver context that died while another was current.
    pub graveyard: Vec<Dead>,
    /// Programs died while another context was current.
    pub programs_died: bool,
    /// Which of the two programs that draw nothing is next, see `renew_shaders`.
    pub renewed: bool,
}

/// A driver object that only its own context can delete.
#[derive(Clone, Copy, Debug)]
pub enum Dead {
    /// A framebuffer object.
    Framebuffer(crate::driver::GlFramebuffer),
    /// A vertex array.
    VertexArray(crate::driver::GlVertexArray),
    /// A query object.
    Query(crate::driver::GlQuery),
    /// A transform feedback object.
    Xfb(crate::driver::GlXfb),
}

impl ContextState {
    pub(crate) fn new(handle: RawHandle, driver: &Driver) -> Self {
        ContextState {
            handle,
            shadow: Shadow::new(driver),
            framebuffers: Default::default(),
            surfaces: Default::default(),
            units: Default::default(),
            images: Default::default(),
            pack: Default::default(),
            vertex: Default::default(),
            program: Default::default(),
            raster: Default::default(),
            xfb: Default::default(),
            query: Default::default(),
            scratch_array: None,
            graveyard: Vec::new(),
            programs_died: false,
            renewed: false,
        }
    }

    /// Deletes what died while another context was current. This context is current.
    pub(crate) fn bury(&mut self, gl: &Driver) {
        for dead in self.graveyard.drain(..) {
            match dead {
                Dead::Framebuffer(name) => {
                    self.shadow.forget_framebuffer(name);
                    gl.delete_framebuffer(name);
                }
                Dead::VertexArray(name) => {
                    self.shadow.forget_vertex_array(name);
                    gl.delete_vertex_array(name);
                }
                Dead::Query(name) => gl.delete_query(name),
                Dead::Xfb(name) => {
                    self.shadow.forget_xfb(name);
                    gl.delete_transform_feedback(name);
                }
            }
        }
    }
}

impl Applier {
    pub(crate) fn create_context(&mut self, desc: &MGPContextDesc, host: &mut dyn crate::Host) -> Result {
        let known = self.contexts().any(|cx| cx.handle.slot == desc.context.slot);
        if known {
            return Err(Refusal::State("a context with this slot exists"));
        }
        host.create_context(desc.context).map_err(Refusal::Driver)?;
        self.parked.push(ContextState::new(desc.context, &self.gl));
        Ok(())
    }

    pub(crate) fn make_current(&mut self, record: &MGPMakeCurrent, host: &mut dyn crate::Host) -> Result {
        self.switch_to(record.context, host)?;
        self.set_surfaces(record.draw, record.read)
    }

    /// Makes the context of `handle` current (null: the session's own).
    fn switch_to(&mut self, handle: RawHandle, host: &mut dyn crate::Host) -> Result {
        if self.cx.handle == handle {
            return Ok(());
        }
        let index = self.parked.iter().position(|cx| cx.handle == handle).ok_or(Refusal::Handle {
            field: "context",
            handle,
            miss: crate::table::Miss::Unknown,
        })?;
        // What this context did must be visible to the next one: a driver orders work of contexts by their flushes.
        self.gl.flush();
        host.make_current((!handle.is_null()).then_some(handle)).map_err(Refusal::Driver)?;
        std::mem::swap(&mut self.cx, &mut self.parked[index]);
        self.cx.bury(&self.gl);
        // Objects that another context changed are seen here only once bound again (ES 3.2, appendix C).
        self.cx.shadow.moved = Groups::all();
        if std::mem::take(&mut self.cx.programs_died) { self.renew_shaders() } else { Ok(()) }
    }

    /// The context of `handle` is gone with what only it has.
    pub(crate) fn destroy_context(&mut self, handle: RawHandle, host: &mut dyn crate::Host) -> Result {
        if self.cx.handle == handle {
            self.switch_to(RawHandle::NULL, host)?;
        }
        let index = self.parked.iter().position(|cx| cx.handle == handle && !handle.is_null());
        let index = index.ok_or(Refusal::Handle { field: "handle", handle, miss: crate::table::Miss::Unknown })?;
        // The driver deletes the objects that belong to its context together with it.
        self.parked.swap_remove(index);
        self.context_objects_died(handle);
        host.destroy_context(handle);
        Ok(())
    }

    /// Every context's state, the current one first.
    pub(crate) fn contexts(&self) -> impl Iterator<Item = &ContextState> {
        std::iter::once(&self.cx).chain(&self.parked)
    }

    /// Every context's state, the current one first.
    pub(crate) fn contexts_mut(&mut self) -> impl Iterator<Item = &mut ContextState> {
        std::iter::once(&mut self.cx).chain(&mut self.parked)
    }

    /// Twins of objects that belonged to a context which is gone keep no driver object.
    fn context_objects_died(&mut self, context: RawHandle) {
        for (_, query) in self.queries.iter_mut() {
            query.context_died(context);
        }
        for (_, xfb) in self.xfbs.iter_mut() {
            xfb.context_died(context);
        }
    }

    /// The death of anything without a row of its own.
    pub(crate) fn object_death(&mut self, record: &MGPHandleOnly, host: &mut dyn crate::Host) -> Result {
        let handle = record.handle;
        match record.kind {
            k if k == kind::Framebuffer::KIND.wire() => self.destroy_framebuffer(handle),
            k if k == kind::Sampler::KIND.wire() => self.destroy_sampler(handle),
            k if k == kind::SamplerView::KIND.wire() => self.destroy_sampler_view(handle),
            k if k == kind::VertexElements::KIND.wire() => self.destroy_vertex_elements(handle),
            k if k == kind::Program::KIND.wire() => self.destroy_program(handle),
            k if k == kind::RenderState::KIND.wire() => self.destroy_render_state(handle),
            k if k == kind::Xfb::KIND.wire() => self.destroy_xfb(handle),
            k if k == kind::Query::KIND.wire() => self.destroy_query(handle),
            k if k == kind::Fence::KIND.wire() => self.destroy_fence(handle),
            k if k == kind::Context::KIND.wire() => self.destroy_context(handle, host),
            k if k == kind::Surface::KIND.wire() => self.destroy_surface(handle),
            kind => Err(Refusal::Kind { field: "kind", kind }),
        }
    }

    /// The death of a buffer, texture or renderbuffer.
    pub(crate) fn resource_destroy(&mut self, record: &MGPHandleOnly) -> Result {
        match record.kind {
            k if k == kind::Buffer::KIND.wire() => self.destroy_buffer(record.handle),
            k if k == kind::Texture::KIND.wire() => self.destroy_texture(record.handle),
            k if k == kind::Renderbuffer::KIND.wire() => self.destroy_renderbuffer(record.handle),
            kind => Err(Refusal::Kind { field: "kind", kind }),
        }
    }
}
