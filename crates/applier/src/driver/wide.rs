//! Calls whose sizes and offsets GL has in pointers' width and glow in 32 bits: those of buffers.

use super::{Driver, GlBuffer, entry::call};
use std::ffi::c_void;

fn name(buffer: Option<GlBuffer>) -> u32 {
    buffer.map_or(0, |buffer| buffer.0.get())
}

/// A size or offset as GL takes it. Buffers are smaller than 4 GiB, so that nothing is cut.
fn pointer_sized(value: u64) -> isize {
    isize::try_from(value).unwrap_or(isize::MAX)
}

#[allow(missing_docs)] // each is the GL function of that name
#[allow(clippy::too_many_arguments)]
impl Driver {
    /// `glBufferData` without data.
    pub fn buffer_data_size(&self, target: u32, size: u64, usage: u32) {
        if !self.fails("glBufferData") {
            call::buffer_data(&self.ext, target, pointer_sized(size), std::ptr::null(), usage);
        }
    }
    pub fn buffer_data_u8_slice(&self, target: u32, data: &[u8], usage: u32) {
        call::buffer_data(&self.ext, target, data.len() as isize, data.as_ptr().cast(), usage);
    }
    pub fn buffer_sub_data(&self, target: u32, offset: u64, data: &[u8]) {
        let pointer: *const c_void = data.as_ptr().cast();
        call::buffer_sub_data(&self.ext, target, pointer_sized(offset), data.len() as isize, pointer);
    }
    pub fn copy_buffer_sub_data(&self, src_target: u32, dst_target: u32, src_offset: u64, dst_offset: u64, size: u64) {
        if !self.fails("glCopyBufferSubData") {
            let [from, to, size] = [src_offset, dst_offset, size].map(pointer_sized);
            call::copy_buffer_sub_data(&self.ext, src_target, dst_target, from, to, size);
        }
    }
    pub fn bind_buffer_range(&self, target: u32, index: u32, buffer: Option<GlBuffer>, offset: u64, size: u64) {
        let (offset, size) = (pointer_sized(offset), pointer_sized(size));
        call::bind_buffer_range(&self.ext, target, index, name(buffer), offset, size);
    }
    pub fn bind_vertex_buffer(&self, binding: u32, buffer: Option<GlBuffer>, offset: u64, stride: i32) {
        call::bind_vertex_buffer(&self.ext, binding, name(buffer), pointer_sized(offset), stride);
    }
    pub fn draw_elements(&self, mode: u32, count: i32, element_type: u32, offset: usize) {
        call::draw_elements(&self.ext, mode, count, element_type, offset);
    }
    pub fn draw_elements_base_vertex(&self, mode: u32, count: i32, element_type: u32, offset: usize, base_vertex: i32) {
        call::draw_elements_base_vertex(&self.ext, mode, count, element_type, offset, base_vertex);
    }
    pub fn draw_elements_instanced(&self, mode: u32, count: i32, element_type: u32, offset: usize, instances: i32) {
        call::draw_elements_instanced(&self.ext, mode, count, element_type, offset, instances);
    }
    pub fn draw_elements_instanced_base_vertex(
        &self,
        mode: u32,
        count: i32,
        element_type: u32,
        offset: usize,
        instances: i32,
        base_vertex: i32,
    ) {
        let t = &self.ext;
        call::draw_elements_instanced_base_vertex(t, mode, count, element_type, offset, instances, base_vertex);
    }
    pub fn draw_arrays_indirect(&self, mode: u32, offset: usize) {
        call::draw_arrays_indirect(&self.ext, mode, offset);
    }
    pub fn draw_elements_indirect(&self, mode: u32, element_type: u32, offset: usize) {
        call::draw_elements_indirect(&self.ext, mode, element_type, offset);
    }
    pub fn dispatch_compute_indirect(&self, offset: u64) {
        call::dispatch_compute_indirect(&self.ext, pointer_sized(offset));
    }
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
    pub fn map_range(&self, target: u32, offset: u64, size: usize, access: u32) -> Option<MappedRange<'_>> {
        if size == 0 || self.fails("glMapBufferRange") {
            return None;
        }
        let (at, length) = (pointer_sized(offset), isize::try_from(size).ok()?);
        let pointer = call::map_buffer_range(&self.ext, target, at, length, access).0.cast::<u8>();
        if pointer.is_null() {
            return None;
        }
        // SAFETY: the driver mapped `size` bytes for this caller alone, until `MappedRange` unmaps them; with read access
        // they are initialised, and with write access any bytes are valid for u8.
        let bytes = unsafe { std::slice::from_raw_parts_mut(pointer, size) };
        Some(MappedRange { driver: self, target, bytes })
    }
}
