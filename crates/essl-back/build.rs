//! Gives the crate a digest of its own sources and of the versions that it is built with: what one build has made and kept, another
//! one does not use.

use std::{
    collections::hash_map::DefaultHasher,
    fs,
    hash::{Hash, Hasher},
    path::{Path, PathBuf},
};

fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            walk(&path, files);
        } else {
            files.push(path);
        }
    }
}

fn main() {
    println!("cargo:rerun-if-changed=src");
    println!("cargo:rerun-if-changed=../spirv-check/src");
    println!("cargo:rerun-if-changed=../../Cargo.lock");
    let mut files = vec![PathBuf::from("../../Cargo.lock")];
    walk(Path::new("src"), &mut files);
    walk(Path::new("../spirv-check/src"), &mut files);
    files.sort();
    let mut hasher = DefaultHasher::new();
    files.into_iter().for_each(|file| fs::read(file).unwrap_or_default().hash(&mut hasher));
    println!("cargo:rustc-env=ESSL_BACK_BUILD={:016x}", hasher.finish());
}
