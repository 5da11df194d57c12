//! Clears, blits, invalidation.

use crate::{Applier, error::Result};
use pipe_types::{
    decode::Record,
    primitive::MGPWord,
    records::{
        clear_blit::{MGPBlit, MGPClear, MGPInvalidate},
        texture::MGPClearTexture,
    },
};

impl Applier {
    pub(crate) fn clear(&mut self, _record: &MGPClear) -> Result {
        Ok(())
    }
    pub(crate) fn blit(&mut self, _record: &MGPBlit) -> Result {
        Ok(())
    }
    pub(crate) fn invalidate_framebuffer(&mut self, _record: &Record<'_, MGPInvalidate, MGPWord>) -> Result {
        Ok(())
    }
    pub(crate) fn clear_texture(&mut self, _record: &MGPClearTexture) -> Result {
        Ok(())
    }
}
