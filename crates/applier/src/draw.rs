//! stub
use crate::{Applier, Host, error::Result};
use pipe_types::{decode::Record, primitive::MGPWord, records::draw::*};
impl Applier {
    pub(crate) fn draw_vbo(&mut self, _seq: u64, _r: &Record<'_, MGPDrawInfo, MGPWord>, _h: &mut dyn Host) -> Result {
        Ok(())
    }
    pub(crate) fn launch_grid(&mut self, _seq: u64, _r: &MGPGridInfo, _h: &mut dyn Host) -> Result {
        Ok(())
    }
}
