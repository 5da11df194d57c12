//! GL errors of the driver. It keeps one flag of a kind, or one in all, so they are taken from it before something is tried
//! whose own error matters, and kept until they are reported.

use super::Driver;

impl Driver {
    /// `glGetError`.
    #[inline]
    pub fn get_error(&self) -> u32 {
        match self.faults.take_error() {
            // SAFETY: a context is current (`Driver::new`).
            glow::NO_ERROR => unsafe { glow::HasContext::get_error(&self.gl) },
            error => error,
        }
    }

    /// Takes the errors that earlier calls left, so that the next one belongs to what is tried now;
    /// [`Driver::take_kept_errors`] gives them out.
    pub fn keep_errors(&self) {
        let mut kept = self.kept_errors.borrow_mut();
        // A lost context answers GL_CONTEXT_LOST for ever.
        for error in std::iter::repeat_with(|| self.get_error()).take(8).take_while(|error| *error != glow::NO_ERROR) {
            if !kept.contains(&error) {
                kept.push(error);
            }
        }
    }

    /// The errors that were kept, oldest first.
    pub fn take_kept_errors(&self) -> Vec<u32> {
        self.kept_errors.take()
    }
}
