//! Vertex arrays and attributes (GL 3.3 core 2.7, 2.8).

use mgpipe_tests::{against_native, bindings::gl, scene::*};

/// Draws eight points in a row whose colour is what `expression` makes of attribute 3, and reads them.
unsafe fn points(gl: &Scene, name: &str, kind: &str, expression: &str) {
    gl.target(gl::RGBA32F, 8, 1);
    gl.clear([0.0; 4]);
    let program = gl.program(
        &format!(
            "layout(location = 3) in {kind} a; flat out vec4 c;
            void main() {{ c = {expression}; gl_Position = vec4((float(gl_VertexID) + 0.5) / 4.0 - 1.0, 0, 0, 1); }}"
        ),
        "flat in vec4 c; out vec4 o; void main() { o = c; }",
    );
    gl.DrawArrays(gl::POINTS, 0, 8);
    gl.read(name, (0, 0, 8, 1), (gl::RGBA, gl::FLOAT));
    gl.DeleteProgram(program);
}

// red once: with GL_FIXED left to the driver, its bits were read as floats
against_native!(every_type_of_attribute, |gl| {
    gl.vertex_array();
    // No pattern of bits that is no number: what becomes of the payload of a NaN is nobody's promise.
    let data: Vec<u8> = noise(1, 1024).iter().map(|b| b & 0x3F).collect();
    gl.buffer(gl::ARRAY_BUFFER, &data);
    gl.EnableVertexAttribArray(3);
    for ty in [gl::BYTE, gl::UNSIGNED_BYTE, gl::SHORT, gl::UNSIGNED_SHORT, gl::INT, gl::UNSIGNED_INT] {
        for components in 1..=4 {
            for normalized in [0, 1] {
                gl.VertexAttribPointer(3, components, ty, normalized, 20, 4 as _);
                points(gl, &format!("{ty:#06x} x {components}, normalized {normalized}"), "vec4", "a");
            }
        }
        gl.VertexAttribIPointer(3, 3, ty, 24, std::ptr::null());
        points(gl, &format!("{ty:#06x} as integers"), "ivec4", "vec4(a)");
    }
    for (ty, components) in [(gl::FLOAT, 3), (gl::HALF_FLOAT, 4), (gl::DOUBLE, 2)] {
        gl.VertexAttribPointer(3, components, ty, 0, 0, 8 as _);
        points(gl, &format!("{ty:#06x}"), "vec4", "a");
    }
    for normalized in [0, 1] {
        gl.VertexAttribPointer(3, 3, gl::FIXED, normalized, 20, 4 as _);
        points(gl, &format!("fixed, normalized {normalized}"), "vec4", "a");
        // Floored, so that what the native driver's own factor makes of them is the same.
        points(gl, &format!("fixed, whole, normalized {normalized}"), "vec4", "floor(a / 16.0)");
    }
    for ty in [gl::INT_2_10_10_10_REV, gl::UNSIGNED_INT_2_10_10_10_REV] {
        for normalized in [0, 1] {
            gl.VertexAttribPointer(3, 4, ty, normalized, 4, std::ptr::null());
            points(gl, &format!("{ty:#06x}, normalized {normalized}"), "vec4", "a");
        }
    }
    gl.VertexAttribPointer(3, gl::BGRA as i32, gl::UNSIGNED_BYTE, 1, 4, std::ptr::null());
    points(gl, "BGRA", "vec4", "a");
    gl.error("all");
});

against_native!(current_values_and_matrices, |gl| {
    gl.vertex_array();
    points(gl, "initial", "vec4", "a");
    gl.VertexAttrib3f(3, 0.5, 0.25, 0.125);
    points(gl, "three floats", "vec4", "a");
    gl.VertexAttrib4Nub(3, 255, 128, 0, 64);
    points(gl, "normalised bytes", "vec4", "a");
    gl.VertexAttribI4i(3, -5, 6, 7, 8);
    points(gl, "integers", "ivec4", "vec4(a)");
    gl.VertexAttribI4ui(3, 5, 6, 7, 4_000_000_000);
    points(gl, "unsigned integers", "uvec4", "vec4(a)");
    let values = noise(4, 512).iter().map(|&b| f32::from(b)).collect::<Vec<_>>();
    gl.buffer(gl::ARRAY_BUFFER, &values);
    for column in 0..3 {
        gl.floats(3 + column, 3, 36, column as usize * 12);
    }
    points(gl, "matrix", "mat3", "vec4(a[2], a[0].x)");
    let mut value = [0.0; 4];
    gl.GetVertexAttribfv(7, gl::CURRENT_VERTEX_ATTRIB, value.as_mut_ptr());
    gl.f32s("current value", &value);
    gl.error("all");
});

against_native!(arrays_remember_their_buffers, |gl| {
    let first = gl.vertex_array();
    let a = gl.buffer(gl::ARRAY_BUFFER, &[0.25f32; 32]);
    gl.floats(3, 4, 16, 0);
    let second = gl.vertex_array();
    let b = gl.buffer(gl::ARRAY_BUFFER, &[0.75f32; 32]);
    gl.floats(3, 4, 16, 0);
    gl.BindVertexArray(first);
    points(gl, "first", "vec4", "a");
    gl.BindVertexArray(second);
    points(gl, "second", "vec4", "a");
    gl.BindBuffer(gl::ARRAY_BUFFER, a);
    gl.BufferSubData(gl::ARRAY_BUFFER, 16, 16, [0.5f32; 4].as_ptr().cast());
    gl.BindVertexArray(first);
    points(gl, "changed", "vec4", "a");
    gl.BufferData(gl::ARRAY_BUFFER, 128, [0.125f32; 32].as_ptr().cast(), gl::STATIC_DRAW);
    points(gl, "respecified", "vec4", "a");
    gl.DeleteBuffers(1, &b);
    let mut binding = -1;
    gl.BindVertexArray(second);
    gl.GetVertexAttribiv(3, gl::VERTEX_ATTRIB_ARRAY_BUFFER_BINDING, &mut binding);
    gl.i32s("a deleted buffer stays in an array that is not bound", &[i32::from(binding != 0)]);
    for pname in [
        gl::VERTEX_ATTRIB_ARRAY_ENABLED,
        gl::VERTEX_ATTRIB_ARRAY_SIZE,
        gl::VERTEX_ATTRIB_ARRAY_STRIDE,
        gl::VERTEX_ATTRIB_ARRAY_TYPE,
        gl::VERTEX_ATTRIB_ARRAY_NORMALIZED,
        gl::VERTEX_ATTRIB_ARRAY_INTEGER,
        gl::VERTEX_ATTRIB_ARRAY_DIVISOR,
    ] {
        let mut values = [0; 2];
        gl.GetVertexAttribiv(3, pname, &mut values[0]);
        gl.GetVertexAttribiv(5, pname, &mut values[1]);
        gl.i32s(&format!("{pname:#06x}"), &values);
    }
    gl.DeleteVertexArrays(1, &second);
    gl.integer::<1>("binding", gl::VERTEX_ARRAY_BINDING);
    gl.error("all");
});

against_native!(named_arrays_are_as_bound_ones, |gl| {
    gl.target(gl::RGBA32F, 4, 1);
    let (mut array, mut buffers) = (0, [0; 3]);
    gl.CreateVertexArrays(1, &mut array);
    gl.CreateBuffers(3, buffers.as_mut_ptr());
    let doubles: Vec<f64> = (0..16).map(|i| f64::from(i) * 0.25 + 0.1).collect();
    gl.NamedBufferData(buffers[0], 128, doubles.as_ptr().cast(), gl::STATIC_DRAW);
    gl.NamedBufferData(buffers[1], 4, [10u8, 20, 30, 40].as_ptr().cast(), gl::STATIC_DRAW);
    gl.NamedBufferData(buffers[2], 8, [3u16, 1, 2, 0].as_ptr().cast(), gl::STATIC_DRAW);
    gl.VertexArrayVertexBuffers(array, 2, 2, buffers.as_ptr(), [16isize, 0].as_ptr(), [16, 1].as_ptr());
    gl.VertexArrayAttribFormat(array, 0, 1, gl::DOUBLE, 0, 8);
    gl.VertexArrayAttribBinding(array, 0, 2);
    gl.EnableVertexArrayAttrib(array, 0);
    gl.VertexArrayAttribIFormat(array, 1, 1, gl::UNSIGNED_BYTE, 0);
    gl.VertexArrayAttribBinding(array, 1, 3);
    gl.EnableVertexArrayAttrib(array, 1);
    gl.VertexArrayBindingDivisor(array, 3, 1);
    gl.VertexArrayElementBuffer(array, buffers[2]);
    gl.error("set up");
    for (at, pname) in [
        (0, gl::VERTEX_ATTRIB_ARRAY_ENABLED),
        (1, gl::VERTEX_ATTRIB_ARRAY_INTEGER),
        (1, gl::VERTEX_ATTRIB_ARRAY_TYPE),
        (0, gl::VERTEX_ATTRIB_RELATIVE_OFFSET),
        (1, gl::VERTEX_ATTRIB_ARRAY_DIVISOR),
        (2, gl::VERTEX_ATTRIB_ARRAY_LONG),
    ] {
        let mut value = -7;
        gl.GetVertexArrayIndexediv(array, at, pname, &mut value);
        gl.i32s(&format!("{at} {pname:#06x}"), &[value]);
    }
    let mut wide = -7;
    gl.GetVertexArrayIndexed64iv(array, 2, gl::VERTEX_BINDING_OFFSET, &mut wide);
    gl.i64s("offset", &[wide]);
    let mut element = 0;
    gl.GetVertexArrayiv(array, gl::ELEMENT_ARRAY_BUFFER_BINDING, &mut element);
    gl.u32s("elements", &[u32::from(element as u32 == buffers[2])]);
    gl.BindVertexArray(array);
    gl.program(
        "layout(location = 0) in float x; layout(location = 1) in uint n; flat out vec4 v;
        void main() { v = vec4(x, float(n), gl_VertexID, gl_InstanceID);
        gl_Position = vec4((float(gl_VertexID % 4) + 0.5) / 2.0 - 1.0, 0, 0, 1); }",
        "flat in vec4 v; out vec4 o; void main() { o = v; }",
    );
    gl.clear([0.0; 4]);
    gl.DrawElementsInstancedBaseVertexBaseInstance(gl::POINTS, 3, gl::UNSIGNED_SHORT, 2 as _, 1, 1, 2);
    gl.read("drawn", (0, 0, 4, 1), (gl::RGBA, gl::FLOAT));
    gl.VertexArrayVertexBuffers(array, 2, 2, std::ptr::null(), std::ptr::null(), std::ptr::null());
    gl.GetVertexArrayIndexed64iv(array, 2, gl::VERTEX_BINDING_OFFSET, &mut wide);
    gl.integer::<1>("no buffer is left in the context", gl::ARRAY_BUFFER_BINDING);
    gl.i64s("offset without a buffer", &[wide]);
    gl.error("taken away");
    gl.BindVertexBuffers(1, 3, [buffers[0], 9999, buffers[1]].as_ptr(), [0isize, 4, 8].as_ptr(), [4, 4, 4].as_ptr());
    gl.error("one buffer of three does not exist");
    gl.BindVertexBuffers(1, 3, buffers.as_ptr(), [0isize, -4, 8].as_ptr(), [4, 4, 5000].as_ptr());
    gl.error("a negative offset and a large stride");
    for at in 1..4 {
        let mut bound = [0; 3];
        gl.GetIntegeri_v(gl::VERTEX_BINDING_BUFFER, at, &mut bound[0]);
        gl.GetIntegeri_v(gl::VERTEX_BINDING_OFFSET, at, &mut bound[1]);
        gl.GetIntegeri_v(gl::VERTEX_BINDING_STRIDE, at, &mut bound[2]);
        let which = buffers.iter().position(|name| *name == bound[0] as u32).map_or(-1, |which| which as i32);
        gl.i32s(&format!("point {at}"), &[which, bound[1], bound[2]]);
    }
    gl.BindVertexBuffers(15, 2, buffers.as_ptr(), [0isize; 2].as_ptr(), [4; 2].as_ptr());
    gl.error("too many points");
    gl.VertexArrayAttribFormat(9999, 0, 1, gl::FLOAT, 0, 0);
    gl.error("no such array");
    gl.VertexArrayVertexBuffer(array, 99, buffers[0], 0, 4);
    gl.error("no such point");
    gl.VertexArrayAttribFormat(array, 0, 1, gl::FLOAT, 0, 4096);
    gl.error("a relative offset too high");
    gl.GetVertexArrayIndexed64iv(array, 0, gl::VERTEX_ATTRIB_ARRAY_TYPE, &mut wide);
    gl.error("another parameter");
    gl.GetVertexArrayiv(array, gl::ARRAY_BUFFER_BINDING, &mut element);
    gl.error("another array parameter");
});

against_native!(bad_vertex_calls_have_their_errors, |gl| {
    gl.VertexAttribPointer(0, 4, gl::FLOAT, 0, 0, std::ptr::null());
    gl.error("no vertex array");
    gl.EnableVertexAttribArray(0);
    gl.error("enable without a vertex array");
    gl.vertex_array();
    gl.VertexAttribPointer(0, 4, gl::FLOAT, 0, 0, 16 as _);
    gl.error("no buffer");
    gl.buffer(gl::ARRAY_BUFFER, &[0u8; 64]);
    gl.VertexAttribPointer(99, 4, gl::FLOAT, 0, 0, std::ptr::null());
    gl.error("index");
    gl.VertexAttribPointer(0, 5, gl::FLOAT, 0, 0, std::ptr::null());
    gl.error("size");
    gl.VertexAttribPointer(0, 4, gl::RGBA, 0, 0, std::ptr::null());
    gl.error("type");
    gl.VertexAttribPointer(0, 4, gl::FLOAT, 0, -4, std::ptr::null());
    gl.error("stride");
    gl.VertexAttribPointer(0, 3, gl::INT_2_10_10_10_REV, 0, 0, std::ptr::null());
    gl.error("packed of three");
    gl.VertexAttribPointer(0, gl::BGRA as i32, gl::UNSIGNED_BYTE, 0, 0, std::ptr::null());
    gl.error("BGRA that is not normalised");
    gl.VertexAttribIPointer(0, 4, gl::FLOAT, 0, std::ptr::null());
    gl.error("integers from floats");
    gl.VertexAttribDivisor(99, 1);
    gl.error("divisor");
    gl.VertexAttrib1f(99, 1.0);
    gl.error("current value");
    gl.BindVertexArray(0xDEAD);
    gl.error("a name that was not generated");
    gl.PrimitiveRestartIndex(7);
    gl.integer::<1>("restart index", gl::PRIMITIVE_RESTART_INDEX);
});
