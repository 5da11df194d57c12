//! What the body of a scenario works with: GL's functions, short ways to make the usual objects, and the readings.

mod objects;
mod pixels;
mod transfer;

pub use objects::{COLOR_FS, FULL_VS, Target};
pub use pixels::{COMPRESSED_FORMATS, noise, texel_bytes};
pub use transfer::*;

use crate::{
    Arm, Display, Reading, Shown,
    bindings::{egl, gl},
};
use std::{cell::RefCell, ops::Deref};

/// A current context and what has been read from it. Dereferences to GL's functions.
pub struct Scene {
    gl: gl::Gl,
    /// The display.
    pub display: Display,
    /// The context.
    pub context: egl::types::EGLContext,
    readings: RefCell<Vec<Reading>>,
}

impl Deref for Scene {
    type Target = gl::Gl;
    fn deref(&self) -> &gl::Gl {
        &self.gl
    }
}

impl Scene {
    /// A scene of a context that is current in this thread.
    pub fn new(display: Display, context: egl::types::EGLContext) -> Scene {
        Scene { gl: display.gl(), display, context, readings: RefCell::default() }
    }

    /// Whether the system's driver draws. For what is a limit of the driver, never to excuse a difference.
    pub fn is_native(&self) -> bool {
        self.display.arm() == Arm::Native
    }

    /// Records bytes.
    pub fn bytes(&self, name: &str, bytes: &[u8]) {
        self.record(name, bytes.to_vec(), Shown::U8);
    }
    /// Records a text.
    pub fn text(&self, name: &str, text: &str) {
        self.record(name, text.as_bytes().to_vec(), Shown::Text);
    }
    /// Records words.
    pub fn u32s(&self, name: &str, values: &[u32]) {
        self.record(name, values.iter().flat_map(|v| v.to_ne_bytes()).collect(), Shown::U32);
    }
    /// Records signed words.
    pub fn i32s(&self, name: &str, values: &[i32]) {
        self.record(name, values.iter().flat_map(|v| v.to_ne_bytes()).collect(), Shown::I32);
    }
    /// Records 64-bit integers.
    pub fn i64s(&self, name: &str, values: &[i64]) {
        self.record(name, values.iter().flat_map(|v| v.to_ne_bytes()).collect(), Shown::I64);
    }
    /// Records floats.
    pub fn f32s(&self, name: &str, values: &[f32]) {
        self.record(name, values.iter().flat_map(|v| v.to_ne_bytes()).collect(), Shown::F32);
    }
    /// Records enums.
    pub fn enums(&self, name: &str, values: &[u32]) {
        self.record(name, values.iter().flat_map(|v| v.to_ne_bytes()).collect(), Shown::Enum);
    }
    fn record(&self, name: &str, bytes: Vec<u8>, shown: Shown) {
        self.readings.borrow_mut().push(Reading { name: name.to_owned(), bytes, shown });
    }

    /// Records the GL error of what was done last, and forgets it.
    pub unsafe fn error(&self, name: &str) {
        self.enums(name, &[self.GetError()]);
    }
    /// Records `glGetIntegerv`, whose values are `N`.
    pub unsafe fn integer<const N: usize>(&self, name: &str, pname: u32) {
        let mut values = [i32::MIN; N];
        self.GetIntegerv(pname, values.as_mut_ptr());
        self.i32s(name, &values);
    }
    /// Records `glGetFloatv`, whose values are `N`.
    pub unsafe fn float<const N: usize>(&self, name: &str, pname: u32) {
        let mut values = [f32::MIN; N];
        self.GetFloatv(pname, values.as_mut_ptr());
        self.f32s(name, &values);
    }

    /// The end: no error may be left that the scenario did not look at, or its readings prove little.
    pub(crate) fn finish(self) -> Vec<Reading> {
        // SAFETY: the context is current.
        let left = unsafe { self.GetError() };
        assert!(left == gl::NO_ERROR || !self.is_native(), "the scenario leaves error {left:#06x} behind");
        self.enums("the error at the end", &[left]);
        let readings = self.readings.take();
        assert!(
            readings.len() > 1 && readings.iter().any(|r| r.bytes.iter().any(|&b| b != 0)),
            "nothing was read that could differ"
        );
        self.display.close().expect("the display closes");
        readings
    }
}
