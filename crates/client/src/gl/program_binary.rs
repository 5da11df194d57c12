//! Program binaries (GL 4.6 core 7.5): modules and archive as the shader front end has made them, with a head that says by which
//! build, and a checksum. What is loaded is checked like what is linked; the modules' words are checked by the server, as always.

use super::{
    enums::*,
    program::program,
    program_link::{check_limits, install},
};
use crate::{Cx, shader_cache};
use glsl_front::store;

/// The one format that there is: `GL_PROGRAM_BINARY_FORMAT_MESA`, as programs know it, which promises nothing about what is inside.
pub const FORMAT: GLenum = 0x875F;

const MAGIC: &[u8; 8] = b"MGPPROG1";
/// Magic, build, checksum, flags.
const HEAD: usize = 8 + 8 + 16 + 4;

fn head(separable: bool, content: &[u8]) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(xxhash_rust::xxh3::xxh3_64(shader_cache::build().as_bytes()).to_le_bytes());
    head.extend(xxhash_rust::xxh3::xxh3_128(content).to_le_bytes());
    head.extend(u32::from(separable).to_le_bytes());
    head
}

/// The binary of a program; `GL_INVALID_OPERATION` when it is not linked.
fn binary(cx: &mut Cx<'_>, name: GLuint) -> Option<Vec<u8>> {
    let reference = program(cx, name)?;
    let object = cx.shared.programs.program(&reference);
    let Some(executable) = object.executable.as_deref().filter(|_| object.linked) else {
        cx.error(GL_INVALID_OPERATION, "the program is not linked");
        return None;
    };
    let content = store::program_to_bytes(&executable.modules, &executable.archive);
    let mut bytes = head(object.executable_separable, &content);
    bytes.extend(content);
    Some(bytes)
}

/// `GL_PROGRAM_BINARY_LENGTH`: 0 when it is not linked.
pub fn length(cx: &mut Cx<'_>, name: GLuint) -> Option<GLint> {
    let reference = program(cx, name)?;
    let linked = cx.shared.programs.program(&reference).linked;
    if !linked {
        return Some(0);
    }
    binary(cx, name).map(|bytes| bytes.len() as GLint)
}

/// `glGetProgramBinary`, for a buffer of `size` bytes.
pub fn get(cx: &mut Cx<'_>, name: GLuint, size: GLsizei) -> Option<Vec<u8>> {
    program(cx, name)?;
    if size < 0 {
        cx.error(GL_INVALID_VALUE, "size");
        return None;
    }
    let bytes = binary(cx, name)?;
    if bytes.len() > size as usize {
        cx.error(GL_INVALID_OPERATION, "the buffer is smaller than the binary");
        return None;
    }
    Some(bytes)
}

/// `glProgramBinary`. Bytes that are none of ours, or another build's, leave the program unlinked, which is no error.
pub fn set(cx: &mut Cx<'_>, name: GLuint, format: GLenum, bytes: &[u8], length: GLsizei) {
    let Some(reference) = program(cx, name) else { return };
    if length < 0 {
        return cx.error(GL_INVALID_VALUE, "length");
    }
    if super::transform_feedback::uses_program(cx, &reference) {
        return cx.error(GL_INVALID_OPERATION, "active transform feedback uses the program");
    }
    if format != FORMAT {
        cx.shared.programs.program_mut(&reference).linked = false;
        return cx.error(GL_INVALID_ENUM, "no such program binary format");
    }
    let read = || {
        let (start, content) = bytes.split_at_checked(HEAD)?;
        let separable = start[HEAD - 4] == 1;
        let program = store::program_from_bytes(content).filter(|_| *start == head(separable, content)[..])?;
        Some((separable, program))
    };
    let result = match read() {
        Some((separable, linked)) => check_limits(cx, &linked.archive).map(|()| (separable, linked)),
        None => Err("error: the program binary is damaged, or was made by another version\n".to_owned()),
    };
    match result {
        Ok((separable, linked)) => install(cx, &reference, name, separable, linked),
        Err(log) => {
            let object = cx.shared.programs.program_mut(&reference);
            (object.linked, object.log) = (false, log);
        }
    }
    cx.shared.programs.program_mut(&reference).validated = false;
}
