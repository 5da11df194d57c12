//! The server's shader back end: SPIR-V of a linked program to ESSL text for the driver, with the state of a draw that
//! GL keeps outside of shaders and ES can only express inside them (a [`Variant`]) patched in.
//!
//! The SPIR-V comes from the other process and is checked first (see [`CheckError`]). The translator is C++ behind a
//! binding that turns its exceptions into errors; this crate itself has no unsafe code.

#![forbid(unsafe_code)]

mod edit;
mod image_format;
mod patch;
mod translate;

/// Stands for the code that makes the texts.
pub const BUILD: &str = env!("ESSL_BACK_BUILD");

pub use patch::control::PatchDefaults;
pub use patch::image::SlotFormat;
pub use pipe_types::archive::Stage;
pub use spirv_check::{CheckError, MAX_WORDS};
pub use translate::{
    DRAW_PARAMETERS_UNIFORM, EsCaps, LEVELS_UNIFORM, LOD_BIAS_UNIFORM, Named, SAMPLES_UNIFORM, TARGET_HEIGHT_UNIFORM,
    TranslateError, Variant, check_program, counter_slot, translate,
};
