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
    /// Location of a uniform by its ESSL name.
    pub fn uniform_location(&self, program: GlProgram, name: &str) -> Option<i32> {
        // SAFETY: a context is current (`Driver::new`).
        let location = unsafe { glow::HasContext::get_uniform_location(&self.gl, program, name) };
        location.map(|l| l.0 as i32)
    }
}
