//! How large a source grows when its macros are replaced. The preprocessor itself has no bound: forty macros of two words, each
//! made of the one before, are more text than any machine has memory.

use crate::lex::{self, Kind, Token};
use std::collections::HashMap;

/// Most tokens after expansion.
const MAX_TOKENS: u64 = 1 << 20;
/// Deepest nesting of macros in macros and arguments.
const MAX_DEPTH: usize = 256;

/// A definition: parameters, if it has a list of them, and its tokens.
struct Macro<'a> {
    parameters: Option<Vec<&'a str>>,
    body: Vec<Token<'a>>,
}

struct TooLarge;

/// Counts tokens. Conditions are not evaluated: a name has all the definitions that come before its use, the largest counts.
#[derive(Default)]
struct Counter<'a> {
    macros: HashMap<&'a str, Vec<Macro<'a>>>,
    /// Sizes of macros without parameters, while there is no further definition.
    known: HashMap<&'a str, u64>,
    active: Vec<&'a str>,
    steps: u64,
}

/// Refuses a source that is too large when its macros are replaced.
pub(crate) fn check(source: &str) -> Result<(), String> {
    let mut counter = Counter::default();
    let (mut total, mut line, mut run) = (0u64, 1, Vec::new());
    let too_large = |line: usize| {
        Err(format!("ERROR: 0:{line}: more than {MAX_TOKENS} tokens after macro expansion are not supported\n"))
    };
    for token in lex::tokens(source) {
        let directive = token.kind == Kind::Directive;
        if directive {
            match counter.size(&std::mem::take(&mut run), &[]) {
                Ok(size) => total = total.saturating_add(size),
                Err(TooLarge) => return too_large(line),
            }
            let body = lex::code(token.text.trim_start_matches('#'));
            match body.first().map(|t| t.text) {
                Some("define") => counter.define(token.text, &body[1..]),
                Some("if" | "elif") => run = body,
                _ => {}
            }
        } else if token.kind != Kind::Space {
            run.push(token);
        }
        if total > MAX_TOKENS {
            return too_large(line);
        }
        line += token.text.bytes().filter(|b| *b == b'\n').count();
    }
    match counter.size(&run, &[]) {
        Ok(size) if total.saturating_add(size) <= MAX_TOKENS => Ok(()),
        _ => too_large(line),
    }
}

impl<'a> Counter<'a> {
    fn define(&mut self, line: &str, rest: &[Token<'a>]) {
        let Some(name) = rest.first().filter(|t| t.kind == Kind::Ident) else { return };
        // Parameters follow without a space.
        let after = line.find(name.text).map_or("", |at| &line[at + name.text.len()..]);
        let (parameters, body) = match rest.get(1) {
            Some(open) if open.text == "(" && after.starts_with('(') => {
                let end = rest.iter().position(|t| t.text == ")").unwrap_or(rest.len() - 1);
                let list = rest[2..end.max(2)].iter().filter(|t| t.kind == Kind::Ident).map(|t| t.text);
                (Some(list.collect()), &rest[end + 1..])
            }
            _ => (None, &rest[1..]),
        };
        self.known.clear();
        self.macros.entry(name.text).or_default().push(Macro { parameters, body: body.to_vec() });
    }

    /// Tokens that a list of tokens becomes; `values` are the sizes of a macro's parameters.
    fn size(&mut self, list: &[Token<'a>], values: &[(&'a str, u64)]) -> Result<u64, TooLarge> {
        let (mut total, mut i) = (0u64, 0);
        while i < list.len() {
            let token = list[i];
            i += 1;
            self.steps += 1;
            if self.steps > MAX_TOKENS || total > MAX_TOKENS {
                return Err(TooLarge);
            }
            let mut size = 1;
            if let Some((_, value)) = values.iter().find(|(name, _)| *name == token.text) {
                size = *value;
            } else if self.macros.contains_key(token.text) && !self.active.contains(&token.text) {
                let (arguments, end) = arguments(list, i);
                let mut sizes = Vec::with_capacity(arguments.len());
                for argument in &arguments {
                    sizes.push(self.size(argument, values)?);
                }
                let expanded = self.expand(token.text, &sizes)?;
                // The parentheses belong to the macro, if it has parameters; counted either way.
                size = expanded.saturating_add(sizes.iter().fold(0, |sum: u64, n| sum.saturating_add(*n)));
                i = end;
            }
            total = total.saturating_add(size);
        }
        if total > MAX_TOKENS { Err(TooLarge) } else { Ok(total) }
    }

    fn expand(&mut self, name: &'a str, sizes: &[u64]) -> Result<u64, TooLarge> {
        if let Some(size) = self.known.get(name) {
            return Ok(*size);
        }
        if self.active.len() >= MAX_DEPTH {
            return Err(TooLarge);
        }
        let definitions = self.macros.remove(name).unwrap_or_default();
        self.active.push(name);
        let mut largest = Ok(1);
        for m in &definitions {
            let parameters = m.parameters.iter().flatten().copied();
            let values: Vec<_> = parameters.zip(sizes.iter().copied().chain(std::iter::repeat(1))).collect();
            let size = self.size(&m.body, &values);
            largest = largest.and_then(|largest: u64| size.map(|size| largest.max(size)));
        }
        self.active.pop();
        let plain = definitions.iter().all(|m| m.parameters.is_none());
        self.macros.insert(name, definitions);
        // What was counted inside another macro may have left that one out.
        if let (Ok(size), true, true) = (&largest, plain, self.active.is_empty()) {
            self.known.insert(name, *size);
        }
        largest
    }
}

/// The arguments that begin with the parenthesis at `i`, and what follows them; none where there is no parenthesis.
fn arguments<'t, 'a>(list: &'t [Token<'a>], i: usize) -> (Vec<&'t [Token<'a>]>, usize) {
    if list.get(i).is_none_or(|t| t.text != "(") {
        return (Vec::new(), i);
    }
    let (mut depth, mut start, mut out) = (0usize, i + 1, Vec::new());
    for (n, token) in list.iter().enumerate().skip(i) {
        match token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            "," if depth == 1 => {
                out.push(&list[start..n]);
                start = n + 1;
            }
            _ => {}
        }
        if depth == 0 {
            out.push(&list[start..n]);
            return (out, n + 1);
        }
    }
    (Vec::new(), i)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn doubling(levels: usize) -> String {
        let head = "#define A0 x\n".to_owned();
        (1..=levels).fold(head, |text, n| text + &format!("#define A{n} A{} A{}\n", n - 1, n - 1)) + "A"
    }

    // red once: without the limit the test did not end
    #[test]
    fn macros_of_macros_are_counted_without_being_written_out() {
        assert!(check(&format!("{}10", doubling(10))).is_ok());
        assert!(check(&format!("{}60", doubling(60))).is_err());
        let twice = |levels: usize| format!("#define D(x) x x\n{}y{}", "D(".repeat(levels), ")".repeat(levels));
        assert!(check(&twice(10)).is_ok());
        assert!(check(&twice(40)).is_err());
        let chain = |levels: usize| {
            (1..=levels).fold("#define F0(x) x\n".to_owned(), |text, n| {
                text + &format!("#define F{n}(x) F{}(x) F{}(x)\n", n - 1, n - 1)
            }) + &format!("F{levels}(1)")
        };
        assert!(check(&chain(10)).is_ok());
        assert!(check(&chain(40)).is_err());
        // Names that name themselves, alternatives of a condition, too many levels.
        assert!(check("#define A B\n#define B A\n#define F(x) F(x+F)\nA F(1) F(F(2))").is_ok());
        assert!(check("#ifdef X\n#define A 1\n#else\n#define A 2\n#endif\n#define B A*A\nB+B").is_ok());
        let deep = (1..2000).fold("#define A0 x\n".to_owned(), |text, n| text + &format!("#define A{n} A{}\n", n - 1));
        assert!(check(&format!("{deep}A1999")).is_err());
        assert!(check(&format!("{deep}A100")).is_ok());
    }
}
