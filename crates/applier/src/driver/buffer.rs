//! Buffers; those calls that have sizes or offsets are in [`super::wide`].

use super::{GlBuffer, forward::forward};

forward! {
    create_buffer() -> Result<GlBuffer, String>;
    delete_buffer(buffer: GlBuffer);
    bind_buffer(target: u32, buffer: Option<GlBuffer>);
    bind_buffer_base(target: u32, index: u32, buffer: Option<GlBuffer>);
    tex_buffer(target: u32, internal_format: u32, buffer: Option<GlBuffer>);
}
