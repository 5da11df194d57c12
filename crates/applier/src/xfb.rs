//! stub
use crate::{Applier, error::Result};
use pipe_types::{decode::Record, handle::RawHandle, primitive::MGPHandleOnly, records::program::*};
/// The twin of a transform feedback object.
#[derive(Debug)]
pub(crate) struct Xfb {}
impl Xfb {
    pub(crate) fn context_died(&mut self, _c: RawHandle) {}
}
/// Transform feedback of a context.
#[derive(Debug, Default)]
pub struct XfbState {}
impl Applier {
    pub(crate) fn destroy_xfb(&mut self, _h: RawHandle) -> Result {
        Ok(())
    }
    pub(crate) fn set_stream_output(&mut self, _r: &Record<'_, MGPStreamOutput, MGPBufferBinding>) -> Result {
        Ok(())
    }
    pub(crate) fn begin_transform_feedback(&mut self, _r: &MGPBeginXfb) -> Result {
        Ok(())
    }
    pub(crate) fn end_transform_feedback(&mut self, _r: &MGPHandleOnly) -> Result {
        Ok(())
    }
    pub(crate) fn pause_transform_feedback(&mut self, _r: &MGPHandleOnly) -> Result {
        Ok(())
    }
    pub(crate) fn resume_transform_feedback(&mut self, _r: &MGPHandleOnly) -> Result {
        Ok(())
    }
}
