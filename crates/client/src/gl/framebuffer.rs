//! Framebuffer objects, their bindings, draw and read buffers (GL 4.6 core 9.1, 9.2, 17.4.1, 18.2.1).

use super::{
    enums::*,
    outcome::{Outcome, invalid_enum, invalid_operation, invalid_value},
    renderbuffer::Renderbuffer,
    texture::Texture,
};
use crate::{
    Cx,
    emit::Dirty,
    session::Session,
    table::{Ref, Table},
};
use pipe_types::{Handle, RawHandle, handle::kind, records::framebuffer::COLOR_POINTS};

pub use super::framebuffer_status::draw_complete;

/// What is attached to a point.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Attachment {
    /// Nothing.
    #[default]
    None,
    /// A texture image.
    Texture {
        /// The texture.
        texture: Ref<Texture>,
        /// Face of a cube map, 0 otherwise.
        face: usize,
        /// Level.
        level: u32,
        /// Layer, slice or layer-face.
        layer: u32,
        /// All layers.
        layered: bool,
    },
    /// A renderbuffer.
    Renderbuffer(Ref<Renderbuffer>),
}

impl Attachment {
    /// Whether nothing is attached.
    pub fn is_none(&self) -> bool {
        matches!(self, Attachment::None)
    }
    fn is_texture(&self, of: &Ref<Texture>) -> bool {
        matches!(self, Attachment::Texture { texture, .. } if texture == of)
    }
    fn is_renderbuffer(&self, of: &Ref<Renderbuffer>) -> bool {
        matches!(self, Attachment::Renderbuffer(renderbuffer) if renderbuffer == of)
    }
}

/// What all of a framebuffer has in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// Texels, the smallest of all attachments'.
    pub width: u32,
    /// Texels.
    pub height: u32,
    /// Layers of a layered framebuffer; 0 otherwise.
    pub layers: u32,
    /// Samples; 0 when not multisampled.
    pub samples: u32,
    /// Fixed sample locations.
    pub fixed_sample_locations: bool,
}

/// A framebuffer object.
#[derive(Debug)]
pub struct Framebuffer {
    /// Its handle.
    pub handle: Handle<kind::Framebuffer>,
    /// Colour attachments.
    pub color: [Attachment; COLOR_POINTS],
    /// Depth attachment.
    pub depth: Attachment,
    /// Stencil attachment.
    pub stencil: Attachment,
    /// `GL_DRAW_BUFFERi`.
    pub draw_buffers: [GLenum; COLOR_POINTS],
    /// `GL_READ_BUFFER`.
    pub read_buffer: GLenum,
    /// Shape without attachments (`glFramebufferParameteri`).
    pub default_shape: Shape,
    /// Grows with every change.
    pub generation: u64,
    /// Generations of this and of the share group's textures for which `status` and `shape` hold.
    pub(super) checked: (u64, u64),
    pub(super) status: GLenum,
    pub(super) shape: Shape,
    /// Stamp of what the server has, 0 for nothing.
    pub sent: u64,
    /// Generations of this and of the share group's textures for which the server has it.
    pub sent_at: (u64, u64),
    /// `glObjectLabel`.
    pub label: String,
}

impl Framebuffer {
    fn new(session: &mut Session) -> Self {
        let mut draw_buffers = [GL_NONE; COLOR_POINTS];
        draw_buffers[0] = GL_COLOR_ATTACHMENT0;
        Self {
            handle: session.mint(),
            color: Default::default(),
            depth: Attachment::None,
            stencil: Attachment::None,
            draw_buffers,
            read_buffer: GL_COLOR_ATTACHMENT0,
            default_shape: Shape::default(),
            generation: 1,
            checked: (0, 0),
            status: GL_FRAMEBUFFER_COMPLETE,
            shape: Shape::default(),
            sent: 0,
            sent_at: (0, 0),
            label: String::new(),
        }
    }
    /// Every attachment, depth and stencil first.
    pub fn attachments(&self) -> impl Iterator<Item = &Attachment> {
        [&self.depth, &self.stencil].into_iter().chain(&self.color)
    }
}

/// The default framebuffer.
#[derive(Debug)]
pub struct DefaultFramebuffer {
    /// `GL_DRAW_BUFFERi`.
    pub draw_buffers: [GLenum; COLOR_POINTS],
    /// `GL_READ_BUFFER`.
    pub read_buffer: GLenum,
    /// The context has been current with a surface.
    initialised: bool,
}

/// Framebuffers and their bindings.
pub struct FramebufferState {
    /// Framebuffer objects of the context.
    pub table: Table<Framebuffer>,
    /// Draw framebuffer; none is the default framebuffer.
    pub draw: Option<Ref<Framebuffer>>,
    /// Read framebuffer; none is the default framebuffer.
    pub read: Option<Ref<Framebuffer>>,
    /// The default framebuffer.
    pub default: DefaultFramebuffer,
    /// Grows with every change of a binding or of a framebuffer.
    pub generation: u64,
}

impl FramebufferState {
    /// A fresh context's framebuffers: the default framebuffer is bound, and has no surface yet.
    pub fn new(_session: &mut Session) -> Self {
        Self {
            table: Table::default(),
            draw: None,
            read: None,
            default: DefaultFramebuffer {
                draw_buffers: [GL_NONE; COLOR_POINTS],
                read_buffer: GL_NONE,
                initialised: false,
            },
            generation: 1,
        }
    }
    /// A framebuffer changed.
    pub fn touch(&mut self, framebuffer: Option<&Ref<Framebuffer>>) {
        self.generation += 1;
        if let Some(framebuffer) = framebuffer {
            self.table[framebuffer].generation += 1;
        }
    }
    /// The surfaces of the default framebuffer are others, or have other sizes. The first draw surface decides the initial draw
    /// and read buffer (GL 4.6 core 17.4.1, 18.2.1).
    pub fn surfaces_changed(&mut self, has_draw_surface: bool) {
        if has_draw_surface && !self.default.initialised {
            self.default.initialised = true;
            self.default.draw_buffers[0] = GL_BACK;
            self.default.read_buffer = GL_BACK;
        }
        self.generation += 1;
    }
    /// The handle of a framebuffer.
    pub fn handle(&self, framebuffer: Option<&Ref<Framebuffer>>) -> RawHandle {
        framebuffer.map_or(RawHandle::DEFAULT_FRAMEBUFFER, |framebuffer| self.table[framebuffer].handle.raw())
    }
}

/// `glGenFramebuffers`.
pub fn generate(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    for name in names {
        *name = cx.state.framebuffers.table.generate();
    }
}

/// `glCreateFramebuffers`.
pub fn create_named(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    for name in names {
        *name = cx.state.framebuffers.table.generate();
        let framebuffer = Framebuffer::new(cx.session);
        cx.state.framebuffers.table.create(*name, framebuffer);
    }
}

/// `glDeleteFramebuffers`: a bound one is unbound.
pub fn delete(cx: &mut Cx<'_>, names: &[GLuint]) {
    for &name in names {
        let framebuffers = &mut cx.state.framebuffers;
        let Some(framebuffer) = framebuffers.table.delete(name) else { continue };
        cx.state.sent.dirty |= Dirty::COLLECT;
        let framebuffers = &mut cx.state.framebuffers;
        for binding in [&mut framebuffers.draw, &mut framebuffers.read] {
            if binding.as_ref() == Some(&framebuffer) {
                *binding = None;
            }
        }
        framebuffers.generation += 1;
    }
}

/// `glIsFramebuffer`.
pub fn is_framebuffer(cx: &Cx<'_>, name: GLuint) -> bool {
    cx.state.framebuffers.table.by_name(name).is_some()
}

/// `glBindFramebuffer`.
pub fn bind(cx: &mut Cx<'_>, target: GLenum, name: GLuint) -> Outcome {
    if !matches!(target, GL_FRAMEBUFFER | GL_DRAW_FRAMEBUFFER | GL_READ_FRAMEBUFFER) {
        return invalid_enum("target", target);
    }
    let framebuffers = &mut cx.state.framebuffers;
    let framebuffer = match name {
        0 => None,
        name => Some(match framebuffers.table.get(name) {
            Some(framebuffer) => framebuffer,
            None if framebuffers.table.is_generated(name) => {
                framebuffers.table.create(name, Framebuffer::new(cx.session))
            }
            None => return invalid_operation(format!("{name} is no name of glGenFramebuffers")),
        }),
    };
    if target != GL_READ_FRAMEBUFFER && framebuffers.draw != framebuffer {
        framebuffers.draw = framebuffer.clone();
        framebuffers.generation += 1;
    }
    if target != GL_DRAW_FRAMEBUFFER && framebuffers.read != framebuffer {
        framebuffers.read = framebuffer;
        framebuffers.generation += 1;
    }
    Ok(())
}

/// The framebuffer bound to a target; none is the default framebuffer.
pub fn bound(cx: &Cx<'_>, target: GLenum) -> Outcome<Option<Ref<Framebuffer>>> {
    match target {
        GL_FRAMEBUFFER | GL_DRAW_FRAMEBUFFER => Ok(cx.state.framebuffers.draw.clone()),
        GL_READ_FRAMEBUFFER => Ok(cx.state.framebuffers.read.clone()),
        _ => invalid_enum("target", target),
    }
}

/// The framebuffer of a name, for direct state access; 0 is the default framebuffer.
pub fn named(cx: &Cx<'_>, name: GLuint) -> Outcome<Option<Ref<Framebuffer>>> {
    match name {
        0 => Ok(None),
        name => match cx.state.framebuffers.table.get(name) {
            Some(framebuffer) => Ok(Some(framebuffer)),
            None => invalid_operation(format!("{name} is no framebuffer")),
        },
    }
}

/// `GL_MAX_COLOR_ATTACHMENTS`.
pub const MAX_COLOR_ATTACHMENTS: u32 = COLOR_POINTS as u32;

/// `GL_MAX_DRAW_BUFFERS`.
pub fn max_draw_buffers(cx: &Cx<'_>) -> u32 {
    cx.session.caps.limits.max_draw_buffers.clamp(1, MAX_COLOR_ATTACHMENTS)
}

/// Index of a `GL_COLOR_ATTACHMENTi` enum, whether there is such a point or not.
pub fn color_index(attachment: GLenum) -> Option<u32> {
    (GL_COLOR_ATTACHMENT0..=GL_COLOR_ATTACHMENT31).contains(&attachment).then(|| attachment - GL_COLOR_ATTACHMENT0)
}

/// Checks one draw or read buffer of a framebuffer.
fn check_buffer(buffer: GLenum, object: bool) -> Outcome {
    match (buffer, color_index(buffer)) {
        (GL_NONE, _) => Ok(()),
        (_, Some(index)) if index >= MAX_COLOR_ATTACHMENTS => invalid_operation(format!(
            "GL_COLOR_ATTACHMENT{index}: there are {MAX_COLOR_ATTACHMENTS} colour attachments"
        )),
        (_, Some(_)) if object => Ok(()),
        (_, Some(_)) => invalid_operation("the default framebuffer has no colour attachments"),
        (GL_FRONT | GL_BACK | GL_LEFT | GL_RIGHT | GL_FRONT_AND_BACK, _)
        | (GL_FRONT_LEFT | GL_FRONT_RIGHT | GL_BACK_LEFT | GL_BACK_RIGHT, _) => {
            if object {
                invalid_operation("a framebuffer object has no front and back buffers")
            } else if matches!(buffer, GL_RIGHT | GL_FRONT_RIGHT | GL_BACK_RIGHT) {
                invalid_operation("the default framebuffer has no right buffers")
            } else {
                Ok(())
            }
        }
        _ => invalid_enum("buffer", buffer),
    }
}

fn draw_buffers_of<'a>(cx: &'a mut Cx<'_>, framebuffer: Option<&Ref<Framebuffer>>) -> &'a mut [GLenum; COLOR_POINTS] {
    cx.state.framebuffers.touch(framebuffer);
    match framebuffer {
        Some(framebuffer) => &mut cx.state.framebuffers.table[framebuffer].draw_buffers,
        None => &mut cx.state.framebuffers.default.draw_buffers,
    }
}

/// `glDrawBuffer`, `glNamedFramebufferDrawBuffer`.
pub fn draw_buffer(cx: &mut Cx<'_>, framebuffer: Option<&Ref<Framebuffer>>, buffer: GLenum) -> Outcome {
    check_buffer(buffer, framebuffer.is_some())?;
    let buffers = draw_buffers_of(cx, framebuffer);
    *buffers = [GL_NONE; COLOR_POINTS];
    buffers[0] = buffer;
    Ok(())
}

/// `glDrawBuffers`, `glNamedFramebufferDrawBuffers`.
pub fn draw_buffers(cx: &mut Cx<'_>, framebuffer: Option<&Ref<Framebuffer>>, given: &[GLenum]) -> Outcome {
    if given.len() > max_draw_buffers(cx) as usize {
        return invalid_value(format!("{} draw buffers", given.len()));
    }
    for (i, &buffer) in given.iter().enumerate() {
        // `GL_BACK` stands for one buffer since GL 4.5 only, and never in a framebuffer object.
        let back = buffer == GL_BACK && (cx.state.version < 45 || framebuffer.is_some());
        if back || matches!(buffer, GL_FRONT | GL_LEFT | GL_RIGHT | GL_FRONT_AND_BACK) {
            return invalid_enum("a draw buffer that stands for several", buffer);
        }
        check_buffer(buffer, framebuffer.is_some())?;
        if buffer == GL_BACK && given.len() != 1 {
            return invalid_operation("GL_BACK among several draw buffers");
        }
        // A surface has one colour buffer here, which is the left one at the back and at the front.
        let left = |buffer| framebuffer.is_none() && matches!(buffer, GL_FRONT_LEFT | GL_BACK_LEFT);
        let same = |other: &GLenum| *other == buffer || left(*other) && left(buffer);
        if buffer != GL_NONE && given[..i].iter().any(same) {
            return invalid_operation(format!("{} stands there twice", enum_name(buffer)));
        }
    }
    let buffers = draw_buffers_of(cx, framebuffer);
    *buffers = [GL_NONE; COLOR_POINTS];
    buffers[..given.len()].copy_from_slice(given);
    Ok(())
}

/// `glReadBuffer`, `glNamedFramebufferReadBuffer`.
pub fn read_buffer(cx: &mut Cx<'_>, framebuffer: Option<&Ref<Framebuffer>>, buffer: GLenum) -> Outcome {
    // Names of several buffers stand for the left front one, or the back one (GL 4.6 core 18.2.1).
    check_buffer(buffer, framebuffer.is_some())?;
    cx.state.framebuffers.touch(framebuffer);
    match framebuffer {
        Some(framebuffer) => cx.state.framebuffers.table[framebuffer].read_buffer = buffer,
        None => cx.state.framebuffers.default.read_buffer = buffer,
    }
    Ok(())
}

/// A texture's name is deleted: the bound framebuffers let go of it (GL 4.6 core 9.2.8).
pub(super) fn detach_texture(cx: &mut Cx<'_>, texture: &Ref<Texture>) {
    detach(cx, |attachment| attachment.is_texture(texture));
}

/// The same of a renderbuffer.
pub(super) fn detach_renderbuffer(cx: &mut Cx<'_>, renderbuffer: &Ref<Renderbuffer>) {
    detach(cx, |attachment| attachment.is_renderbuffer(renderbuffer));
}

fn detach(cx: &mut Cx<'_>, which: impl Fn(&Attachment) -> bool) {
    let framebuffers = &mut cx.state.framebuffers;
    for framebuffer in [framebuffers.draw.clone(), framebuffers.read.clone()].into_iter().flatten() {
        let object = &mut framebuffers.table[&framebuffer];
        let mut changed = false;
        for attachment in object.color.iter_mut().chain([&mut object.depth, &mut object.stencil]) {
            if which(attachment) {
                *attachment = Attachment::None;
                changed = true;
            }
        }
        if changed {
            framebuffers.touch(Some(&framebuffer));
        }
    }
}

/// Queries of state.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<super::get::Value> {
    use super::get::Value;
    let framebuffers = &cx.state.framebuffers;
    let limits = &cx.session.caps.limits;
    let name =
        |of: &Option<Ref<Framebuffer>>| of.as_ref().map_or(0, |framebuffer| framebuffers.table.name(framebuffer));
    let draw_buffer = |index: usize| match &framebuffers.draw {
        Some(framebuffer) => framebuffers.table[framebuffer].draw_buffers[index],
        None => framebuffers.default.draw_buffers[index],
    };
    Some(match pname {
        GL_DRAW_FRAMEBUFFER_BINDING => Value::int(name(&framebuffers.draw)),
        GL_READ_FRAMEBUFFER_BINDING => Value::int(name(&framebuffers.read)),
        GL_DRAW_BUFFER => Value::int(draw_buffer(0)),
        GL_DRAW_BUFFER0..=GL_DRAW_BUFFER15 => {
            let index = (pname - GL_DRAW_BUFFER0) as usize;
            if index >= max_draw_buffers(cx) as usize {
                return None;
            }
            Value::int(draw_buffer(index))
        }
        GL_READ_BUFFER => Value::int(match &framebuffers.read {
            Some(framebuffer) => framebuffers.table[framebuffer].read_buffer,
            None => framebuffers.default.read_buffer,
        }),
        GL_MAX_COLOR_ATTACHMENTS => Value::int(MAX_COLOR_ATTACHMENTS),
        GL_MAX_DRAW_BUFFERS => Value::int(max_draw_buffers(cx)),
        GL_MAX_FRAMEBUFFER_WIDTH => Value::int(limits.max_framebuffer_width),
        GL_MAX_FRAMEBUFFER_HEIGHT => Value::int(limits.max_framebuffer_height),
        GL_MAX_FRAMEBUFFER_LAYERS => Value::int(limits.max_framebuffer_layers),
        GL_MAX_FRAMEBUFFER_SAMPLES => Value::int(limits.max_framebuffer_samples),
        GL_DOUBLEBUFFER => Value::bool(framebuffers.draw.is_none() && cx.state.surfaces.draw.is_some()),
        GL_STEREO => Value::bool(false),
        GL_SAMPLES | GL_SAMPLE_BUFFERS => {
            let draw = framebuffers.draw.clone();
            let (_, shape) = super::framebuffer_status::status(cx, draw.as_ref(), true);
            if pname == GL_SAMPLES { Value::int(shape.samples) } else { Value::int(u32::from(shape.samples > 0)) }
        }
        _ => return None,
    })
}
