//! Sync objects (GL 4.6 core 4.1).

/// To come.
#[derive(Debug, Default)]
pub struct Sync {}
