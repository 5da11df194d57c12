//! What calls become records, and when.

mod buffer;
mod draw;
mod errors;
mod framebuffer;
mod harness;
mod lost;
mod persistent;
mod program;
mod sync;
mod texture;
