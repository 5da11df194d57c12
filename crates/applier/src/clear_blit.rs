//! Clears, blits, invalidation.

mod blit;

use crate::{
    Applier,
    blitter::is_srgb,
    error::{Refusal, Result, missing},
    framebuffer::{Attachment, Binding, DrawTargets, Resolved},
    texture::{
        object::{ImageFault, Level},
        upload,
    },
};
use pipe_types::{
    caps::Features,
    decode::Record,
    handle::RawHandle,
    primitive::MGPWord,
    records::{
        clear_blit::{ClearKind, MGPClear, MGPInvalidate, ValueClass},
        framebuffer::COLOR_POINTS,
        resource::UploadTarget,
        texture::MGPClearTexture,
    },
};
use texel::{es::Clamp, format::Component};

/// A colour as a record says it.
#[derive(Clone, Copy)]
struct Color {
    class: ValueClass,
    words: [u32; 4],
}

/// The linear value of an sRGB encoded one (GL 4.6 core 8.24).
fn linear(stored: f32) -> f32 {
    let x = stored.clamp(0.0, 1.0);
    if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) }
}

impl Applier {
    pub(crate) fn clear(&mut self, record: &MGPClear) -> Result {
        let resolved = *self.sync_framebuffer(record.fbo, Binding::Draw)?;
        if resolved.targets.incomplete {
            return Ok(());
        }
        self.sync_clear_state(&resolved.targets);
        self.clear_bound(record, &resolved)?;
        // All layers are cleared, also where the driver shows one at a time.
        let all = resolved.color.iter().chain([&resolved.depth, &resolved.stencil]);
        let layers = all.filter(|a| !a.is_empty() && a.layers > 0).map(|a| a.layers).min().unwrap_or(0);
        for layer in 1..layers {
            self.show_layer(&resolved, layer);
            self.clear_bound(record, &resolved)?;
        }
        if layers > 1 {
            self.show_layer(&resolved, 0);
        }
        Ok(())
    }

    /// Clears what the bound draw framebuffer shows.
    fn clear_bound(&self, record: &MGPClear, resolved: &Resolved) -> Result {
        let kind = ClearKind::from_wire(u64::from(record.kind)).unwrap_or(ClearKind::Whole);
        let class = ValueClass::from_wire(u64::from(record.value_class)).unwrap_or(ValueClass::Float);
        let color = Color { class, words: record.color_value };
        let (depth, stencil) = (!resolved.depth.is_empty(), !resolved.stencil.is_empty());
        match kind {
            ClearKind::Whole => {
                if record.buffer_mask & glow::COLOR_BUFFER_BIT != 0 {
                    for slot in 0..COLOR_POINTS {
                        if let Some(attachment) = resolved.drawn(slot) {
                            self.clear_slot(slot, attachment, color, true);
                        }
                    }
                }
                let depth = depth && record.buffer_mask & glow::DEPTH_BUFFER_BIT != 0;
                let stencil = stencil && record.buffer_mask & glow::STENCIL_BUFFER_BIT != 0;
                self.clear_depth_and_stencil(
                    depth.then_some(record.depth_value),
                    stencil.then_some(record.stencil_value),
                );
            }
            ClearKind::Color => {
                let slot = usize::try_from(record.draw_buffer_index).ok().filter(|slot| *slot < COLOR_POINTS);
                let Some(slot) = slot else {
                    let value = record.draw_buffer_index as u64;
                    return Err(Refusal::Value {
                        field: "draw_buffer_index",
                        value,
                        expected: "a draw buffer below 8",
                    });
                };
                if let Some(attachment) = resolved.drawn(slot) {
                    self.clear_slot(slot, attachment, color, false);
                }
            }
            ClearKind::Depth => self.clear_depth_and_stencil(depth.then_some(record.depth_value), None),
            ClearKind::Stencil => self.clear_depth_and_stencil(None, stencil.then_some(record.stencil_value)),
            ClearKind::DepthStencil => self
                .clear_depth_and_stencil(depth.then_some(record.depth_value), stencil.then_some(record.stencil_value)),
        }
        Ok(())
    }

    /// Whether the driver encodes for sRGB images although the application has not asked for it.
    pub(crate) fn encodes_unasked(&self) -> bool {
        !self.gl.has(Features::SRGB_WRITE_CONTROL) && self.render_state().blend.framebuffer_srgb == 0
    }

    /// Clears one draw buffer as its format wants it. `any`: a whole clear, whose value is taken bit by bit for integers.
    fn clear_slot(&self, slot: usize, attachment: &Attachment, color: Color, any: bool) {
        self.clear_slot_to(slot, attachment, color, any, self.encodes_unasked());
    }

    /// The same; `stored`: the driver encodes for sRGB images, but the colour is what they are to hold.
    fn clear_slot_to(&self, slot: usize, attachment: &Attachment, color: Color, any: bool, stored: bool) {
        let Some(image) = attachment.image else { return };
        self.gl.cleared();
        let (gl, slot) = (&self.gl, slot as u32);
        let class = match image.info.component {
            Component::Int => ValueClass::Int,
            Component::Uint => ValueClass::Uint,
            _ => ValueClass::Float,
        };
        // A clear of another class than the buffer's is undefined; drivers of ES may refuse it or write nonsense.
        if class != color.class && !any {
            return;
        }
        match class {
            ValueClass::Float => {
                let mut value = color.words.map(f32::from_bits);
                match image.storage.clamp {
                    Some(Clamp::Unorm) => value = value.map(|x| x.clamp(0.0, 1.0)),
                    Some(Clamp::Snorm) => value = value.map(|x| x.clamp(-1.0, 1.0)),
                    None => {}
                }
                if stored && is_srgb(image.storage.internal_format) {
                    value[..3].iter_mut().for_each(|x| *x = linear(*x));
                }
                if image.storage.opaque {
                    value[3] = 1.0;
                }
                gl.clear_buffer_f32_slice(glow::COLOR, slot, &value);
            }
            ValueClass::Int => {
                let mut value = color.words.map(|x| x as i32);
                if image.storage.opaque {
                    value[3] = 1;
                }
                gl.clear_buffer_i32_slice(glow::COLOR, slot, &value);
            }
            ValueClass::Uint => {
                let mut value = color.words;
                if image.storage.opaque {
                    value[3] = 1;
                }
                gl.clear_buffer_u32_slice(glow::COLOR, slot, &value);
            }
        }
    }

    fn clear_depth_and_stencil(&self, depth: Option<f32>, stencil: Option<i32>) {
        self.gl.cleared();
        match (depth, stencil) {
            (Some(depth), Some(stencil)) => {
                self.gl.clear_buffer_depth_stencil(glow::DEPTH_STENCIL, 0, depth, stencil);
            }
            (Some(depth), None) => self.gl.clear_buffer_f32_slice(glow::DEPTH, 0, &[depth, 0.0, 0.0, 0.0]),
            (None, Some(stencil)) => self.gl.clear_buffer_i32_slice(glow::STENCIL, 0, &[stencil, 0, 0, 0]),
            (None, None) => {}
        }
    }

    pub(crate) fn invalidate_framebuffer(&mut self, record: &Record<'_, MGPInvalidate, MGPWord>) -> Result {
        if record.whole == 0 {
            // A hint; what lies outside of a part must stay, so nothing is the safe answer.
            return Ok(());
        }
        let resolved = *self.sync_framebuffer(record.fbo, Binding::Draw)?;
        let mut list = Vec::with_capacity(record.tail.len());
        for word in record.tail {
            let point = match word.value {
                glow::COLOR | glow::BACK | glow::BACK_LEFT | glow::FRONT | glow::FRONT_LEFT => Some(0),
                value => value.checked_sub(glow::COLOR_ATTACHMENT0).filter(|i| *i < COLOR_POINTS as u32),
            };
            match (point, word.value) {
                (Some(attachment), _) => {
                    let point = resolved.permutation.point_of[attachment as usize];
                    if point != crate::framebuffer::UNPLACED {
                        list.push(glow::COLOR_ATTACHMENT0 + u32::from(point));
                    }
                }
                (None, glow::DEPTH | glow::DEPTH_ATTACHMENT) => list.push(glow::DEPTH_ATTACHMENT),
                (None, glow::STENCIL | glow::STENCIL_ATTACHMENT) => list.push(glow::STENCIL_ATTACHMENT),
                (None, glow::DEPTH_STENCIL_ATTACHMENT) => {
                    list.extend([glow::DEPTH_ATTACHMENT, glow::STENCIL_ATTACHMENT]);
                }
                _ => {}
            }
        }
        if !list.is_empty() && !resolved.targets.incomplete {
            self.gl.invalidate_framebuffer(glow::DRAW_FRAMEBUFFER, &list);
        }
        Ok(())
    }

    pub(crate) fn clear_texture(&mut self, record: &MGPClearTexture) -> Result {
        let texture = self.textures.get(record.texture).map_err(missing("texture", record.texture))?;
        let result = match texture.checked_box(UploadTarget::Whole, record.level, &record.region) {
            Err(fault) => Err(fault),
            Ok(_) if texture.is_multisample() => return self.clear_multisample_texture(record),
            Ok((texels, image)) => {
                let size = u16::from(image.info.wire.bytes);
                if image.info.is_compressed() || record.texel_size != size {
                    Err(ImageFault::Range {
                        what: "texel_size",
                        resource: record.texture,
                        value: i64::from(record.texel_size),
                    })
                } else {
                    let image = *image;
                    if !texels.is_empty() {
                        upload::clear(
                            &self.gl,
                            &mut self.cx.shadow,
                            texture,
                            record.level,
                            &texels,
                            &image,
                            &record.texel,
                        );
                    }
                    Ok(())
                }
            }
        };
        self.settle(result)
    }

    /// Multisample textures take no uploads: they are cleared as attachments, layer by layer.
    fn clear_multisample_texture(&mut self, record: &MGPClearTexture) -> Result {
        let texture = self.textures.get(record.texture).map_err(missing("texture", record.texture))?;
        let Ok((texels, image)) = texture.checked_box(UploadTarget::Whole, record.level, &record.region) else {
            return Ok(());
        };
        let image = *image;
        let Ok(layout) = image.info.wire.layout() else { return Ok(()) };
        let (source, point) = (
            |layer| crate::framebuffer::texture_image(texture, record.level, layer),
            crate::blitter::point_of(image.info),
        );
        let sources: Vec<_> = (texels.z..texels.z + texels.d).map(source).collect();
        let bytes = &record.texel[..layout.bytes().min(16)];
        let wide = |format, type_, n: usize| {
            let mut out = vec![0u8; 4 * n];
            let to = texel::PixelLayout::new(format, type_).ok()?;
            texel::pack::pack_tight(bytes, &layout, &mut out, &to, texel::PackOptions::default()).ok()?;
            Some(out.chunks_exact(4).map(|w| u32::from_ne_bytes([w[0], w[1], w[2], w[3]])).collect::<Vec<u32>>())
        };
        for source in sources {
            if !self.bind_scratch(Binding::Draw, point, source)? {
                continue;
            }
            let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
            shadow.plain_scissor(gl, Some([texels.x, texels.y, texels.w, texels.h]));
            shadow.color_masks(gl, [15; 8]);
            shadow.depth_mask(gl, true);
            shadow.stencil_masks(gl, [!0; 2]);
            shadow.set_cap(gl, glow::RASTERIZER_DISCARD, false);
            if gl.has(Features::SRGB_WRITE_CONTROL) {
                shadow.set_cap(gl, glow::FRAMEBUFFER_SRGB, false);
            }
            if point != glow::COLOR_ATTACHMENT0 {
                let both = image.info.base.has_depth() && image.info.base.has_stencil();
                let depth = if image.info.base.has_depth() && !both {
                    wide(glow::DEPTH_COMPONENT, glow::FLOAT, 1)
                } else if both {
                    wide(glow::DEPTH_STENCIL, glow::FLOAT_32_UNSIGNED_INT_24_8_REV, 2)
                } else {
                    None
                };
                let stencil = match (&depth, both) {
                    (Some(words), true) => Some((words[1] & 0xff) as i32),
                    _ if !image.info.base.has_depth() => Some(i32::from(record.texel[0])),
                    _ => None,
                };
                self.clear_depth_and_stencil(depth.map(|words| f32::from_bits(words[0])), stencil);
                continue;
            }
            let (class, format, type_) = match image.info.component {
                Component::Int => (ValueClass::Int, glow::RGBA_INTEGER, glow::INT),
                Component::Uint => (ValueClass::Uint, glow::RGBA_INTEGER, glow::UNSIGNED_INT),
                _ => (ValueClass::Float, glow::RGBA, glow::FLOAT),
            };
            if let Some(words) = wide(format, type_, 4) {
                let words = [words[0], words[1], words[2], words[3]];
                let attachment = Attachment { image: Some(image), ..Attachment::default() };
                let stored = !self.gl.has(Features::SRGB_WRITE_CONTROL);
                self.clear_slot_to(0, &attachment, Color { class, words }, false, stored);
            }
        }
        Ok(())
    }

    /// The alpha of widened attachments of the bound draw framebuffer is one again inside `rect`, after something wrote to it.
    pub(crate) fn pin_alpha(&mut self, draw: &Resolved, rect: [i32; 4]) {
        for slot in (0..COLOR_POINTS).filter(|slot| draw.targets.alpha_pinned & (1 << slot) != 0) {
            if let Some(image) = draw.drawn(slot).and_then(|attachment| attachment.image) {
                self.pin_slot(slot, &image, rect);
            }
        }
    }

    /// The alpha of widened attachments that nothing has written yet becomes one, in all layers: draws blend with it, and a
    /// buffer without alpha has one (GL 4.6 core 17.3.6).
    pub(crate) fn make_alpha_one(&mut self, draw: &Resolved) {
        /// Images that are remembered; more of them are seldom alive, and what is forgotten is done again.
        const MOST: usize = 4096;
        for slot in (0..COLOR_POINTS).filter(|slot| draw.targets.alpha_pinned & (1 << slot) != 0) {
            let Some((attachment, image)) = draw.drawn(slot).and_then(|a| Some((a, a.image?))) else { continue };
            if self.images.alpha_is_one.len() >= MOST {
                self.images.alpha_is_one.clear();
            }
            if !self.images.alpha_is_one.insert((attachment.source, attachment.serial, attachment.specified)) {
                continue;
            }
            let [width, height] = attachment.extent();
            for layer in 1..attachment.layers {
                self.show_layer(draw, layer);
                self.pin_slot(slot, &image, [0, 0, width, height]);
            }
            if attachment.layers > 1 {
                self.show_layer(draw, 0);
            }
            self.pin_slot(slot, &image, [0, 0, width, height]);
        }
    }

    /// The same for one draw buffer.
    pub(crate) fn pin_slot(&mut self, slot: usize, image: &Level, rect: [i32; 4]) {
        let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
        shadow.plain_scissor(gl, Some(rect));
        shadow.color_masks(gl, [8; 8]);
        shadow.set_cap(gl, glow::RASTERIZER_DISCARD, false);
        let class = ValueClass::Float;
        let attachment = Attachment { image: Some(*image), ..Attachment::default() };
        // Only alpha is written, and that is one for every class.
        self.clear_slot(slot, &attachment, Color { class, words: [0; 4] }, true);
    }

    /// Null stands for the bound framebuffer.
    pub(crate) fn named_or_bound(&self, handle: RawHandle, binding: Binding) -> RawHandle {
        if handle.is_null() { self.cx.framebuffers.bound(binding) } else { handle }
    }
}

impl Applier {
    /// What clears look at: masks, scissor, discard. Alpha of widened attachments is not masked: clears write its one.
    fn sync_clear_state(&mut self, targets: &DrawTargets) {
        // Logic operations are for draws: no clear is masked by one.
        let formats = if self.keeps_colors() { [0; COLOR_POINTS] } else { targets.formats };
        self.sync_fixed(&DrawTargets { alpha_pinned: 0, formats, ..*targets });
    }

    /// What blits look at: the scissor, and whether sRGB buffers are encoded.
    fn sync_blit_state(&mut self) {
        let scissor = self.cx.raster.scissors[0];
        let srgb = self.render_state().blend.framebuffer_srgb != 0;
        let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
        shadow.scissor(gl, 0, &scissor);
        if gl.has(Features::SRGB_WRITE_CONTROL) {
            shadow.set_cap(gl, glow::FRAMEBUFFER_SRGB, srgb);
        }
    }
}
