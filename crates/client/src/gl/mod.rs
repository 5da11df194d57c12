//! GL's state machine, a file per topic. A function here has checked arguments' types and memory (that is [`crate::abi`]'s work)
//! and does the rest: errors in the specification's order, state, records.

pub mod buffer;
pub mod clear_blit;
pub mod compute;
pub mod copy;
pub mod debug;
pub mod draw;
pub mod enums;
pub mod error;
pub mod executable;
pub mod framebuffer;
pub mod framebuffer_attach;
pub mod framebuffer_query;
pub mod framebuffer_status;
pub mod get;
pub mod image;
pub mod internal_format;
pub mod mipmap;
pub mod outcome;
pub mod pipeline;
pub mod pixel_store;
pub mod program;
pub mod program_binary;
pub mod program_info;
pub mod program_interface;
pub mod program_link;
pub mod query;
pub mod raster;
pub mod readback;
pub mod renderbuffer;
pub mod sampled;
pub mod sampler;
pub mod stage_limits;
pub mod subroutine;
pub mod sync;
pub mod texture;
pub mod texture_image;
pub mod texture_parameter;
pub mod texture_storage;
pub mod transform_feedback;
pub mod uniform;
pub mod vertex;

#[cfg(test)]
mod framebuffer_tests;
#[cfg(test)]
mod texture_tests;
