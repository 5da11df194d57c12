//! GL's errors of framebuffers, renderbuffers, clears and blits (GL 4.5 core 9, 17.4, 18.3; rules 14 and 15), each call walked
//! through what it may be given.

use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};

/// Records the error of a call under its own text.
macro_rules! try_each {
    ($gl:ident: $($call:expr;)*) => { $( { $call; $gl.error(stringify!($call)); } )* };
}

const C0: u32 = gl::COLOR_ATTACHMENT0;
const FB: u32 = gl::FRAMEBUFFER;

struct Objects {
    framebuffer: u32,
    plane: u32,
    cube: u32,
    array: u32,
    volume: u32,
    line: u32,
    rectangle: u32,
    samples: u32,
    sample_array: u32,
    buffer_texture: u32,
    fresh: u32,
    renderbuffer: u32,
}

unsafe fn objects(gl: &Scene) -> Objects {
    let rgba8 = (gl::RGBA, gl::UNSIGNED_BYTE);
    let plane = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), rgba8, &[]);
    let cube = gl.texture(gl::TEXTURE_CUBE_MAP);
    for face in 0..6 {
        gl.image_2d(gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, gl::RGBA8, (4, 4), rgba8, &[]);
    }
    let array = gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, gl::RGBA8, (4, 4, 3), rgba8, &[]);
    let volume = gl.texture(gl::TEXTURE_3D);
    gl.image_3d(gl::TEXTURE_3D, 0, gl::RGBA8, (4, 4, 3), rgba8, &[]);
    let line = gl.texture(gl::TEXTURE_1D);
    gl.TexImage1D(gl::TEXTURE_1D, 0, gl::RGBA8 as i32, 4, 0, gl::RGBA, gl::UNSIGNED_BYTE, std::ptr::null());
    let rectangle = gl.texture(gl::TEXTURE_RECTANGLE);
    gl.image_2d(gl::TEXTURE_RECTANGLE, 0, gl::RGBA8, (4, 4), rgba8, &[]);
    let samples = gl.texture(gl::TEXTURE_2D_MULTISAMPLE);
    gl.TexImage2DMultisample(gl::TEXTURE_2D_MULTISAMPLE, 4, gl::RGBA8, 4, 4, 1);
    let sample_array = gl.texture(gl::TEXTURE_2D_MULTISAMPLE_ARRAY);
    gl.TexImage3DMultisample(gl::TEXTURE_2D_MULTISAMPLE_ARRAY, 4, gl::RGBA8, 4, 4, 3, 1);
    let buffer_texture = gl.texture(gl::TEXTURE_BUFFER);
    let mut fresh = 0;
    gl.GenTextures(1, &mut fresh);
    let renderbuffer = gl.renderbuffer(gl::RGBA8, 4, 4, 0);
    let framebuffer = gl.framebuffer();
    gl.error("objects");
    Objects {
        framebuffer,
        plane,
        cube,
        array,
        volume,
        line,
        rectangle,
        samples,
        sample_array,
        buffer_texture,
        fresh,
        renderbuffer,
    }
}

// red once: with the texture target of `glFramebufferTexture2D` not compared with the texture's
rule!(15, every_attaching_call_refuses_what_gl_refuses, |gl| {
    let o = objects(gl);
    const NONAME: u32 = 0xDEAD;
    for (name, texture) in [
        ("2D", o.plane),
        ("cube", o.cube),
        ("array", o.array),
        ("3D", o.volume),
        ("1D", o.line),
        ("rectangle", o.rectangle),
        ("multisample", o.samples),
        ("multisample array", o.sample_array),
        ("buffer", o.buffer_texture),
        ("without a target", o.fresh),
        ("no texture", NONAME),
        ("none", 0),
    ] {
        for level in [-1, 0, 1, 2, 13, 14, 15, 99] {
            // A level that could be, of a texture that has no such image, is no error.
            gl.FramebufferTexture(FB, C0, texture, level);
            let whole = gl.GetError();
            gl.NamedFramebufferTexture(o.framebuffer, C0, texture, level);
            let named = gl.GetError();
            let layers = [-1, 0, 3, 6, 255, 256, 2047, 2048, 1 << 20].map(|layer| {
                gl.FramebufferTextureLayer(FB, C0, texture, level, layer);
                let error = gl.GetError();
                gl.NamedFramebufferTextureLayer(o.framebuffer, C0, texture, level, layer);
                [error, gl.GetError()]
            });
            gl.enums(&format!("{name}, level {level}: whole"), &[whole, named]);
            gl.enums(&format!("{name}, level {level}: layers"), layers.as_flattened());
            for target in [
                gl::TEXTURE_1D,
                gl::TEXTURE_2D,
                gl::TEXTURE_3D,
                gl::TEXTURE_RECTANGLE,
                gl::TEXTURE_CUBE_MAP,
                gl::TEXTURE_CUBE_MAP_NEGATIVE_Z,
                gl::TEXTURE_2D_MULTISAMPLE,
                gl::TEXTURE_2D_ARRAY,
                gl::TEXTURE_BUFFER,
                gl::RENDERBUFFER,
            ] {
                if texture == o.array && target == gl::TEXTURE_2D_ARRAY {
                    continue; // refused by GL 4.5 core 9.2.8, attached by the native driver's glFramebufferTexture2D
                }
                gl.FramebufferTexture1D(FB, C0, target, texture, level);
                let one = gl.GetError();
                gl.FramebufferTexture2D(FB, C0, target, texture, level);
                let two = gl.GetError();
                let three = [-1, 0, 2, 5, 2048, 1 << 20].map(|z| {
                    gl.FramebufferTexture3D(FB, C0, target, texture, level, z);
                    gl.GetError()
                });
                gl.enums(&format!("{name}, level {level}, {target:#06x}"), &[&[one, two][..], &three].concat());
            }
        }
    }
    try_each!(gl:
        gl.FramebufferTexture(gl::TEXTURE_2D, C0, o.plane, 0);
        gl.FramebufferTexture(FB, C0 + 8, o.plane, 0);
        gl.FramebufferTexture(FB, C0 + 31, o.plane, 0);
        gl.FramebufferTexture(FB, C0 + 32, o.plane, 0);
        gl.FramebufferTexture(FB, gl::DEPTH, o.plane, 0);
        gl.FramebufferTexture(FB, gl::BACK, o.plane, 0);
        gl.FramebufferTexture(FB, gl::DEPTH_ATTACHMENT, o.plane, 0);
        gl.FramebufferTexture2D(FB, gl::STENCIL_ATTACHMENT, gl::TEXTURE_2D, o.plane, 0);
        gl.FramebufferTextureLayer(gl::BACK, C0, o.array, 0, 0);
        gl.FramebufferTextureLayer(FB, gl::TEXTURE0, o.array, 0, 0);
        gl.FramebufferRenderbuffer(gl::TEXTURE_2D, C0, gl::RENDERBUFFER, o.renderbuffer);
        gl.FramebufferRenderbuffer(FB, C0 + 8, gl::RENDERBUFFER, o.renderbuffer);
        gl.FramebufferRenderbuffer(FB, gl::COLOR, gl::RENDERBUFFER, o.renderbuffer);
        gl.FramebufferRenderbuffer(FB, C0, gl::TEXTURE_2D, o.renderbuffer);
        gl.FramebufferRenderbuffer(FB, C0, gl::RENDERBUFFER, NONAME);
        gl.FramebufferRenderbuffer(FB, gl::DEPTH_STENCIL_ATTACHMENT, gl::RENDERBUFFER, 0);
        gl.NamedFramebufferRenderbuffer(NONAME, C0, gl::RENDERBUFFER, o.renderbuffer);
        gl.NamedFramebufferRenderbuffer(0, C0, gl::RENDERBUFFER, o.renderbuffer);
        gl.NamedFramebufferTexture(NONAME, C0, o.plane, 0);
        gl.NamedFramebufferTexture(0, C0, o.plane, 0);
        gl.NamedFramebufferTextureLayer(NONAME, C0, o.array, 0, 0);
        gl.BindFramebuffer(gl::TEXTURE_2D, o.framebuffer);
        gl.BindFramebuffer(FB, NONAME);
        gl.BindRenderbuffer(gl::TEXTURE_2D, o.renderbuffer);
        gl.BindRenderbuffer(gl::RENDERBUFFER, NONAME);
        gl.GenFramebuffers(-1, std::ptr::null_mut());
        gl.CreateFramebuffers(-1, std::ptr::null_mut());
        gl.DeleteFramebuffers(-1, std::ptr::null());
        gl.GenRenderbuffers(-1, std::ptr::null_mut());
        gl.CreateRenderbuffers(-1, std::ptr::null_mut());
        gl.DeleteRenderbuffers(-1, std::ptr::null());
        gl.DeleteFramebuffers(2, [0, NONAME].as_ptr());
        gl.DeleteRenderbuffers(2, [0, NONAME].as_ptr());
        gl.CheckFramebufferStatus(gl::TEXTURE_2D);
        gl.CheckNamedFramebufferStatus(NONAME, FB);
        gl.CheckNamedFramebufferStatus(o.framebuffer, gl::TEXTURE_2D);
    );
    let mut unbound = 0;
    gl.GenFramebuffers(1, &mut unbound);
    gl.u32s("a name that was never bound", &[gl.IsFramebuffer(unbound).into(), gl.IsFramebuffer(o.framebuffer).into()]);
    try_each!(gl:
        gl.NamedFramebufferTexture(unbound, C0, o.plane, 0);
        gl.CheckNamedFramebufferStatus(unbound, FB);
        gl.NamedFramebufferDrawBuffer(unbound, gl::NONE);
        gl.NamedFramebufferParameteri(unbound, gl::FRAMEBUFFER_DEFAULT_WIDTH, 4);
    );
});

// red once: with default layers not known as a parameter
rule!(15, every_parameter_and_query_refuses_what_gl_refuses, |gl| {
    let o = objects(gl);
    const NONAME: u32 = 0xDEAD;
    gl.FramebufferTexture(FB, C0, o.cube, 0);
    gl.FramebufferTextureLayer(FB, C0 + 1, o.array, 0, 2);
    gl.FramebufferTexture3D(FB, C0 + 2, gl::TEXTURE_3D, o.volume, 0, 1);
    gl.FramebufferTextureLayer(FB, C0 + 3, o.cube, 0, 4);
    gl.FramebufferTexture2D(FB, C0 + 4, gl::TEXTURE_2D_MULTISAMPLE, o.samples, 0);
    gl.FramebufferTexture(FB, C0 + 5, o.sample_array, 0);
    gl.FramebufferRenderbuffer(FB, C0 + 6, gl::RENDERBUFFER, o.renderbuffer);
    let ds = gl.renderbuffer(gl::DEPTH32F_STENCIL8, 4, 4, 0);
    gl.attach_renderbuffer(gl::DEPTH_STENCIL_ATTACHMENT, ds);
    let parameters = [
        gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE,
        gl::FRAMEBUFFER_ATTACHMENT_OBJECT_NAME,
        gl::FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL,
        gl::FRAMEBUFFER_ATTACHMENT_TEXTURE_CUBE_MAP_FACE,
        gl::FRAMEBUFFER_ATTACHMENT_TEXTURE_LAYER,
        gl::FRAMEBUFFER_ATTACHMENT_LAYERED,
        gl::FRAMEBUFFER_ATTACHMENT_RED_SIZE,
        gl::FRAMEBUFFER_ATTACHMENT_GREEN_SIZE,
        gl::FRAMEBUFFER_ATTACHMENT_BLUE_SIZE,
        gl::FRAMEBUFFER_ATTACHMENT_ALPHA_SIZE,
        gl::FRAMEBUFFER_ATTACHMENT_DEPTH_SIZE,
        gl::FRAMEBUFFER_ATTACHMENT_STENCIL_SIZE,
        gl::FRAMEBUFFER_ATTACHMENT_COMPONENT_TYPE,
        gl::FRAMEBUFFER_ATTACHMENT_COLOR_ENCODING,
        gl::TEXTURE_WIDTH,
    ];
    let points = (0..9).map(|i| C0 + i).chain([
        gl::DEPTH_ATTACHMENT,
        gl::STENCIL_ATTACHMENT,
        gl::DEPTH_STENCIL_ATTACHMENT,
        gl::DEPTH,
        gl::STENCIL,
        gl::BACK_LEFT,
        gl::COLOR,
        gl::TEXTURE0,
    ]);
    for point in points {
        for pname in parameters {
            let mut values = [-77; 2];
            gl.GetFramebufferAttachmentParameteriv(FB, point, pname, &mut values[0]);
            let error = gl.GetError();
            gl.GetNamedFramebufferAttachmentParameteriv(o.framebuffer, point, pname, &mut values[1]);
            if pname == gl::FRAMEBUFFER_ATTACHMENT_OBJECT_NAME {
                // Names are the driver's to choose.
                values = values.map(|value| if value == -77 { value } else { i32::from(value != 0) });
            }
            let [a, b] = values;
            gl.i32s(&format!("{point:#06x} {pname:#06x}"), &[a, error as i32, b, gl.GetError() as i32]);
        }
    }
    let empty = gl.framebuffer();
    for pname in [
        gl::FRAMEBUFFER_DEFAULT_WIDTH,
        gl::FRAMEBUFFER_DEFAULT_HEIGHT,
        gl::FRAMEBUFFER_DEFAULT_LAYERS,
        gl::FRAMEBUFFER_DEFAULT_SAMPLES,
        gl::FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS,
        gl::STEREO,
        gl::DOUBLEBUFFER,
        gl::IMPLEMENTATION_COLOR_READ_FORMAT,
        gl::TEXTURE_WIDTH,
    ] {
        for value in [-1, 0, 1, 2, 7, 2048, 4096, 1 << 20] {
            if pname == gl::FRAMEBUFFER_DEFAULT_FIXED_SAMPLE_LOCATIONS && !(0..=1).contains(&value) {
                continue; // a boolean
            }
            gl.FramebufferParameteri(FB, pname, value);
            let set = gl.GetError();
            gl.NamedFramebufferParameteri(empty, pname, value);
            let named = gl.GetError();
            // On this one's error the native driver writes a zero, though GL says that nothing is.
            let mut got = [if pname == gl::IMPLEMENTATION_COLOR_READ_FORMAT { 0 } else { -77 }; 2];
            gl.GetFramebufferParameteriv(FB, pname, &mut got[0]);
            let get = gl.GetError();
            gl.GetNamedFramebufferParameteriv(empty, pname, &mut got[1]);
            let errors = [set, named, get, gl.GetError()].map(|e| e as i32);
            gl.i32s(&format!("parameter {pname:#06x} of {value}"), &[&errors[..], &got].concat());
        }
    }
    gl.status("with default parameters");
    for pname in [gl::SAMPLES, gl::SAMPLE_BUFFERS] {
        let mut got = -77;
        gl.GetFramebufferParameteriv(FB, pname, &mut got);
        gl.i32s(&format!("{pname:#06x} without attachments"), &[got]);
    }
    let mut value = 0;
    try_each!(gl:
        gl.FramebufferParameteri(gl::TEXTURE_2D, gl::FRAMEBUFFER_DEFAULT_WIDTH, 1);
        gl.NamedFramebufferParameteri(NONAME, gl::FRAMEBUFFER_DEFAULT_WIDTH, 1);
        gl.GetFramebufferParameteriv(gl::TEXTURE_2D, gl::FRAMEBUFFER_DEFAULT_WIDTH, &mut value);
        gl.GetNamedFramebufferParameteriv(NONAME, gl::FRAMEBUFFER_DEFAULT_WIDTH, &mut value);
        gl.GetFramebufferAttachmentParameteriv(gl::TEXTURE_2D, C0, gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &mut value);
        gl.GetNamedFramebufferAttachmentParameteriv(NONAME, C0, gl::FRAMEBUFFER_ATTACHMENT_OBJECT_TYPE, &mut value);
        gl.GetRenderbufferParameteriv(gl::TEXTURE_2D, gl::RENDERBUFFER_WIDTH, &mut value);
        gl.GetRenderbufferParameteriv(gl::RENDERBUFFER, gl::TEXTURE_WIDTH, &mut value);
        gl.GetNamedRenderbufferParameteriv(NONAME, gl::RENDERBUFFER_WIDTH, &mut value);
        gl.BindRenderbuffer(gl::RENDERBUFFER, 0);
        gl.GetRenderbufferParameteriv(gl::RENDERBUFFER, gl::RENDERBUFFER_WIDTH, &mut value);
        gl.RenderbufferStorage(gl::RENDERBUFFER, gl::RGBA8, 4, 4);
        gl.NamedRenderbufferStorage(NONAME, gl::RGBA8, 4, 4);
    );
});

// red once: with colour points counted modulo 8
rule!(14, more_colour_points_than_there_are_are_refused, |gl| {
    let o = objects(gl);
    gl.integer::<1>("colour attachments", gl::MAX_COLOR_ATTACHMENTS);
    gl.integer::<1>("draw buffers", gl::MAX_DRAW_BUFFERS);
    let nine: Vec<u32> = (0..9).map(|i| C0 + i).collect();
    for (i, &point) in nine.iter().enumerate() {
        gl.FramebufferTexture2D(FB, point, gl::TEXTURE_2D, o.plane, 0);
        gl.error(&format!("texture at {i}"));
        gl.FramebufferRenderbuffer(FB, point, gl::RENDERBUFFER, o.renderbuffer);
        gl.error(&format!("renderbuffer at {i}"));
        gl.ReadBuffer(point);
        gl.error(&format!("read buffer {i}"));
        gl.DrawBuffer(point);
        gl.error(&format!("draw buffer {i}"));
    }
    gl.status("eight are complete");
    try_each!(gl:
        gl.DrawBuffers(9, nine.as_ptr());
        gl.DrawBuffers(8, nine.as_ptr());
        gl.DrawBuffers(8, nine[1..].as_ptr());
        gl.DrawBuffers(-1, nine.as_ptr());
        gl.DrawBuffers(2, [C0, C0].as_ptr());
        gl.DrawBuffers(2, [gl::NONE, gl::NONE].as_ptr());
        gl.DrawBuffers(2, [C0, gl::BACK].as_ptr());
        gl.DrawBuffers(1, [gl::FRONT_AND_BACK].as_ptr());
        gl.DrawBuffers(1, [gl::TEXTURE0].as_ptr());
        gl.DrawBuffers(0, std::ptr::null());
        gl.NamedFramebufferDrawBuffers(o.framebuffer, 9, nine.as_ptr());
        gl.NamedFramebufferDrawBuffers(o.framebuffer, 2, [C0, C0].as_ptr());
        gl.NamedFramebufferDrawBuffers(0xDEAD, 1, nine.as_ptr());
        gl.NamedFramebufferDrawBuffer(o.framebuffer, C0 + 8);
        gl.NamedFramebufferReadBuffer(o.framebuffer, C0 + 8);
        gl.NamedFramebufferReadBuffer(o.framebuffer, gl::FRONT);
        gl.NamedFramebufferReadBuffer(0xDEAD, C0);
        gl.ReadBuffer(gl::FRONT_AND_BACK);
        gl.ReadBuffer(gl::TEXTURE0);
        gl.ClearBufferfv(gl::COLOR, 8, [0.0f32; 4].as_ptr());
        gl.ClearBufferfv(gl::COLOR, -1, [0.0f32; 4].as_ptr());
        gl.BindFragDataLocation(1, 8, c"o".as_ptr());
    );
    let mut value = 0;
    gl.GetIntegerv(gl::DRAW_BUFFER0 + 7, &mut value);
    gl.error("the eighth draw buffer");
    gl.GetIntegerv(gl::DRAW_BUFFER0 + 8, &mut value);
    gl.error("a ninth draw buffer");
    // Nothing went to the wrong place.
    gl.DrawBuffers(8, nine.as_ptr());
    gl.clear([1.0, 0.5, 0.0, 1.0]);
    gl.ReadBuffer(C0 + 7);
    gl.read_rgba8("the eighth", 4, 4);
});

// red once: with the filter of depth and stencil not looked at
against_native!(every_clear_blit_and_invalidation_refuses_what_gl_refuses, |gl| {
    let o = objects(gl);
    const NONAME: u32 = 0xDEAD;
    let ds = gl.renderbuffer(gl::DEPTH24_STENCIL8, 4, 4, 0);
    gl.attach_renderbuffer(C0, o.renderbuffer);
    gl.attach_renderbuffer(gl::DEPTH_STENCIL_ATTACHMENT, ds);
    gl.BindRenderbuffer(gl::RENDERBUFFER, 0);
    let f = [0.0f32; 4];
    let i = [0i32; 4];
    let u = [0u32; 4];
    for buffer in [gl::COLOR, gl::DEPTH, gl::STENCIL, gl::DEPTH_STENCIL, gl::BACK, gl::COLOR_ATTACHMENT0, gl::FRONT] {
        for index in [-1, 0, 1, 7, 8] {
            gl.ClearBufferfv(buffer, index, f.as_ptr());
            let a = gl.GetError();
            gl.ClearBufferiv(buffer, index, i.as_ptr());
            let b = gl.GetError();
            gl.ClearBufferuiv(buffer, index, u.as_ptr());
            let c = gl.GetError();
            gl.ClearBufferfi(buffer, index, 0.5, 1);
            let d = gl.GetError();
            gl.ClearNamedFramebufferfv(o.framebuffer, buffer, index, f.as_ptr());
            let e = gl.GetError();
            gl.ClearNamedFramebufferfi(o.framebuffer, buffer, index, 0.5, 1);
            gl.enums(&format!("clear of {buffer:#06x} {index}"), &[a, b, c, d, e, gl.GetError()]);
        }
    }
    try_each!(gl:
        gl.ClearNamedFramebufferfv(NONAME, gl::COLOR, 0, f.as_ptr());
        gl.ClearNamedFramebufferiv(NONAME, gl::COLOR, 0, i.as_ptr());
        gl.ClearNamedFramebufferuiv(NONAME, gl::COLOR, 0, u.as_ptr());
        gl.ClearNamedFramebufferfi(NONAME, gl::DEPTH_STENCIL, 0, 0.0, 0);
        gl.Clear(0);
        gl.Clear(0x1);
        gl.Clear(0x200);
        gl.Clear(gl::COLOR_BUFFER_BIT | 0x8000);
    );
    // Blits: every mask and filter between framebuffers of many formats.
    let formats = [
        gl::RGBA8,
        gl::RGBA16F,
        gl::SRGB8_ALPHA8,
        gl::RGBA8_SNORM,
        gl::RGBA8UI,
        gl::RGBA32I,
        gl::R16UI,
        gl::RGB10_A2UI,
    ];
    let depths = [
        gl::DEPTH24_STENCIL8,
        gl::DEPTH32F_STENCIL8,
        gl::DEPTH_COMPONENT24,
        gl::DEPTH_COMPONENT16,
        gl::DEPTH_COMPONENT32F,
    ];
    let color = |format: u32| {
        let target = gl.framebuffer();
        let buffer = gl.renderbuffer(format, 4, 4, 0);
        gl.attach_renderbuffer(C0, buffer);
        target
    };
    let depth = |format: u32| {
        let target = gl.framebuffer();
        let buffer = gl.renderbuffer(format, 4, 4, 0);
        let both = matches!(format, gl::DEPTH24_STENCIL8 | gl::DEPTH32F_STENCIL8);
        gl.attach_renderbuffer(if both { gl::DEPTH_STENCIL_ATTACHMENT } else { gl::DEPTH_ATTACHMENT }, buffer);
        gl.DrawBuffer(gl::NONE);
        gl.ReadBuffer(gl::NONE);
        target
    };
    let blit = |name: &str, from: u32, to: u32, rects: [i32; 8], mask: u32, filter: u32| {
        gl.BindFramebuffer(gl::READ_FRAMEBUFFER, from);
        gl.BindFramebuffer(gl::DRAW_FRAMEBUFFER, to);
        let [a, b, c, d, e, f, g, h] = rects;
        gl.BlitFramebuffer(a, b, c, d, e, f, g, h, mask, filter);
        let bound = gl.GetError();
        gl.BlitNamedFramebuffer(from, to, a, b, c, d, e, f, g, h, mask, filter);
        gl.enums(name, &[bound, gl.GetError()]);
    };
    let whole = [0, 0, 4, 4, 0, 0, 4, 4];
    for from in formats {
        for to in formats {
            let (a, b) = (color(from), color(to));
            for filter in [gl::NEAREST, gl::LINEAR] {
                blit(&format!("{from:#06x} to {to:#06x}, {filter:#06x}"), a, b, whole, gl::COLOR_BUFFER_BIT, filter);
            }
        }
    }
    let bits = gl::DEPTH_BUFFER_BIT | gl::STENCIL_BUFFER_BIT;
    for from in depths {
        for to in depths {
            let (a, b) = (depth(from), depth(to));
            for mask in [gl::DEPTH_BUFFER_BIT, gl::STENCIL_BUFFER_BIT, bits, bits | gl::COLOR_BUFFER_BIT] {
                blit(&format!("{from:#06x} to {to:#06x}, {mask:#x}"), a, b, whole, mask, gl::NEAREST);
            }
        }
    }
    let (rgba, other, deep) = (color(gl::RGBA8), color(gl::RGBA8), depth(gl::DEPTH24_STENCIL8));
    for filter in [gl::NEAREST, gl::LINEAR, gl::NEAREST_MIPMAP_NEAREST, gl::NONE] {
        for mask in
            [0, gl::COLOR_BUFFER_BIT, gl::DEPTH_BUFFER_BIT, gl::STENCIL_BUFFER_BIT, bits | gl::COLOR_BUFFER_BIT, 1]
        {
            blit(&format!("without depth {filter:#06x} {mask:#x}"), rgba, other, whole, mask, filter);
            blit(&format!("within itself {filter:#06x} {mask:#x}"), rgba, rgba, [0, 0, 2, 4, 2, 0, 4, 4], mask, filter);
            blit(&format!("from depth alone {filter:#06x} {mask:#x}"), deep, rgba, whole, mask, filter);
            blit(&format!("empty {filter:#06x} {mask:#x}"), rgba, other, [0; 8], mask, filter);
            blit(
                &format!("into nothing {filter:#06x} {mask:#x}"),
                rgba,
                o.framebuffer,
                [0, 0, 4, 4, 9, 9, 12, 12],
                mask,
                filter,
            );
        }
    }
    // Sample counts.
    let samples = |format: u32, n: i32| {
        let target = gl.framebuffer();
        let buffer = gl.renderbuffer(format, 4, 4, n);
        gl.attach_renderbuffer(C0, buffer);
        target
    };
    let (four, also, single) = (samples(gl::RGBA8, 4), samples(gl::RGBA16F, 4), samples(gl::RGBA16F, 0));
    for (name, from, to) in
        [("4 to 4", four, also), ("4 to 0", four, single), ("0 to 4", single, four), ("4 to itself", four, four)]
    {
        for (shape, rects) in [
            ("same", whole),
            ("moved", [0, 0, 2, 2, 1, 1, 3, 3]),
            ("scaled", [0, 0, 2, 2, 0, 0, 4, 4]),
            ("mirrored", [0, 0, 4, 4, 4, 0, 0, 4]),
        ] {
            for filter in [gl::NEAREST, gl::LINEAR] {
                blit(&format!("{name}, {shape}, {filter:#06x}"), from, to, rects, gl::COLOR_BUFFER_BIT, filter);
            }
        }
    }
    // Incomplete ones, on either side.
    let broken = gl.framebuffer();
    for mask in [0, gl::COLOR_BUFFER_BIT, 1] {
        blit(&format!("from an incomplete one {mask:#x}"), broken, rgba, whole, mask, gl::NEAREST);
        blit(&format!("into an incomplete one {mask:#x}"), rgba, broken, whole, mask, gl::NEAREST);
    }
    gl.BindFramebuffer(FB, broken);
    try_each!(gl:
        gl.Clear(gl::COLOR_BUFFER_BIT);
        gl.Clear(0);
        gl.ClearBufferfv(gl::COLOR, 0, f.as_ptr());
        gl.ClearBufferfi(gl::DEPTH_STENCIL, 0, 0.0, 0);
        gl.ClearNamedFramebufferfv(broken, gl::COLOR, 0, f.as_ptr());
        gl.BlitNamedFramebuffer(NONAME, rgba, 0, 0, 4, 4, 0, 0, 4, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
        gl.BlitNamedFramebuffer(rgba, NONAME, 0, 0, 4, 4, 0, 0, 4, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
        gl.InvalidateFramebuffer(FB, 1, [C0].as_ptr());
        gl.CopyTexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8, 0, 0, 4, 4, 0);
    );
    gl.BindFramebuffer(FB, o.framebuffer);
    for attachments in [
        &[C0][..],
        &[C0 + 7],
        &[C0 + 8],
        &[gl::DEPTH_ATTACHMENT, gl::STENCIL_ATTACHMENT],
        &[gl::DEPTH_STENCIL_ATTACHMENT],
        &[gl::COLOR],
        &[gl::DEPTH],
        &[gl::TEXTURE0],
        &[C0, gl::BACK_LEFT],
    ] {
        let n = attachments.len() as i32;
        gl.InvalidateFramebuffer(FB, n, attachments.as_ptr());
        let a = gl.GetError();
        gl.InvalidateSubFramebuffer(FB, n, attachments.as_ptr(), 0, 0, 1, 1);
        let b = gl.GetError();
        gl.InvalidateNamedFramebufferData(o.framebuffer, n, attachments.as_ptr());
        let c = gl.GetError();
        gl.InvalidateNamedFramebufferSubData(o.framebuffer, n, attachments.as_ptr(), 0, 0, 1, 1);
        gl.enums(&format!("invalidate {attachments:x?}"), &[a, b, c, gl.GetError()]);
    }
    try_each!(gl:
        gl.InvalidateFramebuffer(gl::TEXTURE_2D, 1, [C0].as_ptr());
        gl.InvalidateFramebuffer(FB, -1, [C0].as_ptr());
        gl.InvalidateSubFramebuffer(FB, 1, [C0].as_ptr(), 0, 0, -1, 1);
        gl.InvalidateSubFramebuffer(FB, 1, [C0].as_ptr(), 0, 0, 1, -1);
        gl.InvalidateSubFramebuffer(FB, -1, [C0].as_ptr(), 0, 0, 1, 1);
        gl.InvalidateSubFramebuffer(FB, 1, [C0].as_ptr(), -5, -5, 1, 1);
        gl.InvalidateNamedFramebufferData(NONAME, 1, [C0].as_ptr());
        gl.InvalidateNamedFramebufferSubData(NONAME, 1, [C0].as_ptr(), 0, 0, 1, 1);
        gl.InvalidateNamedFramebufferSubData(o.framebuffer, 1, [C0].as_ptr(), 0, 0, -1, 1);
    );
});

// red once: with RGBA and bytes answered where there is nothing to read
against_native!(the_best_format_of_reads_wants_something_to_read, |gl| {
    let ask = |what: &str| {
        for pname in [gl::IMPLEMENTATION_COLOR_READ_FORMAT, gl::IMPLEMENTATION_COLOR_READ_TYPE] {
            // What is written beside an error is nobody's business: the plain driver writes a 0, the specification nothing.
            let mut value = 0;
            gl.GetIntegerv(pname, &mut value);
            gl.error(what);
        }
    };
    let nothing = gl.framebuffer();
    ask("no attachment");
    gl.target(gl::RGBA8, 4, 4);
    ask("colours");
    gl.ReadBuffer(gl::NONE);
    ask("no read buffer");
    gl.ReadBuffer(gl::COLOR_ATTACHMENT1);
    ask("a read buffer without an attachment");
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, nothing);
    ask("no attachment again");
});

// red once: with no look at the storage, the levels past it were attached
against_native!(levels_past_immutable_storage_are_not_attached, |gl| {
    gl.framebuffer();
    let plane = gl.texture(gl::TEXTURE_2D);
    gl.TexStorage2D(gl::TEXTURE_2D, 3, gl::RGBA8, 16, 16);
    let cube = gl.texture(gl::TEXTURE_CUBE_MAP);
    gl.TexStorage2D(gl::TEXTURE_CUBE_MAP, 2, gl::RGBA8, 16, 16);
    let array = gl.texture(gl::TEXTURE_2D_ARRAY);
    gl.TexStorage3D(gl::TEXTURE_2D_ARRAY, 1, gl::RGBA8, 16, 16, 2);
    let growing = gl.texture(gl::TEXTURE_2D);
    gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (16, 16), (gl::RGBA, gl::UNSIGNED_BYTE), &[]);
    gl.error("objects");
    for level in 0..5 {
        try_each! { gl:
            gl.FramebufferTexture(FB, C0, plane, level);
            gl.FramebufferTexture2D(FB, C0, gl::TEXTURE_2D, plane, level);
            gl.FramebufferTexture2D(FB, C0, gl::TEXTURE_CUBE_MAP_NEGATIVE_Y, cube, level);
            gl.FramebufferTextureLayer(FB, C0, cube, level, 3);
            gl.FramebufferTexture(FB, C0, array, level);
            gl.FramebufferTextureLayer(FB, C0, array, level, 1);
            gl.FramebufferTexture2D(FB, C0, gl::TEXTURE_2D, growing, level);
        }
        let mut shown = [-1; 2];
        gl.GetFramebufferAttachmentParameteriv(FB, C0, gl::FRAMEBUFFER_ATTACHMENT_OBJECT_NAME, &mut shown[0]);
        gl.GetFramebufferAttachmentParameteriv(FB, C0, gl::FRAMEBUFFER_ATTACHMENT_TEXTURE_LEVEL, &mut shown[1]);
        gl.i32s(&format!("attached after level {level}"), &[i32::from(shown[0] == growing as i32), shown[1]]);
        gl.status("status");
    }
});
