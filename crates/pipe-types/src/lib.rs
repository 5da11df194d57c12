//! stub

pub mod archive;
