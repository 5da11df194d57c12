//! Shaders and programs (GL 4.6 core 7). Both are compiled here; what the server gets is SPIR-V and an archive, at the link.

use super::enums::*;
use crate::{
    Cx, emit,
    emit::Dirty,
    table::{Ref, Table},
};
use glsl_front::{CompileOptions, LinkOptions, Stage};
use pipe_types::{
    Handle,
    archive::{Archive, Block, Scalar, UniformKind, value_shape},
    caps::Features,
    handle::kind,
};

/// What a name of the common name space means.
#[derive(Debug)]
pub enum ShaderOrProgram {
    /// A shader.
    Shader(Box<Shader>),
    /// A program.
    Program(Box<Program>),
}

/// A shader object.
#[derive(Debug)]
pub struct Shader {
    /// Its stage.
    pub stage: Stage,
    /// The strings of `glShaderSource`, concatenated.
    pub source: Vec<u8>,
    /// What the last compilation made.
    pub compiled: Option<glsl_front::Shader>,
    /// Info log.
    pub log: String,
    /// Programs that it is attached to.
    pub attached: u32,
    /// `GL_DELETE_STATUS`.
    pub deleted: bool,
}

/// A program object.
#[derive(Debug, Default)]
pub struct Program {
    /// Attached shaders in order.
    pub shaders: Vec<Ref<ShaderOrProgram>>,
    /// State that the next link reads.
    pub options: LinkOptions,
    /// `GL_LINK_STATUS`.
    pub linked: bool,
    /// `GL_VALIDATE_STATUS`.
    pub validated: bool,
    /// Info log.
    pub log: String,
    /// The last successful link. After a failed one it stays for contexts that draw with it (GL 4.6 core 7.3).
    pub executable: Option<Box<Executable>>,
    /// Contexts where it is current.
    pub uses: u32,
    /// `GL_DELETE_STATUS`.
    pub deleted: bool,
    /// `GL_PROGRAM_BINARY_RETRIEVABLE_HINT` of the last link.
    pub binary_hint: bool,
    /// The same, as it was set since.
    pub next_binary_hint: bool,
}

/// What lives at a uniform location.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Place {
    /// Nothing active.
    Nothing,
    /// A value, words into the storage.
    Value {
        /// First word of the element.
        word: u32,
        /// Component type.
        scalar: Scalar,
        /// Columns.
        columns: u8,
        /// Components of a column.
        rows: u8,
    },
    /// A sampler: its slot.
    Sampler(u32),
    /// An image: its slot.
    Image(u32),
}

/// A uniform location.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    /// What lives there.
    pub place: Place,
    /// Elements of the array from this one on; 1 when it is no array.
    pub elements: u32,
    /// Whether it is an array.
    pub is_array: bool,
    /// Index of the uniform.
    pub uniform: u32,
}

/// What a successful link made, with the values of its uniforms.
#[derive(Debug)]
pub struct Executable {
    /// Its handle; null when it can't run.
    pub handle: Handle<kind::Program>,
    /// Reflection.
    pub archive: Archive,
    /// By uniform location.
    pub locations: Box<[Location]>,
    /// The default uniform block, packed as the archive says.
    pub storage: Vec<u32>,
    /// Words that changed since they were sent.
    pub storage_dirty: std::ops::Range<u32>,
    /// Texture unit of each sampler slot.
    pub samplers: Vec<u32>,
    /// Image unit of each image slot.
    pub images: Vec<u32>,
    /// Binding point of each uniform block.
    pub uniform_blocks: Vec<u32>,
    /// Binding point of each storage block.
    pub storage_blocks: Vec<u32>,
    /// One of the four changed since it was sent.
    pub bindings_dirty: bool,
    /// Samplers of different types use one unit, so that it can't draw (GL 4.6 core 7.11).
    pub samplers_conflict: bool,
    /// Words of `gl_DepthRange.near`, `.far`, `.diff` that are active.
    pub depth_range: [Option<u32>; 3],
    /// Word of `gl_NumSamples`, when it is active.
    pub num_samples: Option<u32>,
}

impl Executable {
    fn new(handle: Handle<kind::Program>, archive: Archive) -> Self {
        let nothing = Location { place: Place::Nothing, elements: 0, is_array: false, uniform: 0 };
        let locations = archive.location_table().into_iter().map(|entry| {
            let Some((index, element)) = entry else { return nothing };
            let uniform = &archive.uniforms[index as usize];
            if uniform.name.starts_with("gl_") {
                return nothing;
            }
            let place = match uniform.kind {
                UniformKind::Value { storage_offset, .. } => {
                    let shape = value_shape(uniform.gl_type).expect("the front end checks its values' types");
                    Place::Value {
                        word: storage_offset / 4 + element * shape.words(),
                        scalar: shape.scalar,
                        columns: shape.columns,
                        rows: shape.rows,
                    }
                }
                UniformKind::Sampler { slot, .. } => Place::Sampler(slot + element),
                UniformKind::Image { slot, .. } => Place::Image(slot + element),
                _ => return nothing,
            };
            Location { place, elements: uniform.array_size - element, is_array: uniform.is_array, uniform: index }
        });
        let locations = locations.collect();
        let mut samplers = vec![0; archive.sampler_units as usize];
        let mut images = vec![0; archive.image_units as usize];
        let mut depth_range = [None; 3];
        let mut num_samples = None;
        for uniform in &archive.uniforms {
            let (units, slot, unit, explicit) = match uniform.kind {
                UniformKind::Sampler { slot, unit, explicit_unit, .. } => (&mut samplers, slot, unit, explicit_unit),
                UniformKind::Image { slot, unit, explicit_unit, .. } => (&mut images, slot, unit, explicit_unit),
                UniformKind::Value { storage_offset, .. } => {
                    let field = match uniform.name.as_str() {
                        "gl_DepthRange.near" => 0,
                        "gl_DepthRange.far" => 1,
                        "gl_DepthRange.diff" => 2,
                        "gl_NumSamples" => {
                            num_samples = Some(storage_offset / 4);
                            continue;
                        }
                        _ => continue,
                    };
                    depth_range[field] = Some(storage_offset / 4);
                    continue;
                }
                _ => continue,
            };
            for element in 0..uniform.array_size {
                units[(slot + element) as usize] = if explicit { unit + element } else { unit };
            }
        }
        let mut executable = Self {
            handle,
            locations,
            storage: archive.initial_storage.clone(),
            storage_dirty: 0..archive.initial_storage.len() as u32,
            samplers,
            images,
            uniform_blocks: archive.uniform_blocks.iter().map(|block| block.binding).collect(),
            storage_blocks: archive.storage_blocks.iter().map(|block| block.binding).collect(),
            bindings_dirty: true,
            samplers_conflict: false,
            depth_range,
            num_samples,
            archive,
        };
        executable.find_conflicts();
        executable
    }

    /// Looks for samplers of different types on one unit, after units changed.
    pub fn find_conflicts(&mut self) {
        // Programs have few samplers: comparing all pairs needs no memory.
        let types = |at: usize| {
            self.archive.uniforms.iter().find_map(|uniform| match uniform.kind {
                UniformKind::Sampler { slot, .. } if (slot..slot + uniform.array_size).contains(&(at as u32)) => {
                    Some(uniform.gl_type)
                }
                _ => None,
            })
        };
        self.samplers_conflict = (0..self.samplers.len()).any(|a| {
            (a + 1..self.samplers.len()).any(|b| self.samplers[a] == self.samplers[b] && types(a) != types(b))
        });
    }

    /// Marks words of the storage.
    #[inline]
    pub fn mark(&mut self, words: std::ops::Range<u32>) {
        self.storage_dirty = if self.storage_dirty.is_empty() {
            words
        } else {
            self.storage_dirty.start.min(words.start)..self.storage_dirty.end.max(words.end)
        };
    }

    /// Stage mask has `stage`.
    pub fn has(&self, stage: Stage) -> bool {
        self.archive.stages & stage.bit() != 0
    }
}

/// Current program of a context.
#[derive(Debug, Default)]
pub struct ProgramState {
    /// `GL_CURRENT_PROGRAM`.
    pub current: Option<Ref<ShaderOrProgram>>,
}

impl Table<ShaderOrProgram> {
    /// The program behind a reference to one.
    #[inline]
    pub fn program(&self, program: &Ref<ShaderOrProgram>) -> &Program {
        match &self[program] {
            ShaderOrProgram::Program(program) => program,
            ShaderOrProgram::Shader(_) => unreachable!("references to programs are made from programs"),
        }
    }
    /// The program behind a reference to one, to change.
    #[inline]
    pub fn program_mut(&mut self, program: &Ref<ShaderOrProgram>) -> &mut Program {
        match &mut self[program] {
            ShaderOrProgram::Program(program) => program,
            ShaderOrProgram::Shader(_) => unreachable!("references to programs are made from programs"),
        }
    }
    /// The shader behind a reference to one, to change.
    pub fn shader_mut(&mut self, shader: &Ref<ShaderOrProgram>) -> &mut Shader {
        match &mut self[shader] {
            ShaderOrProgram::Shader(shader) => shader,
            ShaderOrProgram::Program(_) => unreachable!("references to shaders are made from shaders"),
        }
    }
}

/// The executable that draws.
#[inline]
pub fn current<'a>(cx: &'a Cx<'_>) -> Option<&'a Executable> {
    cx.shared.programs.program(cx.state.program.current.as_ref()?).executable.as_deref()
}

/// The program of a name: `GL_INVALID_VALUE` for no name, `GL_INVALID_OPERATION` for a shader's.
pub fn program(cx: &mut Cx<'_>, name: GLuint) -> Option<Ref<ShaderOrProgram>> {
    match cx.shared.programs.by_name(name) {
        Some(ShaderOrProgram::Program(_)) => cx.shared.programs.get(name),
        Some(ShaderOrProgram::Shader(_)) => {
            cx.error(GL_INVALID_OPERATION, "the name is a shader's, not a program's");
            None
        }
        None => {
            cx.error(GL_INVALID_VALUE, "no such program");
            None
        }
    }
}

/// The shader of a name: `GL_INVALID_VALUE` for no name, `GL_INVALID_OPERATION` for a program's.
pub fn shader(cx: &mut Cx<'_>, name: GLuint) -> Option<Ref<ShaderOrProgram>> {
    match cx.shared.programs.by_name(name) {
        Some(ShaderOrProgram::Shader(_)) => cx.shared.programs.get(name),
        Some(ShaderOrProgram::Program(_)) => {
            cx.error(GL_INVALID_OPERATION, "the name is a program's, not a shader's");
            None
        }
        None => {
            cx.error(GL_INVALID_VALUE, "no such shader");
            None
        }
    }
}

/// `glCreateShader`.
pub fn create_shader(cx: &mut Cx<'_>, type_: GLenum) -> GLuint {
    let needs = match type_ {
        GL_GEOMETRY_SHADER => Features::GEOMETRY_SHADER,
        GL_TESS_CONTROL_SHADER | GL_TESS_EVALUATION_SHADER => Features::TESSELLATION_SHADER,
        _ => Features::empty(),
    };
    let Some(stage) = Stage::from_gl_enum(type_).filter(|_| cx.session.caps.has(needs)) else {
        cx.error(GL_INVALID_ENUM, &format!("no shader type {}", enum_name(type_)));
        return 0;
    };
    let shader = Shader { stage, source: Vec::new(), compiled: None, log: String::new(), attached: 0, deleted: false };
    let name = cx.shared.programs.generate();
    cx.shared.programs.create(name, ShaderOrProgram::Shader(Box::new(shader)));
    name
}

/// `glCreateProgram`.
pub fn create_program(cx: &mut Cx<'_>) -> GLuint {
    let mut program = Program::default();
    program.options.max_vertex_attribs = cx.state.limits.vertex_attribs;
    program.options.max_draw_buffers = cx.state.limits.draw_buffers;
    let name = cx.shared.programs.generate();
    cx.shared.programs.create(name, ShaderOrProgram::Program(Box::new(program)));
    name
}

/// `glIsShader`.
pub fn is_shader(cx: &mut Cx<'_>, name: GLuint) -> GLboolean {
    GLboolean::from(matches!(cx.shared.programs.by_name(name), Some(ShaderOrProgram::Shader(_))))
}

/// `glIsProgram`.
pub fn is_program(cx: &mut Cx<'_>, name: GLuint) -> GLboolean {
    GLboolean::from(matches!(cx.shared.programs.by_name(name), Some(ShaderOrProgram::Program(_))))
}

/// `glDeleteShader`: an attached shader keeps its name until it is detached.
pub fn delete_shader(cx: &mut Cx<'_>, name: GLuint) {
    if name == 0 {
        return;
    }
    if let Some(shader) = shader(cx, name) {
        cx.shared.programs.shader_mut(&shader).deleted = true;
        end_shader(cx, &shader);
    }
}

/// A shader that is deleted and attached nowhere loses its name.
fn end_shader(cx: &mut Cx<'_>, shader: &Ref<ShaderOrProgram>) {
    let object = cx.shared.programs.shader_mut(shader);
    if object.deleted && object.attached == 0 {
        let name = cx.shared.programs.name(shader);
        super::debug::forget_label(cx, GL_SHADER, name);
        cx.shared.programs.delete(name);
        cx.state.sent.dirty.insert(Dirty::COLLECT);
    }
}

/// `glDeleteProgram`: a current program keeps its name until it is current nowhere.
pub fn delete_program(cx: &mut Cx<'_>, name: GLuint) {
    if name == 0 {
        return;
    }
    if let Some(program) = program(cx, name) {
        cx.shared.programs.program_mut(&program).deleted = true;
        end_program(cx.shared, &program);
        super::debug::forget_label(cx, GL_PROGRAM, name);
        cx.state.sent.dirty.insert(Dirty::COLLECT);
    }
}

/// A program that is deleted and current nowhere loses its name, and its shaders.
fn end_program(shared: &mut crate::Shared, program: &Ref<ShaderOrProgram>) {
    let object = shared.programs.program_mut(program);
    if !object.deleted || object.uses > 0 {
        return;
    }
    for shader in std::mem::take(&mut object.shaders) {
        let object = shared.programs.shader_mut(&shader);
        object.attached -= 1;
        if object.deleted && object.attached == 0 {
            let name = shared.programs.name(&shader);
            shared.programs.delete(name);
        }
    }
    let name = shared.programs.name(program);
    shared.programs.delete(name);
}

/// The context does not use its program any more.
pub fn release_current(state: &mut crate::context::ContextState, shared: &mut crate::Shared) {
    if let Some(old) = state.program.current.take() {
        shared.programs.program_mut(&old).uses -= 1;
        end_program(shared, &old);
    }
}

/// `glShaderSource`, the strings already joined.
pub fn shader_source(cx: &mut Cx<'_>, name: GLuint, source: Vec<u8>) {
    if let Some(shader) = shader(cx, name) {
        cx.shared.programs.shader_mut(&shader).source = source;
    }
}

/// The newest GLSL version of a context.
pub fn glsl_version(version: u32) -> u16 {
    match version {
        ..=30 => 130,
        31 => 140,
        32 => 150,
        _ => version as u16 * 10,
    }
}

/// `glCompileShader`.
pub fn compile_shader(cx: &mut Cx<'_>, name: GLuint) {
    let Some(shader) = shader(cx, name) else { return };
    let options = CompileOptions {
        max_version: glsl_version(cx.state.version),
        max_draw_buffers: cx.state.limits.draw_buffers,
        max_vertex_attribs: cx.state.limits.vertex_attribs,
        max_texture_units: cx.state.limits.texture_units,
    };
    let object = cx.shared.programs.shader_mut(&shader);
    let source = String::from_utf8_lossy(&object.source);
    match glsl_front::compile(object.stage, &source, &options) {
        Ok(compiled) => {
            object.log = compiled.log.clone();
            object.compiled = Some(compiled);
        }
        Err(error) => {
            tracing::debug!(shader = name, log = error.log, "a shader did not compile");
            object.compiled = None;
            object.log = error.log;
        }
    }
}

/// `glAttachShader`.
pub fn attach_shader(cx: &mut Cx<'_>, program_name: GLuint, shader_name: GLuint) {
    let Some(program) = program(cx, program_name) else { return };
    let Some(shader) = shader(cx, shader_name) else { return };
    let object = cx.shared.programs.program_mut(&program);
    if object.shaders.contains(&shader) {
        return cx.error(GL_INVALID_OPERATION, "the shader is attached already");
    }
    object.shaders.push(shader.clone());
    cx.shared.programs.shader_mut(&shader).attached += 1;
}

/// `glDetachShader`.
pub fn detach_shader(cx: &mut Cx<'_>, program_name: GLuint, shader_name: GLuint) {
    let Some(program) = program(cx, program_name) else { return };
    let Some(shader) = shader(cx, shader_name) else { return };
    let object = cx.shared.programs.program_mut(&program);
    let Some(at) = object.shaders.iter().position(|s| *s == shader) else {
        return cx.error(GL_INVALID_OPERATION, "the shader is not attached");
    };
    object.shaders.remove(at);
    cx.shared.programs.shader_mut(&shader).attached -= 1;
    end_shader(cx, &shader);
}

/// `glLinkProgram`.
pub fn link_program(cx: &mut Cx<'_>, name: GLuint) {
    let Some(program) = program(cx, name) else { return };
    if super::transform_feedback::uses_program(cx, &program) {
        return cx.error(GL_INVALID_OPERATION, "active transform feedback uses the program");
    }
    let object = cx.shared.programs.program(&program);
    let result = collect_shaders(&cx.shared.programs, object)
        .and_then(|shaders| glsl_front::link(&shaders, &object.options).map_err(|error| error.log))
        .and_then(|linked| check_limits(cx, &linked.archive).map(|()| linked));
    let separable = object.options.separable;
    match result {
        Ok(linked) => {
            // A program without a first stage links, and can't draw: the server never hears of it.
            let stages = linked.archive.stages;
            let runs = stages & (Stage::Vertex.bit() | Stage::Compute.bit()) != 0;
            let handle = if runs { cx.session.mint() } else { Handle::NULL };
            if runs {
                emit::program::create(cx.session, handle, name, separable, &linked);
            }
            let executable = Box::new(Executable::new(handle, linked.archive));
            let object = cx.shared.programs.program_mut(&program);
            (object.linked, object.log) = (true, String::new());
            if let Some(old) = object.executable.replace(executable) {
                emit::program::end(cx.session, old.handle);
            }
        }
        Err(log) => {
            tracing::debug!(program = name, log, "a program did not link");
            let object = cx.shared.programs.program_mut(&program);
            (object.linked, object.log) = (false, log);
        }
    }
    let object = cx.shared.programs.program_mut(&program);
    object.validated = false;
    object.binary_hint = object.next_binary_hint;
}

/// `glGetProgramBinary`: there are no formats.
pub fn get_binary(cx: &mut Cx<'_>, name: GLuint, size: GLsizei) {
    let Some(program) = program(cx, name) else { return };
    if size < 0 {
        return cx.error(GL_INVALID_VALUE, "size");
    }
    let why = if cx.shared.programs.program(&program).linked { "no binary formats" } else { "not linked" };
    cx.error(GL_INVALID_OPERATION, why);
}

/// `glProgramBinary`: there are no formats.
pub fn set_binary(cx: &mut Cx<'_>, name: GLuint, length: GLsizei) {
    let Some(program) = program(cx, name) else { return };
    if length < 0 {
        return cx.error(GL_INVALID_VALUE, "length");
    }
    cx.shared.programs.program_mut(&program).linked = false;
    cx.error(GL_INVALID_ENUM, "no binary formats");
}

fn collect_shaders(table: &Table<ShaderOrProgram>, program: &Program) -> Result<Vec<glsl_front::Shader>, String> {
    let compiled = |shader: &Ref<ShaderOrProgram>| match &table[shader] {
        ShaderOrProgram::Shader(shader) => {
            shader.compiled.clone().ok_or_else(|| "error: linking with uncompiled/unspecialized shader\n".to_owned())
        }
        ShaderOrProgram::Program(_) => unreachable!("only shaders are attached"),
    };
    program.shaders.iter().map(compiled).collect()
}

/// What the driver would refuse later is refused here.
fn check_limits(cx: &Cx<'_>, archive: &Archive) -> Result<(), String> {
    let caps = &cx.session.caps.limits;
    let combined = cx.state.limits.texture_units;
    if archive.sampler_units > combined {
        return Err(format!("error: {} samplers, {combined} are supported\n", archive.sampler_units));
    }
    for stage in Stage::ALL {
        let bit = stage.bit();
        let of_stage = |stages: u8| stages & bit != 0;
        let blocks = |list: &[Block]| list.iter().filter(|block| of_stage(block.stages)).count() as u32;
        let uniforms = |counts: fn(&UniformKind) -> bool| -> u32 {
            let list = archive.uniforms.iter().filter(|u| of_stage(u.stages) && counts(&u.kind));
            list.map(|uniform| uniform.array_size).sum()
        };
        let at = stage as usize;
        let counters = archive.atomic_buffers.iter().filter(|buffer| of_stage(buffer.stages)).count() as u32;
        for (what, used, most) in [
            ("uniform blocks", blocks(&archive.uniform_blocks), caps.max_uniform_blocks[at]),
            ("shader storage blocks", blocks(&archive.storage_blocks), caps.max_storage_blocks[at]),
            ("images", uniforms(|kind| matches!(kind, UniformKind::Image { .. })), caps.max_image_uniforms[at]),
            (
                "atomic counters",
                uniforms(|kind| matches!(kind, UniformKind::AtomicCounter { .. })),
                caps.max_atomic_counters[at],
            ),
            ("atomic counter buffers", counters, caps.max_atomic_counter_buffers[at]),
        ] {
            if used > most {
                return Err(format!("error: {stage:?} shader uses {used} {what}, {most} are supported\n"));
            }
        }
    }
    let group = archive.work_group_size;
    let invocations: u64 = group.iter().map(|&n| u64::from(n)).product();
    if (0..3).any(|at| group[at] > caps.max_compute_work_group_size[at])
        || invocations > u64::from(caps.max_compute_work_group_invocations)
    {
        return Err(format!("error: a local work group of {group:?} invocations is not supported\n"));
    }
    let most = cx.state.limits.atomic_buffer_bindings;
    if let Some(buffer) = archive.atomic_buffers.iter().find(|buffer| buffer.binding >= most) {
        return Err(format!("error: atomic counter binding {}, {most} are supported\n", buffer.binding));
    }
    let dual = caps.max_dual_source_draw_buffers.max(1);
    if let Some(output) = archive.outputs.iter().find(|output| output.index == 1 && output.location >= dual as i32) {
        return Err(format!(
            "error: output location {} >= GL_MAX_DUAL_SOURCE_DRAW_BUFFERS with index 1 for {}\n",
            output.location, output.name
        ));
    }
    let size = caps.max_uniform_block_size;
    match archive.uniform_blocks.iter().find(|block| u64::from(block.data_size) > size) {
        Some(block) => {
            Err(format!("error: uniform block `{}' has {} bytes, {size} are supported\n", block.name, block.data_size))
        }
        None => Ok(()),
    }
}

/// `glUseProgram`.
pub fn use_program(cx: &mut Cx<'_>, name: GLuint) {
    let xfb = cx.state.xfb.current();
    if xfb.active && !xfb.paused {
        return cx.error(GL_INVALID_OPERATION, "transform feedback is active");
    }
    let program = if name == 0 {
        None
    } else {
        let Some(program) = program(cx, name) else { return };
        if !cx.shared.programs.program(&program).linked {
            return cx.error(GL_INVALID_OPERATION, "the program is not linked");
        }
        Some(program)
    };
    if cx.state.program.current == program {
        return;
    }
    if let Some(program) = &program {
        cx.shared.programs.program_mut(program).uses += 1;
    }
    release_current(cx.state, cx.shared);
    cx.state.program.current = program;
    cx.state.sent.dirty.insert(Dirty::PROGRAM | Dirty::COLLECT);
}

/// `glValidateProgram`.
pub fn validate_program(cx: &mut Cx<'_>, name: GLuint) {
    let Some(program) = program(cx, name) else { return };
    let object = cx.shared.programs.program_mut(&program);
    let conflict = object.executable.as_ref().is_some_and(|executable| executable.samplers_conflict);
    object.validated = object.linked && !conflict;
    object.log = match (object.linked, conflict) {
        (false, _) => "the program is not linked\n".into(),
        (true, true) => "samplers of different types use the same texture unit\n".into(),
        (true, false) => String::new(),
    };
}

/// `glBindAttribLocation`.
pub fn bind_attrib_location(cx: &mut Cx<'_>, name: GLuint, index: GLuint, attrib: &str) {
    let Some(program) = program(cx, name) else { return };
    if index >= cx.state.limits.vertex_attribs {
        return cx.error(GL_INVALID_VALUE, "attribute index");
    }
    if attrib.starts_with("gl_") {
        return cx.error(GL_INVALID_OPERATION, "a reserved name");
    }
    cx.shared.programs.program_mut(&program).options.attrib_bindings.insert(attrib.into(), index);
}

/// `glBindFragDataLocation`, `glBindFragDataLocationIndexed`.
pub fn bind_frag_data(cx: &mut Cx<'_>, name: GLuint, color: GLuint, index: GLuint, output: &str) {
    let Some(program) = program(cx, name) else { return };
    if output.starts_with("gl_") {
        return cx.error(GL_INVALID_OPERATION, "a reserved name");
    }
    let dual = cx.session.caps.limits.max_dual_source_draw_buffers.max(1);
    if index > 1 || color >= if index == 1 { dual } else { cx.state.limits.draw_buffers } {
        return cx.error(GL_INVALID_VALUE, "colour number or index");
    }
    cx.shared.programs.program_mut(&program).options.frag_data_bindings.insert(output.into(), (color, index));
}

/// `glTransformFeedbackVaryings`.
pub fn transform_feedback_varyings(cx: &mut Cx<'_>, name: GLuint, varyings: Vec<String>, mode: GLenum) {
    let Some(program) = program(cx, name) else { return };
    if !matches!(mode, GL_INTERLEAVED_ATTRIBS | GL_SEPARATE_ATTRIBS) {
        return cx.error(GL_INVALID_ENUM, "buffer mode");
    }
    let separate = mode == GL_SEPARATE_ATTRIBS;
    if separate && varyings.len() as u32 > cx.state.limits.xfb_buffers {
        return cx.error(GL_INVALID_VALUE, "more varyings than buffers");
    }
    if super::transform_feedback::uses_program(cx, &program) {
        return cx.error(GL_INVALID_OPERATION, "active transform feedback uses the program");
    }
    let options = &mut cx.shared.programs.program_mut(&program).options;
    (options.xfb_varyings, options.xfb_separate) = (varyings, separate);
}

/// `glProgramParameteri`.
pub fn program_parameter(cx: &mut Cx<'_>, name: GLuint, pname: GLenum, value: GLint) {
    let Some(program) = program(cx, name) else { return };
    if !matches!(value, 0 | 1) {
        return cx.error(GL_INVALID_VALUE, "program parameter");
    }
    let object = cx.shared.programs.program_mut(&program);
    match pname {
        GL_PROGRAM_SEPARABLE => object.options.separable = value == 1,
        GL_PROGRAM_BINARY_RETRIEVABLE_HINT => object.next_binary_hint = value == 1,
        _ => cx.error(GL_INVALID_ENUM, "program parameter"),
    }
}

/// `glUniformBlockBinding`.
pub fn uniform_block_binding(cx: &mut Cx<'_>, name: GLuint, block: GLuint, binding: GLuint) {
    let Some(program) = program(cx, name) else { return };
    let limit = cx.state.limits.uniform_buffer_bindings;
    let executable = linked(cx.shared.programs.program_mut(&program));
    let place = executable.and_then(|executable| {
        executable.uniform_blocks.get_mut(block as usize).map(|place| (place, &mut executable.bindings_dirty))
    });
    match place {
        Some((place, dirty)) if binding < limit => {
            *dirty |= *place != binding;
            *place = binding;
        }
        _ => cx.error(GL_INVALID_VALUE, "block index or binding point"),
    }
}

/// `glShaderStorageBlockBinding`.
pub fn storage_block_binding(cx: &mut Cx<'_>, name: GLuint, block: GLuint, binding: GLuint) {
    let Some(program) = program(cx, name) else { return };
    let limit = cx.state.limits.storage_buffer_bindings;
    let executable = linked(cx.shared.programs.program_mut(&program));
    let place = executable.and_then(|executable| {
        executable.storage_blocks.get_mut(block as usize).map(|place| (place, &mut executable.bindings_dirty))
    });
    match place {
        Some((place, dirty)) if binding < limit => {
            *dirty |= *place != binding;
            *place = binding;
        }
        _ => cx.error(GL_INVALID_VALUE, "block index or binding point"),
    }
}

/// The executable of a program whose last link succeeded.
pub fn linked(program: &mut Program) -> Option<&mut Executable> {
    if program.linked { program.executable.as_deref_mut() } else { None }
}
