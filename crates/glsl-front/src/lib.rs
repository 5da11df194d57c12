//! The client's shader front end: GLSL as applications write it (1.10 to 4.60 core) to SPIR-V and a reflection archive.
//!
//! [`compile`] is `glCompileShader`: it answers the errors of one shader with the application's own line numbers and keeps
//! the text. [`link`] is `glLinkProgram`: it decides every location and binding, so that the server finds in the SPIR-V
//! what the [`Archive`](pipe_types::archive::Archive) says, and the client answers all introspection from that archive.
//!
//! [`specialize`] is `glSpecializeShader`: what links afterwards is the application's own SPIR-V, checked and named anew.
//!
//! Sources below 3.30 are raised to it after preprocessing (see `rewrite`); what GLSL has and SPIR-V or ES has not is
//! refused in one clear line: subroutines, the compatibility profile. Doubles are evaluated in single precision (see
//! `narrow`).
//!
//! The unsafe code is in `ffi`, the binding to the compiler. A compiler run has a thread of its own with a large stack,
//! and the text it gets is bounded in size and nesting, so that a source can't take the process down.

#![deny(unsafe_code)]

mod blocks;
mod bounds;
mod branches;
mod checks;
mod combine;
mod compat;
mod compile;
mod dead_code;
#[allow(unsafe_code)]
mod ffi;
mod flatten;
mod fold;
mod gltype;
mod interface;
mod lex;
mod link;
mod macros;
mod module;
mod narrow;
mod pass_through;
mod rewrite;
mod specialization;
mod spirv;
pub mod store;
mod switches;
mod uniforms;
mod usage;
mod xfb;

pub use combine::{Part, combine};
pub use compile::{CompileError, CompileOptions, MAX_SOURCE, Shader, compile};
pub use link::{LinkError, LinkOptions, Program, link};
pub use pipe_types::archive::Stage;
pub use spirv::{SpecializeError, check_words, specialize};
