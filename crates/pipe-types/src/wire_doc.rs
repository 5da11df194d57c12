//! `docs/WIRE.md`, made from the catalogue.

use crate::catalogue::{ROWS, layout_digest};
use std::{collections::BTreeMap, fmt::Write};

/// The page, Markdown.
pub fn markdown() -> String {
    let mut out = String::from(
        "# The records on the wire\n\n\
         Made from `crates/pipe-types/src/catalogue.rs` by `cargo xtask docs`; do not edit. A record is a header of 8 bytes \
         (`op u16, flags u16, size u32`), its payload, its tail and its inline bytes, each rounded up to 8.\n\n",
    );
    let _ = writeln!(out, "Layout digest: `{:#018x}`\n", layout_digest());
    out.push_str("| op | call | payload | bytes | tail | class | flags | wait |\n|---|---|---|---|---|---|---|---|\n");
    let mut shapes = BTreeMap::new();
    for row in ROWS {
        let flags: Vec<_> = row.flags.iter().map(|flag| format!("{flag:?}")).collect();
        let tail = if row.tail.0 == "NoTail" { String::new() } else { format!("{} ({})", row.tail.0, row.tail.1) };
        let _ = writeln!(
            out,
            "| {} | `{}` | `{}` | {} | {} | {:?} | {} | {:?} |",
            row.op,
            row.name,
            row.payload.0,
            row.payload.1,
            tail,
            row.class,
            flags.join(" "),
            row.wait
        );
        for (name, size, fields) in [row.payload, row.tail] {
            shapes.insert(name, (size, fields));
        }
    }
    out.push_str("\n## Shapes\n");
    for (name, (size, fields)) in shapes.into_iter().filter(|(name, _)| *name != "NoTail") {
        let _ =
            writeln!(out, "\n### `{name}` ({size} bytes)\n\n| offset | field | type | may hold |\n|---|---|---|---|");
        for field in fields {
            let _ = writeln!(out, "| {} | `{}` | `{}` | {} |", field.offset, field.name, field.ty, field.rule);
        }
    }
    out
}
