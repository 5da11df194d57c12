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
    println!("cargo:rerun-if-changed=../spirv-check/src");
    let mut files = Vec::new();
    let mut folders =
        vec![PathBuf::from("src"), PathBuf::from("../pipe-types/src"), PathBuf::from("../spirv-check/src")];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(folder).expect("a folder of sources").flatten().map(|entry| entry.path()) {
            if path.is_dir() { &mut folders } else { &mut files }.push(path);
        }
    }
    files.sort();
    let mut hasher = DefaultHasher::new();
    for file in files.into_iter().chain([PathBuf::from("../../Cargo.lock")]) {
        fs::read(file).unwrap_or_default().hash(&mut hasher);
    }
    println!("cargo:rustc-env=GLSL_FRONT_BUILD={:016x}", hasher.finish());
}
