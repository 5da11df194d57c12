//! Query objects (GL 4.6 core 4.2).

/// To come.
#[derive(Debug, Default)]
pub struct QueryState {}
