//! The picture as a file and as one number.

use anyhow::{Context as _, Result};
use std::{fs::File, io::BufWriter, path::Path};

/// An RGBA8 picture, rows from the top.
pub(crate) struct Image {
    /// Width in pixels.
    pub(crate) width: u32,
    /// Height in pixels.
    pub(crate) height: u32,
    /// Four bytes a pixel.
    pub(crate) rgba: Vec<u8>,
}

impl Image {
    /// Turns rows that come from the bottom, as GL reads them, into a picture.
    pub(crate) fn from_gl(width: u32, height: u32, bytes: &[u8]) -> Self {
        let rgba = bytes.chunks_exact(width as usize * 4).rev().flatten().copied().collect();
        Self { width, height, rgba }
    }

    /// XXH3 over the bytes, as sixteen hexadecimal digits.
    pub(crate) fn checksum(&self) -> String {
        format!("{:016x}", xxhash_rust::xxh3::xxh3_64(&self.rgba))
    }

    /// Writes a PNG file.
    pub(crate) fn write_png(&self, path: &Path) -> Result<()> {
        let file = File::create(path).with_context(|| format!("{}", path.display()))?;
        let mut encoder = png::Encoder::new(BufWriter::new(file), self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header()?.write_image_data(&self.rgba)?;
        Ok(())
    }
}
