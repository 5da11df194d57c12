//! `glCompileShader`: bounds, preprocessing, rewriting and a parse for its errors. The text that was parsed is kept for
//! linking; the compiler's own tree is not, because linking changes it and a shader may be linked many times.

use crate::bounds;
use crate::checks;
use crate::ffi::{self, Limits};
use crate::fold;
use crate::lex::{self, Kind};
use crate::macros;
use crate::rewrite;
use pipe_types::archive::Stage;
use std::collections::HashSet;
use std::sync::Arc;
use thiserror::Error;

/// First desktop version with every function of GLSL ES 3.00.
const ES_300_AS: u16 = 420;

/// Largest source text in bytes.
pub const MAX_SOURCE: usize = 1 << 20;
/// Stack of the thread that runs the compiler; what the bounds above allow fits.
const STACK: usize = 256 << 20;

/// What a context's version and limits mean to its shaders.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CompileOptions {
    /// The newest GLSL version the context takes, e.g. 330. Sources that ask for more are refused as the driver would.
    pub max_version: u16,
    /// `gl_MaxDrawBuffers`.
    pub max_draw_buffers: u32,
    /// `gl_MaxVertexAttribs`.
    pub max_vertex_attribs: u32,
    /// `gl_MaxCombinedTextureImageUnits`.
    pub max_texture_units: u32,
}

impl Default for CompileOptions {
    fn default() -> Self {
        CompileOptions { max_version: 330, max_draw_buffers: 8, max_vertex_attribs: 16, max_texture_units: 96 }
    }
}

impl CompileOptions {
    pub(crate) fn limits(&self) -> Limits {
        Limits::new(self.max_draw_buffers, self.max_vertex_attribs, self.max_texture_units)
    }
}

/// A shader that did not compile; `log` is the info log the application reads.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("{log}")]
pub struct CompileError {
    /// The info log, with the application's own line numbers.
    pub log: String,
}

/// A shader that compiled. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Shader {
    /// Its stage.
    pub stage: Stage,
    /// The version its source asked for.
    pub version: u16,
    /// The info log: empty, or warnings.
    pub log: String,
    pub(crate) text: Arc<str>,
    /// The module of a shader that came as SPIR-V; it has no text.
    pub(crate) spirv: Option<Arc<[u32]>>,
    pub(crate) options: CompileOptions,
    /// `(struct or block, member)` pairs declared boolean: SPIR-V keeps booleans of blocks as unsigned integers.
    pub(crate) booleans: Arc<HashSet<(String, String)>>,
    /// Blocks and uniforms that are declared with a binding: the compiler gives 0 to the others.
    pub(crate) bound_names: Arc<HashSet<String>>,
}

/// GLSL versions of desktop GL, oldest first.
const VERSIONS: [u16; 12] = [110, 120, 130, 140, 150, 330, 400, 410, 420, 430, 440, 450];

/// Compiles the concatenated strings of `glShaderSource`.
///
/// # Errors
/// [`CompileError`] with the info log: errors of the language, a version or profile the context doesn't have, sources
/// over [`MAX_SOURCE`] bytes, of too many statements or nested too deeply, and what this implementation has not (subroutines).
pub fn compile(stage: Stage, source: &str, options: &CompileOptions) -> Result<Shader, CompileError> {
    let fail = |log: String| CompileError { log };
    if source.len() > MAX_SOURCE {
        return Err(fail(format!(
            "ERROR: 0:1: source of {} bytes is larger than the {MAX_SOURCE} bytes that are supported\n",
            source.len()
        )));
    }
    let version =
        rewrite::version(source).map_err(|l| fail(format!("ERROR: 0:1: '{l}' : bad #version directive\n")))?;
    check_version(&version, options).map_err(fail)?;
    bounds::check(source).map_err(fail)?;
    macros::check(&rewrite::join_lines(source)).map_err(fail)?;
    let (source, raised) = rewrite::take_raising_extensions(source);
    let parse_as = match version.number {
        300 => ES_300_AS,
        number => number.max(ffi::SPIRV_FLOOR).max(raised),
    };
    let (text, log) = on_big_stack(|| -> Result<(String, String), String> {
        let limits = options.limits();
        let code = ffi::c_text(rewrite::define_version(&rewrite::join_lines(&source)))?;
        // The compiler knows the later stages of later versions only; drivers ask for none.
        let early = match stage {
            Stage::Vertex | Stage::Fragment => false,
            Stage::Geometry => version.number < 150,
            Stage::TessControl | Stage::TessEvaluation => version.number < 150,
            Stage::Compute => version.number < 430,
        };
        // The text that the preprocessor makes is the same for every stage.
        let read_as = if early { Stage::Fragment } else { stage };
        let preprocessed = ffi::preprocess(read_as, &code, &limits)?;
        if preprocessed.len() > 4 * MAX_SOURCE {
            return Err(format!(
                "ERROR: 0:1: source of {} bytes after macro expansion is larger than the {} bytes that are supported\n",
                preprocessed.len(),
                4 * MAX_SOURCE
            ));
        }
        bounds::check(&preprocessed)?;
        checks::check(&preprocessed, stage, version.number)?;
        if version.number < ffi::SPIRV_FLOOR && raised == 0 && !early {
            // What the language of that time has not is an error, although the raised version has it.
            if let Some(text) = rewrite::rewrite_for_check(&preprocessed, stage, version.number) {
                with_folded(&text, |text| ffi::check(stage, &ffi::c_text(text.to_owned())?, &limits))?;
            }
        }
        let parse_as = if rewrite::redeclares_inputs(&preprocessed) { parse_as.max(410) } else { parse_as };
        let text = rewrite::rewrite(&preprocessed, stage, version.number, parse_as);
        check_supported(&text)?;
        with_folded(&text, |text| {
            let (_unit, log) = ffi::parse(stage, &ffi::c_text(text.to_owned())?, &limits)?;
            Ok((text.to_owned(), log))
        })
    })
    .map_err(|log| fail(rewrite::restore(&log)))?;
    let booleans = Arc::new(booleans(&text));
    let bound_names = Arc::new(bound_names(&text));
    Ok(Shader {
        stage,
        version: version.number,
        log: rewrite::restore(log.trim_start()),
        text: text.into(),
        spirv: None,
        options: options.clone(),
        booleans,
        bound_names,
    })
}

/// Parses the text, or, when it has errors, the text with those constants evaluated that the compiler has no values for.
fn with_folded<T>(text: &str, parse: impl Fn(&str) -> Result<T, String>) -> Result<T, String> {
    parse(text).or_else(|log| match fold::matrices(text) {
        Some(folded) => parse(&folded).map_err(|_| log),
        None => Err(log),
    })
}

fn check_version(version: &rewrite::Version, options: &CompileOptions) -> Result<(), String> {
    let dotted = |v: u16| format!("{}.{:02}", v / 100, v % 100);
    match version.profile.as_deref() {
        // Of GL_ARB_ES2_compatibility and GL_ARB_ES3_compatibility.
        None if version.number == 100 => return Ok(()),
        Some("es") if version.number == 300 => return Ok(()),
        None | Some("core") => {}
        Some("es") => {
            return Err(format!(
                "ERROR: 0:1: '#version' : GLSL {} of the es profile is not supported by this context\n",
                dotted(version.number)
            ));
        }
        Some("compatibility") => {
            return Err("ERROR: 0:1: '#version' : the compatibility profile is not supported by this context\n".into());
        }
        Some(other) => return Err(format!("ERROR: 0:1: '#version' : unknown profile '{other}'\n")),
    }
    if version.profile.is_some() && version.number < 150 {
        return Err(format!("ERROR: 0:1: '#version' : GLSL {} has no profiles\n", dotted(version.number)));
    }
    let known = VERSIONS.contains(&version.number) || version.number == 460;
    if !known || version.number > options.max_version {
        let supported: Vec<_> =
            VERSIONS.iter().chain(&[460]).filter(|v| **v <= options.max_version).map(|v| dotted(*v)).collect();
        return Err(format!(
            "ERROR: 0:1: '#version' : GLSL {} is not supported. Supported versions are: {}, 1.00 ES, 3.00 ES\n",
            dotted(version.number),
            supported.join(", ")
        ));
    }
    Ok(())
}

/// Names in one sentence what would otherwise fail later or less clearly.
fn check_supported(text: &str) -> Result<(), String> {
    let mut line = 1usize;
    for token in lex::tokens(text) {
        if token.kind == Kind::Ident {
            let why = match token.text {
                "subroutine" => Some("subroutines are not supported"),
                _ => None,
            };
            if let Some(why) = why {
                return Err(format!("ERROR: 0:{line}: '{}' : {why}\n", token.text));
            }
        }
        line += token.text.bytes().filter(|b| *b == b'\n').count();
    }
    Ok(())
}

/// Pairs of struct (or block) name and member name that the text declares as `bool` or `bvec`.
fn booleans(text: &str) -> HashSet<(String, String)> {
    let list = lex::code(text);
    let mut out = HashSet::new();
    let mut i = 0;
    while i + 1 < list.len() {
        // `struct Name {` and `uniform Name {` alike; a function's body has `)` before its brace.
        let opens = list[i].kind == Kind::Ident && list[i + 1].text == "{";
        if !opens {
            i += 1;
            continue;
        }
        let name = list[i].text;
        i += 2;
        let (mut boolean, mut brackets, mut declarator) = (false, 0, None);
        while i < list.len() && list[i].text != "}" {
            let t = list[i];
            match t.text {
                "[" => brackets += 1,
                "]" => brackets -= 1,
                "bool" | "bvec2" | "bvec3" | "bvec4" => boolean = true,
                "," | ";" => {
                    if let (true, Some(member)) = (boolean, declarator.take()) {
                        out.insert((rewrite::restore(name), rewrite::restore(member)));
                    }
                    boolean &= t.text == ",";
                }
                "{" => break,
                _ if t.kind == Kind::Ident && brackets == 0 => declarator = Some(t.text),
                _ => {}
            }
            i += 1;
        }
    }
    out
}

/// Names of blocks and uniforms that the text declares with `layout(binding = ...)`.
fn bound_names(text: &str) -> HashSet<String> {
    let mut out = HashSet::new();
    let (mut bound, mut brackets, mut before) = (false, 0, ["", ""]);
    for token in lex::code(text) {
        match token.text {
            "(" => brackets += 1,
            ")" => brackets -= 1,
            "binding" => bound |= brackets > 0,
            "{" if bound && matches!(before[0], "uniform" | "buffer") => _ = out.insert(rewrite::restore(before[1])),
            ";" | "," | "[" | "=" if bound && brackets == 0 => _ = out.insert(rewrite::restore(before[1])),
            _ => {}
        }
        match token.text {
            ";" | "}" => bound = false,
            _ => {}
        }
        before = [before[1], token.text];
    }
    out
}

/// Runs `f` on a thread with enough stack for the compiler's recursion.
pub(crate) fn on_big_stack<T: Send>(f: impl FnOnce() -> Result<T, String> + Send) -> Result<T, String> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("glsl".into()).stack_size(STACK).spawn_scoped(scope, f);
        match thread {
            Ok(handle) => {
                handle.join().unwrap_or_else(|_| Err("ERROR: internal error in the shader compiler\n".into()))
            }
            Err(e) => Err(format!("ERROR: no thread for the shader compiler: {e}\n")),
        }
    })
}
