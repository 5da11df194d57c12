//! Fixed state, and what can be asked.

use super::forward::forward;

forward! {
    enable(cap: u32);
    disable(cap: u32);
    enable_draw_buffer(cap: u32, index: u32);
    disable_draw_buffer(cap: u32, index: u32);
    viewport(x: i32, y: i32, width: i32, height: i32);
    depth_range_f32(near: f32, far: f32);
    scissor(x: i32, y: i32, width: i32, height: i32);
    cull_face(mode: u32);
    front_face(mode: u32);
    polygon_offset(factor: f32, units: f32);
    line_width(width: f32);
    depth_func(func: u32);
    depth_mask(write: bool);
    color_mask(red: bool, green: bool, blue: bool, alpha: bool);
    color_mask_draw_buffer(index: u32, red: bool, green: bool, blue: bool, alpha: bool);
    blend_color(red: f32, green: f32, blue: f32, alpha: f32);
    blend_equation_separate(rgb: u32, alpha: u32);
    blend_equation_separate_draw_buffer(index: u32, rgb: u32, alpha: u32);
    blend_func_separate(src_rgb: u32, dst_rgb: u32, src_alpha: u32, dst_alpha: u32);
    blend_func_separate_draw_buffer(index: u32, src_rgb: u32, dst_rgb: u32, src_alpha: u32, dst_alpha: u32);
    stencil_func_separate(face: u32, func: u32, reference: i32, mask: u32);
    stencil_mask_separate(face: u32, mask: u32);
    stencil_op_separate(face: u32, stencil_fail: u32, depth_fail: u32, pass: u32);
    sample_coverage(value: f32, invert: bool);
    hint(target: u32, mode: u32);
    get_parameter_i32(parameter: u32) -> i32;
    get_parameter_i32_slice(parameter: u32, out: &mut [i32]);
    get_parameter_i64(parameter: u32) -> i64;
    get_parameter_f32(parameter: u32) -> f32;
    get_parameter_f32_slice(parameter: u32, out: &mut [f32]);
    get_parameter_indexed_i32(parameter: u32, index: u32) -> i32;
    get_parameter_string(parameter: u32) -> String;
    get_parameter_indexed_string(parameter: u32, index: u32) -> String;
    get_internal_format_i32_slice(target: u32, internal_format: u32, parameter: u32, out: &mut [i32]);
}
