//! The C ABI: `gl*`, `egl*`, `__egl_Main`. Pointers become slices here; what is behind them is [`crate::gl`]'s and
//! [`crate::egl`]'s.
//!
//! The functions are not exported from this crate, so that a Rust program that links it keeps its driver's own symbols: the
//! shared library exports them with [`export_gl!`](crate::export_gl).

pub mod enter;
pub mod gl;
pub mod types;

/// The entry points that are not implemented, and the table of all.
pub mod entry_points {
    use super::types::{self, __gl_imports};
    include!(concat!(env!("OUT_DIR"), "/entry_points.rs"));
}

/// A name and an address.
struct Proc {
    name: &'static str,
    address: *const (),
}
// SAFETY: the address is of a function, which has no state.
unsafe impl Sync for Proc {}

/// Address of a GL entry point, as `eglGetProcAddress` answers it.
pub fn gl_proc_address(name: &str) -> Option<*const ()> {
    let table = entry_points::TABLE;
    table.binary_search_by(|proc| proc.name.cmp(name)).ok().map(|at| table[at].address)
}
