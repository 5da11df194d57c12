//! Constant expressions that the compiler has no value for, written out in the text: transposed and inverted matrices and
//! determinants of constant matrices (GLSL 4.60 4.3.3 lists all built-in functions but the textures'), and comparisons of whole
//! vectors, whose result the compiler can't compare any further.

use crate::lex::{self, Kind, Token};
use std::collections::HashMap;

/// A scalar, vector (one column) or matrix of floating-point numbers, column after column.
#[derive(Clone, Debug, PartialEq)]
struct Value {
    double: bool,
    columns: usize,
    rows: usize,
    parts: Vec<f64>,
}

impl Value {
    fn new(double: bool, columns: usize, rows: usize, parts: Vec<f64>) -> Option<Value> {
        let round = |x: f64| if double { x } else { f64::from(x as f32) };
        let parts: Vec<f64> = parts.into_iter().map(round).collect();
        (parts.len() == columns * rows && parts.iter().all(|x| x.is_finite())).then_some(Value {
            double,
            columns,
            rows,
            parts,
        })
    }

    fn at(&self, column: usize, row: usize) -> f64 {
        self.parts[column * self.rows + row]
    }

    /// The value in GLSL.
    fn text(&self) -> String {
        let suffix = if self.double { "lf" } else { "" };
        let list: Vec<String> = self.parts.iter().map(|x| format!("{x:?}{suffix}")).collect();
        let list = list.join(",");
        let kind = if self.double { "d" } else { "" };
        match (self.columns, self.rows) {
            (1, 1) => format!("({list})"),
            (1, n) => format!("{kind}vec{n}({list})"),
            (c, r) => format!("{kind}mat{c}x{r}({list})"),
        }
    }

    fn map(&self, other: &Value, f: impl Fn(f64, f64) -> f64) -> Option<Value> {
        let (a, b) = (self, other);
        let scalar = |v: &Value| v.parts.len() == 1;
        let shape = if scalar(a) { b } else { a };
        if !scalar(a) && !scalar(b) && (a.columns, a.rows) != (b.columns, b.rows) {
            return None;
        }
        let part = |v: &Value, i: usize| if scalar(v) { v.parts[0] } else { v.parts[i] };
        let parts = (0..shape.parts.len()).map(|i| f(part(a, i), part(b, i))).collect();
        Value::new(a.double || b.double, shape.columns, shape.rows, parts)
    }

    fn transpose(&self) -> Option<Value> {
        let parts = (0..self.rows).flat_map(|r| (0..self.columns).map(move |c| self.at(c, r))).collect();
        (self.columns > 1).then(|| Value::new(self.double, self.rows, self.columns, parts)).flatten()
    }

    /// The matrix without a column and a row.
    fn minor(&self, column: usize, row: usize) -> f64 {
        let n = self.columns;
        let parts = (0..n).filter(|c| *c != column).flat_map(|c| {
            let rows = (0..n).filter(move |r| *r != row);
            rows.map(move |r| self.at(c, r))
        });
        let smaller = Value { double: true, columns: n - 1, rows: n - 1, parts: parts.collect() };
        smaller.determinant()
    }

    fn determinant(&self) -> f64 {
        match self.columns {
            1 => self.parts[0],
            n => (0..n).map(|c| sign(c) * self.at(c, 0) * self.minor(c, 0)).sum(),
        }
    }

    fn inverse(&self) -> Option<Value> {
        let (n, determinant) = (self.columns, self.determinant());
        let parts = (0..n).flat_map(|c| (0..n).map(move |r| sign(c + r) * self.minor(r, c) / determinant)).collect();
        Value::new(self.double, n, n, parts)
    }

    fn function(&self, name: &str) -> Option<Value> {
        let square = self.columns == self.rows && self.columns > 1;
        match name {
            "transpose" => self.transpose(),
            "inverse" if square => self.inverse(),
            "determinant" if square => Value::new(self.double, 1, 1, vec![self.determinant()]),
            _ => None,
        }
    }

    fn construct(name: &str, arguments: &[Value]) -> Option<Value> {
        let (double, base) = match name.strip_prefix('d') {
            Some(rest) if rest != "ouble" => (true, rest),
            _ => (name == "double", name),
        };
        let digit = |at: usize| {
            base.as_bytes().get(at).map(|b| usize::from(b.wrapping_sub(b'0'))).filter(|n| (2..5).contains(n))
        };
        let (columns, rows) = match base {
            "float" | "double" => (1, 1),
            "vec2" | "vec3" | "vec4" => (1, digit(3)?),
            _ if base.starts_with("mat") && base.len() == 4 => (digit(3)?, digit(3)?),
            _ if base.starts_with("mat") && base.len() == 6 => (digit(3)?, digit(5)?),
            _ => return None,
        };
        let mut parts: Vec<f64> = arguments.iter().flat_map(|a| a.parts.iter().copied()).collect();
        match arguments {
            [one] if one.parts.len() == 1 && columns > 1 => {
                let diagonal = |i: usize| if i / rows == i % rows { one.parts[0] } else { 0.0 };
                parts = (0..columns * rows).map(diagonal).collect();
            }
            [one] if one.parts.len() == 1 => parts = vec![one.parts[0]; rows],
            // A matrix of a matrix of another size has ones on its diagonal.
            [one] if one.columns > 1 && (one.columns, one.rows) != (columns, rows) => return None,
            _ => {}
        }
        Value::new(double, columns, rows, parts)
    }
}

fn sign(n: usize) -> f64 {
    if n.is_multiple_of(2) { 1.0 } else { -1.0 }
}

/// Reads expressions of constants.
struct Reader<'a> {
    list: &'a [Token<'a>],
    at: usize,
    names: &'a HashMap<&'a str, Value>,
    depth: usize,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> &'a str {
        self.list.get(self.at).map_or("", |t| t.text)
    }

    fn take(&mut self, text: &str) -> Option<()> {
        (self.peek() == text).then(|| self.at += 1)
    }

    fn sum(&mut self) -> Option<Value> {
        self.depth += 1;
        if self.depth > 64 {
            return None;
        }
        let mut value = self.product()?;
        loop {
            value = match self.peek() {
                "+" => (self.take("+"), value.map(&self.product()?, |a, b| a + b)?).1,
                "-" => (self.take("-"), value.map(&self.product()?, |a, b| a - b)?).1,
                _ => break,
            };
        }
        self.depth -= 1;
        Some(value)
    }

    fn product(&mut self) -> Option<Value> {
        let mut value = self.unary()?;
        loop {
            let times = match self.peek() {
                "*" => true,
                "/" => false,
                _ => return Some(value),
            };
            self.at += 1;
            let other = self.unary()?;
            // Products of matrices and vectors are other ones; the compiler has them.
            if times && (value.columns > 1 || other.columns > 1) && value.parts.len() > 1 && other.parts.len() > 1 {
                return None;
            }
            value = value.map(&other, if times { |a, b| a * b } else { |a, b| a / b })?;
        }
    }

    fn unary(&mut self) -> Option<Value> {
        let mut minus = false;
        while matches!(self.peek(), "-" | "+") {
            minus ^= self.peek() == "-";
            self.at += 1;
        }
        let value = self.primary()?;
        if minus {
            Value::new(value.double, value.columns, value.rows, value.parts.iter().map(|x| -x).collect())
        } else {
            Some(value)
        }
    }

    fn primary(&mut self) -> Option<Value> {
        let token = *self.list.get(self.at)?;
        self.at += 1;
        match token.kind {
            Kind::Number => {
                let double = token.text.ends_with("lf") || token.text.ends_with("LF");
                let digits = token.text.trim_end_matches(['l', 'f', 'L', 'F', 'u', 'U']);
                Value::new(double, 1, 1, vec![digits.parse().ok()?])
            }
            Kind::Punct if token.text == "(" => {
                let value = self.sum()?;
                self.take(")")?;
                Some(value)
            }
            Kind::Ident if self.peek() == "(" => {
                self.at += 1;
                let mut arguments = vec![self.sum()?];
                while self.take(",").is_some() {
                    arguments.push(self.sum()?);
                }
                self.take(")")?;
                match arguments.as_slice() {
                    [one] if FUNCTIONS.contains(&token.text) => one.function(token.text),
                    list => Value::construct(token.text, list),
                }
            }
            Kind::Ident => self.names.get(token.text).cloned(),
            _ => None,
        }
    }
}

const FUNCTIONS: [&str; 3] = ["transpose", "inverse", "determinant"];

/// The text with its constant matrices' functions evaluated; `None` when it has none.
pub(crate) fn matrices(text: &str) -> Option<String> {
    if !FUNCTIONS.iter().any(|name| text.contains(name)) {
        return None;
    }
    let all = lex::tokens(text);
    let (places, solid): (Vec<usize>, Vec<Token<'_>>) =
        all.iter().enumerate().filter(|(_, t)| t.is_code()).map(|(n, t)| (n, *t)).unzip();
    // Constants by name. A name with two declarations may be either.
    let mut names: HashMap<&str, Value> = HashMap::new();
    let mut declared: HashMap<&str, usize> = HashMap::new();
    for pair in solid.windows(2).filter(|pair| pair[0].kind == Kind::Ident && pair[1].kind == Kind::Ident) {
        *declared.entry(pair[1].text).or_default() += 1;
    }
    let mut replaced: HashMap<usize, (usize, String)> = HashMap::new();
    let mut i = 0;
    while i < solid.len() {
        let previous = i.checked_sub(1).map_or("", |n| solid[n].text);
        if solid[i].text == "const"
            && solid.get(i + 3).is_some_and(|t| t.text == "=")
            && declared.get(solid[i + 2].text) == Some(&1)
        {
            let mut reader = Reader { list: &solid, at: i + 4, names: &names, depth: 0 };
            let value = reader.sum().filter(|_| reader.peek() == ";");
            let made = value.and_then(|v| {
                let made = Value::construct(solid[i + 1].text, std::slice::from_ref(&v));
                made.filter(|made| made.parts.len() == v.parts.len())
            });
            names.extend(made.map(|value| (solid[i + 2].text, value)));
        }
        if FUNCTIONS.contains(&solid[i].text) && previous != "." {
            let mut reader = Reader { list: &solid, at: i, names: &names, depth: 0 };
            if let Some(value) = reader.primary() {
                replaced.insert(places[i], (places[reader.at - 1], value.text()));
                i = reader.at;
                continue;
            }
        }
        i += 1;
    }
    if replaced.is_empty() {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut n = 0;
    while n < all.len() {
        match replaced.get(&n) {
            Some((end, value)) => {
                out.push_str(value);
                // Lines keep their numbers.
                out.extend(all[n..=*end].iter().flat_map(|t| t.text.chars()).filter(|c| *c == '\n'));
                n = end + 1;
            }
            None => {
                out.push_str(all[n].text);
                n += 1;
            }
        }
    }
    Some(out)
}

/// Tokens before which `!!` belongs: the compiler gives a comparison of constant vectors as many components as they have, so that
/// comparing it with another boolean is always false. A negation makes it the one boolean that it is.
pub(crate) fn comparisons(list: &[Token<'_>]) -> Vec<usize> {
    // Of each bracket that is open: where, whether it is a group, whether `==` or `!=` is in it, whether anything makes it none.
    struct Open {
        at: usize,
        group: bool,
        compares: bool,
        other: bool,
        behind_comparison: bool,
    }
    let solid: Vec<usize> = (0..list.len()).filter(|n| list[*n].is_code()).collect();
    let text = |n: usize| solid.get(n).map_or("", |at| list[*at].text);
    let comparison = |n: usize| matches!(text(n), "=" | "!") && text(n + 1) == "=" && adjacent(&solid, n);
    let mut open: Vec<Open> = Vec::new();
    let mut out = Vec::new();
    let mut n = 0;
    while n < solid.len() {
        match text(n) {
            "(" | "[" | "{" => {
                let before = n.checked_sub(1).map(|b| list[solid[b]]);
                let group = text(n) == "("
                    && before.is_none_or(|t| t.kind == Kind::Punct && !matches!(t.text, ")" | "]" | "!"));
                let behind_comparison = n >= 2 && comparison(n - 2);
                open.push(Open { at: solid[n], group, compares: false, other: false, behind_comparison });
            }
            ")" | "]" | "}" => {
                if let Some(o) = open.pop()
                    && o.group
                    && o.compares
                    && !o.other
                    && (o.behind_comparison || comparison(n + 1))
                {
                    out.push(o.at);
                }
            }
            "," | "?" | ":" | ";" => {
                if let Some(o) = open.last_mut() {
                    o.other = true;
                }
            }
            "=" | "!" if comparison(n) => {
                if let Some(o) = open.last_mut() {
                    o.compares = true;
                }
                n += 1;
            }
            "=" if !(n > 0 && matches!(text(n - 1), "<" | ">") && adjacent(&solid, n - 1)) => {
                if let Some(o) = open.last_mut() {
                    o.other = true;
                }
            }
            _ => {}
        }
        n += 1;
    }
    out
}

/// Whether the solid tokens `n` and `n + 1` have nothing between them.
fn adjacent(solid: &[usize], n: usize) -> bool {
    matches!((solid.get(n), solid.get(n + 1)), (Some(a), Some(b)) if a + 1 == *b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_constant_matrices_are_evaluated() {
        for (text, folded) in [
            ("x=determinant(mat2(1,2,3,4));", "x=(-2.0);"),
            ("x=transpose(mat2x3(1,2,3,4,5,6));", "x=mat3x2(1.0,4.0,2.0,5.0,3.0,6.0);"),
            (
                "x=inverse(\nmat2(4.0, 7.0, 2.0, -(-6.0)));",
                "x=mat2x2(0.6000000238418579,-0.699999988079071,-0.20000000298023224,0.4000000059604645)\n;",
            ),
            ("x=determinant(dmat2(0.5lf));", "x=(0.25lf);"),
            (
                "const mat2 m=mat2(2);const mat2 n=transpose(2*m);",
                "const mat2 m=mat2(2);const mat2 n=mat2x2(4.0,0.0,0.0,4.0);",
            ),
        ] {
            assert_eq!(matrices(text).as_deref(), Some(folded));
        }
        for kept in [
            "x=inverse(m);",
            "x=s.transpose(mat2(1));",
            "x=inverse(mat2(0));",
            "const mat2 m=mat2(1);f(mat2 m){transpose(m);}",
        ] {
            assert_eq!(matrices(kept), None, "{kept}");
        }
    }

    #[test]
    fn comparisons_that_are_compared_become_one_boolean() {
        let places = |text: &str| comparisons(&lex::tokens(text));
        assert_eq!(places("(a==b)==c"), [0]);
        assert_eq!(places("c!=(a != b)"), [3]);
        assert_eq!(places("(a==b)!=(c==d)"), [0, 8]);
        for none in [
            "(a==b)&&c",
            "f(a==b)==c",
            "(a==b?1:2)==c",
            "(a<=b)==c",
            "(a=b==d)==c",
            "if(a==b)x=c",
            "!(a==b)==c",
            "(a)==b",
        ] {
            assert!(places(none).is_empty(), "{none}");
        }
    }
}
