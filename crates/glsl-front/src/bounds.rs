//! Bounds of what the compilers get: they recurse over what is nested, and visit what is named twice twice.

use crate::lex::{self, Kind};
use std::collections::HashMap;

/// Deepest nesting of brackets, blocks and `if` statements. The compiler recurses over its tree.
const MAX_NESTING: usize = 512;
/// Most operators, or `else`s, in a row without a `;`: each makes the tree one level deeper.
const MAX_CHAIN: usize = 16 * 1024;
/// Most statements and declarations of a source: what the compiler, the linker and our passes do grows with them.
const MAX_STATEMENTS: usize = 1 << 16;
/// Most `case`s of a source.
const MAX_CASES: usize = 4096;
/// Most members of a structure, those of its structures included; most calls that a call leads to.
const MAX_GROWTH: u64 = 1 << 16;

/// Refuses text whose tree would be deeper than the compiler's stack is good for.
pub(crate) fn check(source: &str) -> Result<(), String> {
    let (mut depth, mut chain, mut elses, mut cases, mut line) = (0usize, 0usize, 0usize, 0usize, 1usize);
    let mut statements = 0usize;
    for token in lex::tokens(source) {
        match token.kind {
            Kind::Punct => match token.text {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                ";" => {
                    chain = 0;
                    statements += 1;
                }
                "," => {}
                _ => chain += 1,
            },
            // Without braces a statement nests without a bracket.
            Kind::Ident if matches!(token.text, "if" | "for" | "while" | "do" | "else" | "return") => elses += 1,
            Kind::Ident if token.text == "case" => cases += 1,
            _ => {}
        }
        line += token.text.bytes().filter(|b| *b == b'\n').count();
        if depth > MAX_NESTING {
            return Err(format!("ERROR: 0:{line}: nesting deeper than the {MAX_NESTING} levels that are supported\n"));
        }
        if chain > MAX_CHAIN {
            return Err(format!(
                "ERROR: 0:{line}: more than {MAX_CHAIN} operators in one statement are not supported\n"
            ));
        }
        if statements > MAX_STATEMENTS {
            return Err(format!("ERROR: 0:{line}: more than {MAX_STATEMENTS} statements are not supported\n"));
        }
        if cases > MAX_CASES {
            return Err(format!("ERROR: 0:{line}: more than {MAX_CASES} cases are not supported\n"));
        }
        if elses > MAX_CHAIN {
            return Err(format!("ERROR: 0:{line}: more than {MAX_CHAIN} control statements are not supported\n"));
        }
    }
    check_growth(source)
}

/// Refuses structures of structures, and functions that call functions, that are few words and many members or calls.
fn check_growth(source: &str) -> Result<(), String> {
    let (mut list, mut lines, mut line) = (Vec::new(), Vec::new(), 1);
    for token in lex::tokens(source) {
        if token.is_code() {
            list.push(token);
            lines.push(line);
        }
        line += token.text.bytes().filter(|b| *b == b'\n').count();
    }
    let (mut members, mut calls): (HashMap<&str, u64>, HashMap<&str, u64>) = Default::default();
    let text = |i: usize| list.get(i).map_or("", |t| t.text);
    let mut i = 0;
    while i < list.len() {
        if text(i) == "struct" && text(i + 2) == "{" {
            let end = (i + 3..list.len()).find(|n| text(*n) == "}").unwrap_or(list.len());
            let of = |statement: &[lex::Token<'_>]| {
                let each = statement.iter().find_map(|t| members.get(t.text)).copied().unwrap_or(1);
                each.saturating_mul(1 + statement.iter().filter(|t| t.text == ",").count() as u64)
            };
            let sum = list[i + 3..end]
                .split(|t| t.text == ";")
                .filter(|s| !s.is_empty())
                .map(of)
                .fold(0, u64::saturating_add);
            if sum > MAX_GROWTH {
                return Err(format!(
                    "ERROR: 0:{}: '{}' : more than {MAX_GROWTH} members in all are not supported\n",
                    lines[i],
                    text(i + 1)
                ));
            }
            members.insert(text(i + 1), sum);
            i = end;
        } else if list[i].kind == Kind::Ident && text(i + 1) == "(" {
            // A definition has its body behind the parentheses.
            let close = (i + 1..list.len()).find(|n| text(*n) == ")").unwrap_or(list.len());
            if text(close + 1) != "{" || i == 0 || list[i - 1].kind != Kind::Ident {
                i += 1;
                continue;
            }
            let (mut depth, mut n, mut sum) = (0usize, close + 1, 1u64);
            while n < list.len() {
                match text(n) {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    name if text(n + 1) == "(" => sum = sum.saturating_add(calls.get(name).copied().unwrap_or(0)),
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
                n += 1;
            }
            if sum > MAX_GROWTH {
                return Err(format!(
                    "ERROR: 0:{}: '{}' : more than {MAX_GROWTH} calls in all are not supported\n",
                    lines[i],
                    text(i)
                ));
            }
            // Of overloaded functions the largest counts.
            let entry = calls.entry(text(i)).or_default();
            *entry = sum.max(*entry);
            i = n;
        }
        i += 1;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    // red once: without the limits of growth and of cases
    #[test]
    fn what_grows_by_being_named_twice_is_bounded() {
        let structures = |levels: usize| {
            (1..=levels).fold("struct S0 { float a; };".to_owned(), |text, n| {
                text + &format!("struct S{n} {{ S{} a, b; }};", n - 1)
            })
        };
        assert!(check(&structures(16)).is_ok());
        assert!(check(&structures(17)).is_err_and(|log| log.contains("'S17'")));
        let functions = |levels: usize| {
            (1..=levels).fold("float f0(float x) { return x; }".to_owned(), |text, n| {
                text + &format!(
                    "\nfloat f{n}(float x) {{ if (x > 0.0) {{ return f{0}(x); }} return f{0}(-x); }}",
                    n - 1
                )
            })
        };
        assert!(check(&functions(14)).is_ok());
        assert!(check(&functions(40)).is_err_and(|log| log.starts_with("ERROR: 0:17: 'f16'")));
        assert!(check(&"case 1:".repeat(MAX_CASES)).is_ok());
        assert!(check(&"case 1:".repeat(MAX_CASES + 1)).is_err());
    }
}
