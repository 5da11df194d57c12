//! The shadow of a driver context: what every binding and every piece of state that the applier touches is in the driver.
//!
//! All of it is written through here, so a call that would change nothing is not made. `None` stands for "not known" and
//! makes the next write go through; [`Shadow::forget_everything`] sets everything to that, for contexts that something
//! else has touched and for tests.
//!
//! Internal operations (clears, blits, uploads, readbacks) set what they need and restore nothing: each setter that really
//! changed the driver leaves a mark in [`Shadow::moved`], and the next verb's synchronisation of that group compares again.
//! Only what no verb synchronises is restored, by the `with_*` methods.

mod bindings;
mod fixed;

pub use bindings::{ImageBinding, IndexedTarget, PixelStore};
pub(crate) use fixed::Fixed;
pub(crate) use fixed::{DEPTH_CLAMP, POLYGON_OFFSET_LINE, POLYGON_OFFSET_POINT};

use super::Driver;

bitflags::bitflags! {
    /// Groups of driver state that verbs synchronise as one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
    pub struct Groups: u32 {
        /// Texture and sampler bindings of the units.
        const UNITS = 1 << 0;
        /// Image units.
        const IMAGES = 1 << 1;
        /// Indexed buffer bindings.
        const BUFFERS = 1 << 2;
        /// The draw framebuffer binding.
        const DRAW_FRAMEBUFFER = 1 << 3;
        /// The read framebuffer binding.
        const READ_FRAMEBUFFER = 1 << 4;
        /// The vertex array binding.
        const VERTEX_ARRAY = 1 << 5;
        /// The program.
        const PROGRAM = 1 << 6;
        /// Fixed state (raster, blend, depth, stencil, viewport, scissor, multisample).
        const FIXED = 1 << 7;
    }
}

/// See the module.
#[derive(Debug)]
pub struct Shadow {
    /// Groups in which the driver was really changed since the group's synchronisation cleared its bit.
    pub moved: Groups,
    /// Fixed state.
    pub(crate) fixed: Fixed,
    bindings: bindings::Bindings,
}

impl Shadow {
    /// A shadow that knows nothing, for a context with `texture_units`, `image_units` and so many indexed buffers.
    pub fn new(driver: &Driver) -> Self {
        Shadow { moved: Groups::all(), fixed: Fixed::default(), bindings: bindings::Bindings::new(&driver.caps.limits) }
    }

    /// Everything may be anything: the next write of each piece goes to the driver.
    pub fn forget_everything(&mut self) {
        self.moved = Groups::all();
        self.fixed = Fixed::default();
        self.bindings.forget_everything();
    }

    /// Whether `group` was changed since the last time this was asked.
    pub fn take_moved(&mut self, group: Groups) -> bool {
        let moved = self.moved.intersects(group);
        self.moved -= group;
        moved
    }
}
