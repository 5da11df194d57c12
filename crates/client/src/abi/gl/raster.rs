//! Fixed state.

use crate::{
    abi::{
        enter::gl_api,
        memory::{slice, slice_mut},
    },
    gl::{enums::*, raster},
};

gl_api! {
    fn glEnable(cx, cap: GLenum) { raster::enable(cx, cap, true) }
    fn glDisable(cx, cap: GLenum) { raster::enable(cx, cap, false) }
    fn glIsEnabled(cx, cap: GLenum) -> GLboolean { raster::is_enabled(cx, cap) }
    fn glEnablei(cx, target: GLenum, index: GLuint) { raster::enable_indexed(cx, target, index, true) }
    fn glDisablei(cx, target: GLenum, index: GLuint) { raster::enable_indexed(cx, target, index, false) }
    fn glIsEnabledi(cx, target: GLenum, index: GLuint) -> GLboolean { raster::is_enabled_indexed(cx, target, index) }
    fn glEnableIndexedEXT(cx, target: GLenum, index: GLuint) { raster::enable_indexed(cx, target, index, true) }
    fn glDisableIndexedEXT(cx, target: GLenum, index: GLuint) { raster::enable_indexed(cx, target, index, false) }
    fn glIsEnabledIndexedEXT(cx, target: GLenum, index: GLuint) -> GLboolean {
        raster::is_enabled_indexed(cx, target, index)
    }

    fn glBlendFunc(cx, sfactor: GLenum, dfactor: GLenum) {
        raster::blend_func(cx, None, [sfactor, dfactor, sfactor, dfactor])
    }
    fn glBlendFuncSeparate(cx, s_rgb: GLenum, d_rgb: GLenum, s_alpha: GLenum, d_alpha: GLenum) {
        raster::blend_func(cx, None, [s_rgb, d_rgb, s_alpha, d_alpha])
    }
    fn glBlendFunci(cx, buf: GLuint, src: GLenum, dst: GLenum) {
        raster::blend_func(cx, Some(buf), [src, dst, src, dst])
    }
    fn glBlendFuncSeparatei(cx, buf: GLuint, s_rgb: GLenum, d_rgb: GLenum, s_alpha: GLenum, d_alpha: GLenum) {
        raster::blend_func(cx, Some(buf), [s_rgb, d_rgb, s_alpha, d_alpha])
    }
    fn glBlendEquation(cx, mode: GLenum) { raster::blend_equation(cx, None, mode, mode) }
    fn glBlendEquationSeparate(cx, rgb: GLenum, alpha: GLenum) { raster::blend_equation(cx, None, rgb, alpha) }
    fn glBlendEquationi(cx, buf: GLuint, mode: GLenum) { raster::blend_equation(cx, Some(buf), mode, mode) }
    fn glBlendEquationSeparatei(cx, buf: GLuint, rgb: GLenum, alpha: GLenum) {
        raster::blend_equation(cx, Some(buf), rgb, alpha)
    }
    fn glBlendColor(cx, red: GLfloat, green: GLfloat, blue: GLfloat, alpha: GLfloat) {
        raster::blend_color(cx, [red, green, blue, alpha])
    }
    fn glColorMask(cx, red: GLboolean, green: GLboolean, blue: GLboolean, alpha: GLboolean) {
        raster::color_mask(cx, None, [red, green, blue, alpha])
    }
    fn glColorMaski(cx, index: GLuint, r: GLboolean, g: GLboolean, b: GLboolean, a: GLboolean) {
        raster::color_mask(cx, Some(index), [r, g, b, a])
    }
    fn glColorMaskIndexedEXT(cx, index: GLuint, r: GLboolean, g: GLboolean, b: GLboolean, a: GLboolean) {
        raster::color_mask(cx, Some(index), [r, g, b, a])
    }
    fn glLogicOp(cx, opcode: GLenum) { raster::logic_op(cx, opcode) }

    fn glDepthFunc(cx, func: GLenum) { raster::depth_func(cx, func) }
    fn glDepthMask(cx, flag: GLboolean) { raster::depth_mask(cx, flag) }
    fn glDepthRange(cx, n: GLdouble, f: GLdouble) { raster::depth_range(cx, None, n, f) }
    fn glDepthRangef(cx, n: GLfloat, f: GLfloat) { raster::depth_range(cx, None, n.into(), f.into()) }
    fn glDepthRangeIndexed(cx, index: GLuint, n: GLdouble, f: GLdouble) { raster::depth_range(cx, Some(index), n, f) }
    fn glDepthRangeArrayv(cx, first: GLuint, count: GLsizei, v: *const GLdouble) {
        if raster::array_range(cx, first, count) {
            // SAFETY: the application gives `count` pairs.
            for (at, pair) in unsafe { slice(v, count as usize * 2) }.chunks_exact(2).enumerate() {
                raster::depth_range(cx, Some(first + at as u32), pair[0], pair[1]);
            }
        }
    }
    fn glStencilFunc(cx, func: GLenum, ref_: GLint, mask: GLuint) {
        raster::stencil_func(cx, GL_FRONT_AND_BACK, func, ref_, mask)
    }
    fn glStencilFuncSeparate(cx, face: GLenum, func: GLenum, ref_: GLint, mask: GLuint) {
        raster::stencil_func(cx, face, func, ref_, mask)
    }
    fn glStencilOp(cx, fail: GLenum, zfail: GLenum, zpass: GLenum) {
        raster::stencil_op(cx, GL_FRONT_AND_BACK, [fail, zfail, zpass])
    }
    fn glStencilOpSeparate(cx, face: GLenum, sfail: GLenum, dpfail: GLenum, dppass: GLenum) {
        raster::stencil_op(cx, face, [sfail, dpfail, dppass])
    }
    fn glStencilMask(cx, mask: GLuint) { raster::stencil_mask(cx, GL_FRONT_AND_BACK, mask) }
    fn glStencilMaskSeparate(cx, face: GLenum, mask: GLuint) { raster::stencil_mask(cx, face, mask) }

    fn glCullFace(cx, mode: GLenum) { raster::cull_face(cx, mode) }
    fn glFrontFace(cx, mode: GLenum) { raster::front_face(cx, mode) }
    fn glPolygonMode(cx, face: GLenum, mode: GLenum) { raster::polygon_mode(cx, face, mode) }
    fn glPolygonOffset(cx, factor: GLfloat, units: GLfloat) { raster::polygon_offset(cx, factor, units, 0.0) }
    fn glPolygonOffsetClamp(cx, factor: GLfloat, units: GLfloat, clamp: GLfloat) {
        raster::polygon_offset(cx, factor, units, clamp)
    }
    fn glPolygonOffsetClampEXT(cx, factor: GLfloat, units: GLfloat, clamp: GLfloat) {
        raster::polygon_offset(cx, factor, units, clamp)
    }
    fn glProvokingVertex(cx, mode: GLenum) { raster::provoking_vertex(cx, mode) }
    fn glClipControl(cx, origin: GLenum, depth: GLenum) { raster::clip_control(cx, origin, depth) }
    fn glPrimitiveRestartIndex(cx, index: GLuint) { raster::primitive_restart_index(cx, index) }
    fn glLineWidth(cx, width: GLfloat) { raster::line_width(cx, width) }
    fn glPointSize(cx, size: GLfloat) { raster::point_size(cx, size) }
    fn glPointParameterf(cx, pname: GLenum, param: GLfloat) { raster::point_parameter(cx, pname, param) }
    fn glPointParameteri(cx, pname: GLenum, param: GLint) { raster::point_parameter(cx, pname, param as f32) }
    fn glPointParameterfv(cx, pname: GLenum, params: *const GLfloat) {
        // SAFETY: every parameter of the core profile has one value.
        if let &[param] = unsafe { slice(params, 1) } {
            raster::point_parameter(cx, pname, param)
        }
    }
    fn glPointParameteriv(cx, pname: GLenum, params: *const GLint) {
        // SAFETY: every parameter of the core profile has one value.
        if let &[param] = unsafe { slice(params, 1) } {
            raster::point_parameter(cx, pname, param as f32)
        }
    }
    fn glSampleCoverage(cx, value: GLfloat, invert: GLboolean) { raster::sample_coverage(cx, value, invert) }
    fn glMinSampleShading(cx, value: GLfloat) { raster::min_sample_shading(cx, value) }
    fn glMinSampleShadingARB(cx, value: GLfloat) { raster::min_sample_shading(cx, value) }
    fn glSampleMaski(cx, word: GLuint, mask: GLbitfield) { raster::sample_mask(cx, word, mask) }

    fn glViewport(cx, x: GLint, y: GLint, width: GLsizei, height: GLsizei) {
        raster::viewport(cx, None, [x, y, width, height].map(|v| v as f32))
    }
    fn glViewportIndexedf(cx, index: GLuint, x: GLfloat, y: GLfloat, w: GLfloat, h: GLfloat) {
        raster::viewport(cx, Some(index), [x, y, w, h])
    }
    fn glViewportIndexedfv(cx, index: GLuint, v: *const GLfloat) {
        // SAFETY: the application gives four values.
        if let &[x, y, w, h] = unsafe { slice(v, 4) } {
            raster::viewport(cx, Some(index), [x, y, w, h])
        }
    }
    fn glViewportArrayv(cx, first: GLuint, count: GLsizei, v: *const GLfloat) {
        if raster::array_range(cx, first, count) {
            // SAFETY: the application gives four values for each of `count` viewports.
            for (at, v) in unsafe { slice(v, count as usize * 4) }.chunks_exact(4).enumerate() {
                raster::viewport(cx, Some(first + at as u32), [v[0], v[1], v[2], v[3]]);
            }
        }
    }
    fn glScissor(cx, x: GLint, y: GLint, width: GLsizei, height: GLsizei) {
        raster::scissor(cx, None, [x, y, width, height])
    }
    fn glScissorIndexed(cx, index: GLuint, x: GLint, y: GLint, width: GLsizei, height: GLsizei) {
        raster::scissor(cx, Some(index), [x, y, width, height])
    }
    fn glScissorIndexedv(cx, index: GLuint, v: *const GLint) {
        // SAFETY: the application gives four values.
        if let &[x, y, w, h] = unsafe { slice(v, 4) } {
            raster::scissor(cx, Some(index), [x, y, w, h])
        }
    }
    fn glScissorArrayv(cx, first: GLuint, count: GLsizei, v: *const GLint) {
        if raster::array_range(cx, first, count) {
            // SAFETY: the application gives four values for each of `count` rectangles.
            for (at, v) in unsafe { slice(v, count as usize * 4) }.chunks_exact(4).enumerate() {
                raster::scissor(cx, Some(first + at as u32), [v[0], v[1], v[2], v[3]]);
            }
        }
    }
    fn glPatchParameteri(cx, pname: GLenum, value: GLint) { raster::patch_vertices(cx, pname, value) }
    fn glPatchParameterfv(cx, pname: GLenum, values: *const GLfloat) {
        let count = if pname == GL_PATCH_DEFAULT_INNER_LEVEL { 2 } else { 4 };
        // SAFETY: the application gives as many values as the parameter has.
        raster::patch_levels(cx, pname, unsafe { slice(values, count) })
    }
    fn glClampColor(cx, target: GLenum, clamp: GLenum) { raster::clamp_color(cx, target, clamp) }
    fn glGetMultisamplefv(cx, pname: GLenum, index: GLuint, val: *mut GLfloat) {
        if let Some(position) = raster::sample_position(cx, pname, index) {
            // SAFETY: the application gives room for two values.
            if let [x, y] = unsafe { slice_mut(val, 2) } {
                [*x, *y] = position;
            }
        }
    }
    fn glHint(cx, target: GLenum, mode: GLenum) { raster::hint(cx, target, mode) }
}
