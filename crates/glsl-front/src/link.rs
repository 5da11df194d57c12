//! `glLinkProgram`: one SPIR-V module per stage with every location and binding decided, and the reflection archive.

use crate::compile::{CompileOptions, Shader, compile, on_big_stack};
use crate::ffi::{self, Linked};
use crate::module::{View, id_of, literal};
use crate::usage::{self, Usage};
use crate::{
    blocks, branches, dead_code, interface, lex, narrow, pass_through, rewrite, spirv, switches, uniforms, xfb,
};
use pipe_types::archive::{Archive, Geometry, Stage, Tessellation};
use rspirv::binary::Assemble;
use rspirv::dr::Operand;
use rspirv::spirv::{BuiltIn, Decoration, ExecutionMode, Op, StorageClass};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use thiserror::Error;

/// Since this version interpolation qualifiers need not match between stages.
pub(crate) const VERSION_WITHOUT_MATCHING_QUALIFIERS: u16 = 440;

/// State of the program object that linking reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkOptions {
    /// `glBindAttribLocation`: name to location.
    pub attrib_bindings: HashMap<String, u32>,
    /// `glBindFragDataLocationIndexed`: name to location and index.
    pub frag_data_bindings: HashMap<String, (u32, u32)>,
    /// `glTransformFeedbackVaryings`: names in order.
    pub xfb_varyings: Vec<String>,
    /// `GL_SEPARATE_ATTRIBS` rather than `GL_INTERLEAVED_ATTRIBS`.
    pub xfb_separate: bool,
    /// `GL_PROGRAM_SEPARABLE`: stages may be missing.
    pub separable: bool,
    /// `GL_MAX_VERTEX_ATTRIBS`.
    pub max_vertex_attribs: u32,
    /// `GL_MAX_DRAW_BUFFERS`.
    pub max_draw_buffers: u32,
}

impl Default for LinkOptions {
    fn default() -> Self {
        LinkOptions {
            attrib_bindings: HashMap::new(),
            frag_data_bindings: HashMap::new(),
            xfb_varyings: Vec::new(),
            xfb_separate: false,
            separable: false,
            max_vertex_attribs: 16,
            max_draw_buffers: 8,
        }
    }
}

/// A program that did not link; `log` is the info log the application reads.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{log}")]
pub struct LinkError {
    /// The info log.
    pub log: String,
}

/// A linked program.
#[derive(Clone, Debug, PartialEq)]
pub struct Program {
    /// SPIR-V per stage, in pipeline order.
    pub stages: Vec<(Stage, Vec<u32>)>,
    /// Reflection.
    pub archive: Archive,
}

/// One stage while it is linked.
pub(crate) struct StageModule {
    pub(crate) stage: Stage,
    /// The newest language version of its shaders.
    pub(crate) version: u16,
    /// It came as SPIR-V, whose arrays are active as a whole.
    pub(crate) spirv: bool,
    pub(crate) view: View,
    pub(crate) usage: Usage,
    pub(crate) booleans: HashSet<(String, String)>,
    pub(crate) bound_names: HashSet<String>,
}

/// Links compiled shaders.
///
/// # Errors
/// [`LinkError`] with the info log.
pub fn link(shaders: &[Shader], options: &LinkOptions) -> Result<Program, LinkError> {
    link_inner(shaders, options).map_err(|log| LinkError { log: rewrite::restore(log.trim_start()) })
}

fn link_inner(shaders: &[Shader], options: &LinkOptions) -> Result<Program, String> {
    let mut shaders: Vec<Shader> = shaders.to_vec();
    let has = |list: &[Shader], stage| list.iter().any(|s| s.stage == stage);
    if shaders.is_empty() {
        return Err("error: no shaders attached to the program\n".into());
    }
    let mut versions = shaders.iter().map(|s| s.version);
    let first = versions.next();
    if shaders.iter().any(|s| rewrite::is_es(s.version)) && versions.any(|v| Some(v) != first) {
        return Err("error: all shaders must use same shading language version\n".into());
    }
    let spirv = shaders.iter().any(|s| s.spirv.is_some());
    let mut options = options.clone();
    if spirv {
        check_spirv(&shaders)?;
        // Only the modules say what is captured.
        options.xfb_varyings.clear();
    }
    let options = &options;
    let compute = has(&shaders, Stage::Compute);
    if compute && shaders.iter().any(|s| s.stage != Stage::Compute) {
        return Err("error: compute shaders may not be linked with any other type of shader\n".into());
    }
    let sized =
        |s: &Shader| s.spirv.is_some() || lex::tokens(&s.text).iter().any(|t| t.text.starts_with("local_size_"));
    if compute && !shaders.iter().any(sized) {
        return Err("error: compute shader must include a local work group size\n".into());
    }
    if !compute && !options.separable {
        if !has(&shaders, Stage::Vertex) {
            let later =
                [Stage::TessControl, Stage::TessEvaluation, Stage::Geometry].into_iter().find(|s| has(&shaders, *s));
            if let Some(s) = later {
                return Err(format!("error: {s:?} shader must be linked with vertex shader\n"));
            }
            // Core GL links it, and draws nothing defined (GL 4.6 core 11.1); ES wants a vertex shader.
            let empty = "#version 330\nvoid main(){ gl_Position=vec4(0.0); }\n";
            shaders.push(compile(Stage::Vertex, empty, &CompileOptions::default()).map_err(|e| e.log)?);
        }
        if has(&shaders, Stage::TessControl) && !has(&shaders, Stage::TessEvaluation) {
            return Err(
                "error: tessellation control shader must be linked with a tessellation evaluation shader\n".into()
            );
        }
    }
    let mut archive = Archive::default();
    if !compute && !options.separable && !has(&shaders, Stage::Fragment) {
        archive.added_fragment_stage = true;
        let empty = compile(Stage::Fragment, "#version 330\nvoid main(){}\n", &CompileOptions::default());
        shaders.push(empty.map_err(|e| e.log)?);
    }
    if has(&shaders, Stage::TessEvaluation) && !has(&shaders, Stage::TessControl) && !options.separable {
        archive.added_control_stage = true;
        let evaluation = on_big_stack(|| pass_through::evaluation_module(&shaders))?;
        shaders.push(pass_through::control_shader(&evaluation)?);
    }
    let stages: Vec<Stage> = Stage::ALL.into_iter().filter(|s| has(&shaders, *s)).collect();
    archive.stages = stages.iter().fold(0, |m, s| m | s.bit());
    let modules = generate(&shaders, &stages)?;

    // From the last stage to the first: what a stage doesn't read is dead in the one before.
    let mut list: Vec<StageModule> = Vec::new();
    for (stage, words) in stages.iter().zip(&modules).rev() {
        let of_stage = || shaders.iter().filter(|s| s.stage == *stage);
        let booleans = of_stage().flat_map(|s| s.booleans.iter().cloned()).collect();
        let bound_names = of_stage().flat_map(|s| s.bound_names.iter().cloned()).collect();
        let version = of_stage().map(|s| s.version).max().unwrap_or(0);
        let mut view = View::new(words)?;
        let last_vertex = stages.iter().rev().find(|s| **s < Stage::Fragment) == Some(stage);
        let keep = if last_vertex { xfb::captured(&view, &options.xfb_varyings) } else { HashSet::new() };
        let mut unseen = match list.first() {
            Some(consumer) if *stage != Stage::TessControl => interface::unread_outputs(&view, &consumer.view),
            _ => HashSet::new(),
        };
        unseen.retain(|id| !keep.contains(id));
        switches::order(&mut view);
        branches::fold(&mut view);
        usage::prune(&mut view, &keep);
        dead_code::remove(&mut view, &unseen);
        usage::prune(&mut view, &keep);
        refuse_unsupported(&view)?;
        let usage = Usage::of(&view);
        list.insert(0, StageModule { stage: *stage, version, spirv, view, usage, booleans, bound_names });
    }
    rename_structs(&mut list);
    link_interfaces(&mut list, options, &mut archive)?;
    uniforms::link(&mut list, &mut archive)?;
    blocks::link(&mut list, &mut archive)?;
    for s in &list {
        describe_stage(s, &mut archive);
    }
    // The last of these is captured; of a separable program without a fragment stage only the pipeline knows whether it is that.
    let last = list.iter().rposition(|s| s.stage < Stage::Fragment);
    list[..last.unwrap_or(0)].iter_mut().for_each(|s| xfb::forget_layout(&mut s.view));
    if let Some(last) = last {
        if options.separable && !has(&shaders, Stage::Fragment) {
            archive.captures_by_layout = xfb::by_layout(&list[last].view);
            xfb::forget_layout(&mut list[last].view);
        }
        let s = &list[last];
        archive.xfb = xfb::link(s, &options.xfb_varyings, options.xfb_separate)?;
        describe_last_vertex_stage(s, &mut archive);
    } else if !options.xfb_varyings.is_empty() {
        return Err("error: Transform feedback varyings without a vertex processing stage\n".into());
    }
    if spirv {
        spirv::hide_names(&mut archive);
    }
    let stages = list.into_iter().map(|mut s| {
        narrow::narrow(&mut s.view.module);
        (s.stage, s.view.module.assemble())
    });
    let stages = stages.collect();
    Ok(Program { stages, archive })
}

/// What shaders of SPIR-V are linked with: their like, one of a stage (GL 4.6 core 7.3).
fn check_spirv(shaders: &[Shader]) -> Result<(), String> {
    if shaders.iter().any(|s| s.spirv.is_none()) {
        return Err("error: not all attached shaders have the same SPIR_V_BINARY state\n".into());
    }
    match shaders.iter().enumerate().find(|(n, s)| shaders[..*n].iter().any(|before| before.stage == s.stage)) {
        Some((_, s)) => Err(format!("error: more than one {:?} shader of SPIR-V\n", s.stage)),
        None => Ok(()),
    }
}

/// Says at link time what the server couldn't make ESSL of.
fn refuse_unsupported(view: &View) -> Result<(), String> {
    let unsupported = |what: &str| Err(format!("error: {what} is not supported\n"));
    for i in &view.module.types_global_values {
        let width = literal(i.operands.first());
        let wide = match i.class.opcode {
            Op::TypeInt => width != 32,
            Op::TypeFloat => width != 32 && width != 64,
            _ => false,
        };
        if wide {
            return unsupported("a type that isn't 32 bits wide");
        }
    }
    narrow::refuse(view)
}

/// Parses and links in the compiler.
fn generate(shaders: &[Shader], stages: &[Stage]) -> Result<Vec<Vec<u32>>, String> {
    if shaders.iter().any(|s| s.spirv.is_some()) {
        // What the linker adds to them is text.
        let module = |stage: &Stage| match shaders.iter().find(|s| s.stage == *stage) {
            Some(Shader { spirv: Some(words), .. }) => Ok(words.to_vec()),
            Some(added) => generate(std::slice::from_ref(added), &[*stage]).map(|mut list| list.swap_remove(0)),
            None => Err("error: a stage without a shader\n".to_owned()),
        };
        return stages.iter().map(module).collect();
    }
    let texts: Vec<(Stage, Arc<str>, CompileOptions)> =
        shaders.iter().map(|s| (s.stage, s.text.clone(), s.options.clone())).collect();
    on_big_stack(|| {
        let mut units = Vec::new();
        for (stage, text, options) in &texts {
            units.push(ffi::parse(*stage, &ffi::c_text(text.to_string())?, &options.limits())?.0);
        }
        let linked = Linked::link(&units)?;
        stages.iter().map(|s| linked.spirv(*s)).collect()
    })
}

fn link_interfaces(list: &mut [StageModule], options: &LinkOptions, archive: &mut Archive) -> Result<(), String> {
    let last = list.len() - 1;
    match list[0].stage {
        Stage::Vertex => interface::attributes(&mut list[0], options, archive)?,
        Stage::Compute => interface::built_ins(&list[0], StorageClass::Input, &mut archive.inputs),
        _ => interface::loose(&list[0], StorageClass::Input, &mut archive.inputs)?,
    }
    for n in 0..last {
        let (a, b) = list.split_at_mut(n + 1);
        interface::varyings(&mut a[n], &mut b[0])?;
    }
    match list[last].stage {
        Stage::Fragment => interface::fragment_outputs(&mut list[last], options, archive)?,
        Stage::Compute => {}
        _ => interface::loose(&list[last], StorageClass::Output, &mut archive.outputs)?,
    }
    Ok(())
}

/// Structures get names that no stage has another use for: ES matches uniforms and varyings by them. The layout of a
/// block's structure is part of its type there, so it is told apart from the plain one.
fn rename_structs(list: &mut [StageModule]) {
    for s in list {
        let view = &mut s.view;
        for (id, _) in view.structs() {
            let block =
                view.decoration(id, Decoration::Block).or(view.decoration(id, Decoration::BufferBlock)).is_some();
            if block || view.is_builtin_block(id) || view.name(id).is_empty() {
                continue;
            }
            let kind = if view.member_decoration(id, 0, Decoration::Offset).is_some() { "L_" } else { "T_" };
            let name = uniforms::essl_name(kind, &rewrite::restore(view.name(id)));
            view.set_name(id, &name);
        }
    }
}

/// The vertex streams that a geometry stage emits to.
fn streams(view: &View) -> u32 {
    let code = view.module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
    code.fold(1, |mask, i| match i.class.opcode {
        Op::EmitStreamVertex => mask | 1 << view.constant_u32(id_of(i.operands.first())).unwrap_or(0).min(3),
        _ => mask,
    })
}

fn describe_stage(s: &StageModule, archive: &mut Archive) {
    let modes: Vec<(ExecutionMode, Vec<u32>)> = s
        .view
        .module
        .execution_modes
        .iter()
        .filter(|i| i.class.opcode == Op::ExecutionMode)
        .filter_map(|i| match i.operands.get(1) {
            Some(Operand::ExecutionMode(m)) => Some((*m, i.operands[2..].iter().map(|o| literal(Some(o))).collect())),
            _ => None,
        })
        .collect();
    let value = |m: ExecutionMode| modes.iter().find(|x| x.0 == m).and_then(|x| x.1.first().copied());
    let has = |m: ExecutionMode| modes.iter().any(|x| x.0 == m);
    match s.stage {
        Stage::Geometry => {
            archive.geometry = Some(Geometry {
                input_type: match () {
                    () if has(ExecutionMode::InputPoints) => 0x0000,
                    () if has(ExecutionMode::InputLines) => 0x0001,
                    () if has(ExecutionMode::InputLinesAdjacency) => 0x000A,
                    () if has(ExecutionMode::InputTrianglesAdjacency) => 0x000C,
                    () => 0x0004,
                },
                output_type: match () {
                    () if has(ExecutionMode::OutputPoints) => 0x0000,
                    () if has(ExecutionMode::OutputLineStrip) => 0x0003,
                    () => 0x0005,
                },
                vertices_out: value(ExecutionMode::OutputVertices).unwrap_or(0),
                invocations: value(ExecutionMode::Invocations).unwrap_or(1),
                streams: streams(&s.view),
            });
        }
        Stage::TessControl => {
            let t = archive.tessellation.get_or_insert_with(Tessellation::default);
            t.vertices = value(ExecutionMode::OutputVertices).unwrap_or(0);
        }
        Stage::TessEvaluation => {
            let t = archive.tessellation.get_or_insert_with(Tessellation::default);
            t.gen_mode = match () {
                () if has(ExecutionMode::Quads) => 0x0007,
                () if has(ExecutionMode::Isolines) => 0x8E7A,
                () => 0x0004,
            };
            t.spacing = match () {
                () if has(ExecutionMode::SpacingFractionalEven) => 0x8E7C,
                () if has(ExecutionMode::SpacingFractionalOdd) => 0x8E7B,
                () => 0x0202,
            };
            t.vertex_order = if has(ExecutionMode::VertexOrderCw) { 0x0900 } else { 0x0901 };
            t.point_mode = has(ExecutionMode::PointMode);
        }
        Stage::Compute => {
            if let Some(m) = modes.iter().find(|x| x.0 == ExecutionMode::LocalSize) {
                for (to, from) in archive.work_group_size.iter_mut().zip(&m.1) {
                    *to = *from;
                }
            }
        }
        Stage::Vertex | Stage::Fragment => {}
    }
}

pub(crate) fn describe_last_vertex_stage(s: &StageModule, archive: &mut Archive) {
    let view = &s.view;
    for v in view.vars.iter().filter(|v| v.class == StorageClass::Output) {
        let whole = view.builtin(v.id);
        if let Some(b) = whole {
            describe_builtin(view, v.ty, b, s.usage.stores(v.id), archive);
        }
        let inner = view.strip_arrays(v.ty);
        if let crate::module::Ty::Struct { members } = view.ty(inner) {
            for (n, m) in members.iter().enumerate() {
                let n = n as u32;
                if let Some(b) = view.member_decoration(inner, n, Decoration::BuiltIn).and_then(BuiltIn::from_u32) {
                    describe_builtin(view, *m, b, s.usage.touches(v.id, &[n]), archive);
                }
            }
        }
    }
}

fn describe_builtin(view: &View, ty: crate::module::Id, b: BuiltIn, used: bool, archive: &mut Archive) {
    match (b, view.ty(ty)) {
        (BuiltIn::PointSize, _) => archive.writes_point_size |= used,
        (BuiltIn::ClipDistance, crate::module::Ty::Array { n, .. }) if used => archive.clip_distances = *n,
        _ => {}
    }
}
