//! Framebuffer objects: records by handle, the two bindings, and what the driver's framebuffer objects have.
//!
//! A record is stored when it comes and nothing else happens. A verb synchronises the framebuffer that it needs: the
//! attachments are compared with what the driver object has, one by one, unless neither the record nor any driver object
//! that can be attached changed since the last time.

mod attach;
mod permutation;

pub(crate) use attach::{Attachment, Source, attach, texture_image};
pub(crate) use permutation::{Permutation, UNPLACED};

use crate::{
    Applier, Dead, SlotTable,
    blitter::is_srgb,
    driver::{Driver, GlFramebuffer, Shadow},
    error::{Refusal, Result, missing},
};
use attach::{Attached, Parameters};
use pipe_types::{
    handle::{RawHandle, kind},
    records::framebuffer::{
        COLOR_POINTS, FramebufferTarget, MGPFramebufferBinding, MGPFramebufferState, MGPSurface, SurfaceKind,
    },
};
use texel::es::Clamp;

/// Driver attachment points: colour, then depth, then stencil.
const POINTS: usize = COLOR_POINTS + 2;
const DEPTH: usize = COLOR_POINTS;
const STENCIL: usize = COLOR_POINTS + 1;

/// Which binding of the driver an operation needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    Draw,
    Read,
}

impl Binding {
    fn target(self) -> u32 {
        match self {
            Binding::Draw => glow::DRAW_FRAMEBUFFER,
            Binding::Read => glow::READ_FRAMEBUFFER,
        }
    }
}

/// What the driver framebuffer object of a record has.
#[derive(Debug, Default)]
struct Twin {
    name: Option<GlFramebuffer>,
    points: [Attached; POINTS],
    parameters: Option<Parameters>,
    draw_buffers: Option<([u32; COLOR_POINTS], usize)>,
    read_buffer: Option<u32>,
    /// Serial of the record and of driver objects that the attachments were last compared with.
    synced: Option<(u64, u64)>,
    resolved: Resolved,
}

/// What a framebuffer's attachments come to.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Resolved {
    /// By the application's colour attachment.
    pub(crate) color: [Attachment; COLOR_POINTS],
    pub(crate) depth: Attachment,
    pub(crate) stencil: Attachment,
    pub(crate) permutation: Permutation,
    /// The application's attachment that reads come from.
    pub(crate) read: Option<usize>,
    pub(crate) targets: DrawTargets,
    /// For which state of the driver's objects the alpha of widened attachments was made one where nothing had written it.
    alpha_is_one: Option<u64>,
}

impl Resolved {
    /// What reads of colour come from.
    pub(crate) fn read_attachment(&self) -> Option<&Attachment> {
        self.read.map(|i| &self.color[i]).filter(|a| !a.is_empty())
    }
    /// The attachment that draw buffer `slot` draws to.
    pub(crate) fn drawn(&self, slot: usize) -> Option<&Attachment> {
        if self.permutation.draw_mask & (1 << slot) == 0 {
            return None;
        }
        let attachment = self.permutation.point_of.iter().position(|p| usize::from(*p) == slot)?;
        Some(&self.color[attachment])
    }
}

/// A framebuffer object.
#[derive(Debug)]
struct Entry {
    record: MGPFramebufferState,
    serial: u64,
    twin: Twin,
}

/// Framebuffer objects and bindings of a context.
#[derive(Debug, Default)]
pub struct ContextFramebuffers {
    entries: SlotTable<kind::Framebuffer, Entry>,
    /// Twins of default framebuffers, one a surface: draw and read surface may differ.
    surfaces: Vec<(RawHandle, Twin)>,
    bound: [RawHandle; 2],
    /// Advanced by every applied record.
    serial: u64,
    /// Framebuffer objects of internal work.
    scratch: [Option<GlFramebuffer>; 2],
}

/// What a draw has to know of the bound draw framebuffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct DrawTargets {
    /// Draw buffer slots that have an attachment, as bits.
    pub enabled: u8,
    /// Slots whose attachment was widened to four channels: alpha is not written and blending must see destination
    /// alpha 1, as bits.
    pub alpha_pinned: u8,
    /// Slots whose output is to be clamped to 0..1 (unsigned normalised kept in a float format), as bits.
    pub clamp_unorm: u8,
    /// Slots whose output is to be clamped to -1..1, as bits.
    pub clamp_snorm: u8,
    /// Slots with an integer format: blending is off there, as bits.
    pub integer: u8,
    /// Slots whose driver format has sRGB encoding, as bits.
    pub srgb: u8,
    /// The application's internal format at each slot; 0 where there is none.
    pub formats: [u32; COLOR_POINTS],
    /// Samples of the attachments (0 and 1: not multisampled).
    pub samples: u32,
    /// The framebuffer is the default one.
    pub is_default: bool,
    /// Nothing can be drawn (incomplete, or no surface): the draw is to be skipped.
    pub incomplete: bool,
    /// Height in pixels, for what counts from the other edge.
    pub height: u32,
}

impl ContextFramebuffers {
    /// What a binding has; the default framebuffer before anything was bound.
    pub(crate) fn bound(&self, binding: Binding) -> RawHandle {
        let handle = self.bound[binding as usize];
        if handle.is_null() { RawHandle::DEFAULT_FRAMEBUFFER } else { handle }
    }

    /// The twin of a framebuffer (of the default one with this surface), and its record's serial.
    #[inline]
    fn twin(&mut self, handle: RawHandle, surface: RawHandle) -> Option<(&mut Twin, u64)> {
        if handle == RawHandle::DEFAULT_FRAMEBUFFER {
            let serial = self.entries.get(handle).map_or(0, |entry| entry.serial);
            return self.surfaces.iter_mut().find(|(of, _)| *of == surface).map(|(_, twin)| (twin, serial));
        }
        self.entries.get_mut(handle).ok().map(|entry| (&mut entry.twin, entry.serial))
    }
}

impl Twin {
    /// Binds it with its draw buffers or read buffer.
    fn bind(&mut self, gl: &Driver, shadow: &mut Shadow, binding: Binding) {
        match binding {
            Binding::Draw => {
                shadow.bind_draw_framebuffer(gl, self.name);
                let permutation = &self.resolved.permutation;
                let count = permutation.draw_count().max(1);
                let mut buffers = [glow::NONE; COLOR_POINTS];
                for (slot, buffer) in buffers.iter_mut().enumerate().take(count) {
                    if permutation.draw_mask & (1 << slot) != 0 {
                        *buffer = glow::COLOR_ATTACHMENT0 + slot as u32;
                    }
                }
                if self.name.is_some() && self.draw_buffers != Some((buffers, count)) {
                    gl.draw_buffers(&buffers[..count]);
                    self.draw_buffers = Some((buffers, count));
                }
            }
            Binding::Read => {
                shadow.bind_read_framebuffer(gl, self.name);
                let point = self.resolved.read.map(|i| self.resolved.permutation.point_of[i]);
                let buffer = match point {
                    Some(point) if point != UNPLACED => glow::COLOR_ATTACHMENT0 + u32::from(point),
                    _ => glow::NONE,
                };
                if self.name.is_some() && self.read_buffer != Some(buffer) {
                    gl.read_buffer(buffer);
                    self.read_buffer = Some(buffer);
                }
            }
        }
    }
}

impl Applier {
    pub(crate) fn set_framebuffer_state(&mut self, record: &MGPFramebufferState) -> Result {
        let surfaces = record.color.iter().chain([&record.depth, &record.stencil, &record.read_surface]);
        for surface in surfaces {
            self.check_surface(surface)?;
        }
        for &named in &record.draw_buffers {
            if !(-1..COLOR_POINTS as i8).contains(&named) {
                let expected = "-1 or a colour attachment below 8";
                return Err(Refusal::Value { field: "draw_buffers", value: named as u64, expected });
            }
        }
        let default = record.fbo == RawHandle::DEFAULT_FRAMEBUFFER;
        if default != (record.is_default != 0) {
            let expected = "1 for the default framebuffer and for it alone";
            return Err(Refusal::Value { field: "is_default", value: u64::from(record.is_default), expected });
        }
        let framebuffers = &mut self.cx.framebuffers;
        framebuffers.serial += 1;
        let serial = framebuffers.serial;
        match framebuffers.entries.get_mut(record.fbo) {
            // The same content again is no news: what was synchronised for it holds.
            Ok(entry) if describes_the_same(&entry.record, record) => {}
            Ok(entry) => {
                entry.record = *record;
                entry.serial = serial;
            }
            Err(_) => {
                match framebuffers.entries.insert(record.fbo, Entry { record: *record, serial, twin: Twin::default() })
                {
                    Ok(Some(Entry { twin: Twin { name: Some(old), .. }, .. })) => {
                        self.cx.shadow.forget_framebuffer(old);
                        self.gl.delete_framebuffer(old);
                    }
                    Ok(_) => {}
                    Err(_) => return Err(missing("fbo", record.fbo)(crate::Miss::Stale)),
                }
            }
        }
        self.move_bindings(record.fbo, record.framebuffer_target());
        Ok(())
    }

    pub(crate) fn bind_framebuffer(&mut self, record: &MGPFramebufferBinding) -> Result {
        if record.fbo != RawHandle::DEFAULT_FRAMEBUFFER {
            self.cx.framebuffers.entries.get(record.fbo).map_err(missing("fbo", record.fbo))?;
        }
        self.move_bindings(record.fbo, record.framebuffer_target());
        Ok(())
    }

    fn move_bindings(&mut self, fbo: RawHandle, target: FramebufferTarget) {
        let bound = &mut self.cx.framebuffers.bound;
        match target {
            FramebufferTarget::Draw => bound[0] = fbo,
            FramebufferTarget::Read => bound[1] = fbo,
            FramebufferTarget::Both => *bound = [fbo; 2],
            FramebufferTarget::Named => {}
        }
        self.cx.shadow.moved |= crate::driver::Groups::DRAW_FRAMEBUFFER | crate::driver::Groups::READ_FRAMEBUFFER;
    }

    /// Whether a surface names something: a living or dead texture or renderbuffer.
    fn check_surface(&self, surface: &MGPSurface) -> Result {
        let handle = surface.resource;
        let known = match surface.surface_kind() {
            SurfaceKind::None => return Ok(()),
            SurfaceKind::Texture => self.textures.is_known(handle),
            SurfaceKind::Renderbuffer => self.renderbuffers.is_known(handle),
        };
        if !known || handle.is_null() {
            return Err(Refusal::Handle { field: "MGPSurface.resource", handle, miss: crate::Miss::Unknown });
        }
        if surface.surface_kind() != SurfaceKind::Texture {
            return Ok(());
        }
        // Which layers there are is another matter: an image that is not there yet is no attachment.
        let limits = &self.gl.caps.limits;
        let most = limits.max_array_texture_layers.max(limits.max_3d_texture_size);
        let value = |field, value: u64, expected| Err(Refusal::Value { field, value, expected });
        if surface.layer >= most {
            return value("MGPSurface.layer", surface.layer.into(), "below the largest number of layers and slices");
        }
        if surface.face().is_none() {
            return value("MGPSurface.upload_target", surface.upload_target.into(), "a face, or no face");
        }
        match (surface.target(), self.textures.get(handle)) {
            (Some(target), Ok(texture)) if target == texture.target => Ok(()),
            (Some(_), Err(_)) => Ok(()),
            _ => value("MGPSurface.texture_target", surface.texture_target.into(), "the texture's target"),
        }
    }

    pub(crate) fn destroy_framebuffer(&mut self, handle: RawHandle) -> Result {
        if handle == RawHandle::DEFAULT_FRAMEBUFFER {
            return Err(Refusal::State("the default framebuffer can't be destroyed"));
        }
        let mut name = None;
        let mut found = false;
        if let Ok(entry) = self.cx.framebuffers.entries.remove(handle) {
            found = true;
            name = entry.twin.name;
            if let Some(name) = name {
                self.cx.shadow.forget_framebuffer(name);
                self.gl.delete_framebuffer(name);
            }
        }
        for cx in &mut self.parked {
            if let (None, Ok(entry)) = (name, cx.framebuffers.entries.remove(handle)) {
                found = true;
                cx.graveyard.extend(entry.twin.name.map(Dead::Framebuffer));
            }
        }
        for cx in self.contexts_mut() {
            for bound in cx.framebuffers.bound.iter_mut().filter(|bound| **bound == handle) {
                *bound = RawHandle::DEFAULT_FRAMEBUFFER;
            }
        }
        // A framebuffer that never was described to the server can die, too.
        if !found {
            tracing::trace!(?handle, "a framebuffer without a record died");
        }
        Ok(())
    }

    /// Makes the driver's draw framebuffer the pushed one, attachments, draw buffers and binding, and says what the draw has
    /// to know. Cheap when nothing moved.
    pub(crate) fn sync_draw(&mut self) -> Result<DrawTargets> {
        let handle = self.cx.framebuffers.bound(Binding::Draw);
        let moved = self.images.moved;
        let resolved = self.sync_framebuffer(handle, Binding::Draw)?;
        let targets = resolved.targets;
        if targets.alpha_pinned != 0 && resolved.alpha_is_one != Some(moved) && !targets.incomplete {
            let resolved = *resolved;
            self.make_alpha_one(&resolved);
            let surface = self.cx.surfaces.draw;
            if let Some((twin, _)) = self.cx.framebuffers.twin(handle, surface) {
                twin.resolved.alpha_is_one = Some(moved);
            }
        }
        self.cx.shadow.moved -= crate::driver::Groups::DRAW_FRAMEBUFFER;
        Ok(targets)
    }

    /// Makes `binding` of the driver the framebuffer of `handle` (null: the bound one), complete with draw buffers or read
    /// buffer.
    pub(crate) fn sync_framebuffer(&mut self, handle: RawHandle, binding: Binding) -> Result<&Resolved> {
        let handle = if handle.is_null() { self.cx.framebuffers.bound(binding) } else { handle };
        let moved = self.images.moved;
        let surface = match binding {
            Binding::Draw => self.cx.surfaces.draw,
            Binding::Read => self.cx.surfaces.read,
        };
        let clean = self
            .cx
            .framebuffers
            .twin(handle, surface)
            .is_some_and(|(twin, serial)| twin.synced == Some((serial, moved)));
        if clean {
            self.images.counters.framebuffer_hits += 1;
        } else {
            self.images.counters.framebuffer_walks += 1;
            let mut taken = self.take_twin(handle, surface)?;
            self.walk(&mut taken, binding)?;
            taken.twin.synced = Some((taken.serial, moved));
            self.put_twin(taken);
        }
        let cx = &mut self.cx;
        let (twin, _) = cx.framebuffers.twin(handle, surface).ok_or(Refusal::State("a framebuffer without a twin"))?;
        twin.bind(&self.gl, &mut cx.shadow, binding);
        Ok(&twin.resolved)
    }

    /// Takes a twin with its record out for the time of its synchronisation.
    fn take_twin(&mut self, handle: RawHandle, surface: RawHandle) -> Result<Taken> {
        let framebuffers = &mut self.cx.framebuffers;
        if handle == RawHandle::DEFAULT_FRAMEBUFFER {
            let (record, serial) = match framebuffers.entries.get(handle) {
                Ok(entry) => (entry.record, entry.serial),
                // Before the first record GL's initial state rules: draws and reads use the back buffer.
                Err(_) => (initial_default(), 0),
            };
            let index = framebuffers.surfaces.iter().position(|(of, _)| *of == surface).unwrap_or_else(|| {
                framebuffers.surfaces.push((surface, Twin::default()));
                framebuffers.surfaces.len() - 1
            });
            let twin = std::mem::take(&mut framebuffers.surfaces[index].1);
            return Ok(Taken { place: Place::Surface(index), record, serial, twin, surface });
        }
        let entry = framebuffers.entries.get_mut(handle).map_err(missing("framebuffer", handle))?;
        let (record, serial) = (entry.record, entry.serial);
        let twin = std::mem::take(&mut entry.twin);
        Ok(Taken { place: Place::Entry(handle), record, serial, twin, surface: RawHandle::NULL })
    }

    fn put_twin(&mut self, taken: Taken) {
        let framebuffers = &mut self.cx.framebuffers;
        match taken.place {
            Place::Surface(index) => framebuffers.surfaces[index].1 = taken.twin,
            Place::Entry(handle) => {
                if let Ok(entry) = framebuffers.entries.get_mut(handle) {
                    entry.twin = taken.twin;
                }
            }
        }
    }

    /// The driver framebuffers that show a surface are gone with it.
    pub(crate) fn forget_surface(&mut self, surface: RawHandle) {
        let take = |framebuffers: &mut ContextFramebuffers| {
            let at = framebuffers.surfaces.iter().position(|(of, _)| *of == surface)?;
            framebuffers.surfaces.swap_remove(at).1.name
        };
        if let Some(name) = take(&mut self.cx.framebuffers) {
            self.cx.shadow.forget_framebuffer(name);
            self.gl.delete_framebuffer(name);
        }
        for cx in &mut self.parked {
            let dead = take(&mut cx.framebuffers).map(Dead::Framebuffer);
            cx.graveyard.extend(dead);
        }
    }

    /// A framebuffer object of the current context for internal work, nothing attached but what the last work left.
    pub(crate) fn scratch_framebuffer(&mut self, binding: Binding) -> Result<GlFramebuffer> {
        let slot = &mut self.cx.framebuffers.scratch[binding as usize];
        match *slot {
            Some(name) => Ok(name),
            None => {
                let name = self.gl.create_framebuffer().map_err(Refusal::Driver)?;
                *slot = Some(name);
                Ok(name)
            }
        }
    }
}

/// A twin that is being synchronised.
struct Taken {
    place: Place,
    record: MGPFramebufferState,
    serial: u64,
    twin: Twin,
    /// The default framebuffer's surface.
    surface: RawHandle,
}

enum Place {
    Surface(usize),
    Entry(RawHandle),
}

/// Whether two records say the same of a framebuffer, whatever bindings they move.
fn describes_the_same(a: &MGPFramebufferState, b: &MGPFramebufferState) -> bool {
    MGPFramebufferState { target: b.target, content_hash: b.content_hash, ..*a } == *b
}

fn initial_default() -> MGPFramebufferState {
    let mut draw_buffers = [-1; COLOR_POINTS];
    draw_buffers[0] = 0;
    let fbo = RawHandle::DEFAULT_FRAMEBUFFER;
    MGPFramebufferState { fbo, draw_buffers, is_default: 1, ..Default::default() }
}

/// The sets of slots that draws have to treat differently.
fn classify(resolved: &mut Resolved) {
    let mut targets = DrawTargets { enabled: resolved.permutation.draw_mask, ..resolved.targets };
    (targets.srgb, targets.formats) = (0, [0; COLOR_POINTS]);
    (targets.alpha_pinned, targets.clamp_unorm, targets.clamp_snorm, targets.integer) = (0, 0, 0, 0);
    for slot in 0..COLOR_POINTS {
        let bit = 1u8 << slot;
        let Some(image) = resolved.drawn(slot).and_then(|a| a.image) else { continue };
        if image.storage.opaque {
            targets.alpha_pinned |= bit;
        }
        targets.formats[slot] = image.info.internal_format;
        if image.info.is_integer_color() {
            targets.integer |= bit;
        }
        if is_srgb(image.storage.internal_format) {
            targets.srgb |= bit;
        }
        match image.storage.clamp {
            Some(Clamp::Unorm) => targets.clamp_unorm |= bit,
            Some(Clamp::Snorm) => targets.clamp_snorm |= bit,
            None => {}
        }
    }
    resolved.targets = targets;
}
