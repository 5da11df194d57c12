//! Transform feedback records.

use crate::{Cx, context::ContextState, gl::transform_feedback::BUFFERS, session::Session};
use pipe_types::{
    Handle, Op,
    handle::kind,
    primitive::MGPHandleOnly,
    records::program::{MGPBeginXfb, MGPStreamOutput},
};

/// Capturing begins: the server has to know program and targets first.
pub fn begin(cx: &mut Cx<'_>) {
    super::objects(cx);
    super::program::current(cx);
    let xfb = cx.state.xfb.current();
    let tail: [_; BUFFERS] = std::array::from_fn(|at| super::buffer::binding(&cx.shared.buffers, &xfb.buffers[at]));
    let count = xfb.buffers.iter().rposition(|point| point.buffer.is_some()).map_or(0, |last| last + 1);
    let (raw, mode) = (xfb.handle.raw(), xfb.mode);
    cx.session.push_tail(
        Op::SetStreamOutput,
        &MGPStreamOutput { xfb: raw, count: count as u32, pad: 0 },
        &tail[..count],
    );
    cx.session.push(Op::BeginTransformFeedback, &MGPBeginXfb { xfb: raw, mode, pad: 0 });
}

/// Capturing ends.
pub fn end(session: &mut Session, xfb: Handle<kind::Xfb>) {
    session.push(Op::EndTransformFeedback, &MGPHandleOnly::of(xfb));
}

/// Capturing pauses.
pub fn pause(session: &mut Session, xfb: Handle<kind::Xfb>) {
    session.push(Op::PauseTransformFeedback, &MGPHandleOnly::of(xfb));
}

/// Capturing goes on, with its program current.
pub fn resume(cx: &mut Cx<'_>) {
    super::program::current(cx);
    let xfb = cx.state.xfb.current().handle;
    cx.session.push(Op::ResumeTransformFeedback, &MGPHandleOnly::of(xfb));
}

/// Ends objects that nobody refers to.
pub fn collect(state: &mut ContextState, session: &mut Session) {
    state.xfb.table.collect(|xfb| {
        if !xfb.handle.is_null() {
            super::object_death(session, xfb.handle);
        }
    });
}

/// The context is gone.
pub fn forget(state: &mut ContextState, session: &mut Session) {
    for handle in state.xfb.handles() {
        session.release(handle);
    }
    state.xfb = Default::default();
}
