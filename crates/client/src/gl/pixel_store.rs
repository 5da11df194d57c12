//! Pixel pack and unpack parameters (GL 4.6 core 8.4.1).

/// To come.
#[derive(Debug, Default)]
pub struct PixelStores {}
