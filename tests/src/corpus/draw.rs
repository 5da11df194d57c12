//! Draws a program and reads what came of it.

use super::{Mesh, Program, inputs};
use crate::{Scene, bindings::gl};

/// Width and height of the picture.
const SIZE: i32 = 48;
/// Squares of the grid in a row.
const GRID: usize = 6;

/// Links the program and draws it, or dispatches it; records its pixels, or its buffers and images.
///
/// # Safety
/// A context is current.
///
/// # Panics
/// It does not compile or link.
pub unsafe fn draw(gl: &Scene, program: &Program) {
    let stages: Vec<_> = program.stages.iter().map(|(kind, text)| (*kind, text.as_str())).collect();
    let name = gl.program_with(&stages, |_| {});
    // OpenGL ES filters over the edges of cube maps always; a shader pack wants that too.
    gl.Enable(gl::TEXTURE_CUBE_MAP_SEAMLESS);
    inputs::set_uniform_blocks(gl, name);
    let images = inputs::set_uniforms(gl, name);
    if let Some([x, y, z]) = program.draw.dispatch {
        let buffers = inputs::set_storage(gl, &program.name);
        gl.DispatchCompute(x, y, z);
        gl.MemoryBarrier(gl::ALL_BARRIER_BITS);
        for (at, (target, buffer)) in buffers.into_iter().enumerate() {
            gl.BindBuffer(target, buffer);
            let len = if target == gl::ATOMIC_COUNTER_BUFFER { 64 } else { 4096 };
            gl.read_buffer(&format!("{} buffer {at}", program.name), target, 0, len);
        }
        for (image, texture, internal) in images {
            gl.BindTexture(gl::TEXTURE_2D, texture);
            let transfer =
                if internal == gl::R32UI { (gl::RED_INTEGER, gl::UNSIGNED_INT) } else { (gl::RGBA, gl::FLOAT) };
            gl.read_texture(&format!("{} {image}", program.name), gl::TEXTURE_2D, 0, 256, transfer);
        }
    } else {
        picture(gl, program, name, &program.draw.targets, "target");
        // Rounding to the target hides the last bits of the shader's own arithmetic: single floats show them.
        let exact: Vec<u32> = program.draw.targets.iter().map(|&internal| widest(internal)).collect();
        if exact != program.draw.targets {
            picture(gl, program, name, &exact, "float target");
        }
    }
    gl.error(&format!("{}: error", program.name));
    gl.UseProgram(0);
    gl.DeleteProgram(name);
}

/// The format with the same class of values that keeps what a shader writes.
fn widest(internal: u32) -> u32 {
    match internal {
        gl::R8UI | gl::RGBA8UI => internal,
        _ => gl::RGBA32F,
    }
}

unsafe fn picture(gl: &Scene, program: &Program, name: u32, targets: &[u32], label: &str) {
    let draw = &program.draw;
    gl.framebuffer();
    gl.ActiveTexture(gl::TEXTURE0 + 31);
    for (at, &internal) in (0u32..).zip(targets) {
        let texture = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, internal, (SIZE, SIZE), Scene::transfer(internal), &[]);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0 + at, gl::TEXTURE_2D, texture, 0);
    }
    if draw.depth {
        let depth = gl.renderbuffer(gl::DEPTH_COMPONENT24, SIZE, SIZE, 0);
        gl.attach_renderbuffer(gl::DEPTH_ATTACHMENT, depth);
        gl.Enable(gl::DEPTH_TEST);
    }
    let points: Vec<u32> = (0..targets.len() as u32).map(|at| gl::COLOR_ATTACHMENT0 + at).collect();
    gl.DrawBuffers(points.len() as i32, points.as_ptr());
    gl.Viewport(0, 0, SIZE, SIZE);
    gl.Clear(gl::DEPTH_BUFFER_BIT);
    for (at, &internal) in (0i32..).zip(targets) {
        match internal {
            gl::R8UI | gl::RGBA8UI => gl.ClearBufferuiv(gl::COLOR, at, [9u32, 8, 7, 6].as_ptr()),
            _ => gl.ClearBufferfv(gl::COLOR, at, [0.25f32, 0.5, 0.75, 1.0].as_ptr()),
        }
    }
    for &(at, source, destination) in &draw.blend {
        gl.Enablei(gl::BLEND, at);
        gl.BlendFunci(at, source, destination);
    }
    (0..draw.clip).for_each(|at| gl.Enable(gl::CLIP_DISTANCE0 + at));
    let array = gl.vertex_array();
    match draw.mesh {
        Mesh::Full => gl.draw_full(),
        Mesh::Grid => {
            let row = GRID + 1;
            let vertices: Vec<[f32; 2]> =
                (0..row * row).map(|at| [at % row, at / row].map(|n| n as f32 / GRID as f32)).collect();
            inputs::set_attributes(gl, name, &vertices);
            let squares = (0..GRID * GRID).map(|at| (at / GRID * row + at % GRID) as u16);
            let row = row as u16;
            let indices: Vec<u16> = squares.flat_map(|i| [i, i + 1, i + row, i + row, i + 1, i + row + 1]).collect();
            gl.buffer(gl::ELEMENT_ARRAY_BUFFER, &indices);
            let (count, ty) = (indices.len() as i32, gl::UNSIGNED_SHORT);
            gl.DrawElementsInstanced(gl::TRIANGLES, count, ty, std::ptr::null(), draw.instances);
        }
        Mesh::Points(n) | Mesh::Lines(n) => {
            let vertices: Vec<[f32; 2]> =
                (0..n).map(|at| [inputs::value("x", at as usize), inputs::value("y", at as usize)]).collect();
            inputs::set_attributes(gl, name, &vertices);
            let mode = if matches!(draw.mesh, Mesh::Points(_)) { gl::POINTS } else { gl::LINES };
            gl.DrawArraysInstanced(mode, 0, n, draw.instances);
        }
    }
    gl.BindVertexArray(0);
    gl.DeleteVertexArrays(1, &array);
    gl.Disable(gl::DEPTH_TEST);
    draw.blend.iter().for_each(|(at, ..)| gl.Disablei(gl::BLEND, *at));
    (0..draw.clip).for_each(|at| gl.Disable(gl::CLIP_DISTANCE0 + at));
    for (at, &internal) in (0u32..).zip(targets) {
        gl.ReadBuffer(gl::COLOR_ATTACHMENT0 + at);
        let transfer = match internal {
            gl::R8UI | gl::RGBA8UI => (gl::RGBA_INTEGER, gl::UNSIGNED_INT),
            gl::RGBA8 | gl::R8 => (gl::RGBA, gl::UNSIGNED_BYTE),
            _ => (gl::RGBA, gl::FLOAT),
        };
        let pixels = gl.read(&format!("{} {label} {at}", program.name), (0, 0, SIZE, SIZE), transfer);
        let size = pixels.len() / (SIZE * SIZE) as usize;
        // The corner of a grid is never covered: a picture like it everywhere would prove nothing.
        let drawn = draw.mesh == Mesh::Full || pixels.chunks(size).any(|pixel| *pixel != pixels[..size]);
        assert!(drawn, "{}: {label} {at} has nothing in it", program.name);
    }
}
