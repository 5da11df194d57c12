//! What attachments of each format hold (GL 4.5 core 9.4, 17.3, 18.3.1; rules 8, 9, 11, 13).

use mgpipe_tests::{against_native, bindings::gl, rule, scene::*};
use std::ptr::null;

// red once: with outputs of draws not clamped
rule!(
    9,
    normalised_formats_that_fall_back_to_floats_are_clamped,
    masks = ["norm16", "render_snorm", "norm16,render_snorm", "norm16,render_snorm,copy_image"],
    |gl| {
        gl.vertex_array();
        let source = gl.target(gl::RGBA32F, 4, 4);
        gl.clear([3.0, -3.0, 1.0, 2.0]);
        for internal in [
            gl::R16,
            gl::RG16,
            gl::RGBA16,
            gl::R8_SNORM,
            gl::RG8_SNORM,
            gl::RGBA8_SNORM,
            gl::R16_SNORM,
            gl::RG16_SNORM,
            gl::RGBA16_SNORM,
        ] {
            let target = gl.target(internal, 4, 4);
            let status = gl.CheckFramebufferStatus(gl::FRAMEBUFFER);
            gl.enums(&format!("{internal:#06x}"), &[status]);
            if status != gl::FRAMEBUFFER_COMPLETE {
                continue;
            }
            let check = |name: &str| {
                gl.read(&format!("{internal:#06x}: {name}"), (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
                gl.BindTexture(gl::TEXTURE_2D, target.texture);
                gl.read_texture(
                    &format!("{internal:#06x}: {name}, texels"),
                    gl::TEXTURE_2D,
                    0,
                    16,
                    (gl::RGBA, gl::FLOAT),
                );
                gl.read(&format!("{internal:#06x}: {name}, bytes"), (0, 0, 4, 4), (gl::RGBA, gl::BYTE));
            };
            gl.clear([5.0, -5.0, 1.0, -1.0]);
            check("cleared");
            gl.ClearBufferfv(gl::COLOR, 0, [-7.0f32, 7.0, -1.0, 0.0].as_ptr());
            check("buffer cleared");
            gl.Viewport(0, 0, 2, 4);
            gl.program(FULL_VS, "out vec4 o; void main() { o = vec4(1e9, -1e9, 2.0, -2.0); }");
            gl.draw_full();
            check("drawn");
            // What is stored is in range, too: blending sees it.
            gl.Viewport(0, 0, 4, 2);
            gl.Enable(gl::BLEND);
            gl.BlendFunc(gl::ONE, gl::ZERO);
            gl.BlendEquation(gl::MIN);
            gl.program(FULL_VS, "out vec4 o; void main() { o = vec4(1.0); }");
            gl.draw_full();
            gl.Disable(gl::BLEND);
            gl.BlendEquation(gl::FUNC_ADD);
            check("blended");
            gl.BindFramebuffer(gl::READ_FRAMEBUFFER, source.framebuffer);
            gl.BlitFramebuffer(0, 0, 4, 4, 1, 1, 4, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
            gl.BindFramebuffer(gl::READ_FRAMEBUFFER, target.framebuffer);
            check("blitted from floats");
            // And as a source, into one that could hold more.
            let wide = gl.target(gl::RGBA32F, 4, 4);
            gl.BindFramebuffer(gl::READ_FRAMEBUFFER, target.framebuffer);
            gl.BlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
            gl.BindFramebuffer(gl::READ_FRAMEBUFFER, wide.framebuffer);
            gl.read(&format!("{internal:#06x}: read back from floats"), (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
            gl.error(&format!("{internal:#06x}"));
        }
    }
);

// red once: with storage chosen that cannot be rendered to
rule!(
    13,
    the_status_agrees_with_what_can_be_rendered_to,
    masks = ["norm16", "render_snorm", "norm16,render_snorm", "multisample_array"],
    |gl| {
        gl.vertex_array();
        for internal in [
            gl::R8,
            gl::RG8,
            gl::RGB8,
            gl::RGBA8,
            gl::SRGB8,
            gl::SRGB8_ALPHA8,
            gl::R3_G3_B2,
            gl::RGB4,
            gl::RGB5,
            gl::RGB565,
            gl::RGB10,
            gl::RGB12,
            gl::RGBA2,
            gl::RGBA4,
            gl::RGB5_A1,
            gl::RGBA12,
            gl::RGB10_A2,
            gl::R16,
            gl::RG16,
            gl::RGB16,
            gl::RGBA16,
            gl::R8_SNORM,
            gl::RG8_SNORM,
            gl::RGBA8_SNORM,
            gl::R16_SNORM,
            gl::RGBA16_SNORM,
            gl::R16F,
            gl::RG16F,
            gl::RGB16F,
            gl::RGBA16F,
            gl::R32F,
            gl::RG32F,
            gl::RGB32F,
            gl::RGBA32F,
            gl::R11F_G11F_B10F,
        ] {
            for samples in [0, 4] {
                gl.framebuffer();
                let buffer = gl.renderbuffer(internal, 2, 2, samples);
                let made = gl.GetError();
                gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, buffer);
                let status = gl.CheckFramebufferStatus(gl::FRAMEBUFFER);
                // 1 for a surprise: complete, yet nothing arrives.
                let mut surprise = 0;
                if status == gl::FRAMEBUFFER_COMPLETE {
                    gl.clear([1.0, 1.0, 1.0, 1.0]);
                    let plain = gl.framebuffer();
                    let out = gl.renderbuffer(internal, 2, 2, 0);
                    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, out);
                    gl.clear([0.0; 4]);
                    let multi = gl.framebuffer();
                    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, buffer);
                    gl.BindFramebuffer(gl::DRAW_FRAMEBUFFER, plain);
                    gl.BlitFramebuffer(0, 0, 2, 2, 0, 0, 2, 2, gl::COLOR_BUFFER_BIT, gl::NEAREST);
                    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, plain);
                    let mut pixel = [0f32; 16];
                    gl.ReadPixels(0, 0, 2, 2, gl::RGBA, gl::FLOAT, pixel.as_mut_ptr().cast());
                    surprise = u32::from(pixel[0] != 1.0 || pixel[12] != 1.0);
                    let _ = multi;
                }
                gl.enums(&format!("{internal:#06x} x {samples}"), &[made, status, surprise, gl.GetError()]);
            }
        }
        for internal in [
            gl::DEPTH_COMPONENT16,
            gl::DEPTH_COMPONENT24,
            gl::DEPTH_COMPONENT32,
            gl::DEPTH_COMPONENT32F,
            gl::DEPTH24_STENCIL8,
            gl::DEPTH32F_STENCIL8,
            gl::STENCIL_INDEX8,
        ] {
            for samples in [0, 4] {
                for point in
                    [gl::DEPTH_ATTACHMENT, gl::STENCIL_ATTACHMENT, gl::DEPTH_STENCIL_ATTACHMENT, gl::COLOR_ATTACHMENT0]
                {
                    let packed = matches!(internal, gl::DEPTH24_STENCIL8 | gl::DEPTH32F_STENCIL8);
                    if point == gl::DEPTH_STENCIL_ATTACHMENT && !packed {
                        continue; // The native driver refuses to attach it, which GL does not.
                    }
                    gl.framebuffer();
                    let buffer = gl.renderbuffer(internal, 2, 2, samples);
                    gl.attach_renderbuffer(point, buffer);
                    gl.DrawBuffer(gl::NONE);
                    gl.ReadBuffer(gl::NONE);
                    gl.status(&format!("{internal:#06x} x {samples} at {point:#06x}"));
                }
            }
        }
        gl.error("all");
    }
);

// red once: with every view renderable whose format is
rule!(13, views_that_are_complete_are_rendered_to, masks = ["norm16", "render_snorm", "norm16,render_snorm"], |gl| {
    let classes: [&[u32]; 4] = [
        &[gl::RGBA8, gl::SRGB8_ALPHA8, gl::RGBA8_SNORM, gl::RG16, gl::RG16_SNORM, gl::RG16F, gl::R32F, gl::RGB10_A2],
        &[gl::RGBA16, gl::RGBA16_SNORM, gl::RGBA16F, gl::RG32F],
        &[gl::RG8, gl::RG8_SNORM, gl::R16, gl::R16_SNORM, gl::R16F],
        &[gl::R8, gl::R8_SNORM],
    ];
    for class in classes {
        for (stored, shown) in class.iter().flat_map(|a| class.iter().map(move |b| (*a, *b))) {
            let texture = gl.texture(gl::TEXTURE_2D);
            gl.TexStorage2D(gl::TEXTURE_2D, 1, stored, 4, 4);
            let mut view = 0;
            gl.GenTextures(1, &mut view);
            gl.TextureView(view, gl::TEXTURE_2D, texture, shown, 0, 1, 0, 1);
            gl.framebuffer();
            gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, view, 0);
            // 1 for a surprise: complete, yet nothing arrives. A driver of ES may have no such view, and says so.
            let mut surprise = 0;
            if gl.CheckFramebufferStatus(gl::FRAMEBUFFER) == gl::FRAMEBUFFER_COMPLETE {
                gl.clear([1.0; 4]);
                let mut pixel = [0f32; 4];
                gl.ReadPixels(3, 3, 1, 1, gl::RGBA, gl::FLOAT, pixel.as_mut_ptr().cast());
                surprise = u32::from(pixel[0] != 1.0);
            }
            gl.u32s(&format!("{stored:#06x} as {shown:#06x}"), &[surprise]);
            gl.GetError();
        }
    }
    gl.target(gl::RGBA8, 4, 4);
    gl.clear([1.0; 4]);
    gl.read_rgba8("a target that is no view", 4, 4);
});

// red once: without the decoding in shaders and clears, everything without write control was encoded
against_native!(
    srgb_attachments_encode_on_demand,
    masks = ["srgb_write_control", "srgb_decode,srgb_write_control"],
    |gl| {
        gl.vertex_array();
        for internal in [gl::SRGB8_ALPHA8, gl::RGBA8] {
            for encode in [false, true] {
                for samples in [0, 4] {
                    let name = format!("{internal:#06x} x {samples}, {encode}");
                    gl.framebuffer();
                    let buffer = gl.renderbuffer(internal, 4, 4, samples);
                    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, buffer);
                    let second = gl.renderbuffer(gl::RGBA8, 4, 4, samples);
                    gl.attach_renderbuffer(gl::COLOR_ATTACHMENT1, second);
                    gl.DrawBuffers(2, [gl::COLOR_ATTACHMENT1, gl::COLOR_ATTACHMENT0].as_ptr());
                    if encode {
                        gl.Enable(gl::FRAMEBUFFER_SRGB);
                    } else {
                        gl.Disable(gl::FRAMEBUFFER_SRGB);
                    }
                    gl.clear([0.05, 0.25, 0.61, 0.5]);
                    gl.Viewport(0, 0, 2, 4);
                    gl.program(
                        FULL_VS,
                        "layout(location = 0) out vec4 a; layout(location = 1) out vec4 b;\n\
                     void main() { a = vec4(0.01, 0.4, 0.83, 0.25); b = a; }",
                    );
                    gl.draw_full();
                    gl.Disable(gl::FRAMEBUFFER_SRGB);
                    for i in 0..2 {
                        gl.ReadBuffer(gl::COLOR_ATTACHMENT0 + i);
                        if samples == 0 {
                            gl.read_rgba8(&format!("{name}: {i}"), 4, 4);
                            continue;
                        }
                        let mut from = 0;
                        gl.GetIntegerv(gl::READ_FRAMEBUFFER_BINDING, &mut from);
                        let plain = gl.framebuffer();
                        let out = gl.renderbuffer(if i == 0 { internal } else { gl::RGBA8 }, 4, 4, 0);
                        gl.attach_renderbuffer(gl::COLOR_ATTACHMENT0, out);
                        gl.BindFramebuffer(gl::READ_FRAMEBUFFER, from as u32);
                        gl.BlitFramebuffer(0, 0, 4, 4, 0, 0, 4, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
                        gl.BindFramebuffer(gl::READ_FRAMEBUFFER, plain);
                        gl.read_rgba8(&format!("{name}: {i}"), 4, 4);
                        gl.BindFramebuffer(gl::FRAMEBUFFER, from as u32);
                    }
                }
            }
        }
    }
);

// red once: with the driver's own blit taken for all, where it encodes for sRGB unasked and does not clamp
rule!(11, a_blit_converts_between_formats, masks = ["norm16,render_snorm", "srgb_write_control"], |gl| {
    for from in [
        gl::RGBA8,
        gl::RGB8,
        gl::RG8,
        gl::RGBA16F,
        gl::RGBA32F,
        gl::R11F_G11F_B10F,
        gl::RGBA16,
        gl::RGB10_A2,
        gl::SRGB8_ALPHA8,
    ] {
        for to in [
            gl::RGBA8,
            gl::RGB8,
            gl::R8,
            gl::RGBA16F,
            gl::RGB32F,
            gl::RGBA16,
            gl::RGB10_A2,
            gl::RGB565,
            gl::SRGB8_ALPHA8,
            gl::RGBA8_SNORM,
        ] {
            for (filter, mirrored) in [(gl::NEAREST, false), (gl::NEAREST, true), (gl::LINEAR, true)] {
                let name = format!("{from:#06x} to {to:#06x}, {filter:#06x} {mirrored}");
                let source = gl.target(from, 4, 4);
                gl.clear([0.8, 0.4, 1.0, 0.2]);
                gl.Enable(gl::SCISSOR_TEST);
                gl.Scissor(0, 0, 2, 4);
                gl.clear([0.2, 0.6, 0.0, 0.8]);
                gl.Disable(gl::SCISSOR_TEST);
                let target = gl.target(to, 4, 4);
                if gl.CheckFramebufferStatus(gl::FRAMEBUFFER) != gl::FRAMEBUFFER_COMPLETE {
                    continue;
                }
                gl.clear([0.0, 0.0, 0.0, 1.0]);
                gl.BindFramebuffer(gl::READ_FRAMEBUFFER, source.framebuffer);
                let (a, b) = if mirrored { (4, 1) } else { (1, 4) };
                let width = if filter == gl::NEAREST { 3 } else { 4 };
                gl.BlitFramebuffer(0, 0, width, 4, a, 0, b, 4, gl::COLOR_BUFFER_BIT, filter);
                gl.BindFramebuffer(gl::READ_FRAMEBUFFER, target.framebuffer);
                // A normalised format that floats stand in for keeps more digits than it has.
                let ty = match to {
                    gl::RGBA16F | gl::RGB32F => gl::FLOAT,
                    gl::RGBA8_SNORM => gl::BYTE,
                    _ => gl::UNSIGNED_SHORT,
                };
                let rect = if filter == gl::NEAREST { (0, 0, 4, 4) } else { (3, 0, 1, 4) };
                gl.read(&name, rect, (gl::RGBA, ty));
                gl.error(&name);
            }
        }
    }
    for (from, to) in [(gl::RGBA8UI, gl::RGBA32UI), (gl::RGBA32UI, gl::RG8UI), (gl::R16UI, gl::RGBA8UI)] {
        let source = gl.target(from, 4, 4);
        gl.ClearBufferuiv(gl::COLOR, 0, [1u32, 200, 255, 7].as_ptr());
        let target = gl.target(to, 4, 4);
        gl.ClearBufferuiv(gl::COLOR, 0, [0u32; 4].as_ptr());
        gl.BindFramebuffer(gl::READ_FRAMEBUFFER, source.framebuffer);
        gl.BlitFramebuffer(0, 0, 4, 4, 1, 0, 3, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
        gl.BindFramebuffer(gl::READ_FRAMEBUFFER, target.framebuffer);
        gl.read(&format!("{from:#06x} to {to:#06x}"), (0, 0, 4, 4), (gl::RGBA_INTEGER, gl::UNSIGNED_INT));
    }
});

// red once: with blits within one image left to the driver, which refuses them
rule!(11, layered_blits_take_and_write_layer_zero, |gl| {
    let array = |seed: u32| {
        let texture = gl.texture(gl::TEXTURE_2D_ARRAY);
        gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, gl::RGBA8, (4, 4, 3), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(seed, 192));
        let framebuffer = gl.framebuffer();
        gl.FramebufferTexture(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, texture, 0);
        (texture, framebuffer)
    };
    let (_, source) = array(1);
    let (texture, sink) = array(2);
    let (_, plain) = array(3);
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, source);
    gl.BindFramebuffer(gl::DRAW_FRAMEBUFFER, sink);
    gl.BlitFramebuffer(0, 0, 4, 4, 4, 0, 0, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    gl.BindTexture(gl::TEXTURE_2D_ARRAY, texture);
    gl.read_texture("layered to layered", gl::TEXTURE_2D_ARRAY, 0, 48, (gl::RGBA, gl::UNSIGNED_BYTE));
    // One layer of the same texture to another, and overlapping within one.
    let layer = gl.framebuffer();
    gl.FramebufferTextureLayer(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, texture, 0, 2);
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, sink);
    gl.BlitFramebuffer(0, 0, 4, 4, 0, 4, 4, 0, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, layer);
    gl.BlitFramebuffer(0, 0, 2, 4, 2, 0, 4, 4, gl::COLOR_BUFFER_BIT, gl::NEAREST);
    gl.read_texture("within the texture", gl::TEXTURE_2D_ARRAY, 0, 48, (gl::RGBA, gl::UNSIGNED_BYTE));
    gl.BindFramebuffer(gl::READ_FRAMEBUFFER, plain);
    gl.read_rgba8("a layered one is read in its first layer", 4, 4);
    gl.error("all");
});

// red once: with copies into widened images left with the alpha that they bring, blends saw it
rule!(8, images_without_alpha_have_none_whatever_put_their_texels_there, |gl| {
    let texels = (gl::RGBA, gl::UNSIGNED_BYTE);
    // What copies and blits read: alpha of a quarter.
    let source = gl.target(gl::RGBA8, 8, 8);
    gl.clear([0.25, 0.5, 0.75, 0.25]);
    gl.vertex_array();
    let program = gl.program(FULL_VS, "out vec4 a; void main() { a = vec4(0.5, 1, 0.25, 0.25); }");
    for internal in [gl::RGB8, gl::SRGB8, gl::RGB16F, gl::RGB565] {
        let put = |way: &str, level: i32, put: &dyn Fn(u32)| {
            let name = format!("{internal:#06x} {way}");
            let texture = gl.texture(gl::TEXTURE_2D);
            gl.TexStorage2D(gl::TEXTURE_2D, 4, internal, 8, 8);
            let framebuffer = gl.framebuffer();
            gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, texture, level);
            gl.UseProgram(program);
            let side = 8 >> level;
            gl.Viewport(0, 0, side, side / 2);
            // What makes an image without alpha ready for its first draw has been done.
            gl.draw_full();
            gl.BindFramebuffer(gl::FRAMEBUFFER, source.framebuffer);
            put(texture);
            gl.error(&name);
            gl.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
            gl.status(&name);
            if gl.CheckFramebufferStatus(gl::FRAMEBUFFER) == gl::FRAMEBUFFER_COMPLETE {
                gl.Enable(gl::BLEND);
                gl.BlendFunc(gl::DST_ALPHA, gl::ONE_MINUS_DST_ALPHA);
                gl.draw_full();
                gl.Disable(gl::BLEND);
                gl.read(&name, (0, 0, side, side), (gl::RGBA, gl::FLOAT));
            }
            gl.BindTexture(gl::TEXTURE_2D, texture);
            gl.read_texture(&format!("{name}, texels"), gl::TEXTURE_2D, level, (side * side) as usize, texels);
            gl.DeleteFramebuffers(1, &framebuffer);
        };
        let bytes = noise(5, 256);
        put("nothing", 0, &|_| ());
        put("texels", 0, &|_| {
            gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 8, 8, texels.0, texels.1, bytes.as_ptr().cast());
        });
        put("some texels", 0, &|_| {
            gl.TexSubImage2D(gl::TEXTURE_2D, 0, 2, 1, 3, 4, texels.0, texels.1, bytes.as_ptr().cast());
        });
        put("texels of a buffer", 0, &|_| {
            let buffer = gl.buffer(gl::PIXEL_UNPACK_BUFFER, &bytes);
            gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 8, 8, texels.0, texels.1, null());
            gl.DeleteBuffers(1, &buffer);
        });
        put("a copy", 0, &|_| gl.CopyTexSubImage2D(gl::TEXTURE_2D, 0, 1, 1, 0, 0, 5, 6));
        put("a copy that specifies", 0, &|_| {
            // Another texture takes the place of the stored one, which can't be specified.
            let texture = gl.texture(gl::TEXTURE_2D);
            gl.CopyTexImage2D(gl::TEXTURE_2D, 0, internal, 0, 0, 8, 8, 0);
            gl.DeleteTextures(1, &texture);
        });
        put("mipmaps", 1, &|_| {
            gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 8, 8, texels.0, texels.1, bytes.as_ptr().cast());
            gl.GenerateMipmap(gl::TEXTURE_2D);
        });
        put("mipmaps of a part", 2, &|_| {
            gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 8, 4, texels.0, texels.1, bytes.as_ptr().cast());
            gl.GenerateMipmap(gl::TEXTURE_2D);
        });
        put("a blit", 0, &|texture| {
            let to = gl.framebuffer();
            gl.FramebufferTexture2D(gl::DRAW_FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, texture, 0);
            gl.BindFramebuffer(gl::READ_FRAMEBUFFER, source.framebuffer);
            gl.BlitFramebuffer(0, 0, 8, 8, 0, 0, 6, 6, gl::COLOR_BUFFER_BIT, gl::NEAREST);
            gl.DeleteFramebuffers(1, &to);
        });
        put("a cleared texture", 0, &|texture| {
            gl.ClearTexSubImage(texture, 0, 0, 0, 0, 4, 4, 1, texels.0, texels.1, bytes.as_ptr().cast());
        });
        put("a copied image", 0, &|texture| {
            let other = gl.texture(gl::TEXTURE_2D);
            gl.TexStorage2D(gl::TEXTURE_2D, 1, internal, 8, 8);
            gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 8, 8, texels.0, texels.1, bytes.as_ptr().cast());
            let plane = gl::TEXTURE_2D;
            gl.CopyImageSubData(other, plane, 0, 0, 0, 0, texture, plane, 0, 2, 2, 0, 5, 5, 1);
            gl.DeleteTextures(1, &other);
        });
    }
});

// red once: with the shader's alpha written as 1 for formats without, nothing was blended by it
rule!(8, the_alpha_of_the_shader_blends_into_images_without_alpha, |gl| {
    gl.vertex_array();
    let program = gl.program(FULL_VS, "out vec4 a; void main() { a = vec4(0.5, 0.875, 0.25, 0.5); }");
    for internal in [gl::RGB8, gl::SRGB8, gl::RGB16F, gl::RGB32F, gl::RGB16] {
        for (from, to) in [(gl::SRC_ALPHA, gl::ZERO), (gl::SRC_ALPHA, gl::ONE_MINUS_SRC_ALPHA)] {
            gl.target(internal, 4, 4);
            gl.status(&format!("{internal:#06x}"));
            gl.UseProgram(program);
            gl.clear([0.5, 0.25, 0.75, 1.0]);
            gl.Enable(gl::BLEND);
            gl.BlendFunc(from, to);
            gl.draw_full();
            gl.Disable(gl::BLEND);
            gl.read(&format!("{internal:#06x} by {to:#06x}"), (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
        }
    }
});

// red once: with the alpha left to masks where every draw buffer has the first one's, blends saw what the shader had written
rule!(8, alpha_stays_one_behind_a_neighbour_with_alpha, masks = ["draw_buffers_indexed"], |gl| {
    gl.vertex_array();
    let outputs = "layout(location = 0) out vec4 a; layout(location = 1) out vec4 b;";
    let program =
        gl.program(FULL_VS, &format!("{outputs} void main() {{ a = vec4(0.25); b = vec4(0.5, 0.875, 0.25, 0.25); }}"));
    for internal in [gl::RGB16F, gl::RGB32F, gl::SRGB8] {
        gl.target(gl::RGBA8, 4, 4);
        let behind = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, internal, (4, 4), (gl::RGB, gl::FLOAT), &[]);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT1, gl::TEXTURE_2D, behind, 0);
        gl.DrawBuffers(2, [gl::COLOR_ATTACHMENT0, gl::COLOR_ATTACHMENT1].as_ptr());
        gl.status(&format!("{internal:#06x}"));
        gl.UseProgram(program);
        gl.draw_full();
        // What the first draw has left as alpha is what this one blends by.
        gl.Enable(gl::BLEND);
        gl.BlendFunc(gl::ZERO, gl::DST_ALPHA);
        gl.draw_full();
        gl.Disable(gl::BLEND);
        for (n, point) in [gl::COLOR_ATTACHMENT0, gl::COLOR_ATTACHMENT1].into_iter().enumerate() {
            gl.ReadBuffer(point);
            gl.read(&format!("{internal:#06x}, {n}"), (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
        }
    }
});
