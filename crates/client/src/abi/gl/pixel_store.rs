//! Pixel pack and unpack parameters.
