//! Frames whose cost is known: many small draws that each change a little, and frames that make and delete objects.

use crate::bindings::gl::{self, Gl};

const VERTEX: &str = "#version 330 core
layout(location = 0) in vec2 corner;
uniform vec4 place;
out vec2 uv;
void main() { uv = corner; gl_Position = vec4(place.xy + corner * place.z, place.w, 1.0); }";
const FRAGMENT: &str = "#version 330 core
in vec2 uv;
uniform sampler2D image;
uniform vec4 tint;
layout(location = 0) out vec4 colour;
void main() { colour = texture(image, uv) * tint; }";

/// Objects to draw with, of a context that is current.
pub struct Traffic<'a> {
    gl: &'a Gl,
    place: i32,
    tint: i32,
    arrays: Vec<u32>,
    textures: Vec<u32>,
}

impl<'a> Traffic<'a> {
    /// Makes the objects.
    ///
    /// # Safety
    /// The functions' context is current.
    pub unsafe fn new(gl: &'a Gl) -> Self {
        let program = gl.CreateProgram();
        for (kind, source) in [(gl::VERTEX_SHADER, VERTEX), (gl::FRAGMENT_SHADER, FRAGMENT)] {
            let shader = gl.CreateShader(kind);
            gl.ShaderSource(shader, 1, &source.as_ptr().cast(), &(source.len() as i32));
            gl.CompileShader(shader);
            gl.AttachShader(program, shader);
        }
        gl.LinkProgram(program);
        gl.UseProgram(program);
        let place = gl.GetUniformLocation(program, c"place".as_ptr());
        let tint = gl.GetUniformLocation(program, c"tint".as_ptr());
        let mut target = [0; 2];
        gl.GenTextures(1, &mut target[0]);
        gl.GenFramebuffers(1, &mut target[1]);
        Self::image(gl, target[0], 64);
        gl.BindFramebuffer(gl::FRAMEBUFFER, target[1]);
        gl.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, target[0], 0);
        gl.Viewport(0, 0, 64, 64);
        gl.BlendFunc(gl::SRC_ALPHA, gl::ONE_MINUS_SRC_ALPHA);
        let arrays = (0..8).map(|_| Self::quad(gl).0).collect();
        let mut textures = vec![0; 8];
        gl.GenTextures(8, textures.as_mut_ptr());
        textures.iter().for_each(|&texture| Self::image(gl, texture, 8));
        Self { gl, place, tint, arrays, textures }
    }

    unsafe fn image(gl: &Gl, texture: u32, side: i32) {
        let texels = vec![0x80u8; (side * side * 4) as usize];
        gl.BindTexture(gl::TEXTURE_2D, texture);
        gl.TexParameteri(gl::TEXTURE_2D, gl::TEXTURE_MIN_FILTER, gl::NEAREST as i32);
        let format = (gl::RGBA8 as i32, gl::RGBA, gl::UNSIGNED_BYTE);
        gl.TexImage2D(gl::TEXTURE_2D, 0, format.0, side, side, 0, format.1, format.2, texels.as_ptr().cast());
    }

    /// A vertex array and its buffer.
    unsafe fn quad(gl: &Gl) -> (u32, u32) {
        let (mut array, mut buffer) = (0, 0);
        gl.GenVertexArrays(1, &mut array);
        gl.BindVertexArray(array);
        gl.GenBuffers(1, &mut buffer);
        gl.BindBuffer(gl::ARRAY_BUFFER, buffer);
        let corners = [-1f32, -1.0, 1.0, -1.0, -1.0, 1.0, 1.0, 1.0];
        gl.BufferData(gl::ARRAY_BUFFER, 32, corners.as_ptr().cast(), gl::STATIC_DRAW);
        gl.EnableVertexAttribArray(0);
        gl.VertexAttribPointer(0, 2, gl::FLOAT, gl::FALSE, 8, std::ptr::null());
        (array, buffer)
    }

    /// `draws` draws between which nothing changes, and a read that waits for them.
    ///
    /// # Safety
    /// The context of [`Traffic::new`] is current.
    pub unsafe fn same(&self, draws: usize) {
        self.gl.Clear(gl::COLOR_BUFFER_BIT);
        for _ in 0..draws {
            self.gl.DrawArrays(gl::TRIANGLE_STRIP, 0, 4);
        }
        self.gl.Finish();
    }

    /// A frame of `draws` draws, each with a vertex array, a texture, a toggle and two uniforms of its own. Nothing is waited
    /// for.
    ///
    /// # Safety
    /// The context is current.
    pub unsafe fn frame(&self, number: u32, draws: usize) {
        let gl = self.gl;
        gl.ClearColor(0.0, 0.0, 0.0, 1.0);
        gl.Clear(gl::COLOR_BUFFER_BIT);
        for draw in 0..draws {
            gl.BindVertexArray(self.arrays[draw % self.arrays.len()]);
            gl.BindTexture(gl::TEXTURE_2D, self.textures[draw % self.textures.len()]);
            if draw % 2 == 0 {
                gl.Enable(gl::BLEND)
            } else {
                gl.Disable(gl::BLEND)
            }
            let at = (draw as f32 / draws as f32) * 2.0 - 1.0;
            gl.Uniform4f(self.place, at, -at, 0.02, 0.0);
            gl.Uniform4f(self.tint, 1.0, number as f32 * 0.01 + at, 1.0, 0.5);
            gl.DrawArrays(gl::TRIANGLE_STRIP, 0, 4);
        }
        gl.Flush();
    }

    /// Bytes that [`bulk`](Self::bulk) moves each way.
    pub const BULK: usize = 2048 * 2048 * 4;

    /// Uploads a texture and reads it back.
    ///
    /// # Safety
    /// The context is current.
    ///
    /// # Panics
    /// When there are not [`BULK`](Self::BULK) bytes.
    pub unsafe fn bulk(&self, bytes: &mut [u8]) {
        assert_eq!(bytes.len(), Self::BULK);
        let gl = self.gl;
        let mut texture = 0;
        gl.GenTextures(1, &mut texture);
        gl.BindTexture(gl::TEXTURE_2D, texture);
        let (format, kind) = (gl::RGBA, gl::UNSIGNED_BYTE);
        gl.TexImage2D(gl::TEXTURE_2D, 0, gl::RGBA8 as i32, 2048, 2048, 0, format, kind, bytes.as_ptr().cast());
        gl.GetTexImage(gl::TEXTURE_2D, 0, format, kind, bytes.as_mut_ptr().cast());
        gl.DeleteTextures(1, &texture);
    }

    /// A frame that draws with objects that it makes and deletes: texture, sampler, buffer, vertex array, framebuffer,
    /// renderbuffer, query and fence.
    ///
    /// # Safety
    /// The context is current.
    pub unsafe fn churn(&self, number: u32) {
        let gl = self.gl;
        let (array, buffer) = Self::quad(gl);
        let (mut texture, mut sampler, mut framebuffer, mut renderbuffer, mut query) = (0, 0, 0, 0, 0);
        gl.GenTextures(1, &mut texture);
        Self::image(gl, texture, 16 + (number % 7) as i32);
        gl.GenSamplers(1, &mut sampler);
        gl.SamplerParameteri(sampler, gl::TEXTURE_MIN_FILTER, gl::LINEAR as i32);
        gl.BindSampler(0, sampler);
        let mut before = 0;
        gl.GetIntegerv(gl::DRAW_FRAMEBUFFER_BINDING, &mut before);
        gl.GenFramebuffers(1, &mut framebuffer);
        gl.GenRenderbuffers(1, &mut renderbuffer);
        gl.BindRenderbuffer(gl::RENDERBUFFER, renderbuffer);
        gl.RenderbufferStorage(gl::RENDERBUFFER, gl::RGBA8, 32, 32);
        gl.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
        gl.FramebufferRenderbuffer(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::RENDERBUFFER, renderbuffer);
        gl.GenQueries(1, &mut query);
        gl.BeginQuery(gl::ANY_SAMPLES_PASSED, query);
        gl.Uniform4f(self.place, 0.0, 0.0, 0.5, 0.0);
        gl.DrawArrays(gl::TRIANGLE_STRIP, 0, 4);
        gl.EndQuery(gl::ANY_SAMPLES_PASSED);
        gl.DeleteSync(gl.FenceSync(gl::SYNC_GPU_COMMANDS_COMPLETE, 0));
        gl.DeleteQueries(1, &query);
        gl.BindFramebuffer(gl::FRAMEBUFFER, before as u32);
        gl.DeleteFramebuffers(1, &framebuffer);
        gl.DeleteRenderbuffers(1, &renderbuffer);
        gl.DeleteSamplers(1, &sampler);
        gl.DeleteTextures(1, &texture);
        gl.DeleteVertexArrays(1, &array);
        gl.DeleteBuffers(1, &buffer);
        gl.Flush();
        if number.is_multiple_of(64) {
            // A program that runs ahead without end would be measured by how far it is.
            gl.Finish();
        }
    }
}
