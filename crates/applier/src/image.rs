//! Image units.

use crate::{
    Applier, Miss,
    driver::{Groups, ImageBinding},
    error::{Refusal, Result, missing},
    program::ImageUse,
};
use essl_back::SlotFormat;
use pipe_types::{
    decode::Record,
    handle::RawHandle,
    records::{
        image::{IMAGE_UNITS, ImageAccess, MGPImageView, MGPShaderImages},
        resource::ResourceTarget,
    },
};
use texel::es::Need;

/// Types of images of buffers.
const IMAGE_BUFFER: u32 = 0x9051;
const INT_IMAGE_BUFFER: u32 = 0x905C;
const UNSIGNED_INT_IMAGE_BUFFER: u32 = 0x9067;

/// What was pushed for the image units of a context.
#[derive(Debug)]
pub struct Units {
    views: Vec<MGPImageView>,
}

impl Default for Units {
    fn default() -> Self {
        Self { views: vec![MGPImageView::default(); IMAGE_UNITS as usize] }
    }
}

/// The GL enum of an access as it crosses the wire.
fn access_enum(access: u8) -> u32 {
    match ImageAccess::from_wire(u64::from(access)) {
        Some(ImageAccess::Write) => glow::WRITE_ONLY,
        Some(ImageAccess::ReadWrite) => glow::READ_WRITE,
        _ => glow::READ_ONLY,
    }
}

impl Applier {
    pub(crate) fn set_shader_images(&mut self, record: &Record<'_, MGPShaderImages, MGPImageView>) -> Result {
        let (start, count) = (record.start, record.count);
        if start.checked_add(count).is_none_or(|end| end > IMAGE_UNITS) || record.tail.len() != count as usize {
            let (offset, size) = (u64::from(start), u64::from(count));
            return Err(Refusal::Range { field: "start", offset, size, limit: u64::from(IMAGE_UNITS) });
        }
        for view in record.tail {
            if !self.textures.is_known(view.texture) {
                return Err(missing("texture", view.texture)(Miss::Unknown));
            }
            if !view.texture.is_null() && texel::info(view.internal_format).is_none() {
                let (field, value) = ("internal_format", u64::from(view.internal_format));
                return Err(Refusal::Value { field, value, expected: "a format of GL" });
            }
        }
        for view in record.tail {
            self.cx.images.views[view.unit as usize] = *view;
        }
        self.cx.shadow.moved |= Groups::IMAGES;
        Ok(())
    }

    /// Makes the driver's image units what the program of the next draw or dispatch reads and writes: driver unit
    /// `driver_unit` gets what was pushed for application unit `unit`.
    pub(crate) fn sync_images(&mut self, uses: &[ImageUse], changed: bool) -> Result {
        if !self.cx.shadow.take_moved(Groups::IMAGES) && !changed {
            return Ok(());
        }
        for used in uses {
            let view = self.cx.images.views.get(used.unit as usize).copied().unwrap_or_default();
            if let Ok(texture) = self.textures.get(view.texture) {
                // ES binds immutable storage only, of formats that it has images of.
                if texture.target != ResourceTarget::TexBuffer
                    && !(texture.es_immutable && texture.first_level().is_none_or(|image| image.storage.image))
                {
                    self.freeze_texture(view.texture, Need::IMAGE)?;
                }
            }
            let texture = self.textures.get(view.texture).ok();
            let declared = if used.format == 0 { view.internal_format } else { used.format };
            let format = self.stored_image_format(declared, used.image_type);
            // A texture whose storage has another shape than its format shows images of its own format alone.
            let fits = texture.is_some_and(|texture| {
                texture.first_level().is_none_or(|image| {
                    image.storage.internal_format == image.info.internal_format
                        || image.storage.internal_format == format
                })
            });
            let texture = texture.filter(|_| fits);
            let binding = match texture {
                Some(texture) => ImageBinding {
                    texture: Some(texture.name),
                    level: i32::from(view.level),
                    layered: view.layered != 0,
                    layer: i32::from(view.layer),
                    access: access_enum(view.access),
                    format,
                },
                // Nothing bound: loads give zero, stores go nowhere.
                None => ImageBinding {
                    texture: None,
                    level: 0,
                    layered: false,
                    layer: 0,
                    access: glow::READ_ONLY,
                    format: glow::RGBA8,
                },
            };
            self.cx.shadow.bind_image(&self.gl, used.driver_unit, binding);
        }
        self.cx.shadow.take_moved(Groups::IMAGES);
        Ok(())
    }

    /// Buffers that a program can write through its images have changed, or may have.
    pub(crate) fn images_write_buffers(&mut self, program: RawHandle) -> Result {
        let program = self.programs.get(program).map_err(missing("program", program))?;
        let written = program.image_uses().iter().filter_map(|used| {
            let view = self.cx.images.views.get(used.unit as usize)?;
            let texture = self.textures.get(view.texture).ok()?;
            let writes = view.access != ImageAccess::Read.wire();
            (writes && texture.target == ResourceTarget::TexBuffer).then_some(texture.buffer?.buffer)
        });
        let written: Vec<RawHandle> = written.collect();
        written.into_iter().for_each(|buffer| self.buffer_written(buffer));
        Ok(())
    }

    /// The driver's format for images of a format (GL enums).
    fn stored_image_format(&self, format: u32, image_type: u32) -> u32 {
        // What is in a buffer stays as it is.
        if matches!(image_type, IMAGE_BUFFER | INT_IMAGE_BUFFER | UNSIGNED_INT_IMAGE_BUFFER) {
            return format;
        }
        let info = texel::format::info(format);
        let storage = info.and_then(|info| texel::es::storage(info, self.images.caps, Need::IMAGE));
        storage.map_or(format, |storage| storage.internal_format)
    }

    /// The format of an image slot where the shader declares none, or another one than the driver has.
    pub(crate) fn slot_format(&self, used: &ImageUse) -> Option<SlotFormat> {
        let format = match used.format {
            0 => {
                let view = self.cx.images.views.get(used.unit as usize)?;
                (!view.texture.is_null()).then_some(view.internal_format)?
            }
            format => format,
        };
        let stored = self.stored_image_format(format, used.image_type);
        (used.format == 0 || stored != format).then_some(SlotFormat { slot: used.driver_unit, format, stored })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // red once: with write and read-write exchanged
    #[test]
    fn access_is_decoded_once_and_right() {
        assert_eq!([0, 1, 2].map(access_enum), [glow::READ_ONLY, glow::WRITE_ONLY, glow::READ_WRITE]);
    }
}
