//! The client: OpenGL's front end in the application's process.
//!
//! It keeps all of GL's front-end state, answers every query that it can from that state, reports GL errors at once, and
//! turns what changed into records. Validation of what the application does rests here alone.
//!
//! - [`abi`]: the C functions. They turn pointers into slices, take the front end's lock and call [`gl`] and [`egl`]. The only
//!   unsafe code of the crate.
//! - [`gl`]: the state machine, a file per topic; `cx: &mut Cx` is the calling thread's context.
//! - [`emit`]: what the server has to know before a verb, a file per topic.
//! - [`session`] and [`link`]: records on their way, over whichever transport.
//! - [`egl`]: displays, configs, contexts, surfaces.
//!
//! It never names the applier: what runs behind a link is decided by who opens it ([`link::Connector`]).
#![deny(unsafe_code)]

#[allow(unsafe_code)]
pub mod abi;
pub mod context;
pub mod egl;
pub mod emit;
pub mod front_end;
pub mod gl;
pub mod link;
pub mod session;
pub mod settings;
pub mod shader_cache;
pub mod stats;
pub mod table;
#[cfg(test)]
mod tests;

pub use context::{Cx, Shared};
pub use front_end::FrontEnd;
