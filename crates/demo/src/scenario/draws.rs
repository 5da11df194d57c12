//! Many small draws, each with its own vertex array, texture, state toggle and uniforms.

use super::{
    Scenario,
    stage::{QUAD_VERTEX, Stage, TINTED_TEXTURE, quad, small_texture, unit},
};
use crate::{
    gl::{Gl, Program, Texture, UniformLocation, VertexArray},
    image::Image,
};
use anyhow::Result;

/// `count` draws a frame.
pub(super) struct Draws {
    stage: Stage,
    program: Program,
    place: Option<UniformLocation>,
    tint: Option<UniformLocation>,
    arrays: Vec<VertexArray>,
    textures: Vec<Texture>,
    count: u32,
}

impl Draws {
    pub(super) fn new(gl: &Gl, width: i32, height: i32, count: u32) -> Result<Self> {
        let stage = Stage::new(gl, width, height)?;
        let program = gl.program("draws", QUAD_VERTEX, TINTED_TEXTURE)?;
        Ok(Self {
            stage,
            place: gl.get_uniform_location(program, "place"),
            tint: gl.get_uniform_location(program, "tint"),
            arrays: (0..16).map(|_| quad(gl)).collect::<Result<_>>()?,
            textures: (0..32).map(|seed| small_texture(gl, 16, seed)).collect::<Result<_>>()?,
            program,
            count,
        })
    }
}

impl Scenario for Draws {
    fn draw(&mut self, gl: &Gl, frame: u32) -> Result<u32> {
        self.stage.begin(gl);
        gl.use_program(Some(self.program));
        gl.active_texture(glow::TEXTURE0);
        gl.blend_func(glow::SRC_ALPHA, glow::ONE_MINUS_SRC_ALPHA);
        gl.enable(glow::DEPTH_TEST);
        for index in 0..self.count {
            gl.bind_vertex_array(Some(self.arrays[index as usize % self.arrays.len()]));
            gl.bind_texture(glow::TEXTURE_2D, Some(self.textures[index as usize % self.textures.len()]));
            if index % 2 == 0 {
                gl.enable(glow::BLEND);
            } else {
                gl.disable(glow::BLEND);
            }
            let (x, y) = (unit(index * 2) * 2.0 - 1.0, unit(index * 2 + 1) * 2.0 - 1.0);
            let phase = (frame as f32 * 0.05 + index as f32).sin();
            gl.uniform_4_f32(self.place.as_ref(), x, y, 0.006, unit(index) - 0.5);
            gl.uniform_4_f32(self.tint.as_ref(), 1.0, 0.75 + 0.25 * phase, 1.0, 0.75);
            gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
        gl.disable(glow::BLEND);
        gl.disable(glow::DEPTH_TEST);
        Ok(self.count)
    }

    fn picture(&self, gl: &Gl) -> Result<Image> {
        self.stage.picture(gl)
    }
}
