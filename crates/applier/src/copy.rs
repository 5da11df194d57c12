//! Copies of texels.

use crate::{Applier, error::Result};
use pipe_types::records::copy::{MGPCopyRegion, MGPCopyTexture};

impl Applier {
    pub(crate) fn copy_region(&mut self, _record: &MGPCopyRegion) -> Result {
        Ok(())
    }
    pub(crate) fn copy_texture(&mut self, _record: &MGPCopyTexture) -> Result {
        Ok(())
    }
}
