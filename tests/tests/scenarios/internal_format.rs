//! What is said of internal formats: sizes and types of textures' and renderbuffers' components, and what formats are good for
//! (GL 4.6 core 8.11.3, 9.2.6, 22.3).

use mgpipe_tests::{against_native, bindings::gl, scene::*};
use std::ptr::null;

/// Sized colour formats, and those of depth and stencil.
const SIZED: &[u32] = &[
    gl::R8,
    gl::R8_SNORM,
    gl::R16,
    gl::R16_SNORM,
    gl::RG8,
    gl::RG8_SNORM,
    gl::RG16,
    gl::RG16_SNORM,
    gl::R3_G3_B2,
    gl::RGB4,
    gl::RGB5,
    gl::RGB565,
    gl::RGB8,
    gl::RGB8_SNORM,
    gl::RGB10,
    gl::RGB12,
    gl::RGB16,
    gl::RGB16_SNORM,
    gl::RGBA2,
    gl::RGBA4,
    gl::RGB5_A1,
    gl::RGBA8,
    gl::RGBA8_SNORM,
    gl::RGB10_A2,
    gl::RGB10_A2UI,
    gl::RGBA12,
    gl::RGBA16,
    gl::RGBA16_SNORM,
    gl::SRGB8,
    gl::SRGB8_ALPHA8,
    gl::R16F,
    gl::RG16F,
    gl::RGB16F,
    gl::RGBA16F,
    gl::R32F,
    gl::RG32F,
    gl::RGB32F,
    gl::RGBA32F,
    gl::R11F_G11F_B10F,
    gl::RGB9_E5,
    gl::R8I,
    gl::R8UI,
    gl::R16I,
    gl::R16UI,
    gl::R32I,
    gl::R32UI,
    gl::RG8I,
    gl::RG8UI,
    gl::RG16I,
    gl::RG16UI,
    gl::RG32I,
    gl::RG32UI,
    gl::RGB8I,
    gl::RGB8UI,
    gl::RGB16I,
    gl::RGB16UI,
    gl::RGB32I,
    gl::RGB32UI,
    gl::RGBA8I,
    gl::RGBA8UI,
    gl::RGBA16I,
    gl::RGBA16UI,
    gl::RGBA32I,
    gl::RGBA32UI,
    gl::DEPTH_COMPONENT16,
    gl::DEPTH_COMPONENT24,
    gl::DEPTH_COMPONENT32,
    gl::DEPTH_COMPONENT32F,
    gl::DEPTH24_STENCIL8,
    gl::DEPTH32F_STENCIL8,
    gl::STENCIL_INDEX8,
];

/// Formats whose sizes are the implementation's.
const UNSIZED: &[u32] = &[
    gl::RED,
    gl::RG,
    gl::RGB,
    gl::RGBA,
    gl::SRGB,
    gl::SRGB_ALPHA,
    gl::DEPTH_COMPONENT,
    gl::DEPTH_STENCIL,
    gl::STENCIL_INDEX,
];

/// A pair of pixel format and type that a format takes.
fn pair(internal: u32) -> (u32, u32) {
    match internal {
        gl::DEPTH24_STENCIL8 | gl::DEPTH32F_STENCIL8 | gl::DEPTH_STENCIL => (gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8),
        gl::STENCIL_INDEX8 | gl::STENCIL_INDEX => (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE),
        gl::DEPTH_COMPONENT
        | gl::DEPTH_COMPONENT16
        | gl::DEPTH_COMPONENT24
        | gl::DEPTH_COMPONENT32
        | gl::DEPTH_COMPONENT32F => (gl::DEPTH_COMPONENT, gl::UNSIGNED_INT),
        _ => {
            let integers = (gl::R8I..=gl::RG32UI).contains(&internal)
                || (gl::RGBA32UI..=gl::RGB8I).contains(&internal)
                || internal == gl::RGB10_A2UI;
            (if integers { gl::RGBA_INTEGER } else { gl::RGBA }, gl::UNSIGNED_BYTE)
        }
    }
}

/// Records all that a level of the bound texture says of its components.
unsafe fn components(gl: &Scene, name: &str, target: u32) {
    let mut values = Vec::new();
    for pname in [
        gl::TEXTURE_INTERNAL_FORMAT,
        gl::TEXTURE_RED_SIZE,
        gl::TEXTURE_GREEN_SIZE,
        gl::TEXTURE_BLUE_SIZE,
        gl::TEXTURE_ALPHA_SIZE,
        gl::TEXTURE_DEPTH_SIZE,
        gl::TEXTURE_STENCIL_SIZE,
        gl::TEXTURE_SHARED_SIZE,
        gl::TEXTURE_RED_TYPE,
        gl::TEXTURE_GREEN_TYPE,
        gl::TEXTURE_BLUE_TYPE,
        gl::TEXTURE_ALPHA_TYPE,
        gl::TEXTURE_DEPTH_TYPE,
        gl::TEXTURE_COMPRESSED,
    ] {
        let mut value = -7;
        gl.GetTexLevelParameteriv(target, 0, pname, &mut value);
        values.push(value);
    }
    gl.i32s(name, &values);
    gl.error(&format!("{name}, error"));
}

// red once: `texture_parameter.rs` answered the green size for the red one.
against_native!(
    sizes_and_types_of_every_format,
    masks = ["norm16", "render_snorm", "color_buffer_float", "image_formats"],
    |gl| {
        for &internal in SIZED.iter().chain(UNSIZED) {
            let (format, ty) = pair(internal);
            gl.texture(gl::TEXTURE_2D);
            gl.TexImage2D(gl::TEXTURE_2D, 0, internal as i32, 16, 16, 0, format, ty, null());
            gl.error(&format!("{internal:#06x}"));
            components(gl, &format!("{internal:#06x} specified"), gl::TEXTURE_2D);
            gl.TexImage2D(gl::PROXY_TEXTURE_2D, 0, internal as i32, 16, 16, 0, format, ty, null());
            components(gl, &format!("{internal:#06x} of a proxy"), gl::PROXY_TEXTURE_2D);
        }
        for &internal in SIZED {
            gl.texture(gl::TEXTURE_2D_ARRAY);
            gl.TexStorage3D(gl::TEXTURE_2D_ARRAY, 2, internal, 16, 16, 2);
            gl.error(&format!("{internal:#06x}, storage"));
            components(gl, &format!("{internal:#06x} stored"), gl::TEXTURE_2D_ARRAY);
        }
        for &internal in COMPRESSED_FORMATS.iter().map(|(internal, _)| internal) {
            gl.texture(gl::TEXTURE_2D);
            gl.TexStorage2D(gl::TEXTURE_2D, 1, internal, 16, 16);
            gl.error(&format!("{internal:#06x}, storage"));
            components(gl, &format!("{internal:#06x} stored"), gl::TEXTURE_2D);
        }
        // Not GL_RGB9_E5: the native driver has renderbuffers of it.
        for &internal in SIZED.iter().chain(UNSIZED).filter(|internal| **internal != gl::RGB9_E5) {
            let name = format!("{internal:#06x} renderbuffer");
            gl.renderbuffer(internal, 16, 16, 0);
            gl.error(&name);
            let sizes = [
                gl::RENDERBUFFER_RED_SIZE,
                gl::RENDERBUFFER_GREEN_SIZE,
                gl::RENDERBUFFER_BLUE_SIZE,
                gl::RENDERBUFFER_ALPHA_SIZE,
                gl::RENDERBUFFER_DEPTH_SIZE,
                gl::RENDERBUFFER_STENCIL_SIZE,
                gl::RENDERBUFFER_INTERNAL_FORMAT,
            ];
            let values = sizes.map(|pname| {
                let mut value = -7;
                gl.GetRenderbufferParameteriv(gl::RENDERBUFFER, pname, &mut value);
                value
            });
            gl.i32s(&format!("{name}, sizes"), &values);
        }
    }
);

// red once: `internal_format.rs` let formats without sizes be images, gathered from every target, gave one word of the combined
// dimensions and knew no cleared buffers.
against_native!(formats_say_what_they_are_good_for, |gl| {
    let ask = |target: u32, internal: u32, pname: u32| {
        let (mut two, mut wide) = ([-7, -7], -7i64);
        gl.GetInternalformativ(target, internal, pname, 2, two.as_mut_ptr());
        gl.GetInternalformati64v(target, internal, pname, 1, &mut wide);
        gl.i32s(&format!("{pname:#06x} of {internal:#06x} in {target:#06x}"), &two);
        gl.i64s(&format!("{pname:#06x} of {internal:#06x} in {target:#06x}, wide"), &[wide]);
        gl.error(&format!("{pname:#06x} of {internal:#06x} in {target:#06x}, error"));
    };
    let targets = [
        gl::TEXTURE_1D,
        gl::TEXTURE_2D,
        gl::TEXTURE_3D,
        gl::TEXTURE_1D_ARRAY,
        gl::TEXTURE_2D_ARRAY,
        gl::TEXTURE_CUBE_MAP,
        gl::TEXTURE_CUBE_MAP_ARRAY,
        gl::TEXTURE_RECTANGLE,
    ];
    for &internal in SIZED.iter().filter(|internal| **internal != gl::RGB9_E5) {
        // Of depth and stencil there are no volumes, which the native driver does not say.
        let flat = !matches!(pair(internal).0, gl::RGBA | gl::RGBA_INTEGER);
        for target in targets.into_iter().filter(|target| !flat || *target != gl::TEXTURE_3D) {
            for pname in [
                gl::INTERNALFORMAT_SUPPORTED,
                gl::INTERNALFORMAT_RED_SIZE,
                gl::INTERNALFORMAT_ALPHA_SIZE,
                gl::INTERNALFORMAT_DEPTH_SIZE,
                gl::INTERNALFORMAT_STENCIL_SIZE,
                gl::INTERNALFORMAT_RED_TYPE,
                gl::MAX_WIDTH,
                gl::COLOR_COMPONENTS,
                gl::DEPTH_COMPONENTS,
                gl::STENCIL_COMPONENTS,
                gl::COLOR_ENCODING,
                gl::SHADER_IMAGE_LOAD,
                gl::IMAGE_TEXEL_SIZE,
                gl::IMAGE_COMPATIBILITY_CLASS,
                gl::TEXTURE_COMPRESSED,
                gl::VIEW_COMPATIBILITY_CLASS,
            ] {
                // The native driver finds no stencil in stencil alone.
                if (internal, pname) != (gl::STENCIL_INDEX8, gl::STENCIL_COMPONENTS) {
                    ask(target, internal, pname);
                }
            }
        }
    }
    // What has no sizes is no format of images and views; what is larger than a word comes in two.
    for internal in [gl::RED, gl::RG, gl::RGBA] {
        for pname in [gl::SHADER_IMAGE_STORE, gl::IMAGE_PIXEL_FORMAT, gl::VIEW_COMPATIBILITY_CLASS] {
            ask(gl::TEXTURE_2D, internal, pname);
        }
    }
    for target in targets {
        ask(target, gl::RGBA8, gl::TEXTURE_GATHER);
        ask(target, gl::DEPTH_COMPONENT24, gl::TEXTURE_GATHER_SHADOW);
        if target == gl::TEXTURE_CUBE_MAP_ARRAY {
            // The native driver counts six faces to a layer, though its layers are faces (GL 4.6 core 8.5.3).
            continue;
        }
        let mut two = [-7, -7];
        gl.GetInternalformativ(target, gl::RGBA8, gl::MAX_COMBINED_DIMENSIONS, 2, two.as_mut_ptr());
        gl.i32s(&format!("all that {target:#06x} can have"), &two);
        let mut wide = -7;
        gl.GetInternalformati64v(target, gl::RGBA8, gl::MAX_COMBINED_DIMENSIONS, 1, &mut wide);
        gl.i64s(&format!("all that {target:#06x} can have, wide"), &[wide]);
    }
    ask(gl::TEXTURE_BUFFER, gl::R32F, gl::CLEAR_BUFFER);
    ask(gl::TEXTURE_2D, gl::COMPRESSED_RGBA_BPTC_UNORM, gl::MANUAL_GENERATE_MIPMAP);
});
