//! GL entry points, a file per topic.

pub mod aliases;
pub mod buffer;
pub mod clear_blit;
pub mod copy;
pub mod debug;
pub mod draw;
pub mod error;
pub mod framebuffer;
pub mod get;
pub mod image;
pub mod mipmap;
pub mod pixel_store;
pub mod program;
pub mod query;
pub mod raster;
pub mod readback;
pub mod renderbuffer;
pub mod sampler;
pub mod sync;
pub mod texture;
pub mod texture_image;
pub mod texture_parameter;
pub mod texture_storage;
pub mod transform_feedback;
pub mod uniform;
pub mod vertex;
