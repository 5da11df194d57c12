//! Queries of state.
