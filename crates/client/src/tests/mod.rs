//! What calls become records, and when.

mod buffer;
mod draw;
mod errors;
mod harness;
mod lost;
mod persistent;
mod program;
mod sync;
