//! Resolving the names of `glTransformFeedbackVaryings` (GL 4.6 core 11.1.2.1) in the last vertex processing stage.

use crate::flatten;
use crate::link::StageModule;
use crate::module::{Id, Ty, Var, View};
use crate::rewrite;
use pipe_types::archive::{self, Xfb, XfbVarying};
use rspirv::dr::Operand;
use rspirv::spirv::{Decoration, ExecutionMode, StorageClass};
use std::collections::HashSet;

/// The name GL gives the variable: its own, or the block's.
pub(crate) fn base_name(view: &View, var: &Var) -> String {
    let inner = view.strip_arrays(var.ty);
    if is_block(view, var) { rewrite::restore(view.name(inner)) } else { rewrite::restore(view.name(var.id)) }
}

/// Whether the variable is an interface block rather than a variable of structure type.
pub(crate) fn is_block(view: &View, var: &Var) -> bool {
    let inner = view.strip_arrays(var.ty);
    matches!(view.ty(inner), Ty::Struct { .. }) && view.decoration(inner, Decoration::Block).is_some()
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

/// Components that `gl_SkipComponentsN` skips.
fn skipped(name: &str) -> Option<u32> {
    name.strip_prefix("gl_SkipComponents")?.parse().ok().filter(|n| (1..=4).contains(n))
}

pub(crate) const BY_LAYOUT: &str = "error: Capturing varyings by layout(xfb_offset) is not supported\n";

/// Whether the stage says by layout what is captured.
pub(crate) fn by_layout(view: &View) -> bool {
    let by_layout = Operand::ExecutionMode(ExecutionMode::Xfb);
    view.module.execution_modes.iter().any(|mode| mode.operands.get(1) == Some(&by_layout))
}

/// Forgets what the stage says by layout: a later stage is the one that is captured.
pub(crate) fn forget_layout(view: &mut View) {
    if !by_layout(view) {
        return;
    }
    let mode = Operand::ExecutionMode(ExecutionMode::Xfb);
    view.module.execution_modes.retain(|i| i.operands.get(1) != Some(&mode));
    for var in view.vars.clone().iter().filter(|v| v.class == StorageClass::Output) {
        for d in [Decoration::XfbBuffer, Decoration::XfbStride, Decoration::Offset] {
            view.remove_decoration(var.id, d);
        }
    }
    let capture = |i: &rspirv::dr::Instruction| {
        let decoration = |d| i.operands.contains(&Operand::Decoration(d));
        decoration(Decoration::XfbBuffer) || decoration(Decoration::XfbStride)
    };
    view.module.annotations.retain(|i| !capture(i));
}

/// Resolves the names. Call it when the variables have their ESSL names.
pub(crate) fn link(stage: &StageModule, names: &[String], separate: bool) -> Result<Xfb, String> {
    let view = &stage.view;
    if by_layout(view) {
        return Err(BY_LAYOUT.into());
    }
    let mut xfb = Xfb { separate, ..Xfb::default() };
    let mut buffer = 0;
    for (n, name) in names.iter().enumerate() {
        let gap = if separate { None } else { skipped(name) };
        let next = !separate && name == "gl_NextBuffer";
        if separate {
            buffer = n;
        }
        if !next && gap.is_none() && names[..n].contains(name) {
            return Err(format!("error: Transform feedback varying {name} specified more than once.\n"));
        }
        xfb.strides.resize(xfb.strides.len().max(buffer + 1), 0);
        let mut varying = XfbVarying {
            name: name.clone(),
            essl_name: String::new(),
            gl_type: 0,
            array_size: gap.unwrap_or(0),
            offset: xfb.strides[buffer],
            buffer: buffer as u32,
            stream: 0,
        };
        if next {
            buffer += 1;
        } else if gap.is_none() {
            let Some(found) = resolve(view, name)? else {
                return Err(format!("error: Transform feedback varying {name} undeclared.\n"));
            };
            (varying.essl_name, varying.gl_type, varying.array_size, varying.stream) = found;
            let shape = archive::value_shape(varying.gl_type);
            if shape.is_some_and(|s| s.scalar == archive::Scalar::Double) {
                return Err(format!(
                    "error: Transform feedback varying {name}: double precision is not supported there.\n"
                ));
            }
            let of_buffer = xfb.varyings.iter().filter(|v| v.buffer == varying.buffer && !v.is_gap());
            if of_buffer.clone().any(|v| v.stream != varying.stream) {
                return Err(format!(
                    "error: Transform feedback can't capture varyings belonging to different vertex streams in a single \
                     buffer. Varying {name} writes to buffer from stream {}, other varyings in the same buffer write from \
                     another one.\n",
                    varying.stream
                ));
            }
        }
        xfb.strides[varying.buffer as usize] += varying.words() * 4;
        xfb.varyings.push(varying);
    }
    xfb.strides.resize(if names.is_empty() { 0 } else { xfb.strides.len().max(buffer + 1) }, 0);
    Ok(xfb)
}

/// ESSL name, GL type, array size and vertex stream.
fn resolve(view: &View, name: &str) -> Result<Option<(String, u32, u32, u32)>, String> {
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
            let inner = view.strip_arrays(var.ty);
            let member = part.path.first().and_then(|n| view.member_decoration(inner, *n, Decoration::Stream));
            let stream = view.decoration(var.id, Decoration::Stream).or(member).unwrap_or(0);
            return Ok(Some((essl, part.gl_type, count, stream)));
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
