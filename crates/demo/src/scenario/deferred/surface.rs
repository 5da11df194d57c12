//! Computed textures: colour in RGB, height in alpha.

use crate::gl::{Gl, Texels, Texture};
use anyhow::Result;

const SIDE: usize = 256;

/// The textures in the order of [`super::place::Surface`].
pub(super) fn all(gl: &Gl) -> Result<[Texture; 3]> {
    Ok([make(gl, stone)?, make(gl, marble)?, make(gl, metal)?])
}

fn make(gl: &Gl, texel: impl Fn(f32, f32) -> [f32; 4]) -> Result<Texture> {
    let levels = SIDE.ilog2() as i32 + 1;
    let texture = gl.texture(Texels::SRGB8_ALPHA8, SIDE as i32, SIDE as i32, levels)?;
    let mut data = Vec::with_capacity(SIDE * SIDE * 4);
    for y in 0..SIDE {
        for x in 0..SIDE {
            let values = texel(x as f32 / SIDE as f32, y as f32 / SIDE as f32);
            data.extend(values.map(|value| (value.clamp(0.0, 1.0) * 255.0 + 0.5) as u8));
        }
    }
    gl.tex_image(0, Texels::SRGB8_ALPHA8, SIDE as i32, SIDE as i32, Some(&data))?;
    gl.generate_mipmap(glow::TEXTURE_2D);
    Ok(texture)
}

fn lattice(x: i32, y: i32, period: i32, seed: u32) -> f32 {
    let (x, y) = (x.rem_euclid(period) as u32, y.rem_euclid(period) as u32);
    super::super::stage::unit(x.wrapping_mul(73) ^ y.wrapping_mul(7919) ^ seed.wrapping_mul(104_729))
}

/// Value noise that repeats after `period` cells.
fn noise(u: f32, v: f32, period: i32, seed: u32) -> f32 {
    let (x, y) = (u * period as f32, v * period as f32);
    let (left, low) = (x.floor(), y.floor());
    let smooth = |t: f32| t * t * (3.0 - 2.0 * t);
    let (s, t) = (smooth(x - left), smooth(y - low));
    let at = |dx, dy| lattice(left as i32 + dx, low as i32 + dy, period, seed);
    let (a, b) = (at(0, 0) + s * (at(1, 0) - at(0, 0)), at(0, 1) + s * (at(1, 1) - at(0, 1)));
    a + t * (b - a)
}

/// Five octaves of [`noise`], about 0..1.
fn cloud(u: f32, v: f32, period: i32, seed: u32) -> f32 {
    (0..5).map(|octave| noise(u, v, period << octave, seed + octave) * 0.5f32.powi(octave as i32 + 1)).sum()
}

fn stone(u: f32, v: f32) -> [f32; 4] {
    let grain = cloud(u, v, 8, 1);
    let speck = noise(u, v, 128, 9);
    let edge = (0.5 - (u - 0.5).abs()).min(0.5 - (v - 0.5).abs());
    let joint = (edge * 40.0).clamp(0.0, 1.0);
    let shade = (0.50 + 0.34 * grain + 0.07 * speck) * (0.45 + 0.55 * joint);
    [shade * 1.0, shade * 0.965, shade * 0.92, (0.25 + 0.5 * grain + 0.1 * speck) * joint]
}

fn marble(u: f32, v: f32) -> [f32; 4] {
    let warp = cloud(u, v, 4, 21);
    let vein = (std::f32::consts::TAU * (u * 2.0 + v + warp * 2.2)).sin().abs().powf(0.35);
    let shade = 0.62 + 0.33 * vein;
    [shade, shade * 0.975, shade * 0.94, 0.5 + 0.2 * warp]
}

fn metal(u: f32, v: f32) -> [f32; 4] {
    let brushed = 0.5 * noise(u * 0.25, v, 128, 41) + 0.5 * noise(u * 0.5, v, 64, 43);
    let shade = 0.82 + 0.16 * brushed;
    [shade, shade, shade, 0.45 + 0.1 * brushed]
}
