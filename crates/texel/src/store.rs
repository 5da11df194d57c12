//! Where pixels lie in client memory or a pixel buffer: `glPixelStore` state and address arithmetic (GL 4.5 core,
//! 8.4.4.1). All arithmetic is checked: `None` means that the image does not fit the address space.

use crate::layout::PixelLayout;

/// One side's `glPixelStore` state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PixelStore {
    /// `GL_*_SWAP_BYTES`
    pub swap_bytes: bool,
    /// `GL_*_LSB_FIRST`; kept for queries, only bitmaps would look at it.
    pub lsb_first: bool,
    /// `GL_*_ROW_LENGTH` in pixels; 0 means the width of the image.
    pub row_length: u32,
    /// `GL_*_IMAGE_HEIGHT` in rows; 0 means the height of the image.
    pub image_height: u32,
    /// `GL_*_SKIP_PIXELS`
    pub skip_pixels: u32,
    /// `GL_*_SKIP_ROWS`
    pub skip_rows: u32,
    /// `GL_*_SKIP_IMAGES`
    pub skip_images: u32,
    /// `GL_*_ALIGNMENT`: 1, 2, 4 or 8 bytes.
    pub alignment: u32,
}

impl Default for PixelStore {
    /// GL's initial state: alignment 4.
    fn default() -> Self {
        Self { alignment: 4, ..Self::TIGHT }
    }
}

impl PixelStore {
    /// Rows without gaps.
    pub const TIGHT: Self = Self {
        swap_bytes: false,
        lsb_first: false,
        row_length: 0,
        image_height: 0,
        skip_pixels: 0,
        skip_rows: 0,
        skip_images: 0,
        alignment: 1,
    };

    /// The state as calls for one- and two-dimensional images see it: they do not look at the image height and at
    /// skipped images.
    #[must_use]
    pub const fn for_2d(self) -> Self {
        Self { image_height: 0, skip_images: 0, ..self }
    }
}

/// The size of an image in pixels; layers and cube faces count as slices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Extent {
    /// Pixels of a row.
    pub width: u32,
    /// Rows of a slice.
    pub height: u32,
    /// Slices.
    pub depth: u32,
}

impl Extent {
    /// An image of one slice.
    pub const fn new_2d(width: u32, height: u32) -> Self {
        Self { width, height, depth: 1 }
    }

    /// An image of `depth` slices.
    pub const fn new_3d(width: u32, height: u32, depth: u32) -> Self {
        Self { width, height, depth }
    }

    /// Whether there is no pixel in it.
    pub const fn is_empty(&self) -> bool {
        self.width == 0 || self.height == 0 || self.depth == 0
    }

    /// Number of pixels, or `None` on overflow.
    pub fn pixels(&self) -> Option<usize> {
        (self.width as usize).checked_mul(self.height as usize)?.checked_mul(self.depth as usize)
    }
}

/// Byte offsets of an image in memory, from the base pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// Of the first pixel.
    pub offset: usize,
    /// From one row to the next.
    pub row_stride: usize,
    /// From one slice to the next.
    pub image_stride: usize,
    /// Bytes of the pixels of one row.
    pub row_bytes: usize,
    /// From the base pointer to the end of the last pixel; 0 for an empty image.
    pub required: usize,
}

impl Address {
    /// The addresses of an image of `extent` pixels of `layout` under `store`; `None` on overflow.
    pub fn new(extent: Extent, layout: &PixelLayout, store: &PixelStore) -> Option<Self> {
        Self::of_bytes(extent, layout.bytes(), store)
    }

    /// The same for elements of `bytes` bytes.
    pub fn of_bytes(extent: Extent, bytes: usize, store: &PixelStore) -> Option<Self> {
        let row_pixels = if store.row_length > 0 { store.row_length } else { extent.width } as usize;
        let rows = if store.image_height > 0 { store.image_height } else { extent.height } as usize;
        // Components at least as large as the alignment need no padding; the formula adds none for them either,
        // since both are powers of two.
        let row_stride = row_pixels.checked_mul(bytes)?.checked_next_multiple_of(store.alignment.max(1) as usize)?;
        let image_stride = row_stride.checked_mul(rows)?;
        let offset = image_stride
            .checked_mul(store.skip_images as usize)?
            .checked_add(row_stride.checked_mul(store.skip_rows as usize)?)?
            .checked_add(bytes.checked_mul(store.skip_pixels as usize)?)?;
        let row_bytes = bytes.checked_mul(extent.width as usize)?;
        let required = if extent.is_empty() {
            0
        } else {
            offset
                .checked_add(image_stride.checked_mul(extent.depth as usize - 1)?)?
                .checked_add(row_stride.checked_mul(extent.height as usize - 1)?)?
                .checked_add(row_bytes)?
        };
        Some(Self { offset, row_stride, image_stride, row_bytes, required })
    }

    /// Whether the image is one run of bytes without gaps.
    pub const fn is_tight(&self, extent: Extent) -> bool {
        (extent.height <= 1 || self.row_stride == self.row_bytes)
            && (extent.depth <= 1 || self.image_stride == self.row_bytes * extent.height as usize)
    }

    /// The byte offset of row `row` of slice `slice`; both must lie in the image.
    pub const fn row(&self, slice: usize, row: usize) -> usize {
        self.offset + slice * self.image_stride + row * self.row_stride
    }
}

/// Bytes from the base pointer to the end of the last pixel (0 for an empty image), for the bounds checks of pixel
/// buffers and robust calls; `None` on overflow.
pub fn required_bytes(extent: Extent, layout: &PixelLayout, store: &PixelStore) -> Option<usize> {
    Some(Address::new(extent, layout, store)?.required)
}
