//! Sync objects (GL 4.6 core 4.1).

/// A fence.
#[derive(Debug)]
pub struct Sync {
    /// Its handle.
    pub handle: pipe_types::Handle<pipe_types::handle::kind::Fence>,
}
