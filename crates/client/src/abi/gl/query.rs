//! Query objects and conditional rendering.
