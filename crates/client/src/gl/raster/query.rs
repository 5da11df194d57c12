//! `glGet` of fixed state (GL 4.6 core tables 23.7 to 23.11, 23.18 to 23.21).

use super::*;
use crate::gl::get::Value;

/// `glGet` of fixed state.
pub fn get(cx: &mut Cx<'_>, pname: GLenum) -> Option<Value> {
    let r = &cx.state.raster;
    let target = &r.blend.targets[0];
    let (ds, rs, ms) = (&r.depth_stencil, &r.raster, &r.multisample);
    let ints4 = |v: [i32; 4]| Value::Ints(v.map(i64::from), 4);
    Some(match pname {
        GL_BLEND_SRC_RGB | GL_BLEND_SRC => Value::int(target.src_rgb),
        GL_BLEND_DST_RGB | GL_BLEND_DST => Value::int(target.dst_rgb),
        GL_BLEND_SRC_ALPHA => Value::int(target.src_alpha),
        GL_BLEND_DST_ALPHA => Value::int(target.dst_alpha),
        GL_BLEND_EQUATION_RGB => Value::int(target.equation_rgb),
        GL_BLEND_EQUATION_ALPHA => Value::int(target.equation_alpha),
        GL_BLEND_COLOR => Value::color(r.blend_color.color),
        GL_COLOR_WRITEMASK => mask_value(target.color_mask),
        GL_LOGIC_OP_MODE => Value::int(r.blend.logic_op),
        GL_DEPTH_FUNC => Value::int(ds.depth_func),
        GL_DEPTH_WRITEMASK => Value::bool(ds.depth_write != 0),
        GL_DEPTH_RANGE => range_value(&r.viewports[0]),
        GL_STENCIL_FUNC => Value::int(ds.stencil[0].func),
        GL_STENCIL_FAIL => Value::int(ds.stencil[0].fail),
        GL_STENCIL_PASS_DEPTH_FAIL => Value::int(ds.stencil[0].depth_fail),
        GL_STENCIL_PASS_DEPTH_PASS => Value::int(ds.stencil[0].depth_pass),
        GL_STENCIL_BACK_FUNC => Value::int(ds.stencil[1].func),
        GL_STENCIL_BACK_FAIL => Value::int(ds.stencil[1].fail),
        GL_STENCIL_BACK_PASS_DEPTH_FAIL => Value::int(ds.stencil[1].depth_fail),
        GL_STENCIL_BACK_PASS_DEPTH_PASS => Value::int(ds.stencil[1].depth_pass),
        GL_STENCIL_REF => Value::int(r.stencil.reference[0].max(0)),
        GL_STENCIL_BACK_REF => Value::int(r.stencil.reference[1].max(0)),
        GL_STENCIL_VALUE_MASK => Value::int(r.stencil.value_mask[0]),
        GL_STENCIL_BACK_VALUE_MASK => Value::int(r.stencil.value_mask[1]),
        GL_STENCIL_WRITEMASK => Value::int(r.stencil.write_mask[0]),
        GL_STENCIL_BACK_WRITEMASK => Value::int(r.stencil.write_mask[1]),
        GL_CULL_FACE_MODE => Value::int(rs.cull_mode),
        GL_FRONT_FACE => Value::int(rs.front_face),
        // One mode in the core profile, but applications of old pass room for two.
        GL_POLYGON_MODE => Value::Ints([rs.polygon_mode.into(), rs.polygon_mode.into(), 0, 0], 2),
        GL_PROVOKING_VERTEX => Value::int(rs.provoking_vertex),
        GL_CLIP_ORIGIN => Value::int(rs.clip_origin),
        GL_CLIP_DEPTH_MODE => Value::int(rs.clip_depth),
        GL_POLYGON_OFFSET_FACTOR => Value::float(rs.polygon_offset_factor),
        GL_POLYGON_OFFSET_UNITS => Value::float(rs.polygon_offset_units),
        GL_POLYGON_OFFSET_CLAMP => Value::float(rs.polygon_offset_clamp),
        GL_PRIMITIVE_RESTART_INDEX => Value::int(rs.restart_index),
        GL_POINT_SPRITE_COORD_ORIGIN => {
            Value::int(if rs.point_origin_lower_left != 0 { GL_LOWER_LEFT } else { GL_UPPER_LEFT })
        }
        GL_LINE_WIDTH => Value::float(r.line.line_width),
        GL_POINT_SIZE => Value::float(r.line.point_size),
        GL_POINT_FADE_THRESHOLD_SIZE => Value::float(r.line.point_fade_threshold),
        GL_SAMPLE_COVERAGE_VALUE => Value::float(ms.sample_coverage_value),
        GL_SAMPLE_COVERAGE_INVERT => Value::bool(ms.sample_coverage_invert != 0),
        GL_MIN_SAMPLE_SHADING_VALUE => Value::float(ms.min_sample_shading),
        GL_VIEWPORT => viewport_value(&r.viewports[0]),
        GL_SCISSOR_BOX => ints4(scissor_box(&r.scissors[0])),
        GL_PATCH_VERTICES => Value::int(r.patch.vertices),
        GL_PATCH_DEFAULT_OUTER_LEVEL => Value::Floats(r.patch.outer.map(f64::from), 4),
        GL_PATCH_DEFAULT_INNER_LEVEL => Value::Floats([r.patch.inner[0].into(), r.patch.inner[1].into(), 0.0, 0.0], 2),
        GL_CLAMP_READ_COLOR => Value::int(r.clamp_read_color),
        GL_LINE_SMOOTH_HINT => Value::int(r.hints.line_smooth),
        GL_POLYGON_SMOOTH_HINT => Value::int(r.hints.polygon_smooth),
        GL_TEXTURE_COMPRESSION_HINT => Value::int(r.hints.texture_compression),
        GL_FRAGMENT_SHADER_DERIVATIVE_HINT => Value::int(r.hints.fragment_shader_derivative),
        _ => return enabled(cx, pname).map(Value::bool),
    })
}

fn mask_value(mask: u8) -> Value {
    Value::Bools(std::array::from_fn(|at| mask & 1 << at != 0), 4)
}
fn range_value(v: &MGPViewport) -> Value {
    Value::Normalized([v.near.into(), v.far.into(), 0.0, 0.0], 2)
}
fn viewport_value(v: &MGPViewport) -> Value {
    Value::Floats([v.x, v.y, v.width, v.height].map(f64::from), 4)
}
fn scissor_box(s: &MGPScissor) -> [i32; 4] {
    [s.x, s.y, s.width, s.height]
}

/// Indexed `glGet` of fixed state; `None` when the enum is another topic's.
pub fn get_indexed(cx: &mut Cx<'_>, pname: GLenum, index: u32) -> Option<Value> {
    let limit = match pname {
        GL_BLEND_SRC
        | GL_BLEND_DST
        | GL_BLEND_SRC_RGB
        | GL_BLEND_DST_RGB
        | GL_BLEND_SRC_ALPHA
        | GL_BLEND_DST_ALPHA
        | GL_BLEND_EQUATION_RGB
        | GL_BLEND_EQUATION_ALPHA
        | GL_COLOR_WRITEMASK
        | GL_BLEND => cx.state.limits.draw_buffers,
        GL_VIEWPORT | GL_DEPTH_RANGE | GL_SCISSOR_BOX | GL_SCISSOR_TEST => cx.state.limits.viewports,
        GL_SAMPLE_MASK_VALUE => cx.state.limits.sample_mask_words,
        _ => return None,
    };
    if index >= limit {
        cx.error(GL_INVALID_VALUE, "index");
        return Some(Value::List(Vec::new()));
    }
    let r = &cx.state.raster;
    let at = index as usize;
    let target = &r.blend.targets[at.min(7)];
    Some(match pname {
        GL_BLEND_SRC | GL_BLEND_SRC_RGB => Value::int(target.src_rgb),
        GL_BLEND_DST | GL_BLEND_DST_RGB => Value::int(target.dst_rgb),
        GL_BLEND_SRC_ALPHA => Value::int(target.src_alpha),
        GL_BLEND_DST_ALPHA => Value::int(target.dst_alpha),
        GL_BLEND_EQUATION_RGB => Value::int(target.equation_rgb),
        GL_BLEND_EQUATION_ALPHA => Value::int(target.equation_alpha),
        GL_BLEND => Value::bool(target.enable != 0),
        GL_COLOR_WRITEMASK => mask_value(target.color_mask),
        GL_VIEWPORT => viewport_value(&r.viewports[at]),
        // Drivers round what the indexed query asks for as integers; only the plain one scales.
        GL_DEPTH_RANGE => Value::floats2([r.viewports[at].near, r.viewports[at].far]),
        GL_SCISSOR_BOX => Value::Ints(scissor_box(&r.scissors[at]).map(i64::from), 4),
        GL_SCISSOR_TEST => Value::bool(r.scissors[at].enable != 0),
        _ => Value::int(r.sample.mask[at]),
    })
}
