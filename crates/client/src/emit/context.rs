//! Which context the records belong to.

use crate::{context::ContextState, session::Session};
use pipe_types::{Op, RawHandle, records::context::MGPMakeCurrent};

/// The following records are `context`'s.
#[cold]
pub fn speak(context: &mut ContextState, session: &mut Session) {
    let handle =
        |surface: &Option<crate::context::SurfaceInfo>| surface.as_ref().map_or(RawHandle::NULL, |s| s.handle.raw());
    session.push(
        Op::MakeCurrent,
        &MGPMakeCurrent {
            context: context.handle.raw(),
            draw: handle(&context.surfaces.draw),
            read: handle(&context.surfaces.read),
        },
    );
}

/// The following records belong to no context: no thread's context is used for them.
#[cold]
pub fn speak_for_none(session: &mut Session) {
    session.push(Op::MakeCurrent, &MGPMakeCurrent::default());
}
