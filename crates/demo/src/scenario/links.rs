//! All programs of the shader corpus, made anew in every frame: compiled, linked, used once, deleted. A driver may put off
//! its work until a program is used, so each draws a few vertices.

use super::{Scenario, stage::Stage};
use crate::{
    gl::{Buffer, Gl, Program, VertexArray},
    image::Image,
};
use anyhow::Result;

/// Names and texts, a section per stage.
const CORPUS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/corpus.rs"));
const SIDE: i32 = 16;
/// Bindings that get a buffer, and its bytes.
const BINDINGS: u32 = 8;
const BYTES: usize = 1 << 16;
/// Vertices of a draw, and of a patch.
const VERTICES: i32 = 6;

/// The corpus, and what its programs are used with.
pub(super) struct Links {
    stage: Stage,
    array: VertexArray,
    buffer: Buffer,
}

impl Links {
    pub(super) fn new(gl: &Gl) -> Result<Self> {
        let buffer = gl.buffer(glow::UNIFORM_BUFFER, &vec![0; BYTES], glow::DYNAMIC_COPY)?;
        Ok(Self { stage: Stage::new(gl, SIDE, SIDE)?, array: gl.vertex_array()?, buffer })
    }
}

/// Shader types and sources of a text of the corpus.
fn stages(text: &str) -> Vec<(u32, String)> {
    let mut stages: Vec<(u32, String)> = Vec::new();
    for line in text.lines() {
        let kind = match line {
            "[vertex shader]" => glow::VERTEX_SHADER,
            "[tessellation control shader]" => glow::TESS_CONTROL_SHADER,
            "[tessellation evaluation shader]" => glow::TESS_EVALUATION_SHADER,
            "[geometry shader]" => glow::GEOMETRY_SHADER,
            "[fragment shader]" => glow::FRAGMENT_SHADER,
            "[compute shader]" => glow::COMPUTE_SHADER,
            _ => {
                if let Some((_, source)) = stages.last_mut() {
                    source.extend([line, "\n"]);
                }
                continue;
            }
        };
        stages.push((kind, String::new()));
    }
    stages
}

fn is_sampler(kind: u32) -> bool {
    matches!(kind, glow::SAMPLER_1D..=glow::SAMPLER_2D_RECT_SHADOW | glow::SAMPLER_1D_ARRAY..=glow::SAMPLER_CUBE_SHADOW)
        || matches!(kind, glow::INT_SAMPLER_1D..=glow::UNSIGNED_INT_SAMPLER_BUFFER | 0x900C..=0x900F | 0x9108..=0x910D)
}

/// Samplers of different types must not share a unit.
fn spread_samplers(gl: &Gl, program: Program) {
    let mut unit = 0;
    for index in 0..gl.get_active_uniforms(program) {
        let Some(uniform) = gl.get_active_uniform(program, index).filter(|uniform| is_sampler(uniform.utype)) else {
            continue;
        };
        let base = uniform.name.trim_end_matches("[0]");
        for element in 0..uniform.size {
            let name = if uniform.size == 1 { uniform.name.clone() } else { format!("{base}[{element}]") };
            let place = gl.get_uniform_location(program, &name);
            gl.uniform_1_i32(place.as_ref(), unit);
            unit += 1;
        }
    }
}

impl Scenario for Links {
    fn draw(&mut self, gl: &Gl, _frame: u32) -> Result<u32> {
        self.stage.begin(gl);
        gl.bind_vertex_array(Some(self.array));
        for binding in 0..BINDINGS {
            for target in [glow::UNIFORM_BUFFER, glow::SHADER_STORAGE_BUFFER, glow::ATOMIC_COUNTER_BUFFER] {
                gl.bind_buffer_base(target, binding, Some(self.buffer));
            }
        }
        gl.patch_parameter_i32(glow::PATCH_VERTICES, VERTICES / 2);
        for (name, text) in CORPUS {
            let stages = stages(text);
            let has = |kind| stages.iter().any(|(of, _)| *of == kind);
            let program = gl.program_of(name, &stages)?;
            gl.use_program(Some(program));
            spread_samplers(gl, program);
            if has(glow::COMPUTE_SHADER) {
                gl.dispatch_compute(1, 1, 1);
            } else {
                let mode = if has(glow::TESS_EVALUATION_SHADER) {
                    glow::PATCHES
                } else if has(glow::GEOMETRY_SHADER) {
                    gl.get_program_parameter_i32(program, glow::GEOMETRY_INPUT_TYPE) as u32
                } else {
                    glow::TRIANGLES
                };
                gl.draw_arrays(mode, 0, VERTICES);
            }
            gl.use_program(None);
            gl.delete_program(program);
        }
        // What the programs draw without their inputs means nothing; that all of them linked is the picture.
        gl.clear_color(CORPUS.len() as f32 / 255.0, 1.0, 0.0, 1.0);
        gl.clear(glow::COLOR_BUFFER_BIT);
        gl.finish();
        Ok(CORPUS.len() as u32)
    }

    fn picture(&self, gl: &Gl) -> Result<Image> {
        self.stage.picture(gl)
    }
}
