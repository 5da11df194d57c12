//! Attributes, varyings and fragment outputs: explicit locations first, then those the application bound by name, then
//! whatever is free; varyings matched by name (or explicit location) from one stage to the next.

use crate::link::{LinkOptions, StageModule, VERSION_WITHOUT_MATCHING_QUALIFIERS};
use crate::module::{Id, Ty, Var, View};
use crate::uniforms::{Locations, essl_name};
use crate::{compat, flatten};
use crate::{rewrite, xfb};
use pipe_types::archive::{Archive, Interface, Stage};
use rspirv::spirv::{BuiltIn, Decoration, StorageClass};
use std::collections::HashSet;

fn interface_vars(view: &View, class: StorageClass) -> Vec<Var> {
    view.vars
        .iter()
        .filter(|v| v.class == class && view.builtin(v.id).is_none() && !view.is_builtin_block(v.ty))
        .cloned()
        .collect()
}

/// Vertex attributes: locations and the active list (GL 4.6 core 11.1.1).
pub(crate) fn attributes(stage: &mut StageModule, options: &LinkOptions, out: &mut Archive) -> Result<(), String> {
    let view = &mut stage.view;
    let mut vars = interface_vars(view, StorageClass::Input);
    let mut locations = Locations::default();
    let mut vertex = false;
    for v in &vars {
        let Some(attribute) = compat::attribute_of(view.name(v.id)) else { continue };
        vertex |= attribute.name == "gl_Vertex";
        list(view, v, attribute.name, 0, 0, Stage::Vertex, false, &mut out.inputs)?;
        out.inputs.iter_mut().filter(|i| i.name == attribute.name).for_each(|i| i.location = -1);
        view.make_private(v.id, Some(attribute.value));
        view.set_name(v.id, &essl_name("a_", attribute.name));
    }
    vars.retain(|v| compat::attribute_of(view.name(v.id)).is_none());
    let mut chosen: Vec<Option<u32>> = Vec::new();
    for v in &vars {
        let name = rewrite::restore(view.name(v.id));
        let explicit = view.decoration(v.id, Decoration::Location);
        let at = explicit.or_else(|| options.attrib_bindings.get(&name).copied());
        if let Some(at) = at {
            let n = view.interface_locations(v.ty);
            if at >= options.max_vertex_attribs || n > options.max_vertex_attribs - at {
                return Err(format!(
                    "error: vertex shader input `{name}' at location {at} takes {n} of the {} attributes\n",
                    options.max_vertex_attribs
                ));
            }
            if !locations.take(at, n) {
                return Err(format!("error: vertex shader input `{name}' overlaps another one at location {at}\n"));
            }
        }
        chosen.push(at);
    }
    // `gl_Vertex` keeps the first location from being given out, but not from being asked for.
    if vertex {
        locations.take(0, 1);
    }
    // The widest first, as a matrix needs consecutive locations.
    let mut rest: Vec<usize> = (0..vars.len()).filter(|i| chosen[*i].is_none()).collect();
    rest.sort_by_key(|i| std::cmp::Reverse(view.interface_locations(vars[*i].ty)));
    for i in rest {
        let n = view.interface_locations(vars[i].ty);
        let at = if n > options.max_vertex_attribs { n } else { locations.first_fit(n) };
        if at.saturating_add(n) > options.max_vertex_attribs {
            return Err(format!(
                "error: insufficient contiguous locations available for vertex shader input `{}'\n",
                rewrite::restore(view.name(vars[i].id))
            ));
        }
        chosen[i] = Some(at);
    }
    for (v, at) in vars.iter().zip(chosen) {
        let at = at.unwrap_or(0);
        let name = rewrite::restore(view.name(v.id));
        list(view, v, &name, at, 0, Stage::Vertex, false, &mut out.inputs)?;
        view.set_decoration(v.id, Decoration::Location, Some(at));
        view.set_name(v.id, &essl_name(&format!("a{at}_"), &name));
    }
    built_ins(stage, StorageClass::Input, &mut out.inputs);
    Ok(())
}

/// Lists the built-in variables on one side of a stage, which have no location: those of their own, and used members of
/// `gl_PerVertex`.
pub(crate) fn built_ins(stage: &StageModule, class: StorageClass, out: &mut Vec<Interface>) {
    let view = &stage.view;
    let mut list = |built_in: Option<BuiltIn>, ty: Id| {
        let Some((name, gl_type)) = built_in.and_then(listed) else { return };
        let length = match view.ty(ty) {
            Ty::Array { n, .. } => Some(*n),
            _ => None,
        };
        out.push(Interface {
            name: format!("{name}{}", if length.is_some() { "[0]" } else { "" }),
            gl_type,
            array_size: length.unwrap_or(1),
            is_array: length.is_some(),
            location: -1,
            index: 0,
            component: 0,
            stages: stage.stage.bit(),
            per_patch: false,
        });
    };
    for v in view.vars.iter().filter(|v| v.class == class) {
        list(view.builtin(v.id), v.ty);
        if let (Ty::Struct { members }, true) = (view.ty(v.ty), view.is_builtin_block(v.ty)) {
            for (n, member) in (0u32..).zip(members) {
                let built_in = view.member_decoration(v.ty, n, Decoration::BuiltIn).and_then(BuiltIn::from_u32);
                list(built_in.filter(|_| stage.usage.touches(v.id, &[n])), *member);
            }
        }
    }
}

/// Name and type (of an element) of a built-in variable that is listed.
fn listed(built_in: BuiltIn) -> Option<(&'static str, u32)> {
    const FLOAT: u32 = 0x1406;
    const INT: u32 = 0x1404;
    const UINT: u32 = 0x1405;
    const BOOL: u32 = 0x8B56;
    const VEC2: u32 = 0x8B50;
    const VEC4: u32 = 0x8B52;
    const UVEC3: u32 = 0x8DC7;
    Some(match built_in {
        BuiltIn::VertexId | BuiltIn::VertexIndex => ("gl_VertexID", INT),
        BuiltIn::InstanceId | BuiltIn::InstanceIndex => ("gl_InstanceID", INT),
        BuiltIn::NumWorkgroups => ("gl_NumWorkGroups", UVEC3),
        BuiltIn::WorkgroupId => ("gl_WorkGroupID", UVEC3),
        BuiltIn::LocalInvocationId => ("gl_LocalInvocationID", UVEC3),
        BuiltIn::GlobalInvocationId => ("gl_GlobalInvocationID", UVEC3),
        BuiltIn::LocalInvocationIndex => ("gl_LocalInvocationIndex", UINT),
        BuiltIn::Position => ("gl_Position", VEC4),
        BuiltIn::PointSize => ("gl_PointSize", FLOAT),
        BuiltIn::ClipDistance => ("gl_ClipDistance", FLOAT),
        BuiltIn::FragCoord => ("gl_FragCoord", VEC4),
        BuiltIn::FrontFacing => ("gl_FrontFacing", BOOL),
        BuiltIn::PointCoord => ("gl_PointCoord", VEC2),
        BuiltIn::PrimitiveId => ("gl_PrimitiveID", INT),
        BuiltIn::FragDepth => ("gl_FragDepth", FLOAT),
        _ => return None,
    })
}

/// Colour outputs of the fragment shader: locations, indices and the list (GL 4.6 core 15.2).
pub(crate) fn fragment_outputs(
    stage: &mut StageModule,
    options: &LinkOptions,
    out: &mut Archive,
) -> Result<(), String> {
    let view = &mut stage.view;
    let vars = interface_vars(view, StorageClass::Output);
    let restored = |v: &Var| rewrite::restore(view.name(v.id));
    let written =
        |name: &'static str| vars.iter().find(|v| restored(v) == name && stage.usage.stores(v.id)).map(|_| name);
    let user = vars.iter().find(|v| !restored(v).starts_with("gl_") && stage.usage.stores(v.id));
    let user = user.map(restored);
    let mut kinds = written("gl_FragColor").into_iter().chain(written("gl_FragData")).chain(user.as_deref());
    if let (Some(a), Some(b)) = (kinds.next(), kinds.next()) {
        return Err(format!("error: fragment shader writes to both `{a}' and `{b}'\n"));
    }
    // Index 1 has locations of its own.
    let mut locations = [Locations::default(), Locations::default()];
    let mut chosen: Vec<Option<(u32, u32)>> = Vec::new();
    for v in &vars {
        let name = rewrite::restore(view.name(v.id));
        if matches!(name.as_str(), "gl_FragColor" | "gl_FragData") {
            out.frag_color |= name == "gl_FragColor";
            chosen.push(Some((0, 0)));
            continue;
        }
        let explicit = view
            .decoration(v.id, Decoration::Location)
            .map(|at| (at, view.decoration(v.id, Decoration::Index).unwrap_or(0)));
        let bound =
            || options.frag_data_bindings.get(&name).or_else(|| options.frag_data_bindings.get(&format!("{name}[0]")));
        let at = explicit.or_else(|| bound().copied());
        if let Some((at, index)) = at {
            let n = view.interface_locations(v.ty);
            if index > 1 || at >= options.max_draw_buffers || n > options.max_draw_buffers - at {
                return Err(format!(
                    "error: fragment shader output `{name}' at location {at}, index {index} is outside the {} draw buffers\n",
                    options.max_draw_buffers
                ));
            }
            if !locations[index as usize].take(at, n) {
                return Err(format!("error: fragment shader output `{name}' overlaps another one at location {at}\n"));
            }
        }
        chosen.push(at);
    }
    for (v, c) in vars.iter().zip(&mut chosen) {
        if c.is_none() {
            let n = view.interface_locations(v.ty);
            let at = if n > options.max_draw_buffers { n } else { locations[0].first_fit(n) };
            if at.saturating_add(n) > options.max_draw_buffers {
                return Err(format!(
                    "error: insufficient contiguous locations available for fragment shader output `{}'\n",
                    rewrite::restore(view.name(v.id))
                ));
            }
            *c = Some((at, 0));
        }
    }
    let dual = chosen.iter().flatten().any(|(_, index)| *index == 1);
    for (v, c) in vars.iter().zip(chosen) {
        let (at, index) = c.unwrap_or((0, 0));
        let name = rewrite::restore(view.name(v.id));
        list(view, v, &name, at, index, Stage::Fragment, false, &mut out.outputs)?;
        view.set_decoration(v.id, Decoration::Location, Some(at));
        view.remove_decoration(v.id, Decoration::Index);
        if dual {
            view.set_decoration(v.id, Decoration::Index, Some(index));
        }
        view.set_name(v.id, &essl_name(&format!("o{at}_{index}_"), &name));
    }
    built_ins(stage, StorageClass::Output, &mut out.outputs);
    Ok(())
}

#[allow(clippy::too_many_arguments)] // one line of a table
fn list(
    view: &View,
    v: &Var,
    name: &str,
    at: u32,
    index: u32,
    stage: Stage,
    per_patch: bool,
    out: &mut Vec<Interface>,
) -> Result<(), String> {
    let mut location = at;
    for part in flatten::parts(view, v.ty, name)? {
        out.push(Interface {
            name: part.reported_name(),
            gl_type: part.gl_type,
            array_size: part.elements(),
            is_array: part.array.is_some(),
            location: location as i32,
            index,
            component: view.decoration(v.id, Decoration::Component).unwrap_or(0),
            stages: stage.bit(),
            per_patch,
        });
        location += view.interface_locations(part.ty);
    }
    Ok(())
}

fn stage_name(stage: Stage) -> &'static str {
    match stage {
        Stage::Vertex => "vertex",
        Stage::TessControl => "tessellation control",
        Stage::TessEvaluation => "tessellation evaluation",
        Stage::Geometry => "geometry",
        Stage::Fragment => "fragment",
        Stage::Compute => "compute",
    }
}

/// The type of one vertex's value: inputs of geometry and tessellation stages are arrays over the vertices.
fn per_vertex_type(view: &View, stage: Stage, v: &Var) -> Id {
    let patch = view.decoration(v.id, Decoration::Patch).is_some();
    let arrayed = match (stage, v.class) {
        (Stage::Geometry | Stage::TessControl | Stage::TessEvaluation, StorageClass::Input) => !patch,
        (Stage::TessControl, StorageClass::Output) => !patch,
        _ => false,
    };
    match (arrayed, view.ty(v.ty)) {
        (true, Ty::Array { of, .. }) => *of,
        _ => v.ty,
    }
}

/// A location written in the source: of the variable, or of the first member of a block.
pub(crate) fn explicit_location(view: &View, v: &Var) -> Option<u32> {
    let member = |ty| view.member_decoration(view.strip_arrays(ty), 0, Decoration::Location);
    view.decoration(v.id, Decoration::Location).or_else(|| if xfb::is_block(view, v) { member(v.ty) } else { None })
}

/// Whether the input reads the output: by explicit location where both have one, by name otherwise.
fn feeds(producer: &View, output: &Var, consumer: &View, input: &Var) -> bool {
    match (explicit_location(consumer, input), explicit_location(producer, output)) {
        (Some(a), Some(b)) => {
            a == b
                && consumer.decoration(input.id, Decoration::Component)
                    == producer.decoration(output.id, Decoration::Component)
        }
        _ => {
            xfb::base_name(producer, output) == xfb::base_name(consumer, input)
                && xfb::is_block(producer, output) == xfb::is_block(consumer, input)
        }
    }
}

/// The outputs that no input of the next stage reads.
pub(crate) fn unread_outputs(producer: &View, consumer: &View) -> HashSet<Id> {
    let inputs = interface_vars(consumer, StorageClass::Input);
    interface_vars(producer, StorageClass::Output)
        .into_iter()
        .filter(|o| !inputs.iter().any(|i| feeds(producer, o, consumer, i)))
        .map(|o| o.id)
        .collect()
}

/// Since this version an input that is used wants an output in the stage before (GLSL 4.20 4.3.4); blocks always did.
const VERSION_OF_MATCHED_INPUTS: u16 = 420;

/// Matches the outputs of `producer` with the inputs of `consumer` and gives both the same locations and names.
pub(crate) fn varyings(producer: &mut StageModule, consumer: &mut StageModule) -> Result<(), String> {
    let outputs = interface_vars(&producer.view, StorageClass::Output);
    let inputs = interface_vars(&consumer.view, StorageClass::Input);
    let (from, to) = (stage_name(producer.stage), stage_name(consumer.stage));
    let mut pairs: Vec<(Option<usize>, Option<usize>)> = Vec::new();
    let mut matched = vec![false; outputs.len()];
    let mut unmatched = Vec::new();
    for (i, input) in inputs.iter().enumerate() {
        let name = xfb::base_name(&consumer.view, input);
        let found = outputs.iter().position(|o| feeds(&producer.view, o, &consumer.view, input));
        let Some(o) = found else {
            let since = if xfb::is_block(&consumer.view, input) { 150 } else { VERSION_OF_MATCHED_INPUTS };
            if producer.version.max(consumer.version) >= since {
                return Err(format!(
                    "error: {to} shader input `{name}' has no matching output in the previous stage\n"
                ));
            }
            // Its value is undefined; the program links.
            unmatched.push(input.id);
            continue;
        };
        let a = per_vertex_type(&producer.view, producer.stage, &outputs[o]);
        let b = per_vertex_type(&consumer.view, consumer.stage, input);
        if !flatten::same_type(&producer.view, a, &consumer.view, b) {
            return Err(format!(
                "error: {from} shader output `{name}' and {to} shader input `{name}' have different types\n"
            ));
        }
        check_interpolation(producer, &outputs[o], consumer, input, &name)?;
        refuse_shape(&producer.view, &outputs[o], a, &name)?;
        matched[o] = true;
        pairs.push((Some(o), Some(i)));
    }
    for id in unmatched {
        consumer.view.make_private(id, None);
    }
    pairs.extend((0..outputs.len()).filter(|o| !matched[*o]).map(|o| (Some(o), None)));
    let locations_of =
        |o: usize| producer.view.interface_locations(per_vertex_type(&producer.view, producer.stage, &outputs[o]));
    let mut locations = Locations::default();
    let explicit: Vec<Option<u32>> = pairs
        .iter()
        .map(|(o, i)| {
            o.and_then(|o| explicit_location(&producer.view, &outputs[o]))
                .or_else(|| i.and_then(|i| explicit_location(&consumer.view, &inputs[i])))
        })
        .collect();
    for ((o, _), at) in pairs.iter().zip(&explicit) {
        if let (Some(o), Some(at)) = (o, at) {
            // Variables may share a location by component.
            locations.take(*at, locations_of(*o));
        }
    }
    let chosen: Vec<u32> = pairs
        .iter()
        .zip(&explicit)
        .map(|((o, _), at)| at.unwrap_or_else(|| locations.first_fit(o.map_or(1, locations_of))))
        .collect();
    let tag = match producer.stage {
        Stage::Vertex => "v",
        Stage::TessControl => "c",
        Stage::TessEvaluation => "e",
        _ => "g",
    };
    for ((o, i), at) in pairs.into_iter().zip(chosen) {
        if let (Some(o), Some(i)) = (o, i)
            && consumer.stage == Stage::Fragment
        {
            copy_interpolation(&consumer.view, &inputs[i], &mut producer.view, &outputs[o]);
        } else if let (Some(o), Some(i)) = (o, i) {
            // Nothing is interpolated on the way to other stages, but ES compares the qualifiers there, too.
            copy_interpolation(&producer.view, &outputs[o], &mut consumer.view, &inputs[i]);
        }
        if let Some(o) = o {
            place(&mut producer.view, &outputs[o], tag, at, "_out");
        }
        if let Some(i) = i {
            place(&mut consumer.view, &inputs[i], tag, at, "_in");
        }
    }
    Ok(())
}

/// Says at link time which varyings ES has not (ESSL 3.20 4.3.6): arrays of blocks, and structures that have arrays or structures.
fn refuse_shape(view: &View, v: &Var, ty: Id, name: &str) -> Result<(), String> {
    let what = match (xfb::is_block(view, v), view.ty(ty)) {
        (true, Ty::Array { .. }) => "an array of blocks",
        (false, _) => match view.ty(view.strip_arrays(ty)) {
            Ty::Struct { members } => {
                let nested = |member: &Id| matches!(view.ty(*member), Ty::Array { .. } | Ty::Struct { .. });
                if !members.iter().any(nested) {
                    return Ok(());
                }
                "a structure with arrays or structures"
            }
            _ => return Ok(()),
        },
        _ => return Ok(()),
    };
    Err(format!("error: varying `{name}' is {what}, which is not supported\n"))
}

/// Before 4.40 both sides must be interpolated in the same way (GLSL 4.30 4.5).
fn check_interpolation(
    producer: &StageModule,
    output: &Var,
    consumer: &StageModule,
    input: &Var,
    name: &str,
) -> Result<(), String> {
    let of = |view: &View, id| match () {
        () if view.decoration(id, Decoration::Flat).is_some() => "flat",
        () if view.decoration(id, Decoration::NoPerspective).is_some() => "noperspective",
        () => "smooth",
    };
    let (a, b) = (of(&producer.view, output.id), of(&consumer.view, input.id));
    if a == b || producer.version.max(consumer.version) >= VERSION_WITHOUT_MATCHING_QUALIFIERS {
        return Ok(());
    }
    Err(format!(
        "error: {} shader output `{name}' specifies {a} interpolation qualifier, but {} shader input specifies {b} \
         interpolation qualifier\n",
        stage_name(producer.stage),
        stage_name(consumer.stage)
    ))
}

/// Outputs of the last stage when nothing reads them, inputs of the first stage that isn't a vertex shader. They keep names and
/// explicit locations: the other side is found when the program is used in a pipeline.
pub(crate) fn loose(stage: &StageModule, class: StorageClass, out: &mut Vec<Interface>) -> Result<(), String> {
    let vars = interface_vars(&stage.view, class);
    let mut locations = Locations::default();
    for v in &vars {
        if let Some(at) = explicit_location(&stage.view, v) {
            locations.take(at, stage.view.interface_locations(per_vertex_type(&stage.view, stage.stage, v)));
        }
    }
    for v in &vars {
        let ty = per_vertex_type(&stage.view, stage.stage, v);
        let n = stage.view.interface_locations(ty);
        let at = explicit_location(&stage.view, v).unwrap_or_else(|| locations.first_fit(n));
        let name = xfb::base_name(&stage.view, v);
        let patch = stage.view.decoration(v.id, Decoration::Patch).is_some();
        let first = out.len();
        list(&stage.view, v, &name, at, 0, stage.stage, patch, out)?;
        if explicit_location(&stage.view, v).is_none() {
            // It is found by name.
            out[first..].iter_mut().for_each(|variable| variable.location = -1);
        }
    }
    if class == StorageClass::Output || stage.stage == Stage::Fragment {
        built_ins(stage, class, out);
    }
    Ok(())
}

/// Sets location and ESSL name.
fn place(view: &mut View, v: &Var, tag: &str, at: u32, side: &str) {
    let component = view.decoration(v.id, Decoration::Component).map_or(String::new(), |c| format!("c{c}"));
    let name = xfb::base_name(view, v);
    let essl = essl_name(&format!("{tag}{at}{component}_"), &name);
    let inner = view.strip_arrays(v.ty);
    if xfb::is_block(view, v) {
        let Ty::Struct { members } = view.ty(inner) else { return };
        let n = members.len() as u32;
        if view.member_decoration(inner, 0, Decoration::Location).is_none() {
            view.set_decoration(v.id, Decoration::Location, Some(at));
        }
        for m in 0..n {
            let member = essl_name("m_", view.member_name(inner, m));
            view.set_member_name(inner, m, &member);
        }
        view.set_name(inner, &essl);
        view.set_name(v.id, &format!("{essl}{side}"));
    } else {
        view.set_decoration(v.id, Decoration::Location, Some(at));
        view.set_name(v.id, &essl);
    }
}

/// The fragment shader's qualifiers are the ones that count in GL; ES wants them the same on both sides.
fn copy_interpolation(from: &View, input: &Var, to: &mut View, output: &Var) {
    let all = [Decoration::Flat, Decoration::NoPerspective, Decoration::Centroid, Decoration::Sample];
    for d in all {
        let wanted = from.decoration(input.id, d).is_some();
        to.remove_decoration(output.id, d);
        if wanted {
            to.set_decoration(output.id, d, None);
        }
    }
    if xfb::is_block(from, input) {
        let (a, b) = (from.strip_arrays(input.ty), to.strip_arrays(output.ty));
        let Ty::Struct { members } = from.ty(a) else { return };
        for n in 0..members.len() as u32 {
            for d in all {
                let wanted = from.member_decoration(a, n, d).is_some();
                if wanted && to.member_decoration(b, n, d).is_none() {
                    to.set_member_decoration(b, n, d);
                }
            }
        }
    }
}
