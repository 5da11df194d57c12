//! Shaders, programs, uniforms.

use super::{Driver, GlProgram, GlShader, forward::forward};

forward! {
    create_shader(kind: u32) -> Result<GlShader, String>;
    delete_shader(shader: GlShader);
    shader_source(shader: GlShader, source: &str);
    compile_shader(shader: GlShader);
    get_shader_compile_status(shader: GlShader) -> bool;
    get_shader_info_log(shader: GlShader) -> String;
    create_program() -> Result<GlProgram, String>;
    delete_program(program: GlProgram);
    attach_shader(program: GlProgram, shader: GlShader);
    detach_shader(program: GlProgram, shader: GlShader);
    link_program(program: GlProgram);
    get_program_link_status(program: GlProgram) -> bool;
    get_program_info_log(program: GlProgram) -> String;
    use_program(program: Option<GlProgram>);
    transform_feedback_varyings(program: GlProgram, varyings: &[&str], buffer_mode: u32);
}

impl Driver {
    /// Says before a link that the program's binary will be asked for.
    pub fn want_program_binary(&self, program: GlProgram) {
        // SAFETY: a context is current (`Driver::new`).
        unsafe { glow::HasContext::program_binary_retrievable_hint(&self.gl, program, true) }
    }

    /// Format and bytes of a linked program, where the driver has such.
    pub fn program_binary(&self, program: GlProgram) -> Option<(u32, Vec<u8>)> {
        // SAFETY: a context is current (`Driver::new`); the binding asks for the length first.
        let binary = unsafe { glow::HasContext::get_program_binary(&self.gl, program) }?;
        (!binary.buffer.is_empty()).then_some((binary.format, binary.buffer))
    }

    /// Makes the program from a binary; `false` when the driver does not take it.
    pub fn load_program_binary(&self, program: GlProgram, format: u32, bytes: &[u8]) -> bool {
        let binary = glow::ProgramBinary { buffer: bytes.to_vec(), format };
        // SAFETY: a context is current (`Driver::new`); the driver reads as many bytes as there are.
        unsafe { glow::HasContext::program_binary(&self.gl, program, &binary) }
        // A format that the driver doesn't know is an error, which nobody else is to find.
        // SAFETY: as above.
        let error = unsafe { glow::HasContext::get_error(&self.gl) };
        error == glow::NO_ERROR && self.get_program_link_status(program)
    }

    /// Location of a uniform by its ESSL name.
    pub fn uniform_location(&self, program: GlProgram, name: &str) -> Option<i32> {
        // SAFETY: a context is current (`Driver::new`).
        let location = unsafe { glow::HasContext::get_uniform_location(&self.gl, program, name) };
        location.map(|l| l.0 as i32)
    }
}
