//! Mipmaps.

use crate::{Applier, error::Result};
use pipe_types::records::texture::MGPMipPlan;

impl Applier {
    pub(crate) fn generate_mipmap(&mut self, _record: &MGPMipPlan) -> Result {
        Ok(())
    }
}
