//! Blits by drawing: into multisampled images, and where formats are converted in another way than the driver would.

use super::{Rects, intersect, normal, same_image};
use crate::{
    Applier,
    blitter::{
        CopyDraw, Encoding, Temporary, class_of, is_srgb, mask_of, point_of,
        shader::{CopyProgram, Dimension, Output, Pick, TexelClass, Transfer},
    },
    driver::GlTexture,
    error::Result,
    framebuffer::{Attachment, Binding, Source},
    texture::object::Level,
};
use pipe_types::{caps::Features, handle::RawHandle, records::clear_blit::MGPBlit};

/// An image as `glCopyImageSubData` takes it: name, target, level; and the layer.
fn copy_end(attachment: &Attachment) -> Option<((u32, u32, i32), i32)> {
    match attachment.source {
        Source::Renderbuffer(name) => Some(((name.0.get(), glow::RENDERBUFFER, 0), 0)),
        Source::Plane { name, image, level } => Some(((name.0.get(), image, level), 0)),
        Source::Layer { name, level, layer } => {
            Some(((name.0.get(), glow::TEXTURE_2D_MULTISAMPLE_ARRAY, level), layer))
        }
        Source::Layered { name, level } => Some(((name.0.get(), glow::TEXTURE_2D_MULTISAMPLE_ARRAY, level), 0)),
        Source::Empty => None,
    }
}

/// The texture that a blit fetches from.
struct Fetched {
    target: u32,
    name: GlTexture,
    layer: i32,
    temporary: Option<Temporary>,
    /// The application's texture, whose parameters are to be put back; null when it is none.
    texture: RawHandle,
}

impl Fetched {
    fn of(copy: Temporary) -> Self {
        Self { target: copy.target, name: copy.name, layer: 0, temporary: Some(copy), texture: RawHandle::NULL }
    }
}

/// What is drawn of a multisampled texture, or into a multisampled image.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Samples {
    /// One value goes to all samples.
    All,
    /// One sample to its like.
    One(u32),
    /// The average of so many.
    Average(u32),
}

impl Applier {
    /// Draws a blit of colour, or of depth and stencil of one image, into one attachment.
    pub(super) fn blit_by_drawing(
        &mut self,
        record: &MGPBlit,
        source: &Attachment,
        target: &Attachment,
        mask: u32,
        rects: &Rects,
    ) -> Result {
        let (Some(from), Some(to)) = (source.image, target.image) else { return Ok(()) };
        // Sample by sample between images of equal counts; else every sample gets the one value.
        let by_sample = source.samples > 1 && target.samples > 1;
        if by_sample && self.copy_samples(source, target, mask, rects) {
            return Ok(());
        }
        let averaged = !by_sample && self.resolves_as_stored(source);
        let fetched = if by_sample || averaged {
            self.fetched_samples(source)?
        } else {
            self.resolved_copy(record, source)?.map(Fetched::of)
        };
        let Some(fetched) = fetched else { return Ok(()) };
        if self.bind_scratch(Binding::Draw, point_of(to.info), target.source)? {
            if by_sample {
                for sample in 0..source.samples {
                    self.draw_aspects(record, &fetched, Samples::One(sample), (&from, &to), mask, rects)?;
                }
            } else {
                let samples = if averaged { Samples::Average(source.samples) } else { Samples::All };
                self.draw_aspects(record, &fetched, samples, (&from, &to), mask, rects)?;
            }
        }
        self.drop_fetched(fetched, mask & glow::STENCIL_BUFFER_BIT != 0);
        Ok(())
    }

    /// Copies samples one to one where the driver can and nothing has to be converted. Whether that is done.
    fn copy_samples(&mut self, source: &Attachment, target: &Attachment, mask: u32, rects: &Rects) -> bool {
        let (Some(from), Some(to)) = (source.image, target.image) else { return true };
        let (src, dst) = (rects.src, rects.dst);
        let unscaled = src[2] - src[0] == dst[2] - dst[0] && src[3] - src[1] == dst[3] - dst[1];
        let alike = from.storage.internal_format == to.storage.internal_format
            && source.samples == target.samples
            && mask_of(from.info) == mask;
        if !alike || !unscaled || same_image(source, target) || !self.gl.has(Features::COPY_IMAGE) {
            return false;
        }
        let (Some((a, az)), Some((b, bz))) = (copy_end(source), copy_end(target)) else { return false };
        let inside = normal(src, source.extent());
        let shift = [dst[0] - src[0], dst[1] - src[1]];
        let mut part = intersect(
            [inside[0] + shift[0], inside[1] + shift[1], inside[2], inside[3]],
            [0, 0, target.extent()[0], target.extent()[1]],
        );
        if let Some(scissor) = self.cx.raster.scissor() {
            part = intersect(part, scissor);
        }
        if part[2] > 0 && part[3] > 0 {
            let at = [part[0] - shift[0], part[1] - shift[1], az];
            self.gl.copy_image_sub_data(a, at, b, [part[0], part[1], bz], [part[2], part[3], 1]);
        }
        true
    }

    /// A multisampled texture with what a multisampled attachment has: a copy, or where the driver copies no images, the
    /// texture itself.
    fn fetched_samples(&mut self, source: &Attachment) -> Result<Option<Fetched>> {
        let Some(image) = source.image else { return Ok(None) };
        let Some((end, layer)) = copy_end(source) else { return Ok(None) };
        if self.gl.has(Features::COPY_IMAGE) {
            let [w, h] = source.extent();
            let copy = self.temporary_samples(image.storage.internal_format, [w, h], source.samples)?;
            self.gl.copy_image_sub_data(end, [0, 0, layer], (copy.name.0.get(), copy.target, 0), [0; 3], [w, h, 1]);
            return Ok(Some(Fetched::of(copy)));
        }
        let (Source::Plane { name, .. } | Source::Layer { name, .. } | Source::Layered { name, .. }) = source.source
        else {
            let text = "samples of this renderbuffer can't be fetched on this driver".to_owned();
            self.images.errors.push((glow::INVALID_OPERATION, text));
            return Ok(None);
        };
        if let Ok(texture) = self.textures.get(source.texture) {
            texture.begin_raw(&self.gl, &mut self.cx.shadow, 0, false);
        }
        Ok(Some(Fetched { target: end.1, name, layer, temporary: None, texture: source.texture }))
    }

    /// Gives back what was fetched from. `stencil`: the aspect was switched to it.
    fn drop_fetched(&mut self, fetched: Fetched, stencil: bool) {
        if let Some(temporary) = fetched.temporary {
            self.drop_temporary(temporary);
        }
        if let Ok(texture) = self.textures.get(fetched.texture) {
            texture.end_raw(&self.gl, &mut self.cx.shadow, 0, stencil);
        }
    }

    /// Draws each aspect of the mask into the bound scratch framebuffer.
    fn draw_aspects(
        &mut self,
        record: &MGPBlit,
        fetched: &Fetched,
        samples: Samples,
        (from, to): (&Level, &Level),
        mask: u32,
        rects: &Rects,
    ) -> Result {
        let linear = record.filter == glow::LINEAR && mask == glow::COLOR_BUFFER_BIT;
        let (sample, sample_mask) = match samples {
            Samples::All => (0, !0),
            Samples::One(sample) => (sample, 1 << sample),
            Samples::Average(count) => (count, !0),
        };
        let program = CopyProgram {
            dimension: match fetched.target {
                glow::TEXTURE_2D_MULTISAMPLE => Dimension::D2Ms,
                glow::TEXTURE_2D_MULTISAMPLE_ARRAY => Dimension::D2MsArray,
                _ => Dimension::D2,
            },
            class: class_of(from.info),
            output: Output::Color,
            pick: match samples {
                Samples::Average(_) => Pick::Average,
                Samples::All if linear => Pick::Linear,
                _ => Pick::Nearest,
            },
            transfer: Transfer::default(),
            clamp: None,
        };
        let encoding = Encoding {
            source: is_srgb(from.storage.internal_format),
            target: is_srgb(to.storage.internal_format),
            linear: self.render_state().blend.framebuffer_srgb != 0,
        };
        let (s, d) = (rects.src, rects.dst);
        let dst = normal(d, [to.size[0], to.size[1]]);
        let scale = |i: usize| (s[i + 2] - s[i]) as f32 / (d[i + 2] - d[i]) as f32;
        let offset = |i: usize| s[i] as f32 + (dst[i] - d[i]) as f32 * scale(i);
        let size = [from.size[0], from.size[1], 1];
        let copy = CopyDraw {
            sample: sample as i32,
            sample_mask,
            layer: fetched.layer,
            dst,
            map: [scale(0), scale(1), offset(0), offset(1)],
            scissor: self.cx.raster.scissor().map(|scissor| intersect(scissor, dst)),
            clamp: to.storage.clamp,
            ..CopyDraw::whole(program, (fetched.target, fetched.name), size, encoding)
        };
        if mask & glow::COLOR_BUFFER_BIT != 0 {
            return self.copy_draw(&copy);
        }
        if mask & glow::DEPTH_BUFFER_BIT != 0 {
            // Through a float, which may be one step of 24 bits off where the driver divides by a rounded 2^24 - 1.
            self.fetch_aspect(fetched, false);
            let program = CopyProgram { class: TexelClass::Float, output: Output::Depth, ..program };
            self.copy_draw(&CopyDraw { program, ..copy })?;
        }
        if mask & glow::STENCIL_BUFFER_BIT != 0 {
            // No shader of ES writes stencil: all bits become zero, then each is set where the source has it.
            self.fetch_aspect(fetched, true);
            let program = CopyProgram { class: TexelClass::Uint, output: Output::Stencil, ..program };
            self.copy_draw(&CopyDraw { program, stencil: Some((0, 0xff)), ..copy })?;
            for bit in (0..8).map(|i| 1 << i) {
                self.copy_draw(&CopyDraw { program, stencil: Some((bit, bit as u32)), ..copy })?;
            }
        }
        Ok(())
    }

    /// Which aspect of a depth and stencil texture is fetched.
    fn fetch_aspect(&mut self, fetched: &Fetched, stencil: bool) {
        if self.gl.has(Features::STENCIL_TEXTURING) {
            let mode = if stencil { glow::STENCIL_INDEX } else { glow::DEPTH_COMPONENT };
            self.cx.shadow.edit_texture(&self.gl, fetched.target, fetched.name);
            self.gl.tex_parameter_i32(fetched.target, glow::DEPTH_STENCIL_TEXTURE_MODE, mode as i32);
        }
    }
}
