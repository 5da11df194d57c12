//! Sizes of arrays of 1D textures. ES has arrays of 2D textures in their place, and the translator takes the first
//! component of their three sizes, as it does for 1D textures without layers: it should take the first and the third.

use crate::edit::{Edit, id_of};
use rspirv::dr::Operand;
use rspirv::spirv::{Dim, Op};
use std::collections::HashSet;

/// The names that such textures and images have in the text; names of parameters are made unique.
pub(crate) fn names(edit: &mut Edit) -> HashSet<String> {
    let mut types = HashSet::new();
    let mut found = HashSet::new();
    for i in &edit.module.types_global_values {
        let Some(id) = i.result_id else { continue };
        let o = &i.operands;
        let is = match i.class.opcode {
            Op::TypeImage => o.get(1) == Some(&Operand::Dim(Dim::Dim1D)) && o.get(3) == Some(&Operand::LiteralBit32(1)),
            Op::TypeSampledImage | Op::TypeArray => types.contains(&id_of(o.first())),
            Op::TypePointer => types.contains(&id_of(o.get(1))),
            Op::Variable if i.result_type.is_some_and(|t| types.contains(&t)) => {
                found.insert(id);
                false
            }
            _ => false,
        };
        if is {
            types.insert(id);
        }
    }
    let parameters = edit.module.functions.iter().flat_map(|f| &f.parameters);
    let parameters: HashSet<u32> =
        parameters.filter(|p| p.result_type.is_some_and(|t| types.contains(&t))).filter_map(|p| p.result_id).collect();
    let mut names = HashSet::new();
    for i in edit.module.debug_names.iter_mut().filter(|i| i.class.opcode == Op::Name) {
        let id = id_of(i.operands.first());
        let Some(Operand::LiteralString(name)) = i.operands.get_mut(1) else { continue };
        if parameters.contains(&id) {
            *name = format!("mgParameter1D_{id}");
        }
        if parameters.contains(&id) || found.contains(&id) {
            names.insert(name.clone());
        }
    }
    names
}

/// Puts the right components behind the size queries of these names.
pub(crate) fn correct(text: String, names: &HashSet<String>) -> String {
    if names.is_empty() {
        return text;
    }
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text.as_str();
    while let Some((at, call)) =
        ["textureSize(", "imageSize("].iter().filter_map(|c| rest.find(c).map(|at| (at, *c))).min()
    {
        let start = at + call.len();
        let name: String = rest[start..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
        let mut depth = 1;
        let end = rest[start..].find(|c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth == 0
        });
        // Queries may be inside of the arguments of another one.
        match end.map(|end| start + end + 1) {
            Some(end) if names.contains(&name) && rest[end..].starts_with(".x") => {
                out.push_str(&rest[..start]);
                out.push_str(&correct(rest[start..end].to_owned(), names));
                out.push_str(".xz");
                rest = &rest[end + 2..];
            }
            _ => {
                out.push_str(&rest[..start]);
                rest = &rest[start..];
            }
        }
    }
    out.push_str(rest);
    out
}
