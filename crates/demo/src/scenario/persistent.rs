//! A uniform buffer of 64 MiB that stays mapped, coherently: in every frame 4 KiB of it are written and drawn with.

use super::{
    Scenario,
    stage::{Stage, quad, unit},
    ubo_ranges::{FRAGMENT, VERTEX},
};
use crate::{
    gl::{Gl, Mapped, Program, VertexArray},
    image::Image,
    math::bytes_of,
};
use anyhow::{Context as _, Result};

const BYTES: usize = 64 << 20;
const STRIDE: usize = 256;
const ITEMS: usize = 4096 / STRIDE;

/// Each frame's part lies where no frame in flight reads.
pub(super) struct Persistent {
    stage: Stage,
    program: Program,
    quad: VertexArray,
    buffer: Mapped,
}

impl Persistent {
    pub(super) fn new(gl: &Gl, width: i32, height: i32) -> Result<Self> {
        let program = gl.program("persistent", VERTEX, FRAGMENT)?;
        let block = gl.get_uniform_block_index(program, "Item").context("the block Item is not active")?;
        gl.uniform_block_binding(program, block, 3);
        Ok(Self {
            stage: Stage::new(gl, width, height)?,
            quad: quad(gl)?,
            buffer: gl.mapped(glow::UNIFORM_BUFFER, BYTES)?,
            program,
        })
    }
}

impl Scenario for Persistent {
    fn draw(&mut self, gl: &Gl, frame: u32) -> Result<u32> {
        self.stage.begin(gl);
        gl.use_program(Some(self.program));
        gl.bind_vertex_array(Some(self.quad));
        let base = frame as usize * 37 % (BYTES / 4096) * 4096;
        for index in 0..ITEMS {
            let seed = index as u32;
            let (x, y) = (unit(seed * 2) * 2.0 - 1.0, unit(seed * 2 + 1) * 2.0 - 1.0);
            let shade = 0.5 + 0.5 * (frame as f32 * 0.07 + index as f32).cos();
            self.buffer.write(base + index * STRIDE, &bytes_of(&[x, y, 0.05, 0.0, shade, unit(seed), 1.0, 1.0]))?;
        }
        for index in 0..ITEMS {
            let at = (base + index * STRIDE) as i32;
            gl.bind_buffer_range(glow::UNIFORM_BUFFER, 3, Some(self.buffer.buffer), at, 32);
            gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
        Ok(ITEMS as u32)
    }

    fn picture(&self, gl: &Gl) -> Result<Image> {
        self.stage.picture(gl)
    }
}
