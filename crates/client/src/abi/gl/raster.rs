//! Fixed state.
