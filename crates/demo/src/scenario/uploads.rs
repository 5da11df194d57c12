//! Three mebibytes of new bytes a frame: two into textures, one into vertex buffers.

use super::{
    Scenario,
    stage::{QUAD_VERTEX, Stage, TINTED_TEXTURE, texels},
};
use crate::{
    gl::{Buffer, Gl, Program, Texels, Texture, UniformLocation, VertexArray},
    image::Image,
    math::bytes_of,
};
use anyhow::Result;

const SIDE: i32 = 512;
const BUFFER_BYTES: usize = 1 << 20;

/// Two textures of 512 by 512 and a buffer of 1 MiB, new in every frame.
pub(super) struct Uploads {
    stage: Stage,
    program: Program,
    place: Option<UniformLocation>,
    tint: Option<UniformLocation>,
    textures: [Texture; 2],
    pictures: Vec<Vec<u8>>,
    buffer: Buffer,
    array: VertexArray,
    corners: Vec<u8>,
}

impl Uploads {
    pub(super) fn new(gl: &Gl, width: i32, height: i32) -> Result<Self> {
        let program = gl.program("uploads", QUAD_VERTEX, TINTED_TEXTURE)?;
        let array = gl.vertex_array()?;
        let buffer = gl.buffer(glow::ARRAY_BUFFER, &vec![0; BUFFER_BYTES], glow::STREAM_DRAW)?;
        gl.enable_vertex_attrib_array(0);
        gl.vertex_attrib_pointer_f32(0, 2, glow::FLOAT, false, 8, 0);
        let corners = bytes_of(&[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0]);
        Ok(Self {
            stage: Stage::new(gl, width, height)?,
            place: gl.get_uniform_location(program, "place"),
            tint: gl.get_uniform_location(program, "tint"),
            textures: [gl.texture(Texels::RGBA8, SIDE, SIDE, 1)?, gl.texture(Texels::RGBA8, SIDE, SIDE, 1)?],
            pictures: (0..8).map(|seed| texels(SIDE, seed)).collect(),
            corners: corners.iter().copied().cycle().take(BUFFER_BYTES).collect(),
            program,
            buffer,
            array,
        })
    }
}

impl Scenario for Uploads {
    fn draw(&mut self, gl: &Gl, frame: u32) -> Result<u32> {
        self.stage.begin(gl);
        gl.use_program(Some(self.program));
        gl.active_texture(glow::TEXTURE0);
        for (index, &texture) in self.textures.iter().enumerate() {
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            let picture = &self.pictures[(frame as usize * 2 + index) % self.pictures.len()];
            gl.tex_sub_image(Texels::RGBA8, 0, 0, SIDE, SIDE, picture)?;
        }
        gl.bind_buffer(glow::ARRAY_BUFFER, Some(self.buffer));
        gl.buffer_sub_data_u8_slice(glow::ARRAY_BUFFER, 0, &self.corners);
        gl.bind_vertex_array(Some(self.array));
        gl.uniform_4_f32(self.tint.as_ref(), 1.0, 1.0, 1.0, 1.0);
        for (index, &texture) in self.textures.iter().enumerate() {
            gl.bind_texture(glow::TEXTURE_2D, Some(texture));
            gl.uniform_4_f32(self.place.as_ref(), index as f32 - 0.5, 0.0, 0.25, 0.0);
            gl.draw_arrays(glow::TRIANGLE_STRIP, (frame % 1000) as i32 * 4, 4);
        }
        Ok(2)
    }

    fn picture(&self, gl: &Gl) -> Result<Image> {
        self.stage.picture(gl)
    }
}
