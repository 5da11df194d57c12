//! `glBlitFramebuffer`. ES refuses some of what desktop GL does: writing to multisampled buffers, resolving to another
//! place or another format, reading and writing the same image. Those go through a temporary image, a copy, or a draw.

use crate::{
    Applier,
    blitter::{
        CopyDraw, Temporary, class_of, dimension, point_of,
        shader::{CopyProgram, Dimension, Output, Pick, TexelClass},
    },
    error::Result,
    framebuffer::{Attachment, Binding, Resolved, Source},
};
use pipe_types::{
    caps::Features,
    records::{clear_blit::MGPBlit, framebuffer::COLOR_POINTS},
};

/// A blit's rectangles: x0, y0, x1, y1 each.
#[derive(Clone, Copy, Debug)]
struct Rects {
    src: [i32; 4],
    dst: [i32; 4],
}

/// The rectangle as x, y, width, height, cut to an image of this size.
fn normal(r: [i32; 4], [w, h]: [i32; 2]) -> [i32; 4] {
    let (x0, x1) = (r[0].min(r[2]).clamp(0, w), r[0].max(r[2]).clamp(0, w));
    let (y0, y1) = (r[1].min(r[3]).clamp(0, h), r[1].max(r[3]).clamp(0, h));
    [x0, y0, x1 - x0, y1 - y0]
}

fn intersect(a: [i32; 4], b: [i32; 4]) -> [i32; 4] {
    let (x0, y0) = (a[0].max(b[0]), a[1].max(b[1]));
    let end = |i: usize| a[i].saturating_add(a[i + 2]).min(b[i].saturating_add(b[i + 2]));
    [x0, y0, (end(0) - x0).max(0), (end(1) - y0).max(0)]
}

impl Applier {
    pub(crate) fn blit(&mut self, record: &MGPBlit) -> Result {
        let read = *self.sync_framebuffer(record.read_fbo, Binding::Read)?;
        let draw = *self.sync_framebuffer(record.draw_fbo, Binding::Draw)?;
        if read.targets.incomplete || draw.targets.incomplete {
            return Ok(());
        }
        self.sync_blit_state();
        let rects = Rects { src: record.src, dst: record.dst };
        if rects.src[0] == rects.src[2] || rects.src[1] == rects.src[3] {
            return Ok(());
        }
        let mut mask = record.mask & (glow::COLOR_BUFFER_BIT | glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT);
        // A buffer that either side lacks is left out, without an error.
        if read.read_attachment().is_none() || draw.permutation.draw_mask == 0 {
            mask &= !glow::COLOR_BUFFER_BIT;
        }
        if read.depth.is_empty() || draw.depth.is_empty() {
            mask &= !glow::DEPTH_BUFFER_BIT;
        }
        if read.stencil.is_empty() || draw.stencil.is_empty() {
            mask &= !glow::STENCIL_BUFFER_BIT;
        }
        let direct = self.direct_mask(&read, &draw, mask, &rects);
        if direct != 0 {
            self.gl.blit_framebuffer(
                rects.src[0],
                rects.src[1],
                rects.src[2],
                rects.src[3],
                rects.dst[0],
                rects.dst[1],
                rects.dst[2],
                rects.dst[3],
                direct,
                if direct & glow::COLOR_BUFFER_BIT != 0 { record.filter } else { glow::NEAREST },
            );
        }
        let rest = mask & !direct;
        if rest & glow::COLOR_BUFFER_BIT != 0 {
            self.blit_color(record, &read, &draw, &rects)?;
        }
        let rest = rest & (glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT);
        if rest != 0 {
            self.blit_depth_stencil(record, &read, &draw, rest, &rects)?;
        }
        if mask & glow::COLOR_BUFFER_BIT != 0 && draw.targets.alpha_pinned != 0 {
            self.sync_framebuffer(record.draw_fbo, Binding::Draw)?;
            let extent = self.draw_extent(&draw);
            let mut rect = normal(rects.dst, extent);
            if let Some(scissor) = self.cx.raster.scissor() {
                rect = intersect(rect, scissor);
            }
            self.pin_alpha(draw.targets.alpha_pinned & draw.permutation.draw_mask, rect);
        }
        Ok(())
    }

    fn draw_extent(&self, draw: &Resolved) -> [i32; 2] {
        let all = draw.color.iter().chain([&draw.depth, &draw.stencil]).filter(|a| !a.is_empty());
        all.map(Attachment::extent).reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]).unwrap_or([0, 0])
    }

    /// The buffers that the driver blits itself.
    fn direct_mask(&self, read: &Resolved, draw: &Resolved, mask: u32, rects: &Rects) -> u32 {
        let mut direct = mask;
        let moved = rects.src != rects.dst;
        if draw.targets.samples > 1 {
            return 0;
        }
        let resolves = read.targets.samples > 1;
        if resolves && moved {
            return 0;
        }
        let same_format = |a: &Attachment, b: &Attachment| {
            let of = |x: &Attachment| x.image.map(|image| image.storage.internal_format);
            of(a) == of(b)
        };
        let same_image = |a: &Attachment, b: &Attachment| a.source == b.source && a.serial == b.serial;
        if let Some(source) = read.read_attachment() {
            for slot in 0..COLOR_POINTS {
                let Some(target) = draw.drawn(slot) else { continue };
                if same_image(source, target) || resolves && !same_format(source, target) {
                    direct &= !glow::COLOR_BUFFER_BIT;
                }
            }
        }
        if same_image(&read.depth, &draw.depth) || !same_format(&read.depth, &draw.depth) {
            direct &= !glow::DEPTH_BUFFER_BIT;
        }
        if same_image(&read.stencil, &draw.stencil) || !same_format(&read.stencil, &draw.stencil) {
            direct &= !glow::STENCIL_BUFFER_BIT;
        }
        direct
    }

    /// Copies (resolves) the read framebuffer's image into a temporary one of the same driver format and size.
    fn resolved_copy(&mut self, record: &MGPBlit, attachment: &Attachment, mask: u32) -> Result<Option<Temporary>> {
        let Some(image) = attachment.image else { return Ok(None) };
        let extent = attachment.extent();
        let temporary = self.temporary(image.storage.internal_format, extent)?;
        let point = if mask == glow::COLOR_BUFFER_BIT { glow::COLOR_ATTACHMENT0 } else { point_of(image.info) };
        let complete = self.bind_scratch(Binding::Draw, point, temporary.source())?;
        self.sync_framebuffer(record.read_fbo, Binding::Read)?;
        if complete {
            self.cx.shadow.plain_scissor(&self.gl, None);
            let [w, h] = extent;
            self.gl.blit_framebuffer(0, 0, w, h, 0, 0, w, h, mask, glow::NEAREST);
        }
        Ok(Some(temporary))
    }

    fn blit_color(&mut self, record: &MGPBlit, read: &Resolved, draw: &Resolved, rects: &Rects) -> Result {
        let Some(source) = read.read_attachment().copied() else { return Ok(()) };
        if draw.targets.samples > 1 {
            for slot in 0..COLOR_POINTS {
                if let Some(target) = draw.drawn(slot).copied() {
                    self.blit_to_samples(record, &source, &target, slot, rects)?;
                }
            }
            return Ok(());
        }
        let Some(temporary) = self.resolved_copy(record, &source, glow::COLOR_BUFFER_BIT)? else { return Ok(()) };
        self.bind_scratch(Binding::Read, glow::COLOR_ATTACHMENT0, temporary.source())?;
        self.sync_framebuffer(record.draw_fbo, Binding::Draw)?;
        self.sync_blit_state();
        let (s, d) = (rects.src, rects.dst);
        self.gl.blit_framebuffer(s[0], s[1], s[2], s[3], d[0], d[1], d[2], d[3], glow::COLOR_BUFFER_BIT, record.filter);
        self.drop_temporary(temporary);
        Ok(())
    }

    fn blit_depth_stencil(
        &mut self,
        record: &MGPBlit,
        read: &Resolved,
        draw: &Resolved,
        mask: u32,
        rects: &Rects,
    ) -> Result {
        let source = if mask & glow::DEPTH_BUFFER_BIT != 0 { read.depth } else { read.stencil };
        let target = if mask & glow::DEPTH_BUFFER_BIT != 0 { draw.depth } else { draw.stencil };
        let (Some(from), Some(to)) = (source.image, target.image) else { return Ok(()) };
        if draw.targets.samples > 1 {
            return self.blit_to_samples(record, &source, &target, 0, rects);
        }
        // The copy has both aspects if the format has, so both are copied; which of them go on is the mask's to say.
        let all = crate::blitter::mask_of(from.info);
        let Some(temporary) = self.resolved_copy(record, &source, all)? else { return Ok(()) };
        if from.storage.internal_format == to.storage.internal_format {
            self.bind_scratch(Binding::Read, point_of(from.info), temporary.source())?;
            self.sync_framebuffer(record.draw_fbo, Binding::Draw)?;
            self.sync_blit_state();
            let (s, d) = (rects.src, rects.dst);
            self.gl.blit_framebuffer(s[0], s[1], s[2], s[3], d[0], d[1], d[2], d[3], mask, glow::NEAREST);
        } else if mask & glow::DEPTH_BUFFER_BIT != 0 {
            // Other formats: GL refuses, and so does the client. Depth alone can still be drawn.
            self.sync_framebuffer(record.draw_fbo, Binding::Draw)?;
            let program = CopyProgram {
                dimension: Dimension::D2,
                class: TexelClass::Float,
                output: Output::Depth,
                pick: Pick::Nearest,
            };
            let extent = self.draw_extent(draw);
            let copy = self.mapped(program, (glow::TEXTURE_2D, temporary.name), temporary.size, rects, extent);
            self.copy_draw(&copy)?;
        }
        self.drop_temporary(temporary);
        Ok(())
    }

    /// A draw that does a blit's mapping.
    fn mapped(
        &self,
        program: CopyProgram,
        source: (u32, crate::driver::GlTexture),
        size: [i32; 2],
        rects: &Rects,
        extent: [i32; 2],
    ) -> CopyDraw {
        let (s, d) = (rects.src, rects.dst);
        let dst = normal(d, extent);
        let scale = |i: usize| (s[i + 2] - s[i]) as f32 / (d[i + 2] - d[i]) as f32;
        let offset = |i: usize| s[i] as f32 + (dst[i] - d[i]) as f32 * scale(i);
        let scissor = self.cx.raster.scissor().map(|scissor| intersect(scissor, dst));
        CopyDraw {
            program,
            source,
            number: 0,
            layer: 0,
            size: [size[0], size[1], 1],
            dst,
            map: [scale(0), scale(1), offset(0), offset(1)],
            scissor,
            color_masks: [15; 8],
            stencil: None,
        }
    }

    /// Into a multisampled buffer: GL wants equal sample counts and rectangles there, so samples go one to one.
    fn blit_to_samples(
        &mut self,
        record: &MGPBlit,
        source: &Attachment,
        target: &Attachment,
        slot: usize,
        rects: &Rects,
    ) -> Result {
        let (Some(from), Some(to)) = (source.image, target.image) else { return Ok(()) };
        let equal = from.storage.internal_format == to.storage.internal_format;
        let unscaled = rects.src[2] - rects.src[0] == rects.dst[2] - rects.dst[0]
            && rects.src[3] - rects.src[1] == rects.dst[3] - rects.dst[1];
        let src = normal(rects.src, source.extent());
        let shift = [rects.dst[0] - rects.src[0], rects.dst[1] - rects.src[1]];
        let mut dst = intersect(
            [src[0] + shift[0], src[1] + shift[1], src[2], src[3]],
            [0, 0, target.extent()[0], target.extent()[1]],
        );
        if let Some(scissor) = self.cx.raster.scissor() {
            dst = intersect(dst, scissor);
        }
        let same_image = source.source == target.source;
        if equal && unscaled && source.samples == target.samples && !same_image && self.gl.has(Features::COPY_IMAGE) {
            let end = |attachment: &Attachment| match attachment.source {
                Source::Renderbuffer(name) => Some(((name.0.get(), glow::RENDERBUFFER, 0), 0)),
                Source::Plane { name, image, level } => Some(((name.0.get(), image, level), 0)),
                Source::Layer { name, level, layer } => {
                    Some(((name.0.get(), glow::TEXTURE_2D_MULTISAMPLE_ARRAY, level), layer))
                }
                _ => None,
            };
            if let (Some((a, az)), Some((b, bz))) = (end(source), end(target)) {
                let from = [dst[0] - shift[0], dst[1] - shift[1], az];
                let _ = record;
                self.gl.copy_image_sub_data(a, from, b, [dst[0], dst[1], bz], [dst[2], dst[3], 1]);
                return Ok(());
            }
        }
        // Otherwise by drawing, from a texture: a single-sampled copy of the source, so that all samples get its value.
        let mask = crate::blitter::mask_of(from.info);
        let Some(temporary) = self.resolved_copy(record, source, mask)? else { return Ok(()) };
        self.sync_framebuffer(record.draw_fbo, Binding::Draw)?;
        let depth = from.info.base.has_depth();
        let program = CopyProgram {
            dimension: dimension(pipe_types::records::resource::ResourceTarget::Tex2D),
            class: class_of(from.info),
            output: if depth { Output::Depth } else { Output::Color },
            pick: if record.filter == glow::LINEAR && !depth { Pick::Linear } else { Pick::Nearest },
        };
        let mut copy = self.mapped(program, (glow::TEXTURE_2D, temporary.name), temporary.size, rects, target.extent());
        copy.color_masks = [0; 8];
        copy.color_masks[slot] = 15;
        self.copy_draw(&copy)?;
        self.drop_temporary(temporary);
        Ok(())
    }
}
