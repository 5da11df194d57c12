//! A view of a SPIR-V module that reflection and linking share: types, constants, names and decorations by id.

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{BuiltIn, Decoration, Dim, ImageFormat, Op, StorageClass};
use std::collections::HashMap;

/// An id of the module.
pub(crate) type Id = u32;

/// Decorations with their literal, where they have one.
type Decorations = Vec<(Decoration, Option<u32>)>;

/// A type, one level deep.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Ty {
    Void,
    Bool,
    Int {
        signed: bool,
    },
    Float {
        width: u32,
    },
    Vector {
        of: Id,
        n: u32,
    },
    Matrix {
        column: Id,
        n: u32,
    },
    /// `n` is 0 for an array without a size.
    Array {
        of: Id,
        n: u32,
    },
    Struct {
        members: Vec<Id>,
    },
    Image {
        sampled: Id,
        dim: Dim,
        depth: bool,
        arrayed: bool,
        ms: bool,
        storage: bool,
        format: ImageFormat,
    },
    SampledImage {
        image: Id,
    },
    Pointer {
        class: StorageClass,
        to: Id,
    },
    Other,
}

/// A global variable.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub(crate) id: Id,
    pub(crate) class: StorageClass,
    /// Type of the value, behind the pointer.
    pub(crate) ty: Id,
    pub(crate) init: Option<Id>,
}

/// The module and the tables over it. Tables are made once; later changes of the module don't show in them.
pub(crate) struct View {
    pub(crate) module: Module,
    types: HashMap<Id, Ty>,
    constants: HashMap<Id, Instruction>,
    names: HashMap<Id, String>,
    member_names: HashMap<(Id, u32), String>,
    decorations: HashMap<Id, Decorations>,
    member_decorations: HashMap<(Id, u32), Decorations>,
    /// Names given by `set_name` and `set_member_name`; `name` keeps answering the application's.
    renamed: HashMap<Id, String>,
    renamed_members: HashMap<(Id, u32), String>,
    pub(crate) vars: Vec<Var>,
}

pub(crate) fn id_of(o: Option<&Operand>) -> Id {
    match o {
        Some(Operand::IdRef(x)) => *x,
        _ => 0,
    }
}

pub(crate) fn literal(o: Option<&Operand>) -> u32 {
    match o {
        Some(Operand::LiteralBit32(x)) => *x,
        Some(Operand::BuiltIn(b)) => *b as u32,
        _ => 0,
    }
}

impl View {
    pub(crate) fn new(words: &[u32]) -> Result<View, String> {
        let mut loader = rspirv::dr::Loader::new();
        rspirv::binary::parse_words(words, &mut loader).map_err(|e| format!("SPIR-V: {e}"))?;
        let module = loader.module();
        let mut view = View {
            types: HashMap::new(),
            constants: HashMap::new(),
            names: HashMap::new(),
            member_names: HashMap::new(),
            decorations: HashMap::new(),
            member_decorations: HashMap::new(),
            renamed: HashMap::new(),
            renamed_members: HashMap::new(),
            vars: Vec::new(),
            module,
        };
        view.index();
        Ok(view)
    }

    fn index(&mut self) {
        for i in &self.module.debug_names {
            match (i.class.opcode, i.operands.as_slice()) {
                (Op::Name, [Operand::IdRef(id), Operand::LiteralString(s)]) => {
                    self.names.insert(*id, s.clone());
                }
                (Op::MemberName, [Operand::IdRef(id), Operand::LiteralBit32(n), Operand::LiteralString(s)]) => {
                    self.member_names.insert((*id, *n), s.clone());
                }
                _ => {}
            }
        }
        for i in &self.module.annotations {
            match (i.class.opcode, i.operands.as_slice()) {
                (Op::Decorate, [Operand::IdRef(id), Operand::Decoration(d), rest @ ..]) => {
                    self.decorations.entry(*id).or_default().push((*d, rest.first().map(|o| literal(Some(o)))));
                }
                (
                    Op::MemberDecorate,
                    [Operand::IdRef(id), Operand::LiteralBit32(n), Operand::Decoration(d), rest @ ..],
                ) => {
                    let entry = self.member_decorations.entry((*id, *n)).or_default();
                    entry.push((*d, rest.first().map(|o| literal(Some(o)))));
                }
                _ => {}
            }
        }
        for i in &self.module.types_global_values {
            let Some(id) = i.result_id else { continue };
            let o = &i.operands;
            let ty = match i.class.opcode {
                Op::TypeVoid => Ty::Void,
                Op::TypeBool => Ty::Bool,
                Op::TypeInt => Ty::Int { signed: literal(o.get(1)) == 1 },
                Op::TypeFloat => Ty::Float { width: literal(o.first()) },
                Op::TypeVector => Ty::Vector { of: id_of(o.first()), n: literal(o.get(1)) },
                Op::TypeMatrix => Ty::Matrix { column: id_of(o.first()), n: literal(o.get(1)) },
                Op::TypeArray => Ty::Array {
                    of: id_of(o.first()),
                    n: self.constants.get(&id_of(o.get(1))).map_or(0, |c| literal(c.operands.first())),
                },
                Op::TypeRuntimeArray => Ty::Array { of: id_of(o.first()), n: 0 },
                Op::TypeStruct => Ty::Struct { members: o.iter().map(|m| id_of(Some(m))).collect() },
                Op::TypeImage => Ty::Image {
                    sampled: id_of(o.first()),
                    dim: if let Some(Operand::Dim(d)) = o.get(1) { *d } else { Dim::Dim2D },
                    depth: literal(o.get(2)) == 1,
                    arrayed: literal(o.get(3)) == 1,
                    ms: literal(o.get(4)) == 1,
                    storage: literal(o.get(5)) == 2,
                    format: if let Some(Operand::ImageFormat(f)) = o.get(6) { *f } else { ImageFormat::Unknown },
                },
                Op::TypeSampledImage => Ty::SampledImage { image: id_of(o.first()) },
                Op::TypePointer => Ty::Pointer {
                    class: if let Some(Operand::StorageClass(c)) = o.first() { *c } else { StorageClass::Function },
                    to: id_of(o.get(1)),
                },
                Op::Variable => {
                    let class = if let Some(Operand::StorageClass(c)) = o.first() { *c } else { StorageClass::Private };
                    if let Some(Ty::Pointer { to, .. }) = i.result_type.and_then(|t| self.types.get(&t)) {
                        let init = o.get(1).map(|x| id_of(Some(x)));
                        self.vars.push(Var { id, class, ty: *to, init });
                    }
                    continue;
                }
                op if format!("{op:?}").starts_with("Type") => Ty::Other,
                _ => {
                    self.constants.insert(id, i.clone());
                    continue;
                }
            };
            self.types.insert(id, ty);
        }
    }

    pub(crate) fn ty(&self, id: Id) -> &Ty {
        self.types.get(&id).unwrap_or(&Ty::Other)
    }

    pub(crate) fn constant(&self, id: Id) -> Option<&Instruction> {
        self.constants.get(&id)
    }

    /// Value of a scalar 32-bit integer constant.
    pub(crate) fn constant_u32(&self, id: Id) -> Option<u32> {
        let c = self.constants.get(&id)?;
        match c.class.opcode {
            Op::Constant => Some(literal(c.operands.first())),
            Op::ConstantNull => Some(0),
            _ => None,
        }
    }

    pub(crate) fn name(&self, id: Id) -> &str {
        self.names.get(&id).map_or("", |s| s.as_str())
    }

    pub(crate) fn member_name(&self, id: Id, n: u32) -> &str {
        self.member_names.get(&(id, n)).map_or("", |s| s.as_str())
    }

    /// The decoration's literal (0 when it has none), when the id has the decoration.
    pub(crate) fn decoration(&self, id: Id, d: Decoration) -> Option<u32> {
        self.decorations.get(&id)?.iter().find(|(x, _)| *x == d).map(|(_, v)| v.unwrap_or(0))
    }

    pub(crate) fn member_decoration(&self, id: Id, n: u32, d: Decoration) -> Option<u32> {
        self.member_decorations.get(&(id, n))?.iter().find(|(x, _)| *x == d).map(|(_, v)| v.unwrap_or(0))
    }

    /// The built-in a variable is, if it is one.
    pub(crate) fn builtin(&self, id: Id) -> Option<BuiltIn> {
        self.decoration(id, Decoration::BuiltIn).and_then(BuiltIn::from_u32)
    }

    /// Whether the type is a block whose members are built-ins (`gl_PerVertex`), under any arrays.
    pub(crate) fn is_builtin_block(&self, ty: Id) -> bool {
        let inner = self.strip_arrays(ty);
        matches!(self.ty(inner), Ty::Struct { .. }) && self.member_decoration(inner, 0, Decoration::BuiltIn).is_some()
    }

    /// The type under all array levels.
    pub(crate) fn strip_arrays(&self, mut ty: Id) -> Id {
        while let Ty::Array { of, .. } = self.ty(ty) {
            ty = *of;
        }
        ty
    }

    /// Locations that a value of the type takes as a varying or attribute (GL 4.6 core 11.1.1, GLSL 4.60 4.4.1).
    pub(crate) fn interface_locations(&self, ty: Id) -> u32 {
        match self.ty(ty) {
            Ty::Matrix { n, .. } => *n,
            Ty::Array { of, n } => self.interface_locations(*of).saturating_mul((*n).max(1)),
            Ty::Struct { members } => members.iter().map(|m| self.interface_locations(*m)).fold(0, u32::saturating_add),
            _ => 1,
        }
    }

    /// Adds `OpDecorate id decoration literal`, replacing one that is there.
    pub(crate) fn set_decoration(&mut self, id: Id, d: Decoration, value: Option<u32>) {
        self.remove_decoration(id, d);
        let mut operands = vec![Operand::IdRef(id), Operand::Decoration(d)];
        operands.extend(value.map(Operand::LiteralBit32));
        self.module.annotations.push(Instruction::new(Op::Decorate, None, None, operands));
        self.decorations.entry(id).or_default().push((d, value));
    }

    pub(crate) fn remove_decoration(&mut self, id: Id, d: Decoration) {
        self.module.annotations.retain(|i| {
            !(i.class.opcode == Op::Decorate
                && i.operands.first() == Some(&Operand::IdRef(id))
                && i.operands.get(1) == Some(&Operand::Decoration(d)))
        });
        if let Some(list) = self.decorations.get_mut(&id) {
            list.retain(|(x, _)| *x != d);
        }
    }

    /// Finds a declaration, or adds it at the end.
    fn declare(&mut self, op: Op, ty: Option<Id>, operands: Vec<Operand>) -> Id {
        let same = |i: &&Instruction| i.class.opcode == op && i.result_type == ty && i.operands == operands;
        if let Some(id) = self.module.types_global_values.iter().find(same).and_then(|i| i.result_id) {
            return id;
        }
        let header = self.module.header.get_or_insert_with(|| rspirv::dr::ModuleHeader::new(1));
        let id = header.bound;
        header.bound += 1;
        self.module.types_global_values.push(Instruction::new(op, ty, Some(id), operands));
        id
    }

    fn pointer(&mut self, class: StorageClass, to: Id) -> Id {
        let id = self.declare(Op::TypePointer, None, vec![Operand::StorageClass(class), Operand::IdRef(to)]);
        self.types.insert(id, Ty::Pointer { class, to });
        id
    }

    /// A constant of a scalar or vector type of floats.
    fn floats(&mut self, ty: Id, value: &[f32]) -> Id {
        let Ty::Vector { of, .. } = *self.ty(ty) else {
            let bits = value.first().copied().unwrap_or(0.0).to_bits();
            return self.declare(Op::Constant, Some(ty), vec![Operand::LiteralBit32(bits)]);
        };
        let parts = value.iter().map(|x| Operand::IdRef(self.floats(of, &[*x]))).collect();
        self.declare(Op::ConstantComposite, Some(ty), parts)
    }

    /// Makes an input or output a variable of the module alone that starts as zeros, or as a `value` of its type.
    pub(crate) fn make_private(&mut self, id: Id, value: Option<&[f32]>) {
        let Some(var) = self.vars.iter_mut().find(|v| v.id == id) else { return };
        var.class = StorageClass::Private;
        let ty = var.ty;
        let pointer = self.pointer(StorageClass::Private, ty);
        let start = match value {
            Some(value) => self.floats(ty, value),
            None => self.declare(Op::ConstantNull, Some(ty), Vec::new()),
        };
        // The variable moves behind the declarations it needs now.
        let globals = &mut self.module.types_global_values;
        if let Some(at) = globals.iter().position(|i| i.result_id == Some(id)) {
            let mut var = globals.remove(at);
            var.result_type = Some(pointer);
            var.operands = vec![Operand::StorageClass(StorageClass::Private), Operand::IdRef(start)];
            globals.push(var);
        }
        self.module.annotations.retain(|a| a.operands.first() != Some(&Operand::IdRef(id)));
        self.decorations.remove(&id);
        for e in &mut self.module.entry_points {
            e.operands.retain(|o| *o != Operand::IdRef(id));
        }
        let mut functions = std::mem::take(&mut self.module.functions);
        let mut chains = std::collections::HashSet::from([id]);
        for i in functions.iter_mut().flat_map(|f| &mut f.blocks).flat_map(|b| &mut b.instructions) {
            let chain = matches!(i.class.opcode, Op::AccessChain | Op::InBoundsAccessChain);
            if !chain || !chains.contains(&id_of(i.operands.first())) {
                continue;
            }
            if let Some(Ty::Pointer { to, .. }) = i.result_type.map(|t| self.ty(t).clone()) {
                i.result_type = Some(self.pointer(StorageClass::Private, to));
            }
            chains.extend(i.result_id);
        }
        self.module.functions = functions;
    }

    /// Gives the id another `OpName`.
    pub(crate) fn set_name(&mut self, id: Id, name: &str) {
        self.module
            .debug_names
            .retain(|i| !(i.class.opcode == Op::Name && i.operands.first() == Some(&Operand::IdRef(id))));
        let operands = vec![Operand::IdRef(id), Operand::LiteralString(name.to_owned())];
        self.module.debug_names.push(Instruction::new(Op::Name, None, None, operands));
        self.renamed.insert(id, name.to_owned());
    }

    /// Gives a member another `OpMemberName`.
    pub(crate) fn set_member_name(&mut self, id: Id, n: u32, name: &str) {
        self.module.debug_names.retain(|i| {
            !(i.class.opcode == Op::MemberName
                && i.operands.first() == Some(&Operand::IdRef(id))
                && i.operands.get(1) == Some(&Operand::LiteralBit32(n)))
        });
        let operands = vec![Operand::IdRef(id), Operand::LiteralBit32(n), Operand::LiteralString(name.to_owned())];
        self.module.debug_names.push(Instruction::new(Op::MemberName, None, None, operands));
        self.renamed_members.insert((id, n), name.to_owned());
    }

    /// The name as it is in the module now.
    pub(crate) fn current_name(&self, id: Id) -> String {
        self.renamed.get(&id).cloned().unwrap_or_else(|| self.name(id).to_owned())
    }

    /// The member's name as it is in the module now.
    pub(crate) fn current_member_name(&self, id: Id, n: u32) -> String {
        self.renamed_members.get(&(id, n)).cloned().unwrap_or_else(|| self.member_name(id, n).to_owned())
    }

    /// All structure types with their member counts.
    pub(crate) fn structs(&self) -> Vec<(Id, u32)> {
        let mut list: Vec<_> = self
            .types
            .iter()
            .filter_map(|(id, t)| if let Ty::Struct { members } = t { Some((*id, members.len() as u32)) } else { None })
            .collect();
        list.sort_unstable();
        list
    }

    pub(crate) fn set_member_decoration(&mut self, id: Id, n: u32, d: Decoration) {
        let operands = vec![Operand::IdRef(id), Operand::LiteralBit32(n), Operand::Decoration(d)];
        self.module.annotations.push(Instruction::new(Op::MemberDecorate, None, None, operands));
        self.member_decorations.entry((id, n)).or_default().push((d, None));
    }
}
