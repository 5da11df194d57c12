//! stub
use crate::{Applier, Host, error::Result};
use pipe_types::{
    decode::Record,
    handle::RawHandle,
    primitive::{MGPHandleOnly, MGPWord, NoTail},
    records::program::*,
};

/// A texture unit that a program samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnitUse {
    /// The application's unit, as pushed state counts.
    pub(crate) unit: u32,
    /// The driver's unit, where the program looks.
    pub(crate) driver_unit: u32,
    /// GL type enum of the sampler (`GL_SAMPLER_2D`, `GL_INT_SAMPLER_CUBE`, ...): says target and class.
    pub(crate) sampler_type: u32,
}
/// An image unit that a program uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ImageUse {
    /// The application's unit.
    pub(crate) unit: u32,
    /// The driver's unit.
    pub(crate) driver_unit: u32,
    /// GL type enum of the image (`GL_IMAGE_2D`, ...).
    pub(crate) image_type: u32,
    /// Format enum that the shader declares in the ESSL.
    pub(crate) format: u32,
}
/// The twin of a program.
#[derive(Debug)]
pub(crate) struct Program {}
/// Program state of a context.
#[derive(Debug, Default)]
pub struct ProgramState {}
impl Applier {
    pub(crate) fn create_program(
        &mut self,
        _seq: u64,
        _r: &Record<'_, MGPProgramDesc, NoTail>,
        _h: &mut dyn Host,
    ) -> Result {
        Ok(())
    }
    pub(crate) fn destroy_program(&mut self, _h: RawHandle) -> Result {
        Ok(())
    }
    pub(crate) fn set_draw_program(&mut self, _r: &MGPHandleOnly) -> Result {
        Ok(())
    }
    pub(crate) fn set_dispatch_program(&mut self, _r: &MGPHandleOnly) -> Result {
        Ok(())
    }
    pub(crate) fn set_program_bindings(&mut self, _r: &Record<'_, MGPProgramBindings, MGPWord>) -> Result {
        Ok(())
    }
    pub(crate) fn set_global_constants(
        &mut self,
        _r: &Record<'_, MGPGlobalConstants, NoTail>,
        _h: &mut dyn Host,
    ) -> Result {
        Ok(())
    }
    pub(crate) fn set_shader_buffers(&mut self, _r: &Record<'_, MGPShaderBuffers, MGPBufferBinding>) -> Result {
        Ok(())
    }
}
