//! GL entry points, a file per topic.

pub mod error;
