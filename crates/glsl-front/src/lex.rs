//! A lexer for GLSL text, just deep enough to find identifiers, numbers, punctuation and whole directive lines while
//! keeping every byte: what is not replaced is written back as it was, so line numbers stay the application's.

/// What a token is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// White space and comments.
    Space,
    /// A whole preprocessor line, `#` to before the line's end.
    Directive,
    /// Identifier or keyword.
    Ident,
    /// A number.
    Number,
    /// One character of anything else.
    Punct,
}

/// A token: its kind and its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
}

impl Token<'_> {
    /// Whether the language itself reads it: no space and no directive.
    pub(crate) fn is_code(&self) -> bool {
        !matches!(self.kind, Kind::Space | Kind::Directive)
    }
}

/// The tokens of `source` that are code.
pub(crate) fn code(source: &str) -> Vec<Token<'_>> {
    tokens(source).into_iter().filter(Token::is_code).collect()
}

/// Cuts `source` into tokens whose texts, concatenated, are `source`.
pub(crate) fn tokens(source: &str) -> Vec<Token<'_>> {
    let b = source.as_bytes();
    let mut out = Vec::with_capacity(b.len() / 3);
    let mut at = 0;
    let mut line_start = true;
    while at < b.len() {
        let start = at;
        let c = b[at];
        let kind = if c.is_ascii_whitespace() || c == 0x0b {
            while at < b.len() && (b[at].is_ascii_whitespace() || b[at] == 0x0b) {
                line_start |= b[at] == b'\n' || b[at] == b'\r';
                at += 1;
            }
            Kind::Space
        } else if b[at..].starts_with(b"//") {
            at = line_end(b, at);
            Kind::Space
        } else if b[at..].starts_with(b"/*") {
            at = b[at + 2..].windows(2).position(|w| w == b"*/").map_or(b.len(), |n| at + 2 + n + 2);
            Kind::Space
        } else if c == b'#' && line_start {
            at = line_end(b, at);
            Kind::Directive
        } else if c.is_ascii_alphabetic() || c == b'_' {
            while at < b.len() && (b[at].is_ascii_alphanumeric() || b[at] == b'_') {
                at += 1;
            }
            Kind::Ident
        } else if c.is_ascii_digit() || (c == b'.' && b.get(at + 1).is_some_and(u8::is_ascii_digit)) {
            while at < b.len() {
                let exponent = (b[at] == b'+' || b[at] == b'-') && matches!(b[at - 1], b'e' | b'E') && at > start;
                let hex = b[start..at].starts_with(b"0x") || b[start..at].starts_with(b"0X");
                if b[at].is_ascii_alphanumeric() || b[at] == b'.' || (exponent && !hex) {
                    at += 1;
                } else {
                    break;
                }
            }
            Kind::Number
        } else {
            at += source[at..].chars().next().map_or(1, char::len_utf8);
            Kind::Punct
        };
        if kind != Kind::Space {
            line_start = false;
        }
        out.push(Token { kind, text: &source[start..at] });
    }
    out
}

/// Offset of the end of the line at `at`, following backslash continuations.
fn line_end(b: &[u8], mut at: usize) -> usize {
    while at < b.len() {
        if b[at] == b'\\' && matches!(b.get(at + 1), Some(b'\n')) {
            at += 2;
        } else if b[at] == b'\\' && b[at..].starts_with(b"\\\r\n") {
            at += 3;
        } else if b[at] == b'\n' || b[at] == b'\r' {
            return at;
        } else {
            at += 1;
        }
    }
    at
}

/// Words of a directive line: `#version 330 core` gives `version`, `330`, `core`. Comments don't count.
pub(crate) fn directive_words(line: &str) -> Vec<&str> {
    let body = line.trim_start_matches('#');
    tokens(body).into_iter().filter(|t| t.kind != Kind::Space).map(|t| t.text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_concatenate_to_the_source() {
        let s = "#version 120 // x\nuniform vec4 a; /* b\n c */ float f = 1.0e+3+.5; #x\n  #define A \\\n b\nd";
        let t = tokens(s);
        assert_eq!(t.iter().map(|t| t.text).collect::<String>(), s);
        let directives: Vec<_> = t.iter().filter(|t| t.kind == Kind::Directive).map(|t| t.text).collect();
        assert_eq!(directives, ["#version 120 // x", "#define A \\\n b"]);
        let numbers: Vec<_> = t.iter().filter(|t| t.kind == Kind::Number).map(|t| t.text).collect();
        assert_eq!(numbers, ["1.0e+3", ".5"]);
    }

    #[test]
    fn directive_words_skip_comments() {
        assert_eq!(directive_words("# version /* a */ 150 compatibility // c"), ["version", "150", "compatibility"]);
    }
}
