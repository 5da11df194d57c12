//! A tessellation control shader for programs without one, which ES asks for: it hands on what the evaluation shader reads.
//! How many vertices a patch has and the tessellation levels are state of the context, which the server puts in.

use crate::link::VERSION_WITHOUT_MATCHING_QUALIFIERS;
use crate::module::{Id, Ty, View};
use crate::{CompileOptions, Shader, compile, ffi, gltype, interface, rewrite, xfb};
use pipe_types::archive::{DEFAULT_LEVELS, Scalar, Stage};
use rspirv::spirv::{Decoration, StorageClass};
use std::fmt::Write;

/// The control shader for evaluation shaders, whose module alone is `words`.
pub(crate) fn control_shader(words: &[u32]) -> Result<Shader, String> {
    let view = View::new(words)?;
    let mut structs = Vec::new();
    let (mut declarations, mut body) = (String::new(), String::new());
    for (n, var) in view.vars.iter().filter(|v| v.class == StorageClass::Input).enumerate() {
        let patch = view.decoration(var.id, Decoration::Patch).is_some();
        let Ty::Array { of, .. } = *view.ty(var.ty) else { continue };
        if patch || view.builtin(var.id).is_some() || view.is_builtin_block(var.ty) {
            continue;
        }
        let location = interface::explicit_location(&view, var);
        let layout = location.map_or(String::new(), |at| format!("layout(location={at}) "));
        let at = "[gl_InvocationID]";
        if xfb::is_block(&view, var) {
            let Ty::Struct { members } = view.ty(of) else { continue };
            let mut text = String::new();
            for (m, ty) in members.iter().enumerate() {
                let name = view.member_name(of, m as u32);
                let (base, dims) = type_text(&view, *ty, &mut structs)?;
                let qualifiers = qualifiers(|d| view.member_decoration(of, m as u32, d).is_some());
                let _ = write!(text, "{qualifiers}{base} {name}{dims};");
                let _ = write!(body, "mgOut{n}{at}.{name}=mgIn{n}{at}.{name};");
            }
            let block = view.name(of);
            let _ =
                write!(declarations, "{layout}in {block}{{{text}}}mgIn{n}[];{layout}out {block}{{{text}}}mgOut{n}[];");
        } else {
            let name = view.name(var.id);
            let (base, dims) = type_text(&view, of, &mut structs)?;
            let layout = layout + &qualifiers(|d| view.decoration(var.id, d).is_some());
            // The prefix is no part of a name: both sides have the same one.
            let read = format!("{}{name}", rewrite::RENAMED);
            let _ = write!(declarations, "{layout}in {base} {read}[]{dims};{layout}out {base} {name}[]{dims};");
            let _ = write!(body, "{name}{at}={read}{at};");
        }
    }
    let mut levels = String::new();
    for (n, level) in DEFAULT_LEVELS.iter().enumerate() {
        let place = if n < 4 { format!("Outer[{n}]") } else { format!("Inner[{}]", n - 4) };
        let _ = write!(levels, "gl_TessLevel{place}={level:?};");
    }
    let definitions: String = structs.into_iter().map(|(_, text)| text).collect();
    let text = format!(
        "#version 450\nlayout(vertices=1) out;{definitions}{declarations}\nvoid main(){{\
         gl_out[gl_InvocationID].gl_Position=gl_in[gl_InvocationID].gl_Position;{body}{levels}}}\n"
    );
    let options = CompileOptions { max_version: 450, ..CompileOptions::default() };
    let mut shader = compile(Stage::TessControl, &text, &options).map_err(|e| e.log)?;
    shader.version = VERSION_WITHOUT_MATCHING_QUALIFIERS;
    Ok(shader)
}

/// Interpolation qualifiers, which ES compares between these stages, too.
fn qualifiers(has: impl Fn(Decoration) -> bool) -> String {
    let all = [
        (Decoration::Flat, "flat "),
        (Decoration::NoPerspective, "noperspective "),
        (Decoration::Centroid, "centroid "),
        (Decoration::Sample, "sample "),
    ];
    all.into_iter().filter(|(d, _)| has(*d)).map(|(_, text)| text).collect()
}

/// The module of the evaluation shaders alone.
pub(crate) fn evaluation_module(shaders: &[Shader]) -> Result<Vec<u32>, String> {
    let mut units = Vec::new();
    for s in shaders.iter().filter(|s| s.stage == Stage::TessEvaluation) {
        if let Some(words) = &s.spirv {
            return Ok(words.to_vec());
        }
        units.push(ffi::parse(s.stage, &ffi::c_text(s.text.to_string())?, &s.options.limits())?.0);
    }
    ffi::Linked::link(&units)?.spirv(Stage::TessEvaluation)
}

/// A type as it stands before and behind a declared name; definitions of structures go to the list.
fn type_text(view: &View, ty: Id, structs: &mut Vec<(Id, String)>) -> Result<(String, String), String> {
    if let Some(s) = gltype::shape(view, ty) {
        let (scalar, letter) = match s.scalar {
            Scalar::Bool => ("bool", "b"),
            Scalar::Int => ("int", "i"),
            Scalar::Uint => ("uint", "u"),
            Scalar::Float => ("float", ""),
            Scalar::Double => ("double", "d"),
        };
        let text = match (s.columns, s.rows) {
            (1, 1) => scalar.to_owned(),
            (1, rows) => format!("{letter}vec{rows}"),
            (columns, rows) => format!("{letter}mat{columns}x{rows}"),
        };
        return Ok((text, String::new()));
    }
    match view.ty(ty) {
        Ty::Array { of, n } => {
            let (base, dims) = type_text(view, *of, structs)?;
            Ok((base, format!("[{n}]{dims}")))
        }
        Ty::Struct { members } => {
            let name = view.name(ty).to_owned();
            if !structs.iter().any(|(id, _)| *id == ty) {
                let mut text = String::new();
                for (m, member) in members.iter().enumerate() {
                    let (base, dims) = type_text(view, *member, structs)?;
                    let _ = write!(text, "{base} {}{dims};", view.member_name(ty, m as u32));
                }
                structs.push((ty, format!("struct {name}{{{text}}};")));
            }
            Ok((name, String::new()))
        }
        _ => Err("error: a tessellation evaluation shader input of a type that can't be handed on\n".into()),
    }
}
