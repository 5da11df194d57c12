//! Frame buffer configurations: one list for every display.

use super::enums::*;
use std::sync::LazyLock;

/// A configuration. All are for OpenGL and pbuffers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// `EGL_CONFIG_ID`, from 1.
    pub id: i32,
    /// Bits of red, green, blue, alpha.
    pub color: [i32; 4],
    /// Bits of depth.
    pub depth: i32,
    /// Bits of stencil.
    pub stencil: i32,
    /// Samples, 0 for single-sampled.
    pub samples: i32,
}

/// Every configuration, in the order of `eglGetConfigs`.
pub static CONFIGS: LazyLock<Vec<Config>> = LazyLock::new(|| {
    let mut configs = Vec::new();
    for color in [[8, 8, 8, 8], [8, 8, 8, 0], [10, 10, 10, 2], [5, 6, 5, 0]] {
        for samples in [0, 4] {
            for (depth, stencil) in [(0, 0), (24, 8), (24, 0), (16, 0), (0, 8)] {
                configs.push(Config { id: configs.len() as i32 + 1, color, depth, stencil, samples });
            }
        }
    }
    configs
});

impl Config {
    /// `eglGetConfigAttrib`; none for an attribute that there is not.
    pub fn attribute(&self, name: EGLint) -> Option<EGLint> {
        let [red, green, blue, alpha] = self.color;
        Some(match name as EGLenum {
            EGL_CONFIG_ID => self.id,
            EGL_RED_SIZE => red,
            EGL_GREEN_SIZE => green,
            EGL_BLUE_SIZE => blue,
            EGL_ALPHA_SIZE => alpha,
            EGL_BUFFER_SIZE => red + green + blue + alpha,
            EGL_DEPTH_SIZE => self.depth,
            EGL_STENCIL_SIZE => self.stencil,
            EGL_SAMPLES => self.samples,
            EGL_SAMPLE_BUFFERS => i32::from(self.samples > 0),
            EGL_COLOR_BUFFER_TYPE => EGL_RGB_BUFFER as EGLint,
            EGL_CONFIG_CAVEAT => EGL_NONE as EGLint,
            EGL_RENDERABLE_TYPE | EGL_CONFORMANT => EGL_OPENGL_BIT as EGLint,
            EGL_SURFACE_TYPE => EGL_PBUFFER_BIT as EGLint,
            EGL_TRANSPARENT_TYPE | EGL_NATIVE_VISUAL_TYPE => EGL_NONE as EGLint,
            EGL_MAX_PBUFFER_WIDTH | EGL_MAX_PBUFFER_HEIGHT => super::surface::MAX_PBUFFER,
            EGL_MAX_PBUFFER_PIXELS => super::surface::MAX_PBUFFER * super::surface::MAX_PBUFFER,
            EGL_MAX_SWAP_INTERVAL => 1,
            EGL_LUMINANCE_SIZE
            | EGL_ALPHA_MASK_SIZE
            | EGL_BIND_TO_TEXTURE_RGB
            | EGL_BIND_TO_TEXTURE_RGBA
            | EGL_LEVEL
            | EGL_MIN_SWAP_INTERVAL
            | EGL_NATIVE_RENDERABLE
            | EGL_NATIVE_VISUAL_ID
            | EGL_TRANSPARENT_RED_VALUE
            | EGL_TRANSPARENT_GREEN_VALUE
            | EGL_TRANSPARENT_BLUE_VALUE => 0,
            _ => return None,
        })
    }
}

/// `eglChooseConfig` (EGL 1.5 section 3.4.1): indices of the matching configurations, best first. `attributes` are pairs
/// without the terminator.
pub fn choose(attributes: &[(EGLint, EGLint)]) -> Result<Vec<usize>, EGLint> {
    // Defaults that select (table 3.4).
    let mut wanted: Vec<(EGLenum, EGLint)> = vec![
        (EGL_RENDERABLE_TYPE, EGL_OPENGL_ES_BIT as EGLint),
        (EGL_SURFACE_TYPE, EGL_WINDOW_BIT as EGLint),
        (EGL_COLOR_BUFFER_TYPE, EGL_RGB_BUFFER as EGLint),
        (EGL_LEVEL, 0),
        (EGL_TRANSPARENT_TYPE, EGL_NONE as EGLint),
    ];
    for &(name, value) in attributes {
        let name = name as EGLenum;
        let sizes = [EGL_MAX_PBUFFER_WIDTH, EGL_MAX_PBUFFER_HEIGHT, EGL_MAX_PBUFFER_PIXELS, EGL_NATIVE_VISUAL_ID];
        if sizes.contains(&name) {
            continue; // ignored, says the table
        }
        let known = name == EGL_MATCH_NATIVE_PIXMAP || CONFIGS[0].attribute(name as EGLint).is_some();
        if !known || (value < 0 && value != EGL_DONT_CARE) {
            return Err(EGL_BAD_ATTRIBUTE as EGLint);
        }
        wanted.retain(|&(other, _)| other != name);
        wanted.push((name, value));
    }
    if let Some(&(_, id)) = wanted.iter().find(|&&(name, value)| name == EGL_CONFIG_ID && value != EGL_DONT_CARE) {
        return Ok(CONFIGS.iter().position(|config| config.id == id).into_iter().collect());
    }
    let mut found: Vec<usize> =
        (0..CONFIGS.len()).filter(|&i| wanted.iter().all(|&(name, value)| matches(&CONFIGS[i], name, value))).collect();
    let asked = |name| wanted.iter().any(|&(n, value)| n == name && value > 0);
    let parts = [EGL_RED_SIZE, EGL_GREEN_SIZE, EGL_BLUE_SIZE, EGL_ALPHA_SIZE].map(asked);
    found.sort_by_key(|&i| {
        let config = &CONFIGS[i];
        let bits: i32 = config.color.iter().zip(parts).filter(|&(_, asked)| asked).map(|(bits, _)| bits).sum();
        let buffer: i32 = config.color.iter().sum();
        (-bits, buffer, config.samples, config.depth, config.stencil, config.id)
    });
    Ok(found)
}

fn matches(config: &Config, name: EGLenum, value: EGLint) -> bool {
    if value == EGL_DONT_CARE {
        return true;
    }
    let Some(has) = config.attribute(name as EGLint) else { return name == EGL_MATCH_NATIVE_PIXMAP };
    match name {
        EGL_SURFACE_TYPE | EGL_RENDERABLE_TYPE | EGL_CONFORMANT => has & value == value,
        EGL_RED_SIZE | EGL_GREEN_SIZE | EGL_BLUE_SIZE | EGL_ALPHA_SIZE | EGL_BUFFER_SIZE | EGL_LUMINANCE_SIZE
        | EGL_ALPHA_MASK_SIZE | EGL_DEPTH_SIZE | EGL_STENCIL_SIZE | EGL_SAMPLES | EGL_SAMPLE_BUFFERS => has >= value,
        _ => has == value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_sufficient_config_comes_first() {
        let wanted = [
            (EGL_RENDERABLE_TYPE as EGLint, EGL_OPENGL_BIT as EGLint),
            (EGL_SURFACE_TYPE as EGLint, EGL_PBUFFER_BIT as EGLint),
            (EGL_RED_SIZE as EGLint, 8),
            (EGL_DEPTH_SIZE as EGLint, 16),
        ];
        let first = CONFIGS[choose(&wanted).unwrap()[0]];
        // Most red bits first (10), as the specification sorts.
        assert_eq!((first.color[0], first.depth, first.stencil, first.samples), (10, 16, 0, 0));
    }

    #[test]
    fn windows_and_gles_find_nothing_and_unknown_attributes_are_errors() {
        assert_eq!(choose(&[]), Ok(vec![]));
        assert_eq!(choose(&[(0x1234, 1)]), Err(EGL_BAD_ATTRIBUTE as EGLint));
    }
}
