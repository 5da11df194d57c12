//! Draws, dispatches, vertex arrays, queries, transform feedback, fences.

use super::{Driver, GlQuery, GlVertexArray, GlXfb, forward::forward};

forward! {
    create_vertex_array() -> Result<GlVertexArray, String>;
    delete_vertex_array(array: GlVertexArray);
    bind_vertex_array(array: Option<GlVertexArray>);
    enable_vertex_attrib_array(index: u32);
    disable_vertex_attrib_array(index: u32);
    vertex_attrib_format_f32(index: u32, size: i32, data_type: u32, normalized: bool, relative_offset: u32);
    vertex_attrib_format_i32(index: u32, size: i32, data_type: u32, relative_offset: u32);
    vertex_attrib_binding(attrib: u32, binding: u32);
    vertex_binding_divisor(binding: u32, divisor: u32);
    vertex_attrib_4_f32(index: u32, x: f32, y: f32, z: f32, w: f32);
    vertex_attrib_4_i32(index: u32, x: i32, y: i32, z: i32, w: i32);
    vertex_attrib_4_u32(index: u32, x: u32, y: u32, z: u32, w: u32);
    draw_arrays_instanced(mode: u32, first: i32, count: i32, instances: i32);
    dispatch_compute(x: u32, y: u32, z: u32);
    memory_barrier(barriers: u32);
    memory_barrier_by_region(barriers: u32);
    patch_parameter_i32(parameter: u32, value: i32);
    create_query() -> Result<GlQuery, String>;
    delete_query(query: GlQuery);
    begin_query(target: u32, query: GlQuery);
    end_query(target: u32);
    get_query_parameter_u32(query: GlQuery, parameter: u32) -> u32;
    create_transform_feedback() -> Result<GlXfb, String>;
    delete_transform_feedback(xfb: GlXfb);
    bind_transform_feedback(target: u32, xfb: Option<GlXfb>);
    begin_transform_feedback(mode: u32);
    end_transform_feedback();
    pause_transform_feedback();
    resume_transform_feedback();
    flush();
    finish();
}

/// A driver sync object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlSync(glow::NativeFence);

// SAFETY: the pointer inside is an opaque name of the driver, which nothing here dereferences; that a context is current
// where it is used is `Driver::new`'s contract.
unsafe impl Send for GlSync {}

impl Driver {
    /// A fence behind everything so far.
    pub fn fence_sync(&self) -> Result<GlSync, String> {
        // SAFETY: a context is current (`Driver::new`).
        unsafe { glow::HasContext::fence_sync(&self.gl, glow::SYNC_GPU_COMMANDS_COMPLETE, 0) }.map(GlSync)
    }
    /// `glDeleteSync`.
    pub fn delete_sync(&self, sync: GlSync) {
        // SAFETY: a context is current (`Driver::new`).
        unsafe { glow::HasContext::delete_sync(&self.gl, sync.0) }
    }
    /// `glWaitSync`.
    pub fn wait_sync(&self, sync: GlSync) {
        // SAFETY: a context is current (`Driver::new`).
        unsafe { glow::HasContext::wait_sync(&self.gl, sync.0, 0, glow::TIMEOUT_IGNORED) }
    }
    /// `glClientWaitSync`, with the whole range of timeouts.
    pub fn client_wait_sync(&self, sync: GlSync, flags: u32, timeout: u64) -> u32 {
        self.ext.client_wait_sync(sync.0.0.cast(), flags, timeout)
    }
}
