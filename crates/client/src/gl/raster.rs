//! Fixed state (GL 4.6 core 13 to 17).

/// To come.
#[derive(Debug, Default)]
pub struct RasterState {}

/// A context becomes current for the first time: viewport and scissor get the draw surface's size (GL 4.6 core 13.8.1, 14.9.2).
pub fn first_current(state: &mut crate::context::ContextState, width: u32, height: u32) {
    let _ = (state, width, height);
}
