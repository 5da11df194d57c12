//! Mipmap generation (GL 4.6 core 8.14.4).

use super::{
    enums::*,
    outcome::{Outcome, invalid_enum, invalid_operation},
    texture::{self, Image, Texture, target_of},
    texture_image::check_compresses,
    texture_storage::{chain_length, level_size},
};
use crate::{Cx, table::Ref};
use pipe_types::{
    Op,
    records::{resource::ResourceTarget, texture::MGPMipPlan},
};

fn has_mipmaps(target: ResourceTarget) -> bool {
    !matches!(
        target,
        ResourceTarget::TexRect | ResourceTarget::TexBuffer | ResourceTarget::Tex2DMS | ResourceTarget::Tex2DMSArray
    )
}

/// `glGenerateMipmap`.
pub fn generate(cx: &mut Cx<'_>, target: GLenum) -> Outcome {
    match target_of(target) {
        Some(target) if has_mipmaps(target) => {
            let texture = texture::bound(cx, target);
            generate_for(cx, &texture)
        }
        _ => invalid_enum("target", target),
    }
}

/// `glGenerateTextureMipmap`, and the rest of `glGenerateMipmap`.
pub fn generate_for(cx: &mut Cx<'_>, texture: &Ref<Texture>) -> Outcome {
    let object = &cx.shared.textures[texture];
    let target = object.target;
    if !has_mipmaps(target) {
        return invalid_operation("the texture's target has no mipmaps");
    }
    if target == ResourceTarget::TexCube && !object.is_cube_complete() {
        return invalid_operation("the cube map is not complete");
    }
    let base = object.effective_base();
    let Some(image) = object.image(0, base).copied() else {
        return invalid_operation("the texture has no base level");
    };
    if image.is_empty() {
        return Ok(());
    }
    if image.info.is_integer_color()
        || image.info.base == texel::format::Base::Stencil
        || image.info.base == texel::format::Base::DepthStencil
    {
        return invalid_operation(format!("{} has no mipmaps made", image.info.name));
    }
    if image.info.is_compressed() {
        check_compresses(image.info)?;
    }
    let size = [image.width, image.height, image.depth];
    let last = (base + chain_length(target, size) - 1).min(object.effective_max()).min(31);
    if last <= base {
        return Ok(());
    }
    // The uploads of the base level come first; those of the levels that are made now would be overwritten anyway.
    crate::emit::objects(cx);
    let object = &mut cx.shared.textures[texture];
    if !object.is_immutable() {
        for face in 0..object.faces() {
            for level in base + 1..=last {
                let [width, height, depth] = level_size(target, size, level - base);
                object.set_image(face, level, Some(Image { width, height, depth, ..image }));
            }
        }
        object.generation += 1;
        cx.shared.pending_textures.changed();
    }
    let record = MGPMipPlan {
        texture: cx.shared.textures[texture].handle.raw(),
        target: 0,
        base_level: base as u16,
        level_count: (last - base) as u16,
        pad: 0,
    };
    cx.session.push(Op::GenerateMipmap, &record);
    Ok(())
}
