//! Driver textures that are made anew because what is asked of them needs other storage: image units want immutable
//! storage, a format that ES lets them have, views want immutable storage, a respecified level mutable storage again.
//! Content moves on the GPU, parameters are pushed again, and whatever attaches the texture looks again.

use super::{
    object::{ImageFault, Level, Texture, storage_of},
    shape::{Texels, chain_length, es_size, face_target, is_3d, mip_size},
};
use crate::{
    Applier,
    error::{Refusal, Result, missing},
};
use pipe_types::{
    caps::Features,
    handle::RawHandle,
    records::resource::{MGPResourceDesc, ResourceTarget},
};
use texel::es::Need;

impl Texture {
    /// Whether the level of a respecification has just the format and size that it asks for.
    pub(super) fn has_storage_for(&self, desc: &MGPResourceDesc) -> bool {
        let size = es_size(self.target, desc);
        let samples = !self.is_multisample()
            || self.samples >= desc.samples.max(1) && self.fixed_sample_locations == (desc.fixed_sample_locations != 0);
        samples
            && self
                .level(0, desc.respecified_level)
                .is_some_and(|image| image.info.internal_format == desc.internal_format && Some(image.size) == size)
    }

    /// The levels, from 0 on, that immutable storage can hold: defined in every face, one format, sizes halving.
    fn uniform_levels(&self) -> Option<(Level, u16)> {
        let base = *self.level(0, 0)?;
        let fits = |level: u16| {
            (0..self.face_count()).all(|face| {
                self.level(face, level).is_some_and(|image| {
                    let wanted = mip_size(self.es_target, base.size, u32::from(level));
                    image.size == wanted && image.info.internal_format == base.info.internal_format
                })
            })
        };
        let most = self.level_count().min(chain_length(self.es_target, base.size) as u16);
        let count = (0..most).take_while(|level| fits(*level)).count() as u16;
        (count > 0).then_some((base, count))
    }
}

impl Applier {
    /// Replaces a texture's driver object by an empty one, mutable, with the levels it had as mutable levels when `keep`.
    pub(super) fn replace_texture(&mut self, handle: RawHandle, keep: bool) -> Result {
        let mut old = self.textures.remove(handle).map_err(missing("resource", handle))?;
        let serial = self.images.next_serial();
        let Some(mut new) = Texture::new(&self.gl, &mut self.cx.shadow, handle, serial, old.target) else {
            let _ = self.textures.insert(handle, old);
            return Err(Refusal::Driver("no texture name".into()));
        };
        new.params = old.params;
        new.buffer = old.buffer;
        if keep {
            let images: Vec<(i32, u16, Level)> = (0..old.face_count())
                .flat_map(|face| (0..old.level_count()).map(move |level| (face, level)))
                .filter_map(|(face, level)| Some((face, level, *old.level(face, level)?)))
                .collect();
            let cube = old.target == ResourceTarget::TexCube;
            // All of them first: copies look at the whole texture.
            for (face, level, image) in &images {
                let target = if cube { face_target(*face) } else { old.es_target };
                let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
                shadow.edit_texture(gl, new.es_target, new.name);
                image.allocate(gl, shadow, target, i32::from(*level));
            }
            let last = old.level_count().saturating_sub(1);
            new.set_level_range(&self.gl, &mut self.cx.shadow, 0, last);
            for (face, level, image) in &images {
                self.copy_image(&old, &new, *face, *level, image, image);
            }
            new.reset_level_range(&self.gl, &mut self.cx.shadow, 0, last);
            new.adopt_levels(old.take_levels());
        }
        self.finish_replacement(handle, &old, new)
    }

    /// Makes a texture safe for work on one of its levels after another: Mesa's drivers lose what is put into a level of a
    /// mutable array when another level alone was looked at before, and into levels that were specified before a larger one
    /// of a size that theirs do not tell. Immutable storage has its levels together.
    pub(crate) fn settle_levels(&mut self, handle: RawHandle) -> Result {
        let Ok(texture) = self.textures.get(handle) else { return Ok(()) };
        let array = is_3d(texture.es_target) && texture.es_target != glow::TEXTURE_3D;
        let levels = texture.level_count();
        // Framebuffers ask for each attachment: the levels are looked at last.
        if texture.es_immutable
            || !(array || texture.disordered)
            || levels < 2
            || texture.uniform_levels().is_none_or(|(_, uniform)| uniform != levels)
        {
            return Ok(());
        }
        self.freeze_texture(handle, Need::empty())
    }

    /// Gives a texture immutable driver storage that can do what `need` says besides being rendered to and sampled.
    pub(crate) fn freeze_texture(&mut self, handle: RawHandle, need: Need) -> Result {
        let old = self.textures.get(handle).map_err(missing("texture", handle))?;
        let Some((base, levels)) = old.uniform_levels() else {
            return Ok(());
        };
        let enough = |image: &Level| !need.contains(Need::IMAGE) || image.storage.image;
        if old.es_immutable && enough(&base) || old.is_multisample() || !old.view_of.is_null() {
            return Ok(());
        }
        let Ok((info, storage)) = storage_of(handle, base.info.internal_format, self.images.caps, need) else {
            let internal_format = base.info.internal_format;
            return self.settle(Err(ImageFault::Unsupported { resource: handle, internal_format }));
        };
        let old = self.textures.remove(handle).map_err(missing("texture", handle))?;
        let serial = self.images.next_serial();
        let Some(mut new) = Texture::new(&self.gl, &mut self.cx.shadow, handle, serial, old.target) else {
            let _ = self.textures.insert(handle, old);
            return Err(Refusal::Driver("no texture name".into()));
        };
        let [w, h, d] = base.size;
        let (target, internal) = (new.es_target, storage.internal_format);
        self.cx.shadow.edit_texture(&self.gl, target, new.name);
        if is_3d(target) {
            self.gl.tex_storage_3d(target, i32::from(levels), internal, w, h, d);
        } else {
            self.gl.tex_storage_2d(target, i32::from(levels), internal, w, h);
        }
        let mut faces: [Vec<Option<Level>>; 6] = Default::default();
        // Copies want levels that go together, also where the application's parameters name more of them than there are.
        old.set_level_range(&self.gl, &mut self.cx.shadow, 0, levels - 1);
        for face in 0..old.face_count() {
            for level in 0..levels {
                let size = mip_size(target, base.size, u32::from(level));
                let image = Level { info, storage, size };
                faces[face as usize].push(Some(image));
                if let Some(from) = old.level(face, level).copied() {
                    self.copy_image(&old, &new, face, level, &from, &image);
                }
            }
        }
        new.adopt_levels(faces);
        new.immutable = old.immutable;
        new.es_immutable = true;
        new.params = old.params;
        self.finish_replacement(handle, &old, new)
    }

    fn finish_replacement(&mut self, handle: RawHandle, old: &Texture, mut new: Texture) -> Result {
        new.sync_params(&self.gl, &mut self.cx.shadow, false);
        self.images.counters.recreated += 1;
        let _ = self.textures.insert(handle, new);
        self.release_texture(old);
        Ok(())
    }

    /// Copies one image from a driver texture to another on the GPU.
    fn copy_image(&mut self, old: &Texture, new: &Texture, face: i32, level: u16, from: &Level, to: &Level) {
        let same = from.storage.internal_format == to.storage.internal_format;
        let depth = from.size[2];
        if same && self.gl.has(Features::COPY_IMAGE) {
            let end = |texture: &Texture| (texture.name.0.get(), texture.es_target, i32::from(level));
            let at = [0, 0, face];
            self.gl.copy_image_sub_data(end(old), at, end(new), at, [from.size[0], from.size[1], depth]);
            return;
        }
        if from.info.is_compressed() {
            // Nothing is drawn into these; their blocks have been kept.
            let [w, h, d] = from.size;
            let whole = Texels { x: 0, y: 0, z: if old.target == ResourceTarget::TexCube { face } else { 0 }, w, h, d };
            let Some(blocks) = old.blocks_kept(level, &whole, from) else { return };
            return super::upload::put_blocks(&self.gl, &mut self.cx.shadow, new, level, &whole, to, &blocks);
        }
        for layer in 0..depth {
            let layer = if old.target == ResourceTarget::TexCube { face } else { layer };
            self.draw_image(old, from, new, to, level, layer);
        }
    }
}
