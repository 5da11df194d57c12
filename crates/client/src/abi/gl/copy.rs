//! Copies between images.
