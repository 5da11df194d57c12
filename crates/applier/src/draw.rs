//! Draws and dispatches.
//!
//! A draw synchronises, in this order: framebuffer, program variant with uniforms, units and buffers, fixed state,
//! transform feedback, vertices; then the driver draws. What ES can't say (a restart index other than all ones, a base
//! instance or base vertex without the extension, counting samples) is put into indices and buffer offsets.

use crate::{
    Applier, Host,
    buffer::Buffer,
    driver::IndexedTarget,
    error::{Refusal, Result, check_range},
    framebuffer::DrawTargets,
    indices::Indices,
    program_variant::{Count, Key, counter_binding},
    vertex::Placement,
};
use essl_back::Variant;
use pipe_types::{
    archive::Stage,
    caps::Features,
    decode::Record,
    handle::RawHandle,
    primitive::MGPWord,
    records::{
        draw::{MGPDrawIndirect, MGPDrawInfo, MGPDrawRange, MGPGridInfo, draw_flags},
        raster::MGPBlendTarget,
    },
};

/// Adjacency modes and patches end the list; 7 to 9 were quads and polygons.
fn is_mode(mode: u32) -> bool {
    mode <= glow::TRIANGLE_FAN || (glow::LINES_ADJACENCY..=glow::PATCHES).contains(&mode)
}

/// What all parts of a draw share.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form {
    /// What the driver draws.
    pub(crate) mode: u32,
    /// The application's mode, where its triangles are drawn as lines or points.
    outlines: Option<u32>,
    /// 0 for arrays.
    pub(crate) index_size: u32,
    instances: u32,
    base_instance: u32,
    /// `gl_DrawID` of the first range.
    draw_id: u32,
    /// The index that restarts primitives, if one does.
    pub(crate) restart: Option<u32>,
}

impl Form {
    fn index_type(&self) -> u32 {
        match self.index_size {
            1 => glow::UNSIGNED_BYTE,
            2 => glow::UNSIGNED_SHORT,
            _ => glow::UNSIGNED_INT,
        }
    }
    /// The restart index that ES has for the index size.
    fn fixed_restart(&self) -> u32 {
        u32::MAX >> (32 - 8 * self.index_size.clamp(1, 4))
    }
    /// Whether indices must be rewritten to restart where the application says.
    fn rewrites(&self) -> bool {
        self.index_size > 0 && self.restart.is_some_and(|index| index < self.fixed_restart())
    }
    /// Whether the driver restarts at its fixed index.
    fn restarts(&self) -> bool {
        self.outlines.is_none()
            && self.index_size > 0
            && self.restart.is_some_and(|index| index <= self.fixed_restart())
    }
}

/// How samples are counted in this draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Counting {
    No,
    /// In the draw itself.
    With(Count),
    /// In a draw of its own that writes nothing, before.
    Before,
}

impl Applier {
    pub(crate) fn draw_vbo(&mut self, seq: u64, r: &Record<'_, MGPDrawInfo, MGPWord>, host: &mut dyn Host) -> Result {
        if !is_mode(r.mode) {
            return Err(Refusal::Value {
                field: "mode",
                value: r.mode.into(),
                expected: "a primitive mode of core GL",
            });
        }
        if r.index_size == 3 {
            return Err(Refusal::Value { field: "index_size", value: 3, expected: "0, 1, 2 or 4" });
        }
        if r.instance_count == 0 && r.flags & draw_flags::INDIRECT == 0 {
            return Ok(());
        }
        if !self.rendering_allowed() {
            return Ok(());
        }
        let polygon_mode = self.polygon_mode(r.mode);
        let form = Form {
            mode: polygon_mode.unwrap_or(r.mode),
            outlines: polygon_mode.map(|_| r.mode),
            index_size: r.index_size.into(),
            instances: r.instance_count,
            base_instance: r.start_instance,
            draw_id: r.draw_id_offset,
            restart: self.restart_index(r),
        };
        let targets = self.sync_draw()?;
        if targets.incomplete {
            return Ok(());
        }
        self.say_what_is_missing(seq, host);
        let counting = self.choose_counting(seq, host)?;
        if counting == Counting::Before {
            if !self.prepare(seq, &form, &targets, Count::Early, host)? {
                return Ok(());
            }
            self.write_nothing();
            self.submit(seq, r, &form, host)?;
        }
        let count = if let Counting::With(count) = counting { count } else { Count::Not };
        if self.prepare(seq, &form, &targets, count, host)? {
            self.submit(seq, r, &form, host)?;
            let streams = self.programs.get(self.cx.program.draw).ok().and_then(|program| program.archive().geometry);
            if streams.is_some_and(|geometry| geometry.streams > 1) {
                let key = Key { variant: self.variant(&form, &targets)?, ..Key::default() };
                self.draw_streams(seq, r, &form, &key, host)?;
            }
        }
        Ok(())
    }

    /// The index that restarts primitives in this draw: the record's, or that of the render state.
    fn restart_index(&self, r: &MGPDrawInfo) -> Option<u32> {
        if r.index_size == 0 {
            return None;
        }
        if r.flags & draw_flags::PRIMITIVE_RESTART != 0 {
            return Some(r.restart_index);
        }
        let raster = &self.render_state().raster;
        if raster.primitive_restart_fixed_index != 0 {
            return Some(u32::MAX >> (32 - 8 * u32::from(r.index_size)));
        }
        (raster.primitive_restart != 0).then_some(raster.restart_index)
    }

    /// Whether fragment shaders can count samples.
    pub(crate) fn can_count_samples(&self) -> bool {
        let limits = &self.gl.caps.limits;
        limits.max_storage_blocks[Stage::Fragment as usize] > 0 && limits.max_shader_storage_buffer_bindings > 0
    }

    fn choose_counting(&mut self, seq: u64, host: &mut dyn Host) -> Result<Counting> {
        if self.cx.query.counting().is_none() {
            return Ok(Counting::No);
        }
        let Ok(program) = self.programs.get(self.cx.program.draw) else { return Ok(Counting::No) };
        let state = self.render_state();
        let tests = state.depth_stencil.depth_test != 0 || state.depth_stencil.stencil_test != 0;
        let late = program.late;
        if !tests {
            return Ok(Counting::With(Count::Late));
        }
        if !late.discards && !late.replaces {
            return Ok(Counting::With(Count::Early));
        }
        let archive = program.archive();
        let side_effects = archive.image_units > 0
            || !archive.atomic_buffers.is_empty()
            || archive.storage_blocks.iter().any(|b| b.writable);
        if late.replaces || side_effects || self.cx.xfb.captures() {
            let what = "GL_SAMPLES_PASSED with a shader that writes depth or memory: samples count before the tests";
            self.say_once(seq, what, host);
            return Ok(Counting::With(Count::Late));
        }
        Ok(Counting::Before)
    }

    /// Synchronises everything but vertices. `false`: there is nothing to draw with.
    fn prepare(
        &mut self,
        seq: u64,
        form: &Form,
        targets: &DrawTargets,
        count: Count,
        host: &mut dyn Host,
    ) -> Result<bool> {
        let program = self.cx.program.draw;
        if program.is_null() || self.programs.get(program).is_err() {
            // Without a program the results are undefined (GL 4.6 core 7.3); nothing is a good one.
            return Ok(false);
        }
        let key = Key { variant: self.variant(form, targets)?, count, logic: self.logic_op(targets) };
        self.build_variant(seq, program, key, host)?;
        if !self.sync_program(program)? {
            return Ok(false);
        }
        if let Ok(program) = self.programs.get_mut(program) {
            program.push_target_height(&self.gl, targets.height);
        }
        if let (Some(buffer), true) = (self.cx.query.counting(), count != Count::Not) {
            let binding = counter_binding(&self.gl);
            self.cx.shadow.bind_indexed(&self.gl, IndexedTarget::Storage, binding, Some(buffer), 0, None);
            // A binding of the applier's own: what the application's are is not touched by it.
            self.cx.shadow.moved -= crate::driver::Groups::BUFFERS;
        }
        // Synchronising textures may have drawn elsewhere.
        if self.cx.shadow.moved.contains(crate::driver::Groups::DRAW_FRAMEBUFFER) {
            self.sync_draw()?;
        }
        self.sync_fixed(targets);
        let restarts = form.restarts();
        self.cx.shadow.set_cap(&self.gl, glow::PRIMITIVE_RESTART_FIXED_INDEX, restarts);
        self.cx.shadow.moved -= crate::driver::Groups::FIXED;
        self.sync_xfb()?;
        Ok(true)
    }

    /// The state of the draw that is compiled into the program.
    fn variant(&self, form: &Form, targets: &DrawTargets) -> Result<Variant> {
        let Ok(program) = self.programs.get(self.cx.program.draw) else { return Ok(Variant::default()) };
        let archive = program.archive();
        let has = |stage: Stage| archive.stages & stage.bit() != 0;
        let points = if has(Stage::Geometry) {
            archive.geometry.is_some_and(|g| g.output_type == glow::POINTS)
        } else if has(Stage::TessEvaluation) {
            archive.tessellation.is_some_and(|t| t.point_mode)
        } else {
            form.mode == glow::POINTS
        };
        let fixed_size = points && self.render_state().raster.program_point_size == 0;
        Ok(Variant {
            // One draw buffer is what the plain variant writes.
            color_broadcast: match 8 - targets.enabled.leading_zeros() as u8 {
                count @ 2.. if archive.frag_color => count,
                _ => 0,
            },
            unorm_clamp: targets.clamp_unorm,
            snorm_clamp: targets.clamp_snorm,
            opaque_alpha: self.alpha_that_masks_leave(targets),
            srgb_decode: if self.encodes_unasked() { targets.srgb } else { 0 },
            point_size: fixed_size.then(|| self.cx.raster.point_size().to_bits()),
            lower_left_points: points && self.render_state().raster.point_origin_lower_left != 0,
            patch: archive.added_control_stage.then(|| self.patch_defaults()),
            ..self.bindings_variant(self.cx.program.draw)
        })
    }

    /// What is compiled into a program of a draw or a dispatch because of what is bound.
    fn bindings_variant(&self, handle: RawHandle) -> Variant {
        let Ok(program) = self.programs.get(handle) else { return Variant::default() };
        let image_formats = program.image_uses().iter().filter_map(|image| self.slot_format(image)).collect();
        Variant {
            image_formats,
            counter_bases: self.counter_bases(handle),
            lod_bias: self.is_biased(program),
            ..Variant::default()
        }
    }

    /// The counting draw before the real one leaves targets alone; the next synchronisation undoes this.
    fn write_nothing(&mut self) {
        let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
        shadow.blend(gl, &[MGPBlendTarget::default(); 8], [0; 8]);
        shadow.depth_mask(gl, false);
        shadow.stencil_masks(gl, [0; 2]);
    }

    pub(crate) fn submit(
        &mut self,
        seq: u64,
        r: &Record<'_, MGPDrawInfo, MGPWord>,
        form: &Form,
        host: &mut dyn Host,
    ) -> Result {
        if let Some(indirect) = r.indirect() {
            return self.draw_indirect(seq, r, form, &indirect, host);
        }
        if r.flags & draw_flags::FROM_XFB != 0 {
            let captured = self.captured_vertices(r.index_resource, r.min_index)?;
            let count = if captured > 0 { captured } else { r.xfb_cpu_captured_vertices };
            let range = MGPDrawRange { start: 0, count: count.min(i32::MAX as u64) as u32, bias: 0 };
            return self.draw_ranges(&Form { index_size: 0, ..*form }, &[range], None);
        }
        let indices = if form.index_size > 0 { self.index_buffer(r.index_resource)? } else { None };
        if form.index_size > 0 && indices.is_none() {
            return Ok(());
        }
        self.draw_ranges(form, r.ranges(), indices)
    }

    /// The buffer with the indices and the byte where they begin.
    fn index_buffer(&mut self, named: RawHandle) -> Result<Option<Indices>> {
        let (handle, offset) = if named.is_null() {
            let index = self.cx.vertex.index();
            (index.buffer, index.offset)
        } else {
            self.known_buffer("index_resource", named)?;
            (named, 0)
        };
        Ok(self.bound_buffer(handle).map(|buffer| Indices { buffer, offset }))
    }

    /// Draws ranges, one after the other.
    pub(crate) fn draw_ranges(&mut self, form: &Form, ranges: &[MGPDrawRange], indices: Option<Indices>) -> Result {
        let mut form = *form;
        if let Some(triangles) = form.outlines.take() {
            let mut outline = Vec::new();
            if let Some(indices) = self.outline(&form, triangles, ranges, indices, &mut outline)? {
                let form = Form { index_size: 4, restart: None, ..form };
                return self.draw_ranges(&form, &outline, Some(indices));
            }
            form.mode = triangles;
        }
        let Some(mut indices) = indices else {
            for (draw_id, range) in (form.draw_id..).zip(ranges).filter(|(_, range)| range.count > 0) {
                self.draw_arrays(&Form { draw_id, ..form }, range)?;
            }
            return Ok(());
        };
        let mut rewritten = Vec::new();
        let mut ranges = ranges;
        if let Some(restart) = form.restart.filter(|_| form.rewrites()) {
            indices = self.rewrite_indices(&indices, form.index_size, restart, ranges, &mut rewritten)?;
            form.index_size = 4;
            ranges = &rewritten;
        }
        for (draw_id, range) in (form.draw_id..).zip(ranges).filter(|(_, range)| range.count > 0) {
            self.draw_elements(&Form { draw_id, ..form }, range, &indices)?;
        }
        Ok(())
    }

    fn draw_arrays(&mut self, form: &Form, range: &MGPDrawRange) -> Result {
        let (first, count) = (number("start", range.start)?, number("count", range.count)?);
        let instances = number("instance_count", form.instances)?;
        let native = form.base_instance == 0 || self.gl.has(Features::BASE_INSTANCE);
        let base_instance = if native { 0 } else { form.base_instance };
        self.sync_vertex(Placement { base_instance, ..Default::default() })?;
        self.say_parameters(form, 0);
        let gl = &self.gl;
        match (form.base_instance, instances) {
            (base, _) if base > 0 && native => gl.draw_arrays_base_instance(form.mode, first, count, instances, base),
            (_, 1) => gl.draw_arrays(form.mode, first, count),
            _ => gl.draw_arrays_instanced(form.mode, first, count, instances),
        }
        Ok(())
    }

    /// Slots whose stored alpha stays 1 by the shader. Masks do it, so that blending and coverage see the shader's own alpha; but
    /// without masks by draw buffer the first one's is everyone's.
    fn alpha_that_masks_leave(&self, targets: &DrawTargets) -> u8 {
        let masked = self.gl.has(Features::DRAW_BUFFERS_INDEXED) || targets.alpha_pinned & 1 != 0;
        if masked { 0 } else { targets.alpha_pinned }
    }

    /// Gives the program the parameters of a draw that it asks for.
    fn say_parameters(&self, form: &Form, base_vertex: i32) {
        if let Ok(program) = self.programs.get(self.cx.program.draw) {
            program.push_draw_parameters(&self.gl, [base_vertex as u32, form.base_instance, form.draw_id]);
        }
    }

    fn draw_elements(&mut self, form: &Form, range: &MGPDrawRange, indices: &Indices) -> Result {
        let size = u64::from(form.index_size);
        let offset = indices.offset + u64::from(range.start) * size;
        // Indices past the end of the buffer are undefined; what is not there is not drawn.
        let there = indices.buffer.size.saturating_sub(offset) / size;
        let count = number("count", u64::from(range.count).min(there) as u32)?;
        // Inside the buffer, or nothing is drawn.
        let at = offset as usize;
        if count == 0 {
            return Ok(());
        }
        let instances = number("instance_count", form.instances)?;
        let base_vertex_native = range.bias == 0 || self.gl.has(Features::BASE_VERTEX);
        let base_instance_native = form.base_instance == 0 || self.gl.has(Features::BASE_INSTANCE);
        self.sync_vertex(Placement {
            base_vertex: if base_vertex_native { 0 } else { range.bias.into() },
            base_instance: if base_instance_native { 0 } else { form.base_instance },
            index_buffer: Some(indices.buffer.name),
        })?;
        self.say_parameters(form, range.bias);
        let bias = if base_vertex_native { range.bias } else { 0 };
        let (gl, mode, ty) = (&self.gl, form.mode, form.index_type());
        if form.base_instance > 0 && base_instance_native {
            let base = form.base_instance;
            gl.draw_elements_base_vertex_base_instance(mode, count, ty, at, instances, bias, base);
            return Ok(());
        }
        match (bias, instances) {
            (0, 1) => gl.draw_elements(mode, count, ty, at),
            (0, _) => gl.draw_elements_instanced(mode, count, ty, at, instances),
            (_, 1) => gl.draw_elements_base_vertex(mode, count, ty, at, bias),
            _ => gl.draw_elements_instanced_base_vertex(mode, count, ty, at, instances, bias),
        }
        Ok(())
    }

    fn draw_indirect(
        &mut self,
        seq: u64,
        r: &Record<'_, MGPDrawInfo, MGPWord>,
        form: &Form,
        indirect: &MGPDrawIndirect,
        host: &mut dyn Host,
    ) -> Result {
        let buffer = self.buffer("indirect.buffer", indirect.buffer)?;
        let command: u32 = if form.index_size > 0 { 20 } else { 16 };
        let stride = if indirect.stride == 0 { command } else { indirect.stride };
        let mut count = indirect.draw_count;
        if !indirect.count_buffer.is_null() {
            let counts = self.buffer("indirect.count_buffer", indirect.count_buffer)?;
            check_range("indirect.count_offset", indirect.count_offset, 4, counts.size)?;
            count = count.min(self.read_words(&counts, indirect.count_offset, 1)?[0]);
        }
        let Some(last) = count.checked_sub(1) else { return Ok(()) };
        let size = u64::from(last) * u64::from(stride) + u64::from(command);
        check_range("indirect.offset", indirect.offset, size, buffer.size)?;
        let indices = if form.index_size > 0 { self.index_buffer(r.index_resource)? } else { None };
        if form.index_size > 0 && indices.is_none() {
            return Ok(());
        }
        let plain_indices = indices.is_none_or(|i| i.offset == 0);
        let asks = self.programs.get(self.cx.program.draw).is_ok_and(|program| program.asks_draw_parameters());
        let rewritten = form.outlines.is_some() || form.rewrites();
        if rewritten || asks || !plain_indices || !self.gl.has(Features::BASE_INSTANCE) {
            self.say_once(seq, "indirect draws are read back to be drawn directly on this driver", host);
            return self.draw_indirect_directly(form, &buffer, indirect.offset, stride, count, indices);
        }
        self.sync_vertex(Placement { index_buffer: indices.map(|i| i.buffer.name), ..Default::default() })?;
        self.cx.shadow.bind_buffer(&self.gl, glow::DRAW_INDIRECT_BUFFER, Some(buffer.name));
        let (gl, mode, ty) = (&self.gl, form.mode, form.index_type());
        if count > 1 && gl.has(Features::MULTI_DRAW_INDIRECT) {
            let (offset, count) = (indirect.offset as usize, number("indirect.draw_count", count)?);
            if form.index_size > 0 {
                gl.multi_draw_elements_indirect(mode, ty, offset, count, stride as i32);
            } else {
                gl.multi_draw_arrays_indirect(mode, offset, count, stride as i32);
            }
            return Ok(());
        }
        for i in 0..u64::from(count) {
            let at = (indirect.offset + i * u64::from(stride)) as usize;
            if form.index_size > 0 {
                gl.draw_elements_indirect(mode, ty, at);
            } else {
                gl.draw_arrays_indirect(mode, at);
            }
        }
        Ok(())
    }

    /// Reads the commands and draws them one by one.
    fn draw_indirect_directly(
        &mut self,
        form: &Form,
        buffer: &Buffer,
        offset: u64,
        stride: u32,
        count: u32,
        indices: Option<Indices>,
    ) -> Result {
        for i in 0..u64::from(count) {
            let words = if form.index_size > 0 { 5 } else { 4 };
            let command = self.read_words(buffer, offset + i * u64::from(stride), words)?;
            let (range, instances, base_instance) = match command[..] {
                [count, instances, start, bias, base] => {
                    (MGPDrawRange { start, count, bias: bias as i32 }, instances, base)
                }
                [count, instances, start, base] => (MGPDrawRange { start, count, bias: 0 }, instances, base),
                _ => return Err(Refusal::Driver("an indirect command could not be read".into())),
            };
            if instances > 0 {
                let draw_id = form.draw_id.wrapping_add(i as u32);
                self.draw_ranges(&Form { instances, base_instance, draw_id, ..*form }, &[range], indices)?;
            }
        }
        Ok(())
    }

    /// Words of a buffer; the range has been checked.
    fn read_words(&mut self, buffer: &Buffer, offset: u64, words: usize) -> Result<Vec<u32>> {
        self.cx.shadow.bind_buffer(&self.gl, glow::COPY_READ_BUFFER, Some(buffer.name));
        let range = self.gl.map_range(glow::COPY_READ_BUFFER, offset, words * 4, glow::MAP_READ_BIT);
        let mut range = range.ok_or_else(|| Refusal::Driver("a buffer could not be mapped".into()))?;
        let words = range.bytes().chunks_exact(4).map(|w| u32::from_ne_bytes(w.try_into().expect("four bytes")));
        Ok(words.collect())
    }

    pub(crate) fn launch_grid(&mut self, seq: u64, r: &MGPGridInfo, host: &mut dyn Host) -> Result {
        if !self.rendering_allowed() {
            return Ok(());
        }
        let program = self.cx.program.dispatch;
        let Ok(twin) = self.programs.get(program) else { return Ok(()) };
        if twin.archive().stages & Stage::Compute.bit() == 0 {
            return Err(Refusal::State("the program that dispatches has no compute stage"));
        }
        let variant = self.bindings_variant(program);
        self.build_variant(seq, program, Key { variant, ..Key::default() }, host)?;
        if !self.sync_program(program)? {
            return Ok(());
        }
        self.gl.show_clears();
        if r.indirect_buffer.is_null() {
            let [x, y, z] = r.groups;
            self.gl.dispatch_compute(x, y, z);
            return Ok(());
        }
        let buffer = self.buffer("indirect_buffer", r.indirect_buffer)?;
        check_range("indirect_offset", r.indirect_offset, 12, buffer.size)?;
        self.cx.shadow.bind_buffer(&self.gl, glow::DISPATCH_INDIRECT_BUFFER, Some(buffer.name));
        self.gl.dispatch_compute_indirect(r.indirect_offset);
        Ok(())
    }
}

fn too_large(field: &'static str, value: u64) -> Refusal {
    Refusal::Value { field, value, expected: "at most 2^31 - 1" }
}

/// A count or position as the driver takes it.
fn number(field: &'static str, value: u32) -> Result<i32> {
    i32::try_from(value).map_err(|_| too_large(field, value.into()))
}
