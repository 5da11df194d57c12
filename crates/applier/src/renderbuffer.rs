//! Renderbuffers.

use crate::{
    Applier,
    driver::{Driver, GlRenderbuffer, GlTexture, Shadow},
    error::{Refusal, Result, missing},
    framebuffer::Source,
    texture::object::{ImageFault, Level, clamp_samples, storage_of, storage_result},
};
use pipe_types::{caps::Features, handle::RawHandle, records::resource::MGPResourceDesc};
use texel::{
    FormatInfo,
    es::{EsFormatCaps, Need},
};

/// The twin of a renderbuffer.
#[derive(Debug)]
pub(crate) struct Renderbuffer {
    pub(crate) name: GlRenderbuffer,
    /// The multisampled texture that has the storage instead: where the driver copies no images, samples can only be fetched.
    texture: Option<GlTexture>,
    /// Proof against recycled names, as for textures; a new one with each storage.
    pub(crate) serial: u64,
    /// What it holds; `None` before it is specified, or when the driver could not.
    pub(crate) image: Option<Level>,
    /// As the application asked, for the comparison that spares a respecification.
    asked: (u32, u32, u32, u16),
    /// What the driver gave.
    pub(crate) samples: u16,
}

impl Renderbuffer {
    /// A renderbuffer without storage.
    pub(crate) fn new(gl: &Driver, serial: u64) -> Result<Self> {
        let name = gl.create_renderbuffer().map_err(Refusal::Driver)?;
        Ok(Self { name, texture: None, serial, image: None, asked: (0, 0, 0, 0), samples: 0 })
    }

    /// What is attached to framebuffers.
    pub(crate) fn source(&self) -> Source {
        match self.texture {
            Some(name) => Source::Plane { name, image: glow::TEXTURE_2D_MULTISAMPLE, level: 0 },
            None => Source::Renderbuffer(self.name),
        }
    }

    /// Storage of a format (GL enum of the application's), size and number of samples. Whether anything had to change. A texture
    /// that had the storage before goes to `retired`.
    pub(crate) fn specify(
        &mut self,
        gl: &Driver,
        shadow: &mut Shadow,
        caps: EsFormatCaps,
        retired: &mut Vec<GlTexture>,
        resource: RawHandle,
        (internal_format, width, height, samples): (u32, u32, u32, u16),
    ) -> std::result::Result<bool, ImageFault> {
        let asked = (internal_format, width, height, samples);
        if self.image.is_some() && self.asked == asked {
            return Ok(false);
        }
        let most = gl.caps.limits.max_renderbuffer_size;
        if width > most || height > most {
            let value = i64::from(width.max(height));
            return Err(ImageFault::Range { what: "renderbuffer size", resource, value });
        }
        self.image = None;
        self.asked = asked;
        retired.extend(self.texture.take());
        if width == 0 || height == 0 {
            return Ok(true);
        }
        let (info, storage) = storage_of(resource, internal_format, caps, Need::RENDER)?;
        self.samples = if samples == 0 { 0 } else { clamp_samples(gl, storage.internal_format, samples) };
        let (w, h, es) = (width as i32, height as i32, storage.internal_format);
        gl.keep_errors();
        if self.samples > 1 && !gl.has(Features::COPY_IMAGE) && self.samples <= texture_samples(gl, info) {
            let name = gl.create_texture().map_err(|_| ImageFault::OutOfMemory { resource })?;
            self.texture = Some(name);
            shadow.edit_texture(gl, glow::TEXTURE_2D_MULTISAMPLE, name);
            gl.tex_storage_2d_multisample(glow::TEXTURE_2D_MULTISAMPLE, i32::from(self.samples), es, w, h, true);
            storage_result(gl, resource, internal_format)?;
            self.image = Some(Level { info, storage, size: [w, h, 1] });
            return Ok(true);
        }
        shadow.bind_renderbuffer(gl, Some(self.name));
        if self.samples == 0 {
            gl.renderbuffer_storage(glow::RENDERBUFFER, es, w, h);
        } else {
            gl.renderbuffer_storage_multisample(glow::RENDERBUFFER, i32::from(self.samples), es, w, h);
        }
        storage_result(gl, resource, internal_format)?;
        // Drivers may say nothing when they run out of memory, and leave a renderbuffer without a size.
        if gl.get_renderbuffer_parameter_i32(glow::RENDERBUFFER, glow::RENDERBUFFER_WIDTH) != w {
            return Err(ImageFault::OutOfMemory { resource });
        }
        self.image = Some(Level { info, storage, size: [w, h, 1] });
        Ok(true)
    }
}

/// Samples that textures of a format can have.
fn texture_samples(gl: &Driver, info: &FormatInfo) -> u16 {
    let limits = &gl.caps.limits;
    let most = match () {
        () if !info.base.is_color() => limits.max_depth_texture_samples,
        () if info.is_integer_color() => limits.max_integer_samples,
        () => limits.max_color_texture_samples,
    };
    most.min(u32::from(u16::MAX)) as u16
}

impl Applier {
    /// Deletes textures that nothing is stored in any more.
    pub(crate) fn retire_textures(&mut self, retired: Vec<GlTexture>) {
        for name in retired {
            self.contexts_mut().for_each(|cx| cx.shadow.forget_texture(name));
            self.gl.delete_texture(name);
        }
    }

    pub(crate) fn create_renderbuffer(&mut self, desc: &MGPResourceDesc) -> Result {
        let twin = Renderbuffer::new(&self.gl, self.images.next_serial())?;
        match self.renderbuffers.insert(desc.resource, twin) {
            Ok(Some(old)) => self.release_renderbuffer(&old),
            Ok(None) => {}
            Err(twin) => {
                self.release_renderbuffer(&twin);
                return Err(missing("resource", desc.resource)(crate::Miss::Stale));
            }
        }
        if desc.internal_format == 0 { Ok(()) } else { self.respecify_renderbuffer(desc) }
    }

    pub(crate) fn respecify_renderbuffer(&mut self, desc: &MGPResourceDesc) -> Result {
        let serial = self.images.next_serial();
        let twin = self.renderbuffers.get_mut(desc.resource).map_err(missing("resource", desc.resource))?;
        let asked = (desc.internal_format, desc.width, desc.height, desc.samples);
        let mut retired = Vec::new();
        let result = twin.specify(&self.gl, &mut self.cx.shadow, self.images.caps, &mut retired, desc.resource, asked);
        if !matches!(result, Ok(false)) {
            // Framebuffers that have it attach it again: drivers look at storage when it is attached.
            twin.serial = serial;
            self.images.moved += 1;
        }
        self.retire_textures(retired);
        self.settle(result.map(drop))
    }

    pub(crate) fn destroy_renderbuffer(&mut self, handle: RawHandle) -> Result {
        let twin = self.renderbuffers.remove(handle).map_err(missing("handle", handle))?;
        self.release_renderbuffer(&twin);
        Ok(())
    }

    pub(crate) fn release_renderbuffer(&mut self, twin: &Renderbuffer) {
        self.contexts_mut().for_each(|cx| cx.shadow.forget_renderbuffer(twin.name));
        self.gl.delete_renderbuffer(twin.name);
        self.retire_textures(twin.texture.into_iter().collect());
        self.images.moved += 1;
    }
}
