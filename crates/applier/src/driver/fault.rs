//! Calls that fail on purpose, as a driver without memory fails: what only a driver can find has tests so, on one that never
//! runs out of it.

use super::{Driver, DriverError};
use glow::PixelUnpackData;
use std::cell::Cell;

/// Methods of [`Driver`] that hand their arguments to glow's function of the same name, unless they are told to fail.
macro_rules! fallible {
    ($($vis:vis $name:ident = $gl:literal ($($arg:ident: $ty:ty),* $(,)?);)*) => {
        /// The calls that can be told to fail.
        const CALLS: &[&str] = &[$($gl),*];

        #[allow(missing_docs)] // each is the GL function of that name
        #[allow(clippy::too_many_arguments)]
        impl Driver {
            $(
                #[inline]
                $vis fn $name(&self, $($arg: $ty),*) {
                    if self.faults.strike($gl) {
                        return;
                    }
                    // SAFETY: a context is current (`Driver::new`); memory is passed as slices, and where formats and extents
                    // imply their length (the methods for this layer alone), the callers in this layer have checked it.
                    unsafe { glow::HasContext::$name(&self.gl, $($arg),*) }
                }
            )*
        }
    };
}

fallible! {
    pub tex_storage_2d = "glTexStorage2D"(target: u32, levels: i32, internal_format: u32, width: i32, height: i32);
    pub tex_storage_3d = "glTexStorage3D"(target: u32, levels: i32, internal_format: u32, width: i32, height: i32, depth: i32);
    pub tex_storage_2d_multisample = "glTexStorage2DMultisample"(target: u32, samples: i32, internal_format: u32, width: i32, height: i32, fixed_sample_locations: bool);
    pub(super) tex_image_2d = "glTexImage2D"(target: u32, level: i32, internal_format: i32, width: i32, height: i32, border: i32, format: u32, ty: u32, pixels: PixelUnpackData<'_>);
    pub(super) tex_image_3d = "glTexImage3D"(target: u32, level: i32, internal_format: i32, width: i32, height: i32, depth: i32, border: i32, format: u32, ty: u32, pixels: PixelUnpackData<'_>);
    pub renderbuffer_storage = "glRenderbufferStorage"(target: u32, internal_format: u32, width: i32, height: i32);
    pub renderbuffer_storage_multisample = "glRenderbufferStorageMultisample"(target: u32, samples: i32, internal_format: u32, width: i32, height: i32);
    pub draw_arrays = "glDrawArrays"(mode: u32, first: i32, count: i32);
}

/// Those of [`super::wide`].
const WIDE: &[&str] = &["glBufferData", "glCopyBufferSubData", "glMapBufferRange"];

/// The calls that are to fail, and what they leave behind.
#[derive(Debug, Default)]
pub(super) struct Faults {
    /// Each with the number of calls up to and with the one that fails.
    left: Vec<(&'static str, Cell<u32>)>,
    /// What [`Driver::get_error`] says next.
    error: Cell<u32>,
}

impl Faults {
    /// Whether this call of `name` is to fail. It leaves `GL_OUT_OF_MEMORY` behind, as calls do that have no memory.
    #[inline]
    pub(super) fn strike(&self, name: &str) -> bool {
        !self.left.is_empty() && self.count(name)
    }

    /// What the last call that failed left behind, if it has not been taken.
    #[inline]
    pub(super) fn take_error(&self) -> u32 {
        self.error.replace(glow::NO_ERROR)
    }

    #[cold]
    fn count(&self, name: &str) -> bool {
        let mut now = false;
        for (_, left) in self.left.iter().filter(|(call, left)| *call == name && left.get() > 0) {
            left.set(left.get() - 1);
            now |= left.get() == 0;
        }
        if now {
            tracing::info!(name, "fails on purpose");
            self.error.set(glow::OUT_OF_MEMORY);
        }
        now
    }
}

impl Driver {
    /// Whether this call of `name` is to fail.
    #[inline]
    pub(super) fn fails(&self, name: &str) -> bool {
        self.faults.strike(name)
    }

    /// Makes calls fail: `which` names them, separated by commas, each with the number of the call that is to fail (the first,
    /// where there is none): `glBufferData:3,glTexStorage2D`. A call that fails does nothing and leaves `GL_OUT_OF_MEMORY`.
    ///
    /// # Errors
    /// A call that can't be told to fail, or what is no number from 1 on.
    pub fn fail_on(&mut self, which: &str) -> Result<(), DriverError> {
        for word in which.split(',').map(str::trim).filter(|word| !word.is_empty()) {
            let unknown = || DriverError::UnknownFault { word: word.to_owned() };
            let (call, number) = word.split_once(':').unwrap_or((word, "1"));
            let call = CALLS.iter().chain(WIDE).find(|name| **name == call).ok_or_else(unknown)?;
            let number = number.parse().ok().filter(|number| *number > 0).ok_or_else(unknown)?;
            self.faults.left.push((call, Cell::new(number)));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // red once: with the first entry of a call counted alone, the fourth call failed and not the third
    #[test]
    fn the_calls_with_the_numbers_fail_and_no_others() {
        let left = vec![("glDrawArrays", Cell::new(2)), ("glDrawArrays", Cell::new(3))];
        let faults = Faults { left, ..Default::default() };
        assert!(!faults.strike("glDrawArrays"));
        assert!(!faults.strike("glTexImage2D"));
        assert!(faults.strike("glDrawArrays"));
        assert_eq!((faults.take_error(), faults.take_error()), (glow::OUT_OF_MEMORY, glow::NO_ERROR));
        assert!(faults.strike("glDrawArrays"));
        assert!(!faults.strike("glDrawArrays"));
    }
}
