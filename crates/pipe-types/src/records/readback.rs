//! Pixels on their way back.

use crate::{handle::RawHandle, primitive::MGPBox};

record! {
    /// `glReadPixels` (`resource` null: the bound read framebuffer's read surface answers), `glGetTexImage` and friends.
    ///
    /// An answer in a reply slot is tight: rows of `w` texels of (`format`, `type_`), no padding, no swap; the client
    /// scatters it by the application's pack parameters. Into a pack buffer the server applies [`MGPPixelPackState`].
    pub struct MGPReadbackInfo [64] {
        /// Null, or a texture.
        0 resource: RawHandle = handle_or_null(Texture),
        /// The region; `z`/`d` are slices, layers or faces.
        8 region: MGPBox = nested,
        /// GL format; 0 for compressed blocks as they are.
        32 format: u32 = any,
        /// GL type.
        36 type_: u32 = any,
        /// An upload target: which face, or the whole level.
        40 target: u16 = one_of(crate::records::resource::UploadTarget),
        42 level: u16 = at_most(31),
        /// Floating-point and signed colours are clamped to [0, 1] (GL 4.6 core 18.2.8).
        44 clamp: u32 = at_most(1),
        /// First byte in the pack buffer; 0 otherwise.
        48 dst_offset: u64 = any,
        /// Bytes that may be written from there (pack buffer), or the size of the tight answer.
        56 dst_size: u64 = any,
    }
}

record! {
    /// The pixel pack parameters (GL 4.6 core table 18.1), for readbacks into a pack buffer.
    pub struct MGPPixelPackState [28] {
        0 swap_bytes: u8 = flag,
        1 lsb_first: u8 = flag,
        2 pad: u16 = zero,
        4 row_length: i32 = any,
        8 image_height: i32 = any,
        12 skip_pixels: i32 = any,
        16 skip_rows: i32 = any,
        20 skip_images: i32 = any,
        24 alignment: i32 = any,
    }
}
