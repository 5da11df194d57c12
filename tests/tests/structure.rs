//! What the shape of the tree promises: who depends on whom, and where unsafe code may stand.
#![deny(unsafe_op_in_unsafe_fn)]

use serde::Deserialize;
use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    dependencies: Vec<Dependency>,
}

#[derive(Deserialize)]
struct Dependency {
    name: String,
    kind: Option<String>,
    path: Option<PathBuf>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the tests' folder is in the workspace")
}

/// The members that each member's library or program uses; those that only its tests use are left out.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Metadata = serde_json::from_slice(&output.stdout).expect("cargo's own format");
    let ours = |package: &Package| {
        let all = package.dependencies.iter().filter(|used| used.path.is_some() && used.kind.as_deref() != Some("dev"));
        all.map(|used| used.name.clone()).collect()
    };
    metadata.packages.iter().map(|package| (package.name.clone(), ours(package))).collect()
}

// red once: with `applier` among the client's dependencies
#[test]
fn dependencies_point_one_way() {
    let allowed: BTreeMap<&str, &[&str]> = BTreeMap::from([
        ("pipe-types", &[][..]),
        ("shm-ring", &[]),
        ("texel", &[]),
        ("glsl-front", &["pipe-types"]),
        ("essl-back", &["pipe-types"]),
        ("client", &["pipe-types", "shm-ring", "texel", "glsl-front"]),
        ("applier", &["pipe-types", "texel", "essl-back"]),
        ("server", &["pipe-types", "shm-ring", "applier"]),
        ("inprocess", &["pipe-types", "shm-ring", "client", "applier", "server"]),
        ("shim", &["client", "inprocess"]),
        ("mgpipe", &[]),
        ("demo", &[]),
        ("xtask", &["pipe-types"]),
        ("mgpipe-tests", &["pipe-types", "shm-ring", "texel", "client", "inprocess"]),
    ]);
    for (package, used) in dependencies() {
        let may = allowed.get(package.as_str()).unwrap_or_else(|| panic!("{package} has no place in the order"));
        let wrong: Vec<_> = used.iter().filter(|name| !may.contains(&name.as_str())).collect();
        assert!(wrong.is_empty(), "{package} may use {may:?}, not {wrong:?}");
    }
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder of sources").flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Where libraries and programs may have unsafe code. The demo is an OpenGL program like any other.
const UNSAFE: [&str; 9] = [
    "crates/shm-ring/src/",
    "crates/applier/src/driver/",
    "crates/server/src/egl/",
    "crates/client/src/abi/",
    "crates/shim/src/",
    "crates/glsl-front/src/ffi.rs",
    "crates/demo/src/gl.rs",
    "crates/demo/src/egl.rs",
    "tests/src/",
];

// red once: with a block in `crates/client/src/gl`
#[test]
fn unsafe_code_stays_where_it_may_be() {
    let mut files = Vec::new();
    for entry in fs::read_dir(root().join("crates")).expect("the crates").flatten() {
        sources(&entry.path().join("src"), &mut files);
    }
    sources(&root().join("tests/src"), &mut files);
    assert!(files.len() > 100, "only {} sources were found", files.len());
    for file in files {
        let name = file.strip_prefix(root()).expect("below the root").to_str().expect("our own names");
        let text = fs::read_to_string(&file).expect("a source");
        let mut code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let is_unsafe =
            |line: &str| ["unsafe {", "unsafe fn", "unsafe impl", "unsafe extern"].iter().any(|u| line.contains(u));
        if let Some(line) = code.find(|line| is_unsafe(line)) {
            assert!(UNSAFE.iter().any(|place| name.starts_with(place)), "{name}: {}", line.trim());
        }
    }
}

/// A program that links the client must not stand in front of the driver's functions.
// red once: with an `eglInitialize` exported by this file and `-rdynamic`
#[test]
fn a_program_that_links_the_client_exports_no_gl() {
    // What the dynamic linker would find here before it looks into a library that is loaded later.
    let program = libloading::os::unix::Library::this();
    for name in ["eglInitialize", "eglGetProcAddress", "glClear", "glDrawElements", "__egl_Main"] {
        // SAFETY: the symbol is looked up and not used.
        let found = unsafe { program.get::<*const ()>(name.as_bytes()) }.is_ok();
        assert!(
            !found,
            "{name} is exported by a program with version {} of the client",
            client::front_end::MAX_VERSION
        );
    }
}
