//! The render server: the process (or thread) that owns the only real driver context.
//!
//! - [`egl`]: the driver's EGL, loaded through the system's `libEGL.so.1`, or from a vendor library directly where the shim
//!   stands in front of it. The only unsafe code of the crate.
//! - [`contexts`]: the session's own driver context and one per client context, all sharing.
//! - [`greeting`]: the handshake on the socket.
//! - [`hangup`]: the end of a server whose client is gone.
//! - [`session`]: the apply loop, from ring to applier.
#![deny(unsafe_code)]

pub mod contexts;
#[allow(unsafe_code)]
pub mod egl;
pub mod greeting;
pub mod hangup;
pub mod session;
