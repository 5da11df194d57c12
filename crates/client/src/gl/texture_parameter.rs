//! Texture parameters and their queries (GL 4.6 core 8.10, 8.11).

use super::{
    enums::*,
    outcome::{Outcome, invalid_enum, invalid_operation, invalid_value},
    sampler::{self, Answer, Value},
    texture::{self, Image, Texture, face_of, slot, target_of},
    texture_image::image_target,
};
use crate::{Cx, emit::texture::queue_parameters, table::Ref};
use pipe_types::records::resource::{ResourceTarget, WHOLE_BUFFER};

/// The texture that a parameter call names by target.
pub fn by_target(cx: &mut Cx<'_>, target: GLenum) -> Outcome<Ref<Texture>> {
    match target_of(target) {
        Some(ResourceTarget::TexBuffer) | None => invalid_enum("target", target),
        Some(target) => Ok(texture::bound(cx, target)),
    }
}

/// A buffer texture has no parameters. By target it is an enum that is none of them; here it was named (GL 4.6 core 8.10, 8.11).
fn parameterless<T>() -> Outcome<T> {
    invalid_operation("buffer textures have no parameters")
}

/// `glTexParameter*`, `glTextureParameter*`.
pub fn set(cx: &mut Cx<'_>, texture: &Ref<Texture>, pname: GLenum, value: Value<'_>) -> Outcome {
    let caps = cx.session.caps.clone();
    let object = &mut cx.shared.textures[texture];
    let (target, multisample) = (object.target, texture::is_multisample(object.target));
    let rectangle = target == ResourceTarget::TexRect;
    if target == ResourceTarget::TexBuffer {
        return parameterless();
    }
    let swizzle = |param: GLenum| match param {
        GL_RED | GL_GREEN | GL_BLUE | GL_ALPHA | GL_ZERO | GL_ONE => Ok(param),
        _ => invalid_enum("swizzle", param),
    };
    let level = |what: &str| match u32::try_from(value.int()) {
        Ok(level) => Ok(level),
        Err(_) => invalid_value(format!("{what} of {}", value.int())),
    };
    let changed = match pname {
        GL_TEXTURE_BASE_LEVEL => {
            let level = level("GL_TEXTURE_BASE_LEVEL")?;
            if (multisample || rectangle) && level != 0 {
                return invalid_operation("the target has only level 0");
            }
            // What immutable storage has no level for is clamped at once, and reads back so.
            let level = if object.is_immutable() { level.min(u32::from(object.immutable_levels) - 1) } else { level };
            std::mem::replace(&mut object.base_level, level) != level
        }
        GL_TEXTURE_MAX_LEVEL => {
            let level = match u32::from(object.immutable_levels).checked_sub(1) {
                Some(last) => level("GL_TEXTURE_MAX_LEVEL")?.max(object.base_level).min(last),
                None => level("GL_TEXTURE_MAX_LEVEL")?,
            };
            std::mem::replace(&mut object.max_level, level) != level
        }
        GL_TEXTURE_SWIZZLE_R | GL_TEXTURE_SWIZZLE_G | GL_TEXTURE_SWIZZLE_B | GL_TEXTURE_SWIZZLE_A => {
            let param = swizzle(value.enumeration())?;
            let component = (pname - GL_TEXTURE_SWIZZLE_R) as usize;
            std::mem::replace(&mut object.swizzle[component], param) != param
        }
        GL_TEXTURE_SWIZZLE_RGBA => {
            let params: [GLenum; 4] = match value {
                Value::Ints(v) | Value::RawInts(v) if v.len() >= 4 => std::array::from_fn(|i| v[i] as GLenum),
                Value::RawUints(v) if v.len() >= 4 => std::array::from_fn(|i| v[i]),
                // By way of integers, so that a negative number is no enum and not 0, which `GL_ZERO` is.
                Value::Floats(v) if v.len() >= 4 => std::array::from_fn(|i| v[i] as i32 as GLenum),
                _ => return invalid_enum("pname", pname),
            };
            for param in params {
                swizzle(param)?;
            }
            std::mem::replace(&mut object.swizzle, params) != params
        }
        GL_DEPTH_STENCIL_TEXTURE_MODE => {
            let stencil = match value.enumeration() {
                GL_DEPTH_COMPONENT => false,
                GL_STENCIL_INDEX => true,
                other => return invalid_enum("GL_DEPTH_STENCIL_TEXTURE_MODE", other),
            };
            std::mem::replace(&mut object.samples_stencil, stencil) != stencil
        }
        // Multisample textures have no sampler state (GL 4.6 core 8.10).
        _ if multisample => return invalid_enum("pname for a multisample texture", pname),
        GL_TEXTURE_CUBE_MAP_SEAMLESS => return invalid_enum("pname", pname),
        _ => match sampler::set_parameter(&mut object.sampler, pname, value, rectangle, &caps.limits)? {
            Some(changed) => changed,
            None => return invalid_enum("pname", pname),
        },
    };
    if changed {
        queue_parameters(cx, texture);
    }
    Ok(())
}

/// `glGetTexParameter*`, `glGetTextureParameter*`.
pub fn get(cx: &Cx<'_>, texture: &Ref<Texture>, pname: GLenum) -> Outcome<Answer> {
    let object = &cx.shared.textures[texture];
    if object.target == ResourceTarget::TexBuffer {
        return parameterless();
    }
    let view = object.view;
    let number = |value: u32| Answer::Int(value as i32);
    Ok(match pname {
        GL_TEXTURE_BASE_LEVEL => number(object.base_level),
        GL_TEXTURE_MAX_LEVEL => number(object.max_level),
        GL_TEXTURE_SWIZZLE_R | GL_TEXTURE_SWIZZLE_G | GL_TEXTURE_SWIZZLE_B | GL_TEXTURE_SWIZZLE_A => {
            number(object.swizzle[(pname - GL_TEXTURE_SWIZZLE_R) as usize])
        }
        GL_TEXTURE_SWIZZLE_RGBA => Answer::Ints(object.swizzle.map(|v| v as i32)),
        GL_DEPTH_STENCIL_TEXTURE_MODE => number(crate::emit::texture::depth_stencil_mode(object)),
        GL_TEXTURE_IMMUTABLE_FORMAT => number(u32::from(object.is_immutable())),
        GL_TEXTURE_IMMUTABLE_LEVELS => number(view.map_or(object.immutable_levels, |v| v.stored_levels).into()),
        GL_TEXTURE_VIEW_MIN_LEVEL => number(view.map_or(0, |v| v.min_level.into())),
        GL_TEXTURE_VIEW_NUM_LEVELS => number(view.map_or(0, |_| object.immutable_levels.into())),
        GL_TEXTURE_VIEW_MIN_LAYER => number(view.map_or(0, |v| v.min_layer.into())),
        GL_TEXTURE_VIEW_NUM_LAYERS => number(view.map_or(0, |v| v.layers.into())),
        GL_TEXTURE_TARGET => number(texture::target_enum(object.target)),
        GL_IMAGE_FORMAT_COMPATIBILITY_TYPE => number(GL_IMAGE_FORMAT_COMPATIBILITY_BY_SIZE),
        GL_TEXTURE_CUBE_MAP_SEAMLESS => return invalid_enum("pname", pname),
        _ => match sampler::parameter(&object.sampler, pname) {
            Some(answer) => answer,
            None => return invalid_enum("pname", pname),
        },
    })
}

/// `glGetTexLevelParameter*`.
pub fn get_level(cx: &mut Cx<'_>, target: GLenum, level: i32, pname: GLenum) -> Outcome<Answer> {
    let proxy = match target {
        GL_PROXY_TEXTURE_2D_MULTISAMPLE => Some(ResourceTarget::Tex2DMS),
        GL_PROXY_TEXTURE_2D_MULTISAMPLE_ARRAY => Some(ResourceTarget::Tex2DMSArray),
        _ => {
            [1, 2, 3].iter().find_map(|&dims| image_target(dims, target).ok()).filter(|to| to.proxy).map(|to| to.target)
        }
    };
    if let Some(proxy) = proxy {
        let level = texture::check_level(cx, proxy, level)?;
        let image = cx.state.textures.proxies[slot(proxy)].get(level as usize).copied().flatten();
        return level_answer(cx, image, None, pname);
    }
    let (texture, face) = match face_of(target) {
        Some(face) => (texture::bound(cx, ResourceTarget::TexCube), face),
        None => match target_of(target) {
            Some(ResourceTarget::TexCube) | None => return invalid_enum("target", target),
            Some(target) => (texture::bound(cx, target), 0),
        },
    };
    get_level_of(cx, &texture, face, level, pname)
}

/// `glGetTextureLevelParameter*`: of a cube map, face +X (GL 4.6 core 8.11.3).
pub fn get_level_of(cx: &Cx<'_>, texture: &Ref<Texture>, face: usize, level: i32, pname: GLenum) -> Outcome<Answer> {
    let object = &cx.shared.textures[texture];
    let level = texture::check_level(cx, object.target, level)?;
    level_answer(cx, object.image(face, level).copied(), Some(object), pname)
}

fn level_answer(cx: &Cx<'_>, image: Option<Image>, texture: Option<&Texture>, pname: GLenum) -> Outcome<Answer> {
    let buffer = texture.and_then(|texture| texture.buffer.as_ref());
    let buffer_size = buffer.map(|source| {
        let have = cx.shared.buffers[&source.buffer].size;
        if source.size == WHOLE_BUFFER { have } else { source.size }
    });
    let info = image.as_ref().map(|image| image.info);
    let number = |value: u32| Answer::Int(value as i32);
    let component = |channel: usize| number(info.map_or(GL_NONE, |info| info.component_type(channel)));
    let bits = |of: fn(&texel::format::Bits) -> u8| Answer::Int(info.map_or(0, |info| i32::from(of(&info.bits))));
    Ok(match pname {
        GL_TEXTURE_WIDTH => match (buffer_size, info) {
            (Some(size), Some(info)) => {
                let most = u64::from(cx.session.caps.limits.max_texture_buffer_size);
                Answer::Int((size / u64::from(info.wire.bytes.max(1))).min(most) as i32)
            }
            _ => number(image.map_or(0, |image| image.width)),
        },
        GL_TEXTURE_HEIGHT => number(image.map_or(0, |image| image.height)),
        GL_TEXTURE_DEPTH => number(image.map_or(0, |image| image.depth)),
        // GL's initial value of an image that was never specified (GL 4.6 core table 23.17).
        GL_TEXTURE_INTERNAL_FORMAT => number(image.map_or(
            if texture.is_some_and(|texture| texture.target == ResourceTarget::TexBuffer) { GL_R8 } else { GL_RGBA },
            |image| image.internal_format,
        )),
        GL_TEXTURE_SAMPLES => number(image.map_or(0, |image| image.samples.into())),
        GL_TEXTURE_FIXED_SAMPLE_LOCATIONS => number(image.map_or(1, |image| u32::from(image.fixed_sample_locations))),
        GL_TEXTURE_RED_SIZE => bits(|b| b.red),
        GL_TEXTURE_GREEN_SIZE => bits(|b| b.green),
        GL_TEXTURE_BLUE_SIZE => bits(|b| b.blue),
        GL_TEXTURE_ALPHA_SIZE => bits(|b| b.alpha),
        GL_TEXTURE_DEPTH_SIZE => bits(|b| b.depth),
        GL_TEXTURE_STENCIL_SIZE => bits(|b| b.stencil),
        GL_TEXTURE_SHARED_SIZE => bits(|b| b.shared),
        GL_TEXTURE_RED_TYPE => component(0),
        GL_TEXTURE_GREEN_TYPE => component(1),
        GL_TEXTURE_BLUE_TYPE => component(2),
        GL_TEXTURE_ALPHA_TYPE => component(3),
        GL_TEXTURE_DEPTH_TYPE => component(4),
        GL_TEXTURE_COMPRESSED => number(u32::from(info.is_some_and(|info| info.is_compressed()))),
        GL_TEXTURE_COMPRESSED_IMAGE_SIZE => match image {
            Some(image) if image.info.is_compressed() && texture.is_some() => {
                Answer::Int(image.info.image_bytes(image.width, image.height, image.depth).unwrap_or(0) as i32)
            }
            _ => return invalid_operation("the image is not compressed, or a proxy's"),
        },
        GL_TEXTURE_BUFFER_DATA_STORE_BINDING => {
            number(buffer.map_or(0, |source| cx.shared.buffers.name(&source.buffer)))
        }
        GL_TEXTURE_BUFFER_OFFSET => Answer::Int(buffer.map_or(0, |source| source.offset as i32)),
        GL_TEXTURE_BUFFER_SIZE => Answer::Int(buffer_size.unwrap_or(0) as i32),
        _ => return invalid_enum("pname", pname),
    })
}
