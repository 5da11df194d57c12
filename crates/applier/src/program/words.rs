//! What variants of a program are told besides the application's uniforms: a word for each sampler slot, the parameters of each
//! draw, and the height of what is drawn to.

use super::Program;
use crate::driver::{Driver, UniformShape};

/// What variants have a uniform for, by sampler slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SlotUniform {
    Bias,
    Samples,
    Levels,
}

impl SlotUniform {
    pub(super) const ALL: [SlotUniform; 3] = [SlotUniform::Bias, SlotUniform::Samples, SlotUniform::Levels];

    /// The name of the uniform's first element.
    pub(super) fn first_element(self) -> String {
        let name = match self {
            SlotUniform::Bias => essl_back::LOD_BIAS_UNIFORM,
            SlotUniform::Samples => essl_back::SAMPLES_UNIFORM,
            SlotUniform::Levels => essl_back::LEVELS_UNIFORM,
        };
        format!("{name}[0]")
    }

    fn shape(self) -> UniformShape {
        match self {
            SlotUniform::Bias => UniformShape::Float(1),
            SlotUniform::Samples | SlotUniform::Levels => UniformShape::Int(1),
        }
    }
}

impl Program {
    /// Whether the current variant wants to know the parameters of draws.
    pub(crate) fn asks_draw_parameters(&self) -> bool {
        self.variants.get(self.current).is_some_and(|built| built.draw_parameters.is_some())
    }
    /// Tells the current variant the base vertex, base instance and number of the draw that comes, if it wants to know.
    pub(crate) fn push_draw_parameters(&self, gl: &Driver, parameters: [u32; 3]) {
        let Some(built) = self.variants.get(self.current) else { return };
        if let (Some(name), Some(location)) = (built.name, built.draw_parameters) {
            gl.program_uniform(name, location, UniformShape::Int(1), &parameters);
        }
    }
    /// Tells the current variant how high what is drawn to is, if it wants to know.
    pub(crate) fn push_target_height(&mut self, gl: &Driver, height: u32) {
        let Some(built) = self.variants.get_mut(self.current) else { return };
        if let (Some(name), Some((location, known))) = (built.name, &mut built.target_height)
            && *known != height
        {
            gl.program_uniform(name, *location, UniformShape::Float(1), &[(height as f32).to_bits()]);
            *known = height;
        }
    }
    /// Gives the current variant a word for each of its sampler slots.
    pub(crate) fn push_slot_words(&mut self, gl: &Driver, what: SlotUniform, words: Vec<u32>) {
        let Some(built) = self.variants.get_mut(self.current) else { return };
        let Some(known) = &mut built.slot_words[what as usize] else { return };
        if let (Some(name), true) = (built.name, *known != words) {
            if let Some(location) = gl.uniform_location(name, &what.first_element()) {
                gl.program_uniform(name, location, what.shape(), &words);
            }
            *known = words;
        }
    }
}
