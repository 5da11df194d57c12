//! What the measuring scenarios share: a target with colour and depth, small quads and small textures.

use crate::{
    gl::{Framebuffer, Gl, Texels, Texture, VertexArray},
    image::Image,
    math::bytes_of,
};
use anyhow::Result;

/// An RGBA8 and depth framebuffer.
pub(super) struct Stage {
    pub(super) width: i32,
    pub(super) height: i32,
    pub(super) framebuffer: Framebuffer,
    pub(super) colour: Texture,
}

impl Stage {
    pub(super) fn new(gl: &Gl, width: i32, height: i32) -> Result<Self> {
        let colour = gl.texture(Texels::RGBA8, width, height, 1)?;
        let depth = gl.texture(Texels::DEPTH24, width, height, 1)?;
        let framebuffer = gl.framebuffer(&[colour], Some(depth))?;
        Ok(Self { width, height, framebuffer, colour })
    }

    /// Binds the framebuffer and clears it.
    pub(super) fn begin(&self, gl: &Gl) {
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
        gl.viewport(0, 0, self.width, self.height);
        gl.clear_color(0.05, 0.07, 0.1, 1.0);
        gl.clear(glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT);
    }

    pub(super) fn picture(&self, gl: &Gl) -> Result<Image> {
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(self.framebuffer));
        let mut bytes = vec![0; (self.width * self.height * 4) as usize];
        gl.read_pixels(Texels::RGBA8, 0, 0, self.width, self.height, &mut bytes)?;
        Ok(Image::from_gl(self.width as u32, self.height as u32, &bytes))
    }
}

/// Vertex shader of a quad at `place` (centre x, y, half size, depth) in clip space, attribute 0 its corner.
pub(super) const QUAD_VERTEX: &str = "#version 330 core
layout(location = 0) in vec2 corner;
uniform vec4 place;
out vec2 uv;
void main() {
    uv = corner * 0.5 + 0.5;
    gl_Position = vec4(place.xy + corner * place.z, place.w, 1.0);
}
";

/// Fragment shader: a texture times a colour.
pub(super) const TINTED_TEXTURE: &str = "#version 330 core
in vec2 uv;
uniform sampler2D image;
uniform vec4 tint;
layout(location = 0) out vec4 colour;
void main() { colour = texture(image, uv) * tint; }
";

/// A vertex array with one unit quad (a triangle strip of four corners) in a buffer of its own.
pub(super) fn quad(gl: &Gl) -> Result<VertexArray> {
    let array = gl.vertex_array()?;
    let corners = bytes_of(&[-1.0, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0]);
    gl.buffer(glow::ARRAY_BUFFER, &corners, glow::STATIC_DRAW)?;
    gl.enable_vertex_attrib_array(0);
    gl.vertex_attrib_pointer_f32(0, 2, glow::FLOAT, false, 8, 0);
    Ok(array)
}

/// A well-mixed number from a number.
pub(super) fn hash(mut x: u32) -> u32 {
    x = (x ^ (x >> 16)).wrapping_mul(0x7feb_352d);
    x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

/// [`hash`] as a fraction in 0..1.
pub(super) fn unit(x: u32) -> f32 {
    (hash(x) >> 8) as f32 / 16_777_216.0
}

/// A square RGBA8 texture of `side` texels that differs by `seed`.
pub(super) fn small_texture(gl: &Gl, side: i32, seed: u32) -> Result<Texture> {
    let texture = gl.texture(Texels::RGBA8, side, side, 1)?;
    gl.tex_image(0, Texels::RGBA8, side, side, Some(&texels(side, seed)))?;
    Ok(texture)
}

/// The content of [`small_texture`].
pub(super) fn texels(side: i32, seed: u32) -> Vec<u8> {
    let mut data = Vec::with_capacity((side * side * 4) as usize);
    for y in 0..side {
        for x in 0..side {
            let checker = if (x / 4 + y / 4) % 2 == 0 { 255 } else { 140 };
            data.push(checker);
            data.push((hash(seed) & 0xff) as u8 / 2 + 100);
            data.push((x * 255 / side) as u8);
            data.push(255);
        }
    }
    data
}
