//! Program pipelines (GL 4.6 core 7.4). What draws is one program that is put together from the pipeline's parts and kept; the
//! application's programs keep the values, which are copied over before a draw.

use super::{
    enums::*,
    executable::Executable,
    program::{ShaderOrProgram, end_program, program},
    program_link,
};
use crate::{Cx, Shared, context::ContextState, emit, emit::Dirty, table::Ref};
use glsl_front::{Part, Stage};

/// A program pipeline object.
#[derive(Debug, Default)]
pub struct Pipeline {
    /// Programs by stage.
    pub stages: [Option<Ref<ShaderOrProgram>>; 6],
    /// `GL_ACTIVE_PROGRAM`: where `glUniform*` goes.
    pub active: Option<Ref<ShaderOrProgram>>,
    /// `GL_VALIDATE_STATUS`.
    pub validated: bool,
    /// Info log.
    pub log: String,
}

impl Pipeline {
    fn programs(&self) -> impl Iterator<Item = &Ref<ShaderOrProgram>> {
        self.stages.iter().chain([&self.active]).flatten()
    }
}

/// Programs put together.
#[derive(Debug)]
pub struct Combination {
    /// Serials of the parts' executables, in the order of their stages.
    parts: Vec<u64>,
    /// The whole; none when the parts do not fit.
    executable: Option<Box<Executable>>,
}

/// Most combinations that a context keeps.
const COMBINATIONS: usize = 256;

/// What draws, when it is not a program's own executable.
#[derive(Debug, Default)]
pub struct Combined {
    list: Vec<Combination>,
    /// The one of the current programs.
    current: Option<usize>,
}

impl Combined {
    /// The executable of the current programs.
    pub fn executable(&self) -> Option<&Executable> {
        self.list[self.current?].executable.as_deref()
    }
    /// The same, to change.
    pub fn executable_mut(&mut self) -> Option<&mut Executable> {
        self.list[self.current?].executable.as_deref_mut()
    }
    /// Takes the handles of all that there are.
    pub fn drain(&mut self) -> Vec<Box<Executable>> {
        self.current = None;
        self.list.drain(..).filter_map(|combination| combination.executable).collect()
    }
}

/// The parts that draw, in the order of their stages, each once: the current program, or those of the bound pipeline. Nothing when
/// a program runs by itself, or there is none.
fn parts(cx: &Cx<'_>, compute: bool) -> Vec<Ref<ShaderOrProgram>> {
    let state = &cx.state.program;
    let executable = |program: &Ref<ShaderOrProgram>| cx.shared.programs.program(program).executable.as_deref();
    if let Some(current) = &state.current {
        let apart = executable(current).is_some_and(|e| !program_link::runs_alone(&e.archive) && e.has(Stage::Vertex));
        return if apart { vec![current.clone()] } else { Vec::new() };
    }
    let Some(pipeline) = &state.pipeline else { return Vec::new() };
    let pipeline = &state.pipelines[pipeline];
    let mut list: Vec<Ref<ShaderOrProgram>> = Vec::new();
    for (at, program) in pipeline.stages.iter().enumerate() {
        let Some(program) = program.as_ref().filter(|_| compute == (at == Stage::Compute as usize)) else { continue };
        if !list.contains(program) && executable(program).is_some() {
            list.push(program.clone());
        }
    }
    list
}

/// Makes what the current programs draw or dispatch with ready: found or put together, and with the programs' values.
#[inline]
pub fn prepare(cx: &mut Cx<'_>, compute: bool) {
    if cx.state.program.combined.current.is_none() && cx.state.program.pipeline.is_none() {
        // The usual case: one program with all its stages.
        let Some(current) = &cx.state.program.current else { return };
        let executable = cx.shared.programs.program(current).executable.as_deref();
        if executable.is_none_or(|e| !e.handle.is_null()) {
            return;
        }
    }
    prepare_parts(cx, compute);
}

#[cold]
fn prepare_parts(cx: &mut Cx<'_>, compute: bool) {
    let parts = parts(cx, compute);
    if parts.is_empty() {
        cx.state.program.combined.current = None;
        return;
    }
    let serials: Vec<u64> = parts.iter().filter_map(|part| executable_of(cx, part)).map(|e| e.serial).collect();
    let known = cx.state.program.combined.list.iter().position(|combination| combination.parts == serials);
    let at = match known {
        Some(at) => at,
        None => put_together(cx, &parts, serials),
    };
    cx.state.program.combined.current = Some(at);
    let whole = cx.state.program.combined.list[at].executable.as_deref_mut();
    if let Some(whole) = whole {
        copy_values(whole, parts.iter().filter_map(|part| cx.shared.programs.program(part).executable.as_deref()));
    }
}

fn executable_of<'a>(cx: &'a Cx<'_>, program: &Ref<ShaderOrProgram>) -> Option<&'a Executable> {
    cx.shared.programs.program(program).executable.as_deref()
}

#[cold]
fn put_together(cx: &mut Cx<'_>, parts: &[Ref<ShaderOrProgram>], serials: Vec<u64>) -> usize {
    let list: Vec<&Executable> = parts.iter().filter_map(|part| executable_of(cx, part)).collect();
    let pieces: Vec<Part<'_>> = list.iter().map(|e| Part { stages: &e.modules, archive: &e.archive }).collect();
    let result = crate::shader_cache::combine(&pieces)
        .map_err(|error| error.log)
        .and_then(|linked| program_link::check_limits(cx, &linked.archive).map(|()| linked));
    let executable = match result {
        Ok(linked) => {
            let runs = linked.archive.stages & (Stage::Vertex.bit() | Stage::Compute.bit()) != 0;
            let handle = if runs { cx.session.mint() } else { pipe_types::Handle::NULL };
            if runs {
                emit::program::create(cx.session, handle, 0, true, &linked);
            }
            Some(Box::new(Executable::new(handle, linked)))
        }
        Err(log) => {
            tracing::debug!(log, "the programs of a pipeline do not fit");
            None
        }
    };
    if cx.state.program.combined.list.len() == COMBINATIONS {
        // The oldest go; a program that is linked again leaves one behind that is never asked for again.
        let old: Vec<Combination> = cx.state.program.combined.list.drain(..COMBINATIONS / 2).collect();
        for executable in old.into_iter().filter_map(|combination| combination.executable) {
            emit::program::end(cx.session, executable.handle);
        }
    }
    cx.state.program.combined.list.push(Combination { parts: serials, executable });
    cx.state.program.combined.list.len() - 1
}

/// Copies uniforms and bindings of the parts, which follow each other in the whole.
fn copy_values<'a>(whole: &mut Executable, parts: impl Iterator<Item = &'a Executable>) {
    fn copy(to: &mut [u32], from: &[u32]) -> bool {
        let changed = to != from;
        if changed {
            to.copy_from_slice(from);
        }
        changed
    }
    let (mut word, mut sampler, mut image, mut uniform, mut storage) = (0, 0, 0, 0, 0);
    let mut samplers_changed = false;
    for part in parts {
        let place = word..word + part.storage.len();
        // What shows the context's state is written into the whole only.
        let own = |at: usize| !part.context_words.iter().flatten().any(|word| *word as usize == at);
        for (at, value) in part.storage.iter().enumerate().filter(|(at, _)| own(*at)) {
            let to = &mut whole.storage[word + at];
            if *to != *value {
                *to = *value;
                let at = (word + at) as u32;
                whole.mark(at..at + 1);
            }
        }
        word = place.end;
        samplers_changed |= copy(&mut whole.samplers[sampler..sampler + part.samplers.len()], &part.samplers);
        sampler += part.samplers.len();
        whole.bindings_dirty |= copy(&mut whole.images[image..image + part.images.len()], &part.images);
        image += part.images.len();
        let blocks = &mut whole.uniform_blocks[uniform..uniform + part.uniform_blocks.len()];
        whole.bindings_dirty |= copy(blocks, &part.uniform_blocks);
        uniform += part.uniform_blocks.len();
        let blocks = &mut whole.storage_blocks[storage..storage + part.storage_blocks.len()];
        whole.bindings_dirty |= copy(blocks, &part.storage_blocks);
        storage += part.storage_blocks.len();
    }
    if samplers_changed {
        whole.bindings_dirty = true;
        whole.find_conflicts();
    }
}

/// Why the bound pipeline can't draw (GL 4.6 core 11.1.3.11); `None` when it can, or when a program is current.
pub fn draw_error(cx: &Cx<'_>) -> Option<&'static str> {
    let state = &cx.state.program;
    match (&state.current, &state.pipeline) {
        (None, Some(pipeline)) => check(cx, &state.pipelines[pipeline]).err(),
        _ => None,
    }
}

fn check(cx: &Cx<'_>, pipeline: &Pipeline) -> Result<(), &'static str> {
    for (at, program) in pipeline.stages.iter().enumerate() {
        let Some(program) = program else { continue };
        let object = cx.shared.programs.program(program);
        let Some(executable) = object.executable.as_deref() else { return Err("a program of it is not linked") };
        if !object.options.separable {
            return Err("a program of it has been linked again and is not separable");
        }
        let elsewhere = |stage: &Stage| {
            executable.has(*stage)
                && *stage as usize != at
                && pipeline.stages[*stage as usize].as_ref() != Some(program)
        };
        if Stage::ALL.iter().any(elsewhere) {
            return Err("a program is active for some of its stages only");
        }
        let last = pipeline.stages[..5].iter().rposition(|other| other.as_ref() == Some(program)).unwrap_or(at);
        if at < 5 && pipeline.stages[at..=last].iter().flatten().any(|other| other != program) {
            return Err("a program is active between two stages of another one");
        }
    }
    let first = &pipeline.stages;
    if first[0].is_none() && first[1..4].iter().any(Option::is_some) {
        return Err("it has later stages without a vertex shader");
    }
    Ok(())
}

/// The pipeline of a name, made if the name is only reserved. `GL_INVALID_OPERATION` for other names.
fn existing(cx: &mut Cx<'_>, name: GLuint) -> Option<Ref<Pipeline>> {
    let table = &mut cx.state.program.pipelines;
    if let Some(pipeline) = table.get(name) {
        return Some(pipeline);
    }
    if table.is_generated(name) {
        return Some(table.create(name, Pipeline::default()));
    }
    cx.error(GL_INVALID_OPERATION, "no such program pipeline");
    None
}

/// `glGenProgramPipelines`.
pub fn generate(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    names.fill_with(|| cx.state.program.pipelines.generate());
}

/// `glCreateProgramPipelines`.
pub fn create(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    for name in names {
        *name = cx.state.program.pipelines.generate();
        cx.state.program.pipelines.create(*name, Pipeline::default());
    }
}

/// `glIsProgramPipeline`.
pub fn is_pipeline(cx: &mut Cx<'_>, name: GLuint) -> GLboolean {
    GLboolean::from(cx.state.program.pipelines.by_name(name).is_some())
}

/// `glDeleteProgramPipelines`.
pub fn delete(cx: &mut Cx<'_>, names: &[GLuint]) {
    for &name in names.iter().filter(|name| **name != 0) {
        let Some(pipeline) = cx.state.program.pipelines.delete(name) else { continue };
        super::debug::forget_label(cx, GL_PROGRAM_PIPELINE, name);
        if cx.state.program.pipeline.as_ref() == Some(&pipeline) {
            cx.state.program.pipeline = None;
        }
        let object = std::mem::take(&mut cx.state.program.pipelines[&pipeline]);
        release(cx.shared, object);
        drop(pipeline);
        cx.state.program.pipelines.collect(|_| {});
        cx.state.sent.dirty.insert(Dirty::PROGRAM | Dirty::COLLECT);
    }
}

fn release(shared: &mut Shared, pipeline: Pipeline) {
    for program in pipeline.programs() {
        shared.programs.program_mut(program).uses -= 1;
        end_program(shared, program);
    }
}

/// The context is gone.
pub fn forget(state: &mut ContextState, shared: &mut Shared, session: &mut crate::session::Session) {
    state.program.pipeline = None;
    for pipeline in state.program.pipelines.drain().collect::<Vec<_>>() {
        release(shared, pipeline);
    }
    for executable in state.program.combined.drain() {
        emit::program::end(session, executable.handle);
    }
}

/// `glBindProgramPipeline`.
pub fn bind(cx: &mut Cx<'_>, name: GLuint) {
    if cx.state.xfb.current().captures() {
        return cx.error(GL_INVALID_OPERATION, "transform feedback is active");
    }
    let pipeline = if name == 0 {
        None
    } else {
        let Some(pipeline) = existing(cx, name) else { return };
        Some(pipeline)
    };
    cx.state.program.pipeline = pipeline;
    cx.state.sent.dirty.insert(Dirty::PROGRAM);
}

/// Replaces a program that a pipeline refers to.
fn refer(shared: &mut Shared, place: &mut Option<Ref<ShaderOrProgram>>, program: Option<Ref<ShaderOrProgram>>) {
    if let Some(program) = &program {
        shared.programs.program_mut(program).uses += 1;
    }
    if let Some(old) = std::mem::replace(place, program) {
        shared.programs.program_mut(&old).uses -= 1;
        end_program(shared, &old);
    }
}

/// `glUseProgramStages`.
pub fn use_stages(cx: &mut Cx<'_>, name: GLuint, bits: GLbitfield, program_name: GLuint) {
    const BITS: [GLbitfield; 6] = [
        GL_VERTEX_SHADER_BIT,
        GL_TESS_CONTROL_SHADER_BIT,
        GL_TESS_EVALUATION_SHADER_BIT,
        GL_GEOMETRY_SHADER_BIT,
        GL_FRAGMENT_SHADER_BIT,
        GL_COMPUTE_SHADER_BIT,
    ];
    let Some(pipeline) = existing(cx, name) else { return };
    if bits != GL_ALL_SHADER_BITS && bits & !BITS.iter().fold(0, |all, bit| all | bit) != 0 {
        return cx.error(GL_INVALID_VALUE, "stages");
    }
    let bound = cx.state.program.pipeline.as_ref() == Some(&pipeline);
    if bound && cx.state.xfb.current().captures() {
        return cx.error(GL_INVALID_OPERATION, "transform feedback is active");
    }
    let mut used = None;
    if program_name != 0 {
        let Some(program) = program(cx, program_name) else { return };
        let object = cx.shared.programs.program(&program);
        if !object.linked || !object.executable_separable {
            return cx.error(GL_INVALID_OPERATION, "the program is not linked, or not separable");
        }
        used = Some(program);
    }
    for (at, bit) in BITS.iter().enumerate().filter(|(_, bit)| bits & **bit != 0) {
        let has = |program: &Ref<ShaderOrProgram>| {
            let executable = cx.shared.programs.program(program).executable.as_deref();
            executable.is_some_and(|e| e.archive.stages & 1 << at != 0)
        };
        let _ = bit;
        let program = used.clone().filter(has);
        refer(cx.shared, &mut cx.state.program.pipelines[&pipeline].stages[at], program);
    }
    cx.state.sent.dirty.insert(Dirty::PROGRAM | Dirty::COLLECT);
}

/// `glActiveShaderProgram`.
pub fn set_active(cx: &mut Cx<'_>, name: GLuint, program_name: GLuint) {
    let Some(pipeline) = existing(cx, name) else { return };
    let mut active = None;
    if program_name != 0 {
        let Some(program) = program(cx, program_name) else { return };
        if !cx.shared.programs.program(&program).linked {
            return cx.error(GL_INVALID_OPERATION, "the program is not linked");
        }
        active = Some(program);
    }
    refer(cx.shared, &mut cx.state.program.pipelines[&pipeline].active, active);
}

/// `glValidateProgramPipeline`.
pub fn validate(cx: &mut Cx<'_>, name: GLuint) {
    let Some(pipeline) = existing(cx, name) else { return };
    let result = check(cx, &cx.state.program.pipelines[&pipeline]);
    let empty = cx.state.program.pipelines[&pipeline].stages.iter().all(Option::is_none);
    let object = &mut cx.state.program.pipelines[&pipeline];
    object.validated = result.is_ok() && !empty;
    object.log = match result {
        Err(why) => format!("{why}\n"),
        Ok(()) => String::new(),
    };
}

/// `glGetProgramPipelineiv`.
pub fn parameter(cx: &mut Cx<'_>, name: GLuint, pname: GLenum) -> Option<GLint> {
    let reference = existing(cx, name)?;
    let pipeline = &cx.state.program.pipelines[&reference];
    let programs = &cx.shared.programs;
    let name = |program: &Option<Ref<ShaderOrProgram>>| program.as_ref().map_or(0, |p| programs.name(p)) as GLint;
    Some(match pname {
        GL_ACTIVE_PROGRAM => name(&pipeline.active),
        GL_INFO_LOG_LENGTH if pipeline.log.is_empty() => 0,
        GL_INFO_LOG_LENGTH => pipeline.log.len() as GLint + 1,
        GL_VALIDATE_STATUS => pipeline.validated.into(),
        _ => match Stage::from_gl_enum(pname).filter(|stage| *stage != Stage::Compute || cx.state.version >= 43) {
            Some(stage) => name(&pipeline.stages[stage as usize]),
            None => {
                cx.error(GL_INVALID_ENUM, "program pipeline parameter");
                return None;
            }
        },
    })
}

/// Info log of a pipeline.
pub fn log(cx: &mut Cx<'_>, name: GLuint) -> Option<String> {
    let Some(pipeline) = cx.state.program.pipelines.by_name(name) else {
        cx.error(GL_INVALID_VALUE, "no such program pipeline");
        return None;
    };
    Some(pipeline.log.clone())
}
