//! Image units (GL 4.6 core 8.26).

/// To come.
#[derive(Debug, Default)]
pub struct ImageUnits {}
