//! Pictures, and what is between two of them.

use anyhow::{Context as _, Result, ensure};
use std::{
    fs::File,
    io::{BufReader, BufWriter},
    path::Path,
};

/// An RGBA8 picture.
pub(crate) struct Picture {
    width: u32,
    height: u32,
    rgba: Vec<u8>,
}

/// What is between two pictures of one size.
pub(crate) struct Difference {
    /// Pixels that are not equal.
    pub(crate) pixels: usize,
    /// The greatest difference of a channel.
    pub(crate) most: u8,
    /// Where the pictures differ, and how much: eight times the difference on black.
    pub(crate) picture: Picture,
}

impl Picture {
    /// Reads a PNG file of eight bits and four channels, which is what the demo writes.
    pub(crate) fn read(path: &Path) -> Result<Self> {
        let file = File::open(path).with_context(|| format!("{}", path.display()))?;
        let mut reader = png::Decoder::new(BufReader::new(file)).read_info()?;
        let mut rgba = vec![0; reader.output_buffer_size().context("the picture is too large")?];
        let info = reader.next_frame(&mut rgba)?;
        ensure!(
            info.color_type == png::ColorType::Rgba && info.bit_depth == png::BitDepth::Eight,
            "{} is not RGBA8",
            path.display()
        );
        Ok(Self { width: info.width, height: info.height, rgba })
    }

    /// Writes a PNG file.
    pub(crate) fn write(&self, path: &Path) -> Result<()> {
        let file = File::create(path).with_context(|| format!("{}", path.display()))?;
        let mut encoder = png::Encoder::new(BufWriter::new(file), self.width, self.height);
        encoder.set_color(png::ColorType::Rgba);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.write_header()?.write_image_data(&self.rgba)?;
        Ok(())
    }

    /// Compares, pixel by pixel, all four channels.
    pub(crate) fn difference(&self, other: &Self) -> Result<Difference> {
        ensure!(
            (self.width, self.height) == (other.width, other.height),
            "one picture is {}x{}, the other {}x{}",
            self.width,
            self.height,
            other.width,
            other.height
        );
        let mut difference = Difference {
            pixels: 0,
            most: 0,
            picture: Self { width: self.width, height: self.height, rgba: Vec::with_capacity(self.rgba.len()) },
        };
        for (a, b) in self.rgba.chunks_exact(4).zip(other.rgba.chunks_exact(4)) {
            let apart: Vec<u8> = a.iter().zip(b).map(|(a, b)| a.abs_diff(*b)).collect();
            difference.pixels += usize::from(apart.iter().any(|&channel| channel != 0));
            difference.most = apart.iter().copied().fold(difference.most, u8::max);
            // A difference in alpha alone shows as grey.
            let shown = apart[..3].iter().map(|channel| (*channel).max(apart[3]).saturating_mul(8));
            difference.picture.rgba.extend(shown.chain([255]));
        }
        Ok(difference)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_counts_pixels_in_every_channel() -> Result<()> {
        let picture = |rgba: &[u8]| Picture { width: 2, height: 1, rgba: rgba.to_vec() };
        let (a, b) = (picture(&[1, 2, 3, 255, 9, 9, 9, 255]), picture(&[1, 2, 3, 254, 9, 9, 9, 255]));
        // red once: with alpha left out of the comparison
        let difference = a.difference(&b)?;
        assert_eq!((difference.pixels, difference.most), (1, 1));
        assert_eq!(difference.picture.rgba, [8, 8, 8, 255, 0, 0, 0, 255]);
        assert_eq!(a.difference(&a)?.pixels, 0);
        Ok(())
    }
}
