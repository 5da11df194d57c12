//! A walk over a folder of shader programs, comparing verdicts and uniforms with the driver's and linking the ESSL: the project's own
//! corpus, or the folder that `SHADER_CORPUS` names (`.shader_test` files, `.vert`/`.frag`/`.geom` sources), for a developer with
//! `-- --nocapture`.

mod driver;

use driver::{Api, Driver};
use essl_back::{EsCaps, Variant, translate};
use glsl_front::{CompileOptions, LinkOptions, Program, compile, link};
use pipe_types::archive::{Stage, UniformKind};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

fn walk(folder: &Path, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    let mut paths: Vec<_> = entries.flatten().map(|e| e.path()).collect();
    paths.sort();
    for p in paths {
        if p.is_dir() {
            walk(&p, out);
        } else if matches!(
            p.extension().and_then(|e| e.to_str()),
            Some("program" | "shader_test" | "vert" | "frag" | "geom")
        ) {
            out.push(p);
        }
    }
}

fn sections(path: &Path) -> Option<Vec<(Stage, String)>> {
    let text = std::fs::read_to_string(path).ok()?;
    match path.extension()?.to_str()? {
        "vert" => return Some(vec![(Stage::Vertex, text)]),
        "frag" => return Some(vec![(Stage::Fragment, text)]),
        "geom" => return Some(vec![(Stage::Geometry, text)]),
        _ => {}
    }
    let mut list: Vec<(Stage, String)> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        if line.starts_with('[') {
            let stage = match line.trim() {
                "[vertex shader]" => Some(Stage::Vertex),
                "[fragment shader]" => Some(Stage::Fragment),
                "[geometry shader]" => Some(Stage::Geometry),
                "[tessellation control shader]" => Some(Stage::TessControl),
                "[tessellation evaluation shader]" => Some(Stage::TessEvaluation),
                "[compute shader]" => Some(Stage::Compute),
                "[vertex shader passthrough]" => {
                    let text = "#version 140\nin vec4 piglit_vertex; void main(){ gl_Position=piglit_vertex; }\n";
                    list.push((Stage::Vertex, text.into()));
                    None
                }
                _ => None,
            };
            open = stage.is_some();
            list.extend(stage.map(|s| (s, String::new())));
        } else if let (true, Some(last)) = (open, list.last_mut()) {
            last.1.push_str(line);
            last.1.push('\n');
        }
    }
    (!list.is_empty()).then_some(list)
}

fn front(stages: &[(Stage, String)], linked: bool) -> Result<Option<Program>, String> {
    let options = CompileOptions { max_version: 450, ..CompileOptions::default() };
    let shaders: Vec<_> =
        stages.iter().map(|(s, t)| compile(*s, t, &options)).collect::<Result<_, _>>().map_err(|e| e.log)?;
    if !linked {
        return Ok(None);
    }
    link(&shaders, &LinkOptions::default()).map(Some).map_err(|e| e.log)
}

// red once: before unsigned indices of arrays of arrays were made signed, one program had no ESSL
#[test]
fn verdicts_and_uniforms_of_a_corpus_are_the_drivers() {
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/shaders").to_owned();
    let named = std::env::var("SHADER_CORPUS").ok();
    let folder = named.clone().unwrap_or(own);
    let mut paths = Vec::new();
    walk(Path::new(&folder), &mut paths);
    let driver = Driver::new();
    let extensions = driver.es_extensions();
    let caps = EsCaps::new(320, extensions.iter().map(String::as_str));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for path in paths {
        // A program that calls 2^64 functions; the driver inlines them all.
        if path.ends_with("glsl-fs-inline-explosion.shader_test") {
            continue;
        }
        let Some(stages) = sections(&path) else { continue };
        let whole = path.extension().is_some_and(|e| e == "shader_test" || e == "program");
        let name = path.strip_prefix(&folder).unwrap_or(&path).display().to_string();
        let theirs = if whole {
            driver.link(Api::Gl, &stages, (&[], false), |_, _| {})
        } else {
            driver.compile(Api::Gl, stages[0].0, &stages[0].1).map(|()| glow::NativeProgram(std::num::NonZeroU32::MIN))
        };
        let ours = front(&stages, whole);
        let mut note = |kind: &'static str, text: String| {
            *counts.entry(kind).or_default() += 1;
            if !text.is_empty() {
                println!("{kind}: {name}: {}", text.replace('\n', " | ").chars().take(300).collect::<String>());
            }
        };
        match (theirs, ours) {
            (Ok(gl), Ok(Some(program))) => {
                let es: Result<Vec<_>, String> = program
                    .stages
                    .iter()
                    .map(|(s, w)| {
                        translate(w, *s, &program.archive, &Variant::default(), &caps)
                            .map(|t| (*s, t))
                            .map_err(|e| format!("{s:?}: {e}"))
                    })
                    .collect();
                match es.and_then(|texts| {
                    driver.link(Api::Es, &texts, (&[], false), |_, _| {}).map_err(|e| e + " || " + &texts[0].1)
                }) {
                    Ok(_) => note("linked", String::new()),
                    Err(e) => note("ES FAILS", e),
                }
                let ours: BTreeSet<String> = program
                    .archive
                    .uniforms
                    .iter()
                    .filter(|u| !matches!(u.kind, UniformKind::AtomicCounter { .. }))
                    .map(|u| format!("{} {:x} {}", u.name, u.gl_type, u.array_size))
                    .collect();
                let theirs: BTreeSet<String> = driver
                    .uniforms(Api::Gl, gl)
                    .into_iter()
                    .filter(|u| u.1.0 != 0x92DB)
                    .map(|(n, (t, s))| format!("{n} {t:x} {s}"))
                    .collect();
                if ours != theirs {
                    let more: Vec<_> = ours.difference(&theirs).collect();
                    let less: Vec<_> = theirs.difference(&ours).collect();
                    note("UNIFORMS", format!("ours {more:?} theirs {less:?}"));
                }
            }
            (Ok(_), Ok(None)) => note("compiled", String::new()),
            (Err(_), Err(_)) => note("both refuse", String::new()),
            (Ok(_), Err(e)) => note("WE REFUSE", e),
            (Err(e), Ok(_)) => note("WE ACCEPT", e),
        }
    }
    println!("{counts:?}");
    // Of a folder of someone else's the lines above are the result.
    assert!(named.is_some() || counts.keys().eq(&["linked"]), "{counts:?}");
}
