//! Linked programs: SPIR-V and an archive in the record, driver programs here, one per variant that a draw needs.
//!
//! ES fixes image units and storage block bindings in the shader, so each opaque uniform and block has a dense slot in the
//! ESSL, and what the application bound to its unit or binding point is bound to that slot before a draw.

mod words;

use crate::{
    Applier, Host,
    driver::{Driver, GlProgram, Groups, IndexedTarget, UniformShape},
    error::{Refusal, Result, missing},
    framebuffer::{Binding, Source},
    logic_op, program_cache,
    program_variant::{self, Count, Key},
    scratch::{InternalDraw, build_program},
};
use essl_back::TranslateError;
use pipe_types::{
    archive::{Archive, Scalar, Stage, UniformKind, value_shape},
    decode::Record,
    event::Event,
    handle::{Handle, RawHandle, kind},
    primitive::{BlobSegment, MGPHandleOnly, MGPWord, NoTail},
    records::program::{
        BUFFER_BINDINGS, BufferClass, MGPBufferBinding, MGPGlobalConstants, MGPProgramBindings, MGPProgramDesc,
        MGPShaderBuffers,
    },
};
pub(crate) use words::SlotUniform;
use zerocopy::IntoBytes;

/// A texture unit that a program samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnitUse {
    /// The application's unit, as pushed state counts.
    pub(crate) unit: u32,
    /// The driver's unit, where the program looks.
    pub(crate) driver_unit: u32,
    /// GL type enum of the sampler (`GL_SAMPLER_2D`, `GL_INT_SAMPLER_CUBE`, ...): says target and class.
    pub(crate) sampler_type: u32,
}

/// An image unit that a program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ImageUse {
    /// The application's unit.
    pub(crate) unit: u32,
    /// The driver's unit.
    pub(crate) driver_unit: u32,
    /// GL type enum of the image (`GL_IMAGE_2D`, ...).
    pub(crate) image_type: u32,
    /// Format enum that the shader declares; 0 when it declares none.
    pub(crate) format: u32,
}

/// A uniform with a value.
#[derive(Clone, Copy, Debug)]
struct Value {
    location: i32,
    shape: UniformShape,
    /// First word in the storage, and words in all.
    first: usize,
    words: usize,
}

/// A sampler uniform and the driver units of its elements.
#[derive(Clone, Debug)]
struct SamplerUniform {
    location: i32,
    slot: usize,
    elements: usize,
    gl_type: u32,
}

/// A driver program for one variant.
#[derive(Debug)]
struct Built {
    key: Key,
    /// `None`: the driver can't; said once.
    name: Option<GlProgram>,
    /// Words of the storage that it has not seen: first and end.
    dirty: (usize, usize),
    /// The bindings that its sampler uniforms were set by.
    bindings_serial: u64,
    /// What it has by sampler slot, for each [`SlotUniform`] that it asks for.
    slot_words: [Option<Vec<u32>>; SlotUniform::ALL.len()],
    /// Where it wants the parameters of the draw, if it does.
    draw_parameters: Option<i32>,
    /// Where it wants the height of what is drawn to, if it does, and what it has there.
    target_height: Option<(i32, u32)>,
}

/// The twin of a program.
#[derive(Debug)]
pub(crate) struct Program {
    stages: Vec<(Stage, Vec<u32>)>,
    archive: Archive,
    storage: Vec<u32>,
    values: Vec<Value>,
    samplers: Vec<SamplerUniform>,
    sampler_units: Vec<u32>,
    image_units: Vec<u32>,
    uniform_bindings: Vec<u32>,
    storage_bindings: Vec<u32>,
    /// Grows with every change of the four above.
    bindings_serial: u64,
    unit_uses: Vec<UnitUse>,
    image_uses: Vec<ImageUse>,
    variants: Vec<Built>,
    current: usize,
    /// What the fragment stage does after or instead of the depth test.
    pub(crate) late: program_variant::LateEffects,
}

impl Program {
    /// The archive.
    pub(crate) fn archive(&self) -> &Archive {
        &self.archive
    }
    /// Images of the program.
    pub(crate) fn image_uses(&self) -> &[ImageUse] {
        &self.image_uses
    }
    /// Texture units that the program's sampler slots read.
    pub(crate) fn sampler_units(&self) -> &[u32] {
        &self.sampler_units
    }
}

/// What a context's draws and dispatches use besides vertices and targets.
#[derive(Debug)]
pub struct ProgramState {
    pub(crate) draw: RawHandle,
    pub(crate) dispatch: RawHandle,
    buffers: [Vec<MGPBufferBinding>; 3],
    buffers_dirty: bool,
    /// The program, its bindings and its driver program that units and buffers were synchronised for.
    synced: (RawHandle, u64),
    units: Vec<UnitUse>,
    images: Vec<ImageUse>,
}

impl Default for ProgramState {
    fn default() -> Self {
        ProgramState {
            draw: RawHandle::NULL,
            dispatch: RawHandle::NULL,
            buffers: std::array::from_fn(|_| vec![MGPBufferBinding::default(); BUFFER_BINDINGS as usize]),
            buffers_dirty: true,
            synced: (RawHandle::NULL, 0),
            units: Vec::new(),
            images: Vec::new(),
        }
    }
}

fn uniform_shape(gl_type: u32) -> Option<UniformShape> {
    let shape = value_shape(gl_type)?;
    Some(match (shape.columns, shape.scalar) {
        (1, Scalar::Float | Scalar::Double) => UniformShape::Float(shape.rows),
        (1, Scalar::Uint) => UniformShape::Uint(shape.rows),
        (1, Scalar::Int | Scalar::Bool) => UniformShape::Int(shape.rows),
        (columns, _) => UniformShape::Matrix(columns, shape.rows),
    })
}

impl Applier {
    pub(crate) fn create_program(
        &mut self,
        seq: u64,
        r: &Record<'_, MGPProgramDesc, NoTail>,
        host: &mut dyn Host,
    ) -> Result {
        let mut bytes = Vec::new();
        host.blob(&r.archive, r.inline, &mut bytes);
        let archive = Archive::from_bytes(&bytes)?;
        if u32::from(archive.stages) != r.stage_mask {
            let value = r.stage_mask.into();
            return Err(Refusal::Value { field: "stage_mask", value, expected: "the stages of the archive" });
        }
        let mut stages = Vec::new();
        for stage in Stage::ALL {
            let blob = &r.spirv[stage as usize];
            let present = r.stage_mask & u32::from(stage.bit()) != 0;
            if present != (blob.segment() != BlobSegment::None) || !blob.size.is_multiple_of(4) {
                let value = blob.size;
                return Err(Refusal::Value {
                    field: "spirv",
                    value,
                    expected: "whole words for each stage of the mask",
                });
            }
            if present {
                bytes.clear();
                host.blob(blob, r.inline, &mut bytes);
                let words = bytes.chunks_exact(4).map(|w| u32::from_ne_bytes(w.try_into().expect("four bytes")));
                stages.push((stage, words.collect()));
            }
        }
        let twin = Program::new(archive, stages);
        let old = match self.programs.insert(r.program, twin) {
            Ok(old) => old,
            // An older handle than the slot's: refused and counted by the table.
            Err(_) => return Ok(()),
        };
        old.into_iter().for_each(|old| self.delete_program(old));
        self.contexts_mut().for_each(|cx| cx.program.synced = (RawHandle::NULL, 0));
        // Images without a format (or in another one than the driver's) need to know what is bound.
        let twin = self.programs.get(r.program).map_err(missing("program", r.program))?;
        if twin.archive.added_control_stage {
            return Ok(());
        }
        if twin.image_uses.iter().any(|image| image.format == 0 || self.slot_format(image).is_some()) {
            return Ok(());
        }
        // Most draws need the plain variant; making it now keeps the first draw short and finds failures early.
        self.build_variant(seq, r.program, Key::default(), host)
    }

    fn delete_program(&mut self, program: Program) {
        self.parked.iter_mut().for_each(|cx| cx.programs_died = true);
        for name in program.variants.into_iter().filter_map(|built| built.name) {
            self.contexts_mut().for_each(|cx| cx.shadow.forget_program(name));
            self.gl.delete_program(name);
        }
    }

    /// Draws nothing with a program of the applier's own. Mesa (22.3) drops a context's share of programs that died in another
    /// one at the context's next flush, and leaves it without shaders there, believing that the last ones are still bound: the
    /// next draw with them would end the process. So would one with the program of the last time: two take turns.
    pub(crate) fn renew_shaders(&mut self) -> Result {
        self.gl.flush();
        self.bind_scratch(Binding::Draw, glow::COLOR_ATTACHMENT0, Source::Empty)?;
        for name in [glow::FRAMEBUFFER_DEFAULT_WIDTH, glow::FRAMEBUFFER_DEFAULT_HEIGHT] {
            self.gl.framebuffer_parameter_i32(glow::DRAW_FRAMEBUFFER, name, 1);
        }
        self.cx.renewed = !self.cx.renewed;
        let fragment = if self.cx.renewed { "void main() {}\n" } else { "void main() { discard; }\n" };
        self.internal_draw(&InternalDraw { fragment, viewport: [0, 0, 1, 1], ..Default::default() })
    }

    pub(crate) fn destroy_program(&mut self, handle: RawHandle) -> Result {
        let twin = self.programs.remove(handle).map_err(missing("handle", handle))?;
        self.hold_xfb();
        self.delete_program(twin);
        Ok(())
    }

    fn program_of(&self, r: &MGPHandleOnly) -> Result<RawHandle> {
        let handle: Handle<kind::Program> = r.typed().ok_or(Refusal::Kind { field: "kind", kind: r.kind })?;
        if !handle.is_null() {
            self.programs.find(handle).map_err(missing("handle", handle.raw()))?;
        }
        Ok(handle.raw())
    }

    pub(crate) fn set_draw_program(&mut self, r: &MGPHandleOnly) -> Result {
        self.cx.program.draw = self.program_of(r)?;
        Ok(())
    }

    pub(crate) fn set_dispatch_program(&mut self, r: &MGPHandleOnly) -> Result {
        self.cx.program.dispatch = self.program_of(r)?;
        Ok(())
    }

    pub(crate) fn set_program_bindings(&mut self, r: &Record<'_, MGPProgramBindings, MGPWord>) -> Result {
        let units = self.cx.shadow.texture_units();
        let program = self.programs.get_mut(r.program).map_err(missing("program", r.program))?;
        let counts = [r.samplers, r.images, r.uniform_blocks, r.storage_blocks].map(|n| n as usize);
        let lists = [
            &mut program.sampler_units,
            &mut program.image_units,
            &mut program.uniform_bindings,
            &mut program.storage_bindings,
        ];
        const FIELDS: [&str; 4] = ["samplers", "images", "uniform_blocks", "storage_blocks"];
        let mut rest = r.tail;
        for ((list, count), field) in lists.into_iter().zip(counts).zip(FIELDS) {
            if list.len() != count {
                return Err(Refusal::Value { field, value: count as u64, expected: "as many as the program has" });
            }
            let (words, more) = rest.split_at(count);
            list.iter_mut().zip(words).for_each(|(unit, word)| *unit = word.value);
            rest = more;
        }
        program.bindings_changed(units);
        Ok(())
    }

    pub(crate) fn set_global_constants(
        &mut self,
        r: &Record<'_, MGPGlobalConstants, NoTail>,
        host: &mut dyn Host,
    ) -> Result {
        let program = self.programs.get_mut(r.program).map_err(missing("program", r.program))?;
        let (offset, size) = (u64::from(r.offset), r.blob.size);
        crate::error::check_range("offset", offset, size, program.storage.len() as u64 * 4)?;
        if offset % 4 != 0 || size % 4 != 0 {
            return Err(Refusal::Value { field: "offset", value: offset, expected: "whole words" });
        }
        let first = (offset / 4) as usize;
        let words = &mut program.storage[first..first + (size / 4) as usize];
        host.with_blob(&r.blob, r.inline, &mut |bytes| words.as_mut_bytes().copy_from_slice(bytes));
        let end = first + words.len();
        program.variants.iter_mut().for_each(|built| built.stain(first, end));
        Ok(())
    }

    pub(crate) fn set_shader_buffers(&mut self, r: &Record<'_, MGPShaderBuffers, MGPBufferBinding>) -> Result {
        let end = r.start + r.count;
        if end > BUFFER_BINDINGS {
            let (offset, size, limit) = (r.start.into(), r.count.into(), BUFFER_BINDINGS.into());
            return Err(Refusal::Range { field: "start", offset, size, limit });
        }
        for binding in r.tail {
            self.may_bind_buffer("buffer", binding.buffer)?;
        }
        self.cx.program.buffers[r.class as usize][r.start as usize..end as usize].copy_from_slice(r.tail);
        self.cx.program.buffers_dirty = true;
        Ok(())
    }

    /// Makes the variant of `key` if it is not there yet, and the current one of the program.
    pub(crate) fn build_variant(&mut self, seq: u64, handle: RawHandle, key: Key, host: &mut dyn Host) -> Result {
        let program = self.programs.get_mut(handle).map_err(missing("program", handle))?;
        if program.variants.get(program.current).is_some_and(|built| built.key == key) {
            return Ok(());
        }
        if let Some(index) = program.variants.iter().position(|built| built.key == key) {
            program.current = index;
            return Ok(());
        }
        if !program.archive.xfb.varyings.is_empty() {
            // Programs are told what they capture while no object that is bound captures, not even a paused one.
            self.hold_xfb();
            self.cx.shadow.bind_xfb(&self.gl, None);
        }
        let program = self.programs.get_mut(handle).map_err(missing("program", handle))?;
        let built = program.build(&self.gl, &self.es_caps, &key);
        self.rebind_capturing();
        let program = self.programs.get_mut(handle).map_err(missing("program", handle))?;
        let name = match built {
            Ok(name) => Some(name),
            Err(Failure::Forged(stage, error)) => return Err(Refusal::Spirv { stage, error }),
            Err(Failure::Driver(why)) => {
                tracing::error!(seq, program = %handle, why, "a program can't be made for this driver");
                host.event(seq, Event::Log(1, format!("program {handle} can't be made for this driver: {why}")));
                None
            }
        };
        let dirty = (0, program.storage.len());
        let location = |uniform: &str| name.and_then(|name| self.gl.uniform_location(name, uniform));
        let slot_words = SlotUniform::ALL.map(|what| location(&what.first_element()).map(|_| Vec::new()));
        let draw_parameters = location(&format!("{}[0]", essl_back::DRAW_PARAMETERS_UNIFORM));
        let target_height = location(essl_back::TARGET_HEIGHT_UNIFORM).map(|location| (location, 0));
        program.variants.push(Built {
            key,
            name,
            dirty,
            bindings_serial: 0,
            slot_words,
            draw_parameters,
            target_height,
        });
        program.current = program.variants.len() - 1;
        Ok(())
    }

    /// Makes the program's current variant the driver's program, its uniforms, units and buffers what was pushed. `false`:
    /// there is no driver program.
    pub(crate) fn sync_program(&mut self, handle: RawHandle) -> Result<bool> {
        let program = self.programs.get_mut(handle).map_err(missing("program", handle))?;
        if program.bindings_serial == 0 {
            program.bindings_changed(self.cx.shadow.texture_units());
        }
        let Some(name) = program.variants.get(program.current).and_then(|built| built.name) else { return Ok(false) };
        program.push_values(&self.gl, name);
        let slot_words = &program.variants[program.current].slot_words;
        let asks = SlotUniform::ALL.map(|what| slot_words[what as usize].is_some());
        let synced = (handle, program.bindings_serial);
        let changed = self.cx.program.synced != synced;
        if changed {
            self.cx.program.synced = synced;
            self.cx.program.units.clone_from(&program.unit_uses);
            self.cx.program.images.clone_from(&program.image_uses);
        }
        if self.cx.shadow.program() != Some(Some(name)) {
            // Another program may become current only while transform feedback is paused.
            self.hold_xfb();
            self.cx.shadow.use_program(&self.gl, Some(name));
        }
        // Images first: a texture that gets other storage for them is sampled from where it is then.
        let images = std::mem::take(&mut self.cx.program.images);
        let done = if images.is_empty() { Ok(()) } else { self.sync_images(&images, changed) };
        self.cx.program.images = images;
        done?;
        let units = std::mem::take(&mut self.cx.program.units);
        let done = self.sync_units(&units, changed);
        self.cx.program.units = units;
        done?;
        for what in SlotUniform::ALL.into_iter().filter(|what| asks[*what as usize]) {
            self.sync_slot_words(handle, what)?;
        }
        self.sync_buffers(handle, changed)?;
        // Synchronising textures may have drawn with another program.
        self.cx.shadow.use_program(&self.gl, Some(name));
        Ok(true)
    }

    /// Binds what the application's binding points have to the slots of the program's blocks.
    fn sync_buffers(&mut self, handle: RawHandle, changed: bool) -> Result {
        let moved = self.cx.shadow.take_moved(Groups::BUFFERS);
        let program = self.programs.get(handle).map_err(missing("program", handle))?;
        let archive = &program.archive;
        if moved || changed || self.cx.program.buffers_dirty {
            self.cx.program.buffers_dirty = false;
            let uniform = archive.uniform_blocks.iter().zip(&program.uniform_bindings);
            let storage = archive.storage_blocks.iter().zip(&program.storage_bindings);
            let atomic = archive.atomic_buffers.iter().enumerate();
            let atomic = atomic.map(|(n, b)| (BufferClass::Atomic, essl_back::counter_slot(archive, n), b.binding));
            let blocks = uniform
                .map(|(block, at)| (BufferClass::Uniform, block.slot, *at))
                .chain(storage.map(|(block, at)| (BufferClass::Storage, block.slot, *at)))
                .chain(atomic);
            for (class, slot, at) in blocks {
                let target = match class {
                    BufferClass::Uniform => IndexedTarget::Uniform,
                    BufferClass::Storage | BufferClass::Atomic => IndexedTarget::Storage,
                };
                let mut bound = self.cx.program.buffers[class as usize].get(at as usize).copied().unwrap_or_default();
                if class == BufferClass::Atomic {
                    let before = 4 * u64::from(self.counter_base(at));
                    bound.offset -= before;
                    if bound.size != u64::MAX {
                        bound.size = bound.size.saturating_add(before);
                    }
                }
                let buffer = self.buffers.get(bound.buffer).ok().filter(|b| b.size > bound.offset);
                let rest = buffer.map_or(0, |b| b.size - bound.offset);
                let size = (bound.size != u64::MAX || bound.offset != 0).then_some(bound.size.min(rest));
                let name = buffer.filter(|_| size != Some(0)).map(|b| b.name);
                self.cx.shadow.bind_indexed(&self.gl, target, slot, name, bound.offset, size);
            }
            self.cx.shadow.moved -= Groups::BUFFERS;
        }
        if !self.conversions.is_empty() {
            let storage = archive.storage_blocks.iter().zip(&program.storage_bindings).filter(|(b, _)| b.writable);
            let storage = storage.map(|(_, at)| (BufferClass::Storage, *at));
            let atomic = archive.atomic_buffers.iter().map(|b| (BufferClass::Atomic, b.binding));
            let written: Vec<_> = storage.chain(atomic).collect();
            self.images_write_buffers(handle)?;
            for (class, at) in written {
                let bound = self.cx.program.buffers[class as usize].get(at as usize).copied();
                self.buffer_written(bound.unwrap_or_default().buffer);
            }
        }
        Ok(())
    }

    /// Words from where the driver can bind the range of an atomic counter binding point to where it starts.
    fn counter_base(&self, at: u32) -> u32 {
        let bound = self.cx.program.buffers[BufferClass::Atomic as usize].get(at as usize).copied().unwrap_or_default();
        let alignment = u64::from(self.gl.caps.limits.shader_storage_buffer_offset_alignment.max(4));
        (bound.offset % alignment / 4) as u32
    }

    /// [`essl_back::Variant::counter_bases`] of a program.
    pub(crate) fn counter_bases(&self, program: RawHandle) -> Vec<u32> {
        let Ok(program) = self.programs.get(program) else { return Vec::new() };
        let bases = program.archive.atomic_buffers.iter().map(|b| self.counter_base(b.binding));
        let bases: Vec<u32> = bases.collect();
        // The plain variant is the one of ranges that start where they may.
        if bases.iter().any(|b| *b != 0) { bases } else { Vec::new() }
    }
}

impl Built {
    /// Words `first` to `end` of the storage have changed.
    fn stain(&mut self, first: usize, end: usize) {
        self.dirty =
            if self.dirty.0 >= self.dirty.1 { (first, end) } else { (self.dirty.0.min(first), self.dirty.1.max(end)) };
    }
}

/// Why there is no driver program.
enum Failure {
    /// The module is no client's.
    Forged(Stage, essl_back::CheckError),
    /// The driver can't.
    Driver(String),
}

impl Program {
    fn new(archive: Archive, stages: Vec<(Stage, Vec<u32>)>) -> Self {
        let mut values = Vec::new();
        let mut samplers = Vec::new();
        let mut image_uses = Vec::new();
        let mut sampler_units = vec![0; archive.sampler_units as usize];
        let mut image_units = vec![0; archive.image_units as usize];
        for uniform in &archive.uniforms {
            let elements = uniform.array_size as usize;
            match uniform.kind {
                UniformKind::Value { location, storage_offset } => {
                    // The archive's check has looked at type and range.
                    let Some(shape) = uniform_shape(uniform.gl_type) else { continue };
                    let (first, words) = (storage_offset as usize / 4, shape.words() * elements);
                    values.push(Value { location: location as i32, shape, first, words });
                }
                UniformKind::Sampler { location, slot, unit, explicit_unit } => {
                    let (slot, location) = (slot as usize, location as i32);
                    samplers.push(SamplerUniform { location, slot, elements, gl_type: uniform.gl_type });
                    for (i, at) in sampler_units[slot..slot + elements].iter_mut().enumerate() {
                        *at = unit + if explicit_unit { i as u32 } else { 0 };
                    }
                }
                UniformKind::Image { slot, unit, explicit_unit, format, .. } => {
                    for i in 0..uniform.array_size {
                        image_units[(slot + i) as usize] = unit + if explicit_unit { i } else { 0 };
                        let (driver_unit, image_type) = (slot + i, uniform.gl_type);
                        image_uses.push(ImageUse { unit: 0, driver_unit, image_type, format });
                    }
                }
                UniformKind::BlockMember { .. } | UniformKind::AtomicCounter { .. } => {}
            }
        }
        values.sort_by_key(|v: &Value| v.first);
        let late = stages
            .iter()
            .find(|(stage, _)| *stage == Stage::Fragment)
            .map_or_else(Default::default, |(_, words)| program_variant::late_effects(words));
        Program {
            storage: archive.initial_storage.clone(),
            uniform_bindings: archive.uniform_blocks.iter().map(|b| b.binding).collect(),
            storage_bindings: archive.storage_blocks.iter().map(|b| b.binding).collect(),
            archive,
            stages,
            values,
            samplers,
            sampler_units,
            image_units,
            bindings_serial: 0,
            unit_uses: Vec::new(),
            image_uses,
            variants: Vec::new(),
            current: 0,
            late,
        }
    }

    /// Chooses the driver units: the application's where the driver has that unit, otherwise a free one.
    fn bindings_changed(&mut self, driver_units: u32) {
        self.bindings_serial += 1;
        // The last unit is where textures are edited; leaving it alone saves binding there again.
        let limit = driver_units.saturating_sub(1);
        self.unit_uses.clear();
        let mut free = limit;
        for sampler in &self.samplers {
            for unit in &self.sampler_units[sampler.slot..sampler.slot + sampler.elements] {
                let known = self.unit_uses.iter().find(|u| u.unit == *unit && *unit >= limit).map(|u| u.driver_unit);
                let driver_unit = match known {
                    Some(known) => known,
                    None if *unit < limit => *unit,
                    None => {
                        let used = |at: u32| self.sampler_units.contains(&at);
                        free = (0..free).rev().find(|at| !used(*at)).unwrap_or(0);
                        free
                    }
                };
                self.unit_uses.push(UnitUse { unit: *unit, driver_unit, sampler_type: sampler.gl_type });
            }
        }
        for image in &mut self.image_uses {
            image.unit = self.image_units[image.driver_unit as usize];
        }
    }

    fn build(&self, gl: &Driver, es_caps: &essl_back::EsCaps, key: &Key) -> std::result::Result<GlProgram, Failure> {
        let kept = program_cache::key(gl, es_caps, &self.stages, &self.archive, key);
        if let Some(program) = kept.and_then(|kept| program_cache::load(gl, kept)) {
            return Ok(program);
        }
        program_cache::count_built();
        let program = self.build_from_text(gl, es_caps, key)?;
        if let Some(kept) = kept {
            program_cache::store(gl, kept, program);
        }
        Ok(program)
    }

    fn build_from_text(
        &self,
        gl: &Driver,
        es_caps: &essl_back::EsCaps,
        key: &Key,
    ) -> std::result::Result<GlProgram, Failure> {
        let mut sources = Vec::new();
        for (stage, spirv) in &self.stages {
            let text = essl_back::translate(spirv, *stage, &self.archive, &key.variant, es_caps);
            let mut text = text.map_err(|error| match error {
                TranslateError::Check(error) => Failure::Forged(*stage, error),
                other => Failure::Driver(other.to_string()),
            })?;
            if let (Stage::Fragment, Some(logic)) = (*stage, &key.logic) {
                text = logic_op::apply(&text, logic);
            }
            if *stage == Stage::Fragment && key.count != Count::Not {
                text = program_variant::count_samples(&text, key.count, gl);
            }
            sources.push((stage.gl_enum(), text));
        }
        // What ES can't capture as it is to lie is captured tightly, a stream at a time, and put in its places afterwards.
        let xfb = &self.archive.xfb;
        let varyings: Vec<&str> = xfb.of_stream(key.variant.stream).map(|v| v.essl_name.as_str()).collect();
        let stages = sources.iter().map(|(stage, text)| (*stage, text.as_str()));
        build_program(gl, stages, &varyings, xfb.separate && !xfb.is_scattered()).map_err(Failure::Driver)
    }

    /// Brings the uniforms of the current variant up to date.
    fn push_values(&mut self, gl: &Driver, name: GlProgram) {
        let built = &mut self.variants[self.current];
        let (first, end) = std::mem::take(&mut built.dirty);
        if first < end {
            let from = self.values.partition_point(|v| v.first + v.words <= first);
            for value in self.values[from..].iter().take_while(|v| v.first < end) {
                // Whole elements around what changed.
                let step = value.shape.words();
                let low = first.saturating_sub(value.first) / step;
                let high = (end - value.first).div_ceil(step).min(value.words / step);
                let words = &self.storage[value.first + low * step..value.first + high * step];
                gl.program_uniform(name, value.location + low as i32, value.shape, words);
            }
        }
        if built.bindings_serial != self.bindings_serial {
            built.bindings_serial = self.bindings_serial;
            let mut uses = self.unit_uses.iter();
            for sampler in &self.samplers {
                let units: Vec<u32> = uses.by_ref().take(sampler.elements).map(|u| u.driver_unit).collect();
                gl.program_uniform(name, sampler.location, UniformShape::Int(1), &units);
            }
        }
    }
}
