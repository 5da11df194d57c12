//! What texture calls refuse (GL 4.6 core 8.4 to 8.21), and that nothing has changed then.

use mgpipe_tests::{against_native, bindings::gl, scene::*};
use std::ptr::null;

const RGBA8: (u32, u32) = (gl::RGBA, gl::UNSIGNED_BYTE);

/// A limit of the context.
unsafe fn limit(gl: &Scene, pname: u32) -> i32 {
    let mut value = 0;
    gl.GetIntegerv(pname, &mut value);
    value
}

/// A texture with one level of 8 x 8 texels, bound.
unsafe fn plain(gl: &Scene) -> u32 {
    let texture = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (8, 8), RGBA8, &noise(1, 256));
    texture
}

/// A call that the native driver dies of, so that its answer is the specification's.
unsafe fn refused(gl: &Scene, what: &str, call: impl FnOnce()) {
    if gl.is_native() {
        gl.enums(what, &[gl::INVALID_VALUE]);
    } else {
        call();
        gl.error(what);
    }
}

// red once: with the limits of sizes four times as large, the server refused what the client took
against_native!(images_that_cannot_be_have_their_errors, |gl| {
    let side = limit(gl, gl::MAX_TEXTURE_SIZE);
    let (deep, cube) = (limit(gl, gl::MAX_3D_TEXTURE_SIZE), limit(gl, gl::MAX_CUBE_MAP_TEXTURE_SIZE));
    let (layers, rect) = (limit(gl, gl::MAX_ARRAY_TEXTURE_LAYERS), limit(gl, gl::MAX_RECTANGLE_TEXTURE_SIZE));
    let levels = side.ilog2() as i32;
    let names = [
        gl::TEXTURE_2D,
        gl::TEXTURE_3D,
        gl::TEXTURE_1D,
        gl::TEXTURE_CUBE_MAP,
        gl::TEXTURE_1D_ARRAY,
        gl::TEXTURE_2D_ARRAY,
        gl::TEXTURE_CUBE_MAP_ARRAY,
        gl::TEXTURE_RECTANGLE,
    ];
    for target in names {
        gl.texture(target);
    }
    let two =
        |what: &str, target: u32, level: i32, internal: u32, (w, h): (i32, i32), border: i32, texels: (u32, u32)| {
            gl.TexImage2D(target, level, internal as i32, w, h, border, texels.0, texels.1, null());
            gl.error(what);
        };
    let plane = |what: &str, level: i32, size: (i32, i32)| two(what, gl::TEXTURE_2D, level, gl::RGBA8, size, 0, RGBA8);
    plane("negative width", 0, (-1, 4));
    plane("negative height", 0, (4, -1));
    plane("as small as can be", 0, (i32::MIN, i32::MIN));
    refused(gl, "as large as can be", || {
        gl.TexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8 as i32, i32::MAX, i32::MAX, 0, RGBA8.0, RGBA8.1, null());
    });
    plane("past the limit across", 0, (side + 1, 1));
    plane("past the limit down", 0, (1, side + 1));
    plane("past the limit of a level", 1, (side / 2 + 1, 1));
    plane("negative level", -1, (4, 4));
    plane("a level too many", levels + 1, (1, 1));
    plane("the last level", levels, (1, 1));
    plane("level as large as can be", i32::MAX, (1, 1));
    plane("nothing", 0, (0, 0));
    two("a border", gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), 1, RGBA8);
    two("no target", 0x1234, 0, gl::RGBA8, (4, 4), 0, RGBA8);
    two("a target of three dimensions", gl::TEXTURE_3D, 0, gl::RGBA8, (4, 4), 0, RGBA8);
    two("a cube whole", gl::TEXTURE_CUBE_MAP, 0, gl::RGBA8, (4, 4), 0, RGBA8);
    two("a multisample target", gl::TEXTURE_2D_MULTISAMPLE, 0, gl::RGBA8, (4, 4), 0, RGBA8);
    let face = gl::TEXTURE_CUBE_MAP_POSITIVE_X;
    two("a face that is no square", face, 0, gl::RGBA8, (4, 5), 0, RGBA8);
    two("a face past the limit", face, 0, gl::RGBA8, (cube + 1, cube + 1), 0, RGBA8);
    two("a rectangle's level", gl::TEXTURE_RECTANGLE, 1, gl::RGBA8, (4, 4), 0, RGBA8);
    two("a rectangle past the limit", gl::TEXTURE_RECTANGLE, 0, gl::RGBA8, (rect + 1, 1), 0, RGBA8);
    two("layers past the limit", gl::TEXTURE_1D_ARRAY, 0, gl::RGBA8, (4, layers + 1), 0, RGBA8);
    let as_format = |what: &str, internal: u32, texels: (u32, u32)| {
        two(what, gl::TEXTURE_2D, 0, internal, (4, 4), 0, texels);
    };
    as_format("no internal format", 0x1234, RGBA8);
    as_format("a number of components", 4, RGBA8);
    as_format("luminance", 0x1909, RGBA8);
    as_format("no format", gl::RGBA8, (0x1234, gl::UNSIGNED_BYTE));
    as_format("no type", gl::RGBA8, (gl::RGBA, 0x1234));
    as_format("a packed type of other components", gl::RGBA8, (gl::RGBA, gl::UNSIGNED_SHORT_5_6_5));
    as_format("three components in four", gl::RGBA8, (gl::RGB, gl::UNSIGNED_SHORT_4_4_4_4));
    as_format("floats of integers", gl::RGBA8UI, (gl::RGBA_INTEGER, gl::FLOAT));
    as_format("integers for a colour", gl::RGBA8, (gl::RGBA_INTEGER, gl::UNSIGNED_BYTE));
    as_format("a colour for integers", gl::RGBA8UI, RGBA8);
    as_format("depth for a colour", gl::RGBA8, (gl::DEPTH_COMPONENT, gl::FLOAT));
    as_format("a colour for depth", gl::DEPTH_COMPONENT24, RGBA8);
    as_format("depth and stencil for depth", gl::DEPTH_COMPONENT24, (gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8));
    as_format("depth for depth and stencil", gl::DEPTH24_STENCIL8, (gl::DEPTH_COMPONENT, gl::UNSIGNED_INT));
    as_format("bytes for depth and stencil", gl::DEPTH24_STENCIL8, (gl::DEPTH_STENCIL, gl::UNSIGNED_BYTE));
    as_format("stencil for depth and stencil", gl::DEPTH24_STENCIL8, (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE));
    as_format("stencil for a colour", gl::RGBA8, (gl::STENCIL_INDEX, gl::UNSIGNED_BYTE));
    let three = |what: &str, target: u32, internal: u32, (w, h, d): (i32, i32, i32), texels: (u32, u32)| {
        gl.TexImage3D(target, 0, internal as i32, w, h, d, 0, texels.0, texels.1, null());
        gl.error(what);
    };
    three("negative depth", gl::TEXTURE_3D, gl::RGBA8, (4, 4, -1), RGBA8);
    three("a volume past the limit", gl::TEXTURE_3D, gl::RGBA8, (1, 1, deep + 1), RGBA8);
    three("a volume of depth", gl::TEXTURE_3D, gl::DEPTH_COMPONENT24, (4, 4, 4), (gl::DEPTH_COMPONENT, gl::FLOAT));
    three("a plane as a volume", gl::TEXTURE_2D, gl::RGBA8, (4, 4, 4), RGBA8);
    three("more layers than there can be", gl::TEXTURE_2D_ARRAY, gl::RGBA8, (1, 1, layers + 1), RGBA8);
    three("part of a cube", gl::TEXTURE_CUBE_MAP_ARRAY, gl::RGBA8, (4, 4, 5), RGBA8);
    three("cubes that are none", gl::TEXTURE_CUBE_MAP_ARRAY, gl::RGBA8, (4, 3, 6), RGBA8);
    gl.TexImage1D(gl::TEXTURE_1D, 0, gl::RGBA8 as i32, -1, 0, RGBA8.0, RGBA8.1, null());
    gl.error("negative line");
    gl.TexImage1D(gl::TEXTURE_2D, 0, gl::RGBA8 as i32, 4, 0, RGBA8.0, RGBA8.1, null());
    gl.error("a plane as a line");
    // Proxies answer with their sizes.
    for (what, w) in [("a proxy that fits", side), ("a proxy that does not", side + 1)] {
        gl.TexImage2D(gl::PROXY_TEXTURE_2D, 0, gl::RGBA8 as i32, w, 1, 0, RGBA8.0, RGBA8.1, null());
        gl.error(what);
        let mut width = -1;
        gl.GetTexLevelParameteriv(gl::PROXY_TEXTURE_2D, 0, gl::TEXTURE_WIDTH, &mut width);
        gl.i32s(what, &[i32::from(width == side), i32::from(width == 0)]);
    }
    gl.texture(gl::TEXTURE_2D);
    gl.TexStorage2D(gl::TEXTURE_2D, 1, gl::RGBA8, 4, 4);
    plane("an image of immutable storage", 0, (4, 4));
    gl.integer::<1>("unit", gl::ACTIVE_TEXTURE);
});

// red once: with parts not compared with their image, those outside were taken
against_native!(parts_of_images_that_cannot_be_have_their_errors, |gl| {
    let texture = plain(gl);
    let data = noise(2, 4096);
    let part = |what: &str, level: i32, at: (i32, i32), size: (i32, i32), texels: (u32, u32)| {
        let data = data.as_ptr().cast();
        gl.TexSubImage2D(gl::TEXTURE_2D, level, at.0, at.1, size.0, size.1, texels.0, texels.1, data);
        gl.error(what);
    };
    part("left of it", 0, (-1, 0), (2, 2), RGBA8);
    part("below it", 0, (0, -1), (2, 2), RGBA8);
    part("past its right", 0, (7, 0), (2, 2), RGBA8);
    part("past its top", 0, (0, 7), (2, 2), RGBA8);
    let into = |at: (i32, i32), (w, h): (i32, i32)| {
        gl.TexSubImage2D(gl::TEXTURE_2D, 0, at.0, at.1, w, h, RGBA8.0, RGBA8.1, data.as_ptr().cast());
    };
    refused(gl, "an end that overflows", || into((i32::MAX, 0), (2, 2)));
    refused(gl, "a size that overflows", || into((1, 1), (i32::MAX, i32::MAX)));
    part("negative size", 0, (4, 4), (-2, 2), RGBA8);
    part("a level that is not there", 1, (0, 0), (1, 1), RGBA8);
    part("a negative level", -1, (0, 0), (1, 1), RGBA8);
    part("a level past the limit", 40, (0, 0), (1, 1), RGBA8);
    part("no format", 0, (0, 0), (2, 2), (0x1234, gl::UNSIGNED_BYTE));
    part("no type", 0, (0, 0), (2, 2), (gl::RGBA, 0x1234));
    part("integers", 0, (0, 0), (2, 2), (gl::RGBA_INTEGER, gl::UNSIGNED_BYTE));
    part("depth", 0, (0, 0), (2, 2), (gl::DEPTH_COMPONENT, gl::FLOAT));
    part("nothing", 0, (8, 8), (0, 0), RGBA8);
    gl.TexSubImage2D(gl::PROXY_TEXTURE_2D, 0, 0, 0, 1, 1, RGBA8.0, RGBA8.1, data.as_ptr().cast());
    gl.error("a proxy");
    gl.TextureSubImage2D(0xDEAD, 0, 0, 0, 1, 1, RGBA8.0, RGBA8.1, data.as_ptr().cast());
    gl.error("no texture");
    gl.TextureSubImage1D(texture, 0, 0, 1, RGBA8.0, RGBA8.1, data.as_ptr().cast());
    gl.error("a line of a plane");
    gl.TextureSubImage3D(texture, 0, 0, 0, 0, 1, 1, 1, RGBA8.0, RGBA8.1, data.as_ptr().cast());
    gl.error("a volume of a plane");
    gl.read_texture("nothing has changed", gl::TEXTURE_2D, 0, 64, RGBA8);
    let cube = gl.texture(gl::TEXTURE_CUBE_MAP);
    for face in 0..5 {
        let target = gl::TEXTURE_CUBE_MAP_POSITIVE_X + face;
        gl.image_2d(target, 0, gl::RGBA8, (2, 2), RGBA8, &noise(face, 16));
    }
    gl.TextureSubImage3D(cube, 0, 0, 0, 4, 2, 2, 2, RGBA8.0, RGBA8.1, data.as_ptr().cast());
    gl.error("a face that is not there");
    gl.TextureSubImage3D(cube, 0, 0, 0, 5, 2, 2, 2, RGBA8.0, RGBA8.1, data.as_ptr().cast());
    gl.error("a seventh face");
    // Copies from framebuffers.
    gl.target(gl::RGBA8, 4, 4);
    gl.BindTexture(gl::TEXTURE_2D, texture);
    let copy = |what: &str, level: i32, at: (i32, i32), size: (i32, i32)| {
        gl.CopyTexSubImage2D(gl::TEXTURE_2D, level, at.0, at.1, 0, 0, size.0, size.1);
        gl.error(what);
    };
    copy("a copy left of it", 0, (-1, 0), (2, 2));
    copy("a copy past its end", 0, (7, 7), (2, 2));
    copy("a copy of negative size", 0, (0, 0), (-1, 2));
    copy("a copy into no level", 3, (0, 0), (1, 1));
    let whole = |what: &str, internal: u32, (w, h): (i32, i32), border: i32| {
        gl.CopyTexImage2D(gl::TEXTURE_2D, 0, internal, 0, 0, w, h, border);
        gl.error(what);
    };
    whole("a copy with a border", gl::RGBA8, (4, 4), 1);
    whole("a copy as integers", gl::RGBA8UI, (4, 4), 0);
    whole("a copy as depth", gl::DEPTH_COMPONENT24, (4, 4), 0);
    whole("a copy as nothing known", 0x1234, (4, 4), 0);
    whole("a negative copy", gl::RGBA8, (-4, 4), 0);
    gl.ReadBuffer(gl::NONE);
    copy("a copy of no buffer", 0, (0, 0), (2, 2));
    let empty = gl.framebuffer();
    copy("a copy of an incomplete framebuffer", 0, (0, 0), (2, 2));
    gl.BindFramebuffer(gl::FRAMEBUFFER, 0);
    gl.DeleteFramebuffers(1, &empty);
    gl.read_texture("nothing has changed, either", gl::TEXTURE_2D, 0, 64, RGBA8);
});

// red once: with the size of unpack buffers not looked at, all of these were taken
against_native!(texels_that_leave_the_unpack_buffer_are_refused, |gl| {
    plain(gl);
    // 8 x 8 texels of 4 bytes, and 4 more.
    let buffer = gl.buffer(gl::PIXEL_UNPACK_BUFFER, &noise(3, 260));
    let part = |what: &str, size: (i32, i32), ty: u32, offset: usize| {
        let data = offset as *const std::ffi::c_void;
        gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, size.0, size.1, gl::RGBA, ty, data);
        gl.error(what);
    };
    let byte = gl::UNSIGNED_BYTE;
    part("all of it", (8, 8), byte, 4);
    part("a byte past its end", (8, 8), byte, 5);
    part("shorts past its end", (8, 8), gl::UNSIGNED_SHORT, 0);
    part("shorts at an odd byte", (2, 2), gl::UNSIGNED_SHORT, 1);
    part("words at half a word", (2, 2), gl::UNSIGNED_INT_8_8_8_8, 2);
    part("an offset past its end", (1, 1), byte, 1000);
    part("an offset as large as can be", (1, 1), byte, usize::MAX - 3);
    part("nothing from past its end", (0, 0), byte, 1000);
    for (what, pname, value) in [
        ("rows too long", gl::UNPACK_ROW_LENGTH, 9),
        ("rows too long by far", gl::UNPACK_ROW_LENGTH, i32::MAX),
        ("rows skipped", gl::UNPACK_SKIP_ROWS, 1),
        ("pixels skipped", gl::UNPACK_SKIP_PIXELS, 2),
        ("pixels skipped by far", gl::UNPACK_SKIP_PIXELS, i32::MAX),
        ("images skipped, which planes do not look at", gl::UNPACK_SKIP_IMAGES, 1),
    ] {
        gl.PixelStorei(pname, value);
        part(what, (8, 8), byte, 0);
        gl.PixelStorei(pname, 0);
    }
    for (what, pname, value) in [
        ("negative row length", gl::UNPACK_ROW_LENGTH, -1),
        ("negative skips", gl::UNPACK_SKIP_ROWS, -1),
        ("negative height", gl::UNPACK_IMAGE_HEIGHT, -1),
        ("alignment 3", gl::UNPACK_ALIGNMENT, 3),
        ("alignment 0", gl::UNPACK_ALIGNMENT, 0),
        ("no parameter", 0x1234, 1),
    ] {
        gl.PixelStorei(pname, value);
        gl.error(what);
    }
    gl.TexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8 as i32, 9, 9, 0, RGBA8.0, RGBA8.1, null());
    gl.error("an image of more bytes than there are");
    let mut width = 0;
    gl.GetTexLevelParameteriv(gl::TEXTURE_2D, 0, gl::TEXTURE_WIDTH, &mut width);
    gl.i32s("the image is as before", &[width]);
    gl.MapBufferRange(gl::PIXEL_UNPACK_BUFFER, 0, 16, gl::MAP_WRITE_BIT);
    part("a mapped buffer", (1, 1), byte, 0);
    gl.UnmapBuffer(gl::PIXEL_UNPACK_BUFFER);
    gl.texture(gl::TEXTURE_3D);
    gl.TexImage3D(gl::TEXTURE_3D, 0, gl::RGBA8 as i32, 4, 4, 4, 0, RGBA8.0, RGBA8.1, null());
    gl.error("a volume of the buffer's bytes");
    gl.PixelStorei(gl::UNPACK_SKIP_IMAGES, 1);
    gl.TexSubImage3D(gl::TEXTURE_3D, 0, 0, 0, 0, 4, 4, 4, RGBA8.0, RGBA8.1, null());
    gl.error("images skipped in a volume");
    gl.PixelStorei(gl::UNPACK_SKIP_IMAGES, 0);
    gl.PixelStorei(gl::UNPACK_IMAGE_HEIGHT, 6);
    gl.TexSubImage3D(gl::TEXTURE_3D, 0, 0, 0, 0, 4, 4, 4, RGBA8.0, RGBA8.1, null());
    gl.error("images too high");
    gl.PixelStorei(gl::UNPACK_IMAGE_HEIGHT, 0);
    gl.BindBuffer(gl::PIXEL_UNPACK_BUFFER, 0);
    gl.DeleteBuffers(1, &buffer);
    gl.read_texture("the volume", gl::TEXTURE_3D, 0, 64, RGBA8);
});

// red once: with levels not counted, more than the size has were taken
against_native!(storage_that_cannot_be_has_its_errors, |gl| {
    let side = limit(gl, gl::MAX_TEXTURE_SIZE);
    gl.texture(gl::TEXTURE_2D);
    let plane = |what: &str, levels: i32, internal: u32, (w, h): (i32, i32)| {
        gl.TexStorage2D(gl::TEXTURE_2D, levels, internal, w, h);
        gl.error(what);
    };
    plane("no level", 0, gl::RGBA8, (4, 4));
    plane("a negative number of levels", -1, gl::RGBA8, (4, 4));
    plane("a level too many", 4, gl::RGBA8, (4, 4));
    plane("no width", 1, gl::RGBA8, (0, 4));
    plane("negative height", 1, gl::RGBA8, (4, -4));
    plane("past the limit", 1, gl::RGBA8, (side + 1, 1));
    plane("a base format", 1, gl::RGBA, (4, 4));
    plane("no format", 1, 0x1234, (4, 4));
    gl.TexStorage2D(0x1234, 1, gl::RGBA8, 4, 4);
    gl.error("no target");
    gl.TexStorage2D(gl::TEXTURE_3D, 1, gl::RGBA8, 4, 4);
    gl.error("a target of three dimensions");
    plane("good", 3, gl::RGBA8, (4, 4));
    plane("a second time", 3, gl::RGBA8, (4, 4));
    gl.BindTexture(gl::TEXTURE_2D, 0);
    plane("the default texture", 1, gl::RGBA8, (4, 4));
    gl.texture(gl::TEXTURE_CUBE_MAP);
    gl.TexStorage2D(gl::TEXTURE_CUBE_MAP, 1, gl::RGBA8, 4, 5);
    gl.error("a cube that is none");
    gl.texture(gl::TEXTURE_CUBE_MAP_ARRAY);
    gl.TexStorage3D(gl::TEXTURE_CUBE_MAP_ARRAY, 1, gl::RGBA8, 4, 4, 7);
    gl.error("a cube and a face");
    gl.texture(gl::TEXTURE_3D);
    gl.TexStorage3D(gl::TEXTURE_3D, 1, gl::DEPTH_COMPONENT24, 4, 4, 4);
    gl.error("a volume of depth");
    gl.TexStorage3D(gl::TEXTURE_3D, 5, gl::RGBA8, 4, 8, 4);
    gl.error("levels of a volume");
    gl.texture(gl::TEXTURE_1D_ARRAY);
    gl.TexStorage2D(gl::TEXTURE_1D_ARRAY, 4, gl::RGBA8, 4, 64);
    gl.error("layers make no levels");
    gl.texture(gl::TEXTURE_RECTANGLE);
    gl.TexStorage2D(gl::TEXTURE_RECTANGLE, 2, gl::RGBA8, 4, 4);
    gl.error("levels of a rectangle");
    let mut name = 0;
    gl.CreateTextures(gl::TEXTURE_2D, 1, &mut name);
    gl.TextureStorage2D(0xDEAD, 1, gl::RGBA8, 4, 4);
    gl.error("no texture");
    gl.TextureStorage3D(name, 1, gl::RGBA8, 4, 4, 4);
    gl.error("three dimensions of a plane");
    gl.CreateTextures(0x1234, 1, &mut name);
    gl.error("textures of no target");
    gl.CreateTextures(gl::TEXTURE_2D, -1, &mut name);
    gl.error("a negative number of textures");
    let most = limit(gl, gl::MAX_SAMPLES);
    gl.texture(gl::TEXTURE_2D_MULTISAMPLE);
    let samples = |what: &str, samples: i32, internal: u32, (w, h): (i32, i32)| {
        gl.TexImage2DMultisample(gl::TEXTURE_2D_MULTISAMPLE, samples, internal, w, h, 1);
        gl.error(what);
    };
    samples("no sample", 0, gl::RGBA8, (4, 4));
    samples("a negative number of samples", -1, gl::RGBA8, (4, 4));
    samples("samples past the limit", most + 1, gl::RGBA8, (4, 4));
    samples("samples of no format", 1, 0x1234, (4, 4));
    samples("samples of what is not rendered to", 1, gl::RGB9_E5, (4, 4));
    samples("samples of negative size", 1, gl::RGBA8, (-4, 4));
    samples("samples past the size", 1, gl::RGBA8, (side + 1, 4));
    gl.TexImage2DMultisample(gl::TEXTURE_2D, 1, gl::RGBA8, 4, 4, 1);
    gl.error("samples of another target");
    gl.TexStorage2DMultisample(gl::TEXTURE_2D_MULTISAMPLE, 1, gl::RGBA8, 4, 4, 1);
    gl.error("good samples");
    samples("samples of immutable storage", 1, gl::RGBA8, (4, 4));
    gl.integer::<1>("unit", gl::ACTIVE_TEXTURE);
});

// red once: with view classes not compared, all formats were taken
against_native!(views_that_cannot_be_have_their_errors, |gl| {
    let parent = gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.TexStorage3D(gl::TEXTURE_2D_ARRAY, 3, gl::RGBA8, 8, 8, 7);
    let oblong = gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.TexStorage3D(gl::TEXTURE_2D_ARRAY, 1, gl::RGBA8, 8, 4, 6);
    let mutable = plain(gl);
    let view = |what: &str, target: u32, of: u32, internal: u32, levels: (u32, u32), layers: (u32, u32)| {
        let mut name = 0;
        gl.GenTextures(1, &mut name);
        gl.TextureView(name, target, of, internal, levels.0, levels.1, layers.0, layers.1);
        gl.error(what);
        gl.DeleteTextures(1, &name);
    };
    let (plane, array) = (gl::TEXTURE_2D, gl::TEXTURE_2D_ARRAY);
    view("another size of texels", plane, parent, gl::RGBA16F, (0, 1), (0, 1));
    view("another number of components", plane, parent, gl::RGB8, (0, 1), (0, 1));
    view("depth", plane, parent, gl::DEPTH_COMPONENT24, (0, 1), (0, 1));
    view("no format", plane, parent, 0x1234, (0, 1), (0, 1));
    view("a base format", plane, parent, gl::RGBA, (0, 1), (0, 1));
    view("no target", 0x1234, parent, gl::RGBA8, (0, 1), (0, 1));
    view("a volume", gl::TEXTURE_3D, parent, gl::RGBA8, (0, 1), (0, 1));
    view("a line", gl::TEXTURE_1D, parent, gl::RGBA8, (0, 1), (0, 1));
    view("a rectangle", gl::TEXTURE_RECTANGLE, parent, gl::RGBA8, (0, 1), (0, 1));
    view("a level that is not there", plane, parent, gl::RGBA8, (3, 1), (0, 1));
    view("a layer that is not there", plane, parent, gl::RGBA8, (0, 1), (7, 1));
    view("two layers as a plane", plane, parent, gl::RGBA8, (0, 1), (0, 2));
    view("five faces", gl::TEXTURE_CUBE_MAP, parent, gl::RGBA8, (0, 1), (0, 5));
    view("faces past the end", gl::TEXTURE_CUBE_MAP, parent, gl::RGBA8, (0, 1), (2, 6));
    view("seven faces of cubes", gl::TEXTURE_CUBE_MAP_ARRAY, parent, gl::RGBA8, (0, 1), (0, 7));
    view("faces that are no squares", gl::TEXTURE_CUBE_MAP, oblong, gl::RGBA8, (0, 1), (0, 6));
    view("no texture", plane, 0xDEAD, gl::RGBA8, (0, 1), (0, 1));
    view("a texture that is mutable", plane, mutable, gl::RGBA8, (0, 1), (0, 1));
    view("ranges past the end", array, parent, gl::RGBA8UI, (1, 100), (3, 100));
    gl.TextureView(0xDEAD, plane, parent, gl::RGBA8, 0, 1, 0, 1);
    gl.error("no name");
    gl.TextureView(0, plane, parent, gl::RGBA8, 0, 1, 0, 1);
    gl.error("name 0");
    gl.TextureView(mutable, plane, parent, gl::RGBA8, 0, 1, 0, 1);
    gl.error("a name with a target");
    gl.integer::<1>("unit", gl::ACTIVE_TEXTURE);
});

// red once: with ranges not compared with their buffer, those past its end were taken
against_native!(buffer_textures_that_cannot_be_have_their_errors, |gl| {
    let buffer = gl.buffer(gl::TEXTURE_BUFFER, &noise(1, 1024));
    let texture = gl.texture(gl::TEXTURE_BUFFER);
    let step = limit(gl, gl::TEXTURE_BUFFER_OFFSET_ALIGNMENT) as isize;
    let range = |what: &str, internal: u32, buffer: u32, offset: isize, size: isize| {
        gl.TexBufferRange(gl::TEXTURE_BUFFER, internal, buffer, offset, size);
        gl.error(what);
    };
    range("negative offset", gl::RGBA8, buffer, -step, 64);
    range("no size", gl::RGBA8, buffer, 0, 0);
    range("negative size", gl::RGBA8, buffer, 0, -64);
    range("past its end", gl::RGBA8, buffer, 0, 1025);
    range("an end that overflows", gl::RGBA8, buffer, step, isize::MAX);
    range("between steps", gl::RGBA8, buffer, 1, 64);
    range("no format", 0x1234, buffer, 0, 64);
    range("a format that buffers have not", gl::RGBA4, buffer, 0, 64);
    range("depth", gl::DEPTH_COMPONENT24, buffer, 0, 64);
    range("no buffer", gl::RGBA8, 0xDEAD, 0, 64);
    range("good", gl::RGBA8, buffer, 0, 64);
    gl.TexBuffer(gl::TEXTURE_2D, gl::RGBA8, buffer);
    gl.error("another target");
    gl.TexBuffer(gl::TEXTURE_BUFFER, gl::SRGB8_ALPHA8, buffer);
    gl.error("sRGB");
    gl.TexParameteri(gl::TEXTURE_BUFFER, gl::TEXTURE_MIN_FILTER, gl::NEAREST as i32);
    gl.error("a filter");
    gl.GenerateMipmap(gl::TEXTURE_BUFFER);
    gl.error("mipmaps");
    gl.TextureSubImage1D(texture, 0, 0, 1, RGBA8.0, RGBA8.1, noise(1, 4).as_ptr().cast());
    gl.error("texels");
    let plane = plain(gl);
    gl.TextureBuffer(plane, gl::RGBA8, buffer);
    gl.error("a plane");
    let mut size = 0;
    gl.GetTextureLevelParameteriv(texture, 0, gl::TEXTURE_BUFFER_SIZE, &mut size);
    gl.i32s("the good one", &[size]);
});

// red once: with any number taken for a filter, that error was missing
against_native!(parameters_that_cannot_be_have_their_errors, |gl| {
    let texture = plain(gl);
    let set = |what: &str, target: u32, pname: u32, value: i32| {
        gl.TexParameteri(target, pname, value);
        gl.error(what);
    };
    let plane = gl::TEXTURE_2D;
    for (what, pname, value) in [
        ("no parameter", 0x1234, 0),
        ("no filter", gl::TEXTURE_MIN_FILTER, 0x1234),
        ("a mipmap filter to magnify", gl::TEXTURE_MAG_FILTER, gl::NEAREST_MIPMAP_NEAREST as i32),
        ("no wrap", gl::TEXTURE_WRAP_S, 0x1234),
        ("clamp of old", gl::TEXTURE_WRAP_S, 0x2900),
        ("a negative base level", gl::TEXTURE_BASE_LEVEL, -1),
        ("a negative last level", gl::TEXTURE_MAX_LEVEL, -1),
        ("no swizzle", gl::TEXTURE_SWIZZLE_R, 0x1234),
        ("no mode of comparisons", gl::TEXTURE_COMPARE_MODE, 1),
        ("no comparison", gl::TEXTURE_COMPARE_FUNC, 0x1234),
        ("no aspect", gl::DEPTH_STENCIL_TEXTURE_MODE, gl::RGBA as i32),
        ("one number for a border", gl::TEXTURE_BORDER_COLOR, 1),
        ("one swizzle for four", gl::TEXTURE_SWIZZLE_RGBA, gl::RED as i32),
        ("what is only asked for", gl::TEXTURE_IMMUTABLE_FORMAT, 1),
    ] {
        set(what, plane, pname, value);
    }
    set("no target", 0x1234, gl::TEXTURE_MIN_FILTER, gl::NEAREST as i32);
    set("a face", gl::TEXTURE_CUBE_MAP_POSITIVE_X, gl::TEXTURE_MIN_FILTER, gl::NEAREST as i32);
    gl.TexParameteriv(plane, gl::TEXTURE_SWIZZLE_RGBA, [gl::RED as i32, 5, 0, 0].as_ptr());
    gl.error("four swizzles, one of them none");
    gl.TexParameterf(plane, gl::TEXTURE_MAX_ANISOTROPY, 0.5);
    gl.error("less than one sample");
    gl.TextureParameteri(0xDEAD, gl::TEXTURE_MIN_FILTER, gl::NEAREST as i32);
    gl.error("no texture");
    let rectangle = gl::TEXTURE_RECTANGLE;
    gl.texture(rectangle);
    set("a rectangle that repeats", rectangle, gl::TEXTURE_WRAP_S, gl::REPEAT as i32);
    set("a rectangle that mirrors", rectangle, gl::TEXTURE_WRAP_T, gl::MIRRORED_REPEAT as i32);
    set("a rectangle's mipmaps", rectangle, gl::TEXTURE_MIN_FILTER, gl::LINEAR_MIPMAP_LINEAR as i32);
    set("a rectangle's base", rectangle, gl::TEXTURE_BASE_LEVEL, 1);
    let samples = gl::TEXTURE_2D_MULTISAMPLE;
    gl.texture(samples);
    set("a filter of samples", samples, gl::TEXTURE_MIN_FILTER, gl::NEAREST as i32);
    set("a wrap of samples", samples, gl::TEXTURE_WRAP_S, gl::REPEAT as i32);
    set("the base of samples", samples, gl::TEXTURE_BASE_LEVEL, 1);
    // Queries.
    let mut value = -7;
    let level = |what: &str, target: u32, level: i32, pname: u32| {
        let mut value = -7;
        gl.GetTexLevelParameteriv(target, level, pname, &mut value);
        gl.error(what);
    };
    level("asked of no target", 0x1234, 0, gl::TEXTURE_WIDTH);
    level("asked of a cube whole", gl::TEXTURE_CUBE_MAP, 0, gl::TEXTURE_WIDTH);
    level("asked of a negative level", plane, -1, gl::TEXTURE_WIDTH);
    level("asked of a level past the limit", plane, 40, gl::TEXTURE_WIDTH);
    level("asked for nothing known", plane, 0, 0x1234);
    level("asked for blocks of texels", plane, 0, gl::TEXTURE_COMPRESSED_IMAGE_SIZE);
    gl.GetTexParameteriv(plane, 0x1234, &mut value);
    gl.error("no parameter to ask for");
    gl.GetTextureParameteriv(0xDEAD, gl::TEXTURE_MIN_FILTER, &mut value);
    gl.error("no texture to ask");
    let mut texels = vec![0u8; 1024];
    let into = texels.as_mut_ptr().cast();
    gl.GetnTexImage(plane, 0, RGBA8.0, RGBA8.1, 100, into);
    gl.error("room for less");
    gl.GetTexImage(plane, 40, RGBA8.0, RGBA8.1, into);
    gl.error("texels past the limit");
    gl.GetTexImage(plane, 0, gl::DEPTH_COMPONENT, gl::FLOAT, into);
    gl.error("depth of a colour");
    gl.GetTexImage(plane, 0, gl::RGBA_INTEGER, RGBA8.1, into);
    gl.error("integers of a colour");
    gl.GetTextureSubImage(texture, 0, 4, 4, 0, 5, 1, 1, RGBA8.0, RGBA8.1, 1024, into);
    gl.error("a part past the end");
    gl.GetTextureSubImage(texture, 0, -1, 0, 0, 1, 1, 1, RGBA8.0, RGBA8.1, 1024, into);
    gl.error("a negative part");
    gl.GetInternalformativ(plane, 0x1234, gl::SAMPLES, 1, &mut value);
    gl.error("no format to ask about");
    gl.GetInternalformativ(plane, gl::RGBA8, 0x1234, 1, &mut value);
    gl.error("nothing to ask about a format");
    gl.GetInternalformativ(plane, gl::RGBA8, gl::SAMPLES, -1, &mut value);
    gl.error("a negative number of answers");
    gl.bytes("nothing was written", &texels[..16]);
});

// red once: with the range of samplers not compared with the number of units, their error was another
against_native!(bindings_that_cannot_be_have_their_errors, |gl| {
    let texture = plain(gl);
    let units = limit(gl, gl::MAX_COMBINED_TEXTURE_IMAGE_UNITS) as u32;
    let mut sampler = 0;
    gl.GenSamplers(1, &mut sampler);
    gl.BindTextures(units, 1, &texture);
    gl.error("a unit too many");
    gl.BindTextures(1, -1, &texture);
    gl.error("a negative number");
    gl.BindTextures(0, 3, [texture, 0xDEAD, texture].as_ptr());
    gl.error("one of three is no texture");
    gl.BindSamplers(units, 1, &sampler);
    gl.error("a sampler too many");
    gl.BindSamplers(0, 2, [sampler, 0xDEAD].as_ptr());
    gl.error("one of two is no sampler");
    gl.BindSampler(units, sampler);
    gl.error("a sampler's unit");
    gl.BindSampler(0, 0xDEAD);
    gl.error("no sampler");
    gl.BindTextureUnit(0, 0xDEAD);
    gl.error("no texture");
    gl.BindTexture(gl::TEXTURE_3D, texture);
    gl.error("another target");
    gl.BindTexture(0x1234, texture);
    gl.error("no target");
    gl.ActiveTexture(gl::TEXTURE0 + units);
    gl.error("no unit");
    gl.ActiveTexture(gl::TEXTURE0 - 1);
    gl.error("a unit before the first");
    for unit in 0..3 {
        gl.ActiveTexture(gl::TEXTURE0 + unit);
        gl.integer::<1>(&format!("texture of unit {unit}"), gl::TEXTURE_BINDING_2D);
        gl.integer::<1>(&format!("sampler of unit {unit}"), gl::SAMPLER_BINDING);
    }
    gl.DeleteTextures(-1, &texture);
    gl.error("deleting a negative number");
    gl.GenTextures(-1, null::<u32>().cast_mut());
    gl.error("generating a negative number");
});

// red once: with texels given for a compressed format taken uncompressed whatever the target; with storage that looks at fewer targets
against_native!(compressed_formats_go_with_their_targets_alone, |gl| {
    let texels = noise(3, 8 * 8 * 4 * 6);
    let with = [texels.as_ptr().cast(), null()];
    for internal in [gl::COMPRESSED_RGBA_BPTC_UNORM, gl::COMPRESSED_RED_RGTC1, gl::COMPRESSED_RGBA] {
        for (i, from) in with.into_iter().enumerate() {
            let name = |what: &str| format!("{internal:#06x}, {what}, {i}");
            gl.texture(gl::TEXTURE_1D);
            gl.TexImage1D(gl::TEXTURE_1D, 0, internal as i32, 8, 0, RGBA8.0, RGBA8.1, from);
            gl.error(&name("a line"));
            for target in [gl::TEXTURE_1D_ARRAY, gl::TEXTURE_RECTANGLE, gl::TEXTURE_2D] {
                gl.texture(target);
                gl.TexImage2D(target, 0, internal as i32, 8, 6, 0, RGBA8.0, RGBA8.1, from);
                gl.error(&name(&format!("{target:#06x}")));
            }
            for target in [gl::TEXTURE_3D, gl::TEXTURE_2D_ARRAY, gl::TEXTURE_CUBE_MAP_ARRAY] {
                gl.texture(target);
                gl.TexImage3D(target, 0, internal as i32, 8, 8, 6, 0, RGBA8.0, RGBA8.1, from);
                gl.error(&name(&format!("{target:#06x}")));
            }
        }
        let name = |what: &str| format!("{internal:#06x}, storage of {what}");
        gl.texture(gl::TEXTURE_1D);
        gl.TexStorage1D(gl::TEXTURE_1D, 1, internal, 8);
        gl.error(&name("a line"));
        for target in [gl::TEXTURE_1D_ARRAY, gl::TEXTURE_RECTANGLE, gl::TEXTURE_2D] {
            gl.texture(target);
            gl.TexStorage2D(target, 1, internal, 8, 8);
            gl.error(&name(&format!("{target:#06x}")));
        }
        for target in [gl::TEXTURE_3D, gl::TEXTURE_2D_ARRAY, gl::TEXTURE_CUBE_MAP_ARRAY] {
            gl.texture(target);
            gl.TexStorage3D(target, 1, internal, 8, 8, 6);
            gl.error(&name(&format!("{target:#06x}")));
        }
    }
});

// red once: with the parameters of a named buffer texture set and answered; with a negative number for a swizzle taken for 0
against_native!(a_buffer_texture_has_no_parameters_and_a_negative_swizzle_is_none, |gl| {
    let texture = gl.texture(gl::TEXTURE_BUFFER);
    for pname in [gl::TEXTURE_BASE_LEVEL, gl::TEXTURE_MIN_FILTER, gl::TEXTURE_SWIZZLE_R, gl::TEXTURE_TARGET, 0x1234] {
        gl.TextureParameteri(texture, pname, 0);
        gl.error(&format!("{pname:#06x} set"));
        let mut value = [-7; 4];
        gl.GetTextureParameteriv(texture, pname, value.as_mut_ptr());
        gl.error(&format!("{pname:#06x} asked for"));
        gl.i32s("not answered", &value);
    }
    plain(gl);
    gl.TexParameterfv(gl::TEXTURE_2D, gl::TEXTURE_SWIZZLE_RGBA, [-1.0f32; 4].as_ptr());
    gl.error("negative swizzles");
    let mut swizzle = [0; 4];
    gl.GetTexParameteriv(gl::TEXTURE_2D, gl::TEXTURE_SWIZZLE_RGBA, swizzle.as_mut_ptr());
    gl.enums("swizzles", &swizzle.map(|v| v as u32));
});
