//! Queries of state (GL 4.6 core 22).

/// To come.
#[derive(Debug, Default)]
pub struct ContextFlags {}
