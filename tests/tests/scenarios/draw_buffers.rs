//! Arrays of draw buffers over eight attachments (GL 4.5 core 17.4.1; rule 4).

use mgpipe_tests::{bindings::gl, rule, scene::*};

const N: usize = 8;

/// Numbers that look random and are always the same.
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) as usize % end
    }
}

// red once: with attachments left on the points of their own numbers
rule!(4, any_arrangement_of_eight_attachments_draws_and_reads_right, |gl| {
    let mut textures = [0; N];
    let framebuffer = gl.framebuffer();
    let c = |i: usize| gl::COLOR_ATTACHMENT0 + i as u32;
    for (i, texture) in textures.iter_mut().enumerate() {
        *texture = gl.texture(gl::TEXTURE_2D);
        gl.image_2d(gl::TEXTURE_2D, 0, gl::RGBA8, (4, 4), (gl::RGBA, gl::UNSIGNED_BYTE), &[0; 64]);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, c(i), gl::TEXTURE_2D, *texture, 0);
    }
    gl.vertex_array();
    gl.program(
        FULL_VS,
        "layout(location = 0) out vec4 o[8];
         void main() { for (int i = 0; i < 8; i++) o[i] = vec4(float(i + 1) * 16.0 / 255.0, 1.0, 0.0, 1.0); }",
    );
    let mut numbers = Numbers(8);
    // What the left half and the right half of each attachment have to be.
    let mut model = [[[0u8; 4]; 2]; N];
    let mut attached = [true; N];
    for n in 0..48u8 {
        // One more is attached, or one less; one stays always.
        let change = 1 + numbers.below(N - 1);
        attached[change] = !attached[change];
        let texture = if attached[change] { textures[change] } else { 0 };
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, c(change), gl::TEXTURE_2D, texture, 0);
        let mut free: Vec<usize> = (0..N).collect();
        // The array may be shorter than there are draw buffers, and has holes.
        let length = 1 + numbers.below(N);
        let buffers: Vec<Option<usize>> = (0..length)
            .map(|_| match numbers.below(4) {
                0 => None,
                _ => Some(free.swap_remove(numbers.below(free.len()))),
            })
            .collect();
        let names: Vec<u32> = buffers.iter().map(|buffer| buffer.map_or(gl::NONE, c)).collect();
        gl.DrawBuffers(length as i32, names.as_ptr());
        gl.ReadBuffer(c(0));
        gl.status(&format!("{n}"));
        for (slot, buffer) in buffers.iter().enumerate() {
            let cleared = [n, slot as u8, 200, 100];
            gl.ClearBufferfv(gl::COLOR, slot as i32, cleared.map(|x| f32::from(x) / 255.0).as_ptr());
            if let Some(i) = buffer.filter(|&i| attached[i]) {
                model[i] = [[(slot as u8 + 1) * 16, 255, 0, 255], cleared];
            }
        }
        gl.Viewport(0, 0, 2, 4);
        gl.draw_full();
        for i in (0..N).filter(|&i| attached[i]) {
            gl.ReadBuffer(c(i));
            let name = format!("{n}: {buffers:?}, attachment {i}");
            let pixels = gl.read(&name, (0, 0, 4, 4), (gl::RGBA, gl::UNSIGNED_BYTE));
            assert_eq!([&pixels[..4], &pixels[60..]], model[i], "{name}");
        }
    }
    gl.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
    gl.error("all");
});
