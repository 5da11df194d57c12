//! Gives the crate a digest of its own sources and of the versions that it is built with: what one build has made and kept, another
//! one does not use.

use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash, Hasher},
    path::PathBuf,
};

fn main() {
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rerun-if-changed=../../Cargo.lock");
    println!("cargo:rerun-if-changed=../pipe-types/src");
    let mut files: Vec<PathBuf> = ["src", "../pipe-types/src"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()))
        .collect();
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files.into_iter().chain([PathBuf::from("../../Cargo.lock")]) {
        fs::read(file).unwrap_or_default().hash(&mut hasher);
    }
    println!("cargo:rustc-env=GLSL_FRONT_BUILD={:016x}", hasher.finish());
}
