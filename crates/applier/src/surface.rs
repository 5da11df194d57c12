//! Surfaces: the storage behind default framebuffers. The server runs without windows, so presenting is a flush.

use crate::{Applier, error::Result};
use pipe_types::{
    handle::RawHandle,
    records::context::{MGPPresent, MGPSurfaceDesc},
};

/// The twin of a surface.
#[derive(Debug)]
pub(crate) struct Surface {}
/// Surfaces of a context's default framebuffer.
#[derive(Debug, Default)]
pub struct ContextSurfaces {}

impl Applier {
    pub(crate) fn create_surface(&mut self, _desc: &MGPSurfaceDesc) -> Result {
        Ok(())
    }
    pub(crate) fn destroy_surface(&mut self, _handle: RawHandle) -> Result {
        Ok(())
    }
    /// Which surfaces the default framebuffer of the current context has (null: none).
    pub(crate) fn set_surfaces(&mut self, _draw: RawHandle, _read: RawHandle) -> Result {
        Ok(())
    }
    pub(crate) fn present(&mut self, _record: &MGPPresent) -> Result {
        self.gl.flush();
        Ok(())
    }
}
