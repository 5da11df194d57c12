//! Textures, samplers, images. Pixels come as glow's unpack data: a slice, or an offset into the unpack buffer.

use super::{
    GlSampler, GlTexture,
    forward::{forward, forward_unchecked},
};
use glow::{CompressedPixelUnpackData, PixelUnpackData};

forward! {
    create_texture() -> Result<GlTexture, String>;
    delete_texture(texture: GlTexture);
    active_texture(unit: u32);
    bind_texture(target: u32, texture: Option<GlTexture>);
    bind_sampler(unit: u32, sampler: Option<GlSampler>);
    create_sampler() -> Result<GlSampler, String>;
    delete_sampler(sampler: GlSampler);
    sampler_parameter_i32(sampler: GlSampler, name: u32, value: i32);
    sampler_parameter_f32(sampler: GlSampler, name: u32, value: f32);
    sampler_parameter_f32_slice(sampler: GlSampler, name: u32, value: &[f32; 4]);
    tex_parameter_i32(target: u32, parameter: u32, value: i32);
    tex_parameter_f32(target: u32, parameter: u32, value: f32);
    tex_parameter_f32_slice(target: u32, parameter: u32, values: &[f32; 4]);
    pixel_store_i32(parameter: u32, value: i32);
    generate_mipmap(target: u32);
    copy_tex_sub_image_2d(target: u32, level: i32, x_offset: i32, y_offset: i32, x: i32, y: i32, width: i32, height: i32);
    copy_tex_sub_image_3d(target: u32, level: i32, x_offset: i32, y_offset: i32, z_offset: i32, x: i32, y: i32, width: i32, height: i32);
    bind_image_texture(unit: u32, texture: Option<GlTexture>, level: i32, layered: bool, layer: i32, access: u32, format: u32);
}

forward_unchecked! {
    tex_sub_image_2d(target: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, ty: u32, pixels: PixelUnpackData<'_>);
    tex_sub_image_3d(target: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, ty: u32, pixels: PixelUnpackData<'_>);
    compressed_tex_image_2d(target: u32, level: i32, internal_format: i32, width: i32, height: i32, border: i32, image_size: i32, pixels: &[u8]);
    compressed_tex_image_3d(target: u32, level: i32, internal_format: i32, width: i32, height: i32, depth: i32, border: i32, image_size: i32, pixels: &[u8]);
    compressed_tex_sub_image_2d(target: u32, level: i32, x: i32, y: i32, width: i32, height: i32, format: u32, pixels: CompressedPixelUnpackData<'_>);
    compressed_tex_sub_image_3d(target: u32, level: i32, x: i32, y: i32, z: i32, width: i32, height: i32, depth: i32, format: u32, pixels: CompressedPixelUnpackData<'_>);
}
