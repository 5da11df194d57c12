//! Transform feedback (GL 4.6 core 13.3).

use super::{
    buffer::{Buffer, IndexedBinding, WHOLE},
    enums::*,
    get::Value,
    program::{self, ShaderOrProgram},
};
use crate::{
    Cx, emit,
    emit::Dirty,
    table::{Ref, Table},
};
use pipe_types::{Handle, handle::kind, records::resource::bind_mask};

/// Buffer binding points of an object that cross the wire.
pub const BUFFERS: usize = 4;

/// A transform feedback object.
#[derive(Debug, Default)]
pub struct Xfb {
    /// Its handle; null until it first begins.
    pub handle: Handle<kind::Xfb>,
    /// Targets.
    pub buffers: [IndexedBinding; BUFFERS],
    /// Between begin and end.
    pub active: bool,
    /// Between pause and resume.
    pub paused: bool,
    /// `GL_POINTS`, `GL_LINES` or `GL_TRIANGLES`.
    pub mode: GLenum,
    /// The program that it captures.
    pub program: Option<Ref<ShaderOrProgram>>,
    /// It has ended once, so that `glDrawTransformFeedback` has a count.
    pub ended: bool,
}

impl Xfb {
    /// Changes a binding point.
    pub fn bind(&mut self, index: usize, binding: IndexedBinding) {
        self.buffers[index] = binding;
    }
    /// Whether draws are captured: it is active and not paused.
    #[inline]
    pub fn captures(&self) -> bool {
        self.active && !self.paused
    }
}

/// Transform feedback of a context.
#[derive(Default)]
pub struct XfbState {
    /// Objects.
    pub table: Table<Xfb>,
    /// The bound object; `None` is the default one.
    pub current: Option<Ref<Xfb>>,
    default: Xfb,
}

impl XfbState {
    /// The bound object.
    #[inline]
    pub fn current(&self) -> &Xfb {
        match &self.current {
            Some(xfb) => &self.table[xfb],
            None => &self.default,
        }
    }
    /// The bound object, to change.
    pub fn current_mut(&mut self) -> &mut Xfb {
        match &self.current {
            Some(xfb) => &mut self.table[xfb],
            None => &mut self.default,
        }
    }
    fn all(&mut self) -> impl Iterator<Item = &mut Xfb> {
        self.table.iter_mut().chain(std::iter::once(&mut self.default))
    }
    /// Handles of all objects that have one.
    pub fn handles(&mut self) -> Vec<Handle<kind::Xfb>> {
        self.all().map(|xfb| xfb.handle).filter(|handle| !handle.is_null()).collect()
    }
}

/// Whether active transform feedback of this context captures the program.
pub fn uses_program(cx: &mut Cx<'_>, program: &Ref<ShaderOrProgram>) -> bool {
    cx.state.xfb.all().any(|xfb| xfb.active && xfb.program.as_ref() == Some(program))
}

/// A deleted buffer leaves the bound object.
pub fn buffer_deleted(cx: &mut Cx<'_>, buffer: &Ref<Buffer>) {
    for point in &mut cx.state.xfb.current_mut().buffers {
        if point.buffer.as_ref() == Some(buffer) {
            *point = IndexedBinding::default();
        }
    }
}

/// `glGenTransformFeedbacks`.
pub fn generate(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    names.fill_with(|| cx.state.xfb.table.generate());
}

/// `glCreateTransformFeedbacks`.
pub fn create(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    for name in names {
        *name = cx.state.xfb.table.generate();
        cx.state.xfb.table.create(*name, Xfb::default());
    }
}

/// `glIsTransformFeedback`.
pub fn is_transform_feedback(cx: &mut Cx<'_>, name: GLuint) -> GLboolean {
    GLboolean::from(cx.state.xfb.table.by_name(name).is_some())
}

/// `glDeleteTransformFeedbacks`.
pub fn delete(cx: &mut Cx<'_>, names: &[GLuint]) {
    if names.iter().any(|&name| cx.state.xfb.table.by_name(name).is_some_and(|xfb| xfb.active)) {
        return cx.error(GL_INVALID_OPERATION, "the transform feedback object is active");
    }
    for &name in names {
        let Some(xfb) = cx.state.xfb.table.delete(name) else { continue };
        super::debug::forget_label(cx, GL_TRANSFORM_FEEDBACK, name);
        if cx.state.xfb.current.as_ref() == Some(&xfb) {
            cx.state.xfb.current = None;
        }
        cx.state.sent.dirty.insert(Dirty::COLLECT);
    }
}

/// `glBindTransformFeedback`.
pub fn bind(cx: &mut Cx<'_>, target: GLenum, name: GLuint) {
    if target != GL_TRANSFORM_FEEDBACK {
        return cx.error(GL_INVALID_ENUM, "target");
    }
    if cx.state.xfb.current().captures() {
        return cx.error(GL_INVALID_OPERATION, "transform feedback is active");
    }
    let table = &mut cx.state.xfb.table;
    cx.state.xfb.current = if name == 0 {
        None
    } else if let Some(xfb) = table.get(name) {
        Some(xfb)
    } else if table.is_generated(name) {
        Some(table.create(name, Xfb::default()))
    } else {
        return cx.error(GL_INVALID_OPERATION, "the name was not generated");
    };
}

/// `glBeginTransformFeedback`.
pub fn begin(cx: &mut Cx<'_>, mode: GLenum) {
    if !matches!(mode, GL_POINTS | GL_LINES | GL_TRIANGLES) {
        return cx.error(GL_INVALID_ENUM, "primitive mode");
    }
    if cx.state.xfb.current().active {
        return cx.error(GL_INVALID_OPERATION, "transform feedback is active");
    }
    super::pipeline::prepare(cx, false);
    let xfb = cx.state.xfb.current();
    let strides = program::current(cx).map_or(&[][..], |executable| &executable.archive.xfb.strides);
    if strides.is_empty() {
        return cx.error(GL_INVALID_OPERATION, "the program captures nothing");
    }
    // Nothing is captured into a buffer between two `gl_NextBuffer`s.
    if strides.iter().zip(&xfb.buffers).any(|(stride, point)| *stride > 0 && point.buffer.is_none()) {
        return cx.error(GL_INVALID_OPERATION, "a captured binding point has no buffer");
    }
    let program = cx.state.program.current.clone();
    let handle = cx.state.xfb.current().handle;
    let handle = if handle.is_null() { cx.session.mint() } else { handle };
    let xfb = cx.state.xfb.current_mut();
    (xfb.handle, xfb.active, xfb.paused, xfb.mode, xfb.program) = (handle, true, false, mode, program);
    // The server writes what the points show, from now on.
    for point in xfb.buffers.clone() {
        if let Some(buffer) = &point.buffer {
            super::buffer::server_writes(cx, buffer, point.offset, point.size);
        }
    }
    emit::transform_feedback::begin(cx);
}

/// `glEndTransformFeedback`.
pub fn end(cx: &mut Cx<'_>) {
    let xfb = cx.state.xfb.current_mut();
    if !xfb.active {
        return cx.error(GL_INVALID_OPERATION, "transform feedback is not active");
    }
    (xfb.active, xfb.paused, xfb.ended, xfb.program) = (false, false, true, None);
    let handle = xfb.handle;
    emit::transform_feedback::end(cx.session, handle);
}

/// `glPauseTransformFeedback`.
pub fn pause(cx: &mut Cx<'_>) {
    let xfb = cx.state.xfb.current_mut();
    if !xfb.active || xfb.paused {
        return cx.error(GL_INVALID_OPERATION, "transform feedback is not active, or paused");
    }
    xfb.paused = true;
    let handle = xfb.handle;
    emit::transform_feedback::pause(cx.session, handle);
}

/// `glResumeTransformFeedback`.
pub fn resume(cx: &mut Cx<'_>) {
    let current = cx.state.program.current.clone();
    let xfb = cx.state.xfb.current_mut();
    if !xfb.active || !xfb.paused || xfb.program != current {
        return cx.error(GL_INVALID_OPERATION, "transform feedback is not paused, or of another program");
    }
    xfb.paused = false;
    super::pipeline::prepare(cx, false);
    emit::transform_feedback::resume(cx);
}

/// The object of the named calls: 0 is the default one; `GL_INVALID_OPERATION` when there is none.
fn existing<'a>(cx: &'a mut Cx<'_>, name: GLuint) -> Option<&'a mut Xfb> {
    if name != 0 && cx.state.xfb.table.by_name(name).is_none() {
        cx.error(GL_INVALID_OPERATION, "no such transform feedback object");
        return None;
    }
    if name == 0 { Some(&mut cx.state.xfb.default) } else { cx.state.xfb.table.by_name_mut(name) }
}

/// `glTransformFeedbackBufferBase` (`range` is `None`) and `glTransformFeedbackBufferRange`.
pub fn bind_buffer(
    cx: &mut Cx<'_>,
    name: GLuint,
    index: GLuint,
    buffer: GLuint,
    range: Option<(GLintptr, GLsizeiptr)>,
) {
    match existing(cx, name) {
        None => return,
        Some(xfb) if xfb.active => return cx.error(GL_INVALID_OPERATION, "the transform feedback object is active"),
        Some(_) => {}
    }
    if index >= cx.state.limits.xfb_buffers {
        return cx.error(GL_INVALID_VALUE, "binding point");
    }
    let object = if buffer == 0 { None } else { cx.shared.buffers.get(buffer) };
    if object.is_none() && buffer != 0 {
        return cx.error(GL_INVALID_VALUE, "no such buffer");
    }
    if range.is_some_and(|(offset, size)| offset < 0 || size <= 0 || offset % 4 != 0 || size % 4 != 0) {
        return cx.error(GL_INVALID_VALUE, "buffer range");
    }
    let (offset, size) = range.map_or((0, WHOLE), |(offset, size)| (offset as u64, size as u64));
    if let Some(object) = &object {
        // From now on the server writes it, whatever was known of its content.
        cx.shared.buffers[object].used_as(bind_mask::STREAM_OUTPUT);
    }
    if let Some(xfb) = existing(cx, name) {
        xfb.bind(index as usize, IndexedBinding { buffer: object, offset, size });
    }
}

/// `glGetTransformFeedbackiv`.
pub fn parameter(cx: &mut Cx<'_>, name: GLuint, pname: GLenum) -> Option<GLint> {
    let xfb = existing(cx, name)?;
    match pname {
        GL_TRANSFORM_FEEDBACK_ACTIVE => Some(xfb.active.into()),
        GL_TRANSFORM_FEEDBACK_PAUSED => Some(xfb.paused.into()),
        _ => {
            cx.error(GL_INVALID_ENUM, "parameter");
            None
        }
    }
}

/// A binding point of a named object.
pub fn point(cx: &mut Cx<'_>, name: GLuint, index: GLuint) -> Option<IndexedBinding> {
    let limit = cx.state.limits.xfb_buffers;
    let xfb = existing(cx, name)?;
    if index < limit {
        return Some(xfb.buffers[index as usize].clone());
    }
    cx.error(GL_INVALID_VALUE, "binding point");
    None
}

/// `glGet` of transform feedback.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let xfb = &cx.state.xfb;
    Some(match pname {
        GL_TRANSFORM_FEEDBACK_BINDING => Value::int(xfb.current.as_ref().map_or(0, |xfb_| xfb.table.name(xfb_))),
        GL_TRANSFORM_FEEDBACK_ACTIVE => Value::bool(xfb.current().active),
        GL_TRANSFORM_FEEDBACK_PAUSED => Value::bool(xfb.current().paused),
        _ => return None,
    })
}
