//! What the passes draw into.

use crate::gl::{Framebuffer, Gl, Texels, Texture};
use anyhow::Result;

/// Side of the square shadow map.
pub(super) const SHADOW_SIDE: i32 = 2048;
/// Levels of the bloom chain; the first has half the picture's size.
pub(super) const BLOOM_LEVELS: usize = 6;

/// One level of the bloom chain.
pub(super) struct Level {
    pub(super) framebuffer: Framebuffer,
    pub(super) size: (i32, i32),
}

/// Framebuffers by their pass's name, and (plural) the textures that they draw.
pub(super) struct Targets {
    pub(super) shadow: Framebuffer,
    pub(super) shadows: Texture,
    pub(super) geometry: Framebuffer,
    pub(super) colours: Texture,
    pub(super) normals: Texture,
    pub(super) materials: Texture,
    pub(super) depths: Texture,
    pub(super) light: Framebuffer,
    pub(super) lights: Texture,
    pub(super) glass_sum: Framebuffer,
    pub(super) glass_sums: Texture,
    pub(super) glass_through: Framebuffer,
    pub(super) glass_throughs: Texture,
    pub(super) bloom: Vec<Level>,
    pub(super) blooms: Texture,
    pub(super) tone: Framebuffer,
    pub(super) tones: Texture,
    pub(super) last: Framebuffer,
}

impl Targets {
    pub(super) fn new(gl: &Gl, width: i32, height: i32) -> Result<Self> {
        let texture = |texels| gl.texture(texels, width, height, 1);
        let shadows = gl.texture(Texels::DEPTH32F, SHADOW_SIDE, SHADOW_SIDE, 1)?;
        let (colours, normals, materials) =
            (texture(Texels::RGBA8)?, texture(Texels::RGB10_A2)?, texture(Texels::R32UI)?);
        let depths = texture(Texels::DEPTH24)?;
        let (lights, glass_sums, glass_throughs) =
            (linear(gl, texture(Texels::RGBA16F)?), texture(Texels::RGBA16F)?, texture(Texels::R16F)?);
        let tones = linear(gl, texture(Texels::RGBA8)?);
        let last = texture(Texels::RGBA8)?;

        let half = |side: i32, level: usize| (side >> (level + 1)).max(1);
        let blooms =
            linear(gl, gl.texture(Texels::R11F_G11F_B10F, half(width, 0), half(height, 0), BLOOM_LEVELS as i32)?);
        let bloom = (0..BLOOM_LEVELS)
            .map(|level| {
                let framebuffer = gl.framebuffer(&[blooms], None)?;
                gl.framebuffer_texture_2d(
                    glow::FRAMEBUFFER,
                    glow::COLOR_ATTACHMENT0,
                    glow::TEXTURE_2D,
                    Some(blooms),
                    level as i32,
                );
                Ok(Level { framebuffer, size: (half(width, level), half(height, level)) })
            })
            .collect::<Result<_>>()?;
        Ok(Self {
            shadow: gl.framebuffer(&[], Some(shadows))?,
            geometry: gl.framebuffer(&[colours, normals, materials], Some(depths))?,
            light: gl.framebuffer(&[lights], None)?,
            glass_sum: gl.framebuffer(&[glass_sums], Some(depths))?,
            glass_through: gl.framebuffer(&[glass_throughs], Some(depths))?,
            tone: gl.framebuffer(&[tones], None)?,
            last: gl.framebuffer(&[last], None)?,
            shadows,
            colours,
            normals,
            materials,
            depths,
            lights,
            glass_sums,
            glass_throughs,
            bloom,
            blooms,
            tones,
        })
    }
}

/// Makes the texture filter linearly.
fn linear(gl: &Gl, texture: Texture) -> Texture {
    gl.bind_texture(glow::TEXTURE_2D, Some(texture));
    gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MIN_FILTER, glow::LINEAR as i32);
    gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MAG_FILTER, glow::LINEAR as i32);
    texture
}
