//! The programs of `tests/shaders`: what a deferred shader pack of a block game is made of. A file has the text of each stage in a
//! section of its own, and says under `[draw]` how the program is to be drawn.

mod draw;
mod inputs;
mod queries;

pub use draw::draw;
pub use queries::{linked, queries};

use crate::bindings::gl::{self, types::GLenum};
use std::{fs, path::PathBuf};

/// A program of the corpus.
#[derive(Clone, Debug)]
pub struct Program {
    /// Folder and name.
    pub name: String,
    /// Shader types and sources.
    pub stages: Vec<(GLenum, String)>,
    /// How it is drawn.
    pub draw: Draw,
}

/// What is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mesh {
    /// One triangle over everything, without attributes.
    Full,
    /// A grid of triangles.
    Grid,
    /// Points.
    Points(i32),
    /// Lines.
    Lines(i32),
}

/// How a program is drawn.
#[derive(Clone, Debug)]
pub struct Draw {
    /// The vertices.
    pub mesh: Mesh,
    /// Internal formats of the colour attachments.
    pub targets: Vec<GLenum>,
    /// Whether there is a depth test.
    pub depth: bool,
    /// Per draw buffer that blends: its number, source and destination factor.
    pub blend: Vec<(u32, GLenum, GLenum)>,
    /// Instances.
    pub instances: i32,
    /// Clip distances.
    pub clip: u32,
    /// Work groups of a compute program.
    pub dispatch: Option<[u32; 3]>,
}

/// The programs of a folder, in order.
///
/// # Panics
/// A file is not one of these.
pub fn programs(folder: &str) -> Vec<Program> {
    let folder_path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("shaders").join(folder);
    let entries = fs::read_dir(&folder_path).unwrap_or_else(|error| panic!("{}: {error}", folder_path.display()));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
        .iter()
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy();
            let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            parse(&format!("{folder}/{name}"), &text)
        })
        .collect()
}

fn parse(name: &str, text: &str) -> Program {
    let mut draw = Draw {
        mesh: Mesh::Full,
        targets: Vec::new(),
        depth: false,
        blend: Vec::new(),
        instances: 1,
        clip: 0,
        dispatch: None,
    };
    let mut stages: Vec<(GLenum, String)> = Vec::new();
    for line in text.lines() {
        let kind = match line {
            "[draw]" => continue,
            "[vertex shader]" => gl::VERTEX_SHADER,
            "[tessellation control shader]" => gl::TESS_CONTROL_SHADER,
            "[tessellation evaluation shader]" => gl::TESS_EVALUATION_SHADER,
            "[geometry shader]" => gl::GEOMETRY_SHADER,
            "[fragment shader]" => gl::FRAGMENT_SHADER,
            "[compute shader]" => gl::COMPUTE_SHADER,
            _ => {
                match stages.last_mut() {
                    Some((_, text)) => text.extend([line, "\n"]),
                    None => setting(name, &mut draw, line),
                }
                continue;
            }
        };
        stages.push((kind, String::new()));
    }
    Program { name: name.to_owned(), stages, draw }
}

fn setting(name: &str, draw: &mut Draw, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |word: &str| word.parse::<i32>().unwrap_or_else(|_| panic!("{name}: no number: {line}"));
    match words[..] {
        ["mesh", "grid"] => draw.mesh = Mesh::Grid,
        ["mesh", "points", n] => draw.mesh = Mesh::Points(number(n)),
        ["mesh", "lines", n] => draw.mesh = Mesh::Lines(number(n)),
        ["targets", ref formats @ ..] => draw.targets = formats.iter().map(|format| target(name, format)).collect(),
        ["depth"] => draw.depth = true,
        ["blend", at, source, destination] => {
            draw.blend.push((number(at) as u32, factor(name, source), factor(name, destination)));
        }
        ["instances", n] => draw.instances = number(n),
        ["clip", n] => draw.clip = number(n) as u32,
        ["dispatch", x, y, z] => draw.dispatch = Some([x, y, z].map(|n| number(n) as u32)),
        _ => panic!("{name}: no setting: {line}"),
    }
}

fn target(name: &str, format: &str) -> GLenum {
    match format {
        "r8" => gl::R8,
        "rgba8" => gl::RGBA8,
        "rgba16" => gl::RGBA16,
        "rgb10_a2" => gl::RGB10_A2,
        "r11f_g11f_b10f" => gl::R11F_G11F_B10F,
        "r16f" => gl::R16F,
        "rg16f" => gl::RG16F,
        "rgba16f" => gl::RGBA16F,
        "r32f" => gl::R32F,
        "rgba32f" => gl::RGBA32F,
        "r8ui" => gl::R8UI,
        "rgba8ui" => gl::RGBA8UI,
        _ => panic!("{name}: no format {format}"),
    }
}

fn factor(name: &str, factor: &str) -> GLenum {
    match factor {
        "zero" => gl::ZERO,
        "one" => gl::ONE,
        "src_color" => gl::SRC_COLOR,
        "src_alpha" => gl::SRC_ALPHA,
        "src1_color" => gl::SRC1_COLOR,
        "one_minus_src_color" => gl::ONE_MINUS_SRC_COLOR,
        "one_minus_src_alpha" => gl::ONE_MINUS_SRC_ALPHA,
        _ => panic!("{name}: no blend factor {factor}"),
    }
}
