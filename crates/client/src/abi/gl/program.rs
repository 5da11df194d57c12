//! Shaders and programs.

use crate::{
    Cx,
    abi::{
        enter::gl_api,
        memory::{put, put_text, slice, slice_mut, text},
        types::*,
    },
    gl::{
        enums::*,
        program, program_binary,
        program_info::{self as info, Active},
        program_link, shader_binary,
    },
};

/// A name that ends in a zero.
///
/// # Safety
/// `ptr` is null or readable up to its zero.
pub(super) unsafe fn name(ptr: *const GLchar) -> String {
    // SAFETY: as the caller promises.
    String::from_utf8_lossy(unsafe { text(ptr, -1) }).into_owned()
}

/// Names that end in a zero each.
///
/// # Safety
/// `ptr` is null or readable for `count` pointers, each readable up to its zero.
unsafe fn names(ptr: *const *const GLchar, count: GLsizei) -> Vec<String> {
    // SAFETY: as the caller promises.
    let list = unsafe { slice(ptr, count.max(0) as usize) };
    // SAFETY: as the caller promises.
    list.iter().map(|&ptr| unsafe { name(ptr) }).collect()
}

/// Gives a text to the application; `GL_INVALID_VALUE` for a negative size.
///
/// # Safety
/// `out` is null or writable for `size` bytes, `length` is null or writable.
pub(super) unsafe fn give(
    cx: &mut Cx<'_>,
    found: Option<impl AsRef<[u8]>>,
    size: GLsizei,
    length: *mut GLsizei,
    out: *mut GLchar,
) {
    if size < 0 {
        return cx.error(GL_INVALID_VALUE, "size");
    }
    if let Some(found) = found {
        // SAFETY: as the caller promises.
        unsafe { put_text(found.as_ref(), size, length, out) }
    }
}

/// Where an active variable goes.
struct Room {
    buf_size: GLsizei,
    length: *mut GLsizei,
    size: *mut GLint,
    type_: *mut GLenum,
    name: *mut GLchar,
}

/// Gives an active variable to the application.
///
/// # Safety
/// The pointers are null or writable; `name` for `buf_size` bytes.
unsafe fn give_active(cx: &mut Cx<'_>, active: Option<Active>, room: Room) {
    if room.buf_size < 0 {
        return cx.error(GL_INVALID_VALUE, "size");
    }
    if let Some(active) = active {
        // SAFETY: as the caller promises.
        unsafe {
            put_text(active.name.as_bytes(), room.buf_size, room.length, room.name);
            put(room.size, active.size);
            put(room.type_, active.type_);
        }
    }
}

/// Gives numbers to the application.
///
/// # Safety
/// `out` is null or writable for all of them.
pub(super) unsafe fn give_numbers<T: Copy>(numbers: Option<Vec<T>>, out: *mut T) {
    let numbers = numbers.unwrap_or_default();
    // SAFETY: as the caller promises.
    let room = unsafe { slice_mut(out, numbers.len()) };
    let n = room.len();
    room.copy_from_slice(&numbers[..n]);
}

gl_api! {
    fn glCreateShader(cx, type_: GLenum) -> GLuint { program::create_shader(cx, type_) }
    fn glCreateProgram(cx) -> GLuint { program::create_program(cx) }
    fn glDeleteShader(cx, shader: GLuint) { program::delete_shader(cx, shader) }
    fn glDeleteProgram(cx, program: GLuint) { program::delete_program(cx, program) }
    fn glIsShader(cx, shader: GLuint) -> GLboolean { program::is_shader(cx, shader) }
    fn glIsProgram(cx, program: GLuint) -> GLboolean { program::is_program(cx, program) }
    fn glShaderSource(
        cx, shader: GLuint, count: GLsizei, string: *const *const GLchar, length: *const GLint,
    ) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count");
        }
        // SAFETY: the application gives `count` strings, and as many lengths or null.
        let (strings, lengths) = unsafe { (slice(string, count as usize), slice(length, count as usize)) };
        let mut source = Vec::new();
        for (at, &string) in strings.iter().enumerate() {
            let length = lengths.get(at).map_or(-1, |&length| length as isize);
            // SAFETY: a string has the length given for it, or ends in a zero.
            source.extend_from_slice(unsafe { text(string, length) });
        }
        program::shader_source(cx, shader, source)
    }
    fn glCompileShader(cx, shader: GLuint) { program_link::compile_shader(cx, shader) }
    fn glAttachShader(cx, program: GLuint, shader: GLuint) { program::attach_shader(cx, program, shader) }
    fn glDetachShader(cx, program: GLuint, shader: GLuint) { program::detach_shader(cx, program, shader) }
    fn glLinkProgram(cx, program: GLuint) { program_link::link_program(cx, program) }
    fn glUseProgram(cx, program: GLuint) { program::use_program(cx, program) }
    fn glValidateProgram(cx, program: GLuint) { program::validate_program(cx, program) }
    fn glReleaseShaderCompiler(cx) { let _ = cx; }
    fn glMaxShaderCompilerThreadsARB(cx, count: GLuint) { let _ = (cx, count); }
    fn glMaxShaderCompilerThreadsKHR(cx, count: GLuint) { let _ = (cx, count); }
    fn glProgramParameteri(cx, program: GLuint, pname: GLenum, value: GLint) {
        program::program_parameter(cx, program, pname, value)
    }
    fn glGetProgramBinary(
        cx, program: GLuint, buf_size: GLsizei, length: *mut GLsizei, format: *mut GLenum, binary: *mut GLvoid,
    ) {
        let found = program_binary::get(cx, program, buf_size);
        // SAFETY: the application gives room for `buf_size` bytes, a length and a format, or null.
        unsafe {
            put(length, found.as_ref().map_or(0, |bytes| bytes.len() as GLsizei));
            if found.is_some() {
                put(format, program_binary::FORMAT);
            }
            give_numbers(found, binary.cast());
        }
    }
    fn glProgramBinary(cx, program: GLuint, format: GLenum, binary: *const GLvoid, length: GLsizei) {
        // SAFETY: the application gives `length` bytes.
        let bytes = unsafe { slice(binary.cast::<u8>(), length.max(0) as usize) };
        program_binary::set(cx, program, format, bytes, length)
    }
    fn glShaderBinary(
        cx, count: GLsizei, shaders: *const GLuint, format: GLenum, binary: *const GLvoid, length: GLsizei,
    ) {
        if count < 0 || length < 0 {
            return cx.error(GL_INVALID_VALUE, "count or length");
        }
        // SAFETY: the application gives `count` names and `length` bytes.
        let (shaders, bytes) =
            unsafe { (slice(shaders, count as usize), slice(binary.cast::<u8>(), length as usize)) };
        shader_binary::shader_binary(cx, shaders, format, bytes)
    }
    fn glSpecializeShader(
        cx, shader: GLuint, entry_point: *const GLchar, count: GLuint, indices: *const GLuint, values: *const GLuint,
    ) {
        // SAFETY: the application gives a name that ends in a zero, `count` constant ids and as many values.
        let (entry_point, indices, values) =
            unsafe { (name(entry_point), slice(indices, count as usize), slice(values, count as usize)) };
        shader_binary::specialize_shader(cx, shader, &entry_point, indices, values)
    }
    fn glGetShaderPrecisionFormat(
        cx, shader: GLenum, precision: GLenum, range: *mut GLint, digits: *mut GLint,
    ) {
        let (low, high, bits) = match (shader, precision) {
            (GL_VERTEX_SHADER | GL_FRAGMENT_SHADER, GL_LOW_FLOAT | GL_MEDIUM_FLOAT | GL_HIGH_FLOAT) => (127, 127, 23),
            (GL_VERTEX_SHADER | GL_FRAGMENT_SHADER, GL_LOW_INT | GL_MEDIUM_INT | GL_HIGH_INT) => (31, 30, 0),
            _ => return cx.error(GL_INVALID_ENUM, "shader or precision type"),
        };
        // SAFETY: the application gives room for two limits and a number.
        unsafe {
            if let [first, second] = slice_mut(range, 2) {
                (*first, *second) = (low, high);
            }
            put(digits, bits);
        }
    }
    fn glBindAttribLocation(cx, program: GLuint, index: GLuint, attrib: *const GLchar) {
        // SAFETY: the application gives a name that ends in a zero.
        let attrib = unsafe { name(attrib) };
        program::bind_attrib_location(cx, program, index, &attrib)
    }
    fn glBindFragDataLocation(cx, program: GLuint, color: GLuint, output: *const GLchar) {
        // SAFETY: the application gives a name that ends in a zero.
        let output = unsafe { name(output) };
        program::bind_frag_data(cx, program, color, 0, &output)
    }
    fn glBindFragDataLocationIndexed(cx, program: GLuint, color: GLuint, index: GLuint, output: *const GLchar) {
        // SAFETY: the application gives a name that ends in a zero.
        let output = unsafe { name(output) };
        program::bind_frag_data(cx, program, color, index, &output)
    }
    fn glTransformFeedbackVaryings(
        cx, program: GLuint, count: GLsizei, varyings: *const *const GLchar, mode: GLenum,
    ) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count");
        }
        // SAFETY: the application gives `count` names that end in a zero.
        let varyings = unsafe { names(varyings, count) };
        program::transform_feedback_varyings(cx, program, varyings, mode)
    }
    fn glUniformBlockBinding(cx, program: GLuint, block: GLuint, binding: GLuint) {
        program::uniform_block_binding(cx, program, block, binding)
    }
    fn glShaderStorageBlockBinding(cx, program: GLuint, block: GLuint, binding: GLuint) {
        program::storage_block_binding(cx, program, block, binding)
    }

    fn glGetShaderiv(cx, shader: GLuint, pname: GLenum, params: *mut GLint) {
        if let Some(value) = info::shader_parameter(cx, shader, pname) {
            // SAFETY: the application gives room for one value.
            unsafe { put(params, value) }
        }
    }
    fn glGetProgramiv(cx, program: GLuint, pname: GLenum, params: *mut GLint) {
        // SAFETY: the application gives room for what the parameter has.
        unsafe { give_numbers(info::program_parameter(cx, program, pname), params) }
    }
    fn glGetShaderInfoLog(cx, shader: GLuint, size: GLsizei, length: *mut GLsizei, log: *mut GLchar) {
        let found = info::shader_log(cx, shader);
        // SAFETY: the application gives room for `size` bytes and a length, or null.
        unsafe { give(cx, found, size, length, log) }
    }
    fn glGetProgramInfoLog(cx, program: GLuint, size: GLsizei, length: *mut GLsizei, log: *mut GLchar) {
        let found = info::program_log(cx, program);
        // SAFETY: the application gives room for `size` bytes and a length, or null.
        unsafe { give(cx, found, size, length, log) }
    }
    fn glGetShaderSource(cx, shader: GLuint, size: GLsizei, length: *mut GLsizei, source: *mut GLchar) {
        let found = info::shader_source(cx, shader);
        // SAFETY: the application gives room for `size` bytes and a length, or null.
        unsafe { give(cx, found, size, length, source) }
    }
    fn glGetAttachedShaders(
        cx, program: GLuint, size: GLsizei, count: *mut GLsizei, shaders: *mut GLuint,
    ) {
        if size < 0 {
            return cx.error(GL_INVALID_VALUE, "size");
        }
        if let Some(mut list) = info::attached_shaders(cx, program) {
            list.truncate(size as usize);
            // SAFETY: the application gives room for `size` names and a count, or null.
            unsafe {
                put(count, list.len() as GLsizei);
                give_numbers(Some(list), shaders);
            }
        }
    }
    fn glGetUniformLocation(cx, program: GLuint, uniform: *const GLchar) -> GLint {
        // SAFETY: the application gives a name that ends in a zero.
        let uniform = unsafe { name(uniform) };
        info::uniform_location(cx, program, &uniform)
    }
    fn glGetAttribLocation(cx, program: GLuint, attrib: *const GLchar) -> GLint {
        // SAFETY: the application gives a name that ends in a zero.
        let attrib = unsafe { name(attrib) };
        info::attrib_location(cx, program, &attrib)
    }
    fn glGetFragDataLocation(cx, program: GLuint, output: *const GLchar) -> GLint {
        // SAFETY: the application gives a name that ends in a zero.
        let output = unsafe { name(output) };
        info::frag_data(cx, program, &output).0
    }
    fn glGetFragDataIndex(cx, program: GLuint, output: *const GLchar) -> GLint {
        // SAFETY: the application gives a name that ends in a zero.
        let output = unsafe { name(output) };
        info::frag_data(cx, program, &output).1
    }
    fn glGetActiveUniform(
        cx, program: GLuint, index: GLuint, buf_size: GLsizei, length: *mut GLsizei, size: *mut GLint,
        type_: *mut GLenum, name: *mut GLchar,
    ) {
        let active = info::active_uniform(cx, program, index);
        // SAFETY: the application gives room for `buf_size` bytes and three values, or null.
        unsafe { give_active(cx, active, Room { buf_size, length, size, type_, name }) }
    }
    fn glGetActiveAttrib(
        cx, program: GLuint, index: GLuint, buf_size: GLsizei, length: *mut GLsizei, size: *mut GLint,
        type_: *mut GLenum, name: *mut GLchar,
    ) {
        let active = info::active_attrib(cx, program, index);
        // SAFETY: the application gives room for `buf_size` bytes and three values, or null.
        unsafe { give_active(cx, active, Room { buf_size, length, size, type_, name }) }
    }
    fn glGetTransformFeedbackVarying(
        cx, program: GLuint, index: GLuint, buf_size: GLsizei, length: *mut GLsizei, size: *mut GLsizei,
        type_: *mut GLenum, name: *mut GLchar,
    ) {
        let active = info::transform_feedback_varying(cx, program, index);
        // SAFETY: the application gives room for `buf_size` bytes and three values, or null.
        unsafe { give_active(cx, active, Room { buf_size, length, size, type_, name }) }
    }
    fn glGetUniformIndices(
        cx, program: GLuint, count: GLsizei, uniforms: *const *const GLchar, indices: *mut GLuint,
    ) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count");
        }
        // SAFETY: the application gives `count` names that end in a zero, and room for as many indices.
        let (uniforms, indices) = unsafe { (names(uniforms, count), slice_mut(indices, count as usize)) };
        info::uniform_indices(cx, program, &uniforms, indices)
    }
    fn glGetActiveUniformsiv(
        cx, program: GLuint, count: GLsizei, indices: *const GLuint, pname: GLenum, params: *mut GLint,
    ) {
        if count < 0 {
            return cx.error(GL_INVALID_VALUE, "count");
        }
        // SAFETY: the application gives `count` indices, and room for as many values.
        unsafe { give_numbers(info::active_uniforms(cx, program, slice(indices, count as usize), pname), params) }
    }
    fn glGetActiveUniformName(
        cx, program: GLuint, index: GLuint, size: GLsizei, length: *mut GLsizei, out: *mut GLchar,
    ) {
        let found = info::active_uniform_name(cx, program, index);
        // SAFETY: the application gives room for `size` bytes and a length, or null.
        unsafe { give(cx, found, size, length, out) }
    }
    fn glGetUniformBlockIndex(cx, program: GLuint, block: *const GLchar) -> GLuint {
        // SAFETY: the application gives a name that ends in a zero.
        let block = unsafe { name(block) };
        info::uniform_block_index(cx, program, &block)
    }
    fn glGetActiveUniformBlockName(
        cx, program: GLuint, index: GLuint, size: GLsizei, length: *mut GLsizei, out: *mut GLchar,
    ) {
        let found = info::uniform_block_name(cx, program, index);
        // SAFETY: the application gives room for `size` bytes and a length, or null.
        unsafe { give(cx, found, size, length, out) }
    }
    fn glGetActiveUniformBlockiv(
        cx, program: GLuint, index: GLuint, pname: GLenum, params: *mut GLint,
    ) {
        // SAFETY: the application gives room for what the parameter has.
        unsafe { give_numbers(info::uniform_block(cx, program, index, pname), params) }
    }
    fn glGetActiveAtomicCounterBufferiv(
        cx, program: GLuint, index: GLuint, pname: GLenum, params: *mut GLint,
    ) {
        // SAFETY: the application gives room for what the parameter has.
        unsafe { give_numbers(info::atomic_counter_buffer(cx, program, index, pname), params) }
    }
}
