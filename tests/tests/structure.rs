//! What the parts of the project may know of each other, where unsafe code may be, and that the made pages are current.
#![forbid(unsafe_code)]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").to_owned()
}

/// The workspace's crates, and which of them each needs, tests and build scripts aside.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--no-deps", "--offline", "--format-version", "1"]).current_dir(root());
    let output = command.output().expect("cargo metadata");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let ours: BTreeSet<String> = packages.iter().map(|package| text(&package["name"])).collect();
    let needs = |package: &serde_json::Value| {
        let all = package["dependencies"].as_array().expect("dependencies").iter();
        all.filter(|d| d["kind"].is_null()).map(|d| text(&d["name"])).filter(|name| ours.contains(name)).collect()
    };
    packages.iter().map(|package| (text(&package["name"]), needs(package))).collect()
}

/// Everything that a crate needs, directly or not.
fn closure(all: &BTreeMap<String, BTreeSet<String>>, name: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut todo = vec![name.to_owned()];
    while let Some(next) = todo.pop() {
        todo.extend(all[&next].iter().filter(|need| found.insert((*need).clone())).cloned());
    }
    found
}

// red once: with `applier` among the client's dependencies
#[test]
fn every_crate_knows_only_what_it_may() {
    // What links both ends.
    let whole_system: &[&str] = &[
        "applier",
        "client",
        "disk-cache",
        "essl-back",
        "glsl-front",
        "inprocess",
        "pipe-types",
        "server",
        "shm-ring",
        "spirv-check",
        "texel",
    ];
    let may: [(&str, &[&str]); 16] = [
        ("pipe-types", &[]),
        ("shm-ring", &[]),
        ("texel", &[]),
        ("disk-cache", &[]),
        ("spirv-check", &["pipe-types"]),
        ("glsl-front", &["pipe-types", "spirv-check"]),
        ("essl-back", &["pipe-types", "spirv-check"]),
        // What ES has no words for is a link error, so that the client asks the translator once.
        ("client", &["disk-cache", "essl-back", "glsl-front", "pipe-types", "shm-ring", "spirv-check", "texel"]),
        ("applier", &["disk-cache", "essl-back", "pipe-types", "spirv-check", "texel"]),
        ("server", &["applier", "disk-cache", "essl-back", "pipe-types", "shm-ring", "spirv-check", "texel"]),
        (
            "inprocess",
            &[
                "applier",
                "client",
                "disk-cache",
                "essl-back",
                "glsl-front",
                "pipe-types",
                "server",
                "shm-ring",
                "spirv-check",
                "texel",
            ],
        ),
        ("shim", whole_system),
        ("mgpipe", &[]),
        ("demo", &[]),
        ("xtask", &["pipe-types", "texel"]),
        ("mgpipe-tests", whole_system),
    ];
    let all = dependencies();
    let listed: BTreeSet<&str> = may.iter().map(|(name, _)| *name).collect();
    assert_eq!(listed, all.keys().map(String::as_str).collect(), "the crates");
    for (name, may) in may {
        let needs = closure(&all, name);
        let more: Vec<&String> = needs.iter().filter(|need| !may.contains(&need.as_str())).collect();
        assert!(more.is_empty(), "{name} knows {more:?}");
    }
}

/// The Rust sources of the workspace with their paths inside it.
fn sources() -> Vec<(String, String)> {
    fn walk(folder: &Path, files: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                if path.file_name().is_some_and(|name| name != "target") {
                    walk(&path, files);
                }
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    let root = root();
    let mut files = Vec::new();
    walk(&root.join("crates"), &mut files);
    walk(&root.join("tests"), &mut files);
    files.sort();
    let read = |path: &PathBuf| {
        let name = path.strip_prefix(&root).expect("inside").to_string_lossy().into_owned();
        (name, fs::read_to_string(path).expect("a source file"))
    };
    files.iter().map(read).collect()
}

/// Where unsafe code may be: the ring, the layers that call a driver, a compiler or C, and the tests that do as programs do.
const UNSAFE: &[&str] = &[
    "crates/applier/src/driver/",
    "crates/client/src/abi/",
    "crates/demo/src/egl.rs",
    "crates/demo/src/gl.rs",
    "crates/glsl-front/src/ffi.rs",
    "crates/server/src/egl/",
    "crates/shim/src/lib.rs",
    "crates/shm-ring/",
    "tests/src/",
    "tests/tests/exports.rs",
    "tests/tests/scenarios/",
];

// red once: with an unsafe block in the server's session
#[test]
fn unsafe_code_is_where_it_may_be() {
    let words = ["unsafe {", "unsafe fn ", "unsafe impl ", "unsafe extern ", "#[unsafe("];
    let mut wrong = Vec::new();
    for (name, text) in sources() {
        let may = UNSAFE.iter().any(|place| name.starts_with(place))
            || name.contains("/tests/")
            || name.contains("/benches/");
        if may || name == "tests/build.rs" || name == "crates/client/build.rs" {
            continue;
        }
        let code = text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"));
        let found = code.filter(|(_, line)| words.iter().any(|word| line.contains(word)));
        wrong.extend(found.map(|(i, line)| format!("{name}:{}: {}", i + 1, line.trim())));
    }
    assert!(wrong.is_empty(), "unsafe code\n{}", wrong.join("\n"));
}

// red once: with the attribute taken out of `texel`
#[test]
fn crates_without_unsafe_code_say_so() {
    for (file, attribute) in [
        ("crates/applier/src/lib.rs", "deny"),
        ("crates/client/src/lib.rs", "deny"),
        ("crates/disk-cache/src/lib.rs", "forbid"),
        ("crates/essl-back/src/lib.rs", "forbid"),
        ("crates/glsl-front/src/lib.rs", "deny"),
        ("crates/inprocess/src/lib.rs", "forbid"),
        ("crates/mgpipe/src/main.rs", "forbid"),
        ("crates/pipe-types/src/lib.rs", "forbid"),
        ("crates/server/src/lib.rs", "deny"),
        ("crates/server/src/main.rs", "forbid"),
        ("crates/spirv-check/src/lib.rs", "forbid"),
        ("crates/texel/src/lib.rs", "forbid"),
        ("crates/xtask/src/main.rs", "forbid"),
    ] {
        let text = fs::read_to_string(root().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert!(text.contains(&format!("#![{attribute}(unsafe_code)]")), "{file} does not {attribute} unsafe code");
    }
}

// red once: before the page was written
#[test]
fn the_made_pages_are_current() {
    for (name, page) in [
        ("WIRE.md", pipe_types::wire_doc::markdown()),
        ("FORMATS.md", texel::markdown::markdown(texel::EsFormatCaps::ES32)),
    ] {
        let there = fs::read_to_string(root().join("docs").join(name)).unwrap_or_default();
        assert!(there == page, "docs/{name} is not what the code says: run `cargo xtask docs`");
    }
}

/// Lines that a file may have.
const LONG: usize = 650;

// red once: with 700 empty lines in a file of 50
#[test]
fn files_are_of_one_topic_and_not_too_long() {
    let lines = sources().into_iter().map(|(name, text)| (name, text.lines().count()));
    let wrong: Vec<_> = lines.filter(|(_, lines)| *lines > LONG).collect();
    assert!(wrong.is_empty(), "{LONG} lines are the most: {wrong:?}");
}

// red once: with such a note in the shim
#[test]
fn nothing_is_left_to_be_done_in_the_source() {
    let notes = ["TO", "FIX"].iter().zip(["DO", "ME"]).map(|(a, b)| format!("{a}{b}"));
    let macros = ["todo", "dbg", "unimplemented"].map(|name| format!("{name}!("));
    let words: Vec<String> = notes.chain(macros).collect();
    let mut wrong = Vec::new();
    for (name, text) in sources() {
        for (i, line) in text.lines().enumerate() {
            if words.iter().any(|word| line.contains(word.as_str())) {
                wrong.push(format!("{name}:{}: {}", i + 1, line.trim()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

// red once: with the line taken out of the list; with a line for a test that is not ignored
#[test]
fn tests_that_are_left_out_are_listed() {
    let ignore = format!("#[{}", "ignore");
    let mut left_out = BTreeSet::new();
    for (name, text) in sources() {
        let mut lines = text.lines();
        while lines.by_ref().any(|line| line.trim_start().starts_with(&ignore)) {
            let function =
                lines.by_ref().find_map(|line| line.trim_start().strip_prefix("fn ")).expect("a test's function");
            let test = function.split('(').next().expect("its name");
            left_out.insert(format!("{name}\t{test}"));
        }
    }
    let list = fs::read_to_string(root().join("tests/expectations/ignored.txt")).expect("the list");
    let entries = list.lines().filter(|line| !line.starts_with('#'));
    let listed = entries.map(|line| line.rsplit_once('\t').expect("a test and its reason").0.to_owned()).collect();
    assert_eq!(left_out, listed);
}
