//! Which pair of pixel format and type to read in, and what to do with what comes.

use super::Request;
use crate::{
    Applier,
    driver::{Driver, Shadow},
    texture::{object::Level, upload::Staging},
};
use texel::{
    Converter, PackOptions, PixelLayout,
    es::{Clamp, ReadPath},
    format::{Base, Component},
    pack::reader,
};

/// How rows are read from the bound read framebuffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// The pair given to the driver.
    pub(super) format: u32,
    pub(super) type_: u32,
    bytes: usize,
    /// Components, or bits of components, that the application's format lacks are dropped first.
    narrow: Option<Converter>,
    convert: Option<Converter>,
}

impl Plan {
    fn direct(layout: &PixelLayout) -> Self {
        Self { format: layout.format(), type_: layout.type_(), bytes: layout.bytes(), narrow: None, convert: None }
    }

    /// Whether the driver's pixels are the answer.
    pub(super) fn is_direct(&self) -> bool {
        self.narrow.is_none() && self.convert.is_none()
    }

    /// Reads `[x, y, w, h]` into `out`, tight in the pair that was asked for.
    pub(super) fn read(&self, gl: &Driver, shadow: &mut Shadow, staging: &mut Staging, rect: [i32; 4], out: &mut [u8]) {
        let Some(convert) = &self.convert else {
            gl.read_into(shadow, rect, self.format, self.type_, self.bytes, out);
            return;
        };
        // A bounded band of rows at a time.
        let [x, y, w, h] = rect;
        let row = w as usize * self.bytes;
        let out_row = w as usize * convert.dst().bytes();
        let rows = ((4 << 20) / row.max(1)).clamp(1, h.max(1) as usize);
        for (i, out) in out.chunks_mut((out_row * rows).max(1)).enumerate() {
            let now = out.len() / out_row.max(1);
            let at = y + (i * rows) as i32;
            let pixels = now * w as usize;
            match &self.narrow {
                None => {
                    let from = staging.take(row * now);
                    gl.read_into(shadow, [x, at, w, now as i32], self.format, self.type_, self.bytes, from);
                    convert.run(from, out);
                }
                Some(narrow) => {
                    let narrow_bytes = pixels * narrow.dst().bytes();
                    let (from, between) = staging.take(row * now + narrow_bytes).split_at_mut(row * now);
                    gl.read_into(shadow, [x, at, w, now as i32], self.format, self.type_, self.bytes, from);
                    narrow.run(from, between);
                    convert.run(between, out);
                }
            }
        }
    }
}

impl Applier {
    /// How colour of `image` (attached, bound for reading, one sample) becomes pixels of `wanted`; `None` when no pair works.
    ///
    /// `texture`: values are read as they are stored, where drivers clamp signed normalised ones of framebuffers to [0, 1].
    pub(super) fn color_plan(&mut self, image: &Level, request: &Request, texture: bool) -> Option<Plan> {
        let wanted = &request.layout;
        let storage = &image.storage;
        let es = storage.internal_format;
        let hidden = storage.hides(image.info);
        let beyond = matches!(storage.component, Component::Float | Component::Snorm);
        let clamp = storage.clamp == Some(Clamp::Unorm) || request.clamp && beyond;
        let path = storage.read_path(image.info);
        if texture && path == ReadPath::Drawn {
            return None;
        }
        // Storage with an alpha of its own that is none of the format's never answers for it, but it does for the rest.
        let foreign = hidden || storage.opaque && wanted.components() == 4;
        let own = path == ReadPath::Native || !foreign;
        if own && !clamp && self.reads(es, wanted.format(), wanted.type_()) {
            return Some(Plan::direct(wanted));
        }
        let wide = match storage.component {
            Component::Unorm | Component::Float | Component::Snorm => [
                (storage.upload.format, storage.upload.type_),
                (glow::RGBA, glow::UNSIGNED_SHORT),
                (glow::RGBA, glow::SHORT),
                (glow::RGBA, glow::FLOAT),
                (glow::RGBA, glow::HALF_FLOAT),
                (glow::RGBA, glow::BYTE),
                (glow::RGBA, glow::UNSIGNED_BYTE),
            ],
            Component::Int => [(glow::RGBA_INTEGER, glow::INT); 7],
            Component::Uint => [(glow::RGBA_INTEGER, glow::UNSIGNED_INT); 7],
        };
        let holds = |(format, type_): (u32, u32)| match (storage.component, type_) {
            // Never through a pair that loses what the storage has.
            (Component::Float, t) => {
                !matches!(t, glow::UNSIGNED_SHORT | glow::SHORT | glow::BYTE | glow::UNSIGNED_BYTE)
            }
            (Component::Snorm, t) => {
                t != glow::UNSIGNED_SHORT && t != glow::UNSIGNED_BYTE && (t != glow::BYTE || image.info.bits.red <= 8)
            }
            (Component::Unorm, t) => {
                t != glow::SHORT && t != glow::BYTE && (t != glow::UNSIGNED_BYTE || image.info.bits.red <= 8)
            }
            _ => format != 0,
        };
        let pair =
            wide.into_iter().filter(|pair| holds(*pair)).find(|(format, type_)| self.reads(es, *format, *type_))?;
        let from = PixelLayout::new(pair.0, pair.1).ok()?;
        let options = PackOptions { clamp, alpha_one: storage.opaque };
        let narrow = if hidden {
            let integer = image.info.is_integer_color();
            let format = match (image.info.base, integer) {
                (Base::Red, false) => glow::RED,
                (Base::Red, true) => glow::RED_INTEGER,
                (_, false) => glow::RG,
                (_, true) => glow::RG_INTEGER,
            };
            Some(reader(&from, &PixelLayout::new(format, pair.1).ok()?, PackOptions::default()).ok()?)
        } else if storage.component == Component::Unorm
            && pair.1 == glow::UNSIGNED_BYTE
            && image.info.bits.red < 8
            && !image.info.is_compressed()
        {
            // Bytes are close to what fewer bits stand for, and say which those are.
            Some(reader(&from, &image.info.wire.layout().ok()?, PackOptions::default()).ok()?)
        } else {
            None
        };
        let source = narrow.as_ref().map_or(from, |n| *n.dst());
        let convert = reader(&source, wanted, options).ok()?;
        Some(Plan { format: pair.0, type_: pair.1, bytes: from.bytes(), narrow, convert: Some(convert) })
    }

    /// How depth or stencil of the bound read framebuffer becomes `wanted`, if the driver reads it in `pair`.
    pub(super) fn aspect_plan(&mut self, image: &Level, pair: (u32, u32), wanted: &PixelLayout) -> Option<Plan> {
        if !self.reads(image.storage.internal_format, pair.0, pair.1) {
            return None;
        }
        let from = PixelLayout::new(pair.0, pair.1).ok()?;
        if (wanted.format(), wanted.type_()) == pair {
            return Some(Plan::direct(wanted));
        }
        let convert = reader(&from, wanted, PackOptions::default()).ok()?;
        Some(Plan { format: pair.0, type_: pair.1, bytes: from.bytes(), narrow: None, convert: Some(convert) })
    }

    /// Whether the driver reads images of one of its formats in a pair: tried once, with the image that is bound now.
    fn reads(&mut self, es_internal_format: u32, format: u32, type_: u32) -> bool {
        let key = (es_internal_format, format, type_);
        if let Some(known) = self.images.readable.get(&key) {
            return *known;
        }
        let Ok(layout) = PixelLayout::new(format, type_) else { return false };
        let mut pixel = [0u8; 16];
        self.gl.keep_errors();
        self.gl.read_into(&mut self.cx.shadow, [0, 0, 1, 1], format, type_, layout.bytes(), &mut pixel);
        let works = self.gl.get_error() == glow::NO_ERROR;
        self.images.readable.insert(key, works);
        works
    }
}
