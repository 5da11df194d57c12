//! Error flags and where they come from.

use super::enums::*;
use crate::Cx;
use pipe_types::event::Event;

/// The context's error flag (one, as drivers have it).
#[derive(Debug, Default)]
pub struct Errors {
    flag: GLenum,
    /// The error belongs to what comes before this record.
    seq: u64,
}

/// Records `error` unless one is already recorded, and tells debug output.
#[cold]
pub fn record(cx: &mut Cx<'_>, error: GLenum, why: &str) {
    let seq = cx.session.next_seq();
    record_at(cx, error, why, seq);
}

/// An error of the call behind record `seq`: of two, the one that was made first is kept, whichever came to be known first.
fn record_at(cx: &mut Cx<'_>, error: GLenum, why: &str, seq: u64) {
    tracing::debug!(error = enum_name(error), why, "GL error");
    let kept = &mut cx.state.error;
    if kept.flag == GL_NO_ERROR || seq < kept.seq {
        (kept.flag, kept.seq) = (error, seq);
    }
    super::debug::error_message(cx, error, why);
}

/// `glGetError`. Errors that only the driver could find arrive as events and are looked for here, without waiting.
pub fn get_error(cx: &mut Cx<'_>) -> GLenum {
    drain_events(cx);
    if cx.session.is_lost() && cx.state.error.flag == GL_NO_ERROR {
        return GL_CONTEXT_LOST;
    }
    std::mem::replace(&mut cx.state.error.flag, GL_NO_ERROR)
}

/// Takes in what the server said unasked.
pub fn drain_events(cx: &mut Cx<'_>) {
    for (seq, event) in cx.session.take_events() {
        match event {
            Event::GlError(error, text) => record_at(cx, error, &format!("record {seq}: {text}"), seq),
            Event::Log(level, text) => super::debug::server_message(cx, level, &text),
            _ => {}
        }
    }
}
