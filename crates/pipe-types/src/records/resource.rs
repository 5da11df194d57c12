//! Resources: buffers, textures of every target and renderbuffers share one description.

use crate::{
    handle::RawHandle,
    primitive::{MGPBlobRef, MGPBox},
};

wire_enum! {
    /// What kind of storage a resource is.
    pub enum ResourceTarget: u8 {
        /// Buffer object.
        Buffer = 0,
        /// `GL_TEXTURE_1D`.
        Tex1D = 1,
        /// `GL_TEXTURE_2D`.
        Tex2D = 2,
        /// `GL_TEXTURE_3D`.
        Tex3D = 3,
        /// `GL_TEXTURE_1D_ARRAY`.
        Tex1DArray = 4,
        /// `GL_TEXTURE_2D_ARRAY`.
        Tex2DArray = 5,
        /// `GL_TEXTURE_CUBE_MAP`.
        TexCube = 6,
        /// `GL_TEXTURE_CUBE_MAP_ARRAY`.
        TexCubeArray = 7,
        /// `GL_TEXTURE_2D_MULTISAMPLE`.
        Tex2DMS = 8,
        /// `GL_TEXTURE_2D_MULTISAMPLE_ARRAY`.
        Tex2DMSArray = 9,
        /// Renderbuffer.
        Renderbuffer = 10,
        /// `GL_TEXTURE_BUFFER`.
        TexBuffer = 11,
        /// `GL_TEXTURE_RECTANGLE`.
        TexRect = 12,
    }
}

impl ResourceTarget {
    /// Whether the object behind the handle is a texture.
    pub fn is_texture(self) -> bool {
        !matches!(self, Self::Buffer | Self::Renderbuffer)
    }
}

wire_enum! {
    /// Which image of a level an upload, copy or respecify means.
    pub enum UploadTarget: u16 {
        /// The level's only image (also all faces when the z of a box names them).
        Whole = 0,
        /// Cube face +X; the other faces follow in GL's order.
        FacePositiveX = 1,
        /// Cube face -X.
        FaceNegativeX = 2,
        /// Cube face +Y.
        FacePositiveY = 3,
        /// Cube face -Y.
        FaceNegativeY = 4,
        /// Cube face +Z.
        FacePositiveZ = 5,
        /// Cube face -Z.
        FaceNegativeZ = 6,
    }
}

wire_enum! {
    /// How the storage came about.
    pub enum StorageKind: u8 {
        /// Mutable: each level is specified by itself.
        Mutable = 0,
        /// Immutable (`glTexStorage*`, `glBufferStorage`).
        Immutable = 1,
        /// A view of another texture's storage (`glTextureView`); `view_of` names it.
        View = 2,
    }
}

/// How a resource has been used so far: hints, sticky, never an error.
pub mod bind_mask {
    /// Vertex attributes.
    pub const VERTEX: u16 = 1 << 0;
    /// Index data bound to a vertex array.
    pub const INDEX: u16 = 1 << 1;
    /// Uniform buffer.
    pub const CONSTANT: u16 = 1 << 2;
    /// Shader storage.
    pub const SHADER_BUFFER: u16 = 1 << 3;
    /// Indirect draws and dispatches.
    pub const INDIRECT: u16 = 1 << 4;
    /// Sampled.
    pub const SAMPLER: u16 = 1 << 5;
    /// Image unit.
    pub const SHADER_IMAGE: u16 = 1 << 6;
    /// Colour attachment.
    pub const RENDER_TARGET: u16 = 1 << 7;
    /// Depth or stencil attachment.
    pub const DEPTH_STENCIL: u16 = 1 << 8;
    /// Transform feedback.
    pub const STREAM_OUTPUT: u16 = 1 << 9;
    /// Atomic counters.
    pub const ATOMIC: u16 = 1 << 10;
    /// `GL_ELEMENT_ARRAY_BUFFER` was its first target.
    pub const ELEMENT_ARRAY: u16 = 1 << 11;
    /// All of them.
    pub const ALL: u16 = (1 << 12) - 1;
}

/// `buf_size` of a buffer texture that follows the whole buffer.
pub const WHOLE_BUFFER: u64 = !0;

record! {
    /// Creates or redefines a resource.
    ///
    /// - A buffer has `width` = low and `height` = high 32 bits of its size in bytes.
    /// - An immutable texture has `levels` levels from `width` x `height` x `depth`; array layers (6 per cube) stand in
    ///   `array_layers`.
    /// - A mutable texture is created without levels (`levels` = 0). Each `glTexImage*` is one respecify with
    ///   `has_respecified_level`, whose `width`, `height`, `depth`, `array_layers` and `internal_format` are that level's.
    /// - A buffer texture names its buffer and range.
    /// - A view names the texture whose storage it shares in `view_of`; `buf_offset` is its first level (low half) and first
    ///   layer (high half) there, `levels` and `array_layers` say how many.
    pub struct MGPResourceDesc [88] {
        /// The buffer, texture or renderbuffer (the kind follows from `target`).
        0 resource: RawHandle = raw_handle,
        /// A [`ResourceTarget`].
        8 target: u8 = one_of(ResourceTarget),
        /// A [`StorageKind`].
        9 storage_kind: u8 = one_of(StorageKind),
        /// See [`bind_mask`].
        10 bind_mask: u16 = bits(bind_mask::ALL),
        /// GL enum of the application's internal format, sized; 0 for buffers.
        12 internal_format: u32 = any,
        /// Texels, or the low half of a buffer's size.
        16 width: u32 = any,
        /// Texels, or the high half of a buffer's size.
        20 height: u32 = any,
        /// Texels; 1 except for 3D.
        24 depth: u32 = any,
        /// Layers of an array, faces included; 1 otherwise.
        28 array_layers: u16 = any,
        /// Levels of an immutable texture; 0 for a mutable one.
        30 levels: u16 = any,
        /// As the application asked.
        32 samples: u16 = any,
        /// `fixedsamplelocations`.
        34 fixed_sample_locations: u8 = flag,
        /// Storage can't be respecified.
        35 immutable: u8 = flag,
        /// GL usage hint of a buffer.
        36 usage: u32 = any,
        /// `glBufferStorage` flags.
        40 storage_flags: u32 = any,
        /// The specification came with content (an upload follows).
        44 has_defined_content: u8 = flag,
        /// The texture has been, or is likely to be, bound to an image unit: allocate it so that it can be.
        45 image_bindable_hint: u8 = flag,
        /// Only (`respecified_target`, `respecified_level`) is redefined.
        46 has_respecified_level: u8 = flag,
        47 pad0: u8 = zero,
        /// The application's name of the object, for messages only.
        48 gl_name_for_diag: u32 = any,
        /// An [`UploadTarget`].
        52 respecified_target: u16 = one_of(UploadTarget),
        /// The level.
        54 respecified_level: u16 = at_most(31),
        /// The texture whose storage a view shares.
        56 view_of: RawHandle = handle_or_null(Texture),
        /// The buffer of a buffer texture.
        64 buffer_for_tex_buffer: RawHandle = handle_or_null(Buffer),
        /// First byte of a buffer texture's range.
        72 buf_offset: u64 = any,
        /// Bytes of the range; [`WHOLE_BUFFER`] follows the buffer.
        80 buf_size: u64 = any,
    }
}

impl MGPResourceDesc {
    /// The target. Only for records that passed the decoder.
    pub fn resource_target(&self) -> ResourceTarget {
        ResourceTarget::from_wire(u64::from(self.target)).expect("checked by the decoder")
    }
    /// Size in bytes of a buffer.
    pub fn buffer_size(&self) -> u64 {
        u64::from(self.height) << 32 | u64::from(self.width)
    }
    /// Sets the size in bytes of a buffer.
    pub fn set_buffer_size(&mut self, size: u64) {
        self.width = size as u32;
        self.height = (size >> 32) as u32;
    }
}

record! {
    /// One rectangle of an upload.
    pub struct MGPSubRegion [40] {
        /// Where it lands in the level; `z` is the slice, layer or face.
        0 x: i32 = any,
        4 y: i32 = any,
        8 z: i32 = any,
        12 w: u32 = any,
        16 h: u32 = any,
        20 d: u32 = any,
        /// First byte of the rectangle in the record's blob.
        24 src_offset: u64 = any,
        /// Bytes from row to row (rows of blocks when compressed).
        32 src_row_stride: u32 = any,
        /// Bytes from slice to slice.
        36 src_slice_stride: u32 = any,
    }
}

record! {
    /// Texels or bytes for a resource. Texels have the canonical layout of the level's internal format (crate `texel`), so
    /// no format or type crosses. For a buffer `union_box.x` and `.y` are the low and high half of the byte offset, `.w`
    /// the byte size, and there are no regions.
    pub struct MGPSubData [88] {
        /// The buffer or texture (`target` says which).
        0 resource: RawHandle = raw_handle,
        /// Low byte a [`ResourceTarget`], high byte an [`UploadTarget`].
        8 target: u16 = any,
        /// The level.
        10 level: u16 = at_most(31),
        /// The client holds the same bytes and may send them again.
        12 verbatim_shadow: u8 = flag,
        /// The bytes come from a mapping that the application still writes to.
        13 live_host_writes: u8 = flag,
        14 pad0: u16 = zero,
        /// What all regions together cover at most.
        16 union_box: MGPBox = nested,
        /// Number of [`MGPSubRegion`] in the tail.
        40 region_count: u32 = at_most(4096),
        44 pad1: u32 = zero,
        /// The bytes.
        48 blob: MGPBlobRef = blob,
        /// Extents of the level, so that the server can choose a whole-level upload.
        72 level_width: u32 = any,
        76 level_height: u32 = any,
        80 level_depth: u32 = any,
        84 pad2: u32 = zero,
    }
}

impl MGPSubData {
    /// The resource's target, if the field holds one.
    pub fn resource_target(&self) -> Option<ResourceTarget> {
        ResourceTarget::from_wire(u64::from(self.target & 0xff))
    }
    /// The upload target, if the field holds one.
    pub fn upload_target(&self) -> Option<UploadTarget> {
        UploadTarget::from_wire(u64::from(self.target >> 8))
    }
}
