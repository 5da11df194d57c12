//! Editing a checked module: fresh ids, types and constants found or added, the type of every value.

use rspirv::dr::{Instruction, Module, Operand};
use rspirv::spirv::{BuiltIn, Decoration, Op, StorageClass};
pub(crate) use spirv_check::{id_of, literal};
use std::collections::HashMap;

/// An id of the module.
pub(crate) type Id = u32;

/// A module being changed.
pub(crate) struct Edit {
    pub(crate) module: Module,
    bound: u32,
}

impl Edit {
    pub(crate) fn new(module: Module) -> Edit {
        let bound = module.header.as_ref().map_or(1, |h| h.bound);
        Edit { module, bound }
    }

    pub(crate) fn fresh(&mut self) -> Id {
        self.bound += 1;
        self.bound - 1
    }

    /// The module's words.
    pub(crate) fn finish(mut self) -> Vec<u32> {
        use rspirv::binary::Assemble;
        if let Some(h) = self.module.header.as_mut() {
            h.bound = self.bound;
        }
        self.module.assemble()
    }

    /// The declaration of a type, constant or global variable.
    pub(crate) fn global(&self, id: Id) -> Option<&Instruction> {
        self.module.types_global_values.iter().find(|i| i.result_id == Some(id))
    }

    /// Finds the declaration or adds it at the end.
    pub(crate) fn declare(&mut self, op: Op, ty: Option<Id>, operands: Vec<Operand>) -> Id {
        let same = |i: &&Instruction| i.class.opcode == op && i.result_type == ty && i.operands == operands;
        if let Some(id) = self.module.types_global_values.iter().find(same).and_then(|i| i.result_id) {
            return id;
        }
        self.add(op, ty, operands)
    }

    /// Adds a declaration at the end, whether there is one like it or not (variables).
    pub(crate) fn add(&mut self, op: Op, ty: Option<Id>, operands: Vec<Operand>) -> Id {
        let id = self.fresh();
        self.module.types_global_values.push(Instruction::new(op, ty, Some(id), operands));
        id
    }

    pub(crate) fn float(&mut self) -> Id {
        self.declare(Op::TypeFloat, None, vec![Operand::LiteralBit32(32)])
    }

    pub(crate) fn int(&mut self) -> Id {
        self.declare(Op::TypeInt, None, vec![Operand::LiteralBit32(32), Operand::LiteralBit32(1)])
    }

    pub(crate) fn vector(&mut self, of: Id, n: u32) -> Id {
        self.declare(Op::TypeVector, None, vec![Operand::IdRef(of), Operand::LiteralBit32(n)])
    }

    pub(crate) fn pointer(&mut self, class: StorageClass, to: Id) -> Id {
        self.declare(Op::TypePointer, None, vec![Operand::StorageClass(class), Operand::IdRef(to)])
    }

    pub(crate) fn const_f32(&mut self, value: f32) -> Id {
        let ty = self.float();
        self.declare(Op::Constant, Some(ty), vec![Operand::LiteralBit32(value.to_bits())])
    }

    pub(crate) fn const_i32(&mut self, value: i32) -> Id {
        let ty = self.int();
        self.declare(Op::Constant, Some(ty), vec![Operand::LiteralBit32(value as u32)])
    }

    /// `value` in every component of a scalar or vector type of floats.
    pub(crate) fn splat_f32(&mut self, ty: Id, value: f32) -> Id {
        let c = self.const_f32(value);
        match self.vector_width(ty) {
            Some(n) => self.declare(Op::ConstantComposite, Some(ty), vec![Operand::IdRef(c); n as usize]),
            None => c,
        }
    }

    /// Components of a vector type.
    pub(crate) fn vector_width(&self, ty: Id) -> Option<u32> {
        self.global(ty).filter(|i| i.class.opcode == Op::TypeVector).map(|i| literal(i.operands.get(1)))
    }

    /// Whether the type is `float` or a vector of it.
    pub(crate) fn is_float(&self, ty: Id) -> bool {
        let Some(i) = self.global(ty) else { return false };
        match i.class.opcode {
            Op::TypeFloat => true,
            Op::TypeVector => self.is_float(id_of(i.operands.first())),
            _ => false,
        }
    }

    /// The type behind a variable's pointer.
    pub(crate) fn pointee(&self, var: &Instruction) -> Id {
        var.result_type.and_then(|t| self.global(t)).map_or(0, |p| id_of(p.operands.get(1)))
    }

    /// Element type and length of an array type.
    pub(crate) fn array(&self, ty: Id) -> Option<(Id, u32)> {
        let i = self.global(ty).filter(|i| matches!(i.class.opcode, Op::TypeArray | Op::TypeRuntimeArray))?;
        let n = self.global(id_of(i.operands.get(1))).map_or(0, |c| literal(c.operands.first()));
        Some((id_of(i.operands.first()), n))
    }

    /// The global variables of a storage class.
    pub(crate) fn vars(&self, class: StorageClass) -> Vec<Instruction> {
        let wanted = Operand::StorageClass(class);
        let is = |i: &&Instruction| i.class.opcode == Op::Variable && i.operands.first() == Some(&wanted);
        self.module.types_global_values.iter().filter(is).cloned().collect()
    }

    /// The decoration's literal (0 when it has none), when the id has the decoration.
    pub(crate) fn decoration(&self, id: Id, d: Decoration) -> Option<u32> {
        self.module
            .annotations
            .iter()
            .find(|i| {
                i.class.opcode == Op::Decorate
                    && i.operands.first() == Some(&Operand::IdRef(id))
                    && i.operands.get(1) == Some(&Operand::Decoration(d))
            })
            .map(|i| literal(i.operands.get(2)))
    }

    pub(crate) fn decorate(&mut self, id: Id, d: Decoration, value: Option<Operand>) {
        let mut operands = vec![Operand::IdRef(id), Operand::Decoration(d)];
        operands.extend(value);
        self.module.annotations.push(Instruction::new(Op::Decorate, None, None, operands));
    }

    pub(crate) fn name(&mut self, id: Id, name: String) {
        let operands = vec![Operand::IdRef(id), Operand::LiteralString(name)];
        self.module.debug_names.push(Instruction::new(Op::Name, None, None, operands));
    }

    /// Adds a variable to the entry point's interface.
    pub(crate) fn in_interface(&mut self, id: Id) {
        if let Some(e) = self.module.entry_points.first_mut() {
            e.operands.push(Operand::IdRef(id));
        }
    }

    pub(crate) fn main(&self) -> Id {
        self.module.entry_points.first().map_or(0, |e| id_of(e.operands.get(1)))
    }

    /// `GLSL.std.450`.
    pub(crate) fn glsl(&mut self) -> Id {
        if let Some(id) = self.module.ext_inst_imports.first().and_then(|i| i.result_id) {
            return id;
        }
        let id = self.fresh();
        let name = vec![Operand::LiteralString("GLSL.std.450".into())];
        self.module.ext_inst_imports.push(Instruction::new(Op::ExtInstImport, None, Some(id), name));
        id
    }

    /// Whether a variable or a member of its block is this built-in; answers the variable and the member.
    pub(crate) fn builtin(&self, class: StorageClass, b: BuiltIn) -> Option<(Instruction, Option<u32>)> {
        let wanted = Operand::BuiltIn(b);
        for var in self.vars(class) {
            let id = var.result_id.unwrap_or(0);
            let mut ty = self.pointee(&var);
            while let Some((of, _)) = self.array(ty) {
                ty = of;
            }
            for a in &self.module.annotations {
                let target = id_of(a.operands.first());
                match a.class.opcode {
                    Op::Decorate if target == id && a.operands.get(2) == Some(&wanted) => return Some((var, None)),
                    Op::MemberDecorate if target == ty && a.operands.get(3) == Some(&wanted) => {
                        return Some((var, Some(literal(a.operands.get(1)))));
                    }
                    _ => {}
                }
            }
        }
        None
    }

    /// Types of all values in functions.
    pub(crate) fn value_types(&self) -> HashMap<Id, Id> {
        self.module.all_inst_iter().filter_map(|i| Some((i.result_id?, i.result_type?))).collect()
    }

    /// Rebuilds every block of every function: `f` gets each instruction and the list to push what replaces it to.
    pub(crate) fn rewrite(&mut self, mut f: impl FnMut(&mut Edit, Instruction, &mut Vec<Instruction>)) {
        let mut functions = std::mem::take(&mut self.module.functions);
        for b in functions.iter_mut().flat_map(|f| &mut f.blocks) {
            let old = std::mem::take(&mut b.instructions);
            let mut new = Vec::with_capacity(old.len());
            for i in old {
                f(self, i, &mut new);
            }
            b.instructions = new;
        }
        self.module.functions = functions;
    }

    /// Puts what `f` pushes at the start of `main`, behind its local variables.
    pub(crate) fn at_start(&mut self, f: impl FnOnce(&mut Edit, &mut Vec<Instruction>)) {
        let main = self.main();
        let mut start = Vec::new();
        f(self, &mut start);
        let entry = self.module.functions.iter_mut().find(|f| f.def_id() == Some(main));
        if let Some(block) = entry.and_then(|f| f.blocks.first_mut()) {
            let at = block.instructions.iter().position(|i| i.class.opcode != Op::Variable).unwrap_or(0);
            block.instructions.splice(at..at, start);
        }
    }

    /// Puts what `f` pushes before every return of `main`.
    pub(crate) fn before_return(&mut self, mut f: impl FnMut(&mut Edit, &mut Vec<Instruction>)) {
        let main = self.main();
        let mut functions = std::mem::take(&mut self.module.functions);
        for b in functions.iter_mut().filter(|f| f.def_id() == Some(main)).flat_map(|f| &mut f.blocks) {
            if b.instructions.last().is_some_and(|i| i.class.opcode == Op::Return) {
                let end = b.instructions.pop();
                f(self, &mut b.instructions);
                b.instructions.extend(end);
            }
        }
        self.module.functions = functions;
    }

    /// Pushes an instruction with a result and answers its id.
    pub(crate) fn push(&mut self, out: &mut Vec<Instruction>, op: Op, ty: Id, operands: Vec<Operand>) -> Id {
        let id = self.fresh();
        out.push(Instruction::new(op, Some(ty), Some(id), operands));
        id
    }
}
