//! The programs of the tests.

mod compat;
mod list;

use glsl_front::LinkOptions;
use pipe_types::archive::Stage;

/// A program.
pub(crate) struct Case {
    /// Its name in messages.
    pub(crate) name: &'static str,
    /// Sources by stage.
    pub(crate) stages: Vec<(Stage, &'static str)>,
    /// State of the program object.
    pub(crate) options: LinkOptions,
    /// Whether the desktop driver takes the same source, so that reflection can be compared.
    pub(crate) native: bool,
}

impl Case {
    fn new(name: &'static str, stages: &[(Stage, &'static str)]) -> Case {
        Case { name, stages: stages.to_vec(), options: LinkOptions::default(), native: true }
    }

    fn with(mut self, f: impl FnOnce(&mut LinkOptions)) -> Case {
        f(&mut self.options);
        self
    }

    fn not_native(mut self) -> Case {
        self.native = false;
        self
    }
}

/// All of them.
pub(crate) fn cases() -> Vec<Case> {
    list::cases()
}
