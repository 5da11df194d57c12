//! Sampler objects, restricting views, and what the units have.

use crate::{Applier, Host, error::Result};
use pipe_types::{
    decode::Record,
    handle::RawHandle,
    primitive::NoTail,
    records::sampler::{
        MGPBoundSampler, MGPBoundView, MGPSamplerDesc, MGPSamplerStates, MGPSamplerView, MGPSamplerViews,
    },
};

/// The twin of a sampler object.
#[derive(Debug)]
pub(crate) struct Sampler {}
/// The twin of a view.
#[derive(Debug)]
pub(crate) struct View {}
/// What was pushed for the texture units of a context.
#[derive(Debug, Default)]
pub struct Units {}

impl Applier {
    pub(crate) fn create_sampler(
        &mut self,
        _record: &Record<'_, MGPSamplerDesc, NoTail>,
        _host: &mut dyn Host,
    ) -> Result {
        Ok(())
    }
    pub(crate) fn destroy_sampler(&mut self, _handle: RawHandle) -> Result {
        Ok(())
    }
    pub(crate) fn create_sampler_view(&mut self, _record: &MGPSamplerView) -> Result {
        Ok(())
    }
    pub(crate) fn destroy_sampler_view(&mut self, _handle: RawHandle) -> Result {
        Ok(())
    }
    pub(crate) fn set_sampler_views(&mut self, _record: &Record<'_, MGPSamplerViews, MGPBoundView>) -> Result {
        Ok(())
    }
    pub(crate) fn bind_sampler_states(&mut self, _record: &Record<'_, MGPSamplerStates, MGPBoundSampler>) -> Result {
        Ok(())
    }
}
