//! Framebuffers, renderbuffers, clears, blits, reads.

use super::{
    GlFramebuffer, GlRenderbuffer, GlTexture,
    forward::{forward, forward_unchecked},
};

forward! {
    create_framebuffer() -> Result<GlFramebuffer, String>;
    delete_framebuffer(framebuffer: GlFramebuffer);
    bind_framebuffer(target: u32, framebuffer: Option<GlFramebuffer>);
    check_framebuffer_status(target: u32) -> u32;
    framebuffer_texture(target: u32, attachment: u32, texture: Option<GlTexture>, level: i32);
    framebuffer_texture_2d(target: u32, attachment: u32, texture_target: u32, texture: Option<GlTexture>, level: i32);
    framebuffer_texture_layer(target: u32, attachment: u32, texture: Option<GlTexture>, level: i32, layer: i32);
    framebuffer_renderbuffer(target: u32, attachment: u32, renderbuffer_target: u32, renderbuffer: Option<GlRenderbuffer>);
    draw_buffers(buffers: &[u32]);
    read_buffer(buffer: u32);
    create_renderbuffer() -> Result<GlRenderbuffer, String>;
    delete_renderbuffer(renderbuffer: GlRenderbuffer);
    get_renderbuffer_parameter_i32(target: u32, parameter: u32) -> i32;
    bind_renderbuffer(target: u32, renderbuffer: Option<GlRenderbuffer>);
    clear(mask: u32);
    clear_color(red: f32, green: f32, blue: f32, alpha: f32);
    clear_depth_f32(depth: f32);
    clear_stencil(stencil: i32);
    clear_buffer_i32_slice(target: u32, draw_buffer: u32, values: &[i32; 4]);
    clear_buffer_u32_slice(target: u32, draw_buffer: u32, values: &[u32; 4]);
    clear_buffer_f32_slice(target: u32, draw_buffer: u32, values: &[f32; 4]);
    clear_buffer_depth_stencil(target: u32, draw_buffer: u32, depth: f32, stencil: i32);
    blit_framebuffer(src_x0: i32, src_y0: i32, src_x1: i32, src_y1: i32, dst_x0: i32, dst_y0: i32, dst_x1: i32, dst_y1: i32, mask: u32, filter: u32);
    invalidate_framebuffer(target: u32, attachments: &[u32]);
    invalidate_sub_framebuffer(target: u32, attachments: &[u32], x: i32, y: i32, width: i32, height: i32);
}

forward_unchecked! {
    read_pixels(x: i32, y: i32, width: i32, height: i32, format: u32, gltype: u32, pixels: glow::PixelPackData<'_>);
}
