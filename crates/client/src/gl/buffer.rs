//! Buffer objects (GL 4.6 core 6).

/// A buffer object.
#[derive(Debug, Default)]
pub struct Buffer {
    /// Its handle; the server knows it from the start.
    pub handle: pipe_types::Handle<pipe_types::handle::kind::Buffer>,
    /// Bytes of its data store.
    pub size: u64,
}

impl Buffer {
    /// Whether it is mapped, other than persistently: GL commands may not use it (GL 4.6 core 6.3.2).
    #[inline]
    pub fn is_mapped(&self) -> bool {
        false
    }
    /// The server writes a range, so the client does not know what is in it.
    pub fn server_writes(&mut self, offset: u64, size: u64) {
        let _ = (offset, size);
    }
    /// Remembers a use ([`pipe_types::records::resource::bind_mask`]), a hint.
    pub fn used_as(&mut self, bind_mask: u16) {
        let _ = bind_mask;
    }
}

/// Buffer bindings of a context, apart from what vertex arrays and transform feedback objects hold.
#[derive(Debug, Default)]
pub struct BufferBindings {
    /// `GL_PIXEL_PACK_BUFFER`.
    pub pixel_pack: Option<Ref<Buffer>>,
    /// `GL_PIXEL_UNPACK_BUFFER`.
    pub pixel_unpack: Option<Ref<Buffer>>,
    /// `GL_TEXTURE_BUFFER`.
    pub texture: Option<Ref<Buffer>>,
}

use crate::table::Ref;
