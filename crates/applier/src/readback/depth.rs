//! Depth and stencil. Some drivers read them (`NV_read_depth` and its kin); on the others they are copied into a texture,
//! sampled, and drawn into colour images, whose numbers make up the pixels.

use super::{Request, source::Slice};
use crate::{
    Applier,
    blitter::{
        CopyDraw, Encoding, Temporary,
        shader::{CopyProgram, Dimension, Output, Pick, TexelClass, Transfer},
    },
    error::Result,
    framebuffer::{Attachment, Binding},
    texture::object::Level,
};
use pipe_types::caps::Features;
use texel::{
    PackOptions, PixelLayout,
    format::{Base, Component},
    layout::Domain,
    pack::pack_tight,
};

const FLOAT_32_UNSIGNED_INT_24_8_REV: u32 = glow::FLOAT_32_UNSIGNED_INT_24_8_REV;

/// The pair in which a driver reads an aspect without loss.
fn exact_pair(image: &Level, domain: Domain) -> (u32, u32) {
    let float = image.storage.component == Component::Float;
    match domain {
        Domain::Stencil => (glow::STENCIL_INDEX, glow::UNSIGNED_BYTE),
        Domain::DepthStencil if float => (glow::DEPTH_STENCIL, FLOAT_32_UNSIGNED_INT_24_8_REV),
        Domain::DepthStencil => (glow::DEPTH_STENCIL, glow::UNSIGNED_INT_24_8),
        _ if float => (glow::DEPTH_COMPONENT, glow::FLOAT),
        _ if image.info.bits.depth == 16 => (glow::DEPTH_COMPONENT, glow::UNSIGNED_SHORT),
        _ => (glow::DEPTH_COMPONENT, glow::UNSIGNED_INT),
    }
}

impl Applier {
    /// Prepares depth or stencil of an attachment of the bound read framebuffer.
    pub(super) fn attached_depth(&mut self, attachment: &Attachment, request: &Request) -> Result<Option<Slice>> {
        let Some(image) = attachment.image else { return Ok(None) };
        let domain = request.layout.domain();
        let base = image.info.base;
        let has = match domain {
            Domain::Stencil => base.has_stencil(),
            Domain::DepthStencil => base == Base::DepthStencil,
            _ => base.has_depth(),
        };
        if !has {
            return Ok(None);
        }
        let size = attachment.extent();
        let native = self.gl.has(Features::READ_DEPTH_STENCIL);
        let plan = if native && attachment.samples <= 1 {
            self.aspect_plan(&image, exact_pair(&image, domain), &request.layout)
        } else {
            None
        };
        if let Some(plan) = plan {
            return Ok(Some(Slice::of(plan, size, None)));
        }
        let Some(copy) = self.resolve_attached(attachment, &image)? else { return Ok(None) };
        if native {
            self.bind_scratch(Binding::Read, crate::blitter::point_of(image.info), copy.source())?;
            if let Some(plan) = self.aspect_plan(&image, exact_pair(&image, domain), &request.layout) {
                return Ok(Some(Slice::of(plan, size, Some(copy))));
            }
        }
        let drawn = self.drawn_aspects(&image, copy, domain, request);
        self.drop_temporary(copy);
        drawn
    }

    /// Draws the aspects that are asked for into colour images, reads them, and uploads the pixels as an image of integers
    /// that is read like any other.
    fn drawn_aspects(
        &mut self,
        image: &Level,
        copy: Temporary,
        domain: Domain,
        request: &Request,
    ) -> Result<Option<Slice>> {
        let depth = matches!(domain, Domain::Depth | Domain::DepthStencil);
        let stencil = matches!(domain, Domain::Stencil | Domain::DepthStencil);
        let mut depths = Vec::new();
        let mut stencils = Vec::new();
        if depth && !self.draw_aspect(copy, false, request, &mut depths)? {
            return Ok(None);
        }
        if stencil && !self.draw_aspect(copy, true, request, &mut stencils)? {
            return Ok(None);
        }
        let pixels = request.rect[2] as usize * request.rect[3] as usize;
        let word = |bytes: &[u8], i: usize| bytes.get(i * 4..i * 4 + 4).map_or([0; 4], |w| [w[0], w[1], w[2], w[3]]);
        // Fixed-point depth was sampled as the nearest float, so that rounding finds the number again.
        let fixed = |i: usize, most: u32| {
            let depth = f64::from(f32::from_ne_bytes(word(&depths, i)));
            (depth * f64::from(most)).round().clamp(0.0, f64::from(most)) as u32
        };
        let stencil_of = |i: usize| u32::from_ne_bytes(word(&stencils, i)) & 0xff;
        const MOST_24: u32 = 0xff_ffff;
        let mut tight = Vec::with_capacity(pixels * 8);
        let pair = exact_pair(image, domain);
        for i in 0..pixels {
            match pair.1 {
                glow::UNSIGNED_BYTE => tight.push(stencil_of(i) as u8),
                glow::UNSIGNED_INT_24_8 => {
                    tight.extend_from_slice(&(fixed(i, MOST_24) << 8 | stencil_of(i)).to_ne_bytes());
                }
                FLOAT_32_UNSIGNED_INT_24_8_REV => {
                    tight.extend_from_slice(&word(&depths, i));
                    tight.extend_from_slice(&stencil_of(i).to_ne_bytes());
                }
                glow::UNSIGNED_SHORT => tight.extend_from_slice(&(fixed(i, 0xffff) as u16).to_ne_bytes()),
                glow::UNSIGNED_INT => {
                    let x = fixed(i, MOST_24);
                    tight.extend_from_slice(&(x << 8 | x >> 16).to_ne_bytes());
                }
                _ => tight.extend_from_slice(&word(&depths, i)),
            }
        }
        let Ok(from) = PixelLayout::new(pair.0, pair.1) else { return Ok(None) };
        let mut out = vec![0u8; pixels * request.layout.bytes()];
        let done = pack_tight(&tight, &from, &mut out, &request.layout, PackOptions::default()).is_ok();
        Ok(done.then(|| Slice::of_memory(out)))
    }

    /// Draws one aspect of a copied depth or stencil image and reads one 32-bit word a pixel of the request.
    fn draw_aspect(&mut self, copy: Temporary, stencil: bool, request: &Request, out: &mut Vec<u8>) -> Result<bool> {
        let (es, class, format, type_) = if stencil {
            (glow::R32UI, TexelClass::Uint, glow::RGBA_INTEGER, glow::UNSIGNED_INT)
        } else {
            (glow::R32F, TexelClass::Float, glow::RGBA, glow::FLOAT)
        };
        let target = self.temporary(es, copy.size)?;
        let mut done = false;
        if self.bind_scratch(Binding::Draw, glow::COLOR_ATTACHMENT0, target.source())? {
            self.cx.shadow.edit_texture(&self.gl, copy.target, copy.name);
            if self.gl.has(Features::STENCIL_TEXTURING) {
                let mode = if stencil { glow::STENCIL_INDEX } else { glow::DEPTH_COMPONENT };
                self.gl.tex_parameter_i32(copy.target, glow::DEPTH_STENCIL_TEXTURE_MODE, mode as i32);
            }
            let program = CopyProgram {
                dimension: Dimension::D2,
                class,
                output: Output::Color,
                pick: Pick::Nearest,
                transfer: Transfer::default(),
                clamp: None,
            };
            let size = [copy.size[0], copy.size[1], 1];
            self.copy_draw(&CopyDraw::whole(program, (copy.target, copy.name), size, Encoding::default()))?;
            if self.bind_scratch(Binding::Read, glow::COLOR_ATTACHMENT0, target.source())? {
                let [x, y, w, h] = request.rect;
                // The driver gives four words a pixel, of which one is meant: a bounded band of rows at a time.
                let band = ((4 << 20) / (w.max(1) as usize * 16)).clamp(1, h.max(1) as usize);
                let mut wide = vec![0u8; w as usize * band * 16];
                for row in (0..h).step_by(band) {
                    let rows = (h - row).min(band as i32);
                    let wide = &mut wide[..w as usize * rows as usize * 16];
                    self.gl.read_into(&mut self.cx.shadow, [x, y + row, w, rows], format, type_, 16, wide);
                    out.extend(wide.chunks_exact(16).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], pixel[3]]));
                }
                done = true;
            }
        }
        self.drop_temporary(target);
        Ok(done)
    }
}
