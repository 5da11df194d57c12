//! Renderbuffers.

use crate::{Applier, error::Result};
use pipe_types::{handle::RawHandle, records::resource::MGPResourceDesc};

/// The twin of a renderbuffer.
#[derive(Debug)]
pub(crate) struct Renderbuffer {}

impl Applier {
    pub(crate) fn create_renderbuffer(&mut self, _desc: &MGPResourceDesc) -> Result {
        Ok(())
    }
    pub(crate) fn respecify_renderbuffer(&mut self, _desc: &MGPResourceDesc) -> Result {
        Ok(())
    }
    pub(crate) fn destroy_renderbuffer(&mut self, _handle: RawHandle) -> Result {
        Ok(())
    }
}
