//! What calls become records, and when.

mod buffer;
mod draw;
mod errors;
mod harness;
mod lost;
mod program;
