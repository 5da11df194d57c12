//! Framebuffer state.

use crate::{
    handle::RawHandle,
    records::resource::{ResourceTarget, UploadTarget},
};

/// Colour attachment points that cross the wire.
pub const COLOR_POINTS: usize = 8;
/// `upload_target` and `texture_target` of a surface that is no texture.
pub const NOT_A_TEXTURE: u16 = 0xFFFF;

wire_enum! {
    /// What is attached.
    pub enum SurfaceKind: u8 {
        /// Nothing.
        None = 0,
        /// A texture image.
        Texture = 1,
        /// A renderbuffer.
        Renderbuffer = 2,
    }
}

wire_enum! {
    /// Which driver binding a framebuffer record also moves.
    pub enum FramebufferTarget: u8 {
        /// `GL_DRAW_FRAMEBUFFER`.
        Draw = 0,
        /// `GL_READ_FRAMEBUFFER`.
        Read = 1,
        /// Both.
        Both = 2,
        /// None: the record only describes the object, for a call that names it.
        Named = 3,
    }
}

record! {
    /// One attachment point, resolved by the client (GL 4.6 core 9.2). All zero is the empty point.
    pub struct MGPSurface [24] {
        /// The texture or renderbuffer.
        0 resource: RawHandle = raw_handle,
        /// Internal format of the image, inline so that masks need no look-up.
        8 internal_format: u32 = any,
        /// A [`SurfaceKind`].
        12 kind: u8 = one_of(SurfaceKind),
        /// All layers are attached (`glFramebufferTexture` of a layered texture).
        13 layered: u8 = flag,
        14 level: u16 = at_most(31),
        /// Layer, slice or face-layer; 0 when layered.
        16 layer: u32 = any,
        /// An [`UploadTarget`] (which face), [`NOT_A_TEXTURE`] for a renderbuffer, 0 for an empty point.
        20 upload_target: u16 = any,
        /// A [`ResourceTarget`], [`NOT_A_TEXTURE`] for a renderbuffer, 0 for an empty point.
        22 texture_target: u16 = any,
    }
}

impl MGPSurface {
    /// Nothing attached.
    pub const EMPTY: MGPSurface = MGPSurface {
        resource: RawHandle::NULL,
        internal_format: 0,
        kind: 0,
        layered: 0,
        level: 0,
        layer: 0,
        upload_target: 0,
        texture_target: 0,
    };
    /// What is attached. Only for records that passed the decoder.
    pub fn surface_kind(&self) -> SurfaceKind {
        SurfaceKind::from_wire(u64::from(self.kind)).expect("checked by the decoder")
    }
    /// The texture's target, if this is one.
    pub fn target(&self) -> Option<ResourceTarget> {
        ResourceTarget::from_wire(u64::from(self.texture_target)).filter(|target| target.is_texture())
    }
    /// The face, if one is meant.
    pub fn face(&self) -> Option<UploadTarget> {
        UploadTarget::from_wire(u64::from(self.upload_target))
    }
}

record! {
    /// One framebuffer object whole.
    pub struct MGPFramebufferState [304] {
        /// The framebuffer; `{0,1}` is the default framebuffer, which has no surfaces of its own here.
        0 fbo: RawHandle = handle(Framebuffer),
        8 color: [MGPSurface; COLOR_POINTS] = nested,
        200 depth: MGPSurface = nested,
        224 stencil: MGPSurface = nested,
        /// What this framebuffer's own read buffer resolves to; empty for `GL_NONE`.
        248 read_surface: MGPSurface = nested,
        /// Attachment index of each draw buffer, -1 for `GL_NONE`.
        272 draw_buffers: [i8; COLOR_POINTS] = any,
        280 width: u16 = any,
        282 height: u16 = any,
        284 layers: u16 = any,
        286 samples: u16 = any,
        288 fixed_sample_locations: u8 = flag,
        289 is_default: u8 = flag,
        /// The client's own completeness answer; information, not permission.
        290 complete: u8 = flag,
        /// A [`FramebufferTarget`].
        291 target: u8 = one_of(FramebufferTarget),
        292 pad: u32 = zero,
        /// Hash of the record with this field zero.
        296 content_hash: u64 = any,
    }
}

record! {
    /// Moves bindings to a framebuffer that is described already.
    pub struct MGPFramebufferBinding [16] {
        /// The framebuffer; `{0,1}` is the default framebuffer.
        0 fbo: RawHandle = handle(Framebuffer),
        /// A [`FramebufferTarget`], not `Named`.
        8 target: u32 = at_most(FramebufferTarget::Both as u64),
        12 pad: u32 = zero,
    }
}

impl MGPFramebufferBinding {
    /// Which bindings it moves. Only for records that passed the decoder.
    pub fn framebuffer_target(&self) -> FramebufferTarget {
        FramebufferTarget::from_wire(u64::from(self.target)).expect("checked by the decoder")
    }
}

impl MGPFramebufferState {
    /// Which binding it moves. Only for records that passed the decoder.
    pub fn framebuffer_target(&self) -> FramebufferTarget {
        FramebufferTarget::from_wire(u64::from(self.target)).expect("checked by the decoder")
    }
    /// Sets `content_hash` from everything else.
    pub fn seal(&mut self) {
        self.content_hash = 0;
        self.content_hash = crate::encode::content_hash(zerocopy::IntoBytes::as_bytes(self));
    }
}
