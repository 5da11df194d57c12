//! Attachments: what a record's surfaces come to, and the driver calls that make them so.

use super::{Binding, DEPTH, POINTS, Permutation, Resolved, STENCIL, Taken, UNPLACED, classify};
use crate::{
    Applier,
    driver::{Driver, GlRenderbuffer, GlTexture, Shadow},
    error::{Refusal, Result},
    renderbuffer::Renderbuffer,
    texture::{
        Texture,
        object::Level,
        shape::{face_index, face_target, is_3d},
    },
};
use pipe_types::{
    caps::Features,
    handle::RawHandle,
    records::{
        framebuffer::{COLOR_POINTS, MGPFramebufferState, MGPSurface, SurfaceKind},
        resource::ResourceTarget,
    },
};

/// One attachment, resolved to driver objects.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Attachment {
    pub(crate) source: Source,
    /// What the image holds; `None` for nothing.
    pub(crate) image: Option<Level>,
    pub(crate) samples: u32,
    pub(crate) serial: u64,
    /// Moves when the texture's images are specified anew; renderbuffers have a new serial then.
    pub(crate) specified: u64,
    /// The texture; null for a renderbuffer.
    pub(crate) texture: RawHandle,
    /// Layers of a layered attachment where the driver attaches no more than one, which is then the first; 0 otherwise.
    pub(crate) layers: i32,
}

/// The driver object and which image of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Source {
    #[default]
    Empty,
    Renderbuffer(GlRenderbuffer),
    /// A plain 2D image or a cube face: the image target.
    Plane {
        name: GlTexture,
        image: u32,
        level: i32,
    },
    /// One layer, slice or layer-face.
    Layer {
        name: GlTexture,
        level: i32,
        layer: i32,
    },
    /// All layers.
    Layered {
        name: GlTexture,
        level: i32,
    },
}

/// What a driver attachment point has: object and image, and the object's serial.
pub(super) type Attached = (Source, u64);

/// Parameters of a framebuffer without attachments: width, height, layers, samples, fixed sample locations.
pub(super) type Parameters = [i32; 5];

impl Attachment {
    pub(crate) fn is_empty(&self) -> bool {
        self.source == Source::Empty
    }
    /// Width and height.
    pub(crate) fn extent(&self) -> [i32; 2] {
        self.image.map_or([0, 0], |image| [image.size[0], image.size[1]])
    }
}

/// Attaches an image to a point of the framebuffer bound to a target.
pub(crate) fn attach(gl: &Driver, target: u32, point: u32, source: Source) {
    match source {
        Source::Empty => gl.framebuffer_renderbuffer(target, point, glow::RENDERBUFFER, None),
        Source::Renderbuffer(name) => gl.framebuffer_renderbuffer(target, point, glow::RENDERBUFFER, Some(name)),
        Source::Plane { name, image, level } => gl.framebuffer_texture_2d(target, point, image, Some(name), level),
        Source::Layer { name, level, layer } => gl.framebuffer_texture_layer(target, point, Some(name), level, layer),
        Source::Layered { name, level } => gl.framebuffer_texture(target, point, Some(name), level),
    }
}

/// The image of a texture that an attachment means: `layer` is the layer, slice or face-layer of a layered target.
pub(crate) fn texture_image(texture: &Texture, level: u16, layer: i32) -> Source {
    let name = texture.name;
    let level = i32::from(level);
    match texture.target {
        ResourceTarget::TexCube => Source::Plane { name, image: face_target(layer.clamp(0, 5)), level },
        ResourceTarget::Tex2DMSArray => Source::Layer { name, level, layer },
        _ if is_3d(texture.es_target) => Source::Layer { name, level, layer },
        _ => Source::Plane { name, image: texture.es_target, level },
    }
}

fn of_renderbuffer(buffer: &Renderbuffer) -> Attachment {
    match buffer.image {
        None => Attachment::default(),
        Some(image) => Attachment {
            source: buffer.source(),
            image: Some(image),
            samples: u32::from(buffer.samples),
            serial: buffer.serial,
            specified: 0,
            texture: RawHandle::NULL,
            layers: 0,
        },
    }
}

impl Applier {
    /// What a record's surface comes to now. An object that is gone, or an image that has no storage, is no attachment.
    fn resolve_surface(&self, surface: &MGPSurface) -> Attachment {
        match surface.surface_kind() {
            SurfaceKind::None => Attachment::default(),
            SurfaceKind::Renderbuffer => match self.renderbuffers.get(surface.resource) {
                Ok(buffer) => of_renderbuffer(buffer),
                Err(_) => Attachment::default(),
            },
            SurfaceKind::Texture => match self.textures.get(surface.resource) {
                Ok(texture) => self.resolve_texture(texture, surface),
                Err(_) => Attachment::default(),
            },
        }
    }

    fn resolve_texture(&self, texture: &Texture, surface: &MGPSurface) -> Attachment {
        let layer = i32::try_from(surface.layer).unwrap_or(i32::MAX);
        let face = match (texture.target, surface.face().and_then(face_index)) {
            (ResourceTarget::TexCube, Some(face)) => face,
            (ResourceTarget::TexCube, None) => layer.min(5),
            _ => 0,
        };
        let Some(image) = texture.level(face, surface.level) else { return Attachment::default() };
        let layers = texture.layers_of(image);
        let layerable = is_3d(texture.es_target) || texture.target == ResourceTarget::TexCube;
        let layered = surface.layered != 0 && layerable && self.gl.has(Features::LAYERED_FRAMEBUFFER);
        let source = if layered {
            Source::Layered { name: texture.name, level: i32::from(surface.level) }
        } else if texture.target == ResourceTarget::TexCube {
            texture_image(texture, surface.level, face)
        } else if layer < layers || !layerable {
            texture_image(texture, surface.level, layer)
        } else {
            return Attachment::default();
        };
        Attachment {
            source,
            image: Some(*image),
            samples: if texture.is_multisample() { u32::from(texture.samples) } else { 0 },
            serial: texture.serial,
            specified: texture.specified,
            texture: surface.resource,
            layers: match surface.layered != 0 && layerable && !layered {
                true if texture.target == ResourceTarget::TexCube => 6,
                true => layers,
                false => 0,
            },
        }
    }

    /// Makes `layer` the layer that the driver's draw framebuffer shows of layered attachments.
    pub(crate) fn show_layer(&self, resolved: &Resolved, layer: i32) {
        let at = |attachment: &Attachment, point: u32| {
            let source = match attachment.source {
                Source::Layer { name, level, .. } => Source::Layer { name, level, layer },
                Source::Plane { name, level, .. } => Source::Plane { name, image: face_target(layer), level },
                other => other,
            };
            if attachment.layers > 0 {
                attach(&self.gl, Binding::Draw.target(), point, source);
            }
        };
        for (attachment, point) in resolved.color.iter().zip(resolved.permutation.point_of) {
            at(attachment, point_enum(point.into()));
        }
        at(&resolved.depth, point_enum(DEPTH));
        at(&resolved.stencil, point_enum(STENCIL));
    }

    /// Compares every attachment point with the record and makes the driver object match.
    pub(super) fn walk(&mut self, taken: &mut Taken, binding: Binding) -> Result {
        let record = &taken.record;
        let mut resolved = Resolved::default();
        if record.is_default != 0 {
            let Ok(surface) = self.surfaces.get(taken.surface) else {
                // No surface: the context's own framebuffer, which has nothing either.
                taken.twin.resolved = Resolved::default();
                taken.twin.resolved.targets.is_default = true;
                taken.twin.resolved.targets.incomplete = true;
                return Ok(());
            };
            resolved.color[0] = of_renderbuffer(&surface.color);
            if let Some(buffer) = &surface.depth_stencil {
                let attachment = of_renderbuffer(buffer);
                let base = attachment.image.map(|image| image.info.base);
                if base.is_some_and(|base| base.has_depth()) {
                    resolved.depth = attachment;
                }
                if base.is_some_and(|base| base.has_stencil()) {
                    resolved.stencil = attachment;
                }
            }
            resolved.read = Some(0);
            resolved.targets.height = surface.height;
        } else {
            for surface in record.color.iter().chain([&record.depth, &record.stencil]) {
                if surface.surface_kind() == SurfaceKind::Texture {
                    self.settle_levels(surface.resource)?;
                }
            }
            for (attachment, surface) in resolved.color.iter_mut().zip(&record.color) {
                *attachment = self.resolve_surface(surface);
            }
            resolved.depth = self.resolve_surface(&record.depth);
            resolved.stencil = self.resolve_surface(&record.stencil);
            resolved.read = read_index(record);
        }
        let occupied = resolved.color.iter().enumerate().fold(0u8, |mask, (i, a)| mask | u8::from(!a.is_empty()) << i);
        let most = self.gl.caps.limits.max_color_attachments.clamp(1, COLOR_POINTS as u32);
        resolved.permutation = Permutation::new(&record.draw_buffers, occupied);
        let beyond = resolved.permutation.point_of.iter().any(|p| *p != UNPLACED && u32::from(*p) >= most);
        if beyond {
            return Err(Refusal::Unsupported(format!("more than {most} colour attachments in one framebuffer")));
        }
        if taken.twin.name.is_none() {
            taken.twin.name = Some(self.gl.create_framebuffer().map_err(Refusal::Driver)?);
            taken.twin.points = Default::default();
        }
        let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
        bind(gl, shadow, binding, taken);
        let target = binding.target();
        let at = resolved.permutation.attachment_at();
        let mut wanted = [Attachment::default(); POINTS];
        for (point, &attachment) in at.iter().enumerate() {
            if attachment != UNPLACED {
                wanted[point] = resolved.color[usize::from(attachment)];
            }
        }
        wanted[DEPTH] = resolved.depth;
        wanted[STENCIL] = resolved.stencil;
        let changed = |i: usize, twin: &super::Twin| twin.points[i] != (wanted[i].source, wanted[i].serial);
        // What moves away goes first: some drivers look at the whole framebuffer at each call.
        for (i, wanted) in wanted.iter().enumerate() {
            if changed(i, &taken.twin) && wanted.is_empty() {
                attach(gl, target, point_enum(i), Source::Empty);
                taken.twin.points[i] = (Source::Empty, 0);
                self.images.counters.attachments += 1;
            }
        }
        for (i, wanted) in wanted.iter().enumerate() {
            if changed(i, &taken.twin) && !wanted.is_empty() {
                attach(gl, target, point_enum(i), wanted.source);
                taken.twin.points[i] = (wanted.source, wanted.serial);
                self.images.counters.attachments += 1;
            }
        }
        let targets = &mut resolved.targets;
        targets.is_default = record.is_default != 0;
        let all = || resolved.color.iter().chain([&resolved.depth, &resolved.stencil]).filter(|a| !a.is_empty());
        targets.samples = all().map(|a| a.samples).max().unwrap_or(u32::from(record.samples));
        if !targets.is_default {
            targets.height = all().map(|a| a.extent()[1] as u32).min().unwrap_or(u32::from(record.height));
        }
        if all().next().is_none() && !targets.is_default {
            let parameters: Parameters = [
                i32::from(record.width),
                i32::from(record.height),
                i32::from(record.layers),
                i32::from(record.samples),
                i32::from(record.fixed_sample_locations),
            ];
            if taken.twin.parameters != Some(parameters) {
                const NAMES: [u32; 5] = [
                    glow::FRAMEBUFFER_DEFAULT_WIDTH,
                    glow::FRAMEBUFFER_DEFAULT_HEIGHT,
                    glow::FRAMEBUFFER_DEFAULT_LAYERS,
                    glow::FRAMEBUFFER_DEFAULT_SAMPLES,
                    glow::FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS,
                ];
                for (name, value) in NAMES.into_iter().zip(parameters) {
                    if name != glow::FRAMEBUFFER_DEFAULT_LAYERS || gl.has(Features::LAYERED_FRAMEBUFFER) {
                        gl.framebuffer_parameter_i32(target, name, value);
                    }
                }
                taken.twin.parameters = Some(parameters);
            }
        }
        targets.incomplete = gl.check_framebuffer_status(target) != glow::FRAMEBUFFER_COMPLETE;
        classify(&mut resolved);
        taken.twin.resolved = resolved;
        Ok(())
    }
}

fn bind(gl: &Driver, shadow: &mut Shadow, binding: Binding, taken: &Taken) {
    match binding {
        Binding::Draw => shadow.bind_draw_framebuffer(gl, taken.twin.name),
        Binding::Read => shadow.bind_read_framebuffer(gl, taken.twin.name),
    }
}

/// The colour attachment that reads come from: the one that shows the read surface.
fn read_index(record: &MGPFramebufferState) -> Option<usize> {
    if record.read_surface.surface_kind() == SurfaceKind::None {
        return None;
    }
    record.color.iter().position(|surface| *surface == record.read_surface)
}

fn point_enum(index: usize) -> u32 {
    match index {
        DEPTH => glow::DEPTH_ATTACHMENT,
        STENCIL => glow::STENCIL_ATTACHMENT,
        color => glow::COLOR_ATTACHMENT0 + color as u32,
    }
}
