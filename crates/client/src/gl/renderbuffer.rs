//! Renderbuffers (GL 4.6 core 9.2.4).

/// To come.
#[derive(Debug, Default)]
pub struct Renderbuffer {}

/// To come.
#[derive(Debug, Default)]
pub struct RenderbufferBinding {}
