//! Framebuffers.
