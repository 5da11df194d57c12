//! Surfaces: the storage behind default framebuffers. The server runs without windows, so presenting is a flush.

use crate::{
    Applier,
    error::{Refusal, Result, missing},
    renderbuffer::Renderbuffer,
};
use pipe_types::{
    handle::RawHandle,
    records::context::{MGPPresent, MGPSurfaceDesc},
};

/// The twin of a surface.
#[derive(Debug)]
pub(crate) struct Surface {
    /// The colour buffer.
    pub(crate) color: Renderbuffer,
    /// The depth and stencil buffer, if there is one.
    pub(crate) depth_stencil: Option<Renderbuffer>,
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Surfaces of a context's default framebuffer.
#[derive(Debug, Default)]
pub struct ContextSurfaces {
    /// What draws go to; null: none.
    pub(crate) draw: RawHandle,
    /// What reads come from; null: none.
    pub(crate) read: RawHandle,
}

impl Applier {
    pub(crate) fn create_surface(&mut self, desc: &MGPSurfaceDesc) -> Result {
        let exists = self.surfaces.get(desc.surface).is_ok();
        if !exists {
            let color = Renderbuffer::new(&self.gl, self.images.next_serial())?;
            let surface = Surface { color, depth_stencil: None, width: 0, height: 0 };
            match self.surfaces.insert(desc.surface, surface) {
                Ok(Some(old)) => self.release_surface(&old),
                Ok(None) => {}
                Err(surface) => {
                    self.release_surface(&surface);
                    return Err(missing("surface", desc.surface)(crate::Miss::Stale));
                }
            }
        }
        let (first, second) = (self.images.next_serial(), self.images.next_serial());
        let surface = self.surfaces.get_mut(desc.surface).map_err(missing("surface", desc.surface))?;
        (surface.width, surface.height) = (desc.width, desc.height);
        let (gl, shadow, caps) = (&self.gl, &mut self.cx.shadow, self.images.caps);
        let samples = desc.samples as u16;
        let asked = |format| (format, desc.width, desc.height, if samples > 1 { samples } else { 0 });
        let mut results = [Ok(()), Ok(())];
        let mut dead = None;
        let mut retired = Vec::new();
        let result = surface.color.specify(gl, shadow, caps, &mut retired, desc.surface, asked(desc.color_format));
        if !matches!(result, Ok(false)) {
            surface.color.serial = first;
        }
        results[0] = result.map(drop);
        if desc.depth_stencil_format == 0 {
            dead = surface.depth_stencil.take();
        } else {
            if surface.depth_stencil.is_none() {
                surface.depth_stencil = Some(Renderbuffer::new(gl, second)?);
            }
            if let Some(buffer) = &mut surface.depth_stencil {
                let result =
                    buffer.specify(gl, shadow, caps, &mut retired, desc.surface, asked(desc.depth_stencil_format));
                if !matches!(result, Ok(false)) {
                    buffer.serial = second;
                }
                results[1] = result.map(drop);
            }
        }
        if let Some(dead) = dead {
            self.release_renderbuffer(&dead);
        }
        self.retire_textures(retired);
        self.images.moved += 1;
        for result in results {
            self.settle(result)?;
        }
        Ok(())
    }

    pub(crate) fn destroy_surface(&mut self, handle: RawHandle) -> Result {
        let surface = self.surfaces.remove(handle).map_err(missing("handle", handle))?;
        self.release_surface(&surface);
        self.forget_surface(handle);
        Ok(())
    }

    fn release_surface(&mut self, surface: &Surface) {
        self.release_renderbuffer(&surface.color);
        if let Some(buffer) = &surface.depth_stencil {
            self.release_renderbuffer(buffer);
        }
    }

    /// Which surfaces the default framebuffer of the current context has (null: none).
    pub(crate) fn set_surfaces(&mut self, draw: RawHandle, read: RawHandle) -> Result {
        for (field, handle) in [("draw", draw), ("read", read)] {
            if !self.surfaces.is_known(handle) {
                return Err(Refusal::Handle { field, handle, miss: crate::Miss::Unknown });
            }
        }
        if (self.cx.surfaces.draw, self.cx.surfaces.read) != (draw, read) {
            self.cx.surfaces = ContextSurfaces { draw, read };
            self.images.moved += 1;
        }
        Ok(())
    }

    pub(crate) fn present(&mut self, record: &MGPPresent) -> Result {
        self.surfaces.get(record.surface).map_err(missing("surface", record.surface))?;
        self.gl.flush();
        self.gl.scene_ends();
        Ok(())
    }
}
