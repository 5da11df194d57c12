//! Immutable storage, multisample images, views, buffer textures.

use crate::{
    Cx,
    abi::{enter::gl_api, types::*},
    gl::{
        enums::GL_TEXTURE_BUFFER,
        outcome::{Outcome, invalid_enum},
        texture::{self, Texture},
        texture_storage,
    },
    table::Ref,
};

fn buffer_target(cx: &mut Cx<'_>, target: GLenum) -> Outcome<Ref<Texture>> {
    if target == GL_TEXTURE_BUFFER { texture::bound_to(cx, target) } else { invalid_enum("target", target) }
}

gl_api! {
    fn glTexBufferARB(cx, target: GLenum, internalformat: GLenum, buffer: GLuint) {
        let done = buffer_target(cx, target)
            .and_then(|texture| texture_storage::buffer(cx, &texture, internalformat, buffer, None));
        cx.finish(done);
    }
    fn glTexStorage1D(cx, target: GLenum, levels: GLsizei, internalformat: GLenum, width: GLsizei) {
        let done = texture_storage::tex_storage(cx, 1, target, levels, internalformat, [width, 1, 1]);
        cx.finish(done);
    }
    fn glTexStorage2D(cx, target: GLenum, levels: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei) {
        let done = texture_storage::tex_storage(cx, 2, target, levels, internalformat, [width, height, 1]);
        cx.finish(done);
    }
    fn glTexStorage3D(cx, target: GLenum, levels: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei) {
        let done = texture_storage::tex_storage(cx, 3, target, levels, internalformat, [width, height, depth]);
        cx.finish(done);
    }
    fn glTextureStorage1D(cx, texture: GLuint, levels: GLsizei, internalformat: GLenum, width: GLsizei) {
        let done = texture::named(cx, texture)
            .and_then(|texture| texture_storage::storage(cx, 1, &texture, levels, internalformat, [width, 1, 1]));
        cx.finish(done);
    }
    fn glTextureStorage2D(cx, texture: GLuint, levels: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei) {
        let done = texture::named(cx, texture)
            .and_then(|texture| texture_storage::storage(cx, 2, &texture, levels, internalformat, [width, height, 1]));
        cx.finish(done);
    }
    fn glTextureStorage3D(cx, texture: GLuint, levels: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei) {
        let done = texture::named(cx, texture)
            .and_then(|texture| texture_storage::storage(cx, 3, &texture, levels, internalformat, [width, height, depth]));
        cx.finish(done);
    }
    fn glTexImage2DMultisample(cx, target: GLenum, samples: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei, fixedsamplelocations: GLboolean) {
        let done = texture_storage::multisample(
            cx, 2, target, None, samples, internalformat, [width, height, 1], fixedsamplelocations != 0, false,
        );
        cx.finish(done);
    }
    fn glTexStorage2DMultisample(cx, target: GLenum, samples: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei, fixedsamplelocations: GLboolean) {
        let done = texture_storage::multisample(
            cx, 2, target, None, samples, internalformat, [width, height, 1], fixedsamplelocations != 0, true,
        );
        cx.finish(done);
    }
    fn glTextureStorage2DMultisample(cx, texture: GLuint, samples: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei, fixedsamplelocations: GLboolean) {
        let done = texture::named(cx, texture).and_then(|texture| {
            let target = texture::target_enum(cx.shared.textures[&texture].target);
            let (size, fixed) = ([width, height, 1], fixedsamplelocations != 0);
            texture_storage::multisample(cx, 2, target, Some(texture), samples, internalformat, size, fixed, true)
        });
        cx.finish(done);
    }
    fn glTexImage3DMultisample(cx, target: GLenum, samples: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei, fixedsamplelocations: GLboolean) {
        let done = texture_storage::multisample(
            cx, 3, target, None, samples, internalformat, [width, height, depth], fixedsamplelocations != 0, false,
        );
        cx.finish(done);
    }
    fn glTexStorage3DMultisample(cx, target: GLenum, samples: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei, fixedsamplelocations: GLboolean) {
        let done = texture_storage::multisample(
            cx, 3, target, None, samples, internalformat, [width, height, depth], fixedsamplelocations != 0, true,
        );
        cx.finish(done);
    }
    fn glTextureStorage3DMultisample(cx, texture: GLuint, samples: GLsizei, internalformat: GLenum, width: GLsizei, height: GLsizei, depth: GLsizei, fixedsamplelocations: GLboolean) {
        let done = texture::named(cx, texture).and_then(|texture| {
            let target = texture::target_enum(cx.shared.textures[&texture].target);
            let (size, fixed) = ([width, height, depth], fixedsamplelocations != 0);
            texture_storage::multisample(cx, 3, target, Some(texture), samples, internalformat, size, fixed, true)
        });
        cx.finish(done);
    }
    fn glTextureView(cx, texture: GLuint, target: GLenum, origtexture: GLuint, internalformat: GLenum, minlevel: GLuint, numlevels: GLuint, minlayer: GLuint, numlayers: GLuint) {
        let done = texture_storage::view(
            cx, texture, target, origtexture, internalformat, minlevel, numlevels, minlayer, numlayers,
        );
        cx.finish(done);
    }
    fn glTexBuffer(cx, target: GLenum, internalformat: GLenum, buffer: GLuint) {
        let done = buffer_target(cx, target)
            .and_then(|texture| texture_storage::buffer(cx, &texture, internalformat, buffer, None));
        cx.finish(done);
    }
    fn glTexBufferRange(cx, target: GLenum, internalformat: GLenum, buffer: GLuint, offset: GLintptr, size: GLsizeiptr) {
        let done = buffer_target(cx, target)
            .and_then(|texture| texture_storage::buffer(cx, &texture, internalformat, buffer, Some((offset, size))));
        cx.finish(done);
    }
    fn glTextureBuffer(cx, texture: GLuint, internalformat: GLenum, buffer: GLuint) {
        let done = texture::named(cx, texture)
            .and_then(|texture| texture_storage::buffer(cx, &texture, internalformat, buffer, None));
        cx.finish(done);
    }
    fn glTextureBufferRange(cx, texture: GLuint, internalformat: GLenum, buffer: GLuint, offset: GLintptr, size: GLsizeiptr) {
        let done = texture::named(cx, texture)
            .and_then(|texture| texture_storage::buffer(cx, &texture, internalformat, buffer, Some((offset, size))));
        cx.finish(done);
    }
}
