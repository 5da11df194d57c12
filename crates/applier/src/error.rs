//! What ends a session.

use crate::{host::HostGone, table::Miss};
use pipe_types::{archive::ArchiveError, event::SessionFault, handle::RawHandle};
use thiserror::Error;

/// The session can't go on: which record, and why.
#[derive(Debug, Error)]
#[error("{record} (record {seq}): {refusal}")]
pub struct Fault {
    /// Ordinal of the record.
    pub seq: u64,
    /// Its name.
    pub record: &'static str,
    /// What is wrong.
    pub refusal: Refusal,
}

impl Fault {
    /// The reason as the client learns it.
    pub fn kind(&self) -> SessionFault {
        match self.refusal {
            Refusal::Handle { .. }
            | Refusal::Kind { .. }
            | Refusal::Range { .. }
            | Refusal::Value { .. }
            | Refusal::Archive(_)
            | Refusal::Spirv { .. }
            | Refusal::State(_) => SessionFault::Protocol,
            Refusal::Unsupported(_) => SessionFault::Unsupported,
            Refusal::ContextLost(_) => SessionFault::ContextLost,
            Refusal::Driver(_) | Refusal::HostGone(_) => SessionFault::Internal,
        }
    }
}

/// Why a record is refused.
#[derive(Debug, Error)]
pub enum Refusal {
    /// A handle that names nothing.
    #[error("field `{field}`: handle {handle} {}", match .miss { Miss::Unknown => "names nothing", Miss::Stale => "is older than its slot" })]
    Handle {
        /// The field.
        field: &'static str,
        /// What it holds.
        handle: RawHandle,
        /// Why it finds nothing.
        miss: Miss,
    },
    /// A handle of the wrong kind.
    #[error("field `{field}`: kind {kind} has no place here")]
    Kind {
        /// The field.
        field: &'static str,
        /// The number.
        kind: u32,
    },
    /// A range that is not inside its object.
    #[error("field `{field}`: {offset} + {size} is outside of 0 to {limit}")]
    Range {
        /// The field.
        field: &'static str,
        /// First element.
        offset: u64,
        /// Elements.
        size: u64,
        /// What there is.
        limit: u64,
    },
    /// A value that means nothing here.
    #[error("field `{field}` is {value:#x}: {expected}")]
    Value {
        /// The field.
        field: &'static str,
        /// What it holds.
        value: u64,
        /// What it may hold.
        expected: &'static str,
    },
    /// A program's archive is none.
    #[error(transparent)]
    Archive(#[from] ArchiveError),
    /// A program's module is not what a client makes.
    #[error("{stage:?} shader: the SPIR-V is refused: {error}")]
    Spirv {
        /// Its stage.
        stage: pipe_types::archive::Stage,
        /// What is wrong with it.
        error: essl_back::CheckError,
    },
    /// The record makes no sense in the state the session is in.
    #[error("{0}")]
    State(&'static str),
    /// The driver can't do it and the client was told so.
    #[error("not supported by this driver: {0}")]
    Unsupported(String),
    /// The driver lost its context.
    #[error("the driver lost its context (reset status {0:#x})")]
    ContextLost(u32),
    /// The driver or EGL failed where it must not.
    #[error("driver: {0}")]
    Driver(String),
    /// The other side is gone.
    #[error(transparent)]
    HostGone(#[from] HostGone),
}

/// The result of applying something.
pub(crate) type Result<T = ()> = std::result::Result<T, Refusal>;

/// Names field and handle of a miss.
pub(crate) fn missing(field: &'static str, handle: RawHandle) -> impl FnOnce(Miss) -> Refusal {
    move |miss| Refusal::Handle { field, handle, miss }
}

/// Checks that `offset + size` lies within `limit`.
pub(crate) fn check_range(field: &'static str, offset: u64, size: u64, limit: u64) -> Result {
    match offset.checked_add(size) {
        Some(end) if end <= limit => Ok(()),
        _ => Err(Refusal::Range { field, offset, size, limit }),
    }
}

/// The name of a GL error enum.
pub(crate) fn gl_error_name(error: u32) -> &'static str {
    match error {
        glow::INVALID_ENUM => "GL_INVALID_ENUM",
        glow::INVALID_VALUE => "GL_INVALID_VALUE",
        glow::INVALID_OPERATION => "GL_INVALID_OPERATION",
        glow::INVALID_FRAMEBUFFER_OPERATION => "GL_INVALID_FRAMEBUFFER_OPERATION",
        glow::OUT_OF_MEMORY => "GL_OUT_OF_MEMORY",
        0x0507 => "GL_CONTEXT_LOST",
        _ => "a GL error",
    }
}
