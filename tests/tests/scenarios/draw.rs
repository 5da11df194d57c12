//! Draws: vertices to pixels, instancing, indices, restart, base vertex, uniforms (GL 3.3 core 2.8).

use mgpipe_tests::{against_native, bindings::gl, scene::*};

const PLAIN_VS: &str = "layout(location = 0) in vec2 p; layout(location = 1) in vec4 c; out vec4 color;
void main() { color = c; gl_Position = vec4(p, 0, 1); gl_PointSize = 3.0; }";
const PLAIN_FS: &str = "in vec4 color; out vec4 o; void main() { o = color; }";

/// Eight vertices of position and colour in the bound vertex array.
unsafe fn vertices(gl: &Scene) {
    let mut data = Vec::new();
    for i in 0..8 {
        let angle = i as f32 * std::f32::consts::FRAC_PI_4;
        data.extend([angle.cos() * 0.8, angle.sin() * 0.8]);
        data.extend([i as f32 / 8.0, 1.0 - i as f32 / 8.0, (i % 3) as f32 / 2.0, 1.0]);
    }
    gl.buffer(gl::ARRAY_BUFFER, &data);
    gl.floats(0, 2, 24, 0);
    gl.floats(1, 4, 24, 8);
}

against_native!(every_primitive_is_drawn, |gl| {
    gl.target(gl::RGBA8, 16, 16);
    gl.vertex_array();
    vertices(gl);
    gl.program(PLAIN_VS, PLAIN_FS);
    for mode in
        [gl::POINTS, gl::LINES, gl::LINE_STRIP, gl::LINE_LOOP, gl::TRIANGLES, gl::TRIANGLE_STRIP, gl::TRIANGLE_FAN]
    {
        gl.clear([0.0; 4]);
        gl.DrawArrays(mode, 1, 6);
        gl.read_rgba8(&format!("mode {mode}"), 16, 16);
    }
    gl.Enable(gl::PROGRAM_POINT_SIZE);
    gl.clear([0.0; 4]);
    gl.DrawArrays(gl::POINTS, 0, 8);
    gl.read_rgba8("points of a program's size", 16, 16);
    gl.Disable(gl::PROGRAM_POINT_SIZE);
    gl.PointSize(2.0);
    gl.clear([0.0; 4]);
    gl.DrawArrays(gl::POINTS, 0, 8);
    gl.read_rgba8("points of size 2", 16, 16);
});

against_native!(indices_of_every_type_and_restart, masks = ["base_vertex"], |gl| {
    gl.target(gl::RGBA8, 16, 16);
    gl.vertex_array();
    vertices(gl);
    gl.program(PLAIN_VS, PLAIN_FS);
    let shown = |name: &str, draw: &dyn Fn()| {
        gl.clear([0.0; 4]);
        draw();
        gl.read_rgba8(name, 16, 16);
    };
    gl.buffer(gl::ELEMENT_ARRAY_BUFFER, &[9u8, 0, 2, 4, 4, 6, 0]);
    shown("bytes, from an odd offset", &|| gl.DrawElements(gl::TRIANGLES, 6, gl::UNSIGNED_BYTE, 1 as _));
    gl.buffer(gl::ELEMENT_ARRAY_BUFFER, &[0u16, 1, 2, 0xFFFF, 4, 5, 6, 7]);
    gl.Enable(gl::PRIMITIVE_RESTART);
    gl.PrimitiveRestartIndex(0xFFFF);
    shown("restart at the type's largest", &|| {
        gl.DrawElements(gl::TRIANGLE_STRIP, 8, gl::UNSIGNED_SHORT, std::ptr::null());
    });
    gl.PrimitiveRestartIndex(2);
    gl.buffer(gl::ELEMENT_ARRAY_BUFFER, &[0u32, 1, 3, 2, 4, 5, 6, 7, 2, 0, 4, 5]);
    shown("restart at 2, words", &|| gl.DrawElements(gl::LINE_STRIP, 12, gl::UNSIGNED_INT, std::ptr::null()));
    shown("restart at 2, triangles", &|| gl.DrawElements(gl::TRIANGLES, 12, gl::UNSIGNED_INT, std::ptr::null()));
    gl.Disable(gl::PRIMITIVE_RESTART);
    shown("no restart", &|| gl.DrawElements(gl::LINE_STRIP, 12, gl::UNSIGNED_INT, std::ptr::null()));
    shown("range", &|| gl.DrawRangeElements(gl::TRIANGLES, 0, 7, 6, gl::UNSIGNED_INT, 4 as _));
    shown("base vertex", &|| {
        gl.DrawElementsBaseVertex(gl::TRIANGLES, 3, gl::UNSIGNED_INT, std::ptr::null(), 3);
    });
    gl.buffer(gl::ELEMENT_ARRAY_BUFFER, &[10u32, 11, 13]);
    shown("negative base vertex", &|| {
        gl.DrawElementsBaseVertex(gl::TRIANGLES, 3, gl::UNSIGNED_INT, std::ptr::null(), -9);
    });
    gl.error("draws");
});

against_native!(multi_draws_and_instances, masks = ["base_vertex"], |gl| {
    gl.target(gl::RGBA8, 16, 16);
    gl.vertex_array();
    gl.buffer(gl::ARRAY_BUFFER, &[-1.0f32, -1.0, -0.6, -1.0, -1.0, -0.6, -0.6, -0.6]);
    gl.floats(0, 2, 8, 0);
    gl.buffer(gl::ARRAY_BUFFER, &[0.0f32, 0.0, 0.5, 0.2, 1.0, 0.9, 0.3, 1.1]);
    gl.floats(1, 2, 8, 0);
    gl.VertexAttribDivisor(1, 1);
    gl.buffer(gl::ARRAY_BUFFER, &[1.0f32, 0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0]);
    gl.floats(2, 4, 16, 0);
    gl.VertexAttribDivisor(2, 2);
    gl.program(
        "layout(location = 0) in vec2 p; layout(location = 1) in vec2 at; layout(location = 2) in vec4 c; out vec4 color;
        void main() { color = c + vec4(0, 0, float(gl_InstanceID) / 4.0, 0); gl_Position = vec4(p + at, 0, 1); }",
        PLAIN_FS,
    );
    gl.clear([0.0; 4]);
    gl.DrawArraysInstanced(gl::TRIANGLE_STRIP, 0, 4, 4);
    gl.read_rgba8("instances", 16, 16);
    gl.buffer(gl::ELEMENT_ARRAY_BUFFER, &[0u16, 1, 2, 2, 1, 3]);
    gl.clear([0.0; 4]);
    gl.DrawElementsInstanced(gl::TRIANGLES, 6, gl::UNSIGNED_SHORT, std::ptr::null(), 3);
    gl.read_rgba8("indexed instances", 16, 16);
    gl.clear([0.0; 4]);
    gl.DrawElementsInstancedBaseVertex(gl::TRIANGLES, 3, gl::UNSIGNED_SHORT, std::ptr::null(), 4, 1);
    gl.read_rgba8("indexed instances with base vertex", 16, 16);
    gl.DisableVertexAttribArray(2);
    gl.VertexAttrib4f(2, 0.5, 0.25, 0.0, 1.0);
    gl.VertexAttribDivisor(1, 0);
    gl.clear([0.0; 4]);
    gl.MultiDrawArrays(gl::TRIANGLES, [0, 1].as_ptr(), [3, 3].as_ptr(), 2);
    gl.read_rgba8("multi-draw", 16, 16);
    gl.clear([0.0; 4]);
    gl.MultiDrawElements(
        gl::TRIANGLES,
        [3, 3].as_ptr(),
        gl::UNSIGNED_SHORT,
        [std::ptr::null(), 6 as *const std::ffi::c_void].as_ptr(),
        2,
    );
    gl.read_rgba8("indexed multi-draw", 16, 16);
    gl.clear([0.0; 4]);
    gl.MultiDrawElementsBaseVertex(
        gl::TRIANGLES,
        [3, 3].as_ptr(),
        gl::UNSIGNED_SHORT,
        [std::ptr::null(), std::ptr::null()].as_ptr(),
        2,
        [0, 1].as_ptr(),
    );
    gl.read_rgba8("indexed multi-draw with base vertices", 16, 16);
    gl.error("draws");
});

against_native!(many_small_draws_with_state_between, |gl| {
    gl.target(gl::RGBA8, 16, 16);
    gl.vertex_array();
    let program = gl.program(
        "uniform vec2 at; void main() {
            vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 0.25;
            gl_Position = vec4(p + at, 0, 1); }",
        COLOR_FS,
    );
    let (at, color) = (gl.location(program, "at"), gl.location(program, "color"));
    gl.clear([0.0; 4]);
    for i in 0..64 {
        let (x, y) = ((i % 8) as f32 / 4.0 - 1.0, (i / 8) as f32 / 4.0 - 1.0);
        gl.Uniform2f(at, x, y);
        gl.Uniform4f(color, x * 0.5 + 0.5, y * 0.5 + 0.5, i as f32 / 64.0, 1.0);
        if i % 5 == 0 {
            gl.Enable(gl::BLEND);
            gl.BlendFunc(gl::ONE, gl::ONE);
        } else {
            gl.Disable(gl::BLEND);
        }
        gl.DrawArrays(gl::TRIANGLE_STRIP, 0, 4);
    }
    gl.read_rgba8("pixels", 16, 16);
});

against_native!(commands_in_buffers_are_drawn, masks = ["base_instance", "multi_draw_indirect"], |gl| {
    gl.target(gl::RGBA8, 16, 16);
    gl.vertex_array();
    vertices(gl);
    gl.VertexAttribDivisor(1, 1);
    gl.program(PLAIN_VS, PLAIN_FS);
    gl.PointSize(3.0);
    gl.buffer(gl::ELEMENT_ARRAY_BUFFER, &[0u16, 0, 1, 2, 3, 4, 5, 6]);
    let commands = [[3u32, 1, 0, 0, 0], [3, 2, 2, 1, 1], [4, 1, 4, 0, 3], [1, 1, 0, 0, 0]];
    let arrays = [[3u32, 1, 0, 0], [2, 2, 3, 1], [3, 1, 5, 2]];
    gl.buffer(gl::DRAW_INDIRECT_BUFFER, &commands);
    let shown = |name: &str, draw: &dyn Fn()| {
        gl.clear([0.0; 4]);
        draw();
        gl.read_rgba8(name, 16, 16);
    };
    shown("elements", &|| gl.DrawElementsIndirect(gl::TRIANGLES, gl::UNSIGNED_SHORT, 20 as _));
    shown("many elements", &|| gl.MultiDrawElementsIndirect(gl::TRIANGLE_FAN, gl::UNSIGNED_SHORT, 0 as _, 3, 0));
    shown("a stride", &|| gl.MultiDrawElementsIndirect(gl::POINTS, gl::UNSIGNED_SHORT, 0 as _, 2, 40));
    shown("no commands", &|| gl.MultiDrawElementsIndirect(gl::POINTS, gl::UNSIGNED_SHORT, 0 as _, 0, 0));
    gl.error("elements");
    gl.buffer(gl::DRAW_INDIRECT_BUFFER, &arrays);
    shown("arrays", &|| gl.DrawArraysIndirect(gl::TRIANGLES, 32 as _));
    shown("many arrays", &|| gl.MultiDrawArraysIndirect(gl::POINTS, 0 as _, 3, 16));
    shown("base instance", &|| gl.DrawArraysInstancedBaseInstance(gl::POINTS, 2, 2, 3, 4));
    gl.error("arrays");
    gl.DrawArraysIndirect(gl::TRIANGLES, 2 as _);
    gl.error("unaligned");
    gl.DrawArraysIndirect(gl::TRIANGLES, 36 as _);
    gl.error("past the end");
    gl.MultiDrawArraysIndirect(gl::TRIANGLES, 0 as _, 4, 0);
    gl.error("more than there are");
    gl.MultiDrawArraysIndirect(gl::TRIANGLES, 0 as _, 2, 6);
    gl.error("stride");
    gl.MultiDrawArraysIndirect(gl::TRIANGLES, 0 as _, -1, 0);
    gl.error("count");
    gl.DrawElementsIndirect(gl::TRIANGLES, gl::FLOAT, 0 as _);
    gl.error("index type");
    gl.BindBuffer(gl::DRAW_INDIRECT_BUFFER, 0);
    gl.DrawArraysIndirect(gl::TRIANGLES, 0 as _);
    gl.error("no buffer");
});

against_native!(draws_past_their_buffers_draw_nothing_else, |gl| {
    gl.target(gl::RGBA8, 8, 8);
    gl.vertex_array();
    vertices(gl);
    gl.program(PLAIN_VS, PLAIN_FS);
    gl.clear([0.0; 4]);
    gl.buffer(gl::ELEMENT_ARRAY_BUFFER, &[0u16, 1, 2]);
    // What such draws draw is undefined; that they end, and that what comes after is right, is not.
    gl.DrawElements(gl::TRIANGLES, 0x10_0000, gl::UNSIGNED_SHORT, std::ptr::null());
    gl.DrawElements(gl::TRIANGLES, 3, gl::UNSIGNED_INT, 0x1000 as _);
    gl.buffer(gl::ELEMENT_ARRAY_BUFFER, &[u32::MAX, 0x7FFF_FFFF, 0x1000_0000]);
    gl.DrawElements(gl::TRIANGLES, 3, gl::UNSIGNED_INT, std::ptr::null());
    gl.buffer(gl::DRAW_INDIRECT_BUFFER, &[3u32, 1, 0x7FFF_FFF0, 0]);
    gl.DrawArraysIndirect(gl::TRIANGLES, std::ptr::null());
    gl.Finish();
    while gl.GetError() != 0 {}
    gl.clear([0.0; 4]);
    gl.DrawArrays(gl::TRIANGLES, 0, 3);
    gl.read_rgba8("what comes after", 8, 8);
});

against_native!(bad_draws_have_their_errors, |gl| {
    gl.target(gl::RGBA8, 4, 4);
    gl.clear([0.25; 4]);
    gl.DrawArrays(gl::TRIANGLES, 0, 3);
    gl.error("no vertex array");
    gl.vertex_array();
    gl.program(FULL_VS, COLOR_FS);
    gl.DrawArrays(0x1234, 0, 3);
    gl.error("mode");
    gl.DrawArrays(gl::TRIANGLES, 0, -3);
    gl.error("count");
    gl.DrawArraysInstanced(gl::TRIANGLES, 0, 3, -1);
    gl.error("instances");
    gl.buffer(gl::ELEMENT_ARRAY_BUFFER, &[0u16, 1, 2]);
    gl.DrawElements(gl::TRIANGLES, 3, gl::FLOAT, std::ptr::null());
    gl.error("index type");
    gl.DrawElements(gl::TRIANGLES, -3, gl::UNSIGNED_SHORT, std::ptr::null());
    gl.error("index count");
    gl.DrawRangeElements(gl::TRIANGLES, 2, 1, 3, gl::UNSIGNED_SHORT, std::ptr::null());
    gl.error("range");
    gl.MultiDrawArrays(gl::TRIANGLES, [0].as_ptr(), [3].as_ptr(), -1);
    gl.error("draw count");
    gl.framebuffer();
    gl.DrawArrays(gl::TRIANGLES, 0, 3);
    gl.error("incomplete framebuffer");
});
