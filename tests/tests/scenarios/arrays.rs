//! Arrays of arrays (GLSL 4.60 4.1.9): constructed, indexed, compared, passed and returned, and as varyings.

use mgpipe_tests::{against_native, bindings::gl, scene::*};

/// Draws eight pixels with the fragment shader of `text`, which has `n`, the pixel's number, and `o`.
pub(super) unsafe fn numbers(gl: &Scene, name: &str, vertex: &str, (globals, text): (&str, &str)) {
    gl.target(gl::RGBA32F, 8, 1);
    gl.vertex_array();
    let head = "#version 430 core\nout vec4 o;\n";
    gl.program(
        vertex,
        &format!("{head}{globals}\nvoid main() {{ int n = int(gl_FragCoord.x); o = vec4(0.0); {text} }}"),
    );
    gl.draw_full();
    gl.read(name, (0, 0, 8, 1), (gl::RGBA, gl::FLOAT));
    gl.error(name);
}

// red once: with arrays of arrays flattened by the translator wherever they are, nothing was drawn
against_native!(arrays_of_arrays_are_values, |gl| {
    let vertex = FULL_VS;
    for (name, globals, text) in [
        ("a constant", "const float k[2][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } };", "o.x = k[n / 4][n % 4];"),
        (
            "a local one",
            "",
            "float a[2][2] = float[2][2](float[2](1.0, 2.0), float[2](3.0, 4.0)); a[n & 1][1] += float(n); o.xy = vec2(a[0][1], a[1][1]);",
        ),
        (
            "in a structure",
            "struct S { float x; float a[2][3]; };",
            "S s = S(9.0, float[2][3](float[3](1.0, 2.0, 3.0), float[3](4.0, 5.0, 6.0))); o = vec4(s.x, s.a[n & 1][n % 3], s.a[1][2], 0.0);",
        ),
        (
            "returned and passed",
            "float[2][2] make(int n) { float[2][2] a = float[2][2](float[2](1.0, 2.0), float[2](3.0, float(n))); return a; }
             float sum(float[2][2] a) { return a[0][0] + a[0][1] + a[1][0] + a[1][1]; }",
            "float[2][2] a = make(n); o.x = sum(a); o.y = make(n + 1)[1][1];",
        ),
        (
            "compared and assigned",
            "",
            "int a[2][2] = int[2][2](int[2](0, 1), int[2](2, 3)); int b[2][2] = a; b[1][1] = n; o.x = a == b ? 1.0 : 0.0;
             b[0] = a[1]; o.y = float(b[0][1]); o.z = float(b.length() * 10 + b[0].length());",
        ),
        (
            "of uniforms",
            "uniform float u[2][3]; uniform sampler2D s[2][2];",
            "o.x = u[n & 1][n % 3]; o.y = texture(s[1][0], vec2(0.5)).a;",
        ),
    ] {
        numbers(gl, name, vertex, (globals, text));
    }
    let varying = "#version 430 core
        out vec2 v[2][2];
        void main() {
          vec2 p = vec2(gl_VertexID == 1 ? 3.0 : -1.0, gl_VertexID == 2 ? 3.0 : -1.0);
          v[0][0] = p; v[0][1] = 2.0 * p; v[1][0] = vec2(gl_VertexID); v[1][1] = p.yx;
          gl_Position = vec4(p, 0.0, 1.0);
        }";
    numbers(gl, "as varyings", varying, ("in vec2 v[2][2];", "o = vec4(v[0][1], v[1][n & 1]);"));
});
