//! Mipmaps. The driver makes them where ES lets it; depth and what else ES refuses is made level by level.

use crate::{
    Applier,
    blitter::{
        CopyDraw, Encoding, class_of, dimension, mask_of, point_of,
        shader::{CopyProgram, Output, Pick, Transfer},
    },
    error::{Result, missing},
    framebuffer::{Binding, texture_image},
    texture::{
        object::{Level, clear_errors},
        shape::{chain_length, face_target, mip_size},
    },
};
use pipe_types::{
    handle::RawHandle,
    records::{resource::ResourceTarget, texture::MGPMipPlan},
};
use texel::format::Class;

impl Applier {
    pub(crate) fn generate_mipmap(&mut self, record: &MGPMipPlan) -> Result {
        let handle = record.texture;
        let texture = self.textures.get(handle).map_err(missing("texture", handle))?;
        if texture.is_multisample() || texture.target == ResourceTarget::TexBuffer {
            return Ok(());
        }
        let base_level = record.base_level;
        let Some(base) = texture.level(0, base_level).copied() else { return Ok(()) };
        let left = chain_length(texture.es_target, base.size).saturating_sub(1);
        let mut count = u32::from(record.level_count).min(left) as u16;
        if texture.es_immutable {
            count = count.min(texture.level_count().saturating_sub(base_level + 1));
        }
        if count == 0 || base_level + count > 31 {
            return Ok(());
        }
        self.define_levels(handle, &base, base_level, count)?;
        let storage = &base.storage;
        let native = base.info.class() == Class::ColorFloat
            && !base.info.is_compressed()
            && storage.renderable
            && storage.filterable;
        if native && self.driver_mipmap(handle, base_level, count)? {
            return Ok(());
        }
        if base.info.is_compressed() || !storage.renderable {
            return Ok(());
        }
        for level in base_level..base_level + count {
            self.shrink(handle, level)?;
        }
        Ok(())
    }

    /// Gives the levels storage that fits the base level's, where they have other storage or none.
    fn define_levels(&mut self, handle: RawHandle, base: &Level, base_level: u16, count: u16) -> Result {
        let texture = self.textures.get_mut(handle).map_err(missing("texture", handle))?;
        if texture.es_immutable {
            return Ok(());
        }
        let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
        let mut changed = false;
        for i in 1..=count {
            let size = mip_size(texture.es_target, base.size, u32::from(i));
            let image = Level { size, ..*base };
            for face in 0..texture.face_count() {
                if texture.level(face, base_level + i) == Some(&image) {
                    continue;
                }
                let cube = texture.target == ResourceTarget::TexCube;
                let target = if cube { face_target(face) } else { texture.es_target };
                shadow.edit_texture(gl, texture.es_target, texture.name);
                let level = i32::from(base_level + i);
                gl.allocate_level(shadow, target, level, base.storage.internal_format, size, &image.layout());
                texture.define(face, base_level + i, image);
                changed = true;
            }
        }
        if changed {
            self.images.moved += 1;
        }
        Ok(())
    }

    /// `glGenerateMipmap`; false when the driver refuses the format after all.
    fn driver_mipmap(&mut self, handle: RawHandle, base_level: u16, count: u16) -> Result<bool> {
        let texture = self.textures.get(handle).map_err(missing("texture", handle))?;
        let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
        texture.set_level_range(gl, shadow, base_level, base_level + count);
        shadow.edit_texture(gl, texture.es_target, texture.name);
        clear_errors(gl);
        gl.generate_mipmap(texture.es_target);
        let made = gl.get_error() == glow::NO_ERROR;
        texture.reset_level_range(gl, shadow, base_level, base_level + count);
        Ok(made)
    }

    /// Makes a level's next one from it: by blits, which ES does for all that can be rendered to and filtered (and for depth,
    /// unfiltered, as desktop drivers do), by draws with a filter of their own where the format has none.
    fn shrink(&mut self, handle: RawHandle, level: u16) -> Result {
        let texture = self.textures.get(handle).map_err(missing("texture", handle))?;
        let (Some(from), Some(to)) = (texture.level(0, level).copied(), texture.level(0, level + 1).copied()) else {
            return Ok(());
        };
        let volume = texture.target == ResourceTarget::Tex3D;
        let layers = texture.layers_of(&to);
        let color = from.info.class() == Class::ColorFloat;
        for layer in 0..layers {
            let texture = self.textures.get(handle).map_err(missing("texture", handle))?;
            let source_layer = if volume { (layer * 2).min(from.size[2] - 1) } else { layer };
            let (source, target) =
                (texture_image(texture, level, source_layer), texture_image(texture, level + 1, layer));
            let point = point_of(from.info);
            let complete =
                self.bind_scratch(Binding::Read, point, source)? && self.bind_scratch(Binding::Draw, point, target)?;
            if !complete {
                return Ok(());
            }
            let ([sw, sh, _], [dw, dh, _]) = (from.size, to.size);
            if from.storage.filterable || !color {
                self.cx.shadow.plain_scissor(&self.gl, None);
                let filter = if color { glow::LINEAR } else { glow::NEAREST };
                self.gl.blit_framebuffer(0, 0, sw, sh, 0, 0, dw, dh, mask_of(from.info), filter);
                continue;
            }
            let texture = self.textures.get(handle).map_err(missing("texture", handle))?;
            let (dimension, source) = (dimension(texture.target), (texture.es_target, texture.name));
            texture.begin_raw(&self.gl, &mut self.cx.shadow, level, false);
            let program = CopyProgram {
                dimension,
                class: class_of(from.info),
                output: Output::Color,
                pick: Pick::Linear,
                transfer: Transfer::default(),
                clamp: None,
            };
            let encoding = Encoding::stored(from.storage.internal_format, to.storage.internal_format);
            self.copy_draw(&CopyDraw {
                layer: source_layer,
                dst: [0, 0, dw, dh],
                map: [sw as f32 / dw as f32, sh as f32 / dh as f32, 0.0, 0.0],
                ..CopyDraw::whole(program, source, from.size, encoding)
            })?;
            let texture = self.textures.get(handle).map_err(missing("texture", handle))?;
            texture.end_raw(&self.gl, &mut self.cx.shadow, level, false);
        }
        Ok(())
    }
}
