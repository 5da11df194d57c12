//! Built-ins of the compatibility profile. Drivers give them to sources below 1.40 in core contexts too (GLSL 1.40 is the
//! first version without them): nothing of a core context sets the state behind them, so they have its initial values.
//! Attributes and uniforms are listed as active, at no location.

use crate::lex::{Kind, Token};
use crate::rewrite::{self, RENAMED};
use pipe_types::archive::Stage;

/// First version without these names.
const GONE_SINCE: u16 = 140;

/// `gl_MaxTextureCoords`.
const TEXTURE_COORDS: &str = "8";

/// An attribute: name, type and value.
pub(crate) struct Attribute {
    pub(crate) name: &'static str,
    ty: &'static str,
    /// As many as the type has components.
    pub(crate) value: &'static [f32],
}

const fn attribute(name: &'static str, ty: &'static str, value: &'static [f32]) -> Attribute {
    Attribute { name, ty, value }
}

/// The current values of GL 4.6 compatibility 10.2.
const ATTRIBUTES: &[Attribute] = &[
    attribute("gl_Vertex", "vec4", &[0.0, 0.0, 0.0, 1.0]),
    attribute("gl_Normal", "vec3", &[0.0, 0.0, 1.0]),
    attribute("gl_Color", "vec4", &[1.0, 1.0, 1.0, 1.0]),
    attribute("gl_SecondaryColor", "vec4", &[0.0, 0.0, 0.0, 1.0]),
    attribute("gl_FogCoord", "float", &[0.0]),
    attribute("gl_MultiTexCoord0", "vec4", &[0.0, 0.0, 0.0, 1.0]),
    attribute("gl_MultiTexCoord1", "vec4", &[0.0, 0.0, 0.0, 1.0]),
    attribute("gl_MultiTexCoord2", "vec4", &[0.0, 0.0, 0.0, 1.0]),
    attribute("gl_MultiTexCoord3", "vec4", &[0.0, 0.0, 0.0, 1.0]),
    attribute("gl_MultiTexCoord4", "vec4", &[0.0, 0.0, 0.0, 1.0]),
    attribute("gl_MultiTexCoord5", "vec4", &[0.0, 0.0, 0.0, 1.0]),
    attribute("gl_MultiTexCoord6", "vec4", &[0.0, 0.0, 0.0, 1.0]),
    attribute("gl_MultiTexCoord7", "vec4", &[0.0, 0.0, 0.0, 1.0]),
];

/// Varyings: name in the vertex shader, name in the fragment shader, declarator without the name. Colours of back faces
/// aren't read: two-sided colour selection can't be enabled in a core context.
const VARYINGS: &[(&str, &str, &str)] = &[
    ("gl_FrontColor", "gl_Color", "vec4"),
    ("gl_FrontSecondaryColor", "gl_SecondaryColor", "vec4"),
    ("gl_BackColor", "", "vec4"),
    ("gl_BackSecondaryColor", "", "vec4"),
    ("gl_FogFragCoord", "gl_FogFragCoord", "float"),
    ("gl_TexCoord", "gl_TexCoord", "vec4"),
];

/// Uniforms: name, type, array size or none, initial value (of an element).
const UNIFORMS: &[(&str, &str, &str, &str)] = &[
    ("gl_ModelViewMatrix", "mat4", "", "mat4(1.0)"),
    ("gl_ModelViewMatrixInverse", "mat4", "", "mat4(1.0)"),
    ("gl_ModelViewMatrixTranspose", "mat4", "", "mat4(1.0)"),
    ("gl_ModelViewMatrixInverseTranspose", "mat4", "", "mat4(1.0)"),
    ("gl_ProjectionMatrix", "mat4", "", "mat4(1.0)"),
    ("gl_ProjectionMatrixInverse", "mat4", "", "mat4(1.0)"),
    ("gl_ProjectionMatrixTranspose", "mat4", "", "mat4(1.0)"),
    ("gl_ProjectionMatrixInverseTranspose", "mat4", "", "mat4(1.0)"),
    ("gl_ModelViewProjectionMatrix", "mat4", "", "mat4(1.0)"),
    ("gl_ModelViewProjectionMatrixInverse", "mat4", "", "mat4(1.0)"),
    ("gl_ModelViewProjectionMatrixTranspose", "mat4", "", "mat4(1.0)"),
    ("gl_ModelViewProjectionMatrixInverseTranspose", "mat4", "", "mat4(1.0)"),
    ("gl_TextureMatrix", "mat4", TEXTURE_COORDS, "mat4(1.0)"),
    ("gl_TextureMatrixInverse", "mat4", TEXTURE_COORDS, "mat4(1.0)"),
    ("gl_TextureMatrixTranspose", "mat4", TEXTURE_COORDS, "mat4(1.0)"),
    ("gl_TextureMatrixInverseTranspose", "mat4", TEXTURE_COORDS, "mat4(1.0)"),
    ("gl_NormalMatrix", "mat3", "", "mat3(1.0)"),
    ("gl_NormalScale", "float", "", "1.0"),
    ("gl_ClipPlane", "vec4", "8", "vec4(0.0)"),
    ("gl_TextureEnvColor", "vec4", TEXTURE_COORDS, "vec4(0.0)"),
];

/// Constants that later versions have no name for.
const CONSTANTS: &[(&str, &str)] = &[
    ("gl_MaxLights", "8"),
    ("gl_MaxClipPlanes", "8"),
    ("gl_MaxTextureUnits", "8"),
    ("gl_MaxTextureCoords", TEXTURE_COORDS),
];

/// What stands for one of the names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// A constant's digits.
    Constant(&'static str),
    /// `ftransform`.
    Transform,
    /// The variable of this name behind the prefix.
    Variable(&'static str),
}

fn meaning(name: &str, stage: Stage, version: u16) -> Option<Meaning> {
    if version >= GONE_SINCE || rewrite::is_es(version) || !(name.starts_with("gl_") || name == "ftransform") {
        return None;
    }
    if let Some((_, digits)) = CONSTANTS.iter().find(|(n, _)| *n == name) {
        return Some(Meaning::Constant(digits));
    }
    if let Some((n, ..)) = UNIFORMS.iter().find(|(n, ..)| *n == name) {
        return Some(Meaning::Variable(n));
    }
    match stage {
        Stage::Vertex if name == "ftransform" => Some(Meaning::Transform),
        Stage::Vertex if name == "gl_ClipVertex" => Some(Meaning::Variable("gl_ClipVertex")),
        Stage::Vertex => {
            let varying = VARYINGS.iter().map(|(n, ..)| *n).find(|n| *n == name);
            varying.or_else(|| ATTRIBUTES.iter().map(|a| a.name).find(|n| *n == name)).map(Meaning::Variable)
        }
        Stage::Fragment => VARYINGS.iter().find(|(_, n, _)| *n == name).map(|(n, ..)| Meaning::Variable(n)),
        _ => None,
    }
}

/// Writes what stands for the identifier at `i` and answers how many tokens it stands for; 0 when it is none of these
/// names.
pub(crate) fn replace(list: &[Token<'_>], i: usize, stage: Stage, version: u16, out: &mut String) -> usize {
    match meaning(list[i].text, stage, version) {
        None => 0,
        Some(Meaning::Constant(digits)) => {
            out.push_str(digits);
            1
        }
        Some(Meaning::Transform) => {
            out.push_str(&format!("({RENAMED}gl_ModelViewProjectionMatrix*{RENAMED}gl_Vertex)"));
            // The empty parentheses go, and what lines are between them stay.
            let Some(end) = list[i..].iter().position(|t| t.text == ")") else { return 1 };
            out.extend(list[i..i + end].iter().flat_map(|t| t.text.chars()).filter(|c| *c == '\n'));
            end + 1
        }
        Some(Meaning::Variable(name)) => {
            out.push_str(RENAMED);
            out.push_str(name);
            if name != "gl_TexCoord" || !redeclares(list, i) {
                return 1;
            }
            // Stages may give it different sizes, but match element by element.
            let end = list[i..].iter().position(|t| matches!(t.text, "]" | ";")).unwrap_or(0);
            if list.get(i + end).is_none_or(|t| t.text != "]") {
                return 1;
            }
            out.push_str(&format!("[{TEXTURE_COORDS}]"));
            end + 1
        }
    }
}

/// Whether the text declares the varying at `i` itself: a type's name is before it.
fn redeclares(list: &[Token<'_>], i: usize) -> bool {
    list[..i].iter().rev().find(|t| t.kind != Kind::Space).is_some_and(|t| matches!(t.text, "vec4" | "float"))
}

/// Declarations of the variables that the text uses.
pub(crate) fn declarations(list: &[Token<'_>], stage: Stage, version: u16) -> String {
    let (mut used, mut own) = (Vec::new(), Vec::new());
    for (i, t) in list.iter().enumerate().filter(|(_, t)| t.kind == Kind::Ident) {
        match meaning(t.text, stage, version) {
            Some(Meaning::Variable(name)) if redeclares(list, i) => own.push(name),
            Some(Meaning::Variable(name)) => used.push(name),
            Some(Meaning::Transform) => used.extend(["gl_ModelViewProjectionMatrix", "gl_Vertex"]),
            _ => {}
        }
    }
    used.retain(|n| !own.contains(n));
    used.sort_unstable();
    used.dedup();
    let direction = if stage == Stage::Vertex { "out" } else { "in" };
    let mut out = String::new();
    for name in used {
        out.push_str(&if let Some((_, ty, size, value)) = UNIFORMS.iter().find(|(n, ..)| *n == name) {
            match size.parse::<usize>() {
                Ok(n) => {
                    format!("uniform {ty} {RENAMED}{name}[{size}]={ty}[{size}]({});", vec![*value; n].join(","))
                }
                Err(_) => format!("uniform {ty} {RENAMED}{name}={value};"),
            }
        } else if name == "gl_TexCoord" {
            format!("{direction} vec4 {RENAMED}{name}[{TEXTURE_COORDS}];")
        } else if let Some((_, _, ty)) = VARYINGS.iter().find(|(n, ..)| *n == name) {
            format!("{direction} {ty} {RENAMED}{name};")
        } else if let Some(a) = ATTRIBUTES.iter().find(|a| a.name == name) {
            format!("in {} {RENAMED}{name};", a.ty)
        } else {
            // Where planes clip it they are all zero, and clip nothing.
            format!("vec4 {RENAMED}{name};")
        });
    }
    out
}

/// The attribute of a vertex shader that an input stands for.
pub(crate) fn attribute_of(input: &str) -> Option<&'static Attribute> {
    let name = input.strip_prefix(RENAMED)?;
    ATTRIBUTES.iter().find(|a| a.name == name)
}
