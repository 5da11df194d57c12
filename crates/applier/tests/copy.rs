//! Copies between framebuffers and images, mipmaps, and clears of texture images.

mod common;

use common::{Rig, plain, region, repeat, texture_surface};
use pipe_types::{
    Op,
    primitive::NoTail,
    records::{
        copy::{MGPCopyRegion, MGPCopyTexture},
        framebuffer::COLOR_POINTS,
        resource::{ResourceTarget, UploadTarget},
        texture::{MGPClearTexture, MGPMipPlan},
    },
};

const WHOLE: UploadTarget = UploadTarget::Whole;

#[test]
fn copies_go_from_framebuffer_to_texture_and_image_to_image() {
    let mut rig = Rig::new();
    for (from_format, to_format) in [
        (glow::RGBA8, glow::RGBA8),
        (glow::RGBA8, glow::RGB8),
        (glow::RGBA8, glow::RGB16F),
        (glow::RGBA16F, glow::RGBA8),
        (glow::R8, glow::R8),
    ] {
        let (_, surface) = plain(&mut rig, from_format, 8, 8);
        rig.framebuffer(|f| f.color[0] = surface);
        rig.clear_floats(0, [1.0, 0.0, 1.0, 0.0]);
        let (texture, _) = plain(&mut rig, to_format, 8, 8);
        rig.apply(
            Op::CopyTexture,
            &MGPCopyTexture {
                texture,
                src_x: 1,
                src_y: 1,
                dst_x: 2,
                dst_y: 3,
                width: 4,
                height: 4,
                ..Default::default()
            },
        );
        let back = rig.texels(texture, WHOLE, 0, region(2, 3, 0, 4, 4, 1), (glow::RGBA, glow::FLOAT, 16));
        let alpha = if matches!(to_format, glow::RGBA8) { 0.0 } else { 1.0f32 };
        let blue = if to_format == glow::R8 { 0.0 } else { 1.0 };
        let wanted = [1.0, 0.0, blue, alpha].map(f32::to_ne_bytes).concat();
        assert_eq!(back, repeat(&wanted, 16), "{from_format:#x} to {to_format:#x}");
    }
    // Depth.
    let (_, surface) = plain(&mut rig, glow::DEPTH_COMPONENT24, 8, 8);
    rig.framebuffer(|f| {
        f.depth = surface;
        f.draw_buffers = [-1; COLOR_POINTS];
    });
    rig.clear_depth_stencil(0.25, 0);
    let (texture, _) = plain(&mut rig, glow::DEPTH_COMPONENT24, 8, 8);
    rig.apply(Op::CopyTexture, &MGPCopyTexture { texture, width: 8, height: 8, ..Default::default() });
    let back = rig.texels(texture, WHOLE, 0, region(7, 7, 0, 1, 1, 1), (glow::DEPTH_COMPONENT, glow::FLOAT, 4));
    assert!((f32::from_ne_bytes(back.try_into().unwrap()) - 0.25).abs() < 1e-6);
    // Image to image, from a layer into a 3D slice, formats of one class.
    for mask in ["", "copy_image"] {
        let mut rig = Rig::masked(mask);
        let array = rig.storage(ResourceTarget::Tex2DArray, glow::RGBA8, [4, 4, 1, 3], 1);
        let texels: Vec<u8> = (0..48).flat_map(|i| [i as u8, 1, 2, 3]).collect();
        rig.upload(ResourceTarget::Tex2DArray, array, WHOLE, 0, region(0, 0, 0, 4, 4, 3), &texels);
        let volume = rig.storage(ResourceTarget::Tex3D, glow::RGBA8, [8, 8, 4, 1], 1);
        let copy = MGPCopyRegion {
            src: array,
            dst: volume,
            src_box: region(0, 0, 1, 4, 4, 2),
            dst_x: 4,
            dst_y: 2,
            dst_z: 2,
            src_target: ResourceTarget::Tex2DArray as u16,
            dst_target: ResourceTarget::Tex3D as u16,
            ..Default::default()
        };
        rig.apply(Op::ResourceCopyRegion, &copy);
        let back = rig.texels(volume, WHOLE, 0, region(4, 2, 2, 4, 4, 2), (glow::RGBA, glow::UNSIGNED_BYTE, 4));
        assert_eq!(back, texels[64..], "without {mask:?}");
        let far = MGPCopyRegion { dst_x: 5, ..copy };
        assert!(rig.try_apply::<_, NoTail>(Op::ResourceCopyRegion, &far, &[], &[]).is_err());
    }
}

// red once: with the driver's mipmaps not made
#[test]
fn mipmaps_of_every_kind_of_format() {
    let mut rig = Rig::new();
    for format in [glow::RGBA8, glow::RGB8, glow::RGB16F, glow::R11F_G11F_B10F, glow::R32F, glow::RGB10_A2] {
        let texture = rig.new_texture(ResourceTarget::Tex2D);
        rig.level(texture, ResourceTarget::Tex2D, WHOLE, 0, format, [8, 8, 1, 1]);
        rig.params(texture, |_| {});
        rig.framebuffer(|f| f.color[0] = texture_surface(texture, format, ResourceTarget::Tex2D));
        rig.clear_floats(0, [1.0, 0.5, 0.25, 1.0]);
        rig.apply(Op::GenerateMipmap, &MGPMipPlan { texture, level_count: 3, ..Default::default() });
        for level in 0..4u16 {
            let side = 8 >> level;
            let back =
                rig.texels(texture, WHOLE, level, region(side - 1, side - 1, 0, 1, 1, 1), (glow::RGB, glow::FLOAT, 12));
            let red = f32::from_ne_bytes(back[..4].try_into().unwrap());
            assert_eq!(red, 1.0, "{format:#x} level {level}");
        }
    }
    // Depth, which ES refuses.
    let texture = rig.new_texture(ResourceTarget::Tex2D);
    rig.level(texture, ResourceTarget::Tex2D, WHOLE, 0, glow::DEPTH_COMPONENT24, [8, 4, 1, 1]);
    rig.framebuffer(|f| {
        f.depth = texture_surface(texture, glow::DEPTH_COMPONENT24, ResourceTarget::Tex2D);
        f.draw_buffers = [-1; COLOR_POINTS];
    });
    rig.clear_depth_stencil(0.5, 0);
    rig.apply(Op::GenerateMipmap, &MGPMipPlan { texture, level_count: 3, ..Default::default() });
    let back =
        rig.texels(texture, WHOLE, 3, region(0, 0, 0, 1, 1, 1), (glow::DEPTH_COMPONENT, glow::UNSIGNED_SHORT, 2));
    assert!(u16::from_ne_bytes(back.try_into().unwrap()).abs_diff(32768) <= 1);
}

// red once: with the driver's clears put at the origin
#[test]
fn texture_clears_fill_the_box_with_and_without_the_drivers_call() {
    for mask in ["", "clear_texture"] {
        let mut rig = Rig::masked(mask);
        for (format, texel_bytes) in [
            (glow::RGBA8, vec![1u8, 2, 3, 4]),
            (glow::RGB8, vec![9, 8, 7]),
            (glow::R32F, 1.5f32.to_ne_bytes().to_vec()),
        ] {
            let texture = rig.storage(ResourceTarget::Tex2DArray, format, [6, 6, 1, 3], 1);
            let mut texel = [0; 16];
            texel[..texel_bytes.len()].copy_from_slice(&texel_bytes);
            let clear = MGPClearTexture {
                texture,
                region: region(1, 2, 1, 3, 2, 2),
                texel_size: texel_bytes.len() as u16,
                texel,
                ..Default::default()
            };
            rig.apply(Op::ClearTexture, &clear);
            let info = texel::info(format).unwrap();
            let pair = (info.wire.format, info.wire.type_, texel_bytes.len());
            let back = rig.texels(texture, WHOLE, 0, region(0, 0, 0, 6, 6, 3), pair);
            for (i, pixel) in back.chunks_exact(texel_bytes.len()).enumerate() {
                let (x, y, z) = (i % 6, i / 6 % 6, i / 36);
                let inside = (1..4).contains(&x) && (2..4).contains(&y) && (1..3).contains(&z);
                assert_eq!(pixel == texel_bytes, inside, "{format:#x} at {x} {y} {z} without {mask:?}");
            }
        }
    }
}
