//! Entry points that glow lacks or whose ES extension names it does not know, loaded by name.
//!
//! A method whose entry point is absent logs an error and does nothing: callers ask [`super::Driver::has`] first.

use super::{Driver, GlSampler, GlTexture};
use std::ffi::{CStr, c_char, c_void};

/// `void *` of the driver's sync objects.
type Sync = *const c_void;

macro_rules! entry_points {
    ($($(#[$meta:meta])* $method:ident = [$first:literal $(, $more:literal)*] ($($arg:ident: $ty:ty),*) $(-> $ret:ty)?;)*) => {
        /// The loaded entry points.
        #[derive(Default)]
        pub(crate) struct EntryPoints {
            /// What has been called, those that glow loads included.
            pub(super) counters: super::CallCounters,
            $($method: Option<unsafe extern "system" fn($($ty),*) $(-> $ret)?>,)*
        }

        impl EntryPoints {
            /// Loads each by the first of its names that the driver knows.
            pub(super) fn load(loader: &mut dyn FnMut(&str) -> *const c_void) -> Self {
                let mut find = |names: &[&str]| names.iter().map(|name| loader(name)).find(|p| !p.is_null());
                EntryPoints { counters: Default::default(), $($method: find(&[$first $(, $more)*]).map(|pointer| {
                    // SAFETY: a non-null pointer that the driver gives for this name is the entry point with the signature
                    // that the GL registry states for it, which is the one written here.
                    unsafe { std::mem::transmute::<*const c_void, unsafe extern "system" fn($($ty),*) $(-> $ret)?>(pointer) }
                }),)* }
            }
        }

        /// Calls the loaded function, or says that it is absent.
        #[allow(clippy::too_many_arguments)]
        pub(super) mod call {
            use super::*;
            $(
                #[allow(dead_code, unused_unsafe, clippy::not_unsafe_ptr_arg_deref)]
                $(#[$meta])*
                pub(in crate::driver) fn $method(table: &EntryPoints, $($arg: $ty),*) $(-> $ret)? {
                    let Some(function) = table.$method else {
                        tracing::error!(concat!($first, " was needed but the driver lacks it"));
                        return Default::default();
                    };
                    table.counters.called();
                    // SAFETY: a context is current (`Driver::new`); pointers among the arguments come from slices of the
                    // methods below, which state their lengths.
                    unsafe { function($($arg),*) }
                }
            )*
        }
    };
}

/// A pointer-sized answer with a default of null.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct Text(*const c_char);
impl Default for Text {
    fn default() -> Self {
        Text(std::ptr::null())
    }
}

/// The same of memory.
#[repr(transparent)]
#[derive(Clone, Copy)]
pub(crate) struct Memory(pub(super) *mut c_void);
impl Default for Memory {
    fn default() -> Self {
        Memory(std::ptr::null_mut())
    }
}

entry_points! {
    get_string = ["glGetString"](name: u32) -> Text;
    get_graphics_reset_status = ["glGetGraphicsResetStatus", "glGetGraphicsResetStatusKHR", "glGetGraphicsResetStatusEXT"]() -> u32;
    buffer_data = ["glBufferData"](target: u32, size: isize, data: *const c_void, usage: u32);
    buffer_sub_data = ["glBufferSubData"](target: u32, offset: isize, size: isize, data: *const c_void);
    copy_buffer_sub_data = ["glCopyBufferSubData"](src_target: u32, dst_target: u32, src_offset: isize, dst_offset: isize, size: isize);
    map_buffer_range = ["glMapBufferRange"](target: u32, offset: isize, size: isize, access: u32) -> Memory;
    bind_buffer_range = ["glBindBufferRange"](target: u32, index: u32, buffer: u32, offset: isize, size: isize);
    bind_vertex_buffer = ["glBindVertexBuffer"](binding: u32, buffer: u32, offset: isize, stride: i32);
    draw_elements = ["glDrawElements"](mode: u32, count: i32, ty: u32, offset: usize);
    draw_elements_base_vertex = ["glDrawElementsBaseVertex", "glDrawElementsBaseVertexEXT", "glDrawElementsBaseVertexOES"](mode: u32, count: i32, ty: u32, offset: usize, base_vertex: i32);
    draw_elements_instanced = ["glDrawElementsInstanced"](mode: u32, count: i32, ty: u32, offset: usize, instances: i32);
    draw_elements_instanced_base_vertex = ["glDrawElementsInstancedBaseVertex", "glDrawElementsInstancedBaseVertexEXT", "glDrawElementsInstancedBaseVertexOES"](mode: u32, count: i32, ty: u32, offset: usize, instances: i32, base_vertex: i32);
    draw_arrays_indirect = ["glDrawArraysIndirect"](mode: u32, offset: usize);
    draw_elements_indirect = ["glDrawElementsIndirect"](mode: u32, ty: u32, offset: usize);
    dispatch_compute_indirect = ["glDispatchComputeIndirect"](offset: isize);
    client_wait_sync = ["glClientWaitSync"](sync: Sync, flags: u32, timeout: u64) -> u32;
    tex_buffer_range = ["glTexBufferRange", "glTexBufferRangeEXT", "glTexBufferRangeOES"](target: u32, format: u32, buffer: u32, offset: isize, size: isize);
    copy_image_sub_data = ["glCopyImageSubData", "glCopyImageSubDataEXT", "glCopyImageSubDataOES"](src: u32, src_target: u32, src_level: i32, sx: i32, sy: i32, sz: i32, dst: u32, dst_target: u32, dst_level: i32, dx: i32, dy: i32, dz: i32, width: i32, height: i32, depth: i32);
    texture_view = ["glTextureViewOES", "glTextureViewEXT", "glTextureView"](texture: u32, target: u32, original: u32, format: u32, min_level: u32, levels: u32, min_layer: u32, layers: u32);
    clear_tex_sub_image = ["glClearTexSubImageEXT", "glClearTexSubImage"](texture: u32, level: i32, x: i32, y: i32, z: i32, w: i32, h: i32, d: i32, format: u32, ty: u32, data: *const c_void);
    tex_storage_3d_multisample = ["glTexStorage3DMultisample", "glTexStorage3DMultisampleOES"](target: u32, samples: i32, format: u32, w: i32, h: i32, d: i32, fixed: u8);
    framebuffer_parameter_i = ["glFramebufferParameteri"](target: u32, name: u32, value: i32);
    get_tex_level_parameter_iv = ["glGetTexLevelParameteriv"](target: u32, level: i32, name: u32, out: *mut i32);
    tex_parameter_iiv = ["glTexParameterIiv", "glTexParameterIivEXT", "glTexParameterIivOES"](target: u32, name: u32, values: *const i32);
    tex_parameter_iuiv = ["glTexParameterIuiv", "glTexParameterIuivEXT", "glTexParameterIuivOES"](target: u32, name: u32, values: *const u32);
    sampler_parameter_iiv = ["glSamplerParameterIiv", "glSamplerParameterIivEXT", "glSamplerParameterIivOES"](sampler: u32, name: u32, values: *const i32);
    sampler_parameter_iuiv = ["glSamplerParameterIuiv", "glSamplerParameterIuivEXT", "glSamplerParameterIuivOES"](sampler: u32, name: u32, values: *const u32);
    sample_mask_i = ["glSampleMaski"](index: u32, mask: u32);
    min_sample_shading = ["glMinSampleShading", "glMinSampleShadingOES"](value: f32);
    polygon_mode = ["glPolygonModeNV"](face: u32, mode: u32);
    clip_control = ["glClipControlEXT"](origin: u32, depth: u32);
    polygon_offset_clamp = ["glPolygonOffsetClampEXT"](factor: f32, units: f32, clamp: f32);
    viewport_indexed_f = ["glViewportIndexedfOES", "glViewportIndexedfNV"](index: u32, x: f32, y: f32, w: f32, h: f32);
    depth_range_indexed_f = ["glDepthRangeIndexedfOES", "glDepthRangeIndexedfNV"](index: u32, near: f32, far: f32);
    scissor_indexed = ["glScissorIndexedOES", "glScissorIndexedNV"](index: u32, x: i32, y: i32, w: i32, h: i32);
    provoking_vertex = ["glProvokingVertexANGLE", "glProvokingVertex"](mode: u32);
    draw_arrays_instanced_base_instance = ["glDrawArraysInstancedBaseInstanceEXT"](mode: u32, first: i32, count: i32, instances: i32, base: u32);
    draw_elements_instanced_base_vertex_base_instance = ["glDrawElementsInstancedBaseVertexBaseInstanceEXT"](mode: u32, count: i32, ty: u32, offset: usize, instances: i32, base_vertex: i32, base_instance: u32);
    multi_draw_arrays_indirect = ["glMultiDrawArraysIndirectEXT"](mode: u32, offset: usize, count: i32, stride: i32);
    multi_draw_elements_indirect = ["glMultiDrawElementsIndirectEXT"](mode: u32, ty: u32, offset: usize, count: i32, stride: i32);
    query_counter = ["glQueryCounterEXT", "glQueryCounter"](query: u32, target: u32);
    get_query_iv = ["glGetQueryivEXT", "glGetQueryiv"](target: u32, name: u32, out: *mut i32);
    get_query_object_ui64v = ["glGetQueryObjectui64vEXT", "glGetQueryObjectui64v"](query: u32, name: u32, out: *mut u64);
    begin_conditional_render = ["glBeginConditionalRenderNV", "glBeginConditionalRender"](query: u32, mode: u32);
    end_conditional_render = ["glEndConditionalRenderNV", "glEndConditionalRender"]();
    blend_barrier = ["glBlendBarrier", "glBlendBarrierKHR"]();
    texture_barrier = ["glTextureBarrierNV", "glTextureBarrier"]();
    framebuffer_fetch_barrier = ["glFramebufferFetchBarrierEXT"]();
    buffer_storage = ["glBufferStorageEXT", "glBufferStorage"](target: u32, size: isize, data: *const c_void, flags: u32);
    program_uniform_1iv = ["glProgramUniform1iv"](program: u32, location: i32, count: i32, v: *const i32);
    program_uniform_2iv = ["glProgramUniform2iv"](program: u32, location: i32, count: i32, v: *const i32);
    program_uniform_3iv = ["glProgramUniform3iv"](program: u32, location: i32, count: i32, v: *const i32);
    program_uniform_4iv = ["glProgramUniform4iv"](program: u32, location: i32, count: i32, v: *const i32);
    program_uniform_1uiv = ["glProgramUniform1uiv"](program: u32, location: i32, count: i32, v: *const u32);
    program_uniform_2uiv = ["glProgramUniform2uiv"](program: u32, location: i32, count: i32, v: *const u32);
    program_uniform_3uiv = ["glProgramUniform3uiv"](program: u32, location: i32, count: i32, v: *const u32);
    program_uniform_4uiv = ["glProgramUniform4uiv"](program: u32, location: i32, count: i32, v: *const u32);
    program_uniform_1fv = ["glProgramUniform1fv"](program: u32, location: i32, count: i32, v: *const f32);
    program_uniform_2fv = ["glProgramUniform2fv"](program: u32, location: i32, count: i32, v: *const f32);
    program_uniform_3fv = ["glProgramUniform3fv"](program: u32, location: i32, count: i32, v: *const f32);
    program_uniform_4fv = ["glProgramUniform4fv"](program: u32, location: i32, count: i32, v: *const f32);
    program_uniform_matrix_2fv = ["glProgramUniformMatrix2fv"](program: u32, location: i32, count: i32, transpose: u8, v: *const f32);
    program_uniform_matrix_3fv = ["glProgramUniformMatrix3fv"](program: u32, location: i32, count: i32, transpose: u8, v: *const f32);
    program_uniform_matrix_4fv = ["glProgramUniformMatrix4fv"](program: u32, location: i32, count: i32, transpose: u8, v: *const f32);
    program_uniform_matrix_2x3fv = ["glProgramUniformMatrix2x3fv"](program: u32, location: i32, count: i32, transpose: u8, v: *const f32);
    program_uniform_matrix_3x2fv = ["glProgramUniformMatrix3x2fv"](program: u32, location: i32, count: i32, transpose: u8, v: *const f32);
    program_uniform_matrix_2x4fv = ["glProgramUniformMatrix2x4fv"](program: u32, location: i32, count: i32, transpose: u8, v: *const f32);
    program_uniform_matrix_4x2fv = ["glProgramUniformMatrix4x2fv"](program: u32, location: i32, count: i32, transpose: u8, v: *const f32);
    program_uniform_matrix_3x4fv = ["glProgramUniformMatrix3x4fv"](program: u32, location: i32, count: i32, transpose: u8, v: *const f32);
    program_uniform_matrix_4x3fv = ["glProgramUniformMatrix4x3fv"](program: u32, location: i32, count: i32, transpose: u8, v: *const f32);
}

impl EntryPoints {
    /// `GL_VERSION`, if a context is current.
    pub(super) fn version(&self) -> Option<String> {
        let Text(text) = call::get_string(self, glow::VERSION);
        if text.is_null() {
            return None;
        }
        // SAFETY: a string of the driver that lives as long as the context.
        Some(unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned())
    }
    pub(super) fn client_wait_sync(&self, sync: Sync, flags: u32, timeout: u64) -> u32 {
        call::client_wait_sync(self, sync, flags, timeout)
    }
}

/// Which uniform function, and how many words one element has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UniformShape {
    /// `float` to `vec4`: components.
    Float(u8),
    /// `int` to `ivec4`, also booleans and samplers: components.
    Int(u8),
    /// `uint` to `uvec4`: components.
    Uint(u8),
    /// Matrices: columns, rows.
    Matrix(u8, u8),
}

impl UniformShape {
    /// Words of one element.
    pub fn words(self) -> usize {
        match self {
            Self::Float(n) | Self::Int(n) | Self::Uint(n) => usize::from(n),
            Self::Matrix(c, r) => usize::from(c) * usize::from(r),
        }
    }
}

#[allow(missing_docs)] // each is the GL function of that name
#[allow(clippy::too_many_arguments)]
impl Driver {
    /// Writes whole elements of a uniform of `program`, which need not be current; words past the last whole element are
    /// left out.
    pub fn program_uniform(&self, program: super::GlProgram, location: i32, shape: UniformShape, words: &[u32]) {
        let (t, p) = (&self.ext, program.0.get());
        let count = (words.len() / shape.words()) as i32;
        let (f, i, u) = (words.as_ptr().cast::<f32>(), words.as_ptr().cast::<i32>(), words.as_ptr());
        match shape {
            UniformShape::Float(1) => call::program_uniform_1fv(t, p, location, count, f),
            UniformShape::Float(2) => call::program_uniform_2fv(t, p, location, count, f),
            UniformShape::Float(3) => call::program_uniform_3fv(t, p, location, count, f),
            UniformShape::Float(_) => call::program_uniform_4fv(t, p, location, count, f),
            UniformShape::Int(1) => call::program_uniform_1iv(t, p, location, count, i),
            UniformShape::Int(2) => call::program_uniform_2iv(t, p, location, count, i),
            UniformShape::Int(3) => call::program_uniform_3iv(t, p, location, count, i),
            UniformShape::Int(_) => call::program_uniform_4iv(t, p, location, count, i),
            UniformShape::Uint(1) => call::program_uniform_1uiv(t, p, location, count, u),
            UniformShape::Uint(2) => call::program_uniform_2uiv(t, p, location, count, u),
            UniformShape::Uint(3) => call::program_uniform_3uiv(t, p, location, count, u),
            UniformShape::Uint(_) => call::program_uniform_4uiv(t, p, location, count, u),
            UniformShape::Matrix(2, 2) => call::program_uniform_matrix_2fv(t, p, location, count, 0, f),
            UniformShape::Matrix(3, 3) => call::program_uniform_matrix_3fv(t, p, location, count, 0, f),
            UniformShape::Matrix(2, 3) => call::program_uniform_matrix_2x3fv(t, p, location, count, 0, f),
            UniformShape::Matrix(3, 2) => call::program_uniform_matrix_3x2fv(t, p, location, count, 0, f),
            UniformShape::Matrix(2, 4) => call::program_uniform_matrix_2x4fv(t, p, location, count, 0, f),
            UniformShape::Matrix(4, 2) => call::program_uniform_matrix_4x2fv(t, p, location, count, 0, f),
            UniformShape::Matrix(3, 4) => call::program_uniform_matrix_3x4fv(t, p, location, count, 0, f),
            UniformShape::Matrix(4, 3) => call::program_uniform_matrix_4x3fv(t, p, location, count, 0, f),
            UniformShape::Matrix(_, _) => call::program_uniform_matrix_4fv(t, p, location, count, 0, f),
        }
    }
    /// `GL_NO_ERROR`, or why the context is lost.
    pub fn reset_status(&self) -> u32 {
        // Absent on drivers without robustness, which then lose their contexts without a word.
        if self.ext.get_graphics_reset_status.is_none() { 0 } else { call::get_graphics_reset_status(&self.ext) }
    }
    pub fn tex_buffer_range(&self, target: u32, format: u32, buffer: super::GlBuffer, offset: u64, size: u64) {
        call::tex_buffer_range(&self.ext, target, format, buffer.0.get(), offset as isize, size as isize);
    }
    /// `glCopyImageSubData`; names of textures or renderbuffers as their targets say, `(x, y, z)` each.
    pub fn copy_image_sub_data(
        &self,
        (src, src_target, src_level): (u32, u32, i32),
        from: [i32; 3],
        (dst, dst_target, dst_level): (u32, u32, i32),
        to: [i32; 3],
        size: [i32; 3],
    ) {
        let [sx, sy, sz] = from;
        let [dx, dy, dz] = to;
        let [w, h, d] = size;
        let t = &self.ext;
        call::copy_image_sub_data(
            t, src, src_target, src_level, sx, sy, sz, dst, dst_target, dst_level, dx, dy, dz, w, h, d,
        );
    }
    /// `glTextureView`: `levels` and `layers` are (first, count).
    pub fn texture_view(
        &self,
        texture: GlTexture,
        target: u32,
        original: GlTexture,
        format: u32,
        levels: (u32, u32),
        layers: (u32, u32),
    ) {
        let (texture, original) = (texture.0.get(), original.0.get());
        call::texture_view(&self.ext, texture, target, original, format, levels.0, levels.1, layers.0, layers.1);
    }
    /// `glClearTexSubImage`; the texel is one texel of (`format`, `ty`), at most 16 bytes.
    pub fn clear_tex_sub_image(
        &self,
        texture: GlTexture,
        level: i32,
        origin: [i32; 3],
        size: [i32; 3],
        format: u32,
        ty: u32,
        texel: &[u8; 16],
    ) {
        let ([x, y, z], [w, h, d]) = (origin, size);
        let data = texel.as_ptr().cast();
        call::clear_tex_sub_image(&self.ext, texture.0.get(), level, x, y, z, w, h, d, format, ty, data);
    }
    pub fn tex_storage_3d_multisample(
        &self,
        target: u32,
        samples: i32,
        format: u32,
        size: [i32; 3],
        fixed_sample_locations: bool,
    ) {
        let [w, h, d] = size;
        call::tex_storage_3d_multisample(&self.ext, target, samples, format, w, h, d, fixed_sample_locations.into());
    }
    pub fn framebuffer_parameter_i32(&self, target: u32, name: u32, value: i32) {
        call::framebuffer_parameter_i(&self.ext, target, name, value);
    }
    pub fn get_tex_level_parameter_i32(&self, target: u32, level: i32, name: u32) -> i32 {
        let mut out = 0;
        call::get_tex_level_parameter_iv(&self.ext, target, level, name, &mut out);
        out
    }
    pub fn tex_parameter_border_i32(&self, target: u32, values: &[i32; 4]) {
        call::tex_parameter_iiv(&self.ext, target, glow::TEXTURE_BORDER_COLOR, values.as_ptr());
    }
    pub fn tex_parameter_border_u32(&self, target: u32, values: &[u32; 4]) {
        call::tex_parameter_iuiv(&self.ext, target, glow::TEXTURE_BORDER_COLOR, values.as_ptr());
    }
    pub fn sampler_parameter_border_i32(&self, sampler: GlSampler, values: &[i32; 4]) {
        call::sampler_parameter_iiv(&self.ext, sampler.0.get(), glow::TEXTURE_BORDER_COLOR, values.as_ptr());
    }
    pub fn sampler_parameter_border_u32(&self, sampler: GlSampler, values: &[u32; 4]) {
        call::sampler_parameter_iuiv(&self.ext, sampler.0.get(), glow::TEXTURE_BORDER_COLOR, values.as_ptr());
    }
    pub fn sample_mask(&self, index: u32, mask: u32) {
        call::sample_mask_i(&self.ext, index, mask);
    }
    pub fn min_sample_shading(&self, value: f32) {
        call::min_sample_shading(&self.ext, value);
    }
    pub fn polygon_mode(&self, mode: u32) {
        call::polygon_mode(&self.ext, glow::FRONT_AND_BACK, mode);
    }
    pub fn clip_control(&self, origin: u32, depth: u32) {
        call::clip_control(&self.ext, origin, depth);
    }
    pub fn polygon_offset_clamp(&self, factor: f32, units: f32, clamp: f32) {
        call::polygon_offset_clamp(&self.ext, factor, units, clamp);
    }
    pub fn viewport_indexed(&self, index: u32, [x, y, w, h]: [f32; 4]) {
        call::viewport_indexed_f(&self.ext, index, x, y, w, h);
    }
    pub fn depth_range_indexed(&self, index: u32, near: f32, far: f32) {
        call::depth_range_indexed_f(&self.ext, index, near, far);
    }
    pub fn scissor_indexed(&self, index: u32, [x, y, w, h]: [i32; 4]) {
        call::scissor_indexed(&self.ext, index, x, y, w, h);
    }
    /// Whether the driver can choose the provoking vertex.
    pub fn has_provoking_vertex(&self) -> bool {
        self.caps.extensions.iter().any(|e| e == "GL_ANGLE_provoking_vertex") && self.ext.provoking_vertex.is_some()
    }
    pub fn provoking_vertex(&self, mode: u32) {
        call::provoking_vertex(&self.ext, mode);
    }
    pub fn draw_arrays_base_instance(&self, mode: u32, first: i32, count: i32, instances: i32, base_instance: u32) {
        call::draw_arrays_instanced_base_instance(&self.ext, mode, first, count, instances, base_instance);
    }
    pub fn draw_elements_base_vertex_base_instance(
        &self,
        mode: u32,
        count: i32,
        ty: u32,
        offset: usize,
        instances: i32,
        base_vertex: i32,
        base_instance: u32,
    ) {
        let t = &self.ext;
        call::draw_elements_instanced_base_vertex_base_instance(
            t,
            mode,
            count,
            ty,
            offset,
            instances,
            base_vertex,
            base_instance,
        );
    }
    pub fn multi_draw_arrays_indirect(&self, mode: u32, offset: usize, count: i32, stride: i32) {
        call::multi_draw_arrays_indirect(&self.ext, mode, offset, count, stride);
    }
    pub fn multi_draw_elements_indirect(&self, mode: u32, ty: u32, offset: usize, count: i32, stride: i32) {
        call::multi_draw_elements_indirect(&self.ext, mode, ty, offset, count, stride);
    }
    pub fn query_counter(&self, query: super::GlQuery, target: u32) {
        call::query_counter(&self.ext, query.0.get(), target);
    }
    pub fn query_counter_bits(&self, target: u32) -> i32 {
        let mut out = 0;
        call::get_query_iv(&self.ext, target, 0x8864, &mut out);
        out
    }
    pub fn query_result_u64(&self, query: super::GlQuery, name: u32) -> u64 {
        let mut out = 0;
        call::get_query_object_ui64v(&self.ext, query.0.get(), name, &mut out);
        out
    }
    pub fn begin_conditional_render(&self, query: super::GlQuery, mode: u32) {
        call::begin_conditional_render(&self.ext, query.0.get(), mode);
    }
    pub fn end_conditional_render(&self) {
        call::end_conditional_render(&self.ext);
    }
    /// The barrier of [`Features::TEXTURE_BARRIER`].
    ///
    /// [`Features::TEXTURE_BARRIER`]: pipe_types::caps::Features::TEXTURE_BARRIER
    pub fn texture_barrier(&self) {
        if self.caps.extensions.iter().any(|name| name == "GL_NV_texture_barrier") {
            call::texture_barrier(&self.ext);
        } else {
            call::framebuffer_fetch_barrier(&self.ext);
        }
    }
    pub fn blend_barrier(&self) {
        call::blend_barrier(&self.ext);
    }
    /// `glBufferStorage` without data.
    pub fn buffer_storage(&self, target: u32, size: u64, flags: u32) {
        call::buffer_storage(&self.ext, target, size as isize, std::ptr::null(), flags);
    }
}
