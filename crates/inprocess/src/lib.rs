//! The topologies without a server process: `inproc`, a ring to an apply thread, and `direct`, no ring at all. The only crate
//! that knows both sides.
#![forbid(unsafe_code)]

mod direct;
mod inproc;

pub use direct::Direct;
pub use inproc::Inproc;
pub use server::egl::Source;

use client::link::Connector;

/// The connector of `inproc` or `direct`, with the driver from the system's `libEGL.so.1`: for programs in which that is the
/// driver's (tests, embedders).
pub fn system(transport: &str) -> Option<Box<dyn Connector>> {
    connector(transport, Source::System)
}

/// The same with the driver's vendor library, for the shim, which `libEGL.so.1` leads back to.
pub fn behind_shim(transport: &str) -> Option<Box<dyn Connector>> {
    connector(transport, Source::Vendor)
}

fn connector(transport: &str, source: Source) -> Option<Box<dyn Connector>> {
    match transport {
        "inproc" => Some(Box::new(Inproc { source })),
        "direct" => Some(Box::new(Direct { source })),
        _ => None,
    }
}
