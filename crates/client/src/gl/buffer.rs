//! Buffer objects (GL 4.6 core 6).

/// To come.
#[derive(Debug, Default)]
pub struct Buffer {}

/// To come.
#[derive(Debug, Default)]
pub struct BufferBindings {}
