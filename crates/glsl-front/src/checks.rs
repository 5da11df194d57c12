//! Errors of the language that the compiler doesn't find and drivers do. A text that has none of these errors goes on to the
//! compiler, which finds the others.

use crate::lex::{self, Kind, Token};
use crate::rewrite;
use pipe_types::archive::Stage;
use std::collections::{HashMap, HashSet};

type Check = Result<(), String>;

fn error<T>(line: usize, name: &str, why: &str) -> Result<T, String> {
    Err(format!("ERROR: 0:{line}: '{name}' : {why}\n"))
}

/// The tokens that mean something, and the line of each in the preprocessed text.
struct Text<'a> {
    list: Vec<Token<'a>>,
    lines: Vec<usize>,
}

impl<'a> Text<'a> {
    fn new(text: &'a str) -> Text<'a> {
        let (mut list, mut lines, mut line) = (Vec::new(), Vec::new(), 1);
        for token in lex::tokens(text) {
            if token.kind == Kind::Directive {
                if let ["line", number, ..] = lex::directive_words(token.text).as_slice() {
                    // The line's own end counts, too.
                    line = number.parse::<usize>().map_or(line, |n| n.saturating_sub(1));
                }
            } else if token.is_code() {
                list.push(token);
                lines.push(line);
            }
            line += token.text.bytes().filter(|b| *b == b'\n').count();
        }
        Text { list, lines }
    }

    /// The texts of the tokens from `i`.
    fn from(&self, i: usize) -> impl Iterator<Item = &'a str> + '_ {
        self.list[i..].iter().map(|t| t.text)
    }

    fn is(&self, i: usize, texts: &[&str]) -> bool {
        i + texts.len() <= self.list.len() && self.from(i).zip(texts).all(|(a, b)| a == *b)
    }
}

/// Finds errors in preprocessed text of a stage and language version.
pub(crate) fn check(preprocessed: &str, stage: Stage, version: u16) -> Check {
    let text = Text::new(preprocessed);
    check_block_names(&text.list)?;
    if stage == Stage::Fragment {
        check_flat_blocks(&text.list)?;
    }
    if rewrite::is_es(version) || version < 140 {
        return Ok(());
    }
    check_names(&text)?;
    check_layouts(&text, stage, version)?;
    check_blocks(&text)?;
    if stage == Stage::Geometry { check_input_sizes(&text) } else { Ok(()) }
}

/// Constants that went with the fixed-function pipeline.
fn check_names(text: &Text<'_>) -> Check {
    const GONE: [&str; 4] = ["gl_MaxLights", "gl_MaxClipPlanes", "gl_MaxTextureUnits", "gl_MaxTextureCoords"];
    match text.list.iter().position(|t| GONE.contains(&t.text)) {
        Some(i) => error(text.lines[i], text.list[i].text, "undeclared identifier"),
        None => Ok(()),
    }
}

const PRIMITIVES: [(&str, usize); 5] =
    [("points", 1), ("lines", 2), ("lines_adjacency", 4), ("triangles", 3), ("triangles_adjacency", 6)];

/// Layouts are for declarations at global scope and in blocks, and a geometry shader has one input primitive (GLSL 4.60 4.4).
fn check_layouts(text: &Text<'_>, stage: Stage, version: u16) -> Check {
    let mut parentheses = 0usize;
    let mut i = 0;
    while i < text.list.len() {
        match text.list[i].text {
            "layout" if parentheses > 0 && text.is(i + 1, &["("]) => {
                return error(text.lines[i], "layout", "layout qualifiers can only be used on globals");
            }
            "layout" if stage == Stage::Geometry && text.is(i + 1, &["("]) => {
                let words: Vec<&str> = text.from(i + 2).take_while(|t| *t != ")").collect();
                let input = text.is(i + 3 + words.len(), &["in", ";"]);
                let found: Vec<&&str> = words.iter().filter(|w| PRIMITIVES.iter().any(|(p, _)| p == *w)).collect();
                // Since 4.20 a word may come again.
                let several = if version < 420 { found.len() > 1 } else { found.windows(2).any(|w| w[0] != w[1]) };
                if input && several {
                    return error(text.lines[i], found[1], "only one input primitive type may be said in a layout");
                }
                i += 2 + words.len();
            }
            "(" => parentheses += 1,
            ")" => parentheses = parentheses.saturating_sub(1),
            _ => {}
        }
        i += 1;
    }
    Ok(())
}

/// Members of blocks are no `varying` or `attribute`, and an array of uniform blocks has a size (GLSL 1.50 4.3.7).
fn check_blocks(text: &Text<'_>) -> Check {
    for i in 0..text.list.len() {
        let opens = matches!(text.list[i].text, "in" | "out" | "uniform" | "buffer")
            && i + 2 < text.list.len()
            && text.list[i + 1].kind == Kind::Ident
            && text.list[i + 2].text == "{";
        if !opens {
            continue;
        }
        let members = text.from(i + 3).take_while(|t| *t != "}").count();
        if let Some(n) = text.from(i + 3).take(members).position(|t| matches!(t, "varying" | "attribute")) {
            let at = i + 3 + n;
            return error(text.lines[at], text.list[at].text, "not allowed in an interface block");
        }
        let behind = i + 3 + members + 1;
        if matches!(text.list[i].text, "uniform" | "buffer")
            && text.list.get(behind).is_some_and(|t| t.kind == Kind::Ident)
            && text.is(behind + 1, &["[", "]"])
        {
            return error(text.lines[behind], text.list[behind].text, "array of blocks without a size");
        }
    }
    Ok(())
}

/// Inputs of a geometry shader have as many elements as the input primitive has vertices, also where they are indexed before it
/// is said (GLSL 4.60 4.4.1.2).
fn check_input_sizes(text: &Text<'_>) -> Check {
    let mut inputs: HashMap<&str, Option<usize>> = HashMap::new();
    let mut size: Option<usize> = None;
    let (mut braces, mut parentheses) = (0usize, 0usize);
    let mut largest: HashMap<&str, (usize, usize)> = HashMap::new();
    let mut previous = "";
    for i in 0..text.list.len() {
        let token = text.list[i];
        match token.text {
            "{" => braces += 1,
            "}" => braces = braces.saturating_sub(1),
            "(" => parentheses += 1,
            ")" => parentheses = parentheses.saturating_sub(1),
            "layout" if braces == 0 => {
                let words: Vec<&str> = text.from(i + 2).take_while(|t| *t != ")").collect();
                let vertices = words.iter().find_map(|w| PRIMITIVES.iter().find(|(p, _)| p == w));
                if let (Some((_, n)), true) = (vertices, text.is(i + 3 + words.len(), &["in", ";"])) {
                    let (n, unit) = (*n, largest.iter().find(|(_, (index, _))| index >= n));
                    if let Some((name, (_, line))) = unit {
                        return error(*line, name, "index past the vertices of the input primitive");
                    }
                    same_size(&mut size, n, text.lines[i], "layout")?;
                }
            }
            "in" if braces == 0 && parentheses == 0 => {
                // `in TYPE NAME [ SIZE ]` and `in BLOCK { ... } NAME [ SIZE ]`.
                let mut at = i + 2;
                if text.is(at, &["{"]) {
                    at += text.from(at).take_while(|t| *t != "}").count() + 1;
                }
                let Some(name) = text.list.get(at).filter(|t| t.kind == Kind::Ident) else { continue };
                if !text.is(at + 1, &["["]) {
                    continue;
                }
                let count = text.list.get(at + 2).and_then(|t| t.text.parse::<usize>().ok());
                inputs.insert(name.text, count);
                if let (Some(n), true) = (count, text.is(at + 3, &["]", ";"])) {
                    same_size(&mut size, n, text.lines[at], name.text)?;
                }
            }
            name if braces > 0 && inputs.contains_key(name) && previous != "." && text.is(i + 1, &["["]) => {
                let index = text.list.get(i + 2).and_then(|t| t.text.parse::<usize>().ok());
                if let (Some(index), true) = (index, text.is(i + 3, &["]"])) {
                    let entry = largest.entry(name).or_insert((index, text.lines[i]));
                    if index > entry.0 {
                        *entry = (index, text.lines[i]);
                    }
                }
            }
            _ => {}
        }
        previous = token.text;
    }
    Ok(())
}

fn same_size(size: &mut Option<usize>, n: usize, line: usize, name: &str) -> Check {
    match size.replace(n) {
        Some(before) if before != n => error(line, name, "size differs from that of other inputs"),
        _ => Ok(()),
    }
}

/// Refuses a block named like a function (GLSL 4.60 4.3.9), on which the compiler would trip.
fn check_block_names(list: &[Token<'_>]) -> Check {
    let (mut depth, mut functions, mut blocks) = (0usize, HashSet::new(), HashSet::new());
    for three in list.windows(3) {
        match three[0].text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 0 || three[1].kind != Kind::Ident || three[0].kind != Kind::Ident {
            continue;
        }
        match (three[0].text, three[2].text) {
            ("in" | "out" | "uniform" | "buffer", "{") => blocks.insert(three[1].text),
            (_, "(") => functions.insert(three[1].text),
            _ => continue,
        };
    }
    match blocks.intersection(&functions).next() {
        Some(name) => Err(format!("ERROR: 0:1: '{name}' : block name is also the name of a function\n")),
        None => Ok(()),
    }
}

/// Whether the name is a type of integers or doubles.
fn is_whole_or_double(name: &str) -> bool {
    let base = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'x');
    matches!(name, "int" | "uint" | "double") || (base != name && matches!(base, "ivec" | "uvec" | "dvec" | "dmat"))
}

/// Refuses members of input blocks of a fragment shader that are integers or doubles, in structures and arrays too, and not flat
/// (GLSL 4.60 4.3.4): the compiler looks at variables only.
fn check_flat_blocks(list: &[Token<'_>]) -> Check {
    let mut structures: HashSet<&str> = HashSet::new();
    let mut i = 0;
    while i + 2 < list.len() {
        let (structure, input) = (list[i].text == "struct", list[i].text == "in");
        if !(structure || input) || list[i + 1].kind != Kind::Ident || list[i + 2].text != "{" {
            i += 1;
            continue;
        }
        let name = list[i + 1].text;
        let flat_block = i > 0 && list[i - 1].text == "flat";
        let end = list[i + 3..].iter().position(|t| t.text == "}").map_or(list.len(), |n| i + 3 + n);
        for member in list[i + 3..end].split(|t| t.text == ";") {
            let bad = member.iter().any(|t| is_whole_or_double(t.text) || structures.contains(t.text));
            let flat = flat_block || member.iter().any(|t| t.text == "flat");
            if structure && bad {
                structures.insert(name);
            } else if input && bad && !flat {
                return Err(format!(
                    "ERROR: 0:1: '{name}' : members that are integers or doubles must be qualified as flat\n"
                ));
            }
        }
        i = end;
    }
    Ok(())
}
