//! Many small passes: each renders into a framebuffer of its own from the texture that the one before has drawn.

use super::{
    Scenario,
    stage::{QUAD_VERTEX, Stage, TINTED_TEXTURE, quad, small_texture},
};
use crate::{
    gl::{Gl, Program, Texture, UniformLocation, VertexArray},
    image::Image,
};
use anyhow::Result;

const PASSES: usize = 64;
const SIDE: i32 = 64;

/// Sixty-four passes over framebuffers of 64 by 64, then one that shows the last.
pub(super) struct Passes {
    stage: Stage,
    program: Program,
    place: Option<UniformLocation>,
    tint: Option<UniformLocation>,
    quad: VertexArray,
    first: Texture,
    targets: Vec<Stage>,
}

impl Passes {
    pub(super) fn new(gl: &Gl, width: i32, height: i32) -> Result<Self> {
        let program = gl.program("passes", QUAD_VERTEX, TINTED_TEXTURE)?;
        Ok(Self {
            stage: Stage::new(gl, width, height)?,
            place: gl.get_uniform_location(program, "place"),
            tint: gl.get_uniform_location(program, "tint"),
            quad: quad(gl)?,
            first: small_texture(gl, SIDE, 7)?,
            targets: (0..PASSES).map(|_| Stage::new(gl, SIDE, SIDE)).collect::<Result<_>>()?,
            program,
        })
    }
}

impl Scenario for Passes {
    fn draw(&mut self, gl: &Gl, frame: u32) -> Result<u32> {
        gl.use_program(Some(self.program));
        gl.bind_vertex_array(Some(self.quad));
        gl.active_texture(glow::TEXTURE0);
        let mut source = self.first;
        for (index, target) in self.targets.iter().enumerate() {
            target.begin(gl);
            gl.bind_texture(glow::TEXTURE_2D, Some(source));
            let turn = frame as f32 * 0.1 + index as f32;
            gl.uniform_4_f32(self.place.as_ref(), 0.05 * turn.sin(), 0.05 * turn.cos(), 0.98, 0.0);
            gl.uniform_4_f32(self.tint.as_ref(), 1.0, 0.995, 1.0, 1.0);
            gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
            source = target.colour;
        }
        self.stage.begin(gl);
        gl.bind_texture(glow::TEXTURE_2D, Some(source));
        gl.uniform_4_f32(self.place.as_ref(), 0.0, 0.0, 0.9, 0.0);
        gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        Ok(PASSES as u32 + 1)
    }

    fn picture(&self, gl: &Gl) -> Result<Image> {
        self.stage.picture(gl)
    }
}
