//! Transform feedback objects.
//!
//! A program whose variant changes while transform feedback is active can't be drawn with (ES 3.2, 12.1); variants depend
//! on state that such draws do not change, so that the driver's error is the answer.

use crate::{
    Applier,
    context::Dead,
    driver::GlXfb,
    error::{Refusal, Result, missing},
    xfb_scatter::Scatter,
};
use pipe_types::{
    archive::VERTEX_STREAMS,
    decode::Record,
    handle::{RawHandle, kind},
    primitive::MGPHandleOnly,
    records::program::{MGPBeginXfb, MGPBufferBinding, MGPStreamOutput},
};

/// Buffers of a transform feedback object.
const BUFFERS: usize = 4;

/// The twin of a transform feedback object. Several may be active at once, all but one of them paused.
#[derive(Debug)]
pub(crate) struct Xfb {
    context: RawHandle,
    name: GlXfb,
    buffers: [MGPBufferBinding; BUFFERS],
    mode: u32,
    active: bool,
    /// The driver's capture has begun. It waits for the first draw, whose program must be current when it begins.
    begun: bool,
    /// The driver's capture is paused, so that another program or another object may become current.
    held: bool,
    /// Primitives of the last capture, or the segments that know them.
    written: u64,
    segments: Vec<usize>,
    /// What is put in its places when the capture ends, for programs whose captures ES can't say.
    pub(crate) scatter: Scatter,
    scattered: bool,
    /// Vertices that the last capture wrote of each stream, where it was such a capture.
    vertices: Option<[u64; VERTEX_STREAMS as usize]>,
    lost: bool,
}

/// Vertices of a primitive that is captured.
pub(crate) fn vertices_of(mode: u32) -> u64 {
    match mode {
        glow::POINTS => 1,
        glow::LINES => 2,
        _ => 3,
    }
}

impl Xfb {
    pub(crate) fn name(&self) -> GlXfb {
        self.name
    }
    pub(crate) fn context_died(&mut self, context: RawHandle) {
        if self.context == context {
            self.segments.clear();
            (self.lost, self.active) = (true, false);
        }
    }
}

/// Transform feedback of a context.
#[derive(Debug, Default)]
pub struct XfbState {
    /// The object that captures: active and not paused. The driver has it bound.
    capturing: RawHandle,
}

impl XfbState {
    /// Whether draws are captured now.
    pub(crate) fn captures(&self) -> bool {
        !self.capturing.is_null()
    }
    /// The object that captures.
    pub(crate) fn capturing(&self) -> RawHandle {
        self.capturing
    }
}

impl Applier {
    /// The object of a handle, made at its first use.
    fn xfb(&mut self, field: &'static str, handle: RawHandle) -> Result<&mut Xfb> {
        if self.xfbs.get(handle).is_err() {
            let name = self.gl.create_transform_feedback().map_err(Refusal::Driver)?;
            let fresh = Xfb {
                context: self.cx.handle,
                name,
                buffers: Default::default(),
                mode: 0,
                active: false,
                begun: false,
                held: false,
                written: 0,
                segments: Vec::new(),
                scatter: Scatter::default(),
                scattered: false,
                vertices: None,
                lost: false,
            };
            let old = match self.xfbs.insert(handle, fresh) {
                Ok(old) => old,
                Err(refused) => Some(refused),
            };
            if let Some(old) = old {
                self.bury_xfb(old);
            }
        }
        self.xfbs.get_mut(handle).map_err(missing(field, handle))
    }

    fn bury_xfb(&mut self, twin: Xfb) {
        let cx = self.contexts_mut().find(|cx| cx.handle == twin.context && !twin.lost);
        if let Some(cx) = cx {
            cx.graveyard.push(Dead::Xfb(twin.name));
        }
        self.cx.bury(&self.gl);
    }

    pub(crate) fn destroy_xfb(&mut self, handle: RawHandle) -> Result {
        let context = self.cx.handle;
        if self.xfbs.get(handle).is_ok_and(|twin| twin.active && twin.context == context) {
            self.finish_capture(handle)?;
        }
        let twin = self.xfbs.remove(handle).map_err(missing("handle", handle))?;
        self.bury_xfb(twin);
        Ok(())
    }

    pub(crate) fn set_stream_output(&mut self, r: &Record<'_, MGPStreamOutput, MGPBufferBinding>) -> Result {
        for binding in r.tail {
            self.may_bind_buffer("buffer", binding.buffer)?;
        }
        let twin = self.xfb("xfb", r.xfb)?;
        if twin.active {
            return Err(Refusal::State("buffers of an active transform feedback object"));
        }
        twin.buffers = Default::default();
        twin.buffers[..r.tail.len()].copy_from_slice(r.tail);
        Ok(())
    }

    pub(crate) fn begin_transform_feedback(&mut self, r: &MGPBeginXfb) -> Result {
        if self.cx.xfb.captures() {
            return Err(Refusal::State("transform feedback is active"));
        }
        self.xfb("xfb", r.xfb)?;
        let twin = self.own_xfb("xfb", r.xfb)?;
        if twin.active {
            return Err(Refusal::State("the transform feedback object is active"));
        }
        (twin.active, twin.begun, twin.held) = (true, false, false);
        (twin.mode, twin.written, twin.vertices) = (r.mode, 0, None);
        twin.scattered = false;
        let (name, buffers) = (twin.name, twin.buffers);
        let segments = std::mem::take(&mut twin.segments);
        self.xfb_count(&segments);
        self.cx.shadow.bind_xfb(&self.gl, Some(name));
        let scattered = self.programs.get(self.cx.program.draw).ok().filter(|p| p.archive().xfb.is_scattered());
        if let Some(xfb) = scattered.map(|program| program.archive().xfb.clone()) {
            let scatter = self.begin_scatter(&xfb, &buffers, name)?;
            let twin = self.own_xfb("xfb", r.xfb)?;
            (twin.scatter, twin.scattered) = (scatter, true);
            self.cx.xfb.capturing = r.xfb;
            return Ok(());
        }
        for (i, binding) in buffers.iter().enumerate() {
            let buffer = self.bound_buffer(binding.buffer);
            let name = buffer.map(|b| b.name);
            match (buffer, binding.size) {
                (Some(b), size) if (size != u64::MAX || binding.offset != 0) && b.size >= binding.offset + 4 => {
                    let size = size.min(b.size - binding.offset) & !3;
                    self.gl.bind_buffer_range(glow::TRANSFORM_FEEDBACK_BUFFER, i as u32, name, binding.offset, size);
                }
                _ => self.gl.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, i as u32, name),
            }
        }
        self.cx.shadow.forget_xfb_buffer();
        self.cx.xfb.capturing = r.xfb;
        Ok(())
    }

    /// An object of the current context. Its driver object is unknown to other contexts.
    fn own_xfb(&mut self, field: &'static str, handle: RawHandle) -> Result<&mut Xfb> {
        let context = self.cx.handle;
        let twin = self.xfbs.get_mut(handle).map_err(missing(field, handle))?;
        if twin.context != context {
            return Err(Refusal::State("a transform feedback object belongs to the context that made it"));
        }
        Ok(twin)
    }

    /// The next draw's program is current: begins or resumes what waits for it. Returns whether draws are captured.
    pub(crate) fn sync_xfb(&mut self) -> Result<bool> {
        let Ok(twin) = self.xfbs.get_mut(self.cx.xfb.capturing) else { return Ok(false) };
        if twin.scattered && !twin.scatter.has_first() {
            return Ok(true);
        }
        let resumes = std::mem::take(&mut twin.held);
        if !std::mem::replace(&mut twin.begun, true) {
            self.gl.begin_transform_feedback(twin.mode);
            self.xfb_count_begin(Vec::new())?;
        } else if resumes {
            self.gl.resume_transform_feedback();
        }
        Ok(true)
    }

    /// Leaves the driver's capture paused, so that another program or another object may become current.
    pub(crate) fn hold_xfb(&mut self) {
        if let Ok(twin) = self.xfbs.get_mut(self.cx.xfb.capturing)
            && twin.begun
            && !std::mem::replace(&mut twin.held, true)
        {
            self.gl.pause_transform_feedback();
        }
    }

    pub(crate) fn end_transform_feedback(&mut self, r: &MGPHandleOnly) -> Result {
        let handle = self.active_xfb(r)?;
        self.finish_capture(handle)
    }

    /// The object that a record names, which has to be active.
    fn active_xfb(&mut self, r: &MGPHandleOnly) -> Result<RawHandle> {
        let handle = r.typed::<kind::Xfb>().ok_or(Refusal::Kind { field: "kind", kind: r.kind })?.raw();
        if self.own_xfb("handle", handle)?.active {
            return Ok(handle);
        }
        Err(Refusal::State("the transform feedback object is not active"))
    }

    fn finish_capture(&mut self, handle: RawHandle) -> Result {
        let captured = self.cx.xfb.capturing == handle;
        let mut segments = None;
        if captured {
            segments = self.stop_capture()?;
        } else {
            // Another object's capture must not be running when this one is bound.
            self.hold_xfb();
        }
        let twin = self.own_xfb("handle", handle)?;
        (twin.active, twin.held) = (false, false);
        let (begun, name) = (std::mem::take(&mut twin.begun), twin.name);
        if let Some(segments) = segments {
            twin.segments = segments;
        }
        let written = twin.buffers.map(|b| b.buffer);
        if begun {
            self.cx.shadow.bind_xfb(&self.gl, Some(name));
            self.gl.end_transform_feedback();
        }
        let twin = self.own_xfb("handle", handle)?;
        if std::mem::take(&mut twin.scattered) {
            let (scatter, buffers, mode) = (std::mem::take(&mut twin.scatter), twin.buffers, twin.mode);
            let segments = std::mem::take(&mut twin.segments);
            let first = self.xfb_count(&segments);
            let vertices = self.end_scatter(scatter, &buffers, mode, first)?;
            self.own_xfb("handle", handle)?.vertices = Some(vertices);
        }
        // The buffers go from the object, so that they can be captured into elsewhere.
        written.into_iter().for_each(|buffer| self.buffer_written(buffer));
        let capturing = self.xfbs.get(self.cx.xfb.capturing).ok().map(|twin| twin.name);
        self.cx.shadow.bind_xfb(&self.gl, capturing);
        Ok(())
    }

    /// The object that captures does so no more; what counted its primitives.
    fn stop_capture(&mut self) -> Result<Option<Vec<usize>>> {
        let begun = self.xfbs.get(self.cx.xfb.capturing).is_ok_and(|twin| twin.begun);
        self.cx.xfb.capturing = RawHandle::NULL;
        if begun { self.xfb_count_end().map(Some) } else { Ok(None) }
    }

    pub(crate) fn pause_transform_feedback(&mut self, r: &MGPHandleOnly) -> Result {
        let handle = self.active_xfb(r)?;
        if self.cx.xfb.capturing != handle {
            return Err(Refusal::State("the transform feedback object is paused"));
        }
        self.hold_xfb();
        let segments = self.stop_capture()?;
        let twin = self.own_xfb("handle", handle)?;
        twin.segments = segments.unwrap_or_default();
        Ok(())
    }

    pub(crate) fn resume_transform_feedback(&mut self, r: &MGPHandleOnly) -> Result {
        let handle = self.active_xfb(r)?;
        if self.cx.xfb.captures() {
            return Err(Refusal::State("transform feedback is active"));
        }
        let twin = self.own_xfb("handle", handle)?;
        let (begun, name, segments) = (twin.begun, twin.name, std::mem::take(&mut twin.segments));
        self.cx.shadow.bind_xfb(&self.gl, Some(name));
        self.cx.xfb.capturing = handle;
        // The driver goes on at the next draw, with its program current; the count starts now.
        if begun { self.xfb_count_begin(segments) } else { Ok(()) }
    }

    /// Vertices that the last capture of `handle` wrote of a stream.
    pub(crate) fn captured_vertices(&mut self, handle: RawHandle, stream: u32) -> Result<u64> {
        let twin = self.own_xfb("index_resource", handle)?;
        if let (Some(vertices), false) = (twin.vertices, twin.active) {
            return Ok(vertices.get(stream as usize).copied().unwrap_or(0));
        }
        if stream != 0 {
            return Ok(0);
        }
        if twin.active {
            // What an active object has written so far is not asked for: the capture would end.
            return Ok(0);
        }
        let segments = std::mem::take(&mut twin.segments);
        if !segments.is_empty() {
            let written = self.xfb_count(&segments);
            self.xfb("index_resource", handle)?.written = written;
        }
        let twin = self.xfb("index_resource", handle)?;
        Ok(twin.written * vertices_of(twin.mode))
    }
}
