//! Framebuffers: bindings, permutations, clears, blits, attachments of every shape, depth and stencil.

mod common;

use applier::ReplyStatus;
use common::{Rig, plain, region, renderbuffer_surface, repeat, texture_surface};
use pipe_types::{
    Op, RawHandle,
    handle::kind,
    primitive::{MGPHandleOnly, NoTail},
    records::{
        clear_blit::{ClearKind, MGPBlit, MGPClear, ValueClass},
        context::MGPSurfaceDesc,
        framebuffer::{COLOR_POINTS, FramebufferTarget, MGPFramebufferState, MGPSurface},
        resource::{MGPResourceDesc, ResourceTarget, UploadTarget},
        texture::MGPClearTexture,
    },
};

const WHOLE: UploadTarget = UploadTarget::Whole;
const COLOR: u32 = glow::COLOR_BUFFER_BIT;

fn texel(rig: &mut Rig, texture: RawHandle) -> [u8; 4] {
    let back = rig.texels(texture, WHOLE, 0, region(1, 1, 0, 1, 1, 1), (glow::RGBA, glow::UNSIGNED_BYTE, 4));
    [back[0], back[1], back[2], back[3]]
}

/// Every array of draw buffers over four attachments, holes included.
fn arrangements() -> Vec<[i8; COLOR_POINTS]> {
    let mut all = Vec::new();
    for code in 0..5i32.pow(4) {
        let mut buffers = [-1i8; COLOR_POINTS];
        let mut rest = code;
        for buffer in buffers.iter_mut().take(4) {
            *buffer = (rest % 5) as i8 - 1;
            rest /= 5;
        }
        let named: Vec<i8> = buffers.iter().copied().filter(|b| *b >= 0).collect();
        let mut unique = named.clone();
        unique.sort_unstable();
        unique.dedup();
        if unique.len() == named.len() {
            all.push(buffers);
        }
    }
    all
}

// red once: with attachments left on their own points, the driver refused the draw buffers and clears went elsewhere
#[test]
fn every_permutation_of_four_attachments_clears_and_reads_right() {
    let mut rig = Rig::new();
    let (textures, surfaces): (Vec<_>, Vec<_>) = (0..4).map(|_| plain(&mut rig, glow::RGBA8, 4, 4)).unzip();
    let fbo = rig.mint_framebuffer();
    for occupied in [0b1111u8, 0b1011, 0b0110] {
        let mut model = [[0u8; 4]; 4];
        for texture in &textures {
            rig.apply(Op::ClearTexture, &zero_texture(*texture));
        }
        for (n, buffers) in arrangements().into_iter().enumerate() {
            let read = n % 4;
            rig.bind(fbo, FramebufferTarget::Both, |f| {
                for (i, surface) in surfaces.iter().enumerate() {
                    if occupied & (1 << i) != 0 {
                        f.color[i] = *surface;
                    }
                }
                f.draw_buffers = buffers;
                f.read_surface = f.color[read];
                if f.read_surface == MGPSurface::EMPTY {
                    f.read_surface = surfaces[occupied.trailing_zeros() as usize];
                }
            });
            for (slot, named) in buffers.iter().enumerate().take(4) {
                let value = [n as u8, slot as u8, (n >> 8) as u8, 200];
                rig.clear_floats(slot as i32, value.map(|x| f32::from(x) / 255.0));
                if *named >= 0 && occupied & (1 << named) != 0 {
                    model[*named as usize] = value;
                }
            }
            let read = if occupied & (1 << read) != 0 { read } else { occupied.trailing_zeros() as usize };
            assert_eq!(rig.read_rgba8([0, 0, 1, 1]), model[read], "{buffers:?} of {occupied:#b}, read {read}");
        }
        for (i, texture) in textures.iter().enumerate() {
            assert_eq!(texel(&mut rig, *texture), model[i], "attachment {i} of {occupied:#b}");
        }
    }
}

fn zero_texture(texture: RawHandle) -> MGPClearTexture {
    MGPClearTexture { texture, region: region(0, 0, 0, 4, 4, 1), texel_size: 4, ..Default::default() }
}

// red once: with draw buffers set when the read framebuffer is bound, the draw framebuffer lost its second one
#[test]
fn a_read_only_record_never_moves_the_draw_buffers() {
    let mut rig = Rig::new();
    let (a, sa) = plain(&mut rig, glow::RGBA8, 4, 4);
    let (b, sb) = plain(&mut rig, glow::RGBA8, 4, 4);
    let (_, other) = plain(&mut rig, glow::RGBA8, 4, 4);
    rig.framebuffer(|f| {
        (f.color[0], f.color[1]) = (sa, sb);
        f.draw_buffers[1] = 1;
    });
    rig.clear_floats(0, [0.5; 4]);
    let reader = rig.mint_framebuffer();
    rig.bind(reader, FramebufferTarget::Read, |f| {
        f.color[0] = other;
        f.draw_buffers = [-1; COLOR_POINTS];
    });
    rig.read_rgba8([0, 0, 1, 1]);
    rig.clear_floats(1, [1.0; 4]);
    rig.clear_floats(0, [0.0, 1.0, 0.0, 1.0]);
    assert_eq!(texel(&mut rig, b), [255; 4]);
    assert_eq!(texel(&mut rig, a), [0, 255, 0, 255]);
}

// red once: with attachment 0 always read, the second framebuffer gave the first one's pixels
#[test]
fn a_read_surface_belongs_to_its_framebuffer() {
    let mut rig = Rig::new();
    let (_, red) = plain(&mut rig, glow::RGBA8, 4, 4);
    let (_, green) = plain(&mut rig, glow::RGBA8, 4, 4);
    let both = |f: &mut MGPFramebufferState| {
        (f.color[0], f.color[1]) = (red, green);
        f.draw_buffers[1] = 1;
    };
    let first = rig.framebuffer(both);
    rig.clear_floats(0, [1.0, 0.0, 0.0, 1.0]);
    rig.clear_floats(1, [0.0, 1.0, 0.0, 1.0]);
    let second = rig.framebuffer(|f| {
        both(f);
        f.read_surface = green;
    });
    assert_eq!(rig.read_rgba8([0, 0, 1, 1]), [0, 255, 0, 255]);
    rig.bind(first, FramebufferTarget::Both, both);
    assert_eq!(rig.read_rgba8([0, 0, 1, 1]), [255, 0, 0, 255]);
    rig.bind(second, FramebufferTarget::Read, |f| {
        both(f);
        f.read_surface = green;
    });
    assert_eq!(rig.read_rgba8([0, 0, 1, 1]), [0, 255, 0, 255]);
}

#[test]
fn named_records_describe_and_move_no_binding() {
    let mut rig = Rig::new();
    let (bound_texture, bound) = plain(&mut rig, glow::RGBA8, 4, 4);
    let (named_texture, named) = plain(&mut rig, glow::RGBA8, 4, 4);
    rig.framebuffer(|f| f.color[0] = bound);
    rig.clear_floats(0, [0.0, 0.0, 1.0, 1.0]);
    let fbo = rig.mint_framebuffer();
    rig.bind(fbo, FramebufferTarget::Named, |f| f.color[0] = named);
    rig.clear_named(fbo, 0, ValueClass::Float, [1.0f32, 1.0, 0.0, 1.0].map(f32::to_bits));
    assert_eq!(texel(&mut rig, named_texture), [255, 255, 0, 255]);
    assert_eq!(rig.read_rgba8([0, 0, 1, 1]), [0, 0, 255, 255]);
    rig.clear_floats(0, [1.0; 4]);
    assert_eq!(texel(&mut rig, bound_texture), [255; 4]);
    // A named blit, in the other direction.
    rig.apply(
        Op::Blit,
        &MGPBlit {
            read_fbo: fbo,
            src: [0, 0, 4, 4],
            dst: [0, 0, 4, 4],
            mask: COLOR,
            filter: glow::NEAREST,
            ..Default::default()
        },
    );
    assert_eq!(texel(&mut rig, bound_texture), [255, 255, 0, 255]);
}

#[test]
fn every_attachment_shape_writes_its_own_layer() {
    let mut rig = Rig::new();
    use ResourceTarget::{Tex1DArray, Tex2DArray, Tex3D, TexCube, TexCubeArray};
    for (target, size, layers) in [
        (Tex2DArray, [4, 4, 1, 5], 5u32),
        (Tex3D, [4, 4, 5, 1], 5),
        (TexCube, [4, 4, 1, 6], 6),
        (TexCubeArray, [4, 4, 1, 12], 12),
        (Tex1DArray, [4, 1, 1, 5], 5),
    ] {
        let texture = rig.storage(target, glow::RGBA8, size, 2);
        let rgba8 = (glow::RGBA, glow::UNSIGNED_BYTE, 4);
        let height = size[1];
        let all = if target == Tex1DArray { region(0, 0, 0, 4, layers, 1) } else { region(0, 0, 0, 4, height, layers) };
        let surface = texture_surface(texture, glow::RGBA8, target);
        rig.framebuffer(|f| f.color[0] = MGPSurface { layered: 1, ..surface });
        // red once: with the first layer attached alone, a layered clear reached one layer
        rig.clear_floats(0, [0.0, 0.0, 0.2, 1.0]);
        let back = rig.texels(texture, WHOLE, 0, all, rgba8);
        assert_eq!(back, repeat(&[0, 0, 51, 255], (4 * height * layers) as usize), "{target:?} layered");
        for layer in 0..layers {
            let face = if target == TexCube { layer as u16 + 1 } else { 0 };
            let layer_field = if target == TexCube { 0 } else { layer };
            rig.framebuffer(|f| f.color[0] = MGPSurface { layer: layer_field, upload_target: face, ..surface });
            rig.clear_floats(0, [layer as f32 / 255.0, 1.0, 0.0, 1.0]);
            assert_eq!(rig.read_rgba8([2, 0, 1, 1]), [layer as u8, 255, 0, 255], "{target:?} layer {layer}");
        }
        let back = rig.texels(texture, WHOLE, 0, all, rgba8);
        let per = (4 * height) as usize;
        for (layer, texels) in back.chunks_exact(per * 4).enumerate() {
            assert_eq!(texels, repeat(&[layer as u8, 255, 0, 255], per), "{target:?} layer {layer}");
        }
        // The second level is untouched by all that and has an attachment of its own.
        if target != Tex1DArray {
            rig.framebuffer(|f| {
                f.color[0] =
                    MGPSurface { level: 1, layer: 1, upload_target: u16::from(target == TexCube) * 2, ..surface }
            });
            rig.clear_floats(0, [1.0, 0.0, 1.0, 1.0]);
            assert_eq!(rig.read_rgba8([1, 1, 1, 1]), [255, 0, 255, 255]);
            let back = rig.texels(texture, WHOLE, 0, all, rgba8);
            assert!(!back.chunks_exact(4).any(|p| p == [255, 0, 255, 255]), "{target:?}");
        }
    }
}

// red once: with attachments compared once a framebuffer, the second texture was never attached
#[test]
fn a_respecified_or_recycled_attachment_is_attached_again() {
    let mut rig = Rig::new();
    let first = rig.new_texture(ResourceTarget::Tex2D);
    rig.level(first, ResourceTarget::Tex2D, WHOLE, 0, glow::RGBA8, [4, 4, 1, 1]);
    let fbo = rig.framebuffer(|f| f.color[0] = texture_surface(first, glow::RGBA8, ResourceTarget::Tex2D));
    rig.clear_floats(0, [1.0; 4]);
    rig.level(first, ResourceTarget::Tex2D, WHOLE, 0, glow::RGBA8, [8, 8, 1, 1]);
    rig.clear_floats(0, [0.0, 1.0, 1.0, 1.0]);
    assert_eq!(rig.read_rgba8([7, 7, 1, 1]), [0, 255, 255, 255]);
    rig.destroy::<kind::Texture>(Op::ResourceDestroy, first);
    rig.release_texture_handle(first);
    let second = rig.new_texture(ResourceTarget::Tex2D);
    assert_eq!(second.slot, first.slot);
    rig.level(second, ResourceTarget::Tex2D, WHOLE, 0, glow::RGBA8, [4, 4, 1, 1]);
    rig.bind(fbo, FramebufferTarget::Both, |f| {
        f.color[0] = texture_surface(second, glow::RGBA8, ResourceTarget::Tex2D)
    });
    rig.clear_floats(0, [1.0, 0.0, 0.0, 1.0]);
    assert_eq!(texel(&mut rig, second), [255, 0, 0, 255]);
    let buffer = rig.renderbuffer(glow::RGBA8, 4, 4, 0);
    rig.bind(fbo, FramebufferTarget::Both, |f| f.color[0] = renderbuffer_surface(buffer, glow::RGBA8));
    rig.clear_floats(0, [0.0, 1.0, 0.0, 1.0]);
    let target = ResourceTarget::Renderbuffer as u8;
    let desc = MGPResourceDesc {
        resource: buffer,
        target,
        internal_format: glow::RGBA8,
        width: 16,
        height: 16,
        ..Default::default()
    };
    rig.apply(Op::ResourceRespecify, &desc);
    rig.clear_floats(0, [0.0, 0.0, 1.0, 1.0]);
    assert_eq!(rig.read_rgba8([15, 15, 1, 1]), [0, 0, 255, 255]);
}

// red once: without the substitution in the clear, the blit found alpha 0
#[test]
fn widened_attachments_stay_opaque_and_their_neighbours_keep_their_alpha() {
    for format in [glow::RGB16F, glow::RGB32F, glow::RGB8UI, glow::RGB16] {
        let mut rig = Rig::new();
        let (wide, first) = plain(&mut rig, format, 4, 4);
        let (own, second) = plain(&mut rig, glow::RGBA8, 4, 4);
        rig.framebuffer(|f| {
            (f.color[0], f.color[1]) = (first, second);
            f.draw_buffers[1] = 1;
        });
        let integer = format == glow::RGB8UI;
        if integer {
            rig.clear_color(0, ValueClass::Uint, [9, 8, 7, 0]);
        } else {
            rig.clear_floats(0, [0.5, 0.25, 1.0, 0.0]);
        }
        rig.clear_floats(1, [0.0, 0.0, 0.0, 0.2]);
        if integer {
            let back = rig.read([0, 0, 1, 1], glow::RGBA_INTEGER, glow::UNSIGNED_INT, 16);
            assert_eq!(back, [9u32, 8, 7, 1].map(u32::to_ne_bytes).concat());
        } else {
            let back = rig.read([0, 0, 1, 1], glow::RGBA, glow::FLOAT, 16);
            let alpha = f32::from_ne_bytes(back[12..].try_into().unwrap());
            assert_eq!(alpha, 1.0, "{format:#x}");
        }
        assert_eq!(texel(&mut rig, own), [0, 0, 0, 51]);
        let _ = wide;
        // Who looks at the stored alpha sees one: a blit to a format that has alpha.
        if !integer {
            let (copy, to) = plain(&mut rig, glow::RGBA8, 4, 4);
            let reader = rig.mint_framebuffer();
            rig.bind(reader, FramebufferTarget::Read, |f| f.color[0] = first);
            let writer = rig.mint_framebuffer();
            rig.bind(writer, FramebufferTarget::Draw, |f| f.color[0] = to);
            rig.blit([0, 0, 4, 4], [0, 0, 4, 4], COLOR, glow::NEAREST);
            assert_eq!(texel(&mut rig, copy)[3], 255, "{format:#x}");
        }
        // A blit brings another alpha, which is not kept.
        if !integer {
            let (_, source) = plain(&mut rig, glow::RGBA8, 4, 4);
            let from = rig.mint_framebuffer();
            rig.bind(from, FramebufferTarget::Read, |f| f.color[0] = source);
            let to = rig.mint_framebuffer();
            rig.bind(to, FramebufferTarget::Draw, |f| f.color[0] = first);
            rig.clear_named(from, 0, ValueClass::Float, [0.0f32, 1.0, 0.0, 0.0].map(f32::to_bits));
            rig.blit([0, 0, 4, 4], [0, 0, 4, 4], COLOR, glow::NEAREST);
            rig.bind(to, FramebufferTarget::Both, |f| f.color[0] = first);
            let back = rig.read([1, 1, 1, 1], glow::RGBA, glow::FLOAT, 16);
            assert_eq!(back, [0f32, 1.0, 0.0, 1.0].map(f32::to_ne_bytes).concat(), "{format:#x}");
        }
    }
}

#[test]
fn integer_draw_buffers_are_cleared_only_with_the_matching_class() {
    let mut rig = Rig::new();
    let (_, surface) = plain(&mut rig, glow::RGBA32UI, 4, 4);
    rig.framebuffer(|f| f.color[0] = surface);
    rig.clear_color(0, ValueClass::Uint, [1, 2, 3, 4_000_000_000]);
    rig.clear_floats(0, [1.0; 4]);
    rig.clear_color(0, ValueClass::Int, [7; 4]);
    let back = rig.read([3, 3, 1, 1], glow::RGBA_INTEGER, glow::UNSIGNED_INT, 16);
    assert_eq!(back, [1u32, 2, 3, 4_000_000_000].map(u32::to_ne_bytes).concat());
    // And colour pixels can't be read from it.
    assert_eq!(rig.try_read([0, 0, 1, 1], glow::RGBA, glow::UNSIGNED_BYTE, 4).0, ReplyStatus::Declined);
}

/// `steps`: by how many steps of 24 bits a sampled depth may be off. Sampling gives a float, and drivers multiply by a rounded
/// 1 / (2^24 - 1) on the way.
fn depth_reads(rig: &mut Rig, steps: u32) {
    for (format, tolerance) in [
        (glow::DEPTH_COMPONENT16, 1.0 / 65535.0),
        (glow::DEPTH_COMPONENT24, 1.5 / 16_777_215.0),
        (glow::DEPTH_COMPONENT32F, 0.0),
        (glow::DEPTH24_STENCIL8, 1.5 / 16_777_215.0),
        (glow::DEPTH32F_STENCIL8, 0.0),
    ] {
        let stencil = matches!(format, glow::DEPTH24_STENCIL8 | glow::DEPTH32F_STENCIL8);
        for texture in [false, true] {
            let surface = if texture {
                plain(rig, format, 6, 5).1
            } else {
                renderbuffer_surface(rig.renderbuffer(format, 6, 5, 0), format)
            };
            rig.framebuffer(|f| {
                f.depth = surface;
                if stencil {
                    f.stencil = surface;
                }
                f.draw_buffers = [-1; COLOR_POINTS];
            });
            rig.clear_depth_stencil(0.4, 0xA5);
            let back = rig.read([5, 4, 1, 1], glow::DEPTH_COMPONENT, glow::FLOAT, 4);
            let depth = f32::from_ne_bytes(back[..].try_into().unwrap());
            assert!((depth - 0.4).abs() <= tolerance, "{format:#x}: {depth}");
            let back = rig.read([0, 0, 2, 1], glow::DEPTH_COMPONENT, glow::UNSIGNED_SHORT, 2);
            assert_eq!(back, [26214u16, 26214].map(u16::to_ne_bytes).concat(), "{format:#x}");
            if stencil {
                assert_eq!(rig.read([1, 1, 2, 1], glow::STENCIL_INDEX, glow::UNSIGNED_BYTE, 1), [0xA5, 0xA5]);
                let back = rig.read([1, 1, 1, 1], glow::DEPTH_STENCIL, glow::UNSIGNED_INT_24_8, 4);
                let word = u32::from_ne_bytes(back[..].try_into().unwrap());
                assert_eq!(word & 0xff, 0xA5, "{format:#x}");
                assert!((word >> 8).abs_diff(6_710_886) <= steps, "{format:#x}: {}", word >> 8);
            } else {
                assert_eq!(
                    rig.try_read([0, 0, 1, 1], glow::STENCIL_INDEX, glow::UNSIGNED_BYTE, 1).0,
                    ReplyStatus::Declined
                );
            }
        }
    }
}

#[test]
fn depth_and_stencil_are_read() {
    depth_reads(&mut Rig::new(), 0);
}
// red once: with the copy drawn into RGBA8, depth came back in 256 steps
#[test]
fn depth_and_stencil_are_read_by_drawing() {
    depth_reads(&mut Rig::masked("read_depth_stencil"), 1);
}

#[test]
fn blits_scale_flip_and_reach_their_layer() {
    let mut rig = Rig::new();
    let (source, from) = plain(&mut rig, glow::RGBA8, 2, 2);
    let texels = [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 255, 255]].concat();
    rig.upload(ResourceTarget::Tex2D, source, WHOLE, 0, region(0, 0, 0, 2, 2, 1), &texels);
    let array = rig.storage(ResourceTarget::Tex2DArray, glow::RGBA16F, [4, 4, 1, 3], 1);
    let to = MGPSurface { layer: 2, ..texture_surface(array, glow::RGBA16F, ResourceTarget::Tex2DArray) };
    let reader = rig.mint_framebuffer();
    rig.bind(reader, FramebufferTarget::Read, |f| f.color[0] = from);
    let writer = rig.mint_framebuffer();
    rig.bind(writer, FramebufferTarget::Draw, |f| f.color[0] = to);
    rig.clear_floats(0, [0.5; 4]);
    rig.blit([0, 0, 2, 2], [4, 0, 0, 4], COLOR, glow::NEAREST);
    let back = rig.texels(array, WHOLE, 0, region(0, 0, 2, 4, 4, 1), (glow::RGBA, glow::UNSIGNED_BYTE, 4));
    let at = |x: usize, y: usize| &back[(y * 4 + x) * 4..(y * 4 + x) * 4 + 4];
    assert_eq!([at(0, 0), at(3, 0)], [[0, 255, 0, 255], [255, 0, 0, 255]]);
    assert_eq!([at(0, 3), at(3, 3)], [[255, 255, 255, 255], [0, 0, 255, 255]]);
    let other = rig.texels(array, WHOLE, 0, region(0, 0, 1, 1, 1, 1), (glow::RGBA, glow::FLOAT, 16));
    assert_eq!(other, [0; 16]);
}

#[test]
fn a_blit_within_one_image_is_a_copy() {
    let mut rig = Rig::new();
    let (texture, surface) = plain(&mut rig, glow::RGBA8, 8, 4);
    let texels: Vec<u8> = (0..32).flat_map(|i| [i as u8, 0, 0, 255]).collect();
    rig.upload(ResourceTarget::Tex2D, texture, WHOLE, 0, region(0, 0, 0, 8, 4, 1), &texels);
    rig.framebuffer(|f| f.color[0] = surface);
    // red once: the driver refuses a blit within one image
    rig.blit([0, 0, 4, 4], [4, 0, 8, 4], COLOR, glow::NEAREST);
    let back = rig.read_rgba8([0, 0, 8, 4]);
    for y in 0..4 {
        assert_eq!(back[y * 32 + 16..y * 32 + 32], texels[y * 32..y * 32 + 16], "row {y}");
    }
}

#[test]
fn multisampled_images_resolve_to_another_place_and_format() {
    let mut rig = Rig::new();
    let samples = rig.renderbuffer(glow::RGBA8, 8, 8, 4);
    let reader = rig.mint_framebuffer();
    rig.bind(reader, FramebufferTarget::Both, |f| f.color[0] = renderbuffer_surface(samples, glow::RGBA8));
    rig.clear_floats(0, [0.0, 1.0, 0.0, 1.0]);
    for format in [glow::RGBA8, glow::RGBA16F] {
        let (texture, surface) = plain(&mut rig, format, 8, 8);
        let writer = rig.mint_framebuffer();
        rig.bind(writer, FramebufferTarget::Draw, |f| f.color[0] = surface);
        rig.bind(reader, FramebufferTarget::Read, |f| f.color[0] = renderbuffer_surface(samples, glow::RGBA8));
        rig.clear_floats(0, [1.0, 0.0, 0.0, 1.0]);
        rig.blit([0, 0, 4, 4], [4, 4, 8, 8], COLOR, glow::NEAREST);
        let back = rig.texels(texture, WHOLE, 0, region(0, 0, 0, 8, 8, 1), (glow::RGBA, glow::UNSIGNED_BYTE, 4));
        assert_eq!(back[..4], [255, 0, 0, 255], "{format:#x}");
        assert_eq!(back[252..], [0, 255, 0, 255], "{format:#x}");
    }
    // Into a multisampled image, sample by sample.
    let more = rig.multisample_texture(glow::RGBA8, 8, 8, 4);
    let writer = rig.mint_framebuffer();
    let surface = texture_surface(more, glow::RGBA8, ResourceTarget::Tex2DMS);
    rig.bind(writer, FramebufferTarget::Draw, |f| f.color[0] = surface);
    rig.clear_floats(0, [0.0, 0.0, 1.0, 1.0]);
    rig.blit([0, 0, 4, 8], [0, 0, 4, 8], COLOR, glow::NEAREST);
    rig.bind(writer, FramebufferTarget::Both, |f| f.color[0] = surface);
    let (out, plain_surface) = plain(&mut rig, glow::RGBA8, 8, 8);
    let last = rig.mint_framebuffer();
    rig.bind(last, FramebufferTarget::Draw, |f| f.color[0] = plain_surface);
    rig.blit([0, 0, 8, 8], [0, 0, 8, 8], COLOR, glow::NEAREST);
    let back = rig.texels(out, WHOLE, 0, region(0, 0, 0, 8, 1, 1), (glow::RGBA, glow::UNSIGNED_BYTE, 4));
    assert_eq!((&back[..4], &back[28..]), (&[0, 255, 0, 255][..], &[0, 0, 255, 255][..]));
    // Depth and stencil resolve, too.
    let deep = rig.renderbuffer(glow::DEPTH24_STENCIL8, 8, 8, 4);
    let flat = rig.renderbuffer(glow::DEPTH24_STENCIL8, 8, 8, 0);
    let both = |f: &mut MGPFramebufferState, buffer| {
        let surface = renderbuffer_surface(buffer, glow::DEPTH24_STENCIL8);
        (f.depth, f.stencil) = (surface, surface);
        f.draw_buffers = [-1; COLOR_POINTS];
    };
    let a = rig.framebuffer(|f| both(f, deep));
    rig.clear_depth_stencil(0.75, 3);
    let b = rig.mint_framebuffer();
    rig.bind(b, FramebufferTarget::Draw, |f| both(f, flat));
    rig.bind(a, FramebufferTarget::Read, |f| both(f, deep));
    rig.blit([0, 0, 8, 8], [0, 0, 8, 8], glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT, glow::NEAREST);
    rig.bind(b, FramebufferTarget::Both, |f| both(f, flat));
    assert_eq!(rig.read([4, 4, 1, 1], glow::STENCIL_INDEX, glow::UNSIGNED_BYTE, 1), [3]);
    assert_eq!(rig.read([4, 4, 1, 1], glow::DEPTH_COMPONENT, glow::UNSIGNED_SHORT, 2), 49151u16.to_ne_bytes());
}

#[test]
fn the_default_framebuffer_is_the_surface_and_follows_its_size() {
    let mut rig = Rig::new();
    let surface = rig.mint_surface();
    let context = rig.context();
    for (width, height, samples) in [(16, 8, 0u32), (32, 24, 0), (16, 16, 4)] {
        let desc = MGPSurfaceDesc {
            surface,
            width,
            height,
            color_format: glow::RGBA8,
            depth_stencil_format: glow::DEPTH24_STENCIL8,
            samples,
            pad: 0,
        };
        rig.apply(Op::CreateSurface, &desc);
        rig.make_current(context, surface);
        let default = RawHandle::DEFAULT_FRAMEBUFFER;
        rig.bind(default, FramebufferTarget::Both, |f| (f.width, f.height) = (width as u16, height as u16));
        let clear = MGPClear {
            kind: ClearKind::Whole as u32,
            buffer_mask: COLOR | glow::DEPTH_BUFFER_BIT | glow::STENCIL_BUFFER_BIT,
            color_value: [1.0f32, 0.0, 0.0, 1.0].map(f32::to_bits),
            depth_value: 0.5,
            stencil_value: 7,
            ..Default::default()
        };
        rig.apply(Op::Clear, &clear);
        let corner = [width as i32 - 1, height as i32 - 1, 1, 1];
        assert_eq!(rig.read_rgba8(corner), [255, 0, 0, 255], "{width}x{height}, {samples} samples");
        assert_eq!(rig.read(corner, glow::STENCIL_INDEX, glow::UNSIGNED_BYTE, 1), [7]);
    }
    // Nothing is drawn with draw buffer NONE.
    let default = RawHandle::DEFAULT_FRAMEBUFFER;
    rig.bind(default, FramebufferTarget::Both, |f| f.draw_buffers = [-1; COLOR_POINTS]);
    rig.clear_floats(0, [1.0; 4]);
    assert_eq!(rig.read_rgba8([0, 0, 1, 1]), [255, 0, 0, 255]);
}

#[test]
fn the_walk_is_spared_when_nothing_moved() {
    let mut rig = Rig::new();
    let (_, surface) = plain(&mut rig, glow::RGBA8, 4, 4);
    rig.framebuffer(|f| f.color[0] = surface);
    rig.clear_floats(0, [1.0; 4]);
    let before = rig.applier.image_counters();
    for _ in 0..10 {
        rig.clear_floats(0, [0.0; 4]);
    }
    let after = rig.applier.image_counters();
    // red once: with the memo never set, each clear walked all ten points
    assert_eq!(after.framebuffer_walks, before.framebuffer_walks);
    assert_eq!(after.framebuffer_hits, before.framebuffer_hits + 10);
    assert_eq!(after.attachments, before.attachments);
}

// red once: with the layer not looked at
#[test]
fn hostile_framebuffer_records_are_refused() {
    let mut rig = Rig::new();
    let (_, surface) = plain(&mut rig, glow::RGBA8, 4, 4);
    let fbo = rig.mint_framebuffer();
    let good = MGPFramebufferState { fbo, draw_buffers: [-1; 8], ..Default::default() };
    let mut refused = |record: MGPFramebufferState, word: &str| {
        let fault = rig.try_apply::<_, NoTail>(Op::SetFramebufferState, &record, &[], &[]).expect_err(word).to_string();
        assert!(fault.contains(word), "{fault}");
    };
    let mut bad = good;
    bad.draw_buffers[3] = 8;
    refused(bad, "draw_buffers");
    let mut bad = good;
    bad.color[2] = MGPSurface { resource: RawHandle { slot: 900, generation: 1 }, ..surface };
    refused(bad, "MGPSurface.resource");
    for (change, word) in [
        (MGPSurface { layer: 1 << 20, ..surface }, "MGPSurface.layer"),
        (MGPSurface { upload_target: 900, ..surface }, "MGPSurface.upload_target"),
        (MGPSurface { texture_target: ResourceTarget::Tex3D.wire().into(), ..surface }, "MGPSurface.texture_target"),
        (MGPSurface { texture_target: 77, ..surface }, "MGPSurface.texture_target"),
    ] {
        let mut bad = good;
        bad.color[7] = change;
        refused(bad, word);
        let mut bad = good;
        bad.depth = change;
        refused(bad, word);
    }
    refused(MGPFramebufferState { is_default: 1, ..good }, "is_default");
    refused(MGPFramebufferState { fbo: RawHandle::DEFAULT_FRAMEBUFFER, ..good }, "is_default");
    // A layer or level that the texture does not have is no attachment, and nothing crashes.
    let mut odd = good;
    odd.color[0] = MGPSurface { level: 9, ..surface };
    odd.color[1] = MGPSurface { layer: 77, ..surface };
    rig.apply(Op::SetFramebufferState, &odd);
    rig.clear_floats(0, [1.0; 4]);
    let dead = MGPHandleOnly { handle: fbo, kind: 4, pad: 0 };
    rig.apply(Op::ObjectDeath, &dead);
    let fault = rig.try_apply::<_, NoTail>(Op::Clear, &MGPClear { fbo, ..Default::default() }, &[], &[]);
    assert!(fault.is_err());
}

// red once: with clears and draws of incomplete framebuffers passed on, the driver's error was reported
#[test]
fn nothing_is_drawn_where_the_numbers_of_samples_differ() {
    let mut rig = Rig::new();
    rig.fragment("#version 330 core\nout vec4 o;\nvoid main() { o = vec4(1.0, 0.0, 0.0, 1.0); }");
    let (_, single) = plain(&mut rig, glow::RGBA8, 8, 8);
    let samples = rig.renderbuffer(glow::RGBA8, 8, 8, 4);
    let alone = rig.framebuffer(|f| f.color[0] = single);
    rig.clear_floats(0, [0.0, 0.0, 1.0, 1.0]);
    // A client refuses to draw to this one; one that does not finds nothing drawn, and no error either.
    let mixed = rig.framebuffer(|f| {
        f.color[0] = single;
        f.color[1] = renderbuffer_surface(samples, glow::RGBA8);
    });
    rig.clear_floats(0, [0.0, 1.0, 0.0, 1.0]);
    rig.draw(8, 8);
    let blit = MGPBlit {
        read_fbo: alone,
        draw_fbo: mixed,
        src: [0, 0, 4, 4],
        dst: [4, 4, 8, 8],
        mask: glow::COLOR_BUFFER_BIT,
        filter: glow::NEAREST,
    };
    rig.apply(Op::Blit, &blit);
    assert!(rig.take_errors().is_empty());
    rig.bind(alone, FramebufferTarget::Both, |f| f.color[0] = single);
    assert_eq!(rig.read_rgba8([0, 0, 8, 8]), [[0, 0, 255, 255]; 64].concat());
}
