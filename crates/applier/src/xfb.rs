//! Transform feedback objects.
//!
//! A program whose variant changes while transform feedback is active can't be drawn with (ES 3.2, 12.1); variants depend
//! on state that such draws do not change, so that the driver's error is the answer.

use crate::{
    Applier,
    context::Dead,
    driver::GlXfb,
    error::{Refusal, Result, missing},
};
use pipe_types::{
    decode::Record,
    handle::{RawHandle, kind},
    primitive::MGPHandleOnly,
    records::program::{MGPBeginXfb, MGPBufferBinding, MGPStreamOutput},
};

/// Buffers of a transform feedback object.
const BUFFERS: usize = 4;

/// The twin of a transform feedback object.
#[derive(Debug)]
pub(crate) struct Xfb {
    context: RawHandle,
    name: GlXfb,
    buffers: [MGPBufferBinding; BUFFERS],
    mode: u32,
    active: bool,
    paused: bool,
    /// Primitives of the last capture, or the segments that know them.
    written: u64,
    segments: Vec<usize>,
    lost: bool,
}

impl Xfb {
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
    /// The object that captures, or is paused.
    active: RawHandle,
    /// A driver capture waits for the next draw, whose program must be current when it begins.
    begin_pending: bool,
    resume_pending: bool,
}

impl XfbState {
    /// Whether draws are captured now.
    pub(crate) fn captures(&self) -> bool {
        !self.active.is_null()
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
                paused: false,
                written: 0,
                segments: Vec::new(),
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
        if self.cx.xfb.active == handle {
            self.finish_capture()?;
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
        if !self.cx.xfb.active.is_null() {
            return Err(Refusal::State("transform feedback is active"));
        }
        let twin = self.xfb("xfb", r.xfb)?;
        (twin.active, twin.paused, twin.mode, twin.written) = (true, false, r.mode, 0);
        let (name, buffers) = (twin.name, twin.buffers);
        let segments = std::mem::take(&mut twin.segments);
        self.xfb_count(&segments);
        self.cx.shadow.bind_xfb(&self.gl, Some(name));
        for (i, binding) in buffers.iter().enumerate() {
            let buffer = self.bound_buffer(binding.buffer);
            let name = buffer.map(|b| b.name);
            match (buffer, binding.size) {
                (Some(b), size) if (size != u64::MAX || binding.offset != 0) && b.size >= binding.offset + 4 => {
                    let size = size.min(b.size - binding.offset) & !3;
                    self.gl.bind_buffer_range(
                        glow::TRANSFORM_FEEDBACK_BUFFER,
                        i as u32,
                        name,
                        binding.offset as i32,
                        size as i32,
                    );
                }
                _ => self.gl.bind_buffer_base(glow::TRANSFORM_FEEDBACK_BUFFER, i as u32, name),
            }
        }
        self.cx.shadow.forget_xfb_buffer();
        self.cx.xfb = XfbState { active: r.xfb, begin_pending: true, resume_pending: false };
        Ok(())
    }

    /// The next draw's program is current: begins or resumes what waits for it. Returns whether draws are captured.
    pub(crate) fn sync_xfb(&mut self) -> Result<bool> {
        let handle = self.cx.xfb.active;
        let Ok(twin) = self.xfbs.get(handle) else { return Ok(false) };
        let (mode, paused) = (twin.mode, twin.paused);
        if paused {
            return Ok(false);
        }
        if std::mem::take(&mut self.cx.xfb.begin_pending) {
            self.gl.begin_transform_feedback(mode);
            self.xfb_count_begin()?;
        }
        if std::mem::take(&mut self.cx.xfb.resume_pending) {
            self.gl.resume_transform_feedback();
        }
        Ok(true)
    }

    /// Leaves the driver's capture paused, so that another program may become current.
    pub(crate) fn hold_xfb(&mut self) {
        let capturing = self.xfbs.get(self.cx.xfb.active).is_ok_and(|x| !x.paused);
        if capturing && !self.cx.xfb.begin_pending && !self.cx.xfb.resume_pending {
            self.gl.pause_transform_feedback();
            self.cx.xfb.resume_pending = true;
        }
    }

    pub(crate) fn end_transform_feedback(&mut self, r: &MGPHandleOnly) -> Result {
        self.expect_active(r)?;
        self.finish_capture()
    }

    fn expect_active(&self, r: &MGPHandleOnly) -> Result<RawHandle> {
        let handle = r.typed::<kind::Xfb>().ok_or(Refusal::Kind { field: "kind", kind: r.kind })?.raw();
        if handle.is_null() || self.cx.xfb.active != handle {
            return Err(Refusal::State("the transform feedback object is not active"));
        }
        Ok(handle)
    }

    fn finish_capture(&mut self) -> Result {
        let handle = self.cx.xfb.active;
        let begun = !self.cx.xfb.begin_pending;
        self.cx.xfb = XfbState::default();
        let mut segments = Vec::new();
        if begun {
            segments = self.xfb_count_end()?;
            self.gl.end_transform_feedback();
        }
        let twin = self.xfbs.get_mut(handle).map_err(missing("handle", handle))?;
        (twin.active, twin.paused) = (false, false);
        twin.segments = segments;
        let written = twin.buffers.map(|b| b.buffer);
        // The buffers go from the object, so that they can be captured into elsewhere.
        written.into_iter().for_each(|buffer| self.buffer_written(buffer));
        self.cx.shadow.bind_xfb(&self.gl, None);
        Ok(())
    }

    pub(crate) fn pause_transform_feedback(&mut self, r: &MGPHandleOnly) -> Result {
        let handle = self.expect_active(r)?;
        self.hold_xfb();
        self.cx.xfb.resume_pending = false;
        self.xfb("handle", handle)?.paused = true;
        Ok(())
    }

    pub(crate) fn resume_transform_feedback(&mut self, r: &MGPHandleOnly) -> Result {
        let handle = self.expect_active(r)?;
        let begun = !self.cx.xfb.begin_pending;
        let twin = self.xfb("handle", handle)?;
        if std::mem::replace(&mut twin.paused, false) {
            self.cx.xfb.resume_pending = begun;
        }
        Ok(())
    }

    /// Vertices that the last capture of `handle` wrote.
    pub(crate) fn captured_vertices(&mut self, handle: RawHandle) -> Result<u64> {
        let context = self.cx.handle;
        let twin = self.xfbs.get_mut(handle).map_err(missing("index_resource", handle))?;
        if twin.context != context {
            return Err(Refusal::State("a transform feedback object belongs to the context that made it"));
        }
        let segments = std::mem::take(&mut twin.segments);
        if !segments.is_empty() {
            let written = self.xfb_count(&segments);
            self.xfb("index_resource", handle)?.written = written;
        }
        let twin = self.xfb("index_resource", handle)?;
        let per_primitive = match twin.mode {
            glow::POINTS => 1,
            glow::LINES => 2,
            _ => 3,
        };
        Ok(twin.written * per_primitive)
    }
}
