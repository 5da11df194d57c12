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
        compress::stored_texels,
        object::Level,
        shape::{chain_length, face_target, mip_size},
    },
};
use pipe_types::{
    handle::RawHandle,
    primitive::MGPBox,
    records::{
        readback::MGPReadbackInfo,
        resource::{MGPSubData, ResourceTarget},
        texture::MGPMipPlan,
    },
};
use texel::{PixelLayout, format::Class};

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
        self.settle_levels(handle)?;
        let storage = &base.storage;
        let native = base.info.class() == Class::ColorFloat
            && !base.info.is_compressed()
            && storage.renderable
            && storage.filterable;
        if native && self.driver_mipmap(handle, base_level, count)? {
            return Ok(());
        }
        if !storage.renderable {
            return self.shrink_in_memory(handle, base_level, count);
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
                // Its base level had room.
                image.allocate(gl, shadow, target, i32::from(base_level + i));
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
        gl.keep_errors();
        gl.generate_mipmap(texture.es_target);
        let made = gl.get_error() == glow::NO_ERROR;
        texture.reset_level_range(gl, shadow, base_level, base_level + count);
        Ok(made)
    }

    /// Makes levels of a format that nothing can be rendered to: texels are averaged here, in floats, from what the level
    /// before came to in the format, a layer (of a volume, a slice) at a time.
    fn shrink_in_memory(&mut self, handle: RawHandle, base_level: u16, count: u16) -> Result {
        let texture = self.textures.get(handle).map_err(missing("texture", handle))?;
        let faces = texture.face_count();
        let Some(base) = texture.level(0, base_level).copied() else { return Ok(()) };
        if !self.fits_in_memory(&base, glow::FLOAT) {
            return Ok(());
        }
        for face in 0..faces {
            for level in base_level..base_level + count {
                let texture = self.textures.get(handle).map_err(missing("texture", handle))?;
                let (Some(from), Some(to)) =
                    (texture.level(face, level).copied(), texture.level(face, level + 1).copied())
                else {
                    return Ok(());
                };
                for layer in 0..texture.layers_of(&to) {
                    self.shrink_layer_in_memory(handle, (face as u16, level), (&from, &to), layer)?;
                }
            }
        }
        Ok(())
    }

    fn shrink_layer_in_memory(
        &mut self,
        handle: RawHandle,
        (face, level): (u16, u16),
        (from, to): (&Level, &Level),
        layer: i32,
    ) -> Result {
        let texture = self.textures.get(handle).map_err(missing("texture", handle))?;
        let target = texture.target;
        let upload = if target == ResourceTarget::TexCube { face + 1 } else { 0 };
        // Two slices of a volume come to one, but for one alone.
        let slices = if target == ResourceTarget::Tex3D { from.size[2].min(2) } else { 1 };
        let first = if target == ResourceTarget::Tex3D { layer * slices } else { layer };
        let (Some(here), Some(next)) = (part(target, from.size, first, slices), part(target, to.size, layer, 1)) else {
            return Ok(());
        };
        let record = MGPReadbackInfo {
            resource: handle,
            region: here,
            format: glow::RGBA,
            type_: glow::FLOAT,
            target: upload,
            level,
            ..Default::default()
        };
        let Some(bytes) = self.read_level(&record)? else { return Ok(()) };
        let size = |of: &MGPBox| [of.w, of.h, of.d].map(|x| x as usize);
        let small = halve(&bytes, size(&here), size(&next));
        let Ok(floats) = PixelLayout::new(glow::RGBA, glow::FLOAT) else { return Ok(()) };
        let Some(texels) = stored_texels(to, &floats, &small, [next.w, next.h]) else { return Ok(()) };
        let record = MGPSubData {
            resource: handle,
            target: target as u16 | upload << 8,
            level: level + 1,
            union_box: next,
            ..Default::default()
        };
        self.upload_box(&record, &[], &texels).map(drop)
    }

    /// Whether a slice of a level can be worked on here: an answer that is larger is out of memory.
    pub(crate) fn fits_in_memory(&mut self, level: &Level, type_: u32) -> bool {
        let texel = PixelLayout::new(glow::RGBA, type_).map_or(16, |layout| layout.bytes() as u64);
        let slices = if level.size[2] > 1 { 2 } else { 1 };
        let [w, h, _] = level.size.map(|x| u64::try_from(x).unwrap_or(0));
        if w * h * slices * texel <= crate::readback::MOST_BYTES {
            return true;
        }
        let text = format!("{w} x {h} texels of {} are too many to be worked on in memory", level.info.name);
        self.images.errors.push((glow::OUT_OF_MEMORY, text));
        false
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
        let shown = self.show_levels(handle, level, level + 1);
        let done = self.shrink_layers(handle, level, (&from, &to), (volume, layers));
        if shown {
            self.unshow_levels(handle, level, level + 1);
        }
        done
    }

    fn shrink_layers(
        &mut self,
        handle: RawHandle,
        level: u16,
        (from, to): (&Level, &Level),
        (volume, layers): (bool, i32),
    ) -> Result {
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

/// Slices of a level as the application counts: layers of one-dimensional arrays are rows.
fn part(target: ResourceTarget, [w, h, _]: [i32; 3], first: i32, slices: i32) -> Option<MGPBox> {
    let [w, h, d] = [w, h, slices].map(u32::try_from);
    let (w, h, d) = (w.ok()?, h.ok()?, d.ok()?);
    Some(match target {
        ResourceTarget::Tex1DArray => MGPBox::new(0, first, 0, w, d, 1),
        ResourceTarget::TexCube => MGPBox::new(0, 0, 0, w, h, 1),
        _ => MGPBox::new(0, 0, first, w, h, d),
    })
}

/// Averages texels of four floats: two by two in the directions that get smaller, and in depth where that does.
fn halve(bytes: &[u8], [w, h, d]: [usize; 3], [nw, nh, nd]: [usize; 3]) -> Vec<u8> {
    let texel = |x: usize, y: usize, z: usize| -> [f32; 4] {
        let at = ((z * h + y) * w + x) * 16;
        std::array::from_fn(|c| {
            let word = bytes.get(at + c * 4..at + c * 4 + 4).and_then(|b| b.try_into().ok());
            word.map_or(0.0, f32::from_ne_bytes)
        })
    };
    // Where a direction stays as it is, both texels are the same one; the last of an odd number falls away.
    let pair = |at: usize, big: usize, small: usize| if big == small { [at, at] } else { [2 * at, 2 * at + 1] };
    let mut out = Vec::with_capacity(nw * nh * nd * 16);
    for z in 0..nd {
        for y in 0..nh {
            for x in 0..nw {
                let mut sum = [0.0f32; 4];
                for z in pair(z, d, nd) {
                    for y in pair(y, h, nh) {
                        for x in pair(x, w, nw) {
                            let texel = texel(x, y, z);
                            sum.iter_mut().zip(texel).for_each(|(sum, value)| *sum += value);
                        }
                    }
                }
                out.extend(sum.iter().flat_map(|sum| (sum * 0.125).to_ne_bytes()));
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    // red once: with pairs of the same texel twice where sizes halve, the first average was 1
    #[test]
    fn levels_are_averages_and_odd_ends_fall_away() {
        let row: Vec<u8> =
            [1.0f32, 3.0, 5.0, 9.0, 100.0].iter().flat_map(|v| [*v; 4]).flat_map(f32::to_ne_bytes).collect();
        let half: Vec<u8> = [2.0f32, 7.0].iter().flat_map(|v| [*v; 4]).flat_map(f32::to_ne_bytes).collect();
        assert_eq!(halve(&row, [5, 1, 1], [2, 1, 1]), half);
        assert_eq!(halve(&row[..64], [2, 1, 2], [1, 1, 1]), [4.5f32; 4].map(f32::to_ne_bytes).concat());
    }
}
