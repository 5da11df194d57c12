//! Image units (GL 4.6 core 8.26).

use super::{
    enums::*,
    outcome::{Outcome, invalid_operation, invalid_value},
    texture::{self, Texture},
};
use crate::{Cx, table::Ref};
use pipe_types::records::{
    image::{IMAGE_UNITS, ImageAccess},
    resource::bind_mask,
};

/// What is bound to an image unit.
#[derive(Clone, Debug)]
pub struct ImageBinding {
    /// The texture.
    pub texture: Option<Ref<Texture>>,
    /// Level.
    pub level: u32,
    /// All layers.
    pub layered: bool,
    /// The layer otherwise.
    pub layer: u32,
    /// What a shader may do.
    pub access: GLenum,
    /// The format that a shader sees.
    pub format: GLenum,
}

impl Default for ImageBinding {
    fn default() -> Self {
        Self { texture: None, level: 0, layered: false, layer: 0, access: GL_READ_ONLY, format: GL_R8 }
    }
}

impl ImageBinding {
    /// The access as it crosses the wire.
    pub fn wire_access(&self) -> ImageAccess {
        match self.access {
            GL_READ_ONLY => ImageAccess::Read,
            GL_WRITE_ONLY => ImageAccess::Write,
            _ => ImageAccess::ReadWrite,
        }
    }
}

/// The image units of a context.
#[derive(Debug)]
pub struct ImageUnits {
    /// By unit.
    pub bound: Box<[ImageBinding]>,
    /// Grows whenever a unit changes.
    pub generation: u64,
}

impl Default for ImageUnits {
    fn default() -> Self {
        Self { bound: vec![ImageBinding::default(); IMAGE_UNITS as usize].into(), generation: 0 }
    }
}

/// `GL_MAX_IMAGE_UNITS`.
pub fn unit_count(cx: &Cx<'_>) -> u32 {
    cx.session.caps.limits.max_image_units.min(IMAGE_UNITS)
}

/// `glBindImageTexture`.
#[allow(clippy::too_many_arguments)]
pub fn bind(
    cx: &mut Cx<'_>,
    unit: GLuint,
    name: GLuint,
    level: i32,
    layered: bool,
    layer: i32,
    access: GLenum,
    format: GLenum,
) -> Outcome {
    if unit >= unit_count(cx) {
        return invalid_value(format!("image unit {unit}"));
    }
    let (Ok(level), Ok(layer)) = (u32::try_from(level), u32::try_from(layer)) else {
        return invalid_value(format!("level {level}, layer {layer}"));
    };
    if !matches!(access, GL_READ_ONLY | GL_WRITE_ONLY | GL_READ_WRITE) {
        return invalid_value(format!("access {}", enum_name(access)));
    }
    if texel::info(format).is_none_or(|info| info.image_class() == 0) {
        return invalid_value(format!("image format {}", enum_name(format)));
    }
    let texture = match name {
        0 => None,
        name => match cx.shared.textures.get(name) {
            Some(texture) => Some(texture),
            None => return invalid_value(format!("{name} is no texture")),
        },
    };
    if let Some(texture) = &texture {
        let object = &mut cx.shared.textures[texture];
        object.image_hint = true;
        if let Some(source) = &object.buffer {
            cx.shared.buffers[&source.buffer].used_as(bind_mask::SHADER_IMAGE);
        }
    }
    let layered = layered && texture.as_ref().is_some_and(|t| texture::is_layered(cx.shared.textures[t].target));
    cx.state.images.bound[unit as usize] = ImageBinding { texture, level, layered, layer, access, format };
    cx.state.images.generation += 1;
    Ok(())
}

/// `glBindImageTextures`: level 0, all layers, read and write, the texture's own format.
pub fn bind_range(cx: &mut Cx<'_>, first: GLuint, count: usize, names: Option<&[GLuint]>) -> Outcome {
    if u64::from(first) + count as u64 > u64::from(unit_count(cx)) {
        return invalid_operation(format!("image units {first} and {count} on"));
    }
    let mut result = Ok(());
    for i in 0..count {
        let name = names.map_or(0, |names| names[i]);
        let unit = first + i as u32;
        if name == 0 {
            cx.state.images.bound[unit as usize] = ImageBinding::default();
            cx.state.images.generation += 1;
            continue;
        }
        let format =
            cx.shared.textures.by_name(name).and_then(|t| t.image(0, 0)).map(|image| image.info.internal_format);
        let done = match format {
            Some(format) => match bind(cx, unit, name, 0, true, 0, GL_READ_WRITE, format) {
                Err(error) if error.error == GL_INVALID_VALUE => invalid_operation(error.why),
                done => done,
            },
            None => invalid_operation(format!("{name} is no texture with images")),
        };
        result = result.and(done);
    }
    result
}

/// A texture's name is deleted: this context's units let go of it.
pub(super) fn unbind(cx: &mut Cx<'_>, texture: &Ref<Texture>) {
    for unit in 0..cx.state.images.bound.len() {
        if cx.state.images.bound[unit].texture.as_ref() == Some(texture) {
            cx.state.images.bound[unit] = ImageBinding::default();
            cx.state.images.generation += 1;
        }
    }
}

/// Queries of state.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<super::get::Value> {
    match pname {
        GL_MAX_IMAGE_UNITS => Some(super::get::Value::int(unit_count(cx))),
        GL_MAX_IMAGE_SAMPLES => Some(super::get::Value::int(0)),
        _ => None,
    }
}

/// Indexed queries of state.
pub fn get_indexed(cx: &mut Cx<'_>, pname: GLenum, index: u32) -> Option<super::get::Value> {
    use super::get::Value;
    if !matches!(
        pname,
        GL_IMAGE_BINDING_NAME
            | GL_IMAGE_BINDING_LEVEL
            | GL_IMAGE_BINDING_LAYERED
            | GL_IMAGE_BINDING_LAYER
            | GL_IMAGE_BINDING_ACCESS
            | GL_IMAGE_BINDING_FORMAT
    ) {
        return None;
    }
    let Some(binding) = cx.state.images.bound.get(index as usize).filter(|_| index < unit_count(cx)) else {
        cx.error(GL_INVALID_VALUE, &format!("image unit {index}"));
        return Some(Value::int(0));
    };
    Some(match pname {
        GL_IMAGE_BINDING_NAME => {
            Value::int(binding.texture.as_ref().map_or(0, |texture| cx.shared.textures.name(texture)))
        }
        GL_IMAGE_BINDING_LEVEL => Value::int(binding.level),
        GL_IMAGE_BINDING_LAYERED => Value::bool(binding.layered),
        GL_IMAGE_BINDING_LAYER => Value::int(binding.layer),
        GL_IMAGE_BINDING_ACCESS => Value::int(binding.access),
        _ => Value::int(binding.format),
    })
}
