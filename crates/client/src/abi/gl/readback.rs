//! Reading pixels.
