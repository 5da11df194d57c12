//! Shaders as SPIR-V (GL 4.6 core 7.2): `glShaderBinary` keeps the module, `glSpecializeShader` makes a shader of it.

use super::{
    enums::*,
    program::{ShaderOrProgram, shader},
};
use crate::{Cx, table::Ref};
use glsl_front::SpecializeError;
use std::sync::Arc;

/// SPIR-V extensions that modules may use (`GL_SPIR_V_EXTENSIONS`).
pub const EXTENSIONS: &[&str] =
    &["SPV_KHR_shader_atomic_counter_ops", "SPV_KHR_shader_draw_parameters", "SPV_KHR_storage_buffer_storage_class"];

/// `glShaderBinary`.
pub fn shader_binary(cx: &mut Cx<'_>, names: &[GLuint], format: GLenum, bytes: &[u8]) {
    let mut shaders: Vec<Ref<ShaderOrProgram>> = Vec::new();
    for name in names {
        let Some(shader) = shader(cx, *name) else { return };
        shaders.push(shader);
    }
    if format != GL_SHADER_BINARY_FORMAT_SPIR_V {
        return cx.error(GL_INVALID_ENUM, &format!("no shader binary format {}", enum_name(format)));
    }
    if !bytes.len().is_multiple_of(4) {
        return cx.error(GL_INVALID_VALUE, "the binary is no whole number of words");
    }
    let words = bytes.chunks_exact(4).map(|w| u32::from_ne_bytes([w[0], w[1], w[2], w[3]]));
    let words: Arc<[u32]> = words.collect();
    if let Err(why) = glsl_front::check_words(&words) {
        return cx.error(GL_INVALID_VALUE, &format!("the binary is no SPIR-V module: {why}"));
    }
    for (n, shader) in shaders.iter().enumerate() {
        let stage = cx.shared.programs.shader_mut(shader).stage;
        if shaders[..n].iter().any(|before| cx.shared.programs.shader_mut(before).stage == stage) {
            return cx.error(GL_INVALID_OPERATION, "two shaders of one type");
        }
    }
    for shader in &shaders {
        let object = cx.shared.programs.shader_mut(shader);
        (object.source, object.compiled, object.log) = (Vec::new(), None, String::new());
        object.binary = Some(words.clone());
    }
}

/// `glSpecializeShader`.
pub fn specialize_shader(cx: &mut Cx<'_>, name: GLuint, entry_point: &str, indices: &[GLuint], values: &[GLuint]) {
    let Some(shader) = shader(cx, name) else { return };
    let object = cx.shared.programs.shader_mut(&shader);
    let Some(words) = object.binary.clone() else {
        return cx.error(GL_INVALID_OPERATION, "the shader is no SPIR-V binary");
    };
    if object.compiled.is_some() {
        return cx.error(GL_INVALID_OPERATION, "the shader is specialized already");
    }
    let constants: Vec<(u32, u32)> = indices.iter().copied().zip(values.iter().copied()).collect();
    match glsl_front::specialize(object.stage, &words, entry_point, &constants) {
        Ok(compiled) => (object.log, object.compiled) = (String::new(), Some(compiled)),
        Err(SpecializeError::Module(log)) => {
            tracing::debug!(shader = name, log, "a SPIR-V shader was refused");
            object.log = log;
        }
        Err(error) => cx.error(GL_INVALID_VALUE, &error.to_string()),
    }
}
