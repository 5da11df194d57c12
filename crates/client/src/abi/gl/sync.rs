//! Sync objects, flush, finish.
