//! Uniform values.
