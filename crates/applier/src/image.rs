//! Image units.

use crate::{Applier, error::Result, program::ImageUse};
use pipe_types::{
    decode::Record,
    records::image::{MGPImageView, MGPShaderImages},
};

/// What was pushed for the image units of a context.
#[derive(Debug, Default)]
pub struct Units {}

impl Applier {
    pub(crate) fn set_shader_images(&mut self, _record: &Record<'_, MGPShaderImages, MGPImageView>) -> Result {
        Ok(())
    }
    /// Makes the driver's image units what the program of the next draw or dispatch reads and writes: driver unit
    /// `driver_unit` gets what was pushed for application unit `unit`.
    pub(crate) fn sync_images(&mut self, _uses: &[ImageUse], _changed: bool) -> Result {
        Ok(())
    }
    /// Internal format (GL enum) of what application image unit `unit` has, for images declared without a format.
    pub(crate) fn bound_image_format(&self, _unit: u32) -> Option<u32> {
        None
    }
}
