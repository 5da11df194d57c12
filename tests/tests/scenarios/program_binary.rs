//! Program binaries (GL 4.6 core 7.5).

use mgpipe_tests::{Scene, against_native, bindings::gl, scene::*};

unsafe fn binary(gl: &Scene, program: u32) -> (u32, Vec<u8>) {
    let (mut length, mut written, mut format) = (0, 0, 0);
    gl.GetProgramiv(program, gl::PROGRAM_BINARY_LENGTH, &mut length);
    let mut bytes = vec![0u8; length as usize];
    gl.GetProgramBinary(program, length, &mut written, &mut format, bytes.as_mut_ptr().cast());
    assert_eq!(written, length);
    (format, bytes)
}

unsafe fn load(gl: &Scene, format: u32, bytes: &[u8]) -> (u32, i32) {
    let (program, mut linked) = (gl.CreateProgram(), -7);
    gl.ProgramBinary(program, format, bytes.as_ptr().cast(), bytes.len() as i32);
    gl.GetProgramiv(program, gl::LINK_STATUS, &mut linked);
    (program, linked)
}

// red once: with the checksum not compared, the damaged binaries were taken
against_native!(a_program_comes_back_from_its_binary, |gl| {
    gl.target(gl::RGBA32F, 4, 4);
    gl.vertex_array();
    let program = gl.program(
        FULL_VS,
        "uniform struct { vec4 a[2]; bool on; } s; uniform vec4 preset = vec4(0.5); in vec2 uv; out vec4 o;
        void main() { o = s.on ? s.a[1] + uv.xyxy : preset; }",
    );
    gl.Uniform1i(gl.location(program, "s.on"), 1);
    gl.integer::<1>("formats", gl::NUM_PROGRAM_BINARY_FORMATS);
    let (format, bytes) = binary(gl, program);
    gl.i32s("there is one", &[i32::from(!bytes.is_empty()), gl.GetError() as i32]);
    let (again, linked) = load(gl, format, &bytes);
    gl.i32s("it links", &[linked, gl.GetError() as i32]);
    gl.UseProgram(again);
    gl.draw_full();
    gl.read("with initial values", (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
    gl.Uniform1i(gl.location(again, "s.on"), 1);
    gl.Uniform4f(gl.location(again, "s.a[1]"), 1.0, 2.0, 3.0, 4.0);
    gl.draw_full();
    gl.read("with other values", (0, 0, 4, 4), (gl::RGBA, gl::FLOAT));
    mgpipe_tests::corpus::linked(gl, "again", again);
    for (part, at) in [0, bytes.len() / 3, bytes.len() / 2, bytes.len() - 1].into_iter().enumerate() {
        let mut bad = bytes.clone();
        bad[at] ^= 0x10;
        gl.i32s(&format!("damaged in part {part}"), &[load(gl, format, &bad).1, gl.GetError() as i32]);
    }
    gl.i32s("cut", &[load(gl, format, &bytes[..bytes.len() / 2]).1, gl.GetError() as i32]);
    gl.i32s("nothing", &[load(gl, format, &[]).1, gl.GetError() as i32]);
    gl.i32s("another format", &[load(gl, 0x1234, &bytes).1, gl.GetError() as i32]);
    let (mut written, mut which, mut room) = (-7, 0, [0u8; 8]);
    gl.GetProgramBinary(program, 8, &mut written, &mut which, room.as_mut_ptr().cast());
    gl.i32s("too small a buffer", &[written, gl.GetError() as i32]);
    let fresh = gl.CreateProgram();
    gl.GetProgramBinary(fresh, 8, &mut written, &mut which, room.as_mut_ptr().cast());
    gl.i32s("not linked", &[written, gl.GetError() as i32]);
    gl.GetProgramiv(fresh, gl::PROGRAM_BINARY_LENGTH, &mut written);
    gl.i32s("no length", &[written, gl.GetError() as i32]);
});
