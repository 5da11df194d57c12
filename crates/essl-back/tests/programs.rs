//! Programs in GLSL go through the front end and the back end, and their ESSL is compiled and linked by the driver. What
//! reflection says of them is compared with what the driver's own desktop GL says of the same source.

mod driver;
mod sources;

use driver::{Api, Driver, Listed};
use essl_back::{EsCaps, Variant, translate};
use glsl_front::{CompileOptions, LinkOptions, Program, compile, link};
use pipe_types::archive::{Archive, Stage, UniformKind};
use std::collections::BTreeMap;

type Sources<'a> = [(Stage, &'a str)];

fn caps(driver: &Driver) -> EsCaps {
    let list = driver.es_extensions();
    EsCaps::new(320, list.iter().map(String::as_str))
}

fn front(sources: &Sources<'_>, options: &LinkOptions) -> Result<Program, String> {
    let compile_options = CompileOptions { max_version: 460, ..CompileOptions::default() };
    let shaders: Vec<_> = sources
        .iter()
        .map(|(stage, text)| compile(*stage, text, &compile_options).map_err(|e| format!("{stage:?}: {}", e.log)))
        .collect::<Result<_, _>>()?;
    link(&shaders, options).map_err(|e| format!("link: {}", e.log))
}

fn back(program: &Program, variant: &Variant, caps: &EsCaps) -> Result<Vec<(Stage, String)>, String> {
    program
        .stages
        .iter()
        .map(|(stage, words)| {
            translate(words, *stage, &program.archive, variant, caps).map(|t| (*stage, t)).map_err(|e| e.to_string())
        })
        .collect()
}

fn es_link(driver: &Driver, program: &Program, variant: &Variant) -> Result<glow::Program, String> {
    let texts = back(program, variant, &caps(driver))?;
    let xfb = &program.archive.xfb;
    let names: Vec<String> = xfb.varyings.iter().map(|v| v.essl_name.clone()).collect();
    driver.link(Api::Es, &texts, (&names, xfb.separate), |_, _| {}).map_err(|e| {
        let all: Vec<_> = texts.iter().map(|(s, t)| format!("--- {s:?}\n{t}")).collect();
        format!("{e}\n{}", all.join("\n"))
    })
}

fn native(driver: &Driver, sources: &Sources<'_>, options: &LinkOptions) -> Result<glow::Program, String> {
    use glow::HasContext;
    let texts: Vec<_> = sources.iter().map(|(s, t)| (*s, (*t).to_owned())).collect();
    driver.link(Api::Gl, &texts, (&options.xfb_varyings, options.xfb_separate), |gl, program| {
        for (name, at) in &options.attrib_bindings {
            // SAFETY: the driver helper made the context current and the program in it.
            unsafe { gl.bind_attrib_location(program, *at, name) };
        }
        for (name, (at, _)) in &options.frag_data_bindings {
            // SAFETY: as above.
            unsafe { gl.bind_frag_data_location(program, *at, name) };
        }
    })
}

fn uniforms_of(archive: &Archive) -> Listed {
    archive.uniforms.iter().map(|u| (u.name.clone(), (u.gl_type, u.array_size as i32))).collect()
}

fn layouts_of(archive: &Archive) -> BTreeMap<String, [i32; 4]> {
    archive
        .uniforms
        .iter()
        .filter_map(|u| match u.kind {
            UniformKind::BlockMember { layout: l, .. } => Some((
                u.name.clone(),
                [l.offset as i32, l.array_stride as i32, l.matrix_stride as i32, i32::from(l.row_major)],
            )),
            _ => None,
        })
        .collect()
}

fn blocks_of(archive: &Archive) -> Listed {
    archive.uniform_blocks.iter().map(|b| (b.name.clone(), (b.members.len() as u32, b.data_size as i32))).collect()
}

/// `glGetActiveAttrib` shows arrays without `[0]`.
/// The inputs of a vertex stage are attributes, those of another first stage are not (GL 4.6 core 7.3.1.1).
fn attributes_of(archive: &Archive) -> Listed {
    let vertex = archive.stages & Stage::Vertex.bit() != 0;
    archive
        .inputs
        .iter()
        .filter(|_| vertex)
        .map(|v| (v.name.trim_end_matches("[0]").to_owned(), (v.gl_type, v.array_size as i32)))
        .collect()
}

/// Compares reflection; an empty answer means that all is the same.
fn differences(driver: &Driver, program: &Program, gl: glow::Program) -> Vec<String> {
    let mut out = Vec::new();
    let mut compare = |what: &str, ours: &Listed, theirs: &Listed| {
        for (name, x) in ours {
            match theirs.get(name) {
                Some(y) if x == y => {}
                other => out.push(format!("{what} {name}: ours {x:x?}, the driver's {other:x?}")),
            }
        }
        for name in theirs.keys().filter(|n| !ours.contains_key(*n)) {
            out.push(format!("{what} {name}: the driver has it, we don't"));
        }
    };
    let a = &program.archive;
    compare("uniform", &uniforms_of(a), &driver.uniforms(Api::Gl, gl));
    compare("block", &blocks_of(a), &driver.blocks(Api::Gl, gl));
    compare("attribute", &attributes_of(a), &driver.attributes(Api::Gl, gl));
    let (ours, theirs) = (layouts_of(a), driver.block_layouts(Api::Gl, gl));
    if ours != theirs {
        out.push(format!("block layouts: ours {ours:?}, the driver's {theirs:?}"));
    }
    let n = a.xfb.varyings.len() as u32;
    let ours: Vec<_> = a.xfb.varyings.iter().map(|v| (v.name.clone(), v.gl_type, v.array_size as i32)).collect();
    let theirs = driver.varyings(Api::Gl, gl, n);
    if ours != theirs {
        out.push(format!("varyings: ours {ours:?}, the driver's {theirs:?}"));
    }
    out
}

/// Every program of the list links on ES, and its reflection is the driver's.
#[test]
fn programs_link_and_reflect_as_on_the_driver() {
    // red once: many times while the list grew; with locations numbered without the array size, `uniform_types` failed
    let driver = Driver::new();
    let mut failures = Vec::new();
    for case in sources::cases() {
        let program = match front(&case.stages, &case.options) {
            Ok(p) => p,
            Err(e) => {
                failures.push(format!("{}: front end: {e}", case.name));
                continue;
            }
        };
        let bytes = program.archive.to_bytes();
        assert_eq!(Archive::from_bytes(&bytes).expect(case.name), program.archive, "{}", case.name);
        if let Err(e) = es_link(&driver, &program, &Variant::default()) {
            failures.push(format!("{}: ES: {e}", case.name));
        }
        if case.native {
            match native(&driver, &case.stages, &case.options) {
                Ok(gl) => {
                    failures
                        .extend(differences(&driver, &program, gl).into_iter().map(|d| format!("{}: {d}", case.name)));
                }
                Err(e) => failures.push(format!("{}: native: {e}", case.name)),
            }
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}

/// The language's own attributes and uniforms have no location, and only `gl_Vertex` keeps one from others.
#[test]
fn the_languages_names_have_no_locations() {
    use glow::HasContext;
    // red once: with `p` at location 0 beside `gl_Vertex`; with the matrix before `u`
    let driver = Driver::new();
    let fragment = "#version 120\nuniform vec4 u; void main(){ gl_FragColor=u; }";
    for value in ["gl_Vertex", "gl_Color", "gl_Normal.xyzz"] {
        let vertex = format!(
            "#version 120\nattribute vec4 p; void main(){{ gl_Position=p+gl_ModelViewProjectionMatrix*{value}; }}"
        );
        let stages = [(Stage::Vertex, vertex.as_str()), (Stage::Fragment, fragment)];
        let options = LinkOptions::default();
        let archive = front(&stages, &options).expect("links").archive;
        let gl = native(&driver, &stages, &options).expect("links");
        let context = driver.api(Api::Gl);
        for name in ["p", value.trim_end_matches(".xyzz")] {
            // SAFETY: the context is current and made the program.
            let theirs = unsafe { context.get_attrib_location(gl, name) };
            assert_eq!(archive.attrib_location(name), theirs, "{name} of {vertex}");
        }
        for name in ["u", "gl_ModelViewProjectionMatrix"] {
            // SAFETY: as above.
            let theirs = unsafe { context.get_uniform_location(gl, name) }.map(|l| l.0);
            assert_eq!(archive.uniform_location(name), theirs, "{name} of {vertex}");
        }
    }
}
