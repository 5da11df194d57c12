//! Atomic counters become words of storage blocks, one block per buffer binding. ES counters lack the operations that
//! desktop GL has beyond increment and decrement, and the translator has no text for reading or decrementing them.

use crate::edit::{Edit, Id, id_of};
use crate::translate::TranslateError;
use pipe_types::archive::{Archive, Stage};
use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Decoration, Op, StorageClass};
use std::collections::HashMap;

/// A counter variable.
struct Counter {
    /// Block variable of its buffer.
    block: Id,
    /// Word of its first element.
    word: Word,
    /// Lengths of the arrays that it is made of, outermost first.
    dims: Vec<u32>,
}

/// Where a counter is in its buffer.
#[derive(Clone, Copy)]
enum Word {
    Fixed(u32),
    /// The parameter of a function says it.
    Given(Id),
}

/// Makes storage blocks of counters. The block of the archive's buffer `n` has the binding behind those of all storage
/// blocks, plus `n`. `bases` has, by position in the archive, the words before the buffer's first one: where its range
/// starts at no multiple of what the driver wants, the whole words before it are bound, too.
pub(crate) fn to_blocks(edit: &mut Edit, stage: Stage, archive: &Archive, bases: &[u32]) -> Result<(), TranslateError> {
    let vars = edit.vars(StorageClass::AtomicCounter);
    let ops = [Operand::Capability(Capability::AtomicStorageOps), Operand::Capability(Capability::AtomicStorage)];
    edit.module.capabilities.retain(|c| !c.operands.first().is_some_and(|o| ops.contains(o)));
    let name = Operand::LiteralString("SPV_KHR_shader_atomic_counter_ops".into());
    edit.module.extensions.retain(|e| e.operands.first() != Some(&name));
    if vars.is_empty() {
        return Ok(());
    }
    let failed = |message: &str| TranslateError::Translator { stage, message: message.into() };
    let uint = edit.declare(Op::TypeInt, None, vec![Operand::LiteralBit32(32), Operand::LiteralBit32(0)]);
    let word = edit.pointer(StorageClass::Uniform, uint);
    let mut blocks: HashMap<u32, Id> = HashMap::new();
    let mut counters: HashMap<Id, Counter> = HashMap::new();
    for var in &vars {
        let id = var.result_id.unwrap_or(0);
        let binding = edit.decoration(id, Decoration::Binding).unwrap_or(0);
        let Some(at) = archive.atomic_buffers.iter().position(|b| b.binding == binding) else {
            return Err(failed("an atomic counter of a buffer that the archive has not"));
        };
        let base = bases.get(at).copied().unwrap_or(0);
        let offset = edit.decoration(id, Decoration::Offset).unwrap_or(0);
        let block = *blocks.entry(binding).or_insert_with(|| declare_block(edit, uint, binding, slot(archive, at)));
        let (mut ty, mut dims) = (edit.pointee(var), Vec::new());
        while let Some((of, n)) = edit.array(ty) {
            dims.push(n);
            ty = of;
        }
        counters.insert(id, Counter { block, word: Word::Fixed(base + offset / 4), dims });
    }
    let parameters = words_for_parameters(edit, &blocks).map_err(failed)?;
    counters.extend(parameters);
    let zero = edit.const_i32(0);
    // The words that access chains lead to, for calls.
    let mut words: HashMap<Id, Id> = HashMap::new();
    edit.rewrite(|edit, mut i, out| {
        if i.class.opcode == Op::FunctionCall {
            for o in &mut i.operands[1..] {
                let id = id_of(Some(o));
                if let Some(counter) = counters.get(&id) {
                    *o = Operand::IdRef(index(edit, counter, &[], out));
                } else if let Some(word) = words.get(&id) {
                    *o = Operand::IdRef(*word);
                }
            }
            return out.push(i);
        }
        let base = id_of(i.operands.first());
        let chain = matches!(i.class.opcode, Op::AccessChain | Op::InBoundsAccessChain);
        let Some(counter) = counters.get(&base) else { return out.push(i) };
        if chain {
            let index = index(edit, counter, &i.operands[1..], out);
            words.extend(i.result_id.map(|id| (id, index)));
            i.result_type = Some(word);
            i.operands = vec![Operand::IdRef(counter.block), Operand::IdRef(zero), Operand::IdRef(index)];
        } else if i.class.opcode != Op::Store {
            let index = index(edit, counter, &[], out);
            let operands = vec![Operand::IdRef(counter.block), Operand::IdRef(zero), Operand::IdRef(index)];
            i.operands[0] = Operand::IdRef(edit.push(out, Op::AccessChain, word, operands));
        }
        out.push(i);
    });
    let gone = |i: &Instruction| i.result_id.is_some_and(|id| counters.contains_key(&id));
    edit.module.types_global_values.retain(|i| !gone(i));
    let names = |i: &Instruction| counters.contains_key(&id_of(i.operands.first()));
    edit.module.annotations.retain(|i| !names(i));
    edit.module.debug_names.retain(|i| !names(i));
    if let Some(entry) = edit.module.entry_points.first_mut() {
        entry.operands.retain(|o| !counters.contains_key(&id_of(Some(o))));
    }
    Ok(())
}

/// Binding of the storage block that stands for the atomic counter buffer at a position of the archive.
pub(crate) fn slot(archive: &Archive, at: usize) -> u32 {
    archive.storage_blocks.iter().map(|block| block.slot + 1).max().unwrap_or(0) + at as u32
}

fn declare_block(edit: &mut Edit, uint: Id, binding: u32, slot: u32) -> Id {
    // Types of their own, so that the decorations are no other block's.
    let array = edit.add(Op::TypeRuntimeArray, None, vec![Operand::IdRef(uint)]);
    edit.decorate(array, Decoration::ArrayStride, Some(Operand::LiteralBit32(4)));
    let block = edit.add(Op::TypeStruct, None, vec![Operand::IdRef(array)]);
    edit.decorate(block, Decoration::BufferBlock, None);
    let member = |d, more: Option<Operand>| {
        let mut operands = vec![Operand::IdRef(block), Operand::LiteralBit32(0), Operand::Decoration(d)];
        operands.extend(more);
        Instruction::new(Op::MemberDecorate, None, None, operands)
    };
    edit.module.annotations.push(member(Decoration::Offset, Some(Operand::LiteralBit32(0))));
    edit.module.annotations.push(member(Decoration::Coherent, None));
    let pointer =
        edit.add(Op::TypePointer, None, vec![Operand::StorageClass(StorageClass::Uniform), Operand::IdRef(block)]);
    let var = edit.add(Op::Variable, Some(pointer), vec![Operand::StorageClass(StorageClass::Uniform)]);
    edit.decorate(var, Decoration::DescriptorSet, Some(Operand::LiteralBit32(0)));
    edit.decorate(var, Decoration::Binding, Some(Operand::LiteralBit32(slot)));
    edit.name(block, format!("MgpCounters{binding}"));
    edit.name(var, format!("mgp_counters{binding}"));
    let words = vec![Operand::IdRef(block), Operand::LiteralBit32(0), Operand::LiteralString("words".into())];
    edit.module.debug_names.push(Instruction::new(Op::MemberName, None, None, words));
    var
}

/// Functions that are given counters are given their words instead. Which buffer they are in has to be known.
fn words_for_parameters(edit: &mut Edit, blocks: &HashMap<u32, Id>) -> Result<HashMap<Id, Counter>, &'static str> {
    let mut found = HashMap::new();
    let mut functions = std::mem::take(&mut edit.module.functions);
    let int = edit.int();
    for function in &mut functions {
        let Some(def) = function.def.as_mut() else { continue };
        let mut ty = edit.global(id_of(def.operands.get(1))).map(|ty| ty.operands.clone()).unwrap_or_default();
        let before = found.len();
        for (n, parameter) in function.parameters.iter_mut().enumerate() {
            let class = Operand::StorageClass(StorageClass::AtomicCounter);
            let pointer = parameter.result_type.and_then(|t| edit.global(t));
            if !pointer.is_some_and(|t| t.class.opcode == Op::TypePointer && t.operands.first() == Some(&class)) {
                continue;
            }
            let (mut pointee, mut dims) = (edit.pointee(parameter), Vec::new());
            while let Some((of, n)) = edit.array(pointee) {
                dims.push(n);
                pointee = of;
            }
            let block = blocks.values().next().copied().unwrap_or(0);
            let id = parameter.result_id.unwrap_or(0);
            found.insert(id, Counter { block, word: Word::Given(id), dims });
            parameter.result_type = Some(int);
            if let Some(o) = ty.get_mut(n + 1) {
                *o = Operand::IdRef(int);
            }
        }
        if found.len() > before {
            def.operands[1] = Operand::IdRef(edit.declare(Op::TypeFunction, None, ty));
        }
    }
    edit.module.functions = functions;
    if !found.is_empty() && blocks.len() > 1 {
        return Err(
            "atomic counters of several buffers and functions that are given counters are not supported together",
        );
    }
    Ok(found)
}

/// The word of an element: the indices of all dimensions as one number, and the counter's first word.
fn index(edit: &mut Edit, counter: &Counter, indices: &[Operand], out: &mut Vec<Instruction>) -> Id {
    let int = edit.int();
    let mut at: Option<Id> = None;
    for (n, index) in indices.iter().enumerate() {
        let value = edit.push(out, Op::Bitcast, int, vec![index.clone()]);
        at = Some(match at {
            None => value,
            Some(at) => {
                let length = edit.const_i32(counter.dims.get(n).copied().unwrap_or(1) as i32);
                let row = edit.push(out, Op::IMul, int, vec![Operand::IdRef(at), Operand::IdRef(length)]);
                edit.push(out, Op::IAdd, int, vec![Operand::IdRef(row), Operand::IdRef(value)])
            }
        });
    }
    let first = match counter.word {
        Word::Fixed(word) => edit.const_i32(word as i32),
        Word::Given(parameter) => parameter,
    };
    match at {
        Some(at) => edit.push(out, Op::IAdd, int, vec![Operand::IdRef(at), Operand::IdRef(first)]),
        None => first,
    }
}
