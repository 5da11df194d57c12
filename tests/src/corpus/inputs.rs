//! Attributes, uniforms, textures and buffers of a program, made from the names it gives them: the same for every driver, whatever
//! order that lists them in.

use crate::{
    Scene,
    bindings::gl::{self, types::GLenum},
    scene::noise,
};
use std::ffi::CString;

/// Bytes of every buffer that a storage block is bound to.
const STORAGE: usize = 4096;

/// An active variable.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Active {
    pub(super) name: String,
    pub(super) ty: GLenum,
    pub(super) size: i32,
    pub(super) index: u32,
}

/// A number that a name stands for.
pub(super) fn hash(name: &str) -> u32 {
    name.bytes().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
}

/// Value `at` of a variable, from 0.1 to 1.
pub(super) fn value(name: &str, at: usize) -> f32 {
    let mixed = hash(name).wrapping_add((at as u32).wrapping_mul(0x9E37_79B9)).wrapping_mul(0x85EB_CA6B);
    0.1 + 0.9 * ((mixed >> 8) as f32 / 16_777_216.0)
}

type Get = unsafe fn(&gl::Gl, u32, u32, i32, *mut i32, *mut i32, *mut GLenum, *mut i8);

unsafe fn active(gl: &Scene, program: u32, count: GLenum, get: Get) -> Vec<Active> {
    let (mut number, mut list) = (0, Vec::new());
    gl.GetProgramiv(program, count, &mut number);
    for index in 0..number as u32 {
        let (mut bytes, mut len, mut size, mut ty) = ([0u8; 256], 0, 0, 0);
        get(gl, program, index, 256, &mut len, &mut size, &mut ty, bytes.as_mut_ptr().cast());
        let name = String::from_utf8_lossy(&bytes[..len as usize]).into_owned();
        list.push(Active { name, ty, size, index });
    }
    list.sort();
    list
}

/// Active attributes, by name.
pub(super) unsafe fn attributes(gl: &Scene, program: u32) -> Vec<Active> {
    active(gl, program, gl::ACTIVE_ATTRIBUTES, gl::Gl::GetActiveAttrib)
}

/// Active uniforms, by name.
pub(super) unsafe fn uniforms(gl: &Scene, program: u32) -> Vec<Active> {
    active(gl, program, gl::ACTIVE_UNIFORMS, gl::Gl::GetActiveUniform)
}

/// Component type, columns and rows of a type of values.
fn shape(ty: GLenum) -> Option<(GLenum, usize, usize)> {
    Some(match ty {
        gl::FLOAT => (gl::FLOAT, 1, 1),
        gl::FLOAT_VEC2 => (gl::FLOAT, 1, 2),
        gl::FLOAT_VEC3 => (gl::FLOAT, 1, 3),
        gl::FLOAT_VEC4 => (gl::FLOAT, 1, 4),
        gl::FLOAT_MAT2 => (gl::FLOAT, 2, 2),
        gl::FLOAT_MAT3 => (gl::FLOAT, 3, 3),
        gl::FLOAT_MAT4 => (gl::FLOAT, 4, 4),
        gl::FLOAT_MAT4x3 => (gl::FLOAT, 4, 3),
        gl::INT | gl::BOOL => (gl::INT, 1, 1),
        gl::INT_VEC2 | gl::BOOL_VEC2 => (gl::INT, 1, 2),
        gl::INT_VEC3 | gl::BOOL_VEC3 => (gl::INT, 1, 3),
        gl::INT_VEC4 | gl::BOOL_VEC4 => (gl::INT, 1, 4),
        gl::UNSIGNED_INT => (gl::UNSIGNED_INT, 1, 1),
        gl::UNSIGNED_INT_VEC2 => (gl::UNSIGNED_INT, 1, 2),
        gl::UNSIGNED_INT_VEC4 => (gl::UNSIGNED_INT, 1, 4),
        _ => return None,
    })
}

/// A camera's matrices by what their names say; others are the identity with some noise.
fn matrix(name: &str, columns: usize, rows: usize) -> Vec<f32> {
    let lower = name.to_lowercase();
    let identity = |scale: f32| -> Vec<f32> {
        let at = |i: usize| if i / rows == i % rows { 1.0 } else { 0.0 };
        (0..columns * rows).map(|i| at(i) + scale * (value(name, i) - 0.5)).collect()
    };
    if columns != 4 || rows != 4 {
        return identity(0.3);
    }
    let (near, far) = (0.5f32, 8.0f32);
    let (a, b) = ((far + near) / (near - far), 2.0 * far * near / (near - far));
    let project = [1.2, 0., 0., 0., 0., 1.2, 0., 0., 0., 0., a, -1., 0., 0., b, 0.];
    let unproject = [1.0 / 1.2, 0., 0., 0., 0., 1.0 / 1.2, 0., 0., 0., 0., 0., 1.0 / b, 0., 0., -1., a / b];
    match () {
        () if lower.contains("proj") && lower.contains("inverse") => unproject.to_vec(),
        () if ["shadow", "light", "viewproj"].iter().any(|word| lower.contains(word)) => identity(0.3),
        () if lower.contains("proj") => project.to_vec(),
        () if lower.contains("view") => {
            let sign = if lower.contains("inverse") { 2.0 } else { -2.0 };
            let mut all = identity(0.1);
            all[12..].copy_from_slice(&[0.1 * sign, 0.05 * sign, sign, 1.0]);
            (all[3], all[7], all[11]) = (0.0, 0.0, 0.0);
            all
        }
        () => identity(0.2),
    }
}

/// The words of one element of a variable.
fn element(name: &str, at: usize, (scalar, columns, rows): (GLenum, usize, usize)) -> Vec<u32> {
    if columns > 1 {
        return matrix(name, columns, rows).into_iter().map(f32::to_bits).collect();
    }
    (0..rows)
        .map(|row| {
            let value = value(name, at * 4 + row);
            if scalar == gl::FLOAT { value.to_bits() } else { (value * 5.0) as u32 }
        })
        .collect()
}

/// Gives every attribute `vertices` values, and the vertices of a grid to those that are positions.
pub(super) unsafe fn set_attributes(gl: &Scene, program: u32, vertices: &[[f32; 2]]) {
    for attribute in attributes(gl, program) {
        let name = CString::new(attribute.name.clone()).expect("no zero inside");
        let location = gl.GetAttribLocation(program, name.as_ptr());
        let (Some((scalar, 1, rows)), Ok(location)) = (shape(attribute.ty), u32::try_from(location)) else { continue };
        let lower = attribute.name.to_lowercase();
        let mut words = Vec::new();
        for (at, [x, y]) in vertices.iter().enumerate() {
            let wobble = value(&attribute.name, at) - 0.5;
            let floats = match () {
                () if lower.contains("position") || lower.contains("spawn") => {
                    [x * 1.6 - 0.8, y * 1.6 - 0.8, wobble * 0.6, 1.0]
                }
                () if lower.contains("uv") => [*x * 1.5, *y * 1.5, wobble, 1.0],
                () => [0, 1, 2, 3].map(|component| value(&attribute.name, at * 4 + component)),
            };
            words.extend(floats[..rows].iter().map(|float| match scalar {
                gl::FLOAT => float.to_bits(),
                _ => (float.abs() * 200.0) as u32,
            }));
        }
        gl.buffer(gl::ARRAY_BUFFER, &words);
        if scalar == gl::FLOAT {
            gl.VertexAttribPointer(location, rows as i32, gl::FLOAT, 0, 0, std::ptr::null());
        } else {
            gl.VertexAttribIPointer(location, rows as i32, scalar, 0, std::ptr::null());
        }
        gl.EnableVertexAttribArray(location);
    }
}

/// Gives every uniform a value, and every sampler and image a texture. Answers the textures of images.
pub(super) unsafe fn set_uniforms(gl: &Scene, program: u32) -> Vec<(String, u32, GLenum)> {
    let (mut unit, mut images) = (0, Vec::new());
    for uniform in uniforms(gl, program) {
        let name = CString::new(uniform.name.clone()).expect("no zero inside");
        let location = gl.GetUniformLocation(program, name.as_ptr());
        if location < 0 {
            continue;
        }
        let n = uniform.size;
        if let Some(shape @ (scalar, columns, rows)) = shape(uniform.ty) {
            let words: Vec<u32> = (0..n as usize).flat_map(|at| element(&uniform.name, at, shape)).collect();
            let (f, i) = (words.as_ptr().cast::<f32>(), words.as_ptr().cast::<i32>());
            match (scalar, columns, rows) {
                (gl::FLOAT, 1, 1) => gl.Uniform1fv(location, n, f),
                (gl::FLOAT, 1, 2) => gl.Uniform2fv(location, n, f),
                (gl::FLOAT, 1, 3) => gl.Uniform3fv(location, n, f),
                (gl::FLOAT, 1, 4) => gl.Uniform4fv(location, n, f),
                (gl::FLOAT, 2, 2) => gl.UniformMatrix2fv(location, n, 0, f),
                (gl::FLOAT, 3, 3) => gl.UniformMatrix3fv(location, n, 0, f),
                (gl::FLOAT, 4, 4) => gl.UniformMatrix4fv(location, n, 0, f),
                (gl::INT, _, 1) => gl.Uniform1iv(location, n, i),
                (gl::INT, _, 2) => gl.Uniform2iv(location, n, i),
                (gl::INT, _, 3) => gl.Uniform3iv(location, n, i),
                (gl::UNSIGNED_INT, _, 1) => gl.Uniform1uiv(location, n, words.as_ptr()),
                other => panic!("{}: no way to set {other:?}", uniform.name),
            }
        } else if let Some(internal) = image_format(uniform.ty) {
            let mut at = 0;
            gl.GetUniformiv(program, location, &mut at);
            images.push((uniform.name.clone(), image(gl, at as u32, &uniform.name, internal), internal));
        } else {
            let units: Vec<i32> = (0..n).map(|at| unit + at).collect();
            for (element, unit) in units.iter().enumerate() {
                gl.ActiveTexture(gl::TEXTURE0 + *unit as u32);
                sampled(gl, hash(&uniform.name).wrapping_add(element as u32), uniform.ty);
            }
            gl.Uniform1iv(location, n, units.as_ptr());
            unit += n;
        }
    }
    images
}

fn image_format(ty: GLenum) -> Option<GLenum> {
    match ty {
        gl::IMAGE_2D => Some(gl::RGBA16F),
        gl::UNSIGNED_INT_IMAGE_2D => Some(gl::R32UI),
        _ => None,
    }
}

unsafe fn image(gl: &Scene, unit: u32, name: &str, internal: GLenum) -> u32 {
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.TexStorage2D(gl::TEXTURE_2D, 1, internal, 16, 16);
    if internal == gl::R32UI {
        let zeros = [0u32; 256];
        let (format, ty) = (gl::RED_INTEGER, gl::UNSIGNED_INT);
        gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 16, 16, format, ty, zeros.as_ptr().cast());
    } else {
        let texels = noise(hash(name), 16 * 16 * 4);
        let (format, ty) = (gl::RGBA, gl::UNSIGNED_BYTE);
        gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 16, 16, format, ty, texels.as_ptr().cast());
    }
    gl.BindImageTexture(unit, texture, 0, 0, 0, gl::READ_WRITE, internal);
    texture
}

/// A filtered texture with all its levels, bound to the active unit.
unsafe fn sampled(gl: &Scene, seed: u32, ty: GLenum) {
    let rgba = (gl::RGBA, gl::UNSIGNED_BYTE);
    let depth = (gl::DEPTH_COMPONENT, gl::FLOAT);
    let depths = |n: usize| -> Vec<u8> {
        let bytes = noise(seed, n);
        bytes.iter().flat_map(|byte| (f32::from(*byte) / 255.0).to_ne_bytes()).collect()
    };
    let target = match ty {
        gl::SAMPLER_1D => gl::TEXTURE_1D,
        gl::SAMPLER_3D => gl::TEXTURE_3D,
        gl::SAMPLER_CUBE | gl::SAMPLER_CUBE_SHADOW => gl::TEXTURE_CUBE_MAP,
        gl::SAMPLER_2D_ARRAY | gl::SAMPLER_2D_ARRAY_SHADOW => gl::TEXTURE_2D_ARRAY,
        gl::SAMPLER_BUFFER => {
            gl.buffer(gl::TEXTURE_BUFFER, &noise(seed, 256));
            gl.texture(gl::TEXTURE_BUFFER);
            let mut buffer = 0;
            gl.GetIntegerv(gl::TEXTURE_BUFFER_BINDING, &mut buffer);
            return gl.TexBuffer(gl::TEXTURE_BUFFER, gl::RGBA8, buffer as u32);
        }
        _ => gl::TEXTURE_2D,
    };
    gl.texture(target);
    let mut filtered = true;
    match ty {
        gl::SAMPLER_1D => {
            let texels = noise(seed, 64);
            gl.TexImage1D(target, 0, gl::RGBA8 as i32, 16, 0, rgba.0, rgba.1, texels.as_ptr().cast());
        }
        gl::SAMPLER_2D => gl.image_2d(target, 0, gl::RGBA8, (16, 16), rgba, &noise(seed, 1024)),
        gl::UNSIGNED_INT_SAMPLER_2D | gl::INT_SAMPLER_2D => {
            filtered = false;
            let (internal, ty) = match ty {
                gl::INT_SAMPLER_2D => (gl::RGBA8I, gl::BYTE),
                _ => (gl::RGBA8UI, gl::UNSIGNED_BYTE),
            };
            gl.image_2d(target, 0, internal, (16, 16), (gl::RGBA_INTEGER, ty), &noise(seed, 1024));
        }
        gl::SAMPLER_3D => gl.image_3d(target, 0, gl::RGBA8, (8, 8, 8), rgba, &noise(seed, 2048)),
        gl::SAMPLER_2D_ARRAY => gl.image_3d(target, 0, gl::RGBA8, (8, 8, 4), rgba, &noise(seed, 1024)),
        gl::SAMPLER_CUBE => {
            for face in 0..6 {
                let texels = noise(seed.wrapping_add(face), 256);
                gl.image_2d(gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, gl::RGBA8, (8, 8), rgba, &texels);
            }
        }
        gl::SAMPLER_2D_SHADOW => {
            gl.image_2d(target, 0, gl::DEPTH_COMPONENT32F, (16, 16), depth, &depths(256));
        }
        gl::SAMPLER_2D_ARRAY_SHADOW => {
            gl.image_3d(target, 0, gl::DEPTH_COMPONENT32F, (16, 16, 4), depth, &depths(1024));
        }
        gl::SAMPLER_CUBE_SHADOW => {
            for face in 0..6 {
                let texels = depths(64);
                gl.image_2d(gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, gl::DEPTH_COMPONENT32F, (8, 8), depth, &texels);
            }
        }
        _ => panic!("no texture for a sampler of type {ty:#06x}"),
    }
    let shadow = matches!(ty, gl::SAMPLER_2D_SHADOW | gl::SAMPLER_2D_ARRAY_SHADOW | gl::SAMPLER_CUBE_SHADOW);
    if shadow {
        gl.TexParameteri(target, gl::TEXTURE_COMPARE_MODE, gl::COMPARE_REF_TO_TEXTURE as i32);
        gl.TexParameteri(target, gl::TEXTURE_MAG_FILTER, gl::LINEAR as i32);
        gl.TexParameteri(target, gl::TEXTURE_MIN_FILTER, gl::LINEAR as i32);
    } else if filtered {
        gl.GenerateMipmap(target);
        gl.TexParameteri(target, gl::TEXTURE_MAG_FILTER, gl::LINEAR as i32);
        gl.TexParameteri(target, gl::TEXTURE_MIN_FILTER, gl::LINEAR_MIPMAP_LINEAR as i32);
    }
}

/// Fills the uniform blocks' buffers member by member.
pub(super) unsafe fn set_uniform_blocks(gl: &Scene, program: u32) {
    let (mut blocks, mut members) = (0, Vec::new());
    gl.GetProgramiv(program, gl::ACTIVE_UNIFORM_BLOCKS, &mut blocks);
    for uniform in uniforms(gl, program) {
        let mut of = [-1; 5];
        for (value, pname) in of.iter_mut().zip([
            gl::UNIFORM_BLOCK_INDEX,
            gl::UNIFORM_OFFSET,
            gl::UNIFORM_ARRAY_STRIDE,
            gl::UNIFORM_MATRIX_STRIDE,
            gl::UNIFORM_IS_ROW_MAJOR,
        ]) {
            gl.GetActiveUniformsiv(program, 1, &uniform.index, pname, value);
        }
        members.push((uniform, of));
    }
    for block in 0..blocks as u32 {
        let mut size = 0;
        gl.GetActiveUniformBlockiv(program, block, gl::UNIFORM_BLOCK_DATA_SIZE, &mut size);
        // A block array's elements after the first have no members of their own.
        let (mut bytes, mut len) = ([0u8; 256], 0);
        gl.GetActiveUniformBlockName(program, block, 256, &mut len, bytes.as_mut_ptr().cast());
        let name = String::from_utf8_lossy(&bytes[..len as usize]).into_owned();
        let base = name.split('[').next().unwrap_or_default().to_owned();
        let mut data = vec![0u8; size as usize];
        for (uniform, [of, offset, array_stride, matrix_stride, row_major]) in &members {
            let same = uniform.name.split('.').next() == Some(&base);
            let (Some(shape @ (_, columns, rows)), true) = (shape(uniform.ty), *of == block as i32 || same) else {
                continue;
            };
            for at in 0..uniform.size as usize {
                let words = element(&uniform.name, at, shape);
                for (i, word) in words.iter().enumerate() {
                    let (column, row) = (i / rows, i % rows);
                    let inner = match (columns > 1, *row_major != 0) {
                        (false, _) => i * 4,
                        (true, false) => column * *matrix_stride as usize + row * 4,
                        (true, true) => row * *matrix_stride as usize + column * 4,
                    };
                    let place = *offset as usize + at * *array_stride as usize + inner;
                    data[place..place + 4].copy_from_slice(&word.to_ne_bytes());
                }
            }
        }
        let buffer = gl.buffer(gl::UNIFORM_BUFFER, &data);
        let binding = hash(&name) % 8;
        let binding = if block > 0 { 8 + block } else { binding };
        gl.UniformBlockBinding(program, block, binding);
        gl.BindBufferBase(gl::UNIFORM_BUFFER, binding, buffer);
    }
}

/// Binds noise to the first storage and atomic counter binding points. Answers the buffers.
pub(super) unsafe fn set_storage(gl: &Scene, name: &str) -> Vec<(GLenum, u32)> {
    let mut list = Vec::new();
    for binding in 0..5u32 {
        let words: Vec<u32> =
            (0..STORAGE / 4).map(|at| value(name, at + binding as usize * STORAGE).to_bits()).collect();
        let buffer = gl.buffer(gl::SHADER_STORAGE_BUFFER, &words);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, binding, buffer);
        list.push((gl::SHADER_STORAGE_BUFFER, buffer));
    }
    let counters = gl.blank_buffer(gl::ATOMIC_COUNTER_BUFFER, 64, 0);
    gl.BindBufferBase(gl::ATOMIC_COUNTER_BUFFER, 0, counters);
    list.push((gl::ATOMIC_COUNTER_BUFFER, counters));
    list
}
