//! Contexts, surfaces, presentation.

use crate::handle::RawHandle;

record! {
    /// Creates a driver context. All contexts of a session share objects on the driver; what an application may see of
    /// another's is decided by the client's share groups.
    pub struct MGPContextDesc [24] {
        0 context: RawHandle = handle(Context),
        /// GL version of the client context, major * 10 + minor, for messages.
        8 version: u32 = any,
        /// Bit 0: debug context, bit 1: robust access, bit 2: reset notification.
        12 flags: u32 = bits(7),
        16 pad: u64 = zero,
    }
}

record! {
    /// Which context the following records belong to (null: none), and its default framebuffer's surfaces (null: surfaceless).
    pub struct MGPMakeCurrent [24] {
        0 context: RawHandle = handle_or_null(Context),
        8 draw: RawHandle = handle_or_null(Surface),
        16 read: RawHandle = handle_or_null(Surface),
    }
}

record! {
    /// Creates or resizes the storage of a default framebuffer (off-screen).
    pub struct MGPSurfaceDesc [32] {
        0 surface: RawHandle = handle(Surface),
        8 width: u32 = at_most(32768),
        12 height: u32 = at_most(32768),
        /// Sized internal format of the colour buffer.
        16 color_format: u32 = any,
        /// Sized internal format of the depth and stencil buffer; 0 for none.
        20 depth_stencil_format: u32 = any,
        24 samples: u32 = at_most(64),
        28 pad: u32 = zero,
    }
}

record! {
    /// A frame is finished (`eglSwapBuffers`).
    pub struct MGPPresent [16] {
        0 surface: RawHandle = handle(Surface),
        /// Counts the frames of the surface.
        8 frame: u64 = any,
    }
}

record! {
    /// A plain number: swap interval, flush flags.
    pub struct MGPValue [8] {
        0 value: i64 = any,
    }
}

record! {
    /// A word from the application's debug groups and markers, for traces; its blob is UTF-8.
    pub struct MGPDebugMarker [40] {
        /// 0 marker, 1 push, 2 pop.
        0 kind: u32 = at_most(2),
        4 id: u32 = any,
        8 pad: u64 = zero,
        16 blob: crate::primitive::MGPBlobRef = blob,
    }
}
