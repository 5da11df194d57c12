//! Renderbuffers.
