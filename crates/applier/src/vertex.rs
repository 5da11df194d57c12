//! stub
use crate::{Applier, error::Result};
use pipe_types::{decode::Record, handle::RawHandle, primitive::MGPHandleOnly, records::vertex::*};
/// The twin of a vertex format.
#[derive(Debug)]
pub(crate) struct VertexElements {}
/// Vertex state of a context.
#[derive(Debug, Default)]
pub struct VertexState {}
impl VertexState {
    pub(crate) fn buffers_changed(&mut self) {}
}
impl Applier {
    pub(crate) fn create_vertex_elements(&mut self, _r: &Record<'_, MGPVertexElements, MGPVertexElement>) -> Result {
        Ok(())
    }
    pub(crate) fn destroy_vertex_elements(&mut self, _h: RawHandle) -> Result {
        Ok(())
    }
    pub(crate) fn bind_vertex_elements(&mut self, _r: &MGPHandleOnly) -> Result {
        Ok(())
    }
    pub(crate) fn set_vertex_buffers(&mut self, _r: &Record<'_, MGPVertexBuffers, MGPVertexBuffer>) -> Result {
        Ok(())
    }
    pub(crate) fn set_index_buffer(&mut self, _r: &MGPIndexBuffer) -> Result {
        Ok(())
    }
    pub(crate) fn set_attrib_defaults(&mut self, _r: &Record<'_, MGPAttribDefaults, MGPAttribDefault>) -> Result {
        Ok(())
    }
}
