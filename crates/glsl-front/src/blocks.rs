//! Uniform blocks and shader storage blocks across the stages of a program.

use crate::flatten::{self, Part};
use crate::gltype::Leaf;
use crate::link::StageModule;
use crate::module::{Id, Ty, View};
use crate::rewrite;
use crate::uniforms::essl_name;
use pipe_types::archive::{Archive, Block, BufferVariable, Scalar, Uniform, UniformKind, ValueShape};
use rspirv::spirv::{Decoration, StorageClass};

struct Shared {
    name: String,
    storage: bool,
    uses: Vec<(usize, Id, Id)>,
    binding: Option<u32>,
}

fn collect(stages: &[StageModule]) -> Result<Vec<Shared>, String> {
    let mut list: Vec<Shared> = Vec::new();
    for (s, stage) in stages.iter().enumerate() {
        let view = &stage.view;
        for var in view.vars.iter().filter(|v| v.class == StorageClass::Uniform) {
            let block = view.strip_arrays(var.ty);
            let storage = view.decoration(block, Decoration::BufferBlock).is_some();
            let name = rewrite::restore(view.name(block));
            let binding = view.decoration(var.id, Decoration::Binding);
            match list.iter_mut().find(|x| x.name == name && x.storage == storage) {
                Some(x) => {
                    let (s0, v0, t0) = x.uses[0];
                    let view0 = &stages[s0].view;
                    let instances = view0.name(v0).is_empty() == view.name(var.id).is_empty();
                    if !instances
                        || !flatten::same_type(view0, t0, view, var.ty)
                        || !same_layout(view0, t0, view, var.ty)
                    {
                        return Err(format!("error: definitions of interface block `{name}' do not match\n"));
                    }
                    if let (Some(a), Some(b)) = (x.binding, binding)
                        && a != b
                    {
                        return Err(format!("error: interface block `{name}' has the explicit bindings {a} and {b}\n"));
                    }
                    x.binding = x.binding.or(binding);
                    x.uses.push((s, var.id, var.ty));
                }
                None => list.push(Shared { name, storage, uses: vec![(s, var.id, var.ty)], binding }),
            }
        }
    }
    Ok(list)
}

fn same_layout(a: &View, ta: Id, b: &View, tb: Id) -> bool {
    let (ta, tb) = (a.strip_arrays(ta), b.strip_arrays(tb));
    let (Ok(pa), Ok(pb)) = (flatten::parts(a, ta, ""), flatten::parts(b, tb, "")) else { return false };
    pa.len() == pb.len()
        && pa.iter().zip(&pb).all(|(x, y)| flatten::block_layout(a, ta, x) == flatten::block_layout(b, tb, y))
}

/// The GL type of a member: SPIR-V keeps booleans of blocks as unsigned integers.
fn member_type(stage: &StageModule, part: &Part) -> u32 {
    let (Leaf::Value(shape), Some((s, n))) = (part.leaf, part.member) else { return part.gl_type };
    let view = &stage.view;
    let key = (rewrite::restore(view.name(s)), rewrite::restore(view.member_name(s, n)));
    if shape.scalar == Scalar::Uint && stage.booleans.contains(&key) {
        ValueShape { scalar: Scalar::Bool, ..shape }.gl_type().unwrap_or(part.gl_type)
    } else {
        part.gl_type
    }
}

/// Most elements of an array of blocks, and bytes of a block. Limits of the context are smaller.
const MAX_ELEMENTS: u32 = 1 << 12;
const MAX_SIZE: u32 = 1 << 30;

/// Lists the blocks and their members, numbers the slots and sets them as bindings.
pub(crate) fn link(stages: &mut [StageModule], out: &mut Archive) -> Result<(), String> {
    let (mut uniform_slots, mut storage_slots) = (0u32, 0u32);
    for b in collect(stages)? {
        let (s, var, ty) = b.uses[0];
        let stage = &stages[s];
        let view = &stage.view;
        let block_ty = view.strip_arrays(ty);
        let dims = array_dims(view, ty);
        let elements = dims.iter().fold(1, |n: u32, dim| n.saturating_mul(*dim));
        let size = flatten::block_size(view, block_ty);
        if elements > MAX_ELEMENTS || size > MAX_SIZE {
            return Err(format!(
                "error: block `{}' has {elements} elements of {size} bytes, which is not supported\n",
                b.name
            ));
        }
        let used = |path: &[u32]| {
            b.uses
                .iter()
                .filter(|(s, v, _)| stages[*s].usage.touches(*v, path))
                .fold(0u8, |m, (s, ..)| m | stages[*s].stage.bit())
        };
        let slots = if b.storage { &mut storage_slots } else { &mut uniform_slots };
        let slot = *slots;
        *slots += elements;
        let data_size = if b.storage { size } else { size.next_multiple_of(16) };
        let blocks = if b.storage { &mut out.storage_blocks } else { &mut out.uniform_blocks };
        let first = blocks.len() as u32;
        let declared = b.uses.iter().fold(0u8, |m, (s, ..)| m | stages[*s].stage.bit());
        let writable = b.storage
            && b.uses.iter().any(|(s, v, _)| {
                let view = &stages[*s].view;
                view.decoration(*v, Decoration::NonWritable).is_none()
                    && !all_members_have(view, block_ty, Decoration::NonWritable)
            });
        let explicit = b.uses.iter().any(|(s, ..)| stages[*s].bound_names.contains(&b.name));
        for e in 0..elements {
            let bits = used(&element_path(&dims, e));
            blocks.push(Block {
                name: format!("{}{}", b.name, subscript(&dims, e)),
                binding: if explicit { b.binding.map_or(0, |x| x + e) } else { 0 },
                slot: slot + e,
                data_size,
                stages: if bits == 0 { declared } else { bits },
                members: Vec::new(),
                writable,
            });
        }
        let instance = !view.name(var).is_empty();
        let prefix = if instance { b.name.clone() } else { String::new() };
        let mut members = Vec::new();
        for part in flatten::parts(view, block_ty, &prefix)? {
            let layout = flatten::block_layout(view, block_ty, &part);
            let gl_type = member_type(stage, &part);
            let mut bits = 0u8;
            for e in 0..elements {
                let mut path = element_path(&dims, e);
                path.extend(&part.path);
                bits |= used(&path);
            }
            if b.storage {
                // Of a top-level array of aggregates only element 0 is listed (GL 4.6 core 7.3.1.1).
                let top = top_level_array(view, block_ty, &part);
                if part.path.get(1).is_some_and(|i| *i > 0) && top.is_some_and(|t| t.2) {
                    continue;
                }
                members.push(out.buffer_variables.len() as u32);
                out.buffer_variables.push(BufferVariable {
                    name: part.reported_name(),
                    gl_type,
                    array_size: part.elements(),
                    is_array: part.array.is_some(),
                    stages: if bits == 0 { declared } else { bits },
                    block: first,
                    layout,
                    top_level_array_size: top.filter(|t| t.2).map_or(1, |t| t.0),
                    top_level_array_stride: top.filter(|t| t.2).map_or(0, |t| t.1),
                });
            } else {
                members.push(out.uniforms.len() as u32);
                out.uniforms.push(Uniform {
                    name: part.reported_name(),
                    gl_type,
                    array_size: part.elements(),
                    is_array: part.array.is_some(),
                    stages: if bits == 0 { declared } else { bits },
                    kind: UniformKind::BlockMember { block: first, layout },
                });
            }
        }
        let blocks = if b.storage { &mut out.storage_blocks } else { &mut out.uniform_blocks };
        for block in &mut blocks[first as usize..] {
            block.members.clone_from(&members);
        }
        let kind = if b.storage { "S" } else { "B" };
        for (s, var, ty) in &b.uses {
            let view = &mut stages[*s].view;
            let block = view.strip_arrays(*ty);
            view.set_decoration(*var, Decoration::Binding, Some(slot));
            view.remove_decoration(*var, Decoration::DescriptorSet);
            view.set_name(block, &essl_name(&format!("{kind}{slot}_"), &b.name));
            let instance = essl_name(&format!("{}{slot}i_", kind.to_lowercase()), &b.name);
            view.set_name(*var, &instance);
        }
    }
    Ok(())
}

fn all_members_have(view: &View, block: Id, d: Decoration) -> bool {
    let Ty::Struct { members } = view.ty(block) else { return false };
    (0..members.len() as u32).all(|n| view.member_decoration(block, n, d).is_some())
}

/// Size, stride and whether it holds aggregates, when the block member on the part's way is an array.
fn top_level_array(view: &View, block: Id, part: &Part) -> Option<(u32, u32, bool)> {
    let Ty::Struct { members } = view.ty(block) else { return None };
    let member = *members.get(*part.path.first()? as usize)?;
    let Ty::Array { of, n } = *view.ty(member) else { return None };
    let aggregate = matches!(view.ty(of), Ty::Struct { .. } | Ty::Array { .. });
    Some((n, view.decoration(member, Decoration::ArrayStride).unwrap_or(0), aggregate))
}

fn array_dims(view: &View, mut ty: Id) -> Vec<u32> {
    let mut dims = Vec::new();
    while let Ty::Array { of, n } = *view.ty(ty) {
        dims.push(n.max(1));
        ty = of;
    }
    dims
}

fn element_path(dims: &[u32], mut e: u32) -> Vec<u32> {
    let mut path = vec![0; dims.len()];
    for (p, d) in path.iter_mut().zip(dims).rev() {
        *p = e % d;
        e /= d;
    }
    path
}

fn subscript(dims: &[u32], e: u32) -> String {
    element_path(dims, e).iter().map(|i| format!("[{i}]")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_of_block_arrays_count_the_last_dimension_fastest() {
        assert_eq!(subscript(&[2, 3], 4), "[1][1]");
        assert_eq!(subscript(&[], 0), "");
    }
}
