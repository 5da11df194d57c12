//! Debug output.
