//! The driver's texture units, before a draw or dispatch.

use super::object::{Chain, Level};
use crate::{
    Applier,
    driver::{GlSampler, GlTexture, Groups},
    error::{Result, missing},
    program::{Program, SlotUniform, UnitUse},
};
use pipe_types::handle::RawHandle;
use texel::format::Class;

/// The driver target that a sampler type of GLSL reads (GL 4.6 core table 7.3), as programs are translated: one-dimensional
/// and rectangle samplers are two-dimensional ones.
fn sampler_target(sampler_type: u32) -> Option<u32> {
    Some(match sampler_type {
        // 1D, 1D shadow, 2D, 2D shadow, rectangle, rectangle shadow; float, int and unsigned.
        0x8B5D | 0x8B61 | 0x8B5E | 0x8B62 | 0x8B63 | 0x8B64 | 0x8DC9 | 0x8DCA | 0x8DCD | 0x8DD1 | 0x8DD2 | 0x8DD5 => {
            glow::TEXTURE_2D
        }
        0x8B5F | 0x8DCB | 0x8DD3 => glow::TEXTURE_3D,
        0x8B60 | 0x8DC5 | 0x8DCC | 0x8DD4 => glow::TEXTURE_CUBE_MAP,
        // 1D and 2D arrays, and their shadows.
        0x8DC0 | 0x8DC3 | 0x8DC1 | 0x8DC4 | 0x8DCE | 0x8DCF | 0x8DD6 | 0x8DD7 => glow::TEXTURE_2D_ARRAY,
        0x8DC2 | 0x8DD0 | 0x8DD8 => glow::TEXTURE_BUFFER,
        0x900C..=0x900F => glow::TEXTURE_CUBE_MAP_ARRAY,
        0x9108..=0x910A => glow::TEXTURE_2D_MULTISAMPLE,
        0x910B..=0x910D => glow::TEXTURE_2D_MULTISAMPLE_ARRAY,
        _ => return None,
    })
}

impl Applier {
    /// Makes the driver's texture units what the program of the next draw or dispatch samples. `changed`: the uses may
    /// differ from those of the last call in this context.
    pub(crate) fn sync_units(&mut self, uses: &[UnitUse], changed: bool) -> Result {
        if !self.cx.shadow.take_moved(Groups::UNITS) && !changed {
            return Ok(());
        }
        for used in uses {
            let Some(target) = sampler_target(used.sampler_type) else { continue };
            let (bound, sampler) = self.cx.units.unit(used.unit);
            if !bound.view.is_null() {
                self.ensure_view(bound.view)?;
            }
            let (mut name, builtin, filterable, chain) = self.sampled(bound.view, bound.texture, target);
            let sampler = if sampler.is_null() { builtin } else { sampler };
            if chain != Chain::Whole {
                let mipmapped = self.samplers.get(sampler).is_ok_and(|sampler| sampler.is_mipmapped());
                // The driver's texture without a name samples like an incomplete one.
                name = name.filter(|_| chain == Chain::Base && !mipmapped);
            }
            let (gl, shadow) = (&self.gl, &mut self.cx.shadow);
            shadow.bind_texture(gl, used.driver_unit, target, name);
            let filtered = !matches!(
                target,
                glow::TEXTURE_BUFFER | glow::TEXTURE_2D_MULTISAMPLE | glow::TEXTURE_2D_MULTISAMPLE_ARRAY
            );
            let mut object: Option<GlSampler> = None;
            if let (true, Ok(sampler)) = (filtered, self.samplers.get_mut(sampler)) {
                let known = sampler.names().count();
                object = Some(if filterable { sampler.name } else { sampler.unfiltered(gl) });
                // A driver's name may be one that there was before.
                if let (true, Some(name)) = (sampler.names().count() > known, object) {
                    shadow.forget_sampler(name);
                }
            }
            shadow.bind_sampler(gl, used.driver_unit, object);
        }
        self.cx.shadow.take_moved(Groups::UNITS);
        Ok(())
    }

    /// The level-of-detail bias of a texture unit: the sampler object's, else the texture's own.
    fn bias(&self, unit: u32) -> f32 {
        let (bound, sampler) = self.cx.units.unit(unit);
        let sampler = if sampler.is_null() {
            let texture = self.textures.get(bound.texture).ok().and_then(|texture| texture.params);
            texture.map_or(RawHandle::NULL, |params| params.builtin_sampler)
        } else {
            sampler
        };
        let limit = self.gl.caps.limits.max_texture_lod_bias;
        self.samplers.get(sampler).map_or(0.0, |sampler| sampler.state.lod_bias.min(limit).max(-limit))
    }

    /// Whether a lookup of the program has a bias that is not its own.
    pub(crate) fn is_biased(&self, program: &Program) -> bool {
        self.biased && program.sampler_units().iter().any(|unit| self.bias(*unit) != 0.0)
    }

    /// The sample count of the texture at a unit.
    fn samples(&self, unit: u32) -> u32 {
        let (bound, _) = self.cx.units.unit(unit);
        let texture =
            if bound.view.is_null() { self.textures.get(bound.texture).ok() } else { self.view_texture(bound.view) };
        texture.filter(|texture| texture.is_multisample()).map_or(0, |texture| u32::from(texture.samples))
    }

    /// The number of levels of the texture at a unit that lookups can reach (GLSL 4.60 8.9.1).
    fn levels(&self, unit: u32) -> u32 {
        let (bound, _) = self.cx.units.unit(unit);
        let texture =
            if bound.view.is_null() { self.textures.get(bound.texture).ok() } else { self.view_texture(bound.view) };
        let Some((texture, levels)) = texture.and_then(|texture| Some((texture, texture.levels_that_count()?))) else {
            return 0;
        };
        levels.take_while(|level| texture.level(0, *level).is_some()).count() as u32
    }

    /// Gives the driver's program what its variant wants to know of the units that it samples.
    pub(crate) fn sync_slot_words(&mut self, handle: RawHandle, what: SlotUniform) -> Result {
        let program = self.programs.get(handle).map_err(missing("program", handle))?;
        let word = |unit: &u32| match what {
            SlotUniform::Bias => self.bias(*unit).to_bits(),
            SlotUniform::Samples => self.samples(*unit),
            SlotUniform::Levels => self.levels(*unit),
        };
        let words = program.sampler_units().iter().map(word).collect();
        let program = self.programs.get_mut(handle).map_err(missing("program", handle))?;
        program.push_slot_words(&self.gl, what, words);
        Ok(())
    }

    /// The driver texture behind a unit's view or texture, its built-in sampler, whether filters are what GL makes of them, and
    /// its chain; none where the target is another one, which samples like an incomplete texture.
    fn sampled(&self, view: RawHandle, texture: RawHandle, target: u32) -> (Option<GlTexture>, RawHandle, bool, Chain) {
        let found = if view.is_null() { self.textures.get(texture).ok() } else { self.view_texture(view) };
        match found {
            Some(texture) if texture.es_target == target => {
                let builtin = texture.params.map_or(RawHandle::NULL, |p| p.builtin_sampler);
                let blunt = |image: &Level| image.info.class() == Class::ColorFloat && !image.storage.filterable;
                (Some(texture.name), builtin, !texture.first_level().is_some_and(blunt), texture.chain())
            }
            _ => (None, RawHandle::NULL, true, Chain::Whole),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_dimensional_and_rectangle_samplers_read_two_dimensional_textures() {
        for sampler in [glow::SAMPLER_1D, glow::SAMPLER_2D_RECT, glow::INT_SAMPLER_1D, glow::SAMPLER_2D_SHADOW] {
            assert_eq!(sampler_target(sampler), Some(glow::TEXTURE_2D), "{sampler:#x}");
        }
        assert_eq!(sampler_target(glow::SAMPLER_1D_ARRAY), Some(glow::TEXTURE_2D_ARRAY));
        assert_eq!(sampler_target(glow::UNSIGNED_INT_SAMPLER_BUFFER), Some(glow::TEXTURE_BUFFER));
        assert_eq!(sampler_target(glow::SAMPLER_CUBE_MAP_ARRAY_SHADOW), Some(glow::TEXTURE_CUBE_MAP_ARRAY));
        assert_eq!(sampler_target(glow::FLOAT), None);
    }
}
