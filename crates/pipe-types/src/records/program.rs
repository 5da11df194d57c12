//! Linked programs, their bindings, uniforms and buffers.

use crate::{handle::RawHandle, primitive::MGPBlobRef};

pub use crate::archive::Stage;

record! {
    /// A linked program: SPIR-V of each stage and the reflection archive ([`crate::archive`], rkyv).
    pub struct MGPProgramDesc [200] {
        0 program: RawHandle = handle(Program),
        /// Bit [`Stage`]: the stage is there.
        8 stage_mask: u32 = bits(0x3f),
        /// Bit 0: linked as separable.
        12 flags: u32 = bits(1),
        16 spirv: [MGPBlobRef; 6] = blob,
        160 archive: MGPBlobRef = blob,
        184 content_hash: u64 = any,
        192 gl_name_for_diag: u32 = any,
        196 pad: u32 = zero,
    }
}

record! {
    /// Which unit or binding point each opaque uniform and block of a program uses. The tail is u32 words in the order of
    /// the archive: sampler units (one per array element), image units, uniform block bindings, storage block bindings.
    pub struct MGPProgramBindings [32] {
        0 program: RawHandle = handle(Program),
        8 content_hash: u64 = any,
        16 samplers: u32 = at_most(4096),
        20 images: u32 = at_most(4096),
        24 uniform_blocks: u32 = at_most(4096),
        28 storage_blocks: u32 = at_most(4096),
    }
}

record! {
    /// Values of the default uniform block: `blob` holds bytes `offset` to `offset + blob.size` of the program's packed
    /// uniform storage (layout in the archive).
    pub struct MGPGlobalConstants [40] {
        0 program: RawHandle = handle(Program),
        8 offset: u32 = any,
        12 pad: u32 = zero,
        16 blob: MGPBlobRef = blob,
    }
}

wire_enum! {
    /// Indexed buffer targets that shaders read.
    pub enum BufferClass: u32 {
        /// `GL_UNIFORM_BUFFER`.
        Uniform = 0,
        /// `GL_SHADER_STORAGE_BUFFER`.
        Storage = 1,
        /// `GL_ATOMIC_COUNTER_BUFFER`.
        Atomic = 2,
    }
}

/// Binding points of each class.
pub const BUFFER_BINDINGS: u32 = 84;

record! {
    /// Binding points `start` to `start + count` of a class; the tail has a [`MGPBufferBinding`] each.
    pub struct MGPShaderBuffers [40] {
        /// A [`BufferClass`].
        0 class: u32 = one_of(BufferClass),
        4 start: u32 = at_most(BUFFER_BINDINGS),
        8 count: u32 = at_most(BUFFER_BINDINGS),
        12 pad: u32 = zero,
        /// Binding points that a shader may write (128 bits).
        16 writable_mask: [u64; 2] = any,
        32 content_hash: u64 = any,
    }
}

record! {
    /// An indexed buffer binding.
    pub struct MGPBufferBinding [24] {
        0 buffer: RawHandle = handle_or_null(Buffer),
        8 offset: u64 = any,
        /// Bytes; all ones follows the whole buffer (`glBindBufferBase`).
        16 size: u64 = any,
    }
}

record! {
    /// Transform feedback targets of `xfb`; the tail has `count` [`MGPBufferBinding`]s from binding point 0.
    pub struct MGPStreamOutput [16] {
        0 xfb: RawHandle = handle(Xfb),
        8 count: u32 = at_most(4),
        12 pad: u32 = zero,
    }
}

record! {
    /// `glBeginTransformFeedback`.
    pub struct MGPBeginXfb [16] {
        0 xfb: RawHandle = handle(Xfb),
        /// `GL_POINTS`, `GL_LINES` or `GL_TRIANGLES`.
        8 mode: u32 = at_most(14),
        12 pad: u32 = zero,
    }
}
