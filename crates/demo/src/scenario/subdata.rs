//! Sixteen times a frame: a mebibyte of a uniform buffer is replaced and drawn with.

use super::{
    Scenario,
    stage::{Stage, quad, unit},
    ubo_ranges::{FRAGMENT, VERTEX},
};
use crate::{
    gl::{Buffer, Gl, Program, VertexArray},
    image::Image,
    math::bytes_of,
};
use anyhow::{Context as _, Result};

const TURNS: usize = 16;
const BYTES: usize = 1 << 20;

/// The last bytes of each update are the ones that are drawn with.
pub(super) struct SubData {
    stage: Stage,
    program: Program,
    quad: VertexArray,
    buffer: Buffer,
    bytes: Vec<u8>,
}

impl SubData {
    pub(super) fn new(gl: &Gl, width: i32, height: i32) -> Result<Self> {
        let program = gl.program("subdata", VERTEX, FRAGMENT)?;
        let block = gl.get_uniform_block_index(program, "Item").context("the block Item is not active")?;
        gl.uniform_block_binding(program, block, 3);
        let bytes = vec![0; BYTES];
        Ok(Self {
            stage: Stage::new(gl, width, height)?,
            quad: quad(gl)?,
            buffer: gl.buffer(glow::UNIFORM_BUFFER, &bytes, glow::DYNAMIC_DRAW)?,
            program,
            bytes,
        })
    }
}

impl Scenario for SubData {
    fn draw(&mut self, gl: &Gl, frame: u32) -> Result<u32> {
        self.stage.begin(gl);
        gl.use_program(Some(self.program));
        gl.bind_vertex_array(Some(self.quad));
        gl.bind_buffer(glow::UNIFORM_BUFFER, Some(self.buffer));
        gl.bind_buffer_range(glow::UNIFORM_BUFFER, 3, Some(self.buffer), (BYTES - 256) as i32, 32);
        for turn in 0..TURNS {
            let seed = turn as u32 + frame % 7;
            let (x, y) = (unit(seed * 2) * 2.0 - 1.0, unit(seed * 2 + 1) * 2.0 - 1.0);
            self.bytes[BYTES - 256..][..32].copy_from_slice(&bytes_of(&[
                x,
                y,
                0.05,
                0.0,
                unit(seed),
                0.5,
                unit(seed + 9),
                1.0,
            ]));
            gl.buffer_sub_data_u8_slice(glow::UNIFORM_BUFFER, 0, &self.bytes);
            gl.draw_arrays(glow::TRIANGLE_STRIP, 0, 4);
        }
        Ok(TURNS as u32)
    }

    fn picture(&self, gl: &Gl) -> Result<Image> {
        self.stage.picture(gl)
    }
}
