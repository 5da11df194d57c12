//! Puts the texts of the shader corpus (`tests/shaders`) into the program: it runs where there are no sources.

use std::{env, fmt::Write, fs, path::Path};

fn main() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/shaders");
    println!("cargo::rerun-if-changed={}", corpus.display());
    let entries = |folder: &Path| fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut files: Vec<_> = entries(&corpus).filter(|path| path.is_dir()).flat_map(|folder| entries(&folder)).collect();
    files.sort();
    let mut text = String::from("&[\n");
    for file in files {
        let name = file.file_stem().expect("a name").to_string_lossy();
        writeln!(text, "({name:?}, include_str!({:?})),", file.display().to_string()).expect("memory");
    }
    text.push(']');
    let out = env::var("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("corpus.rs"), text).expect("a file in OUT_DIR");
}
