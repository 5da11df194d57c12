//! Uniform values (GL 4.6 core 7.6). They are kept packed in the program's executable and go out before the draw, the
//! changed range in one piece.

use super::{
    enums::*,
    program::{self, Executable, Location, Place, ShaderOrProgram},
};
use crate::{Cx, table::Ref};
use pipe_types::archive::Scalar;

/// The program that a uniform call means.
#[derive(Clone, Copy, Debug)]
pub enum Target {
    /// The current one.
    Current,
    /// `glProgramUniform*`.
    Named(GLuint),
}

/// The executable of a uniform call, or its error. The current program is the hot path: no reference is counted.
#[inline]
fn executable<'a>(cx: &'a mut Cx<'_>, target: Target) -> Option<&'a mut Executable> {
    let named = match target {
        Target::Current => None,
        Target::Named(name) => Some(program::program(cx, name)?),
    };
    let linked = match named.as_ref().or_else(|| active(cx)) {
        Some(program) => cx.shared.programs.program(program).linked,
        None => false,
    };
    if !linked {
        cx.error(GL_INVALID_OPERATION, "no program, or it is not linked");
        return None;
    }
    let active = match (&named, &cx.state.program.current, &cx.state.program.pipeline) {
        (Some(named), ..) => Some(named),
        (None, Some(current), _) => Some(current),
        (None, None, pipeline) => pipeline.as_ref().and_then(|p| cx.state.program.pipelines[p].active.as_ref()),
    };
    let program = active?;
    cx.shared.programs.program_mut(program).executable.as_deref_mut()
}

/// The program that `glUniform*` sets: the current one, otherwise the active one of the bound pipeline.
#[inline]
fn active<'a>(cx: &'a Cx<'_>) -> Option<&'a Ref<ShaderOrProgram>> {
    let state = &cx.state.program;
    match (&state.current, &state.pipeline) {
        (Some(current), _) => Some(current),
        (None, Some(pipeline)) => state.pipelines[pipeline].active.as_ref(),
        (None, None) => None,
    }
}

/// The common errors of all uniform calls in their order; `None` also for a location that is to be ignored.
#[inline]
fn locate(
    executable: &Executable,
    location: GLint,
    count: GLsizei,
) -> Result<Option<Location>, (GLenum, &'static str)> {
    if location == -1 {
        return Ok(None);
    }
    if count < 0 {
        return Err((GL_INVALID_VALUE, "count"));
    }
    let found = executable.locations.get(location as u32 as usize).filter(|l| l.place != Place::Nothing);
    let Some(found) = found else { return Err((GL_INVALID_OPERATION, "no uniform has this location")) };
    if count > 1 && !found.is_array {
        return Err((GL_INVALID_OPERATION, "a count above 1 for a uniform that is no array"));
    }
    Ok(Some(*found))
}

/// `glUniform{1234}{f,i,ui}{v}`: `words` has `count` times `components` values of type `scalar`, as bits.
#[inline]
pub fn vector(
    cx: &mut Cx<'_>,
    target: Target,
    location: GLint,
    count: GLsizei,
    scalar: Scalar,
    components: usize,
    words: &[u32],
) {
    let units = (cx.state.limits.texture_units, cx.state.limits.image_units);
    let Some(executable) = executable(cx, target) else { return };
    if let Err((error, why)) = store_vector(executable, location, count, scalar, components, words, units) {
        cx.error(error, why);
    }
}

fn store_vector(
    executable: &mut Executable,
    location: GLint,
    count: GLsizei,
    scalar: Scalar,
    components: usize,
    words: &[u32],
    (texture_units, image_units): (u32, u32),
) -> Result<(), (GLenum, &'static str)> {
    let Some(found) = locate(executable, location, count)? else { return Ok(()) };
    let elements = (found.elements as usize).min(count as usize);
    let words = &words[..(elements * components).min(words.len())];
    match found.place {
        Place::Value { word, scalar: kind, columns, rows } => {
            if columns != 1 || rows as usize != components {
                return Err((GL_INVALID_OPERATION, "the uniform has another size"));
            }
            let place = word as usize..word as usize + words.len();
            if kind == scalar {
                let stored = &mut executable.storage[place];
                if *stored != *words {
                    stored.copy_from_slice(words);
                    executable.mark(word..word + words.len() as u32);
                }
            } else if kind == Scalar::Bool {
                // -0.0 is false too.
                let shift = u32::from(scalar == Scalar::Float);
                for (stored, &value) in executable.storage[place].iter_mut().zip(words) {
                    *stored = u32::from(value << shift != 0);
                }
                executable.mark(word..word + words.len() as u32);
            } else {
                return Err((GL_INVALID_OPERATION, "the uniform has another type"));
            }
        }
        Place::Sampler(slot) | Place::Image(slot) => {
            if scalar != Scalar::Int || components != 1 {
                return Err((GL_INVALID_OPERATION, "samplers and images are set with glUniform1i"));
            }
            let sampler = matches!(found.place, Place::Sampler(_));
            let (units, limit) =
                if sampler { (&mut executable.samplers, texture_units) } else { (&mut executable.images, image_units) };
            if words.iter().any(|&unit| unit >= limit) {
                return Err((GL_INVALID_VALUE, "unit"));
            }
            let units = &mut units[slot as usize..slot as usize + words.len()];
            if *units != *words {
                units.copy_from_slice(words);
                executable.bindings_dirty = true;
                if sampler {
                    executable.find_conflicts();
                }
            }
        }
        Place::Nothing => {}
    }
    Ok(())
}

/// `glUniformMatrix*fv`: `words` has `count` matrices of `columns` times `rows` floats, as bits.
#[inline]
pub fn matrix(
    cx: &mut Cx<'_>,
    target: Target,
    location: GLint,
    count: GLsizei,
    transpose: GLboolean,
    size: (usize, usize),
    words: &[u32],
) {
    let Some(executable) = executable(cx, target) else { return };
    if let Err((error, why)) = store_matrix(executable, location, count, transpose, size, (Scalar::Float, words)) {
        cx.error(error, why);
    }
}

/// `glUniform{1234}d{v}`: shaders have the values in single precision.
pub fn doubles(
    cx: &mut Cx<'_>,
    target: Target,
    location: GLint,
    count: GLsizei,
    components: usize,
    values: &[GLdouble],
) {
    vector(cx, target, location, count, Scalar::Double, components, &single(values));
}

/// `glUniformMatrix*dv`.
pub fn double_matrix(
    cx: &mut Cx<'_>,
    target: Target,
    location: GLint,
    count: GLsizei,
    transpose: GLboolean,
    size: (usize, usize),
    values: &[GLdouble],
) {
    let Some(executable) = executable(cx, target) else { return };
    let words = (Scalar::Double, &*single(values));
    if let Err((error, why)) = store_matrix(executable, location, count, transpose, size, words) {
        cx.error(error, why);
    }
}

fn single(values: &[GLdouble]) -> Vec<u32> {
    values.iter().map(|&value| (value as f32).to_bits()).collect()
}

fn store_matrix(
    executable: &mut Executable,
    location: GLint,
    count: GLsizei,
    transpose: GLboolean,
    (columns, rows): (usize, usize),
    (scalar, words): (Scalar, &[u32]),
) -> Result<(), (GLenum, &'static str)> {
    let Some(found) = locate(executable, location, count)? else { return Ok(()) };
    let Place::Value { word, scalar: of, columns: has_columns, rows: has_rows } = found.place else {
        return Err((GL_INVALID_OPERATION, "the uniform is no matrix"));
    };
    if of != scalar {
        return Err((GL_INVALID_OPERATION, "the uniform has another type"));
    }
    if (has_columns as usize, has_rows as usize) != (columns, rows) {
        return Err((GL_INVALID_OPERATION, "the uniform is no such matrix"));
    }
    let size = columns * rows;
    let elements = (found.elements as usize).min(count as usize).min(words.len() / size);
    let stored = &mut executable.storage[word as usize..word as usize + elements * size];
    let words = &words[..elements * size];
    if transpose == GL_FALSE {
        if *stored == *words {
            return Ok(());
        }
        stored.copy_from_slice(words);
    } else {
        for (to, from) in stored.chunks_exact_mut(size).zip(words.chunks_exact(size)) {
            for (at, value) in to.iter_mut().enumerate() {
                *value = from[at % rows * columns + at / rows];
            }
        }
    }
    executable.mark(word..word + (elements * size) as u32);
    Ok(())
}

/// The value of a uniform, for `glGetUniform*`.
#[derive(Clone, Debug, PartialEq)]
pub struct UniformValue {
    /// How the words are to be read.
    pub scalar: Scalar,
    /// The words.
    pub words: Vec<u32>,
}

impl UniformValue {
    /// Component `at` as a number.
    pub fn number(&self, at: usize) -> f64 {
        let word = self.words[at];
        match self.scalar {
            Scalar::Float | Scalar::Double => f32::from_bits(word).into(),
            Scalar::Int => f64::from(word as i32),
            Scalar::Uint | Scalar::Bool => word.into(),
        }
    }
    /// Component `at` as `glGetUniformiv` answers it.
    pub fn integer(&self, at: usize) -> GLint {
        match self.scalar {
            Scalar::Float | Scalar::Double => f32::from_bits(self.words[at]).round() as GLint,
            _ => self.words[at] as GLint,
        }
    }
    /// Component `at` as `glGetUniformuiv` answers it.
    pub fn unsigned(&self, at: usize) -> GLuint {
        match self.scalar {
            Scalar::Float | Scalar::Double => f32::from_bits(self.words[at]).round() as GLuint,
            _ => self.words[at],
        }
    }
}

/// `glGetUniform*v`.
pub fn get(cx: &mut Cx<'_>, name: GLuint, location: GLint) -> Option<UniformValue> {
    let executable = executable(cx, Target::Named(name))?;
    let found = executable.locations.get(location as u32 as usize).copied();
    let value = match found.map(|found| found.place) {
        Some(Place::Value { word, scalar, columns, rows }) => {
            let word = word as usize;
            let words = executable.storage[word..word + columns as usize * rows as usize].to_vec();
            Some(UniformValue { scalar, words })
        }
        Some(Place::Sampler(slot)) => {
            Some(UniformValue { scalar: Scalar::Int, words: vec![executable.samplers[slot as usize]] })
        }
        Some(Place::Image(slot)) => {
            Some(UniformValue { scalar: Scalar::Int, words: vec![executable.images[slot as usize]] })
        }
        _ => None,
    };
    if value.is_none() {
        cx.error(GL_INVALID_OPERATION, "no uniform has this location");
    }
    value
}
