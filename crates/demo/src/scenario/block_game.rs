//! A frame shaped like a block game's: 1,470 draws of chunk meshes, 60 program switches, 12 framebuffer switches and
//! 0.8 MiB of new vertices.

use super::{
    Scenario,
    stage::{Stage, small_texture, unit},
};
use crate::{
    gl::{Buffer, Gl, Program, Texture, UniformLocation, VertexArray},
    image::Image,
    math::bytes_of,
};
use anyhow::Result;

const PASSES: usize = 12;
const GROUPS: usize = 60;
const DRAWS: usize = 1470;
/// Chunk meshes rebuilt in a frame, and the bytes of one: together 0.8 MiB.
const REBUILT: usize = 32;
const CHUNK_BYTES: usize = 26_216 / 20 * 20;

const VERTEX: &str = "#version 330 core
layout(location = 0) in vec2 corner;
layout(location = 1) in vec3 light;
uniform vec4 place;
out vec2 uv;
out vec3 lit;
void main() {
    uv = corner * 0.5 + 0.5;
    lit = light;
    gl_Position = vec4(place.xy + corner * place.z, place.w, 1.0);
}
";

/// Eight programs that differ in one constant, as a game's shader variants do.
pub(super) struct BlockGame {
    stage: Stage,
    targets: Vec<Stage>,
    programs: Vec<(Program, Option<UniformLocation>)>,
    chunks: Vec<(VertexArray, Buffer)>,
    atlas: Texture,
    light_map: Texture,
    mesh: Vec<u8>,
}

fn fragment(variant: usize) -> String {
    format!(
        "#version 330 core
in vec2 uv;
in vec3 lit;
uniform sampler2D atlas;
uniform sampler2D light_map;
layout(location = 0) out vec4 colour;
void main() {{
    vec4 base = texture(atlas, uv);
    if (base.a < 0.1) discard;
    vec3 light = texture(light_map, lit.xy).rgb * {:.3};
    colour = vec4(base.rgb * (0.5 + 0.5 * light) * lit.z, 1.0);
}}
",
        0.6 + 0.05 * variant as f32
    )
}

impl BlockGame {
    pub(super) fn new(gl: &Gl, width: i32, height: i32) -> Result<Self> {
        let programs = (0..8)
            .map(|variant| {
                let program = gl.program("block-game", VERTEX, &fragment(variant))?;
                gl.use_program(Some(program));
                gl.uniform_1_i32(gl.get_uniform_location(program, "atlas").as_ref(), 0);
                gl.uniform_1_i32(gl.get_uniform_location(program, "light_map").as_ref(), 2);
                Ok((program, gl.get_uniform_location(program, "place")))
            })
            .collect::<Result<_>>()?;
        let corners: [[f32; 2]; 6] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
        let vertex = |at: usize| {
            let [x, y] = corners[at % 6];
            bytes_of(&[x, y, unit(at as u32), unit(at as u32 + 77), 0.8])
        };
        let mesh: Vec<u8> = (0..CHUNK_BYTES / 20).flat_map(vertex).collect();
        let chunks = (0..200)
            .map(|_| {
                let array = gl.vertex_array()?;
                let buffer = gl.buffer(glow::ARRAY_BUFFER, &mesh, glow::DYNAMIC_DRAW)?;
                gl.enable_vertex_attrib_array(0);
                gl.vertex_attrib_pointer_f32(0, 2, glow::FLOAT, false, 20, 0);
                gl.enable_vertex_attrib_array(1);
                gl.vertex_attrib_pointer_f32(1, 3, glow::FLOAT, false, 20, 8);
                Ok((array, buffer))
            })
            .collect::<Result<_>>()?;
        Ok(Self {
            stage: Stage::new(gl, width, height)?,
            targets: (1..PASSES).map(|_| Stage::new(gl, 256, 256)).collect::<Result<_>>()?,
            programs,
            chunks,
            atlas: small_texture(gl, 64, 5)?,
            light_map: small_texture(gl, 16, 9)?,
            mesh,
        })
    }
}

impl Scenario for BlockGame {
    fn draw(&mut self, gl: &Gl, frame: u32) -> Result<u32> {
        for index in 0..REBUILT {
            let (_, buffer) = self.chunks[(frame as usize * REBUILT + index) % self.chunks.len()];
            let light = 0.5 + 0.5 * unit(frame * 37 + index as u32);
            for vertex in self.mesh.chunks_exact_mut(20) {
                vertex[16..].copy_from_slice(&light.to_ne_bytes());
            }
            gl.bind_buffer(glow::ARRAY_BUFFER, Some(buffer));
            gl.buffer_data_u8_slice(glow::ARRAY_BUFFER, &self.mesh, glow::DYNAMIC_DRAW);
        }
        gl.active_texture(glow::TEXTURE2);
        gl.bind_texture(glow::TEXTURE_2D, Some(self.light_map));
        gl.active_texture(glow::TEXTURE0);
        gl.enable(glow::DEPTH_TEST);
        let mut drawn = 0;
        for pass in 0..PASSES {
            let target = if pass == PASSES - 1 { &self.stage } else { &self.targets[pass] };
            target.begin(gl);
            gl.bind_texture(glow::TEXTURE_2D, Some(self.atlas));
            for group in 0..GROUPS / PASSES {
                let number = pass * (GROUPS / PASSES) + group;
                let (program, place) = &self.programs[number % self.programs.len()];
                gl.use_program(Some(*program));
                let until = DRAWS * (number + 1) / GROUPS;
                while drawn < until {
                    let (array, _) = self.chunks[drawn % self.chunks.len()];
                    gl.bind_vertex_array(Some(array));
                    let seed = drawn as u32;
                    let (x, y) = (unit(seed) * 2.0 - 1.0, unit(seed + 5000) * 2.0 - 1.0);
                    gl.uniform_4_f32(place.as_ref(), x, y, 0.06, unit(seed + 9000) - 0.5);
                    gl.draw_arrays(glow::TRIANGLES, (drawn % 50) as i32 * 6, 12);
                    drawn += 1;
                }
            }
        }
        gl.disable(glow::DEPTH_TEST);
        Ok(drawn as u32)
    }

    fn picture(&self, gl: &Gl) -> Result<Image> {
        self.stage.picture(gl)
    }
}
