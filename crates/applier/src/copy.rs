//! Copies of texels: image to image, and from the read framebuffer into a texture.

use crate::{
    Applier,
    blitter::{mask_of, point_of},
    driver::GlTexture,
    error::{Refusal, Result, missing},
    framebuffer::{Binding, Source, texture_image},
    texture::{
        object::{ImageFault, Level},
        shape::{Texels, face_target, is_3d},
    },
};
use pipe_types::{
    caps::Features,
    handle::RawHandle,
    primitive::MGPBox,
    records::{
        copy::{MGPCopyRegion, MGPCopyTexture},
        readback::MGPReadbackInfo,
        resource::{MGPSubData, ResourceTarget, UploadTarget},
    },
};

/// One end of an image copy.
#[derive(Clone, Copy, Debug)]
struct End {
    /// Name, target and level as `glCopyImageSubData` takes them.
    driver: (u32, u32, i32),
    handle: RawHandle,
    target: ResourceTarget,
    level: u16,
    image: Level,
    at: [i32; 3],
}

impl Applier {
    /// Makes a texture complete with its base level alone: ES copies between complete textures only. Filters come from
    /// sampler objects wherever a texture is sampled, so the texture's own say nothing.
    fn without_mipmaps(&mut self, handle: RawHandle, target: ResourceTarget) {
        let Ok(texture) = self.textures.get(handle) else { return };
        if target.is_texture() && !texture.is_multisample() {
            self.cx.shadow.edit_texture(&self.gl, texture.es_target, texture.name);
            self.gl.tex_parameter_i32(texture.es_target, glow::TEXTURE_MIN_FILTER, glow::NEAREST as i32);
        }
    }

    pub(crate) fn copy_region(&mut self, record: &MGPCopyRegion) -> Result {
        let target = |wire: u16| ResourceTarget::from_wire(u64::from(wire)).unwrap_or(ResourceTarget::Tex2D);
        self.known_end("src", record.src, target(record.src_target))?;
        self.known_end("dst", record.dst, target(record.dst_target))?;
        // A handle may be a renderbuffer's, which none of the textures has.
        for (end, of) in [(record.src, record.src_target), (record.dst, record.dst_target)] {
            if target(of).is_texture() {
                self.settle_levels(end)?;
            }
        }
        let b = &record.src_box;
        let size = [b.w, b.h, b.d].map(|x| i32::try_from(x).unwrap_or(i32::MAX));
        let from = self.end(record.src, target(record.src_target), record.src_level, [b.x, b.y, b.z], size);
        let from = match from {
            Ok(end) => end,
            Err(fault) => return self.settle(Err(fault)),
        };
        // Blocks against texels: the box is the source's, the destination counts in its own units.
        let unit = |image: &Level| image.info.block.map_or((1, 1), |b| (i32::from(b.width), i32::from(b.height)));
        let dst_to = [record.dst_x, record.dst_y, record.dst_z];
        let to = match self.end(record.dst, target(record.dst_target), record.dst_level, dst_to, [0, 0, size[2]]) {
            Ok(end) => end,
            Err(fault) => return self.settle(Err(fault)),
        };
        let ((sw, sh), (dw, dh)) = (unit(&from.image), unit(&to.image));
        let scaled = [(size[0] + sw - 1) / sw * dw, (size[1] + sh - 1) / sh * dh, size[2]];
        let inside = |end: &End, size: [i32; 3], (bw, bh): (i32, i32)| {
            let up = |x: i32, b: i32| (x + b - 1) / b * b;
            let whole = [up(end.image.size[0], bw), up(end.image.size[1], bh), self.layers_at(end)];
            let [x, y, z] = end.at;
            Texels { x, y, z, w: size[0], h: size[1], d: size[2] }.inside(whole)
        };
        if !inside(&to, scaled, (dw, dh)) {
            let value = i64::from(record.dst_x.max(record.dst_y).max(record.dst_z));
            return self.settle(Err(ImageFault::Range { what: "dst box", resource: record.dst, value }));
        }
        let alike = |a: &Level, b: &Level| {
            // Two formats that one storage stands for may have other numbers in it for the same bits.
            a.storage.internal_format == b.storage.internal_format && a.info.internal_format == b.info.internal_format
                || a.info.copy_compatible(b.info)
                    && unit_bytes(a) == unit_bytes(b)
                    && a.storage.upload.bytes == a.info.wire.bytes
                    && b.storage.upload.bytes == b.info.wire.bytes
        };
        if alike(&from.image, &to.image) && self.gl.has(Features::COPY_IMAGE) {
            self.without_mipmaps(record.src, target(record.src_target));
            self.without_mipmaps(record.dst, target(record.dst_target));
            self.gl.copy_image_sub_data(from.driver, from.at, to.driver, to.at, size);
            return Ok(());
        }
        self.copy_by_blit(&from, &to, size)
    }

    fn layers_at(&self, end: &End) -> i32 {
        match end.target {
            ResourceTarget::TexCube => 6,
            _ => end.image.size[2],
        }
    }

    /// Checks an end. There is no exchange of axes for one-dimensional arrays here: their layers are `z`, as in GL.
    fn end(
        &self,
        handle: RawHandle,
        target: ResourceTarget,
        level: u16,
        at: [i32; 3],
        size: [i32; 3],
    ) -> std::result::Result<End, ImageFault> {
        let no_level = ImageFault::NoLevel { resource: handle, level, face: 0 };
        if target == ResourceTarget::Renderbuffer {
            let buffer = self.renderbuffers.get(handle).map_err(|_| no_level.clone())?;
            let image = buffer.image.ok_or(no_level)?;
            let driver = (buffer.name.0.get(), glow::RENDERBUFFER, 0);
            return in_bounds(End { driver, handle, target, level: 0, image, at }, size, 1);
        }
        let texture = self.textures.get(handle).map_err(|_| no_level)?;
        let face = if texture.target == ResourceTarget::TexCube { at[2].clamp(0, 5) } else { 0 };
        let image = *texture.expect_level(face, level)?;
        let driver = (texture.name.0.get(), texture.es_target, i32::from(level));
        let layers = texture.layers_of(&image);
        in_bounds(End { driver, handle, target: texture.target, level, image, at }, size, layers)
    }

    fn attachable(&self, end: &End, slice: i32) -> Option<Source> {
        if end.target == ResourceTarget::Renderbuffer {
            return self.renderbuffers.get(end.handle).ok().map(|b| b.source());
        }
        let texture = self.textures.get(end.handle).ok()?;
        Some(texture_image(texture, end.level, end.at[2] + slice))
    }

    /// The copy by blits, for drivers without image copies and for storage that differs on both sides.
    fn copy_by_blit(&mut self, from: &End, to: &End, [w, h, d]: [i32; 3]) -> Result {
        if !from.image.storage.renderable
            || !to.image.storage.renderable
            || from.image.info.internal_format != to.image.info.internal_format
        {
            return self.copy_by_bytes(from, to, [w, h, d]);
        }
        // Two levels of one texture are a range of it.
        let (low, high) = (from.level.min(to.level), from.level.max(to.level));
        let ranges = if from.handle == to.handle && from.target == to.target {
            [(from.handle, low, high, self.show_levels(from.handle, low, high)), (to.handle, 0, 0, false)]
        } else {
            [from, to].map(|end| {
                let texture = end.target != ResourceTarget::Renderbuffer;
                let shown = texture && self.show_levels(end.handle, end.level, end.level);
                (end.handle, end.level, end.level, shown)
            })
        };
        let done = self.blit_slices(from, to, [w, h, d]);
        for (handle, base, max, _) in ranges.into_iter().filter(|range| range.3) {
            self.unshow_levels(handle, base, max);
        }
        done
    }

    fn blit_slices(&mut self, from: &End, to: &End, [w, h, d]: [i32; 3]) -> Result {
        for slice in 0..d {
            let (Some(source), Some(target)) = (self.attachable(from, slice), self.attachable(to, slice)) else {
                return Ok(());
            };
            let (a, b) = (point_of(from.image.info), point_of(to.image.info));
            if !self.bind_scratch(Binding::Read, a, source)? || !self.bind_scratch(Binding::Draw, b, target)? {
                return Ok(());
            }
            self.plain_blit();
            let ([sx, sy, _], [dx, dy, _]) = (from.at, to.at);
            let mask = mask_of(from.image.info);
            self.gl.blit_framebuffer(sx, sy, sx + w, sy + h, dx, dy, dx + w, dy + h, mask, glow::NEAREST);
        }
        Ok(())
    }

    /// The copy by way of memory, for storage that does not hold the bits of the formats: texels are read as the
    /// application's format has them and taken as the other format's.
    fn copy_by_bytes(&mut self, from: &End, to: &End, [w, h, d]: [i32; 3]) -> Result {
        let block = |end: &End| end.image.info.block.map_or([1, 1], |b| [i32::from(b.width), i32::from(b.height)]);
        let ([sw, sh], [dw, dh]) = (block(from), block(to));
        let up = |x: i32, from: i32, to: i32| (x + from - 1) / from * to;
        // Cut blocks at an edge are whole ones elsewhere.
        let to_w = up(w, sw, dw).min(to.image.size[0] - to.at[0]);
        let to_h = up(h, sh, dh).min(to.image.size[1] - to.at[1]);
        let region = |end: &End, [w, h]: [i32; 2]| {
            let ([x, y, z], size) = (end.at, [w, h, d].map(|x| x as u32));
            match end.target {
                ResourceTarget::Tex1DArray => MGPBox::new(x, z, 0, size[0], size[2], 1),
                _ => MGPBox::new(x, y, z, size[0], size[1], size[2]),
            }
        };
        let wire = from.image.info.wire;
        let record = MGPReadbackInfo {
            resource: from.handle,
            region: region(from, [w, h]),
            format: wire.format,
            type_: wire.type_,
            level: from.level,
            ..Default::default()
        };
        let textures = from.target != ResourceTarget::Renderbuffer && to.target != ResourceTarget::Renderbuffer;
        let bytes = match (textures, from.image.info.is_compressed()) {
            (false, _) => None,
            (true, true) => self.blocks(&record)?,
            (true, false) => self.read_level(&record)?,
        };
        let Some(bytes) = bytes else {
            let (from, to) = (from.image.info.internal_format, to.image.info.internal_format);
            let text = format!("no copy from {from:#06x} to {to:#06x} on this driver");
            self.images.errors.push((glow::INVALID_OPERATION, text));
            return Ok(());
        };
        let record = MGPSubData {
            resource: to.handle,
            target: to.target as u16,
            level: to.level,
            union_box: region(to, [to_w, to_h]),
            ..Default::default()
        };
        self.upload_box(&record, &[], &bytes).map(drop)
    }

    pub(crate) fn copy_texture(&mut self, record: &MGPCopyTexture) -> Result {
        self.settle_levels(record.texture)?;
        let texture = self.textures.get(record.texture).map_err(missing("texture", record.texture))?;
        let upload = UploadTarget::from_wire(u64::from(record.target)).unwrap_or(UploadTarget::Whole);
        // Rows of a one-dimensional array are its layers: each is a copy of one row.
        let rows = texture.target == ResourceTarget::Tex1DArray;
        let region = MGPBox::new(record.dst_x, record.dst_y, record.dst_z, record.width, record.height, 1);
        let (texels, image) = match texture.checked_box(upload, record.level, &region) {
            Ok((texels, image)) => (texels, *image),
            Err(fault) => return self.settle(Err(fault)),
        };
        let compresses = image.info.is_compressed() && texel::compress::source(image.info).is_some();
        if image.info.is_compressed() && !compresses || texture.is_multisample() {
            let target = texture.target;
            return self.settle(Err(ImageFault::Target { what: "a copy", resource: record.texture, target }));
        }
        let resolved = *self.sync_framebuffer(RawHandle::NULL, Binding::Read)?;
        if resolved.targets.incomplete || texels.is_empty() {
            return Ok(());
        }
        if compresses {
            return self.copy_compressed(record, (&texels, &image), &resolved);
        }
        let color = image.info.base.is_color();
        let source = if color {
            resolved.read_attachment().copied()
        } else if image.info.base.has_depth() {
            Some(resolved.depth)
        } else {
            Some(resolved.stencil)
        };
        let Some(source) = source.filter(|s| !s.is_empty()) else { return Ok(()) };
        let Some(from) = source.image else { return Ok(()) };
        let same = from.storage.internal_format == image.storage.internal_format;
        let texture = self.textures.get(record.texture).map_err(missing("texture", record.texture))?;
        let (name, es_target, cube) = (texture.name, texture.es_target, texture.target == ResourceTarget::TexCube);
        let slices = if rows { texels.d } else { 1 };
        for i in 0..slices {
            let part = if rows { Texels { z: texels.z + i, d: 1, ..texels } } else { texels };
            let at = [record.src_x, record.src_y.saturating_add(i)];
            if color && same && source.samples <= 1 {
                self.copy_from_framebuffer(name, es_target, cube, record.level, &part, at);
                continue;
            }
            let texture = self.textures.get(record.texture).map_err(missing("texture", record.texture))?;
            let target = texture_image(texture, record.level, part.z);
            // The source may be a level of the same texture.
            let shown =
                source.texture != record.texture && self.show_levels(record.texture, record.level, record.level);
            let done = self.blit_into(&image, target, &part, at, source.samples > 1, &source);
            if shown {
                self.unshow_levels(record.texture, record.level, record.level);
            }
            let done = done?;
            if !done && color {
                self.sync_framebuffer(RawHandle::NULL, Binding::Read)?;
                self.copy_from_framebuffer(name, es_target, cube, record.level, &part, at);
            }
        }
        Ok(())
    }

    fn copy_from_framebuffer(
        &mut self,
        name: GlTexture,
        es_target: u32,
        cube: bool,
        level: u16,
        part: &Texels,
        [x, y]: [i32; 2],
    ) {
        let (gl, shadow, level) = (&self.gl, &mut self.cx.shadow, i32::from(level));
        shadow.edit_texture(gl, es_target, name);
        if is_3d(es_target) {
            gl.copy_tex_sub_image_3d(es_target, level, part.x, part.y, part.z, x, y, part.w, part.h);
        } else {
            let target = if cube { face_target(part.z) } else { es_target };
            gl.copy_tex_sub_image_2d(target, level, part.x, part.y, x, y, part.w, part.h);
        }
    }

    /// What the blits of copies look at: nothing is scissored and, unlike in those that an application asks for, sRGB values are taken as they are
    /// (GL 4.6 core 8.6). Without write control ES encodes them.
    fn plain_blit(&mut self) {
        let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
        shadow.plain_scissor(gl, None);
        if gl.has(Features::SRGB_WRITE_CONTROL) {
            shadow.set_cap(gl, glow::FRAMEBUFFER_SRGB, false);
        }
    }

    /// A blit from the bound read framebuffer into an image, formats converted, samples resolved. False when the image can't
    /// be rendered to.
    fn blit_into(
        &mut self,
        image: &Level,
        target: Source,
        part: &Texels,
        [x, y]: [i32; 2],
        resolve: bool,
        source: &crate::framebuffer::Attachment,
    ) -> Result<bool> {
        let mut temporary = None;
        if let (true, Some(from)) = (resolve, source.image) {
            let [w, h] = source.extent();
            let copy = self.temporary(from.storage.internal_format, [w, h])?;
            if self.bind_scratch(Binding::Draw, point_of(from.info), copy.source())? {
                self.plain_blit();
                self.gl.blit_framebuffer(0, 0, w, h, 0, 0, w, h, mask_of(from.info), glow::NEAREST);
                self.bind_scratch(Binding::Read, point_of(from.info), copy.source())?;
            }
            temporary = Some(copy);
        }
        let complete = self.bind_scratch(Binding::Draw, point_of(image.info), target)?;
        if complete {
            let (w, h) = (part.w, part.h);
            self.plain_blit();
            let mask = mask_of(image.info);
            let (dx, dy) = (part.x, part.y);
            self.gl.blit_framebuffer(x, y, x + w, y + h, dx, dy, dx + w, dy + h, mask, glow::NEAREST);
            if image.storage.opaque {
                self.pin_slot(0, image, [dx, dy, w, h]);
            }
        }
        if let Some(copy) = temporary {
            self.drop_temporary(copy);
        }
        Ok(complete)
    }
}

fn unit_bytes(image: &Level) -> u8 {
    image.info.wire.bytes
}

fn in_bounds(end: End, [w, h, d]: [i32; 3], layers: i32) -> std::result::Result<End, ImageFault> {
    let [x, y, z] = end.at;
    let (bw, bh) = end.image.info.block.map_or((1, 1), |b| (i32::from(b.width), i32::from(b.height)));
    let up = |x: i32, b: i32| (x + b - 1) / b * b;
    let whole = [up(end.image.size[0], bw), up(end.image.size[1], bh), layers];
    if (Texels { x, y, z, w, h, d }).inside(whole) {
        return Ok(end);
    }
    let value = i64::from(x.max(y).max(z)).max(i64::from(w.max(h).max(d)));
    Err(ImageFault::Range { what: "copy box", resource: end.handle, value })
}

impl Applier {
    /// Whether a handle of a copy names something of its kind; ends that are gone are no error.
    pub(crate) fn known_end(&self, field: &'static str, handle: RawHandle, target: ResourceTarget) -> Result {
        let known = match target {
            ResourceTarget::Renderbuffer => self.renderbuffers.is_known(handle),
            _ => self.textures.is_known(handle),
        };
        if known { Ok(()) } else { Err(Refusal::Handle { field, handle, miss: crate::Miss::Unknown }) }
    }
}
