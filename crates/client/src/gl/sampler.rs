//! Sampler objects (GL 4.6 core 8.2).

/// To come.
#[derive(Debug, Default)]
pub struct Sampler {}

/// To come.
#[derive(Debug, Default)]
pub struct SamplerBindings {}
