//! Programs that were linked apart, put together for a program pipeline (GL 4.6 core 7.4). What is numbered in each of them, uniform
//! locations, slots of samplers, images and blocks, follows on from the one before; the interfaces between them are matched as
//! between the stages of one program.

use crate::link::{LinkError, LinkOptions, Program, StageModule, describe_last_vertex_stage, link};
use crate::module::View;
use crate::usage::Usage;
use crate::{CompileOptions, compile, flatten, interface, rewrite, uniforms, xfb};
use pipe_types::archive::{Archive, Stage, UniformKind};
use rspirv::binary::Assemble;
use rspirv::spirv::{Decoration, StorageClass};

/// The newest version: what an older one would refuse has been looked at when the parts were linked.
const VERSION: u16 = 460;

/// A part of a pipeline: a separable program's modules and archive.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// SPIR-V of each stage in order.
    pub stages: &'a [(Stage, Vec<u32>)],
    /// Reflection.
    pub archive: &'a Archive,
}

/// Puts parts together, in the order of their stages. In the archive that comes back the uniforms, samplers, images and blocks of the
/// parts follow each other, part after part.
///
/// # Errors
/// [`LinkError`] when the interfaces of two parts don't fit, or limits are passed.
pub fn combine(parts: &[Part<'_>]) -> Result<Program, LinkError> {
    combine_inner(parts).map_err(|log| LinkError { log: rewrite::restore(log.trim_start()) })
}

fn combine_inner(parts: &[Part<'_>]) -> Result<Program, String> {
    let mut archive = Archive::default();
    // First stage of each part but the first: where interfaces have to be matched.
    let mut seams = Vec::new();
    let mut list: Vec<StageModule> = Vec::new();
    let mut captured = (Vec::new(), false);
    let mut location = 0;
    let empty;
    let mut parts = parts.to_vec();
    if !parts.iter().any(|part| part.archive.stages & (Stage::Fragment.bit() | Stage::Compute.bit()) != 0) {
        empty = empty_fragment_stage()?;
        parts.push(Part { stages: &empty.stages, archive: &empty.archive });
        archive.added_fragment_stage = true;
    }
    for (n, part) in parts.iter().enumerate() {
        seams.push(list.len());
        let mut end = location;
        for (stage, words) in part.stages {
            let mut view = View::new(words)?;
            end = end.max(shift(&mut view, n, location, &archive)?);
            if *stage < Stage::Fragment {
                let xfb = &part.archive.xfb;
                captured = (xfb.varyings.iter().map(|v| v.name.clone()).collect(), xfb.separate);
            }
            let usage = Usage::of(&view);
            let (booleans, bound_names) = Default::default();
            list.push(StageModule {
                stage: *stage,
                version: VERSION,
                spirv: false,
                view,
                usage,
                booleans,
                bound_names,
            });
        }
        append(&mut archive, part.archive, location);
        location = end;
    }
    if !list.is_sorted_by_key(|s| s.stage) {
        return Err("error: stages of one program are between stages of another\n".into());
    }
    for seam in seams.into_iter().skip(1) {
        let (before, after) = list.split_at_mut(seam);
        if let (Some(producer), Some(consumer)) = (before.last_mut(), after.first_mut()) {
            interface::varyings(producer, consumer)?;
        }
    }
    let vertex = |part: &&Part<'_>| part.stages.iter().any(|(stage, _)| *stage < Stage::Fragment);
    if parts.iter().rfind(vertex).is_some_and(|part| part.archive.captures_by_layout) {
        return Err(xfb::BY_LAYOUT.into());
    }
    if let Some(s) = list.iter().rev().find(|s| s.stage < Stage::Fragment) {
        archive.xfb = xfb::link(s, &captured.0, captured.1)?;
        (archive.writes_point_size, archive.clip_distances) = (false, 0);
        describe_last_vertex_stage(s, &mut archive);
    }
    let stages = list.into_iter().map(|s| (s.stage, s.view.module.assemble())).collect();
    Ok(Program { stages, archive })
}

fn empty_fragment_stage() -> Result<Program, String> {
    let shader = compile(Stage::Fragment, "#version 330\nvoid main(){}\n", &CompileOptions::default());
    let options = LinkOptions { separable: true, ..LinkOptions::default() };
    link(&[shader.map_err(|e| e.log)?], &options).map_err(|e| e.log)
}

/// Moves what a stage of part `n` numbers behind what the archive has. Answers the first location behind its uniforms.
fn shift(view: &mut View, n: usize, location: u32, archive: &Archive) -> Result<u32, String> {
    let mut end = location;
    let prefix = format!("p{n}");
    for var in view.vars.clone() {
        let name = view.name(var.id).to_owned();
        let inner = view.strip_arrays(var.ty);
        match var.class {
            StorageClass::UniformConstant => {
                if let Some(at) = view.decoration(var.id, Decoration::Location) {
                    let elements: u32 = flatten::parts(view, var.ty, "")?.iter().map(flatten::Part::elements).sum();
                    end = end.max(location + at + elements);
                    view.set_decoration(var.id, Decoration::Location, Some(location + at));
                }
                if let Some(at) = view.decoration(var.id, Decoration::Binding) {
                    view.set_decoration(var.id, Decoration::Binding, Some(archive.image_units + at));
                }
                view.set_name(var.id, &uniforms::essl_name(&prefix, &name));
            }
            StorageClass::Uniform | StorageClass::StorageBuffer => {
                let storage = var.class == StorageClass::StorageBuffer
                    || view.decoration(inner, Decoration::BufferBlock).is_some();
                let blocks = if storage { &archive.storage_blocks } else { &archive.uniform_blocks };
                let at = view.decoration(var.id, Decoration::Binding).unwrap_or(0);
                view.set_decoration(var.id, Decoration::Binding, Some(blocks.len() as u32 + at));
                let block = view.name(inner).to_owned();
                view.set_name(inner, &uniforms::essl_name(&prefix, &block));
                view.set_name(var.id, &uniforms::essl_name(&prefix, &name));
            }
            _ => {}
        }
    }
    Ok(end)
}

/// Adds the archive of a part behind what is there.
fn append(to: &mut Archive, part: &Archive, base: u32) {
    let words = to.initial_storage.len() as u32;
    let (samplers, images) = (to.sampler_units, to.image_units);
    let (uniforms, uniform_blocks) = (to.uniforms.len() as u32, to.uniform_blocks.len() as u32);
    let (variables, storage_blocks) = (to.buffer_variables.len() as u32, to.storage_blocks.len() as u32);
    let mut buffers = Vec::new();
    for buffer in &part.atomic_buffers {
        let at = match to.atomic_buffers.iter().position(|known| known.binding == buffer.binding) {
            Some(at) => {
                let known = &mut to.atomic_buffers[at];
                known.data_size = known.data_size.max(buffer.data_size);
                known.stages |= buffer.stages;
                known.members.extend(buffer.members.iter().map(|member| member + uniforms));
                at
            }
            None => {
                let mut buffer = buffer.clone();
                buffer.members.iter_mut().for_each(|member| *member += uniforms);
                to.atomic_buffers.push(buffer);
                to.atomic_buffers.len() - 1
            }
        };
        buffers.push(at as u32);
    }
    to.uniforms.extend(part.uniforms.iter().cloned().map(|mut uniform| {
        match &mut uniform.kind {
            UniformKind::Value { location, storage_offset } => {
                *location += base;
                *storage_offset += words * 4;
            }
            UniformKind::Sampler { location, slot, .. } => {
                *location += base;
                *slot += samplers;
            }
            UniformKind::Image { location, slot, .. } => {
                *location += base;
                *slot += images;
            }
            UniformKind::BlockMember { block, .. } => *block += uniform_blocks,
            UniformKind::AtomicCounter { buffer, .. } => *buffer = buffers[*buffer as usize],
        }
        uniform
    }));
    to.initial_storage.extend(&part.initial_storage);
    to.sampler_units += part.sampler_units;
    to.image_units += part.image_units;
    let moved = |blocks: &[pipe_types::archive::Block], slot: u32, member: u32| {
        let of = |mut block: pipe_types::archive::Block| {
            block.slot += slot;
            block.members.iter_mut().for_each(|at| *at += member);
            block
        };
        blocks.iter().cloned().map(of).collect::<Vec<_>>()
    };
    to.uniform_blocks.extend(moved(&part.uniform_blocks, uniform_blocks, uniforms));
    to.storage_blocks.extend(moved(&part.storage_blocks, storage_blocks, variables));
    to.buffer_variables.extend(part.buffer_variables.iter().cloned().map(|mut variable| {
        variable.block += storage_blocks;
        variable
    }));
    if to.stages == 0 {
        to.inputs.clone_from(&part.inputs);
    }
    to.outputs.clone_from(&part.outputs);
    to.stages |= part.stages;
    to.frag_color |= part.frag_color;
    to.uses_context_state |= part.uses_context_state;
    to.geometry = to.geometry.or(part.geometry);
    if let Some(theirs) = part.tessellation {
        let ours = to.tessellation.get_or_insert_with(Default::default);
        let vertices = ours.vertices.max(theirs.vertices);
        if part.stages & Stage::TessEvaluation.bit() != 0 {
            *ours = theirs;
        }
        ours.vertices = vertices;
    }
    if part.stages & Stage::Compute.bit() != 0 {
        to.work_group_size = part.work_group_size;
    }
}
