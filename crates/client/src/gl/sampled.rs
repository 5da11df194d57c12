//! Which texture units the current program samples, and as what.

use super::{
    enums::*,
    program::{Executable, ProgramState, ShaderOrProgram},
};
use crate::table::Table;
use pipe_types::{RawHandle, archive::UniformKind, records::resource::ResourceTarget};

/// The units of the program that drew last.
#[derive(Debug, Default)]
pub struct SampledUnits {
    program: RawHandle,
    /// Generation of the units of its samplers.
    slots: u32,
    /// Units and targets, each unit once.
    units: Vec<(u32, ResourceTarget)>,
    /// Grows when `units` becomes another.
    pub generation: u64,
}

impl SampledUnits {
    /// Looks whether the current program, or where its samplers point, is another.
    #[inline]
    pub fn update(&mut self, state: &ProgramState, programs: &Table<ShaderOrProgram>) {
        let executable = state.drawing(programs);
        let same = match executable {
            Some(executable) => self.program == executable.handle.raw() && self.slots == executable.samplers_generation,
            None => self.program.is_null(),
        };
        if !same {
            self.change(executable);
        }
    }

    fn change(&mut self, executable: Option<&Executable>) {
        self.generation += 1;
        self.units.clear();
        self.program = RawHandle::NULL;
        let Some(executable) = executable else { return };
        self.program = executable.handle.raw();
        self.slots = executable.samplers_generation;
        for uniform in &executable.archive.uniforms {
            let UniformKind::Sampler { slot, .. } = uniform.kind else { continue };
            let Some(target) = sampler_target(uniform.gl_type) else { continue };
            let first = slot as usize;
            for &unit in executable.samplers.iter().skip(first).take(uniform.array_size as usize) {
                // Two targets on one unit do not draw.
                if !self.units.iter().any(|(known, _)| *known == unit) {
                    self.units.push((unit, target));
                }
            }
        }
    }

    /// Every unit that a sampler of the current program reads, with the sampler's target.
    pub fn units(&self) -> &[(u32, ResourceTarget)] {
        &self.units
    }
}

/// The texture target of a sampler type (GL 4.6 core table 7.3).
pub fn sampler_target(gl_type: GLenum) -> Option<ResourceTarget> {
    Some(match gl_type {
        GL_SAMPLER_1D | GL_SAMPLER_1D_SHADOW | GL_INT_SAMPLER_1D | GL_UNSIGNED_INT_SAMPLER_1D => ResourceTarget::Tex1D,
        GL_SAMPLER_2D | GL_SAMPLER_2D_SHADOW | GL_INT_SAMPLER_2D | GL_UNSIGNED_INT_SAMPLER_2D => ResourceTarget::Tex2D,
        GL_SAMPLER_3D | GL_INT_SAMPLER_3D | GL_UNSIGNED_INT_SAMPLER_3D => ResourceTarget::Tex3D,
        GL_SAMPLER_CUBE | GL_SAMPLER_CUBE_SHADOW | GL_INT_SAMPLER_CUBE | GL_UNSIGNED_INT_SAMPLER_CUBE => {
            ResourceTarget::TexCube
        }
        GL_SAMPLER_2D_RECT | GL_SAMPLER_2D_RECT_SHADOW | GL_INT_SAMPLER_2D_RECT | GL_UNSIGNED_INT_SAMPLER_2D_RECT => {
            ResourceTarget::TexRect
        }
        GL_SAMPLER_1D_ARRAY
        | GL_SAMPLER_1D_ARRAY_SHADOW
        | GL_INT_SAMPLER_1D_ARRAY
        | GL_UNSIGNED_INT_SAMPLER_1D_ARRAY => ResourceTarget::Tex1DArray,
        GL_SAMPLER_2D_ARRAY
        | GL_SAMPLER_2D_ARRAY_SHADOW
        | GL_INT_SAMPLER_2D_ARRAY
        | GL_UNSIGNED_INT_SAMPLER_2D_ARRAY => ResourceTarget::Tex2DArray,
        GL_SAMPLER_CUBE_MAP_ARRAY
        | GL_SAMPLER_CUBE_MAP_ARRAY_SHADOW
        | GL_INT_SAMPLER_CUBE_MAP_ARRAY
        | GL_UNSIGNED_INT_SAMPLER_CUBE_MAP_ARRAY => ResourceTarget::TexCubeArray,
        GL_SAMPLER_BUFFER | GL_INT_SAMPLER_BUFFER | GL_UNSIGNED_INT_SAMPLER_BUFFER => ResourceTarget::TexBuffer,
        GL_SAMPLER_2D_MULTISAMPLE | GL_INT_SAMPLER_2D_MULTISAMPLE | GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE => {
            ResourceTarget::Tex2DMS
        }
        GL_SAMPLER_2D_MULTISAMPLE_ARRAY
        | GL_INT_SAMPLER_2D_MULTISAMPLE_ARRAY
        | GL_UNSIGNED_INT_SAMPLER_2D_MULTISAMPLE_ARRAY => ResourceTarget::Tex2DMSArray,
        _ => return None,
    })
}
