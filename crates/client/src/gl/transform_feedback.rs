//! Transform feedback (GL 4.6 core 13.3).

/// To come.
#[derive(Debug, Default)]
pub struct XfbState {}
