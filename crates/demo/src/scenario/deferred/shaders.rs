//! The shaders' sources and the texture units they read.

/// The samplers of every program; a sampler's index is its texture unit.
pub(super) const SAMPLERS: [&str; 11] = [
    "surface",
    "colours",
    "normals",
    "materials",
    "depths",
    "shadows",
    "lights",
    "glass_sums",
    "glass_throughs",
    "blooms",
    "tones",
];

/// The unit of a sampler in [`SAMPLERS`].
pub(super) fn unit(sampler: &str) -> u32 {
    SAMPLERS.iter().position(|name| *name == sampler).unwrap_or(0) as u32
}

/// A whole shader: version, what all share, and the body.
pub(super) fn source(body: &str) -> String {
    format!("#version 330 core\n{}\n{body}", include_str!("shaders/common.glsl"))
}

pub(super) const SHADOW_VERTEX: &str = include_str!("shaders/shadow.vert");
pub(super) const SHADOW_FRAGMENT: &str = "void main() {}\n";
pub(super) const ITEM_VERTEX: &str = include_str!("shaders/item.vert");
pub(super) const GEOMETRY: &str = include_str!("shaders/geometry.frag");
pub(super) const WHOLE_PICTURE: &str = include_str!("shaders/whole.vert");
pub(super) const LIGHT: &str = include_str!("shaders/light.frag");
pub(super) const GLASS_SUM: &str = concat!(include_str!("shaders/glass.glsl"), include_str!("shaders/glass_sum.frag"));
pub(super) const GLASS_THROUGH: &str =
    concat!(include_str!("shaders/glass.glsl"), include_str!("shaders/glass_through.frag"));
pub(super) const GLASS_OVER: &str = include_str!("shaders/glass_over.frag");
pub(super) const BLOOM_FIRST: &str = include_str!("shaders/bloom_first.frag");
pub(super) const BLOOM_DOWN: &str = include_str!("shaders/bloom_down.frag");
pub(super) const BLOOM_UP: &str = include_str!("shaders/bloom_up.frag");
pub(super) const TONE: &str = include_str!("shaders/tone.frag");
pub(super) const SMOOTH: &str = include_str!("shaders/smooth.frag");
