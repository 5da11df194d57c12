//! A hundred times a frame: one draw, then one pixel of it read, as picking and feedback loops do.

use super::{
    Scenario,
    stage::{QUAD_VERTEX, Stage, TINTED_TEXTURE, quad, small_texture},
};
use crate::{
    gl::{Gl, Program, Texels, Texture, UniformLocation, VertexArray},
    image::Image,
};
use anyhow::Result;

const ROUNDS: u32 = 100;
const SIDE: i32 = 64;

/// Each draw's colour comes from the pixel that was read before it, so that one wrong answer shows in the picture.
pub(super) struct PingPong {
    stage: Stage,
    program: Program,
    place: Option<UniformLocation>,
    tint: Option<UniformLocation>,
    quad: VertexArray,
    texture: Texture,
}

impl PingPong {
    pub(super) fn new(gl: &Gl, _width: i32, _height: i32) -> Result<Self> {
        let program = gl.program("ping-pong", QUAD_VERTEX, TINTED_TEXTURE)?;
        Ok(Self {
            stage: Stage::new(gl, SIDE, SIDE)?,
            place: gl.get_uniform_location(program, "place"),
            tint: gl.get_uniform_location(program, "tint"),
            quad: quad(gl)?,
            texture: small_texture(gl, 16, 11)?,
            program,
        })
    }
}

impl Scenario for PingPong {
    fn draw(&mut self, gl: &Gl, frame: u32) -> Result<u32> {
        self.stage.begin(gl);
        gl.use_program(Some(self.program));
        gl.bind_vertex_array(Some(self.quad));
        gl.active_texture(glow::TEXTURE0);
        gl.bind_texture(glow::TEXTURE_2D, Some(self.texture));
        let mut last = [0u8; 4];
        for round in 0..ROUNDS {
            let tint = 0.5 + f32::from(last[1]) / 512.0;
            let x = ((frame + round) % 8) as f32 * 0.25 - 0.875;
            let y = (round % 8) as f32 * 0.25 - 0.875;
            gl.uniform_4_f32(self.place.as_ref(), x, y, 0.1, 0.0);
            gl.uniform_4_f32(self.tint.as_ref(), tint, tint, 1.0, 1.0);
            gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
            let at = |clip: f32| ((clip * 0.5 + 0.5) * SIDE as f32) as i32;
            gl.read_pixels(Texels::RGBA8, at(x), at(y), 1, 1, &mut last)?;
        }
        Ok(ROUNDS)
    }

    fn picture(&self, gl: &Gl) -> Result<Image> {
        self.stage.picture(gl)
    }
}
