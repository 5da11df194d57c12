//! Textures as programs see them: targets, samplers, swizzles, views, buffer textures, images.

mod common;

use common::{Rig, region, repeat, texture_surface};
use pipe_types::{
    Kind, MGPBlobRef, Op, RawHandle,
    records::{
        clear_blit::ValueClass,
        framebuffer::COLOR_POINTS,
        image::MGPImageView,
        resource::{
            MGPResourceDesc, MGPSubData, MGPSubRegion, ResourceTarget, StorageKind, UploadTarget, WHOLE_BUFFER,
        },
        sampler::{MGPSamplerState, MGPSamplerView},
        texture::{MGPMipPlan, MGPTextureParams},
    },
};

const WHOLE: UploadTarget = UploadTarget::Whole;

fn target(rig: &mut Rig, format: u32) -> RawHandle {
    let texture = rig.storage(ResourceTarget::Tex2D, format, [4, 4, 1, 1], 1);
    rig.framebuffer(|f| f.color[0] = texture_surface(texture, format, ResourceTarget::Tex2D));
    texture
}

/// Draws a fragment shader whose first sampler reads `texture`, into floats.
#[track_caller]
fn sampled(rig: &mut Rig, texture: RawHandle, body: &str) -> [f32; 4] {
    let program = rig.fragment(&format!("#version 330 core\n#extension GL_ARB_texture_cube_map_array : enable\n#extension GL_ARB_shader_image_load_store : enable\nout vec4 color;\n{body}"));
    rig.program_units(program, &[3], &[]);
    rig.bind_texture(3, texture, RawHandle::NULL);
    shown(rig)
}
#[track_caller]
fn shown(rig: &mut Rig) -> [f32; 4] {
    rig.draw(4, 4);
    let back = rig.read([1, 1, 1, 1], glow::RGBA, glow::FLOAT, 16);
    // Rounded to what 8 bits can tell apart, many times over.
    let number = |i: usize| f32::from_ne_bytes(back[i * 4..i * 4 + 4].try_into().unwrap());
    [0, 1, 2, 3].map(|i| (number(i) * 1e5).round() / 1e5)
}

// red once: with the textures of all units taken for incomplete ones
#[test]
fn every_target_is_sampled_where_it_was_uploaded() {
    let mut rig = Rig::new();
    target(&mut rig, glow::RGBA32F);
    use ResourceTarget::{Tex1D, Tex1DArray, Tex2D, Tex2DArray, Tex3D, TexCube, TexCubeArray, TexRect};
    for (kind, size, at, sampler, call) in [
        (Tex1D, [8, 1, 1, 1], region(5, 0, 0, 1, 1, 1), "sampler1D", "texelFetch(s, 5, 0)"),
        (Tex1DArray, [8, 1, 1, 3], region(5, 2, 0, 1, 1, 1), "sampler1DArray", "texelFetch(s, ivec2(5, 2), 0)"),
        (Tex2D, [8, 4, 1, 1], region(5, 2, 0, 1, 1, 1), "sampler2D", "texelFetch(s, ivec2(5, 2), 0)"),
        (TexRect, [8, 4, 1, 1], region(5, 2, 0, 1, 1, 1), "sampler2DRect", "texture(s, vec2(5.5, 2.5))"),
        (
            Tex2DArray,
            [8, 4, 1, 3],
            region(5, 2, 1, 1, 1, 1),
            "sampler2DArray",
            "texture(s, vec3(5.5 / 8.0, 2.5 / 4.0, 1.0))",
        ),
        (
            Tex3D,
            [8, 4, 4, 1],
            region(5, 2, 3, 1, 1, 1),
            "sampler3D",
            "texture(s, vec3(5.5 / 8.0, 2.5 / 4.0, 3.5 / 4.0))",
        ),
        (TexCube, [4, 4, 1, 6], region(0, 0, 4, 4, 4, 1), "samplerCube", "texture(s, vec3(0.1, 0.1, 1.0))"),
        (
            TexCubeArray,
            [4, 4, 1, 12],
            region(0, 0, 9, 4, 4, 1),
            "samplerCubeArray",
            "texture(s, vec4(0.1, -1.0, 0.1, 1.0))",
        ),
    ] {
        let texture = rig.storage(kind, glow::RGBA8, size, 1);
        rig.params(texture, |_| {});
        let texels = (at.w * at.h * at.d) as usize;
        rig.upload(kind, texture, WHOLE, 0, at, &repeat(&[255, 51, 102, 204], texels));
        let got = sampled(&mut rig, texture, &format!("uniform {sampler} s;\nvoid main() {{ color = {call}; }}"));
        assert_eq!(got, [1.0, 0.2, 0.4, 0.8], "{kind:?}");
    }
}

#[test]
fn a_null_texture_samples_as_an_incomplete_one() {
    let mut rig = Rig::new();
    target(&mut rig, glow::RGBA32F);
    let texture = rig.storage(ResourceTarget::Tex2D, glow::RGBA8, [4, 4, 1, 1], 1);
    rig.params(texture, |_| {});
    rig.upload(ResourceTarget::Tex2D, texture, WHOLE, 0, region(0, 0, 0, 4, 4, 1), &[255; 64]);
    let body = "uniform sampler2D s;\nvoid main() { color = texture(s, vec2(0.5)); }";
    assert_eq!(sampled(&mut rig, texture, body), [1.0; 4]);
    rig.bind_texture(3, RawHandle::NULL, RawHandle::NULL);
    assert_eq!(shown(&mut rig), [0.0, 0.0, 0.0, 1.0]);
    // A texture of another target is none for this sampler.
    let volume = rig.storage(ResourceTarget::Tex3D, glow::RGBA8, [4, 4, 4, 1], 1);
    rig.bind_texture(3, volume, RawHandle::NULL);
    assert_eq!(shown(&mut rig), [0.0, 0.0, 0.0, 1.0]);
    // And one that died since.
    rig.bind_texture(3, texture, RawHandle::NULL);
    rig.destroy::<pipe_types::handle::kind::Texture>(Op::ResourceDestroy, texture);
    assert_eq!(shown(&mut rig), [0.0, 0.0, 0.0, 1.0]);
}

// red once: with the built-in sampler never bound, the texture's own mipmap filter made it incomplete
#[test]
fn sampler_objects_override_the_built_in_state_and_give_it_back() {
    let mut rig = Rig::new();
    target(&mut rig, glow::RGBA32F);
    let texture = rig.new_texture(ResourceTarget::Tex2D);
    rig.level(texture, ResourceTarget::Tex2D, WHOLE, 0, glow::RGBA8, [2, 1, 1, 1]);
    rig.params(texture, |_| {});
    rig.upload(ResourceTarget::Tex2D, texture, WHOLE, 0, region(0, 0, 0, 2, 1, 1), &[0, 0, 0, 0, 255, 255, 255, 255]);
    let body = "uniform sampler2D s;\nvoid main() { color = textureLod(s, vec2(0.5, 0.5), 0.0); }";
    let built_in = sampled(&mut rig, texture, body);
    assert_eq!(built_in, [1.0; 4], "nearest, right of the middle");
    let mut state = MGPSamplerState {
        min_filter: glow::LINEAR,
        mag_filter: glow::LINEAR,
        wrap_s: glow::CLAMP_TO_BORDER,
        wrap_t: glow::CLAMP_TO_BORDER,
        wrap_r: glow::CLAMP_TO_BORDER,
        compare_func: glow::LEQUAL,
        min_lod: -1000.0,
        max_lod: 1000.0,
        max_anisotropy: 1.0,
        border_float: [0.25, 0.5, 0.75, 1.0],
        ..Default::default()
    };
    let linear = rig.sampler(&state);
    rig.bind_sampler(3, linear);
    assert_eq!(shown(&mut rig)[0], 0.5);
    rig.bind_sampler(3, RawHandle::NULL);
    assert_eq!(shown(&mut rig), built_in);
    // Redefined where it is bound, and its border colour in the form that was set last.
    rig.bind_sampler(3, linear);
    sampled(&mut rig, texture, "uniform sampler2D s;\nvoid main() { color = textureLod(s, vec2(9.0, 0.5), 0.0); }");
    assert_eq!(shown(&mut rig), [0.25, 0.5, 0.75, 1.0]);
    state.border_float = [1.0, 0.0, 0.0, 0.0];
    use zerocopy::IntoBytes;
    let bytes = state.as_bytes();
    let desc = pipe_types::records::sampler::MGPSamplerDesc {
        sampler: linear,
        blob: MGPBlobRef::inline(0, bytes.len() as u64),
    };
    rig.apply_all::<_, pipe_types::primitive::NoTail>(Op::CreateSampler, &desc, &[], bytes);
    assert_eq!(shown(&mut rig), [1.0, 0.0, 0.0, 0.0]);
    rig.kill(Kind::Sampler, linear);
    assert_eq!(shown(&mut rig).len(), 4);
}

// red once: with swizzles not pushed
#[test]
fn the_applications_swizzle_comes_after_the_formats() {
    let mut rig = Rig::new();
    target(&mut rig, glow::RGBA32F);
    let body = "uniform sampler2D s;\nvoid main() { color = texture(s, vec2(0.5)); }";
    for (format, texel, wanted) in [
        (glow::RGBA8, vec![255, 51, 102, 204], [0.8, 0.4, 0.2, 1.0]),
        // Widened on the driver: alpha is one, whatever is stored.
        (glow::RGB16F, [1.0f32, 2.0, 3.0].map(|x| half(x).to_ne_bytes()).concat(), [1.0, 3.0, 2.0, 1.0]),
        (glow::RGB8, vec![255, 51, 102], [1.0, 0.4, 0.2, 1.0]),
        (glow::RG8, vec![255, 51], [1.0, 0.0, 0.2, 1.0]),
        (glow::R8, vec![51], [1.0, 0.0, 0.0, 0.2]),
    ] {
        let texture = rig.storage(ResourceTarget::Tex2D, format, [1, 1, 1, 1], 1);
        rig.upload(ResourceTarget::Tex2D, texture, WHOLE, 0, region(0, 0, 0, 1, 1, 1), &texel);
        rig.params(texture, |p| p.swizzle = [3, 2, 1, 0]);
        assert_eq!(sampled(&mut rig, texture, body), wanted, "{format:#x}");
        rig.params(texture, |p| p.swizzle = [5, 4, 0, 5]);
        let red = wanted[3];
        assert_eq!(shown(&mut rig), [1.0, 0.0, red, 1.0], "{format:#x}");
        // A readback does not see it, and leaves it as it is.
        let back = rig.texels(texture, WHOLE, 0, region(0, 0, 0, 1, 1, 1), (glow::RED, glow::FLOAT, 4));
        assert_eq!((f32::from_ne_bytes(back.try_into().unwrap()) * 1e5).round() / 1e5, red);
        let framebuffer = rig.mint_framebuffer();
        let _ = framebuffer;
        target(&mut rig, glow::RGBA32F);
        assert_eq!(shown(&mut rig), [1.0, 0.0, red, 1.0], "{format:#x} after a readback");
    }
}

fn half(x: f32) -> u16 {
    // Small whole numbers only.
    let bits = x.to_bits();
    (((bits >> 23) - 112) << 10 | (bits >> 13 & 0x3ff)) as u16
}

// red once: with the base level not pushed
#[test]
fn levels_are_the_ones_the_parameters_name() {
    let mut rig = Rig::new();
    target(&mut rig, glow::RGBA32F);
    let texture = rig.new_texture(ResourceTarget::Tex2D);
    for level in 0..3u16 {
        let side = 4 >> level;
        rig.level(texture, ResourceTarget::Tex2D, WHOLE, level, glow::R32F, [side, side, 1, 1]);
        let texels = repeat(&f32::from(level).to_ne_bytes(), (side * side) as usize);
        rig.upload(ResourceTarget::Tex2D, texture, WHOLE, level, region(0, 0, 0, side, side, 1), &texels);
    }
    let body = "uniform sampler2D s;\nvoid main() { color = textureLod(s, vec2(0.5), 0.0); }";
    rig.params(texture, |p| p.max_level = 2);
    assert_eq!(sampled(&mut rig, texture, body)[0], 0.0);
    for base in [2, 1] {
        rig.params(texture, |p| (p.base_level, p.max_level) = (base, 2));
        assert_eq!(shown(&mut rig)[0], f32::from(base));
    }
    // Mipmaps from level 1 replace level 2 and leave level 0.
    rig.apply(Op::GenerateMipmap, &MGPMipPlan { texture, base_level: 1, level_count: 1, ..Default::default() });
    let back = rig.texels(texture, WHOLE, 2, region(0, 0, 0, 1, 1, 1), (glow::RED, glow::FLOAT, 4));
    assert_eq!(back, 1f32.to_ne_bytes());
    let back = rig.texels(texture, WHOLE, 0, region(0, 0, 0, 1, 1, 1), (glow::RED, glow::FLOAT, 4));
    assert_eq!(back, 0f32.to_ne_bytes());
}

fn view_desc(
    rig: &mut Rig,
    of: RawHandle,
    target: ResourceTarget,
    format: u32,
    levels: [u16; 2],
    layers: [u16; 2],
) -> RawHandle {
    let resource = rig.mint_texture();
    let desc = MGPResourceDesc {
        resource,
        target: target as u8,
        storage_kind: StorageKind::View as u8,
        immutable: 1,
        internal_format: format,
        view_of: of,
        levels: levels[1],
        array_layers: layers[1],
        buf_offset: u64::from(layers[0]) << 32 | u64::from(levels[0]),
        ..Default::default()
    };
    rig.apply(Op::ResourceCreate, &desc);
    resource
}

// red once: with views of their owner's format
#[test]
fn views_reinterpret_and_are_coherent_both_ways() {
    let mut rig = Rig::new();
    let array = rig.storage(ResourceTarget::Tex2DArray, glow::RGBA8, [4, 4, 1, 4], 2);
    let view = view_desc(&mut rig, array, ResourceTarget::Tex2D, glow::R32UI, [1, 1], [2, 1]);
    rig.upload(ResourceTarget::Tex2DArray, array, WHOLE, 1, region(0, 0, 2, 2, 2, 1), &repeat(&[1, 2, 3, 4], 4));
    let back = rig.texels(view, WHOLE, 0, region(1, 1, 0, 1, 1, 1), (glow::RED_INTEGER, glow::UNSIGNED_INT, 4));
    assert_eq!(back, [1, 2, 3, 4]);
    rig.framebuffer(|f| f.color[0] = texture_surface(view, glow::R32UI, ResourceTarget::Tex2D));
    rig.clear_color(0, ValueClass::Uint, [0x0807_0605, 0, 0, 0]);
    let back = rig.texels(array, WHOLE, 1, region(0, 0, 2, 1, 1, 1), (glow::RGBA, glow::UNSIGNED_BYTE, 4));
    assert_eq!(back, [5, 6, 7, 8]);
    let other = rig.texels(array, WHOLE, 1, region(0, 0, 1, 1, 1, 1), (glow::RGBA, glow::UNSIGNED_BYTE, 4));
    assert_eq!(other, [0; 4]);
}

// red once: with the mode never pushed, both names sampled depth
#[test]
fn one_depth_stencil_image_is_depth_by_one_name_and_stencil_by_another() {
    let mut rig = Rig::new();
    let texture = rig.storage(ResourceTarget::Tex2D, glow::DEPTH24_STENCIL8, [4, 4, 1, 1], 1);
    let surface = texture_surface(texture, glow::DEPTH24_STENCIL8, ResourceTarget::Tex2D);
    rig.framebuffer(|f| {
        (f.depth, f.stencil) = (surface, surface);
        f.draw_buffers = [-1; COLOR_POINTS];
    });
    rig.clear_depth_stencil(0.5, 77);
    let view = view_desc(&mut rig, texture, ResourceTarget::Tex2D, glow::DEPTH24_STENCIL8, [0, 1], [0, 1]);
    rig.params(texture, |_| {});
    rig.params(view, |p| p.depth_stencil_mode = 1);
    target(&mut rig, glow::RGBA32F);
    let program = rig.fragment(
        "#version 330 core\n#extension GL_ARB_texture_cube_map_array : enable\n#extension GL_ARB_shader_image_load_store : enable\nout vec4 color;\nuniform sampler2D d;\nuniform usampler2D s;\n\
         void main() { color = vec4(texture(d, vec2(0.5)).x, float(texture(s, vec2(0.5)).x), 0.0, 1.0); }",
    );
    rig.program_units(program, &[0, 1], &[]);
    rig.bind_texture(0, texture, RawHandle::NULL);
    rig.bind_texture(1, view, RawHandle::NULL);
    let got = shown(&mut rig);
    assert!((got[0] - 0.5).abs() < 1e-6 && got[1] == 77.0, "{got:?}");
    // Reading the depth back through the scratch textures changes neither mode.
    rig.framebuffer(|f| {
        (f.depth, f.stencil) = (surface, surface);
        f.draw_buffers = [-1; COLOR_POINTS];
    });
    rig.read([0, 0, 1, 1], glow::DEPTH_STENCIL, glow::UNSIGNED_INT_24_8, 4);
    target(&mut rig, glow::RGBA32F);
    assert_eq!(shown(&mut rig), got);
}

// red once: with views that begin at level 0
#[test]
fn restricting_views_show_their_part_and_follow_their_texture() {
    let mut rig = Rig::new();
    target(&mut rig, glow::RGBA32F);
    let texture = rig.new_texture(ResourceTarget::Tex2DArray);
    let fill = |rig: &mut Rig, base: u8| {
        for level in 0..2u16 {
            let side = 4 >> level;
            rig.level(texture, ResourceTarget::Tex2DArray, WHOLE, level, glow::R8, [side, side, 1, 3]);
            for layer in 0..3u8 {
                let texels = vec![base + level as u8 * 10 + layer; (side * side) as usize];
                let at = region(0, 0, i32::from(layer), side, side, 1);
                rig.upload(ResourceTarget::Tex2DArray, texture, WHOLE, level, at, &texels);
            }
        }
    };
    fill(&mut rig, 100);
    rig.params(texture, |p| p.max_level = 1);
    let view = rig.mint_view();
    let record = MGPSamplerView {
        view,
        texture,
        internal_format: glow::R8,
        target: ResourceTarget::Tex2D as u8,
        min_level: 1,
        num_levels: 1,
        min_layer: 2,
        num_layers: 1,
        ..Default::default()
    };
    rig.apply(Op::CreateSamplerView, &record);
    let program = rig.fragment(
        "#version 330 core\n#extension GL_ARB_texture_cube_map_array : enable\n#extension GL_ARB_shader_image_load_store : enable\nout vec4 color;\nuniform sampler2D s;\nvoid main() { color = textureLod(s, vec2(0.5), 0.0) * 255.0; }",
    );
    rig.program_units(program, &[3], &[]);
    rig.bind_texture(3, texture, view);
    assert_eq!(shown(&mut rig)[0].round(), 112.0);
    // The texture's storage is made anew: so is the view.
    fill(&mut rig, 50);
    assert_eq!(shown(&mut rig)[0].round(), 62.0);
}

#[test]
fn buffer_textures_follow_their_buffer() {
    let mut rig = Rig::new();
    target(&mut rig, glow::RGBA32F);
    let words: Vec<u8> = (0..64u32).flat_map(|i| (i as f32).to_ne_bytes()).collect();
    let buffer = rig.buffer(&words);
    let define = |rig: &mut Rig, resource, offset, size| {
        let desc = MGPResourceDesc {
            resource,
            target: ResourceTarget::TexBuffer as u8,
            internal_format: glow::R32F,
            buffer_for_tex_buffer: buffer,
            buf_offset: offset,
            buf_size: size,
            ..Default::default()
        };
        rig.apply(Op::ResourceRespecify, &desc);
    };
    let texture = rig.new_texture(ResourceTarget::TexBuffer);
    define(&mut rig, texture, 0, WHOLE_BUFFER);
    let body =
        "uniform samplerBuffer s;\nvoid main() { color = vec4(texelFetch(s, 5).x, float(textureSize(s)), 0.0, 1.0); }";
    assert_eq!(sampled(&mut rig, texture, body)[..2], [5.0, 64.0]);
    let data = MGPSubData {
        resource: buffer,
        union_box: region(20, 0, 0, 4, 0, 0),
        blob: MGPBlobRef::inline(0, 4),
        ..Default::default()
    };
    rig.apply_all::<_, MGPSubRegion>(Op::ResourceSubData, &data, &[], &99f32.to_ne_bytes());
    assert_eq!(shown(&mut rig)[0], 99.0);
    define(&mut rig, texture, 64, 128);
    assert_eq!(shown(&mut rig)[..2], [21.0, 32.0]);
    // New storage of the buffer, same handle.
    define(&mut rig, texture, 0, WHOLE_BUFFER);
    let mut desc = MGPResourceDesc { resource: buffer, target: ResourceTarget::Buffer as u8, ..Default::default() };
    desc.set_buffer_size(32);
    rig.apply(Op::ResourceRespecify, &desc);
    let data = MGPSubData { union_box: region(0, 0, 0, 32, 0, 0), blob: MGPBlobRef::inline(0, 32), ..data };
    rig.apply_all::<_, MGPSubRegion>(Op::ResourceSubData, &data, &[], &repeat(&7f32.to_ne_bytes(), 8));
    assert_eq!(shown(&mut rig)[..2], [7.0, 8.0]);
}

// red once: without the parameters pushed again, the re-created texture sampled (0, 0, 0, 1)
#[test]
fn a_texture_first_used_as_an_image_keeps_content_and_parameters() {
    for format in [glow::RGBA8, glow::R32F] {
        let mut rig = Rig::new();
        target(&mut rig, glow::RGBA32F);
        let texture = rig.new_texture(ResourceTarget::Tex2D);
        let info = texel::info(format).unwrap();
        for level in 0..3u16 {
            let side = 4 >> level;
            rig.level(texture, ResourceTarget::Tex2D, WHOLE, level, format, [side, side, 1, 1]);
            let one = if format == glow::R32F { 0.2f32.to_ne_bytes().to_vec() } else { vec![51, 51, 51, 51] };
            let texels = repeat(&one, (side * side) as usize);
            rig.upload(ResourceTarget::Tex2D, texture, WHOLE, level, region(0, 0, 0, side, side, 1), &texels);
        }
        rig.params(texture, |p| (p.swizzle, p.max_level) = ([0, 5, 0, 5], 2));
        let body = "uniform sampler2D s;\nvoid main() { color = textureLod(s, vec2(0.5), 0.0); }";
        let before = sampled(&mut rig, texture, body);
        assert_eq!((before[0] * 255.0).round(), 51.0);
        let qualifier = if format == glow::R32F { "r32f" } else { "rgba8" };
        let program = rig.fragment(&format!(
            "#version 330 core\n#extension GL_ARB_texture_cube_map_array : enable\n#extension GL_ARB_shader_image_load_store : enable\nout vec4 color;\nlayout({qualifier}) uniform image2D i;\n\
             void main() {{ color = imageLoad(i, ivec2(1, 1)); if (gl_FragCoord.x < 1.0 && gl_FragCoord.y < 1.0) imageStore(i, ivec2(0, 0), vec4(1.0)); }}",
        ));
        rig.program_units(program, &[], &[2]);
        rig.bind_image(MGPImageView { texture, unit: 2, internal_format: format, access: 2, ..Default::default() });
        assert_eq!((shown(&mut rig)[0] * 255.0).round(), 51.0, "{format:#x}");
        assert_eq!(rig.applier.image_counters().recreated, 1);
        let pair = (info.wire.format, info.wire.type_, usize::from(info.wire.bytes));
        let back = rig.texels(texture, WHOLE, 0, region(0, 0, 0, 1, 1, 1), pair);
        let one = if format == glow::R32F { 1f32.to_ne_bytes().to_vec() } else { vec![255; 4] };
        assert_eq!(back, one, "{format:#x}: the store landed");
        target(&mut rig, glow::RGBA32F);
        assert_eq!(sampled(&mut rig, texture, body), before, "{format:#x}: as before");
        // And it can be respecified afterwards, level by level.
        rig.level(texture, ResourceTarget::Tex2D, WHOLE, 0, format, [16, 16, 1, 1]);
        let level2 = rig.texels(texture, WHOLE, 2, region(0, 0, 0, 1, 1, 1), (glow::RED, glow::FLOAT, 4));
        assert_eq!((f32::from_ne_bytes(level2.try_into().unwrap()) * 255.0).round(), 51.0);
    }
}

#[test]
fn draws_reach_the_attachment_that_their_draw_buffer_names() {
    let mut rig = Rig::new();
    let formats = [glow::RGBA8, glow::RGB16F, glow::RGBA32UI];
    let textures = formats.map(|format| rig.storage(ResourceTarget::Tex2D, format, [4, 4, 1, 1], 1));
    rig.framebuffer(|f| {
        for i in 0..3 {
            f.color[i] = texture_surface(textures[i], formats[i], ResourceTarget::Tex2D);
        }
        f.draw_buffers[..4].copy_from_slice(&[1, -1, 2, 0]);
    });
    rig.fragment(
        "#version 330 core\nlayout(location = 0) out vec4 a;\nlayout(location = 1) out vec4 b;\nlayout(location = 2) out uvec4 c;\n\
         layout(location = 3) out vec4 d;\nvoid main() { a = vec4(0.25, 0.5, 1.0, 0.0); b = vec4(1.0); c = uvec4(7, 8, 9, 10); d = vec4(0.0, 1.0, 0.0, 0.2); }",
    );
    rig.draw(4, 4);
    let at = region(2, 2, 0, 1, 1, 1);
    let first = rig.texels(textures[0], WHOLE, 0, at, (glow::RGBA, glow::UNSIGNED_BYTE, 4));
    assert_eq!(first, [0, 255, 0, 51]);
    let second = rig.texels(textures[1], WHOLE, 0, at, (glow::RGBA, glow::FLOAT, 16));
    assert_eq!(second, [0.25f32, 0.5, 1.0, 1.0].map(f32::to_ne_bytes).concat());
    let third = rig.texels(textures[2], WHOLE, 0, at, (glow::RGBA_INTEGER, glow::UNSIGNED_INT, 16));
    assert_eq!(third, [7u32, 8, 9, 10].map(u32::to_ne_bytes).concat());
}

#[test]
fn parameters_of_a_texture_that_is_only_read_from_are_applied() {
    let mut rig = Rig::new();
    let texture = rig.storage(ResourceTarget::Tex2D, glow::DEPTH24_STENCIL8, [4, 4, 1, 1], 1);
    let params = |p: &mut MGPTextureParams| (p.swizzle, p.depth_stencil_mode) = ([4, 4, 4, 4], 1);
    rig.params(texture, params);
    let surface = texture_surface(texture, glow::DEPTH24_STENCIL8, ResourceTarget::Tex2D);
    rig.framebuffer(|f| {
        (f.depth, f.stencil) = (surface, surface);
        f.draw_buffers = [-1; COLOR_POINTS];
    });
    rig.clear_depth_stencil(1.0, 9);
    assert_eq!(rig.read([0, 0, 1, 1], glow::DEPTH_COMPONENT, glow::FLOAT, 4), 1f32.to_ne_bytes());
    assert_eq!(rig.read([0, 0, 1, 1], glow::STENCIL_INDEX, glow::UNSIGNED_BYTE, 1), [9]);
}
