//! Pixels on their way back.

use crate::{Applier, Host, ReplyStatus, error::Result};
use pipe_types::{
    primitive::MGPHandleOnly,
    records::readback::{MGPPixelPackState, MGPReadbackInfo},
};

/// Pack state of a context.
#[derive(Debug, Default)]
pub struct PackState {}

impl Applier {
    pub(crate) fn set_pixel_pack_state(&mut self, _record: &MGPPixelPackState) -> Result {
        Ok(())
    }
    pub(crate) fn set_pixel_pack_buffer(&mut self, _record: &MGPHandleOnly) -> Result {
        Ok(())
    }
    pub(crate) fn read_pixels(&mut self, seq: u64, _record: &MGPReadbackInfo, host: &mut dyn Host) -> Result {
        Ok(host.reply(seq, ReplyStatus::Declined, 0, &mut |_, _| {})?)
    }
    pub(crate) fn read_pixels_to_buffer(
        &mut self,
        _seq: u64,
        _record: &MGPReadbackInfo,
        _host: &mut dyn Host,
    ) -> Result {
        Ok(())
    }
    pub(crate) fn get_texture_image(&mut self, seq: u64, _record: &MGPReadbackInfo, host: &mut dyn Host) -> Result {
        Ok(host.reply(seq, ReplyStatus::Declined, 0, &mut |_, _| {})?)
    }
    pub(crate) fn get_texture_image_to_buffer(
        &mut self,
        _seq: u64,
        _record: &MGPReadbackInfo,
        _host: &mut dyn Host,
    ) -> Result {
        Ok(())
    }
}
