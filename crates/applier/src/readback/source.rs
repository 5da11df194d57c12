//! Putting what is to be read where the driver can read it.

use super::{Request, plan::Plan};
use crate::{
    Applier,
    blitter::{
        CopyDraw, Encoding, Temporary, class_of, dimension, mask_of, point_of, readable_twin,
        shader::{CopyProgram, Output, Pick, Transfer},
    },
    driver::{Driver, Shadow},
    error::{Result, missing},
    framebuffer::{Attachment, Binding, Resolved, texture_image},
    texture::{object::Level, upload::Staging},
};
use pipe_types::handle::RawHandle;
use texel::{
    es::{EsStorage, ReadPath},
    format::{Base, Component},
    layout::Domain,
};

/// One slice, bound as the read framebuffer or in memory.
#[derive(Debug)]
pub(super) struct Slice {
    pub(super) data: Data,
    /// What to add to the request's position.
    pub(super) offset: [i32; 2],
    /// Size of what is bound.
    pub(super) size: [i32; 2],
    temporary: Option<Temporary>,
    /// The texture and level that are shown for it ([`Applier::show_levels`]).
    shown: Option<(RawHandle, u16)>,
}

impl Slice {
    /// Whether the whole request lies in what is bound.
    pub(super) fn covers(&self, request: &Request) -> bool {
        let [x, y, w, h] = request.rect;
        let inside = |at: i32, extent: i32, size: i32| at >= 0 && extent <= size && at <= size - extent;
        inside(x + self.offset[0], w, self.size[0]) && inside(y + self.offset[1], h, self.size[1])
    }
    pub(super) fn of(plan: Plan, size: [i32; 2], temporary: Option<Temporary>) -> Self {
        Self { data: Data::Driver(plan), offset: [0, 0], size, temporary, shown: None }
    }
    pub(super) fn of_memory(pixels: Vec<u8>) -> Self {
        Self { data: Data::Memory(pixels), offset: [0, 0], size: [0, 0], temporary: None, shown: None }
    }
    /// The plan, if it makes the answer without converting.
    pub(super) fn direct(&self) -> Option<Plan> {
        match self.data {
            Data::Driver(plan) if plan.is_direct() => Some(plan),
            _ => None,
        }
    }
    /// Reads `count` rows from `row` on.
    pub(super) fn rows(
        &self,
        gl: &Driver,
        shadow: &mut Shadow,
        staging: &mut Staging,
        request: &Request,
        (row, count): (i32, i32),
        out: &mut [u8],
    ) {
        match &self.data {
            Data::Memory(pixels) => {
                let from = row as usize * request.row_bytes();
                out.copy_from_slice(&pixels[from..from + out.len()]);
            }
            Data::Driver(plan) => {
                if !self.covers(request) {
                    // Pixels outside of the framebuffer are undefined in GL; here they are zero.
                    out.fill(0);
                }
                let [x, y, w, _] = request.rect;
                plan.read(gl, shadow, staging, [x + self.offset[0], y + self.offset[1] + row, w, count], out);
            }
        }
    }
}

/// Where the pixels of a slice are.
#[derive(Debug)]
pub(super) enum Data {
    /// The driver reads them so.
    Driver(Plan),
    /// The request's pixels, tight, as they are asked for.
    Memory(Vec<u8>),
}

/// An image of a texture that is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextureImage {
    pub(super) handle: RawHandle,
    pub(super) level: u16,
    /// The first slice, layer or face.
    pub(super) first: i32,
    pub(super) image: Level,
    pub(super) request: Request,
    /// Whether the call that asks looks at image height and skipped images.
    pub(super) three: bool,
}

impl Applier {
    /// Prepares what a framebuffer's attachments have; it is bound and complete.
    pub(super) fn attached_slice(&mut self, resolved: &Resolved, request: &Request) -> Result<Option<Slice>> {
        let color = matches!(request.layout.domain(), Domain::Color | Domain::Integer);
        if !color {
            let attachment = match request.layout.domain() {
                Domain::Stencil => resolved.stencil,
                Domain::DepthStencil if resolved.depth.source != resolved.stencil.source => return Ok(None),
                _ => resolved.depth,
            };
            return self.attached_depth(&attachment, request);
        }
        let Some(attachment) = resolved.read_attachment().copied() else { return Ok(None) };
        let Some(image) = attachment.image else { return Ok(None) };
        if image.info.is_integer_color() != (request.layout.domain() == Domain::Integer) {
            return Ok(None);
        }
        // Drivers clamp what they read of signed normalised images.
        let signed = image.storage.component == Component::Snorm && !request.clamp;
        if attachment.samples <= 1 && !signed {
            let plan = self.color_plan(&image, request, false);
            return Ok(plan.map(|plan| Slice::of(plan, attachment.extent(), None)));
        }
        let twin = if signed { readable_twin(image.info, &image.storage) } else { image.storage.internal_format };
        let Some(temporary) = self.resolve_attached_as(&attachment, &image, twin)? else { return Ok(None) };
        self.bind_scratch(Binding::Read, glow::COLOR_ATTACHMENT0, temporary.source())?;
        let image = if signed { self.drawn_level(&image, twin) } else { Some(image) };
        match image.and_then(|image| self.color_plan(&image, request, false)) {
            Some(plan) => Ok(Some(Slice::of(plan, attachment.extent(), Some(temporary)))),
            None => {
                self.drop_temporary(temporary);
                Ok(None)
            }
        }
    }

    /// A single-sampled copy of what the read framebuffer has of an attachment's kind. The scratch draw framebuffer has it.
    pub(super) fn resolve_attached(&mut self, attachment: &Attachment, image: &Level) -> Result<Option<Temporary>> {
        self.resolve_attached_as(attachment, image, image.storage.internal_format)
    }

    /// The same in another of the driver's formats, which a blit converts to.
    fn resolve_attached_as(
        &mut self,
        attachment: &Attachment,
        image: &Level,
        es_internal_format: u32,
    ) -> Result<Option<Temporary>> {
        let [w, h] = attachment.extent();
        let temporary = self.temporary(es_internal_format, [w, h])?;
        if !self.bind_scratch(Binding::Draw, point_of(image.info), temporary.source())? {
            self.drop_temporary(temporary);
            return Ok(None);
        }
        self.cx.shadow.plain_scissor(&self.gl, None);
        self.gl.blit_framebuffer(0, 0, w, h, 0, 0, w, h, mask_of(image.info), glow::NEAREST);
        Ok(Some(temporary))
    }

    /// Prepares one slice of a texture image.
    pub(super) fn texture_slice(&mut self, image: &TextureImage, index: i32) -> Result<Option<Slice>> {
        let shown = self.show_levels(image.handle, image.level, image.level);
        let slice = self.shown_slice(image, index);
        match slice {
            Ok(Some(slice)) => Ok(Some(Slice { shown: shown.then_some((image.handle, image.level)), ..slice })),
            other => {
                if shown {
                    self.unshow_levels(image.handle, image.level, image.level);
                }
                other
            }
        }
    }

    fn shown_slice(&mut self, image: &TextureImage, index: i32) -> Result<Option<Slice>> {
        let texture = self.textures.get(image.handle).map_err(missing("resource", image.handle))?;
        let (level, layer) = (image.level, image.first + index);
        let wanted = image.request.layout;
        let info = image.image.info;
        let size = [image.image.size[0], image.image.size[1]];
        if wanted.check_internal(info).is_err() && !(wanted.domain() == Domain::Stencil && info.base.has_stencil()) {
            return Ok(None);
        }
        let path = image.image.storage.read_path(info);
        if path != ReadPath::Drawn && image.image.storage.renderable {
            let source = texture_image(texture, level, layer);
            if self.bind_scratch(Binding::Read, point_of(info), source)? {
                if !info.base.is_color() {
                    let attachment =
                        Attachment { source, image: Some(image.image), samples: 0, ..Attachment::default() };
                    return self.attached_depth(&attachment, &image.request);
                }
                if let Some(plan) = self.color_plan(&image.image, &image.request, true) {
                    return Ok(Some(Slice::of(plan, size, None)));
                }
            }
        }
        if info.base != Base::Stencil && !info.base.is_color() {
            return Ok(None);
        }
        self.drawn_slice(image, layer)
    }

    /// Draws a slice that can't be attached into an image that can.
    fn drawn_slice(&mut self, image: &TextureImage, layer: i32) -> Result<Option<Slice>> {
        let es = readable_twin(image.image.info, &image.image.storage);
        let size = [image.image.size[0], image.image.size[1]];
        let temporary = self.temporary(es, size)?;
        if !self.bind_scratch(Binding::Draw, glow::COLOR_ATTACHMENT0, temporary.source())? {
            self.drop_temporary(temporary);
            return Ok(None);
        }
        let texture = self.textures.get(image.handle).map_err(missing("resource", image.handle))?;
        texture.begin_raw(&self.gl, &mut self.cx.shadow, image.level, false);
        let program = CopyProgram {
            dimension: dimension(texture.target),
            class: class_of(image.image.info),
            output: Output::Color,
            pick: Pick::Nearest,
            transfer: Transfer::default(),
            clamp: None,
        };
        let encoding = Encoding::stored(image.image.storage.internal_format, es);
        let whole = CopyDraw::whole(program, (texture.es_target, texture.name), image.image.size, encoding);
        let copy = CopyDraw { layer, ..whole };
        self.copy_draw(&copy)?;
        let texture = self.textures.get(image.handle).map_err(missing("resource", image.handle))?;
        texture.end_raw(&self.gl, &mut self.cx.shadow, image.level, false);
        self.bind_scratch(Binding::Read, glow::COLOR_ATTACHMENT0, temporary.source())?;
        match self.drawn_level(&image.image, es).and_then(|drawn| self.color_plan(&drawn, &image.request, true)) {
            Some(plan) => Ok(Some(Slice::of(plan, size, Some(temporary)))),
            None => {
                self.drop_temporary(temporary);
                Ok(None)
            }
        }
    }

    /// An image's copy in another of the driver's formats.
    fn drawn_level(&self, image: &Level, es_internal_format: u32) -> Option<Level> {
        let row = texel::info(es_internal_format)?;
        let twin = texel::es::storage(row, self.images.caps, texel::es::Need::empty())?;
        let storage = EsStorage { clamp: image.storage.clamp, opaque: image.storage.opaque, ..twin };
        Some(Level { info: image.info, storage, size: image.size })
    }

    /// Gives back what a slice needed.
    pub(super) fn finish_slice(&mut self, slice: Slice) {
        if let Some(temporary) = slice.temporary {
            self.drop_temporary(temporary);
        }
        if let Some((handle, level)) = slice.shown {
            self.unshow_levels(handle, level, level);
        }
    }
}
