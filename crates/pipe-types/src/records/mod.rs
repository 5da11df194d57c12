//! The payloads, a file per topic. The same topic has the same file name in the client and in the applier.

pub mod buffer;
pub mod clear_blit;
pub mod context;
pub mod copy;
pub mod draw;
pub mod framebuffer;
pub mod image;
pub mod program;
pub mod query;
pub mod raster;
pub mod readback;
pub mod resource;
pub mod sampler;
pub mod sync;
pub mod texture;
pub mod vertex;
