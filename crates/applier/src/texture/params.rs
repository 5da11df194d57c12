//! Parameters that belong to a texture itself. Filters, wrap modes and the like are sampler objects (`crate::sampler`).

use super::object::Texture;
use crate::{
    Applier,
    driver::{Driver, Shadow},
};
use pipe_types::{
    caps::Features,
    handle::RawHandle,
    records::{resource::ResourceTarget, texture::Swizzle},
};
use texel::format::Base;

/// The parameters that the driver texture has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pushed {
    base_level: i32,
    max_level: i32,
    swizzle: [u32; 4],
    stencil: bool,
}

impl Default for Pushed {
    /// What a new texture has.
    fn default() -> Self {
        Self { base_level: 0, max_level: 1000, swizzle: IDENTITY, stencil: false }
    }
}

const IDENTITY: [u32; 4] = [glow::RED, glow::GREEN, glow::BLUE, glow::ALPHA];

impl Texture {
    /// The swizzle that makes the driver's storage read like the application's format.
    fn format_swizzle(&self) -> [u32; 4] {
        match self.first_level() {
            // Storage with the format's own components reads the missing ones as the format does, but for depth, which Mesa's
            // drivers show as grey once a level has come after the first.
            Some(image) if image.storage.base != image.info.base || !image.info.base.is_color() => {
                image.storage.swizzle
            }
            _ => IDENTITY,
        }
    }

    fn wanted(&self) -> Pushed {
        let Some(params) = &self.params else { return Pushed { swizzle: self.format_swizzle(), ..Pushed::default() } };
        let format = self.format_swizzle();
        let swizzle = params.swizzle.map(|s| match Swizzle::from_wire(u64::from(s)) {
            Some(Swizzle::Zero) => glow::ZERO,
            Some(Swizzle::One) => glow::ONE,
            Some(component) => format[component as usize],
            None => glow::ZERO,
        });
        Pushed {
            base_level: i32::from(params.base_level),
            max_level: i32::from(params.max_level),
            swizzle,
            stencil: params.depth_stencil_mode == 1,
        }
    }

    /// Makes the driver texture's parameters what the record and the storage say; `force` also where they look right.
    pub(crate) fn sync_params(&mut self, gl: &Driver, shadow: &mut Shadow, force: bool) {
        if self.target == ResourceTarget::TexBuffer {
            return;
        }
        let (wanted, had) = (self.wanted(), self.pushed);
        if wanted == had && !force {
            return;
        }
        self.pushed = wanted;
        shadow.edit_texture(gl, self.es_target, self.name);
        let target = self.es_target;
        // Multisample and rectangle textures have one level.
        let levels = !self.is_multisample() && self.target != ResourceTarget::TexRect;
        if levels && (force || wanted.base_level != had.base_level) {
            gl.tex_parameter_i32(target, glow::TEXTURE_BASE_LEVEL, wanted.base_level);
        }
        if levels && (force || wanted.max_level != had.max_level) {
            gl.tex_parameter_i32(target, glow::TEXTURE_MAX_LEVEL, wanted.max_level);
        }
        for (i, (&want, &have)) in wanted.swizzle.iter().zip(&had.swizzle).enumerate() {
            if force || want != have {
                gl.tex_parameter_i32(target, glow::TEXTURE_SWIZZLE_R + i as u32, want as i32);
            }
        }
        let both = self.first_level().is_some_and(|image| image.info.base == Base::DepthStencil);
        if gl.has(Features::STENCIL_TEXTURING) && (both && force || wanted.stencil != had.stencil) {
            let mode = if wanted.stencil { glow::STENCIL_INDEX } else { glow::DEPTH_COMPONENT };
            gl.tex_parameter_i32(target, glow::DEPTH_STENCIL_TEXTURE_MODE, mode as i32);
        }
    }
}

impl Texture {
    /// Makes one level readable as it is stored, whatever the application's parameters are: `level` is the base level, no
    /// swizzle, depth or stencil as asked. [`Texture::end_raw`] puts the parameters back.
    pub(crate) fn begin_raw(&self, gl: &Driver, shadow: &mut Shadow, level: u16, stencil: bool) {
        let level = i32::from(level);
        self.put(gl, shadow, &Pushed { base_level: level, max_level: level, swizzle: IDENTITY, stencil }, &self.pushed);
    }

    /// See [`Texture::begin_raw`], with the same arguments.
    pub(crate) fn end_raw(&self, gl: &Driver, shadow: &mut Shadow, level: u16, stencil: bool) {
        let level = i32::from(level);
        self.put(gl, shadow, &self.pushed, &Pushed { base_level: level, max_level: level, swizzle: IDENTITY, stencil });
    }

    fn put(&self, gl: &Driver, shadow: &mut Shadow, wanted: &Pushed, had: &Pushed) {
        if wanted == had {
            return;
        }
        let target = self.es_target;
        shadow.edit_texture(gl, target, self.name);
        if !self.is_multisample() {
            if wanted.base_level != had.base_level {
                gl.tex_parameter_i32(target, glow::TEXTURE_BASE_LEVEL, wanted.base_level);
            }
            if wanted.max_level != had.max_level {
                gl.tex_parameter_i32(target, glow::TEXTURE_MAX_LEVEL, wanted.max_level);
            }
        }
        for (i, (&want, &have)) in wanted.swizzle.iter().zip(&had.swizzle).enumerate() {
            if want != have {
                gl.tex_parameter_i32(target, glow::TEXTURE_SWIZZLE_R + i as u32, want as i32);
            }
        }
        if wanted.stencil != had.stencil && gl.has(Features::STENCIL_TEXTURING) {
            let mode = if wanted.stencil { glow::STENCIL_INDEX } else { glow::DEPTH_COMPONENT };
            gl.tex_parameter_i32(target, glow::DEPTH_STENCIL_TEXTURE_MODE, mode as i32);
        }
    }
}

impl Applier {
    /// Makes `base..=max` the levels of a texture while images of it are attached to a framebuffer of ours: ES has no level of a
    /// mutable texture attached that is outside of its range, nor one above the base while the chain is incomplete (OpenGL ES 3.2
    /// 9.4.2). Whether that moved anything; then [`Applier::unshow_levels`] has to put it back.
    pub(crate) fn show_levels(&mut self, handle: RawHandle, base: u16, max: u16) -> bool {
        let Ok(texture) = self.textures.get(handle) else { return false };
        let within = i32::from(base) == texture.pushed.base_level && i32::from(max) <= texture.pushed.max_level;
        if texture.es_immutable || within {
            return false;
        }
        texture.set_level_range(&self.gl, &mut self.cx.shadow, base, max);
        true
    }

    /// See [`Applier::show_levels`], with the same arguments.
    pub(crate) fn unshow_levels(&mut self, handle: RawHandle, base: u16, max: u16) {
        if let Ok(texture) = self.textures.get(handle) {
            texture.reset_level_range(&self.gl, &mut self.cx.shadow, base, max);
        }
    }
}

impl Texture {
    /// Makes `base..=max` the level range for one call that looks at it; [`Texture::reset_level_range`] puts it back.
    pub(crate) fn set_level_range(&self, gl: &Driver, shadow: &mut Shadow, base: u16, max: u16) {
        let wanted = Pushed { base_level: i32::from(base), max_level: i32::from(max), ..self.pushed };
        self.put(gl, shadow, &wanted, &self.pushed);
    }

    /// See [`Texture::set_level_range`], with the same arguments.
    pub(crate) fn reset_level_range(&self, gl: &Driver, shadow: &mut Shadow, base: u16, max: u16) {
        let had = Pushed { base_level: i32::from(base), max_level: i32::from(max), ..self.pushed };
        self.put(gl, shadow, &self.pushed, &had);
    }
}
