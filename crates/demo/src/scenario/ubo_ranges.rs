//! A thousand draws a frame that differ in the range of one uniform buffer they see.

use super::{
    Scenario,
    stage::{Stage, quad, unit},
};
use crate::{
    gl::{Buffer, Gl, Program, VertexArray},
    image::Image,
    math::bytes_of,
};
use anyhow::{Context as _, Result};

const RANGES: usize = 1000;
/// Holds for every driver: the largest `GL_UNIFORM_BUFFER_OFFSET_ALIGNMENT` that GL allows.
const STRIDE: usize = 256;

/// A quad whose place and colour are in the block `Item`.
pub(super) const VERTEX: &str = "#version 330 core
layout(location = 0) in vec2 corner;
layout(std140) uniform Item { vec4 place; vec4 tint; };
out vec4 shade;
void main() {
    shade = tint * (0.75 + 0.25 * corner.x);
    gl_Position = vec4(place.xy + corner * place.z, place.w, 1.0);
}
";
/// Its colour.
pub(super) const FRAGMENT: &str = "#version 330 core
in vec4 shade;
layout(location = 0) out vec4 colour;
void main() { colour = shade; }
";

/// The buffer's content is new in every frame, in one upload.
pub(super) struct UboRanges {
    stage: Stage,
    program: Program,
    quad: VertexArray,
    buffer: Buffer,
    items: Vec<u8>,
}

impl UboRanges {
    pub(super) fn new(gl: &Gl, width: i32, height: i32) -> Result<Self> {
        let program = gl.program("ubo-ranges", VERTEX, FRAGMENT)?;
        let block = gl.get_uniform_block_index(program, "Item").context("the block Item is not active")?;
        gl.uniform_block_binding(program, block, 3);
        let items = vec![0; RANGES * STRIDE];
        Ok(Self {
            stage: Stage::new(gl, width, height)?,
            quad: quad(gl)?,
            buffer: gl.buffer(glow::UNIFORM_BUFFER, &items, glow::DYNAMIC_DRAW)?,
            program,
            items,
        })
    }
}

impl Scenario for UboRanges {
    fn draw(&mut self, gl: &Gl, frame: u32) -> Result<u32> {
        for (index, item) in self.items.chunks_exact_mut(STRIDE).enumerate() {
            let seed = index as u32;
            let shade = 0.5 + 0.5 * (frame as f32 * 0.07 + index as f32).cos();
            let (x, y) = (unit(seed * 2) * 2.0 - 1.0, unit(seed * 2 + 1) * 2.0 - 1.0);
            item[..32].copy_from_slice(&bytes_of(&[x, y, 0.01, 0.0, shade, unit(seed), 1.0 - shade, 1.0]));
        }
        gl.bind_buffer(glow::UNIFORM_BUFFER, Some(self.buffer));
        gl.buffer_sub_data_u8_slice(glow::UNIFORM_BUFFER, 0, &self.items);
        self.stage.begin(gl);
        gl.use_program(Some(self.program));
        gl.bind_vertex_array(Some(self.quad));
        for index in 0..RANGES {
            gl.bind_buffer_range(glow::UNIFORM_BUFFER, 3, Some(self.buffer), (index * STRIDE) as i32, 32);
            gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
        Ok(RANGES as u32)
    }

    fn picture(&self, gl: &Gl) -> Result<Image> {
        self.stage.picture(gl)
    }
}
