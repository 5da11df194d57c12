//! Buffers.

use super::{Driver, GlBuffer, forward::forward};

forward! {
    create_buffer() -> Result<GlBuffer, String>;
    delete_buffer(buffer: GlBuffer);
    bind_buffer(target: u32, buffer: Option<GlBuffer>);
    bind_buffer_base(target: u32, index: u32, buffer: Option<GlBuffer>);
    bind_buffer_range(target: u32, index: u32, buffer: Option<GlBuffer>, offset: i32, size: i32);
    buffer_data_size(target: u32, size: i32, usage: u32);
    buffer_data_u8_slice(target: u32, data: &[u8], usage: u32);
    buffer_sub_data_u8_slice(target: u32, offset: i32, data: &[u8]);
    copy_buffer_sub_data(src_target: u32, dst_target: u32, src_offset: i32, dst_offset: i32, size: i32);
    tex_buffer(target: u32, internal_format: u32, buffer: Option<GlBuffer>);
}

/// A mapped range of the buffer bound to a target; unmapped when it goes.
pub struct MappedRange<'a> {
    driver: &'a Driver,
    target: u32,
    bytes: &'a mut [u8],
}

impl MappedRange<'_> {
    /// The bytes.
    pub fn bytes(&mut self) -> &mut [u8] {
        self.bytes
    }
}

impl Drop for MappedRange<'_> {
    fn drop(&mut self) {
        // SAFETY: a context is current (`Driver::new`); the slice is not used after this.
        unsafe { glow::HasContext::unmap_buffer(&self.driver.gl, self.target) }
    }
}

impl Driver {
    /// Maps `size` bytes from `offset` of the buffer bound to `target`; `None` when the driver refuses (the GL error says
    /// why) or `size` is 0. `access` must not have the persistent or unsynchronised bit. The binding of `target` must stay
    /// while the range lives.
    pub fn map_range(&self, target: u32, offset: i32, size: i32, access: u32) -> Option<MappedRange<'_>> {
        if size <= 0 {
            return None;
        }
        // SAFETY: a context is current (`Driver::new`).
        let pointer = unsafe { glow::HasContext::map_buffer_range(&self.gl, target, offset, size, access) };
        if pointer.is_null() {
            return None;
        }
        // SAFETY: the driver mapped `size` bytes for this caller alone, until `MappedRange` unmaps them; with read access
        // they are initialised, and with write access any bytes are valid for u8.
        let bytes = unsafe { std::slice::from_raw_parts_mut(pointer, size as usize) };
        Some(MappedRange { driver: self, target, bytes })
    }
}
