//! Compiling and linking (GL 4.6 core 7.1, 7.3). Both are done here; what the server gets is SPIR-V and an archive.

use super::{
    enums::*,
    executable::Executable,
    program::{Program, ShaderOrProgram, program, shader},
};
use crate::{
    Cx, emit, shader_cache,
    table::{Ref, Table},
};
use glsl_front::{CompileOptions, Stage};
use pipe_types::{
    Handle,
    archive::{Archive, Block, UniformKind},
};

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
    if object.binary.is_some() {
        return cx.error(GL_INVALID_OPERATION, "the shader is a SPIR-V binary, which is specialized");
    }
    let source = String::from_utf8_lossy(&object.source);
    match shader_cache::compile(object.stage, &source, &options) {
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

/// `glLinkProgram`.
pub fn link_program(cx: &mut Cx<'_>, name: GLuint) {
    let Some(program) = program(cx, name) else { return };
    if super::transform_feedback::uses_program(cx, &program) {
        return cx.error(GL_INVALID_OPERATION, "active transform feedback uses the program");
    }
    let object = cx.shared.programs.program(&program);
    let result = collect_shaders(&cx.shared.programs, object)
        .and_then(|shaders| shader_cache::link(&shaders, &object.options, &cx.session.caps).map_err(|error| error.log))
        .and_then(|linked| check_limits(cx, &linked.archive).map(|()| linked));
    let separable = object.options.separable;
    match result {
        Ok(linked) => install(cx, &program, name, separable, linked),
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

/// A link has succeeded: the program gets its executable.
pub fn install(
    cx: &mut Cx<'_>,
    program: &Ref<ShaderOrProgram>,
    name: GLuint,
    separable: bool,
    linked: glsl_front::Program,
) {
    // A program without a first stage links, and can't draw: the server never hears of it.
    // Nor of one that is a part of pipelines only.
    let runs = runs_alone(&linked.archive);
    let handle = if runs { cx.session.mint() } else { Handle::NULL };
    if runs {
        emit::program::create(cx.session, handle, name, separable, &linked);
    }
    let executable = Box::new(Executable::new(handle, linked));
    let object = cx.shared.programs.program_mut(program);
    (object.linked, object.log, object.executable_separable) = (true, String::new(), separable);
    if let Some(old) = object.executable.replace(executable) {
        emit::program::end(cx.session, old.handle);
    }
}

/// `glCreateShaderProgramv`: a separable program of one shader. The shader's log, when it does not compile, is the program's.
pub fn create_shader_program(cx: &mut Cx<'_>, type_: GLenum, source: Vec<u8>) -> GLuint {
    let shader_name = super::program::create_shader(cx, type_);
    if shader_name == 0 {
        return 0;
    }
    super::program::shader_source(cx, shader_name, source);
    compile_shader(cx, shader_name);
    let name = super::program::create_program(cx);
    super::program::program_parameter(cx, name, GL_PROGRAM_SEPARABLE, 1);
    let Some(shader) = shader(cx, shader_name) else { return name };
    let object = cx.shared.programs.shader_mut(&shader);
    let (compiled, log) = (object.compiled.is_some(), object.log.clone());
    if compiled {
        super::program::attach_shader(cx, name, shader_name);
        link_program(cx, name);
        super::program::detach_shader(cx, name, shader_name);
    }
    if let Some(program) = program(cx, name) {
        cx.shared.programs.program_mut(&program).log.push_str(&log);
    }
    super::program::delete_shader(cx, shader_name);
    name
}

/// Whether the stages make a pipeline by themselves.
pub fn runs_alone(archive: &Archive) -> bool {
    let has = |stage: Stage| archive.stages & stage.bit() != 0;
    has(Stage::Compute) || has(Stage::Vertex) && has(Stage::Fragment)
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
pub fn check_limits(cx: &Cx<'_>, archive: &Archive) -> Result<(), String> {
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
