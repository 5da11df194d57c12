//! Shaders that come as SPIR-V (GL 4.6 core 7.2): the module is checked, its constants are specialised, and what the linker
//! goes by in GLSL, names, is made from what counts in SPIR-V, locations and bindings.

use crate::compile::{CompileOptions, Shader, on_big_stack};
use crate::module::{Id, Ty, View};
use crate::{narrow, specialization};
use pipe_types::archive::{Archive, Stage};
use rspirv::binary::Assemble;
use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{BuiltIn, Decoration, ExecutionMode, Op, StorageClass};
use spirv_check::{id_of, literal};
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use thiserror::Error;

/// Most variables on a module's interfaces.
const MAX_VARIABLES: usize = 1 << 12;
/// As the newest language: interpolation qualifiers need not match.
const VERSION: u16 = 460;

/// Why a module did not become a shader.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum SpecializeError {
    /// `GL_INVALID_VALUE`.
    #[error("the module has no entry point '{0}' of the shader's stage")]
    NoEntryPoint(String),
    /// `GL_INVALID_VALUE`.
    #[error("the module has no specialization constant {0}")]
    NoConstant(u32),
    /// The shader did not compile; this is its info log.
    #[error("{0}")]
    Module(String),
}

/// Whether the words are a SPIR-V module's, as far as its header and its instructions' shapes go.
///
/// # Errors
/// Says what is wrong.
pub fn check_words(words: &[u32]) -> Result<(), String> {
    spirv_check::parse(words).map(|_| ()).map_err(|e| e.to_string())
}

/// `glSpecializeShader`: the entry point of the name, with values (by constant id) for specialisation constants.
///
/// # Errors
/// [`SpecializeError`].
pub fn specialize(
    stage: Stage,
    words: &[u32],
    entry_point: &str,
    constants: &[(u32, u32)],
) -> Result<Shader, SpecializeError> {
    let mut error = None;
    let made = on_big_stack(|| {
        specialize_inner(stage, words, entry_point, constants).map_err(|e| {
            error = Some(e);
            String::new()
        })
    });
    made.map_err(|log| error.unwrap_or(SpecializeError::Module(log)))
}

fn specialize_inner(
    stage: Stage,
    words: &[u32],
    entry_point: &str,
    constants: &[(u32, u32)],
) -> Result<Shader, SpecializeError> {
    let refused = |log: String| SpecializeError::Module(format!("error: {log}\n"));
    let mut module = spirv_check::parse(words).map_err(|e| refused(e.to_string()))?;
    let wanted = Operand::ExecutionModel(spirv_check::execution_model(stage));
    let named = Operand::LiteralString(entry_point.to_owned());
    let of_stage = |e: &Instruction| e.operands.first() == Some(&wanted) && e.operands.get(2) == Some(&named);
    let Some(mut entry) = module.entry_points.iter().find(|e| of_stage(e)).cloned() else {
        return Err(SpecializeError::NoEntryPoint(entry_point.to_owned()));
    };
    let ids = specialization::constant_ids(&module);
    if let Some((id, _)) = constants.iter().find(|(id, _)| !ids.values().any(|known| known == id)) {
        return Err(SpecializeError::NoConstant(*id));
    }
    let main = id_of(entry.operands.get(1));
    entry.operands[2] = Operand::LiteralString("main".into());
    module.entry_points = vec![entry];
    module.execution_modes.retain(|mode| id_of(mode.operands.first()) == main);
    strip(&mut module);
    specialization::freeze(&mut module, &ids, constants).map_err(refused)?;
    work_group_size(&mut module, main);
    storage_buffers(&mut module);
    let mut checked = module.clone();
    narrow::narrow(&mut checked);
    spirv_check::check(&checked.assemble(), stage).map_err(|e| refused(e.to_string()))?;
    let mut view = View::new(&module.assemble()).map_err(refused)?;
    let bound_names = name(&mut view, stage).map_err(refused)?;
    Ok(Shader {
        stage,
        version: VERSION,
        log: String::new(),
        text: "".into(),
        spirv: Some(view.module.assemble().into()),
        options: CompileOptions::default(),
        booleans: Arc::default(),
        bound_names: Arc::new(bound_names),
    })
}

/// What only speaks of the module.
fn strip(module: &mut Module) {
    module.debug_string_source.clear();
    module.debug_names.clear();
    module.debug_module_processed.clear();
    let says = |i: &Instruction| !matches!(i.class.opcode, Op::Line | Op::NoLine | Op::Nop);
    module.types_global_values.retain(says);
    for block in module.functions.iter_mut().flat_map(|f| &mut f.blocks) {
        block.instructions.retain(says);
    }
}

/// The size of a work group may be a constant of the module, which goes before the execution mode.
fn work_group_size(module: &mut Module, main: Id) {
    let built_in = Operand::BuiltIn(BuiltIn::WorkgroupSize);
    let sizes = module.annotations.iter().filter(|a| a.operands.get(2) == Some(&built_in));
    let Some(size) = sizes.map(|a| id_of(a.operands.first())).next() else { return };
    module.annotations.retain(|a| a.operands.get(2) != Some(&built_in));
    let constant = |id| module.types_global_values.iter().find(|i| i.result_id == Some(id));
    let Some(composite) = constant(size).filter(|i| i.class.opcode == Op::ConstantComposite) else { return };
    let parts = composite.operands.iter().filter_map(|o| constant(id_of(Some(o))));
    let sizes: Vec<Operand> = parts.map(|i| Operand::LiteralBit32(literal(i.operands.first()))).collect();
    let mode = Operand::ExecutionMode(ExecutionMode::LocalSize);
    module.execution_modes.retain(|i| i.operands.get(1) != Some(&mode));
    let operands = [Operand::IdRef(main), mode].into_iter().chain(sizes).collect();
    module.execution_modes.push(Instruction::new(Op::ExecutionMode, None, None, operands));
}

/// The storage class of storage buffers that newer compilers write, as the one that SPIR-V 1.0 has.
fn storage_buffers(module: &mut Module) {
    let new = Operand::StorageClass(StorageClass::StorageBuffer);
    let mut structs = HashSet::new();
    let inner: HashMap<Id, Id> = module
        .types_global_values
        .iter()
        .filter(|i| matches!(i.class.opcode, Op::TypeArray | Op::TypeRuntimeArray))
        .filter_map(|i| Some((i.result_id?, id_of(i.operands.first()))))
        .collect();
    for i in &mut module.types_global_values {
        if !matches!(i.class.opcode, Op::TypePointer | Op::Variable) || i.operands.first() != Some(&new) {
            continue;
        }
        i.operands[0] = Operand::StorageClass(StorageClass::Uniform);
        if i.class.opcode == Op::TypePointer {
            let mut to = id_of(i.operands.get(1));
            // A type that contains itself is refused later.
            for _ in 0..inner.len() {
                to = inner.get(&to).copied().unwrap_or(to);
            }
            structs.insert(to);
        }
    }
    for a in &mut module.annotations {
        let block = a.operands.get(1) == Some(&Operand::Decoration(Decoration::Block));
        if a.class.opcode == Op::Decorate && block && structs.contains(&id_of(a.operands.first())) {
            a.operands[1] = Operand::Decoration(Decoration::BufferBlock);
        }
    }
}

/// Gives everything on an interface the name that the same thing has in another stage. Answers those that have a binding.
fn name(view: &mut View, stage: Stage) -> Result<HashSet<String>, String> {
    if view.vars.len() > MAX_VARIABLES {
        return Err(format!("{} variables, {MAX_VARIABLES} are supported", view.vars.len()));
    }
    let mut names: Vec<(Id, String)> = Vec::new();
    let mut bound = HashSet::new();
    let mut blocks = HashSet::new();
    for var in &view.vars {
        let number = |d| view.decoration(var.id, d);
        let inner = view.strip_arrays(var.ty);
        let aggregate = matches!(view.ty(inner), Ty::Struct { .. });
        let binding = number(Decoration::Binding);
        let unknown = || format!("x{}_{}", stage as u32, var.id);
        let own = match var.class {
            StorageClass::UniformConstant => match (number(Decoration::Location), binding) {
                (Some(at), _) => format!("l{at}"),
                (None, Some(at)) => format!("b{at}"),
                (None, None) => unknown(),
            },
            StorageClass::AtomicCounter => {
                format!("c{}_{}", binding.unwrap_or(0), number(Decoration::Offset).unwrap_or(0))
            }
            StorageClass::Uniform => binding.map_or_else(unknown, |at| format!("b{at}")),
            StorageClass::Input | StorageClass::Output if view.builtin(var.id).is_none() => {
                let block = aggregate && view.decoration(inner, Decoration::Block).is_some();
                let member = || view.member_decoration(inner, 0, Decoration::Location).filter(|_| block);
                let at = number(Decoration::Location).or_else(member);
                let component = number(Decoration::Component).unwrap_or(0);
                let index = number(Decoration::Index).unwrap_or(0);
                at.map_or_else(unknown, |at| format!("v{at}_{component}_{index}"))
            }
            _ => continue,
        };
        if binding.is_some() {
            bound.insert(own.clone());
        }
        let is_block = [Decoration::Block, Decoration::BufferBlock]
            .into_iter()
            .any(|d| aggregate && view.decoration(inner, d).is_some() && !view.is_builtin_block(var.ty));
        if is_block {
            if !blocks.insert((inner, var.class)) {
                return Err("two blocks of one type are not supported".into());
            }
            names.push((inner, own.clone()));
        }
        names.push((var.id, own));
    }
    let blocks: HashSet<Id> = blocks.into_iter().map(|(id, _)| id).collect();
    let mut members = Vec::new();
    let mut shapes = HashMap::new();
    for (id, n) in view.structs() {
        if view.is_builtin_block(id) {
            continue;
        }
        members.extend((0..n).map(|m| (id, m)));
        if !blocks.contains(&id) {
            names.push((id, format!("S{:016x}", shape(view, id, &mut shapes))));
        }
    }
    let debug = &mut view.module.debug_names;
    debug.extend(names.into_iter().map(|(id, name)| {
        Instruction::new(Op::Name, None, None, vec![Operand::IdRef(id), Operand::LiteralString(name)])
    }));
    debug.extend(members.into_iter().map(|(id, m)| {
        let name = Operand::LiteralString(format!("m{m}"));
        Instruction::new(Op::MemberName, None, None, vec![Operand::IdRef(id), Operand::LiteralBit32(m), name])
    }));
    Ok(bound)
}

/// Stands for a type in every module: structures of one shape have one name.
fn shape(view: &View, ty: Id, known: &mut HashMap<Id, u64>) -> u64 {
    if let Some(hash) = known.get(&ty) {
        return *hash;
    }
    let mut hasher = DefaultHasher::new();
    match view.ty(ty) {
        Ty::Struct { members } => {
            for (n, member) in (0u32..).zip(members) {
                shape(view, *member, known).hash(&mut hasher);
                for d in [Decoration::Offset, Decoration::MatrixStride, Decoration::RowMajor] {
                    view.member_decoration(ty, n, d).hash(&mut hasher);
                }
            }
        }
        Ty::Array { of, n } => {
            (shape(view, *of, known), *n, view.decoration(ty, Decoration::ArrayStride)).hash(&mut hasher);
        }
        Ty::Vector { of, n } => (1, shape(view, *of, known), *n).hash(&mut hasher),
        Ty::Matrix { column, n } => (2, shape(view, *column, known), *n).hash(&mut hasher),
        other => format!("{other:?}").hash(&mut hasher),
    }
    let hash = hasher.finish();
    known.insert(ty, hash);
    hash
}

/// A program of SPIR-V has no names to tell (GL 4.6 core 7.3.1).
pub(crate) fn hide_names(archive: &mut Archive) {
    let blocks = archive.uniform_blocks.iter_mut().chain(&mut archive.storage_blocks).map(|b| &mut b.name);
    let values = archive.uniforms.iter_mut().map(|u| &mut u.name);
    let variables = archive.buffer_variables.iter_mut().map(|v| &mut v.name);
    let interfaces = archive.inputs.iter_mut().chain(&mut archive.outputs).map(|v| &mut v.name);
    blocks.chain(values).chain(variables).chain(interfaces).for_each(String::clear);
}
