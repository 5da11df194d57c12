//! `imageAtomicExchange` of floats, which ES has and the translator has no text for: each becomes a call of a function whose
//! body is written into the text.

use crate::edit::{Edit, Id, id_of};
use rspirv::dr::{Block, Function, Instruction, Operand};
use rspirv::spirv::{FunctionControl, Op};
use std::collections::HashMap;

const NAME: &str = "mgp_exchange_";

/// The function of an image, by its number.
#[derive(Clone, Debug)]
pub(crate) struct Exchange {
    number: usize,
    image: Id,
    /// Name of the image, with `[i]` when it is an array's element.
    text: String,
}

/// Replaces exchanges by calls. What [`write`] has to know of each.
pub(crate) fn to_calls(edit: &mut Edit) -> Vec<Exchange> {
    let types = edit.value_types();
    let float = edit.float();
    let mut pointers: HashMap<Id, (Id, Operand)> = HashMap::new();
    let mut chains: HashMap<Id, (Id, Operand)> = HashMap::new();
    for i in edit.module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions) {
        let Some(result) = i.result_id else { continue };
        match i.class.opcode {
            Op::AccessChain | Op::InBoundsAccessChain if i.operands.len() == 2 => {
                chains.insert(result, (id_of(i.operands.first()), i.operands[1].clone()));
            }
            Op::ImageTexelPointer => {
                pointers.insert(result, (id_of(i.operands.first()), i.operands[1].clone()));
            }
            _ => {}
        }
    }
    let int = edit.int();
    let mut made: Vec<Exchange> = Vec::new();
    let mut functions: Vec<Function> = Vec::new();
    let mut ids: HashMap<Id, Id> = HashMap::new();
    edit.rewrite(|edit, mut i, out| {
        let exchange = i.class.opcode == Op::AtomicExchange && i.result_type == Some(float);
        let texel = pointers.get(&id_of(i.operands.first())).filter(|_| exchange);
        let Some((image, at)) = texel else { return out.push(i) };
        let (image, index) = chains.get(image).map_or((*image, None), |(var, index)| (*var, Some(index.clone())));
        let mut arguments = vec![at.clone(), i.operands[3].clone()];
        let mut parameters = vec![types.get(&id_of(Some(at))).copied().unwrap_or(int), float];
        if let Some(index) = index {
            let index = edit.push(out, Op::Bitcast, int, vec![index]);
            arguments.push(Operand::IdRef(index));
            parameters.push(int);
        }
        let function = *ids.entry(image).or_insert_with(|| {
            let number = made.len();
            let (id, function) = function(edit, number, float, &parameters);
            functions.push(function);
            let text = if parameters.len() > 2 { "[i]".to_owned() } else { String::new() };
            made.push(Exchange { number, image, text });
            id
        });
        let callee = std::iter::once(Operand::IdRef(function));
        i = Instruction::new(Op::FunctionCall, i.result_type, i.result_id, callee.chain(arguments).collect());
        out.push(i);
    });
    for exchange in &mut made {
        let name = edit.module.debug_names.iter().find_map(|n| match n.operands.as_slice() {
            [Operand::IdRef(id), Operand::LiteralString(name)] if *id == exchange.image => Some(name.clone()),
            _ => None,
        });
        exchange.text = name.unwrap_or_default() + &exchange.text;
    }
    // Before the functions that call them.
    edit.module.functions.splice(0..0, functions);
    made
}

/// A function that answers its second parameter.
fn function(edit: &mut Edit, number: usize, float: Id, parameters: &[Id]) -> (Id, Function) {
    let operands = std::iter::once(float).chain(parameters.iter().copied()).map(Operand::IdRef).collect();
    let ty = edit.declare(Op::TypeFunction, None, operands);
    let id = edit.fresh();
    let operands = vec![Operand::FunctionControl(FunctionControl::NONE), Operand::IdRef(ty)];
    let mut function = Function::new();
    function.def = Some(Instruction::new(Op::Function, Some(float), Some(id), operands));
    for (ty, name) in parameters.iter().zip(["p", "v", "i"]) {
        let parameter = edit.fresh();
        function.parameters.push(Instruction::new(Op::FunctionParameter, Some(*ty), Some(parameter), Vec::new()));
        edit.name(parameter, name.into());
    }
    let value = function.parameters.get(1).and_then(|p| p.result_id).unwrap_or(0);
    let mut block = Block::new();
    block.label = Some(Instruction::new(Op::Label, None, Some(edit.fresh()), Vec::new()));
    block.instructions.push(Instruction::new(Op::ReturnValue, None, None, vec![Operand::IdRef(value)]));
    function.blocks.push(block);
    function.end = Some(Instruction::new(Op::FunctionEnd, None, None, Vec::new()));
    edit.name(id, format!("{NAME}{number}"));
    (id, function)
}

/// Writes the bodies.
pub(crate) fn write(mut text: String, exchanges: &[Exchange]) -> String {
    for e in exchanges {
        let head = format!("float {NAME}{}(", e.number);
        let body = "return v;";
        // A prototype may come before the function.
        let starts: Vec<usize> = text.match_indices(&head).map(|(at, _)| at).collect();
        let Some(start) = starts.last() else { continue };
        let Some(at) = text[*start..].find(body).map(|at| start + at) else { continue };
        text.replace_range(at..at + body.len(), &format!("return imageAtomicExchange({}, p, v);", e.text));
        // The translator sees no exchange, and qualifies the image by what it sees.
        let name = e.text.trim_end_matches("[i]");
        let declares =
            |line: &&str| line.starts_with("layout(") && line.split([' ', ';', '[']).any(|word| word == name);
        if let Some(line) = text.lines().find(declares).map(str::to_owned) {
            text = text.replacen(&line, &line.replace(" writeonly", "").replace(" readonly", ""), 1);
        }
    }
    text
}
