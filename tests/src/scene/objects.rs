//! Short ways to make the usual objects and to read them back.

use super::{Scene, texel_bytes};
use crate::bindings::gl::{self, types::GLenum};
use std::ffi::{CString, c_void};

/// Covers the viewport with one triangle and passes `uv` from 0 to 1.
pub const FULL_VS: &str = "out vec2 uv;
void main() { vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 2.0; uv = p; gl_Position = vec4(p * 2.0 - 1.0, 0.0, 1.0); }";

/// One uniform colour.
pub const COLOR_FS: &str = "uniform vec4 color; out vec4 o; void main() { o = color; }";

/// A framebuffer with one colour texture.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The framebuffer.
    pub framebuffer: u32,
    /// Its colour texture.
    pub texture: u32,
}

impl Scene {
    unsafe fn make(&self, create: unsafe fn(&gl::Gl, i32, *mut u32)) -> u32 {
        let mut name = 0;
        create(self, 1, &mut name);
        name
    }

    /// Compiles a shader; `#version 330 core` is put in front when the source has no version.
    pub unsafe fn shader(&self, kind: GLenum, source: &str) -> u32 {
        let source =
            if source.starts_with("#version") { source.to_owned() } else { format!("#version 330 core\n{source}") };
        let source = CString::new(source).expect("no zero inside");
        let shader = self.CreateShader(kind);
        self.ShaderSource(shader, 1, &source.as_ptr(), std::ptr::null());
        self.CompileShader(shader);
        let mut good = 0;
        self.GetShaderiv(shader, gl::COMPILE_STATUS, &mut good);
        assert!(good != 0, "{}\n{}", self.shader_log(shader), source.to_string_lossy());
        shader
    }

    /// The information log of a shader.
    pub unsafe fn shader_log(&self, shader: u32) -> String {
        let (mut bytes, mut len) = (vec![0u8; 4096], 0);
        self.GetShaderInfoLog(shader, bytes.len() as i32, &mut len, bytes.as_mut_ptr().cast());
        String::from_utf8_lossy(&bytes[..len as usize]).into_owned()
    }

    /// Links vertex and fragment shader and makes the program current.
    pub unsafe fn program(&self, vertex: &str, fragment: &str) -> u32 {
        self.program_with(&[(gl::VERTEX_SHADER, vertex), (gl::FRAGMENT_SHADER, fragment)], |_| {})
    }

    /// Links shaders and makes the program current; `before` is called before it is linked.
    pub unsafe fn program_with(&self, shaders: &[(GLenum, &str)], before: impl FnOnce(u32)) -> u32 {
        let program = self.CreateProgram();
        for &(kind, source) in shaders {
            let shader = self.shader(kind, source);
            self.AttachShader(program, shader);
            self.DeleteShader(shader);
        }
        before(program);
        self.LinkProgram(program);
        let (mut good, mut log, mut len) = (0, vec![0u8; 4096], 0);
        self.GetProgramiv(program, gl::LINK_STATUS, &mut good);
        self.GetProgramInfoLog(program, log.len() as i32, &mut len, log.as_mut_ptr().cast());
        assert!(good != 0, "link: {}", String::from_utf8_lossy(&log[..len as usize]));
        self.UseProgram(program);
        program
    }

    /// Location of a uniform, -1 for none.
    pub unsafe fn location(&self, program: u32, name: &str) -> i32 {
        let name = CString::new(name).expect("no zero inside");
        self.GetUniformLocation(program, name.as_ptr())
    }

    /// Sets `uniform vec4` of the current program.
    pub unsafe fn vec4(&self, program: u32, name: &str, v: [f32; 4]) {
        self.Uniform4f(self.location(program, name), v[0], v[1], v[2], v[3]);
    }

    /// A buffer that is bound to `target` and holds `data`.
    pub unsafe fn buffer<T: Copy>(&self, target: GLenum, data: &[T]) -> u32 {
        let buffer = self.make(gl::Gl::GenBuffers);
        self.BindBuffer(target, buffer);
        self.BufferData(target, size_of_val(data) as isize, data.as_ptr().cast(), gl::STATIC_DRAW);
        buffer
    }

    /// A buffer that is bound to `target` and has `size` bytes of value `fill`.
    pub unsafe fn blank_buffer(&self, target: GLenum, size: usize, fill: u8) -> u32 {
        self.buffer(target, &vec![fill; size])
    }

    /// A vertex array that is bound.
    pub unsafe fn vertex_array(&self) -> u32 {
        let array = self.make(gl::Gl::GenVertexArrays);
        self.BindVertexArray(array);
        array
    }

    /// Floats for attribute `index` from the bound array buffer; stride and offset are in bytes.
    pub unsafe fn floats(&self, index: u32, components: i32, stride: usize, offset: usize) {
        self.VertexAttribPointer(index, components, gl::FLOAT, 0, stride as i32, offset as *const c_void);
        self.EnableVertexAttribArray(index);
    }

    /// A texture that is bound to `target`, unfiltered where that is possible.
    pub unsafe fn texture(&self, target: GLenum) -> u32 {
        let texture = self.make(gl::Gl::GenTextures);
        self.BindTexture(target, texture);
        if !matches!(target, gl::TEXTURE_2D_MULTISAMPLE | gl::TEXTURE_2D_MULTISAMPLE_ARRAY | gl::TEXTURE_BUFFER) {
            self.TexParameteri(target, gl::TEXTURE_MIN_FILTER, gl::NEAREST as i32);
            self.TexParameteri(target, gl::TEXTURE_MAG_FILTER, gl::NEAREST as i32);
        }
        texture
    }

    /// Specifies level `level` of the texture bound to a two-dimensional target; `data` may be empty.
    pub unsafe fn image_2d(
        &self,
        target: GLenum,
        level: i32,
        internal: GLenum,
        (w, h): (i32, i32),
        (format, ty): (GLenum, GLenum),
        data: &[u8],
    ) {
        assert!(data.is_empty() || data.len() >= texel_bytes(format, ty) * (w * h) as usize, "too few texels");
        let pointer = if data.is_empty() { std::ptr::null() } else { data.as_ptr().cast() };
        self.TexImage2D(target, level, internal as i32, w, h, 0, format, ty, pointer);
    }

    /// The same for three dimensions.
    pub unsafe fn image_3d(
        &self,
        target: GLenum,
        level: i32,
        internal: GLenum,
        (w, h, d): (i32, i32, i32),
        (format, ty): (GLenum, GLenum),
        data: &[u8],
    ) {
        assert!(data.is_empty() || data.len() >= texel_bytes(format, ty) * (w * h * d) as usize, "too few texels");
        let pointer = if data.is_empty() { std::ptr::null() } else { data.as_ptr().cast() };
        self.TexImage3D(target, level, internal as i32, w, h, d, 0, format, ty, pointer);
    }

    /// A framebuffer that is bound for drawing and reading.
    pub unsafe fn framebuffer(&self) -> u32 {
        let framebuffer = self.make(gl::Gl::GenFramebuffers);
        self.BindFramebuffer(gl::FRAMEBUFFER, framebuffer);
        framebuffer
    }

    /// A renderbuffer that is bound and has storage.
    pub unsafe fn renderbuffer(&self, internal: GLenum, w: i32, h: i32, samples: i32) -> u32 {
        let renderbuffer = self.make(gl::Gl::GenRenderbuffers);
        self.BindRenderbuffer(gl::RENDERBUFFER, renderbuffer);
        self.RenderbufferStorageMultisample(gl::RENDERBUFFER, samples, internal, w, h);
        renderbuffer
    }

    /// Attaches a renderbuffer to the bound framebuffer.
    pub unsafe fn attach_renderbuffer(&self, point: GLenum, renderbuffer: u32) {
        self.FramebufferRenderbuffer(gl::FRAMEBUFFER, point, gl::RENDERBUFFER, renderbuffer);
    }

    /// A format and type that a texture of an internal format may be specified with.
    pub fn transfer(internal: GLenum) -> (GLenum, GLenum) {
        match internal {
            gl::R8UI | gl::R16UI | gl::R32UI => (gl::RED_INTEGER, gl::UNSIGNED_INT),
            gl::RG8UI | gl::RG16UI | gl::RG32UI => (gl::RG_INTEGER, gl::UNSIGNED_INT),
            gl::RGBA8UI | gl::RGBA16UI | gl::RGBA32UI | gl::RGB10_A2UI => (gl::RGBA_INTEGER, gl::UNSIGNED_INT),
            gl::R8I | gl::R16I | gl::R32I => (gl::RED_INTEGER, gl::INT),
            gl::RG8I | gl::RG16I | gl::RG32I => (gl::RG_INTEGER, gl::INT),
            gl::RGBA8I | gl::RGBA16I | gl::RGBA32I => (gl::RGBA_INTEGER, gl::INT),
            gl::DEPTH_COMPONENT16 | gl::DEPTH_COMPONENT24 | gl::DEPTH_COMPONENT32 => {
                (gl::DEPTH_COMPONENT, gl::UNSIGNED_INT)
            }
            gl::DEPTH_COMPONENT32F => (gl::DEPTH_COMPONENT, gl::FLOAT),
            gl::DEPTH24_STENCIL8 => (gl::DEPTH_STENCIL, gl::UNSIGNED_INT_24_8),
            gl::DEPTH32F_STENCIL8 => (gl::DEPTH_STENCIL, gl::FLOAT_32_UNSIGNED_INT_24_8_REV),
            _ => (gl::RGBA, gl::FLOAT),
        }
    }

    /// A framebuffer with one colour texture, bound, the viewport set to it.
    pub unsafe fn target(&self, internal: GLenum, w: i32, h: i32) -> Target {
        let texture = self.texture(gl::TEXTURE_2D);
        self.image_2d(gl::TEXTURE_2D, 0, internal, (w, h), Self::transfer(internal), &[]);
        let framebuffer = self.framebuffer();
        self.FramebufferTexture2D(gl::FRAMEBUFFER, gl::COLOR_ATTACHMENT0, gl::TEXTURE_2D, texture, 0);
        self.Viewport(0, 0, w, h);
        Target { framebuffer, texture }
    }

    /// Records the completeness of the bound framebuffer.
    pub unsafe fn status(&self, name: &str) {
        self.enums(name, &[self.CheckFramebufferStatus(gl::FRAMEBUFFER)]);
    }

    /// Clears the colour of the draw framebuffer.
    pub unsafe fn clear(&self, color: [f32; 4]) {
        self.ClearColor(color[0], color[1], color[2], color[3]);
        self.Clear(gl::COLOR_BUFFER_BIT);
    }

    /// Draws the triangle of [`FULL_VS`].
    pub unsafe fn draw_full(&self) {
        self.DrawArrays(gl::TRIANGLES, 0, 3);
    }

    /// Records pixels of the read framebuffer, tightly packed. What GL does not write stays 0xA5.
    /// Answers them too.
    pub unsafe fn read(
        &self,
        name: &str,
        (x, y, w, h): (i32, i32, i32, i32),
        (format, ty): (GLenum, GLenum),
    ) -> Vec<u8> {
        self.PixelStorei(gl::PACK_ALIGNMENT, 1);
        let mut pixels = vec![0xA5; texel_bytes(format, ty) * (w * h) as usize];
        self.ReadPixels(x, y, w, h, format, ty, pixels.as_mut_ptr().cast());
        self.pixels(name, &pixels, ty);
        pixels
    }

    /// Records `w` x `h` pixels as RGBA bytes.
    pub unsafe fn read_rgba8(&self, name: &str, w: i32, h: i32) {
        self.read(name, (0, 0, w, h), (gl::RGBA, gl::UNSIGNED_BYTE));
    }

    /// Records a level of the texture bound to `target` that has `texels` texels. What GL does not write stays 0xA5.
    pub unsafe fn read_texture(
        &self,
        name: &str,
        target: GLenum,
        level: i32,
        texels: usize,
        (format, ty): (GLenum, GLenum),
    ) {
        self.PixelStorei(gl::PACK_ALIGNMENT, 1);
        let mut pixels = vec![0xA5; texel_bytes(format, ty) * texels];
        self.GetTexImage(target, level, format, ty, pixels.as_mut_ptr().cast());
        self.pixels(name, &pixels, ty);
    }

    /// Records bytes of the buffer bound to `target`.
    pub unsafe fn read_buffer(&self, name: &str, target: GLenum, offset: usize, len: usize) {
        let mut bytes = vec![0xA5; len];
        self.GetBufferSubData(target, offset as isize, len as isize, bytes.as_mut_ptr().cast());
        self.bytes(name, &bytes);
    }

    fn pixels(&self, name: &str, pixels: &[u8], ty: GLenum) {
        let words = || pixels.chunks_exact(4).map(|c| <[u8; 4]>::try_from(c).expect("four"));
        match ty {
            gl::FLOAT => self.f32s(name, &words().map(f32::from_ne_bytes).collect::<Vec<_>>()),
            gl::UNSIGNED_INT => self.u32s(name, &words().map(u32::from_ne_bytes).collect::<Vec<_>>()),
            gl::INT => self.i32s(name, &words().map(i32::from_ne_bytes).collect::<Vec<_>>()),
            _ => self.bytes(name, pixels),
        }
    }
}
