//! Query objects (GL 4.6 core 4.2).

/// To come.
#[derive(Default)]
pub struct QueryState {
    /// Query objects of the context.
    pub table: crate::table::Table<Query>,
}

/// A query object.
#[derive(Debug)]
pub struct Query {
    /// Its handle.
    pub handle: pipe_types::Handle<pipe_types::handle::kind::Query>,
}
