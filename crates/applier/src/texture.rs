//! Textures.

mod blocks;
pub(crate) mod compress;
pub(crate) mod object;
pub(crate) mod params;
pub(crate) mod recreate;
mod scatter;
pub(crate) mod shape;
pub(crate) mod units;
pub(crate) mod upload;

pub(crate) use object::Texture;

use crate::{
    Applier, Host,
    driver::Shadow,
    error::{Refusal, Result, missing},
};
use object::{ImageFault, ViewOf, is_view};
use pipe_types::{
    decode::Record,
    handle::RawHandle,
    records::{
        resource::{MGPResourceDesc, MGPSubData, MGPSubRegion, ResourceTarget, StorageKind, bind_mask},
        texture::{MGPBufferUpload, MGPTextureParams, Swizzle},
    },
};
use texel::es::Need;

impl Applier {
    pub(crate) fn create_texture(&mut self, desc: &MGPResourceDesc) -> Result {
        let serial = self.images.next_serial();
        let target = desc.resource_target();
        let texture = Texture::new(&self.gl, &mut self.cx.shadow, desc.resource, serial, target);
        let Some(texture) = texture else { return Err(Refusal::Driver("no texture name".into())) };
        match self.textures.insert(desc.resource, texture) {
            Ok(old) => {
                if let Some(old) = old {
                    self.release_texture(&old);
                }
            }
            Err(refused) => {
                self.release_texture(&refused);
                return Err(missing("resource", desc.resource)(crate::Miss::Stale));
            }
        }
        if desc.has_respecified_level != 0 { Ok(()) } else { self.define_whole(desc) }
    }

    pub(crate) fn respecify_texture(&mut self, desc: &MGPResourceDesc) -> Result {
        let texture = self.textures.get_mut(desc.resource).map_err(missing("resource", desc.resource))?;
        if texture.target != desc.resource_target() {
            let expected = "the target that the texture was created with";
            return Err(Refusal::Value { field: "target", value: u64::from(desc.target), expected });
        }
        if desc.has_respecified_level == 0 {
            return self.define_whole(desc);
        }
        if texture.immutable {
            return Err(Refusal::State("a level of an immutable texture is respecified"));
        }
        if texture.es_immutable {
            // Multisample storage, or storage that an image unit needed: a new driver texture, or none if nothing changes.
            if texture.has_storage_for(desc) {
                return Ok(());
            }
            let multisample = texture.is_multisample();
            self.replace_texture(desc.resource, !multisample)?;
        }
        let texture = self.textures.get_mut(desc.resource).map_err(missing("resource", desc.resource))?;
        let (gl, shadow, caps) = (&self.gl, &mut self.cx.shadow, self.images.caps);
        let result = if texture.is_multisample() {
            texture.allocate(gl, shadow, desc, caps, Need::empty())
        } else {
            texture.specify(gl, shadow, desc, caps, Need::empty())
        };
        texture.sync_params(gl, shadow, false);
        self.images.moved += 1;
        self.settle(result)?;
        // What the smaller levels have is still there.
        self.settle_levels(desc.resource)
    }

    /// Everything that a description without a level can say: immutable storage, a view, a buffer texture, or hints only.
    fn define_whole(&mut self, desc: &MGPResourceDesc) -> Result {
        let texture = self.textures.get(desc.resource).map_err(missing("resource", desc.resource))?;
        if texture.target == ResourceTarget::TexBuffer {
            let texture = self.textures.get_mut(desc.resource).map_err(missing("resource", desc.resource))?;
            texture.set_buffer(desc);
            self.cx.shadow.moved |= crate::driver::Groups::UNITS | crate::driver::Groups::IMAGES;
            return self.attach_texture_buffer(desc.resource);
        }
        if is_view(desc) {
            return if texture.immutable { Ok(()) } else { self.define_view(desc) };
        }
        let immutable = StorageKind::from_wire(u64::from(desc.storage_kind)) == Some(StorageKind::Immutable);
        if !immutable || desc.levels == 0 || texture.immutable {
            // Hints and the diagnostic name: nothing is reallocated.
            return Ok(());
        }
        if texture.es_immutable {
            self.replace_texture(desc.resource, false)?;
        }
        let texture = self.textures.get_mut(desc.resource).map_err(missing("resource", desc.resource))?;
        let image = desc.image_bindable_hint != 0 || desc.bind_mask & bind_mask::SHADER_IMAGE != 0;
        let need = if image { Need::IMAGE } else { Need::empty() };
        let (gl, shadow, caps) = (&self.gl, &mut self.cx.shadow, self.images.caps);
        let mut result = texture.allocate(gl, shadow, desc, caps, need);
        if image && matches!(result, Err(ImageFault::Unsupported { .. })) {
            // A hint: without it, if it can't be had.
            result = texture.allocate(gl, shadow, desc, caps, Need::empty());
        }
        texture.immutable = true;
        texture.sync_params(gl, shadow, false);
        self.images.moved += 1;
        self.settle(result)
    }

    fn define_view(&mut self, desc: &MGPResourceDesc) -> Result {
        let view = ViewOf {
            internal_format: desc.internal_format,
            min_level: desc.buf_offset as u16,
            num_levels: desc.levels,
            min_layer: (desc.buf_offset >> 32) as u16,
            num_layers: desc.array_layers,
        };
        self.make_view(desc.resource, desc.view_of, &view)
    }

    /// Makes the texture of `handle` a view of another one, whose storage becomes immutable on the driver if it is not.
    pub(crate) fn make_view(&mut self, handle: RawHandle, owner: RawHandle, view: &ViewOf) -> Result {
        if !self.textures.get(owner).map_err(missing("view_of", owner))?.es_immutable {
            self.freeze_texture(owner, Need::empty())?;
        }
        // A fresh name, as the old one may have been bound, which fixes its target; taken out for the while, so that both
        // can be looked at.
        let old = self.textures.remove(handle).map_err(missing("resource", handle))?;
        let serial = self.images.next_serial();
        let Some(mut texture) = Texture::new(&self.gl, &mut self.cx.shadow, handle, serial, old.target) else {
            return Err(Refusal::Driver("no texture name".into()));
        };
        texture.params = old.params;
        self.release_texture(&old);
        let result = match self.textures.get(owner) {
            Ok(owner) => texture.make_view(&self.gl, &mut self.cx.shadow, owner, view, self.images.caps),
            Err(_) => Err(ImageFault::NoLevel { resource: handle, level: 0, face: 0 }),
        };
        texture.sync_params(&self.gl, &mut self.cx.shadow, false);
        let _ = self.textures.insert(handle, texture);
        self.images.moved += 1;
        self.settle(result)
    }

    pub(crate) fn destroy_texture(&mut self, handle: RawHandle) -> Result {
        let texture = self.textures.remove(handle).map_err(missing("handle", handle))?;
        self.release_texture(&texture);
        Ok(())
    }

    /// Gives a driver texture back.
    pub(crate) fn release_texture(&mut self, texture: &Texture) {
        self.contexts_mut().for_each(|cx| cx.shadow.forget_texture(texture.name));
        self.gl.delete_texture(texture.name);
        self.images.moved += 1;
    }

    pub(crate) fn texture_sub_data(
        &mut self,
        record: &Record<'_, MGPSubData, MGPSubRegion>,
        host: &mut dyn Host,
    ) -> Result {
        let mut result = Ok(());
        host.with_blob(&record.blob, record.inline, &mut |bytes| result = self.texture_sub_bytes(record, bytes));
        result
    }

    fn texture_sub_bytes(&mut self, record: &Record<'_, MGPSubData, MGPSubRegion>, bytes: &[u8]) -> Result {
        if self.upload_box(record.payload, record.tail, bytes)? || self.scatter(record, bytes)? {
            return Ok(());
        }
        let texture = self.textures.get(record.resource).map_err(missing("resource", record.resource))?;
        let (gl, shadow, images) = (&self.gl, &mut self.cx.shadow, &mut self.images);
        let (staging, counters) = (&mut images.staging, &mut images.counters.uploads);
        let done = upload::rects(gl, shadow, texture, record.payload, record.tail, bytes, staging, counters);
        self.settle(done)
    }

    /// Puts bytes into a texture if they are one box or come to one; `false`: they are several.
    pub(crate) fn upload_box(&mut self, record: &MGPSubData, regions: &[MGPSubRegion], bytes: &[u8]) -> Result<bool> {
        let texture = self.textures.get(record.resource).map_err(missing("resource", record.resource))?;
        let (gl, shadow, images) = (&self.gl, &mut self.cx.shadow, &mut self.images);
        let (staging, counters) = (&mut images.staging, &mut images.counters.uploads);
        match upload::boxed(gl, shadow, texture, record, regions, bytes, staging, counters) {
            Ok(one) => Ok(one),
            // Nothing of it is left to be done.
            Err(fault) => self.settle(Err(fault)).map(|()| true),
        }
    }

    pub(crate) fn texture_upload_from_buffer(&mut self, record: &MGPBufferUpload) -> Result {
        let buffer = self.buffers.get(record.buffer).map_err(missing("buffer", record.buffer))?;
        let (name, size) = (buffer.name, buffer.size);
        let texture = self.textures.get(record.texture).map_err(missing("texture", record.texture))?;
        let gl = &self.gl;
        let mut read = |shadow: &mut Shadow, offset: u64, out: &mut [u8]| {
            shadow.bind_buffer(gl, glow::COPY_READ_BUFFER, Some(name));
            match gl.map_range(glow::COPY_READ_BUFFER, offset, out.len(), glow::MAP_READ_BIT) {
                Some(mut mapped) => {
                    out.copy_from_slice(mapped.bytes());
                    true
                }
                None => out.is_empty(),
            }
        };
        let (shadow, counters) = (&mut self.cx.shadow, &mut self.images.counters.uploads);
        let result = upload::from_buffer(gl, shadow, texture, record, name, size, &mut read, counters);
        self.settle(result)
    }

    pub(crate) fn set_texture_params(&mut self, record: &MGPTextureParams) -> Result {
        if let Some(&value) = record.swizzle.iter().find(|s| Swizzle::from_wire(u64::from(**s)).is_none()) {
            return Err(Refusal::Value { field: "swizzle", value: u64::from(value), expected: "one of Swizzle" });
        }
        let texture = self.textures.get_mut(record.texture).map_err(missing("texture", record.texture))?;
        texture.params = Some(*record);
        texture.sync_params(&self.gl, &mut self.cx.shadow, record.force_resync != 0);
        // The built-in sampler is bound with the texture, so a unit that has it must look again.
        self.cx.shadow.moved |= crate::driver::Groups::UNITS;
        Ok(())
    }

    /// Attaches the driver buffer to a buffer texture.
    pub(crate) fn attach_texture_buffer(&mut self, handle: RawHandle) -> Result {
        let texture = self.textures.get_mut(handle).map_err(missing("texture", handle))?;
        let Some(range) = texture.buffer else { return Ok(()) };
        let (name, size) = match self.buffers.get(range.buffer) {
            Ok(buffer) => (Some(buffer.name), buffer.size),
            Err(_) => (None, 0),
        };
        texture.attach_buffer(&self.gl, &mut self.cx.shadow, name, size);
        Ok(())
    }

    /// The buffer got other storage under another driver name, or died: buffer textures of it follow.
    pub(crate) fn texture_buffers_follow(&mut self, buffer: RawHandle) -> Result {
        let of_it = |texture: &Texture| texture.buffer.is_some_and(|range| range.buffer == buffer);
        let followers: Vec<RawHandle> = self.textures.iter().filter(|(_, t)| of_it(t)).map(|(h, _)| h).collect();
        for handle in followers {
            if let Ok(texture) = self.textures.get_mut(handle) {
                // A range is cut to the buffer's size, which may have changed under the same name.
                if let Some(range) = &mut texture.buffer {
                    range.attached = None;
                }
            }
            self.attach_texture_buffer(handle)?;
        }
        Ok(())
    }
}
