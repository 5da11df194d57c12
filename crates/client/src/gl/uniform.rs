//! Uniform values (GL 4.6 core 7.6). They are kept packed in the program's executable and go out before the draw, the
//! changed range in one piece.

use super::{
    enums::*,
    get::Limits,
    program::{self, Executable, Location, Place, ProgramState, ShaderOrProgram},
};
use crate::{
    Cx,
    table::{Ref, Table},
};
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
fn executable<'a>(
    current: Option<&Ref<ShaderOrProgram>>,
    programs: &'a mut Table<ShaderOrProgram>,
) -> Result<&'a mut Executable, (GLenum, &'static str)> {
    let program = current.map(|program| programs.program_mut(program)).filter(|program| program.linked);
    program
        .and_then(|program| program.executable.as_deref_mut())
        .ok_or((GL_INVALID_OPERATION, "no program, or it is not linked"))
}

/// Runs `call` with the executable that a uniform call means, and records the error that either has.
#[inline]
fn with_executable<R>(
    cx: &mut Cx<'_>,
    target: Target,
    call: impl FnOnce(&mut Executable, &Limits) -> Result<R, (GLenum, &'static str)>,
) -> Option<R> {
    let done = match target {
        Target::Current => executable(active(&cx.state.program), &mut cx.shared.programs),
        Target::Named(name) => {
            let program = program::program(cx, name)?;
            executable(Some(&program), &mut cx.shared.programs)
        }
    }
    .and_then(|executable| call(executable, &cx.state.limits));
    match done {
        Ok(answer) => Some(answer),
        Err((error, why)) => {
            cx.error(error, why);
            None
        }
    }
}

/// Stores `words`; says whether that changed anything. Most are four or sixteen: no call for the comparison.
#[inline]
fn store(stored: &mut [u32], words: &[u32]) -> bool {
    if words.len() > 16 {
        let changed = *stored != *words;
        if changed {
            stored.copy_from_slice(words);
        }
        return changed;
    }
    let mut difference = 0;
    for (stored, &word) in stored.iter_mut().zip(words) {
        difference |= *stored ^ word;
        *stored = word;
    }
    difference != 0
}

/// The program that `glUniform*` sets: the current one, otherwise the active one of the bound pipeline.
#[inline]
fn active(state: &ProgramState) -> Option<&Ref<ShaderOrProgram>> {
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

/// `glUniform{1234}{f,i,ui}`: one vector of `N` components of type `scalar`, as bits. What is usual is done here, the rest
/// (errors above all) by [`vector`].
#[inline]
pub fn one<const N: usize>(cx: &mut Cx<'_>, location: GLint, scalar: Scalar, words: [u32; N]) {
    if let Ok(executable) = executable(cx.state.program.current.as_ref(), &mut cx.shared.programs)
        && let Some(found) = executable.locations.get(location as u32 as usize)
        && let Place::Value { word, scalar: kind, columns: 1, rows } = found.place
        && kind == scalar
        && usize::from(rows) == N
        && let Some(stored) = executable.storage.get_mut(word as usize..).and_then(|rest| rest.first_chunk_mut::<N>())
    {
        if *stored != words {
            *stored = words;
            executable.mark(word..word + N as u32);
        }
        return;
    }
    vector(cx, Target::Current, location, 1, scalar, N, &words);
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
    with_executable(cx, target, |executable, limits| {
        store_vector(executable, location, count, scalar, components, words, limits)
    });
}

fn store_vector(
    executable: &mut Executable,
    location: GLint,
    count: GLsizei,
    scalar: Scalar,
    components: usize,
    words: &[u32],
    limits: &Limits,
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
                if store(&mut executable.storage[place], words) {
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
            let (units, limit) = if sampler {
                (&mut executable.samplers, limits.texture_units)
            } else {
                (&mut executable.images, limits.image_units)
            };
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
    with_executable(cx, target, |executable, _| {
        store_matrix(executable, location, count, transpose, size, (Scalar::Float, words))
    });
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
    with_executable(cx, target, |executable, _| {
        store_matrix(executable, location, count, transpose, size, (Scalar::Double, &single(values)))
    });
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
        if !store(stored, words) {
            return Ok(());
        }
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
    with_executable(cx, Target::Named(name), |executable, _| {
        value_of(executable, location).ok_or((GL_INVALID_OPERATION, "no uniform has this location"))
    })
}

fn value_of(executable: &Executable, location: GLint) -> Option<UniformValue> {
    let found = executable.locations.get(location as u32 as usize).copied();
    match found.map(|found| found.place) {
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
    }
}
