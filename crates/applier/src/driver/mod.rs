//! The one thin layer over the driver: glow's functions and the entry points glow lacks, as safe methods of [`Driver`].
//!
//! It never validates: who calls has looked. All unsafe code of the crate is below this module. Why the methods may be safe:
//! - [`Driver::new`] is unsafe and its caller promises that whenever a method is called, a context of the same driver is
//!   current on the calling thread.
//! - Memory that the driver reads or writes is a slice, which glow hands over with its length; where the length is implied
//!   by formats and extents, the method says so and checks it.
//! - Offsets into buffer objects that are out of range are the driver's to refuse; it reads only its own memory for them.

#![allow(unsafe_code)]

mod buffer;
mod caps;
mod clears;
mod draw;
mod entry;
mod error;
mod fault;
mod forward;
mod pace;
pub(crate) mod pixels;
mod program;
mod shadow;
mod state;
mod target;
mod texture;
mod wide;

pub use draw::GlSync;
pub(crate) use entry::EntryPoints;
pub use entry::UniformShape;
pub(crate) use shadow::{DEPTH_CLAMP, POLYGON_OFFSET_LINE, POLYGON_OFFSET_POINT};
pub use shadow::{Groups, ImageBinding, IndexedTarget, PixelStore, Shadow};
pub use wide::MappedRange;

use pipe_types::caps::{Capabilities, Features};
use std::{cell::Cell, ffi::c_void};
use thiserror::Error;

/// A driver buffer.
pub type GlBuffer = glow::NativeBuffer;
/// A driver texture.
pub type GlTexture = glow::NativeTexture;
/// A driver sampler object.
pub type GlSampler = glow::NativeSampler;
/// A driver framebuffer object.
pub type GlFramebuffer = glow::NativeFramebuffer;
/// A driver renderbuffer.
pub type GlRenderbuffer = glow::NativeRenderbuffer;
/// A driver vertex array.
pub type GlVertexArray = glow::NativeVertexArray;
/// A driver program.
pub type GlProgram = glow::NativeProgram;
/// A driver shader.
pub type GlShader = glow::NativeShader;
/// A driver query object.
pub type GlQuery = glow::NativeQuery;
/// A driver transform feedback object.
pub type GlXfb = glow::NativeTransformFeedback;

/// Why there is no usable driver.
#[derive(Debug, Error)]
pub enum DriverError {
    /// No context is current, or it answers nothing.
    #[error("no driver context is current")]
    NoContext,
    /// Too old.
    #[error("the driver offers `{version}`; OpenGL ES 3.1 or later is needed")]
    TooOld {
        /// `GL_VERSION`.
        version: String,
    },
    /// A word of the mask is no feature.
    #[error("`{name}` in the capability mask names no feature")]
    UnknownFeature {
        /// The word.
        name: String,
    },
    /// A word of the faults is no call that can be told to fail.
    #[error("`{word}` names no driver call that can be told to fail")]
    UnknownFault {
        /// The word.
        word: String,
    },
}

/// How often the driver was called, and how often it was not because the shadow knew that nothing would change.
#[derive(Debug, Default)]
pub(crate) struct CallCounters {
    calls: Cell<u64>,
    spared: Cell<u64>,
}

impl CallCounters {
    #[inline(always)]
    fn called(&self) {
        self.calls.set(self.calls.get() + 1);
    }
    #[inline(always)]
    fn spared(&self) {
        self.spared.set(self.spared.get() + 1);
    }
}

/// The driver's entry points and what it can do. One for all driver contexts of a session: they are contexts of one driver.
pub struct Driver {
    pub(crate) gl: glow::Context,
    pub(crate) ext: EntryPoints,
    /// Calls that are to fail.
    faults: fault::Faults,
    /// Errors that were taken from the driver and not reported yet.
    kept_errors: std::cell::RefCell<Vec<u32>>,
    pace: pace::Pace,
    /// Whether there was a clear since the last dispatch.
    cleared: Cell<bool>,
    /// What the driver can do, after masking.
    pub caps: Capabilities,
    /// The optional features of `caps`.
    pub features: Features,
}

// A glow context is function pointers and strings (its debug callback is never set here), and so is the table of entry points.
// SAFETY: nothing in them is tied to a thread; that a context is current where methods are called is `new`'s contract.
unsafe impl Send for Driver {}

impl Driver {
    /// Loads the entry points by name and reads the capabilities of the current context, minus the features named in
    /// `mask` (comma-separated, any case: `norm16,bgra`).
    ///
    /// # Errors
    /// No context, a driver older than ES 3.1, or a mask with an unknown word.
    ///
    /// # Safety
    /// `loader` returns null or the entry point of that name; a context is current on this thread now, and one of the same
    /// driver on whichever thread calls a method later.
    pub unsafe fn new(loader: &mut dyn FnMut(&str) -> *const c_void, mask: &str) -> Result<Driver, DriverError> {
        let ext = EntryPoints::load(loader);
        let version = ext.version().ok_or(DriverError::NoContext)?;
        let es_version = caps::parse_version(&version).filter(|v| *v >= 31);
        let Some(es_version) = es_version else { return Err(DriverError::TooOld { version }) };
        // SAFETY: a context is current (it answered its version), and the loader is the caller's promise.
        let gl = unsafe { glow::Context::from_loader_function(|name| loader(name)) };
        let mut driver = Driver {
            gl,
            ext,
            faults: Default::default(),
            kept_errors: Default::default(),
            pace: Default::default(),
            cleared: Cell::default(),
            caps: Capabilities::default(),
            features: Features::empty(),
        };
        driver.caps = caps::read(&driver, version, es_version, mask)?;
        driver.features = driver.caps.features();
        driver.pace = pace::Pace::of(&driver.caps.renderer);
        Ok(driver)
    }

    /// Calls of the driver so far, and those that were spared because they would have changed nothing.
    pub fn calls(&self) -> [u64; 2] {
        [self.ext.counters.calls.get(), self.ext.counters.spared.get()]
    }

    /// The shadow has nothing to tell the driver.
    #[inline(always)]
    fn spared(&self) {
        self.ext.counters.spared();
    }

    /// Whether the driver has all of `features` (and none of them is masked).
    pub fn has(&self, features: Features) -> bool {
        self.features.contains(features)
    }
}

impl std::fmt::Debug for Driver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Driver").field("renderer", &self.caps.renderer).field("features", &self.features).finish()
    }
}
