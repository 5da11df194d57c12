//! stub
use crate::{Applier, Host, error::Result};
use pipe_types::{decode::Record, handle::RawHandle, primitive::NoTail, records::raster::*};
/// The twin of a render state.
#[derive(Debug)]
pub(crate) struct RenderState {}
/// Fixed state of a context.
#[derive(Debug, Default)]
pub struct RasterState {}
impl Applier {
    pub(crate) fn create_render_state(
        &mut self,
        _r: &Record<'_, MGPRenderStateDesc, NoTail>,
        _h: &mut dyn Host,
    ) -> Result {
        Ok(())
    }
    pub(crate) fn destroy_render_state(&mut self, _h: RawHandle) -> Result {
        Ok(())
    }
    pub(crate) fn bind_render_state(&mut self, _r: &MGPBindRenderState) -> Result {
        Ok(())
    }
    pub(crate) fn set_dynamic_state(&mut self, _r: &Record<'_, MGPDynamicState, NoTail>, _h: &mut dyn Host) -> Result {
        Ok(())
    }
    pub(crate) fn set_patch_state(&mut self, _r: &MGPPatchState) -> Result {
        Ok(())
    }
}
