//! Arrays of images, which ES indexes by constants alone: what is done with an element that is known only when the shader runs
//! becomes a call of a function that has a case for each element.

use crate::edit::{Edit, Id, id_of};
use rspirv::dr::{Block, Function, Instruction, Operand};
use rspirv::spirv::{FunctionControl, Op, SelectionControl, StorageClass};
use std::collections::{HashMap, HashSet};

/// An element of an array variable that is not known before the shader runs.
#[derive(Clone)]
struct Element {
    var: Id,
    /// The indices, outermost array first.
    indices: Vec<Id>,
    /// Lengths of the arrays.
    lengths: Vec<u32>,
}

/// Most elements of an array that get a case: more image units than any driver has.
const MOST: u32 = 256;

/// Replaces what uses elements that are not known by calls.
pub(crate) fn to_calls(edit: &mut Edit) {
    let found = Found::in_functions(edit);
    if found.chains.is_empty() {
        return;
    }
    let types = edit.value_types();
    let globals: HashSet<Id> = edit.module.types_global_values.iter().filter_map(|i| i.result_id).collect();
    let mut made: Vec<(String, Id)> = Vec::new();
    let mut functions: Vec<Function> = Vec::new();
    edit.rewrite(|edit, i, out| {
        let first = id_of(i.operands.first());
        match i.class.opcode {
            Op::Load if found.chains.contains_key(&first) => return,
            Op::AccessChain | Op::InBoundsAccessChain if i.result_id.is_some_and(|r| found.chains.contains_key(&r)) => {
                return;
            }
            Op::ImageTexelPointer if found.chains.contains_key(&first) => return,
            _ => {}
        }
        let (element, texel) = match (found.images.get(&first), found.texels.get(&first)) {
            (Some(element), _) => (element.clone(), None),
            (None, Some((element, pointer))) => (element.clone(), Some(pointer.clone())),
            (None, None) => return out.push(i),
        };
        // What is local to the function that asks becomes a parameter; constants stay where they are.
        let (mut arguments, mut parameters) = (Vec::new(), Vec::new());
        let int = edit.int();
        for &index in &element.indices {
            let signed = types.get(&index) == Some(&int);
            let bits = if signed { index } else { edit.push(out, Op::Bitcast, int, vec![Operand::IdRef(index)]) };
            arguments.push(Operand::IdRef(bits));
            parameters.push(int);
        }
        let mut place = |operand: &mut Operand| {
            let Operand::IdRef(id) = *operand else { return };
            let Some(ty) = types.get(&id).filter(|_| !globals.contains(&id)) else { return };
            arguments.push(Operand::IdRef(id));
            parameters.push(*ty);
            // Its number, until the function has parameters.
            *operand = Operand::IdRef(u32::MAX - parameters.len() as u32);
        };
        let mut steps: Vec<Instruction> = texel.into_iter().collect();
        steps.push(i.clone());
        steps.iter_mut().for_each(|step| step.operands[1..].iter_mut().for_each(&mut place));
        let (ty, result) = match i.result_type {
            Some(ty) => (ty, i.result_id),
            None => (edit.declare(Op::TypeVoid, None, Vec::new()), Some(edit.fresh())),
        };
        let key = format!("{} {ty} {parameters:?} {:?}", element.var, steps.iter().map(said).collect::<Vec<_>>());
        let function = match made.iter().find(|(known, _)| *known == key) {
            Some((_, id)) => *id,
            None => {
                let (id, function) = function(edit, &element, ty, &parameters, &steps);
                functions.push(function);
                made.push((key, id));
                id
            }
        };
        let operands = std::iter::once(Operand::IdRef(function)).chain(arguments).collect();
        out.push(Instruction::new(Op::FunctionCall, Some(ty), result, operands));
    });
    // Before the functions that call them.
    edit.module.functions.splice(0..0, functions);
}

/// What an instruction does, whatever its result is called.
fn said(step: &Instruction) -> (Op, &[Operand]) {
    (step.class.opcode, &step.operands[1..])
}

/// What leads to elements that are not known.
#[derive(Default)]
struct Found {
    /// Pointers to elements.
    chains: HashMap<Id, Element>,
    /// Elements loaded.
    images: HashMap<Id, Element>,
    /// Pointers to texels of elements, with the instruction that makes them.
    texels: HashMap<Id, (Element, Instruction)>,
}

impl Found {
    fn in_functions(edit: &Edit) -> Found {
        let arrays: HashMap<Id, Vec<u32>> = edit
            .vars(StorageClass::UniformConstant)
            .iter()
            .filter_map(|var| {
                let (mut ty, mut lengths) = (edit.pointee(var), Vec::new());
                while let Some((of, length)) = edit.array(ty) {
                    lengths.push(length);
                    ty = of;
                }
                let image = edit.global(ty).filter(|i| i.class.opcode == Op::TypeImage)?;
                // Storage images, not sampled ones.
                let storage = image.operands.get(5) == Some(&Operand::LiteralBit32(2));
                let all = lengths.iter().try_fold(1u32, |all, n| all.checked_mul(*n)).is_some_and(|n| n <= MOST);
                (storage && all && !lengths.is_empty()).then_some((var.result_id?, lengths))
            })
            .collect();
        let constant = |id: &Id| edit.global(*id).is_some_and(|i| i.class.opcode == Op::Constant);
        let mut found = Found::default();
        for i in edit.module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions) {
            let (Some(result), first) = (i.result_id, id_of(i.operands.first())) else { continue };
            match i.class.opcode {
                Op::AccessChain | Op::InBoundsAccessChain => {
                    let Some(lengths) = arrays.get(&first) else { continue };
                    let indices: Vec<Id> = i.operands[1..].iter().map(|o| id_of(Some(o))).collect();
                    if indices.len() == lengths.len() && !indices.iter().all(constant) {
                        found.chains.insert(result, Element { var: first, indices, lengths: lengths.clone() });
                    }
                }
                Op::Load => {
                    if let Some(element) = found.chains.get(&first) {
                        found.images.insert(result, element.clone());
                    }
                }
                Op::ImageTexelPointer => {
                    if let Some(element) = found.chains.get(&first) {
                        found.texels.insert(result, (element.clone(), i.clone()));
                    }
                }
                _ => {}
            }
        }
        // Elements that are handed to functions stay as they are: no case can be made of them here.
        let handed: HashSet<Id> = edit
            .module
            .all_inst_iter()
            .filter(|i| i.class.opcode == Op::FunctionCall)
            .flat_map(|i| i.operands.iter().skip(1).map(|o| id_of(Some(o))))
            .collect();
        found.chains.retain(|id, _| !handed.contains(id));
        found
    }
}

/// The function with a case for each element; `steps` are done to it, the last one's result is the answer. The operands in
/// them that count down from the largest id are parameters.
fn function(edit: &mut Edit, element: &Element, ty: Id, parameters: &[Id], steps: &[Instruction]) -> (Id, Function) {
    let operands = std::iter::once(ty).chain(parameters.iter().copied()).map(Operand::IdRef).collect();
    let signature = edit.declare(Op::TypeFunction, None, operands);
    let id = edit.fresh();
    let mut function = Function::new();
    let operands = vec![Operand::FunctionControl(FunctionControl::NONE), Operand::IdRef(signature)];
    function.def = Some(Instruction::new(Op::Function, Some(ty), Some(id), operands));
    let mut given = Vec::new();
    for ty in parameters {
        let parameter = edit.fresh();
        function.parameters.push(Instruction::new(Op::FunctionParameter, Some(*ty), Some(parameter), Vec::new()));
        given.push(parameter);
    }
    let label = |id: Id| Some(Instruction::new(Op::Label, None, Some(id), Vec::new()));
    let mut start = Block::new();
    start.label = label(edit.fresh());
    let int = edit.int();
    // The number of the element, counted through all arrays.
    let mut number = given[0];
    for (index, length) in given[1..element.indices.len()].iter().zip(&element.lengths[1..]) {
        let length = edit.const_i32(*length as i32);
        let product = vec![Operand::IdRef(number), Operand::IdRef(length)];
        let product = edit.push(&mut start.instructions, Op::IMul, int, product);
        let sum = vec![Operand::IdRef(product), Operand::IdRef(*index)];
        number = edit.push(&mut start.instructions, Op::IAdd, int, sum);
    }
    let void = edit.global(ty).is_some_and(|i| i.class.opcode == Op::TypeVoid);
    let image = element_type(edit, element.var);
    let pointer = edit.pointer(StorageClass::UniformConstant, image);
    let none = edit.fresh();
    let merge = vec![Operand::IdRef(none), Operand::SelectionControl(SelectionControl::NONE)];
    start.instructions.push(Instruction::new(Op::SelectionMerge, None, None, merge));
    let mut switch = vec![Operand::IdRef(number), Operand::IdRef(none)];
    let mut cases = Vec::new();
    for n in 0..element.lengths.iter().product::<u32>() {
        let mut case = Block::new();
        let at = edit.fresh();
        case.label = label(at);
        switch.extend([Operand::LiteralBit32(n), Operand::IdRef(at)]);
        let mut chain = vec![Operand::IdRef(element.var)];
        let mut left: u32 = element.lengths.iter().product();
        for length in &element.lengths {
            left /= length;
            chain.push(Operand::IdRef(edit.const_i32((n / left % length) as i32)));
        }
        let mut value = edit.push(&mut case.instructions, Op::AccessChain, pointer, chain);
        if steps.first().is_some_and(|step| step.class.opcode != Op::ImageTexelPointer) {
            value = edit.push(&mut case.instructions, Op::Load, image, vec![Operand::IdRef(value)]);
        }
        for step in steps {
            let mut step = step.clone();
            step.operands[0] = Operand::IdRef(value);
            for operand in &mut step.operands[1..] {
                if let Operand::IdRef(id) = operand
                    && let Some(parameter) = given.get((u32::MAX - *id).wrapping_sub(1) as usize)
                {
                    *id = *parameter;
                }
            }
            if step.result_id.is_some() {
                value = edit.fresh();
                step.result_id = Some(value);
            }
            case.instructions.push(step);
        }
        case.instructions.push(match void {
            true => Instruction::new(Op::Return, None, None, Vec::new()),
            false => Instruction::new(Op::ReturnValue, None, None, vec![Operand::IdRef(value)]),
        });
        cases.push(case);
    }
    start.instructions.push(Instruction::new(Op::Switch, None, None, switch));
    // Behind the ends of the array nothing is loaded and nothing stored.
    let mut end = Block::new();
    end.label = label(none);
    end.instructions.push(match void {
        true => Instruction::new(Op::Return, None, None, Vec::new()),
        false => {
            let zero = edit.declare(Op::ConstantNull, Some(ty), Vec::new());
            Instruction::new(Op::ReturnValue, None, None, vec![Operand::IdRef(zero)])
        }
    });
    function.blocks.push(start);
    function.blocks.extend(cases);
    function.blocks.push(end);
    function.end = Some(Instruction::new(Op::FunctionEnd, None, None, Vec::new()));
    (id, function)
}

fn element_type(edit: &Edit, var: Id) -> Id {
    let mut ty = edit.global(var).map_or(0, |var| edit.pointee(var));
    while let Some((of, _)) = edit.array(ty) {
        ty = of;
    }
    ty
}
