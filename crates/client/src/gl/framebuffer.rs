//! Framebuffers (GL 4.6 core 9).

/// To come.
#[derive(Debug, Default)]
pub struct FramebufferState {}
