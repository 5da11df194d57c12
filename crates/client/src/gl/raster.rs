//! Fixed state (GL 4.6 core 13 to 17).

/// To come.
#[derive(Debug, Default)]
pub struct RasterState {}
