//! Vertex arrays.
