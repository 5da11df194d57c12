//! Structural validation of a SPIR-V module of a GL shader: what came from the other process, before the translator sees
//! it, and what came from the application, before it is linked.
//!
//! The translator reports most nonsense by itself, but it trusts ids, type nesting, indices and the call graph. What it
//! trusts is checked here: afterwards every id is below the bound and defined, types and constants come before their uses,
//! composite indices are in range, no function reaches itself, and only capabilities of GL's shaders are declared.

#![forbid(unsafe_code)]

mod flow;
mod globals;
mod ops;

use pipe_types::archive::Stage;
use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{AddressingModel, Capability, Decoration, ExecutionModel, MemoryModel, Op};
use std::collections::{HashMap, HashSet};
use thiserror::Error;

/// Largest module in words.
pub const MAX_WORDS: usize = 4 << 20;
/// Largest id bound. The translator's tables have an entry per id.
const MAX_BOUND: u32 = 1 << 20;
/// Deepest nesting of types.
const MAX_TYPE_DEPTH: u32 = 32;
/// Most scalars in one value.
const MAX_COMPONENTS: u64 = 1 << 24;
/// Most paths of calls that lead on from a function.
const MAX_CALL_PATHS: u64 = 1 << 17;
/// Longest chain of calls.
const MAX_CALL_DEPTH: usize = 128;

/// Locations and bindings are below this.
const MAX_LOCATION: u32 = 1 << 17;
/// Offsets and strides are below this.
const MAX_OFFSET: u32 = 1 << 28;

/// Why a module is no module of ours.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum CheckError {
    /// The header or the instruction stream is malformed.
    #[error("SPIR-V: {0}")]
    Malformed(String),
    /// A capability, extension or instruction set that no GL shader needs.
    #[error("SPIR-V: {0} is not allowed")]
    NotAllowed(String),
    /// An instruction contradicts the rest of the module.
    #[error("SPIR-V: id %{id}: {what}")]
    Invalid {
        /// The id that the instruction defines or uses.
        id: u32,
        /// What is wrong with it.
        what: &'static str,
    },
}

fn invalid<T>(id: u32, what: &'static str) -> Result<T, CheckError> {
    Err(CheckError::Invalid { id, what })
}

/// What SPIR-V calls a stage.
pub fn execution_model(stage: Stage) -> ExecutionModel {
    match stage {
        Stage::Vertex => ExecutionModel::Vertex,
        Stage::TessControl => ExecutionModel::TessellationControl,
        Stage::TessEvaluation => ExecutionModel::TessellationEvaluation,
        Stage::Geometry => ExecutionModel::Geometry,
        Stage::Fragment => ExecutionModel::Fragment,
        Stage::Compute => ExecutionModel::GLCompute,
    }
}

fn allowed(c: Capability) -> bool {
    use Capability as C;
    matches!(
        c,
        C::Matrix
            | C::Shader
            | C::Geometry
            | C::Tessellation
            | C::AtomicStorage
            | C::AtomicStorageOps
            | C::UniformTexelBufferArrayDynamicIndexing
            | C::StorageTexelBufferArrayDynamicIndexing
            | C::TessellationPointSize
            | C::GeometryPointSize
            | C::ImageGatherExtended
            | C::StorageImageMultisample
            | C::UniformBufferArrayDynamicIndexing
            | C::SampledImageArrayDynamicIndexing
            | C::StorageBufferArrayDynamicIndexing
            | C::StorageImageArrayDynamicIndexing
            | C::ClipDistance
            | C::CullDistance
            | C::ImageCubeArray
            | C::SampleRateShading
            | C::ImageRect
            | C::SampledRect
            | C::InputAttachment
            | C::MinLod
            | C::Sampled1D
            | C::Image1D
            | C::SampledCubeArray
            | C::SampledBuffer
            | C::ImageBuffer
            | C::ImageMSArray
            | C::StorageImageExtendedFormats
            | C::ImageQuery
            | C::DerivativeControl
            | C::DrawParameters
            | C::InterpolationFunction
            | C::TransformFeedback
            | C::GeometryStreams
            | C::StorageImageReadWithoutFormat
            | C::StorageImageWriteWithoutFormat
            | C::MultiViewport
    )
}

fn decoration_allowed(d: Decoration, value: u32) -> bool {
    use Decoration as D;
    match d {
        D::RelaxedPrecision | D::Block | D::BufferBlock | D::RowMajor | D::ColMajor | D::BuiltIn | D::NoPerspective => {
            true
        }
        D::Flat | D::Patch | D::Centroid | D::Sample | D::Invariant | D::Restrict | D::Aliased | D::Volatile => true,
        D::Coherent | D::NonWritable | D::NonReadable | D::NoContraction => true,
        D::Location | D::Binding | D::DescriptorSet => value < MAX_LOCATION,
        D::Component | D::Index | D::XfbBuffer | D::Stream => value < 4,
        D::Offset | D::ArrayStride | D::MatrixStride | D::XfbStride => value < MAX_OFFSET,
        _ => false,
    }
}

/// The id, or 0 when the operand is none.
pub fn id_of(o: Option<&Operand>) -> u32 {
    match o {
        Some(Operand::IdRef(x)) => *x,
        _ => 0,
    }
}

/// The literal, or 0 when the operand is none.
pub fn literal(o: Option<&Operand>) -> u32 {
    match o {
        Some(Operand::LiteralBit32(x)) => *x,
        _ => 0,
    }
}

/// Splits the words into instructions.
///
/// # Errors
/// [`CheckError::Malformed`]: the header or the instruction stream is no module's of a supported version and size.
pub fn parse(words: &[u32]) -> Result<Module, CheckError> {
    if words.len() < 5 || words.len() > MAX_WORDS {
        return Err(CheckError::Malformed(format!("{} words, 5 to {MAX_WORDS} are supported", words.len())));
    }
    if words[0] != rspirv::spirv::MAGIC_NUMBER {
        return Err(CheckError::Malformed(format!("magic number is {:#010x}", words[0])));
    }
    if !(0x0001_0000..=0x0001_0300).contains(&words[1]) || words[1] & 0xff != 0 {
        return Err(CheckError::Malformed(format!("version word is {:#010x}, 1.0 to 1.3 are supported", words[1])));
    }
    let bound = words[3];
    if bound == 0 || bound > MAX_BOUND || bound as usize > words.len() {
        return Err(CheckError::Malformed(format!("id bound {bound} for a module of {} words", words.len())));
    }
    // Word counts first: an instruction must end within the module.
    let mut at = 5;
    while at < words.len() {
        let n = (words[at] >> 16) as usize;
        if n == 0 || n > words.len() - at {
            return Err(CheckError::Malformed(format!("instruction at word {at} has a word count of {n}")));
        }
        at += n;
    }
    let mut loader = rspirv::dr::Loader::new();
    rspirv::binary::parse_words(words, &mut loader).map_err(|e| CheckError::Malformed(e.to_string()))?;
    Ok(loader.module())
}

/// Parses and checks a module of this stage.
///
/// # Errors
/// [`CheckError`] says what the translator could not have relied on.
pub fn check(words: &[u32], stage: Stage) -> Result<Module, CheckError> {
    let module = parse(words)?;
    let bound = words[3];
    let mut checker = Checker {
        bound,
        types: HashMap::new(),
        constants: HashMap::new(),
        values: HashMap::new(),
        returns: 0,
        module: &module,
    };
    checker.header(stage)?;
    checker.ids()?;
    checker.globals()?;
    checker.annotations()?;
    checker.functions()?;
    Ok(module)
}

#[derive(Clone, Debug)]
enum Ty {
    Void,
    Bool,
    Int,
    Float,
    Vector { of: u32, n: u32 },
    Matrix { column: u32, n: u32 },
    Array { of: u32, n: u32 },
    RuntimeArray { of: u32 },
    Struct { members: Vec<u32> },
    Image,
    SampledImage,
    Pointer { to: u32 },
    Function { returns: u32, params: Vec<u32> },
}

struct Checker<'a> {
    bound: u32,
    /// Type, nesting depth, number of scalars.
    types: HashMap<u32, (Ty, u32, u64)>,
    /// Values of integer constants.
    constants: HashMap<u32, Option<u32>>,
    /// Type of every value id.
    values: HashMap<u32, u32>,
    /// Return type of the function being checked.
    returns: u32,
    module: &'a Module,
}

impl Checker<'_> {
    fn header(&self, stage: Stage) -> Result<(), CheckError> {
        let m = self.module;
        for c in &m.capabilities {
            match c.operands.first() {
                Some(Operand::Capability(c)) if allowed(*c) => {}
                o => return Err(CheckError::NotAllowed(format!("capability {o:?}"))),
            }
        }
        for e in &m.extensions {
            match e.operands.first() {
                Some(Operand::LiteralString(s))
                    if matches!(
                        s.as_str(),
                        "SPV_KHR_storage_buffer_storage_class"
                            | "SPV_KHR_shader_draw_parameters"
                            | "SPV_KHR_shader_atomic_counter_ops"
                            | "SPV_EXT_descriptor_indexing"
                    ) => {}
                o => return Err(CheckError::NotAllowed(format!("extension {o:?}"))),
            }
        }
        for i in &m.ext_inst_imports {
            if i.operands.first() != Some(&Operand::LiteralString("GLSL.std.450".into())) {
                return Err(CheckError::NotAllowed(format!("instruction set {:?}", i.operands.first())));
            }
        }
        let model = m.memory_model.as_ref().map(|i| i.operands.as_slice());
        let logical = [Operand::AddressingModel(AddressingModel::Logical), Operand::MemoryModel(MemoryModel::GLSL450)];
        if model != Some(&logical) {
            return Err(CheckError::NotAllowed(format!("memory model {model:?}")));
        }
        let [entry] = m.entry_points.as_slice() else {
            return Err(CheckError::Malformed(format!("{} entry points, one is expected", m.entry_points.len())));
        };
        if entry.operands.first() != Some(&Operand::ExecutionModel(execution_model(stage))) {
            return Err(CheckError::Malformed(format!(
                "entry point of {:?} in a {stage:?} stage",
                entry.operands.first()
            )));
        }
        let main = id_of(entry.operands.get(1));
        if !m.functions.iter().any(|f| f.def_id() == Some(main)) {
            return invalid(main, "the entry point is no function");
        }
        for mode in &m.execution_modes {
            if id_of(mode.operands.first()) != main || mode.class.opcode != Op::ExecutionMode {
                return invalid(id_of(mode.operands.first()), "execution mode of something else than the entry point");
            }
        }
        Ok(())
    }

    /// Every id is below the bound and defined once; nothing refers to an undefined one.
    fn ids(&self) -> Result<(), CheckError> {
        let mut defined = HashSet::new();
        for i in self.module.all_inst_iter() {
            if let Some(id) = i.result_id
                && (id == 0 || id >= self.bound || !defined.insert(id))
            {
                return invalid(id, "result id is zero, at or above the bound, or defined twice");
            }
        }
        for i in self.module.all_inst_iter() {
            for id in i.result_type.iter().copied().chain(i.operands.iter().filter_map(Operand::id_ref_any)) {
                if !defined.contains(&id) {
                    return invalid(id, "used, but defined nowhere");
                }
            }
        }
        Ok(())
    }

    /// Names and decorations are of members that exist, and their numbers are sane.
    fn annotations(&self) -> Result<(), CheckError> {
        for i in self.module.debug_names.iter().chain(&self.module.annotations) {
            let id = id_of(i.operands.first());
            let decoration = match i.class.opcode {
                Op::Name => continue,
                Op::MemberName | Op::MemberDecorate => {
                    let member = literal(i.operands.get(1)) as usize;
                    if !matches!(self.types.get(&id), Some((Ty::Struct { members }, ..)) if member < members.len()) {
                        return invalid(id, "name or decoration of a member that isn't there");
                    }
                    if i.class.opcode == Op::MemberName {
                        continue;
                    }
                    &i.operands[2..]
                }
                Op::Decorate => &i.operands[1..],
                _ => return invalid(id, "decoration groups and the like are not allowed"),
            };
            let Some(Operand::Decoration(d)) = decoration.first() else { continue };
            if !decoration_allowed(*d, literal(decoration.get(1))) {
                return Err(CheckError::NotAllowed(format!("decoration {decoration:?} of %{id}")));
            }
        }
        Ok(())
    }

    fn ty(&self, id: u32) -> Result<&(Ty, u32, u64), CheckError> {
        self.types.get(&id).ok_or(CheckError::Invalid { id, what: "used as a type before it is one" })
    }

    /// The constituents are values of the members' types.
    fn composite(&self, id: u32, ty: &Ty, parts: &[Operand], constant: bool) -> Result<(), CheckError> {
        let expected: Vec<u32> = match ty {
            // A vector may also be made of shorter vectors.
            Ty::Vector { n, of } => {
                let mut have = 0;
                for p in parts {
                    let t = self.value_type(id_of(Some(p)))?;
                    have += match self.ty(t)?.0 {
                        _ if t == *of => 1,
                        Ty::Vector { n, of: inner } if inner == *of && !constant => n,
                        _ => return invalid(id, "constituent of another type"),
                    };
                }
                return if have == *n { Ok(()) } else { invalid(id, "wrong number of constituents") };
            }
            Ty::Matrix { column, n } => vec![*column; *n as usize],
            Ty::Array { of, n } if *n as usize == parts.len() => vec![*of; *n as usize],
            Ty::Struct { members } => members.clone(),
            _ => return invalid(id, "composite of a type that is none"),
        };
        if expected.len() != parts.len() {
            return invalid(id, "wrong number of constituents");
        }
        for (p, t) in parts.iter().zip(expected) {
            let p = id_of(Some(p));
            if self.value_type(p)? != t || (constant && !self.constants.contains_key(&p)) {
                return invalid(id, "constituent of another type");
            }
        }
        Ok(())
    }

    fn value_type(&self, id: u32) -> Result<u32, CheckError> {
        self.values.get(&id).copied().ok_or(CheckError::Invalid { id, what: "used as a value before it is one" })
    }

    /// The type inside `ty` at `index` (`None`: not known before the shader runs).
    fn inner(&self, id: u32, ty: u32, index: Option<u32>) -> Result<u32, CheckError> {
        let out_of_range = |n: u32| index.is_some_and(|i| i >= n);
        match &self.ty(ty)?.0 {
            Ty::Vector { of, n } | Ty::Matrix { column: of, n } | Ty::Array { of, n } if !out_of_range(*n) => Ok(*of),
            Ty::RuntimeArray { of } => Ok(*of),
            Ty::Struct { members } => match index {
                Some(i) if !out_of_range(members.len() as u32) => Ok(members[i as usize]),
                _ => invalid(id, "member index out of range or not constant"),
            },
            _ => invalid(id, "index out of range, or into something without parts"),
        }
    }

    fn functions(&mut self) -> Result<(), CheckError> {
        let signatures: HashMap<u32, u32> = self
            .module
            .functions
            .iter()
            .filter_map(|f| Some((f.def_id()?, id_of(f.def.as_ref()?.operands.get(1)))))
            .collect();
        let mut calls: HashMap<u32, Vec<u32>> = HashMap::new();
        for f in &self.module.functions {
            let id = f.def_id().unwrap_or(0);
            let Ty::Function { returns, params } = self.ty(signatures.get(&id).copied().unwrap_or(0))?.0.clone() else {
                return invalid(id, "function of no function type");
            };
            let given: Vec<u32> = f.parameters.iter().filter_map(|p| p.result_type).collect();
            if f.def.as_ref().and_then(|d| d.result_type) != Some(returns) || given != params || f.blocks.is_empty() {
                return invalid(id, "function differs from its type, or has no body");
            }
            for p in &f.parameters {
                self.values.insert(p.result_id.unwrap_or(0), p.result_type.unwrap_or(0));
            }
            self.returns = returns;
            flow::check(f)?;
            let labels: HashSet<u32> = f.blocks.iter().filter_map(|b| b.label.as_ref()?.result_id).collect();
            // Blocks come in an order in which a definition precedes its uses, except for `OpPhi`, which is checked last.
            let mut phis = Vec::new();
            for b in &f.blocks {
                let terminators = b.instructions.iter().filter(|i| is_terminator(i.class.opcode)).count();
                if terminators != 1 || !b.instructions.last().is_some_and(|i| is_terminator(i.class.opcode)) {
                    return invalid(id, "block without a terminator at its end");
                }
                for i in &b.instructions {
                    if i.class.opcode == Op::Phi {
                        phis.push(i);
                        self.define(i)?;
                        continue;
                    }
                    if i.class.opcode == Op::FunctionCall {
                        let callee = id_of(i.operands.first());
                        calls.entry(id).or_default().push(callee);
                        self.call(i, signatures.get(&callee).copied())?;
                        continue;
                    }
                    self.instruction(i, &labels)?;
                }
            }
            for i in phis {
                for pair in i.operands.chunks(2) {
                    let [value, label] = pair else { return invalid(id, "odd number of operands of a phi") };
                    if i.result_type != self.values.get(&id_of(Some(value))).copied()
                        || !labels.contains(&id_of(Some(label)))
                    {
                        return invalid(i.result_id.unwrap_or(0), "phi of another type or from another function");
                    }
                }
            }
        }
        let mut known = HashMap::new();
        let mut paths = HashMap::new();
        for f in calls.keys() {
            depth(&calls, &mut known, *f, 0)?;
            // No function reaches itself, and none is nested deeply. The translator follows every path of calls.
            if count_paths(&calls, &mut paths, *f) > MAX_CALL_PATHS {
                return invalid(*f, "function from which too many paths of calls lead on");
            }
        }
        Ok(())
    }

    fn define(&mut self, i: &Instruction) -> Result<(), CheckError> {
        if let (Some(id), Some(t)) = (i.result_id, i.result_type) {
            self.ty(t)?;
            self.values.insert(id, t);
        }
        Ok(())
    }

    fn call(&mut self, i: &Instruction, signature: Option<u32>) -> Result<(), CheckError> {
        let id = i.result_id.unwrap_or(0);
        let Some(Ty::Function { returns, params }) = signature.map(|s| self.ty(s).map(|t| t.0.clone())).transpose()?
        else {
            return invalid(id, "call of no function");
        };
        let mut given = Vec::new();
        for a in &i.operands[1..] {
            given.push(self.value_type(id_of(Some(a)))?);
        }
        if i.result_type != Some(returns) || given != params {
            return invalid(id, "call differs from the function's type");
        }
        self.define(i)
    }

    fn instruction(&mut self, i: &Instruction, labels: &HashSet<u32>) -> Result<(), CheckError> {
        let id = i.result_id.unwrap_or(0);
        let op = i.class.opcode;
        let o = &i.operands;
        let first = id_of(o.first());
        match op {
            Op::Line | Op::NoLine | Op::Nop => return Ok(()),
            Op::Branch | Op::BranchConditional | Op::Switch | Op::SelectionMerge | Op::LoopMerge => {
                for (n, x) in o.iter().enumerate() {
                    let Operand::IdRef(x) = x else { continue };
                    let condition = n == 0 && matches!(op, Op::BranchConditional | Op::Switch);
                    if condition {
                        let wanted = match self.ty(self.value_type(*x)?)?.0 {
                            Ty::Bool => Op::BranchConditional,
                            Ty::Int => Op::Switch,
                            _ => Op::Nop,
                        };
                        if wanted != op {
                            return invalid(*x, "condition of another type");
                        }
                    } else if !labels.contains(x) {
                        return invalid(*x, "branch to something else than a block of the function");
                    }
                }
                return Ok(());
            }
            _ => {}
        }
        // Everything else takes values (and, for extended instructions, the instruction set).
        let skip = usize::from(op == Op::ExtInst);
        for x in o.iter().skip(skip) {
            if let Operand::IdRef(x) = x {
                self.value_type(*x)?;
            }
        }
        let pointee = |x: u32| match self.value_type(x).and_then(|t| self.ty(t)) {
            Ok((Ty::Pointer { to }, ..)) => Ok(*to),
            _ => invalid(id, "pointer operand is no pointer"),
        };
        match op {
            Op::Load if Some(pointee(first)?) != i.result_type => return invalid(id, "load of another type"),
            Op::Store if pointee(first)? != self.value_type(id_of(o.get(1)))? => {
                return invalid(first, "store of another type");
            }
            Op::AccessChain | Op::InBoundsAccessChain => {
                let mut ty = pointee(first)?;
                for x in &o[1..] {
                    let index = self.constants.get(&id_of(Some(x))).copied().flatten();
                    ty = self.inner(id, ty, index)?;
                }
                match i.result_type.map(|t| self.ty(t)).transpose()? {
                    Some((Ty::Pointer { to }, ..)) if *to == ty => {}
                    _ => return invalid(id, "access chain to another type"),
                }
            }
            Op::CompositeExtract | Op::CompositeInsert => {
                let base = usize::from(op == Op::CompositeInsert);
                let mut ty = self.value_type(id_of(o.get(base)))?;
                let whole = ty;
                for x in &o[base + 1..] {
                    ty = self.inner(id, ty, Some(literal(Some(x))))?;
                }
                let part = if base == 0 { i.result_type } else { Some(self.value_type(first)?) };
                if part != Some(ty) || (base == 1 && i.result_type != Some(whole)) {
                    return invalid(id, "extraction or insertion of another type");
                }
            }
            Op::CompositeConstruct => {
                let ty = self.ty(i.result_type.unwrap_or(0))?.0.clone();
                self.composite(id, &ty, o, false)?;
            }
            Op::VectorShuffle => {
                let mut n = 0;
                for x in &o[..2] {
                    match self.ty(self.value_type(id_of(Some(x)))?)?.0 {
                        Ty::Vector { n: m, .. } => n += m,
                        _ => return invalid(id, "shuffle of no vector"),
                    }
                }
                let width = match self.ty(i.result_type.unwrap_or(0))?.0 {
                    Ty::Vector { n, .. } => n as usize,
                    _ => return invalid(id, "shuffle to no vector"),
                };
                if o.len() != width + 2 || o[2..].iter().any(|x| literal(Some(x)) >= n) {
                    return invalid(id, "shuffle of components that aren't there");
                }
            }
            Op::Variable => match i.result_type.map(|t| self.ty(t)).transpose()? {
                Some((Ty::Pointer { .. }, ..)) => {}
                _ => return invalid(id, "variable of no pointer type"),
            },
            Op::ReturnValue => {
                let returns = self.returns;
                if self.value_type(first)? != returns {
                    return invalid(first, "return of another type");
                }
            }
            _ => {}
        }
        self.op(i)?;
        self.define(i)
    }
}

fn is_terminator(op: Op) -> bool {
    matches!(
        op,
        Op::Branch | Op::BranchConditional | Op::Switch | Op::Return | Op::ReturnValue | Op::Kill | Op::Unreachable
    )
}

/// Paths of calls that begin at `f`.
fn count_paths(calls: &HashMap<u32, Vec<u32>>, known: &mut HashMap<u32, u64>, f: u32) -> u64 {
    if let Some(n) = known.get(&f) {
        return *n;
    }
    let below = calls.get(&f).into_iter().flatten();
    let paths = below.fold(1u64, |sum, c| sum.saturating_add(count_paths(calls, known, *c)));
    known.insert(f, paths);
    paths
}

/// Longest chain of calls below `f`. A function on the chain that comes again reaches itself.
fn depth(
    calls: &HashMap<u32, Vec<u32>>,
    known: &mut HashMap<u32, usize>,
    f: u32,
    level: usize,
) -> Result<usize, CheckError> {
    if let Some(d) = known.get(&f) {
        return Ok(*d);
    }
    if level > MAX_CALL_DEPTH {
        return invalid(f, "function reaches itself, or calls nested too deeply");
    }
    let mut deepest = 0;
    for c in calls.get(&f).into_iter().flatten() {
        deepest = deepest.max(depth(calls, known, *c, level + 1)? + 1);
    }
    known.insert(f, deepest);
    Ok(deepest)
}
