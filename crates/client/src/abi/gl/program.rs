//! Shaders and programs.
