//! Sampler objects, and the sampler state that textures have built in (GL 4.6 core 8.2).

use super::{
    enums::*,
    outcome::{Outcome, invalid_enum, invalid_operation, invalid_value},
};
use crate::{Cx, emit::Dirty, table::Ref};
use pipe_types::{
    Handle,
    caps::Limits,
    handle::kind,
    records::sampler::{BorderForm, MGPSamplerState, TEXTURE_UNITS},
};

/// A sampler object.
#[derive(Debug)]
pub struct Sampler {
    /// Its handle.
    pub handle: Handle<kind::Sampler>,
    /// Its parameters.
    pub state: MGPSamplerState,
    /// The parameters wait to be sent.
    pub queued: bool,
    /// `glObjectLabel`.
    pub label: String,
}

/// The sampler objects of the texture units.
#[derive(Debug)]
pub struct SamplerBindings {
    /// By unit; none means the texture's own state.
    pub bound: Box<[Option<Ref<Sampler>>]>,
    /// Grows when a binding becomes another.
    pub generation: u64,
}

impl Default for SamplerBindings {
    fn default() -> Self {
        Self { bound: vec![None; TEXTURE_UNITS as usize].into(), generation: 1 }
    }
}

/// GL's initial sampler state; rectangles have no mipmaps and no repetition.
pub fn initial(rectangle: bool) -> MGPSamplerState {
    let wrap = if rectangle { GL_CLAMP_TO_EDGE } else { GL_REPEAT };
    MGPSamplerState {
        min_filter: if rectangle { GL_LINEAR } else { GL_NEAREST_MIPMAP_LINEAR },
        mag_filter: GL_LINEAR,
        wrap_s: wrap,
        wrap_t: wrap,
        wrap_r: wrap,
        compare_mode: GL_NONE,
        compare_func: GL_LEQUAL,
        min_lod: -1000.0,
        max_lod: 1000.0,
        max_anisotropy: 1.0,
        ..Default::default()
    }
}

/// A parameter's value, in the form that the call had.
#[derive(Clone, Copy, Debug)]
pub enum Value<'a> {
    /// `*Parameteri`
    Int(i32),
    /// `*Parameterf`
    Float(f32),
    /// `*Parameteriv`
    Ints(&'a [i32]),
    /// `*Parameterfv`
    Floats(&'a [f32]),
    /// `*ParameterIiv`
    RawInts(&'a [i32]),
    /// `*ParameterIuiv`
    RawUints(&'a [u32]),
}

impl Value<'_> {
    /// As an integer or enum.
    pub fn int(&self) -> i32 {
        match *self {
            Value::Int(v) => v,
            Value::Float(v) => v as i32,
            Value::Ints(v) | Value::RawInts(v) => v.first().copied().unwrap_or(0),
            Value::Floats(v) => v.first().map_or(0, |&v| v as i32),
            Value::RawUints(v) => v.first().map_or(0, |&v| v as i32),
        }
    }
    /// As a float.
    pub fn float(&self) -> f32 {
        match *self {
            Value::Int(v) => v as f32,
            Value::Float(v) => v,
            Value::Ints(v) | Value::RawInts(v) => v.first().map_or(0.0, |&v| v as f32),
            Value::Floats(v) => v.first().copied().unwrap_or(0.0),
            Value::RawUints(v) => v.first().map_or(0.0, |&v| v as f32),
        }
    }
    /// As an enum.
    pub fn enumeration(&self) -> GLenum {
        self.int() as GLenum
    }
    /// Whether the call takes only parameters of one value.
    pub fn is_scalar(&self) -> bool {
        matches!(self, Value::Int(_) | Value::Float(_))
    }
}

/// How many values a parameter has.
pub fn value_count(pname: GLenum) -> usize {
    match pname {
        GL_TEXTURE_BORDER_COLOR | GL_TEXTURE_SWIZZLE_RGBA => 4,
        _ => 1,
    }
}

fn put<T: PartialEq>(field: &mut T, value: T) -> bool {
    let differs = *field != value;
    *field = value;
    differs
}

fn four<T: Copy + Default>(values: &[T]) -> [T; 4] {
    std::array::from_fn(|i| values.get(i).copied().unwrap_or_default())
}

/// Sets a parameter of sampler state. Says whether anything changed, `None` for a parameter that is none of a sampler's.
pub fn set_parameter(
    state: &mut MGPSamplerState,
    pname: GLenum,
    value: Value<'_>,
    rectangle: bool,
    limits: &Limits,
) -> Outcome<Option<bool>> {
    let param = value.enumeration();
    let bad = || invalid_enum(&format!("{} cannot be", enum_name(pname)), param);
    let changed = match pname {
        GL_TEXTURE_MIN_FILTER => match param {
            GL_NEAREST | GL_LINEAR => put(&mut state.min_filter, param),
            GL_NEAREST_MIPMAP_NEAREST
            | GL_LINEAR_MIPMAP_NEAREST
            | GL_NEAREST_MIPMAP_LINEAR
            | GL_LINEAR_MIPMAP_LINEAR
                if !rectangle =>
            {
                put(&mut state.min_filter, param)
            }
            _ => return bad(),
        },
        GL_TEXTURE_MAG_FILTER => match param {
            GL_NEAREST | GL_LINEAR => put(&mut state.mag_filter, param),
            _ => return bad(),
        },
        GL_TEXTURE_WRAP_S | GL_TEXTURE_WRAP_T | GL_TEXTURE_WRAP_R => {
            let field = match pname {
                GL_TEXTURE_WRAP_S => &mut state.wrap_s,
                GL_TEXTURE_WRAP_T => &mut state.wrap_t,
                _ => &mut state.wrap_r,
            };
            match param {
                GL_CLAMP_TO_EDGE | GL_CLAMP_TO_BORDER => put(field, param),
                GL_REPEAT | GL_MIRRORED_REPEAT | GL_MIRROR_CLAMP_TO_EDGE if !rectangle => put(field, param),
                _ => return bad(),
            }
        }
        GL_TEXTURE_COMPARE_MODE => match param {
            GL_NONE | GL_COMPARE_REF_TO_TEXTURE => put(&mut state.compare_mode, param),
            _ => return bad(),
        },
        GL_TEXTURE_COMPARE_FUNC => match param {
            GL_NEVER..=GL_ALWAYS => put(&mut state.compare_func, param),
            _ => return bad(),
        },
        GL_TEXTURE_MIN_LOD => put(&mut state.min_lod, value.float()),
        GL_TEXTURE_MAX_LOD => put(&mut state.max_lod, value.float()),
        GL_TEXTURE_LOD_BIAS => put(&mut state.lod_bias, value.float()),
        GL_TEXTURE_MAX_ANISOTROPY => {
            if limits.max_texture_max_anisotropy < 1.0 {
                return invalid_enum("pname", pname);
            }
            if value.float() < 1.0 || value.float().is_nan() {
                return invalid_value(format!("GL_TEXTURE_MAX_ANISOTROPY of {}", value.float()));
            }
            put(&mut state.max_anisotropy, value.float().min(limits.max_texture_max_anisotropy))
        }
        GL_TEXTURE_SRGB_DECODE_EXT => match param {
            GL_DECODE_EXT => put(&mut state.srgb_skip_decode, 0),
            GL_SKIP_DECODE_EXT => put(&mut state.srgb_skip_decode, 1),
            _ => return bad(),
        },
        GL_TEXTURE_CUBE_MAP_SEAMLESS => match value.int() {
            0 | 1 => put(&mut state.cube_map_seamless, value.int() as u8),
            _ => return invalid_value("GL_TEXTURE_CUBE_MAP_SEAMLESS is a boolean"),
        },
        GL_TEXTURE_BORDER_COLOR => {
            let before = *state;
            match value {
                // A scalar call cannot set it.
                Value::Int(_) | Value::Float(_) => return invalid_enum("pname", pname),
                Value::Floats(v) => {
                    state.border_float = four(v);
                    state.border_form = BorderForm::Float.wire();
                }
                // Integers stand for [-1, 1] here (GL 4.6 core 2.2.1, equation 2.2).
                Value::Ints(v) => {
                    state.border_float = four(v).map(|v: i32| (f64::from(v) / f64::from(i32::MAX)).max(-1.0) as f32);
                    state.border_form = BorderForm::Float.wire();
                }
                Value::RawInts(v) => {
                    state.border_int = four(v);
                    state.border_form = BorderForm::Int.wire();
                }
                Value::RawUints(v) => {
                    state.border_uint = four(v);
                    state.border_form = BorderForm::Uint.wire();
                }
            }
            // The forms that are not live would only make equal states look different.
            if state.border_form != BorderForm::Float.wire() {
                state.border_float = [0.0; 4];
            }
            if state.border_form != BorderForm::Int.wire() {
                state.border_int = [0; 4];
            }
            if state.border_form != BorderForm::Uint.wire() {
                state.border_uint = [0; 4];
            }
            before != *state
        }
        _ => return Ok(None),
    };
    Ok(Some(changed))
}

/// What a query of a parameter answers, before it takes the form of the call.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Answer {
    /// An enum, integer or boolean.
    Int(i32),
    /// A float.
    Float(f32),
    /// Four floats that normalise when asked for as integers.
    Colour([f32; 4]),
    /// Four integers.
    Ints([i32; 4]),
    /// Four unsigned integers.
    Uints([u32; 4]),
}

impl Answer {
    /// For `*iv`: floats are rounded, colours become the whole range.
    pub fn to_ints(self, out: &mut [i32]) {
        match self {
            Answer::Int(v) => copy(out, &[v]),
            Answer::Float(v) => copy(out, &[v.round() as i32]),
            Answer::Colour(v) => copy(out, &v.map(|v| (f64::from(v) * f64::from(i32::MAX)).round() as i32)),
            Answer::Ints(v) => copy(out, &v),
            Answer::Uints(v) => copy(out, &v.map(|v| v as i32)),
        }
    }
    /// For `*fv`.
    pub fn to_floats(self, out: &mut [f32]) {
        match self {
            Answer::Int(v) => copy(out, &[v as f32]),
            Answer::Float(v) => copy(out, &[v]),
            Answer::Colour(v) => copy(out, &v),
            Answer::Ints(v) => copy(out, &v.map(|v| v as f32)),
            Answer::Uints(v) => copy(out, &v.map(|v| v as f32)),
        }
    }
    /// For `*Iiv`: nothing is normalised.
    pub fn to_raw_ints(self, out: &mut [i32]) {
        match self {
            Answer::Colour(v) => copy(out, &v.map(|v| v as i32)),
            other => other.to_ints(out),
        }
    }
    /// For `*Iuiv`.
    pub fn to_raw_uints(self, out: &mut [u32]) {
        let mut ints = [0; 4];
        self.to_raw_ints(&mut ints);
        let n = out.len().min(4);
        copy(&mut out[..n], &ints.map(|v| v as u32)[..n]);
    }
}

fn copy<T: Copy>(out: &mut [T], values: &[T]) {
    let n = out.len().min(values.len());
    out[..n].copy_from_slice(&values[..n]);
}

/// A parameter of sampler state; `None` for one that is none of a sampler's.
pub fn parameter(state: &MGPSamplerState, pname: GLenum) -> Option<Answer> {
    let enumeration = |v: GLenum| Answer::Int(v as i32);
    Some(match pname {
        GL_TEXTURE_MIN_FILTER => enumeration(state.min_filter),
        GL_TEXTURE_MAG_FILTER => enumeration(state.mag_filter),
        GL_TEXTURE_WRAP_S => enumeration(state.wrap_s),
        GL_TEXTURE_WRAP_T => enumeration(state.wrap_t),
        GL_TEXTURE_WRAP_R => enumeration(state.wrap_r),
        GL_TEXTURE_COMPARE_MODE => enumeration(state.compare_mode),
        GL_TEXTURE_COMPARE_FUNC => enumeration(state.compare_func),
        GL_TEXTURE_MIN_LOD => Answer::Float(state.min_lod),
        GL_TEXTURE_MAX_LOD => Answer::Float(state.max_lod),
        GL_TEXTURE_LOD_BIAS => Answer::Float(state.lod_bias),
        GL_TEXTURE_MAX_ANISOTROPY => Answer::Float(state.max_anisotropy),
        GL_TEXTURE_SRGB_DECODE_EXT => {
            enumeration(if state.srgb_skip_decode != 0 { GL_SKIP_DECODE_EXT } else { GL_DECODE_EXT })
        }
        GL_TEXTURE_CUBE_MAP_SEAMLESS => Answer::Int(i32::from(state.cube_map_seamless)),
        GL_TEXTURE_BORDER_COLOR => match BorderForm::from_wire(u64::from(state.border_form)) {
            Some(BorderForm::Int) => Answer::Ints(state.border_int),
            Some(BorderForm::Uint) => Answer::Uints(state.border_uint),
            _ => Answer::Colour(state.border_float),
        },
        _ => return None,
    })
}

fn new(cx: &mut Cx<'_>) -> Sampler {
    Sampler { handle: cx.session.mint(), state: initial(false), queued: false, label: String::new() }
}

/// `glGenSamplers`, `glCreateSamplers`: the names are objects at once (GL 4.6 core 8.2).
pub fn create(cx: &mut Cx<'_>, names: &mut [GLuint]) {
    for name in names {
        *name = cx.shared.samplers.generate();
        let sampler = new(cx);
        let sampler = cx.shared.samplers.create(*name, sampler);
        crate::emit::sampler::queue(cx, &sampler);
    }
}

/// `glDeleteSamplers`.
pub fn delete(cx: &mut Cx<'_>, names: &[GLuint]) {
    for &name in names {
        let Some(sampler) = cx.shared.samplers.delete(name) else { continue };
        cx.state.sent.dirty |= Dirty::COLLECT;
        for unit in 0..cx.state.samplers.bound.len() {
            if cx.state.samplers.bound[unit].as_ref() == Some(&sampler) {
                cx.state.samplers.bound[unit] = None;
                cx.state.textures.touch();
                cx.state.samplers.generation += 1;
            }
        }
    }
}

/// `glIsSampler`.
pub fn is_sampler(cx: &Cx<'_>, name: GLuint) -> bool {
    cx.shared.samplers.by_name(name).is_some()
}

/// `glBindSampler`.
pub fn bind(cx: &mut Cx<'_>, unit: GLuint, name: GLuint) -> Outcome {
    if unit >= super::texture::unit_count(cx) {
        return invalid_value(format!("texture unit {unit}"));
    }
    let sampler = match name {
        0 => None,
        name => match cx.shared.samplers.get(name) {
            Some(sampler) => Some(sampler),
            None => return invalid_operation(format!("{name} is no sampler")),
        },
    };
    let bound = &mut cx.state.samplers.bound[unit as usize];
    if *bound != sampler {
        *bound = sampler;
        cx.state.textures.touch();
        cx.state.samplers.generation += 1;
    }
    Ok(())
}

/// `glBindSamplers`; `None` unbinds. Units whose name is wrong are left alone and the others bound (GL 4.6 core 8.2).
pub fn bind_range(cx: &mut Cx<'_>, first: GLuint, count: usize, names: Option<&[GLuint]>) -> Outcome {
    if u64::from(first) + count as u64 > u64::from(super::texture::unit_count(cx)) {
        return invalid_operation(format!("texture units {first} and {count} on"));
    }
    let mut result = Ok(());
    for i in 0..count {
        let done = bind(cx, first + i as u32, names.map_or(0, |names| names[i]));
        result = result.and(done);
    }
    result
}

/// `glSamplerParameter*`.
pub fn set(cx: &mut Cx<'_>, name: GLuint, pname: GLenum, value: Value<'_>) -> Outcome {
    let caps = cx.session.caps.clone();
    let Some(sampler) = cx.shared.samplers.get(name) else {
        return invalid_operation(format!("{name} is no sampler"));
    };
    match set_parameter(&mut cx.shared.samplers[&sampler].state, pname, value, false, &caps.limits)? {
        None => invalid_enum("pname", pname),
        Some(false) => Ok(()),
        Some(true) => {
            crate::emit::sampler::queue(cx, &sampler);
            Ok(())
        }
    }
}

/// `glGetSamplerParameter*`.
pub fn get_parameter(cx: &Cx<'_>, name: GLuint, pname: GLenum) -> Outcome<Answer> {
    let Some(sampler) = cx.shared.samplers.by_name(name) else {
        return invalid_operation(format!("{name} is no sampler"));
    };
    match parameter(&sampler.state, pname) {
        Some(answer) => Ok(answer),
        None => invalid_enum("pname", pname),
    }
}

/// Queries of state of this topic: the binding is the texture units'.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<super::get::Value> {
    match pname {
        GL_SAMPLER_BINDING => {
            let bound = cx.state.samplers.bound[cx.state.textures.active].as_ref();
            Some(super::get::Value::int(bound.map_or(0, |sampler| cx.shared.samplers.name(sampler))))
        }
        _ => None,
    }
}
