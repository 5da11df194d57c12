//! Image load and store.

use crate::compute::{barrier, compute};
use mgpipe_tests::{
    against_native,
    bindings::gl,
    rule,
    scene::{Scene, noise, texel_bytes},
};

/// Format, ESSL qualifier, prefix of the image type, format and type to upload with.
const FORMATS: &[(u32, &str, &str, (u32, u32))] = &[
    (gl::RGBA32F, "rgba32f", "", (gl::RGBA, gl::FLOAT)),
    (gl::RGBA16F, "rgba16f", "", (gl::RGBA, gl::HALF_FLOAT)),
    (gl::RG32F, "rg32f", "", (gl::RG, gl::FLOAT)),
    (gl::RG16F, "rg16f", "", (gl::RG, gl::HALF_FLOAT)),
    (gl::R11F_G11F_B10F, "r11f_g11f_b10f", "", (gl::RGB, gl::UNSIGNED_INT_10F_11F_11F_REV)),
    (gl::R32F, "r32f", "", (gl::RED, gl::FLOAT)),
    (gl::R16F, "r16f", "", (gl::RED, gl::HALF_FLOAT)),
    (gl::RGBA16, "rgba16", "", (gl::RGBA, gl::UNSIGNED_SHORT)),
    (gl::RGB10_A2, "rgb10_a2", "", (gl::RGBA, gl::UNSIGNED_INT_2_10_10_10_REV)),
    (gl::RGBA8, "rgba8", "", (gl::RGBA, gl::UNSIGNED_BYTE)),
    (gl::RG16, "rg16", "", (gl::RG, gl::UNSIGNED_SHORT)),
    (gl::RG8, "rg8", "", (gl::RG, gl::UNSIGNED_BYTE)),
    (gl::R16, "r16", "", (gl::RED, gl::UNSIGNED_SHORT)),
    (gl::R8, "r8", "", (gl::RED, gl::UNSIGNED_BYTE)),
    (gl::RGBA16_SNORM, "rgba16_snorm", "", (gl::RGBA, gl::SHORT)),
    (gl::RGBA8_SNORM, "rgba8_snorm", "", (gl::RGBA, gl::BYTE)),
    (gl::RG8_SNORM, "rg8_snorm", "", (gl::RG, gl::BYTE)),
    (gl::R16_SNORM, "r16_snorm", "", (gl::RED, gl::SHORT)),
    (gl::R8_SNORM, "r8_snorm", "", (gl::RED, gl::BYTE)),
    (gl::RGBA32I, "rgba32i", "i", (gl::RGBA_INTEGER, gl::INT)),
    (gl::RG16I, "rg16i", "i", (gl::RG_INTEGER, gl::SHORT)),
    (gl::R8I, "r8i", "i", (gl::RED_INTEGER, gl::BYTE)),
    (gl::R32I, "r32i", "i", (gl::RED_INTEGER, gl::INT)),
    (gl::RGBA32UI, "rgba32ui", "u", (gl::RGBA_INTEGER, gl::UNSIGNED_INT)),
    (gl::RGB10_A2UI, "rgb10_a2ui", "u", (gl::RGBA_INTEGER, gl::UNSIGNED_INT_2_10_10_10_REV)),
    (gl::RG32UI, "rg32ui", "u", (gl::RG_INTEGER, gl::UNSIGNED_INT)),
    (gl::RG8UI, "rg8ui", "u", (gl::RG_INTEGER, gl::UNSIGNED_BYTE)),
    (gl::R32UI, "r32ui", "u", (gl::RED_INTEGER, gl::UNSIGNED_INT)),
];

/// Bytes that are no special floats: every other one's exponent is small.
fn tame(mut bytes: Vec<u8>, ty: u32) -> Vec<u8> {
    match ty {
        gl::FLOAT => {
            bytes.chunks_exact_mut(4).for_each(|c| c.copy_from_slice(&(f32::from(c[1]) / 16.0 - 8.0).to_ne_bytes()))
        }
        gl::HALF_FLOAT => bytes.chunks_exact_mut(2).for_each(|c| c[1] = (c[1] & 0x83) | 0x3C),
        gl::UNSIGNED_INT_10F_11F_11F_REV => bytes.chunks_exact_mut(4).for_each(|c| {
            let part = |n: u8, shift: u32| (u32::from(n) & 0x3F | 0x3C0) << shift;
            let word = part(c[0], 0) | part(c[1], 11) | (u32::from(c[2]) & 0x1F | 0x1E0) << 22;
            c.copy_from_slice(&word.to_ne_bytes());
        }),
        _ => {}
    }
    bytes
}

rule! {
    /// Every format: what is loaded, and what is read back and sampled after it was stored.
    ///
    /// red once: with 10-bit colour stored as halves where the formats are masked, its loads were less precise
    28, images_load_and_store_every_format, masks = ["image-formats"], |gl| {
        let out = gl.blank_buffer(gl::SHADER_STORAGE_BUFFER, 16 * 16, 0);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 0, out);
        for &(internal, qualifier, prefix, (format, ty)) in FORMATS {
            let name = |what: &str| format!("{qualifier} {what}");
            let texels = tame(noise(internal, 16 * texel_bytes(format, ty)), ty);
            // Specified level by level: the first use as an image is what makes it one.
            let source = gl.texture(gl::TEXTURE_2D);
            gl.image_2d(gl::TEXTURE_2D, 0, internal, (4, 4), (format, ty), &texels);
            let target = gl.texture(gl::TEXTURE_2D);
            gl.image_2d(gl::TEXTURE_2D, 0, internal, (4, 4), (format, ty), &[]);
            gl.BindImageTexture(0, source, 0, 0, 0, gl::READ_ONLY, internal);
            gl.BindImageTexture(1, target, 0, 0, 0, gl::WRITE_ONLY, internal);
            let vector = if prefix.is_empty() { "vec4".to_owned() } else { format!("{prefix}vec4") };
            compute(gl, &format!("#version 430\nlayout(local_size_x = 4, local_size_y = 4) in;\n\
                layout(std430, binding = 0) buffer Out {{ {vector} o[16]; }};\n\
                layout({qualifier}, binding = 0) readonly uniform {prefix}image2D a;\n\
                layout(binding = 1) writeonly uniform {prefix}image2D b;\n\
                void main() {{ ivec2 p = ivec2(gl_LocalInvocationID.xy); {vector} v = imageLoad(a, p);\n\
                  o[gl_LocalInvocationIndex] = v; imageStore(b, p.yx, v); }}"));
            gl.DispatchCompute(1, 1, 1);
            barrier(gl);
            gl.read_buffer(&name("loaded"), gl::SHADER_STORAGE_BUFFER, 0, 16 * 16);
            gl.BindTexture(gl::TEXTURE_2D, target);
            gl.read_texture(&name("stored"), gl::TEXTURE_2D, 0, 16, (format, ty));
        }
    }
}

rule! {
    /// red once: with the dispatch's record left out level 1 stayed as it was
    28, a_texture_keeps_its_contents_when_it_becomes_an_image, |gl| {
        // Levels, sampled and rendered to before, all of which goes on after.
        let texels = noise(7, 8 * 8 * 4);
        let texture = gl.texture(gl::TEXTURE_2D);
        for (level, size) in [8, 4, 2, 1].into_iter().enumerate() {
            gl.image_2d(gl::TEXTURE_2D, level as i32, gl::RGBA8, (size, size), (gl::RGBA, gl::UNSIGNED_BYTE), &texels[level * 8..]);
        }
        let framebuffer = gl.framebuffer();
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, texture, 0);
        gl.Scissor(0, 0, 2, 2);
        gl.Enable(gl::SCISSOR_TEST);
        gl.clear([0.25, 0.5, 0.75, 1.0]);
        gl.Disable(gl::SCISSOR_TEST);
        compute(gl, "#version 430\nlayout(local_size_x = 1) in; layout(rgba8) uniform image2D a; uniform ivec2 p;\n\
            void main() { imageStore(a, ivec2(1, 1), imageLoad(a, ivec2(0, 0)).wzyx); }");
        gl.BindImageTexture(0, texture, 1, 0, 0, gl::READ_WRITE, gl::RGBA8);
        gl.DispatchCompute(1, 1, 1);
        barrier(gl);
        for level in 0..4 {
            gl.read_texture(&format!("level {level}"), gl::TEXTURE_2D, level, (64 >> (2 * level)) as usize, (gl::RGBA, gl::UNSIGNED_BYTE));
        }
        gl.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
        gl.read_rgba8("still attached", 8, 8);
        // Sampled in the draw that first stores to it through an image of another level.
        let other = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &texels);
        gl.image_2d(gl::TEXTURE_2D, 1, gl::RGBA8, (2, 2), (gl::RGBA, gl::UNSIGNED_BYTE), &texels[40..]);
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MAX_LEVEL, 1);
        gl.target(gl::RGBA8, 4, 4);
        gl.vertex_array();
        gl.BindTexture(gl::TEXTURE_2D, other);
        gl.program("#version 430\nvoid main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0; gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0); }",
            "#version 430\nuniform sampler2D t; layout(rgba8, binding = 5) writeonly uniform image2D w; out vec4 o;\n\
             void main() { ivec2 p = ivec2(gl_FragCoord.xy); o = texelFetch(t, p, 0); imageStore(w, p / 2, vec4(1, 0, 1, 0)); }");
        gl.BindImageTexture(5, other, 1, 0, 0, gl::WRITE_ONLY, gl::RGBA8);
        gl.draw_full();
        barrier(gl);
        gl.read_rgba8("sampled", 4, 4);
        gl.read_texture("stored", gl::TEXTURE_2D, 1, 4, (gl::RGBA, gl::UNSIGNED_BYTE));
    }
}

/// Reads a texture of any shape as RGBA bytes.
unsafe fn read_all(gl: &Scene, name: &str, target: u32, texels: usize) {
    gl.read_texture(name, target, 0, texels, (gl::RGBA, gl::UNSIGNED_BYTE));
}

rule! {
    /// red once: with the dispatch's record left out sizes and texels were missing
    28, images_of_every_shape_layered_and_one_layer, |gl| {
        const WORD: (u32, u32) = (gl::RGBA, gl::UNSIGNED_BYTE);
        let texels = noise(3, 6 * 4 * 4 * 4);
        let one = gl.texture(gl::TEXTURE_1D);
        gl.TexImage1D(gl::TEXTURE_1D, 0, gl::RGBA8 as i32, 4, 0, WORD.0, WORD.1, texels.as_ptr().cast());
        let ones = gl.texture(gl::TEXTURE_1D_ARRAY);
        gl.image_2d(gl::TEXTURE_1D_ARRAY, 0, gl::RGBA8, (4, 6), WORD, &texels);
        let rect = gl.texture(gl::TEXTURE_RECTANGLE);
        gl.image_2d(gl::TEXTURE_RECTANGLE, 0, gl::RGBA8, (4, 4), WORD, &texels);
        let solid = gl.texture(gl::TEXTURE_3D);
        gl.image_3d(gl::TEXTURE_3D, 0, gl::RGBA8, (4, 4, 6), WORD, &texels);
        let array = gl.texture(gl::TEXTURE_2D_ARRAY);
        gl.image_3d(gl::TEXTURE_2D_ARRAY, 0, gl::RGBA8, (4, 4, 6), WORD, &texels);
        let cube = gl.texture(gl::TEXTURE_CUBE_MAP);
        for face in 0..6 {
            gl.image_2d(gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 0, gl::RGBA8, (4, 4), WORD, &texels[face as usize * 64..]);
        }
        let cubes = gl.texture(gl::TEXTURE_CUBE_MAP_ARRAY);
        gl.image_3d(gl::TEXTURE_CUBE_MAP_ARRAY, 0, gl::RGBA8, (4, 4, 6), WORD, &texels);
        compute(gl, "#version 430\nlayout(local_size_x = 1) in; layout(std430, binding = 0) buffer Sizes { int s[32]; };\n\
            layout(rgba8, binding = 0) uniform image1D a; layout(rgba8, binding = 1) uniform image1DArray b; layout(rgba8, binding = 2) uniform image2DRect c;\n\
            layout(rgba8, binding = 3) uniform image3D d; layout(rgba8, binding = 4) uniform image2DArray e; layout(rgba8, binding = 5) uniform imageCube f;\n\
            layout(rgba8, binding = 6) uniform imageCubeArray g;\n\
            void main() {\n\
              imageStore(a, 1, imageLoad(a, 2).abgr); imageStore(b, ivec2(1, 4), imageLoad(b, ivec2(2, 3)).abgr);\n\
              imageStore(c, ivec2(1, 2), imageLoad(c, ivec2(2, 3)).abgr); imageStore(d, ivec3(1, 2, 5), imageLoad(d, ivec3(2, 3, 1)).abgr);\n\
              imageStore(e, ivec3(1, 2, 5), imageLoad(e, ivec3(2, 3, 1)).abgr); imageStore(f, ivec3(1, 2, 5), imageLoad(f, ivec3(2, 3, 1)).abgr);\n\
              imageStore(g, ivec3(1, 2, 5), imageLoad(g, ivec3(2, 3, 1)).abgr);\n\
              s[0] = imageSize(a); s[1] = imageSize(b).x; s[2] = imageSize(b).y; s[3] = imageSize(c).y; s[4] = imageSize(d).z;\n\
              s[5] = imageSize(e).z; s[6] = imageSize(f).y; s[7] = imageSize(g).z;\n\
            }");
        for (unit, texture) in [one, ones, rect, solid, array, cube, cubes].into_iter().enumerate() {
            gl.BindImageTexture(unit as u32, texture, 0, 1, 0, gl::READ_WRITE, gl::RGBA8);
        }
        let sizes = gl.blank_buffer(gl::SHADER_STORAGE_BUFFER, 128, 0);
        gl.BindBufferBase(gl::SHADER_STORAGE_BUFFER, 0, sizes);
        gl.DispatchCompute(1, 1, 1);
        barrier(gl);
        gl.read_buffer("sizes", gl::SHADER_STORAGE_BUFFER, 0, 32);
        // One layer of each as a 2D image (or 1D).
        compute(gl, "#version 430\nlayout(local_size_x = 4, local_size_y = 4) in; layout(rgba8, binding = 1) writeonly uniform image1D b;\n\
            layout(rgba8, binding = 3) writeonly uniform image2D d; layout(rgba8, binding = 4) writeonly uniform image2D e;\n\
            layout(rgba8, binding = 5) writeonly uniform image2D f; layout(rgba8, binding = 6) writeonly uniform image2D g;\n\
            void main() { ivec2 p = ivec2(gl_LocalInvocationID.xy); vec4 v = vec4(p, 1, 2) / 4.0;\n\
              if (p.y == 0) imageStore(b, p.x, v); imageStore(d, p, v); imageStore(e, p, v); imageStore(f, p, v); imageStore(g, p, v); }");
        for (unit, texture, layer) in [(1, ones, 2), (3, solid, 4), (4, array, 0), (5, cube, 3), (6, cubes, 5)] {
            gl.BindImageTexture(unit, texture, 0, 0, layer, gl::WRITE_ONLY, gl::RGBA8);
        }
        gl.DispatchCompute(1, 1, 1);
        barrier(gl);
        read_all(gl, "1D", gl::TEXTURE_1D, 4);
        read_all(gl, "1D array", gl::TEXTURE_1D_ARRAY, 24);
        read_all(gl, "rectangle", gl::TEXTURE_RECTANGLE, 16);
        read_all(gl, "3D", gl::TEXTURE_3D, 96);
        read_all(gl, "2D array", gl::TEXTURE_2D_ARRAY, 96);
        for face in 0..6 {
            read_all(gl, "face", gl::TEXTURE_CUBE_MAP_POSITIVE_X + face, 16);
        }
        read_all(gl, "cube array", gl::TEXTURE_CUBE_MAP_ARRAY, 96);
    }
}

against_native! {
    /// red once: with exchanges of floats left to the translator there was no program
    atomics_on_images, |gl| {
        let texture = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::R32UI, (4, 4), (gl::RED_INTEGER, gl::UNSIGNED_INT), &[0; 64]);
        gl.BindImageTexture(2, texture, 0, 0, 0, gl::READ_WRITE, gl::R32UI);
        let line = gl.texture(gl::TEXTURE_1D);
        gl.TexImage1D(gl::TEXTURE_1D, 0, gl::R32I as i32, 8, 0, gl::RED_INTEGER, gl::INT, [0i32; 8].as_ptr().cast());
        gl.BindImageTexture(3, line, 0, 0, 0, gl::READ_WRITE, gl::R32I);
        let float = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::R32F, (4, 1), (gl::RED, gl::FLOAT), &[0; 16]);
        gl.BindImageTexture(4, float, 0, 0, 0, gl::READ_WRITE, gl::R32F);
        compute(gl, "#version 450\nlayout(local_size_x = 8, local_size_y = 8) in; layout(r32ui, binding = 2) uniform uimage2D a;\n\
            layout(r32i, binding = 3) uniform iimage1D b; layout(r32f, binding = 4) uniform image2D f;\n\
            void main() { ivec2 p = ivec2(gl_LocalInvocationID.xy) / 2; uint i = gl_LocalInvocationIndex;\n\
              imageAtomicAdd(a, p, i); imageAtomicMax(b, p.x, int(i)); imageAtomicMin(b, p.x + 4, -int(i));\n\
              if (i < 4u) imageStore(f, ivec2(int(i), 0), vec4(imageAtomicExchange(f, ivec2(int(i), 0), float(i) + 0.5) + float(i) * 2.0)); }");
        gl.DispatchCompute(1, 1, 1);
        barrier(gl);
        gl.read_texture("floats", gl::TEXTURE_2D, 0, 4, (gl::RED, gl::FLOAT));
        gl.BindTexture(gl::TEXTURE_2D, texture);
        gl.read_texture("sums", gl::TEXTURE_2D, 0, 16, (gl::RED_INTEGER, gl::UNSIGNED_INT));
        gl.read_texture("extremes", gl::TEXTURE_1D, 0, 8, (gl::RED_INTEGER, gl::INT));
    }
}

against_native! {
    /// red once: without cases for the elements there was no program
    elements_of_arrays_of_images_are_chosen_by_variables, |gl| {
        let mut planes = [0; 4];
        for (unit, plane) in planes.iter_mut().enumerate() {
            *plane = gl.texture(gl::TEXTURE_2D);
            let data = tame(noise(unit as u32, 64), gl::UNSIGNED_BYTE);
            gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &data);
            gl.BindImageTexture(unit as u32, *plane, 0, 0, 0, gl::READ_WRITE, gl::RGBA8);
        }
        let mut lines = [0; 2];
        for (n, line) in lines.iter_mut().enumerate() {
            *line = gl.texture(gl::TEXTURE_1D);
            let (format, ty) = (gl::RED_INTEGER, gl::UNSIGNED_INT);
            gl.TexImage1D(gl::TEXTURE_1D, 0, gl::R32UI as i32, 8 - 2 * n as i32, 0, format, ty, [0u32; 8].as_ptr().cast());
            gl.BindImageTexture(4 + n as u32, *line, 0, 0, 0, gl::READ_WRITE, gl::R32UI);
        }
        compute(gl, "#version 450\nlayout(local_size_x = 4, local_size_y = 4) in;\n\
            layout(rgba8, binding = 0) uniform image2D a[2][2]; layout(r32ui, binding = 4) uniform uimage1D b[2]; uniform int zero;\n\
            void main() { ivec2 p = ivec2(gl_LocalInvocationID.xy); uint first = uint(zero);\n\
              for (int i = 0; i < 2; ++i) {\n\
                vec4 x = imageLoad(a[i][first], p) + imageLoad(a[zero][1], p) * 0.5;\n\
                imageStore(a[i][first + 1u - uint(i)], p, x.zyxw + float(imageSize(b[1 - i])) / 16.0);\n\
                imageAtomicAdd(b[i], p.x, uint(p.y + i)); imageAtomicCompSwap(b[1 - i], 4, uint(i), uint(9 - i)); } }");
        gl.error("the program");
        gl.DispatchCompute(1, 1, 1);
        barrier(gl);
        gl.error("the dispatch");
        for (unit, plane) in planes.into_iter().enumerate() {
            gl.BindTexture(gl::TEXTURE_2D, plane);
            gl.read_texture(&format!("plane {unit}"), gl::TEXTURE_2D, 0, 16, (gl::RGBA, gl::UNSIGNED_BYTE));
        }
        for (n, line) in lines.into_iter().enumerate() {
            gl.BindTexture(gl::TEXTURE_1D, line);
            gl.read_texture(&format!("line {n}"), gl::TEXTURE_1D, 0, 8 - 2 * n, (gl::RED_INTEGER, gl::UNSIGNED_INT));
        }
    }
}

rule! {
    /// red once: with the dispatch's record left out no store was seen
    29, image_units_survive_what_happens_to_their_textures, |gl| {
        let program = compute(gl, "#version 430\nlayout(local_size_x = 4) in; layout(rgba8) writeonly uniform image2D a[3]; uniform vec4 color;\n\
            void main() { ivec2 p = ivec2(gl_LocalInvocationID.x, 0); imageStore(a[0], p, color); imageStore(a[1], p, color / 2.0); imageStore(a[2], p, color / 4.0); }");
        gl.Uniform1iv(gl.location(program, "a"), 3, [7, 0, 3].as_ptr());
        let make = |size: i32| {
            let texture = gl.texture(gl::TEXTURE_2D);
            gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (size, 1), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(9, 32));
            texture
        };
        let textures = [make(4), make(4), make(4)];
        for (unit, texture) in [7, 0, 3].into_iter().zip(textures) {
            gl.BindImageTexture(unit, texture, 0, 0, 0, gl::WRITE_ONLY, gl::RGBA8);
        }
        let show = |what: &str| {
            barrier(gl);
            for texture in textures {
                gl.BindTexture(gl::TEXTURE_2D, texture);
                gl.read_texture(what, gl::TEXTURE_2D, 0, 4, (gl::RGBA, gl::UNSIGNED_BYTE));
            }
        };
        gl.vec4(program, "color", [1.0, 0.5, 0.25, 1.0]);
        gl.DispatchCompute(1, 1, 1);
        show("first");
        // The one in the middle is specified anew, which makes it a mutable one again.
        gl.BindTexture(gl::TEXTURE_2D, textures[1]);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 1), (gl::RGBA, gl::UNSIGNED_BYTE), &noise(11, 32));
        gl.vec4(program, "color", [0.0, 1.0, 0.0, 1.0]);
        gl.DispatchCompute(1, 1, 1);
        show("specified anew");
        // Deleted while bound; another texture may get its name.
        gl.BindImageTexture(3, 0, 0, 0, 0, gl::READ_ONLY, gl::R8);
        gl.vec4(program, "color", [0.0, 0.0, 1.0, 1.0]);
        gl.DispatchCompute(1, 1, 1);
        show("one unbound");
        gl.BindImageTextures(0, 8, std::ptr::null());
        gl.BindImageTextures(0, 1, textures.as_ptr());
        gl.error("several at once");
        gl.DispatchCompute(1, 1, 1);
        show("only unit 0");
        let mut value = 0;
        for pname in [gl::IMAGE_BINDING_LEVEL, gl::IMAGE_BINDING_LAYERED, gl::IMAGE_BINDING_LAYER, gl::IMAGE_BINDING_ACCESS, gl::IMAGE_BINDING_FORMAT] {
            for unit in [0, 7] {
                gl.GetIntegeri_v(pname, unit, &mut value);
                gl.i32s(&format!("unit {unit} {pname:#06x}"), &[value]);
            }
        }
    }
}

rule! {
    /// red once: with the dispatch's record left out there was nothing to read
    30, a_buffer_is_read_after_an_image_wrote_it, |gl| {
        let buffer = gl.blank_buffer(gl::TEXTURE_BUFFER, 64, 1);
        let texture = gl.texture(gl::TEXTURE_BUFFER);
        gl.TexBuffer(gl::TEXTURE_BUFFER, gl::R32UI, buffer);
        gl.BindImageTexture(0, texture, 0, 0, 0, gl::READ_WRITE, gl::R32UI);
        // A new store without content: what the client knows of it is nothing.
        gl.BufferData(gl::TEXTURE_BUFFER, 64, std::ptr::null(), gl::STREAM_READ);
        compute(gl, "#version 430\nlayout(local_size_x = 16) in; layout(r32ui) uniform uimageBuffer a;\n\
            void main() { int i = int(gl_LocalInvocationIndex); imageStore(a, i, uvec4(i * i + imageSize(a))); }");
        gl.DispatchCompute(1, 1, 1);
        barrier(gl);
        let mapped = gl.MapBufferRange(gl::TEXTURE_BUFFER, 0, 64, gl::MAP_READ_BIT);
        gl.bytes("mapped", std::slice::from_raw_parts(mapped.cast(), 64));
        gl.UnmapBuffer(gl::TEXTURE_BUFFER);
        gl.read_buffer("read", gl::TEXTURE_BUFFER, 0, 64);
    }
}

against_native! {
    /// red once: with tests before the shader left out, hidden fragments stored, too
    early_tests_keep_hidden_fragments_from_storing, |gl| {
        gl.target(gl::RGBA8, 8, 8);
        let depth = gl.renderbuffer(gl::DEPTH_COMPONENT24, 8, 8, 0);
        gl.attach_renderbuffer(gl::DEPTH_ATTACHMENT, depth);
        gl.vertex_array();
        gl.Enable(gl::DEPTH_TEST);
        for early in ["", "layout(early_fragment_tests) in;\n"] {
            let texture = gl.texture(gl::TEXTURE_2D);
            gl.image_2d(gl::TEXTURE_2D, 0, gl::R32UI, (8, 8), (gl::RED_INTEGER, gl::UNSIGNED_INT), &[0; 256]);
            gl.BindImageTexture(0, texture, 0, 0, 0, gl::READ_WRITE, gl::R32UI);
            gl.ClearDepth(0.5);
            gl.Clear(gl::DEPTH_BUFFER_BIT | gl::COLOR_BUFFER_BIT);
            gl.program("#version 430\nvoid main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0; gl_Position = vec4(p * 2.0 - 1.0, p.x * 2.0 - 1.0, 1.0); }",
                &format!("#version 430\n{early}layout(r32ui) uniform uimage2D a; out vec4 o; void main() {{ imageAtomicAdd(a, ivec2(gl_FragCoord.xy), 1u); o = vec4(1); }}"));
            gl.draw_full();
            barrier(gl);
            gl.read_rgba8("drawn", 8, 8);
            gl.read_texture("counted", gl::TEXTURE_2D, 0, 64, (gl::RED_INTEGER, gl::UNSIGNED_INT));
        }
    }
}

against_native! {
    /// red once: with the format of the unit taken as it came, those errors were missing
    image_units_refuse_what_the_specification_says, |gl| {
        let texture = gl.texture(gl::TEXTURE_2D);
        gl.TexStorage2D(gl::TEXTURE_2D, 1, gl::RGBA8, 4, 4);
        gl.integer::<1>("units", gl::MAX_IMAGE_UNITS);
        gl.integer::<1>("samples", gl::MAX_IMAGE_SAMPLES);
        gl.integer::<1>("vertex images", gl::MAX_VERTEX_IMAGE_UNIFORMS);
        gl.integer::<1>("fragment images", gl::MAX_FRAGMENT_IMAGE_UNIFORMS);
        gl.integer::<1>("compute images", gl::MAX_COMPUTE_IMAGE_UNIFORMS);
        gl.integer::<1>("images", gl::MAX_COMBINED_IMAGE_UNIFORMS);
        gl.BindImageTexture(100_000, texture, 0, 0, 0, gl::READ_ONLY, gl::RGBA8);
        gl.error("unit");
        gl.BindImageTexture(0, texture, -1, 0, 0, gl::READ_ONLY, gl::RGBA8);
        gl.error("level");
        gl.BindImageTexture(0, texture, 0, 0, -1, gl::READ_ONLY, gl::RGBA8);
        gl.error("layer");
        gl.BindImageTexture(0, texture, 0, 0, 0, gl::READ_ONLY, gl::RGB8);
        gl.error("format");
        gl.BindImageTexture(0, texture, 0, 0, 0, gl::READ_ONLY, gl::DEPTH_COMPONENT24);
        gl.error("depth");
        gl.BindImageTexture(0, texture, 0, 0, 0, gl::RGBA, gl::RGBA8);
        gl.error("access");
        gl.BindImageTexture(0, 0xDEAD, 0, 0, 0, gl::READ_ONLY, gl::RGBA8);
        gl.error("texture");
        gl.BindImageTextures(0, 2, [texture, 0xDEAD].as_ptr());
        gl.error("one of several");
        gl.BindImageTextures(100_000, 2, std::ptr::null());
        gl.error("units");
        let empty = gl.texture(gl::TEXTURE_2D);
        gl.BindImageTexture(0, empty, 0, 0, 0, gl::READ_ONLY, gl::RGBA8);
        gl.error("a texture without images");
        gl.BindImageTextures(0, 1, &empty);
        gl.error("the same among several");
        // A level and a layer that are not there, and a format of another size: loads give zeros, stores go nowhere.
        let target = gl.texture(gl::TEXTURE_2D);
        gl.TexStorage2D(gl::TEXTURE_2D, 1, gl::RGBA8, 4, 4);
        gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 4, 4, gl::RGBA, gl::UNSIGNED_BYTE, noise(5, 64).as_ptr().cast());
        compute(gl, "#version 430\nlayout(local_size_x = 4, local_size_y = 4) in; layout(rgba8, binding = 0) uniform image2D a; layout(rgba8, binding = 1) uniform image2D b;\n\
            void main() { ivec2 p = ivec2(gl_LocalInvocationID.xy); imageStore(b, p, imageLoad(a, p)); imageStore(a, p + 2, vec4(1)); }");
        gl.BindImageTexture(1, target, 0, 0, 0, gl::READ_WRITE, gl::RGBA8);
        gl.BindImageTexture(0, texture, 7, 0, 0, gl::READ_WRITE, gl::RGBA8);
        gl.DispatchCompute(1, 1, 1);
        barrier(gl);
        gl.read_texture("no such level", gl::TEXTURE_2D, 0, 16, (gl::RGBA, gl::UNSIGNED_BYTE));
        gl.BindImageTexture(0, 0, 0, 0, 0, gl::READ_WRITE, gl::RGBA8);
        gl.TexSubImage2D(gl::TEXTURE_2D, 0, 0, 0, 4, 4, gl::RGBA, gl::UNSIGNED_BYTE, noise(5, 64).as_ptr().cast());
        gl.DispatchCompute(1, 1, 1);
        barrier(gl);
        gl.read_texture("nothing bound", gl::TEXTURE_2D, 0, 16, (gl::RGBA, gl::UNSIGNED_BYTE));
    }
}
