//! Shaders and programs (GL 4.6 core 7).

/// To come.
#[derive(Debug, Default)]
pub struct ShaderOrProgram {}

/// To come.
#[derive(Debug, Default)]
pub struct ProgramState {}
