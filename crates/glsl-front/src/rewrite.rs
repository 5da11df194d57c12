//! What is changed in a preprocessed source before it is parsed. The compiler makes SPIR-V only from GLSL 3.30 and newer,
//! so older text has its version raised, its old names for the texture functions replaced, and those identifiers renamed
//! that became words of the language since. No line is added or removed.

use crate::compat;
use crate::fold;
use crate::lex::{self, Kind, Token};
use pipe_types::archive::Stage;
use std::borrow::Cow;

/// Prefix of renamed identifiers; the compiler's log and the reflection never show it.
pub(crate) const RENAMED: &str = "mgRen_";

/// Identifiers that are free in GLSL below 1.30 and words or built-in functions of 3.30.
const WORDS_SINCE_130: &[&str] = &[
    "texture",
    "flat",
    "smooth",
    "noperspective",
    "uint",
    "uvec2",
    "uvec3",
    "uvec4",
    "isampler1D",
    "isampler2D",
    "isampler3D",
    "isamplerCube",
    "usampler1D",
    "usampler2D",
    "usampler3D",
    "usamplerCube",
    "isampler1DArray",
    "isampler2DArray",
    "usampler1DArray",
    "usampler2DArray",
    "switch",
    "case",
    "default",
    "layout",
    "samplerBuffer",
    "isamplerBuffer",
    "usamplerBuffer",
    "sampler2DMS",
    "isampler2DMS",
    "usampler2DMS",
    "texelFetch",
    "textureSize",
    "textureLod",
    "textureGrad",
    "textureProj",
    "textureOffset",
];

/// Extensions with which `layout` is a word before 1.30.
const LAYOUT_EXTENSIONS: &[&str] = &[
    "GL_ARB_uniform_buffer_object",
    "GL_ARB_explicit_attrib_location",
    "GL_ARB_explicit_uniform_location",
    "GL_ARB_separate_shader_objects",
    "GL_ARB_shading_language_420pack",
    "GL_ARB_fragment_coord_conventions",
    "GL_ARB_conservative_depth",
    "GL_AMD_conservative_depth",
];

/// Old texture functions and their names in 3.30 (GLSL 4.60 G.1 "deprecated" functions and the extensions of the time).
const FUNCTIONS: &[(&str, &str)] = &[
    ("texture1D", "texture"),
    ("texture2D", "texture"),
    ("texture3D", "texture"),
    ("textureCube", "texture"),
    ("texture2DRect", "texture"),
    ("texture1DArray", "texture"),
    ("texture2DArray", "texture"),
    ("texture1DProj", "textureProj"),
    ("texture2DProj", "textureProj"),
    ("texture3DProj", "textureProj"),
    ("texture2DRectProj", "textureProj"),
    ("texture1DLod", "textureLod"),
    ("texture2DLod", "textureLod"),
    ("texture3DLod", "textureLod"),
    ("textureCubeLod", "textureLod"),
    ("texture1DArrayLod", "textureLod"),
    ("texture2DArrayLod", "textureLod"),
    ("texture1DProjLod", "textureProjLod"),
    ("texture2DProjLod", "textureProjLod"),
    ("texture3DProjLod", "textureProjLod"),
    ("texture1DGradARB", "textureGrad"),
    ("texture2DGradARB", "textureGrad"),
    ("texture3DGradARB", "textureGrad"),
    ("textureCubeGradARB", "textureGrad"),
    ("texture2DRectGradARB", "textureGrad"),
    ("texture1DProjGradARB", "textureProjGrad"),
    ("texture2DProjGradARB", "textureProjGrad"),
    ("texture3DProjGradARB", "textureProjGrad"),
    ("texture2DRectProjGradARB", "textureProjGrad"),
];

/// Old shadow functions answer a `vec4`, which no function of 3.30 does: they become functions written out in the text.
const SHADOWS: &[(&str, &str)] = &[
    ("shadow1D", "vec4 mgRen_shadow1D(sampler1DShadow s,vec3 c){return vec4(vec3(texture(s,c)),1.0);}"),
    ("shadow2D", "vec4 mgRen_shadow2D(sampler2DShadow s,vec3 c){return vec4(vec3(texture(s,c)),1.0);}"),
    ("shadow1DProj", "vec4 mgRen_shadow1DProj(sampler1DShadow s,vec4 c){return vec4(vec3(textureProj(s,c)),1.0);}"),
    ("shadow2DProj", "vec4 mgRen_shadow2DProj(sampler2DShadow s,vec4 c){return vec4(vec3(textureProj(s,c)),1.0);}"),
    (
        "shadow1DLod",
        "vec4 mgRen_shadow1DLod(sampler1DShadow s,vec3 c,float l){return vec4(vec3(textureLod(s,c,l)),1.0);}",
    ),
    (
        "shadow2DLod",
        "vec4 mgRen_shadow2DLod(sampler2DShadow s,vec3 c,float l){return vec4(vec3(textureLod(s,c,l)),1.0);}",
    ),
    (
        "shadow2DRectProj",
        "vec4 mgRen_shadow2DRectProj(sampler2DRectShadow s,vec4 c){return vec4(vec3(textureProj(s,c)),1.0);}",
    ),
    ("shadow1DArray", "vec4 mgRen_shadow1DArray(sampler1DArrayShadow s,vec3 c){return vec4(vec3(texture(s,c)),1.0);}"),
    ("shadow2DArray", "vec4 mgRen_shadow2DArray(sampler2DArrayShadow s,vec4 c){return vec4(vec3(texture(s,c)),1.0);}"),
    (
        "shadow1DArrayLod",
        "vec4 mgRen_shadow1DArrayLod(sampler1DArrayShadow s,vec3 c,float l){return vec4(vec3(textureLod(s,c,l)),1.0);}",
    ),
    (
        "shadow1DProjLod",
        "vec4 mgRen_shadow1DProjLod(sampler1DShadow s,vec4 c,float l){return vec4(vec3(textureProjLod(s,c,l)),1.0);}",
    ),
    (
        "shadow2DProjLod",
        "vec4 mgRen_shadow2DProjLod(sampler2DShadow s,vec4 c,float l){return vec4(vec3(textureProjLod(s,c,l)),1.0);}",
    ),
    (
        "shadow1DGradARB",
        "vec4 mgRen_shadow1DGradARB(sampler1DShadow s,vec3 c,float x,float y){return vec4(vec3(textureGrad(s,c,x,y)),1.0);}",
    ),
    (
        "shadow2DGradARB",
        "vec4 mgRen_shadow2DGradARB(sampler2DShadow s,vec3 c,vec2 x,vec2 y){return vec4(vec3(textureGrad(s,c,x,y)),1.0);}",
    ),
    (
        "shadow1DProjGradARB",
        "vec4 mgRen_shadow1DProjGradARB(sampler1DShadow s,vec4 c,float x,float y)\
         {return vec4(vec3(textureProjGrad(s,c,x,y)),1.0);}",
    ),
    (
        "shadow2DProjGradARB",
        "vec4 mgRen_shadow2DProjGradARB(sampler2DShadow s,vec4 c,vec2 x,vec2 y)\
         {return vec4(vec3(textureProjGrad(s,c,x,y)),1.0);}",
    ),
    (
        "shadow2DRectGradARB",
        "vec4 mgRen_shadow2DRectGradARB(sampler2DRectShadow s,vec3 c,vec2 x,vec2 y)\
         {return vec4(vec3(textureGrad(s,c,x,y)),1.0);}",
    ),
    (
        "shadow2DRectProjGradARB",
        "vec4 mgRen_shadow2DRectProjGradARB(sampler2DRectShadow s,vec4 c,vec2 x,vec2 y)\
         {return vec4(vec3(textureProjGrad(s,c,x,y)),1.0);}",
    ),
    ("shadow2DRect", "vec4 mgRen_shadow2DRect(sampler2DRectShadow s,vec3 c){return vec4(vec3(texture(s,c)),1.0);}"),
];

/// Functions that are 0 everywhere in drivers, which GLSL 4.60 8.14 allows, and that SPIR-V has not: name and type of the result.
const NOISE: &[(&str, &str)] = &[("noise1", "float"), ("noise2", "vec2"), ("noise3", "vec3"), ("noise4", "vec4")];

/// `gl_DepthRange` isn't in SPIR-V: it becomes a plain uniform, whose values the client fills in.
const DEPTH_RANGE: &str = "struct mgRen_gl_DepthRangeParameters{float near;float far;float diff;};\
    uniform mgRen_gl_DepthRangeParameters mgRen_gl_DepthRange;";

/// `gl_NumSamples` isn't in SPIR-V either.
const NUM_SAMPLES: &str = "uniform int mgRen_gl_NumSamples;";

/// Extensions that the compiler has not, but as part of a later version of the language, and that version.
const RAISING: &[(&str, u16)] = &[
    ("GL_ARB_arrays_of_arrays", 430),
    ("GL_ARB_fragment_layer_viewport", 430),
    ("GL_ARB_shader_atomic_counter_ops", 460),
    ("GL_ARB_shader_image_size", 430),
    // The compiler has these, but not all of them from the version on that drivers have them from.
    ("GL_ARB_compute_shader", 430),
    ("GL_ARB_shader_atomic_counters", 430),
    ("GL_ARB_shader_image_load_store", 430),
    ("GL_ARB_shader_storage_buffer_object", 430),
    ("GL_ARB_shader_texture_image_samples", 450),
];
/// The version since which texts can't have `gl_FragColor`.
const RAISED_TO: u16 = 430;

/// Takes the directives out that enable [`RAISING`] extensions, and answers the version that has them all, 0 when there
/// is none.
pub(crate) fn take_raising_extensions(source: &str) -> (Cow<'_, str>, u16) {
    if !RAISING.iter().any(|(name, _)| source.contains(name)) {
        return (source.into(), 0);
    }
    let mut out = String::with_capacity(source.len());
    let mut raised = 0;
    for token in lex::tokens(source) {
        let words = if token.kind == Kind::Directive { lex::directive_words(token.text) } else { Vec::new() };
        match words.as_slice() {
            ["extension", name, .., behaviour] if RAISING.iter().any(|(raising, _)| raising == name) => {
                let to = RAISING.iter().find(|(raising, _)| raising == name).map_or(0, |(_, to)| *to);
                if matches!(*behaviour, "require" | "enable" | "warn") {
                    raised = raised.max(to);
                }
                // Lines keep their numbers.
                out.extend(token.text.chars().filter(|c| *c == '\n'));
            }
            _ => out.push_str(token.text),
        }
    }
    (out.into(), raised)
}

/// The `#version` line of a source: number and profile, when there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Version {
    pub(crate) number: u16,
    pub(crate) profile: Option<String>,
}

/// Whether the version is one of OpenGL ES, whose numbers are no desktop version's.
pub(crate) fn is_es(version: u16) -> bool {
    matches!(version, 100 | 300)
}

/// Reads the `#version` line. 1.10 when there is none; `Err` with the offending words when it can't be read.
pub(crate) fn version(source: &str) -> Result<Version, String> {
    for token in lex::tokens(source) {
        match token.kind {
            Kind::Space => continue,
            Kind::Directive => {
                let words = lex::directive_words(token.text);
                if words.first() != Some(&"version") {
                    continue;
                }
                let number = words.get(1).and_then(|w| w.parse().ok());
                return match number {
                    Some(number) if words.len() <= 3 => {
                        Ok(Version { number, profile: words.get(2).map(|w| (*w).to_owned()) })
                    }
                    _ => Err(token.text.to_owned()),
                };
            }
            _ => break,
        }
    }
    Ok(Version { number: 110, profile: None })
}

/// Makes conditions on whether `__VERSION__` is defined hold, which the preprocessor has for a special word only.
pub(crate) fn define_version(source: &str) -> String {
    if !source.contains("__VERSION__") {
        return source.to_owned();
    }
    let mut out = String::with_capacity(source.len());
    for t in lex::tokens(source) {
        let words = if t.kind == Kind::Directive { lex::directive_words(t.text) } else { Vec::new() };
        match words.as_slice() {
            ["ifdef", "__VERSION__"] => out.push_str("#if 1"),
            ["ifndef", "__VERSION__"] => out.push_str("#if 0"),
            ["if" | "elif", ..] => {
                let inner = lex::tokens(&t.text[1..]);
                let mut rest = inner.as_slice();
                out.push('#');
                while let [first, tail @ ..] = rest {
                    rest = tail;
                    match (first.text == "defined").then(|| after_version(tail)).flatten() {
                        Some(behind) => {
                            out.push('1');
                            rest = behind;
                        }
                        None => out.push_str(first.text),
                    }
                }
            }
            _ => out.push_str(t.text),
        }
    }
    out
}

/// What follows `__VERSION__` or `(__VERSION__)`, when that is how the tokens begin.
fn after_version<'a, 'b>(tokens: &'b [Token<'a>]) -> Option<&'b [Token<'a>]> {
    let solid = |t: &'b [Token<'a>]| {
        let at = t.iter().position(|t| t.kind != Kind::Space)?;
        Some((t[at].text, &t[at + 1..]))
    };
    match solid(tokens)? {
        ("__VERSION__", rest) => Some(rest),
        ("(", rest) => match solid(rest)? {
            ("__VERSION__", rest) => solid(rest).filter(|(t, _)| *t == ")").map(|(_, rest)| rest),
            _ => None,
        },
        _ => None,
    }
}

/// Joins lines that end in a backslash, which drivers take in any version; later lines keep their numbers.
pub(crate) fn join_lines(source: &str) -> String {
    let mut out = String::with_capacity(source.len());
    let mut owed = 0;
    let mut rest = source;
    while let Some(at) = rest.find(['\\', '\n']) {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        rest = if let Some(t) = tail.strip_prefix("\\\n").or_else(|| tail.strip_prefix("\\\r\n")) {
            owed += 1;
            t
        } else {
            out.push_str(&tail[..1]);
            if tail.starts_with('\n') {
                out.extend(std::iter::repeat_n('\n', std::mem::take(&mut owed)));
            }
            &tail[1..]
        };
    }
    out.push_str(rest);
    out
}

/// The text to find the errors of its own version in: only what the compiler is stricter about than drivers is changed.
/// `None` when its answer couldn't be relied on: extensions of old versions that it doesn't know there, and a function it
/// has no operator for.
pub(crate) fn rewrite_for_check(preprocessed: &str, stage: Stage, version: u16) -> Option<String> {
    let list = lex::tokens(preprocessed);
    let unreliable = |t: &Token<'_>| match t.kind {
        // Of 1.40; the compiler has it from 1.50 on.
        Kind::Ident if version == 140 && t.text == "inverse" => true,
        Kind::Directive => extension(t).is_some(),
        // Drivers let 1.50 redeclare the block, the compiler only later versions; rectangles drivers have in any version.
        Kind::Ident => {
            matches!(t.text, "ftransform" | "gl_PerVertex" | "gl_NumSamples" | "sampler2DRect" | "sampler2DRectShadow")
        }
        _ => false,
    };
    if list.iter().any(unreliable) {
        return None;
    }
    if is_es(version) {
        return Some(preprocessed.to_owned());
    }
    let versioned = list.iter().any(|t| t.kind == Kind::Directive && is_version(t));
    if version >= 130 {
        let out = rewrite(preprocessed, stage, version, version);
        let profile = if version < 150 { "" } else { " core" };
        return Some(out.replacen(&format!("#version {version} core"), &format!("#version {version}{profile}"), 1));
    }
    Some(if versioned { preprocessed.to_owned() } else { format!("#version 110\n#line 0\n{preprocessed}") })
}

/// The extension that the line switches on.
fn extension<'a>(t: &Token<'a>) -> Option<&'a str> {
    match (t.kind, lex::directive_words(t.text).as_slice()) {
        (Kind::Directive, ["extension", name, .., "enable" | "require" | "warn"]) => Some(name),
        _ => None,
    }
}

/// Whether the text declares the array of input blocks of built-ins again with its size, which drivers allow from 1.50 on and
/// the compiler from 4.10 on.
pub(crate) fn redeclares_inputs(preprocessed: &str) -> bool {
    let list: Vec<_> = lex::tokens(preprocessed).into_iter().filter(|t| t.kind != Kind::Space).collect();
    list.windows(4).any(|w| [w[0].text, w[1].text, w[2].text] == ["}", "gl_in", "["] && w[3].kind == Kind::Number)
}

fn is_version(t: &Token<'_>) -> bool {
    lex::directive_words(t.text).first() == Some(&"version")
}

/// Rewrites preprocessed text of language version `from` to be parsed as version `to`.
pub(crate) fn rewrite(preprocessed: &str, stage: Stage, from: u16, to: u16) -> String {
    let list = lex::tokens(preprocessed);
    let negated = fold::comparisons(&list);
    let mut out = String::with_capacity(preprocessed.len() + 256);
    let mut versioned = false;
    let counter_ops = list.iter().any(|t| counter_operation(t.text).is_some());
    // Parentheses of `layout(`: its qualifiers are words of their own.
    let mut layout_depth = 0u32;
    let mut layout_next = false;
    let layouts = from >= 130 || list.iter().filter_map(extension).any(|e| LAYOUT_EXTENSIONS.contains(&e));
    // A `;` without a declaration before it is fine for drivers, but not for the compiler.
    let (mut braces, mut function_body, mut declared) = (0u32, false, false);
    // What later versions have no more.
    let gone = |name: &str| from != 300 && from < RAISED_TO && to >= RAISED_TO && name == "gl_FragColor";
    let mut inserted = insertion(&list, stage, from);
    if list.iter().any(|t| t.kind == Kind::Ident && gone(t.text)) {
        inserted.push_str("out vec4 mgRen_gl_FragColor;");
    }
    let mut behind = 0;
    let mut insert_at = list.iter().position(Token::is_code);
    if !list.iter().any(|t| t.kind == Kind::Directive && lex::directive_words(t.text).first() == Some(&"version")) {
        // The first line of the text keeps its number.
        out.push_str(&format!("#version {to} core\n#line 1\n"));
        versioned = true;
    }
    for (i, token) in list.iter().enumerate() {
        if insert_at == Some(i) {
            out.push_str(&inserted);
            insert_at = None;
        }
        if i < behind {
            continue;
        }
        match token.kind {
            Kind::Directive if !versioned && lex::directive_words(token.text).first() == Some(&"version") => {
                out.push_str(&format!("#version {to} core"));
                versioned = true;
            }
            // What extensions of ES add is in the raised version, which doesn't know them.
            Kind::Directive if is_es(from) && lex::directive_words(token.text).first() == Some(&"extension") => {}
            // Before 3.30 the directive numbers its own line, since then (and in ES) the next one.
            Kind::Directive
                if from < 330
                    && !is_es(from)
                    && to >= 330
                    && lex::directive_words(token.text).first() == Some(&"line") =>
            {
                let words = lex::directive_words(token.text);
                match words.get(1).and_then(|w| w.parse::<u32>().ok()) {
                    Some(line) => {
                        let rest: String = words[2..].iter().map(|w| format!(" {w}")).collect();
                        out.push_str(&format!("#line {}{rest}", line + 1));
                    }
                    None => out.push_str(token.text),
                }
            }
            Kind::Ident => {
                declared = true;
                behind = i + compat::replace(&list, i, stage, from, &mut out);
                if behind > i {
                    continue;
                }
                let called = next_solid(&list, i) == Some("(");
                let member = previous_solid(&list, i) == Some(".");
                let in_layout = layout_depth > 0;
                if token.text == "layout" && called && layouts {
                    layout_next = true;
                    out.push_str(token.text);
                } else if in_layout && matches!(token.text, "packed" | "shared") {
                    // Both leave the layout to the implementation (GL 4.6 core 7.6.2.2): ours is std140.
                    out.push_str("std140");
                } else if counter_ops && called && !member && counter_operation(token.text).is_some() {
                    out.push_str(counter_operation(token.text).unwrap_or(token.text));
                } else if from < 420 && called && !member && function(token.text).is_some() {
                    out.push_str(function(token.text).unwrap_or(token.text));
                } else if renamed(token.text, from, called && !member) || gone(token.text) {
                    out.push_str(RENAMED);
                    out.push_str(token.text);
                } else {
                    out.push_str(token.text);
                }
            }
            Kind::Punct => {
                match token.text {
                    "(" if negated.contains(&i) => out.push_str("!!"),
                    "(" if layout_next || layout_depth > 0 => {
                        layout_depth += 1;
                        layout_next = false;
                    }
                    ")" if layout_depth > 0 => layout_depth -= 1,
                    "{" => {
                        function_body |= braces == 0 && previous_solid(&list, i) == Some(")");
                        braces += 1;
                    }
                    "}" => braces = braces.saturating_sub(1),
                    ";" if braces == 0 && !declared => continue,
                    _ => {}
                }
                declared =
                    !(braces == 0 && (token.text == ";" || token.text == "}" && std::mem::take(&mut function_body)));
                out.push_str(token.text);
            }
            Kind::Number => out.push_str(&single(token.text)),
            _ => out.push_str(token.text),
        }
    }
    out
}

/// The literal as its value in single precision. The compiler folds constants in double precision from the digits written,
/// which makes `1.0 / 2.2` the neighbour of what drivers make from `float(2.2)`. Rounding the quotient, sum or product of
/// two singles from double to single is exact; only longer chains of constants keep their rounding in between.
fn single(number: &str) -> Cow<'_, str> {
    let digits = number.strip_suffix(['f', 'F']).unwrap_or(number);
    if !digits.contains(['.', 'e', 'E']) || digits.starts_with("0x") || digits.starts_with("0X") {
        return number.into();
    }
    match (digits.parse::<f64>(), digits.parse::<f32>()) {
        (Ok(double), Ok(single)) if f64::from(single) != double && single.is_finite() => {
            format!("{:?}", f64::from(single)).into()
        }
        _ => number.into(),
    }
}

/// Whether the identifier gets the prefix.
fn renamed(name: &str, from: u16, called: bool) -> bool {
    let shadow = from < 420 && called && SHADOWS.iter().any(|(n, _)| *n == name);
    shadow || matches!(name, "gl_DepthRange" | "gl_NumSamples") || (from < 130 && WORDS_SINCE_130.contains(&name))
}

/// What a function of `GL_ARB_shader_atomic_counter_ops` is called in GLSL 4.60.
fn counter_operation(name: &str) -> Option<&str> {
    name.strip_suffix("ARB").filter(|rest| rest.starts_with("atomicCounter"))
}

fn function(name: &str) -> Option<&'static str> {
    FUNCTIONS.iter().find(|(old, _)| *old == name).map(|(_, new)| *new)
}

/// Declarations that the text needs before its first own token.
fn insertion(list: &[Token<'_>], stage: Stage, from: u16) -> String {
    let has = |name: &str| list.iter().any(|t| t.kind == Kind::Ident && t.text == name);
    let mut out: String = SHADOWS.iter().filter(|(n, _)| has(n)).map(|(_, text)| *text).collect();
    // A shader may have a function of its own by that name.
    let defines = |name: &str| {
        let solid: Vec<_> = list.iter().filter(|t| t.kind != Kind::Space).collect();
        solid.windows(2).any(|pair| pair[0].kind == Kind::Ident && pair[1].text == name && pair[0].text != "return")
    };
    for (name, result) in NOISE.iter().filter(|(name, _)| has(name) && !defines(name)) {
        for argument in ["float", "vec2", "vec3", "vec4"] {
            out.push_str(&format!("{result} {name}({argument} x){{return {result}(0.0);}}"));
        }
    }
    if has("gl_DepthRange") {
        out.push_str(DEPTH_RANGE);
    }
    if has("gl_NumSamples") {
        out.push_str(NUM_SAMPLES);
    }
    out.push_str(&compat::declarations(list, stage, from));
    out
}

fn next_solid<'a>(list: &[Token<'a>], i: usize) -> Option<&'a str> {
    list[i + 1..].iter().find(|t| t.kind != Kind::Space).map(|t| t.text)
}

fn previous_solid<'a>(list: &[Token<'a>], i: usize) -> Option<&'a str> {
    list[..i].iter().rev().find(|t| t.kind != Kind::Space).map(|t| t.text)
}

/// Takes the rename prefix out of a name or a log.
pub(crate) fn restore(text: &str) -> String {
    text.replace(RENAMED, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_with_comments_before_them() {
        let v = version("// a\n/* b\n */ #version 150 core // c\n").unwrap();
        assert_eq!(v, Version { number: 150, profile: Some("core".into()) });
        assert_eq!(version("void main(){}").unwrap().number, 110);
        assert!(version("#version abc").is_err());
    }

    #[test]
    fn semicolons_without_a_declaration_go() {
        let out = rewrite(
            "#version 330\n;;struct S { int a; };; uniform S s;; void main(){ ; };;\n;",
            Stage::Fragment,
            330,
            330,
        );
        assert_eq!(out, "#version 330 core\nstruct S { int a; }; uniform S s; void main(){ ; }\n");
    }

    #[test]
    fn the_version_counts_as_defined() {
        let text = "#version 130\n#if !defined __VERSION__ || defined ( __VERSION__ ) && __VERSION__ >= 130\n#ifdef __VERSION__\n";
        let out = "#version 130\n#if !1 || 1 && __VERSION__ >= 130\n#if 1\n";
        assert_eq!(define_version(text), out);
    }

    #[test]
    fn extensions_that_raise_the_version_go_and_lines_stay() {
        let text = "#version 150\n#extension GL_ARB_arrays_of_arrays : enable\nvoid main(){}\n";
        assert_eq!(take_raising_extensions(text), ("#version 150\n\nvoid main(){}\n".into(), 430));
        let text = "#extension GL_ARB_fragment_layer_viewport: disable\nint a;";
        assert_eq!(take_raising_extensions(text), ("\nint a;".into(), 0));
        assert_eq!(take_raising_extensions("#extension GL_ARB_gpu_shader5 : enable\n").1, 0);
    }

    #[test]
    fn joined_lines_are_made_up_for_behind_them() {
        assert_eq!(join_lines("a \\\nb \\\r\nc\nd\\e"), "a b c\n\n\nd\\e");
    }

    #[test]
    fn lines_keep_their_numbers() {
        let source = "#version 120\n\nuniform sampler2D texture;\nvoid main() {\n gl_FragColor = texture2D(texture, a.flat);\n}\n";
        let out = rewrite(source, Stage::Fragment, 120, 330);
        assert_eq!(out.lines().count(), source.lines().count());
        assert!(out.starts_with("#version 330 core\n\nuniform sampler2D mgRen_texture;"), "{out}");
        assert!(out.contains("texture(mgRen_texture, a.mgRen_flat)"), "{out}");
        assert_eq!(restore("'mgRen_texture' : undeclared"), "'texture' : undeclared");
    }

    #[test]
    fn literals_have_single_precision() {
        let one = |number| single(number).parse::<f64>().unwrap();
        assert_eq!(one("2.2"), f64::from(2.2f32));
        assert_eq!(one(".1F"), f64::from(0.1f32));
        assert_eq!(one("1e-7"), f64::from(1e-7f32));
        assert_eq!(one("3.e-42"), f64::from(3e-42f32));
        for kept in ["1", "7u", "0x1e5", "0X1F", "0.5", "2.f", "1e39", "1.5lf", "1.2.3"] {
            assert_eq!(single(kept), kept);
        }
    }

    #[test]
    fn layouts_left_to_the_implementation_become_std140_and_nothing_else_does() {
        let out = rewrite(
            "#version 430\nlayout(shared, row_major) uniform B { float packed; }; shared float x;",
            Stage::Fragment,
            430,
            430,
        );
        assert!(out.contains("layout(std140, row_major) uniform B { float packed; }; shared float x;"), "{out}");
    }
}
