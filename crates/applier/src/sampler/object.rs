//! Sampler state objects, also the built-in sampler state of textures: both are sampler objects on the driver.

use crate::driver::{Driver, GlSampler};
use pipe_types::{
    caps::Features,
    records::sampler::{BorderForm, MGPSamplerState},
};

const CLAMP: u32 = 0x2900;
const MIRROR_CLAMP_TO_EDGE: u32 = 0x8743;
const TEXTURE_SRGB_DECODE: u32 = 0x8A48;
const DECODE: i32 = 0x8A49;
const SKIP_DECODE: i32 = 0x8A4A;

/// A sampler object of the driver and the state it has.
#[derive(Debug)]
pub(crate) struct Sampler {
    pub(crate) name: GlSampler,
    /// The same without filters, once a texture needs it.
    unfiltered: Option<GlSampler>,
    /// What the record said. The LOD bias has no ES counterpart; programs apply it.
    pub(crate) state: MGPSamplerState,
}

impl Sampler {
    /// A sampler object with this state.
    pub(crate) fn new(gl: &Driver, state: &MGPSamplerState) -> Option<Self> {
        let name = gl.create_sampler().ok()?;
        push(gl, name, state, None);
        Some(Self { name, unfiltered: None, state: *state })
    }

    /// Changes what differs from the state it has.
    pub(crate) fn redefine(&mut self, gl: &Driver, state: &MGPSamplerState) {
        let old = std::mem::replace(&mut self.state, *state);
        push(gl, self.name, state, Some(&old));
        if let Some(name) = self.unfiltered {
            push(gl, name, &nearest(state), Some(&nearest(&old)));
        }
    }

    /// The names of all its driver objects.
    pub(crate) fn names(&self) -> impl Iterator<Item = GlSampler> + use<> {
        std::iter::once(self.name).chain(self.unfiltered)
    }

    /// Whether lookups go to several levels.
    pub(crate) fn is_mipmapped(&self) -> bool {
        !matches!(self.state.min_filter, glow::NEAREST | glow::LINEAR)
    }

    /// A sampler object for textures whose storage the driver can't filter: with filters they would sample as incomplete ones.
    pub(crate) fn unfiltered(&mut self, gl: &Driver) -> GlSampler {
        let state = nearest(&self.state);
        if (state.min_filter, state.mag_filter) == (self.state.min_filter, self.state.mag_filter) {
            return self.name;
        }
        if let Some(name) = self.unfiltered {
            return name;
        }
        let Ok(name) = gl.create_sampler() else { return self.name };
        push(gl, name, &state, None);
        self.unfiltered = Some(name);
        name
    }
}

/// The state without filters.
fn nearest(state: &MGPSamplerState) -> MGPSamplerState {
    let min_filter = match state.min_filter {
        glow::NEAREST | glow::LINEAR => glow::NEAREST,
        _ => glow::NEAREST_MIPMAP_NEAREST,
    };
    MGPSamplerState { min_filter, mag_filter: glow::NEAREST, ..*state }
}

/// Gives a driver object what differs from the state it has.
fn push(gl: &Driver, name: GlSampler, new: &MGPSamplerState, old: Option<&MGPSamplerState>) {
    type Get = fn(&MGPSamplerState) -> u32;
    let integers: [(u32, Get); 7] = [
        (glow::TEXTURE_MIN_FILTER, |s| s.min_filter),
        (glow::TEXTURE_MAG_FILTER, |s| s.mag_filter),
        (glow::TEXTURE_WRAP_S, |s| s.wrap_s),
        (glow::TEXTURE_WRAP_T, |s| s.wrap_t),
        (glow::TEXTURE_WRAP_R, |s| s.wrap_r),
        (glow::TEXTURE_COMPARE_MODE, |s| s.compare_mode),
        (glow::TEXTURE_COMPARE_FUNC, |s| s.compare_func),
    ];
    for (parameter, get) in integers {
        if old.is_none_or(|old| get(old) != get(new)) {
            let value = match parameter {
                glow::TEXTURE_WRAP_S | glow::TEXTURE_WRAP_T | glow::TEXTURE_WRAP_R => wrap(gl, get(new)),
                _ => get(new),
            };
            gl.sampler_parameter_i32(name, parameter, value as i32);
        }
    }
    let moved = |get: fn(&MGPSamplerState) -> f32| old.is_none_or(|old| get(old).to_bits() != get(new).to_bits());
    if moved(|s| s.min_lod) {
        gl.sampler_parameter_f32(name, glow::TEXTURE_MIN_LOD, new.min_lod);
    }
    if moved(|s| s.max_lod) {
        gl.sampler_parameter_f32(name, glow::TEXTURE_MAX_LOD, new.max_lod);
    }
    if moved(|s| s.max_anisotropy) && gl.has(Features::ANISOTROPY) {
        gl.sampler_parameter_f32(name, glow::TEXTURE_MAX_ANISOTROPY_EXT, new.max_anisotropy.max(1.0));
    }
    if old.is_none_or(|old| old.srgb_skip_decode != new.srgb_skip_decode) && gl.has(Features::SRGB_DECODE) {
        let value = if new.srgb_skip_decode == 0 { DECODE } else { SKIP_DECODE };
        gl.sampler_parameter_i32(name, TEXTURE_SRGB_DECODE, value);
    }
    let border = |s: &MGPSamplerState| (s.border_form, s.border_float.map(f32::to_bits), s.border_int, s.border_uint);
    if old.is_none_or(|old| border(old) != border(new)) && has_border(gl) {
        match BorderForm::from_wire(u64::from(new.border_form)) {
            Some(BorderForm::Int) => gl.sampler_parameter_border_i32(name, &new.border_int),
            Some(BorderForm::Uint) => gl.sampler_parameter_border_u32(name, &new.border_uint),
            _ => gl.sampler_parameter_f32_slice(name, glow::TEXTURE_BORDER_COLOR, &new.border_float),
        }
    }
}

fn has_border(gl: &Driver) -> bool {
    gl.has(Features::BORDER_CLAMP) || gl.has(Features::ES32)
}

/// The wrap mode that the driver has: borders and mirrored clamping become the nearest thing where they are missing.
fn wrap(gl: &Driver, mode: u32) -> u32 {
    match mode {
        CLAMP => glow::CLAMP_TO_EDGE,
        glow::CLAMP_TO_BORDER if !has_border(gl) => glow::CLAMP_TO_EDGE,
        MIRROR_CLAMP_TO_EDGE if !gl.has(Features::MIRROR_CLAMP_TO_EDGE) => glow::MIRRORED_REPEAT,
        other => other,
    }
}
