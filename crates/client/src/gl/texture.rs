//! Textures and texture units (GL 4.6 core 8).

/// To come.
#[derive(Debug, Default)]
pub struct Texture {}

/// To come.
#[derive(Debug, Default)]
pub struct Pending {}

/// To come.
#[derive(Debug, Default)]
pub struct TextureUnits {}
