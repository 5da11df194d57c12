//! Shaders and programs (GL 4.6 core 7). Both are compiled here; what the server gets is SPIR-V and an archive, at the link.

pub use super::executable::{Executable, Location, Place};

use super::{
    enums::*,
    pipeline::{Combined, Pipeline},
};
use crate::{
    Cx,
    emit::Dirty,
    table::{Ref, Table},
};
use glsl_front::{LinkOptions, Stage};
use pipe_types::caps::Features;
use std::sync::Arc;

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
    /// The module of `glShaderBinary`, instead of a source.
    pub binary: Option<Arc<[u32]>>,
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
    /// The last successful link was one of a separable program.
    pub executable_separable: bool,
    /// Contexts where it is current.
    pub uses: u32,
    /// `GL_DELETE_STATUS`.
    pub deleted: bool,
    /// `GL_PROGRAM_BINARY_RETRIEVABLE_HINT` of the last link.
    pub binary_hint: bool,
    /// The same, as it was set since.
    pub next_binary_hint: bool,
}

/// Current program of a context.
#[derive(Default)]
pub struct ProgramState {
    /// `GL_CURRENT_PROGRAM`.
    pub current: Option<Ref<ShaderOrProgram>>,
    /// Program pipelines.
    pub pipelines: Table<Pipeline>,
    /// `GL_PROGRAM_PIPELINE_BINDING`.
    pub pipeline: Option<Ref<Pipeline>>,
    /// Programs put together.
    pub combined: Combined,
}

impl ProgramState {
    /// The executable that draws: of the current program, or put together from a pipeline.
    #[inline]
    pub fn drawing<'a>(&'a self, programs: &'a Table<ShaderOrProgram>) -> Option<&'a Executable> {
        match self.combined.executable() {
            Some(combined) => Some(combined),
            None => programs.program(self.current.as_ref()?).executable.as_deref(),
        }
    }
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

/// The executable that draws, as [`super::pipeline::prepare`] found it.
#[inline]
pub fn current<'a>(cx: &'a Cx<'_>) -> Option<&'a Executable> {
    cx.state.program.drawing(&cx.shared.programs)
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
    let shader = Shader {
        stage,
        source: Vec::new(),
        binary: None,
        compiled: None,
        log: String::new(),
        attached: 0,
        deleted: false,
    };
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
pub fn end_program(shared: &mut crate::Shared, program: &Ref<ShaderOrProgram>) {
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
        let object = cx.shared.programs.shader_mut(&shader);
        (object.source, object.binary) = (source, None);
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

/// `glUseProgram`.
pub fn use_program(cx: &mut Cx<'_>, name: GLuint) {
    if cx.state.xfb.current().captures() {
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
    let gap = |name: &str| name == "gl_NextBuffer" || name.starts_with("gl_SkipComponents");
    let buffers = varyings.iter().filter(|name| *name == "gl_NextBuffer").count() as u32;
    if separate && varyings.iter().any(|name| gap(name)) || buffers >= cx.state.limits.xfb_buffers {
        return cx.error(GL_INVALID_OPERATION, "gl_NextBuffer or gl_SkipComponents with separate buffers, or too many");
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
