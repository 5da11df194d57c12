//! `cargo xtask docs`: the pages of `docs/` that are made from the code.

use crate::artifacts::root;
use anyhow::{Context as _, Result};
use std::fs;

#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Writes nothing; fails when a page is not the one that would be written.
    #[arg(long)]
    check: bool,
}

/// Runs; true when every page is current.
pub(crate) fn run(options: &Options) -> Result<bool> {
    let mut current = true;
    for (name, page) in [
        ("WIRE.md", pipe_types::wire_doc::markdown()),
        ("FORMATS.md", texel::markdown::markdown(texel::EsFormatCaps::ES32)),
    ] {
        let path = root().join("docs").join(name);
        if fs::read_to_string(&path).is_ok_and(|there| there == page) {
            continue;
        }
        if options.check {
            println!("{} is not what the code says: run `cargo xtask docs`", path.display());
            current = false;
        } else {
            fs::write(&path, page).with_context(|| path.display().to_string())?;
            println!("wrote {}", path.display());
        }
    }
    Ok(current)
}
