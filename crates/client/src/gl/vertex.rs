//! Vertex arrays (GL 4.6 core 10).

/// To come.
#[derive(Debug, Default)]
pub struct VertexState {}
