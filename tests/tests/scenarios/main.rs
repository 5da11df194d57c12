//! The same OpenGL programs natively and through MGPipe, a file per topic.
#![allow(unsafe_op_in_unsafe_fn)]

mod buffer;
mod clear_blit;
mod compute;
mod context;
mod copy;
mod copy_image;
mod default_framebuffer;
mod draw;
mod format;
mod format_walk;
mod framebuffer;
mod image;
mod lod_bias;
mod mipmap;
mod multisample;
mod named_framebuffer;
mod pipeline;
mod program;
mod program_binary;
mod query;
mod raster;
mod readback;
mod readback_walk;
mod sampler;
mod sampling;
mod storage;
mod sync;
mod tessellation;
mod texture;
mod thread;
mod transform_feedback;
mod version;
mod vertex;
mod view;
