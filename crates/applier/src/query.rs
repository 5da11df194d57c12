//! stub
use crate::{Applier, Host, error::Result};
use pipe_types::{handle::RawHandle, records::query::*};
/// The twin of a query.
#[derive(Debug)]
pub(crate) struct Query {}
impl Query {
    pub(crate) fn context_died(&mut self, _c: RawHandle) {}
}
/// Active queries of a context.
#[derive(Debug, Default)]
pub struct QueryState {}
impl Applier {
    pub(crate) fn destroy_query(&mut self, _h: RawHandle) -> Result {
        Ok(())
    }
    pub(crate) fn begin_query(&mut self, _seq: u64, _r: &MGPQuery, _h: &mut dyn Host) -> Result {
        Ok(())
    }
    pub(crate) fn end_query(&mut self, _r: &MGPQuery) -> Result {
        Ok(())
    }
    pub(crate) fn query_counter(&mut self, _r: &MGPQuery) -> Result {
        Ok(())
    }
    pub(crate) fn get_query_result(&mut self, _seq: u64, _r: &MGPQueryResult, _h: &mut dyn Host) -> Result {
        Ok(())
    }
    pub(crate) fn get_query_result_to_buffer(&mut self, _r: &MGPQueryToBuffer) -> Result {
        Ok(())
    }
    pub(crate) fn begin_conditional_render(&mut self, _r: &MGPConditionalRender) -> Result {
        Ok(())
    }
    pub(crate) fn end_conditional_render(&mut self) -> Result {
        Ok(())
    }
    pub(crate) fn get_timestamp(&mut self, _seq: u64, _h: &mut dyn Host) -> Result {
        Ok(())
    }
    /// Whether conditional rendering lets clears, blits and draws through now.
    pub(crate) fn rendering_allowed(&mut self) -> bool {
        true
    }
    /// Internal work begins that queries and transform feedback must not see.
    pub(crate) fn suspend_counting(&mut self) {}
    /// It is over.
    pub(crate) fn resume_counting(&mut self) {}
}
