//! EGL 1.5: displays, configs, contexts, surfaces, sync objects. Every function gets the locked front end and answers `Ok` or an
//! EGL error enum.

pub mod config;
pub mod context;
pub mod display;
pub mod enums;
pub mod surface;
pub mod sync;
pub mod thread;

/// What EGL knows beyond GL: part of the front end.
#[derive(Default)]
pub struct Egl {
    /// Displays by index; a display is never forgotten (EGL 1.5 section 3.2).
    pub displays: Vec<display::Display>,
    /// Surfaces by index.
    pub surfaces: Vec<Option<surface::Surface>>,
    /// Sync objects by index.
    pub syncs: Vec<Option<sync::Sync>>,
}

/// An EGL object's C value is its kind's base plus its index, so that a value of one kind is none of another.
#[derive(Clone, Copy, Debug)]
#[repr(usize)]
pub enum ObjectKind {
    /// `EGLDisplay`
    Display = 0x4D50_0000,
    /// `EGLConfig`
    Config = 0x4D51_0000,
    /// `EGLContext`
    Context = 0x4D52_0000,
    /// `EGLSurface`
    Surface = 0x4D53_0000,
    /// `EGLSync`
    Sync = 0x4D54_0000,
    /// `EGLDeviceEXT`
    Device = 0x4D55_0000,
}

impl ObjectKind {
    /// The C value of object `index`.
    pub fn value(self, index: usize) -> usize {
        self as usize + index
    }
    /// The index behind a C value, if it is of this kind.
    pub fn index(self, value: usize) -> Option<usize> {
        value.checked_sub(self as usize).filter(|&index| index < 0x1_0000)
    }
}
