//! Arrays of viewports, scissors and depth ranges (GL 4.6 core 13.8, 14.9.2), and clip control (13.7).

use mgpipe_tests::{Scene, against_native, bindings::gl};

const VS: &str = "#version 410\nvoid main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0;\n\
    gl_Position = vec4(p * 2.0 - 1.0, 0.5, 1.0); }";
const GS: &str = "#version 410\nlayout(triangles, invocations = 4) in; layout(triangle_strip, max_vertices = 3) out;\n\
    flat out int which;\n\
    void main() { for (int i = 0; i < 3; i++) { gl_ViewportIndex = gl_InvocationID; which = gl_InvocationID;\n\
      gl_Position = gl_in[i].gl_Position; EmitVertex(); } EndPrimitive(); }";
const FS: &str = "#version 410\nflat in int which; out vec4 o; void main() { o = vec4(float(which + 1), gl_FragCoord.z, 0.0, 1.0); }";

unsafe fn indexed(gl: &Scene, label: &str) {
    let mut all = Vec::new();
    for index in [0, 1, 3, 5] {
        let mut values = [-7.0f32; 8];
        gl.GetFloati_v(gl::VIEWPORT, index, values.as_mut_ptr());
        gl.GetFloati_v(gl::DEPTH_RANGE, index, values[4..].as_mut_ptr());
        all.extend_from_slice(&values[..6]);
    }
    gl.f32s(&format!("{label}: viewports and depth ranges"), &all);
    let mut all = Vec::new();
    for index in [0, 1, 3, 5] {
        let mut values = [-7; 5];
        gl.GetIntegeri_v(gl::SCISSOR_BOX, index, values.as_mut_ptr());
        values[4] = gl.IsEnabledi(gl::SCISSOR_TEST, index).into();
        all.extend_from_slice(&values);
    }
    gl.i32s(&format!("{label}: scissors"), &all);
}

against_native! {
    /// red once: with every scissor put into the first
    viewports_scissors_and_depth_ranges_come_in_arrays, |gl| {
        gl.target(gl::RGBA32F, 16, 16);
        gl.vertex_array();
        let shaders = [(gl::VERTEX_SHADER, VS), (gl::GEOMETRY_SHADER, GS), (gl::FRAGMENT_SHADER, FS)];
        gl.program_with(&shaders, |_| {});
        gl.Viewport(1, 2, 6, 5);
        indexed(gl, "one for all");
        let viewports = [[0.0f32, 0.0, 8.0, 8.0], [8.5, 0.0, 7.0, 8.0], [0.0, 8.0, 8.0, 6.25], [8.0, 8.0, 8.0, 8.0]];
        gl.ViewportArrayv(0, 4, viewports.as_ptr().cast());
        indexed(gl, "four viewports");
        gl.clear([0.0; 4]);
        gl.draw_full();
        gl.read("four viewports", (0, 0, 16, 16), (gl::RGBA, gl::FLOAT));
        gl.ViewportIndexedf(1, 9.0, 1.0, 4.0, 4.0);
        gl.ViewportIndexedfv(3, [10.0f32, 10.0, 4.0, 3.0].as_ptr());
        gl.DepthRangeArrayv(1, 2, [0.25f64, 0.5, 1.0, 0.0].as_ptr());
        gl.DepthRangeIndexed(3, 0.75, 2.0);
        gl.ScissorArrayv(0, 2, [[1, 1, 3, 3], [0, 0, 16, 3]].as_ptr().cast());
        gl.ScissorIndexed(2, 2, 9, 3, 2);
        gl.ScissorIndexedv(3, [11, 11, 1, 20].as_ptr());
        gl.Enable(gl::SCISSOR_TEST);
        gl.Disablei(gl::SCISSOR_TEST, 1);
        indexed(gl, "indexed");
        gl.error("so far");
        gl.Disable(gl::SCISSOR_TEST);
        gl.clear([0.0; 4]);
        gl.Enablei(gl::SCISSOR_TEST, 0);
        gl.Enablei(gl::SCISSOR_TEST, 2);
        gl.Enablei(gl::SCISSOR_TEST, 3);
        gl.draw_full();
        gl.read("indexed", (0, 0, 16, 16), (gl::RGBA, gl::FLOAT));
        // Errors leave everything as it was.
        let mut most = 0;
        gl.GetIntegerv(gl::MAX_VIEWPORTS, &mut most);
        gl.ViewportArrayv(most as u32 - 1, 2, viewports.as_ptr().cast());
        gl.error("viewports past the last");
        gl.ViewportArrayv(0, -1, viewports.as_ptr().cast());
        gl.error("a negative count");
        gl.ViewportIndexedf(most as u32, 0.0, 0.0, 1.0, 1.0);
        gl.error("a viewport past the last");
        gl.ViewportIndexedf(1, 0.0, 0.0, -1.0, 1.0);
        gl.error("a negative width");
        gl.ScissorArrayv(0, 2, [[1, 1, 3, 3], [0, 0, -1, 3]].as_ptr().cast());
        gl.error("a negative width of a scissor");
        gl.ScissorIndexed(most as u32, 0, 0, 1, 1);
        gl.error("a scissor past the last");
        gl.DepthRangeArrayv(most as u32, 1, [0.0f64, 1.0].as_ptr());
        gl.error("depth ranges past the last");
        gl.DepthRangeIndexed(most as u32, 0.0, 1.0);
        gl.error("a depth range past the last");
        gl.Enablei(gl::SCISSOR_TEST, most as u32);
        gl.error("a test past the last");
        let mut value = [0.0f32; 4];
        gl.GetFloati_v(gl::VIEWPORT, most as u32, value.as_mut_ptr());
        gl.error("a question past the last");
        indexed(gl, "at last");
    }
}

against_native! {
    /// red once: with the driver's clip control left alone
    clip_control_turns_the_window_and_the_depth, |gl| {
        gl.target(gl::RGBA32F, 8, 8);
        gl.vertex_array();
        gl.program(
            "out float z; void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0 - 1.0;\n\
             gl_Position = vec4(p, gl_VertexID == 2 ? -0.75 : 0.5, 1.0); z = gl_Position.z; }",
            "in float z; out vec4 o; void main() { o = vec4(gl_FragCoord.xyz / 8.0, gl_FrontFacing ? z : 4.0 + z); }",
        );
        for origin in [gl::LOWER_LEFT, gl::UPPER_LEFT] {
            for depth in [gl::NEGATIVE_ONE_TO_ONE, gl::ZERO_TO_ONE] {
                gl.ClipControl(origin, depth);
                let label = format!("{origin:#x}, {depth:#x}");
                gl.integer::<1>(&format!("{label}: origin"), gl::CLIP_ORIGIN);
                gl.integer::<1>(&format!("{label}: depth"), gl::CLIP_DEPTH_MODE);
                gl.clear([0.0; 4]);
                gl.DrawArrays(gl::TRIANGLES, 0, 3);
                gl.read(&label, (0, 0, 8, 8), (gl::RGBA, gl::FLOAT));
                gl.Enable(gl::CULL_FACE);
                gl.clear([0.0; 4]);
                gl.DrawArrays(gl::TRIANGLES, 0, 3);
                gl.read(&format!("{label}: culled"), (0, 0, 8, 8), (gl::RGBA, gl::FLOAT));
                gl.Disable(gl::CULL_FACE);
            }
        }
        gl.ClipControl(gl::FRONT, gl::ZERO_TO_ONE);
        gl.error("an origin");
        gl.ClipControl(gl::LOWER_LEFT, gl::LESS);
        gl.error("a depth mode");
        gl.integer::<1>("as it was", gl::CLIP_ORIGIN);
    }
}
