//! `glBlitFramebuffer`. ES refuses some of what desktop GL does: writing to multisampled buffers, resolving to another
//! place or another format, reading and writing the same image. Those go through a temporary image, a copy, or a draw.

mod draw;

use crate::{
    Applier,
    blitter::{Temporary, is_srgb, mask_of, point_of},
    error::Result,
    framebuffer::{Attachment, Binding, Resolved},
};
use pipe_types::{
    caps::Features,
    records::{clear_blit::MGPBlit, framebuffer::COLOR_POINTS},
};
use texel::{FormatInfo, es::Clamp, format::Component};

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

/// Whether images have the same driver format.
fn same_format(a: &Attachment, b: &Attachment) -> bool {
    let of = |x: &Attachment| x.image.map(|image| image.storage.internal_format);
    of(a) == of(b)
}

/// Whether it is the same image of the same driver object.
fn same_image(a: &Attachment, b: &Attachment) -> bool {
    !a.is_empty() && a.source == b.source && a.serial == b.serial
}

/// Whether values of a format can lie outside of the range that the target's storage has to keep.
fn exceeds(source: &FormatInfo, clamp: Option<Clamp>) -> bool {
    match clamp {
        None => false,
        Some(Clamp::Unorm) => source.component != Component::Unorm,
        Some(Clamp::Snorm) => source.component == Component::Float,
    }
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
            let filter = if direct & glow::COLOR_BUFFER_BIT != 0 { record.filter } else { glow::NEAREST };
            self.driver_blit(&rects, direct, filter);
        }
        let rest = mask & !direct;
        if rest & glow::COLOR_BUFFER_BIT != 0 {
            self.blit_color(record, &read, &draw, &rects)?;
        }
        match rest & (glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT) {
            0 => {}
            // Depth and stencil of one image on both sides go together.
            both if same_image(&read.depth, &read.stencil) && same_image(&draw.depth, &draw.stencil) => {
                self.blit_depth_stencil(record, &read.depth, &draw.depth, both, &rects)?;
            }
            rest => {
                if rest & glow::DEPTH_BUFFER_BIT != 0 {
                    self.blit_depth_stencil(record, &read.depth, &draw.depth, glow::DEPTH_BUFFER_BIT, &rects)?;
                }
                if rest & glow::STENCIL_BUFFER_BIT != 0 {
                    self.blit_depth_stencil(record, &read.stencil, &draw.stencil, glow::STENCIL_BUFFER_BIT, &rects)?;
                }
            }
        }
        if mask & glow::COLOR_BUFFER_BIT != 0 && draw.targets.alpha_pinned != 0 {
            self.sync_framebuffer(record.draw_fbo, Binding::Draw)?;
            let extent = self.draw_extent(&draw);
            let mut rect = normal(rects.dst, extent);
            if let Some(scissor) = self.cx.raster.scissor() {
                rect = intersect(rect, scissor);
            }
            self.pin_alpha(&draw, rect);
        }
        Ok(())
    }

    fn draw_extent(&self, draw: &Resolved) -> [i32; 2] {
        let all = draw.color.iter().chain([&draw.depth, &draw.stencil]).filter(|a| !a.is_empty());
        all.map(Attachment::extent).reduce(|a, b| [a[0].min(b[0]), a[1].min(b[1])]).unwrap_or([0, 0])
    }

    /// The buffers that the driver blits itself.
    fn direct_mask(&self, read: &Resolved, draw: &Resolved, mask: u32, rects: &Rects) -> u32 {
        if draw.targets.samples > 1 {
            return 0;
        }
        let resolves = read.targets.samples > 1;
        if resolves && rects.src != rects.dst {
            return 0;
        }
        let mut direct = mask;
        if let Some(source) = read.read_attachment() {
            for slot in 0..COLOR_POINTS {
                let Some(target) = draw.drawn(slot) else { continue };
                let refused = same_image(source, target) || resolves && !same_format(source, target);
                if refused || !self.driver_converts(source, target) {
                    direct &= !glow::COLOR_BUFFER_BIT;
                }
            }
        }
        for (bit, from, to) in [
            (glow::DEPTH_BUFFER_BIT, &read.depth, &draw.depth),
            (glow::STENCIL_BUFFER_BIT, &read.stencil, &draw.stencil),
        ] {
            if same_image(from, to) || !same_format(from, to) {
                direct &= !bit;
            }
        }
        direct
    }

    /// Whether the driver's own blit makes the same of the source's colours as GL does.
    fn driver_converts(&self, source: &Attachment, target: &Attachment) -> bool {
        let (Some(from), Some(to)) = (source.image, target.image) else { return true };
        let srgb = self.render_state().blend.framebuffer_srgb != 0;
        // Without write control ES decodes and encodes always, GL only on demand.
        let encoded = |image: &crate::texture::object::Level| is_srgb(image.storage.internal_format);
        let encodes = srgb || encoded(&from) == encoded(&to) || self.gl.has(Features::SRGB_WRITE_CONTROL);
        encodes && !self.resolves_as_stored(source) && !exceeds(from.info, to.storage.clamp)
    }

    /// Whether the samples of an image are to be averaged as they are stored, while the driver would decode them first.
    fn resolves_as_stored(&self, source: &Attachment) -> bool {
        let srgb = source.image.is_some_and(|image| is_srgb(image.storage.internal_format));
        source.samples > 1 && srgb && self.encodes_unasked()
    }

    /// Copies (resolves) the read framebuffer's image into a temporary one of the same driver format and size.
    fn resolved_copy(&mut self, record: &MGPBlit, attachment: &Attachment) -> Result<Option<Temporary>> {
        let Some(image) = attachment.image else { return Ok(None) };
        let extent = attachment.extent();
        let temporary = self.temporary(image.storage.internal_format, extent)?;
        let complete = self.bind_scratch(Binding::Draw, point_of(image.info), temporary.source())?;
        self.sync_framebuffer(record.read_fbo, Binding::Read)?;
        if complete {
            self.sync_blit_state();
            self.cx.shadow.plain_scissor(&self.gl, None);
            let [w, h] = extent;
            // All of it, also what the mask leaves out: that is looked at later.
            self.gl.blit_framebuffer(0, 0, w, h, 0, 0, w, h, mask_of(image.info), glow::NEAREST);
        }
        Ok(Some(temporary))
    }

    fn blit_color(&mut self, record: &MGPBlit, read: &Resolved, draw: &Resolved, rects: &Rects) -> Result {
        let Some(source) = read.read_attachment().copied() else { return Ok(()) };
        let targets: Vec<Attachment> = (0..COLOR_POINTS).filter_map(|slot| draw.drawn(slot).copied()).collect();
        let drawn = draw.targets.samples > 1 || targets.iter().any(|target| !self.driver_converts(&source, target));
        if drawn {
            for target in &targets {
                self.blit_by_drawing(record, &source, target, glow::COLOR_BUFFER_BIT, rects)?;
            }
            return Ok(());
        }
        self.blit_resolved(record, &source, glow::COLOR_BUFFER_BIT, record.filter, rects)
    }

    /// Depth, stencil or both of an image.
    fn blit_depth_stencil(
        &mut self,
        record: &MGPBlit,
        source: &Attachment,
        target: &Attachment,
        mask: u32,
        rects: &Rects,
    ) -> Result {
        if target.samples > 1 || !same_format(source, target) {
            return self.blit_by_drawing(record, source, target, mask, rects);
        }
        self.blit_resolved(record, source, mask, glow::NEAREST, rects)
    }

    /// The driver's own blit, from a copy of the image with one sample.
    fn blit_resolved(
        &mut self,
        record: &MGPBlit,
        source: &Attachment,
        mask: u32,
        filter: u32,
        rects: &Rects,
    ) -> Result {
        let Some(image) = source.image else { return Ok(()) };
        let Some(temporary) = self.resolved_copy(record, source)? else { return Ok(()) };
        self.bind_scratch(Binding::Read, point_of(image.info), temporary.source())?;
        self.sync_framebuffer(record.draw_fbo, Binding::Draw)?;
        self.sync_blit_state();
        self.driver_blit(rects, mask, filter);
        self.drop_temporary(temporary);
        Ok(())
    }

    fn driver_blit(&self, rects: &Rects, mask: u32, filter: u32) {
        let (s, d) = (rects.src, rects.dst);
        self.gl.blit_framebuffer(s[0], s[1], s[2], s[3], d[0], d[1], d[2], d[3], mask, filter);
    }
}
