//! The default uniform block across the stages of a program: one location, one place in the uniform storage and one
//! initial value per uniform, whatever stages declare it.

use crate::flatten::{self, Part};
use crate::gltype::Leaf;
use crate::link::StageModule;
use crate::module::{Id, Ty, View};
use crate::rewrite;
use pipe_types::archive::{self, Archive, AtomicBuffer, Uniform, UniformKind};
use rspirv::spirv::{Decoration, StorageClass};

/// A uniform variable and where the stages declare it.
struct Shared {
    name: String,
    /// `(index of the stage, variable, type)`
    uses: Vec<(usize, Id, Id)>,
    location: Option<u32>,
    binding: Option<u32>,
    init: Option<(usize, Id)>,
}

fn collect(stages: &[StageModule], class: StorageClass) -> Result<Vec<Shared>, String> {
    let mut list: Vec<Shared> = Vec::new();
    for (s, stage) in stages.iter().enumerate() {
        let view = &stage.view;
        for var in view.vars.iter().filter(|v| v.class == class) {
            let name = rewrite::restore(view.name(var.id));
            let location = view.decoration(var.id, Decoration::Location);
            let binding = view.decoration(var.id, Decoration::Binding);
            let init = var.init.map(|i| (s, i));
            match list.iter_mut().find(|x| x.name == name) {
                Some(x) => {
                    let (s0, _, t0) = x.uses[0];
                    if !flatten::same_type(&stages[s0].view, t0, view, var.ty) {
                        return Err(format!("error: uniform `{name}' declared with two different types\n"));
                    }
                    if let (Some(a), Some(b)) = (x.location, location)
                        && a != b
                    {
                        return Err(format!("error: uniform `{name}' has the explicit locations {a} and {b}\n"));
                    }
                    if let (Some(a), Some(b)) = (x.binding, binding)
                        && a != b
                    {
                        return Err(format!("error: uniform `{name}' has the explicit bindings {a} and {b}\n"));
                    }
                    x.location = x.location.or(location);
                    x.binding = x.binding.or(binding);
                    x.init = x.init.or(init);
                    x.uses.push((s, var.id, var.ty));
                }
                None => list.push(Shared { name, uses: vec![(s, var.id, var.ty)], location, binding, init }),
            }
        }
    }
    Ok(list)
}

/// First-fit allocation of locations.
#[derive(Default)]
pub(crate) struct Locations(Vec<bool>);

impl Locations {
    /// Takes a given range; `false` when part of it is taken.
    pub(crate) fn take(&mut self, at: u32, n: u32) -> bool {
        let end = (at + n) as usize;
        if self.0.len() < end {
            self.0.resize(end, false);
        }
        let range = &mut self.0[at as usize..end];
        let free = range.iter().all(|x| !x);
        range.fill(true);
        free
    }

    /// Takes the first free range of `n`.
    pub(crate) fn first_fit(&mut self, n: u32) -> u32 {
        let n = n as usize;
        let at = (0..).find(|at| (*at..at + n).all(|i| !self.0.get(i).copied().unwrap_or(false))).unwrap_or(0);
        self.take(at as u32, n as u32);
        at as u32
    }
}

/// Assigns locations, storage and slots to the uniforms of the default block and lists the active ones.
pub(crate) fn link(stages: &mut [StageModule], out: &mut Archive) -> Result<(), String> {
    let shared = collect(stages, StorageClass::UniformConstant)?;
    let mut locations = Locations::default();
    let mut placed = Vec::with_capacity(shared.len());
    for u in &shared {
        let (s, _, ty) = u.uses[0];
        let parts = flatten::parts(&stages[s].view, ty, &u.name)?;
        let n: u32 = parts.iter().map(Part::elements).sum();
        if n > archive::MAX_COUNT / 16 {
            return Err(format!("error: uniform `{}' takes {n} locations, which is not supported\n", u.name));
        }
        placed.push((parts, n));
    }
    let mut base = vec![0; shared.len()];
    for (i, u) in shared.iter().enumerate() {
        if let Some(at) = u.location {
            if at > archive::MAX_COUNT / 16 || !locations.take(at, placed[i].1) {
                return Err(format!(
                    "error: the explicit location {at} of uniform `{}' is taken or too large\n",
                    u.name
                ));
            }
            base[i] = at;
        }
    }
    // Those of the language are behind the application's, which don't see them.
    for language in [false, true] {
        for (i, u) in shared.iter().enumerate() {
            if u.location.is_none() && u.name.starts_with("gl_") == language {
                base[i] = locations.first_fit(placed[i].1);
            }
        }
    }
    for (i, (u, (parts, _))) in shared.iter().zip(&placed).enumerate() {
        let image_base = out.image_units;
        let binding = u.binding.filter(|_| u.uses.iter().any(|(s, ..)| stages[*s].bound_names.contains(&u.name)));
        let mut images = 0;
        let mut at = base[i];
        for part in parts {
            let location = at;
            at += part.elements();
            if matches!(part.leaf, Leaf::Image { .. }) {
                images += part.elements();
            }
            let touched = u.uses.iter().filter(|(s, v, _)| stages[*s].usage.uses(*v));
            let bits = touched.fold(0, |m, (s, ..)| m | stages[*s].stage.bit());
            // The members of a structure are active together, the elements of an array up to the last one touched.
            let extent = |path: &[u32], n: u32| {
                let extents = u.uses.iter().map(|(s, v, _)| match stages[*s].spirv {
                    true => n,
                    false => stages[*s].usage.array_extent(*v, path, n),
                });
                extents.max().unwrap_or(n)
            };
            let (s0, _, ty0) = u.uses[0];
            if bits == 0 || !within_extents(&stages[s0].view, ty0, &part.path, extent) {
                continue;
            }
            let array_size = part.array.map_or(1, |n| extent(&part.path, n).max(1));
            let kind = match part.leaf {
                Leaf::Value(shape) => {
                    let storage_offset = (out.initial_storage.len() * 4) as u32;
                    let words = (shape.words() * array_size) as usize;
                    let mut initial = Vec::new();
                    if let Some((s, init)) = u.init {
                        let view = &stages[s].view;
                        if let Some(c) = flatten::constant_at(view, init, &part.path) {
                            flatten::constant_words(view, c, &mut initial, words);
                        }
                    }
                    initial.resize(words, 0);
                    out.initial_storage.extend(initial);
                    UniformKind::Value { location, storage_offset }
                }
                Leaf::Sampler => {
                    let slot = out.sampler_units;
                    out.sampler_units += array_size;
                    let unit = binding.map_or(0, |b| b + location - base[i]);
                    UniformKind::Sampler { location, slot, unit, explicit_unit: binding.is_some() }
                }
                Leaf::Image { format } => UniformKind::Image {
                    location,
                    slot: image_base + location - base[i],
                    unit: binding.map_or(0, |b| b + location - base[i]),
                    explicit_unit: binding.is_some(),
                    format,
                },
            };
            if matches!(
                part.name.as_str(),
                "gl_DepthRange.near" | "gl_DepthRange.far" | "gl_DepthRange.diff" | "gl_NumSamples"
            ) {
                out.uses_context_state = true;
            }
            out.uniforms.push(Uniform {
                name: part.reported_name(),
                gl_type: part.gl_type,
                array_size,
                is_array: part.array.is_some(),
                stages: bits,
                kind,
            });
        }
        out.image_units += images;
        for (s, var, _) in &u.uses {
            let view = &mut stages[*s].view;
            view.set_decoration(*var, Decoration::Location, Some(base[i]));
            view.remove_decoration(*var, Decoration::DescriptorSet);
            if images > 0 {
                // ES has no `glUniform1i` for images: the binding is the slot. It takes no location either.
                view.remove_decoration(*var, Decoration::Location);
                view.set_decoration(*var, Decoration::Binding, Some(image_base));
            } else {
                view.remove_decoration(*var, Decoration::Binding);
            }
            view.set_name(*var, &essl_name(&format!("u{}_", base[i]), &u.name));
        }
    }
    if out.initial_storage.len() >= archive::MAX_COUNT as usize {
        return Err(format!("error: the uniforms take {} words, which is not supported\n", out.initial_storage.len()));
    }
    link_atomic_counters(stages, out)
}

/// Whether every array index on the path is below what `extent` says of the array there.
fn within_extents(view: &View, mut ty: Id, path: &[u32], extent: impl Fn(&[u32], u32) -> u32) -> bool {
    for (n, index) in path.iter().enumerate() {
        match view.ty(ty) {
            Ty::Array { of, n: size } => {
                if *index >= extent(&path[..n], *size) {
                    return false;
                }
                ty = *of;
            }
            Ty::Struct { members } => ty = members[*index as usize],
            _ => break,
        }
    }
    true
}

fn link_atomic_counters(stages: &mut [StageModule], out: &mut Archive) -> Result<(), String> {
    let mut counters = collect(stages, StorageClass::AtomicCounter)?;
    // Buffers are listed by binding, counters by offset.
    counters.sort_by_key(|u| {
        let (s, var, _) = u.uses[0];
        (u.binding, stages[s].view.decoration(var, Decoration::Offset))
    });
    for u in counters {
        let (s, var, ty) = u.uses[0];
        let view = &stages[s].view;
        let offset = view.decoration(var, Decoration::Offset).unwrap_or(0);
        let binding = u.binding.unwrap_or(0);
        let bits = u.uses.iter().fold(0, |m, (s, ..)| m | stages[*s].stage.bit());
        let mut at = offset;
        for part in flatten::parts(view, ty, &u.name)? {
            let buffer = match out.atomic_buffers.iter().position(|b| b.binding == binding) {
                Some(b) => b,
                None => {
                    out.atomic_buffers.push(AtomicBuffer { binding, data_size: 0, stages: 0, members: Vec::new() });
                    out.atomic_buffers.len() - 1
                }
            };
            let b = &mut out.atomic_buffers[buffer];
            b.stages |= bits;
            b.data_size = b.data_size.max(at + 4 * part.elements());
            b.members.push(out.uniforms.len() as u32);
            out.uniforms.push(Uniform {
                name: part.reported_name(),
                gl_type: 0x92DB,
                array_size: part.elements(),
                is_array: part.array.is_some(),
                stages: bits,
                kind: UniformKind::AtomicCounter { buffer: buffer as u32, offset: at },
            });
            at += 4 * part.elements();
        }
    }
    Ok(())
}

/// An identifier for ESSL: the prefix keeps it off reserved words, `__` is reserved there.
pub(crate) fn essl_name(prefix: &str, name: &str) -> String {
    let mut out = String::with_capacity(prefix.len() + name.len());
    for c in prefix.chars().chain(name.chars()) {
        if !(c == '_' && out.ends_with('_')) {
            out.push(if c.is_ascii_alphanumeric() { c } else { '_' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_fit_around_what_is_taken() {
        let mut l = Locations::default();
        assert!(l.take(2, 2));
        assert!(!l.take(3, 1));
        assert_eq!(l.first_fit(3), 4);
        assert_eq!(l.first_fit(2), 0);
        assert_eq!(l.first_fit(1), 7);
    }

    #[test]
    fn essl_names_have_no_double_underscore() {
        assert_eq!(essl_name("v0_", "_a__b"), "v0_a_b");
    }
}
