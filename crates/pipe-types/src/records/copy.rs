//! Copies between resources.

use crate::{
    handle::RawHandle,
    primitive::MGPBox,
    records::resource::{ResourceTarget, UploadTarget},
};

record! {
    /// `glCopyImageSubData` (GL 4.6 core 18.3.3); endpoints may be renderbuffers.
    pub struct MGPCopyRegion [64] {
        0 src: RawHandle = raw_handle,
        8 dst: RawHandle = raw_handle,
        16 src_box: MGPBox = nested,
        40 dst_x: i32 = any,
        44 dst_y: i32 = any,
        48 dst_z: i32 = any,
        /// A [`ResourceTarget`].
        52 src_target: u16 = one_of(ResourceTarget),
        /// A [`ResourceTarget`].
        54 dst_target: u16 = one_of(ResourceTarget),
        56 src_level: u16 = at_most(31),
        58 dst_level: u16 = at_most(31),
        60 pad: u32 = zero,
    }
}

record! {
    /// `glCopyTexSubImage*`: from the bound read framebuffer's read surface into a texture (GL 4.6 core 8.6).
    pub struct MGPCopyTexture [48] {
        0 texture: RawHandle = handle(Texture),
        8 src_x: i32 = any,
        12 src_y: i32 = any,
        16 dst_x: i32 = any,
        20 dst_y: i32 = any,
        24 dst_z: i32 = any,
        28 width: u32 = any,
        32 height: u32 = any,
        /// An [`UploadTarget`].
        36 target: u16 = one_of(UploadTarget),
        38 level: u16 = at_most(31),
        40 pad: u64 = zero,
    }
}
