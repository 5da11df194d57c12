//! Textures.

use crate::{Applier, Host, error::Result, program::UnitUse};
use pipe_types::{
    decode::Record,
    handle::RawHandle,
    records::{
        resource::{MGPResourceDesc, MGPSubData, MGPSubRegion},
        texture::{MGPBufferUpload, MGPTextureParams},
    },
};

/// The twin of a texture.
#[derive(Debug)]
pub(crate) struct Texture {}

impl Applier {
    pub(crate) fn create_texture(&mut self, _desc: &MGPResourceDesc) -> Result {
        Ok(())
    }
    pub(crate) fn respecify_texture(&mut self, _desc: &MGPResourceDesc) -> Result {
        Ok(())
    }
    pub(crate) fn destroy_texture(&mut self, _handle: RawHandle) -> Result {
        Ok(())
    }
    pub(crate) fn texture_sub_data(
        &mut self,
        _record: &Record<'_, MGPSubData, MGPSubRegion>,
        _host: &mut dyn Host,
    ) -> Result {
        Ok(())
    }
    pub(crate) fn texture_upload_from_buffer(&mut self, _record: &MGPBufferUpload) -> Result {
        Ok(())
    }
    pub(crate) fn set_texture_params(&mut self, _record: &MGPTextureParams) -> Result {
        Ok(())
    }
    /// Makes the driver's texture units what the program of the next draw or dispatch samples. `changed`: the uses may
    /// differ from those of the last call in this context.
    pub(crate) fn sync_units(&mut self, _uses: &[UnitUse], _changed: bool) -> Result {
        Ok(())
    }
    /// The buffer got other storage under another driver name, or died: buffer textures of it follow.
    pub(crate) fn texture_buffers_follow(&mut self, _buffer: RawHandle) -> Result {
        Ok(())
    }
}
