//! A framebuffer read into memory in every frame: four mebibytes, or 64.

use super::{
    Scenario,
    stage::{QUAD_VERTEX, Stage, TINTED_TEXTURE, quad, small_texture},
};
use crate::{
    gl::{Gl, Program, Texels, Texture, UniformLocation, VertexArray},
    image::Image,
};
use anyhow::Result;

/// A square framebuffer, drawn and read. The picture is what was read last.
pub(super) struct Readback {
    side: i32,
    stage: Stage,
    program: Program,
    place: Option<UniformLocation>,
    tint: Option<UniformLocation>,
    quad: VertexArray,
    texture: Texture,
    bytes: Vec<u8>,
}

impl Readback {
    pub(super) fn new(gl: &Gl, side: i32) -> Result<Self> {
        let program = gl.program("readback", QUAD_VERTEX, TINTED_TEXTURE)?;
        Ok(Self {
            side,
            stage: Stage::new(gl, side, side)?,
            place: gl.get_uniform_location(program, "place"),
            tint: gl.get_uniform_location(program, "tint"),
            quad: quad(gl)?,
            texture: small_texture(gl, 64, 3)?,
            bytes: vec![0; (side * side * 4) as usize],
            program,
        })
    }
}

impl Scenario for Readback {
    fn draw(&mut self, gl: &Gl, frame: u32) -> Result<u32> {
        self.stage.begin(gl);
        gl.use_program(Some(self.program));
        gl.bind_vertex_array(Some(self.quad));
        gl.active_texture(glow::TEXTURE0);
        gl.bind_texture(glow::TEXTURE_2D, Some(self.texture));
        gl.uniform_4_f32(self.place.as_ref(), (frame as f32 * 0.1).sin() * 0.7, 0.0, 0.25, 0.0);
        gl.uniform_4_f32(self.tint.as_ref(), 1.0, 1.0, 1.0, 1.0);
        gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        gl.read_pixels(Texels::RGBA8, 0, 0, self.side, self.side, &mut self.bytes)?;
        Ok(1)
    }

    fn picture(&self, _gl: &Gl) -> Result<Image> {
        Ok(Image::from_gl(self.side as u32, self.side as u32, &self.bytes))
    }
}
