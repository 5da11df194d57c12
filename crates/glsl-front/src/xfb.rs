//! Resolving the names of `glTransformFeedbackVaryings` (GL 4.6 core 11.1.2.1) in the last vertex processing stage.

use crate::flatten;
use crate::link::StageModule;
use crate::module::{Id, Ty, Var, View};
use crate::rewrite;
use pipe_types::archive::{self, Xfb, XfbVarying};
use rspirv::spirv::StorageClass;
use std::collections::HashSet;

/// The name GL gives the variable: its own, or the block's.
pub(crate) fn base_name(view: &View, var: &Var) -> String {
    let inner = view.strip_arrays(var.ty);
    if is_block(view, var) { rewrite::restore(view.name(inner)) } else { rewrite::restore(view.name(var.id)) }
}

/// Whether the variable is an interface block rather than a variable of structure type.
pub(crate) fn is_block(view: &View, var: &Var) -> bool {
    let inner = view.strip_arrays(var.ty);
    matches!(view.ty(inner), Ty::Struct { .. }) && view.decoration(inner, rspirv::spirv::Decoration::Block).is_some()
}

/// The output variables that the captured names name: they stay although nothing may write them.
pub(crate) fn captured(view: &View, names: &[String]) -> HashSet<Id> {
    let root = |n: &str| n.split(['.', '[']).next().unwrap_or(n).to_owned();
    let roots: HashSet<String> = names.iter().map(|n| root(n)).collect();
    view.vars
        .iter()
        .filter(|v| v.class == StorageClass::Output)
        .filter(|v| roots.contains(&base_name(view, v)) || view.is_builtin_block(v.ty))
        .map(|v| v.id)
        .collect()
}

/// Resolves the names. Call it when the variables have their ESSL names.
pub(crate) fn link(stage: &StageModule, names: &[String], separate: bool) -> Result<Xfb, String> {
    let view = &stage.view;
    let mut xfb = Xfb { separate, ..Xfb::default() };
    for (n, name) in names.iter().enumerate() {
        if names[..n].contains(name) {
            return Err(format!("error: Transform feedback varying {name} specified more than once.\n"));
        }
        if name == "gl_NextBuffer" || name.starts_with("gl_SkipComponents") {
            return Err(format!("error: Transform feedback varying {name} is not supported.\n"));
        }
        let Some((essl_name, gl_type, array_size)) = resolve(view, name)? else {
            return Err(format!("error: Transform feedback varying {name} undeclared.\n"));
        };
        let shape = archive::value_shape(gl_type);
        if shape.is_some_and(|s| s.scalar == archive::Scalar::Double) {
            return Err(format!(
                "error: Transform feedback varying {name}: double precision is not supported there.\n"
            ));
        }
        let size = shape.map_or(0, |s| s.words()) * array_size * 4;
        let buffer = if separate { n } else { 0 };
        if xfb.strides.len() <= buffer {
            xfb.strides.push(0);
        }
        xfb.varyings.push(XfbVarying {
            name: name.clone(),
            essl_name,
            gl_type,
            array_size,
            offset: xfb.strides[buffer],
            buffer: buffer as u32,
        });
        xfb.strides[buffer] += size;
    }
    Ok(xfb)
}

fn resolve(view: &View, name: &str) -> Result<Option<(String, u32, u32)>, String> {
    for var in view.vars.iter().filter(|v| v.class == StorageClass::Output) {
        let builtin_block = view.is_builtin_block(var.ty);
        let base = if builtin_block { String::new() } else { base_name(view, var) };
        for part in flatten::parts(view, var.ty, &base)? {
            let element = match name.strip_prefix(part.name.as_str()) {
                Some("") => None,
                Some(rest) => match archive::split_subscript(rest) {
                    Some(("", i)) if i < part.elements() && part.array.is_some() => Some(i),
                    _ => continue,
                },
                None => continue,
            };
            let root = if builtin_block { String::new() } else { view.current_name(essl_root(view, var)) };
            let mut essl = path_name(view, var.ty, root, &part.path);
            if let Some(i) = element {
                essl.push_str(&format!("[{i}]"));
            }
            let count = if element.is_some() { 1 } else { part.elements() };
            return Ok(Some((essl, part.gl_type, count)));
        }
    }
    Ok(None)
}

/// The id whose name starts the ESSL name: the block, or the variable.
fn essl_root(view: &View, var: &Var) -> Id {
    if is_block(view, var) { view.strip_arrays(var.ty) } else { var.id }
}

fn path_name(view: &View, mut ty: Id, mut name: String, path: &[u32]) -> String {
    for index in path {
        match view.ty(ty) {
            Ty::Struct { members } => {
                if !name.is_empty() {
                    name.push('.');
                }
                name.push_str(&view.current_member_name(ty, *index));
                ty = members[*index as usize];
            }
            Ty::Array { of, .. } => {
                name.push_str(&format!("[{index}]"));
                ty = *of;
            }
            _ => break,
        }
    }
    name
}
