//! Clears and blits.
