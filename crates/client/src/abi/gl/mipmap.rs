//! Mipmap generation.
